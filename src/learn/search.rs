//! One search for one piece's automaton, whichever the algorithm: a candidate at a time, so that it can be shown, paused
//! and stopped.

use std::fmt;
use std::str::FromStr;

use crate::automata::{Dfa, Word, minimize};
use crate::learn::bjornsson::Bjornsson;
use crate::learn::check::{Check, Union};
use crate::learn::event::{Ears, Reason, Witness};
use crate::learn::kibitzer::Kibitzer;
use crate::learn::rpni::Rpni;
use crate::learn::spine::Spine;
use crate::learn::survey::Offender;
use crate::learn::tree::Facts;

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

    pub(super) fn access(&self, state: u32) -> Word {
        self.access[state as usize].clone()
    }
}

/// Tells of a refusal, with the word that stands against it.
pub(super) fn witness(facts: &mut Facts<'_>, offender: &Offender, enough: f64) -> Witness {
    let word = match offender {
        Offender::Node(node) => facts.tree.word(*node),
        Offender::Word(word) => word.clone(),
        Offender::Other(reason) => return Witness::without_word(*reason),
    };
    let answer = facts.ask(&word, enough);
    Witness { reason: Reason::Word, word, verdict: answer.verdict, example: answer.example }
}

#[derive(Clone, Debug)]
pub(super) enum Search {
    Bjornsson(Bjornsson),
    Rpni(Rpni),
    Spine(Spine),
    Kibitzer(Kibitzer),
}

/// What every algorithm needs besides the facts.
pub(super) struct Rules<'a> {
    pub(super) check: Check,
    pub(super) union: &'a Union,
}

impl Search {
    /// Tries the next candidate; true when there is none left.
    pub(super) fn advance(&mut self, facts: &mut Facts<'_>, rules: &Rules<'_>, ears: &mut Ears<'_>) -> bool {
        match self {
            Search::Bjornsson(search) => search.advance(facts, rules, ears),
            Search::Rpni(search) => search.advance(facts, rules, ears),
            Search::Spine(search) => search.advance(facts, rules, ears),
            Search::Kibitzer(search) => search.advance(facts, ears),
        }
    }

    /// The best automaton so far: it accepts all that was seen and nothing shown illegal, whenever it is asked for.
    pub(super) fn best(&self) -> Dfa {
        let dfa = match self {
            Search::Bjornsson(search) => search.best(),
            Search::Rpni(search) => search.best(),
            Search::Spine(search) => search.best(),
            Search::Kibitzer(search) => search.best(),
        };
        minimize(&dfa)
    }

    pub(super) fn tally(&self) -> Tally {
        match self {
            Search::Bjornsson(search) => search.tally,
            Search::Rpni(search) => search.tally,
            Search::Spine(search) => search.tally,
            Search::Kibitzer(search) => search.tally,
        }
    }
}
