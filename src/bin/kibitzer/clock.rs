//! Time, which the core does not know: monitors that stop work after a while.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use kibitzer::monitor::Monitor;

/// Which time counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Clock {
    Wall,
    /// The time that this thread was given: fair to both sides on a machine that has other things to do. Linux only.
    Processor,
}

impl Clock {
    fn now(self, begin: Instant) -> Duration {
        match self {
            Clock::Wall => begin.elapsed(),
            Clock::Processor => processor_time().unwrap_or_else(|| begin.elapsed()),
        }
    }

    /// Whether processor time can be told here.
    pub(crate) fn has_processor_time() -> bool {
        processor_time().is_some()
    }
}

/// How long this thread has run, as Linux counts it.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// Stops work when its time is up.
#[derive(Debug)]
pub(crate) struct Deadline {
    clock: Clock,
    begin: Instant,
    from: Duration,
    limit: Option<Duration>,
    /// Time cannot be up before this: no thread runs longer than the wall's time passes. Asking for processor time is
    /// a file to read, which would cost the more often asked side its time.
    earliest: Duration,
}

impl Deadline {
    pub(crate) fn new(clock: Clock, limit: Option<Duration>) -> Deadline {
        let begin = Instant::now();
        let earliest = limit.unwrap_or(Duration::MAX);
        Deadline { clock, begin, from: clock.now(begin), limit, earliest }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.clock.now(self.begin).saturating_sub(self.from)
    }

    pub(crate) fn is_over(&mut self) -> bool {
        let Some(limit) = self.limit else { return false };
        let wall = self.begin.elapsed();
        if wall < self.earliest {
            return false;
        }
        let left = limit.saturating_sub(self.elapsed());
        self.earliest = wall + left;
        left.is_zero()
    }
}

impl<E> Monitor<E> for Deadline {
    fn poll(&mut self) -> ControlFlow<()> {
        if self.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn tell(&mut self, _event: E) {}
}
