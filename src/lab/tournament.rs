//! The tournament of chapter 16: six players, five games that were new to all, and our table beside the published one.
//!
//! Players 1 and 2 are random and random-aggressive-defensive; 3 to 6 search with the weights of Table 16.1. Where the
//! dissertation gives 30 seconds a move, these players search a fixed number of
//! positions, so that the table is the same on every machine.

use std::ops::ControlFlow;

use crate::board::Player;
use crate::game::{Game, Outcome, Table};
use crate::lab::{Cell, Row, Tally};
use crate::metagame::{Baseline, Budget, Metagamer, Minimax, Move, Position, Rules, Weights, builtin, parse};
use crate::monitor::Monitor;
use crate::rng::Rng;

/// The games of the tournament.
pub const TOURNAMENT_GAMES: [&str; 5] = ["game1", "game2", "game3", "game4", "game5"];

/// The numbers of the players.
pub const PLAYERS: std::ops::RangeInclusive<u32> = 1..=6;

/// The deepest iteration; the budget ends a search long before.
const DEEPEST: u32 = 50;

/// What a tournament is played under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tournament {
    /// Contests of each pair in each game; half of them with each colour.
    pub contests: u32,
    /// Positions that players 3 to 6 look at for a move.
    pub positions: u64,
    pub seed: u64,
}

/// Results of one pair in one game, from the first player's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    pub game: &'static str,
    pub players: [u32; 2],
    pub tally: Tally,
}

/// The published results (Tables E.1 to E.5), in the order of games and players.
pub fn published_tournament() -> Vec<Pairing> {
    let line = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let game = TOURNAMENT_GAMES.into_iter().find(|game| words.first() == Some(game))?;
        let number = |at: usize| words.get(at).and_then(|word| word.parse::<u32>().ok());
        let tally = Tally { wins: number(3)?, draws: number(4)?, losses: number(5)? };
        Some(Pairing { game, players: [number(1)?, number(2)?], tally })
    };
    include_str!("tournament.txt").lines().filter_map(line).collect()
}

/// A player of one game.
struct Contestant<'a> {
    rules: &'a Rules,
    number: u32,
    judge: Option<&'a Metagamer>,
}

impl Contestant<'_> {
    fn choose(&self, pos: &Position, positions: u64, rng: &mut Rng) -> Option<Vec<Move>> {
        match (self.judge, self.number) {
            (Some(judge), _) => {
                let shuffle = Some(Rng::new(rng.next_u64()));
                let mut search = Minimax { rules: self.rules, judge, cuts: true, shuffle };
                // However little may be looked at, some move is made.
                let thought = search.think(pos, DEEPEST, &mut Budget(positions));
                thought.line.into_iter().next().or_else(|| Baseline::Random.choose(self.rules, pos, rng))
            }
            (None, 2) => Baseline::AggressiveDefensive.choose(self.rules, pos, rng),
            (None, _) => Baseline::Random.choose(self.rules, pos, rng),
        }
    }
}

/// Everything that players need to know of a game before it begins.
#[derive(Debug)]
pub struct Arena {
    name: &'static str,
    rules: Rules,
    judges: Vec<(u32, Metagamer)>,
}

impl Arena {
    /// One of the tournament's games.
    pub fn new(name: &'static str) -> Option<Arena> {
        let rules = Rules::compile(&parse(builtin(name)?.text).ok()?).ok()?;
        let judge = |number: u32| Some((number, Metagamer::new(&rules, Weights::tournament(number)?)));
        let judges = PLAYERS.filter_map(judge).collect();
        Some(Arena { name, rules, judges })
    }

    fn contestant(&self, number: u32) -> Contestant<'_> {
        let judge = self.judges.iter().find(|(known, _)| *known == number).map(|(_, judge)| judge);
        Contestant { rules: &self.rules, number, judge }
    }

    /// One contest, in which the first player has White.
    pub fn contest(&self, players: [u32; 2], positions: u64, seed: u64) -> Outcome {
        let mut rng = Rng::new(seed);
        let mut pos = self.rules.random_start(&mut rng);
        let players = players.map(|number| self.contestant(number));
        loop {
            if let Some(outcome) = self.rules.moves(&pos, &mut Vec::new()) {
                return outcome;
            }
            let player = &players[pos.to_move().index()];
            match player.choose(&pos, positions, &mut rng) {
                Some(mv) => self.rules.play_whole(&mut pos, &mv),
                None => return Outcome::Draw,
            }
        }
    }
}

