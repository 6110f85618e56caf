//! `kibitzer engine`: the protocol that match programs of the chess world speak (UCI), for any game.

mod monitors;

use std::io::{BufRead, Write};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use kibitzer::board::Player;
use kibitzer::bots::{Bot, Budget, Kind, PlayerSpec, Strong, unit};
use kibitzer::classes::{AnyGame, Class, ReadGame, Visitor};
use kibitzer::game::Game;
use kibitzer::monitor::Monitor;
use kibitzer::search::{Limits, Report, Score, Share};

use crate::Trouble;
use crate::args::{Args, load_any};
use crate::clock::{Clock, Deadline};
use monitors::{Flag, Idle, Live, Pace, Shares, When};

const HELP: &str = "\
uci | isready | ucinewgame | quit
setoption name Game value GAME | Player value PLAYER | Seed value N | Hash value MB | Threads value N | Learn value on|off
position startpos [moves a2a3 …] | position set ROWS w|b PLY [moves …]
go [movetime MS] [nodes N] [depth N] [mate N] [wtime MS btime MS winc MS binc MS movestogo N] [infinite] | stop";

pub(crate) fn engine(args: Args, out: &mut impl Write) -> Result<(), Trouble> {
    args.finish()?;
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    let mut setup = Setup { spec: PlayerSpec::new(Kind::AlphaBeta), seed: 1, threads: 1, learns: false };
    let mut waiting = Vec::new();
    let mut game = load_any("chess")?;
    let mut first = true;
    // A game of another class needs another engine; what was set stays.
    loop {
        let next = game.visit(Play { setup: &mut setup, lines: &lines, waiting: &mut waiting, out, renew: !first })?;
        let Some(other) = next else { return Ok(()) };
        (game, first) = (other, false);
    }
}

/// What was set by options.
#[derive(Clone, Copy)]
struct Setup {
    spec: PlayerSpec,
    seed: u64,
    threads: u32,
    /// Learn from where the game stands while the opponent thinks.
    learns: bool,
}

/// Plays one game until another is wanted.
struct Play<'a, W> {
    setup: &'a mut Setup,
    lines: &'a Receiver<String>,
    waiting: &'a mut Vec<String>,
    out: &'a mut W,
    renew: bool,
}

impl<W: Write> Visitor for Play<'_, W> {
    /// The game that is wanted next; none when the engine is to quit.
    type Output = Result<Option<AnyGame>, Trouble>;

    fn visit<C: Class>(self, read: ReadGame<C>) -> Self::Output {
        let Play { setup, lines, waiting, out, renew } = self;
        let bot = Bot::new(&read.game, setup.spec, setup.seed);
        let pos = read.game.start();
        let mut engine = Engine { game: read.game, pos, setup, bot, lines, waiting, out };
        if renew {
            engine.renew();
        }
        engine.run()
    }
}

struct Engine<'a, G: Strong, W> {
    game: G,
    pos: G::Position,
    setup: &'a mut Setup,
    bot: Bot<G>,
    lines: &'a Receiver<String>,
    /// Lines that came while there was something else to do.
    waiting: &'a mut Vec<String>,
    out: &'a mut W,
}

/// What a line asks for that cannot be done.
type Complaint = String;

