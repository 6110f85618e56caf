//! A player that plays.

use crate::bots::learner::{Learner, Training};
use crate::bots::{Budget, Kind, PieceEstimate, PieceSquare, PlayerSpec, Start, Weights};
use crate::game::{Game, Outcome};
use crate::monitor::{Monitor, Quiet};
use crate::rng::Rng;
use crate::sbg::{Move, Position, Rules};
use crate::search::{
    AlphaBeta, Evaluator, Gain, Limits, Options, Report, Score, Searcher, TrainerOptions, Uct, UctOptions,
};

/// A player of one game. It keeps no memory of the moves played, so it can be asked about any position.
#[derive(Clone, Debug)]
pub struct Bot {
    spec: PlayerSpec,
    brain: Brain,
    rng: Rng,
    seed: u64,
    /// What it has learned, once it has begun to.
    learner: Option<Box<Learner>>,
}

#[derive(Clone, Debug)]
enum Brain {
    Random,
    Greedy(PieceSquare),
    AlphaBeta(Box<AlphaBeta<Move, PieceSquare>>),
    Uct(Uct<()>),
    UctPieces(Uct<PieceEstimate>),
}

impl Bot {
    pub fn new(rules: &Rules, spec: PlayerSpec, seed: u64) -> Bot {
        let eval = || {
            let weights = match spec.start {
                Start::Rules => Weights::from_rules(rules),
                Start::Ones => Weights::ones(rules),
            };
            PieceSquare::new(rules, weights)
        };
        let options = Options {
            quiescence: spec.quiescence,
            extensions: spec.extensions,
            reductions: spec.reductions,
            null_move: spec.null_move,
            table_bits: spec.hash,
            ..Options::STRONG
        };
        let brain = match spec.kind {
            Kind::Random => Brain::Random,
            Kind::Greedy => Brain::Greedy(eval()),
            Kind::AlphaBeta => Brain::AlphaBeta(Box::new(AlphaBeta::new(eval(), options))),
            Kind::Uct => Brain::Uct(Uct::new((), UctOptions::default(), seed)),
            Kind::UctPieces => {
                let mut estimate = PieceEstimate::by_random_play(rules, seed);
                if let Some(trust) = spec.trust {
                    estimate = estimate.with_weight(f64::from(trust));
                }
                Brain::UctPieces(Uct::new(estimate, UctOptions::default(), seed))
            }
        };
        Bot { spec, brain, rng: Rng::branch(seed, 1), seed, learner: None }
    }

    pub fn spec(&self) -> PlayerSpec {
        self.spec
    }

    /// What its pieces are worth to it, where it goes by that.
    pub fn weights(&self) -> Option<&Weights> {
        match &self.brain {
            Brain::Greedy(eval) => Some(eval.weights()),
            Brain::AlphaBeta(search) => Some(search.eval.weights()),
            _ => None,
        }
    }

    /// Learns by playing from `from` on, until the budget is used up or the monitor says stop. Says whether the weights
    /// changed. Only an alpha-beta player learns.
    pub fn learn(
        &mut self,
        rules: &Rules,
        from: &Position,
        budget: Budget,
        monitor: &mut dyn Monitor<Training>,
    ) -> bool {
        let Brain::AlphaBeta(search) = &mut self.brain else { return false };
        let learner = self.learner.get_or_insert_with(|| {
            let defaults = TrainerOptions::default();
            let options = TrainerOptions {
                rate: self.spec.rate.map_or(defaults.rate, |rate| f64::from(rate) / 1000.0),
                nodes: self.spec.td_nodes.unwrap_or(defaults.nodes),
                ..defaults
            };
            Box::new(Learner::new(rules, &search.eval, options, self.spec.gate, self.seed))
        });
        let before = learner.adopted();
        let most = match budget {
            Budget::Games(games) => learner.games().saturating_add(games),
            Budget::Millis(_) => u32::MAX,
        };
        while learner.games() < most && learner.step(rules, from, &mut search.eval, monitor).is_continue() {}
        learner.conclude(rules, &mut search.eval, monitor);
        learner.adopted() > before
    }

    /// The player's move. The report's line is empty only where the game is over.
    pub fn choose(
        &mut self,
        rules: &Rules,
        pos: &Position,
        limits: Limits,
        monitor: &mut dyn Monitor<Report<Move>>,
    ) -> Report<Move> {
        let limits = Limits {
            depth: limits.depth.min(self.spec.depth.unwrap_or(u32::MAX)),
            nodes: limits.nodes.min(self.spec.nodes.unwrap_or(u64::MAX)),
            ..limits
        };
        if self.spec.noise > 0 && self.rng.below(1000) < self.spec.noise {
            return self.blindly(rules, pos);
        }
        match &mut self.brain {
            Brain::Random => self.blindly(rules, pos),
            Brain::Greedy(eval) => greedy(rules, eval, pos, &mut self.rng),
            Brain::AlphaBeta(search) => search.search(rules, pos, limits, monitor),
            Brain::Uct(uct) => uct.search(rules, pos, limits, monitor),
            Brain::UctPieces(uct) => uct.search(rules, pos, limits, monitor),
        }
    }

    fn blindly(&mut self, rules: &Rules, pos: &Position) -> Report<Move> {
        let line = rules.random_move(pos, &mut self.rng, &mut Vec::new()).into_iter().collect();
        Report::new(0, 1, Score::DRAW, line)
    }
}

/// The best position one move ahead; among equals, any.
fn greedy(rules: &Rules, eval: &PieceSquare, pos: &Position, rng: &mut Rng) -> Report<Move> {
    let mut report = Report::new(1, 0, Score::MIN, Vec::new());
    let mut moves = Vec::new();
    rules.moves(pos, &mut moves);
    let mut ties = 0;
    for mv in moves {
        report.nodes += 1;
        let mut after = pos.clone();
        rules.play(&mut after, mv);
        let score = match rules.decided(&after) {
            Some(Outcome::Win(winner)) if winner == pos.to_move() => Score::win_in(1),
            Some(Outcome::Win(_)) => Score::loss_in(1),
            _ if eval.gain(rules, pos, mv) == Gain::Wins => Score::win_in(1),
            _ => -eval.score(rules, &after, eval.sum(rules, &after)),
        };
        if score > report.score {
            ties = 0;
        }
        if score >= report.score {
            ties += 1;
            if rng.one_in(ties) {
                report.line = vec![mv];
            }
            report.score = score;
        }
    }
    report
}

/// For callers that do not look on.
impl Bot {
    pub fn choose_quietly(&mut self, rules: &Rules, pos: &Position, limits: Limits) -> Option<Move> {
        self.choose(rules, pos, limits, &mut Quiet).best()
    }
    /// Goes by these weights from now on, as [`Weights::to_vec`] gave them; for players that go by weights.
    pub fn set_weights(&mut self, rules: &Rules, row: &[f64]) {
        match &mut self.brain {
            Brain::Greedy(eval) => eval.set_weights(rules, row),
            Brain::AlphaBeta(search) => search.eval.set_weights(rules, row),
            _ => {}
        }
    }
}
