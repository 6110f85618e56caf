//! What can be told from the rules alone: where pieces can go on an empty board, and what each is worth (section 15).

use crate::board::{Player, Square, SquareSet};
use crate::metagame::position::Cell;
use crate::metagame::rules::{Aim, Change};
use crate::metagame::{Advisor, Description, Goal, Owner, Piece, Rules, Side, Voices, Weights};

/// No way from here to there.
const UNREACHABLE: u8 = u8::MAX;

/// How much something counts that is `distance` away.
pub(super) fn decay(distance: u32) -> f64 {
    1.0 / (1u64 << distance.min(60)) as f64
}

/// The static tables of one game, by piece.
#[derive(Clone, Debug)]
pub struct Analysis {
    squares: usize,
    transitions: Vec<Vec<SquareSet>>,
    /// By start and end.
    distances: Vec<Vec<u8>>,
    eventual: Vec<Vec<f64>>,
    /// The pieces into which a piece can be promoted by its owner alone, with the number of promotions, itself with none.
    promotions: Vec<Vec<(Piece, u32)>>,
    /// For each square the distance to the owner's promotion territory, and its nearest squares.
    to_territory: Vec<Vec<(u8, SquareSet)>>,
    material: Vec<Voices>,
}

impl Analysis {
    pub fn new(rules: &Rules) -> Analysis {
        Analysis::with(rules, true)
    }

    /// Without constraints, squares on which a piece has lost count like others; only for comparison.
    pub fn unconstrained(rules: &Rules) -> Analysis {
        Analysis::with(rules, false)
    }

    fn with(rules: &Rules, constrained: bool) -> Analysis {
        let pieces: Vec<Piece> = rules.pieces().collect();
        let transitions: Vec<Vec<SquareSet>> =
            pieces.iter().map(|piece| transitions(rules, *piece, constrained)).collect();
        let distances: Vec<Vec<u8>> = transitions.iter().map(|table| distances(table)).collect();
        let squares = rules.geometry().size();
        let eventual = distances.iter().map(|table| table.chunks(squares).map(eventual).collect()).collect();
        let promotions = promotions(rules);
        let to_territory = pieces
            .iter()
            .map(|piece| {
                let territory = rules.territory[piece.owner().index()];
                distances[piece.index()].chunks(squares).map(|row| nearest(row, territory)).collect()
            })
            .collect();
        let mut analysis =
            Analysis { squares, transitions, distances, eventual, promotions, to_territory, material: Vec::new() };
        analysis.material = pieces.iter().map(|piece| analysis.material_of(rules, *piece)).collect();
        // What a piece can become counts half, by the best choice: values must be known first.
        let plain: Vec<f64> = analysis.material.iter().map(|rows| total(rows, &Weights::tables())).collect();
        for piece in &pieces {
            let results = analysis.promotions[piece.index()].iter().filter(|(_, count)| *count == 1);
            let worth =
                |new: &Piece| if new.owner() == piece.owner() { plain[new.index()] } else { -plain[new.index()] };
            let best = results.map(|(new, _)| worth(new)).reduce(f64::max);
            analysis.material[piece.index()][Advisor::Promote] = best.map_or(0.0, |best| best / 2.0);
        }
        analysis
    }

    /// The squares that a piece reaches in one move on an empty board.
    pub fn transitions(&self, piece: Piece, from: Square) -> SquareSet {
        self.transitions[piece.index()][from.index()]
    }

    pub fn static_mobility(&self, piece: Piece, from: Square) -> usize {
        self.transitions(piece, from).len()
    }

    /// How many moves a piece takes from one square to another on an empty board, if it can.
    pub fn distance(&self, piece: Piece, from: Square, to: Square) -> Option<u32> {
        let distance = self.distances[piece.index()][from.index() * self.squares + to.index()];
        (distance != UNREACHABLE).then_some(u32::from(distance))
    }

    /// All squares that a piece can reach, each the less the farther it is, its own square with 1.
    pub fn eventual_mobility(&self, piece: Piece, from: Square) -> f64 {
        self.eventual[piece.index()][from.index()]
    }

    /// The nearest squares of promotion, and how far they are.
    pub(super) fn nearest_promotion(&self, piece: Piece, from: Square) -> Option<(u32, SquareSet)> {
        let (distance, squares) = self.to_territory[piece.index()][from.index()];
        (distance != UNREACHABLE).then_some((u32::from(distance), squares))
    }

