//! Spine Compaction (Kowalski and Kisielewicz 2018): merges only along periodic paths of the prefix tree.
//!
//! A *spine* is a path from some state along a word, its *vertebra*, again and again; states one vertebra apart are the
//! candidates. Where the slides leave a choice:
//! - Vertebrae have at most [`LONGEST_VERTEBRA`] steps, which is what a hop over a piece takes. Over the games of
//!   `kibitzer tables --only spine` (10 data sets of 50 games, all moves) vertebrae of up to one, two, three and four steps
//!   give 81.2, 87.4, 90.0 and 90.2 % exact automata, and 2.4, 3.1, 3.1 and 3.1 % with an error; two come closest to
//!   the published figures.
//! - A spine's length counts steps, the last vertebra may be cut short, and there must be two steps and a whole vertebra:
//!   read in any other way, the lengths in the slides' example do not fit together.
//! - "First level equality" compares the steps that leave two states, the vertebra's own left out, and whether they lead to
//!   accepting states; the state further from the root may have fewer.
//! - A *multiloop* is a state that lies on two cycles. A merge that makes one is refused; allowed, they give 89.3 % exact
//!   automata, but 6.0 % with an error.

use std::collections::BTreeSet;

use crate::automata::{Dfa, StateId, Step, Word};
use crate::learn::event::{Event, EventSink, Reason};
use crate::learn::quotient::{Automaton, Quotient};
use crate::learn::search::{PrefixTree, Rules, Tally, refutation};
use crate::learn::survey::Offender;
use crate::learn::word_tree::Facts;
use crate::order;

pub(super) const LONGEST_VERTEBRA: usize = 2;

#[derive(Clone, Debug)]
pub(super) struct Spine {
    tree: PrefixTree,
    quotient: Quotient,
    pairs: Vec<(StateId, StateId)>,
    next: usize,
    /// Pairs of states whose merge was refused. A refusal is final: merging only adds words.
    refused: BTreeSet<(StateId, StateId)>,
    allow_multiloops: bool,
    pub(super) tally: Tally,
}

/// A periodic path of the prefix tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SpinePath {
    pub(super) vertebra: Word,
    /// The states on the way, the one it begins with first.
    pub(super) states: Vec<StateId>,
}

impl SpinePath {
    /// In steps.
    pub(super) fn length(&self) -> usize {
        self.states.len() - 1
    }
}

/// Every longest spine with a vertebra of `period` steps that begins in this state.
fn spines_from(tree: &Dfa, start: StateId, period: usize, found: &mut Vec<SpinePath>) {
    let mut open: Vec<(Vec<StateId>, Word)> = vec![(vec![start], Word::new())];
    while let Some((states, vertebra)) = open.pop() {
        let last = states[states.len() - 1];
        if vertebra.len() < period {
            for &(step, to) in tree.transitions(last).iter().rev() {
                open.push((
                    states.iter().copied().chain([to]).collect(),
                    vertebra.iter().copied().chain([step]).collect(),
                ));
            }
            continue;
        }
        let mut states = states;
        if tree.is_accepting(states[period]) != tree.is_accepting(states[0]) {
            continue;
        }
        while let Some(to) = tree.next(states[states.len() - 1], vertebra[(states.len() - 1) % period]) {
            // States a vertebra apart must both accept or both not.
            if tree.is_accepting(to) != tree.is_accepting(states[states.len() - period]) {
                break;
            }
            states.push(to);
        }
        if states.len() > 2 {
            found.push(SpinePath { vertebra, states });
        }
    }
}

/// The spines of a prefix tree with vertebrae of this many steps, by state and vertebra.
pub(super) fn spines(tree: &Dfa, period: usize, with_start: bool) -> Vec<SpinePath> {
    let mut found = Vec::new();
    for state in tree.states().filter(|state| with_start || *state != Dfa::START) {
        spines_from(tree, state, period, &mut found);
    }
    found
}

/// The pair of states to merge, if the spine has one: the first from which on every state has at most what the one a
/// vertebra before it has.
fn pair(tree: &Dfa, spine: &SpinePath) -> Option<(StateId, StateId)> {
    let period = spine.vertebra.len();
    let level = |index: usize| -> Vec<(Step, bool)> {
        let own = spine.vertebra[index % period];
        let next = tree.transitions(spine.states[index]).iter().filter(|(step, _)| *step != own);
        next.map(|(step, to)| (*step, tree.is_accepting(*to))).collect()
    };
    let mut first = 0;
    for index in 0..spine.states.len() - period {
        let near = level(index);
        if !level(index + period).iter().all(|step| near.contains(step)) {
            first = index + 1;
        }
    }
    let second = first + period;
    (second < spine.states.len()).then(|| (spine.states[first], spine.states[second]))
}

