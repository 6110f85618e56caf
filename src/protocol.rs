//! What the page and the worker say to each other: plain data, and nothing else.
//!
//! A [`Command`] asks, one or more [`Reply`]s answer; both carry the asker's number. Commands and replies come in areas, a
//! file each; in a message the area stands first: `{ table: { show: { moves: [] } } }`.
//!
//! A worker is a cache. All that it knows came in commands, so a new one that receives `load`, `net`, `weigh`, all commands
//! that changed what is learned and `show` again has the state of the old one.
//!
//! Squares are numbers (`y * width + x`, `a1` = 0), pieces are numbers that the legend of a game explains (0 is an empty
//! square), and a move is the list of what a player touches to make it.

mod laboratory;
mod learning;
mod sharing;
mod table;
mod thinking;

use serde::{Deserialize, Serialize};
use tsify::Tsify;

pub use laboratory::{
    DoneCell, ExperimentView, LaboratoryCommand, LaboratoryReply, NamedText, ParameterView, PlanView, PlotView,
    ReportView, TableView, Task,
};
pub use learning::{
    ArrowView, AskingView, DoubtView, ExampleView, Format, GraphView, LearnSettings, LearnedGame, LearnedView,
    LearningCommand, LearningReply, LearningView, LessonStep, LessonView, LessonWhat, NotRandom, Objection,
    ObjectionWhy, OnView, PathVerdict, PathView, QuestionView, Refuted, Said, SceneView, StateView, StepView, Told,
    Verdict,
};
pub use sharing::{Opened, SharingCommand, SharingReply};
pub use table::{
    BoardShape, BoardView, ChoiceView, DiagramView, End, ExerciseView, GameView, HandChange, HandView, InventedView,
    LineView, MarkView, MoveView, NoteView, Pasted, PieceAt, PieceLook, PieceView, PlacementView, SettingKind,
    SettingView, Side, Source, TableCommand, TableReply, Topology, TouchView, WeightedWord,
};
pub use thinking::{
    Combined, EvaluatedBy, EvaluationView, Judgement, Mover, PieceValue, Quality, ShareReport, TermView,
    ThinkingCommand, ThinkingReply, ThoughtView, ValuesView, WorthView,
};

/// A command with the number that its answers will carry.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
pub struct Ask {
    pub id: u32,
    pub command: Command,
}

/// A reply with the number of the command that it answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
pub struct Answer {
    pub id: u32,
    /// How long the worker has been at the command, by its own clock.
    pub millis: f64,
    pub reply: Reply,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Command {
    Table(TableCommand),
    Thinking(ThinkingCommand),
    Sharing(SharingCommand),
    Learning(LearningCommand),
    Laboratory(LaboratoryCommand),
}

#[allow(clippy::large_enum_variant, reason = "there is one reply at a time, and it is sent at once")]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Reply {
    Table(TableReply),
    Thinking(ThinkingReply),
    Sharing(SharingReply),
    Learning(LearningReply),
    Laboratory(LaboratoryReply),
    /// The command could not be carried out. Unless its text was read in part, nothing has changed.
    Failed(Failed),
}

/// Why a command could not be carried out: for programs, for people, and where, if it is about a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
pub struct Failed {
    pub code: FailureCode,
    pub message: String,
    pub span: Option<Span>,
    pub module: Option<Module>,
}

/// A build of this crate for the page. What most visits do without is fetched when it is first needed; `dev` says what
/// each is built from. The page knows them by these names, which are names of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Module {
    /// Simplified boardgames, watched and learned: the first visit.
    Kibitzer,
    /// Simplified boardgames for players that look ahead, built for speed.
    Thinking,
    /// Pell's games.
    Metagame,
    /// Everything.
    Complete,
}

impl Failed {
    pub fn new(code: FailureCode, message: impl Into<String>) -> Failed {
        Failed { code, message: message.into(), span: None, module: None }
    }

    /// With the place in a text that it is about.
    pub fn at(self, span: Span) -> Failed {
        Failed { span: Some(span), ..self }
    }

    /// Another build carries the command out.
    pub fn elsewhere(module: Module) -> Failed {
        let failed = Failed::new(FailureCode::Elsewhere, "This part of Kibitzer has not been loaded.");
        Failed { module: Some(module), ..failed }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum FailureCode {
    /// No game has been loaded.
    NoGame,
    /// There is no built-in game of this id.
    UnknownGame,
    /// A game text is not valid; `span` says where.
    GameText,
    /// A file of records is not valid; `span` says where, if it is at one place.
    Records,
    Position,
    /// A move cannot be played.
    Move,
    Link,
    /// What was pasted is none of the things that can be read.
    Pasted,
    /// The game is over.
    Over,
    /// Nothing is being watched.
    NotWatching,
    /// What was asked for belongs to another game than the one that is watched.
    OtherGame,
    /// There is nothing of what was asked for: no question, no lesson, no finished game.
    Nothing,
    /// The true rules are not known.
    Unjudged,
    /// A setting, number or name in the command makes no sense.
    Argument,
    /// This class of games cannot do that.
    Unsupported,
    /// This build leaves it out; `module` says which one has it.
    Elsewhere,
    /// The answer could not be sent.
    Internal,
}

/// Where in a text something is wrong; lines and columns count from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
pub struct Span {
    pub line: u32,
    pub column: u32,
    /// How many characters are at fault, at least 1.
    pub length: u32,
}

macro_rules! areas {
    ($($area:ident: $command:ty, $reply:ty;)*) => {
        $(
            impl From<$command> for Command {
                fn from(command: $command) -> Command {
                    Command::$area(command)
                }
            }

            impl From<$reply> for Reply {
                fn from(reply: $reply) -> Reply {
                    Reply::$area(reply)
                }
            }
        )*
    };
}

areas! {
    Table: TableCommand, TableReply;
    Thinking: ThinkingCommand, ThinkingReply;
    Sharing: SharingCommand, SharingReply;
    Learning: LearningCommand, LearningReply;
    Laboratory: LaboratoryCommand, LaboratoryReply;
}
