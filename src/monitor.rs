//! Progress and cancellation: one trait for search, learning and training.
//!
//! The core reads no clock. The caller of long work passes a monitor: the native tool's checks the time, the page's worker
//! posts messages, a test's counts.

use std::ops::ControlFlow;

/// Receives progress reports; may cancel.
pub trait Monitor<E> {
    /// Whether to continue. Called every few hundred steps, so it must be cheap.
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
