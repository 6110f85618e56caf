//! Small nets: kept up to date as from scratch, the same for both colours, refused when damaged, trained from a seed.

use std::process::Command;

use kibitzer::bots::{
    BLOCK, Bot, Kind, MOST_HIDDEN, Net, NetWeights, PieceSquare, PlayerSpec, Start, Strong, net_name,
};
use kibitzer::game::{Game, Table};
use kibitzer::lab::{Hidden, Sample, SampleOptions, Samples, TrainOptions, play_samples, train};
use kibitzer::monitor::Quiet;
use kibitzer::protocol::{
    EvaluatedBy, Failed, FailureCode, GameView, Mover, Reply, Source, TableCommand, TableReply, ThinkingCommand,
    ThinkingReply,
};
use kibitzer::rng::Rng;
use kibitzer::sbg::{BUILTIN, Position, Rules, builtin, read_game};
use kibitzer::search::{Evaluator, Limits, Linear};
use kibitzer::session::Session;

use crate::session::ask;
use crate::wire::net_file;

fn game(name: &str) -> Rules {
    read_game(builtin(name).unwrap().text).unwrap().1
}

/// Weights by chance.
fn any_net(rules: &Rules, seed: u64) -> Net {
    net_of(rules, seed, BLOCK, 3)
}

fn net_of(rules: &Rules, seed: u64, hidden: usize, stages: usize) -> Net {
    let mut rng = Rng::new(seed);
    let mut chance = |most: f32| (rng.below(2001) as f32 / 1000.0 - 1.0) * most;
    let inputs = rules.pieces().count() * rules.board().size();
    let groups = rules.evaluation(Start::Rules).groups(rules).firmness.len();
    let weights = NetWeights {
        hidden,
        input: (0..inputs * hidden).map(|_| chance(0.3)).collect(),
        bias: (0..hidden).map(|_| chance(0.5)).collect(),
        output: (0..stages * 2 * hidden).map(|_| chance(1.0)).collect(),
        output_bias: (0..stages).map(|_| chance(0.5)).collect(),
        changes: (0..groups).map(|_| chance(0.1)).collect(),
    };
    Net::rounded(rules, &weights)
}

fn with_net(rules: &Rules, net: &Net) -> PieceSquare {
    let mut eval = rules.evaluation(Start::Rules);
    eval.set_net(rules, net);
    eval
}

#[test]
fn a_net_is_kept_up_to_date_as_from_scratch() {
    for name in ["breakthrough", "gardner", "los-alamos-asymmetric", "chess"] {
        let rules = game(name);
        for (seed, hidden, stages) in [(0, BLOCK, 1), (1, BLOCK, 4), (2, MOST_HIDDEN, 1), (3, MOST_HIDDEN, 8)] {
            let eval = with_net(&rules, &net_of(&rules, 3, hidden, stages));
            assert!(eval.has_net());
            let mut rng = Rng::new(seed);
            let mut pos = rules.start();
            let mut sum = eval.sum(&rules, &pos);
            while let Ok(mv) = rules.random_move(&pos, &mut rng, &mut Vec::new()) {
                sum = eval.after(&rules, &pos, mv, &sum);
                rules.play(&mut pos, mv);
                let again = eval.sum(&rules, &pos);
                assert_eq!(eval.score(&rules, &pos, &sum), eval.score(&rules, &pos, &again), "{name} {}", pos.ply());
            }
        }
    }
}

/// The same position with the colours exchanged and the board turned over.
fn turned(rules: &Rules, pos: &Position) -> Position {
    let board = rules.board();
    let letter = |square| {
        let other = board.at(board.x(square), board.height() - 1 - board.y(square)).unwrap();
        let letter = rules.letter_at(pos, other);
        if letter.is_ascii_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
    };
    let cells: Vec<char> = board.squares().map(letter).collect();
    rules.position(&cells, !pos.to_move(), pos.ply()).unwrap()
}

