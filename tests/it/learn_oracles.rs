//! The evidence tree against the literal check, and one learner's answers against another's.

use kibitzer::automata::{Dfa, StateId, Step, Word, fits};
use kibitzer::lab::{DataSet, evidence, records};
use kibitzer::learn::{Algorithm, Learning};
use kibitzer::learn::{Check, Evidence, Literal, PieceEvidence, Settings, Verdict};
use kibitzer::observe::{Listing, Record, RecordResult};
use kibitzer::rng::Rng;
use kibitzer::sbg::{Rules, builtin, player_of, read_game};

pub(crate) fn rules(game: &str) -> Rules {
    read_game(builtin(game).unwrap().text).unwrap().1
}

fn data(listing: Listing, games: u64, seed: u64) -> DataSet {
    DataSet { listing, games, seed, plies: None }
}

/// The prefix tree of what was seen, with a few random changes: most of them are wrong, in every possible way.
fn mutant(words: &[Word], rng: &mut Rng) -> Dfa {
    let mut dfa = Dfa::prefix_tree(words.iter().map(Vec::as_slice));
    let alphabet = dfa.alphabet();
    let state = |dfa: &Dfa, rng: &mut Rng| StateId::new(rng.index(dfa.size()));
    for _ in 0..rng.index(4) {
        let (from, to) = (state(&dfa, rng), state(&dfa, rng));
        let step = *rng.pick(&alphabet);
        // Redirecting a transition may lose words; adding one only adds some.
        if dfa.next(from, step).is_none() || rng.one_in(8) {
            dfa.connect(from, step, to);
        }
    }
    if rng.one_in(4) {
        let flipped = state(&dfa, rng);
        let accepting = dfa.is_accepting(flipped);
        if flipped != Dfa::START {
            dfa.set_accepting(flipped, !accepting);
        }
    }
    dfa
}

#[test]
fn tree_and_literal_check_agree_on_thousands_of_candidates() {
    let (mut consistent, mut candidates) = (0, 0);
    for (game, letters) in [("checkers-breakthrough", "Pp"), ("chess-breakthrough", "PNQq"), ("cannon", "Ch")] {
        let rules = rules(game);
        // All moves, single moves, and a mixture of both.
        for mode in 0..3 {
            let mut seen: Vec<Record> = Vec::new();
            if mode != 1 {
                records(&rules, data(Listing::All, 2, 11), |record| seen.push(record));
            }
            if mode != 0 {
                records(&rules, data(Listing::Some, 4, 12), |record| seen.push(record));
            }
            let mut evidence = Evidence::default();
            seen.iter().for_each(|record| evidence.add(record));
            let literal = Literal::new(&seen);
            for letter in letters.chars() {
                let mut piece = PieceEvidence::new(&evidence, letter).unwrap();
                let words = piece.words();
                assert_eq!(literal.words(letter), {
                    let mut words = words.clone();
                    words.sort_unstable();
                    words
                });
                if words.is_empty() {
                    continue;
                }
                let mut rng = Rng::new(mode * 100 + letter as u64);
                for number in 0..150 {
                    let dfa = mutant(&words, &mut rng);
                    let expected = literal.consistent(letter, &dfa);
                    let found = piece.consistent(Check::Bjornsson, &dfa);
                    assert_eq!(found, expected, "{game} {letter}, mode {mode}, candidate {number}");
                    candidates += 1;
                    consistent += u32::from(expected);
                }
            }
        }
    }
    assert!(candidates >= 3_000, "{candidates}");
    assert!(consistent > candidates / 20 && consistent < candidates * 19 / 20, "{consistent} of {candidates}");
}

#[test]
fn the_literal_search_and_the_one_on_trees_find_the_same_automata() {
    let rules = rules("chess-breakthrough");
    let mut seen: Vec<Record> = Vec::new();
    records(&rules, data(Listing::All, 3, 5), |record| seen.push(record));
    let literal = Literal::new(&seen);
    let settings = Settings { algorithm: Algorithm::Bjornsson, share: false, ..Settings::default() };
    let mut learning = Learning::with_evidence(settings.clone(), evidence(&rules, data(Listing::All, 3, 5)));
    learning.finish();
    for (letter, dfa) in learning.automata() {
        if "PRk".contains(letter) {
            let (expected, _) = literal.learn(letter, settings.distance, settings.max_expansions);
            // Candidates of equal size come in the order of their steps, which are mirrored for Black.
            if letter.is_ascii_uppercase() {
                assert_eq!(dfa, expected, "{letter}");
            } else {
                assert_eq!(dfa.size(), expected.size(), "{letter}");
            }
        }
    }
}

/// What the records say about a word, by looking at every one of them.
fn ask_literally(records: &[Record], letter: char, word: &[Step]) -> Verdict {
    if !fits(word, records[0].board) {
        return Verdict::Impossible;
    }
    let mut verdict = Verdict::Unknown;
    for record in records.iter().filter(|record| record.result == RecordResult::Open) {
        if player_of(letter) != Some(record.player) {
            continue;
        }
        for from in record.board.squares().filter(|square| record.cells[square.index()] == letter) {
            if record.moves.iter().any(|seen| seen.from == from && seen.word == word) {
                return Verdict::Legal;
            }
            let mut path = vec![from];
            let applicable = word.iter().all(|step| {
                let next = record.board.step(path[path.len() - 1], step.dx, step.dy);
                next.is_some_and(|next| {
                    let fits = !path.contains(&next) && record.on(next) == step.on;
                    path.push(next);
                    fits
                })
            });
            if applicable && record.listing == Listing::All {
                verdict = Verdict::Illegal;
            }
        }
    }
    verdict
}

#[test]
fn every_verdict_is_what_the_records_say_and_examples_show_it() {
    let rules = rules("los-alamos");
    let mut seen: Vec<Record> = Vec::new();
    records(&rules, data(Listing::All, 1, 3), |record| seen.push(record));
    records(&rules, data(Listing::Some, 2, 4), |record| seen.push(record));
    let mut evidence = Evidence::default();
    seen.iter().for_each(|record| evidence.add(record));
    let mut counts = [0; 4];
    for letter in ['Q', 'n', 'p', 'R'] {
        let mut piece = PieceEvidence::new(&evidence, letter).unwrap();
        let words = piece.words();
        let mut rng = Rng::new(letter as u64);
        for _ in 0..300 {
            let mut word: Word = rng.pick(&words).clone();
            for _ in 0..rng.index(3) {
                let other: &Word = &words[rng.index(words.len())];
                word.push(*rng.pick(other));
            }
            let answer = piece.ask(&word);
            let expected = ask_literally(&seen, letter, &word);
            assert_eq!(answer.verdict, expected, "{letter} {word:?}");
            counts[answer.verdict as usize] += 1;
            if let Some(example) = answer.example {
                let record = &seen[example.record as usize - 1];
                assert_eq!(record.cells[example.square.index()], letter, "{word:?}");
            }
            assert_eq!(answer.example.is_some(), answer.count > 0);
        }
    }
    assert!(counts.iter().all(|count| *count > 10), "{counts:?}");
}
