//! Training a small net ([`Net`]) on self-play games.
//!
//! 1. The player plays games against itself from random openings. Of each quiet position it keeps what the search said and, in the
//!    end, the result. A game is over as soon as its result is proven.
//! 2. What a position should be worth is a mixture of both, as a chance: the sigmoid of the score, whose steepness is fitted to the
//!    results, and the result itself. Positions before the last random move of a game go by the score alone.
//! 3. The net and the groups of the other weights are trained together, on top of the weights from the rules: Adam on small
//!    batches, from a seed. Where left and right make no difference to the rules, positions are mirrored by chance.
//! 4. A tenth of the games is left out, and judged.

use crate::board::{Player, Square};
use crate::bots::{BLOCK, Bot, MOST_HIDDEN, NetWeights, PlayerSpec, Start, Strong, Views, mirror, stage};
use crate::game::{Game, Outcome};
use crate::lab::opening;
use crate::monitor::{Monitor, Quiet};
use crate::rng::Rng;
use crate::sbg::{Position, Rules, read_position, show_position};
use crate::search::{Evaluator, Gain, Limits, Linear, ln, sigmoid};

/// How games for training are played.
#[derive(Clone, Copy, Debug)]
pub struct SampleOptions {
    pub games: u32,
    pub nodes: u64,
    pub seed: u64,
    /// Random moves at the start of a game: at least 2, at most this.
    pub opening: u32,
}

/// How a net is trained.
#[derive(Clone, Copy, Debug)]
pub struct TrainOptions {
    pub seed: u64,
    /// How often training goes through all positions.
    pub epochs: u32,
    /// Positions of a step.
    pub batch: usize,
    /// The first step's length; the last's is a twentieth.
    pub rate: f32,
    /// The share of the result in what a position should be worth.
    pub result: f64,
    /// Hidden units of a view; with none, only the other weights are trained.
    pub hidden: Hidden,
    /// How many stages of the game, told by the number of pieces left, have output weights of their own.
    pub stages: usize,
}

/// How many hidden units a net has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hidden {
    None,
    Few,
    Many,
}

impl Default for TrainOptions {
    fn default() -> TrainOptions {
        TrainOptions { seed: 1, epochs: 30, batch: 256, rate: 0.002, result: 0.4, hidden: Hidden::Few, stages: 4 }
    }
}

/// A position of a game, as a line of text: the position, the game's number, the score in thousandths of the cheapest piece
/// and the result, both for White. A result that a random move brought about later is none (`*`).
#[derive(Clone, Debug)]
pub struct Sample {
    pub pos: Position,
    pub game: u32,
    pub score: i32,
    pub outcome: Option<Outcome>,
}

/// Where most games are drawn whatever the score, the fitted curve is so flat that the loss would count most in positions that
/// are decided anyway.
const LEAST_STEEPNESS: f64 = 0.25;
/// Scores beyond this are as good as won.
const WON: i32 = 20_000;
/// Wins that are nearer say nothing that a search does not see.
const NEAR: u32 = 4;
/// One move in this many is random, for as many plies; then both players play as well as they can, so that the result tells
/// something about the positions.
const BLIND: u32 = 20;
const BLIND_PLIES: u32 = 40;

impl Sample {
    pub fn to_line(&self, rules: &Rules) -> String {
        let result = match self.outcome {
            Some(Outcome::Win(Player::White)) => "1-0",
            Some(Outcome::Win(Player::Black)) => "0-1",
            Some(Outcome::Draw) => "1/2",
            None => "*",
        };
        format!("{} {} {} {result}", show_position(rules, &self.pos), self.game, self.score)
    }

    pub fn from_line(rules: &Rules, line: &str) -> Option<Sample> {
        let mut words = line.rsplitn(4, ' ');
        let outcome = match words.next()? {
            "1-0" => Some(Outcome::Win(Player::White)),
            "0-1" => Some(Outcome::Win(Player::Black)),
            "1/2" => Some(Outcome::Draw),
            "*" => None,
            _ => return None,
        };
        let score: i32 = words.next()?.parse().ok()?;
        let game = words.next()?.parse().ok()?;
        let pos = read_position(rules, words.next()?).ok()?;
        Some(Sample { pos, game, score: score.clamp(-WON, WON), outcome })
    }
}

