//! Commands about Pell's class: inventing games, what METAGAMER sees in one, and its experiments.

use std::io::Write;
use std::time::Instant;

use kibitzer::board::Player;
use kibitzer::game::Game;
use kibitzer::lab::{
    AdvisorTraining, Arena, Lessons, PLAYERS, Pairing, Row, TOURNAMENT_GAMES, Tally, Tournament, aligned, csv,
    invented_games, pairs,
};
use kibitzer::metagame::{
    Advisor, Invention, MOST_TRIES, Metagamer, Parameters, Piece, Rules, Weights, builtin, parse,
};
use kibitzer::monitor::Monitor;

use crate::Trouble;
use crate::args::{Args, Usage, read_file};

/// A game of this class, built in or in a file; `None` where it is a game of another class.
pub(crate) fn load(name: &str) -> Result<Option<Rules>, Trouble> {
    let text = match builtin(name) {
        Some(game) => game.text.to_owned(),
        None if std::path::Path::new(name).exists() => read_file(name)?,
        None => return Ok(None),
    };
    if !<kibitzer::classes::Metagame as kibitzer::classes::Class>::recognises(&text) {
        return Ok(None);
    }
    let def = parse(&text).map_err(|error| Trouble::Input(format!("{name}:{error}")))?;
    Rules::compile(&def).map(Some).map_err(|error| Trouble::Input(format!("{name}: {error}")))
}

/// `kibitzer generate`.
pub(crate) fn generate_game(mut args: Args, out: &mut impl Write) -> Result<(), Trouble> {
    let seed: u64 = args.value("seed", "a whole number")?.unwrap_or(1);
    let playable = args.flag("playable");
    let list = args.flag("settings");
    let mut parameters = if args.flag("tournament") { Parameters::tournament() } else { Parameters::default() };
    while let Some(setting) = args.text("set") {
        let bad = |expected: String| Trouble::Input(format!("kibitzer: --set {setting}: {expected}"));
        let (name, value) = setting.split_once('=').ok_or_else(|| bad("expected NAME=VALUE".to_owned()))?;
        parameters.set(name, value).map_err(|error| bad(error.to_string()))?;
    }
    args.finish()?;
    if list {
        for (name, parameter) in parameters.iter() {
            writeln!(out, "{name}={parameter:<60} {}", Parameters::label(name))?;
        }
        return Ok(());
    }
    let invention = Invention::new(&parameters, seed, playable);
    let nothing = || Trouble::Input(format!("kibitzer: none of {MOST_TRIES} games passed the playability test"));
    write!(out, "{}", invention.ok_or_else(nothing)?)?;
    Ok(())
}

/// `kibitzer analyse`: material values term by term, and each advisor's voice at the start.
pub(crate) fn analyse(mut args: Args, out: &mut impl Write) -> Result<(), Trouble> {
    let game = args.operand("a game")?;
    args.finish()?;
    let Some(rules) = load(&game)? else {
        return Err(Trouble::Input(format!("kibitzer: {game} is not a chess-like game")));
    };
    writeln!(out, "what each piece can do")?;
    for (kind, name) in rules.types().iter().enumerate() {
        writeln!(out, "{name}: {}", rules.describe_type(kind))?;
    }
    writeln!(out, "\nhow the game is won")?;
    for sentence in rules.describe_goals() {
        writeln!(out, "{sentence}")?;
    }
    writeln!(out)?;
    values(&rules, out)?;
    let analysis = rules.analysis();
    writeln!(out, "\nwhat each piece can become by its owner's choice (number of promotions)")?;
    for (kind, name) in rules.types().iter().enumerate() {
        let results = analysis.promotions(Piece::new(kind, Player::White));
        let list: Vec<String> = results
            .iter()
            .filter(|(_, count)| *count > 0)
            .map(|(piece, count)| format!("{} ({count})", rules.piece_name(*piece)))
            .collect();
        if !list.is_empty() {
            writeln!(out, "{name}: {}", list.join(", "))?;
        }
    }
    writeln!(out, "\nthe advisors of player 6 at the start; positive is good for White")?;
    let weights = Weights::tournament(6).unwrap_or_default();
    let judge = Metagamer::new(&rules, weights);
    let start = rules.start();
    let voices = judge.voices(&rules, &start);
    for advisor in Advisor::ALL.iter().filter(|advisor| !Advisor::MATERIAL.contains(advisor)) {
        if weights[*advisor] != 0.0 {
            let (name, value, label) = (advisor.name(), voices[*advisor], advisor.label());
            writeln!(out, "{name:<20}{value:>12.4}{:>6.1}  {label}", weights[*advisor])?;
        }
    }
    writeln!(out, "{:<20}{:>12.4}", "sum", judge.value(&rules, &start))?;
    Ok(())
}