impl<G: Strong, W: Write> Engine<'_, G, W> {
    fn run(&mut self) -> Result<Option<AnyGame>, Trouble> {
        loop {
            let line = if self.waiting.is_empty() {
                match self.lines.recv() {
                    Ok(line) => line,
                    Err(_) => return Ok(None),
                }
            } else {
                self.waiting.remove(0)
            };
            let mut words = line.split_whitespace();
            let done = match words.next() {
                None => Ok(()),
                Some("quit") => return Ok(None),
                Some("uci") => self.introduce(),
                Some("isready") => self.say("readyok"),
                Some("ucinewgame") => {
                    self.renew();
                    Ok(())
                }
                Some("stop" | "ponderhit") => Ok(()),
                Some("help") => self.say(HELP),
                Some("setoption") => self.set_option(&words.collect::<Vec<_>>()),
                Some("position") => self.set_position(&words.collect::<Vec<_>>()),
                Some("go") => self.go(&words.collect::<Vec<_>>()),
                Some(other) => Err(Problem::Complaint(format!("there is no command {other:?}"))),
            };
            match done {
                Ok(()) => {}
                Err(Problem::Complaint(complaint)) => self.print(&format!("info string {complaint}"))?,
                Err(Problem::OtherGame(game)) => return Ok(Some(*game)),
                Err(Problem::Trouble(trouble)) => return Err(trouble),
            }
        }
    }

    fn print(&mut self, line: &str) -> Result<(), Trouble> {
        writeln!(self.out, "{line}")?;
        Ok(self.out.flush()?)
    }

    fn say(&mut self, line: &str) -> Result<(), Problem> {
        Ok(self.print(line)?)
    }

    fn introduce(&mut self) -> Result<(), Problem> {
        self.say(concat!("id name Kibitzer ", env!("CARGO_PKG_VERSION")))?;
        self.say("id author the Kibitzer authors")?;
        self.say("option name Game type string default chess")?;
        self.say("option name Player type string default alphabeta")?;
        self.say("option name Seed type spin default 1 min 0 max 4294967295")?;
        self.say("option name Hash type spin default 8 min 1 max 512")?;
        self.say("option name Threads type spin default 1 min 1 max 64")?;
        self.say("option name Learn type check default false")?;
        self.say("uciok")
    }

    /// A fresh player; one with a start clock learns now.
    fn renew(&mut self) {
        self.bot = Bot::new(&self.game, self.setup.spec, self.setup.seed);
        self.pos = self.game.start();
        if let Some(budget) = self.setup.spec.td {
            let limit = match budget {
                Budget::Games(_) => None,
                Budget::Millis(millis) => Some(Duration::from_millis(u64::from(millis))),
            };
            let mut idle = Idle {
                when: When::StartClock,
                deadline: Deadline::new(Clock::Wall, limit),
                lines: self.lines,
                waiting: self.waiting,
                out: self.out,
                said: (Duration::ZERO, 0),
            };
            self.bot.learn(&self.game, &self.pos, budget, &mut idle);
        }
    }

    fn set_option(&mut self, words: &[&str]) -> Result<(), Problem> {
        let value_at = words.iter().position(|word| *word == "value").unwrap_or(words.len());
        let (name, value) = match words.first() {
            Some(&"name") => (words[1..value_at].join(" "), words.get(value_at + 1..).unwrap_or_default().join(" ")),
            _ => return complain("expected setoption name NAME value VALUE"),
        };
        let number = |most: u64| match value.parse::<u64>() {
            Ok(number) if number <= most => Ok(number),
            _ => complain(format!("{name}: expected a whole number up to {most}, found {value:?}")),
        };
        match name.to_ascii_lowercase().as_str() {
            "game" => match load_any(&value) {
                Ok(game) => return Err(Problem::OtherGame(Box::new(game))),
                Err(Trouble::Input(message)) => return complain(message.replace('\n', " ")),
                Err(trouble) => return Err(Problem::Trouble(trouble)),
            },
            "player" => match value.parse() {
                Ok(spec) => self.setup.spec = spec,
                Err(error) => return complain(error),
            },
            "seed" => self.setup.seed = number(u64::from(u32::MAX))?,
            "hash" => {
                // A position takes about 32 bytes.
                let entries = number(512)?.max(1) * (1 << 15);
                self.setup.spec.search.table_bits = entries.ilog2();
            }
            "threads" => self.setup.threads = number(64)?.max(1) as u32,
            "learn" => self.setup.learns = matches!(value.as_str(), "true" | "on"),
            _ => return complain(format!("there is no option {name:?}")),
        }
        if !matches!(name.to_ascii_lowercase().as_str(), "threads" | "learn") {
            self.renew();
        }
        Ok(())
    }

    fn set_position(&mut self, words: &[&str]) -> Result<(), Problem> {
        let moves_at = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let mut pos = match words.first() {
            Some(&"startpos") if moves_at == 1 => self.game.start(),
            Some(&("set" | "fen")) => match self.game.read_position(&words[1..moves_at].join(" ")) {
                Ok(pos) => pos,
                Err(error) => return complain(error),
            },
            _ => return complain("expected position startpos, or position set ROWS w|b PLY"),
        };
        for text in words.iter().skip(moves_at + 1) {
            let Some(mv) = self.game.read_move(&pos, text) else {
                return complain(format!("{text:?} is not a legal move there; the position is unchanged"));
            };
            self.game.play_whole(&mut pos, &mv);
        }
        self.pos = pos;
        Ok(())
    }

    fn go(&mut self, words: &[&str]) -> Result<(), Problem> {
        let go = GoCommand::read(words, self.game.to_move(&self.pos))?;
        for token in &go.ignored {
            self.say(&format!("info string go {token} is not supported and was ignored"))?;
        }
        let report = if self.setup.threads > 1 && self.setup.spec.kind == Kind::AlphaBeta {
            self.search_shared(&go)
        } else {
            self.search(&go)
        };
        let mv = self.complete(report.line.first().copied());
        let best = if mv.is_empty() { "(none)".to_owned() } else { self.game.write_move(&self.pos, &mv) };
        self.say(&format!("bestmove {best}"))?;
        if self.setup.learns && !mv.is_empty() && self.waiting.is_empty() {
            self.learn_while_waiting(&mv);
        }
        Ok(())
    }

    /// The whole move that begins with this decision.
    fn complete(&mut self, first: Option<G::Move>) -> Vec<G::Move> {
        let (mut pos, mut mv) = (self.pos.clone(), Vec::new());
        let mut next = first;
        while let Some(decision) = next {
            self.game.play(&mut pos, decision);
            mv.push(decision);
            next = if self.game.is_mid_move(&pos) {
                self.bot.choose_quietly(&self.game, &pos, Limits::nodes(10_000))
            } else {
                None
            };
        }
        mv
    }

    fn search(&mut self, go: &GoCommand) -> Report<G::Move> {
        let mut live = Live {
            deadline: Deadline::new(Clock::Wall, go.time),
            game: &self.game,
            root: &self.pos,
            unit: unit(&self.game, self.bot.weights().as_deref()),
            shares: None,
            printed: None,
            early: std::mem::take(self.waiting).into(),
            lines: self.lines,
            waiting: self.waiting,
            out: self.out,
            stop: &AtomicBool::new(false),
            pace: go.pace(),
        };
        let report = self.bot.choose(&self.game, &self.pos, go.limits, &mut live);
        live.conclude(&report);
        // An infinite search that is done waits for `stop`, as the protocol wants.
        while go.infinite && live.wait().is_continue() {}
        live.finish();
        report
    }

    /// Splits the root's moves among threads; nothing else is shared (paper 001, V.B).
    fn search_shared(&mut self, go: &GoCommand) -> Report<G::Move> {
        let stop = AtomicBool::new(false);
        let (game, pos, threads) = (&self.game, &self.pos, self.setup.threads);
        let shares = &Shares::new(game, pos, threads);
        let mut live = Live {
            deadline: Deadline::new(Clock::Wall, go.time),
            game,
            root: pos,
            unit: unit(game, self.bot.weights().as_deref()),
            shares: Some(shares),
            printed: None,
            early: std::mem::take(self.waiting).into(),
            lines: self.lines,
            waiting: self.waiting,
            out: self.out,
            stop: &stop,
            pace: go.pace(),
        };
        let limits = |part| Limits { share: Share { part, of: threads }, ..go.limits };
        let mut bot = self.bot.clone();
        std::thread::scope(|scope| {
            let helpers: Vec<_> = (1..threads)
                .map(|part| {
                    let (mut bot, stop) = (self.bot.clone(), &stop);
                    let mut flag = Flag { stop, deadline: Deadline::new(Clock::Wall, go.time), shares, part };
                    scope.spawn(move || shares.add(part, bot.choose(game, pos, limits(part), &mut flag)))
                })
                .collect();
            shares.add(0, bot.choose(game, pos, limits(0), &mut live));
            // The others may have more to do than the first thread, and continue until stopped.
            while helpers.iter().any(|helper| !helper.is_finished()) && live.poll().is_continue() {
                std::thread::sleep(Duration::from_millis(1));
            }
            while go.infinite && live.wait().is_continue() {}
        });
        let report = shares.agreed().unwrap_or_else(|| Report::new(0, 0, Score::DRAW, Vec::new()));
        live.conclude(&report);
        live.finish();
        report
    }

    /// Learns from the current position until the next line arrives.
    fn learn_while_waiting(&mut self, played: &[G::Move]) {
        let mut pos = self.pos.clone();
        self.game.play_whole(&mut pos, played);
        if self.game.finish(&pos).is_none() {
            let mut idle = Idle {
                when: When::OpponentsTime,
                deadline: Deadline::new(Clock::Wall, None),
                lines: self.lines,
                waiting: self.waiting,
                out: self.out,
                said: (Duration::ZERO, 0),
            };
            self.bot.learn(&self.game, &pos, Budget::Millis(u32::MAX), &mut idle);
        }
    }
}

