//! Learning from records that are read from a file, part by part.

use crate::board::{Geometry, Player};
use crate::observe::{MAX_LINE, Record, RecordError, RecordErrorKind, RecordReader};
use crate::protocol::{Failed, FailureCode, LearningReply, Span};
use crate::sbg::{BUILTIN, GameDef, parse};

use super::watching::{Watched, Watching};

/// The longest record that is read, in bytes: a list of thousands of moves.
const MAX_RECORD: usize = 16 * MAX_LINE;

/// Records that come in parts, which may end anywhere.
#[derive(Debug, Default)]
pub(super) struct Reading {
    /// What is left of the parts before: less than a record.
    rest: String,
    lines: u64,
    board: Option<Geometry>,
    /// The rules are not those of the game that is loaded.
    foreign: bool,
    /// The last record of an unknown game, without its moves.
    pub(super) unknown: Option<Record>,
    /// Nothing more will come, or can be read.
    pub(super) over: bool,
}

impl Reading {
    pub(super) fn new(foreign: bool) -> Reading {
        Reading { foreign, ..Reading::default() }
    }

    /// The next part. What comes before an error stands.
    fn read(&mut self, text: &str, last: bool, tell: &mut dyn FnMut(&Record)) -> Result<(), Failed> {
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
            let span = Span { line, column: 1, length: 1 };
            return Err(Failed::new(FailureCode::Records, "this record is too long").at(span));
        }
        Ok(())
    }
}

impl Watching {
    /// Learns from the next part of the records.
    pub(super) fn read(&mut self, text: &str, last: bool) -> Result<(), Failed> {
        let Some(mut reading) = self.reading.take() else {
            return Err(Failed::new(FailureCode::Nothing, "No records were being read."));
        };
        let (foreign, mut unknown) = (reading.foreign, None);
        let result = reading.read(text, last, &mut |record| {
            self.see(record, foreign);
            if !self.judged {
                unknown = Some(Record { moves: Vec::new(), ..record.clone() });
            }
        });
        reading.unknown = unknown.or(reading.unknown);
        self.reading = Some(reading);
        self.source.games = self.learner.learning.progress().games as u32;
        self.source.games_in_all = self.source.games;
        self.learner.behind = true;
        result
    }

    fn see(&mut self, record: &Record, foreign: bool) {
        if self.learner.learning.evidence().board().is_none() {
            self.judged = !foreign && begins(&self.game.def, record);
        }
        self.learner.learning.watch(record);
        self.log.add_read(record);
        if !self.judged {
            return;
        }
        // The board shows what is read, as if it were played now.
        let rules = &self.game.rules;
        let Ok(pos) = rules.position(&record.cells, record.player, 0) else { return };
        self.source.pos = pos;
        let played = record.moves.first().and_then(|seen| {
            let to = record.board.follow(seen.from, seen.word.iter().map(|step| (step.dx, step.dy))).last()?;
            rules.read_move(&self.source.pos, &(record.board.name(seen.from) + &record.board.name(to?)))
        });
        if let Some(mv) = played {
            self.source.show_move(rules, mv);
        }
    }
}

/// Whether a game begins with this record.
fn begins(def: &GameDef, record: &Record) -> bool {
    record.board == def.board && record.player == Player::White && def.setup == record.cells
}

/// Which game these records, or their beginning, show.
pub(super) fn recognise(text: &str, game: &Watched) -> Result<LearningReply, Failed> {
    let record = match RecordReader::new(text.as_bytes()).next() {
        None => return Err(Failed::new(FailureCode::Records, "There are no records in this file.")),
        Some(record) => record.map_err(broken)?,
    };
    let loaded = begins(&game.def, &record);
    let shows = |text: &str| parse(text).is_ok_and(|def| begins(&def, &record));
    let known = BUILTIN.iter().find(|builtin| !loaded && shows(builtin.text));
    Ok(LearningReply::Recognised { id: known.map(|builtin| builtin.id.to_owned()), loaded })
}

fn broken(error: RecordError) -> Failed {
    let (line, column) = (error.line.min(u64::from(u32::MAX)) as u32, error.column as u32);
    let span = Some(Span { line, column, length: 1 });
    Failed { span, ..Failed::new(FailureCode::Records, error.kind.to_string()) }
}
