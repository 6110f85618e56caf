//! Our own learner: red and blue states, the merge that shortens the description most, and silence as evidence.
//!
//! The prefix tree is built from what was seen, closed under the symmetries of the piece; all images of a merge are made
//! together, so the automaton stays symmetric. Shorter words come first: they are applicable so often that the evidence
//! decides them, and the folding that follows from a merge near the root settles the long words that it cannot decide. For
//! each blue state all red states are tried. A merge is out of the question when the automaton would accept a word shown
//! illegal. Otherwise it is weighed, in nats:
//!
//! * **The automaton.** The prior says that short descriptions are likely. A transition takes [`Prices::transition`] to
//!   describe (which step, and where to), a state [`Prices::state`]; a merge saves what becomes one.
//! * **Its claims.** Two states are one when the same words lead on from both. Where a step was seen to lead on from one
//!   of them and not from another, though the board has room for it, that is a claim, and takes [`Prices::claim`]. It is
//!   charged once for a state and a step, however many words follow from it, so a true generalization does not become
//!   more expensive the more words it explains.
//! * **Runs.** What was seen once and twice in a row continues: to say where it stops takes a number, so a state in which
//!   a run ends costs [`Prices::stop`] more than one in which it continues. Without a run, and without any step that leads
//!   on from both, a state in which words end has nothing in common with one that leads on: a capture that was never
//!   followed by anything is the end of a move.
//! * **Silence.** Words that could have been played and never were are the likelihood: they cost what their silence says,
//!   word by word.
//!
//! The best merge is kept, if it shortens the description.

use crate::automata::{Dfa, Footprint, StateId, Step, Word};
use crate::learn::event::{Event, EventSink, Reason, Refutation};
use crate::learn::quotient::{Automaton, Fold, Quotient};
use crate::learn::rpni::first_blue;
use crate::learn::search::{PrefixTree, Tally, refutation};
use crate::learn::survey::{MAX_VISITS, Offender, bare_words};
use crate::learn::symmetry::{Symmetry, Turn};
use crate::learn::word_tree::{Facts, NodeId, ROOT, Verdict};
use crate::order;

/// What a merge is weighed by, in nats.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prices {
    /// A word whose silence is as surprising as this is taken for illegal: about one chance in a million.
    pub illegal_threshold: f64,
    /// Cost of a transition: its step and its target.
    pub transition: f64,
    /// Cost of a state: whether words end there.
    pub state: f64,
    /// Cost of a transition without evidence.
    pub claim: f64,
    /// Cost of ending a run.
    pub stop: f64,
}

