//! Other programs as players, and games as variants of Fairy-Stockfish.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::typed::{Scratch, good, run, text};

/// A program that answers `bestmove` with whatever its file of moves says, line by line, then crashes.
fn scripted(name: &str, answers: &str) -> Scratch {
    let script = format!(
        "#!/bin/sh\nwhile read -r word rest; do\n  case $word in\n    uci) echo uciok;;\n    isready) echo readyok;;\n    \
         go) {answers};;\n    quit) exit;;\n  esac\ndone\n"
    );
    Scratch::new(name, script.as_bytes())
}

fn last_line(args: &[&str]) -> String {
    good(args).lines().next_back().unwrap_or_default().to_owned()
}

#[test]
fn our_own_engine_plays_as_a_program_as_it_plays_here() {
    let program =
        format!("uci:{} engine,option.Game=gardner,option.Player=alphabeta:hash=14", env!("CARGO_BIN_EXE_kibitzer"));
    let args = |a: &str, b: &str| {
        good(&["match", "gardner", a, b, "--games", "4", "--nodes", "400", "--seed", "3", "--opening", "4"])
    };
    let games = |told: String| -> Vec<String> { told.lines().take(4).map(str::to_owned).collect() };
    let here = games(args("alphabeta:hash=14", "alphabeta:hash=14,nodes=50"));
    assert_eq!(games(args(&program, "alphabeta:hash=14,nodes=50")), here);
    assert!(here.iter().all(|line| !line.contains('(') || line.contains(" % (")), "{here:?}");
}

#[test]
fn faults_of_a_program_lose_the_game_with_a_reason() {
    for (name, answers, expected) in [
        ("illegal.sh", "echo bestmove a1a8", "a move that is not legal: \"a1a8\""),
        ("crash.sh", "exit", "the program crashed"),
        ("late.sh", "sleep 2; echo bestmove a2a3", "no bestmove within"),
    ] {
        let script = scripted(name, answers);
        let program = format!("uci:sh {}", script.path());
        let told = good(&[
            "match",
            "breakthrough",
            &program,
            "random",
            "--games",
            "2",
            "--movetime",
            "20",
            "--grace",
            "300",
            "--opening",
            "2",
        ]);
        let lost = told.lines().filter(|line| line.contains(expected)).count();
        assert!(lost >= 1, "{name}: {told}");
        assert!(told.lines().next_back().is_some_and(|line| line.contains("+0 =0 -2")), "{name}: {told}");
    }
}

#[test]
fn a_program_that_cannot_be_started_is_named() {
    for (player, expected) in [
        ("uci:/no/such/program", "/no/such/program: "),
        ("uci:", "kibitzer: A: expected a command after uci:"),
        ("uci:sh,nodes=many", "kibitzer: A: nodes: expected a number, found \"many\""),
        ("uci:sh,Hash=3", "kibitzer: A: expected option.NAME=VALUE or nodes=N, found \"Hash=3\""),
        ("uci:true", "true: the program crashed"),
    ] {
        let output = run(&["match", "breakthrough", player, "random", "--nodes", "10"]);
        assert_eq!(output.status.code(), Some(1), "{player}");
        assert!(text(&output.stderr).starts_with(expected), "{player}: {}", text(&output.stderr));
    }
}

#[test]
fn a_variant_file_says_the_game_or_why_not() {
    let chess = good(&["fsf", "chess"]);
    for line in ["[kibitzer-chess]", "pawn = p", "commoner = k", "flagPiece = p", "extinctionPieceTypes = k"] {
        assert!(chess.lines().any(|said| said == line), "{line}: {chess}");
    }
    assert!(good(&["fsf", "escort-breakthrough"]).contains("customPiece1 = k:flrWfF\n"));
    let why = |game: &str, version: &str| text(&run(&["fsf", game, "--version", version]).stderr);
    assert!(why("escort-breakthrough", "11").contains("K: version 11 has no piece that moves as \"flrWfF\""));
    assert!(why("limited-rider", "11").starts_with("limited-rider: Fairy-Stockfish cannot play this game: "));
}

/// Debian's package, where it is installed.
const ENGINE: &str = "/usr/games/fairy-stockfish";

#[test]
fn fairy_stockfish_counts_the_same_games() {
    if !std::path::Path::new(ENGINE).exists() {
        eprintln!(
            "NOT RUN: {ENGINE} is not installed (Debian: apt-get install fairy-stockfish), so perft was not compared"
        );
        return;
    }
    for (game, depth) in
        [("breakthrough", 4), ("gardner", 5), ("los-alamos-asymmetric", 4), ("chess", 3), ("cannon", 3)]
    {
        let ini = Scratch::new(&format!("{game}.ini"), good(&["fsf", game, "--version", "11"]).as_bytes());
        // Some moves into the game, too, where captures and ends come up.
        for moves in ["", &line(game)] {
            let depth_text = depth.to_string();
            let ours = last_line(&["perft", game, &depth_text, "--moves", moves]);
            let position = if moves.is_empty() {
                "position startpos".to_owned()
            } else {
                format!("position startpos moves {moves}")
            };
            let script = format!(
                "uci\nsetoption name VariantPath value {}\nsetoption name UCI_Variant value kibitzer-{game}\n{position}\n\
                 go perft {depth}\nquit\n",
                ini.path()
            );
            let mut child = Command::new(ENGINE)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            child.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
            let output = child.wait_with_output().unwrap();
            let told = text(&output.stdout);
            let theirs = told.lines().find_map(|line| line.strip_prefix("Nodes searched: "));
            assert_eq!(theirs, Some(ours.as_str()), "{game} after {moves:?}, depth {depth}: {told}");
        }
    }
}

/// Twelve moves of a random game, the same every time.
fn line(game: &str) -> String {
    let mut moves: Vec<String> = Vec::new();
    for number in 0..12usize {
        let listed = good(&["moves", game, "--moves", &moves.join(" ")]);
        let legal: Vec<&str> = listed.lines().collect();
        let Some(mv) = legal.get((number * 7 + 3) % legal.len().max(1)) else { break };
        moves.push((*mv).to_owned());
    }
    moves.join(" ")
}
