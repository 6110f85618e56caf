//! The conditions that make a description a game: keywords, arity, safety, stratification, bounded recursion.

use std::collections::BTreeMap;

use crate::gdl::description::{Description, LiteralKind, Rule};
use crate::gdl::fault::{Fault, FaultKind};
use crate::gdl::kif::Place;
use crate::gdl::terms::{Pattern, Sym, Terms};

/// Relations by name, with how many arguments they take and where they may stand.
const KEYWORDS: &[(&str, usize, &str, bool, bool)] = &[
    ("role", 1, "one role", true, true),
    ("init", 1, "one fluent", true, false),
    ("true", 1, "one fluent", false, true),
    ("does", 2, "a role and an action", false, true),
    ("next", 1, "one fluent", true, false),
    ("legal", 2, "a role and an action", true, true),
    ("goal", 2, "a role and a value", true, true),
    ("terminal", 0, "nothing", true, true),
    ("base", 1, "one fluent", true, true),
    ("input", 2, "a role and an action", true, true),
    ("distinct", 2, "two terms", false, false),
    ("not", 1, "one sentence", false, false),
    ("or", 1, "conditions", false, false),
];

/// All faults, in no particular order.
pub(super) fn check(description: &mut Description) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut uses = Arities::default();
    for rule in &description.rules {
        keywords(description, rule, &mut faults);
        uses.rule(&description.terms, rule, &mut faults);
        safety(rule, &mut faults);
    }
    let graph = Graph::new(description);
    graph.stratification(description, &mut faults);
    graph.recursion(description, &mut faults);
    graph.forbidden(description, &mut faults);
    missing(description, &mut faults);
    faults
}

fn keywords(description: &Description, rule: &Rule, faults: &mut Vec<Fault>) {
    let terms = &description.terms;
    let mut look = |atom: &Pattern, place: Place, is_head: bool| {
        let name = terms.name(terms.relation(atom));
        let Some(&(keyword, arity, expected, head, body)) = KEYWORDS.iter().find(|(word, ..)| *word == name) else {
            return;
        };
        if is_head && !head {
            faults.push(Fault { place, kind: FaultKind::NotAHead(name.to_owned()) });
        } else if !is_head && !body {
            faults.push(Fault { place, kind: FaultKind::NotInABody(name.to_owned()) });
        } else if arguments(terms, atom) != arity {
            faults.push(Fault { place, kind: FaultKind::Takes { keyword, expected } });
        }
    };
    look(&rule.head, rule.place, true);
    for literal in &rule.body {
        if let LiteralKind::Is(atom) | LiteralKind::Not(atom) = &literal.kind {
            look(atom, literal.place, false);
        }
    }
    let relation = terms.relation(&rule.head);
    if relation == description.keywords.role && !rule.body.is_empty() {
        faults.push(Fault { place: rule.place, kind: FaultKind::NotAFact("role".to_owned()) });
    }
    if relation == description.keywords.goal {
        let value = match &rule.head {
            Pattern::Ground(term) => terms.arguments(*term).get(1).copied(),
            Pattern::Apply(_, parts) => match parts.get(1) {
                Some(Pattern::Ground(term)) => Some(*term),
                _ => None,
            },
            Pattern::Variable(_) => None,
        };
        if let Some(value) = value.map(|value| terms.show(value))
            && !value.parse::<u32>().is_ok_and(|value| value <= 100)
        {
            faults.push(Fault { place: rule.place, kind: FaultKind::GoalValue(value) });
        }
    }
}

fn arguments(terms: &Terms, pattern: &Pattern) -> usize {
    match pattern {
        Pattern::Ground(term) => terms.arguments(*term).len(),
        Pattern::Apply(_, parts) => parts.len(),
        Pattern::Variable(_) => 0,
    }
}

/// How many arguments each relation and each function takes, and where that was first seen.
#[derive(Default)]
struct Arities {
    relations: BTreeMap<Sym, (usize, Place)>,
    functions: BTreeMap<Sym, (usize, Place)>,
}

impl Arities {
    fn rule(&mut self, terms: &Terms, rule: &Rule, faults: &mut Vec<Fault>) {
        self.atom(terms, &rule.head, rule.place, faults);
        for literal in &rule.body {
            match &literal.kind {
                LiteralKind::Is(atom) | LiteralKind::Not(atom) => self.atom(terms, atom, literal.place, faults),
                LiteralKind::Distinct(a, b) => {
                    self.term(terms, a, literal.place, faults);
                    self.term(terms, b, literal.place, faults);
                }
            }
        }
    }

