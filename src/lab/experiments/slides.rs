//! Kowalski and Kisielewicz (2018): correct size, errors and times for algorithms and checks, both scenarios; and what
//! the slides leave open about Spine Compaction.

use super::common::{PLIES, SEED, boards, data_sets, different, games, learner_name, sets, spoken, spoken_cell};
use crate::board::Player;
use crate::lab::plot::{Axis, Picture, Plot, Point, Series};
use crate::lab::{
    Bench, Cell, Column, DataSet, Experiment, Line, Report, Row, Setting, Table, Trial, Work, combinations, published,
    published_way, trial,
};
use crate::learn::{Algorithm, Check, Settings};
use crate::observe::Listing;

const BOARDS: &str =
    "chess,los-alamos,tamerlane,checkers-breakthrough,legacy-of-ibis,limited-rider,cannon,chess-breakthrough";
const SOURCE: &str =
    "Kowalski and Kisielewicz, Regular Language Inference for Learning Rules of Simplified Boardgames, CIG 2018";
const ABOUT: &str = "First player's pieces. Six of the eight games of the slides are here; cannon and chess-breakthrough \
    stand in for two generated games that are not public.";

pub(super) const ALL_MOVES: Experiment = Experiment {
    name: "slides-all",
    title: "Algorithms and checks, all moves listed (slides of 2018)",
    about: ABOUT,
    paper: "Kowalski and Kisielewicz 2018",
    source: SOURCE,
    parameters: &[boards(BOARDS), games("50"), sets("5"), SEED],
    keys: &["board", "set", "learner"],
    columns: COLUMNS,
    plan: data_sets,
    run: |setting, work, bench| run(Listing::All, setting, work, bench),
    report: |setting, rows| report(Listing::All, setting, rows),
};

pub(super) const SINGLE_MOVES: Experiment = Experiment {
    name: "slides-single",
    title: "Algorithms and checks, single moves (slides of 2018)",
    about: ABOUT,
    paper: "Kowalski and Kisielewicz 2018",
    source: SOURCE,
    parameters: &[boards(BOARDS), games("1000"), sets("1"), SEED],
    keys: &["board", "set", "learner"],
    columns: COLUMNS,
    plan: data_sets,
    run: |setting, work, bench| run(Listing::Some, setting, work, bench),
    report: |setting, rows| report(Listing::Some, setting, rows),
};

pub(super) const SPINE: Experiment = Experiment {
    name: "slides-spine",
    title: "Variants of Spine Compaction that the slides leave open",
    about: "The longest vertebra, and whether a state may lie on two cycles (a multiloop); check bjornsson, all moves listed.",
    paper: "Kowalski and Kisielewicz 2018",
    source: SOURCE,
    parameters: &[boards(BOARDS), games("50"), sets("5"), SEED],
    keys: &["board", "set", "variant"],
    columns: COLUMNS,
    plan: data_sets,
    run: run_spine,
    report: report_spine,
};

const COLUMNS: &[Column] = &[
    Column::Count("pieces"),
    Column::Count("exact"),
    Column::Count("correct_size"),
    Column::Count("errors"),
    Column::Count("missed"),
    Column::Count("undecided"),
    Column::Seconds("seconds"),
];

fn ways(listing: Listing) -> Vec<Settings> {
    let published = combinations(listing).into_iter().map(|(algorithm, check)| published_way(algorithm, check));
    let ours = Settings { player: Some(Player::White), ..Settings::default() };
    published.chain([ours]).collect()
}

/// Several ways on one data set. With a clock, each way has an evidence tree of its own; the results are the same.
fn learn(
    setting: &Setting,
    work: &Work,
    listing: Listing,
    ways: &[Settings],
    bench: &mut Bench<'_>,
) -> Option<Vec<Trial>> {
    let rules = setting.rules(&work.key[0])?;
    let data = DataSet { listing, games: setting.count("games"), seed: work.seed, plies: Some(PLIES) };
    bench.go_on()?;
    match &mut bench.clock {
        Some(clock) => Some(trial(&rules, data, ways, Some(&mut **clock))),
        None => Some(trial(&rules, data, ways, None)),
    }
}

fn line(name: String, trial: &Trial) -> Line {
    let score = trial.score;
    let counts = [score.pieces, score.exact, score.correct_size, score.errors, score.missed, score.undecided];
    let mut cells: Vec<Cell> = counts.into_iter().map(|count| Cell::Count(u64::from(count))).collect();
    cells.push(if score.timed > 0 { Cell::Seconds(score.seconds) } else { Cell::Missing });
    Line::new([name], cells)
}

