//! `kibitzer bench`, Pell's class: compiled tables against checkers written by hand and against the literal interpreter.

use std::io::Write;

use kibitzer::game::{Game, perft_whole};
use kibitzer::metagame::{Literal, Rules, builtin, parse};

use crate::Trouble;
use crate::bench::best;
use crate::bench_checkers::{self, Board};

/// Compiled tables must reach this part of the speed of checkers written by hand…
const HAND_RATIO: f64 = 1.0 / 3.0;
/// … and be so many times faster than the interpreter.
const LITERAL_RATIO: f64 = 50.0;

/// Short counts: on a machine that does other work too, the best of many short rounds is undisturbed.
const CHECKERS_DEPTH: u32 = 7;
const CHESS_DEPTH: u32 = 5;

pub(crate) fn bench_metagame(seconds: f64, out: &mut impl Write) -> Result<(), Trouble> {
    writeln!(out, "\n{:<24}{:>8}{:>16}{:>16}{:>12}", "game", "depth", "perft/s", "literal/s", "ratio")?;
    let mut speeds = Vec::new();
    let mut slow = false;
    for (id, depth, literal_depth) in [("american-checkers", CHECKERS_DEPTH, 4), ("pell-chess", CHESS_DEPTH, 2)] {
        let text = builtin(id).map_or("", |game| game.text);
        let def = parse(text).map_err(|error| Trouble::Input(error.to_string()))?;
        let rules = Rules::compile(&def).map_err(|error| Trouble::Input(error.to_string()))?;
        let literal = Literal::new(&def);
        let compiled = best(seconds, || perft_whole(&rules, &mut rules.start(), depth));
        let interpreted = best(seconds, || literal.perft(&literal.start(), literal_depth));
        let ratio = compiled / interpreted;
        writeln!(out, "{id:<24}{depth:>8}{compiled:>16.0}{interpreted:>16.0}{ratio:>12.1}")?;
        slow |= ratio < LITERAL_RATIO;
        speeds.push((id, compiled));
    }
    let mut list = Vec::new();
    let hand = best(seconds, || bench_checkers::perft(Board::start(), CHECKERS_DEPTH, &mut list));
    for (id, speed) in speeds {
        let ratio = speed / hand;
        writeln!(out, "{id} against checkers written by hand: {ratio:.2} of {hand:.0}/s (at least {HAND_RATIO:.2})")?;
        slow |= ratio < HAND_RATIO;
    }
    if slow {
        return Err(Trouble::Input("kibitzer: compiled rules miss their speed target".to_owned()));
    }
    Ok(())
}
