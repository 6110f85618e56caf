//! Our own learner: red and blue states, the best merge rather than the first, and silence as evidence.
//!
//! The prefix tree is built from what was seen, so nothing is accepted at first that was not. Shorter words come first: they
//! are applicable so often that the evidence decides them, and the folding that follows from a merge near the root settles
//! the long words that it cannot decide. For each blue state all red states are tried. A merge is out of the question
//! when the automaton would accept a word shown illegal. Otherwise it is weighed: what it saves, in transitions that need
//! not be described, against what it would have us believe, in words that were never played though they could have been
//! and in words nothing is known about. The best is kept, if it is worth it.

use crate::automata::{Dfa, Word};
use crate::learn::event::{Ears, Event, Reason, Witness};
use crate::learn::quotient::{Automaton, Fold, Quotient};
use crate::learn::rpni::first_blue;
use crate::learn::search::{PrefixTree, Tally, witness};
use crate::learn::survey::{Offender, board_words};
use crate::learn::tree::{Facts, NodeId, Verdict};
use crate::order;

/// What a merge is weighed by, in nats.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prices {
    /// A word whose silence is as surprising as this is taken for illegal: about one chance in a million.
    pub enough: f64,
    /// What a transition takes to describe: which step, and where to.
    pub transition: f64,
    /// What it takes to believe in a word of which nothing is known.
    pub doubt: f64,
}

impl Default for Prices {
    fn default() -> Prices {
        Prices { enough: 14.0, transition: 6.0, doubt: 0.5 }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Kibitzer {
    prices: Prices,
    tree: PrefixTree,
    quotient: Quotient,
    red: Vec<u32>,
    blue: Option<u32>,
    next: usize,
    /// The best red state for the blue one so far, with what it gains and what the automaton then costs.
    best: Option<(u32, f64, f64)>,
    /// What the automaton as it is would have us believe.
    cost: f64,
    /// Words that were the end of earlier candidates, the latest last; they often are of the next ones too.
    offenders: Vec<(Word, NodeId)>,
    pub(super) tally: Tally,
}

/// Offenders remembered.
const MEMORY: usize = 12;

impl Kibitzer {
    pub(super) fn new(tree: PrefixTree, prices: Prices) -> Kibitzer {
        let quotient = Quotient::new(&tree.dfa);
        let red = vec![0];
        let blue = first_blue(&quotient, &red);
        Kibitzer {
            prices,
            tree,
            quotient,
            red,
            blue,
            next: 0,
            best: None,
            cost: 0.0,
            offenders: Vec::new(),
            tally: Tally::default(),
        }
    }

    pub(super) fn best(&self) -> Dfa {
        self.quotient.to_dfa()
    }

    pub(super) fn advance(&mut self, facts: &mut Facts<'_>, ears: &mut Ears<'_>) -> bool {
        let Some(blue) = self.blue else { return true };
        let Some(&red) = self.red.get(self.next) else {
            self.decide(blue, ears);
            return self.blue.is_none();
        };
        self.next += 1;
        let one_leads_on = self.quotient.degree(red) > 0 || self.quotient.degree(blue) > 0;
        let before = self.quotient.checkpoint();
        let fold = self.quotient.merge(red, blue);
        self.tally.candidates += 1;
        let saved = self.saved(fold);
        // The start accepts nothing: the empty word is never a move.
        let result = if self.quotient.accepts_in(0) {
            Err(Offender::Other(Reason::EmptyWord))
        } else {
            self.weigh(facts, self.cost + saved)
        };
        self.quotient.undo(before);
        let mut refuse = |red: u32, witness: &mut dyn FnMut() -> Witness| {
            ears.tell(|| Event::Refused {
                kept: self.tree.access(red),
                gone: self.tree.access(blue),
                witness: witness(),
            });
        };
        let mut because = |red: u32, reason: Reason| refuse(red, &mut || Witness::without_word(reason));
        match result {
            Ok(cost) => {
                let gain = saved - (cost - self.cost);
                // Opposite directions could share a state, since a word that turns back is impossible anyway. That would
                // say nothing about the game and hide what the piece does: states must have something in common.
                let nothing_in_common =
                    one_leads_on && fold.transitions == 0 && cost - self.cost < self.prices.doubt / 2.0;
                match self.best {
                    _ if gain <= 0.0 => because(red, Reason::NotWorthIt),
                    _ if nothing_in_common => because(red, Reason::NothingInCommon),
                    Some((_, best, _)) if gain <= best => because(red, Reason::Outdone),
                    outdone => {
                        if let Some((red, ..)) = outdone {
                            because(red, Reason::Outdone);
                        }
                        self.best = Some((red, gain, cost));
                    }
                }
            }
            Err(offender) => refuse(red, &mut || {
                let witness = witness(facts, &offender, self.prices.enough);
                match witness.verdict {
                    // A word that was too much, and not shown illegal.
                    Verdict::Unknown if !witness.word.is_empty() => Witness { reason: Reason::NotWorthIt, ..witness },
                    _ => witness,
                }
            }),
        }
        false
    }

    fn saved(&self, fold: Fold) -> f64 {
        // Every state but the start is entered by a transition, so states and transitions are saved together; a state
        // without a way on saves the note that it has none.
        self.prices.transition * f64::from(fold.transitions) + f64::from(fold.states)
    }

    fn decide(&mut self, blue: u32, ears: &mut Ears<'_>) {
        match self.best.take() {
            Some((red, _, cost)) => {
                self.quotient.merge(red, blue);
                self.cost = cost;
                self.tally.merges += 1;
                ears.tell(|| {
                    let states = self.quotient.size();
                    Event::Merged { kept: self.tree.access(red), gone: self.tree.access(blue), states }
                });
                self.red = self.red.iter().map(|&state| self.quotient.find(state)).collect();
                order::sort(&mut self.red);
                self.red.dedup();
            }
            None => {
                ears.tell(|| Event::Promoted { state: self.tree.access(blue) });
                self.red.push(blue);
            }
        }
        self.blue = first_blue(&self.quotient, &self.red);
        self.next = 0;
    }

    /// What the merged automaton would have us believe, or the word that is too much.
    fn weigh(&mut self, facts: &mut Facts<'_>, budget: f64) -> Result<f64, Offender> {
        for index in (0..self.offenders.len()).rev() {
            if accepts(&self.quotient, &self.offenders[index].0) {
                let offender = self.offenders.remove(index);
                let node = offender.1;
                self.offenders.push(offender);
                return Err(Offender::Node(node));
            }
        }
        let prices = self.prices;
        let mut cost = 0.0;
        let mut illegal = false;
        let found = board_words(&self.quotient, facts, &mut |facts, node, _| {
            let silence = match node {
                Some(node) if facts.is_legal(node) => return false,
                Some(node) if facts.is_denied(node) => f64::INFINITY,
                Some(node) => facts.silence(node),
                None => 0.0,
            };
            illegal = silence >= prices.enough;
            cost += silence + prices.doubt;
            illegal || cost > budget
        });
        match found {
            None => Ok(cost),
            Some(offender) => {
                if let (true, Offender::Node(node)) = (illegal, &offender) {
                    if self.offenders.len() == MEMORY {
                        self.offenders.remove(0);
                    }
                    self.offenders.push((facts.tree.word(*node), *node));
                }
                Err(offender)
            }
        }
    }
}

fn accepts(quotient: &Quotient, word: &[crate::automata::Step]) -> bool {
    let end = word.iter().try_fold(0, |state, &step| quotient.next(state, step));
    end.is_some_and(|state| quotient.accepts_in(state))
}
