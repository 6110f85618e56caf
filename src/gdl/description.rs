//! A game description: rules over terms, read from KIF.

use crate::gdl::check::check;
use crate::gdl::fault::{Fault, FaultKind};
use crate::gdl::kif::{Expr, Place, read_kif};
use crate::gdl::terms::{Pattern, Sym, Term, Terms};

/// A rule; a fact is a rule without conditions.
#[derive(Clone, Debug)]
pub struct Rule {
    pub place: Place,
    pub head: Pattern,
    pub body: Vec<Literal>,
    /// The names of its variables.
    pub variables: Vec<String>,
    /// As it was written.
    pub text: String,
}

#[derive(Clone, Debug)]
pub struct Literal {
    pub place: Place,
    pub kind: LiteralKind,
}

#[derive(Clone, Debug)]
pub enum LiteralKind {
    Is(Pattern),
    Not(Pattern),
    Distinct(Pattern, Pattern),
}

/// The relations that GDL gives a meaning.
#[derive(Clone, Copy, Debug)]
pub struct Keywords {
    pub role: Sym,
    pub init: Sym,
    pub truth: Sym,
    pub does: Sym,
    pub next: Sym,
    pub legal: Sym,
    pub goal: Sym,
    pub terminal: Sym,
}

/// A description that has passed every check.
#[derive(Clone, Debug)]
pub struct Description {
    pub terms: Terms,
    pub keywords: Keywords,
    pub rules: Vec<Rule>,
    pub roles: Vec<Term>,
}

const MAX_ALTERNATIVES: usize = 1_000;
const MAX_VARIABLES: usize = 64;
const MAX_CONDITIONS: usize = 500;
const MAX_ARGUMENTS: usize = 100;
const MAX_RULES: usize = 100_000;

impl Description {
    /// Reads and checks a description; every fault is told, in the order of the text.
    pub fn read(text: &str) -> Result<Description, Vec<Fault>> {
        let (exprs, errors) = read_kif(text);
        let mut faults: Vec<Fault> =
            errors.into_iter().map(|(place, kind)| Fault { place, kind: FaultKind::Kif(kind) }).collect();
        let mut terms = Terms::default();
        let keywords = Keywords {
            role: terms.sym("role"),
            init: terms.sym("init"),
            truth: terms.sym("true"),
            does: terms.sym("does"),
            next: terms.sym("next"),
            legal: terms.sym("legal"),
            goal: terms.sym("goal"),
            terminal: terms.sym("terminal"),
        };
        let mut reader = Reader { terms, faults: Vec::new(), variables: Vec::new() };
        let mut rules = Vec::new();
        for expr in &exprs {
            reader.rule(expr, &mut rules);
            if rules.len() > MAX_RULES {
                reader.fault(expr.place, FaultKind::TooManyRules);
                break;
            }
        }
        let Reader { terms, faults: more, .. } = reader;
        faults.extend(more);
        let roles = rules
            .iter()
            .filter(|rule| terms.relation(&rule.head) == keywords.role && rule.body.is_empty())
            .filter_map(|rule| match &rule.head {
                Pattern::Ground(term) => terms.arguments(*term).first().copied(),
                _ => None,
            })
            .collect();
        let mut description = Description { terms, keywords, rules, roles };
        // A text that does not parse would only draw complaints about what is missing from it.
        if faults.is_empty() {
            faults = check(&mut description);
        }
        faults.sort_by_key(|fault| fault.place);
        faults.dedup();
        if faults.is_empty() { Ok(description) } else { Err(faults) }
    }

    pub fn relation(&self, atom: &Pattern) -> Sym {
        self.terms.relation(atom)
    }
}

impl Terms {
    /// The relation of an atom, which is never a variable.
    pub(super) fn relation(&self, atom: &Pattern) -> Sym {
        match atom {
            Pattern::Apply(name, _) => *name,
            Pattern::Ground(term) => self.functor(*term),
            Pattern::Variable(_) => Sym(0),
        }
    }
}

struct Reader {
    terms: Terms,
    faults: Vec<Fault>,
    /// Of the rule at hand.
    variables: Vec<String>,
}

impl Reader {
    fn fault(&mut self, place: Place, kind: FaultKind) {
        self.faults.push(Fault { place, kind });
    }

