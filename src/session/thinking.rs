//! Thinking beside the page: searches that report while they run, what a move was worth, and learning by self-play.
//!
//! All of it can be stopped by killing the worker: what it has found out by then it has said.

use std::ops::ControlFlow;

use crate::bots::{Bot, Budget, Kind, PlayerSpec, Training, Weights};
use crate::game::Game;
use crate::monitor::{Monitor, Quiet};
use crate::protocol::{Judgement, Mover, PieceValue, Quality, Reply, ThoughtView, ValuesView};
use crate::rng::Rng;
use crate::sbg::{Move, Position, Rules};
use crate::search::{Limits, Report, Score, Share, sigmoid};

use super::{Failure, move_view, side};

/// What a position is thought about with.
#[derive(Clone, Copy)]
pub(super) struct Table<'a> {
    pub(super) rules: &'a Rules,
    pub(super) pos: &'a Position,
    /// Weights that were learned; without them, those that follow from the rules.
    pub(super) learned: Option<&'a [f64]>,
}

/// How to think: as a player of a level, or for analysis; and how much of it.
pub(super) struct Order {
    pub(super) player: Option<Mover>,
    pub(super) seed: u32,
    pub(super) nodes: Option<u32>,
    pub(super) share: Option<[u32; 2]>,
}

/// A sign of life after so many times that the search has asked whether to go on, which is every 256 nodes.
const SIGN_OF_LIFE: u64 = 256;
const NODES_A_POLL: u64 = 256;

/// A lead of one of the cheapest pieces is worth this much, as the sigmoid's argument: six games of ten.
const STEEPNESS: f64 = 0.4;

/// How much of the chance to win an inaccuracy costs, and a mistake.
const INACCURACY: f64 = 0.05;
const MISTAKE: f64 = 0.12;

/// The largest weight that is taken from a message: sums over a full board must not overflow.
const HEAVIEST: f64 = 30_000.0;

impl<'a> Table<'a> {
    /// Looks ahead, and says at every depth how far it has come.
    pub(super) fn think(self, order: &Order, out: &mut dyn FnMut(Reply)) -> Result<Reply, Failure> {
        let mut bot = self.player(order.player, order.seed)?;
        let [part, of] = order.share.unwrap_or([0, 1]);
        if part >= of {
            return Err(Failure::new("A share must be one of several: expected a part below their number."));
        }
        let limits = Limits {
            nodes: order.nodes.map_or(u64::MAX, |nodes| u64::from(nodes.max(1))),
            share: Share { part, of },
            ..Limits::default()
        };
        let scale = Scale::new(self.rules, bot.weights());
        let mut onlooker = Onlooker { table: self, scale, polls: 0, latest: nothing_yet(), out };
        let mut report = bot.choose(self.rules, self.pos, limits, &mut onlooker);
        // Shares are compared at a depth that all have finished, so a share answers with its last whole one.
        if of > 1 && report.partial && onlooker.latest.depth > 0 {
            report = Report { nodes: report.nodes, ..onlooker.latest };
        }
        // A share of few moves may be empty; a whole search without a move means that the game is over.
        if report.line.is_empty() && of == 1 {
            return Err(over());
        }
        Ok(Reply::Thought { thought: self.view(&report, scale) })
    }

