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
    /// The most nodes kept; then the tree stops growing, and its counts are still updated.
    pub memory: usize,
}

impl Default for UctOptions {
    fn default() -> UctOptions {
        UctOptions { exploration: 0.7, memory: 1 << 20 }
    }
}

/// Nothing is kept from one search to the next but the state of the random generator.
///
/// ```
/// use kibitzer::game::Game;
/// use kibitzer::monitor::Quiet;
/// use kibitzer::sbg::{builtin, read_game};
/// use kibitzer::search::{Limits, Searcher, Uct, UctOptions};
///
/// let (_, rules) = read_game(builtin("breakthrough").unwrap().text).unwrap();
/// let think = |seed| Uct::new((), UctOptions::default(), seed).search(&rules, &rules.start(), Limits::nodes(20_000), &mut Quiet);
/// assert!(think(1).best().is_some());
/// assert_eq!(think(1), think(1), "the same seed gives the same search");
/// ```
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

struct UctNode<M> {
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

impl<M> UctNode<M> {
    fn new(mv: Option<M>, mover: Player) -> UctNode<M> {
        UctNode { mv, mover, visits: 0.0, wins: 0.0, first: 0, children: 0, ended: None, grown: false }
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
        let mut tree = UctTree {
            game,
            prior: &self.prior,
            options: self.options,
            nodes: vec![UctNode::new(None, !me)],
            moves: Vec::new(),
            path: Vec::new(),
            deepest: 0,
        };
        tree.grow(0, root, limits);
        let mut nodes = 0;
        let mut playouts = 0u64;
        while nodes < limits.nodes && tree.nodes[0].children > 0 {
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

struct UctTree<'a, G: Game, P> {
    game: &'a G,
    prior: &'a P,
    options: UctOptions,
    nodes: Vec<UctNode<G::Move>>,
    moves: Vec<G::Move>,
    path: Vec<u32>,
    /// The longest way that was taken within the tree.
    deepest: u32,
}

impl<G: Game, P: Prior<G>> UctTree<'_, G, P> {
    /// Adds the children of a node, each with its prior.
    fn grow(&mut self, at: u32, pos: &G::Position, limits: Limits) {
        self.nodes[at as usize].grown = true;
        self.moves.clear();
        if let Some(outcome) = self.game.moves(pos, &mut self.moves) {
            self.nodes[at as usize].ended = Some(outcome);
            return;
        }
        let first = self.nodes.len() as u32;
        let mover = self.game.to_move(pos);
        let mut below = pos.clone();
        for (index, mv) in std::mem::take(&mut self.moves).into_iter().enumerate() {
            if at == 0 && !limits.share.has(index) {
                continue;
            }
            let mut node = UctNode::new(Some(mv), mover);
            let undo = self.game.play(&mut below, mv);
            let decided = self.game.decided(&below);
            let (white, weight) = match decided {
                Some(_) => (0.5, 0.0),
                None => self.prior.expect(self.game, &below),
            };
            self.game.undo(&mut below, mv, undo);
            node.visits = weight;
            node.wins = weight * if mover == Player::White { white } else { 1.0 - white };
            self.nodes.push(node);
        }
        let children = self.nodes.len() as u32 - first;
        let node = &mut self.nodes[at as usize];
        (node.first, node.children) = (first, children);
    }

    /// Goes down the tree, plays at random to the end, and tells everyone on the way. Returns the moves made.
    fn playout(&mut self, root: &G::Position, rng: &mut Rng) -> u32 {
        let mut pos = root.clone();
        let mut at = 0;
        let mut plies = 0;
        self.path.clear();
        self.path.push(0);
        while self.nodes[at as usize].children > 0 {
            at = self.choose(at, rng);
            self.path.push(at);
            self.game.play(&mut pos, self.nodes[at as usize].mv.expect("only the root has no move"));
            plies += 1;
        }
        self.deepest = self.deepest.max(plies);
        let node = &self.nodes[at as usize];
        // A node grows when it is met for the second time: most are met only once.
        if !node.grown && node.visits >= 1.0 && self.nodes.len() < self.options.memory {
            self.grow(at, &pos, Limits::default());
        }
        let outcome = match self.nodes[at as usize].ended {
            Some(outcome) => outcome,
            None => {
                let (outcome, moves) = random_playout(self.game, &mut pos, rng, &mut self.moves);
                plies += moves;
                outcome
            }
        };
        for &at in &self.path {
            let node = &mut self.nodes[at as usize];
            node.visits += 1.0;
            node.wins += match outcome {
                Outcome::Draw => 0.5,
                Outcome::Win(winner) if winner == node.mover => 1.0,
                Outcome::Win(_) => 0.0,
            };
        }
        plies
    }

    /// The child with the best upper confidence bound; among those never tried, any.
    fn choose(&self, at: u32, rng: &mut Rng) -> u32 {
        let node = &self.nodes[at as usize];
        let children = &self.nodes[node.first as usize..(node.first + node.children) as usize];
        let untried = children.iter().filter(|child| child.visits == 0.0).count();
        if untried > 0 {
            let wanted = rng.index(untried);
            let at = children.iter().enumerate().filter(|(_, child)| child.visits == 0.0).nth(wanted);
            return node.first + at.map_or(0, |(index, _)| index as u32);
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
        node.first + best.0
    }

    /// The line of the most tried moves.
    fn report(&self, nodes: u64) -> Report<G::Move> {
        let mut line = Vec::new();
        let mut at = 0;
        let mut success = 0.5;
        loop {
            let node = &self.nodes[at as usize];
            let mut best: Option<u32> = None;
            for child in node.first..node.first + node.children {
                let rank = |at: u32| (self.nodes[at as usize].visits, self.nodes[at as usize].wins);
                if best.is_none_or(|best| rank(child) > rank(best)) {
                    best = Some(child);
                }
            }
            let Some(best) = best.filter(|best| line.is_empty() || self.nodes[*best as usize].visits > 1.0) else {
                break;
            };
            let node = &self.nodes[best as usize];
            if line.is_empty() && node.visits > 0.0 {
                success = node.wins / node.visits;
            }
            line.extend(node.mv);
            at = best;
        }
        let depth = line.len() as u32;
        // In thousandths of a certain win, since nothing here has a unit of material.
        let score = Score::estimate(((success - 0.5) * 2000.0) as i32);
        Report { seldepth: self.deepest.max(depth), ..Report::new(depth, nodes, score, line) }
    }
}