    fn atom(&mut self, terms: &Terms, atom: &Pattern, place: Place, faults: &mut Vec<Fault>) {
        let name = terms.relation(atom);
        let here = arguments(terms, atom);
        let (first, at) = *self.relations.entry(name).or_insert((here, place));
        if here != first && !KEYWORDS.iter().any(|(word, ..)| *word == terms.name(name)) {
            let name = terms.name(name).to_owned();
            faults.push(Fault { place, kind: FaultKind::Arity { name, here, first, at } });
        }
        match atom {
            Pattern::Ground(term) => {
                terms.arguments(*term).iter().for_each(|part| self.term(terms, &Pattern::Ground(*part), place, faults))
            }
            Pattern::Apply(_, parts) => parts.iter().for_each(|part| self.term(terms, part, place, faults)),
            Pattern::Variable(_) => {}
        }
    }

    /// Objects have no arguments and are not functions; a name may be both.
    fn term(&mut self, terms: &Terms, pattern: &Pattern, place: Place, faults: &mut Vec<Fault>) {
        let here = arguments(terms, pattern);
        if here == 0 {
            return;
        }
        let name = terms.relation(pattern);
        let (first, at) = *self.functions.entry(name).or_insert((here, place));
        if here != first {
            let name = terms.name(name).to_owned();
            faults.push(Fault { place, kind: FaultKind::Arity { name, here, first, at } });
        }
        match pattern {
            Pattern::Ground(term) => {
                terms.arguments(*term).iter().for_each(|part| self.term(terms, &Pattern::Ground(*part), place, faults))
            }
            Pattern::Apply(_, parts) => parts.iter().for_each(|part| self.term(terms, part, place, faults)),
            Pattern::Variable(_) => {}
        }
    }
}

/// Every variable must be bound by a positive condition, or there is no end of instances.
fn safety(rule: &Rule, faults: &mut Vec<Fault>) {
    let mut bound = vec![false; rule.variables.len()];
    for literal in &rule.body {
        if let LiteralKind::Is(atom) = &literal.kind {
            atom.variables(&mut |variable| bound[usize::from(variable)] = true);
        }
    }
    let mut look = |pattern: &Pattern, place: Place| {
        pattern.variables(&mut |variable| {
            if !std::mem::replace(&mut bound[usize::from(variable)], true) {
                let variable = rule.variables[usize::from(variable)].clone();
                let kind = if rule.body.is_empty() {
                    FaultKind::VariableInFact(variable)
                } else {
                    FaultKind::Unsafe { variable }
                };
                faults.push(Fault { place, kind });
            }
        });
    };
    look(&rule.head, rule.place);
    for literal in &rule.body {
        match &literal.kind {
            LiteralKind::Is(_) => {}
            LiteralKind::Not(atom) => look(atom, literal.place),
            LiteralKind::Distinct(a, b) => {
                look(a, literal.place);
                look(b, literal.place);
            }
        }
    }
}

/// Which relation depends on which, with the strongly connected components: relations that depend on each other.
pub(super) struct Graph {
    /// Relations by number.
    relations: BTreeMap<Sym, usize>,
    edges: Vec<Vec<usize>>,
    component: Vec<usize>,
}

impl Graph {
    pub(super) fn new(description: &Description) -> Graph {
        let mut relations = BTreeMap::new();
        let mut edges: Vec<Vec<usize>> = Vec::new();
        let mut number = |relation: Sym, edges: &mut Vec<Vec<usize>>| {
            *relations.entry(relation).or_insert_with(|| {
                edges.push(Vec::new());
                edges.len() - 1
            })
        };
        for rule in &description.rules {
            let head = number(description.relation(&rule.head), &mut edges);
            for literal in &rule.body {
                if let LiteralKind::Is(atom) | LiteralKind::Not(atom) = &literal.kind {
                    let on = number(description.relation(atom), &mut edges);
                    edges[head].push(on);
                }
            }
        }
        for list in &mut edges {
            list.sort_unstable();
            list.dedup();
        }
        let component = components(&edges);
        Graph { relations, edges, component }
    }

    /// Components are numbered so that what a relation depends on has a lower number, or the same.
    pub(super) fn component(&self, relation: Sym) -> usize {
        self.relations.get(&relation).map_or(usize::MAX, |number| self.component[*number])
    }

    fn cyclic(&self, a: Sym, b: Sym) -> bool {
        // A relation that depends directly on itself shares its component with itself, as any other does: the caller
        // only asks about relations that are connected by a rule.
        self.component(a) == self.component(b)
    }

    fn stratification(&self, description: &Description, faults: &mut Vec<Fault>) {
        for rule in &description.rules {
            let head = description.relation(&rule.head);
            for literal in &rule.body {
                if let LiteralKind::Not(atom) = &literal.kind
                    && self.cyclic(head, description.relation(atom))
                {
                    let relation = description.terms.name(head).to_owned();
                    let through = description.terms.name(description.relation(atom)).to_owned();
                    faults.push(Fault { place: literal.place, kind: FaultKind::Unstratified { relation, through } });
                }
            }
        }
    }

