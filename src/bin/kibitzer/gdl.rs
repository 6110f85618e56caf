//! Commands about the Game Description Language.

use std::io::Write;

use kibitzer::board::Player;
use kibitzer::bots::{Kind, PlayerSpec};
use kibitzer::game::{self, Game, Outcome, random_playout};
use kibitzer::gdl::{
    self, ActionId, CircleError, Compared, Effort, GdlError, Learned, Position, Reasoner, compare, export,
    exported_move, learn_description,
};
use kibitzer::lab::{Sprt, SprtVerdict, Tally};
use kibitzer::observe::{Listing, write_record};
use kibitzer::rng::Rng;
use kibitzer::search::{Searcher, Uct, UctOptions};

use crate::Trouble;
use crate::args::{Args, Usage, load_game, read_text};
use crate::clock::{Clock, Deadline};
use crate::match_games::Terms;

/// Whether GAME names a description in GDL.
pub(crate) fn is_kif(name: &str) -> bool {
    name.ends_with(".kif")
}

/// Loads a description; every fault is told with the path before it.
pub(crate) fn load(path: &str) -> Result<Reasoner, Trouble> {
    let text = read_text(path, gdl::MAX_TEXT)?;
    Reasoner::read(&text).map_err(|error| placed(path, &error.to_string()))
}

fn placed(path: &str, message: &str) -> Trouble {
    let lines: Vec<String> = message.lines().map(|line| format!("{path}:{line}")).collect();
    Trouble::Input(lines.join("\n"))
}

/// A description as a game with tables: learned by watching it, and checked against it on fresh games.
pub(crate) fn load_learned(path: &str, effort: Effort) -> Result<Learned, Trouble> {
    let reasoner = load(path)?;
    learn_description(&reasoner, effort).map_err(|error| placed(path, &error.to_string()))
}

/// `kibitzer check FILE.kif`.
pub(crate) fn check(path: &str, out: &mut impl Write) -> Result<(), Trouble> {
    let text = read_text(path, gdl::MAX_TEXT)?;
    match Reasoner::read(&text) {
        Ok(reasoner) => {
            let (props, rules) = reasoner.size();
            let roles = Player::BOTH.map(|player| reasoner.role(player));
            let count = reasoner.description().rules.len();
            writeln!(
                out,
                "ok: {} against {}, {count} rules; grounded, {props} propositions and {rules} rules",
                roles[0], roles[1]
            )?;
            Ok(())
        }
        Err(error @ (GdlError::Roles(_) | GdlError::Simultaneous { .. })) => {
            // A sound description of a game that is not played here.
            writeln!(out, "ok, but it cannot be played here: {error}")?;
            Ok(())
        }
        Err(error) => Err(placed(path, &error.to_string())),
    }
}

/// `kibitzer gdl GAME`: a game as GDL; with `--verify N`, whether the reasoner plays it as the tables do.
pub(crate) fn write_gdl(mut args: Args, out: &mut impl Write) -> Result<(), Trouble> {
    let game = args.operand("a game")?;
    let verify: Option<u64> = args.value("verify", "a number of games")?;
    let prolog: Option<u64> = args.value("prolog", "a number of games")?;
    let seed: u64 = args.value("seed", "a whole number")?.unwrap_or(1);
    args.finish()?;
    let (def, rules) = load_game(&game)?;
    let text = export(&def.name, &rules).map_err(|error| Trouble::Input(format!("kibitzer: {game}: {error}")))?;
    if verify.is_none() && prolog.is_none() {
        return Ok(out.write_all(text.as_bytes())?);
    }
    let watch = Deadline::new(Clock::Processor, None);
    let reasoner = Reasoner::read(&text).map_err(|error| placed(&format!("{game}.kif"), &error.to_string()))?;
    let seconds = watch.elapsed().as_secs_f64();
    if let Some(games) = verify {
        let terms = &reasoner.description().terms;
        let square_move =
            |_: &mut _, mv| reasoner.action(mv).and_then(|action| exported_move(terms, rules.board(), action));
        let Compared { games, plies, moves } = compare(&rules, &reasoner, &square_move, games, seed)
            .map_err(|difference| Trouble::Input(format!("kibitzer: {game}: {difference}")))?;
        let (props, wires) = reasoner.size();
        writeln!(
            out,
            "{game}: tables and reasoner agree on {games} games, {plies} positions, {moves} moves; \
             {props} propositions, {wires} rules, grounded in {seconds:.2} s"
        )?;
        out.flush()?;
    }
    if let Some(games) = prolog {
        let positions = crate::prolog::agree(&game, &reasoner, games, seed)?;
        writeln!(out, "{game}: reasoner and SWI-Prolog agree on {games} games, {positions} positions")?;
    }
    Ok(())
}

