//! What need not be looked at: cut-offs by estimates, moves left out, reductions and the one extension that pays for them.
//!
//! Nothing here may make an unproven result look proven. Estimates cut off only within windows that are no proven results
//! themselves, and moves are left out only once one move is known not to lose.

use crate::game::Game;
use crate::search::move_order::{HISTORY, MoveOrder};
use crate::search::tree_search::{SearchNode, Stopped, TreeSearch};
use crate::search::{Bound, Entry, Evaluator, Score, ln};

/// Margins are in eighths of the evaluation's [`Evaluator::margin`].
const REVERSE_FUTILITY: (u32, i32) = (7, 5);
const FUTILITY: (u32, i32) = (6, 6);
const FUTILITY_BASE: i32 = 6;
/// How deep late quiet moves, and moves that lose material, are left out.
const LATE_MOVES: u32 = 6;
const EXCHANGES: u32 = 6;
const BAD_CAPTURE: i32 = 8;
const BAD_QUIET: i32 = 3;
/// From which depth on a position without a known best move is looked at less deeply.
const INTERNAL: u32 = 4;
/// From which depth on a position is asked whether its best move is the only good one.
const SINGULAR: u32 = 7;

/// Reductions by depth and number of the move, in units of 1/1024 ply; `ln · ln` as in most engines.
#[derive(Clone, Debug)]
pub(super) struct Reductions {
    logarithms: Vec<f64>,
}

impl Reductions {
    pub(super) fn new() -> Reductions {
        Reductions { logarithms: (0..64).map(|number| ln(f64::from(number.max(1)))).collect() }
    }

    fn of(&self, depth: u32, index: usize) -> i32 {
        let ln = |number: usize| self.logarithms[number.min(self.logarithms.len() - 1)];
        ((0.4 + ln(depth as usize) * ln(index + 1) / 2.3) * 1024.0) as i32
    }
}

/// What need not be tried any more in a node.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LeftOut {
    Nothing,
    Move,
    /// This one and all quiet moves after it.
    QuietMoves,
}

/// What is known of a node before its moves are tried.
#[derive(Clone, Copy)]
pub(super) struct Outlook {
    pub(super) narrow: bool,
    pub(super) danger: bool,
    /// What the position is estimated at, for the player to move.
    pub(super) estimate: Score,
    /// Better than two plies ago.
    pub(super) improving: bool,
}

