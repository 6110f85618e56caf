//! `kibitzer tables`: the papers' tables recomputed, with the published figures beside ours, and our own learner's.

use std::io::Write;
use std::time::Instant;

use kibitzer::lab::{DataSet, GAMES, Score, Verdict, combinations, published, published_way, trial};
use kibitzer::learn::{Algorithm, Check, Settings};
use kibitzer::observe::Listing;

use crate::Trouble;
use crate::args::{Args, Usage, load_game};

/// The games that our learner must get right.
const MUST_HOLD: &[&str] =
    &["breakthrough", "chess-breakthrough", "checkers-breakthrough", "los-alamos", "legacy-of-ibis", "cannon"];

/// 80 moves of each player, as in both papers.
const PLIES: u32 = 160;

pub(crate) fn tables(mut args: Args, out: &mut impl Write) -> Result<(), Trouble> {
    let which = args.text("only");
    let sets: u64 = args.value("sets", "a number of data sets")?.unwrap_or(20);
    let seed: u64 = args.value("seed", "a whole number")?.unwrap_or(1);
    let single: u64 = args.value("single-games", "a number of games")?.unwrap_or(1_000);
    args.finish()?;
    let wanted = |name: &str| which.as_deref().is_none_or(|which| which == name);
    const PARTS: [&str; 7] = ["all", "single", "exact", "few", "curve", "needed", "spine"];
    if let Some(which) = which.as_deref().filter(|which| !PARTS.contains(which)) {
        let (option, value) = ("--only".to_owned(), which.to_owned());
        return Err(
            Usage::BadValue { option, value, expected: "all, single, exact, few, curve, needed or spine" }.into()
        );
    }
    writeln!(out, "data sets are random games, seeds {seed} to {}; {PLIES} plies at most\n", seed + sets - 1)?;
    if wanted("all") {
        slides(out, Listing::All, 50, sets, seed)?;
    }
    if wanted("single") {
        slides(out, Listing::Some, single, sets, seed)?;
    }
    if wanted("exact") {
        exact(out, Listing::All, 50, sets, seed, &[Settings::default()])?;
        exact(out, Listing::Some, single, sets, seed, &[Settings::default()])?;
    }
    if wanted("few") {
        exact(out, Listing::All, 10, sets, seed, &rivals())?;
    }
    if wanted("curve") {
        curve(out, sets, seed, single)?;
    }
    if wanted("needed") {
        needed(out, sets, seed, single)?;
    }
    if wanted("spine") {
        spine(out, sets, seed)?;
    }
    Ok(())
}

/// Ours, and the published algorithms each with the check that serves it best on the slides.
fn rivals() -> Vec<Settings> {
    let with = |algorithm, check| Settings { player: None, ..published_way(algorithm, check) };
    let fractional = Check::Fractional { alpha: 0.7 };
    vec![
        Settings::default(),
        with(Algorithm::Bjornsson, Check::Bjornsson),
        with(Algorithm::Rpni, Check::Bjornsson),
        with(Algorithm::Spine, Check::Bjornsson),
        with(Algorithm::Bjornsson, fractional),
        with(Algorithm::Rpni, fractional),
        with(Algorithm::Spine, fractional),
    ]
}

fn name(settings: &Settings) -> String {
    match settings.algorithm {
        Algorithm::Kibitzer => "kibitzer".to_owned(),
        algorithm => format!("{algorithm} {}", settings.check),
    }
}

fn percent(part: u32, whole: u32) -> f64 {
    100.0 * f64::from(part) / f64::from(whole.max(1))
}

