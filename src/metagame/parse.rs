//! From game text to a definition (the grammar of Appendix A.1), with the place of every error.
//!
//! Beyond the grammar, what the published definitions need is read too: letters for files, sets in any order, and a
//! description's owner without braces.

mod cursor;
mod pieces;
mod words;

use std::fmt;

use crate::metagame::lex::{Token, tokens};
use crate::metagame::{
    At, BoardType, Decider, DefErrorKind, Description, GameDef, Goal, Inversion, Names, Owner, Part, Place, Setup,
    Side, Warning,
};

use cursor::Parser;
pub(super) use words::reserved;

/// The longest text that is read, in bytes.
pub const MAX_TEXT: usize = 256 * 1024;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    pub place: Place,
    pub kind: TextErrorKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextErrorKind {
    TooLong,
    /// `found` is `None` at the end of the text.
    Expected {
        expected: String,
        found: Option<String>,
    },
    NumberTooLarge {
        limit: u8,
    },
    /// The effect has syntax but no meaning (A-7).
    Displaces,
    Twice(&'static str),
    Reserved(String),
    Def(DefErrorKind),
}

impl fmt::Display for TextErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextErrorKind::TooLong => write!(f, "this text has more than {} KB; a game takes a few", MAX_TEXT / 1024),
            TextErrorKind::Expected { expected, found: Some(found) } => {
                write!(f, "expected {expected}, found {found:?}")
            }
            TextErrorKind::Expected { expected, found: None } => write!(f, "expected {expected}, but nothing follows"),
            TextErrorKind::NumberTooLarge { limit } => write!(f, "this number is too large: expected at most {limit}"),
            TextErrorKind::Displaces => {
                write!(f, "\"displaces\" has no meaning in this class: expected remove or possesses")
            }
            TextErrorKind::Twice(word) => write!(f, "{word} is given twice"),
            TextErrorKind::Reserved(word) => write!(f, "{word:?} is a word of the language and cannot be a name"),
            TextErrorKind::Def(kind) => write!(f, "{kind}"),
        }
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.place.line, self.place.column, self.kind)
    }
}

impl std::error::Error for TextError {}

/// Reads a definition and checks that it can be played.
///
/// ```
/// let error = kibitzer::metagame::parse("game tiny\ngoals stalemate nobody").unwrap_err();
/// assert_eq!(error.to_string(), "2:17: expected player or opponent, found \"nobody\"");
/// ```
pub fn parse(text: &str) -> Result<GameDef, TextError> {
    if text.len() > MAX_TEXT {
        return Err(TextError { place: Place { line: 1, column: 1, length: 0 }, kind: TextErrorKind::TooLong });
    }
    let mut parser = Parser::new(text);
    let def = parser.game()?;
    def.check().map_err(|error| parser.place_of(error))?;
    Ok(def)
}

type Parse<T> = Result<T, TextError>;

impl Parser {
    fn game(&mut self) -> Parse<GameDef> {
        self.word("game")?;
        self.mark(Part::Name);
        let name = self.name("the game's name")?;
        self.word("goals")?;
        let mut goals = Vec::new();
        while goals.is_empty() || !self.at_word("board_size") {
            self.mark(Part::Goal(goals.len()));
            goals.push(self.goal(goals.is_empty())?);
        }
        self.word("board_size")?;
        self.mark(Part::Board);
        let width = self.number(99)?;
        self.word("by")?;
        let height = self.number(99)?;
        self.word("board_type")?;
        let board_type =
            self.one_of(&[("planar", BoardType::Planar), ("vertical_cylinder", BoardType::VerticalCylinder)])?;
        let inversion = if self.accept("inversion") {
            self.one_of(&[("forward", Inversion::Forward), ("diagonal", Inversion::Diagonal)])?
        } else {
            Inversion::Diagonal
        };
        if !self.accept("promote_rank") {
            return self.expected("INVERSION or PROMOTE_RANK");
        }
        self.mark(Part::PromoteRank);
        let promote_rank = self.number(99)?;
        self.word("setup")?;
        let setup = self.setup()?;
        let must_capture = self.accept("constraints");
        if must_capture {
            self.word("must_capture")?;
        }
        let mut pieces = Vec::new();
        while self.accept("define") {
            pieces.push(self.piece(pieces.len())?);
        }
        if !self.accept("end") {
            return self.expected(if must_capture { "DEFINE or END GAME" } else { "CONSTRAINTS, DEFINE or END GAME" });
        }
        self.word("game")?;
        self.sign(".")?;
        if *self.peek() != Token::End {
            return self.expected("nothing after the end of the game");
        }
        Ok(GameDef { name, goals, width, height, board_type, inversion, promote_rank, setup, must_capture, pieces })
    }

