//! Reading records, one at a time, however long the file is.

use std::fmt;
use std::io::BufRead;

use crate::automata::{On, Step, Word};
use crate::board::{Geometry, MAX_SIDE, Player, Square};
use crate::observe::record::Impossible;
use crate::observe::{Listing, Record, RecordResult, SeenMove};
use crate::sbg::player_of;

/// The longest line that is read, in bytes.
pub const MAX_LINE: usize = 64 * 1024;

/// What is wrong with a file of records, and where; lines and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    pub line: u64,
    pub column: usize,
    pub kind: RecordErrorKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordErrorKind {
    Expected(&'static str),
    /// The file ends in the middle of a record.
    CutOff(&'static str),
    LongLine,
    NotText,
    Unreadable(String),
    BoardSize,
    RowLength {
        found: usize,
        expected: usize,
    },
    OtherBoard {
        found: (usize, usize),
        expected: (usize, usize),
    },
    TooManyMoves,
    MovesAfterEnd,
    NoSuchSquare,
    NotOwnPiece,
    OffBoard,
    Twice,
    OtherContent(On),
    OtherLetter(char),
}

impl fmt::Display for RecordErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordErrorKind::Expected(what) => write!(f, "expected {what}"),
            RecordErrorKind::CutOff(what) => write!(f, "the file ends in the middle of a record: expected {what}"),
            RecordErrorKind::LongLine => write!(f, "this line has more than {MAX_LINE} bytes"),
            RecordErrorKind::NotText => write!(f, "this is not UTF-8 text"),
            RecordErrorKind::Unreadable(why) => write!(f, "the file cannot be read further: {why}"),
            RecordErrorKind::BoardSize => {
                write!(f, "a board has at most {MAX_SIDE} rows of at most {MAX_SIDE} squares")
            }
            RecordErrorKind::RowLength { found, expected } => {
                write!(f, "this row has {found} squares, but the one above it has {expected}")
            }
            RecordErrorKind::OtherBoard { found, expected } => write!(
                f,
                "this board is {} by {}, but those before it are {} by {}: one file holds records of one game",
                found.0, found.1, expected.0, expected.1
            ),
            RecordErrorKind::TooManyMoves => write!(f, "this is more moves than a board allows"),
            RecordErrorKind::MovesAfterEnd => write!(f, "the game is over here: expected no moves"),
            RecordErrorKind::NoSuchSquare => write!(f, "there is no such square on this board"),
            RecordErrorKind::NotOwnPiece => write!(f, "no piece of the player to move stands there"),
            RecordErrorKind::OffBoard => write!(f, "this step leaves the board"),
            RecordErrorKind::Twice => write!(f, "this step returns to a square already on the path"),
            RecordErrorKind::OtherContent(on) => {
                let found = match on {
                    On::Empty => "that square is empty",
                    On::Enemy => "an opponent's piece stands there",
                    On::Own => "one of the mover's own pieces stands there",
                };
                write!(f, "{found}, so this step should end in {}", on.letter())
            }
            RecordErrorKind::OtherLetter(letter) => write!(f, "{letter} stands there"),
        }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.kind)
    }
}

impl std::error::Error for RecordError {}

/// The most moves that a record may list; far more than any position has.
const MAX_MOVES: usize = 1 << 20;

/// Gives the records of a file one by one. After an error it gives nothing more, unless it is told to [`RecordReader::resume`];
/// what came before stands.
#[derive(Debug)]
pub struct RecordReader<R> {
    input: R,
    line: String,
    number: u64,
    board: Option<Geometry>,
    failed: bool,
    /// The first row of the next record is at hand.
    resumed: bool,
}

impl<R: BufRead> Iterator for RecordReader<R> {
    type Item = Result<Record, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let result = self.read().transpose();
        self.failed = matches!(result, Some(Err(_)));
        result
    }
}

impl<R: BufRead> RecordReader<R> {
    pub fn new(input: R) -> RecordReader<R> {
        RecordReader { input, line: String::new(), number: 0, board: None, failed: false, resumed: false }
    }

    /// Continues a file of which so many lines, with boards of this size, have been read.
    pub fn continued(input: R, lines: u64, board: Option<Geometry>) -> RecordReader<R> {
        RecordReader { number: lines, board, ..RecordReader::new(input) }
    }

