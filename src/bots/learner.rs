//! Getting better by self-play: learning proposes weights, short matches decide whether they are taken over.

use std::ops::ControlFlow;

use crate::bots::{PieceSquare, Weights};
use crate::monitor::Monitor;
use crate::rng::Rng;
use crate::sbg::{Move, Position, Rules};
use crate::search::{Contest, ContestOptions, Linear, Trainer, TrainerOptions};

/// How learning goes on: told after every game of self-play.
#[derive(Clone, Debug, PartialEq)]
pub struct Training {
    /// Games of self-play so far.
    pub games: u32,
    /// What it has come to.
    pub weights: Weights,
    /// How many times new weights proved better than those in use, and took their place.
    pub adopted: u32,
}

/// What a player has learned so far. It can be left at any time and taken up again, from another position too.
#[derive(Clone, Debug)]
pub(super) struct Learner {
    trainer: Trainer<Move, PieceSquare>,
    /// Whether weights are only taken over when they win a match.
    gate: bool,
    trial: Option<Trial>,
    /// After how many nodes of self-play the next trial begins.
    due: u64,
    adopted: u32,
    rng: Rng,
}

/// New weights against those in use.
#[derive(Clone, Debug)]
struct Trial {
    contest: Contest<Move, PieceSquare>,
    /// Which of [`STRIDES`] is tried.
    stride: usize,
    /// What the strides before it cost.
    nodes: u64,
}

/// The first trial comes after so many nodes of self-play, the next when self-play has had one and a half times as many
/// nodes as the last trial.
const FIRST_TRIAL: u64 = 3_000_000;

/// How far to go from the weights in use to what was learned. Half the way is tried where the whole is no better:
/// shallow searches can learn what deeper ones do not need.
const STRIDES: [f64; 2] = [1.0, 0.5];

impl Learner {
    pub(super) fn new(rules: &Rules, eval: &PieceSquare, options: TrainerOptions, gate: bool, seed: u64) -> Learner {
        Learner {
            trainer: Trainer::new(rules, eval.clone(), options),
            gate,
            trial: None,
            due: FIRST_TRIAL,
            adopted: 0,
            rng: Rng::branch(seed, 2),
        }
    }

    pub(super) fn games(&self) -> u32 {
        self.trainer.games()
    }

    pub(super) fn adopted(&self) -> u32 {
        self.adopted
    }

    /// Plays one game of self-play, or two of a trial. Says whether the monitor wants more.
    pub(super) fn step(
        &mut self,
        rules: &Rules,
        from: &Position,
        champion: &mut PieceSquare,
        monitor: &mut dyn Monitor<Training>,
    ) -> ControlFlow<()> {
        if self.trial.is_none() && self.gate && self.trainer.has_learned() && self.trainer.nodes() >= self.due {
            self.trial = Some(self.challenge(rules, champion, 0, 0));
        }
        match &mut self.trial {
            Some(trial) => {
                if trial.contest.play_pair(rules, from, &mut self.rng, &mut Relay(monitor)).is_none() {
                    return ControlFlow::Break(());
                }
                self.settle(rules, champion);
            }
            None => {
                if !self.trainer.learn(rules, from, &mut self.rng, &mut Relay(monitor)) {
                    return ControlFlow::Break(());
                }
                if !self.gate && self.trainer.has_learned() {
                    champion.set_row(rules, self.trainer.mean());
                    self.adopted += 1;
                }
                let weights = self.trainer.eval().weights().clone();
                monitor.tell(Training { games: self.games(), weights, adopted: self.adopted });
            }
        }
        monitor.poll()
    }

    /// Settles at once whether what there is is taken over, unless the monitor stops it.
    pub(super) fn conclude(
        &mut self,
        rules: &Rules,
        from: &Position,
        champion: &mut PieceSquare,
        monitor: &mut dyn Monitor<Training>,
    ) {
        if self.gate && self.trainer.has_learned() {
            self.due = 0;
            while self.due <= self.trainer.nodes() && self.step(rules, from, champion, monitor).is_continue() {}
        }
    }

    fn challenge(&self, rules: &Rules, champion: &PieceSquare, stride: usize, nodes: u64) -> Trial {
        let mut challenger = champion.clone();
        let way = champion.row().into_iter().zip(self.trainer.mean());
        let row: Vec<f64> = way.map(|(old, new)| old + STRIDES[stride] * (new - old)).collect();
        challenger.set_row(rules, &row);
        Trial { contest: Contest::new(challenger, champion.clone(), ContestOptions::default()), stride, nodes }
    }

    /// Draws the consequences of a trial that is decided.
    fn settle(&mut self, rules: &Rules, champion: &mut PieceSquare) {
        let Some(trial) = &self.trial else { return };
        let Some(better) = trial.contest.verdict() else { return };
        let nodes = trial.nodes + trial.contest.nodes();
        let stride = trial.stride;
        if better {
            *champion = trial.contest.challenger().clone();
            self.adopted += 1;
        } else if stride + 1 < STRIDES.len() {
            self.trial = Some(self.challenge(rules, champion, stride + 1, nodes));
            return;
        }
        // What is learned from now on begins with the weights in use; if it has gone too far, more carefully.
        if !better || stride > 0 {
            self.trainer.restart(rules, &champion.row());
        }
        self.trial = None;
        self.due = self.trainer.nodes() + nodes + nodes / 2;
    }
}

/// Hands on the question whether to stop.
struct Relay<'a>(&'a mut dyn Monitor<Training>);

impl Monitor<()> for Relay<'_> {
    fn poll(&mut self) -> ControlFlow<()> {
        self.0.poll()
    }

    fn tell(&mut self, _event: ()) {}
}
