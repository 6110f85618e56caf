//! Weights for METAGAMER's advisors by TD(λ) from self-play, one set for all games: what the dissertation leaves as future
//! work (section 19.2). They are learned on some generated games and tested on others.
//!
//! 1. Games are invented, and each is played by METAGAMER against itself with the weights so far.
//! 2. For every turn, the advisors' voices are kept: those of the parts of material values one by one.
//! 3. The chance of White is the sigmoid of the weighted sum, with a factor of each game's own, since games differ in how much
//!    a point is worth. Weights and factors move by the difference between a position's chance and its λ-return, each with a
//!    rate that shrinks with what it has moved by (Duchi, Hazan and Singer 2011).
//! 4. No weight falls below 0 (section 15.4), and the voice for vital pieces keeps its weight: it stands for a sure result.

use std::ops::ControlFlow;

use crate::board::Player;
use crate::bots::Advised;
use crate::game::{Game, Outcome};
use crate::lab::{Cell, Row, Tally};
use crate::metagame::{Advisor, Metagamer, Move, Parameters, Position, Rules, Weights, invent};
use crate::monitor::{Monitor, Quiet};
use crate::rng::Rng;
use crate::search::{AlphaBeta, Limits, Options, Searcher, sigmoid};

/// How weights are learned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AdvisorTraining {
    /// Invented games to learn from, and rounds of self-play of so many games each.
    pub games: u32,
    pub rounds: u32,
    pub plays: u32,
    /// Nodes for each decision.
    pub nodes: u64,
    pub lambda: f64,
    pub rate: f64,
    pub seed: u64,
}

impl Default for AdvisorTraining {
    fn default() -> AdvisorTraining {
        AdvisorTraining { games: 12, rounds: 3, plays: 10, nodes: 100, lambda: 0.9, rate: 0.1, seed: 1 }
    }
}

/// Passes over the games of a round.
const PASSES: u32 = 10;
/// Random decisions before self-play and before the games of a test, so that games differ.
const OPENING: u32 = 4;
/// Contributions are clipped at this multiple of their usual size.
const LOUDEST: f64 = 5.0;

/// Equal weights: player 6 of the tournament.
pub fn equal_weights() -> Weights {
    Weights::tournament(6).unwrap_or_default()
}

/// Playable generated games, starting from a seed.
pub fn invented_games(seed: u64, count: u32) -> Vec<(u64, Rules)> {
    let parameters = Parameters::tournament();
    let mut games = Vec::new();
    let mut next = seed;
    while games.len() < count as usize {
        let Some((found, def, _)) = invent(&parameters, next, 20, 1000) else { break };
        next = found + 1;
        games.extend(Rules::compile(&def).ok().map(|rules| (found, rules)));
    }
    games
}

/// What is learned about: everything that has a weight, apart from the sum of material parts and sure results.
fn pupils() -> Vec<Advisor> {
    let equal = equal_weights();
    let learns = |advisor: &Advisor| equal[*advisor] != 0.0 && !matches!(advisor, Advisor::Material | Advisor::Vital);
    Advisor::ALL.iter().copied().filter(learns).collect()
}

/// The voices of a position, those of the parts of material values one by one.
fn features(rules: &Rules, judge: &Metagamer, pos: &Position, pupils: &[Advisor]) -> Vec<f64> {
    let mut voices = judge.voices(rules, pos);
    for player in Player::BOTH {
        let sign = if player == Player::White { 1.0 } else { -1.0 };
        for piece in pos.pieces_of(player).iter().filter_map(|square| pos.piece_at(square)) {
            for advisor in Advisor::MATERIAL {
                voices[*advisor] += sign * rules.analysis().material(piece)[*advisor];
            }
        }
    }
    pupils.iter().map(|advisor| voices[*advisor]).collect()
}

/// One game of self-play: what was said at every turn, and White's result.
struct Played {
    turns: Vec<Vec<f64>>,
    result: f64,
}

