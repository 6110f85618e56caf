//! Descriptions as Prolog programs, for comparison with a general logic engine.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::gdl::description::{Description, LiteralKind, Rule};
use crate::gdl::terms::{Pattern, Sym, Term};

/// What every translated program needs: states, moves, random games, and printing in KIF.
const DRIVER: &str = "
assert_state(L) :- forall(flat(_, T, N), (functor(H, T, N), retractall(H))), forall(member(F, L), add_fluent(F)).
add_fluent(F) :- F =.. [N|A], flat(N, T, K), length(A, K), !, H =.. [T|A], assertz(H).
start :- retractall(does(_, _)), findall(F, init(F), L0), sort(L0, L), assert_state(L).
advance(Moves) :- retractall(does(_, _)), forall(member(R-M, Moves), assertz(does(R, M))),
  findall(F, next(F), L0), sort(L0, L), retractall(does(_, _)), assert_state(L).
legals(R, L) :- findall(M, legal(R, M), L0), sort(L0, L).
playout :- start, playout_on.
playout_on :- terminal, !, forall(role(R), (goal(R, _) -> true ; true)).
playout_on :- findall(R-M, (role(R), legals(R, L), random_member(M, L)), Moves), advance(Moves), playout_on.
bench(Seconds) :- statistics(cputime, T0), bench(Seconds, T0, 0).
bench(Seconds, T0, N) :- playout, N1 is N + 1, statistics(cputime, T), E is T - T0,
  ( E >= Seconds -> format('playouts ~w ~4f~n', [N1, E]) ; bench(Seconds, T0, N1) ).
kif(T) :- compound(T), !, T =.. [F|A], write('('), write(F), forall(member(X, A), (write(' '), kif(X))), write(')').
kif(T) :- write(T).
show_state :- ( terminal -> write(terminal) ; write(open) ), nl,
  findall(R-V, goal(R, V), G0), sort(G0, G),
  forall(member(R-V, G), (write('goal '), kif(R), write(' '), kif(V), nl)),
  forall((role(R), legals(R, L), member(M, L)), (write('legal '), kif(R), write(' '), kif(M), nl)), write(end), nl.
replay([]) :- show_state.
replay([Moves|Rest]) :- show_state, advance(Moves), replay(Rest).
";

/// The description as a program for SWI-Prolog, or `None` where a fluent is a variable. Fluents are stored as relations of their
/// own, so that the engine can index them; conditions that only test stand as early as their variables allow.
pub fn prolog(description: &Description) -> Option<String> {
    let mut text = String::from(":- style_check(-singleton).\n:- style_check(-discontiguous).\n:- dynamic does/2.\n");
    let words = &description.keywords;
    let mut fluents: BTreeSet<(String, usize)> = BTreeSet::new();
    let mut heads: BTreeSet<(String, usize)> = BTreeSet::new();
    let mut used: BTreeSet<(String, usize)> = BTreeSet::new();
    let mut body = String::new();
    for rule in &description.rules {
        let relation = description.relation(&rule.head);
        heads.insert((name(description, relation), arity(description, &rule.head)));
        if relation == words.init || relation == words.next {
            fluents.insert(shape(description, part(description, &rule.head)?)?);
        }
        let _ = write!(body, "{}", atom(description, rule, &rule.head, &mut fluents)?);
        let mut bound = vec![false; rule.variables.len()];
        let mut tests: Vec<&LiteralKind> =
            rule.body.iter().map(|literal| &literal.kind).filter(|kind| !matches!(kind, LiteralKind::Is(_))).collect();
        let mut goals: Vec<String> = Vec::new();
        let mut ready = |bound: &[bool], goals: &mut Vec<String>, fluents: &mut BTreeSet<(String, usize)>| {
            let free = |pattern: &Pattern| pattern.has_variable(&|variable| !bound[usize::from(variable)]);
            let mut later = Vec::new();
            for test in std::mem::take(&mut tests) {
                match test {
                    LiteralKind::Not(pattern) if !free(pattern) => {
                        goals.push(format!("\\+ {}", atom(description, rule, pattern, fluents)?));
                    }
                    LiteralKind::Distinct(a, b) if !free(a) && !free(b) => {
                        goals.push(format!("{} \\== {}", pattern(description, rule, a), pattern(description, rule, b)));
                    }
                    _ => later.push(test),
                }
            }
            tests = later;
            Some(())
        };
        ready(&bound, &mut goals, &mut fluents)?;
        for literal in &rule.body {
            let LiteralKind::Is(condition) = &literal.kind else { continue };
            goals.push(atom(description, rule, condition, &mut fluents)?);
            condition.variables(&mut |variable| bound[usize::from(variable)] = true);
            ready(&bound, &mut goals, &mut fluents)?;
        }
        for literal in &rule.body {
            if let LiteralKind::Is(condition) | LiteralKind::Not(condition) = &literal.kind {
                let relation = description.relation(condition);
                if relation != words.truth && relation != words.does {
                    used.insert((name(description, relation), arity(description, condition)));
                }
            }
        }
        let _ = match goals.is_empty() {
            true => writeln!(body, "."),
            false => writeln!(body, " :- {}.", goals.join(", ")),
        };
    }
    for (fluent, arity) in &fluents {
        let stored = format!("'true {}'", fluent.trim_matches('\''));
        let _ = writeln!(text, ":- dynamic {stored}/{arity}.\nflat({fluent}, {stored}, {arity}).");
    }
    // A relation without rules is false, not unknown.
    for (relation, arity) in used.difference(&heads) {
        let _ = writeln!(text, ":- dynamic {relation}/{arity}.");
    }
    Some(text + &body + DRIVER)
}

