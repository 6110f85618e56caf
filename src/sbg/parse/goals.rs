//! The goals of a game: the ply limit, squares to reach, and pieces to keep.

use crate::board::Square;
use crate::order;
use crate::sbg::parse::{Dialect, Parser, Span, TextError, TextErrorKind};
use crate::sbg::{GameDef, Goal};

/// A goal as written: squares are not yet known to be on the board, whose section may come later.
pub(super) enum WrittenGoal {
    Reach { letter: char, squares: Vec<(u32, u32, Span)> },
    Count { letter: char, n: u32 },
}

impl WrittenGoal {
    /// `place` is where the whole goal stands.
    pub(super) fn settle(self, def: &GameDef, dialect: Option<Dialect>, place: Span) -> Result<Goal, TextError> {
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

/// The ply limit, where it stands, and the goals with their places.
pub(super) type Goals = (u32, Span, Vec<(Span, WrittenGoal)>);

impl Parser<'_> {
    pub(super) fn goals(&mut self) -> Result<Goals, TextError> {
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
    fn goal_square(&mut self) -> Result<(u32, u32, Span), TextError> {
        let start = self.cursor.place();
        let (x, y) = (self.number(1_000, "a column, counted from 0")?, self.number(1_000, "a row, counted from 0")?);
        Ok((x, y, self.cursor.since(start)))
    }
}
