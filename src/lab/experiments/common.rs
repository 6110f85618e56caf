//! What several experiments share.

use crate::lab::{Cell, Kind, Parameter, Row, Setting, SettingError, Work, published_way, wilson};
use crate::learn::{Algorithm, Check, Settings};
use crate::observe::Listing;

/// More cells than this are refused: they would take days, and a plan should not fill the memory.
const MOST_CELLS: usize = 100_000;

/// Adds a cell to a plan, if there is room.
pub(super) fn add(plan: &mut Vec<Work>, work: Work) -> Result<(), SettingError> {
    if plan.len() >= MOST_CELLS {
        return Err(SettingError::TooManyCells(MOST_CELLS));
    }
    plan.push(work);
    Ok(())
}

/// A plan whose cells are the data sets of each game, the games' letters being the work in each.
pub(super) fn data_sets(setting: &Setting) -> Result<Vec<Work>, SettingError> {
    let (seed, sets) = (setting.count("seed"), setting.count("sets"));
    let mut plan = Vec::new();
    for board in setting.list("boards") {
        let letters = setting.rules(&board).map_or(1, |rules| rules.pieces().count() as u64);
        for set in 0..sets {
            add(&mut plan, Work::with_seed(vec![board.clone(), (set + 1).to_string()], seed + set, letters))?;
        }
    }
    Ok(plan)
}

/// 80 moves of each player, as in the papers.
pub(super) const PLIES: u32 = 160;

pub(super) const SEED: Parameter = Parameter {
    name: "seed",
    about: "seed of the first data set, or of the whole run",
    default: "1",
    kind: Kind::Count { least: 0, most: 1 << 48 },
};

pub(super) const fn sets(default: &'static str) -> Parameter {
    Parameter {
        name: "sets",
        about: "data sets, each with a seed of its own",
        default,
        kind: Kind::Count { least: 1, most: 1000 },
    }
}

/// A collection of some ten thousand rules; they have 400 bytes each.
pub(super) const RULES: Parameter = Parameter {
    name: "rules",
    about: "a collection of rules, a line each: game, letter, rule; without it, random rules",
    default: "",
    kind: Kind::Text { most: 8 << 20 },
};

pub(super) const HALF: Parameter = Parameter {
    name: "half",
    about: "which half of a collection",
    default: "development",
    kind: Kind::Choice(&["development", "held-out"]),
};

pub(super) const fn boards(default: &'static str) -> Parameter {
    Parameter { name: "boards", about: "games to play", default, kind: Kind::Games }
}

pub(super) const fn games(default: &'static str) -> Parameter {
    Parameter {
        name: "games",
        about: "games watched in each data set",
        default,
        kind: Kind::Count { least: 1, most: 10_000 },
    }
}

/// The learners that are compared: ours, and the published algorithms with their own check and with the one that serves them
/// best on the slides.
pub(super) const LEARNERS: &[&str] = &[
    "kibitzer",
    "bjornsson-bjornsson",
    "rpni-bjornsson",
    "spine-bjornsson",
    "bjornsson-fractional:0.7",
    "rpni-fractional:0.7",
    "spine-fractional:0.7",
];

/// How a learner is set, for both players' pieces.
pub(super) fn learner(name: &str) -> Settings {
    let published = name.split_once('-').and_then(|(algorithm, check)| {
        let (algorithm, check): (Algorithm, Check) = (algorithm.parse().ok()?, check.parse().ok()?);
        Some(Settings { player: None, ..published_way(algorithm, check) })
    });
    published.unwrap_or_default()
}

pub(super) fn learner_name(settings: &Settings) -> String {
    match settings.algorithm {
        Algorithm::Kibitzer => "kibitzer".to_owned(),
        algorithm => format!("{algorithm}-{}", settings.check),
    }
}

pub(super) fn listing_name(listing: Listing) -> &'static str {
    match listing {
        Listing::All => "all",
        Listing::Some => "single",
    }
}

pub(super) fn listing(name: &str) -> Listing {
    if name == "single" { Listing::Some } else { Listing::All }
}

/// A share in per cent with Wilson's interval: three cells.
pub(super) fn share_with_interval(part: u64, whole: u64) -> [Cell; 3] {
    if whole == 0 {
        return [Cell::Missing, Cell::Missing, Cell::Missing];
    }
    let (low, high) = wilson(part as f64 / whole as f64, whole as f64);
    let percent = |share: f64| Cell::number((100.0 * share).clamp(0.0, 100.0));
    [Cell::percent(part, whole), percent(low), percent(high)]
}

/// The different values of a parameter, in the order in which they come.
pub(super) fn different(rows: &[Row], parameter: &str) -> Vec<String> {
    let mut values: Vec<String> = Vec::new();
    for row in rows {
        let value = row.parameter(parameter);
        if !values.iter().any(|known| known == value) {
            values.push(value.to_owned());
        }
    }
    values
}

/// The sum of a count over rows.
pub(super) fn total<'a>(rows: impl IntoIterator<Item = &'a Row>, column: &str) -> u64 {
    rows.into_iter().map(|row| row.count(column)).sum()
}

/// Average, least and most of numbers; `None` without any.
pub(super) fn spread(values: &[f64]) -> Option<[f64; 3]> {
    let (least, most) =
        (values.iter().copied().fold(f64::MAX, f64::min), values.iter().copied().fold(f64::MIN, f64::max));
    (!values.is_empty()).then(|| [values.iter().sum::<f64>() / values.len() as f64, least, most])
}

/// A number for a sentence: one digit after the point, unless it is whole.
pub(super) fn spoken(number: f64) -> String {
    let text = format!("{number:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

pub(super) fn spoken_cell(cell: &Cell) -> String {
    cell.value().map_or("-".to_owned(), spoken)
}
