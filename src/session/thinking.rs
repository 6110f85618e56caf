//! Thinking beside the page: searches that report while they run, what a move was worth, and learning by self-play.
//!
//! All of it can be stopped by killing the worker: what it has found out by then it has said.

use std::ops::ControlFlow;

use crate::bots::{Bot, Budget, Kind, Knowledge, PlayerSpec, Start, Strong, Training, unit};
use crate::classes::unsupported;
use crate::game::KindId;
use crate::monitor::{Monitor, Quiet};
use crate::protocol::{
    Combined, Failed, FailureCode, Judgement, Module, Mover, PieceValue, Quality, ShareReport, ThinkingCommand,
    ThinkingReply, ThoughtView, ValuesView,
};
use crate::rng::Rng;
use crate::search::{Limits, Linear, Report, Score, Share, sigmoid};

use super::views::{line_view, side};

/// What a position is thought about with.
#[derive(Debug)]
pub(super) struct SearchContext<'a, G: Strong> {
    pub(super) game: &'a G,
    pub(super) pos: &'a G::Position,
    /// A net and learned weights; without them, players go by the weights that follow from the rules.
    pub(super) knowledge: Knowledge<'a>,
}

impl<G: Strong> Clone for SearchContext<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Strong> Copy for SearchContext<'_, G> {}

/// How to think: as a player of a level, or for analysis; and how much of it.
struct SearchRequest {
    player: Option<Mover>,
    seed: u32,
    nodes: Option<u32>,
    share: Option<[u32; 2]>,
}

/// Reports progress after so many polls of the search, one every 256 nodes.
const SIGN_OF_LIFE: u64 = 256;
const NODES_A_POLL: u64 = 256;

/// A lead of one of the cheapest pieces is worth this much, as the sigmoid's argument: six games of ten.
const STEEPNESS: f64 = 0.4;

/// How much of the chance to win an inaccuracy costs, and a mistake.
const INACCURACY: f64 = 0.05;
const MISTAKE: f64 = 0.12;

/// The largest weight that is taken from a message: sums over a full board must not overflow.
const HEAVIEST: f64 = 30_000.0;

/// Carries out a command; progress goes to `out`.
pub(super) fn answer<G: Strong>(
    context: SearchContext<'_, G>,
    command: ThinkingCommand,
    out: &mut dyn FnMut(ThinkingReply),
) -> Result<ThinkingReply, Failed> {
    match command {
        ThinkingCommand::Choose { player: Mover::Random, seed } => context.choose_randomly(seed),
        ThinkingCommand::Combine { shares } => Ok(ThinkingReply::Combined(combine(&shares))),
        _ if !cfg!(feature = "thinking") => Err(Failed::elsewhere(Module::Complete)),
        ThinkingCommand::Choose { player, seed } => context.choose(player, seed),
        ThinkingCommand::Think { player, seed, nodes, share } => {
            context.think(&SearchRequest { player, seed, nodes, share }, out)
        }
        ThinkingCommand::Judge { text, nodes } => context.judge(&text, nodes),
        ThinkingCommand::WarmUp { games, seed } => context.warm_up(games, seed, out),
        ThinkingCommand::Weigh { .. } | ThinkingCommand::Net { .. } => context.warm_up(0, 0, out),
        // Answered by the class of the game.
        ThinkingCommand::Voices | ThinkingCommand::Worths => Err(unsupported()),
    }
}

