//! The generator's parameters: what is drawn at each choice, as data that can be listed, changed and printed.

use std::fmt;

use crate::rng::Rng;

/// How one choice is made.
#[derive(Clone, Debug, PartialEq)]
pub enum Parameter {
    /// Yes with this probability.
    Chance(f64),
    /// A number drawn uniformly between two bounds.
    Range(f64, f64),
    /// One of these words or numbers, each with its weight.
    Distribution(Vec<(&'static str, f64)>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParameterError {
    Unknown(String),
    /// What was expected of this value.
    Expected(String),
}

impl fmt::Display for ParameterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParameterError::Unknown(name) => write!(f, "unknown parameter {name:?}"),
            ParameterError::Expected(what) => write!(f, "expected {what}"),
        }
    }
}

impl std::error::Error for ParameterError {}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Parameter::Chance(chance) => write!(f, "{chance}"),
            Parameter::Range(low, high) => write!(f, "{low}..{high}"),
            Parameter::Distribution(list) => {
                let parts: Vec<String> = list.iter().map(|(word, weight)| format!("{word}:{weight}")).collect();
                f.write_str(&parts.join(","))
            }
        }
    }
}

/// Every parameter by its name, in the order of generation.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters(Vec<(&'static str, Parameter)>);

impl Default for Parameters {
    /// Only the distribution of movement types is printed in the dissertation (section 8.2); the others are those of the
    /// program that its author published.
    fn default() -> Parameters {
        let chance = Parameter::Chance;
        let range = Parameter::Range;
        let among = |list: &[(&'static str, f64)]| Parameter::Distribution(list.to_vec());
        Parameters(vec![
            ("board_width", range(5.0, 6.0)),
            ("board_height", range(5.0, 6.0)),
            ("board_type", among(&[("planar", 0.9), ("vertical_cylinder", 0.1)])),
            ("board_inversion", among(&[("forward", 0.5), ("diagonal", 0.5)])),
            ("board_crowding", among(&[("0.5", 0.7), ("0.3", 0.15), ("0.7", 0.15)])),
            ("row_crowding", among(&[("1.0", 0.7), ("0.7", 0.3)])),
            (
                "promotion_fraction",
                among(&[("1.0", 0.3), ("0.8", 0.1), ("0.6", 0.1), ("0.4", 0.2), ("0.2", 0.2), ("0", 0.1)]),
            ),
            ("piece_variety", among(&[("1.0", 0.4), ("0.8", 0.2), ("0.6", 0.2), ("0.4", 0.2)])),
            ("promote_only_pieces", range(2.0, 4.0)),
            ("placement_method", among(&[("arbitrary", 0.6), ("random", 0.2), ("player", 0.1), ("opponent", 0.1)])),
            ("movement_type", among(&[("leaper", 0.4), ("rider", 0.4), ("hopper", 0.2)])),
            ("locality", range(0.1, 0.8)),
            ("symmetry_forward", chance(0.9)),
            ("symmetry_side", chance(0.9)),
            ("symmetry_rotation", chance(0.9)),
            ("must_ride", chance(0.2)),
            ("constrain_before", chance(0.5)),
            ("constrain_over", chance(0.5)),
            ("constrain_after", chance(0.5)),
            ("comparative", among(&[("eq", 0.5), ("geq", 0.2), ("leq", 0.3)])),
            ("movement_complexity", chance(0.2)),
            ("capture_complexity", chance(0.2)),
            ("capture_retrieve", chance(0.2)),
            ("capture_clobber", chance(0.9)),
            ("capture_hop", chance(0.5)),
            ("capture_effect", among(&[("remove", 0.5), ("player", 0.3), ("opponent", 0.2)])),
            ("any_player", chance(0.2)),
            ("any_piece", chance(0.5)),
            ("more_pieces", chance(0.8)),
            ("must_capture", chance(0.3)),
            ("must_capture_piece", chance(0.3)),
            ("continue_captures", chance(0.1)),
            ("specific_promotion", chance(0.4)),
            ("goal_complexity", chance(0.6)),
            ("goal_type", among(&[("eradicate", 0.5), ("arrive", 0.5)])),
            ("arrive_goal_player", among(&[("player", 0.5), ("opponent", 0.5)])),
            ("more_arrival_pieces", chance(0.8)),
            ("more_arrival_squares", chance(0.2)),
            ("eradicate_goal_player", among(&[("player", 0.2), ("opponent", 0.8)])),
            ("any_eradicate_piece", chance(0.2)),
            ("more_eradicate_pieces", chance(0.8)),
            ("allow_stalemate_player_alone", chance(1.0)),
        ])
    }
}

/// What each parameter is about and what it decides, in the order of [`Parameters`].
const LABELS: &[(&str, &str, &str)] = &[
    ("board_width", "Board", "files of the board"),
    ("board_height", "Board", "ranks of the board"),
    ("board_type", "Board", "whether left and right edge are joined"),
    ("board_inversion", "Board", "how Black's side mirrors White's"),
    ("board_crowding", "Armies", "share of the ranks that both armies fill"),
    ("row_crowding", "Armies", "share of an army's squares that are filled"),
    ("promotion_fraction", "Promotion", "share of the ranks on the far side that promote"),
    ("piece_variety", "Armies", "share of an army's pieces that differ"),
    ("promote_only_pieces", "Armies", "piece types available only by promotion"),
    ("placement_method", "Armies", "who places the armies"),
    ("movement_type", "Movement", "leaps, rides and hops"),
    ("locality", "Movement", "how far one leap goes, as a share of the board"),
    ("symmetry_forward", "Movement", "movements also lead back"),
    ("symmetry_side", "Movement", "movements also lead to the other side"),
    ("symmetry_rotation", "Movement", "movements also lead across"),
    ("must_ride", "Movement", "rides that must go as far as they can"),
    ("constrain_before", "Movement", "hops with a rule for the squares before"),
    ("constrain_over", "Movement", "hops with a rule for the pieces hopped over"),
    ("constrain_after", "Movement", "hops with a rule for the squares behind"),
    ("comparative", "Movement", "how such rules compare"),
    ("movement_complexity", "Movement", "another way to move"),
    ("capture_complexity", "Captures", "another way to capture"),
    ("capture_retrieve", "Captures", "captures of the piece behind"),
    ("capture_clobber", "Captures", "captures of the piece on the target square"),
    ("capture_hop", "Captures", "captures of the pieces hopped over"),
    ("capture_effect", "Captures", "where captured pieces go"),
    ("any_player", "Captures", "rules about pieces of either player"),
    ("any_piece", "Captures", "rules about pieces of any kind"),
    ("more_pieces", "Captures", "one more kind in a rule's list"),
    ("must_capture", "Captures", "captures are compulsory in the whole game"),
    ("must_capture_piece", "Captures", "captures are compulsory for a piece"),
    ("continue_captures", "Captures", "pieces that may capture again in a turn"),
    ("specific_promotion", "Promotion", "promotions without a choice"),
    ("goal_complexity", "Goals", "one more goal"),
    ("goal_type", "Goals", "goals to eradicate or to arrive"),
    ("arrive_goal_player", "Goals", "whose pieces arrive"),
    ("more_arrival_pieces", "Goals", "one more kind that may arrive"),
    ("more_arrival_squares", "Goals", "one more square to arrive at"),
    ("eradicate_goal_player", "Goals", "whose pieces are eradicated"),
    ("any_eradicate_piece", "Goals", "goals to eradicate all pieces"),
    ("more_eradicate_pieces", "Goals", "one more kind to eradicate"),
    ("allow_stalemate_player_alone", "Goals", "games won only by having no legal move"),
];

/// The largest number that a range may have.
pub const MOST_IN_RANGE: f64 = 16.0;

impl Parameters {
    /// What a parameter decides, in a few words.
    pub fn label(name: &str) -> &'static str {
        LABELS.iter().find(|(known, ..)| *known == name).map_or("", |(_, _, label)| label)
    }

    /// What a parameter is about: parameters of a group belong together.
    pub fn group(name: &str) -> &'static str {
        LABELS.iter().find(|(known, ..)| *known == name).map_or("", |(_, group, _)| group)
    }

