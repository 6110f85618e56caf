//! What was learned, piece by piece.

use crate::automata::{Dfa, Word};
use crate::board::Player;
use crate::learn::confidence::Signs;
use crate::learn::doubts::{Doubt, Why};
use crate::learn::event::EventSink;
use crate::learn::learning::{Learning, Stage};
use crate::learn::piece_id::PieceId;
use crate::learn::symmetry::Symmetry;
use crate::learn::{Clash, Doubts, Tally};
use crate::order;

/// Doubts listed for one piece, the ones that matter most first; the rest are only counted.
const MAX_DOUBTS: usize = 5_000;

/// What was learned of one letter.
#[derive(Clone, Debug, PartialEq)]
pub struct LearnedPiece {
    pub letter: char,
    pub player: Player,
    /// The smallest automaton, in board coordinates.
    pub dfa: Dfa,
    /// Different words seen legal, and how often any of them was seen.
    pub words: usize,
    pub seen: u64,
    /// Undecided words, those first that are worth most to settle, and how many there are in all.
    pub doubts: Vec<Doubt>,
    pub doubt_count: usize,
    /// An estimate of the chance that the automaton is exact.
    pub sure: f64,
    /// What the estimate rests on.
    pub signs: Signs,
    /// The turns under which the piece is taken to look the same.
    pub symmetry: Symmetry,
    /// Learned together with the other player's.
    pub shared: bool,
    pub tally: Tally,
    pub clashes: Vec<Clash>,
}

impl Learning {
    /// The automata by now, in board coordinates, White's first; [`Learning::pieces`] has more to say, and takes longer.
    pub fn automata(&self) -> Vec<(char, Dfa)> {
        let each = self.groups.iter().flat_map(|group| {
            let dfa = if self.settings.doubts == Doubts::Accept { group.best() } else { group.seen() };
            group.pieces.iter().map(move |&piece| (piece, piece.turned_dfa(&dfa))).collect::<Vec<_>>()
        });
        let wanted = |piece: PieceId| self.settings.player.is_none_or(|player| piece.player() == player);
        let mut automata: Vec<(PieceId, Dfa)> = each.filter(|(piece, _)| wanted(*piece)).collect();
        order::sort_by_key(&mut automata, |(piece, _)| *piece);
        automata.into_iter().map(|(piece, dfa)| (piece.letter(), dfa)).collect()
    }

    /// The words of a letter that were seen or said to be legal, in board coordinates.
    pub fn legal_words(&self, letter: char) -> Vec<Word> {
        let Some(piece) = PieceId::new(letter) else { return Vec::new() };
        let group = self.groups.iter().find(|group| group.pieces.contains(&piece));
        let words = group.map_or(&[][..], |group| group.tree.legal_words());
        words.iter().map(|word| piece.turned(word)).collect()
    }

    /// What is known of each letter by now, White's first. Letters that are not yet done have the best so far.
    pub fn pieces(&mut self) -> Vec<LearnedPiece> {
        let Some(board) = self.evidence.board() else { return Vec::new() };
        if self.stage == Stage::Watching {
            self.begin();
        }
        while self.stage == Stage::Preparing && !self.waiting.is_empty() {
            self.prepare(&mut EventSink::none());
        }
        let mut pieces: Vec<LearnedPiece> = Vec::new();
        for group in &mut self.groups {
            let single = self.settings.silence && self.evidence.has_partial_listings();
            let trust = self.chance[0].min(self.chance[1]);
            let (dfa, doubts, signs) = group.judge(&self.evidence, board, &self.settings, single, trust);
            let sure = signs.chance();
            if single {
                group.tree.rest();
            }
            let accepts = self.settings.doubts == Doubts::Accept;
            for &piece in &group.pieces {
                // What only the counterpart was seen to do comes last.
                let seen_words = if group.pieces.len() > 1 && accepts { group.tree.seen_words() } else { Vec::new() };
                let counterpart = seen_words.into_iter().filter(|word| !group.tree.was_seen_of(piece, word));
                let counterpart: Vec<Doubt> =
                    counterpart.map(|word| Doubt { word, accepted: true, why: Why::Counterpart }).collect();
                let seen: Vec<u32> = self.evidence.seen(piece).map(|(_, seen)| seen.count).collect();
                pieces.push(LearnedPiece {
                    letter: piece.letter(),
                    player: piece.player(),
                    dfa: piece.turned_dfa(&dfa),
                    words: seen.len(),
                    seen: seen.into_iter().map(u64::from).sum(),
                    doubts: doubts
                        .iter()
                        .chain(&counterpart)
                        .take(MAX_DOUBTS)
                        .map(|doubt| Doubt { word: piece.turned(&doubt.word), ..doubt.clone() })
                        .collect(),
                    doubt_count: doubts.len() + counterpart.len(),
                    sure,
                    signs,
                    symmetry: group.tree.symmetry(),
                    shared: group.pieces.len() > 1,
                    tally: group.tally,
                    clashes: group.clashes.clone(),
                });
            }
        }
        let wanted = |piece: &LearnedPiece| self.settings.player.is_none_or(|player| piece.player == player);
        pieces.retain(wanted);
        order::sort_by_key(&mut pieces, |piece| (piece.player, piece.letter));
        pieces
    }
}
