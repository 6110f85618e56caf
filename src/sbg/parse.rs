//! From game text to a game, in both dialects, with the place of every error.

use std::fmt;

use crate::automata::{On, Regex, Step};
use crate::board::{Geometry, MAX_SIDE, Square};
use crate::order;
use crate::sbg::cursor::Cursor;
use crate::sbg::{DefError, DefErrorKind, GameDef, Goal, NameError, Part, PieceDef, Rules, player_of};

/// The longest text that is read, in bytes.
pub const MAX_TEXT: usize = 256 * 1024;
/// How deeply parentheses may be nested.
const MAX_DEPTH: usize = 64;

/// Where in a text something stands; lines and columns count from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub line: u32,
    pub column: u32,
    pub length: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    pub place: Place,
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

/// Reads a game and prepares it for play; an error of either kind points into the text.
pub fn read_game(text: &str) -> Result<(GameDef, Rules), TextError> {
    read_game_with_notes(text).map(|(def, rules, _)| (def, rules))
}

/// As [`read_game`], with what its author may want to know although the game is valid: entries about names and drawings
/// that cannot be used, and why.
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
        let place = Place { line: 1, column: 1, length: 1 };
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
    board: Place,
    cells: Vec<Place>,
    pieces: Vec<Place>,
    goals: Vec<Place>,
    ply_limit: Place,
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

/// A goal as written: squares are not yet known to be on the board, whose section may come later.
enum WrittenGoal {
    Reach { letter: char, squares: Vec<(u32, u32, Place)> },
    Count { letter: char, n: u32 },
}

impl WrittenGoal {
    /// `place` is where the whole goal stands.
    fn settle(self, def: &GameDef, dialect: Option<Dialect>, place: Place) -> Result<Goal, TextError> {
        match self {
            WrittenGoal::Reach { letter, squares } => {
                let on_board = |(x, y, place)| {
                    let kind = TextErrorKind::SquareOffBoard { x, y };
                    def.board.at(x as usize, y as usize).ok_or(TextError { place, kind })
                };
                let mut squares: Vec<Square> = squares.into_iter().map(on_board).collect::<Result<_, _>>()?;
                order::sort(&mut squares);
                squares.dedup();
                Ok(Goal::Reach { letter, squares })
            }
            WrittenGoal::Count { letter, n } if dialect == Some(Dialect::Newer) => Ok(Goal::Keep { letter, left: n }),
            WrittenGoal::Count { letter, n } => {
                let count = def.count(letter);
                let left = u32::try_from(count).ok().and_then(|count| count.checked_sub(n)).filter(|_| n > 0);
                let kind = TextErrorKind::Captures { letter, count };
                left.map(|left| Goal::Keep { letter, left }).ok_or(TextError { place, kind })
            }
        }
    }
}

struct Parser<'a> {
    cursor: Cursor<'a>,
    dialect: Option<Dialect>,
}

type Board = (Place, Geometry, Vec<char>, Vec<Place>);
type Pieces = (Vec<PieceDef>, Vec<Place>);
type Goals = (u32, Place, Vec<(Place, WrittenGoal)>);

