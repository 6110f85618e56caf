//! Games of this class on a table: a move is a whole turn, made of touches.

use crate::board::{Geometry, Player, Square};
use crate::game::{Finish, Game, InHand, KindId, PieceKind, Placement, Table, Touch};
use crate::metagame::looks::with_article;
use crate::metagame::position::Cell;
use crate::metagame::rules::{Change, MOST_PLIES};
use crate::metagame::{Decider, Move, Piece, Position, Rules, Setup, Stage};

/// Whole moves beyond so many are not listed: chains of captures can multiply without bound. They can still be read.
const MOST_LISTED: usize = 4_000;

/// The number by which a table knows a piece.
pub fn kind_of(piece: Piece) -> KindId {
    KindId(piece.index() as u32 + 1)
}

impl Rules {
    /// The inverse of [`kind_of`].
    pub fn piece_of(&self, kind: KindId) -> Option<Piece> {
        let index = (kind.0 as usize).checked_sub(1).filter(|index| *index < 2 * self.types.len())?;
        Some(Piece::new(index / 2, Player::BOTH[index % 2]))
    }

    /// `king`; without the owner.
    pub fn type_name(&self, kind: usize) -> &str {
        &self.looks[kind].name
    }

    fn kind_at(&self, pos: &Position, square: Square) -> Option<KindId> {
        pos.piece_at(square).map(kind_of)
    }

    /// Told apart, where several captures, or a capture and a plain move, lead to one square.
    fn which(&self, pos: &Position, mv: Move) -> Option<Touch> {
        let (Move::Go { from, to } | Move::Take { from, to, .. }) = mv else { return None };
        let begins = !matches!(pos.stage, Stage::Continue(_));
        let mut moves = Vec::new();
        self.moves(pos, &mut moves);
        let same = |other: &Move| matches!(*other, Move::Go { from: f, to: t } | Move::Take { from: f, to: t, .. } if (f, t) == (from, to));
        if moves.into_iter().filter(same).count() < 2 {
            return None;
        }
        let label = match mv {
            Move::Take { possessor, .. } => {
                let names: Vec<String> = self
                    .victim_squares(mv)
                    .iter()
                    .filter_map(|victim| {
                        let piece = pos.piece_at(victim)?;
                        Some(format!("the {} on {}", self.type_name(piece.kind()), self.geometry.name(victim)))
                    })
                    .collect();
                let effect = match possessor {
                    None => String::new(),
                    Some(holder) => format!(", to {holder}'s hand"),
                };
                format!("capture {}{effect}", names.join(" and "))
            }
            _ => "without a capture".to_owned(),
        };
        let text = self.part_text(pos, mv);
        let name = if begins { text } else { text.trim_start_matches('x').to_owned() };
        Some(Touch::Choice { name, label })
    }

    fn promotion_touch(&self, pos: &Position, piece: Piece) -> Touch {
        let own = piece.owner() == pos.to_move;
        let name = with_article(self.type_name(piece.kind()));
        let label = match (pos.stage, pos.pending) {
            (Stage::Start, Some((at, _))) => {
                let owner = if own { "of yours" } else { "of the opponent's" };
                format!("{name} {owner} on {}", self.geometry.name(at))
            }
            _ if own => name,
            _ => format!("{name} of the opponent's"),
        };
        Touch::Choice { name: self.symbol(piece), label }
    }

    /// Whether all pieces that are to be assigned are in the right hands or on the right squares.
    fn is_assigning(&self, pos: &Position) -> bool {
        let Setup::Decision { decider: Decider::Side(side), names, .. } = &self.def.setup else { return false };
        let listed = self.def.listed(names);
        let complete = |piece: Piece| {
            let wanted = listed.iter().filter(|name| **name == self.types[piece.kind()]).count();
            let holder = crate::metagame::rules::relative(*side, piece.owner());
            usize::from(pos.counts[piece.index()] + pos.in_hand(holder, piece.kind())) == wanted
        };
        let at_home =
            |player: Player| pos.pieces_of(player).iter().all(|square| self.homes[player.index()].contains(&square));
        let begins = pos.count < 2 * listed.len() as u32;
        begins && pos.held != [0, 0] && self.pieces().all(complete) && Player::BOTH.into_iter().all(at_home)
    }
}

impl Table for Rules {
    fn board(&self) -> Geometry {
        self.geometry
    }

    fn kinds(&self) -> Vec<PieceKind> {
        let kind = |piece: Piece| {
            let look = &self.looks[piece.kind()];
            PieceKind {
                id: kind_of(piece),
                owner: piece.owner(),
                name: look.name.clone(),
                symbol: self.symbol(piece),
                drawing: look.drawing.to_owned(),
                label: Some(look.symbol.clone()).filter(|_| look.labelled),
                twin: Some(kind_of(Piece::new(piece.kind(), !piece.owner()))),
            }
        };
        self.pieces().map(kind).collect()
    }

