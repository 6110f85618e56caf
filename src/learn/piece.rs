//! One letter's evidence, for whoever wants to ask it directly.

use crate::automata::{Dfa, Step, Word, minimize};
use crate::board::Geometry;
use crate::learn::check::Union;
use crate::learn::event::Ears;
use crate::learn::evidence::step_as_seen_by;
use crate::learn::learning::new_search;
use crate::learn::search::Rules;
use crate::learn::tree::{Facts, Tree};
use crate::learn::{Answer, Check, Evidence, NoGame, Settings};
use crate::sbg::player_of;

/// The tree of one letter's words, in board coordinates.
#[derive(Debug)]
pub struct PieceEvidence<'a> {
    evidence: &'a Evidence,
    board: Geometry,
    tree: Tree,
    union: Union,
    letter: char,
}

impl<'a> PieceEvidence<'a> {
    pub fn new(evidence: &'a Evidence, letter: char) -> Result<PieceEvidence<'a>, NoGame> {
        let board = evidence.board().ok_or(NoGame::NothingSeen)?;
        let tree = Tree::new(evidence, &[letter]);
        let union = Union::new(evidence, letter.is_ascii_lowercase());
        Ok(PieceEvidence { evidence, board, tree, union, letter })
    }

    fn turn(&self, step: Step) -> Step {
        player_of(self.letter).map_or(step, |player| step_as_seen_by(player, step))
    }

    /// What the records say about a word.
    pub fn ask(&mut self, word: &[Step]) -> Answer {
        let word: Word = word.iter().map(|&step| self.turn(step)).collect();
        Facts::new(self.evidence, &mut self.tree, self.board).ask(&word, f64::INFINITY)
    }

    /// The first record in which a word is applicable, listed or not.
    pub fn first_applicable(&mut self, word: &[Step]) -> Option<u32> {
        let word: Word = word.iter().map(|&step| self.turn(step)).collect();
        Facts::new(self.evidence, &mut self.tree, self.board).first_record(&word)
    }

    /// The words seen legal.
    pub fn words(&self) -> Vec<Word> {
        let turned = |word: &Word| word.iter().map(|&step| self.turn(step)).collect();
        self.tree.legal_words().iter().map(turned).collect()
    }

    /// Whether an automaton accepts all that was seen and nothing that the check objects to.
    pub fn consistent(&mut self, check: Check, dfa: &Dfa) -> bool {
        let dfa = dfa.map(|step| self.turn(step));
        self.tree.legal_words().iter().all(|word| dfa.accepts(word)) && {
            let mut facts = Facts::new(self.evidence, &mut self.tree, self.board);
            check.object(&dfa, &mut facts, &self.union).is_none()
        }
    }

    /// Learns this letter alone, from its own player's moves, without silence: the papers' setting.
    pub fn learn(&mut self, settings: &Settings) -> Dfa {
        let mut search = new_search(settings, self.tree.legal_words());
        let rules = Rules { check: settings.check, union: &self.union };
        let mut facts = Facts::new(self.evidence, &mut self.tree, self.board);
        while !search.advance(&mut facts, &rules, &mut Ears::nobody()) {}
        let dfa = search.best();
        minimize(&dfa.map(|step| self.turn(step)))
    }
}
