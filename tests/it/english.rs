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
        ("chess", 'N', "It leaps one square one way and two the other, also to capture."),
        ("tamerlane", 'C', "It leaps one square one way and three the other, also to capture."),
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
    let said = stepper(&[(-1, 1), (0, -1), (1, 0), (0, 1), (-1, -1)], Facing::Up);
    let order =
        "straight ahead, to the right, straight back, diagonally back to the left or diagonally ahead to the left";
    assert_eq!(said, format!("It steps one square {order} if it is empty."));
    // Black looks the other way; left and right stay the onlooker's.
    let said = stepper(&[(-1, -1), (0, 1), (1, 0), (0, -1), (-1, 1)], Facing::Down);
    assert_eq!(said, format!("It steps one square {order} if it is empty."));
    for (missing, facing, words) in [
        ((0, -1), Facing::Up, "straight back"),
        ((0, -1), Facing::Down, "straight ahead"),
        ((-1, 1), Facing::Up, "diagonally ahead to the left"),
    ] {
        let seven: Vec<(i8, i8)> = ways.into_iter().filter(|way| *way != missing).collect();
        let sentence = format!("It steps one square in any direction except {words} if it is empty.");
        assert_eq!(stepper(&seven, facing), sentence);
    }
    let knight = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1)];
    let sentence =
        "It leaps one square one way and two the other except two ahead and one to the left if that square is empty.";
    assert_eq!(stepper(&knight, Facing::Up), sentence);
}

#[test]
fn what_does_not_fit_a_phrase_is_shown_by_example() {
    let man = say("checkers-breakthrough", 'P');
    assert!(man.contains("over an opponent's piece, then"), "{man}");
    let cannon = say("cannon", 'C');
    assert!(cannon.contains("slides any number of squares straight in any direction"), "{cannon}");
    assert!(cannon.contains("has longer ways too"), "{cannon}");
}

#[test]
fn every_piece_in_the_box_has_a_sentence() {
    for game in BUILTIN {
        let (_, rules) = read_game(game.text).unwrap();
        for (_, info) in rules.pieces() {
            let sentence = describe(&info.dfa, Facing::Up);
            assert!(sentence.len() < 500 && sentence.ends_with('.'), "{}: {sentence}", game.id);
        }
    }
}
