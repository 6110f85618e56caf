//! Kowalski and Kisielewicz (2015): Table IV, and how weights change while a player learns.

use std::ops::ControlFlow;

use super::common::{SEED, add, boards, different, sets, spoken_cell, spread};
use crate::bots::{Bot, Budget, Kind as PlayerKind, PieceEstimate, PlayerSpec, Start, Training, Weights};
use crate::game::Game;
use crate::lab::plot::{Axis, Picture, Plot, Point, Series};
use crate::lab::{
    Bench, Cell, Column, Experiment, Kind, Line, Parameter, Report, Row, Setting, SettingError, Table, Work,
};
use crate::monitor::Monitor;
use crate::sbg::{PieceId, Rules};

const SOURCE: &str = "Kowalski and Kisielewicz, Testing General Game Players Against a Simplified Boardgames Player Using \
    Temporal-difference Learning, CEC 2015";

pub(super) const VALUES: Experiment = Experiment {
    name: "values",
    title: "Piece values from the rules and from random play (Table IV of 2015)",
    about: "A pawn is worth 1; White's pieces. Our estimate from random play stands in for Sancho's piece detection. The king's value \
        is nearly all for not losing it.",
    paper: "Kowalski and Kisielewicz 2015",
    source: SOURCE,
    parameters: &[boards("chess,los-alamos-asymmetric,gardner"), SEED],
    keys: &["board", "piece"],
    columns: &[Column::Number("rules"), Column::Number("winning_part"), Column::Number("random_play")],
    plan: |setting| Ok(setting.list("boards").into_iter().map(|board| Work::new(setting, vec![board], 1)).collect()),
    run: values,
    report: report_values,
};

pub(super) const CURVES: Experiment = Experiment {
    name: "weights",
    title: "Piece weights during learning",
    about: "TDLeaf(λ) with temporal coherence, game by game; White's pieces as multiples of the pawn, or of the mean where there is \
        none; kings are left out. The band shows the minimum and the maximum of the data sets.",
    paper: "Kowalski and Kisielewicz 2015",
    source: SOURCE,
    parameters: &[
        boards("gardner"),
        Parameter { name: "start", about: "initial weights", default: "ones", kind: Kind::Choice(&["ones", "rules"]) },
        Parameter {
            name: "games",
            about: "games of self-play",
            default: "400",
            kind: Kind::Count { least: 2, most: 10_000 },
        },
        Parameter {
            name: "points",
            about: "points on the curve",
            default: "10",
            kind: Kind::Count { least: 2, most: 50 },
        },
        sets("3"),
        SEED,
    ],
    keys: &["board", "set", "games", "piece"],
    columns: &[Column::Number("weight")],
    plan: plan_curves,
    run: curves,
    report: report_curves,
};

/// Board, piece, RBgPlayer's value, the part of it that is for winning, Sancho's value.
const PUBLISHED: &[(&str, &str, f64, f64, &str)] = &[
    ("chess", "P", 1.0, 0.38, "1.00"),
    ("chess", "N", 2.50, 0.0, "3.69"),
    ("chess", "B", 3.00, 0.0, "2.69"),
    ("chess", "R", 4.18, 0.0, "2.59"),
    ("chess", "Q", 7.16, 0.0, "5.73"),
    ("chess", "K", 161.60, 158.48, "2.99"),
    ("los-alamos-asymmetric", "P", 1.0, 0.47, "1.00"),
    ("los-alamos-asymmetric", "N", 1.97, 0.0, "2.80"),
    ("los-alamos-asymmetric", "B", 2.01, 0.0, "1.40"),
    ("los-alamos-asymmetric", "R", 2.88, 0.0, "1.5/1.2"),
    ("los-alamos-asymmetric", "Q", 4.90, 0.0, "3.30"),
    ("los-alamos-asymmetric", "K", 150.46, 147.71, "2.00"),
    ("gardner", "P", 1.0, 0.54, "1.00"),
    ("gardner", "N", 1.57, 0.0, "4.34"),
    ("gardner", "B", 1.51, 0.0, "1.24"),
    ("gardner", "R", 2.20, 0.0, "1.25"),
    ("gardner", "Q", 3.70, 0.0, "2.16"),
    ("gardner", "K", 138.59, 136.24, "1.12"),
];

/// White's letters that stand on the board at the start.
pub(super) fn white_letters(rules: &Rules) -> Vec<(PieceId, char)> {
    let start = rules.start();
    let all = rules.pieces().map(|(piece, info)| (piece, info.letter));
    all.filter(|(piece, letter)| letter.is_ascii_uppercase() && start.count(*piece) > 0).collect()
}

