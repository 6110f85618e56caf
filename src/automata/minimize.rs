//! The smallest automaton of a language, numbered in one way only.

use super::{Dfa, StateId, Step};
use crate::order;

/// The smallest automaton that accepts the same words: unreachable and hopeless states go, equivalent ones become
/// one, and the rest are numbered breadth first, steps in order. Two minimised automata are equal
/// exactly when their languages are.
pub fn minimize(dfa: &Dfa) -> Dfa {
    let useful = useful_states(dfa);
    let class = equivalence_classes(dfa, &useful);
    number(dfa, &useful, &class)
}

/// States on some path from the start to an accepting state.
fn useful_states(dfa: &Dfa) -> Vec<bool> {
    let mut reached = vec![false; dfa.size()];
    let mut before: Vec<Vec<StateId>> = vec![Vec::new(); dfa.size()];
    let mut open = vec![Dfa::START];
    reached[Dfa::START.index()] = true;
    while let Some(state) = open.pop() {
        for &(_, to) in dfa.transitions(state) {
            before[to.index()].push(state);
            if !std::mem::replace(&mut reached[to.index()], true) {
                open.push(to);
            }
        }
    }
    let mut useful = vec![false; dfa.size()];
    open.extend(dfa.states().filter(|state| reached[state.index()] && dfa.is_accepting(*state)));
    open.iter().for_each(|state| useful[state.index()] = true);
    while let Some(state) = open.pop() {
        for &from in &before[state.index()] {
            if !std::mem::replace(&mut useful[from.index()], true) {
                open.push(from);
            }
        }
    }
    useful
}

/// Gives each useful state the number of its class; equivalent states share one. This is Valmari's form of Hopcroft's
/// algorithm ("Fast brief practical DFA minimization", 2012): it refines a partition of the states and one of the
/// transitions against each other, needs no sink for what is missing, and takes m log m steps for m transitions.
fn equivalence_classes(dfa: &Dfa, useful: &[bool]) -> Vec<u32> {
    let mut transitions: Vec<(Step, StateId, StateId)> = Vec::new();
    for from in dfa.states().filter(|state| useful[state.index()]) {
        let next = dfa.transitions(from).iter().filter(|(_, to)| useful[to.index()]);
        transitions.extend(next.map(|(step, to)| (*step, from, *to)));
    }
    order::sort(&mut transitions);
    let mut entering: Vec<Vec<usize>> = vec![Vec::new(); dfa.size()];
    for (index, (_, _, to)) in transitions.iter().enumerate() {
        entering[to.index()].push(index);
    }

    // Useless states stay in a class of their own: nobody asks for it.
    let mut states = Partition::new(dfa.size());
    for kind in [|dfa: &Dfa, state| dfa.is_accepting(state), |_: &Dfa, _| true] {
        dfa.states()
            .filter(|state| useful[state.index()] && kind(dfa, *state))
            .for_each(|state| states.mark(state.index()));
        states.split();
    }
    let mut arrows = Partition::new(transitions.len());
    for same in transitions.chunk_by(|a, b| a.0 == b.0) {
        let first = transitions.partition_point(|transition| transition.0 < same[0].0);
        (first..first + same.len()).for_each(|index| arrows.mark(index));
        arrows.split();
    }

    let (mut done_states, mut done_arrows) = (0, 0);
    while done_arrows < arrows.count() {
        // States with an arrow of this set are unlike those without.
        arrows.members(done_arrows).for_each(|index| states.mark(transitions[index].1.index()));
        states.split();
        done_arrows += 1;
        while done_states < states.count() {
            // Arrows into this set of states are unlike those that lead elsewhere.
            let into = states.members(done_states).flat_map(|state| &entering[state]);
            into.for_each(|&index| arrows.mark(index));
            arrows.split();
            done_states += 1;
        }
    }
    (0..dfa.size()).map(|state| states.set_of[state]).collect()
}

/// Sets that are split again and again into the marked and the unmarked part. Splitting costs what was marked.
struct Partition {
    /// The elements, set by set; within a set the marked ones come first.
    elements: Vec<usize>,
    place: Vec<usize>,
    set_of: Vec<u32>,
    first: Vec<usize>,
    past: Vec<usize>,
    marked: Vec<usize>,
    touched: Vec<usize>,
}

impl Partition {
    fn new(count: usize) -> Partition {
        let all = usize::from(count > 0);
        Partition {
            elements: (0..count).collect(),
            place: (0..count).collect(),
            set_of: vec![0; count],
            first: vec![0; all],
            past: vec![count; all],
            marked: vec![0; all],
            touched: Vec::new(),
        }
    }

    fn count(&self) -> usize {
        self.first.len()
    }

    fn members(&self, set: usize) -> impl Iterator<Item = usize> + '_ {
        self.elements[self.first[set]..self.past[set]].iter().copied()
    }

    fn mark(&mut self, element: usize) {
        let set = self.set_of[element] as usize;
        let (from, to) = (self.place[element], self.first[set] + self.marked[set]);
        if from < to {
            return;
        }
        let other = self.elements[to];
        self.elements.swap(from, to);
        (self.place[element], self.place[other]) = (to, from);
        if self.marked[set] == 0 {
            self.touched.push(set);
        }
        self.marked[set] += 1;
    }

    /// Parts the marked from the unmarked; the smaller part becomes the new set.
    fn split(&mut self) {
        for set in std::mem::take(&mut self.touched) {
            let (first, middle, past) = (self.first[set], self.first[set] + self.marked[set], self.past[set]);
            self.marked[set] = 0;
            if middle == past {
                continue;
            }
            let new = if middle - first <= past - middle {
                self.first[set] = middle;
                first..middle
            } else {
                self.past[set] = middle;
                middle..past
            };
            let number = self.first.len() as u32;
            for &element in &self.elements[new.clone()] {
                self.set_of[element] = number;
            }
            self.first.push(new.start);
            self.past.push(new.end);
            self.marked.push(0);
        }
    }
}

fn number(dfa: &Dfa, useful: &[bool], class: &[u32]) -> Dfa {
    let mut smallest = Dfa::empty();
    if !useful[Dfa::START.index()] {
        return smallest;
    }
    smallest.set_accepting(Dfa::START, dfa.is_accepting(Dfa::START));
    let mut number: Vec<Option<StateId>> = vec![None; dfa.size() + 1];
    number[class[Dfa::START.index()] as usize] = Some(Dfa::START);
    // One member stands for its class; in the order of their numbers this list is also the breadth-first queue.
    let mut members = vec![Dfa::START];
    let mut done = 0;
    while done < members.len() {
        let from = StateId::new(done);
        for &(step, to) in dfa.transitions(members[done]) {
            if !useful[to.index()] {
                continue;
            }
            let slot = &mut number[class[to.index()] as usize];
            let target = *slot.get_or_insert_with(|| {
                members.push(to);
                smallest.add_state(dfa.is_accepting(to))
            });
            smallest.connect(from, step, target);
        }
        done += 1;
    }
    smallest
}
