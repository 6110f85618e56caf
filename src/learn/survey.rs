//! Walking an automaton and the evidence together: which of its words are legal, illegal, undecided?

use crate::automata::{Dfa, Footprint, StateId, Step, Word};
use crate::learn::event::Reason;
use crate::learn::quotient::Automaton;
use crate::learn::word_tree::{Facts, NodeId, ROOT};

/// An automaton that needs more visits than this has loops beyond all reason, and is refused as the engine would.
pub(super) const MAX_VISITS: u32 = 200_000;

/// What settles a check: mostly a word, as its node in the tree or as itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Offender {
    Node(NodeId),
    Word(Word),
    Other(Reason),
}

/// Visits the accepted words that are applicable somewhere in the evidence, shorter ones before their extensions, until
/// `object` names one it objects to.
pub(super) fn known_words(
    automaton: &impl Automaton,
    facts: &mut Facts<'_>,
    object: &mut impl FnMut(&mut Facts<'_>, NodeId) -> bool,
) -> Option<Offender> {
    let mut visits = 0;
    visit_known(automaton, facts, Dfa::START, ROOT, &mut visits, object)
}

fn visit_known(
    automaton: &impl Automaton,
    facts: &mut Facts<'_>,
    state: StateId,
    node: NodeId,
    visits: &mut u32,
    object: &mut impl FnMut(&mut Facts<'_>, NodeId) -> bool,
) -> Option<Offender> {
    for index in 0..automaton.degree(state) {
        let (step, next) = automaton.transition(state, index);
        let Some(child) = facts.child(node, step) else { continue };
        *visits += 1;
        if *visits > MAX_VISITS {
            return Some(Offender::Other(Reason::TooLarge));
        }
        if automaton.accepts_in(next) && object(facts, child) {
            return Some(Offender::Node(child));
        }
        let found = visit_known(automaton, facts, next, child, visits, object);
        if found.is_some() {
            return found;
        }
    }
    None
}

/// Visits all accepted words that fit on the board without asking the evidence about any, until `object` objects to one.
pub(super) fn bare_words(
    automaton: &impl Automaton,
    facts: &mut Facts<'_>,
    object: &mut impl FnMut(&[Step]) -> bool,
) -> Option<Offender> {
    let mut walk = BoardWalk { footprint: Footprint::default(), word: Word::new(), visits: 0 };
    visit_all(automaton, facts, Dfa::START, None, &mut walk, &mut |_, _, word| object(word))
}

/// Visits all accepted words that fit on the board, with their nodes where the evidence knows them.
pub(super) fn board_words(
    automaton: &impl Automaton,
    facts: &mut Facts<'_>,
    object: &mut impl FnMut(&mut Facts<'_>, Option<NodeId>, &[Step]) -> bool,
) -> Option<Offender> {
    let mut walk = BoardWalk { footprint: Footprint::default(), word: Word::new(), visits: 0 };
    visit_all(automaton, facts, Dfa::START, Some(ROOT), &mut walk, object)
}

struct BoardWalk {
    footprint: Footprint,
    word: Word,
    visits: u32,
}

fn visit_all(
    automaton: &impl Automaton,
    facts: &mut Facts<'_>,
    state: StateId,
    node: Option<NodeId>,
    walk: &mut BoardWalk,
    object: &mut impl FnMut(&mut Facts<'_>, Option<NodeId>, &[Step]) -> bool,
) -> Option<Offender> {
    for index in 0..automaton.degree(state) {
        let (step, next) = automaton.transition(state, index);
        if !walk.footprint.push(step, facts.board) {
            continue;
        }
        walk.visits += 1;
        if walk.visits > MAX_VISITS {
            return Some(Offender::Other(Reason::TooLarge));
        }
        walk.word.push(step);
        let child = node.and_then(|node| facts.child(node, step));
        if automaton.accepts_in(next) && object(facts, child, &walk.word) {
            return Some(child.map_or_else(|| Offender::Word(walk.word.clone()), Offender::Node));
        }
        let found = visit_all(automaton, facts, next, child, walk, object);
        if found.is_some() {
            return found;
        }
        walk.word.pop();
        walk.footprint.pop();
    }
    None
}
