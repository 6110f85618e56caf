//! Which words can be walked on a board at all, and listing those of an automaton.

use super::{Dfa, StateId, Step, Word};
use crate::board::Geometry;

/// The squares that a word has visited, relative to where it began, and the box they fill.
///
/// A word can be placed somewhere on a board when it enters no square twice (its start included) and its box is no
/// larger than the board; everything else is the papers' S0.
#[derive(Clone, Debug)]
pub struct Footprint {
    visited: Vec<(i16, i16)>,
    boxes: Vec<[i16; 4]>,
}

impl Default for Footprint {
    fn default() -> Footprint {
        Footprint { visited: vec![(0, 0)], boxes: vec![[0; 4]] }
    }
}

impl Footprint {
    /// Adds a step if the longer word still fits on the board; otherwise changes nothing and returns `false`.
    pub fn push(&mut self, step: Step, board: Geometry) -> bool {
        let (x, y) = self.visited[self.visited.len() - 1];
        let next = (x + i16::from(step.dx), y + i16::from(step.dy));
        let [left, right, low, high] = self.boxes[self.boxes.len() - 1];
        let grown = [left.min(next.0), right.max(next.0), low.min(next.1), high.max(next.1)];
        let fits = grown[1] - grown[0] < board.width() as i16 && grown[3] - grown[2] < board.height() as i16;
        if !fits || self.visited.contains(&next) {
            return false;
        }
        self.visited.push(next);
        self.boxes.push(grown);
        true
    }

    /// Takes the last step back.
    pub fn pop(&mut self) {
        if self.visited.len() > 1 {
            self.visited.pop();
            self.boxes.pop();
        }
    }
}

/// Whether the word is applicable from some square in some position of this board.
///
/// ```
/// use kibitzer::automata::{On, Step, fits};
/// use kibitzer::board::Geometry;
///
/// let (ahead, back) = (Step::new(0, 1, On::Empty), Step::new(0, -1, On::Empty));
/// let board = Geometry::new(3, 4).unwrap();
/// assert!(fits(&[ahead; 3], board));
/// assert!(!fits(&[ahead; 4], board), "it leaves a board of four rows");
/// assert!(!fits(&[ahead, back], board), "it enters a square twice");
/// ```
pub fn fits(word: &[Step], board: Geometry) -> bool {
    let mut footprint = Footprint::default();
    word.iter().all(|&step| footprint.push(step, board))
}

/// All words of the automaton that fit on the board, in order, or `None` when there are more than `limit`.
///
/// ```
/// use kibitzer::automata::{On, Regex, Step, compile, words_on_board};
/// use kibitzer::board::Geometry;
///
/// let slide = compile(&Regex::star(Regex::Step(Step::new(0, 1, On::Empty)))).unwrap();
/// let board = Geometry::new(3, 4).unwrap();
/// // One, two or three squares forward; four would leave a board of four rows.
/// assert_eq!(words_on_board(&slide, board, 100).unwrap().len(), 3);
/// assert_eq!(words_on_board(&slide, board, 2), None);
/// ```
pub fn words_on_board(dfa: &Dfa, board: Geometry, limit: usize) -> Option<Vec<Word>> {
    let (words, all) = first_words_on_board(dfa, board, limit);
    all.then_some(words)
}

/// The first words that fit on the board, about `limit` of them, and whether these are all.
pub fn first_words_on_board(dfa: &Dfa, board: Geometry, limit: usize) -> (Vec<Word>, bool) {
    struct WordWalk<'a> {
        dfa: &'a Dfa,
        board: Geometry,
        limit: usize,
        footprint: Footprint,
        word: Word,
        found: Vec<Word>,
        visits: usize,
    }

    impl WordWalk<'_> {
        fn visit(&mut self, state: StateId) -> Option<()> {
            // Dead ends cost time as well as words do, so both count.
            self.visits += 1;
            if self.visits > self.limit.saturating_mul(16) {
                return None;
            }
            if self.dfa.is_accepting(state) && !self.word.is_empty() {
                self.found.push(self.word.clone());
                if self.found.len() > self.limit {
                    return None;
                }
            }
            for &(step, to) in self.dfa.transitions(state) {
                if self.footprint.push(step, self.board) {
                    self.word.push(step);
                    self.visit(to)?;
                    self.word.pop();
                    self.footprint.pop();
                }
            }
            Some(())
        }
    }

    let mut walk = WordWalk {
        dfa,
        board,
        limit,
        footprint: Footprint::default(),
        word: Word::new(),
        found: Vec::new(),
        visits: 0,
    };
    let all = walk.visit(Dfa::START).is_some();
    (walk.found, all)
}