/// What counts as 1: the pawn, or the mean of the others where there is none.
pub(super) fn unit_of(letters: &[(PieceId, char)], value: impl Fn(PieceId) -> f64) -> f64 {
    match letters.iter().find(|(_, letter)| *letter == 'P') {
        Some((pawn, _)) => value(*pawn),
        None => letters.iter().map(|(piece, _)| value(*piece)).sum::<f64>() / letters.len().max(1) as f64,
    }
}

fn values(setting: &Setting, work: &Work, bench: &mut Bench<'_>) -> Option<Vec<Line>> {
    let rules = setting.rules(&work.key[0])?;
    let letters = white_letters(&rules);
    bench.go_on()?;
    let estimate = PieceEstimate::by_random_play(&rules, work.seed);
    let by_rules = |piece: PieceId| Weights::explain(&rules, piece);
    let by_play = |piece: PieceId| estimate.values().get(piece.index()).copied().unwrap_or(0.0);
    let unit = unit_of(&letters, |piece| by_rules(piece).total());
    let unit_by_play = unit_of(&letters, by_play);
    let lines = letters.iter().map(|&(piece, letter)| {
        let value = by_rules(piece);
        let cells = vec![
            Cell::number(value.total() / unit),
            Cell::number(value.goal / unit),
            Cell::number(by_play(piece) / unit_by_play),
        ];
        Line::new([letter.to_string()], cells)
    });
    Some(lines.collect())
}

fn report_values(_setting: &Setting, rows: &[Row]) -> Report {
    let mut table = Vec::new();
    let mut largest: f64 = 0.0;
    for row in rows {
        let known = PUBLISHED
            .iter()
            .find(|(board, piece, ..)| row.parameter("board") == *board && row.parameter("piece") == *piece);
        let number = |figure: Option<f64>| figure.map_or(Cell::Missing, Cell::number);
        let published = known.map(|(_, _, value, ..)| *value);
        if let (Some(ours), Some(theirs)) = (row.value("rules"), published) {
            largest = largest.max((100.0 * (ours / theirs - 1.0)).abs());
        }
        let mut cells = row.cells.clone();
        cells.extend([
            ("published", number(published)),
            ("published_winning_part", number(known.map(|(_, _, _, goal, _)| *goal))),
            ("published_sancho", known.map_or(Cell::Missing, |(.., sancho)| Cell::text(*sancho))),
        ]);
        table.push(Row { cells, ..row.clone() });
    }
    let finding = if table.is_empty() {
        "No cell is finished yet.".to_owned()
    } else {
        format!("The values from the rules differ from the published ones by {largest:.1} % at most.")
    };
    let common: Vec<&Row> = table.iter().filter(|row| row.parameter("piece") != "K").collect();
    let points = |column: &'static str| common.iter().map(|row| Point::new(row.cell(column))).collect::<Vec<_>>();
    let plot = Plot {
        name: "values",
        title: "Values of pieces, without kings".to_owned(),
        caption: finding.clone(),
        picture: Picture::Bars {
            across: Axis::new("board and piece"),
            up: Axis::new("value, pawn = 1"),
            places: common.iter().map(|row| format!("{} {}", row.parameter("board"), row.parameter("piece"))).collect(),
            series: vec![
                Series { name: "from the rules".to_owned(), points: points("rules") },
                Series { name: "published, from the rules".to_owned(), points: points("published") },
                Series { name: "from random play".to_owned(), points: points("random_play") },
            ],
        },
    };
    let title = "Values of White's pieces, pawn = 1".to_owned();
    Report { finding, tables: vec![Table { name: "table", title, rows: table }], plots: vec![plot] }
}

fn plan_curves(setting: &Setting) -> Result<Vec<Work>, SettingError> {
    let mut plan = Vec::new();
    for board in setting.list("boards") {
        for set in 0..setting.count("sets") {
            add(&mut plan, Work::new(setting, vec![board.clone(), (set + 1).to_string()], 1))?;
        }
    }
    Ok(plan)
}

/// The weights after some of the games, and whether to continue.
struct Pupil<'a, 'b> {
    every: u32,
    weights: Vec<(u32, Vec<f64>)>,
    bench: &'a mut Bench<'b>,
    cancelled: bool,
}

