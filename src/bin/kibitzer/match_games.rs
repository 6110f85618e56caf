//! `kibitzer match`: two players against each other, and how sure the result is.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::ops::ControlFlow;
use std::time::Duration;

use kibitzer::bots::{Bot, Budget, PlayerSpec, Strong, Training};
use kibitzer::classes::{Class, ReadGame, Visitor};
use kibitzer::game::{Game, Outcome, Table};
use kibitzer::lab::{BotPlayer, Contestant, Match, Played, Sprt, SprtVerdict, Tally, csv};
use kibitzer::monitor::Monitor;
use kibitzer::observe::{Listing, Recorder, write_record};
use kibitzer::rng::Rng;
use kibitzer::sbg;
use kibitzer::search::Limits;

use crate::Trouble;
use crate::args::{Args, Usage, load_any};
use crate::clock::{Clock, Deadline};
use crate::gdl;
use crate::train::take_net;
use crate::tune::take_weights;
use crate::uci_player::{UciPlayer, UciSpec};

/// What a match is played under.
pub(crate) struct Terms {
    pub(crate) games: u64,
    pub(crate) seed: u64,
    /// Random plies before the players begin, the same for both games of a pair.
    pub(crate) opening: u32,
    pub(crate) movetime: Option<Duration>,
    pub(crate) limits: Limits,
    startclock: Option<Duration>,
    /// Players are reset, and learn again, after so many games.
    relearn: u64,
    pub(crate) clock: Clock,
    /// How much later than `movetime` another program's move may come.
    grace: Duration,
}

/// On a busy machine a program may get its turn a little late without a fault of its own.
const GRACE: Duration = Duration::from_millis(1000);

/// Who plays: a player of this program, or another program.
#[derive(Clone, Debug)]
enum Entrant {
    /// With files of weights or nets, where such were given.
    Own(PlayerSpec, Files),
    Program(UciSpec),
}

/// What a player takes from files.
#[derive(Clone, Debug, Default)]
struct Files {
    weights: Option<String>,
    net: Option<String>,
}

impl Entrant {
    fn read(option: &str, text: &str) -> Result<Entrant, Trouble> {
        match UciSpec::read(text) {
            None => {
                let (kind, options) = text.split_once(':').unwrap_or((text, ""));
                let mut files = Files::default();
                let mut rest = Vec::new();
                for option in options.split(',') {
                    match option.split_once('=') {
                        Some(("file", path)) => files.weights = Some(path.to_owned()),
                        Some(("net", path)) => files.net = Some(path.to_owned()),
                        _ => rest.push(option),
                    }
                }
                let spec = if options.is_empty() { text.to_owned() } else { format!("{kind}:{}", rest.join(",")) };
                Ok(Entrant::Own(Args::player(option, &spec)?, files))
            }
            Some(Ok(spec)) => Ok(Entrant::Program(spec)),
            Some(Err(reason)) => Err(Trouble::Input(format!("kibitzer: {option}: {reason}"))),
        }
    }

    fn own(&self) -> Option<PlayerSpec> {
        match self {
            Entrant::Own(spec, _) => Some(*spec),
            Entrant::Program(_) => None,
        }
    }
}

