//! The native tool with descriptions in GDL, as people type it.

use std::io::Write;

use crate::gdl::description;
use crate::gdl_iggp::tasks;
use crate::typed::{Scratch, good, run, text};

#[test]
fn a_description_is_accepted_where_a_game_is() {
    let exported = good(&["gdl", "breakthrough"]);
    let file = Scratch::new("export.kif", exported.as_bytes());
    assert!(good(&["check", file.path()]).starts_with("ok: white against black"));
    assert_eq!(good(&["moves", file.path()]).lines().count(), 22);
    assert!(good(&["moves", file.path(), "--moves", "move 1 2 1 3, (move 1 7 1 6)"]).contains("(move 1 3 1 4)\n"));
    assert_eq!(good(&["perft", file.path(), "3"]).lines().last(), Some("11132"));
    assert!(
        good(&["match", file.path(), "uct", "random", "--games", "2", "--nodes", "300"]).contains("uct against random")
    );
    // Players that need tables get them: the description is learned first.
    assert!(
        good(&["match", file.path(), "greedy", "random", "--games", "2", "--nodes", "300"]).contains("greedy against")
    );
    let records =
        Scratch::new("seen.txt", good(&["observe", file.path(), "--games", "30", "--list", "all"]).as_bytes());
    assert!(good(&["learn", records.path()]).contains("P (-1,1,e) + (-1,1,p) + (0,1,e) + (1,1,e) + (1,1,p) &"));
}

#[test]
fn a_learned_description_is_printed_as_a_game() {
    let file = Scratch::new("small.kif", description("knightthrough").as_bytes());
    let game = Scratch::new("small.sbg", good(&["import", file.path(), "--games", "40", "--fresh", "10"]).as_bytes());
    assert!(good(&["check", game.path()]).starts_with("ok"));
    let outside = Scratch::new("outside.kif", description("tictactoe").as_bytes());
    for args in [["import", outside.path()], ["observe", outside.path()], ["show", outside.path()]] {
        let output = run(&args);
        assert_eq!(output.status.code(), Some(1));
        assert!(text(&output.stderr).starts_with(&format!("{}:13:1: not a simplified boardgame: ", outside.path())));
    }
}

#[test]
fn every_fault_of_a_file_is_told() {
    let file = Scratch::new("broken.kif", b"(role white)\n(<= (p ?x) (not (q ?x)))\n(q a b)\n");
    let output = run(&["check", file.path()]);
    assert_eq!(output.status.code(), Some(1));
    let told = text(&output.stderr);
    let path = file.path();
    assert!(told.contains(&format!("{path}:2:1: unsafe: ?x")), "{told}");
    assert!(told.contains(&format!("{path}:3:1: q has 2 arguments here and 1 at 2:12")), "{told}");
    assert!(told.lines().all(|line| line.starts_with(path)), "{told}");
}

/// Says so past the test harness, which keeps what passing tests print to itself.
fn say_loudly(message: &str) {
    let _ = writeln!(std::io::stderr(), "{message}");
}

#[test]
fn swi_prolog_says_the_same() {
    let installed = std::process::Command::new("swipl").arg("--version").output().is_ok();
    if !installed {
        say_loudly(
            "NOT RUN: the reasoner was not compared with SWI-Prolog, since swipl is missing (Debian: swi-prolog-nox)",
        );
        let output = run(&["gdl", "breakthrough", "--prolog", "1"]);
        assert!(text(&output.stderr).contains("swipl is not installed"));
        return;
    }
    for game in ["chess", "gardner", "escort-breakthrough", "breakthrough"] {
        let output = run(&["gdl", game, "--prolog", "20", "--seed", "7"]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert!(text(&output.stdout).contains("reasoner and SWI-Prolog agree on 20 games"));
    }
}

#[test]
fn iggp_files_are_learned_and_scored() {
    let files = |games, seed| {
        tasks("breakthrough", games, seed).map(|(name, text)| {
            let (stem, target) = name.trim_end_matches(".dat").rsplit_once('_').unwrap();
            Scratch::new(&format!("{stem}_{target}_{seed}.dat"), text.as_bytes())
        })
    };
    let (train, test) = (files(30, 1), files(5, 2));
    let mut args = vec!["iggp", "--train"];
    args.extend(train.iter().map(Scratch::path));
    args.push("--test");
    args.extend(test.iter().map(Scratch::path));
    args.push("--json");
    let printed = good(&args);
    assert_eq!(printed.lines().count(), 4);
    for line in printed.lines() {
        assert!(line.contains("\"balanced_accuracy\":100.0000,\"perfect\":true,\"outside\":null}"), "{line}");
    }
    let output = run(&["iggp", "--train", train[0].path()]);
    assert_eq!(output.status.code(), Some(2));
}
