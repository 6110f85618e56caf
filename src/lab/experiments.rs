//! The experiments that there are.

mod bjornsson;
mod calibration;
mod common;
mod exactness;
mod logistic;
mod piece_values;
mod quality;
mod quality_report;
mod questions;
mod slides;
mod strength;
#[cfg(feature = "metagame")]
mod tournament;
mod trials;
mod weights;

use crate::lab::Experiment;

/// All experiments, in the order in which they are offered: the papers', then ours.
pub const EXPERIMENTS: &[&Experiment] = &[
    &bjornsson::ALL_MOVES,
    &bjornsson::SINGLE_MOVES,
    &bjornsson::GAMES_NEEDED,
    &strength::MATCHES,
    &weights::VALUES,
    &weights::CURVES,
    &slides::ALL_MOVES,
    &slides::SINGLE_MOVES,
    &slides::SPINE,
    &quality::QUALITY,
    #[cfg(feature = "metagame")]
    &tournament::TOURNAMENT,
    &exactness::EXACTNESS,
    &questions::QUESTIONS,
    &calibration::CALIBRATION,
    &piece_values::PIECE_VALUES,
    &trials::UNSEEN,
    &trials::EARLY,
    &trials::HARD,
    &trials::DAMAGE,
    &trials::GREEDY,
];

/// An experiment by its name.
pub fn find(name: &str) -> Option<&'static Experiment> {
    EXPERIMENTS.iter().copied().find(|experiment| experiment.name == name)
}
