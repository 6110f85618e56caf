//! Game text: both dialects, what is printed, and where errors point.

use kibitzer::automata::{compile, difference};
use kibitzer::game::Game;
use kibitzer::game::perft;
use kibitzer::rng::Rng;
use kibitzer::sbg::{BUILTIN, Drawing, GameDef, Goal, Naming, PieceDef, PieceName, Rules, builtin, parse, read_game};

use crate::random;

#[test]
fn every_built_in_game_is_whole_and_says_where_it_comes_from() {
    for game in BUILTIN {
        let (def, _) = read_game(game.text).unwrap_or_else(|error| panic!("{}: {error}", game.id));
        assert!(!def.name.is_empty() && def.about.len() > 40, "{}", game.id);
        assert_eq!(parse(&def.to_string()).unwrap(), def, "{}: printed and read again", game.id);
    }
}

fn naming(letter: char, name: Option<&str>, drawing: Option<Drawing>) -> Naming {
    Naming { letter, name: name.map(|name| PieceName::new(name).unwrap()), drawing }
}

#[test]
fn a_game_printed_and_read_again_is_the_same_game() {
    let mut games = 0;
    for seed in 0..1_000 {
        let mut rng = Rng::new(seed);
        let alphabet = random::alphabet(&mut rng);
        let board = random::board(&mut rng, 16);
        let rules = ['A', 'Z', 'z'].map(|letter| PieceDef { letter, rule: random::regex(&mut rng, &alphabet, 3) });
        let names = match seed % 3 {
            0 => Vec::new(),
            _ => vec![
                naming('Z', Some("Zèbre d'eau 2"), Drawing::named("dog")),
                naming('z', None, Drawing::named("moon")),
            ],
        };
        let def = GameDef {
            name: "A name".to_owned(),
            about: "Words about it.".to_owned(),
            board,
            setup: board.squares().map(|_| *rng.pick(&['.', 'A', 'a', 'Z', 'z'])).collect(),
            pieces: rules.to_vec(),
            names: names.clone(),
            goals: vec![
                Goal::Reach { letter: 'A', squares: board.squares().take(3).collect() },
                Goal::Keep { letter: 'z', left: rng.below(9) },
            ],
            ply_limit: 1 + rng.below(500),
        };
        let text = def.to_string();
        assert_eq!(parse(&text), Ok(def), "seed {seed}:\n{text}");
        games += 1;
    }
    assert_eq!(games, 1_000);
}

/// The chess file made by others, in the older dialect: byte-order mark, `&&`, `<--BOARD-->`, `#K 1`.
const OLDER: &str = "\u{feff}Chess\n\n<--BOARD-->\n3 3\n\nk.k\n...\nK.K\n\n<--PIECES-->\nK (0,1,e) +\n  (0,1,p) &&\n\n<--GOALS-->\n200 &\n@K 0 2, 2 2 &\n#K 1 &\n#k 2 &\n";

#[test]
fn both_dialects_are_read_and_mean_what_they_say() {
    let older = parse(OLDER).unwrap();
    assert_eq!(older.name, "Chess");
    assert_eq!(older.goals[1..], [Goal::Keep { letter: 'K', left: 1 }, Goal::Keep { letter: 'k', left: 0 }]);
    let newer = older.to_string();
    assert!(newer.contains("<BOARD>") && newer.contains("#K 1 &") && newer.contains("#k 0 &"), "{newer}");
    assert_eq!(parse(&newer), Ok(older));
}

#[test]
fn sections_come_in_any_order_and_comments_anywhere() {
    let text = "<<N>> // about it\n/* { ignored } */ // and more\n<GOALS> 9 & /* x */ #K 0 & <PIECES> K (0,1,e) // up\n & <BOARD> 1 3 |k| . // middle\n K";
    let def = parse(text).unwrap();
    assert_eq!(def.about, "about it and more");
    assert_eq!(def.setup, ['K', '.', 'k']);
}

