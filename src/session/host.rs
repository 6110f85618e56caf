//! A loaded game of any class, with the position last shown, and the net and the weights that players go by.

use crate::bots::{Bot, Kind, Knowledge, PlayerSpec};
use crate::classes::{self, Class, ReadGame, Visitor, identity};
use crate::game::{Game, Table, perft_played, perft_whole, random_playout};
use crate::monitor::Quiet;
use crate::protocol::{
    BoardView, DiagramView, ExerciseView, Failed, FailureCode, GameView, Module, MoveView, PlacementView, Source, Task,
    ThinkingCommand, ThinkingReply,
};
use crate::rng::Rng;
use crate::search::Limits;

use super::thinking::{SearchContext, check_net, check_weights};
use super::views::{board_view, look, move_view, placement, read_placement, shape};
use super::{exercise, thinking};

/// What the session asks of a game, whatever class it belongs to.
pub(super) trait Host {
    /// Set when the game is built in.
    fn id(&self) -> Option<&str>;

    fn text(&self) -> &str;

    fn is_learnable(&self) -> bool;

    fn view(&self) -> GameView;

    /// Takes the position after these moves for the one to think about.
    fn show(&mut self, start: Option<&str>, moves: &[String]) -> Result<BoardView, Failed>;

    /// Whether these moves can be played.
    fn replay(&self, start: Option<&str>, moves: &[String]) -> Result<(), Failed>;

    fn arrange(&self, placement: &PlacementView) -> Result<BoardView, Failed>;

    fn exercise(&self, seed: u32, piece: Option<u32>) -> Result<ExerciseView, Failed>;

    fn diagrams(&self) -> Vec<DiagramView>;

    fn think(&mut self, command: ThinkingCommand, out: &mut dyn FnMut(ThinkingReply)) -> Result<ThinkingReply, Failed>;

    fn work(&self, task: Task) -> Result<u64, Failed>;
}

pub(super) fn load(source: &Source) -> Result<Box<dyn Host>, Failed> {
    struct Seat;

    impl Visitor for Seat {
        type Output = Box<dyn Host>;

        fn visit<C: Class>(self, read: ReadGame<C>) -> Box<dyn Host> {
            let pos = read.game.start();
            Box::new(Hosted { read, pos, net: None, weights: None })
        }
    }

    Ok(classes::load(source)?.visit(Seat))
}

struct Hosted<C: Class> {
    read: ReadGame<C>,
    /// The position last shown.
    pos: <C::Game as Game>::Position,
    /// The net that players go by: a file, whole and of this game.
    net: Option<Vec<u8>>,
    /// What pieces are worth, where that was learned.
    weights: Option<Vec<f64>>,
}

/// A position, and the moves that led to it.
type Line<C> = (<<C as Class>::Game as Game>::Position, Vec<MoveView>);

impl<C: Class> Hosted<C> {
    fn knowledge(&self) -> Knowledge<'_> {
        Knowledge { net: self.net.as_deref(), weights: self.weights.as_deref() }
    }

    fn play(&self, start: Option<&str>, moves: &[String]) -> Result<Line<C>, Failed> {
        let game = &self.read.game;
        let mut pos = match start {
            None => game.start(),
            Some(text) => game.read_position(text).map_err(wrong_position)?,
        };
        let mut played = Vec::with_capacity(moves.len().min(1 << 12));
        for (index, text) in moves.iter().enumerate() {
            let Some(mv) = game.read_move(&pos, text) else {
                let text: String = text.chars().take(20).collect();
                let why = match game.finish(&pos) {
                    Some(_) => "the game is over before it",
                    None => "it is not a legal move there",
                };
                let message = format!("Move {} ({text}) cannot be played: {why}.", index + 1);
                return Err(Failed::new(FailureCode::Move, message));
            };
            played.push(move_view(game, &pos, &mv));
            game.play_whole(&mut pos, &mv);
        }
        Ok((pos, played))
    }
}

fn wrong_position(error: String) -> Failed {
    Failed::new(FailureCode::Position, format!("Position: {error}."))
}

