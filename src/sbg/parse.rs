//! From game text to a game, in both dialects, with the place of every error.

mod error;
mod expression;
mod goals;

pub use error::{Span, TextError, TextErrorKind};

use crate::automata::Regex;
use crate::board::{Geometry, MAX_SIDE};
use crate::sbg::cursor::Cursor;
use crate::sbg::print::game_name;
use crate::sbg::{DefError, GameDef, Part, PieceDef, Rules, player_of};

/// The longest text that is read, in bytes.
pub const MAX_TEXT: usize = 256 * 1024;
/// How deeply parentheses may be nested.
const MAX_DEPTH: usize = 64;

/// Reads a game and prepares it for play; an error of either kind points into the text.
pub fn read_game(text: &str) -> Result<(GameDef, Rules), TextError> {
    read_game_with_notes(text).map(|(def, rules, _)| (def, rules))
}

/// As [`read_game`], with what its author may want to know although the game is valid: entries about names and drawings
/// that cannot be used, and why.
///
/// ```
/// use kibitzer::sbg::read_game_with_notes;
///
/// let text = "<BOARD> 2 3 pp .. PP <PIECES> P (0,1,e) & <GOALS> 20 & @P 0 2, 1 2 & @p 0 0, 1 0 &";
/// let (_, _, notes) = read_game_with_notes(text).unwrap();
/// assert!(notes.is_empty());
/// let (_, _, notes) = read_game_with_notes(&format!("{text} /* {{META DRAW P: unicorn-in-a-hat}} */")).unwrap();
/// assert_eq!(notes.len(), 1, "there is no such drawing, and the game is valid all the same");
/// ```
pub fn read_game_with_notes(text: &str) -> Result<(GameDef, Rules, Vec<TextError>), TextError> {
    let (def, places, notes) = parse_with_places(text)?;
    let rules = Rules::compile(&def).map_err(|error| places.locate(error))?;
    Ok((def, rules, notes))
}

/// Reads a game as it is written, without asking whether it can be played.
pub fn parse(text: &str) -> Result<GameDef, TextError> {
    parse_with_places(text).map(|(def, ..)| def)
}

fn parse_with_places(text: &str) -> Result<(GameDef, Places, Vec<TextError>), TextError> {
    if text.len() > MAX_TEXT {
        let place = Span { line: 1, column: 1, length: 1 };
        return Err(TextError { place, kind: TextErrorKind::TooLong });
    }
    let mut parser = Parser { cursor: Cursor::new(text), dialect: None };
    let (name, about) = parser.heading()?;
    let (mut board, mut pieces, mut goals) = (None, None, None);
    while parser.cursor.peek().is_some() {
        let start = parser.cursor.place();
        let section = parser.section()?;
        let twice = match section {
            "BOARD" => board.replace(parser.board()?).is_some(),
            "PIECES" => pieces.replace(parser.pieces()?).is_some(),
            _ => goals.replace(parser.goals()?).is_some(),
        };
        if twice {
            return Err(TextError { place: start, kind: TextErrorKind::SectionTwice(section) });
        }
    }
    let missing = |name| TextError { place: parser.cursor.place(), kind: TextErrorKind::MissingSection(name) };
    let (at_board, board, setup, cells) = board.ok_or_else(|| missing("BOARD"))?;
    let (pieces, at_pieces) = pieces.ok_or_else(|| missing("PIECES"))?;
    let (ply_limit, at_limit, goals) = goals.ok_or_else(|| missing("GOALS"))?;

    let (names, notes) = parser.cursor.names();
    let mut def = GameDef { name, about, board, setup, pieces, names, goals: Vec::new(), ply_limit };
    let mut places = Places { board: at_board, cells, pieces: at_pieces, goals: Vec::new(), ply_limit: at_limit };
    for (place, goal) in goals {
        def.goals.push(goal.settle(&def, parser.dialect, place)?);
        places.goals.push(place);
    }
    Ok((def, places, notes))
}

