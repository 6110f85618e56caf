//! How our learner does on rules and records that it was not made for.

use super::common::{
    HALF, PLIES, RULES, SEED, add, boards, listing, listing_name, sets, share_with_interval, spoken_cell, total,
};
use crate::bots::{Bot, Kind as PlayerKind, PlayerSpec};
use crate::game::Game;
use crate::lab::plot::{Axis, Picture, Plot, Point, Series};
use crate::lab::{
    Bench, Cell, Column, DataSet, Experiment, Half, Kind, Lesson, Line, Parameter, Report, Row, Setting, SettingError,
    Sums, Table, UnseenGame, Work, damage, evolved_games, lesson, random_game, records,
};
use crate::learn::Settings;
use crate::observe::{Listing, Record, Recorder, watch_game};
use crate::rng::Rng;
use crate::sbg::Rules;
use crate::search::Limits;

const ABOUT: &str = "Our learner; both players' pieces, those that moved. Random games of at most 160 plies. \"Not a doubt\" \
    counts automata with a wrong word that is not among the learner's own doubts.";

const COUNT: Parameter = Parameter {
    name: "count",
    about: "games with random rules",
    default: "30",
    kind: Kind::Count { least: 1, most: 1000 },
};
const SINGLE: Parameter = Parameter {
    name: "single",
    about: "games of single moves",
    default: "200",
    kind: Kind::Count { least: 1, most: 10_000 },
};

const SUMS: &[Column] = &[
    Column::Count("pieces"),
    Column::Count("exact"),
    Column::Count("errors"),
    Column::Count("unlisted"),
    Column::Count("missed"),
];

pub(super) const UNSEEN: Experiment = Experiment {
    name: "unseen",
    title: "Rules not used in development",
    about: ABOUT,
    paper: "Our own",
    source: "",
    parameters: &[RULES, HALF, COUNT, SINGLE, sets("1"), SEED],
    keys: &["game", "listing", "games", "set"],
    columns: SUMS,
    plan: |setting| {
        let single = setting.count("single");
        let names = (0..collection(setting).len()).map(|index| index.to_string()).collect::<Vec<_>>();
        plan(setting, &names, &[(Listing::All, 50), (Listing::Some, single)])
    },
    run: |setting, work, bench| {
        let games = collection(setting);
        let game = games.get(work.key[0].parse::<usize>().ok()?)?;
        one(&game.rules, work, bench)
    },
    report: |setting, rows| report(setting, rows, &["listing", "games"]),
};

pub(super) const EARLY: Experiment = Experiment {
    name: "early",
    title: "Built-in games after few games",
    about: ABOUT,
    paper: "Our own",
    source: "",
    parameters: &[sets("2"), SEED],
    keys: &["game", "listing", "games", "set"],
    columns: SUMS,
    plan: |setting| {
        let all = Listing::All;
        let wanted: [(&str, Listing, &[u64]); 4] = [
            ("chess", all, &[2, 5, 10]),
            ("chess-breakthrough", all, &[2, 5, 10]),
            ("tamerlane", all, &[5, 10, 20]),
            ("chess-breakthrough", Listing::Some, &[50, 200]),
        ];
        let mut cells = Vec::new();
        for (game, listing, counts) in wanted {
            let kinds: Vec<(Listing, u64)> = counts.iter().map(|count| (listing, *count)).collect();
            cells.extend(plan(setting, &[game.to_owned()], &kinds)?);
        }
        Ok(cells)
    },
    run: |setting, work, bench| one(&setting.rules(&work.key[0])?, work, bench),
    report: |setting, rows| report(setting, rows, &["game", "listing", "games"]),
};

pub(super) const HARD: Experiment = Experiment {
    name: "hard",
    title: "Games of your choice, 200 games of both kinds of records",
    about: ABOUT,
    paper: "Our own",
    source: "",
    parameters: &[boards("limited-rider,cannon,legacy-of-ibis"), sets("1"), SEED],
    keys: &["game", "listing", "games", "set"],
    columns: SUMS,
    plan: |setting| plan(setting, &setting.list("boards"), &[(Listing::All, 200), (Listing::Some, 200)]),
    run: |setting, work, bench| one(&setting.rules(&work.key[0])?, work, bench),
    report: |setting, rows| report(setting, rows, &["game", "listing", "games"]),
};

