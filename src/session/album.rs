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
}

/// Records brought that are kept, and the moves listed in them: some twenty games of chess.
const MAX_BROUGHT: usize = 3_000;
const MAX_LISTED: usize = 100_000;

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
