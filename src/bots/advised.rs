//! METAGAMER's whole evaluation on our search engine: every advisor is asked at every position where a search stops.

use crate::board::Player;
use crate::bots::{Advice, Start};
use crate::metagame::{Metagamer, Move, Position, Rules, Weights};
use crate::search::{Evaluator, Gain, Score};

/// Scores count in tenths of METAGAMER's points.
const SCALE: f64 = 10.0;

/// Judges positions by all advisors that have a weight.
#[derive(Clone, Debug)]
pub struct Advised {
    judge: Metagamer,
    /// Says which moves are worth trying first.
    order: Advice,
}

impl Advised {
    pub fn new(rules: &Rules, weights: Weights) -> Advised {
        Advised { judge: Metagamer::new(rules, weights), order: Advice::new(rules, Start::Rules) }
    }
}

impl Evaluator<Rules> for Advised {
    type Sum = ();

    fn sum(&self, _rules: &Rules, _pos: &Position) {}

    fn after(&self, _rules: &Rules, _pos: &Position, _mv: Move, _sum: &()) {}

    fn score(&self, rules: &Rules, pos: &Position, _sum: &()) -> Score {
        let value = (SCALE * self.judge.value(rules, pos)).clamp(-1e8, 1e8) as i32;
        Score::estimate(if pos.to_move() == Player::White { value } else { -value })
    }

    fn gain(&self, rules: &Rules, pos: &Position, mv: Move) -> Gain {
        self.order.gain(rules, pos, mv)
    }
}
