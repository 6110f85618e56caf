//! An experiment as data: its name, what can be set, its cells, how one cell is computed, and what the rows show.
//!
//! A *cell* is the unit of work. It depends on the settings and its own key alone, so that threads, shards and a run that
//! was interrupted all give the same rows.

use crate::lab::plot::Plot;
use crate::lab::{Bench, Cell, Parameter, Row, Setting, SettingError};
use crate::rng::split_mix;

/// An experiment that can be repeated, varied and exported.
#[derive(Debug)]
pub struct Experiment {
    pub name: &'static str,
    pub title: &'static str,
    /// What is measured, and where it differs from the source.
    pub about: &'static str,
    /// Author and year of what is repeated, under which it is listed.
    pub paper: &'static str,
    /// Whose figures stand beside ours; empty where there are none.
    pub source: &'static str,
    pub parameters: &'static [Parameter],
    /// What tells the rows apart: first the key of the cell, then what differs within it.
    pub keys: &'static [&'static str],
    pub columns: &'static [Column],
    /// The cells, in the order of the table.
    pub plan: fn(&Setting) -> Result<Vec<Work>, SettingError>,
    /// Works out one cell; `None` when it was cancelled.
    pub run: fn(&Setting, &Work, &mut Bench<'_>) -> Option<Vec<Line>>,
    pub report: fn(&Setting, &[Row]) -> Report,
}

/// What a column of the rows holds, so that rows can be read back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    Text(&'static str),
    Count(&'static str),
    Number(&'static str),
    Seconds(&'static str),
}

impl Column {
    pub fn name(self) -> &'static str {
        match self {
            Column::Text(name) | Column::Count(name) | Column::Number(name) | Column::Seconds(name) => name,
        }
    }
}

/// One cell to compute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Work {
    /// The first of the experiment's keys.
    pub key: Vec<String>,
    pub seed: u64,
    /// How long it takes compared with others, for the estimate of the time that is left.
    pub cost: u64,
}

impl Work {
    /// A cell whose seed follows from the experiment, the seed that was set, and the key.
    pub fn new(setting: &Setting, key: Vec<String>, cost: u64) -> Work {
        let seed = derived_seed(setting.experiment().name, setting.count("seed"), &key);
        Work { key, seed, cost }
    }

    /// A cell of a data set that is known by its own seed, as `kibitzer observe --seed` takes it.
    pub fn with_seed(key: Vec<String>, seed: u64, cost: u64) -> Work {
        Work { key, seed, cost }
    }
}

/// A seed that no other cell has, other than by a rare accident: 53 bits, so that scripts can hold it.
fn derived_seed(experiment: &str, base: u64, key: &[String]) -> u64 {
    let mut state = base;
    let mut mixed = split_mix(&mut state);
    for part in std::iter::once(experiment).chain(key.iter().map(String::as_str)) {
        for byte in part.bytes().chain([0]) {
            state ^= u64::from(byte);
            mixed ^= split_mix(&mut state);
        }
    }
    mixed >> 11
}

/// A row of a cell, without what the cell knows already.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The rest of the keys.
    pub key: Vec<String>,
    pub cells: Vec<Cell>,
}

impl Line {
    pub fn new<const N: usize>(key: [String; N], cells: Vec<Cell>) -> Line {
        Line { key: key.to_vec(), cells }
    }
}

/// Report of an experiment.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The finding in words, with the numbers that support it.
    pub finding: String,
    pub tables: Vec<Table>,
    pub plots: Vec<Plot>,
}

/// Rows with the same columns, under a title.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// For file names.
    pub name: &'static str,
    pub title: String,
    pub rows: Vec<Row>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_differ_wherever_anything_differs() {
        let key = |parts: &[&str]| parts.iter().map(|part| (*part).to_owned()).collect::<Vec<_>>();
        let seeds = [
            derived_seed("a", 1, &key(&["x", "y"])),
            derived_seed("b", 1, &key(&["x", "y"])),
            derived_seed("a", 2, &key(&["x", "y"])),
            derived_seed("a", 1, &key(&["xy"])),
            derived_seed("a", 1, &key(&["y", "x"])),
            derived_seed("ax", 1, &key(&["y"])),
        ];
        for (index, seed) in seeds.iter().enumerate() {
            assert!(*seed < 1 << 53);
            assert!(!seeds[..index].contains(seed), "{seeds:?}");
        }
    }
}
