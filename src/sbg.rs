//! Simplified boardgames: the class of games of Björnsson (2012), with the goals of Kowalski and Kisielewicz (2015).
//!
//! A turn:
//! 1. the player moves one piece to the last square of some applicable word of the piece's language; whatever stood
//!    there, an opponent's piece or an own one, is captured;
//! 2. the mover wins if the piece now stands on a goal square of its letter;
//! 3. the mover wins if the capture brought an opponent's letter down to its limit, and loses if it did that to itself;
//! 4. a player without pieces loses, and so does the player to move without a legal move;
//! 5. when the limit of plies is reached, the game is a draw; otherwise the other player is to move.
//!
//! [`GameDef`] is a game as written, [`Rules`] as it runs; [`read_game`] goes from text to both.

mod builtin;
mod cursor;
mod def;
mod movement;
mod names;
mod notation;
mod parse;
mod position;
mod print;
mod rules;
mod turn;
mod walker;

pub use builtin::{BUILTIN, Builtin, builtin};
pub use def::{DefError, DefErrorKind, GameDef, Goal, Part, PieceDef, player_of};
pub use movement::{MAX_NODES, MAX_PATHS};
pub use names::{DRAWINGS, Drawing, MAX_NAME, NameError, Naming, PieceName, known_names};
pub use notation::{PositionError, read_position, show_position};
pub use parse::{MAX_TEXT, Place, TextError, TextErrorKind, parse, read_game, read_game_with_notes};
pub use position::{Ending, Move, PieceId, Position, Reason, Undo};
pub use rules::{PieceInfo, Rules};
pub use walker::{View, walk};
