//! METAGAMER's evaluation: every advisor says a number, the mediator adds them up by weight (sections 14 and 15).
//!
//! The dissertation leaves some constants open. Those marked "trace" are fixed by the search values printed in
//! Appendix C.1, which this evaluation reproduces to the last digit.

use std::sync::Arc;

use crate::board::{Player, Square};
use crate::metagame::analysis::{Analysis, decay, effect_factor, own_arrival};
use crate::metagame::position::Cell;
use crate::metagame::rules::Aim;
use crate::metagame::{Advisor, Move, Piece, Position, Rules, Voices, Weights};
use crate::order;

/// What a capture counts for the player to move and for the other (trace).
const INITIATIVE: [f64; 2] = [0.9, 0.7];
/// Moves to clear a square of an own and of an enemy piece (the second: trace).
const CLEARING: [u32; 2] = [1, 5];
/// What an unreachable goal square counts as.
const FAR: u32 = 10;
/// So few targets of an eradicate goal are vital.
const VITAL: usize = 2;
/// The factor for a last target that is attacked by the player to move.
const LAST_TARGET: f64 = 10_000.0;

/// Judges positions of one game.
#[derive(Clone, Debug)]
pub struct Metagamer {
    analysis: Arc<Analysis>,
    weights: Weights,
    /// The material values under these weights, by piece.
    values: Vec<f64>,
}

fn sign(player: Player) -> f64 {
    if player == Player::White { 1.0 } else { -1.0 }
}

/// One capture on the board: who takes what, and where it ends.
struct Strike {
    from: Square,
    to: Square,
    mv: Move,
}

impl Metagamer {
    pub fn new(rules: &Rules, weights: Weights) -> Metagamer {
        let values = rules.pieces().map(|piece| rules.analysis().value(piece, &weights)).collect();
        Metagamer::with_values(rules, weights, values)
    }

    /// One that takes these material values, by piece, for those that follow from the rules.
    pub fn with_values(rules: &Rules, weights: Weights, values: Vec<f64>) -> Metagamer {
        Metagamer { analysis: Arc::clone(rules.analysis()), weights, values }
    }

    /// The material value of a piece.
    pub fn worth(&self, piece: Piece) -> f64 {
        self.values[piece.index()]
    }

    pub fn analysis(&self) -> &Analysis {
        &self.analysis
    }

    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The value of a position at the start of a turn; positive is good for White.
    pub fn value(&self, rules: &Rules, pos: &Position) -> f64 {
        let voices = self.voices(rules, pos);
        Advisor::ALL.iter().map(|advisor| self.weights[*advisor] * voices[*advisor]).sum()
    }

    /// What each advisor says, before its weight. Advisors without weight are not asked; the parts of material values
    /// speak through [`Advisor::Material`].
    pub fn voices(&self, rules: &Rules, pos: &Position) -> Voices {
        let mut voices = Voices::default();
        let wanted = |advisor: Advisor| self.weights[advisor] != 0.0;
        for player in Player::BOTH {
            for square in pos.pieces_of(player).iter() {
                let Some(piece) = pos.piece_at(square) else { continue };
                if wanted(Advisor::DynamicMobility) {
                    voices[Advisor::DynamicMobility] += sign(player) * rules.destinations(pos, square).len() as f64;
                }
                self.local_voices(rules, pos, piece, square, sign(player), &mut voices);
            }
        }
        let threats = [Advisor::LocalThreat, Advisor::PotentThreat, Advisor::GlobalThreat];
        if wanted(Advisor::CapturingMobility) || wanted(Advisor::Vital) || threats.into_iter().any(wanted) {
            let strikes = Player::BOTH.map(|player| strikes(rules, pos, player));
            self.capture_voices(rules, pos, &strikes, &mut voices);
        }
        if wanted(Advisor::Possess) {
            voices[Advisor::Possess] = self.possess(rules, pos);
        }
        if wanted(Advisor::InitPromote) {
            voices[Advisor::InitPromote] = self.init_promote(rules, pos);
        }
        voices
    }

    /// The advisors that judge one piece on one square, apart from its mobility now and its threats.
    fn local_voices(&self, rules: &Rules, pos: &Position, piece: Piece, at: Square, sign: f64, voices: &mut Voices) {
        voices[Advisor::Material] += sign * self.values[piece.index()];
        voices[Advisor::EventualMobility] += sign * self.analysis.eventual_mobility(piece, at);
        voices[Advisor::StaticMobility] += sign * self.analysis.static_mobility(piece, at) as f64;
        if self.weights[Advisor::ArriveDistance] != 0.0 {
            voices[Advisor::ArriveDistance] += sign * self.arrival(rules, pos, piece, at);
        }
        if self.weights[Advisor::PromoteDistance] != 0.0 {
            voices[Advisor::PromoteDistance] += sign * self.promotion(rules, pos, piece, at);
        }
    }

