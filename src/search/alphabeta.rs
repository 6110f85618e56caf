//! The alpha-beta player: deeper and deeper, until a limit is reached or the result is certain.

use crate::game::Game;
use crate::monitor::Monitor;
use crate::search::move_order::MoveOrder;
use crate::search::report::MAX_DEPTH;
use crate::search::tree_search::{Stopped, TreeSearch};
use crate::search::{Evaluator, Limits, Report, Score, Searcher, Table};

/// What a search may do beside looking at every line to the same depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Extend the last depth with moves that are not quiet.
    pub quiescence: bool,
    /// Look one move further where the other player threatens to win at once.
    pub extensions: bool,
    /// Look less deeply at late moves that promise little.
    pub reductions: bool,
    /// Skip a position that is good even after passing, where the player to move can wait ([`Evaluator::can_wait`]).
    pub null_move: bool,
    /// Near the last depth, trust an estimate that is far above or below the window.
    pub futility: bool,
    /// Near the last depth, leave out late quiet moves and moves that lose material by exchanges.
    pub late_moves: bool,
    /// Look less deeply where no best move is known from an earlier depth.
    pub internal: bool,
    /// Look further at a move that is much better than all others.
    pub singular: bool,
    /// Order quiet moves by what followed the last two moves elsewhere, and captures by their history.
    pub continuation: bool,
    /// Use the table beyond the last depth too.
    pub quiet_table: bool,
    /// Keep the table from search to search until [`AlphaBeta::forget`]: what a search finds then depends on those before it.
    pub keep: bool,
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
        null_move: true,
        futility: true,
        late_moves: true,
        internal: true,
        singular: true,
        continuation: true,
        quiet_table: true,
        keep: false,
        equal_depth: false,
        table_bits: 19,
    };
    /// Exactly the value of negamax, sooner.
    pub const EXACT: Options = Options {
        quiescence: false,
        extensions: false,
        reductions: false,
        null_move: false,
        futility: false,
        late_moves: false,
        internal: false,
        singular: false,
        continuation: false,
        quiet_table: false,
        keep: false,
        equal_depth: true,
        table_bits: 16,
    };

    /// The switch of this name, as players are asked for.
    pub fn switch(&mut self, name: &str) -> Option<&mut bool> {
        Some(match name {
            "quiescence" => &mut self.quiescence,
            "extensions" => &mut self.extensions,
            "reductions" => &mut self.reductions,
            "null" => &mut self.null_move,
            "futility" => &mut self.futility,
            "late-moves" => &mut self.late_moves,
            "internal" => &mut self.internal,
            "singular" => &mut self.singular,
            "continuation" => &mut self.continuation,
            "keep" => &mut self.keep,
            "quiet-table" => &mut self.quiet_table,
            _ => return None,
        })
    }
}

/// Iterative deepening with everything that makes it fast. Unless [`Options::keep`] says so, nothing is kept from one search
/// to the next but memory.
///
/// ```
/// use kibitzer::bots::{PieceSquare, Weights};
/// use kibitzer::game::Game;
/// use kibitzer::monitor::Quiet;
/// use kibitzer::sbg::{builtin, read_game};
/// use kibitzer::search::{AlphaBeta, Limits, Options, Searcher};
///
/// let (_, rules) = read_game(builtin("breakthrough").unwrap().text).unwrap();
/// let eval = PieceSquare::new(&rules, Weights::from_rules(&rules));
/// let mut player = AlphaBeta::new(eval, Options::STRONG);
/// let mut think = || player.search(&rules, &rules.start(), Limits::nodes(500), &mut Quiet);
/// let report = think();
/// assert!(report.depth >= 1 && report.best().is_some());
/// // A limit of nodes, and no clock: the same search again gives the same result.
/// assert_eq!(think().line, report.line);
/// ```
#[derive(Clone, Debug)]
pub struct AlphaBeta<M, E> {
    pub eval: E,
    options: Options,
    table: Table<M>,
    order: MoveOrder<M>,
}

impl<M: Copy + Eq, E> AlphaBeta<M, E> {
    pub fn new(eval: E, options: Options) -> AlphaBeta<M, E> {
        AlphaBeta { eval, options, table: Table::new(options.table_bits), order: MoveOrder::new() }
    }

    /// Forgets what earlier searches found, where that is kept.
    pub fn forget(&mut self) {
        self.table.begin();
        self.order.forget();
    }

    pub fn options(&self) -> Options {
        self.options
    }
}

/// Searches of fewer nodes remember nothing about pairs of moves: emptying the memory would take longer than they do.
const CONTINUATION_PAYS: u64 = 20_000;
/// The most pairs of moves that are remembered.
const CONTINUATIONS: usize = 1 << 20;

impl<G: Game, E: Evaluator<G>> Searcher<G> for AlphaBeta<G::Move, E> {
    fn search(
        &mut self,
        game: &G,
        root: &G::Position,
        limits: Limits,
        monitor: &mut dyn Monitor<Report<G::Move>>,
    ) -> Report<G::Move> {
        let remembered = if self.options.continuation && limits.nodes >= CONTINUATION_PAYS { CONTINUATIONS } else { 0 };
        if self.options.keep {
            self.table.go_on();
            self.order.go_on(game.move_classes(), remembered);
        } else {
            self.table.begin();
            self.order.begin(game.move_classes(), remembered);
        }
        let mut report = Report::new(0, 0, Score::DRAW, Vec::new());
        let mut moves = Vec::new();
        if let Some(outcome) = game.moves(root, &mut moves) {
            report.score = super::negamax::final_score(outcome, game.to_move(root), 0);
            return report;
        }
        let mut walk =
            TreeSearch::new((game, &self.eval, self.options), &mut self.table, &mut self.order, limits, monitor);
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
    walk: &mut TreeSearch<'_, G, E>,
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

/// One depth: first in a narrow window around the last score, which is widened on the side where the score is outside.
fn deepen<G: Game, E: Evaluator<G>>(
    walk: &mut TreeSearch<'_, G, E>,
    pos: &mut G::Position,
    moves: &mut [G::Move],
    depth: u32,
    last: Score,
) -> Result<Score, Stopped> {
    walk.forget_best();
    if depth < 4 || last.is_decided() {
        return walk.root(pos, moves, depth, Score::MIN, Score::MAX);
    }
    let mut half = walk.half_window();
    let mut low = Score::estimate(last.value().saturating_sub(half));
    let mut high = Score::estimate(last.value().saturating_add(half));
    loop {
        let score = walk.root(pos, moves, depth, low, high)?;
        half = half.saturating_mul(4);
        let wide = half > walk.half_window() * 64 || score.is_decided();
        if score <= low {
            low = if wide { Score::MIN } else { Score::estimate(score.value().saturating_sub(half)) };
        } else if score >= high {
            high = if wide { Score::MAX } else { Score::estimate(score.value().saturating_add(half)) };
        } else {
            return Ok(score);
        }
    }
}
