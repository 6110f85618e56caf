//! A short run of `kibitzer fuzz`, and everything that long ones have found.

use std::process::Command;

#[test]
fn damaged_input_of_every_kind_is_refused_or_read() {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fuzz");
    let run = Command::new(env!("CARGO_BIN_EXE_kibitzer"))
        .args(["fuzz", "all", "--count", "400", "--seed", "7", "--corpus", corpus])
        .output()
        .unwrap();
    let (out, error) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(run.status.success(), "{out}{error}");
    for kind in ["games", "records", "links", "commands"] {
        assert!(out.lines().any(|line| line.starts_with(kind) && line.contains("400 new ones")), "{out}");
    }
}
