//! Two players against each other: pairs of games with exchanged colours, how sure the result is, and when to stop.

use std::ops::ControlFlow;

use crate::board::Player;
use crate::bots::{Bot, Strong};
use crate::game::Outcome;
use crate::lab::{Cell, Row};
use crate::monitor::Monitor;
use crate::rng::Rng;
use crate::search::{Limits, Report};

/// Results from the first player's side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
}

impl Tally {
    /// Counts a game in which the first player had this colour.
    pub fn add(&mut self, outcome: Outcome, first: Player) {
        match outcome {
            Outcome::Draw => self.draws += 1,
            Outcome::Win(winner) if winner == first => self.wins += 1,
            Outcome::Win(_) => self.losses += 1,
        }
    }

    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The share of the points, a draw counting half; 0 before the first game.
    pub fn score(&self) -> f64 {
        (f64::from(self.wins) + 0.5 * f64::from(self.draws)) / f64::from(self.games().max(1))
    }

    /// The result as a row.
    pub fn row(&self, game: &str, players: [&str; 2], opening: u32, seed: u64) -> Row {
        let (low, high) = self.interval();
        let count = |number: u32| Cell::Count(u64::from(number));
        Row {
            experiment: "match",
            parameters: vec![
                ("game", game.to_owned()),
                ("a", players[0].to_owned()),
                ("b", players[1].to_owned()),
                ("opening", opening.to_string()),
            ],
            seed,
            cells: vec![
                ("games", count(self.games())),
                ("wins", count(self.wins)),
                ("draws", count(self.draws)),
                ("losses", count(self.losses)),
                ("score", Cell::Number(self.score())),
                ("low", Cell::Number(low)),
                ("high", Cell::Number(high)),
            ],
        }
    }

    /// Wilson's interval for 95 %, with a draw as half a win: it does not collapse when one side wins everything.
    pub fn interval(&self) -> (f64, f64) {
        wilson(self.score(), f64::from(self.games().max(1)))
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (low, high) = self.interval();
        let Tally { wins, draws, losses } = self;
        let percent = |share: f64| 100.0 * share;
        let (score, low, high) = (percent(self.score()), percent(low), percent(high));
        write!(f, "+{wins} ={draws} -{losses}: {score:.1} % ({low:.1} to {high:.1})")
    }
}

/// Wilson's interval for 95 % of a share `p` seen in `n` trials.
pub fn wilson(p: f64, n: f64) -> (f64, f64) {
    let z = 1.96;
    let middle = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    (middle - half, middle + half)
}

/// Wald's sequential test of two hypotheses about the score of the first player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The scores, between 0 and 1, of "no better" and of "better".
    pub null: f64,
    pub alternative: f64,
    /// How often each may be taken for the other.
    pub error: f64,
}

/// What a sequential test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtVerdict {
    Undecided,
    /// The first player does not score better than the null hypothesis says.
    NotBetter,
    Better,
}

impl Sprt {
    /// The logarithm of the likelihood ratio, with a draw as half a win and half a loss: exact without draws, and slower to
    /// decide than need be with many.
    pub fn log_ratio(&self, tally: &Tally) -> f64 {
        let half = 0.5 * f64::from(tally.draws);
        let (won, lost) = (f64::from(tally.wins) + half, f64::from(tally.losses) + half);
        won * ln(self.alternative / self.null) + lost * ln((1.0 - self.alternative) / (1.0 - self.null))
    }

    pub fn verdict(&self, tally: &Tally) -> SprtVerdict {
        let bound = ln((1.0 - self.error) / self.error);
        match self.log_ratio(tally) {
            ratio if ratio >= bound => SprtVerdict::Better,
            ratio if ratio <= -bound => SprtVerdict::NotBetter,
            _ => SprtVerdict::Undecided,
        }
    }
}

/// The natural logarithm by its series: the library's may differ from machine to machine in the last digit.
fn ln(x: f64) -> f64 {
    let (mut x, mut powers) = (x.max(f64::MIN_POSITIVE), 0.0);
    while x > 1.5 {
        x /= 2.0;
        powers += 1.0;
    }
    while x < 0.75 {
        x *= 2.0;
        powers -= 1.0;
    }
    let ratio = (x - 1.0) / (x + 1.0);
    let (mut term, mut sum) = (ratio, 0.0);
    for odd in (1..60).step_by(2) {
        sum += term / f64::from(odd);
        term *= ratio * ratio;
    }
    2.0 * sum + powers * std::f64::consts::LN_2
}

