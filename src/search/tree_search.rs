//! The tree below the root: principal variation search over one position that is played forth and back.

use crate::game::Game;
use crate::monitor::Monitor;
use crate::search::move_order::{Before, MoveOrder, NOT_TRIED, pick};
use crate::search::negamax::final_score;
use crate::search::pruning::{LeftOut, Outlook, Reductions};
use crate::search::quiescence::QUIET_PLIES;
use crate::search::table::NO_ESTIMATE;
use crate::search::{Bound, Entry, Evaluator, Gain, Limits, Options, Report, Score, Table};

/// The limits were reached, or the monitor cancelled. [`TreeSearch::best_so_far`] has what this depth found until then.
#[derive(Debug)]
pub(super) struct Stopped;

/// How often the monitor is asked, in nodes; a power of two.
const POLL: u64 = 256;

/// Threats are looked into this near to the horizon; further up there is depth enough to see what they come to.
const EXTENDED: u32 = 2;

/// Everything that one search carries along.
pub(super) struct TreeSearch<'a, G: Game, E> {
    pub(super) game: &'a G,
    pub(super) eval: &'a E,
    pub(super) options: Options,
    pub(super) moves: Vec<G::Move>,
    pub(super) ranks: Vec<i32>,
    pub(super) table: &'a mut Table<G::Move>,
    order: &'a mut MoveOrder<G::Move>,
    monitor: &'a mut dyn Monitor<Report<G::Move>>,
    limits: Limits,
    pub(super) reductions: Reductions,
    /// The evaluation's unit for margins.
    pub(super) margin: i32,
    nodes: u64,
    seldepth: u32,
    /// The depth of this round.
    pub(super) depth: u32,
    /// What the line at hand has at each ply.
    plies: Vec<Ply<G::Move>>,
    /// The score of the best root move of this round: one that was searched to the end and raised alpha. A move that
    /// fails low in the narrow window has only an upper bound, so it is never here.
    best: Option<Score>,
    /// The best line found from each ply on.
    lines: Vec<Vec<G::Move>>,
}

/// What is remembered of one ply of the line at hand.
#[derive(Clone, Copy, Debug)]
struct Ply<M> {
    /// What the position was estimated at, for White: a player may move twice.
    estimate: Option<i32>,
    /// A move that is not looked at.
    excluded: Option<M>,
    /// The class of the move that was made.
    class: Option<usize>,
}

impl<M> Ply<M> {
    const NONE: Ply<M> = Ply { estimate: None, excluded: None, class: None };
}

/// The window and place of a node.
#[derive(Clone, Copy)]
pub(super) struct SearchNode {
    pub(super) alpha: Score,
    pub(super) beta: Score,
    pub(super) depth: u32,
    pub(super) ply: u32,
    /// Whether the node before it gave its turn away.
    pub(super) passed: bool,
}

impl<'a, G: Game, E: Evaluator<G>> TreeSearch<'a, G, E> {
    pub(super) fn new(
        (game, eval, options): (&'a G, &'a E, Options),
        table: &'a mut Table<G::Move>,
        order: &'a mut MoveOrder<G::Move>,
        limits: Limits,
        monitor: &'a mut dyn Monitor<Report<G::Move>>,
    ) -> TreeSearch<'a, G, E> {
        let (moves, ranks, lines) = (Vec::new(), Vec::new(), vec![Vec::new()]);
        let (nodes, seldepth, depth, best, plies) = (0, 0, 0, None, Vec::new());
        let (reductions, margin) = (Reductions::new(), eval.margin().max(1));
        TreeSearch {
            game,
            eval,
            options,
            moves,
            ranks,
            table,
            order,
            monitor,
            limits,
            reductions,
            margin,
            nodes,
            seldepth,
            depth,
            plies,
            best,
            lines,
        }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(super) fn seldepth(&self) -> u32 {
        self.seldepth
    }

    pub(super) fn hashfull(&self) -> Option<u32> {
        Some(self.table.used())
    }

    /// The best score of a round that was stopped, if any; its line is in the next report.
    pub(super) fn best_so_far(&self) -> Option<Score> {
        self.best
    }

    pub(super) fn forget_best(&mut self) {
        self.best = None;
    }

    /// What was found, with the best line.
    pub(super) fn report(&self, depth: u32, score: Score) -> Report<G::Move> {
        let (nodes, seldepth, hashfull) = (self.nodes, self.seldepth, self.hashfull());
        Report { depth, partial: false, seldepth, nodes, hashfull, score, line: self.lines[0].clone() }
    }