    /// The value of a piece on a square to its owner, without its mobility now and its threats.
    pub fn local_value(&self, rules: &Rules, pos: &Position, piece: Piece, at: Square) -> f64 {
        let mut voices = Voices::default();
        self.local_voices(rules, pos, piece, at, 1.0, &mut voices);
        Advisor::ALL.iter().map(|advisor| self.weights[*advisor] * voices[*advisor]).sum()
    }

    /// The same without promotions, for the piece that a promotion gives.
    fn plain_value(&self, rules: &Rules, pos: &Position, piece: Piece, at: Square) -> f64 {
        let weights = &self.weights;
        weights[Advisor::Material] * self.values[piece.index()]
            + weights[Advisor::EventualMobility] * self.analysis.eventual_mobility(piece, at)
            + weights[Advisor::StaticMobility] * self.analysis.static_mobility(piece, at) as f64
            + weights[Advisor::ArriveDistance] * self.arrival(rules, pos, piece, at)
    }

    /// Moves that it takes to have a square free, and one more for a side that is not to move.
    fn cost(&self, pos: &Position, owner: Player, square: Square) -> u32 {
        let clearing = match pos.piece_at(square) {
            None => 0,
            Some(piece) if piece.owner() == owner => CLEARING[0],
            Some(_) => CLEARING[1],
        };
        clearing + u32::from(pos.to_move() != owner)
    }

    /// How near a piece is to the squares that win, for its owner.
    pub fn arrival(&self, rules: &Rules, pos: &Position, piece: Piece, at: Square) -> f64 {
        if self.weights[Advisor::ArriveDistance] == 0.0 {
            return 0.0;
        }
        let mut sum = 0.0;
        for (aim, goal) in rules.aims[piece.owner().index()].iter().zip(&rules.def().goals) {
            let Aim::Arrive(matcher, squares) = aim else { continue };
            if own_arrival(goal) && matcher.has(Cell::of(piece)) {
                for square in squares.iter() {
                    let distance = self.analysis.distance(piece, at, square).unwrap_or(FAR);
                    sum += decay(distance + self.cost(pos, piece.owner(), square));
                }
            }
        }
        sum
    }

    /// How near a piece is to a promotion, by what it would become.
    pub fn promotion(&self, rules: &Rules, pos: &Position, piece: Piece, at: Square) -> f64 {
        let owner = piece.owner();
        let results = self.analysis.promotions(piece);
        let Some((distance, squares)) = self.analysis.nearest_promotion(piece, at).filter(|_| results.len() > 1) else {
            return 0.0;
        };
        let cheapest = squares.iter().map(|square| (self.cost(pos, owner, square), square)).min();
        let Some((cost, square)) = cheapest else { return 0.0 };
        let worth = |(new, count): &(Piece, u32)| {
            let value = self.plain_value(rules, pos, *new, square);
            decay(distance + cost + count - 1) * if new.owner() == owner { value } else { -value }
        };
        results.iter().filter(|(_, count)| *count > 0).map(worth).reduce(f64::max).unwrap_or(0.0)
    }

    /// What a capture wins for the side that makes it.
    fn gain(&self, rules: &Rules, pos: &Position, mover: Player, mv: Move) -> f64 {
        let Move::Take { possessor, .. } = mv else { return 0.0 };
        let victims = rules.victim_squares(mv);
        let worth = |square: Square| {
            let victim = pos.piece_at(square)?;
            let value = self.local_value(rules, pos, victim, square) * effect_factor(possessor, victim);
            Some(if victim.owner() == mover { -value } else { value })
        };
        victims.iter().filter_map(worth).sum()
    }

    fn capture_voices(&self, rules: &Rules, pos: &Position, strikes: &[Vec<Strike>; 2], voices: &mut Voices) {
        let mover = pos.to_move();
        for player in Player::BOTH {
            let initiative = INITIATIVE[usize::from(player != mover)];
            let own = &strikes[player.index()];
            let mut triples = Vec::new();
            for strike in own {
                triples.extend(rules.victim_squares(strike.mv).iter().map(|victim| (strike.from, strike.to, victim)));
            }
            order::sort(&mut triples);
            triples.dedup();
            voices[Advisor::CapturingMobility] += sign(player) * initiative * triples.len() as f64;
            voices[Advisor::Vital] += sign(player) * self.vital(rules, pos, player, own);
            if self.weights[Advisor::LocalThreat] != 0.0 {
                let sum: f64 = own.iter().map(|strike| self.gain(rules, pos, player, strike.mv)).sum();
                voices[Advisor::LocalThreat] += sign(player) * initiative * sum;
            }
        }
        if self.weights[Advisor::GlobalThreat] != 0.0 || self.weights[Advisor::PotentThreat] != 0.0 {
            // For the mover alone and without discount (trace).
            let potent: Vec<f64> =
                strikes[mover.index()].iter().map(|strike| self.potent(rules, pos, mover, strike)).collect();
            voices[Advisor::GlobalThreat] = sign(mover) * potent.iter().copied().fold(0.0, f64::max);
            voices[Advisor::PotentThreat] = sign(mover) * potent.iter().sum::<f64>();
        }
    }

