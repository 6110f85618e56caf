//! Björnsson (2012): Tables 1 to 3.

use super::common::{PLIES, SEED, boards, data_sets, different, games, sets, spoken, spread};
use crate::lab::plot::{Axis, Picture, Plot, Point, Series};
use crate::lab::{
    Bench, Cell, Column, DataSet, Experiment, Line, Report, Row, Setting, Table, Work, evidence, games_needed,
    judge_piece, published_way,
};
use crate::learn::{Algorithm, Check, PieceEvidence};
use crate::observe::Listing;

const BOARDS: &str = "breakthrough,checkers-breakthrough,chess-breakthrough";
const SOURCE: &str = "Björnsson, Learning Rules of Simplified Boardgames by Observing, ECAI 2012";

pub(super) const ALL_MOVES: Experiment = Experiment {
    name: "bjornsson-all",
    title: "Learning when all moves are known (Björnsson's Table 1)",
    about: "The published algorithm learns each piece of each player by itself from random games that list every legal move.",
    paper: "Björnsson 2012",
    source: SOURCE,
    parameters: &[boards(BOARDS), games("50"), sets("20"), SEED],
    keys: &["board", "set", "piece"],
    columns: COLUMNS,
    plan: data_sets,
    run: |setting, work, bench| learn(Listing::All, setting, work, bench),
    report: |setting, rows| report_learning(setting, rows, TABLE_1),
};

pub(super) const SINGLE_MOVES: Experiment = Experiment {
    name: "bjornsson-single",
    title: "Learning when a single move is known (Björnsson's Table 2)",
    about: "As bjornsson-all, from games that show only the move that was played.",
    paper: "Björnsson 2012",
    source: SOURCE,
    parameters: &[boards(BOARDS), games("1000"), sets("2"), SEED],
    keys: &["board", "set", "piece"],
    columns: COLUMNS,
    plan: data_sets,
    run: |setting, work, bench| learn(Listing::Some, setting, work, bench),
    report: |setting, rows| report_learning(setting, rows, TABLE_2),
};

pub(super) const GAMES_NEEDED: Experiment = Experiment {
    name: "bjornsson-needed",
    title: "Games needed until the records agree with the true rules (Björnsson's Table 3)",
    about: "Number of single-move games until the published check accepts the true automaton and keeps accepting it.",
    paper: "Björnsson 2012",
    source: SOURCE,
    parameters: &[boards(BOARDS), games("1000"), sets("20"), SEED],
    keys: &["board", "set", "piece"],
    columns: &[Column::Count("needed")],
    plan: data_sets,
    run: needed,
    report: report_needed,
};

const COLUMNS: &[Column] =
    &[Column::Count("states"), Column::Count("true_states"), Column::Count("exact"), Column::Seconds("seconds")];

/// A published line: board, piece, average, least, most.
type Published = &'static [(&'static str, char, &'static str, &'static str, &'static str)];

const QUICK: &str = "<0.01";

const TABLE_1: Published = &[
    ("breakthrough", 'P', QUICK, QUICK, QUICK),
    ("breakthrough", 'p', QUICK, QUICK, QUICK),
    ("checkers-breakthrough", 'P', "0.45", "0.09", "0.83"),
    ("checkers-breakthrough", 'p', "0.62", "0.18", "0.87"),
    ("chess-breakthrough", 'P', QUICK, QUICK, QUICK),
    ("chess-breakthrough", 'K', QUICK, QUICK, QUICK),
    ("chess-breakthrough", 'N', QUICK, QUICK, QUICK),
    ("chess-breakthrough", 'B', "10.25", "7.38", "12.42"),
    ("chess-breakthrough", 'R', "11.65", "10.18", "13.56"),
    ("chess-breakthrough", 'Q', "40.22", "32.40", "47.05"),
    ("chess-breakthrough", 'p', QUICK, QUICK, QUICK),
    ("chess-breakthrough", 'k', QUICK, QUICK, QUICK),
    ("chess-breakthrough", 'n', QUICK, QUICK, QUICK),
    ("chess-breakthrough", 'b', "10.32", "8.66", "13.08"),
    ("chess-breakthrough", 'r', "11.58", "10.00", "13.21"),
    ("chess-breakthrough", 'q', "40.73", "30.61", "49.01"),
];

const TABLE_2: Published = &[
    ("breakthrough", 'P', QUICK, QUICK, QUICK),
    ("breakthrough", 'p', QUICK, QUICK, QUICK),
    ("checkers-breakthrough", 'P', "-", "-", "-"),
    ("checkers-breakthrough", 'p', "-", "-", "-"),
    ("chess-breakthrough", 'P', QUICK, QUICK, QUICK),
    ("chess-breakthrough", 'K', QUICK, QUICK, QUICK),
    ("chess-breakthrough", 'N', QUICK, QUICK, QUICK),
    ("chess-breakthrough", 'B', "104.82", "115.64", "114.74"),
    ("chess-breakthrough", 'R', "121.01", "115.64", "127.88"),
    ("chess-breakthrough", 'Q', "421.69", "369.35", "457.82"),
    ("chess-breakthrough", 'p', QUICK, QUICK, QUICK),
    ("chess-breakthrough", 'k', QUICK, QUICK, QUICK),
    ("chess-breakthrough", 'n', QUICK, QUICK, QUICK),
    ("chess-breakthrough", 'b', "104.78", "87.81", "116.94"),
    ("chess-breakthrough", 'r', "121.28", "113.60", "128.77"),
    ("chess-breakthrough", 'q', "412.64", "368.28", "454.32"),
];

