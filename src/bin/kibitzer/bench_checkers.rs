//! American checkers written by hand, as a yardstick for the generator that compiles it from its definition: sets of squares
//! as 64-bit words, moves as the boards they lead to.

/// A position as the player to move sees it: `own` moves up the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    own: u64,
    enemy: u64,
    kings: u64,
}

const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
const LAST_RANK: u64 = 0xff << 56;

/// The four diagonal steps of a set; what leaves the board is gone.
const STEPS: [fn(u64) -> u64; 4] =
    [|set| (set & NOT_H) << 9, |set| (set & NOT_A) << 7, |set| (set & NOT_H) >> 7, |set| (set & NOT_A) >> 9];

impl Board {
    pub(crate) fn start() -> Board {
        let own: u64 = 0x0055_aa55;
        Board { own, enemy: own.reverse_bits(), kings: 0 }
    }

    /// The same position for the other player.
    fn turned(self) -> Board {
        Board { own: self.enemy.reverse_bits(), enemy: self.own.reverse_bits(), kings: self.kings.reverse_bits() }
    }

    fn directions(self, piece: u64) -> usize {
        if piece & self.kings != 0 { 4 } else { 2 }
    }

    /// The position after a piece came to rest: a man on the last rank becomes a king.
    fn ended(mut self, piece: u64) -> Board {
        self.kings |= piece & LAST_RANK;
        self.turned()
    }

    /// Appends the positions that legal moves lead to. A chain of captures is one move.
    pub(crate) fn successors(self, out: &mut Vec<Board>) {
        let first = out.len();
        let empty = !(self.own | self.enemy);
        for (direction, step) in STEPS.iter().enumerate() {
            let movers = if direction < 2 { self.own } else { self.own & self.kings };
            // Only where something can be taken at all is a piece looked at.
            let landings = step(step(movers) & self.enemy) & empty;
            let back = STEPS[3 - direction];
            let mut rest = back(back(landings));
            while rest != 0 {
                let piece = rest & rest.wrapping_neg();
                rest ^= piece;
                self.jump(piece, direction, out);
            }
        }
        if out.len() > first {
            return;
        }
        for (direction, step) in STEPS.iter().enumerate() {
            let movers = if direction < 2 { self.own } else { self.own & self.kings };
            let mut rest = step(movers) & empty;
            let back = STEPS[3 - direction];
            while rest != 0 {
                let to = rest & rest.wrapping_neg();
                rest ^= to;
                out.push(self.moved(back(to), to, 0).ended(to));
            }
        }
    }

    fn moved(self, from: u64, to: u64, victim: u64) -> Board {
        let king = if self.kings & from != 0 { to } else { 0 };
        Board { own: self.own ^ from ^ to, enemy: self.enemy & !victim, kings: self.kings & !from & !victim | king }
    }

    /// One capture in one direction, and all its continuations.
    fn jump(self, piece: u64, direction: usize, out: &mut Vec<Board>) {
        let victim = STEPS[direction](piece);
        let to = STEPS[direction](victim);
        let next = self.moved(piece, to, victim);
        let empty = !(next.own | next.enemy);
        let mut ended = true;
        for (further, step) in STEPS.iter().enumerate().take(next.directions(to)) {
            if step(step(to) & next.enemy) & empty != 0 {
                ended = false;
                next.jump(to, further, out);
            }
        }
        if ended {
            out.push(next.ended(to));
        }
    }
}

/// How many sequences of so many moves there are.
pub(crate) fn perft(board: Board, depth: u32, list: &mut Vec<Board>) -> u64 {
    let first = list.len();
    board.successors(list);
    let last = list.len();
    let nodes = if depth == 1 {
        (last - first) as u64
    } else {
        (first..last).map(|index| perft(list[index], depth - 1, list)).sum()
    };
    list.truncate(first);
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_yardstick_counts_american_checkers() {
        let counts: Vec<u64> = (1..=8).map(|depth| perft(Board::start(), depth, &mut Vec::new())).collect();
        assert_eq!(counts, [7, 49, 302, 1469, 7361, 36768, 179740, 845931]);
    }
}
