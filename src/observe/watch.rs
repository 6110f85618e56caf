//! Recording a game while it is played.

use crate::board::Player;
use crate::game::{Game, Outcome};
use crate::observe::{Listing, Record, RecordResult, SeenMove};
use crate::order;
use crate::sbg::{Move, Position, Rules};

/// Creates records of the positions of one game.
#[derive(Clone, Copy, Debug)]
pub struct Recorder<'a> {
    pub rules: &'a Rules,
    pub listing: Listing,
}

impl Recorder<'_> {
    /// A position in which this move is played.
    pub fn position(&self, pos: &Position, played: Move) -> Record {
        let mut record = self.blank(pos);
        let words = self.rules.words(pos, played.from);
        // Several paths may make the same move; the shortest is the one an observer sees.
        let mut ways: Vec<_> = words.into_iter().filter(|(_, to)| *to == played.to).map(|(word, _)| word).collect();
        order::sort_by_key(&mut ways, Vec::len);
        let word = ways.into_iter().next().unwrap_or_default();
        let first = SeenMove { from: played.from, word };
        if self.listing == Listing::All {
            for from in self.rules.board().squares().filter(|square| pos.owner_at(*square) == Some(pos.to_move())) {
                let seen = self.rules.words(pos, from).into_iter().map(|(word, _)| SeenMove { from, word });
                record.moves.extend(seen.filter(|seen| *seen != first));
            }
        }
        record.moves.insert(0, first);
        record
    }

    /// A last position.
    pub fn end(&self, pos: &Position, outcome: Outcome) -> Record {
        let mover = !pos.to_move();
        let result = match outcome {
            Outcome::Draw => RecordResult::Tied,
            Outcome::Win(winner) if winner == mover => RecordResult::Won,
            Outcome::Win(_) => RecordResult::Lost,
        };
        Record { result, ..self.blank(pos) }
    }

    fn blank(&self, pos: &Position) -> Record {
        Record {
            board: self.rules.board(),
            cells: self.rules.board().squares().map(|square| self.rules.letter_at(pos, square)).collect(),
            result: RecordResult::Open,
            player: pos.to_move(),
            listing: self.listing,
            moves: Vec::new(),
        }
    }
}

/// Plays one game from the start and passes every record of it to `tell`. `choose` plays for both sides; it must choose a legal
/// move unless the game is over.
pub fn watch_game<E>(
    recorder: Recorder<'_>,
    mut choose: impl FnMut(&Position, Player) -> Result<Move, Outcome>,
    mut tell: impl FnMut(Record) -> Result<(), E>,
) -> Result<(), E> {
    let rules = recorder.rules;
    let mut pos = rules.start();
    loop {
        match choose(&pos, pos.to_move()) {
            Ok(mv) => {
                tell(recorder.position(&pos, mv))?;
                rules.play(&mut pos, mv);
            }
            Err(outcome) => return tell(recorder.end(&pos, outcome)),
        }
    }
}
