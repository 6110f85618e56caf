//! Kibitzer watches board games, learns their rules, and plays them.

pub mod automata;
pub mod board;
pub mod game;
pub mod protocol;
pub mod rng;
pub mod sbg;
pub mod session;

#[cfg(target_arch = "wasm32")]
pub mod wasm;
