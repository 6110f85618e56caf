//! How good is what was learned?

use crate::automata::{Dfa, Side, Word, difference, difference_on_board, words_on_board};
use crate::board::{Geometry, Player, SquareSet};
use crate::game::Game;
use crate::rng::Rng;
use crate::sbg::{Rules, View, walk};

/// More words than this are not compared one by one.
const MAX_WORDS: usize = 200_000;

/// One learned piece beside the true one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The same moves wherever it stands: the languages agree on every word that fits on the board.
    pub exact: bool,
    /// A shortest true word that is rejected.
    pub missed: Option<Word>,
    /// A shortest word that is accepted against the rules.
    pub error: Option<Word>,
    pub states: usize,
    /// States of the smallest automaton of the true language.
    pub true_states: usize,
}

/// Compares two smallest automata on the words that fit on the board.
pub fn judge_piece(learned: &Dfa, truth: &Dfa, board: Geometry) -> Judgement {
    let mut judgement =
        Judgement { exact: true, missed: None, error: None, states: learned.size(), true_states: truth.size() };
    if difference(learned, truth).is_none() {
        return judgement;
    }
    let shortest_of = |from: &Dfa, lacking: &Dfa| -> Option<Word> {
        let words = words_on_board(from, board, MAX_WORDS)?;
        words
            .into_iter()
            .filter(|word| !lacking.accepts(word))
            .min_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)))
    };
    judgement.missed = shortest_of(truth, learned);
    judgement.error = shortest_of(learned, truth);
    if judgement.missed.is_none() && judgement.error.is_none() {
        // Too many words to list them all: a breadth-first search still finds a short one, or nothing.
        match difference_on_board(learned, truth, board, MAX_WORDS) {
            Ok(Some(difference)) if difference.accepted_by == Side::Left => judgement.error = Some(difference.word),
            Ok(Some(difference)) => judgement.missed = Some(difference.word),
            Ok(None) => {}
            Err(_) => judgement.error = words_on_board(learned, board, MAX_WORDS).is_none().then(Word::new),
        }
    }
    judgement.exact = judgement.missed.is_none() && judgement.error.is_none();
    judgement
}

/// Positions that no learner has seen, as [`balanced_accuracy`] wants them.
#[derive(Clone, Debug)]
pub struct HeldOut {
    views: Vec<(View, Vec<char>, Player)>,
}

/// The positions of random games.
pub fn held_out(rules: &Rules, games: u64, seed: u64) -> HeldOut {
    let mut views = Vec::new();
    let mut scratch = Vec::new();
    for game in 0..games {
        let mut rng = Rng::branch(seed, game);
        let mut pos = rules.start();
        while let Ok(mv) = rules.random_move(&pos, &mut rng, &mut scratch) {
            let cells = rules.board().squares().map(|square| rules.letter_at(&pos, square)).collect();
            views.push((rules.view(&pos), cells, pos.to_move()));
            rules.play(&mut pos, mv);
        }
    }
    HeldOut { views }
}

/// Flynn's measure (2020): the mean of the shares of legal and of illegal moves that are told right, in per cent. A move
/// is a pair of squares. `None` when the piece has no legal move anywhere.
pub fn balanced_accuracy(learned: &Dfa, truth: &Dfa, letter: char, positions: &HeldOut) -> Option<f64> {
    let (mut legal, mut found, mut illegal, mut avoided) = (0u64, 0u64, 0u64, 0u64);
    for (view, cells, player) in &positions.views {
        if crate::sbg::player_of(letter) != Some(*player) {
            continue;
        }
        for from in view.board.squares().filter(|square| cells[square.index()] == letter) {
            let reach =
                |dfa: &Dfa| -> SquareSet { walk(dfa, view, *player, from).into_iter().map(|(_, to)| to).collect() };
            let (may, says) = (reach(truth), reach(learned));
            legal += may.len() as u64;
            found += (may & says).len() as u64;
            illegal += (view.board.size() - 1 - may.len()) as u64;
            avoided += (view.board.size() - 1 - (may | says).len()) as u64;
        }
    }
    (legal > 0 && illegal > 0).then(|| 50.0 * (found as f64 / legal as f64 + avoided as f64 / illegal as f64))
}
