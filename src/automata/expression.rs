//! From an automaton back to an expression that a person can read.
//!
//! States are eliminated one by one (Brzozowski and McCluskey): each path through a state becomes a label that
//! bypasses it. Two habits make the result readable. The empty word is never a move, so it may be accepted
//! wherever that makes an expression shorter: a rook's slide is `x^*`, not `xx^*`. And `y + xx^*y` is written `x^*y`.

use super::{Dfa, Regex};
use crate::order::SortedMap;

/// An expression for the automaton's language; whether it has the empty word is left open.
///
/// ```
/// use kibitzer::automata::{On, Regex, Step, compile, expression};
///
/// // Any number of empty squares, then an opponent's piece.
/// let step = |on| Regex::Step(Step::new(1, 0, on));
/// let dfa = compile(&Regex::concat([Regex::star(step(On::Empty)), step(On::Enemy)])).unwrap();
/// let written = expression(&dfa);
/// assert_eq!(written.to_string(), "(1,0,e)^*(1,0,p)");
/// assert_eq!(compile(&written).unwrap(), dfa);
/// ```
pub fn expression(dfa: &Dfa) -> Regex {
    // Nearest first gives a sum of plain paths, which reads best; where that grows too long, cheapest first.
    let near = eliminate(dfa, EliminationOrder::NearestFirst);
    let cheap = || eliminate(dfa, EliminationOrder::CheapestFirst).expect("this order has no limit");
    let terms = match near {
        Some(terms) if length(&terms) <= 200 => terms,
        Some(terms) => Some(cheap()).filter(|other| length(other) < length(&terms)).unwrap_or(terms),
        None => cheap(),
    };
    let mut spelled = Vec::new();
    terms.into_iter().for_each(|term| spell_out(term, &mut spelled));
    Regex::union(spelled)
}

/// `x(() + y)` as `x` and `xy`, so that readers need not know what `()` means.
fn spell_out(term: Regex, out: &mut Vec<Regex>) {
    match &term {
        Regex::Concat(parts) => match parts.split_last() {
            Some((Regex::Union(ends), before)) if ends.contains(&Regex::EMPTY_WORD) => {
                for end in ends {
                    let mut parts = before.to_vec();
                    parts.push(end.clone());
                    out.push(with_powers(Regex::concat(parts)));
                }
            }
            Some(_) => out.push(with_powers(term)),
            // The empty word itself.
            None => {}
        },
        _ => out.push(with_powers(term)),
    }
}

#[derive(Clone, Copy, PartialEq)]
enum EliminationOrder {
    NearestFirst,
    CheapestFirst,
}

/// Where the order is only a matter of taste, labels longer than this are not worth making.
const LONGEST: usize = 4_000;

/// A label is a sum of terms, none of which is itself a sum.
type Terms = Vec<Regex>;

/// The labels of an automaton whose transitions carry expressions.
struct Labels {
    /// `out[p][q]` is the label from `p` to `q`.
    out: Vec<SortedMap<usize, Terms>>,
    into: Vec<Vec<usize>>,
}

fn eliminate(dfa: &Dfa, order: EliminationOrder) -> Option<Terms> {
    // The automaton's own states, then a start that nothing enters and an end that nothing leaves.
    let (start, end) = (dfa.size(), dfa.size() + 1);
    let mut labels = Labels { out: vec![SortedMap::new(); end + 1], into: vec![Vec::new(); end + 1] };
    labels.add(start, Dfa::START.index(), vec![Regex::EMPTY_WORD]);
    labels.add(start, end, vec![Regex::EMPTY_WORD]);
    for state in dfa.states() {
        for &(step, to) in dfa.transitions(state) {
            labels.add(state.index(), to.index(), vec![Regex::Step(step)]);
        }
        if dfa.is_accepting(state) {
            labels.add(state.index(), end, vec![Regex::EMPTY_WORD]);
        }
    }
    let mut left: Vec<usize> = (0..dfa.size()).collect();
    while !left.is_empty() {
        let at = match order {
            EliminationOrder::NearestFirst => 0,
            EliminationOrder::CheapestFirst => (0..left.len()).min_by_key(|&at| labels.cost(left[at])).unwrap_or(0),
        };
        labels.eliminate(left.remove(at));
        if order == EliminationOrder::NearestFirst
            && labels.out[start].values().map(|terms| length(terms)).sum::<usize>() > LONGEST
        {
            return None;
        }
    }
    Some(labels.out[start].remove(&end).unwrap_or_default())
}