    /// What a capture surely wins: all of it where nothing can take the attacker, the difference otherwise. A threat to a
    /// vital piece always counts in full.
    fn potent(&self, rules: &Rules, pos: &Position, mover: Player, strike: &Strike) -> f64 {
        let gain = self.gain(rules, pos, mover, strike.mv);
        if gain <= 0.0 {
            return 0.0;
        }
        let victims = rules.victim_squares(strike.mv);
        let vital = self.weights[Advisor::Vital] != 0.0
            && targets(rules, pos, mover)
                .iter()
                .any(|(squares, _)| squares.len() <= VITAL && squares.iter().any(|square| victims.contains(*square)));
        if vital || !defended(rules, pos, strike) {
            return gain;
        }
        let attacker = pos.piece_at(strike.from).map_or(0.0, |piece| self.local_value(rules, pos, piece, strike.from));
        (gain - attacker).max(0.0)
    }

    /// Threats of a side against the last targets of its eradicate goals.
    fn vital(&self, rules: &Rules, pos: &Position, player: Player, own: &[Strike]) -> f64 {
        if self.weights[Advisor::Vital] == 0.0 {
            return 0.0;
        }
        let mut sum = 0.0;
        for (squares, count) in targets(rules, pos, player) {
            if !(1..=VITAL).contains(&count) {
                continue;
            }
            let threatened =
                |square: &&Square| own.iter().any(|strike| rules.victim_squares(strike.mv).contains(**square));
            let last = if count == 1 && player == pos.to_move() { LAST_TARGET } else { 1.0 };
            sum += squares.iter().filter(threatened).count() as f64 / count as f64 * last;
        }
        sum
    }

    /// Pieces in hand count by their mean value over the empty squares.
    fn possess(&self, rules: &Rules, pos: &Position) -> f64 {
        let empty: Vec<Square> = rules.geometry().squares().filter(|square| pos.piece_at(*square).is_none()).collect();
        let mut sum = 0.0;
        for holder in Player::BOTH {
            let owner = rules.owner_in_hand(pos, holder);
            for kind in 0..rules.types().len() {
                let count = pos.in_hand(holder, kind);
                if count > 0 && !empty.is_empty() {
                    let piece = Piece::new(kind, owner);
                    let all: f64 = empty.iter().map(|square| self.local_value(rules, pos, piece, *square)).sum();
                    sum += sign(owner) * f64::from(count) * all / empty.len() as f64;
                }
            }
        }
        sum
    }

    /// The best piece for the mover where a promotion is to be decided first.
    pub fn init_promote(&self, rules: &Rules, pos: &Position) -> f64 {
        let Some((square, options)) = pos.pending else { return 0.0 };
        let mover = pos.to_move();
        let worth = |piece: Piece| {
            let value = self.local_value(rules, pos, piece, square);
            if piece.owner() == mover { value } else { -value }
        };
        let best = rules.options[usize::from(options)].pieces().map(worth).reduce(f64::max);
        sign(mover) * best.unwrap_or(0.0)
    }
}

fn strikes(rules: &Rules, pos: &Position, player: Player) -> Vec<Strike> {
    let mut all = Vec::new();
    for from in pos.pieces_of(player).iter() {
        for mv in rules.captures_from(pos, from) {
            if let Move::Take { to, .. } = mv {
                all.push(Strike { from, to, mv });
            }
        }
    }
    all
}

/// The squares of each eradicate goal's remaining targets.
fn targets(rules: &Rules, pos: &Position, player: Player) -> Vec<(Vec<Square>, usize)> {
    let mut all = Vec::new();
    for aim in &rules.aims[player.index()] {
        if let Aim::Eradicate(pieces) = aim {
            let on_board = pos.pieces_of(Player::White) | pos.pieces_of(Player::Black);
            let is_target = |square: &Square| pos.piece_at(*square).is_some_and(|piece| pieces.contains(&piece));
            let squares: Vec<Square> = on_board.iter().filter(is_target).collect();
            let count = squares.len();
            all.push((squares, count));
        }
    }
    all
}

/// Whether an enemy could take the attacker after its capture. One that would give it back to its owner does not count.
fn defended(rules: &Rules, pos: &Position, strike: &Strike) -> bool {
    let Some(attacker) = pos.piece_at(strike.from) else { return false };
    let mut next = pos.clone();
    let cell = next.take(strike.from);
    rules.victim_squares(strike.mv).iter().for_each(|square| {
        next.take(square);
    });
    next.put(strike.to, cell);
    strikes(rules, &next, !attacker.owner()).iter().any(|reply| {
        let returned = matches!(reply.mv, Move::Take { possessor: Some(holder), .. } if holder == attacker.owner());
        !returned && rules.victim_squares(reply.mv).contains(strike.to)
    })
}
