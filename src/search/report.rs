//! What a search is allowed to do, and what it found.

use crate::game::Game;
use crate::monitor::Monitor;
use crate::search::Score;

/// Limits that can be repeated on any machine; time is the monitor's business.
///
/// ```
/// use kibitzer::search::{Limits, Share};
///
/// // The second of three workers; together they look at every move of the root.
/// let limits = Limits { share: Share { part: 1, of: 3 }, ..Limits::nodes(100_000) };
/// assert_eq!((limits.nodes, limits.depth), (100_000, Limits::default().depth));
/// ```
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
    /// The search was stopped within the next depth, and `score` and `line` are the best of that depth so far: at least
    /// as good as the best of `depth`, which is searched first there.
    pub partial: bool,
    /// The longest line looked at, extensions and quiescence included.
    pub seldepth: u32,
    pub nodes: u64,
    /// Thousandths of the transposition table in use, where there is one.
    pub hashfull: Option<u32>,
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
    pub fn new(depth: u32, nodes: u64, score: Score, line: Vec<M>) -> Report<M> {
        Report { depth, partial: false, seldepth: depth, nodes, hashfull: None, score, line }
    }

    /// The depth that `score` and `line` were found at.
    pub fn line_depth(&self) -> u32 {
        self.depth + u32::from(self.partial)
    }

    /// How many moves the player to move at `root` still makes, when the result is certain: what a "mate in N" counts.
    /// Moves are counted along the line, since a move need not pass the turn; beyond the line players take turns.
    pub fn own_moves<G: Game<Move = M>>(&self, game: &G, root: &G::Position) -> Option<u32>
    where
        M: Copy,
    {
        let plies = self.score.distance()?;
        let me = game.to_move(root);
        let (mut pos, mut own, mut known) = (root.clone(), 0, 0);
        for &mv in self.line.iter().take(plies as usize) {
            own += u32::from(game.to_move(&pos) == me);
            known += 1;
            game.play(&mut pos, mv);
        }
        let rest = plies - known;
        Some(own + if game.to_move(&pos) == me { rest.div_ceil(2) } else { rest / 2 })
    }

    /// Looking deeper would change nothing: the result is certain, and no shorter line was left out.
    fn is_final(&self) -> bool {
        !self.partial && self.score.distance().is_some_and(|distance| distance <= self.depth)
    }
}

impl<M: Clone> Report<M> {
    /// One report of the shares of a search. Each share is given as what it reported depth by depth, its result last.
    ///
    /// Scores of different depths cannot be compared, so the best move is that of the deepest depth that all shares have
    /// finished. If its own share has looked at it one depth further, a move of any share that scored higher at that
    /// further depth is better: the rule for the unfinished depth of a single search.
    pub fn combine(shares: &[Vec<Report<M>>]) -> Report<M> {
        let results = || shares.iter().filter_map(|share| share.last());
        let nodes = results().map(|report| report.nodes).sum();
        let seldepth = results().map(|report| report.seldepth).max().unwrap_or(0);
        let hashfull = results().filter_map(|report| report.hashfull).max();
        let moving = || shares.iter().filter(|share| share.last().is_some_and(|result| !result.line.is_empty()));
        let ended = |share: &[Report<M>]| share.last().is_some_and(Report::is_final);
        let depths = |every: bool| {
            moving().filter(move |share| every || !ended(share)).filter_map(|share| Some(share.last()?.depth)).min()
        };
        let depth = depths(false).or(depths(true)).unwrap_or(0);
        // What a share says of a depth; a final result holds at every one.
        let at = |share: &'_ [Report<M>], depth: u32| {
            let found = |report: &&Report<M>| ended(share) || report.line_depth() == depth;
            share.iter().rev().find(found).cloned()
        };
        let best_at = |depth: u32| {
            let mut best: Option<(usize, Report<M>)> = None;
            for (index, report) in moving().enumerate().filter_map(|(index, share)| Some((index, at(share, depth)?))) {
                // The first of the best, so that the result does not depend on how many shares there were beyond it.
                if best.as_ref().is_none_or(|(_, best)| report.score > best.score) {
                    best = Some((index, report));
                }
            }
            best
        };
        let any = || Some((0, moving().next()?.last()?.clone()));
        let Some((first, whole)) = best_at(depth).or_else(any) else {
            let score = results().next().map_or(Score::DRAW, |result| result.score);
            return Report { seldepth, hashfull, ..Report::new(0, nodes, score, Vec::new()) };
        };
        let deeper = moving().nth(first).is_some_and(|share| !ended(share) && at(share, depth + 1).is_some());
        let best = if depth == 0 || deeper { best_at(depth + 1) } else { None };
        let (partial, best) = best.map_or((false, whole), |(_, best)| (true, best));
        Report { depth, partial, seldepth, nodes, hashfull, ..best }
    }
}

/// Something that looks ahead.
///
/// ```
/// use kibitzer::bots::{PieceSquare, Weights};
/// use kibitzer::game::Game;
/// use kibitzer::monitor::Quiet;
/// use kibitzer::sbg::{builtin, read_game};
/// use kibitzer::search::{AlphaBeta, Limits, Negamax, Options, Searcher};
///
/// let (_, rules) = read_game(builtin("gardner").unwrap().text).unwrap();
/// let eval = PieceSquare::new(&rules, Weights::from_rules(&rules));
/// let mut alphabeta = AlphaBeta::new(eval.clone(), Options::STRONG);
/// let mut negamax = Negamax { eval };
/// let searchers: [&mut dyn Searcher<_>; 2] = [&mut alphabeta, &mut negamax];
/// for searcher in searchers {
///     let report = searcher.search(&rules, &rules.start(), Limits::depth(2), &mut Quiet);
///     assert_eq!((report.depth, report.best().is_some()), (2, true));
/// }
/// ```
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
