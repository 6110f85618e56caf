//! An evaluation taken apart, for people who ask why.

use crate::board::Player;
use crate::bots::evaluation::{PieceSquare, SCALE};
use crate::bots::terms;
use crate::sbg::{Position, Rules};
use crate::search::Evaluator;

/// What a part of an evaluation counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    Material,
    Squares,
    Mobility,
    Hanging,
    Exposed,
    Race,
    Tempo,
    Net,
}

impl Part {
    pub const ALL: [Part; 8] = [
        Part::Material,
        Part::Squares,
        Part::Mobility,
        Part::Hanging,
        Part::Exposed,
        Part::Race,
        Part::Tempo,
        Part::Net,
    ];
}

impl PieceSquare {
    /// What each part adds for White, in weights. Together they are the score, but for rounding.
    pub fn parts(&self, rules: &Rules, pos: &Position) -> [f64; Part::ALL.len()] {
        let mut parts = [0.0; Part::ALL.len()];
        let mut add = |part: Part, value: f64| parts[part as usize] += value;
        let weights = self.weights();
        for (piece, info) in rules.pieces() {
            let sign = if info.player == Player::White { 1.0 } else { -1.0 };
            for square in pos.squares_of(piece) {
                let material = weights.material(piece);
                add(Part::Material, sign * material);
                add(Part::Squares, sign * (weights.worth(piece, square) - material));
            }
        }
        let of_terms = weights.terms();
        self.each_term(rules, pos, |term, count| add(terms::part(term), of_terms[term] * f64::from(count)));
        let net = f64::from(self.net_score(pos, &self.sum(rules, pos))) / SCALE;
        add(Part::Net, if pos.to_move() == Player::White { net } else { -net });
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::{Start, Strong};
    use crate::game::Game;
    use crate::rng::Rng;
    use crate::sbg::{BUILTIN, read_game};

    #[test]
    fn the_parts_of_an_evaluation_are_its_score() {
        for (index, game) in BUILTIN.iter().enumerate() {
            let rules = read_game(game.text).unwrap().1;
            for start in [Start::Net, Start::Tuned, Start::Rules, Start::Ones] {
                let eval = rules.evaluation(start);
                let mut rng = Rng::branch(7, index as u64);
                let mut pos = rules.start();
                while let Ok(mv) = rules.random_move(&pos, &mut rng, &mut Vec::new()) {
                    rules.play(&mut pos, mv);
                    let sum: f64 = eval.parts(&rules, &pos).iter().sum();
                    let score = f64::from(eval.score(&rules, &pos, &eval.sum(&rules, &pos)).value()) / SCALE;
                    let white = if pos.to_move() == Player::White { score } else { -score };
                    // Each weight is cut off at a hundredth, each time that it counts.
                    let mut counts = rules.board().size() as i32 + 1;
                    eval.each_term(&rules, &pos, |_, count| counts += count.abs());
                    let most = f64::from(counts) / SCALE;
                    assert!((sum - white).abs() <= most, "{} {start:?}: {sum} and {white}", game.id);
                }
            }
        }
    }
}
