//! Quick questions that players ask about decisions and positions.

use crate::board::{Player, Square, SquareSet};
use crate::metagame::position::Cell;
use crate::metagame::rules::{Aim, Change};
use crate::metagame::{Move, Piece, Position, Rules};

impl Rules {
    /// What becomes of a piece that ends a turn on a square without a choice of its own: another piece, or nothing on the
    /// board where the opponent decides. `None`: nothing changes yet.
    pub fn fixed_change(&self, piece: Piece, to: Square) -> Option<Option<Piece>> {
        if !self.territory[piece.owner().index()].contains(to) {
            return None;
        }
        match self.powers[piece.index()].change {
            Change::To(new) => Some(Some(new)),
            Change::Choice { by_mover: false, .. } => Some(None),
            Change::None | Change::Choice { by_mover: true, .. } => None,
        }
    }

    /// What a piece that ends a turn on a square can be promoted to by its own side.
    pub fn promotes_to(&self, piece: Piece, to: Square) -> impl Iterator<Item = Piece> {
        let inside = self.territory[piece.owner().index()].contains(to);
        let (fixed, options) = match self.powers[piece.index()].change {
            Change::To(new) if inside => (Some(new), None),
            Change::Choice { by_mover: true, options } if inside => (None, Some(self.options[usize::from(options)])),
            _ => (None, None),
        };
        fixed.into_iter().chain(options.into_iter().flat_map(|options| options.pieces()))
    }

    /// The square and the options of a promotion that the player to move decides first.
    pub fn pending_options(&self, pos: &Position) -> Option<(Square, impl Iterator<Item = Piece>)> {
        let (square, options) = pos.pending?;
        Some((square, self.options[usize::from(options)].pieces()))
    }

    /// Whether a side may win by bringing own pieces to squares.
    pub fn has_own_arrival(&self) -> bool {
        Player::BOTH.into_iter().any(|side| {
            let own = |aim: &Aim| matches!(aim, Aim::Arrive(matcher, _) if matcher.pieces().any(|piece| piece.owner() == side));
            self.aims[side.index()].iter().any(own)
        })
    }

    /// Whether a piece, or what it is promoted to, achieves a goal of its owner on a square.
    pub fn would_arrive(&self, piece: Piece, to: Square) -> bool {
        let mut aims = self.aims[piece.owner().index()].iter();
        let there = |new: Piece, matcher: &crate::metagame::position::Matcher| matcher.has(Cell::of(new));
        aims.any(|aim| match aim {
            Aim::Arrive(matcher, squares) if squares.contains(to) => match self.fixed_change(piece, to) {
                Some(new) => new.is_some_and(|new| there(new, matcher)),
                None => there(piece, matcher) || self.promotes_to(piece, to).any(|new| there(new, matcher)),
            },
            _ => false,
        })
    }

    /// Whether a capture takes the last pieces that the mover wants gone.
    pub fn would_eradicate(&self, pos: &Position, mv: Move) -> bool {
        self.aims[pos.to_move.index()].iter().any(|aim| match aim {
            Aim::Eradicate(pieces) => {
                let left: u32 = pieces.iter().map(|piece| u32::from(pos.counts[piece.index()])).sum();
                // Few captures have many victims: only then are they counted.
                left <= 8 && left > 0 && {
                    let gone = |square: &Square| pos.piece_at(*square).is_some_and(|victim| pieces.contains(&victim));
                    self.victim_squares(mv).iter().filter(gone).count() as u32 == left
                }
            }
            _ => false,
        })
    }

    /// Whether a side could take the last piece that it wants gone if it were to move. Only single targets are looked for.
    pub fn could_eradicate(&self, pos: &Position, side: Player) -> bool {
        self.aims[side.index()].iter().any(|aim| match aim {
            Aim::Eradicate(pieces) => {
                let left: u32 = pieces.iter().map(|piece| u32::from(pos.counts[piece.index()])).sum();
                left == 1 && {
                    let all = pos.sets[0] | pos.sets[1];
                    let target =
                        all.iter().find(|square| pos.piece_at(*square).is_some_and(|man| pieces.contains(&man)));
                    target.is_some_and(|target| self.attacks(pos, side, target))
                }
            }
            _ => false,
        })
    }

    /// Whether some piece of a side could capture what stands on a square.
    fn attacks(&self, pos: &Position, side: Player, target: Square) -> bool {
        let kinds = (0..self.types.len()).map(|kind| Piece::new(kind, side));
        kinds.filter(|piece| pos.counts[piece.index()] > 0).any(|piece| {
            match &self.powers[piece.index()].capturing_sweeps {
                Some(sweeps) => sweeps.iter().any(|sweep| sweep.hits(pos, pos.by_piece[piece.index()], target)),
                None => self.squares_of(pos, piece).any(|from| {
                    let strikes = self.captures_from(pos, from);
                    strikes.into_iter().any(|mv| self.victim_squares(mv).contains(target))
                }),
            }
        })
    }

    /// How many squares a side's pieces can go to, square by square of each piece.
    pub fn mobility(&self, pos: &Position, side: Player) -> u32 {
        let kinds = (0..self.types.len()).map(|kind| Piece::new(kind, side));
        let count = |piece: Piece| match &self.powers[piece.index()].moving_sweeps {
            Some(sweeps) => sweeps.iter().map(|sweep| sweep.count(pos, pos.by_piece[piece.index()], 0).0).sum(),
            None => self.squares_of(pos, piece).map(|from| self.destinations(pos, from).len() as u32).sum::<u32>(),
        };
        kinds.filter(|piece| pos.counts[piece.index()] > 0).map(count).sum()
    }

    /// How many captures a side could make.
    pub fn capturing_mobility(&self, pos: &Position, side: Player) -> u32 {
        let kinds = (0..self.types.len()).map(|kind| Piece::new(kind, side));
        let count = |piece: Piece| match &self.powers[piece.index()].capturing_sweeps {
            Some(sweeps) => sweeps.iter().map(|sweep| sweep.count(pos, pos.by_piece[piece.index()], 0).0).sum(),
            None => self.squares_of(pos, piece).map(|from| self.captures_from(pos, from).len() as u32).sum::<u32>(),
        };
        kinds.filter(|piece| pos.counts[piece.index()] > 0).map(count).sum()
    }

    /// Whether the piece that captures may capture again in the same turn.
    pub fn may_continue(&self, pos: &Position, mv: Move) -> bool {
        let Move::Take { from, to, .. } = mv else { return false };
        let Some(piece) = pos.piece_at(from).filter(|piece| self.powers[piece.index()].continue_captures) else {
            return false;
        };
        let mut next = pos.clone();
        next.take(from);
        for square in self.victim_squares(mv).iter() {
            next.take(square);
        }
        next.put(to, Cell::of(piece));
        self.can_capture(&next, to)
    }

    /// The squares of a set that lie in a side's promotion territory.
    pub fn territory(&self, side: Player) -> SquareSet {
        self.territory[side.index()]
    }
}
