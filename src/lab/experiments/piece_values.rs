//! Ours: what pieces are worth, measured by games with unequal set-ups.
//!
//! For a pair of pieces, one side begins without one, the other side without the other, so that they differ by "A against
//! B" and nothing else; "nothing" is one of the pieces too. Values that explain all scores at once come from the
//! logistic model σ(value of A − value of B), fitted by Newton's method.

use super::common::{SEED, add, boards, different, spoken_cell};
use super::logistic::fit;
use super::weights::{unit_of, white_letters};
use crate::board::Player;
use crate::bots::{Bot, Budget, Kind as PlayerKind, PlayerSpec, Start, Weights};
use crate::game::Game;
use crate::lab::plot::{Axis, Picture, Plot, Point, Series};
use crate::lab::{
    Bench, Cell, Column, Experiment, Kind, Line, Match, Parameter, Report, Row, Setting, SettingError, Table, Tally,
    Work, wilson,
};
use crate::monitor::Quiet;
use crate::rng::Rng;
use crate::sbg::{GameDef, PieceId, Rules};
use crate::search::{Limits, sigmoid};

pub(super) const PIECE_VALUES: Experiment = Experiment {
    name: "piece-values",
    title: "Piece values measured by games with unequal material",
    about: "Alpha-beta against itself, two random plies, every set-up played with both colours. One side lacks a piece A, the other \
        a piece B. Values follow from all scores together, with the pawn as 1. Letters whose loss decides the game are left out, and \
        so is a single piece that alone can reach a goal. Intervals are for 95 % and take the pawn's value for known.",
    paper: "Our own",
    source: "",
    parameters: &[
        boards("gardner"),
        Parameter {
            name: "games",
            about: "games for each pair of pieces",
            default: "200",
            kind: Kind::Count { least: 2, most: 100_000 },
        },
        Parameter {
            name: "nodes",
            about: "nodes for each move",
            default: "400",
            kind: Kind::Count { least: 1, most: 10_000_000 },
        },
        Parameter {
            name: "td",
            about: "games of self-play for the learned values",
            default: "400",
            kind: Kind::Count { least: 1, most: 10_000 },
        },
        SEED,
    ],
    keys: &["board", "pair", "piece"],
    columns: &[
        Column::Count("games"),
        Column::Count("wins"),
        Column::Count("draws"),
        Column::Count("losses"),
        Column::Number("rules"),
        Column::Number("learned"),
    ],
    plan,
    run,
    report,
};

/// In place of a piece: nothing is missing.
const NOTHING: &str = "nothing";

/// The letters that can be missing without deciding the game.
fn letters(rules: &Rules) -> Vec<(PieceId, char)> {
    let start = rules.start();
    let mut letters = white_letters(rules);
    letters.retain(|(piece, letter)| {
        let alone = start.count(*piece) == 1 && rules.board().squares().any(|square| rules.is_goal(*piece, square));
        let other = rules.piece(letter.to_ascii_lowercase()).is_some_and(|other| start.count(other) > 0);
        rules.info(*piece).keep.is_none() && !alone && other
    });
    letters
}

fn plan(setting: &Setting) -> Result<Vec<Work>, SettingError> {
    let mut plan = Vec::new();
    for board in setting.list("boards") {
        let Some(rules) = setting.rules(&board) else { continue };
        let mut names: Vec<String> = letters(&rules).iter().map(|(_, letter)| letter.to_string()).collect();
        names.push(NOTHING.to_owned());
        add(&mut plan, Work::new(setting, vec![board.clone(), VALUES.to_owned()], 1))?;
        for (index, a) in names.iter().enumerate() {
            for b in &names[index + 1..] {
                add(&mut plan, Work::new(setting, vec![board.clone(), format!("{a}-{b}")], 1))?;
            }
        }
    }
    Ok(plan)
}

/// The cell that works out the values from the rules and the learned ones.
const VALUES: &str = "values";

fn run(setting: &Setting, work: &Work, bench: &mut Bench<'_>) -> Option<Vec<Line>> {
    let (def, rules) = setting.game(&work.key[0])?;
    match work.key[1].split_once('-') {
        Some((a, b)) => measure(setting, work, &def, &rules, [a, b], bench),
        None => known_values(setting, work, &rules, bench),
    }
}

