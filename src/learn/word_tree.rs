//! The tree of words of one piece, grown on demand.
//!
//! Every check of a candidate automaton asks about the same words again and again: seen legal, shown illegal, or undecided?
//! A node is a word. It holds the word's occurrences: the pieces in positions from which the word is applicable. When a
//! longer word is first requested, they are split by what stands on the next square. Walking an automaton and the tree
//! together then gives the same answer as generating moves in every position. Words labelled illegal are kept in the same
//! way: a node holds those that begin with its word, until a longer one is requested.
//!
//! Where a piece is taken to be symmetric, a word and its images share one node, that of the first of them in the order of
//! steps, and what was seen of any of them was seen of all. A [`NodeId`] then is a node and the turn that leads from the
//! word that is meant to the node's own.
//!
//! Occurrences take most of the memory. A tree keeps a few for each sample; when there are more, those that the current
//! walk does not need are dropped, and found again from the root on demand. Counts stay.

mod census;
mod confirmation;
mod facts;
mod occurrences;
mod silence_model;

#[cfg(test)]
mod tests;

pub(super) use census::{Census, ImageCount};
pub(super) use facts::Facts;
pub use facts::{Answer, Example, Verdict};

use crate::automata::{On, Step, Word};
use crate::learn::evidence::Evidence;
use crate::learn::piece_id::PieceId;
use crate::learn::symmetry::{Symmetry, Turn};
use crate::order;
use silence_model::SilenceModel;

/// A word: its node's number, times eight, and the turn that makes it the node's own word. 0 is the empty word.
pub(super) type NodeId = u32;

/// The turn that leads from a word to its node's.
fn turn_of(id: NodeId) -> Turn {
    Turn::from_number((id & 7) as u8)
}

/// Where the node is.
fn index_of(id: NodeId) -> usize {
    (id >> 3) as usize
}

/// A sample's index in the tree and the turn under which it shows a node's word, in one number.
fn occurrence(sample: u32, turn: Turn) -> u32 {
    sample << 3 | u32::from(turn.number())
}

fn sample_of(occurrence: u32) -> u32 {
    occurrence >> 3
}

pub(super) const ROOT: NodeId = 0;

#[derive(Clone, Debug)]
pub(super) struct WordTree {
    nodes: Vec<WordNode>,
    /// Occurrences kept in all nodes, and the nodes that keep some.
    kept: usize,
    keepers: Vec<u32>,
    /// The pieces that this tree is about, by their numbers in the evidence.
    samples: Vec<u32>,
    symmetry: Symmetry,
    silence: Option<SilenceModel>,
    /// Some word can be shown illegal outright: by a list of all moves, or by a label.
    in_full: bool,
    legal: Vec<Word>,
}

#[derive(Clone, Debug)]
struct WordNode {
    /// The index of the node one step back.
    parent: u32,
    step: Step,
    /// Where the word leads, relative to where it begins.
    offset: (i16, i16),
    /// The turns that leave the word as it is.
    fixed: Symmetry,
    /// Times listed, in any image.
    seen: u32,
    /// The turns under which the word itself was listed, and how often, by letter.
    seen_as: u8,
    images: Vec<ImageCount>,
    seen_in_full: u32,
    seen_example: Option<Example>,
    /// Labelled illegal, or answered so.
    denied: bool,
    /// Labelled words, by number, that begin with this one and have not been split further.
    labelled: Vec<u32>,
    /// Occurrences in positions that list all moves, and the first of them.
    in_full: u32,
    first_in_full: u32,
    /// Cached; see [`Facts::silence`].
    quiet: Option<f64>,
    /// How many occurrences there are, and the first of them.
    occurrences: u32,
    first: u32,
    /// Occurrences, in the order of samples. Empty when dropped; the root, which occurs in every sample, has no list.
    samples: Vec<u32>,
    /// Sorted by step; indices of nodes.
    next: Vec<(Step, u32)>,
    /// Directions in which the occurrences have been split, sorted.
    split: Vec<(i8, i8)>,
}

impl WordNode {
    fn new(parent: u32, step: Step, offset: (i16, i16), fixed: Symmetry) -> WordNode {
        WordNode {
            parent,
            step,
            offset,
            fixed,
            seen: 0,
            seen_as: 0,
            images: Vec::new(),
            seen_in_full: 0,
            seen_example: None,
            denied: false,
            labelled: Vec::new(),
            in_full: 0,
            first_in_full: 0,
            quiet: None,
            occurrences: 0,
            first: 0,
            samples: Vec::new(),
            next: Vec::new(),
            split: Vec::new(),
        }
    }

