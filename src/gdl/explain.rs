//! The slow, obvious way: all ground rules tried until nothing new follows. It is the oracle for the network, and it knows
//! which rule of the description is responsible for an atom.

use std::collections::BTreeMap;

use crate::board::Player;
use crate::gdl::check::Graph;
use crate::gdl::description::Rule;
use crate::gdl::reasoner::{ActionId, Position, Reasoner};
use crate::gdl::terms::Term;

/// The atoms that are true in a position, with or without moves.
#[derive(Clone, Debug)]
pub struct Model {
    truths: Vec<bool>,
}

impl Model {
    pub fn holds(&self, atom: Term) -> bool {
        self.truths.get(atom.0 as usize).copied().unwrap_or(false)
    }
}

impl Reasoner {
    /// Everything that is true in a position when the player to move plays `mv`, or when no one moves.
    pub fn model(&self, pos: &Position, mv: Option<ActionId>) -> Model {
        let words = self.description.keywords;
        let terms = &self.description.terms;
        let mut truths = vec![false; terms.len()];
        let mut set = |atom: Option<Term>| {
            if let Some(atom) = atom {
                truths[atom.0 as usize] = true;
            }
        };
        self.holding(pos).for_each(|fluent| set(terms.find(words.truth, &[fluent])));
        for (role, action) in mv.map(|mv| self.joint(pos, mv)).unwrap_or_default() {
            set(terms.find(words.does, &[role, action]));
        }
        let graph = Graph::new(&self.description);
        let rules = &self.grounding.rules;
        let mut strata: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for rule in 0..rules.len() {
            strata.entry(graph.component(terms.functor(rules.heads[rule]))).or_default().push(rule);
        }
        for (_, members) in strata {
            loop {
                let mut changed = false;
                for &rule in &members {
                    let head = rules.heads[rule].0 as usize;
                    if !truths[head] && self.applies(rule, &truths) {
                        truths[head] = true;
                        changed = true;
                    }
                }
                if !changed {
                    break;
                }
            }
        }
        Model { truths }
    }

    fn applies(&self, rule: usize, truths: &[bool]) -> bool {
        self.grounding
            .rules
            .conditions(rule)
            .iter()
            .all(|condition| truths[condition.atom.0 as usize] != condition.negated)
    }

    /// The first rule of the description by which an atom follows.
    pub fn why(&self, model: &Model, atom: Term) -> Option<&Rule> {
        let rules = &self.grounding.rules;
        let found = (0..rules.len()).find(|rule| rules.heads[*rule] == atom && self.applies(*rule, &model.truths))?;
        Some(&self.description.rules[rules.sources[found] as usize])
    }

    /// The rule that keeps a fluent from staying as it is: what the frame rule for it demands to be false, and is true.
    pub fn why_not(&self, model: &Model, atom: Term) -> Option<&Rule> {
        let rules = &self.grounding.rules;
        let fluent = self.description.terms.arguments(atom);
        let truth = self.description.terms.find(self.description.keywords.truth, fluent)?;
        let mut frames = (0..rules.len()).filter(|rule| {
            let conditions = rules.conditions(*rule);
            rules.heads[*rule] == atom
                && conditions.iter().any(|condition| !condition.negated && condition.atom == truth)
        });
        let frame = frames.next()?;
        let broken = rules.conditions(frame).iter().find(|condition| condition.negated && model.holds(condition.atom));
        let reason = broken.and_then(|condition| self.why(model, condition.atom));
        reason.or_else(|| self.description.rules.get(rules.sources[frame] as usize))
    }

    /// Where the network and the oracle disagree about a position, if they do.
    pub fn disagreement(&self, pos: &Position) -> Option<String> {
        let model = self.model(pos, None);
        let words = self.description.keywords;
        let terms = &self.description.terms;
        let terminal = terms.find(words.terminal, &[]).is_some_and(|atom| model.holds(atom));
        if terminal != self.is_terminal(pos) {
            return Some("terminal".to_owned());
        }
        for player in Player::BOTH {
            let role = self.roles[player.index()];
            let legal: Vec<Term> = self.legal(pos, player).into_iter().filter_map(|mv| self.action(mv)).collect();
            for &atom in self.grounding.atoms(words.legal) {
                let arguments = terms.arguments(atom);
                if arguments[0] == role && legal.contains(&arguments[1]) != model.holds(atom) {
                    return Some(terms.show(atom));
                }
            }
            let goals = self.grounding.atoms(words.goal).iter().filter(|atom| model.holds(**atom));
            let values = goals.map(|atom| terms.arguments(*atom)).filter(|arguments| arguments[0] == role);
            let value = values.filter_map(|arguments| terms.show(arguments[1]).parse::<u32>().ok()).max();
            if value.unwrap_or(0) != self.goal(pos, player) {
                return Some(format!("goal of {}", self.role(player)));
            }
        }
        None
    }
}