enum Problem {
    /// Not a problem: another game was chosen.
    OtherGame(Box<AnyGame>),
    Complaint(Complaint),
    Trouble(Trouble),
}

impl From<Trouble> for Problem {
    fn from(trouble: Trouble) -> Problem {
        Problem::Trouble(trouble)
    }
}

fn complain<T>(what: impl ToString) -> Result<T, Problem> {
    Err(Problem::Complaint(what.to_string()))
}

/// How long to search.
struct GoCommand {
    limits: Limits,
    time: Option<Duration>,
    /// The time is a share of a clock, and what is not used of it stays there.
    from_clock: bool,
    infinite: bool,
    /// Words of the protocol that this engine has no use for.
    ignored: Vec<String>,
}

/// A clock that does not say how many moves it is for is taken to be for this many more.
const MOVES_TO_GO: u64 = 30;

/// Kept on the clock for the way between the engine and the program that runs it.
const OVERHEAD: u64 = 30;

/// Never more than this share of the clock on one move, in per cent, even when it is the last before new time comes.
const MOST_OF_CLOCK: u64 = 90;

impl GoCommand {
    /// Time that is left over stays on the clock, so a search may end early where it comes from one.
    fn pace<M: Copy + PartialEq>(&self) -> Option<Pace<M>> {
        self.time.filter(|_| self.from_clock).map(Pace::new)
    }

