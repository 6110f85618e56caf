//! Beyond the last depth: only moves that are not quiet, until nothing hangs.

use crate::game::Game;
use crate::search::move_order::pick;
use crate::search::negamax::final_score;
use crate::search::table::NO_ESTIMATE;
use crate::search::tree_search::{SearchNode, Stopped, TreeSearch};
use crate::search::{Bound, Evaluator, Gain, Score};

/// The most plies of quiescence.
pub(super) const QUIET_PLIES: u32 = 24;

impl<G: Game, E: Evaluator<G>> TreeSearch<'_, G, E> {
    /// The value of a position when both sides may stop taking at any time.
    pub(super) fn quiesce(
        &mut self,
        pos: &mut G::Position,
        sum: &E::Sum,
        node: SearchNode,
        plies: u32,
    ) -> Result<Score, Stopped> {
        let (game, eval) = (self.game, self.eval);
        self.count()?;
        self.begin_line(node.ply);
        let me = game.to_move(pos);
        let SearchNode { mut alpha, beta, ply, .. } = node;
        if let Some(outcome) = game.decided(pos) {
            return Ok(final_score(outcome, me, ply));
        }
        let first = self.moves.len();
        if game.moves_left(pos) == 0 {
            let outcome = game.moves(pos, &mut self.moves);
            self.moves.truncate(first);
            if let Some(outcome) = outcome {
                return Ok(final_score(outcome, me, ply));
            }
        }
        let key = if self.options.quiet_table { self.table_key(pos) } else { 0 };
        let entry = if self.options.quiet_table { self.table.get(key) } else { None };
        if let Some(entry) = entry
            && alpha.above() >= beta
            && let Some(score) = self.cut_by_table(entry, node)
        {
            return Ok(score);
        }
        let known = entry.map(|entry| entry.estimate).filter(|estimate| *estimate != NO_ESTIMATE);
        let stand = known.map_or_else(|| eval.score_within(game, pos, sum, alpha, beta), Score::from_value);
        let mut best = stand;
        if plies >= QUIET_PLIES {
            return Ok(best);
        }
        eval.noisy_moves(game, pos, &mut self.moves);
        let last = self.moves.len();
        self.ranks.truncate(first);
        self.ranks.resize(first, 0);
        for at in first..last {
            self.ranks.push(match eval.gain(game, pos, self.moves[at]) {
                Gain::Wins => {
                    // Nothing can be better, and there is no need to play it.
                    self.moves.truncate(first);
                    self.ranks.truncate(first);
                    return Ok(Score::win_in(ply + 1));
                }
                Gain::Takes(value, order) => (value / 8).clamp(-(1 << 27), 1 << 27) * 8 + order.clamp(0, 7),
                Gain::Quiet => i32::MIN,
            });
        }
        let lowest = alpha;
        let mut best_move = None;
        alpha = alpha.max(best);
        for at in first..last {
            if best >= beta {
                break;
            }
            let (mv, rank) = pick(&mut self.moves[first..last], &mut self.ranks[first..last], at - first);
            // What costs more than it takes can wait for a real search, and so can all that comes after it.
            if rank < 0 {
                break;
            }
            // What it takes is not enough even with some luck, and the moves after it take less.
            if !alpha.is_decided() && stand.value().saturating_add(rank).saturating_add(self.margin) <= alpha.value() {
                break;
            }
            let after = eval.after(game, pos, mv, sum);
            let undo = game.play(pos, mv);
            let kept = game.to_move(pos) == me;
            let below = if kept {
                self.quiesce(pos, &after, SearchNode { alpha, beta, ply: ply + 1, ..node }, plies + 1)
            } else {
                let node = SearchNode { alpha: -beta, beta: -alpha, ply: ply + 1, ..node };
                self.quiesce(pos, &after, node, plies + 1).map(|score| -score)
            };
            game.undo(pos, mv, undo);
            best = best.max(below?);
            if best > alpha {
                alpha = best;
                best_move = Some(mv);
                // Learning wants the very position that a score was read from.
                self.keep(ply, mv);
            }
        }
        self.moves.truncate(first);
        self.ranks.truncate(first);
        // What quiescence proves is proved for all moves only where it is a win.
        if self.options.quiet_table && (!best.is_decided() || best.is_win()) {
            let bound = if best >= beta {
                Bound::AtLeast
            } else if best > lowest {
                Bound::Exact
            } else {
                Bound::AtMost
            };
            self.table.put(key, 0, best.at_node(ply), bound, best_move, stand.value());
        }
        Ok(best)
    }
}