#[test]
fn both_colours_see_the_same() {
    for name in ["breakthrough", "escort-breakthrough", "gardner", "chess"] {
        let rules = game(name);
        let eval = with_net(&rules, &any_net(&rules, 5));
        let mut rng = Rng::new(1);
        let mut pos = rules.start();
        while let Ok(mv) = rules.random_move(&pos, &mut rng, &mut Vec::new()) {
            rules.play(&mut pos, mv);
            let other = turned(&rules, &pos);
            let score = |pos: &Position| eval.score(&rules, pos, &eval.sum(&rules, pos));
            assert_eq!(score(&pos), score(&other), "{name} {}", pos.ply());
            assert!((eval.constant(&rules, &pos) + eval.constant(&rules, &other)).abs() < 1e-9);
        }
    }
}

#[test]
fn a_file_of_a_net_is_read_back_and_damage_is_refused() {
    let rules = game("gardner");
    let net = any_net(&rules, 7);
    let bytes = net.to_bytes();
    assert_eq!(Net::from_bytes(&rules, &bytes).unwrap(), net);
    assert!(Net::from_bytes(&game("chess"), &bytes).unwrap_err().contains("another game"));
    for length in 0..bytes.len() {
        assert!(Net::from_bytes(&rules, &bytes[..length]).is_err(), "{length} bytes");
    }
    for at in (0..bytes.len()).step_by(37) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x10;
        assert!(Net::from_bytes(&rules, &damaged).is_err(), "byte {at}");
    }
    assert!(Net::from_bytes(&rules, &[bytes.clone(), vec![0]].concat()).is_err());
    let mut bot = Bot::new(&rules, PlayerSpec::new(Kind::AlphaBeta), 1);
    assert!(bot.set_net(&rules, b"nonsense").is_err());
    assert!(bot.choose_quietly(&rules, &rules.start(), Limits::nodes(500)).is_some());
}

#[test]
fn nets_of_games_with_32_hidden_units_fit_in_30_kilobytes() {
    for name in ["breakthrough", "escort-breakthrough", "gardner", "los-alamos-asymmetric", "chess"] {
        assert!(any_net(&game(name), 1).to_bytes().len() <= 30_000, "{name}");
    }
}

fn samples(rules: &Rules) -> Vec<Sample> {
    let options = SampleOptions { games: 20, nodes: 200, seed: 4, opening: 6 };
    let mut samples = Vec::new();
    let spec = PlayerSpec { start: Start::Rules, ..PlayerSpec::with_small_table() };
    play_samples(rules, spec, options, &mut Quiet, |sample| samples.push(sample));
    samples
}

#[test]
fn training_can_be_repeated_and_fits_what_it_sees() {
    let rules = game("gardner");
    let played = samples(&rules);
    assert!(played.len() > 100, "{}", played.len());
    for sample in &played {
        let line = sample.to_line(&rules);
        assert_eq!(Sample::from_line(&rules, &line).unwrap().to_line(&rules), line);
    }
    let known: Vec<bool> = played.iter().map(|sample| sample.outcome.is_some()).collect();
    let games: Vec<u32> = played.iter().map(|sample| sample.game).collect();
    let spoilt = |at: usize| games[at] == games[at + 1] && known[at] && !known[at + 1];
    assert!(!(0..games.len() - 1).any(spoilt), "a result counts from the last random move of its game on");
    assert!(known.contains(&true) && known.contains(&false));
    for line in ["", "x", "rnbqk/ppppp/...../PPPPP/RNBQK w 0 1 2", "rnbqk/ppppp/...../PPPPP/RNBQK w 0 x 2 1-0"] {
        assert!(Sample::from_line(&rules, line).is_none(), "{line}");
    }
    // Every position twice, once in a game that is trained on and once in one that is left out: so the loss must fall.
    let twice = || {
        let both =
            |sample: Sample| [0, 9].map(|last| Sample { game: sample.game % 1000 * 10 + last, ..sample.clone() });
        samples(&rules).into_iter().flat_map(both)
    };
    let options = TrainOptions { epochs: 20, batch: 32, ..TrainOptions::default() };
    let made = |seed, hidden| {
        let trained = train(&Samples::new(&rules, twice()), TrainOptions { seed, hidden, ..options }, &mut Quiet);
        assert!(trained.after < 0.9 * trained.before, "{} before, {} after", trained.before, trained.after);
        Net::rounded(&rules, &trained.weights).to_bytes()
    };
    assert_eq!(made(1, Hidden::Few), made(1, Hidden::Few));
    assert_ne!(made(1, Hidden::Few), made(2, Hidden::Few));
    let many = made(1, Hidden::Many);
    assert!(Net::from_bytes(&rules, &many).is_ok() && many.len() <= 30_000, "{} bytes", many.len());
}