/// Material values term by term, as Tables 15.2 to 15.6 print them.
pub(crate) fn values(rules: &Rules, out: &mut impl Write) -> Result<(), Trouble> {
    let (tables, player) = (Weights::tables(), Weights::tournament(6).unwrap_or_default());
    let analysis = rules.analysis();
    let width = rules.types().iter().map(String::len).max().unwrap_or(0).max(8) + 2;
    write!(out, "{:<20}", "material value")?;
    for name in rules.types() {
        write!(out, "{name:>width$}")?;
    }
    writeln!(out)?;
    let pieces = || rules.pieces().filter(|piece| piece.owner() == Player::White);
    for advisor in Advisor::MATERIAL {
        write!(out, "{:<20}", advisor.name())?;
        for piece in pieces() {
            write!(out, "{:>width$.2}", analysis.material(piece)[*advisor])?;
        }
        writeln!(out)?;
    }
    for (title, weights) in [("total, tables", &tables), ("total, player 6", &player)] {
        write!(out, "{title:<20}")?;
        for piece in pieces() {
            write!(out, "{:>width$.2}", analysis.value(piece, weights))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn print(rows: &[Row], as_csv: bool, out: &mut impl Write) -> Result<(), Trouble> {
    let text = if as_csv { csv(rows) } else { aligned(rows) };
    Ok(write!(out, "{text}")?)
}

/// Tells of what is done on standard error.
struct Progress(Instant);

impl Monitor<Pairing> for Progress {
    fn tell(&mut self, Pairing { game, players: [a, b], tally }: Pairing) {
        eprintln!("{:>6.0} s  {game} P{a} P{b}: {tally}", self.0.elapsed().as_secs_f64());
    }
}

impl Monitor<Lessons> for Progress {
    fn tell(&mut self, Lessons { round, weights }: Lessons) {
        eprintln!("{:>6.0} s  round {round}: {}", self.0.elapsed().as_secs_f64(), shown(weights));
    }
}

impl Monitor<Tally> for Progress {
    fn tell(&mut self, tally: Tally) {
        eprintln!("{:>6.0} s  {tally}", self.0.elapsed().as_secs_f64());
    }
}

fn shown(weights: Weights) -> String {
    let all = Advisor::ALL.iter().filter(|advisor| weights[**advisor] != 0.0);
    let list: Vec<String> = all.map(|advisor| format!("{advisor}={:.3}", weights[*advisor])).collect();
    list.join(" ")
}

/// `kibitzer tournament`.
pub(crate) fn tournament(mut args: Args, out: &mut impl Write) -> Result<(), Trouble> {
    let terms = Tournament {
        contests: args.value("contests", "a number of contests")?.unwrap_or(4),
        positions: args.value("positions", "a number of positions")?.unwrap_or(200),
        seed: args.value("seed", "a whole number")?.unwrap_or(1),
    };
    let wanted = args.text("pairs");
    let as_csv = args.flag("csv");
    args.finish()?;
    let pairs = match &wanted {
        None => pairs(),
        Some(text) => text.split(',').map(pair).collect::<Result<_, _>>()?,
    };
    let mut progress = Progress(Instant::now());
    let arenas = TOURNAMENT_GAMES.into_iter().filter_map(Arena::new);
    let results: Vec<Pairing> = arenas.flat_map(|arena| terms.game(&arena, &pairs, &mut progress)).collect();
    print(&terms.rows(&results), as_csv, out)
}

/// Two players of the tournament, as in `1-6`.
fn pair(text: &str) -> Result<[u32; 2], Usage> {
    let number = |text: &str| text.parse().ok().filter(|number| PLAYERS.contains(number));
    let pair = text.split_once('-').and_then(|(a, b)| Some([number(a)?, number(b)?]));
    let bad =
        || Usage::BadValue { option: "--pairs".to_owned(), value: text.to_owned(), expected: "pairs as in 1-6,2-6" };
    pair.filter(|[a, b]| a < b).ok_or_else(bad)
}

/// `kibitzer advisors`.
pub(crate) fn advisors(mut args: Args, out: &mut impl Write) -> Result<(), Trouble> {
    let defaults = AdvisorTraining::default();
    let training = AdvisorTraining {
        games: args.value("games", "a number of games")?.unwrap_or(defaults.games),
        rounds: args.value("rounds", "a number of rounds")?.unwrap_or(defaults.rounds),
        plays: args.value("plays", "a number of games")?.unwrap_or(defaults.plays),
        nodes: args.value("nodes", "a number of nodes")?.unwrap_or(defaults.nodes),
        rate: args.value("rate", "a rate")?.unwrap_or(defaults.rate),
        lambda: args.value("lambda", "a number from 0 to 1")?.unwrap_or(defaults.lambda),
        seed: args.value("seed", "a whole number")?.unwrap_or(defaults.seed),
    };
    let contests: u32 = args.value("contests", "a number of contests")?.unwrap_or(10);
    let tested: u32 = args.value("tested", "a number of games")?.unwrap_or(20);
    let fresh: u64 = args.value("fresh", "a whole number")?.unwrap_or(1_000_000);
    let known = args.text("weights");
    let as_csv = args.flag("csv");
    args.finish()?;
    let weights = match known {
        Some(text) if text == "learned" => Weights::learned(),
        Some(text) => read_weights(&text)?,
        None => training.learn(&mut Progress(Instant::now())),
    };
    writeln!(out, "weights: {}", shown(weights))?;
    let games = invented_games(fresh, tested);
    let results = training.test(weights, &games, contests, &mut Progress(Instant::now()));
    print(&training.rows(&results), as_csv, out)
}

/// `material=1,vital=1,…`; advisors that are left out have no weight.
fn read_weights(text: &str) -> Result<Weights, Trouble> {
    let mut weights = Weights::default();
    for part in text.split([',', ' ']).filter(|part| !part.is_empty()) {
        let pair = part.split_once('=').and_then(|(name, value)| Some((Advisor::named(name)?, value.parse().ok()?)));
        let Some((advisor, weight)) = pair else {
            let (option, value) = ("--weights".to_owned(), part.to_owned());
            return Err(Usage::BadValue { option, value, expected: "an advisor and its weight, as in vital=1" }.into());
        };
        weights[advisor] = weight;
    }
    Ok(weights)
}
