//! How a piece moves, in plain English, read off its automaton.
//!
//! Along each direction we look how far the piece may go over empty squares, and where it may capture. Directions that
//! behave alike share a phrase. What was said is then turned back into an automaton and compared: words that it leaves
//! out are shown as examples, so the sentence never claims more or less than the rule.

use std::cmp::Ordering;

use super::{Dfa, On, Regex, Side, StateId, Step, Word, compile, difference};
use crate::order::{self, SortedMap};

/// Which way the piece looks: White's look up the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Facing {
    Up,
    Down,
}

/// One or more sentences, without a subject's name: "It steps one square ahead …".
///
/// ```
/// use kibitzer::automata::{Facing, On, Regex, Step, compile, describe};
///
/// let pawn = compile(&Regex::Step(Step::new(0, 1, On::Empty))).unwrap();
/// let (up, down) = (describe(&pawn, Facing::Up), describe(&pawn, Facing::Down));
/// assert!(up.contains("one square"), "{up}");
/// assert_ne!(up, down, "what is ahead for White is behind for Black");
/// ```
pub fn describe(dfa: &Dfa, facing: Facing) -> String {
    // What its owner sees: then White's piece and Black's, where they move alike, get the same sentence.
    let dfa = &match facing {
        Facing::Up => dfa.clone(),
        Facing::Down => mirrored(dfa),
    };
    let mut habits: SortedMap<Habit, Vec<Direction>> = SortedMap::new();
    for direction in directions(dfa) {
        if let Some(habit) = habit(dfa, direction) {
            habits.or_default(habit).push(direction);
        }
    }
    let said = Regex::union(habits.iter().flat_map(|(habit, all)| all.iter().flat_map(|way| habit.words(*way))));
    let mut phrases: Vec<String> = Vec::new();
    for (habit, all) in habits.iter() {
        let (leaps, steps): (Vec<Direction>, Vec<Direction>) = all.iter().partition(|way| is_leap(**way));
        if !steps.is_empty() {
            phrases.push(habit.phrase(&steps_named(&steps), false));
        }
        if !leaps.is_empty() {
            phrases.push(habit.phrase(&leaps_named(&leaps), true));
        }
    }
    phrases.extend(left_out(dfa, said, phrases.is_empty()));
    match phrases.len() {
        0 => "It never moves.".to_owned(),
        _ => format!("It {}.", phrases.join("; it ")),
    }
}

type Direction = (i8, i8);

/// Directions in which a first step leads, in a fixed order.
fn directions(dfa: &Dfa) -> Vec<Direction> {
    let mut all: Vec<Direction> = dfa.transitions(Dfa::START).iter().map(|(step, _)| (step.dx, step.dy)).collect();
    all.dedup();
    all
}

/// From so many squares on, up to so many or without end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Distances {
    from: u16,
    to: Option<u16>,
}

/// What a piece does along one direction: how far it goes over empty squares, and at what distances it captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Habit {
    goes: Option<Distances>,
    captures: Option<Distances>,
    captures_own: Option<Distances>,
}

fn habit(dfa: &Dfa, (dx, dy): Direction) -> Option<Habit> {
    let step = |on| Step::new(dx, dy, on);
    let accepting = |state: Option<StateId>| state.is_some_and(|state| dfa.is_accepting(state));
    let mut flags: [Vec<bool>; 3] = Default::default();
    let mut seen = vec![Dfa::START];
    let mut endless = false;
    loop {
        let here = seen[seen.len() - 1];
        for (on, flags) in On::ALL.into_iter().zip(&mut flags) {
            flags.push(accepting(dfa.next(here, step(on))));
        }
        let Some(next) = dfa.next(here, step(On::Empty)) else { break };
        if let Some(index) = seen.iter().position(|state| *state == next) {
            // Only a state with a loop to itself repeats without end in the same way; longer cycles are left to examples.
            endless = index + 1 == seen.len() && index > 0;
            if endless {
                for (on, flags) in On::ALL.into_iter().zip(&mut flags) {
                    flags.push(accepting(dfa.next(next, step(on))));
                }
            }
            break;
        }
        seen.push(next);
    }
    let [goes, captures, captures_own] = flags.map(|flags| distances(&flags, endless));
    let habit = Habit { goes, captures, captures_own };
    let nothing = habit.goes.is_none() && habit.captures.is_none() && habit.captures_own.is_none();
    (!nothing).then_some(habit)
}

