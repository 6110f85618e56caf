//! Who looks on while the engine works: what is printed, and what stops it.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError};

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
        match self.lines.recv() {
            Ok(line) => {
                let go_on = self.hear(line);
                if go_on.is_break() {
                    self.stop.store(true, Ordering::Relaxed);
                }
                go_on
            }
            Err(_) => ControlFlow::Break(()),
        }
    }
}

impl<W: Write> Monitor<Report<Move>> for Live<'_, W> {
    fn poll(&mut self) -> ControlFlow<()> {
        let heard = match self.lines.try_recv() {
            Ok(line) => self.hear(line),
            Err(TryRecvError::Empty | TryRecvError::Disconnected) => ControlFlow::Continue(()),
        };
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

/// Learning on the opponent's time ends with the next line.
pub(super) struct Idle<'a> {
    pub(super) lines: &'a Receiver<String>,
    pub(super) waiting: &'a mut Vec<String>,
}

impl Monitor<Training> for Idle<'_> {
    fn poll(&mut self) -> ControlFlow<()> {
        match self.lines.try_recv() {
            Ok(line) => {
                self.waiting.push(line);
                ControlFlow::Break(())
            }
            Err(TryRecvError::Disconnected) => ControlFlow::Break(()),
            Err(TryRecvError::Empty) if self.waiting.is_empty() => ControlFlow::Continue(()),
            Err(TryRecvError::Empty) => ControlFlow::Break(()),
        }
    }

    fn tell(&mut self, _event: Training) {}
}
