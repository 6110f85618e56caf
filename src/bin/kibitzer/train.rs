//! `kibitzer train`: a small net from a player's own games, and files of nets.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, LineWriter, Write};

use kibitzer::bots::{Bot, LARGEST_NET, Net, PlayerSpec, Strong};
use kibitzer::lab::{Epoch, Hidden, Sample, SampleOptions, Samples, TrainOptions, play_samples, train as train_net};
use kibitzer::monitor::Monitor;
use kibitzer::sbg::read_game;

use crate::Trouble;
use crate::args::{Args, game_text};
use crate::tune::Progress;

/// Says on standard error how well each epoch did.
struct Losses;

impl Monitor<Epoch> for Losses {
    fn tell(&mut self, epoch: Epoch) {
        eprintln!("epoch {}: held-out loss {:.5}", epoch.number, epoch.loss);
    }
}

pub(crate) fn train(mut args: Args, out: &mut impl Write) -> Result<(), Trouble> {
    let game = args.operand("a game")?;
    let data = args.text("data");
    let save = args.text("save");
    let seed = args.value("seed", "a whole number")?.unwrap_or(1);
    let playing = SampleOptions {
        games: args.value("games", "a number of games")?.unwrap_or(if data.is_some() { 0 } else { 2000 }),
        nodes: args.value("nodes", "a number of nodes")?.unwrap_or(2000),
        seed,
        opening: args.value("opening", "a number of plies")?.unwrap_or(10),
    };
    let player = args.text("player").unwrap_or_else(|| "alphabeta".to_owned());
    let spec = Args::player("--player", &player)?;
    let defaults = TrainOptions::default();
    let training = TrainOptions {
        seed,
        epochs: args.value("epochs", "a number of epochs")?.unwrap_or(defaults.epochs),
        result: args.share("result")?.unwrap_or(defaults.result),
        hidden: hidden(&mut args)?,
        stages: stages(&mut args)?.unwrap_or(defaults.stages),
        ..defaults
    };
    args.finish()?;
    let (_, rules) = read_game(&game_text(&game)?).map_err(|error| Trouble::Input(format!("{game}:{error}")))?;
    let mut samples = Vec::new();
    let fail = |path: &str, error: std::io::Error| Trouble::Input(format!("{path}: {error}"));
    if playing.games > 0 {
        let spec = PlayerSpec { search: kibitzer::search::Options { table_bits: 14, ..spec.search }, ..spec };
        let mut progress = Progress(playing.games);
        match &data {
            None => play_samples(&rules, spec, playing, &mut progress, |sample| samples.push(sample)),
            // Written as they are played: hours of games survive the end of the program.
            Some(path) => {
                let file =
                    OpenOptions::new().create(true).append(true).open(path).map_err(|error| fail(path, error))?;
                let mut file = LineWriter::new(file);
                let mut written = Ok(());
                play_samples(&rules, spec, playing, &mut progress, |sample| {
                    if written.is_ok() {
                        written = writeln!(file, "{}", sample.to_line(&rules));
                    }
                });
                written.map_err(|error| fail(path, error))?;
            }
        }
    }
    let Some(save) = save else { return Ok(()) };
    if let Some(path) = &data {
        let file = BufReader::new(File::open(path).map_err(|error| fail(path, error))?);
        for (index, line) in file.lines().enumerate() {
            let sample = Sample::from_line(&rules, &line?);
            samples.push(
                sample.ok_or_else(|| Trouble::Input(format!("{path}:{}:1: not a position of a game", index + 1)))?,
            );
        }
    }
    let samples = Samples::new(&rules, samples.into_iter());
    writeln!(out, "{} positions; a piece is worth {:.3} in the exponent", samples.len(), samples.steepness)?;
    let trained = train_net(&samples, training, &mut Losses);
    writeln!(out, "held-out loss: {:.5} before, {:.5} after", trained.before, trained.after)?;
    if training.hidden == Hidden::None {
        let changes = trained.weights.changes.iter().map(|by| (by * 1000.0).round() as i32).enumerate();
        let changed: Vec<String> =
            changes.filter(|(_, by)| by.abs() > 1).map(|(group, by)| format!("{group}:{by}")).collect();
        writeln!(out, "{:016x} {}", rules.fingerprint(), changed.join(" "))?;
    }
    let bytes = Net::rounded(&rules, &trained.weights).to_bytes();
    writeln!(out, "{} bytes", bytes.len())?;
    std::fs::write(&save, bytes).map_err(|error| fail(&save, error))
}

/// `--linear`, `--hidden 32` or `--hidden 64`.
fn hidden(args: &mut Args) -> Result<Hidden, Trouble> {
    let units: Option<u32> = args.value("hidden", "32 or 64")?;
    match (args.flag("linear"), units) {
        (true, _) => Ok(Hidden::None),
        (false, None | Some(32)) => Ok(Hidden::Few),
        (false, Some(64)) => Ok(Hidden::Many),
        (false, Some(other)) => Err(Trouble::Input(format!("kibitzer: --hidden: expected 32 or 64, found {other}"))),
    }
}

fn stages(args: &mut Args) -> Result<Option<usize>, Trouble> {
    let stages: Option<usize> = args.value("stages", "a number from 1 to 8")?;
    match stages.filter(|stages| !(1..=8).contains(stages)) {
        None => Ok(stages),
        Some(other) => Err(Trouble::Input(format!("kibitzer: --stages: expected a number from 1 to 8, found {other}"))),
    }
}

/// Lets a player go by the net of a file. A file that is missing or damaged costs strength and a message, no more.
pub(crate) fn take_net<G: Strong>(bot: &mut Bot<G>, game: &G, path: &str) {
    let read = File::open(path).and_then(|file| {
        let mut bytes = Vec::new();
        std::io::Read::read_to_end(&mut std::io::Read::take(file, LARGEST_NET as u64 + 1), &mut bytes)?;
        Ok(bytes)
    });
    let taken = read.map_err(|error| error.to_string()).and_then(|bytes| bot.set_net(game, &bytes));
    if let Err(message) = taken {
        eprintln!("{path}: {message}; the player continues without it");
    }
}
