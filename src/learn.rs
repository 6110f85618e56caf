//! Learning the rules of a game by watching it played.
//!
//! [`Evidence`] keeps what was seen, each position once. One lazily grown tree of words per piece answers, of any word:
//! seen legal, shown illegal, undecided or impossible. The published algorithms and our own all merge states of the
//! prefix tree of the legal words, and differ in which pairs they try and in what they let the evidence forbid.
//! [`Learning`] drives them piece by piece, in slices, and can be stopped at any time with the best so far.
//!
//! From ten random games, with all legal moves listed, to an automaton that equals the true one on the board:
//!
//! ```
//! use kibitzer::automata::difference_on_board;
//! use kibitzer::game::Game;
//! use kibitzer::learn::{Learning, Settings};
//! use kibitzer::observe::{Listing, Recorder, watch_game};
//! use kibitzer::rng::Rng;
//! use kibitzer::sbg::{builtin, read_game};
//!
//! let (_, rules) = read_game(builtin("breakthrough").unwrap().text).unwrap();
//! let mut learning = Learning::new(Settings::default());
//! let (mut rng, mut scratch) = (Rng::new(1), Vec::new());
//! for _ in 0..10 {
//!     let watched: Result<(), ()> = watch_game(
//!         Recorder { rules: &rules, listing: Listing::All },
//!         |pos, _| rules.random_move(pos, &mut rng, &mut scratch),
//!         |record| Ok(learning.watch(&record)),
//!     );
//!     watched.unwrap();
//! }
//! learning.finish();
//! let pieces = learning.pieces();
//! let truth = &rules.info(rules.piece('P').unwrap()).dfa;
//! assert_eq!(pieces[0].letter, 'P');
//! assert_eq!(difference_on_board(&pieces[0].dfa, truth, rules.board(), 10_000), Ok(None));
//!
//! // The whole game, with its start position and goals, as text.
//! assert!(learning.game().unwrap().to_string().contains("<PIECES>"));
//! ```

mod ask;
mod bjornsson;
mod check;
mod confidence;
mod doubts;
mod event;
mod evidence;
mod game;
mod game_meta;
mod json;
mod kibitzer;
mod labelled;
mod learning;
mod literal;
mod piece;
mod piece_id;
mod pool;
mod published;
mod quotient;
mod replay;
mod rpni;
mod search;
mod settings;
mod silence;
mod spine;
mod survey;
mod symmetry;
mod word_tree;
mod words;

pub use ask::{Question, pose};
pub use check::Check;
pub use confidence::Signs;
pub use doubts::{Doubt, Why};
pub use event::{Event, Reason, Refutation};
pub use evidence::{Clash, Evidence, Seen};
pub use game::NoGame;
pub use game_meta::LearnedMeta;
pub use json::{automaton_json, piece_json};
pub use kibitzer::Prices;
pub use labelled::{LabelledWords, WordsError, WordsErrorKind, learn_words, read_words};
pub use learning::{LearnedPiece, Learning, Progress, Told};
pub use literal::Literal;
pub use piece::PieceEvidence;
pub use replay::{Replay, Scene};
pub use search::{Algorithm, Tally};
pub use settings::{Doubts, Settings};
pub use symmetry::{Symmetry, Turn};
pub use word_tree::{Answer, Example, Verdict};