    pub(super) fn tell(&mut self, report: &Report<G::Move>) {
        self.monitor.tell(report.clone());
    }

    /// The moves of this search's share, the promising ones first.
    pub(super) fn root_moves(&mut self, root: &G::Position, listed: Vec<G::Move>) -> Vec<G::Move> {
        let share = self.limits.share;
        let mut moves: Vec<G::Move> =
            listed.into_iter().enumerate().filter(|(index, _)| share.has(*index)).map(|(_, mv)| mv).collect();
        let mut ranks = Vec::new();
        self.order.rank((self.game, self.eval, root), &moves, None, (0, [None; 2]), &mut ranks);
        for at in 0..moves.len() {
            pick(&mut moves, &mut ranks, at);
        }
        moves
    }

    /// Searches the root's moves to `depth` and puts the best one first.
    pub(super) fn root(
        &mut self,
        pos: &mut G::Position,
        moves: &mut [G::Move],
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        self.depth = depth;
        self.moves.clear();
        self.ranks.clear();
        self.count()?;
        let sum = self.eval.sum(self.game, pos);
        let node = SearchNode { alpha, beta, depth, ply: 0, passed: false };
        let mut best = Score::MIN;
        if self.plies.is_empty() {
            self.plies.push(Ply::NONE);
        }
        let outlook = self.outlook(pos, &sum, node, None);
        for at in 0..moves.len() {
            let mv = moves[at];
            let alpha = best.max(alpha);
            let quiet = self.eval.gain(self.game, pos, mv) == Gain::Quiet;
            let reduction = if quiet { self.reduction(depth, at, 0, outlook) } else { 0 };
            let score = self.try_move(pos, mv, &sum, SearchNode { alpha, ..node }, at > 0, reduction)?;
            if score > best {
                best = score;
                if score > alpha {
                    self.best = Some(score);
                    self.keep(0, mv);
                    moves[..=at].rotate_right(1);
                }
            }
            if best >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// Looks without any short cut for a win that takes fewer moves than `known`. Says whether there is one, in
    /// [`TreeSearch::report`].
    pub(super) fn shorter_win(
        &mut self,
        pos: &mut G::Position,
        moves: &mut [G::Move],
        depth: u32,
        known: Score,
    ) -> Result<Option<Score>, Stopped> {
        let options = self.options;
        self.options = Options { table_bits: options.table_bits, ..Options::EXACT };
        // What was found with short cuts proves nothing here.
        self.table.begin();
        self.forget_best();
        let score = self.root(pos, moves, depth, known, Score::MAX);
        self.options = options;
        Ok(Some(score?).filter(|score| *score > known))
    }

    /// Counts a node; the place where a search is stopped.
    pub(super) fn count(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.limits.nodes || (self.nodes % POLL == POLL - 1 && self.monitor.poll().is_break()) {
            return Err(Stopped);
        }
        self.nodes += 1;
        Ok(())
    }

    /// Nothing is known of the best line from here yet.
    pub(super) fn begin_line(&mut self, ply: u32) {
        self.seldepth = self.seldepth.max(ply);
        let ply = ply as usize;
        if self.lines.len() <= ply + 1 {
            self.lines.resize(ply + 2, Vec::new());
        }
        if self.plies.len() <= ply {
            self.plies.resize(ply + 1, Ply::NONE);
        }
        self.lines[ply].clear();
        self.lines[ply + 1].clear();
    }

    /// The line that begins with `mv` and continues with the best one below it.
    pub(super) fn keep(&mut self, ply: u32, mv: G::Move) {
        let ply = ply as usize;
        if let [line, below, ..] = &mut self.lines[ply..] {
            line.clear();
            line.push(mv);
            line.extend_from_slice(below);
        }
    }

    /// Near the limit of plies, equal boards are not equal positions: the key then tells how many moves are left.
    pub(super) fn table_key(&self, pos: &G::Position) -> u64 {
        let left = self.game.moves_left(pos);
        let key = self.game.key(pos);
        // No line is longer than this: extensions at most double the depth.
        if left <= 2 * self.depth + QUIET_PLIES { key ^ crate::rng::split_mix(&mut u64::from(left)) } else { key }
    }

    pub(super) fn visit(
        &mut self,
        pos: &mut G::Position,
        sum: &E::Sum,
        mut node: SearchNode,
    ) -> Result<Score, Stopped> {
        let (game, eval) = (self.game, self.eval);
        let me = game.to_move(pos);
        self.begin_line(node.ply);
        let decided = game.decided(pos);
        // Early, because the table is far away: the processor looks for threats while it waits.
        let key = self.table_key(pos);
        let entry = self.table.get(key);
        let danger = self.options.extensions && decided.is_none() && eval.in_danger(game, pos);
        if danger && node.depth <= EXTENDED && node.ply + node.depth < 2 * self.depth {
            node.depth += 1;
        }
        if node.depth == 0 && self.options.quiescence {
            return self.quiesce(pos, sum, node, 0);
        }
        self.count()?;
        if let Some(outcome) = decided {
            return Ok(final_score(outcome, me, node.ply));
        }
        let SearchNode { alpha, beta, depth, ply, .. } = node;
        // Nothing here can be better than winning with the next move.
        if alpha >= Score::win_in(ply + 1) {
            return Ok(Score::win_in(ply + 1));
        }
        let first = self.moves.len();
        if depth == 0 {
            let outcome = game.moves(pos, &mut self.moves);
            self.moves.truncate(first);
            return Ok(match outcome {
                Some(outcome) => final_score(outcome, me, ply),
                None => eval.score(game, pos, sum),
            });
        }

        let narrow = alpha.above() >= beta;
        let excluded = self.plies[ply as usize].excluded;
        if let Some(entry) = entry
            && narrow
            && excluded.is_none()
            && (u32::from(entry.depth) == depth || (u32::from(entry.depth) > depth && !self.options.equal_depth))
            && let Some(score) = self.cut_by_table(entry, node)
        {
            return Ok(score);
        }
        let outlook = Outlook { danger, ..self.outlook(pos, sum, node, entry) };
        if excluded.is_none() {
            if self.is_far_above(node, outlook) {
                return Ok(outlook.estimate);
            }
            if self.passing_is_enough(pos, sum, node, outlook)? {
                return Ok(beta);
            }
        }
        let known = entry.and_then(|entry| entry.best);
        let depth = self.internal_depth(depth, known.is_some());
        let mut node = SearchNode { depth, ..node };
        let mut further = 0;
        if let Some(entry) = entry.filter(|_| excluded.is_none()) {
            match self.singular(pos, sum, node, entry)? {
                Ok(plies) => further = plies,
                Err(score) => return Ok(score),
            }
        }

        if let Some(outcome) = game.moves(pos, &mut self.moves) {
            return Ok(final_score(outcome, me, ply));
        }
        self.ranks.truncate(first);
        self.ranks.resize(first, 0);
        let before = self.before(ply);
        self.order.rank((game, eval, &*pos), &self.moves[first..], known, (ply, before), &mut self.ranks);

        let mut best = Score::MIN;
        let mut best_move = None;
        for at in first.. {
            let last = self.moves.len();
            if at >= last {
                break;
            }
            let (mv, rank) = pick(&mut self.moves[first..last], &mut self.ranks[first..last], at - first);
            if Some(mv) == excluded {
                continue;
            }
            let alpha = best.max(alpha);
            node.alpha = alpha;
            // What is left out says nothing about a loss, so one move must be known not to lose.
            let safe = best > Score::MIN && (best.is_win() || !best.is_decided());
            if safe {
                match self.left_out(pos, (mv, rank, at - first), node, outlook) {
                    LeftOut::Nothing => {}
                    LeftOut::Move => {
                        // Nothing was found out about it.
                        self.ranks[at] = NOT_TRIED;
                        continue;
                    }
                    LeftOut::QuietMoves => {
                        self.ranks[at] = NOT_TRIED;
                        self.drop_quiet_moves(at + 1);
                        continue;
                    }
                }
            }
            let later = best > Score::MIN;
            let score = if at == first && further > 0 && Some(mv) == known {
                self.try_move(pos, mv, sum, SearchNode { depth: depth + further, ..node }, later, 0)?
            } else {
                let reduction = self.reduction(depth, at - first, rank, outlook);
                self.try_move(pos, mv, sum, node, later, reduction)?
            };
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    self.keep(ply, mv);
                }
            }
            if best >= beta {
                let tried = (&self.moves[first..at], &self.ranks[first..at]);
                self.order.reward((game, eval, &*pos), (mv, rank), tried, depth, (ply, before));
                break;
            }
        }
        self.moves.truncate(first);
        self.ranks.truncate(first);
        if excluded.is_some() {
            // The only move: nothing else comes near it.
            return Ok(if best == Score::MIN { alpha } else { best });
        }
        let bound = if best >= beta {
            Bound::AtLeast
        } else if best > alpha {
            Bound::Exact
        } else {
            Bound::AtMost
        };
        let estimate = outlook.estimate.value();
        self.table.put(key, depth, best.at_node(ply), bound, best_move, estimate);
        Ok(best)
    }

