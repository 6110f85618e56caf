//! Ours: how often automata are exact, by how sure the learner was.

use super::common::{HALF, RULES, SEED, sets, share_with_interval, spoken_cell};
use super::trials::{collection, plan, watched};
use crate::lab::plot::{Axis, Bin, Picture, Plot};
use crate::lab::{Bench, Cell, Column, Experiment, Kind, Line, Parameter, Report, Row, Setting, Table, Work, lesson};
use crate::learn::Settings;
use crate::observe::Listing;

pub(super) const CALIBRATION: Experiment = Experiment {
    name: "calibration",
    title: "Calibration of the learner's confidence",
    about: "Random rules, or a collection, that were not used to fit the estimate; few and many games of both kinds of records; \
        pieces that moved.",
    paper: "Our own",
    source: "",
    parameters: &[
        RULES,
        HALF,
        Parameter {
            name: "count",
            about: "games with random rules",
            default: "20",
            kind: Kind::Count { least: 1, most: 1000 },
        },
        Parameter {
            name: "all",
            about: "numbers of games with all moves listed",
            default: "2,5,10,20",
            kind: Kind::Counts { least: 1, most: 1000 },
        },
        Parameter {
            name: "single",
            about: "numbers of games of single moves",
            default: "50,200",
            kind: Kind::Counts { least: 1, most: 10_000 },
        },
        sets("1"),
        SEED,
    ],
    keys: &["game", "listing", "games", "set", "piece"],
    columns: &[Column::Number("sure"), Column::Count("exact")],
    plan: |setting| {
        let names = (0..collection(setting).len()).map(|index| index.to_string()).collect::<Vec<_>>();
        let kinds = |listing, parameter| setting.counts(parameter).into_iter().map(move |count| (listing, count));
        let kinds: Vec<(Listing, u64)> = kinds(Listing::All, "all").chain(kinds(Listing::Some, "single")).collect();
        plan(setting, &names, &kinds)
    },
    run,
    report,
};

fn run(setting: &Setting, work: &Work, bench: &mut Bench<'_>) -> Option<Vec<Line>> {
    let games = collection(setting);
    let game = games.get(work.key[0].parse::<usize>().ok()?)?;
    bench.go_on()?;
    let lesson = lesson(&game.rules, &watched(&game.rules, work), &Settings::default());
    let lines = lesson.pieces.iter().filter(|piece| piece.moved).map(|piece| {
        let exact = Cell::Count(u64::from(piece.judgement.is_exact()));
        Line::new([piece.letter.to_string()], vec![Cell::number(100.0 * piece.sure), exact])
    });
    Some(lines.collect())
}

const BOUNDS: [f64; 9] = [0.0, 25.0, 50.0, 75.0, 90.0, 95.0, 98.0, 99.0, 100.1];

fn report(setting: &Setting, rows: &[Row]) -> Report {
    let mut table = Vec::new();
    let (mut error, mut all) = (0.0, 0u64);
    for pair in BOUNDS.windows(2) {
        let own: Vec<&Row> = rows
            .iter()
            .filter(|row| row.value("sure").is_some_and(|sure| (pair[0]..pair[1]).contains(&sure)))
            .collect();
        let (count, exact) = (own.len() as u64, super::common::total(own.iter().copied(), "exact"));
        if count == 0 {
            continue;
        }
        let mean = own.iter().filter_map(|row| row.value("sure")).sum::<f64>() / count as f64;
        let [share, low, high] = share_with_interval(exact, count);
        error += (mean - share.value().unwrap_or(mean)).abs() * count as f64;
        all += count;
        let range = format!("{} to {} %", pair[0], pair[1].min(100.0));
        table.push(Row {
            experiment: setting.experiment().name,
            parameters: vec![("sure", range)],
            seed: setting.count("seed"),
            cells: vec![
                ("automata", Cell::Count(count)),
                ("mean", Cell::number(mean)),
                ("exact", share),
                ("low", low),
                ("high", high),
            ],
        });
    }
    let error = Cell::number(error / all.max(1) as f64);
    let within = table.iter().filter(|row| {
        let (mean, low, high) = (row.value("mean"), row.value("low"), row.value("high"));
        low <= mean && mean <= high
    });
    let finding = format!(
        "Over {all} automata, the claimed chance differs from the share of exact ones by {} points on average; in {} of {} \
         classes it lies within the interval.",
        spoken_cell(&error),
        within.count(),
        table.len()
    );
    let bins = table.iter().map(|row| Bin {
        name: row.parameter("sure").to_owned(),
        sure: row.cell("mean").clone(),
        found: row.cell("exact").clone(),
        band: (row.cell("low").clone(), row.cell("high").clone()),
        count: row.cell("automata").clone(),
    });
    let plot = Plot {
        name: "reliability",
        title: "Claimed and observed accuracy".to_owned(),
        caption: finding.clone(),
        picture: Picture::Reliability {
            across: Axis::percent("claimed chance of being exact, mean of the class"),
            up: Axis::percent("exact"),
            bins: bins.collect(),
        },
    };
    let title = "Automata by how sure the learner was, in per cent".to_owned();
    Report { finding, tables: vec![Table { name: "table", title, rows: table }], plots: vec![plot] }
}
