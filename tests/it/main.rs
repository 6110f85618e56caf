//! Everything that can be tested without a browser, in one binary.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod automata;
mod bad_input;
mod bots;
mod diagrams;
mod ends;
mod engine_protocol;
mod english;
mod exercise;
mod inspect;
mod layers;
mod layout;
mod learn;
mod learn_bad_input;
mod learn_oracles;
mod learn_tool;
mod lesson;
mod matches;
mod movement;
mod names;
mod parse;
mod perft;
mod play;
mod random;
mod readme;
mod records;
mod search;
mod session;
mod thinking;
mod tool;
mod toy;
mod training;
mod typed;
mod wins;
