//! The native tool: batch work on the same core that runs in the page.

mod args;
mod bench;
#[cfg(feature = "metagame")]
mod bench_checkers;
mod bench_learning;
#[cfg(feature = "metagame")]
mod bench_metagame;
mod betza;
mod blocks;
mod clock;
mod compare;
mod engine;
mod fsf;
mod fuzz;
mod games;
mod gdl;
mod lab;
mod lab_folder;
mod lab_threads;
mod learn;
mod match_games;
#[cfg(feature = "metagame")]
mod metagame;
mod observe;
mod prolog;
mod tables;
mod train;
mod tune;
mod uci_player;
mod values;

use std::io::Write;
use std::process::ExitCode;

use args::{Args, Usage};

const HELP: &str = "\
kibitzer: watches board games, learns their rules, and plays them

  kibitzer games                           the built-in games
  kibitzer show GAME                       print a game's text
  kibitzer check FILE                      check a game file, or a description in GDL (.kif)
  kibitzer moves GAME [--moves \"a2a3 …\"]   the legal moves, sorted, one per line
  kibitzer perft GAME DEPTH [--moves \"…\"]  count the games of DEPTH plies
  kibitzer observe GAME --games N --seed S --list all|one [--plies N] [--white PLAYER] [--black PLAYER] [--nodes N]
                   [--mix SHARE]           write records of games to standard output; SHARE of the moves are random
  kibitzer learn RECORDS [--algorithm A] [--check C] [--player white|black|both] [--doubts accept|reject]
                         [--silence on|off] [--share on|off] [--symmetry on|off] [--jobs N]
                         [--json | --dot LETTER | --tikz LETTER]
                                           learn the game and print it as game text; - is standard input
  kibitzer learn --words FILE --board WxH [--algorithm A] [--check C] [--json]
                                           learn one automaton from labelled words
  kibitzer compare LEARNED TRUE            compare learned rules with the true rules
  kibitzer tables [--only all|single|exact|few|curve|needed|spine|unseen|early|hard|damage|greedy|calibration] [--sets N] [--seed S] [--single-games N] [--jobs N]
                                           recompute the papers' tables beside the published numbers
  kibitzer lab list [NAME]                 the experiments of the laboratory, and their parameters
  kibitzer lab run NAME [--set key=value]… [--jobs N] [--shard I/N] [--out DIR] [--csv | --json] [--quiet]
                                           run an experiment; with DIR finished cells are saved, and a second run continues
  kibitzer lab merge DIR [OTHER…]          tables (CSV, JSON, Markdown) and plots (SVG) of all runs in DIR
  kibitzer engine                          play by the UCI protocol of chess programs (`help` lists the commands)
  kibitzer match GAME A B --games N --movetime MS|--nodes N [--startclock MS] [--seed S] [--opening PLIES]
                   [--relearn N] [--clock wall|cpu] [--grace MS] [--save FILE] [--sprt NULL,BETTER] [--csv] [--quiet]
                                           A against B with alternating colours and a 95 % interval
  kibitzer tune GAME [--games N] [--nodes N] [--seed S] [--opening PLIES] [--save FILE]
                                           fit weights to self-play by logistic regression; a player loads them with file=FILE
  kibitzer train GAME [--games N] [--nodes N] [--seed S] [--opening PLIES] [--player PLAYER] [--data FILE] [--epochs N]
                   [--result SHARE] [--hidden 32|64] [--stages N] [--linear] [--save NET]
                                           train a small net on self-play; positions are appended to FILE, and all of FILE is used.
                                           SHARE of the goal is the game's result, the rest the search's score.
                                           A player loads it with net=NET
  kibitzer values GAME [--td 5s|200games]  piece values from the rules alone, and after learning
  kibitzer generate [--seed S] [--set NAME=VALUE …] [--playable] [--tournament] [--settings]
                                           generate a chess-like game; --settings lists the parameters
  kibitzer analyse GAME                    what METAGAMER reads from the rules: moves, values term by term, advisors
  kibitzer tournament [--contests N] [--positions N] [--pairs 1-6,2-6] [--seed S] [--csv]
                                           Pell's tournament beside the published table
  kibitzer advisors [--games N] [--rounds N] [--plays N] [--nodes N] [--seed S] [--tested N] [--contests N] [--csv]
                                           advisors' weights by self-play, tested on games not seen before
  kibitzer bench [--quick] [--only learning|metagame|gdl]
                                           measure move generation, search and learning
  kibitzer fsf GAME [--version 11|14]      the game as a Fairy-Stockfish variant, where possible
  kibitzer fuzz games|records|links|commands|all [--count N] [--seed S] [--corpus FOLDER]
                                           test with damaged input; inputs that fail or are slow are saved in FOLDER
  kibitzer gdl GAME [--verify N] [--prolog N] [--seed S]
                                           write a game in GDL (KIF); or compare reasoner, tables and SWI-Prolog
  kibitzer import FILE.kif [--games N] [--fresh N] [--seed S]
                                           learn a GDL game by watching it, check it on fresh games, print its text
  kibitzer iggp --train FILES… --test FILES… [--json]
                                           learn tasks of the IGGP collection and score them
  kibitzer gallery                         the built-in games as the page's gallery.ts

GAME is the id of a built-in game or a file; a file in GDL (.kif) too: `moves` (with --moves separated by commas),
`perft`, `observe` and `match` with uct and random run the description itself, other commands learn it first.
PLAYER, A and B are random, greedy, alphabeta, uct, uct+pieces or level:1 to level:8, with options as in
alphabeta:weights=net|tuned|rules|pieces|ones,td=5s,depth=6,nodes=10000,noise=0.1. In a match, uci:COMMAND,option.NAME=VALUE,nodes=N is
any UCI program that uses the same square names.
";

/// Why a command did not end well.
enum Trouble {
    /// The command line is wrong: one line, exit code 2.
    Usage(Usage),
    /// What it was given is wrong: the message as it is, exit code 1.
    Input(String),
    /// The reader closed the pipe, as `head` does.
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
    let all: Vec<String> = std::env::args().collect();
    if let [_, command, rest @ ..] = &all[..]
        && command == "iggp"
    {
        // The one command whose options take lists.
        return gdl::iggp(rest, out);
    }
    let args = Args::from_env()?;
    match args.command().as_str() {
        "games" => games::list(args, out),
        "show" => games::show(args, out),
        "check" => games::check(args, out),
        "moves" => games::moves(args, out),
        "perft" => games::perft(args, out),
        "fsf" => fsf::fsf(args, out),
        "fuzz" => fuzz::fuzz(args, out),
        "gallery" => games::gallery(args, out),
        "learn" => learn::learn(args, out),
        "compare" => compare::compare(args, out),
        "observe" => observe::observe(args, out),
        "tables" => tables::tables(args, out),
        "lab" => lab::lab(args, out),
        "engine" => engine::engine(args, out),
        "match" => match_games::match_games(args, out),
        "train" => train::train(args, out),
        "tune" => tune::tune(args, out),
        "values" => values::values(args, out),
        #[cfg(feature = "metagame")]
        "generate" => metagame::generate_game(args, out),
        #[cfg(feature = "metagame")]
        "analyse" => metagame::analyse(args, out),
        #[cfg(feature = "metagame")]
        "tournament" => metagame::tournament(args, out),
        #[cfg(feature = "metagame")]
        "advisors" => metagame::advisors(args, out),
        "bench" => bench::bench(args, out),
        "gdl" => gdl::write_gdl(args, out),
        "import" => gdl::import(args, out),
        "help" => Ok(write!(out, "{HELP}")?),
        other => Err(Usage::UnknownCommand(other.to_owned()).into()),
    }
}
