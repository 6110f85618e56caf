//! From the expression that was written to the smallest automaton: Thompson's construction, subsets, minimising.

use std::fmt;

use super::nfa::TooManyStates;
use super::{Dfa, Nfa, Regex, minimize};

/// The most steps that an expression may have once its powers are written out.
pub const MAX_STEPS: usize = 10_000;
/// The most states that the subset construction may need.
pub const MAX_STATES: usize = 4_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompileError {
    TooManySteps,
    TooManyStates,
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CompileError::TooManySteps => {
                write!(f, "this expression has more than {MAX_STEPS} steps once its powers are written out")
            }
            CompileError::TooManyStates => {
                write!(f, "the automaton of this expression needs more than {MAX_STATES} states")
            }
        }
    }
}

/// The smallest automaton of the expression's language without the empty word, canonically numbered.
///
/// ```
/// use kibitzer::automata::{On, Regex, Step, compile};
///
/// // One square ahead, or two.
/// let step = || Regex::Step(Step::new(0, 1, On::Empty));
/// let dfa = compile(&Regex::union([step(), Regex::concat([step(), step()])])).unwrap();
/// assert_eq!(dfa.size(), 3);
/// // Another expression of the same language gives the same automaton.
/// assert_eq!(compile(&Regex::union([Regex::concat([step(), step()]), step()])).unwrap(), dfa);
/// ```
pub fn compile(regex: &Regex) -> Result<Dfa, CompileError> {
    if regex.steps() > MAX_STEPS {
        return Err(CompileError::TooManySteps);
    }
    let mut nfa = Nfa::default();
    let start = nfa.add_state();
    let end = add(&mut nfa, regex, start);
    nfa.accept(end);
    let dfa = nfa.determinize(MAX_STATES).map_err(|TooManyStates| CompileError::TooManyStates)?;
    Ok(minimize(&dfa.without_empty_word()))
}

/// Adds paths for every word of `regex` out of `from`; gives the state where they end.
fn add(nfa: &mut Nfa, regex: &Regex, from: u32) -> u32 {
    match regex {
        Regex::Step(step) => {
            let to = nfa.add_state();
            nfa.connect(from, *step, to);
            to
        }
        Regex::Concat(parts) => parts.iter().fold(from, |from, part| add(nfa, part, from)),
        Regex::Power(inner, n) => (0..*n).fold(from, |from, _| add(nfa, inner, from)),
        Regex::Union(parts) => {
            let ends: Vec<u32> = parts.iter().map(|part| add_apart(nfa, part, from)).collect();
            let to = nfa.add_state();
            ends.into_iter().for_each(|end| nfa.connect_silently(end, to));
            to
        }
        Regex::Star(inner) => {
            let hub = nfa.add_state();
            nfa.connect_silently(from, hub);
            let end = add_apart(nfa, inner, hub);
            nfa.connect_silently(end, hub);
            hub
        }
    }
}

/// Like [`add`], from a state of its own, so that what loops inside cannot leak into its neighbours.
fn add_apart(nfa: &mut Nfa, regex: &Regex, from: u32) -> u32 {
    let own = nfa.add_state();
    nfa.connect_silently(from, own);
    add(nfa, regex, own)
}
