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
}

impl Default for ContestOptions {
    fn default() -> ContestOptions {
        ContestOptions { pairs: 40, nodes: 400, opening: 4 }
    }
}

/// How sure a lead must be, in standard deviations: about one chance in fifty that an equal challenger passes.
const SURE: f64 = 2.0;

/// Whether the challenger is better, beyond what chance explains; nothing if the monitor stopped it. Ends early when
/// there is little hope, or no doubt.
pub fn contest<G: Game, E: Evaluator<G> + Clone>(
    game: &G,
    from: &G::Position,
    (challenger, champion): (&E, &E),
    options: ContestOptions,
    rng: &mut Rng,
    monitor: &mut dyn Monitor<()>,
) -> Option<bool> {
    let settings = Options { table_bits: 12, ..Options::STRONG };
    let mut players = [challenger, champion].map(|eval| AlphaBeta::new(eval.clone(), settings));
    let (mut wins, mut losses) = (0u32, 0u32);
    let mut moves = Vec::new();
    for pair in 1..=options.pairs {
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
            match outcome {
                Outcome::Draw => {}
                Outcome::Win(winner) if winner == first => wins += 1,
                Outcome::Win(_) => losses += 1,
            }
        }
        let deviations = lead(wins, losses);
        if (pair >= 8 && deviations < 0.5) || (pair >= 12 && deviations > SURE + 1.0) {
            break;
        }
    }
    Some(lead(wins, losses) >= SURE)
}

/// By how many standard deviations one side leads.
fn lead(wins: u32, losses: u32) -> f64 {
    (f64::from(wins) - f64::from(losses)) / f64::from(wins + losses).max(1.0).sqrt()
}
