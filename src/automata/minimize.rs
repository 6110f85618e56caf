//! The smallest automaton of a language, numbered in one way only.

use super::{Dfa, StateId, Step};

/// The smallest automaton that accepts the same words: unreachable and hopeless states go, equivalent ones become
/// one, and the rest are numbered breadth first, steps in order. Two minimised automata are equal
/// exactly when their languages are.
///
/// ```
/// use kibitzer::automata::{Dfa, On, Step, minimize};
///
/// let (left, right) = (Step::new(-1, 1, On::Enemy), Step::new(1, 1, On::Enemy));
/// // The prefix tree has a state of its own for each word; both can be one.
/// let tree = Dfa::prefix_tree([&[left][..], &[right][..]]);
/// assert_eq!((tree.size(), minimize(&tree).size()), (3, 2));
/// ```
pub fn minimize(dfa: &Dfa) -> Dfa {
    let useful = useful_states(dfa);
    let class = equivalence_classes(dfa, &useful);
    number(dfa, &useful, &class)
}

/// States on some path from the start to an accepting state.
fn useful_states(dfa: &Dfa) -> Vec<bool> {
    let mut reached = vec![false; dfa.size()];
    let mut arrows: Vec<(StateId, StateId)> = Vec::new();
    let mut open = vec![Dfa::START];
    reached[Dfa::START.index()] = true;
    while let Some(state) = open.pop() {
        for &(_, to) in dfa.transitions(state) {
            arrows.push((state, to));
            if !std::mem::replace(&mut reached[to.index()], true) {
                open.push(to);
            }
        }
    }
    let entering = Files::new(dfa.size(), arrows.iter().map(|(_, to)| to.index()));
    let mut useful = vec![false; dfa.size()];
    open.extend(dfa.states().filter(|state| reached[state.index()] && dfa.is_accepting(*state)));
    open.iter().for_each(|state| useful[state.index()] = true);
    while let Some(state) = open.pop() {
        for &arrow in entering.of(state.index()) {
            let (from, _) = arrows[arrow as usize];
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
    // The different steps, numbered as they come.
    let mut alphabet: Vec<(Step, usize)> = Vec::new();
    let mut transitions: Vec<(usize, StateId, StateId)> = Vec::new();
    for from in dfa.states().filter(|state| useful[state.index()]) {
        for &(step, to) in dfa.transitions(from).iter().filter(|(_, to)| useful[to.index()]) {
            let symbol = match alphabet.binary_search_by_key(&step, |(step, _)| *step) {
                Ok(index) => alphabet[index].1,
                Err(index) => {
                    alphabet.insert(index, (step, alphabet.len()));
                    alphabet.len() - 1
                }
            };
            transitions.push((symbol, from, to));
        }
    }
    let entering = Files::new(dfa.size(), transitions.iter().map(|(_, _, to)| to.index()));
    let labelled = Files::new(alphabet.len(), transitions.iter().map(|(symbol, _, _)| *symbol));

    // Useless states stay in a class of their own, which is never read.
    let mut states = Partition::new(dfa.size());
    for kind in [|dfa: &Dfa, state| dfa.is_accepting(state), |_: &Dfa, _| true] {
        dfa.states()
            .filter(|state| useful[state.index()] && kind(dfa, *state))
            .for_each(|state| states.mark(state.index()));
        states.split();
    }
    let mut arrows = Partition::new(transitions.len());
    for symbol in 0..alphabet.len() {
        labelled.of(symbol).iter().for_each(|&arrow| arrows.mark(arrow as usize));
        arrows.split();
    }

    let (mut done_states, mut done_arrows) = (0, 0);
    while done_arrows < arrows.count() {
        // States with an arrow of this set are unlike those without.
        arrows.members(done_arrows).for_each(|arrow| states.mark(transitions[arrow].1.index()));
        states.split();
        done_arrows += 1;
        while done_states < states.count() {
            // Arrows into this set of states are unlike those that lead elsewhere.
            let into = states.members(done_states).flat_map(|state| entering.of(state));
            into.for_each(|&arrow| arrows.mark(arrow as usize));
            arrows.split();
            done_states += 1;
        }
    }
    states.set_of
}

/// Things by number, filed under keys.
struct Files {
    things: Vec<u32>,
    /// Where each key's things end.
    past: Vec<u32>,
}

impl Files {
    /// Files each thing under its key, in order.
    fn new(keys: usize, key_of: impl ExactSizeIterator<Item = usize> + Clone) -> Files {
        let mut past = vec![0; keys];
        key_of.clone().for_each(|key| past[key] += 1);
        let mut first = 0;
        for slot in &mut past {
            // For the time being, where the next thing goes.
            first += std::mem::replace(slot, first);
        }
        let mut things = vec![0; key_of.len()];
        for (thing, key) in key_of.enumerate() {
            things[past[key] as usize] = thing as u32;
            past[key] += 1;
        }
        Files { things, past }
    }

    fn of(&self, key: usize) -> &[u32] {
        let first = if key == 0 { 0 } else { self.past[key - 1] };
        &self.things[first as usize..self.past[key] as usize]
    }
}

/// Sets that are split again and again into the marked and the unmarked part. Splitting costs what was marked.
struct Partition {
    /// The elements, set by set; within a set the marked ones come first.
    elements: Vec<u32>,
    place: Vec<u32>,
    set_of: Vec<u32>,
    sets: Vec<Part>,
    touched: Vec<u32>,
}

/// A stretch of the elements, the first so many of them marked.
#[derive(Clone, Copy)]
struct Part {
    first: u32,
    past: u32,
    marked: u32,
}

impl Partition {
    fn new(count: usize) -> Partition {
        let past = count as u32;
        let mut sets = Vec::with_capacity(count);
        sets.extend((count > 0).then_some(Part { first: 0, past, marked: 0 }));
        let elements: Vec<u32> = (0..past).collect();
        Partition { place: elements.clone(), elements, set_of: vec![0; count], sets, touched: Vec::new() }
    }

    fn count(&self) -> usize {
        self.sets.len()
    }

    fn members(&self, set: usize) -> impl Iterator<Item = usize> + '_ {
        let Part { first, past, .. } = self.sets[set];
        self.elements[first as usize..past as usize].iter().map(|element| *element as usize)
    }

    fn mark(&mut self, element: usize) {
        let set = &mut self.sets[self.set_of[element] as usize];
        let (from, to) = (self.place[element], set.first + set.marked);
        if from < to {
            return;
        }
        if set.marked == 0 {
            self.touched.push(self.set_of[element]);
        }
        set.marked += 1;
        let other = self.elements[to as usize];
        self.elements.swap(from as usize, to as usize);
        (self.place[element], self.place[other as usize]) = (to, from);
    }

    /// Parts the marked from the unmarked; the smaller part becomes the new set.
    fn split(&mut self) {
        while let Some(set) = self.touched.pop() {
            let number = self.sets.len() as u32;
            let set = &mut self.sets[set as usize];
            let Part { first, past, marked } = std::mem::replace(set, Part { marked: 0, ..*set });
            let middle = first + marked;
            if middle == past {
                continue;
            }
            let new = if middle - first <= past - middle {
                set.first = middle;
                Part { first, past: middle, marked: 0 }
            } else {
                set.past = middle;
                Part { first: middle, past, marked: 0 }
            };
            for &element in &self.elements[new.first as usize..new.past as usize] {
                self.set_of[element as usize] = number;
            }
            self.sets.push(new);
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
