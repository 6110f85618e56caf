//! Which letters, and which directions of a piece, share their evidence, and which listed moves are errors.
//!
//! White and Black, left and right, forward and back, and quarter turns are one question asked of different images of a
//! word: was one seen, and another shown illegal? Everything is pooled first. The census then says of each word that was
//! seen how each of its images fared, and what differs is kept apart. Two things show a difference: a list of all moves
//! that lacks an image that could have been played, and silence, where players choose at random.
//!
//! A list may also be wrong. A word that was listed once and is lacking in hundreds of lists is an error in the records,
//! and no rule; so is one that was played once and should have been played dozens of times.

use crate::learn::symmetry::Turn;
use crate::learn::word_tree::{Census, ImageCount};

/// What the census tells apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Differences {
    /// White and Black move differently.
    pub(super) colours: bool,
    /// Turns, by their bits, under which the piece does not look the same.
    pub(super) refuted: u8,
}

/// Silence that is to be expected of rare words adds up too; only what exceeds this counts, in nats.
const ALLOWANCE: f64 = 2.0;
/// The sum of what exceeds it that shows a difference.
const TOGETHER: f64 = 20.0;
/// In records that contain errors a word must have been listed so often before it can tell directions apart.
const LISTED_OFTEN: u32 = 3;

/// What a census shows to differ. `illegal_threshold` is the silence that shows a word illegal; `damaged` says whether the records
/// are known to contain errors.
pub(super) fn differences(census: &Census, illegal_threshold: f64, damaged: bool) -> Differences {
    let mut found = Differences::default();
    // The silence about images under each turn, and, last, about the other player's words.
    let mut together = [0.0f64; 9];
    for (_, rows) in census {
        let mut silence = [0.0f64; 9];
        for seen in rows.iter().filter(|row| row.seen > 0) {
            if damaged && seen.listed < LISTED_OFTEN && seen.seen < LISTED_OFTEN {
                continue;
            }
            for other in rows.iter().filter(|row| row.seen == 0) {
                let turn = other.turn.after(seen.turn.inverse());
                let difference = match (turn == Turn::NONE, other.piece == seen.piece) {
                    (true, true) => continue,
                    (true, false) => 8,
                    // If both differ, the turn is blamed; if it is the colours, their own words will tell.
                    (false, _) => usize::from(turn.number()),
                };
                if other.in_full > if damaged { 1 } else { 0 } {
                    silence[difference] = f64::INFINITY;
                }
                silence[difference] = silence[difference].max(other.expected());
            }
        }
        for (sum, silence) in together.iter_mut().zip(silence) {
            *sum += if silence >= illegal_threshold { f64::INFINITY } else { (silence - ALLOWANCE).max(0.0) };
        }
    }
    found.colours = together[8] >= TOGETHER;
    for turn in Turn::ALL {
        if together[usize::from(turn.number())] >= TOGETHER {
            found.refuted |= 1 << turn.number();
        }
    }
    found
}

/// Whether a word and its images are errors, all of them together. In records with errors, one that was seen once or
/// twice and should have been seen far more often, or is lacking where it could have been listed, is another.
pub(super) fn are_errors(rows: &[ImageCount], damaged: bool) -> bool {
    let sum = |count: fn(&ImageCount) -> u32| rows.iter().map(count).fold(0u32, u32::saturating_add);
    let (seen, listed, in_full) = (sum(|row| row.seen), sum(|row| row.listed), sum(|row| row.in_full));
    if !damaged || seen == 0 {
        return false;
    }
    if in_full > listed {
        return in_full - listed >= 4 * listed.max(seen).max(1);
    }
    let is_shown_beside_others = rows.iter().all(|row| row.seen == 0 || row.alone == 0.0);
    let expected: f64 = rows.iter().map(|row| row.alone + if is_shown_beside_others { row.shared } else { 0.0 }).sum();
    let seen = f64::from(seen);
    listed == 0 && expected >= 6.0 + 3.0 * seen && expected >= 8.0 * seen
}

/// Whether a word that was seen is an error in the records. `damaged` says whether there are others.
pub(super) fn is_error(row: &ImageCount, damaged: bool) -> bool {
    let lacking = row.in_full.saturating_sub(row.listed);
    if row.seen > 0 && lacking > 0 {
        // A rule that depends on where a piece stands is listed often and lacking often; an error is rare. A position that
        // was listed before counts once, so an error in a later record of it was seen, but never listed.
        let times = if row.listed > 0 { row.listed } else { row.seen };
        return lacking >= (if damaged { 1 } else { 6 }) && lacking >= times.saturating_mul(4);
    }
    row.listed == 0 && is_rarely_played(row, 1.0)
}

/// Whether the chance that a legal word is played so seldom is below one in a million, where typical words are played `rate` times
/// as often as was expected.
pub(super) fn is_rarely_played(row: &ImageCount, rate: f64) -> bool {
    let seen = f64::from(row.seen.saturating_sub(row.listed));
    // Of two words to one square a record may always show the same. But where another word leads to the same square whenever this
    // one is applicable, and this one was shown all the same, it should have been shown as often as the other.
    let expected = rate * if row.alone > 0.0 { row.alone } else { row.shared };
    seen > 0.0 && expected >= 16.0 + 3.0 * seen && expected >= 8.0 * seen
}
