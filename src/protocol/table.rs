//! The table: games, positions and moves.

use serde::{Deserialize, Serialize};
use tsify::Tsify;

use super::{Module, Span};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum TableCommand {
    /// Take this game from now on. What was watched and learned is forgotten, unless the game is the one that was watched,
    /// or the one learned from it. Answer: `game`.
    Load { source: Source },
    /// Read a game text without taking it. Answer: `game`.
    Check { text: String },
    /// The position after these moves. `start` is a position text; without it, the game's own start. Answer: `board`.
    Show { start: Option<String>, moves: Vec<String> },
    /// A position that was set up. Answer: `board`, which has it as text, if it is playable.
    Arrange { placement: PlacementView },
    /// Read what was pasted: a position text, a list of moves, a game text or a link. Answer: `pasted`.
    Paste { text: String },
    /// These moves as records of play, in Björnsson's format. Answer: `record`.
    Record { start: Option<String>, moves: Vec<String> },
    /// A position and a piece whose moves are to be found; of this kind, if one is given. Answer: `exercise`.
    Exercise { seed: u32, piece: Option<u32> },
    /// Where the pieces of the game can go, as small diagrams. Answer: `diagrams`.
    Diagrams,
    /// By which settings games can be invented here. Answer: `inventing`.
    Inventing,
    /// A new game by these settings, names and values; the others are as `inventing` gave them. With `playable`, one that
    /// random play finds nothing against, from this seed on. Answer: `invented`.
    Invent { seed: u32, settings: Vec<(String, String)>, playable: bool },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum TableReply {
    Game(GameView),
    Board(BoardView),
    Pasted(Pasted),
    Record(String),
    Exercise(ExerciseView),
    Diagrams(Vec<DiagramView>),
    Inventing(Vec<SettingView>),
    Invented(InventedView),
}

/// Where a game comes from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Source {
    /// The id of a built-in game.
    Builtin(String),
    /// A game text.
    Text(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Side {
    White,
    Black,
}

/// The squares of a board: `y * width + x`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct BoardShape {
    pub width: u32,
    pub height: u32,
    pub topology: Topology,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Topology {
    Plain,
    /// The left and the right edge are joined.
    Cylinder,
}

/// What a piece looks like. Everything else names pieces by `id`: a number above 0, unique within a game, and the same in a
/// game and in what is learned of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PieceLook {
    pub id: u32,
    pub owner: Side,
    /// `guard`; without the owner.
    pub name: String,
    /// What is typed for it; unique within the game.
    pub symbol: String,
    /// The id of its drawing.
    pub drawing: String,
    /// A short text to draw with it, where the drawing alone could be taken for another piece.
    pub label: Option<String>,
    /// The other player's piece of this kind, if there is one.
    pub twin: Option<u32>,
}

/// What stands where, and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PlacementView {
    /// A piece for each square, square 0 first; 0 where it is empty.
    pub squares: Vec<u32>,
    pub hands: Vec<HandView>,
    pub to_move: Side,
}

/// Pieces of one kind in a player's hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct HandView {
    pub owner: Side,
    pub piece: u32,
    pub count: u32,
}

/// One of the things that a player touches to make a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum TouchView {
    Square(u32),
    /// A piece of this kind in the hand of the player to move.
    Hand(u32),
    Choice(ChoiceView),
}

/// Something to be named: `name` tells choices apart, `label` is shown to people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ChoiceView {
    pub name: String,
    pub label: String,
}

/// A piece on a square; 0 for none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PieceAt {
    pub square: u32,
    pub piece: u32,
}

/// By how much the number of pieces in a hand changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct HandChange {
    pub owner: Side,
    pub piece: u32,
    pub by: i32,
}

