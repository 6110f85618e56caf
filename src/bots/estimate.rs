//! What pieces are worth, found by random play: the knowledge of Sancho with piece detection (paper 001, V.E).
//!
//! Random games are played; the result of each is set against how many pieces of each letter were on the board on the
//! way. The weights of the straight line that fits best say how much one piece more raises the chance of its owner.

use crate::board::Player;
use crate::game::{Game, Outcome};
use crate::rng::Rng;
use crate::sbg::{Position, Rules};
use crate::search::Prior;

/// White's chance as a straight line in the numbers of pieces.
#[derive(Clone, Debug)]
pub struct PieceEstimate {
    /// For each letter, what one piece adds to White's chance; then what is left without any.
    line: Vec<f64>,
    /// How many playouts the estimate is worth.
    weight: f64,
}

/// Random games to learn from, and every how many plies to look.
const GAMES: u64 = 600;
const EVERY: u32 = 5;
/// Keeps letters that are hardly ever lost from getting wild weights.
const RIDGE: f64 = 20.0;
/// How many playouts an estimate stands for; better in play than 2 and 10.
const WEIGHT: f64 = 30.0;

impl PieceEstimate {
    pub fn by_random_play(rules: &Rules, seed: u64) -> PieceEstimate {
        let letters = rules.pieces().count();
        let width = letters + 1;
        // The normal equations of least squares.
        let mut square = vec![vec![0.0; width]; width];
        let mut right = vec![0.0; width];
        let mut scratch = Vec::new();
        let start = counts(rules, &rules.start());
        for game in 0..GAMES {
            let mut rng = Rng::branch(seed, game);
            let mut pos = rules.start();
            let mut seen: Vec<Vec<f64>> = Vec::new();
            let outcome = loop {
                if pos.ply() % EVERY == EVERY - 1 {
                    seen.push(counts(rules, &pos));
                }
                match rules.random_move(&pos, &mut rng, &mut scratch) {
                    Ok(mv) => rules.play(&mut pos, mv),
                    Err(outcome) => break outcome,
                };
            };
            let result = match outcome {
                Outcome::Win(Player::White) => 0.5,
                Outcome::Win(Player::Black) => -0.5,
                Outcome::Draw => 0.0,
            };
            for mut row in seen {
                row.iter_mut().zip(&start).for_each(|(count, start)| *count -= start);
                row.push(1.0);
                for (i, a) in row.iter().enumerate() {
                    right[i] += a * result;
                    row.iter().enumerate().for_each(|(j, b)| square[i][j] += a * b);
                }
            }
        }
        (0..letters).for_each(|letter| square[letter][letter] += RIDGE);
        square[letters][letters] += 1.0;
        let mut line = solve(square, right);
        line[letters] += 0.5 - line.iter().zip(&start).map(|(weight, count)| weight * count).sum::<f64>();
        PieceEstimate { line, weight: WEIGHT }
    }

    /// The same estimate, trusted like so many playouts.
    pub fn with_weight(self, weight: f64) -> PieceEstimate {
        PieceEstimate { weight, ..self }
    }

    /// What one piece of each letter adds to White's chance.
    pub fn values(&self) -> &[f64] {
        &self.line[..self.line.len() - 1]
    }
}

fn counts(rules: &Rules, pos: &Position) -> Vec<f64> {
    rules.pieces().map(|(piece, _)| pos.count(piece) as f64).collect()
}

/// Gauss's elimination. The matrix is symmetric and, thanks to the ridge, never singular.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    for pivot in 0..n {
        let row = matrix[pivot].clone();
        for below in pivot + 1..n {
            let factor = matrix[below][pivot] / row[pivot];
            matrix[below].iter_mut().zip(&row).for_each(|(a, b)| *a -= factor * b);
            right[below] -= factor * right[pivot];
        }
    }
    for pivot in (0..n).rev() {
        let known: f64 = (pivot + 1..n).map(|column| matrix[pivot][column] * right[column]).sum();
        right[pivot] = (right[pivot] - known) / matrix[pivot][pivot];
    }
    right
}

impl Prior<Rules> for PieceEstimate {
    fn expect(&self, rules: &Rules, pos: &Position) -> (f64, f64) {
        let mut chance = self.line[self.line.len() - 1];
        for (piece, _) in rules.pieces() {
            chance += self.line[piece.index()] * pos.count(piece) as f64;
        }
        (chance.clamp(0.02, 0.98), self.weight)
    }
}
