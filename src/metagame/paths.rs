//! Where one piece can go and what it can capture: paths along lines.

use crate::board::{Square, SquareSet};
use crate::metagame::moves::BEHIND;
use crate::metagame::rules::{Line, Path, Taking, Track};
use crate::metagame::{Move, Piece, Position, Rules};

/// How a path continues: the number of leaps so far, and the squares it hops over as a range of the line.
type Reached = (usize, usize, usize);

impl Rules {
    /// Calls `visit` for each number of leaps that a path can make along a line, the shortest first, with the range of
    /// squares hopped over. The piece itself stands on `from`, which counts as empty; only the last leap can reach it.
    #[inline]
    fn follow(&self, pos: &Position, line: &Line, path: &Path, mut visit: impl FnMut(Reached)) {
        let (mut before, mut over, mut after) = (0u16, 0u16, 0u16);
        for leaps in 1..=line.squares.len() {
            let fits = if over == 0 {
                path.over.0 == 0
                    && before >= path.before.0.saturating_add(path.after.0)
                    && before <= path.before.1.saturating_add(path.after.1)
            } else {
                over >= path.over.0 && (path.after.0..=path.after.1).contains(&after)
            };
            if fits {
                visit((leaps, usize::from(before), usize::from(before + over)));
            }
            let cell = pos.cell(line.squares[leaps - 1]);
            if cell.is_empty() {
                if over == 0 {
                    before += 1;
                    let most =
                        if path.over.0 == 0 { path.before.1.saturating_add(path.after.1) } else { path.before.1 };
                    if before > most {
                        return;
                    }
                } else {
                    after += 1;
                    if after > path.after.1 {
                        return;
                    }
                }
            } else {
                if after > 0 || !path.hop_over.has(cell) {
                    return;
                }
                if over == 0 && !(path.before.0..=path.before.1).contains(&before) {
                    return;
                }
                over += 1;
                if over > path.over.1 {
                    return;
                }
            }
        }
    }

    /// The squares to which the piece on a square can go with its moving power, regardless of the turn.
    pub fn destinations(&self, pos: &Position, from: Square) -> SquareSet {
        let mut targets = SquareSet::EMPTY;
        if let Some(piece) = pos.piece_at(from) {
            self.go(pos, piece, from, |to| {
                targets.insert(to);
            });
        }
        targets
    }

    /// Calls `visit` for each target of a moving power; a target may come twice where tracks overlap.
    pub(super) fn go(&self, pos: &Position, piece: Piece, from: Square, mut visit: impl FnMut(Square)) {
        for track in &self.powers[piece.index()].moving[from.index()].list {
            let (line, path) = self.track(track);
            let mut last = None;
            self.follow(pos, line, path, |(leaps, ..)| {
                let to = line.squares[leaps - 1];
                if pos.cell(to).is_empty() || to == from {
                    if path.longest {
                        last = Some(to);
                    } else {
                        visit(to);
                    }
                }
            });
            last.into_iter().for_each(&mut visit);
        }
    }

    fn track(&self, track: &Track) -> (&Line, &Path) {
        (&self.lines[track.line as usize], &self.paths[usize::from(track.path)])
    }

    /// The captures that the piece on a square can make, regardless of the turn.
    pub fn captures_from(&self, pos: &Position, from: Square) -> Vec<Move> {
        let mut out = Vec::new();
        if let Some(piece) = pos.piece_at(from) {
            self.push_captures(pos, piece, from, &mut out);
        }
        out
    }

    pub(super) fn push_captures(&self, pos: &Position, piece: Piece, from: Square, out: &mut Vec<Move>) {
        let first = out.len();
        let tracks = &self.powers[piece.index()].capturing[from.index()];
        for track in &tracks.list {
            let (line, path) = self.track(track);
            let taking = &self.takings[usize::from(track.taking)];
            let mut last = None;
            self.follow(pos, line, path, |reached| {
                let Some(victims) = self.victims(pos, line, taking, from, reached) else { return };
                let to = line.squares[reached.0 - 1];
                let mv = Move::Take { from, to, line: track.line, victims, possessor: taking.possessor };
                if path.longest {
                    last = Some(mv);
                } else {
                    out.push(mv);
                }
            });
            out.extend(last);
        }
        if tracks.overlap {
            let mut kept = first;
            for index in first..out.len() {
                if !out[first..kept].iter().any(|other| self.same_capture(*other, out[index])) {
                    out[kept] = out[index];
                    kept += 1;
                }
            }
            out.truncate(kept);
        }
    }

    /// The victims of one capture along a line, or `None` where it is not one.
    fn victims(&self, pos: &Position, line: &Line, taking: &Taking, from: Square, reached: Reached) -> Option<u32> {
        let (leaps, start, end) = reached;
        let is_victim = |square: Square| square != from && taking.victims.has(pos.cell(square));
        let to = line.squares[leaps - 1];
        let mut victims = 0;
        if taking.clobber && is_victim(to) {
            victims |= 1 << (leaps - 1);
        }
        if taking.hop {
            for index in start..end {
                if is_victim(line.squares[index]) {
                    victims |= 1 << index;
                }
            }
        }
        if taking.retrieve
            && let Some(behind) = line.behind.filter(|square| is_victim(*square))
        {
            // Around a cylinder the square behind may also lie ahead: one victim.
            let ahead = line.squares[..leaps].iter().position(|square| *square == behind);
            victims |= 1 << ahead.map_or(BEHIND, |index| index as u32);
        }
        let free = pos.cell(to).is_empty() || to == from || victims >> (leaps - 1) & 1 == 1;
        (victims != 0 && free).then_some(victims)
    }

    /// The squares of a capture's victims; nothing for other decisions.
    pub fn victim_squares(&self, mv: Move) -> SquareSet {
        let mut squares = SquareSet::EMPTY;
        if let Move::Take { line, victims, .. } = mv {
            self.each_victim(line, victims, |square| {
                squares.insert(square);
            });
        }
        squares
    }

    pub(super) fn each_victim(&self, line: u32, victims: u32, mut visit: impl FnMut(Square)) {
        let line = &self.lines[line as usize];
        let mut rest = victims;
        while rest != 0 {
            let bit = rest.trailing_zeros();
            rest &= rest - 1;
            let square = if bit == BEHIND { line.behind } else { line.squares.get(bit as usize).copied() };
            square.into_iter().for_each(&mut visit);
        }
    }

    /// Whether two captures of one piece have the same target, victims and effect.
    fn same_capture(&self, a: Move, b: Move) -> bool {
        match (a, b) {
            (Move::Take { to: to_a, possessor: side_a, .. }, Move::Take { to: to_b, possessor: side_b, .. }) => {
                to_a == to_b && side_a == side_b && self.victim_squares(a) == self.victim_squares(b)
            }
            _ => false,
        }
    }

    pub(super) fn can_capture(&self, pos: &Position, from: Square) -> bool {
        let Some(piece) = pos.piece_at(from) else { return false };
        if let Some(sweeps) = &self.powers[piece.index()].capturing_sweeps {
            return sweeps.iter().any(|sweep| sweep.any(pos, 1 << from.index()));
        }
        self.powers[piece.index()].capturing[from.index()].list.iter().any(|track| {
            let (line, path) = self.track(track);
            let taking = &self.takings[usize::from(track.taking)];
            let mut found = false;
            self.follow(pos, line, path, |reached| found |= self.victims(pos, line, taking, from, reached).is_some());
            found
        })
    }
}
