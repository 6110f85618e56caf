//! Which weights are learned together: those that must be equal because the game looks the same in a mirror, and those
//! of neighbouring squares.

use crate::automata::{Dfa, Step, minimize};
use crate::board::Player;
use crate::bots::Weights;
use crate::sbg::{PieceId, Rules};
use crate::search::Groups;

/// How firmly what is learned about a letter, about it on one square, on a rank and on a file holds on to the first
/// weights. Single squares are rarely seen, so they hardly move; ranks and files gather what many squares say.
const FIRMNESS: [f64; 4] = [50.0, 1_000.0, 30.0, 100.0];

/// Weights that mirrors turn into each other belong together, and a letter's squares by rank and by file.
pub(super) fn groups(rules: &Rules, weights: &Weights) -> Groups {
    let board = rules.board();
    let sides = is_mirrored_sideways(rules);
    let colours = other_colours(rules);
    // For each letter one slot for itself, then for all squares, ranks and files. The few that stand for others too get
    // a number when they are first met.
    let first = [0, 1, 1 + board.size(), 1 + board.size() + board.height()];
    let slots = first[3] + board.width();
    let mut numbers = vec![None; rules.pieces().count() * slots];
    let mut groups = Groups { of: vec![Vec::new(); weights.to_vec().len()], firmness: Vec::new() };
    for (piece, info) in rules.pieces() {
        // White's weights stand for both.
        let swap = colours[piece.index()].filter(|_| info.player == Player::Black);
        let twin = swap.unwrap_or(piece);
        for square in board.squares() {
            let (mut x, mut y) = (board.x(square), board.y(square));
            if sides {
                x = x.min(board.width() - 1 - x);
            }
            if swap.is_some() {
                y = board.height() - 1 - y;
            }
            let mut group = |kind: usize, at: usize| {
                *numbers[twin.index() * slots + first[kind] + at].get_or_insert_with(|| {
                    groups.firmness.push(FIRMNESS[kind]);
                    groups.firmness.len() as u16 - 1
                })
            };
            let [letter, place] = weights.places(piece, square);
            groups.of[letter as usize] = vec![group(0, 0)];
            groups.of[place as usize] = vec![group(1, y * board.width() + x), group(2, y), group(3, x)];
        }
    }
    groups
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

/// For each letter the other player's that is the same turned over, in moves and goals. The players need not start
/// alike: what a rook is worth to one is no bad guess for the other.
fn other_colours(rules: &Rules) -> Vec<Option<PieceId>> {
    let board = rules.board();
    let other = |piece: PieceId| {
        let info = rules.info(piece);
        let letter = if info.letter.is_ascii_uppercase() {
            info.letter.to_ascii_lowercase()
        } else {
            info.letter.to_ascii_uppercase()
        };
        let other = rules.piece(letter)?;
        let same_moves = mirrored(&info.dfa, |step| Step::new(step.dx, -step.dy, step.on)) == rules.info(other).dfa;
        let same_goals = board.squares().all(|square| {
            board
                .at(board.x(square), board.height() - 1 - board.y(square))
                .is_some_and(|mirror| rules.is_goal(piece, square) == rules.is_goal(other, mirror))
        });
        (same_moves && same_goals && info.keep == rules.info(other).keep).then_some(other)
    };
    rules.pieces().map(|(piece, _)| other(piece)).collect()
}
