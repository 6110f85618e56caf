//! `kibitzer fuzz`: damaged game texts, records, links and commands by the million. Nothing may panic or hang.
//!
//! What is found is kept: an input that panics or takes long is written to the corpus folder, and every run begins with what
//! is there.

use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use kibitzer::classes;
use kibitzer::game::{Game, random_playout};
use kibitzer::observe::RecordReader;
use kibitzer::protocol::{
    Command, DoneCell, Format, LaboratoryCommand, LearnSettings, LearningCommand, Mover, OnView, PlacementView, Reply,
    Said, ShareReport, SharingCommand, Side, Source, StepView, TableCommand, Task, ThinkingCommand,
};
use kibitzer::rng::Rng;
use kibitzer::sbg;
use kibitzer::session::Session;
use kibitzer::share::{Shared, SharedGame, read_link, write_link};

use crate::Trouble;
use crate::args::{Args, Usage};

/// Longer than this, and an input is kept as slow.
const SLOW: Duration = Duration::from_secs(2);
/// Longer inputs are cut: what is wrong shows in short ones too, and sooner.
const LONGEST: usize = 6_000;

const KINDS: [&str; 4] = ["games", "records", "links", "commands"];

pub(crate) fn fuzz(mut args: Args, out: &mut impl Write) -> Result<(), Trouble> {
    let which = args.operand("games, records, links, commands or all")?;
    let count: u64 = args.value("count", "a number of inputs")?.unwrap_or(1_000_000);
    let seed: u64 = args.value("seed", "a whole number")?.unwrap_or(1);
    let folder = args.text("corpus").unwrap_or_else(|| "tests/fuzz".to_owned());
    args.finish()?;
    if which != "all" && !KINDS.contains(&which.as_str()) {
        let expected = "games, records, links, commands or all";
        return Err(Usage::BadValue { option: "KIND".to_owned(), value: which, expected }.into());
    }
    for kind in KINDS.into_iter().filter(|kind| which == "all" || which == *kind) {
        let run = Run::new(kind, Path::new(&folder))?;
        let (kept, slow) = run.all(count, seed)?;
        writeln!(out, "{kind}: {kept} kept inputs and {count} new ones from seed {seed}; {slow} were slow")?;
        out.flush()?;
    }
    Ok(())
}

/// One kind of input.
struct Run<'a> {
    kind: &'static str,
    folder: &'a Path,
    seeds: Vec<String>,
    /// What is being tried, for the message after a panic.
    current: Arc<Mutex<String>>,
}

impl Run<'_> {
    fn new<'a>(kind: &'static str, folder: &'a Path) -> Result<Run<'a>, Trouble> {
        let current = Arc::new(Mutex::new(String::new()));
        let (shared, path) = (Arc::clone(&current), folder.join(format!("{kind}-panic.txt")));
        std::panic::set_hook(Box::new(move |panic| {
            let input = shared.lock().unwrap_or_else(PoisonError::into_inner);
            // Nothing more can be done if the folder cannot be written to: the input is printed as well.
            let _ = std::fs::write(&path, input.as_bytes());
            eprintln!("{panic}\nthe input is in {}:\n{input:?}", path.display());
        }));
        Ok(Run { kind, folder, seeds: seeds(kind), current })
    }

    fn all(mut self, count: u64, seed: u64) -> Result<(usize, u32), Trouble> {
        let kept = self.kept()?;
        let mut slow = 0;
        for input in &kept {
            slow += u32::from(self.one(input, &mut Rng::new(seed))?);
        }
        self.seeds.extend(kept.iter().cloned());
        for number in 0..count {
            let mut rng = Rng::branch(seed, number);
            let base = rng.pick(&self.seeds).clone();
            let input = damaged(base, &self.seeds, &mut rng);
            slow += u32::from(self.one(&input, &mut rng)?);
        }
        Ok((kept.len(), slow))
    }

    /// Inputs that were found before.
    fn kept(&self) -> Result<Vec<String>, Trouble> {
        let mut paths = Vec::new();
        if self.folder.is_dir() {
            for entry in std::fs::read_dir(self.folder)? {
                let path = entry?.path();
                let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
                if name.starts_with(self.kind) {
                    paths.push(path);
                }
            }
        }
        paths.sort();
        paths.into_iter().map(|path| Ok(std::fs::read_to_string(path)?)).collect()
    }

    /// Tries one input; says whether it was slow.
    fn one(&self, input: &str, rng: &mut Rng) -> Result<bool, Trouble> {
        input.clone_into(&mut self.current.lock().unwrap_or_else(PoisonError::into_inner));
        let begin = Instant::now();
        match self.kind {
            "games" => try_game(input, rng),
            "records" => try_records(input),
            "links" => try_link(input),
            _ => try_commands(input, rng),
        }
        let slow = begin.elapsed() > SLOW;
        if slow {
            let name = format!("{}-slow-{}.txt", self.kind, classes::identity(input));
            std::fs::write(self.folder.join(name), input)?;
        }
        Ok(slow)
    }
}

