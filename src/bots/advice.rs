//! Pell's class for strong players: METAGAMER's advisors that a search can afford at every position.
//!
//! What a piece is worth on a square (material, and the squares that it could reach from there) is kept up to date from move
//! to move. What depends on the rest of the board is asked for where a search stops: how near pieces are to goals and
//! promotions, and how many squares each side can go to. Threats are what a search finds itself.
//!
//! Weights are counted in the cheapest piece of the start: first one for each type of pieces, then one for each advisor.

use crate::board::{Player, Square};
use crate::bots::{Start, Strong};
use crate::game::{Game, KindId, Table};
use crate::metagame::{Advisor, Metagamer, Move, Piece, Position, Rules, Stage, Weights, kind_of};
use crate::order;
use crate::search::{Evaluator, Gain, Groups, Linear, Prior, Score, sigmoid};

/// Search counts in hundredths of a weight.
const SCALE: f64 = 100.0;

/// The advisors with a weight of their own, and what each usually says in the middle of a game, in squares or (true) in
/// pieces: so that features are of one size.
const ADVISORS: [(Advisor, f64, bool); 5] = [
    (Advisor::EventualMobility, 4.0, false),
    (Advisor::ArriveDistance, 0.5, false),
    (Advisor::PromoteDistance, 1.0, true),
    (Advisor::DynamicMobility, 6.0, false),
    (Advisor::CapturingMobility, 2.0, false),
];

/// Steps of a feature within what an advisor usually says.
const FINE: f64 = 2.0;

/// How firmly learning holds on to the first weights.
const FIRMNESS: [f64; 2] = [3.0, 10.0];

/// A capture or a move that ends the game well is tried before anything else.
const WINNING: i32 = 1 << 26;

/// Judges positions of one game.
#[derive(Clone, Debug)]
pub struct Advice {
    judge: Metagamer,
    types: usize,
    size: usize,
    /// What the cheapest piece of the start is worth to METAGAMER.
    pawn: f64,
    row: Vec<f64>,
    /// For each piece and square what it adds to White's side of the balance, in hundredths; for each piece the same in hand.
    balance: Vec<i32>,
    in_hand: Vec<i32>,
    /// Some piece can be promoted; some own piece can arrive at a goal.
    promotes: bool,
    arrives: bool,
}

impl Advice {
    pub fn new(rules: &Rules, start: Start) -> Advice {
        let analysis = rules.analysis();
        let weights = Weights::tables();
        let types = rules.types().len();
        let value = |kind: usize| analysis.value(Piece::new(kind, Player::White), &weights);
        let at_start = rules.placement(&rules.start());
        let kinds = at_start.squares.iter().flatten().chain(at_start.hands.iter().map(|held| &held.kind));
        let there = kinds.filter_map(|kind| rules.piece_of(*kind)).map(|piece| value(piece.kind()));
        let pawn = there.filter(|value| *value > 0.5).fold(f64::MAX, f64::min);
        let pawn = if pawn < f64::MAX { pawn } else { 10.0 };
        let mut row: Vec<f64> = match start {
            Start::Net | Start::Tuned | Start::Rules | Start::Pieces => {
                (0..types).map(|kind| value(kind) / pawn).collect()
            }
            Start::Ones => vec![1.0; types],
        };
        for (advisor, usual, in_pieces) in ADVISORS {
            let weight =
                if matches!(start, Start::Net | Start::Tuned | Start::Rules) { first_weight(advisor) } else { 0.0 };
            row.push(weight * usual * if in_pieces { 1.0 } else { 1.0 / pawn } / FINE);
        }
        let pieces = || rules.pieces();
        let promotes = pieces().any(|piece| analysis.promotions(piece).len() > 1);
        let arrives = rules.has_own_arrival();
        let mut made = Advice {
            judge: Metagamer::with_values(rules, weights, vec![0.0; 2 * types]),
            types,
            size: rules.geometry().size(),
            pawn,
            row,
            balance: Vec::new(),
            in_hand: Vec::new(),
            promotes,
            arrives,
        };
        made.refresh(rules);
        made
    }