impl Parser<'_> {
    /// What stands before the first section: `<<name>>`, or a bare line as the name, and `//` lines that tell about the
    /// game. Other comments are nobody's business.
    fn heading(&mut self) -> Result<(String, String), TextError> {
        let mut name = String::new();
        let mut about = String::new();
        loop {
            self.cursor.take_while(char::is_whitespace);
            if self.cursor.eat("//") {
                let line = self.cursor.rest_of_line().trim();
                if !about.is_empty() && !line.is_empty() {
                    about.push(' ');
                }
                about.push_str(line);
            } else if self.cursor.starts_with("/*") {
                self.cursor.skip_block_comment()?;
            } else if self.cursor.eat("<<") {
                name = self.cursor.take_while(|c| c != '>' && c != '\n').trim().to_owned();
                if !self.cursor.eat(">>") {
                    return Err(self.cursor.unexpected(">> after the name of the game"));
                }
            } else if self.cursor.starts_with("<") || self.cursor.peek().is_none() {
                return Ok((name, about));
            } else if name.is_empty() {
                name = self.cursor.rest_of_line().to_owned();
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
        let cells: Vec<(char, Place)> = rows.into_iter().rev().flatten().collect();
        let (setup, places) = cells.into_iter().unzip();
        Ok((whole, board, setup, places))
    }

    fn row(&mut self, width: usize) -> Result<Vec<(char, Place)>, TextError> {
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

    fn union(&mut self, depth: usize) -> Result<Regex, TextError> {
        if depth > MAX_DEPTH {
            return Err(TextError { place: self.cursor.place(), kind: TextErrorKind::TooDeep });
        }
        let mut parts = vec![self.concat(depth)?];
        while self.eat_token("+")? {
            parts.push(self.concat(depth)?);
        }
        Ok(Regex::union(parts))
    }

    fn concat(&mut self, depth: usize) -> Result<Regex, TextError> {
        if self.cursor.peek() != Some('(') {
            return Err(self.cursor.unexpected("a step such as (0,1,e)"));
        }
        let mut parts = Vec::new();
        while self.cursor.peek() == Some('(') {
            parts.push(self.repeated(depth)?);
        }
        Ok(Regex::concat(parts))
    }

    fn repeated(&mut self, depth: usize) -> Result<Regex, TextError> {
        let mut regex = self.atom(depth)?;
        // Each power may nest one in the other, so they count as depth too.
        let mut powers = depth;
        while self.eat_token("^")? {
            powers += 1;
            if powers > MAX_DEPTH {
                return Err(TextError { place: self.cursor.place(), kind: TextErrorKind::TooDeep });
            }
            regex = if self.eat_token("*")? {
                Regex::star(regex)
            } else {
                let n = self.number(u32::from(u16::MAX), "* or a number after ^")?;
                Regex::power(regex, n as u16)
            };
        }
        Ok(regex)
    }

    /// A step, a group in parentheses, or `()`, the empty word.
    fn atom(&mut self, depth: usize) -> Result<Regex, TextError> {
        self.eat_token("(")?;
        if self.eat_token(")")? {
            return Ok(Regex::EMPTY_WORD);
        }
        if self.cursor.peek() == Some('(') {
            let inner = self.union(depth + 1)?;
            if !self.eat_token(")")? {
                return Err(self.cursor.unexpected("+, a step or ) to close this group"));
            }
            return Ok(inner);
        }
        let dx = self.distance()?;
        self.comma()?;
        let dy = self.distance()?;
        self.comma()?;
        let Some(on) = self.cursor.peek().and_then(On::from_letter) else {
            return Err(self.cursor.unexpected("e (empty), p (the opponent's) or w (one's own)"));
        };
        self.cursor.bump();
        self.cursor.skip_blank()?;
        if !self.eat_token(")")? {
            return Err(self.cursor.unexpected(") at the end of this step"));
        }
        Ok(Regex::Step(Step::new(dx, dy, on)))
    }

    fn comma(&mut self) -> Result<(), TextError> {
        if self.eat_token(",")? { Ok(()) } else { Err(self.cursor.unexpected("a comma in this step, as in (0,1,e)")) }
    }

    fn distance(&mut self) -> Result<i8, TextError> {
        let negative = self.cursor.eat("-");
        if !negative {
            self.cursor.eat("+");
        }
        let distance = self.number(i8::MAX as u32, "a distance, as in (0,1,e)")? as i8;
        Ok(if negative { -distance } else { distance })
    }

    fn goals(&mut self) -> Result<Goals, TextError> {
        let start = self.cursor.place();
        let ply_limit = self.number(1_000_000, "the limit of plies")?;
        let at_limit = self.cursor.since(start);
        self.end_of_item("& after the limit of plies")?;
        let mut goals = Vec::new();
        while !self.at_section_end() {
            let start = self.cursor.place();
            let goal = if self.eat_token("@")? {
                let letter = self.letter("a piece's letter after @")?;
                let mut squares = vec![self.goal_square()?];
                while self.eat_token(",")? {
                    squares.push(self.goal_square()?);
                }
                WrittenGoal::Reach { letter, squares }
            } else if self.eat_token("#")? {
                let letter = self.letter("a piece's letter after #")?;
                WrittenGoal::Count { letter, n: self.number(256, "how many")? }
            } else {
                return Err(self.cursor.unexpected("a goal: @ a piece and its squares, or # a piece and a number"));
            };
            goals.push((self.cursor.since(start), goal));
            self.end_of_item("& after this goal")?;
        }
        Ok((ply_limit, at_limit, goals))
    }

    /// A column and a row, and where they stand.
    fn goal_square(&mut self) -> Result<(u32, u32, Place), TextError> {
        let start = self.cursor.place();
        let (x, y) = (self.number(1_000, "a column, counted from 0")?, self.number(1_000, "a row, counted from 0")?);
        Ok((x, y, self.cursor.since(start)))
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
