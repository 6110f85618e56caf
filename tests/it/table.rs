//! What a table sees of a game: touches, effects and texts of moves, positions laid out and read back.

use kibitzer::game::{Game, Table, difference};
use kibitzer::rng::Rng;

use crate::learn_oracles::rules;

/// Walks through random games, and compares what the game tells a table with what follows from playing.
pub(crate) fn check<G: Table>(game: &G, games: u64) {
    let same = |read: Result<G::Position, String>, pos: &G::Position| {
        read.is_ok_and(|read| game.key(&read) == game.key(pos) && game.placement(&read) == game.placement(pos))
    };
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut pos = game.start();
        loop {
            let placement = game.placement(&pos);
            assert_eq!(placement.squares.len(), game.board().size());
            let kinds = game.kinds();
            assert!(placement.squares.iter().flatten().all(|id| kinds.iter().any(|kind| kind.id == *id)));
            let whole = game.whole_moves(&pos);
            assert_eq!(whole.is_empty(), game.finish(&pos).is_some(), "seed {seed}");
            let Some(mv) = (!whole.is_empty()).then(|| rng.pick(&whole).clone()) else { break };
            let text = game.write_position(&pos);
            assert!(same(game.read_position(&text), &pos), "seed {seed}: {text}");
            assert!(same(game.set_up(&placement), &pos), "seed {seed}: {text}");
            for (index, each) in whole.iter().enumerate() {
                let written = game.write_move(&pos, each);
                assert!(!written.contains([' ', '&', '=', '_', '.']), "{written}");
                assert_eq!(game.read_move(&pos, &written).as_ref(), Some(each), "seed {seed}: {written}");
                let touches = game.touches(&pos, each);
                let same = |other: &Vec<G::Move>| game.touches(&pos, other) == touches;
                assert_eq!(whole.iter().position(same), Some(index), "seed {seed}: {written}");
                let mut after = pos.clone();
                game.play_whole(&mut after, each);
                let mut seen = game.effect(&pos, each);
                seen.squares.sort();
                assert_eq!(seen, difference(&placement, &game.placement(&after)), "seed {seed}: {written}");
                assert!(!game.is_mid_move(&after), "seed {seed}: {written}");
                let taken = game.captures(&pos, each);
                assert!(taken.iter().all(|(square, kind)| placement.squares[square.index()] == Some(*kind)));
            }
            game.play_whole(&mut pos, &mv);
        }
        assert!(game.finish(&pos).is_some_and(|finish| !finish.because.is_empty()));
    }
}

#[test]
fn simplified_boardgames_can_be_set_on_a_table() {
    for game in kibitzer::sbg::BUILTIN {
        check(&rules(game.id), 2);
    }
}

#[test]
fn twins_are_each_others_and_belong_to_both_players() {
    for game in kibitzer::sbg::BUILTIN {
        let kinds = rules(game.id).kinds();
        for kind in &kinds {
            assert_eq!(kinds.iter().filter(|other| other.symbol == kind.symbol).count(), 1, "{kind:?}");
            if let Some(twin) = kind.twin {
                let twin = kinds.iter().find(|other| other.id == twin).unwrap();
                assert!(twin.twin == Some(kind.id) && twin.owner != kind.owner, "{kind:?}");
            }
        }
    }
}

#[test]
fn a_position_that_cannot_be_played_is_refused_with_a_reason() {
    let game = rules("breakthrough");
    let start = game.placement(&game.start());
    let mut over = start.clone();
    over.squares[63] = over.squares[0];
    assert!(game.set_up(&over).unwrap_err().contains("already over"));
    let mut short = start.clone();
    short.squares.pop();
    game.set_up(&short).unwrap_err();
    let mut late = start;
    late.ply = u32::MAX;
    game.set_up(&late).unwrap_err();
}
