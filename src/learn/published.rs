//! The published algorithms, behind one door. Builds without the feature `study` leave them out.

use crate::automata::Dfa;
use crate::learn::bjornsson::Bjornsson;
use crate::learn::event::EventSink;
use crate::learn::rpni::Rpni;
use crate::learn::search::{PrefixTree, Rules, Tally};
use crate::learn::spine::Spine;
use crate::learn::word_tree::Facts;
use crate::learn::{Algorithm, Settings};

/// No search is ever begun then; that it is said again lets the compiler drop the code.
const LEFT_OUT: bool = cfg!(not(feature = "study"));

#[derive(Clone, Debug)]
pub(super) enum Published {
    Bjornsson(Bjornsson),
    Rpni(Rpni),
    Spine(Spine),
}

impl Published {
    /// A search at its beginning; none for our own algorithm.
    pub(super) fn new(settings: &Settings, tree: &PrefixTree) -> Option<Published> {
        if !settings.algorithm.is_published() {
            return None;
        }
        match settings.algorithm {
            Algorithm::Bjornsson => {
                Some(Published::Bjornsson(Bjornsson::new(tree, settings.distance, settings.max_expansions)))
            }
            Algorithm::Rpni => Some(Published::Rpni(Rpni::new(tree.clone()))),
            Algorithm::Spine => {
                Some(Published::Spine(Spine::new(tree.clone(), settings.longest_vertebra, settings.allow_multiloops)))
            }
            Algorithm::Kibitzer => None,
        }
    }

    pub(super) fn advance(&mut self, facts: &mut Facts<'_>, rules: &Rules<'_>, events: &mut EventSink<'_>) -> bool {
        if LEFT_OUT {
            return true;
        }
        match self {
            Published::Bjornsson(search) => search.advance(facts, rules, events),
            Published::Rpni(search) => search.advance(facts, rules, events),
            Published::Spine(search) => search.advance(facts, rules, events),
        }
    }

    pub(super) fn best(&self) -> Dfa {
        if LEFT_OUT {
            return Dfa::empty();
        }
        match self {
            Published::Bjornsson(search) => search.best(),
            Published::Rpni(search) => search.best(),
            Published::Spine(search) => search.best(),
        }
    }

    pub(super) fn tally(&self) -> Tally {
        match self {
            Published::Bjornsson(search) => search.tally,
            Published::Rpni(search) => search.tally,
            Published::Spine(search) => search.tally,
        }
    }
}
