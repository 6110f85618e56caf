//! `kibitzer match`: two players against each other, and how sure the result is.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::ops::ControlFlow;
use std::time::Duration;

use kibitzer::board::Player;
use kibitzer::bots::{Bot, Budget, PlayerSpec, Training};
use kibitzer::game::{Game, Outcome};
use kibitzer::monitor::Monitor;
use kibitzer::observe::{Listing, Recorder, write_record};
use kibitzer::rng::Rng;
use kibitzer::sbg::{Move, Position, Rules};
use kibitzer::search::Limits;

use crate::Trouble;
use crate::args::{Args, Usage, load_game};
use crate::clock::{Clock, Deadline};

/// What a match is played under.
struct Terms {
    games: u64,
    seed: u64,
    /// Random plies before the players begin, the same for both games of a pair.
    opening: u32,
    movetime: Option<Duration>,
    limits: Limits,
    startclock: Option<Duration>,
    /// Players begin anew, and learn anew, after so many games.
    relearn: u64,
    clock: Clock,
}

pub(crate) fn match_games(mut args: Args, out: &mut impl Write) -> Result<(), Trouble> {
    let game = args.operand("a game")?;
    let names = [args.operand("a player")?, args.operand("another player")?];
    let specs = [Args::player("A", &names[0])?, Args::player("B", &names[1])?];
    let millis = |value: Option<u64>| value.map(Duration::from_millis);
    let movetime = millis(args.value("movetime", "milliseconds")?);
    let nodes: Option<u64> = args.value("nodes", "a number of nodes")?;
    let terms = Terms {
        games: args.value("games", "a number of games")?.unwrap_or(2),
        seed: args.value("seed", "a whole number")?.unwrap_or(1),
        opening: args.value("opening", "a number of plies")?.unwrap_or(4),
        startclock: millis(args.value("startclock", "milliseconds")?),
        relearn: args.value::<u64>("relearn", "a number of games")?.unwrap_or(2).max(2).next_multiple_of(2),
        clock: clock(&mut args)?,
        movetime,
        limits: nodes.map_or(Limits::default(), Limits::nodes),
    };
    let save = args.text("save");
    let quiet = args.flag("quiet");
    args.finish()?;
    if movetime.is_none() && nodes.is_none() {
        return Err(Usage::Missing("--movetime MS or --nodes N").into());
    }
    let (_, rules) = load_game(&game)?;
    let mut save = match save {
        Some(path) => {
            let file = File::create(&path).map_err(|error| Trouble::Input(format!("{path}: {error}")))?;
            Some(BufWriter::new(file))
        }
        None => None,
    };
    let mut tally = Tally::default();
    let mut records = 0;
    let mut bots = specs.map(|spec| Bot::new(&rules, spec, terms.seed));
    for game in 0..terms.games {
        if game % terms.relearn == 0 {
            let learned;
            (bots, learned) = prepare(&rules, specs, &terms, game);
            for (name, learned) in ["A", "B"].into_iter().zip(learned).filter(|_| !quiet) {
                if let Some(Training { games, adopted, .. }) = learned {
                    writeln!(out, "{name} learned from {games} games; took over new weights {adopted} times")?;
                }
            }
        }
        let first = if game % 2 == 0 { Player::White } else { Player::Black };
        let played = play(&rules, &mut bots, first, &terms, game)?;
        tally.add(played.outcome, first);
        if let Some(save) = &mut save {
            write_game(&rules, &played, &mut records, save)?;
        }
        if !quiet {
            let how = match played.outcome {
                Outcome::Win(winner) => format!("{winner} wins"),
                Outcome::Draw => "a draw".to_owned(),
            };
            writeln!(out, "game {}: A is {first}: {how} after {} plies; {tally}", game + 1, played.moves.len())?;
            out.flush()?;
        }
    }
    if let Some(mut save) = save {
        save.flush()?;
    }
    writeln!(out, "{game}: {} against {}: {tally}", names[0], names[1])?;
    Ok(())
}

fn clock(args: &mut Args) -> Result<Clock, Trouble> {
    match args.text("clock").as_deref() {
        None | Some("wall") => Ok(Clock::Wall),
        Some("cpu") if Clock::has_processor_time() => Ok(Clock::Processor),
        Some("cpu") => Err(Trouble::Input("kibitzer: processor time is not available on this system".to_owned())),
        Some(other) => {
            let (option, value) = ("--clock".to_owned(), other.to_owned());
            Err(Usage::BadValue { option, value, expected: "wall or cpu" }.into())
        }
    }
}

