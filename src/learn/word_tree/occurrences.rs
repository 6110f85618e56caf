//! Where words occur: an occurrence list for each node, split when a longer word is asked for, dropped when memory runs short.

use crate::automata::{On, Step};
use crate::board::Geometry;
use crate::learn::symmetry::{Symmetry, Turn};
use crate::learn::word_tree::{Facts, NodeId, WordTree, index_of, occurrence, sample_of, turn_of};

/// Occurrences that are kept for each sample before some are dropped, and how many are kept in any case.
const KEPT: usize = 3;
const KEPT_AT_LEAST: usize = 50_000;

/// The squares that a word leads to: from each square, under each turn.
struct Landing(Vec<Option<u8>>);

impl Landing {
    fn new(board: Geometry, symmetry: Symmetry, offset: (i16, i16)) -> Landing {
        let mut squares = vec![None; 256 * 8];
        if let (Ok(dx), Ok(dy)) = (i8::try_from(offset.0), i8::try_from(offset.1)) {
            for turn in symmetry.turns() {
                let (dx, dy) = turn.direction(dx, dy);
                for square in board.squares() {
                    let to = board.step(square, dx, dy).map(|square| square.index() as u8);
                    squares[usize::from(turn.number()) << 8 | square.index()] = to;
                }
            }
        }
        Landing(squares)
    }

    fn of(&self, occurred: u32, from: u8) -> Option<u8> {
        self.0[usize::from(turn_of(occurred).number()) << 8 | usize::from(from)]
    }
}

/// What is counted while occurrences are split.
#[derive(Clone, Copy, Default)]
struct Found {
    occurrences: u32,
    first: u32,
    in_full: u32,
    first_in_full: u32,
}

impl Found {
    fn add(&mut self, occurred: u32, in_full: bool) {
        if self.occurrences == 0 {
            self.first = occurred;
        }
        self.occurrences += 1;
        if in_full {
            if self.in_full == 0 {
                self.first_in_full = occurred;
            }
            self.in_full += 1;
        }
    }
}

/// Besides what may stand on a square.
const OFF_THE_BOARD: u8 = 3;

impl WordTree {
    /// Drops what can be found again.
    pub(in crate::learn) fn rest(&mut self) {
        if self.samples.len() > KEPT_AT_LEAST / 4 {
            self.forget(0, &[]);
            if let Some(model) = &mut self.silence {
                model.reach = None;
            }
        }
    }

    /// Drops occurrences until `new` ones fit, but not those on the path from the root to the node `at`, which is being walked.
    /// Says whether they fit.
    fn make_room(&mut self, at: usize, new: usize) -> bool {
        let most = (KEPT * self.samples.len()).max(KEPT_AT_LEAST);
        if self.kept + new > most {
            let path = std::iter::successors(Some(at), |&at| (at != 0).then(|| self.nodes[at].parent as usize));
            let path: Vec<usize> = path.collect();
            self.forget(most.saturating_sub(new), &path);
        }
        self.kept + new <= most
    }

    /// Drops occurrences until at most so many are kept, but never those of the nodes that are needed. The latest go first: where
    /// the tree is walked in order, they belong to finished branches, and older ones to branches still to come.
    pub(super) fn forget(&mut self, most: usize, needed: &[usize]) {
        let mut kept_on = Vec::new();
        while self.kept > most
            && let Some(keeper) = self.keepers.pop()
        {
            let index = keeper as usize;
            if needed.contains(&index) {
                kept_on.push(keeper);
            } else {
                self.kept -= std::mem::take(&mut self.nodes[index].samples).len();
            }
        }
        kept_on.reverse();
        self.keepers.append(&mut kept_on);
    }
}