    /// How many moves a piece is from its promotion territory.
    pub fn promotion_distance(&self, piece: Piece, from: Square) -> Option<u32> {
        self.nearest_promotion(piece, from).map(|(distance, _)| distance)
    }

    /// What a piece can become by its owner's choice, with the number of promotions; itself with none.
    pub fn promotions(&self, piece: Piece) -> &[(Piece, u32)] {
        &self.promotions[piece.index()]
    }

    /// The parts of a piece's value.
    pub fn material(&self, piece: Piece) -> &Voices {
        &self.material[piece.index()]
    }

    /// A piece's value under these weights.
    pub fn value(&self, piece: Piece, weights: &Weights) -> f64 {
        total(&self.material[piece.index()], weights)
    }

    fn material_of(&self, rules: &Rules, piece: Piece) -> Voices {
        let mut rows = Voices::default();
        let moves: Vec<f64> = self.transitions[piece.index()].iter().map(|set| set.len() as f64).collect();
        let reach = &self.eventual[piece.index()];
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        let max = |values: &[f64]| values.iter().copied().fold(0.0, f64::max);
        rows[Advisor::MaxStaticMob] = max(&moves);
        rows[Advisor::AvgStaticMob] = mean(&moves);
        rows[Advisor::MaxEventualMob] = max(reach);
        rows[Advisor::AvgEventualMob] = mean(reach);
        let owner = piece.owner();
        for side in Player::BOTH {
            // What the enemy wants gone is worth having; what its owner wants gone is not.
            let sign = if side == owner { -1.0 } else { 1.0 };
            for aim in &rules.aims[side.index()] {
                match aim {
                    Aim::Stalemate(victim) if *victim == owner => rows[Advisor::Stalemate] += sign,
                    Aim::Eradicate(pieces) if pieces.contains(&piece) => rows[Advisor::Eradicate] += sign,
                    Aim::Arrive(matcher, _) => {
                        let results = self.promotions[piece.index()].iter();
                        let least =
                            results.filter(|(new, _)| matcher.has(Cell::of(*new))).map(|(_, count)| *count).min();
                        rows[Advisor::Arrive] -= sign * least.map_or(0.0, |count| 1.0 / f64::from(1 + count));
                    }
                    _ => {}
                }
            }
        }
        rows[Advisor::Victims] = rules.pieces().filter(|other| may_capture(rules, piece, *other)).count() as f64;
        let attackers = |side: Player| {
            rules.pieces().filter(move |other| other.owner() == side && may_capture(rules, *other, piece)).count()
        };
        rows[Advisor::Immunity] = (rules.types().len() - attackers(!owner)) as f64;
        rows[Advisor::Giveaway] = attackers(owner) as f64;
        rows
    }
}

fn total(rows: &Voices, weights: &Weights) -> f64 {
    Advisor::MATERIAL.iter().map(|advisor| rows[*advisor] * weights[*advisor]).sum()
}

fn eventual(row: &[u8]) -> f64 {
    row.iter().filter(|distance| **distance != UNREACHABLE).map(|distance| decay(u32::from(*distance))).sum()
}

fn nearest(row: &[u8], territory: SquareSet) -> (u8, SquareSet) {
    let least = territory.iter().map(|square| row[square.index()]).min().unwrap_or(UNREACHABLE);
    (least, territory.iter().filter(|square| row[square.index()] == least).collect())
}

/// Whether some capture of a piece may take another.
fn may_capture(rules: &Rules, piece: Piece, victim: Piece) -> bool {
    let Some(def) = rules.def().pieces.get(piece.kind()) else { return false };
    def.capturing.iter().any(|capture| describes(rules, &capture.victims, piece.owner(), victim))
}

fn describes(rules: &Rules, description: &Description, side: Player, piece: Piece) -> bool {
    let owner = match description.owner {
        Owner::Any => true,
        Owner::Only(Side::Player) => piece.owner() == side,
        Owner::Only(Side::Opponent) => piece.owner() != side,
    };
    owner && description.names.has(&rules.types()[piece.kind()])
}