/// A game as the page presents it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct GameView {
    /// By this a game is known again: texts that differ at most in the name of the game have the same.
    pub identity: String,
    pub board: BoardShape,
    pub start: PlacementView,
    /// Every piece that can be on the board or in a hand.
    pub legend: Vec<PieceLook>,
    /// Whether it can be watched and learned.
    pub learnable: bool,
    /// The module that thinks about it.
    pub engine: Module,
    /// The name of the net that was trained for its rules, if one was: a file that engines are told by `net`.
    pub net: Option<String>,
    /// Set when this is a built-in game.
    pub id: Option<String>,
    pub name: String,
    /// Where it comes from, in a sentence or two.
    pub about: String,
    pub ply_limit: Option<u32>,
    pub pieces: Vec<PieceView>,
    /// How the game is won, a sentence each.
    pub goals: Vec<String>,
    /// The game as text: as it was written, or as we print it for built-in games.
    pub text: String,
    /// What its author may want to know, although the text is valid.
    pub notes: Vec<NoteView>,
}

/// Something about a place in a text that is no error.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct NoteView {
    pub message: String,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PieceView {
    pub piece: u32,
    pub count: u32,
    /// The rule in plain English.
    pub sentence: String,
    /// The rule as a regular expression.
    pub expression: String,
    /// States of its smallest automaton.
    pub states: u32,
}

/// A position and everything that one may do in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct BoardView {
    /// A piece for each square, square 0 first; 0 where it is empty.
    pub squares: Vec<u32>,
    pub hands: Vec<HandView>,
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
    /// As it is written in lists, links and commands: `a2a3`.
    pub text: String,
    /// Who makes it.
    pub side: Side,
    pub touches: Vec<TouchView>,
    /// What stands afterwards on the squares that change.
    pub does: Vec<PieceAt>,
    pub hands: Vec<HandChange>,
    /// The piece that moves, if one does, and those that are captured.
    pub moved: Option<u32>,
    pub takes: Vec<PieceAt>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct End {
    /// None in a draw.
    pub winner: Option<Side>,
    /// Names the rule: `reached`, `no-moves`.
    pub reason: String,
    /// A whole sentence: `White wins: a P reached a8.`
    pub sentence: String,
}

/// What a pasted text turned out to be.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Pasted {
    Position { start: String },
    Moves { start: Option<String>, moves: Vec<String> },
    Game { text: String },
    Link { fragment: String },
}

/// "Mark every move this piece can make": a position of the game, a piece in it, and the answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ExerciseView {
    /// The position as text and as pieces.
    pub position: String,
    pub squares: Vec<u32>,
    pub hands: Vec<HandView>,
    pub piece: u32,
    /// Where the piece stands.
    pub square: u32,
    /// The squares it can go to, in order; at least one.
    pub answer: Vec<u32>,
}

/// Something that can be set before a game is invented.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct SettingView {
    pub name: String,
    /// Settings of a group belong together: `Board`.
    pub group: String,
    /// What it decides, in a few words.
    pub label: String,
    pub kind: SettingKind,
    /// As it is written in `invent`.
    pub default: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum SettingKind {
    /// A probability from 0 to 1: `0.3`.
    Chance { default: f64 },
    /// Two numbers between these bounds, which are drawn between: `5..6`. With `whole`, only whole numbers are drawn.
    Range { low: f64, high: f64, least: f64, most: f64, whole: bool },
    /// Words with weights: `planar:0.9,cylinder:0.1`; those that are left out have none.
    Words { words: Vec<WeightedWord> },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct WeightedWord {
    /// As it is written.
    pub word: String,
    /// As people read it.
    pub label: String,
    pub weight: f64,
}

/// A game that was invented.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct InventedView {
    pub text: String,
    /// The seed that gives this game again with the same settings.
    pub seed: u32,
    /// Of random games that were played with it: all, and those won by White and by Black.
    pub played: u32,
    pub white: u32,
    pub black: u32,
    /// What random play finds against it, in a sentence.
    pub flaw: Option<String>,
}

/// Where one piece can go, seen from the square it stands on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct DiagramView {
    pub piece: u32,
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Tsify)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct LineView {
    pub points: Vec<[i32; 2]>,
    /// It extends to the edge of the board.
    pub open: bool,
    /// It passes another piece.
    pub over: bool,
}
