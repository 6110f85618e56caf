//! Ours: exact automata by number of questions asked.

use super::common::{PLIES, SEED, add, boards, different, listing, sets, share_with_interval, spoken, total};
use crate::lab::plot::{Axis, Picture, Plot, Point, Series};
use crate::lab::{
    Bench, Cell, Column, DataSet, Experiment, Kind, Line, Parameter, Report, Row, Setting, SettingError, Table, Work,
    evidence, judge_piece,
};
use crate::learn::{Learning, Settings};
use crate::sbg::Rules;

pub(super) const QUESTIONS: Experiment = Experiment {
    name: "questions",
    title: "Exact automata by number of questions",
    about: "Our learner watches a few games, then asks about single moves; the true rules answer. \"All\" is the number after \
        which nothing is open.",
    paper: "Our own",
    source: "",
    parameters: &[
        boards("breakthrough,chess-breakthrough,checkers-breakthrough,los-alamos,legacy-of-ibis,cannon"),
        Parameter {
            name: "games",
            about: "games watched first",
            default: "1",
            kind: Kind::Count { least: 1, most: 1000 },
        },
        Parameter {
            name: "listings",
            about: "kinds of records",
            default: "all,single",
            kind: Kind::Choices(&["all", "single"]),
        },
        Parameter {
            name: "most",
            about: "maximum number of questions",
            default: "300",
            kind: Kind::Count { least: 1, most: 1000 },
        },
        sets("5"),
        SEED,
    ],
    keys: &["board", "listing", "set", "questions"],
    columns: &[Column::Count("pieces"), Column::Count("exact"), Column::Count("asked")],
    plan,
    run,
    report,
};

/// After how many questions to look.
const STEPS: [u64; 9] = [0, 5, 10, 20, 50, 100, 150, 200, 300];

fn plan(setting: &Setting) -> Result<Vec<Work>, SettingError> {
    let mut plan = Vec::new();
    for board in setting.list("boards") {
        for listing in setting.list("listings") {
            for set in 0..setting.count("sets") {
                let key = vec![board.clone(), listing.clone(), (set + 1).to_string()];
                add(
                    &mut plan,
                    Work::with_seed(key, setting.count("seed") + set, if listing == "all" { 1 } else { 4 }),
                )?;
            }
        }
    }
    Ok(plan)
}

fn run(setting: &Setting, work: &Work, bench: &mut Bench<'_>) -> Option<Vec<Line>> {
    let rules = setting.rules(&work.key[0])?;
    let games = setting.count("games");
    let data = DataSet { listing: listing(&work.key[1]), games, seed: work.seed, plies: Some(PLIES) };
    let mut learning = Learning::with_evidence(Settings::default(), evidence(&rules, data));
    learning.finish();
    let most = setting.count("most");
    let (mut asked, mut lines) = (0, Vec::new());
    loop {
        bench.go_on()?;
        let question = if asked < most { learning.question() } else { None };
        if STEPS.contains(&asked) || question.is_none() {
            let (pieces, exact) = judged(&mut learning, &rules);
            let look = |at: u64| {
                Line::new([at.to_string()], vec![Cell::Count(pieces), Cell::Count(exact), Cell::Count(asked)])
            };
            if question.is_none() {
                // What is known when the last question is answered stays known.
                lines.extend(STEPS.into_iter().filter(|step| *step >= asked && *step <= most).map(look));
                let all =
                    Line::new(["all".to_owned()], vec![Cell::Count(pieces), Cell::Count(exact), Cell::Count(asked)]);
                lines.push(all);
                return Some(lines);
            }
            lines.push(look(asked));
        }
        let Some(question) = question else { return Some(lines) };
        let piece = rules.piece(question.letter);
        let legal = piece.is_some_and(|piece| rules.info(piece).dfa.accepts(&question.word));
        learning.answer(&question, legal);
        learning.finish();
        asked += 1;
    }
}

