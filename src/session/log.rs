//! What was played in which record, so that a position that was watched can be shown again.

use crate::game::Game;
use crate::sbg::{Move, Rules};

/// The moves of all games watched, four bytes a record.
#[derive(Debug, Default)]
pub(super) struct Log {
    /// One for each record; the last record of a game has none.
    moves: Vec<Option<Move>>,
    /// The first record of each game, counted from 0.
    games: Vec<u32>,
    /// The last game is over.
    over: bool,
}

/// Where a record is: the game, and the ply in it that comes next, both counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Page {
    pub(super) game: u32,
    pub(super) ply: u32,
}

impl Log {
    /// Takes note of the next record: the move played, or none at the end of a game.
    pub(super) fn note(&mut self, played: Option<Move>) {
        if self.games.is_empty() || self.over {
            self.games.push(self.moves.len() as u32);
        }
        self.over = played.is_none();
        self.moves.push(played);
    }

    /// Where a record is, counted from 1 as the evidence counts them.
    pub(super) fn page(&self, record: u32) -> Page {
        let index = record.saturating_sub(1);
        let game = self.games.partition_point(|first| *first <= index);
        let first = self.games[..game].last().copied().unwrap_or(0);
        Page { game: game as u32, ply: index - first + 1 }
    }

    /// The move that was played in a record.
    pub(super) fn played(&self, record: u32) -> Option<Move> {
        *self.moves.get(record.checked_sub(1)? as usize)?
    }

    /// What stood on each square in a record.
    pub(super) fn cells(&self, rules: &Rules, record: u32) -> Option<String> {
        let index = record.checked_sub(1)? as usize;
        let first = index + 1 - self.page(record).ply as usize;
        let mut pos = rules.start();
        for mv in self.moves.get(first..index)? {
            // What was not played by these rules cannot be shown.
            let mv = mv.filter(|mv| pos.piece_at(mv.from).is_some())?;
            rules.play(&mut pos, mv);
        }
        Some(rules.board().squares().map(|square| rules.letter_at(&pos, square)).collect())
    }
}
