//! `kibitzer tune`: weights fitted to a player's own games, and files of weights.

use std::io::Write;
use std::ops::ControlFlow;

use kibitzer::bots::{Bot, PlayerSpec, Start, Strong};
use kibitzer::classes::{Class, ReadGame, Visitor, identity};
use kibitzer::lab::{TuneOptions, fit, play_positions};
use kibitzer::monitor::Monitor;

use crate::Trouble;
use crate::args::{Args, load_any, read_text};

/// The first line of a file of weights; then the game's identity, then one number a line.
const HEADER: &str = "kibitzer weights 1";
/// No game has so many weights that its file is longer.
const LONGEST: usize = 1 << 20;
/// No weight is heavier.
const HEAVIEST: f64 = 1e6;

pub(crate) fn tune(mut args: Args, out: &mut impl Write) -> Result<(), Trouble> {
    let game = args.operand("a game")?;
    let defaults = TuneOptions::default();
    let options = TuneOptions {
        games: args.value("games", "a number of games")?.unwrap_or(defaults.games),
        nodes: args.value("nodes", "a number of nodes")?.unwrap_or(defaults.nodes),
        seed: args.value("seed", "a whole number")?.unwrap_or(defaults.seed),
        opening: args.value("opening", "a number of plies")?.unwrap_or(defaults.opening),
        ..defaults
    };
    let save = args.text("save");
    args.finish()?;
    load_any(&game)?.visit(Fit { options, save, out })
}

struct Fit<'a, W> {
    options: TuneOptions,
    save: Option<String>,
    out: &'a mut W,
}

/// Says on standard error how far it is.
pub(crate) struct Progress(pub(crate) u32);

impl Monitor<u32> for Progress {
    fn poll(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn tell(&mut self, games: u32) {
        if games.is_multiple_of(100) || games == self.0 {
            eprintln!("{games} of {} games", self.0);
        }
    }
}

impl<W: Write> Visitor for Fit<'_, W> {
    type Output = Result<(), Trouble>;

    fn visit<C: Class>(self, read: ReadGame<C>) -> Self::Output {
        let Fit { options, save, out } = self;
        let mut spec = PlayerSpec::level(5).unwrap_or(PlayerSpec::new(kibitzer::bots::Kind::AlphaBeta));
        (spec.nodes, spec.noise, spec.start) = (None, 0, Start::Rules);
        let positions = play_positions(&read.game, spec, options, &mut Progress(options.games));
        let tuned = fit(&read.game, spec, &positions, options);
        writeln!(out, "{} positions of {} games", tuned.positions, options.games)?;
        writeln!(out, "held-out loss: {:.4} before, {:.4} after", tuned.before, tuned.after)?;
        let before = kibitzer::search::Linear::row(&read.game.evaluation(Start::Rules));
        let worths = read.game.worths(&before).into_iter().zip(read.game.worths(&tuned.weights));
        let kinds = kibitzer::game::Table::kinds(&read.game);
        for ((kind, old), (_, new)) in worths {
            let symbol = kinds.iter().find(|known| known.id == kind).map_or("?", |known| known.symbol.as_str());
            writeln!(out, "{symbol}: {old:.2} before, {new:.2} after")?;
        }
        let thousandth = kibitzer::bots::unit(&read.game, Some(&before)) / 100_000.0;
        let by = tuned.by.iter().map(|by| (by / thousandth).round() as i32).enumerate();
        let changed: Vec<String> =
            by.filter(|(_, by)| by.abs() > 1).map(|(group, by)| format!("{group}:{by}")).collect();
        writeln!(out, "changes by group, in thousandths of the cheapest piece: {}", changed.join(" "))?;
        if let Ok((_, rules)) = kibitzer::sbg::read_game(&read.text) {
            writeln!(out, "fingerprint of the rules: {:016x}", rules.fingerprint())?;
        }
        if let Some(path) = save {
            std::fs::write(&path, written(&read.text, &tuned.weights))
                .map_err(|error| Trouble::Input(format!("{path}: {error}")))?;
        }
        Ok(())
    }
}

fn written(game: &str, weights: &[f64]) -> String {
    let numbers: Vec<String> = weights.iter().map(|weight| format!("{weight:.5}")).collect();
    format!("{HEADER}\ngame {}\n{}\n", identity(game), numbers.join("\n"))
}

/// The weights in a file, if they are whole and of this game.
fn read_weights(path: &str, game: &str, expected: usize) -> Result<Vec<f64>, String> {
    let text = match read_text(path, LONGEST) {
        Ok(text) => text,
        Err(Trouble::Input(message)) => return Err(message),
        Err(_) => return Err(format!("{path}: cannot be read")),
    };
    let mut lines = text.lines();
    if lines.next() != Some(HEADER) {
        return Err(format!("{path}:1:1: expected {HEADER:?}"));
    }
    if lines.next().and_then(|line| line.strip_prefix("game ")) != Some(identity(game).as_str()) {
        return Err(format!("{path}:2:1: these are the weights of another game"));
    }
    let mut weights = Vec::new();
    for (index, line) in lines.enumerate() {
        let weight = line.parse().ok().filter(|weight: &f64| weight.abs() <= HEAVIEST);
        weights.push(weight.ok_or_else(|| format!("{path}:{}:1: expected a number", index + 3))?);
    }
    if weights.len() == expected {
        Ok(weights)
    } else {
        Err(format!("{path}: it has {} weights instead of {expected}", weights.len()))
    }
}

/// Lets a player go by the weights of a file. A file that is missing or damaged costs strength and a message, no more.
pub(crate) fn take_weights<G: Strong>(bot: &mut Bot<G>, game: &G, text: &str, path: &str) {
    let Some(row) = bot.weights() else { return };
    match read_weights(path, text, row.len()) {
        Ok(weights) => bot.set_weights(game, &weights),
        Err(message) => eprintln!("{message}; the weights from the rules are used"),
    }
}
