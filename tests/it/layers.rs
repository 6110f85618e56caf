//! The layers of the crate: a module may use only what lies below it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What each module may name, besides itself. Lowest first.
const LAYERS: &[(&str, &[&str])] = &[
    ("board", &[]),
    ("rng", &[]),
    ("decimal", &["rng"]),
    ("order", &["rng"]),
    ("monitor", &[]),
    ("game", &["board", "rng"]),
    ("automata", &["board", "order"]),
    ("metagame", &["board", "order", "rng", "monitor", "game"]),
    ("sbg", &["board", "order", "rng", "game", "automata"]),
    ("observe", &["board", "order", "rng", "game", "automata", "sbg"]),
    ("learn", &["board", "decimal", "order", "rng", "monitor", "automata", "sbg", "observe"]),
    ("gdl", &["board", "order", "rng", "monitor", "game", "automata", "sbg", "observe", "learn"]),
    ("search", &["board", "order", "rng", "monitor", "game"]),
    ("bots", &["board", "decimal", "order", "rng", "monitor", "game", "automata", "metagame", "sbg", "search"]),
    (
        "lab",
        &[
            "board", "decimal", "order", "rng", "monitor", "game", "automata", "metagame", "sbg", "observe", "learn",
            "search", "bots",
        ],
    ),
    ("share", &[]),
    ("protocol", &[]),
    ("classes", &["board", "order", "rng", "game", "automata", "metagame", "sbg", "search", "bots", "protocol", "toy"]),
    (
        "session",
        &[
            "board", "order", "rng", "monitor", "game", "automata", "sbg", "observe", "learn", "search", "bots", "lab",
            "share", "protocol", "classes",
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

/// Outside the loader and what is about learning, nothing above the classes knows one of them.
#[test]
fn table_protocol_and_links_name_no_class_of_games() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut checked = 0;
    for file in rust_files(&src) {
        let relative = file.strip_prefix(&src).unwrap();
        let above = ["protocol", "session", "share", "wasm"]
            .iter()
            .any(|area| relative.starts_with(area) || relative == Path::new(&format!("{area}.rs")));
        let learning = relative.starts_with("session/learning") || relative == Path::new("session/learning.rs");
        if !above || learning {
            continue;
        }
        checked += 1;
        let text = std::fs::read_to_string(&file).unwrap();
        let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        for class in ["sbg", "Simplified", "metagame", "gdl", "toy"] {
            let named = code.iter().find(|line| line.split(|c: char| !c.is_alphanumeric()).any(|word| word == class));
            assert_eq!(named, None, "{} names {class}", relative.display());
        }
    }
    assert!(checked >= 12, "{checked}");
}

/// The list of classes stands in one place.
#[test]
fn only_the_list_of_classes_names_them_all() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let naming = rust_files(&src).into_iter().filter(|file| {
        let text = std::fs::read_to_string(file).unwrap();
        text.contains("Simplified(Simplified)")
    });
    assert_eq!(naming.collect::<Vec<_>>(), [src.join("classes.rs")]);
}
