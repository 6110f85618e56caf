//! The tree below the root: principal variation search over one position that is played forth and back.

use crate::game::Game;
use crate::monitor::Monitor;
use crate::search::negamax::final_score;
use crate::search::order::{Order, pick};
use crate::search::quiescence::QUIET_PLIES;
use crate::search::{Bound, Evaluator, Limits, Options, Report, Score, Table};

/// The limits were reached, or the monitor has had enough. [`Walk::best_so_far`] has what this depth found until then.
#[derive(Debug)]
pub(super) struct Stopped;

/// How often the monitor is asked, in nodes; a power of two.
const POLL: u64 = 256;

/// Threats are looked into this near to the horizon; further up there is depth enough to see what they come to.
const EXTENDED: u32 = 2;

/// Everything that one search carries along.
pub(super) struct Walk<'a, G: Game, E> {
    pub(super) game: &'a G,
    pub(super) eval: &'a E,
    pub(super) options: Options,
    pub(super) moves: Vec<G::Move>,
    pub(super) ranks: Vec<i32>,
    table: &'a mut Table<G::Move>,
    order: &'a mut Order<G::Move>,
    monitor: &'a mut dyn Monitor<Report<G::Move>>,
    limits: Limits,
    nodes: u64,
    seldepth: u32,
    /// The depth of this round.
    depth: u32,
    /// The score of the best root move of this round: one that was searched to the end and raised alpha. A move that
    /// fails low in the narrow window has only an upper bound, so it is never here.
    best: Option<Score>,
    /// The best line found from each ply on.
    lines: Vec<Vec<G::Move>>,
}

/// The window and place of a node.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) alpha: Score,
    pub(super) beta: Score,
    pub(super) depth: u32,
    pub(super) ply: u32,
    /// Whether the node before it gave its turn away.
    pub(super) passed: bool,
}

impl<'a, G: Game, E: Evaluator<G>> Walk<'a, G, E> {
    pub(super) fn new(
        (game, eval, options): (&'a G, &'a E, Options),
        table: &'a mut Table<G::Move>,
        order: &'a mut Order<G::Move>,
        limits: Limits,
        monitor: &'a mut dyn Monitor<Report<G::Move>>,
    ) -> Walk<'a, G, E> {
        let (moves, ranks, lines) = (Vec::new(), Vec::new(), vec![Vec::new()]);
        let (nodes, seldepth, depth, best) = (0, 0, 0, None);
        Walk { game, eval, options, moves, ranks, table, order, monitor, limits, nodes, seldepth, depth, best, lines }
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
        self.order.rank((self.game, self.eval, root), &moves, None, 0, &mut ranks);
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
        let node = Node { alpha, beta, depth, ply: 0, passed: false };
        let mut best = Score::MIN;
        for at in 0..moves.len() {
            let mv = moves[at];
            let alpha = best.max(alpha);
            let score = self.try_move(pos, mv, sum, Node { alpha, ..node }, at > 0, 0)?;
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
    /// [`Walk::report`].
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
        self.lines[ply].clear();
        self.lines[ply + 1].clear();
    }

    /// The line that begins with `mv` and goes on with the best one behind it.
    pub(super) fn keep(&mut self, ply: u32, mv: G::Move) {
        let ply = ply as usize;
        if let [line, below, ..] = &mut self.lines[ply..] {
            line.clear();
            line.push(mv);
            line.extend_from_slice(below);
        }
    }

    /// Near the limit of plies, equal boards are not equal positions: the key then tells how many moves are left.
    fn table_key(&self, pos: &G::Position) -> u64 {
        let left = self.game.moves_left(pos);
        let key = self.game.key(pos);
        // No line is longer than this: extensions at most double the depth.
        if left <= 2 * self.depth + QUIET_PLIES { key ^ crate::rng::split_mix(&mut u64::from(left)) } else { key }
    }

