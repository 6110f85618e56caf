//! The native tool on games of Pell's class.

use crate::typed::{Scratch, good, run, text};

#[test]
fn the_tool_s_commands_work_on_these_games_too() {
    assert!(good(&["games"]).lines().any(|line| line.starts_with("american-checkers ")));
    let shown = good(&["show", "turncoat-chess"]);
    let file = Scratch::new("turncoat.game", shown.as_bytes());
    assert!(good(&["check", file.path()]).starts_with("ok \"turncoat"));
    assert_eq!(good(&["moves", "american-checkers"]).lines().count(), 7);
    assert_eq!(good(&["moves", "american-checkers", "--moves", "c3d4 b6a5"]).lines().count(), 8);
    // A chain of captures is one move.
    assert_eq!(good(&["perft", "american-checkers", "6"]).lines().last(), Some("36768"));
    assert_eq!(good(&["perft", "pell-chess", "3"]).lines().last(), Some("2124"));
    assert_eq!(good(&["perft", file.path(), "3"]).lines().last(), Some("6201"));
    let values = good(&["values", "pell-chess"]);
    assert!(values.contains("12.62") && values.contains("102.69"), "{values}");
    let result = good(&["match", "game3", "alphabeta", "random", "--games", "2", "--nodes", "300", "--quiet"]);
    assert!(result.contains("+2 =0 -0"), "{result}");
}

#[test]
fn games_are_generated_by_seed_and_settings() {
    let game = good(&["generate", "--seed", "5", "--set", "board_width=4..4", "--set", "must_capture=1"]);
    assert!(game.contains("board_size 4 by") && game.contains("constraints must_capture"), "{game}");
    assert_eq!(good(&["generate", "--seed", "5"]), good(&["generate", "--seed", "5"]));
    let file = Scratch::new("invented.game", game.as_bytes());
    assert!(good(&["check", file.path()]).starts_with("ok \"game-5\": 4x"));
    assert!(good(&["generate", "--settings"]).lines().count() > 30);
    for wrong in ["board_width", "board_widht=4", "board_width=wide"] {
        let output = run(&["generate", "--set", wrong]);
        assert_eq!(output.status.code(), Some(1), "{wrong}");
        assert!(text(&output.stderr).contains(wrong), "{}", text(&output.stderr));
    }
}

#[test]
fn a_game_is_analysed() {
    let tables = good(&["analyse", "american-checkers"]);
    for expected in
        ["man: It steps one square diagonally ahead.", "max-static-mob", "dynamic-mobility", "white king (1)"]
    {
        assert!(tables.contains(expected), "{expected}: {tables}");
    }
    assert_eq!(run(&["analyse", "breakthrough"]).status.code(), Some(1));
}

#[test]
fn a_broken_definition_is_named_with_line_and_column() {
    let file = Scratch::new("broken.game", b"game x\ngoals stalemate nobody\n");
    let output = run(&["check", file.path()]);
    assert_eq!(output.status.code(), Some(1));
    let expected = format!("{}:2:17: expected player or opponent, found \"nobody\"\n", file.path());
    assert_eq!(text(&output.stderr), expected);
    assert_eq!(text(&run(&["moves", file.path()]).stderr), expected);
}
