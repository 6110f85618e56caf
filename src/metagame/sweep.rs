//! Moves of all pieces of one type at once: sets of squares as words, shifted along a vector.
//!
//! Only for boards of up to 64 squares without wrap-around, and for what most games consist of: leaps and rides that move or
//! clobber, and captures by hopping over the next square.

use crate::board::{Player, Square};
use crate::metagame::position::Matcher;
use crate::metagame::rules::{Path, Taking};
use crate::metagame::{Move, Piece, Position};

/// One vector of one movement.
#[derive(Clone, Debug)]
pub(super) struct Sweep {
    /// How far a leap changes a square's number, and the squares from which it stays on the board.
    shift: i32,
    sources: u64,
    /// Leaps of a ride; a hop has two.
    least: i32,
    most: i32,
    /// What a hop crosses and takes, or what a ride takes on its target.
    victims: Option<Crowd>,
    hops: bool,
    possessor: Option<Player>,
    /// Which tracks it stands for: the line from square 0, the path, and what is taken.
    pub(super) first_line: u32,
    pub(super) path: u16,
    pub(super) taking: u16,
}

/// A set of pieces, as their squares are found.
#[derive(Clone, Debug)]
enum Crowd {
    Side(Player),
    Pieces(Vec<Piece>),
}

impl Crowd {
    fn new(pieces: Vec<Piece>, types: usize) -> Crowd {
        match pieces.first().map(|piece| piece.owner()) {
            Some(owner) if pieces.len() == types && pieces.iter().all(|piece| piece.owner() == owner) => {
                Crowd::Side(owner)
            }
            _ => Crowd::Pieces(pieces),
        }
    }

    fn squares(&self, pos: &Position) -> u64 {
        match self {
            Crowd::Side(owner) => pos.sides[owner.index()],
            Crowd::Pieces(pieces) => pieces.iter().fold(0, |set, piece| set | pos.by_piece[piece.index()]),
        }
    }
}

impl Sweep {
    /// `None` for a path or a capture that sweeps do not cover.
    pub(super) fn new(
        shift: i32,
        sources: u64,
        path: &Path,
        taking: Option<&Taking>,
        (first_line, path_number, taking_number): (u32, u16, u16),
        types: usize,
    ) -> Option<Sweep> {
        let rides = path.over == (0, 0) && path.after == (0, 0) && !path.longest;
        let hops = path.before == (0, 0) && path.over == (1, 1) && path.after == (0, 0);
        let victims = match taking {
            None if rides => None,
            Some(taking) if rides && taking.clobber && !taking.retrieve => Some(taking.victims),
            Some(taking) if hops && taking.hop && !taking.retrieve && !taking.clobber => {
                Some(Matcher::both(taking.victims, path.hop_over))
            }
            _ => return None,
        };
        let (least, most) = if hops { (2, 2) } else { (i32::from(path.before.0) + 1, i32::from(path.before.1) + 1) };
        Some(Sweep {
            shift,
            sources,
            least,
            most,
            victims: victims.map(|victims| Crowd::new(victims.pieces().collect(), types)),
            hops,
            possessor: taking.and_then(|taking| taking.possessor),
            first_line,
            path: path_number,
            taking: taking_number,
        })
    }

    #[inline]
    fn leap(&self, set: u64) -> u64 {
        // Nothing leaves the board, so nothing comes round: one rotation serves both directions.
        (set & self.sources).rotate_left(self.shift as u32)
    }

    /// Appends the moves of a set of pieces.
    pub(super) fn push(&self, pos: &Position, pieces: u64, out: &mut Vec<Move>) {
        let empty = !(pos.sides[0] | pos.sides[1]);
        match &self.victims {
            None => self.ride(pieces, empty, empty, |from, to, _| out.push(Move::Go { from, to })),
            Some(victims) if self.hops => {
                let landings = self.leap(self.leap(pieces) & victims.squares(pos)) & empty;
                self.each(landings, 2, |from, to| out.push(self.take(from, to, 0)));
            }
            Some(victims) => {
                let targets = victims.squares(pos);
                self.ride(pieces, empty, targets, |from, to, leaps| out.push(self.take(from, to, leaps - 1)));
            }
        }
    }

