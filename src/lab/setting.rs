//! The settings of an experiment: checked values, and a short text that a link can carry.

use std::fmt::{self, Write as _};

use crate::bots::PlayerSpec;
use crate::lab::{Experiment, find};
use crate::sbg::{self, GameDef, Rules};

/// What can be set.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    pub name: &'static str,
    pub about: &'static str,
    pub default: &'static str,
    pub kind: Kind,
}

/// Which values a parameter takes. Lists are separated by commas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Count {
        least: u64,
        most: u64,
    },
    Counts {
        least: u64,
        most: u64,
    },
    /// Built-in games, or games whose text was provided.
    Games,
    Choice(&'static [&'static str]),
    Choices(&'static [&'static str]),
    /// One player, as in `alphabeta:nodes=500`.
    Player,
    /// Players, separated by semicolons.
    Players,
    /// Anything up to so many bytes.
    Text {
        most: usize,
    },
}

/// The built-in games that a parameter of the kind [`Kind::Games`] takes.
pub fn builtin_boards() -> impl Iterator<Item = &'static str> {
    sbg::BUILTIN.iter().map(|game| game.id)
}

/// The most entries of a list.
const MOST_ENTRIES: usize = 64;
/// The longest text of settings that is read: three times the longest value, because escaping makes values longer.
const MOST_TEXT: usize = 24 << 20;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingError {
    UnknownExperiment(String),
    UnknownParameter { experiment: &'static str, parameter: String },
    BadValue { parameter: &'static str, value: String, expected: String },
    BadText,
    TooManyCells(usize),
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SettingError::UnknownExperiment(name) => write!(f, "there is no experiment {name:?}"),
            SettingError::UnknownParameter { experiment, parameter } => {
                write!(f, "{experiment} has no parameter {parameter:?}")
            }
            SettingError::BadValue { parameter, value, expected } => {
                write!(f, "{parameter}: expected {expected}, found {value:?}")
            }
            SettingError::TooManyCells(most) => write!(f, "these settings make more than {most} cells"),
            SettingError::BadText => write!(f, "this text of settings is damaged"),
        }
    }
}

/// An experiment with a value for each of its parameters.
#[derive(Clone, Debug)]
pub struct Setting {
    experiment: &'static Experiment,
    values: Vec<String>,
    /// Games that are not built in: name and text.
    provided: Vec<(String, String)>,
}

impl Setting {
    /// The defaults.
    pub fn new(experiment: &'static Experiment) -> Setting {
        let values = experiment.parameters.iter().map(|parameter| parameter.default.to_owned()).collect();
        Setting { experiment, values, provided: Vec::new() }
    }

