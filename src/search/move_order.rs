//! Which move to try first: alpha-beta's whole gain depends on it.

use crate::game::Game;
use crate::search::{Evaluator, Gain};

/// Moves that cut off elsewhere: killers by ply, and how often each kind of move did, by itself and as an answer to the
/// moves before it.
#[derive(Clone, Debug)]
pub(super) struct MoveOrder<M> {
    killers: Vec<[Option<M>; 2]>,
    /// Quiet moves by class.
    history: Vec<i16>,
    /// Captures by class.
    captures: Vec<i16>,
    /// Quiet moves by the class of an earlier move (a row; some share one where there are many) and their own.
    continuation: Vec<i16>,
}

/// The classes of the last move and of the one before it, where there are such.
pub(super) type Before = [Option<usize>; 2];

/// Ranks of the groups in which moves are tried; history stays below them.
const FIRST: i32 = i32::MAX;
const WINS: i32 = i32::MAX - 1;
const TAKES: i32 = 1 << 29;
const KILLER: i32 = 1 << 28;
/// Captures that lose material have ranks below this.
const BAD: i32 = -(1 << 20);
/// In place of the rank of a move that was left out.
pub(super) const NOT_TRIED: i32 = i32::MIN;
/// The most that one history says about a move.
pub(super) const HISTORY: i32 = 1 << 14;

impl<M: Copy + Eq> MoveOrder<M> {
    pub(super) fn new() -> MoveOrder<M> {
        MoveOrder { killers: Vec::new(), history: Vec::new(), captures: Vec::new(), continuation: Vec::new() }
    }

    /// Forgets everything; `pairs` says at most how many pairs of moves to remember.
    pub(super) fn begin(&mut self, move_classes: usize, pairs: usize) {
        self.killers.clear();
        let (moves, pairs) = self.sizes(move_classes, pairs);
        for (table, size) in [(&mut self.history, moves), (&mut self.captures, moves), (&mut self.continuation, pairs)]
        {
            table.clear();
            table.resize(size, 0);
        }
    }

    fn sizes(&self, move_classes: usize, pairs: usize) -> (usize, usize) {
        let move_classes = move_classes.max(1);
        (move_classes, (pairs / move_classes).min(move_classes) * move_classes)
    }

    /// The same for another search of the same game that may use what the last one found out.
    pub(super) fn go_on(&mut self, move_classes: usize, pairs: usize) {
        let (history, continuation) = self.sizes(move_classes, pairs);
        if (self.history.len(), self.continuation.len()) == (history, continuation) {
            self.killers.clear();
        } else {
            self.begin(move_classes, pairs);
        }
    }

    pub(super) fn forget(&mut self) {
        self.history.clear();
    }

    /// Ranks for these moves: the table's move, what wins, what takes most, killers, then history.
    pub(super) fn rank<G: Game<Move = M>, E: Evaluator<G>>(
        &self,
        (game, eval, pos): (&G, &E, &G::Position),
        moves: &[M],
        known: Option<M>,
        (ply, before): (u32, Before),
        ranks: &mut Vec<i32>,
    ) {
        let killers = self.killers.get(ply as usize).copied().unwrap_or_default();
        let rows = self.rows(before);
        for &mv in moves {
            let rank = if Some(mv) == known {
                FIRST
            } else {
                match eval.gain(game, pos, mv) {
                    Gain::Wins => WINS,
                    // What costs more than it takes comes after everything else.
                    Gain::Takes(value, _) if value < 0 => (value / 8).clamp(-(1 << 26), 0) * 4 + 2 * BAD,
                    Gain::Takes(value, order) => {
                        let class = game.move_class(pos, mv) % self.captures.len();
                        let history = i32::from(self.captures[class]) / 128;
                        TAKES + (value / 8).clamp(0, 1 << 26) * 4 + order.clamp(0, 3) + history
                    }
                    Gain::Quiet if killers[0] == Some(mv) => KILLER + 1,
                    Gain::Quiet if killers[1] == Some(mv) => KILLER,
                    Gain::Quiet => self.quiet(game.move_class(pos, mv) % self.history.len(), rows),
                }
            };
            ranks.push(rank);
        }
    }

