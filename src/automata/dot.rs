//! An automaton as text for Graphviz.

use std::fmt::Write;

use super::{Dfa, StateId, Step};
use crate::order::SortedMap;

/// A drawing from left to right: accepting states are double circles, parallel transitions share one arrow.
pub fn dot(dfa: &Dfa, name: &str) -> String {
    let title: String = name.chars().map(|c| if c == '"' || c == '\\' || c.is_control() { '_' } else { c }).collect();
    let mut text = format!("digraph \"{title}\" {{\n  rankdir=LR;\n  start [shape=point];\n");
    for state in dfa.states() {
        let shape = if dfa.is_accepting(state) { "doublecircle" } else { "circle" };
        let _ = writeln!(text, "  {} [shape={shape}];", state.index());
    }
    let _ = writeln!(text, "  start -> {};", Dfa::START.index());
    for from in dfa.states() {
        let mut arrows: SortedMap<StateId, Vec<Step>> = SortedMap::new();
        for &(step, to) in dfa.transitions(from) {
            arrows.or_default(to).push(step);
        }
        for (to, steps) in arrows {
            let label: Vec<String> = steps.iter().map(Step::to_string).collect();
            let _ = writeln!(text, "  {} -> {} [label=\"{}\"];", from.index(), to.index(), label.join("\\n"));
        }
    }
    text.push_str("}\n");
    text
}
