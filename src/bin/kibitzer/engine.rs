//! `kibitzer engine`: the protocol that match programs of the chess world speak (UCI), for any game.

mod onlookers;

use std::io::{BufRead, Write};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use kibitzer::board::Player;
use kibitzer::bots::{Bot, Budget, Kind, PlayerSpec};
use kibitzer::game::Game;
use kibitzer::sbg::{Move, Position, Rules, read_position};
use kibitzer::search::{Limits, Report, Share};

use crate::Trouble;
use crate::args::{Args, load_game};
use crate::clock::{Clock, Deadline};
use onlookers::{Flag, Idle, Live, When};

const HELP: &str = "\
uci | isready | ucinewgame | quit
setoption name Game value GAME | Player value PLAYER | Seed value N | Hash value MB | Threads value N | Learn value on|off
position startpos [moves a2a3 …] | position set ROWS w|b PLY [moves …]
go [movetime MS] [nodes N] [depth N] [wtime MS btime MS winc MS binc MS] [infinite] | stop";

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
    let (_, rules) = load_game("chess")?;
    let mut engine = Engine::new(rules, lines, out);
    engine.run()
}

struct Engine<'a, W> {
    rules: Rules,
    pos: Position,
    spec: PlayerSpec,
    seed: u64,
    threads: u32,
    /// Learn from where the game stands while the opponent thinks.
    learns: bool,
    bot: Bot,
    lines: Receiver<String>,
    /// Lines that came while there was something else to do.
    waiting: Vec<String>,
    out: &'a mut W,
}

/// What a line asks for that cannot be done.
type Complaint = String;

