//! Grounding: every instance of every rule that could ever matter, found once.
//!
//! Relations that do not depend on the state are computed exactly, stratum by stratum. For the others it is found out
//! which atoms could be true in any state, as if nothing were ever false again and every legal move were made; what a
//! rule says about such atoms is one ground rule. Both are semi-naive: each round joins what the last one found with
//! what was known before, so that each instance is met exactly once. Everything is bounded.

use std::collections::BTreeMap;
use std::fmt;

use crate::gdl::check::Graph;
use crate::gdl::description::{Description, LiteralKind};
use crate::gdl::kif::Place;
use crate::gdl::relation::{Path, Relation, Span, bound_parts};
use crate::gdl::terms::{Pattern, Sym, Term, Terms};

/// How large a game may become.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub atoms: usize,
    pub rules: usize,
    /// Atoms looked at in joins.
    pub steps: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { atoms: 1_500_000, rules: 3_000_000, steps: 200_000_000 }
    }
}

/// Terms nested deeper than this come from a rule that nests them for ever.
const MAX_NESTING: u16 = 60;

/// A description with more instances than the limits allow, and the rule that has the most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explosion {
    pub place: Place,
    pub rule: String,
    pub instances: u64,
}

impl fmt::Display for Explosion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rule: String = self.rule.chars().take(200).collect();
        write!(
            f,
            "{}: this game is too large to be grounded: after {} instances of this rule it was given up: {rule}",
            self.place, self.instances
        )
    }
}

/// A condition of a ground rule: an atom, or that it is false.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Condition {
    pub(super) atom: Term,
    pub(super) negated: bool,
}

/// The instances of the rules that depend on the state.
#[derive(Debug, Default)]
pub(super) struct GroundRules {
    pub(super) heads: Vec<Term>,
    /// Which rule of the description each comes from.
    pub(super) sources: Vec<u32>,
    /// Where the conditions of each begin; one more than rules.
    first: Vec<u32>,
    conditions: Vec<Condition>,
}

impl GroundRules {
    pub(super) fn len(&self) -> usize {
        self.heads.len()
    }

    pub(super) fn conditions(&self, rule: usize) -> &[Condition] {
        let end = self.first.get(rule + 1).map_or(self.conditions.len(), |end| *end as usize);
        &self.conditions[self.first[rule] as usize..end]
    }
}

/// What grounding found.
#[derive(Debug)]
pub(super) struct Grounding {
    pub(super) rules: GroundRules,
    /// For each term, whether it is an atom that can be true.
    possible: Vec<bool>,
    relations: BTreeMap<Sym, Relation>,
}

impl Grounding {
    pub(super) fn is_possible(&self, atom: Term) -> bool {
        self.possible.get(atom.0 as usize).copied().unwrap_or(false)
    }

    /// The atoms of a relation that can be true, in the order they were found.
    pub(super) fn atoms(&self, relation: Sym) -> &[Term] {
        self.relations.get(&relation).map_or(&[], |relation| &relation.atoms)
    }
}

/// Relations that depend on the state or the moves, or that the game asks for.
fn dynamic(description: &Description, graph: &Graph) -> Vec<Sym> {
    let words = &description.keywords;
    let mut relations: Vec<Sym> = description.rules.iter().map(|rule| description.relation(&rule.head)).collect();
    relations.sort_unstable();
    relations.dedup();
    let asked = [words.next, words.legal, words.goal, words.terminal];
    relations.retain(|relation| {
        let on = graph.reaches(*relation);
        asked.iter().any(|word| on.contains(word)) || on.contains(&words.truth) || on.contains(&words.does)
    });
    relations.extend(asked);
    relations.extend([words.truth, words.does]);
    relations.sort_unstable();
    relations.dedup();
    relations
}

