//! Pell's game language: acceptance checks AC-01 to AC-09, and what happens to text that is not a game.

use kibitzer::board::Player;
use kibitzer::metagame::{BUILTIN, Goal, Inversion, Shape, Symmetries, Vector, builtin, parse};

use crate::metagame_setup::def as game;

fn vector(dx: i8, dy: i8) -> Vector {
    Vector { dx, dy }
}

const SIDE: Symmetries = Symmetries { forward: false, side: true, rotation: false };

#[test]
fn ac_01_every_published_definition_is_read() {
    let types = [
        ("american-checkers", 2),
        ("turncoat-chess", 3),
        ("tic-tac-toe", 4),
        ("pell-chess", 6),
        ("fairy", 5),
        ("knight-zone", 6),
        ("game1", 9),
        ("game2", 10),
        ("game3", 6),
        ("game4", 8),
        ("game5", 6),
    ];
    for (id, count) in types {
        assert_eq!(game(id).types().len(), count, "{id}");
    }
}

#[test]
fn ac_02_what_is_printed_is_read_back_and_neither_case_nor_comments_matter() {
    for builtin in BUILTIN {
        let def = game(builtin.id);
        assert_eq!(parse(&def.to_string()).as_ref(), Ok(&def), "{}", builtin.id);
        assert_eq!(parse(&builtin.text.to_uppercase()).as_ref(), Ok(&def), "{}", builtin.id);
        let commented = builtin.text.replace('\n', " % a comment, of any kind: } ]\n");
        assert_eq!(parse(&commented).as_ref(), Ok(&def), "{}", builtin.id);
    }
}

#[test]
fn ac_03_all_symmetry_gives_eight_knight_moves() {
    assert_eq!(Symmetries::ALL.closure(vector(1, 2)).len(), 8);
}

#[test]
fn ac_04_side_symmetry_mirrors() {
    assert_eq!(SIDE.closure(vector(1, 2)), [vector(-1, 2), vector(1, 2)]);
}

#[test]
fn ac_05_side_and_rotation_of_a_step_are_the_four_orthogonal_steps() {
    let set = Symmetries { rotation: true, ..SIDE };
    assert_eq!(set.closure(vector(0, 1)), [vector(-1, 0), vector(0, -1), vector(0, 1), vector(1, 0)]);
}

#[test]
fn ac_06_side_and_rotation_generate_every_symmetry() {
    let set = Symmetries { rotation: true, ..SIDE };
    assert_eq!(set.closure(vector(2, 1)), Symmetries::ALL.closure(vector(2, 1)));
    let set = Symmetries { forward: true, ..SIDE };
    assert_eq!(set.closure(vector(2, 3)).len(), 4);
    assert_eq!(set.closure(vector(2, 0)).len(), 2);
    let rotation = Symmetries { rotation: true, ..Symmetries::default() };
    assert_eq!(rotation.closure(vector(2, 3)).len(), 2);
    assert_eq!(Symmetries::default().closure(vector(2, 3)).len(), 1);
}

#[test]
fn ac_07_inversion_is_its_own_inverse_and_forward_inversion_keeps_files() {
    for inversion in [Inversion::Diagonal, Inversion::Forward] {
        let shape = Shape { inversion, ..Shape::of(&game("game3")) };
        for square in shape.geometry().unwrap().squares() {
            let at = shape.at(square);
            assert_eq!(shape.invert_at(shape.invert_at(at)), at);
            assert_eq!(shape.invert_at(at).0 == at.0, inversion == Inversion::Forward, "{at:?}");
        }
        assert_eq!(shape.invert(shape.invert(vector(1, -3))), vector(1, -3));
    }
}

#[test]
fn ac_08_promotion_territory_is_the_last_ranks_of_each_side() {
    let shape = Shape::of(&game("pell-chess"));
    for rank in 1..=8 {
        assert_eq!(shape.in_territory(Player::White, (1, rank), 6), rank >= 6);
        assert_eq!(shape.in_territory(Player::Black, (1, rank), 6), rank <= 3);
    }
}

