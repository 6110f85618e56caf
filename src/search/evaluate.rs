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
///
/// ```
/// use kibitzer::board::Player;
/// use kibitzer::game::Game;
/// use kibitzer::sbg::{Move, Position, Rules, builtin, read_game};
/// use kibitzer::search::{Evaluator, Score};
///
/// /// White's pieces less Black's, kept up to date from move to move.
/// struct Material;
///
/// fn counts(owner: Option<Player>) -> i32 {
///     owner.map_or(0, |owner| if owner == Player::White { 1 } else { -1 })
/// }
///
/// impl Evaluator<Rules> for Material {
///     type Sum = i32;
///
///     fn sum(&self, rules: &Rules, pos: &Position) -> i32 {
///         rules.board().squares().map(|square| counts(pos.owner_at(square))).sum()
///     }
///
///     fn after(&self, _: &Rules, pos: &Position, mv: Move, sum: &i32) -> i32 {
///         sum - counts(pos.owner_at(mv.to))
///     }
///
///     fn score(&self, _: &Rules, pos: &Position, sum: &i32) -> Score {
///         Score::estimate(counts(Some(pos.to_move())) * sum)
///     }
/// }
///
/// let (_, rules) = read_game(builtin("breakthrough").unwrap().text).unwrap();
/// let pos = rules.start();
/// let mv = rules.read_move(&pos, "a2a3").unwrap();
/// let before = Material.sum(&rules, &pos);
/// assert_eq!((before, Material.after(&rules, &pos, mv, &before)), (0, 0));
/// ```
pub trait Evaluator<G: Game> {
    type Sum: Copy;

    fn sum(&self, game: &G, pos: &G::Position) -> Self::Sum;

    /// The sum after `mv`, which has not been played in `pos` yet.
    fn after(&self, game: &G, pos: &G::Position, mv: G::Move, sum: &Self::Sum) -> Self::Sum;

    /// For the player to move.
    fn score(&self, game: &G, pos: &G::Position, sum: &Self::Sum) -> Score;

    /// The same, or only roughly so where that is enough to tell that it lies outside the window.
    fn score_within(&self, game: &G, pos: &G::Position, sum: &Self::Sum, _alpha: Score, _beta: Score) -> Score {
        self.score(game, pos, sum)
    }

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

    /// What the cheapest pieces count for, more or less: the unit of the margins that a search works with.
    fn margin(&self) -> i32 {
        100
    }

    /// What a move wins or loses by exchanges on the square that it goes to; 0 where the game knows of none.
    fn exchange(&self, game: &G, pos: &G::Position, mv: G::Move) -> i32 {
        match self.gain(game, pos, mv) {
            Gain::Takes(value, _) => value,
            Gain::Quiet | Gain::Wins => 0,
        }
    }

    /// Whether a move loses more than `most` by exchanges. An evaluation that knows this sooner than the exact number may say so.
    fn loses_more(&self, game: &G, pos: &G::Position, mv: G::Move, most: i32) -> bool {
        self.exchange(game, pos, mv) < -most
    }

    /// Whether the player to move is likely to have a move that changes little, so that passing says something about what
    /// moving would bring. Where every move gives something away, it does not.
    fn can_wait(&self, _game: &G, _pos: &G::Position) -> bool {
        true
    }
}
