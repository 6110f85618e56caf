//! How long work reports, and how it is stopped: one trait for search, learning and training.
//!
//! The core reads no clock. Whoever starts long work hands it a monitor; the native tool's looks at the time, the page's
//! worker posts messages, a test's counts.

use std::ops::ControlFlow;

/// Somebody who looks on while work is done.
pub trait Monitor<E> {
    /// Whether to go on. Asked every few hundred steps, so it must be cheap.
    fn poll(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn tell(&mut self, event: E);
}

/// Lets work run to its limits, and says nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Quiet;

impl<E> Monitor<E> for Quiet {
    fn tell(&mut self, _event: E) {}
}
