//! The tree of words of one piece, grown where somebody asks.
//!
//! Every check of a candidate automaton asks of the same words again and again: seen legal, shown illegal, or undecided?
//! A node is a word. It holds the occurrences, pieces in positions, in which the word is applicable; asked for a step,
//! it splits them by what stands there, once. Walking an automaton and the tree together then gives the same answer as
//! generating moves in every position. Words that somebody has labelled illegal are kept in the same way: a node holds
//! those that begin with its word, until somebody asks how they go on.

use crate::automata::{On, Step, Word};
use crate::board::{Geometry, Square, SquareSet};
use crate::learn::Clash;
use crate::learn::evidence::{Evidence, as_seen_by, step_as_seen_by};
use crate::learn::silence::Silence;
use crate::order;

/// A node's number; 0 is the empty word.
pub(super) type NodeId = u32;

pub(super) const ROOT: NodeId = 0;

/// What the evidence says about a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The papers' S+: it was listed.
    Legal,
    /// S-: applicable where all moves are listed, and not listed; or labelled so; or, where silence counts, applicable
    /// so often without ever being played that it cannot be legal.
    Illegal,
    /// S?: neither.
    Unknown,
    /// S0: it leaves every board of this size, or comes back to a square.
    Impossible,
}

/// A verdict with what it rests on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    pub verdict: Verdict,
    /// Times it was listed; or, if illegal, distinct positions that show it.
    pub count: u32,
    pub example: Option<Example>,
    /// How surprising it would be, in nats, that a legal word was never played.
    pub silence: f64,
}

/// Where to look: a record, counted from 1, and the square on which the word begins, in board coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    pub record: u32,
    pub square: Square,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// The pieces that this tree is about, by their numbers in the evidence.
    samples: Vec<u32>,
    silence: Option<Heard>,
    /// Some word can be shown illegal outright: by a list of all moves, or by a label.
    in_full: bool,
    legal: Vec<Word>,
}

/// Inputs of the silence model.
#[derive(Clone, Debug)]
struct Heard {
    silence: Silence,
    /// For each sample, squares that words seen legal lead to. Another word to the same square would not be told from them.
    reach: Vec<SquareSet>,
}

#[derive(Clone, Debug)]
struct Node {
    parent: NodeId,
    step: Step,
    /// Where the word leads, relative to where it begins.
    offset: (i16, i16),
    /// Times listed.
    seen: u32,
    seen_in_full: u32,
    seen_example: Option<Example>,
    /// Labelled illegal, or answered so.
    denied: bool,
    /// Labelled words, by number, that begin with this one and have not been looked at further.
    labelled: Vec<u32>,
    /// Occurrences in positions that list all moves, and the first of them.
    in_full: u32,
    first_in_full: u32,
    /// Cached; see [`Facts::silence`].
    quiet: Option<f64>,
    /// Indices into the tree's samples, in order, and the squares reached.
    samples: Vec<u32>,
    squares: Vec<u8>,
    /// Sorted by step.
    next: Vec<(Step, NodeId)>,
    /// Directions in which the occurrences have been split, sorted.
    split: Vec<(i8, i8)>,
}

impl Node {
    fn new(parent: NodeId, step: Step, offset: (i16, i16)) -> Node {
        Node {
            parent,
            step,
            offset,
            seen: 0,
            seen_in_full: 0,
            seen_example: None,
            denied: false,
            labelled: Vec::new(),
            in_full: 0,
            first_in_full: 0,
            quiet: None,
            samples: Vec::new(),
            squares: Vec::new(),
            next: Vec::new(),
            split: Vec::new(),
        }
    }
}

