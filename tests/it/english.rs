//! Rules in plain English.

use kibitzer::automata::{Dfa, Facing, On, Step, describe};
use kibitzer::sbg::{BUILTIN, builtin, read_game};

fn say(game: &str, letter: char) -> String {
    let (_, rules) = read_game(builtin(game).unwrap().text).unwrap();
    let facing = if letter.is_ascii_uppercase() { Facing::Up } else { Facing::Down };
    describe(&rules.info(rules.piece(letter).unwrap()).dfa, facing)
}

#[test]
fn pieces_are_described_as_people_describe_them() {
    let cases = [
        ("chess", 'P', "It captures one square diagonally ahead; it steps one square straight ahead if it is empty."),
        ("chess", 'p', "It captures one square diagonally ahead; it steps one square straight ahead if it is empty."),
        ("chess", 'N', "It leaps like a chess knight, also to capture."),
        ("tamerlane", 'C', "It leaps three squares straight and one to the side in any direction, also to capture."),
        ("tamerlane", 'D', "It leaps two squares straight in any direction, also to capture."),
        ("tamerlane", 'E', "It leaps two squares diagonally in any direction, also to capture."),
        ("chess", 'K', "It steps one square in any direction, also to capture."),
        (
            "chess",
            'R',
            "It slides any number of squares straight in any direction over empty squares and may capture at the end.",
        ),
        (
            "chess",
            'B',
            "It slides any number of squares diagonally in any direction over empty squares and may capture at the end.",
        ),
        (
            "chess",
            'Q',
            "It slides any number of squares in any direction over empty squares and may capture at the end.",
        ),
        (
            "limited-rider",
            'l',
            "It slides up to three squares straight or diagonally ahead over empty squares and may capture at the end.",
        ),
        (
            "tamerlane",
            'T',
            "It slides two or more squares diagonally in any direction over empty squares and may capture at the end.",
        ),
    ];
    for (game, letter, sentence) in cases {
        assert_eq!(say(game, letter), sentence, "{game} {letter}");
    }
}

/// A piece that steps these ways onto empty squares.
fn stepper(ways: &[(i8, i8)], facing: Facing) -> String {
    let mut dfa = Dfa::empty();
    let end = dfa.add_state(true);
    ways.iter().for_each(|&(dx, dy)| dfa.connect(Dfa::START, Step::new(dx, dy, On::Empty), end));
    describe(&dfa, facing)
}

#[test]
fn directions_without_a_name_go_round_clockwise_from_ahead() {
    let ways = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
    let said = stepper(&[(-1, 1), (0, -1), (1, 0), (-1, -1)], Facing::Up);
    let order = "to the right, straight back, diagonally back to the left or diagonally ahead to the left";
    assert_eq!(said, format!("It steps one square {order} if it is empty."));
    // Black looks the other way; left and right stay White's.
    let said = stepper(&[(-1, -1), (0, 1), (1, 0), (-1, 1)], Facing::Down);
    assert_eq!(said, format!("It steps one square {order} if it is empty."));
    for (missing, facing, words) in [
        ((0, -1), Facing::Up, "straight back"),
        ((0, -1), Facing::Down, "straight ahead"),
        ((-1, 1), Facing::Up, "diagonally ahead to the left"),
    ] {
        let seven: Vec<(i8, i8)> = ways.into_iter().filter(|way| *way != missing).collect();
        let sentence = format!("It steps one square in any direction if it is empty, except {words}.");
        assert_eq!(stepper(&seven, facing), sentence);
    }
    let said = stepper(&[(0, 1), (1, 1), (1, 0), (1, -1), (-1, 0), (-1, 1)], Facing::Up);
    let words = "straight back or diagonally back to the left";
    assert_eq!(said, format!("It steps one square in any direction if it is empty, except {words}."));
}

