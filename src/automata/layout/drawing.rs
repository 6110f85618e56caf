//! The stages of a drawing: columns for the states, lines for states and lanes, lines for labels, and where columns stand.

use super::columns::{Item, What, stack};
use super::{Arrow, Box2, Dfa, GAP, LOOP, Layout, PER_COLUMN, StateBox, StateId, Step, Word, label_size};
use crate::order::{self, SortedMap};

/// The drawing before this one, by the words that its states are known by.
#[derive(Default)]
pub(super) struct Known<'a> {
    states: SortedMap<&'a [Step], &'a StateBox>,
    arrows: SortedMap<[&'a [Step]; 2], &'a Arrow>,
}

impl<'a> Known<'a> {
    pub(super) fn new(before: Option<&'a Layout>) -> Known<'a> {
        let Some(before) = before else { return Known::default() };
        let word = |state: StateId| before.states[state.index()].word.as_slice();
        Known {
            states: before.states.iter().map(|state| (state.word.as_slice(), state)).collect(),
            arrows: before.arrows.iter().map(|arrow| ([word(arrow.from), word(arrow.to)], arrow)).collect(),
        }
    }

    fn state(&self, word: &Word) -> Option<&'a StateBox> {
        self.states.get(&word.as_slice()).copied()
    }

    /// The lines of an arrow's lanes, if it has as many as before.
    fn lanes(&self, ends: [&[Step]; 2], count: usize) -> Option<Vec<f32>> {
        let lanes: Vec<f32> = self.arrows.get(&ends)?.lanes.iter().map(|lane| lane.1).collect();
        (lanes.len() == count).then_some(lanes)
    }
}

/// A drawing in progress. States stand in even columns, labels in odd ones.
pub(super) struct Drawing<'a> {
    dfa: &'a Dfa,
    /// The shortest word to each state.
    words: &'a [Word],
    known: &'a Known<'a>,
    /// For each state its column among those of states, and which of the columns of its rank that is.
    column_of: Vec<usize>,
    shelves: Vec<usize>,
    arrows: Vec<Arrow>,
    /// The left and the right column of each arrow, among those of states.
    spans: Vec<(usize, usize)>,
    /// For each arrow, the lines of its lanes in the drawing before.
    remembered: Vec<Option<Vec<f32>>>,
    /// The line of each state.
    rows: Vec<f32>,
    /// What is stacked in each column, of states and of labels.
    columns: Vec<Vec<Item>>,
}

