//! Legal decisions, stage by stage.

use crate::board::{Player, Square, SquareSet};
use crate::game::{Game, Outcome};
use crate::metagame::ends::outcome;
use crate::metagame::play::Undo;
use crate::metagame::position::Cell;
use crate::metagame::rules::{Change, MOST_PLIES};
use crate::metagame::{Piece, Position, Rules, Stage};

/// The bit of a capture's victims for the square behind the piece; the others count squares along its line.
pub(super) const BEHIND: u32 = 31;

/// One decision of one player. A turn is one or several of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Moves without capturing.
    Go { from: Square, to: Square },
    /// Captures the victims, squares along a line; they may pass into a hand.
    Take { from: Square, to: Square, line: u32, victims: u32, possessor: Option<Player> },
    /// Puts a piece from the mover's hand on the board.
    Place { piece: Piece, to: Square },
    /// Chooses a piece for a promotion.
    Promote(Piece),
    /// Ends a chain of captures before it must end.
    Stop,
}

impl Rules {
    pub(super) fn must_continue(&self, piece: Piece) -> bool {
        self.def.must_capture || self.powers[piece.index()].must_capture
    }

    /// Moves and captures of pieces on the board.
    fn push_board_moves(&self, pos: &Position, out: &mut Vec<Move>) {
        let first = out.len();
        let own = |kind: &usize| pos.counts[Piece::new(*kind, pos.to_move).index()] > 0;
        let kinds = (0..self.types.len()).filter(own).map(|kind| Piece::new(kind, pos.to_move));
        if self.def.must_capture {
            kinds.clone().for_each(|piece| self.push_type_captures(pos, piece, out));
            if out.len() == first {
                kinds.for_each(|piece| self.push_type_goes(pos, piece, out));
            }
            return;
        }
        for piece in kinds {
            if self.powers[piece.index()].must_capture {
                for from in self.squares_of(pos, piece) {
                    let first = out.len();
                    self.push_captures(pos, piece, from, out);
                    if out.len() == first {
                        self.push_goes(pos, piece, from, out);
                    }
                }
            } else {
                self.push_type_captures(pos, piece, out);
                self.push_type_goes(pos, piece, out);
            }
        }
    }

    pub(super) fn squares_of(&self, pos: &Position, piece: Piece) -> impl Iterator<Item = Square> {
        pos.pieces_of(piece.owner()).iter().filter(move |square| pos.cell(*square) == Cell::of(piece))
    }

    fn push_type_captures(&self, pos: &Position, piece: Piece, out: &mut Vec<Move>) {
        match &self.powers[piece.index()].capturing_sweeps {
            Some(sweeps) => sweeps.iter().for_each(|sweep| sweep.push(pos, pos.by_piece[piece.index()], out)),
            None => self.squares_of(pos, piece).for_each(|from| self.push_captures(pos, piece, from, out)),
        }
    }

    fn push_type_goes(&self, pos: &Position, piece: Piece, out: &mut Vec<Move>) {
        match &self.powers[piece.index()].moving_sweeps {
            Some(sweeps) => sweeps.iter().for_each(|sweep| sweep.push(pos, pos.by_piece[piece.index()], out)),
            None => self.squares_of(pos, piece).for_each(|from| self.push_goes(pos, piece, from, out)),
        }
    }

    fn push_goes(&self, pos: &Position, piece: Piece, from: Square, out: &mut Vec<Move>) {
        if self.powers[piece.index()].moving[from.index()].overlap {
            let mut seen = SquareSet::EMPTY;
            self.go(pos, piece, from, |to| {
                if seen.insert(to) {
                    out.push(Move::Go { from, to });
                }
            });
        } else {
            self.go(pos, piece, from, |to| out.push(Move::Go { from, to }));
        }
    }

    fn push_placements(&self, pos: &Position, squares: impl Iterator<Item = Square> + Clone, out: &mut Vec<Move>) {
        let owner = self.owner_in_hand(pos, pos.to_move);
        if pos.held[pos.to_move.index()] > 0 {
            for kind in (0..self.types.len()).filter(|kind| pos.hands[pos.to_move.index()][*kind] > 0) {
                let piece = Piece::new(kind, owner);
                let empty = squares.clone().filter(|square| pos.cell(*square).is_empty());
                out.extend(empty.map(|to| Move::Place { piece, to }));
            }
        }
    }

    /// The decisions at the start of a turn, without a look at goals.
    pub(super) fn push_turn(&self, pos: &Position, out: &mut Vec<Move>) {
        if pos.assigning {
            let owner = self.owner_in_hand(pos, pos.to_move);
            self.push_placements(pos, self.homes[owner.index()].iter().copied(), out);
        } else if let Some((square, options)) = pos.pending {
            // A promotion is not a move: one that leaves none is not legal (section 7.2.6).
            for piece in self.options[usize::from(options)].pieces() {
                let mut next = pos.clone();
                next.pending = None;
                next.put(square, Cell::of(piece));
                let first = out.len();
                self.push_turn(&next, out);
                let legal = out.len() > first;
                out.truncate(first);
                out.extend(legal.then_some(Move::Promote(piece)));
            }
        } else {
            self.push_board_moves(pos, out);
            let squares = 0..self.geometry.size();
            self.push_placements(pos, squares.filter_map(Square::new), out);
        }
    }