impl<G: Strong> SearchContext<'_, G> {
    /// A move at random, which needs no player: the one that a random player makes.
    fn choose_randomly(self, seed: u32) -> Result<ThinkingReply, Failed> {
        let mut rng = Rng::branch(self.seed_here(seed), 1);
        let (mut pos, mut mv) = (self.pos.clone(), Vec::new());
        loop {
            let decision = self.game.random_move(&pos, &mut rng, &mut Vec::new()).map_err(|_| over())?;
            self.game.play(&mut pos, decision);
            mv.push(decision);
            if !self.game.is_mid_move(&pos) {
                return Ok(ThinkingReply::Chosen(self.game.write_move(self.pos, &mv)));
            }
        }
    }

    /// Noise must not fall on the same moves in every game, nor on all moves of one.
    fn seed_here(self, seed: u32) -> u64 {
        let ply = self.game.placement(self.pos).ply;
        Rng::branch(u64::from(seed), u64::from(ply)).next_u64()
    }

    /// A move by a player who sees this position for the first time: the same seed gives the same move.
    fn choose(self, player: Mover, seed: u32) -> Result<ThinkingReply, Failed> {
        let mut bot = self.player(Some(player), seed)?;
        let (mut pos, mut mv) = (self.pos.clone(), Vec::new());
        loop {
            let decision = bot.choose_quietly(self.game, &pos, Limits::default()).ok_or_else(over)?;
            self.game.play(&mut pos, decision);
            mv.push(decision);
            if !self.game.is_mid_move(&pos) {
                return Ok(ThinkingReply::Chosen(self.game.write_move(self.pos, &mv)));
            }
        }
    }

    /// Looks ahead, and says at every depth how far it has come.
    fn think(self, request: &SearchRequest, out: &mut dyn FnMut(ThinkingReply)) -> Result<ThinkingReply, Failed> {
        let mut bot = self.player(request.player, request.seed)?;
        let [part, of] = request.share.unwrap_or([0, 1]);
        if part >= of {
            let message = "Expected the number of a share below the number of shares.";
            return Err(Failed::new(FailureCode::Argument, message));
        }
        let limits = Limits {
            nodes: request.nodes.map_or(u64::MAX, |nodes| u64::from(nodes.max(1))),
            share: Share { part, of },
            ..Limits::default()
        };
        let scale = self.scale(&bot);
        let mut reporter = Reporter { context: self, scale, polls: 0, latest: nothing_yet(), out };
        let mut report = bot.choose(self.game, self.pos, limits, &mut reporter);
        // Shares are compared at a depth that all have finished, so a share answers with its last whole one.
        if of > 1 && report.partial && reporter.latest.depth > 0 {
            report = Report { nodes: report.nodes, ..reporter.latest };
        }
        // A share of few moves may be empty; a whole search without a move means that the game is over.
        if report.line.is_empty() && of == 1 {
            return Err(over());
        }
        Ok(ThinkingReply::Thought(self.view(&report, scale)))
    }

    /// What a move is worth beside the best one, both looked at to the same depth.
    fn judge(self, text: &str, nodes: u32) -> Result<ThinkingReply, Failed> {
        let mut bot = self.player(None, 0)?;
        let mv = self.game.read_move(self.pos, text);
        let mv = mv.ok_or_else(|| Failed::new(FailureCode::Move, "This is not a legal move here."))?;
        let scale = self.scale(&bot);
        let best = bot.choose(self.game, self.pos, Limits::nodes(u64::from(nodes.max(1))), &mut Quiet);
        let is_best = best.line.starts_with(&mv);
        let played = if is_best { best.clone() } else { self.after(&mut bot, &mv, &best) };
        let lost = scale.chance(best.score) - scale.chance(played.score);
        let quality = if is_best {
            Quality::Best
        } else if best.score.is_win() && !played.score.is_win() {
            Quality::MissedWin
        } else if is_loss(played.score) && !is_loss(best.score) {
            Quality::Loses
        } else if lost < INACCURACY {
            Quality::Good
        } else if lost < MISTAKE {
            Quality::Inaccuracy
        } else {
            Quality::Mistake
        };
        let (best, played) = (self.view(&best, scale), self.view(&played, scale));
        Ok(ThinkingReply::Judged(Judgement { quality, best, played }))
    }

    /// The line that begins with `mv`, looked at less deeply after it by as many decisions as it takes.
    fn after(self, bot: &mut Bot<G>, mv: &[G::Move], best: &Report<G::Move>) -> Report<G::Move> {
        let mut pos = self.pos.clone();
        self.game.play_whole(&mut pos, mv);
        let decisions = mv.len() as u32;
        let depth = best.line_depth().saturating_sub(decisions).max(1);
        // Twice the nodes: a worse move's line can take longer to refute.
        let limits = Limits { depth, ..Limits::nodes(best.nodes.max(500) * 2) };
        let mut report = bot.choose(self.game, &pos, limits, &mut Quiet);
        if self.game.to_move(&pos) != self.game.to_move(self.pos) {
            report.score = -report.score;
        }
        // So much further from here.
        if let Some(distance) = report.score.distance() {
            let further = distance + decisions;
            report.score = if report.score.is_win() { Score::win_in(further) } else { Score::loss_in(further) };
        }
        report.depth += decisions;
        report.line.splice(..0, mv.iter().copied());
        report
    }

    /// Learns by games against itself, and tells of every one. What proved better is in the answer.
    fn warm_up(self, games: u32, seed: u32, out: &mut dyn FnMut(ThinkingReply)) -> Result<ThinkingReply, Failed> {
        let mut bot = self.player(None, seed)?;
        let before = values(self.game, &bot.weights().ok_or_else(over)?);
        let mut coach = Coach { game: self.game, view: ValuesView { values: before, ..ValuesView::default() }, out };
        if games > 0 {
            bot.learn(self.game, &self.game.start(), Budget::Games(games), &mut coach);
        }
        let mut view = coach.view;
        view.learned = bot.weights().filter(|_| view.adopted > 0);
        Ok(ThinkingReply::Values(view))
    }

    fn player(self, player: Option<Mover>, seed: u32) -> Result<Bot<G>, Failed> {
        let spec = match player {
            None => PlayerSpec::new(Kind::AlphaBeta),
            Some(Mover::Random) => PlayerSpec::new(Kind::Random),
            Some(Mover::Level(level)) => {
                let spec = PlayerSpec::level(level);
                spec.ok_or_else(|| Failed::new(FailureCode::Argument, "Levels go from 1 to 8."))?
            }
        };
        Ok(Bot::with_knowledge(self.game, spec, self.seed_here(seed), self.knowledge))
    }

    fn scale(self, bot: &Bot<G>) -> Scale {
        Scale { unit: unit(self.game, bot.weights().as_deref()) }
    }

    fn view(self, report: &Report<G::Move>, scale: Scale) -> ThoughtView {
        let distance = report.score.distance().map(|distance| distance as i32);
        ThoughtView {
            depth: report.depth,
            partial: report.partial,
            nodes: report.nodes as f64,
            value: report.score.value(),
            score: f64::from(report.score.value()) / scale.unit,
            chance: scale.chance(report.score),
            win: distance.map(|distance| if report.score.is_win() { distance } else { -distance }),
            line: line_view(self.game, self.pos, &report.line),
        }
    }
}