/// Where the parts of a definition stand in its text.
struct Places {
    board: Span,
    cells: Vec<Span>,
    pieces: Vec<Span>,
    goals: Vec<Span>,
    ply_limit: Span,
}

impl Places {
    fn locate(&self, error: DefError) -> TextError {
        let place = match error.part {
            Part::Board => self.board,
            Part::Cell(square) => self.cells[square.index()],
            Part::Piece(index) => self.pieces[index],
            Part::Goal(index) => self.goals[index],
            Part::PlyLimit => self.ply_limit,
        };
        TextError { place, kind: TextErrorKind::Def(error.kind) }
    }
}

/// The two ways in which these games are written. They differ in their headings and in what `#K 1` means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dialect {
    /// `<--BOARD-->`; `#K 1` is "one K has been captured".
    Older,
    /// `<BOARD>`; `#K 0` is "no more than 0 K are left".
    Newer,
}

struct Parser<'a> {
    cursor: Cursor<'a>,
    dialect: Option<Dialect>,
}

type Board = (Span, Geometry, Vec<char>, Vec<Span>);
type Pieces = (Vec<PieceDef>, Vec<Span>);

impl Parser<'_> {
    /// What stands before the first section: `<<name>>`, or a bare line as the name, and `//` lines that tell about the
    /// game. Other comments are ignored.
    fn heading(&mut self) -> Result<(String, String), TextError> {
        let mut name = String::new();
        let mut about = String::new();
        loop {
            self.cursor.take_while(char::is_whitespace);
            if self.cursor.eat("//") {
                // Printing rewraps lines, so only words count.
                for word in self.cursor.rest_of_line().split_whitespace() {
                    if !about.is_empty() {
                        about.push(' ');
                    }
                    about.push_str(word);
                }
            } else if self.cursor.starts_with("/*") {
                self.cursor.skip_block_comment()?;
            } else if self.cursor.eat("<<") {
                name = game_name(self.cursor.take_while(|c| c != '>' && c != '\n'));
                if !self.cursor.eat(">>") {
                    return Err(self.cursor.unexpected(">> after the name of the game"));
                }
            } else if self.cursor.starts_with("<") || self.cursor.peek().is_none() {
                return Ok((name, about));
            } else if name.is_empty() {
                name = game_name(self.cursor.rest_of_line());
            } else {
                return Err(self.cursor.unexpected("a section, such as <BOARD>"));
            }
        }
    }

    fn section(&mut self) -> Result<&'static str, TextError> {
        let start = self.cursor.place();
        let (dialect, close) = match (self.cursor.eat("<--"), self.cursor.eat("<")) {
            (true, _) => (Dialect::Older, "-->"),
            (_, true) => (Dialect::Newer, ">"),
            _ => return Err(self.cursor.unexpected("a section, such as <BOARD>")),
        };
        let word = self.cursor.take_while(|c| c.is_ascii_alphabetic());
        let known = ["BOARD", "PIECES", "GOALS"].into_iter().find(|name| *name == word);
        let Some(name) = known else {
            let kind = TextErrorKind::UnknownSection(word.chars().take(20).collect());
            return Err(TextError { place: self.cursor.since(start), kind });
        };
        if !self.cursor.eat(close) {
            let expected = if dialect == Dialect::Older { "-->" } else { ">" };
            return Err(self.cursor.unexpected(expected));
        }
        if *self.dialect.get_or_insert(dialect) != dialect {
            return Err(TextError { place: self.cursor.since(start), kind: TextErrorKind::MixedDialects });
        }
        self.cursor.skip_blank()?;
        Ok(name)
    }

    fn at_section_end(&self) -> bool {
        matches!(self.cursor.peek(), None | Some('<'))
    }

    fn board(&mut self) -> Result<Board, TextError> {
        let start = self.cursor.place();
        let size = |kind| TextError { place: start, kind };
        let width = self.number(u32::from(MAX_SIDE), "the number of columns").map_err(|error| match error.kind {
            TextErrorKind::NumberTooLarge { .. } => size(TextErrorKind::BoardSize),
            _ => error,
        })?;
        let height = self.number(u32::from(MAX_SIDE), "the number of rows").map_err(|error| match error.kind {
            TextErrorKind::NumberTooLarge { .. } => size(TextErrorKind::BoardSize),
            _ => error,
        })?;
        let board = Geometry::new(width as u8, height as u8).ok_or_else(|| size(TextErrorKind::BoardSize))?;
        let whole = self.cursor.since(start);

        let mut rows = Vec::new();
        for found in 0..board.height() {
            if self.at_section_end() {
                let kind = TextErrorKind::MissingRows { found, expected: board.height() };
                return Err(TextError { place: self.cursor.place(), kind });
            }
            rows.push(self.row(board.width())?);
        }
        if !self.at_section_end() {
            return Err(self.cursor.unexpected("a section after the last row"));
        }
        // Text lists the top row first, squares are counted from the bottom.
        let cells: Vec<(char, Span)> = rows.into_iter().rev().flatten().collect();
        let (setup, places) = cells.into_iter().unzip();
        Ok((whole, board, setup, places))
    }

    fn row(&mut self, width: usize) -> Result<Vec<(char, Span)>, TextError> {
        let start = self.cursor.place();
        let framed = self.cursor.eat("|");
        let mut cells = Vec::new();
        while let Some(c) = self.cursor.peek().filter(|c| *c == '.' || player_of(*c).is_some()) {
            cells.push((c, self.cursor.place()));
            self.cursor.bump();
        }
        let ends = if framed { self.cursor.eat("|") } else { self.cursor.peek().is_none_or(char::is_whitespace) };
        if !ends {
            let expected = if framed { "a letter, `.` or | in this row" } else { "a letter or `.` in this row" };
            return Err(self.cursor.unexpected(expected));
        }
        if cells.len() != width {
            let kind = TextErrorKind::RowLength { found: cells.len(), expected: width };
            return Err(TextError { place: self.cursor.since(start), kind });
        }
        self.cursor.skip_blank()?;
        Ok(cells)
    }

    fn pieces(&mut self) -> Result<Pieces, TextError> {
        let mut pieces: Vec<PieceDef> = Vec::new();
        let mut places = Vec::new();
        while !self.at_section_end() {
            places.push(self.cursor.place());
            let letter = self.letter("a piece's letter")?;
            let rule = if self.cursor.peek() == Some('&') { Regex::NOTHING } else { self.union(0)? };
            pieces.push(PieceDef { letter, rule });
            self.end_of_item("+, a step or & after this expression")?;
        }
        Ok((pieces, places))
    }

    fn letter(&mut self, expected: &'static str) -> Result<char, TextError> {
        let letter = self.cursor.peek().filter(|c| player_of(*c).is_some());
        let letter = letter.ok_or_else(|| self.cursor.unexpected(expected))?;
        self.cursor.bump();
        self.cursor.skip_blank()?;
        Ok(letter)
    }

    fn number(&mut self, limit: u32, expected: &'static str) -> Result<u32, TextError> {
        let start = self.cursor.place();
        let digits = self.cursor.take_while(|c| c.is_ascii_digit());
        if digits.is_empty() {
            return Err(self.cursor.unexpected(expected));
        }
        let place = self.cursor.since(start);
        let number = digits.parse().ok().filter(|number| *number <= limit);
        self.cursor.skip_blank()?;
        number.ok_or(TextError { place, kind: TextErrorKind::NumberTooLarge { limit } })
    }

    /// One `&`; files made by others also have two.
    fn end_of_item(&mut self, expected: &'static str) -> Result<(), TextError> {
        if !self.eat_token("&")? {
            return Err(self.cursor.unexpected(expected));
        }
        while self.eat_token("&")? {}
        Ok(())
    }

    fn eat_token(&mut self, token: &str) -> Result<bool, TextError> {
        let eaten = self.cursor.eat(token);
        if eaten {
            self.cursor.skip_blank()?;
        }
        Ok(eaten)
    }
}
