//! Players of simplified boardgames: what they know, and that they play by the rules.

use kibitzer::board::{Geometry, Player};
use kibitzer::bots::{Bot, Budget, PieceSquare, PlayerSpec, Training, Weights};
use kibitzer::game::{Game, Outcome};
use kibitzer::monitor::Monitor;
use kibitzer::rng::Rng;
use kibitzer::sbg::{BUILTIN, GameDef, Goal, PieceDef, Rules};
use kibitzer::search::{Evaluator, Limits};

use crate::random;
use crate::search::{game, somewhere};

#[test]
fn the_evaluation_kept_up_to_date_is_the_one_from_scratch() {
    let mut scratch = Vec::new();
    for round in 0..1_000 {
        let rules = game(BUILTIN[round % BUILTIN.len()].id);
        let eval = PieceSquare::new(&rules, Weights::from_rules(&rules));
        let mut rng = Rng::branch(round as u64, 90);
        let mut pos = rules.start();
        let mut sum = eval.sum(&rules, &pos);
        while let Ok(mv) = rules.random_move(&pos, &mut rng, &mut scratch) {
            sum = eval.after(&rules, &pos, mv, &sum);
            rules.play(&mut pos, mv);
            assert_eq!(sum, eval.sum(&rules, &pos), "game {round}, ply {}", pos.ply());
        }
    }
}

#[test]
fn danger_is_a_winning_move_of_the_opponent() {
    for builtin in BUILTIN {
        let rules = game(builtin.id).with_ply_limit(1_000);
        let eval = PieceSquare::new(&rules, Weights::from_rules(&rules));
        for seed in 0..40 {
            let mut pos = somewhere(&rules, &mut Rng::branch(seed, 91), 120);
            // As if the opponent were to move.
            let danger = eval.in_danger(&rules, &pos);
            rules.pass(&mut pos);
            let mut moves = Vec::new();
            rules.moves(&pos, &mut moves);
            let wins = moves.iter().any(|mv| {
                let mut after = pos.clone();
                rules.play(&mut after, *mv);
                rules.decided(&after) == Some(Outcome::Win(pos.to_move()))
            });
            // Taking the last piece of all is a win too, but not one that is worth looking for at every leaf.
            let bare = rules.pieces().filter(|(_, info)| info.player != pos.to_move());
            if bare.map(|(piece, _)| pos.count(piece)).sum::<usize>() > 1 {
                assert_eq!(danger, wins, "{}, seed {seed}", builtin.id);
            }
        }
    }
}

#[test]
fn weights_from_the_rules_are_those_of_table_iv() {
    let cases = [
        ("chess", [("P", 1.0), ("N", 2.50), ("B", 3.00), ("R", 4.18), ("Q", 7.16), ("K", 161.60)]),
        ("los-alamos-asymmetric", [("P", 1.0), ("N", 1.97), ("B", 2.01), ("R", 2.88), ("Q", 4.90), ("K", 150.46)]),
        ("gardner", [("P", 1.0), ("N", 1.57), ("B", 1.51), ("R", 2.20), ("Q", 3.70), ("K", 138.59)]),
    ];
    for (id, published) in cases {
        let rules = game(id);
        let value = |letter: char| Weights::explain(&rules, rules.piece(letter).unwrap()).total();
        for (letter, printed) in published {
            let ours = value(letter.chars().next().unwrap()) / value('P');
            assert!((ours / printed - 1.0).abs() < 0.006, "{id} {letter}: {ours}, printed {printed}");
        }
    }
}

/// A plausible game with random rules: the same pieces for both sides, something to win.
fn random_game(rng: &mut Rng) -> Rules {
    loop {
        let board = Geometry::new(3 + rng.below(5) as u8, 4 + rng.below(4) as u8).unwrap();
        let letters = &['A', 'B', 'C', 'K'][..1 + rng.index(4)];
        let pieces: Vec<PieceDef> = letters
            .iter()
            .map(|&letter| {
                let alphabet = random::alphabet(rng);
                PieceDef { letter, rule: random::regex(rng, &alphabet, 3) }
            })
            .collect();
        let mut setup = vec!['.'; board.size()];
        let rows = 1 + rng.index(2);
        for x in 0..board.width() {
            for y in 0..rows {
                let letter = *rng.pick(letters);
                setup[board.at(x, y).unwrap().index()] = letter;
                let mirror = board.at(x, board.height() - 1 - y).unwrap();
                setup[mirror.index()] = letter.to_ascii_lowercase();
            }
        }
        let mut goals = Vec::new();
        let letter = *rng.pick(letters);
        if rng.one_in(2) {
            let far = |y: usize| (0..board.width()).map(|x| board.at(x, y).unwrap()).collect();
            goals.push(Goal::Reach { letter, squares: far(board.height() - 1) });
            goals.push(Goal::Reach { letter: letter.to_ascii_lowercase(), squares: far(0) });
        } else if setup.contains(&letter) {
            goals.push(Goal::Keep { letter, left: 0 });
            goals.push(Goal::Keep { letter: letter.to_ascii_lowercase(), left: 0 });
        }
        let def = GameDef {
            name: "Random".to_owned(),
            about: String::new(),
            board,
            setup,
            pieces,
            names: Vec::new(),
            goals,
            ply_limit: 10 + rng.below(60),
        };
        if let Ok(rules) = Rules::compile(&def) {
            return rules;
        }
    }
}

