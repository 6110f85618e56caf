//! Kowalski and Kisielewicz (2015): Tables II and III with our players standing in.

use super::common::{SEED, add, boards, different, spoken, spoken_cell};
use crate::bots::{Bot, Budget, PlayerSpec};
use crate::game::Game;
use crate::lab::plot::{Axis, Picture, Plot, Point, Series};
use crate::lab::{
    Bench, Cell, Column, Experiment, Kind, Line, Match, Parameter, Report, Row, Setting, SettingError, Table, Tally,
    Work, wilson,
};
use crate::monitor::Quiet;
use crate::rng::Rng;
use crate::search::Limits;

pub(super) const MATCHES: Experiment = Experiment {
    name: "strength",
    title: "Weights from the rules and pure learning against Monte-Carlo players (Tables II and III of 2015)",
    about: "Alpha-beta stands in for RBgPlayer, uct for Sancho without piece detection, uct+pieces for Sancho with it; Dumalion \
        has no stand-in. Effort is counted, not timed, so that every machine gets the same games: the defaults are nodes and playouts \
        that take about the same time in chess. Pure learning begins with equal weights and plays games against itself first.",
    paper: "Kowalski and Kisielewicz 2015",
    source: "Kowalski and Kisielewicz, Testing General Game Players Against a Simplified Boardgames Player Using \
        Temporal-difference Learning, CEC 2015 (startclock 180 s, playclock 60 s, 20 games)",
    parameters: &[
        boards("chess,los-alamos-asymmetric,gardner,escort-breakthrough"),
        Parameter {
            name: "opponents",
            about: "stand-ins for the general game players",
            default: "uct;uct+pieces",
            kind: Kind::Players,
        },
        Parameter {
            name: "games",
            about: "games of each match, in pairs with exchanged colours",
            default: "20",
            kind: Kind::Count { least: 2, most: 10_000 },
        },
        Parameter {
            name: "nodes",
            about: "nodes for each move of alpha-beta",
            default: "6000",
            kind: Kind::Count { least: 1, most: 100_000_000 },
        },
        Parameter {
            name: "playouts",
            about: "playouts for each move of the opponents",
            default: "200",
            kind: Kind::Count { least: 1, most: 10_000_000 },
        },
        Parameter {
            name: "td",
            about: "games of self-play before a match of pure learning",
            default: "200",
            kind: Kind::Count { least: 1, most: 10_000 },
        },
        SEED,
    ],
    keys: &["board", "weights", "opponent"],
    columns: &[Column::Count("games"), Column::Count("wins"), Column::Count("draws"), Column::Count("losses")],
    plan,
    run,
    report,
};

/// Board, weights, opponent; wins, draws and losses in per cent.
const PUBLISHED: &[(&str, &str, &str, &str)] = &[
    ("chess", "rules", "uct", "100:0:0"),
    ("chess", "rules", "uct+pieces", "15:5:80"),
    ("los-alamos-asymmetric", "rules", "uct", "100:0:0"),
    ("los-alamos-asymmetric", "rules", "uct+pieces", "50:0:50"),
    ("gardner", "rules", "uct", "40:5:55"),
    ("gardner", "rules", "uct+pieces", "20:15:65"),
    ("escort-breakthrough", "rules", "uct", "75:10:15"),
    ("escort-breakthrough", "rules", "uct+pieces", "35:30:35"),
    ("chess", "learned", "uct", "95:0:5"),
    ("chess", "learned", "uct+pieces", "0:0:100"),
    ("los-alamos-asymmetric", "learned", "uct", "80:0:20"),
    ("los-alamos-asymmetric", "learned", "uct+pieces", "5:0:95"),
    ("gardner", "learned", "uct", "10:0:90"),
    ("gardner", "learned", "uct+pieces", "15:10:75"),
    ("escort-breakthrough", "learned", "uct", "0:40:60"),
    ("escort-breakthrough", "learned", "uct+pieces", "5:20:75"),
];

fn plan(setting: &Setting) -> Result<Vec<Work>, SettingError> {
    let mut plan = Vec::new();
    for board in setting.list("boards") {
        let squares = setting.rules(&board).map_or(1, |rules| rules.board().size() as u64);
        for weights in ["rules", "learned"] {
            for opponent in setting.players("opponents") {
                add(&mut plan, Work::new(setting, vec![board.clone(), weights.to_owned(), opponent], squares))?;
            }
        }
    }
    Ok(plan)
}

