//! Monitors of the engine: what is printed while it works, and what stops it.

use std::collections::VecDeque;
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::Duration;

use kibitzer::bots::{Strong, Training};
use kibitzer::monitor::Monitor;
use kibitzer::search::Report;

use crate::clock::Deadline;

/// Monitors a search: prints what it finds, and listens for `stop`.
pub(super) struct Live<'a, G: Strong, W> {
    pub(super) deadline: Deadline,
    pub(super) game: &'a G,
    pub(super) root: &'a G::Position,
    pub(super) unit: f64,
    /// What every thread has reported, where several share the root's moves.
    pub(super) shares: Option<&'a Shares<G>>,
    /// The last report that was printed.
    pub(super) printed: Option<Report<G::Move>>,
    /// Lines that came before it began, and are heard first.
    pub(super) early: VecDeque<String>,
    pub(super) lines: &'a Receiver<String>,
    pub(super) waiting: &'a mut Vec<String>,
    pub(super) out: &'a mut W,
    pub(super) stop: &'a AtomicBool,
    /// Where the time comes from a clock.
    pub(super) pace: Option<Pace<G::Move>>,
}

/// Says after each depth whether another is worth beginning: it takes longer than all before it together, and is seldom
/// finished in what is left. A move that has been the best for some depths needs less time than one that has just become so.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace<M> {
    time: Duration,
    best: Option<M>,
    /// For how many depths.
    steady: u32,
    enough: bool,
}

impl<M: Copy + PartialEq> Pace<M> {
    pub(super) fn new(time: Duration) -> Pace<M> {
        Pace { time, best: None, steady: 0, enough: false }
    }

    fn hear(&mut self, best: Option<M>, elapsed: Duration) {
        self.steady = if best == self.best { self.steady + 1 } else { 0 };
        self.best = best;
        let share = match self.steady {
            0 | 1 => 75,
            2 | 3 => 55,
            _ => 40,
        };
        self.enough = elapsed * 100 >= self.time * share;
    }
}

impl<G: Strong, W: Write> Live<'_, G, W> {
    /// Handles a line that arrived during a search; returns whether to continue.
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

    /// Waits for the next line after a finished search; returns whether to continue waiting.
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

/// What the threads of one search have reported, depth by depth.
#[derive(Debug)]
pub(super) struct Shares<G: Strong> {
    reports: Mutex<Vec<Vec<Report<G::Move>>>>,
    /// Threads that have a move to look at.
    busy: usize,
    news: AtomicBool,
}

impl<G: Strong> Shares<G> {
    pub(super) fn new(game: &G, root: &G::Position, threads: u32) -> Shares<G> {
        let mut moves = Vec::new();
        game.moves(root, &mut moves);
        let threads = threads as usize;
        let reports = Mutex::new(vec![Vec::new(); threads]);
        Shares { reports, busy: threads.min(moves.len()), news: AtomicBool::new(false) }
    }

    pub(super) fn add(&self, part: u32, report: Report<G::Move>) {
        self.locked()[part as usize].push(report);
        self.news.store(true, Ordering::Relaxed);
    }

    /// What they agree on, once each has finished a depth.
    pub(super) fn agreed(&self) -> Option<Report<G::Move>> {
        let reports = self.locked();
        let all_spoke = reports[..self.busy].iter().all(|share| !share.is_empty());
        all_spoke.then(|| Report::combine(&reports))
    }

    fn locked(&self) -> std::sync::MutexGuard<'_, Vec<Vec<Report<G::Move>>>> {
        // A thread that panicked while it held the lock left whole reports behind.
        self.reports.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl<G: Strong, W: Write> Live<'_, G, W> {
    /// Prints what all threads have finished, if that is news.
    fn print_agreed(&mut self, shares: &Shares<G>) {
        let deeper = |report: &Report<G::Move>| self.printed.as_ref().is_none_or(|last| report.depth > last.depth);
        if let Some(report) = shares.agreed().filter(deeper) {
            self.print(Report { partial: false, ..report });
        }
    }

    /// The result of a search, unless it was printed already.
    pub(super) fn conclude(&mut self, report: &Report<G::Move>) {
        let known = |last: &Report<G::Move>| {
            (last.line_depth(), last.nodes, last.score, &last.line)
                == (report.line_depth(), report.nodes, report.score, &report.line)
        };
        if !self.printed.as_ref().is_some_and(known) {
            self.print(report.clone());
        }
    }

