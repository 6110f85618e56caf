//! A piece's automaton in Betza's notation, as far as Fairy-Stockfish reads it.
//!
//! The words of the piece that fit on the board are covered by those of simple moves: leaps, rides, hops and lame leaps, each
//! for one direction and for moving or capturing. If they are covered exactly, the simple moves spell the piece; if not, a
//! word that is left over is the reason.

use std::collections::BTreeSet;

use kibitzer::automata::{Dfa, On, Step, Word, fits, show_word, words_on_board};
use kibitzer::board::Geometry;

/// More words than this are not the moves of any piece that the notation knows.
const MOST_WORDS: usize = 20_000;

/// A base move: its letter, and one of its eight (or four) directions, as rows ahead and columns to the right.
const ATOMS: &[(char, i8, i8)] = &[
    ('W', 1, 0),
    ('F', 1, 1),
    ('D', 2, 0),
    ('N', 2, 1),
    ('A', 2, 2),
    ('H', 3, 0),
    ('C', 3, 1),
    ('Z', 3, 2),
    ('G', 3, 3),
];

/// How a piece gets along a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gait {
    Leap,
    /// Over empty squares, at most so many steps where there is a number.
    Ride(Option<u8>),
    /// Over exactly one piece, with empty squares before and behind it.
    Hop,
    /// Over the squares between, which must be empty.
    Lame,
}

/// Spells the piece, whose automaton is as White sees it, or says why that cannot be done.
pub(crate) fn betza(dfa: &Dfa, board: Geometry) -> Result<String, String> {
    let Some(words) = words_on_board(dfa, board, MOST_WORDS) else {
        return Err(format!("it has more than {MOST_WORDS} ways to move"));
    };
    let words: BTreeSet<Word> = words.into_iter().collect();
    if let Some(word) = words.iter().find(|word| word.last().is_some_and(|step| step.on == On::Own)) {
        return Err(format!("it captures its own side's pieces: {}", show_word(word)));
    }
    let mut covered = BTreeSet::new();
    let mut spelled = String::new();
    for gait in gaits(board) {
        for &(atom, ahead, aside) in ATOMS {
            spell_atom(&words, &mut covered, &mut spelled, board, gait, (atom, ahead, aside));
        }
    }
    match words.iter().find(|word| !covered.contains(*word)) {
        Some(word) => Err(format!("no base move of Betza's notation covers {}", show_word(word))),
        None => Ok(spelled),
    }
}

/// The longest rides first, since they cover shorter ones; leaps come before rides in the spelling of few pieces, so the
/// order is that of the search for them.
fn gaits(board: Geometry) -> Vec<Gait> {
    let longest = board.width().max(board.height()) as u8;
    let limited = (2..longest.min(10)).rev().map(|steps| Gait::Ride(Some(steps)));
    [Gait::Ride(None)].into_iter().chain(limited).chain([Gait::Leap, Gait::Lame, Gait::Hop]).collect()
}

