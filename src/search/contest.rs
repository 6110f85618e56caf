//! A short match between two evaluations: whether what was learned is worth keeping.

use crate::board::Player;
use crate::game::{Game, Outcome};
use crate::monitor::{Monitor, Quiet};
use crate::rng::Rng;
use crate::search::{AlphaBeta, Evaluator, Limits, Options, Searcher};

/// How a contest is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContestOptions {
    /// Pairs of games from the same random opening, with colours changed.
    pub pairs: u32,
    /// Nodes for each move.
    pub nodes: u64,
    pub opening: u32,
    /// A lead, in games, that ends it early.
    pub lead: i32,
}

impl Default for ContestOptions {
    fn default() -> ContestOptions {
        ContestOptions { pairs: 20, nodes: 400, opening: 4, lead: 7 }
    }
}

/// The challenger's wins less its losses, or nothing if the monitor stopped it. Ends early when one side leads by
/// enough.
pub fn contest<G: Game, E: Evaluator<G> + Clone>(
    game: &G,
    from: &G::Position,
    (challenger, champion): (&E, &E),
    options: ContestOptions,
    rng: &mut Rng,
    monitor: &mut dyn Monitor<()>,
) -> Option<i32> {
    let settings = Options { table_bits: 12, ..Options::STRONG };
    let mut players = [challenger, champion].map(|eval| AlphaBeta::new(eval.clone(), settings));
    let mut lead: i32 = 0;
    let mut moves = Vec::new();
    for _ in 0..options.pairs {
        let mut opening = from.clone();
        for _ in 0..rng.below(options.opening + 1) {
            match game.random_move(&opening, rng, &mut moves) {
                Ok(mv) => game.play(&mut opening, mv),
                Err(_) => break,
            };
        }
        for first in Player::BOTH {
            let mut pos = opening.clone();
            let outcome = loop {
                moves.clear();
                if let Some(outcome) = game.moves(&pos, &mut moves) {
                    break outcome;
                }
                if monitor.poll().is_break() {
                    return None;
                }
                let player = &mut players[usize::from(game.to_move(&pos) != first)];
                let report = player.search(game, &pos, Limits::nodes(options.nodes), &mut Quiet);
                game.play(&mut pos, report.best()?);
            };
            lead += match outcome {
                Outcome::Draw => 0,
                Outcome::Win(winner) if winner == first => 1,
                Outcome::Win(_) => -1,
            };
        }
        if lead.abs() >= options.lead {
            break;
        }
    }
    Some(lead)
}