impl Monitor<Training> for Pupil<'_, '_> {
    fn poll(&mut self) -> ControlFlow<()> {
        self.cancelled |= self.bench.go_on().is_none();
        if self.cancelled { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn tell(&mut self, training: Training) {
        if training.games.is_multiple_of(self.every) {
            self.weights.push((training.games, training.weights));
        }
    }
}

fn curves(setting: &Setting, work: &Work, bench: &mut Bench<'_>) -> Option<Vec<Line>> {
    let rules = setting.rules(&work.key[0])?;
    let start = if setting.text("start") == "rules" { Start::Rules } else { Start::Ones };
    let spec = PlayerSpec { start, ..PlayerSpec::new(PlayerKind::AlphaBeta) };
    let mut bot = Bot::new(&rules, spec, work.seed);
    let games = u32::try_from(setting.count("games")).unwrap_or(u32::MAX);
    let every = (games / u32::try_from(setting.count("points")).unwrap_or(1)).max(1);
    let first = bot.weights().unwrap_or_default();
    let mut pupil = Pupil { every, weights: vec![(0, first)], bench, cancelled: false };
    bot.learn(&rules, &rules.start(), Budget::Games(games), &mut pupil);
    if pupil.cancelled {
        return None;
    }
    let mut letters = white_letters(&rules);
    letters.retain(|(piece, _)| rules.info(*piece).keep.is_none());
    // A verdict after the last game may tell the same number of games twice; the last word counts.
    let mut steps: Vec<(u32, Vec<f64>)> = Vec::new();
    for (games, weights) in pupil.weights {
        steps.retain(|(known, _)| *known != games);
        steps.push((games, weights));
    }
    let mut lines = Vec::new();
    for (games, weights) in steps {
        let weight = |piece: PieceId| weights.get(piece.index()).copied().unwrap_or(0.0);
        let unit = unit_of(&letters, weight);
        for &(piece, letter) in &letters {
            let value = if unit > 0.0 { Cell::number(weight(piece) / unit) } else { Cell::Missing };
            lines.push(Line::new([games.to_string(), letter.to_string()], vec![value]));
        }
    }
    Some(lines)
}

fn report_curves(setting: &Setting, rows: &[Row]) -> Report {
    let mut table = Vec::new();
    let mut plots = Vec::new();
    let mut findings = Vec::new();
    for board in different(rows, "board") {
        let own: Vec<Row> = rows.iter().filter(|row| row.parameter("board") == board).cloned().collect();
        let (places, pieces) = (different(&own, "games"), different(&own, "piece"));
        let mut series: Vec<Series> =
            pieces.iter().map(|piece| Series { name: piece.clone(), points: Vec::new() }).collect();
        for games in &places {
            for (piece, series) in pieces.iter().zip(&mut series) {
                let here = own.iter().filter(|row| row.parameter("games") == games && row.parameter("piece") == piece);
                let values: Vec<f64> = here.filter_map(|row| row.value("weight")).collect();
                let [mean, least, most] =
                    spread(&values).map_or([Cell::Missing, Cell::Missing, Cell::Missing], |all| all.map(Cell::number));
                series.points.push(Point::with_band(&mean, &least, &most));
                table.push(Row {
                    experiment: setting.experiment().name,
                    parameters: vec![("board", board.clone()), ("games", games.clone()), ("piece", piece.clone())],
                    seed: setting.count("seed"),
                    cells: vec![("weight", mean), ("least", least), ("most", most)],
                });
            }
        }
        let last = |series: &Series| series.points.last().map_or(Cell::Missing, |point| point.value.clone());
        let mut ends: Vec<(&str, Cell)> = series.iter().map(|series| (series.name.as_str(), last(series))).collect();
        ends.sort_by(|a, b| b.1.value().unwrap_or(0.0).total_cmp(&a.1.value().unwrap_or(0.0)));
        let order: Vec<String> =
            ends.iter().map(|(piece, weight)| format!("{piece} {}", spoken_cell(weight))).collect();
        let caption = format!(
            "{board}: after {} games the weights are {} (mean of {} data sets).",
            places.last().map_or("0", String::as_str),
            order.join(", "),
            different(&own, "set").len()
        );
        findings.push(caption.clone());
        plots.push(Plot {
            name: "curve",
            title: format!("Weights of pieces while learning, {board}"),
            caption,
            picture: Picture::Lines {
                across: Axis::new("games of self-play"),
                up: Axis::new("weight, pawn = 1"),
                places,
                series,
            },
        });
    }
    let finding = if findings.is_empty() { "No cell is finished yet.".to_owned() } else { findings.join(" ") };
    let title = "Weights of White's pieces, pawn = 1: mean, minimum and maximum of the data sets".to_owned();
    Report { finding, tables: vec![Table { name: "table", title, rows: table }], plots }
}
