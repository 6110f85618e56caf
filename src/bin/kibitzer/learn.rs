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
use kibitzer::observe::RecordReader;

use crate::Trouble;
use crate::args::{Args, Usage};

pub(crate) fn learn(mut args: Args, out: &mut impl Write) -> Result<(), Trouble> {
    let settings = settings(&mut args)?;
    let json = args.flag("json");
    let (dots, tikzs) = (args.text("dot"), args.text("tikz"));
    if let Some(path) = args.text("words") {
        let board = args.text("board").ok_or(Usage::Missing("--board, such as 8x8"))?;
        args.finish()?;
        return words(&settings, &path, &board, json, out);
    }
    let path = args.operand("a file of records, or - for standard input")?;
    args.finish()?;
    let mut learning = Learning::new(settings);
    // What comes before an error stands, and is learned from; the error is told in the end.
    let broken = watch(&mut learning, &path)?;
    let times = run(&mut learning);
    let pieces = learning.pieces();
    let frame = learning.frame(&pieces);
    let clashes = learning.clashes();
    let game = learning
        .game()
        .map_err(|error| Trouble::Input(broken.clone().unwrap_or_else(|| format!("{path}: {error}"))))?;
    if let Some(letter) = dots.as_ref().or(tikzs.as_ref()) {
        let piece = pieces.iter().find(|piece| piece.letter.to_string() == *letter);
        let piece =
            piece.ok_or_else(|| Trouble::Input(format!("{path}: nothing was learned of a piece {letter:?}")))?;
        write!(out, "{}", if dots.is_some() { dot(&piece.dfa, letter) } else { tikz(&piece.dfa, letter) })?;
    } else if json {
        let times = |letter: char| {
            times
                .iter()
                .find(|(letters, _)| letters.contains(&letter))
                .map_or(0.0, |(_, time)| time.as_secs_f64() * 1000.0)
        };
        write_json(out, &game, &frame, &pieces, &clashes.iter().map(ToString::to_string).collect::<Vec<_>>(), &times)?;
    } else {
        write!(out, "{game}")?;
        for piece in &pieces {
            let (letter, states, sure) = (piece.letter, piece.dfa.size(), piece.sure * 100.0);
            eprintln!(
                "{letter}: {states} states, {} words seen, {sure:.0} % sure, {} open",
                piece.words, piece.doubt_count
            );
            for doubt in piece.doubts.iter().take(5) {
                eprintln!(
                    "   {} {}",
                    if doubt.accepted { "accepted, unseen" } else { "rejected, unseen" },
                    show_word(&doubt.word)
                );
            }
        }
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

/// Reads all records; gives the message of the error that ended it early, if one did.
fn watch(learning: &mut Learning, path: &str) -> Result<Option<String>, Trouble> {
    for record in RecordReader::new(open(path)?) {
        match record {
            Ok(record) => learning.watch(&record),
            Err(error) => return Ok(Some(format!("{path}:{error}"))),
        }
    }
    Ok(None)
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
    frame: &kibitzer::learn::LearnedFrame,
    pieces: &[LearnedPiece],
    clashes: &[String],
    milliseconds: &dyn Fn(char) -> f64,
) -> Result<(), Trouble> {
    let rows: Vec<String> = game.rows().map(|row| format!("{row:?}")).collect();
    let limit = frame.ply_limit.map_or("null".to_owned(), |limit| limit.to_string());
    write!(out, "{{\"rows\":[{}],\"plyLimit\":{limit},\"games\":{},", rows.join(","), frame.games)?;
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
