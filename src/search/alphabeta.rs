//! The alpha-beta player: deeper and deeper, until a limit is reached or the result is certain.

use crate::game::Game;
use crate::monitor::Monitor;
use crate::search::order::Order;
use crate::search::report::MAX_DEPTH;
use crate::search::tree::{Stopped, Walk};
use crate::search::{Evaluator, Limits, Report, Score, Searcher, Table};

/// What a search may do beside looking at every line to the same depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Go on beyond the last depth with moves that are not quiet.
    pub quiescence: bool,
    /// Look one move further where the other player threatens to win at once.
    pub extensions: bool,
    /// Look less deeply at late quiet moves. Pays: 54.6 % of 1,200 games over six games, 5,000 nodes a move.
    pub reductions: bool,
    /// Skip a position that is good even after passing. Wrong in zugzwang, and in these games it does not pay: 47.8 % of
    /// 1,200 games, and 38.5 % where no piece can ever go back (checkers-breakthrough).
    pub null_move: bool,
    /// Use the table only at exactly the same depth, so that the value is negamax's.
    pub equal_depth: bool,
    /// The table has 2^`table_bits` entries.
    pub table_bits: u32,
}

impl Options {
    /// Everything that pays.
    pub const STRONG: Options = Options {
        quiescence: true,
        extensions: true,
        reductions: true,
        null_move: false,
        equal_depth: false,
        table_bits: 18,
    };
    /// Exactly the value of negamax, sooner.
    pub const EXACT: Options = Options {
        quiescence: false,
        extensions: false,
        reductions: false,
        null_move: false,
        equal_depth: true,
        table_bits: 16,
    };
}

/// Iterative deepening with everything that makes it fast. Nothing is kept from one search to the next but memory.
#[derive(Clone, Debug)]
pub struct AlphaBeta<M, E> {
    pub eval: E,
    options: Options,
    table: Table<M>,
    order: Order<M>,
}

impl<M: Copy + Eq, E> AlphaBeta<M, E> {
    pub fn new(eval: E, options: Options) -> AlphaBeta<M, E> {
        AlphaBeta { eval, options, table: Table::new(options.table_bits), order: Order::new() }
    }

    pub fn options(&self) -> Options {
        self.options
    }
}

/// Half the window in which the next depth's score is expected, in the evaluation's units.
const WINDOW: i32 = 150;

impl<G: Game, E: Evaluator<G>> Searcher<G> for AlphaBeta<G::Move, E> {
    fn search(
        &mut self,
        game: &G,
        root: &G::Position,
        limits: Limits,
        monitor: &mut dyn Monitor<Report<G::Move>>,
    ) -> Report<G::Move> {
        self.table.begin();
        self.order.begin(game.slots());
        let mut report = Report::new(0, 0, Score::DRAW, Vec::new());
        let mut moves = Vec::new();
        if let Some(outcome) = game.moves(root, &mut moves) {
            report.score = super::negamax::final_score(outcome, game.to_move(root), 0);
            return report;
        }
        let mut walk = Walk::new((game, &self.eval, self.options), &mut self.table, &mut self.order, limits, monitor);
        let mut moves = walk.root_moves(root, moves);
        // A guess for the case that there is no time even for one move ahead.
        report.line.extend(moves.first());
        if moves.is_empty() {
            return report;
        }
        let mut pos = root.clone();
        for depth in 1..=limits.depth.min(MAX_DEPTH) {
            let Ok(score) = deepen(&mut walk, &mut pos, &mut moves, depth, report.score) else {
                // The best move so far comes first in every depth, so a move that was found better there is better.
                if let Some(score) = walk.best_so_far() {
                    report = Report { partial: true, ..walk.report(report.depth, score) };
                }
                break;
            };
            report = walk.report(depth, score);
            walk.tell(&report);
            // The distance of a sure result is the shortest once every shorter line has been looked at.
            if score.distance().is_some_and(|distance| distance <= depth) {
                break;
            }
        }
        shorten(&mut walk, &mut pos, &mut moves, &mut report);
        report = Report { nodes: walk.nodes(), seldepth: walk.seldepth(), hashfull: walk.hashfull(), ..report };
        report
    }
}

/// Reductions may hide the shortest way to a win that was found; this makes sure of it.
fn shorten<G: Game, E: Evaluator<G>>(
    walk: &mut Walk<'_, G, E>,
    pos: &mut G::Position,
    moves: &mut [G::Move],
    report: &mut Report<G::Move>,
) {
    let mut depth = 1;
    while report.score.is_win() && report.score.distance().is_some_and(|distance| depth < distance) {
        match walk.shorter_win(pos, moves, depth, report.score) {
            Err(Stopped) => {
                if let Some(score) = walk.best_so_far() {
                    *report = Report { partial: report.partial, ..walk.report(report.depth, score) };
                }
                return;
            }
            Ok(Some(score)) => {
                *report = Report { partial: report.partial, ..walk.report(report.depth, score) };
                walk.tell(report);
            }
            Ok(None) => {}
        }
        // Only the winner's moves can make it shorter, but a player may move twice in a row: try every depth.
        depth += 1;
    }
}

/// One depth: first in a narrow window around the last score, then, if it was outside, in the widest.
fn deepen<G: Game, E: Evaluator<G>>(
    walk: &mut Walk<'_, G, E>,
    pos: &mut G::Position,
    moves: &mut [G::Move],
    depth: u32,
    last: Score,
) -> Result<Score, Stopped> {
    walk.forget_best();
    if depth >= 4 && !last.is_decided() {
        let low = Score::estimate(last.value().saturating_sub(WINDOW));
        let high = Score::estimate(last.value().saturating_add(WINDOW));
        let score = walk.root(pos, moves, depth, low, high)?;
        if low < score && score < high {
            return Ok(score);
        }
    }
    walk.root(pos, moves, depth, Score::MIN, Score::MAX)
}
