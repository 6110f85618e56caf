//! Silence as evidence: how surprising it is that a legal move was never played.
//!
//! A player who picks one of `b` moves at random leaves a given one alone with probability `1 - 1/b`. Over all the
//! positions in which a word was applicable and not played these surprises add up, and soon "it is legal, but chance never
//! picked it" is not worth believing.
//!
//! Players need not choose at random. What they are seen to play tells: [`Habits`] compares how often each kind of move was
//! played with how often it would have been, and the kind that a player shuns most bounds the share of random moves. Silence is
//! then worth so much less, and nothing at all when a player leaves no move to chance.

use crate::automata::On;
use crate::board::Player;
use crate::learn::Evidence;
use crate::learn::piece_id::PieceId;
use crate::learn::pool::is_error;
use crate::learn::word_tree::Census;
use crate::order::{self, SortedMap};

/// For each position, how surprising it is that one more legal move was not played there, in nats. 0 where all moves are
/// listed, since there the list speaks for itself.
#[derive(Clone, Debug)]
pub(super) struct Silence {
    surprise: Vec<f32>,
}

impl Silence {
    /// `choices` are the moves known to be legal in each position; `chance` is each player's share of random moves.
    pub(super) fn new(evidence: &Evidence, choices: &[u16], chance: [f64; 2]) -> Silence {
        let surprise = (0..evidence.positions() as u32).map(|position| {
            if evidence.lists_all(position) {
                return 0.0;
            }
            // If the word is legal too, there is one move more to choose from.
            let moves = u32::from(choices[position as usize]) + 1;
            let chance = chance[evidence.player(position).index()];
            (f64::from(evidence.count(position)) * chance * surprise(moves)) as f32
        });
        Silence { surprise: surprise.collect() }
    }

    pub(super) fn at(&self, position: u32) -> f64 {
        f64::from(self.surprise[position as usize])
    }
}

/// How often each kind of move was played, and how often it should have been.
#[derive(Clone, Debug, Default)]
pub(super) struct Habits {
    /// By piece, whether it captures, and whether it goes forward, sideways or back.
    kinds: SortedMap<(PieceId, bool, i8), Kind>,
    /// By player: some single word, and not a rare one, was played far more or far less often than by chance.
    uneven: [bool; 2],
}

/// How often moves of one kind were played, and should have been; those that may be errors in the records apart.
#[derive(Clone, Copy, Debug, Default)]
struct Kind {
    played: f64,
    expected: f64,
    rarely_played: f64,
    rarely_expected: f64,
}

/// A kind that should have been played so often is worth a look.
const OFTEN: f64 = 40.0;
/// A player counts as random if every kind is played at least half as often as by chance, and none much more often.
const RANDOM: std::ops::RangeInclusive<f64> = 0.5..=2.5;
/// Below this share nothing is left to chance.
const NO_CHANCE: f64 = 0.02;

impl Habits {
    /// Takes in how the words of a piece fared.
    pub(super) fn add(&mut self, census: &Census) {
        for (own, rows) in census {
            for row in rows.iter().filter(|row| row.seen > row.listed) {
                let word = row.turn.word(own);
                let captures = word.last().is_some_and(|step| step.on != On::Empty);
                let forward = word.iter().map(|step| i16::from(step.dy)).sum::<i16>().signum() as i8;
                let kind = (row.piece, captures, forward);
                let kind = self.kinds.or_default(kind);
                let played = f64::from(row.seen - row.listed);
                // Several errors of one kind would make it look avoided, though none is certain by itself.
                let may_be_error = played <= 3.0 && row.expected() >= 3.0 + 3.0 * played;
                if may_be_error || is_error(row, false) {
                    kind.rarely_played += played;
                    kind.rarely_expected += row.expected();
                } else {
                    kind.played += played;
                    kind.expected += row.expected();
                    if row.expected() >= OFTEN && !RANDOM.contains(&(played / row.expected())) {
                        self.uneven[row.piece.player().index()] = true;
                    }
                }
            }
        }
    }

    /// The share of moves that each player leaves to chance, as far as it can be relied upon.
    pub(super) fn chance(&self) -> [f64; 2] {
        Player::BOTH.map(|player| {
            let kinds = || self.kinds.iter().filter(|((piece, ..), _)| piece.player() == player).map(|(_, kind)| kind);
            let even = kinds().all(|kind| kind.expected < OFTEN || RANDOM.contains(&(kind.played / kind.expected)));
            // Words that were played rarely are errors only if all others were played as chance would have it.
            let explained = !self.uneven[player.index()] || kinds().all(|kind| kind.rarely_played == 0.0);
            if even && explained {
                return 1.0;
            }
            let with_rare = |kind: &Kind| (kind.played + kind.rarely_played, kind.expected + kind.rarely_expected);
            let often = kinds().map(with_rare).filter(|(_, expected)| *expected >= OFTEN);
            let least = often.map(|(played, expected)| played / expected).fold(1.0, f64::min);
            match least {
                // Within a kind some moves are shunned more than others.
                least if least / 2.0 >= NO_CHANCE => least / 2.0,
                _ => 0.0,
            }
        })
    }
}

/// How often the word of a typical move was played, as a multiple of what was expected: half of the moves are by words that were played
/// more often. It is 1 where players choose at random and the choices are known, and greater where too many choices were counted.
pub(super) fn typical_rate(censuses: &[Census]) -> f64 {
    let rows = censuses.iter().flatten().flat_map(|(_, rows)| rows);
    let mut rates: Vec<(f64, u32)> = rows
        .filter(|row| row.seen > row.listed && row.expected() > 0.0)
        .map(|row| (row.seen - row.listed, row.expected()))
        .map(|(played, expected)| (f64::from(played) / expected, played))
        .collect();
    order::sort_by(&mut rates, |(rate, _), (other, _)| rate.total_cmp(other));
    let all: u64 = rates.iter().map(|(_, played)| u64::from(*played)).sum();
    let mut below = 0;
    let middle = rates.into_iter().find(|(_, played)| {
        below += u64::from(*played);
        2 * below >= all
    });
    middle.map_or(1.0, |(rate, _)| rate)
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
