//! Static exchange: what comes of captures on one square when both players take with the cheapest piece first and may
//! stop at any time. Nothing is played; only the path trees are asked again with the takers gone.

use crate::board::{ByPlayer, Player, Square, SquareSet};
use crate::sbg::{Move, PieceId, Position, Rules};

/// The most captures looked at on one square.
const LONGEST: usize = 32;

/// What pieces are worth in an exchange.
pub trait Worths {
    /// Each player's pieces, the cheapest first.
    fn cheapest_first(&self) -> &ByPlayer<Vec<PieceId>>;

    /// What losing a piece like this one costs in this position.
    fn worth(&self, pos: &Position, piece: PieceId) -> i32;

    /// What bringing a piece to a goal square wins.
    fn goal(&self) -> i32;

    /// All squares from which a piece could ever go to this one; may be too many.
    fn sources(&self, piece: PieceId, to: Square) -> &SquareSet;
}

impl Rules {
    /// What the mover wins by this move and the captures that follow it on the same square; negative when it loses.
    pub fn exchange(&self, pos: &Position, mv: Move, worths: &impl Worths) -> i32 {
        let Some(mut standing) = pos.piece_at(mv.from) else { return 0 };
        let mut gone = SquareSet::EMPTY;
        gone.insert(mv.from);
        let mut player = self.pieces[standing.index()].player;
        // What each capture wins if the exchange ends with it, for the player who makes it.
        let mut gains = [0; LONGEST];
        gains[0] = pos.piece_at(mv.to).map_or(0, |victim| {
            let worth = worths.worth(pos, victim);
            if self.pieces[victim.index()].player == player { -worth } else { worth }
        });
        let mut length = 1;
        while length < LONGEST {
            player = !player;
            let Some((from, taker)) = self.cheapest_taker(pos, gone, player, mv.to, worths) else { break };
            gains[length] = worths.worth(pos, standing) - gains[length - 1];
            length += 1;
            if self.is_goal(taker, mv.to) {
                gains[length - 1] += worths.goal();
                break;
            }
            gone.insert(from);
            standing = taker;
        }
        // Backwards: each player takes only if that is better than stopping.
        for index in (1..length).rev() {
            gains[index - 1] = -gains[index].max(-gains[index - 1]);
        }
        gains[0]
    }

    fn cheapest_taker(
        &self,
        pos: &Position,
        gone: SquareSet,
        player: Player,
        to: Square,
        worths: &impl Worths,
    ) -> Option<(Square, PieceId)> {
        for &piece in &worths.cheapest_first()[player] {
            let sources = worths.sources(piece, to);
            for from in pos.squares_of(piece) {
                if sources.contains(from)
                    && from != to
                    && !gone.contains(from)
                    && self.takes_without(pos, gone, piece, from, to)
                {
                    return Some((from, piece));
                }
            }
        }
        None
    }
}