    /// After an error, continues with the next record that begins with its number and a row of the board; what is before it is left
    /// out. False when there is none.
    pub fn resume(&mut self) -> bool {
        if !self.failed {
            return true;
        }
        let is_row = |line: &str| {
            line.bytes().any(|byte| byte == b'.' || byte.is_ascii_alphabetic())
                && line.bytes().all(|byte| byte == b'.' || byte.is_ascii_alphabetic())
        };
        let is_number = |line: &str| line.bytes().all(|byte| byte.is_ascii_digit());
        let mut after_number = is_number(&self.line) && !self.line.is_empty();
        loop {
            match self.next_line() {
                Ok(true) if after_number && is_row(&self.line) => {
                    (self.failed, self.resumed) = (false, true);
                    return true;
                }
                Ok(true) => after_number = is_number(&self.line),
                // A line that cannot be read is left out like any other.
                Err(RecordError { kind: RecordErrorKind::NotText | RecordErrorKind::LongLine, .. }) => {
                    self.line.clear();
                    after_number = false;
                }
                Ok(false) | Err(_) => return false,
            }
        }
    }

    /// What is left of the input.
    pub fn input(&self) -> &R {
        &self.input
    }

    /// Lines read so far.
    pub fn lines(&self) -> u64 {
        self.number
    }

    fn read(&mut self) -> Result<Option<Record>, RecordError> {
        if std::mem::take(&mut self.resumed) {
            return self.read_numbered().map(Some);
        }
        if !self.next_line()? {
            return Ok(None);
        }
        // Björnsson's records begin with a number, those of the slides with the board.
        if self.line.bytes().all(|byte| byte.is_ascii_digit()) {
            self.need_line("the rows of the board")?;
            self.read_numbered().map(Some)
        } else {
            self.read_unnumbered().map(Some)
        }
    }

    fn read_numbered(&mut self) -> Result<Record, RecordError> {
        let (board, cells) = self.rows("the outcome: *, -1, 0 or 1")?;
        let result = match self.line.as_str() {
            "*" => RecordResult::Open,
            "-1" => RecordResult::Lost,
            "0" => RecordResult::Tied,
            "1" => RecordResult::Won,
            _ => return Err(self.expected("another row of the board, or the outcome: *, -1, 0 or 1")),
        };
        self.need_line("a line such as `0 all 20`")?;
        let mut scan = Scan::new(&self.line);
        let player = match scan.number() {
            Some(0) => Player::White,
            Some(1) => Player::Black,
            _ => return Err(self.at(scan.start, RecordErrorKind::Expected("the player to move, 0 or 1"))),
        };
        let listing = match scan.word() {
            "all" => Listing::All,
            "some" => Listing::Some,
            _ => return Err(self.at(scan.start, RecordErrorKind::Expected("`all` or `some`"))),
        };
        let count = scan.number().and_then(|count| usize::try_from(count).ok());
        let Some(count) = count.filter(|_| scan.at_end()) else {
            return Err(self.at(scan.start, RecordErrorKind::Expected("the number of moves that follow, and no more")));
        };
        if count > MAX_MOVES {
            return Err(self.at(scan.start, RecordErrorKind::TooManyMoves));
        }
        if result != RecordResult::Open && count > 0 {
            return Err(self.at(scan.start, RecordErrorKind::MovesAfterEnd));
        }
        let mut record = Record { board, cells, result, player, listing, moves: Vec::new() };
        for _ in 0..count {
            self.need_line("a move such as (6 (-1 2 e))")?;
            let seen = self.numbered_move(&record)?;
            record.moves.push(seen);
        }
        Ok(record)
    }

    /// `(6 (-1 2 e))`
    fn numbered_move(&self, record: &Record) -> Result<SeenMove, RecordError> {
        let mut scan = Scan::new(&self.line);
        let expected = |scan: &Scan<'_>, what| self.at(scan.start, RecordErrorKind::Expected(what));
        if !scan.eat(b'(') {
            return Err(expected(&scan, "a move such as (6 (-1 2 e))"));
        }
        let square =
            scan.number().ok_or_else(|| expected(&scan, "the number of the square that the piece stands on"))?;
        let from = self.square(record.board, square, scan.start)?;
        let mut word = Word::new();
        let mut starts = vec![scan.start];
        while scan.eat(b'(') {
            let start = scan.start;
            let step = scan.step(b' ').ok_or_else(|| expected(&scan, "a step such as (-1 2 e)"))?;
            starts.push(start);
            word.push(step);
        }
        if word.is_empty() || !scan.eat(b')') || !scan.at_end() {
            return Err(expected(&scan, "a step such as (-1 2 e), or ) at the end of the move"));
        }
        self.check(record, from, &word, &starts)?;
        Ok(SeenMove { from, word })
    }

