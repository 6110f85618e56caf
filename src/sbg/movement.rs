//! A piece's language flattened for one board: what the engine runs instead of the automaton.
//!
//! For each square the automaton's self-avoiding paths form a tree. Its nodes lie in preorder in one vector; generating
//! moves is a walk from left to right whose only test is what stands on a node's square. Which squares a path may not
//! enter again is settled here, once, because a path's squares are known before anything stands on them.

use crate::automata::{Dfa, On, StateId};
use crate::board::{Geometry, Player, Square, SquareSet};
use crate::order;

/// The most nodes that one piece may need from one square.
pub const MAX_PATHS: usize = 20_000;
/// The most nodes of all pieces and squares of a game together: a bound on memory.
pub const MAX_NODES: usize = 2_000_000;

/// What can stand on a square: one of three bits, written twice, so that one AND asks both sets of a [`PathNode`].
pub(super) const EMPTY: u8 = 0x11;

#[inline]
pub(super) fn content(player: Player) -> u8 {
    match player {
        Player::White => 0x22,
        Player::Black => 0x44,
    }
}

/// The bits of [`PathNode::sets`] that tell what is accepted; those that tell where a path continues are above them.
const ACCEPT: u8 = 0x07;
const DESCEND: u8 = 0x70;
/// And one that tells that the piece wins by going there.
const GOAL: u8 = 0x08;

/// One square of a path. Four bytes, so that the trees of a whole game stay in the processor's nearest memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct PathNode {
    pub(super) square: u8,
    /// Two sets of contents: with one of `accept` here, the piece may move here; with one of `descend`, the path
    /// continues, to the next node in the vector.
    sets: u8,
    /// The size of the subtree, this node included: how far to skip if the path ends here.
    length: u16,
}

const _: () = assert!(size_of::<PathNode>() == 4 && MAX_PATHS <= u16::MAX as usize);

impl PathNode {
    #[inline]
    pub(super) fn accepts(self, content: u8) -> bool {
        self.sets & content & ACCEPT != 0
    }

    #[inline]
    pub(super) fn descends(self, content: u8) -> bool {
        self.sets & content & DESCEND != 0
    }

    /// Whether a piece that comes here wins.
    #[inline]
    pub(super) fn is_goal(self) -> bool {
        self.sets & GOAL != 0
    }

    #[inline]
    pub(super) fn to(self) -> Square {
        Square::new(usize::from(self.square)).expect("a byte is a square")
    }

    /// The node to look at after this one, which is at `index`.
    #[inline]
    pub(super) fn after(self, index: usize, content: u8) -> usize {
        index + if self.descends(content) { 1 } else { usize::from(self.length) }
    }

    pub(super) fn end(self, index: usize) -> usize {
        index + usize::from(self.length)
    }
}

/// A square as one of 64 bits; some share one on boards that are larger.
#[inline]
pub(super) fn folded(square: Square) -> u64 {
    1 << (square.index() % 64)
}

/// The node before the first one on a path.
pub(super) const NO_NODE: u32 = u32::MAX;

/// The trees of all pieces of a game, one after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Forest {
    pub(super) nodes: Vec<PathNode>,
    /// For each node, the one before it on its path.
    pub(super) parents: Vec<u32>,
    pub(super) candidates: Vec<Candidate>,
    /// Further nodes that end on the same square as a candidate's first one, in runs that end with [`NO_NODE`].
    pub(super) others: Vec<u32>,
    /// Squares that were tried, those that led nowhere included: a bound on time, as nodes are one on memory.
    visits: usize,
}

/// A square that a piece could go to if everything on the way were right, with the paths that lead there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) to: Square,
    pub(super) node: u32,
    /// Where further nodes begin in [`Forest::others`], or [`NO_NODE`].
    pub(super) others: u32,
}

/// Where one piece's tree from one square lies in the forest.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PathTree {
    pub(super) first: u32,
    /// Up to here the nodes are leaps: paths of one step without continuation.
    pub(super) rides: u32,
    pub(super) end: u32,
    pub(super) first_candidate: u32,
    pub(super) candidates: u16,
    /// Two paths can end on one square, so a walk must take care to list it once.
    pub(super) repeats: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ForestError {
    Paths,
    Nodes,
}

impl Forest {
    /// Adds the tree of the paths from `from` of a piece with these goals. The automaton's steps are in board coordinates.
    pub(super) fn plant(
        &mut self,
        (dfa, goals): (&Dfa, &SquareSet),
        board: Geometry,
        mover: Player,
        from: Square,
    ) -> Result<PathTree, ForestError> {
        let first = self.nodes.len();
        let mut visited = SquareSet::EMPTY;
        visited.insert(from);
        let mut planter = Planter { forest: self, dfa, board, mover, visited, visits: 0 };
        planter.grow(Dfa::START, from, NO_NODE, Some(Kind::Leap))?;
        let rides = planter.forest.nodes.len();
        planter.grow(Dfa::START, from, NO_NODE, Some(Kind::Ride))?;
        self.visits += planter.visits;
        if self.visits > MAX_NODES {
            return Err(ForestError::Nodes);
        }
        for node in &mut self.nodes[first..] {
            node.sets |= if goals.contains(node.to()) { GOAL } else { 0 };
        }
        Ok(self.finish(first, rides))
    }