    /// Takes the quiet moves from `at` on off the list.
    fn drop_quiet_moves(&mut self, at: usize) {
        let mut end = at;
        for index in at..self.moves.len() {
            if !MoveOrder::<G::Move>::is_quiet(self.ranks[index]) {
                self.moves[end] = self.moves[index];
                self.ranks[end] = self.ranks[index];
                end += 1;
            }
        }
        self.moves.truncate(end);
        self.ranks.truncate(end);
    }

    /// The score of an entry that is deep enough, where it settles the window.
    pub(super) fn cut_by_table(&self, entry: Entry<G::Move>, node: SearchNode) -> Option<Score> {
        let score = entry.score.at_root(node.ply);
        let settles = match entry.bound {
            Bound::Exact => true,
            Bound::AtLeast => score >= node.beta,
            Bound::AtMost => score <= node.alpha,
        };
        settles.then_some(score)
    }

    /// The estimate of a position, from the table if it is there, and how it compares with the one two plies ago.
    fn outlook(&mut self, pos: &G::Position, sum: &E::Sum, node: SearchNode, entry: Option<Entry<G::Move>>) -> Outlook {
        let known = entry.map(|entry| entry.estimate).filter(|estimate| *estimate != NO_ESTIMATE);
        let estimate = known.map_or_else(|| self.eval.score(self.game, pos, sum), Score::from_value);
        let white = self.game.to_move(pos) == crate::board::Player::White;
        let sign = if white { 1 } else { -1 };
        let ply = node.ply as usize;
        self.plies[ply].estimate = Some(estimate.value() * sign);
        let earlier = ply.checked_sub(2).and_then(|earlier| self.plies[earlier].estimate);
        let improving = earlier.is_none_or(|earlier| estimate.value() > earlier * sign);
        Outlook { narrow: node.alpha.above() >= node.beta, danger: false, estimate, improving }
    }