/// Plays games and hands on their positions. The monitor is told how many games are over, and may stop.
pub fn play_samples(
    rules: &Rules,
    spec: PlayerSpec,
    options: SampleOptions,
    monitor: &mut dyn Monitor<u32>,
    mut keep: impl FnMut(Sample),
) {
    let eval = rules.evaluation(spec.start);
    let unit = f64::from(rules.evaluation(Start::Rules).margin().max(1));
    for number in 0..options.games {
        let mut rng = Rng::branch(options.seed, u64::from(number));
        let plies = 2 + rng.below(options.opening.saturating_sub(1).max(1));
        let mut pos = opening(rules, options.seed, u64::from(number), plies).pos;
        let mut bot = Bot::new(rules, spec, rng.next_u64());
        let mut seen: Vec<(Position, i32)> = Vec::new();
        let mut blind = 0;
        let mut legal = Vec::new();
        let outcome = loop {
            legal.clear();
            if let Some(outcome) = rules.moves(&pos, &mut legal) {
                break outcome;
            }
            let report = bot.choose(rules, &pos, Limits::nodes(options.nodes), &mut Quiet);
            let Some(best) = report.best() else { break Outcome::Draw };
            let me = pos.to_move();
            let sign = if me == Player::White { 1 } else { -1 };
            let quiet = eval.gain(rules, &pos, best) == Gain::Quiet && !eval.in_danger(rules, &pos);
            if report.score.is_decided() {
                let winner = if report.score.is_win() { me } else { !me };
                if quiet && report.score.distance().is_some_and(|distance| distance > NEAR) {
                    seen.push((pos, if winner == Player::White { WON } else { -WON }));
                }
                break Outcome::Win(winner);
            }
            if quiet {
                let score = (f64::from(report.score.value()) / unit * 1000.0) as i32;
                seen.push((pos.clone(), sign * score.clamp(-WON, WON)));
            }
            let is_blind = pos.ply() < plies + BLIND_PLIES && rng.one_in(BLIND);
            if is_blind {
                blind = seen.len();
            }
            rules.play(&mut pos, if is_blind { *rng.pick(&legal) } else { best });
        };
        // Numbers of games from several runs must not be mistaken for each other.
        let game = number.wrapping_add((options.seed as u32).wrapping_mul(1_000_003));
        for (index, (pos, score)) in seen.into_iter().enumerate() {
            keep(Sample { pos, game, score, outcome: Some(outcome).filter(|_| index >= blind) });
        }
        monitor.tell(number + 1);
        if monitor.poll().is_break() {
            break;
        }
    }
}

/// Positions as training needs them, seen by the player to move.
#[derive(Debug)]
pub struct Samples {
    rows: Vec<Row>,
    /// Places of pieces: as the player to move sees them, and as the other does.
    places: Vec<[u16; 2]>,
    /// Groups of other weights and how often each counts.
    counts: Vec<(u16, f32)>,
    /// For each place, the same in the mirror.
    mirror: Option<Vec<u16>>,
    groups: usize,
    inputs: usize,
    /// Pieces at the start.
    at_start: usize,
    /// The sigmoid's argument for a score of one unit.
    pub steepness: f64,
}

#[derive(Clone, Copy, Debug)]
struct Row {
    /// What the weights from the rules say, in units.
    base: f32,
    /// What the search said, in units, and the result, if it tells something.
    score: f32,
    result: Option<f32>,
    places: usize,
    counts: usize,
    held_out: bool,
}