impl Tree {
    /// The tree of these letters' words: of one piece, or of a piece and its counterpart.
    pub(super) fn new(evidence: &Evidence, letters: &[char]) -> Tree {
        let samples = evidence.samples_with(letters);
        let mut root = Node::new(ROOT, Step::new(0, 0, On::Empty), (0, 0));
        root.squares = samples.iter().map(|&sample| evidence.sample(sample).from).collect();
        root.samples = (0..samples.len() as u32).collect();
        let in_full = samples.iter().any(|&sample| evidence.lists_all(evidence.sample(sample).position));
        let mut tree = Tree { nodes: vec![root], samples, silence: None, in_full, legal: Vec::new() };
        for &letter in letters {
            for (word, seen) in evidence.seen(letter) {
                let node = tree.add(&evidence.words().word(word));
                let node = &mut tree.nodes[node as usize];
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

    /// The node of a word, made if it is not there.
    fn add(&mut self, word: &[Step]) -> NodeId {
        word.iter().fold(ROOT, |at, &step| self.grow(at, step))
    }

    fn grow(&mut self, at: NodeId, step: Step) -> NodeId {
        let node = &self.nodes[at as usize];
        match node.next.binary_search_by_key(&step, |(step, _)| *step) {
            Ok(index) => node.next[index].1,
            Err(index) => {
                let offset = (node.offset.0 + i16::from(step.dx), node.offset.1 + i16::from(step.dy));
                let id = self.nodes.len() as NodeId;
                self.nodes[at as usize].next.insert(index, (step, id));
                self.nodes.push(Node::new(at, step, offset));
                id
            }
        }
    }

    /// Nodes made so far.
    pub(super) fn size(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn bytes(&self) -> usize {
        let occurrences: usize = self.nodes.iter().map(|node| node.samples.len() * 5).sum();
        occurrences + self.nodes.len() * size_of::<Node>() + self.samples.len() * 4
    }

    pub(super) fn label_legal<'a>(&mut self, words: impl IntoIterator<Item = &'a Word>) {
        for word in words {
            let node = self.add(word);
            self.nodes[node as usize].seen += 1;
        }
        self.legal = self.collect_legal();
    }

    pub(super) fn label_illegal<'a>(&mut self, words: impl IntoIterator<Item = &'a Word>) {
        for word in words {
            let node = self.add(word);
            self.nodes[node as usize].denied = true;
            self.in_full = true;
        }
    }

    /// How many steps the node's word has.
    fn length(&self, mut node: NodeId) -> usize {
        let mut length = 0;
        while node != ROOT {
            (node, length) = (self.nodes[node as usize].parent, length + 1);
        }
        length
    }

    pub(super) fn word(&self, node: NodeId) -> Word {
        let mut word = Word::new();
        let mut at = node;
        while at != ROOT {
            word.push(self.nodes[at as usize].step);
            at = self.nodes[at as usize].parent;
        }
        word.reverse();
        word
    }

    /// The words seen legal, in the order of their steps.
    pub(super) fn legal_words(&self) -> &[Word] {
        &self.legal
    }

    fn collect_legal(&self) -> Vec<Word> {
        let mut words: Vec<Word> =
            (1..self.nodes.len()).filter(|&id| self.nodes[id].seen > 0).map(|id| self.word(id as NodeId)).collect();
        order::sort(&mut words);
        words
    }
}

/// The evidence and one piece's tree, which grows while it is read.
pub(super) struct Facts<'a> {
    pub(super) evidence: &'a Evidence,
    pub(super) tree: &'a mut Tree,
    pub(super) board: Geometry,
    /// Words labelled illegal, besides what the evidence shows.
    illegal: &'a [Word],
}

impl<'a> Facts<'a> {
    pub(super) fn new(evidence: &'a Evidence, tree: &'a mut Tree, board: Geometry) -> Facts<'a> {
        Facts { evidence, tree, board, illegal: &[] }
    }

