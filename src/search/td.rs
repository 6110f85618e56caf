//! Better weights by play: TDLeaf(λ) with temporal coherence (paper 001, IV.B and V.C).
//!
//! 1. Play a game, what was learned against the weights in use, so that the same games show whether it is better. (The
//!    paper's player plays against itself.) Also unlike the paper's, the searches have so many nodes rather than a constant
//!    depth, and do all that the player does: a leaf in the middle of an exchange says little about what its pieces are
//!    worth.
//! 2. For each position of one player, take the leaf of the principal variation; its chance P is the sigmoid of the
//!    evaluation (formula 3).
//! 3. Each weight moves by α (P_{t+1} − P_t) Σ λ^{t−k} ∇P_k (formulas 2 and 4), here summed the other way round: by
//!    α (R_k − P_k) ∇P_k, where R_k is the mean of all later chances and the result, the nth with (1 − λ) λ^n. The updates
//!    of the two players' positions are averaged.
//! 4. Games are costly and updates are not: the leaves are kept, and each game is followed by updates for many others too,
//!    with chances by the weights of the day.
//! 5. What few games speak about stays what it was: all that was learned is pulled back to the first weights, as if some
//!    games had spoken for them.
//! 6. Every so often, each weight's own α becomes |Σ changes| / Σ |changes| (temporal coherence): a weight that is pushed to
//!    and fro has arrived.

use std::collections::VecDeque;

use crate::board::Player;
use crate::game::{Game, Outcome};
use crate::monitor::{Monitor, Quiet};
use crate::rng::Rng;
use crate::search::{AlphaBeta, Evaluator, Limits, Options, Report, Searcher, sigmoid};

/// An evaluation that is a weighted sum of features.
pub trait Linear<G: Game>: Evaluator<G> + Clone {
    /// Appends (place of the weight, value of the feature), as White sees them.
    fn features(&self, game: &G, pos: &G::Position, out: &mut Vec<(u32, i16)>);

    /// What the evaluation adds that no weight of the row changes, as White sees it.
    fn constant(&self, _game: &G, _pos: &G::Position) -> f64 {
        0.0
    }

    /// Which weights learn together.
    fn groups(&self, game: &G) -> Groups;

    /// All weights.
    fn row(&self) -> Vec<f64>;

    fn set_row(&mut self, game: &G, row: &[f64]);

    /// What a noticeable advantage is worth, so that one learning rate suits every game.
    fn unit(&self, game: &G) -> f64;
}

/// What is learned about one weight is learned about others like it: a weight is its first value and what was learned
/// about its group.
#[derive(Clone, Debug, Default)]
pub struct Groups {
    /// The group of each weight.
    pub of: Vec<u16>,
    /// How firmly each group holds on to the first weights: how many games stand against a change by one unit.
    pub firmness: Vec<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainerOptions {
    pub lambda: f64,
    /// How much a weight of one unit moves for a surprise of certainty.
    pub rate: f64,
    /// The sigmoid's argument for an advantage of one unit (ω of formula 3).
    pub steepness: f64,
    /// Updates after each game.
    pub replays: u32,
    /// Nodes for each move.
    pub nodes: u64,
    /// The most random moves before each game, so that games differ.
    pub opening: u32,
}

impl Default for TrainerOptions {
    fn default() -> TrainerOptions {
        TrainerOptions { lambda: 0.8, rate: 0.25, steepness: 0.5, replays: 20, nodes: 300, opening: 6 }
    }
}

/// Learns weights, game by game.
#[derive(Clone, Debug)]
pub struct Trainer<M, E> {
    /// The challenger, with what was learned when it was last renewed, and the champion.
    players: [AlphaBeta<M, E>; 2],
    options: TrainerOptions,
    unit: f64,
    games: u32,
    /// The chance that made the latest opening: the second game of a pair has the same as the first.
    opening: Rng,
    memory: VecDeque<Played>,
    leaves: usize,
    groups: Groups,
    first: Vec<f64>,
    /// What was learned about each group, and last of all about being White, in units; and its mean over the latest
    /// updates: a single game's push to and fro is not in it.
    learned: Vec<f64>,
    mean: Vec<f64>,
    updates: u32,
    /// For temporal coherence: the sums of all changes and of their sizes, and the rates that follow from them.
    net: Vec<f64>,
    gross: Vec<f64>,
    rates: Vec<f64>,
}

/// Rates follow the changes only every so many updates, or a chance run of equal games would end learning.
const COHERENCE_EVERY: u32 = 200;

/// How many updates the mean looks back over.
const LOOK_BACK: u32 = 2_000;

/// How firmly we hold that neither player is better off from the start. Where one is, that must not pass for the worth of
/// its pieces.
const LUCK: f64 = 10.0;

/// How many leaves are kept, a quarter of a kilobyte each; the oldest games are forgotten.
const LEAVES: usize = 40_000;

/// A game as it is remembered.
#[derive(Clone, Debug)]
struct Played {
    result: f64,
    leaves: Vec<Leaf>,
    /// The leaves' features, one leaf's after another's.
    features: Vec<(u16, i16)>,
}

/// A leaf of a principal variation, as White sees it.
#[derive(Clone, Debug)]
struct Leaf {
    /// Who was to move at the root.
    player: Player,
    value: Worth,
    /// How many features it has.
    features: usize,
}

#[derive(Clone, Copy, Debug)]
enum Worth {
    /// A sure result is what it is, whatever the weights.
    Sure(f64),
    /// White's advantage by the first weights, in units.
    Open(f64),
}

impl<M: Copy + Eq, E> Trainer<M, E> {
    pub fn new<G: Game<Move = M>>(game: &G, eval: E, options: TrainerOptions) -> Trainer<M, E>
    where
        E: Linear<G>,
    {
        let mut groups = eval.groups(game);
        groups.firmness.push(LUCK);
        let count = groups.firmness.len();
        let (first, unit) = (eval.row(), eval.unit(game));
        let settings = Options { table_bits: 12, ..Options::STRONG };
        Trainer {
            players: [eval.clone(), eval].map(|eval| AlphaBeta::new(eval, settings)),
            options,
            unit,
            games: 0,
            opening: Rng::new(0),
            memory: VecDeque::new(),
            leaves: 0,
            groups,
            first,
            learned: vec![0.0; count],
            mean: vec![0.0; count],
            updates: 0,
            net: vec![0.0; count],
            gross: vec![0.0; count],
            rates: vec![1.0; count],
        }
    }

