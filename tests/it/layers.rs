//! The layers of the crate: a module may use only what lies below it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What each module may name, besides itself. Lowest first.
const LAYERS: &[(&str, &[&str])] = &[
    ("board", &[]),
    ("rng", &[]),
    ("order", &["rng"]),
    ("monitor", &[]),
    ("game", &["board", "rng"]),
    ("automata", &["board", "order"]),
    ("sbg", &["board", "order", "rng", "game", "automata"]),
    ("observe", &["board", "order", "rng", "game", "automata", "sbg"]),
    ("learn", &["board", "order", "rng", "monitor", "automata", "sbg", "observe"]),
    ("search", &["board", "order", "rng", "monitor", "game"]),
    ("bots", &["board", "order", "rng", "monitor", "game", "automata", "sbg", "search"]),
    ("lab", &["board", "order", "rng", "monitor", "game", "automata", "sbg", "observe", "learn", "search", "bots"]),
    ("share", &[]),
    ("protocol", &[]),
    (
        "session",
        &[
            "board", "order", "rng", "monitor", "game", "automata", "sbg", "observe", "learn", "search", "bots", "lab",
            "share", "protocol",
        ],
    ),
    ("wasm", &["protocol", "session"]),
];

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

/// The modules that a file names as `crate::…`.
fn named(text: &str) -> BTreeSet<String> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let names = code.flat_map(|line| line.split("crate::").skip(1).map(str::to_owned).collect::<Vec<_>>());
    names.map(|rest| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()).collect()
}

#[test]
fn every_module_uses_only_the_layers_below_it() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for file in rust_files(&src) {
        let relative = file.strip_prefix(&src).unwrap();
        let module = relative.iter().next().unwrap().to_str().unwrap().trim_end_matches(".rs").to_owned();
        if module == "lib" || module == "bin" {
            continue;
        }
        let (_, allowed) = LAYERS
            .iter()
            .find(|(name, _)| *name == module)
            .unwrap_or_else(|| panic!("{module} has no place in the layers"));
        for name in named(&std::fs::read_to_string(&file).unwrap()) {
            assert!(name == module || allowed.contains(&name.as_str()), "{} may not use {name}", relative.display());
        }
    }
}

#[test]
fn the_core_reads_no_clock_and_asks_only_once_where_it_runs() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut platform_questions = 0;
    for file in rust_files(&src) {
        let text = std::fs::read_to_string(&file).unwrap();
        platform_questions += text.matches("target_arch").count();
        if !file.starts_with(src.join("bin")) {
            let shell = file == src.join("wasm.rs");
            for outside in ["getrandom", "web_sys", "js_sys"] {
                assert!(shell || !text.contains(outside), "{} uses {outside}", file.display());
            }
            for forbidden in ["std::time", "std::env", "std::fs", "std::thread", "static mut", "thread_local"] {
                assert!(!text.contains(forbidden), "{} uses {forbidden}", file.display());
            }
        }
    }
    assert_eq!(platform_questions, 1);
}