/// Valid inputs, to be damaged.
fn seeds(kind: &str) -> Vec<String> {
    match kind {
        "games" => classes::builtin().iter().map(|(_, text)| (*text).to_owned()).collect(),
        "records" => ["breakthrough", "gardner", "checkers-breakthrough"].iter().map(|id| recorded(id)).collect(),
        "links" => links(),
        _ => vec![String::new(), "a2a3 b7b6".to_owned(), "P".repeat(64), "1.5,0.5,-3".to_owned()],
    }
}

/// Records of a short game.
fn recorded(id: &str) -> String {
    let Some((_, rules)) = sbg::builtin(id).and_then(|game| sbg::read_game(game.text).ok()) else {
        return String::new();
    };
    let rules = rules.with_ply_limit(4);
    let set = kibitzer::lab::DataSet { listing: kibitzer::observe::Listing::All, games: 1, seed: 1, plies: None };
    let mut text = Vec::new();
    let mut number = 0;
    kibitzer::lab::records(&rules, set, |record| {
        number += 1;
        kibitzer::observe::write_record(&mut text, number, &record).expect("memory can be written to");
    });
    String::from_utf8(text).unwrap_or_default()
}

fn links() -> Vec<String> {
    let text = "<<Mine>>\n<BOARD> 1 4 k . . K <PIECES> K (0,1,e) & <GOALS> 9 &".to_owned();
    let page = vec![("tab".to_owned(), "watch".to_owned()), ("check".to_owned(), "fractional:0.7".to_owned())];
    let builtin = SharedGame::Builtin("chess".to_owned());
    let shared = [
        Shared { game: builtin, start: None, moves: vec!["e2e4".to_owned()], page: Vec::new() },
        Shared { game: SharedGame::Text(text), start: Some("k/././K b 3".to_owned()), moves: Vec::new(), page },
    ];
    let written = shared.iter().filter_map(|shared| write_link(shared).ok());
    written.chain(["v=1&g=chess".to_owned(), "#v=1&g=gardner".to_owned()]).collect()
}

