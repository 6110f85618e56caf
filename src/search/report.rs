//! What a search is allowed to do, and what it found.

use crate::game::Game;
use crate::monitor::Monitor;
use crate::search::Score;

/// Limits that can be repeated on any machine; time is the monitor's business.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    pub depth: u32,
    pub nodes: u64,
    /// Which of the root's moves to look at.
    pub share: Share,
}

impl Limits {
    pub fn depth(depth: u32) -> Limits {
        Limits { depth, ..Limits::default() }
    }

    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes, ..Limits::default() }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { depth: MAX_DEPTH, nodes: u64::MAX, share: Share::ALL }
    }
}

/// No search looks further ahead than this.
pub(super) const MAX_DEPTH: u32 = 100;

/// One part of the root's moves, so that several workers can split a search (paper 001, V.B: parallel at the highest
/// level only). Part `part` of `of` takes every `of`-th move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    pub part: u32,
    pub of: u32,
}

impl Share {
    pub const ALL: Share = Share { part: 0, of: 1 };

    pub(super) fn has(self, index: usize) -> bool {
        self.of <= 1 || index as u64 % u64::from(self.of) == u64::from(self.part)
    }
}

/// What a search found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<M> {
    /// The last depth that was searched to its end; 0 when there was time for none, and the move is a guess.
    pub depth: u32,
    pub nodes: u64,
    /// For the player to move.
    pub score: Score,
    /// The best moves for both sides, the one to play first. Empty when there is no move.
    pub line: Vec<M>,
}

impl<M: Copy> Report<M> {
    pub fn best(&self) -> Option<M> {
        self.line.first().copied()
    }
}

impl<M> Report<M> {
    /// One report of the shares of a search: the best move of all. Depths may differ where time was short, and the
    /// least is given, because only that far has everything been looked at.
    pub fn combine(reports: Vec<Report<M>>) -> Report<M> {
        let nodes = reports.iter().map(|report| report.nodes).sum();
        let moving = || reports.iter().filter(|report| !report.line.is_empty());
        let depth = moving().map(|report| report.depth).min().unwrap_or(0);
        // The first of the best, so that the result does not depend on how many shares there were beyond it.
        let score = moving().filter(|report| report.depth > 0 || depth == 0).map(|report| report.score).max();
        let best = reports.into_iter().find(|report| !report.line.is_empty() && Some(report.score) == score);
        match best {
            Some(best) => Report { depth, nodes, ..best },
            None => Report { depth, nodes, score: Score::DRAW, line: Vec::new() },
        }
    }
}

/// Something that looks ahead.
pub trait Searcher<G: Game> {
    /// Finds a move in `root`. The monitor is told of every depth or stage that was finished.
    fn search(
        &mut self,
        game: &G,
        root: &G::Position,
        limits: Limits,
        monitor: &mut dyn Monitor<Report<G::Move>>,
    ) -> Report<G::Move>;
}
