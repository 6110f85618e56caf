//! How the learner does on records of every kind: automata that are exact, that accept a wrong word, and that lack one.

use crate::automata::{Step, Word, words_on_board};
use crate::board::{Geometry, Square};
use crate::lab::{Judgement, judge_piece};
use crate::learn::{Clash, Learning, Settings, Signs};
use crate::observe::{Listing, Record, RecordResult, SeenMove};
use crate::rng::Rng;
use crate::sbg::Rules;

/// More words than this are not looked for among the doubts.
const MAX_WORDS: usize = 100_000;

/// One learned piece and what became of it.
#[derive(Clone, Debug)]
pub struct Learned {
    pub letter: char,
    /// It was seen to move.
    pub moved: bool,
    pub judgement: Judgement,
    /// A wrong word that is not among the doubts.
    pub unlisted: Option<Word>,
    /// How sure the learner is that it is exact.
    pub sure: f64,
    pub signs: Signs,
}

/// What was learned from some records, and the records that are named as damaged.
#[derive(Clone, Debug, Default)]
pub struct Lesson {
    pub pieces: Vec<Learned>,
    pub named: Vec<u32>,
}

/// Learns from records, and compares with the rules that they were made by.
pub fn lesson(rules: &Rules, records: &[Record], settings: &Settings) -> Lesson {
    let mut learning = Learning::new(settings.clone());
    records.iter().for_each(|record| learning.watch(record));
    learning.finish();
    let mut pieces = Vec::new();
    for piece in learning.pieces() {
        let Some(id) = rules.piece(piece.letter) else { continue };
        let truth = &rules.info(id).dfa;
        let judgement = judge_piece(&piece.dfa, truth, rules.board());
        let mut unlisted = None;
        if judgement.error.is_some() {
            let words = words_on_board(&piece.dfa, rules.board(), MAX_WORDS).unwrap_or_default();
            unlisted = words.into_iter().find(|word| {
                !truth.accepts(word) && !piece.doubts.iter().any(|doubt| doubt.accepted && doubt.word == *word)
            });
        }
        pieces.push(Learned {
            letter: piece.letter,
            moved: piece.seen > 0,
            judgement,
            unlisted,
            sure: piece.sure,
            signs: piece.signs,
        });
    }
    let named = learning.clashes().into_iter().flat_map(|clash| match clash {
        Clash::Outvoted { record, .. } => vec![record],
        Clash::Listing { records } => vec![records.0, records.1],
        _ => Vec::new(),
    });
    Lesson { pieces, named: named.collect() }
}

/// Sums over many pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    pub pieces: u32,
    pub exact: u32,
    /// Automata that accept a wrong word, and those of them that do not list it as a doubt.
    pub errors: u32,
    pub unlisted: u32,
    pub missed: u32,
}

impl Sums {
    pub fn add(&mut self, piece: &Learned) {
        self.pieces += 1;
        self.exact += u32::from(piece.judgement.is_exact());
        self.errors += u32::from(piece.judgement.error.is_some());
        self.unlisted += u32::from(piece.unlisted.is_some());
        self.missed += u32::from(piece.judgement.missed.is_some());
    }
}

impl std::fmt::Display for Sums {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let share = 100.0 * f64::from(self.exact) / f64::from(self.pieces.max(1));
        let Sums { pieces, exact, errors, unlisted, missed } = self;
        write!(
            f,
            "{share:5.1} % exact ({exact} of {pieces}), wrong {errors}, of these not a doubt {unlisted}, missed {missed}"
        )
    }
}

/// Puts an illegal move into about one of `one_in` records: added to a list of all moves, in place of the move played
/// otherwise. Gives the numbers of those records, counted from 1.
pub fn damage(rules: &Rules, records: &mut [Record], one_in: u32, rng: &mut Rng) -> Vec<u32> {
    let mut damaged = Vec::new();
    for (number, record) in (1..).zip(records) {
        if record.result != RecordResult::Open || !rng.one_in(one_in) {
            continue;
        }
        let Some(illegal) = illegal_move(rules, record, rng) else { continue };
        match record.listing {
            Listing::All => record.moves.push(illegal),
            Listing::Some => record.moves = vec![illegal],
        }
        damaged.push(number);
    }
    damaged
}

/// A path of one step, rarely two, that the rules forbid in this position.
fn illegal_move(rules: &Rules, record: &Record, rng: &mut Rng) -> Option<SeenMove> {
    let board: Geometry = record.board;
    let own: Vec<Square> = board.squares().filter(|square| record.on(*square) == crate::automata::On::Own).collect();
    for _ in 0..100 {
        let from = *rng.pick(&own);
        let mut at = from;
        let mut word = Word::new();
        for _ in 0..if rng.one_in(4) { 2 } else { 1 } {
            let (dx, dy) = (rng.index(7) as i8 - 3, rng.index(7) as i8 - 3);
            let Some(next) = board.step(at, dx, dy).filter(|next| *next != at && *next != from) else { break };
            word.push(Step::new(dx, dy, record.on(next)));
            at = next;
        }
        let letter = record.cells[from.index()];
        let legal = rules.piece(letter).is_some_and(|piece| rules.info(piece).dfa.accepts(&word));
        if !word.is_empty() && !legal {
            return Some(SeenMove { from, word });
        }
    }
    None
}
