//! The board of a game: how far a vector leads, and what lies where for Black.

use crate::board::{Geometry, Player, Square, Topology};

use crate::metagame::{At, BoardType, GameDef, Interval, Inversion, Movement, MovementKind, Vector};

/// Size, topology and inversion of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    pub width: u8,
    pub height: u8,
    pub board_type: BoardType,
    pub inversion: Inversion,
}

impl Shape {
    pub fn of(def: &GameDef) -> Shape {
        Shape { width: def.width, height: def.height, board_type: def.board_type, inversion: def.inversion }
    }

    /// `None` for a board that is too large or empty.
    pub fn geometry(self) -> Option<Geometry> {
        let topology = match self.board_type {
            BoardType::Planar => Topology::Plain,
            BoardType::VerticalCylinder => Topology::Cylinder,
        };
        Geometry::new(self.width, self.height).map(|board| board.with_topology(topology))
    }

    pub fn invert_at(self, (x, y): At) -> At {
        match self.inversion {
            Inversion::Diagonal => (self.width + 1 - x, self.height + 1 - y),
            Inversion::Forward => (x, self.height + 1 - y),
        }
    }

    pub fn invert(self, Vector { dx, dy }: Vector) -> Vector {
        match self.inversion {
            Inversion::Diagonal => Vector { dx: -dx, dy: -dy },
            Inversion::Forward => Vector { dx, dy: -dy },
        }
    }

    /// A vector of White's rules as `player` uses it.
    pub fn vector_for(self, player: Player, vector: Vector) -> Vector {
        match player {
            Player::White => vector,
            Player::Black => self.invert(vector),
        }
    }

    /// A square of White's rules as `player` means it.
    pub fn at_for(self, player: Player, at: At) -> At {
        match player {
            Player::White => at,
            Player::Black => self.invert_at(at),
        }
    }

    /// The square one leap away, around the cylinder if need be.
    pub fn step(self, (x, y): At, Vector { dx, dy }: Vector) -> Option<At> {
        let (width, height) = (i16::from(self.width), i16::from(self.height));
        let (x, y) = (i16::from(x) + i16::from(dx), i16::from(y) + i16::from(dy));
        let x = match self.board_type {
            BoardType::Planar => x,
            BoardType::VerticalCylinder => (x - 1).rem_euclid(width) + 1,
        };
        ((1..=width).contains(&x) && (1..=height).contains(&y)).then_some((x as u8, y as u8))
    }

    /// The squares that repeated leaps reach, in order; around a cylinder the origin is the last of them.
    pub fn line(self, from: At, vector: Vector) -> Vec<At> {
        let mut squares = Vec::new();
        let mut at = from;
        while let Some(next) = self.step(at, vector) {
            squares.push(next);
            if next == from {
                break;
            }
            at = next;
        }
        squares
    }

    /// The board's number of a square.
    pub fn square(self, (x, y): At) -> Option<Square> {
        self.geometry()?.at(usize::from(x).checked_sub(1)?, usize::from(y).checked_sub(1)?)
    }

    pub fn at(self, square: Square) -> At {
        let width = usize::from(self.width);
        ((square.index() % width + 1) as u8, (square.index() / width + 1) as u8)
    }

    /// Whether a square lies in a side's promotion territory.
    pub fn in_territory(self, player: Player, at: At, promote_rank: u8) -> bool {
        self.at_for(player, at).1 >= promote_rank
    }

    /// Whether the least number of leaps that a movement makes fits on the board from somewhere, along one of its vectors.
    pub fn fits(self, movement: &Movement) -> bool {
        let leaps = match &movement.kind {
            MovementKind::Leap => 1,
            MovementKind::Ride { min, .. } => usize::from(min.unwrap_or(1)),
            MovementKind::Hop { before, over, after, .. } => {
                [before, over, after].into_iter().map(|part: &Interval| usize::from(part.least())).sum::<usize>() + 1
            }
        };
        movement.symmetries.closure(movement.vector).into_iter().any(|vector| {
            let corner = (if vector.dx < 0 { self.width } else { 1 }, if vector.dy < 0 { self.height } else { 1 });
            self.line(corner, vector).len() >= leaps
        })
    }
}