pub(crate) fn match_games(mut args: Args, out: &mut impl Write) -> Result<(), Trouble> {
    let game = args.operand("a game")?;
    let names = [args.operand("a player")?, args.operand("another player")?];
    let specs = [Entrant::read("A", &names[0])?, Entrant::read("B", &names[1])?];
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
        grace: millis(args.value("grace", "milliseconds")?).unwrap_or(GRACE),
        movetime,
        limits: nodes.map_or(Limits::default(), Limits::nodes),
    };
    let save = args.text("save");
    let quiet = args.flag("quiet");
    let rows = args.flag("csv");
    let test = args.text("sprt").map(|text| sprt(&text)).transpose()?;
    args.finish()?;
    if movetime.is_none() && nodes.is_none() {
        return Err(Usage::Missing("--movetime MS or --nodes N").into());
    }
    let save = match save {
        Some(path) => {
            let file = File::create(&path).map_err(|error| Trouble::Input(format!("{path}: {error}")))?;
            Some(BufWriter::new(file))
        }
        None => None,
    };
    let own = match &specs {
        [Entrant::Own(a, _), Entrant::Own(b, _)] => Some([*a, *b]).filter(|own| gdl::plays(&game, *own)),
        _ => None,
    };
    let tally = match own {
        Some(own) if save.is_none() => gdl::match_games(&game, own, &terms, quiet, test, out)?,
        _ => load_any(&game)?.visit(Contest { specs, terms: &terms, save, quiet, test, out })?,
    };
    if let Some(test) = test {
        writeln!(out, "{}", verdict(&test, &tally))?;
    }
    if rows {
        let names = [names[0].as_str(), names[1].as_str()];
        let row = tally.row(&game, names, terms.opening, terms.seed);
        write!(out, "{}", csv(&[row]))?;
        return Ok(());
    }
    writeln!(out, "{game}: {} against {}: {tally}", names[0], names[1])?;
    Ok(())
}

/// Two scores for a sequential test, as in `0.5,0.55`.
fn sprt(text: &str) -> Result<Sprt, Usage> {
    let scores = text.split_once(',').and_then(|(null, better)| Some((null.parse().ok()?, better.parse().ok()?)));
    match scores {
        Some((null, alternative)) if 0.0 < null && null < alternative && alternative < 1.0 => {
            Ok(Sprt { null, alternative, error: 0.05 })
        }
        _ => {
            let (option, value) = ("--sprt".to_owned(), text.to_owned());
            Err(Usage::BadValue { option, value, expected: "two scores such as 0.5,0.55" })
        }
    }
}

fn verdict(test: &Sprt, tally: &Tally) -> String {
    let said = match test.verdict(tally) {
        SprtVerdict::Undecided => "undecided",
        SprtVerdict::NotBetter => "A is not better",
        SprtVerdict::Better => "A is better",
    };
    format!("sprt {} to {}: {said}; log likelihood ratio {:.2}", test.null, test.alternative, test.log_ratio(tally))
}

/// Plays a match of any class.
struct Contest<'a, W> {
    specs: [Entrant; 2],
    terms: &'a Terms,
    save: Option<BufWriter<File>>,
    quiet: bool,
    test: Option<Sprt>,
    out: &'a mut W,
}

impl<W: Write> Visitor for Contest<'_, W> {
    type Output = Result<Tally, Trouble>;

    fn visit<C: Class>(self, read: ReadGame<C>) -> Self::Output {
        let Contest { specs, terms, mut save, quiet, test, out } = self;
        let rules = &read.game;
        if save.is_some() && !C::LEARNABLE {
            return Err(Trouble::Input("kibitzer: games of this class have no records to save".to_owned()));
        }
        let mut tally = Tally::default();
        let mut records = 0;
        let own = [specs[0].own(), specs[1].own()];
        let (mut bots, _) = prepare(rules, [None; 2], terms, 0);
        let mut programs: [Option<UciPlayer>; 2] = [None, None];
        for (spec, program) in specs.iter().zip(&mut programs) {
            if let Entrant::Program(spec) = spec {
                *program = Some(UciPlayer::start(spec, terms.movetime, terms.limits, terms.grace)?);
            }
        }
        for game in 0..terms.games {
            if test.is_some_and(|test| test.verdict(&tally) != SprtVerdict::Undecided) {
                break;
            }
            if game % terms.relearn == 0 {
                let learned;
                (bots, learned) = prepare(rules, own, terms, game);
                for (bot, spec) in bots.iter_mut().flatten().zip(specs.iter().filter(|spec| spec.own().is_some())) {
                    let Entrant::Own(_, files) = spec else { continue };
                    if let Some(path) = &files.net {
                        take_net(bot, rules, path);
                    }
                    if let Some(path) = &files.weights {
                        take_weights(bot, rules, &read.text, path);
                    }
                }
                for (name, learned) in ["A", "B"].into_iter().zip(learned).filter(|_| !quiet) {
                    if let Some(Training { games, adopted, .. }) = learned {
                        writeln!(out, "{name} learned from {games} games; adopted new weights {adopted} times")?;
                    }
                }
            }
            let first = Match::<C::Game>::first(game);
            let contest = Match { game: rules, seed: terms.seed, opening: terms.opening, limits: terms.limits };
            let played = play(&contest, &mut bots, &mut programs, terms, game);
            tally.add(played.outcome, first);
            if let Some(save) = &mut save {
                write_game(&read, &played, &mut records, save)?;
            }
            if !quiet {
                let how = match played.outcome {
                    Outcome::Win(winner) => format!("{winner} wins"),
                    Outcome::Draw => "a draw".to_owned(),
                };
                let plies = played.moves.len();
                let fault = played.fault.as_ref().map_or(String::new(), |fault| format!(" ({fault})"));
                writeln!(out, "game {}: A is {first}: {how} after {plies} plies{fault}; {tally}", game + 1)?;
                out.flush()?;
            }
        }
        if let Some(mut save) = save {
            save.flush()?;
        }
        Ok(tally)
    }
}

