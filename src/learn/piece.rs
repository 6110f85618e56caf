//! One letter's evidence, to be queried directly.

use crate::automata::{Dfa, Step, Word, minimize};
use crate::board::{Geometry, Player};
use crate::learn::check::Union;
use crate::learn::event::EventSink;
use crate::learn::evidence::step_as_seen_by;
use crate::learn::learning::new_search;
use crate::learn::piece_id::PieceId;
use crate::learn::search::Rules;
use crate::learn::word_tree::{Facts, WordTree};
use crate::learn::{Answer, Check, Evidence, NoGame, Settings};

/// The tree of one letter's words, in board coordinates.
///
/// ```
/// use kibitzer::automata::{On, Step};
/// use kibitzer::board::{Geometry, Player};
/// use kibitzer::learn::{Evidence, PieceEvidence, Verdict};
/// use kibitzer::observe::{Listing, Record, RecordResult, SeenMove};
///
/// // A lone pawn on a board of one column and three rows: its only move is one square ahead.
/// let ahead = Step::new(0, 1, On::Empty);
/// let board = Geometry::new(1, 3).unwrap();
/// let from = board.named("a1").unwrap();
/// let mut evidence = Evidence::default();
/// evidence.add(&Record {
///     board,
///     cells: vec!['P', '.', '.'],
///     result: RecordResult::Open,
///     player: Player::White,
///     listing: Listing::All,
///     moves: vec![SeenMove { from, word: vec![ahead] }],
/// });
/// let mut pawn = PieceEvidence::new(&evidence, 'P').unwrap();
/// assert_eq!(pawn.ask(&[ahead]).verdict, Verdict::Legal);
/// assert_eq!(pawn.ask(&[ahead, ahead]).verdict, Verdict::Illegal, "applicable, and not listed");
/// assert_eq!(pawn.ask(&[Step::new(0, 1, On::Enemy)]).verdict, Verdict::Unknown, "there was no enemy");
/// assert_eq!(pawn.ask(&[Step::new(1, 0, On::Empty)]).verdict, Verdict::Impossible, "there is one column");
/// ```
#[derive(Debug)]
pub struct PieceEvidence<'a> {
    evidence: &'a Evidence,
    board: Geometry,
    tree: WordTree,
    union: Union,
    piece: PieceId,
}

impl<'a> PieceEvidence<'a> {
    pub fn new(evidence: &'a Evidence, letter: char) -> Result<PieceEvidence<'a>, NoGame> {
        let board = evidence.board().ok_or(NoGame::NothingSeen)?;
        let piece = PieceId::new(letter).ok_or(NoGame::NothingSeen)?;
        let tree = WordTree::new(evidence, &[piece]);
        let union = Union::new(evidence, piece.player() == Player::Black);
        Ok(PieceEvidence { evidence, board, tree, union, piece })
    }

    fn turn(&self, step: Step) -> Step {
        step_as_seen_by(self.piece.player(), step)
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
        let mut search = new_search(settings, self.tree.legal_words(), self.tree.symmetry());
        let rules = Rules { check: settings.check, union: &self.union };
        let mut facts = Facts::new(self.evidence, &mut self.tree, self.board);
        while !search.advance(&mut facts, &rules, &mut EventSink::none()) {}
        let dfa = search.best();
        minimize(&dfa.map(|step| self.turn(step)))
    }
}