    fn print(&mut self, report: Report<G::Move>) {
        let millis = self.deadline.elapsed().as_millis();
        let speed = u128::from(report.nodes) * 1000 / millis.max(1);
        let (depth, seldepth, nodes) = (report.line_depth(), report.seldepth.max(report.line_depth()), report.nodes);
        let score = show_score(self.game, self.root, &report, self.unit);
        let mut line = format!("info depth {depth} seldepth {seldepth} score {score} nodes {nodes} nps {speed}");
        if let Some(hashfull) = report.hashfull {
            line += &format!(" hashfull {hashfull}");
        }
        line += &format!(" time {millis}");
        if !report.line.is_empty() {
            line += " pv";
        }
        for (pos, mv) in self.game.whole_line(self.root, &report.line) {
            line += &format!(" {}", self.game.write_move(&pos, mv));
        }
        // A reader who has gone away is noticed when the search is over.
        let _ = writeln!(self.out, "{line}");
        let _ = self.out.flush();
        self.printed = Some(report);
    }
}

impl<G: Strong, W> Live<'_, G, W> {
    /// Leaves the lines that it had no time for to the next reader.
    pub(super) fn finish(&mut self) {
        self.waiting.extend(self.early.drain(..));
    }
}

impl<G: Strong, W: Write> Monitor<Report<G::Move>> for Live<'_, G, W> {
    fn poll(&mut self) -> ControlFlow<()> {
        let line = self.early.pop_front().or_else(|| self.lines.try_recv().ok());
        let heard = line.map_or(ControlFlow::Continue(()), |line| self.hear(line));
        if heard.is_break() || self.deadline.is_over() || self.pace.as_ref().is_some_and(|pace| pace.enough) {
            self.stop.store(true, Ordering::Relaxed);
            return ControlFlow::Break(());
        }
        if let Some(shares) = self.shares.filter(|shares| shares.news.swap(false, Ordering::Relaxed)) {
            self.print_agreed(shares);
        }
        ControlFlow::Continue(())
    }

    fn tell(&mut self, report: Report<G::Move>) {
        if let Some(pace) = &mut self.pace {
            pace.hear(report.best(), self.deadline.elapsed());
        }
        match self.shares {
            Some(shares) => {
                shares.add(0, report);
                self.print_agreed(shares);
            }
            None => self.print(report),
        }
    }
}

/// `mate 3`: a sure win with the third move of the player to move; `mate -2`: a sure loss after two; `mate 0`: the game
/// is lost already. Otherwise hundredths of the cheapest piece.
fn show_score<G: Strong>(game: &G, root: &G::Position, report: &Report<G::Move>, unit: f64) -> String {
    match report.own_moves(game, root) {
        Some(moves) if report.score.is_win() => format!("mate {}", moves.max(1)),
        Some(0) => "mate 0".to_owned(),
        Some(moves) => format!("mate -{moves}"),
        None => format!("cp {}", (100.0 * f64::from(report.score.value()) / unit).round() as i64),
    }
}

/// A helper's monitor: stops when the first thread does.
pub(super) struct Flag<'a, G: Strong> {
    pub(super) stop: &'a AtomicBool,
    pub(super) deadline: Deadline,
    pub(super) shares: &'a Shares<G>,
    pub(super) part: u32,
}

impl<G: Strong> Monitor<Report<G::Move>> for Flag<'_, G> {
    fn poll(&mut self) -> ControlFlow<()> {
        let over = self.stop.load(Ordering::Relaxed) || self.deadline.is_over();
        if over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn tell(&mut self, report: Report<G::Move>) {
        self.shares.add(self.part, report);
    }
}

/// When learning happens.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum When {
    /// Before a game. Only `stop` and `quit` cut it short; everything else, `isready` too, waits until it is over.
    StartClock,
    /// While the opponent thinks, until a line comes that wants something else.
    OpponentsTime,
}

/// Monitors learning: says how it goes, and listens.
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

    /// Handles a line; returns whether to continue learning.
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
            self.say(&format!("info string learned from {games} games, adopted new weights {adopted} times"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_steady_best_move_ends_a_search_sooner() {
        let heard = |moves: &[char], elapsed: u64| {
            let mut pace = Pace::new(Duration::from_millis(1000));
            moves.iter().for_each(|mv| pace.hear(Some(*mv), Duration::from_millis(elapsed)));
            pace.enough
        };
        assert!(heard(&['a'; 6], 450) && !heard(&['a', 'b', 'a', 'b', 'a', 'b'], 450));
        assert!(!heard(&['a'; 6], 350) && heard(&['a', 'b'], 800));
    }
}