/// The one run of distances at which something is so, if it is one run.
fn distances(flags: &[bool], endless: bool) -> Option<Distances> {
    let from = flags.iter().position(|flag| *flag)?;
    let run = flags[from..].iter().take_while(|flag| **flag).count();
    let to = (from + run) as u16;
    Some(Distances { from: from as u16 + 1, to: if endless && from + run == flags.len() { None } else { Some(to) } })
}

impl Distances {
    /// So many steps over empty squares.
    fn ride(self, step: Step) -> Regex {
        let at_least = self.from.saturating_sub(1);
        match self.to {
            None => Regex::concat([Regex::power(Regex::Step(step), at_least), Regex::star(Regex::Step(step))]),
            Some(to) => Regex::union((at_least..to).map(|n| Regex::power(Regex::Step(step), n))),
        }
    }

    fn phrase(self) -> String {
        match (self.from, self.to) {
            (1, None) => "any number of squares".to_owned(),
            (from, None) => format!("{} or more squares", number(from)),
            (1, Some(1)) => "one square".to_owned(),
            (1, Some(2)) => "one or two squares".to_owned(),
            (1, Some(to)) => format!("up to {} squares", number(to)),
            (from, Some(to)) if from == to => format!("exactly {} squares", number(to)),
            (from, Some(to)) => format!("{} to {} squares", number(from), number(to)),
        }
    }

    /// The same for leaps.
    fn times(self) -> String {
        match (self.from, self.to) {
            (1, None) => "any number of times".to_owned(),
            (from, None) => format!("{} or more times", number(from)),
            (1, Some(1)) => "once".to_owned(),
            (1, Some(2)) => "once or twice".to_owned(),
            (1, Some(to)) => format!("up to {} times", number(to)),
            (from, Some(to)) if from == to => format!("exactly {} times", number(to)),
            (from, Some(to)) => format!("{} to {} times", number(from), number(to)),
        }
    }
}

impl Habit {
    /// The words that the habit stands for, so that what was said can be checked.
    fn words(self, (dx, dy): Direction) -> Vec<Regex> {
        let empty = Step::new(dx, dy, On::Empty);
        let ends = [(self.goes, On::Empty), (self.captures, On::Enemy), (self.captures_own, On::Own)];
        ends.into_iter()
            .filter_map(|(distances, on)| {
                Some(Regex::concat([distances?.ride(empty), Regex::Step(Step::new(dx, dy, on))]))
            })
            .collect()
    }

    fn phrase(self, Ways { said: way, but }: &Ways, leap: bool) -> String {
        let single = Some(Distances { from: 1, to: Some(1) });
        let far = |distances: Distances| if leap { distances.times() } else { distances.phrase() };
        let slides = if leap { "leaps" } else { "slides" };
        let mut text = match (self.goes, self.captures) {
            (goes, captures) if leap && goes == single && captures == goes => format!("leaps {way}, also to capture"),
            (goes, None) if leap && goes == single => format!("leaps {way} onto empty squares"),
            (None, captures) if leap && captures == single => format!("leaps {way} only to capture"),
            (goes, captures) if goes == single && captures == goes => {
                format!("steps one square {way}, also to capture")
            }
            (goes, None) if goes == single => format!("steps one square {way} if it is empty"),
            (Some(goes), captures) if captures == Some(goes) => {
                format!("{slides} {} {way} over empty squares and may capture at the end", far(goes))
            }
            (Some(goes), None) => format!("{slides} {} {way} over empty squares", far(goes)),
            (Some(goes), Some(captures)) if leap => {
                format!("leaps {} {way} over empty squares, or {} to capture", far(goes), far(captures))
            }
            (Some(goes), Some(captures)) => {
                format!("goes {} {way} over empty squares and captures at {} that way", far(goes), far(captures))
            }
            (None, Some(captures)) if leap => format!("leaps {} {way} only to capture", far(captures)),
            (None, Some(captures)) => format!("captures {} {way}", far(captures)),
            (None, None) => format!("moves {way}"),
        };
        text += but;
        if let Some(own) = self.captures_own {
            text += &format!("; it may capture its own side's pieces {} {way}{but}", far(own));
        }
        text
    }
}