    fn read(words: &[&str], player: Player) -> Result<GoCommand, Problem> {
        let mut go = GoCommand {
            limits: Limits::default(),
            time: None,
            from_clock: false,
            infinite: false,
            ignored: Vec::new(),
        };
        let (mut left, mut increment, mut moves_to_go) = (None, 0, MOVES_TO_GO);
        let mut bounded = false;
        let mut words = words.iter().peekable();
        while let Some(&word) = words.next() {
            match word {
                "infinite" => {
                    go.infinite = true;
                    continue;
                }
                // Sent only to engines that offer to ponder.
                "ponder" => {
                    go.ignored.push(word.to_owned());
                    continue;
                }
                "searchmoves" => {
                    go.ignored.push(word.to_owned());
                    while words.next_if(|word| !KEYWORDS.contains(word)).is_some() {}
                    continue;
                }
                _ => {}
            }
            // A clock that has run over is sent as a negative number.
            let number = words.next().and_then(|value| value.parse::<i64>().ok());
            let number = number.map(|number| u64::try_from(number).unwrap_or(0));
            let Some(number) = number else { return complain(format!("expected a number after {word:?}")) };
            let mine = |color: Player| player == color;
            match word {
                "movetime" => go.time = Some(Duration::from_millis(number)),
                "nodes" => {
                    go.limits.nodes = number.max(1);
                    bounded = true;
                }
                "depth" => {
                    go.limits.depth = u32::try_from(number).unwrap_or(u32::MAX).max(1);
                    bounded = true;
                }
                "wtime" if mine(Player::White) => left = Some(number),
                "btime" if mine(Player::Black) => left = Some(number),
                "winc" if mine(Player::White) => increment = number,
                "binc" if mine(Player::Black) => increment = number,
                "wtime" | "btime" | "winc" | "binc" => {}
                "movestogo" => moves_to_go = number.clamp(1, MOVES_TO_GO),
                // The winner's last move is the last of the line.
                "mate" => {
                    go.limits.depth = u32::try_from(number.max(1).saturating_mul(2) - 1).unwrap_or(u32::MAX);
                    bounded = true;
                }
                _ => return complain(format!("go does not know {word:?}")),
            }
        }
        if let (Some(left), None) = (left, go.time) {
            go.time = Some(Duration::from_millis(think_time(left, increment, moves_to_go)));
            go.from_clock = true;
        }
        go.infinite |= !bounded && go.time.is_none();
        Ok(go)
    }
}

