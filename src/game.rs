//! What a game is to anything that plays it: positions, moves and outcomes, and nothing about boards or pieces.

mod drawing;
mod table;

use std::fmt::Debug;
use std::hint::black_box;

use crate::board::Player;
use crate::rng::Rng;

pub use drawing::{DRAWINGS, SHAPES, drawing_for};
pub use table::{Effect, Finish, InHand, KindId, PieceKind, Placement, Table, Touch, difference, perft_whole};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Win(Player),
    Draw,
}

/// A game for two. Rules are data behind `&self`; a position is a plain value.
///
/// A *move* is one decision by one player. It need not pass the turn, so callers must ask [`Game::to_move`].
pub trait Game {
    type Position: Clone;
    type Move: Copy + Eq + Debug;
    type Undo;

    fn start(&self) -> Self::Position;

    fn to_move(&self, pos: &Self::Position) -> Player;

    /// Appends the legal moves, each once. When the game is over it appends nothing and says how it ended.
    fn moves(&self, pos: &Self::Position, out: &mut Vec<Self::Move>) -> Option<Outcome>;

    /// Plays a move that [`Game::moves`] listed for this position.
    fn play(&self, pos: &mut Self::Position, mv: Self::Move) -> Self::Undo;

    /// Takes back the move just played: the position is again what it was, to the last bit.
    fn undo(&self, pos: &mut Self::Position, mv: Self::Move, undo: Self::Undo);

    /// Equal positions have equal keys; unequal ones almost never do.
    fn key(&self, pos: &Self::Position) -> u64;

    /// The end that the last move brought about, where that can be told without listing moves. `None` says nothing:
    /// [`Game::moves`] has the last word.
    fn decided(&self, _pos: &Self::Position) -> Option<Outcome> {
        None
    }

    /// After how many more moves the game ends whatever happens. Positions that differ only in this have equal keys.
    fn moves_left(&self, _pos: &Self::Position) -> u32 {
        u32::MAX
    }

    /// What kind of move this is, as a number below [`Game::move_classes`]: for remembering which kinds did well.
    fn move_class(&self, _pos: &Self::Position, _mv: Self::Move) -> usize {
        0
    }

    fn move_classes(&self) -> usize {
        1
    }

    /// Gives the turn away without a move, where that leads to a position of the game; [`Game::unpass`] takes it back.
    fn pass(&self, _pos: &mut Self::Position) -> bool {
        false
    }

    fn unpass(&self, _pos: &mut Self::Position) {}

    /// One legal move, all equally likely, or how the game ended. `scratch` is working memory that keeps a caller's
    /// loop free of allocation. A game that can choose without listing every move should.
    fn random_move(
        &self,
        pos: &Self::Position,
        rng: &mut Rng,
        scratch: &mut Vec<Self::Move>,
    ) -> Result<Self::Move, Outcome> {
        scratch.clear();
        match self.moves(pos, scratch) {
            Some(outcome) => Err(outcome),
            None => Ok(*rng.pick(scratch)),
        }
    }
}

/// How many sequences of `depth` moves there are from here. A game that is over has none.
pub fn perft<G: Game>(game: &G, pos: &mut G::Position, depth: u32) -> u64 {
    perft_with(game, pos, depth, &mut Vec::new(), Leaves::Counted)
}

/// The same number, but every last move is played and taken back, so that its speed can be compared with programs that
/// do not count the last ply in bulk.
pub fn perft_played<G: Game>(game: &G, pos: &mut G::Position, depth: u32) -> u64 {
    perft_with(game, pos, depth, &mut Vec::new(), Leaves::Played)
}

#[derive(Clone, Copy, PartialEq)]
enum Leaves {
    Counted,
    Played,
}

fn perft_with<G: Game>(game: &G, pos: &mut G::Position, depth: u32, list: &mut Vec<G::Move>, leaves: Leaves) -> u64 {
    if depth == 0 {
        return 1;
    }
    let first = list.len();
    game.moves(pos, list);
    let last = list.len();
    let mut nodes = 0;
    if depth == 1 {
        if leaves == Leaves::Played {
            for &mv in &list[first..] {
                let undo = game.play(pos, mv);
                // Without this, the compiler would remove the stores that undoing overwrites.
                black_box(&mut *pos);
                game.undo(pos, mv, undo);
            }
        }
        nodes = (last - first) as u64;
    } else {
        for index in first..last {
            let mv = list[index];
            let undo = game.play(pos, mv);
            nodes += perft_with(game, pos, depth - 1, list, leaves);
            game.undo(pos, mv, undo);
        }
    }
    list.truncate(first);
    nodes
}

/// Plays random moves to the end, and says how it ended and after how many moves.
pub fn random_playout<G: Game>(
    game: &G,
    pos: &mut G::Position,
    rng: &mut Rng,
    scratch: &mut Vec<G::Move>,
) -> (Outcome, u32) {
    let mut plies = 0;
    loop {
        match game.random_move(pos, rng, scratch) {
            Ok(mv) => {
                game.play(pos, mv);
                plies += 1;
            }
            Err(outcome) => return (outcome, plies),
        }
    }
}
