//! What the page shows of a game and of those who play it.

use serde::{Deserialize, Serialize};
use tsify::Tsify;

use super::{Place, Source};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Side {
    White,
    Black,
}

/// A game as the page presents it.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct GameView {
    /// Set when this is a built-in game.
    pub id: Option<String>,
    pub name: String,
    /// Where it comes from, in a sentence or two.
    pub about: String,
    pub width: u32,
    pub height: u32,
    /// One character a square, square 0 first: a letter, or `.`.
    pub cells: String,
    pub ply_limit: u32,
    pub pieces: Vec<PieceView>,
    /// How the game is won, a sentence each.
    pub goals: Vec<String>,
    /// The game as text: as it was written, or as we print it for built-in games.
    pub text: String,
    /// What its author may want to know, although the text is valid.
    pub notes: Vec<NoteView>,
}

/// Something about a place in a text that is no error.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct NoteView {
    pub message: String,
    pub place: Place,
}

#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PieceView {
    pub letter: String,
    pub side: Side,
    /// What it is called: `guard`, or its letter in upper case.
    pub name: String,
    /// The id of its drawing, and whether its letter stands beside it, lest it is taken for another piece.
    pub drawing: String,
    pub labelled: bool,
    pub count: u32,
    /// The rule in plain English.
    pub sentence: String,
    /// The rule as a regular expression.
    pub expression: String,
    /// States of its smallest automaton.
    pub states: u32,
}

/// A position and everything that one may do in it.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct BoardView {
    /// One character a square, square 0 first: a letter, or `.`.
    pub cells: String,
    pub to_move: Side,
    /// Plies played since the game's start.
    pub ply: u32,
    pub legal: Vec<MoveView>,
    /// The moves that led here, one entry a ply.
    pub played: Vec<MoveView>,
    pub end: Option<End>,
    /// The position as text, for copying.
    pub position: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct MoveView {
    pub from: u32,
    pub to: u32,
    /// As it is written in lists, links and commands: `a2a3`.
    pub text: String,
    /// The letter that moves.
    pub piece: String,
    /// The letter that is captured, if any.
    pub captured: Option<String>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct End {
    /// Nobody, when it is a draw.
    pub winner: Option<Side>,
    /// A whole sentence: `White wins: a P reached a8.`
    pub sentence: String,
}

/// What looking ahead has found, for the player to move.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ThoughtView {
    /// The last depth that was looked at whole; 0 when the move is a guess.
    pub depth: u32,
    pub nodes: f64,
    /// For comparing thoughts about one position: larger is better, sure wins largest, sooner ones more so.
    pub value: i32,
    /// By how many of the cheapest pieces the player to move is ahead; nothing to go by when `win` is set.
    pub score: f64,
    /// The chance to win, from 0 to 1.
    pub chance: f64,
    /// A sure win in so many moves of either side; negative, a sure loss.
    pub win: Option<i32>,
    /// The best moves for both sides, the one to play first.
    pub line: Vec<MoveView>,
}

/// A move beside the best one.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Judgement {
    pub quality: Quality,
    pub best: ThoughtView,
    pub played: ThoughtView,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Quality {
    Best,
    Good,
    Inaccuracy,
    Mistake,
    /// There was a sure win.
    MissedWin,
    /// The other side can now win by force, and could not before.
    Loses,
}

/// What pieces are worth, and how it came to that.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ValuesView {
    /// Games of self-play so far.
    pub games: u32,
    /// How many times what was learned won its test and was taken over.
    pub adopted: u32,
    /// What self-play has come to.
    pub values: Vec<PieceValue>,
    /// Set when something was taken over: all weights, to be told to other workers.
    pub learned: Option<Vec<f64>>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PieceValue {
    pub letter: String,
    pub side: Side,
    pub value: f32,
}

/// What a pasted text turned out to be.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Pasted {
    Position { start: String },
    Moves { start: Option<String>, moves: Vec<String> },
    Game { text: String },
    Link { fragment: String },
}

/// What a link holds.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Opened {
    pub source: Source,
    pub start: Option<String>,
    pub moves: Vec<String>,
    /// How the sender's page stood, as names and values.
    pub page: Vec<(String, String)>,
}

/// "Mark every move this piece can make": a position of the game, a piece in it, and the answer.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ExerciseView {
    /// The position as text, and as one character a square.
    pub position: String,
    pub cells: String,
    /// Where the piece stands, and its letter.
    pub square: u32,
    pub letter: String,
    /// The squares it can go to, in order; at least one.
    pub answer: Vec<u32>,
}

/// Where one piece can go, seen from the square it stands on.
#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct DiagramView {
    pub letter: String,
    /// Squares shown on each side of the piece.
    pub radius: u32,
    /// From the top left to the bottom right.
    pub marks: Vec<MarkView>,
    /// Ways of more than one step.
    pub lines: Vec<LineView>,
    /// There are moves that the diagram does not show.
    pub more: bool,
}

/// What a piece can do on a square so far to the right of it and so far above it. `over`: only where it passes another
/// piece on its way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct MarkView {
    pub dx: i32,
    pub dy: i32,
    pub goes: bool,
    pub captures: bool,
    pub captures_own: bool,
    pub goes_over: bool,
    pub captures_over: bool,
    pub captures_own_over: bool,
}

/// The squares of a way, the piece's own first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct LineView {
    pub points: Vec<[i32; 2]>,
    /// It goes on to the edge of the board.
    pub open: bool,
    /// It passes another piece.
    pub over: bool,
}
