//! Automata that may be in many states at once: a stage on the way to a [`Dfa`].

use std::collections::HashMap;

use super::{Dfa, StateId, Step};
use crate::order;
use crate::order::SortedMap;

/// A nondeterministic automaton with silent transitions. State 0 is the start.
///
/// ```
/// use kibitzer::automata::{Nfa, On, Step};
///
/// // One square forward, once or as often as it likes.
/// let ahead = Step::new(0, 1, On::Empty);
/// let mut nfa = Nfa::default();
/// let (start, end) = (nfa.add_state(), nfa.add_state());
/// nfa.connect(start, ahead, end);
/// nfa.connect_silently(end, start);
/// nfa.accept(end);
///
/// let dfa = nfa.determinize(10).unwrap();
/// assert!(dfa.accepts(&[ahead; 3]) && !dfa.accepts(&[]));
/// assert!(nfa.determinize(1).is_err(), "one state is not enough");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Nfa {
    states: Vec<State>,
}

#[derive(Clone, Debug, Default)]
struct State {
    accepting: bool,
    silent: Vec<u32>,
    next: Vec<(Step, u32)>,
}

/// How many members all subsets of a construction may have together: a bound on its time.
const MAX_MEMBERS: usize = 4_000_000;

/// The subset construction met more states, or larger ones, than it was allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyStates;

impl Nfa {
    pub fn add_state(&mut self) -> u32 {
        self.states.push(State::default());
        u32::try_from(self.states.len() - 1).expect("an automaton has far fewer than 2^32 states")
    }

    pub fn accept(&mut self, state: u32) {
        self.states[state as usize].accepting = true;
    }

    pub fn connect(&mut self, from: u32, step: Step, to: u32) {
        self.states[from as usize].next.push((step, to));
    }

    pub fn connect_silently(&mut self, from: u32, to: u32) {
        self.states[from as usize].silent.push(to);
    }

    /// The subset construction, given up when it needs more than `limit` states.
    pub fn determinize(&self, limit: usize) -> Result<Dfa, TooManyStates> {
        let mut dfa = Dfa::empty();
        let mut known: HashMap<Vec<u32>, StateId> = HashMap::new();
        let mut open: Vec<(StateId, Vec<u32>)> = Vec::new();

        let mut seen = vec![0u32; self.states.len()];
        let mut round = 0;
        let mut members = 0;
        let mut closure = |states: Vec<u32>| {
            round += 1;
            let closure = self.closure(states, &mut seen, round);
            members += closure.len();
            if members > MAX_MEMBERS { Err(TooManyStates) } else { Ok(closure) }
        };
        let start = closure(vec![0])?;
        dfa.set_accepting(Dfa::START, self.accepts_any(&start));
        known.insert(start.clone(), Dfa::START);
        open.push((Dfa::START, start));

        while let Some((from, subset)) = open.pop() {
            let mut targets: SortedMap<Step, Vec<u32>> = SortedMap::new();
            for &state in &subset {
                for &(step, to) in &self.states[state as usize].next {
                    targets.or_default(step).push(to);
                }
            }
            for (step, states) in targets {
                let subset = closure(states)?;
                let to = match known.get(&subset) {
                    Some(&to) => to,
                    None if dfa.size() == limit => return Err(TooManyStates),
                    None => {
                        let to = dfa.add_state(self.accepts_any(&subset));
                        known.insert(subset.clone(), to);
                        open.push((to, subset));
                        to
                    }
                };
                dfa.connect(from, step, to);
            }
        }
        Ok(dfa)
    }

    fn accepts_any(&self, subset: &[u32]) -> bool {
        subset.iter().any(|&state| self.states[state as usize].accepting)
    }

    /// Everything that can be reached in silence, sorted. `seen` says in which round a state was last met.
    fn closure(&self, mut states: Vec<u32>, seen: &mut [u32], round: u32) -> Vec<u32> {
        let mut closure = Vec::new();
        while let Some(state) = states.pop() {
            if std::mem::replace(&mut seen[state as usize], round) != round {
                closure.push(state);
                states.extend(&self.states[state as usize].silent);
            }
        }
        order::sort(&mut closure);
        closure
    }
}
