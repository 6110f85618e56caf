//! The smallest automaton of a language, numbered in one way only.

use super::{Dfa, StateId};

/// The smallest automaton that accepts the same words: unreachable and hopeless states go, equivalent ones become one
/// (Moore's refinement), and the rest are numbered breadth first, steps in order. Two minimised automata are equal
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

/// Gives each useful state the number of its class; equivalent states share one.
fn equivalence_classes(dfa: &Dfa, useful: &[bool]) -> Vec<u32> {
    let mut states: Vec<StateId> = dfa.states().filter(|state| useful[state.index()]).collect();
    let mut class: Vec<u32> = dfa.states().map(|state| u32::from(dfa.is_accepting(state))).collect();
    let mut count = 0;
    loop {
        // What a state looks like from outside, as far as the classes can tell by now.
        let looks = |state: StateId| {
            let next = dfa.transitions(state).iter().filter(|(_, to)| useful[to.index()]);
            (class[state.index()], next.map(|(step, to)| (*step, class[to.index()])))
        };
        let compare = |a: StateId, b: StateId| {
            let ((class_a, next_a), (class_b, next_b)) = (looks(a), looks(b));
            class_a.cmp(&class_b).then_with(|| next_a.cmp(next_b))
        };
        states.sort_by(|&a, &b| compare(a, b));
        let mut refined = class.clone();
        let mut last = 0;
        for (index, &state) in states.iter().enumerate() {
            if index > 0 && compare(states[index - 1], state).is_ne() {
                last += 1;
            }
            refined[state.index()] = last;
        }
        class = refined;
        // Refinement only ever splits, so an unchanged number of classes means that nothing was split.
        if states.is_empty() || last + 1 == count {
            return class;
        }
        count = last + 1;
    }
}

fn number(dfa: &Dfa, useful: &[bool], class: &[u32]) -> Dfa {
    let mut smallest = Dfa::empty();
    if !useful[Dfa::START.index()] {
        return smallest;
    }
    smallest.set_accepting(Dfa::START, dfa.is_accepting(Dfa::START));
    let mut number: Vec<Option<StateId>> = vec![None; dfa.size()];
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
