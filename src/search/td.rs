//! Better weights by self-play: TDLeaf(λ) with temporal coherence (paper 001, IV.B and V.C).
//!
//! 1. Play a game against oneself. Unlike the paper's, the searches have so many nodes rather than a constant depth, and
//!    do all that the player does: a leaf in the middle of an exchange says little about what its pieces are worth, and
//!    what wins against somebody who looks two moves ahead loses against somebody who looks four.
//! 2. For each position of one player, take the leaf of the principal variation; its chance P is the sigmoid of the
//!    evaluation (formula 3).
//! 3. Each weight moves by α (P_{t+1} − P_t) Σ λ^{t−k} ∇P_k (formulas 2 and 4); the updates of the two players'
//!    positions are averaged.
//! 4. Every tenth game, each weight's own α becomes |Σ changes| / Σ |changes| (temporal coherence): a weight that is
//!    pushed to and fro has arrived.

use crate::board::Player;
use crate::game::{Game, Outcome};
use crate::monitor::{Monitor, Quiet};
use crate::rng::Rng;
use crate::search::{AlphaBeta, Evaluator, Limits, Options, Report, Searcher, sigmoid};

/// An evaluation that is a weighted sum of features.
pub trait Linear<G: Game>: Evaluator<G> {
    /// Appends (place of the weight, value of the feature), as White sees them.
    fn features(&self, game: &G, pos: &G::Position, out: &mut Vec<(u32, f64)>);

    /// Which weights belong together, as in a game that looks the same in a mirror: one place for each weight, the
    /// same for all that are to stay equal. What is learned about one is then learned about all.
    fn twins(&self, game: &G) -> Vec<u32>;

    /// All weights.
    fn row(&self) -> Vec<f64>;

    fn set_row(&mut self, game: &G, row: &[f64]);

    /// What a noticeable advantage is worth, so that one learning rate suits every game.
    fn unit(&self, game: &G) -> f64;
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainerOptions {
    pub lambda: f64,
    /// How much a weight of one unit moves for a surprise of certainty.
    pub rate: f64,
    /// Games that are played only to find out what chance an advantage of one unit means (ω of formula 3): weights that
    /// are right in proportion need not move because their scale is wrong.
    pub warm_up: u32,
    /// Nodes for each move of self-play.
    pub nodes: u64,
    /// The most random moves before each game, so that games differ.
    pub opening: u32,
}

impl Default for TrainerOptions {
    fn default() -> TrainerOptions {
        TrainerOptions { lambda: 0.8, rate: 0.08, warm_up: 40, nodes: 300, opening: 6 }
    }
}

/// Learns weights, game by game.
#[derive(Clone, Debug)]
pub struct Trainer<M, E> {
    search: AlphaBeta<M, E>,
    options: TrainerOptions,
    unit: f64,
    /// The sigmoid's argument for an advantage of one unit, and what it is found from: advantages and results.
    steepness: f64,
    results: Vec<(f64, f64)>,
    games: u32,
    /// Games since the first weights, or since it began anew.
    since: u32,
    nodes: u64,
    twins: Vec<u32>,
    row: Vec<f64>,
    /// Each weight's mean over the latest games: a single game's push to and fro is not in it.
    mean: Vec<f64>,
    /// For temporal coherence: the sums of all changes and of their sizes, and the rates that follow from them.
    net: Vec<f64>,
    gross: Vec<f64>,
    rates: Vec<f64>,
}

/// Rates follow the changes only every so many games, or a chance run of equal games would end learning.
const COHERENCE_EVERY: u32 = 10;

/// Learning never gets slower than this rate.
const SLOWEST: f64 = 0.005;

/// Up to how many units an advantage leaves a game open.
const OPEN: f64 = 3.0;

/// How many games the mean of the weights looks back over.
const MEMORY: u32 = 300;

impl<M: Copy + Eq, E> Trainer<M, E> {
    pub fn new<G: Game<Move = M>>(game: &G, eval: E, options: TrainerOptions) -> Trainer<M, E>
    where
        E: Linear<G>,
    {
        let row = eval.row();
        let count = row.len();
        let unit = eval.unit(game);
        let twins = eval.twins(game);
        let search = AlphaBeta::new(eval, Options { table_bits: 12, ..Options::STRONG });
        Trainer {
            search,
            options,
            unit,
            steepness: 1.0,
            results: Vec::new(),
            games: 0,
            since: 0,
            nodes: 0,
            twins,
            mean: row.clone(),
            row,
            net: vec![0.0; count],
            gross: vec![0.0; count],
            rates: vec![1.0; count],
        }
    }

