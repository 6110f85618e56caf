//! The three published games of chapter 17: acceptance checks AC-47 to AC-55.

use std::path::Path;

use kibitzer::game::{Game, Outcome, Table};
use kibitzer::metagame::{Position, Rules};

use crate::metagame_setup::{CHESSMEN, MEN, diagram, rules, texts};

/// A published record: its moves, each a list of squares.
fn record(name: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/play/metagame.txt");
    let text = std::fs::read_to_string(path).unwrap();
    let body = text.split(&format!("[{name}]")).nth(1).unwrap().split('[').next().unwrap();
    let words = body.split_whitespace().filter(|word| !word.ends_with('.') && !word.starts_with('#'));
    words.map(|word| word.split(['-', 'x']).map(str::to_owned).collect()).collect()
}

/// Plays the whole move that passes these squares.
fn play(rules: &Rules, pos: &mut Position, squares: &[String]) {
    use kibitzer::metagame::Move;
    let name = |square| rules.geometry().name(square);
    let fits = |decisions: &&Vec<Move>| {
        let mut passed = Vec::new();
        for mv in decisions.iter() {
            if let Move::Go { from, to } | Move::Take { from, to, .. } = mv {
                if passed.is_empty() {
                    passed.push(name(*from));
                }
                passed.push(name(*to));
            }
        }
        passed == squares
    };
    let moves = rules.turns(pos, 100_000);
    let fitting: Vec<&Vec<Move>> = moves.iter().filter(fits).collect();
    assert_eq!(fitting.len(), 1, "{squares:?} at ply {}:\n{}", pos.plies(), texts(rules, pos).join("\n"));
    rules.play_whole(pos, fitting[0]);
}

/// Replays a record, and gives every position on the way, the first one included.
fn replay(rules: &Rules, start: Position, name: &str) -> Vec<Position> {
    let mut all = vec![start];
    for squares in record(name) {
        let mut pos = all.last().unwrap().clone();
        play(rules, &mut pos, &squares);
        all.push(pos);
    }
    all
}

fn legal(rules: &Rules, pos: &Position) -> usize {
    rules.turns(pos, 100_000).len()
}

fn checkers() -> (Rules, Vec<Position>) {
    let rules = rules("american-checkers").without_repetition();
    let start = diagram(&rules, MEN, "1m1m1m1m/m1m1m1m1/1m1m1m1m/8/8/M1M1M3/1M1M1M1M/M1M1M1M1 w");
    let all = replay(&rules, start, "checkers");
    (rules, all)
}

#[test]
fn ac_47_the_checkers_game_is_legal() {
    let (rules, all) = checkers();
    assert_eq!(all.len(), 125);
    let last = all.last().unwrap();
    assert_eq!(*last, diagram(&rules, MEN, "8/K7/8/2k5/3k4/8/8/8 w"));
    assert_eq!(rules.moves(last, &mut Vec::new()), None);
    for (ply, text, moves) in [
        (0, "1m1m1m1m/m1m1m1m1/1m1m1m1m/8/8/M1M1M3/1M1M1M1M/M1M1M1M1 w", 7),
        (45, "8/8/1m5m/m3M3/8/M7/5m1M/8 b", 5),
        (78, "8/8/3K4/8/8/M1m5/1m6/4k3 w", 5),
        (102, "1K6/8/8/2k5/8/8/8/4k3 w", 2),
        (124, "8/K7/8/2k5/3k4/8/8/8 w", 2),
    ] {
        assert_eq!(all[ply], diagram(&rules, MEN, text), "ply {ply}");
        assert_eq!(legal(&rules, &all[ply]), moves, "ply {ply}");
    }
}

#[test]
fn ac_48_diagram_2_has_twelve_moves() {
    let (rules, all) = checkers();
    assert_eq!(all[15], diagram(&rules, MEN, "1m1m1m1m/m7/3m3m/2m1m3/8/2M1M1M1/3M1M2/2M1M1M1 b"));
    assert_eq!(all[15].plies(), 15);
    assert_eq!(legal(&rules, &all[15]), 12);
}

#[test]
fn ac_49_the_double_capture_forces_the_reply() {
    let (rules, all) = checkers();
    assert_eq!(all[19], diagram(&rules, MEN, "1m1m3m/m3m3/3m1M1m/8/8/2M3M1/3M4/2M1M1M1 b"));
    assert_eq!(texts(&rules, &all[19]), ["black man (e,7) -> (g,5) x white man (f,6) ."]);
}

fn gnuchess() -> (Rules, Vec<Position>) {
    let rules = rules("pell-chess").without_repetition();
    let start = diagram(&rules, CHESSMEN, "rnkrbb1q/8/pppppppp/8/8/PPPPPPPP/8/RNKRBBNQ w");
    let all = replay(&rules, start, "gnuchess");
    (rules, all)
}

