//! Who looks on while the engine works: what is printed, and what stops it.

use std::collections::VecDeque;
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::Duration;

use kibitzer::bots::Training;
use kibitzer::monitor::Monitor;
use kibitzer::sbg::{Move, Rules};
use kibitzer::search::{Report, Score};

use crate::clock::Deadline;

/// Looks on at a search: prints what it finds, and listens for `stop`.
pub(super) struct Live<'a, W> {
    pub(super) deadline: Deadline,
    pub(super) rules: &'a Rules,
    pub(super) unit: f64,
    /// Lines that came before it began, and are heard first.
    pub(super) early: VecDeque<String>,
    pub(super) lines: &'a Receiver<String>,
    pub(super) waiting: &'a mut Vec<String>,
    pub(super) out: &'a mut W,
    pub(super) stop: &'a AtomicBool,
}

impl<W: Write> Live<'_, W> {
    /// Handles a line that came during a search; says whether to go on.
    fn hear(&mut self, line: String) -> ControlFlow<()> {
        match line.split_whitespace().next() {
            Some("stop") => return ControlFlow::Break(()),
            Some("isready") => {
                let _ = writeln!(self.out, "readyok");
                let _ = self.out.flush();
            }
            Some("quit") => {
                self.waiting.push(line);
                return ControlFlow::Break(());
            }
            _ => self.waiting.push(line),
        }
        ControlFlow::Continue(())
    }

    /// Waits for the next line after a search that is done; says whether to go on waiting.
    pub(super) fn wait(&mut self) -> ControlFlow<()> {
        if self.stop.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        let Some(line) = self.early.pop_front().or_else(|| self.lines.recv().ok()) else {
            return ControlFlow::Break(());
        };
        let go_on = self.hear(line);
        if go_on.is_break() {
            self.stop.store(true, Ordering::Relaxed);
        }
        go_on
    }
}

impl<W> Live<'_, W> {
    /// Leaves the lines that it had no time for to the next reader.
    pub(super) fn finish(&mut self) {
        self.waiting.extend(self.early.drain(..));
    }
}

impl<W: Write> Monitor<Report<Move>> for Live<'_, W> {
    fn poll(&mut self) -> ControlFlow<()> {
        let line = self.early.pop_front().or_else(|| self.lines.try_recv().ok());
        let heard = line.map_or(ControlFlow::Continue(()), |line| self.hear(line));
        if heard.is_break() || self.deadline.is_over() {
            self.stop.store(true, Ordering::Relaxed);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn tell(&mut self, report: Report<Move>) {
        let millis = self.deadline.elapsed().as_millis();
        let speed = u128::from(report.nodes) * 1000 / millis.max(1);
        let line: Vec<String> = report.line.iter().map(|mv| self.rules.show_move(*mv)).collect();
        // A reader who has gone away is noticed when the search is over.
        let _ = writeln!(
            self.out,
            "info depth {} score {} nodes {} nps {speed} time {millis} pv {}",
            report.depth,
            show_score(report.score, self.unit),
            report.nodes,
            line.join(" ")
        );
        let _ = self.out.flush();
    }
}

/// `win 5`: a sure win after five plies; `win -4`: a sure loss after four.
fn show_score(score: Score, unit: f64) -> String {
    match score.distance() {
        Some(plies) if score.is_win() => format!("win {plies}"),
        Some(plies) => format!("win -{plies}"),
        None => format!("cp {}", (100.0 * f64::from(score.value()) / unit).round() as i64),
    }
}

/// A helper's monitor: stops when the first thread does.
pub(super) struct Flag<'a> {
    pub(super) stop: &'a AtomicBool,
    pub(super) deadline: Deadline,
}

impl Monitor<Report<Move>> for Flag<'_> {
    fn poll(&mut self) -> ControlFlow<()> {
        let over = self.stop.load(Ordering::Relaxed) || self.deadline.is_over();
        if over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn tell(&mut self, _event: Report<Move>) {}
}

/// When learning happens.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum When {
    /// Before a game. Only `stop` and `quit` cut it short; everything else, `isready` too, waits until it is over.
    StartClock,
    /// While the opponent thinks, until a line comes that wants something else.
    OpponentsTime,
}

/// Looks on at learning: says how it goes, and listens.
pub(super) struct Idle<'a, W> {
    pub(super) when: When,
    pub(super) deadline: Deadline,
    pub(super) lines: &'a Receiver<String>,
    pub(super) waiting: &'a mut Vec<String>,
    pub(super) out: &'a mut W,
    /// When something was last said, and how often weights had been taken over by then.
    pub(super) said: (Duration, u32),
}

/// News of learning come no more often than this, unless new weights are taken over.
const NEWS_EVERY: Duration = Duration::from_millis(500);

impl<W: Write> Idle<'_, W> {
    fn say(&mut self, line: &str) {
        // A reader who has gone away is noticed when learning is over.
        let _ = writeln!(self.out, "{line}");
        let _ = self.out.flush();
    }

    /// Handles a line; says whether to go on learning.
    fn hear(&mut self, line: String) -> ControlFlow<()> {
        let word = line.split_whitespace().next();
        let go_on = match (word, self.when) {
            (None, _) => return ControlFlow::Continue(()),
            (Some("stop"), _) if self.waiting.is_empty() => return ControlFlow::Break(()),
            (Some("isready"), When::OpponentsTime) => {
                self.say("readyok");
                return ControlFlow::Continue(());
            }
            (Some("quit"), _) | (_, When::OpponentsTime) => ControlFlow::Break(()),
            (_, When::StartClock) => ControlFlow::Continue(()),
        };
        self.waiting.push(line);
        go_on
    }
}

impl<W: Write> Monitor<Training> for Idle<'_, W> {
    fn poll(&mut self) -> ControlFlow<()> {
        match self.lines.try_recv() {
            Ok(line) => self.hear(line)?,
            Err(TryRecvError::Disconnected) if self.when == When::OpponentsTime => return ControlFlow::Break(()),
            Err(TryRecvError::Disconnected | TryRecvError::Empty) => {}
        }
        if self.deadline.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn tell(&mut self, Training { games, adopted, .. }: Training) {
        let now = self.deadline.elapsed();
        if now >= self.said.0 + NEWS_EVERY || adopted != self.said.1 {
            self.said = (now, adopted);
            self.say(&format!("info string learned from {games} games, took over new weights {adopted} times"));
        }
    }
}