impl<'a> Drawing<'a> {
    /// Assigns states to columns, and lanes to arrows. The lanes of an arrow begin right of its left state, and end left of
    /// its label.
    pub(super) fn new(dfa: &'a Dfa, words: &'a [Word], known: &'a Known<'a>) -> Drawing<'a> {
        let (column_of, shelves) = columns(words, known);
        let mut arrows = merged_arrows(dfa);
        let span = |arrow: &Arrow| {
            let (a, b) = (column_of[arrow.from.index()], column_of[arrow.to.index()]);
            (a.min(b), a.max(b))
        };
        let spans: Vec<(usize, usize)> = arrows.iter().map(span).collect();
        for (arrow, &(left, right)) in arrows.iter_mut().zip(&spans) {
            arrow.lanes = vec![(0.0, 0.0); 2 * (right - left).saturating_sub(1)];
        }
        let word = |state: StateId| words[state.index()].as_slice();
        let remembered =
            arrows.iter().map(|arrow| known.lanes([word(arrow.from), word(arrow.to)], arrow.lanes.len())).collect();
        let last = column_of.iter().copied().max().unwrap_or(0);
        let columns = (0..=2 * last + 1).map(|_| Vec::new()).collect();
        let rows = vec![0.0; dfa.size()];
        Drawing { dfa, words, known, column_of, shelves, arrows, spans, remembered, rows, columns }
    }

    /// Stacks the columns of states from left to right, with the lanes that pass them.
    pub(super) fn stack_states(&mut self) {
        for column in 0..self.columns.len() / 2 {
            let states = self.dfa.states().filter(|state| self.column_of[state.index()] == column);
            let mut items: Vec<(usize, Item)> =
                states.map(|state| (state.index(), Item::state(state, &self.arrows, self.state_wish(state)))).collect();
            let passing = (0..self.arrows.len()).filter(|&index| {
                let (left, right) = self.spans[index];
                left < column && column < right
            });
            items.extend(passing.map(|index| self.passing_lane(index, column)));
            // A lane stands where the state that it leads to would.
            order::sort_by_key(&mut items, |(tie, _)| *tie);
            let items = items.into_iter().map(|(_, item)| item).collect();
            for (item, y) in stack(&mut self.columns[2 * column], items) {
                match item {
                    What::State(state) => self.rows[state.index()] = y,
                    What::Lane(arrow, number) => self.arrows[arrow].lanes[number].1 = y,
                    What::Arrow(_) => {}
                }
            }
        }
    }

    /// The line that a state would like: where it was, or the mean of what enters it from the left, by its last lane or from
    /// its state.
    fn state_wish(&self, state: StateId) -> f32 {
        if let Some(old) = self.known.state(&self.words[state.index()]) {
            return old.y;
        }
        let entering = self.arrows.iter().filter(|arrow| arrow.to == state && enters(self.words, arrow));
        mean(entering.map(|arrow| arrow.lanes.last().map_or(self.rows[arrow.from.index()], |lane| lane.1)))
    }

    /// The lane of an arrow that passes a column of states, with the state that decides ties.
    fn passing_lane(&self, index: usize, column: usize) -> (usize, Item) {
        let (arrow, (left, right)) = (&self.arrows[index], self.spans[index]);
        let number = 2 * (column - left) - 1;
        let ends = [arrow.from, arrow.to];
        let end = |at: usize| ends.into_iter().find(|state| self.column_of[state.index()] == at).unwrap_or(arrow.from);
        let target = self.known.state(&self.words[end(right).index()]).map(|old| old.y);
        let wish = match &self.remembered[index] {
            Some(lanes) => lanes[number],
            None => target.unwrap_or(self.rows[end(left).index()]),
        };
        (end(right).index(), Item::lane(index, number, wish))
    }

    /// Stacks the columns of labels, with the lanes that pass them; gives the line of each arrow's label.
    pub(super) fn stack_labels(&mut self) -> Vec<f32> {
        for (index, arrow) in self.arrows.iter().enumerate().filter(|(_, arrow)| arrow.from != arrow.to) {
            let label = Item::label(index, arrow, self.label_wish(arrow));
            let column = self.label_column(index);
            self.columns[column].push(label);
            for number in (0..arrow.lanes.len()).step_by(2) {
                let lane = Item::lane(index, number, arrow.lanes[number + 1].1);
                self.columns[2 * self.spans[index].0 + 1 + number].push(lane);
            }
        }
        let mut labels = vec![0.0_f32; self.arrows.len()];
        for column in self.columns.iter_mut().skip(1).step_by(2) {
            let items = std::mem::take(column);
            for (item, y) in stack(column, items) {
                match item {
                    What::Arrow(index) => labels[index] = y,
                    What::Lane(arrow, number) => self.arrows[arrow].lanes[number].1 = y,
                    What::State(_) => {}
                }
            }
        }
        labels
    }

    /// The column that an arrow's label stands in: left of its right state.
    fn label_column(&self, index: usize) -> usize {
        let (left, right) = self.spans[index];
        if left == right { 2 * left + 1 } else { 2 * right - 1 }
    }

    /// The line that a label would like: near its right state; its line comes in from its last lane, if it has one.
    fn label_wish(&self, arrow: &Arrow) -> f32 {
        let ends = [arrow.from, arrow.to].map(|state| (self.column_of[state.index()], self.rows[state.index()]));
        let right = if ends[0].0 > ends[1].0 { ends[0].1 } else { ends[1].1 };
        arrow.lanes.last().map_or(mean(ends.iter().map(|end| end.1)), |lane| mean([lane.1, right].into_iter()))
    }

    /// The middle of each column. A column never moves left of where it was, so that what survives stays in place.
    fn column_centres(&self) -> Vec<f32> {
        let earlier = |column: usize| {
            let here = self.words.iter().zip(&self.column_of).filter(|(_, at)| **at * 2 == column);
            here.filter_map(|(word, _)| self.known.state(word).map(|old| old.x)).fold(0.0, f32::max)
        };
        let mut centres = vec![0.0_f32; self.columns.len()];
        let mut right = 0.0;
        for (column, items) in self.columns.iter().enumerate() {
            let width = items.iter().map(|item| item.width).fold(0.0, f32::max);
            centres[column] = (right + width / 2.0).max(earlier(column));
            right = centres[column] + width / 2.0 + if width > 0.0 { GAP } else { 0.0 };
        }
        centres
    }

    /// Everything in its place, not yet measured.
    pub(super) fn placed(mut self, labels: &[f32]) -> Layout {
        let x = self.column_centres();
        let state_box = |state: StateId| StateBox {
            word: self.words[state.index()].clone(),
            x: x[2 * self.column_of[state.index()]],
            y: self.rows[state.index()],
            accepting: self.dfa.is_accepting(state),
            shelf: self.shelves[state.index()],
        };
        let states: Vec<StateBox> = self.dfa.states().map(state_box).collect();
        let mut arrows = std::mem::take(&mut self.arrows);
        for (index, arrow) in arrows.iter_mut().enumerate() {
            let (width, height) = label_size(&arrow.steps);
            arrow.label = if arrow.from == arrow.to {
                let state = &states[arrow.from.index()];
                Box2 { x: state.x, y: state.y - LOOP - height / 2.0, width, height }
            } else {
                Box2 { x: x[self.label_column(index)], y: labels[index], width, height }
            };
            for (number, lane) in arrow.lanes.iter_mut().enumerate() {
                lane.0 = x[2 * self.spans[index].0 + 1 + number];
            }
        }
        Layout { width: 0.0, height: 0.0, states, arrows }
    }
}