fn known_values(setting: &Setting, work: &Work, rules: &Rules, bench: &mut Bench<'_>) -> Option<Vec<Line>> {
    bench.go_on()?;
    let spec = PlayerSpec { start: Start::Ones, ..PlayerSpec::new(PlayerKind::AlphaBeta) };
    let mut bot = Bot::new(rules, spec, work.seed);
    let games = u32::try_from(setting.count("td")).unwrap_or(u32::MAX);
    bot.learn(rules, &rules.start(), Budget::Games(games), &mut Quiet);
    let weights = bot.weights().unwrap_or_default();
    let letters = letters(rules);
    let learned = |piece: PieceId| weights.get(piece.index()).copied().unwrap_or(0.0);
    let by_rules = |piece: PieceId| Weights::explain(rules, piece).total();
    let (unit, unit_learned) = (unit_of(&letters, by_rules), unit_of(&letters, learned));
    let lines = letters.iter().map(|&(piece, letter)| {
        let counts = [0; 4].map(Cell::Count);
        let values = [Cell::number(by_rules(piece) / unit), Cell::number(learned(piece) / unit_learned)];
        Line::new([letter.to_string()], counts.into_iter().chain(values).collect())
    });
    Some(lines.collect())
}

/// Games between a side that has A where the other has B.
fn measure(
    setting: &Setting,
    work: &Work,
    def: &GameDef,
    rules: &Rules,
    [a, b]: [&str; 2],
    bench: &mut Bench<'_>,
) -> Option<Vec<Line>> {
    let limits = Limits::nodes(setting.count("nodes"));
    let spec = PlayerSpec::with_small_table().without_net();
    // Both players go by the weights of the whole game, whatever is missing.
    let weights = Bot::new(rules, spec, 1).weights().unwrap_or_default();
    let mut tally = Tally::default();
    for number in 0..setting.count("games") {
        bench.go_on()?;
        let mut rng = Rng::branch(work.seed, number / 2);
        let first = Match::<Rules>::first(number);
        let unequal = without(def, [(first, b), (!first, a)], &mut rng)?;
        let mut bots = [0, 1].map(|_| Bot::new(&unequal, spec, rng.next_u64()));
        bots.iter_mut().for_each(|bot| bot.set_weights(&unequal, &weights));
        let contest = Match { game: &unequal, seed: work.seed, opening: 2, limits };
        let played = contest.play_bots(&mut bots, number, || Quiet);
        tally.add(played.outcome, first);
    }
    let counts = [tally.games(), tally.wins, tally.draws, tally.losses].map(|count| Cell::Count(u64::from(count)));
    Some(vec![Line::new([String::new()], counts.into_iter().chain([Cell::Missing, Cell::Missing]).collect())])
}

/// The game without one of these pieces for each player, any of those that there are.
fn without(def: &GameDef, missing: [(Player, &str); 2], rng: &mut Rng) -> Option<Rules> {
    let mut def = def.clone();
    for (player, name) in missing {
        if name == NOTHING {
            continue;
        }
        let letter = name.chars().next()?;
        let letter = if player == Player::White { letter } else { letter.to_ascii_lowercase() };
        let there: Vec<usize> = (0..def.setup.len()).filter(|square| def.setup[*square] == letter).collect();
        if there.is_empty() {
            return None;
        }
        def.setup[*rng.pick(&there)] = '.';
    }
    Rules::compile(&def).ok()
}