    /// An advisor's weight, in METAGAMER's measure.
    fn weight(&self, index: usize) -> f64 {
        let (_, usual, in_pieces) = ADVISORS[index];
        self.row[self.types + index] * FINE / usual * if in_pieces { 1.0 } else { self.pawn }
    }

    fn refresh(&mut self, rules: &Rules) {
        let values: Vec<f64> = rules.pieces().map(|piece| self.row[piece.kind()] * self.pawn).collect();
        let mut weights = Weights::default().with(Advisor::Material, 1.0);
        for (index, (advisor, ..)) in ADVISORS.into_iter().enumerate() {
            weights[advisor] = self.weight(index);
        }
        let eventual = weights[Advisor::EventualMobility];
        self.judge = Metagamer::with_values(rules, weights, values);
        self.balance.clear();
        self.in_hand.clear();
        for piece in rules.pieces() {
            let sign = if piece.owner() == Player::White { 1.0 } else { -1.0 };
            let worth =
                |square: Square| self.judge.worth(piece) + eventual * rules.analysis().eventual_mobility(piece, square);
            let all: Vec<f64> = rules.geometry().squares().map(worth).collect();
            let hundredths = |value: f64| (sign * value * SCALE / self.pawn) as i32;
            self.in_hand.push(hundredths(all.iter().sum::<f64>() / all.len() as f64));
            self.balance.extend(all.into_iter().map(hundredths));
        }
    }

    #[inline]
    fn at(&self, piece: Piece, square: Square) -> i32 {
        self.balance[piece.index() * self.size + square.index()]
    }

    /// What pieces in hand and a promotion that comes first add to White's side.
    fn waiting(&self, rules: &Rules, pos: &Position) -> i32 {
        let mut sum = 0;
        for holder in Player::BOTH {
            if pos.holds(holder) {
                let owner = rules.owner_in_hand(pos, holder);
                for kind in 0..self.types {
                    let count = i32::from(pos.in_hand(holder, kind) as i16);
                    sum += count * self.in_hand[Piece::new(kind, owner).index()];
                }
            }
        }
        if let Some((square, options)) = rules.pending_options(pos) {
            let worths = options.map(|piece| self.at(piece, square));
            let best = if pos.to_move() == Player::White { worths.max() } else { worths.min() };
            sum += best.unwrap_or(0);
        }
        sum
    }

    /// What the advisors that look at the whole board say, before their weights; White's side is positive.
    fn voices(&self, rules: &Rules, pos: &Position) -> [f64; ADVISORS.len()] {
        let mut voices = [0.0; ADVISORS.len()];
        let [arrives, promotes, moves, takes] = [1, 2, 3, 4].map(|index: usize| self.row[self.types + index] != 0.0);
        let (arrives, promotes) = (arrives && self.arrives, promotes && self.promotes);
        for player in Player::BOTH {
            let sign = if player == Player::White { 1.0 } else { -1.0 };
            if arrives || promotes {
                for square in pos.pieces_of(player).iter() {
                    let Some(piece) = pos.piece_at(square) else { continue };
                    if arrives {
                        voices[1] += sign * self.judge.arrival(rules, pos, piece, square);
                    }
                    if promotes {
                        voices[2] += sign * self.judge.promotion(rules, pos, piece, square);
                    }
                }
            }
            if moves {
                voices[3] += sign * f64::from(rules.mobility(pos, player));
            }
            if takes {
                voices[4] += sign * f64::from(rules.capturing_mobility(pos, player));
            }
        }
        voices
    }

    /// What a piece adds for its owner, wherever it stands.
    fn worth(&self, piece: Piece) -> i32 {
        self.in_hand[piece.index()].abs()
    }

    fn promotion_gain(&self, rules: &Rules, piece: Piece, to: Square) -> i32 {
        let best = rules.promotes_to(piece, to).map(|new| {
            let worth = self.at(new, to);
            if piece.owner() == Player::White { worth } else { -worth }
        });
        best.max().map_or(0, |best| best - self.at(piece, to).abs())
    }
}

/// METAGAMER's weights are all 1. Mobility counts for less here, as weights that were learned say (docs/metagame.md), and captures
/// are what a search finds itself.
fn first_weight(advisor: Advisor) -> f64 {
    match advisor {
        Advisor::DynamicMobility => 0.5,
        Advisor::CapturingMobility => 0.0,
        _ => 1.0,
    }
}

