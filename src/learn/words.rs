//! Words by number: a tree of steps in which every word that was ever seen has its node.

use crate::automata::{Step, Word};

/// A word's number.
pub(super) type WordId = u32;

/// All words seen so far; number 0 is the empty word.
#[derive(Clone, Debug)]
pub(super) struct Words {
    nodes: Vec<TrieNode>,
}

#[derive(Clone, Debug)]
struct TrieNode {
    parent: WordId,
    /// The last step; of no meaning at number 0.
    step: Step,
    /// Sorted by step.
    next: Vec<(Step, WordId)>,
}

impl Default for Words {
    fn default() -> Words {
        let step = Step { dx: 0, dy: 0, on: crate::automata::On::Empty };
        Words { nodes: vec![TrieNode { parent: 0, step, next: Vec::new() }] }
    }
}

impl Words {
    /// The number of a word, given now if it has none yet.
    pub(super) fn add(&mut self, word: impl IntoIterator<Item = Step>) -> WordId {
        let mut at: WordId = 0;
        for step in word {
            let next = &self.nodes[at as usize].next;
            at = match next.binary_search_by_key(&step, |(step, _)| *step) {
                Ok(index) => next[index].1,
                Err(index) => {
                    let id = self.nodes.len() as WordId;
                    self.nodes[at as usize].next.insert(index, (step, id));
                    self.nodes.push(TrieNode { parent: at, step, next: Vec::new() });
                    id
                }
            };
        }
        at
    }

    /// The number of a word, if it has one.
    pub(super) fn find(&self, word: &[Step]) -> Option<WordId> {
        word.iter().try_fold(0, |at: WordId, step| {
            let next = &self.nodes[at as usize].next;
            next.binary_search_by_key(step, |(step, _)| *step).ok().map(|index| next[index].1)
        })
    }

    pub(super) fn word(&self, id: WordId) -> Word {
        let mut word = Word::new();
        let mut at = id;
        while at != 0 {
            word.push(self.nodes[at as usize].step);
            at = self.nodes[at as usize].parent;
        }
        word.reverse();
        word
    }

    pub(super) fn bytes(&self) -> usize {
        self.nodes.iter().map(|node| size_of::<TrieNode>() + node.next.len() * size_of::<(Step, WordId)>()).sum()
    }
}
