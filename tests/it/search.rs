//! Searches against the definition of what they search for.

use std::ops::ControlFlow;

use kibitzer::bots::{PieceSquare, Weights};
use kibitzer::game::Game;
use kibitzer::monitor::{Monitor, Quiet};
use kibitzer::rng::{Rng, split_mix};
use kibitzer::sbg::{self, BUILTIN, Move, Position, Rules};
use kibitzer::search::{
    AlphaBeta, Evaluator, Limits, Negamax, Options, PlainAlphaBeta, Report, Score, Searcher, Share, Uct, UctOptions,
};

use crate::toy::Heaps;

pub(crate) fn game(id: &str) -> Rules {
    sbg::read_game(sbg::builtin(id).unwrap().text).unwrap().1
}

/// A position somewhere in a random game, and never its end.
pub(crate) fn somewhere(rules: &Rules, rng: &mut Rng, most: u32) -> Position {
    let mut scratch = Vec::new();
    loop {
        let mut pos = rules.start();
        for _ in 0..rng.below(most) {
            let Ok(mv) = rules.random_move(&pos, rng, &mut scratch) else { break };
            rules.play(&mut pos, mv);
        }
        if rules.ending(&pos).is_none() {
            return pos;
        }
    }
}

/// Judges a position by its hash: no sense, no pattern, and many positions of equal worth.
#[derive(Clone, Copy)]
struct Hashed(u64);

impl<G: Game> Evaluator<G> for Hashed {
    type Sum = ();

    fn sum(&self, _game: &G, _pos: &G::Position) {}

    fn after(&self, _game: &G, _pos: &G::Position, _mv: G::Move, _sum: ()) {}

    fn score(&self, game: &G, pos: &G::Position, _sum: ()) -> Score {
        Score::estimate((split_mix(&mut (game.key(pos) ^ self.0)) % 41) as i32 - 20)
    }
}

fn agree<G: Game, E: Evaluator<G> + Clone>(game: &G, pos: &G::Position, eval: E, depth: u32, what: &str) {
    let truth = Negamax { eval: eval.clone() }.search(game, pos, Limits::depth(depth), &mut Quiet);
    let plain = PlainAlphaBeta { eval: eval.clone() }.search(game, pos, Limits::depth(depth), &mut Quiet);
    let mut alphabeta = AlphaBeta::new(eval, Options::EXACT);
    let fast = alphabeta.search(game, pos, Limits::depth(depth), &mut Quiet);
    assert_eq!(plain.score, truth.score, "plain alpha-beta, {what}, depth {depth}");
    // A sure result ends the deepening before the last depth, with the same score.
    assert_eq!(fast.score, truth.score, "alpha-beta, {what}, depth {depth}");
    // Two halves of the root's moves make a whole.
    let halves = [0, 1].map(|part| {
        alphabeta.search(game, pos, Limits { share: Share { part, of: 2 }, ..Limits::depth(depth) }, &mut Quiet)
    });
    assert_eq!(Report::combine(halves.to_vec()).score, truth.score, "shared, {what}, depth {depth}");
}

#[test]
fn every_search_gives_the_value_of_negamax() {
    let games = [
        ("breakthrough", 3),
        ("gardner", 4),
        ("chess", 3),
        ("los-alamos-asymmetric", 3),
        ("escort-breakthrough", 3),
        ("knightthrough", 3),
        ("checkers-breakthrough", 4),
        ("cannon", 3),
        ("legacy-of-ibis", 3),
    ];
    for (id, depth) in games {
        let rules = game(id);
        let eval = PieceSquare::new(&rules, Weights::from_rules(&rules));
        for seed in 0..6 {
            let pos = somewhere(&rules, &mut Rng::branch(seed, 77), 60);
            let what = format!("{id}, seed {seed}");
            for depth in 1..=depth {
                agree(&rules, &pos, Hashed(seed), depth, &what);
            }
            agree(&rules, &pos, eval.clone(), depth - 1, &what);
        }
    }
}

#[test]
fn the_table_is_right_near_the_limit_of_plies() {
    for id in ["gardner", "los-alamos", "limited-rider"] {
        for seed in 0..10 {
            let mut rng = Rng::branch(seed, 78);
            let rules = game(id);
            // Few pieces on a small board: many ways lead to the same position after different numbers of moves.
            let pos = somewhere(&rules, &mut rng, 60);
            let rules = rules.with_ply_limit(pos.ply() + 1 + rng.below(6));
            for depth in 2..=4 {
                agree(&rules, &pos, Hashed(seed), depth, &format!("{id}, seed {seed}"));
            }
        }
    }
}

