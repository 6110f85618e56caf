//! What a position shows beside pieces and squares, in any game of the class: who is to move, how freely pieces move, which
//! ones hang, how exposed the pieces are whose loss loses, and how far each side is from a goal.
//!
//! Everything comes from one look at both sides' attacks. Counts are White's less Black's, so that each term is one more
//! feature of a linear evaluation.

use crate::board::{ByPlayer, MAX_SQUARES, Player, Square, SquareSet};
use crate::bots::parts::Part;
use crate::sbg::{PieceId, Position, Rules};

/// The most moves of a race that is looked at.
pub(super) const RACE: usize = 5;

/// How many terms there are for a game with so many letters, and where each stands among them.
pub(super) const TEMPO: usize = 0;
/// Then races of 1 to [`RACE`] moves of the player to move, then of the other.
const RACES: usize = 1;
pub(super) const EXPOSED: usize = RACES + 2 * RACE;
const LETTERS: usize = EXPOSED + 1;

pub(super) fn count(letters: usize) -> usize {
    LETTERS + 2 * letters
}

pub(super) fn race(moves: usize, to_move: bool) -> usize {
    RACES + moves - 1 + if to_move { 0 } else { RACE }
}

pub(super) fn mobility(letter: usize) -> usize {
    LETTERS + 2 * letter
}

pub(super) fn hanging(letter: usize) -> usize {
    LETTERS + 2 * letter + 1
}

/// What a term counts.
pub(super) fn part(term: usize) -> Part {
    match term {
        TEMPO => Part::Tempo,
        _ if term < EXPOSED => Part::Race,
        EXPOSED => Part::Exposed,
        _ if (term - LETTERS).is_multiple_of(2) => Part::Mobility,
        _ => Part::Hanging,
    }
}

/// First weights in units of the cheapest piece, for any game: about what fitting gave for the built-in ones.
pub(super) fn first_weights(rules: &Rules, unit: f64) -> Vec<f64> {
    let mut weights = vec![0.0; count(rules.pieces().count())];
    weights[TEMPO] = 0.25 * unit;
    weights[EXPOSED] = -0.05 * unit;
    for (index, [to_move, other]) in FIRST_RACES.into_iter().enumerate() {
        weights[race(index + 1, true)] = to_move * unit;
        weights[race(index + 1, false)] = other * unit;
    }
    for (piece, info) in rules.pieces() {
        let critical = info.keep.is_some();
        weights[mobility(piece.index())] = if critical { 0.0 } else { 0.1 * unit };
        weights[hanging(piece.index())] = if critical { 0.0 } else { -0.5 * unit };
    }
    weights
}

/// What a race of 1, 2 … moves is worth to the player to move and to the other.
const FIRST_RACES: [[f64; 2]; RACE] = [[2.5, 2.0], [2.0, 1.5], [0.9, 0.8], [0.2, 0.15], [0.1, 0.1]];

/// Tables for finding the terms of a position; boards of at most 64 squares need a quarter of them.
#[derive(Clone, Debug)]
pub(super) enum Terms {
    Small(Tables<1>),
    Large(Tables<{ MAX_SQUARES / 64 }>),
}

impl Terms {
    pub(super) fn new(rules: &Rules) -> Terms {
        if rules.board().size() <= 64 { Terms::Small(Tables::new(rules)) } else { Terms::Large(Tables::new(rules)) }
    }