/// `kibitzer import FILE.kif`: the game behind a description, learned by watching it.
pub(crate) fn import(mut args: Args, out: &mut impl Write) -> Result<(), Trouble> {
    let path = args.operand("a file in GDL")?;
    let usual = Effort::default();
    let effort = Effort {
        games: args.value("games", "a number of games")?.unwrap_or(usual.games).max(1),
        fresh: args.value("fresh", "a number of games")?.unwrap_or(usual.fresh),
        seed: args.value("seed", "a whole number")?.unwrap_or(usual.seed),
    };
    args.finish()?;
    let reasoner = load(&path)?;
    match learn_description(&reasoner, effort) {
        Ok(Learned { def, reading, watched, compared, .. }) => {
            write!(out, "{def}")?;
            let terms = &reasoner.description().terms;
            let letters: Vec<String> =
                reading.letters().map(|(piece, letter)| format!("{letter} is {}", terms.show(piece))).collect();
            eprintln!("{}", letters.join(", "));
            eprintln!(
                "watched {watched} games; on {} fresh ones, tables and description agree in {} positions with {} moves",
                compared.games, compared.plies, compared.moves
            );
            Ok(())
        }
        Err(error) => {
            if let CircleError::Differs { def, .. } = &error {
                write!(out, "{def}")?;
            }
            Err(placed(&path, &error.to_string()))
        }
    }
}

/// `kibitzer moves FILE.kif`.
pub(crate) fn moves(path: &str, line: Option<&str>, out: &mut impl Write) -> Result<(), Trouble> {
    let reasoner = load(path)?;
    let pos = after(&reasoner, line)?;
    let mut moves = Vec::new();
    reasoner.moves(&pos, &mut moves);
    let mut texts: Vec<String> = moves.into_iter().map(|mv| reasoner.show_move(mv)).collect();
    texts.sort_unstable();
    for text in texts {
        writeln!(out, "{text}")?;
    }
    Ok(())
}

/// `kibitzer perft FILE.kif DEPTH`.
pub(crate) fn perft(path: &str, depth: u32, line: Option<&str>, out: &mut impl Write) -> Result<(), Trouble> {
    let reasoner = load(path)?;
    let mut pos = after(&reasoner, line)?;
    if depth > 0 {
        let mut moves = Vec::new();
        reasoner.moves(&pos, &mut moves);
        moves.sort_by_key(|mv| reasoner.show_move(*mv));
        for mv in moves {
            let undo = reasoner.play(&mut pos, mv);
            let nodes = game::perft(&reasoner, &mut pos, depth - 1);
            reasoner.undo(&mut pos, mv, undo);
            writeln!(out, "{} {nodes}", reasoner.show_move(mv))?;
        }
    }
    writeln!(out, "{}", game::perft(&reasoner, &mut pos, depth))?;
    Ok(())
}

/// The start position, or the one after these moves, which are separated by commas.
fn after(reasoner: &Reasoner, line: Option<&str>) -> Result<Position, Trouble> {
    let mut pos = reasoner.start();
    let moves = line.unwrap_or_default().split(',').map(str::trim).filter(|text| !text.is_empty());
    for (index, text) in moves.enumerate() {
        let Some(mv) = reasoner.read_move(&pos, text) else {
            let message = format!("kibitzer: move {} ({text}) is not legal there", index + 1);
            return Err(Trouble::Input(message));
        };
        reasoner.play(&mut pos, mv);
    }
    Ok(pos)
}

