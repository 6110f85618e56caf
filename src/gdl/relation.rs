//! The ground atoms of one relation, in the order they were found, with indexes for joins.

use crate::gdl::terms::{Map, Pattern, Term, Terms};

/// The way from an atom to a part of it: which argument, then which argument of that, and so on.
pub(super) type Path = Vec<u8>;

/// Which atoms of a relation a join may use, by when they were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Span {
    /// Before the last round.
    Old,
    /// In the last round.
    Fresh,
    All,
}

#[derive(Debug, Default)]
pub(super) struct Relation {
    pub(super) atoms: Vec<Term>,
    /// Where the last round began, and where it ended.
    pub(super) fresh: usize,
    pub(super) end: usize,
    indexes: Vec<Index>,
}

/// From the parts of an atom at some paths to the atoms that have them, as rising numbers.
#[derive(Debug)]
struct Index {
    paths: Vec<Path>,
    done: usize,
    numbers: Map<Box<[Term]>, Vec<u32>>,
}

impl Relation {
    pub(super) fn range(&self, span: Span) -> std::ops::Range<usize> {
        match span {
            Span::Old => 0..self.fresh,
            Span::Fresh => self.fresh..self.end,
            Span::All => 0..self.end,
        }
    }

    /// What was found since becomes the last round.
    pub(super) fn turn(&mut self) -> bool {
        self.fresh = self.end;
        self.end = self.atoms.len();
        self.fresh < self.end
    }

    /// The number of the index by these paths, made if it is new.
    pub(super) fn index(&mut self, paths: Vec<Path>) -> usize {
        if let Some(at) = self.indexes.iter().position(|index| index.paths == paths) {
            return at;
        }
        self.indexes.push(Index { paths, done: 0, numbers: Map::default() });
        self.indexes.len() - 1
    }

    /// Brings every index up to date.
    pub(super) fn refresh(&mut self, terms: &Terms) {
        for index in &mut self.indexes {
            for (number, &atom) in self.atoms.iter().enumerate().skip(index.done) {
                let parts: Option<Box<[Term]>> = index.paths.iter().map(|path| part(terms, atom, path)).collect();
                if let Some(parts) = parts {
                    index.numbers.entry(parts).or_default().push(number as u32);
                }
            }
            index.done = self.atoms.len();
        }
    }

    /// The atoms with these parts.
    pub(super) fn find(&self, index: usize, parts: &[Term], span: Span) -> &[u32] {
        let Some(numbers) = self.indexes[index].numbers.get(parts) else { return &[] };
        let range = self.range(span);
        let first =
            if range.start == 0 { 0 } else { numbers.partition_point(|&number| (number as usize) < range.start) };
        let end = numbers.partition_point(|&number| (number as usize) < range.end);
        &numbers[first..end]
    }
}

fn part(terms: &Terms, atom: Term, path: &[u8]) -> Option<Term> {
    path.iter().try_fold(atom, |term, &at| terms.arguments(term).get(usize::from(at)).copied())
}

/// The largest parts of a pattern whose variables are all bound, with the paths to them.
pub(super) fn bound_parts(pattern: &Pattern, bound: &dyn Fn(u16) -> bool) -> Vec<(Path, Pattern)> {
    fn visit(pattern: &Pattern, path: &mut Path, bound: &dyn Fn(u16) -> bool, found: &mut Vec<(Path, Pattern)>) {
        if !path.is_empty() && !pattern.has_variable(&|variable| !bound(variable)) {
            found.push((path.clone(), pattern.clone()));
        } else if let Pattern::Apply(_, parts) = pattern {
            for (at, part) in parts.iter().enumerate() {
                path.push(at.min(255) as u8);
                visit(part, path, bound, found);
                path.pop();
            }
        }
    }
    let mut found = Vec::new();
    visit(pattern, &mut Path::new(), bound, &mut found);
    found
}
