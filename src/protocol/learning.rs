//! What the page shows of learning, and of what was learned.

use serde::{Deserialize, Serialize};
use tsify::Tsify;

use super::{End, MoveView, Side};

/// How to watch and learn. The same settings give the same games and the same automata.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct LearnSettings {
    /// How many games to watch.
    pub games: u32,
    /// Whether the onlooker is told all legal moves, or sees only the one that is played.
    pub all_moves: bool,
    pub seed: u32,
    /// `kibitzer`, `bjornsson`, `rpni` or `spine`.
    pub algorithm: String,
    /// For the published algorithms: `bjornsson`, `fast`, or `fractional:0.7`.
    pub check: String,
    /// Who plays: `random`, `strong`, or `mixed`, a game of each by turns.
    #[serde(default)]
    pub players: Option<String>,
    /// Björnsson's K and MaxExpansions.
    #[serde(default)]
    pub distance: Option<u32>,
    #[serde(default)]
    pub max_expansions: Option<u32>,
}

/// The game that is being watched, and what has been understood by now.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct LearningView {
    /// Games watched to their end, of how many.
    pub games: u32,
    pub games_in_all: u32,
    /// Positions seen, and different ones among them.
    pub records: f64,
    pub positions: u32,
    /// Automata tried, and merges of states that were kept.
    pub candidates: f64,
    pub merges: f64,
    /// The watched position as text, so that a visitor can take over from there.
    pub position: String,
    /// The position on the watched board, and the move that led to it.
    pub cells: String,
    pub last: Option<MoveView>,
    /// How the watched game ended, if it just did.
    pub end: Option<End>,
    /// What was understood last, in words; empty when nothing changed.
    pub news: String,
    /// The pieces of which something has changed since the last answer; all of them when done.
    pub pieces: Vec<LearnedView>,
    /// All games are watched and everything is learned.
    pub done: bool,
    /// The learned game, ready to be played, when done.
    pub text: Option<String>,
    /// Whether the true rules are known, so that what was learned can be judged by them.
    pub judged: bool,
    /// Records that cannot all be right; a few of them, in words.
    pub clashes: Vec<String>,
}

/// An answer to a question of the learner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Said {
    Yes,
    No,
    /// "I do not know."
    Pass,
    /// "Let the rules answer."
    Rules,
    /// The last answer was a slip.
    Back,
}

/// An answer that was given to a worker that is gone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
pub struct Told {
    pub letter: String,
    /// The word that was asked about, in board coordinates.
    pub word: String,
    /// Nothing for "I do not know."
    pub legal: Option<bool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Format {
    Dot,
    Tikz,
    Json,
}

/// How one piece is learned, step by step.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct LessonView {
    pub letter: String,
    /// Not while it is being prepared.
    pub ready: bool,
    /// What it is learned from: positions, games seen to their end, different words of this piece.
    pub positions: u32,
    pub games: u32,
    pub words: u32,
    pub steps: u32,
    /// Which steps are left when only merges are shown: without the pairs that were refused, and the states that were kept.
    pub merges: Vec<u32>,
    /// There was more than could be kept: between the last step but one and the last, something is missing.
    pub cut: bool,
    pub step: Option<LessonStep>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct LessonStep {
    pub index: u32,
    pub what: LessonWhat,
    /// Of the automaton at this step, which is drawn unless it is too large.
    pub states: u32,
    pub graph: Option<GraphView>,
    /// The states in question.
    pub marked: Vec<u32>,
    pub objection: Option<Objection>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum LessonWhat {
    Tree,
    Minimized,
    Tried,
    Merged,
    Refused,
    Promoted,
    Expanded,
    Learned,
}

/// Why two states cannot be one: the automaton would accept this word.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Objection {
    pub word: String,
    pub why: ObjectionWhy,
    /// Where to see it.
    pub scene: Option<SceneView>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum ObjectionWhy {
    /// It is not among all the moves that are listed.
    NotListed,
    /// It could have been played so often that it would have been.
    NeverPlayed,
    /// Nobody has seen it, and this way of learning wants to have seen more.
    NotSeen,
    /// There are too many such words to look at.
    TooMany,
    /// It would be a move to stay where one is.
    NoMove,
    /// Some state would lie on two cycles, which this way of learning does not want.
    TwoLoops,
    /// The same automaton was found before.
    Known,
    /// It would have to believe more than it saves.
    NotWorthIt,
    /// No step leads on from both states.
    NothingInCommon,
    /// Another merge is worth more.
    Outdone,
}

/// A position with the path of one move in it.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct SceneView {
    pub cells: String,
    /// Squares, the one where it begins first.
    pub path: Vec<u32>,
    /// Which of the positions seen this is; none when it was made up.
    pub position: Option<u32>,
}

/// What the learner would like to know, and what it was told.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct AskingView {
    /// Still thinking about what it has seen; ask again.
    pub thinking: bool,
    pub question: Option<QuestionView>,
    /// Answers so far: yes and no, by whomever, and "I do not know".
    pub answers: u32,
    pub passed: u32,
    /// What the answer just given was taken for, when the rules gave it or it was taken back.
    pub took: Option<bool>,
    /// An answer that what was seen speaks against.
    pub refuted: Option<Refuted>,
    pub learning: LearningView,
}