const PLAYERS: [&str; 8] = [
    "alphabeta:nodes=60",
    "uct:nodes=200",
    "alphabeta:depth=2",
    "greedy",
    "uct+pieces:nodes=200",
    "level:1",
    "alphabeta:weights=ones,nodes=40",
    "level:3",
];

/// Plays a game between two of the players; an illegal move or none at all stops the test.
fn fair_game(rules: &Rules, what: &str, round: usize) {
    let pick = |at: usize| PLAYERS[at % PLAYERS.len()].parse::<PlayerSpec>().unwrap();
    let mut bots =
        [pick(round), pick(round / PLAYERS.len() + round + 1)].map(|spec| Bot::new(rules, spec, round as u64));
    let mut pos = rules.start();
    let mut legal = Vec::new();
    while rules.moves(&pos, &mut legal).is_none() {
        let mv = bots[pos.to_move().index()].choose_quietly(rules, &pos, Limits::nodes(2_000));
        let mv = mv.unwrap_or_else(|| panic!("{what}, game {round}: no move"));
        assert!(legal.contains(&mv), "{what}, game {round}: illegal {mv:?}");
        rules.play(&mut pos, mv);
        legal.clear();
    }
}

#[test]
fn nobody_makes_an_illegal_move_in_two_thousand_games() {
    let built_in: Vec<Rules> = BUILTIN.iter().map(|builtin| game(builtin.id).with_ply_limit(60)).collect();
    for round in 0..1_300 {
        let at = round % built_in.len();
        fair_game(&built_in[at], BUILTIN[at].id, round);
    }
    for set in 0..100 {
        let rules = random_game(&mut Rng::branch(set, 92));
        for round in 0..7 {
            fair_game(&rules, &format!("random rules {set}"), set as usize * 7 + round);
        }
    }
}

#[test]
fn learning_can_be_repeated_and_is_reported() {
    let rules = game("gardner");
    let learn = |spec: &str, parts: &[u32]| {
        let mut bot = Bot::new(&rules, spec.parse().unwrap(), 4);
        let mut news = News::default();
        for games in parts {
            bot.learn(&rules, &rules.start(), Budget::Games(*games), &mut news);
        }
        assert_eq!(news.0.last().map(|last| last.games), Some(parts.iter().sum()));
        (bot.weights().unwrap().clone(), news.0)
    };
    let spec = "alphabeta:weights=ones,gate=off,td-nodes=60";
    let (weights, news) = learn(spec, &[70]);
    assert_eq!((&weights, &news), (&learn(spec, &[70]).0, &learn(spec, &[70]).1));
    assert_ne!(weights, Weights::ones(&rules).to_vec());
    assert!(weights.to_vec().iter().all(|weight| weight.is_finite()));
    // Learning goes on where it was left.
    assert_eq!(weights, learn(spec, &[30, 40]).0);
    // With matches that decide what is taken over, too.
    let spec = "alphabeta:weights=ones,td-nodes=60";
    let (weights, news) = learn(spec, &[300]);
    assert_eq!(weights, learn(spec, &[300]).0);
    assert!(news.iter().all(|news| news.weights.to_vec().iter().all(|weight| weight.is_finite())));
}

/// Keeps what it is told.
#[derive(Default)]
struct News(Vec<Training>);

impl Monitor<Training> for News {
    fn tell(&mut self, event: Training) {
        self.0.push(event);
    }
}

#[test]
fn stronger_levels_win_and_the_first_can_be_beaten_by_chance() {
    // Level 5 against level 1: as good as always. Level 1 against blind chance: not always.
    let rules = game("breakthrough");
    let mut wins = [0; 2];
    for round in 0..20 {
        for (at, pair) in [["level:5", "level:1"], ["level:1", "random"]].into_iter().enumerate() {
            let first = if round % 2 == 0 { Player::White } else { Player::Black };
            let mut bots = pair.map(|spec| Bot::new(&rules, spec.parse().unwrap(), round));
            let mut pos = rules.start();
            let mut list = Vec::new();
            let outcome = loop {
                if let Some(outcome) = rules.moves(&pos, &mut list) {
                    break outcome;
                }
                let bot = &mut bots[usize::from(pos.to_move() != first)];
                let mv = bot.choose_quietly(&rules, &pos, Limits::default()).unwrap();
                rules.play(&mut pos, mv);
            };
            wins[at] += u32::from(outcome == Outcome::Win(first));
        }
    }
    assert!(wins[0] >= 19, "{wins:?}");
    assert!(wins[1] >= 12, "{wins:?}");
}

#[test]
fn players_are_read_as_written_and_faults_are_named() {
    assert!("alphabeta:weights=rules,td=5s,depth=6,nodes=100,noise=0.1,null=off".parse::<PlayerSpec>().is_ok());
    for (text, complaint) in [
        (
            "deep",
            "there is no player \"deep\": expected random, greedy, alphabeta, uct, uct+pieces or level:1 to level:8",
        ),
        ("level:9", "level: expected a level from 1 to 8, found \"9\""),
        ("uct:colour=red", "players have no option \"colour\""),
        (
            "alphabeta:td=soon",
            "td: expected a time as in 5s or 500ms, or a number of games as in 200games, found \"soon\"",
        ),
    ] {
        assert_eq!(text.parse::<PlayerSpec>().unwrap_err().to_string(), complaint);
    }
}
