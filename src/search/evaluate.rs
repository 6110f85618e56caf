//! What a search asks about a position that it will not look further into.

use crate::game::Game;
use crate::search::Score;

/// What a move wins at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Gain {
    /// Nothing that one can see without looking further.
    Quiet,
    /// So much by the evaluation, less what is likely lost in return; the second number puts equal gains in order, the larger first.
    Takes(i32, i32),
    /// The game.
    Wins,
}

/// Judges positions, and knows which moves change too much to stop behind them.
///
/// An evaluation is kept up to date along a line of play: [`Evaluator::sum`] makes it from scratch,
/// [`Evaluator::after`] from the one before. A sum is a small value, so taking a move back costs nothing.
pub trait Evaluator<G: Game> {
    type Sum: Copy;

    fn sum(&self, game: &G, pos: &G::Position) -> Self::Sum;

    /// The sum after `mv`, which has not been played in `pos` yet.
    fn after(&self, game: &G, pos: &G::Position, mv: G::Move, sum: Self::Sum) -> Self::Sum;

    /// For the player to move.
    fn score(&self, game: &G, pos: &G::Position, sum: Self::Sum) -> Score;

    /// What a move wins at once. Moves that are not quiet are tried first, and looked at beyond the last depth.
    fn gain(&self, _game: &G, _pos: &G::Position, _mv: G::Move) -> Gain {
        Gain::Quiet
    }

    /// Appends the moves that are not quiet.
    fn noisy_moves(&self, game: &G, pos: &G::Position, out: &mut Vec<G::Move>) {
        let first = out.len();
        game.moves(pos, out);
        let mut kept = first;
        for index in first..out.len() {
            if self.gain(game, pos, out[index]) != Gain::Quiet {
                out[kept] = out[index];
                kept += 1;
            }
        }
        out.truncate(kept);
    }

    /// Whether the other player would win at once if it were to move: not a moment to stop looking.
    fn in_danger(&self, _game: &G, _pos: &G::Position) -> bool {
        false
    }
}