/// Plays one game, each player being a program or one of our own.
fn play<G: Strong>(
    contest: &Match<'_, G>,
    bots: &mut [Option<Bot<G>>; 2],
    programs: &mut [Option<UciPlayer>; 2],
    terms: &Terms,
    number: u64,
) -> Played<G> {
    let monitor = || Deadline::new(terms.clock, terms.movetime);
    let mut own = bots.each_mut().map(|bot| bot.as_mut().map(|bot| BotPlayer { bot, limits: terms.limits, monitor }));
    let mut players: Vec<&mut dyn Contestant<G>> = Vec::new();
    for (own, program) in own.iter_mut().zip(programs) {
        match (own, program) {
            (_, Some(program)) => players.push(program),
            (Some(own), None) => players.push(own),
            (None, None) => {}
        }
    }
    let players: Result<[&mut dyn Contestant<G>; 2], _> = players.try_into();
    match players {
        Ok(players) => contest.play(players, number),
        Err(_) => unreachable!("every entrant is one of ours or a program"),
    }
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

/// New players of our own; those that learn do so now, and it is told what came of it.
fn prepare<G: Strong>(
    rules: &G,
    specs: [Option<PlayerSpec>; 2],
    terms: &Terms,
    game: u64,
) -> ([Option<Bot<G>>; 2], [Option<Training>; 2]) {
    let mut rng = Rng::branch(terms.seed, game);
    let mut learned = [None, None];
    let mut at = 0;
    let bots = specs.map(|spec| {
        let seed = rng.next_u64();
        let bot = spec.map(|spec| {
            let mut bot = Bot::new(rules, spec, seed);
            if let Some(budget) = spec.td {
                learned[at] = learn(rules, &mut bot, budget, terms);
            }
            bot
        });
        at += 1;
        bot
    });
    (bots, learned)
}

fn learn<G: Strong>(rules: &G, bot: &mut Bot<G>, budget: Budget, terms: &Terms) -> Option<Training> {
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
    pupil.last
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

/// Writes the records of a game of a learnable class, which is read again from its text.
fn write_game<C: Class>(
    read: &ReadGame<C>,
    played: &Played<C::Game>,
    number: &mut u64,
    out: &mut impl Write,
) -> Result<(), Trouble> {
    let (_, rules) = sbg::read_game(&read.text).map_err(|error| Trouble::Input(error.to_string()))?;
    let recorder = Recorder { rules: &rules, listing: Listing::All };
    let (mut theirs, mut pos) = (read.game.start(), rules.start());
    for &mv in &played.moves {
        let text = read.game.write_move(&theirs, &[mv]);
        read.game.play(&mut theirs, mv);
        let Some(mv) = rules.read_move(&pos, &text) else { break };
        *number += 1;
        write_record(out, *number, &recorder.position(&pos, mv))?;
        rules.play(&mut pos, mv);
    }
    *number += 1;
    Ok(write_record(out, *number, &recorder.end(&pos, played.outcome))?)
}
