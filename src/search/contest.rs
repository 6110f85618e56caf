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
        ContestOptions { pairs: 60, nodes: 400, opening: 4 }
    }
}

/// How far the challenger must lead, in standard deviations. An equal one passes once in six times, which does no harm;
/// one that would score 45 % passes once in fifty.
const SURE: f64 = 1.0;

/// A match that is played pair by pair, so that it can wait between two of them.
#[derive(Clone, Debug)]
pub struct Contest<M, E> {
    /// The challenger and the champion.
    players: [AlphaBeta<M, E>; 2],
    options: ContestOptions,
    pairs: u32,
    wins: u32,
    losses: u32,
    nodes: u64,
}

impl<M: Copy + Eq, E> Contest<M, E> {
    pub fn new(challenger: E, champion: E, options: ContestOptions) -> Contest<M, E> {
        let settings = Options { table_bits: 12, ..Options::STRONG };
        let players = [challenger, champion].map(|eval| AlphaBeta::new(eval, settings));
        Contest { players, options, pairs: 0, wins: 0, losses: 0, nodes: 0 }
    }

    pub fn challenger(&self) -> &E {
        &self.players[0].eval
    }

    /// What it has cost so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the challenger is better, once that is settled: early where there is little hope, or no doubt.
    pub fn verdict(&self) -> Option<bool> {
        let deviations =
            (f64::from(self.wins) - f64::from(self.losses)) / f64::from(self.wins + self.losses).max(1.0).sqrt();
        let settled = self.pairs >= self.options.pairs
            || (self.pairs >= 12 && deviations < -SURE)
            || (self.pairs >= 16 && deviations > SURE + 2.0);
        settled.then_some(deviations >= SURE)
    }

    /// Plays two games from the same random opening, with colours changed; they do not count if the monitor stops them.
    pub fn play_pair<G: Game<Move = M>>(
        &mut self,
        game: &G,
        from: &G::Position,
        rng: &mut Rng,
        monitor: &mut dyn Monitor<()>,
    ) -> Option<()>
    where
        E: Evaluator<G>,
    {
        let mut moves = Vec::new();
        let mut opening = from.clone();
        for _ in 0..rng.below(self.options.opening + 1) {
            match game.random_move(&opening, rng, &mut moves) {
                Ok(mv) => game.play(&mut opening, mv),
                Err(_) => break,
            };
        }
        let (mut wins, mut losses) = (0, 0);
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
                let player = &mut self.players[usize::from(game.to_move(&pos) != first)];
                let report = player.search(game, &pos, Limits::nodes(self.options.nodes), &mut Quiet);
                self.nodes += report.nodes;
                game.play(&mut pos, report.best()?);
            };
            match outcome {
                Outcome::Draw => {}
                Outcome::Win(winner) if winner == first => wins += 1,
                Outcome::Win(_) => losses += 1,
            }
        }
        self.pairs += 1;
        self.wins += wins;
        self.losses += losses;
        Some(())
    }
}
