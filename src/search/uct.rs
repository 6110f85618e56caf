//! UCT: a tree that grows where random play does well (Kocsis and Szepesvári 2006), the method of the general game
//! players in paper 001.

use crate::board::Player;
use crate::game::{Game, Outcome, random_playout};
use crate::monitor::Monitor;
use crate::rng::Rng;
use crate::search::{Limits, Report, Score, Searcher, ln};

/// What is known about a position before anything was played from it.
pub trait Prior<G: Game> {
    /// The chance of White, and how many playouts that knowledge is worth.
    fn expect(&self, game: &G, pos: &G::Position) -> (f64, f64);
}

/// Knows nothing: plain UCT.
impl<G: Game> Prior<G> for () {
    fn expect(&self, _game: &G, _pos: &G::Position) -> (f64, f64) {
        (0.5, 0.0)
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UctOptions {
    /// How much a move that was seldom tried is worth trying.
    pub exploration: f64,
    /// The most nodes kept; the tree then stops growing, and goes on weighing what it has.
    pub memory: usize,
}

impl Default for UctOptions {
    fn default() -> UctOptions {
        UctOptions { exploration: 0.7, memory: 1 << 20 }
    }
}

/// Nothing is kept from one search to the next but the state of chance.
#[derive(Clone, Debug)]
pub struct Uct<P> {
    pub prior: P,
    options: UctOptions,
    rng: Rng,
}

impl<P> Uct<P> {
    pub fn new(prior: P, options: UctOptions, seed: u64) -> Uct<P> {
        Uct { prior, options, rng: Rng::new(seed) }
    }
}

struct Leaf<M> {
    mv: Option<M>,
    /// Who made the move that led here: whose success `wins` counts.
    mover: Player,
    visits: f64,
    wins: f64,
    first: u32,
    children: u32,
    ended: Option<Outcome>,
    grown: bool,
}

impl<M> Leaf<M> {
    fn new(mv: Option<M>, mover: Player) -> Leaf<M> {
        Leaf { mv, mover, visits: 0.0, wins: 0.0, first: 0, children: 0, ended: None, grown: false }
    }
}

impl<G: Game, P: Prior<G>> Searcher<G> for Uct<P> {
    fn search(
        &mut self,
        game: &G,
        root: &G::Position,
        limits: Limits,
        monitor: &mut dyn Monitor<Report<G::Move>>,
    ) -> Report<G::Move> {
        let me = game.to_move(root);
        let mut tree = Tree {
            game,
            prior: &self.prior,
            options: self.options,
            leaves: vec![Leaf::new(None, !me)],
            moves: Vec::new(),
            path: Vec::new(),
            deepest: 0,
        };
        tree.grow(0, root, limits);
        let mut nodes = 0;
        let mut playouts = 0u64;
        while nodes < limits.nodes && tree.leaves[0].children > 0 {
            nodes += u64::from(tree.playout(root, &mut self.rng));
            playouts += 1;
            if playouts.is_power_of_two() && playouts >= 64 {
                monitor.tell(tree.report(nodes));
            }
            if monitor.poll().is_break() {
                break;
            }
        }
        tree.report(nodes)
    }
}

struct Tree<'a, G: Game, P> {
    game: &'a G,
    prior: &'a P,
    options: UctOptions,
    leaves: Vec<Leaf<G::Move>>,
    moves: Vec<G::Move>,
    path: Vec<u32>,
    /// The longest way that was taken within the tree.
    deepest: u32,
}

impl<G: Game, P: Prior<G>> Tree<'_, G, P> {
    /// Adds the children of a leaf, each with what is known beforehand.
    fn grow(&mut self, at: u32, pos: &G::Position, limits: Limits) {
        self.leaves[at as usize].grown = true;
        self.moves.clear();
        if let Some(outcome) = self.game.moves(pos, &mut self.moves) {
            self.leaves[at as usize].ended = Some(outcome);
            return;
        }
        let first = self.leaves.len() as u32;
        let mover = self.game.to_move(pos);
        let mut below = pos.clone();
        for (index, mv) in std::mem::take(&mut self.moves).into_iter().enumerate() {
            if at == 0 && !limits.share.has(index) {
                continue;
            }
            let mut leaf = Leaf::new(Some(mv), mover);
            let undo = self.game.play(&mut below, mv);
            let decided = self.game.decided(&below);
            let (white, weight) = match decided {
                Some(_) => (0.5, 0.0),
                None => self.prior.expect(self.game, &below),
            };
            self.game.undo(&mut below, mv, undo);
            leaf.visits = weight;
            leaf.wins = weight * if mover == Player::White { white } else { 1.0 - white };
            self.leaves.push(leaf);
        }
        let children = self.leaves.len() as u32 - first;
        let leaf = &mut self.leaves[at as usize];
        (leaf.first, leaf.children) = (first, children);
    }

