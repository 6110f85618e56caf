//! A place in a text that moves forward: what the parser reads through.

use crate::sbg::names::Namings;
use crate::sbg::{NameError, Naming, Span, TextError, TextErrorKind};

/// Notes that are kept; more would not be read.
const MAX_NOTES: usize = 20;

/// Reads characters one by one and always knows where it is.
#[derive(Clone, Debug)]
pub(super) struct Cursor<'a> {
    rest: &'a str,
    line: u32,
    column: u32,
    namings: Namings,
    notes: Vec<TextError>,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Cursor<'a> {
        // Some editors put a byte-order mark first; it is no part of the text.
        let rest = text.strip_prefix('\u{feff}').unwrap_or(text);
        Cursor { rest, line: 1, column: 1, namings: Namings::default(), notes: Vec::new() }
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    pub(super) fn starts_with(&self, prefix: &str) -> bool {
        self.rest.starts_with(prefix)
    }

    pub(super) fn place(&self) -> Span {
        Span { line: self.line, column: self.column, length: 1 }
    }

    /// From an earlier place up to here, if that is on one line; otherwise just the earlier place.
    pub(super) fn since(&self, start: Span) -> Span {
        let length = if start.line == self.line { (self.column - start.column).max(1) } else { 1 };
        Span { length, ..start }
    }

    pub(super) fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.rest = &self.rest[c.len_utf8()..];
        if c == '\n' {
            self.line += 1;
            self.column = 1;
        } else {
            self.column += 1;
        }
        Some(c)
    }

    /// Goes past `text` if it comes next.
    pub(super) fn eat(&mut self, text: &str) -> bool {
        let comes = self.rest.starts_with(text);
        if comes {
            text.chars().for_each(|_| {
                self.bump();
            });
        }
        comes
    }

    /// Takes characters as long as they fit.
    pub(super) fn take_while(&mut self, fits: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !fits(c)).unwrap_or(self.rest.len());
        let taken = &self.rest[..end];
        taken.chars().for_each(|_| {
            self.bump();
        });
        taken
    }

    pub(super) fn rest_of_line(&mut self) -> &'a str {
        self.take_while(|c| c != '\n').trim_end()
    }

    /// Goes past spaces, line ends and comments.
    pub(super) fn skip_blank(&mut self) -> Result<(), TextError> {
        loop {
            self.take_while(char::is_whitespace);
            if self.starts_with("//") {
                self.rest_of_line();
            } else if self.starts_with("/*") {
                self.skip_block_comment()?;
            } else {
                return Ok(());
            }
        }
    }

    pub(super) fn skip_block_comment(&mut self) -> Result<(), TextError> {
        let start = self.place();
        self.eat("/*");
        while !self.eat("*/") {
            if self.eat("{META") {
                self.entry();
            } else if self.bump().is_none() {
                return Err(TextError { place: Span { length: 2, ..start }, kind: TextErrorKind::OpenComment });
            }
        }
        Ok(())
    }

    /// An entry of a comment, such as `{META NAME G: guard}`, after its first word. One of an unknown kind is a
    /// comment like any other.
    fn entry(&mut self) {
        let start = self.place();
        let end = self.rest.find(['}', '{', '*']).unwrap_or(self.rest.len());
        let (entry, closed) = (&self.rest[..end], self.rest[end..].starts_with('}'));
        let known = entry.trim_start().starts_with("NAME ") || entry.trim_start().starts_with("DRAW ");
        let result = if closed || !known { self.namings.take(entry) } else { Err(NameError::Open) };
        let length = entry.lines().next().map_or(0, |line| line.trim_end().chars().count()).max(1) as u32;
        if let Err(error) = result
            && self.notes.len() < MAX_NOTES
        {
            self.notes.push(TextError { place: Span { length, ..start }, kind: TextErrorKind::Name(error) });
        }
    }

    /// What the comments up to here say about names, and what is wrong with that.
    pub(super) fn names(&mut self) -> (Vec<Naming>, Vec<TextError>) {
        (std::mem::take(&mut self.namings.all), std::mem::take(&mut self.notes))
    }

    /// An error about what comes next.
    pub(super) fn unexpected(&self, expected: &'static str) -> TextError {
        let found = self.rest.split_whitespace().next().filter(|_| !self.rest.starts_with(char::is_whitespace));
        // A short run of what is there tells more than its first character, and less than a whole line.
        let found: Option<String> = found.map(|word| word.chars().take(12).collect());
        let found = found.or_else(|| self.rest.starts_with([' ', '\t']).then(|| " ".to_string()));
        TextError { place: self.place(), kind: TextErrorKind::Expected { expected, found } }
    }
}
