//! Learning the rules of a game by watching it played.
//!
//! [`Evidence`] keeps what was seen, each position once. One lazily grown tree of words per piece answers, of any word:
//! seen legal, shown illegal, undecided or impossible. The published algorithms and our own all merge states of the
//! prefix tree of the legal words, and differ in which pairs they try and in what they let the evidence forbid.
//! [`Learning`] drives them piece by piece, in slices, and can be stopped at any time with the best so far.

mod ask;
mod bjornsson;
mod check;
mod doubts;
mod event;
mod evidence;
mod frame;
mod game;
mod json;
mod kibitzer;
mod labelled;
mod learning;
mod literal;
mod piece;
mod quotient;
mod replay;
mod rpni;
mod search;
mod settings;
mod silence;
mod spine;
mod survey;
mod tree;
mod words;

pub use ask::{Question, pose};
pub use check::Check;
pub use doubts::Doubt;
pub use event::{Event, Reason, Witness};
pub use evidence::{Clash, Evidence, Seen};
pub use frame::LearnedFrame;
pub use game::NoGame;
pub use json::{automaton_json, piece_json};
pub use kibitzer::Prices;
pub use labelled::{LabelledWords, WordsError, WordsErrorKind, learn_words, read_words};
pub use learning::{LearnedPiece, Learning, Progress, Told};
pub use literal::Literal;
pub use piece::PieceEvidence;
pub use replay::{Replay, Scene};
pub use search::{Algorithm, Tally};
pub use settings::{Doubts, Settings};
pub use tree::{Answer, Example, Verdict};