    /// Goes down the tree, plays at random to the end, and tells everyone on the way. Returns the moves made.
    fn playout(&mut self, root: &G::Position, rng: &mut Rng) -> u32 {
        let mut pos = root.clone();
        let mut at = 0;
        let mut plies = 0;
        self.path.clear();
        self.path.push(0);
        while self.leaves[at as usize].children > 0 {
            at = self.choose(at, rng);
            self.path.push(at);
            self.game.play(&mut pos, self.leaves[at as usize].mv.expect("only the root has no move"));
            plies += 1;
        }
        self.deepest = self.deepest.max(plies);
        let leaf = &self.leaves[at as usize];
        // A leaf grows when it is met for the second time: most are met only once.
        if !leaf.grown && leaf.visits >= 1.0 && self.leaves.len() < self.options.memory {
            self.grow(at, &pos, Limits::default());
        }
        let outcome = match self.leaves[at as usize].ended {
            Some(outcome) => outcome,
            None => {
                let (outcome, moves) = random_playout(self.game, &mut pos, rng, &mut self.moves);
                plies += moves;
                outcome
            }
        };
        for &at in &self.path {
            let leaf = &mut self.leaves[at as usize];
            leaf.visits += 1.0;
            leaf.wins += match outcome {
                Outcome::Draw => 0.5,
                Outcome::Win(winner) if winner == leaf.mover => 1.0,
                Outcome::Win(_) => 0.0,
            };
        }
        plies
    }

    /// The child with the best upper confidence bound; among those never tried, any.
    fn choose(&self, at: u32, rng: &mut Rng) -> u32 {
        let leaf = &self.leaves[at as usize];
        let children = &self.leaves[leaf.first as usize..(leaf.first + leaf.children) as usize];
        let untried = children.iter().filter(|child| child.visits == 0.0).count();
        if untried > 0 {
            let wanted = rng.index(untried);
            let at = children.iter().enumerate().filter(|(_, child)| child.visits == 0.0).nth(wanted);
            return leaf.first + at.map_or(0, |(index, _)| index as u32);
        }
        let total: f64 = children.iter().map(|child| child.visits).sum();
        let log = ln(total.max(1.0));
        let mut best = (0, f64::MIN);
        for (index, child) in children.iter().enumerate() {
            let bound = child.wins / child.visits + self.options.exploration * (log / child.visits).sqrt();
            if bound > best.1 {
                best = (index as u32, bound);
            }
        }
        leaf.first + best.0
    }

    /// The line of the most tried moves.
    fn report(&self, nodes: u64) -> Report<G::Move> {
        let mut line = Vec::new();
        let mut at = 0;
        let mut success = 0.5;
        loop {
            let leaf = &self.leaves[at as usize];
            let mut best: Option<u32> = None;
            for child in leaf.first..leaf.first + leaf.children {
                let rank = |at: u32| (self.leaves[at as usize].visits, self.leaves[at as usize].wins);
                if best.is_none_or(|best| rank(child) > rank(best)) {
                    best = Some(child);
                }
            }
            let Some(best) = best.filter(|best| line.is_empty() || self.leaves[*best as usize].visits > 1.0) else {
                break;
            };
            let leaf = &self.leaves[best as usize];
            if line.is_empty() && leaf.visits > 0.0 {
                success = leaf.wins / leaf.visits;
            }
            line.extend(leaf.mv);
            at = best;
        }
        let depth = line.len() as u32;
        // In thousandths of a certain win, since nothing here has a unit of material.
        let score = Score::estimate(((success - 0.5) * 2000.0) as i32);
        Report { seldepth: self.deepest.max(depth), ..Report::new(depth, nodes, score, line) }
    }
}
