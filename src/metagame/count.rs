//! Counting whole moves without listing them: all pieces of a type at once, by sets of squares.

use crate::metagame::rules::{Change, MOST_PLIES, Power};
use crate::metagame::sweep::Sweep;
use crate::metagame::{Piece, Position, Rules, Stage};

impl Rules {
    /// How many whole moves there are at the start of a turn. `None` where counting takes a closer look: while pieces are
    /// assigned, before a promotion, for chains of other captures than hops, and for powers that sweeps do not cover.
    pub(super) fn count_turns(&self, pos: &Position) -> Option<u64> {
        let mover = pos.to_move.index();
        if pos.stage != Stage::Start || pos.assigning || pos.pending.is_some() || !self.countable[mover] {
            return None;
        }
        let (result, open) = self.result(pos);
        if result.is_some() && !open {
            return Some(0);
        }
        let mut takes = 0;
        for kind in 0..self.types.len() {
            let piece = Piece::new(kind, pos.to_move);
            let pieces = pos.by_piece[piece.index()];
            let power = &self.powers[piece.index()];
            if pieces != 0
                && let Some(sweeps) = &power.capturing_sweeps
            {
                let (all, inside) = count_all(sweeps, pos, pieces, self.promoting[mover]);
                takes += if all > 0 && power.continue_captures {
                    self.count_chains(pos, piece, sweeps)?
                } else {
                    self.with_choices(power, all, inside)
                };
            }
        }
        let mut count = takes;
        if takes == 0 || !self.def.must_capture {
            for kind in 0..self.types.len() {
                let piece = Piece::new(kind, pos.to_move);
                let pieces = pos.by_piece[piece.index()];
                let power = &self.powers[piece.index()];
                if pieces != 0
                    && let Some(sweeps) = &power.moving_sweeps
                {
                    let (all, inside) = count_all(sweeps, pos, pieces, self.promoting[mover]);
                    count += self.with_choices(power, all, inside);
                }
            }
        }
        if pos.held[mover] > 0 {
            let kinds = pos.hands[mover].iter().filter(|held| **held > 0).count();
            count += (kinds * (self.geometry.size() - (pos.sets[0] | pos.sets[1]).len())) as u64;
        }
        let over = result.is_some() || pos.count >= MOST_PLIES || self.repeated(pos);
        Some(if over { 0 } else { count })
    }

    /// How many chains of hops all pieces of a type can make.
    fn count_chains(&self, pos: &Position, piece: Piece, sweeps: &[Sweep]) -> Option<u64> {
        if !sweeps.iter().all(Sweep::is_hop) {
            return None;
        }
        let occupied = pos.sides[0] | pos.sides[1];
        let mut rest = pos.by_piece[piece.index()];
        let mut count = 0;
        while rest != 0 {
            let from = rest & rest.wrapping_neg();
            rest ^= from;
            count += self.chains_from(pos, piece, sweeps, from, (occupied ^ from, 0));
        }
        Some(count)
    }

    /// The chains that continue from a square, where these squares are occupied and those victims gone.
    fn chains_from(
        &self,
        pos: &Position,
        piece: Piece,
        sweeps: &[Sweep],
        at: u64,
        (occupied, gone): (u64, u64),
    ) -> u64 {
        let (mut count, mut ended) = (0, true);
        for sweep in sweeps {
            let (victim, landing) = sweep.hop(pos, at, occupied, gone);
            if landing != 0 {
                ended = false;
                count += self.chains_from(pos, piece, sweeps, landing, (occupied ^ victim, gone | victim));
            }
        }
        if gone != 0 && (ended || !self.must_continue(piece)) {
            let inside = u32::from(at & self.promoting[piece.owner().index()] != 0);
            count += self.with_choices(&self.powers[piece.index()], 1, inside);
        }
        count
    }

    /// So many moves, of which some end where the mover may choose a promotion.
    fn with_choices(&self, power: &Power, all: u32, inside: u32) -> u64 {
        let options = match power.change {
            Change::Choice { by_mover: true, options } if inside > 0 => {
                self.options[usize::from(options)].pieces().count() as u64
            }
            _ => 1,
        };
        u64::from(all - inside) + u64::from(inside) * options
    }
}

/// How many moves a set of pieces has by several sweeps, and how many of them end within `inside`.
fn count_all(sweeps: &[Sweep], pos: &Position, pieces: u64, inside: u64) -> (u32, u32) {
    sweeps.iter().fold((0, 0), |(all, inner), sweep| {
        let (more, within) = sweep.count(pos, pieces, inside);
        (all + more, inner + within)
    })
}
