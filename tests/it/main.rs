//! Everything that can be tested without a browser, in one binary.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod automata;
mod bad_input;
mod bots;
mod corners;
mod diagrams;
mod ends;
mod engine_protocol;
mod english;
mod exchange;
mod exercise;
mod fuzz;
mod gdl;
mod gdl_iggp;
mod gdl_tool;
mod golden;
mod inspect;
mod lab;
mod lab_tool;
mod layers;
mod layout;
mod learn;
mod learn_bad_input;
mod learn_faults;
mod learn_oracles;
mod learn_tool;
mod lesson;
mod links;
mod matches;
#[cfg(feature = "metagame")]
mod metagame_analysis;
#[cfg(feature = "metagame")]
mod metagame_generator;
#[cfg(feature = "metagame")]
mod metagame_moves;
#[cfg(feature = "metagame")]
mod metagame_perft;
#[cfg(feature = "metagame")]
mod metagame_players;
#[cfg(feature = "metagame")]
mod metagame_records;
#[cfg(feature = "metagame")]
mod metagame_setup;
#[cfg(feature = "metagame")]
mod metagame_syntax;
#[cfg(feature = "metagame")]
mod metagame_table;
#[cfg(feature = "metagame")]
mod metagame_tool;
mod movement;
mod names;
mod nets;
mod parse;
mod perft;
mod play;
mod programs;
mod protocol;
mod random;
mod readme;
mod records;
mod retell;
mod search;
mod session;
mod table;
mod thinking;
mod tool;
mod toy;
mod training;
mod typed;
mod wins;
mod wire;