impl Evaluator<Rules> for Advice {
    /// White's pieces on the board less Black's.
    type Sum = i32;

    fn sum(&self, _rules: &Rules, pos: &Position) -> i32 {
        let mut sum = 0;
        for player in Player::BOTH {
            for square in pos.pieces_of(player).iter() {
                sum += pos.piece_at(square).map_or(0, |piece| self.at(piece, square));
            }
        }
        sum
    }

    fn after(&self, rules: &Rules, pos: &Position, mv: Move, &sum: &i32) -> i32 {
        let at = |square: Square| pos.piece_at(square).map_or(0, |piece| self.at(piece, square));
        // A piece in an unfinished chain is not promoted yet.
        let settled = |piece: Piece, to: Square| match rules.fixed_change(piece, to) {
            Some(new) if !rules.may_continue(pos, mv) => new.map_or(0, |new| self.at(new, to)),
            _ => self.at(piece, to),
        };
        match mv {
            Move::Go { from, to } => {
                let Some(piece) = pos.piece_at(from) else { return sum };
                sum - at(from) + settled(piece, to)
            }
            Move::Take { from, to, .. } => {
                let Some(piece) = pos.piece_at(from) else { return sum };
                let taken: i32 = rules.victim_squares(mv).iter().map(at).sum();
                sum - at(from) - taken + settled(piece, to)
            }
            Move::Place { piece, to } => sum + self.at(piece, to),
            Move::Promote(piece) => match (pos.stage(), pos.pending()) {
                (Stage::Promote(square), _) => sum - at(square) + self.at(piece, square),
                (_, Some(square)) => sum + self.at(piece, square),
                _ => sum,
            },
            Move::Stop => match pos.stage() {
                Stage::Continue(square) => {
                    let Some(piece) = pos.piece_at(square) else { return sum };
                    sum - at(square) + settled(piece, square)
                }
                _ => sum,
            },
        }
    }

    fn score(&self, rules: &Rules, pos: &Position, &sum: &i32) -> Score {
        let mut total = sum + self.waiting(rules, pos);
        let voices = self.voices(rules, pos);
        let said: f64 = voices.iter().enumerate().skip(1).map(|(index, voice)| self.weight(index) * voice).sum();
        total += (said * SCALE / self.pawn) as i32;
        Score::estimate(if pos.to_move() == Player::White { total } else { -total })
    }

    fn gain(&self, rules: &Rules, pos: &Position, mv: Move) -> Gain {
        let mover = pos.to_move();
        match mv {
            Move::Go { from, to } => {
                let Some(piece) = pos.piece_at(from) else { return Gain::Quiet };
                if self.arrives && rules.would_arrive(piece, to) {
                    return Gain::Takes(WINNING, 0);
                }
                match self.promotes.then(|| self.promotion_gain(rules, piece, to)) {
                    Some(gain) if gain > 0 => Gain::Takes(gain, 0),
                    _ => Gain::Quiet,
                }
            }
            Move::Take { from, to, possessor, .. } => {
                let Some(piece) = pos.piece_at(from) else { return Gain::Quiet };
                if rules.would_eradicate(pos, mv) || (self.arrives && rules.would_arrive(piece, to)) {
                    return Gain::Takes(WINNING, 1);
                }
                let mut gain = if self.promotes { self.promotion_gain(rules, piece, to).max(0) } else { 0 };
                for square in rules.victim_squares(mv).iter() {
                    let Some(victim) = pos.piece_at(square) else { continue };
                    let worth = self.at(victim, square).abs();
                    gain += if victim.owner() == mover { -worth } else { worth };
                    gain += match possessor {
                        Some(holder) => {
                            let held = self.worth(Piece::new(victim.kind(), holder));
                            if holder == mover { held } else { -held }
                        }
                        None => 0,
                    };
                }
                // Cheap pieces take first.
                let cheapness = (3 - self.worth(piece) / 200).clamp(0, 7);
                if gain > 0 { Gain::Takes(gain, cheapness) } else { Gain::Quiet }
            }
            Move::Promote(piece) => {
                let worth = self.worth(piece);
                if piece.owner() == mover { Gain::Takes(worth, 0) } else { Gain::Quiet }
            }
            Move::Place { .. } | Move::Stop => Gain::Quiet,
        }
    }

