//! The expression that an author writes, as a tree.

use std::fmt;

use super::Step;

/// A regular expression over steps, in the shape it was written in.
///
/// ```
/// use kibitzer::automata::{On, Regex, Step};
///
/// let ahead = || Regex::Step(Step::new(0, 1, On::Empty));
/// // One or two squares forward, as one writes it.
/// let pawn = Regex::union([ahead(), Regex::power(ahead(), 2)]);
/// assert_eq!(pawn.to_string(), "(0,1,e) + (0,1,e)^2");
/// assert!(Regex::star(pawn.clone()).accepts_empty_word() && !pawn.accepts_empty_word());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Regex {
    Step(Step),
    /// One after the other; none at all is the empty word.
    Concat(Vec<Regex>),
    /// Any of them; none at all is the language without a word: a piece that never moves.
    Union(Vec<Regex>),
    Star(Box<Regex>),
    Power(Box<Regex>, u16),
}

impl Regex {
    pub const NOTHING: Regex = Regex::Union(Vec::new());
    pub const EMPTY_WORD: Regex = Regex::Concat(Vec::new());

    /// One after the other, as one flat list, so that an expression has one shape however it was put together.
    pub fn concat(parts: impl IntoIterator<Item = Regex>) -> Regex {
        let mut flat = Vec::new();
        for part in parts {
            match part {
                Regex::Concat(inner) => flat.extend(inner),
                other => flat.push(other),
            }
        }
        if flat.len() == 1 { flat.remove(0) } else { Regex::Concat(flat) }
    }

    /// Any of them, as one flat list.
    pub fn union(parts: impl IntoIterator<Item = Regex>) -> Regex {
        let mut flat = Vec::new();
        for part in parts {
            match part {
                Regex::Union(inner) => flat.extend(inner),
                other => flat.push(other),
            }
        }
        if flat.len() == 1 { flat.remove(0) } else { Regex::Union(flat) }
    }

    pub fn star(inner: Regex) -> Regex {
        Regex::Star(Box::new(inner))
    }

    pub fn power(inner: Regex, n: u16) -> Regex {
        Regex::Power(Box::new(inner), n)
    }

    pub fn accepts_empty_word(&self) -> bool {
        match self {
            Regex::Step(_) => false,
            Regex::Concat(parts) => parts.iter().all(Regex::accepts_empty_word),
            Regex::Union(parts) => parts.iter().any(Regex::accepts_empty_word),
            Regex::Star(_) => true,
            Regex::Power(inner, n) => *n == 0 || inner.accepts_empty_word(),
        }
    }

    /// Steps it has once every power is written out; `usize::MAX` when that is beyond counting.
    pub fn steps(&self) -> usize {
        match self {
            Regex::Step(_) => 1,
            Regex::Concat(parts) | Regex::Union(parts) => {
                parts.iter().fold(0, |sum: usize, part| sum.saturating_add(part.steps()))
            }
            Regex::Star(inner) => inner.steps(),
            Regex::Power(inner, n) => inner.steps().saturating_mul(usize::from(*n)),
        }
    }

    /// The same expression with every step changed by `change`.
    pub fn map(&self, change: &impl Fn(Step) -> Step) -> Regex {
        let all = |parts: &[Regex]| parts.iter().map(|part| part.map(change)).collect();
        match self {
            Regex::Step(step) => Regex::Step(change(*step)),
            Regex::Concat(parts) => Regex::Concat(all(parts)),
            Regex::Union(parts) => Regex::Union(all(parts)),
            Regex::Star(inner) => Regex::Star(Box::new(inner.map(change))),
            Regex::Power(inner, n) => Regex::Power(Box::new(inner.map(change)), *n),
        }
    }
}

/// How tightly an expression's outermost operator binds; a looser one inside a tighter one needs parentheses.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Binding {
    Union,
    Concat,
    Postfix,
}

impl fmt::Display for Regex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, Binding::Union)
    }
}

impl Regex {
    fn write(&self, f: &mut fmt::Formatter<'_>, around: Binding) -> fmt::Result {
        let (binding, separator, parts) = match self {
            Regex::Step(step) => return write!(f, "{step}"),
            Regex::Star(inner) => {
                inner.write(f, Binding::Postfix)?;
                return f.write_str("^*");
            }
            Regex::Power(inner, n) => {
                inner.write(f, Binding::Postfix)?;
                return write!(f, "^{n}");
            }
            Regex::Union(parts) => (Binding::Union, " + ", parts),
            Regex::Concat(parts) => (Binding::Concat, "", parts),
        };
        // `()` is the empty word. The expression without a word has no text at all; it only ever stands alone.
        let grouped = binding < around || *self == Regex::EMPTY_WORD;
        if grouped {
            f.write_str("(")?;
        }
        for (index, part) in parts.iter().enumerate() {
            if index > 0 {
                f.write_str(separator)?;
            }
            part.write(f, binding)?;
        }
        if grouped {
            f.write_str(")")?;
        }
        Ok(())
    }
}
