//! Choosing a move by looking ahead, for any [`Game`](crate::game::Game): nothing here knows what a piece is.
//!
//! - [`Negamax`] is the definition of a position's value at a depth, and the yardstick in tests; [`PlainAlphaBeta`] is
//!   the same with cut-offs and nothing else, for comparing numbers of nodes.
//! - [`AlphaBeta`] is the player: iterative deepening, principal variation search, a transposition table, quiescence,
//!   killers, history and late-move reductions.
//! - [`Uct`] grows a tree by random play.
//! - [`Trainer`] improves an evaluation's weights by games against those in use (TDLeaf(λ) with temporal coherence).
//!
//! A move need not pass the turn, so a score changes sign only where the player to move changes. Time is the
//! [`Monitor`](crate::monitor::Monitor)'s business; with limits of depth or nodes alone, every search can be repeated
//! to the last bit.

mod alphabeta;
mod arith;
mod contest;
mod evaluate;
mod negamax;
mod order;
mod quiescence;
mod report;
mod score;
mod table;
mod td;
mod tree;
mod uct;

pub use alphabeta::{AlphaBeta, Options};
pub use arith::{exp, ln, root, sigmoid};
pub use contest::Contest;
pub use evaluate::{Evaluator, Gain};
pub use negamax::{Negamax, PlainAlphaBeta};
pub use report::{Limits, Report, Searcher, Share};
pub use score::Score;
pub use table::{Bound, Entry, Table};
pub use td::{Groups, Linear, Trainer, TrainerOptions};
pub use uct::{Prior, Uct, UctOptions};
