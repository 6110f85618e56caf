//! From ground rules to the propositions that matter: constants folded, dead rules dropped, names for one thing merged.

use crate::gdl::check::components;
use crate::gdl::description::Keywords;
use crate::gdl::ground::Grounding;
use crate::gdl::terms::{Map, Term, Terms};

/// Fewer rules than this are left as they are.
const MIN_SHARED: usize = 8;
/// The atom of a proposition that the description does not know.
const NO_TERM: Term = Term(u32::MAX);

/// A proposition or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Lit(u32);

impl Lit {
    pub(super) fn new(prop: usize, negated: bool) -> Lit {
        Lit((prop as u32) << 1 | u32::from(negated))
    }

    pub(super) fn prop(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(super) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    fn xor(self, negated: bool) -> Lit {
        Lit(self.0 ^ u32::from(negated))
    }
}

/// What a proposition is, once everything that does not change has been computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Changes,
    Always,
    Never,
}

/// Propositions and their rules; a proposition is true when all conditions of one of its rules are.
#[derive(Debug)]
pub(super) struct Draft {
    /// The atom of each proposition.
    pub(super) atoms: Vec<Term>,
    numbers: Map<Term, u32>,
    pub(super) values: Vec<Value>,
    /// Set from outside: the state and the moves.
    is_input: Vec<bool>,
    /// Wanted for itself, whatever else uses it.
    is_output: Vec<bool>,
    pub(super) rules: Vec<(usize, Vec<Lit>)>,
    /// Strongly connected components, what depends on what: lower numbers first.
    pub(super) component: Vec<usize>,
}

impl Draft {
    pub(super) fn new(terms: &Terms, words: &Keywords, grounding: &Grounding) -> Draft {
        let mut draft = Draft {
            atoms: Vec::new(),
            numbers: Map::default(),
            values: Vec::new(),
            is_input: Vec::new(),
            is_output: Vec::new(),
            rules: Vec::new(),
            component: Vec::new(),
        };
        for word in [words.truth, words.does] {
            for &atom in grounding.atoms(word) {
                let prop = draft.number(atom);
                draft.is_input[prop] = true;
            }
        }
        for rule in 0..grounding.rules.len() {
            let head = grounding.rules.heads[rule];
            let prop = draft.number(head);
            let relation = terms.functor(head);
            draft.is_output[prop] |= [words.next, words.legal, words.goal, words.terminal].contains(&relation);
            let mut body: Vec<Lit> = Vec::new();
            for condition in grounding.rules.conditions(rule) {
                // What can never be true needs no watching.
                if !condition.negated || grounding.is_possible(condition.atom) {
                    body.push(Lit::new(draft.number(condition.atom), condition.negated));
                }
            }
            draft.rules.push((prop, body));
        }
        draft.tidy();
        draft.fold();
        draft.prune();
        draft.share();
        draft
    }

    /// Where many rules of one proposition are a condition in common and one more each, the others become a proposition of their
    /// own, shared by all that have the same. Frame rules are often written so, "this stays if any of those moves is made",
    /// and would otherwise be one rule for each pair of a fluent and a move.
    fn share(&mut self) {
        let mut made: Map<Vec<Lit>, usize> = Map::default();
        let mut rules: Vec<(usize, Vec<Lit>)> = Vec::new();
        // Rules are sorted by head.
        for group in std::mem::take(&mut self.rules).chunk_by(|a, b| a.0 == b.0) {
            let mut counts: Map<Lit, usize> = Map::default();
            for (_, body) in group.iter().filter(|(_, body)| body.len() == 2) {
                body.iter().for_each(|lit| *counts.entry(*lit).or_default() += 1);
            }
            let common = group.iter().flat_map(|(_, body)| body).max_by_key(|lit| (counts.get(lit), **lit)).copied();
            let Some(common) = common.filter(|lit| counts.get(lit).is_some_and(|count| *count >= MIN_SHARED)) else {
                rules.extend_from_slice(group);
                continue;
            };
            let (shared, others): (Vec<_>, Vec<_>) =
                group.iter().cloned().partition(|(_, body)| body.len() == 2 && body.contains(&common));
            let mut rest: Vec<Lit> =
                shared.iter().flat_map(|(_, body)| body.iter().copied().filter(|lit| *lit != common)).collect();
            rest.sort_unstable();
            let prop = *made.entry(rest).or_insert_with_key(|rest| {
                let prop = self.atoms.len();
                self.atoms.push(NO_TERM);
                self.values.push(Value::Changes);
                self.is_input.push(false);
                self.is_output.push(false);
                rules.extend(rest.iter().map(|lit| (prop, vec![*lit])));
                prop
            });
            rules.push((group[0].0, vec![common, Lit::new(prop, false)]));
            rules.extend(others);
        }
        self.rules = rules;
        self.tidy();
    }

