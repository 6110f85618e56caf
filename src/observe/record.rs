//! One position as an observer sees it.

use crate::automata::{On, Step, Word};
use crate::board::{Geometry, Player, Square};
use crate::sbg::player_of;

/// A position of a game in progress, or its last one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    pub board: Geometry,
    /// What stands on each square: a letter, or `.`.
    pub cells: Vec<char>,
    pub result: Result,
    /// Who is to move.
    pub player: Player,
    pub listing: Listing,
    /// The first is the one that was played. A last position has none.
    pub moves: Vec<SeenMove>,
}

/// What has become of the game, for the player who has just moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Result {
    /// The game continues.
    Open,
    Lost,
    Tied,
    Won,
}

/// Whether the moves of a record are all that are legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    All,
    Some,
}

/// A move with the path that was taken, in board coordinates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenMove {
    pub from: Square,
    pub word: Word,
}

/// Why a move cannot be what it claims to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Impossible {
    NotOwnPiece,
    OffBoard,
    Twice,
    Other(On),
}

impl Record {
    /// What the player to move sees on a square.
    pub fn on(&self, square: Square) -> On {
        match player_of(self.cells[square.index()]) {
            None => On::Empty,
            Some(owner) if owner == self.player => On::Own,
            Some(_) => On::Enemy,
        }
    }

    /// Where a path ends that begins on `from`, or the first step that is not as it says.
    pub(super) fn follow(&self, from: Square, word: &[Step]) -> std::result::Result<Square, (usize, Impossible)> {
        if self.on(from) != On::Own {
            return Err((0, Impossible::NotOwnPiece));
        }
        let mut path = vec![from];
        for (index, step) in word.iter().enumerate() {
            let here = path[path.len() - 1];
            let next = self.board.step(here, step.dx, step.dy).ok_or((index, Impossible::OffBoard))?;
            if path.contains(&next) {
                return Err((index, Impossible::Twice));
            }
            let on = self.on(next);
            if on != step.on {
                return Err((index, Impossible::Other(on)));
            }
            path.push(next);
        }
        Ok(path[path.len() - 1])
    }
}
