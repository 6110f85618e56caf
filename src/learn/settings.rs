//! How to learn.

use crate::board::Player;
use crate::learn::bjornsson::{DISTANCE, MAX_EXPANSIONS};
use crate::learn::spine::LONGEST_VERTEBRA;
use crate::learn::{Algorithm, Check, Prices};

/// Which way undecided words fall that the smallest explanation would accept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubts {
    /// They are legal until the contrary is seen: a ride continues as it began.
    Accept,
    /// Only what was seen is legal.
    Reject,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    pub algorithm: Algorithm,
    /// For the published algorithms; ours weighs evidence in its own way.
    pub check: Check,
    /// Learn only this player's pieces.
    pub player: Option<Player>,
    /// Learn a piece and its counterpart from the moves of both, unless they are seen to differ. Ours only.
    pub share: bool,
    /// Take a piece for symmetric, left and right, forward and back and in quarter turns, unless directions are seen to differ.
    /// Ours only.
    pub symmetry: bool,
    /// Take it for evidence that a word was never played. Wrong where the players do not play at random. Ours only.
    pub silence: bool,
    pub doubts: Doubts,
    pub prices: Prices,
    /// Look for a position that forbids a merge also where its price already does: the same result, better explained. Ours
    /// only.
    pub explain: bool,
    /// Björnsson's K and MaxExpansions.
    pub distance: u32,
    pub max_expansions: u32,
    /// Spine Compaction's longest vertebra, and whether a state may lie on two cycles.
    pub longest_vertebra: usize,
    pub allow_multiloops: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            algorithm: Algorithm::Kibitzer,
            check: Check::Bjornsson,
            player: None,
            share: true,
            symmetry: true,
            silence: true,
            doubts: Doubts::Accept,
            prices: Prices::default(),
            explain: false,
            distance: DISTANCE,
            max_expansions: MAX_EXPANSIONS,
            longest_vertebra: LONGEST_VERTEBRA,
            allow_multiloops: false,
        }
    }
}
