//! Errors in a game text: where, and what was expected.

use std::fmt;

use crate::board::MAX_SIDE;
use crate::sbg::parse::{MAX_DEPTH, MAX_TEXT};
use crate::sbg::{DefErrorKind, NameError};

/// Where in a text something stands; lines and columns count from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    pub line: u32,
    pub column: u32,
    pub length: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    pub place: Span,
    pub kind: TextErrorKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextErrorKind {
    TooLong,
    OpenComment,
    /// `found` is `None` at the end of the text or of a line.
    Expected {
        expected: &'static str,
        found: Option<String>,
    },
    NumberTooLarge {
        limit: u32,
    },
    BoardSize,
    RowLength {
        found: usize,
        expected: usize,
    },
    MissingRows {
        found: usize,
        expected: usize,
    },
    UnknownSection(String),
    SectionTwice(&'static str),
    MissingSection(&'static str),
    MixedDialects,
    TooDeep,
    /// The older dialect counts captures: so many cannot be captured.
    Captures {
        letter: char,
        count: usize,
    },
    SquareOffBoard {
        x: u32,
        y: u32,
    },
    Def(DefErrorKind),
    /// Never an error of the game: the entry is passed over.
    Name(NameError),
}

impl fmt::Display for TextErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextErrorKind::TooLong => write!(f, "this text has more than {} KB; a game takes a few", MAX_TEXT / 1024),
            TextErrorKind::OpenComment => write!(f, "this comment is never closed: expected */"),
            TextErrorKind::Expected { expected, found: Some(found) } if found == " " => {
                write!(f, "expected {expected}, found a space")
            }
            TextErrorKind::Expected { expected, found: Some(found) } => {
                write!(f, "expected {expected}, found {found:?}")
            }
            TextErrorKind::Expected { expected, found: None } => write!(f, "expected {expected}, but nothing follows"),
            TextErrorKind::NumberTooLarge { limit } => write!(f, "this number is too large: expected at most {limit}"),
            TextErrorKind::BoardSize => write!(f, "a board has 1 to {MAX_SIDE} columns and 1 to {MAX_SIDE} rows"),
            TextErrorKind::RowLength { found, expected } => {
                write!(f, "this row has {found} squares, but the board is {expected} wide")
            }
            TextErrorKind::MissingRows { found, expected } => {
                write!(f, "expected {expected} rows, top row first, but there are only {found}")
            }
            TextErrorKind::UnknownSection(name) => {
                write!(f, "there is no section {name:?}: expected BOARD, PIECES or GOALS")
            }
            TextErrorKind::SectionTwice(name) => write!(f, "there is a section {name} already"),
            TextErrorKind::MissingSection(name) => write!(f, "the section <{name}> is missing"),
            TextErrorKind::MixedDialects => {
                write!(f, "the headings of a file must all look like <BOARD> or all like <--BOARD-->")
            }
            TextErrorKind::TooDeep => write!(f, "parentheses are nested more than {MAX_DEPTH} deep"),
            TextErrorKind::Captures { letter, count } => {
                write!(
                    f,
                    "there are {count} {letter} at the start: expected a number from 1 to {count} that may be captured"
                )
            }
            TextErrorKind::SquareOffBoard { x, y } => {
                write!(f, "square {x} {y} is not on the board (its column and its row, both from 0)")
            }
            TextErrorKind::Def(kind) => write!(f, "{kind}"),
            TextErrorKind::Name(error) => write!(f, "{error}"),
        }
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.place.line, self.place.column, self.kind)
    }
}

impl std::error::Error for TextError {}
