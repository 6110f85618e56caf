//! Playing decisions and taking them back.

use crate::board::{Player, Square};
use crate::metagame::position::Cell;
use crate::metagame::rules::Change;
use crate::metagame::{Move, Position, Rules, Stage};

/// What a decision changed: the key before it, and the rest in one word, so that both stay in registers. Captured pieces wait
/// in the position.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    key: u64,
    rest: u64,
}

/// What [`Undo`] packs.
struct Before {
    stage: Stage,
    pending: Option<(Square, u16)>,
    assigning: bool,
    ended_turn: bool,
    /// What moved, or stood where something was decided.
    cell: Cell,
}

impl Before {
    fn pack(&self) -> u64 {
        let (stage, at) = match self.stage {
            Stage::Start => (0, 0),
            Stage::Promoted => (1, 0),
            Stage::Continue(at) => (2, at.index()),
            Stage::Promote(at) => (3, at.index()),
        };
        let pending = self.pending.map_or(0, |(at, options)| 1 | (at.index() as u64) << 8 | u64::from(options) << 16);
        let flags = stage | u64::from(self.assigning) << 2 | u64::from(self.ended_turn) << 3;
        self.cell.index() as u64 | (at as u64) << 8 | flags << 16 | pending << 24
    }

    fn unpack(word: u64) -> Before {
        let square = |shift: u32| Square::new((word >> shift & 0xff) as usize);
        let stage = match (word >> 16 & 3, square(8)) {
            (1, _) => Stage::Promoted,
            (2, Some(at)) => Stage::Continue(at),
            (3, Some(at)) => Stage::Promote(at),
            _ => Stage::Start,
        };
        let pending = square(32).filter(|_| word >> 24 & 1 == 1).map(|at| (at, (word >> 40) as u16));
        Before {
            stage,
            pending,
            assigning: word >> 18 & 1 == 1,
            ended_turn: word >> 19 & 1 == 1,
            cell: Cell::from_index((word & 0xff) as u8),
        }
    }
}

impl Rules {
    fn end_turn(&self, pos: &mut Position) {
        pos.stage = Stage::Start;
        pos.to_move = !pos.to_move;
        pos.count += 1;
    }

    /// The end of a turn in which the piece on a square was moved there: promotion.
    fn settle(&self, pos: &mut Position, at: Square) {
        let cell = pos.cell(at);
        if let Some(piece) = cell.piece()
            && self.territory[piece.owner().index()].contains(at)
        {
            match self.powers[piece.index()].change {
                Change::None => {}
                Change::To(new) => {
                    pos.take(at);
                    pos.put(at, Cell::of(new));
                    pos.key ^= self.cell_key(at, cell) ^ self.cell_key(at, Cell::of(new));
                }
                Change::Choice { by_mover: true, .. } => {
                    pos.stage = Stage::Promote(at);
                    return;
                }
                Change::Choice { by_mover: false, options } => {
                    pos.take(at);
                    pos.key ^= self.cell_key(at, cell);
                    pos.pending = Some((at, options));
                }
            }
        }
        self.end_turn(pos);
    }

    fn change_hand(&self, pos: &mut Position, holder: Player, kind: usize, change: fn(&mut Position, Player, usize)) {
        pos.key ^= self.hand_key(holder, kind, pos.hands[holder.index()][kind]);
        change(pos, holder, kind);
        pos.key ^= self.hand_key(holder, kind, pos.hands[holder.index()][kind]);
    }