impl Samples {
    pub fn new(rules: &Rules, samples: impl Iterator<Item = Sample>) -> Samples {
        let eval = rules.evaluation(Start::Rules);
        let (groups, row, views) = (eval.groups(rules), eval.row(), Views::new(rules));
        let size = rules.board().size();
        let mirror = mirror(rules).map(|images: Vec<Square>| {
            let letters = 0..rules.pieces().count();
            letters.flat_map(|letter| images.iter().map(move |image| (letter * size + image.index()) as u16)).collect()
        });
        let unit = crate::bots::unit(rules, Some(&row)) / 100.0;
        let inputs = rules.pieces().count() * size;
        let mut made = Samples {
            rows: Vec::new(),
            places: Vec::new(),
            counts: Vec::new(),
            mirror,
            groups: groups.firmness.len(),
            inputs,
            at_start: rules.start().pieces_left(),
            steepness: 1.0,
        };
        let mut balance = vec![0.0; made.groups];
        for sample in samples {
            let me = sample.pos.to_move();
            let sign = if me == Player::White { 1.0 } else { -1.0 };
            for (piece, _) in rules.pieces() {
                for square in sample.pos.squares_of(piece) {
                    let seen = views.of(piece, square);
                    made.places.push([seen[me.index()], seen[(!me).index()]]);
                }
            }
            let mut features = Vec::new();
            eval.features(rules, &sample.pos, &mut features);
            let mut base = 0.0;
            for (place, count) in features {
                base += row[place as usize] * f64::from(count);
                balance[usize::from(groups.of[place as usize])] += f32::from(count) * sign;
            }
            for (group, count) in balance.iter_mut().enumerate().filter(|(_, count)| **count != 0.0) {
                made.counts.push((group as u16, *count));
                *count = 0.0;
            }
            let white = sample.outcome.map(|outcome| match outcome {
                Outcome::Win(Player::White) => 1.0,
                Outcome::Draw => 0.5,
                Outcome::Win(Player::Black) => 0.0,
            });
            made.rows.push(Row {
                base: (base / unit) as f32 * sign,
                score: sample.score as f32 / 1000.0 * sign,
                result: white.map(|white| if me == Player::White { white } else { 1.0 - white }),
                places: made.places.len(),
                counts: made.counts.len(),
                held_out: sample.game % 10 == 9,
            });
        }
        made.steepness = made.fit_steepness().max(LEAST_STEEPNESS);
        made
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The steepness with which scores fit the results, by trisection.
    fn fit_steepness(&self) -> f64 {
        let loss = |steepness: f64| {
            let each = self.rows.iter().filter_map(|row| {
                let result = f64::from(row.result?);
                let chance = sigmoid(steepness * f64::from(row.score)).clamp(1e-6, 1.0 - 1e-6);
                Some(-(result * ln(chance) + (1.0 - result) * ln(1.0 - chance)))
            });
            each.sum::<f64>()
        };
        let (mut low, mut high) = (0.02, 3.0);
        for _ in 0..20 {
            let (left, right) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
            if loss(left) < loss(right) {
                high = right;
            } else {
                low = left;
            }
        }
        (low + high) / 2.0
    }

    fn stage(&self, layout: Layout, left: usize) -> usize {
        stage(layout.stages, left, self.at_start)
    }

    fn target(&self, row: &Row, result: f64) -> f32 {
        let chance = sigmoid(self.steepness * f64::from(row.score));
        row.result.map_or(chance, |outcome| result * f64::from(outcome) + (1.0 - result) * chance) as f32
    }

    fn parts(&self, index: usize) -> (&[[u16; 2]], &[(u16, f32)]) {
        let before = index.checked_sub(1).map_or((0, 0), |before| (self.rows[before].places, self.rows[before].counts));
        let row = &self.rows[index];
        (&self.places[before.0..row.places], &self.counts[before.1..row.counts])
    }
}

/// What came of training. Losses are mean cross entropies, less the least possible, of the games that were left out.
#[derive(Clone, Debug)]
pub struct Trained {
    pub weights: NetWeights,
    pub before: f64,
    pub after: f64,
}

/// Told after every epoch.
#[derive(Clone, Copy, Debug)]
pub struct Epoch {
    pub number: u32,
    pub loss: f64,
}

/// Where the parameters stand in a row: input weights, biases, for each stage the output weights, output biases, groups.
#[derive(Clone, Copy)]
struct Layout {
    hidden: usize,
    stages: usize,
    bias: usize,
    output: usize,
    output_bias: usize,
    groups: usize,
    end: usize,
}

impl Layout {
    fn new(samples: &Samples, hidden: usize, stages: usize) -> Layout {
        let bias = samples.inputs * hidden;
        let output = bias + hidden;
        let output_bias = output + stages * 2 * hidden;
        let groups = output_bias + stages;
        Layout { hidden, stages, bias, output, output_bias, groups, end: groups + samples.groups }
    }

