//! Getting better by play: learning proposes weights, and their games against those in use, which it learns from, decide
//! whether they are taken over.

use std::ops::ControlFlow;

use crate::bots::Strong;
use crate::monitor::Monitor;
use crate::rng::Rng;
use crate::search::{Contest, Linear, Trainer, TrainerOptions};

/// Progress of learning, reported after every game.
#[derive(Clone, Debug, PartialEq)]
pub struct Training {
    /// Games so far.
    pub games: u32,
    /// What it has come to; where new weights have just taken the place of those in use, those.
    pub weights: Vec<f64>,
    /// How many times new weights proved better than those in use, and took their place.
    pub adopted: u32,
}

/// What a player has learned so far. It can be left at any time and taken up again, from another position too.
#[derive(Clone, Debug)]
pub(super) struct Learner<G: Strong> {
    trainer: Trainer<G::Move, G::Eval>,
    /// Whether weights are only taken over when they win a contest.
    gate: bool,
    /// What the trainer's challenger has scored with its present weights.
    contest: Contest,
    adopted: u32,
    rng: Rng,
}

/// So many first games only teach: there is no challenger worth the name yet.
const WARM_UP: u32 = 40;

impl<G: Strong> Learner<G> {
    pub(super) fn new(game: &G, eval: &G::Eval, options: TrainerOptions, gate: bool, seed: u64) -> Learner<G> {
        let trainer = Trainer::new(game, eval.clone(), options);
        Learner { trainer, gate, contest: Contest::default(), adopted: 0, rng: Rng::branch(seed, 2) }
    }

    pub(super) fn games(&self) -> u32 {
        self.trainer.games()
    }

    pub(super) fn adopted(&self) -> u32 {
        self.adopted
    }

    /// Plays one game, which teaches and counts for the contest alike. Says whether the monitor wants more.
    pub(super) fn step(
        &mut self,
        game: &G,
        from: &G::Position,
        champion: &mut G::Eval,
        monitor: &mut dyn Monitor<Training>,
    ) -> ControlFlow<()> {
        let Some(score) = self.trainer.learn(game, from, &mut self.rng, &mut Relay(monitor)) else {
            return ControlFlow::Break(());
        };
        let before = self.adopted;
        if !self.gate {
            self.trainer.renew(game);
            self.adopt(champion);
        } else if self.games() <= WARM_UP {
            self.trainer.renew(game);
        } else {
            self.contest.add(score);
            if let Some(better) = self.contest.verdict() {
                self.settle(game, champion, better);
            }
        }
        let weights = if self.adopted == before { self.trainer.row() } else { champion.row() };
        monitor.tell(Training { games: self.games(), weights, adopted: self.adopted });
        monitor.poll()
    }

    /// When learning ends in the middle of a contest, its games so far decide.
    pub(super) fn conclude(&mut self, game: &G, champion: &mut G::Eval, monitor: &mut dyn Monitor<Training>) {
        if self.contest.is_ahead() {
            self.settle(game, champion, true);
            let weights = champion.row();
            monitor.tell(Training { games: self.games(), weights, adopted: self.adopted });
        }
    }

    /// Ends a contest, and begins the next with what was learned meanwhile.
    fn settle(&mut self, game: &G, champion: &mut G::Eval, better: bool) {
        if better {
            self.trainer.crown();
            self.adopt(champion);
        }
        self.contest = Contest::default();
        self.trainer.renew(game);
    }

    fn adopt(&mut self, champion: &mut G::Eval) {
        *champion = self.trainer.challenger().clone();
        self.adopted += 1;
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