    #[inline]
    fn quiet(&self, class: usize, rows: [Option<usize>; 2]) -> i32 {
        let followed = |row: &usize| i32::from(self.continuation[row + class]);
        i32::from(self.history[class]) + rows.iter().flatten().map(followed).sum::<i32>()
    }

    /// Where the answers to each of these moves are remembered: side by side, since all moves of a position are looked up.
    fn rows(&self, before: Before) -> [Option<usize>; 2] {
        let classes = self.history.len();
        let rows = self.continuation.len() / classes;
        before.map(|earlier| earlier.filter(|_| rows > 0).map(|earlier| earlier % rows * classes))
    }

    /// Whether a rank is that of a move without merits of its own, which may be looked at less deeply.
    pub(super) fn is_plain(rank: i32) -> bool {
        rank < KILLER
    }

    /// Whether a rank is that of a quiet move without merits of its own; it is what history says then.
    pub(super) fn is_quiet(rank: i32) -> bool {
        (BAD..KILLER).contains(&rank)
    }

    /// A move was good enough to cut off; those tried before it were not.
    pub(super) fn reward<G: Game<Move = M>, E: Evaluator<G>>(
        &mut self,
        (game, eval, pos): (&G, &E, &G::Position),
        (mv, rank): (M, i32),
        tried: (&[M], &[i32]),
        depth: u32,
        (ply, before): (u32, Before),
    ) {
        let bonus = (depth * depth * 16).min(1600) as i32;
        // The rank tells what a move is, but for the table's move.
        let kind = |mv: M, rank: i32| match rank {
            FIRST => eval.gain(game, pos, mv),
            WINS => Gain::Wins,
            _ if (BAD..TAKES).contains(&rank) => Gain::Quiet,
            _ => Gain::Takes(0, 0),
        };
        let kind_of_best = kind(mv, rank);
        match kind_of_best {
            Gain::Wins => return,
            Gain::Takes(..) => nudge(&mut self.captures, game.move_class(pos, mv), bonus),
            Gain::Quiet => {
                let ply = ply as usize;
                if self.killers.len() <= ply {
                    self.killers.resize(ply + 1, [None; 2]);
                }
                let killers = &mut self.killers[ply];
                if killers[0] != Some(mv) {
                    *killers = [Some(mv), killers[0]];
                }
                self.nudge_quiet(game.move_class(pos, mv), before, bonus);
            }
        }
        for (&other, &rank) in tried.0.iter().zip(tried.1).filter(|(_, rank)| **rank != NOT_TRIED) {
            match kind(other, rank) {
                Gain::Wins => {}
                Gain::Takes(..) => nudge(&mut self.captures, game.move_class(pos, other), -bonus),
                Gain::Quiet if kind_of_best == Gain::Quiet => {
                    self.nudge_quiet(game.move_class(pos, other), before, -bonus);
                }
                Gain::Quiet => {}
            }
        }
    }

    fn nudge_quiet(&mut self, class: usize, before: Before, by: i32) {
        nudge(&mut self.history, class, by);
        let class = class % self.history.len();
        for row in self.rows(before).into_iter().flatten() {
            nudge(&mut self.continuation, row + class, by);
        }
    }
}

/// Moves a history value towards a bound that it can never pass.
fn nudge(table: &mut [i16], place: usize, by: i32) {
    let length = table.len();
    let value = &mut table[place % length];
    let old = i32::from(*value);
    *value = (old + by - old * by.abs() / HISTORY) as i16;
}

/// Brings the best of the moves from `at` on to `at`. Sorting all would be wasted where the first cuts off.
pub(super) fn pick<M: Copy>(moves: &mut [M], ranks: &mut [i32], at: usize) -> (M, i32) {
    // Two passes, because the first is done several ranks at a time.
    let most = ranks[at..].iter().copied().fold(i32::MIN, i32::max);
    let best = at + ranks[at..].iter().position(|rank| *rank == most).unwrap_or(0);
    let mv = moves[best];
    // The others stay in the order in which the game listed them.
    moves.copy_within(at..best, at + 1);
    ranks.copy_within(at..best, at + 1);
    (moves[at], ranks[at]) = (mv, most);
    (mv, most)
}