/// Random moves that do not end the game: the start of a pair of games.
#[derive(Clone, Debug)]
pub struct Opening<G: Strong> {
    pub pos: G::Position,
    pub moves: Vec<G::Move>,
}

pub fn opening<G: Strong>(game: &G, seed: u64, pair: u64, plies: u32) -> Opening<G> {
    let mut rng = Rng::branch(seed ^ 0x6f70_656e, pair);
    let mut scratch = Vec::new();
    for plies in (0..=plies).rev().flat_map(|plies| [plies; 16]) {
        let mut pos = game.start();
        let mut moves = Vec::new();
        for _ in 0..plies {
            let Ok(mv) = game.random_move(&pos, &mut rng, &mut scratch) else { break };
            game.play(&mut pos, mv);
            moves.push(mv);
        }
        if game.finish(&pos).is_none() {
            return Opening { pos, moves };
        }
    }
    Opening { pos: game.start(), moves: Vec::new() }
}

/// A participant of a match: a player of this crate, or an external program.
pub trait Contestant<G: Strong> {
    /// A new game begins.
    fn begin(&mut self, _game: &G) {}

    /// The move in `pos`, which `moves` led to from the start; otherwise why there is none. The game is lost then.
    fn choose(&mut self, game: &G, moves: &[G::Move], pos: &G::Position) -> Result<G::Move, String>;
}

/// A player of this program, with what each of its moves may cost. `monitor` makes a monitor for each move, which keeps
/// the time.
#[derive(Debug)]
pub struct BotPlayer<'a, G: Strong, F> {
    pub bot: &'a mut Bot<G>,
    pub limits: Limits,
    pub monitor: F,
}

impl<G: Strong, M: Monitor<Report<G::Move>>, F: FnMut() -> M> Contestant<G> for BotPlayer<'_, G, F> {
    fn begin(&mut self, _game: &G) {
        self.bot.begin_game();
    }

    fn choose(&mut self, game: &G, _moves: &[G::Move], pos: &G::Position) -> Result<G::Move, String> {
        let report = self.bot.choose(game, pos, self.limits, &mut (self.monitor)());
        report.best().ok_or_else(|| "no move".to_owned())
    }
}

/// A game that was played to its end, by the rules or by a fault.
#[derive(Clone, Debug)]
pub struct Played<G: Strong> {
    pub moves: Vec<G::Move>,
    pub outcome: Outcome,
    /// What the loser did wrong, where that ended the game.
    pub fault: Option<String>,
}

/// The opening and the limits of a match.
#[derive(Debug)]
pub struct Match<'a, G: Strong> {
    pub game: &'a G,
    pub seed: u64,
    /// Random moves before the players begin, the same for both games of a pair.
    pub opening: u32,
    pub limits: Limits,
}

