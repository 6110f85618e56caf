//! An automaton as a picture for LaTeX.

use std::fmt::Write;

use super::{Dfa, Step, layout};

/// Hundredths of a centimetre for a pixel of the layout: labels of text need more room than those of glyphs.
const SCALE: f32 = 4.0;
/// Steps in one line of a label: half as many as in the layout, since they are written here, not drawn.
const PER_ROW: usize = 2;
/// The steepest angle, in degrees, at which an arrow leaves or enters a state.
const STEEPEST: f32 = 43.0;

/// A picture that stands where our own drawing has it. It wants `\usepackage{tikz}` and the library `automata`, as its
/// first lines say.
///
/// ```
/// use kibitzer::automata::{On, Regex, Step, compile, tikz};
///
/// let slide = compile(&Regex::star(Regex::Step(Step::new(0, 1, On::Empty)))).unwrap();
/// let text = tikz(&slide, "slide");
/// assert!(text.starts_with("% slide: 2 states."));
/// assert!(text.contains("\\node[state, accepting] (q1)") && text.contains("edge[loop above]"));
/// ```
pub fn tikz(dfa: &Dfa, name: &str) -> String {
    let title: String = name.chars().filter(|c| !c.is_control()).collect();
    let drawn = layout(dfa, None);
    let mut text = format!(
        "% {title}: {} states. Steps are written (dx,dy) and what they find: e empty, p the opponent's, w one's own.\n\
         % \\usepackage{{tikz}} \\usetikzlibrary{{automata}}\n\
         \\begin{{tikzpicture}}[->, >=stealth, semithick, every state/.style={{inner sep=1pt, minimum size=8mm}},\n  \
         steps/.style={{font=\\scriptsize, align=center, inner sep=2pt, fill=white}}, initial text=]\n",
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
            // As in our own drawing: lines are level where they meet a label, and lanes lead past whatever stands between
            // the label and the state at its left.
            let (start, end) = (&drawn.states[from], &drawn.states[to]);
            let (out, back) = if start.x < end.x { (&arrow.lanes[..], &[][..]) } else { (&[][..], &arrow.lanes[..]) };
            let near = (arrow.label.x, arrow.label.y);
            let there = half(&format!("q{from}"), (start.x, start.y), out, &format!("s{index}"), near, &place, false);
            let here = half(&format!("q{to}"), (end.x, end.y), back, &format!("s{index}"), near, &place, true);
            let _ = writeln!(text, "  \\draw[-] {there}; \\draw {here};");
        }
    }
    text.push_str("\\end{tikzpicture}\n");
    text
}

/// The part of an arrow between a state and its label, in either direction.
fn half(
    state: &str,
    at: (f32, f32),
    lanes: &[(f32, f32)],
    label: &str,
    near: (f32, f32),
    place: &impl Fn(f32, f32) -> String,
    inwards: bool,
) -> String {
    let (ahead, behind, side) = if near.0 > at.0 { (0, 180, "west") } else { (180, 0, "east") };
    let next = lanes.first().copied().unwrap_or(near);
    // Upwards is positive here, and downwards in the layout.
    let rise = (45.0 * (at.1 - next.1) / (next.0 - at.0).abs().max(1.0)).clamp(-STEEPEST, STEEPEST).round() as i32;
    let first = if near.0 > at.0 { rise } else { 180 - rise };
    let mut stops = vec![(format!("({state})"), first, first)];
    stops.extend(lanes.iter().map(|&(x, y)| (place(x, y), behind, ahead)));
    stops.push((format!("({label}.{side})"), behind, behind));
    if inwards {
        stops.reverse();
    }
    let mut path = stops[0].0.clone();
    for pair in stops.windows(2) {
        // Each stop has an angle on the side of the state and one on the side of the label.
        let [(_, low, high), (name, next_low, next_high)] = pair else { continue };
        let (leave, enter) = if inwards { (low, next_high) } else { (high, next_low) };
        path.push_str(&format!(" to[out={leave}, in={enter}] {name}"));
    }
    path
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
