//! Kibitzer watches board games, learns their rules, and plays them.

pub mod protocol;
pub mod session;

#[cfg(target_arch = "wasm32")]
pub mod wasm;