fn search(rules: &Rules, weights: Weights) -> AlphaBeta<Move, Advised> {
    AlphaBeta::new(Advised::new(rules, weights), Options { table_bits: 12, ..Options::STRONG })
}

fn result(outcome: Outcome) -> f64 {
    match outcome {
        Outcome::Win(Player::White) => 1.0,
        Outcome::Win(Player::Black) => 0.0,
        Outcome::Draw => 0.5,
    }
}

/// A position after some random decisions that do not end the game.
fn opening(rules: &Rules, rng: &mut Rng) -> Position {
    let mut scratch = Vec::new();
    for _ in 0..20 {
        let mut pos = rules.random_start(rng);
        let alive = (0..OPENING).all(|_| match rules.random_move(&pos, rng, &mut scratch) {
            Ok(mv) => {
                rules.play(&mut pos, mv);
                true
            }
            Err(_) => false,
        });
        if alive && rules.moves(&pos, &mut Vec::new()).is_none() {
            return pos;
        }
    }
    rules.start()
}

/// Plays a game to its end; `on_turn` sees every position before its decision.
fn play(
    rules: &Rules,
    players: [&mut AlphaBeta<Move, Advised>; 2],
    mut pos: Position,
    nodes: u64,
    mut on_turn: impl FnMut(&Position),
) -> Outcome {
    loop {
        if let Some(outcome) = rules.moves(&pos, &mut Vec::new()) {
            return outcome;
        }
        on_turn(&pos);
        let player = &mut *players[pos.to_move().index()];
        match player.search(rules, &pos, Limits::nodes(nodes), &mut Quiet).best() {
            Some(mv) => rules.play(&mut pos, mv),
            None => return Outcome::Draw,
        };
    }
}

/// Progress of learning: rounds done, and the weights so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lessons {
    pub round: u32,
    pub weights: Weights,
}

impl AdvisorTraining {
    /// Learns weights. The monitor is told of every round, and asked before every game.
    pub fn learn(&self, monitor: &mut dyn Monitor<Lessons>) -> Weights {
        let pupils = pupils();
        let games = invented_games(self.seed, self.games);
        let mut weights = equal_weights();
        // What has moved each weight and each game's factor so far, squared.
        let mut moved = vec![1e-9; pupils.len()];
        let mut factors = vec![(0.02, 1e-9); games.len()];
        for round in 0..self.rounds {
            let mut played: Vec<Vec<Played>> = Vec::new();
            for (seed, rules) in &games {
                let mut own = Vec::new();
                for number in 0..self.plays {
                    if monitor.poll() == ControlFlow::Break(()) {
                        return weights;
                    }
                    let mut rng = Rng::branch(self.seed ^ seed << 20, u64::from(round * self.plays + number));
                    own.push(self.self_play(rules, weights, &pupils, &mut rng));
                }
                played.push(own);
            }
            let usual = usual(&played, pupils.len());
            for _ in 0..PASSES {
                for (own, factor) in played.iter().zip(&mut factors) {
                    for game in own {
                        self.update(game, &pupils, &usual, &mut weights, &mut moved, factor);
                    }
                }
            }
            monitor.tell(Lessons { round: round + 1, weights });
        }
        weights
    }

    fn self_play(&self, rules: &Rules, weights: Weights, pupils: &[Advisor], rng: &mut Rng) -> Played {
        let (mut white, mut black) = (search(rules, weights), search(rules, weights));
        let judge = Metagamer::new(rules, weights);
        let mut turns = Vec::new();
        let pos = opening(rules, rng);
        let outcome = play(rules, [&mut white, &mut black], pos, self.nodes, |pos| {
            if pos.stage() == crate::metagame::Stage::Start && !pos.assigning() {
                turns.push(features(rules, &judge, pos, pupils));
            }
        });
        Played { turns, result: result(outcome) }
    }