    /// What a move is worth beside the best one, both looked at to the same depth.
    pub(super) fn judge(self, text: &str, nodes: u32) -> Result<Reply, Failure> {
        let mut bot = self.player(None, 0)?;
        let mv = self.rules.read_move(self.pos, text).ok_or_else(|| Failure::new("This is not a legal move here."))?;
        let scale = Scale::new(self.rules, bot.weights());
        let best = bot.choose(self.rules, self.pos, Limits::nodes(u64::from(nodes.max(1))), &mut Quiet);
        let played = if best.best() == Some(mv) { best.clone() } else { self.after(&mut bot, mv, &best) };
        let lost = scale.chance(best.score) - scale.chance(played.score);
        let quality = if best.best() == Some(mv) {
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
        Ok(Reply::Judged { judgement: Judgement { quality, best, played } })
    }

    /// The line that begins with `mv`, looked at one move less deeply after it.
    fn after(self, bot: &mut Bot, mv: Move, best: &Report<Move>) -> Report<Move> {
        let mut pos = self.pos.clone();
        self.rules.play(&mut pos, mv);
        // Twice the nodes: a worse move's line can take longer to refute.
        let limits =
            Limits { depth: best.line_depth().saturating_sub(1).max(1), ..Limits::nodes(best.nodes.max(500) * 2) };
        let mut report = bot.choose(self.rules, &pos, limits, &mut Quiet);
        if pos.to_move() != self.pos.to_move() {
            report.score = -report.score;
        }
        // One move further from here.
        if let Some(distance) = report.score.distance() {
            let further = distance + 1;
            report.score = if report.score.is_win() { Score::win_in(further) } else { Score::loss_in(further) };
        }
        report.depth += 1;
        report.line.insert(0, mv);
        report
    }

    /// Learns by games against itself, and tells of every one. What proved better is in the answer.
    pub(super) fn warm_up(self, games: u32, seed: u32, out: &mut dyn FnMut(Reply)) -> Result<Reply, Failure> {
        let mut bot = self.player(None, seed)?;
        let before = values(self.rules, bot.weights().ok_or_else(over)?);
        let mut coach = Coach { rules: self.rules, view: ValuesView { values: before, ..ValuesView::default() }, out };
        if games > 0 {
            bot.learn(self.rules, &self.rules.start(), Budget::Games(games), &mut coach);
        }
        let mut view = coach.view;
        view.learned = bot.weights().filter(|_| view.adopted > 0).map(Weights::to_vec);
        Ok(Reply::Values { values: view })
    }

    fn player(self, player: Option<Mover>, seed: u32) -> Result<Bot, Failure> {
        let spec = match player {
            None => PlayerSpec::new(Kind::AlphaBeta),
            Some(Mover::Random) => PlayerSpec::new(Kind::Random),
            Some(Mover::Level(level)) => {
                PlayerSpec::level(level).ok_or_else(|| Failure::new("Levels go from 1 to 8."))?
            }
        };
        // Noise must not fall on the same moves in every game, nor on all moves of one.
        let seed = Rng::branch(u64::from(seed), u64::from(self.pos.ply())).next_u64();
        let mut bot = Bot::new(self.rules, spec, seed);
        if let Some(row) = self.learned {
            bot.set_weights(self.rules, row);
        }
        Ok(bot)
    }

    fn view(self, report: &Report<Move>, scale: Scale) -> ThoughtView {
        let mut pos = self.pos.clone();
        let mut line = Vec::with_capacity(report.line.len());
        for mv in &report.line {
            line.push(move_view(self.rules, &pos, *mv));
            self.rules.play(&mut pos, *mv);
        }
        let distance = report.score.distance().map(|distance| distance as i32);
        ThoughtView {
            depth: report.depth,
            nodes: report.nodes as f64,
            value: report.score.value(),
            score: f64::from(report.score.value()) / scale.unit,
            chance: scale.chance(report.score),
            win: distance.map(|distance| if report.score.is_win() { distance } else { -distance }),
            line,
        }
    }
}

/// A move by a player who sees this position for the first time: the same seed gives the same move.
pub(super) fn choose(table: Table<'_>, player: Mover, seed: u32) -> Result<Move, Failure> {
    table.player(Some(player), seed)?.choose_quietly(table.rules, table.pos, Limits::default()).ok_or_else(over)
}

/// Takes weights from a message, if they can be weights of this game.
pub(super) fn check_weights(rules: &Rules, weights: &[f64]) -> Result<(), Failure> {
    let fits = weights.len() == Weights::ones(rules).to_vec().len();
    if fits && weights.iter().all(|weight| weight.abs() <= HEAVIEST) {
        return Ok(());
    }
    Err(Failure::new("These weights do not fit this game: expected one number for each piece and square."))
}

fn is_loss(score: Score) -> bool {
    score.is_decided() && !score.is_win()
}

fn over() -> Failure {
    Failure::new("The game is over; there is no move to choose.")
}

fn nothing_yet() -> Report<Move> {
    Report::new(0, 0, Score::DRAW, Vec::new())
}

fn values(rules: &Rules, weights: &Weights) -> Vec<PieceValue> {
    let value = |weight: f64| weight as f32;
    let pieces = rules.pieces();
    pieces
        .map(|(piece, info)| PieceValue {
            letter: String::from(info.letter),
            side: side(info.player),
            value: value(weights.material(piece)),
        })
        .collect()
}

/// How scores are told to people.
#[derive(Clone, Copy)]
struct Scale {
    /// The score of one of the cheapest pieces.
    unit: f64,
}

impl Scale {
    fn new(rules: &Rules, weights: Option<&Weights>) -> Scale {
        let start = rules.start();
        let pieces = rules.pieces().filter(|(piece, _)| start.count(*piece) > 0);
        let worths = pieces.filter_map(|(piece, _)| weights.map(|weights| weights.material(piece)));
        let least = worths.filter(|worth| *worth > 0.01).fold(f64::MAX, f64::min);
        // Search counts in hundredths of a weight.
        Scale { unit: if least < f64::MAX { 100.0 * least } else { 1000.0 } }
    }

    /// The chance to win that a score stands for.
    fn chance(self, score: Score) -> f64 {
        match score.is_decided() {
            true if score.is_win() => 1.0,
            true => 0.0,
            false => sigmoid(STEEPNESS * f64::from(score.value()) / self.unit),
        }
    }
}

/// Hands on what a search tells, and says now and then that it is still there.
struct Onlooker<'a, 'b> {
    table: Table<'a>,
    scale: Scale,
    polls: u64,
    latest: Report<Move>,
    out: &'b mut dyn FnMut(Reply),
}

impl Onlooker<'_, '_> {
    fn say(&mut self) {
        (self.out)(Reply::Thinking { thinking: self.table.view(&self.latest, self.scale) });
    }
}

impl Monitor<Report<Move>> for Onlooker<'_, '_> {
    fn poll(&mut self) -> ControlFlow<()> {
        self.polls += 1;
        if self.polls.is_multiple_of(SIGN_OF_LIFE) {
            self.latest.nodes = self.polls * NODES_A_POLL;
            self.say();
        }
        ControlFlow::Continue(())
    }

    fn tell(&mut self, report: Report<Move>) {
        self.latest = report;
        self.say();
    }
}

/// Hands on how learning goes.
struct Coach<'a, 'b> {
    rules: &'a Rules,
    view: ValuesView,
    out: &'b mut dyn FnMut(Reply),
}

impl Monitor<Training> for Coach<'_, '_> {
    fn tell(&mut self, Training { games, weights, adopted, .. }: Training) {
        let learned = (adopted > self.view.adopted).then(|| weights.to_vec());
        self.view = ValuesView { games, adopted, values: values(self.rules, &weights), learned };
        (self.out)(Reply::Warming { values: self.view.clone() });
    }
}
