//! Another program as a player of a match: any that speaks the UCI protocol and names squares as we do.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use kibitzer::bots::Strong;
use kibitzer::lab::Contestant;
use kibitzer::search::Limits;

use crate::Trouble;

/// How long a program may take to start, and to answer where only nodes are limited.
const PATIENCE: Duration = Duration::from_secs(60);
/// The longest line that is read; a program that never ends one is no player.
const LONGEST_LINE: u64 = 1 << 20;

/// The description of a program: `uci:COMMAND,option.Name=value,nodes=3000`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UciSpec {
    program: String,
    arguments: Vec<String>,
    options: Vec<(String, String)>,
    /// A limit of its own, whatever the match allows.
    nodes: Option<u64>,
}

impl UciSpec {
    /// `None` where the text does not ask for a program.
    pub(crate) fn read(text: &str) -> Option<Result<UciSpec, String>> {
        Some(UciSpec::read_rest(text.strip_prefix("uci:")?))
    }

    fn read_rest(text: &str) -> Result<UciSpec, String> {
        let mut parts = text.split(',');
        let mut command = parts.next().unwrap_or_default().split_whitespace().map(str::to_owned);
        let Some(program) = command.next() else { return Err("expected a command after uci:".to_owned()) };
        let mut spec = UciSpec { program, arguments: command.collect(), options: Vec::new(), nodes: None };
        for part in parts {
            match part.split_once('=') {
                Some((name, value)) if name.strip_prefix("option.").is_some_and(|name| !name.is_empty()) => {
                    let name = name.strip_prefix("option.").unwrap_or(name);
                    spec.options.push((name.to_owned(), value.to_owned()));
                }
                Some(("nodes", value)) => {
                    let nodes = value.parse().ok().filter(|nodes| *nodes > 0);
                    spec.nodes = Some(nodes.ok_or_else(|| format!("nodes: expected a number, found {value:?}"))?);
                }
                _ => return Err(format!("expected option.NAME=VALUE or nodes=N, found {part:?}")),
            }
        }
        Ok(spec)
    }
}

/// A program that is running.
pub(crate) struct UciPlayer {
    child: Child,
    /// `None` once it has shown that it cannot play.
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    spec: UciSpec,
    movetime: Option<Duration>,
    limits: Limits,
    /// How much later than `movetime` a move may come.
    grace: Duration,
}

impl UciPlayer {
    pub(crate) fn start(
        spec: &UciSpec,
        movetime: Option<Duration>,
        limits: Limits,
        grace: Duration,
    ) -> Result<UciPlayer, Trouble> {
        let fail = |what: String| Trouble::Input(format!("{}: {what}", spec.program));
        let mut command = Command::new(&spec.program);
        command.args(&spec.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|error| fail(error.to_string()))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(fail("cannot be connected to".to_owned()));
        };
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            let mut bytes = Vec::new();
            loop {
                bytes.clear();
                let mut limited = std::io::Read::take(&mut output, LONGEST_LINE);
                match limited.read_until(b'\n', &mut bytes) {
                    Ok(read) if read > 0 => {}
                    _ => break,
                }
                if sender.send(String::from_utf8_lossy(&bytes).trim().to_owned()).is_err() {
                    break;
                }
            }
        });
        let spec = spec.clone();
        let mut player = UciPlayer { child, input: Some(input), lines, spec, movetime, limits, grace };
        player.introduce().map_err(|reason| fail_at(&player.spec, &reason))?;
        Ok(player)
    }

    fn introduce(&mut self) -> Result<(), String> {
        self.say("uci")?;
        self.wait_for("uciok", PATIENCE)?;
        for (name, value) in self.spec.options.clone() {
            self.say(&format!("setoption name {name} value {value}"))?;
        }
        self.say("isready")?;
        self.wait_for("readyok", PATIENCE).map(|_| ())
    }

    fn say(&mut self, line: &str) -> Result<(), String> {
        let Some(input) = &mut self.input else { return Err("the program has exited".to_owned()) };
        writeln!(input, "{line}").and_then(|()| input.flush()).map_err(|_| "the program crashed".to_owned())
    }

    /// The rest of the first line that begins with this word.
    fn wait_for(&mut self, word: &str, patience: Duration) -> Result<String, String> {
        let begin = Instant::now();
        loop {
            let left = patience.saturating_sub(begin.elapsed());
            match self.lines.recv_timeout(left) {
                Ok(line) => {
                    if line.split_whitespace().next() == Some(word) {
                        return Ok(line[word.len()..].trim().to_owned());
                    }
                }
                Err(RecvTimeoutError::Timeout) => return Err(format!("no {word} within {} ms", patience.as_millis())),
                Err(RecvTimeoutError::Disconnected) => return Err("the program crashed".to_owned()),
            }
        }
    }

    fn go(&self) -> String {
        let mut words = vec!["go".to_owned()];
        if let Some(movetime) = self.movetime {
            words.push(format!("movetime {}", movetime.as_millis()));
        }
        let nodes = self.spec.nodes.unwrap_or(self.limits.nodes).min(self.limits.nodes);
        if nodes < u64::MAX {
            words.push(format!("nodes {nodes}"));
        }
        words.join(" ")
    }

    fn ask<G: Strong>(&mut self, game: &G, moves: &[G::Move], pos: &G::Position) -> Result<G::Move, String> {
        let mut written = String::new();
        for (before, mv) in game.whole_line(&game.start(), moves) {
            written.push(' ');
            written.push_str(&game.write_move(&before, mv));
        }
        let moves = if written.is_empty() { String::new() } else { format!(" moves{written}") };
        self.say(&format!("position startpos{moves}"))?;
        self.say(&self.go())?;
        let patience = self.movetime.map_or(PATIENCE, |time| time + self.grace);
        let answer = self.wait_for("bestmove", patience)?;
        let text = answer.split_whitespace().next().unwrap_or_default();
        match game.read_move(pos, text).as_deref() {
            Some([mv]) => Ok(*mv),
            Some(_) => Err(format!("a move of several decisions: {text:?}")),
            None => Err(format!("a move that is not legal: {:?}", text.chars().take(20).collect::<String>())),
        }
    }
}

fn fail_at(spec: &UciSpec, reason: &str) -> Trouble {
    Trouble::Input(format!("{}: {reason}", spec.program))
}

impl<G: Strong> Contestant<G> for UciPlayer {
    fn begin(&mut self, _game: &G) {
        // A program that is gone loses every game from now on, each with the reason.
        let _ = self.say("ucinewgame").and_then(|()| self.say("isready"));
        if self.wait_for("readyok", PATIENCE).is_err() {
            self.input = None;
        }
    }

    fn choose(&mut self, game: &G, moves: &[G::Move], pos: &G::Position) -> Result<G::Move, String> {
        let chosen = self.ask(game, moves, pos);
        if chosen.is_err() {
            // A move that comes late must not be taken for the next one.
            let _ = self.say("stop");
        }
        chosen
    }
}

impl Drop for UciPlayer {
    fn drop(&mut self) {
        let _ = self.say("quit");
        self.input = None;
        let begin = Instant::now();
        while begin.elapsed() < Duration::from_millis(500) {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