    /// Where opponent's pieces would have to stand for a move of this tree to take one, folded into 64 squares: a test that is
    /// too generous on larger boards. All squares if a move could win by reaching a goal.
    pub(super) fn targets(&self, tree: PathTree, opponent: Player) -> u64 {
        let nodes = &self.nodes[tree.first as usize..tree.end as usize];
        nodes.iter().filter(|node| node.sets & ACCEPT != 0).fold(0, |targets, node| {
            let takes = if node.accepts(content(opponent)) { folded(node.to()) } else { 0 };
            targets | if node.is_goal() { u64::MAX } else { takes }
        })
    }

    fn finish(&mut self, first: usize, rides: usize) -> PathTree {
        let mut ends: Vec<(u8, u32)> = (first..self.nodes.len())
            .filter(|&node| self.nodes[node].sets & ACCEPT != 0)
            .map(|node| (self.nodes[node].square, node as u32))
            .collect();
        order::sort(&mut ends);
        let first_candidate = self.candidates.len();
        let mut repeats = false;
        for same in ends.chunk_by(|a, b| a.0 == b.0) {
            let (square, node) = same[0];
            let mut others = NO_NODE;
            if same.len() > 1 {
                repeats = true;
                others = self.others.len() as u32;
                self.others.extend(same[1..].iter().map(|(_, node)| *node));
                self.others.push(NO_NODE);
            }
            let to = Square::new(usize::from(square)).expect("a byte is a square");
            self.candidates.push(Candidate { to, node, others });
        }
        PathTree {
            first: first as u32,
            rides: rides as u32,
            end: self.nodes.len() as u32,
            first_candidate: first_candidate as u32,
            candidates: (self.candidates.len() - first_candidate) as u16,
            repeats,
        }
    }
}

struct Planter<'a> {
    forest: &'a mut Forest,
    dfa: &'a Dfa,
    board: Geometry,
    mover: Player,
    visited: SquareSet,
    visits: usize,
}

/// First steps are of two kinds: those that nothing can follow, and the others.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Leap,
    Ride,
}

impl Planter<'_> {
    /// Adds what can follow in `state` on `here`, if it is of the kind that is wanted; says whether any of it ends in a
    /// move.
    fn grow(&mut self, state: StateId, here: Square, parent: u32, wanted: Option<Kind>) -> Result<bool, ForestError> {
        let mut fruitful = false;
        // Transitions are sorted by dx, dy and content, so those to one square are neighbours.
        for same in self.dfa.transitions(state).chunk_by(|a, b| (a.0.dx, a.0.dy) == (b.0.dx, b.0.dy)) {
            let Some(square) = self.board.step(here, same[0].0.dx, same[0].0.dy) else { continue };
            let ends = same.iter().all(|(_, next)| self.dfa.transitions(*next).is_empty());
            if wanted.is_some_and(|wanted| wanted != if ends { Kind::Leap } else { Kind::Ride }) {
                continue;
            }
            if self.visited.contains(square) {
                continue;
            }
            let accept = same
                .iter()
                .filter(|(_, next)| self.dfa.is_accepting(*next))
                .fold(0, |set, (step, _)| set | self.bit(step.on));
            fruitful |= self.branch(same, square, accept, parent)?;
        }
        Ok(fruitful)
    }

    /// Adds the nodes of one square: one for each state that a path can continue in. The first carries what is accepted.
    fn branch(
        &mut self,
        same: &[(crate::automata::Step, StateId)],
        square: Square,
        mut accept: u8,
        parent: u32,
    ) -> Result<bool, ForestError> {
        let mut fruitful = accept != 0;
        self.visited.insert(square);
        for (index, &(_, next)) in same.iter().enumerate() {
            if same[..index].iter().any(|(_, earlier)| *earlier == next) || self.dfa.transitions(next).is_empty() {
                continue;
            }
            let descend =
                same.iter().filter(|(_, other)| *other == next).fold(0, |set, (step, _)| set | self.bit(step.on));
            let node = self.push(square, accept, descend, parent)?;
            let goes_on = self.grow(next, square, node, None)?;
            self.close(node);
            if goes_on {
                accept = 0;
            } else {
                // Nothing came of it: what it accepts is carried by the next node, or by one of its own below.
                self.forest.nodes.truncate(node as usize);
                self.forest.parents.truncate(node as usize);
            }
            fruitful |= goes_on;
        }
        if accept != 0 {
            let node = self.push(square, accept, 0, parent)?;
            self.close(node);
        }
        self.visited.remove(square);
        Ok(fruitful)
    }

    fn push(&mut self, square: Square, accept: u8, descend: u8, parent: u32) -> Result<u32, ForestError> {
        self.visits += 1;
        if self.visits > MAX_PATHS {
            return Err(ForestError::Paths);
        }
        let node = self.forest.nodes.len() as u32;
        self.forest.nodes.push(PathNode { square: square.index() as u8, sets: accept | descend << 4, length: 0 });
        self.forest.parents.push(parent);
        Ok(node)
    }

    fn close(&mut self, node: u32) {
        self.forest.nodes[node as usize].length = (self.forest.nodes.len() - node as usize) as u16;
    }

    fn bit(&self, on: On) -> u8 {
        ACCEPT
            & match on {
                On::Empty => EMPTY,
                On::Own => content(self.mover),
                On::Enemy => content(!self.mover),
            }
    }
}
