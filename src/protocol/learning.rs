//! Learning: games watched and read, lessons and questions, and what was learned.

use serde::{Deserialize, Serialize};
use tsify::Tsify;

use super::{BoardShape, End, HandView, MoveView, PieceLook, Side};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum LearningCommand {
    /// Begin to watch games of the game that was loaded, and to learn from them. Answer: `learning`.
    Learn { settings: LearnSettings },
    /// Watch so many more plies, at least one, and learn from what was seen. Answer: `learning`.
    Watch { plies: u32 },
    /// Learn some more from what was seen. Answer: `learning`.
    Study,
    /// Stop watching: finish learning from what was seen. `watch` resumes. Answer: `learning`.
    Enough,
    /// Look at the visitor's own game up to here, and learn from it too. Answer: `learning`.
    Spectate { start: Option<String>, moves: Vec<String> },
    /// Begin to learn from records. They come with `read`. Of a foreign game the true rules are not known, whatever game is
    /// loaded. Answer: `learning`.
    LearnFrom { settings: LearnSettings, foreign: bool },
    /// The next part of the records, of any length. Answer: `learning`.
    Read { text: String, last: bool },
    /// Which game do these records, or their beginning, show? Answer: `recognised`.
    Recognise { text: String },
    /// What was watched as text, from this record on, as much as fits an answer. Answer: `records`.
    Records { from: u32 },
    /// Show how one piece is learned, step by step: from so many games, or (0) from as many positions as can be drawn.
    /// Answer: `lesson`.
    Lesson { piece: u32, algorithm: String, games: u32 },
    /// A step of the lesson; or, while it is being prepared, how far that has come. Answer: `lesson`.
    LessonStep { index: u32 },
    /// Take the answer to the last question, if there is one, and ask the next, about this piece or any. `told` is all that
    /// was answered before, where that was not to this learner. Answer: `asking`.
    Ask { about: Option<u32>, said: Option<Said>, told: Option<Vec<Told>> },
    /// What was learned of a piece, in a form for other programs. Answer: `exported`.
    Export { piece: u32, format: Format },
    /// Where all pieces of this kind may go in a position, and by which path through the learned automaton. Answer:
    /// `paths`.
    Inspect { piece: u32, squares: Vec<u32> },
    /// How often each step of a piece's drawing was seen, arrow by arrow. Answer: `counts`.
    Counts { piece: u32 },
    /// Some moves seen that went this step in this state. Answer: `examples`.
    Examples { piece: u32, state: u32, step: StepView },
    /// A position in which this piece could use a word. Answer: `examples`.
    Pose { piece: u32, steps: Vec<StepView> },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum LearningReply {
    Learning(LearningView),
    /// The id of a built-in game whose start the records show, and whether the game that is loaded has it.
    Recognised {
        id: Option<String>,
        loaded: bool,
    },
    /// Records as text, and the record that comes next, unless that was the last.
    Records {
        text: String,
        next: Option<u32>,
    },
    Lesson(LessonView),
    Asking(AskingView),
    Exported(String),
    Paths(Vec<PathView>),
    Counts(Vec<u32>),
    Examples(Vec<ExampleView>),
}

/// How to watch and learn. The same settings give the same games and the same automata.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct LearnSettings {
    /// How many games to watch.
    pub games: u32,
    /// Whether records list all legal moves, or only the one that is played.
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct LearningView {
    /// The identity of the game that is watched; none where records of an unknown game are read.
    pub identity: Option<String>,
    pub board: BoardShape,
    /// What the pieces on the watched board look like.
    pub legend: Vec<PieceLook>,
    /// A piece for each square of the watched board; 0 where it is empty.
    pub squares: Vec<u32>,
    pub hands: Vec<HandView>,
    pub to_move: Side,
    /// The learned game, ready to be played, when done.
    pub learned: Option<LearnedGame>,
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
    pub last: Option<MoveView>,
    /// How the watched game ended, if it just did.
    pub end: Option<End>,
    /// Whether what the page says of some piece has changed since the last answer.
    pub news: bool,
    /// The pieces of which something has changed since the last answer; all of them when done.
    pub pieces: Vec<LearnedView>,
    /// All games are watched and everything is learned.
    pub done: bool,
    /// Whether the true rules are known, so that what was learned can be judged by them.
    pub judged: bool,
    /// Records that cannot all be right; a few of them, in words.
    pub clashes: Vec<String>,
    /// Players who do not choose at random.
    pub not_random: Vec<NotRandom>,
}

/// A player who does not choose at random, so that silence says less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct NotRandom {
    pub side: Side,
    /// Moves that were never played are no evidence at all; otherwise they count for less.
    pub ignored: bool,
}

/// A game that was learned: its text, and the identity that it has when it is loaded, under whatever name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct LearnedGame {
    pub identity: String,
    pub text: String,
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

