//! Asking: the learner chooses a question, the visitor answers, and the automaton changes.

use crate::automata::Word;
use crate::learn::Question;
use crate::protocol::{AskingView, Failed, FailureCode, QuestionView, Refuted, Said, Told};
use crate::sbg::kind_of;

use super::lesson::scene;
use super::watching::Watching;
use super::{letter, read_step};

use crate::session::views::steps;

/// The most answers that are taken in at once: more than anyone gives.
const MAX_TOLD: usize = 10_000;

#[derive(Debug, Default)]
pub(super) struct Questioner {
    question: Option<Question>,
    passed: Vec<Question>,
}

impl Watching {
    /// Takes these for all that was answered so far, as if it had been asked here.
    pub(super) fn take_told(&mut self, told: &[Told]) -> Result<(), Failed> {
        let refused = |message: &str| Failed::new(FailureCode::Argument, message);
        if told.len() > MAX_TOLD {
            return Err(refused("There are too many answers."));
        }
        let board = self.learner.learning.evidence().board().unwrap_or(self.game.rules.board());
        let (mut answers, mut passed) = (Vec::new(), Vec::new());
        for Told { piece, steps, legal } in told {
            let letter = letter(*piece)?;
            let letters = [letter.to_ascii_uppercase(), letter.to_ascii_lowercase()];
            let word: Word = steps.iter().copied().map(read_step).collect();
            let question = Question::about(letter, &word, board, &letters).filter(|_| !word.is_empty());
            let question = question.ok_or_else(|| refused("This word does not fit on the board."))?;
            match legal {
                Some(legal) => answers.push((question, *legal)),
                None => passed.push(question),
            }
        }
        self.learner.learning.retell(&answers);
        self.questioner = Questioner { question: None, passed };
        self.learner.behind = true;
        Ok(())
    }

    /// Takes the answer to the question that was asked, if it is one, and asks the next: about one letter, or about any.
    pub(super) fn ask(&mut self, about: Option<char>, said: Option<Said>) -> Result<AskingView, Failed> {
        let question = self.questioner.question.take();
        let mut took = None;
        match (said, question) {
            (None, _) => {}
            (Some(Said::Back), _) => {
                took = self.learner.learning.take_back().map(|told| told.legal);
                self.learner.behind |= took.is_some();
            }
            (Some(_), None) => return Err(Failed::new(FailureCode::Nothing, "There is no question to answer now.")),
            (Some(Said::Pass), Some(question)) => self.questioner.passed.push(question),
            (Some(said), Some(question)) => {
                let legal = match said {
                    Said::Rules => match self.is_legal(&question) {
                        Ok(legal) => legal,
                        Err(failure) => {
                            self.questioner.question = Some(question);
                            return Err(failure);
                        }
                    },
                    said => said == Said::Yes,
                };
                took = Some(legal);
                self.learner.learning.answer(&question, legal);
                self.take_stock();
            }
        }
        self.presenter.news = false;
        if self.learner.behind {
            self.learn();
        }
        if !self.learner.behind {
            self.questioner.question = self.learner.learning.question_about(about, &self.questioner.passed);
        }
        let board = self.learner.learning.evidence().board().unwrap_or(self.game.rules.board());
        let question = self.questioner.question.as_ref().map(|question| QuestionView {
            piece: kind_of(question.letter).0,
            steps: steps(&question.word),
            scene: scene(question, board),
        });
        let refuted = self.learner.learning.refuted().next().map(|told| Refuted {
            piece: kind_of(told.letter).0,
            steps: steps(&told.word()),
            legal: told.legal,
        });
        Ok(AskingView {
            thinking: self.learner.behind,
            question,
            answers: self.learner.learning.told().len() as u32,
            passed: self.questioner.passed.len() as u32,
            took,
            refuted,
            learning: self.view(),
        })
    }

    /// What the true rules say: the path is part of the question.
    fn is_legal(&self, question: &Question) -> Result<bool, Failed> {
        if !self.judged {
            let message = "The true rules of these records are not known; please answer yourself.";
            return Err(Failed::new(FailureCode::Unjudged, message));
        }
        let piece = self.game.rules.piece(question.letter);
        Ok(piece.is_some_and(|piece| self.game.rules.info(piece).dfa.accepts(&question.word)))
    }
}