/// Adds what this atom and gait contribute: together for both, then for moving and for capturing alone.
fn spell_atom(
    words: &BTreeSet<Word>,
    covered: &mut BTreeSet<Word>,
    spelled: &mut String,
    board: Geometry,
    gait: Gait,
    (atom, ahead, aside): (char, i8, i8),
) {
    let rides = matches!(gait, Gait::Ride(_) | Gait::Hop);
    if (rides && !matches!(atom, 'W' | 'F' | 'N')) || (gait == Gait::Hop && atom == 'N') {
        return;
    }
    if gait == Gait::Lame && !matches!(atom, 'N' | 'A' | 'D') {
        return;
    }
    let directions = directions(ahead, aside);
    // For moving and for capturing: which directions this gait covers with something new.
    let mut can = [Vec::new(), Vec::new()];
    let mut added = Vec::new();
    for (on, can) in [On::Empty, On::Enemy].into_iter().zip(&mut can) {
        for &(dx, dy, code) in &directions {
            let fitting: Vec<Word> =
                unit(gait, dx, dy, on, board).into_iter().filter(|word| fits(word, board)).collect();
            let new = fitting.iter().any(|word| !covered.contains(word));
            if new && fitting.iter().all(|word| words.contains(word)) {
                can.push(code);
                added.extend(fitting);
            }
        }
    }
    covered.extend(added);
    let [moves, captures] = can;
    let both: Vec<&str> = moves.iter().copied().filter(|code| captures.contains(code)).collect();
    let only = |these: &[&'static str]| these.iter().copied().filter(|code| !both.contains(code)).collect::<Vec<_>>();
    for (mode, codes) in [("", both.clone()), ("m", only(&moves)), ("c", only(&captures))] {
        if codes.is_empty() {
            continue;
        }
        spelled.push_str(&direction_codes(&codes, directions.len()));
        spelled.push_str(mode);
        match gait {
            Gait::Leap => spelled.push(atom),
            Gait::Lame => spelled.extend(['n', atom]),
            Gait::Hop => spelled.extend(['p', rider(atom)]),
            Gait::Ride(None) if atom == 'N' => spelled.push_str("NN"),
            Gait::Ride(None) => spelled.push(rider(atom)),
            Gait::Ride(Some(steps)) if atom == 'N' => spelled.push_str(&format!("N{steps}")),
            Gait::Ride(Some(steps)) => spelled.push_str(&format!("{}{steps}", rider(atom))),
        }
    }
}

fn rider(atom: char) -> char {
    if atom == 'W' { 'R' } else { 'B' }
}

/// The directions of an atom as (dx, dy), with their codes in Fairy-Stockfish's reading of the notation.
fn directions(ahead: i8, aside: i8) -> Vec<(i8, i8, &'static str)> {
    let (a, b) = (ahead, aside);
    if b == 0 {
        vec![(0, a, "f"), (0, -a, "b"), (-a, 0, "l"), (a, 0, "r")]
    } else if a == b {
        vec![(a, a, "fr"), (-a, a, "fl"), (a, -a, "br"), (-a, -a, "bl")]
    } else {
        vec![
            (b, a, "rf"),
            (-b, a, "lf"),
            (b, -a, "rb"),
            (-b, -a, "lb"),
            (a, b, "fr"),
            (-a, b, "fl"),
            (a, -b, "br"),
            (-a, -b, "bl"),
        ]
    }
}

fn direction_codes(codes: &[&str], all: usize) -> String {
    let is = |these: &[&str]| codes.len() == these.len() && these.iter().all(|code| codes.contains(code));
    if codes.len() == all {
        String::new()
    } else if all == 4 && is(&["fr", "fl"]) {
        "f".to_owned()
    } else if all == 4 && is(&["br", "bl"]) {
        "b".to_owned()
    } else {
        codes.concat()
    }
}

/// The words of one gait in one direction.
fn unit(gait: Gait, dx: i8, dy: i8, on: On, board: Geometry) -> Vec<Word> {
    let step = |on| Step::new(dx, dy, on);
    let longest = board.width().max(board.height());
    let along = |empty: usize| vec![step(On::Empty); empty];
    match gait {
        Gait::Leap => vec![vec![step(on)]],
        Gait::Ride(most) => {
            let most = most.map_or(longest, usize::from);
            (0..most).map(|empty| [along(empty), vec![step(on)]].concat()).collect()
        }
        Gait::Hop => {
            let mut words = Vec::new();
            for (before, behind) in (0..longest).flat_map(|before| (0..longest).map(move |behind| (before, behind))) {
                for over in [On::Enemy, On::Own] {
                    words.push([along(before), vec![step(over)], along(behind), vec![step(on)]].concat());
                }
            }
            words
        }
        Gait::Lame => {
            let (first_x, first_y) =
                if dx.abs() == dy.abs() { (dx.signum(), dy.signum()) } else { longer_axis(dx, dy) };
            vec![vec![Step::new(first_x, first_y, On::Empty), Step::new(dx - first_x, dy - first_y, on)]]
        }
    }
}

/// One step along the axis on which the leap is longer.
fn longer_axis(dx: i8, dy: i8) -> (i8, i8) {
    if dx.abs() > dy.abs() { (dx.signum(), 0) } else { (0, dy.signum()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kibitzer::sbg::{builtin, read_game};

    fn spelled(game: &str, letter: char) -> Result<String, String> {
        let (_, rules) = read_game(builtin(game).unwrap().text).unwrap();
        betza(&rules.info(rules.piece(letter).unwrap()).dfa, rules.board())
    }

    #[test]
    fn well_known_pieces_are_spelled_as_in_the_books() {
        for (game, letter, expected) in [
            ("chess", 'P', "fmWfcF"),
            ("chess", 'N', "N"),
            ("chess", 'R', "R"),
            ("chess", 'B', "B"),
            ("chess", 'Q', "RB"),
            ("chess", 'K', "WF"),
            ("breakthrough", 'P', "fmWfF"),
            ("escort-breakthrough", 'K', "flrWfF"),
            ("cannon", 'C', "mRcpR"),
            ("cannon", 'H', "nN"),
            ("cannon", 'S', "flrW"),
        ] {
            assert_eq!(spelled(game, letter), Ok(expected.to_owned()), "{game} {letter}");
        }
    }

    #[test]
    fn a_piece_that_cannot_be_spelled_is_told_by_a_word() {
        let text = "<BOARD>\n3 4\n|k.k|\n|...|\n|...|\n|K.K|\n<PIECES>\nK (0,1,e)(1,0,e) + (0,1,e) &\n<GOALS>\n9 &\n#K 0 &\n#k 0 &\n";
        let (_, rules) = read_game(text).unwrap();
        let told = betza(&rules.info(rules.piece('K').unwrap()).dfa, rules.board()).unwrap_err();
        assert!(told.contains("(0,1,e)(1,0,e)"), "{told}");
    }
}
