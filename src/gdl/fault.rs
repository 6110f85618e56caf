//! What can be wrong with a game description, and where.

use std::fmt;

use crate::gdl::kif::{KifErrorKind, Place};

/// One fault of a description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub place: Place,
    pub kind: FaultKind,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.kind)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultKind {
    Kif(KifErrorKind),
    /// A sentence was expected where this stands.
    NotASentence(String),
    EmptyRule,
    /// What `not`, `distinct` or another keyword takes.
    Takes {
        keyword: &'static str,
        expected: &'static str,
    },
    /// A keyword that may not be the head of a rule, or not in a body.
    NotAHead(String),
    NotInABody(String),
    NotAFact(String),
    TooManyAlternatives,
    TooManyVariables,
    TooManyConditions,
    TooManyArguments,
    TooManyRules,
    Arity {
        name: String,
        here: usize,
        first: usize,
        at: Place,
    },
    Unsafe {
        variable: String,
    },
    VariableInFact(String),
    Unstratified {
        relation: String,
        through: String,
    },
    Recursion {
        relation: String,
        term: String,
    },
    /// A relation that must not depend on another.
    DependsOn {
        relation: &'static str,
        on: &'static str,
    },
    Missing(&'static str),
    GoalValue(String),
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FaultKind::Kif(kind) => write!(f, "{kind}"),
            FaultKind::NotASentence(found) => {
                write!(f, "expected a sentence (a name, or a list that begins with one), found {found}")
            }
            FaultKind::EmptyRule => write!(f, "expected a head after `<=`"),
            FaultKind::Takes { keyword, expected } => write!(f, "{keyword}: expected {expected}"),
            FaultKind::NotAHead(name) => write!(f, "{name} is given by the game and cannot be the head of a rule"),
            FaultKind::NotInABody(name) => write!(f, "{name} may not stand in the body of a rule"),
            FaultKind::NotAFact(name) => write!(f, "{name} must be given as facts, without conditions"),
            FaultKind::TooManyAlternatives => write!(f, "this rule has too many alternatives"),
            FaultKind::TooManyVariables => write!(f, "this rule has too many variables"),
            FaultKind::TooManyConditions => write!(f, "this rule has too many conditions"),
            FaultKind::TooManyArguments => write!(f, "this has too many arguments"),
            FaultKind::TooManyRules => write!(f, "there are too many rules"),
            FaultKind::Arity { name, here, first, at } => {
                write!(f, "{name} has {here} arguments here and {first} at {at}")
            }
            FaultKind::Unsafe { variable } => {
                write!(f, "unsafe: {variable} does not occur in a positive condition of this rule")
            }
            FaultKind::VariableInFact(variable) => write!(f, "a fact may not have variables, found {variable}"),
            FaultKind::Unstratified { relation, through } => {
                write!(f, "not stratified: {relation} depends on itself through (not ({through} …))")
            }
            FaultKind::Recursion { relation, term } => write!(
                f,
                "recursion in {relation} may not end: {term} is neither ground, nor an argument of the head, nor bound by \
                 a condition outside the recursion"
            ),
            FaultKind::DependsOn { relation, on } => write!(f, "{relation} may not depend on {on}"),
            FaultKind::Missing(what) => write!(f, "there is no rule for {what}"),
            FaultKind::GoalValue(value) => write!(f, "a goal value is a number from 0 to 100, found {value}"),
        }
    }
}