/// Words of the rule that have not been said, as examples, and a warning if too much was said.
fn left_out(dfa: &Dfa, said: Regex, alone: bool) -> Option<String> {
    const EXAMPLES: usize = 2;
    let mut known = said;
    let mut examples = Vec::new();
    while examples.len() <= EXAMPLES {
        let Ok(so_far) = compile(&known) else { return Some("has more moves than fit in a sentence".to_owned()) };
        match difference(dfa, &so_far) {
            Some(found) if found.accepted_by == Side::Left => {
                known = Regex::union([known, Regex::concat(found.word.iter().map(|step| Regex::Step(*step)))]);
                examples.push(found.word);
            }
            _ => break,
        }
    }
    if examples.is_empty() {
        return None;
    }
    let more = examples.len() > EXAMPLES;
    let shown: Vec<String> = examples.iter().take(EXAMPLES).map(path).collect();
    let lead = match (more, alone) {
        (true, true) => "has moves such as these:",
        (true, false) => "has other moves too, such as",
        (false, true) => "moves",
        (false, false) => "may also move",
    };
    Some(format!("{lead} {}", shown.join(", or ")))
}

/// `one ahead over an empty square, then one right onto an opponent's piece`
fn path(word: &Word) -> String {
    let last = word.len().saturating_sub(1);
    let steps = word.iter().enumerate().map(|(index, step)| {
        let what = match (step.on, index == last) {
            (On::Empty, false) => "over an empty square",
            (On::Empty, true) => "onto an empty square",
            (On::Enemy, false) => "over an opponent's piece",
            (On::Enemy, true) => "to capture",
            (On::Own, false) => "over one of its own side",
            (On::Own, true) => "to capture one of its own side",
        };
        format!("{} {what}", name((step.dx, step.dy)))
    });
    steps.collect::<Vec<_>>().join(", then ")
}

/// A direction that leads past the neighbouring squares.
fn is_leap((dx, dy): Direction) -> bool {
    dx.unsigned_abs().max(dy.unsigned_abs()) > 1
}

const STRAIGHT: [Direction; 4] = [(0, 1), (0, -1), (-1, 0), (1, 0)];
const DIAGONAL: [Direction; 4] = [(-1, 1), (1, 1), (-1, -1), (1, -1)];

/// Several directions together.
struct Ways {
    said: String,
    /// What limits them, for the end of the phrase: `, except straight back`.
    but: String,
}

/// Directions to neighbouring squares, as seen by a piece that faces ahead.
fn steps_named(ahead: &[Direction]) -> Ways {
    let exactly = |ways: &[Direction]| ways.len() == ahead.len() && ways.iter().all(|way| ahead.contains(way));
    let all: Vec<Direction> = STRAIGHT.into_iter().chain(DIAGONAL).collect();
    let groups: [(&[Direction], &str); 8] = [
        (&all, "in any direction"),
        (&STRAIGHT, "straight in any direction"),
        (&DIAGONAL, "diagonally in any direction"),
        (&[(0, 1), (-1, 1), (1, 1)], "straight or diagonally ahead"),
        (&[(-1, 1), (1, 1)], "diagonally ahead"),
        (&[(-1, -1), (1, -1)], "diagonally back"),
        (&[(-1, 0), (1, 0)], "sideways"),
        (&[(0, 1), (-1, 0), (1, 0)], "ahead or sideways"),
    ];
    if let Some((_, name)) = groups.iter().find(|(ways, _)| exactly(ways)) {
        return Ways { said: (*name).to_owned(), but: String::new() };
    }
    match exceptions(&all, ahead) {
        Some(but) => Ways { said: "in any direction".to_owned(), but },
        None => Ways { said: listed(ahead.to_vec()), but: String::new() },
    }
}

/// Leaps: those that turning or mirroring the board makes of one another share a name.
fn leaps_named(directions: &[Direction]) -> Ways {
    let mut kinds: SortedMap<(u8, u8), Vec<Direction>> = SortedMap::new();
    for way in directions {
        let (across, along) = (way.0.unsigned_abs(), way.1.unsigned_abs());
        kinds.or_default((across.min(along), across.max(along))).push(*way);
    }
    let mut named: Vec<Ways> = kinds.iter().map(|(kind, ahead)| leaps_of_a_kind(*kind, ahead)).collect();
    if named.len() == 1 {
        return named.remove(0);
    }
    let said: Vec<String> = named.into_iter().map(|Ways { said, but }| said + &but).collect();
    Ways { said: said.join(", or "), but: String::new() }
}

/// Leaps of so many squares one way and so many the other.
fn leaps_of_a_kind((short, long): (u8, u8), ahead: &[Direction]) -> Ways {
    let mut all: Vec<Direction> = Vec::new();
    let [a, b] = [short, long].map(|distance| i8::try_from(distance).unwrap_or(i8::MAX));
    for (a, b) in [(a, b), (b, a)] {
        for way in [(a, b), (a, -b), (-a, b), (-a, -b)] {
            if !all.contains(&way) {
                all.push(way);
            }
        }
    }
    let (near, far) = (number(u16::from(short)), number(u16::from(long)));
    let said = match (short, long) {
        (0, _) => format!("{far} squares straight in any direction"),
        (1, 2) => "like a chess knight".to_owned(),
        _ if short == long => format!("{far} squares diagonally in any direction"),
        _ => format!("{far} squares straight and {near} to the side in any direction"),
    };
    let but = if ahead.len() == all.len() { Some(String::new()) } else { only(&all, ahead) };
    match but.or_else(|| exceptions(&all, ahead)) {
        Some(but) => Ways { said, but },
        None => Ways { said: listed(ahead.to_vec()), but: String::new() },
    }
}