pub(super) fn ground(description: &mut Description, limits: Limits) -> Result<Grounding, Explosion> {
    let graph = Graph::new(description);
    let dynamic = dynamic(description, &graph);
    let rules: Vec<GroundingRule> = description
        .rules
        .iter()
        .map(|rule| GroundingRule {
            head: rule.head.clone(),
            relation: description.relation(&rule.head),
            variables: rule.variables.len(),
            positive: rule
                .body
                .iter()
                .filter_map(|literal| match &literal.kind {
                    LiteralKind::Is(atom) => Some((atom.clone(), description.relation(atom))),
                    _ => None,
                })
                .collect(),
            tests: rule
                .body
                .iter()
                .filter_map(|literal| match &literal.kind {
                    LiteralKind::Is(_) => None,
                    LiteralKind::Not(atom) => {
                        Some(Test::Absent(atom.clone(), dynamic.binary_search(&description.relation(atom)).is_ok()))
                    }
                    LiteralKind::Distinct(a, b) => Some(Test::Distinct(a.clone(), b.clone())),
                })
                .collect(),
        })
        .collect();
    let is_dynamic = |relation: Sym| dynamic.binary_search(&relation).is_ok();
    let words = description.keywords;
    let mut work = Work {
        terms: std::mem::take(&mut description.terms),
        relations: BTreeMap::new(),
        possible: Vec::new(),
        found: GroundRules::default(),
        limits,
        steps: 0,
        counts: vec![0; rules.len()],
        dynamic: &dynamic,
        follow: [(words.next, words.truth), (words.init, words.truth), (words.legal, words.does)],
    };
    // What does not depend on the state first, lower strata before higher ones; then everything else at once.
    let mut stages: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (number, rule) in rules.iter().enumerate() {
        let stage = if is_dynamic(rule.relation) { usize::MAX } else { graph.component(rule.relation) };
        stages.entry(stage).or_default().push(number);
    }
    let mut result = Ok(());
    for (_, members) in stages {
        result = work.run(&rules, &members);
        if result.is_err() {
            break;
        }
    }
    let Work { terms, relations, possible, found, counts, .. } = work;
    description.terms = terms;
    if result.is_err() {
        let worst = (0..counts.len()).max_by_key(|rule| counts[*rule]).unwrap_or(0);
        let rule = &description.rules[worst];
        return Err(Explosion { place: rule.place, rule: rule.text.clone(), instances: counts[worst] });
    }
    Ok(Grounding { rules: found, possible, relations })
}

struct GroundingRule {
    head: Pattern,
    relation: Sym,
    variables: usize,
    positive: Vec<(Pattern, Sym)>,
    tests: Vec<Test>,
}

enum Test {
    /// The flag says whether the relation depends on the state, so that it cannot be decided here.
    Absent(Pattern, bool),
    Distinct(Pattern, Pattern),
}

/// One way of joining the conditions of a rule.
struct Plan {
    scans: Vec<Scan>,
}

struct Scan {
    pattern: Pattern,
    relation: Sym,
    span: Span,
    /// Which index, and the parts to look up in it.
    index: Option<(usize, Vec<Pattern>)>,
    /// Tests whose variables are bound after this scan.
    tests: Vec<usize>,
}

/// The limits were passed.
struct TooLarge;

struct Work<'a> {
    terms: Terms,
    relations: BTreeMap<Sym, Relation>,
    possible: Vec<bool>,
    found: GroundRules,
    limits: Limits,
    steps: u64,
    /// Instances of each rule.
    counts: Vec<u64>,
    dynamic: &'a [Sym],
    /// Relations whose atoms make an atom of another true one day.
    follow: [(Sym, Sym); 3],
}