impl<G: Game, E: Evaluator<G>> TreeSearch<'_, G, E> {
    fn eighths(&self, eighths: i32) -> i32 {
        self.margin.saturating_mul(eighths) / 8
    }

    /// Reverse futility: the estimate is so far above the window that the moves left will not bring it down.
    pub(super) fn is_far_above(&self, node: SearchNode, outlook: Outlook) -> bool {
        let (most, per_ply) = REVERSE_FUTILITY;
        let plies = (node.depth - u32::from(outlook.improving)) as i32;
        self.options.futility
            && node.depth <= most
            && outlook.narrow
            && !outlook.danger
            && !node.beta.is_decided()
            && outlook.estimate.value().saturating_sub(self.eighths(per_ply * plies)) >= node.beta.value()
    }

    /// Null move: whether the position is good enough for the player to move even without moving.
    pub(super) fn passing_is_enough(
        &mut self,
        pos: &mut G::Position,
        sum: &E::Sum,
        node: SearchNode,
        outlook: Outlook,
    ) -> Result<bool, Stopped> {
        let SearchNode { beta, depth, ply, passed, .. } = node;
        if !self.options.null_move || !outlook.narrow || outlook.danger || passed || depth < 3 || beta.is_decided() {
            return Ok(false);
        }
        // Where the end is near, a move less is a different game.
        if outlook.estimate < beta || self.game.moves_left(pos) <= 2 * depth || !self.eval.can_wait(self.game, pos) {
            return Ok(false);
        }
        if !self.game.pass(pos) {
            return Ok(false);
        }
        let surplus = (i64::from(outlook.estimate.value()) - i64::from(beta.value())) / i64::from(self.margin.max(1));
        let reduced = (depth - 1).saturating_sub(2 + depth / 4 + surplus.clamp(0, 3) as u32);
        let below = SearchNode { alpha: -beta, beta: (-beta).above(), depth: reduced, ply: ply + 1, passed: true };
        self.set_class(ply, None);
        let score = self.visit(pos, sum, below).map(|score| -score);
        self.game.unpass(pos);
        Ok(score? >= beta)
    }

    /// How deep to look where nothing is known of the best move yet: it is found sooner one ply less deep.
    pub(super) fn internal_depth(&self, depth: u32, known: bool) -> u32 {
        if self.options.internal && depth >= INTERNAL && !known { depth - 1 } else { depth }
    }

    /// What to leave out, of a move that is neither the first nor one of the promising.
    pub(super) fn left_out(
        &self,
        pos: &G::Position,
        (mv, rank, index): (G::Move, i32, usize),
        node: SearchNode,
        outlook: Outlook,
    ) -> LeftOut {
        let SearchNode { alpha, depth, .. } = node;
        if !outlook.narrow || outlook.danger || !MoveOrder::<G::Move>::is_plain(rank) || alpha.is_decided() {
            return LeftOut::Nothing;
        }
        let quiet = MoveOrder::<G::Move>::is_quiet(rank);
        if quiet {
            let most = (3 + depth * depth) as usize / if outlook.improving { 1 } else { 2 };
            if self.options.late_moves && depth <= LATE_MOVES && index >= most.max(2) {
                return LeftOut::QuietMoves;
            }
            let (deepest, per_ply) = FUTILITY;
            let hope = self.eighths(FUTILITY_BASE + per_ply * depth as i32);
            if self.options.futility
                && depth <= deepest
                && outlook.estimate.value().saturating_add(hope) <= alpha.value()
            {
                return LeftOut::QuietMoves;
            }
        }
        if !self.options.late_moves || depth > EXCHANGES {
            return LeftOut::Nothing;
        }
        let allowed = if quiet { BAD_QUIET } else { BAD_CAPTURE };
        let loses = self.eval.loses_more(self.game, pos, mv, self.eighths(allowed * depth as i32));
        if loses { LeftOut::Move } else { LeftOut::Nothing }
    }

    /// How much less deeply to look at a late move that promises nothing.
    pub(super) fn reduction(&self, depth: u32, index: usize, rank: i32, outlook: Outlook) -> u32 {
        if !self.options.reductions || depth < 3 || index < 2 || outlook.danger {
            return 0;
        }
        if !MoveOrder::<G::Move>::is_plain(rank) {
            return 0;
        }
        let mut by = self.reductions.of(depth, index);
        if MoveOrder::<G::Move>::is_quiet(rank) {
            by -= rank * 1024 / HISTORY;
        }
        if !outlook.improving {
            by += 512;
        }
        if !outlook.narrow {
            by -= 1024;
        }
        ((by / 1024).max(0) as u32).min(depth - 2)
    }

    /// Whether all moves but the best known one are much worse: then more depends on that one, and it is looked at a ply
    /// further. `Err` of a score means that several moves are too good for the window.
    pub(super) fn singular(
        &mut self,
        pos: &mut G::Position,
        sum: &E::Sum,
        node: SearchNode,
        entry: Entry<G::Move>,
    ) -> Result<Result<u32, Score>, Stopped> {
        let SearchNode { depth, ply, beta, .. } = node;
        let score = entry.score;
        let asked = self.options.singular
            && depth >= SINGULAR
            && u32::from(entry.depth) + 3 >= depth
            && entry.bound != Bound::AtMost
            && !score.is_decided()
            && ply < 2 * self.depth;
        let Some(best) = entry.best.filter(|_| asked) else { return Ok(Ok(0)) };
        let bar = Score::estimate(score.value().saturating_sub(self.eighths(depth as i32)));
        let half = SearchNode { alpha: bar, beta: bar.above(), depth: (depth - 1) / 2, ..node };
        self.exclude(ply, Some(best));
        let others = self.visit(pos, sum, half);
        self.exclude(ply, None);
        let others = others?;
        self.begin_line(ply);
        if others <= bar {
            return Ok(Ok(1));
        }
        // Another move is good enough too.
        if bar >= beta && node.alpha.above() >= beta && !others.is_decided() {
            return Ok(Err(bar));
        }
        Ok(Ok(0))
    }
}
