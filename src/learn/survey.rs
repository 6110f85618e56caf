//! Walking an automaton and the evidence together: which of its words are legal, illegal, undecided?

use crate::automata::{Footprint, Step, Word};
use crate::learn::event::Reason;
use crate::learn::quotient::Automaton;
use crate::learn::tree::{Facts, NodeId, ROOT};

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
    visit_known(automaton, facts, 0, ROOT, &mut visits, object)
}

fn visit_known(
    automaton: &impl Automaton,
    facts: &mut Facts<'_>,
    state: u32,
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
    let mut walk = Walk { footprint: Footprint::default(), word: Word::new(), visits: 0 };
    visit_all(automaton, facts, 0, None, &mut walk, &mut |_, _, word| object(word))
}

/// Visits all accepted words that fit on the board, with their nodes where the evidence knows them.
pub(super) fn board_words(
    automaton: &impl Automaton,
    facts: &mut Facts<'_>,
    object: &mut impl FnMut(&mut Facts<'_>, Option<NodeId>, &[Step]) -> bool,
) -> Option<Offender> {
    let mut walk = Walk { footprint: Footprint::default(), word: Word::new(), visits: 0 };
    visit_all(automaton, facts, 0, Some(ROOT), &mut walk, object)
}

struct Walk {
    footprint: Footprint,
    word: Word,
    visits: u32,
}

fn visit_all(
    automaton: &impl Automaton,
    facts: &mut Facts<'_>,
    state: u32,
    node: Option<NodeId>,
    walk: &mut Walk,
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