    /// The same with these words labelled illegal, as long as the facts are asked.
    pub(super) fn with_illegal(self, illegal: &'a [Word]) -> Facts<'a> {
        let numbers = (0..).zip(illegal).filter(|(_, word)| !word.is_empty()).map(|(number, _)| number);
        self.tree.nodes[ROOT as usize].labelled = numbers.collect();
        self.tree.in_full |= !illegal.is_empty();
        Facts { illegal, ..self }
    }

    /// The node one step on, or `None` when nothing at all is known of the longer word: it was never applicable.
    pub(super) fn child(&mut self, at: NodeId, step: Step) -> Option<NodeId> {
        let node = &self.tree.nodes[at as usize];
        if !node.labelled.is_empty() {
            self.split_labelled(at);
        }
        let node = &self.tree.nodes[at as usize];
        if !node.samples.is_empty()
            && let Err(index) = node.split.binary_search(&(step.dx, step.dy))
        {
            self.tree.nodes[at as usize].split.insert(index, (step.dx, step.dy));
            self.split(at, step.dx, step.dy);
        }
        let node = &self.tree.nodes[at as usize];
        node.next.binary_search_by_key(&step, |(step, _)| *step).ok().map(|index| node.next[index].1)
    }

    fn split(&mut self, at: NodeId, dx: i8, dy: i8) {
        let node = &self.tree.nodes[at as usize];
        let offset = (node.offset.0 + i16::from(dx), node.offset.1 + i16::from(dy));
        if self.returns(at, offset) {
            return;
        }
        let mut target = [None; 256];
        for square in self.board.squares() {
            target[square.index()] = self.board.step(square, dx, dy).map(|square| square.index() as u8);
        }
        let mut parts: [(Vec<u32>, Vec<u8>); 3] = Default::default();
        for (&sample, &square) in node.samples.iter().zip(&node.squares) {
            let Some(square) = target[usize::from(square)] else { continue };
            let position = self.evidence.sample(self.tree.samples[sample as usize]).position;
            let part = &mut parts[self.evidence.on(position, square) as usize];
            part.0.push(sample);
            part.1.push(square);
        }
        for (on, (samples, squares)) in On::ALL.into_iter().zip(parts) {
            if samples.is_empty() {
                continue;
            }
            let child = self.tree.grow(at, Step::new(dx, dy, on));
            let in_full = |sample: &u32| {
                let position = self.evidence.sample(self.tree.samples[*sample as usize]).position;
                self.evidence.lists_all(position)
            };
            let (count, first) = (
                samples.iter().filter(|sample| in_full(sample)).count(),
                samples.iter().find(|sample| in_full(sample)),
            );
            let first = first.copied().unwrap_or(0);
            let node = &mut self.tree.nodes[child as usize];
            (node.in_full, node.first_in_full) = (count as u32, first);
            (node.samples, node.squares) = (samples, squares);
        }
    }

    /// Passes the labelled words that begin with this one on to the words one step longer.
    fn split_labelled(&mut self, at: NodeId) {
        let tree = &mut *self.tree;
        let length = tree.length(at);
        let mut last: Option<(Step, NodeId)> = None;
        for number in std::mem::take(&mut tree.nodes[at as usize].labelled) {
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

    /// Whether a word that goes on to this offset comes back to where it has been.
    fn returns(&self, from: NodeId, offset: (i16, i16)) -> bool {
        let mut at = from;
        loop {
            let node = &self.tree.nodes[at as usize];
            if node.offset == offset {
                return true;
            }
            if at == ROOT {
                return false;
            }
            at = node.parent;
        }
    }

    /// Whether any position lists all moves, so that words can be shown illegal outright.
    pub(super) fn has_full_listings(&self) -> bool {
        self.tree.in_full
    }

    pub(super) fn is_legal(&self, node: NodeId) -> bool {
        self.tree.nodes[node as usize].seen > 0
    }

    /// Shown illegal by a list of all moves, or by a label. Nothing that was seen legal is: that would be a clash.
    pub(super) fn is_denied(&self, node: NodeId) -> bool {
        let node = &self.tree.nodes[node as usize];
        node.seen == 0 && (node.denied || node.in_full > 0)
    }

    /// Whether the word is applicable in a position that does not list all moves.
    pub(super) fn occurs_in_part(&self, node: NodeId) -> bool {
        let node = &self.tree.nodes[node as usize];
        node.samples.len() > node.in_full as usize
    }

    /// How surprising it would be, in nats, that this word was never played if it were legal; 0 if it was, or where
    /// silence does not count.
    pub(super) fn silence(&mut self, id: NodeId) -> f64 {
        let Some(heard) = &self.tree.silence else { return 0.0 };
        let node = &self.tree.nodes[id as usize];
        if node.seen > 0 {
            return 0.0;
        }
        if let Some(quiet) = node.quiet {
            return quiet;
        }
        let mut quiet = 0.0;
        for (&sample, &square) in node.samples.iter().zip(&node.squares) {
            let position = self.evidence.sample(self.tree.samples[sample as usize]).position;
            let square = Square::new(usize::from(square)).expect("a byte is a square");
            if !heard.reach[sample as usize].contains(square) {
                quiet += heard.silence.at(position);
            }
        }
        self.tree.nodes[id as usize].quiet = Some(quiet);
        quiet
    }

    /// From now on silence counts. `silence` says how much in each position.
    pub(super) fn listen(&mut self, silence: Silence) {
        let mut reach = vec![SquareSet::EMPTY; self.tree.samples.len()];
        self.for_each_legal_move(&mut |sample, square| {
            reach[sample as usize].insert(square);
        });
        for node in &mut self.tree.nodes {
            node.quiet = None;
        }
        self.tree.silence = Some(Heard { silence, reach });
    }

    /// Every applicable occurrence of a word seen legal: the sample's index in this tree, and the square reached.
    fn for_each_legal_move(&mut self, tell: &mut impl FnMut(u32, Square)) {
        for word in self.tree.legal.clone() {
            let Some(node) = self.find(&word) else { continue };
            let node = &self.tree.nodes[node as usize];
            for (&sample, &square) in node.samples.iter().zip(&node.squares) {
                tell(sample, Square::new(usize::from(square)).expect("a byte is a square"));
            }
        }
    }

    /// Adds to `choices`, by position, the squares that these words lead to from each piece.
    pub(super) fn count_choices(&mut self, words: &[Word], choices: &mut [u16]) {
        let mut reach = vec![SquareSet::EMPTY; self.tree.samples.len()];
        for word in words {
            let Some(node) = self.find(word) else { continue };
            let node = &self.tree.nodes[node as usize];
            for (&sample, &square) in node.samples.iter().zip(&node.squares) {
                reach[sample as usize].insert(Square::new(usize::from(square)).expect("a byte is a square"));
            }
        }
        for (sample, reach) in self.tree.samples.iter().zip(reach) {
            choices[self.evidence.sample(*sample).position as usize] += reach.len() as u16;
        }
    }

    /// The node of a word, or `None` when it was never applicable.
    pub(super) fn find(&mut self, word: &[Step]) -> Option<NodeId> {
        word.iter().try_fold(ROOT, |at, &step| self.child(at, step))
    }

    /// The first record in which a word is applicable.
    pub(super) fn first_record(&mut self, word: &[Step]) -> Option<u32> {
        let node = self.find(word)?;
        let sample = *self.tree.nodes[node as usize].samples.first()?;
        Some(self.example(sample).record)
    }

    /// What is known of a word, in the mover's coordinates.
    pub(super) fn ask(&mut self, word: &[Step], enough: f64) -> Answer {
        let nothing = |verdict| Answer { verdict, count: 0, example: None, silence: 0.0 };
        if !crate::automata::fits(word, self.board) {
            return nothing(Verdict::Impossible);
        }
        let Some(id) = self.find(word) else { return nothing(Verdict::Unknown) };
        let silence = self.silence(id);
        let node = &self.tree.nodes[id as usize];
        if node.seen > 0 {
            return Answer { verdict: Verdict::Legal, count: node.seen, example: node.seen_example, silence: 0.0 };
        }
        let example = if node.in_full > 0 { Some(node.first_in_full) } else { node.samples.first().copied() };
        let example = example.map(|sample| self.example(sample));
        if self.is_denied(id) {
            return Answer { verdict: Verdict::Illegal, count: node.in_full, example, silence };
        }
        let verdict = if silence >= enough { Verdict::Illegal } else { Verdict::Unknown };
        Answer { verdict, count: node.samples.len() as u32, example, silence }
    }

    fn example(&self, sample: u32) -> Example {
        let sample = self.evidence.sample(self.tree.samples[sample as usize]);
        let square = Square::new(usize::from(sample.from)).expect("a byte is a square");
        let player = self.evidence.player(sample.position);
        Example { record: self.evidence.record(sample.position), square: as_seen_by(player, self.board, square) }
    }

    /// Words that were seen, but are applicable and not listed elsewhere: no automaton can be right about them.
    pub(super) fn clashes(&mut self, letter: char) -> Vec<Clash> {
        let mut clashes = Vec::new();
        for word in self.tree.legal.clone() {
            let Some(id) = self.find(&word) else { continue };
            let node = &self.tree.nodes[id as usize];
            if node.in_full <= node.seen_in_full {
                continue;
            }
            let number = self.evidence.words().find(&word);
            let silent = node.samples.iter().copied().find(|&sample| {
                let sample = self.tree.samples[sample as usize];
                let position = self.evidence.sample(sample).position;
                self.evidence.lists_all(position) && !number.is_some_and(|word| self.evidence.lists(sample, word))
            });
            let (Some(silent), Some(seen)) = (silent, node.seen_example) else { continue };
            let example = self.example(silent);
            let player = crate::sbg::player_of(letter).unwrap_or(crate::board::Player::White);
            let word = word.iter().map(|&step| step_as_seen_by(player, step)).collect();
            clashes.push(Clash::Word { letter, word, records: (seen.record, example.record), square: example.square });
        }
        clashes
    }
}