#[test]
fn a_built_in_rule_says_the_same_as_the_same_rule_written_out() {
    let written_out = "(0,1,e) + (0,1,e)^2 + (0,1,e)^3 + (0,1,p) + (0,1,e)(0,1,p) + (0,1,e)^2(0,1,p)";
    let short = "(0,1,e)^*((0,1,e) + (0,1,p))";
    let dfa = |rule: &str| compile(&parse(&game_with(rule)).unwrap().pieces[0].rule).unwrap();
    let found = difference(&dfa(short), &dfa(written_out)).unwrap();
    assert_eq!(found.word.len(), 4, "they differ only in words longer than the board");
    let count = |rule: &str| {
        let rules = read_game(&game_with(rule)).unwrap().1;
        perft(&rules, &mut rules.start(), 3)
    };
    assert_eq!(count(short), count(written_out));
}

fn game_with(rule: &str) -> String {
    format!("<BOARD> 2 4 k. .. .. .K <PIECES> K {rule} & <GOALS> 9 &")
}

#[test]
fn errors_point_at_what_is_wrong_and_say_what_was_expected() {
    let cases = [
        ("", "1:1: the section <BOARD> is missing"),
        ("just words", "1:11: the section <BOARD> is missing"),
        ("a\nb", "2:1: expected a section, such as <BOARD>, found \"b\""),
        ("<<name\n<BOARD>", "1:7: expected >> after the name of the game, but nothing follows"),
        ("<BORD>", "1:1: there is no section \"BORD\": expected BOARD, PIECES or GOALS"),
        ("<BOARD 3 3", "1:7: expected >, found a space"),
        (
            "<BOARD> 1 2 k K <--PIECES-->",
            "1:17: the headings of a file must all look like <BOARD> or all like <--BOARD-->",
        ),
        ("<BOARD> 1 2 k K <BOARD> 1 2 k K", "1:17: there is a section BOARD already"),
        ("<BOARD> /* no end", "1:9: this comment is never closed: expected */"),
        ("<BOARD> x", "1:9: expected the number of columns, found \"x\""),
        ("<BOARD> 17 3", "1:9: a board has 1 to 16 columns and 1 to 16 rows"),
        ("<BOARD> 0 3", "1:9: a board has 1 to 16 columns and 1 to 16 rows"),
        ("<BOARD> 99999999999 3", "1:9: a board has 1 to 16 columns and 1 to 16 rows"),
        ("<BOARD> 3 2\n...\n..", "3:1: this row has 2 squares, but the board is 3 wide"),
        ("<BOARD> 3 2\n...\n", "3:1: expected 2 rows, top row first, but there are only 1"),
        ("<BOARD> 2 1\n.!", "2:2: expected a letter or `.` in this row, found \"!\""),
        ("<BOARD> 2 1\n|..", "2:4: expected a letter, `.` or | in this row, but nothing follows"),
        ("<BOARD> 2 1\n|.. |", "2:4: expected a letter, `.` or | in this row, found a space"),
        ("<BOARD> 1 1\n.\n.", "3:1: expected a section after the last row, found \".\""),
        ("<PIECES> 5", "1:10: expected a piece's letter, found \"5\""),
        ("<PIECES> K (0,1)", "1:16: expected a comma in this step, as in (0,1,e), found \")\""),
        ("<PIECES> K (0,1,x)", "1:17: expected e (empty), p (the opponent's) or w (one's own), found \"x)\""),
        ("<PIECES> K (0,1,e", "1:18: expected ) at the end of this step, but nothing follows"),
        ("<PIECES> K (0,200,e)", "1:15: this number is too large: expected at most 127"),
        ("<PIECES> K (a,1,e)", "1:13: expected a distance, as in (0,1,e), found \"a,1,e)\""),
        ("<PIECES> K (0,1,e)^x", "1:20: expected * or a number after ^, found \"x\""),
        ("<PIECES> K (0,1,e) +", "1:21: expected a step such as (0,1,e), but nothing follows"),
        ("<PIECES> K ((0,1,e)", "1:20: expected +, a step or ) to close this group, but nothing follows"),
        ("<PIECES> K (0,1,e) <GOALS>", "1:20: expected +, a step or & after this expression, found \"<GOALS>\""),
        ("<GOALS> K", "1:9: expected the limit of plies, found \"K\""),
        ("<GOALS> 9", "1:10: expected & after the limit of plies, but nothing follows"),
        ("<GOALS> 9 & K 0", "1:13: expected a goal: @ a piece and its squares, or # a piece and a number, found \"K\""),
        ("<GOALS> 9 & @K &", "1:16: expected a column, counted from 0, found \"&\""),
        ("<GOALS> 9 & @K 1 &", "1:18: expected a row, counted from 0, found \"&\""),
        ("<GOALS> 9 & #K &", "1:16: expected how many, found \"&\""),
    ];
    for (text, message) in cases {
        let error = parse(text).map(|_| ()).unwrap_err();
        assert_eq!(error.to_string(), message, "{text}");
    }
}

