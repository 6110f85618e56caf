//! The visitor's own game as records of play, the way a spectator would have written them down.

use crate::game::{Game, Table};
use crate::observe::{Listing, Recorder, write_record};
use crate::protocol::Failed;
use crate::sbg::{Move, Position, Rules};

use crate::session::host::Host;

use super::watching::Watched;

/// The positions in which these moves were played, as far as they can be, and the last position.
pub(super) fn positions(rules: &Rules, start: Option<&str>, moves: &[String]) -> (Vec<(Position, Move)>, Position) {
    let begin = start.and_then(|text| rules.read_position(text).ok());
    let mut pos = begin.unwrap_or_else(|| rules.start());
    let mut positions = Vec::new();
    for text in moves {
        let Some(mv) = rules.read_move(&pos, text) else { break };
        positions.push((pos.clone(), mv));
        rules.play(&mut pos, mv);
    }
    (positions, pos)
}

pub(in crate::session) fn write(host: &dyn Host, start: Option<&str>, moves: &[String]) -> Result<String, Failed> {
    // A game that can be replayed can be written down.
    host.replay(start, moves)?;
    let rules = Watched::of(host)?.rules;
    let recorder = Recorder { rules: &rules, listing: Listing::All };
    let (positions, last) = positions(&rules, start, moves);
    let records = positions.iter().map(|(pos, mv)| recorder.position(pos, *mv));
    let end = rules.ending(&last).map(|ending| recorder.end(&last, ending.outcome));
    let mut text = Vec::new();
    for (number, record) in (1..).zip(records.chain(end)) {
        write_record(&mut text, number, &record).expect("memory can be written to");
    }
    Ok(String::from_utf8(text).unwrap_or_default())
}
