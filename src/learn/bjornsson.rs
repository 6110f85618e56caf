//! Björnsson's `LearnDFA` (2012, Algorithm 2): best-first search over automata with collapsed pairs of states.
//!
//! Where the paper leaves a choice: "geodesic distance K or less from each other" is read as a directed path of at most K
//! steps from one state to the other, which alone gives the O(|dfa|) pairs that section 3.3 speaks of. Automata of equal
//! size leave the queue in the order in which they came, and one that was there before does not come again, since it
//! would be expanded to the same effect.

use std::collections::{HashMap, VecDeque};
use std::ops::Range;

use crate::automata::{Dfa, MAX_STATES, StateId, Step, Word, minimize};
use crate::learn::event::{Event, EventSink, Reason};
use crate::learn::search::{PrefixTree, Rules, Tally, refutation};
use crate::learn::survey::Offender;
use crate::learn::word_tree::Facts;
use crate::order::{self, SortedMap};

/// The paper's settings (section 4.2).
pub(super) const DISTANCE: u32 = 2;
pub(super) const MAX_EXPANSIONS: u32 = 20;

/// Offenders remembered.
const MEMORY: usize = 12;

#[derive(Clone, Debug)]
pub(super) struct Bjornsson {
    distance: u32,
    max_expansions: u32,
    expansions: u32,
    smallest: Dfa,
    /// Automata by size and number, those waiting in the queue.
    queue: SortedMap<(usize, u32), Dfa>,
    known: Vec<Dfa>,
    /// The automaton that is being expanded, and the pairs left to try.
    current: Dfa,
    /// A shortest word to each of its states.
    access: Vec<Word>,
    pairs: VecDeque<(StateId, StateId)>,
    /// Words shown illegal that refuted candidates, the latest last.
    offenders: Vec<Word>,
    pub(super) tally: Tally,
}

impl Bjornsson {
    pub(super) fn new(tree: &PrefixTree, distance: u32, max_expansions: u32) -> Bjornsson {
        let smallest = minimize(&tree.dfa);
        Bjornsson {
            distance,
            max_expansions,
            expansions: 0,
            queue: SortedMap::from([((smallest.size(), 0), smallest.clone())]),
            known: vec![smallest.clone()],
            current: smallest.clone(),
            access: Vec::new(),
            pairs: VecDeque::new(),
            offenders: Vec::new(),
            smallest,
            tally: Tally::default(),
        }
    }

    pub(super) fn best(&self) -> Dfa {
        self.smallest.clone()
    }

    pub(super) fn advance(&mut self, facts: &mut Facts<'_>, rules: &Rules<'_>, events: &mut EventSink<'_>) -> bool {
        let pair = self.pairs.front().copied();
        // What refuted the last candidates often refutes the next, and is found out before there is an automaton.
        let refuted = self.recall();
        let mut offender = if refuted { self.offenders.last().cloned().map(Offender::Word) } else { None };
        let outcome = self.try_next(
            &mut |dfa: &Dfa| {
                offender = rules.check.object(dfa, facts, rules.union);
                offender.is_none()
            },
            refuted,
        );
        if let Some(Offender::Node(node)) = offender {
            // A word shown illegal is reason enough in every check.
            if facts.is_denied(node) {
                self.remember(facts.tree.word(node));
            }
        }
        let access = |state: StateId| self.access[state.index()].clone();
        match (outcome, pair) {
            (Outcome::Merged, Some((kept, gone))) => events.tell(|| {
                let states = self.known[self.known.len() - 1].size();
                Event::Merged { kept: access(kept), gone: access(gone), states }
            }),
            (Outcome::Refused(reason), Some((kept, gone))) => events.tell(|| {
                let offender = offender.unwrap_or(Offender::Other(reason));
                let refutation = refutation(facts, &offender, f64::INFINITY);
                Event::Refused { kept: access(kept), gone: access(gone), refutation }
            }),
            (Outcome::Done, _) => {}
            _ => events.tell(|| Event::Expanded { states: self.current.size() }),
        }
        outcome == Outcome::Done
    }

    /// Looks for an offender that the next candidate would accept; makes it the latest.
    fn recall(&mut self) -> bool {
        let Some(&pair) = self.pairs.front() else { return false };
        let mut sets = [Vec::new(), Vec::new()];
        let accepted = self.offenders.iter().rposition(|word| joined_accepts(&self.current, pair, word, &mut sets));
        if let Some(index) = accepted {
            self.offenders[index..].rotate_left(1);
        }
        accepted.is_some()
    }

    fn remember(&mut self, word: Word) {
        if self.offenders.contains(&word) {
            return;
        }
        if self.offenders.len() == MEMORY {
            self.offenders.remove(0);
        }
        self.offenders.push(word);
    }

    /// One candidate, with whatever says whether it is consistent. `refuted` when it is known not to be.
    pub(super) fn try_next(&mut self, consistent: &mut dyn FnMut(&Dfa) -> bool, refuted: bool) -> Outcome {
        let Some((a, b)) = self.pairs.pop_front() else {
            if self.expansions >= self.max_expansions {
                return Outcome::Done;
            }
            let Some((_, dfa)) = self.queue.pop_first() else { return Outcome::Done };
            if dfa.size() < self.smallest.size() {
                self.smallest = dfa.clone();
            }
            self.pairs = candidates(&dfa, self.distance).into();
            self.access = access_words(&dfa);
            self.current = dfa;
            self.expansions += 1;
            return Outcome::Expanded;
        };
        self.tally.candidates += 1;
        if refuted {
            return Outcome::Refused(Reason::Word);
        }
        let Some(merged) = collapse(&self.current, a, b) else { return Outcome::Refused(Reason::TooLarge) };
        if !consistent(&merged) {
            return Outcome::Refused(Reason::Word);
        }
        let merged = minimize(&merged);
        if self.known.contains(&merged) {
            return Outcome::Refused(Reason::Known);
        }
        self.tally.merges += 1;
        self.known.push(merged.clone());
        self.queue.insert((merged.size(), self.known.len() as u32), merged);
        Outcome::Merged
    }
}

