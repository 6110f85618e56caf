//! The learning area: what was watched and learned, lessons and questions. All of it is about simplified boardgames.

mod inspect;
mod lesson;
mod log;
mod presenter;
mod questioner;
mod reading;
mod record;
mod source;
mod watching;

use crate::automata::{Dfa, On, Step, Word};
use crate::game::KindId;
use crate::protocol::{Failed, FailureCode, LearnSettings, LearningCommand, LearningReply, Module, OnView, StepView};
use crate::sbg::letter_of;

use super::host::Host;
use super::{identity, no_game};
use inspect::Subject;
use lesson::Lesson;
use reading::Reading;
use watching::{Watched, Watching, how_to_learn};

pub(super) use record::write as write_record;

#[derive(Debug, Default)]
pub(super) struct Learning {
    watching: Option<Watching>,
    lesson: Option<Lesson>,
}

impl Learning {
    /// Forgets what has nothing to do with this game: neither with watching it, nor with what was learned by that.
    pub(super) fn keep_only(&mut self, game: &str) {
        if !self.watching.as_mut().is_some_and(|watching| watching.belongs_to(game)) {
            *self = Learning::default();
        }
    }

    /// Carries out one command. `host` is the game that is loaded.
    pub(super) fn handle(
        &mut self,
        host: Option<&dyn Host>,
        command: LearningCommand,
    ) -> Result<LearningReply, Failed> {
        let host = host.ok_or_else(no_game)?;
        match command {
            LearningCommand::Learn { .. }
            | LearningCommand::Watch { .. }
            | LearningCommand::Study
            | LearningCommand::Enough
            | LearningCommand::Spectate { .. } => self.observe(host, command),
            LearningCommand::Inspect { .. }
            | LearningCommand::Counts { .. }
            | LearningCommand::Examples { .. }
            | LearningCommand::Pose { .. } => self.inspect(host, command),
            command if cfg!(feature = "study") => self.study(host, command),
            _ => Err(Failed::elsewhere(Module::Complete)),
        }
    }

    /// Commands that most visits do without.
    fn study(&mut self, host: &dyn Host, command: LearningCommand) -> Result<LearningReply, Failed> {
        match command {
            LearningCommand::LearnFrom { settings, foreign } => {
                let watching = self.begin(host, &settings, Some(Reading::new(foreign)))?;
                Ok(LearningReply::Learning(watching.view()))
            }
            LearningCommand::Read { text, last } => {
                let watching = self.watching()?;
                watching.read(&text, last)?;
                Ok(LearningReply::Learning(watching.view()))
            }
            LearningCommand::Recognise { text } => reading::recognise(&text, &Watched::of(host)?),
            LearningCommand::Records { from } => self.watching()?.records(from),
            LearningCommand::Ask { about, said, told } => {
                let about = about.map(letter).transpose()?;
                if let Some(told) = told {
                    self.watching()?.take_told(&told)?;
                }
                Ok(LearningReply::Asking(self.watching()?.ask(about, said)?))
            }
            LearningCommand::Export { piece, format } => {
                Ok(LearningReply::Exported(self.seen()?.export(letter(piece)?, format)?))
            }
            command => self.teach(command),
        }
    }

    /// Commands that start or continue watching.
    fn observe(&mut self, host: &dyn Host, command: LearningCommand) -> Result<LearningReply, Failed> {
        let watching = match command {
            LearningCommand::Learn { settings } => self.begin(host, &settings, None)?,
            LearningCommand::Watch { plies } => {
                let watching = self.watching()?;
                if plies == 0 {
                    return Err(Failed::new(FailureCode::Argument, "Expected at least one ply to watch."));
                }
                watching.watch(plies);
                watching
            }
            LearningCommand::Enough => {
                let watching = self.watching()?;
                watching.enough();
                watching.study();
                watching
            }
            LearningCommand::Spectate { start, moves } => {
                let watching = self.watching()?;
                host.replay(start.as_deref(), &moves)?;
                watching.spectate(&identity(host.text()), start.as_deref(), &moves)?;
                watching.study();
                watching
            }
            _ => {
                let watching = self.watching()?;
                watching.study();
                watching
            }
        };
        Ok(LearningReply::Learning(watching.view()))
    }

