//! A position: what stands where, whose turn it is, and what playing a move changes.

use crate::board::{ByPlayer, MAX_SQUARES, Player, Square};
use crate::game::Outcome;
use crate::order;

/// A letter of one player, by its number in the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PieceId(u8);

/// 26 letters for each of two players.
pub(super) const MAX_PIECES: usize = 52;

impl PieceId {
    pub(super) fn new(index: usize) -> PieceId {
        debug_assert!(index < MAX_PIECES);
        PieceId(index as u8)
    }

    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Where a piece goes from and to; which word took it there does not matter in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    pub from: Square,
    pub to: Square,
}

const _: () = assert!(size_of::<Move>() == 2);

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The winner's piece stands on a goal square.
    Reached(Square),
    /// The winner's capture left the loser no more than the limit.
    Captured {
        left: u32,
    },
    /// The loser captured its own piece and was left with no more than the limit.
    OwnCaptured {
        left: u32,
    },
    NoPieces,
    NoMoves,
    PlyLimit,
}

/// How a game ended, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    pub outcome: Outcome,
    pub reason: Reason,
    /// The letter that the reason speaks of, where it speaks of one.
    pub piece: Option<PieceId>,
}

/// What playing a move changed that the move alone does not tell.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    captured: Option<Captured>,
    key: u64,
}

impl Undo {
    pub fn captured(&self) -> Option<PieceId> {
        self.captured.map(|captured| captured.piece)
    }
}

#[derive(Clone, Copy, Debug)]
struct Captured {
    piece: PieceId,
    slot: u8,
    content: u8,
}

/// A position of some game. It does not know the rules, only what they need to know.
///
/// Pieces are kept twice: by square, for looking, and in lists, for going through them. The list of a piece is the run
/// `first[piece] .. first[piece] + count[piece]` of `slots`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// Piece number plus one, or 0.
    cells: [u8; MAX_SQUARES],
    /// 0 empty, 1 White's, 2 Black's: what paths ask for.
    pub(super) contents: [u8; MAX_SQUARES],
    slots: [u8; MAX_SQUARES],
    /// For an occupied square, its place in `slots`; 0 for an empty one, so that undoing restores every bit.
    slot_of: [u8; MAX_SQUARES],
    first: [u8; MAX_PIECES],
    counts: [u16; MAX_PIECES],
    pub(super) totals: ByPlayer<u16>,
    pub(super) to_move: Player,
    pub(super) ply: u32,
    pub(super) key: u64,
    /// Set by the move that ended the game; an end by lack of moves or by the limit is found later.
    pub(super) ending: Option<Ending>,
}

impl Position {
    /// A position with these pieces. Each piece's list has room for as many as there are now: none ever gets more.
    pub(super) fn new(pieces: &[(Square, PieceId, Player)], to_move: Player, ply: u32) -> Position {
        let mut pos = Position {
            cells: [0; MAX_SQUARES],
            contents: [super::movement::EMPTY; MAX_SQUARES],
            slots: [0; MAX_SQUARES],
            slot_of: [0; MAX_SQUARES],
            first: [0; MAX_PIECES],
            counts: [0; MAX_PIECES],
            totals: ByPlayer([0; 2]),
            to_move,
            ply,
            key: 0,
            ending: None,
        };
        let mut sorted = pieces.to_vec();
        order::sort_by_key(&mut sorted, |(square, piece, _)| (*piece, *square));
        for (slot, &(square, piece, owner)) in sorted.iter().enumerate() {
            if pos.counts[piece.index()] == 0 {
                pos.first[piece.index()] = slot as u8;
            }
            pos.counts[piece.index()] += 1;
            pos.totals[owner] += 1;
            pos.cells[square.index()] = piece.0 + 1;
            pos.contents[square.index()] = super::movement::content(owner);
            pos.slots[slot] = square.index() as u8;
            pos.slot_of[square.index()] = slot as u8;
        }
        pos
    }

    pub fn to_move(&self) -> Player {
        self.to_move
    }

    /// Plies played since the game's start.
    pub fn ply(&self) -> u32 {
        self.ply
    }

