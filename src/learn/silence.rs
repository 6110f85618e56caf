//! Silence as evidence: how surprising it is that a legal move was never played.
//!
//! A player who picks one of `b` moves at random leaves a given one alone with probability `1 - 1/b`. Over all the
//! positions in which a word was applicable and not played these surprises add up, and soon "it is legal, but chance never
//! picked it" is not worth believing.

use crate::learn::Evidence;

/// For each position, how surprising it is that one more legal move was not played there, in nats. 0 where all moves are
/// listed, since there the list speaks for itself.
#[derive(Clone, Debug)]
pub(super) struct Silence {
    surprise: Vec<f32>,
}

impl Silence {
    /// `choices` are the moves known to be legal in each position.
    pub(super) fn new(evidence: &Evidence, choices: &[u16]) -> Silence {
        let surprise = (0..evidence.positions() as u32).map(|position| {
            if evidence.lists_all(position) {
                return 0.0;
            }
            // If the word is legal too, there is one move more to choose from.
            let moves = u32::from(choices[position as usize]) + 1;
            (f64::from(evidence.count(position)) * surprise(moves)) as f32
        });
        Silence { surprise: surprise.collect() }
    }

    pub(super) fn at(&self, position: u32) -> f64 {
        f64::from(self.surprise[position as usize])
    }
}

/// `-ln(1 - 1/moves)`, by its series: the library's logarithm differs in its last bits from platform to platform.
fn surprise(moves: u32) -> f64 {
    let ratio = 1.0 / f64::from(moves.max(2));
    let mut power = ratio;
    let mut sum = 0.0;
    for term in 1..60 {
        sum += power / f64::from(term);
        power *= ratio;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_series_is_the_logarithm() {
        for moves in 2..200 {
            let exact = -(1.0 - 1.0 / f64::from(moves)).ln();
            assert!((surprise(moves) - exact).abs() < 1e-12, "{moves}");
        }
    }
}
