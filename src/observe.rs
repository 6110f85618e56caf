//! Records of play: what an observer sees of a game.
//!
//! A [`Record`] is one position with some or all of its legal moves. [`write_record`] and [`RecordReader`] speak
//! Björnsson's format (2012, fig. 4); the reader also understands the one on Kowalski and Kisielewicz's slides (2018).
//! [`watch_game`] creates records while a game is played.

mod read;
mod record;
mod watch;
mod write;

pub use read::{MAX_LINE, RecordError, RecordErrorKind, RecordReader};
pub use record::{Listing, Record, Result as RecordResult, SeenMove};
pub use watch::{Recorder, watch_game};
pub use write::write_record;