    pub fn games(&self) -> u32 {
        self.games
    }

    pub fn challenger(&self) -> &E {
        &self.players[0].eval
    }

    /// All weights by what was learned so far.
    pub fn row(&self) -> Vec<f64> {
        let learned = self.groups.of.iter().map(|group| self.mean[usize::from(*group)]);
        self.first.iter().zip(learned).map(|(first, learned)| first + self.unit * learned).collect()
    }

    /// From now on the challenger plays with what was learned so far.
    pub fn renew<G: Game<Move = M>>(&mut self, game: &G)
    where
        E: Linear<G>,
    {
        let row = self.row();
        self.players[0].eval.set_row(game, &row);
    }

    /// The challenger becomes the champion.
    pub fn crown(&mut self)
    where
        E: Clone,
    {
        self.players[1].eval = self.players[0].eval.clone();
    }

    /// Plays one game from `from` and learns from it, unless the monitor stops it half-way. What the challenger scored.
    pub fn learn<G: Game<Move = M>>(
        &mut self,
        game: &G,
        from: &G::Position,
        rng: &mut Rng,
        monitor: &mut dyn Monitor<()>,
    ) -> Option<f64>
    where
        E: Linear<G>,
    {
        let side = if self.games.is_multiple_of(2) { Player::White } else { Player::Black };
        if side == Player::White {
            self.opening = Rng::new(rng.next_u64());
        }
        let played = self.play(game, from, side, monitor)?;
        let score = if side == Player::White { played.result } else { 1.0 - played.result };
        self.games += 1;
        self.leaves += played.leaves.len();
        self.memory.push_back(played);
        while self.leaves > LEAVES && self.memory.len() > 1 {
            self.leaves -= self.memory.pop_front().map_or(0, |oldest| oldest.leaves.len());
        }
        self.update(self.memory.len() - 1);
        for _ in 1..self.options.replays {
            self.update(rng.index(self.memory.len()));
        }
        Some(score)
    }

    fn play<G: Game<Move = M>>(
        &mut self,
        game: &G,
        from: &G::Position,
        side: Player,
        monitor: &mut dyn Monitor<()>,
    ) -> Option<Played>
    where
        E: Linear<G>,
    {
        let mut pos = from.clone();
        let mut scratch = Vec::new();
        let mut chance = self.opening.clone();
        for _ in 0..chance.below(self.options.opening + 1) {
            match game.random_move(&pos, &mut chance, &mut scratch) {
                Ok(mv) => game.play(&mut pos, mv),
                Err(_) => break,
            };
        }
        let mut played = Played { result: 0.5, leaves: Vec::new(), features: Vec::new() };
        loop {
            scratch.clear();
            if let Some(outcome) = game.moves(&pos, &mut scratch) {
                played.result = result(outcome);
                return Some(played);
            }
            if monitor.poll().is_break() {
                return None;
            }
            let player = &mut self.players[usize::from(game.to_move(&pos) != side)];
            let report = player.search(game, &pos, Limits::nodes(self.options.nodes), &mut Quiet);
            self.add_leaf(game, &pos, &report, &mut played);
            game.play(&mut pos, report.best()?);
        }
    }