    /// Moves the weights by one game.
    fn update(
        &self,
        game: &Played,
        pupils: &[Advisor],
        usual: &[f64],
        weights: &mut Weights,
        moved: &mut [f64],
        factor: &mut (f64, f64),
    ) {
        let loud = |at: usize, voice: f64| voice.clamp(-LOUDEST * usual[at], LOUDEST * usual[at]);
        let mut change = vec![0.0; pupils.len()];
        let mut of_factor = 0.0;
        let (mut hoped, mut next) = (game.result, game.result);
        for turn in game.turns.iter().rev() {
            let sum: f64 = pupils
                .iter()
                .zip(turn)
                .enumerate()
                .map(|(at, (advisor, voice))| weights[*advisor] * loud(at, *voice))
                .sum();
            let chance = sigmoid(factor.0 * sum);
            let target = self.lambda * hoped + (1.0 - self.lambda) * next;
            let step = target - chance;
            for (at, voice) in turn.iter().enumerate() {
                change[at] += step * factor.0 * loud(at, *voice);
            }
            of_factor += step * sum;
            (hoped, next) = (target, chance);
        }
        for (at, advisor) in pupils.iter().enumerate() {
            moved[at] += change[at] * change[at];
            let new = weights[*advisor] + self.rate * change[at] / moved[at].sqrt();
            weights[*advisor] = new.max(0.0);
        }
        factor.1 += of_factor * of_factor;
        factor.0 = (factor.0 + 0.002 * of_factor / factor.1.sqrt()).clamp(0.001, 1.0);
    }

    /// Learned weights against equal ones: pairs of contests with exchanged colours in each game.
    pub fn test(
        &self,
        weights: Weights,
        games: &[(u64, Rules)],
        contests: u32,
        monitor: &mut dyn Monitor<Tally>,
    ) -> Vec<(u64, Tally)> {
        let mut results = Vec::new();
        for (seed, rules) in games {
            let (mut learned, mut equal) = (search(rules, weights), search(rules, equal_weights()));
            let mut tally = Tally::default();
            for contest in 0..contests {
                if monitor.poll() == ControlFlow::Break(()) {
                    return results;
                }
                let mut rng = Rng::branch(self.seed ^ 0x7465_7374 ^ seed << 16, u64::from(contest / 2));
                let pos = opening(rules, &mut rng);
                let first = if contest % 2 == 0 { Player::White } else { Player::Black };
                let players = match first {
                    Player::White => [&mut learned, &mut equal],
                    Player::Black => [&mut equal, &mut learned],
                };
                tally.add(play(rules, players, pos, self.nodes, |_| {}), first);
            }
            monitor.tell(tally);
            results.push((*seed, tally));
        }
        results
    }

    /// A row a game and one for all of them.
    pub fn rows(&self, results: &[(u64, Tally)]) -> Vec<Row> {
        let mut all = Tally::default();
        let mut rows = Vec::new();
        for (game, tally) in results {
            all.wins += tally.wins;
            all.draws += tally.draws;
            all.losses += tally.losses;
            rows.push(self.row(&format!("game-{game}"), tally));
        }
        rows.push(self.row("all", &all));
        rows
    }

    fn row(&self, game: &str, tally: &Tally) -> Row {
        let (low, high) = tally.interval();
        let count = |number: u32| Cell::Count(u64::from(number));
        Row {
            experiment: "advisors",
            parameters: vec![("game", game.to_owned()), ("nodes", self.nodes.to_string())],
            seed: self.seed,
            cells: vec![
                ("wins", count(tally.wins)),
                ("draws", count(tally.draws)),
                ("losses", count(tally.losses)),
                ("score", Cell::Number(tally.score())),
                ("low", Cell::Number(low)),
                ("high", Cell::Number(high)),
            ],
        }
    }
}

/// How loud each voice usually is.
fn usual(played: &[Vec<Played>], pupils: usize) -> Vec<f64> {
    let turns = || played.iter().flatten().flat_map(|game| &game.turns);
    let count = turns().count().max(1) as f64;
    (0..pupils).map(|at| turns().map(|turn| turn[at].abs()).sum::<f64>() / count).map(|mean| mean.max(0.01)).collect()
}
