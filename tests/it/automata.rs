//! Expressions and automata against slow, obvious versions of the same.

use std::collections::BTreeSet;

use kibitzer::automata::{
    Dfa, Regex, Side, Step, Word, compile, difference, difference_on_board, dot, expression, fits, minimize,
    words_on_board,
};
use kibitzer::rng::Rng;

use crate::random;

/// Where a match of `regex` that begins at `start` can end: the definition, word for word.
fn ends(regex: &Regex, word: &[Step], start: usize) -> BTreeSet<usize> {
    match regex {
        Regex::Step(step) => word.get(start).filter(|found| *found == step).map(|_| start + 1).into_iter().collect(),
        Regex::Concat(parts) => parts.iter().fold(BTreeSet::from([start]), |starts, part| {
            starts.into_iter().flat_map(|start| ends(part, word, start)).collect()
        }),
        Regex::Union(parts) => parts.iter().flat_map(|part| ends(part, word, start)).collect(),
        Regex::Power(inner, n) => (0..*n).fold(BTreeSet::from([start]), |starts, _| {
            starts.into_iter().flat_map(|start| ends(inner, word, start)).collect()
        }),
        Regex::Star(inner) => {
            let mut all = BTreeSet::from([start]);
            loop {
                let more: BTreeSet<usize> = all.iter().flat_map(|start| ends(inner, word, *start)).collect();
                if more.is_subset(&all) {
                    return all;
                }
                all.extend(more);
            }
        }
    }
}

fn matches(regex: &Regex, word: &[Step]) -> bool {
    !word.is_empty() && ends(regex, word, 0).contains(&word.len())
}

/// All words over the alphabet up to this length, except the empty one.
fn all_words(alphabet: &[Step], longest: usize) -> Vec<Word> {
    let mut words: Vec<Word> = vec![vec![]];
    let mut from = 0;
    for _ in 0..longest {
        let end = words.len();
        for index in from..end {
            for &step in alphabet {
                let mut word = words[index].clone();
                word.push(step);
                words.push(word);
            }
        }
        from = end;
    }
    words.remove(0);
    words
}

#[test]
fn an_expression_and_its_automaton_accept_the_same_words() {
    for seed in 0..3_000 {
        let mut rng = Rng::new(seed);
        let alphabet = random::alphabet(&mut rng);
        let regex = random::regex(&mut rng, &alphabet, 4);
        let dfa = compile(&regex).unwrap();
        for _ in 0..60 {
            let word = random::word(&mut rng, &alphabet, 9);
            assert_eq!(dfa.accepts(&word), matches(&regex, &word), "seed {seed}: {regex} on {word:?}");
        }
    }
}

#[test]
fn minimising_keeps_the_language_and_equal_languages_get_equal_automata() {
    for seed in 0..3_000 {
        let mut rng = Rng::new(seed);
        let dfa = random::dfa(&mut rng);
        let small = minimize(&dfa);
        assert!(small.size() <= dfa.size(), "seed {seed}");
        assert_eq!(minimize(&small), small, "seed {seed}: minimising twice changes nothing");
        let alphabet = dfa.alphabet();
        for _ in 0..60 {
            let word = random::word(&mut rng, &alphabet, 8);
            assert_eq!(dfa.accepts(&word), small.accepts(&word), "seed {seed}: {word:?}");
        }
        assert_eq!(difference(&dfa, &small), None, "seed {seed}");
    }
}

#[test]
fn two_minimal_automata_are_equal_exactly_when_no_word_tells_them_apart() {
    let mut unequal = 0;
    for seed in 0..2_000 {
        let mut rng = Rng::new(seed);
        let alphabet: Vec<Step> = random::alphabet(&mut rng).into_iter().take(2).collect();
        let left = random::regex(&mut rng, &alphabet, 2);
        let right = random::regex(&mut rng, &alphabet, 2);
        let (left, right) = (compile(&left).unwrap(), compile(&right).unwrap());
        let found = difference(&left, &right);
        assert_eq!(found.is_none(), left == right, "seed {seed}");
        let shortest = all_words(&alphabet, 7).into_iter().find(|word| left.accepts(word) != right.accepts(word));
        if let Some(found) = found {
            unequal += 1;
            let side = if left.accepts(&found.word) { Side::Left } else { Side::Right };
            assert_ne!(left.accepts(&found.word), right.accepts(&found.word), "seed {seed}");
            assert_eq!(found.accepted_by, side, "seed {seed}");
            let expected = Some(found.word.len()).filter(|length| *length <= 7);
            assert_eq!(shortest.map(|word| word.len()), expected, "seed {seed}: a shortest witness");
        } else {
            assert_eq!(shortest, None, "seed {seed}");
        }
    }
    assert!(unequal > 500);
}

