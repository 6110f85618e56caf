//! Everything that can be tested without a browser, in one binary.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod automata;
mod bad_input;
mod ends;
mod english;
mod layers;
mod layout;
mod movement;
mod parse;
mod perft;
mod play;
mod random;
mod readme;
mod records;
mod session;
mod tool;
