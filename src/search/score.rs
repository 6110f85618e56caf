//! What a position is worth to the player to move.

use std::fmt;
use std::ops::Neg;

/// A number that tells estimates from proven results. Larger is better for the player it is given for.
///
/// ```
/// use kibitzer::search::Score;
///
/// assert!(Score::win_in(1) > Score::win_in(5) && Score::win_in(5) > Score::estimate(i32::MAX));
/// assert_eq!(Score::loss_in(3), -Score::win_in(3));
/// assert_eq!((Score::win_in(5).distance(), Score::estimate(70).distance()), (Some(5), None));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

/// A win at once; each move that it takes costs one.
const WIN: i32 = 1_000_000_000;
/// No game takes longer than this, so everything beyond is proven.
const LONGEST: i32 = 1_000_000;

impl Score {
    pub const DRAW: Score = Score(0);
    /// Below and above every score.
    pub const MIN: Score = Score(-WIN - 1);
    pub const MAX: Score = Score(WIN + 1);

    /// An estimate, held within bounds so that it can never pass for a proven win.
    pub fn estimate(value: i32) -> Score {
        let bound = WIN - LONGEST - 1;
        Score(value.clamp(-bound, bound))
    }

    /// A win after so many moves from the root: the sooner, the better.
    pub fn win_in(moves: u32) -> Score {
        Score(WIN - i32::try_from(moves).unwrap_or(LONGEST).min(LONGEST))
    }

    pub fn loss_in(moves: u32) -> Score {
        -Score::win_in(moves)
    }

    pub fn value(self) -> i32 {
        self.0
    }

    /// The inverse of [`Score::value`].
    pub fn from_value(value: i32) -> Score {
        Score(value.clamp(Score::MIN.0, Score::MAX.0))
    }

    /// A win or a loss that was played out to its end.
    pub fn is_decided(self) -> bool {
        self.0.abs() >= WIN - LONGEST
    }

    pub fn is_win(self) -> bool {
        self.0 >= WIN - LONGEST
    }

    /// How many moves a decided game still takes.
    pub fn distance(self) -> Option<u32> {
        self.is_decided().then(|| WIN.abs_diff(self.0.abs()))
    }

    /// The least score that is better.
    pub(super) fn above(self) -> Score {
        Score(self.0 + 1)
    }

    /// As seen from a node `ply` moves below the root: how the table keeps it, since a position is met at many depths.
    pub(super) fn at_node(self, ply: u32) -> Score {
        self.shifted(ply as i32)
    }

    /// The inverse of [`Score::at_node`].
    pub(super) fn at_root(self, ply: u32) -> Score {
        self.shifted(-(ply as i32))
    }

    fn shifted(self, by: i32) -> Score {
        if !self.is_decided() {
            self
        } else if self.0 > 0 {
            Score(self.0 + by)
        } else {
            Score(self.0 - by)
        }
    }
}

impl Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.distance() {
            Some(moves) if self.is_win() => write!(f, "win in {moves}"),
            Some(moves) => write!(f, "loss in {moves}"),
            None => write!(f, "{}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sooner_wins_and_later_losses_are_better_and_no_estimate_passes_for_either() {
        let rising = [
            Score::loss_in(1),
            Score::loss_in(5),
            Score::estimate(i32::MIN),
            Score::DRAW,
            Score::estimate(i32::MAX),
            Score::win_in(5),
            Score::win_in(1),
        ];
        assert!(rising.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(!Score::estimate(i32::MAX).is_decided() && !Score::estimate(i32::MIN).is_decided());
        assert_eq!(Score::loss_in(7).distance(), Some(7));
    }

    #[test]
    fn what_the_table_keeps_comes_back_as_it_was_at_the_same_ply_and_later_from_a_later_one() {
        for score in [Score::win_in(9), Score::loss_in(9), Score::estimate(-3)] {
            assert_eq!(score.at_node(4).at_root(4), score);
        }
        assert_eq!(Score::win_in(9).at_node(4).at_root(6), Score::win_in(11));
        assert_eq!(Score::loss_in(9).at_node(4).at_root(6), Score::loss_in(11));
    }
}