    /// The turn that leads from this node's word to the word that `id` means; the first of those that do.
    fn image(&self, id: NodeId) -> Turn {
        let back = turn_of(id).inverse();
        self.fixed.turns().map(|fixed| back.after(fixed)).min().unwrap_or(Turn::NONE)
    }
}

impl WordTree {
    /// The tree of these pieces' words: of one piece, or of a piece and its counterpart.
    pub(super) fn new(evidence: &Evidence, pieces: &[PieceId]) -> WordTree {
        WordTree::symmetric(evidence, pieces, Symmetry::NONE, &[])
    }

    /// The same for a piece that is taken to be symmetric. `errors` are words that were listed by mistake.
    pub(super) fn symmetric(
        evidence: &Evidence,
        pieces: &[PieceId],
        symmetry: Symmetry,
        errors: &[(PieceId, Word)],
    ) -> WordTree {
        let samples = evidence.samples_with(pieces);
        let mut tree = WordTree::empty(evidence, samples, symmetry);
        for &piece in pieces {
            for (word, seen) in evidence.seen(piece) {
                let word = evidence.words().word(word);
                if errors.iter().any(|(by, error)| *by == piece && *error == word) {
                    continue;
                }
                let id = tree.add(&word);
                let node = tree.see(id);
                let image = ImageCount::new(piece, node.image(id));
                node.images.push(ImageCount { listed: seen.in_full, seen: seen.count, ..image });
                node.seen = node.seen.saturating_add(seen.count);
                node.seen_in_full += seen.in_full;
                let example = seen.first();
                if node.seen_example.is_none_or(|known| example.record < known.record) {
                    node.seen_example = Some(example);
                }
            }
        }
        tree.legal = tree.collect_legal();
        tree
    }

    fn empty(evidence: &Evidence, samples: Vec<u32>, symmetry: Symmetry) -> WordTree {
        let mut root = WordNode::new(0, Step::new(0, 0, On::Empty), (0, 0), symmetry);
        root.occurrences = samples.len() as u32;
        let in_full = samples.iter().any(|&sample| evidence.lists_all(evidence.sample(sample).position));
        WordTree {
            nodes: vec![root],
            kept: 0,
            keepers: Vec::new(),
            samples,
            symmetry,
            silence: None,
            in_full,
            legal: Vec::new(),
        }
    }

    pub(super) fn symmetry(&self) -> Symmetry {
        self.symmetry
    }

    /// The node of a word, made if it is not there.
    fn add(&mut self, word: &[Step]) -> NodeId {
        word.iter().fold(ROOT, |at, &step| {
            let (step, turn) = self.canonical(at, step);
            self.grow(index_of(at), step) << 3 | u32::from(turn.number())
        })
    }

    /// A word's next step as its node sees it: the first image of the step among those that leave the node's word as it is,
    /// and the turn that then leads from the longer word to its node's.
    fn canonical(&self, at: NodeId, step: Step) -> (Step, Turn) {
        let turn = turn_of(at);
        let step = turn.step(step);
        let fixed = self.nodes[index_of(at)].fixed;
        if fixed == Symmetry::NONE {
            return (step, turn);
        }
        let images = fixed.turns().map(|fixed| (fixed.step(step), fixed));
        let (step, fixed) = images.min_by_key(|(step, _)| *step).expect("a group has a member");
        (step, fixed.after(turn))
    }

    /// The word's node, marked as one that was seen as it is.
    fn see(&mut self, id: NodeId) -> &mut WordNode {
        let node = &mut self.nodes[index_of(id)];
        let back = turn_of(id).inverse();
        node.fixed.turns().for_each(|fixed| node.seen_as |= 1 << back.after(fixed).number());
        node
    }

    fn grow(&mut self, at: usize, step: Step) -> u32 {
        let node = &self.nodes[at];
        match node.next.binary_search_by_key(&step, |(step, _)| *step) {
            Ok(index) => node.next[index].1,
            Err(index) => {
                let offset = (node.offset.0 + i16::from(step.dx), node.offset.1 + i16::from(step.dy));
                let fixed = node.fixed.fixing(step.dx, step.dy);
                let id = self.nodes.len() as u32;
                self.nodes[at].next.insert(index, (step, id));
                self.nodes.push(WordNode::new(at as u32, step, offset, fixed));
                id
            }
        }
    }