impl Facts<'_> {
    /// The node one step further, or `None` when the longer word was never applicable.
    pub(in crate::learn) fn child(&mut self, at: NodeId, step: Step) -> Option<NodeId> {
        if !self.tree.nodes[index_of(at)].labelled.is_empty() {
            self.split_labelled(index_of(at));
        }
        let (step, turn) = self.tree.canonical(at, step);
        let at = index_of(at);
        let node = &self.tree.nodes[at];
        if node.occurrences > 0
            && let Err(index) = node.split.binary_search(&(step.dx, step.dy))
        {
            self.tree.nodes[at].split.insert(index, (step.dx, step.dy));
            self.split(at, step);
        }
        let node = &self.tree.nodes[at];
        let index = node.next.binary_search_by_key(&step, |(step, _)| *step).ok()?;
        Some(node.next[index].1 << 3 | u32::from(turn.number()))
    }

    /// Finds the occurrences of a node again, if they were dropped.
    pub(super) fn recall(&mut self, at: usize) {
        let node = &self.tree.nodes[at];
        if at == 0 || node.occurrences == 0 || !node.samples.is_empty() {
            return;
        }
        let (parent, step) = (node.parent as usize, node.step);
        self.split(parent, step);
    }

    /// Splits the occurrences of a node by what stands on the next square. If not all can be kept, those of this step are.
    fn split(&mut self, at: usize, step: Step) {
        let Step { dx, dy, on: wanted } = step;
        let node = &self.tree.nodes[at];
        let offset = (node.offset.0 + i16::from(dx), node.offset.1 + i16::from(dy));
        if self.returns(at, offset) {
            return;
        }
        self.recall(at);
        let landing = Landing::new(self.board, self.tree.symmetry, offset);
        let node = &mut self.tree.nodes[at];
        // Turns that leave the word as it is, but not its next step: each shows another image of the longer word.
        let ways = node.fixed.cosets(node.fixed.fixing(dx, dy));
        let of_node = std::mem::take(&mut node.samples);
        let count = if at == 0 { self.tree.samples.len() } else { of_node.len() };
        let occurrence_at = |index: usize| if at == 0 { occurrence(index as u32, Turn::NONE) } else { of_node[index] };
        // What stands there, or that it is off the board: looked up once, so that lists are no larger than they must be. These
        // loops are where learning from single moves spends its time; their branches cannot be predicted, so there are few.
        let mut contents: Vec<u8> = Vec::with_capacity(count * ways.len());
        let mut found = [Found::default(); 4];
        for index in 0..count {
            let of_node = occurrence_at(index);
            let sample = self.evidence.sample(self.tree.samples[sample_of(of_node) as usize]);
            let in_full = self.tree.in_full && self.evidence.lists_all(sample.position);
            for &way in &ways {
                let occurred = occurrence(sample_of(of_node), turn_of(of_node).after(way));
                let content = match landing.of(occurred, sample.from) {
                    Some(square) => self.evidence.on(sample.position, square) as u8,
                    None => OFF_THE_BOARD,
                };
                contents.push(content);
                found[usize::from(content)].add(occurred, in_full);
            }
        }
        let found = &found[..usize::from(OFF_THE_BOARD)];
        let all = self.tree.make_room(at, found.iter().map(|found| found.occurrences as usize).sum());
        let mut lists: [Vec<u32>; 4] = Default::default();
        let mut growing = [0; 4];
        for (on, found) in On::ALL.into_iter().zip(found).filter(|(_, found)| found.occurrences > 0) {
            let child = self.tree.grow(at, Step::new(dx, dy, on)) as usize;
            let node = &mut self.tree.nodes[child];
            (node.occurrences, node.first) = (found.occurrences, found.first);
            (node.in_full, node.first_in_full) = (found.in_full, found.first_in_full);
            if (all || on == wanted) && node.samples.is_empty() {
                lists[on as usize] = Vec::with_capacity(found.occurrences as usize);
                growing[on as usize] = child;
            }
        }
        let mut contents = contents.into_iter();
        for index in 0..count {
            let of_node = occurrence_at(index);
            for (&way, content) in ways.iter().zip(&mut contents) {
                let content = usize::from(content);
                if growing[content] != 0 {
                    lists[content].push(occurrence(sample_of(of_node), turn_of(of_node).after(way)));
                }
            }
        }
        for (list, child) in lists.into_iter().zip(growing).filter(|(_, child)| *child != 0) {
            self.tree.kept += list.len();
            self.tree.keepers.push(child as u32);
            self.tree.nodes[child].samples = list;
        }
        self.tree.nodes[at].samples = of_node;
    }

    /// The occurrences of a node, which have been recalled, and the squares reached.
    pub(super) fn recalled(&self, index: usize) -> impl Iterator<Item = (u32, u8)> + '_ {
        let node = &self.tree.nodes[index];
        let landing = Landing::new(self.board, self.tree.symmetry, node.offset);
        node.samples.iter().map(move |&occurred| {
            let from = self.evidence.sample(self.tree.samples[sample_of(occurred) as usize]).from;
            (occurred, landing.of(occurred, from).expect("a word that occurs stays on the board"))
        })
    }

    /// Distributes the labelled words that begin with this one among the words one step longer.
    fn split_labelled(&mut self, at: usize) {
        let tree = &mut *self.tree;
        let length = tree.length(at);
        let mut last: Option<(Step, u32)> = None;
        for number in std::mem::take(&mut tree.nodes[at].labelled) {
            let word = &self.illegal[number as usize];
            let step = word[length];
            let child = match last {
                Some((same, child)) if same == step => child,
                _ => tree.grow(at, step),
            };
            last = Some((step, child));
            let child = &mut tree.nodes[child as usize];
            if word.len() == length + 1 { child.denied = true } else { child.labelled.push(number) }
        }
    }

    /// Whether a word that continues to this offset revisits a square.
    fn returns(&self, from: usize, offset: (i16, i16)) -> bool {
        let mut at = from;
        loop {
            let node = &self.tree.nodes[at];
            if node.offset == offset {
                return true;
            }
            if at == 0 {
                return false;
            }
            at = node.parent as usize;
        }
    }
}
