//! How pieces move, as the small diagrams that pages about chess variants have: the piece in the middle of a board without
//! end, and marks on the squares around it.

use crate::automata::{Dfa, On, StateId, Step};
use crate::board::Geometry;
use crate::order::SortedMap;
use crate::protocol::{DiagramView, LineView, MarkView};
use crate::sbg::{GameDef, Rules, kind_of};

/// Words looked at for one diagram, shortest first. A rule that allows more is drawn in part, and the diagram says so.
const MAX_WORDS: usize = 20_000;
/// Lines in one diagram.
const MAX_LINES: usize = 80;
/// Squares shown on each side of the piece: at least so many, and so many of a slide.
const LEAST: i32 = 2;
const SLIDE: i32 = 3;

type Point = (i32, i32);

/// A word, as a node of the tree of words; the root is the empty word.
#[derive(Clone, Copy)]
struct Node {
    at: Point,
    state: StateId,
    step: Step,
    parent: usize,
    /// Left, right, low, high: the box that its squares fill.
    span: [i32; 4],
    /// Some square before the last one must hold a piece.
    over: bool,
}

/// Words that differ in how far they go in one direction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Run {
    /// The word before the first step in this direction.
    base: usize,
    way: (i8, i8),
    on: On,
    over: bool,
}

#[derive(Clone, Copy)]
struct Lengths {
    first: i32,
    last: i32,
    count: u32,
    /// One step more would not fit on the board.
    open: bool,
}

/// One diagram for each piece that the game shows, in the order of [`Rules::pieces`].
pub(super) fn all(def: &GameDef, rules: &Rules) -> Vec<DiagramView> {
    let shown = rules.pieces().filter(|(_, info)| super::simplified::is_shown(def, info.letter));
    shown.map(|(_, info)| diagram(info.letter, &info.dfa, rules.board())).collect()
}

fn diagram(letter: char, dfa: &Dfa, board: Geometry) -> DiagramView {
    let (nodes, mut more) = words(dfa, board);
    let mut runs: SortedMap<Run, Lengths> = SortedMap::new();
    for (index, node) in nodes.iter().enumerate().skip(1).filter(|(_, node)| dfa.is_accepting(node.state)) {
        let (base, length) = run(&nodes, index);
        let run = Run { base, way: (node.step.dx, node.step.dy), on: node.step.on, over: node.over };
        let open = grown(node.span, beyond(node.at, node.step, 1), board).is_none();
        let lengths = runs.or_insert_with(run, || Lengths { first: length, last: length, count: 0, open });
        lengths.first = lengths.first.min(length);
        lengths.open = if length >= lengths.last { open } else { lengths.open };
        lengths.last = lengths.last.max(length);
        lengths.count += 1;
    }
    // A single move to the edge of what fits may be a leap; two in a row are a slide.
    let is_open = |lengths: &Lengths| lengths.open && lengths.count > 1;
    let target = |run: &Run, length: i32| {
        let (x, y) = nodes[run.base].at;
        (x + i32::from(run.way.0) * length, y + i32::from(run.way.1) * length)
    };
    let mut radius = LEAST;
    for (run, lengths) in runs.iter() {
        // Chains of hops are shown as far as their first hop.
        if !(run.over && nodes[run.base].over) {
            let (first, last) = (distance(target(run, lengths.first)), distance(target(run, lengths.last)));
            radius = radius.max(match (is_open(lengths), run.over) {
                (true, _) => first.max(SLIDE).min(last),
                // A chain of hops is rare and can be long: its first hop is enough.
                (false, true) => first,
                (false, false) => last,
            });
        }
    }
    let mut marks: SortedMap<(i32, i32), MarkView> = SortedMap::new();
    let mut lines: Vec<LineView> = Vec::new();
    for (run, lengths) in runs.iter() {
        let shown = (lengths.first..=lengths.last).rev().find(|length| distance(target(run, *length)) <= radius);
        let Some(shown) = shown else {
            more = true;
            continue;
        };
        more |= shown < lengths.last && !is_open(lengths);
        let tail = shown > 1 || run.base > 0;
        if tail && !(run.over && run.base > 0) {
            add_line(&mut lines, &nodes, run, target(run, shown), is_open(lengths));
        }
    }
    for (index, node) in nodes.iter().enumerate().skip(1).filter(|(_, node)| dfa.is_accepting(node.state)) {
        if distance(node.at) > radius {
            let (base, _) = run(&nodes, index);
            more |= node.over && nodes[base].over;
            continue;
        }
        let mark = marks.or_insert_with((-node.at.1, node.at.0), || MarkView {
            dx: node.at.0,
            dy: node.at.1,
            ..MarkView::default()
        });
        let (plain, over) = match node.step.on {
            On::Empty => (&mut mark.goes, &mut mark.goes_over),
            On::Enemy => (&mut mark.captures, &mut mark.captures_over),
            On::Own => (&mut mark.captures_own, &mut mark.captures_own_over),
        };
        *(if node.over { over } else { plain }) = true;
    }
    lines.truncate(MAX_LINES);
    DiagramView {
        piece: kind_of(letter).0,
        radius: radius as u32,
        marks: marks.into_iter().map(|(_, mark)| mark).collect(),
        lines,
        more,
    }
}

