//! Which move to try first: alpha-beta's whole gain depends on it.

use crate::game::Game;
use crate::search::{Evaluator, Gain};

/// Moves that cut off elsewhere: killers by ply, and a history of how often each kind of move did.
#[derive(Clone, Debug)]
pub(super) struct Order<M> {
    killers: Vec<[Option<M>; 2]>,
    history: Vec<i32>,
}

/// Ranks of the groups in which moves are tried; history stays below them.
const FIRST: i32 = i32::MAX;
const WINS: i32 = i32::MAX - 1;
const TAKES: i32 = 1 << 29;
const KILLER: i32 = 1 << 28;
const HISTORY: i32 = 1 << 20;

impl<M: Copy + Eq> Order<M> {
    pub(super) fn new() -> Order<M> {
        Order { killers: Vec::new(), history: Vec::new() }
    }

    pub(super) fn begin(&mut self, slots: usize) {
        self.killers.clear();
        self.history.clear();
        self.history.resize(slots.max(1), 0);
    }

    /// Ranks for the moves from `first` on: the table's move, what wins, what takes most, killers, then history.
    pub(super) fn rank<G: Game<Move = M>, E: Evaluator<G>>(
        &self,
        (game, eval, pos): (&G, &E, &G::Position),
        moves: &[M],
        known: Option<M>,
        ply: u32,
        ranks: &mut Vec<i32>,
    ) {
        let killers = self.killers.get(ply as usize).copied().unwrap_or_default();
        for &mv in moves {
            let rank = if Some(mv) == known {
                FIRST
            } else {
                match eval.gain(game, pos, mv) {
                    Gain::Wins => WINS,
                    // What costs more than it takes comes after everything else.
                    Gain::Takes(value, _) if value < 0 => (value / 8).clamp(-(1 << 26), 0) * 4 - 2 * HISTORY,
                    Gain::Takes(value, order) => TAKES + (value / 8).clamp(0, 1 << 26) * 4 + order.clamp(0, 3),
                    Gain::Quiet if killers[0] == Some(mv) => KILLER + 1,
                    Gain::Quiet if killers[1] == Some(mv) => KILLER,
                    Gain::Quiet => self.history[game.slot(pos, mv) % self.history.len()],
                }
            };
            ranks.push(rank);
        }
    }

    /// Whether a rank is that of a quiet move without merits of its own, which may be looked at less deeply.
    pub(super) fn is_plain(rank: i32) -> bool {
        rank < KILLER
    }

    /// A quiet move was good enough to cut off; those tried before it were not.
    pub(super) fn reward<G: Game<Move = M>>(
        &mut self,
        (game, pos): (&G, &G::Position),
        mv: M,
        before: &[M],
        depth: u32,
        ply: u32,
    ) {
        let ply = ply as usize;
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let bonus = (depth * depth).min(400) as i32 * 16;
        self.nudge(game.slot(pos, mv), bonus);
        for &other in before {
            self.nudge(game.slot(pos, other), -bonus);
        }
    }

    /// Moves a history value towards a bound that it can never pass.
    fn nudge(&mut self, slot: usize, by: i32) {
        let length = self.history.len();
        let value = &mut self.history[slot % length];
        *value += by - (i64::from(*value) * i64::from(by.abs()) / i64::from(HISTORY)) as i32;
    }
}

/// Brings the best of the moves from `at` on to `at`. Sorting all would be wasted where the first cuts off.
pub(super) fn pick<M: Copy>(moves: &mut [M], ranks: &mut [i32], at: usize) -> (M, i32) {
    let mut best = at;
    for index in at + 1..ranks.len() {
        if ranks[index] > ranks[best] {
            best = index;
        }
    }
    // A rotation keeps the others in the order in which the game listed them.
    moves[at..=best].rotate_right(1);
    ranks[at..=best].rotate_right(1);
    (moves[at], ranks[at])
}
