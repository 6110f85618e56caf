//! What a learner tells while it works, if anybody listens.

use crate::automata::Word;
use crate::learn::tree::{Example, Verdict};

/// One thing that happened. Words are in board coordinates; a state is spoken of by the first word that leads to it.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The words that were seen, as a tree.
    TreeBuilt { letters: Vec<char>, words: usize, states: usize },
    /// Two states were made one, and it stayed so.
    Merged { kept: Word, gone: Word, states: usize },
    /// Two states stay two; the witness says why. Each pair that is tried comes to this or is merged.
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
    pub reason: Reason,
    /// A word that would have been accepted; empty where the reason is not a word.
    pub word: Word,
    pub verdict: Verdict,
    /// The very position that forbids it, where there is one.
    pub example: Option<Example>,
}

/// What speaks against a merge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The witness's word, which the check does not let pass.
    Word,
    /// The empty word would be accepted, and it is never a move.
    EmptyWord,
    /// There would be more states or words than can be looked at.
    TooLarge,
    /// Some state would lie on two cycles.
    Multiloop,
    /// The same automaton was found before.
    Known,
    /// It would have us believe more than it saves; the witness's word was the last straw, if there is one.
    NotWorthIt,
    /// No step leads on from both states.
    NothingInCommon,
    /// Another merge is worth more.
    Outdone,
}

impl Witness {
    /// Of a reason that needs no word.
    pub(super) fn without_word(reason: Reason) -> Witness {
        Witness { reason, word: Word::new(), verdict: Verdict::Unknown, example: None }
    }
}

/// Whoever wants to hear, if anybody does. Putting an event into words can take longer than what it tells of, so it is
/// only done for somebody.
pub(super) struct Ears<'a> {
    listener: Option<&'a mut dyn FnMut(Event)>,
    /// The letter that is being learned, whose coordinates the events come in.
    letter: char,
}

impl<'a> Ears<'a> {
    pub(super) fn of(listener: &'a mut dyn FnMut(Event)) -> Ears<'a> {
        Ears { listener: Some(listener), letter: 'A' }
    }

    pub(super) fn nobody() -> Ears<'static> {
        Ears { listener: None, letter: 'A' }
    }

    pub(super) fn about(&mut self, letter: char) -> &mut Ears<'a> {
        self.letter = letter;
        self
    }

    pub(super) fn tell(&mut self, event: impl FnOnce() -> Event) {
        let letter = self.letter;
        if let Some(listener) = &mut self.listener {
            listener(event().turned(letter));
        }
    }
}

impl Event {
    /// From the mover's coordinates to the board's.
    fn turned(self, letter: char) -> Event {
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