    /// The tournament's settings: boards of 5 or 6, and no game whose only goal is to be stalemated (section 16.3.1).
    pub fn tournament() -> Parameters {
        let mut parameters = Parameters::default();
        parameters.replace("allow_stalemate_player_alone", Parameter::Chance(0.0));
        parameters
    }

    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Parameter)> {
        self.0.iter().map(|(name, parameter)| (*name, parameter))
    }

    fn replace(&mut self, name: &str, parameter: Parameter) {
        if let Some(entry) = self.0.iter_mut().find(|(other, _)| *other == name) {
            entry.1 = parameter;
        }
    }

    /// Changes a parameter by text: `0.2`, `5..6` or `planar:0.9,vertical_cylinder:0.1`, as it is printed.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), ParameterError> {
        let Some((_, old)) = self.0.iter().find(|(other, _)| *other == name) else {
            return Err(ParameterError::Unknown(name.to_owned()));
        };
        let number =
            |text: &str| text.trim().parse::<f64>().ok().filter(|number| (0.0..=MOST_IN_RANGE).contains(number));
        let expected = |what: String| ParameterError::Expected(what);
        let new = match old {
            Parameter::Chance(_) => {
                let chance = number(text).filter(|chance| *chance <= 1.0);
                Parameter::Chance(chance.ok_or_else(|| expected("a number from 0 to 1".to_owned()))?)
            }
            Parameter::Range(..) => {
                let (low, high) = text.split_once("..").unwrap_or((text, text));
                let bounds = number(low).zip(number(high)).filter(|(low, high)| low <= high);
                let (low, high) = bounds.ok_or_else(|| expected("two numbers from 0 to 16, as in 5..6".to_owned()))?;
                Parameter::Range(low, high)
            }
            Parameter::Distribution(list) => {
                let words: Vec<&str> = list.iter().map(|(word, _)| *word).collect();
                let wanted = || expected(format!("weights as in {}:1, for any of {}", words[0], words.join(", ")));
                let mut new: Vec<(&'static str, f64)> = list.iter().map(|(word, _)| (*word, 0.0)).collect();
                for part in text.split(',') {
                    let (word, weight) = part.split_once(':').ok_or_else(wanted)?;
                    let entry = new.iter_mut().find(|(other, _)| *other == word.trim()).ok_or_else(wanted)?;
                    entry.1 = number(weight).ok_or_else(wanted)?;
                }
                if new.iter().all(|(_, weight)| *weight == 0.0) {
                    return Err(wanted());
                }
                Parameter::Distribution(new)
            }
        };
        self.replace(name, new);
        Ok(())
    }

    fn get(&self, name: &str) -> &Parameter {
        match self.0.iter().find(|(other, _)| *other == name) {
            Some((_, parameter)) => parameter,
            None => unreachable!("there is a parameter {name}"),
        }
    }

    // ---- draws ----

    pub(super) fn chance(&self, name: &str, rng: &mut Rng) -> bool {
        matches!(self.get(name), Parameter::Chance(chance) if unit(rng) < *chance)
    }

    pub(super) fn real(&self, name: &str, rng: &mut Rng) -> f64 {
        match self.get(name) {
            Parameter::Range(low, high) => low + (high - low) * unit(rng),
            _ => 0.0,
        }
    }

    /// A whole number of a range, both ends included.
    pub(super) fn whole(&self, name: &str, rng: &mut Rng) -> u8 {
        match self.get(name) {
            Parameter::Range(low, high) => {
                (low.trunc() + (unit(rng) * (high.trunc() - low.trunc() + 1.0)).trunc()) as u8
            }
            _ => 0,
        }
    }

    pub(super) fn word(&self, name: &str, rng: &mut Rng) -> &'static str {
        let Parameter::Distribution(list) = self.get(name) else { return "" };
        let total: f64 = list.iter().map(|(_, weight)| weight).sum();
        let mut left = unit(rng) * total;
        for (word, weight) in list {
            left -= weight;
            if left < 0.0 {
                return word;
            }
        }
        list.iter().rev().find(|(_, weight)| *weight > 0.0).map_or("", |(word, _)| word)
    }

    /// A distribution's word as a number.
    pub(super) fn number(&self, name: &str, rng: &mut Rng) -> f64 {
        self.word(name, rng).parse().unwrap_or(0.0)
    }
}

/// A number from 0 up to but not including 1.
fn unit(rng: &mut Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}