/// What the shares of a search have found together, once each has reported.
fn combine(shares: &[Vec<ShareReport>]) -> Option<Combined> {
    if shares.is_empty() || shares.iter().any(Vec::is_empty) {
        return None;
    }
    // The line of a report is where it stands here.
    let report = |share: u32, index: u32, report: &ShareReport| {
        let line = if report.empty { Vec::new() } else { vec![(share, index)] };
        let score = Score::from_value(report.value);
        Report { partial: report.partial, ..Report::new(report.depth, u64::from(report.nodes), score, line) }
    };
    let all: Vec<Vec<Report<(u32, u32)>>> = (0..)
        .zip(shares)
        .map(|(share, reports)| (0..).zip(reports).map(|(index, each)| report(share, index, each)).collect())
        .collect();
    let Report { depth, partial, nodes, line, .. } = Report::combine(&all);
    let (share, report) = line.first().copied().unwrap_or((0, 0));
    Some(Combined { share, report, depth, partial, nodes: u32::try_from(nodes).unwrap_or(u32::MAX) })
}

/// Takes weights from a message, if they can be weights of this game.
pub(super) fn check_weights<G: Strong>(game: &G, weights: &[f64]) -> Result<(), Failed> {
    let fits = weights.len() == game.evaluation(Start::Ones).row().len();
    if fits && weights.iter().all(|weight| weight.abs() <= HEAVIEST) {
        return Ok(());
    }
    let message = "These weights do not fit this game: expected one number for each piece and square.";
    Err(Failed::new(FailureCode::Argument, message))
}