    pub fn experiment(&self) -> &'static Experiment {
        self.experiment
    }

    /// Makes a game known that is not built in, so that a list of games can name it.
    pub fn provide(&mut self, name: &str, text: &str) {
        self.provided.push((name.to_owned(), text.to_owned()));
    }

    /// Sets one parameter, if the value is one that it takes.
    pub fn set(&mut self, parameter: &str, value: &str) -> Result<(), SettingError> {
        let Some(index) = self.experiment.parameters.iter().position(|known| known.name == parameter) else {
            let experiment = self.experiment.name;
            return Err(SettingError::UnknownParameter { experiment, parameter: parameter.to_owned() });
        };
        let Parameter { name, kind, .. } = self.experiment.parameters[index];
        if let Err(expected) = self.check(kind, value) {
            return Err(SettingError::BadValue { parameter: name, value: shortened(value), expected });
        }
        value.clone_into(&mut self.values[index]);
        Ok(())
    }

    fn check(&self, kind: Kind, value: &str) -> Result<(), String> {
        let entries = || value.split(',').collect::<Vec<_>>();
        let number = |text: &str, least: u64, most: u64| {
            let number = text.parse().ok().filter(|number: &u64| (least..=most).contains(number));
            number.map(drop).ok_or_else(|| format!("whole numbers from {least} to {most}"))
        };
        let short = |entries: &[&str]| match entries.len() <= MOST_ENTRIES {
            true => Ok(()),
            false => Err(format!("at most {MOST_ENTRIES} entries")),
        };
        match kind {
            Kind::Count { least, most } => number(value, least, most),
            Kind::Counts { .. } if value.is_empty() => Ok(()),
            Kind::Counts { least, most } => {
                short(&entries())?;
                entries().into_iter().try_for_each(|entry| number(entry, least, most))
            }
            Kind::Games => {
                short(&entries())?;
                entries().into_iter().try_for_each(|entry| match self.game_text(entry) {
                    Some(text) => sbg::read_game(text).map(drop).map_err(|error| format!("a valid game ({error})")),
                    None => Err("built-in simplified boardgames, separated by commas".to_owned()),
                })
            }
            Kind::Choice(known) if known.contains(&value) => Ok(()),
            Kind::Choice(known) => Err(known.join(" or ")),
            Kind::Choices(known) => {
                short(&entries())?;
                let good = |entry: &str| known.contains(&entry).then_some(());
                let all = entries().into_iter().try_for_each(good);
                all.ok_or_else(|| format!("some of {}, separated by commas", known.join(", ")))
            }
            Kind::Player => value.parse::<PlayerSpec>().map(drop).map_err(|error| format!("a player ({error})")),
            Kind::Players => {
                let entries: Vec<&str> = value.split(';').collect();
                short(&entries)?;
                entries.into_iter().try_for_each(|entry| self.check(Kind::Player, entry))
            }
            Kind::Text { most } if value.len() <= most => Ok(()),
            Kind::Text { most } => Err(format!("at most {most} bytes")),
        }
    }

    /// A value by its name; empty where there is no such parameter.
    pub fn text(&self, parameter: &str) -> &str {
        let index = self.experiment.parameters.iter().position(|known| known.name == parameter);
        index.map_or("", |index| &self.values[index])
    }

    pub fn count(&self, parameter: &str) -> u64 {
        self.text(parameter).parse().unwrap_or(0)
    }

    /// The numbers of a list, each once.
    pub fn counts(&self, parameter: &str) -> Vec<u64> {
        self.list(parameter).iter().filter_map(|entry| entry.parse().ok()).collect()
    }

    /// The entries of a list, each once.
    pub fn list(&self, parameter: &str) -> Vec<String> {
        let mut list: Vec<String> = Vec::new();
        for entry in self.text(parameter).split(',') {
            if !list.iter().any(|known| known == entry) {
                list.push(entry.to_owned());
            }
        }
        list
    }

    pub fn players(&self, parameter: &str) -> Vec<String> {
        self.text(parameter).split(';').map(str::to_owned).collect()
    }

    fn game_text(&self, name: &str) -> Option<&str> {
        let provided = self.provided.iter().find(|(known, _)| known == name).map(|(_, text)| text.as_str());
        provided.or_else(|| sbg::builtin(name).map(|game| game.text))
    }

    /// A game that the settings name. They were checked, so it is there.
    pub fn game(&self, name: &str) -> Option<(GameDef, Rules)> {
        sbg::read_game(self.game_text(name)?).ok()
    }

    pub fn rules(&self, name: &str) -> Option<Rules> {
        self.game(name).map(|(_, rules)| rules)
    }

    /// All values that differ from the defaults.
    pub fn changed(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let values = self.experiment.parameters.iter().zip(&self.values);
        values
            .filter(|(parameter, value)| parameter.default != **value)
            .map(|(parameter, value)| (parameter.name, value.as_str()))
    }

    /// The text of the settings for a caption: of values longer than a line, only the length.
    pub fn caption(&self) -> String {
        let mut short = self.clone();
        for value in short.values.iter_mut().filter(|value| value.len() > 200) {
            *value = format!("{}_bytes", value.len());
        }
        short.to_string()
    }

    /// The inverse of [`Setting::to_string`]. Games that are not built in must be provided first.
    pub fn read(text: &str) -> Result<Setting, SettingError> {
        Setting::read_with(text, &[])
    }

    /// Reads settings that may name these games.
    pub fn read_with(text: &str, games: &[(String, String)]) -> Result<Setting, SettingError> {
        if text.len() > MOST_TEXT {
            return Err(SettingError::BadText);
        }
        let (name, values) = text.split_once('?').unwrap_or((text, ""));
        let experiment = find(name).ok_or_else(|| SettingError::UnknownExperiment(shortened(name)))?;
        let mut setting = Setting::new(experiment);
        setting.provided = games.to_vec();
        for pair in values.split('&').filter(|pair| !pair.is_empty()) {
            let (parameter, value) = pair.split_once('=').ok_or(SettingError::BadText)?;
            setting.set(parameter, &unescaped(value).ok_or(SettingError::BadText)?)?;
        }
        Ok(setting)
    }
}

/// The experiment and what differs from its defaults, as in `exactness?sets=20&seed=7`: short, and fit for a link.
impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.experiment.name)?;
        for (index, (name, value)) in self.changed().enumerate() {
            f.write_char(if index == 0 { '?' } else { '&' })?;
            write!(f, "{name}=")?;
            for byte in value.bytes() {
                match byte {
                    b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b',' | b':' | b'=' | b';' => {
                        f.write_char(char::from(byte))?;
                    }
                    _ => write!(f, "%{byte:02x}")?,
                }
            }
        }
        Ok(())
    }
}

/// Undoes the escapes of a value in the text of settings.
pub fn unescaped(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digit = |byte: u8| char::from(byte).to_digit(16);
        bytes.push((digit(rest.next()?)? * 16 + digit(rest.next()?)?) as u8);
    }
    String::from_utf8(bytes).ok()
}

fn shortened(value: &str) -> String {
    value.chars().take(60).collect()
}
