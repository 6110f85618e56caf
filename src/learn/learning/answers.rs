//! Questions to a referee, and what follows from the answers.

use crate::automata::Word;
use crate::learn::ask::{self, Question};
use crate::learn::event::EventSink;
use crate::learn::learning::group::Group;
use crate::learn::learning::{Learning, Stage, new_search};
use crate::learn::piece_id::PieceId;
use crate::learn::search::Rules;
use crate::learn::word_tree::{Facts, Verdict};

/// An answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    pub letter: char,
    /// In the mover's coordinates.
    pub(super) word: Word,
    pub legal: bool,
}

impl Told {
    /// The word that was asked about, in board coordinates.
    pub fn word(&self) -> Word {
        self.piece().map_or_else(|| self.word.clone(), |piece| piece.turned(&self.word))
    }

    pub(super) fn piece(&self) -> Option<PieceId> {
        PieceId::new(self.letter)
    }
}

impl Learning {
    /// The next question to the referee, or `None` when nothing is open. Learns to the end first.
    pub fn question(&mut self) -> Option<Question> {
        self.question_about(None, &[])
    }

    /// The next question about one letter, or about any; never again one that was passed.
    pub fn question_about(&mut self, about: Option<char>, passed: &[Question]) -> Option<Question> {
        self.finish();
        let board = self.evidence.board()?;
        let letters = self.evidence.letters();
        let illegal_threshold = self.settings.prices.illegal_threshold;
        let player = self.settings.player;
        for group in &mut self.groups {
            if player.is_some_and(|player| group.pieces.iter().all(|piece| piece.player() != player)) {
                continue;
            }
            if about.is_some_and(|letter| !group.has(letter)) {
                continue;
            }
            let passed = passed.iter().filter(|question| group.has(question.letter));
            let passed: Vec<Word> = passed.map(Question::as_the_mover_sees_it).collect();
            let dfa = group.best();
            let mut facts = Facts::new(&self.evidence, &mut group.tree, board);
            if let Some(word) = ask::most_telling(&dfa, &mut facts, illegal_threshold, &passed) {
                return ask::pose(about.unwrap_or(group.pieces[0].letter()), &word, board, &letters);
            }
        }
        None
    }

    /// Adds the answer to a question. If it contradicts the automaton, the piece is learned again.
    pub fn answer(&mut self, question: &Question, legal: bool) {
        let word = question.as_the_mover_sees_it();
        self.told.push(Told { letter: question.letter, word: word.clone(), legal });
        let Some(piece) = PieceId::new(question.letter) else { return };
        let Some(index) = self.groups.iter().position(|group| group.pieces.contains(&piece)) else { return };
        let Some(board) = self.evidence.board() else { return };
        let group = &mut self.groups[index];
        let before = Facts::new(&self.evidence, &mut group.tree, board).ask(&word, f64::INFINITY).verdict;
        match (before, legal) {
            (Verdict::Legal, false) | (Verdict::Illegal, true) => {
                // An image of it is known to be otherwise: the piece is less symmetric than it was taken to be.
                let pieces = group.pieces.clone();
                let Some(pooled) = self.pooled(&pieces, None) else { return };
                self.groups[index] = Group { tally: self.groups[index].tally, ..pooled };
            }
            (_, true) => group.tree.label_legal(piece, [&word]),
            (_, false) => group.tree.label_illegal([&word]),
        }
        let group = &mut self.groups[index];
        if group.learned.is_none() || group.best().accepts(&word) != legal {
            let mut search = new_search(&self.settings, group.tree.legal_words(), group.tree.symmetry());
            let player = group.pieces[0].player();
            let rules = Rules { check: self.settings.check, union: &self.unions[player.index()] };
            let mut facts = Facts::new(&self.evidence, &mut group.tree, board);
            while !search.advance(&mut facts, &rules, &mut EventSink::none()) {}
            group.learned = Some(search.best());
        }
    }

    /// Replaces all answers so far; the next step learns from them.
    pub fn retell(&mut self, answers: &[(Question, bool)]) {
        self.stage = Stage::Watching;
        let told = |(question, legal): &(Question, bool)| Told {
            letter: question.letter,
            word: question.as_the_mover_sees_it(),
            legal: *legal,
        };
        self.told = answers.iter().map(told).collect();
    }

    /// Answers taken in so far.
    pub fn told(&self) -> &[Told] {
        &self.told
    }

    /// Takes back the last answer.
    pub fn take_back(&mut self) -> Option<Told> {
        self.stage = Stage::Watching;
        self.told.pop()
    }

    /// Answers that contradict records seen since.
    pub fn refuted(&self) -> impl Iterator<Item = &Told> {
        self.groups.iter().flat_map(|group| &group.refuted)
    }
}
