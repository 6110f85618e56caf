//! Symmetries of a piece: the eight ways to lay a square on itself, and the groups among them.
//!
//! A turn acts on steps, not on boards, so a board need not be square: a piece is symmetric when the image of each of its
//! words is one of its words too.

use crate::automata::{Step, Word};

/// One of the eight turns and mirror images of a direction.
///
/// ```
/// use kibitzer::automata::{On, Step};
/// use kibitzer::learn::Turn;
///
/// let step = Step::new(1, 2, On::Empty);
/// assert_eq!(Turn::LEFT_RIGHT.step(step), Step::new(-1, 2, On::Empty));
/// assert_eq!(Turn::FORWARD_BACK.after(Turn::LEFT_RIGHT), Turn::HALF);
/// assert!(Turn::ALL.iter().all(|turn| turn.inverse().step(turn.step(step)) == step));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Turn(u8);

impl Turn {
    pub const NONE: Turn = Turn(0);
    /// Left and right change places.
    pub const LEFT_RIGHT: Turn = Turn(1);
    /// Forward and back change places.
    pub const FORWARD_BACK: Turn = Turn(2);
    pub const HALF: Turn = Turn(3);
    pub const ALL: [Turn; 8] = [Turn(0), Turn(1), Turn(2), Turn(3), Turn(4), Turn(5), Turn(6), Turn(7)];

    pub(super) fn number(self) -> u8 {
        self.0
    }

    pub(super) fn from_number(number: u8) -> Turn {
        Turn(number & 7)
    }

    /// The image of a direction: across the diagonal from 4 on, then left and right, then forward and back exchanged.
    pub fn direction(self, dx: i8, dy: i8) -> (i8, i8) {
        let (dx, dy) = if self.0 & 4 == 0 { (dx, dy) } else { (dy, dx) };
        (if self.0 & 1 == 0 { dx } else { -dx }, if self.0 & 2 == 0 { dy } else { -dy })
    }

    pub fn step(self, step: Step) -> Step {
        let (dx, dy) = self.direction(step.dx, step.dy);
        Step { dx, dy, ..step }
    }

    pub fn word(self, word: &[Step]) -> Word {
        word.iter().map(|&step| self.step(step)).collect()
    }

    /// The other turn first, then this one.
    pub fn after(self, other: Turn) -> Turn {
        // Across the diagonal, the two exchanges change places.
        let signs = if self.0 & 4 == 0 { other.0 & 3 } else { (other.0 & 1) << 1 | (other.0 & 2) >> 1 };
        Turn(((self.0 ^ other.0) & 4) | ((self.0 & 3) ^ signs))
    }

    pub fn inverse(self) -> Turn {
        // Only the two quarter turns are not their own inverses.
        match self.0 {
            5 => Turn(6),
            6 => Turn(5),
            own => Turn(own),
        }
    }
}

/// A group of turns.
///
/// Invariant: holds [`Turn::NONE`], and the composition of any two of its members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry(u8);

impl Symmetry {
    pub const NONE: Symmetry = Symmetry(0b0000_0001);
    pub const LEFT_RIGHT: Symmetry = Symmetry(0b0000_0011);
    pub const FULL: Symmetry = Symmetry(0b1111_1111);
    /// All subgroups, larger ones first, and among those of one size what is common first.
    pub const ALL: [Symmetry; 10] = [
        Symmetry::FULL,
        Symmetry(0b0000_1111),
        Symmetry(0b0110_1001),
        Symmetry(0b1001_1001),
        Symmetry::LEFT_RIGHT,
        Symmetry(0b0000_0101),
        Symmetry(0b0000_1001),
        Symmetry(0b0001_0001),
        Symmetry(0b1000_0001),
        Symmetry::NONE,
    ];

    pub fn turns(self) -> Turns {
        Turns(self.0)
    }

    pub fn has(self, turn: Turn) -> bool {
        self.0 >> turn.0 & 1 == 1
    }

    /// How many turns it has.
    pub fn order(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The turns that leave this direction as it is.
    pub(super) fn fixing(self, dx: i8, dy: i8) -> Symmetry {
        Symmetry(self.turns().filter(|turn| turn.direction(dx, dy) == (dx, dy)).fold(0, |set, turn| set | 1 << turn.0))
    }

    /// One turn of each coset of a subgroup: together with the subgroup's they give every turn once.
    pub(super) fn cosets(self, subgroup: Symmetry) -> Vec<Turn> {
        let mut covered = 0u8;
        let mut representatives = Vec::new();
        for turn in self.turns() {
            if covered >> turn.0 & 1 == 0 {
                representatives.push(turn);
                subgroup.turns().for_each(|fixed| covered |= 1 << turn.after(fixed).0);
            }
        }
        representatives
    }

    pub(super) fn mask(self) -> u8 {
        self.0
    }

    /// The largest group without these turns.
    pub(super) fn largest_without(refuted: u8) -> Symmetry {
        Symmetry::ALL.into_iter().find(|group| group.0 & refuted == 0).unwrap_or(Symmetry::NONE)
    }
}

/// The turns of a group, one by one: a set of bits.
#[derive(Clone, Copy, Debug)]
pub struct Turns(u8);

impl Iterator for Turns {
    type Item = Turn;

    fn next(&mut self) -> Option<Turn> {
        let turn = (self.0 != 0).then(|| Turn(self.0.trailing_zeros() as u8))?;
        self.0 &= self.0 - 1;
        Some(turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_compose_and_have_inverses() {
        for a in Turn::ALL {
            for b in Turn::ALL {
                let (dx, dy) = b.direction(1, 2);
                assert_eq!(a.after(b).direction(1, 2), a.direction(dx, dy), "{a:?} after {b:?}");
            }
            assert_eq!(a.after(a.inverse()), Turn::NONE);
        }
    }

    #[test]
    fn every_symmetry_is_a_group() {
        for group in Symmetry::ALL {
            for a in group.turns() {
                assert!(group.turns().all(|b| group.has(a.after(b))), "{group:?}");
            }
            for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1), (1, 2)] {
                let fixed = group.fixing(dx, dy);
                assert_eq!(group.cosets(fixed).len() * fixed.order(), group.order());
            }
        }
    }
}
