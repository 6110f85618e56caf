//! Events of a learner at work, and the sink that receives them.

use crate::automata::Word;
use crate::board::Player;
use crate::learn::piece_id::PieceId;
use crate::learn::word_tree::{Example, Verdict};

/// One thing that happened. Words are in board coordinates; a state is identified by the first word that leads to it.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The words that were seen, as a tree.
    TreeBuilt { letters: Vec<char>, words: usize, states: usize },
    /// Two states were made one, and it stayed so.
    Merged { kept: Word, gone: Word, states: usize },
    /// Two states stay two; the refutation says why. Each pair that is tried comes to this or is merged.
    Refused { kept: Word, gone: Word, refutation: Refutation },
    /// The state after this word is unlike all states before it.
    Promoted { state: Word },
    /// A best-first search expands the smallest automaton in its queue, which has so many states.
    Expanded { states: usize },
    /// The best automaton so far has so many states.
    Best { states: usize },
    /// This piece is done.
    Learned { letters: Vec<char>, states: usize },
}

/// Why a merge was refused.
#[derive(Clone, Debug, PartialEq)]
pub struct Refutation {
    pub reason: Reason,
    /// A word that would have been accepted; empty where the reason is not a word.
    pub word: Word,
    pub verdict: Verdict,
    /// The very position that forbids it, where there is one.
    pub example: Option<Example>,
    /// The image of the word that is forbidden there, where it is not the word itself: the piece is taken to be symmetric.
    pub image: Option<Word>,
}

/// Why a merge is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The refutation's word, which the check does not let pass.
    Word,
    /// The empty word would be accepted, and it is never a move.
    EmptyWord,
    /// There would be more states or words than can be looked at.
    TooLarge,
    /// Some state would lie on two cycles.
    Multiloop,
    /// The same automaton was found before.
    Known,
    /// It claims more than it saves; the refutation's word exceeded the budget, if there is one.
    NotWorthIt,
    /// No step leaves both states.
    NothingInCommon,
    /// Another merge is worth more.
    Outdone,
}

impl Refutation {
    /// Of a reason that needs no word.
    pub(super) fn without_word(reason: Reason) -> Refutation {
        Refutation { reason, word: Word::new(), verdict: Verdict::Unknown, example: None, image: None }
    }
}

/// Receives the events, if there is a listener. Building an event can take longer than what it describes, so without one
/// none is built.
pub(super) struct EventSink<'a> {
    listener: Option<&'a mut dyn FnMut(Event)>,
    /// The piece that is being learned, whose coordinates the events come in.
    piece: Option<PieceId>,
}

impl<'a> EventSink<'a> {
    pub(super) fn new(listener: &'a mut dyn FnMut(Event)) -> EventSink<'a> {
        EventSink { listener: Some(listener), piece: None }
    }

    pub(super) fn none() -> EventSink<'static> {
        EventSink { listener: None, piece: None }
    }

    pub(super) fn of_piece(&mut self, piece: PieceId) -> &mut EventSink<'a> {
        self.piece = Some(piece);
        self
    }

    pub(super) fn tell(&mut self, event: impl FnOnce() -> Event) {
        let black = self.piece.is_some_and(|piece| piece.player() == Player::Black);
        if let Some(listener) = &mut self.listener {
            listener(if black { event().mirrored() } else { event() });
        }
    }
}

impl Event {
    /// From Black's coordinates to the board's.
    fn mirrored(self) -> Event {
        let turn = |word: Word| -> Word { word.into_iter().map(|step| step.mirrored()).collect() };
        match self {
            Event::Merged { kept, gone, states } => Event::Merged { kept: turn(kept), gone: turn(gone), states },
            Event::Refused { kept, gone, refutation } => {
                let refutation =
                    Refutation { word: turn(refutation.word), image: refutation.image.map(turn), ..refutation };
                Event::Refused { kept: turn(kept), gone: turn(gone), refutation }
            }
            Event::Promoted { state } => Event::Promoted { state: turn(state) },
            other => other,
        }
    }
}
