//! An automaton as text for Graphviz.

use std::fmt::Write;

use super::{Dfa, StateId, Step};
use crate::order::SortedMap;

/// Letters that every machine has, and room between a label and its line.
const STYLE: &str = "  node [fontname=\"Helvetica\", fontsize=13, width=0.45, fixedsize=true];
  edge [fontname=\"Helvetica\", fontsize=11, arrowsize=0.7];
  start [shape=point, width=0.08];
";
/// Labels with more steps than this get more than one in a line, so that they do not grow too tall.
const TOWER: usize = 4;

/// A drawing from left to right: accepting states are double circles, parallel transitions share one arrow.
///
/// ```
/// use kibitzer::automata::{On, Regex, Step, compile, dot};
///
/// let slide = compile(&Regex::star(Regex::Step(Step::new(0, 1, On::Empty)))).unwrap();
/// let text = dot(&slide, "slide");
/// assert!(text.starts_with("digraph \"slide\" {"));
/// assert!(text.contains("1 [shape=doublecircle];") && text.contains("1 -> 1"));
/// ```
pub fn dot(dfa: &Dfa, name: &str) -> String {
    let title: String = name.chars().map(|c| if c == '"' || c == '\\' || c.is_control() { '_' } else { c }).collect();
    let mut text = format!("digraph \"{title}\" {{\n  rankdir=LR;\n{STYLE}");
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
            let _ = writeln!(text, "  {} -> {} [label=\"{}\"];", from.index(), to.index(), label(&steps));
        }
    }
    text.push_str("}\n");
    text
}

/// Steps that go the same way stand in one line; a blank at either end keeps a label off its line.
fn label(steps: &[Step]) -> String {
    let per_line = if steps.len() <= TOWER { 1 } else { steps.len().isqrt() };
    let lines = steps.chunks(per_line).map(|line| {
        let shown: Vec<String> = line.iter().map(Step::to_string).collect();
        format!(" {} ", shown.join(" "))
    });
    lines.collect::<Vec<_>>().join("\\n")
}