    pub fn games(&self) -> u32 {
        self.games
    }

    pub fn eval(&self) -> &E {
        &self.search.eval
    }

    /// Goes on from other weights, and more slowly: what was learned from here led nowhere.
    pub fn restart<G: Game<Move = M>>(&mut self, game: &G, row: &[f64])
    where
        E: Linear<G>,
    {
        self.row.copy_from_slice(row);
        self.mean.copy_from_slice(row);
        self.search.eval.set_row(game, row);
        self.net.fill(0.0);
        self.gross.fill(0.0);
        self.rates.fill(1.0);
        self.options.rate = (self.options.rate * 0.5).max(SLOWEST);
        self.since = 0;
    }

    /// Whether the weights have moved yet: the first games only show the scale.
    pub fn has_learned(&self) -> bool {
        self.since > 0
    }

    /// How many nodes all its searches took: what learning has cost, on any machine.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// What was learned, as the mean over the latest games.
    pub fn mean(&self) -> &[f64] {
        &self.mean
    }

    /// Plays one game from `from` and learns from it, unless the monitor stops it half-way.
    pub fn learn<G: Game<Move = M>>(
        &mut self,
        game: &G,
        from: &G::Position,
        rng: &mut Rng,
        monitor: &mut dyn Monitor<()>,
    ) -> bool
    where
        E: Linear<G>,
    {
        let Some((seen, outcome)) = self.play(game, from, rng, monitor) else { return false };
        self.games += 1;
        if self.games <= self.options.warm_up {
            // Great advantages are won whatever the steepness, and the few that are not would decide it.
            let open = seen.iter().filter_map(|leaf| leaf.advantage).filter(|advantage| advantage.abs() <= OPEN);
            self.results.extend(open.map(|advantage| (advantage, result(outcome))));
            if self.games == self.options.warm_up {
                self.steepness = slope(&std::mem::take(&mut self.results));
            }
            return true;
        }
        let mut change = vec![0.0; self.net.len()];
        for player in Player::BOTH {
            self.add_update(seen.iter().filter(|leaf| leaf.player == player), outcome, &mut change);
        }
        let mut shared = vec![0.0; change.len()];
        change.iter().zip(&self.twins).for_each(|(change, twin)| shared[*twin as usize] += change);
        for (index, twin) in self.twins.iter().enumerate() {
            // Half of each player's update is their average.
            let step = 0.5 * shared[*twin as usize];
            self.net[index] += step;
            self.gross[index] += step.abs();
            self.row[index] += self.options.rate * self.unit * self.rates[index] * step;
        }
        self.search.eval.set_row(game, &self.row);
        self.since += 1;
        let share = 1.0 / f64::from(self.since.min(MEMORY));
        self.mean.iter_mut().zip(&self.row).for_each(|(mean, weight)| *mean += share * (weight - *mean));
        if self.since.is_multiple_of(COHERENCE_EVERY) {
            for (index, rate) in self.rates.iter_mut().enumerate() {
                if self.gross[index] > 0.0 {
                    *rate = self.net[index].abs() / self.gross[index];
                }
            }
        }
        true
    }

