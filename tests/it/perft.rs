//! Counts of the game tree, from files that also say which other program found the same numbers.

use std::path::Path;

use kibitzer::game::{Game, perft, perft_played};
use kibitzer::sbg::{BUILTIN, builtin, read_game};

/// Larger counts are left to the tool, so that the tests stay quick.
const MOST_NODES: u64 = 20_000_000;

#[test]
fn counts_agree_with_the_other_program() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft");
    for game in BUILTIN {
        let path = folder.join(format!("{}.perft", game.id));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(check(&text) > 0, "{}", game.id);
    }
}

/// Checks every count of one file; says how many there were.
fn check(text: &str) -> usize {
    let mut rules = None;
    let mut pos = None;
    let mut counts = 0;
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "game" => rules = Some(read_game(builtin(rest.trim()).unwrap().text).unwrap().1),
            "position" => {
                let rules = rules.as_ref().unwrap();
                let mut at = rules.start();
                for text in rest.split_whitespace() {
                    let mv = rules.read_move(&at, text).unwrap_or_else(|| panic!("{text} is not legal: {line}"));
                    rules.play(&mut at, mv);
                }
                pos = Some(at);
            }
            "perft" => {
                let (rules, pos) = (rules.as_ref().unwrap(), pos.as_mut().unwrap());
                let mut numbers = rest.split_whitespace().map(|number| number.parse::<u64>().unwrap());
                let (depth, nodes) = (numbers.next().unwrap() as u32, numbers.next().unwrap());
                if nodes <= MOST_NODES {
                    assert_eq!(perft(rules, pos, depth), nodes, "{line}");
                    assert_eq!(perft_played(rules, pos, depth.min(3)), perft(rules, pos, depth.min(3)), "{line}");
                    counts += 1;
                }
            }
            _ => panic!("expected game, position or perft: {line}"),
        }
    }
    counts
}

#[test]
fn breakthrough_has_the_counts_that_everybody_finds() {
    let (_, rules) = read_game(builtin("breakthrough").unwrap().text).unwrap();
    let counts: Vec<u64> = (1..=5).map(|depth| perft(&rules, &mut rules.start(), depth)).collect();
    assert_eq!(counts, [22, 484, 11_132, 256_036, 6_182_818]);
}