/// Bytes changed, lost, doubled and exchanged between inputs. Always text.
fn damaged(base: String, others: &[String], rng: &mut Rng) -> String {
    let mut bytes = base.into_bytes();
    bytes.truncate(LONGEST);
    for _ in 0..1 + rng.index(6) {
        let at = rng.index(bytes.len() + 1);
        let end = (at + rng.index(12)).min(bytes.len());
        match rng.below(7) {
            0 if at < bytes.len() => bytes[at] = rng.below(128) as u8,
            1 => drop(bytes.drain(at..end)),
            2 => {
                let copy = bytes[at..end].to_vec();
                bytes.splice(at..at, copy);
            }
            3 => {
                let other = rng.pick(others).as_bytes();
                let from = rng.index(other.len() + 1);
                let piece = other[from..(from + rng.index(40)).min(other.len())].to_vec();
                bytes.splice(at..end, piece);
            }
            4 => {
                let extreme = rng.pick(&["0", "-1", "255", "256", "4294967296", "^*", "((", "&", "ü", "\u{feff}", "%"]);
                bytes.splice(at..at, extreme.bytes());
            }
            5 => bytes.truncate(at),
            _ => bytes.push(b"\n &=().#@<>"[rng.index(11)]),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A game text is refused with a place, or can be printed, read back and played.
fn try_game(input: &str, rng: &mut Rng) {
    match sbg::read_game(input) {
        Err(error) => assert!(error.place.line > 0 && error.place.column > 0, "an error has a place"),
        Ok((def, rules)) => {
            let printed = def.to_string();
            let (again, _) = sbg::read_game(&printed).expect("what is printed can be read");
            assert_eq!(again, def, "what is printed is the same game");
            let rules = rules.with_ply_limit(30);
            let mut scratch = Vec::new();
            random_playout(&rules, &mut rules.start(), rng, &mut scratch);
        }
    }
}

fn try_records(input: &str) {
    for record in RecordReader::new(input.as_bytes()) {
        match record {
            Ok(record) => assert_eq!(record.cells.len(), record.board.size()),
            Err(error) => {
                assert!(error.line > 0 && error.column > 0, "an error has a place");
                break;
            }
        }
    }
}

/// A link is refused, or what it holds can be written as a link that holds the same.
fn try_link(input: &str) {
    if let Ok(shared) = read_link(input)
        && let Ok(link) = write_link(&shared)
    {
        assert_eq!(read_link(&link).as_ref(), Ok(&shared));
    }
}

/// Some commands in a row, with the input wherever a text is wanted. Every one is answered.
fn try_commands(input: &str, rng: &mut Rng) {
    let mut session = Session::new();
    let ids: Vec<&str> = classes::builtin().iter().map(|(id, _)| *id).collect();
    let load = TableCommand::Load { source: Source::Builtin((*rng.pick(&ids)).to_owned()) };
    session.handle(load.into(), &mut |_| {});
    for _ in 0..1 + rng.index(6) {
        let command = random_command(input, rng);
        let mut answered = false;
        session.handle(command, &mut |reply| {
            answered = true;
            if let Reply::Failed(failed) = reply {
                assert!(!failed.message.is_empty());
            }
        });
        assert!(answered);
    }
}

fn random_command(input: &str, rng: &mut Rng) -> Command {
    let text = input.to_owned();
    let start = Some(text.clone()).filter(|_| rng.one_in(2));
    let moves: Vec<String> = input.split_whitespace().take(4).map(str::to_owned).collect();
    let piece = u32::from(*rng.pick(b"PpNnQqKk\0?"));
    let squares: Vec<u32> = input.bytes().take(256).map(u32::from).collect();
    let steps: Vec<StepView> = input.bytes().take(5).map(|byte| step(byte, rng)).collect();
    let settings = LearnSettings {
        games: rng.below(3),
        all_moves: rng.one_in(2),
        seed: rng.below(9),
        algorithm: (*rng.pick(&["kibitzer", "rpni", "spine", "bjornsson", "x"])).to_owned(),
        check: (*rng.pick(&["bjornsson", "fast", "fractional:0.7", "fractional:9"])).to_owned(),
        players: None,
        distance: Some(rng.below(4)).filter(|_| rng.one_in(2)),
        max_expansions: Some(rng.below(4)).filter(|_| rng.one_in(2)),
    };
    let said =
        *rng.pick(&[None, Some(Said::Yes), Some(Said::No), Some(Said::Pass), Some(Said::Rules), Some(Said::Back)]);
    match rng.below(33) {
        0 => TableCommand::Load { source: Source::Text(text) }.into(),
        1 => TableCommand::Check { text }.into(),
        2 => TableCommand::Show { start, moves }.into(),
        3 => {
            let to_move = if rng.one_in(2) { Side::White } else { Side::Black };
            TableCommand::Arrange { placement: PlacementView { squares, hands: Vec::new(), to_move } }.into()
        }
        4 => TableCommand::Paste { text }.into(),
        5 => TableCommand::Record { start, moves }.into(),
        6 => TableCommand::Exercise { seed: rng.below(9), piece: Some(piece).filter(|_| rng.one_in(2)) }.into(),
        7 => TableCommand::Diagrams.into(),
        8 => ThinkingCommand::Choose { player: Mover::Level(rng.below(4)), seed: rng.below(9) }.into(),
        9 => {
            let share = Some([rng.below(3), rng.below(3)]).filter(|_| rng.one_in(2));
            ThinkingCommand::Think { player: None, seed: 1, nodes: Some(rng.below(200)), share }.into()
        }
        10 => ThinkingCommand::Judge { text, nodes: rng.below(100) }.into(),
        11 => {
            let report = |byte: u8| ShareReport {
                depth: u32::from(byte % 5),
                partial: byte.is_multiple_of(2),
                nodes: u32::from(byte),
                value: i32::from(byte) << 23,
                empty: byte.is_multiple_of(7),
            };
            let reports = input.bytes().take(12).map(report).collect::<Vec<_>>();
            ThinkingCommand::Combine { shares: reports.chunks(3).map(<[ShareReport]>::to_vec).collect() }.into()
        }
        12 => {
            ThinkingCommand::Weigh { weights: input.split(',').filter_map(|part| part.parse().ok()).collect() }.into()
        }
        13 => SharingCommand::Share { source: None, start, moves, page: vec![(text.clone(), text)] }.into(),
        14 => SharingCommand::Open { fragment: text }.into(),
        15 | 16 => LearningCommand::Learn { settings }.into(),
        17 => LearningCommand::LearnFrom { settings, foreign: rng.one_in(2) }.into(),
        18 => LearningCommand::Read { text, last: rng.one_in(2) }.into(),
        19 => LearningCommand::Watch { plies: rng.below(12) }.into(),
        20 => LearningCommand::Study.into(),
        21 => LearningCommand::Enough.into(),
        22 => LearningCommand::Spectate { start, moves }.into(),
        23 => LearningCommand::Recognise { text }.into(),
        24 => LearningCommand::Records { from: rng.below(99) }.into(),
        25 => LearningCommand::Lesson { piece, algorithm: "rpni".to_owned(), games: rng.below(2) }.into(),
        26 => LearningCommand::LessonStep { index: rng.below(99) }.into(),
        27 => LearningCommand::Ask { about: Some(piece).filter(|_| rng.one_in(2)), said, told: None }.into(),
        28 | 29 => match rng.below(4) {
            0 => LearningCommand::Export { piece, format: Format::Tikz }.into(),
            1 => LearningCommand::Counts { piece }.into(),
            2 => LearningCommand::Inspect { piece, squares }.into(),
            _ => LearningCommand::Pose { piece, steps }.into(),
        },
        30 => {
            let name = *rng.pick(&["exactness", "quality", "values", "unseen"]);
            let settings = if rng.one_in(2) { format!("{name}?{text}") } else { text.clone() };
            LaboratoryCommand::Plan { settings, values: vec![("sets".to_owned(), text)] }.into()
        }
        31 => {
            let done = vec![DoneCell { cell: rng.below(3), rows: text }];
            LaboratoryCommand::Report { settings: "exactness".to_owned(), done, seconds: 1.0 }.into()
        }
        _ => LaboratoryCommand::Work { task: Task::Playouts { count: 1, seed: rng.below(9) } }.into(),
    }
}

fn step(byte: u8, rng: &mut Rng) -> StepView {
    let on = *rng.pick(&[OnView::E, OnView::P, OnView::W]);
    StepView { dx: (byte % 5) as i8 - 2, dy: (byte / 5 % 5) as i8 - 2, on }
}
