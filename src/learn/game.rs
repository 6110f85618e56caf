//! From what was learned to a game that can be played.

use std::fmt;

use crate::automata::{Regex, expression};
use crate::board::{Geometry, Player};
use crate::learn::{LearnedMeta, LearnedPiece};
use crate::order;
use crate::sbg::{GameDef, PieceDef, View, player_of, walk};

/// Why there is no game yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoGame {
    /// There were no records.
    NothingSeen,
}

impl fmt::Display for NoGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoGame::NothingSeen => write!(f, "there are no records to learn from"),
        }
    }
}

impl std::error::Error for NoGame {}

/// The game as far as it is known. Black's rules are written out, in board coordinates, unless only White was learned; a
/// piece that was never seen to move has a rule without moves. Where no game was drawn, the limit is a guess: twice
/// the longest game, but not so little that a game broken off early would be all there is.
pub(super) fn game(board: Geometry, meta: &LearnedMeta, pieces: &[LearnedPiece], only: Option<Player>) -> GameDef {
    let mut letters: Vec<char> = meta.setup.iter().copied().filter(|cell| player_of(*cell).is_some()).collect();
    letters.extend(pieces.iter().map(|piece| piece.letter));
    order::sort(&mut letters);
    letters.dedup();
    letters.retain(|letter| only.is_none_or(|player| player_of(*letter) == Some(player)));
    let rule = |letter: char| {
        let piece = pieces.iter().find(|piece| piece.letter == letter);
        piece.map_or(Regex::NOTHING, |piece| expression(&piece.dfa))
    };
    GameDef {
        name: "Learned".to_owned(),
        about: match meta.games {
            0 => "Learned from a part of one game.".to_owned(),
            1 => "Learned by watching one game.".to_owned(),
            games => format!("Learned by watching {games} games."),
        },
        board,
        setup: meta.setup.clone(),
        pieces: letters.into_iter().map(|letter| PieceDef { letter, rule: rule(letter) }).collect(),
        names: Vec::new(),
        goals: meta.goals.clone(),
        ply_limit: meta.ply_limit.unwrap_or(meta.longest.saturating_mul(2).clamp(100, 10_000)),
    }
}

/// Whether this player has no move in a position, by what was learned.
pub(super) fn stuck(board: Geometry, cells: &[char], player: Player, pieces: &[LearnedPiece]) -> bool {
    let stands = cells.iter().any(|cell| player_of(*cell) == Some(player));
    if stands && !pieces.iter().any(|piece| piece.player == player) {
        // Nothing was learned of this player's moves.
        return false;
    }
    let view = View { board, owners: cells.iter().map(|cell| player_of(*cell)).collect() };
    board.squares().all(|square| {
        let piece = pieces.iter().find(|piece| piece.letter == cells[square.index()] && piece.player == player);
        piece.is_none_or(|piece| walk(&piece.dfa, &view, player, square).is_empty())
    })
}
