//! Which weights are learned together.
//!
//! A letter learns what it is worth, and what it is worth rank by rank. Files and single squares keep the differences
//! that the rules give them: ten seconds of play say too little about each, and a seventieth of a pawn's worth from file to
//! file, put into breakthrough's weights by hand, already lost three games of five.

use crate::automata::{Dfa, Step, minimize};
use crate::board::{Player, Square};
use crate::bots::{Weights, terms};
use crate::sbg::{PieceId, Rules};
use crate::search::Groups;

/// How firmly what is learned about a letter, and about it on a rank, holds on to the first weights.
const LETTER: f64 = 50.0;
const RANK: f64 = 30.0;
/// The same for what is neither piece nor square.
const TERM: f64 = 50.0;

/// One group for each letter and for each of its ranks; pieces of both players that are each other's mirror image share
/// theirs.
pub(super) fn groups(rules: &Rules, weights: &Weights) -> Groups {
    let board = rules.board();
    let others = other_colours(rules);
    let slots = 1 + board.height();
    let mut groups = Groups { of: vec![0; weights.to_vec().len()], firmness: Vec::new() };
    for (piece, info) in rules.pieces() {
        groups.firmness.push(LETTER);
        groups.firmness.extend(vec![RANK; board.height()]);
        // White's groups stand for both.
        let swap = others[piece.index()].filter(|_| info.player == Player::Black);
        let first = swap.unwrap_or(piece).index() * slots;
        for square in board.squares() {
            let y = if swap.is_some() { board.height() - 1 - board.y(square) } else { board.y(square) };
            let [letter, place] = weights.places(piece, square);
            groups.of[letter as usize] = first as u16;
            groups.of[place as usize] = (first + 1 + y) as u16;
        }
    }
    // Each term learns for itself, those of the letters with the other colour's.
    let first = weights.first_term();
    let group = groups.firmness.len();
    for term in 0..weights.terms().len() {
        groups.firmness.push(TERM);
        groups.of[first + term] = (group + term) as u16;
    }
    for (piece, _) in rules.pieces().filter(|(_, info)| info.player == Player::Black) {
        if let Some(white) = others[piece.index()] {
            for term in [terms::mobility, terms::hanging] {
                groups.of[first + term(piece.index())] = (group + term(white.index())) as u16;
            }
        }
    }
    groups
}

fn mirrored(dfa: &Dfa, change: impl Fn(Step) -> Step) -> Dfa {
    minimize(&dfa.map(change))
}

/// For each letter the other player's that is the same turned over, in moves and goals. The players need not start
/// alike: what a rook is worth to one is no bad guess for the other.
pub(super) fn other_colours(rules: &Rules) -> Vec<Option<PieceId>> {
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

/// For each square its mirror image, left for right, if no piece and no goal tells them apart.
pub fn mirror(rules: &Rules) -> Option<Vec<Square>> {
    let board = rules.board();
    let images: Option<Vec<Square>> =
        board.squares().map(|square| board.at(board.width() - 1 - board.x(square), board.y(square))).collect();
    let images = images?;
    let same = rules.pieces().all(|(piece, info)| {
        mirrored(&info.dfa, |step| Step::new(-step.dx, step.dy, step.on)) == info.dfa
            && board
                .squares()
                .all(|square| rules.is_goal(piece, square) == rules.is_goal(piece, images[square.index()]))
    });
    same.then_some(images)
}
