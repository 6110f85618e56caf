//! The whole application without a browser: commands in, replies out.
//!
//! [`Session`] only dispatches. The game that was loaded, with its position and weights, is a [`Host`]; what was watched and
//! learned is [`Learning`]'s.

mod exercise;
mod host;
#[cfg(feature = "lab")]
mod laboratory;
mod learning;
mod paste;
mod thinking;
mod views;

use std::fmt;

use crate::classes;
use crate::protocol::{
    Command, Failed, FailureCode, LaboratoryCommand, LaboratoryReply, Module, Opened, Reply, SharingCommand,
    SharingReply, Source, TableCommand, TableReply,
};
use crate::share::{self, Shared, SharedGame};

use host::Host;
use learning::Learning;

/// One page's worth of state. Everything in it was told by a command and can be told again.
#[derive(Default)]
pub struct Session {
    host: Option<Box<dyn Host>>,
    learning: Learning,
    #[cfg(feature = "lab")]
    clock: Clock,
}

/// Seconds since any moment, for experiments that measure times; the core itself has none.
#[cfg(feature = "lab")]
#[derive(Default)]
struct Clock(Option<Box<dyn FnMut() -> f64>>);

#[cfg(feature = "lab")]
impl std::fmt::Debug for Clock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Clock({})", self.0.is_some())
    }
}

/// Only its name: the debug output of every game that can be loaded would add 3 % to the module.
impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Session")
    }
}

impl Session {
    pub fn new() -> Session {
        Session::default()
    }

    /// Gives experiments a clock to measure times with.
    #[cfg(feature = "lab")]
    pub fn set_clock(&mut self, clock: Box<dyn FnMut() -> f64>) {
        self.clock = Clock(Some(clock));
    }

    /// Carries out one command; every reply goes to `out`.
    pub fn handle(&mut self, command: Command, out: &mut dyn FnMut(Reply)) {
        let reply = match command {
            Command::Table(command) => self.table(command).map(Reply::Table),
            Command::Thinking(command) => match &mut self.host {
                Some(host) => host.think(command, &mut |reply| out(Reply::Thinking(reply))).map(Reply::Thinking),
                None => Err(no_game()),
            },
            Command::Sharing(command) => self.sharing(command).map(Reply::Sharing),
            Command::Learning(_) if !cfg!(feature = "learning") => Err(Failed::elsewhere(Module::Kibitzer)),
            Command::Learning(command) => self.learning.handle(self.host.as_deref(), command).map(Reply::Learning),
            Command::Laboratory(LaboratoryCommand::Work { task }) => {
                let worked = self.host().and_then(|host| host.work(task));
                worked.map(|count| Reply::Laboratory(LaboratoryReply::Worked(count as f64)))
            }
            #[cfg(feature = "lab")]
            Command::Laboratory(command) => laboratory::handle(command, &mut self.clock).map(Reply::Laboratory),
            #[cfg(not(feature = "lab"))]
            Command::Laboratory(_) => {
                Err(Failed::new(FailureCode::Unsupported, "Experiments are another part of the program."))
            }
        };
        out(reply.unwrap_or_else(Reply::Failed));
    }

    fn host(&self) -> Result<&dyn Host, Failed> {
        self.host.as_deref().ok_or_else(no_game)
    }

    fn table(&mut self, command: TableCommand) -> Result<TableReply, Failed> {
        Ok(match command {
            TableCommand::Load { source } => {
                let host = host::load(&source)?;
                let view = host.view();
                if cfg!(feature = "learning") {
                    self.learning.keep_only(&view.identity);
                }
                self.host = Some(host);
                TableReply::Game(view)
            }
            TableCommand::Check { text } => TableReply::Game(host::load(&Source::Text(text))?.view()),
            TableCommand::Show { start, moves } => match &mut self.host {
                Some(host) => TableReply::Board(host.show(start.as_deref(), &moves)?),
                None => return Err(no_game()),
            },
            TableCommand::Arrange { placement } => TableReply::Board(self.host()?.arrange(&placement)?),
            TableCommand::Paste { text } => TableReply::Pasted(paste::read(self.host()?, &text)?),
            TableCommand::Record { .. } if !cfg!(feature = "learning") => {
                return Err(Failed::elsewhere(Module::Kibitzer));
            }
            TableCommand::Record { start, moves } => {
                TableReply::Record(learning::write_record(self.host()?, start.as_deref(), &moves)?)
            }
            TableCommand::Exercise { seed, piece } => TableReply::Exercise(self.host()?.exercise(seed, piece)?),
            TableCommand::Diagrams => TableReply::Diagrams(self.host()?.diagrams()),
            TableCommand::Inventing => TableReply::Inventing(classes::inventing()?),
            TableCommand::Invent { seed, settings, playable } => {
                TableReply::Invented(classes::invent(seed, &settings, playable)?)
            }
        })
    }

    fn sharing(&mut self, command: SharingCommand) -> Result<SharingReply, Failed> {
        Ok(match command {
            SharingCommand::Share { source, start, moves, page } => {
                let other = source.map(|source| host::load(&source)).transpose()?;
                let host = match &other {
                    Some(host) => &**host,
                    None => self.host()?,
                };
                host.replay(start.as_deref(), &moves)?;
                let game = match host.id() {
                    Some(id) => SharedGame::Builtin(id.to_owned()),
                    None => SharedGame::Text(host.text().to_owned()),
                };
                let link = share::write_link(&Shared { game, start, moves, page });
                SharingReply::Link(link.map_err(|error| Failed::new(FailureCode::Link, error.to_string()))?)
            }
            SharingCommand::Open { fragment } => SharingReply::Opened(open(&fragment)?),
        })
    }
}

fn no_game() -> Failed {
    Failed::new(FailureCode::NoGame, "No game has been loaded yet.")
}

/// Checks a link down to its last move, so that a page never has to show half of one.
fn open(fragment: &str) -> Result<Opened, Failed> {
    let read = share::read_link(fragment).map_err(|error| Failed::new(FailureCode::Link, error.to_string()));
    let Shared { game, start, moves, page } = read?;
    let source = match game {
        SharedGame::Builtin(id) => Source::Builtin(id),
        SharedGame::Text(text) => Source::Text(text),
    };
    host::load(&source)?.replay(start.as_deref(), &moves)?;
    Ok(Opened { source, start, moves, page })
}

/// The identity of a game text.
fn identity(text: &str) -> String {
    classes::identity(text)
}
