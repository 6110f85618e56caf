//! What a learned automaton does not know.

use crate::automata::{Dfa, Footprint, On, StateId, Step, Word};
use crate::learn::survey::board_words;
use crate::learn::tree::{Facts, NodeId, ROOT};
use crate::order;
use crate::order::SortedMap;

/// A word that the evidence does not decide, and which way it fell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt {
    pub word: Word,
    pub accepted: bool,
}

/// Words that are accepted without having been seen; also, how many accepted words were.
pub(super) fn accepted(dfa: &Dfa, facts: &mut Facts<'_>) -> (Vec<Doubt>, usize) {
    let mut doubts = Vec::new();
    let mut legal = 0;
    board_words(dfa, facts, &mut |facts, node, word| {
        if node.is_some_and(|node| facts.is_legal(node)) {
            legal += 1;
        } else {
            doubts.push(Doubt { word: word.to_vec(), accepted: true });
        }
        false
    });
    (doubts, legal)
}

/// Words that are rejected although nothing speaks against them: where a state lets the piece step one way, the same step
/// with other contents and its mirror images are natural guesses, and when no word through that state was ever applicable
/// with one of them (nor silent long enough), it is open. The shortest such word stands for each.
pub(super) fn rejected(dfa: &Dfa, facts: &mut Facts<'_>, enough: f64) -> Vec<Doubt> {
    let guesses: Vec<Vec<Step>> = dfa.states().map(|state| guesses(dfa, state)).collect();
    let mut open = Open { dfa, guesses: &guesses, found: SortedMap::new(), visits: 0 };
    open.visit(facts, Dfa::START, Some(ROOT), &mut Word::new(), &mut Footprint::default());
    let undecided = open.found.into_iter().map(|(_, found)| found).filter(|found| found.silence < enough);
    undecided.map(|found| Doubt { word: found.word, accepted: false }).collect()
}

/// Steps that do not leave this state, but are like some that do.
fn guesses(dfa: &Dfa, state: StateId) -> Vec<Step> {
    let mut guesses: Vec<Step> = Vec::new();
    for &(step, _) in dfa.transitions(state) {
        guesses.extend(On::ALL.into_iter().map(|on| Step { on, ..step }));
        guesses.extend(images(step));
    }
    order::sort(&mut guesses);
    guesses.dedup();
    guesses.retain(|step| dfa.next(state, *step).is_none());
    guesses
}

/// The step seen in mirrors: left and right, up and down, across the diagonal.
pub(super) fn images(step: Step) -> [Step; 8] {
    let Step { dx, dy, on } = step;
    let turn = |dx: i8, dy: i8| Step { dx, dy, on };
    [
        turn(dx, dy),
        turn(-dx, dy),
        turn(dx, -dy),
        turn(-dx, -dy),
        turn(dy, dx),
        turn(-dy, dx),
        turn(dy, -dx),
        turn(-dy, -dx),
    ]
}

struct Open<'a> {
    dfa: &'a Dfa,
    guesses: &'a [Vec<Step>],
    /// For each state and guess the shortest word, and how loud the silence about all of them is.
    found: SortedMap<(StateId, Step), Found>,
    visits: u32,
}

struct Found {
    word: Word,
    silence: f64,
}

/// More visits than this are not worth a list of doubts.
const MAX_VISITS: u32 = 20_000;

impl Open<'_> {
    fn visit(
        &mut self,
        facts: &mut Facts<'_>,
        state: StateId,
        node: Option<NodeId>,
        word: &mut Word,
        footprint: &mut Footprint,
    ) {
        self.visits += 1;
        if self.visits > MAX_VISITS {
            return;
        }
        for &step in &self.guesses[state.index()] {
            if !footprint.push(step, facts.board) {
                continue;
            }
            footprint.pop();
            let child = node.and_then(|node| facts.child(node, step));
            let silence = match child {
                Some(child) if facts.is_denied(child) => f64::INFINITY,
                Some(child) => facts.silence(child),
                None => 0.0,
            };
            let longer = || -> Word { word.iter().copied().chain([step]).collect() };
            let found = self.found.or_insert_with((state, step), || Found { word: longer(), silence: 0.0 });
            found.silence += silence;
            if word.len() + 1 < found.word.len() {
                found.word = longer();
            }
        }
        for &(step, next) in self.dfa.transitions(state) {
            if footprint.push(step, facts.board) {
                word.push(step);
                let child = node.and_then(|node| facts.child(node, step));
                self.visit(facts, next, child, word, footprint);
                word.pop();
                footprint.pop();
            }
        }
    }
}
