//! Where two languages differ, shown by a shortest word.

use std::collections::{HashSet, VecDeque};

use super::{Dfa, Footprint, StateId, Step, Word};
use crate::board::Geometry;
use crate::order;

/// Which of the two automata accepts the word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Left,
    Right,
}

/// A word that exactly one of two automata accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    pub word: Word,
    pub accepted_by: Side,
}

/// Where each of two automata stands after the same word; `None` has fallen off.
type Pair = (Option<StateId>, Option<StateId>);

const START: Pair = (Some(Dfa::START), Some(Dfa::START));

/// A shortest word (the first of these in order) that one accepts and the other does not, or `None` when the languages
/// are equal. The empty word does not count, since it is never a move.
///
/// ```
/// use kibitzer::automata::{On, Regex, Side, Step, compile, difference};
///
/// let ahead = Regex::Step(Step::new(0, 1, On::Empty));
/// let once = compile(&ahead).unwrap();
/// let twice = compile(&Regex::union([ahead.clone(), Regex::power(ahead, 2)])).unwrap();
/// let found = difference(&once, &twice).unwrap();
/// assert_eq!((found.word.len(), found.accepted_by), (2, Side::Right));
/// assert_eq!(difference(&once, &once), None);
/// ```
pub fn difference(left: &Dfa, right: &Dfa) -> Option<Difference> {
    // Breadth first over pairs of states; `found` remembers how each pair was reached.
    let mut found: Vec<(Pair, usize, Option<Step>)> = vec![(START, 0, None)];
    let mut seen: HashSet<Pair> = HashSet::new();
    let mut done = 0;
    while done < found.len() {
        let (pair, _, _) = found[done];
        for step in steps_out(left, right, pair) {
            let next = advance(left, right, pair, step);
            if let Some(accepted_by) = disagreement(left, right, next) {
                let mut word = vec![step];
                let mut at = done;
                while let (_, before, Some(step)) = found[at] {
                    word.push(step);
                    at = before;
                }
                word.reverse();
                return Some(Difference { word, accepted_by });
            }
            if seen.insert(next) {
                found.push((next, done, Some(step)));
            }
        }
        done += 1;
    }
    None
}

/// The same, among words that fit on the board: what tells two pieces apart in play.
///
/// Gives up after `limit` words (loops can hold very many), which is an error, since then nothing is known.
///
/// ```
/// use kibitzer::automata::{On, Regex, Step, compile, difference, difference_on_board};
/// use kibitzer::board::Geometry;
///
/// let ahead = Regex::Step(Step::new(0, 1, On::Empty));
/// let ever = compile(&Regex::star(ahead.clone())).unwrap();
/// let thrice = compile(&Regex::union([1, 2, 3].map(|n| Regex::power(ahead.clone(), n)))).unwrap();
/// // Four squares forward tell them apart, but not on a board of four rows.
/// assert_eq!(difference(&ever, &thrice).unwrap().word.len(), 4);
/// assert_eq!(difference_on_board(&ever, &thrice, Geometry::new(4, 4).unwrap(), 100), Ok(None));
/// ```
pub fn difference_on_board(
    left: &Dfa,
    right: &Dfa,
    board: Geometry,
    limit: usize,
) -> Result<Option<Difference>, GaveUp> {
    if difference(left, right).is_none() {
        return Ok(None);
    }
    let mut queue: VecDeque<(Pair, Word, Footprint)> = VecDeque::from([(START, Word::new(), Footprint::default())]);
    let mut words = 0;
    while let Some((pair, word, footprint)) = queue.pop_front() {
        for step in steps_out(left, right, pair) {
            let mut footprint = footprint.clone();
            if !footprint.push(step, board) {
                continue;
            }
            words += 1;
            if words > limit {
                return Err(GaveUp);
            }
            let next = advance(left, right, pair, step);
            let mut longer = word.clone();
            longer.push(step);
            if let Some(accepted_by) = disagreement(left, right, next) {
                return Ok(Some(Difference { word: longer, accepted_by }));
            }
            queue.push_back((next, longer, footprint));
        }
    }
    Ok(None)
}

/// There were too many words to try them all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GaveUp;

fn steps_out(left: &Dfa, right: &Dfa, pair: Pair) -> Vec<Step> {
    let out = |dfa: &Dfa, state: Option<StateId>| -> Vec<Step> {
        state.map(|state| dfa.transitions(state).iter().map(|(step, _)| *step).collect()).unwrap_or_default()
    };
    let mut steps = out(left, pair.0);
    steps.extend(out(right, pair.1));
    order::sort(&mut steps);
    steps.dedup();
    steps
}

fn advance(left: &Dfa, right: &Dfa, (a, b): Pair, step: Step) -> Pair {
    (a.and_then(|state| left.next(state, step)), b.and_then(|state| right.next(state, step)))
}

fn disagreement(left: &Dfa, right: &Dfa, (a, b): Pair) -> Option<Side> {
    match (a.is_some_and(|state| left.is_accepting(state)), b.is_some_and(|state| right.is_accepting(state))) {
        (true, false) => Some(Side::Left),
        (false, true) => Some(Side::Right),
        _ => None,
    }
}