fn slides(out: &mut impl Write, listing: Listing, games: u64, sets: u64, seed: u64) -> Result<(), Trouble> {
    let title = match listing {
        Listing::All => "all moves listed",
        Listing::Some => "single moves",
    };
    let mut ways: Vec<Settings> =
        combinations(listing).into_iter().map(|(algorithm, check)| published_way(algorithm, check)).collect();
    ways.push(Settings { player: Some(kibitzer::board::Player::White), ..Settings::default() });
    let mut scores = vec![Score::default(); ways.len()];
    let start = Instant::now();
    for game in GAMES {
        let (_, rules) = load_game(game)?;
        for set in 0..sets {
            let data = DataSet { listing, games, seed: seed + set, plies: Some(PLIES) };
            let mut clock = || start.elapsed().as_secs_f64();
            // Times are taken on the first data set, each way of learning with a tree of its own.
            let clock: Option<&mut dyn FnMut() -> f64> = if set == 0 { Some(&mut clock) } else { None };
            for (score, trial) in scores.iter_mut().zip(trial(&rules, data, &ways, clock)) {
                score.add(trial.score);
            }
        }
        eprintln!("{game}: {:.0} s", start.elapsed().as_secs_f64());
    }
    writeln!(out, "{title}: {games} games, {sets} data sets, first player (Kowalski and Kisielewicz 2018)")?;
    writeln!(out, "games: {}", GAMES.join(", "))?;
    writeln!(out, "in per cent of the automata; [published]; seconds for all games together, first data set\n")?;
    writeln!(
        out,
        "{:<28}{:>8}{:>18}{:>18}{:>8}{:>11}{:>20}",
        "algorithm and check", "exact", "correct size", "errors", "missed", "undecided", "seconds"
    )?;
    for (way, score) in ways.iter().zip(&scores) {
        let known = published(listing, way.algorithm, way.check);
        let beside = |figure: Option<f64>| figure.filter(|f| !f.is_nan()).map_or(String::new(), |f| format!("[{f}]"));
        let of = |part: u32| percent(part, score.pieces);
        writeln!(
            out,
            "{:<28}{:>8.1}{:>9.1}{:>9}{:>9.1}{:>9}{:>8.1}{:>11.1}{:>10.3}{:>10}",
            name(way),
            of(score.exact),
            of(score.correct_size),
            beside(known.map(|k| k.correct_size)),
            of(score.errors),
            beside(known.map(|k| k.errors)),
            of(score.missed),
            of(score.undecided),
            score.seconds,
            beside(known.map(|k| k.seconds)),
        )?;
    }
    writeln!(out)?;
    out.flush()?;
    Ok(())
}

/// Data sets learned exactly, letter by letter.
fn exact(
    out: &mut impl Write,
    listing: Listing,
    games: u64,
    sets: u64,
    seed: u64,
    ways: &[Settings],
) -> Result<(), Trouble> {
    let title = if listing == Listing::All { "all moves listed" } else { "single moves" };
    writeln!(out, "data sets of {sets} learned exactly: {title}, {games} games, both players")?;
    let mut totals = vec![Score::default(); ways.len()];
    for game in MUST_HOLD {
        let (_, rules) = load_game(game)?;
        let mut counts: Vec<Vec<(char, u32)>> = vec![Vec::new(); ways.len()];
        let mut scores = vec![Score::default(); ways.len()];
        for set in 0..sets {
            let data = DataSet { listing, games, seed: seed + set, plies: Some(PLIES) };
            for (way, trial) in trial(&rules, data, ways, None).into_iter().enumerate() {
                scores[way].add(trial.score);
                for (letter, verdict) in trial.verdicts {
                    let exact = verdict == Verdict::Exact;
                    match counts[way].iter_mut().find(|(known, _)| *known == letter) {
                        Some((_, count)) => *count += u32::from(exact),
                        None => counts[way].push((letter, u32::from(exact))),
                    }
                }
            }
        }
        writeln!(out, "{game}")?;
        for (index, way) in ways.iter().enumerate() {
            let counts: Vec<String> = counts[index].iter().map(|(letter, count)| format!("{letter} {count}")).collect();
            let Score { errors, missed, undecided, .. } = scores[index];
            let rest = format!("errors {errors}, missed {missed}, undecided {undecided}");
            writeln!(out, "  {:<26}{}   ({rest})", name(way), counts.join("  "))?;
            totals[index].add(scores[index]);
        }
        out.flush()?;
    }
    writeln!(out, "together")?;
    for (way, Score { pieces, exact, errors, undecided, .. }) in ways.iter().zip(totals) {
        let share = percent(exact, pieces);
        let rest = format!("with an error word {errors}, undecided {undecided}");
        writeln!(out, "  {:<26}exact {exact} of {pieces} ({share:.1} %), {rest}", name(way))?;
    }
    writeln!(out)?;
    Ok(())
}

/// How much it takes: exact automata over the number of games, single moves.
fn curve(out: &mut impl Write, sets: u64, seed: u64, most: u64) -> Result<(), Trouble> {
    let sizes: Vec<u64> = [50, 100, 200, 500, 1_000].into_iter().filter(|size| *size <= most).collect();
    let ways = rivals();
    let mut scores = vec![vec![Score::default(); sizes.len()]; ways.len()];
    for game in MUST_HOLD {
        let (_, rules) = load_game(game)?;
        for (size, &games) in sizes.iter().enumerate() {
            for set in 0..sets {
                let data = DataSet { listing: Listing::Some, games, seed: seed + set, plies: Some(PLIES) };
                for (way, trial) in trial(&rules, data, &ways, None).into_iter().enumerate() {
                    scores[way][size].add(trial.score);
                }
            }
        }
        eprintln!("curve: {game} done");
    }
    writeln!(
        out,
        "single moves, {sets} data sets, both players: exact, (with an error word) and, where there are any, undecided?, \
         per cent of automata"
    )?;
    write!(out, "{:<28}", "games")?;
    for size in &sizes {
        write!(out, "{size:>16}")?;
    }
    writeln!(out)?;
    for (way, scores) in ways.iter().zip(&scores) {
        write!(out, "{:<28}", name(way))?;
        for score in scores {
            let (exact, errors) = (percent(score.exact, score.pieces), percent(score.errors, score.pieces));
            let undecided = match score.undecided {
                0 => String::new(),
                undecided => format!(" {:.1}?", percent(undecided, score.pieces)),
            };
            write!(out, "{:>16}", format!("{exact:.1} ({errors:.1}){undecided}"))?;
        }
        writeln!(out)?;
    }
    writeln!(out)?;
    Ok(())
}

