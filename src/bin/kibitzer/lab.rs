//! `kibitzer lab`: experiments from the command line, on several threads, in shards, and on after an interruption.

use std::io::Write;

use kibitzer::lab::{EXPERIMENTS, Experiment, Kind, Run, Setting, SettingError, Shard, find, json, printed};
use kibitzer::sbg;

use crate::Trouble;
use crate::args::{Args, Usage, game_text, read_text};
use crate::lab_folder::Folder;
use crate::lab_threads::{self, Progressing};

pub(crate) fn lab(mut args: Args, out: &mut impl Write) -> Result<(), Trouble> {
    match args.operand("list, run or merge")?.as_str() {
        "list" => list(args, out),
        "run" => run(args, out),
        "merge" => merge(args, out),
        other => {
            let (option, value) = ("lab".to_owned(), other.to_owned());
            Err(Usage::BadValue { option, value, expected: "list, run or merge" }.into())
        }
    }
}

/// `lab list [NAME]`: all experiments, or one with its parameters.
fn list(mut args: Args, out: &mut impl Write) -> Result<(), Trouble> {
    let name = args.operand("").ok();
    args.finish()?;
    let Some(name) = name else {
        for experiment in EXPERIMENTS {
            writeln!(out, "{:<18}{}", experiment.name, experiment.title)?;
        }
        writeln!(out, "\n`kibitzer lab list NAME` shows its parameters.")?;
        return Ok(());
    };
    let experiment = known(&name)?;
    writeln!(out, "{}: {}\n{}", experiment.name, experiment.title, experiment.about)?;
    if !experiment.source.is_empty() {
        writeln!(out, "Published: {}", experiment.source)?;
    }
    for parameter in experiment.parameters {
        let values = values(parameter.kind);
        writeln!(out, "  {:<12}{}: {values}; default {}", parameter.name, parameter.about, or_none(parameter.default))?;
    }
    let cells = Run::new(Setting::new(experiment)).map_err(refused)?.cells().len();
    writeln!(out, "  {cells} cells by default")?;
    Ok(())
}

fn or_none(text: &str) -> &str {
    if text.is_empty() { "none" } else { text }
}

fn values(kind: Kind) -> String {
    match kind {
        Kind::Count { least, most } => format!("{least} to {most}"),
        Kind::Counts { least, most } => format!("numbers from {least} to {most}, separated by commas"),
        Kind::Games => "built-in games or files, separated by commas".to_owned(),
        Kind::Choice(known) => known.join(" or "),
        Kind::Choices(known) => format!("some of {}", known.join(", ")),
        Kind::Player => "a player".to_owned(),
        Kind::Players => "players, separated by semicolons".to_owned(),
        Kind::Text { .. } => "text, or @FILE".to_owned(),
    }
}

fn known(name: &str) -> Result<&'static Experiment, Trouble> {
    find(name).ok_or_else(|| {
        let names: Vec<&str> = EXPERIMENTS.iter().map(|experiment| experiment.name).collect();
        Trouble::Input(format!("kibitzer: there is no experiment {name:?}: expected one of {}", names.join(", ")))
    })
}

pub(crate) fn refused(error: SettingError) -> Trouble {
    Trouble::Input(format!("kibitzer: {error}"))
}

/// `lab run NAME`.
fn run(mut args: Args, out: &mut impl Write) -> Result<(), Trouble> {
    let name = args.operand("the name of an experiment (`kibitzer lab list`)")?;
    // The text of settings, as a link carries it, is a name too.
    let mut setting = match name.contains('?') {
        true => Setting::read(&name).map_err(refused)?,
        false => Setting::new(known(&name)?),
    };
    while let Some(pair) = args.text("set") {
        let Some((key, value)) = pair.split_once('=') else {
            return Err(Usage::BadValue { option: "--set".to_owned(), value: pair, expected: "key=value" }.into());
        };
        set(&mut setting, key, value)?;
    }
    let jobs = args.value("jobs", "a number of threads")?.unwrap_or(1);
    let shard = args.text("shard").map_or(Ok(Shard::WHOLE), |text| read_shard(&text))?;
    let folder = args.text("out");
    let (quiet, as_csv, as_json) = (args.flag("quiet"), args.flag("csv"), args.flag("json"));
    args.finish()?;
    let mut run = Run::new(setting).map_err(refused)?;
    let mut folder = folder.map(|path| Folder::open(&path, &run)).transpose()?;
    if let Some(folder) = &mut folder {
        folder.restore(&mut run)?;
    }
    let telling = if quiet { Progressing::Quiet } else { Progressing::Told };
    lab_threads::work(&mut run, shard, jobs, telling, &mut |cell, rows| match &folder {
        Some(folder) => folder.keep(cell, rows),
        None => Ok(()),
    })?;
    if let Some(folder) = &folder {
        // Other shards may have come to an end meanwhile.
        folder.restore(&mut run)?;
        if !run.is_complete() {
            let (done, cells) = (run.cells().len() - run.open(Shard::WHOLE).len(), run.cells().len());
            writeln!(out, "{done} of {cells} cells are done; `kibitzer lab merge` combines them")?;
            return Ok(());
        }
        folder.export(&run)?;
    }
    show(&run, as_csv, as_json, out)
}