    fn begin(
        &mut self,
        host: &dyn Host,
        settings: &LearnSettings,
        reading: Option<Reading>,
    ) -> Result<&mut Watching, Failed> {
        let watching = Watching::begin(Watched::of(host)?, settings, reading)?;
        self.lesson = None;
        Ok(self.watching.insert(watching))
    }

    fn teach(&mut self, command: LearningCommand) -> Result<LearningReply, Failed> {
        let index = match command {
            LearningCommand::Lesson { piece, algorithm, games } => {
                let letter = letter(piece)?;
                let watching = self.watching()?;
                let settings = how_to_learn(&LearnSettings { algorithm, ..watching.settings().clone() })?;
                self.lesson = Some(Lesson::new(watching, letter, settings, games));
                0
            }
            LearningCommand::LessonStep { index } => index,
            _ => 0,
        };
        let (Some(lesson), Some(watching)) = (&mut self.lesson, &self.watching) else {
            return Err(Failed::new(FailureCode::Nothing, "No lesson has been started."));
        };
        Ok(LearningReply::Lesson(lesson.show(watching, index)))
    }

    /// Commands that only look at what was learned.
    fn inspect(&self, host: &dyn Host, command: LearningCommand) -> Result<LearningReply, Failed> {
        let nothing = Dfa::empty();
        Ok(match command {
            LearningCommand::Counts { piece } => LearningReply::Counts(self.seen()?.counts(letter(piece)?)),
            LearningCommand::Inspect { piece, squares } => {
                let game = Watched::of(host)?;
                let subject = self.subject(&game, letter(piece)?, &nothing);
                LearningReply::Paths(inspect::paths(subject, &squares)?)
            }
            LearningCommand::Examples { piece, state, step } => {
                let game = Watched::of(host)?;
                let subject = self.subject(&game, letter(piece)?, &nothing);
                LearningReply::Examples(self.seen()?.examples(subject, state, read_step(step)))
            }
            LearningCommand::Pose { piece, steps } => {
                let game = Watched::of(host)?;
                let word: Word = steps.into_iter().map(read_step).collect();
                let example = self.subject(&game, letter(piece)?, &nothing).pose(&word, &game.rules)?;
                LearningReply::Examples(vec![example])
            }
            _ => return Err(Failed::new(FailureCode::Unsupported, "This is not a command about the learned rules.")),
        })
    }

    fn watching(&mut self) -> Result<&mut Watching, Failed> {
        self.watching.as_mut().ok_or_else(nothing_watched)
    }

    fn seen(&self) -> Result<&Watching, Failed> {
        self.watching.as_ref().ok_or_else(nothing_watched)
    }

    /// A letter as it was learned; when the game that is loaded is not the one watched, as that game has it.
    fn subject<'a>(&'a self, game: &'a Watched, letter: char, nothing: &'a Dfa) -> Subject<'a> {
        let rules = &game.rules;
        let truth = rules.piece(letter).map_or(nothing, |piece| &rules.info(piece).dfa);
        let learned = match &self.watching {
            Some(watching) if watching.is_of(&game.identity) => watching.learned(letter).unwrap_or(nothing),
            _ => truth,
        };
        Subject { letter, board: rules.board(), learned, truth }
    }
}

fn nothing_watched() -> Failed {
    Failed::new(FailureCode::NotWatching, "Nothing is being watched yet.")
}

/// The letter that a message names by its number.
fn letter(piece: u32) -> Result<char, Failed> {
    letter_of(KindId(piece)).ok_or_else(|| Failed::new(FailureCode::Argument, "There is no such piece."))
}

fn read_step(step: StepView) -> Step {
    let on = match step.on {
        OnView::E => On::Empty,
        OnView::P => On::Enemy,
        OnView::W => On::Own,
    };
    Step::new(step.dx, step.dy, on)
}
