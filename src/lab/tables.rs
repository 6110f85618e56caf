//! The tables of Kowalski and Kisielewicz (2018), recomputed.

use crate::automata::{Step, Word, words_on_board};
use crate::board::Player;
use crate::lab::{DataSet, Verdict, evidence, judge_piece, records};
use crate::learn::{Algorithm, Check, Evidence, Learning, PieceEvidence, Settings};
use crate::observe::{Listing, RecordResult};
use crate::sbg::Rules;

/// The games that we have. Of the eight games on the slides chess, Los Alamos, Tamerlane, Breakthrough Checkers, Legacy
/// of Ibis and a game with a limited rider are here, the last in a version of our own. Two more games that a program had
/// made are not public; cannon and chess-breakthrough stand in for them.
pub const GAMES: &[&str] = &[
    "chess",
    "los-alamos",
    "tamerlane",
    "checkers-breakthrough",
    "legacy-of-ibis",
    "limited-rider",
    "cannon",
    "chess-breakthrough",
];

/// Every published algorithm with every check.
pub fn combinations(listing: Listing) -> Vec<(Algorithm, Check)> {
    let mut alphas = vec![0.5, 0.6, 0.7, 0.8, 0.9];
    if listing == Listing::Some {
        // The slides leave out one half there.
        alphas.remove(0);
    }
    let fractional = alphas.into_iter().map(|alpha| Check::Fractional { alpha });
    let checks: Vec<Check> = [Check::Bjornsson].into_iter().chain(fractional).chain([Check::Fast]).collect();
    let algorithms = [Algorithm::Bjornsson, Algorithm::Rpni, Algorithm::Spine];
    checks.iter().flat_map(|&check| algorithms.map(|algorithm| (algorithm, check))).collect()
}

/// How many automata were right, of how many.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Score {
    pub pieces: u32,
    pub exact: u32,
    pub correct_size: u32,
    /// Automata that accept a word against the rules, and automata that lack one.
    pub errors: u32,
    pub missed: u32,
    /// Automata that have too many words to be compared.
    pub undecided: u32,
    /// Seconds of learning, and the games that they were spent on.
    pub seconds: f64,
    pub timed: u32,
}

impl Score {
    pub fn add(&mut self, other: Score) {
        self.pieces += other.pieces;
        self.exact += other.exact;
        self.correct_size += other.correct_size;
        self.errors += other.errors;
        self.missed += other.missed;
        self.undecided += other.undecided;
        self.seconds += other.seconds;
        self.timed += other.timed;
    }
}

/// What one way of learning made of one data set, letter by letter.
#[derive(Clone, Debug)]
pub struct Trial {
    pub score: Score,
    pub verdicts: Vec<(char, Verdict)>,
}

/// Learns one data set in several ways, and judges each. The evidence trees are shared unless `clock`, which gives seconds,
/// is there to measure each way by itself.
pub fn trial(rules: &Rules, set: DataSet, ways: &[Settings], mut clock: Option<&mut dyn FnMut() -> f64>) -> Vec<Trial> {
    let evidence = evidence(rules, set);
    let Some(first) = ways.first() else { return Vec::new() };
    let mut learning = Learning::with_evidence(first.clone(), evidence);
    let mut trials = Vec::new();
    for way in ways {
        if clock.is_some() {
            learning = Learning::with_evidence(way.clone(), learning.into_evidence());
        } else {
            learning.relearn(way.clone());
        }
        let start = clock.as_mut().map(|clock| clock());
        learning.finish();
        let mut score = Score::default();
        if let (Some(start), Some(clock)) = (start, clock.as_mut()) {
            score.seconds = clock() - start;
            score.timed = 1;
        }
        let mut verdicts = Vec::new();
        for (letter, dfa) in learning.automata() {
            let Some(piece) = rules.piece(letter) else { continue };
            let judgement = judge_piece(&dfa, &rules.info(piece).dfa, rules.board());
            score.pieces += 1;
            score.exact += u32::from(judgement.is_exact());
            score.correct_size += u32::from(judgement.states == judgement.true_states);
            score.errors += u32::from(judgement.error.is_some());
            score.missed += u32::from(judgement.missed.is_some());
            score.undecided += u32::from(judgement.verdict == Verdict::Undecided);
            verdicts.push((letter, judgement.verdict));
        }
        trials.push(Trial { score, verdicts });
    }
    trials
}