pub(crate) fn show(run: &Run, as_csv: bool, as_json: bool, out: &mut impl Write) -> Result<(), Trouble> {
    let text = match (as_csv, as_json) {
        (true, _) => {
            let rows: Vec<_> = run.rows().iter().map(kibitzer::lab::Row::without_seconds).collect();
            kibitzer::lab::csv(&rows)
        }
        (_, true) => json(&run.rows()),
        _ => printed(run),
    };
    Ok(out.write_all(text.as_bytes())?)
}

/// Sets a parameter; games in files, and texts from files, are read first.
pub(crate) fn set(setting: &mut Setting, key: &str, value: &str) -> Result<(), Trouble> {
    let kind = setting.experiment().parameters.iter().find(|parameter| parameter.name == key).map(|known| known.kind);
    match (kind, value.strip_prefix('@')) {
        (Some(Kind::Text { most }), Some(path)) => return setting.set(key, &read_text(path, most)?).map_err(refused),
        (Some(Kind::Games), _) => provide(setting, value)?,
        _ => {}
    }
    setting.set(key, value).map_err(refused)
}

/// Reads the games of a list that are not built in.
pub(crate) fn provide(setting: &mut Setting, games: &str) -> Result<(), Trouble> {
    for name in games.split(',').filter(|name| sbg::builtin(name).is_none()) {
        let text = game_text(name)?;
        setting.provide(name, &text);
    }
    Ok(())
}

/// `2/5` is the second of five.
fn read_shard(text: &str) -> Result<Shard, Usage> {
    let numbers = text.split_once('/').and_then(|(index, of)| Some((index.parse().ok()?, of.parse().ok()?)));
    match numbers {
        Some((index @ 1.., of)) if index <= of => Ok(Shard { index: index - 1, of }),
        _ => {
            let (option, value) = ("--shard".to_owned(), text.to_owned());
            Err(Usage::BadValue { option, value, expected: "a part such as 2/5" })
        }
    }
}

/// `lab merge DIR [OTHER…]`: tables and plots of all runs in a folder, with the cells that other folders have.
fn merge(mut args: Args, out: &mut impl Write) -> Result<(), Trouble> {
    let folder = args.operand("a folder that `kibitzer lab run --out` wrote to")?;
    let mut others = Vec::new();
    while let Ok(other) = args.operand("") {
        others.push(other);
    }
    args.finish()?;
    let mut names = Folder::runs(&folder)?;
    for other in &others {
        names.extend(Folder::runs(other)?);
    }
    names.sort();
    names.dedup();
    if names.is_empty() {
        return Err(Trouble::Input(format!("{folder}: there is no run of an experiment in this folder")));
    }
    let mut missing = Vec::new();
    for name in names {
        let mut all = [&folder].into_iter().chain(&others);
        let Some(text) = all.find_map(|place| Folder::settings(place, &name)) else { continue };
        let mut run = Run::new(read_setting(&text)?).map_err(refused)?;
        let own = Folder::open(&folder, &run)?;
        own.restore(&mut run)?;
        for other in others.iter().filter(|other| Folder::settings(other, &name).is_some()) {
            let before: Vec<usize> = run.open(Shard::WHOLE);
            Folder::open(other, &run)?.restore(&mut run)?;
            for cell in before.into_iter().filter(|cell| run.is_done(*cell)) {
                own.keep(cell, &run.rows_of(cell))?;
            }
        }
        let open = run.open(Shard::WHOLE);
        if open.is_empty() {
            let files = own.export(&run)?;
            writeln!(out, "{name}: {} cells, {files} files", run.cells().len())?;
        } else {
            let first: Vec<String> = open.iter().take(8).map(|cell| (cell + 1).to_string()).collect();
            let more = if open.len() > 8 { ", …" } else { "" };
            missing.push(format!(
                "{name}: {} of {} cells are missing ({}{more}); run it again with --out {folder}",
                open.len(),
                run.cells().len(),
                first.join(", ")
            ));
        }
    }
    if missing.is_empty() { Ok(()) } else { Err(Trouble::Input(missing.join("\n"))) }
}

/// Settings from a file; games that they name by a path are read again.
fn read_setting(text: &str) -> Result<Setting, Trouble> {
    let mut games = Vec::new();
    let (name, values) = text.split_once('?').unwrap_or((text, ""));
    let experiment = known(name)?;
    for (key, value) in values.split('&').filter_map(|pair| pair.split_once('=')) {
        let is_games = experiment.parameters.iter().any(|known| known.name == key && known.kind == Kind::Games);
        // A path is escaped in the text; what is not a path is a built-in game.
        for name in value.split(',').filter(|name| is_games && sbg::builtin(name).is_none()) {
            let name = kibitzer::lab::unescaped(name).unwrap_or_default();
            let text = game_text(&name)?;
            games.push((name, text));
        }
    }
    Setting::read_with(text, &games).map_err(refused)
}
