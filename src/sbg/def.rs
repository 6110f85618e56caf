//! A game as it was written: plain data, which may be wrong.

use std::fmt;

use crate::automata::{CompileError, Regex};
use crate::board::{Geometry, Player, Square};
use crate::sbg::{MAX_NODES, MAX_PATHS, Naming};

/// A game as an author, or the learner, put it down.
///
/// ```
/// use kibitzer::sbg::{Goal, Rules, parse};
///
/// let text = "<<Race>> <BOARD> 2 3 pp .. PP <PIECES> P (0,1,e) & <GOALS> 20 & @P 0 2, 1 2 & @p 0 0, 1 0 &";
/// let mut def = parse(text).unwrap();
/// assert_eq!((def.name.as_str(), def.pieces.len(), def.ply_limit), ("Race", 1, 20));
/// assert!(matches!(&def.goals[0], Goal::Reach { letter: 'P', squares } if squares.len() == 2));
///
/// // It may be wrong, and only compiling it shows that.
/// def.setup.pop();
/// assert!(Rules::compile(&def).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameDef {
    pub name: String,
    /// Where the game comes from, for the people who meet it.
    pub about: String,
    pub board: Geometry,
    /// What stands on each square at the start: a letter (upper case is White's) or `.`.
    pub setup: Vec<char>,
    pub pieces: Vec<PieceDef>,
    /// What the text says about names and drawings, at most one entry a letter.
    pub names: Vec<Naming>,
    pub goals: Vec<Goal>,
    /// After this many plies the game is a draw.
    pub ply_limit: u32,
}

/// How the pieces of one letter move.
///
/// A rule for an upper-case letter is White's, and, mirrored, Black's too, unless the lower-case letter has its own.
/// That one is taken as it stands, in board coordinates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceDef {
    pub letter: char,
    pub rule: Regex,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The owner of this letter wins when one of these pieces reaches one of these squares.
    Reach { letter: char, squares: Vec<Square> },
    /// The owner of this letter loses when a capture leaves no more than so many of these pieces.
    Keep { letter: char, left: u32 },
}

impl Goal {
    pub fn letter(&self) -> char {
        match self {
            Goal::Reach { letter, .. } | Goal::Keep { letter, .. } => *letter,
        }
    }
}

/// Upper case is White's, lower case Black's; nothing else is a piece.
///
/// ```
/// use kibitzer::board::Player;
/// use kibitzer::sbg::player_of;
///
/// assert_eq!(['K', 'k', '.'].map(player_of), [Some(Player::White), Some(Player::Black), None]);
/// ```
pub fn player_of(letter: char) -> Option<Player> {
    match letter {
        'A'..='Z' => Some(Player::White),
        'a'..='z' => Some(Player::Black),
        _ => None,
    }
}

impl GameDef {
    /// The rule that moves this letter in board coordinates: its own, or the other player's mirrored.
    pub fn rule(&self, letter: char) -> Option<Regex> {
        let written = |letter: char| self.pieces.iter().find(|piece| piece.letter == letter);
        match (written(letter), player_of(letter)?) {
            (Some(piece), _) => Some(piece.rule.clone()),
            (None, Player::Black) => {
                written(letter.to_ascii_uppercase()).map(|piece| piece.rule.map(&|step| step.mirrored()))
            }
            (None, Player::White) => None,
        }
    }

    pub fn has_rule(&self, letter: char) -> bool {
        self.pieces.iter().any(|piece| piece.letter == letter || piece.letter == letter.to_ascii_uppercase())
    }

    /// How many pieces of this letter there are at the start.
    pub fn count(&self, letter: char) -> usize {
        self.setup.iter().filter(|cell| **cell == letter).count()
    }

    /// The rows of the board as text, top row first.
    pub fn rows(&self) -> impl Iterator<Item = String> {
        self.setup.chunks(self.board.width()).rev().map(|row| row.iter().collect())
    }
}

/// Which part of a definition is at fault; the parser knows where that part stands in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Board,
    Cell(Square),
    Piece(usize),
    Goal(usize),
    PlyLimit,
}

/// A definition that does not make a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefError {
    pub part: Part,
    pub kind: DefErrorKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DefErrorKind {
    /// The set-up does not have one entry a square.
    SetupSize,
    NotALetter(char),
    NoRule(char),
    RuleTwice(char),
    Rule(CompileError),
    TooManyPaths {
        letter: char,
        square: String,
    },
    TooManyNodes,
    NoSuchSquare(Square),
    PlyLimit(u32),
    AlreadyOver {
        winner: Player,
        reason: String,
    },
}

/// The longest game that a definition may allow.
pub(super) const MAX_PLIES: u32 = 10_000;

impl fmt::Display for DefErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DefErrorKind::SetupSize => write!(f, "the start position must have one entry for each square of the board"),
            DefErrorKind::NotALetter(c) => {
                write!(f, "{c:?} is not a piece: expected a letter, or `.` for an empty square")
            }
            DefErrorKind::NoRule(letter) => {
                let rule = letter.to_ascii_uppercase();
                write!(f, "there is no rule for {letter}: add one to <PIECES> (`{rule} &` is a piece that never moves)")
            }
            DefErrorKind::RuleTwice(letter) => write!(f, "{letter} has a rule already"),
            DefErrorKind::Rule(error) => write!(f, "{error}"),
            DefErrorKind::TooManyPaths { letter, square } => {
                write!(
                    f,
                    "from {square}, {letter} could take more than {MAX_PATHS} paths: its loops allow too many paths"
                )
            }
            DefErrorKind::TooManyNodes => {
                write!(
                    f,
                    "up to this rule, the pieces could take more than {MAX_NODES} paths from all squares together"
                )
            }
            DefErrorKind::NoSuchSquare(square) => write!(f, "square number {} is not on the board", square.index()),
            DefErrorKind::PlyLimit(limit) => write!(f, "expected a limit of 1 to {MAX_PLIES} plies, found {limit}"),
            DefErrorKind::AlreadyOver { winner, reason } => {
                write!(f, "in this start position the game is over before it begins: {winner} has won, since {reason}")
            }
        }
    }
}
