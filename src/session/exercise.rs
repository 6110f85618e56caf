//! "Mark every move this piece can make": positions from random play that make a piece's rule visible.

use crate::board::{Player, Square};
use crate::game::Game;
use crate::protocol::ExerciseView;
use crate::rng::Rng;
use crate::sbg::{PieceId, Position, Rules, show_position};

use super::Failure;

/// How many places are compared, of which the most telling one is taken.
const PLACES: u32 = 30;
/// Moves played in the search for them, so that it ends in any game.
const PLIES: u32 = 4_000;
/// Nothing much has happened before.
const FIRST_PLY: u32 = 4;

/// The same seed gives the same exercise.
pub(super) fn find(rules: &Rules, seed: u32, letter: Option<&str>) -> Result<ExerciseView, Failure> {
    let mut rng = Rng::branch(u64::from(seed), 0x5eed_ba11);
    let piece = choose_piece(rules, letter, &mut rng)?;
    let mut best: Option<(u32, Position, Square)> = None;
    let (mut pos, mut places, mut scratch) = (rules.start(), 0, Vec::new());
    for ply in 0..PLIES {
        // Where the pieces stand close at the start, its first moves are better than none.
        let early = pos.ply() < FIRST_PLY && ply < PLIES / 2;
        if pos.to_move() == rules.info(piece).player && !early && rng.one_in(3) && rules.ending(&pos).is_none() {
            let squares: Vec<Square> = pos.squares_of(piece).collect();
            let square = if squares.is_empty() { None } else { Some(*rng.pick(&squares)) };
            let worth = square.map_or(0, |square| worth(rules, &pos, square));
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
        match rules.random_move(&pos, &mut rng, &mut scratch) {
            Ok(mv) => {
                rules.play(&mut pos, mv);
            }
            Err(_) => pos = rules.start(),
        }
    }
    let (letter, name) = (rules.info(piece).letter, rules.info(piece).called());
    let (_, pos, square) =
        best.ok_or_else(|| Failure::new(format!("The {name} rarely has a move in this game: choose another piece.")))?;
    Ok(ExerciseView {
        position: show_position(rules, &pos),
        cells: rules.board().squares().map(|square| rules.letter_at(&pos, square)).collect(),
        square: square.index() as u32,
        letter: letter.to_string(),
        answer: rules.destinations(&pos, square).iter().map(|to| to.index() as u32).collect(),
    })
}

/// The piece that was asked for; otherwise one of White's, or one that only Black has.
fn choose_piece(rules: &Rules, letter: Option<&str>, rng: &mut Rng) -> Result<PieceId, Failure> {
    if let Some(text) = letter {
        let mut letters = text.chars();
        let only = letters.next().filter(|_| letters.next().is_none());
        return only.and_then(|letter| rules.piece(letter)).ok_or_else(|| {
            let text: String = text.chars().take(20).collect();
            Failure::new(format!("There is no piece {text:?} in this game: give one of its letters."))
        });
    }
    let start = rules.start();
    let pieces: Vec<PieceId> = rules
        .pieces()
        .filter(|(piece, _)| start.count(*piece) > 0)
        .filter(|(_, info)| {
            info.player == Player::White
                || rules.piece(info.letter.to_ascii_uppercase()).is_none_or(|twin| start.count(twin) == 0)
        })
        .map(|(piece, _)| piece)
        .collect();
    if pieces.is_empty() { Err(Failure::new("There is no piece on the board.")) } else { Ok(*rng.pick(&pieces)) }
}

/// How much this place tells about the piece: 0 where it cannot move. Captures tell more than plain moves, and squares
/// that it could reach on an empty board and cannot reach here tell most.
fn worth(rules: &Rules, pos: &Position, square: Square) -> u32 {
    let here = rules.destinations(pos, square);
    if here.is_empty() {
        return 0;
    }
    let captures = here.iter().filter(|to| pos.piece_at(*to).is_some()).count();
    let alone: Vec<char> =
        rules.board().squares().map(|other| if other == square { rules.letter_at(pos, square) } else { '.' }).collect();
    let open = rules.position(&alone, pos.to_move(), 0).map(|alone| rules.destinations(&alone, square));
    let blocked = open.map_or(0, |open| (open - here).len());
    let some = |count: usize, weight: u32| if count > 0 { weight } else { 0 };
    here.len().min(6) as u32 + some(captures, 4) + some(blocked, 3) + captures.min(3) as u32 + blocked.min(3) as u32
}