impl<G: Strong> Match<'_, G> {
    /// The colour of the first player in this game: it has White in even ones.
    pub fn first(number: u64) -> Player {
        if number.is_multiple_of(2) { Player::White } else { Player::Black }
    }

    /// Plays one game to its end, with the rules as the referee: a player who makes no legal move loses.
    pub fn play(&self, mut players: [&mut dyn Contestant<G>; 2], number: u64) -> Played<G> {
        let first = Self::first(number);
        let Opening { mut pos, mut moves } = opening(self.game, self.seed, number / 2, self.opening);
        let mut legal = Vec::new();
        for player in &mut players {
            player.begin(self.game);
        }
        loop {
            legal.clear();
            if let Some(outcome) = self.game.moves(&pos, &mut legal) {
                return Played { moves, outcome, fault: None };
            }
            let turn = self.game.to_move(&pos);
            let chosen = players[usize::from(turn != first)].choose(self.game, &moves, &pos);
            let checked = chosen
                .and_then(|mv| if legal.contains(&mv) { Ok(mv) } else { Err("a move that is not legal".to_owned()) });
            match checked {
                Ok(mv) => {
                    self.game.play(&mut pos, mv);
                    moves.push(mv);
                }
                Err(reason) => return Played { moves, outcome: Outcome::Win(!turn), fault: Some(reason) },
            }
        }
    }

    /// The same for two players of this program.
    pub fn play_bots<M: Monitor<Report<G::Move>>>(
        &self,
        bots: &mut [Bot<G>; 2],
        number: u64,
        monitor: impl Fn() -> M,
    ) -> Played<G> {
        let [a, b] = bots;
        let mut a = BotPlayer { bot: a, limits: self.limits, monitor: &monitor };
        let mut b = BotPlayer { bot: b, limits: self.limits, monitor: &monitor };
        self.play([&mut a, &mut b], number)
    }

    /// Plays games until the limit, the SPRT's decision, or cancellation; the monitor receives every game.
    /// The match can be resumed with its tally.
    pub fn run(
        &self,
        bots: &mut [Bot<G>; 2],
        games: u32,
        test: Option<Sprt>,
        tally: &mut Tally,
        monitor: &mut dyn Monitor<Tally>,
    ) -> ControlFlow<()> {
        while tally.games() < games {
            if test.is_some_and(|test| test.verdict(tally) != SprtVerdict::Undecided) {
                break;
            }
            let number = u64::from(tally.games());
            let played = self.play_bots(bots, number, || crate::monitor::Quiet);
            tally.add(played.outcome, Self::first(number));
            monitor.tell(*tally);
            monitor.poll()?;
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(wins: u32, draws: u32, losses: u32) -> Tally {
        Tally { wins, draws, losses }
    }

    #[test]
    fn an_interval_holds_the_score_and_shrinks_with_games() {
        for games in [1, 2, 10, 100, 1000] {
            for wins in [0, games / 3, games] {
                let tally = tally(wins, 0, games - wins);
                let (low, high) = tally.interval();
                assert!(low <= tally.score() + 1e-12 && tally.score() <= high + 1e-12, "{tally}");
                assert!((-1e-12..=1.0 + 1e-12).contains(&low) && (-1e-12..=1.0 + 1e-12).contains(&high), "{tally}");
            }
        }
        let width = |games: u32| {
            let (low, high) = tally(games / 2, 0, games / 2).interval();
            high - low
        };
        assert!(width(10) > width(100) && width(100) > width(1000));
        // Wilson (1927): 10 successes of 20.
        let (low, high) = wilson(0.5, 20.0);
        assert!((low - 0.299).abs() < 0.001 && (high - 0.701).abs() < 0.001, "{low} {high}");
    }

    #[test]
    fn a_logarithm_is_that_of_the_library() {
        for x in [0.001, 0.05, 0.5, 0.75, 1.0, 1.5, 2.0, 19.0, 1000.0] {
            assert!((ln(x) - f64::ln(x)).abs() < 1e-12, "{x}");
        }
    }

    #[test]
    fn a_sequential_test_errs_about_as_seldom_as_it_says() {
        let test = Sprt { null: 0.5, alternative: 0.6, error: 0.05 };
        let decide = |chance: f64, seed: u64| {
            let mut rng = Rng::new(seed);
            let mut results = tally(0, 0, 0);
            loop {
                match f64::from(rng.below(1_000_000)) / 1e6 < chance {
                    true => results.wins += 1,
                    false => results.losses += 1,
                }
                match test.verdict(&results) {
                    SprtVerdict::Undecided => {}
                    verdict => return (verdict, results.games()),
                }
            }
        };
        let (mut wrong, mut games) = (0, 0);
        for seed in 0..400 {
            let (verdict, took) = decide(0.5, seed);
            wrong += u32::from(verdict == SprtVerdict::Better);
            games += took;
            wrong += u32::from(decide(0.6, 1000 + seed).0 == SprtVerdict::NotBetter);
        }
        // At most 5 % of 800, and some more for chance.
        assert!((5..=50).contains(&wrong), "{wrong}");
        assert!(games / 400 < 250, "{games}");
    }

    #[test]
    fn nothing_is_decided_before_the_first_game() {
        let test = Sprt { null: 0.5, alternative: 0.55, error: 0.05 };
        assert_eq!(test.verdict(&Tally::default()), SprtVerdict::Undecided);
        assert_eq!(test.verdict(&tally(1, 0, 0)), SprtVerdict::Undecided);
        assert_eq!(test.verdict(&tally(1000, 0, 100)), SprtVerdict::Better);
        assert_eq!(test.verdict(&tally(100, 0, 1000)), SprtVerdict::NotBetter);
    }
}