pub(super) const DAMAGE: Experiment = Experiment {
    name: "damage",
    title: "Records of which one in a hundred has an illegal move",
    about: ABOUT,
    paper: "Our own",
    source: "",
    parameters: &[boards("chess-breakthrough"), sets("2"), SEED],
    keys: &["game", "listing", "games", "set"],
    columns: &[
        Column::Count("pieces"),
        Column::Count("exact"),
        Column::Count("errors"),
        Column::Count("unlisted"),
        Column::Count("missed"),
        Column::Count("damaged"),
        Column::Count("not_named"),
        Column::Count("wrongly_named"),
    ],
    plan: |setting| plan(setting, &setting.list("boards"), &[(Listing::All, 50), (Listing::Some, 500)]),
    run: damaged,
    report: |setting, rows| report(setting, rows, &["game", "listing", "games"]),
};

pub(super) const GREEDY: Experiment = Experiment {
    name: "greedy",
    title: "Records of players who do not move at random",
    about: "Our learner, 200 games of single moves by greedy players who play a share of random moves. Pieces that moved.",
    paper: "Our own",
    source: "",
    parameters: &[boards("chess-breakthrough"), sets("2"), SEED],
    keys: &["game", "random_percent", "set"],
    columns: SUMS,
    plan: |setting| {
        let mut plan = Vec::new();
        for board in setting.list("boards") {
            for mix in [0, 20, 50] {
                for set in 0..setting.count("sets") {
                    let key = vec![board.clone(), mix.to_string(), (set + 1).to_string()];
                    add(&mut plan, Work::with_seed(key, setting.count("seed") + set, 1))?;
                }
            }
        }
        Ok(plan)
    },
    run: greedy,
    report: |setting, rows| report(setting, rows, &["game", "random_percent"]),
};

/// The rules of the collection that was given, or random ones.
pub(super) fn collection(setting: &Setting) -> Vec<UnseenGame> {
    match setting.text("rules") {
        "" => {
            let first = setting.count("seed").wrapping_mul(10_000);
            (0..setting.count("count")).map(|game| random_game(first.wrapping_add(game))).collect()
        }
        text => {
            let half = if setting.text("half") == "held-out" { Half::HeldOut } else { Half::Development };
            evolved_games(text, half)
        }
    }
}

pub(super) fn plan(setting: &Setting, games: &[String], kinds: &[(Listing, u64)]) -> Result<Vec<Work>, SettingError> {
    let mut plan = Vec::new();
    for (listing, count) in kinds {
        for game in games {
            for set in 0..setting.count("sets") {
                let key =
                    vec![game.clone(), listing_name(*listing).to_owned(), count.to_string(), (set + 1).to_string()];
                let cost = 5 + if *listing == Listing::All { *count } else { *count / 20 };
                add(&mut plan, Work::with_seed(key, setting.count("seed") + set, cost))?;
            }
        }
    }
    Ok(plan)
}

/// The records of a data set as a cell's key describes it.
pub(super) fn watched(rules: &Rules, work: &Work) -> Vec<Record> {
    let mut seen = Vec::new();
    let set = DataSet {
        listing: listing(&work.key[1]),
        games: work.key[2].parse().unwrap_or(1),
        seed: work.seed,
        plies: Some(PLIES),
    };
    records(rules, set, |record| seen.push(record));
    seen
}

fn sums(lesson: &Lesson) -> Vec<Cell> {
    let mut sums = Sums::default();
    lesson.pieces.iter().filter(|piece| piece.moved).for_each(|piece| sums.add(piece));
    let Sums { pieces, exact, errors, unlisted, missed } = sums;
    [pieces, exact, errors, unlisted, missed].into_iter().map(|count| Cell::Count(u64::from(count))).collect()
}

fn one(rules: &Rules, work: &Work, bench: &mut Bench<'_>) -> Option<Vec<Line>> {
    bench.go_on()?;
    Some(vec![Line::new([], sums(&lesson(rules, &watched(rules, work), &Settings::default())))])
}

fn damaged(setting: &Setting, work: &Work, bench: &mut Bench<'_>) -> Option<Vec<Line>> {
    let rules = setting.rules(&work.key[0])?;
    let mut seen = watched(&rules, work);
    let bad = damage(&rules, &mut seen, 100, &mut Rng::new(work.seed));
    bench.go_on()?;
    let lesson = lesson(&rules, &seen, &Settings::default());
    let mut cells = sums(&lesson);
    let unnamed = bad.iter().filter(|record| !lesson.named.contains(record)).count();
    let wrongly = lesson.named.iter().filter(|record| !bad.contains(record)).count();
    cells.extend([bad.len(), unnamed, wrongly].map(|count| Cell::Count(count as u64)));
    Some(vec![Line::new([], cells)])
}

