//! Languages of moves: steps, words, the expressions that people write and the automata that machines learn.
//!
//! The papers describe where a piece may go by a regular language whose letters are [`Step`]s. An author writes a
//! [`Regex`]; [`compile`] turns it into the smallest [`Dfa`], numbered in one canonical way, so that `==` on compiled
//! automata is equality of languages; [`expression`] goes back to something readable.
//!
//! ```
//! use kibitzer::automata::{On, Regex, Step, compile, expression};
//!
//! // A piece that slides forward over empty squares, as far as it likes.
//! let ahead = Step::new(0, 1, On::Empty);
//! let slide = compile(&Regex::star(Regex::Step(ahead))).unwrap();
//! assert_eq!(slide.size(), 2);
//! assert!(slide.accepts(&[ahead]) && slide.accepts(&[ahead; 5]));
//! assert!(!slide.accepts(&[]), "the empty word is never a move");
//! assert_eq!(expression(&slide).to_string(), "(0,1,e)^*");
//!
//! // Another way to write the same language gives the same automaton.
//! let step = || Regex::Step(ahead);
//! let same = compile(&Regex::union([step(), Regex::concat([step(), Regex::star(step()), step()])])).unwrap();
//! assert_eq!(same, slide);
//! ```

mod build;
mod compare;
mod dfa;
mod dot;
mod english;
mod expression;
mod layout;
mod minimize;
mod nfa;
mod regex;
mod step;
mod tikz;
mod words;

pub use build::{CompileError, MAX_STATES, MAX_STEPS, compile};
pub use compare::{Difference, GaveUp, Side, difference, difference_on_board};
pub use dfa::{Dfa, StateId};
pub use dot::dot;
pub use english::{Facing, describe};
pub use expression::expression;
pub use layout::{Arrow, Box2, Layout, StateBox, glyphs, layout};
pub use minimize::minimize;
pub use nfa::{Nfa, TooManyStates};
pub use regex::Regex;
pub use step::{On, Step, Word, show_word};
pub use tikz::tikz;
pub use words::{Footprint, first_words_on_board, fits, words_on_board};
