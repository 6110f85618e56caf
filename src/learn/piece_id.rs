//! A piece by its letter, which also says whose it is.

use crate::automata::{Dfa, Step, Word, minimize};
use crate::board::Player;
use crate::learn::evidence::step_as_seen_by;

/// Which piece is meant: a letter, upper case for White's and lower case for Black's. A learner knows no rules, so letters
/// are all that it can tell pieces by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PieceId(u8);

impl PieceId {
    pub(super) const COUNT: usize = 52;
    /// Stands for a piece without a letter, as that of labelled words.
    pub(super) const UNNAMED: PieceId = PieceId(0);

    pub(super) fn new(letter: char) -> Option<PieceId> {
        match letter {
            'A'..='Z' => Some(PieceId(letter as u8 - b'A')),
            'a'..='z' => Some(PieceId(letter as u8 - b'a' + 26)),
            _ => None,
        }
    }

    /// Every piece that there could be, White's first.
    pub(super) fn all() -> impl Iterator<Item = PieceId> {
        (0..PieceId::COUNT as u8).map(PieceId)
    }

    /// White's come first.
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }

    pub(super) fn letter(self) -> char {
        char::from(if self.0 < 26 { b'A' + self.0 } else { b'a' + (self.0 - 26) })
    }

    pub(super) fn player(self) -> Player {
        if self.0 < 26 { Player::White } else { Player::Black }
    }

    /// The other player's piece of the same letter.
    pub(super) fn counterpart(self) -> PieceId {
        PieceId((self.0 + 26) % 52)
    }

    /// A word between this piece's coordinates and the board's; both ways are the same.
    pub(super) fn turned(self, word: &[Step]) -> Word {
        word.iter().map(|&step| step_as_seen_by(self.player(), step)).collect()
    }

    /// An automaton between this piece's coordinates and the board's, minimised.
    pub(super) fn turned_dfa(self, dfa: &Dfa) -> Dfa {
        minimize(&dfa.map(|step| step_as_seen_by(self.player(), step)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_is_a_piece_and_every_piece_a_letter() {
        for piece in PieceId::all() {
            assert_eq!(PieceId::new(piece.letter()), Some(piece));
            assert_eq!(crate::sbg::player_of(piece.letter()), Some(piece.player()));
            assert_eq!(piece.counterpart().letter().to_ascii_lowercase(), piece.letter().to_ascii_lowercase());
            assert_ne!(piece.counterpart(), piece);
        }
        assert_eq!(PieceId::new('.'), None);
    }
}