fn run(listing: Listing, setting: &Setting, work: &Work, bench: &mut Bench<'_>) -> Option<Vec<Line>> {
    let ways = ways(listing);
    let trials = learn(setting, work, listing, &ways, bench)?;
    Some(ways.iter().zip(&trials).map(|(way, trial)| line(learner_name(way), trial)).collect())
}

/// Sums over boards and data sets for each value of a parameter.
fn sums(rows: &[Row], parameter: &'static str) -> Vec<(String, [u64; 6], f64, bool)> {
    let columns = ["pieces", "exact", "correct_size", "errors", "missed", "undecided"];
    let values = different(rows, parameter).into_iter();
    values
        .map(|value| {
            let own: Vec<&Row> = rows.iter().filter(|row| row.parameter(parameter) == value).collect();
            let counts = columns.map(|column| super::common::total(own.iter().copied(), column));
            let sets = different(rows, "set").len().max(1) as f64;
            let seconds: Vec<f64> = own.iter().filter_map(|row| row.value("seconds")).collect();
            (value, counts, seconds.iter().sum::<f64>() / sets, !seconds.is_empty())
        })
        .collect()
}

fn report(listing: Listing, setting: &Setting, rows: &[Row]) -> Report {
    let known: Vec<(String, Settings)> = ways(listing).into_iter().map(|way| (learner_name(&way), way)).collect();
    let mut table = Vec::new();
    for (name, [pieces, exact, size, errors, missed, undecided], seconds, timed) in sums(rows, "learner") {
        let figures = known
            .iter()
            .find(|(known, _)| *known == name)
            .and_then(|(_, way)| published(listing, way.algorithm, way.check));
        let figure = |of: fn(&crate::lab::Published) -> f64| {
            figures.as_ref().map_or(Cell::Missing, |figures| Cell::number(of(figures)))
        };
        let of = |part: u64| Cell::percent(part, pieces);
        table.push(Row {
            experiment: setting.experiment().name,
            parameters: vec![("learner", name.clone())],
            seed: setting.count("seed"),
            cells: vec![
                ("pieces", Cell::Count(pieces)),
                ("exact", of(exact)),
                ("correct_size", of(size)),
                ("published_size", figure(|figures| figures.correct_size)),
                ("errors", of(errors)),
                ("published_errors", figure(|figures| figures.errors)),
                ("missed", of(missed)),
                ("undecided", of(undecided)),
                ("seconds", if timed { Cell::Seconds(seconds) } else { Cell::Missing }),
                ("published_seconds", figure(|figures| figures.seconds)),
            ],
        });
    }
    let best = |ours: bool| {
        let candidates = table.iter().filter(|row| (row.parameter("learner") == "kibitzer") == ours);
        candidates.max_by(|a, b| {
            let of = |row: &Row| row.value("exact").unwrap_or(0.0);
            of(a).total_cmp(&of(b))
        })
    };
    let finding = match (best(true), best(false)) {
        (Some(ours), Some(theirs)) => format!(
            "{} % of our learner's automata are exact ({} % with a wrong word); of the published combinations {} comes \
             closest with {} % exact ({} % with a wrong word).",
            spoken_cell(ours.cell("exact")),
            spoken_cell(ours.cell("errors")),
            theirs.parameter("learner"),
            spoken_cell(theirs.cell("exact")),
            spoken_cell(theirs.cell("errors"))
        ),
        _ => "No cell is finished yet.".to_owned(),
    };
    let plots = vec![heat(&table, &finding), bars(&table)];
    let title = "In per cent of the automata; seconds for all boards of a data set together".to_owned();
    Report { finding, tables: vec![Table { name: "table", title, rows: table }], plots }
}

/// Exact automata, algorithm by check.
fn heat(table: &[Row], finding: &str) -> Plot {
    let algorithms = [Algorithm::Bjornsson, Algorithm::Rpni, Algorithm::Spine];
    let mut checks: Vec<String> = Vec::new();
    for row in table {
        if let Some((_, check)) = row.parameter("learner").split_once('-')
            && !checks.iter().any(|known| known == check)
        {
            checks.push(check.to_owned());
        }
    }
    let cell = |algorithm: Algorithm, check: &str| {
        let name = format!("{algorithm}-{check}");
        let row = table.iter().find(|row| row.parameter("learner") == name);
        row.map_or(Point::MISSING, |row| Point::new(row.cell("exact")))
    };
    let series = checks.iter().map(|check| Series {
        name: check.clone(),
        points: algorithms.map(|algorithm| cell(algorithm, check)).to_vec(),
    });
    Plot {
        name: "exact",
        title: "Exact automata: algorithm by check, in per cent".to_owned(),
        caption: finding.to_owned(),
        picture: Picture::Heat {
            across: Axis::new("algorithm"),
            up: Axis::percent("exact"),
            places: algorithms.map(|algorithm| algorithm.to_string()).to_vec(),
            series: series.collect(),
        },
    }
}