/// An answer that was given to another learner.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
pub struct Told {
    pub piece: u32,
    /// The word that was asked about.
    pub steps: Vec<StepView>,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct LessonView {
    /// The identity of the game that is watched, as in `LearningView`.
    pub identity: Option<String>,
    pub piece: u32,
    /// Not while it is being prepared.
    pub ready: bool,
    /// What it is learned from: positions, games seen to their end, different words of this piece.
    pub positions: u32,
    pub games: u32,
    pub words: u32,
    /// Words that were not seen, but are images of words that were.
    pub by_symmetry: u32,
    /// Words that were listed and are left out as errors in the records.
    pub outvoted_steps: Vec<Vec<StepView>>,
    pub steps: u32,
    /// Which steps are left when only merges are shown: without the pairs that were refused, and the states that were kept.
    pub merges: Vec<u32>,
    /// There was more than could be kept: between the last step but one and the last, something is missing.
    pub cut: bool,
    pub step: Option<LessonStep>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Objection {
    pub steps: Vec<StepView>,
    pub why: ObjectionWhy,
    /// The position shows an image of the word, and the piece is taken to be symmetric.
    pub by_symmetry: bool,
    /// Where to see it.
    pub scene: Option<SceneView>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum ObjectionWhy {
    /// It is not among all the moves that are listed.
    NotListed,
    /// It could have been played so often that it would have been.
    NeverPlayed,
    /// It was not observed, and the check requires a larger share of observed words.
    NotSeen,
    /// There are too many such words to check.
    TooMany,
    /// The empty word would be a move.
    NoMove,
    /// Some state would lie on two cycles, which Spine Compaction forbids.
    TwoLoops,
    /// The same automaton was found before.
    Known,
    /// The merge's claims cost more than it saves.
    NotWorthIt,
    /// No step leads on from both states.
    NothingInCommon,
    /// Another merge is worth more.
    Outdone,
}

/// A position with the path of one move in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct SceneView {
    /// A piece for each square; 0 where it is empty.
    pub squares: Vec<u32>,
    /// Squares, the one where it begins first.
    pub path: Vec<u32>,
    /// Which of the positions seen this is; none when it was made up.
    pub position: Option<u32>,
}

/// A question of the learner, and the answers so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct AskingView {
    /// Still thinking about what it has seen; ask again.
    pub thinking: bool,
    pub question: Option<QuestionView>,
    /// Answers so far: yes and no, from the person or the rules, and "I do not know".
    pub answers: u32,
    pub passed: u32,
    /// How the answer just given was understood, when the rules gave it or it was taken back.
    pub took: Option<bool>,
    /// An answer that the records contradict.
    pub refuted: Option<Refuted>,
    pub learning: LearningView,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct QuestionView {
    pub piece: u32,
    pub steps: Vec<StepView>,
    pub scene: SceneView,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Refuted {
    pub piece: u32,
    pub steps: Vec<StepView>,
    /// What the answer was.
    pub legal: bool,
}

/// What has been learned of one letter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct LearnedView {
    pub piece: u32,
    pub side: Side,
    pub sentence: String,
    pub expression: String,
    /// Different words seen legal.
    pub words: u32,
    /// Between 0 and 1: an estimate of the chance that the automaton is exact.
    pub sure: f64,
    /// Words that the games seen do not decide, those first that are worth most to settle; a few of `doubt_count`.
    pub doubts: Vec<DoubtView>,
    pub doubt_count: u32,
    pub verdict: Verdict,
    pub graph: GraphView,
}

/// A word that the games seen do not decide.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct DoubtView {
    pub steps: Vec<StepView>,
    /// Taken for legal.
    pub accepted: bool,
    /// What that rests on: `generalized`, `symmetry`, `counterpart` or `open`.
    pub why: String,
}

/// The learned rule beside the true one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Verdict {
    /// It allows the same moves on every board that could arise.
    pub exact: bool,
    /// Too many moves to compare them all: no difference was found, and none is ruled out.
    pub undecided: bool,
    /// A shortest move that it does not know yet, and one that it invented.
    pub missed_steps: Option<Vec<StepView>>,
    pub invented_steps: Option<Vec<StepView>>,
}

/// An automaton, laid out to be drawn. State 0 is the start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
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

/// One step of a word: how far to the right and how far up, and what stands there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
pub struct StepView {
    pub dx: i8,
    pub dy: i8,
    pub on: OnView,
}

/// What stands on a square, as the mover sees it, by the papers' letters: nothing, the opponent's piece, an own one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum OnView {
    E,
    P,
    W,
}

/// A word on the board and in the learned automaton.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PathView {
    pub steps: Vec<StepView>,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ExampleView {
    /// The game, and the ply in it, counted from 1.
    pub game: Option<u32>,
    pub ply: u32,
    /// It was played there, not only possible.
    pub played: bool,
    pub piece: u32,
    /// A piece for each square; 0 where it is empty.
    pub squares: Vec<u32>,
    pub path: PathView,
}