fn greedy(setting: &Setting, work: &Work, bench: &mut Bench<'_>) -> Option<Vec<Line>> {
    let rules = setting.rules(&work.key[0])?;
    let mix: u32 = work.key[1].parse().unwrap_or(0);
    let mut seen = Vec::new();
    for game in 0..200 {
        bench.go_on()?;
        let mut rng = Rng::branch(work.seed, game);
        let mut scratch = Vec::new();
        let mut bots = [0, 1].map(|_| Bot::new(&rules, PlayerSpec::new(PlayerKind::Greedy), rng.next_u64()));
        let told: Result<(), std::convert::Infallible> = watch_game(
            Recorder { rules: &rules, listing: Listing::Some },
            |pos, player| match rules.ending(pos) {
                Some(ending) => Err(ending.outcome),
                None if rng.below(100) < mix => rules.random_move(pos, &mut rng, &mut scratch),
                None => {
                    let chosen = bots[player.index()].choose_quietly(&rules, pos, Limits::nodes(2_000));
                    chosen.map_or_else(|| rules.random_move(pos, &mut rng, &mut scratch), Ok)
                }
            },
            |record| {
                seen.push(record);
                Ok(())
            },
        );
        match told {
            Ok(()) => {}
            Err(never) => match never {},
        }
    }
    Some(vec![Line::new([], sums(&lesson(&rules, &seen, &Settings::default())))])
}

/// Some parameters with their values.
type Key = Vec<(&'static str, String)>;

/// Sums for each combination of these parameters.
fn report(setting: &Setting, rows: &[Row], by: &[&'static str]) -> Report {
    let mut groups: Vec<(Key, Vec<&Row>)> = Vec::new();
    for row in rows {
        let key: Key = by.iter().map(|name| (*name, row.parameter(name).to_owned())).collect();
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, own)) => own.push(row),
            None => groups.push((key, vec![row])),
        }
    }
    let extra: Vec<&'static str> =
        setting.experiment().columns.iter().skip(SUMS.len()).map(|column| column.name()).collect();
    let mut table = Vec::new();
    for (parameters, own) in groups {
        let of = |column: &str| total(own.iter().copied(), column);
        let pieces = of("pieces");
        let [exact, low, high] = share_with_interval(of("exact"), pieces);
        let mut cells = vec![
            ("pieces", Cell::Count(pieces)),
            ("exact", exact),
            ("low", low),
            ("high", high),
            ("with_an_error", Cell::Count(of("errors"))),
            ("not_a_doubt", Cell::Count(of("unlisted"))),
            ("missed", Cell::Count(of("missed"))),
        ];
        cells.extend(extra.iter().map(|column| (*column, Cell::Count(of(column)))));
        table.push(Row { experiment: setting.experiment().name, parameters, seed: setting.count("seed"), cells });
    }
    let worst = table.iter().min_by(|a, b| {
        let of = |row: &Row| row.value("exact").unwrap_or(f64::MAX);
        of(a).total_cmp(&of(b))
    });
    let describe = |row: &Row| row.parameters.iter().map(|(_, value)| value.as_str()).collect::<Vec<_>>().join(", ");
    let finding = worst.map_or("No cell is finished yet.".to_owned(), |row| {
        let errors: u64 = table.iter().map(|row| row.count("with_an_error")).sum();
        match row.value("exact") {
            Some(100.0) => "All automata are exact.".to_owned(),
            _ => format!(
                "In every line at least {} % of the automata are exact (fewest: {}); {errors} accept a wrong word.",
                spoken_cell(row.cell("exact")),
                describe(row)
            ),
        }
    });
    let plot = Plot {
        name: "exact",
        title: setting.experiment().title.to_owned(),
        caption: finding.clone(),
        picture: Picture::Bars {
            across: Axis::new(&by.join(", ")),
            up: Axis::percent("exact automata"),
            places: table.iter().map(describe).collect(),
            series: vec![Series {
                name: "exact".to_owned(),
                points: table
                    .iter()
                    .map(|row| Point::with_band(row.cell("exact"), row.cell("low"), row.cell("high")))
                    .collect(),
            }],
        },
    };
    let title = "Exact automata in per cent, with 95 % intervals".to_owned();
    Report { finding, tables: vec![Table { name: "table", title, rows: table }], plots: vec![plot] }
}
