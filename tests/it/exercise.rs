//! Exercises, against the slow walker, and the visitor's game as records.

use std::collections::BTreeSet;

use crate::wire::{letter_of, piece_id};
use kibitzer::observe::RecordReader;
use kibitzer::protocol::{Command, ExerciseView, Failed, Reply, Source, TableCommand, TableReply};
use kibitzer::sbg::{BUILTIN, read_game, read_position, walk};
use kibitzer::session::Session;

fn ask(session: &mut Session, command: impl Into<Command>) -> Reply {
    let mut replies = Vec::new();
    session.handle(command.into(), &mut |reply| replies.push(reply));
    assert_eq!(replies.len(), 1);
    replies.remove(0)
}

fn load(source: Source) -> Session {
    let mut session = Session::new();
    let Reply::Table(TableReply::Game(..)) = ask(&mut session, TableCommand::Load { source }) else { panic!() };
    session
}

fn exercise(session: &mut Session, seed: u32, letter: Option<&str>) -> ExerciseView {
    match ask(session, TableCommand::Exercise { seed, piece: letter.map(piece_id) }) {
        Reply::Table(TableReply::Exercise(exercise)) => exercise,
        other => panic!("{letter:?}: {other:?}"),
    }
}

#[test]
fn the_answer_is_what_the_slow_walker_finds() {
    for game in BUILTIN {
        let (_, rules) = read_game(game.text).unwrap();
        let mut session = load(Source::Builtin(game.id.to_owned()));
        for seed in 0..12 {
            let found = exercise(&mut session, seed, None);
            let pos = read_position(&rules, &found.position).unwrap();
            let square = rules.board().squares().nth(found.square as usize).unwrap();
            assert_eq!(rules.letter_at(&pos, square).to_string(), letter_of(found.piece));
            assert!(rules.ending(&pos).is_none(), "{}", found.position);
            let info = rules.info(pos.piece_at(square).unwrap());
            let words = walk(&info.dfa, &rules.view(&pos), info.player, square);
            let slow: BTreeSet<u32> = words.iter().map(|(_, to)| to.index() as u32).collect();
            assert_eq!(found.answer.iter().copied().collect::<BTreeSet<_>>(), slow, "{}: {}", game.id, found.position);
            assert!(!slow.is_empty() && found.answer.len() == slow.len());
            assert_eq!(exercise(&mut session, seed, None), found, "the same seed gives the same exercise");
        }
    }
}

#[test]
fn every_piece_of_every_game_can_be_asked_for() {
    for game in BUILTIN {
        let (_, rules) = read_game(game.text).unwrap();
        let mut session = load(Source::Builtin(game.id.to_owned()));
        for (_, info) in rules.pieces() {
            if !rules
                .board()
                .squares()
                .any(|square| rules.letter_at(&kibitzer::game::Game::start(&rules), square) == info.letter)
            {
                continue;
            }
            let letter = info.letter.to_string();
            let found: Vec<ExerciseView> = (0..8).map(|seed| exercise(&mut session, seed, Some(&letter))).collect();
            assert!(found.iter().all(|each| letter_of(each.piece) == letter));
            let different: BTreeSet<&str> = found.iter().map(|each| each.position.as_str()).collect();
            assert!(different.len() >= 6, "{} {letter}: {different:?}", game.id);
        }
    }
}

#[test]
fn the_places_chosen_show_captures_and_obstacles() {
    let mut session = load(Source::Builtin("chess".to_owned()));
    let telling = (0..40).map(|seed| exercise(&mut session, seed, Some("R"))).filter(|each| {
        let on = |to: &u32| each.squares[*to as usize];
        each.answer.iter().any(|to| on(to) != 0) && each.answer.len() > 2
    });
    let count = telling.count();
    assert!(count >= 30, "{count} of 40");
}

#[test]
fn a_piece_that_is_not_there_or_never_moves_is_refused_in_words() {
    let mut session = load(Source::Builtin("gardner".to_owned()));
    for letter in ["X", "", "RR", "é"] {
        let reply = ask(&mut session, TableCommand::Exercise { seed: 1, piece: Some(piece_id(letter)) });
        assert!(
            matches!(&reply, Reply::Failed(Failed { message, .. }) if message.contains("no such piece")),
            "{reply:?}"
        );
    }
    let text =
        "<BOARD> 2 3 kw .. KW <PIECES> K (0,1,e) + (0,-1,e) + (0,1,p) & W (0,2,w)(0,1,w) & <GOALS> 9 &".to_owned();
    let mut session = load(Source::Text(text));
    let reply = ask(&mut session, TableCommand::Exercise { seed: 1, piece: Some(piece_id("W")) });
    assert!(matches!(&reply, Reply::Failed(Failed { message, .. }) if message.contains("rarely")), "{reply:?}");
}

#[test]
fn a_game_is_written_down_as_records_that_are_read_back() {
    let mut session = load(Source::Builtin("knightthrough".to_owned()));
    let moves: Vec<String> = ["a2b4", "h7g5", "b4c6", "g5f3", "c6b8"].map(str::to_owned).to_vec();
    let Reply::Table(TableReply::Record(text)) =
        ask(&mut session, TableCommand::Record { start: None, moves: moves.clone() })
    else {
        panic!()
    };
    let records: Vec<_> = RecordReader::new(text.as_bytes()).collect::<Result<_, _>>().unwrap();
    assert_eq!(records.len(), moves.len() + 1);
    assert!(records.last().unwrap().moves.is_empty());
    assert!(text.starts_with("1\nnnnnnnnn\n"), "{text}");
    let bad = TableCommand::Record { start: None, moves: vec!["a1a1".to_owned()] };
    assert!(matches!(ask(&mut session, bad), Reply::Failed(..)));
}
