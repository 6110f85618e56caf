//! "Mark every move this piece can make": positions from random play that make a piece's rule visible.

use crate::board::{Player, Square, SquareSet};
use crate::classes::Class;
use crate::game::{Game, KindId, PieceKind, Table, Touch};
use crate::protocol::{ExerciseView, Failed, FailureCode};
use crate::rng::Rng;

use super::views::{hands, squares};

/// How many places are compared, of which the most telling one is taken.
const PLACES: u32 = 30;
/// Moves played in the search for them, so that it ends in any game.
const PLIES: u32 = 4_000;
/// Nothing much has happened before.
const FIRST_PLY: u32 = 4;

/// The same seed gives the same exercise.
pub(super) fn find<C: Class>(game: &C::Game, seed: u32, piece: Option<u32>) -> Result<ExerciseView, Failed> {
    let mut rng = Rng::branch(u64::from(seed), 0x5eed_ba11);
    let kind = choose_kind(game, piece, &mut rng)?;
    let mut best: Option<(u32, <C::Game as Game>::Position, Square)> = None;
    let (mut pos, mut places, mut scratch) = (game.start(), 0, Vec::new());
    for ply in 0..PLIES {
        // Where the pieces stand close at the start, its first moves are better than none.
        let early = game.placement(&pos).ply < FIRST_PLY && ply < PLIES / 2;
        if game.to_move(&pos) == kind.owner && !early && rng.one_in(3) && game.finish(&pos).is_none() {
            let squares = C::squares_of(game, &pos, kind.id);
            let square = if squares.is_empty() { None } else { Some(*rng.pick(&squares)) };
            let worth = square.map_or(0, |square| worth::<C>(game, &pos, square));
            if let Some(square) = square.filter(|_| worth > 0) {
                places += 1;
                if best.as_ref().is_none_or(|(most, ..)| worth > *most) {
                    best = Some((worth, pos.clone(), square));
                }
                if places == PLACES {
                    break;
                }
            }
        }
        match game.random_move(&pos, &mut rng, &mut scratch) {
            Ok(mv) => {
                game.play(&mut pos, mv);
            }
            Err(_) => pos = game.start(),
        }
    }
    let rare = || format!("The {} rarely has a move in this game: choose another piece.", kind.name);
    let (_, pos, square) = best.ok_or_else(|| Failed::new(FailureCode::Argument, rare()))?;
    let placement = game.placement(&pos);
    Ok(ExerciseView {
        position: game.write_position(&pos),
        squares: squares(&placement),
        hands: hands(&placement),
        square: square.index() as u32,
        piece: kind.id.0,
        answer: destinations(game, &pos, square).iter().map(|to| to.index() as u32).collect(),
    })
}

/// The piece that was asked for; otherwise one of White's, or one that only Black has.
fn choose_kind<G: Table>(game: &G, piece: Option<u32>, rng: &mut Rng) -> Result<PieceKind, Failed> {
    let kinds = game.kinds();
    if let Some(piece) = piece {
        let known = kinds.into_iter().find(|kind| kind.id.0 == piece);
        return known.ok_or_else(|| Failed::new(FailureCode::Argument, "There is no such piece in this game."));
    }
    let start = game.placement(&game.start());
    let there = |kind: KindId| start.squares.contains(&Some(kind));
    let own = |kind: &&PieceKind| kind.owner == Player::White || kind.twin.is_none_or(|twin| !there(twin));
    let offered: Vec<&PieceKind> = kinds.iter().filter(|kind| there(kind.id)).filter(own).collect();
    if offered.is_empty() {
        return Err(Failed::new(FailureCode::Nothing, "There is no piece on the board."));
    }
    Ok((*rng.pick(&offered)).clone())
}

/// Where the piece on this square can go, for the player to move.
fn destinations<G: Table>(game: &G, pos: &G::Position, from: Square) -> SquareSet {
    let mut set = SquareSet::EMPTY;
    for mv in game.whole_moves(pos) {
        let touches = game.touches(pos, &mv);
        if touches.first() == Some(&Touch::Square(from))
            && let Some(Touch::Square(to)) = touches.get(1)
        {
            set.insert(*to);
        }
    }
    set
}

/// How much this place tells about the piece: 0 where it cannot move. Captures tell more than plain moves, and squares
/// that it could reach on an empty board and cannot reach here tell most.
fn worth<C: Class>(game: &C::Game, pos: &<C::Game as Game>::Position, square: Square) -> u32 {
    let here = destinations(game, pos, square);
    if here.is_empty() {
        return 0;
    }
    let placement = game.placement(pos);
    let captures = here.iter().filter(|to| placement.squares[to.index()].is_some()).count();
    let blocked = C::blocked(game, pos, square);
    let some = |count: usize, weight: u32| if count > 0 { weight } else { 0 };
    here.len().min(6) as u32 + some(captures, 4) + some(blocked, 3) + captures.min(3) as u32 + blocked.min(3) as u32
}
