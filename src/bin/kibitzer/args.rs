//! The command line: a command, its operands, and options with values.

use std::fmt;
use std::str::FromStr;

use kibitzer::bots::{PlayerSpec, SpecError};
use kibitzer::classes::{self, AnyGame};
use kibitzer::protocol::Source;
use kibitzer::sbg::{self, GameDef, Rules};

use crate::Trouble;

/// What is wrong with a command line.
#[derive(Debug)]
pub(crate) enum Usage {
    NoCommand,
    UnknownCommand(String),
    Missing(&'static str),
    Extra(String),
    UnknownOption(String),
    NoValue(String),
    BadValue { option: String, value: String, expected: &'static str },
    BadPlayer { option: String, error: SpecError },
    NotText,
}

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Usage::NoCommand => write!(f, "expected a command; `kibitzer help` lists them"),
            Usage::UnknownCommand(command) => write!(f, "there is no command {command:?}; `kibitzer help` lists them"),
            Usage::Missing(what) => write!(f, "expected {what}; `kibitzer help` shows how"),
            Usage::Extra(what) => write!(f, "did not expect {what:?}; `kibitzer help` shows how"),
            Usage::UnknownOption(option) => write!(f, "this command has no option {option}; `kibitzer help` shows how"),
            Usage::NoValue(option) => write!(f, "expected a value after {option}"),
            Usage::BadValue { option, value, expected } => write!(f, "{option}: expected {expected}, found {value:?}"),
            Usage::BadPlayer { option, error } => write!(f, "{option}: {error}"),
            Usage::NotText => write!(f, "an argument is not valid UTF-8"),
        }
    }
}

/// Arguments that have not been asked for yet. A command asks for what it knows, then calls [`Args::finish`], so that
/// nothing that was typed is silently ignored.
#[derive(Debug)]
pub(crate) struct Args {
    command: String,
    operands: Vec<String>,
    options: Vec<(String, Option<String>)>,
}

/// Options that stand alone.
const FLAGS: &[&str] = &["csv", "held-out", "json", "linear", "playable", "quick", "quiet", "settings", "tournament"];

impl Args {
    pub(crate) fn from_env() -> Result<Args, Usage> {
        Args::parse(lexopt::Parser::from_env())
    }

    fn parse(mut parser: lexopt::Parser) -> Result<Args, Usage> {
        let mut args = Args { command: String::new(), operands: Vec::new(), options: Vec::new() };
        let mut command = None;
        while let Some(argument) = parser.next().map_err(|_| Usage::NotText)? {
            match argument {
                lexopt::Arg::Value(value) => {
                    let value = value.into_string().map_err(|_| Usage::NotText)?;
                    match command {
                        None => command = Some(value),
                        Some(_) => args.operands.push(value),
                    }
                }
                lexopt::Arg::Long("help") | lexopt::Arg::Short('h') => command = Some("help".to_owned()),
                lexopt::Arg::Short(short) => return Err(Usage::UnknownOption(format!("-{short}"))),
                lexopt::Arg::Long(name) => {
                    let name = name.to_owned();
                    let value = if FLAGS.contains(&name.as_str()) {
                        None
                    } else {
                        let value = parser.value().map_err(|_| Usage::NoValue(format!("--{name}")))?;
                        Some(value.into_string().map_err(|_| Usage::NotText)?)
                    };
                    args.options.push((name, value));
                }
            }
        }
        args.command = command.ok_or(Usage::NoCommand)?;
        Ok(args)
    }

    pub(crate) fn command(&self) -> String {
        self.command.clone()
    }

    /// The next operand, called `what` in the complaint when there is none.
    pub(crate) fn operand(&mut self, what: &'static str) -> Result<String, Usage> {
        if self.operands.is_empty() { Err(Usage::Missing(what)) } else { Ok(self.operands.remove(0)) }
    }

    pub(crate) fn flag(&mut self, name: &str) -> bool {
        let before = self.options.len();
        self.options.retain(|(option, _)| option != name);
        self.options.len() < before
    }

    pub(crate) fn text(&mut self, name: &str) -> Option<String> {
        let index = self.options.iter().position(|(option, _)| option == name)?;
        self.options.remove(index).1
    }

