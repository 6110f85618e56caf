//! Where to draw an automaton: states in columns from left to right, arrows with their labels between them.
//!
//! A state's column is its distance from the start. Every arrow has a label, and labels stand in columns of their own,
//! between those of the states, so that nothing ever covers anything: within a column boxes are stacked, and columns are
//! as wide as their widest box. Loops from a state to itself are arcs above it and belong to its box.
//!
//! A learner changes its mind several times a second. A layout can therefore follow the one before it: a state is known
//! again by the shortest word that leads to it, keeps its place as far as there is room, and pushes others no further
//! than it must.

use std::collections::BTreeMap;

use super::{Dfa, StateId, Step, Word};
use crate::order;

/// Half the width of a state's circle.
const RADIUS: f32 = 18.0;
/// The side of the square that one step is drawn in.
const GLYPH: f32 = 26.0;
/// Room between neighbours.
const GAP: f32 = 14.0;
/// Steps in one row of a label.
const PER_ROW: usize = 4;

/// A drawing, in pixels; the start is at the left and the smallest coordinates are 0.
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
}

/// All transitions from one state to another.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrow {
    pub from: StateId,
    pub to: StateId,
    pub steps: Vec<Step>,
    /// The middle of the label, and its size.
    pub label: Box2,
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

/// What is stacked in a column: a state with its loop, or an arrow's label.
#[derive(Clone)]
struct Item {
    width: f32,
    /// Above and below the line that it stands on.
    above: f32,
    below: f32,
    /// Where it would like to be.
    wish: f32,
    what: What,
}

#[derive(Clone, Copy)]
enum What {
    State(StateId),
    Arrow(usize),
}

/// Lays out an automaton whose states can all be reached, as those of a minimal one can.
pub fn layout(dfa: &Dfa, before: Option<&Layout>) -> Layout {
    let words = shortest_words(dfa);
    let mut arrows = merged_arrows(dfa);
    let known: BTreeMap<&[Step], (f32, f32)> = before
        .map(|layout| layout.states.iter().map(|state| (state.word.as_slice(), (state.x, state.y))).collect())
        .unwrap_or_default();

    let depth = words.iter().map(Vec::len).max().unwrap_or(0);
    let mut rows = vec![0.0_f32; dfa.size()];
    let mut columns: Vec<Vec<Item>> = (0..=2 * depth + 1).map(|_| Vec::new()).collect();
    for rank in 0..=depth {
        let wish = |state: StateId, rows: &[f32]| match known.get(words[state.index()].as_slice()) {
            Some((_, y)) => *y,
            None => mean(entering(&arrows, &words, state).map(|from| rows[from.index()])),
        };
        let ranked = dfa.states().filter(|state| words[state.index()].len() == rank);
        let states: Vec<Item> = ranked.map(|state| state_item(state, &arrows, wish(state, &rows))).collect();
        for (item, y) in stack(&mut columns[2 * rank], states) {
            if let What::State(state) = item {
                rows[state.index()] = y;
            }
        }
    }
    for (index, arrow) in arrows.iter().enumerate().filter(|(_, arrow)| arrow.from != arrow.to) {
        let ranks = [arrow.from, arrow.to].map(|state| words[state.index()].len());
        // Forward arrows, and those back, have their label before the later of their states; the others after both.
        let column = if ranks[0] == ranks[1] { 2 * ranks[0] + 1 } else { 2 * ranks[0].max(ranks[1]) - 1 };
        let wish = mean([arrow.from, arrow.to].into_iter().map(|state| rows[state.index()]));
        let size = label_size(&arrow.steps);
        let item = Item { width: size.0, above: size.1 / 2.0, below: size.1 / 2.0, wish, what: What::Arrow(index) };
        columns[column].push(item);
    }
    let mut placed_arrows = vec![0.0_f32; arrows.len()];
    for column in columns.iter_mut().skip(1).step_by(2) {
        let items = std::mem::take(column);
        for (item, y) in stack(column, items) {
            if let What::Arrow(index) = item {
                placed_arrows[index] = y;
            }
        }
    }

    // A column never moves left of where it was, so that what survives stays in place.
    let earlier = |column: usize| {
        let ranked = words.iter().filter(|word| word.len() * 2 == column);
        ranked.filter_map(|word| known.get(word.as_slice()).map(|(x, _)| *x)).fold(0.0, f32::max)
    };
    let mut x = vec![0.0_f32; columns.len()];
    let mut right = 0.0;
    for (column, items) in columns.iter().enumerate() {
        let width = items.iter().map(|item| item.width).fold(0.0, f32::max);
        x[column] = (right + width / 2.0).max(earlier(column));
        right = x[column] + width / 2.0 + if width > 0.0 { GAP } else { 0.0 };
    }
    let states: Vec<StateBox> = dfa
        .states()
        .map(|state| StateBox {
            word: words[state.index()].clone(),
            x: x[2 * words[state.index()].len()],
            y: rows[state.index()],
            accepting: dfa.is_accepting(state),
        })
        .collect();
    for (index, arrow) in arrows.iter_mut().enumerate() {
        let (width, height) = label_size(&arrow.steps);
        arrow.label = if arrow.from == arrow.to {
            let state = &states[arrow.from.index()];
            Box2 { x: state.x, y: state.y - 2.2 * RADIUS - height / 2.0, width, height }
        } else {
            let ranks = [arrow.from, arrow.to].map(|state| words[state.index()].len());
            let column = if ranks[0] == ranks[1] { 2 * ranks[0] + 1 } else { 2 * ranks[0].max(ranks[1]) - 1 };
            Box2 { x: x[column], y: placed_arrows[index], width, height }
        };
    }
    framed(Layout { width: 0.0, height: 0.0, states, arrows }, before.is_some())
}

