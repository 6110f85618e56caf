//! Malformed text: mutated and random games, records, links, positions and moves. Every one of them gets an
//! answer or a clear error, soon.

use kibitzer::game::Game;
use kibitzer::observe::{Listing, RecordReader, Recorder, watch_game, write_record};
use kibitzer::protocol::{Command, Failed, Reply, SharingCommand, Source, TableCommand};
use kibitzer::rng::Rng;
use kibitzer::sbg::{BUILTIN, builtin, read_game, read_position, show_position};
use kibitzer::session::Session;
use kibitzer::share::{Shared, SharedGame, read_link, write_link};

/// Cuts, doubles, drops, swaps and overwrites a few bytes.
fn mutate(rng: &mut Rng, text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let interesting = b"<>|()+^*&@#,.-0199 \n/KkPpwe\xff\x00";
    for _ in 0..1 + rng.index(6) {
        if bytes.is_empty() {
            break;
        }
        let at = rng.index(bytes.len());
        match rng.below(6) {
            0 => bytes.truncate(at),
            1 => bytes[at] = *rng.pick(interesting),
            2 => bytes.insert(at, *rng.pick(interesting)),
            3 => {
                bytes.remove(at);
            }
            4 => {
                let end = (at + rng.index(40)).min(bytes.len());
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
            _ => bytes[at] = rng.below(256) as u8,
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn noise(rng: &mut Rng) -> String {
    let bytes: Vec<u8> = (0..rng.index(300)).map(|_| rng.below(256) as u8).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn ten_thousand_mutated_games_and_as_much_noise_are_answered() {
    let mut good = 0;
    for seed in 0..10_000 {
        let mut rng = Rng::new(seed);
        let game = *rng.pick(BUILTIN);
        let text = mutate(&mut rng, game.text);
        match read_game(&text) {
            Ok((def, rules)) => {
                good += 1;
                assert_eq!(
                    kibitzer::sbg::parse(&def.to_string()).map(|again| again.pieces),
                    Ok(def.pieces),
                    "seed {seed}"
                );
                let mut pos = rules.start();
                for _ in 0..20 {
                    match rules.random_move(&pos, &mut rng, &mut Vec::new()) {
                        Ok(mv) => rules.play(&mut pos, mv),
                        Err(_) => break,
                    };
                }
            }
            Err(error) => {
                let lines = text.lines().count().max(1) as u32 + 1;
                assert!((1..=lines).contains(&error.place.line) && error.place.column >= 1, "seed {seed}: {error}");
                assert!(error.to_string().len() < 400, "seed {seed}: {error}");
            }
        }
        assert!(read_game(&noise(&mut rng)).is_err(), "seed {seed}");
    }
    assert!(good > 500, "{good} of the mutated games are still games");
}

#[test]
fn ten_thousand_mutated_records_and_as_much_noise_are_answered() {
    let (_, rules) = read_game(builtin("gardner").unwrap().text).unwrap();
    let mut text = Vec::new();
    let mut rng = Rng::new(1);
    let mut number = 0;
    watch_game(
        Recorder { rules: &rules, listing: Listing::All },
        |pos, _| rules.random_move(pos, &mut rng, &mut Vec::new()),
        |record| {
            number += 1;
            write_record(&mut text, number, &record)
        },
    )
    .unwrap();
    let text = String::from_utf8(text).unwrap();
    let whole = RecordReader::new(text.as_bytes()).count();
    for seed in 0..10_000 {
        let mut rng = Rng::new(seed);
        let mutated = mutate(&mut rng, &text);
        let errors = RecordReader::new(mutated.as_bytes()).filter(Result::is_err).count();
        assert!(errors <= 1, "seed {seed}: nothing follows an error");
        let noise: Vec<u8> = (0..rng.index(300)).map(|_| rng.below(256) as u8).collect();
        assert!(RecordReader::new(noise.as_slice()).filter(Result::is_ok).count() <= whole);
    }
}

#[test]
fn a_line_without_end_is_refused_before_it_fills_the_memory() {
    let endless = std::io::BufReader::new(std::io::repeat(b'a'));
    let error = RecordReader::new(endless).next().unwrap().unwrap_err();
    assert_eq!(error.to_string(), "1:1: this line has more than 65536 bytes");
}

#[test]
fn rules_made_to_explode_are_refused() {
    // Seconds with the limits; without them this would take hours, and all the memory.
    let nested = format!("{}(0,1,e){}", "(".repeat(100_000), ")".repeat(100_000));
    let subsets = format!("((0,1,e)+(0,1,p))^*(0,1,e){}", "((0,1,e)+(0,1,p))".repeat(40));
    let rules = [
        "((((0,1,e)^9999)^9999)^9999)^9999",
        "(0,1,e)^65535",
        "(0,1,e)^3900",
        "((0,1,e)^60 + (0,1,p)^61)^60",
        "((0,1,e)^* + (0,1,p)^*)^*",
        "((1,0,e) + (0,1,e) + (-1,0,e) + (0,-1,e) + (1,1,e) + (-1,-1,e))^*",
        "(0,1,e)^*^*^*^*^*^*^*^*",
        nested.as_str(),
        subsets.as_str(),
    ];
    for rule in rules {
        let rows = format!("k...............\n{}K...............", "................\n".repeat(14));
        // Every letter gets the rule: what is slow once must not be slow 52 times.
        let pieces: String = ('A'..='Z').chain('a'..='z').map(|letter| format!("{letter} {rule} &\n")).collect();
        let text = format!("<BOARD> 16 16\n{rows}\n<PIECES> {pieces} <GOALS> 9 &");
        let _ = read_game(&text).map(|(_, rules)| kibitzer::game::perft(&rules, &mut rules.start(), 2));
    }
    assert!(read_game(&"x".repeat(10_000_000)).is_err());
}

#[test]
fn mutated_links_are_errors_unless_they_are_whole() {
    let text = builtin("chess").unwrap().text.to_owned();
    let shared = Shared { game: SharedGame::Text(text), start: None, moves: vec!["e2e3".to_owned()], page: Vec::new() };
    let link = write_link(&shared).unwrap();
    assert!(link.len() < 1_500, "a whole game fits in a link: {}", link.len());
    for seed in 0..10_000 {
        let mut rng = Rng::new(seed);
        let mutated = mutate(&mut rng, &link);
        if let Ok(read) = read_link(&mutated) {
            assert_eq!(read, shared, "seed {seed}: {mutated}");
        }
        let _ = read_link(&noise(&mut rng));
    }
}

#[test]
fn mutated_positions_are_read_or_refused() {
    let (_, rules) = read_game(builtin("gardner").unwrap().text).unwrap();
    let text = show_position(&rules, &rules.start());
    for seed in 0..10_000 {
        let mutated = mutate(&mut Rng::new(seed), &text);
        if let Ok(pos) = read_position(&rules, &mutated) {
            assert_eq!(rules.ending(&pos), None, "seed {seed}: {mutated}");
        }
    }
}

#[test]
fn a_session_answers_every_command_whatever_it_holds() {
    let mut session = Session::new();
    let mut replies = 0;
    for seed in 0..3_000 {
        let mut rng = Rng::new(seed);
        let text =
            if rng.one_in(2) { noise(&mut rng) } else { mutate(&mut rng, "a2a3 b7b6 rnbqk/ppppp w 0 #v=1&g=chess") };
        let command: Command = match rng.below(11) {
            0 => TableCommand::Load { source: Source::Builtin(text) }.into(),
            1 => TableCommand::Load { source: Source::Text(text) }.into(),
            2 => TableCommand::Check { text }.into(),
            3 => TableCommand::Show { start: Some(text), moves: vec![] }.into(),
            4 => TableCommand::Show { start: None, moves: vec![text] }.into(),
            5 => TableCommand::Paste { text }.into(),
            6 => SharingCommand::Share { source: None, start: None, moves: vec![], page: vec![(text.clone(), text)] }
                .into(),
            8 => TableCommand::Exercise { seed: seed as u32, piece: Some(text.len() as u32).filter(|_| rng.one_in(2)) }
                .into(),
            9 => TableCommand::Record { start: Some(text.clone()), moves: vec![text] }.into(),
            7 => SharingCommand::Open { fragment: text }.into(),
            _ => TableCommand::Load { source: Source::Builtin(rng.pick(BUILTIN).id.to_owned()) }.into(),
        };
        session.handle(command, &mut |reply| {
            replies += 1;
            if let Reply::Failed(Failed { message, .. }) = reply {
                assert!(message.len() > 10 && message.len() < 500, "seed {seed}: {message}");
            }
        });
    }
    assert_eq!(replies, 3_000);
}
