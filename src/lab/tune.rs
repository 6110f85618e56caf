//! Weights by logistic regression: all terms of an evaluation at once, fitted to the results of its own games.
//!
//! 1. The player plays games against itself from random openings. Of each search it keeps the position at the end of the
//!    best line, which is quiet, and the result of the game.
//! 2. The chance of White is the sigmoid of the evaluation. Its steepness is fitted first, to the weights as they are.
//! 3. Weights move in groups (the evaluation says which belong together) until the chances fit the results best, held by a
//!    pull towards the first weights. A tenth of the games is left out, to tell whether that is more than learning by heart.

use crate::board::Player;
use crate::bots::{Bot, PlayerSpec, Strong};
use crate::game::Outcome;
use crate::lab::opening;
use crate::monitor::{Monitor, Quiet};
use crate::rng::Rng;
use crate::search::{Evaluator, Limits, Linear, ln, sigmoid};

/// How the games are played, and how firmly weights stay where they are.
#[derive(Clone, Copy, Debug)]
pub struct TuneOptions {
    pub games: u32,
    pub nodes: u64,
    pub seed: u64,
    /// Random moves at the start of a game: at least 2, at most this.
    pub opening: u32,
    /// How often the fit goes through all positions.
    pub rounds: u32,
    /// How many positions stand against a change of a weight by one unit.
    pub firmness: f64,
}

impl Default for TuneOptions {
    fn default() -> TuneOptions {
        TuneOptions { games: 1000, nodes: 2_000, seed: 1, opening: 10, rounds: 300, firmness: 150.0 }
    }
}

/// Positions with the results of their games, as the fit needs them.
#[derive(Clone, Debug, Default)]
pub struct Positions {
    /// Each: what the first weights say, the result for White from 0 to 1, where its counts end, and its game.
    rows: Vec<(f64, f64, usize, u32)>,
    /// Groups of weights and how often each counts.
    counts: Vec<(u16, f64)>,
}

impl Positions {
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    fn each(&self, held_out: bool, mut visit: impl FnMut(f64, f64, &[(u16, f64)])) {
        let mut first = 0;
        for &(base, result, end, game) in &self.rows {
            if (game % 10 == 9) == held_out {
                visit(base, result, &self.counts[first..end]);
            }
            first = end;
        }
    }
}

/// What came of a fit. Losses are mean cross entropies of the games that were left out.
#[derive(Clone, Debug)]
pub struct Tuned {
    pub weights: Vec<f64>,
    /// What each group of weights was changed by.
    pub by: Vec<f64>,
    pub positions: usize,
    pub before: f64,
    pub after: f64,
    /// The sigmoid's argument for a score of one unit.
    pub steepness: f64,
}

/// Plays games and keeps their positions. The monitor is told how many games are over, and may stop.
pub fn play_positions<G: Strong>(
    game: &G,
    spec: PlayerSpec,
    options: TuneOptions,
    monitor: &mut dyn Monitor<u32>,
) -> Positions {
    let eval = game.evaluation(spec.start);
    let (groups, row) = (eval.groups(game), eval.row());
    let mut positions = Positions::default();
    for number in 0..options.games {
        let mut rng = Rng::branch(options.seed, u64::from(number));
        let plies = 2 + rng.below(options.opening.saturating_sub(1).max(1));
        let mut pos = opening(game, options.seed, u64::from(number), plies).pos;
        let mut bot = Bot::new(game, spec, rng.next_u64());
        let mut leaves = Vec::new();
        let mut legal = Vec::new();
        let outcome = loop {
            legal.clear();
            if let Some(outcome) = game.moves(&pos, &mut legal) {
                break outcome;
            }
            let report = bot.choose(game, &pos, Limits::nodes(options.nodes), &mut Quiet);
            if !report.score.is_decided() {
                let mut leaf = pos.clone();
                for &mv in &report.line {
                    game.play(&mut leaf, mv);
                }
                if game.finish(&leaf).is_none() && !eval.in_danger(game, &leaf) {
                    leaves.push(leaf);
                }
            }
            // Now and then something else is tried, so that the games do not all teach the same.
            let blind = rng.one_in(20);
            let mv = report.best().filter(|mv| !blind && legal.contains(mv)).unwrap_or_else(|| *rng.pick(&legal));
            game.play(&mut pos, mv);
        };
        let result = match outcome {
            Outcome::Win(Player::White) => 1.0,
            Outcome::Draw => 0.5,
            Outcome::Win(Player::Black) => 0.0,
        };
        for leaf in leaves {
            let mut features = Vec::new();
            eval.features(game, &leaf, &mut features);
            let weighted = features.iter().map(|(place, count)| row[*place as usize] * f64::from(*count));
            let base = eval.constant(game, &leaf) + weighted.sum::<f64>();
            let mut counts: Vec<(u16, f64)> =
                features.iter().map(|(place, count)| (groups.of[*place as usize], f64::from(*count))).collect();
            crate::order::sort_by_key(&mut counts, |(group, _)| *group);
            counts.dedup_by(|next, kept| {
                let same = next.0 == kept.0;
                if same {
                    kept.1 += next.1;
                }
                same
            });
            positions.counts.extend(counts.into_iter().filter(|(_, count)| *count != 0.0));
            positions.rows.push((base, result, positions.counts.len(), number));
        }
        monitor.tell(number + 1);
        if monitor.poll().is_break() {
            break;
        }
    }
    positions
}

