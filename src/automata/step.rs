//! The letters of a piece's language, and the words made of them.

use std::cmp::Ordering;
use std::fmt;

/// What stands on the square that a step reaches, as the mover sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum On {
    Empty,
    Enemy,
    Own,
}

impl On {
    pub const ALL: [On; 3] = [On::Empty, On::Enemy, On::Own];

    /// The papers' letter: `e`, `p` (the opponent's piece) or `w` (the mover's own).
    pub fn letter(self) -> char {
        match self {
            On::Empty => 'e',
            On::Enemy => 'p',
            On::Own => 'w',
        }
    }

    pub fn from_letter(letter: char) -> Option<On> {
        On::ALL.into_iter().find(|on| on.letter() == letter)
    }
}

/// The papers' symbol `(dx,dy,on)`: go so far, and find that there. Steps are ordered by `dx`, then `dy`, then `on`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    pub dx: i8,
    pub dy: i8,
    pub on: On,
}

impl Step {
    pub fn new(dx: i8, dy: i8, on: On) -> Step {
        Step { dx, dy, on }
    }

    /// The same step seen from the other side of the board: up is down, left stays left.
    pub fn mirrored(self) -> Step {
        Step { dy: self.dy.saturating_neg(), ..self }
    }

    /// A number that is larger the later the step is in order: steps are compared more often than anything else is done.
    fn rank(self) -> u32 {
        u32::from(self.dx as u8 ^ 0x80) << 16 | u32::from(self.dy as u8 ^ 0x80) << 8 | self.on as u32
    }
}

impl Ord for Step {
    fn cmp(&self, other: &Step) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for Step {
    fn partial_cmp(&self, other: &Step) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{},{})", self.dx, self.dy, self.on.letter())
    }
}

/// A path of steps. As a move it has at least one.
pub type Word = Vec<Step>;

/// A word as text; the empty one is written `empty word`.
///
/// ```
/// use kibitzer::automata::{On, Step, show_word};
///
/// assert_eq!(show_word(&[Step::new(0, 1, On::Empty), Step::new(0, 1, On::Enemy)]), "(0,1,e)(0,1,p)");
/// assert_eq!(show_word(&[]), "empty word");
/// ```
pub fn show_word(word: &[Step]) -> String {
    if word.is_empty() {
        return "empty word".to_owned();
    }
    word.iter().map(Step::to_string).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_ordered_by_their_parts() {
        let distances = [-128, -127, -2, -1, 0, 1, 2, 127];
        let all = || distances.into_iter().flat_map(|dx| distances.map(|dy| On::ALL.map(|on| Step::new(dx, dy, on))));
        for a in all().flatten() {
            for b in all().flatten() {
                assert_eq!(a.cmp(&b), (a.dx, a.dy, a.on).cmp(&(b.dx, b.dy, b.on)), "{a} {b}");
            }
        }
    }
}
