//! A game that was invented, with the text that says how: the same in the page and in the tool.

use std::fmt;

use crate::metagame::{GameDef, Parameters, Rules, Trial, generate, invent};

/// Random games that an invention is tried with, and how many inventions are tried where one must be playable.
const GAMES: u32 = 30;
pub const MOST_TRIES: u64 = 200;

/// Displayed as a game text: how it was invented stands in the comment before the definition.
#[derive(Clone, Debug)]
pub struct Invention {
    /// The seed that gives this game again.
    pub seed: u64,
    pub def: GameDef,
    /// What random play says about it.
    pub trial: Trial,
    /// Settings that differ from the defaults, as they are written.
    changed: Vec<String>,
}

impl Invention {
    /// The game of this seed; or with `playable`, the first from this seed on that random play finds nothing against.
    /// `None` when there is none among [`MOST_TRIES`].
    pub fn new(parameters: &Parameters, seed: u64, playable: bool) -> Option<Invention> {
        let (seed, def, trial) = if playable {
            invent(parameters, seed, GAMES, MOST_TRIES)?
        } else {
            let def = generate(parameters, seed);
            let trial = Rules::compile(&def).map(|rules| Trial::new(&rules, seed, GAMES)).unwrap_or_default();
            (seed, def, trial)
        };
        let defaults = Parameters::default();
        let pairs = parameters.iter().zip(defaults.iter());
        let changed =
            pairs.filter(|((_, now), (_, before))| now != before).map(|((name, now), _)| format!("{name}={now}"));
        Some(Invention { seed, def, trial, changed: changed.collect() })
    }
}

impl fmt::Display for Invention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Trial { games, wins: [white, black], decisions } = self.trial;
        write!(f, "% Invented with seed {}", self.seed)?;
        for (index, setting) in self.changed.iter().enumerate() {
            write!(f, "{} {setting}", if index == 0 { " and" } else { "," })?;
        }
        let draws = games - white - black;
        writeln!(f, ".\n% Of {games} random games White won {white}, Black {black}; {draws} were drawn.")?;
        writeln!(f, "% They took {} decisions on average.\n", decisions / games.max(1))?;
        write!(f, "{}", self.def)
    }
}
