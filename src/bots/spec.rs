//! Players as people ask for them: a kind, then options, as in `alphabeta:weights=rules,td=5s`.

use std::fmt;
use std::str::FromStr;

use crate::decimal;
use crate::search::Options;

/// The description of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayerSpec {
    pub kind: Kind,
    pub start: Start,
    /// Self-play before the first move.
    pub td: Option<Budget>,
    /// How fast learning goes, in thousandths.
    pub rate: Option<u32>,
    /// Nodes for each move of the games it learns from.
    pub td_nodes: Option<u64>,
    /// Whether what was learned must win a short match before it is taken over.
    pub gate: bool,
    /// Limits of the player's own, whatever the match allows.
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    /// How often, of 1000 moves, one is picked blindly.
    pub noise: u32,
    /// What alpha-beta may do, and the size of its table.
    pub search: Options,
    /// Playouts that `uct+pieces` takes an estimate for.
    pub trust: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Random,
    Greedy,
    AlphaBeta,
    Uct,
    UctPieces,
}

/// Where weights come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// A net where one was trained for this game and is built in, otherwise as [`Start::Tuned`].
    Net,
    /// From the rules, with what was fitted to games where that was done for this game.
    Tuned,
    Rules,
    /// The same for pieces and squares, and nothing else.
    Pieces,
    Ones,
}

/// How long to learn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// So many games, the same on every machine.
    Games(u32),
    Millis(u32),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SpecError {
    UnknownKind(String),
    UnknownOption(String),
    BadValue { option: String, value: String, expected: &'static str },
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SpecError::UnknownKind(kind) => write!(
                f,
                "there is no player {kind:?}: expected random, greedy, alphabeta, uct, uct+pieces or level:1 to level:8"
            ),
            SpecError::UnknownOption(option) => write!(f, "players have no option {option:?}"),
            SpecError::BadValue { option, value, expected } => {
                write!(f, "{option}: expected {expected}, found {value:?}")
            }
        }
    }
}

/// Nodes and blind moves (of 1000) of the levels 1 to 8. Even the last is done in well under a second.
const LEVELS: [(u64, u32); 8] =
    [(1, 600), (60, 350), (150, 180), (500, 80), (2_000, 30), (10_000, 0), (50_000, 0), (250_000, 0)];

impl PlayerSpec {
    /// An alpha-beta player for thousands of short searches: a large table would take longer to empty than to use.
    pub fn with_small_table() -> PlayerSpec {
        let spec = PlayerSpec::new(Kind::AlphaBeta);
        PlayerSpec { search: Options { table_bits: 14, ..spec.search }, ..spec }
    }

    pub fn new(kind: Kind) -> PlayerSpec {
        PlayerSpec {
            kind,
            // A greedy player looks at pieces and squares alone, as in the experiments that it was made for.
            start: if kind == Kind::Greedy { Start::Pieces } else { Start::Net },
            td: None,
            rate: None,
            td_nodes: None,
            gate: true,
            depth: None,
            nodes: None,
            noise: 0,
            search: Options::STRONG,
            trust: None,
        }
    }

    /// One of the levels 1 (anyone can beat it) to 8: fewer nodes, and blind moves now and then.
    pub fn level(level: u32) -> Option<PlayerSpec> {
        let (nodes, noise) = *LEVELS.get(level.checked_sub(1)? as usize)?;
        let search = Options { table_bits: if nodes <= 10_000 { 14 } else { 18 }, ..Options::STRONG };
        Some(PlayerSpec { nodes: Some(nodes), noise, search, ..PlayerSpec::new(Kind::AlphaBeta) })
    }

    /// The same player without a built-in net, as only the native tool has those: what must be the same in every build goes
    /// without, or is handed the net.
    pub fn without_net(self) -> PlayerSpec {
        let start = if self.start == Start::Net { Start::Tuned } else { self.start };
        PlayerSpec { start, ..self }
    }