fn run(setting: &Setting, work: &Work, bench: &mut Bench<'_>) -> Option<Vec<Line>> {
    let rules = setting.rules(&work.key[0])?;
    let (nodes, playouts) = (setting.count("nodes"), setting.count("playouts"));
    let text = if work.key[1] == "rules" { "alphabeta:weights=rules" } else { "alphabeta:weights=ones" };
    let ours = PlayerSpec { nodes: Some(nodes), ..text.parse().ok()? };
    let theirs = PlayerSpec { nodes: Some(playouts), ..work.key[2].parse().ok()? };
    // Nets are built into the native tool alone, and results must not depend on where they are worked out.
    let [ours, theirs] = [ours, theirs].map(PlayerSpec::without_net);
    let mut rng = Rng::new(work.seed);
    let mut bots = [ours, theirs].map(|spec| Bot::new(&rules, spec, rng.next_u64()));
    if work.key[1] != "rules" {
        let games = u32::try_from(setting.count("td")).unwrap_or(u32::MAX);
        bots[0].learn(&rules, &rules.start(), Budget::Games(games), &mut Quiet);
    }
    let contest = Match { game: &rules, seed: work.seed, opening: 2, limits: Limits::default() };
    let mut tally = Tally::default();
    for number in 0..setting.count("games") {
        bench.go_on()?;
        let played = contest.play_bots(&mut bots, number, || Quiet);
        tally.add(played.outcome, Match::<crate::sbg::Rules>::first(number));
    }
    let counts = [tally.games(), tally.wins, tally.draws, tally.losses];
    Some(vec![Line::new([], counts.into_iter().map(|count| Cell::Count(u64::from(count))).collect())])
}

fn report(setting: &Setting, rows: &[Row]) -> Report {
    let mut table = Vec::new();
    for row in rows {
        let games = row.count("games").max(1) as f64;
        let score = (row.count("wins") as f64 + 0.5 * row.count("draws") as f64) / games;
        let (low, high) = wilson(score, games);
        let percent = |share: f64| Cell::number((100.0 * share).clamp(0.0, 100.0));
        let is = |name: &str, value: &str| row.parameter(name) == value;
        let known = PUBLISHED.iter().find(|(board, weights, opponent, _)| {
            is("board", board) && is("weights", weights) && is("opponent", opponent)
        });
        let theirs = known.map(|(.., figures)| *figures);
        let published_score = theirs.and_then(|figures| {
            let mut parts = figures.split(':').filter_map(|part| part.parse::<f64>().ok());
            Some(parts.next()? + 0.5 * parts.next()?)
        });
        let mut cells = row.cells.clone();
        cells.extend([
            ("score", percent(score)),
            ("low", percent(low)),
            ("high", percent(high)),
            ("published", theirs.map_or(Cell::Missing, Cell::text)),
            ("published_score", published_score.map_or(Cell::Missing, Cell::number)),
        ]);
        table.push(Row { cells, ..row.clone() });
    }
    let mean = |weights: &str| {
        let scores: Vec<f64> = table
            .iter()
            .filter(|row| row.parameter("weights") == weights)
            .filter_map(|row| row.value("score"))
            .collect();
        super::common::spread(&scores).map(|[mean, ..]| mean)
    };
    let finding = match (mean("rules"), mean("learned")) {
        (Some(rules), Some(learned)) => format!(
            "With weights from the rules alpha-beta scores {} % on average, with {} games of pure learning {} %.",
            spoken(rules),
            setting.count("td"),
            spoken(learned)
        ),
        _ => "No match has been played yet.".to_owned(),
    };
    let places: Vec<String> = different(&table, "board");
    let mut series = Vec::new();
    for weights in different(&table, "weights") {
        for opponent in different(&table, "opponent") {
            let points = places.iter().map(|board| {
                let row = table.iter().find(|row| {
                    row.parameter("board") == board
                        && row.parameter("weights") == weights
                        && row.parameter("opponent") == opponent
                });
                row.map_or(Point::MISSING, |row| Point::with_band(row.cell("score"), row.cell("low"), row.cell("high")))
            });
            series.push(Series { name: format!("{weights} against {opponent}"), points: points.collect() });
        }
    }
    let best = table.iter().filter_map(|row| Some((row.value("score")? - row.value("published_score")?, row)));
    let most = best.max_by(|a, b| a.0.total_cmp(&b.0));
    let caption = match most {
        Some((_, row)) => format!(
            "{finding} The largest gain over the published player: {} against {} with {} weights, {} % instead of {} %.",
            row.parameter("board"),
            row.parameter("opponent"),
            row.parameter("weights"),
            spoken_cell(row.cell("score")),
            spoken_cell(row.cell("published_score"))
        ),
        None => finding.clone(),
    };
    let plot = Plot {
        name: "score",
        title: "Score of alpha-beta".to_owned(),
        caption,
        picture: Picture::Bars {
            across: Axis::new("board"),
            up: Axis::percent("score, with 95 % interval"),
            places,
            series,
        },
    };
    let title =
        "Wins, draws and losses of alpha-beta; score in per cent with 95 % intervals; published: wins:draws:losses"
            .to_owned();
    Report { finding, tables: vec![Table { name: "table", title, rows: table }], plots: vec![plot] }
}
