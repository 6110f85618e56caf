//! The native tool: batch work on the same core that runs in the page.

mod args;
mod bench;
mod bench_learning;
mod clock;
mod compare;
mod engine;
mod games;
mod learn;
mod match_games;
mod observe;
mod tables;
mod values;

use std::io::Write;
use std::process::ExitCode;

use args::{Args, Usage};

const HELP: &str = "\
kibitzer: watches board games, learns their rules, and plays them

  kibitzer games                           the built-in games
  kibitzer show GAME                       print a game's text
  kibitzer check FILE                      check a game file
  kibitzer moves GAME [--moves \"a2a3 …\"]   the legal moves, sorted, one a line
  kibitzer perft GAME DEPTH [--moves \"…\"]  count the games of DEPTH plies
  kibitzer observe GAME --games N --seed S --list all|one [--plies N] [--white PLAYER] [--black PLAYER] [--nodes N]
                   [--mix SHARE]           write records of games to standard output; SHARE of the moves are random
  kibitzer learn RECORDS [--algorithm A] [--check C] [--player white|black|both] [--doubts accept|reject]
                         [--silence on|off] [--share on|off] [--json | --dot LETTER | --tikz LETTER]
                                           learn the game and print it as game text; - is standard input
  kibitzer learn --words FILE --board WxH [--algorithm A] [--check C] [--json]
                                           learn one automaton from labelled words
  kibitzer compare LEARNED TRUE            compare learned rules with the true rules
  kibitzer tables [--only all|single|exact|few|curve|needed|spine] [--sets N] [--seed S] [--single-games N]
                                           recompute the papers' tables beside the published numbers
  kibitzer engine                          play by the UCI protocol of chess programs (`help` lists the commands)
  kibitzer match GAME A B --games N --movetime MS|--nodes N [--startclock MS] [--seed S] [--opening PLIES]
                   [--relearn N] [--clock wall|cpu] [--save FILE] [--quiet]
                                           A against B with alternating colours and a 95 % interval
  kibitzer values GAME [--td 5s|200games]  piece values from the rules alone, and after learning
  kibitzer bench [--quick] [--only learning]
                                           measure move generation, search and learning
  kibitzer gallery                         the built-in games as the page's gallery.js

GAME is the id of a built-in game or a file. PLAYER, A and B are random, greedy, alphabeta, uct, uct+pieces or
level:1 to level:8, with options as in alphabeta:weights=rules|ones,td=5s,depth=6,nodes=10000,noise=0.1.
";

/// Why a command did not end well.
enum Trouble {
    /// The command line is wrong: one line, exit code 2.
    Usage(Usage),
    /// What it was given is wrong: the message as it is, exit code 1.
    Input(String),
    /// Whoever was reading has had enough, as `head` does.
    Closed,
    Io(std::io::Error),
}

impl From<Usage> for Trouble {
    fn from(usage: Usage) -> Trouble {
        Trouble::Usage(usage)
    }
}

impl From<std::io::Error> for Trouble {
    fn from(error: std::io::Error) -> Trouble {
        if error.kind() == std::io::ErrorKind::BrokenPipe { Trouble::Closed } else { Trouble::Io(error) }
    }
}

fn main() -> ExitCode {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let result = run(&mut out).and_then(|()| Ok(out.flush()?));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(trouble) => {
            // What was written before the trouble is still good.
            let _ = out.flush();
            match trouble {
                Trouble::Usage(usage) => {
                    eprintln!("kibitzer: {usage}");
                    ExitCode::from(2)
                }
                Trouble::Input(message) => {
                    eprintln!("{message}");
                    ExitCode::from(1)
                }
                Trouble::Closed => ExitCode::SUCCESS,
                Trouble::Io(error) => {
                    eprintln!("kibitzer: {error}");
                    ExitCode::from(1)
                }
            }
        }
    }
}

fn run(out: &mut impl Write) -> Result<(), Trouble> {
    let args = Args::from_env()?;
    match args.command().as_str() {
        "games" => games::list(args, out),
        "show" => games::show(args, out),
        "check" => games::check(args, out),
        "moves" => games::moves(args, out),
        "perft" => games::perft(args, out),
        "gallery" => games::gallery(args, out),
        "learn" => learn::learn(args, out),
        "compare" => compare::compare(args, out),
        "observe" => observe::observe(args, out),
        "tables" => tables::tables(args, out),
        "engine" => engine::engine(args, out),
        "match" => match_games::match_games(args, out),
        "values" => values::values(args, out),
        "bench" => bench::bench(args, out),
        "help" => Ok(write!(out, "{HELP}")?),
        other => Err(Usage::UnknownCommand(other.to_owned()).into()),
    }
}
