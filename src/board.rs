//! Players, squares and sets of squares: the vocabulary that every game on a rectangular board shares.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Index, IndexMut, Not, Sub};

/// The longest side that a board may have.
pub const MAX_SIDE: u8 = 16;
/// The most squares that a board may have.
pub const MAX_SQUARES: usize = MAX_SIDE as usize * MAX_SIDE as usize;

/// White sits at the bottom (row 0) and moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    White,
    Black,
}

impl Player {
    pub const BOTH: [Player; 2] = [Player::White, Player::Black];

    pub fn index(self) -> usize {
        self as usize
    }
}

impl Not for Player {
    type Output = Player;

    fn not(self) -> Player {
        match self {
            Player::White => Player::Black,
            Player::Black => Player::White,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Player::White => "White",
            Player::Black => "Black",
        })
    }
}

/// One value for each player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByPlayer<T>(pub [T; 2]);

impl<T> Index<Player> for ByPlayer<T> {
    type Output = T;

    fn index(&self, player: Player) -> &T {
        &self.0[player.index()]
    }
}

impl<T> IndexMut<Player> for ByPlayer<T> {
    fn index_mut(&mut self, player: Player) -> &mut T {
        &mut self.0[player.index()]
    }
}

/// A square by its number, `y * width + x`. Which board it belongs to is the reader's business.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    pub fn new(index: usize) -> Option<Square> {
        u8::try_from(index).ok().map(Square)
    }

    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// How the edges of a board hang together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Topology {
    Plain,
    /// The left and the right edge are joined.
    Cylinder,
}

/// How the second player's view of the board follows from the first player's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Inversion {
    /// Up is down; left stays left.
    Forward,
    /// The board is turned half round: up is down and left is right.
    Diagonal,
}

impl Inversion {
    /// A distance as the other player sees it.
    pub fn step(self, dx: i8, dy: i8) -> (i8, i8) {
        match self {
            Inversion::Forward => (dx, dy.saturating_neg()),
            Inversion::Diagonal => (dx.saturating_neg(), dy.saturating_neg()),
        }
    }
}

/// Width, height and topology of a board: which squares exist, what they are called and where steps lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Geometry {
    width: u8,
    height: u8,
    topology: Topology,
}

impl Geometry {
    /// A plain board. `None` unless both sides are between 1 and [`MAX_SIDE`].
    pub fn new(width: u8, height: u8) -> Option<Geometry> {
        let fits = |side| (1..=MAX_SIDE).contains(&side);
        (fits(width) && fits(height)).then_some(Geometry { width, height, topology: Topology::Plain })
    }

    pub fn with_topology(self, topology: Topology) -> Geometry {
        Geometry { topology, ..self }
    }

    pub fn topology(self) -> Topology {
        self.topology
    }

    /// The square as the other player sees it.
    pub fn inverted(self, square: Square, inversion: Inversion) -> Option<Square> {
        let y = self.height().checked_sub(1 + self.y(square))?;
        match inversion {
            Inversion::Forward => self.at(self.x(square), y),
            Inversion::Diagonal => self.at(self.width() - 1 - self.x(square), y),
        }
    }

    pub fn width(self) -> usize {
        usize::from(self.width)
    }

    pub fn height(self) -> usize {
        usize::from(self.height)
    }

    pub fn size(self) -> usize {
        self.width() * self.height()
    }

    pub fn squares(self) -> impl Iterator<Item = Square> {
        (0..self.size()).filter_map(Square::new)
    }

    pub fn contains(self, square: Square) -> bool {
        square.index() < self.size()
    }

    pub fn at(self, x: usize, y: usize) -> Option<Square> {
        if x < self.width() && y < self.height() { Square::new(y * self.width() + x) } else { None }
    }

    pub fn x(self, square: Square) -> usize {
        square.index() % self.width()
    }

    pub fn y(self, square: Square) -> usize {
        square.index() / self.width()
    }

    /// The square that lies `dx` to the right and `dy` up, if it is on the board.
    pub fn step(self, from: Square, dx: i8, dy: i8) -> Option<Square> {
        let x = match self.topology {
            Topology::Plain => self.x(from).checked_add_signed(isize::from(dx))?,
            Topology::Cylinder => (self.x(from) as isize + isize::from(dx)).rem_euclid(self.width() as isize) as usize,
        };
        let y = self.y(from).checked_add_signed(isize::from(dy))?;
        self.at(x, y)
    }

    /// The squares that a path of steps leads to, one after the other; the last is `None` if it leaves the board.
    pub fn follow(self, from: Square, steps: impl Iterator<Item = (i8, i8)>) -> impl Iterator<Item = Option<Square>> {
        steps.scan(Some(from), move |at, (dx, dy)| {
            let here = (*at)?;
            *at = self.step(here, dx, dy);
            Some(*at)
        })
    }

    /// A column letter and a row number: `a1` is square 0.
    pub fn name(self, square: Square) -> String {
        let column = char::from(b'a' + u8::try_from(self.x(square)).unwrap_or(0));
        format!("{column}{}", self.y(square) + 1)
    }

    /// The inverse of [`Geometry::name`].
    pub fn named(self, name: &str) -> Option<Square> {
        let (square, rest) = self.read_name(name)?;
        rest.is_empty().then_some(square)
    }

