//! What the page and the worker say to each other: plain data, and nothing else.
//!
//! A [`Command`] asks, one or more [`Reply`]s answer; both carry the asker's number. A worker is a cache: whatever it
//! knows it was told by [`Command::Load`], [`Command::Weigh`] and [`Command::Show`], so a new one needs only those to
//! stand where the old one stood. Squares are numbers (`y * width + x`, `a1` = 0), moves are written `a2a3`.

mod learning;
mod playing;

use serde::{Deserialize, Serialize};
use tsify::Tsify;

pub use learning::{
    ArrowView, AskingView, ExampleView, Format, GraphView, LearnSettings, LearnedView, LearningView, LessonStep,
    LessonView, LessonWhat, Objection, ObjectionWhy, PathVerdict, PathView, QuestionView, Refuted, Said, SceneView,
    StateView, StepView, Told, Verdict,
};
pub use playing::{
    BoardView, DiagramView, End, ExerciseView, GameView, Judgement, LineView, MarkView, MoveView, NoteView, Opened,
    Pasted, PieceValue, PieceView, Quality, Side, ThoughtView, ValuesView,
};

/// A command with the number that its answers will carry.
#[derive(Clone, Debug, Serialize, Deserialize, Tsify)]
pub struct Ask {
    pub id: u32,
    pub command: Command,
}

/// A reply with the number of the command that it answers.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Answer {
    pub id: u32,
    /// How long the worker has been at the command, by its own clock.
    pub millis: f64,
    pub reply: Reply,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase", try_from = "Fields")]
pub enum Command {
    /// Take this game from now on. What was watched and learned is forgotten, unless the game is the one that was watched,
    /// or the one learned from it. Answer: `game`.
    Load { source: Source },
    /// Read a game text without taking it. Answer: `game`.
    Check { text: String },
    /// The position after these moves. `start` is a position text; without it, the game's own start. Answer: `board`.
    Show { start: Option<String>, moves: Vec<String> },
    /// A move for the position last shown, by a player of this kind. Answer: `chosen`.
    Choose { player: Mover, seed: u32 },
    /// Think about the position last shown: as a player of this kind, or for analysis; of `share`, part and number of
    /// parts, only these moves. Answers: `thinking` again and again, then `thought`.
    Think { player: Option<Mover>, seed: u32, nodes: Option<u32>, share: Option<[u32; 2]> },
    /// What this move is worth in the position last shown, beside the best. Answer: `judged`.
    Judge { text: String, nodes: u32 },
    /// Learn what pieces are worth by so many games against itself. Answers: `warming` after each, then `values`.
    WarmUp { games: u32, seed: u32 },
    /// Play by these weights, as `values` gave them. Answer: `values`.
    Weigh { weights: Vec<f64> },
    /// Read what somebody pasted: a position text, a list of moves or a game text. Answer: `pasted`.
    Paste { text: String },
    /// The link that brings a friend to exactly this game and position, and to a page that stands like this one: `page`
    /// holds names and values that only the page understands. `source` is the game, where another is meant than the one
    /// loaded. Answer: `link`.
    Share { source: Option<Source>, start: Option<String>, moves: Vec<String>, page: Vec<(String, String)> },
    /// Read the part of a link after `#`. Answer: `opened`.
    Open { fragment: String },
    /// Begin to watch games of the game that was loaded, and to learn from them. Answer: `learning`.
    Learn { settings: LearnSettings },
    /// Go on watching for so many plies, and learn from what was seen. Answer: `learning`.
    Watch { plies: u32 },
    /// Where all pieces of a letter may go in a position (one character a square), and by which path through the learned
    /// automaton. Answer: `paths`.
    Inspect { letter: String, cells: String },
    /// How often each step of a letter's drawing was seen, arrow by arrow. Answer: `counts`.
    Counts { letter: String },
    /// Some moves seen that went this step (a word of one step, `(0,1,e)`) in this state. Answer: `examples`.
    Support { letter: String, state: u32, word: String },
    /// A position in which a piece of this letter could use a word. Answer: `examples`.
    Pose { letter: String, word: String },
    /// That was enough: learn from what was seen and take stock. `watch` with any plies goes on from there. Answer:
    /// `learning`.
    Enough,
    /// Look at the visitor's own game up to here, and learn from it too. Answer: `learning`.
    Witness { start: Option<String>, moves: Vec<String> },
    /// Begin to learn from records that somebody has. They come with `read`. Of a foreign game the true rules are not
    /// known, whatever is on the table. Answer: `learning`.
    LearnFrom { settings: LearnSettings, foreign: bool },
    /// The next part of the records, of any length. Answer: `learning`.
    Read { text: String, last: bool },
    /// Which game do these records, or their beginning, show? Answer: `recognised`.
    Recognise { text: String },
    /// What was watched as text, from this record on, as much as fits an answer. Answer: `records`.
    Records { from: u32 },
    /// Show how one piece is learned, step by step: from so many games, or (0) from as many positions as can be drawn.
    /// Answer: `lesson`.
    Lesson { letter: String, algorithm: String, games: u32 },
    /// A step of the lesson; or, while it is being prepared, how far that has come. Answer: `lesson`.
    LessonStep { index: u32 },
    /// Take the answer to the last question, if there is one, and ask the next. `told` is all that was answered before, for
    /// a worker that has not heard it. Answer: `asking`.
    Ask { about: Option<String>, said: Option<Said>, told: Option<Vec<Told>> },
    /// What was learned of a letter, in a form for other programs. Answer: `exported`.
    Export { letter: String, format: Format },
    /// Count positions or play games, for measuring. Answer: `worked`.
    Work { task: Task },
    /// A position and a piece whose moves are to be found; of this letter, if one is given. Answer: `exercise`.
    Exercise { seed: u32, letter: Option<String> },
    /// Where the pieces of the game can go, as small diagrams. Answer: `diagrams`.
    Diagrams,
    /// These moves as records of play, in Björnsson's format. Answer: `record`.
    Record { start: Option<String>, moves: Vec<String> },
}

