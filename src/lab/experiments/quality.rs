//! Flynn (2020): learning from random, strong and mixed play, from few and more games, tested on random and on strong play.

use super::common::{LEARNERS, PLIES, SEED, add, boards, learner, listing, sets};
use super::quality_report;
use crate::bots::{Bot, PlayerSpec};
use crate::game::{Game, Outcome};
use crate::lab::{
    Bench, Cell, Column, Experiment, Kind, Line, Parameter, Predictions, Setting, SettingError, Work, predicted,
};
use crate::learn::Learning;
use crate::observe::{Listing, Record, Recorder, watch_game};
use crate::rng::Rng;
use crate::sbg::{Move, Rules};
use crate::search::Limits;

pub(super) const QUALITY: Experiment = Experiment {
    name: "quality",
    title: "Quality and amount of training games (Flynn 2020)",
    about: "Learners watch random play, strong play (two random plies, then alpha-beta) or every other game of each, and predict on \
        fresh games of both kinds: legal (pairs of squares), next (what stands where after a move: in this class of games given, so always \
        right), goal (who has won at the end) and terminal. Balanced accuracy is the mean of the shares of true and of false atoms told \
        right; a task is perfectly solved when all are. As in the source, sums leave terminal out. Games and learners differ from \
        the source's, so its figures stand beside ours only for the pattern.",
    paper: "Flynn 2020",
    source: "Flynn, Inducing game rules from varying quality game play, 2020 (35 games; Metagol, Aleph, ILASP)",
    parameters: &[
        boards("breakthrough,escort-breakthrough,gardner,chess-breakthrough"),
        Parameter {
            name: "qualities",
            about: "quality of the training games",
            default: "random,strong,mixed",
            kind: Kind::Choices(QUALITIES),
        },
        Parameter {
            name: "amounts",
            about: "numbers of games",
            default: "8,16,24",
            kind: Kind::Counts { least: 1, most: 1000 },
        },
        Parameter {
            name: "learners",
            about: "learners to compare",
            default: "kibitzer,bjornsson-bjornsson,rpni-bjornsson,spine-bjornsson",
            kind: Kind::Choices(LEARNERS),
        },
        Parameter {
            name: "listing",
            about: "moves listed in each position",
            default: "all",
            kind: Kind::Choice(&["all", "single"]),
        },
        Parameter {
            name: "nodes",
            about: "nodes for each move of strong play",
            default: "300",
            kind: Kind::Count { least: 1, most: 1_000_000 },
        },
        Parameter {
            name: "tests",
            about: "games of each kind to test on",
            default: "8",
            kind: Kind::Count { least: 1, most: 1000 },
        },
        sets("3"),
        SEED,
    ],
    keys: &["board", "quality", "amount", "set", "learner", "test", "predicate"],
    columns: &[Column::Number("accuracy"), Column::Count("perfect")],
    plan,
    run,
    report: quality_report::report,
};

const QUALITIES: &[&str] = &["random", "strong", "mixed"];
pub(super) const TESTS: [&str; 2] = ["random", "strong"];
pub(super) const PREDICATES: [&str; 4] = ["legal", "next", "goal", "terminal"];

fn plan(setting: &Setting) -> Result<Vec<Work>, SettingError> {
    let mut plan = Vec::new();
    for board in setting.list("boards") {
        for quality in setting.list("qualities") {
            for amount in setting.counts("amounts") {
                for set in 0..setting.count("sets") {
                    let key = vec![board.clone(), quality.clone(), amount.to_string(), (set + 1).to_string()];
                    add(&mut plan, Work::with_seed(key, setting.count("seed") + set, 4 + amount))?;
                }
            }
        }
    }
    Ok(plan)
}

/// Who plays.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Play {
    Random,
    Strong { nodes: u64 },
}

/// Random moves before strong play, so that games differ.
const OPENING: u32 = 2;

/// One game; every record goes to `tell`.
fn play(rules: &Rules, listing: Listing, play: Play, seed: u64, game: u64, mut tell: impl FnMut(Record)) {
    let mut rng = Rng::branch(seed, game);
    let mut scratch = Vec::new();
    let spec = PlayerSpec::with_small_table().without_net();
    let mut bot = Bot::new(rules, spec, rng.next_u64());
    let told: Result<(), std::convert::Infallible> = watch_game(
        Recorder { rules, listing },
        |pos, _| {
            if let Some(ending) = rules.ending(pos) {
                return Err(ending.outcome);
            }
            match play {
                Play::Strong { nodes } if pos.ply() >= OPENING => {
                    let chosen = bot.choose_quietly(rules, pos, Limits::nodes(nodes));
                    chosen.map_or_else(|| rules.random_move(pos, &mut rng, &mut scratch), Ok)
                }
                _ => rules.random_move(pos, &mut rng, &mut scratch),
            }
        },
        |record| {
            tell(record);
            Ok(())
        },
    );
    match told {
        Ok(()) => {}
        Err(never) => match never {},
    }
}

