//! Who looks on while the engine works: what is printed, and what stops it.

use std::collections::VecDeque;
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::Duration;

use kibitzer::bots::Training;
use kibitzer::game::Game;
use kibitzer::monitor::Monitor;
use kibitzer::sbg::{Move, Position, Rules};
use kibitzer::search::Report;

use crate::clock::Deadline;

/// Looks on at a search: prints what it finds, and listens for `stop`.
pub(super) struct Live<'a, W> {
    pub(super) deadline: Deadline,
    pub(super) rules: &'a Rules,
    pub(super) root: &'a Position,
    pub(super) unit: f64,
    /// What every thread has reported, where several share the root's moves.
    pub(super) shares: Option<&'a Shares>,
    /// The last report that was printed.
    pub(super) printed: Option<Report<Move>>,
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

/// What the threads of one search have reported, depth by depth.
#[derive(Debug)]
pub(super) struct Shares {
    reports: Mutex<Vec<Vec<Report<Move>>>>,
    /// Threads that have a move to look at.
    busy: usize,
    news: AtomicBool,
}

impl Shares {
    pub(super) fn new(rules: &Rules, root: &Position, threads: u32) -> Shares {
        let mut moves = Vec::new();
        rules.moves(root, &mut moves);
        let threads = threads as usize;
        let reports = Mutex::new(vec![Vec::new(); threads]);
        Shares { reports, busy: threads.min(moves.len()), news: AtomicBool::new(false) }
    }

    pub(super) fn add(&self, part: u32, report: Report<Move>) {
        self.locked()[part as usize].push(report);
        self.news.store(true, Ordering::Relaxed);
    }

    /// What they agree on, once each has finished a depth.
    pub(super) fn agreed(&self) -> Option<Report<Move>> {
        let reports = self.locked();
        let all_spoke = reports[..self.busy].iter().all(|share| !share.is_empty());
        all_spoke.then(|| Report::combine(&reports))
    }

    fn locked(&self) -> std::sync::MutexGuard<'_, Vec<Vec<Report<Move>>>> {
        // A thread that panicked while it held the lock left whole reports behind.
        self.reports.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl<W: Write> Live<'_, W> {
    /// Prints what all threads have finished, if that is news.
    fn print_agreed(&mut self, shares: &Shares) {
        let deeper = |report: &Report<Move>| self.printed.as_ref().is_none_or(|last| report.depth > last.depth);
        if let Some(report) = shares.agreed().filter(deeper) {
            self.print(Report { partial: false, ..report });
        }
    }

    /// The result of a search, unless it was printed already.
    pub(super) fn conclude(&mut self, report: &Report<Move>) {
        let known = |last: &Report<Move>| {
            (last.line_depth(), last.nodes, last.score, &last.line)
                == (report.line_depth(), report.nodes, report.score, &report.line)
        };
        if !self.printed.as_ref().is_some_and(known) {
            self.print(report.clone());
        }
    }

    fn print(&mut self, report: Report<Move>) {
        let millis = self.deadline.elapsed().as_millis();
        let speed = u128::from(report.nodes) * 1000 / millis.max(1);
        let (depth, seldepth, nodes) = (report.line_depth(), report.seldepth.max(report.line_depth()), report.nodes);
        let score = show_score(self.rules, self.root, &report, self.unit);
        let mut line = format!("info depth {depth} seldepth {seldepth} score {score} nodes {nodes} nps {speed}");
        if let Some(hashfull) = report.hashfull {
            line += &format!(" hashfull {hashfull}");
        }
        line += &format!(" time {millis}");
        if !report.line.is_empty() {
            line += " pv";
        }
        for &mv in &report.line {
            line += &format!(" {}", self.rules.show_move(mv));
        }
        // A reader who has gone away is noticed when the search is over.
        let _ = writeln!(self.out, "{line}");
        let _ = self.out.flush();
        self.printed = Some(report);
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
        if let Some(shares) = self.shares.filter(|shares| shares.news.swap(false, Ordering::Relaxed)) {
            self.print_agreed(shares);
        }
        ControlFlow::Continue(())
    }

    fn tell(&mut self, report: Report<Move>) {
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
fn show_score(rules: &Rules, root: &Position, report: &Report<Move>, unit: f64) -> String {
    match report.own_moves(rules, root) {
        Some(moves) if report.score.is_win() => format!("mate {}", moves.max(1)),
        Some(0) => "mate 0".to_owned(),
        Some(moves) => format!("mate -{moves}"),
        None => format!("cp {}", (100.0 * f64::from(report.score.value()) / unit).round() as i64),
    }
}

/// A helper's monitor: stops when the first thread does.
pub(super) struct Flag<'a> {
    pub(super) stop: &'a AtomicBool,
    pub(super) deadline: Deadline,
    pub(super) shares: &'a Shares,
    pub(super) part: u32,
}

impl Monitor<Report<Move>> for Flag<'_> {
    fn poll(&mut self) -> ControlFlow<()> {
        let over = self.stop.load(Ordering::Relaxed) || self.deadline.is_over();
        if over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn tell(&mut self, report: Report<Move>) {
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
