//! Evaluation of positions by material and squares (paper 001, formula 1), kept up to date from move to move.

use crate::board::{ByPlayer, Player, Square, SquareSet};
use crate::bots::Weights;
use crate::bots::symmetry::groups;
use crate::game::Game;
use crate::sbg::{Move, PieceId, Position, Rules};
use crate::search::{Evaluator, Gain, Groups, Linear, Score};

/// Search counts in hundredths of a weight.
const SCALE: f64 = 100.0;

/// Weights made ready for search, and tables that tell threats.
#[derive(Clone, Debug)]
pub struct PieceSquare {
    weights: Weights,
    /// For each letter and square: what the piece adds to White's side of the balance.
    balance: Vec<i32>,
    size: usize,
    letters: Vec<Letter>,
    /// Each player's letters.
    own: ByPlayer<Vec<PieceId>>,
    /// For each letter and square: the squares it could go to, and the goal squares among them.
    reach: Vec<SquareSet>,
    goals: Vec<Vec<Square>>,
}

#[derive(Clone, Copy, Debug)]
struct Letter {
    player: Player,
    /// How many may be left without a loss, less one.
    keep: Option<u32>,
    /// Its weight, whatever the square.
    worth: i32,
    /// Cheap pieces take first: 3 for the cheapest quarter, 0 for the dearest.
    cheapness: i32,
    has_goal: bool,
}

impl PieceSquare {
    pub fn new(rules: &Rules, weights: Weights) -> PieceSquare {
        let size = rules.board().size();
        let places =
            || rules.pieces().flat_map(|(piece, _)| rules.board().squares().map(move |square| (piece, square)));
        let reach = places().map(|(piece, square)| rules.reachable(piece, square).collect()).collect();
        let goals: Vec<Vec<Square>> = places()
            .map(|(piece, square)| rules.reachable(piece, square).filter(|to| rules.is_goal(piece, *to)).collect())
            .collect();
        let own = Player::BOTH
            .map(|player| rules.pieces().filter(|(_, info)| info.player == player).map(|(piece, _)| piece).collect());
        let letters = rules
            .pieces()
            .map(|(piece, info)| Letter {
                player: info.player,
                keep: info.keep,
                worth: 0,
                cheapness: 0,
                has_goal: goals[piece.index() * size..][..size].iter().any(|goals| !goals.is_empty()),
            })
            .collect();
        let mut made = PieceSquare { weights, balance: Vec::new(), size, letters, own: ByPlayer(own), reach, goals };
        made.refresh(rules);
        made
    }

    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Takes over other weights.
    pub fn set_weights(&mut self, rules: &Rules, row: &[f64]) {
        self.weights.set(row);
        self.refresh(rules);
    }

    fn refresh(&mut self, rules: &Rules) {
        self.balance.clear();
        for (piece, info) in rules.pieces() {
            for square in rules.board().squares() {
                let worth = (self.weights.worth(piece, square) * SCALE) as i32;
                self.balance.push(if info.player == Player::White { worth } else { -worth });
            }
        }
        let mut order: Vec<usize> = (0..self.letters.len()).collect();
        let row = self.weights.to_vec();
        crate::order::sort_by(&mut order, |a, b| row[*a].total_cmp(&row[*b]));
        let count = order.len();
        for (rank, letter) in order.into_iter().enumerate() {
            self.letters[letter].cheapness = 3 - (rank * 4 / count) as i32;
            self.letters[letter].worth = (row[letter] * SCALE) as i32;
        }
    }

    #[inline]
    fn at(&self, piece: PieceId, square: Square) -> usize {
        piece.index() * self.size + square.index()
    }

    /// Whether losing one piece of this letter loses the game.
    #[inline]
    fn is_critical(&self, pos: &Position, piece: PieceId) -> bool {
        self.letters[piece.index()].keep.is_some_and(|left| pos.count(piece) as u32 <= left + 1)
    }

    /// Whether some piece of `player` could take back on this square.
    fn guards(&self, rules: &Rules, pos: &Position, player: Player, square: Square) -> bool {
        self.own[player].iter().any(|&piece| {
            pos.squares_of(piece).any(|from| {
                from != square
                    && self.reach[self.at(piece, from)].contains(square)
                    && rules.could_take(pos, from, square)
            })
        })
    }