#[test]
fn leaps_are_told_by_the_leaper_that_people_know_and_by_what_is_missing() {
    let knight = [(-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1)];
    let without =
        |missing: &[(i8, i8)]| -> Vec<(i8, i8)> { knight.into_iter().filter(|way| !missing.contains(way)).collect() };
    let cases = [
        (knight.to_vec(), "like a chess knight onto empty squares"),
        (without(&[(-1, -2)]), "like a chess knight onto empty squares, except two back and one to the left"),
        (
            without(&[(-1, -2), (2, 1)]),
            "like a chess knight onto empty squares, except one ahead and two to the right or two back and one to the left",
        ),
        (without(&[(2, -1), (1, -2), (-1, -2), (-2, -1)]), "like a chess knight onto empty squares, but only ahead"),
        (vec![(-1, 2), (1, 2)], "like a chess knight onto empty squares, but only two ahead and one to the side"),
        (vec![(1, 2)], "two ahead and one to the right onto empty squares"),
        (
            vec![(-1, 3), (1, 3), (3, 1), (3, -1), (1, -3), (-1, -3), (-3, -1)],
            "three squares straight and one to the side in any direction onto empty squares, \
             except one ahead and three to the left",
        ),
        (
            vec![(0, 2), (2, 0), (-2, 0)],
            "two squares straight in any direction onto empty squares, except two squares straight back",
        ),
        (
            [knight.to_vec(), vec![(2, 2), (2, -2), (-2, 2), (-2, -2)]].concat(),
            "like a chess knight, or two squares diagonally in any direction onto empty squares",
        ),
    ];
    for (ways, words) in cases {
        assert_eq!(stepper(&ways, Facing::Up), format!("It leaps {words}."));
    }
    let black: Vec<(i8, i8)> = without(&[(-1, 2)]);
    let said = "It leaps like a chess knight onto empty squares, except two back and one to the left.";
    assert_eq!(stepper(&black, Facing::Down), said);
    // Steps and leaps of one piece have a phrase each.
    let said = stepper(&[&knight[..], &[(0, 1), (1, 0), (0, -1), (-1, 0)]].concat(), Facing::Up);
    let both = "It steps one square straight in any direction if it is empty; it leaps like a chess knight onto empty squares.";
    assert_eq!(said, both);
    // No step is too long to be told.
    for far in [i8::MIN, i8::MAX] {
        assert!(stepper(&[(far, 1), (1, far), (far, far)], Facing::Down).starts_with("It leaps "));
    }
}

#[test]
fn leaps_that_repeat_are_counted_in_leaps() {
    let mut dfa = Dfa::empty();
    let end = dfa.add_state(true);
    for (dx, dy) in [(-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1)] {
        let on = dfa.add_state(true);
        for from in [Dfa::START, on] {
            dfa.connect(from, Step::new(dx, dy, On::Empty), on);
            dfa.connect(from, Step::new(dx, dy, On::Enemy), end);
        }
    }
    let said = "It leaps any number of times like a chess knight over empty squares and may capture at the end.";
    assert_eq!(describe(&dfa, Facing::Up), said);
}

#[test]
fn what_does_not_fit_a_phrase_is_shown_by_example() {
    let man = say("checkers-breakthrough", 'P');
    assert!(man.contains("over an opponent's piece, then"), "{man}");
    let cannon = say("cannon", 'C');
    assert!(cannon.contains("slides any number of squares straight in any direction"), "{cannon}");
    assert!(cannon.contains("has other moves too"), "{cannon}");
    // Nothing was said before: these are not other moves.
    let giraffe = say("tamerlane", 'G');
    assert!(
        giraffe.starts_with("It has moves such as these: diagonally back to the left over an empty square"),
        "{giraffe}"
    );
}

#[test]
fn the_same_is_said_of_both_players_pieces() {
    for game in BUILTIN {
        let (def, rules) = read_game(game.text).unwrap();
        for piece in def
            .pieces
            .iter()
            .filter(|piece| def.pieces.iter().all(|other| other.letter != piece.letter.to_ascii_lowercase()))
        {
            let other = piece.letter.to_ascii_lowercase();
            assert!(rules.pieces().any(|(_, info)| info.letter == other), "{}: {other}", game.id);
            assert_eq!(say(game.id, piece.letter), say(game.id, other), "{}", game.id);
        }
    }
}

#[test]
fn every_built_in_piece_has_a_sentence() {
    for game in BUILTIN {
        let (_, rules) = read_game(game.text).unwrap();
        for (_, info) in rules.pieces() {
            let sentence = describe(&info.dfa, Facing::Up);
            assert!(sentence.len() < 500 && sentence.ends_with('.'), "{}: {sentence}", game.id);
        }
    }
}
