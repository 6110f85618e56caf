//! RPNI with red and blue states (Oncina and García 1992; Kowalski and Kisielewicz 2018).
//!
//! The prefix tree is of S+ alone, and the evidence only forbids. The empty word counts as illegal, since it is never a
//! move. The slides leave open which blue state is chosen: here the first in breadth-first order, and it is tried with
//! the red ones in the order in which they became red, as Oncina and García do.

use crate::automata::{Dfa, StateId};
use crate::learn::event::{Event, EventSink, Reason};
use crate::learn::quotient::{Automaton, Quotient};
use crate::learn::search::{PrefixTree, Rules, Tally, refutation};
use crate::learn::survey::Offender;
use crate::learn::word_tree::Facts;
use crate::order;

#[derive(Clone, Debug)]
pub(super) struct Rpni {
    tree: PrefixTree,
    quotient: Quotient,
    red: Vec<StateId>,
    blue: Option<StateId>,
    /// The red state to try next with the blue one.
    next: usize,
    pub(super) tally: Tally,
}

/// The first state, in breadth-first order of the prefix tree, that a red one leads to and that is not red.
pub(super) fn first_blue(quotient: &Quotient, red: &[StateId]) -> Option<StateId> {
    let out = red.iter().flat_map(|&state| (0..quotient.degree(state)).map(move |index| (state, index)));
    out.map(|(state, index)| quotient.transition(state, index).1).filter(|to| !red.contains(to)).min()
}

impl Rpni {
    pub(super) fn new(tree: PrefixTree) -> Rpni {
        let quotient = Quotient::new(&tree.dfa);
        let red = vec![Dfa::START];
        let blue = first_blue(&quotient, &red);
        Rpni { tree, quotient, red, blue, next: 0, tally: Tally::default() }
    }

    pub(super) fn best(&self) -> Dfa {
        self.quotient.to_dfa()
    }

    pub(super) fn advance(&mut self, facts: &mut Facts<'_>, rules: &Rules<'_>, events: &mut EventSink<'_>) -> bool {
        let Some(blue) = self.blue else { return true };
        let Some(&red) = self.red.get(self.next) else {
            events.tell(|| Event::Promoted { state: self.tree.access(blue) });
            self.red.push(blue);
            self.next_blue();
            return self.blue.is_none();
        };
        self.next += 1;
        let before = self.quotient.checkpoint();
        self.quotient.merge(red, blue);
        self.tally.candidates += 1;
        let objection = if self.quotient.accepts_in(Dfa::START) {
            Some(Offender::Other(Reason::EmptyWord))
        } else {
            rules.check.object(&self.quotient, facts, rules.union)
        };
        match objection {
            None => {
                self.tally.merges += 1;
                events.tell(|| {
                    let states = self.quotient.size();
                    Event::Merged { kept: self.tree.access(red), gone: self.tree.access(blue), states }
                });
                self.next_blue();
            }
            Some(offender) => {
                self.quotient.undo(before);
                events.tell(|| {
                    let refutation = refutation(facts, &offender, f64::INFINITY);
                    Event::Refused { kept: self.tree.access(red), gone: self.tree.access(blue), refutation }
                });
            }
        }
        self.blue.is_none()
    }

    fn next_blue(&mut self) {
        // A fold can reach back into red states, which then are one.
        self.red = self.red.iter().map(|&state| self.quotient.find(state)).collect();
        order::sort(&mut self.red);
        self.red.dedup();
        self.blue = first_blue(&self.quotient, &self.red);
        self.next = 0;
    }
}
