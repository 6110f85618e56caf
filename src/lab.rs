//! Experiments: data sets of random games, learners judged against the truth, and the papers' tables.

mod data;
mod judge;
mod tables;

pub use data::{DataSet, evidence, records};
pub use judge::{HeldOut, Judgement, Verdict, balanced_accuracy, held_out, judge_piece};
pub use tables::{GAMES, Published, Score, Trial, combinations, games_needed, published, published_way, trial};
