//! Whole moves: the decisions of one turn together, and as text (Appendix A.2).

use std::fmt::Write;

use crate::board::{Player, Square};
use crate::game::Game;
use crate::metagame::rules::colour;
use crate::metagame::{Move, Position, Rules, Stage};

impl Rules {
    /// Every legal move as its decisions, in the order in which [`Game::moves`] lists them; at most `limit` of them, because
    /// chains of captures can multiply without bound. Nothing where the game is over or a turn has begun.
    pub fn turns(&self, pos: &Position, limit: usize) -> Vec<Vec<Move>> {
        let mut all = Vec::new();
        if pos.stage() == Stage::Start {
            self.collect(&mut pos.clone(), pos.to_move(), limit, &mut Vec::new(), &mut all);
        }
        all
    }

    fn collect(&self, pos: &mut Position, mover: Player, limit: usize, line: &mut Vec<Move>, all: &mut Vec<Vec<Move>>) {
        let mut moves = Vec::new();
        self.moves(pos, &mut moves);
        for mv in moves {
            if all.len() >= limit {
                return;
            }
            let undo = self.play(pos, mv);
            line.push(mv);
            if pos.to_move() == mover {
                self.collect(pos, mover, limit, line, all);
            } else {
                all.push(line.clone());
            }
            line.pop();
            self.undo(pos, mv, undo);
        }
    }

    /// `white man (a,1) -> (c,3) x black man (b,2) .`
    pub fn text(&self, pos: &Position, decisions: &[Move]) -> String {
        let mut pos = pos.clone();
        let mut parts = Vec::new();
        for &mv in decisions {
            let (at, mover) = (self.decided_square(&pos), pos.to_move());
            let before = pos.clone();
            let part = match mv {
                Move::Go { from, to } | Move::Take { from, to, .. } => {
                    let mut text =
                        format!("{} {} -> {}", self.piece_text(&pos, from), self.at_text(from), self.at_text(to));
                    for victim in self.victim_squares(mv).iter() {
                        let _ = write!(text, " x {} {}", self.piece_text(&pos, victim), self.at_text(victim));
                        if let Move::Take { possessor: Some(holder), .. } = mv {
                            let _ = write!(text, " /({})", colour(holder));
                        }
                    }
                    Some(text)
                }
                Move::Place { piece, to } => {
                    Some(format!("{} ({}) -> {}", self.piece_name(piece), colour(mover), self.at_text(to)))
                }
                Move::Promote(piece) => at.map(|at| format!("promote {} {}", self.at_text(at), self.piece_name(piece))),
                Move::Stop => None,
            };
            parts.extend(part);
            self.play(&mut pos, mv);
            // A promotion without a choice is written like one.
            let landed = match mv {
                Move::Go { to, .. } | Move::Take { to, .. } => Some(to),
                Move::Stop => at,
                _ => None,
            };
            if let Some(to) = landed.filter(|_| pos.to_move() != mover) {
                let moved = match mv {
                    Move::Go { from, .. } | Move::Take { from, .. } => before.piece_at(from),
                    _ => before.piece_at(to),
                };
                if let Some(new) = pos.piece_at(to).filter(|_| self.has_fixed_promotion(moved, to)) {
                    parts.push(format!("promote {} {}", self.at_text(to), self.piece_name(new)));
                }
            }
        }
        format!("{} .", parts.join(" ; "))
    }

    /// The square that a promotion or the end of a chain is about.
    fn decided_square(&self, pos: &Position) -> Option<Square> {
        match pos.stage() {
            Stage::Start | Stage::Promoted => pos.pending(),
            Stage::Continue(at) | Stage::Promote(at) => Some(at),
        }
    }

    fn piece_text(&self, pos: &Position, square: Square) -> String {
        pos.piece_at(square).map_or_else(String::new, |piece| self.piece_name(piece))
    }

    fn at_text(&self, square: Square) -> String {
        let (x, y) = self.shape.at(square);
        format!("({},{y})", char::from(b'a' + x - 1))
    }

    /// The whole move that is written like this, whatever its spaces and case.
    pub fn read_text(&self, pos: &Position, text: &str, limit: usize) -> Option<Vec<Move>> {
        let plain = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>().to_ascii_lowercase();
        let wanted = plain(text);
        self.turns(pos, limit).into_iter().find(|decisions| plain(&self.text(pos, decisions)) == wanted)
    }
}
