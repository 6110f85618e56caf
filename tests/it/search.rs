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

    fn after(&self, _game: &G, _pos: &G::Position, _mv: G::Move, _sum: &()) {}

    fn score(&self, game: &G, pos: &G::Position, _sum: &()) -> Score {
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
    assert_eq!(Report::combine(&halves.map(|half| vec![half])).score, truth.score, "shared, {what}, depth {depth}");
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
fn a_stopped_search_has_the_last_whole_depth_or_better() {
    let rules = game("chess");
    let pos = somewhere(&rules, &mut Rng::new(5), 30);
    let mut search = AlphaBeta::new(PieceSquare::new(&rules, Weights::from_rules(&rules)), Options::STRONG);
    for patience in [0, 1, 3, 10, 40, 100] {
        let mut monitor = Impatient { patience, told: Vec::new() };
        let report = search.search(&rules, &pos, Limits::default(), &mut monitor);
        match monitor.told.last() {
            Some(last) => {
                assert!(!last.partial && last.depth == report.depth);
                assert!(report.partial || (last.score, &last.line) == (report.score, &report.line));
                let again = search.search(&rules, &pos, Limits::depth(last.depth), &mut Quiet);
                assert_eq!((again.score, &again.line), (last.score, &last.line));
            }
            None => assert_eq!(report.depth, 0),
        }
        assert!(report.nodes <= 256 * (u64::from(patience) + 1), "{} nodes with {patience}", report.nodes);
        assert!(report.best().is_some() && report.seldepth >= report.line_depth());
    }
    for nodes in [1, 2, 50, 333, 5_000] {
        let report = search.search(&rules, &pos, Limits::nodes(nodes), &mut Quiet);
        assert!(report.nodes <= nodes && report.best().is_some());
    }
}

/// What each first move is worth at a depth, by the definition.
fn worth<G: Game, E: Evaluator<G> + Clone>(game: &G, pos: &G::Position, eval: &E, mv: G::Move, depth: u32) -> Score {
    let mut after = pos.clone();
    game.play(&mut after, mv);
    let score = PlainAlphaBeta { eval: eval.clone() }.search(game, &after, Limits::depth(depth - 1), &mut Quiet).score;
    if game.to_move(&after) == game.to_move(pos) { score } else { -score }
}

#[test]
fn the_best_of_an_unfinished_depth_is_never_worse_than_the_last_whole_depths() {
    let (mut partial, mut improved) = (0, 0);
    for (id, seeds) in [("gardner", 12), ("breakthrough", 6)] {
        let rules = game(id);
        let eval = PieceSquare::new(&rules, Weights::from_rules(&rules));
        let mut search = AlphaBeta::new(eval.clone(), Options::EXACT);
        for seed in 0..seeds {
            let pos = somewhere(&rules, &mut Rng::branch(seed, 82), 24);
            for nodes in (30..2_000).step_by(45) {
                let limits = Limits { nodes, ..Limits::depth(4) };
                let mut monitor = Impatient { patience: u32::MAX, told: Vec::new() };
                let report = search.search(&rules, &pos, limits, &mut monitor);
                let Some(last) = monitor.told.last().filter(|_| report.partial) else { continue };
                partial += 1;
                let (old, new) = (last.best().unwrap(), report.best().unwrap());
                if old != new {
                    improved += 1;
                    let depth = report.line_depth();
                    assert_eq!(depth, last.depth + 1);
                    let [old, new] = [old, new].map(|mv| worth(&rules, &pos, &eval, mv, depth));
                    assert!(new > old, "{id}, seed {seed}, {nodes} nodes: {new} instead of {old} at depth {depth}");
                }
            }
        }
    }
    assert!(improved > 10, "of {partial} searches stopped within a depth, {improved} found a better move there");
}

#[test]
fn shares_are_compared_at_the_same_depth() {
    let report = |depth, value, line: &[char]| Report::new(depth, 100, Score::estimate(value), line.to_vec());
    let stopped = |depth, value, line: &[char]| Report { partial: true, ..report(depth, value, line) };
    let told = |report: &Report<char>| (report.depth, report.score.value(), report.line[0], report.partial);
    // One share is ahead: its score of depth 3 says nothing about the others.
    let ahead = vec![report(1, 5, &['a']), report(2, 6, &['a']), report(3, 90, &['b'])];
    let behind = vec![report(1, 1, &['c']), report(2, 7, &['c'])];
    let both = Report::combine(&[ahead.clone(), behind.clone()]);
    assert_eq!((told(&both), both.nodes), ((2, 7, 'c', false), 200));
    // The best of depth 2 turns out worse one depth further, and there another share has something better.
    let seen = [behind.clone(), vec![stopped(2, -9, &['c'])]].concat();
    assert_eq!(told(&Report::combine(&[ahead.clone(), seen])), (2, 90, 'b', true));
    // It stays the best, or a better one of its own share was found.
    let better = [behind, vec![stopped(2, 95, &['d'])]].concat();
    assert_eq!(told(&Report::combine(&[ahead.clone(), better])), (2, 95, 'd', true));
    // A sure result ends a share early; the others are compared as deeply as they have looked.
    let lost = vec![Report::new(1, 9, Score::loss_in(1), vec!['x'])];
    assert_eq!(told(&Report::combine(&[lost, ahead.clone()])), (3, 90, 'b', false));
    let won = vec![Report::new(1, 9, Score::win_in(1), vec!['x'])];
    assert_eq!(Report::combine(&[ahead, won]).line, ['x']);
    // Shares without a move, and no time at all.
    let empty = Report::new(0, 0, Score::DRAW, Vec::new());
    assert_eq!(told(&Report::combine(&[vec![empty.clone()], vec![report(2, 4, &['e'])]])), (2, 4, 'e', false));
    assert_eq!(Report::combine(&[vec![report(0, 0, &['g'])], vec![report(0, 0, &['h'])]]).line, ['g']);
    assert!(Report::<char>::combine(&[vec![empty]]).line.is_empty());
}

#[test]
fn a_sure_win_is_counted_in_moves_of_the_player_to_move() {
    let won = |heaps: [u8; 3]| {
        let heaps = Heaps { start: heaps, limit: 40 };
        let report =
            AlphaBeta::new(Hashed(1), Options::EXACT).search(&heaps, &heaps.start(), Limits::depth(12), &mut Quiet);
        (report.score, report.own_moves(&heaps, &heaps.start()))
    };
    assert_eq!(won([2, 0, 0]), (Score::win_in(1), Some(1)));
    // Two and two again: the turn is never passed, so both moves are the winner's.
    assert_eq!(won([4, 0, 0]), (Score::win_in(2), Some(2)));
    let rules = game("breakthrough");
    let estimate =
        AlphaBeta::new(Hashed(1), Options::EXACT).search(&rules, &rules.start(), Limits::depth(2), &mut Quiet);
    assert_eq!(estimate.own_moves(&rules, &rules.start()), None);
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