#[test]
fn ac_09_the_zone_has_eighty_squares() {
    let def = game("knight-zone");
    let zones: Vec<usize> = def
        .goals
        .iter()
        .filter_map(|goal| if let Goal::Arrive(_, squares) = goal { Some(squares.len()) } else { None })
        .collect();
    assert_eq!(zones, [80]);
}

#[test]
fn errors_say_where_and_what_was_expected() {
    let checkers = builtin("american-checkers").unwrap().text;
    let with = |old: &str, new: &str| {
        assert!(checkers.contains(old), "{old}");
        parse(&checkers.replacen(old, new, 1)).unwrap_err().to_string()
    };
    assert_eq!(parse("").unwrap_err().to_string(), "1:1: expected GAME, but nothing follows");
    assert_eq!(with("BOARD_SIZE 8", "BOARD_SIZE x"), "6:12: expected a number, found \"x\"");
    assert_eq!(with("8 BY 8", "17 BY 8"), "6:12: a board has 1 to 16 files and 1 to 16 ranks");
    assert_eq!(with("planar", "round"), "7:12: expected planar or vertical_cylinder, found \"round\"");
    assert_eq!(
        with("PROMOTE_RANK 8", "PROMOTE_RANK 10"),
        "8:14: expected a rank from 1 to 9, the last of which means no promotion"
    );
    assert_eq!(with("(1,1)", "(9,1)"), "9:7: file 9, rank 1 is not on the board");
    assert_eq!(with("(1,1)", "(3,1)"), "9:7: square (c,1) is listed twice");
    assert_eq!(
        with("(1,1)", "(6,6)"),
        "9:7: square (f,6) belongs to both sides: Black's squares are the inverted ones"
    );
    assert_eq!(
        with("EFFECT remove", "EFFECT player displaces"),
        "23:21: \"displaces\" has no meaning in this class: expected remove or possesses"
    );
    assert_eq!(with("<1,1>", "<0,0>"), "15:5: the vector <0,0> does not move");
    assert_eq!(with("LEAP", "RIDE MIN 3 MAX 2"), "15:5: no ride has at least 3 and at most 2 leaps");
    assert_eq!(with("DEFINE king", "DEFINE man"), "39:8: man is defined already");
    assert_eq!(with("DEFINE king", "DEFINE ride"), "39:8: \"ride\" is a word of the language and cannot be a name");
    assert_eq!(
        with("END GAME.", "END GAME. Really"),
        "62:11: expected nothing after the end of the game, found \"really\""
    );
    assert_eq!(with("{side}", "{sideways}"), "17:23: expected FORWARD, SIDE, ROTATION or \"}\", found \"sideways\"");
    assert_eq!(with("[X = 0]", "[X # 0]"), "25:23: expected \">=\", \"=\" or \"<=\", found \"#\"");
    let long = "% ".repeat(200_000);
    assert_eq!(parse(&long).unwrap_err().to_string(), "1:1: this text has more than 256 KB; a game takes a few");
}

#[test]
fn an_assignment_needs_as_many_squares_as_pieces() {
    let text = builtin("game1").unwrap().text.replacen("(e,1) (f,1)}", "(e,1)}", 1);
    assert_eq!(parse(&text).unwrap_err().to_string(), "9:3: 6 pieces need as many squares, but there are 5");
}

#[test]
fn doubtful_definitions_are_accepted_with_a_warning() {
    let warnings = |id: &str| game(id).warnings().iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(
        warnings("tic-tac-toe"),
        ["win has no definition: a piece without powers", "dummy has no definition: a piece without powers"]
    );
    assert_eq!(warnings("pell-chess"), [""; 0]);
    assert!(warnings("game2").contains(&"capture 1 of plato can never take anything".to_owned()));
    let text = builtin("pell-chess").unwrap().text.replacen("stalemate opponent", "", 1);
    assert_eq!(parse(&text).unwrap().warnings().len(), 1);
}