impl<C: Class> Host for Hosted<C> {
    fn id(&self) -> Option<&str> {
        self.read.id.as_deref()
    }

    fn text(&self) -> &str {
        &self.read.text
    }

    fn is_learnable(&self) -> bool {
        C::LEARNABLE
    }

    fn view(&self) -> GameView {
        let (game, about) = (&self.read.game, self.read.description.clone());
        GameView {
            identity: identity(&self.read.text),
            board: shape(game.board()),
            start: placement(&game.placement(&game.start())),
            legend: game.kinds().into_iter().map(look).collect(),
            learnable: C::LEARNABLE,
            engine: C::ENGINE,
            net: C::net(game).map(str::to_owned),
            id: self.read.id.clone(),
            name: about.name,
            about: about.about,
            ply_limit: about.ply_limit,
            pieces: about.pieces,
            goals: about.goals,
            text: self.read.text.clone(),
            notes: about.notes,
        }
    }

    fn show(&mut self, start: Option<&str>, moves: &[String]) -> Result<BoardView, Failed> {
        let (pos, played) = self.play(start, moves)?;
        let board = board_view(&self.read.game, &pos, played);
        self.pos = pos;
        Ok(board)
    }

    fn replay(&self, start: Option<&str>, moves: &[String]) -> Result<(), Failed> {
        self.play(start, moves).map(|_| ())
    }

    fn arrange(&self, placement: &PlacementView) -> Result<BoardView, Failed> {
        let pos = self.read.game.set_up(&read_placement(placement)).map_err(wrong_position)?;
        Ok(board_view(&self.read.game, &pos, Vec::new()))
    }

    fn exercise(&self, seed: u32, piece: Option<u32>) -> Result<ExerciseView, Failed> {
        exercise::find::<C>(&self.read.game, seed, piece)
    }

    fn diagrams(&self) -> Vec<DiagramView> {
        C::diagrams(&self.read.text)
    }

    fn think(&mut self, command: ThinkingCommand, out: &mut dyn FnMut(ThinkingReply)) -> Result<ThinkingReply, Failed> {
        match &command {
            ThinkingCommand::Weigh { weights } if cfg!(feature = "thinking") => {
                check_weights(&self.read.game, weights)?;
                self.weights = Some(weights.clone());
            }
            ThinkingCommand::Net { bytes } if cfg!(feature = "thinking") => {
                check_net(&self.read.game, bytes)?;
                self.net = Some(bytes.clone());
            }
            ThinkingCommand::Voices => {
                return C::voices(&self.read.game, &self.pos, self.knowledge()).map(ThinkingReply::Voices);
            }
            ThinkingCommand::Worths => return C::worths(&self.read.game).map(ThinkingReply::Worths),
            _ => {}
        }
        let context = SearchContext { game: &self.read.game, pos: &self.pos, knowledge: self.knowledge() };
        let reply = thinking::answer(context, command, out)?;
        if let ThinkingReply::Values(values) = &reply
            && values.learned.is_some()
        {
            self.weights.clone_from(&values.learned);
        }
        Ok(reply)
    }

    fn work(&self, task: Task) -> Result<u64, Failed> {
        if !cfg!(feature = "thinking") {
            return Err(Failed::elsewhere(Module::Complete));
        }
        let game = &self.read.game;
        Ok(match task {
            Task::Perft { depth } => perft_played(game, &mut game.start(), depth),
            Task::WholeMoves { depth } => perft_whole(game, &mut game.start(), depth),
            Task::Playouts { count, seed } => {
                let mut rng = Rng::new(u64::from(seed));
                let mut scratch = Vec::new();
                let mut plies = || u64::from(random_playout(game, &mut game.start(), &mut rng, &mut scratch).1);
                (0..count).map(|_| plies()).sum()
            }
            Task::Search { nodes } => {
                let mut bot = Bot::with_knowledge(game, PlayerSpec::new(Kind::AlphaBeta), 1, self.knowledge());
                bot.choose(game, &game.start(), Limits::nodes(u64::from(nodes)), &mut Quiet).nodes
            }
        })
    }
}
