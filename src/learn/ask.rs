//! Asking: may this piece go there, here?
//!
//! A learner that may ask need not wait until chance shows it what it does not know. It asks first for steps that are like
//! ones it knows and that nothing speaks against, shortest first, and then, once for each loop, for the longest word
//! that goes round it: one answer settles a whole ride.

use crate::automata::{Dfa, On, StateId, Step, Word};
use crate::board::{Geometry, Player, Square};
use crate::learn::doubts;
use crate::learn::evidence::{as_seen_by, step_as_seen_by};
use crate::learn::survey::board_words;
use crate::learn::tree::Facts;
use crate::sbg::player_of;

/// A question to whoever knows the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    pub letter: char,
    pub player: Player,
    /// The position, in board coordinates.
    pub cells: Vec<char>,
    pub from: Square,
    pub to: Square,
    /// The path that is meant, in board coordinates.
    pub word: Word,
}

/// The word, in the mover's coordinates, whose answer would tell most about this automaton, or `None` when nothing is open.
pub(super) fn most_telling(dfa: &Dfa, facts: &mut Facts<'_>, enough: f64) -> Option<Word> {
    let mut open = doubts::rejected(dfa, facts, enough);
    open.extend(longer_rides(dfa, facts, enough));
    let shortest = open.into_iter().map(|doubt| doubt.word).min_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    shortest.or_else(|| longest_round(dfa, facts))
}

/// Where a word ends that is not a ride yet, the same step once more would make it one.
fn longer_rides(dfa: &Dfa, facts: &mut Facts<'_>, enough: f64) -> Vec<doubts::Doubt> {
    let mut words: Vec<Word> = Vec::new();
    board_words(dfa, facts, &mut |_, _, word| {
        let last = word[word.len() - 1];
        if last.on == On::Empty {
            words.push(word.iter().copied().chain([last]).collect());
        }
        words.len() > 2_000
    });
    words.retain(|word| !dfa.accepts(word));
    let mut open = Vec::new();
    for word in words {
        let answer = facts.ask(&word, enough);
        // A word that ends in a ride already is not longer for another step: only the first is asked for.
        let ride = word.len() > 2 && word[word.len() - 3..].windows(2).all(|pair| pair[0] == pair[1]);
        if answer.verdict == crate::learn::Verdict::Unknown && !ride {
            open.push(doubts::Doubt { word, accepted: false });
        }
    }
    open
}

/// The longest accepted word that was never seen and goes round a loop more often than any that was.
fn longest_round(dfa: &Dfa, facts: &mut Facts<'_>) -> Option<Word> {
    let mut legal_rounds = vec![0usize; dfa.size()];
    let mut doubtful: Vec<Word> = Vec::new();
    board_words(dfa, facts, &mut |facts, node, word| {
        if node.is_some_and(|node| facts.is_legal(node)) {
            for (state, visits) in rounds(dfa, word) {
                legal_rounds[state.index()] = legal_rounds[state.index()].max(visits);
            }
        } else {
            doubtful.push(word.to_vec());
        }
        doubtful.len() > 10_000
    });
    doubtful.retain(|word| {
        let rounds = rounds(dfa, word);
        rounds.iter().all(|(_, visits)| *visits < 2)
            || rounds.iter().any(|&(state, visits)| visits > 1 && visits > legal_rounds[state.index()])
    });
    doubtful.into_iter().max_by(|a, b| a.len().cmp(&b.len()).then_with(|| b.cmp(a)))
}

/// How often each state is visited.
fn rounds(dfa: &Dfa, word: &[Step]) -> Vec<(StateId, usize)> {
    let mut rounds: Vec<(StateId, usize)> = Vec::new();
    let mut state = Dfa::START;
    for &step in word {
        let Some(next) = dfa.next(state, step) else { break };
        state = next;
        match rounds.iter_mut().find(|(known, _)| *known == state) {
            Some((_, visits)) => *visits += 1,
            None => rounds.push((state, 1)),
        }
    }
    rounds
}

/// A position in which the word is applicable and nothing else stands: the piece, and what the path must meet.
pub(super) fn pose(letter: char, word: &[Step], board: Geometry, letters: &[char]) -> Option<Question> {
    let player = player_of(letter)?;
    let word: Word = word.iter().map(|&step| step_as_seen_by(player, step)).collect();
    let some_letter = |owner: Player| letters.iter().copied().find(|letter| player_of(*letter) == Some(owner));
    // From White's side of the board upwards, as the mover sees it, so that White and Black get mirror images.
    let starts = board.squares().map(|square| as_seen_by(player, board, square));
    for from in starts {
        let mut cells = vec!['.'; board.size()];
        cells[from.index()] = letter;
        let end = word.iter().try_fold(from, |at, step| {
            let next = board.step(at, step.dx, step.dy).filter(|next| cells[next.index()] == '.' && *next != from)?;
            match step.on {
                On::Empty => {}
                On::Own => cells[next.index()] = some_letter(player).unwrap_or(letter),
                On::Enemy => cells[next.index()] = some_letter(!player)?,
            }
            Some(next)
        });
        if let Some(to) = end {
            return Some(Question { letter, player, cells, from, to, word });
        }
    }
    None
}