/// Björnsson's Table 3: average, fewest and most games, published and ours. `>` where some data set was not enough.
fn needed(out: &mut impl Write, sets: u64, seed: u64, most: u64) -> Result<(), Trouble> {
    const PUBLISHED: &[(&str, &[(char, &str)])] = &[
        ("breakthrough", &[('P', "1.40 1 3"), ('p', "1.3 1 2")]),
        ("checkers-breakthrough", &[('P', ">1000"), ('p', ">1000")]),
        (
            "chess-breakthrough",
            &[
                ('P', "1.95 1 5"),
                ('K', "6.5 1 17"),
                ('N', "12.55 4 28"),
                ('B', "149.40 10 448"),
                ('R', "85.65 22 249"),
                ('Q', "148.55 29 448"),
                ('p', "1.50 1 3"),
                ('k', "5.95 1 17"),
                ('n', "12.50 3 28"),
                ('b', "135.25 14 353"),
                ('r', "85.85 19 249"),
                ('q', "160.75 15 416"),
            ],
        ),
    ];
    writeln!(
        out,
        "games of single moves until the records agree with the true rules (Björnsson 2012, Table 3), {sets} data sets"
    )?;
    for (game, published) in PUBLISHED {
        let (_, rules) = load_game(game)?;
        let results: Vec<Vec<(char, Option<u64>)>> =
            (0..sets).map(|set| kibitzer::lab::games_needed(&rules, seed + set, most)).collect();
        writeln!(out, "{game}")?;
        for (letter, known) in *published {
            let games: Vec<Option<u64>> =
                results.iter().flatten().filter(|(other, _)| other == letter).map(|(_, games)| *games).collect();
            let enough: Vec<u64> = games.iter().flatten().copied().collect();
            let average = enough.iter().sum::<u64>() as f64 / enough.len().max(1) as f64;
            let (fewest, longest) = (enough.iter().min(), enough.iter().max());
            let ours = match (fewest, longest) {
                (Some(fewest), Some(longest)) => format!("{average:.2} {fewest} {longest}"),
                _ if games.is_empty() => "undecided".to_owned(),
                _ => String::new(),
            };
            let never = games.len() - enough.len();
            let never = if never > 0 { format!("  >{most} in {never} of {sets}") } else { String::new() };
            writeln!(out, "  {letter} {:<20}{never:<24}[{known}]", ours)?;
        }
        out.flush()?;
    }
    writeln!(out)?;
    Ok(())
}

/// What the slides leave open about Spine Compaction: the longest vertebra, and whether multiloops are prevented.
fn spine(out: &mut impl Write, sets: u64, seed: u64) -> Result<(), Trouble> {
    let mut ways: Vec<Settings> = Vec::new();
    for allow_multiloops in [false, true] {
        for longest_vertebra in 1..=4 {
            let way = published_way(Algorithm::Spine, Check::Bjornsson);
            ways.push(Settings { longest_vertebra, allow_multiloops, ..way });
        }
    }
    let mut scores = vec![Score::default(); ways.len()];
    for game in GAMES {
        let (_, rules) = load_game(game)?;
        for set in 0..sets {
            let data = DataSet { listing: Listing::All, games: 50, seed: seed + set, plies: Some(PLIES) };
            for (score, trial) in scores.iter_mut().zip(trial(&rules, data, &ways, None)) {
                score.add(trial.score);
            }
        }
    }
    writeln!(
        out,
        "spine compaction, check bjornsson, all moves of 50 games, {sets} data sets, in per cent of the automata"
    )?;
    for (way, score) in ways.iter().zip(&scores) {
        let of = |part: u32| percent(part, score.pieces);
        let loops = if way.allow_multiloops { "multiloops allowed" } else { "no multiloops" };
        let (exact, size, errors, missed, undecided) =
            (of(score.exact), of(score.correct_size), of(score.errors), of(score.missed), of(score.undecided));
        writeln!(
            out,
            "  vertebra up to {}, {loops:<20} exact {exact:.1}, correct size {size:.1}, errors {errors:.1}, \
             missed {missed:.1}, undecided {undecided:.1}",
            way.longest_vertebra
        )?;
    }
    writeln!(out)?;
    Ok(())
}
