//! Simplified boardgames on a table: a move is two squares, and there are no pieces in hand.

use crate::board::{Geometry, Square};
use crate::game::{Effect, Finish, KindId, PieceKind, Placement, Table, Touch};
use crate::order;
use crate::sbg::notation::read_cells;
use crate::sbg::{Move, PieceInfo, Position, PositionError, Reason, Rules, read_position, show_position};

/// The number by which a table knows a letter: learned games and foreign records have the same.
///
/// ```
/// use kibitzer::sbg::{kind_of, letter_of, other_case};
///
/// assert_eq!(letter_of(kind_of('Q')), Some('Q'));
/// assert_ne!(kind_of('Q'), kind_of(other_case('Q')), "the players' queens are two kinds");
/// ```
pub fn kind_of(letter: char) -> KindId {
    KindId(u32::from(letter))
}

/// The inverse of [`kind_of`].
pub fn letter_of(kind: KindId) -> Option<char> {
    char::from_u32(kind.0).filter(char::is_ascii_alphabetic)
}

/// The other player's letter for a piece of this kind.
pub fn other_case(letter: char) -> char {
    if letter.is_ascii_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
}

impl PieceInfo {
    /// As a table shows it.
    pub fn kind(&self, twin: Option<KindId>) -> PieceKind {
        let label = self.letter.to_ascii_uppercase().to_string();
        PieceKind {
            id: kind_of(self.letter),
            owner: self.player,
            name: self.called(),
            symbol: self.letter.to_string(),
            drawing: self.drawing.id().to_owned(),
            label: Some(label).filter(|_| self.labelled),
            twin,
        }
    }
}

impl Table for Rules {
    fn board(&self) -> Geometry {
        self.board
    }

    fn kinds(&self) -> Vec<PieceKind> {
        let twin = |letter: char| self.piece(other_case(letter)).map(|_| kind_of(other_case(letter)));
        self.pieces().map(|(_, info)| info.kind(twin(info.letter))).collect()
    }

    fn placement(&self, pos: &Position) -> Placement {
        let kind = |square| pos.piece_at(square).map(|piece| kind_of(self.info(piece).letter));
        let squares = self.board.squares().map(kind).collect();
        Placement { squares, hands: Vec::new(), to_move: pos.to_move(), ply: pos.ply() }
    }

    fn set_up(&self, placement: &Placement) -> Result<Position, String> {
        if placement.squares.len() != self.board.size() {
            return Err(format!("this board has {} squares", self.board.size()));
        }
        if placement.hands.iter().any(|held| held.count > 0) {
            return Err("this game has no pieces in hand".to_owned());
        }
        if placement.ply >= self.ply_limit {
            return Err(PositionError::Ply.to_string());
        }
        let letter = |kind: &Option<KindId>| kind.map_or('.', |kind| letter_of(kind).unwrap_or('?'));
        let cells: Vec<char> = placement.squares.iter().map(letter).collect();
        read_cells(self, &cells, placement.to_move, placement.ply).map_err(|error| error.to_string())
    }

    fn write_position(&self, pos: &Position) -> String {
        show_position(self, pos)
    }

    fn read_position(&self, text: &str) -> Result<Position, String> {
        read_position(self, text).map_err(|error| error.to_string())
    }

    fn finish(&self, pos: &Position) -> Option<Finish> {
        let ending = self.ending(pos)?;
        let reason = match ending.reason {
            Reason::Reached(_) => "reached",
            Reason::Captured { .. } => "captured",
            Reason::OwnCaptured { .. } => "own-captured",
            Reason::NoPieces => "no-pieces",
            Reason::NoMoves => "no-moves",
            Reason::PlyLimit => "ply-limit",
        };
        Some(Finish { outcome: ending.outcome, reason, because: self.explain(&ending) })
    }

    fn touches(&self, _pos: &Position, mv: &[Move]) -> Vec<Touch> {
        mv.iter().flat_map(|mv| [Touch::Square(mv.from), Touch::Square(mv.to)]).collect()
    }

    fn moved(&self, pos: &Position, mv: &[Move]) -> Option<KindId> {
        let piece = pos.piece_at(mv.first()?.from)?;
        Some(kind_of(self.info(piece).letter))
    }

    fn captures(&self, pos: &Position, mv: &[Move]) -> Vec<(Square, KindId)> {
        let taken = |mv: &Move| Some((mv.to, kind_of(self.info(pos.piece_at(mv.to)?).letter)));
        mv.iter().filter_map(taken).collect()
    }

    fn write_move(&self, _pos: &Position, mv: &[Move]) -> String {
        mv.iter().map(|mv| self.show_move(*mv)).collect()
    }

    fn read_move(&self, pos: &Position, text: &str) -> Option<Vec<Move>> {
        Rules::read_move(self, pos, text).map(|mv| vec![mv])
    }

    fn whole_moves(&self, pos: &Position) -> Vec<Vec<Move>> {
        let mut legal = Vec::new();
        crate::game::Game::moves(self, pos, &mut legal);
        order::sort(&mut legal);
        legal.into_iter().map(|mv| vec![mv]).collect()
    }

    fn effect(&self, pos: &Position, mv: &[Move]) -> Effect {
        let moved = self.moved(pos, mv);
        Effect { squares: mv.iter().flat_map(|mv| [(mv.from, None), (mv.to, moved)]).collect(), hands: Vec::new() }
    }
}