    /// GDL's recursion restriction (Love et al. 2008, definition 15): arguments cannot grow around a cycle.
    fn recursion(&self, description: &Description, faults: &mut Vec<Fault>) {
        let terms = &description.terms;
        for rule in &description.rules {
            let head = description.relation(&rule.head);
            for literal in &rule.body {
                let LiteralKind::Is(atom @ Pattern::Apply(_, parts)) = &literal.kind else { continue };
                if !self.cyclic(head, description.relation(atom)) {
                    continue;
                }
                for part in parts.iter().filter(|part| !matches!(part, Pattern::Ground(_))) {
                    let in_head = matches!(&rule.head, Pattern::Apply(_, heads) if heads.contains(part));
                    let outside = rule.body.iter().any(|other| match &other.kind {
                        LiteralKind::Is(other) if !self.cyclic(head, description.relation(other)) => {
                            matches!(other, Pattern::Apply(_, parts) if parts.contains(part))
                        }
                        _ => false,
                    });
                    if !in_head && !outside {
                        let (relation, term) = (terms.name(head).to_owned(), show(terms, part, &rule.variables));
                        faults.push(Fault { place: literal.place, kind: FaultKind::Recursion { relation, term } });
                    }
                }
            }
        }
    }

    /// The relations that this one depends on, however indirectly.
    pub(super) fn reaches(&self, from: Sym) -> Vec<Sym> {
        let Some(&from) = self.relations.get(&from) else { return Vec::new() };
        let mut seen = vec![false; self.edges.len()];
        let mut stack = vec![from];
        while let Some(at) = stack.pop() {
            if !std::mem::replace(&mut seen[at], true) {
                stack.extend(self.edges[at].iter().filter(|on| !seen[**on]));
            }
        }
        self.relations.iter().filter(|(_, number)| seen[**number]).map(|(relation, _)| *relation).collect()
    }

    fn forbidden(&self, description: &Description, faults: &mut Vec<Fault>) {
        let words = &description.keywords;
        let pairs = [
            ("init", words.init, "true", words.truth),
            ("init", words.init, "does", words.does),
            ("legal", words.legal, "does", words.does),
            ("goal", words.goal, "does", words.does),
            ("terminal", words.terminal, "does", words.does),
        ];
        for (relation, from, on, to) in pairs {
            if self.reaches(from).contains(&to) {
                let place = description.rules.iter().find(|rule| description.relation(&rule.head) == from);
                let place = place.map_or(Place { line: 1, column: 1 }, |rule| rule.place);
                faults.push(Fault { place, kind: FaultKind::DependsOn { relation, on } });
            }
        }
    }
}

fn missing(description: &Description, faults: &mut Vec<Fault>) {
    for name in ["role", "init", "legal", "next", "goal", "terminal"] {
        let given =
            description.rules.iter().any(|rule| description.terms.name(description.relation(&rule.head)) == name);
        if !given {
            faults.push(Fault { place: Place { line: 1, column: 1 }, kind: FaultKind::Missing(name) });
        }
    }
}

/// A pattern as KIF.
pub(super) fn show(terms: &Terms, pattern: &Pattern, variables: &[String]) -> String {
    match pattern {
        Pattern::Variable(variable) => variables[usize::from(*variable)].clone(),
        Pattern::Ground(term) => terms.show(*term),
        Pattern::Apply(name, parts) => {
            let parts: Vec<String> = parts.iter().map(|part| show(terms, part, variables)).collect();
            format!("({} {})", terms.name(*name), parts.join(" "))
        }
    }
}

/// Strongly connected components by Tarjan's algorithm, without recursion; numbered from the leaves up.
pub(super) fn components(edges: &[Vec<usize>]) -> Vec<usize> {
    const NONE: usize = usize::MAX;
    let count = edges.len();
    let (mut index, mut low) = (vec![NONE; count], vec![0; count]);
    let mut component = vec![NONE; count];
    let (mut stack, mut next, mut found) = (Vec::new(), 0, 0);
    for root in 0..count {
        if index[root] != NONE {
            continue;
        }
        // Each frame is a vertex and the edge that comes next.
        let mut frames = vec![(root, 0)];
        while let Some(&mut (at, ref mut edge)) = frames.last_mut() {
            if *edge == 0 {
                (index[at], low[at]) = (next, next);
                next += 1;
                stack.push(at);
            }
            if let Some(&to) = edges[at].get(*edge) {
                *edge += 1;
                if index[to] == NONE {
                    frames.push((to, 0));
                } else if component[to] == NONE {
                    low[at] = low[at].min(index[to]);
                }
                continue;
            }
            frames.pop();
            if let Some(&(above, _)) = frames.last() {
                low[above] = low[above].min(low[at]);
            }
            if low[at] == index[at] {
                while let Some(member) = stack.pop() {
                    component[member] = found;
                    if member == at {
                        break;
                    }
                }
                found += 1;
            }
        }
    }
    component
}
