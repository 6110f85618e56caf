//! Positions and moves as text, for people, links and files.
//!
//! A position is its rows, top row first, joined by `/`, then whose turn it is and how many plies have been played:
//! `rnbqk/ppppp/...../PPPPP/RNBQK w 0`.

use std::fmt;

use crate::board::Player;
use crate::game::{Game, Outcome};
use crate::sbg::{Ending, Move, PieceInfo, Position, Reason, Rules};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    Rows { found: usize, expected: usize },
    RowLength { row: usize, found: usize, expected: usize },
    UnknownLetter(char),
    Turn,
    Ply,
    Over(String),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::Rows { found, expected } => {
                write!(f, "this position has {found} rows, but the board of this game has {expected}")
            }
            PositionError::RowLength { row, found, expected } => {
                write!(f, "row {row} from the top has {found} squares, but the board of this game is {expected} wide")
            }
            PositionError::UnknownLetter(letter) => write!(f, "this game has no piece {letter:?}"),
            PositionError::Turn => write!(f, "expected w or b after the rows, for the player to move"),
            PositionError::Ply => write!(f, "expected the number of plies played so far, below the limit of the game"),
            PositionError::Over(why) => write!(f, "in this position the game is already over: {why}"),
        }
    }
}

/// A position as one line: the rows from the top, who is to move, and the number of plies played.
///
/// ```
/// use kibitzer::game::Game;
/// use kibitzer::sbg::{builtin, read_game, show_position};
///
/// let (_, rules) = read_game(builtin("gardner").unwrap().text).unwrap();
/// assert_eq!(show_position(&rules, &rules.start()), "rnbqk/ppppp/...../PPPPP/RNBQK w 0");
/// ```
pub fn show_position(rules: &Rules, pos: &Position) -> String {
    let letters: Vec<char> = rules.board().squares().map(|square| rules.letter_at(pos, square)).collect();
    let rows: Vec<String> = letters.chunks(rules.board().width()).rev().map(|row| row.iter().collect()).collect();
    let turn = match pos.to_move() {
        Player::White => 'w',
        Player::Black => 'b',
    };
    format!("{} {turn} {}", rows.join("/"), pos.ply())
}

/// Reads a position from which the game can continue. The turn and the number of plies may be left out.
///
/// ```
/// use kibitzer::board::Player;
/// use kibitzer::sbg::{PositionError, builtin, read_game, read_position};
///
/// let (_, rules) = read_game(builtin("gardner").unwrap().text).unwrap();
/// let pos = read_position(&rules, "....k/...../...../...../K...R b 9").unwrap();
/// assert_eq!((pos.to_move(), pos.ply()), (Player::Black, 9));
/// assert_eq!(read_position(&rules, "....k/K...R").unwrap_err(), PositionError::Rows { found: 2, expected: 5 });
/// ```
pub fn read_position(rules: &Rules, text: &str) -> Result<Position, PositionError> {
    let board = rules.board();
    let mut words = text.split_whitespace();
    let rows: Vec<Vec<char>> = words.next().unwrap_or_default().split('/').map(|row| row.chars().collect()).collect();
    if rows.len() != board.height() {
        return Err(PositionError::Rows { found: rows.len(), expected: board.height() });
    }
    if let Some((index, row)) = rows.iter().enumerate().find(|(_, row)| row.len() != board.width()) {
        return Err(PositionError::RowLength { row: index + 1, found: row.len(), expected: board.width() });
    }
    let to_move = match words.next() {
        None | Some("w") => Player::White,
        Some("b") => Player::Black,
        Some(_) => return Err(PositionError::Turn),
    };
    let ply = words.next().map_or(Ok(0), |word| word.parse::<u32>().map_err(|_| PositionError::Ply))?;
    if ply >= rules.ply_limit() || words.next().is_some() {
        return Err(PositionError::Ply);
    }
    let cells: Vec<char> = rows.into_iter().rev().flatten().collect();
    read_cells(rules, &cells, to_move, ply)
}

/// The position with these letters on the board, one a square, if it is playable.
pub(super) fn read_cells(rules: &Rules, cells: &[char], to_move: Player, ply: u32) -> Result<Position, PositionError> {
    let pos = rules.position(cells, to_move, ply).map_err(PositionError::UnknownLetter)?;
    match rules.standing_end(&pos) {
        Some(ending) => Err(PositionError::Over(rules.explain(&ending))),
        None => Ok(pos),
    }
}

impl Rules {
    /// Why a game ended, as the second half of a sentence.
    pub fn explain(&self, ending: &Ending) -> String {
        let info = ending.piece.map(|piece| self.info(piece));
        let name = info.map(PieceInfo::called).unwrap_or_default();
        let counted = |left: u32| info.map(|info| info.counted(left)).unwrap_or_default();
        let loser = match ending.outcome {
            Outcome::Win(winner) => (!winner).to_string(),
            Outcome::Draw => String::new(),
        };
        match ending.reason {
            Reason::Reached(square) => format!("the {name} reached {}", self.board().name(square)),
            Reason::Captured { left: 0 } => format!("{loser} has no {name} left"),
            Reason::Captured { left } => format!("{loser} has only {} left", counted(left)),
            Reason::OwnCaptured { left: 0 } => format!("{loser} captured its own last {name}"),
            Reason::OwnCaptured { left } => format!("{loser} captured its own {name} and has only {left} left"),
            Reason::NoPieces => format!("{loser} has no piece left"),
            Reason::NoMoves => format!("{loser} cannot move"),
            Reason::PlyLimit => format!("the limit of {} plies is reached", self.ply_limit()),
        }
    }

    /// `a2a3`: where from and where to.
    pub fn show_move(&self, mv: Move) -> String {
        format!("{}{}", self.board().name(mv.from), self.board().name(mv.to))
    }

    /// The legal move that is written so; hyphens and `x` between the squares are forgiven.
    pub fn read_move(&self, pos: &Position, text: &str) -> Option<Move> {
        let (from, rest) = self.board().read_name(text)?;
        let to = self.board().named(rest.strip_prefix(['-', 'x']).unwrap_or(rest))?;
        let mv = Move { from, to };
        let mut legal = Vec::new();
        self.moves(pos, &mut legal);
        legal.contains(&mv).then_some(mv)
    }
}
