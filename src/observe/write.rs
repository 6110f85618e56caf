//! Records as text, in Björnsson's format (2012, fig. 4).

use std::io::{self, Write};

use crate::observe::{Listing, Record, RecordResult};

/// Writes one record. `number` counts the records of a file from 1.
pub fn write_record(out: &mut impl Write, number: u64, record: &Record) -> io::Result<()> {
    writeln!(out, "{number}")?;
    for row in record.cells.chunks(record.board.width()).rev() {
        writeln!(out, "{}", row.iter().collect::<String>())?;
    }
    let result = match record.result {
        RecordResult::Open => "*",
        RecordResult::Lost => "-1",
        RecordResult::Tied => "0",
        RecordResult::Won => "1",
    };
    let listing = match record.listing {
        Listing::All => "all",
        Listing::Some => "some",
    };
    writeln!(out, "{result}\n{} {listing} {}", record.player.index(), record.moves.len())?;
    for seen in &record.moves {
        write!(out, "({}", seen.from.index())?;
        for step in &seen.word {
            write!(out, " ({} {} {})", step.dx, step.dy, step.on.letter())?;
        }
        writeln!(out, ")")?;
    }
    Ok(())
}