    /// Reads a square's name from the front of `text`; also gives what follows.
    pub fn read_name(self, text: &str) -> Option<(Square, &str)> {
        let column = text.bytes().next().filter(u8::is_ascii_lowercase)?;
        let digits = text[1..].bytes().take_while(u8::is_ascii_digit).count();
        let (row, rest) = text[1..].split_at(digits);
        if row.starts_with('0') {
            return None;
        }
        let y = row.parse::<usize>().ok()?.checked_sub(1)?;
        Some((self.at(usize::from(column - b'a'), y)?, rest))
    }
}

/// A set of squares. Four words rather than wide integers: WebAssembly has no fast 128-bit arithmetic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SquareSet([u64; MAX_SQUARES / 64]);

impl SquareSet {
    pub const EMPTY: SquareSet = SquareSet([0; MAX_SQUARES / 64]);

    pub fn contains(&self, square: Square) -> bool {
        self.0[square.index() / 64] >> (square.index() % 64) & 1 == 1
    }

    /// Adds a square; says whether it is new.
    pub fn insert(&mut self, square: Square) -> bool {
        let new = !self.contains(square);
        self.0[square.index() / 64] |= 1 << (square.index() % 64);
        new
    }

    /// The set as bits, square 0 first.
    pub fn words(&self) -> [u64; MAX_SQUARES / 64] {
        self.0
    }

    pub fn remove(&mut self, square: Square) {
        self.0[square.index() / 64] &= !(1 << (square.index() % 64));
    }

    pub fn is_empty(&self) -> bool {
        *self == SquareSet::EMPTY
    }

    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The squares in rising order.
    pub fn iter(&self) -> impl Iterator<Item = Square> + use<> {
        self.0.into_iter().enumerate().flat_map(|(index, word)| {
            let rest = std::iter::successors(Some(word), |word| Some(word & word.wrapping_sub(1)));
            rest.take_while(|word| *word != 0)
                .filter_map(move |word| Square::new(index * 64 + word.trailing_zeros() as usize))
        })
    }

    fn zip(self, other: SquareSet, combine: impl Fn(u64, u64) -> u64) -> SquareSet {
        SquareSet(std::array::from_fn(|index| combine(self.0[index], other.0[index])))
    }
}

impl BitOr for SquareSet {
    type Output = SquareSet;

    fn bitor(self, other: SquareSet) -> SquareSet {
        self.zip(other, |a, b| a | b)
    }
}

impl BitOrAssign for SquareSet {
    fn bitor_assign(&mut self, other: SquareSet) {
        *self = *self | other;
    }
}

impl BitAnd for SquareSet {
    type Output = SquareSet;

    fn bitand(self, other: SquareSet) -> SquareSet {
        self.zip(other, |a, b| a & b)
    }
}

impl Sub for SquareSet {
    type Output = SquareSet;

    /// Set difference.
    fn sub(self, other: SquareSet) -> SquareSet {
        self.zip(other, |a, b| a & !b)
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> SquareSet {
        let mut set = SquareSet::EMPTY;
        squares.into_iter().for_each(|square| {
            set.insert(square);
        });
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_squares_are_one_to_one() {
        for (width, height) in [(1, 1), (8, 8), (11, 10), (16, 16)] {
            let geometry = Geometry::new(width, height).unwrap();
            for square in geometry.squares() {
                assert_eq!(geometry.named(&geometry.name(square)), Some(square));
            }
        }
        let geometry = Geometry::new(8, 8).unwrap();
        for wrong in ["", "a", "1", "a0", "a01", "a9", "i1", "a1x", "A1", "ä1", "a99999999999999999999"] {
            assert_eq!(geometry.named(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn steps_wrap_sideways_on_a_cylinder_and_nowhere_else() {
        let plain = Geometry::new(5, 4).unwrap();
        let cylinder = plain.with_topology(Topology::Cylinder);
        let square = |name| plain.named(name).unwrap();
        assert_eq!(plain.step(square("e2"), 1, 0), None);
        assert_eq!(cylinder.step(square("e2"), 1, 0), Some(square("a2")));
        assert_eq!(cylinder.step(square("a2"), -12, 1), Some(square("d3")));
        assert_eq!(cylinder.step(square("a4"), -1, 1), None);
        // Steps within the board are the same on both.
        for from in plain.squares() {
            for (dx, dy) in [(0, 1), (2, -1), (-3, 0), (4, 3)] {
                if let Some(to) = plain.step(from, dx, dy) {
                    assert_eq!(cylinder.step(from, dx, dy), Some(to));
                }
            }
        }
    }

    #[test]
    fn an_inverted_step_leads_to_the_inverted_square() {
        let board = Geometry::new(5, 4).unwrap().with_topology(Topology::Cylinder);
        for inversion in [Inversion::Forward, Inversion::Diagonal] {
            for from in board.squares() {
                let seen = board.inverted(from, inversion).unwrap();
                assert_eq!(board.inverted(seen, inversion), Some(from));
                for (dx, dy) in [(0, 1), (1, 1), (-2, 1), (3, -2)] {
                    let (x, y) = inversion.step(dx, dy);
                    let expected = board.step(from, dx, dy).and_then(|to| board.inverted(to, inversion));
                    assert_eq!(board.step(seen, x, y), expected);
                }
            }
        }
    }

    #[test]
    fn a_set_is_what_was_put_in() {
        let squares: Vec<Square> = [0, 1, 63, 64, 127, 128, 255].into_iter().filter_map(Square::new).collect();
        let set: SquareSet = squares.iter().copied().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), squares);
        assert_eq!(set.len(), squares.len());
        assert!((set - set).is_empty());
    }
}
