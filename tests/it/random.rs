//! Random expressions, automata and games, all from a seed.

use kibitzer::automata::{Dfa, On, Regex, Step};
use kibitzer::board::Geometry;
use kibitzer::rng::Rng;

pub(crate) fn step(rng: &mut Rng, reach: i8) -> Step {
    let distance = |rng: &mut Rng| rng.below(2 * reach as u32 + 1) as i8 - reach;
    let (dx, dy) = (distance(rng), distance(rng));
    Step::new(dx, dy, *rng.pick(&On::ALL))
}

/// A few steps to build from, so that words meet again.
pub(crate) fn alphabet(rng: &mut Rng) -> Vec<Step> {
    (0..2 + rng.index(4)).map(|_| step(rng, 2)).collect()
}

pub(crate) fn regex(rng: &mut Rng, alphabet: &[Step], depth: u32) -> Regex {
    let choice = if depth == 0 { 0 } else { rng.below(8) };
    match choice {
        0..=2 => Regex::Step(*rng.pick(alphabet)),
        3 | 4 => Regex::concat((0..2 + rng.index(2)).map(|_| regex(rng, alphabet, depth - 1)).collect::<Vec<_>>()),
        5 => Regex::union((0..2 + rng.index(2)).map(|_| regex(rng, alphabet, depth - 1)).collect::<Vec<_>>()),
        6 => Regex::star(regex(rng, alphabet, depth - 1)),
        _ => Regex::power(regex(rng, alphabet, depth - 1), rng.below(4) as u16),
    }
}

/// An automaton with loops and dead ends, not minimal.
pub(crate) fn dfa(rng: &mut Rng) -> Dfa {
    let alphabet = alphabet(rng);
    let mut dfa = Dfa::empty();
    let extra = rng.index(5);
    for _ in 0..extra {
        dfa.add_state(rng.one_in(2));
    }
    dfa.set_accepting(Dfa::START, rng.one_in(4));
    let states: Vec<_> = dfa.states().collect();
    for &state in &states {
        for _ in 0..1 + rng.index(3) {
            dfa.connect(state, *rng.pick(&alphabet), *rng.pick(&states));
        }
    }
    dfa
}

pub(crate) fn board(rng: &mut Rng, largest: u32) -> Geometry {
    Geometry::new(1 + rng.below(largest) as u8, 1 + rng.below(largest) as u8).unwrap()
}

pub(crate) fn word(rng: &mut Rng, alphabet: &[Step], longest: usize) -> Vec<Step> {
    (0..rng.index(longest + 1)).map(|_| *rng.pick(alphabet)).collect()
}