    fn add_leaf<G: Game<Move = M>>(&self, game: &G, pos: &G::Position, report: &Report<M>, played: &mut Played)
    where
        E: Linear<G>,
    {
        let player = game.to_move(pos);
        let mut pos = pos.clone();
        report.line.iter().for_each(|mv| drop(game.play(&mut pos, *mv)));
        let won = if report.score.is_win() { player } else { !player };
        // So is a draw that the line has reached.
        let outcome =
            if report.score.is_decided() { Some(Outcome::Win(won)) } else { game.moves(&pos, &mut Vec::new()) };
        let before = played.features.len();
        let value = match outcome {
            Some(outcome) => Worth::Sure(result(outcome)),
            None => {
                let mut features = Vec::new();
                self.players[0].eval.features(game, &pos, &mut features);
                let mut sum = self.players[0].eval.constant(game, &pos);
                // What both sides have alike cancels out.
                let mut balance = vec![0; self.learned.len()];
                balance[self.learned.len() - 1] = 1;
                for (place, value) in features {
                    sum += self.first[place as usize] * f64::from(value);
                    balance[usize::from(self.groups.of[place as usize])] += value;
                }
                let there = balance.into_iter().enumerate().filter(|(_, value)| *value != 0);
                played.features.extend(there.map(|(group, value)| (group as u16, value)));
                Worth::Open(sum / self.unit)
            }
        };
        played.leaves.push(Leaf { player, value, features: played.features.len() - before });
    }

    /// Formula 2 over each player's positions, from White's view, and the pull back to the first weights.
    fn update(&mut self, at: usize) {
        let TrainerOptions { lambda, rate, steepness, .. } = self.options;
        let played = &self.memory[at];
        let mut change = vec![0.0; self.learned.len()];
        let mut end = played.features.len();
        // What each player has to expect from its next position on, and that position's chance.
        let mut expected = [(played.result, played.result); 2];
        for leaf in played.leaves.iter().rev() {
            let features = &played.features[end - leaf.features..end];
            end -= leaf.features;
            let (hoped, next) = expected[leaf.player.index()];
            let target = lambda * hoped + (1.0 - lambda) * next;
            let chance = match leaf.value {
                Worth::Sure(chance) => chance,
                Worth::Open(first) => {
                    let learned =
                        features.iter().map(|(group, value)| self.learned[usize::from(*group)] * f64::from(*value));
                    let chance = sigmoid(steepness * (first + learned.sum::<f64>()));
                    // Half of each player's update is their average.
                    let step = 0.5 * (target - chance) * chance * (1.0 - chance);
                    features.iter().for_each(|(group, value)| change[usize::from(*group)] += step * f64::from(*value));
                    chance
                }
            };
            expected[leaf.player.index()] = (target, chance);
        }
        self.updates += 1;
        let share = 1.0 / f64::from(self.updates.min(LOOK_BACK));
        for (group, change) in change.into_iter().enumerate() {
            let pull = self.groups.firmness[group] / self.memory.len() as f64;
            let step = change - pull * self.learned[group];
            self.net[group] += step;
            self.gross[group] += step.abs();
            let rate = rate * self.rates[group];
            // The pull as it is after the step: however firm, it never overshoots.
            self.learned[group] = (self.learned[group] + rate * change) / (1.0 + rate * pull);
            self.mean[group] += share * (self.learned[group] - self.mean[group]);
        }
        if self.updates.is_multiple_of(COHERENCE_EVERY) {
            let sums = self.net.iter().zip(&self.gross);
            for (rate, (net, gross)) in self.rates.iter_mut().zip(sums).filter(|(_, (_, gross))| **gross > 0.0) {
                *rate = net.abs() / gross;
            }
        }
    }
}

fn result(outcome: Outcome) -> f64 {
    match outcome {
        Outcome::Win(Player::White) => 1.0,
        Outcome::Win(Player::Black) => 0.0,
        Outcome::Draw => 0.5,
    }
}
