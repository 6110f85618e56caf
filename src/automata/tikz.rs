//! An automaton as a picture for LaTeX.

use std::fmt::Write;

use super::{Dfa, Step, layout};

/// Hundredths of a centimetre for a pixel of the layout: labels of text need more room than those of glyphs.
const SCALE: f32 = 4.0;
/// Steps in one line of a label, as in the layout.
const PER_ROW: usize = 4;

/// A picture that stands where our own drawing has it. It wants `\usepackage{tikz}` and the library `automata`, as its
/// first lines say.
pub fn tikz(dfa: &Dfa, name: &str) -> String {
    let title: String = name.chars().filter(|c| !c.is_control()).collect();
    let drawn = layout(dfa, None);
    let mut text = format!(
        "% {title}: {} states. Steps are written (dx,dy) and what they find: e empty, p the opponent's, w one's own.\n\
         % \\usepackage{{tikz}} \\usetikzlibrary{{automata}}\n\
         \\begin{{tikzpicture}}[->, semithick, every state/.style={{inner sep=1pt, minimum size=8mm}},\n  \
         steps/.style={{font=\\scriptsize, align=center, inner sep=2pt, fill=white}}, initial text=, rounded corners=3mm]\n",
        dfa.size()
    );
    // The page's y grows downwards.
    let place = |x: f32, y: f32| format!("({}, {})", centimetres(x), centimetres(drawn.height - y));
    for (state, spot) in dfa.states().zip(&drawn.states) {
        let kind = match (state == Dfa::START, spot.accepting) {
            (true, true) => "state, initial, accepting",
            (true, false) => "state, initial",
            (false, true) => "state, accepting",
            (false, false) => "state",
        };
        let number = state.index();
        let _ = writeln!(text, "  \\node[{kind}] (q{number}) at {} {{${number}$}};", place(spot.x, spot.y));
    }
    for (index, arrow) in drawn.arrows.iter().enumerate() {
        let (from, to, label) = (arrow.from.index(), arrow.to.index(), label(&arrow.steps));
        if from == to {
            let _ = writeln!(text, "  \\path (q{from}) edge[loop above] node[steps, above] {{{label}}} ();");
        } else {
            let at = place(arrow.label.x, arrow.label.y);
            let _ = writeln!(text, "  \\node[steps] (s{index}) at {at} {{{label}}};");
            // As in our own drawing: lanes lead past whatever stands between the label and the state at its left.
            let lanes: Vec<String> = arrow.lanes.iter().map(|(x, y)| place(*x, *y)).collect();
            let rightwards = drawn.states[from].x < drawn.states[to].x;
            let (out, back) = if rightwards { (lanes, Vec::new()) } else { (Vec::new(), lanes) };
            let path = |points: Vec<String>| points.join(" -- ");
            let [there, here] = [format!("(q{from})"), format!("(q{to})")];
            let label = format!("(s{index})");
            let there = path([there].into_iter().chain(out).chain([label.clone()]).collect());
            let here = path([label].into_iter().chain(back.into_iter().rev()).chain([here]).collect());
            let _ = writeln!(text, "  \\draw[-] {there}; \\draw {here};");
        }
    }
    text.push_str("\\end{tikzpicture}\n");
    text
}

/// With two decimals.
fn centimetres(pixels: f32) -> String {
    let hundredths = (pixels * SCALE).round() as i32;
    let sign = if hundredths < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", hundredths.abs() / 100, hundredths.abs() % 100)
}

/// Steps that differ only in what they find stand together, as in our own drawing: `$(1,0)$ep`.
fn label(steps: &[Step]) -> String {
    let groups: Vec<&[Step]> = steps.chunk_by(|a, b| (a.dx, a.dy) == (b.dx, b.dy)).collect();
    let lines = groups.chunks(PER_ROW).map(|line| {
        let shown = line.iter().map(|group| {
            let found: String = group.iter().map(|step| step.on.letter()).collect();
            format!("$({},{})$\\,{found}", group[0].dx, group[0].dy)
        });
        shown.collect::<Vec<_>>().join(" \\ ")
    });
    lines.collect::<Vec<_>>().join("\\\\ ")
}