    /// The pieces to choose from when a promotion is decided now.
    pub(super) fn options_now(&self, pos: &Position) -> Option<u16> {
        match pos.stage {
            Stage::Promote(at) => match self.powers[pos.piece_at(at)?.index()].change {
                Change::Choice { options, .. } => Some(options),
                _ => None,
            },
            _ => pos.pending.map(|(_, options)| options),
        }
    }
}

impl Game for Rules {
    type Position = Position;
    type Move = Move;
    type Undo = Undo;

    /// A random set-up pairs names and squares in their order; [`Rules::random_start`] draws one.
    fn start(&self) -> Position {
        self.first_position()
    }

    fn to_move(&self, pos: &Position) -> Player {
        pos.to_move
    }

    fn moves(&self, pos: &Position, out: &mut Vec<Move>) -> Option<Outcome> {
        match pos.stage {
            Stage::Continue(at) => {
                if let Some(piece) = pos.piece_at(at) {
                    match &self.powers[piece.index()].capturing_sweeps {
                        Some(sweeps) => sweeps.iter().for_each(|sweep| sweep.push(pos, 1 << at.index(), out)),
                        None => self.push_captures(pos, piece, at, out),
                    }
                    out.extend((!self.must_continue(piece)).then_some(Move::Stop));
                }
                None
            }
            Stage::Promote(_) => {
                let options = self.options_now(pos).map(|options| self.options[usize::from(options)]);
                out.extend(options.into_iter().flat_map(|options| options.pieces()).map(Move::Promote));
                None
            }
            Stage::Promoted => {
                self.push_turn(pos, out);
                None
            }
            Stage::Start => {
                let (result, open) = self.result(pos);
                if result.is_some() && !open {
                    return result;
                }
                let first = out.len();
                self.push_turn(pos, out);
                if out.len() == first {
                    let (achieved, stuck) = (self.achieved(pos), self.stalemated(pos));
                    let both = [achieved[0] || stuck[0], achieved[1] || stuck[1]];
                    // Without a stalemate goal it is a draw.
                    return Some(outcome(both).unwrap_or(Outcome::Draw));
                }
                // Goals come before the limit.
                let limit = pos.count >= MOST_PLIES || self.repeated(pos);
                let end = result.or(limit.then_some(Outcome::Draw));
                if end.is_some() {
                    out.truncate(first);
                }
                end
            }
        }
    }
    fn play(&self, pos: &mut Position, mv: Move) -> Undo {
        self.play_decision(pos, mv)
    }

    fn undo(&self, pos: &mut Position, mv: Move, undo: Undo) {
        self.undo_decision(pos, mv, undo);
    }

    fn key(&self, pos: &Position) -> u64 {
        pos.key
    }

    fn decided(&self, pos: &Position) -> Option<Outcome> {
        match (pos.stage, self.result(pos)) {
            (Stage::Start, (outcome, false)) => outcome,
            _ => None,
        }
    }

    /// A turn is at least one decision, so this is only a bound while no turn has more: it is given for the last turn
    /// alone.
    fn moves_left(&self, pos: &Position) -> u32 {
        if pos.count >= MOST_PLIES { 0 } else { u32::MAX }
    }

    fn move_class(&self, pos: &Position, mv: Move) -> usize {
        let (piece, to) = match mv {
            Move::Go { from, to } | Move::Take { from, to, .. } => (pos.piece_at(from), to),
            Move::Place { piece, to } => (Some(piece), to),
            Move::Promote(piece) => {
                (Some(piece), Square::new(0).unwrap_or_else(|| unreachable!("there is a square 0")))
            }
            Move::Stop => return 0,
        };
        piece.map_or(0, |piece| 1 + piece.index() * self.geometry.size() + to.index())
    }

    fn move_classes(&self) -> usize {
        1 + 2 * self.types.len() * self.geometry.size()
    }
}

impl Rules {
    /// In how many ways a turn can end after this decision, where that can be told without playing it.
    pub(super) fn endings_after(&self, pos: &Position, mv: Move) -> Option<u64> {
        let (from, to, takes) = match mv {
            Move::Go { .. } if !self.has_choices => return Some(1),
            Move::Go { from, to } => (from, to, false),
            Move::Take { from, to, .. } => (from, to, true),
            Move::Place { .. } => return Some(1),
            Move::Promote(_) => return matches!(pos.stage, Stage::Promote(_)).then_some(1),
            Move::Stop => return None,
        };
        let piece = pos.piece_at(from)?;
        let power = &self.powers[piece.index()];
        if takes && power.continue_captures {
            return None;
        }
        match power.change {
            Change::Choice { by_mover: true, options } if self.territory[piece.owner().index()].contains(to) => {
                Some(self.options[usize::from(options)].pieces().count() as u64)
            }
            _ => Some(1),
        }
    }

    /// Whether a piece that moved to this square was promoted without a choice.
    pub(super) fn has_fixed_promotion(&self, piece: Option<Piece>, to: Square) -> bool {
        piece.is_some_and(|piece| {
            self.territory[piece.owner().index()].contains(to)
                && matches!(self.powers[piece.index()].change, Change::To(_))
        })
    }
}
