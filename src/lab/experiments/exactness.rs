//! Ours: how many automata are exact, by number of games, for every learner.

use super::common::{
    LEARNERS, PLIES, SEED, add, boards, different, learner, listing, listing_name, sets, share_with_interval,
    spoken_cell, total,
};
use crate::lab::plot::{Axis, Picture, Plot, Point, Series};
use crate::lab::{
    Bench, Cell, Column, DataSet, Experiment, Kind, Line, Parameter, Report, Row, Setting, SettingError, Table,
    Verdict, Work, trial,
};
use crate::learn::Settings;
use crate::observe::Listing;

pub(super) const EXACTNESS: Experiment = Experiment {
    name: "exactness",
    title: "Exact automata by number of games, for every learner",
    about: "Random games of at most 160 plies; both players' pieces. An automaton is exact when its language equals the true \
        one on every word that fits on the board.",
    paper: "Our own",
    source: "",
    parameters: &[
        boards("breakthrough,chess-breakthrough,checkers-breakthrough,los-alamos,legacy-of-ibis,cannon"),
        Parameter {
            name: "all",
            about: "numbers of games with all moves listed",
            default: "2,5,10,50",
            kind: Kind::Counts { least: 1, most: 10_000 },
        },
        Parameter {
            name: "single",
            about: "numbers of games of single moves",
            default: "50,100,200,500",
            kind: Kind::Counts { least: 1, most: 10_000 },
        },
        Parameter {
            name: "learners",
            about: "learners to compare",
            default: ALL_LEARNERS,
            kind: Kind::Choices(LEARNERS),
        },
        sets("2"),
        SEED,
    ],
    keys: &["board", "listing", "games", "set", "learner"],
    columns: &[
        Column::Count("pieces"),
        Column::Count("exact"),
        Column::Count("errors"),
        Column::Count("missed"),
        Column::Count("undecided"),
        Column::Text("inexact"),
    ],
    plan,
    run,
    report,
};

const ALL_LEARNERS: &str = "kibitzer,bjornsson-bjornsson,rpni-bjornsson,spine-bjornsson,bjornsson-fractional:0.7,\
    rpni-fractional:0.7,spine-fractional:0.7";

fn plan(setting: &Setting) -> Result<Vec<Work>, SettingError> {
    let mut plan = Vec::new();
    for board in setting.list("boards") {
        for (listing, parameter) in [(Listing::All, "all"), (Listing::Some, "single")] {
            for games in setting.counts(parameter) {
                for set in 0..setting.count("sets") {
                    let key =
                        vec![board.clone(), listing_name(listing).to_owned(), games.to_string(), (set + 1).to_string()];
                    // Full listings cost about twenty times as much to read.
                    let cost = 5 + if listing == Listing::All { games } else { games / 20 };
                    add(&mut plan, Work::with_seed(key, setting.count("seed") + set, cost))?;
                }
            }
        }
    }
    Ok(plan)
}

fn run(setting: &Setting, work: &Work, bench: &mut Bench<'_>) -> Option<Vec<Line>> {
    let rules = setting.rules(&work.key[0])?;
    let data = DataSet {
        listing: listing(&work.key[1]),
        games: work.key[2].parse().unwrap_or(1),
        seed: work.seed,
        plies: Some(PLIES),
    };
    let names = setting.list("learners");
    let ways: Vec<Settings> = names.iter().map(|name| learner(name)).collect();
    bench.go_on()?;
    let trials = trial(&rules, data, &ways, None);
    let lines = names.into_iter().zip(trials).map(|(name, trial)| {
        let score = trial.score;
        let counts = [score.pieces, score.exact, score.errors, score.missed, score.undecided];
        let mut cells: Vec<Cell> = counts.into_iter().map(|count| Cell::Count(u64::from(count))).collect();
        let inexact = trial.verdicts.iter().filter(|(_, verdict)| *verdict != Verdict::Exact);
        cells.push(Cell::text(inexact.map(|(letter, _)| *letter).collect::<String>()));
        Line::new([name], cells)
    });
    Some(lines.collect())
}