/// The column of each state, and which of the columns of its rank that is. A state that is known stays on its shelf; new
/// ones go where there is most room.
fn columns(words: &[Word], known: &Known<'_>) -> (Vec<usize>, Vec<usize>) {
    let mut shelves = vec![0; words.len()];
    let mut column_of = vec![0; words.len()];
    let mut first = 0;
    for rank in 0..=words.iter().map(Vec::len).max().unwrap_or(0) {
        let here: Vec<usize> = (0..words.len()).filter(|state| words[*state].len() == rank).collect();
        let mut counts = vec![0; here.len().div_ceil(PER_COLUMN)];
        for &state in &here {
            if let Some(old) = known.state(&words[state]) {
                shelves[state] = old.shelf;
                counts.resize(counts.len().max(old.shelf + 1), 0);
                counts[old.shelf] += 1;
            }
        }
        for &state in here.iter().filter(|state| known.state(&words[**state]).is_none()) {
            let least = counts.iter().copied().min().unwrap_or(0);
            shelves[state] = counts.iter().position(|count| *count == least).unwrap_or(0);
            counts[shelves[state]] += 1;
        }
        here.iter().for_each(|&state| column_of[state] = first + shelves[state]);
        first += counts.len();
    }
    (column_of, shelves)
}

/// The first shortest word that leads to each state.
pub(super) fn shortest_words(dfa: &Dfa) -> Vec<Word> {
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

/// The arrows of an automaton: all transitions from one state to another are one.
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

fn mean(values: impl Iterator<Item = f32>) -> f32 {
    let (sum, count) = values.fold((0.0, 0), |(sum, count), value| (sum + value, count + 1));
    if count == 0 { 0.0 } else { sum / count as f32 }
}