/// Takes a net from a message, if it is whole and of this game.
pub(super) fn check_net<G: Strong>(game: &G, bytes: &[u8]) -> Result<(), Failed> {
    let tried = game.take_net(&mut game.evaluation(Start::Ones), bytes);
    tried.map_err(|why| Failed::new(FailureCode::Argument, format!("The net cannot be used: {why}.")))
}

fn is_loss(score: Score) -> bool {
    score.is_decided() && !score.is_win()
}

fn over() -> Failed {
    Failed::new(FailureCode::Over, "The game is over; there is no move to choose.")
}

fn nothing_yet<M>() -> Report<M> {
    Report::new(0, 0, Score::DRAW, Vec::new())
}

fn values<G: Strong>(game: &G, weights: &[f64]) -> Vec<PieceValue> {
    let kinds = game.kinds();
    let value = |(id, worth): (KindId, f64)| {
        let kind = kinds.iter().find(|kind| kind.id == id)?;
        Some(PieceValue { piece: id.0, side: side(kind.owner), value: worth as f32 })
    };
    game.worths(weights).into_iter().filter_map(value).collect()
}

/// How scores are told to people.
#[derive(Clone, Copy)]
struct Scale {
    /// The score of one of the cheapest pieces.
    unit: f64,
}

impl Scale {
    /// The chance to win that a score stands for.
    fn chance(self, score: Score) -> f64 {
        match score.is_decided() {
            true if score.is_win() => 1.0,
            true => 0.0,
            false => sigmoid(STEEPNESS * f64::from(score.value()) / self.unit),
        }
    }
}

/// Passes on what a search reports, and says now and then that it is still running.
struct Reporter<'a, 'b, G: Strong> {
    context: SearchContext<'a, G>,
    scale: Scale,
    polls: u64,
    latest: Report<G::Move>,
    out: &'b mut dyn FnMut(ThinkingReply),
}

impl<G: Strong> Reporter<'_, '_, G> {
    fn say(&mut self) {
        (self.out)(ThinkingReply::Thinking(self.context.view(&self.latest, self.scale)));
    }
}

impl<G: Strong> Monitor<Report<G::Move>> for Reporter<'_, '_, G> {
    fn poll(&mut self) -> ControlFlow<()> {
        self.polls += 1;
        if self.polls.is_multiple_of(SIGN_OF_LIFE) {
            self.latest.nodes = self.polls * NODES_A_POLL;
            self.say();
        }
        ControlFlow::Continue(())
    }

    fn tell(&mut self, report: Report<G::Move>) {
        self.latest = report;
        self.say();
    }
}

/// Passes on how learning goes.
struct Coach<'a, 'b, G> {
    game: &'a G,
    view: ValuesView,
    out: &'b mut dyn FnMut(ThinkingReply),
}

impl<G: Strong> Monitor<Training> for Coach<'_, '_, G> {
    fn tell(&mut self, Training { games, weights, adopted }: Training) {
        let learned = (adopted > self.view.adopted).then(|| weights.clone());
        self.view = ValuesView { games, adopted, values: values(self.game, &weights), learned };
        (self.out)(ThinkingReply::Warming(self.view.clone()));
    }
}
