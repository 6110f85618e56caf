//! The games that were watched: moves, and where each record is.
//!
//! Records have one numbering, that of the evidence, from 1. A [`Cursor`] walks over the records that are kept here.

use crate::game::Game;
use crate::observe::{Listing, Record, Recorder, write_record};
use crate::sbg::{Move, Position, Rules};

/// Moves are enough: everything else follows from them and the rules. Records that were read cannot be made again by
/// rules, so the first of those are kept as they are.
#[derive(Debug, Default)]
pub(super) struct GameLog {
    /// Of all games, one after the other.
    moves: Vec<Move>,
    /// Where each finished game ends.
    ends: Vec<usize>,
    read: Vec<Record>,
    /// Moves listed in those.
    listed: usize,
    /// Records that were seen but are not here, by the numbers that the evidence gave them.
    elsewhere: Vec<u32>,
}

/// Records read that are kept, and the moves listed in them: some twenty games of chess.
const MAX_READ: usize = 3_000;
const MAX_LISTED: usize = 100_000;
/// Records written for one answer.
const WRITTEN: usize = 60;

/// Where a record is: the game, and the ply in it that comes next, both counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RecordRef {
    pub(super) game: u32,
    pub(super) ply: u32,
}

/// A place between two records of the log.
#[derive(Debug)]
pub(super) struct Cursor {
    game: usize,
    ply: usize,
    /// Records before this place.
    record: usize,
    pos: Position,
}

impl GameLog {
    /// A move of the current game, or its end.
    pub(super) fn add(&mut self, mv: Option<Move>) {
        match mv {
            Some(mv) => self.moves.push(mv),
            None => self.ends.push(self.moves.len()),
        }
    }

    pub(super) fn add_read(&mut self, record: &Record) {
        self.listed += record.moves.len();
        if self.read.len() < MAX_READ && self.listed <= MAX_LISTED {
            self.read.push(record.clone());
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

    /// Where a record is. Records that were read are not told apart by game.
    pub(super) fn find_record(&self, record: u32) -> Option<RecordRef> {
        let index = self.index(record)?;
        let game = self.game(index);
        Some(RecordRef { game: game as u32 + 1, ply: (index - self.first(game)) as u32 + 1 })
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
    pub(super) fn cells(&self, rules: &Rules, record: u32) -> Option<Vec<char>> {
        let index = self.index(record)?;
        if !self.read.is_empty() {
            return self.read.get(index).map(|record| record.cells.clone());
        }
        let place = self.cursor(rules, index);
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

    /// Before the record in this place, counted from 0.
    pub(super) fn cursor(&self, rules: &Rules, record: usize) -> Cursor {
        let mut place = Cursor { game: 0, ply: 0, record: 0, pos: rules.start() };
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

    /// The record at this place, which then moves on. The last game may be unfinished.
    pub(super) fn next(&self, rules: &Rules, listing: Listing, place: &mut Cursor) -> Option<Record> {
        if !self.read.is_empty() {
            place.record += 1;
            return self.read.get(place.record - 1).cloned();
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

    /// Records of finished games as text, from the one in this place on, and the place of the next.
    pub(super) fn write(&self, rules: &Rules, listing: Listing, from: usize) -> (String, Option<usize>) {
        let mut place = self.cursor(rules, from);
        let mut text = Vec::new();
        for _ in 0..WRITTEN {
            if self.is_unfinished(&place) {
                break;
            }
            let Some(record) = self.next(rules, listing, &mut place) else { break };
            write_record(&mut text, place.record as u64, &record).expect("memory can be written to");
        }
        let next = (!self.is_unfinished(&place)).then_some(place.record);
        (String::from_utf8(text).unwrap_or_default(), next)
    }

    /// Whether this place is after the last finished game.
    fn is_unfinished(&self, place: &Cursor) -> bool {
        place.game >= self.ends.len()
    }
}