/// How many games of single moves it takes until the records no longer speak against the true rules (Björnsson 2012,
/// Table 3): the first number from which on, up to `most`, every true word that was applicable was either played by
/// some piece, or all words that it becomes when one step is left out were. `None` when that never comes. A letter whose
/// words are too many to list is left out, because nothing is known of it.
pub fn games_needed(rules: &Rules, seed: u64, most: u64) -> Vec<(char, Option<u64>)> {
    let mut evidence = Evidence::default();
    let mut last_record: Vec<u32> = Vec::new();
    let set = DataSet { listing: Listing::Some, games: most, seed, plies: None };
    records(rules, set, |record| {
        evidence.add(&record);
        if record.result != RecordResult::Open {
            last_record.push(evidence.records() as u32);
        }
    });
    let game_of = |record: u32| last_record.partition_point(|last| *last < record) as u64 + 1;
    let listed = |word: &[Step]| evidence.first_listed(word).map(game_of);
    let mut needed = Vec::new();
    for (_, info) in rules.pieces() {
        let Ok(mut piece) = PieceEvidence::new(&evidence, info.letter) else { continue };
        let Some(words) = words_on_board(&info.dfa, rules.board(), 100_000) else { continue };
        let mut last_bad = Some(0);
        for word in words {
            let Some(first) = piece.first_applicable(&word).map(game_of) else { continue };
            let without = |gap: usize| -> Word {
                word.iter().enumerate().filter(|(index, _)| *index != gap).map(|(_, step)| *step).collect()
            };
            let subwords =
                (0..word.len()).map(|gap| listed(&without(gap))).try_fold(0, |most, game| Some(game?.max(most)));
            let allowed = [listed(&word), subwords].into_iter().flatten().min();
            // From the game in which it first could be played until the one that excuses it, it speaks against the rules.
            match allowed {
                None => last_bad = None,
                Some(allowed) if allowed > first => last_bad = last_bad.map(|last: u64| last.max(allowed - 1)),
                Some(_) => {}
            }
        }
        needed.push((info.letter, last_bad.map(|last| last + 1)));
    }
    needed
}

/// The published way of learning: the first player only, nothing shared.
pub fn published_way(algorithm: Algorithm, check: Check) -> Settings {
    Settings { algorithm, check, player: Some(Player::White), share: false, silence: false, ..Settings::default() }
}

/// Published figures: correct size and errors in per cent, and seconds.
#[derive(Clone, Copy, Debug)]
pub struct Published {
    pub correct_size: f64,
    pub errors: f64,
    pub seconds: f64,
}

/// What the slides say of a way of learning.
pub fn published(listing: Listing, algorithm: Algorithm, check: Check) -> Option<Published> {
    let row = match check {
        Check::Bjornsson => 0,
        Check::Fractional { alpha } => 1 + [0.5, 0.6, 0.7, 0.8, 0.9].iter().position(|known| *known == alpha)?,
        Check::Fast => 6,
    };
    let column = match algorithm {
        Algorithm::Bjornsson => 0,
        Algorithm::Rpni => 1,
        Algorithm::Spine => 2,
        Algorithm::Kibitzer => return None,
    };
    let table = match listing {
        Listing::All => &ALL_MOVES,
        Listing::Some => &SINGLE_MOVES,
    };
    let (correct_size, errors, seconds) = table[row][column];
    Some(Published { correct_size, errors, seconds })
}

type Row = [(f64, f64, f64); 3];

const ALL_MOVES: [Row; 7] = [
    [(87.6, 4.9, 68.2), (91.5, 9.1, 16.4), (87.3, 7.6, 4.1)],
    [(87.6, 4.9, 51.8), (89.9, 6.3, 9.4), (84.9, 7.6, 2.2)],
    [(89.0, 2.4, 50.8), (89.8, 4.0, 9.3), (86.6, 5.0, 2.1)],
    [(87.1, 2.4, 50.8), (87.1, 3.5, 9.2), (87.1, 3.2, 2.0)],
    [(85.6, 2.4, 49.4), (85.5, 3.7, 9.5), (85.6, 3.2, 1.8)],
    [(73.7, 2.4, 42.8), (73.5, 2.7, 10.4), (73.7, 3.9, 1.5)],
    [(69.3, 0.0, 4.0), (69.3, 0.0, 4.6), (69.3, 0.0, 0.4)],
];

const SINGLE_MOVES: [Row; 7] = [
    [(73.7, 5.4, 1598.6), (70.6, 19.8, 454.1), (73.7, 9.6, 82.4)],
    [(f64::NAN, f64::NAN, f64::NAN); 3],
    [(88.7, 6.8, 5.4), (61.5, 40.4, 4.4), (87.3, 6.1, 0.2)],
    [(89.9, 4.9, 5.6), (65.7, 37.6, 3.3), (89.8, 2.8, 0.2)],
    [(88.0, 4.5, 5.7), (64.6, 34.0, 3.0), (88.0, 4.4, 0.2)],
    [(73.3, 3.7, 5.7), (71.5, 14.4, 2.6), (73.3, 3.4, 0.2)],
    [(68.5, 0.0, 4.6), (68.5, 0.0, 5.3), (68.5, 0.0, 0.4)],
];
