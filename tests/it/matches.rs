//! Matches and records of players, on the command line.

use std::process::Command;

use kibitzer::observe::RecordReader;

fn run(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_kibitzer")).args(args).output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_match_can_be_repeated_and_its_games_are_saved() {
    let path = std::env::temp_dir().join(format!("kibitzer-{}-match.txt", std::process::id()));
    let save = path.to_str().unwrap();
    let args =
        ["match", "gardner", "alphabeta", "random", "--games", "4", "--nodes", "300", "--seed", "5", "--save", save];
    let told = run(&args);
    let saved = std::fs::read_to_string(&path).unwrap();
    assert_eq!(told, run(&args));
    std::fs::remove_file(&path).unwrap();
    assert_eq!(told.lines().count(), 5);
    assert!(told.lines().last().unwrap().starts_with("gardner: alphabeta against random: +"), "{told}");
    let records = RecordReader::new(saved.as_bytes()).collect::<Result<Vec<_>, _>>().unwrap();
    assert_eq!(records.iter().filter(|record| record.moves.is_empty()).count(), 4, "four games have four ends");
}

#[test]
fn players_of_every_kind_can_be_watched() {
    let watch = |extra: &[&str]| {
        let mut args = vec!["observe", "gardner", "--games", "2", "--list", "one", "--nodes", "200", "--seed", "3"];
        args.extend(extra);
        run(&args)
    };
    let random = watch(&[]);
    assert_eq!(random, watch(&["--white", "random", "--black", "random", "--mix", "0.5"]));
    let strong = watch(&["--white", "alphabeta", "--black", "uct"]);
    assert_eq!(strong, watch(&["--white", "alphabeta", "--black", "uct"]));
    let mixed = watch(&["--white", "alphabeta", "--black", "uct", "--mix", "0.5"]);
    assert!(random != strong && strong != mixed && mixed != random);
}
