#![doc = include_str!("../README.md")]

pub mod automata;
pub mod board;
pub mod bots;
pub mod game;
pub mod lab;
pub mod learn;
pub mod monitor;
pub mod observe;
pub mod order;
pub mod protocol;
pub mod rng;
pub mod sbg;
pub mod search;
pub mod session;
pub mod share;

#[cfg(target_arch = "wasm32")]
pub mod wasm;
