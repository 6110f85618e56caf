//! Inventing games: the generator's parameters as settings.

use crate::board::Player;
use crate::metagame::{Flaw, Invention, MOST_IN_RANGE, MOST_TRIES, Parameter, Parameters};
use crate::protocol::{Failed, FailureCode, InventedView, SettingKind, SettingView, WeightedWord};

/// The shortest side of a board that leaves room for two armies.
const LEAST_SIDE: f64 = 2.0;

pub(super) fn settings() -> Vec<SettingView> {
    Parameters::default()
        .iter()
        .map(|(name, parameter)| SettingView {
            name: name.to_owned(),
            group: Parameters::group(name).to_owned(),
            label: Parameters::label(name).to_owned(),
            kind: kind(name, parameter),
            default: parameter.to_string(),
        })
        .collect()
}

fn kind(name: &str, parameter: &Parameter) -> SettingKind {
    match parameter {
        Parameter::Chance(chance) => SettingKind::Chance { default: *chance },
        Parameter::Range(low, high) => {
            // Shares of something end at 1.
            let whole = *high > 1.0;
            let least = if name.starts_with("board") { LEAST_SIDE } else { 0.0 };
            SettingKind::Range { low: *low, high: *high, least, most: if whole { MOST_IN_RANGE } else { 1.0 }, whole }
        }
        Parameter::Distribution(list) => {
            let word = |(word, weight): &(&str, f64)| WeightedWord {
                word: (*word).to_owned(),
                label: word_label(word),
                weight: *weight,
            };
            SettingKind::Words { words: list.iter().map(word).collect() }
        }
    }
}

fn word_label(word: &str) -> String {
    match word {
        "eq" => "exactly so many".to_owned(),
        "geq" => "at least so many".to_owned(),
        "leq" => "at most so many".to_owned(),
        "vertical_cylinder" => "cylinder".to_owned(),
        "arbitrary" => "fixed by the rules".to_owned(),
        "random" => "chance".to_owned(),
        "player" => "the player".to_owned(),
        "opponent" => "the opponent".to_owned(),
        number => match number.parse::<f64>() {
            Ok(share) => format!("{} %", share * 100.0),
            Err(_) => word.to_owned(),
        },
    }
}

pub(super) fn invent(seed: u32, settings: &[(String, String)], playable: bool) -> Result<InventedView, Failed> {
    let mut parameters = Parameters::default();
    for (name, value) in settings {
        let set = parameters.set(name, value);
        set.map_err(|error| Failed::new(FailureCode::Argument, format!("{name}: {error}.")))?;
    }
    let Some(invention) = Invention::new(&parameters, u64::from(seed), playable) else {
        let message = format!("None of {MOST_TRIES} games with these settings is playable. Change the settings.");
        return Err(Failed::new(FailureCode::Nothing, message));
    };
    let trial = invention.trial;
    let [white, black] = trial.wins;
    Ok(InventedView {
        text: invention.to_string(),
        seed: u32::try_from(invention.seed).unwrap_or(seed),
        played: trial.games,
        white,
        black,
        flaw: trial.flaw().map(|flaw| sentence(flaw).to_owned()),
    })
}

fn sentence(flaw: Flaw) -> &'static str {
    match flaw {
        Flaw::DecidedAtStart => "It is over before the first move.",
        Flaw::TriviallyDrawn => "Random games are almost always drawn.",
        Flaw::OneSided(Player::White) => "White wins almost every random game.",
        Flaw::OneSided(Player::Black) => "Black wins almost every random game.",
        Flaw::TooShort => "Random games end after a few moves.",
    }
}