    fn goal(&mut self, first: bool) -> Parse<Goal> {
        if self.accept("arrive") {
            let pieces = self.description()?;
            self.word("at")?;
            Ok(Goal::Arrive(pieces, self.squares()?))
        } else if self.accept("eradicate") {
            Ok(Goal::Eradicate(self.description()?))
        } else if self.accept("stalemate") {
            Ok(Goal::Stalemate(self.side()?))
        } else if first {
            self.expected("ARRIVE, ERADICATE or STALEMATE")
        } else {
            self.expected("another goal or BOARD_SIZE")
        }
    }

    fn side(&mut self) -> Parse<Side> {
        self.one_of(&[("player", Side::Player), ("opponent", Side::Opponent)])
    }

    fn description(&mut self) -> Parse<Description> {
        self.sign("[")?;
        let owner = if self.accept_sign("{") {
            let side = self.side()?;
            self.sign("}")?;
            Owner::Only(side)
        } else {
            self.one_of(&[
                ("any_player", Owner::Any),
                ("player", Owner::Only(Side::Player)),
                ("opponent", Owner::Only(Side::Opponent)),
            ])?
        };
        let names = self.names()?;
        self.sign("]")?;
        Ok(Description { owner, names })
    }

    fn names(&mut self) -> Parse<Names> {
        if self.accept("any_piece") {
            return Ok(Names::Any);
        }
        if !self.accept_sign("{") {
            return self.expected("ANY_PIECE or a list of names in braces");
        }
        let mut list = vec![self.name("a name")?];
        while !self.accept_sign("}") {
            list.push(self.name("a name or \"}\"")?);
        }
        Ok(Names::List(list))
    }

    fn squares(&mut self) -> Parse<Vec<At>> {
        self.sign("{")?;
        let mut list = vec![self.square()?];
        while !self.accept_sign("}") {
            if !self.at_sign("(") {
                return self.expected("a square or \"}\"");
            }
            list.push(self.square()?);
        }
        Ok(list)
    }

    fn square(&mut self) -> Parse<At> {
        self.sign("(")?;
        let file = match self.peek() {
            Token::Word(word) => match word.as_bytes() {
                [letter @ b'a'..=b'z'] => Some(letter - b'a' + 1),
                _ => None,
            },
            _ => None,
        };
        let file = match file {
            Some(file) => {
                self.advance();
                file
            }
            None if matches!(self.peek(), Token::Number(_)) => self.number(99)?,
            None => return self.expected("a file, as a letter or a number"),
        };
        self.sign(",")?;
        let rank = self.number(99)?;
        self.sign(")")?;
        Ok((file, rank))
    }

    fn setup(&mut self) -> Parse<Setup> {
        self.mark(Part::Setup);
        if self.accept("decision") {
            let decider = self.one_of(&[
                ("player", Decider::Side(Side::Player)),
                ("opponent", Decider::Side(Side::Opponent)),
                ("random", Decider::Random),
            ])?;
            self.word("assigns")?;
            let names = self.names()?;
            self.word("to")?;
            let squares = self.squares()?;
            self.words(&["end", "decision"])?;
            return Ok(Setup::Decision { decider, names, squares });
        }
        let mut list = Vec::new();
        loop {
            self.mark(Part::Assignment(list.len()));
            let name = self.name("DECISION or the name of a piece")?;
            self.word("at")?;
            list.push((name, self.squares()?));
            if !matches!(self.peek(), Token::Word(word) if !reserved(word)) {
                return Ok(Setup::Fixed(list));
            }
        }
    }
}

/// Where in a text that was read a warning about it belongs.
pub fn warning_place(text: &str, warning: &Warning) -> Place {
    let all = tokens(text);
    let is = |index: usize, word: &str| matches!(&all[index].0, Token::Word(found) if found == word);
    let first = |word: &str| (0..all.len()).find(|index| is(*index, word));
    // The n-th part of a definition that begins, and does not end, with a word.
    let part = |piece: &str, word: &str, number: usize| {
        let start = (1..all.len()).find(|index| is(*index, piece) && is(index - 1, "define"))?;
        let begins = |index: &usize| is(*index, word) && !is(index - 1, "end");
        (start + 1..all.len()).filter(begins).nth(number).or(Some(start))
    };
    let index = match warning {
        Warning::NoStalemateGoal => first("goals"),
        Warning::Undefined(name) => first(name),
        Warning::IdleCapture { piece, capture } => part(piece, "capture", *capture),
        Warning::Unusable { piece, movement } => part(piece, "movement", *movement),
    };
    all[index.unwrap_or(0)].1
}