#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct QuestionView {
    pub letter: String,
    pub word: String,
    pub scene: SceneView,
}

#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Refuted {
    pub letter: String,
    pub word: String,
    /// What the answer was.
    pub legal: bool,
}

/// What has been learned of one letter.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct LearnedView {
    pub letter: String,
    pub side: Side,
    pub sentence: String,
    pub expression: String,
    /// Different words seen legal.
    pub words: u32,
    /// Between 0 and 1: of the moves it takes for possible, the share that was seen.
    pub sure: f64,
    /// Words that the games seen do not decide, shortest first; a few of `doubt_count`.
    pub doubts: Vec<String>,
    pub doubt_count: u32,
    pub verdict: Verdict,
    pub graph: GraphView,
}

/// The learned rule beside the true one.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Verdict {
    /// It allows the same moves on every board that could arise.
    pub exact: bool,
    /// Too many moves to compare them all: no difference was found, and none is ruled out.
    pub undecided: bool,
    /// A shortest move that it does not know yet, and one that it invented.
    pub missed: Option<String>,
    pub invented: Option<String>,
}

/// An automaton, laid out to be drawn. State 0 is the start.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct GraphView {
    pub width: f32,
    pub height: f32,
    pub states: Vec<StateView>,
    pub arrows: Vec<ArrowView>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, Tsify)]
pub struct StateView {
    pub x: f32,
    pub y: f32,
    pub accepting: bool,
}

/// All transitions from one state to another, with the box of their label.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
pub struct ArrowView {
    pub from: u32,
    pub to: u32,
    pub steps: Vec<StepView>,
    pub x: f32,
    pub y: f32,
    pub width: f32,
    pub height: f32,
    /// Where it passes other columns between its left state and its label, from left to right: x, then y of each.
    pub lanes: Vec<f32>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
pub struct StepView {
    pub dx: i8,
    pub dy: i8,
    /// `e`, `p` or `w`.
    pub on: String,
}

/// A word on the board and in the learned automaton.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PathView {
    /// As text: `(0,1,e)(0,1,p)`.
    pub word: String,
    /// Where it begins, then where each step leads.
    pub squares: Vec<u32>,
    /// The start, then the state after each step; fewer than squares when the automaton has no step on.
    pub states: Vec<u32>,
    pub verdict: PathVerdict,
}

/// What the learned rule says of a move, beside the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum PathVerdict {
    /// Both allow it.
    Agreed,
    /// Only the true rules do.
    Missed,
    /// Only the learned rule does.
    Invented,
    /// Neither does.
    Refused,
}

/// A path in a position: seen in a game, or made up to show something.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ExampleView {
    /// The game, and the ply in it, counted from 1.
    pub game: Option<u32>,
    pub ply: u32,
    /// It was played there, not only possible.
    pub played: bool,
    pub letter: String,
    /// One character a square, square 0 first: a letter, or `.`.
    pub cells: String,
    pub path: PathView,
}
