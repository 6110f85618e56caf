//! A search shown again, step by step: what was tried, what came of it, and the automaton there was at the time.
//!
//! The algorithms that fold a prefix tree are shown by folding it again up to the step that is asked for, which takes a
//! moment and no memory. Best-first search goes back and forth between automata, so those are kept.

use crate::automata::{Dfa, StateId, Step, Word, minimize};
use crate::learn::bjornsson::collapse;
use crate::learn::quotient::Quotient;
use crate::learn::search::PrefixTree;
use crate::learn::{Algorithm, Event, Refutation};
use crate::order::SortedMap;

/// One step of a lesson. Words are in board coordinates; a state is identified by a word that leads to it.
#[derive(Clone, Debug, PartialEq)]
pub enum Scene {
    /// The words that were seen, as a tree.
    Tree,
    /// The smallest automaton of those words.
    Minimized,
    /// These two states could be one.
    Tried {
        kept: Word,
        gone: Word,
    },
    /// And are.
    Merged {
        kept: Word,
    },
    Refused {
        kept: Word,
        gone: Word,
        refutation: Refutation,
    },
    /// Unlike all states before it.
    Promoted {
        state: Word,
    },
    /// The smallest automaton so far is expanded next.
    Expanded,
    Learned,
}

/// Steps kept; a search can take hundreds of thousands.
const MAX_SCENES: usize = 1_000;
/// States of all automata kept.
const MAX_STATES: usize = 50_000;

#[derive(Clone, Debug)]
pub struct Replay {
    tree: Dfa,
    scenes: Vec<(Scene, Stage)>,
    stages: Stages,
    learned: Dfa,
    cut: bool,
}

/// Which automaton: its number among the stages.
type Stage = u32;

/// The first stage is the tree.
#[derive(Clone, Debug)]
enum Stages {
    /// Pairs of the tree's states that were made one; stage `n` has the first `n`.
    Folded(Vec<(StateId, StateId)>),
    /// Stage `n` is the automaton before this number; 0 is the smallest one of what was seen.
    Kept { automata: Vec<Dfa>, queue: SortedMap<(usize, u32), ()>, current: u32 },
}

impl Replay {
    /// Of a search that begins with these words.
    pub fn new(algorithm: Algorithm, words: &[Word]) -> Replay {
        let tree = PrefixTree::new(words).dfa;
        let mut scenes = vec![(Scene::Tree, 0)];
        let stages = if algorithm == Algorithm::Bjornsson {
            scenes.push((Scene::Minimized, 1));
            let smallest = minimize(&tree);
            let queue = SortedMap::from([((smallest.size(), 0), ())]);
            Stages::Kept { automata: vec![smallest], queue, current: 0 }
        } else {
            Stages::Folded(Vec::new())
        };
        Replay { learned: Dfa::empty(), tree, scenes, stages, cut: false }
    }

    /// What the search tells.
    pub fn take(&mut self, event: Event) {
        self.cut |= self.scenes.len() >= MAX_SCENES;
        if self.cut {
            return;
        }
        let now = self.stage();
        match event {
            Event::Merged { kept, gone, .. } => {
                self.scenes.push((Scene::Tried { kept: kept.clone(), gone: gone.clone() }, now));
                if let Some(after) = self.merge(&kept, &gone) {
                    self.scenes.push((Scene::Merged { kept }, after));
                }
            }
            Event::Refused { kept, gone, refutation } => {
                self.scenes.push((Scene::Refused { kept, gone, refutation }, now));
            }
            Event::Promoted { state } => self.scenes.push((Scene::Promoted { state }, now)),
            Event::Expanded { .. } => {
                if let Stages::Kept { queue, current, .. } = &mut self.stages {
                    *current = queue.pop_first().map_or(0, |((_, number), ())| number);
                }
                self.scenes.push((Scene::Expanded, self.stage()));
            }
            Event::TreeBuilt { .. } | Event::Best { .. } | Event::Learned { .. } => {}
        }
    }

    /// What came of it.
    pub fn finish(&mut self, learned: Dfa) {
        self.learned = learned;
        self.scenes.push((Scene::Learned, Stage::MAX));
    }

    /// The stage that the search is at.
    fn stage(&self) -> Stage {
        match &self.stages {
            Stages::Folded(merges) => merges.len() as Stage,
            Stages::Kept { current, .. } => current + 1,
        }
    }

    /// Makes the automaton in which two states are one; gives its stage.
    fn merge(&mut self, kept: &[Step], gone: &[Step]) -> Option<Stage> {
        match &mut self.stages {
            Stages::Folded(merges) => {
                merges.push((follow(&self.tree, kept)?, follow(&self.tree, gone)?));
                Some(merges.len() as Stage)
            }
            Stages::Kept { automata, queue, current } => {
                let dfa = &automata[*current as usize];
                let merged = minimize(&collapse(dfa, follow(dfa, kept)?, follow(dfa, gone)?)?);
                let number = automata.len() as u32;
                queue.insert((merged.size(), number), ());
                automata.push(merged);
                self.cut = automata.iter().map(Dfa::size).sum::<usize>() > MAX_STATES;
                Some(number + 1)
            }
        }
    }

    pub fn scenes(&self) -> usize {
        self.scenes.len()
    }

    pub fn scene(&self, index: usize) -> Option<&Scene> {
        self.scenes.get(index).map(|(scene, _)| scene)
    }

    /// Whether there was more than could be kept.
    pub fn is_cut(&self) -> bool {
        self.cut
    }

    /// Steps with the same number show the same automaton.
    pub fn stage_of(&self, index: usize) -> u32 {
        self.scenes.get(index).map_or(0, |(_, stage)| *stage)
    }

    /// The automaton of a stage, all of its states within reach.
    pub fn automaton(&self, stage: u32) -> Dfa {
        match &self.stages {
            _ if stage == Stage::MAX => self.learned.clone(),
            _ if stage == 0 => self.tree.clone(),
            Stages::Folded(merges) => {
                let mut quotient = Quotient::new(&self.tree);
                merges.iter().take(stage as usize).for_each(|&(kept, gone)| {
                    quotient.merge(kept, gone);
                });
                quotient.to_dfa()
            }
            Stages::Kept { automata, .. } => automata.get(stage as usize - 1).cloned().unwrap_or_else(Dfa::empty),
        }
    }
}

/// The state that a word leads to.
fn follow(dfa: &Dfa, word: &[Step]) -> Option<StateId> {
    word.iter().try_fold(Dfa::START, |state, &step| dfa.next(state, step))
}
