//! The parser's way through the tokens: what comes next, what was expected, and where.

use crate::metagame::lex::{Token, tokens};
use crate::metagame::parse::{Parse, TextError, TextErrorKind, reserved};
use crate::metagame::{DefError, Part, Place};

pub(super) struct Parser {
    tokens: Vec<(Token, Place)>,
    next: usize,
    /// Where each part of the definition begins.
    pub(super) parts: Vec<(Part, Place)>,
}

impl Parser {
    pub(super) fn new(text: &str) -> Parser {
        Parser { tokens: tokens(text), next: 0, parts: Vec::new() }
    }

    pub(super) fn peek(&self) -> &Token {
        &self.tokens[self.next].0
    }

    pub(super) fn place(&self) -> Place {
        self.tokens[self.next].1
    }

    pub(super) fn mark(&mut self, part: Part) {
        let place = self.place();
        self.parts.push((part, place));
    }

    pub(super) fn place_of(&self, error: DefError) -> TextError {
        let place = self.parts.iter().find(|(part, _)| *part == error.part).map(|(_, place)| *place);
        TextError { place: place.unwrap_or(self.parts[0].1), kind: TextErrorKind::Def(error.kind) }
    }

    pub(super) fn error<T>(&self, kind: TextErrorKind) -> Parse<T> {
        Err(TextError { place: self.place(), kind })
    }

    pub(super) fn expected<T>(&self, expected: &str) -> Parse<T> {
        let found = match self.peek() {
            Token::Word(word) => Some(word.clone()),
            Token::Number(number) => Some(number.to_string()),
            Token::Sign(sign) => Some((*sign).to_owned()),
            Token::Stray(c) => Some(c.to_string()),
            Token::End => None,
        };
        self.error(TextErrorKind::Expected { expected: expected.to_owned(), found })
    }

    pub(super) fn advance(&mut self) {
        // The last token is the end of the text, which stays.
        self.next = (self.next + 1).min(self.tokens.len() - 1);
    }

    pub(super) fn at_word(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Word(found) if found == word)
    }

    pub(super) fn at_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), Token::Sign(found) if *found == sign)
    }

    pub(super) fn accept(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn accept_sign(&mut self, sign: &str) -> bool {
        let found = self.at_sign(sign);
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn word(&mut self, word: &str) -> Parse<()> {
        if self.accept(word) { Ok(()) } else { self.expected(&word.to_uppercase()) }
    }

    pub(super) fn words(&mut self, words: &[&str]) -> Parse<()> {
        words.iter().try_for_each(|word| self.word(word))
    }

    pub(super) fn sign(&mut self, sign: &str) -> Parse<()> {
        if self.accept_sign(sign) { Ok(()) } else { self.expected(&format!("{sign:?}")) }
    }

    /// One of several words, as what it stands for.
    pub(super) fn one_of<T: Copy>(&mut self, words: &[(&str, T)]) -> Parse<T> {
        if let Some((_, value)) = words.iter().find(|(word, _)| self.at_word(word)) {
            self.advance();
            return Ok(*value);
        }
        let names: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        let (last, others) = names.split_last().unwrap_or((&"", &[]));
        self.expected(&format!("{} or {last}", others.join(", ")))
    }

    pub(super) fn number(&mut self, limit: u8) -> Parse<u8> {
        match *self.peek() {
            Token::Number(number) if number < 0 => self.expected("a number that is not negative"),
            Token::Number(number) => match u8::try_from(number).ok().filter(|number| *number <= limit) {
                Some(number) => {
                    self.advance();
                    Ok(number)
                }
                None => self.error(TextErrorKind::NumberTooLarge { limit }),
            },
            _ => self.expected("a number"),
        }
    }

    pub(super) fn component(&mut self) -> Parse<i8> {
        match *self.peek() {
            Token::Number(number) => match i8::try_from(number) {
                Ok(number) if number > i8::MIN => {
                    self.advance();
                    Ok(number)
                }
                _ => self.error(TextErrorKind::NumberTooLarge { limit: 127 }),
            },
            _ => self.expected("a number"),
        }
    }

    pub(super) fn name(&mut self, what: &str) -> Parse<String> {
        match self.peek() {
            Token::Word(word) if reserved(word) => self.error(TextErrorKind::Reserved(word.clone())),
            Token::Word(word) => {
                let word = word.clone();
                self.advance();
                Ok(word)
            }
            _ => self.expected(what),
        }
    }
}
