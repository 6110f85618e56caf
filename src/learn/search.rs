//! One search for one piece's automaton, whichever the algorithm: a candidate at a time, so that it can be shown, paused
//! and stopped.

use std::fmt;
use std::str::FromStr;

use crate::automata::{Dfa, StateId, Step, Word, minimize};
use crate::learn::check::{Check, Union};
use crate::learn::event::{EventSink, Reason, Refutation};
use crate::learn::kibitzer::Kibitzer;
use crate::learn::published::Published;
use crate::learn::survey::Offender;
use crate::learn::symmetry::Turn;
use crate::learn::word_tree::Facts;

/// How to learn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Björnsson (2012), Algorithm 2: best-first over collapsed pairs of states.
    Bjornsson,
    /// Oncina and García (1992), as on the slides of 2018: red and blue states.
    Rpni,
    /// Kowalski and Kisielewicz (2018): Spine Compaction.
    Spine,
    /// Our own.
    Kibitzer,
}

impl Algorithm {
    pub const ALL: [Algorithm; 4] = [Algorithm::Bjornsson, Algorithm::Rpni, Algorithm::Spine, Algorithm::Kibitzer];

    /// Whether it is one of the papers', which this build may lack.
    pub(super) fn is_published(self) -> bool {
        cfg!(feature = "study") && self != Algorithm::Kibitzer
    }

    pub fn name(self) -> &'static str {
        match self {
            Algorithm::Bjornsson => "bjornsson",
            Algorithm::Rpni => "rpni",
            Algorithm::Spine => "spine",
            Algorithm::Kibitzer => "kibitzer",
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Algorithm {
    type Err = ();

    fn from_str(text: &str) -> Result<Algorithm, ()> {
        Algorithm::ALL.into_iter().find(|algorithm| algorithm.name() == text).ok_or(())
    }
}

/// Candidates tried and merges kept so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub candidates: u64,
    pub merges: u64,
}

/// The prefix tree of what was seen, numbered breadth first, and the word that leads to each of its states.
#[derive(Clone, Debug)]
pub(super) struct PrefixTree {
    pub(super) dfa: Dfa,
    access: Vec<Word>,
}

impl PrefixTree {
    pub(super) fn new(words: &[Word]) -> PrefixTree {
        let tree = Dfa::prefix_tree(words.iter().map(Vec::as_slice));
        let dfa = super::quotient::Quotient::new(&tree).to_dfa();
        let mut access = vec![Word::new(); dfa.size()];
        for state in dfa.states() {
            for &(step, to) in dfa.transitions(state) {
                access[to.index()] = access[state.index()].iter().copied().chain([step]).collect();
            }
        }
        PrefixTree { dfa, access }
    }

    pub(super) fn access(&self, state: StateId) -> Word {
        self.access[state.index()].clone()
    }

    /// Whether a step leaves a state.
    pub(super) fn leads_on(&self, state: StateId, step: Step) -> bool {
        self.dfa.next(state, step).is_some()
    }

    pub(super) fn word(&self, state: StateId) -> &[Step] {
        &self.access[state.index()]
    }

    /// For each state the one that the image of its word leads to; the words must be closed under the turn.
    pub(super) fn images(&self, turn: Turn) -> Vec<StateId> {
        let mut images = vec![Dfa::START; self.dfa.size()];
        for state in self.dfa.states() {
            for &(step, to) in self.dfa.transitions(state) {
                let image = self.dfa.next(images[state.index()], turn.step(step));
                images[to.index()] = image.unwrap_or(to);
            }
        }
        images
    }
}

/// Tells of a refusal, with the word that stands against it.
pub(super) fn refutation(facts: &mut Facts<'_>, offender: &Offender, illegal_threshold: f64) -> Refutation {
    let word = match offender {
        Offender::Node(node) => facts.tree.word(*node),
        Offender::Word(word) => word.clone(),
        Offender::Other(reason) => return Refutation::without_word(*reason),
    };
    let answer = facts.ask(&word, illegal_threshold);
    Refutation { reason: Reason::Word, word, verdict: answer.verdict, example: answer.example, image: answer.image }
}

#[derive(Clone, Debug)]
pub(super) enum Search {
    Published(Published),
    Kibitzer(Kibitzer),
}

/// What every algorithm needs besides the facts.
pub(super) struct Rules<'a> {
    pub(super) check: Check,
    pub(super) union: &'a Union,
}

impl Search {
    /// Tries the next candidate; true when there is none left.
    pub(super) fn advance(&mut self, facts: &mut Facts<'_>, rules: &Rules<'_>, events: &mut EventSink<'_>) -> bool {
        match self {
            Search::Published(search) => search.advance(facts, rules, events),
            Search::Kibitzer(search) => search.advance(facts, events),
        }
    }

    /// The best automaton so far: it accepts all that was seen and nothing shown illegal, whenever it is asked for.
    pub(super) fn best(&self) -> Dfa {
        let dfa = match self {
            Search::Published(search) => search.best(),
            Search::Kibitzer(search) => search.best(),
        };
        minimize(&dfa)
    }

    pub(super) fn tally(&self) -> Tally {
        match self {
            Search::Published(search) => search.tally(),
            Search::Kibitzer(search) => search.tally,
        }
    }
}