    /// The classes of the last two moves of the line at hand.
    fn before(&self, ply: u32) -> Before {
        let ply = ply as usize;
        [1, 2].map(|back| ply.checked_sub(back).and_then(|earlier| self.plies[earlier].class))
    }

    pub(super) fn set_class(&mut self, ply: u32, class: Option<usize>) {
        self.plies[ply as usize].class = class;
    }

    pub(super) fn exclude(&mut self, ply: u32, mv: Option<G::Move>) {
        self.plies[ply as usize].excluded = mv;
    }

    /// Half the window in which the next depth's score is expected.
    pub(super) fn half_window(&self) -> i32 {
        (self.margin / 3).max(1)
    }

    /// The score of a move for the player who makes it. Later moves are expected to be worse, which a narrow window
    /// shows cheaply; one that turns out better is searched again in full.
    fn try_move(
        &mut self,
        pos: &mut G::Position,
        mv: G::Move,
        sum: &E::Sum,
        node: SearchNode,
        later: bool,
        reduction: u32,
    ) -> Result<Score, Stopped> {
        let me = self.game.to_move(pos);
        let after = self.eval.after(self.game, pos, mv, sum);
        let class = self.game.move_class(pos, mv);
        self.set_class(node.ply, Some(class));
        let undo = self.game.play(pos, mv);
        let kept = self.game.to_move(pos) == me;
        let SearchNode { alpha, beta, depth, ply, .. } = node;
        let mut below = |walk: &mut Self, depth: u32, alpha: Score, beta: Score| {
            if kept {
                walk.visit(pos, &after, SearchNode { alpha, beta, depth, ply: ply + 1, passed: false })
            } else {
                let node = SearchNode { alpha: -beta, beta: -alpha, depth, ply: ply + 1, passed: false };
                walk.visit(pos, &after, node).map(|score| -score)
            }
        };
        let score = if !later {
            below(self, depth - 1, alpha, beta)
        } else {
            let mut score = below(self, depth - 1 - reduction, alpha, alpha.above());
            if reduction > 0 && score.as_ref().is_ok_and(|score| *score > alpha) {
                score = below(self, depth - 1, alpha, alpha.above());
            }
            if alpha.above() < beta && score.as_ref().is_ok_and(|score| *score > alpha) {
                score = below(self, depth - 1, alpha, beta);
            }
            score
        };
        self.game.undo(pos, mv, undo);
        score
    }
}
