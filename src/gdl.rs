//! The Game Description Language of general game playing (Love et al. 2008): reading, checking, reasoning, writing.
//!
//! [`Description::read`] reads KIF and names every fault with its place. [`Reasoner`] grounds a description once and
//! runs it as a propositional network; it is a [`Game`](crate::game::Game), so everything that plays can play it.

mod chains;
mod check;
mod circle;
mod description;
mod draft;
mod explain;
mod export;
mod fault;
mod ground;
mod iggp;
mod iggp_board;
mod iggp_ends;
mod iggp_moves;
mod kif;
mod network;
mod paths;
mod prolog;
mod reasoner;
mod recognise;
mod relation;
mod terms;
mod verify;

pub use circle::{CircleError, Effort, Learned, learn_description, observe};
pub use description::{Description, Literal, LiteralKind, Rule};
pub use explain::Model;
pub use export::{ExportError, export};
pub use fault::{Fault, FaultKind};
pub use ground::{Explosion, Limits};
pub use iggp::{Example, MAX_TASK, Score, Target, Task, TaskError, solve};
pub use kif::{Expr, ExprKind, KifErrorKind, MAX_TEXT, Place, read_kif};
pub use prolog::{prolog, prolog_term};
pub use reasoner::{ActionId, GdlError, MAX_PLIES, Position, Reasoner};
pub use recognise::{NotOfClass, Reading};
pub use terms::{Pattern, Sym, Term, Terms};
pub use verify::{Compared, Difference, compare, exported_move};
