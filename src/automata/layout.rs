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

use super::{Dfa, StateId, Step, Word};
use crate::order::{self, SortedMap};

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
/// Room above and below the line of a lane, with the gap around it.
const LANE: f32 = 1.0;
/// A lane goes where there is room: what it wishes counts for next to nothing beside a state's wish.
const LANE_WEIGHT: f32 = 1e-4;

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

/// What is stacked in a column: a state with its loop, or an arrow's label.
#[derive(Clone)]
struct Item {
    width: f32,
    /// Above and below the line that it stands on.
    above: f32,
    below: f32,
    /// Where it would like to be, and how much that counts.
    wish: f32,
    weight: f32,
    what: What,
}

#[derive(Clone, Copy)]
enum What {
    State(StateId),
    Arrow(usize),
    /// The lane of an arrow with this number.
    Lane(usize, usize),
}

/// Lays out an automaton whose states can all be reached, as those of a minimal one can.
pub fn layout(dfa: &Dfa, before: Option<&Layout>) -> Layout {
    let words = shortest_words(dfa);
    let known: SortedMap<&[Step], &StateBox> = before
        .map(|layout| layout.states.iter().map(|state| (state.word.as_slice(), state)).collect())
        .unwrap_or_default();
    let known_arrows: SortedMap<[&[Step]; 2], &Arrow> = before
        .map(|layout| {
            let word = |state: StateId| layout.states[state.index()].word.as_slice();
            layout.arrows.iter().map(|arrow| ([word(arrow.from), word(arrow.to)], arrow)).collect()
        })
        .unwrap_or_default();

    let (column_of, shelves) = columns(&words, &known);
    let mut arrows = merged_arrows(dfa);
    // The left and the right column of an arrow.
    let span = |arrow: &Arrow| {
        let (a, b) = (column_of[arrow.from.index()], column_of[arrow.to.index()]);
        (a.min(b), a.max(b))
    };
    let spans: Vec<(usize, usize)> = arrows.iter().map(span).collect();
    // States stand in even columns, labels in odd ones; the lanes of an arrow begin right of its left state, and end
    // left of its label.
    for (arrow, &(left, right)) in arrows.iter_mut().zip(&spans) {
        arrow.lanes = vec![(0.0, 0.0); 2 * (right - left).saturating_sub(1)];
    }
    let remembered: Vec<Option<Vec<f32>>> = arrows
        .iter()
        .map(|arrow| {
            let ends = [arrow.from, arrow.to].map(|state| words[state.index()].as_slice());
            let lanes = known_arrows.get(&ends).map(|old| old.lanes.iter().map(|lane| lane.1).collect::<Vec<f32>>());
            lanes.filter(|lanes| lanes.len() == arrow.lanes.len())
        })
        .collect();

    let mut rows = vec![0.0_f32; dfa.size()];
    let last = column_of.iter().copied().max().unwrap_or(0);
    let mut columns: Vec<Vec<Item>> = (0..=2 * last + 1).map(|_| Vec::new()).collect();
    for column in 0..=last {
        // What enters a state from the left: where its last lane is, or its other state.
        let wish = |state: StateId, arrows: &[Arrow], rows: &[f32]| match known.get(&words[state.index()].as_slice()) {
            Some(old) => old.y,
            None => mean(
                arrows
                    .iter()
                    .filter(|arrow| arrow.to == state && enters(&words, arrow))
                    .map(|arrow| arrow.lanes.last().map_or(rows[arrow.from.index()], |lane| lane.1)),
            ),
        };
        let mut items: Vec<(usize, Item)> = dfa
            .states()
            .filter(|state| column_of[state.index()] == column)
            .map(|state| (state.index(), state_item(state, &arrows, wish(state, &arrows, &rows))))
            .collect();
        for (index, arrow) in arrows.iter().enumerate().filter(|(index, _)| spans[*index].0 < column) {
            let (left, right) = spans[index];
            if column >= right {
                continue;
            }
            let number = 2 * (column - left) - 1;
            let ends = [arrow.from, arrow.to];
            let end = |at: usize| ends.into_iter().find(|state| column_of[state.index()] == at).unwrap_or(arrow.from);
            let target = known.get(&words[end(right).index()].as_slice()).map(|old| old.y);
            let wish = match &remembered[index] {
                Some(lanes) => lanes[number],
                None => target.unwrap_or(rows[end(left).index()]),
            };
            items.push((end(right).index(), lane_item(index, number, wish)));
        }
        // A lane stands where the state that it leads to would.
        order::sort_by_key(&mut items, |(tie, _)| *tie);
        for (item, y) in stack(&mut columns[2 * column], items.into_iter().map(|(_, item)| item).collect()) {
            match item {
                What::State(state) => rows[state.index()] = y,
                What::Lane(arrow, number) => arrows[arrow].lanes[number].1 = y,
                What::Arrow(_) => {}
            }
        }
    }
    let label_column = |index: usize| {
        let (left, right) = spans[index];
        if left == right { 2 * left + 1 } else { 2 * right - 1 }
    };
    for (index, arrow) in arrows.iter().enumerate().filter(|(_, arrow)| arrow.from != arrow.to) {
        let ends = [arrow.from, arrow.to].map(|state| (column_of[state.index()], rows[state.index()]));
        // Near its right state; its line comes in from its last lane, if it has one.
        let right = if ends[0].0 > ends[1].0 { ends[0].1 } else { ends[1].1 };
        let wish =
            arrow.lanes.last().map_or(mean(ends.iter().map(|end| end.1)), |lane| mean([lane.1, right].into_iter()));
        let (width, height) = label_size(&arrow.steps);
        let (above, below) = (height / 2.0, height / 2.0);
        columns[label_column(index)].push(Item { width, above, below, wish, weight: 1.0, what: What::Arrow(index) });
        for number in (0..arrow.lanes.len()).step_by(2) {
            let lane = lane_item(index, number, arrow.lanes[number + 1].1);
            columns[2 * spans[index].0 + 1 + number].push(lane);
        }
    }
    let mut placed_arrows = vec![0.0_f32; arrows.len()];
    for column in columns.iter_mut().skip(1).step_by(2) {
        let items = std::mem::take(column);
        for (item, y) in stack(column, items) {
            match item {
                What::Arrow(index) => placed_arrows[index] = y,
                What::Lane(arrow, number) => arrows[arrow].lanes[number].1 = y,
                What::State(_) => {}
            }
        }
    }

    // A column never moves left of where it was, so that what survives stays in place.
    let earlier = |column: usize| {
        let here = words.iter().zip(&column_of).filter(|(_, at)| **at * 2 == column);
        here.filter_map(|(word, _)| known.get(&word.as_slice()).map(|old| old.x)).fold(0.0, f32::max)
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
            x: x[2 * column_of[state.index()]],
            y: rows[state.index()],
            accepting: dfa.is_accepting(state),
            shelf: shelves[state.index()],
        })
        .collect();
    for (index, arrow) in arrows.iter_mut().enumerate() {
        let (width, height) = label_size(&arrow.steps);
        arrow.label = if arrow.from == arrow.to {
            let state = &states[arrow.from.index()];
            Box2 { x: state.x, y: state.y - LOOP - height / 2.0, width, height }
        } else {
            Box2 { x: x[label_column(index)], y: placed_arrows[index], width, height }
        };
        for (number, lane) in arrow.lanes.iter_mut().enumerate() {
            lane.0 = x[2 * spans[index].0 + 1 + number];
        }
    }
    framed(Layout { width: 0.0, height: 0.0, states, arrows }, before.is_some())
}

