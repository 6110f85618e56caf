//! Kibitzer watches board games, learns their rules, and plays them.

pub mod automata;
pub mod board;
pub mod bots;
pub mod game;
pub mod monitor;
pub mod observe;
pub mod protocol;
pub mod rng;
pub mod sbg;
pub mod search;
pub mod session;
pub mod share;

#[cfg(target_arch = "wasm32")]
pub mod wasm;
