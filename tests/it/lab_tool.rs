//! `kibitzer lab` as people type it: threads, shards, and what is left of a run that was killed.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::typed::{good, run, text};

/// A folder that is removed when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("kibitzer-lab-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Folder(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const SMALL: [&str; 12] = [
    "lab",
    "run",
    "exactness",
    "--quiet",
    "--set",
    "boards=breakthrough,cannon",
    "--set",
    "all=1,2",
    "--set",
    "single=5",
    "--set",
    "sets=2",
];

fn small<'a>(folder: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    SMALL.into_iter().chain(["--out", folder]).chain(more.iter().copied()).collect()
}

/// All files of a run but its cells and the times, by name.
fn results(folder: &Folder) -> Vec<(String, String)> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder.0.join("exactness")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_file() && !name.contains("times") {
            files.push((name, std::fs::read_to_string(path).unwrap()));
        }
    }
    files.sort();
    files
}

#[test]
fn threads_shards_and_interruptions_give_the_same_bytes() {
    let (whole, threads, shards, other) =
        (Folder::new("whole"), Folder::new("threads"), Folder::new("shards"), Folder::new("other"));
    let printed = good(&small(whole.path(), &[]));
    assert!(printed.contains("exactness?boards=breakthrough,cannon&all=1,2&single=5"), "{printed}");
    let expected = results(&whole);
    assert!(expected.iter().any(|(name, _)| name == "exactness-table.csv"));
    assert!(expected.iter().any(|(name, _)| name.ends_with(".svg")));
    good(&small(threads.path(), &["--jobs", "3"]));
    assert_eq!(results(&threads), expected);

    // Shards on machines of their own, one of which is not done yet.
    good(&small(shards.path(), &["--shard", "1/3"]));
    good(&small(other.path(), &["--shard", "2/3"]));
    let output = run(&["lab", "merge", shards.path(), other.path()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("4 of 12 cells are missing (3, 6, 9, 12)"), "{}", text(&output.stderr));
    let told = good(&small(other.path(), &["--shard", "3/3"]));
    assert!(told.contains("8 of 12 cells are done"), "{told}");
    good(&["lab", "merge", shards.path(), other.path()]);
    assert_eq!(results(&shards), expected);

    // A cell that is gone and one that was damaged are worked out again; the others are not touched.
    let cell = |number: usize| shards.0.join(format!("exactness/cells/{number:06}.csv"));
    let (before, kept) =
        (std::fs::read_to_string(cell(2)).unwrap(), std::fs::metadata(cell(4)).unwrap().modified().unwrap());
    std::fs::remove_file(cell(1)).unwrap();
    std::fs::write(cell(2), &before[..before.len() / 2]).unwrap();
    good(&small(shards.path(), &[]));
    assert_eq!(results(&shards), expected);
    assert_eq!(std::fs::read_to_string(cell(2)).unwrap(), before);
    assert_eq!(std::fs::metadata(cell(4)).unwrap().modified().unwrap(), kept);

    // Other settings do not go into the same folder.
    let output = run(&["lab", "run", "exactness", "--quiet", "--out", shards.path()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("a run with other settings"), "{}", text(&output.stderr));
}

#[test]
fn a_run_that_was_killed_goes_on() {
    let (killed, whole) = (Folder::new("killed"), Folder::new("unkilled"));
    let long = |folder: &Folder| {
        let args = [
            "lab",
            "run",
            "exactness",
            "--quiet",
            "--set",
            "boards=breakthrough,cannon,los-alamos",
            "--set",
            "single=20,30",
        ];
        let mut command = Command::new(env!("CARGO_BIN_EXE_kibitzer"));
        command.args(args).args(["--out", folder.path()]).stdout(Stdio::null());
        command
    };
    let mut child = long(&killed).spawn().unwrap();
    let cells = killed.0.join("exactness/cells");
    let count = |cells: &Path| std::fs::read_dir(cells).map_or(0, |entries| entries.count());
    while count(&cells) < 3 && child.try_wait().unwrap().is_none() {
        std::thread::yield_now();
    }
    child.kill().unwrap();
    let _ = child.wait();
    let before = count(&cells);
    assert!(before >= 3 && !killed.0.join("exactness/exactness-table.csv").exists(), "{before}");
    assert!(long(&killed).status().unwrap().success());
    assert!(long(&whole).status().unwrap().success());
    assert_eq!(results(&killed), results(&whole));
}

#[test]
fn what_is_typed_wrong_is_said() {
    for (args, expected) in [
        (&["lab"][..], "expected list, run or merge"),
        (&["lab", "fly"], "list, run or merge"),
        (&["lab", "run", "nothing"], "there is no experiment"),
        (&["lab", "run", "exactness", "--set", "sets"], "key=value"),
        (&["lab", "run", "exactness", "--set", "sets=0"], "sets: expected whole numbers from 1 to 1000"),
        (&["lab", "run", "exactness", "--set", "boards=/no/such/file"], "neither a built-in game"),
        (&["lab", "run", "exactness", "--shard", "3/2"], "a part such as 2/5"),
        (&["lab", "merge", "/no/such/folder"], "/no/such/folder"),
    ] {
        let output = run(args);
        assert!(!output.status.success(), "{args:?}");
        assert!(text(&output.stderr).contains(expected), "{args:?}: {}", text(&output.stderr));
    }
}

#[test]
fn experiments_are_listed_with_what_can_be_set() {
    let listed = good(&["lab", "list"]);
    for experiment in kibitzer::lab::EXPERIMENTS {
        assert!(listed.contains(experiment.name));
        let one = good(&["lab", "list", experiment.name]);
        assert!(experiment.parameters.iter().all(|parameter| one.contains(parameter.about)), "{one}");
    }
}

#[test]
fn tables_are_rows_of_experiments() {
    let printed = good(&["tables", "--only", "needed", "--sets", "2", "--single-games", "20"]);
    assert!(printed.contains("bjornsson-needed?games=20&sets=2"), "{printed}");
    assert!(printed.lines().any(|line| line.contains("chess-breakthrough") && line.ends_with("448")), "{printed}");
    let same = good(&["lab", "run", "bjornsson-needed?games=20&sets=2", "--quiet"]);
    assert_eq!(printed.trim_end(), same.trim_end());
    let csv = good(&["lab", "run", "bjornsson-needed?games=20&sets=2", "--quiet", "--csv"]);
    assert!(csv.starts_with("experiment,board,set,piece,seed,needed\r\n"), "{csv}");
    assert_eq!(run(&["tables", "--only", "everything"]).status.code(), Some(2));
}

#[test]
fn games_in_files_take_part() {
    let game =
        crate::typed::Scratch::new("lab-game.sbg", kibitzer::sbg::builtin("breakthrough").unwrap().text.as_bytes());
    let folder = Folder::new("file");
    let boards = format!("boards={}", game.path());
    let args = [
        "lab",
        "run",
        "exactness",
        "--quiet",
        "--set",
        &boards,
        "--set",
        "all=2",
        "--set",
        "single=",
        "--out",
        folder.path(),
    ];
    assert!(good(&args).contains("kibitzer"));
    assert!(good(&["lab", "merge", folder.path()]).starts_with("exactness: 2 cells"));
}

#[test]
fn a_collection_of_rules_may_have_megabytes() {
    let rules = "one A (0,1,e) + (1,1,p)\none B (1,0,e)^*\n";
    let small = crate::typed::Scratch::new("few-rules.txt", rules.as_bytes());
    let comments =
        "// a comment as long as most rules are, which is some four hundred bytes in the end\n".repeat(25_000);
    assert!(comments.len() > 2_000_000);
    let large = crate::typed::Scratch::new("many-rules.txt", format!("{comments}{rules}").as_bytes());
    let learned = |file: &crate::typed::Scratch| {
        let rules = format!("rules=@{}", file.path());
        good(&["lab", "run", "unseen", "--quiet", "--csv", "--set", &rules, "--set", "single=20"])
    };
    assert_eq!(learned(&small), learned(&large));
    let rules = format!("rules=@{}", large.path());
    let table = good(&["lab", "run", "unseen", "--quiet", "--set", &rules, "--set", "single=20"]);
    assert!(table.contains("unseen?rules=2") && table.contains("_bytes&single=20") && table.len() < 2_000, "{table}");
    let too_large = crate::typed::Scratch::new("too-many-rules.txt", comments.repeat(5).as_bytes());
    let refused = run(&["tables", "--only", "unseen", "--rules", too_large.path()]);
    assert!(text(&refused.stderr).contains("more than 8192 KB"), "{}", text(&refused.stderr));
}
