//! A position: what stands where, whose turn it is, and what playing a move changes.

use crate::board::{ByPlayer, MAX_SQUARES, Player, Square};
use crate::game::Outcome;
use crate::order;
use crate::sbg::movement::{EMPTY, content};

/// A letter of one player, by its number in the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PieceId(u8);

/// 26 letters for each of two players.
pub(super) const MAX_PIECES: usize = 52;
/// As many numbers as a [`Cell`] could hold, so that what it holds is never out of bounds.
const PIECE_NUMBERS: usize = 1 << 6;

impl PieceId {
    #[inline]
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
    captured: Cell,
    moved: Cell,
    key: u64,
}

impl Undo {
    pub fn captured(&self) -> Option<PieceId> {
        self.captured.piece()
    }
}

/// What stands on a square, in one number, so that moving a piece writes little: its content, its piece and its place in
/// [`Position::slots`], one byte each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cell(u32);

const _: () = assert!(MAX_PIECES <= PIECE_NUMBERS && MAX_SQUARES <= 1 << 8);

impl Cell {
    const NOTHING: Cell = Cell(EMPTY as u32);

    fn new(owner: Player, piece: PieceId, slot: usize) -> Cell {
        Cell(u32::from(content(owner)) | u32::from(piece.0) << 8).in_slot(slot)
    }

    #[inline]
    fn content(self) -> u8 {
        self.0 as u8
    }

    #[inline]
    fn piece(self) -> Option<PieceId> {
        (self != Cell::NOTHING).then_some(self.piece_if_any())
    }

    /// The piece, where there is one.
    #[inline]
    fn piece_if_any(self) -> PieceId {
        PieceId((self.0 >> 8) as u8 % PIECE_NUMBERS as u8)
    }

    #[inline]
    fn owner_if_any(self) -> Player {
        if self.content() == content(Player::White) { Player::White } else { Player::Black }
    }

    #[inline]
    fn slot(self) -> usize {
        usize::from((self.0 >> 16) as u8)
    }

    #[inline]
    fn in_slot(self, slot: usize) -> Cell {
        Cell(self.0 & 0xffff | (slot as u32) << 16)
    }
}

/// A position of some game. It does not know the rules, only what they need to know.
///
/// Pieces are kept twice: by square, for looking, and in lists, for going through them. The list of a piece is the run
/// `first[piece] .. first[piece] + count[piece]` of `slots`.
///
/// ```
/// use kibitzer::board::Player;
/// use kibitzer::game::Game;
/// use kibitzer::sbg::{builtin, read_game};
///
/// let (_, rules) = read_game(builtin("breakthrough").unwrap().text).unwrap();
/// let pos = rules.start();
/// let pawn = rules.piece('P').unwrap();
/// assert_eq!((pos.to_move(), pos.ply(), pos.count(pawn)), (Player::White, 0, 16));
///
/// let board = rules.board();
/// assert_eq!(pos.piece_at(board.named("a1").unwrap()), Some(pawn));
/// assert_eq!(pos.owner_at(board.named("a8").unwrap()), Some(Player::Black));
/// assert!(pos.squares_of(pawn).all(|square| board.y(square) < 2));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    cells: [Cell; MAX_SQUARES],
    slots: [u8; MAX_SQUARES],
    first: [u8; PIECE_NUMBERS],
    pub(super) counts: [u16; PIECE_NUMBERS],
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
            cells: [Cell::NOTHING; MAX_SQUARES],
            slots: [0; MAX_SQUARES],
            first: [0; PIECE_NUMBERS],
            counts: [0; PIECE_NUMBERS],
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
            pos.cells[square.index()] = Cell::new(owner, piece, slot);
            pos.slots[slot] = square.index() as u8;
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
        self.cells[square.index()].piece()
    }

    /// What paths ask of a square.
    #[inline]
    pub(super) fn content(&self, square: Square) -> u8 {
        self.cells[square.index()].content()
    }

    pub fn owner_at(&self, square: Square) -> Option<Player> {
        let cell = self.cells[square.index()];
        (cell != Cell::NOTHING).then_some(cell.owner_if_any())
    }

    /// How many of this piece there are.
    pub fn count(&self, piece: PieceId) -> usize {
        usize::from(self.counts[piece.index()])
    }

    /// How many pieces there are in all.
    pub fn pieces_left(&self) -> usize {
        self.totals.0.iter().map(|total| usize::from(*total)).sum()
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

    /// The piece that a legal move moves.
    #[inline]
    pub(super) fn mover(&self, mv: Move) -> PieceId {
        self.cells[mv.from.index()].piece_if_any()
    }

    /// Takes what stands on a square off the lists, because a piece is about to come there.
    #[inline]
    pub(super) fn take(&mut self, square: Square) {
        let taken = self.cells[square.index()];
        let (victim, slot) = (taken.piece_if_any(), taken.slot());
        self.totals[taken.owner_if_any()] -= 1;
        self.counts[victim.index()] -= 1;
        // The last of the list fills the gap; undoing opens it again.
        let last = self.slots[self.after_last(victim)];
        self.slots[slot] = last;
        self.settle(last, slot);
    }

    /// Moves what stands on `from` and gives the turn to the other player; what stands on `to` was taken before. How the hash
    /// changes and whether the game is over is for the rules to say.
    #[inline(always)]
    pub(super) fn shift(&mut self, mv: Move, key_change: u64) -> Undo {
        let (from, to) = (mv.from.index(), mv.to.index());
        // A player who takes an own piece of the same letter may have moved this one in the list.
        let undo = Undo { captured: self.cells[to], moved: self.cells[from], key: self.key };
        self.key ^= key_change;
        self.slots[undo.moved.slot()] = to as u8;
        self.cells[to] = undo.moved;
        self.cells[from] = Cell::NOTHING;
        self.to_move = !self.to_move;
        self.ply += 1;
        undo
    }

    /// Where the list of a piece has room for one more.
    #[inline]
    fn after_last(&self, piece: PieceId) -> usize {
        (usize::from(self.first[piece.index()]) + usize::from(self.counts[piece.index()])) % MAX_SQUARES
    }

    /// Notes on a square where its piece is in the list.
    #[inline]
    fn settle(&mut self, square: u8, slot: usize) {
        let cell = &mut self.cells[usize::from(square)];
        *cell = cell.in_slot(slot);
    }

    /// The inverse of [`Position::take`] and [`Position::shift`].
    #[inline(always)]
    pub(super) fn unshift(&mut self, mv: Move, undo: Undo) {
        let (from, to) = (mv.from.index(), mv.to.index());
        self.ending = None;
        self.key = undo.key;
        self.ply -= 1;
        self.to_move = !self.to_move;
        self.slots[undo.moved.slot()] = from as u8;
        self.cells[from] = undo.moved;
        self.cells[to] = undo.captured;
        if let Some(piece) = undo.captured.piece() {
            let (slot, last) = (undo.captured.slot(), self.after_last(piece));
            let moved = self.slots[slot];
            self.slots[last] = moved;
            self.settle(moved, last);
            self.slots[slot] = to as u8;
            self.cells[to] = undo.captured;
            self.counts[piece.index()] += 1;
            self.totals[undo.captured.owner_if_any()] += 1;
        }
    }
}