/// Where a piece goes in one move on an otherwise empty board; where it has arrived at a goal the game is over, and no
/// piece goes where it loses at once, unless it is promoted to safety there.
fn transitions(rules: &Rules, piece: Piece, constrained: bool) -> Vec<SquareSet> {
    let over = |square: Square| Player::BOTH.into_iter().any(|side| arrives(rules, side, piece, square));
    rules
        .geometry()
        .squares()
        .map(|from| {
            let Some(pos) = rules.position(&[(piece, from)], piece.owner()) else { return SquareSet::EMPTY };
            let targets = rules.destinations(&pos, from);
            if !constrained {
                return targets;
            }
            if over(from) {
                return SquareSet::EMPTY;
            }
            targets.iter().filter(|to| !lost(rules, piece.owner(), piece, *to) || saved(rules, piece, *to)).collect()
        })
        .collect()
}

/// Whether a piece on a square achieves one of a side's arrival goals.
fn arrives(rules: &Rules, side: Player, piece: Piece, square: Square) -> bool {
    rules.aims[side.index()].iter().any(|aim| match aim {
        Aim::Arrive(matcher, squares) => matcher.has(Cell::of(piece)) && squares.contains(square),
        _ => false,
    })
}

fn lost(rules: &Rules, mover: Player, piece: Piece, square: Square) -> bool {
    arrives(rules, !mover, piece, square) && !arrives(rules, mover, piece, square)
}

/// Whether a piece that would be lost on a square is promoted there to one that is not.
fn saved(rules: &Rules, piece: Piece, square: Square) -> bool {
    let mover = piece.owner();
    if !rules.territory[mover.index()].contains(square) {
        return false;
    }
    let safe = |new: Piece| !lost(rules, mover, new, square);
    match rules.powers[piece.index()].change {
        Change::None => false,
        Change::To(new) => safe(new),
        Change::Choice { by_mover: true, options } => rules.options[usize::from(options)].pieces().any(safe),
        Change::Choice { by_mover: false, options } => rules.options[usize::from(options)].pieces().all(safe),
    }
}

/// Shortest ways between all squares, breadth first.
fn distances(transitions: &[SquareSet]) -> Vec<u8> {
    let squares = transitions.len();
    let mut table = vec![UNREACHABLE; squares * squares];
    for start in 0..squares {
        let row = &mut table[start * squares..][..squares];
        row[start] = 0;
        let mut ring: SquareSet = Square::new(start).into_iter().collect();
        let mut seen = ring;
        // 254 rings are enough for anything but a walk through every square of the largest board.
        for distance in 1..UNREACHABLE {
            let mut next = SquareSet::EMPTY;
            ring.iter().for_each(|square| next |= transitions[square.index()]);
            ring = next - seen;
            if ring.is_empty() {
                break;
            }
            seen |= ring;
            ring.iter().for_each(|square| row[square.index()] = distance);
        }
    }
    table
}

/// What each piece can become without the opponent's choice.
fn promotions(rules: &Rules) -> Vec<Vec<(Piece, u32)>> {
    let direct = |piece: Piece| match rules.powers[piece.index()].change {
        Change::None | Change::Choice { by_mover: false, .. } => Vec::new(),
        Change::To(new) => vec![new],
        Change::Choice { by_mover: true, options } => rules.options[usize::from(options)].pieces().collect(),
    };
    rules
        .pieces()
        .map(|piece| {
            let mut found = vec![(piece, 0)];
            let mut next = 0;
            while let Some(&(from, count)) = found.get(next) {
                next += 1;
                // A piece that has changed sides is promoted by its new owner.
                if from.owner() == piece.owner() {
                    for new in direct(from) {
                        if !found.iter().any(|(known, _)| *known == new) {
                            found.push((new, count + 1));
                        }
                    }
                }
            }
            found
        })
        .collect()
}

/// Whether an arrival goal is about a side's own pieces.
pub(super) fn own_arrival(goal: &Goal) -> bool {
    matches!(goal, Goal::Arrive(pieces, _) if pieces.owner != Owner::Only(Side::Opponent))
}

/// How often a victim's value counts for the capturing side: possession by its former owner gives it back, a change of
/// sides counts twice.
pub(super) fn effect_factor(possessor: Option<Player>, victim: Piece) -> f64 {
    match possessor {
        None => 1.0,
        Some(holder) if holder == victim.owner() => 0.0,
        Some(_) => 2.0,
    }
}
