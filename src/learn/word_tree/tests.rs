//! The tree against looking through every position.

use std::sync::Arc;

use super::*;
use crate::automata::fits;
use crate::board::{Geometry, Player, Square};
use crate::learn::evidence::step_as_seen_by;
use crate::learn::silence::Silence;
use crate::observe::{Listing, Record, RecordResult, SeenMove};
use crate::rng::Rng;

const GROUPS: [&[char]; 4] = [&['A'], &['a'], &['A', 'a'], &['B', 'b']];

fn pieces(letters: &[char]) -> Vec<PieceId> {
    letters.iter().map(|letter| PieceId::new(*letter).unwrap()).collect()
}

/// A position with a few pieces, and some moves of them that need not follow any rule.
fn random_record(rng: &mut Rng, board: Geometry, listing: Listing) -> Record {
    let player = if rng.one_in(2) { Player::White } else { Player::Black };
    let cells = (0..board.size()).map(|_| *rng.pick(&['.', '.', '.', 'A', 'a', 'B', 'b'])).collect();
    let mut record = Record { board, cells, result: RecordResult::Open, player, listing, moves: Vec::new() };
    let own: Vec<Square> = board.squares().filter(|square| record.on(*square) == On::Own).collect();
    for _ in 0..if own.is_empty() { 0 } else { rng.index(4) } {
        let from = *rng.pick(&own);
        let (mut at, mut word, mut path) = (from, Word::new(), vec![from]);
        for _ in 0..1 + rng.index(2) {
            let (dx, dy) = (rng.index(3) as i8 - 1, rng.index(3) as i8 - 1);
            let Some(next) = board.step(at, dx, dy).filter(|next| !path.contains(next)) else { break };
            word.push(Step::new(dx, dy, record.on(next)));
            path.push(next);
            at = next;
        }
        if !word.is_empty() {
            record.moves.push(SeenMove { from, word });
        }
    }
    record
}

fn random_word(rng: &mut Rng) -> Word {
    let step = |rng: &mut Rng| Step::new(rng.index(3) as i8 - 1, rng.index(3) as i8 - 1, *rng.pick(&On::ALL));
    (0..1 + rng.index(3)).map(|_| step(rng)).filter(|step| (step.dx, step.dy) != (0, 0)).collect()
}

/// Where a word is applicable in a record, for pieces of this letter, square by square as the mover sees it.
fn applicable(record: &Record, letter: char, word: &[Step]) -> usize {
    let turned: Word = word.iter().map(|&step| step_as_seen_by(record.player, step)).collect();
    let own = record.board.squares().filter(|square| record.cells[square.index()] == letter);
    own.filter(|from| {
        let mut path = vec![*from];
        turned.iter().all(|step| {
            let next = record.board.step(path[path.len() - 1], step.dx, step.dy);
            next.is_some_and(|next| {
                let free = !path.contains(&next) && record.on(next) == step.on;
                path.push(next);
                free
            })
        })
    })
    .count()
}

/// The same by looking at every image of the word in every position.
fn slowly(records: &[Record], letters: &[char], symmetry: Symmetry, word: &[Step]) -> Verdict {
    let Some(board) = records.first().map(|record| record.board) else { return Verdict::Unknown };
    if word.is_empty() || !fits(word, board) {
        return Verdict::Impossible;
    }
    let images: Vec<Word> = symmetry.turns().map(|turn| turn.word(word)).collect();
    let mut illegal = false;
    for record in records {
        for image in &images {
            let turned: Word = image.iter().map(|&step| step_as_seen_by(record.player, step)).collect();
            let of_letter = |seen: &SeenMove| letters.contains(&record.cells[seen.from.index()]);
            if record.moves.iter().any(|seen| of_letter(seen) && seen.word == turned) {
                return Verdict::Legal;
            }
            illegal |= record.listing == Listing::All
                && letters.iter().any(|&letter| {
                    let mover = crate::sbg::player_of(letter) == Some(record.player);
                    mover && applicable(record, letter, image) > 0
                });
        }
    }
    if illegal { Verdict::Illegal } else { Verdict::Unknown }
}

#[test]
fn a_symmetric_tree_says_what_looking_at_every_image_says() {
    let mut verdicts = [0u32; 4];
    for seed in 0..300 {
        let mut rng = Rng::new(seed);
        let board = Geometry::new(3 + rng.index(3) as u8, 3 + rng.index(3) as u8).unwrap();
        let symmetry = *rng.pick(&Symmetry::ALL);
        let letters = GROUPS[rng.index(GROUPS.len())];
        let mut evidence = Evidence::default();
        let records: Vec<Record> = (0..1 + rng.index(4))
            .map(|_| {
                let listing = if rng.one_in(3) { Listing::Some } else { Listing::All };
                random_record(&mut rng, board, listing)
            })
            .collect();
        records.iter().for_each(|record| evidence.add(record));
        let mut tree = WordTree::symmetric(&evidence, &pieces(letters), symmetry, &[]);
        let mut words: Vec<Word> = (0..20).map(|_| random_word(&mut rng)).collect();
        for record in &records {
            let turn =
                |word: &Word| -> Word { word.iter().map(|&step| step_as_seen_by(record.player, step)).collect() };
            words.extend(record.moves.iter().map(|seen| rng.pick(&Turn::ALL).word(&turn(&seen.word))));
        }
        for word in words.iter().filter(|word| !word.is_empty()) {
            if rng.one_in(8) {
                // What is forgotten is found again.
                tree.forget(0, &[]);
            }
            let answer = Facts::new(&evidence, &mut tree, board).ask(word, f64::INFINITY);
            let expected = slowly(&records, letters, symmetry, word);
            assert_eq!(answer.verdict, expected, "seed {seed} {symmetry:?} {letters:?} {word:?}");
            verdicts[expected as usize] += 1;
            if let (Verdict::Illegal, Some(example)) = (answer.verdict, answer.example) {
                let record = &records[example.record as usize - 1];
                let shown = answer.image.as_ref().unwrap_or(word);
                let letter = record.cells[example.square.index()];
                assert!(applicable(record, letter, shown) > 0, "seed {seed} {word:?} shown as {shown:?}");
            }
        }
    }
    assert!(verdicts.iter().all(|count| *count > 100) && verdicts.iter().sum::<u32>() > 5_000, "{verdicts:?}");
}

#[test]
fn silence_is_the_same_after_forgetting() {
    for seed in 0..40 {
        let mut rng = Rng::new(seed);
        let board = Geometry::new(5, 5).unwrap();
        let symmetry = *rng.pick(&Symmetry::ALL);
        let mut evidence = Evidence::default();
        (0..20).for_each(|_| evidence.add(&random_record(&mut rng, board, Listing::Some)));
        let silence = Arc::new(Silence::new(&evidence, &vec![3; evidence.positions()], [1.0; 2]));
        let mut trees = [(); 2].map(|()| WordTree::symmetric(&evidence, &pieces(&['A', 'a']), symmetry, &[]));
        trees.iter_mut().for_each(|tree| Facts::new(&evidence, tree, board).set_silence(silence.clone()));
        for _ in 0..50 {
            let word = random_word(&mut rng);
            trees[1].forget(0, &[]);
            if let Some(model) = &mut trees[1].silence {
                model.reach = None;
            }
            let [kept, forgotten] =
                trees.each_mut().map(|tree| Facts::new(&evidence, tree, board).ask(&word, f64::INFINITY));
            assert_eq!(kept, forgotten, "seed {seed} {word:?}");
        }
    }
}