    pub(super) fn play_decision(&self, pos: &mut Position, mv: Move) -> Undo {
        let key = pos.key;
        let (stage, pending, assigning) = (pos.stage, pos.pending, pos.assigning);
        let mut moved = Cell::EMPTY;
        let mover = pos.to_move;
        pos.key ^= self.stage_key(pos);
        match mv {
            Move::Go { from, to } => {
                moved = pos.relocate(from, to);
                pos.key ^= self.cell_key(from, moved) ^ self.cell_key(to, moved);
                self.settle(pos, to);
            }
            Move::Take { from, to, line, victims, possessor } => {
                moved = pos.take(from);
                self.each_victim(line, victims, |square| {
                    let cell = pos.take(square);
                    pos.taken.push(cell);
                    pos.key ^= self.cell_key(square, cell);
                    if let (Some(holder), Some(victim)) = (possessor, cell.piece()) {
                        self.change_hand(pos, holder, victim.kind(), Position::give);
                    }
                });
                pos.put(to, moved);
                pos.key ^= self.cell_key(from, moved) ^ self.cell_key(to, moved);
                let continues = moved.piece().is_some_and(|piece| self.powers[piece.index()].continue_captures);
                if continues && self.can_capture(pos, to) {
                    pos.stage = Stage::Continue(to);
                } else {
                    self.settle(pos, to);
                }
            }
            Move::Place { piece, to } => {
                pos.put(to, Cell::of(piece));
                pos.key ^= self.cell_key(to, Cell::of(piece));
                self.change_hand(pos, mover, piece.kind(), Position::use_up);
                pos.assigning &= pos.held != [0, 0];
                self.end_turn(pos);
            }
            Move::Promote(piece) => match (pos.stage, pos.pending.take()) {
                (Stage::Promote(at), pending) => {
                    pos.pending = pending;
                    moved = pos.take(at);
                    pos.put(at, Cell::of(piece));
                    pos.key ^= self.cell_key(at, moved) ^ self.cell_key(at, Cell::of(piece));
                    self.end_turn(pos);
                }
                (_, Some((at, _))) => {
                    pos.stage = Stage::Promoted;
                    pos.put(at, Cell::of(piece));
                    pos.key ^= self.cell_key(at, Cell::of(piece));
                }
                _ => {}
            },
            Move::Stop => {
                if let Stage::Continue(at) = pos.stage {
                    moved = pos.cell(at);
                    pos.stage = Stage::Start;
                    self.settle(pos, at);
                }
            }
        }
        pos.key ^= self.stage_key(pos);
        let ended_turn = pos.to_move != mover;
        if ended_turn {
            pos.past.push(pos.key);
        }
        Undo { key, rest: Before { stage, pending, assigning, ended_turn, cell: moved }.pack() }
    }

    pub(super) fn undo_decision(&self, pos: &mut Position, mv: Move, Undo { key, rest }: Undo) {
        let undo = Before::unpack(rest);
        if undo.ended_turn {
            pos.past.pop();
            pos.to_move = !pos.to_move;
            pos.count -= 1;
        }
        pos.key = key;
        pos.stage = undo.stage;
        pos.pending = undo.pending;
        pos.assigning = undo.assigning;
        match mv {
            Move::Go { from, to } if pos.cell(to) == undo.cell => {
                pos.relocate(to, from);
            }
            Move::Go { from, to } => {
                pos.take(to);
                pos.put(from, undo.cell);
            }
            Move::Take { from, to, line, victims, possessor } => {
                pos.take(to);
                pos.put(from, undo.cell);
                // The last victim was taken last, but the squares come in the same order again.
                let first = pos.taken.len() - victims.count_ones() as usize;
                let mut next = first;
                self.each_victim(line, victims, |square| {
                    let cell = pos.taken[next];
                    next += 1;
                    pos.put(square, cell);
                    if let (Some(holder), Some(victim)) = (possessor, cell.piece()) {
                        pos.use_up(holder, victim.kind());
                    }
                });
                pos.taken.truncate(first);
            }
            Move::Place { piece, to } => {
                pos.take(to);
                pos.give(pos.to_move, piece.kind());
            }
            Move::Promote(_) => {
                let at = match undo.stage {
                    Stage::Promote(at) => Some(at),
                    _ => undo.pending.map(|(at, _)| at),
                };
                if let Some(at) = at {
                    pos.take(at);
                    pos.put(at, undo.cell);
                }
            }
            Move::Stop => {
                if let Stage::Continue(at) = undo.stage {
                    pos.take(at);
                    pos.put(at, undo.cell);
                }
            }
        }
    }
}
