//! Flat move trees against the literal walker.

use std::collections::BTreeSet;

use kibitzer::automata::{expression, minimize};
use kibitzer::board::{Player, Square, SquareSet};
use kibitzer::game::Game;
use kibitzer::rng::Rng;
use kibitzer::sbg::{DefErrorKind, GameDef, PieceDef, Rules, walk};

use crate::random;

/// A game with two random rules, on a board filled at random.
fn random_game(rng: &mut Rng) -> GameDef {
    let board = random::board(rng, 16);
    let mut setup: Vec<char> = board.squares().map(|_| *rng.pick(&['.', '.', '.', 'A', 'a', 'B', 'b'])).collect();
    setup[0] = 'A';
    if let Some(last) = setup.last_mut() {
        *last = 'a';
    }
    let mut rule = |letter| PieceDef { letter, rule: expression(&minimize(&random::dfa(rng))) };
    // Black's B has a rule of its own, in board coordinates; its A is White's, mirrored.
    let pieces = vec![rule('A'), rule('B'), rule('b')];
    GameDef {
        name: String::new(),
        about: String::new(),
        board,
        setup,
        pieces,
        names: Vec::new(),
        goals: Vec::new(),
        ply_limit: 50,
    }
}

#[test]
fn flat_trees_go_exactly_where_the_walker_goes() {
    let (mut compared, mut refused) = (0, 0);
    for seed in 0..4_000 {
        let def = random_game(&mut Rng::new(seed));
        let rules = match Rules::compile(&def) {
            Ok(rules) => rules,
            Err(error) => {
                let known = matches!(
                    error.kind,
                    DefErrorKind::TooManyPaths { .. } | DefErrorKind::TooManyNodes | DefErrorKind::AlreadyOver { .. }
                );
                assert!(known, "seed {seed}: {error:?}");
                refused += 1;
                continue;
            }
        };
        let pos = rules.start();
        let view = rules.view(&pos);
        for square in def.board.squares() {
            let Some(piece) = pos.piece_at(square) else { continue };
            let info = rules.info(piece);
            let slow = walk(&info.dfa, &view, info.player, square);
            let squares: SquareSet = slow.iter().map(|(_, to)| *to).collect();
            assert_eq!(rules.destinations(&pos, square), squares, "seed {seed}: {} on {square:?}", info.letter);
            let words: BTreeSet<_> = slow.into_iter().collect();
            let fast = rules.words(&pos, square);
            assert_eq!(fast.len(), words.len(), "seed {seed}: each word once");
            assert_eq!(fast.into_iter().collect::<BTreeSet<_>>(), words, "seed {seed}: {} on {square:?}", info.letter);
            compared += 1;
        }
    }
    assert!(compared > 50_000 && refused < 3_000, "{compared} squares compared, {refused} games refused");
}

#[test]
fn the_list_of_moves_has_each_legal_move_once() {
    for seed in 0..1_000 {
        let Ok(rules) = Rules::compile(&random_game(&mut Rng::new(seed))) else { continue };
        let pos = rules.start();
        let mut moves = Vec::new();
        rules.moves(&pos, &mut moves);
        let expected: BTreeSet<(Square, Square)> = rules
            .board()
            .squares()
            .filter(|from| pos.owner_at(*from) == Some(Player::White))
            .flat_map(|from| rules.destinations(&pos, from).iter().map(move |to| (from, to)).collect::<Vec<_>>())
            .collect();
        assert_eq!(moves.len(), expected.len(), "seed {seed}");
        assert_eq!(moves.iter().map(|mv| (mv.from, mv.to)).collect::<BTreeSet<_>>(), expected, "seed {seed}");
    }
}

#[test]
fn noisy_moves_are_the_legal_moves_that_take_or_reach_a_goal() {
    let games = (0..1_000).filter_map(|seed| Rules::compile(&random_game(&mut Rng::new(seed))).ok());
    let built_in = kibitzer::sbg::BUILTIN.iter().map(|game| kibitzer::sbg::read_game(game.text).unwrap().1);
    let mut rng = Rng::new(5);
    let mut found = 0;
    for (number, rules) in games.chain(built_in).enumerate() {
        let mut pos = rules.start();
        for ply in 0..40 {
            let (mut moves, mut noisy) = (Vec::new(), Vec::new());
            if rules.moves(&pos, &mut moves).is_some() {
                break;
            }
            rules.noisy_moves(&pos, &mut noisy);
            let played = *rng.pick(&moves);
            moves.retain(|mv| {
                let piece = pos.piece_at(mv.from).unwrap();
                pos.owner_at(mv.to) == Some(!pos.to_move()) || rules.is_goal(piece, mv.to)
            });
            assert_eq!(noisy, moves, "game {number}, ply {ply}");
            found += noisy.len();
            rules.play(&mut pos, played);
        }
    }
    assert!(found > 1_000, "{found} noisy moves");
}

#[test]
fn a_random_move_is_any_legal_move_with_the_same_chance() {
    for game in kibitzer::sbg::BUILTIN {
        let (_, rules) = kibitzer::sbg::read_game(game.text).unwrap();
        let mut rng = Rng::new(3);
        let mut scratch = Vec::new();
        let mut pos = rules.start();
        for _ in 0..20 {
            if let Ok(mv) = rules.random_move(&pos, &mut rng, &mut scratch) {
                rules.play(&mut pos, mv);
            }
        }
        let mut moves = Vec::new();
        if rules.moves(&pos, &mut moves).is_some() {
            continue;
        }
        let mut counts = vec![0u32; moves.len()];
        let draws = 2_000 * moves.len() as u32;
        for _ in 0..draws {
            let mv = rules.random_move(&pos, &mut rng, &mut scratch).unwrap();
            counts[moves.iter().position(|legal| *legal == mv).unwrap()] += 1;
        }
        // Five standard deviations of a binomial with mean 2,000 are about 224.
        assert!(counts.iter().all(|count| count.abs_diff(2_000) < 230), "{}: {counts:?}", game.id);
    }
}

#[test]
fn a_rule_that_loops_too_freely_is_refused_with_its_letter_and_square() {
    let text = "<BOARD>\n16 16\n".to_owned()
        + &"................\n".repeat(14)
        + "k...............\nK...............\n<PIECES>\nK ((0,1,e) + (1,0,e) + (0,-1,e) + (-1,0,e))^* &\n<GOALS>\n9 &\n";
    let error = kibitzer::sbg::read_game(&text).unwrap_err();
    assert_eq!(error.to_string(), "20:1: from a1, K could take more than 20000 paths: its loops allow too many paths");
}
