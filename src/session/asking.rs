//! Asking: the learner chooses a question, the visitor answers, and the automaton changes.

use crate::automata::show_word;
use crate::learn::Question;
use crate::protocol::{AskingView, QuestionView, Refuted, Said, Told};

use super::inspect::read_word;
use super::lesson::scene;
use super::watching::Watching;
use super::{Failure, one_letter};

/// The most answers that are heard again: more than anybody gives.
const MAX_TOLD: usize = 10_000;

#[derive(Debug, Default)]
pub(super) struct Asking {
    question: Option<Question>,
    passed: Vec<Question>,
}

impl Watching {
    /// Takes these for all that was answered so far, as if it had been asked here.
    pub(super) fn retell(&mut self, told: &[Told]) -> Result<(), Failure> {
        if told.len() > MAX_TOLD {
            return Err(Failure::new("So many answers cannot be taken in."));
        }
        let board = self.learning.evidence().board().unwrap_or(self.rules.board());
        let (mut answers, mut passed) = (Vec::new(), Vec::new());
        for Told { letter, word, legal } in told {
            let letter = one_letter(letter)?;
            let letters = [letter.to_ascii_uppercase(), letter.to_ascii_lowercase()];
            let question = Question::about(letter, &read_word(word)?, board, &letters);
            let question = question.ok_or_else(|| Failure::new(format!("{word} fits nowhere on this board.")))?;
            match legal {
                Some(legal) => answers.push((question, *legal)),
                None => passed.push(question),
            }
        }
        self.learning.retell(&answers);
        self.asking = Asking { question: None, passed };
        self.behind = true;
        Ok(())
    }

    /// Takes the answer to the question on the table, if it is one, and asks the next: about one letter, or about any.
    pub(super) fn ask(&mut self, about: Option<char>, said: Option<Said>) -> Result<AskingView, Failure> {
        let question = self.asking.question.take();
        let mut took = None;
        match (said, question) {
            (None, _) => {}
            (Some(Said::Back), _) => {
                took = self.learning.take_back().map(|told| told.legal);
                self.behind |= took.is_some();
            }
            (Some(_), None) => return Err(Failure::new("There is no question to answer now.")),
            (Some(Said::Pass), Some(question)) => self.asking.passed.push(question),
            (Some(said), Some(question)) => {
                let legal = match said {
                    Said::Rules => match self.is_legal(&question) {
                        Ok(legal) => legal,
                        Err(failure) => {
                            self.asking.question = Some(question);
                            return Err(failure);
                        }
                    },
                    said => said == Said::Yes,
                };
                took = Some(legal);
                self.learning.answer(&question, legal);
                self.take_stock();
            }
        }
        self.news.clear();
        if self.behind {
            self.learn();
        }
        if !self.behind {
            self.asking.question = self.learning.question_about(about, &self.asking.passed);
        }
        let board = self.learning.evidence().board().unwrap_or(self.rules.board());
        let question = self.asking.question.as_ref().map(|question| QuestionView {
            letter: question.letter.to_string(),
            word: show_word(&question.word),
            scene: scene(question, board),
        });
        let refuted = self.learning.refuted().next().map(|told| Refuted {
            letter: told.letter.to_string(),
            word: show_word(&told.word()),
            legal: told.legal,
        });
        Ok(AskingView {
            thinking: self.behind,
            question,
            answers: self.learning.told().len() as u32,
            passed: self.asking.passed.len() as u32,
            took,
            refuted,
            learning: self.view(),
        })
    }

    /// What the true rules say: the path is part of the question.
    fn is_legal(&self, question: &Question) -> Result<bool, Failure> {
        if !self.judged {
            return Err(Failure::new("The true rules of these records are not known; please answer yourself."));
        }
        let piece = self.rules.piece(question.letter);
        Ok(piece.is_some_and(|piece| self.rules.info(piece).dfa.accepts(&question.word)))
    }
}
