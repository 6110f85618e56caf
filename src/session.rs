//! The whole application without a browser: commands in, replies out.

use crate::protocol::{Command, Reply};

/// One page's worth of state.
#[derive(Debug, Default)]
pub struct Session {}

impl Session {
    pub fn new() -> Session {
        Session::default()
    }

    /// Carries out one command; every reply goes to `out`.
    pub fn handle(&mut self, command: Command, out: &mut dyn FnMut(Reply)) {
        out(Reply::Failed { message: format!("not built yet: {command:?}"), place: None });
    }
}
