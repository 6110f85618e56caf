//! Which weights must be equal because the game looks the same in a mirror.

use crate::automata::{Dfa, Step, minimize};
use crate::board::Player;
use crate::bots::Weights;
use crate::game::Game;
use crate::sbg::{PieceId, Rules};

/// For each weight, the first of those that mirrors turn it into.
pub(super) fn twins(rules: &Rules, weights: &Weights) -> Vec<u32> {
    let board = rules.board();
    let sides = is_mirrored_sideways(rules);
    let colours = other_colours(rules);
    let mut twins: Vec<u32> = (0..weights.to_vec().len() as u32).collect();
    for (piece, info) in rules.pieces() {
        // White's weights stand for both.
        let swap = colours.as_ref().filter(|_| info.player == Player::Black);
        let twin = swap.map_or(piece, |others| others[piece.index()]);
        for square in board.squares() {
            let (mut x, mut y) = (board.x(square), board.y(square));
            if sides {
                x = x.min(board.width() - 1 - x);
            }
            if swap.is_some() {
                y = board.height() - 1 - y;
            }
            let Some(mirror) = board.at(x, y) else { continue };
            for (place, other) in weights.places(piece, square).into_iter().zip(weights.places(twin, mirror)) {
                twins[place as usize] = other;
            }
        }
    }
    twins
}

fn mirrored(dfa: &Dfa, change: impl Fn(Step) -> Step) -> Dfa {
    minimize(&dfa.map(change))
}

/// Whether left and right are the same for every letter and goal.
fn is_mirrored_sideways(rules: &Rules) -> bool {
    let board = rules.board();
    rules.pieces().all(|(piece, info)| {
        mirrored(&info.dfa, |step| Step::new(-step.dx, step.dy, step.on)) == info.dfa
            && board.squares().all(|square| {
                let mirror = board.at(board.width() - 1 - board.x(square), board.y(square));
                mirror.is_some_and(|mirror| rules.is_goal(piece, square) == rules.is_goal(piece, mirror))
            })
    })
}

/// For each letter the other player's, if Black's game is White's turned over: rules, goals and start position.
fn other_colours(rules: &Rules) -> Option<Vec<PieceId>> {
    let board = rules.board();
    let start = rules.start();
    let mut others = Vec::new();
    for (piece, info) in rules.pieces() {
        let letter = if info.letter.is_ascii_uppercase() {
            info.letter.to_ascii_lowercase()
        } else {
            info.letter.to_ascii_uppercase()
        };
        let other = rules.piece(letter)?;
        let same_moves = mirrored(&info.dfa, |step| Step::new(step.dx, -step.dy, step.on)) == rules.info(other).dfa;
        let same_board = board.squares().all(|square| {
            board.at(board.x(square), board.height() - 1 - board.y(square)).is_some_and(|mirror| {
                rules.is_goal(piece, square) == rules.is_goal(other, mirror)
                    && (start.piece_at(square) == Some(piece)) == (start.piece_at(mirror) == Some(other))
            })
        });
        if !same_moves || !same_board || info.keep != rules.info(other).keep {
            return None;
        }
        others.push(other);
    }
    Some(others)
}
