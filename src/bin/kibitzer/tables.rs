//! `kibitzer tables`: the papers' tables and the trials of our learner, as rows of the laboratory's experiments.

use std::io::Write;

use kibitzer::lab::{Run, Setting, Shard, find, printed};

use crate::Trouble;
use crate::args::{Args, Usage, read_file};
use crate::lab::{refused, set};
use crate::lab_threads::{self, Progressing};

const PARTS: [&str; 13] = [
    "all",
    "single",
    "exact",
    "few",
    "curve",
    "needed",
    "spine",
    "unseen",
    "early",
    "hard",
    "damage",
    "greedy",
    "calibration",
];
/// What is shown when no part is named.
const USUAL: &[&str] = &["all", "single", "exact", "few", "curve", "needed", "spine"];

/// What to measure with.
struct Source {
    /// A file of rules, or of paths of games for `hard`.
    rules: Option<String>,
    held_out: bool,
    sets: u64,
    seed: u64,
    single: u64,
}

pub(crate) fn tables(mut args: Args, out: &mut impl Write) -> Result<(), Trouble> {
    let which = args.text("only");
    let source = Source {
        sets: args.value("sets", "a number of data sets")?.unwrap_or(20),
        seed: args.value("seed", "a whole number")?.unwrap_or(1),
        single: args.value("single-games", "a number of games")?.unwrap_or(1_000),
        rules: args.text("rules"),
        held_out: args.flag("held-out"),
    };
    let jobs = args.value("jobs", "a number of threads")?.unwrap_or(1);
    args.finish()?;
    let parts = match &which {
        None => USUAL.to_vec(),
        Some(part) if PARTS.contains(&part.as_str()) => vec![part.as_str()],
        Some(other) => {
            let expected =
                "all, single, exact, few, curve, needed, spine, unseen, early, hard, damage, greedy or calibration";
            return Err(Usage::BadValue { option: "--only".to_owned(), value: other.clone(), expected }.into());
        }
    };
    for part in parts {
        let mut run = Run::new(setting(part, &source)?).map_err(refused)?;
        lab_threads::work(&mut run, Shard::WHOLE, jobs, Progressing::Told, &mut |_, _| Ok(()))?;
        writeln!(out, "{}", printed(&run))?;
        out.flush()?;
    }
    Ok(())
}

/// The experiment behind a part, set as the options say.
fn setting(part: &str, source: &Source) -> Result<Setting, Trouble> {
    let single = source.single.to_string();
    let sizes: Vec<String> =
        [50, 100, 200, 500, 1_000].iter().filter(|size| **size <= source.single).map(u64::to_string).collect();
    let sizes = sizes.join(",");
    let (name, values): (&str, Vec<(&str, &str)>) = match part {
        "all" => ("slides-all", vec![("games", "50")]),
        "single" => ("slides-single", vec![("games", &single)]),
        "exact" => ("exactness", vec![("all", "50"), ("single", &single), ("learners", "kibitzer")]),
        "few" => ("exactness", vec![("all", "10"), ("single", "")]),
        "curve" => ("exactness", vec![("all", ""), ("single", &sizes)]),
        "needed" => ("bjornsson-needed", vec![("games", &single)]),
        "spine" => ("slides-spine", Vec::new()),
        "unseen" => ("unseen", vec![("single", &single), ("count", "60")]),
        "calibration" => ("calibration", vec![("count", "60"), ("all", "2,5,10,20,50,100"), ("single", "50,200")]),
        other => (other, Vec::new()),
    };
    let experiment = find(name).ok_or(Usage::Missing("a part of the tables"))?;
    let mut setting = Setting::new(experiment);
    for (key, value) in values {
        set(&mut setting, key, value)?;
    }
    set(&mut setting, "sets", &source.sets.to_string())?;
    set(&mut setting, "seed", &source.seed.to_string())?;
    match (part, &source.rules) {
        ("unseen" | "calibration", Some(path)) => {
            set(&mut setting, "rules", &format!("@{path}"))?;
            set(&mut setting, "half", if source.held_out { "held-out" } else { "development" })?;
        }
        ("hard", Some(path)) => {
            let list = read_file(path)?;
            let paths: Vec<&str> = list.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
            set(&mut setting, "boards", &paths.join(","))?;
        }
        _ => {}
    }
    Ok(setting)
}
