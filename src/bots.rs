//! Ready-made players, and what they know about pieces.
//!
//! - [`Strong`] says what a class of games must bring so that they play it well. For simplified boardgames:
//! - [`Weights`] says what each piece is worth on each square: computed from the rules alone (paper 001, V.D), all
//!   ones, or learned.
//! - [`PieceSquare`] evaluates positions by such weights, and tells noisy moves and threats.
//! - [`PieceEstimate`] finds what pieces are worth by random play, as paper 001 says of Sancho.
//! - [`PlayerSpec`] describes a player, `alphabeta:weights=rules,td=5s`; [`Bot`] is one that plays.

#[cfg(feature = "metagame")]
mod advice;
#[cfg(feature = "metagame")]
mod advised;
mod bot;
mod estimate;
mod evaluation;
mod learner;
mod mobility;
mod net;
mod nets;
mod parts;
mod simplified;
mod spec;
mod strong;
mod symmetry;
mod terms;
mod tuned;
mod weights;

#[cfg(feature = "metagame")]
pub use advice::{Advice, MaterialPrior};
#[cfg(feature = "metagame")]
pub use advised::Advised;
pub use bot::Bot;
pub use estimate::PieceEstimate;
pub use evaluation::PieceSquare;
pub use learner::Training;
pub use mobility::{Contents, WINNING_SCORE};
pub use net::{BLOCK, LARGEST_NET, MOST_HIDDEN, Net, NetWeights, Views, stage};
pub use nets::net_name;
pub use parts::Part;
pub use spec::{Budget, Kind, PlayerSpec, SpecError, Start};
pub use strong::{Knowledge, Strong, unit};
pub use symmetry::mirror;
pub use weights::{Value, Weights};
