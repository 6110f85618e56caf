//! What a learned automaton does not know.

use crate::automata::{Dfa, Footprint, On, StateId, Step, Word};
use crate::learn::survey::board_words;
use crate::learn::word_tree::{Facts, NodeId, ROOT};
use crate::order;
use crate::order::SortedMap;

/// A word that the evidence does not decide, and which way it fell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt {
    pub word: Word,
    pub accepted: bool,
    pub why: Why,
}

/// What a doubtful word rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Accepted because it follows from a merge: a run continues, or two states are one.
    Generalized,
    /// Accepted because a mirror image or a quarter turn of it was seen.
    Symmetry,
    /// Accepted because the other player's piece was seen to do so.
    Counterpart,
    /// Rejected, though there is no evidence against it.
    Open,
}

impl Why {
    pub fn name(self) -> &'static str {
        match self {
            Why::Generalized => "generalized",
            Why::Symmetry => "symmetry",
            Why::Counterpart => "counterpart",
            Why::Open => "open",
        }
    }
}

/// Sorts doubts, those first that are worth most to settle: by how likely they are to be wrong, times how often it would
/// show. `confirmed` says how many words confirm the symmetry that fewest confirm.
pub(super) fn rank(doubts: &mut [Doubt], confirmed: u32) {
    let worth = |doubt: &Doubt| {
        // In millionths: a symmetry is as doubtful as it is unconfirmed, one step more or another content may be legal, and
        // what follows from a merge, or from what the counterpart does, is nearly always right.
        let likely: u32 = match doubt.why {
            Why::Symmetry => 500_000 / (1 + confirmed),
            Why::Open => 100_000,
            Why::Generalized => 20_000,
            Why::Counterpart => 5_000,
        };
        // Each step more must meet the right content, so that the word applies about half as often.
        likely >> (doubt.word.len().saturating_sub(1).min(16))
    };
    order::sort_by(doubts, |a, b| {
        let by_worth = worth(b).cmp(&worth(a));
        by_worth.then_with(|| a.word.len().cmp(&b.word.len())).then_with(|| a.word.cmp(&b.word))
    });
}

/// Words that are accepted without having been seen; also, how many accepted words were. A word that only the first of
/// two letters was seen to use is no doubt here; [`Doubt`]s of the second add it.
pub(super) fn accepted(dfa: &Dfa, facts: &mut Facts<'_>) -> (Vec<Doubt>, usize) {
    let mut doubts = Vec::new();
    let mut legal = 0;
    board_words(dfa, facts, &mut |facts, node, word| {
        let why = match node {
            Some(node) if facts.tree.was_seen(node) => {
                legal += 1;
                return false;
            }
            Some(node) if facts.is_legal(node) => Why::Symmetry,
            _ => Why::Generalized,
        };
        doubts.push(Doubt { word: word.to_vec(), accepted: true, why });
        false
    });
    (doubts, legal)
}

/// Words that are rejected without evidence against them: where a state lets the piece step one way, the same step
/// with other contents and its mirror images are natural guesses, and when no word through that state was ever applicable
/// with one of them, nor silence about it surprising enough, it is open; so is a repetition of the step that led to the state. The
/// shortest such word stands for each.
pub(super) fn rejected(dfa: &Dfa, facts: &mut Facts<'_>, illegal_threshold: f64) -> Vec<Doubt> {
    let mut again: Vec<Vec<Step>> = vec![Vec::new(); dfa.size()];
    for state in dfa.states() {
        dfa.transitions(state).iter().for_each(|&(step, to)| again[to.index()].push(step));
    }
    let guesses: Vec<Vec<Step>> =
        dfa.states().map(|state| guesses(dfa, state, std::mem::take(&mut again[state.index()]))).collect();
    let mut open = Open { dfa, guesses: &guesses, found: SortedMap::new(), visits: 0 };
    open.visit(facts, Dfa::START, Some(ROOT), &mut Word::new(), &mut Footprint::default());
    let undecided = open.found.into_iter().map(|(_, found)| found).filter(|found| found.silence < illegal_threshold);
    undecided.map(|found| Doubt { word: found.word, accepted: false, why: Why::Open }).collect()
}

/// Steps that do not leave this state, but are like some that do, or lead to it.
fn guesses(dfa: &Dfa, state: StateId, again: Vec<Step>) -> Vec<Step> {
    let mut guesses: Vec<Step> = again;
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