fn report(setting: &Setting, rows: &[Row]) -> Report {
    let (mut pairs, mut values, mut plots, mut findings) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for board in different(rows, "board") {
        let own: Vec<Row> = rows.iter().filter(|row| row.parameter("board") == board).cloned().collect();
        let known: Vec<&Row> = own.iter().filter(|row| row.parameter("pair") == VALUES).collect();
        let mut names: Vec<String> = known.iter().map(|row| row.parameter("piece").to_owned()).collect();
        names.push(NOTHING.to_owned());
        let mut results = Vec::new();
        for row in own.iter().filter(|row| row.parameter("pair") != VALUES) {
            let games = row.count("games").max(1) as f64;
            let points = row.count("wins") as f64 + 0.5 * row.count("draws") as f64;
            let (low, high) = wilson(points / games, games);
            let percent = |share: f64| Cell::number((100.0 * share).clamp(0.0, 100.0));
            let place = |name: &str| names.iter().position(|known| known == name);
            if let Some((a, b)) = row.parameter("pair").split_once('-')
                && let (Some(a), Some(b)) = (place(a), place(b))
            {
                results.push((a, b, points, games));
            }
            let mut cells: Vec<(&'static str, Cell)> = row.cells.iter().take(4).cloned().collect();
            cells.extend([("score", percent(points / games)), ("low", percent(low)), ("high", percent(high))]);
            let parameters = vec![("board", board.clone()), ("pair", row.parameter("pair").to_owned())];
            pairs.push(Row { parameters, cells, ..row.clone() });
        }
        let (fitted, errors) = fit(names.len(), &results);
        let pawn = names.iter().position(|name| name == "P");
        let unit = match pawn {
            Some(pawn) => fitted.get(pawn).copied().unwrap_or(0.0),
            None => fitted.iter().sum::<f64>() / fitted.len().max(1) as f64,
        };
        let first = values.len();
        for (index, row) in known.iter().enumerate() {
            let scaled =
                |value: f64| if unit > 0.0 && !results.is_empty() { Cell::number(value / unit) } else { Cell::Missing };
            let reach = 1.96 * errors[index];
            let chance = |value: f64| match results.is_empty() {
                true => Cell::Missing,
                false => Cell::number(100.0 * sigmoid(value)),
            };
            values.push(Row {
                experiment: setting.experiment().name,
                parameters: vec![("board", board.clone()), ("piece", names[index].clone())],
                seed: setting.count("seed"),
                cells: vec![
                    ("measured", scaled(fitted[index])),
                    ("low", scaled(fitted[index] - reach)),
                    ("high", scaled(fitted[index] + reach)),
                    ("rules", row.cell("rules").clone()),
                    ("learned", row.cell("learned").clone()),
                    // What one more piece is worth in points, which no unit can blur.
                    ("score", chance(fitted[index])),
                    ("score_low", chance(fitted[index] - reach)),
                    ("score_high", chance(fitted[index] + reach)),
                ],
            });
        }
        let own = &values[first..];
        let caption = caption(&board, own);
        findings.push(caption.clone());
        let points = |column: &'static str| own.iter().map(|row| Point::new(row.cell(column))).collect::<Vec<_>>();
        plots.push(Plot {
            name: "values",
            title: format!("Values of pieces, {board}"),
            caption,
            picture: Picture::Bars {
                across: Axis::new("piece"),
                up: Axis::new("value, pawn = 1"),
                places: own.iter().map(|row| row.parameter("piece").to_owned()).collect(),
                series: vec![
                    Series {
                        name: "measured".to_owned(),
                        points: own
                            .iter()
                            .map(|row| Point::with_band(row.cell("measured"), row.cell("low"), row.cell("high")))
                            .collect(),
                    },
                    Series { name: "from the rules".to_owned(), points: points("rules") },
                    Series { name: "learned".to_owned(), points: points("learned") },
                ],
            },
        });
    }
    let finding = if findings.is_empty() { "No game has been played yet.".to_owned() } else { findings.join(" ") };
    let tables = vec![
        Table {
            name: "values",
            title: "Values, pawn = 1, and the expected score with one more piece in per cent, with 95 % intervals"
                .to_owned(),
            rows: values,
        },
        Table {
            name: "pairs",
            title: "A against B: points in per cent of the side that has A, with 95 % intervals".to_owned(),
            rows: pairs,
        },
    ];
    Report { finding, tables, plots }
}

/// The measured order, and whether the rules' values lie within the intervals.
fn caption(board: &str, values: &[Row]) -> String {
    let mut order: Vec<&Row> = values.iter().filter(|row| row.value("measured").is_some()).collect();
    if order.is_empty() {
        return format!("{board}: no games yet.");
    }
    order.sort_by(|a, b| b.value("measured").unwrap_or(0.0).total_cmp(&a.value("measured").unwrap_or(0.0)));
    let said: Vec<String> = order
        .iter()
        .map(|row| {
            let [value, low, high] = ["measured", "low", "high"].map(|column| spoken_cell(row.cell(column)));
            format!("{} {value} ({low} to {high})", row.parameter("piece"))
        })
        .collect();
    let within =
        order.iter().filter(|row| row.value("low") <= row.value("rules") && row.value("rules") <= row.value("high"));
    format!(
        "{board}: measured in pawns, {}; the value from the rules lies within the interval for {} of {} pieces.",
        said.join(", "),
        within.count(),
        order.len()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_up_lacks_just_what_it_should() {
        let (def, _) = crate::sbg::read_game(crate::sbg::builtin("gardner").unwrap().text).unwrap();
        let mut rng = Rng::new(1);
        let rules = without(&def, [(Player::White, "R"), (Player::Black, "P")], &mut rng).unwrap();
        let start = rules.start();
        let count = |letter| rules.piece(letter).map_or(0, |piece| start.count(piece));
        assert_eq!(
            (count('R'), count('r'), count('P'), count('p')),
            (def.count('R') - 1, def.count('r'), def.count('P'), def.count('p') - 1)
        );
    }
}