impl<'a, W: Write> Engine<'a, W> {
    fn new(rules: Rules, lines: Receiver<String>, out: &'a mut W) -> Engine<'a, W> {
        let spec = PlayerSpec::new(Kind::AlphaBeta);
        let bot = Bot::new(&rules, spec, 1);
        let pos = rules.start();
        Engine { rules, pos, spec, seed: 1, threads: 1, learns: false, bot, lines, waiting: Vec::new(), out }
    }

    fn run(&mut self) -> Result<(), Trouble> {
        loop {
            let line = if self.waiting.is_empty() {
                match self.lines.recv() {
                    Ok(line) => line,
                    Err(_) => return Ok(()),
                }
            } else {
                self.waiting.remove(0)
            };
            let mut words = line.split_whitespace();
            let done = match words.next() {
                None => Ok(()),
                Some("quit") => return Ok(()),
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
        self.bot = Bot::new(&self.rules, self.spec, self.seed);
        self.pos = self.rules.start();
        if let Some(budget) = self.spec.td {
            let limit = match budget {
                Budget::Games(_) => None,
                Budget::Millis(millis) => Some(Duration::from_millis(u64::from(millis))),
            };
            let mut idle = Idle {
                when: When::StartClock,
                deadline: Deadline::new(Clock::Wall, limit),
                lines: &self.lines,
                waiting: &mut self.waiting,
                out: self.out,
                said: (Duration::ZERO, 0),
            };
            self.bot.learn(&self.rules, &self.pos, budget, &mut idle);
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
            "game" => match load_game(&value) {
                Ok((_, rules)) => self.rules = rules,
                Err(Trouble::Input(message)) => return complain(message.replace('\n', " ")),
                Err(trouble) => return Err(Problem::Trouble(trouble)),
            },
            "player" => match value.parse() {
                Ok(spec) => self.spec = spec,
                Err(error) => return complain(error),
            },
            "seed" => self.seed = number(u64::from(u32::MAX))?,
            "hash" => {
                // A position takes about 32 bytes.
                let entries = number(512)?.max(1) * (1 << 15);
                self.spec.hash = entries.ilog2();
            }
            "threads" => self.threads = number(64)?.max(1) as u32,
            "learn" => self.learns = matches!(value.as_str(), "true" | "on"),
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
            Some(&"startpos") if moves_at == 1 => self.rules.start(),
            Some(&("set" | "fen")) => match read_position(&self.rules, &words[1..moves_at].join(" ")) {
                Ok(pos) => pos,
                Err(error) => return complain(error),
            },
            _ => return complain("expected position startpos, or position set ROWS w|b PLY"),
        };
        for text in words.iter().skip(moves_at + 1) {
            let Some(mv) = self.rules.read_move(&pos, text) else {
                return complain(format!("{text:?} is not a legal move there; the position is unchanged"));
            };
            self.rules.play(&mut pos, mv);
        }
        self.pos = pos;
        Ok(())
    }

    fn go(&mut self, words: &[&str]) -> Result<(), Problem> {
        let order = Order::read(words, self.pos.to_move())?;
        let report = if self.threads > 1 && self.spec.kind == Kind::AlphaBeta {
            self.search_shared(&order)
        } else {
            self.search(&order)
        };
        let best = report.best().map_or("(none)".to_owned(), |mv| self.rules.show_move(mv));
        self.say(&format!("bestmove {best}"))?;
        if self.learns && report.best().is_some() && self.waiting.is_empty() {
            self.learn_while_waiting(report.best());
        }
        Ok(())
    }

    fn search(&mut self, order: &Order) -> Report<Move> {
        let mut live = Live {
            deadline: Deadline::new(Clock::Wall, order.time),
            rules: &self.rules,
            unit: unit(&self.bot, &self.rules),
            early: std::mem::take(&mut self.waiting).into(),
            lines: &self.lines,
            waiting: &mut self.waiting,
            out: self.out,
            stop: &AtomicBool::new(false),
        };
        let report = self.bot.choose(&self.rules, &self.pos, order.limits, &mut live);
        // An infinite search that is done waits for `stop`, as the protocol wants.
        while order.infinite && live.wait().is_continue() {}
        live.finish();
        report
    }

    /// Splits the root's moves among threads; nothing else is shared (paper 001, V.B).
    fn search_shared(&mut self, order: &Order) -> Report<Move> {
        let stop = AtomicBool::new(false);
        let (rules, pos, threads) = (&self.rules, &self.pos, self.threads);
        let mut live = Live {
            deadline: Deadline::new(Clock::Wall, order.time),
            rules,
            unit: unit(&self.bot, rules),
            early: std::mem::take(&mut self.waiting).into(),
            lines: &self.lines,
            waiting: &mut self.waiting,
            out: self.out,
            stop: &stop,
        };
        let limits = |part| Limits { share: Share { part, of: threads }, ..order.limits };
        let mut bot = self.bot.clone();
        let reports = std::thread::scope(|scope| {
            let helpers: Vec<_> = (1..threads)
                .map(|part| {
                    let (mut bot, stop) = (self.bot.clone(), &stop);
                    let mut flag = Flag { stop, deadline: Deadline::new(Clock::Wall, order.time) };
                    scope.spawn(move || bot.choose(rules, pos, limits(part), &mut flag))
                })
                .collect();
            let mut reports = vec![bot.choose(rules, pos, limits(0), &mut live)];
            while order.infinite && live.wait().is_continue() {}
            live.finish();
            reports.extend(helpers.into_iter().filter_map(|helper| helper.join().ok()));
            reports
        });
        Report::combine(reports)
    }

    /// Goes on learning from where the game stands until the next line comes.
    fn learn_while_waiting(&mut self, played: Option<Move>) {
        let mut pos = self.pos.clone();
        if let Some(mv) = played {
            self.rules.play(&mut pos, mv);
        }
        if self.rules.ending(&pos).is_none() {
            let mut idle = Idle {
                when: When::OpponentsTime,
                deadline: Deadline::new(Clock::Wall, None),
                lines: &self.lines,
                waiting: &mut self.waiting,
                out: self.out,
                said: (Duration::ZERO, 0),
            };
            self.bot.learn(&self.rules, &pos, Budget::Millis(u32::MAX), &mut idle);
        }
    }
}

/// What a score of one piece is, for protocols that count in hundredths of a pawn.
fn unit(bot: &Bot, rules: &Rules) -> f64 {
    let start = rules.start();
    let weights = bot.weights();
    let worth = rules.pieces().filter(|(piece, _)| start.count(*piece) > 0);
    let least = worth.filter_map(|(piece, _)| weights.map(|weights| weights.material(piece))).fold(f64::MAX, f64::min);
    // Search counts in hundredths of a weight.
    if weights.is_some() && least > 0.0 { 100.0 * least } else { 1000.0 }
}

enum Problem {
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
struct Order {
    limits: Limits,
    time: Option<Duration>,
    infinite: bool,
}

impl Order {
    fn read(words: &[&str], player: Player) -> Result<Order, Problem> {
        let mut order = Order { limits: Limits::default(), time: None, infinite: false };
        let (mut left, mut increment) = (None, 0);
        let mut words = words.iter();
        while let Some(&word) = words.next() {
            if word == "infinite" {
                order.infinite = true;
                continue;
            }
            let number = words.next().and_then(|value| value.parse::<u64>().ok());
            let Some(number) = number else { return complain(format!("expected a number after {word:?}")) };
            let mine = |color: Player| player == color;
            match word {
                "movetime" => order.time = Some(Duration::from_millis(number)),
                "nodes" => order.limits.nodes = number.max(1),
                "depth" => order.limits.depth = u32::try_from(number).unwrap_or(u32::MAX).max(1),
                "wtime" if mine(Player::White) => left = Some(number),
                "btime" if mine(Player::Black) => left = Some(number),
                "winc" if mine(Player::White) => increment = number,
                "binc" if mine(Player::Black) => increment = number,
                "wtime" | "btime" | "winc" | "binc" | "movestogo" => {}
                _ => return complain(format!("go does not know {word:?}")),
            }
        }
        if let (Some(left), None) = (left, order.time) {
            // A thirtieth of what is left, and never so much that the flag could fall.
            let millis = (left / 30 + increment * 3 / 4).min(left.saturating_sub(30)).max(1);
            order.time = Some(Duration::from_millis(millis));
        }
        let bounded = order.time.is_some() || order.limits != Limits::default();
        order.infinite |= !bounded;
        Ok(order)
    }
}