/// `kibitzer observe FILE.kif`: records of random games that the reasoner plays.
pub(crate) fn observe(
    path: &str,
    games: u64,
    seed: u64,
    listing: Listing,
    out: &mut impl Write,
) -> Result<(), Trouble> {
    let reasoner = load(path)?;
    let (_, games) = gdl::observe(&reasoner, games, seed).map_err(|error| placed(path, &error.to_string()))?;
    let records = games.into_iter().flatten();
    for (number, mut record) in records.enumerate() {
        if listing == Listing::Some {
            record.moves.truncate(1);
            record.listing = listing;
        }
        write_record(out, number as u64 + 1, &record)?;
    }
    Ok(())
}

/// Whether these players need nothing but the rules, so that the reasoner itself can be played.
pub(crate) fn plays(game: &str, specs: [PlayerSpec; 2]) -> bool {
    is_kif(game) && specs.iter().all(|spec| matches!(spec.kind, Kind::Uct | Kind::Random))
}

/// `kibitzer match FILE.kif uct uct`: both players search by the reasoner.
pub(crate) fn match_games(
    path: &str,
    specs: [PlayerSpec; 2],
    terms: &Terms,
    quiet: bool,
    test: Option<Sprt>,
    out: &mut impl Write,
) -> Result<Tally, Trouble> {
    let reasoner = load(path)?;
    let mut tally = Tally::default();
    for number in 0..terms.games {
        if test.is_some_and(|test| test.verdict(&tally) != SprtVerdict::Undecided) {
            break;
        }
        let first = if number % 2 == 0 { Player::White } else { Player::Black };
        let mut rng = Rng::branch(terms.seed, number);
        let mut searches = specs.map(|_| Uct::new((), UctOptions::default(), rng.next_u64()));
        let mut pos = reasoner.start();
        let mut opening = Rng::branch(terms.seed ^ 0x6f70_656e, number / 2);
        let (mut plies, mut scratch) = (0, Vec::new());
        let outcome: Outcome = loop {
            let mut legal: Vec<ActionId> = Vec::new();
            if let Some(outcome) = reasoner.moves(&pos, &mut legal) {
                break outcome;
            }
            let player = usize::from(reasoner.to_move(&pos) != first);
            let mv = if plies < terms.opening {
                *opening.pick(&legal)
            } else if specs[player].kind == Kind::Random {
                match reasoner.random_move(&pos, &mut rng, &mut scratch) {
                    Ok(mv) => mv,
                    Err(outcome) => break outcome,
                }
            } else {
                let mut deadline = Deadline::new(terms.clock, terms.movetime);
                let report = searches[player].search(&reasoner, &pos, terms.limits, &mut deadline);
                report.best().unwrap_or(legal[0])
            };
            reasoner.play(&mut pos, mv);
            plies += 1;
        };
        tally.add(outcome, first);
        if !quiet {
            let how = match outcome {
                Outcome::Win(winner) => format!("{} wins", reasoner.role(winner)),
                Outcome::Draw => "a draw".to_owned(),
            };
            writeln!(out, "game {}: A is {}: {how} after {plies} plies; {tally}", number + 1, reasoner.role(first))?;
            out.flush()?;
        }
    }
    Ok(tally)
}

/// Random games a second by processor time, in the best of several rounds.
pub(crate) fn playouts_per_second<G: Game>(game: &G, seconds: f64) -> f64 {
    let mut scratch = Vec::new();
    let mut best: f64 = 0.0;
    let whole = Deadline::new(Clock::Processor, None);
    while whole.elapsed().as_secs_f64() < seconds {
        let (mut rng, round, mut played) = (Rng::new(1), Deadline::new(Clock::Processor, None), 0);
        while round.elapsed().as_secs_f64() < seconds / 5.0 {
            random_playout(game, &mut game.start(), &mut rng, &mut scratch);
            played += 1;
        }
        best = best.max(f64::from(played) / round.elapsed().as_secs_f64());
    }
    best
}

