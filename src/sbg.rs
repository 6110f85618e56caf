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
//!
//! ```
//! use kibitzer::game::Game;
//! use kibitzer::sbg::{parse, read_game};
//!
//! let text = "<BOARD> 2 3 pp .. PP <PIECES> P (0,1,e) + (1,1,p) + (-1,1,p) & <GOALS> 20 & @P 0 2, 1 2 & @p 0 0, 1 0 &";
//! let (def, rules) = read_game(text).unwrap();
//! assert_eq!(parse(&def.to_string()).unwrap(), def, "what is printed is read back");
//!
//! let mut pos = rules.start();
//! let mut moves = Vec::new();
//! assert_eq!(rules.moves(&pos, &mut moves), None, "the game is not over");
//! assert_eq!(moves.iter().map(|&mv| rules.show_move(mv)).collect::<Vec<_>>(), ["a1a2", "b1b2"]);
//! rules.play(&mut pos, moves[0]);
//!
//! // Every error says where it is, and what was expected there.
//! let error = read_game(&text.replace("(0,1,e)", "(0,1,x)")).unwrap_err();
//! assert_eq!((error.place.line, error.place.column), (1, 38));
//! ```

mod builtin;
mod cursor;
mod def;
mod exchange;
mod movement;
mod names;
mod notation;
mod parse;
mod position;
mod print;
mod rules;
mod table;
mod turn;
mod walker;

pub use builtin::{BUILTIN, Builtin, builtin};
pub use def::{DefError, DefErrorKind, GameDef, Goal, Part, PieceDef, player_of};
pub use exchange::Worths;
pub use movement::{MAX_NODES, MAX_PATHS};
pub use names::{DRAWINGS, Drawing, MAX_NAME, NameError, Naming, PieceName, known_names};
pub use notation::{PositionError, read_position, show_position};
pub use parse::{MAX_TEXT, Span, TextError, TextErrorKind, parse, read_game, read_game_with_notes};
pub use position::{Ending, Move, PieceId, Position, Reason, Undo};
pub use rules::{PieceInfo, Rules};
pub use table::{kind_of, letter_of, other_case};
pub use walker::{View, walk};
