//! A player that plays.

use crate::bots::learner::{Learner, Training};
use crate::bots::{Budget, Kind, Knowledge, PlayerSpec, Strong};
use crate::game::Outcome;
use crate::monitor::{Monitor, Quiet};
use crate::rng::Rng;
use crate::search::{
    AlphaBeta, Evaluator, Gain, Limits, Linear, Report, Score, Searcher, TrainerOptions, Uct, UctOptions,
};

/// A player of one game. It can be asked about any position; unless it was asked to keep its table through a game, the answer
/// does not depend on earlier ones.
#[derive(Clone, Debug)]
pub struct Bot<G: Strong> {
    spec: PlayerSpec,
    brain: Brain<G>,
    rng: Rng,
    seed: u64,
    /// What it has learned, once it has begun to.
    learner: Option<Box<Learner<G>>>,
}

#[derive(Clone, Debug)]
enum Brain<G: Strong> {
    Random,
    Greedy(G::Eval),
    AlphaBeta(Box<AlphaBeta<G::Move, G::Eval>>),
    Uct(Uct<()>),
    UctPieces(Uct<G::Prior>),
}

impl<G: Strong> Bot<G> {
    pub fn new(game: &G, spec: PlayerSpec, seed: u64) -> Bot<G> {
        Bot::with(game, spec, seed, || game.evaluation(spec.start))
    }

    /// A player that goes by what was trained for this game, wherever its own weights would come from.
    pub fn with_knowledge(game: &G, spec: PlayerSpec, seed: u64, knowledge: Knowledge<'_>) -> Bot<G> {
        Bot::with(game, spec, seed, || knowledge.evaluation(game))
    }

    fn with(game: &G, spec: PlayerSpec, seed: u64, eval: impl Fn() -> G::Eval) -> Bot<G> {
        let brain = match spec.kind {
            Kind::Random => Brain::Random,
            Kind::Greedy => Brain::Greedy(eval()),
            Kind::AlphaBeta => Brain::AlphaBeta(Box::new(AlphaBeta::new(eval(), spec.search))),
            Kind::Uct => Brain::Uct(Uct::new((), UctOptions::default(), seed)),
            Kind::UctPieces => Brain::UctPieces(Uct::new(game.prior(seed, spec.trust), UctOptions::default(), seed)),
        };
        Bot { spec, brain, rng: Rng::branch(seed, 1), seed, learner: None }
    }

    pub fn spec(&self) -> PlayerSpec {
        self.spec
    }

    /// A new game begins: nothing is remembered of the last one.
    pub fn begin_game(&mut self) {
        if let Brain::AlphaBeta(search) = &mut self.brain {
            search.forget();
        }
    }

    /// The weights that it goes by, where it does.
    pub fn weights(&self) -> Option<Vec<f64>> {
        match &self.brain {
            Brain::Greedy(eval) => Some(eval.row()),
            Brain::AlphaBeta(search) => Some(search.eval.row()),
            _ => None,
        }
    }

    /// Learns by playing from `from` on, until the budget is used up or the monitor says stop. Says whether the weights
    /// changed. Only an alpha-beta player learns.
    pub fn learn(&mut self, game: &G, from: &G::Position, budget: Budget, monitor: &mut dyn Monitor<Training>) -> bool {
        let Brain::AlphaBeta(search) = &mut self.brain else { return false };
        let learner = self.learner.get_or_insert_with(|| {
            let defaults = TrainerOptions::default();
            let options = TrainerOptions {
                rate: self.spec.rate.map_or(defaults.rate, |rate| f64::from(rate) / 1000.0),
                nodes: self.spec.td_nodes.unwrap_or(defaults.nodes),
                ..defaults
            };
            Box::new(Learner::new(game, &search.eval, options, self.spec.gate, self.seed))
        });
        let before = learner.adopted();
        let most = match budget {
            Budget::Games(games) => learner.games().saturating_add(games),
            Budget::Millis(_) => u32::MAX,
        };
        while learner.games() < most && learner.step(game, from, &mut search.eval, monitor).is_continue() {}
        learner.conclude(game, &mut search.eval, monitor);
        let changed = learner.adopted() > before;
        if changed {
            // What was found with the old weights.
            search.forget();
        }
        changed
    }

    /// The player's move. The report's line is empty only where the game is over.
    pub fn choose(
        &mut self,
        game: &G,
        pos: &G::Position,
        limits: Limits,
        monitor: &mut dyn Monitor<Report<G::Move>>,
    ) -> Report<G::Move> {
        let limits = Limits {
            depth: limits.depth.min(self.spec.depth.unwrap_or(u32::MAX)),
            nodes: limits.nodes.min(self.spec.nodes.unwrap_or(u64::MAX)),
            ..limits
        };
        if self.spec.noise > 0 && self.rng.below(1000) < self.spec.noise {
            return self.blindly(game, pos);
        }
        match &mut self.brain {
            Brain::Random => self.blindly(game, pos),
            Brain::Greedy(eval) => greedy(game, eval, pos, &mut self.rng),
            Brain::AlphaBeta(search) => search.search(game, pos, limits, monitor),
            Brain::Uct(uct) => uct.search(game, pos, limits, monitor),
            Brain::UctPieces(uct) => uct.search(game, pos, limits, monitor),
        }
    }

    fn blindly(&mut self, game: &G, pos: &G::Position) -> Report<G::Move> {
        let line = game.random_move(pos, &mut self.rng, &mut Vec::new()).into_iter().collect();
        Report::new(0, 1, Score::DRAW, line)
    }
}

/// The best position one move ahead; among equals, any.
fn greedy<G: Strong>(game: &G, eval: &G::Eval, pos: &G::Position, rng: &mut Rng) -> Report<G::Move> {
    let mut report = Report::new(1, 0, Score::MIN, Vec::new());
    let mut moves = Vec::new();
    game.moves(pos, &mut moves);
    let me = game.to_move(pos);
    let mut ties = 0;
    for mv in moves {
        report.nodes += 1;
        let mut after = pos.clone();
        game.play(&mut after, mv);
        let score = match game.decided(&after) {
            Some(Outcome::Win(winner)) if winner == me => Score::win_in(1),
            Some(Outcome::Win(_)) => Score::loss_in(1),
            _ if eval.gain(game, pos, mv) == Gain::Wins => Score::win_in(1),
            _ => {
                let score = eval.score(game, &after, &eval.sum(game, &after));
                if game.to_move(&after) == me { score } else { -score }
            }
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

/// For callers that want no progress reports.
impl<G: Strong> Bot<G> {
    pub fn choose_quietly(&mut self, game: &G, pos: &G::Position, limits: Limits) -> Option<G::Move> {
        self.choose(game, pos, limits, &mut Quiet).best()
    }

    /// Goes by these weights from now on, as [`Bot::weights`] gave them; for players that go by weights.
    pub fn set_weights(&mut self, game: &G, row: &[f64]) {
        match &mut self.brain {
            Brain::Greedy(eval) => eval.set_row(game, row),
            Brain::AlphaBeta(search) => {
                search.eval.set_row(game, row);
                search.forget();
            }
            _ => {}
        }
    }

    /// Goes by a net of a file from now on; otherwise says why not. Players that go by no weights take none.
    pub fn set_net(&mut self, game: &G, bytes: &[u8]) -> Result<(), String> {
        match &mut self.brain {
            Brain::Greedy(eval) => game.take_net(eval, bytes),
            Brain::AlphaBeta(search) => {
                search.forget();
                game.take_net(&mut search.eval, bytes)
            }
            _ => Ok(()),
        }
    }
}