/// The figures that the reasoner must reach: a third of the best published propositional networks.
const PLAYOUTS: &[(&str, f64)] = &[("breakthrough", 16_000.0 / 3.0), ("gardner", 3_500.0 / 3.0)];
/// How many times SWI-Prolog's speed the reasoner must have.
const PROLOG_RATIO: f64 = 100.0;

/// Playouts a second: tables, reasoner and SWI-Prolog on the same game, in one run.
pub(crate) fn bench(quick: bool, out: &mut impl Write) -> Result<(), Trouble> {
    let seconds = if quick { 0.5 } else { 3.0 };
    writeln!(
        out,
        "\n{:<24}{:>14}{:>14}{:>14}{:>10}{:>12}",
        "GDL, playouts/s", "tables", "reasoner", "SWI-Prolog", "tables", "reasoner"
    )?;
    let mut missed = Vec::new();
    for &(game, least) in PLAYOUTS {
        let (def, rules) = load_game(game)?;
        let text = export(&def.name, &rules).map_err(|error| Trouble::Input(error.to_string()))?;
        let reasoner = Reasoner::read(&text).map_err(|error| Trouble::Input(error.to_string()))?;
        let tables = playouts_per_second(&rules, seconds);
        let speed = playouts_per_second(&reasoner, seconds);
        if speed < least {
            missed.push(format!("{game}: {speed:.0} playouts/s by the reasoner, expected {least:.0}"));
        }
        let prolog = crate::prolog::playouts_per_second(&reasoner, if quick { 1.0 } else { 5.0 })?;
        let (other, ratio) = match prolog {
            Some(prolog) => {
                if game == "breakthrough" && speed < PROLOG_RATIO * prolog {
                    missed.push(format!("{game}: {:.0} times SWI-Prolog, expected {PROLOG_RATIO}", speed / prolog));
                }
                (format!("{prolog:.1}"), format!("× {:.0}", speed / prolog))
            }
            None => ("missing".to_owned(), "-".to_owned()),
        };
        writeln!(
            out,
            "{game:<24}{tables:>14.0}{speed:>14.0}{other:>14}{:>10}{ratio:>12}",
            format!("× {:.1}", tables / speed)
        )?;
        out.flush()?;
    }
    if missed.is_empty() { Ok(()) } else { Err(Trouble::Input(format!("kibitzer: {}", missed.join("\n")))) }
}

/// `kibitzer iggp --train FILES… --test FILES… [--json]`.
pub(crate) fn iggp(arguments: &[String], out: &mut impl Write) -> Result<(), Trouble> {
    let (mut train, mut test, mut json) = (Vec::new(), Vec::new(), false);
    let mut list: Option<&mut Vec<String>> = None;
    for argument in arguments {
        match argument.as_str() {
            "--train" => list = Some(&mut train),
            "--test" => list = Some(&mut test),
            "--json" => json = true,
            option if option.starts_with("--") => return Err(Usage::UnknownOption(option.to_owned()).into()),
            _ => match &mut list {
                Some(list) => list.push(argument.clone()),
                None => return Err(Usage::Extra(argument.clone()).into()),
            },
        }
    }
    if train.is_empty() || test.is_empty() {
        return Err(Usage::Missing("--train FILES… and --test FILES…").into());
    }
    let read = |path: &String| -> Result<gdl::Task, Trouble> {
        let text = read_text(path, gdl::MAX_TASK)?;
        let name =
            std::path::Path::new(path).file_name().map_or(path.clone(), |name| name.to_string_lossy().into_owned());
        gdl::Task::read(&name, &text).map_err(|error| placed(path, &error.to_string()))
    };
    let train: Vec<gdl::Task> = train.iter().map(read).collect::<Result<_, _>>()?;
    for path in &test {
        let task = read(path)?;
        let score = gdl::solve(&train, &task);
        if json {
            writeln!(out, "{}", score.json())?;
        } else {
            writeln!(out, "{score}")?;
        }
        out.flush()?;
    }
    Ok(())
}