fn report(setting: &Setting, rows: &[Row]) -> Report {
    let mut table = Vec::new();
    let mut boards = Vec::new();
    let summary = |parameters: Vec<(&'static str, String)>, own: &[&Row]| {
        let of = |column: &str| total(own.iter().copied(), column);
        let pieces = of("pieces");
        let [exact, low, high] = share_with_interval(of("exact"), pieces);
        Row {
            experiment: setting.experiment().name,
            parameters,
            seed: setting.count("seed"),
            cells: vec![
                ("pieces", Cell::Count(pieces)),
                ("exact", exact),
                ("low", low),
                ("high", high),
                ("errors", Cell::percent(of("errors"), pieces)),
                ("missed", Cell::percent(of("missed"), pieces)),
                ("undecided", Cell::percent(of("undecided"), pieces)),
            ],
        }
    };
    for listing in different(rows, "listing") {
        let listed: Vec<Row> = rows.iter().filter(|row| row.parameter("listing") == listing).cloned().collect();
        for games in different(&listed, "games") {
            for learner in different(&listed, "learner") {
                let own: Vec<&Row> = listed
                    .iter()
                    .filter(|row| row.parameter("games") == games && row.parameter("learner") == learner)
                    .collect();
                let parameters =
                    vec![("listing", listing.clone()), ("games", games.clone()), ("learner", learner.clone())];
                table.push(summary(parameters.clone(), &own));
                for board in different(&listed, "board") {
                    let own: Vec<&Row> = own.iter().copied().filter(|row| row.parameter("board") == board).collect();
                    let parameters = [("board", board)].into_iter().chain(parameters.clone()).collect();
                    boards.push(summary(parameters, &own));
                }
            }
        }
    }
    let mut plots = Vec::new();
    let mut findings = Vec::new();
    for (listing, name, title) in [("all", "all", "all moves listed"), ("single", "single", "single moves")] {
        if let Some(plot) = curve(&table, listing, name, title) {
            findings.push(plot.caption.clone());
            plots.push(plot);
        }
    }
    let finding = if findings.is_empty() { "No cell is finished yet.".to_owned() } else { findings.join(" ") };
    let tables = vec![
        Table { name: "table", title: "Exact automata in per cent, with 95 % intervals".to_owned(), rows: table },
        Table { name: "boards", title: "The same by board".to_owned(), rows: boards },
    ];
    Report { finding, tables, plots }
}

fn curve(table: &[Row], listing: &str, name: &'static str, title: &str) -> Option<Plot> {
    let own: Vec<Row> = table.iter().filter(|row| row.parameter("listing") == listing).cloned().collect();
    let places = different(&own, "games");
    let last = places.last()?.clone();
    let series: Vec<Series> = different(&own, "learner")
        .into_iter()
        .map(|learner| {
            let points = places.iter().map(|games| {
                let row = own.iter().find(|row| row.parameter("games") == games && row.parameter("learner") == learner);
                row.map_or(Point::MISSING, |row| Point::with_band(row.cell("exact"), row.cell("low"), row.cell("high")))
            });
            Series { points: points.collect(), name: learner }
        })
        .collect();
    let at_last: Vec<&Row> = own.iter().filter(|row| row.parameter("games") == last).collect();
    let caption = format!("From {last} games with {title}, {}.", extremes(&at_last)?);
    Some(Plot {
        name,
        title: format!("Exact automata by number of games, {title}"),
        caption,
        picture: Picture::Lines { across: Axis::new("games"), up: Axis::percent("exact automata"), places, series },
    })
}

/// The learners with the most and with the fewest exact automata; several where they are equal.
fn extremes(rows: &[&Row]) -> Option<String> {
    let value = |row: &&&Row| row.value("exact").unwrap_or(0.0);
    let best = rows.iter().max_by(|a, b| value(a).total_cmp(&value(b)))?;
    let worst = rows.iter().min_by(|a, b| value(a).total_cmp(&value(b)))?;
    let learners = |like: &&Row| {
        let names: Vec<&str> =
            rows.iter().filter(|row| value(row) == value(&like)).map(|row| row.parameter("learner")).collect();
        let verb = if names.len() == 1 { "learns" } else { "learn" };
        let names = match names.as_slice() {
            [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
            _ => names.concat(),
        };
        format!("{names} {verb} {} %", spoken_cell(like.cell("exact")))
    };
    let most = format!("{} exactly", learners(best));
    Some(if value(&best) == value(&worst) { most } else { format!("{most}, {}", learners(worst)) })
}