    /// Nodes made so far.
    pub(super) fn size(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn bytes(&self) -> usize {
        let reach =
            self.silence.as_ref().and_then(|model| model.reach.as_ref()).map_or(0, |reach| reach.bits.len() * 8);
        self.kept * 4 + reach + self.nodes.len() * size_of::<WordNode>() + self.samples.len() * 4
    }

    pub(super) fn label_legal<'a>(&mut self, piece: PieceId, words: impl IntoIterator<Item = &'a Word>) {
        for word in words {
            let id = self.add(word);
            let node = self.see(id);
            let turn = node.image(id);
            node.seen += 1;
            if !node.images.iter().any(|row| row.piece == piece && row.turn == turn) {
                node.images.push(ImageCount { seen: 1, ..ImageCount::new(piece, turn) });
            }
        }
        self.legal = self.collect_legal();
    }

    pub(super) fn label_illegal<'a>(&mut self, words: impl IntoIterator<Item = &'a Word>) {
        for word in words {
            let node = self.add(word);
            self.nodes[index_of(node)].denied = true;
            self.in_full = true;
        }
    }

    /// All words that were seen count as choices again.
    pub(super) fn unmark_rare(&mut self) {
        self.nodes.iter_mut().flat_map(|node| &mut node.images).for_each(|row| row.rare = false);
    }

    /// How many steps the node's word has.
    fn length(&self, mut index: usize) -> usize {
        let mut length = 0;
        while index != 0 {
            (index, length) = (self.nodes[index].parent as usize, length + 1);
        }
        length
    }

    pub(super) fn word(&self, id: NodeId) -> Word {
        turn_of(id).inverse().word(&self.own_word(index_of(id)))
    }

    /// The word of a node as it sees itself.
    fn own_word(&self, mut index: usize) -> Word {
        let mut word = Word::new();
        while index != 0 {
            word.push(self.nodes[index].step);
            index = self.nodes[index].parent as usize;
        }
        word.reverse();
        word
    }

    /// The words seen legal and their images, in the order of their steps.
    pub(super) fn legal_words(&self) -> &[Word] {
        &self.legal
    }

    /// The words that were seen as they are, in the order of their steps.
    pub(super) fn seen_words(&self) -> Vec<Word> {
        self.legal.iter().filter(|word| self.find(word).is_some_and(|id| self.was_seen(id))).cloned().collect()
    }

    /// Whether this very word was seen, not only an image of it.
    pub(super) fn was_seen(&self, id: NodeId) -> bool {
        self.nodes[index_of(id)].seen_as >> turn_of(id).inverse().number() & 1 == 1
    }

    /// Whether this very word was seen of this piece.
    pub(super) fn was_seen_of(&self, piece: PieceId, word: &[Step]) -> bool {
        let Some(id) = self.find(word) else { return false };
        let node = &self.nodes[index_of(id)];
        let turn = node.image(id);
        node.images.iter().any(|row| row.piece == piece && row.turn == turn)
    }

    /// How often each word was seen, a word and its images together.
    pub(super) fn times_seen(&self) -> impl Iterator<Item = u32> + '_ {
        self.nodes.iter().filter(|node| node.seen > 0).map(|node| node.seen)
    }

    /// How many pieces in positions it is made of.
    pub(super) fn occurrences(&self) -> usize {
        self.samples.len()
    }

    /// Whether the word is its node's own, and not an image of it.
    pub(super) fn is_own(&self, id: NodeId) -> bool {
        turn_of(id) == Turn::NONE
    }

    /// The node of a word, if it has been requested before.
    fn find(&self, word: &[Step]) -> Option<NodeId> {
        word.iter().try_fold(ROOT, |at, &step| {
            let (step, turn) = self.canonical(at, step);
            let next = &self.nodes[index_of(at)].next;
            let index = next.binary_search_by_key(&step, |(step, _)| *step).ok()?;
            Some(next[index].1 << 3 | u32::from(turn.number()))
        })
    }

    fn collect_legal(&self) -> Vec<Word> {
        let mut words: Vec<Word> = Vec::new();
        for index in (1..self.nodes.len()).filter(|&index| self.nodes[index].seen > 0) {
            let word = self.own_word(index);
            let fixed = self.nodes[index].fixed;
            words.extend(self.symmetry.cosets(fixed).into_iter().map(|turn| turn.word(&word)));
        }
        order::sort(&mut words);
        words
    }
}