#[test]
fn a_net_that_cannot_be_read_costs_a_message_and_no_game() {
    let path = std::env::temp_dir().join(format!("kibitzer-{}-damaged.net", std::process::id()));
    std::fs::write(&path, b"KIBNET1\nnot whole").unwrap();
    for net in ["/nowhere/x.net", path.to_str().unwrap()] {
        let player = format!("alphabeta:net={net}");
        let args = ["match", "gardner", &player, "random", "--games", "2", "--nodes", "300"];
        let output = Command::new(env!("CARGO_BIN_EXE_kibitzer")).args(args).output().unwrap();
        assert!(output.status.success());
        assert!(String::from_utf8_lossy(&output.stdout).contains("+2 =0 -0"), "the games are played all the same");
        assert!(String::from_utf8_lossy(&output.stderr).contains("continues without it"));
    }
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn built_in_nets_are_of_built_in_games_and_change_the_evaluation() {
    let with_nets = BUILTIN.iter().filter(|builtin| {
        let rules = game(builtin.id);
        rules.evaluation(Start::Net).has_net()
    });
    for builtin in with_nets {
        let rules = game(builtin.id);
        let (net, plain) = (rules.evaluation(Start::Net), rules.evaluation(Start::Tuned));
        assert!(!plain.has_net());
        let mut rng = Rng::new(2);
        let mut pos = rules.start();
        let mut differs = false;
        while let Ok(mv) = rules.random_move(&pos, &mut rng, &mut Vec::new()) {
            rules.play(&mut pos, mv);
            let score = |eval: &PieceSquare| eval.score(&rules, &pos, &eval.sum(&rules, &pos));
            differs |= score(&net) != score(&plain);
        }
        assert!(differs, "{}", builtin.id);
    }
}

/// A worker that was told a game, and what it said of it.
fn worker(source: Source) -> (Session, GameView) {
    let mut session = Session::new();
    let reply = ask(&mut session, TableCommand::Load { source });
    let Reply::Table(TableReply::Game(game)) = reply else { panic!("{reply:?}") };
    (session, game)
}

fn built_in(id: &str) -> (Session, GameView) {
    worker(Source::Builtin(id.to_owned()))
}

/// Told a net; why not, if it was refused.
fn tell(session: &mut Session, bytes: &[u8]) -> Result<(), Failed> {
    match ask(session, ThinkingCommand::Net { bytes: bytes.to_vec() }) {
        Reply::Thinking(ThinkingReply::Values(_)) => Ok(()),
        Reply::Failed(failed) => Err(failed),
        other => panic!("{other:?}"),
    }
}

/// What a search of the first position comes to.
fn thought(session: &mut Session) -> Reply {
    let think = ThinkingCommand::Think { player: Some(Mover::Level(5)), seed: 3, nodes: None, share: None };
    let mut last = None;
    session.handle(think.into(), &mut |reply| last = Some(reply));
    last.unwrap()
}

fn goes_by(session: &mut Session) -> EvaluatedBy {
    match ask(session, ThinkingCommand::Voices) {
        Reply::Thinking(ThinkingReply::Voices(said)) => said.by,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_game_names_the_net_of_its_rules_whatever_it_is_called() {
    assert_eq!(built_in("gardner").1.net.as_deref(), Some("gardner"));
    assert_eq!(built_in("los-alamos").1.net, None);
    assert_eq!(built_in("pell-chess").1.net, None);
    let text = builtin("gardner").unwrap().text;
    let own = text.replacen("<<", "<<My own ", 1);
    assert_eq!(worker(Source::Text(own)).1.net.as_deref(), Some("gardner"));
}

#[test]
fn every_file_of_a_net_is_in_the_list() {
    let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src/bots/nets")).unwrap();
    let mut files: Vec<String> =
        folder.map(|entry| entry.unwrap().file_name().into_string().unwrap().replace(".net", "")).collect();
    files.sort();
    let mut named: Vec<&str> = BUILTIN.iter().filter_map(|builtin| net_name(&game(builtin.id))).collect();
    named.sort_unstable();
    assert_eq!(files, named);
}

/// The native tool has the nets built in; a session has none before it is told, so that it answers alike in every build.
#[test]
fn a_session_plays_by_the_net_that_it_is_told() {
    let rules = game("gardner");
    let (mut session, _) = built_in("gardner");
    assert_ne!(goes_by(&mut session), EvaluatedBy::Net);
    let without = thought(&mut session);
    tell(&mut session, &net_file("gardner")).unwrap();
    assert_eq!(goes_by(&mut session), EvaluatedBy::Net);
    let with = thought(&mut session);
    assert_ne!(with, without);
    // The same as the tool's.
    let choose = ThinkingCommand::Choose { player: Mover::Level(7), seed: 3 };
    let Reply::Thinking(ThinkingReply::Chosen(chosen)) = ask(&mut session, choose) else { panic!() };
    let mut bot = Bot::new(&rules, PlayerSpec::level(7).unwrap(), 3);
    let best = bot.choose_quietly(&rules, &rules.start(), Limits::default()).unwrap();
    assert_eq!(rules.write_move(&rules.start(), &[best]), chosen);
    // Twice is once; another game forgets it.
    tell(&mut session, &net_file("gardner")).unwrap();
    assert_eq!(thought(&mut session), with);
    ask(&mut session, TableCommand::Load { source: Source::Builtin("gardner".to_owned()) });
    assert_eq!(thought(&mut session), without);
    // A new worker that is told the same stands where this one stood.
    let (mut other, _) = built_in("gardner");
    tell(&mut other, &net_file("gardner")).unwrap();
    assert_eq!(thought(&mut other), with);
}

#[test]
fn a_net_that_is_refused_changes_nothing() {
    let (mut session, _) = built_in("gardner");
    let without = thought(&mut session);
    let whole = net_file("gardner");
    let mut damaged = whole.clone();
    damaged[5000] ^= 1;
    let refused: [(&[u8], &str); 5] = [
        (b"", "not a net"),
        (b"<!doctype html>", "not a net"),
        (&whole[..9000], "damaged"),
        (&damaged, "damaged"),
        (&net_file("chess"), "another game"),
    ];
    for told in [false, true] {
        if told {
            tell(&mut session, &whole).unwrap();
        }
        let before = thought(&mut session);
        assert_eq!(before == without, !told);
        for (bytes, why) in refused {
            let failed = tell(&mut session, bytes).unwrap_err();
            assert_eq!(failed.code, FailureCode::Argument);
            assert!(failed.message.contains(why), "{}", failed.message);
            assert_eq!(thought(&mut session), before);
        }
    }
    let (mut metagame, _) = built_in("pell-chess");
    assert!(tell(&mut metagame, &whole).unwrap_err().message.contains("no nets"));
    assert!(tell(&mut Session::new(), &whole).is_err());
}