    fn placement(&self, pos: &Position) -> Placement {
        let squares = self.geometry.squares().map(|square| self.kind_at(pos, square)).collect();
        let mut hands = Vec::new();
        for holder in Player::BOTH {
            let owner = self.owner_in_hand(pos, holder);
            for kind in 0..self.types.len() {
                let count = u32::from(pos.in_hand(holder, kind));
                if count > 0 {
                    hands.push(InHand { owner: holder, kind: kind_of(Piece::new(kind, owner)), count });
                }
            }
        }
        Placement { squares, hands, to_move: pos.to_move, ply: pos.count }
    }

    fn set_up(&self, placement: &Placement) -> Result<Position, String> {
        if placement.squares.len() != self.geometry.size() {
            return Err(format!("this board has {} squares", self.geometry.size()));
        }
        if placement.ply >= MOST_PLIES {
            return Err(format!("expected the number of turns played so far, below {MOST_PLIES}"));
        }
        let piece = |kind: KindId| self.piece_of(kind).ok_or_else(|| "this game has no such piece".to_owned());
        let mut pos = Position::empty();
        for (square, kind) in self.geometry.squares().zip(&placement.squares) {
            if let Some(kind) = kind {
                pos.put(square, Cell::of(piece(*kind)?));
            }
        }
        pos.to_move = placement.to_move;
        pos.count = placement.ply;
        for held in &placement.hands {
            if held.count > 1000 {
                return Err("so many cannot be held in hand".to_owned());
            }
            let kind = piece(held.kind)?.kind();
            (0..held.count).for_each(|_| pos.give(held.owner, kind));
        }
        pos.assigning = self.is_assigning(&pos);
        let theirs = |held: &InHand| {
            self.piece_of(held.kind).is_some_and(|piece| piece.owner() != self.owner_in_hand(&pos, held.owner))
        };
        if placement.hands.iter().any(|held| held.count > 0 && theirs(held)) {
            return Err("a player holds pieces of the other one".to_owned());
        }
        self.playable(pos)
    }

    fn write_position(&self, pos: &Position) -> String {
        self.position_text(pos)
    }

    fn read_position(&self, text: &str) -> Result<Position, String> {
        self.read_position_text(text)
    }

    fn finish(&self, pos: &Position) -> Option<Finish> {
        self.ending(pos)
    }

    fn has_long_moves(&self) -> bool {
        self.powers.iter().any(|power| power.continue_captures || matches!(power.change, Change::Choice { .. }))
    }

    fn is_mid_move(&self, pos: &Position) -> bool {
        pos.stage != Stage::Start
    }

    fn ways_to_end(&self, pos: &Position, mv: Move) -> Option<u64> {
        self.endings_after(pos, mv)
    }

    fn count_moves(&self, pos: &Position) -> Option<u64> {
        self.count_turns(pos)
    }

    fn touches(&self, pos: &Position, decisions: &[Move]) -> Vec<Touch> {
        let mut pos = pos.clone();
        let mut touches = Vec::new();
        for &mv in decisions {
            match mv {
                Move::Go { from, to } | Move::Take { from, to, .. } => {
                    if !matches!(pos.stage, Stage::Continue(_)) {
                        touches.push(Touch::Square(from));
                    }
                    touches.push(Touch::Square(to));
                    touches.extend(self.which(&pos, mv));
                }
                Move::Place { piece, to } => touches.extend([Touch::Hand(kind_of(piece)), Touch::Square(to)]),
                Move::Promote(piece) => touches.push(self.promotion_touch(&pos, piece)),
                Move::Stop => {}
            }
            self.play(&mut pos, mv);
        }
        touches
    }

    fn moved(&self, pos: &Position, decisions: &[Move]) -> Option<KindId> {
        decisions.iter().find_map(|mv| match *mv {
            // After a promotion that comes first, the piece that moves may be the new one.
            Move::Go { from, .. } | Move::Take { from, .. } => self.kind_at(pos, from).or_else(|| {
                decisions.iter().find_map(|mv| match mv {
                    Move::Promote(piece) => Some(kind_of(*piece)),
                    _ => None,
                })
            }),
            Move::Place { piece, .. } => Some(kind_of(piece)),
            Move::Promote(_) | Move::Stop => None,
        })
    }

    fn captures(&self, pos: &Position, decisions: &[Move]) -> Vec<(Square, KindId)> {
        let mut pos = pos.clone();
        let mut taken = Vec::new();
        for &mv in decisions {
            let victims = self.victim_squares(mv);
            taken.extend(victims.iter().filter_map(|square| Some((square, self.kind_at(&pos, square)?))));
            self.play(&mut pos, mv);
        }
        taken
    }

    fn write_move(&self, pos: &Position, decisions: &[Move]) -> String {
        self.short_text(pos, decisions)
    }

    fn read_move(&self, pos: &Position, text: &str) -> Option<Vec<Move>> {
        if pos.stage == Stage::Start { self.read_short(pos, text) } else { None }
    }

    fn whole_moves(&self, pos: &Position) -> Vec<Vec<Move>> {
        self.turns(pos, MOST_LISTED)
    }
}