fn run(setting: &Setting, work: &Work, bench: &mut Bench<'_>) -> Option<Vec<Line>> {
    let rules = setting.rules(&work.key[0])?.with_ply_limit(PLIES);
    let strong = Play::Strong { nodes: setting.count("nodes") };
    let amount: u64 = work.key[2].parse().unwrap_or(1);
    let mut seen = Vec::new();
    for game in 0..amount {
        bench.go_on()?;
        let by = match work.key[1].as_str() {
            "random" => Play::Random,
            "strong" => strong,
            _ if game % 2 == 0 => Play::Random,
            _ => strong,
        };
        play(&rules, listing(setting.text("listing")), by, work.seed, game, |record| seen.push(record));
    }
    // Tests are the same for all cells of a data set, and none of its games is learned from.
    let mut tests: Vec<Vec<Played>> = Vec::new();
    for by in [Play::Random, strong] {
        let mut games = Vec::new();
        for game in 0..setting.count("tests") {
            bench.go_on()?;
            games.push(test_game(&rules, by, work.seed ^ 0x7465_7374, game)?);
        }
        tests.push(games.into_iter().flatten().collect());
    }
    let mut lines = Vec::new();
    for name in setting.list("learners") {
        bench.go_on()?;
        let mut learning = Learning::new(learner(&name));
        seen.iter().for_each(|record| learning.watch(record));
        learning.finish();
        let learned = learning.game().ok().and_then(|def| Rules::compile(&def).ok());
        for (test, played) in TESTS.into_iter().zip(&tests) {
            let sums = predictions(&rules, learned.as_ref(), played);
            for (predicate, sum) in PREDICATES.into_iter().zip(sums) {
                let cells = vec![Cell::number(sum.balanced_accuracy()), Cell::Count(u64::from(sum.is_perfect()))];
                lines.push(Line::new([name.clone(), test.to_owned(), predicate.to_owned()], cells));
            }
        }
    }
    Some(lines)
}

/// A position of a test game, the move that was played in it, and whether that ended the game.
struct Played {
    cells: Vec<char>,
    to_move: crate::board::Player,
    ply: u32,
    mv: Move,
    after: Vec<char>,
    outcome: Option<Outcome>,
}

fn test_game(rules: &Rules, by: Play, seed: u64, game: u64) -> Option<Vec<Played>> {
    let mut records = Vec::new();
    play(rules, Listing::Some, by, seed, game, |record| records.push(record));
    let mut pos = rules.start();
    let mut played = Vec::new();
    for pair in records.windows(2) {
        let seen = pair[0].moves.first()?;
        let to = seen.word.iter().try_fold(seen.from, |at, step| rules.board().step(at, step.dx, step.dy))?;
        let (to_move, ply, mv) = (pos.to_move(), pos.ply(), Move { from: seen.from, to });
        rules.play(&mut pos, mv);
        let outcome = rules.ending(&pos).map(|ending| ending.outcome);
        played.push(Played { cells: pair[0].cells.clone(), to_move, ply, mv, after: pair[1].cells.clone(), outcome });
    }
    Some(played)
}

/// What learned rules say of test games: legal, next, goal, terminal. Rules that cannot be played say nothing.
fn predictions(rules: &Rules, learned: Option<&Rules>, played: &[Played]) -> [Predictions; 4] {
    let mut sums = [Predictions::default(); 4];
    let board = rules.board();
    for Played { cells, to_move, ply, mv, after, outcome } in played {
        let Ok(truth) = rules.position(cells, *to_move, *ply) else { continue };
        let guess = learned.and_then(|learned| Some((learned, learned.position(cells, *to_move, *ply).ok()?)));
        for from in board.squares() {
            let may = if truth.owner_at(from) == Some(*to_move) {
                rules.destinations(&truth, from)
            } else {
                Default::default()
            };
            let says = match &guess {
                Some((learned, pos)) if pos.owner_at(from) == Some(*to_move) => learned.destinations(pos, from),
                _ => Default::default(),
            };
            for to in board.squares().filter(|to| *to != from) {
                sums[0].add(predicted(may.contains(to), says.contains(to)));
            }
        }
        // In this class a move takes its piece from one square to another, and nothing else changes.
        let mut next = cells.clone();
        next[mv.to.index()] = next[mv.from.index()];
        next[mv.from.index()] = '.';
        for (is, says) in after.iter().zip(&next) {
            sums[1].add(predicted(true, is == says));
            sums[1].add(predicted(false, is != says));
        }
        let ending = guess.and_then(|(learned, mut pos)| {
            learned.play(&mut pos, *mv);
            learned.ending(&pos).map(|ending| ending.outcome)
        });
        sums[3].add(predicted(outcome.is_some(), ending.is_some()));
        if let Some(outcome) = outcome {
            for possible in OUTCOMES {
                sums[2].add(predicted(*outcome == possible, ending == Some(possible)));
            }
        }
    }
    sums
}

const OUTCOMES: [Outcome; 3] =
    [Outcome::Win(crate::board::Player::White), Outcome::Win(crate::board::Player::Black), Outcome::Draw];
