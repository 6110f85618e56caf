//! Drawings of automata: nothing covers anything, and what survives a change stays in place.

use kibitzer::automata::{Arrow, Box2, Dfa, Layout, StateId, layout, minimize};
use kibitzer::rng::Rng;
use kibitzer::sbg::{BUILTIN, read_game};

use crate::random;

fn assert_no_overlap(layout: &Layout, what: &str) {
    let boxes = layout.boxes();
    for (index, a) in boxes.iter().enumerate() {
        assert!(a.x - a.width / 2.0 >= -0.01 && a.y - a.height / 2.0 >= -0.01, "{what}: inside the picture");
        assert!(a.x + a.width / 2.0 <= layout.width + 0.01 && a.y + a.height / 2.0 <= layout.height + 0.01, "{what}");
        for b in &boxes[..index] {
            assert!(!a.overlaps(*b), "{what}: {a:?} and {b:?} overlap");
        }
    }
    for (x, y) in layout.arrows.iter().flat_map(|arrow| &arrow.lanes) {
        let covers = |a: &&Box2| (a.x - x).abs() * 2.0 < a.width && (a.y - y).abs() * 2.0 < a.height;
        assert_eq!(boxes.iter().find(covers), None, "{what}: a line passes behind it at {x}, {y}");
    }
}

#[test]
fn a_rank_with_many_states_takes_several_columns() {
    let text = "<BOARD> 3 3 q.. ... ..Q <PIECES> Q WAYS & <GOALS> 9 &";
    let ways = ["0,1", "1,1", "1,0", "1,-1", "0,-1", "-1,-1", "-1,0", "-1,1"];
    let slide = |way: &&str| format!("({way},e)^*(({way},e)+({way},p))");
    let (_, rules) = read_game(&text.replace("WAYS", &ways.iter().map(slide).collect::<Vec<_>>().join("+"))).unwrap();
    let queen = &rules.info(rules.piece('Q').unwrap()).dfa;
    assert_eq!(queen.size(), 10);
    let drawn = layout(queen, None);
    assert_no_overlap(&drawn, "queen");
    assert!(drawn.height < 620.0 && drawn.width > 200.0, "{} by {}", drawn.width, drawn.height);
    // Where there are two columns, lines level with the state they lead to pass the first.
    let lanes = drawn.arrows.iter().filter(|arrow| !arrow.lanes.is_empty());
    assert!(lanes.clone().count() >= 4);
}

#[test]
fn nothing_overlaps_for_any_piece_of_any_built_in_game() {
    for game in BUILTIN {
        let (_, rules) = read_game(game.text).unwrap();
        for (_, info) in rules.pieces() {
            assert_no_overlap(&layout(&info.dfa, None), &format!("{} {}", game.id, info.letter));
        }
    }
}

#[test]
fn what_has_not_changed_is_drawn_exactly_as_before() {
    let same = |dfa: &Dfa, what: &str| {
        let first = layout(dfa, None);
        assert_eq!(layout(dfa, Some(&first)), first, "{what}");
    };
    for game in BUILTIN {
        let (_, rules) = read_game(game.text).unwrap();
        rules.pieces().for_each(|(_, info)| same(&info.dfa, &format!("{} {}", game.id, info.letter)));
    }
    (0..2_000).for_each(|seed| same(&minimize(&random::dfa(&mut Rng::new(seed))), &format!("seed {seed}")));
}

#[test]
fn nothing_overlaps_for_random_automata_one_after_the_other() {
    let mut before = None;
    for seed in 0..2_000 {
        let dfa = minimize(&random::dfa(&mut Rng::new(seed)));
        let drawn = layout(&dfa, before.as_ref());
        assert_no_overlap(&drawn, &format!("seed {seed}"));
        before = Some(drawn).filter(|_| seed % 7 != 0);
    }
}

