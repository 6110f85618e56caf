//! What a learner tells while it works.

use crate::automata::Word;
use crate::learn::tree::{Example, Verdict};

/// One thing that happened. Words are in board coordinates; a state is spoken of by the first word that leads to it.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The words that were seen, as a tree.
    TreeBuilt { letters: Vec<char>, words: usize, states: usize },
    /// Two states were made one, and it stayed so.
    Merged { kept: Word, gone: Word, states: usize },
    /// Two states cannot be one, because of this word.
    Refused { kept: Word, gone: Word, witness: Witness },
    /// The state after this word is unlike all states before it.
    Promoted { state: Word },
    /// A best-first search goes on with the smallest automaton that it has, which has so many states.
    Expanded { states: usize },
    /// The best automaton so far has so many states.
    Best { states: usize },
    /// This piece is done.
    Learned { letters: Vec<char>, states: usize },
}

/// Why a merge was refused.
#[derive(Clone, Debug, PartialEq)]
pub struct Witness {
    /// A word that would have been accepted.
    pub word: Word,
    pub verdict: Verdict,
    /// The very position that forbids it, where there is one.
    pub example: Option<Example>,
}

impl Event {
    /// From the mover's coordinates to the board's.
    pub(super) fn turned(self, letter: char) -> Event {
        if !letter.is_ascii_lowercase() {
            return self;
        }
        let turn = |word: Word| -> Word { word.into_iter().map(|step| step.mirrored()).collect() };
        match self {
            Event::Merged { kept, gone, states } => Event::Merged { kept: turn(kept), gone: turn(gone), states },
            Event::Refused { kept, gone, witness } => {
                let witness = Witness { word: turn(witness.word), ..witness };
                Event::Refused { kept: turn(kept), gone: turn(gone), witness }
            }
            Event::Promoted { state } => Event::Promoted { state: turn(state) },
            other => other,
        }
    }
}
