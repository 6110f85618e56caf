//! What the page and the worker say to each other: plain data, and nothing else.
//!
//! A [`Command`] asks, one or more [`Reply`]s answer; both carry the asker's number. A worker is a cache: whatever it
//! knows it was told by [`Command::Load`], [`Command::Weigh`] and [`Command::Show`], so a new one needs only those to
//! stand where the old one stood. Squares are numbers (`y * width + x`, `a1` = 0), moves are written `a2a3`.

use serde::{Deserialize, Serialize};
use tsify::Tsify;

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
    pub reply: Reply,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase", try_from = "Fields")]
pub enum Command {
    /// Take this game from now on. Answer: `game`.
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
    /// That was enough: learn from what was seen and take stock. Answer: `learning`.
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
    /// Take the answer to the last question, if there is one, and ask the next. Answer: `asking`.
    Ask { about: Option<String>, said: Option<Said> },
    /// What was learned of a letter, in a form for other programs. Answer: `exported`.
    Export { letter: String, format: Format },
    /// Count positions or play games, for measuring. Answer: `worked`.
    Work { task: Task },
    /// A position and a piece whose moves are to be found; of this letter, if one is given. Answer: `exercise`.
    Exercise { seed: u32, letter: Option<String> },
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
    format: Option<Format>,
}

impl TryFrom<Fields> for Command {
    type Error = String;

    fn try_from(fields: Fields) -> Result<Command, String> {
        let Fields { r#type, source, text, start, moves, player, seed, fragment, settings, plies, task, .. } = fields;
        let Fields { nodes, share, games, weights, page, letter, cells, state, word, .. } = fields;
        let Fields { last, foreign, from, algorithm, index, about, said, format, .. } = fields;
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
            "ask" => Command::Ask { about, said },
            "export" => Command::Export {
                letter: letter.ok_or_else(|| missing("letter"))?,
                format: format.ok_or_else(|| missing("format"))?,
            },
            "work" => Command::Work { task: task.ok_or_else(|| missing("task"))? },
            "exercise" => Command::Exercise { seed: seed.ok_or_else(|| missing("seed"))?, letter },
            "record" => Command::Record { start, moves: moves.ok_or_else(|| missing("moves"))? },
            other => return Err(format!("there is no command of type {other:?}")),
        })
    }
}

/// Where a game comes from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Source {
    /// The id of a game in the box.
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
    /// The id of a game in the box whose start the records show, and whether the game on the table has it.
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
    /// Set when this is a game in the box.
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
    /// The game as text: as it was written, or as we print it for games in the box.
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PieceView {
    pub letter: String,
    pub side: Side,
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
