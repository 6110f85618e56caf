//! The laboratory: experiments give the same rows in any order, and plots, tables and files say the same.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use kibitzer::lab::plot::Style;
use kibitzer::lab::{
    Bench, Cell, EXPERIMENTS, Run, Setting, SettingError, Shard, csv, exports, find, printed, read_rows, write_rows,
};
use kibitzer::protocol::{Command, DoneCell, FailureCode, LaboratoryCommand, LaboratoryReply, Reply};
use kibitzer::rng::Rng;
use kibitzer::session::Session;

/// Sizes for a test: seconds for all experiments together.
pub(crate) fn tiny(name: &str) -> Setting {
    let values: &[(&str, &str)] = match name {
        "bjornsson-all" => &[("boards", "breakthrough"), ("games", "3"), ("sets", "2")],
        "bjornsson-single" => &[("boards", "breakthrough"), ("games", "5")],
        "bjornsson-needed" => &[("boards", "breakthrough,checkers-breakthrough"), ("games", "20"), ("sets", "2")],
        "strength" => &[
            ("boards", "escort-breakthrough"),
            ("opponents", "uct"),
            ("games", "2"),
            ("nodes", "50"),
            ("playouts", "10"),
            ("td", "2"),
        ],
        "values" => &[("boards", "gardner")],
        "weights" => &[("boards", "gardner"), ("games", "4"), ("points", "2"), ("sets", "2")],
        "slides-all" | "slides-spine" => &[("boards", "breakthrough,cannon"), ("games", "2"), ("sets", "1")],
        "slides-single" => &[("boards", "breakthrough,cannon"), ("games", "5"), ("sets", "1")],
        "quality" => &[
            ("boards", "breakthrough"),
            ("amounts", "1,2"),
            ("nodes", "20"),
            ("tests", "1"),
            ("learners", "kibitzer,rpni-bjornsson"),
        ],
        "tournament" => &[("boards", "game1,game3"), ("players", "P1,P2,P6"), ("positions", "5")],
        "exactness" => &[("boards", "breakthrough"), ("all", "1,2"), ("single", "5"), ("sets", "2")],
        "questions" => &[("boards", "breakthrough"), ("sets", "1"), ("most", "10")],
        "calibration" => &[("count", "2"), ("all", "2"), ("single", "20")],
        "piece-values" => &[("games", "2"), ("nodes", "20"), ("td", "2")],
        "unseen" => &[("count", "2"), ("single", "10")],
        "hard" | "damage" | "greedy" => &[("boards", "breakthrough"), ("sets", "1")],
        _ => &[],
    };
    let mut setting = Setting::new(find(name).unwrap());
    for (key, value) in values {
        setting.set(key, value).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    setting
}

/// More cells than this are not worked out in a test: results of a part must be shown too.
const MOST_CELLS: usize = 8;

fn worked(name: &str) -> Run {
    let mut run = Run::new(tiny(name)).unwrap();
    for cell in 0..run.cells().len().min(MOST_CELLS) {
        let rows = run.work(cell, &mut Bench::default()).unwrap();
        assert!(!rows.is_empty(), "{name}, cell {cell}");
        run.accept(cell, rows);
    }
    run
}

#[test]
fn rows_do_not_depend_on_the_order_of_the_work_and_survive_as_text() {
    for experiment in EXPERIMENTS.iter().filter(|experiment| experiment.name != "early") {
        let run = worked(experiment.name);
        let mut again = Run::new(Setting::read(&run.setting().to_string()).unwrap()).unwrap();
        for cell in (0..run.cells().len().min(MOST_CELLS)).rev() {
            // Half of it is worked out backwards, half is read from the text of the first run.
            if cell % 2 == 0 {
                let rows = again.work(cell, &mut Bench::default()).unwrap();
                again.accept(cell, rows);
            } else {
                assert!(again.restore(cell, &write_rows(&run.rows_of(cell))), "{}", experiment.name);
            }
        }
        assert_eq!(again.rows(), run.rows(), "{}", experiment.name);
        assert_eq!(exports(&again), exports(&run), "{}", experiment.name);
    }
}

/// The page's tests compare with the same files, so tool and page agree to the last digit. UPDATE=1 writes them.
#[test]
fn rows_are_those_that_were_kept() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lab");
    let all = std::fs::read_to_string(folder.join("settings.txt")).unwrap();
    for settings in all.lines() {
        let mut run = Run::new(Setting::read(settings).unwrap()).unwrap();
        assert_eq!(run.setting().to_string(), settings, "in its shortest form, as a link has it");
        for cell in 0..run.cells().len() {
            let rows = run.work(cell, &mut Bench::default()).unwrap();
            run.accept(cell, rows);
        }
        let name = format!("{}-rows.csv", run.experiment().name);
        let text = exports(&run).into_iter().find(|file| file.name == name).unwrap().text;
        let path = folder.join(&name);
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &text).unwrap();
        }
        let kept = std::fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
        assert_eq!(text.replace("\r\n", "\n"), kept, "{settings}: if that is meant, UPDATE=1 cargo test");
    }
}

