//! The laboratory: measuring, and experiments.
//!
//! A run of an experiment lives in the page, cell by cell: any worker of a pool can work out any cell of it, and each is told
//! the settings with every command. So pausing is to ask for no more cells, resuming is to ask again, and a worker that is
//! terminated in the middle of a cell loses that cell only. The rows of a cell are a text that the page keeps and sends
//! back for tables, plots and files. A build without the feature `lab` answers `unsupported`.

use serde::{Deserialize, Serialize};
use tsify::Tsify;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum LaboratoryCommand {
    /// Count positions or play games. Answer: `worked`.
    Work { task: Task },
    /// All experiments and what can be set. Answer: `experiments`.
    Experiments,
    /// The cells of an experiment with these settings, a text as in `exactness?sets=5`, which is also what a link carries, and
    /// with these further values. Answer: `plan`.
    Plan { settings: String, values: Vec<(String, String)> },
    /// Work out one cell. Answer: `cell`.
    RunCell { settings: String, cell: u32 },
    /// What the finished cells come to, after so many seconds of work. Answer: `report`.
    Report { settings: String, done: Vec<DoneCell>, seconds: f64 },
    /// The files of these cells: CSV, JSON, Markdown, SVG. Answer: `files`.
    Export { settings: String, done: Vec<DoneCell> },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum LaboratoryReply {
    Worked(f64),
    Experiments(Vec<ExperimentView>),
    Plan(PlanView),
    Cell(DoneCell),
    Report(ReportView),
    Files(Vec<NamedText>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Task {
    /// Leaves of the game tree, each one played.
    Perft { depth: u32 },
    /// Sequences of whole moves, the last ones counted in bulk: the number that `kibitzer perft` prints.
    WholeMoves { depth: u32 },
    /// Whole random games.
    Playouts { count: u32, seed: u32 },
    /// The alpha-beta player's search for the first move, with so many nodes at most.
    Search { nodes: u32 },
}

/// The rows of a cell, as the text that `report` and `export` take.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
pub struct DoneCell {
    pub cell: u32,
    pub rows: String,
}

/// An experiment as a page offers it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
pub struct ExperimentView {
    pub name: String,
    pub title: String,
    pub about: String,
    /// Author and year of what is repeated, under which it is listed.
    pub paper: String,
    /// Whose figures stand beside ours; empty where there are none.
    pub source: String,
    pub parameters: Vec<ParameterView>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
pub struct ParameterView {
    pub name: String,
    pub about: String,
    pub default: String,
    /// `count`, `counts`, `games`, `choice`, `choices`, `player`, `players` or `text`.
    pub kind: String,
    /// The values of a choice, or the games that are built in; of a number, the least and the most.
    pub values: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
pub struct PlanView {
    /// The settings in their shortest form.
    pub settings: String,
    /// Every parameter with its value.
    pub values: Vec<(String, String)>,
    /// What each cell is about.
    pub cells: Vec<String>,
    /// How long each takes compared with the others.
    pub costs: Vec<f64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
pub struct ReportView {
    /// Between 0 and 1.
    pub share: f64,
    /// Estimated seconds left, at the pace so far.
    pub left: Option<f64>,
    /// The finding in words.
    pub finding: String,
    /// Name, title, names of the columns, and rows.
    pub tables: Vec<TableView>,
    pub plots: Vec<PlotView>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
pub struct TableView {
    pub title: String,
    /// The first line has the names of the columns.
    pub lines: Vec<Vec<String>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
pub struct PlotView {
    pub title: String,
    /// States the finding.
    pub caption: String,
    /// An element without a style of its own: the page's style sheet has the colours.
    pub svg: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
pub struct NamedText {
    pub name: String,
    pub text: String,
}
