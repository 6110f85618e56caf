//! Where watched games come from: players who play one game after the other.

use crate::bots::{Bot, PlayerSpec};
use crate::game::{Game, Outcome};
use crate::protocol::{End, Failed, FailureCode, LearnSettings, Module, MoveView};
use crate::rng::Rng;
use crate::sbg::{Move, Position, Rules};
use crate::search::Limits;

use crate::session::views::{end, move_view};

/// The most games that can be asked for.
const MAX_GAMES: u32 = 10_000;
/// How strong players are: this is done in a few milliseconds. They begin with a few moves at random, so that games are not all
/// the same.
const LEVEL: u32 = 5;
const OPENING: u32 = 4;

/// Whom one can watch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Players {
    Random,
    Strong,
    /// A game of each by turns.
    Mixed,
}

impl Players {
    pub(super) fn named(name: Option<&str>) -> Result<Players, Failed> {
        match name {
            None | Some("random") => Ok(Players::Random),
            Some("strong") => Ok(Players::Strong),
            Some("mixed") => Ok(Players::Mixed),
            _ => Err(Failed::new(FailureCode::Argument, "Unknown players: expected random, strong or mixed.")),
        }
    }
}

/// Games that are played to be watched, and the board of the current one.
#[derive(Debug)]
pub(super) struct GameSource {
    players: Players,
    /// Plays where players are strong.
    bot: Option<Bot<Rules>>,
    seed: u32,
    pub(super) games_in_all: u32,
    /// Games watched to their end.
    pub(super) games: u32,
    rng: Rng,
    pub(super) pos: Position,
    pub(super) last: Option<MoveView>,
    pub(super) end: Option<End>,
    /// No more games are wanted for now.
    pub(super) enough: bool,
}

impl GameSource {
    pub(super) fn new(rules: &Rules, settings: &LearnSettings) -> Result<GameSource, Failed> {
        let players = Players::named(settings.players.as_deref())?;
        if players != Players::Random && !cfg!(feature = "thinking") {
            return Err(Failed::elsewhere(Module::Complete));
        }
        // Without a net: a link to what is watched must show the same games, whether a net can be had or not.
        let level = PlayerSpec::level(LEVEL).filter(|_| players != Players::Random).map(PlayerSpec::without_net);
        Ok(GameSource {
            players,
            bot: level
                .filter(|_| cfg!(feature = "thinking"))
                .map(|level| Bot::new(rules, level, u64::from(settings.seed))),
            seed: settings.seed,
            games_in_all: settings.games.clamp(1, MAX_GAMES),
            games: 0,
            rng: Rng::branch(u64::from(settings.seed), 0),
            pos: rules.start(),
            last: None,
            end: None,
            enough: false,
        })
    }

    pub(super) fn is_over(&self) -> bool {
        self.enough || self.games == self.games_in_all
    }

    /// Whether the game on the board is one between strong players.
    pub(super) fn is_strong(&self) -> bool {
        match self.players {
            Players::Random => false,
            Players::Strong => true,
            Players::Mixed => self.games % 2 == 1,
        }
    }

    /// What happens next on the board: a move, or the end of the game. [`GameSource::advance`] then takes it.
    pub(super) fn next(&mut self, rules: &Rules) -> Result<Move, Outcome> {
        if self.end.take().is_some() {
            self.rng = Rng::branch(u64::from(self.seed), u64::from(self.games));
            self.pos = rules.start();
            self.last = None;
        }
        if cfg!(feature = "thinking")
            && self.is_strong()
            && self.pos.ply() >= OPENING
            && rules.ending(&self.pos).is_none()
        {
            let choice = self.bot.as_mut().and_then(|bot| bot.choose_quietly(rules, &self.pos, Limits::default()));
            if let Some(mv) = choice {
                return Ok(mv);
            }
        }
        rules.random_move(&self.pos, &mut self.rng, &mut Vec::new())
    }

    pub(super) fn advance(&mut self, rules: &Rules, next: Result<Move, Outcome>) {
        match next {
            Ok(mv) => self.show_move(rules, mv),
            Err(_) => {
                self.end = end(rules, &self.pos);
                self.games += 1;
            }
        }
    }

    /// Plays a move on the watched board.
    pub(super) fn show_move(&mut self, rules: &Rules, mv: Move) {
        self.last = Some(move_view(rules, &self.pos, &[mv]));
        rules.play(&mut self.pos, mv);
    }
}
