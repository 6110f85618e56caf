//! Records that are empty, cut short, contradictory or endless: clear answers, nothing lost, no hang.

use std::io::{BufReader, Read};

use kibitzer::board::Geometry;
use kibitzer::learn::{Clash, Learning, NoGame, Settings};
use kibitzer::observe::{RecordErrorKind, RecordReader};

fn learn(text: &str) -> (Learning, Option<RecordErrorKind>) {
    let mut learning = Learning::new(Settings::default());
    let mut error = None;
    for record in RecordReader::new(text.as_bytes()) {
        match record {
            Ok(record) => learning.watch(&record),
            Err(found) => error = Some(found.kind),
        }
    }
    learning.finish();
    (learning, error)
}

const GAME: &str = "1\n..\n..\nR.\n*\n0 all 2\n(0 (0 1 e))\n(0 (1 0 e))\n2\n..\nR.\n..\n1\n1 all 0\n";

#[test]
fn no_records_are_no_game() {
    let (mut learning, error) = learn("");
    assert_eq!(error, None);
    assert_eq!(learning.game(), Err(NoGame::NothingSeen));
    assert!(learning.pieces().is_empty());
    assert!(learning.question().is_none());
}

#[test]
fn a_file_cut_in_the_middle_keeps_what_came_before() {
    let cut = format!("{GAME}3\n..\n..\nR.\n*\n0 all 2\n(0 (0 1");
    let (mut learning, error) = learn(&cut);
    assert!(matches!(error, Some(RecordErrorKind::Expected(_) | RecordErrorKind::CutOff(_))), "{error:?}");
    let game = learning.game().unwrap();
    assert_eq!(game.rows().collect::<Vec<_>>(), ["..", "..", "R."]);
    assert_eq!(learning.pieces()[0].words, 2);
    assert_eq!(learning.clashes(), []);
}

#[test]
fn a_game_that_stops_without_an_end_is_no_contradiction() {
    let open = "1\n..\n..\nR.\n*\n0 all 2\n(0 (0 1 e))\n(0 (1 0 e))\n";
    let (learning, _) = learn(&format!("{open}{GAME}"));
    assert_eq!(learning.clashes(), []);
}

#[test]
fn two_start_positions_are_reported_with_their_records() {
    let other =
        GAME.replace("..\n..\nR.", "..\n..\n.R").replace("(0 (1 0 e))", "(1 (-1 0 e))").replace("(0 (0", "(1 (0");
    let other = other.replace("..\nR.\n..", "..\n.R\n..");
    let (learning, error) = learn(&format!("{GAME}{other}"));
    assert_eq!(error, None);
    assert_eq!(learning.clashes(), [Clash::Start { records: (1, 3) }]);
}

#[test]
fn a_piece_that_moves_by_where_it_stands_is_reported() {
    // On a1 it may go up, on b1 it may not, though all moves are listed.
    let text = "1\n..\nR.\n*\n0 all 2\n(0 (0 1 e))\n(0 (1 0 e))\n2\n..\n.R\n*\n0 all 1\n(1 (-1 0 e))\n";
    let (learning, error) = learn(text);
    assert_eq!(error, None);
    let clashes = learning.clashes();
    let up = clashes.iter().find_map(|clash| match clash {
        Clash::Word { letter, records, square, word } if word.len() == 1 && word[0].dy == 1 => {
            Some((*letter, *records, square.index()))
        }
        _ => None,
    });
    assert_eq!(up, Some(('R', (1, 2), 1)));
    assert!(clashes[0].to_string().contains("record 1"), "{}", clashes[0]);
}

#[test]
fn one_position_with_two_lists_of_all_moves_is_reported() {
    let text = "1\n..\nR.\n*\n0 all 1\n(0 (0 1 e))\n2\n..\nR.\n*\n0 all 1\n(0 (1 0 e))\n";
    let (learning, _) = learn(text);
    assert!(learning.clashes().contains(&Clash::Listing { records: (1, 2) }), "{:?}", learning.clashes());
}

/// The same text again and again.
struct Copies {
    text: &'static [u8],
    at: usize,
    left: u64,
}

impl Read for Copies {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.left == 0 {
            return Ok(0);
        }
        let read = (&self.text[self.at..]).read(buffer)?;
        self.at += read;
        if self.at == self.text.len() {
            (self.at, self.left) = (0, self.left - 1);
        }
        Ok(read)
    }
}

#[test]
fn a_million_copies_of_one_record_are_one_position() {
    let record = b"1\n..\n..\nR.\n*\n0 all 2\n(0 (0 1 e))\n(0 (1 0 e))\n";
    let copies = Copies { text: record, at: 0, left: 1_000_000 };
    let mut learning = Learning::new(Settings::default());
    for record in RecordReader::new(BufReader::new(copies)) {
        learning.watch(&record.unwrap());
    }
    learning.finish();
    let evidence = learning.evidence();
    assert_eq!((evidence.records(), evidence.positions()), (1_000_000, 1));
    assert!(evidence.bytes() < 4_096, "{}", evidence.bytes());
    assert_eq!(evidence.board(), Geometry::new(2, 3));
    assert_eq!(learning.pieces()[0].seen, 2_000_000);
    assert_eq!(learning.clashes(), []);
}
