//! Generated games and broken definitions: acceptance checks AC-85 to AC-89.

use std::process::Command;

use kibitzer::game::{Game, random_playout};
use kibitzer::lab::{Arena, Pairing, Tournament, published_tournament, share};
use kibitzer::metagame::{
    BUILTIN, Flaw, Goal, MovementKind, Names, Owner, Parameters, Rules, Setup, Side, TextError, draw_movement,
    generate, invent, parse, subsumes,
};
use kibitzer::monitor::Quiet;
use kibitzer::protocol::{FailureCode, Reply, TableCommand, TableReply};
use kibitzer::rng::Rng;
use kibitzer::session::Session;

use crate::session::ask;

use crate::metagame_moves::compare_with_literal;

#[test]
fn ac_85_movement_types_come_as_often_as_the_parameter_says() {
    let parameters = Parameters::default();
    let mut rng = Rng::new(1);
    let mut counts = [0; 3];
    for _ in 0..10_000 {
        let index = match draw_movement(&parameters, &mut rng).kind {
            MovementKind::Leap => 0,
            MovementKind::Ride { .. } => 1,
            MovementKind::Hop { .. } => 2,
        };
        counts[index] += 1;
    }
    for (count, share) in counts.into_iter().zip([0.4, 0.4, 0.2]) {
        assert!((f64::from(count) / 10_000.0 - share).abs() < 0.02, "{counts:?}");
    }
}

/// Checks one generated game against the constraints of the published generator.
fn check_constraints(def: &kibitzer::metagame::GameDef) {
    let name = &def.name;
    assert_eq!(parse(&def.to_string()).as_ref(), Ok(def), "{name}");
    let stalemates = def.goals.iter().filter(|goal| matches!(goal, Goal::Stalemate(_))).count();
    assert!(stalemates == 1 && matches!(def.goals[0], Goal::Stalemate(_)), "{name}");
    let placed: Vec<&str> = match &def.setup {
        Setup::Fixed(list) => list.iter().map(|(name, _)| name.as_str()).collect(),
        Setup::Decision { names, .. } => def.listed(names),
    };
    for (index, goal) in def.goals.iter().enumerate() {
        match goal {
            Goal::Arrive(pieces, _) if pieces.owner == Owner::Only(Side::Player) => {
                assert!(placed.iter().all(|kind| !pieces.names.has(kind)), "{name}: {goal}");
            }
            Goal::Eradicate(pieces) => {
                assert!(
                    pieces.names == Names::Any || placed.iter().any(|kind| pieces.names.has(kind)),
                    "{name}: {goal}"
                );
            }
            _ => {}
        }
        for (other, earlier) in def.goals.iter().enumerate() {
            assert!(other == index || !subsumes(earlier, goal), "{name}: {goal} follows from {earlier}");
        }
    }
}

#[test]
fn ac_86_and_88_a_thousand_generated_games_hold_their_constraints_and_play() {
    let parameters = Parameters::default();
    let mut without_move = 0;
    for seed in 0..1000 {
        let def = generate(&parameters, seed);
        check_constraints(&def);
        assert_eq!(generate(&parameters, seed), def, "the same seed gives the same game");
        let rules = Rules::compile(&def).unwrap();
        without_move += u32::from(rules.moves(&rules.start(), &mut Vec::new()).is_some());
        let mut scratch = Vec::new();
        for game in 0..100 {
            let mut rng = Rng::branch(seed, game);
            let mut pos = rules.random_start(&mut rng);
            let (_, _) = random_playout(&rules, &mut pos, &mut rng, &mut scratch);
            assert_eq!(rules.key(&pos), rules.key_of(&pos), "seed {seed}");
        }
        let mut rng = Rng::branch(seed, 99);
        let mut pos = rules.random_start(&mut rng);
        let start = pos.clone();
        let mut played = Vec::new();
        while let Ok(mv) = rules.random_move(&pos, &mut rng, &mut scratch) {
            played.push((mv, rules.key(&pos), rules.play(&mut pos, mv)));
        }
        for (mv, key, undo) in played.into_iter().rev() {
            rules.undo(&mut pos, mv, undo);
            assert_eq!(rules.key(&pos), key, "seed {seed}");
        }
        assert_eq!(pos, start, "seed {seed}");
    }
    // Each of these is reported by `invent`, which passes them over.
    assert!(without_move < 20, "{without_move}");
}

#[test]
fn ac_87_tournament_settings() {
    let parameters = Parameters::tournament();
    for seed in 0..300 {
        let def = generate(&parameters, seed);
        assert!([def.width, def.height].iter().all(|side| [5, 6].contains(side)), "seed {seed}");
        assert!(!matches!(&def.goals[..], [Goal::Stalemate(Side::Player)]), "seed {seed}");
    }
}

#[test]
fn generated_games_are_those_of_the_literal_interpreter() {
    for seed in 0..25 {
        compare_with_literal(&generate(&Parameters::default(), seed), seed, 30, 400);
    }
    let mut cylinders = Parameters::default();
    cylinders.set("board_type", "vertical_cylinder:1").unwrap();
    cylinders.set("continue_captures", "0.5").unwrap();
    cylinders.set("capture_retrieve", "0.7").unwrap();
    for seed in 0..25 {
        compare_with_literal(&generate(&cylinders, seed), seed, 30, 400);
    }
}

