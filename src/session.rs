//! The whole application without a browser: commands in, replies out.

mod album;
mod asking;
mod describe;
mod diagram;
mod exercise;
mod inspect;
mod lesson;
mod paste;
mod record;
mod records;
mod thinking;
mod watching;

use crate::automata::Dfa;
use crate::board::Player;
use crate::bots::{Bot, Kind, PlayerSpec};
use crate::game::{Game, Outcome, perft_played, random_playout};
use crate::monitor::Quiet;
use crate::order;
use crate::protocol::{
    BoardView, Command, End, GameView, LearnSettings, MoveView, Opened, Place, Reply, Side, Source, Task,
};
use crate::rng::Rng;
use crate::sbg::{self, GameDef, Move, Position, Rules, TextError, read_game_with_notes, read_position, show_position};
use crate::search::Limits;
use crate::share::{self, Shared, SharedGame};

use inspect::Subject;
use lesson::Lesson;
use thinking::{Order, Table};
use watching::{Watching, how_to_learn};

/// One page's worth of state. Everything in it was told by a command and can be told again.
#[derive(Debug, Default)]
pub struct Session {
    game: Option<Loaded>,
    /// The position last shown.
    pos: Option<Position>,
    watching: Option<Watching>,
    /// What pieces are worth, where that was learned.
    weights: Option<Vec<f64>>,
    lesson: Option<Lesson>,
}

#[derive(Debug)]
struct Loaded {
    id: Option<String>,
    text: String,
    def: GameDef,
    rules: Rules,
    /// What its author may want to know, although the text is valid.
    notes: Vec<TextError>,
}

/// Why a command could not be carried out, in words, and where, if it is about a text.
#[derive(Debug)]
pub(crate) struct Failure {
    message: String,
    place: Option<Place>,
}

impl Failure {
    fn new(message: impl Into<String>) -> Failure {
        Failure { message: message.into(), place: None }
    }
}

impl From<TextError> for Failure {
    fn from(error: TextError) -> Failure {
        Failure { message: error.kind.to_string(), place: Some(place(&error)) }
    }
}

impl Session {
    pub fn new() -> Session {
        Session::default()
    }

    /// Carries out one command; every reply goes to `out`.
    pub fn handle(&mut self, command: Command, out: &mut dyn FnMut(Reply)) {
        let reply = self.answer(command, out);
        out(reply.unwrap_or_else(|Failure { message, place }| Reply::Failed { message, place }));
    }