/// A ground term as Prolog.
pub fn prolog_term(description: &Description, term: Term) -> String {
    let terms = &description.terms;
    let parts: Vec<String> = terms.arguments(term).iter().map(|part| prolog_term(description, *part)).collect();
    let name = quoted(terms.name(terms.functor(term)));
    if parts.is_empty() { name } else { format!("{name}({})", parts.join(",")) }
}

fn quoted(name: &str) -> String {
    format!("'{}'", name.replace('\\', "\\\\").replace('\'', "\\'"))
}

/// Our own relations get names that no built-in predicate has.
fn name(description: &Description, relation: Sym) -> String {
    let words = &description.keywords;
    let name = description.terms.name(relation);
    let known = [words.role, words.init, words.does, words.next, words.legal, words.goal, words.terminal];
    if known.contains(&relation) { name.to_owned() } else { quoted(&format!("gdl {name}")) }
}

fn arity(description: &Description, atom: &Pattern) -> usize {
    match atom {
        Pattern::Apply(_, parts) => parts.len(),
        Pattern::Ground(term) => description.terms.arguments(*term).len(),
        Pattern::Variable(_) => 0,
    }
}

/// The argument of an atom with one.
fn part(description: &Description, atom: &Pattern) -> Option<Pattern> {
    match atom {
        Pattern::Apply(_, parts) => parts.first().cloned(),
        Pattern::Ground(term) => description.terms.arguments(*term).first().map(|part| Pattern::Ground(*part)),
        Pattern::Variable(_) => None,
    }
}

fn shape(description: &Description, fluent: Pattern) -> Option<(String, usize)> {
    match &fluent {
        Pattern::Variable(_) => None,
        other => Some((quoted(description.terms.name(description.relation(other))), arity(description, other))),
    }
}

fn atom(
    description: &Description,
    rule: &Rule,
    atom: &Pattern,
    fluents: &mut BTreeSet<(String, usize)>,
) -> Option<String> {
    let relation = description.relation(atom);
    if relation == description.keywords.truth {
        let fluent = part(description, atom)?;
        let (name, arity) = shape(description, fluent.clone())?;
        let shown = pattern(description, rule, &fluent);
        let stored = shown.replacen(&name, &format!("'true {}'", name.trim_matches('\'')), 1);
        fluents.insert((name, arity));
        return Some(stored);
    }
    let name = name(description, relation);
    let parts: Vec<String> = match atom {
        Pattern::Apply(_, parts) => parts.iter().map(|part| pattern(description, rule, part)).collect(),
        Pattern::Ground(term) => {
            description.terms.arguments(*term).iter().map(|part| prolog_term(description, *part)).collect()
        }
        Pattern::Variable(_) => return None,
    };
    Some(if parts.is_empty() { name } else { format!("{name}({})", parts.join(",")) })
}

fn pattern(description: &Description, rule: &Rule, shown: &Pattern) -> String {
    match shown {
        Pattern::Variable(variable) => {
            let name = rule.variables[usize::from(*variable)].trim_start_matches('?');
            let plain: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
            format!("V{variable}_{plain}")
        }
        Pattern::Ground(term) => prolog_term(description, *term),
        Pattern::Apply(name, parts) => {
            let parts: Vec<String> = parts.iter().map(|part| pattern(description, rule, part)).collect();
            format!("{}({})", quoted(description.terms.name(*name)), parts.join(","))
        }
    }
}
