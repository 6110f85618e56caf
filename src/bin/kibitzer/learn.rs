//! `kibitzer learn`: rules from records of play, or one automaton from labelled words.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::time::{Duration, Instant};

use kibitzer::automata::{dot, expression, show_word, tikz};
use kibitzer::board::{Geometry, Player};
use kibitzer::learn::{
    Algorithm, Check, Doubts, Event, LearnedPiece, Learning, Settings, automaton_json, learn_words, piece_json,
    read_words,
};
use kibitzer::observe::{RecordErrorKind, RecordReader};

use crate::Trouble;
use crate::args::{Args, Usage};
use crate::blocks::{self, Rest};

pub(crate) fn learn(mut args: Args, out: &mut impl Write) -> Result<(), Trouble> {
    let settings = settings(&mut args)?;
    let json = args.flag("json");
    let (dots, tikzs) = (args.text("dot"), args.text("tikz"));
    if let Some(path) = args.text("words") {
        let board = args.text("board").ok_or(Usage::Missing("--board, such as 8x8"))?;
        args.finish()?;
        return words(&settings, &path, &board, json, out);
    }
    let jobs = args.value::<usize>("jobs", "a number of threads")?.unwrap_or(1).clamp(1, MAX_JOBS);
    let path = args.operand("a file of records, or - for standard input")?;
    args.finish()?;
    let mut learning = Learning::new(settings);
    // What comes before an error stands, and is learned from; the error is told in the end.
    let broken = watch(&mut learning, &path, jobs)?;
    let times = run(&mut learning);
    let pieces = learning.pieces();
    let meta = learning.meta(&pieces);
    let clashes = learning.clashes();
    let game = learning
        .game()
        .map_err(|error| Trouble::Input(broken.clone().unwrap_or_else(|| format!("{path}: {error}"))))?;
    if let Some(letter) = dots.as_ref().or(tikzs.as_ref()) {
        let piece = pieces.iter().find(|piece| piece.letter.to_string() == *letter);
        let piece =
            piece.ok_or_else(|| Trouble::Input(format!("{path}: nothing was learned about a piece {letter:?}")))?;
        write!(out, "{}", if dots.is_some() { dot(&piece.dfa, letter) } else { tikz(&piece.dfa, letter) })?;
    } else if json {
        let times = |letter: char| {
            times
                .iter()
                .find(|(letters, _)| letters.contains(&letter))
                .map_or(0.0, |(_, time)| time.as_secs_f64() * 1000.0)
        };
        write_json(out, &game, &meta, &pieces, &clashes.iter().map(ToString::to_string).collect::<Vec<_>>(), &times)?;
    } else {
        write!(out, "{game}")?;
        for piece in &pieces {
            let (letter, states, sure) = (piece.letter, piece.dfa.size(), piece.sure * 100.0);
            eprintln!(
                "{letter}: {states} states, {} words seen, {sure:.1} % sure, {} in doubt",
                piece.words, piece.doubt_count
            );
            for doubt in piece.doubts.iter().take(5) {
                let fell = if doubt.accepted { "accepted, unseen" } else { "rejected, unseen" };
                eprintln!("   {fell} ({}): {}", doubt.why.name(), show_word(&doubt.word));
            }
        }
    }
    for (player, chance) in learning.not_random() {
        let used = if chance == 0.0 { "not used as evidence".to_owned() } else { format!("weighted by {chance:.2}") };
        eprintln!("{player} does not choose moves at random: moves that were never played are {used}");
    }
    let mut trouble: Vec<String> = clashes.iter().map(|clash| format!("{path}: {clash}")).collect();
    trouble.extend(broken);
    if trouble.is_empty() { Ok(()) } else { Err(Trouble::Input(trouble.join("\n"))) }
}

fn settings(args: &mut Args) -> Result<Settings, Trouble> {
    let mut settings = Settings::default();
    let algorithms = "bjornsson, rpni, spine or kibitzer";
    if let Some(algorithm) = args.value::<Algorithm>("algorithm", algorithms)? {
        settings.algorithm = algorithm;
    }
    if let Some(check) = args.value::<Check>("check", "bjornsson, fast or fractional:A with A from 0 to 1")? {
        settings.check = check;
    }
    settings.player = match args.text("player").as_deref() {
        None | Some("both") => None,
        Some("white") => Some(Player::White),
        Some("black") => Some(Player::Black),
        Some(other) => return Err(bad("--player", other, "white, black or both")),
    };
    settings.doubts = match args.text("doubts").as_deref() {
        None | Some("accept") => Doubts::Accept,
        Some("reject") => Doubts::Reject,
        Some(other) => return Err(bad("--doubts", other, "accept or reject")),
    };
    let mut switch = |name: &'static str| match args.text(name).as_deref() {
        None | Some("on") => Ok(true),
        Some("off") => Ok(false),
        Some(other) => Err(bad(name, other, "on or off")),
    };
    settings.silence = switch("silence")?;
    settings.share = switch("share")?;
    settings.symmetry = switch("symmetry")?;
    Ok(settings)
}

fn bad(option: &str, value: &str, expected: &'static str) -> Trouble {
    Usage::BadValue { option: option.to_owned(), value: value.to_owned(), expected }.into()
}