    /// An option's value, where it was given.
    pub(crate) fn value<T: FromStr>(&mut self, name: &str, expected: &'static str) -> Result<Option<T>, Usage> {
        let Some(value) = self.text(name) else { return Ok(None) };
        match value.parse() {
            Ok(value) => Ok(Some(value)),
            Err(_) => Err(Usage::BadValue { option: format!("--{name}"), value, expected }),
        }
    }

    /// A share from 0 to 1, where it was given.
    pub(crate) fn share(&mut self, name: &str) -> Result<Option<f64>, Usage> {
        let expected = "a share from 0 to 1";
        let share: Option<f64> = self.value(name, expected)?;
        match share {
            Some(share) if !(0.0..=1.0).contains(&share) => {
                Err(Usage::BadValue { option: format!("--{name}"), value: share.to_string(), expected })
            }
            share => Ok(share),
        }
    }

    /// A player, as operand or option value.
    pub(crate) fn player(option: &str, text: &str) -> Result<PlayerSpec, Usage> {
        text.parse().map_err(|error| Usage::BadPlayer { option: option.to_owned(), error })
    }

    /// Says what was typed and never asked for.
    pub(crate) fn finish(self) -> Result<(), Usage> {
        if let Some((option, _)) = self.options.into_iter().next() {
            return Err(Usage::UnknownOption(format!("--{option}")));
        }
        self.operands.into_iter().next().map_or(Ok(()), |operand| Err(Usage::Extra(operand)))
    }
}

/// Reads a whole game file as text.
pub(crate) fn read_file(path: &str) -> Result<String, Trouble> {
    let size = std::fs::metadata(path).map_err(|error| Trouble::Input(format!("{path}: {error}")))?.len();
    if size > 4 * sbg::MAX_TEXT as u64 {
        return Err(Trouble::Input(format!("{path}:1:1: {}", sbg::TextErrorKind::TooLong)));
    }
    read_text(path, 4 * sbg::MAX_TEXT)
}

/// Reads a whole file of at most `limit` bytes as text.
pub(crate) fn read_text(path: &str, limit: usize) -> Result<String, Trouble> {
    let size = std::fs::metadata(path).map_err(|error| Trouble::Input(format!("{path}: {error}")))?.len();
    if size > limit as u64 {
        return Err(Trouble::Input(format!("{path}:1:1: this file has more than {} KB", limit >> 10)));
    }
    let bytes = std::fs::read(path).map_err(|error| Trouble::Input(format!("{path}: {error}")))?;
    String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = good.iter().filter(|byte| **byte == b'\n').count() + 1;
        let column = good.iter().rev().take_while(|byte| **byte != b'\n').count() + 1;
        Trouble::Input(format!("{path}:{line}:{column}: this is not UTF-8 text"))
    })
}

/// A built-in game of any class, or one in a file.
pub(crate) fn load_any(name: &str) -> Result<AnyGame, Trouble> {
    let source = if classes::builtin().iter().any(|(id, _)| *id == name) {
        Source::Builtin(name.to_owned())
    } else {
        Source::Text(read_game_file(name)?)
    };
    classes::load(&source).map_err(|failed| {
        let place = failed.span.map_or(String::new(), |span| format!("{}:{}: ", span.line, span.column));
        Trouble::Input(format!("{name}:{place}{}", failed.message))
    })
}

/// The text of a simplified boardgame, built in or in a file.
pub(crate) fn game_text(name: &str) -> Result<String, Trouble> {
    sbg::builtin(name).map_or_else(|| read_game_file(name), |game| Ok(game.text.to_owned()))
}

/// A game in a file, as text; one in GDL is learned first.
fn read_game_file(name: &str) -> Result<String, Trouble> {
    if !std::path::Path::new(name).exists() {
        let message = format!("kibitzer: {name:?} is neither a built-in game (`kibitzer games`) nor a file");
        return Err(Trouble::Input(message));
    }
    if crate::gdl::is_kif(name) {
        return Ok(crate::gdl::load_learned(name, Default::default())?.def.to_string());
    }
    read_file(name)
}

/// A simplified boardgame, built in or in a file.
pub(crate) fn load_game(name: &str) -> Result<(GameDef, Rules), Trouble> {
    if let Some(game) = sbg::builtin(name) {
        return sbg::read_game(game.text).map_err(|error| Trouble::Input(format!("{name}:{error}")));
    }
    let text = read_game_file(name)?;
    sbg::read_game(&text).map_err(|error| Trouble::Input(format!("{name}:{error}")))
}