/// The automaton without one state and its transitions; the others keep their order.
fn without(dfa: &Dfa, gone: StateId) -> Dfa {
    let mut smaller = Dfa::empty();
    let number = |state: StateId| StateId::new(state.index() - usize::from(state > gone));
    for state in dfa.states().filter(|state| *state != gone && *state != Dfa::START) {
        smaller.add_state(dfa.is_accepting(state));
    }
    for from in dfa.states().filter(|state| *state != gone) {
        for &(step, to) in dfa.transitions(from).iter().filter(|(_, to)| *to != gone) {
            smaller.connect(number(from), step, number(to));
        }
    }
    smaller
}

#[test]
fn taking_one_state_away_leaves_the_survivors_where_they_were() {
    let mut survivors = 0;
    for game in BUILTIN {
        let (_, rules) = read_game(game.text).unwrap();
        for (_, info) in rules.pieces().filter(|(_, info)| info.dfa.size() > 2) {
            let before = layout(&info.dfa, None);
            for gone in info.dfa.states().skip(1) {
                let smaller = minimize(&without(&info.dfa, gone));
                // Where others fall with it, that is more than a change of one state.
                if smaller.size() + 1 != info.dfa.size() {
                    continue;
                }
                let after = layout(&smaller, Some(&before));
                // A state that is now reached by another shortest word counts as new, and needs room.
                let old = |word: &_| before.states.iter().find(|old| old.word == *word);
                if after.states.iter().any(|state| old(&state.word).is_none()) {
                    continue;
                }
                for state in &after.states {
                    let old = old(&state.word).unwrap();
                    let moved = (old.x - state.x).abs() + (old.y - state.y).abs();
                    assert!(moved < 0.1, "{} {}: moved by {moved} without {gone:?}", game.id, info.letter);
                    survivors += 1;
                }
            }
        }
    }
    assert!(survivors > 100, "{survivors}");
}

#[test]
fn one_more_state_moves_the_others_no_further_than_its_own_room() {
    /// Room between neighbours, on both sides of a box.
    const GAPS: f32 = 28.0;
    let (mut survivors, mut unmoved) = (0, 0);
    for game in BUILTIN {
        let (_, rules) = read_game(game.text).unwrap();
        for (_, info) in rules.pieces().filter(|(_, info)| info.dfa.size() > 2) {
            let last = StateId::new(info.dfa.size() - 1);
            let smaller = minimize(&without(&info.dfa, last));
            if smaller.size() + 1 != info.dfa.size() {
                continue;
            }
            let before = layout(&smaller, None);
            let after = layout(&info.dfa, Some(&before));
            // What is new: a circle with its loop, and the labels of arrows that were not there before.
            let ends = |layout: &Layout, arrow: &Arrow| {
                [arrow.from, arrow.to].map(|state| layout.states[state.index()].word.clone())
            };
            let known: Vec<_> = before.arrows.iter().map(|arrow| (ends(&before, arrow), &arrow.steps)).collect();
            let fresh = after.arrows.iter().filter(|arrow| !known.contains(&(ends(&after, arrow), &arrow.steps)));
            let room = |size: fn(&Box2) -> f32| fresh.clone().map(|arrow| size(&arrow.label) + GAPS).sum::<f32>();
            // A circle has its loop above it. Beside it is a column of labels.
            let down = 36.0 + 40.0 + GAPS + room(|label| label.height);
            let aside = 36.0 + GAPS + room(|label| label.width);
            for state in &after.states {
                let Some(old) = before.states.iter().find(|old| old.word == state.word) else { continue };
                let moved = [(old.x - state.x).abs(), (old.y - state.y).abs()];
                assert!(
                    moved[0] <= aside && moved[1] <= down,
                    "{} {}: moved by {moved:?}, and {aside} by {down} is new",
                    game.id,
                    info.letter
                );
                survivors += 1;
                unmoved += u32::from(moved[0] + moved[1] < 0.1);
            }
        }
    }
    assert!(survivors > 200 && unmoved > 60, "{unmoved} of {survivors} stayed in place");
}