    fn number(&mut self, atom: Term) -> usize {
        let next = self.atoms.len() as u32;
        let number = *self.numbers.entry(atom).or_insert(next);
        if number == next {
            self.atoms.push(atom);
            self.values.push(Value::Changes);
            self.is_input.push(false);
            self.is_output.push(false);
        }
        number as usize
    }

    pub(super) fn find(&self, atom: Term) -> Option<usize> {
        self.numbers.get(&atom).map(|number| *number as usize)
    }

    /// Each condition once, each rule once, and none that contradicts itself.
    fn tidy(&mut self) {
        for (_, body) in &mut self.rules {
            body.sort_unstable();
            body.dedup();
        }
        self.rules.retain(|(head, body)| {
            !body.windows(2).any(|pair| pair[0].prop() == pair[1].prop()) && !body.contains(&Lit::new(*head, false))
        });
        self.rules.sort_unstable();
        self.rules.dedup();
    }

    /// Works out what is always or never true.
    fn fold(&mut self) {
        let count = self.atoms.len();
        let mut uses: Vec<Vec<u32>> = vec![Vec::new(); count];
        let mut alive = vec![true; self.rules.len()];
        let mut rules_of = vec![0u32; count];
        let mut left: Vec<u32> = self.rules.iter().map(|(_, body)| body.len() as u32).collect();
        for (number, (head, body)) in self.rules.iter().enumerate() {
            rules_of[*head] += 1;
            body.iter().for_each(|lit| uses[lit.prop()].push(number as u32));
        }
        let mut settled: Vec<usize> = Vec::new();
        for (prop, &rules) in rules_of.iter().enumerate() {
            if rules == 0 && !self.is_input[prop] {
                self.values[prop] = Value::Never;
                settled.push(prop);
            }
        }
        for (number, (head, _)) in self.rules.iter().enumerate() {
            if left[number] == 0 && self.values[*head] == Value::Changes {
                self.values[*head] = Value::Always;
                settled.push(*head);
            }
        }
        while let Some(prop) = settled.pop() {
            let always = self.values[prop] == Value::Always;
            for &number in &uses[prop] {
                let number = number as usize;
                let (head, body) = &self.rules[number];
                if !alive[number] {
                    continue;
                }
                if body.contains(&Lit::new(prop, !always)) {
                    left[number] -= 1;
                    if left[number] == 0 && self.values[*head] == Value::Changes {
                        self.values[*head] = Value::Always;
                        settled.push(*head);
                    }
                } else {
                    alive[number] = false;
                    rules_of[*head] -= 1;
                    if rules_of[*head] == 0 && self.values[*head] == Value::Changes {
                        self.values[*head] = Value::Never;
                        settled.push(*head);
                    }
                }
            }
        }
        let mut number = 0;
        let values = &self.values;
        self.rules.retain_mut(|(head, body)| {
            number += 1;
            body.retain(|lit| values[lit.prop()] == Value::Changes);
            alive[number - 1] && values[*head] == Value::Changes
        });
        self.tidy();
    }

    /// Drops the rules that no output depends on.
    fn prune(&mut self) {
        let mut needed = self.is_output.clone();
        let mut rules_of: Vec<Vec<u32>> = vec![Vec::new(); self.atoms.len()];
        for (number, (head, _)) in self.rules.iter().enumerate() {
            rules_of[*head].push(number as u32);
        }
        let mut stack: Vec<usize> = (0..needed.len()).filter(|prop| needed[*prop]).collect();
        while let Some(prop) = stack.pop() {
            for &number in &rules_of[prop] {
                for lit in &self.rules[number as usize].1 {
                    if !std::mem::replace(&mut needed[lit.prop()], true) {
                        stack.push(lit.prop());
                    }
                }
            }
        }
        self.rules.retain(|(head, _)| needed[*head]);
    }