    fn rule(&mut self, expr: &Expr, rules: &mut Vec<Rule>) {
        self.variables.clear();
        let (head, conditions) = match expr.list() {
            Some([arrow, rest @ ..]) if arrow.symbol() == Some("<=") => match rest {
                [] => return self.fault(expr.place, FaultKind::EmptyRule),
                [head, conditions @ ..] => (head, conditions),
            },
            _ => (expr, &[][..]),
        };
        let Some(head) = self.atom(head) else { return };
        let mut bodies = vec![Vec::new()];
        for condition in conditions {
            if self.condition(condition, &mut bodies).is_none() {
                return;
            }
        }
        if self.variables.len() > MAX_VARIABLES {
            return self.fault(expr.place, FaultKind::TooManyVariables);
        }
        if bodies.iter().any(|body| body.len() > MAX_CONDITIONS) {
            return self.fault(expr.place, FaultKind::TooManyConditions);
        }
        for body in bodies {
            rules.push(Rule {
                place: expr.place,
                head: head.clone(),
                body,
                variables: self.variables.clone(),
                text: expr.to_string(),
            });
        }
    }

    /// Adds a condition to each of the alternative bodies; alternatives multiply them.
    fn condition(&mut self, expr: &Expr, bodies: &mut Vec<Vec<Literal>>) -> Option<()> {
        let place = expr.place;
        let add = |bodies: &mut Vec<Vec<Literal>>, kind: LiteralKind| {
            bodies.iter_mut().for_each(|body| body.push(Literal { place, kind: kind.clone() }));
        };
        let list = expr.list().unwrap_or_default();
        match (list.first().and_then(Expr::symbol), list.get(1..).unwrap_or_default()) {
            (Some("not"), [inner]) if !matches!(inner.list(), Some([first, ..]) if matches!(first.symbol(), Some("or" | "and" | "not" | "distinct"))) =>
            {
                let atom = self.atom(inner)?;
                add(bodies, LiteralKind::Not(atom));
            }
            (Some("not"), _) => {
                self.fault(place, FaultKind::Takes { keyword: "not", expected: "one sentence of a relation" });
                return None;
            }
            (Some("distinct"), [a, b]) => {
                let (a, b) = (self.pattern(a)?, self.pattern(b)?);
                add(bodies, LiteralKind::Distinct(a, b));
            }
            (Some("distinct"), _) => {
                self.fault(place, FaultKind::Takes { keyword: "distinct", expected: "two terms" });
                return None;
            }
            (Some("and"), parts) => {
                for part in parts {
                    self.condition(part, bodies)?;
                }
            }
            (Some("or"), []) => {
                self.fault(place, FaultKind::Takes { keyword: "or", expected: "at least one condition" });
                return None;
            }
            (Some("or"), parts) => {
                let before = std::mem::take(bodies);
                for part in parts {
                    let mut with = before.clone();
                    self.condition(part, &mut with)?;
                    bodies.extend(with);
                    if bodies.len() > MAX_ALTERNATIVES {
                        self.fault(place, FaultKind::TooManyAlternatives);
                        return None;
                    }
                }
            }
            _ => {
                let atom = self.atom(expr)?;
                add(bodies, LiteralKind::Is(atom));
            }
        }
        Some(())
    }

    fn atom(&mut self, expr: &Expr) -> Option<Pattern> {
        let name = match expr.list() {
            Some([first, ..]) => first.symbol(),
            _ => expr.symbol(),
        };
        match name {
            Some(name) if !name.starts_with('?') && name != "<=" => self.pattern(expr),
            _ => {
                self.fault(expr.place, FaultKind::NotASentence(shortened(&expr.to_string())));
                None
            }
        }
    }

    fn pattern(&mut self, expr: &Expr) -> Option<Pattern> {
        let Some([first, rest @ ..]) = expr.list() else {
            let name = expr.symbol()?;
            if name.starts_with('?') {
                let known = self.variables.iter().position(|known| known == name);
                let variable = known.unwrap_or_else(|| {
                    self.variables.push(name.to_owned());
                    self.variables.len() - 1
                });
                return Some(Pattern::Variable(variable.min(usize::from(u16::MAX)) as u16));
            }
            return Some(Pattern::Ground(self.terms.constant(name)));
        };
        let Some(name) = first.symbol().filter(|name| !name.starts_with('?')) else {
            self.fault(expr.place, FaultKind::NotASentence(shortened(&expr.to_string())));
            return None;
        };
        if rest.len() > MAX_ARGUMENTS {
            self.fault(expr.place, FaultKind::TooManyArguments);
            return None;
        }
        let name = self.terms.sym(name);
        let parts: Vec<Pattern> = rest.iter().map(|part| self.pattern(part)).collect::<Option<_>>()?;
        let ground: Option<Vec<Term>> =
            parts.iter().map(|part| if let Pattern::Ground(term) = part { Some(*term) } else { None }).collect();
        Some(match ground {
            Some(arguments) => Pattern::Ground(self.terms.term(name, &arguments)),
            None => Pattern::Apply(name, parts.into()),
        })
    }
}

/// The beginning of a long text.
fn shortened(text: &str) -> String {
    if text.chars().count() <= 40 { text.to_owned() } else { text.chars().take(39).chain(['…']).collect() }
}