    pub fn piece_at(&self, square: Square) -> Option<PieceId> {
        self.cells[square.index()].checked_sub(1).map(PieceId)
    }

    pub fn owner_at(&self, square: Square) -> Option<Player> {
        match self.contents[square.index()] {
            1 => Some(Player::White),
            2 => Some(Player::Black),
            _ => None,
        }
    }

    /// How many of this piece there are.
    pub fn count(&self, piece: PieceId) -> usize {
        usize::from(self.counts[piece.index()])
    }

    /// Where they stand, in no particular order.
    pub fn squares_of(&self, piece: PieceId) -> impl Iterator<Item = Square> + '_ {
        (0..self.count(piece)).map(move |index| self.square_of(piece, index))
    }

    #[inline]
    pub(super) fn square_of(&self, piece: PieceId, index: usize) -> Square {
        let slot = usize::from(self.first[piece.index()]) + index;
        Square::new(usize::from(self.slots[slot % MAX_SQUARES])).expect("a byte is a square")
    }

    /// Moves what stands on `from`, captures what stands on `to`, and gives the turn to the other player. The keys say
    /// how the hash changes; whether the game is over is for the rules to say.
    #[inline]
    pub(super) fn shift(&mut self, mv: Move, keys: impl Fn(PieceId, Square) -> u64, turn_key: u64) -> (Undo, PieceId) {
        let (from, to) = (mv.from.index(), mv.to.index());
        let undo_key = self.key;
        let piece = PieceId(self.cells[from].wrapping_sub(1));
        let mut captured = None;
        if let Some(victim) = self.cells[to].checked_sub(1).map(PieceId) {
            let (slot, content) = (self.slot_of[to], self.contents[to]);
            self.totals.0[usize::from(content & 2 != 0)] -= 1;
            self.counts[victim.index()] -= 1;
            // The last of the list fills the gap; undoing opens it again.
            let last = usize::from(self.first[victim.index()]) + usize::from(self.counts[victim.index()]);
            let moved = self.slots[last % MAX_SQUARES];
            self.slots[usize::from(slot)] = moved;
            self.slot_of[usize::from(moved)] = slot;
            self.key ^= keys(victim, mv.to);
            captured = Some(Captured { piece: victim, slot, content });
        }
        self.key ^= keys(piece, mv.from) ^ keys(piece, mv.to) ^ turn_key;
        let slot = self.slot_of[from];
        self.slots[usize::from(slot)] = to as u8;
        self.slot_of[to] = slot;
        self.slot_of[from] = 0;
        self.cells[to] = self.cells[from];
        self.cells[from] = 0;
        self.contents[to] = self.contents[from];
        self.contents[from] = super::movement::EMPTY;
        self.to_move = !self.to_move;
        self.ply += 1;
        (Undo { captured, key: undo_key }, piece)
    }

    /// The inverse of [`Position::shift`].
    #[inline]
    pub(super) fn unshift(&mut self, mv: Move, undo: Undo) {
        let (from, to) = (mv.from.index(), mv.to.index());
        self.ending = None;
        self.key = undo.key;
        self.ply -= 1;
        self.to_move = !self.to_move;
        self.cells[from] = self.cells[to];
        self.contents[from] = self.contents[to];
        let slot = self.slot_of[to];
        self.slots[usize::from(slot)] = from as u8;
        self.slot_of[from] = slot;
        self.slot_of[to] = 0;
        self.cells[to] = 0;
        self.contents[to] = super::movement::EMPTY;
        if let Some(Captured { piece, slot, content }) = undo.captured {
            let last = usize::from(self.first[piece.index()]) + usize::from(self.counts[piece.index()]);
            let moved = self.slots[usize::from(slot)];
            self.slots[last % MAX_SQUARES] = moved;
            self.slot_of[usize::from(moved)] = last as u8;
            self.slots[usize::from(slot)] = to as u8;
            self.slot_of[to] = slot;
            self.counts[piece.index()] += 1;
            self.cells[to] = piece.0 + 1;
            self.contents[to] = content;
            self.totals.0[usize::from(content & 2 != 0)] += 1;
        }
    }
}
