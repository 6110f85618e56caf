//! Reading a large file of records on several threads.
//!
//! The text is cut into blocks of whole records, which are read side by side and taken in in order, so that the result is
//! the same as that of reading from the first line to the last. As soon as a block cannot be read, and at the end of the file,
//! what is left goes to a single reader: it alone says what is wrong, and where.

use std::io::{self, BufRead, Cursor, Read};

use kibitzer::board::Geometry;
use kibitzer::observe::{Record, RecordReader};

/// The size of a block, about.
const BLOCK: usize = 1 << 18;

/// What is left for a single reader: the input, how many lines came before it, and the size of their boards.
pub(crate) struct Rest {
    pub(crate) input: Box<dyn BufRead>,
    pub(crate) lines: u64,
    pub(crate) board: Option<Geometry>,
}

/// Reads as much as can be read in blocks.
pub(crate) fn read(mut input: Box<dyn BufRead>, jobs: usize, tell: &mut dyn FnMut(&Record)) -> io::Result<Rest> {
    let (mut lines, mut board) = (0, None);
    let mut text: Vec<u8> = Vec::new();
    loop {
        let blocks = next_blocks(&mut input, &mut text, if board.is_none() { 1 } else { jobs })?;
        if blocks.is_empty() {
            return Ok(Rest { input: Box::new(Cursor::new(text).chain(input)), lines, board });
        }
        let read: Vec<Option<Vec<Record>>> = std::thread::scope(|scope| {
            let readers: Vec<_> = blocks.iter().map(|block| scope.spawn(move || read_block(block, board))).collect();
            readers.into_iter().map(|reader| reader.join().unwrap_or(None)).collect()
        });
        for (index, records) in read.into_iter().enumerate() {
            let Some(records) = records else {
                let mut left = blocks[index..].concat();
                left.append(&mut text);
                return Ok(Rest { input: Box::new(Cursor::new(left).chain(input)), lines, board });
            };
            board = board.or(records.first().map(|record| record.board));
            records.iter().for_each(&mut *tell);
            lines += blocks[index].iter().filter(|byte| **byte == b'\n').count() as u64;
        }
    }
}

/// All records of a block, or nothing if one of them cannot be read.
fn read_block(block: &[u8], board: Option<Geometry>) -> Option<Vec<Record>> {
    RecordReader::continued(block, 0, board).collect::<Result<_, _>>().ok()
}

/// The next blocks, up to so many; `text` has what was read and is not part of one.
fn next_blocks(input: &mut dyn BufRead, text: &mut Vec<u8>, most: usize) -> io::Result<Vec<Vec<u8>>> {
    let mut blocks = Vec::new();
    while blocks.len() < most {
        let before = text.len();
        let read = Read::take(&mut *input, BLOCK as u64).read_to_end(text)?;
        if read == 0 {
            break;
        }
        // A block that has no end yet is not looked through again from its start.
        if let Some(end) = last_record(text, before.saturating_sub(BLOCK)) {
            let rest = text.split_off(end);
            blocks.push(std::mem::replace(text, rest));
        } else if text.len() > 16 * BLOCK {
            break;
        }
    }
    Ok(blocks)
}

/// Where the last record begins that certainly is one: its number, and a row of the board after it.
fn last_record(text: &[u8], from: usize) -> Option<usize> {
    let line_at = |start: usize| {
        let end = start + text[start..].iter().position(|byte| *byte == b'\n')?;
        Some((text[start..end].strip_suffix(b"\r").unwrap_or(&text[start..end]), end + 1))
    };
    let mut starts = (from.max(1)..text.len()).rev().filter(|start| text[start - 1] == b'\n');
    starts.find(|&start| {
        let Some((number, next)) = line_at(start) else { return false };
        let Some((row, _)) = line_at(next) else { return false };
        let is_number = !number.is_empty() && number.iter().all(u8::is_ascii_digit);
        is_number && !row.is_empty() && row.iter().all(|byte| *byte == b'.' || byte.is_ascii_alphabetic())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_end_where_records_begin() {
        let text = b"1\n..\nR.\n1\n0 all 0\n2\n..\n.R\n*\n0 all 0\n3\n.";
        let second = last_record(text, 0).unwrap();
        assert_eq!(&text[second..second + 4], b"2\n..");
        assert_eq!(last_record(b"1\n..", 0), None);
    }
}