/// The column of each state, and which of the columns of its rank that is. A state that is known stays on its shelf; new
/// ones go where there is most room.
fn columns(words: &[Word], known: &SortedMap<&[Step], &StateBox>) -> (Vec<usize>, Vec<usize>) {
    let mut shelves = vec![0; words.len()];
    let mut column_of = vec![0; words.len()];
    let mut first = 0;
    for rank in 0..=words.iter().map(Vec::len).max().unwrap_or(0) {
        let here: Vec<usize> = (0..words.len()).filter(|state| words[*state].len() == rank).collect();
        let mut counts = vec![0; here.len().div_ceil(PER_COLUMN)];
        for &state in &here {
            if let Some(old) = known.get(&words[state].as_slice()) {
                shelves[state] = old.shelf;
                counts.resize(counts.len().max(old.shelf + 1), 0);
                counts[old.shelf] += 1;
            }
        }
        for &state in here.iter().filter(|state| !known.contains_key(&words[**state].as_slice())) {
            let least = counts.iter().copied().min().unwrap_or(0);
            shelves[state] = counts.iter().position(|count| *count == least).unwrap_or(0);
            counts[shelves[state]] += 1;
        }
        here.iter().for_each(|&state| column_of[state] = first + shelves[state]);
        first += counts.len();
    }
    (column_of, shelves)
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
    let mut merged: SortedMap<(StateId, StateId), Vec<Step>> = SortedMap::new();
    for from in dfa.states() {
        for &(step, to) in dfa.transitions(from) {
            merged.or_default((from, to)).push(step);
        }
    }
    merged
        .into_iter()
        .map(|((from, to), steps)| Arrow { from, to, steps, label: Box2::default(), lanes: Vec::new() })
        .collect()
}

/// Whether an arrow leads from one rank to the next.
fn enters(words: &[Word], arrow: &Arrow) -> bool {
    words[arrow.from.index()].len() + 1 == words[arrow.to.index()].len()
}

fn lane_item(arrow: usize, number: usize, wish: f32) -> Item {
    Item { width: 0.0, above: LANE, below: LANE, wish, weight: LANE_WEIGHT, what: What::Lane(arrow, number) }
}

fn state_item(state: StateId, arrows: &[Arrow], wish: f32) -> Item {
    let own = arrows.iter().find(|arrow| arrow.from == state && arrow.to == state);
    let (width, height) = own.map_or((0.0, 0.0), |arrow| label_size(&arrow.steps));
    // The arc reaches above the circle before its label begins.
    let above = if own.is_some() { LOOP + height } else { RADIUS };
    Item { width: width.max(2.0 * RADIUS), above, below: RADIUS, wish, weight: 1.0, what: What::State(state) }
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
    // The mean wish of each pool, its weight, and how many there are in it.
    let mut pools: Vec<(f32, f32, usize)> = Vec::new();
    for (item, offset) in items.iter().zip(&offsets) {
        let mut pool = (item.wish - offset, item.weight, 1);
        while let Some(&(value, weight, count)) = pools.last() {
            if value <= pool.0 {
                break;
            }
            let sum = weight + pool.1;
            pool = ((value * weight + pool.0 * pool.1) / sum, sum, count + pool.2);
            pools.pop();
        }
        pools.push(pool);
    }
    // All sizes are whole numbers, so rounding keeps everything apart; and what is laid out again stays exactly in place,
    // wherever halves come to lie.
    let whole = |value: f32| (value + 0.501).floor();
    let lines = pools.into_iter().flat_map(|(value, _, count)| std::iter::repeat_n(whole(value), count));
    let placed =
        items.iter().zip(lines).zip(&offsets).map(|((item, line), offset)| (item.what, line + offset)).collect();
    *column = items;
    placed
}
