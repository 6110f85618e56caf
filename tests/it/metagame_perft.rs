//! Counts of whole moves: acceptance checks AC-38 to AC-46, against the literal interpreter and a second program.

use std::path::Path;

use kibitzer::game::{Game, Table, perft_whole as perft};
use kibitzer::metagame::{BUILTIN, Literal, parse};

use crate::metagame_setup::{play, rules};

fn counts(id: &str, depth: u32) -> Vec<u64> {
    let rules = rules(id);
    (1..=depth).map(|depth| perft(&rules, &mut rules.start(), depth)).collect()
}

#[test]
fn ac_38_chess() {
    assert_eq!(counts("pell-chess", 3), [12, 144, 2124]);
}

#[test]
fn ac_39_american_checkers() {
    // OEIS A133046: the real game.
    let expected = [7, 49, 302, 1_469, 7_361, 36_768, 179_740, 845_931, 3_963_680];
    assert_eq!(counts("american-checkers", 9), expected);
}

#[test]
fn ac_40_tic_tac_toe() {
    assert_eq!(counts("tic-tac-toe", 5), [9, 72, 504, 3024, 9360]);
}

#[test]
fn ac_42_turncoat_chess() {
    assert_eq!(counts("turncoat-chess", 3), [17, 306, 6201]);
}

#[test]
fn ac_43_knight_zone_chess() {
    assert_eq!(counts("knight-zone", 2), [47, 1034]);
    let rules = rules("knight-zone");
    let start = rules.start();
    let safe = rules.turns(&start, 1000).into_iter().filter(|decisions| {
        let mut pos = start.clone();
        rules.play_whole(&mut pos, decisions);
        rules.moves(&pos, &mut Vec::new()).is_none()
    });
    assert_eq!(safe.count(), 22);
}

#[test]
fn ac_44_assignment_takes_twelve_plies() {
    for id in ["game1", "game2"] {
        assert_eq!(counts(id, 2), [36, 1296], "{id}");
        let rules = rules(id);
        let mut pos = rules.start();
        for _ in 0..12 {
            assert!(pos.assigning());
            let mv = rules.turns(&pos, 1).remove(0);
            rules.play_whole(&mut pos, &mv);
        }
        assert!(!pos.assigning());
    }
}

#[test]
fn ac_45_tournament_games() {
    assert_eq!(counts("game3", 3), [7, 220, 2540]);
    assert_eq!(counts("game4", 3), [16, 208, 2757]);
    assert_eq!(counts("game5", 3), [24, 521, 11013]);
}

#[test]
fn ac_46_no_game_is_decided_at_the_start() {
    for game in BUILTIN {
        let rules = rules(game.id);
        let mut moves = Vec::new();
        assert_eq!(rules.moves(&rules.start(), &mut moves), None, "{}", game.id);
        assert!(!moves.is_empty(), "{}", game.id);
    }
}

#[test]
fn counts_agree_with_the_literal_interpreter() {
    for game in BUILTIN {
        let def = parse(game.text).unwrap();
        let (literal, rules) = (Literal::new(&def), rules(game.id));
        let depth = if ["pell-chess", "american-checkers", "tic-tac-toe"].contains(&game.id) { 3 } else { 2 };
        for depth in 1..=depth {
            let ours = perft(&rules, &mut rules.start(), depth);
            assert_eq!(ours, literal.perft(&literal.start(), depth), "{} at depth {depth}", game.id);
        }
    }
}

/// Larger counts would make the tests slow.
const MOST_NODES: u64 = 3_000_000;

#[test]
fn counts_agree_with_the_second_program() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft");
    for game in BUILTIN {
        let rules = rules(game.id).without_repetition();
        let text = std::fs::read_to_string(folder.join(format!("{}.perft", game.id))).unwrap();
        let mut pos = rules.start();
        let mut counted = 0;
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match word {
                "game" => assert_eq!(rest, game.id),
                "position" => {
                    pos = rules.start();
                    rest.split_whitespace().for_each(|text| play(&rules, &mut pos, text));
                }
                _ => {
                    let (depth, nodes) = rest.split_once(' ').unwrap();
                    if nodes.parse::<u64>().unwrap() <= MOST_NODES {
                        let found = perft(&rules, &mut pos, depth.parse().unwrap());
                        assert_eq!(found.to_string(), nodes, "{}: {line}", game.id);
                        counted += 1;
                    }
                }
            }
        }
        assert!(counted > 5, "{}", game.id);
    }
}