impl Work<'_> {
    fn run(&mut self, rules: &[GroundingRule], members: &[usize]) -> Result<(), TooLarge> {
        let mut plans: BTreeMap<(usize, usize), Plan> = BTreeMap::new();
        for &number in members {
            if rules[number].positive.is_empty() {
                self.instance(rules, number, &vec![None; rules[number].variables])?;
            }
        }
        // For this stage, all that is known is fresh.
        self.relations.values_mut().for_each(|relation| {
            relation.fresh = 0;
            relation.end = relation.atoms.len();
        });
        loop {
            for &number in members {
                let rule = &rules[number];
                for start in 0..rule.positive.len() {
                    let has = |at: usize, span: Span| {
                        self.relations
                            .get(&rule.positive[at].1)
                            .is_some_and(|relation| !relation.range(span).is_empty())
                    };
                    if !has(start, Span::Fresh)
                        || !(0..start).all(|at| has(at, Span::Old))
                        || !(start..rule.positive.len()).all(|at| has(at, Span::All))
                    {
                        continue;
                    }
                    let plan = match plans.remove(&(number, start)) {
                        Some(plan) => plan,
                        None => self.plan(rule, start),
                    };
                    for scan in &plan.scans {
                        if let Some(relation) = self.relations.get_mut(&scan.relation) {
                            relation.refresh(&self.terms);
                        }
                    }
                    let mut bound = vec![None; rule.variables];
                    self.join(rules, number, &plan, 0, &mut bound)?;
                    plans.insert((number, start), plan);
                }
            }
            // Every relation takes its turn, not only until one has something new.
            if self.relations.values_mut().fold(false, |any, relation| relation.turn() | any) {
                continue;
            }
            return Ok(());
        }
    }

    /// Begins with the fresh condition; then always the one with the fewest variables left.
    fn plan(&mut self, rule: &GroundingRule, start: usize) -> Plan {
        let mut bound = vec![false; rule.variables];
        let mut left: Vec<usize> = (0..rule.positive.len()).filter(|at| *at != start).collect();
        let mut tests: Vec<usize> = (0..rule.tests.len()).collect();
        let mut next = Some(start);
        let mut scans = Vec::new();
        while let Some(at) = next {
            let (pattern, relation) = &rule.positive[at];
            let span = match at.cmp(&start) {
                std::cmp::Ordering::Less => Span::Old,
                std::cmp::Ordering::Equal => Span::Fresh,
                std::cmp::Ordering::Greater => Span::All,
            };
            let parts = bound_parts(pattern, &|variable| bound[usize::from(variable)]);
            let (paths, parts): (Vec<Path>, Vec<Pattern>) = parts.into_iter().unzip();
            let index = (!parts.is_empty()).then(|| (self.relations.entry(*relation).or_default().index(paths), parts));
            pattern.variables(&mut |variable| bound[usize::from(variable)] = true);
            let free = |pattern: &Pattern| pattern.has_variable(&|variable| !bound[usize::from(variable)]);
            let (ready, later) = tests.into_iter().partition(|test| match &rule.tests[*test] {
                Test::Absent(atom, _) => !free(atom),
                Test::Distinct(a, b) => !free(a) && !free(b),
            });
            tests = later;
            scans.push(Scan { pattern: pattern.clone(), relation: *relation, span, index, tests: ready });
            let cost = |at: usize| {
                let (pattern, relation) = &rule.positive[at];
                let mut unbound: Vec<u16> = Vec::new();
                pattern.variables(&mut |variable| {
                    if !bound[usize::from(variable)] && !unbound.contains(&variable) {
                        unbound.push(variable);
                    }
                });
                let known = bound_parts(pattern, &|variable| bound[usize::from(variable)]).len();
                // A condition that shares nothing with those before it multiplies them.
                let apart = known == 0 && !unbound.is_empty();
                let size = self.relations.get(relation).map_or(0, |relation| relation.atoms.len());
                (apart, unbound.len(), usize::MAX - known, size)
            };
            next = left.iter().copied().min_by_key(|at| cost(*at));
            left.retain(|at| Some(*at) != next);
        }
        Plan { scans }
    }

    fn join(
        &mut self,
        rules: &[GroundingRule],
        number: usize,
        plan: &Plan,
        depth: usize,
        bound: &mut Vec<Option<Term>>,
    ) -> Result<(), TooLarge> {
        let Some(scan) = plan.scans.get(depth) else { return self.instance(rules, number, bound) };
        // Atoms found meanwhile stand behind the range, so the range stays as it is.
        let numbers: Vec<u32> = {
            let Some(relation) = self.relations.get(&scan.relation) else { return Ok(()) };
            match &scan.index {
                Some((index, parts)) => {
                    let parts: Option<Vec<Term>> = parts.iter().map(|part| self.terms.build(part, bound)).collect();
                    parts.map_or(Vec::new(), |parts| relation.find(*index, &parts, scan.span).to_vec())
                }
                None => relation.range(scan.span).map(|number| number as u32).collect(),
            }
        };
        let mut trail = Vec::new();
        for atom in numbers {
            self.steps += 1;
            if self.steps > self.limits.steps {
                self.counts[number] += 1;
                return Err(TooLarge);
            }
            let atom = self.relations[&scan.relation].atoms[atom as usize];
            trail.clear();
            if self.terms.matches(&scan.pattern, atom, bound, &mut trail) && self.pass(rules, number, scan, bound) {
                let undo = trail.clone();
                self.join(rules, number, plan, depth + 1, bound)?;
                trail = undo;
            }
            for variable in &trail {
                bound[usize::from(*variable)] = None;
            }
        }
        Ok(())
    }

    fn pass(&mut self, rules: &[GroundingRule], number: usize, scan: &Scan, bound: &[Option<Term>]) -> bool {
        scan.tests.iter().all(|test| self.test(&rules[number].tests[*test], bound))
    }

    fn test(&mut self, test: &Test, bound: &[Option<Term>]) -> bool {
        match test {
            Test::Absent(_, true) => true,
            Test::Absent(atom, false) => {
                let atom = self.terms.build(atom, bound);
                !atom.is_some_and(|atom| self.possible.get(atom.0 as usize).copied().unwrap_or(false))
            }
            Test::Distinct(a, b) => self.terms.build(a, bound) != self.terms.build(b, bound),
        }
    }

    /// A complete instance: its head can be true.
    fn instance(&mut self, rules: &[GroundingRule], number: usize, bound: &[Option<Term>]) -> Result<(), TooLarge> {
        let rule = &rules[number];
        if rule.positive.is_empty() && !rule.tests.iter().all(|test| self.test(test, bound)) {
            return Ok(());
        }
        self.counts[number] += 1;
        let Some(head) = self.terms.build(&rule.head, bound) else { return Ok(()) };
        if self.dynamic.binary_search(&rule.relation).is_ok() {
            self.found.heads.push(head);
            self.found.sources.push(number as u32);
            self.found.first.push(self.found.conditions.len() as u32);
            for (atom, relation) in &rule.positive {
                if self.dynamic.binary_search(relation).is_ok()
                    && let Some(atom) = self.terms.build(atom, bound)
                {
                    self.found.conditions.push(Condition { atom, negated: false });
                }
            }
            for test in &rule.tests {
                if let Test::Absent(atom, true) = test
                    && let Some(atom) = self.terms.build(atom, bound)
                {
                    self.found.conditions.push(Condition { atom, negated: true });
                }
            }
        }
        self.add(rule.relation, head);
        for (from, to) in self.follow {
            if from == rule.relation {
                let parts = self.terms.arguments(head).to_vec();
                let atom = self.terms.term(to, &parts);
                self.add(to, atom);
            }
        }
        let large = self.terms.len() > self.limits.atoms
            || self.found.len() > self.limits.rules
            || self.terms.depth(head) > MAX_NESTING;
        if large { Err(TooLarge) } else { Ok(()) }
    }

    fn add(&mut self, relation: Sym, atom: Term) {
        let at = atom.0 as usize;
        if at >= self.possible.len() {
            self.possible.resize(at + 1024, false);
        }
        if !std::mem::replace(&mut self.possible[at], true) {
            self.relations.entry(relation).or_default().atoms.push(atom);
        }
    }
}
