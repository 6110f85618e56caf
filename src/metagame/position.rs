//! A position: what stands where, what is in hand, and how far the turn has come.

use crate::board::{MAX_SQUARES, Player, Square, SquareSet};
use crate::metagame::MAX_TYPES;

/// A piece: a type and its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece(u8);

impl Piece {
    /// `kind` is a number below [`MAX_TYPES`].
    pub fn new(kind: usize, owner: Player) -> Piece {
        Piece((kind * 2 + owner.index()) as u8)
    }

    pub fn kind(self) -> usize {
        usize::from(self.0 / 2)
    }

    pub fn owner(self) -> Player {
        Player::BOTH[usize::from(self.0 % 2)]
    }

    /// A number below twice the number of types.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// What stands on a square: 0 for nothing, otherwise one more than the piece's number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cell(u8);

impl Cell {
    pub(super) const EMPTY: Cell = Cell(0);

    pub(super) fn of(piece: Piece) -> Cell {
        Cell(piece.0 + 1)
    }

    pub(super) fn piece(self) -> Option<Piece> {
        self.0.checked_sub(1).map(Piece)
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The inverse of [`Cell::index`].
    pub(super) fn from_index(index: u8) -> Cell {
        Cell(index)
    }
}

/// A set of contents of a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Matcher([u64; 2]);

impl Matcher {
    pub(super) fn has(self, cell: Cell) -> bool {
        self.0[cell.index() >> 6] >> (cell.index() & 63) & 1 == 1
    }

    pub(super) fn insert(&mut self, piece: Piece) {
        let bit = Cell::of(piece).index();
        self.0[bit >> 6] |= 1 << (bit & 63);
    }

    pub(super) fn both(a: Matcher, b: Matcher) -> Matcher {
        Matcher([a.0[0] & b.0[0], a.0[1] & b.0[1]])
    }

    pub(super) fn pieces(self) -> impl Iterator<Item = Piece> {
        (0..2 * MAX_TYPES as u8).map(Piece).filter(move |piece| self.has(Cell::of(*piece)))
    }
}

/// How far a turn has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// At its start. Where a promotion is pending, it comes first.
    Start,
    /// The pending promotion has been made, and a move must follow. Goals are not tested again before it.
    Promoted,
    /// The piece on this square has captured and may capture again.
    Continue(Square),
    /// The piece on this square must be promoted.
    Promote(Square),
}

/// A position of a game. Two are equal when board, hands, player to move and what is pending are.
#[derive(Clone, Debug)]
pub struct Position {
    pub(super) cells: [Cell; MAX_SQUARES],
    pub(super) sets: [SquareSet; 2],
    /// The first 64 squares, repeated as single words, by side and by piece: all there is on most boards.
    pub(super) sides: [u64; 2],
    pub(super) by_piece: [u64; 2 * MAX_TYPES],
    /// How many of each piece stand on the board.
    pub(super) counts: [u16; 2 * MAX_TYPES],
    /// By holder and type. While the opponents assign each other's pieces, the holder is not their owner.
    pub(super) hands: [[u16; MAX_TYPES]; 2],
    pub(super) held: [u16; 2],
    pub(super) to_move: Player,
    pub(super) stage: Stage,
    pub(super) assigning: bool,
    /// The square of a promotion that the player to move decides first, and the number of its options.
    pub(super) pending: Option<(Square, u16)>,
    pub(super) count: u32,
    pub(super) key: u64,
    /// What captures took, for taking them back.
    pub(super) taken: Vec<Cell>,
    /// The keys of all positions at the start of a turn, this one included.
    pub(super) past: Vec<u64>,
}

impl Position {
    pub(super) fn empty() -> Position {
        Position {
            cells: [Cell::EMPTY; MAX_SQUARES],
            sets: [SquareSet::EMPTY; 2],
            sides: [0; 2],
            by_piece: [0; 2 * MAX_TYPES],
            counts: [0; 2 * MAX_TYPES],
            hands: [[0; MAX_TYPES]; 2],
            held: [0; 2],
            to_move: Player::White,
            stage: Stage::Start,
            assigning: false,
            pending: None,
            count: 0,
            key: 0,
            taken: Vec::new(),
            past: Vec::new(),
        }
    }

    pub fn to_move(&self) -> Player {
        self.to_move
    }

    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// Whether the players are still placing their pieces.
    pub fn assigning(&self) -> bool {
        self.assigning
    }

    /// The square of a promotion that the player to move must carry out before moving.
    pub fn pending(&self) -> Option<Square> {
        self.pending.map(|(square, _)| square)
    }

    /// How many turns have been played.
    pub fn plies(&self) -> u32 {
        self.count
    }

    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.cells[square.index()].piece()
    }

    /// The squares on which a side has pieces.
    pub fn pieces_of(&self, player: Player) -> SquareSet {
        self.sets[player.index()]
    }

    /// How many pieces of a type a side holds in hand.
    pub fn in_hand(&self, holder: Player, kind: usize) -> u16 {
        self.hands[holder.index()][kind]
    }

    /// Whether a side has anything in hand.
    pub fn holds(&self, holder: Player) -> bool {
        self.held[holder.index()] > 0
    }

    pub(super) fn cell(&self, square: Square) -> Cell {
        self.cells[square.index()]
    }

    /// Puts a piece on an empty square, or nothing where the cell is empty.
    pub(super) fn put(&mut self, square: Square, cell: Cell) {
        if let Some(piece) = cell.piece() {
            self.cells[square.index()] = cell;
            self.sets[piece.owner().index()].insert(square);
            self.sides[piece.owner().index()] |= bit(square);
            self.by_piece[piece.index()] |= bit(square);
            self.counts[piece.index()] += 1;
        }
    }

    /// Takes what stands on a square.
    pub(super) fn take(&mut self, square: Square) -> Cell {
        let cell = std::mem::take(&mut self.cells[square.index()]);
        if let Some(piece) = cell.piece() {
            self.sets[piece.owner().index()].remove(square);
            self.sides[piece.owner().index()] &= !bit(square);
            self.by_piece[piece.index()] &= !bit(square);
            self.counts[piece.index()] -= 1;
        }
        cell
    }

    /// Moves what stands on a square to an empty one, which may be the same. Nothing happens on an empty square.
    pub(super) fn relocate(&mut self, from: Square, to: Square) -> Cell {
        let cell = std::mem::take(&mut self.cells[from.index()]);
        if let Some(piece) = cell.piece() {
            self.cells[to.index()] = cell;
            let set = &mut self.sets[piece.owner().index()];
            set.remove(from);
            set.insert(to);
            let (gone, new) = (bit(from), bit(to));
            let side = &mut self.sides[piece.owner().index()];
            *side = *side & !gone | new;
            let same = &mut self.by_piece[piece.index()];
            *same = *same & !gone | new;
        }
        cell
    }

    pub(super) fn give(&mut self, holder: Player, kind: usize) {
        self.hands[holder.index()][kind] += 1;
        self.held[holder.index()] += 1;
    }

    pub(super) fn use_up(&mut self, holder: Player, kind: usize) {
        self.hands[holder.index()][kind] -= 1;
        self.held[holder.index()] -= 1;
    }
}

/// The bit of one of the first 64 squares; nothing for the others.
fn bit(square: Square) -> u64 {
    1u64.checked_shl(square.index() as u32).unwrap_or(0)
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.cells == other.cells
            && self.hands == other.hands
            && (self.to_move, self.stage, self.assigning) == (other.to_move, other.stage, other.assigning)
            && self.pending == other.pending
    }
}

impl Eq for Position {}