/// `, but only ahead`, where that is what sets these directions apart from all of their kind.
fn only(all: &[Direction], ahead: &[Direction]) -> Option<String> {
    let far = all.iter().map(|way| way.1).max()?;
    let near = all.iter().map(|way| way.0.abs()).min()?;
    let steep =
        format!("{} ahead and {} to the side", number(far.unsigned_abs().into()), number(near.unsigned_abs().into()));
    let parts: [(&dyn Fn(Direction) -> bool, &str); 5] = [
        (&|(_, dy)| dy > 0, "ahead"),
        (&|(_, dy)| dy < 0, "back"),
        (&|(dx, _)| dx < 0, "to the left"),
        (&|(dx, _)| dx > 0, "to the right"),
        (&|(dx, dy)| dy == far && dx.abs() == near && near > 0, &steep),
    ];
    // A single direction has a name of its own.
    let fits = |part: &dyn Fn(Direction) -> bool| all.iter().all(|way| part(*way) == ahead.contains(way));
    let (_, name) = parts.iter().find(|(part, _)| ahead.len() > 1 && fits(*part))?;
    Some(format!(", but only {name}"))
}

/// `, except straight back`, where a few are missing of many.
fn exceptions(all: &[Direction], ahead: &[Direction]) -> Option<String> {
    let missing: Vec<Direction> = all.iter().filter(|way| !ahead.contains(way)).copied().collect();
    let most = if all.len() > 4 { 3 } else { 1 };
    (missing.len() <= most).then(|| format!(", except {}", listed(missing)))
}

/// Each by its own name, clockwise from straight ahead.
fn listed(mut ahead: Vec<Direction>) -> String {
    order::sort_by(&mut ahead, |a, b| clockwise(*a, *b));
    let mut names: Vec<String> = ahead.iter().map(|way| name(*way)).collect();
    let last = names.pop().unwrap_or_default();
    if names.is_empty() { last } else { format!("{} or {last}", names.join(", ")) }
}

/// Round from straight ahead to the right; nearer ones first.
fn clockwise(a: Direction, b: Direction) -> Ordering {
    let left = |(dx, dy): Direction| dx < 0 || (dx == 0 && dy < 0);
    let turn = i32::from(a.0) * i32::from(b.1) - i32::from(a.1) * i32::from(b.0);
    let far = |(dx, dy): Direction| dx.unsigned_abs().max(dy.unsigned_abs());
    left(a).cmp(&left(b)).then(turn.cmp(&0)).then(far(a).cmp(&far(b)))
}

/// The same rule from the other side of the board.
fn mirrored(dfa: &Dfa) -> Dfa {
    let mut other = Dfa::empty();
    other.set_accepting(Dfa::START, dfa.is_accepting(Dfa::START));
    for state in dfa.states().skip(1) {
        other.add_state(dfa.is_accepting(state));
    }
    for state in dfa.states() {
        for (step, next) in dfa.transitions(state) {
            other.connect(state, step.mirrored(), *next);
        }
    }
    other
}

/// One direction. Left and right are the board's, seen from White's side.
fn name((dx, dy): Direction) -> String {
    let side = if dx < 0 { "left" } else { "right" };
    let line = if dy < 0 { "back" } else { "ahead" };
    let count = |distance: i8| number(u16::from(distance.unsigned_abs()));
    match (dx, dy) {
        (0, 0) => "nowhere".to_owned(),
        (0, 1) => "straight ahead".to_owned(),
        (0, -1) => "straight back".to_owned(),
        (0, _) => format!("{} squares straight {line}", count(dy)),
        (-1 | 1, 0) => format!("to the {side}"),
        (_, 0) => format!("{} squares to the {side}", count(dx)),
        (-1 | 1, -1 | 1) => format!("diagonally {line} to the {side}"),
        _ => format!("{} {line} and {} to the {side}", count(dy), count(dx)),
    }
}

fn number(n: u16) -> String {
    const WORDS: [&str; 11] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    WORDS.get(usize::from(n)).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}