#[test]
fn errors_of_meaning_point_into_the_text_too() {
    let cases = [
        (
            "<BOARD> 2 2\nk.\nKQ\n<PIECES> K (0,1,e) & <GOALS> 9 &",
            "3:2: there is no rule for Q: add one to <PIECES> (`Q &` is a piece that never moves)",
        ),
        ("<BOARD> 1 3 k . K <PIECES> K (0,1,e) &\nK (0,1,p) & <GOALS> 9 &", "2:1: K has a rule already"),
        (
            "<BOARD> 1 3 k . K <PIECES> K (0,1,e) & <GOALS> 9 &\n@Q 0 0 &",
            "2:1: there is no rule for Q: add one to <PIECES> (`Q &` is a piece that never moves)",
        ),
        (
            "<BOARD> 1 3 k . K <PIECES> K (0,1,e) & <GOALS> 9 &\n@K 0 3 &",
            "2:4: square 0 3 is not on the board (its column and its row, both from 0)",
        ),
        ("<BOARD> 1 3 k . K <PIECES> K (0,1,e) & <GOALS>\n0 &", "2:1: expected a limit of 1 to 10000 plies, found 0"),
        (
            "<BOARD> 1 3 k . K <PIECES>\nK (((0,1,e)^200)^200)^200 & <GOALS> 9 &",
            "2:1: this expression has more than 10000 steps once its powers are written out",
        ),
        (
            "<BOARD> 1 3 k . K <PIECES> K (0,1,e) & <GOALS> 9 &\n@K 0 0 &",
            "1:17: in this start position the game is over before it begins: White has won, since the king reached a1",
        ),
        (
            "<BOARD> 1 3 k . K <PIECES> K (0,1,e) & <GOALS> 9 &\n#K 1 &",
            "2:1: in this start position the game is over before it begins: Black has won, since White has only 1 king left",
        ),
        (
            "<BOARD> 1 3 . . K <PIECES> K (0,1,e) & <GOALS> 9 &",
            "1:9: in this start position the game is over before it begins: White has won, since Black has no piece left",
        ),
        (
            "<BOARD> 1 2 k K <PIECES> K (0,1,e) & <GOALS> 9 &",
            "1:9: in this start position the game is over before it begins: Black has won, since White cannot move",
        ),
        (
            "<--BOARD--> 1 3 k . K <--PIECES--> K (0,1,e) & <--GOALS--> 9 &\n#K 2 &",
            "2:1: there are 1 K at the start: expected a number from 1 to 1 that may be captured",
        ),
    ];
    for (text, message) in cases {
        let error = read_game(text).map(|_| ()).unwrap_err();
        assert_eq!(error.to_string(), message, "{text}");
    }
}

#[test]
fn a_piece_that_never_moves_can_be_written() {
    let def = parse("<BOARD> 2 2 kx KX <PIECES> K (0,1,p) & X & <GOALS> 9 &").unwrap();
    assert_eq!(parse(&def.to_string()), Ok(def.clone()));
    let rules = Rules::compile(&def).unwrap();
    assert_eq!(perft(&rules, &mut rules.start(), 1), 1);
}

#[test]
fn the_limit_of_plies_can_be_overridden() {
    let (_, rules) = read_game(builtin("breakthrough").unwrap().text).unwrap();
    let short = rules.with_ply_limit(2);
    assert_eq!(perft(&short, &mut short.start(), 3), 0);
}
