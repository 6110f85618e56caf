//! The learning part of `kibitzer bench`: what must hold, as ratios within one run.

use std::io::{BufReader, Read, Write};
use std::time::Instant;

use kibitzer::automata::Word;
use kibitzer::board::Geometry;
use kibitzer::lab::{DataSet, evidence, judge_piece, records};
use kibitzer::learn::{
    Algorithm, Evidence, LabelledWords, Learning, Literal, PieceEvidence, Settings, Verdict, learn_words,
};
use kibitzer::observe::{Listing, Record, RecordReader, write_record};
use kibitzer::sbg::Rules;

use crate::Trouble;
use crate::args::load_game;

/// The evidence tree must be so many times faster than the literal check.
const TREE_RATIO: f64 = 100.0;
/// Learning may take so many times as long as reading.
const READING_RATIO: f64 = 2.0;
/// Peak memory may be so many times the size of the evidence.
const MEMORY_RATIO: f64 = 10.0;
/// Words mode should learn the queen in about a millisecond; machines differ.
const WORDS_MILLISECONDS: f64 = 5.0;

const FIFTY: DataSet = DataSet { listing: Listing::All, games: 50, seed: 1, plies: None };

pub(crate) fn bench_learning(quick: bool, out: &mut impl Write) -> Result<(), Trouble> {
    writeln!(out, "\nlearning chess-breakthrough, all moves of 50 games, seed 1")?;
    let (_, rules) = load_game("chess-breakthrough")?;
    let mut broken: Vec<&str> = Vec::new();
    if !memory(&rules, if quick { 100 } else { 1_000 }, out)? {
        broken.push("learning exceeds its memory limit");
    }
    if !reading(&rules, out)? {
        broken.push("learning exceeds its time limit relative to reading");
    }
    if !words(&rules, out)? {
        broken.push("learning from words misses its time or accuracy target");
    }
    if !quick && !tree(&rules, out)? {
        broken.push("the evidence tree misses its speed target");
    }
    if broken.is_empty() { Ok(()) } else { Err(Trouble::Input(format!("kibitzer: {}", broken.join("; ")))) }
}

fn seconds(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

/// The best of several rounds: the others were disturbed.
fn best(rounds: u32, mut work: impl FnMut()) -> f64 {
    (0..rounds).map(|_| seconds(&mut work)).fold(f64::INFINITY, f64::min)
}

/// Text of random games, made while it is read.
struct Stream<'a> {
    rules: &'a Rules,
    left: u64,
    game: u64,
    number: u64,
    text: Vec<u8>,
    at: usize,
}

impl Read for Stream<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        while self.at == self.text.len() {
            if self.number >= self.left {
                return Ok(0);
            }
            (self.at, self.game) = (0, self.game + 1);
            self.text.clear();
            let (text, number) = (&mut self.text, &mut self.number);
            let mut result = Ok(());
            records(self.rules, DataSet { games: 1, seed: 1_000 + self.game, ..FIFTY }, |record| {
                *number += 1;
                if result.is_ok() {
                    result = write_record(text, *number, &record);
                }
            });
            result?;
        }
        let read = (&self.text[self.at..]).read(buffer)?;
        self.at += read;
        Ok(read)
    }
}

/// As many records as so many games of 160 plies have, read in a stream.
fn memory(rules: &Rules, games: u64, out: &mut impl Write) -> Result<bool, Trouble> {
    let before = resident("VmRSS:");
    let stream = Stream { rules, left: games * 160, game: 0, number: 0, text: Vec::new(), at: 0 };
    let mut learning = Learning::new(Settings::default());
    for record in RecordReader::new(BufReader::new(stream)) {
        match record {
            Ok(record) => learning.watch(&record),
            Err(error) => return Err(Trouble::Input(format!("kibitzer: {error}"))),
        }
    }
    learning.finish();
    let (records, evidence) = (learning.evidence().records(), learning.evidence().bytes() as f64);
    let trees = learning.tree_bytes() as f64 / evidence;
    let megabytes = evidence / 1e6;
    write!(out, "{records} records in a stream: evidence {megabytes:.1} MB, trees {trees:.1} times that")?;
    let (Some(before), Some(peak)) = (before, resident("VmHWM:")) else {
        writeln!(out, "; memory use is not available on this system")?;
        return Ok(true);
    };
    let ratio = (peak - before) / evidence;
    writeln!(out, ", peak {ratio:.1} times (at most {MEMORY_RATIO})")?;
    Ok(ratio <= MEMORY_RATIO)
}