    /// Where the output weights for a view of a position in this stage begin.
    fn outputs(self, stage: usize, view: usize) -> usize {
        self.output + (2 * stage + view) * self.hidden
    }
}

/// Input weights are stored in a byte.
const LARGEST_INPUT: f32 = 1.27;
/// How strongly groups of weights are held back, compared with the net.
const GROUP_RATE: f32 = 4.0;

/// Trains a net from a seed. The monitor is told of every epoch, and may stop.
pub fn train(samples: &Samples, options: TrainOptions, monitor: &mut dyn Monitor<Epoch>) -> Trained {
    match options.hidden {
        Hidden::Many => train_units::<MOST_HIDDEN>(samples, options, monitor),
        Hidden::Few | Hidden::None => train_units::<BLOCK>(samples, options, monitor),
    }
}

fn train_units<const H: usize>(samples: &Samples, options: TrainOptions, monitor: &mut dyn Monitor<Epoch>) -> Trained {
    let layout = Layout::new(samples, H, options.stages.max(1));
    let has_hidden = options.hidden != Hidden::None;
    let mut rng = Rng::new(options.seed);
    let mut chance = |most: f32| (rng.below(2_000_001) as f32 / 1_000_000.0 - 1.0) * most;
    let mut weights = vec![0.0f32; layout.end];
    if has_hidden {
        weights[..layout.bias].iter_mut().for_each(|weight| *weight = chance(0.15));
        weights[layout.bias..layout.output].iter_mut().for_each(|weight| *weight = 0.3 + chance(0.2));
        // All stages begin alike.
        let first: Vec<f32> = (0..2 * H).map(|_| chance(0.3)).collect();
        for stage in weights[layout.output..layout.output_bias].chunks_exact_mut(2 * H) {
            stage.copy_from_slice(&first);
        }
    }
    let mut order: Vec<usize> = (0..samples.rows.len()).filter(|index| !samples.rows[*index].held_out).collect();
    let plain = vec![0.0f32; layout.end];
    let before = loss::<H>(samples, layout, &plain, options);
    let mut after = before;
    let mut adam = Adam::new(layout.end);
    let mut push = vec![0.0f32; layout.end];
    let steps = (order.len().div_ceil(options.batch.max(1)) as u32 * options.epochs).max(1);
    let mut step = 0;
    for number in 1..=options.epochs {
        for last in (1..order.len()).rev() {
            order.swap(last, rng.index(last + 1));
        }
        for batch in order.chunks(options.batch.max(1)) {
            push.fill(0.0);
            for &index in batch {
                let mirrored = samples.mirror.is_some() && rng.one_in(2);
                learn::<H>(samples, layout, &weights, index, mirrored, options, &mut push);
            }
            let share = 1.0 / batch.len() as f32;
            // From the first rate to a twentieth of it along a parabola.
            let left = 1.0 - step as f32 / steps as f32;
            let rate = options.rate * (0.05 + 0.95 * left * left);
            step += 1;
            adam.step(&mut weights, &push, share, rate, layout, has_hidden);
        }
        after = loss::<H>(samples, layout, &weights, options);
        monitor.tell(Epoch { number, loss: after });
        if monitor.poll().is_break() {
            break;
        }
    }
    let part = |from: usize, to: usize| weights[from..to].to_vec();
    let net = NetWeights {
        hidden: H,
        input: part(0, layout.bias),
        bias: part(layout.bias, layout.output),
        output: part(layout.output, layout.output_bias),
        output_bias: part(layout.output_bias, layout.groups),
        changes: part(layout.groups, layout.end),
    };
    Trained { weights: net, before, after }
}

/// The hidden layer of both views, and the value in units.
fn forward<const H: usize>(
    samples: &Samples,
    layout: Layout,
    weights: &[f32],
    index: usize,
    mirrored: bool,
    hidden: &mut [[f32; H]; 2],
) -> f32 {
    let (places, counts) = samples.parts(index);
    let mirror = samples.mirror.as_ref().filter(|_| mirrored);
    for view in 0..2 {
        let mut sums: [f32; H] = std::array::from_fn(|unit| weights[layout.bias + unit]);
        for place in places {
            let place = usize::from(mirror.map_or(place[view], |mirror| mirror[usize::from(place[view])]));
            let row = &weights[place * H..][..H];
            sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
        }
        hidden[view] = sums;
    }
    let stage = samples.stage(layout, places.len());
    let mut value = samples.rows[index].base + weights[layout.output_bias + stage];
    for (view, sums) in hidden.iter().enumerate() {
        let output = &weights[layout.outputs(stage, view)..][..H];
        for (sum, weight) in sums.iter().zip(output) {
            let cut = sum.clamp(0.0, 1.0);
            value += cut * cut * weight;
        }
    }
    value + counts.iter().map(|(group, count)| weights[layout.groups + usize::from(*group)] * count).sum::<f32>()
}

/// Adds one position's gradient.
fn learn<const H: usize>(
    samples: &Samples,
    layout: Layout,
    weights: &[f32],
    index: usize,
    mirrored: bool,
    options: TrainOptions,
    push: &mut [f32],
) {
    let mut hidden = [[0.0; H]; 2];
    let value = forward(samples, layout, weights, index, mirrored, &mut hidden);
    let chance = sigmoid(samples.steepness * f64::from(value)) as f32;
    let error = (chance - samples.target(&samples.rows[index], options.result)) * samples.steepness as f32;
    let (places, counts) = samples.parts(index);
    for (group, count) in counts {
        push[layout.groups + usize::from(*group)] += error * count;
    }
    if options.hidden == Hidden::None {
        return;
    }
    let stage = samples.stage(layout, places.len());
    push[layout.output_bias + stage] += error;
    let mirror = samples.mirror.as_ref().filter(|_| mirrored);
    for view in 0..2 {
        let mut back = [0.0f32; H];
        let first = layout.outputs(stage, view);
        for unit in 0..H {
            let sum = hidden[view][unit];
            let cut = sum.clamp(0.0, 1.0);
            push[first + unit] += error * cut * cut;
            back[unit] = if sum < 1.0 { error * weights[first + unit] * 2.0 * cut } else { 0.0 };
        }
        let bias = &mut push[layout.bias..][..H];
        bias.iter_mut().zip(&back).for_each(|(push, back)| *push += back);
        for place in places {
            let place = usize::from(mirror.map_or(place[view], |mirror| mirror[usize::from(place[view])]));
            let row = &mut push[place * H..][..H];
            row.iter_mut().zip(&back).for_each(|(push, back)| *push += back);
        }
    }
}

fn loss<const H: usize>(samples: &Samples, layout: Layout, weights: &[f32], options: TrainOptions) -> f64 {
    let entropy = |target: f64, chance: f64| {
        let chance = chance.clamp(1e-6, 1.0 - 1e-6);
        -(target * ln(chance) + (1.0 - target) * ln(1.0 - chance))
    };
    let (mut sum, mut seen) = (0.0, 0.0);
    let mut hidden = [[0.0; H]; 2];
    for (index, row) in samples.rows.iter().enumerate().filter(|(_, row)| row.held_out) {
        let value = f64::from(forward(samples, layout, weights, index, false, &mut hidden));
        let target = f64::from(samples.target(row, options.result)).clamp(1e-6, 1.0 - 1e-6);
        sum += entropy(target, sigmoid(samples.steepness * value)) - entropy(target, target);
        seen += 1.0;
    }
    if seen > 0.0 { sum / seen } else { 0.0 }
}

/// Each weight's step is scaled by how strongly and how steadily it has been pushed.
struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    mean_left: f32,
    square_left: f32,
}