impl Spine {
    pub(super) fn new(tree: PrefixTree, longest_vertebra: usize, allow_multiloops: bool) -> Spine {
        let mut pairs = Vec::new();
        for period in 1..=longest_vertebra {
            // The slides search "excluding the root". A stable sort keeps spines of one length in the tree's order.
            let mut spines = spines(&tree.dfa, period, false);
            order::sort_by_key(&mut spines, |spine| std::cmp::Reverse(spine.length()));
            for pair in spines.iter().filter_map(|spine| pair(&tree.dfa, spine)) {
                if !pairs.contains(&pair) {
                    pairs.push(pair);
                }
            }
        }
        let quotient = Quotient::new(&tree.dfa);
        Spine { tree, quotient, pairs, next: 0, refused: BTreeSet::new(), allow_multiloops, tally: Tally::default() }
    }

    pub(super) fn best(&self) -> Dfa {
        self.quotient.to_dfa()
    }

    pub(super) fn advance(&mut self, facts: &mut Facts<'_>, rules: &Rules<'_>, events: &mut EventSink<'_>) -> bool {
        let Some(&(a, b)) = self.pairs.get(self.next) else { return true };
        self.next += 1;
        let pair = (self.quotient.find(a), self.quotient.find(b));
        if pair.0 == pair.1 || self.refused.contains(&pair) {
            return false;
        }
        let before = self.quotient.checkpoint();
        self.quotient.merge(a, b);
        self.tally.candidates += 1;
        let objection = if self.quotient.accepts_in(Dfa::START) {
            Some(Offender::Other(Reason::EmptyWord))
        } else if !self.allow_multiloops && has_multiloop(&self.quotient.to_dfa()) {
            Some(Offender::Other(Reason::Multiloop))
        } else {
            rules.check.object(&self.quotient, facts, rules.union)
        };
        match objection {
            None => {
                self.tally.merges += 1;
                events.tell(|| {
                    let states = self.quotient.size();
                    Event::Merged { kept: self.tree.access(a), gone: self.tree.access(b), states }
                });
            }
            Some(offender) => {
                self.quotient.undo(before);
                self.refused.insert(pair);
                events.tell(|| {
                    let refutation = refutation(facts, &offender, f64::INFINITY);
                    Event::Refused { kept: self.tree.access(a), gone: self.tree.access(b), refutation }
                });
            }
        }
        false
    }
}

/// Whether some state lies on two cycles: then, and only then, a set of states that reach each other has more
/// transitions among them than states.
fn has_multiloop(dfa: &Dfa) -> bool {
    let reach: Vec<Vec<bool>> = dfa
        .states()
        .map(|from| {
            let mut reached = vec![false; dfa.size()];
            let mut open = vec![from];
            while let Some(state) = open.pop() {
                for &(_, to) in dfa.transitions(state) {
                    if !std::mem::replace(&mut reached[to.index()], true) {
                        open.push(to);
                    }
                }
            }
            reached
        })
        .collect();
    dfa.states().any(|state| {
        let back = |to: StateId| to == state || reach[to.index()][state.index()];
        dfa.transitions(state).iter().filter(|(_, to)| back(*to)).count() > 1
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automata::On;

    fn step(letter: char) -> Step {
        Step::new(letter as i8 - b'a' as i8 + 1, 1, On::Empty)
    }

    fn tree(words: &[&str]) -> PrefixTree {
        let words: Vec<Word> = words.iter().map(|word| word.chars().map(step).collect()).collect();
        PrefixTree::new(&words)
    }

    #[test]
    fn a_ride_is_a_spine_of_single_steps_and_a_hop_one_of_two() {
        let tree = tree(&["a", "aa", "aaa", "bcbc", "bc"]);
        let shown = |period| -> Vec<(String, usize)> {
            let name = |step: &Step| char::from((step.dx as u8 - 1) + b'a');
            let spines = spines(&tree.dfa, period, true);
            spines.iter().map(|spine| (spine.vertebra.iter().map(name).collect(), spine.length())).collect()
        };
        assert_eq!(shown(1), [("a".to_owned(), 2)]);
        assert_eq!(shown(2), [("aa".to_owned(), 2), ("cb".to_owned(), 3), ("bc".to_owned(), 2)]);
    }

    #[test]
    fn a_state_further_on_may_have_less_but_not_more() {
        // After aa one may turn to c, after a not: the first safe pair begins with aa.
        let tree = tree(&["a", "aa", "aaa", "aaaa", "ab", "aab", "aac", "aaab", "aaac"]);
        let spine = spines(&tree.dfa, 1, false).into_iter().next().unwrap();
        let (first, second) = pair(&tree.dfa, &spine).unwrap();
        assert_eq!((tree.access(first).len(), tree.access(second).len()), (2, 3));
    }

    #[test]
    fn two_loops_at_one_state_are_a_multiloop_and_one_is_not() {
        let mut dfa = Dfa::empty();
        let state = dfa.add_state(true);
        dfa.connect(Dfa::START, step('a'), state);
        dfa.connect(state, step('a'), state);
        assert!(!has_multiloop(&dfa));
        dfa.connect(state, step('b'), state);
        assert!(has_multiloop(&dfa));
    }
}