    /// Whether `player` could win at once if it were to move.
    pub fn threatens(&self, rules: &Rules, pos: &Position, player: Player) -> bool {
        let mut targets = [None; 8];
        let mut count = 0;
        for &piece in &self.own[!player] {
            if self.is_critical(pos, piece) {
                for square in pos.squares_of(piece).take(targets.len() - count) {
                    targets[count] = Some(square);
                    count += 1;
                }
            }
        }
        for &piece in &self.own[player] {
            let has_goal = self.letters[piece.index()].has_goal;
            if count == 0 && !has_goal {
                continue;
            }
            for from in pos.squares_of(piece) {
                let place = self.at(piece, from);
                if has_goal && self.goals[place].iter().any(|to| rules.can_go(pos, from, *to)) {
                    return true;
                }
                let reach = &self.reach[place];
                let hits = |to: &Square| reach.contains(*to) && rules.can_go(pos, from, *to);
                if targets[..count].iter().flatten().any(hits) {
                    return true;
                }
            }
        }
        false
    }
}

impl Evaluator<Rules> for PieceSquare {
    /// White's weights less Black's.
    type Sum = i32;

    fn sum(&self, rules: &Rules, pos: &Position) -> i32 {
        rules
            .pieces()
            .flat_map(|(piece, _)| pos.squares_of(piece).map(move |square| (piece, square)))
            .map(|(piece, square)| self.balance[self.at(piece, square)])
            .sum()
    }

    #[inline]
    fn after(&self, _rules: &Rules, pos: &Position, mv: Move, sum: i32) -> i32 {
        let Some(piece) = pos.piece_at(mv.from) else { return sum };
        let taken = pos.piece_at(mv.to).map_or(0, |piece| self.balance[self.at(piece, mv.to)]);
        sum - taken + self.balance[self.at(piece, mv.to)] - self.balance[self.at(piece, mv.from)]
    }

    #[inline]
    fn score(&self, _rules: &Rules, pos: &Position, sum: i32) -> Score {
        Score::estimate(if pos.to_move() == Player::White { sum } else { -sum })
    }

    #[inline]
    fn gain(&self, rules: &Rules, pos: &Position, mv: Move) -> Gain {
        let Some(piece) = pos.piece_at(mv.from) else { return Gain::Quiet };
        if rules.is_goal(piece, mv.to) {
            return Gain::Wins;
        }
        let Some(victim) = pos.piece_at(mv.to) else { return Gain::Quiet };
        let owner = self.letters[victim.index()].player;
        // Taking one's own piece is nothing to hurry for.
        if owner == pos.to_move() {
            return Gain::Quiet;
        }
        if self.is_critical(pos, victim) {
            return Gain::Wins;
        }
        let taken = self.balance[self.at(victim, mv.to)].abs();
        let (risked, won) = (self.letters[piece.index()].worth, self.letters[victim.index()].worth);
        // Where the taker is worth clearly more, it matters whether it will be taken in turn.
        let lost = if 3 * risked > 4 * won && self.guards(rules, pos, owner, mv.to) { risked } else { 0 };
        Gain::Takes(taken - lost, self.letters[piece.index()].cheapness)
    }

    fn noisy_moves(&self, rules: &Rules, pos: &Position, out: &mut Vec<Move>) {
        rules.noisy_moves(pos, out);
    }

    fn in_danger(&self, rules: &Rules, pos: &Position) -> bool {
        self.threatens(rules, pos, !pos.to_move())
    }
}

impl Linear<Rules> for PieceSquare {
    fn features(&self, rules: &Rules, pos: &Position, out: &mut Vec<(u32, i16)>) {
        for (piece, info) in rules.pieces() {
            let sign = if info.player == Player::White { 1 } else { -1 };
            for square in pos.squares_of(piece) {
                out.extend(self.weights.places(piece, square).map(|place| (place, sign)));
            }
        }
    }

    fn groups(&self, rules: &Rules) -> Groups {
        groups(rules, &self.weights)
    }

    fn row(&self) -> Vec<f64> {
        self.weights.to_vec()
    }

    fn set_row(&mut self, rules: &Rules, row: &[f64]) {
        self.set_weights(rules, row);
    }

    fn unit(&self, rules: &Rules) -> f64 {
        // The weight of the middle one of all pieces at the start: what one piece more or less is worth.
        let start = rules.start();
        let mut weights: Vec<f64> = rules
            .pieces()
            .flat_map(|(piece, _)| start.squares_of(piece).map(move |_| self.weights.material(piece)))
            .collect();
        crate::order::sort_by(&mut weights, f64::total_cmp);
        weights.get(weights.len().saturating_sub(1) / 2).copied().unwrap_or(1.0).max(0.1)
    }
}
