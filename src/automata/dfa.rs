//! Deterministic automata: the form in which a piece's moves are learned, compared and drawn.

use super::Step;
use crate::order;

/// A state by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StateId(u32);

impl StateId {
    pub fn new(index: usize) -> StateId {
        StateId(u32::try_from(index).expect("an automaton has far fewer than 2^32 states"))
    }

    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A partial automaton: where there is no transition, the word is rejected. State 0 is the start.
///
/// ```
/// use kibitzer::automata::{Dfa, On, Step, minimize};
///
/// // A pawn, as a tree of the words that were seen.
/// let (ahead, left, right) = (Step::new(0, 1, On::Empty), Step::new(-1, 1, On::Enemy), Step::new(1, 1, On::Enemy));
/// let tree = Dfa::prefix_tree([&[ahead][..], &[left], &[right]]);
/// assert_eq!(tree.size(), 4);
/// assert!(tree.accepts(&[left]) && !tree.accepts(&[ahead, left]));
/// assert_eq!(minimize(&tree).size(), 2, "the three ends are one state");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dfa {
    states: Vec<State>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct State {
    accepting: bool,
    /// Invariant: sorted by step, each step at most once.
    next: Vec<(Step, StateId)>,
}

impl Dfa {
    pub const START: StateId = StateId(0);

    /// The automaton that accepts nothing: a start state and no more.
    pub fn empty() -> Dfa {
        Dfa { states: vec![State::default()] }
    }

    /// Accepts exactly these words, each by a path of its own as far as they differ (the prefix tree acceptor).
    pub fn prefix_tree<'a>(words: impl IntoIterator<Item = &'a [Step]>) -> Dfa {
        let mut dfa = Dfa::empty();
        for word in words {
            let mut state = Dfa::START;
            for &step in word {
                state = match dfa.next(state, step) {
                    Some(next) => next,
                    None => {
                        let next = dfa.add_state(false);
                        dfa.connect(state, step, next);
                        next
                    }
                };
            }
            dfa.set_accepting(state, true);
        }
        dfa
    }

    pub fn add_state(&mut self, accepting: bool) -> StateId {
        let id = StateId::new(self.states.len());
        self.states.push(State { accepting, next: Vec::new() });
        id
    }

    /// Adds a transition, or redirects the one that was there.
    pub fn connect(&mut self, from: StateId, step: Step, to: StateId) {
        let next = &mut self.states[from.index()].next;
        // Most automata are made with their steps in order.
        if next.last().is_none_or(|(last, _)| *last < step) {
            next.push((step, to));
            return;
        }
        match next.binary_search_by_key(&step, |(step, _)| *step) {
            Ok(index) => next[index].1 = to,
            Err(index) => next.insert(index, (step, to)),
        }
    }

    pub fn set_accepting(&mut self, state: StateId, accepting: bool) {
        self.states[state.index()].accepting = accepting;
    }

    /// How many states there are; at least the start.
    pub fn size(&self) -> usize {
        self.states.len()
    }

    pub fn states(&self) -> impl Iterator<Item = StateId> + use<> {
        (0..self.states.len()).map(StateId::new)
    }

    pub fn is_accepting(&self, state: StateId) -> bool {
        self.states[state.index()].accepting
    }

    pub fn next(&self, from: StateId, step: Step) -> Option<StateId> {
        let next = &self.states[from.index()].next;
        next.binary_search_by_key(&step, |(step, _)| *step).ok().map(|index| next[index].1)
    }

    /// The transitions out of a state, sorted by step.
    pub fn transitions(&self, from: StateId) -> &[(Step, StateId)] {
        &self.states[from.index()].next
    }

    /// Transitions of all states together.
    pub fn transition_count(&self) -> usize {
        self.states.iter().map(|state| state.next.len()).sum()
    }

    pub fn accepts(&self, word: &[Step]) -> bool {
        let end = word.iter().try_fold(Dfa::START, |state, &step| self.next(state, step));
        end.is_some_and(|state| self.is_accepting(state))
    }

    /// Every step that labels a transition, sorted.
    pub fn alphabet(&self) -> Vec<Step> {
        let mut steps: Vec<Step> = self.states.iter().flat_map(|state| &state.next).map(|(step, _)| *step).collect();
        order::sort(&mut steps);
        steps.dedup();
        steps
    }

    /// The same automaton with every step changed by `change`, which must keep different steps different.
    pub fn map(&self, change: impl Fn(Step) -> Step) -> Dfa {
        let mut dfa = self.clone();
        for state in &mut dfa.states {
            for (step, _) in &mut state.next {
                *step = change(*step);
            }
            order::sort(&mut state.next);
        }
        dfa
    }

    /// The same language without the empty word, which is never a move. The states keep their numbers; where the start
    /// can be come back to, one is added.
    pub fn without_empty_word(mut self) -> Dfa {
        if !self.is_accepting(Dfa::START) {
            return self;
        }
        let returns = self.states.iter().flat_map(|state| &state.next).any(|(_, to)| *to == Dfa::START);
        if returns {
            // The old start lives on as an ordinary state; the new one leads where it led.
            let again = StateId::new(self.states.len());
            for state in &mut self.states {
                for (_, to) in &mut state.next {
                    if *to == Dfa::START {
                        *to = again;
                    }
                }
            }
            self.states.push(self.states[0].clone());
        }
        self.set_accepting(Dfa::START, false);
        self
    }
}
