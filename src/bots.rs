//! Ready-made players of simplified boardgames, and what they know about pieces.
//!
//! - [`Weights`] says what each piece is worth on each square: computed from the rules alone (paper 001, V.D), all
//!   ones, or learned.
//! - [`PieceSquare`] evaluates positions by such weights, and tells noisy moves and threats.
//! - [`PieceEstimate`] finds what pieces are worth by random play, as paper 001 says of Sancho.
//! - [`PlayerSpec`] is a player as somebody asks for it, `alphabeta:weights=rules,td=5s`; [`Bot`] is one that plays.

mod bot;
mod estimate;
mod evaluation;
mod learner;
mod mobility;
mod spec;
mod symmetry;
mod weights;

pub use bot::Bot;
pub use estimate::PieceEstimate;
pub use evaluation::PieceSquare;
pub use learner::Training;
pub use mobility::{Contents, WINNING_SCORE};
pub use spec::{Budget, Kind, PlayerSpec, SpecError, Start};
pub use weights::{Value, Weights};