    fn answer(&mut self, command: Command, out: &mut dyn FnMut(Reply)) -> Result<Reply, Failure> {
        match command {
            Command::Load { source } => {
                let game = load(&source)?;
                let view = game.view();
                self.pos = Some(game.rules.start());
                self.weights = None;
                // What was learned of another game has nothing to do with this one.
                if !self.watching.as_mut().is_some_and(|watching| watching.belongs_to(&game.text)) {
                    self.watching = None;
                    self.lesson = None;
                }
                self.game = Some(game);
                Ok(Reply::Game { game: view })
            }
            Command::Check { text } => Ok(Reply::Game { game: load(&Source::Text(text))?.view() }),
            Command::Show { start, moves } => {
                let game = self.game()?;
                let (pos, played) = game.replay(start.as_deref(), &moves)?;
                let board = game.board_view(&pos, played);
                self.pos = Some(pos);
                Ok(Reply::Board { board })
            }
            Command::Choose { player, seed } => {
                let table = self.table()?;
                let mv = thinking::choose(table, player, seed)?;
                Ok(Reply::Chosen { text: table.rules.show_move(mv) })
            }
            Command::Think { player, seed, nodes, share } => {
                self.table()?.think(&Order { player, seed, nodes, share }, out)
            }
            Command::Judge { text, nodes } => self.table()?.judge(&text, nodes),
            Command::WarmUp { games, seed } => {
                let reply = self.table()?.warm_up(games, seed, out)?;
                if let Reply::Values { values } = &reply
                    && values.learned.is_some()
                {
                    self.weights = values.learned.clone();
                }
                Ok(reply)
            }
            Command::Weigh { weights } => {
                thinking::check_weights(&self.game()?.rules, &weights)?;
                self.weights = Some(weights);
                self.table()?.warm_up(0, 0, out)
            }
            Command::Paste { text } => Ok(Reply::Pasted { pasted: paste::read(self.game()?, &text)? }),
            Command::Share { source, start, moves, page } => {
                let other = source.map(|source| load(&source)).transpose()?;
                let game = match &other {
                    Some(game) => game,
                    None => self.game()?,
                };
                game.replay(start.as_deref(), &moves)?;
                let shared = match &game.id {
                    Some(id) => SharedGame::Builtin(id.clone()),
                    None => SharedGame::Text(game.text.clone()),
                };
                let link = share::write_link(&Shared { game: shared, start, moves, page });
                Ok(Reply::Link { fragment: link.map_err(|error| Failure::new(error.to_string()))? })
            }
            Command::Open { fragment } => open(&fragment).map(|opened| Reply::Opened { opened }),
            Command::Learn { settings } => {
                let watching = Watching::begin(self.game()?, &settings)?;
                self.lesson = None;
                Ok(Reply::Learning { learning: self.watching.insert(watching).watch(0) })
            }
            Command::Watch { plies } => Ok(Reply::Learning { learning: self.watching()?.watch(plies) }),
            Command::Enough => {
                let watching = self.watching()?;
                watching.enough();
                Ok(Reply::Learning { learning: watching.watch(0) })
            }
            Command::Witness { start, moves } => {
                let (game, watching) = (self.game.as_ref().ok_or_else(no_game)?, self.watching.as_mut());
                let watching = watching.ok_or_else(nothing_watched)?;
                watching.witness(game, start.as_deref(), &moves)?;
                Ok(Reply::Learning { learning: watching.watch(0) })
            }
            Command::LearnFrom { settings, foreign } => {
                let mut watching = Watching::begin(self.game()?, &settings)?;
                watching.reading = Some(records::Reading::new(foreign));
                watching.judged = false;
                self.lesson = None;
                Ok(Reply::Learning { learning: self.watching.insert(watching).view() })
            }
            Command::Read { text, last } => {
                let watching = self.watching()?;
                watching.read(&text, last)?;
                Ok(Reply::Learning { learning: watching.view() })
            }
            Command::Recognise { text } => records::recognise(&text, self.game()?),
            Command::Records { from } => self.watching()?.records(from),
            Command::Lesson { letter, algorithm, games } => {
                let letter = one_letter(&letter)?;
                let watching = self.watching()?;
                let settings = how_to_learn(&LearnSettings { algorithm, ..watching.settings.clone() })?;
                let lesson = Lesson::new(watching, letter, settings, games);
                self.lesson = Some(lesson);
                self.lesson(0)
            }
            Command::LessonStep { index } => self.lesson(index),
            Command::Ask { about, said, told } => {
                let about = about.map(|letter| one_letter(&letter)).transpose()?;
                let watching = self.watching()?;
                if let Some(told) = told {
                    watching.retell(&told)?;
                }
                Ok(Reply::Asking { asking: watching.ask(about, said)? })
            }
            Command::Export { letter, format } => {
                Ok(Reply::Exported { text: self.watching()?.export(one_letter(&letter)?, format)? })
            }
            Command::Exercise { seed, letter } => {
                Ok(Reply::Exercise { exercise: exercise::find(&self.game()?.rules, seed, letter.as_deref())? })
            }
            Command::Record { start, moves } => {
                Ok(Reply::Record { text: record::write(self.game()?, start.as_deref(), &moves)? })
            }
            Command::Diagrams => {
                let game = self.game()?;
                Ok(Reply::Diagrams { diagrams: diagram::all(&game.def, &game.rules) })
            }
            Command::Inspect { letter, cells } => {
                let (letter, player) = inspect::letter(&letter)?;
                let nothing = Dfa::empty();
                let subject = self.subject(letter, player, &nothing)?;
                Ok(Reply::Paths { paths: inspect::paths(subject, &cells)? })
            }
            Command::Counts { letter } => {
                let (letter, _) = inspect::letter(&letter)?;
                Ok(Reply::Counts { counts: self.seen()?.counts(letter) })
            }
            Command::Support { letter, state, word } => {
                let (letter, player) = inspect::letter(&letter)?;
                let word = inspect::read_word(&word)?;
                let [step] = word[..] else { return Err(Failure::new("Expected a single step such as (0,1,e).")) };
                let nothing = Dfa::empty();
                let subject = self.subject(letter, player, &nothing)?;
                Ok(Reply::Examples { examples: self.seen()?.support(subject, state, step) })
            }
            Command::Pose { letter, word } => {
                let (letter, player) = inspect::letter(&letter)?;
                let nothing = Dfa::empty();
                let subject = self.subject(letter, player, &nothing)?;
                let example = subject.pose(&inspect::read_word(&word)?, &self.game()?.rules)?;
                Ok(Reply::Examples { examples: vec![example] })
            }
            Command::Work { task } => Ok(Reply::Worked { count: work(&self.game()?.rules, task) as f64 }),
        }
    }

