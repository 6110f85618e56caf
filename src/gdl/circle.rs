//! The circle that Björnsson (2012) proposes: watch a description played, learn its pieces as automata, compare what was
//! learned with the description on fresh games, and play on with tables.

use std::fmt;

use crate::game::Game;
use crate::gdl::description::Rule;
use crate::gdl::kif::Place;
use crate::gdl::paths::{Paths, Watched, displacement};
use crate::gdl::reasoner::Reasoner;
use crate::gdl::recognise::{NotOfClass, Reading, legal_rule, recognise};
use crate::gdl::terms::Term;
use crate::gdl::verify::{Compared, Difference, compare};
use crate::learn::{Learning, Settings};
use crate::observe::Record;
use crate::sbg::{GameDef, Rules};

/// How much to watch and to check.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    pub games: u64,
    pub fresh: u64,
    pub seed: u64,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { games: 60, fresh: 60, seed: 1 }
    }
}

/// A game that was learned from a description and agrees with it.
#[derive(Clone, Debug)]
pub struct Learned {
    pub def: GameDef,
    pub rules: Rules,
    pub reading: Reading,
    /// Games that were watched.
    pub watched: u64,
    /// What was compared on games that the learner had not seen.
    pub compared: Compared,
}

/// Why no game came of it.
#[derive(Clone, Debug)]
pub enum CircleError {
    NotOfClass(NotOfClass),
    /// What was learned differs from the description.
    Differs {
        def: Box<GameDef>,
        difference: Difference,
    },
    Unplayable(String),
}

impl From<NotOfClass> for CircleError {
    fn from(error: NotOfClass) -> CircleError {
        CircleError::NotOfClass(error)
    }
}

impl fmt::Display for CircleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start = Place { line: 1, column: 1 };
        match self {
            CircleError::NotOfClass(error) => write!(f, "{error}"),
            CircleError::Differs { difference, .. } => {
                write!(f, "{start}: what was learned differs from the description on fresh games: {difference}")
            }
            CircleError::Unplayable(why) => write!(f, "{start}: what was learned is no game: {why}"),
        }
    }
}

impl std::error::Error for CircleError {}

/// Records of random games.
pub fn observe(reasoner: &Reasoner, games: u64, seed: u64) -> Result<(Reading, Vec<Vec<Record>>), NotOfClass> {
    let (reading, watched) = recognise(reasoner, games, seed)?;
    let letter = |piece: Term| reading.letter(piece);
    let paths = Paths::find(reading.board, &letter, watched.iter().flatten()).map_err(|(piece, displacement)| {
        let why = format!(
            "no single way tells when {} may go {} columns and {} rows",
            reasoner.description.terms.show(piece),
            displacement.0,
            displacement.1
        );
        let rule = rule_of_move(reasoner, &reading, &watched, piece, displacement);
        NotOfClass { undecided: true, ..NotOfClass::new(why, rule) }
    })?;
    let records = watched.iter().map(|game| game.iter().map(|seen| paths.record(&letter, seen)).collect()).collect();
    Ok((reading, records))
}

/// Watches, learns and verifies. Where fresh games show a difference, more are watched, four times as many each time.
pub fn learn_description(reasoner: &Reasoner, effort: Effort) -> Result<Learned, CircleError> {
    let mut effort = effort;
    let mut learned = attempt(reasoner, effort);
    for _ in 1..ATTEMPTS {
        if !matches!(learned, Err(CircleError::Differs { .. })) {
            break;
        }
        effort.games = effort.games.saturating_mul(4);
        learned = attempt(reasoner, effort);
    }
    learned
}

/// How often to watch more.
const ATTEMPTS: u32 = 3;

fn attempt(reasoner: &Reasoner, effort: Effort) -> Result<Learned, CircleError> {
    let (reading, games) = observe(reasoner, effort.games, effort.seed)?;
    let mut learning = Learning::new(Settings::default());
    games.iter().flatten().for_each(|record| learning.watch(record));
    learning.finish();
    let mut def = learning.game().map_err(|error| CircleError::Unplayable(error.to_string()))?;
    def.about = format!("Learned from a game description by watching {} random games of it.", effort.games);
    let rules = Rules::compile(&def).map_err(|error| CircleError::Unplayable(error.kind.to_string()))?;
    let square_move = |pos: &mut _, mv| reading.square_move(reasoner, pos, mv);
    let fresh = effort.seed ^ 0x0066_7265_7368;
    match compare(&rules, reasoner, &square_move, effort.fresh, fresh) {
        Ok(compared) => Ok(Learned { def, rules, reading, watched: effort.games, compared }),
        Err(difference) => Err(CircleError::Differs { def: Box::new(def), difference }),
    }
}

/// The rule by which a piece made this displacement.
fn rule_of_move<'a>(
    reasoner: &'a Reasoner,
    reading: &Reading,
    watched: &[Vec<Watched>],
    piece: Term,
    wanted: (i8, i8),
) -> Option<&'a Rule> {
    for game in watched {
        let mut pos = reasoner.start();
        for record in game {
            let mut legal = Vec::new();
            reasoner.moves(&pos, &mut legal);
            let square_moves: Vec<_> =
                legal.iter().map(|mv| (*mv, reading.square_move(reasoner, &mut pos, *mv))).collect();
            let found = square_moves.iter().find(|(_, mv)| {
                mv.is_some_and(|mv| {
                    record.cells[mv.from.index()] == Some(piece) && displacement(reading.board, mv) == wanted
                })
            });
            if let Some((action, _)) = found {
                return legal_rule(reasoner, &pos, *action);
            }
            let played = record.moves.first()?;
            let action = square_moves.iter().find(|(_, mv)| *mv == Some(*played))?.0;
            reasoner.play(&mut pos, action);
        }
    }
    None
}
