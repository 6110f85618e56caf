//! Names, ground terms and patterns. Equal terms have equal numbers, so that comparing them is comparing integers.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A name: of a relation, a function or an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sym(pub(super) u32);

/// A ground term; an atom of a relation is a term like any other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term(pub(super) u32);

/// A term with variables, which are numbered within their rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pattern {
    Variable(u16),
    Ground(Term),
    Apply(Sym, Box<[Pattern]>),
}

/// A fast hash for small integer keys; the standard one is made for keys that an attacker chooses at leisure.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 29
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.chunks(4).for_each(|chunk| {
            let mut word = [0; 4];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u32(u32::from_le_bytes(word));
        });
    }

    fn write_u32(&mut self, word: u32) {
        self.0 = (self.0.rotate_left(5) ^ u64::from(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u32(word as u32);
    }
}

pub(super) type Map<K, V> = HashMap<K, V, BuildHasherDefault<Mix>>;

#[derive(Clone, Copy, Debug)]
struct Shape {
    name: Sym,
    first: u32,
    count: u16,
    /// How deep it is nested.
    depth: u16,
}

/// All names and ground terms of one description.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    names: Vec<String>,
    by_name: Map<String, Sym>,
    shapes: Vec<Shape>,
    arguments: Vec<Term>,
    /// From the name and the arguments to the term.
    by_shape: Map<Box<[u32]>, Term>,
    key: Vec<u32>,
}

impl Terms {
    pub fn sym(&mut self, name: &str) -> Sym {
        if let Some(&sym) = self.by_name.get(name) {
            return sym;
        }
        let sym = Sym(self.names.len() as u32);
        self.names.push(name.to_owned());
        self.by_name.insert(name.to_owned(), sym);
        sym
    }

    pub fn find_sym(&self, name: &str) -> Option<Sym> {
        self.by_name.get(name).copied()
    }

    pub fn name(&self, sym: Sym) -> &str {
        &self.names[sym.0 as usize]
    }

    pub fn term(&mut self, name: Sym, arguments: &[Term]) -> Term {
        let mut key = std::mem::take(&mut self.key);
        key.clear();
        key.push(name.0);
        key.extend(arguments.iter().map(|term| term.0));
        let found = self.by_shape.get(key.as_slice()).copied();
        let term = found.unwrap_or_else(|| {
            let term = Term(self.shapes.len() as u32);
            let depth = arguments.iter().map(|part| self.depth(*part) + 1).max().unwrap_or(0);
            let (first, count) = (self.arguments.len() as u32, arguments.len() as u16);
            self.shapes.push(Shape { name, first, count, depth });
            self.arguments.extend_from_slice(arguments);
            self.by_shape.insert(key.as_slice().into(), term);
            term
        });
        self.key = key;
        term
    }

    /// The term with this name and these arguments, if anything ever made it.
    pub fn find(&self, name: Sym, arguments: &[Term]) -> Option<Term> {
        let key: Vec<u32> = std::iter::once(name.0).chain(arguments.iter().map(|term| term.0)).collect();
        self.by_shape.get(key.as_slice()).copied()
    }

    pub fn constant(&mut self, name: &str) -> Term {
        let sym = self.sym(name);
        self.term(sym, &[])
    }

    pub fn len(&self) -> usize {
        self.shapes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.shapes.is_empty()
    }

    pub fn functor(&self, term: Term) -> Sym {
        self.shapes[term.0 as usize].name
    }

    pub fn arguments(&self, term: Term) -> &[Term] {
        let shape = self.shapes[term.0 as usize];
        &self.arguments[shape.first as usize..][..usize::from(shape.count)]
    }

    /// How deep a term is nested: 0 for an object.
    pub(super) fn depth(&self, term: Term) -> u16 {
        self.shapes[term.0 as usize].depth
    }

    /// The term as KIF.
    pub fn show(&self, term: Term) -> String {
        let arguments = self.arguments(term);
        let name = self.name(self.functor(term));
        if arguments.is_empty() {
            return name.to_owned();
        }
        let parts: Vec<String> = arguments.iter().map(|part| self.show(*part)).collect();
        format!("({name} {})", parts.join(" "))
    }

    /// The ground term that a pattern stands for, made if it is new. Every variable must be bound.
    pub(super) fn build(&mut self, pattern: &Pattern, bound: &[Option<Term>]) -> Option<Term> {
        match pattern {
            Pattern::Variable(variable) => bound[usize::from(*variable)],
            Pattern::Ground(term) => Some(*term),
            Pattern::Apply(name, parts) => {
                let parts: Option<Vec<Term>> = parts.iter().map(|part| self.build(part, bound)).collect();
                parts.map(|parts| self.term(*name, &parts))
            }
        }
    }

    /// Matches a pattern with a ground term; newly bound variables are noted in `trail`.
    pub(super) fn matches(
        &self,
        pattern: &Pattern,
        term: Term,
        bound: &mut [Option<Term>],
        trail: &mut Vec<u16>,
    ) -> bool {
        match pattern {
            Pattern::Ground(expected) => *expected == term,
            Pattern::Variable(variable) => match bound[usize::from(*variable)] {
                Some(value) => value == term,
                None => {
                    bound[usize::from(*variable)] = Some(term);
                    trail.push(*variable);
                    true
                }
            },
            Pattern::Apply(name, parts) => {
                let arguments = self.arguments(term);
                self.functor(term) == *name
                    && arguments.len() == parts.len()
                    && (0..parts.len())
                        .all(|index| self.matches(&parts[index], self.arguments(term)[index], bound, trail))
            }
        }
    }
}

impl Pattern {
    /// Calls `visit` for every variable, as often as it occurs.
    pub fn variables(&self, visit: &mut dyn FnMut(u16)) {
        match self {
            Pattern::Variable(variable) => visit(*variable),
            Pattern::Ground(_) => {}
            Pattern::Apply(_, parts) => parts.iter().for_each(|part| part.variables(visit)),
        }
    }

    pub(super) fn has_variable(&self, test: &dyn Fn(u16) -> bool) -> bool {
        let mut found = false;
        self.variables(&mut |variable| found |= test(variable));
        found
    }
}
