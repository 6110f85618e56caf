//! `kibitzer bench`: how fast moves are generated. Speeds are for people; ratios within one run are what must hold.

use std::hint::black_box;
use std::io::Write;
use std::ops::ControlFlow;
use std::time::Instant;

use kibitzer::bots::{Bot, Kind, PieceSquare, PlayerSpec, Weights};
use kibitzer::game::{Game, perft, perft_played, random_playout};
use kibitzer::monitor::{Monitor, Quiet};
use kibitzer::rng::Rng;
use kibitzer::sbg::{Move, Position, Rules, walk};
use kibitzer::search::{AlphaBeta, Limits, Options, PlainAlphaBeta, Searcher, Uct, UctOptions};

use crate::Trouble;
use crate::args::{Args, load_game};
use crate::bench_learning::bench_learning;

/// The games that speeds are given for, with the depth to count to.
const GAMES: &[(&str, u32)] =
    &[("breakthrough", 4), ("gardner", 6), ("chess", 5), ("los-alamos-asymmetric", 5), ("escort-breakthrough", 4)];

/// Flat trees must be so many times faster than the literal walker.
const WALKER_RATIO: f64 = 20.0;

pub(crate) fn bench(mut args: Args, out: &mut impl Write) -> Result<(), Trouble> {
    let quick = args.flag("quick");
    let only = args.text("only");
    let seconds = if quick { 0.2 } else { 1.5 };
    args.finish()?;
    if only.as_deref() == Some("learning") {
        return bench_learning(quick, out);
    }
    #[cfg(feature = "metagame")]
    if only.as_deref() == Some("metagame") {
        return crate::bench_metagame::bench_metagame(seconds, out);
    }
    if only.as_deref() == Some("gdl") {
        return crate::gdl::bench(quick, out);
    }
    writeln!(out, "{:<24}{:>14}{:>8}{:>16}{:>16}", "game", "playouts/s", "depth", "perft played/s", "perft counted/s")?;
    for &(game, depth) in GAMES {
        let (_, rules) = load_game(game)?;
        let playouts = best(seconds, || playouts(&rules, 500));
        let played = best(seconds, || perft_played(&rules, &mut rules.start(), depth));
        let counted = best(seconds, || perft(&rules, &mut rules.start(), depth));
        writeln!(out, "{game:<24}{playouts:>14.0}{depth:>8}{played:>16.0}{counted:>16.0}")?;
        out.flush()?;
    }
    search_bench(seconds, out)?;
    let ratio = walker_ratio(seconds)?;
    writeln!(
        out,
        "\nflat trees against the literal walker, chess-breakthrough: {ratio:.1} times (at least {WALKER_RATIO})"
    )?;
    // All figures are printed, also when one of them is missed.
    bench_learning(quick, out)?;
    #[cfg(feature = "metagame")]
    crate::bench_metagame::bench_metagame(seconds, out)?;
    crate::gdl::bench(quick, out)?;
    if ratio < WALKER_RATIO {
        return Err(Trouble::Input("kibitzer: flat trees miss their speed target".to_owned()));
    }
    Ok(())
}

/// How far plain alpha-beta can look in reasonable time.
const PLAIN: &[(&str, u32)] = &[("gardner", 8), ("chess", 8)];

/// Ordering and table must save all but so small a part of plain alpha-beta's nodes.
const NODE_RATIO: f64 = 20.0;

/// As many as `tests/www/bench.mjs` asks the worker for.
const SEARCH_NODES: u64 = 200_000;