const TABLE_3: Published = &[
    ("breakthrough", 'P', "1.40", "1", "3"),
    ("breakthrough", 'p', "1.3", "1", "2"),
    ("checkers-breakthrough", 'P', "-", ">1000", "-"),
    ("checkers-breakthrough", 'p', "-", ">1000", "-"),
    ("chess-breakthrough", 'P', "1.95", "1", "5"),
    ("chess-breakthrough", 'K', "6.5", "1", "17"),
    ("chess-breakthrough", 'N', "12.55", "4", "28"),
    ("chess-breakthrough", 'B', "149.40", "10", "448"),
    ("chess-breakthrough", 'R', "85.65", "22", "249"),
    ("chess-breakthrough", 'Q', "148.55", "29", "448"),
    ("chess-breakthrough", 'p', "1.50", "1", "3"),
    ("chess-breakthrough", 'k', "5.95", "1", "17"),
    ("chess-breakthrough", 'n', "12.50", "3", "28"),
    ("chess-breakthrough", 'b', "135.25", "14", "353"),
    ("chess-breakthrough", 'r', "85.85", "19", "249"),
    ("chess-breakthrough", 'q', "160.75", "15", "416"),
];

/// What was published of a piece: average, least, most.
fn published_of(table: Published, board: &str, piece: &str) -> [Cell; 3] {
    let known = table.iter().find(|(of, letter, ..)| *of == board && piece == letter.to_string());
    known.map_or([Cell::Missing, Cell::Missing, Cell::Missing], |(_, _, average, least, most)| {
        [average, least, most].map(|figure| Cell::text(*figure))
    })
}

fn learn(listing: Listing, setting: &Setting, work: &Work, bench: &mut Bench<'_>) -> Option<Vec<Line>> {
    let rules = setting.rules(&work.key[0])?;
    let set = DataSet { listing, games: setting.count("games"), seed: work.seed, plies: Some(PLIES) };
    let seen = evidence(&rules, set);
    let way = published_way(Algorithm::Bjornsson, Check::Bjornsson);
    let mut lines = Vec::new();
    for (_, info) in rules.pieces() {
        bench.go_on()?;
        // A piece that was not observed has nothing to learn from.
        let Ok(mut piece) = PieceEvidence::new(&seen, info.letter) else { continue };
        let (learned, seconds) = bench.timed(|| piece.learn(&way));
        let judged = judge_piece(&learned, &info.dfa, rules.board());
        let cells = vec![
            Cell::Count(judged.states as u64),
            Cell::Count(judged.true_states as u64),
            Cell::Count(u64::from(judged.is_exact())),
            seconds,
        ];
        lines.push(Line::new([info.letter.to_string()], cells));
    }
    Some(lines)
}

fn needed(setting: &Setting, work: &Work, _bench: &mut Bench<'_>) -> Option<Vec<Line>> {
    let rules = setting.rules(&work.key[0])?;
    let needed = games_needed(&rules, work.seed, setting.count("games"));
    let line = |(letter, games): (char, Option<u64>)| {
        Line::new([letter.to_string()], vec![games.map_or(Cell::Missing, Cell::Count)])
    };
    Some(needed.into_iter().map(line).collect())
}

/// The rows of one piece, over all data sets.
fn by_piece(rows: &[Row]) -> Vec<(String, String, Vec<&Row>)> {
    let mut pieces = Vec::new();
    for board in different(rows, "board") {
        let of_board: Vec<Row> = rows.iter().filter(|row| row.parameter("board") == board).cloned().collect();
        for piece in different(&of_board, "piece") {
            let own = |row: &&Row| row.parameter("board") == board && row.parameter("piece") == piece;
            pieces.push((board.clone(), piece.clone(), rows.iter().filter(own).collect()));
        }
    }
    pieces
}