    /// The slides' format says neither who is to move (the moves' letters do) nor what the game has come to nor whether
    /// all moves are listed. We take a list of one for the move that was played, and a longer one for all of them.
    fn read_unnumbered(&mut self) -> Result<Record, RecordError> {
        let (board, cells) = self.rows("the number of moves that follow")?;
        let mut scan = Scan::new(&self.line);
        let count = scan.number().and_then(|count| usize::try_from(count).ok()).filter(|_| scan.at_end());
        let Some(count) = count else {
            return Err(self.at(
                scan.start,
                RecordErrorKind::Expected("another row of the board, or the number of moves that follow"),
            ));
        };
        if count > MAX_MOVES {
            return Err(self.at(scan.start, RecordErrorKind::TooManyMoves));
        }
        let listing = if count == 1 { Listing::Some } else { Listing::All };
        let mut record =
            Record { board, cells, result: RecordResult::Open, player: Player::White, listing, moves: Vec::new() };
        for _ in 0..count {
            self.need_line("a move such as `P 1 1 (0,1,e)`")?;
            let seen = self.lettered_move(&mut record)?;
            record.moves.push(seen);
        }
        Ok(record)
    }

    /// `P 1 1 (0,1,e)`
    fn lettered_move(&self, record: &mut Record) -> Result<SeenMove, RecordError> {
        let mut scan = Scan::new(&self.line);
        let expected = |scan: &Scan<'_>, what| self.at(scan.start, RecordErrorKind::Expected(what));
        let mut letters = scan.word().chars();
        let (letter, player) = match (letters.next(), letters.next()) {
            (Some(letter), None) => (letter, player_of(letter)),
            _ => (' ', None),
        };
        let player = player.ok_or_else(|| expected(&scan, "a move such as `P 1 1 (0,1,e)`"))?;
        if record.moves.is_empty() {
            record.player = player;
        }
        let x = scan.number().ok_or_else(|| expected(&scan, "the column of the piece, counted from 0"))?;
        let y = scan.number().ok_or_else(|| expected(&scan, "the row of the piece, counted from 0"))?;
        let from = usize::try_from(x).ok().zip(usize::try_from(y).ok()).and_then(|(x, y)| record.board.at(x, y));
        let from = from.ok_or_else(|| self.at(scan.start, RecordErrorKind::NoSuchSquare))?;
        let found = record.cells[from.index()];
        if found != letter {
            return Err(self.at(scan.start, RecordErrorKind::OtherLetter(found)));
        }
        let mut word = Word::new();
        let mut starts = vec![scan.start];
        while scan.eat(b'(') {
            let start = scan.start;
            let step = scan.step(b',').ok_or_else(|| expected(&scan, "a step such as (0,1,e)"))?;
            starts.push(start);
            word.push(step);
        }
        if word.is_empty() || !scan.at_end() {
            return Err(expected(&scan, "a step such as (0,1,e)"));
        }
        self.check(record, from, &word, &starts)?;
        Ok(SeenMove { from, word })
    }

    /// Reads the rows that begin with the line at hand; leaves the line after them at hand.
    fn rows(&mut self, next: &'static str) -> Result<(Geometry, Vec<char>), RecordError> {
        let is_row = |line: &str| line.bytes().all(|byte| byte == b'.' || byte.is_ascii_alphabetic());
        let mut rows: Vec<Vec<char>> = Vec::new();
        while is_row(&self.line) {
            if let Some(above) = rows.last().filter(|above| above.len() != self.line.len()) {
                let kind = RecordErrorKind::RowLength { found: self.line.len(), expected: above.len() };
                return Err(self.at(0, kind));
            }
            rows.push(self.line.chars().collect());
            if rows.len() > usize::from(MAX_SIDE) {
                return Err(self.at(0, RecordErrorKind::BoardSize));
            }
            self.need_line(next)?;
        }
        if rows.is_empty() {
            return Err(self.expected("a row of the board: letters, and `.` for empty squares"));
        }
        let side = |length: usize| u8::try_from(length).ok();
        let board = side(rows[0].len()).zip(side(rows.len())).and_then(|(width, height)| Geometry::new(width, height));
        let board = board.ok_or_else(|| self.at(0, RecordErrorKind::BoardSize))?;
        if let Some(expected) = self.board.filter(|expected| *expected != board) {
            let size = |board: Geometry| (board.width(), board.height());
            return Err(self.at(0, RecordErrorKind::OtherBoard { found: size(board), expected: size(expected) }));
        }
        self.board = Some(board);
        Ok((board, rows.into_iter().rev().flatten().collect()))
    }

    fn square(&self, board: Geometry, number: u64, start: usize) -> Result<Square, RecordError> {
        let square = usize::try_from(number).ok().and_then(Square::new).filter(|square| board.contains(*square));
        square.ok_or_else(|| self.at(start, RecordErrorKind::NoSuchSquare))
    }

