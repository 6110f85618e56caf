//! The classes of games, in one list: how a game of each is read, and which are built in.
//!
//! A new class implements [`Game`](crate::game::Game), [`Table`](crate::game::Table), [`Strong`] and [`Class`], and gets a
//! line in the list below. Then it can be played in the page, thought about, shared and measured.

mod absent;
mod diagram;
#[cfg(feature = "metagame")]
mod metagame;
mod simplified;

use std::fmt::Debug;

use crate::board::Square;
use crate::bots::{Knowledge, Strong};
use crate::game::{Game, KindId, Table};
use crate::protocol::{
    DiagramView, EvaluationView, Failed, FailureCode, InventedView, Module, NoteView, PieceView, SettingView, Source,
    WorthView,
};

#[cfg(feature = "metagame")]
pub use metagame::Metagame;
pub use simplified::{Simplified, facing, failed};

/// A class of games: its games as text.
pub trait Class: Debug + 'static {
    type Game: Strong + 'static;

    /// Whether its games can be watched and learned.
    const LEARNABLE: bool = false;

    /// The module of the page that thinks about its games.
    const ENGINE: Module = Module::Complete;

    /// Whether its built-in games are listed where games are offered.
    const OFFERED: bool = true;

    /// Ids and texts of the built-in games, in the order in which they are offered.
    fn builtin() -> Vec<(&'static str, &'static str)>;

    /// Whether a text is meant to be a game of this class, valid or not.
    fn recognises(text: &str) -> bool;

    fn read(text: &str) -> Result<(Self::Game, Description), Failed>;

    /// Where the pieces of a game can go, as small diagrams; none where the class has no such drawings.
    fn diagrams(_text: &str) -> Vec<DiagramView> {
        Vec::new()
    }

    /// What can be set before a game of this class is invented; nothing where none can be.
    fn inventing() -> Vec<SettingView> {
        Vec::new()
    }

    /// A new game; see the command `invent`.
    fn invent(_seed: u32, _settings: &[(String, String)], _playable: bool) -> Result<InventedView, Failed> {
        Err(unsupported())
    }

    /// The name of the file with the net that was trained for a game, if one was.
    fn net(_game: &Self::Game) -> Option<&'static str> {
        None
    }

    /// What the terms of the evaluation say about a position; by what was trained for the game, where there is some.
    fn voices(
        _game: &Self::Game,
        _pos: &<Self::Game as Game>::Position,
        _knowledge: Knowledge<'_>,
    ) -> Result<EvaluationView, Failed> {
        Err(unsupported())
    }

    /// What each piece is worth by the rules alone, term by term.
    fn worths(_game: &Self::Game) -> Result<Vec<WorthView>, Failed> {
        Err(unsupported())
    }

    /// Where pieces of this kind stand, in an order that is the same for the same moves.
    fn squares_of(game: &Self::Game, pos: &<Self::Game as Game>::Position, kind: KindId) -> Vec<Square> {
        let placement = game.placement(pos);
        game.board().squares().filter(|square| placement.squares[square.index()] == Some(kind)).collect()
    }

    /// How many more squares the piece here could go to if it were alone on the board: exercises prefer such places.
    fn blocked(_game: &Self::Game, _pos: &<Self::Game as Game>::Position, _square: Square) -> usize {
        0
    }
}

/// A game in words.
#[derive(Clone, Debug)]
pub struct Description {
    pub name: String,
    pub about: String,
    pub ply_limit: Option<u32>,
    pub pieces: Vec<PieceView>,
    /// How the game is won, a sentence each.
    pub goals: Vec<String>,
    pub notes: Vec<NoteView>,
}

/// A game that was read from text.
#[derive(Debug)]
pub struct ReadGame<C: Class> {
    pub game: C::Game,
    pub description: Description,
    /// Set when it is built in.
    pub id: Option<String>,
    pub text: String,
}

/// Does something with a game of any class.
pub trait Visitor {
    type Output;

