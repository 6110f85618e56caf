//! Playing and taking back, over random games of every built-in game.

use kibitzer::game::Game;
use kibitzer::rng::Rng;
use kibitzer::sbg::{BUILTIN, read_game, read_position, show_position};

#[test]
fn taking_back_restores_the_position_to_the_last_bit_and_the_hash_never_drifts() {
    for game in BUILTIN {
        let (_, rules) = read_game(game.text).unwrap();
        for seed in 0..40 {
            let mut rng = Rng::new(seed);
            let mut pos = rules.start();
            let mut line = Vec::new();
            let mut moves = Vec::new();
            loop {
                moves.clear();
                if rules.moves(&pos, &mut moves).is_some() {
                    break;
                }
                for &mv in &moves {
                    let before = pos.clone();
                    let undo = rules.play(&mut pos, mv);
                    assert_eq!(rules.key(&pos), rules.key_from_scratch(&pos), "{} seed {seed}", game.id);
                    rules.undo(&mut pos, mv, undo);
                    assert_eq!(pos, before, "{} seed {seed}", game.id);
                }
                let mv = *rng.pick(&moves);
                line.push((pos.clone(), mv, rules.play(&mut pos, mv)));
            }
            while let Some((before, mv, undo)) = line.pop() {
                rules.undo(&mut pos, mv, undo);
                assert_eq!(pos, before, "{} seed {seed}", game.id);
            }
        }
    }
}

#[test]
fn positions_and_moves_written_down_are_read_back() {
    for game in BUILTIN {
        let (_, rules) = read_game(game.text).unwrap();
        let mut rng = Rng::new(11);
        let mut pos = rules.start();
        let mut moves = Vec::new();
        loop {
            moves.clear();
            if rules.moves(&pos, &mut moves).is_some() {
                break;
            }
            let text = show_position(&rules, &pos);
            let again = read_position(&rules, &text).unwrap();
            assert_eq!(show_position(&rules, &again), text, "{}", game.id);
            assert_eq!(rules.key(&again), rules.key(&pos), "{}: equal positions have equal keys", game.id);
            for &mv in &moves {
                assert_eq!(rules.read_move(&pos, &rules.show_move(mv)), Some(mv), "{}", game.id);
            }
            let mv = *rng.pick(&moves);
            rules.play(&mut pos, mv);
        }
    }
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let (_, rules) = read_game(kibitzer::sbg::builtin("cannon").unwrap().text).unwrap();
    let play = |seed| {
        let mut rng = Rng::new(seed);
        let (mut pos, mut scratch, mut line) = (rules.start(), Vec::new(), Vec::new());
        while let Ok(mv) = rules.random_move(&pos, &mut rng, &mut scratch) {
            line.push(mv);
            rules.play(&mut pos, mv);
        }
        line
    };
    assert_eq!(play(5), play(5));
    assert_ne!(play(5), play(6));
}
