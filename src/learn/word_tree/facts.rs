//! What the evidence says about a word: the questions that learners ask of a tree.

use crate::automata::{Step, Word};
use crate::board::{Geometry, Square};
use crate::learn::Clash;
use crate::learn::evidence::{Evidence, as_seen_by};
use crate::learn::symmetry::Symmetry;
use crate::learn::word_tree::{NodeId, ROOT, WordTree, index_of, sample_of, turn_of};

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
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    pub verdict: Verdict,
    /// Times it was listed; or, if illegal, distinct positions that show it.
    pub count: u32,
    pub example: Option<Example>,
    /// The image of the word that the example shows, in the mover's coordinates, where it is not the word itself.
    pub image: Option<Word>,
    /// How surprising it would be, in nats, that a legal word was never played.
    pub silence: f64,
}

/// Where to look: a record, counted from 1, and the square on which the word begins, in board coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    pub record: u32,
    pub square: Square,
}

/// The evidence and one piece's tree, which grows while it is read.
pub(in crate::learn) struct Facts<'a> {
    pub(in crate::learn) evidence: &'a Evidence,
    pub(in crate::learn) tree: &'a mut WordTree,
    pub(in crate::learn) board: Geometry,
    /// Words labelled illegal, besides what the evidence shows.
    pub(super) illegal: &'a [Word],
}

impl<'a> Facts<'a> {
    pub(in crate::learn) fn new(evidence: &'a Evidence, tree: &'a mut WordTree, board: Geometry) -> Facts<'a> {
        Facts { evidence, tree, board, illegal: &[] }
    }

    /// The same with these words labelled illegal, as long as the facts are asked.
    pub(in crate::learn) fn with_illegal(self, illegal: &'a [Word]) -> Facts<'a> {
        let numbers = (0..).zip(illegal).filter(|(_, word)| !word.is_empty()).map(|(number, _)| number);
        self.tree.nodes[ROOT as usize].labelled = numbers.collect();
        self.tree.in_full |= !illegal.is_empty();
        Facts { illegal, ..self }
    }

    /// The node of a word, or `None` when it was never applicable.
    pub(in crate::learn) fn find(&mut self, word: &[Step]) -> Option<NodeId> {
        word.iter().try_fold(ROOT, |at, &step| self.child(at, step))
    }

    /// Whether any position lists all moves, so that words can be shown illegal outright.
    pub(in crate::learn) fn has_full_listings(&self) -> bool {
        self.tree.in_full
    }

    pub(in crate::learn) fn is_legal(&self, node: NodeId) -> bool {
        self.tree.nodes[index_of(node)].seen > 0
    }

    /// Shown illegal by a list of all moves, or by a label. Nothing that was seen legal is: that would be a clash.
    pub(in crate::learn) fn is_denied(&self, node: NodeId) -> bool {
        let node = &self.tree.nodes[index_of(node)];
        node.seen == 0 && (node.denied || node.in_full > 0)
    }

    /// Whether the word is applicable in a position that does not list all moves.
    pub(in crate::learn) fn occurs_in_part(&self, node: NodeId) -> bool {
        let node = &self.tree.nodes[index_of(node)];
        node.occurrences > node.in_full
    }

    /// The first record in which a word is applicable.
    pub(in crate::learn) fn first_record(&mut self, word: &[Step]) -> Option<u32> {
        let id = self.find(word)?;
        let node = &self.tree.nodes[index_of(id)];
        (node.occurrences > 0).then(|| self.example(node.first).record)
    }

    /// What is known of a word, in the mover's coordinates.
    pub(in crate::learn) fn ask(&mut self, word: &[Step], illegal_threshold: f64) -> Answer {
        let nothing = |verdict| Answer { verdict, count: 0, example: None, image: None, silence: 0.0 };
        if !crate::automata::fits(word, self.board) {
            return nothing(Verdict::Impossible);
        }
        let Some(id) = self.find(word) else { return nothing(Verdict::Unknown) };
        let silence = self.silence(id);
        let node = &self.tree.nodes[index_of(id)];
        if node.seen > 0 {
            let (count, example) = (node.seen, node.seen_example);
            return Answer { verdict: Verdict::Legal, count, example, image: None, silence: 0.0 };
        }
        let occurred =
            if node.in_full > 0 { Some(node.first_in_full) } else { (node.occurrences > 0).then_some(node.first) };
        let example = occurred.map(|occurred| self.example(occurred));
        let symmetric = self.tree.symmetry != Symmetry::NONE;
        let image = occurred.filter(|_| symmetric);
        let image = image.map(|occurred| turn_of(occurred).word(&self.tree.own_word(index_of(id))));
        let image = image.filter(|image| image != word);
        if self.is_denied(id) {
            return Answer { verdict: Verdict::Illegal, count: node.in_full, example, image, silence };
        }
        let verdict = if silence >= illegal_threshold { Verdict::Illegal } else { Verdict::Unknown };
        Answer { verdict, count: node.occurrences, example, image, silence }
    }

    fn example(&self, sample: u32) -> Example {
        let sample = self.evidence.sample(self.tree.samples[sample_of(sample) as usize]);
        let square = Square::new(usize::from(sample.from)).expect("a byte is a square");
        let player = self.evidence.player(sample.position);
        Example { record: self.evidence.record(sample.position), square: as_seen_by(player, self.board, square) }
    }

    /// Words that were seen, but are applicable and not listed elsewhere: no automaton can be right about them.
    pub(in crate::learn) fn clashes(&mut self) -> Vec<Clash> {
        let mut clashes = Vec::new();
        for index in self.seen_nodes() {
            let node = &self.tree.nodes[index];
            if node.in_full <= node.seen_in_full {
                continue;
            }
            self.recall(index);
            let node = &self.tree.nodes[index];
            let own = self.tree.own_word(index);
            let silent = node.samples.iter().copied().find(|&occurred| {
                let sample = self.tree.samples[sample_of(occurred) as usize];
                let position = self.evidence.sample(sample).position;
                self.evidence.lists_all(position) && {
                    let number = self.evidence.words().find(&turn_of(occurred).word(&own));
                    !number.is_some_and(|word| self.evidence.lists(sample, word))
                }
            });
            let (Some(silent), Some(seen)) = (silent, node.seen_example) else { continue };
            let example = self.example(silent);
            let sample = self.evidence.sample(self.tree.samples[sample_of(silent) as usize]);
            let letter = sample.piece.letter();
            let word = sample.piece.turned(&turn_of(silent).word(&own));
            clashes.push(Clash::Word { letter, word, records: (seen.record, example.record), square: example.square });
        }
        clashes
    }
}
