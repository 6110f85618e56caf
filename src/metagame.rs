//! Pell's class of symmetric chess-like games: boards with promotion, hops, pieces in hand, compulsory and continued
//! captures, and goals of three kinds.
//!
//! The source is Barney Pell, *Strategy Generation and Evaluation for Meta-Game Playing* (PhD dissertation, Cambridge,
//! 1993). Comments that name a section, a table or an appendix mean the dissertation; names such as A-14 mean places
//! where it is silent or contradicts itself:
//!
//! | Name | Question | Our reading |
//! |---|---|---|
//! | A-1 | files as numbers or letters | both are read, letters are printed |
//! | A-2 | negative direction vectors | read, never generated |
//! | A-6 | a game without a stalemate goal | accepted with a warning; a side without a move then draws |
//! | A-7 | the effect `displaces`, which has no meaning | refused |
//! | A-8 | piece names without a definition | pieces without powers |
//! | A-9 | `OVER [X <= n]` | admits hopping over nothing |
//! | A-14 | whose squares, when the opponent assigns | those of the piece's owner |
//! | A-17 | one square chosen by two capture methods | one victim |
//! | A-19 | a goal reached with the last permitted ply | counts |
//! | A-22 | several possessed victims | each is printed with its possessor |
//! | A-25 | goals while a promotion by the opponent is pending | the piece is off the board |
//! | A-27 | what makes a position the same | board, hands, player to move and pending promotion |
//! | A-30 | a line around a cylinder | ends at its own origin |
//! | A-37 | `player` in options that the opponent chooses from | the side that moved the piece |
//! | A-38 | compulsory capture and a pending promotion | judged after the promotion |
//!
//! A [`GameDef`] is what a definition says, a [`Rules`] is what plays it. [`Literal`] plays it too, slowly and word by
//! word, and is the yardstick in tests and benchmarks.

mod advisors;
mod analysis;
mod builtin;
mod check;
mod compile;
mod count;
mod def;
mod ends;
mod english;
mod generate;
mod glance;
mod goals;
mod invention;
mod lex;
mod literal;
mod looks;
mod moves;
mod notation;
mod parameters;
mod parse;
mod paths;
mod play;
mod players;
mod position;
mod print;
mod rules;
mod shape;
mod sweep;
mod table;
mod weights;
mod whole;

pub use advisors::Metagamer;
pub use analysis::Analysis;
pub use builtin::{BUILTIN, Builtin, builtin};
pub use check::{DefError, DefErrorKind, MAX_MOVEMENTS, MAX_TYPES, Part, Warning};
pub use def::{
    At, BoardType, Capture, Compare, Decider, Description, Effect, GameDef, Goal, Interval, Inversion, Methods,
    Movement, MovementKind, Names, Owner, PieceDef, Promotion, Setup, Side, Symmetries, Vector,
};
pub use generate::{Flaw, Trial, draw_movement, generate, invent};
pub use goals::{opposes, subsumes};
pub use invention::{Invention, MOST_TRIES};
pub use lex::Place;
pub use literal::{Literal, Man, State};
pub use moves::Move;
pub use parameters::{MOST_IN_RANGE, Parameter, ParameterError, Parameters};
pub use parse::{MAX_TEXT, TextError, TextErrorKind, parse, warning_place};
pub use play::Undo;
pub use players::{Baseline, Budget, Minimax, Statistics, Thought, WIN};
pub use position::{Piece, Position, Stage};
pub use rules::{MOST_PLIES, Rules};
pub use shape::Shape;
pub use table::kind_of;
pub use weights::{Advisor, Voices, Weights};
