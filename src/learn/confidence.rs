//! How sure a learned automaton is: an estimate of the chance that it is exact.
//!
//! Whether an automaton is exact depends on what it believes without having seen it and on what it has not had the chance
//! to see. Both leave signs, counted here. A logistic model of the signs was fitted to automata learned from random rules of many kinds
//! and from few and many games, all moves and single ones; `kibitzer tables --only calibration` shows, on rules
//! that were not used for fitting, how often automata of each estimate are exact.

use crate::automata::Dfa;
use crate::learn::doubts::{Doubt, Why};
use crate::learn::symmetry::Turn;
use crate::learn::word_tree::WordTree;

/// Features of the confidence model; counts are squeezed by `log2(1 + count)`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Signs(pub [f64; SIGNS]);

pub(super) const SIGNS: usize = 14;

/// Which sign says that single moves were seen, and which say how little confirms the symmetries.
const SINGLE: usize = 11;
const UNCONFIRMED: std::ops::Range<usize> = 4..6;

/// The fitted weights, the constant first. The constant is 0.3 below the fitted one: on rules that were not used for fitting the
/// estimates were a little too high. The last but one was not fitted: it makes sure that little is called certain where
/// players do not choose at random.
const WEIGHTS: [f64; SIGNS + 1] =
    [-0.391, -0.016, 0.277, -0.752, -0.662, 0.002, 0.034, -0.075, -0.653, 0.385, -0.094, -0.061, 1.018, -4.0, -0.893];

/// The most where something cannot be known: of two words to one square a single move shows only the shorter one, so that
/// some words never show at all; and a symmetry that words are believed by, and that nothing confirms, may not be there.
const MOST_IF_UNKNOWN: f64 = 0.985;

impl Signs {
    pub(super) fn new(
        tree: &WordTree,
        unexplored: u32,
        dfa: &Dfa,
        doubts: &[Doubt],
        single: bool,
        trust: f64,
    ) -> Signs {
        let count = |why: Why| doubts.iter().filter(|doubt| doubt.why == why).count() as u32;
        let short = doubts.iter().filter(|doubt| doubt.why == Why::Open && doubt.word.len() == 1).count() as u32;
        let confirmed = tree.confirmed();
        let symmetry = tree.symmetry();
        // A symmetry that is believed, but hardly confirmed, and has us believe words.
        let believes = count(Why::Symmetry) > 0;
        let weak = |turn: Turn, share: f64| {
            let times = f64::from(confirmed[usize::from(turn.number())]);
            if believes && symmetry.has(turn) { share / (1.0 + times) } else { 0.0 }
        };
        let seen: Vec<u32> = tree.times_seen().collect();
        let total: u32 = seen.iter().fold(0u32, |sum, seen| sum.saturating_add(*seen));
        let once = seen.iter().filter(|seen| **seen == 1).count() as u32;
        let twice = seen.iter().filter(|seen| **seen == 2).count() as u32;
        Signs([
            squeeze(count(Why::Generalized)),
            squeeze(count(Why::Symmetry)),
            squeeze(short),
            squeeze(count(Why::Open) - short),
            weak(Turn::LEFT_RIGHT, 1.0),
            weak(Turn::FORWARD_BACK, 1.0) + weak(Turn::from_number(4), 1.0),
            squeeze(once),
            squeeze(twice),
            squeeze(total),
            squeeze(tree.occurrences().min(1 << 30) as u32),
            squeeze(dfa.size() as u32),
            if single { 1.0 } else { 0.0 },
            if single { 1.0 - trust } else { 0.0 },
            squeeze(unexplored),
        ])
    }

    /// The chance that the automaton is exact.
    pub(super) fn chance(&self) -> f64 {
        let sum = WEIGHTS[0] + self.0.iter().zip(&WEIGHTS[1..]).map(|(sign, weight)| sign * weight).sum::<f64>();
        let single = self.0[SINGLE] > 0.0;
        let unconfirmed = self.0[UNCONFIRMED].iter().any(|weak| *weak >= 1.0);
        if single || unconfirmed { logistic(sum).min(MOST_IF_UNKNOWN) } else { logistic(sum) }
    }
}

/// `log2(1 + count)`, exact where that is a whole number and linear in between, so that it is the same on every platform.
fn squeeze(count: u32) -> f64 {
    let value = u64::from(count) + 1;
    let whole = value.ilog2();
    f64::from(whole) + (value as f64 / (1u64 << whole) as f64 - 1.0)
}

/// `1 / (1 + e^-x)`, by halving the argument until the series is exact enough: the library's exponential differs from platform
/// to platform in its last bits.
fn logistic(x: f64) -> f64 {
    let x = x.clamp(-30.0, 30.0);
    let small = -x / 1024.0;
    let mut power = 1.0 + small * (1.0 + small / 2.0 * (1.0 + small / 3.0 * (1.0 + small / 4.0)));
    for _ in 0..10 {
        power *= power;
    }
    1.0 / (1.0 + power)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_series_are_the_functions() {
        for tenth in -200..200 {
            let x = f64::from(tenth) / 10.0;
            assert!((logistic(x) - 1.0 / (1.0 + (-x).exp())).abs() < 1e-9, "{x}");
        }
        assert_eq!([0, 1, 3, 7].map(squeeze), [0.0, 1.0, 2.0, 3.0]);
    }
}