#[test]
fn an_automaton_turned_into_an_expression_and_back_is_the_same() {
    for seed in 0..3_000 {
        let dfa = minimize(&random::dfa(&mut Rng::new(seed)).without_empty_word());
        let text = expression(&dfa);
        assert_eq!(compile(&text).unwrap(), dfa, "seed {seed}: {text}");
    }
}

#[test]
fn the_expression_of_a_slider_reads_as_people_write_it() {
    let game = "<BOARD> 1 2 k K <PIECES> K (0,1,e)^*((0,1,e) + (0,1,p)) + (1,0,e)^3 & <GOALS> 9 &";
    let dfa = compile(&kibitzer::sbg::parse(game).unwrap().pieces[0].rule).unwrap();
    assert_eq!(expression(&dfa).to_string(), "(0,1,e)^* + (0,1,e)^*(0,1,p) + (1,0,e)^3");
}

#[test]
fn words_on_a_board_are_those_that_fit_and_are_accepted() {
    for seed in 0..500 {
        let mut rng = Rng::new(seed);
        let dfa = minimize(&random::dfa(&mut rng));
        let board = random::board(&mut rng, 3);
        let alphabet: Vec<Step> = dfa.alphabet().into_iter().take(4).collect();
        let Some(words) = words_on_board(&dfa, board, 20_000) else { continue };
        let listed: BTreeSet<&Word> = words.iter().collect();
        assert_eq!(listed.len(), words.len(), "seed {seed}: each word once");
        for word in all_words(&alphabet, 5) {
            let expected = dfa.accepts(&word) && fits(&word, board);
            assert_eq!(listed.contains(&word), expected, "seed {seed}: {word:?} on {board:?}");
        }
    }
}

#[test]
fn a_word_fits_exactly_when_it_can_be_walked_from_some_square() {
    for seed in 0..3_000 {
        let mut rng = Rng::new(seed);
        let board = random::board(&mut rng, 5);
        let word: Vec<Step> = (0..1 + rng.index(5)).map(|_| random::step(&mut rng, 2)).collect();
        let walkable = board.squares().any(|start| {
            let mut path = vec![start];
            word.iter().all(|step| {
                let next = board.step(path[path.len() - 1], step.dx, step.dy);
                let new = next.filter(|square| !path.contains(square));
                path.extend(new);
                new.is_some()
            })
        });
        assert_eq!(fits(&word, board), walkable, "seed {seed}: {word:?} on {board:?}");
    }
}

#[test]
fn a_difference_that_no_board_can_show_does_not_count() {
    let compiled = |text: &str| {
        let game = format!("<BOARD> 1 2 k K <PIECES> K {text} & <GOALS> 9 &");
        compile(&kibitzer::sbg::parse(&game).unwrap().pieces[0].rule).unwrap()
    };
    let (free, short) = (compiled("(0,1,e)^*"), compiled("(0,1,e) + (0,1,e)^2"));
    let board = |height| kibitzer::board::Geometry::new(3, height).unwrap();
    assert!(difference(&free, &short).is_some());
    assert_eq!(difference_on_board(&free, &short, board(3), 1_000), Ok(None));
    let found = difference_on_board(&free, &short, board(4), 1_000).unwrap().unwrap();
    assert_eq!(found.word.len(), 3);
}

#[test]
fn a_drawing_names_every_state_and_merges_parallel_arrows() {
    let game = kibitzer::sbg::builtin("chess").unwrap();
    let (_, rules) = kibitzer::sbg::read_game(game.text).unwrap();
    let dfa = &rules.info(rules.piece('R').unwrap()).dfa;
    let text = dot(dfa, "R \"rook\"");
    assert!(text.starts_with("digraph \"R _rook_\" {"));
    assert_eq!(text.matches("shape=doublecircle").count() + text.matches("shape=circle").count(), dfa.size());
    assert_eq!(text.matches("0 -> ").count(), 5, "four slides and one arrow for the four captures:\n{text}");
    assert_eq!(dfa.size(), 6);
    assert_eq!(Dfa::empty().size(), 1);
}