    fn visit<C: Class>(self, game: ReadGame<C>) -> Self::Output;
}

macro_rules! classes {
    ($($(#[$attribute:meta])* $name:ident($class:ty)),* $(,)?) => {
        /// A game of one of the classes.
        #[derive(Debug)]
        pub enum AnyGame {
            $($(#[$attribute])* $name(Box<ReadGame<$class>>)),*
        }

        impl AnyGame {
            pub fn visit<V: Visitor>(self, visitor: V) -> V::Output {
                match self {
                    $($(#[$attribute])* AnyGame::$name(game) => visitor.visit::<$class>(*game)),*
                }
            }
        }

        /// Ids and texts of all built-in games.
        pub fn builtin() -> Vec<(&'static str, &'static str)> {
            let mut games = Vec::new();
            $($(#[$attribute])* { games.extend(<$class>::builtin()); })*
            games
        }

        /// Ids of the built-in games that are offered in lists.
        pub fn offered() -> Vec<&'static str> {
            let mut games = Vec::new();
            // Those that can be watched and learned come first.
            for learnable in [true, false] {
                $($(#[$attribute])* {
                    if <$class>::OFFERED && <$class>::LEARNABLE == learnable {
                        games.extend(<$class>::builtin().into_iter().map(|(id, _)| id));
                    }
                })*
            }
            games
        }

        /// What can be set before a game is invented, by the first class that invents games.
        pub fn inventing() -> Result<Vec<SettingView>, Failed> {
            $($(#[$attribute])* {
                let settings = <$class>::inventing();
                if !settings.is_empty() {
                    return Ok(settings);
                }
            })*
            Err(absent::inventing())
        }

        /// A new game by that class.
        pub fn invent(seed: u32, settings: &[(String, String)], playable: bool) -> Result<InventedView, Failed> {
            $($(#[$attribute])* {
                if !<$class>::inventing().is_empty() {
                    return <$class>::invent(seed, settings, playable);
                }
            })*
            Err(absent::inventing())
        }

        fn read(id: Option<String>, text: &str) -> Result<AnyGame, Failed> {
            $($(#[$attribute])* {
                if <$class>::recognises(text) {
                    let (game, description) = <$class>::read(text)?;
                    return Ok(AnyGame::$name(Box::new(ReadGame { game, description, id, text: text.to_owned() })));
                }
            })*
            Err(Failed::elsewhere(Module::Kibitzer))
        }
    };
}

// The first that recognises a text reads it.
classes! {
    #[cfg(feature = "toy")]
    Toy(crate::toy::Corners),
    #[cfg(feature = "metagame")]
    Metagame(metagame::Metagame),
    #[cfg(feature = "simplified")]
    Simplified(Simplified),
}

/// What this class of games, or this module, cannot do.
pub fn unsupported() -> Failed {
    Failed::new(FailureCode::Unsupported, "This is not possible with the games known here.")
}

/// Reads a game.
pub fn load(source: &Source) -> Result<AnyGame, Failed> {
    if let Some(module) = absent::module_of(source) {
        return Err(Failed::elsewhere(module));
    }
    match source {
        Source::Text(text) => read(None, text),
        Source::Builtin(id) => match builtin().into_iter().find(|(known, _)| known == id) {
            Some((_, text)) => read(Some(id.clone()), text),
            None => {
                let id: String = id.chars().take(40).collect();
                let message = format!(
                    "There is no built-in game {id:?}. The link may have been cut; choose a game from the list."
                );
                Err(Failed::new(FailureCode::UnknownGame, message))
            }
        },
    }
}

/// By this a game is known again, under whatever name: 64 bits of FNV-1a of the text after `<<name>>`.
pub fn identity(text: &str) -> String {
    let name = text.strip_prefix("<<").and_then(|rest| rest.split_once(">>"));
    let bytes = name.map_or(text, |(_, rest)| rest).bytes();
    let mix = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", bytes.fold(0xcbf2_9ce4_8422_2325, mix))
}
