//! Where to draw an automaton: states in columns from left to right, arrows with their labels between them.
//!
//! A state's rank is its distance from the start. A rank is a column, or several when it has many states. Every arrow has a
//! label, and labels stand in columns of their own, between those of the states, so that nothing ever covers anything:
//! within a column boxes are stacked, and columns are as wide as their widest box. An arrow that passes other columns has
//! a lane in each of them, which is stacked like a box. Loops from a state to itself are arcs above it and belong to its
//! box.
//!
//! A learner changes its mind several times a second. A layout can therefore follow the one before it: a state is known
//! again by the shortest word that leads to it, keeps its place as far as there is room, and pushes others no further
//! than it must.

mod columns;
mod drawing;

use super::{Dfa, StateId, Step, Word};
use drawing::{Drawing, Known, shortest_words};

/// Half the width of a state's circle.
const RADIUS: f32 = 18.0;
/// The side of the square that one step is drawn in.
const GLYPH: f32 = 26.0;
/// From the middle of a state up to the label of its loop.
const LOOP: f32 = 40.0;
/// Room between neighbours.
const GAP: f32 = 14.0;
/// Steps in one row of a label.
const PER_ROW: usize = 4;
/// States of one rank in one column.
const PER_COLUMN: usize = 5;

/// A drawing, in pixels; the start is at the left and the smallest coordinates are 0.
///
/// ```
/// use kibitzer::automata::{On, Regex, Step, compile, layout};
///
/// let slide = compile(&Regex::star(Regex::Step(Step::new(0, 1, On::Empty)))).unwrap();
/// let drawn = layout(&slide, None);
/// // A state is known by the shortest word that leads to it.
/// assert_eq!(drawn.states[1].word, [Step::new(0, 1, On::Empty)]);
/// // Circles and labels lie inside the drawing and do not overlap.
/// let boxes = drawn.boxes();
/// assert_eq!(boxes.len(), drawn.states.len() + drawn.arrows.len());
/// assert!(boxes.iter().all(|item| item.x < drawn.width && item.y < drawn.height));
/// assert!(!boxes[0].overlaps(boxes[1]));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layout {
    pub width: f32,
    pub height: f32,
    /// In the order of the automaton's states.
    pub states: Vec<StateBox>,
    pub arrows: Vec<Arrow>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct StateBox {
    /// The shortest word that leads here: what a state is known by.
    pub word: Word,
    pub x: f32,
    pub y: f32,
    pub accepting: bool,
    /// Which of the columns of its rank.
    pub shelf: usize,
}

/// All transitions from one state to another.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrow {
    pub from: StateId,
    pub to: StateId,
    pub steps: Vec<Step>,
    /// The middle of the label, and its size.
    pub label: Box2,
    /// Where it passes other columns on its way between its left state and its label, from left to right.
    pub lanes: Vec<(f32, f32)>,
}

/// A rectangle by its middle and its size.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Box2 {
    pub x: f32,
    pub y: f32,
    pub width: f32,
    pub height: f32,
}

impl Box2 {
    pub fn overlaps(self, other: Box2) -> bool {
        (self.x - other.x).abs() * 2.0 < self.width + other.width
            && (self.y - other.y).abs() * 2.0 < self.height + other.height
    }
}

/// How many glyphs a label has: steps that differ only in what they find are drawn as one.
pub fn glyphs(steps: &[Step]) -> usize {
    steps.chunk_by(|a, b| (a.dx, a.dy) == (b.dx, b.dy)).count()
}

/// Lays out an automaton whose states can all be reached, as those of a minimal one can. With `before`, states that are in
/// both drawings keep their places as far as there is room.
///
/// ```
/// use kibitzer::automata::{Dfa, On, Step, layout};
///
/// // A piece that slides forward over empty squares.
/// let ahead = Step::new(0, 1, On::Empty);
/// let mut dfa = Dfa::empty();
/// let sliding = dfa.add_state(true);
/// dfa.connect(Dfa::START, ahead, sliding);
/// dfa.connect(sliding, ahead, sliding);
///
/// let drawn = layout(&dfa, None);
/// assert_eq!((drawn.states.len(), drawn.arrows.len()), (2, 2));
/// assert!(drawn.states[0].x < drawn.states[1].x, "the start is at the left");
/// assert_eq!(layout(&dfa, Some(&drawn)), drawn, "what has not changed stays in place");
/// ```
pub fn layout(dfa: &Dfa, before: Option<&Layout>) -> Layout {
    let words = shortest_words(dfa);
    let known = Known::new(before);
    let mut drawing = Drawing::new(dfa, &words, &known);
    drawing.stack_states();
    let labels = drawing.stack_labels();
    framed(drawing.placed(&labels), before.is_some())
}

/// Makes room at the top for what reaches above the first line, and measures the whole. A layout that follows another
/// keeps its lines where they are as long as nothing would be cut off.
fn framed(mut layout: Layout, follows: bool) -> Layout {
    let boxes = layout.boxes();
    let top = boxes.iter().map(|item| item.y - item.height / 2.0).fold(f32::INFINITY, f32::min);
    let shift = if follows && top >= 0.0 { 0.0 } else { -top };
    layout.states.iter_mut().for_each(|state| state.y += shift);
    for arrow in &mut layout.arrows {
        arrow.label.y += shift;
        arrow.lanes.iter_mut().for_each(|lane| lane.1 += shift);
    }
    let boxes = layout.boxes();
    layout.width = boxes.iter().map(|item| item.x + item.width / 2.0).fold(0.0, f32::max);
    layout.height = boxes.iter().map(|item| item.y + item.height / 2.0).fold(0.0, f32::max);
    layout
}

impl Layout {
    /// Everything that must not overlap: the states, then the labels.
    pub fn boxes(&self) -> Vec<Box2> {
        let circles =
            self.states.iter().map(|state| Box2 { x: state.x, y: state.y, width: 2.0 * RADIUS, height: 2.0 * RADIUS });
        circles.chain(self.arrows.iter().map(|arrow| arrow.label)).collect()
    }
}

fn label_size(steps: &[Step]) -> (f32, f32) {
    let count = glyphs(steps);
    let columns = count.min(PER_ROW);
    (columns as f32 * GLYPH, count.div_ceil(PER_ROW) as f32 * GLYPH)
}