    fn set(&mut self, option: &str, value: &str) -> Result<(), SpecError> {
        let bad = |expected| SpecError::BadValue { option: option.to_owned(), value: value.to_owned(), expected };
        let switch = || match value {
            "on" => Ok(true),
            "off" => Ok(false),
            _ => Err(bad("on or off")),
        };
        match option {
            "weights" => {
                self.start = match value {
                    "net" => Start::Net,
                    "tuned" => Start::Tuned,
                    "rules" => Start::Rules,
                    "pieces" => Start::Pieces,
                    "ones" => Start::Ones,
                    _ => return Err(bad("net, tuned, rules, pieces or ones")),
                }
            }
            "td" => {
                let games = value.strip_suffix("games");
                let number =
                    |digits: &str, by: u32| digits.parse::<u32>().ok().and_then(|number| number.checked_mul(by));
                self.td = match games {
                    Some(digits) => number(digits, 1).map(Budget::Games),
                    None => match value.strip_suffix("ms") {
                        Some(digits) => number(digits, 1).map(Budget::Millis),
                        None => value.strip_suffix('s').and_then(|digits| number(digits, 1000)).map(Budget::Millis),
                    },
                };
                if self.td.is_none() {
                    return Err(bad("a time as in 5s or 500ms, or a number of games as in 200games"));
                }
            }
            "rate" => {
                let rate = decimal::read(value).filter(|rate| (0.0..=10.0).contains(rate));
                self.rate = Some((rate.ok_or(bad("a rate from 0 to 10"))? * 1000.0) as u32);
            }
            "td-nodes" => {
                self.td_nodes = Some(value.parse().ok().filter(|nodes| *nodes > 0).ok_or(bad("a number of nodes"))?)
            }
            "gate" => self.gate = switch()?,
            "depth" => self.depth = Some(value.parse().ok().filter(|depth| *depth > 0).ok_or(bad("a depth"))?),
            "nodes" => {
                self.nodes = Some(value.parse().ok().filter(|nodes| *nodes > 0).ok_or(bad("a number of nodes"))?)
            }
            "noise" => {
                let share = decimal::read(value).ok_or(bad("a share from 0 to 1"))?;
                if !(0.0..=1.0).contains(&share) {
                    return Err(bad("a share from 0 to 1"));
                }
                self.noise = (share * 1000.0) as u32;
            }
            "trust" => self.trust = Some(value.parse().map_err(|_| bad("a number of playouts"))?),
            "hash" => {
                let bits = value.parse().ok().filter(|bits| (4..=24).contains(bits));
                self.search.table_bits = bits.ok_or(bad("a number of bits from 4 to 24"))?;
            }
            _ => match self.search.switch(option) {
                Some(on) => *on = switch()?,
                None => return Err(SpecError::UnknownOption(option.to_owned())),
            },
        }
        Ok(())
    }
}

impl FromStr for PlayerSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<PlayerSpec, SpecError> {
        let (kind, options) = text.split_once(':').unwrap_or((text, ""));
        if kind == "level" {
            let level = options.parse().ok().and_then(PlayerSpec::level);
            let (option, value) = (kind.to_owned(), options.to_owned());
            return level.ok_or(SpecError::BadValue { option, value, expected: "a level from 1 to 8" });
        }
        let mut spec = PlayerSpec::new(match kind {
            "random" => Kind::Random,
            "greedy" => Kind::Greedy,
            "alphabeta" => Kind::AlphaBeta,
            "uct" => Kind::Uct,
            "uct+pieces" => Kind::UctPieces,
            _ => return Err(SpecError::UnknownKind(kind.to_owned())),
        });
        // A player by name plays whole games; levels, whose answers must depend on the position alone, do not come this way.
        spec.search.keep = spec.kind == Kind::AlphaBeta;
        for option in options.split(',').filter(|option| !option.is_empty()) {
            let (name, value) = option.split_once('=').unwrap_or((option, ""));
            spec.set(name, value)?;
        }
        Ok(spec)
    }
}
