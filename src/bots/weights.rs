//! What pieces are worth: weights for the features of paper 001, IV.A, and their first values from the rules (V.D).

use crate::board::Square;
use crate::bots::mobility::{Chance, Contents, WINNING_SCORE, chances};
use crate::game::Game;
use crate::sbg::{PieceId, Rules};
use crate::search::root;

/// One weight for each letter of each player, and one for each letter on each square. Both players' weights are
/// positive where a piece is good for its owner.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    size: usize,
    material: Vec<f64>,
    squares: Vec<f64>,
}

/// What a letter is worth, and why.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    /// From where it can go.
    pub mobility: f64,
    /// From what it means for winning: as a piece to bring to a goal, or one whose capture loses.
    pub goal: f64,
}

impl Value {
    pub fn total(self) -> f64 {
        self.mobility + self.goal
    }
}

impl Weights {
    /// Every letter is worth the same wherever it stands (the paper's pure learning).
    pub fn ones(rules: &Rules) -> Weights {
        let (letters, size) = (rules.pieces().count(), rules.board().size());
        Weights { size, material: vec![1.0; letters], squares: vec![0.0; letters * size] }
    }

    /// From the rules alone, as in V.D.
    pub fn from_rules(rules: &Rules) -> Weights {
        let start = rules.start();
        let contents = Contents::predict(rules, &start);
        let size = rules.board().size();
        let mut weights = Weights::ones(rules);
        for (piece, _) in rules.pieces() {
            let moves: Vec<Vec<Chance>> =
                rules.board().squares().map(|square| chances(rules, contents, piece, square)).collect();
            weights.material[piece.index()] = value(rules, piece, &moves).total();
            let squares = &mut weights.squares[piece.index() * size..][..size];
            for (weight, moves) in squares.iter_mut().zip(&moves) {
                *weight = mobility(moves) / size as f64;
            }
            add_goals(rules, piece, &moves, squares);
        }
        weights
    }

    pub fn material(&self, piece: PieceId) -> f64 {
        self.material[piece.index()]
    }

    pub fn square(&self, piece: PieceId, square: Square) -> f64 {
        self.squares[piece.index() * self.size + square.index()]
    }

    /// What a piece adds where it stands.
    pub fn worth(&self, piece: PieceId, square: Square) -> f64 {
        self.material(piece) + self.square(piece, square)
    }

    /// All weights in a row: the letters', then the squares'.
    pub fn to_vec(&self) -> Vec<f64> {
        self.material.iter().chain(&self.squares).copied().collect()
    }

    /// The inverse of [`Weights::to_vec`].
    pub fn set(&mut self, row: &[f64]) {
        let letters = self.material.len();
        if row.len() == letters + self.squares.len() {
            self.material.copy_from_slice(&row[..letters]);
            self.squares.copy_from_slice(&row[letters..]);
        }
    }

    /// Where a letter's and a letter-and-square's weight stand in that row.
    pub fn places(&self, piece: PieceId, square: Square) -> [u32; 2] {
        let letters = self.material.len();
        [piece.index() as u32, (letters + piece.index() * self.size + square.index()) as u32]
    }

    /// What this letter is worth by the rules, and why (Table IV).
    pub fn explain(rules: &Rules, piece: PieceId) -> Value {
        let contents = Contents::predict(rules, &rules.start());
        let moves: Vec<Vec<Chance>> =
            rules.board().squares().map(|square| chances(rules, contents, piece, square)).collect();
        value(rules, piece, &moves)
    }
}

/// The scores of all moves from a square; a capture counts double.
fn mobility(moves: &[Chance]) -> f64 {
    moves.iter().map(|chance| chance.probability * if chance.captures { 2.0 } else { 1.0 }).sum()
}

fn value(rules: &Rules, piece: PieceId, moves: &[Vec<Chance>]) -> Value {
    let info = rules.info(piece);
    let count = rules.start().count(piece) as u32;
    let mean = moves.iter().map(|moves| mobility(moves)).sum::<f64>() / moves.len() as f64;
    let mut goal = 0.0;
    if let Some(left) = info.keep {
        // Whoever captures so many of them wins.
        goal += root(WINNING_SCORE, count.saturating_sub(left).max(1));
    }
    if rules.board().squares().any(|square| rules.is_goal(piece, square)) {
        goal += root(WINNING_SCORE, count.max(1));
    }
    Value { mobility: mean, goal }
}

/// Goal squares are worth a win; the squares on the way there something, up to half the board away.
fn add_goals(rules: &Rules, piece: PieceId, moves: &[Vec<Chance>], squares: &mut [f64]) {
    let size = rules.board().size() as f64;
    let furthest = rules.board().width().max(rules.board().height()) as u32 / 2;
    let mut distance: Vec<Option<u32>> =
        rules.board().squares().map(|square| rules.is_goal(piece, square).then_some(0)).collect();
    for l in 1..=furthest {
        let before = distance.clone();
        for (square, moves) in moves.iter().enumerate().filter(|(square, _)| before[*square].is_none()) {
            let nearer = moves.iter().filter(|chance| before[chance.to.index()] == Some(l - 1));
            let probability: f64 = nearer.map(|chance| chance.probability).sum();
            if probability > 0.0 {
                distance[square] = Some(l);
                squares[square] += root(WINNING_SCORE, l) / size * probability;
            }
        }
    }
    for (square, weight) in squares.iter_mut().enumerate() {
        if distance[square] == Some(0) {
            *weight += WINNING_SCORE;
        }
    }
}