    fn play<G: Game<Move = M>>(
        &mut self,
        game: &G,
        from: &G::Position,
        rng: &mut Rng,
        monitor: &mut dyn Monitor<()>,
    ) -> Option<(Vec<Leaf>, Outcome)>
    where
        E: Linear<G>,
    {
        let mut pos = from.clone();
        let mut scratch = Vec::new();
        for _ in 0..rng.below(self.options.opening + 1) {
            match game.random_move(&pos, rng, &mut scratch) {
                Ok(mv) => game.play(&mut pos, mv),
                Err(_) => break,
            };
        }
        let mut seen = Vec::new();
        loop {
            scratch.clear();
            if let Some(outcome) = game.moves(&pos, &mut scratch) {
                return Some((seen, outcome));
            }
            if monitor.poll().is_break() {
                return None;
            }
            let report = self.search.search(game, &pos, Limits::nodes(self.options.nodes), &mut Quiet);
            self.nodes += report.nodes;
            seen.push(self.leaf(game, &pos, &report));
            game.play(&mut pos, report.best()?);
        }
    }

    fn leaf<G: Game<Move = M>>(&self, game: &G, pos: &G::Position, report: &Report<M>) -> Leaf
    where
        E: Linear<G>,
    {
        let player = game.to_move(pos);
        let mut pos = pos.clone();
        report.line.iter().for_each(|mv| drop(game.play(&mut pos, *mv)));
        let mut features = Vec::new();
        // A sure result is what it is, whatever the weights; so is a draw that the line has reached.
        let won = if report.score.is_win() { player } else { !player };
        let outcome =
            if report.score.is_decided() { Some(Outcome::Win(won)) } else { game.moves(&pos, &mut Vec::new()) };
        let mut advantage = None;
        let chance = match outcome {
            Some(outcome) => result(outcome),
            None => {
                self.search.eval.features(game, &pos, &mut features);
                let sum: f64 = features.iter().map(|(place, value)| self.row[*place as usize] * value).sum();
                advantage = Some(sum / self.unit);
                sigmoid(self.steepness * sum / self.unit)
            }
        };
        Leaf { player, advantage, chance, features }
    }

    /// Formula 2 over one player's positions, from White's view, with the game's result at the end.
    fn add_update<'a>(&self, seen: impl Iterator<Item = &'a Leaf>, outcome: Outcome, change: &mut [f64]) {
        let seen: Vec<&Leaf> = seen.collect();
        let mut trace = vec![0.0; change.len()];
        for (t, leaf) in seen.iter().enumerate() {
            trace.iter_mut().for_each(|trace| *trace *= self.options.lambda);
            let slope = leaf.chance * (1.0 - leaf.chance);
            leaf.features.iter().for_each(|(place, value)| trace[*place as usize] += value * slope);
            let next = seen.get(t + 1).map_or(result(outcome), |next| next.chance);
            let surprise = next - leaf.chance;
            change.iter_mut().zip(&trace).for_each(|(change, trace)| *change += surprise * trace);
        }
    }
}

/// A leaf of a principal variation, as White sees it.
#[derive(Clone, Debug)]
struct Leaf {
    /// Who was to move at the root.
    player: Player,
    /// What White is ahead by, in units, where the game goes on.
    advantage: Option<f64>,
    chance: f64,
    features: Vec<(u32, f64)>,
}

/// The steepness with which a sigmoid of the advantages comes nearest to the results (the likeliest one, by Newton's
/// method).
fn slope(results: &[(f64, f64)]) -> f64 {
    let mut steepness = 1.0;
    for _ in 0..20 {
        let (mut pull, mut curve) = (0.0, 1e-6);
        for (advantage, result) in results {
            let chance = sigmoid(steepness * advantage);
            pull += advantage * (result - chance);
            curve += advantage * advantage * chance * (1.0 - chance);
        }
        steepness = (steepness + (pull / curve).clamp(-0.5, 0.5)).clamp(0.05, 5.0);
    }
    steepness
}

fn result(outcome: Outcome) -> f64 {
    match outcome {
        Outcome::Win(Player::White) => 1.0,
        Outcome::Win(Player::Black) => 0.0,
        Outcome::Draw => 0.5,
    }
}