    fn watching(&mut self) -> Result<&mut Watching, Failure> {
        self.watching.as_mut().ok_or_else(nothing_watched)
    }

    fn lesson(&mut self, index: u32) -> Result<Reply, Failure> {
        let (Some(lesson), Some(watching)) = (&mut self.lesson, &self.watching) else {
            return Err(Failure::new("No lesson has been started."));
        };
        Ok(Reply::Lesson { lesson: lesson.show(watching, index) })
    }

    fn game(&self) -> Result<&Loaded, Failure> {
        self.game.as_ref().ok_or_else(no_game)
    }

    fn table(&self) -> Result<Table<'_>, Failure> {
        let pos = self.pos.as_ref().ok_or_else(no_game)?;
        Ok(Table { rules: &self.game()?.rules, pos, learned: self.weights.as_deref() })
    }

    fn seen(&self) -> Result<&Watching, Failure> {
        self.watching.as_ref().ok_or_else(nothing_watched)
    }

    /// A letter as it was learned; when the game on the table is not the one watched, as that game has it.
    fn subject<'a>(&'a self, letter: char, player: Player, nothing: &'a Dfa) -> Result<Subject<'a>, Failure> {
        let game = self.game()?;
        let rules = &game.rules;
        let truth = rules.piece(letter).map_or(nothing, |piece| &rules.info(piece).dfa);
        let learned = match &self.watching {
            Some(watching) if watching.text == game.text => watching.learned(letter).unwrap_or(nothing),
            _ => truth,
        };
        Ok(Subject { letter, player, board: rules.board(), learned, truth })
    }
}

fn no_game() -> Failure {
    Failure::new("No game has been loaded yet.")
}

fn nothing_watched() -> Failure {
    Failure::new("Nothing is being watched yet.")
}

fn one_letter(text: &str) -> Result<char, Failure> {
    let mut letters = text.chars();
    let letter = letters.next().filter(|letter| letter.is_ascii_alphabetic() && letters.next().is_none());
    letter.ok_or_else(|| Failure::new("Expected a single letter for the piece."))
}

fn load(source: &Source) -> Result<Loaded, Failure> {
    let (id, text) = match source {
        Source::Builtin(id) => {
            let game = sbg::builtin(id).ok_or_else(|| unknown_game(id))?;
            (Some(id.clone()), game.text.to_owned())
        }
        Source::Text(text) => (None, text.clone()),
    };
    let (def, rules, notes) = read_game_with_notes(&text)?;
    Ok(Loaded { id, text, def, rules, notes })
}

fn place(error: &TextError) -> Place {
    let sbg::Place { line, column, length } = error.place;
    Place { line, column, length }
}

fn unknown_game(id: &str) -> Failure {
    let id: String = id.chars().take(40).collect();
    Failure::new(format!("There is no built-in game {id:?}. The link may have been cut; choose a game from the list."))
}

