#![doc = include_str!("../README.md")]

pub mod automata;
pub mod board;
pub mod bots;
pub mod classes;
pub mod decimal;
pub mod game;
#[cfg(feature = "gdl")]
pub mod gdl;
pub mod lab;
pub mod learn;
#[cfg(feature = "metagame")]
pub mod metagame;
pub mod monitor;
pub mod observe;
pub mod order;
pub mod protocol;
pub mod rng;
pub mod sbg;
pub mod search;
pub mod session;
pub mod share;

#[cfg(feature = "toy")]
#[path = "../tests/toy/corners.rs"]
pub mod toy;

#[cfg(target_arch = "wasm32")]
pub mod wasm;
