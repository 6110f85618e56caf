//! Björnsson's `LearnDFA` (2012, Algorithm 2): best-first search over automata with collapsed pairs of states.
//!
//! Where the paper leaves a choice: "geodesic distance K or less from each other" is read as a directed path of at most K
//! steps from one state to the other, which alone gives the O(|dfa|) pairs that section 3.3 speaks of. Automata of equal
//! size leave the queue in the order in which they came, and one that was there before does not come again, since it
//! would be expanded to the same effect.

use std::collections::{BTreeMap, VecDeque};

use crate::automata::{Dfa, MAX_STATES, Nfa, StateId, minimize};
use crate::learn::event::Event;
use crate::learn::search::{PrefixTree, Rules, Tally, witness};
use crate::learn::tree::Facts;

/// The paper's settings (section 4.2).
pub(super) const DISTANCE: u32 = 2;
pub(super) const MAX_EXPANSIONS: u32 = 20;

#[derive(Clone, Debug)]
pub(super) struct Bjornsson {
    distance: u32,
    max_expansions: u32,
    expansions: u32,
    smallest: Dfa,
    /// Automata by size and number, those waiting in the queue.
    queue: BTreeMap<(usize, u32), Dfa>,
    known: Vec<Dfa>,
    /// The automaton that is being expanded, and the pairs left to try.
    current: Dfa,
    pairs: VecDeque<(StateId, StateId)>,
    pub(super) tally: Tally,
}

impl Bjornsson {
    pub(super) fn new(tree: &PrefixTree, distance: u32, max_expansions: u32) -> Bjornsson {
        let smallest = minimize(&tree.dfa);
        Bjornsson {
            distance,
            max_expansions,
            expansions: 0,
            queue: BTreeMap::from([((smallest.size(), 0), smallest.clone())]),
            known: vec![smallest.clone()],
            current: smallest.clone(),
            pairs: VecDeque::new(),
            smallest,
            tally: Tally::default(),
        }
    }

    pub(super) fn best(&self) -> Dfa {
        self.smallest.clone()
    }

    pub(super) fn advance(&mut self, facts: &mut Facts<'_>, rules: &Rules<'_>, tell: &mut dyn FnMut(Event)) -> bool {
        let mut verdict = |dfa: &Dfa| match rules.check.object(dfa, facts, rules.union) {
            None => true,
            Some(offender) => {
                let witness = witness(facts, &offender, f64::INFINITY);
                tell(Event::Refused { kept: Vec::new(), gone: Vec::new(), witness });
                false
            }
        };
        self.try_next(&mut verdict)
    }

    /// One candidate, with whatever says whether it is consistent; true when there are no more.
    pub(super) fn try_next(&mut self, consistent: &mut dyn FnMut(&Dfa) -> bool) -> bool {
        let Some((a, b)) = self.pairs.pop_front() else {
            if self.expansions >= self.max_expansions {
                return true;
            }
            let Some((_, dfa)) = self.queue.pop_first() else { return true };
            if dfa.size() < self.smallest.size() {
                self.smallest = dfa.clone();
            }
            self.pairs = candidates(&dfa, self.distance).into();
            self.current = dfa;
            self.expansions += 1;
            return false;
        };
        self.tally.candidates += 1;
        let Ok(merged) = collapse(&self.current, a, b).determinize(MAX_STATES) else { return false };
        if consistent(&merged) {
            let merged = minimize(&merged);
            if !self.known.contains(&merged) {
                self.tally.merges += 1;
                self.known.push(merged.clone());
                self.queue.insert((merged.size(), self.known.len() as u32), merged);
            }
        }
        false
    }
}

/// Pairs of states, both accepting or neither, at most so many steps apart (the paper's `generalizingCandidates`).
fn candidates(dfa: &Dfa, distance: u32) -> Vec<(StateId, StateId)> {
    let mut pairs = Vec::new();
    for from in dfa.states() {
        let mut reached = vec![from];
        let mut newest = vec![from];
        for _ in 0..distance {
            let mut next: Vec<StateId> = Vec::new();
            for &(_, to) in newest.iter().flat_map(|state| dfa.transitions(*state)) {
                if !reached.contains(&to) {
                    reached.push(to);
                    next.push(to);
                }
            }
            newest = next;
        }
        let fitting = reached[1..].iter().filter(|to| dfa.is_accepting(**to) == dfa.is_accepting(from));
        pairs.extend(fitting.map(|&to| (from.min(to), from.max(to))));
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// The automaton with two states made one, which may then be in several states at once.
fn collapse(dfa: &Dfa, a: StateId, b: StateId) -> Nfa {
    let mut nfa = Nfa::default();
    let number = |state: StateId| if state == b { a.index() as u32 } else { state.index() as u32 };
    for state in dfa.states() {
        nfa.add_state();
        if dfa.is_accepting(state) {
            nfa.accept(number(state));
        }
    }
    for state in dfa.states() {
        for &(step, to) in dfa.transitions(state) {
            nfa.connect(number(state), step, number(to));
        }
    }
    nfa
}