/// A command as it arrives: the fields of all commands side by side. Reading this flat form and then choosing takes a
/// fraction of the code that serde makes for a tagged enum, which must keep a copy of what it has not understood yet.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Fields {
    r#type: String,
    source: Option<Source>,
    text: Option<String>,
    start: Option<String>,
    moves: Option<Vec<String>>,
    player: Option<Mover>,
    seed: Option<u32>,
    fragment: Option<String>,
    settings: Option<LearnSettings>,
    plies: Option<u32>,
    task: Option<Task>,
    nodes: Option<u32>,
    share: Option<[u32; 2]>,
    games: Option<u32>,
    weights: Option<Vec<f64>>,
    page: Option<Vec<(String, String)>>,
    letter: Option<String>,
    cells: Option<String>,
    state: Option<u32>,
    word: Option<String>,
    last: Option<bool>,
    foreign: Option<bool>,
    from: Option<u32>,
    algorithm: Option<String>,
    index: Option<u32>,
    about: Option<String>,
    said: Option<Said>,
    told: Option<Vec<Told>>,
    format: Option<Format>,
}

impl TryFrom<Fields> for Command {
    type Error = String;

    fn try_from(fields: Fields) -> Result<Command, String> {
        let Fields { r#type, source, text, start, moves, player, seed, fragment, settings, plies, task, .. } = fields;
        let Fields { nodes, share, games, weights, page, letter, cells, state, word, .. } = fields;
        let Fields { last, foreign, from, algorithm, index, about, said, told, format, .. } = fields;
        let missing = |name: &str| format!("a command of type {type:?} must have the field {name:?}", type = r#type);
        Ok(match r#type.as_str() {
            "load" => Command::Load { source: source.ok_or_else(|| missing("source"))? },
            "check" => Command::Check { text: text.ok_or_else(|| missing("text"))? },
            "show" => Command::Show { start, moves: moves.ok_or_else(|| missing("moves"))? },
            "choose" => Command::Choose {
                player: player.ok_or_else(|| missing("player"))?,
                seed: seed.ok_or_else(|| missing("seed"))?,
            },
            "think" => Command::Think { player, seed: seed.ok_or_else(|| missing("seed"))?, nodes, share },
            "judge" => Command::Judge {
                text: text.ok_or_else(|| missing("text"))?,
                nodes: nodes.ok_or_else(|| missing("nodes"))?,
            },
            "warmUp" => Command::WarmUp {
                games: games.ok_or_else(|| missing("games"))?,
                seed: seed.ok_or_else(|| missing("seed"))?,
            },
            "weigh" => Command::Weigh { weights: weights.ok_or_else(|| missing("weights"))? },
            "paste" => Command::Paste { text: text.ok_or_else(|| missing("text"))? },
            "share" => Command::Share {
                source,
                start,
                moves: moves.ok_or_else(|| missing("moves"))?,
                page: page.unwrap_or_default(),
            },
            "open" => Command::Open { fragment: fragment.ok_or_else(|| missing("fragment"))? },
            "learn" => Command::Learn { settings: settings.ok_or_else(|| missing("settings"))? },
            "watch" => Command::Watch { plies: plies.ok_or_else(|| missing("plies"))? },
            "inspect" => Command::Inspect {
                letter: letter.ok_or_else(|| missing("letter"))?,
                cells: cells.ok_or_else(|| missing("cells"))?,
            },
            "counts" => Command::Counts { letter: letter.ok_or_else(|| missing("letter"))? },
            "support" => Command::Support {
                letter: letter.ok_or_else(|| missing("letter"))?,
                state: state.ok_or_else(|| missing("state"))?,
                word: word.ok_or_else(|| missing("word"))?,
            },
            "pose" => Command::Pose {
                letter: letter.ok_or_else(|| missing("letter"))?,
                word: word.ok_or_else(|| missing("word"))?,
            },
            "enough" => Command::Enough,
            "witness" => Command::Witness { start, moves: moves.ok_or_else(|| missing("moves"))? },
            "learnFrom" => Command::LearnFrom {
                settings: settings.ok_or_else(|| missing("settings"))?,
                foreign: foreign.unwrap_or(false),
            },
            "read" => Command::Read { text: text.ok_or_else(|| missing("text"))?, last: last.unwrap_or(false) },
            "recognise" => Command::Recognise { text: text.ok_or_else(|| missing("text"))? },
            "records" => Command::Records { from: from.ok_or_else(|| missing("from"))? },
            "lesson" => Command::Lesson {
                letter: letter.ok_or_else(|| missing("letter"))?,
                algorithm: algorithm.ok_or_else(|| missing("algorithm"))?,
                games: games.ok_or_else(|| missing("games"))?,
            },
            "lessonStep" => Command::LessonStep { index: index.ok_or_else(|| missing("index"))? },
            "ask" => Command::Ask { about, said, told },
            "export" => Command::Export {
                letter: letter.ok_or_else(|| missing("letter"))?,
                format: format.ok_or_else(|| missing("format"))?,
            },
            "work" => Command::Work { task: task.ok_or_else(|| missing("task"))? },
            "exercise" => Command::Exercise { seed: seed.ok_or_else(|| missing("seed"))?, letter },
            "diagrams" => Command::Diagrams,
            "record" => Command::Record { start, moves: moves.ok_or_else(|| missing("moves"))? },
            other => return Err(format!("there is no command of type {other:?}")),
        })
    }
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
pub enum Mover {
    Random,
    /// The engine at a level from 1, which anyone can beat, to 8.
    Level(u32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Task {
    /// Leaves of the game tree, each one played.
    Perft { depth: u32 },
    /// Whole random games.
    Playouts { count: u32, seed: u32 },
    /// The alpha-beta player's search for the first move, with so many nodes at most.
    Search { nodes: u32 },
}

#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Reply {
    Game {
        game: GameView,
    },
    Board {
        board: BoardView,
    },
    Chosen {
        text: String,
    },
    /// How far thinking has come; more will follow.
    Thinking {
        thinking: ThoughtView,
    },
    Thought {
        thought: ThoughtView,
    },
    Judged {
        judgement: Judgement,
    },
    /// How learning by self-play goes; more will follow.
    Warming {
        values: ValuesView,
    },
    Values {
        values: ValuesView,
    },
    Pasted {
        pasted: Pasted,
    },
    Link {
        fragment: String,
    },
    Opened {
        opened: Opened,
    },
    Learning {
        learning: LearningView,
    },
    Paths {
        paths: Vec<PathView>,
    },
    Counts {
        counts: Vec<u32>,
    },
    Examples {
        examples: Vec<ExampleView>,
    },
    /// The id of a built-in game whose start the records show, and whether the game on the table has it.
    Recognised {
        id: Option<String>,
        on_table: bool,
    },
    /// Records as text, and the record that comes next, unless that was the last.
    Records {
        text: String,
        next: Option<u32>,
    },
    Lesson {
        lesson: LessonView,
    },
    Asking {
        asking: AskingView,
    },
    Exported {
        text: String,
    },
    Worked {
        count: f64,
    },
    Exercise {
        exercise: ExerciseView,
    },
    Diagrams {
        diagrams: Vec<DiagramView>,
    },
    Record {
        text: String,
    },
    /// The command could not be carried out; nothing has changed.
    Failed {
        message: String,
        place: Option<Place>,
    },
}

/// Where in a text something is wrong; lines and columns count from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
pub struct Place {
    pub line: u32,
    pub column: u32,
    /// How many characters are at fault, at least 1.
    pub length: u32,
}
