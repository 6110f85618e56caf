//! Records in and out: games watched, as text; and learning from records that somebody brings.

use crate::board::{Geometry, Player};
use crate::game::Game;
use crate::observe::{MAX_LINE, Record, RecordError, RecordErrorKind, RecordReader, Recorder, write_record};
use crate::protocol::{Place, Reply};
use crate::sbg::{BUILTIN, GameDef, parse};

use super::watching::Watching;
use super::{Failure, Loaded, move_view};

/// Records written for one answer.
const WRITTEN: usize = 60;
/// The longest record that is read, in bytes: a list of thousands of moves.
const MAX_RECORD: usize = 16 * MAX_LINE;

/// Records that come in parts, which may end anywhere.
#[derive(Debug, Default)]
pub(super) struct Reading {
    /// What is left of the parts before: less than a record.
    rest: String,
    lines: u64,
    board: Option<Geometry>,
    /// Nobody here knows the rules.
    foreign: bool,
    /// Nothing more will come, or can be read.
    pub(super) over: bool,
}

impl Reading {
    pub(super) fn new(foreign: bool) -> Reading {
        Reading { foreign, ..Reading::default() }
    }

    /// The next part. What comes before an error stands.
    fn read(&mut self, text: &str, last: bool, tell: &mut dyn FnMut(&Record)) -> Result<(), Failure> {
        if self.over {
            return Ok(());
        }
        self.rest.push_str(text);
        let text = std::mem::take(&mut self.rest);
        // A line that is not whole yet waits for the next part.
        let whole = if last { text.len() } else { text.rfind('\n').map_or(0, |end| end + 1) };
        let mut reader = RecordReader::continued(&text.as_bytes()[..whole], self.lines, self.board);
        let mut read = 0;
        let fault = loop {
            match reader.next() {
                Some(Ok(record)) => {
                    read = whole - reader.input().len();
                    (self.lines, self.board) = (reader.lines(), Some(record.board));
                    tell(&record);
                }
                Some(Err(error)) if !last && matches!(error.kind, RecordErrorKind::CutOff(_)) => break None,
                Some(Err(error)) => break Some(error),
                None => {
                    // Only blank lines are left.
                    self.lines = reader.lines().saturating_sub(1);
                    read = whole;
                    break None;
                }
            }
        };
        self.over = last || fault.is_some();
        if let Some(error) = fault {
            return Err(broken(error));
        }
        self.rest = text[read..].to_owned();
        if self.rest.len() > MAX_RECORD {
            self.over = true;
            let line = self.lines.min(u64::from(u32::MAX)) as u32 + 1;
            let place = Some(Place { line, column: 1, length: 1 });
            return Err(Failure { message: "this record is too long".to_owned(), place });
        }
        Ok(())
    }
}

impl Watching {
    /// Learns from the next part of the records.
    pub(super) fn read(&mut self, text: &str, last: bool) -> Result<(), Failure> {
        let Some(mut reading) = self.reading.take() else {
            return Err(Failure::new("No records were being read."));
        };
        let foreign = reading.foreign;
        let result = reading.read(text, last, &mut |record| self.see(record, foreign));
        self.reading = Some(reading);
        self.games = self.learning.progress().games as u32;
        self.games_in_all = self.games;
        self.behind = true;
        result
    }

    fn see(&mut self, record: &Record, foreign: bool) {
        if self.learning.evidence().board().is_none() {
            let (rules, start) = (&self.rules, self.rules.start());
            let setup = rules.board().squares().map(|square| rules.letter_at(&start, square));
            self.judged = !foreign && begins(rules.board(), setup, record);
        }
        self.learning.watch(record);
        self.album.bring(record);
        if !self.judged {
            return;
        }
        // The board shows what is read, as if it were played now.
        let Ok(pos) = self.rules.position(&record.cells, record.player, 0) else { return };
        self.pos = pos;
        let played = record.moves.first().and_then(|seen| {
            let to = seen.word.iter().try_fold(seen.from, |at, step| record.board.step(at, step.dx, step.dy))?;
            self.rules.read_move(&self.pos, &(record.board.name(seen.from) + &record.board.name(to)))
        });
        if let Some(mv) = played {
            self.last = Some(move_view(&self.rules, &self.pos, mv));
            self.rules.play(&mut self.pos, mv);
        }
    }

    /// The records of finished games as text, from this one on.
    pub(super) fn records(&self, from: u32) -> Result<Reply, Failure> {
        if self.reading.is_some() {
            return Err(Failure::new("These records came from a file, so there is nothing new to save."));
        }
        if self.album.games() == 0 {
            return Err(Failure::new("No game has been watched to its end yet, so there is nothing to save."));
        }
        let mut place = self.album.find(&self.rules, from as usize);
        let mut text = Vec::new();
        for _ in 0..WRITTEN {
            if self.album.is_unfinished(&place) {
                break;
            }
            let Some(record) = self.album.next(&self.rules, self.listing, &mut place) else { break };
            write_record(&mut text, place.record as u64, &record).expect("memory can be written to");
        }
        let next = (!self.album.is_unfinished(&place)).then_some(place.record as u32);
        Ok(Reply::Records { text: String::from_utf8(text).unwrap_or_default(), next })
    }

    /// Looks at the visitor's game: at those of its positions that it has not seen.
    pub(super) fn witness(&mut self, game: &Loaded, start: Option<&str>, moves: &[String]) -> Result<(), Failure> {
        if game.text != self.text {
            return Err(Failure::new("This game has different rules from the one being watched."));
        }
        let known = match &self.visitor {
            (known, before) if known.as_deref() == start => {
                before.iter().zip(moves).take_while(|(a, b)| a == b).count()
            }
            _ => 0,
        };
        let (mut pos, _) = game.replay(start, &moves[..known])?;
        for text in &moves[known..] {
            let Some(mv) = self.rules.read_move(&pos, text) else {
                return Err(Failure::new("The game contains a move that is not legal."));
            };
            let recorder = Recorder { rules: &self.rules, listing: self.listing };
            self.learning.glimpse(&recorder.position(&pos, mv));
            self.album.leave_out(self.learning.evidence().records());
            self.rules.play(&mut pos, mv);
            self.behind = true;
        }
        self.visitor = (start.map(str::to_owned), moves.to_vec());
        Ok(())
    }
}

/// Whether a game with this start begins with this record.
fn begins(board: Geometry, setup: impl Iterator<Item = char>, record: &Record) -> bool {
    record.board == board && record.player == Player::White && setup.eq(record.cells.iter().copied())
}

/// Which game these records, or their beginning, show.
pub(super) fn recognise(text: &str, game: &Loaded) -> Result<Reply, Failure> {
    let record = match RecordReader::new(text.as_bytes()).next() {
        None => return Err(Failure::new("There are no records in this file.")),
        Some(record) => record.map_err(broken)?,
    };
    let shows = |def: &GameDef| begins(def.board, def.setup.iter().copied(), &record);
    let on_table = shows(&game.def);
    let known = BUILTIN.iter().find(|builtin| !on_table && parse(builtin.text).is_ok_and(|def| shows(&def)));
    Ok(Reply::Recognised { id: known.map(|builtin| builtin.id.to_owned()), on_table })
}

fn broken(error: RecordError) -> Failure {
    let (line, column) = (error.line.min(u64::from(u32::MAX)) as u32, error.column as u32);
    Failure { message: error.kind.to_string(), place: Some(Place { line, column, length: 1 }) }
}