    /// Calls `add` with the place of each term that is not zero and its count, White's less Black's.
    #[inline]
    pub(super) fn each(&self, rules: &Rules, pos: &Position, add: impl FnMut(usize, i32)) {
        match self {
            Terms::Small(tables) => tables.each(rules, pos, add),
            Terms::Large(tables) => tables.each(rules, pos, add),
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Tables<const W: usize> {
    letters: Vec<Letter<W>>,
    own: ByPlayer<Vec<PieceId>>,
    /// For each letter and square.
    places: Vec<Place<W>>,
    slides: Vec<Slide<W>>,
    size: usize,
}

#[derive(Clone, Debug)]
struct Letter<const W: usize> {
    keep: Option<u32>,
    /// Its goals, and the squares from which it would reach one within so many moves if it were alone.
    goals: Option<(Bits<W>, [Bits<W>; RACE + 1])>,
    /// All its moves, where they are few leaps: then all its pieces are moved at once.
    steps: Option<Vec<Step<W>>>,
}

/// Leaps by so many squares' numbers, round the end: from which squares they lead onto an empty square, an opponent's piece, an
/// own one.
#[derive(Clone, Copy, Debug)]
struct Step<const W: usize> {
    by: usize,
    from: [Bits<W>; 3],
}

/// With more kinds of leaps, looking at piece after piece is faster.
const STEPS: usize = 4;

#[derive(Clone, Copy, Debug)]
struct Place<const W: usize> {
    /// Where it could go on a board without other pieces.
    free: Bits<W>,
    /// Where a single step without continuation takes it: onto an empty square, an opponent's piece, an own one.
    leaps: [Bits<W>; 3],
    rides: Rides,
}

/// All moves that are not leaps.
#[derive(Clone, Copy, Debug)]
enum Rides {
    /// Slides, which lie in one vector: first those to squares of rising numbers, then those to falling ones.
    Slides { first: u32, falling: u32, end: u32 },
    /// Anything else: the paths are walked.
    Paths,
}

/// Squares that a piece passes in one direction up to the first other piece.
#[derive(Clone, Copy, Debug)]
struct Slide<const W: usize> {
    squares: Bits<W>,
    /// The same where it may capture that piece, otherwise nothing.
    takes: Bits<W>,
}

/// What a letter with a goal can do next.
#[derive(Clone, Copy)]
struct Runner<const W: usize> {
    piece: usize,
    player: Player,
    first: Bits<W>,
}

/// At least as many letters as a game can have.
const MOST_LETTERS: usize = 64;
/// Letters with a goal that are looked at.
const RUNNERS: usize = 8;

impl<const W: usize> Tables<W> {
    fn new(rules: &Rules) -> Tables<W> {
        let board = rules.board();
        let mut slides = Vec::new();
        let mut place = |piece: PieceId, square: Square| {
            let leaps = rules.leaps(piece, square).map(Bits::of);
            let rides = rules.slides(piece, square).and_then(|listed| add_slides(&mut slides, &listed));
            Place { free: Bits::of(rules.alone(piece, square)), leaps, rides: rides.unwrap_or(Rides::Paths) }
        };
        let places: Vec<Place<W>> = rules
            .pieces()
            .flat_map(|(piece, _)| board.squares().map(move |square| (piece, square)))
            .map(|(piece, square)| place(piece, square))
            .collect();
        let letters = rules.pieces().map(|(piece, info)| {
            let goals: SquareSet = board.squares().filter(|square| rules.is_goal(piece, *square)).collect();
            let goals = Some(Bits::<W>::of(goals)).filter(|goals| !goals.is_empty());
            let near = |goals: Bits<W>| {
                let mut near = [goals; RACE + 1];
                for moves in 1..=RACE {
                    near[moves] = near[moves - 1];
                    for square in board.squares() {
                        let free = places[piece.index() * board.size() + square.index()].free;
                        if !free.and(near[moves - 1]).is_empty() {
                            near[moves].set(square.index());
                        }
                    }
                }
                near
            };
            let own = &places[piece.index() * board.size()..][..board.size()];
            Letter { keep: info.keep, goals: goals.map(|goals| (goals, near(goals))), steps: steps(own) }
        });
        let letters = letters.collect();
        let own = Player::BOTH
            .map(|player| rules.pieces().filter(|(_, info)| info.player == player).map(|(piece, _)| piece).collect());
        Tables { letters, own: ByPlayer(own), places, slides, size: board.size() }
    }

    #[inline]
    fn each(&self, rules: &Rules, pos: &Position, mut add: impl FnMut(usize, i32)) {
        let mut sets = [Bits::EMPTY; MOST_LETTERS];
        let mut standing = ByPlayer([Bits::EMPTY; 2]);
        for player in Player::BOTH {
            for &piece in &self.own[player] {
                let set = &mut sets[piece.index() % MOST_LETTERS];
                pos.squares_of(piece).for_each(|square| set.set(square.index()));
                standing[player] = standing[player].or(*set);
            }
        }
        let empty = standing[Player::White].or(standing[Player::Black]).complement();
        let mut attacked = ByPlayer([Bits::EMPTY; 2]);
        let mut running: [Option<Runner<W>>; RUNNERS] = [None; RUNNERS];
        let mut runners = 0;
        for player in Player::BOTH {
            let (ours, theirs) = (standing[player], standing[!player]);
            for &piece in &self.own[player] {
                let (mut moves, mut first) = (0, Bits::EMPTY);
                let letter = &self.letters[piece.index()];
                for step in letter.steps.iter().flatten() {
                    let set = sets[piece.index() % MOST_LETTERS];
                    let [onto_empty, takes, eats] = step.from.map(|from| set.and(from).rotated(step.by));
                    let goes = onto_empty.and(empty).or(takes.and(theirs)).or(eats.and(ours));
                    attacked[player] = attacked[player].or(takes);
                    first = first.or(goes);
                    moves += goes.len();
                }
                let one_by_one = if letter.steps.is_none() { pos.count(piece) } else { 0 };
                for from in pos.squares_of(piece).take(one_by_one) {
                    let place = &self.places[piece.index() * self.size + from.index()];
                    let [onto_empty, takes, eats] = place.leaps;
                    let mut attacks = takes;
                    let mut goes = onto_empty.and(empty).or(takes.and(theirs)).or(eats.and(ours));
                    match place.rides {
                        Rides::Slides { first, falling, end } => {
                            let slide = |slide: &Slide<W>, reached: Bits<W>| {
                                let ends = reached.and(slide.takes);
                                (ends, reached.and(empty).or(ends.and(theirs)))
                            };
                            for each in &self.slides[first as usize..falling as usize] {
                                let (takes, free) = slide(each, each.squares.up_to_lowest(empty));
                                (attacks, goes) = (attacks.or(takes), goes.or(free));
                            }
                            for each in &self.slides[falling as usize..end as usize] {
                                let (takes, free) = slide(each, each.squares.down_to_highest(empty));
                                (attacks, goes) = (attacks.or(takes), goes.or(free));
                            }
                        }
                        Rides::Paths => rules.each_ride(pos, piece, from, |square, could_take, can_go| {
                            attacks.set_if(square, could_take);
                            goes.set_if(square, can_go);
                        }),
                    }
                    attacked[player] = attacked[player].or(attacks);
                    first = first.or(goes);
                    moves += goes.len();
                }
                if moves > 0 {
                    add(mobility(piece.index()), sign(player) * moves as i32);
                }
                if letter.goals.is_some() && runners < RUNNERS && moves > 0 {
                    running[runners] = Some(Runner { piece: piece.index(), player, first });
                    runners += 1;
                }
            }
        }
        add(TEMPO, sign(pos.to_move()));
        for player in Player::BOTH {
            let (threatened, guarded) = (attacked[!player], attacked[player]);
            if !standing[player].and(threatened).is_empty() {
                self.hanging(pos, player, &sets, threatened.without(guarded), &mut add);
            }
            self.exposed(pos, player, threatened, &mut add);
            let own = running[..runners].iter().flatten().filter(|runner| runner.player == player);
            let fewest = own.filter_map(|runner| self.moves_to_goal(*runner, empty, threatened)).min();
            if let Some(moves) = fewest {
                add(race(moves, player == pos.to_move()), sign(player));
            }
        }
    }

    fn is_critical(&self, pos: &Position, piece: PieceId) -> bool {
        self.letters[piece.index()].keep.is_some_and(|left| pos.count(piece) as u32 <= left + 1)
    }

    /// Pieces that stand where they can be taken for nothing.
    #[inline]
    fn hanging(
        &self,
        pos: &Position,
        player: Player,
        sets: &[Bits<W>; MOST_LETTERS],
        loose: Bits<W>,
        add: &mut impl FnMut(usize, i32),
    ) {
        for &piece in &self.own[player] {
            let hang = sets[piece.index() % MOST_LETTERS].and(loose);
            if !hang.is_empty() && !self.is_critical(pos, piece) {
                add(hanging(piece.index()), sign(player) * hang.len() as i32);
            }
        }
    }

    /// Squares around the pieces whose loss loses that the opponent attacks.
    #[inline]
    fn exposed(&self, pos: &Position, player: Player, attacked: Bits<W>, add: &mut impl FnMut(usize, i32)) {
        for &piece in &self.own[player] {
            if self.letters[piece.index()].keep.is_some() && self.is_critical(pos, piece) {
                for at in pos.squares_of(piece) {
                    let near = self.places[piece.index() * self.size + at.index()].free.and(attacked).len();
                    if near > 0 {
                        add(EXPOSED, sign(player) * near as i32);
                    }
                }
            }
        }
    }

    /// The fewest moves to a goal over squares that are empty and not guarded.
    #[inline]
    fn moves_to_goal(&self, runner: Runner<W>, empty: Bits<W>, guarded: Bits<W>) -> Option<usize> {
        let (goals, near) = self.letters[runner.piece].goals.as_ref()?;
        let (mut here, mut seen) = (runner.first, Bits::EMPTY);
        for moves in 1..=RACE {
            if !here.and(*goals).is_empty() {
                return Some(moves);
            }
            here = here.without(guarded.or(seen)).and(near[RACE - moves]);
            if here.is_empty() {
                return None;
            }
            seen = seen.or(here);
            let mut next = Bits::EMPTY;
            here.each(|square| next = next.or(self.places[runner.piece * self.size + square].free));
            here = next.and(empty);
        }
        None
    }
}

/// The leaps of a letter by what they add to a square's number, if there are only few kinds of them and no other moves.
fn steps<const W: usize>(places: &[Place<W>]) -> Option<Vec<Step<W>>> {
    let mut steps: Vec<Step<W>> = Vec::new();
    for (from, place) in places.iter().enumerate() {
        if !matches!(place.rides, Rides::Slides { first, end, .. } if first == end) {
            return None;
        }
        for (kind, leaps) in place.leaps.into_iter().enumerate() {
            leaps.each(|to| {
                let by = (to + 64 * W - from) % (64 * W);
                let known = steps.iter().position(|step| step.by == by);
                let at = known.unwrap_or(steps.len());
                if known.is_none() {
                    steps.push(Step { by, from: [Bits::EMPTY; 3] });
                }
                steps[at].from[kind].set(from);
            });
        }
    }
    (steps.len() <= STEPS).then_some(steps)
}

/// Appends slides; not where the numbers of the squares rise and fall on one slide.
fn add_slides<const W: usize>(slides: &mut Vec<Slide<W>>, listed: &[(Vec<Square>, bool)]) -> Option<Rides> {
    let rising = |(squares, _): &&(Vec<Square>, bool)| squares.is_sorted();
    let falling = |(squares, _): &&(Vec<Square>, bool)| squares.len() > 1 && squares.is_sorted_by(|a, b| a > b);
    if !listed.iter().all(|slide| rising(&slide) || falling(&slide)) {
        return None;
    }
    let slide = |(squares, takes): &(Vec<Square>, bool)| {
        let squares = Bits::of(squares.iter().copied().collect());
        Slide { squares, takes: if *takes { squares } else { Bits::EMPTY } }
    };
    let first = slides.len() as u32;
    slides.extend(listed.iter().filter(rising).map(slide));
    let middle = slides.len() as u32;
    slides.extend(listed.iter().filter(falling).map(slide));
    Some(Rides::Slides { first, falling: middle, end: slides.len() as u32 })
}

/// A set of squares of as many words as the board needs.
#[derive(Clone, Copy, Debug)]
struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Bits<W> {
    const EMPTY: Bits<W> = Bits([0; W]);

    fn of(set: SquareSet) -> Bits<W> {
        let words = set.words();
        Bits(std::array::from_fn(|word| words[word]))
    }

    #[inline]
    fn or(self, other: Bits<W>) -> Bits<W> {
        Bits(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    #[inline]
    fn and(self, other: Bits<W>) -> Bits<W> {
        Bits(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    #[inline]
    fn complement(self) -> Bits<W> {
        Bits(self.0.map(|word| !word))
    }

    #[inline]
    fn without(self, other: Bits<W>) -> Bits<W> {
        self.and(other.complement())
    }

    /// All squares moved on by so many numbers; those that go past the last come in again at the first.
    #[inline]
    fn rotated(self, by: usize) -> Bits<W> {
        let (words, bits) = (by / 64, by % 64);
        let carried = (1 << bits) - 1;
        Bits(std::array::from_fn(|word| {
            let [here, before] = [0, 1].map(|back| self.0[(word + 2 * W - words - back) % W].rotate_left(bits as u32));
            here & !carried | before & carried
        }))
    }

    #[inline]
    fn set(&mut self, square: usize) {
        self.set_if(square, true);
    }

    #[inline]
    fn set_if(&mut self, square: usize, wanted: bool) {
        self.0[square / 64 % W] |= u64::from(wanted) << (square % 64);
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// The squares of this set up to the lowest one that is not in `empty`, which is included.
    #[inline]
    fn up_to_lowest(self, empty: Bits<W>) -> Bits<W> {
        let mut open = true;
        Bits(std::array::from_fn(|word| {
            let (squares, blocked) = (self.0[word], self.0[word] & !empty.0[word]);
            // All bits up to the lowest one; all bits if there is none.
            let upto = if open { blocked ^ blocked.wrapping_sub(1) } else { 0 };
            open &= blocked == 0;
            squares & upto
        }))
    }

    /// The squares of this set down to the highest one that is not in `empty`, which is included.
    #[inline]
    fn down_to_highest(self, empty: Bits<W>) -> Bits<W> {
        let mut open = true;
        let mut found = self;
        for word in (0..W).rev() {
            let blocked = self.0[word] & !empty.0[word];
            let downto = if open { u64::MAX << (63 - (blocked | 1).leading_zeros()) } else { 0 };
            open &= blocked == 0;
            found.0[word] &= downto;
        }
        found
    }

    #[inline]
    fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    fn each(self, mut visit: impl FnMut(usize)) {
        for (index, mut word) in self.0.into_iter().enumerate() {
            while word != 0 {
                visit(index * 64 + word.trailing_zeros() as usize);
                word &= word - 1;
            }
        }
    }
}

#[inline]
fn sign(player: Player) -> i32 {
    if player == Player::White { 1 } else { -1 }
}

/// What a square is called in this module's tests.
#[cfg(test)]
fn named(rules: &Rules, name: &str) -> Square {
    rules.board().named(name).expect("a square of the board")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::rng::Rng;
    use crate::sbg::{BUILTIN, builtin, read_game};

    fn terms(rules: &Rules, pos: &Position) -> Vec<(usize, i32)> {
        let mut found = Vec::new();
        Terms::new(rules).each(rules, pos, |term, count| found.push((term, count)));
        found
    }

    fn breakthrough(pieces: &[(&str, char)], to_move: Player) -> (Rules, Position) {
        let (_, rules) = read_game(builtin("breakthrough").unwrap().text).unwrap();
        let mut cells = vec!['.'; 64];
        for (name, letter) in pieces {
            cells[named(&rules, name).index()] = *letter;
        }
        let pos = rules.position(&cells, to_move, 0).unwrap();
        (rules, pos)
    }

    /// The terms with slides by sets of squares, and the number of places that have any, against walking all paths.
    fn slides_agree<const W: usize>(name: &str, rules: &Rules, rng: &mut Rng) -> usize {
        let quick = Tables::<W>::new(rules);
        let mut walked = quick.clone();
        walked.places.iter_mut().for_each(|place| place.rides = Rides::Paths);
        walked.letters.iter_mut().for_each(|letter| letter.steps = None);
        let terms = |tables: &Tables<W>, pos: &Position| {
            let mut found = Vec::new();
            tables.each(rules, pos, |term, count| found.push((term, count)));
            found
        };
        let mut pos = rules.start();
        for ply in 0..200 {
            assert_eq!(terms(&quick, &pos), terms(&walked, &pos), "{name}, ply {ply}");
            match rules.random_move(&pos, rng, &mut Vec::new()) {
                Ok(mv) => _ = rules.play(&mut pos, mv),
                Err(_) => pos = rules.start(),
            }
        }
        quick
            .places
            .iter()
            .filter(|place| matches!(place.rides, Rides::Slides { first, end, .. } if first < end))
            .count()
    }

    /// Two letters with slides of random directions, limits and captures, and now and then a hop or a turn.
    fn random_riders(rng: &mut Rng) -> Rules {
        let size = 6 + rng.index(8);
        let mut text = format!("<<riders>> <BOARD> {size} {size} ");
        for row in 0..size {
            let letter = ["ab", "..", "..", "AB"][row * 4 / size];
            text += &format!("|{}|", letter.repeat(size.div_ceil(2)).split_at(size).0);
        }
        text += " <PIECES> ";
        for letter in ['A', 'B'] {
            let parts: Vec<String> = (0..1 + rng.index(3))
                .map(|_| {
                    let mut step = || (rng.index(5) as i32 - 2, rng.index(2) as i32 + 1);
                    let ((x, y), (u, v)) = (step(), step());
                    match rng.index(6) {
                        0 => format!("({x},{y},e)^*({x},{y},e)"),
                        1 => format!("({x},{y},e)({x},{y},e)"),
                        2 => format!("({x},{y},e)^*({x},{y},p)({x},{y},e)"),
                        3 => format!("({x},{y},e)^*(({u},{v},e) + ({u},{v},p))"),
                        _ => format!("({x},{y},e)^*(({x},{y},e) + ({x},{y},p))"),
                    }
                })
                .collect();
            text += &format!("{letter} (0,1,e) + {} & ", parts.join(" + "));
        }
        read_game(&(text + "<GOALS> 60 &")).unwrap().1
    }

    #[test]
    fn slides_by_sets_of_squares_are_the_paths() {
        let mut rng = Rng::new(71);
        let (mut with_slides, mut large) = (0, 0);
        for game in BUILTIN {
            let (_, rules) = read_game(game.text).unwrap();
            if rules.board().size() <= 64 {
                with_slides += slides_agree::<1>(game.id, &rules, &mut rng);
            } else {
                large += slides_agree::<4>(game.id, &rules, &mut rng);
            }
        }
        for number in 0..100 {
            let rules = random_riders(&mut rng);
            with_slides += slides_agree::<4>(&format!("random game {number}"), &rules, &mut rng);
        }
        assert!(with_slides > 3000 && large > 200, "{with_slides} and {large} places with slides");
    }

    #[test]
    fn a_race_counts_moves_over_squares_that_are_not_guarded() {
        let (rules, pos) = breakthrough(&[("a5", 'P'), ("h3", 'p')], Player::White);
        let found = terms(&rules, &pos);
        assert!(found.contains(&(race(3, true), 1)) && found.contains(&(race(2, false), -1)), "{found:?}");
        // Two pawns before it guard every way.
        let (rules, pos) = breakthrough(&[("a5", 'P'), ("a7", 'p'), ("b7", 'p')], Player::White);
        let races = |(term, _): &(usize, i32)| (RACES..EXPOSED).contains(term);
        assert!(!terms(&rules, &pos).iter().any(|found| races(found) && found.1 > 0));
    }

    #[test]
    fn terms_change_sign_with_the_colours() {
        let (rules, pos) = breakthrough(&[("c4", 'P'), ("d5", 'p'), ("f6", 'p')], Player::White);
        let (_, turned) = breakthrough(&[("c5", 'p'), ("d4", 'P'), ("f3", 'P')], Player::Black);
        let swap = |term: usize| match term {
            term if term >= LETTERS => LETTERS + (term - LETTERS + 2) % 4,
            other => other,
        };
        let mut here = terms(&rules, &pos);
        let mut there: Vec<(usize, i32)> =
            terms(&rules, &turned).into_iter().map(|(term, count)| (swap(term), -count)).collect();
        crate::order::sort(&mut here);
        crate::order::sort(&mut there);
        assert_eq!(here, there);
        assert!(here.contains(&(hanging(0), 1)) && here.contains(&(hanging(1), -1)), "both c4 and d5 hang: {here:?}");
    }
}
