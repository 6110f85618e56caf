//! Experiments: data sets of random games, learners judged against the truth, and the papers' tables.
//!
//! An [`Experiment`] is data: its name, what can be set, and its cells. A [`Run`] works the cells out, in any order, on any
//! number of threads or machines, and always gives the same [`Row`]s; [`exports`] and [`plot`] show them.

#[cfg(feature = "metagame")]
mod advisors;
mod data;
#[cfg(feature = "lab")]
mod experiment;
#[cfg(feature = "lab")]
mod experiments;
#[cfg(feature = "lab")]
mod export;
mod judge;
mod matches;
#[cfg(feature = "lab")]
pub mod plot;
#[cfg(feature = "lab")]
mod predict;
#[cfg(feature = "lab")]
mod row_text;
mod rows;
#[cfg(feature = "lab")]
mod run;
#[cfg(feature = "lab")]
mod setting;
mod tables;
#[cfg(feature = "metagame")]
mod tournament;
mod train;
mod trials;
mod tune;
mod unseen;

#[cfg(feature = "metagame")]
pub use advisors::{AdvisorTraining, Lessons, equal_weights, invented_games};
pub use data::{DataSet, evidence, records};
#[cfg(feature = "lab")]
pub use experiment::{Column, Experiment, Line, Report, Table, Work};
#[cfg(feature = "lab")]
pub use experiments::{EXPERIMENTS, find};
#[cfg(feature = "lab")]
pub use export::{Exported, exports, printed};
pub use judge::{HeldOut, Judgement, Verdict, balanced_accuracy, held_out, judge_piece};
pub use matches::{BotPlayer, Contestant, Match, Opening, Played, Sprt, SprtVerdict, Tally, opening, wilson};
#[cfg(feature = "lab")]
pub use predict::{Predicted, Predictions, predicted};
#[cfg(feature = "lab")]
pub use row_text::{read_rows, write_rows};
pub use rows::{Cell, Row, aligned, csv, json, json_text, markdown};
#[cfg(feature = "lab")]
pub use run::{Bench, Progress, Run, Shard};
#[cfg(feature = "lab")]
pub use setting::{Kind, Parameter, Setting, SettingError, builtin_boards, unescaped};
pub use tables::{GAMES, Published, Score, Trial, combinations, games_needed, published, published_way, trial};
#[cfg(feature = "metagame")]
pub use tournament::{Arena, PLAYERS, Pairing, TOURNAMENT_GAMES, Tournament, pairs, published_tournament, share};
pub use train::{Epoch, Hidden, Sample, SampleOptions, Samples, TrainOptions, Trained, play_samples, train};
pub use trials::{Learned, Lesson, Sums, damage, lesson};
pub use tune::{Positions, TuneOptions, Tuned, fit, play_positions};
pub use unseen::{Half, UnseenGame, evolved_games, random_game};