/// Fits the weights that the positions were played with.
pub fn fit<G: Strong>(game: &G, spec: PlayerSpec, positions: &Positions, options: TuneOptions) -> Tuned {
    let eval = game.evaluation(spec.start);
    let (groups, first) = (eval.groups(game), eval.row());
    let unit = eval.unit(game);
    let steepness = steepness(positions, unit);
    let slope = steepness / unit;
    let held_out = |by: &[f64]| loss(positions, slope, by, true);
    let mut by = vec![0.0; groups.firmness.len()];
    let before = held_out(&by);
    // Adam: each weight's step is scaled by how strongly and how steadily it has been pushed.
    let (mut mean, mut square) = (vec![0.0; by.len()], vec![0.0; by.len()]);
    let (mut mean_left, mut square_left) = (1.0, 1.0);
    for _ in 0..options.rounds {
        let mut push: Vec<f64> = by.iter().map(|by| options.firmness * by / (unit * unit)).collect();
        let mut seen = 1.0;
        positions.each(false, |base, result, counts| {
            let error = sigmoid(slope * value(base, counts, &by)) - result;
            seen += 1.0;
            for &(group, count) in counts {
                push[usize::from(group)] += slope * error * count;
            }
        });
        mean_left *= 0.9;
        square_left *= 0.99;
        for index in 0..by.len() {
            let push = push[index] / seen;
            mean[index] = 0.9 * mean[index] + 0.1 * push;
            square[index] = 0.99 * square[index] + 0.01 * push * push;
            let (mean, square) = (mean[index] / (1.0 - mean_left), square[index] / (1.0 - square_left));
            by[index] -= 0.01 * unit * mean / (square.sqrt() + 1e-12);
        }
    }
    let after = held_out(&by);
    let weights = first.iter().zip(&groups.of).map(|(weight, group)| weight + by[usize::from(*group)]).collect();
    Tuned { weights, by, positions: positions.len(), before, after, steepness }
}

fn value(base: f64, counts: &[(u16, f64)], by: &[f64]) -> f64 {
    base + counts.iter().map(|(group, count)| by.get(usize::from(*group)).unwrap_or(&0.0) * count).sum::<f64>()
}

fn loss(positions: &Positions, slope: f64, by: &[f64], held_out: bool) -> f64 {
    let (mut sum, mut seen) = (0.0, 0.0);
    positions.each(held_out, |base, result, counts| {
        let chance = sigmoid(slope * value(base, counts, by)).clamp(1e-9, 1.0 - 1e-9);
        sum -= result * ln(chance) + (1.0 - result) * ln(1.0 - chance);
        seen += 1.0;
    });
    if seen > 0.0 { sum / seen } else { 0.0 }
}

/// The steepness that fits the weights as they are, by trisection.
fn steepness(positions: &Positions, unit: f64) -> f64 {
    let (mut low, mut high) = (0.01, 4.0);
    for _ in 0..24 {
        let (left, right) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if loss(positions, left / unit, &[], false) < loss(positions, right / unit, &[], false) {
            high = right;
        } else {
            low = left;
        }
    }
    (low + high) / 2.0
}