#[test]
fn ac_50_the_game_against_gnuchess_is_legal() {
    let (rules, all) = gnuchess();
    assert_eq!(all.len(), 69);
    for (ply, text, moves) in [
        (0, "rnkrbb1q/8/pppppppp/8/8/PPPPPPPP/8/RNKRBBNQ w", 21),
        (14, "r2r3q/1k1n1b2/1ppbp1pp/p2p1p2/P2P1P2/1PPBPNPP/R5Q1/1NKRB3 w", 43),
        (43, "2r3r1/k3bb1q/1pp1p2p/p3Pp1p/P1BP4/1PB1PQP1/2KN3R/3R4 b", 37),
        (55, "2r5/k4b1q/1ppNp2p/p3Ppbp/P2P2r1/1PBBPQP1/2K5/R6R b", 34),
        (68, "6r1/k4b1q/1ppNp2p/p3Ppbp/P2P2r1/1PBBPQP1/2K5/R6R w", 57),
    ] {
        assert_eq!(all[ply], diagram(&rules, CHESSMEN, text), "ply {ply}");
        assert_eq!(legal(&rules, &all[ply]), moves, "ply {ply}");
    }
}

#[test]
fn ac_51_diagram_9_has_forty_four_moves() {
    let (rules, all) = gnuchess();
    assert_eq!(all[24], diagram(&rules, CHESSMEN, "r2r1q2/1k2bb2/1pp1p1pp/p2pPp2/P2P3P/NPPBPQP1/R7/2KRB3 w"));
    assert_eq!(legal(&rules, &all[24]), 44);
}

fn novice() -> (Rules, Vec<Position>) {
    let rules = rules("pell-chess");
    let start = diagram(&rules, CHESSMEN, "rnbkqbnr/8/pppppppp/8/8/PPPPPPPP/8/RNBKQBNR w");
    let all = replay(&rules, start, "novice");
    (rules, all)
}

#[test]
fn ac_52_the_game_against_a_novice_is_legal() {
    let (rules, all) = novice();
    assert_eq!(all.len(), 87);
    for (ply, text, moves) in [
        (0, "rnbkqbnr/8/pppppppp/8/8/PPPPPPPP/8/RNBKQBNR w", 22),
        (12, "3kq1nr/r7/nppbpppp/p2p4/P2PP2P/1PP2PP1/8/RNBKQ1NR w", 30),
        (20, "3k2nr/r7/npp1p1pp/p1bpPq2/P4P1P/1PP3PN/8/RNBKQ2R w", 28),
        (23, "3k2nr/r7/npp1p1pp/2bpPq2/PP3P1P/6PN/8/RNBKQ2R b", 44),
        (27, "3k2nr/r7/1pp1p1pp/3pPq2/Pn1b1P1P/2N3PN/3Q4/R1BK3R b", 46),
        (36, "7r/r2kn3/1pp1p1pp/3pP3/P3qPPP/2Qn3N/8/R1BK2R1 w", 35),
        (45, "7r/R3k3/1pp1p1pp/2npP3/4qPPP/2Q4N/3K4/8 b", 41),
        (55, "7R/4k3/1pp1p1p1/2npP3/5qpP/Q7/5N2/4K3 b", 37),
        (59, "7q/Q3k3/1pp1p1p1/2np4/4N1pP/8/8/4K3 b", 38),
        (68, "6kq/3nQ3/1pp1p1p1/3p1N2/6pP/8/8/4K3 w", 26),
        (73, "5n1q/4N1k1/1pQ1p1p1/3p4/6pP/8/8/4K3 b", 17),
        (86, "7Q/8/4n1p1/2qppk2/6p1/8/3K4/8 w", 25),
    ] {
        assert_eq!(all[ply], diagram(&rules, CHESSMEN, text), "ply {ply}");
        assert_eq!(legal(&rules, &all[ply]), moves, "ply {ply}");
    }
}

#[test]
fn ac_53_the_quoted_numbers_of_moves() {
    let (rules, all) = novice();
    assert_eq!(all[31], diagram(&rules, CHESSMEN, "3k2nr/r7/1pp1p1pp/3pPq2/P4P1P/2Qn2PN/8/R1BK1R2 b"));
    assert_eq!((legal(&rules, &all[31]), legal(&rules, &all[33])), (42, 40));
}

#[test]
fn ac_54_the_first_threefold_repetition_is_at_ply_64() {
    let (_, all) = gnuchess();
    let strict = rules("pell-chess");
    let drawn = |pos: &Position| strict.moves(pos, &mut Vec::new()) == Some(Outcome::Draw);
    assert_eq!(all.iter().position(drawn), Some(64));
}

#[test]
fn ac_55_the_chance_of_missing_three_moves_of_forty_four() {
    let chance: f64 = (0..9).map(|drawn| f64::from(41 - drawn) / f64::from(44 - drawn)).product();
    assert!((chance - 0.494).abs() < 0.0005, "{chance}");
}