fn open(path: &str) -> Result<Box<dyn BufRead>, Trouble> {
    if path == "-" {
        return Ok(Box::new(std::io::stdin().lock()));
    }
    let file = File::open(path).map_err(|error| Trouble::Input(format!("{path}: {error}")))?;
    Ok(Box::new(BufReader::with_capacity(1 << 16, file)))
}

/// More broken lines than this are not told one by one.
const MAX_BROKEN: usize = 20;

/// More threads than this read nothing faster.
const MAX_JOBS: usize = 64;

/// Reads all records that can be read; gives the messages of the errors between them, if there were any.
fn watch(learning: &mut Learning, path: &str, jobs: usize) -> Result<Option<String>, Trouble> {
    let input = open(path)?;
    let rest = if jobs > 1 {
        let read = blocks::read(input, jobs, &mut |record| learning.watch(record));
        read.map_err(|error| Trouble::Input(format!("{path}: {error}")))?
    } else {
        Rest { input, lines: 0, board: None }
    };
    let mut reader = RecordReader::continued(rest.input, rest.lines, rest.board);
    let mut broken: Vec<String> = Vec::new();
    let mut more = 0;
    // Records of another game, on another board, that follow each other are told once.
    let mut others: Option<u64> = None;
    let tell_others = |broken: &mut Vec<String>, others: Option<u64>| {
        if let Some(count) = others.filter(|count| *count > 1) {
            broken.push(format!("{path}: {count} records of that other game are left out"));
        }
    };
    loop {
        match reader.next() {
            Some(Ok(record)) => {
                tell_others(&mut broken, others.take());
                learning.watch(&record);
            }
            Some(Err(error)) => {
                let other = matches!(error.kind, RecordErrorKind::OtherBoard { .. });
                if let Some(count) = others.as_mut().filter(|_| other) {
                    *count += 1;
                } else if broken.len() < MAX_BROKEN {
                    tell_others(&mut broken, others.take());
                    others = other.then_some(1);
                    broken.push(format!("{path}:{error}"))
                } else {
                    more += 1
                }
                if !reader.resume() {
                    break;
                }
            }
            None => break,
        }
    }
    tell_others(&mut broken, others);
    if more > 0 {
        broken.push(format!("{path}: {more} more broken records"));
    }
    Ok((!broken.is_empty()).then(|| broken.join("\n")))
}

/// Learns to the end; gives the time that each group of letters took.
fn run(learning: &mut Learning) -> Vec<(Vec<char>, Duration)> {
    let mut times: Vec<(Vec<char>, Duration)> = Vec::new();
    let mut start = Instant::now();
    loop {
        let progress = learning.step(u32::MAX, &mut |event| {
            if let Event::Learned { letters, .. } = event {
                let time = start.elapsed();
                match times.iter_mut().find(|(known, _)| *known == letters) {
                    Some((_, known)) => *known += time,
                    None => times.push((letters, time)),
                }
                start = Instant::now();
            }
        });
        if progress.done {
            return times;
        }
    }
}

fn words(settings: &Settings, path: &str, board: &str, json: bool, out: &mut impl Write) -> Result<(), Trouble> {
    let size = board.split_once('x').and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    let geometry = size.and_then(|(width, height)| Geometry::new(width, height));
    let geometry = geometry.ok_or_else(|| bad("--board", board, "a size such as 8x8, at most 16x16"))?;
    let words = read_words(open(path)?, geometry).map_err(|error| Trouble::Input(format!("{path}:{error}")))?;
    let start = Instant::now();
    let (dfa, tally) = learn_words(settings, geometry, &words);
    let milliseconds = start.elapsed().as_secs_f64() * 1000.0;
    if json {
        let (legal, illegal, candidates) = (words.legal.len(), words.illegal.len(), tally.candidates);
        write!(out, "{{{},", automaton_json(&dfa))?;
        write!(out, "\"counts\":{{\"legal\":{legal},\"illegal\":{illegal},\"candidates\":{candidates}}},")?;
        writeln!(out, "\"milliseconds\":{milliseconds:.3}}}")?;
    } else {
        writeln!(out, "{}", expression(&dfa))?;
        eprintln!("{} states, {milliseconds:.3} ms", dfa.size());
    }
    Ok(())
}

fn write_json(
    out: &mut impl Write,
    game: &kibitzer::sbg::GameDef,
    meta: &kibitzer::learn::LearnedMeta,
    pieces: &[LearnedPiece],
    clashes: &[String],
    milliseconds: &dyn Fn(char) -> f64,
) -> Result<(), Trouble> {
    let rows: Vec<String> = game.rows().map(|row| format!("{row:?}")).collect();
    let limit = meta.ply_limit.map_or("null".to_owned(), |limit| limit.to_string());
    write!(out, "{{\"rows\":[{}],\"plyLimit\":{limit},\"games\":{},", rows.join(","), meta.games)?;
    let clashes: Vec<String> = clashes.iter().map(|clash| format!("{clash:?}")).collect();
    writeln!(out, "\"clashes\":[{}],\"pieces\":[", clashes.join(","))?;
    for (index, piece) in pieces.iter().enumerate() {
        write!(out, "{{{},", piece_json(piece))?;
        let comma = if index + 1 < pieces.len() { "," } else { "" };
        writeln!(out, "\"milliseconds\":{:.3}}}{comma}", milliseconds(piece.letter))?;
    }
    writeln!(out, "]}}")?;
    Ok(())
}