#[test]
fn every_number_of_a_plot_stands_in_an_exported_table() {
    let mut plots = 0;
    for experiment in EXPERIMENTS.iter().filter(|experiment| experiment.name != "early") {
        let run = worked(experiment.name);
        let report = run.report();
        assert!(!report.finding.is_empty() && !report.finding.contains("NaN"), "{}", experiment.name);
        let files = exports(&run);
        let texts: Vec<&str> =
            files.iter().filter(|file| file.name.ends_with(".csv")).map(|file| file.text.as_str()).collect();
        let cells: BTreeSet<&str> = texts.iter().flat_map(|text| text.split([',', '\r', '\n'])).collect();
        for plot in &report.plots {
            plots += 1;
            assert!(!plot.caption.is_empty() && !plot.title.is_empty());
            let values = plot.values();
            assert!(!values.is_empty(), "{} {}", experiment.name, plot.name);
            for value in &values {
                assert!(cells.contains(value.as_str()), "{} {}: {value}", experiment.name, plot.name);
            }
            let svg = plot.svg(Style::Included);
            well_formed(&svg);
            // What the picture carries is what the plot has.
            let drawn = attributes(&svg, "data-value");
            assert!(
                !drawn.is_empty() && drawn.iter().all(|value| values.contains(value)),
                "{} {}",
                experiment.name,
                plot.name
            );
            assert_eq!(
                drawn.len(),
                attributes(&svg, "aria-label").len() - 1,
                "one label for each mark and one for the plot"
            );
            assert!(!plot.svg(Style::Left).contains("<style"), "a page's policy forbids styles within");
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{} {}", experiment.name, plot.name);
        }
    }
    assert!(plots >= 18, "{plots}");
}

fn attributes(svg: &str, name: &str) -> Vec<String> {
    let begin = format!(" {name}=\"");
    svg.split(&begin).skip(1).map(|rest| rest.split('"').next().unwrap().to_owned()).collect()
}