/// New players; those that learn do so now, and it is told what came of it.
fn prepare(rules: &Rules, specs: [PlayerSpec; 2], terms: &Terms, game: u64) -> ([Bot; 2], [Option<Training>; 2]) {
    let mut rng = Rng::branch(terms.seed, game);
    let mut learned = [None, None];
    let mut at = 0;
    let bots = specs.map(|spec| {
        let mut bot = Bot::new(rules, spec, rng.next_u64());
        if let Some(budget) = spec.td {
            let own = match budget {
                Budget::Games(_) => None,
                Budget::Millis(millis) => Some(Duration::from_millis(u64::from(millis))),
            };
            let limit = match (own, terms.startclock) {
                (Some(own), Some(all)) => Some(own.min(all)),
                (own, all) => own.or(all),
            };
            let mut pupil = Pupil { deadline: Deadline::new(terms.clock, limit), last: None };
            bot.learn(rules, &rules.start(), budget, &mut pupil);
            learned[at] = pupil.last;
        }
        at += 1;
        bot
    });
    (bots, learned)
}

/// Keeps the last that was heard of a start clock's learning.
struct Pupil {
    deadline: Deadline,
    last: Option<Training>,
}

impl Monitor<Training> for Pupil {
    fn poll(&mut self) -> ControlFlow<()> {
        if self.deadline.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn tell(&mut self, training: Training) {
        self.last = Some(training);
    }
}

struct Played {
    moves: Vec<Move>,
    outcome: Outcome,
}

fn play(rules: &Rules, bots: &mut [Bot; 2], first: Player, terms: &Terms, game: u64) -> Result<Played, Trouble> {
    let (mut pos, mut moves) = opening(rules, terms.seed, game / 2, terms.opening);
    let mut legal = Vec::new();
    loop {
        legal.clear();
        if let Some(outcome) = rules.moves(&pos, &mut legal) {
            return Ok(Played { moves, outcome });
        }
        let bot = &mut bots[usize::from(pos.to_move() != first)];
        let mut deadline = Deadline::new(terms.clock, terms.movetime);
        let best = bot.choose(rules, &pos, terms.limits, &mut deadline).best();
        let Some(mv) = best.filter(|mv| legal.contains(mv)) else {
            return Err(Trouble::Input(format!("kibitzer: {:?} made an illegal move", bot.spec())));
        };
        rules.play(&mut pos, mv);
        moves.push(mv);
    }
}

/// Random plies that do not end the game.
fn opening(rules: &Rules, seed: u64, pair: u64, plies: u32) -> (Position, Vec<Move>) {
    let mut rng = Rng::branch(seed ^ 0x6f70_656e, pair);
    let mut scratch = Vec::new();
    for plies in (0..=plies).rev().flat_map(|plies| [plies; 16]) {
        let mut pos = rules.start();
        let mut moves = Vec::new();
        for _ in 0..plies {
            let Ok(mv) = rules.random_move(&pos, &mut rng, &mut scratch) else { break };
            rules.play(&mut pos, mv);
            moves.push(mv);
        }
        if rules.ending(&pos).is_none() {
            return (pos, moves);
        }
    }
    (rules.start(), Vec::new())
}

fn write_game(rules: &Rules, played: &Played, number: &mut u64, out: &mut impl Write) -> Result<(), Trouble> {
    let recorder = Recorder { rules, listing: Listing::All };
    let mut pos = rules.start();
    for &mv in &played.moves {
        *number += 1;
        write_record(out, *number, &recorder.position(&pos, mv))?;
        rules.play(&mut pos, mv);
    }
    *number += 1;
    Ok(write_record(out, *number, &recorder.end(&pos, played.outcome))?)
}

/// Results from A's side.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    wins: u32,
    draws: u32,
    losses: u32,
}

impl Tally {
    fn add(&mut self, outcome: Outcome, a: Player) {
        match outcome {
            Outcome::Draw => self.draws += 1,
            Outcome::Win(winner) if winner == a => self.wins += 1,
            Outcome::Win(_) => self.losses += 1,
        }
    }

    fn score(&self) -> f64 {
        (f64::from(self.wins) + 0.5 * f64::from(self.draws)) / self.games().max(1.0)
    }

    fn games(&self) -> f64 {
        f64::from(self.wins + self.draws + self.losses)
    }

    /// Wilson's interval for 95 %, with a draw as half a win: it does not collapse when one side wins everything.
    fn interval(&self) -> (f64, f64) {
        let (n, p, z) = (self.games().max(1.0), self.score(), 1.96);
        let middle = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
        let half = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
        (middle - half, middle + half)
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (low, high) = self.interval();
        let percent = |share: f64| 100.0 * share;
        write!(
            f,
            "+{} ={} -{}: {:.1} % ({:.1} to {:.1})",
            self.wins,
            self.draws,
            self.losses,
            percent(self.score()),
            percent(low),
            percent(high)
        )
    }
}