/// What came of the next step of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The next automaton was taken from the queue.
    Expanded,
    Merged,
    Refused(Reason),
    Done,
}

/// Whether the automaton with two states made one accepts a word. The sets of states on the way are kept in `sets`.
fn joined_accepts(dfa: &Dfa, (a, b): (StateId, StateId), word: &[Step], sets: &mut [Vec<StateId>; 2]) -> bool {
    let joined = |state: StateId| if state == b { a } else { state };
    let [states, next] = sets;
    states.clear();
    states.push(joined(Dfa::START));
    for &step in word {
        next.clear();
        for &state in states.iter() {
            let from = if state == a { [Some(a), Some(b)] } else { [Some(state), None] };
            for to in from.into_iter().flatten().filter_map(|state| dfa.next(state, step)).map(joined) {
                if !next.contains(&to) {
                    next.push(to);
                }
            }
        }
        std::mem::swap(states, next);
    }
    states.iter().any(|state| dfa.is_accepting(*state))
}

/// A shortest word to each state. Minimised automata are numbered breadth first, so earlier states lead to later ones.
fn access_words(dfa: &Dfa) -> Vec<Word> {
    let mut access: Vec<Option<Word>> = vec![None; dfa.size()];
    access[Dfa::START.index()] = Some(Word::new());
    for from in dfa.states() {
        let word = access[from.index()].clone().unwrap_or_default();
        for &(step, to) in dfa.transitions(from) {
            access[to.index()].get_or_insert_with(|| word.iter().copied().chain([step]).collect());
        }
    }
    access.into_iter().map(Option::unwrap_or_default).collect()
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
    order::sort(&mut pairs);
    pairs.dedup();
    pairs
}

/// The automaton with two states made one and then made deterministic again by the subset construction, or `None` when
/// that takes more than [`MAX_STATES`] states. Almost all of its sets have one member, so these are kept apart.
pub(super) fn collapse(dfa: &Dfa, a: StateId, b: StateId) -> Option<Dfa> {
    let joined = |state: StateId| if state == b { a } else { state };
    let mut collapsed = Dfa::empty();
    let mut alone: Vec<Option<StateId>> = vec![None; dfa.size()];
    let mut sets: HashMap<Vec<StateId>, StateId> = HashMap::new();
    // The members of all sets, and where the sets that are still to be looked at begin and end.
    let mut members = vec![joined(Dfa::START)];
    let mut open: Vec<(StateId, Range<usize>)> = vec![(Dfa::START, 0..1)];
    alone[joined(Dfa::START).index()] = Some(Dfa::START);
    collapsed.set_accepting(Dfa::START, dfa.is_accepting(Dfa::START));
    let mut targets: Vec<(Step, StateId)> = Vec::new();
    while let Some((from, set)) = open.pop() {
        targets.clear();
        let set = &members[set];
        for &state in set {
            targets.extend(dfa.transitions(state).iter().map(|(step, to)| (*step, joined(*to))));
            if state == a {
                targets.extend(dfa.transitions(b).iter().map(|(step, to)| (*step, joined(*to))));
            }
        }
        if set.len() > 1 || set[0] == a {
            order::sort(&mut targets);
            targets.dedup();
        }
        for same in targets.chunk_by(|a, b| a.0 == b.0) {
            let set = || -> Vec<StateId> { same.iter().map(|(_, to)| *to).collect() };
            let known = match same {
                [(_, state)] => alone[state.index()],
                _ => sets.get(&set()).copied(),
            };
            let to = match known {
                Some(to) => to,
                None if collapsed.size() == MAX_STATES => return None,
                None => {
                    let to = collapsed.add_state(same.iter().any(|(_, state)| dfa.is_accepting(*state)));
                    match same {
                        [(_, state)] => alone[state.index()] = Some(to),
                        _ => drop(sets.insert(set(), to)),
                    }
                    open.push((to, members.len()..members.len() + same.len()));
                    members.extend(same.iter().map(|(_, state)| *state));
                    to
                }
            };
            collapsed.connect(from, same[0].0, to);
        }
    }
    Some(collapsed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automata::{Nfa, On, difference};
    use crate::rng::Rng;

    /// The same by way of an automaton that may be in several states at once.
    fn collapse_slowly(dfa: &Dfa, a: StateId, b: StateId) -> Dfa {
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
        nfa.determinize(MAX_STATES).unwrap()
    }

    #[test]
    fn collapsing_gives_the_language_that_the_subset_construction_gives() {
        for seed in 0..300 {
            let mut rng = Rng::new(seed);
            let word = |rng: &mut Rng| -> Word {
                (0..1 + rng.index(5)).map(|_| Step::new(rng.index(2) as i8, 1, On::ALL[rng.index(2)])).collect()
            };
            let words: Vec<Word> = (0..12).map(|_| word(&mut rng)).collect();
            let dfa = minimize(&Dfa::prefix_tree(words.iter().map(Vec::as_slice)));
            let pairs = candidates(&dfa, DISTANCE);
            let &(a, b) = rng.pick(&pairs);
            let collapsed = collapse(&dfa, a, b).unwrap();
            assert_eq!(difference(&collapsed, &collapse_slowly(&dfa, a, b)), None, "seed {seed}");
            assert!(words.iter().all(|word| collapsed.accepts(word)), "seed {seed}");
        }
    }
}