    /// Takes a condition that all of these propositions share out of their rules, if they are worth it: what must hold
    /// for any of them is then asked once. Gives the condition and the propositions.
    ///
    /// In most games, "it is my turn" is part of every rule for legal moves. Without it, changing sides changes nothing.
    pub(super) fn factor(&mut self, among: &[usize]) -> Option<(Lit, Vec<usize>)> {
        let mut used = vec![false; self.atoms.len()];
        let mut rules_of: Map<u32, Vec<u32>> = Map::default();
        for (number, (head, body)) in self.rules.iter().enumerate() {
            body.iter().for_each(|lit| used[lit.prop()] = true);
            rules_of.entry(*head as u32).or_default().push(number as u32);
        }
        let mut shared: Vec<(Lit, usize)> = Vec::new();
        for &prop in among.iter().filter(|prop| !used[**prop]) {
            let Some(rules) = rules_of.get(&(prop as u32)) else { continue };
            let bodies = || rules.iter().map(|rule| &self.rules[*rule as usize].1);
            if bodies().any(|body| body.len() < 2) {
                continue;
            }
            let first = bodies().next().into_iter().flatten().copied();
            shared.extend(first.filter(|lit| bodies().all(|body| body.contains(lit))).map(|lit| (lit, prop)));
        }
        shared.sort_unstable();
        let best = shared.chunk_by(|a, b| a.0 == b.0).max_by_key(|group| group.len())?;
        if best.len() < 2 {
            return None;
        }
        let lit = best[0].0;
        let props: Vec<usize> = best.iter().map(|(_, prop)| *prop).collect();
        for prop in &props {
            for rule in rules_of.get(&(*prop as u32)).into_iter().flatten() {
                self.rules[*rule as usize].1.retain(|other| *other != lit);
            }
        }
        Some((lit, props))
    }

    /// Propositions that say the same as one other become that other. To be called last; sorts out what depends on what.
    pub(super) fn merge(&mut self, keep: &[Lit]) {
        self.tidy();
        self.order();
        let count = self.atoms.len();
        let mut rules_of: Vec<Vec<u32>> = vec![Vec::new(); count];
        for (number, (head, _)) in self.rules.iter().enumerate() {
            rules_of[*head].push(number as u32);
        }
        let mut size = vec![0u32; count];
        self.component.iter().for_each(|component| size[*component] += 1);
        let mut kept = self.is_output.clone();
        keep.iter().for_each(|lit| kept[lit.prop()] = true);
        let mut by_component: Vec<usize> = (0..count).collect();
        by_component.sort_by_key(|prop| self.component[*prop]);
        let mut same: Vec<Lit> = (0..count).map(|prop| Lit::new(prop, false)).collect();
        for prop in by_component {
            for &rule in &rules_of[prop] {
                let body = &mut self.rules[rule as usize].1;
                for lit in body.iter_mut() {
                    *lit = same[lit.prop()].xor(lit.is_negated());
                }
            }
            let [rule] = rules_of[prop][..] else { continue };
            if let [lit] = self.rules[rule as usize].1[..]
                && size[self.component[prop]] == 1
                && !kept[prop]
                && lit.prop() != prop
            {
                same[prop] = lit;
            }
        }
        // Within a component, rules may have been rewritten before what they use was.
        for (_, body) in &mut self.rules {
            body.iter_mut().for_each(|lit| *lit = same[lit.prop()].xor(lit.is_negated()));
        }
        self.tidy();
        self.prune_merged(&same);
        self.order();
    }

    fn prune_merged(&mut self, same: &[Lit]) {
        self.rules.retain(|(head, _)| same[*head] == Lit::new(*head, false));
    }

    fn order(&mut self) {
        let mut edges: Vec<Vec<usize>> = vec![Vec::new(); self.atoms.len()];
        for (head, body) in &self.rules {
            edges[*head].extend(body.iter().map(|lit| lit.prop()));
        }
        self.component = components(&edges);
    }
}
