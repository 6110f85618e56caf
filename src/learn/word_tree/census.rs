//! The census: how often each image of a word was listed or played, and how often it should have been.

use crate::automata::Word;
use crate::learn::piece_id::PieceId;
use crate::learn::silence::Silence;
use crate::learn::symmetry::Turn;
use crate::learn::word_tree::silence_model::Reach;
use crate::learn::word_tree::{Facts, index_of, sample_of, turn_of};
use crate::order;

/// For each word that was seen, the counts of its images.
pub(in crate::learn) type Census = Vec<(Word, Vec<ImageCount>)>;

/// How often one image of a word was seen of one piece, and could have been.
#[derive(Clone, Copy, Debug)]
pub(in crate::learn) struct ImageCount {
    pub(in crate::learn) piece: PieceId,
    /// The turn that leads to this image from the node's own word; the first of those that do.
    pub(in crate::learn) turn: Turn,
    /// Positions with all their moves that list it, and how often it was seen in all.
    pub(in crate::learn) listed: u32,
    pub(in crate::learn) seen: u32,
    /// Positions with all their moves in which it is applicable.
    pub(in crate::learn) in_full: u32,
    /// How often it should have been played if it is legal: where no other word that was seen leads to the same square, and where
    /// one does, if records show either as often.
    pub(in crate::learn) alone: f64,
    pub(in crate::learn) shared: f64,
    /// Played so rarely that it does not count as a choice; see [`Facts::mark_rare`].
    pub(in crate::learn) rare: bool,
}

impl ImageCount {
    /// Nothing seen yet.
    pub(super) fn new(piece: PieceId, turn: Turn) -> ImageCount {
        ImageCount { piece, turn, listed: 0, seen: 0, in_full: 0, alone: 0.0, shared: 0.0, rare: false }
    }

    /// How often it should have been played if it is legal. What was never seen may always give way to another word.
    pub(in crate::learn) fn expected(&self) -> f64 {
        if self.seen > 0 { self.alone + self.shared } else { self.alone }
    }
}

impl Facts<'_> {
    /// For each word that was seen, how its images fared, piece by piece. `surprise` is how surprising it is that a legal
    /// move was not played in a position, in nats.
    pub(in crate::learn) fn census(&mut self, surprise: Option<&Silence>) -> Census {
        let mut census = Vec::new();
        let literal = (surprise.is_some() && self.tree.silence.is_some()).then(|| self.reach(true));
        for index in self.seen_nodes() {
            self.recall(index);
            let node = &self.tree.nodes[index];
            let mut rows: Vec<ImageCount> = node.images.clone();
            // One turn stands for all that give the same image.
            let mut image = [0u8; 8];
            for turn in self.tree.symmetry.turns() {
                let same = node.fixed.turns().map(|fixed| turn.after(fixed).number()).min().unwrap_or(0);
                image[usize::from(turn.number())] = same;
            }
            for (occurred, square) in self.recalled(index) {
                let sample_index = sample_of(occurred);
                let sample = self.evidence.sample(self.tree.samples[sample_index as usize]);
                let turn = Turn::from_number(image[usize::from(turn_of(occurred).number())]);
                let found = rows.iter().position(|row| row.turn == turn && row.piece == sample.piece);
                let at = found.unwrap_or_else(|| {
                    rows.push(ImageCount::new(sample.piece, turn));
                    rows.len() - 1
                });
                if self.evidence.lists_all(sample.position) {
                    rows[at].in_full += 1;
                } else if let Some(surprise) = surprise {
                    let surprise = surprise.at(sample.position);
                    let (reach, shared) =
                        literal.as_ref().map_or((None, None), |(reach, shared)| (Some(reach), shared.as_ref()));
                    let among = |reach: Option<&Reach>| reach.is_some_and(|reach| reach.contains(sample_index, square));
                    // Of several words to one square a record shows one.
                    if among(if rows[at].seen > 0 { shared } else { reach }) {
                        rows[at].shared += surprise / 2.0;
                    } else {
                        rows[at].alone += surprise;
                    }
                }
            }
            census.push((self.tree.own_word(index), rows));
        }
        census
    }

    /// From now on, words that are rare by this test do not count as choices. Says whether that changes anything.
    pub(in crate::learn) fn mark_rare(&mut self, census: &Census, is_rare: impl Fn(&ImageCount) -> bool) -> bool {
        let mut changed = false;
        for (own, rows) in census {
            let Some(id) = self.find(own) else { continue };
            for row in &mut self.tree.nodes[index_of(id)].images {
                let same = |fared: &&ImageCount| fared.piece == row.piece && fared.turn == row.turn;
                let rare = rows.iter().find(same).is_some_and(&is_rare);
                changed |= rare != row.rare;
                row.rare = rare;
            }
        }
        changed
    }

    /// The nodes of words that were seen, with all their occurrences.
    pub(super) fn seen_nodes(&mut self) -> Vec<usize> {
        let nodes: Vec<usize> = (1..self.tree.nodes.len()).filter(|&index| self.tree.nodes[index].seen > 0).collect();
        // In the order of their words, so that those with a common prefix are visited together.
        let mut words: Vec<(Word, usize)> = nodes.into_iter().map(|index| (self.tree.own_word(index), index)).collect();
        order::sort(&mut words);
        words.retain(|(word, _)| self.find(word).is_some());
        words.into_iter().map(|(_, index)| index).collect()
    }
}