    /// Whether a set of pieces has a move.
    pub(super) fn any(&self, pos: &Position, pieces: u64) -> bool {
        let empty = !(pos.sides[0] | pos.sides[1]);
        match &self.victims {
            Some(victims) if self.hops => {
                let crossed = self.leap(pieces);
                crossed & !empty != 0 && self.leap(crossed & victims.squares(pos)) & empty != 0
            }
            victims => {
                let targets = victims.as_ref().map_or(empty, |victims| victims.squares(pos));
                let mut found = false;
                self.ride(pieces, empty, targets, |_, _, _| found = true);
                found
            }
        }
    }

    /// How many moves a set of pieces has, and how many of them end within `inside`.
    #[inline(always)] // A call with two results goes through memory in WebAssembly.
    pub(super) fn count(&self, pos: &Position, pieces: u64, inside: u64) -> (u32, u32) {
        let empty = !(pos.sides[0] | pos.sides[1]);
        let within = |ends: u64| (ends.count_ones(), (ends & inside).count_ones());
        let targets = self.victims.as_ref().map_or(empty, |victims| victims.squares(pos));
        if self.hops {
            return within(self.leap(self.leap(pieces) & targets) & empty);
        }
        let mut reached = self.leap(pieces);
        for _ in 1..self.least {
            reached = self.leap(reached & empty);
        }
        let (mut count, mut inner) = within(reached & targets);
        for _ in self.least..self.most {
            reached = self.leap(reached & empty);
            if reached == 0 {
                break;
            }
            let (more, inside) = within(reached & targets);
            count += more;
            inner += inside;
        }
        (count, inner)
    }

    pub(super) fn is_hop(&self) -> bool {
        self.hops
    }

    /// The victim of one piece's hop and the square where it ends, as sets; nothing where there is none.
    #[inline]
    pub(super) fn hop(&self, pos: &Position, at: u64, occupied: u64, gone: u64) -> (u64, u64) {
        let victims = self.victims.as_ref().map_or(0, |victims| victims.squares(pos));
        let victim = self.leap(at) & victims & !gone;
        (victim, self.leap(victim) & !occupied)
    }

    /// Whether a set of pieces has a capture of what stands on a square.
    pub(super) fn hits(&self, pos: &Position, pieces: u64, target: Square) -> bool {
        let empty = !(pos.sides[0] | pos.sides[1]);
        let Some(victims) = &self.victims else { return false };
        let target = victims.squares(pos) & 1 << target.index();
        if target == 0 {
            return false;
        }
        if self.hops {
            return self.leap(self.leap(pieces) & target) & empty != 0;
        }
        let mut reached = self.leap(pieces);
        let mut leaps = 1;
        while reached != 0 {
            if leaps >= self.least && reached & target != 0 {
                return true;
            }
            if leaps == self.most {
                return false;
            }
            reached = self.leap(reached & empty);
            leaps += 1;
        }
        false
    }

    fn take(&self, from: Square, to: Square, victim: i32) -> Move {
        let line = self.first_line + from.index() as u32;
        Move::Take { from, to, line, victims: 1 << victim, possessor: self.possessor }
    }

    #[inline]
    fn ride(&self, pieces: u64, empty: u64, targets: u64, mut visit: impl FnMut(Square, Square, i32)) {
        let mut reached = self.leap(pieces);
        let mut leaps = 1;
        while reached != 0 {
            if leaps >= self.least {
                self.each(reached & targets, leaps, |from, to| visit(from, to, leaps));
            }
            if leaps == self.most {
                return;
            }
            reached = self.leap(reached & empty);
            leaps += 1;
        }
    }

    /// Calls `visit` for each square of a set, with the one from which so many leaps lead there.
    #[inline]
    fn each(&self, mut targets: u64, leaps: i32, mut visit: impl FnMut(Square, Square)) {
        while targets != 0 {
            let to = targets.trailing_zeros();
            targets &= targets - 1;
            let from = to as i32 - leaps * self.shift;
            if let (Some(from), Some(to)) = (Square::new(from as usize), Square::new(to as usize)) {
                visit(from, to);
            }
        }
    }
}
