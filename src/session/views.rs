//! Games, positions and moves as the page sees them, whatever class of games they belong to.

use crate::automata::{On, Step};
use crate::board::{Geometry, Player, Topology};
use crate::game::{Finish, InHand, KindId, Outcome, PieceKind, Placement, Table, Touch};
use crate::protocol::{
    self, BoardShape, BoardView, ChoiceView, End, HandChange, HandView, MoveView, OnView, PieceAt, PieceLook,
    PlacementView, Side, StepView, TouchView,
};

pub(super) fn side(player: Player) -> Side {
    match player {
        Player::White => Side::White,
        Player::Black => Side::Black,
    }
}

pub(super) fn player(side: Side) -> Player {
    match side {
        Side::White => Player::White,
        Side::Black => Player::Black,
    }
}

pub(super) fn shape(board: Geometry) -> BoardShape {
    let topology = match board.topology() {
        Topology::Plain => protocol::Topology::Plain,
        Topology::Cylinder => protocol::Topology::Cylinder,
    };
    BoardShape { width: board.width() as u32, height: board.height() as u32, topology }
}

pub(super) fn look(kind: PieceKind) -> PieceLook {
    let PieceKind { id, owner, name, symbol, drawing, label, twin } = kind;
    PieceLook { id: id.0, owner: side(owner), name, symbol, drawing, label, twin: twin.map(|twin| twin.0) }
}

fn piece(kind: Option<KindId>) -> u32 {
    kind.map_or(0, |kind| kind.0)
}

pub(super) fn squares(placement: &Placement) -> Vec<u32> {
    placement.squares.iter().map(|kind| piece(*kind)).collect()
}

pub(super) fn hands(placement: &Placement) -> Vec<HandView> {
    let hand = |held: &InHand| HandView { owner: side(held.owner), piece: held.kind.0, count: held.count };
    placement.hands.iter().map(hand).collect()
}

pub(super) fn placement(placement: &Placement) -> PlacementView {
    PlacementView { squares: squares(placement), hands: hands(placement), to_move: side(placement.to_move) }
}

/// The inverse of [`placement`].
pub(super) fn read_placement(view: &PlacementView) -> Placement {
    let hand = |held: &HandView| InHand { owner: player(held.owner), kind: KindId(held.piece), count: held.count };
    Placement {
        squares: view.squares.iter().map(|piece| Some(KindId(*piece)).filter(|_| *piece > 0)).collect(),
        hands: view.hands.iter().map(hand).collect(),
        to_move: player(view.to_move),
        ply: 0,
    }
}

/// A move that is legal in this position.
pub(super) fn move_view<G: Table>(game: &G, pos: &G::Position, mv: &[G::Move]) -> MoveView {
    let touches: Vec<TouchView> = game.touches(pos, mv).into_iter().map(touch).collect();
    let effect = game.effect(pos, mv);
    let (moved, takes) = (game.moved(pos, mv), game.captures(pos, mv));
    MoveView {
        text: game.write_move(pos, mv),
        side: side(game.to_move(pos)),
        touches,
        does: effect
            .squares
            .iter()
            .map(|(at, kind)| PieceAt { square: at.index() as u32, piece: piece(*kind) })
            .collect(),
        hands: effect
            .hands
            .iter()
            .map(|(owner, kind, by)| HandChange { owner: side(*owner), piece: kind.0, by: *by })
            .collect(),
        moved: moved.map(|kind| kind.0),
        takes: takes.iter().map(|(at, kind)| PieceAt { square: at.index() as u32, piece: kind.0 }).collect(),
    }
}

fn touch(touch: Touch) -> TouchView {
    match touch {
        Touch::Square(square) => TouchView::Square(square.index() as u32),
        Touch::Hand(kind) => TouchView::Hand(kind.0),
        Touch::Choice { name, label } => TouchView::Choice(ChoiceView { name, label }),
    }
}

/// A line of decisions as whole moves.
pub(super) fn line_view<G: Table>(game: &G, pos: &G::Position, line: &[G::Move]) -> Vec<MoveView> {
    game.whole_line(pos, line).into_iter().map(|(pos, mv)| move_view(game, &pos, mv)).collect()
}

/// A position and everything that one may do in it.
pub(super) fn board_view<G: Table>(game: &G, pos: &G::Position, played: Vec<MoveView>) -> BoardView {
    let placement = game.placement(pos);
    BoardView {
        squares: squares(&placement),
        hands: hands(&placement),
        to_move: side(placement.to_move),
        ply: placement.ply,
        legal: game.whole_moves(pos).iter().map(|mv| move_view(game, pos, mv)).collect(),
        played,
        end: end(game, pos),
        position: game.write_position(pos),
    }
}

pub(super) fn end<G: Table>(game: &G, pos: &G::Position) -> Option<End> {
    let Finish { outcome, reason, because } = game.finish(pos)?;
    let reason = reason.to_owned();
    Some(match outcome {
        Outcome::Win(winner) => {
            End { winner: Some(side(winner)), reason, sentence: format!("{winner} wins: {because}.") }
        }
        Outcome::Draw => End { winner: None, reason, sentence: format!("A draw: {because}.") },
    })
}

/// A word as data.
pub(super) fn steps(word: &[Step]) -> Vec<StepView> {
    word.iter().map(|step| StepView { dx: step.dx, dy: step.dy, on: on(step.on) }).collect()
}

fn on(on: On) -> OnView {
    match on {
        On::Empty => OnView::E,
        On::Enemy => OnView::P,
        On::Own => OnView::W,
    }
}