/// Makes room at the top for what reaches above the first line, and measures the whole. A layout that follows another
/// keeps its lines where they are as long as nothing would be cut off.
fn framed(mut layout: Layout, follows: bool) -> Layout {
    let boxes = layout.boxes();
    let top = boxes.iter().map(|item| item.y - item.height / 2.0).fold(f32::INFINITY, f32::min);
    let shift = if follows && top >= 0.0 { 0.0 } else { -top };
    layout.states.iter_mut().for_each(|state| state.y += shift);
    layout.arrows.iter_mut().for_each(|arrow| arrow.label.y += shift);
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

/// The first shortest word that leads to each state.
fn shortest_words(dfa: &Dfa) -> Vec<Word> {
    let mut words: Vec<Option<Word>> = vec![None; dfa.size()];
    words[Dfa::START.index()] = Some(Word::new());
    let mut queue = vec![Dfa::START];
    let mut done = 0;
    while done < queue.len() {
        let from = queue[done];
        for &(step, to) in dfa.transitions(from) {
            if words[to.index()].is_none() {
                let mut word = words[from.index()].clone().unwrap_or_default();
                word.push(step);
                words[to.index()] = Some(word);
                queue.push(to);
            }
        }
        done += 1;
    }
    words.into_iter().map(Option::unwrap_or_default).collect()
}

fn merged_arrows(dfa: &Dfa) -> Vec<Arrow> {
    let mut merged: BTreeMap<(StateId, StateId), Vec<Step>> = BTreeMap::new();
    for from in dfa.states() {
        for &(step, to) in dfa.transitions(from) {
            merged.entry((from, to)).or_default().push(step);
        }
    }
    merged.into_iter().map(|((from, to), steps)| Arrow { from, to, steps, label: Box2::default() }).collect()
}

/// States one column to the left with an arrow to this one.
fn entering<'a>(arrows: &'a [Arrow], words: &'a [Word], state: StateId) -> impl Iterator<Item = StateId> + 'a {
    let rank = words[state.index()].len();
    arrows
        .iter()
        .filter(move |arrow| arrow.to == state && words[arrow.from.index()].len() + 1 == rank)
        .map(|arrow| arrow.from)
}

fn state_item(state: StateId, arrows: &[Arrow], wish: f32) -> Item {
    let own = arrows.iter().find(|arrow| arrow.from == state && arrow.to == state);
    let (width, height) = own.map_or((0.0, 0.0), |arrow| label_size(&arrow.steps));
    // The arc reaches above the circle before its label begins.
    let above = if own.is_some() { 2.2 * RADIUS + height } else { RADIUS };
    Item { width: width.max(2.0 * RADIUS), above, below: RADIUS, wish, what: What::State(state) }
}

fn label_size(steps: &[Step]) -> (f32, f32) {
    let count = glyphs(steps);
    let columns = count.min(PER_ROW);
    (columns as f32 * GLYPH, count.div_ceil(PER_ROW) as f32 * GLYPH)
}

fn mean(values: impl Iterator<Item = f32>) -> f32 {
    let (sum, count) = values.fold((0.0, 0), |(sum, count), value| (sum + value, count + 1));
    if count == 0 { 0.0 } else { sum / count as f32 }
}

/// Stacks a column: everything as near to where it wishes to be as the others allow (least squares, by pooling
/// neighbours that would overlap). Gives each item's line.
fn stack(column: &mut Vec<Item>, mut items: Vec<Item>) -> Vec<(What, f32)> {
    order::sort_by(&mut items, |a, b| a.wish.total_cmp(&b.wish));
    // With the room between neighbours taken out, "no overlap" is just "in order".
    let mut offsets = Vec::with_capacity(items.len());
    let mut offset = 0.0;
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            offset += items[index - 1].below + GAP + item.above;
        }
        offsets.push(offset);
    }
    let mut pools: Vec<(f32, usize)> = Vec::new();
    for (item, offset) in items.iter().zip(&offsets) {
        let mut pool = (item.wish - offset, 1);
        while let Some(&(value, count)) = pools.last() {
            if value <= pool.0 {
                break;
            }
            pool = ((value * count as f32 + pool.0 * pool.1 as f32) / (count + pool.1) as f32, count + pool.1);
            pools.pop();
        }
        pools.push(pool);
    }
    let lines = pools.into_iter().flat_map(|(value, count)| std::iter::repeat_n(value, count));
    let placed =
        items.iter().zip(lines).zip(&offsets).map(|((item, line), offset)| (item.what, line + offset)).collect();
    *column = items;
    placed
}