fn row(setting: &Setting, board: &str, piece: &str, cells: Vec<(&'static str, Cell)>) -> Row {
    Row {
        experiment: setting.experiment().name,
        parameters: vec![("board", board.to_owned()), ("piece", piece.to_owned())],
        seed: setting.count("seed"),
        cells,
    }
}

fn report_learning(setting: &Setting, rows: &[Row], published: Published) -> Report {
    let mut table = Vec::new();
    let (mut all, mut exact, mut small) = (0, 0, 0);
    for (board, piece, own) in by_piece(rows) {
        let sets = own.len() as u64;
        let right = own.iter().map(|row| row.count("exact")).sum::<u64>();
        let optimal = own.iter().filter(|row| row.cell("states") == row.cell("true_states")).count() as u64;
        (all, exact, small) = (all + sets, exact + right, small + optimal);
        let seconds: Vec<f64> = own.iter().filter_map(|row| row.value("seconds")).collect();
        let ours = spread(&seconds).map_or([Cell::Missing, Cell::Missing, Cell::Missing], |all| all.map(Cell::Seconds));
        let [average, least, most] = ours;
        let [theirs, theirs_least, theirs_most] = published_of(published, &board, &piece);
        let cells = vec![
            ("sets", Cell::Count(sets)),
            ("exact", Cell::percent(right, sets)),
            ("optimal_size", Cell::percent(optimal, sets)),
            ("seconds", average),
            ("seconds_least", least),
            ("seconds_most", most),
            ("published", theirs),
            ("published_least", theirs_least),
            ("published_most", theirs_most),
        ];
        table.push(row(setting, &board, &piece, cells));
    }
    let (share, sizes) = (100.0 * exact as f64 / all.max(1) as f64, 100.0 * small as f64 / all.max(1) as f64);
    let finding = format!(
        "{} % of {all} automata are exact, and {} % have as many states as the smallest ({} games a data set).",
        spoken(share),
        spoken(sizes),
        setting.count("games")
    );
    let places: Vec<String> =
        table.iter().map(|row| format!("{} {}", short(row.parameter("board")), row.parameter("piece"))).collect();
    let points = |column: &'static str| table.iter().map(|row| Point::new(row.cell(column))).collect::<Vec<_>>();
    let plot = Plot {
        name: "exact",
        title: "Exact automata by piece".to_owned(),
        caption: finding.clone(),
        picture: Picture::Bars {
            across: Axis::new("piece"),
            up: Axis::percent("data sets"),
            places,
            series: vec![
                Series { name: "exact".to_owned(), points: points("exact") },
                Series { name: "optimal size".to_owned(), points: points("optimal_size") },
            ],
        },
    };
    let title = "Exact automata and learning time in seconds, with the published times".to_owned();
    Report { finding, tables: vec![Table { name: "table", title, rows: table }], plots: vec![plot] }
}

/// Names of boards that fit under a bar.
fn short(board: &str) -> &str {
    match board {
        "breakthrough" => "bt",
        "checkers-breakthrough" => "check",
        "chess-breakthrough" => "chess",
        other => other,
    }
}

fn report_needed(setting: &Setting, rows: &[Row]) -> Report {
    let mut table = Vec::new();
    let mut hardest: Option<(f64, String)> = None;
    let mut never = 0;
    for (board, piece, own) in by_piece(rows) {
        let needed: Vec<f64> = own.iter().filter_map(|row| row.value("needed")).collect();
        let missing = (own.len() - needed.len()) as u64;
        never += missing;
        let spread = spread(&needed);
        let [average, least, most] =
            spread.map_or([Cell::Missing, Cell::Missing, Cell::Missing], |all| all.map(Cell::number));
        if let Some([average, ..]) = spread
            && hardest.as_ref().is_none_or(|(most, _)| average > *most)
        {
            hardest = Some((average, format!("{piece} of {board}")));
        }
        let [theirs, theirs_least, theirs_most] = published_of(TABLE_3, &board, &piece);
        let cells = vec![
            ("sets", Cell::Count(own.len() as u64)),
            ("average", average),
            ("least", least),
            ("most", most),
            ("not_enough", Cell::Count(missing)),
            ("published", theirs),
            ("published_least", theirs_least),
            ("published_most", theirs_most),
        ];
        table.push(row(setting, &board, &piece, cells));
    }
    let games = setting.count("games");
    let mut finding = match &hardest {
        Some((average, piece)) => format!(
            "Among the pieces for which {games} games can suffice, {piece} needs the most: {} games on average.",
            spoken(*average)
        ),
        None => "No piece became consistent.".to_owned(),
    };
    if never > 0 {
        finding += &format!(" In {never} cases {games} games were not enough.");
    }
    let places: Vec<String> =
        table.iter().map(|row| format!("{} {}", short(row.parameter("board")), row.parameter("piece"))).collect();
    let ours =
        table.iter().map(|row| Point::with_band(row.cell("average"), row.cell("least"), row.cell("most"))).collect();
    let plot = Plot {
        name: "needed",
        title: "Games needed by piece".to_owned(),
        caption: finding.clone(),
        picture: Picture::Bars {
            across: Axis::new("piece"),
            up: Axis::new("games, average with least and most"),
            places,
            series: vec![Series { name: "games needed".to_owned(), points: ours }],
        },
    };
    let title = "Games needed to produce consistent records".to_owned();
    Report { finding, tables: vec![Table { name: "table", title, rows: table }], plots: vec![plot] }
}
