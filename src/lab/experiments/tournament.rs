//! Pell (1993): the tournament of chapter 16, ours beside the published results.

use std::ops::ControlFlow;

use super::common::{SEED, add, different, spoken, spoken_cell};
use crate::lab::plot::{Axis, Picture, Plot, Point, Series};
use crate::lab::{
    Arena, Bench, Cell, Column, Experiment, Kind, Line, PLAYERS, Pairing, Parameter, Report, Row, Setting,
    SettingError, TOURNAMENT_GAMES, Table, Tally, Tournament, Work, published_tournament, share, wilson,
};
use crate::monitor::Monitor;

pub(super) const TOURNAMENT: Experiment = Experiment {
    name: "tournament",
    title: "Six players in five generated games (chapter 16 of 1993)",
    about: "P1 moves at random; P2 at random, but captures where that is safe and defends itself; P3 to P6 search with the \
        weights of Table 16.1, P6 with all advisors. Effort is counted, not timed: where the dissertation gives 30 seconds a \
        move, these players search a fixed number of positions. The same seed gives the contests of `kibitzer tournament`.",
    paper: "Pell 1993",
    source: "Pell, Strategy Generation and Evaluation for Meta-Game Playing, 1993, Tables E.1 to E.5 (20 contests of each pair \
        in each game, 30 seconds a move)",
    parameters: &[
        Parameter {
            name: "boards",
            about: "games of the tournament",
            default: "game1,game2,game3,game4,game5",
            kind: Kind::Choices(&TOURNAMENT_GAMES),
        },
        Parameter {
            name: "players",
            about: "players of the round robin",
            default: "P1,P2,P3,P4,P5,P6",
            kind: Kind::Choices(&["P1", "P2", "P3", "P4", "P5", "P6"]),
        },
        Parameter {
            name: "contests",
            about: "contests of each pair in each game, half of them with each colour",
            default: "2",
            kind: Kind::Count { least: 1, most: 1000 },
        },
        Parameter {
            name: "positions",
            about: "positions searched per move by P3 to P6",
            default: "100",
            kind: Kind::Count { least: 1, most: 1_000_000 },
        },
        SEED,
    ],
    keys: &["board", "a", "b"],
    columns: &[Column::Count("wins"), Column::Count("draws"), Column::Count("losses")],
    plan,
    run,
    report,
};

fn plan(setting: &Setting) -> Result<Vec<Work>, SettingError> {
    let players = setting.list("players");
    let mut plan = Vec::new();
    for board in setting.list("boards") {
        for a in &players {
            for b in players.iter().filter(|b| a < *b) {
                // Of two random players, neither looks at anything.
                let thinkers = [a, b].into_iter().filter(|name| player(name).is_some_and(|number| number > 2)).count();
                let cost = 1 + thinkers as u64 * setting.count("positions");
                add(
                    &mut plan,
                    Work::with_seed(vec![board.clone(), a.clone(), b.clone()], setting.count("seed"), cost),
                )?;
            }
        }
    }
    Ok(plan)
}

/// The number of a player, as in `P3`.
fn player(name: &str) -> Option<u32> {
    name.strip_prefix('P')?.parse().ok().filter(|number| PLAYERS.contains(number))
}

fn board(name: &str) -> Option<&'static str> {
    TOURNAMENT_GAMES.into_iter().find(|known| *known == name)
}

/// Asks the bench before every contest.
struct Asking<'a, 'b>(&'a mut Bench<'b>);

impl Monitor<Pairing> for Asking<'_, '_> {
    fn poll(&mut self) -> ControlFlow<()> {
        self.0.go_on().map_or(ControlFlow::Break(()), ControlFlow::Continue)
    }

    fn tell(&mut self, _done: Pairing) {}
}

fn run(setting: &Setting, work: &Work, bench: &mut Bench<'_>) -> Option<Vec<Line>> {
    let contests = u32::try_from(setting.count("contests")).ok()?;
    let terms = Tournament { contests, positions: setting.count("positions"), seed: work.seed };
    let arena = Arena::new(board(&work.key[0])?)?;
    let pair = [player(&work.key[1])?, player(&work.key[2])?];
    // A pair that was not played to its end is none.
    let Pairing { tally, .. } = terms.game(&arena, &[pair], &mut Asking(bench)).pop()?;
    let counts = [tally.wins, tally.draws, tally.losses];
    Some(vec![Line::new([], counts.into_iter().map(|count| Cell::Count(u64::from(count))).collect())])
}

fn percent(share: f64) -> Cell {
    Cell::number((100.0 * share).clamp(0.0, 100.0))
}

fn pairing(row: &Row) -> Option<Pairing> {
    let count = |name: &str| u32::try_from(row.count(name)).unwrap_or(u32::MAX);
    let tally = Tally { wins: count("wins"), draws: count("draws"), losses: count("losses") };
    let players = [player(row.parameter("a"))?, player(row.parameter("b"))?];
    Some(Pairing { game: board(row.parameter("board"))?, players, tally })
}

