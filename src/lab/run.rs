//! The one runner: cells of an experiment, in any order, by anyone; what is done, and how long the rest will take.

use std::ops::ControlFlow;

use crate::lab::{Cell, Experiment, Report, Row, Setting, SettingError, Work, read_rows};

/// What a cell is computed with: a clock, where times are wanted, and whether to continue.
#[derive(Default)]
pub struct Bench<'a> {
    /// Seconds since any moment.
    pub clock: Option<&'a mut dyn FnMut() -> f64>,
    pub poll: Option<&'a mut dyn FnMut() -> ControlFlow<()>>,
}

impl std::fmt::Debug for Bench<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Bench {{ clock: {}, poll: {} }}", self.clock.is_some(), self.poll.is_some())
    }
}

impl Bench<'_> {
    /// `None` when the work is to stop; asked between the steps of a cell.
    pub fn go_on(&mut self) -> Option<()> {
        match &mut self.poll {
            Some(poll) => match poll() {
                ControlFlow::Continue(()) => Some(()),
                ControlFlow::Break(()) => None,
            },
            None => Some(()),
        }
    }

    /// Runs something and measures its time, where there is a clock.
    pub fn timed<T>(&mut self, work: impl FnOnce() -> T) -> (T, Cell) {
        let Some(clock) = &mut self.clock else { return (work(), Cell::Missing) };
        let start = clock();
        let done = work();
        (done, Cell::Seconds(clock() - start))
    }
}

/// A part of the cells, for one of several machines: number `index` (from 0) of `of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    pub index: usize,
    pub of: usize,
}

impl Shard {
    pub const WHOLE: Shard = Shard { index: 0, of: 1 };

    pub fn has(self, cell: usize) -> bool {
        cell % self.of.max(1) == self.index
    }
}

/// How far a run is. Costs are compared, not cells, since some take longer than others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    pub done: usize,
    pub cells: usize,
    /// Between 0 and 1.
    pub share: f64,
    /// Estimated seconds left, at the pace so far; none before the first cell.
    pub left: Option<f64>,
}

/// An experiment that is being run. It can be left at any time and taken up again from the rows of its cells.
#[derive(Debug)]
pub struct Run {
    setting: Setting,
    work: Vec<Work>,
    done: Vec<Option<Vec<Row>>>,
    /// The cost of the cells that were taken over from an earlier run.
    before: u64,
}

impl Run {
    pub fn new(setting: Setting) -> Result<Run, SettingError> {
        let work = (setting.experiment().plan)(&setting)?;
        let done = vec![None; work.len()];
        Ok(Run { setting, work, done, before: 0 })
    }

    pub fn setting(&self) -> &Setting {
        &self.setting
    }

    pub fn experiment(&self) -> &'static Experiment {
        self.setting.experiment()
    }

    pub fn cells(&self) -> &[Work] {
        &self.work
    }

    pub fn is_done(&self, cell: usize) -> bool {
        self.done.get(cell).is_some_and(Option::is_some)
    }

    /// The cells of a shard that are still to do.
    pub fn open(&self, shard: Shard) -> Vec<usize> {
        (0..self.work.len()).filter(|cell| shard.has(*cell) && !self.is_done(*cell)).collect()
    }

    /// Computes one cell. Several threads may do so at once; `None` when it was cancelled or is not there.
    pub fn work(&self, cell: usize, bench: &mut Bench<'_>) -> Option<Vec<Row>> {
        let work = self.work.get(cell)?;
        let experiment = self.experiment();
        let lines = (experiment.run)(&self.setting, work, bench)?;
        let rows = lines.into_iter().map(|line| {
            let key = work.key.iter().cloned().chain(line.key);
            debug_assert_eq!(line.cells.len(), experiment.columns.len(), "{}", experiment.name);
            Row {
                experiment: experiment.name,
                parameters: experiment.keys.iter().copied().zip(key).collect(),
                seed: work.seed,
                cells: experiment.columns.iter().map(|column| column.name()).zip(line.cells).collect(),
            }
        });
        Some(rows.collect())
    }

    /// Takes the rows of a cell that was computed now.
    pub fn accept(&mut self, cell: usize, rows: Vec<Row>) {
        if let Some(place) = self.done.get_mut(cell) {
            *place = Some(rows);
        }
    }

    /// Takes the rows of a cell from an earlier run; says whether they are rows of this experiment.
    pub fn restore(&mut self, cell: usize, text: &str) -> bool {
        let Some(work) = self.work.get(cell) else { return false };
        let rows = read_rows(self.experiment(), text);
        let keys = |row: &Row| {
            let own = row.parameters.iter().map(|(_, value)| value).take(work.key.len());
            own.eq(&work.key) && row.seed == work.seed
        };
        match rows {
            Some(rows) if rows.iter().all(keys) => {
                if !self.is_done(cell) {
                    self.before += work.cost;
                }
                self.done[cell] = Some(rows);
                true
            }
            _ => false,
        }
    }

    /// The rows of one cell; none before it is done.
    pub fn rows_of(&self, cell: usize) -> Vec<Row> {
        self.done.get(cell).cloned().flatten().unwrap_or_default()
    }

    /// The rows of all cells that are done, in the order of the plan.
    pub fn rows(&self) -> Vec<Row> {
        self.done.iter().flatten().flatten().cloned().collect()
    }

    pub fn is_complete(&self) -> bool {
        self.done.iter().all(Option::is_some)
    }

    /// How far the shard is, after so many seconds of work on it by this run.
    pub fn progress(&self, shard: Shard, seconds: f64) -> Progress {
        self.progress_of(shard, seconds, self.before)
    }

    /// The same where cells of this cost were done before the seconds began.
    pub fn progress_of(&self, shard: Shard, seconds: f64, before: u64) -> Progress {
        let of = |which: &dyn Fn(usize) -> bool| -> u64 {
            let own = (0..self.work.len()).filter(|cell| shard.has(*cell) && which(*cell));
            own.map(|cell| self.work[cell].cost.max(1)).sum()
        };
        let (all, done) = (of(&|_| true), of(&|cell| self.is_done(cell)));
        let now = done.saturating_sub(before);
        let left = (now > 0).then(|| seconds * (all - done) as f64 / now as f64);
        let cells = (0..self.work.len()).filter(|cell| shard.has(*cell));
        Progress {
            done: cells.clone().filter(|cell| self.is_done(*cell)).count(),
            cells: cells.count(),
            share: done as f64 / all.max(1) as f64,
            left,
        }
    }

    /// The report of the rows so far.
    pub fn report(&self) -> Report {
        (self.experiment().report)(&self.setting, &self.rows())
    }
}