/// The words of `go`.
const KEYWORDS: [&str; 12] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
];

/// Milliseconds for a move: an even share of the clock and most of the increment, and never so much that the flag falls.
fn think_time(left: u64, increment: u64, moves_to_go: u64) -> u64 {
    let most = left.saturating_sub(OVERHEAD).min(left / 100 * MOST_OF_CLOCK + left % 100);
    (left / moves_to_go).saturating_add(increment / 4 * 3).min(most).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &str, player: Player) -> GoCommand {
        let words: Vec<&str> = words.split_whitespace().collect();
        match GoCommand::read(&words, player) {
            Ok(go) => go,
            Err(_) => panic!("{words:?}"),
        }
    }

    fn millis(words: &str, player: Player) -> u128 {
        read(words, player).time.map_or(0, |time| time.as_millis())
    }

    #[test]
    fn the_clock_of_the_player_to_move_is_used_and_never_up() {
        let clocks = "wtime 60000 btime 9000 winc 400 binc 0";
        assert_eq!(millis(clocks, Player::White), 2_300);
        assert_eq!(millis(clocks, Player::Black), 300);
        assert_eq!(millis("wtime 60000 btime 1 movestogo 10", Player::White), 6_000);
        // One move before new time comes: most of the clock, but not all of it.
        assert_eq!(millis("wtime 60000 btime 1 movestogo 1", Player::White), 54_000);
        for left in [-5, 0, 1, 29, 30, 31, 50, 99, 100, 1_000, 3_600_000] {
            for (increment, moves) in [(0, 40), (10_000, 40), (0, 1), (10_000, 1), (i64::MAX, 0)] {
                let words = format!("btime {left} binc {increment} movestogo {moves}");
                let used = millis(&words, Player::Black);
                assert!(used >= 1 && (used == 1 || used + 30 <= left as u128), "{words}: {used} ms");
            }
        }
        assert_eq!(millis("movetime 70 wtime 1000 btime 1000", Player::White), 70);
        // The clock of the other player says nothing.
        assert!(read("btime 5000", Player::White).infinite);
    }

    #[test]
    fn limits_add_up_and_only_a_search_without_any_is_endless() {
        let go = read("depth 7 nodes 900 movetime 50", Player::White);
        assert_eq!((go.limits.depth, go.limits.nodes, go.infinite), (7, 900, false));
        assert_eq!(read("mate 3", Player::White).limits.depth, 5);
        assert!(read("", Player::White).infinite && read("infinite", Player::White).infinite);
        assert!(!read("depth 100", Player::White).infinite && !read("mate 99", Player::White).infinite);
        let go = read("searchmoves e2e4 d2d4 ponder depth 3", Player::White);
        assert_eq!((go.limits.depth, go.ignored), (3, vec!["searchmoves".to_owned(), "ponder".to_owned()]));
        for bad in ["depth", "depth many", "sideways 3", "e2e4"] {
            let words: Vec<&str> = bad.split_whitespace().collect();
            assert!(GoCommand::read(&words, Player::White).is_err(), "{bad}");
        }
    }
}
