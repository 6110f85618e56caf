//! The value of a position at a depth, by definition: what every cleverer search must agree with.

use crate::game::{Game, Outcome};
use crate::monitor::Monitor;
use crate::search::{Evaluator, Limits, Report, Score, Searcher};

/// Looks at every line to the same depth. Its nodes are only counted, never limited.
#[derive(Clone, Debug)]
pub struct Negamax<E> {
    pub eval: E,
}

/// Negamax with cut-offs in the order in which the game lists its moves, and nothing else.
#[derive(Clone, Debug)]
pub struct PlainAlphaBeta<E> {
    pub eval: E,
}

impl<G: Game, E: Evaluator<G>> Searcher<G> for Negamax<E> {
    fn search(
        &mut self,
        game: &G,
        root: &G::Position,
        limits: Limits,
        _monitor: &mut dyn Monitor<Report<G::Move>>,
    ) -> Report<G::Move> {
        Plain { game, eval: &self.eval, cuts: false, nodes: 0 }.report(root, limits.depth)
    }
}

impl<G: Game, E: Evaluator<G>> Searcher<G> for PlainAlphaBeta<E> {
    fn search(
        &mut self,
        game: &G,
        root: &G::Position,
        limits: Limits,
        _monitor: &mut dyn Monitor<Report<G::Move>>,
    ) -> Report<G::Move> {
        Plain { game, eval: &self.eval, cuts: true, nodes: 0 }.report(root, limits.depth)
    }
}

/// The score of a game that is over, for `player`, `ply` moves after the root.
pub(super) fn final_score(outcome: Outcome, player: crate::board::Player, ply: u32) -> Score {
    match outcome {
        Outcome::Draw => Score::DRAW,
        Outcome::Win(winner) if winner == player => Score::win_in(ply),
        Outcome::Win(_) => Score::loss_in(ply),
    }
}

struct Plain<'a, G, E> {
    game: &'a G,
    eval: &'a E,
    cuts: bool,
    nodes: u64,
}

impl<G: Game, E: Evaluator<G>> Plain<'_, G, E> {
    fn report(mut self, root: &G::Position, depth: u32) -> Report<G::Move> {
        let mut line = Vec::new();
        let score = self.visit(&mut root.clone(), depth, 0, Score::MIN, Score::MAX, &mut line);
        line.reverse();
        Report::new(depth, self.nodes, score, line)
    }

    /// `line` becomes the best line from here, last move first.
    fn visit(
        &mut self,
        pos: &mut G::Position,
        depth: u32,
        ply: u32,
        mut alpha: Score,
        beta: Score,
        line: &mut Vec<G::Move>,
    ) -> Score {
        self.nodes += 1;
        line.clear();
        let me = self.game.to_move(pos);
        let mut moves = Vec::new();
        if let Some(outcome) = self.game.moves(pos, &mut moves) {
            return final_score(outcome, me, ply);
        }
        if depth == 0 {
            return self.eval.score(self.game, pos, &self.eval.sum(self.game, pos));
        }
        let mut best = Score::MIN;
        let mut below = Vec::new();
        for mv in moves {
            let undo = self.game.play(pos, mv);
            let score = if self.game.to_move(pos) == me {
                self.visit(pos, depth - 1, ply + 1, alpha, beta, &mut below)
            } else {
                -self.visit(pos, depth - 1, ply + 1, -beta, -alpha, &mut below)
            };
            self.game.undo(pos, mv, undo);
            if score > best {
                best = score;
                line.clone_from(&below);
                line.push(mv);
            }
            if self.cuts {
                alpha = alpha.max(score);
                if alpha >= beta {
                    break;
                }
            }
        }
        best
    }
}
