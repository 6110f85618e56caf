//! Björnsson's consistency check by the letter: generate the moves in every position, and compare (2012, Algorithm 1).
//!
//! The oracle of the evidence tree in tests, and the baseline of its speed. Line 8 of the
//! printed algorithm is inverted and returns too early; here a position that lists all moves refutes an automaton that
//! generates a move that is not listed, and otherwise the check continues with the next square.

use std::collections::HashSet;

use crate::automata::{Dfa, Word, minimize};
use crate::learn::bjornsson::{Bjornsson, Outcome};
use crate::learn::search::PrefixTree;
use crate::observe::{Listing, Record, RecordResult};
use crate::sbg::{View, player_of, walk};

/// Records with what the check asks of them again and again.
#[derive(Debug)]
pub struct Literal<'a> {
    records: Vec<(&'a Record, View)>,
    union: HashSet<Word>,
}

impl<'a> Literal<'a> {
    pub fn new(records: &'a [Record]) -> Literal<'a> {
        let open = records.iter().filter(|record| record.result == RecordResult::Open);
        let view = |record: &Record| View {
            board: record.board,
            owners: record.cells.iter().map(|cell| player_of(*cell)).collect(),
        };
        let words = records.iter().flat_map(|record| &record.moves).map(|seen| seen.word.clone());
        Literal { union: words.collect(), records: open.map(|record| (record, view(record))).collect() }
    }

    /// Whether the automaton, in board coordinates, generates all moves that are listed for this letter, and nothing that
    /// speaks against it.
    pub fn consistent(&self, letter: char, dfa: &Dfa) -> bool {
        self.records.iter().all(|(record, view)| {
            if player_of(letter) != Some(record.player) {
                return true;
            }
            let squares = record.board.squares().filter(|square| record.cells[square.index()] == letter);
            squares.into_iter().all(|square| {
                let generated = walk(dfa, view, record.player, square);
                let listed = || record.moves.iter().filter(|seen| seen.from == square);
                let all_generated = listed().all(|seen| generated.iter().any(|(word, _)| *word == seen.word));
                let nothing_else = || match record.listing {
                    Listing::All => generated.iter().all(|(word, _)| listed().any(|seen| seen.word == *word)),
                    Listing::Some => generated.iter().all(|(word, _)| self.allows(word)),
                };
                all_generated && nothing_else()
            })
        })
    }

    fn allows(&self, word: &Word) -> bool {
        let without = |gap: usize| -> Word {
            word.iter().enumerate().filter(|(index, _)| *index != gap).map(|(_, step)| *step).collect()
        };
        self.union.contains(word) || (0..word.len()).all(|gap| self.union.contains(&without(gap)))
    }

    /// The words listed for this letter.
    pub fn words(&self, letter: char) -> Vec<Word> {
        let mut words: Vec<Word> = Vec::new();
        for (record, _) in &self.records {
            let own = record.moves.iter().filter(|seen| record.cells[seen.from.index()] == letter);
            words.extend(own.map(|seen| seen.word.clone()));
        }
        words.sort_unstable();
        words.dedup();
        words
    }

    /// Björnsson's `LearnDFA` with this check; also the candidates it tried.
    pub fn learn(&self, letter: char, distance: u32, max_expansions: u32) -> (Dfa, u64) {
        let tree = PrefixTree::new(&self.words(letter));
        let mut search = Bjornsson::new(&tree, distance, max_expansions);
        while search.try_next(&mut |dfa| self.consistent(letter, dfa), false) != Outcome::Done {}
        (minimize(&search.best()), search.tally.candidates)
    }
}
