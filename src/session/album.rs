//! The games that were watched, so that they can be told again.

use crate::game::Game;
use crate::observe::{Listing, Record, Recorder};
use crate::sbg::{Move, Position, Rules};

/// Moves are enough: everything else follows from them and the rules. Records that somebody brought cannot be told again
/// by rules, so the first of those are kept as they are.
#[derive(Debug, Default)]
pub(super) struct Album {
    /// Of all games, one after the other.
    moves: Vec<Move>,
    /// Where each finished game ends.
    ends: Vec<usize>,
    brought: Vec<Record>,
    /// Moves listed in those.
    listed: usize,
    /// Records that were seen but are not here, by the numbers that the evidence gave them.
    elsewhere: Vec<u32>,
}

/// Records brought that are kept, and the moves listed in them: some twenty games of chess.
const MAX_BROUGHT: usize = 3_000;
const MAX_LISTED: usize = 100_000;

/// Where a record is: the game, and the ply in it that comes next, both counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Page {
    pub(super) game: u32,
    pub(super) ply: u32,
}

/// A place in the album.
#[derive(Debug)]
pub(super) struct Place {
    game: usize,
    ply: usize,
    /// Records before this place.
    pub(super) record: usize,
    pos: Position,
}

impl Album {
    pub(super) fn play(&mut self, mv: Move) {
        self.moves.push(mv);
    }

    pub(super) fn end(&mut self) {
        self.ends.push(self.moves.len());
    }

    pub(super) fn bring(&mut self, record: &Record) {
        self.listed += record.moves.len();
        if self.brought.len() < MAX_BROUGHT && self.listed <= MAX_LISTED {
            self.brought.push(record.clone());
        }
    }

    /// A record that the evidence counts as this one does not come in here.
    pub(super) fn leave_out(&mut self, record: u64) {
        self.elsewhere.extend(u32::try_from(record));
    }

    /// The place here, counted from 0, of a record as the evidence counts them, from 1.
    fn index(&self, record: u32) -> Option<usize> {
        let before = self.elsewhere.partition_point(|other| *other < record);
        if self.elsewhere.get(before) == Some(&record) {
            return None;
        }
        (record as usize).checked_sub(1 + before)
    }

    /// Where a record is, as the evidence counts them. Records that somebody brought are not told apart by game.
    pub(super) fn page(&self, record: u32) -> Option<Page> {
        let index = self.index(record)?;
        let game = self.game(index);
        Some(Page { game: game as u32 + 1, ply: (index - self.first(game)) as u32 + 1 })
    }

    /// The move that was played in a record, as the evidence counts them.
    pub(super) fn played(&self, record: u32) -> Option<Move> {
        let index = self.index(record)?;
        let game = self.game(index);
        // Each game before this one has a record more than it has moves, and the last record of a game has none.
        let ply = index - game;
        if self.ends.get(game) == Some(&ply) { None } else { self.moves.get(ply).copied() }
    }

    /// What stood on each square in a record, as the evidence counts them.
    pub(super) fn cells(&self, rules: &Rules, record: u32) -> Option<String> {
        let index = self.index(record)?;
        if !self.brought.is_empty() {
            return self.brought.get(index).map(|record| record.cells.iter().collect());
        }
        let place = self.find(rules, index);
        Some(rules.board().squares().map(|square| rules.letter_at(&place.pos, square)).collect())
    }

    /// The game that holds the record in this place, counted from 0.
    fn game(&self, index: usize) -> usize {
        let holds = |(game, end): (usize, &usize)| end + game >= index;
        self.ends.iter().enumerate().position(holds).unwrap_or(self.ends.len())
    }

    /// The place of the first record of a game.
    fn first(&self, game: usize) -> usize {
        game.checked_sub(1).map_or(0, |before| self.ends[before] + game)
    }

    /// Finished games that were watched.
    pub(super) fn games(&self) -> usize {
        self.ends.len()
    }

    /// Where the record with this number is, counted from 0.
    pub(super) fn find(&self, rules: &Rules, record: usize) -> Place {
        let mut place = Place { game: 0, ply: 0, record: 0, pos: rules.start() };
        // A game has a record for each of its moves, and one for its end.
        while let Some(end) = self.ends.get(place.game) {
            let length = end - place.ply + 1;
            if place.record + length > record {
                break;
            }
            (place.game, place.ply, place.record) = (place.game + 1, *end, place.record + length);
        }
        while place.record < record && place.ply < self.moves.len() {
            rules.play(&mut place.pos, self.moves[place.ply]);
            (place.ply, place.record) = (place.ply + 1, place.record + 1);
        }
        place
    }

    /// The record at this place, which then moves on. The last game may still be going on.
    pub(super) fn next(&self, rules: &Rules, listing: Listing, place: &mut Place) -> Option<Record> {
        if !self.brought.is_empty() {
            place.record += 1;
            return self.brought.get(place.record - 1).cloned();
        }
        let recorder = Recorder { rules, listing };
        if self.ends.get(place.game) == Some(&place.ply) {
            let outcome = rules.ending(&place.pos)?.outcome;
            let record = recorder.end(&place.pos, outcome);
            place.game += 1;
            place.record += 1;
            place.pos = rules.start();
            return Some(record);
        }
        let mv = *self.moves.get(place.ply)?;
        let record = recorder.position(&place.pos, mv);
        rules.play(&mut place.pos, mv);
        place.ply += 1;
        place.record += 1;
        Some(record)
    }

    /// Whether this place is after the last finished game.
    pub(super) fn is_unfinished(&self, place: &Place) -> bool {
        place.game >= self.ends.len()
    }
}
