//! How good is what was learned?

use std::fmt;

use crate::automata::{Dfa, GaveUp, Side, Word, difference, difference_on_board, first_words_on_board};
use crate::board::{Geometry, Player, SquareSet};
use crate::game::Game;
use crate::rng::Rng;
use crate::sbg::{Rules, View, walk};

/// More words than this are not compared one by one.
const MAX_WORDS: usize = 200_000;

/// Whether a learned piece has the true moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The same moves wherever it stands: the languages agree on every word that fits on the board.
    Exact,
    Differs,
    /// Too many words fit on the board to compare them all, and those compared agree.
    Undecided,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Exact => "exact",
            Verdict::Differs => "differs",
            Verdict::Undecided => "undecided",
        })
    }
}

/// One learned piece beside the true one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    pub verdict: Verdict,
    /// A true word that is rejected; a shortest one, unless there are too many to list.
    pub missed: Option<Word>,
    /// A word that is accepted against the rules; a shortest one, unless there are too many to list.
    pub error: Option<Word>,
    pub states: usize,
    /// States of the smallest automaton of the true language.
    pub true_states: usize,
}

impl Judgement {
    pub fn is_exact(&self) -> bool {
        self.verdict == Verdict::Exact
    }
}

/// Compares two smallest automata on the words that fit on the board.
pub fn judge_piece(learned: &Dfa, truth: &Dfa, board: Geometry) -> Judgement {
    let (states, true_states) = (learned.size(), truth.size());
    let judgement = |verdict, missed, error| Judgement { verdict, missed, error, states, true_states };
    if difference(learned, truth).is_none() {
        return judgement(Verdict::Exact, None, None);
    }
    let shortest_of = |from: &Dfa, lacking: &Dfa| -> (Option<Word>, bool) {
        let (words, all) = first_words_on_board(from, board, MAX_WORDS);
        let strangers = words.into_iter().filter(|word| !lacking.accepts(word));
        (strangers.min_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b))), all)
    };
    let (mut missed, all_true) = shortest_of(truth, learned);
    let (mut error, all_learned) = shortest_of(learned, truth);
    let mut decided = all_true && all_learned;
    if !decided {
        // Too many words to list them all: a breadth-first search finds the shortest difference, if it is short.
        match difference_on_board(learned, truth, board, MAX_WORDS) {
            Ok(Some(difference)) if difference.accepted_by == Side::Left => error = Some(difference.word),
            Ok(Some(difference)) => missed = Some(difference.word),
            Ok(None) => decided = true,
            Err(GaveUp) => {}
        }
    }
    let verdict = match (&missed, &error) {
        (None, None) if decided => Verdict::Exact,
        (None, None) => Verdict::Undecided,
        _ => Verdict::Differs,
    };
    judgement(verdict, missed, error)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automata::{On, Regex, Step, compile};

    fn step(dx: i8, dy: i8) -> Regex {
        Regex::Step(Step { dx, dy, on: On::Empty })
    }

    /// So many steps up, down, left or right: more ways than anyone can list.
    fn walk(steps: u16) -> Regex {
        Regex::power(Regex::union([step(0, 1), step(1, 0), step(0, -1), step(-1, 0)]), steps)
    }

    fn judge(learned: &Regex, truth: &Regex, side: u8) -> Judgement {
        let [learned, truth] = [learned, truth].map(|regex| compile(regex).unwrap());
        judge_piece(&learned, &truth, Geometry::new(side, side).unwrap())
    }

    #[test]
    fn a_comparison_that_gives_up_is_undecided() {
        let jump = step(3, 3);
        // The true rule alone has too many words. Long walks to the left never fit on the board and cannot all be
        // tried; among those to the right, which come after them, are true moves.
        let dead_ends = Regex::concat([step(-1, 0), walk(70)]);
        let moves = Regex::concat([step(1, 0), walk(20)]);
        let truth = Regex::union([jump.clone(), dead_ends.clone(), moves]);
        let judgement = judge(&jump, &truth, 8);
        assert_eq!((judgement.verdict, &judgement.missed, &judgement.error), (Verdict::Undecided, &None, &None));
        // The same with the sides exchanged: no word is made up to stand for an error that was not found.
        let judgement = judge(&truth, &jump, 8);
        assert_eq!((judgement.verdict, &judgement.missed, &judgement.error), (Verdict::Undecided, &None, &None));
        assert!(!judgement.is_exact());
    }

    #[test]
    fn too_many_words_are_no_excuse_where_a_difference_is_found() {
        let jump = step(3, 3);
        let truth = Regex::union([jump.clone(), walk(20)]);
        let judgement = judge(&jump, &truth, 8);
        assert_eq!((judgement.verdict, judgement.missed.map(|word| word.len())), (Verdict::Differs, Some(20)));
        let judgement = judge(&truth, &jump, 8);
        assert_eq!((judgement.verdict, judgement.error.map(|word| word.len())), (Verdict::Differs, Some(20)));
        let more = Regex::union([truth.clone(), step(0, 2)]);
        assert_eq!(judge(&truth, &more, 8).missed, Some(vec![Step { dx: 0, dy: 2, on: On::Empty }]));
        // What does not fit on the board is no difference, where that can be told.
        assert_eq!(judge(&jump, &Regex::union([jump.clone(), step(4, 0)]), 4).verdict, Verdict::Exact);
    }
}
