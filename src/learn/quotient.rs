//! Merging states of an automaton, folding until it is deterministic again, and taking it back.

use crate::automata::{Dfa, StateId, Step};

/// Anything that reads words step by step: a finished automaton, or one that is being merged. The start is [`Dfa::START`].
pub(super) trait Automaton {
    fn accepts_in(&self, state: StateId) -> bool;
    fn degree(&self, state: StateId) -> usize;
    /// The transition with this index, in the order of steps.
    fn transition(&self, state: StateId, index: usize) -> (Step, StateId);
}

impl Automaton for Dfa {
    fn accepts_in(&self, state: StateId) -> bool {
        self.is_accepting(state)
    }

    fn degree(&self, state: StateId) -> usize {
        self.transitions(state).len()
    }

    fn transition(&self, state: StateId, index: usize) -> (Step, StateId) {
        self.transitions(state)[index]
    }
}

/// An automaton some of whose states have become one. A set of merged states is spoken for by its member with the
/// lowest number.
#[derive(Clone, Debug)]
pub(super) struct Quotient {
    states: Vec<State>,
    log: Vec<Change>,
}

#[derive(Clone, Debug)]
struct State {
    /// The state that this one was merged into, or itself.
    merged_into: StateId,
    accepting: bool,
    /// Sorted by step; of those merged away, as it was then. Targets may have been merged away since.
    next: Vec<(Step, StateId)>,
}

#[derive(Clone, Debug)]
enum Change {
    Merged { gone: StateId, kept: StateId, was_accepting: bool },
    Gained { state: StateId, step: Step },
}

/// How much had been done when it was made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Checkpoint(usize);

/// What a merge did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Fold {
    /// Pairs of states that became one.
    pub(super) states: u32,
    /// Pairs of transitions that became one.
    pub(super) transitions: u32,
    /// Pairs of accepting states that became one.
    pub(super) accepting: u32,
}

impl Quotient {
    pub(super) fn new(dfa: &Dfa) -> Quotient {
        let states = dfa.states().map(|state| State {
            merged_into: state,
            accepting: dfa.is_accepting(state),
            next: dfa.transitions(state).to_vec(),
        });
        Quotient { states: states.collect(), log: Vec::new() }
    }

    /// The state that speaks for this one.
    pub(super) fn find(&self, mut state: StateId) -> StateId {
        while self.states[state.index()].merged_into != state {
            state = self.states[state.index()].merged_into;
        }
        state
    }

    pub(super) fn checkpoint(&self) -> Checkpoint {
        Checkpoint(self.log.len())
    }

    /// Makes two states one, and then all that a deterministic automaton must make one because of that.
    pub(super) fn merge(&mut self, a: StateId, b: StateId) -> Fold {
        let mut fold = Fold::default();
        let mut open = vec![(a, b)];
        while let Some((a, b)) = open.pop() {
            let (a, b) = (self.find(a), self.find(b));
            if a == b {
                continue;
            }
            let (kept, gone) = (a.min(b), a.max(b));
            let (was_accepting, accepting) = (self.states[kept.index()].accepting, self.states[gone.index()].accepting);
            fold.states += 1;
            fold.accepting += u32::from(was_accepting && accepting);
            self.log.push(Change::Merged { gone, kept, was_accepting });
            self.states[gone.index()].merged_into = kept;
            self.states[kept.index()].accepting |= accepting;
            for index in 0..self.states[gone.index()].next.len() {
                let (step, to) = self.states[gone.index()].next[index];
                let next = &mut self.states[kept.index()].next;
                match next.binary_search_by_key(&step, |(step, _)| *step) {
                    Ok(index) => {
                        fold.transitions += 1;
                        open.push((next[index].1, to));
                    }
                    Err(index) => {
                        next.insert(index, (step, to));
                        self.log.push(Change::Gained { state: kept, step });
                    }
                }
            }
        }
        fold
    }

    /// Takes back everything since the checkpoint.
    pub(super) fn undo(&mut self, to: Checkpoint) {
        while self.log.len() > to.0 {
            match self.log.pop() {
                Some(Change::Merged { gone, kept, was_accepting }) => {
                    self.states[gone.index()].merged_into = gone;
                    self.states[kept.index()].accepting = was_accepting;
                }
                Some(Change::Gained { state, step }) => {
                    let next = &mut self.states[state.index()].next;
                    if let Ok(index) = next.binary_search_by_key(&step, |(step, _)| *step) {
                        next.remove(index);
                    }
                }
                None => return,
            }
        }
    }