/// Our correct sizes beside the published ones.
fn bars(table: &[Row]) -> Plot {
    let known: Vec<&Row> = table.iter().filter(|row| row.value("published_size").is_some()).collect();
    let nearer = known.iter().filter(|row| row.value("correct_size") >= row.value("published_size")).count();
    let points = |column: &'static str| known.iter().map(|row| Point::new(row.cell(column))).collect::<Vec<_>>();
    Plot {
        name: "size",
        title: "Correct size: ours and published".to_owned(),
        caption: format!(
            "In {nearer} of {} combinations at least as many automata have the correct size as on the slides.",
            known.len()
        ),
        picture: Picture::Bars {
            across: Axis::new("algorithm and check"),
            up: Axis::percent("correct size"),
            places: known.iter().map(|row| row.parameter("learner").to_owned()).collect(),
            series: vec![
                Series { name: "ours".to_owned(), points: points("correct_size") },
                Series { name: "published".to_owned(), points: points("published_size") },
            ],
        },
    }
}

fn spine_ways() -> Vec<(String, Settings)> {
    let mut ways = Vec::new();
    for allow_multiloops in [false, true] {
        for longest_vertebra in 1..=4 {
            let way = published_way(Algorithm::Spine, Check::Bjornsson);
            let loops = if allow_multiloops { "multiloops" } else { "no multiloops" };
            let name = format!("vertebra up to {longest_vertebra}, {loops}");
            ways.push((name, Settings { longest_vertebra, allow_multiloops, ..way }));
        }
    }
    ways
}

fn run_spine(setting: &Setting, work: &Work, bench: &mut Bench<'_>) -> Option<Vec<Line>> {
    let (names, ways): (Vec<String>, Vec<Settings>) = spine_ways().into_iter().unzip();
    let trials = learn(setting, work, Listing::All, &ways, bench)?;
    Some(names.into_iter().zip(&trials).map(|(name, trial)| line(name, trial)).collect())
}

fn report_spine(setting: &Setting, rows: &[Row]) -> Report {
    let mut table = Vec::new();
    for (name, [pieces, exact, size, errors, missed, undecided], ..) in sums(rows, "variant") {
        let of = |part: u64| Cell::percent(part, pieces);
        table.push(Row {
            experiment: setting.experiment().name,
            parameters: vec![("variant", name)],
            seed: setting.count("seed"),
            cells: vec![
                ("pieces", Cell::Count(pieces)),
                ("exact", of(exact)),
                ("correct_size", of(size)),
                ("errors", of(errors)),
                ("missed", of(missed)),
                ("undecided", of(undecided)),
            ],
        });
    }
    let best = table.iter().max_by(|a, b| {
        let of = |row: &Row| row.value("exact").unwrap_or(0.0);
        of(a).total_cmp(&of(b))
    });
    let finding = best.map_or("No cell is finished yet.".to_owned(), |row| {
        let name = row.parameter("variant");
        format!("Most automata, {} %, are exact with {name}.", row.value("exact").map_or("-".to_owned(), spoken))
    });
    let points = |column: &'static str| table.iter().map(|row| Point::new(row.cell(column))).collect::<Vec<_>>();
    let plot = Plot {
        name: "exact",
        title: "Variants of Spine Compaction".to_owned(),
        caption: finding.clone(),
        picture: Picture::Bars {
            across: Axis::new("variant"),
            up: Axis::percent("automata"),
            places: table.iter().map(|row| row.parameter("variant").replace("vertebra up to ", "")).collect(),
            series: vec![
                Series { name: "exact".to_owned(), points: points("exact") },
                Series { name: "with an error".to_owned(), points: points("errors") },
            ],
        },
    };
    let title = "Spine Compaction, in per cent of the automata".to_owned();
    Report { finding, tables: vec![Table { name: "table", title, rows: table }], plots: vec![plot] }
}