    /// A path must be possible in the position that it is listed for. `starts` are the columns of the square and steps.
    fn check(&self, record: &Record, from: Square, word: &[Step], starts: &[usize]) -> Result<(), RecordError> {
        let Err((index, why)) = record.follow(from, word) else { return Ok(()) };
        let kind = match why {
            Impossible::NotOwnPiece => return Err(self.at(starts[0], RecordErrorKind::NotOwnPiece)),
            Impossible::OffBoard => RecordErrorKind::OffBoard,
            Impossible::Twice => RecordErrorKind::Twice,
            Impossible::Other(on) => RecordErrorKind::OtherContent(on),
        };
        Err(self.at(starts[index + 1], kind))
    }

    fn at(&self, start: usize, kind: RecordErrorKind) -> RecordError {
        RecordError { line: self.number, column: start + 1, kind }
    }

    fn expected(&self, what: &'static str) -> RecordError {
        self.at(0, RecordErrorKind::Expected(what))
    }

    fn need_line(&mut self, expected: &'static str) -> Result<(), RecordError> {
        if self.next_line()? { Ok(()) } else { Err(self.at(0, RecordErrorKind::CutOff(expected))) }
    }

    /// Brings the next line that is not blank to hand, without the spaces at its end; false at the end of the file.
    fn next_line(&mut self) -> Result<bool, RecordError> {
        loop {
            self.number += 1;
            let mut bytes = std::mem::take(&mut self.line).into_bytes();
            bytes.clear();
            let limit = MAX_LINE as u64 + 1;
            let read = std::io::Read::take(&mut self.input, limit).read_until(b'\n', &mut bytes);
            read.map_err(|error| self.at(0, RecordErrorKind::Unreadable(error.to_string())))?;
            if bytes.is_empty() {
                return Ok(false);
            }
            if bytes.len() > MAX_LINE {
                return Err(self.at(0, RecordErrorKind::LongLine));
            }
            self.line = String::from_utf8(bytes).map_err(|_| self.at(0, RecordErrorKind::NotText))?;
            self.line.truncate(self.line.trim_end().len());
            if self.number == 1 && self.line.starts_with('\u{feff}') {
                self.line.remove(0);
            }
            if !self.line.is_empty() {
                return Ok(true);
            }
        }
    }
}

/// Reads a line from left to right; `start` is where the thing read last began.
struct Scan<'a> {
    line: &'a str,
    at: usize,
    start: usize,
}

impl<'a> Scan<'a> {
    fn new(line: &'a str) -> Scan<'a> {
        Scan { line, at: 0, start: 0 }
    }

    fn skip_spaces(&mut self) {
        let spaces = self.line.as_bytes()[self.at..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        self.at += spaces;
        self.start = self.at;
    }

    fn take(&mut self, fits: impl Fn(u8) -> bool) -> &'a str {
        self.skip_spaces();
        let length = self.line.as_bytes()[self.at..].iter().take_while(|byte| fits(**byte)).count();
        let taken = &self.line[self.at..self.at + length];
        self.at += length;
        taken
    }

    /// Only ever ASCII, so that what is left begins at a character.
    fn word(&mut self) -> &'a str {
        self.take(|byte| byte.is_ascii_alphabetic())
    }

    fn number(&mut self) -> Option<u64> {
        self.take(|byte| byte.is_ascii_digit()).parse().ok()
    }

    fn eat(&mut self, byte: u8) -> bool {
        self.skip_spaces();
        let comes = self.line.as_bytes().get(self.at) == Some(&byte);
        self.at += usize::from(comes);
        comes
    }

    fn at_end(&mut self) -> bool {
        self.skip_spaces();
        self.at == self.line.len()
    }

    /// What follows the opening parenthesis of a step, up to the closing one.
    fn step(&mut self, separator: u8) -> Option<Step> {
        let dx = self.distance()?;
        self.separator(separator)?;
        let dy = self.distance()?;
        self.separator(separator)?;
        let on = self.word();
        let on = on.chars().next().filter(|_| on.len() == 1).and_then(On::from_letter)?;
        self.eat(b')').then_some(Step::new(dx, dy, on))
    }

    fn separator(&mut self, separator: u8) -> Option<()> {
        (separator == b' ' || self.eat(separator)).then_some(())
    }

    fn distance(&mut self) -> Option<i8> {
        let negative = self.eat(b'-');
        if !negative {
            self.eat(b'+');
        }
        let distance: i8 = self.number()?.try_into().ok()?;
        Some(if negative { -distance } else { distance })
    }
}