/// Tags are closed in the order in which they were opened, and no bare `<` or `&` stands in a text.
fn well_formed(svg: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = svg;
    while let Some(start) = rest.find('<') {
        let end = start + rest[start..].find('>').expect("a tag is closed");
        let tag = &rest[start + 1..end];
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap();
        match (tag.starts_with('/'), tag.ends_with('/')) {
            (true, _) => assert_eq!(open.pop(), Some(name)),
            (false, false) => open.push(name),
            (false, true) => {}
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        rest = &rest[end + 1..];
    }
    assert_eq!(open, Vec::<&str>::new());
    for entity in svg.split('&').skip(1) {
        assert!(["amp;", "lt;", "gt;", "quot;"].iter().any(|known| entity.starts_with(known)), "{entity:.20}");
    }
}

#[test]
fn files_are_complete_and_without_times() {
    let mut clock = 0.0;
    let mut tick = || {
        clock += 0.25;
        clock
    };
    let mut run = Run::new(tiny("bjornsson-all")).unwrap();
    for cell in 0..run.cells().len() {
        let rows = run.work(cell, &mut Bench { clock: Some(&mut tick), poll: None }).unwrap();
        run.accept(cell, rows);
    }
    let files = exports(&run);
    let file = |name: &str| &files.iter().find(|file| file.name == name).unwrap_or_else(|| panic!("{name}")).text;
    for name in ["bjornsson-all-rows.csv", "bjornsson-all-table.csv", "bjornsson-all.json", "bjornsson-all.md"] {
        assert!(!file(name).contains("0.2500"), "{name}");
    }
    assert!(file("bjornsson-all-table-times.csv").contains("0.2500"));
    assert!(file("bjornsson-all-exact.svg").starts_with("<svg "));
    let read: serde_json::Value = serde_json::from_str(file("bjornsson-all.json")).unwrap();
    assert_eq!(read["experiment"], "bjornsson-all");
    assert_eq!(read["rows"].as_array().unwrap().len(), run.rows().len());
    assert_eq!(read["tables"][0]["rows"][0]["exact"].as_f64(), run.report().tables[0].rows[0].value("exact"));
    assert!(printed(&run).contains("published"), "the published figures stand beside ours");
}

#[test]
fn settings_are_checked_and_survive_as_a_short_text() {
    let mut setting = Setting::new(find("strength").unwrap());
    assert_eq!(setting.to_string(), "strength");
    setting.set("opponents", "uct;alphabeta:weights=ones,nodes=50").unwrap();
    setting.set("boards", "gardner").unwrap();
    let text = setting.to_string();
    assert_eq!(text, "strength?boards=gardner&opponents=uct;alphabeta:weights=ones,nodes=50");
    assert_eq!(Setting::read(&text).unwrap().to_string(), text);
    let mut unseen = Setting::new(find("unseen").unwrap());
    unseen.set("rules", "g A (0,1,e)&\n% ü").unwrap();
    let again = Setting::read(&unseen.to_string()).unwrap();
    assert_eq!(again.text("rules"), "g A (0,1,e)&\n% ü");
    assert!(!unseen.to_string()[7..].contains(['\n', '#', ' ']));
    for (name, key, value) in [
        ("exactness", "sets", "0"),
        ("exactness", "sets", "many"),
        ("exactness", "all", "1,,2"),
        ("exactness", "boards", "no-such-game"),
        ("exactness", "boards", ""),
        ("exactness", "learners", "kibitzer,guess"),
        ("quality", "listing", "none"),
        ("strength", "opponents", "uct;nobody"),
    ] {
        let error = Setting::new(find(name).unwrap()).set(key, value).unwrap_err();
        assert!(matches!(error, SettingError::BadValue { .. }), "{key}={value}");
        assert!(error.to_string().starts_with(&format!("{key}: expected ")), "{error}");
    }
    for text in [
        "",
        "nothing",
        "exactness?x=1",
        "exactness?sets",
        "exactness?sets=%",
        "exactness?sets=%zz",
        "exactness?sets=%ff",
    ] {
        assert!(Setting::read(text).is_err(), "{text}");
    }
}

#[test]
fn a_plan_without_end_is_refused() {
    let numbers: Vec<String> = (1..=60).map(|number| number.to_string()).collect();
    let mut setting = Setting::new(find("exactness").unwrap());
    for (key, value) in [("all", numbers.join(",").as_str()), ("single", &numbers.join(",")), ("sets", "1000")] {
        setting.set(key, value).unwrap();
    }
    assert_eq!(Run::new(setting).unwrap_err(), SettingError::TooManyCells(100_000));
    let mut twice = tiny("exactness");
    twice.set("all", "1,2,1,1").unwrap();
    assert_eq!(Run::new(twice).unwrap().cells().len(), Run::new(tiny("exactness")).unwrap().cells().len());
}

#[test]
fn damaged_texts_are_refused() {
    let run = worked("exactness");
    let (settings, rows) = (run.setting().to_string(), write_rows(&run.rows_of(0)));
    let mut fresh = Run::new(tiny("exactness")).unwrap();
    assert!(!fresh.restore(1, &rows), "rows of another cell");
    assert!(!fresh.restore(99, &rows));
    let mut refused = 0;
    for seed in 0..3000 {
        let mut rng = Rng::new(seed);
        let mut damaged = rows.clone().into_bytes();
        for _ in 0..1 + rng.index(3) {
            let at = rng.index(damaged.len());
            match rng.below(3) {
                0 => damaged[at] = rng.below(128) as u8,
                1 => drop(damaged.drain(at..(at + 3).min(rows.len()).min(damaged.len()))),
                _ => damaged.truncate(at + 1),
            }
        }
        let text = String::from_utf8_lossy(&damaged).into_owned();
        refused += u32::from(!fresh.restore(0, &text));
        // Whatever is accepted can be shown.
        let _ = (read_rows(run.experiment(), &text), fresh.report());
        let mut name = settings.clone();
        let at = rng.index(name.len() + 1);
        name.insert(at, char::from(rng.below(128) as u8));
        let _ = Setting::read(&name);
    }
    assert!(refused > 1500, "{refused}");
}

#[test]
fn work_can_be_cancelled_between_steps() {
    for name in ["strength", "quality", "piece-values", "weights", "questions"] {
        let run = Run::new(tiny(name)).unwrap();
        let mut polled = 0;
        let mut stop = || {
            polled += 1;
            if polled > 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let cell = run.cells().len() - 1;
        assert_eq!(run.work(cell, &mut Bench { clock: None, poll: Some(&mut stop) }), None, "{name}");
        assert_eq!(polled, 2, "{name}");
    }
}

#[test]
fn shards_have_every_cell_once_and_the_estimate_follows_the_cost() {
    let mut run = Run::new(tiny("exactness")).unwrap();
    let mut cells: Vec<usize> = (0..3).flat_map(|index| run.open(Shard { index, of: 3 })).collect();
    cells.sort_unstable();
    assert_eq!(cells, (0..run.cells().len()).collect::<Vec<_>>());
    assert_eq!(run.progress(Shard::WHOLE, 5.0).left, None);
    let rows = run.work(0, &mut Bench::default()).unwrap();
    run.accept(0, rows);
    let cost = |cells: &[kibitzer::lab::Work]| cells.iter().map(|work| work.cost).sum::<u64>() as f64;
    let progress = run.progress(Shard::WHOLE, 5.0);
    let expected = 5.0 * cost(&run.cells()[1..]) / cost(&run.cells()[..1]);
    assert!((progress.left.unwrap() - expected).abs() < 1e-9);
    assert_eq!((progress.done, progress.cells), (1, run.cells().len()));
}

/// The answer to a command.
fn ask(session: &mut Session, command: LaboratoryCommand) -> Reply {
    let mut last = None;
    session.handle(Command::Laboratory(command), &mut |reply| last = Some(reply));
    last.unwrap()
}

#[test]
fn a_page_gets_the_same_rows_tables_and_files() {
    let run = worked("exactness");
    let settings = run.setting().to_string();
    let mut session = Session::new();
    let Reply::Laboratory(LaboratoryReply::Experiments(experiments)) =
        ask(&mut session, LaboratoryCommand::Experiments)
    else {
        panic!()
    };
    assert_eq!(experiments.len(), EXPERIMENTS.len());
    let plan = LaboratoryCommand::Plan {
        settings: "exactness".to_owned(),
        values: run.setting().changed().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
    };
    let Reply::Laboratory(LaboratoryReply::Plan(plan)) = ask(&mut session, plan) else { panic!() };
    assert_eq!((plan.settings.as_str(), plan.cells.len()), (settings.as_str(), run.cells().len()));
    // Two workers, each with some of the cells.
    let mut done = Vec::new();
    let mut pool = [Session::new(), Session::new()];
    for cell in 0..run.cells().len() as u32 {
        let command = LaboratoryCommand::RunCell { settings: settings.clone(), cell };
        let worker = &mut pool[cell as usize % 2];
        let Reply::Laboratory(LaboratoryReply::Cell(cell)) = ask(worker, command) else { panic!() };
        done.push(cell);
    }
    done.reverse();
    let command = LaboratoryCommand::Export { settings: settings.clone(), done: done.clone() };
    let Reply::Laboratory(LaboratoryReply::Files(files)) = ask(&mut session, command) else { panic!() };
    let ours: Vec<(String, String)> = exports(&run).into_iter().map(|file| (file.name, file.text)).collect();
    assert_eq!(files.into_iter().map(|file| (file.name, file.text)).collect::<Vec<_>>(), ours);
    let half = done[..done.len() / 2].to_vec();
    let command = LaboratoryCommand::Report { settings: settings.clone(), done: half, seconds: 3.0 };
    let Reply::Laboratory(LaboratoryReply::Report(report)) = ask(&mut session, command) else { panic!() };
    assert!(report.share > 0.0 && report.share < 1.0 && report.left.is_some_and(|left| left > 0.0));
    assert!(!report.tables[0].lines.is_empty() && !report.plots.is_empty());
    let command = LaboratoryCommand::Report { settings: settings.clone(), done, seconds: f64::NAN };
    let Reply::Laboratory(LaboratoryReply::Report(report)) = ask(&mut session, command) else { panic!() };
    assert_eq!(report.finding, run.report().finding);
    let table = csv(&run.report().tables[0].rows);
    let lines: Vec<String> = report.tables[0].lines.iter().map(|line| line.join(",") + "\r\n").collect();
    assert_eq!(lines.concat(), table);
    for wrong in [
        LaboratoryCommand::Plan { settings: "nothing".to_owned(), values: Vec::new() },
        LaboratoryCommand::Plan { settings: settings.clone(), values: vec![("sets".to_owned(), "x".to_owned())] },
        LaboratoryCommand::RunCell { settings: settings.clone(), cell: 9999 },
        LaboratoryCommand::Export { settings, done: vec![DoneCell { cell: 0, rows: "x".to_owned() }] },
    ] {
        let Reply::Failed(failed) = ask(&mut session, wrong.clone()) else { panic!("{wrong:?}") };
        assert_eq!(failed.code, FailureCode::Argument);
    }
}

#[test]
fn times_come_from_outside_only() {
    let run = Run::new(tiny("bjornsson-all")).unwrap();
    let rows = run.work(0, &mut Bench::default()).unwrap();
    assert!(rows.iter().all(|row| *row.cell("seconds") == Cell::Missing));
    let mut session = Session::new();
    let mut now = 0.0;
    session.set_clock(Box::new(move || {
        now += 2.0;
        now
    }));
    let command = LaboratoryCommand::RunCell { settings: run.setting().to_string(), cell: 0 };
    let Reply::Laboratory(LaboratoryReply::Cell(cell)) = ask(&mut session, command) else { panic!() };
    assert!(cell.rows.contains(",2.0000\r\n"), "{}", cell.rows);
}