    fn visit(&mut self, pos: &mut G::Position, sum: E::Sum, mut node: Node) -> Result<Score, Stopped> {
        let (game, eval) = (self.game, self.eval);
        let me = game.to_move(pos);
        self.begin_line(node.ply);
        let decided = game.decided(pos);
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
        let Node { alpha, beta, depth, ply, .. } = node;
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
        let key = self.table_key(pos);
        let entry = self.table.get(key);
        if let Some(entry) = entry
            && narrow
            && (u32::from(entry.depth) == depth || (u32::from(entry.depth) > depth && !self.options.equal_depth))
        {
            let score = entry.score.at_root(ply);
            match entry.bound {
                Bound::Exact => return Ok(score),
                Bound::AtLeast if score >= beta => return Ok(score),
                Bound::AtMost if score <= alpha => return Ok(score),
                _ => {}
            }
        }
        if self.passing_is_enough(pos, sum, node, narrow && !danger)? {
            return Ok(beta);
        }

        if let Some(outcome) = game.moves(pos, &mut self.moves) {
            return Ok(final_score(outcome, me, ply));
        }
        let last = self.moves.len();
        self.ranks.truncate(first);
        self.ranks.resize(first, 0);
        let known = entry.and_then(|entry| entry.best);
        self.order.rank((game, eval, &*pos), &self.moves[first..], known, ply, &mut self.ranks);

        let mut best = Score::MIN;
        let mut best_move = None;
        for at in first..last {
            let (mv, rank) = pick(&mut self.moves[first..last], &mut self.ranks[first..last], at - first);
            let reduction = if danger { 0 } else { self.reduction(depth, at - first, rank) };
            let alpha = best.max(alpha);
            let score = self.try_move(pos, mv, sum, Node { alpha, ..node }, at > first, reduction)?;
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    self.keep(ply, mv);
                }
            }
            if best >= beta {
                if rank < i32::MAX - 1 && eval.gain(game, pos, mv) == super::Gain::Quiet {
                    let tried = &self.moves[first..at];
                    self.order.reward((game, &*pos), mv, tried, depth, ply);
                }
                break;
            }
        }
        self.moves.truncate(first);
        self.ranks.truncate(first);
        let bound = if best >= beta {
            Bound::AtLeast
        } else if best > alpha {
            Bound::Exact
        } else {
            Bound::AtMost
        };
        self.table.put(key, depth, best.at_node(ply), bound, best_move);
        Ok(best)
    }

    /// The score of a move for the player who makes it. Later moves are expected to be worse, which a narrow window
    /// shows cheaply; one that turns out better is searched again in full.
    fn try_move(
        &mut self,
        pos: &mut G::Position,
        mv: G::Move,
        sum: E::Sum,
        node: Node,
        later: bool,
        reduction: u32,
    ) -> Result<Score, Stopped> {
        let me = self.game.to_move(pos);
        let after = self.eval.after(self.game, pos, mv, sum);
        let undo = self.game.play(pos, mv);
        let kept = self.game.to_move(pos) == me;
        let Node { alpha, beta, depth, ply, .. } = node;
        let mut below = |walk: &mut Self, depth: u32, alpha: Score, beta: Score| {
            if kept {
                walk.visit(pos, after, Node { alpha, beta, depth, ply: ply + 1, passed: false })
            } else {
                let node = Node { alpha: -beta, beta: -alpha, depth, ply: ply + 1, passed: false };
                walk.visit(pos, after, node).map(|score| -score)
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

    /// How much less deeply to look at a late move that promises nothing.
    fn reduction(&self, depth: u32, index: usize, rank: i32) -> u32 {
        if !self.options.reductions || depth < 3 || index < 4 || !Order::<G::Move>::is_plain(rank) {
            return 0;
        }
        let more = u32::from(index >= 12) + u32::from(depth >= 6);
        (1 + more).min(depth - 2)
    }

    /// Null move: whether the position is good enough for the player to move even without moving.
    fn passing_is_enough(
        &mut self,
        pos: &mut G::Position,
        sum: E::Sum,
        node: Node,
        allowed: bool,
    ) -> Result<bool, Stopped> {
        let Node { beta, depth, ply, passed, .. } = node;
        if !self.options.null_move || !allowed || passed || depth < 3 || beta.is_decided() {
            return Ok(false);
        }
        // Where the end is near, a move less is a different game.
        if self.eval.score(self.game, pos, sum) < beta || self.game.moves_left(pos) <= 2 * depth {
            return Ok(false);
        }
        if !self.game.pass(pos) {
            return Ok(false);
        }
        let reduced = (depth - 1).saturating_sub(2 + depth / 4);
        let below = Node { alpha: -beta, beta: (-beta).above(), depth: reduced, ply: ply + 1, passed: true };
        let score = self.visit(pos, sum, below).map(|score| -score);
        self.game.unpass(pos);
        Ok(score? >= beta)
    }
}