#[test]
fn parameters_are_read_as_they_are_printed() {
    let defaults = Parameters::default();
    let mut copy = Parameters::default();
    for (name, parameter) in defaults.iter() {
        copy.set(name, &parameter.to_string()).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    assert_eq!(copy, defaults);
    let error = |name: &str, text: &str| Parameters::default().set(name, text).unwrap_err().to_string();
    assert_eq!(error("speed", "1"), "unknown parameter \"speed\"");
    assert_eq!(error("must_ride", "2"), "expected a number from 0 to 1");
    assert_eq!(error("locality", "0.8..0.1"), "expected two numbers from 0 to 16, as in 5..6");
    assert_eq!(error("board_type", "round:1"), "expected weights as in planar:1, for any of planar, vertical_cylinder");
    let mut large = Parameters::default();
    large.set("board_width", "16").unwrap();
    large.set("board_height", "1..16").unwrap();
    large.set("board_crowding", "0.7:1").unwrap();
    for seed in 0..4 {
        Rules::compile(&generate(&large, seed)).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    }
}

#[test]
fn invented_games_are_playable_and_decided() {
    let (_, def, trial) = invent(&Parameters::default(), 1, 20, 200).unwrap();
    assert!(trial.flaw().is_none());
    let rules = Rules::compile(&def).unwrap();
    assert_eq!(rules.moves(&rules.start(), &mut Vec::new()), None);
    let flawed = kibitzer::metagame::Trial { games: 20, wins: [20, 0], decisions: 1000 };
    assert_eq!(flawed.flaw(), Some(Flaw::OneSided(kibitzer::board::Player::White)));
}

/// Changes a text in one of many ways.
fn mutate(text: &str, rng: &mut Rng) -> String {
    if !text.contains(|c: char| c.is_ascii_digit()) {
        return "game".to_owned();
    }
    let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let mut chars: Vec<char> = text.chars().collect();
    match rng.below(7) {
        0 => {
            let at = rng.index(words.len());
            words.remove(at);
        }
        1 => {
            let (a, b) = (rng.index(words.len()), rng.index(words.len()));
            words.swap(a, b);
        }
        2 => {
            let (from, to) = (rng.index(words.len()), rng.index(words.len()));
            words[to] = words[from].clone();
        }
        3 => {
            let at = rng.index(chars.len());
            chars[at] = *rng.pick(&['0', '9', '-', '}', '(', 'x', 'é', '\n', '%', '<', '.', '∞', ' ']);
            return chars.into_iter().collect();
        }
        4 => {
            chars.truncate(rng.index(chars.len()));
            return chars.into_iter().collect();
        }
        5 => {
            let digits: Vec<usize> = (0..chars.len()).filter(|at| chars[*at].is_ascii_digit()).collect();
            let at = *rng.pick(&digits);
            let number = ["0", "17", "99", "100", "255", "256", "-1", "99999999999999999999", "2"][rng.index(9)];
            return chars[..at].iter().chain(&number.chars().collect::<Vec<_>>()).chain(&chars[at + 1..]).collect();
        }
        _ => {
            let (from, at) = (rng.index(words.len()), rng.index(words.len()));
            let part: Vec<String> = words[from..(from + 20).min(words.len())].to_vec();
            words.splice(at..at, part);
        }
    }
    words.join(" ")
}

/// The place of an error lies in the text, or at its end.
fn check_place(text: &str, error: &TextError) {
    let lines: Vec<&str> = text.split('\n').collect();
    let line = lines.get(error.place.line as usize - 1).unwrap_or_else(|| panic!("{error}\n{text}"));
    let end = error.place.column + error.place.length;
    assert!(error.place.column >= 1 && end as usize <= line.chars().count() + 1, "{error}\n{text}");
    assert!(error.to_string().len() > 10, "{error}");
}

#[test]
fn ten_thousand_broken_definitions_are_refused_or_played() {
    let (mut read, mut refused) = (0, 0);
    let mut scratch = Vec::new();
    for seed in 0..10_000 {
        let mut rng = Rng::new(seed);
        let game = BUILTIN[rng.index(BUILTIN.len())];
        let mut text = game.text.split_inclusive('\n').filter(|line| !line.starts_with('%')).collect::<String>();
        for _ in 0..=rng.below(3) {
            text = mutate(&text, &mut rng);
        }
        match parse(&text) {
            Err(error) => {
                refused += 1;
                check_place(&text, &error);
            }
            Ok(def) => {
                read += 1;
                assert_eq!(parse(&def.to_string()), Ok(def.clone()), "seed {seed}");
                // The largest boards take longest to compile.
                if def.width < 12 && seed % 4 == 0 {
                    let rules = Rules::compile(&def).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
                    let mut pos = rules.random_start(&mut rng);
                    for _ in 0..30 {
                        match rules.random_move(&pos, &mut rng, &mut scratch) {
                            Ok(mv) => rules.play(&mut pos, mv),
                            Err(_) => break,
                        };
                    }
                    assert_eq!(rules.key(&pos), rules.key_of(&pos), "seed {seed}");
                }
            }
        }
    }
    assert!(read > 500 && refused > 5000, "{read} read, {refused} refused");
}

#[test]
fn ac_89_the_published_tournament_adds_up() {
    let mut scores = [0.0; 6];
    let mut contests = 0;
    for Pairing { game, players: [first, second], tally } in published_tournament() {
        assert_eq!(tally.games(), 20, "{game} P{first} P{second}");
        contests += tally.games();
        let points = f64::from(tally.wins) + f64::from(tally.draws) / 2.0;
        scores[first as usize - 1] += points;
        scores[second as usize - 1] += 20.0 - points;
    }
    assert_eq!(contests, 1500);
    assert_eq!(scores, [37.5, 258.0, 241.5, 283.0, 321.5, 358.5]);
}

/// Statistical, but the same on every machine: players look at so many positions rather than for so many seconds.
#[test]
fn ac_90_a_small_tournament_comes_out_like_the_published_one() {
    let results = Tournament { contests: 2, positions: 100, seed: 1 }.run(&mut Quiet);
    let of = |game, player| share(&results, game, player).unwrap();
    for game in ["game2", "game3", "game4", "game5"] {
        assert!(of(Some(game), 1) < 0.2, "{game}: {}", of(Some(game), 1));
        assert!((2..=6).all(|player| of(Some(game), player) > of(Some(game), 1)), "{game}");
    }
    let all: Vec<f64> = (1..=6).map(|player| of(None, player)).collect();
    assert!(all[5] > all[3] && all[5] > all[1] && all[5] > all[0] && all[4] > all[3], "{all:?}");
}

#[test]
fn metagamer_beats_the_random_players_by_the_published_margins() {
    let terms = Tournament { contests: 10, positions: 300, seed: 1 };
    for theirs in published_tournament().into_iter().filter(|pairing| pairing.players[0] < 3 && pairing.players[1] == 6)
    {
        let ours = terms.game(&Arena::new(theirs.game).unwrap(), &[theirs.players], &mut Quiet)[0];
        assert!(ours.tally.score() <= theirs.tally.score(), "{ours:?}, published {}", theirs.tally);
    }
}

#[test]
fn games_are_invented_through_the_protocol_by_settings_and_seed() {
    let mut session = Session::new();
    let Reply::Table(TableReply::Inventing(settings)) = ask(&mut session, TableCommand::Inventing) else { panic!() };
    assert!(settings.len() > 30 && settings.iter().all(|setting| !setting.label.is_empty()), "{settings:?}");
    let invent = |settings: &[(&str, &str)], seed, playable| TableCommand::Invent {
        seed,
        settings: settings.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect(),
        playable,
    };
    // The defaults, said aloud, change nothing.
    let defaults: Vec<(&str, &str)> =
        settings.iter().map(|setting| (setting.name.as_str(), setting.default.as_str())).collect();
    let Reply::Table(TableReply::Invented(silent)) = ask(&mut session, invent(&[], 7, false)) else { panic!() };
    let Reply::Table(TableReply::Invented(aloud)) = ask(&mut session, invent(&defaults, 7, false)) else { panic!() };
    assert_eq!(silent, aloud);
    // The text is the tool's: the definition, and before it how it was invented.
    assert_eq!(parse(&silent.text).unwrap(), generate(&Parameters::default(), 7));
    let tool = Command::new(env!("CARGO_BIN_EXE_kibitzer")).args(["generate", "--seed", "7"]).output().unwrap();
    assert_eq!(String::from_utf8(tool.stdout).unwrap(), silent.text);
    let Reply::Table(TableReply::Invented(small)) =
        ask(&mut session, invent(&[("board_width", "4..4"), ("board_height", "7")], 7, true))
    else {
        panic!()
    };
    let def = parse(&small.text).unwrap();
    assert_eq!((def.width, def.height, small.played, small.flaw), (4, 7, 30, None));
    assert!(small.text.contains("and board_width=4..4, board_height=7..7."), "{}", small.text);
    // What random play finds is told where nothing is rejected.
    let Reply::Table(TableReply::Invented(drawn)) =
        ask(&mut session, invent(&[("board_width", "4..4"), ("must_capture", "1")], 5, false))
    else {
        panic!()
    };
    assert_eq!((drawn.white, drawn.black), (0, 0));
    assert_eq!(drawn.flaw.as_deref(), Some("Random games are almost always drawn."));
    for (settings, code) in [
        (vec![("board_widht", "4")], FailureCode::Argument),
        (vec![("board_width", "wide")], FailureCode::Argument),
        (vec![("movement_type", "flyer:1")], FailureCode::Argument),
        (vec![("goal_complexity", "1.5")], FailureCode::Argument),
    ] {
        let Reply::Failed(failed) = ask(&mut session, invent(&settings, 1, false)) else { panic!("{settings:?}") };
        assert_eq!(failed.code, code, "{settings:?}");
    }
}