impl Adam {
    fn new(count: usize) -> Adam {
        Adam { mean: vec![0.0; count], square: vec![0.0; count], mean_left: 1.0, square_left: 1.0 }
    }

    fn step(&mut self, weights: &mut [f32], push: &[f32], share: f32, rate: f32, layout: Layout, hidden: bool) {
        self.mean_left *= 0.9;
        self.square_left *= 0.999;
        let (mean_scale, square_scale) = (1.0 / (1.0 - self.mean_left), 1.0 / (1.0 - self.square_left));
        let first = if hidden { 0 } else { layout.groups };
        let moments = self.mean[first..].iter_mut().zip(&mut self.square[first..]);
        for (at, ((weight, push), (mean, square))) in
            weights[first..].iter_mut().zip(&push[first..]).zip(moments).enumerate()
        {
            let push = push * share;
            *mean = 0.9 * *mean + 0.1 * push;
            *square = 0.999 * *square + 0.001 * push * push;
            let rate = if first + at >= layout.groups { rate * GROUP_RATE } else { rate };
            *weight -= rate * (*mean * mean_scale) / ((*square * square_scale).sqrt() + 1e-8);
        }
        if hidden {
            weights[..layout.bias].iter_mut().for_each(|weight| *weight = weight.clamp(-LARGEST_INPUT, LARGEST_INPUT));
        }
    }
}