impl Tournament {
    /// Plays these pairs in one game. The monitor is told of every pair that is done, and asked before every contest.
    pub fn game(&self, arena: &Arena, pairs: &[[u32; 2]], monitor: &mut dyn Monitor<Pairing>) -> Vec<Pairing> {
        let mut results = Vec::new();
        for &players in pairs {
            let mut tally = Tally::default();
            for contest in 0..self.contests {
                if monitor.poll() == ControlFlow::Break(()) {
                    return results;
                }
                let first = if contest % 2 == 0 { Player::White } else { Player::Black };
                let sides = if first == Player::White { players } else { [players[1], players[0]] };
                let name: u64 = arena.name.bytes().map(u64::from).sum();
                let number = u64::from(players[0] * 8 + players[1]) << 32 | u64::from(contest) | name << 48;
                let seed = Rng::branch(self.seed, number).next_u64();
                tally.add(arena.contest(sides, self.positions, seed), first);
            }
            let pairing = Pairing { game: arena.name, players, tally };
            monitor.tell(pairing);
            results.push(pairing);
        }
        results
    }

    /// Every pair in every game.
    pub fn run(&self, monitor: &mut dyn Monitor<Pairing>) -> Vec<Pairing> {
        let arenas = TOURNAMENT_GAMES.into_iter().filter_map(Arena::new);
        arenas.flat_map(|arena| self.game(&arena, &pairs(), monitor)).collect()
    }

    /// Ours beside the published figures: a row a pair and game, then one a player.
    pub fn rows(&self, results: &[Pairing]) -> Vec<Row> {
        let published = published_tournament();
        let parameters = |game: &str, a: String, b: String| {
            vec![("game", game.to_owned()), ("a", a), ("b", b), ("positions", self.positions.to_string())]
        };
        let mut rows = Vec::new();
        for pairing in results {
            let theirs = published.iter().find(|other| (other.game, other.players) == (pairing.game, pairing.players));
            let [a, b] = pairing.players.map(|player| format!("P{player}"));
            let count = |number: u32| Cell::Count(u64::from(number));
            let Tally { wins, draws, losses } = pairing.tally;
            rows.push(Row {
                experiment: "tournament",
                parameters: parameters(pairing.game, a, b),
                seed: self.seed,
                cells: vec![
                    ("wins", count(wins)),
                    ("draws", count(draws)),
                    ("losses", count(losses)),
                    ("score", Cell::Number(pairing.tally.score())),
                    ("published", theirs.map_or(Cell::Missing, |theirs| Cell::Number(theirs.tally.score()))),
                ],
            });
        }
        for game in TOURNAMENT_GAMES.into_iter().map(Some).chain([None]) {
            for player in PLAYERS {
                let Some(score) = share(results, game, player) else { continue };
                rows.push(Row {
                    experiment: "tournament",
                    parameters: parameters(game.unwrap_or("all"), format!("P{player}"), "all".to_owned()),
                    seed: self.seed,
                    cells: vec![
                        ("score", Cell::Number(score)),
                        ("published", share(&published, game, player).map_or(Cell::Missing, Cell::Number)),
                    ],
                });
            }
        }
        rows
    }
}

/// Every pair, the one with the lower number first.
pub fn pairs() -> Vec<[u32; 2]> {
    PLAYERS.flat_map(|a| PLAYERS.filter(move |b| a < *b).map(move |b| [a, b])).collect()
}

/// The share of the points that a player got, in one game or in all.
pub fn share(results: &[Pairing], game: Option<&str>, player: u32) -> Option<f64> {
    let (mut points, mut contests) = (0.0, 0);
    for pairing in results.iter().filter(|pairing| game.is_none_or(|game| game == pairing.game)) {
        let Some(at) = pairing.players.iter().position(|number| *number == player) else { continue };
        let score = pairing.tally.score();
        points += f64::from(pairing.tally.games()) * if at == 0 { score } else { 1.0 - score };
        contests += pairing.tally.games();
    }
    (contests > 0).then(|| points / f64::from(contests))
}