fn report(setting: &Setting, rows: &[Row]) -> Report {
    let results: Vec<Pairing> = rows.iter().filter_map(pairing).collect();
    // Only what was played here too, so that both stand for the same games.
    let met = |theirs: &Pairing| results.iter().any(|ours| (ours.game, ours.players) == (theirs.game, theirs.players));
    let published: Vec<Pairing> = published_tournament().into_iter().filter(met).collect();
    let pairs = rows.iter().zip(&results).map(|(row, ours)| {
        let theirs = published.iter().find(|theirs| (theirs.game, theirs.players) == (ours.game, ours.players));
        let mut cells = row.cells.clone();
        cells.push(("score", percent(ours.tally.score())));
        cells.push(("published", theirs.map_or(Cell::Missing, |theirs| percent(theirs.tally.score()))));
        Row { cells, ..row.clone() }
    });
    let pairs: Vec<Row> = pairs.collect();
    let boards: Vec<Option<&'static str>> =
        different(rows, "board").iter().filter_map(|name| board(name)).map(Some).chain([None]).collect();
    let mut table = Vec::new();
    for number in PLAYERS {
        for &board in &boards {
            let Some(score) = share(&results, board, number) else { continue };
            let played = contests(&results, board, number);
            let (low, high) = wilson(score, f64::from(played));
            table.push(Row {
                experiment: TOURNAMENT.name,
                parameters: vec![("player", format!("P{number}")), ("board", board.unwrap_or("all").to_owned())],
                seed: setting.count("seed"),
                cells: vec![
                    ("contests", Cell::Count(u64::from(played))),
                    ("score", percent(score)),
                    ("low", percent(low)),
                    ("high", percent(high)),
                    ("published", share(&published, board, number).map_or(Cell::Missing, percent)),
                ],
            });
        }
    }
    let finding = finding(&table);
    let plots = if table.is_empty() { Vec::new() } else { vec![totals(&table, &finding), fields(&table, &boards)] };
    let tables = vec![
        Table { name: "players", title: "Points of each player in per cent".to_owned(), rows: table },
        Table { name: "pairs", title: "Wins, draws and losses of the first player".to_owned(), rows: pairs },
    ];
    Report { finding, tables, plots }
}

fn contests(results: &[Pairing], board: Option<&str>, number: u32) -> u32 {
    let own = results.iter().filter(|pairing| pairing.players.contains(&number));
    own.filter(|pairing| board.is_none_or(|board| board == pairing.game)).map(|pairing| pairing.tally.games()).sum()
}

fn overall(table: &[Row]) -> impl Iterator<Item = &Row> {
    table.iter().filter(|row| row.parameter("board") == "all")
}

/// The players from the best to the worst, and how far the points are from the published ones.
fn finding(table: &[Row]) -> String {
    let order = |column: &str| {
        let mut players: Vec<(&str, f64)> =
            overall(table).filter_map(|row| Some((row.parameter("player"), row.value(column)?))).collect();
        // Players with equal points stay in the order of their numbers.
        players.sort_by(|a, b| b.1.total_cmp(&a.1));
        let each: Vec<String> = players.iter().map(|(name, points)| format!("{name} {}", spoken(*points))).collect();
        each.join(", ")
    };
    let inside = overall(table).filter(|row| {
        let value = |name: &str| row.value(name).unwrap_or(f64::NAN);
        (value("low")..=value("high")).contains(&value("published"))
    });
    match overall(table).count() {
        0 => "No contest has been played yet.".to_owned(),
        players => format!(
            "Points in per cent, best first: {}; published: {}. The published points of {} of {players} players lie in our 95 % intervals.",
            order("score"),
            order("published"),
            inside.count()
        ),
    }
}

fn totals(table: &[Row], finding: &str) -> Plot {
    let places = overall(table).map(|row| row.parameter("player").to_owned()).collect();
    let ours = overall(table).map(|row| Point::with_band(row.cell("score"), row.cell("low"), row.cell("high")));
    let theirs = overall(table).map(|row| Point::new(row.cell("published")));
    Plot {
        name: "points",
        title: "Points of each player in all games".to_owned(),
        caption: finding.to_owned(),
        picture: Picture::Bars {
            across: Axis::new("player"),
            up: Axis::percent("points, with 95 % interval"),
            places,
            series: vec![
                Series { name: "ours".to_owned(), points: ours.collect() },
                Series { name: "published".to_owned(), points: theirs.collect() },
            ],
        },
    }
}

fn fields(table: &[Row], boards: &[Option<&'static str>]) -> Plot {
    let places: Vec<String> = boards.iter().flatten().map(|board| (*board).to_owned()).collect();
    let series: Vec<Series> = different(table, "player")
        .into_iter()
        .map(|name| {
            let points = places.iter().map(|place| {
                let is = |row: &&Row| row.parameter("player") == name && row.parameter("board") == place;
                table.iter().find(is).map_or(Point::MISSING, |row| Point::new(row.cell("score")))
            });
            let points = points.collect();
            Series { name, points }
        })
        .collect();
    let single = table.iter().filter(|row| row.parameter("board") != "all");
    let gap = |row: &Row| Some((row.value("score")? - row.value("published")?).abs());
    let furthest = single.filter_map(|row| Some((gap(row)?, row))).max_by(|a, b| a.0.total_cmp(&b.0));
    let caption = match furthest {
        Some((_, row)) => format!(
            "Furthest from the published points: {} in {}, {} % instead of {} %.",
            row.parameter("player"),
            row.parameter("board"),
            spoken_cell(row.cell("score")),
            spoken_cell(row.cell("published"))
        ),
        None => "No contest has been played yet.".to_owned(),
    };
    Plot {
        name: "boards",
        title: "Points of each player in each game".to_owned(),
        caption,
        picture: Picture::Heat { across: Axis::new("game"), up: Axis::percent("points"), places, series },
    }
}
