//! Positions with a sure win: found shortest first.
//!
//! `tests/wins/GAME.wins` has one position a line, with the number of plies after which the player to move wins. They
//! are made with `UPDATE=1 cargo test --test it wins`, for games whose file is missing: positions of random games in which the search claims a win, kept
//! if brute force over the rules alone, which shares nothing with the search, proves that very number. Every run proves
//! the shorter ones again.

use std::collections::HashMap;
use std::path::PathBuf;

use kibitzer::bots::{PieceSquare, Weights};
use kibitzer::game::{Game, Outcome};
use kibitzer::monitor::Quiet;
use kibitzer::rng::Rng;
use kibitzer::sbg::{Position, Rules, read_position, show_position};
use kibitzer::search::{AlphaBeta, Limits, Options, Score, Searcher};

use crate::search::{game, somewhere};

const GAMES: [&str; 8] = [
    "breakthrough",
    "cannon",
    "checkers-breakthrough",
    "chess",
    "escort-breakthrough",
    "gardner",
    "knightthrough",
    "legacy-of-ibis",
];

/// Wins of 1 to 7 moves of one's own.
const LONGEST: u32 = 13;

/// Tries everything, by the rules alone.
struct BruteForce<'a> {
    rules: &'a Rules,
    known: HashMap<(u64, u32, u32), bool>,
    /// Positions that may still be looked at.
    left: u64,
}

impl BruteForce<'_> {
    /// Whether the player to move can win within so many plies. `None` when it is too much work to tell.
    fn wins(&mut self, pos: &Position, plies: u32) -> Option<bool> {
        let key = (self.rules.key(pos), pos.ply(), plies);
        if let Some(known) = self.known.get(&key) {
            return Some(*known);
        }
        self.left = self.left.checked_sub(1)?;
        let me = pos.to_move();
        let mut moves = Vec::new();
        self.rules.moves(pos, &mut moves);
        let mut after: Vec<Position> = Vec::new();
        let mut won = false;
        for mv in moves {
            let mut next = pos.clone();
            self.rules.play(&mut next, mv);
            let over = self.rules.ending(&next).map(|ending| ending.outcome);
            won |= over == Some(Outcome::Win(me));
            if over.is_none() {
                after.push(next);
            }
        }
        if !won && plies >= 3 {
            for next in after {
                if self.loses(&next, plies - 1)? {
                    won = true;
                    break;
                }
            }
        }
        self.known.insert(key, won);
        Some(won)
    }

    /// Whether every reply lets the other player win within the plies that are left.
    fn loses(&mut self, pos: &Position, plies: u32) -> Option<bool> {
        let mut moves = Vec::new();
        self.rules.moves(pos, &mut moves);
        for mv in moves {
            let mut next = pos.clone();
            self.rules.play(&mut next, mv);
            let lost = match self.rules.ending(&next) {
                Some(ending) => ending.outcome == Outcome::Win(!pos.to_move()),
                None => self.wins(&next, plies - 1)?,
            };
            if !lost {
                return Some(false);
            }
        }
        Some(true)
    }
}

/// The fewest plies in which the player to move wins, up to `most`.
fn prove(rules: &Rules, pos: &Position, most: u32, work: u64) -> Option<u32> {
    let mut force = BruteForce { rules, known: HashMap::new(), left: work };
    for plies in (1..=most).step_by(2) {
        if force.wins(pos, plies)? {
            return Some(plies);
        }
    }
    None
}

fn claim(rules: &Rules, pos: &Position, nodes: u64) -> Score {
    let eval = PieceSquare::new(rules, Weights::from_rules(rules));
    AlphaBeta::new(eval, Options::STRONG).search(rules, pos, Limits::nodes(nodes), &mut Quiet).score
}

fn path(id: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/wins").join(format!("{id}.wins"))
}

/// Collects a position or two for each length.
fn construct(id: &str) -> String {
    let rules = game(id);
    let mut found: Vec<(u32, String)> = Vec::new();
    for seed in 0..1_500 {
        let pos = somewhere(&rules, &mut Rng::branch(seed, 95), 150);
        let score = claim(&rules, &pos, 20_000);
        let Some(plies) = score.distance().filter(|plies| score.is_win() && *plies <= LONGEST) else { continue };
        let wanted = if plies <= 3 { 1 } else { 2 };
        if found.iter().filter(|(other, _)| *other == plies).count() < wanted
            && prove(&rules, &pos, plies, 400_000) == Some(plies)
        {
            found.push((plies, show_position(&rules, &pos)));
        }
        if found.len() >= 12 {
            break;
        }
    }
    found.sort();
    found.iter().map(|(plies, position)| format!("{plies} {position}\n")).collect()
}

#[test]
fn sure_wins_are_found_shortest_first() {
    if std::env::var_os("UPDATE").is_some() {
        for id in GAMES.into_iter().filter(|id| !path(id).exists()) {
            std::fs::write(path(id), construct(id)).unwrap();
        }
    }
    let (mut positions, mut longest) = (0, 0);
    for id in GAMES {
        let rules = game(id);
        for line in std::fs::read_to_string(path(id)).unwrap().lines() {
            let (plies, text) = line.split_once(' ').unwrap();
            let plies: u32 = plies.parse().unwrap();
            let pos = read_position(&rules, text).unwrap();
            if plies <= 5 {
                assert_eq!(prove(&rules, &pos, plies, 400_000), Some(plies), "brute force, {id}: {text}");
            }
            assert_eq!(claim(&rules, &pos, 1_000_000), Score::win_in(plies), "{id}: {text}");
            positions += 1;
            longest = longest.max(plies);
        }
    }
    assert!(positions >= 40, "{positions} positions");
    assert_eq!(longest, LONGEST);
}