    fn in_danger(&self, rules: &Rules, pos: &Position) -> bool {
        pos.stage() == Stage::Start && rules.could_eradicate(pos, !pos.to_move())
    }
}

impl Linear<Rules> for Advice {
    fn features(&self, rules: &Rules, pos: &Position, out: &mut Vec<(u32, i16)>) {
        let sign = |player: Player| if player == Player::White { 1 } else { -1 };
        let mut eventual = 0.0;
        for player in Player::BOTH {
            for square in pos.pieces_of(player).iter() {
                if let Some(piece) = pos.piece_at(square) {
                    out.push((piece.kind() as u32, sign(player)));
                    eventual += f64::from(sign(player)) * rules.analysis().eventual_mobility(piece, square);
                }
            }
            let owner = rules.owner_in_hand(pos, player);
            for kind in 0..self.types {
                let count = pos.in_hand(player, kind).min(1000) as i16;
                if count > 0 {
                    out.push((kind as u32, sign(owner) * count));
                }
            }
        }
        let mut voices = self.voices(rules, pos);
        voices[0] = eventual;
        for (index, ((_, usual, in_pieces), voice)) in ADVISORS.into_iter().zip(voices).enumerate() {
            let usual = if in_pieces { usual * self.pawn } else { usual };
            let value = (voice / usual * FINE).clamp(-1000.0, 1000.0);
            let value = (if value < 0.0 { value - 0.5 } else { value + 0.5 }) as i16;
            if value != 0 {
                out.push(((self.types + index) as u32, value));
            }
        }
    }

    fn groups(&self, _rules: &Rules) -> Groups {
        let of = (0..self.row.len() as u16).collect();
        let firmness = (0..self.row.len()).map(|place| FIRMNESS[usize::from(place >= self.types)]).collect();
        Groups { of, firmness }
    }

    fn row(&self) -> Vec<f64> {
        self.row.clone()
    }

    fn set_row(&mut self, rules: &Rules, row: &[f64]) {
        self.row.clear();
        self.row.extend_from_slice(row);
        self.refresh(rules);
    }

    fn unit(&self, rules: &Rules) -> f64 {
        let start = rules.placement(&rules.start());
        let held = start.hands.iter().flat_map(|held| std::iter::repeat_n(&held.kind, held.count as usize));
        let there = start.squares.iter().flatten().chain(held);
        let mut weights: Vec<f64> =
            there.filter_map(|kind| rules.piece_of(*kind)).map(|piece| self.row[piece.kind()]).collect();
        order::sort_by(&mut weights, f64::total_cmp);
        weights.get(weights.len().saturating_sub(1) / 2).copied().unwrap_or(1.0).max(0.1)
    }
}

/// What a player expects of a position whose pieces are worth so much.
#[derive(Clone, Debug)]
pub struct MaterialPrior {
    advice: Advice,
    trust: f64,
}

/// The sigmoid's argument for a lead of one of the cheapest pieces, and so many playouts an estimate is worth.
const STEEPNESS: f64 = 0.4;
const TRUST: u32 = 8;

impl Prior<Rules> for MaterialPrior {
    fn expect(&self, rules: &Rules, pos: &Position) -> (f64, f64) {
        let sum = self.advice.sum(rules, pos) + self.advice.waiting(rules, pos);
        (sigmoid(STEEPNESS * f64::from(sum) / SCALE), self.trust)
    }
}

impl Strong for Rules {
    type Eval = Advice;
    type Prior = MaterialPrior;

    fn evaluation(&self, start: Start) -> Advice {
        Advice::new(self, start)
    }

    fn prior(&self, _seed: u64, trust: Option<u32>) -> MaterialPrior {
        MaterialPrior { advice: Advice::new(self, Start::Rules), trust: f64::from(trust.unwrap_or(TRUST)) }
    }

    fn worths(&self, weights: &[f64]) -> Vec<(KindId, f64)> {
        self.pieces().filter_map(|piece| Some((kind_of(piece), *weights.get(piece.kind())?))).collect()
    }
}
