//! The rule of a piece: steps, juxtaposition, `+`, `^*`, `^n` and parentheses.

use crate::automata::{On, Regex, Step};
use crate::sbg::parse::{MAX_DEPTH, Parser, TextError, TextErrorKind};

impl Parser<'_> {
    pub(super) fn union(&mut self, depth: usize) -> Result<Regex, TextError> {
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
}