/// Bytes of memory, now or at the most, where the system tells.
fn resident(what: &str) -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with(what))?;
    line.split_whitespace().nth(1)?.parse::<f64>().ok().map(|kilobytes| kilobytes * 1024.0)
}

fn text(rules: &Rules, set: DataSet) -> Vec<u8> {
    let mut text = Vec::new();
    let mut number = 0;
    records(rules, set, |record| {
        number += 1;
        write_record(&mut text, number, &record).expect("a vector can always be written to");
    });
    text
}

fn reading(rules: &Rules, out: &mut impl Write) -> Result<bool, Trouble> {
    let text = text(rules, FIFTY);
    let read = best(5, || {
        let count = RecordReader::new(text.as_slice()).filter(Result::is_ok).count();
        std::hint::black_box(count);
    });
    let seen: Vec<Record> = RecordReader::new(text.as_slice()).filter_map(Result::ok).collect();
    // Taking in what was read is part of learning.
    let learn = best(5, || {
        let mut learning = Learning::new(Settings::default());
        seen.iter().for_each(|record| learning.watch(record));
        learning.finish();
        std::hint::black_box(learning.automata());
    });
    let ratio = learn / read;
    let (read, learn) = (read * 1000.0, learn * 1000.0);
    writeln!(
        out,
        "all pieces of both players: reading {read:.1} ms, learning {learn:.1} ms, {ratio:.2} times (at most {READING_RATIO})"
    )?;
    Ok(ratio <= READING_RATIO)
}

/// The queen's legal words, and every applicable illegal word up to two steps longer than one of them.
fn queens_words(evidence: &Evidence) -> Option<LabelledWords> {
    let mut queen = PieceEvidence::new(evidence, 'Q').ok()?;
    let legal = queen.words();
    let mut alphabet: Vec<_> = legal.iter().flatten().copied().collect();
    alphabet.sort_unstable();
    alphabet.dedup();
    let mut stems: Vec<Word> = legal.iter().cloned().chain([Word::new()]).collect();
    let mut illegal: Vec<Word> = Vec::new();
    for _ in 0..2 {
        let mut longer: Vec<Word> = Vec::new();
        for stem in &stems {
            longer.extend(alphabet.iter().map(|step| stem.iter().copied().chain([*step]).collect::<Word>()));
        }
        longer.retain(|word| matches!(queen.ask(word).verdict, Verdict::Legal | Verdict::Illegal));
        illegal.extend(longer.iter().filter(|word| queen.ask(word).verdict == Verdict::Illegal).cloned());
        stems = longer;
    }
    illegal.sort_unstable();
    illegal.dedup();
    Some(LabelledWords { legal, illegal })
}

fn words(rules: &Rules, out: &mut impl Write) -> Result<bool, Trouble> {
    let evidence = evidence(rules, FIFTY);
    let (Some(words), Some(board), Some(piece)) = (queens_words(&evidence), Geometry::new(8, 8), rules.piece('Q'))
    else {
        return Ok(false);
    };
    let settings = Settings::default();
    let milliseconds = 1000.0
        * best(20, || {
            std::hint::black_box(learn_words(&settings, board, &words));
        });
    let judgement = judge_piece(&learn_words(&settings, board, &words).0, &rules.info(piece).dfa, board);
    let verdict = judgement.verdict;
    let (legal, illegal) = (words.legal.len(), words.illegal.len());
    writeln!(out, "the queen from {legal} legal and {illegal} illegal words: {milliseconds:.2} ms, {verdict}")?;
    Ok(judgement.is_exact() && milliseconds <= WORDS_MILLISECONDS)
}

fn tree(rules: &Rules, out: &mut impl Write) -> Result<bool, Trouble> {
    let mut seen: Vec<Record> = Vec::new();
    records(rules, FIFTY, |record| seen.push(record));
    let settings = Settings { algorithm: Algorithm::Bjornsson, share: false, ..Settings::default() };
    let evidence = evidence(rules, FIFTY);
    let with_tree = best(20, || {
        let mut queen = PieceEvidence::new(&evidence, 'Q').expect("there are records");
        std::hint::black_box(queen.learn(&settings));
    });
    let literal = Literal::new(&seen);
    let mut candidates = 0;
    let without = best(2, || candidates = literal.learn('Q', settings.distance, settings.max_expansions).1);
    let ratio = without / with_tree;
    let with_tree = with_tree * 1000.0;
    writeln!(
        out,
        "bjornsson's queen, {candidates} candidates: {without:.2} s with the literal check, {with_tree:.1} ms with the tree, {ratio:.0} times (at least {TREE_RATIO})"
    )?;
    Ok(ratio >= TREE_RATIO)
}