fn search_bench(seconds: f64, out: &mut impl Write) -> Result<(), Trouble> {
    writeln!(out, "\n{:<24}{:>14}{:>16}", "game", "search nodes/s", "playouts/s, UCT")?;
    for &(game, _) in GAMES {
        let (_, rules) = load_game(game)?;
        let mut uct = Uct::new((), UctOptions::default(), 1);
        // The same work as the worker's `search` task, setting the player up included.
        let nodes = best(seconds, || {
            let mut bot = Bot::new(&rules, PlayerSpec::new(Kind::AlphaBeta), 1);
            bot.choose(&rules, &rules.start(), Limits::nodes(SEARCH_NODES), &mut Quiet).nodes
        });
        let mut count = Playouts { left: 0 };
        let playouts = best(seconds, || {
            count.left = 500;
            uct.search(&rules, &rules.start(), Limits::default(), &mut count);
            500
        });
        writeln!(out, "{game:<24}{nodes:>14.0}{playouts:>16.0}")?;
        out.flush()?;
    }
    writeln!(out, "\n{:<24}{:>6}{:>14}{:>14}{:>10}", "game", "depth", "nodes", "plain", "ratio")?;
    for &(game, depth) in PLAIN {
        let (_, rules) = load_game(game)?;
        let mut search = alphabeta(&rules);
        let mut plain = PlainAlphaBeta { eval: search.eval.clone() };
        let limits = Limits::depth(depth);
        let nodes = search.search(&rules, &rules.start(), limits, &mut Quiet).nodes;
        let plain = plain.search(&rules, &rules.start(), limits, &mut Quiet).nodes;
        let ratio = plain as f64 / nodes as f64;
        writeln!(out, "{game:<24}{depth:>6}{nodes:>14}{plain:>14}{ratio:>10.1}")?;
        out.flush()?;
        if ratio < NODE_RATIO {
            return Err(Trouble::Input(
                "kibitzer: move ordering and transposition table save too few nodes".to_owned(),
            ));
        }
    }
    Ok(())
}

fn alphabeta(rules: &Rules) -> AlphaBeta<Move, PieceSquare> {
    AlphaBeta::new(PieceSquare::new(rules, Weights::from_rules(rules)), Options::STRONG)
}

/// Stops after so many playouts.
struct Playouts {
    left: u32,
}

impl<E> Monitor<E> for Playouts {
    fn poll(&mut self) -> ControlFlow<()> {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn tell(&mut self, _event: E) {}
}

/// Things done a second, in the best of many short rounds: the others were disturbed by the rest of the machine.
pub(crate) fn best(seconds: f64, mut work: impl FnMut() -> u64) -> f64 {
    let begin = Instant::now();
    let mut best: f64 = 0.0;
    while best == 0.0 || begin.elapsed().as_secs_f64() < seconds {
        let start = Instant::now();
        let count = black_box(work());
        best = best.max(count as f64 / start.elapsed().as_secs_f64());
    }
    best
}

fn playouts(rules: &Rules, count: u64) -> u64 {
    let mut rng = Rng::new(1);
    let mut scratch = Vec::new();
    for _ in 0..count {
        black_box(random_playout(rules, &mut rules.start(), &mut rng, &mut scratch));
    }
    count
}

/// Positions of random games whose moves are generated a second, by flat trees and by the walker.
fn walker_ratio(seconds: f64) -> Result<f64, Trouble> {
    let (_, rules) = load_game("chess-breakthrough")?;
    let positions = sample(&rules, 20);
    let flat = || {
        let mut moves = Vec::new();
        for pos in &positions {
            moves.clear();
            rules.moves(pos, &mut moves);
            black_box(&moves);
        }
        positions.len() as u64
    };
    let literal = || {
        for pos in &positions {
            let view = rules.view(pos);
            for (piece, info) in rules.pieces().filter(|(_, info)| info.player == pos.to_move()) {
                for square in pos.squares_of(piece) {
                    black_box(walk(&info.dfa, &view, info.player, square));
                }
            }
        }
        positions.len() as u64
    };
    let (flat, literal) = (best(seconds, flat), best(seconds, literal));
    Ok(flat / literal)
}

fn sample(rules: &Rules, games: u64) -> Vec<Position> {
    let mut positions = Vec::new();
    let mut scratch = Vec::new();
    for game in 0..games {
        let mut rng = Rng::branch(1, game);
        let mut pos = rules.start();
        while let Ok(mv) = rules.random_move(&pos, &mut rng, &mut scratch) {
            // A few from each game: in play, the position at hand is in the processor's nearest memory.
            if pos.ply() % 20 == 10 {
                positions.push(pos.clone());
            }
            rules.play(&mut pos, mv);
        }
    }
    positions
}
