//! What the engine goes by, term by term.

use crate::bots::{Knowledge, Part, Start, Strong, unit};
use crate::protocol::{EvaluatedBy, EvaluationView, Failed, Module, TermView};
use crate::sbg::{Position, Rules};
use crate::search::Linear;

/// The evaluation that all levels play by, in units of the cheapest piece.
pub(super) fn voices(rules: &Rules, pos: &Position, knowledge: Knowledge<'_>) -> Result<EvaluationView, Failed> {
    if !cfg!(feature = "thinking") {
        return Err(Failed::elsewhere(Module::Complete));
    }
    let eval = knowledge.evaluation(rules);
    let by = if knowledge.weights.is_some() {
        EvaluatedBy::Learned
    } else if eval.has_net() {
        EvaluatedBy::Net
    } else if eval.row() == rules.evaluation(Start::Rules).row() {
        EvaluatedBy::Rules
    } else {
        EvaluatedBy::Fitted
    };
    let one = unit(rules, Some(&eval.row())) / 100.0;
    let values = eval.parts(rules, pos);
    let term = |part: Part| {
        let (name, label) = words(part);
        TermView { name: name.to_owned(), label: label.to_owned(), value: values[part as usize] / one, weight: 1.0 }
    };
    // A part that never says anything is none.
    let has = |part: &Part| *part != Part::Net || eval.has_net();
    Ok(EvaluationView { by, terms: Part::ALL.into_iter().filter(has).map(term).collect() })
}

fn words(part: Part) -> (&'static str, &'static str) {
    match part {
        Part::Material => ("material", "material"),
        Part::Squares => ("squares", "squares of the pieces"),
        Part::Mobility => ("mobility", "mobility"),
        Part::Hanging => ("hanging", "hanging pieces"),
        Part::Exposed => ("exposed", "attacks near pieces whose loss loses"),
        Part::Race => ("race", "race to a goal square"),
        Part::Tempo => ("tempo", "being to move"),
        Part::Net => ("net", "net"),
    }
}
