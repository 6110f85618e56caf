//! What pieces are worth: weights for the features of paper 001, IV.A, and their first values from the rules (V.D).

use crate::board::Square;
use crate::bots::mobility::{Chance, Contents, WINNING_SCORE, chances};
use crate::bots::symmetry::groups;
use crate::bots::terms;
use crate::game::Game;
use crate::sbg::{PieceId, Rules};
use crate::search::root;

/// One weight for each letter of each player, one for each letter on each square, and those of the other terms. Both
/// players' weights are positive where something is good for its owner.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    size: usize,
    material: Vec<f64>,
    squares: Vec<f64>,
    /// Of what a position shows beside pieces and squares.
    terms: Vec<f64>,
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
        let terms = vec![0.0; terms::count(letters)];
        Weights { size, material: vec![1.0; letters], squares: vec![0.0; letters * size], terms }
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
        weights.terms = terms::first_weights(rules, weights.least(rules));
        weights
    }

    /// The same weights of pieces and squares, and none of anything else.
    pub fn without_terms(mut self) -> Weights {
        self.terms.fill(0.0);
        self
    }

    /// The least worth of a letter that is there at the start and worth anything.
    pub(super) fn least(&self, rules: &Rules) -> f64 {
        let start = rules.start();
        let there = rules.pieces().filter(|(piece, _)| start.count(*piece) > 0);
        let least = there.map(|(piece, _)| self.material(piece)).filter(|worth| *worth > 0.01).fold(f64::MAX, f64::min);
        if least < f64::MAX { least } else { 1.0 }
    }

    /// Changes groups of weights, each by so many thousandths of the cheapest piece. Groups that do not exist are left out.
    pub(super) fn change(&mut self, rules: &Rules, changes: impl Iterator<Item = (usize, f64)>) {
        let groups = groups(rules, self);
        let unit = self.least(rules) / 1000.0;
        let mut by = vec![0.0; groups.firmness.len()];
        for (group, thousandths) in changes {
            if let Some(place) = by.get_mut(group) {
                *place = thousandths * unit;
            }
        }
        let row = self.to_vec();
        let row: Vec<f64> =
            row.iter().zip(&groups.of).map(|(weight, group)| weight + by[usize::from(*group)]).collect();
        self.set(&row);
    }

    /// The weights of what is neither piece nor square.
    pub(super) fn terms(&self) -> &[f64] {
        &self.terms
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

    /// All weights in a row: the letters', then the squares', then the terms'.
    pub fn to_vec(&self) -> Vec<f64> {
        self.material.iter().chain(&self.squares).chain(&self.terms).copied().collect()
    }

    /// The inverse of [`Weights::to_vec`].
    pub fn set(&mut self, row: &[f64]) {
        let (letters, terms) = (self.material.len(), self.first_term());
        if row.len() == terms + self.terms.len() {
            self.material.copy_from_slice(&row[..letters]);
            self.squares.copy_from_slice(&row[letters..terms]);
            self.terms.copy_from_slice(&row[terms..]);
        }
    }

    /// Where the terms' weights begin in that row.
    pub(super) fn first_term(&self) -> usize {
        self.material.len() + self.squares.len()
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
        // The player who captures so many of them wins.
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
