//! Records of play: what is written is read back, and what is damaged is named.

use kibitzer::automata::{On, Step};
use kibitzer::board::Player;
use kibitzer::game::Game;
use kibitzer::observe::{Listing, Record, RecordReader, RecordResult, Recorder, watch_game, write_record};
use kibitzer::rng::Rng;
use kibitzer::sbg::{BUILTIN, Rules, builtin, read_game};

fn watch(rules: &Rules, listing: Listing, games: u64) -> Vec<Record> {
    let mut records = Vec::new();
    let mut scratch = Vec::new();
    for game in 0..games {
        let mut rng = Rng::branch(1, game);
        let recorder = Recorder { rules, listing };
        let choose = |pos: &_, _| rules.random_move(pos, &mut rng, &mut scratch);
        watch_game(recorder, choose, |record| -> Result<(), ()> {
            records.push(record);
            Ok(())
        })
        .unwrap();
    }
    records
}

fn written(records: &[Record]) -> String {
    let mut text = Vec::new();
    for (index, record) in records.iter().enumerate() {
        write_record(&mut text, index as u64 + 1, record).unwrap();
    }
    String::from_utf8(text).unwrap()
}

fn read(text: &str) -> (Vec<Record>, Option<String>) {
    let mut records = Vec::new();
    for result in RecordReader::new(text.as_bytes()) {
        match result {
            Ok(record) => records.push(record),
            Err(error) => return (records, Some(error.to_string())),
        }
    }
    (records, None)
}

#[test]
fn records_written_are_read_back() {
    for game in BUILTIN {
        let (_, rules) = read_game(game.text).unwrap();
        for listing in [Listing::All, Listing::Some] {
            let records = watch(&rules, listing, 3);
            let (again, error) = read(&written(&records));
            assert_eq!(error, None, "{}", game.id);
            assert!(again == records, "{}", game.id);
        }
    }
}

#[test]
fn a_record_looks_as_in_the_paper() {
    let (_, rules) = read_game(builtin("gardner").unwrap().text).unwrap();
    let pos = rules.start();
    let mv = rules.read_move(&pos, "b1a3").unwrap();
    let all = Recorder { rules: &rules, listing: Listing::All }.position(&pos, mv);
    let text = written(&[all]);
    let expected =
        "1\nrnbqk\nppppp\n.....\nPPPPP\nRNBQK\n*\n0 all 7\n(1 (-1 2 e))\n(1 (1 2 e))\n(5 (0 1 e))\n(6 (0 1 e))\n";
    assert!(text.starts_with(expected), "{text}");
    let one = Recorder { rules: &rules, listing: Listing::Some }.position(&pos, mv);
    assert!(written(&[one]).ends_with("0 some 1\n(1 (-1 2 e))\n"));
}

#[test]
fn a_last_position_tells_the_outcome_for_the_player_who_just_moved() {
    let (_, rules) = read_game("<BOARD> 1 3 k . K <PIECES> K (0,1,e) & <GOALS> 9 & @K 0 1 &").unwrap();
    let records = watch(&rules, Listing::All, 1);
    assert_eq!(records.len(), 2);
    assert_eq!((records[1].result, records[1].player), (RecordResult::Won, Player::Black));
    assert!(records[1].moves.is_empty());
}

#[test]
fn all_lists_every_path_even_when_two_lead_to_one_square() {
    let text = "<BOARD> 2 2 .k K. <PIECES> K (1,0,e)(0,1,p) + (0,1,e)(1,0,p) + (0,1,e) & <GOALS> 9 &";
    let (_, rules) = read_game(text).unwrap();
    let record = &watch(&rules, Listing::All, 1)[0];
    assert_eq!(record.moves.len(), 3);
    let mut moves = Vec::new();
    rules.moves(&rules.start(), &mut moves);
    assert_eq!(moves.len(), 2, "two paths to one square are one move in play");
}

#[test]
fn the_format_of_the_slides_is_read_too() {
    let text = "r.k\n.p.\nP.K\n3\nP 0 0 (0,1,e)\nK 2 0 (0,1,e)\nK 2 0 (-1,1,p)\n\nr.k\nPp.\n..K\n1\nr 0 2 (0,-1,p)\n";
    let (records, error) = read(text);
    assert_eq!(error, None);
    assert_eq!((records[0].player, records[0].listing, records[0].moves.len()), (Player::White, Listing::All, 3));
    assert_eq!(records[0].moves[2].word, [Step::new(-1, 1, On::Enemy)]);
    assert_eq!((records[1].player, records[1].listing), (Player::Black, Listing::Some));
}

#[test]
fn a_damaged_file_is_named_by_line_and_column_and_loses_nothing_that_came_before() {
    let good = "1\nk.\nK.\n*\n0 all 1\n(0 (1 0 e))\n";
    let cases = [
        (
            "2\nk.\nK.\n*\n0 all 1\n",
            "12:1: the file ends in the middle of a record: expected a move such as (6 (-1 2 e))",
        ),
        ("2\nk.\nK\n*\n", "9:1: this row has 1 squares, but the one above it has 2"),
        ("2\nk.\nK.\n2\n", "10:1: expected another row of the board, or the outcome: *, -1, 0 or 1"),
        ("2\nk.\nK.\n*\n2 all 1\n", "11:1: expected the player to move, 0 or 1"),
        ("2\nk.\nK.\n*\n0 most 1\n", "11:3: expected `all` or `some`"),
        ("2\nk.\nK.\n*\n0 all\n", "11:6: expected the number of moves that follow, and no more"),
        ("2\nk.\nK.\n*\n0 all 99999999999999999999\n", "11:7: expected the number of moves that follow, and no more"),
        ("2\nk.\nK.\n1\n0 all 1\n(0 (1 0 e))\n", "11:8: the game is over here: expected no moves"),
        ("2\nk.\nK.\n*\n0 all 1\n(9 (1 0 e))\n", "12:2: there is no such square on this board"),
        ("2\nk.\nK.\n*\n0 all 1\n(1 (0 1 e))\n", "12:2: no piece of the player to move stands there"),
        ("2\nk.\nK.\n*\n0 all 1\n(0 (-1 0 e))\n", "12:4: this step leaves the board"),
        ("2\nk.\nK.\n*\n0 all 1\n(0 (1 0 e) (-1 0 w))\n", "12:12: this step returns to a square already on the path"),
        ("2\nk.\nK.\n*\n0 all 1\n(0 (1 0 p))\n", "12:4: that square is empty, so this step should end in e"),
        ("2\nk.\nK.\n*\n0 all 1\n(0 (1 0 x))\n", "12:9: expected a step such as (-1 2 e)"),
        ("2\nk.\nK.\n*\n0 all 1\n(0)\n", "12:3: expected a step such as (-1 2 e), or ) at the end of the move"),
        (
            "2\nk..\nK..\n*\n0 all 0\n",
            "10:1: this board is 3 by 2, but those before it are 2 by 2: one file holds records of one game",
        ),
        ("2\n\u{1}\n", "8:1: expected a row of the board: letters, and `.` for empty squares"),
    ];
    for (bad, message) in cases {
        let (records, error) = read(&format!("{good}{bad}"));
        assert_eq!(records.len(), 1, "{bad}");
        assert_eq!(error.as_deref(), Some(message), "{bad}");
    }
}
