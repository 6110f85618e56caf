//! Silence about a word: how surprising it would be that a legal word was never played.

use std::sync::Arc;

use crate::automata::Word;
use crate::board::Geometry;
use crate::learn::silence::Silence;
use crate::learn::word_tree::{Facts, NodeId, index_of, sample_of, turn_of};
use crate::order;

/// Inputs of the silence model.
#[derive(Clone, Debug)]
pub(super) struct SilenceModel {
    silence: Arc<Silence>,
    /// Squares that words seen legal lead to, found when needed. Another word to the same square would not be told from
    /// them.
    pub(super) reach: Option<Reach>,
}

/// A set of squares for each sample.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    /// Words of bits for each sample.
    stride: usize,
    pub(super) bits: Vec<u64>,
}

impl Reach {
    fn new(samples: usize, board: Geometry) -> Reach {
        let stride = board.size().div_ceil(64);
        Reach { stride, bits: vec![0; samples * stride] }
    }

    /// Whether it was not there before.
    fn insert(&mut self, sample: u32, square: u8) -> bool {
        let bits = &mut self.bits[sample as usize * self.stride + usize::from(square / 64)];
        let before = *bits;
        *bits |= 1 << (square % 64);
        *bits != before
    }

    pub(super) fn contains(&self, sample: u32, square: u8) -> bool {
        self.bits[sample as usize * self.stride + usize::from(square / 64)] >> (square % 64) & 1 == 1
    }

    /// How many squares each sample has, in the order of samples.
    fn counts(&self) -> impl Iterator<Item = u16> + '_ {
        self.bits.chunks(self.stride).map(|bits| bits.iter().map(|bits| bits.count_ones() as u16).sum::<u16>())
    }
}

impl Facts<'_> {
    /// How surprising it would be, in nats, that this word was never played if it were legal; 0 if it was, or where
    /// silence does not count.
    pub(in crate::learn) fn silence(&mut self, id: NodeId) -> f64 {
        let Some(model) = &self.tree.silence else { return 0.0 };
        let node = &self.tree.nodes[index_of(id)];
        if node.seen > 0 {
            return 0.0;
        }
        if let Some(quiet) = node.quiet {
            return quiet;
        }
        if model.reach.is_none() {
            let (reach, _) = self.reach(false);
            if let Some(model) = &mut self.tree.silence {
                model.reach = Some(reach);
            }
        }
        self.recall(index_of(id));
        let Some(SilenceModel { silence, reach: Some(reach) }) = &self.tree.silence else { return 0.0 };
        let mut quiet = 0.0;
        for (occurred, square) in self.recalled(index_of(id)) {
            let sample = sample_of(occurred);
            if !reach.contains(sample, square) {
                quiet += silence.at(self.evidence.sample(self.tree.samples[sample as usize]).position);
            }
        }
        self.tree.nodes[index_of(id)].quiet = Some(quiet);
        quiet
    }

    /// Switches the silence model on. `silence` is how much silence says in each position.
    pub(in crate::learn) fn set_silence(&mut self, silence: Arc<Silence>) {
        for node in &mut self.tree.nodes {
            node.quiet = None;
        }
        self.tree.silence = Some(SilenceModel { silence, reach: None });
    }

    /// For each sample, squares that words seen legal lead to; if `literal`, only words that were seen as they are and of
    /// this letter, not in an image. Besides, if there are any, the squares that several of them lead to.
    pub(super) fn reach(&mut self, literal: bool) -> (Reach, Option<Reach>) {
        let mut reach = Reach::new(self.tree.samples.len(), self.board);
        let mut shared: Option<Reach> = None;
        for index in self.seen_nodes() {
            self.recall(index);
            let node = &self.tree.nodes[index];
            // The images that were seen, by player: a tree has at most one letter of each.
            let mut seen_as = [0u8; 2];
            for row in node.images.iter().filter(|row| !row.rare) {
                let images = node.fixed.turns().map(|fixed| row.turn.after(fixed).number());
                seen_as[row.piece.player().index()] |= images.fold(0, |set, image| set | 1 << image);
            }
            for (occurred, square) in self.recalled(index) {
                let as_seen = !literal || {
                    let sample = self.evidence.sample(self.tree.samples[sample_of(occurred) as usize]);
                    let player = sample.piece.player().index();
                    seen_as[player] >> turn_of(occurred).number() & 1 == 1
                };
                if as_seen && !reach.insert(sample_of(occurred), square) {
                    let shared = shared.get_or_insert_with(|| Reach::new(self.tree.samples.len(), self.board));
                    shared.insert(sample_of(occurred), square);
                }
            }
        }
        (reach, shared)
    }

    /// Adds to `choices`, by position, the squares that these words lead to from each piece.
    pub(in crate::learn) fn count_choices(&mut self, words: &[Word], choices: &mut [u16]) {
        let mut reach = Reach::new(self.tree.samples.len(), self.board);
        // A word and its images share their occurrences.
        let mut nodes: Vec<usize> = words.iter().filter_map(|word| self.find(word)).map(index_of).collect();
        order::sort(&mut nodes);
        nodes.dedup();
        for node in nodes {
            self.recall(node);
            for (occurred, square) in self.recalled(node) {
                reach.insert(sample_of(occurred), square);
            }
        }
        for (sample, squares) in self.tree.samples.iter().zip(reach.counts()) {
            choices[self.evidence.sample(*sample).position as usize] += squares;
        }
    }

    /// Adds to `choices`, by position, the squares that words lead to that were seen as they are, rare ones aside.
    pub(in crate::learn) fn count_seen_choices(&mut self, choices: &mut [u16]) {
        let (reach, _) = self.reach(true);
        for (sample, squares) in self.tree.samples.iter().zip(reach.counts()) {
            choices[self.evidence.sample(*sample).position as usize] += squares;
        }
    }
}