fn judged(learning: &mut Learning, rules: &Rules) -> (u64, u64) {
    learning.finish();
    let (mut pieces, mut exact) = (0, 0);
    for (letter, dfa) in learning.automata() {
        let Some(piece) = rules.piece(letter) else { continue };
        pieces += 1;
        exact += u64::from(judge_piece(&dfa, &rules.info(piece).dfa, rules.board()).is_exact());
    }
    (pieces, exact)
}

fn report(setting: &Setting, rows: &[Row]) -> Report {
    let (mut table, mut ends) = (Vec::new(), Vec::new());
    for listing in different(rows, "listing") {
        let listed: Vec<&Row> = rows.iter().filter(|row| row.parameter("listing") == listing).collect();
        for step in STEPS.iter().map(ToString::to_string) {
            let own: Vec<&Row> = listed.iter().copied().filter(|row| row.parameter("questions") == step).collect();
            let pieces = total(own.iter().copied(), "pieces");
            if pieces == 0 {
                continue;
            }
            let [exact, low, high] = share_with_interval(total(own.iter().copied(), "exact"), pieces);
            table.push(Row {
                experiment: setting.experiment().name,
                parameters: vec![("listing", listing.clone()), ("questions", step)],
                seed: setting.count("seed"),
                cells: vec![("pieces", Cell::Count(pieces)), ("exact", exact), ("low", low), ("high", high)],
            });
        }
        for board in different(rows, "board") {
            let own: Vec<&Row> = listed
                .iter()
                .copied()
                .filter(|row| row.parameter("questions") == "all" && row.parameter("board") == board)
                .collect();
            if own.is_empty() {
                continue;
            }
            let asked = own.iter().map(|row| row.count("asked"));
            let (least, most) = (asked.clone().min().unwrap_or(0), asked.max().unwrap_or(0));
            ends.push(Row {
                experiment: setting.experiment().name,
                parameters: vec![("board", board), ("listing", listing.clone())],
                seed: setting.count("seed"),
                cells: vec![
                    ("sets", Cell::Count(own.len() as u64)),
                    ("questions_least", Cell::Count(least)),
                    ("questions_most", Cell::Count(most)),
                    ("exact", Cell::percent(total(own.iter().copied(), "exact"), total(own.iter().copied(), "pieces"))),
                ],
            });
        }
    }
    let most = ends.iter().map(|row| row.count("questions_most")).max().unwrap_or(0);
    let shares: Vec<f64> = ends.iter().filter_map(|row| row.value("exact")).collect();
    let least = shares.iter().copied().fold(100.0, f64::min);
    let finding = if ends.is_empty() {
        "No cell is finished yet.".to_owned()
    } else {
        let share = if least >= 100.0 { "all".to_owned() } else { format!("at least {} %", spoken(least)) };
        format!("After at most {most} questions none is left, and {share} of a game's automata are exact.")
    };
    let places: Vec<String> = different(&table, "questions");
    let series = different(&table, "listing").into_iter().map(|listing| {
        let points = places.iter().map(|step| {
            let row =
                table.iter().find(|row| row.parameter("listing") == listing && row.parameter("questions") == step);
            row.map_or(Point::MISSING, |row| Point::with_band(row.cell("exact"), row.cell("low"), row.cell("high")))
        });
        let points = points.collect();
        Series { name: if listing == "all" { "all moves listed" } else { "single moves" }.to_owned(), points }
    });
    let plot = Plot {
        name: "questions",
        title: "Exact automata by number of questions".to_owned(),
        caption: finding.clone(),
        picture: Picture::Lines {
            across: Axis::new("questions"),
            up: Axis::percent("exact automata"),
            places: places.clone(),
            series: series.collect(),
        },
    };
    let tables = vec![
        Table { name: "table", title: "Exact automata in per cent, with 95 % intervals".to_owned(), rows: table },
        Table { name: "ends", title: "Questions until none is left".to_owned(), rows: ends },
    ];
    Report { finding, tables, plots: vec![plot] }
}
