//! What fitting to self-play games adds to the weights from the rules, for games that it was done for (`kibitzer tune`).
//!
//! A game is known by its rules, not by its name, so that a copy of a built-in game plays as well, and a changed one goes by the
//! rules alone.

use crate::bots::Weights;
use crate::sbg::Rules;

/// A line for each game: its fingerprint, then groups of weights with what is added, in thousandths of the cheapest piece.
const TUNED: &str = include_str!("tuned.txt");

/// The weights from the rules, with what fitting adds where the game is known.
pub(super) fn tuned(rules: &Rules) -> Weights {
    let mut weights = Weights::from_rules(rules);
    let fingerprint = format!("{:016x}", rules.fingerprint());
    if let Some(line) = TUNED.lines().find_map(|line| line.strip_prefix(&fingerprint)) {
        add(rules, &mut weights, line);
    }
    weights
}

/// Adds what a line says; what cannot be read is left out.
fn add(rules: &Rules, weights: &mut Weights, line: &str) {
    let pairs = line.split_whitespace().filter_map(|pair| pair.split_once(':'));
    let read = pairs.filter_map(|(group, by)| Some((group.parse().ok()?, f64::from(by.parse::<i32>().ok()?))));
    weights.change(rules, read);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sbg::{BUILTIN, read_game};

    #[test]
    fn every_line_is_of_a_built_in_game_and_changes_its_weights() {
        let games: Vec<Rules> = BUILTIN.iter().map(|game| read_game(game.text).unwrap().1).collect();
        for line in TUNED.lines() {
            let known = games.iter().find(|rules| line.starts_with(&format!("{:016x} ", rules.fingerprint())));
            let rules = known.unwrap_or_else(|| panic!("no built-in game has these rules: {line}"));
            assert_ne!(tuned(rules), Weights::from_rules(rules));
        }
    }

    #[test]
    fn a_damaged_line_costs_strength_and_no_more() {
        let rules = read_game(BUILTIN[0].text).unwrap().1;
        let plain = Weights::from_rules(&rules);
        for line in ["", " x", " 1:", " :5", " 99999:5", " 1:99999999999999"] {
            let mut weights = plain.clone();
            add(&rules, &mut weights, line);
            assert_eq!(weights, plain, "{line:?}");
        }
    }
}