/// The words that fit on the board, shortest first, and whether there are more of them.
fn words(dfa: &Dfa, board: Geometry) -> (Vec<Node>, bool) {
    let nowhere = Step::new(0, 0, On::Empty);
    let root = Node { at: (0, 0), state: Dfa::START, step: nowhere, parent: 0, span: [0; 4], over: false };
    let mut nodes = vec![root];
    let mut next = 0;
    while let Some(&node) = nodes.get(next) {
        for &(step, state) in dfa.transitions(node.state) {
            let at = beyond(node.at, step, 1);
            let Some(span) = grown(node.span, at, board) else { continue };
            if visits(&nodes, next, at) {
                continue;
            }
            if nodes.len() > MAX_WORDS {
                return (nodes, true);
            }
            let over = node.over || (next > 0 && node.step.on != On::Empty);
            nodes.push(Node { at, state, step, parent: next, span, over });
        }
        next += 1;
    }
    (nodes, false)
}

fn visits(nodes: &[Node], mut index: usize, at: Point) -> bool {
    while index > 0 {
        if nodes[index].at == at {
            return true;
        }
        index = nodes[index].parent;
    }
    at == (0, 0)
}

fn beyond((x, y): Point, step: Step, times: i32) -> Point {
    (x + i32::from(step.dx) * times, y + i32::from(step.dy) * times)
}

/// The box with one square more, if it still fits on the board.
fn grown([left, right, low, high]: [i32; 4], (x, y): Point, board: Geometry) -> Option<[i32; 4]> {
    let span = [left.min(x), right.max(x), low.min(y), high.max(y)];
    let fits = span[1] - span[0] < board.width() as i32 && span[3] - span[2] < board.height() as i32;
    fits.then_some(span)
}

fn distance((x, y): Point) -> i32 {
    x.abs().max(y.abs())
}

/// The word without its last steps in one direction, and how many those are.
fn run(nodes: &[Node], index: usize) -> (usize, i32) {
    let Step { dx, dy, .. } = nodes[index].step;
    let (mut base, mut length) = (index, 0);
    while base > 0 && (nodes[base].step.dx, nodes[base].step.dy) == (dx, dy) {
        base = nodes[base].parent;
        length += 1;
    }
    (base, length)
}

/// The way through the squares that must be empty, or (`over`) hold what they must. One line serves for going and
/// capturing; one over other pieces is left out where there is a free one.
fn add_line(lines: &mut Vec<LineView>, nodes: &[Node], run: &Run, to: Point, open: bool) {
    let mut points = vec![to];
    let mut at = run.base;
    while at > 0 {
        points.push(nodes[at].at);
        at = nodes[at].parent;
    }
    points.push((0, 0));
    points.reverse();
    let points: Vec<[i32; 2]> = points.into_iter().map(|(x, y)| [x, y]).collect();
    let along = |line: &LineView| {
        let (a, b) = (&line.points[line.points.len() - 1], &points[points.len() - 1]);
        line.points.len() == points.len()
            && line.points[..points.len() - 1] == points[..points.len() - 1]
            && a[0].signum() == b[0].signum()
            && a[1].signum() == b[1].signum()
            && a[0] * b[1] == a[1] * b[0]
    };
    // From the piece itself, lines in one direction lie on each other: the longest is drawn.
    let known = lines.iter_mut().find(|line| if run.base == 0 { along(line) } else { line.points == points });
    match known {
        Some(line) => {
            let farther = distance((points[points.len() - 1][0], points[points.len() - 1][1]))
                > distance((line.points[line.points.len() - 1][0], line.points[line.points.len() - 1][1]));
            if line.over == run.over || line.over {
                line.points = if farther || line.over != run.over { points } else { line.points.clone() };
                line.open |= open;
                line.over &= run.over;
            }
        }
        None => lines.push(LineView { points, open, over: run.over }),
    }
}