#[test]
fn a_move_that_keeps_the_turn_keeps_the_sign() {
    for seed in 0..40 {
        let mut rng = Rng::branch(seed, 79);
        let heaps = Heaps {
            start: std::array::from_fn(|_| 1 + rng.below(5) as u8),
            limit: if rng.one_in(2) { 100 } else { 1 + rng.below(8) },
        };
        for depth in 1..=7 {
            agree(&heaps, &heaps.start(), Hashed(seed), depth, &format!("heaps, seed {seed}"));
        }
        let strong = Options { null_move: false, reductions: false, ..Options::STRONG };
        let report = AlphaBeta::new(Hashed(seed), strong).search(&heaps, &heaps.start(), Limits::depth(20), &mut Quiet);
        let truth = Negamax { eval: Hashed(seed) }.search(&heaps, &heaps.start(), Limits::depth(20), &mut Quiet);
        assert_eq!(report.score, truth.score, "to the end, seed {seed}");
        if truth.score.is_win() && truth.score.distance() <= Some(5) {
            let report = Uct::new((), UctOptions::default(), seed).search(
                &heaps,
                &heaps.start(),
                Limits::nodes(200_000),
                &mut Quiet,
            );
            let mut pos = heaps.start();
            heaps.play(&mut pos, report.best().unwrap());
            let after = Negamax { eval: Hashed(0) }.search(&heaps, &pos, Limits::depth(20), &mut Quiet).score;
            let mine = if heaps.to_move(&pos) == heaps.to_move(&heaps.start()) { after } else { -after };
            assert!(mine.is_win(), "UCT throws a sure win away, seed {seed}");
        }
    }
}

/// Keeps what it is told, and stops a search after so many questions.
struct Impatient {
    patience: u32,
    told: Vec<Report<Move>>,
}

impl Monitor<Report<Move>> for Impatient {
    fn poll(&mut self) -> ControlFlow<()> {
        match self.patience.checked_sub(1) {
            Some(left) => {
                self.patience = left;
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(()),
        }
    }

    fn tell(&mut self, report: Report<Move>) {
        self.told.push(report);
    }
}

#[test]
fn a_stopped_search_returns_the_last_whole_depth() {
    let rules = game("chess");
    let pos = somewhere(&rules, &mut Rng::new(5), 30);
    let mut search = AlphaBeta::new(PieceSquare::new(&rules, Weights::from_rules(&rules)), Options::STRONG);
    for patience in [0, 1, 3, 10, 40, 100] {
        let mut monitor = Impatient { patience, told: Vec::new() };
        let report = search.search(&rules, &pos, Limits::default(), &mut monitor);
        match monitor.told.last() {
            Some(last) => assert_eq!((last.depth, last.score, &last.line), (report.depth, report.score, &report.line)),
            None => assert_eq!(report.depth, 0),
        }
        assert!(report.nodes <= 256 * (u64::from(patience) + 1), "{} nodes with {patience}", report.nodes);
        let again = search.search(&rules, &pos, Limits::depth(report.depth.max(1)), &mut Quiet);
        if report.depth > 0 {
            assert_eq!((again.score, &again.line), (report.score, &report.line));
        }
    }
    for nodes in [1, 2, 50, 333, 5_000] {
        let report = search.search(&rules, &pos, Limits::nodes(nodes), &mut Quiet);
        assert!(report.nodes <= nodes && report.best().is_some());
    }
}

#[test]
fn a_search_does_not_depend_on_what_was_searched_before() {
    for id in ["gardner", "breakthrough"] {
        let rules = game(id);
        let eval = PieceSquare::new(&rules, Weights::from_rules(&rules));
        let mut used = AlphaBeta::new(eval.clone(), Options::STRONG);
        for seed in 0..8 {
            let pos = somewhere(&rules, &mut Rng::branch(seed, 80), 40);
            let fresh = AlphaBeta::new(eval.clone(), Options::STRONG);
            let [a, b] = [&mut used, &mut fresh.clone()]
                .map(|search| search.search(&rules, &pos, Limits::nodes(20_000), &mut Quiet));
            assert_eq!(a, b, "{id}, seed {seed}");
        }
        let uct = |seed| {
            Uct::new((), UctOptions::default(), seed).search(&rules, &rules.start(), Limits::nodes(50_000), &mut Quiet)
        };
        assert_eq!(uct(3), uct(3));
    }
}

#[test]
fn ordering_and_table_save_nineteen_nodes_of_twenty() {
    for (id, depth) in [("gardner", 8), ("chess", 6)] {
        let rules = game(id);
        let eval = PieceSquare::new(&rules, Weights::from_rules(&rules));
        let plain =
            PlainAlphaBeta { eval: eval.clone() }.search(&rules, &rules.start(), Limits::depth(depth), &mut Quiet);
        let fast =
            AlphaBeta::new(eval, Options::STRONG).search(&rules, &rules.start(), Limits::depth(depth), &mut Quiet);
        assert_eq!(fast.depth, depth);
        assert!(fast.nodes * 20 <= plain.nodes, "{id}: {} nodes, plainly {}", fast.nodes, plain.nodes);
    }
}

/// Nodes to a fixed depth in every game: a change that is not meant to alter play must not alter this.
#[test]
fn the_search_is_the_same_to_the_node() {
    let mut nodes = 0;
    for builtin in BUILTIN {
        let rules = game(builtin.id);
        let eval = PieceSquare::new(&rules, Weights::from_rules(&rules));
        let mut search = AlphaBeta::new(eval, Options::STRONG);
        for seed in 0..2 {
            let pos = somewhere(&rules, &mut Rng::branch(seed, 81), 20);
            nodes += search.search(&rules, &pos, Limits::depth(5), &mut Quiet).nodes;
        }
    }
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/search.bench");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, format!("{nodes}\n")).unwrap();
    }
    let before = std::fs::read_to_string(path).unwrap();
    assert_eq!(before.trim(), nodes.to_string(), "if this change is meant to alter play: UPDATE=1 cargo test");
}
