//! The visitor's own game as records of play, the way an onlooker would have written them down.

use crate::game::Game;
use crate::observe::{Listing, Recorder, write_record};
use crate::sbg::read_position;

use super::{Failure, Loaded};

pub(super) fn write(game: &Loaded, start: Option<&str>, moves: &[String]) -> Result<String, Failure> {
    // Once for its errors; a game that can be replayed can be written down.
    game.replay(start, moves)?;
    let rules = &game.rules;
    let mut pos = start.and_then(|text| read_position(rules, text).ok()).unwrap_or_else(|| rules.start());
    let recorder = Recorder { rules, listing: Listing::All };
    let mut text = Vec::new();
    let mut number = 0;
    let mut tell = |record| {
        number += 1;
        // Writing to memory cannot fail.
        let _ = write_record(&mut text, number, &record);
    };
    for written in moves {
        let Some(mv) = rules.read_move(&pos, written) else { break };
        tell(recorder.position(&pos, mv));
        rules.play(&mut pos, mv);
    }
    if let Some(ending) = rules.ending(&pos) {
        tell(recorder.end(&pos, ending.outcome));
    }
    Ok(String::from_utf8(text).unwrap_or_default())
}
