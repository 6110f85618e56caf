//! How good is what was learned?

use crate::automata::{Dfa, Side, Word, difference, difference_on_board, words_on_board};
use crate::board::Geometry;

/// More words than this are not compared one by one.
const MAX_WORDS: usize = 200_000;

/// One learned piece beside the true one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The same moves wherever it stands: the languages agree on every word that fits on the board.
    pub exact: bool,
    /// A shortest true word that is rejected.
    pub missed: Option<Word>,
    /// A shortest word that is accepted against the rules.
    pub error: Option<Word>,
    pub states: usize,
    /// States of the smallest automaton of the true language.
    pub true_states: usize,
}

/// Compares two smallest automata on the words that fit on the board.
pub fn judge_piece(learned: &Dfa, truth: &Dfa, board: Geometry) -> Judgement {
    let mut judgement =
        Judgement { exact: true, missed: None, error: None, states: learned.size(), true_states: truth.size() };
    if difference(learned, truth).is_none() {
        return judgement;
    }
    let shortest_of = |from: &Dfa, lacking: &Dfa| -> Option<Word> {
        let words = words_on_board(from, board, MAX_WORDS)?;
        words
            .into_iter()
            .filter(|word| !lacking.accepts(word))
            .min_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)))
    };
    judgement.missed = shortest_of(truth, learned);
    judgement.error = shortest_of(learned, truth);
    if judgement.missed.is_none() && judgement.error.is_none() {
        // Too many words to list them all: a breadth-first search still finds a short one, or nothing.
        match difference_on_board(learned, truth, board, MAX_WORDS) {
            Ok(Some(difference)) if difference.accepted_by == Side::Left => judgement.error = Some(difference.word),
            Ok(Some(difference)) => judgement.missed = Some(difference.word),
            Ok(None) => {}
            Err(_) => judgement.error = words_on_board(learned, board, MAX_WORDS).is_none().then(Word::new),
        }
    }
    judgement.exact = judgement.missed.is_none() && judgement.error.is_none();
    judgement
}
