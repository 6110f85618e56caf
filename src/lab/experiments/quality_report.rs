//! What learning from play of varying quality comes to: tables beside the source's, its three questions, and plots.

use super::common::{different, share_with_interval, spoken, spread};
use super::quality::{PREDICATES, TESTS};
use crate::lab::plot::{Axis, Picture, Plot, Point, Series};
use crate::lab::{Cell, Report, Row, Setting, Table};

/// Quality and amount; learner; accuracy tested on random and on strong play; perfectly solved likewise.
type Published = (&'static str, &'static str, &'static str, [f64; 2], [u64; 2]);

const PUBLISHED: &[Published] = &[
    ("random", "8", "Metagol", [51.0, 51.0], [0, 0]),
    ("random", "8", "Aleph", [66.0, 65.0], [1, 0]),
    ("random", "8", "ILASP", [72.0, 72.0], [7, 8]),
    ("strong", "8", "Metagol", [51.0, 51.0], [0, 0]),
    ("strong", "8", "Aleph", [65.0, 72.0], [0, 4]),
    ("strong", "8", "ILASP", [71.0, 72.0], [5, 10]),
    ("mixed", "8", "Metagol", [51.0, 51.0], [0, 0]),
    ("mixed", "8", "Aleph", [80.0, 66.0], [7, 0]),
    ("mixed", "8", "ILASP", [73.0, 73.0], [7, 8]),
    ("mixed", "16", "Metagol", [51.0, 51.0], [0, 0]),
    ("mixed", "16", "Aleph", [67.0, 65.0], [0, 0]),
    ("mixed", "16", "ILASP", [85.0, 85.0], [76, 76]),
    ("mixed", "24", "Metagol", [51.0, 51.0], [0, 0]),
    ("mixed", "24", "Aleph", [67.0, 65.0], [0, 0]),
    ("mixed", "24", "ILASP", [85.0, 85.0], [76, 76]),
];

/// Tasks of the sums: terminal is left out.
fn counts(row: &Row) -> bool {
    row.parameter("predicate") != "terminal"
}

fn mean(rows: &[&Row]) -> Cell {
    let values: Vec<f64> = rows.iter().filter_map(|row| row.value("accuracy")).collect();
    spread(&values).map_or(Cell::Missing, |[mean, ..]| Cell::number(mean))
}

pub(super) fn report(setting: &Setting, rows: &[Row]) -> Report {
    let mut table = Vec::new();
    let is = |row: &Row, name: &str, value: &str| row.parameter(name) == value;
    for quality in different(rows, "quality") {
        for amount in different(rows, "amount") {
            for learner in different(rows, "learner") {
                for test in TESTS {
                    let own: Vec<&Row> = rows
                        .iter()
                        .filter(|row| is(row, "quality", &quality) && is(row, "amount", &amount))
                        .filter(|row| is(row, "learner", &learner) && is(row, "test", test))
                        .collect();
                    if own.is_empty() {
                        continue;
                    }
                    let tasks: Vec<&Row> = own.iter().copied().filter(|row| counts(row)).collect();
                    let perfect = super::common::total(tasks.iter().copied(), "perfect");
                    let [share, low, high] = share_with_interval(perfect, tasks.len() as u64);
                    let mut cells = vec![
                        ("tasks", Cell::Count(tasks.len() as u64)),
                        ("accuracy", mean(&tasks)),
                        ("perfect", share),
                        ("low", low),
                        ("high", high),
                    ];
                    for predicate in PREDICATES {
                        let of: Vec<&Row> = own.iter().copied().filter(|row| is(row, "predicate", predicate)).collect();
                        cells.push((predicate, mean(&of)));
                    }
                    table.push(Row {
                        experiment: setting.experiment().name,
                        parameters: vec![
                            ("quality", quality.clone()),
                            ("amount", amount.clone()),
                            ("learner", learner.clone()),
                            ("test", test.to_owned()),
                        ],
                        seed: setting.count("seed"),
                        cells,
                    });
                }
            }
        }
    }
    let finding = answers(rows);
    let plots = plots(&table, &finding);
    let tables = vec![
        Table {
            name: "table",
            title: "Balanced accuracy, and perfectly solved tasks in per cent with 95 % intervals".to_owned(),
            rows: table,
        },
        Table {
            name: "published",
            title: "The source's figures: balanced accuracy, and number of perfectly solved tasks".to_owned(),
            rows: published(setting),
        },
    ];
    Report { finding, tables, plots }
}

fn published(setting: &Setting) -> Vec<Row> {
    let lines = PUBLISHED.iter().flat_map(|(quality, amount, learner, accuracy, perfect)| {
        TESTS.into_iter().zip(accuracy).zip(perfect).map(|((test, accuracy), perfect)| Row {
            experiment: setting.experiment().name,
            parameters: vec![
                ("quality", (*quality).to_owned()),
                ("amount", (*amount).to_owned()),
                ("learner", (*learner).to_owned()),
                ("test", test.to_owned()),
            ],
            seed: 0,
            cells: vec![("published_accuracy", Cell::number(*accuracy)), ("published_perfect", Cell::Count(*perfect))],
        })
    });
    lines.collect()
}

/// Perfectly solved tasks of some rows, of those that a learner of this class can fail: how many of how many.
fn solved(rows: &[Row], wanted: impl Fn(&Row) -> bool) -> (u64, u64) {
    let can_fail = |row: &Row| matches!(row.parameter("predicate"), "legal" | "goal");
    let own: Vec<&Row> = rows.iter().filter(|row| can_fail(row) && wanted(row)).collect();
    (super::common::total(own.iter().copied(), "perfect"), own.len() as u64)
}

/// The source's three questions, answered from the rows. A difference is one when the 95 % intervals do not overlap; learners
/// and tests share their games, so that the intervals are rather too narrow than too wide, and the text says so.
fn answers(rows: &[Row]) -> String {
    let amounts = different(rows, "amount");
    let (Some(first), Some(last)) = (amounts.first(), amounts.last()) else {
        return "No cell is finished yet.".to_owned();
    };
    let of = |quality: &str, amount: &str| {
        solved(rows, |row| row.parameter("quality") == quality && row.parameter("amount") == amount)
    };
    let said = |(part, whole): (u64, u64)| {
        let [share, low, high] =
            share_with_interval(part, whole).map(|cell| cell.value().map_or("-".to_owned(), spoken));
        format!("{share} % ({low} to {high}, {part} of {whole} tasks)")
    };
    let apart = |a: (u64, u64), b: (u64, u64)| {
        let [[_, low_a, high_a], [_, low_b, high_b]] = [a, b].map(|(part, whole)| share_with_interval(part, whole));
        low_a.value() > high_b.value() || low_b.value() > high_a.value()
    };
    let share = |(part, whole): (u64, u64)| part as f64 / whole.max(1) as f64;
    let mut text = Vec::new();
    let (random, strong, mixed) = (of("random", first), of("strong", first), of("mixed", first));
    if random.1 > 0 && strong.1 > 0 {
        let verdict = match apart(random, strong) {
            false => "so these games show no effect of quality by itself",
            true if share(random) > share(strong) => "so random play teaches more",
            true => "so strong play teaches more",
        };
        text.push(format!(
            "Does the quality of play matter? From {first} games of random play {} are solved perfectly, from strong play {}, {verdict}.",
            said(random),
            said(strong)
        ));
    }
    let quality = ["mixed", "random", "strong"].into_iter().find(|quality| of(quality, last).1 > 0);
    if let Some(quality) = quality
        && first != last
    {
        let (few, many) = (of(quality, first), of(quality, last));
        let verdict = match apart(few, many) {
            false => "no difference that these games could show",
            true if share(many) > share(few) => "more games help",
            true => "more games do harm",
        };
        text.push(format!(
            "Does the amount matter? From {first} games of {quality} play {}, from {last} games {}: {verdict}.",
            said(few),
            said(many)
        ));
    }
    if mixed.1 > 0 && random.1 > 0 && strong.1 > 0 {
        let (name, best) = if share(strong) > share(random) { ("strong", strong) } else { ("random", random) };
        let verdict = match apart(mixed, best) {
            false => "neither better nor worse beyond chance",
            true if share(mixed) > share(best) => "mixing helps",
            true => "mixing does harm",
        };
        text.push(format!(
            "Does mixing help? From {first} mixed games {} against {} from {name} play alone: {verdict}.",
            said(mixed),
            said(best)
        ));
    }
    text.push(
        "Counted are the tasks legal and goal of all learners on both tests; they share their games, so the intervals are \
         rather too narrow."
            .to_owned(),
    );
    text.join(" ")
}

fn plots(table: &[Row], finding: &str) -> Vec<Plot> {
    let (amounts, learners) = (different(table, "amount"), different(table, "learner"));
    let qualities = different(table, "quality");
    let Some(first) = amounts.first() else { return Vec::new() };
    let row = |quality: &str, amount: &str, learner: &str, test: &str| {
        let wanted = [("quality", quality), ("amount", amount), ("learner", learner), ("test", test)];
        table.iter().find(|row| wanted.iter().all(|(name, value)| row.parameter(name) == *value))
    };
    let mut series = Vec::new();
    for learner in &learners {
        for test in TESTS {
            let points = qualities.iter().map(|quality| {
                row(quality, first, learner, test).map_or(Point::MISSING, |row| Point::new(row.cell("accuracy")))
            });
            series.push(Series { name: format!("{learner}, tested on {test} play"), points: points.collect() });
        }
    }
    let heat = Plot {
        name: "quality",
        title: format!("Balanced accuracy from {first} games, by quality of play"),
        caption: finding.to_owned(),
        picture: Picture::Heat {
            across: Axis::new("training games"),
            up: Axis::percent("balanced accuracy"),
            places: qualities.clone(),
            series,
        },
    };
    let quality = if qualities.iter().any(|quality| quality == "mixed") {
        "mixed"
    } else {
        qualities.first().map_or("", String::as_str)
    };
    let lines = learners.iter().map(|learner| {
        let points = amounts.iter().map(|amount| {
            let row = row(quality, amount, learner, "strong");
            row.map_or(Point::MISSING, |row| Point::with_band(row.cell("perfect"), row.cell("low"), row.cell("high")))
        });
        Series { name: learner.clone(), points: points.collect() }
    });
    let lines: Vec<Series> = lines.collect();
    let ends: Vec<String> = lines
        .iter()
        .filter_map(|series| Some(format!("{} {} %", series.name, spoken(series.points.last()?.value.value()?))))
        .collect();
    let amount = Plot {
        name: "amount",
        title: format!("Perfectly solved tasks by number of games, {quality} play, tested on strong play"),
        caption: format!("From {} games: {}.", amounts.last().map_or("0", String::as_str), ends.join(", ")),
        picture: Picture::Lines {
            across: Axis::new("games"),
            up: Axis::percent("perfectly solved"),
            places: amounts.clone(),
            series: lines,
        },
    };
    vec![heat, amount]
}