    /// The automaton as it stands, reachable states only, numbered breadth first.
    pub(super) fn to_dfa(&self) -> Dfa {
        let order = self.reachable();
        let mut dfa = Dfa::empty();
        let mut number = vec![Dfa::START; self.states.len()];
        for &state in &order[1..] {
            number[state.index()] = dfa.add_state(self.states[state.index()].accepting);
        }
        dfa.set_accepting(Dfa::START, self.states[order[0].index()].accepting);
        for &from in &order {
            for index in 0..self.degree(from) {
                let (step, to) = self.transition(from, index);
                dfa.connect(number[from.index()], step, number[to.index()]);
            }
        }
        dfa
    }

    /// How many states there are that can be reached.
    pub(super) fn size(&self) -> usize {
        self.reachable().len()
    }

    /// The states that can be reached, breadth first.
    fn reachable(&self) -> Vec<StateId> {
        let mut reached = vec![false; self.states.len()];
        let mut order = vec![self.find(Dfa::START)];
        reached[order[0].index()] = true;
        let mut done = 0;
        while done < order.len() {
            for index in 0..self.degree(order[done]) {
                let (_, to) = self.transition(order[done], index);
                if !std::mem::replace(&mut reached[to.index()], true) {
                    order.push(to);
                }
            }
            done += 1;
        }
        order
    }

    /// The state one step on.
    pub(super) fn next(&self, state: StateId, step: Step) -> Option<StateId> {
        let next = &self.states[state.index()].next;
        next.binary_search_by_key(&step, |(step, _)| *step).ok().map(|index| self.find(next[index].1))
    }
}

impl Automaton for Quotient {
    fn accepts_in(&self, state: StateId) -> bool {
        self.states[state.index()].accepting
    }

    fn degree(&self, state: StateId) -> usize {
        self.states[state.index()].next.len()
    }

    fn transition(&self, state: StateId, index: usize) -> (Step, StateId) {
        let (step, to) = self.states[state.index()].next[index];
        (step, self.find(to))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automata::{On, Word};
    use crate::rng::Rng;

    fn random_state(rng: &mut Rng, dfa: &Dfa) -> StateId {
        StateId::new(rng.index(dfa.size()))
    }

    fn random_tree(rng: &mut Rng) -> Dfa {
        let words: Vec<Word> = (0..30)
            .map(|_| (0..1 + rng.index(6)).map(|_| Step::new(rng.index(2) as i8, 1, On::ALL[rng.index(3)])).collect())
            .collect();
        Dfa::prefix_tree(words.iter().map(Vec::as_slice))
    }

    #[test]
    fn undoing_merges_gives_back_the_same_automaton() {
        for seed in 0..200 {
            let mut rng = Rng::new(seed);
            let dfa = random_tree(&mut rng);
            let mut quotient = Quotient::new(&dfa);
            let mut stages = vec![(quotient.checkpoint(), quotient.to_dfa())];
            for _ in 0..6 {
                quotient.merge(random_state(&mut rng, &dfa), random_state(&mut rng, &dfa));
                stages.push((quotient.checkpoint(), quotient.to_dfa()));
            }
            for (checkpoint, stage) in stages.into_iter().rev() {
                quotient.undo(checkpoint);
                assert_eq!(quotient.to_dfa(), stage, "seed {seed}");
            }
        }
    }

    #[test]
    fn merging_only_ever_adds_words() {
        for seed in 0..200 {
            let mut rng = Rng::new(seed);
            let dfa = random_tree(&mut rng);
            let mut quotient = Quotient::new(&dfa);
            quotient.merge(random_state(&mut rng, &dfa), random_state(&mut rng, &dfa));
            let merged = quotient.to_dfa();
            let board = crate::board::Geometry::new(8, 8).unwrap();
            for word in crate::automata::words_on_board(&dfa, board, 1_000).unwrap() {
                assert!(merged.accepts(&word), "seed {seed}");
            }
        }
    }
}