/// Checks a link down to its last move, so that a page never has to show half of one.
fn open(fragment: &str) -> Result<Opened, Failure> {
    let Shared { game, start, moves, page } =
        share::read_link(fragment).map_err(|error| Failure::new(error.to_string()))?;
    let source = match game {
        SharedGame::Builtin(id) => Source::Builtin(id),
        SharedGame::Text(text) => Source::Text(text),
    };
    load(&source)?.replay(start.as_deref(), &moves)?;
    Ok(Opened { source, start, moves, page })
}

fn work(rules: &Rules, task: Task) -> u64 {
    match task {
        Task::Perft { depth } => perft_played(rules, &mut rules.start(), depth),
        Task::Playouts { count, seed } => {
            let mut rng = Rng::new(u64::from(seed));
            let mut scratch = Vec::new();
            let plies =
                (0..count).map(|_| u64::from(random_playout(rules, &mut rules.start(), &mut rng, &mut scratch).1));
            plies.sum()
        }
        Task::Search { nodes } => {
            let mut bot = Bot::new(rules, PlayerSpec::new(Kind::AlphaBeta), 1);
            bot.choose(rules, &rules.start(), Limits::nodes(u64::from(nodes)), &mut Quiet).nodes
        }
    }
}

impl Loaded {
    /// The position after these moves, and the moves as they look.
    fn replay(&self, start: Option<&str>, moves: &[String]) -> Result<(Position, Vec<MoveView>), Failure> {
        let mut pos = match start {
            None => self.rules.start(),
            Some(text) => {
                read_position(&self.rules, text).map_err(|error| Failure::new(format!("Position: {error}.")))?
            }
        };
        let mut played = Vec::with_capacity(moves.len().min(1 << 12));
        for (index, text) in moves.iter().enumerate() {
            let Some(mv) = self.rules.read_move(&pos, text) else {
                let text: String = text.chars().take(20).collect();
                let why = match self.rules.ending(&pos) {
                    Some(_) => "the game is over before it",
                    None => "it is not a legal move there",
                };
                return Err(Failure::new(format!("Move {} ({text}) cannot be played: {why}.", index + 1)));
            };
            played.push(move_view(&self.rules, &pos, mv));
            self.rules.play(&mut pos, mv);
        }
        Ok((pos, played))
    }

    fn board_view(&self, pos: &Position, played: Vec<MoveView>) -> BoardView {
        let mut legal = Vec::new();
        self.rules.moves(pos, &mut legal);
        order::sort(&mut legal);
        BoardView {
            cells: self.rules.board().squares().map(|square| self.rules.letter_at(pos, square)).collect(),
            to_move: side(pos.to_move()),
            ply: pos.ply(),
            legal: legal.into_iter().map(|mv| move_view(&self.rules, pos, mv)).collect(),
            played,
            end: end(&self.rules, pos),
            position: show_position(&self.rules, pos),
        }
    }

    fn view(&self) -> GameView {
        describe::game(self.id.as_deref(), &self.text, &self.def, &self.rules, &self.notes)
    }
}

fn move_view(rules: &Rules, pos: &Position, mv: Move) -> MoveView {
    let letter = |square| Some(rules.letter_at(pos, square)).filter(|letter| *letter != '.');
    MoveView {
        from: mv.from.index() as u32,
        to: mv.to.index() as u32,
        text: rules.show_move(mv),
        piece: letter(mv.from).map(String::from).unwrap_or_default(),
        captured: letter(mv.to).map(String::from),
    }
}

fn end(rules: &Rules, pos: &Position) -> Option<End> {
    let ending = rules.ending(pos)?;
    let why = rules.explain(&ending);
    Some(match ending.outcome {
        Outcome::Win(winner) => End { winner: Some(side(winner)), sentence: format!("{winner} wins: {why}.") },
        Outcome::Draw => End { winner: None, sentence: format!("A draw: {why}.") },
    })
}

fn side(player: Player) -> Side {
    match player {
        Player::White => Side::White,
        Player::Black => Side::Black,
    }
}