impl Default for Prices {
    fn default() -> Prices {
        Prices { illegal_threshold: 14.0, transition: 6.0, state: 1.0, claim: 4.0, stop: 2.0 }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Kibitzer {
    prices: Prices,
    explain: bool,
    tree: PrefixTree,
    /// For each turn of the piece's symmetry but the first, the image of each state of the tree.
    images: Vec<Vec<StateId>>,
    quotient: Quotient,
    red: Vec<StateId>,
    blue: Option<StateId>,
    next: usize,
    /// The best red state for the blue one so far, with what it gains and what the automaton's silence then is.
    best: Option<(StateId, f64, f64)>,
    /// The silence about words that the automaton as it is accepts.
    silence: f64,
    /// Claims made so far.
    claims: u32,
    /// Words that were the end of earlier candidates, the latest last; they often are of the next ones too.
    offenders: Vec<(Word, NodeId)>,
    pub(super) tally: Tally,
}

/// Offenders remembered.
const MEMORY: usize = 12;
/// A run repeats a block of at most so many steps.
const LONGEST_BLOCK: usize = 3;

impl Kibitzer {
    /// The words that the tree is made of are closed under the symmetry.
    pub(super) fn new(tree: PrefixTree, prices: Prices, symmetry: Symmetry, explain: bool) -> Kibitzer {
        let quotient = Quotient::new(&tree.dfa);
        let red = vec![Dfa::START];
        let blue = first_blue(&quotient, &red);
        let images = symmetry.turns().filter(|turn| *turn != Turn::NONE).map(|turn| tree.images(turn)).collect();
        Kibitzer {
            prices,
            explain,
            tree,
            images,
            quotient,
            red,
            blue,
            next: 0,
            best: None,
            silence: 0.0,
            claims: 0,
            offenders: Vec::new(),
            tally: Tally::default(),
        }
    }

    pub(super) fn best(&self) -> Dfa {
        self.quotient.to_dfa()
    }

    pub(super) fn advance(&mut self, facts: &mut Facts<'_>, events: &mut EventSink<'_>) -> bool {
        let Some(blue) = self.blue else { return true };
        let Some(&red) = self.red.get(self.next) else {
            self.decide(facts, blue, events);
            return self.blue.is_none();
        };
        self.next += 1;
        let one_leads_on = self.quotient.degree(red) > 0 || self.quotient.degree(blue) > 0;
        let runs = self.runs(red, blue);
        let before = self.quotient.checkpoint();
        let (fold, images) = self.merge(red, blue, &mut |_, _, _| {});
        self.tally.candidates += 1;
        let shorter = if runs { self.prices.stop } else { 0.0 } + self.saved(fold) / f64::from(images);
        let result = if self.quotient.accepts_in(Dfa::START) {
            // The start accepts nothing: the empty word is never a move.
            Err(Offender::Other(Reason::EmptyWord))
        } else if one_leads_on && fold.transitions == 0 && !runs {
            Err(Offender::Other(Reason::NothingInCommon))
        } else {
            let claimed = if runs { 0 } else { self.count_claims(facts).saturating_sub(self.claims) };
            let gain = shorter - self.prices.claim * f64::from(claimed) / f64::from(images);
            if gain <= 0.0 || self.best.is_some_and(|(_, best, _)| gain <= best) {
                Err(Offender::Other(if gain <= 0.0 { Reason::NotWorthIt } else { Reason::Outdone }))
            } else {
                self.weigh(facts, self.silence + gain).map(|silence| (gain - (silence - self.silence), silence))
            }
        };
        let result = match result {
            Err(Offender::Other(reason)) if self.explain && reason != Reason::EmptyWord => {
                // A position says more than a price.
                match self.weigh(facts, f64::INFINITY) {
                    Err(Offender::Node(node)) => Err(Offender::Node(node)),
                    _ => Err(Offender::Other(reason)),
                }
            }
            result => result,
        };
        self.quotient.undo(before);
        let mut refuse = |red: StateId, refutation: &mut dyn FnMut() -> Refutation| {
            events.tell(|| Event::Refused {
                kept: self.tree.access(red),
                gone: self.tree.access(blue),
                refutation: refutation(),
            });
        };
        let mut because = |red: StateId, reason: Reason| refuse(red, &mut || Refutation::without_word(reason));
        match result {
            Ok((gain, silence)) => match self.best {
                _ if gain <= 0.0 => because(red, Reason::NotWorthIt),
                Some((_, best, _)) if gain <= best => because(red, Reason::Outdone),
                outdone => {
                    if let Some((red, ..)) = outdone {
                        because(red, Reason::Outdone);
                    }
                    self.best = Some((red, gain, silence));
                }
            },
            Err(offender) => refuse(red, &mut || {
                let refutation = refutation(facts, &offender, self.prices.illegal_threshold);
                match refutation.verdict {
                    // A word that was too much, and not shown illegal.
                    Verdict::Unknown if !refutation.word.is_empty() => {
                        Refutation { reason: Reason::NotWorthIt, ..refutation }
                    }
                    _ => refutation,
                }
            }),
        }
        false
    }

    /// Merges two states, and their images; tells each pair and the automaton after it. Gives all that became one, and how
    /// many pairs it took.
    fn merge(&mut self, red: StateId, blue: StateId, tell: &mut dyn FnMut(&Quotient, StateId, StateId)) -> (Fold, u32) {
        let mut fold = self.quotient.merge(red, blue);
        let mut pairs = 1;
        tell(&self.quotient, red, blue);
        for image in 0..self.images.len() {
            let (red, blue) = (self.images[image][red.index()], self.images[image][blue.index()]);
            let (red, blue) = (self.quotient.find(red), self.quotient.find(blue));
            if red != blue {
                let more = self.quotient.merge(red, blue);
                fold.states += more.states;
                fold.transitions += more.transitions;
                pairs += 1;
                tell(&self.quotient, red, blue);
            }
        }
        (fold, pairs)
    }

    fn saved(&self, fold: Fold) -> f64 {
        self.prices.transition * f64::from(fold.transitions) + self.prices.state * f64::from(fold.states)
    }

    /// Whether the blue state comes after the red one as the red one comes after a state before it: by the same block of
    /// steps.
    fn runs(&self, red: StateId, blue: StateId) -> bool {
        if !self.quotient.accepts_in(red) || !self.quotient.accepts_in(blue) {
            return false;
        }
        let word = self.tree.word(blue);
        (1..=LONGEST_BLOCK.min(word.len() / 2)).any(|length| {
            let (before, block) = word.split_at(word.len() - length);
            before.ends_with(block) && follow(&self.quotient, before) == Some(red)
        })
    }

    /// States and steps of the automaton for which some state of the tree that is part of the state was not seen to lead
    /// on, though the board has room.
    fn count_claims(&self, facts: &Facts<'_>) -> u32 {
        let size = self.tree.dfa.size();
        let mut members = vec![0u32; size];
        self.tree.dfa.states().for_each(|state| members[self.quotient.find(state).index()] += 1);
        let mut claimed = vec![0u64; size];
        for state in self.tree.dfa.states() {
            let class = self.quotient.find(state);
            if members[class.index()] < 2 {
                continue;
            }
            let mut footprint: Option<Footprint> = None;
            for index in 0..self.quotient.degree(class) {
                // More than 64 steps lead on from no state of a game; the last of them would share one claim.
                let bit = 1u64 << index.min(63);
                let (step, _) = self.quotient.transition(class, index);
                if claimed[class.index()] & bit != 0 || self.tree.leads_on(state, step) {
                    continue;
                }
                let footprint = footprint.get_or_insert_with(|| {
                    let mut footprint = Footprint::default();
                    self.tree.word(state).iter().for_each(|&step| {
                        footprint.push(step, facts.board);
                    });
                    footprint
                });
                if footprint.push(step, facts.board) {
                    footprint.pop();
                    claimed[class.index()] |= bit;
                }
            }
        }
        claimed.into_iter().map(u64::count_ones).sum()
    }

    fn decide(&mut self, facts: &Facts<'_>, blue: StateId, events: &mut EventSink<'_>) {
        match self.best.take() {
            Some((red, _, silence)) => {
                let mut pairs = Vec::new();
                self.merge(red, blue, &mut |merged, red, blue| pairs.push((red, blue, merged.size())));
                self.silence = silence;
                self.claims = self.count_claims(facts);
                self.tally.merges += pairs.len() as u64;
                self.tally.candidates += pairs.len() as u64 - 1;
                for (kept, gone, states) in pairs {
                    events.tell(|| Event::Merged {
                        kept: self.tree.access(kept),
                        gone: self.tree.access(gone),
                        states,
                    });
                }
                self.red = self.red.iter().map(|&state| self.quotient.find(state)).collect();
            }
            None => {
                let images = self.images.iter().map(|image| image[blue.index()]);
                let mut promoted: Vec<StateId> = images.chain([blue]).map(|state| self.quotient.find(state)).collect();
                order::sort(&mut promoted);
                promoted.dedup();
                for &state in &promoted {
                    events.tell(|| Event::Promoted { state: self.tree.access(state) });
                }
                self.red.extend(promoted);
            }
        }
        order::sort(&mut self.red);
        self.red.dedup();
        self.blue = first_blue(&self.quotient, &self.red);
        self.next = 0;
    }

    /// The silence about words that the merged automaton accepts, or the word that is too much.
    fn weigh(&mut self, facts: &mut Facts<'_>, budget: f64) -> Result<f64, Offender> {
        for index in (0..self.offenders.len()).rev() {
            let end = follow(&self.quotient, &self.offenders[index].0);
            if end.is_some_and(|state| self.quotient.accepts_in(state)) {
                let offender = self.offenders.remove(index);
                let node = offender.1;
                self.offenders.push(offender);
                return Err(Offender::Node(node));
            }
        }
        let mut walk = Weighing {
            illegal_threshold: self.prices.illegal_threshold,
            budget,
            silence: 0.0,
            illegal: false,
            visits: 0,
        };
        match walk.visit(&self.quotient, facts, Dfa::START, ROOT) {
            Some(offender) => {
                if let (true, Offender::Node(node)) = (walk.illegal, &offender) {
                    if self.offenders.len() == MEMORY {
                        self.offenders.remove(0);
                    }
                    self.offenders.push((facts.tree.word(*node), *node));
                }
                Err(offender)
            }
            // Loops beyond all reason would be refused by the engine.
            None => match bare_words(&self.quotient, facts, &mut |_| false) {
                Some(offender) => Err(offender),
                None => Ok(walk.silence),
            },
        }
    }
}

/// Adds up the silence about an automaton's words. Only words that were ever applicable count, and of a word and its images
/// only the node's own.
struct Weighing {
    illegal_threshold: f64,
    budget: f64,
    silence: f64,
    illegal: bool,
    visits: u32,
}

impl Weighing {
    fn visit(&mut self, automaton: &Quotient, facts: &mut Facts<'_>, state: StateId, node: NodeId) -> Option<Offender> {
        for index in 0..automaton.degree(state) {
            let (step, next) = automaton.transition(state, index);
            let Some(child) = facts.child(node, step) else { continue };
            if !facts.tree.is_own(child) {
                continue;
            }
            self.visits += 1;
            if self.visits > MAX_VISITS {
                return Some(Offender::Other(Reason::TooLarge));
            }
            if automaton.accepts_in(next) && !facts.is_legal(child) {
                let silence = if facts.is_denied(child) { f64::INFINITY } else { facts.silence(child) };
                self.illegal = silence >= self.illegal_threshold;
                self.silence += silence;
                if self.illegal || self.silence > self.budget {
                    return Some(Offender::Node(child));
                }
            }
            let found = self.visit(automaton, facts, next, child);
            if found.is_some() {
                return found;
            }
        }
        None
    }
}

/// The state that a word leads to.
fn follow(quotient: &Quotient, word: &[Step]) -> Option<StateId> {
    word.iter().try_fold(Dfa::START, |state, &step| quotient.next(state, step))
}
