//! Choosing a move by looking ahead, for any [`Game`](crate::game::Game): nothing here knows what a piece is.
//!
//! - [`Negamax`] is the definition of a position's value at a depth, and the reference in tests; [`PlainAlphaBeta`] is
//!   the same with cut-offs and nothing else, for comparing numbers of nodes.
//! - [`AlphaBeta`] is the player: iterative deepening, principal variation search, a transposition table, quiescence,
//!   killers and histories, and much that need not be looked at.
//! - [`Uct`] grows a tree by random play.
//! - [`Trainer`] improves an evaluation's weights by games against those in use (TDLeaf(λ) with temporal coherence).
//!
//! A move need not pass the turn, so a score changes sign only where the player to move changes. Time is the
//! [`Monitor`](crate::monitor::Monitor)'s business; with limits of depth or nodes alone, every search can be repeated
//! to the last bit.
//!
//! ```
//! use kibitzer::game::Game;
//! use kibitzer::monitor::Quiet;
//! use kibitzer::sbg::{Move, Position, Rules, builtin, read_game};
//! use kibitzer::search::{AlphaBeta, Evaluator, Limits, Negamax, Options, Score, Searcher};
//!
//! /// The number of pieces more than the opponent.
//! struct Material;
//!
//! impl Evaluator<Rules> for Material {
//!     type Sum = ();
//!
//!     fn sum(&self, _rules: &Rules, _pos: &Position) {}
//!
//!     fn after(&self, _rules: &Rules, _pos: &Position, _mv: Move, _sum: &()) {}
//!
//!     fn score(&self, rules: &Rules, pos: &Position, _sum: &()) -> Score {
//!         let own = |square| pos.owner_at(square).map_or(0, |owner| if owner == pos.to_move() { 1 } else { -1 });
//!         Score::estimate(rules.board().squares().map(own).sum())
//!     }
//! }
//!
//! let (_, rules) = read_game(builtin("breakthrough").unwrap().text).unwrap();
//! let start = rules.start();
//! let mut player = AlphaBeta::new(Material, Options::EXACT);
//! let report = player.search(&rules, &start, Limits::depth(3), &mut Quiet);
//! assert!(report.best().is_some());
//!
//! // The same value as negamax, from fewer nodes.
//! let reference = Negamax { eval: Material }.search(&rules, &start, Limits::depth(3), &mut Quiet);
//! assert_eq!(report.score, reference.score);
//! assert!(report.nodes < reference.nodes);
//! ```

mod alphabeta;
mod arith;
mod contest;
mod evaluate;
mod move_order;
mod negamax;
mod pruning;
mod quiescence;
mod report;
mod score;
mod table;
mod td;
mod tree_search;
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