impl Labels {
    fn add(&mut self, from: usize, to: usize, terms: Terms) {
        let label = self.out[from].or_default(to);
        for term in terms {
            if !has(label, &term) {
                label.push(term);
            }
        }
        if !self.into[to].contains(&from) {
            self.into[to].push(from);
        }
    }

    /// How much text eliminating this state would make.
    fn cost(&self, state: usize) -> usize {
        let out = self.out[state].iter().filter(|(to, _)| **to != state);
        let (count, size) = out.fold((0, 0), |(count, size), (_, terms)| (count + 1, size + length(terms)));
        let entering = self.into[state].iter().filter(|from| **from != state);
        let incoming: usize =
            entering.clone().map(|&from| self.out[from].get(&state).map_or(0, |terms| length(terms))).sum();
        entering.count() * size + incoming * count
    }

    fn eliminate(&mut self, state: usize) {
        let mut out = std::mem::take(&mut self.out[state]);
        let again = out.remove(&state);
        let entering: Vec<usize> =
            std::mem::take(&mut self.into[state]).into_iter().filter(|from| *from != state).collect();
        for from in entering {
            let Some(enter) = self.out[from].remove(&state) else { continue };
            for (&to, leave) in out.iter() {
                self.route(from, to, &enter, again.as_ref(), leave);
            }
        }
        for to in out.keys() {
            self.into[*to].retain(|from| *from != state);
        }
    }

    /// Adds the way from `from` to `to` through a state: in, any number of times round, and out.
    fn route(&mut self, from: usize, to: usize, enter: &Terms, again: Option<&Terms>, leave: &Terms) {
        let direct = self.out[from].get(&to).cloned().unwrap_or_default();
        let round = again.map(|terms| Regex::star(Regex::union(terms.clone())));
        // y + xx*y = x*y: then the way through needs no first x, and the direct way is contained in it.
        let absorbs = again == Some(enter) && leave.iter().all(|term| has(&direct, term));
        let enter = if absorbs { vec![Regex::EMPTY_WORD] } else { enter.clone() };
        if absorbs {
            let kept = direct.into_iter().filter(|term| !leave.contains(term)).collect();
            self.out[from].insert(to, kept);
        }
        let ways = match &round {
            // Round and round is one text however many ways lead in and out.
            Some(round) if !absorbs || leave.len() > 1 => {
                vec![join([group(&enter), round.clone(), group(leave)])]
            }
            Some(round) => leave.iter().map(|out| join([round.clone(), out.clone()])).collect(),
            None => enter.iter().flat_map(|way| leave.iter().map(|out| join([way.clone(), out.clone()]))).collect(),
        };
        self.add(from, to, ways);
    }
}

/// Whether a label already says this.
fn has(label: &[Regex], term: &Regex) -> bool {
    label.contains(term) || (*term == Regex::EMPTY_WORD && label.iter().any(Regex::accepts_empty_word))
}

fn group(terms: &Terms) -> Regex {
    Regex::union(terms.clone())
}

fn join(parts: impl IntoIterator<Item = Regex>) -> Regex {
    Regex::concat(parts)
}

fn length(terms: &[Regex]) -> usize {
    terms.iter().map(|term| term.steps() + 1).sum()
}

/// Writes runs of the same part as a power.
fn with_powers(regex: Regex) -> Regex {
    match regex {
        Regex::Concat(parts) => {
            let mut runs: Vec<(Regex, u16)> = Vec::new();
            for part in parts.into_iter().map(with_powers) {
                match runs.last_mut() {
                    Some((last, n)) if *last == part && *n < u16::MAX => *n += 1,
                    _ => runs.push((part, 1)),
                }
            }
            Regex::concat(runs.into_iter().map(|(part, n)| if n == 1 { part } else { Regex::power(part, n) }))
        }
        Regex::Union(parts) => Regex::union(parts.into_iter().map(with_powers)),
        Regex::Star(inner) => Regex::star(with_powers(*inner)),
        other => other,
    }
}
