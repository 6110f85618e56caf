//! Games of classes that this build leaves out: which module of the page has them.

use crate::protocol::{Failed, Module, Source};

/// Ids of the built-in games of Pell's class; a test compares them with the class's own list.
pub(super) const METAGAME_IDS: [&str; 16] = [
    "american-checkers",
    "french-draughts",
    "losing-checkers",
    "pell-chess",
    "losing-chess",
    "chinese-chess",
    "shogi",
    "tic-tac-toe",
    "turncoat-chess",
    "knight-zone",
    "fairy",
    "game1",
    "game2",
    "game3",
    "game4",
    "game5",
];

/// The module that has the class of this game, where this build has not.
pub(super) fn module_of(source: &Source) -> Option<Module> {
    let metagame = match source {
        Source::Builtin(id) => METAGAME_IDS.contains(&id.as_str()),
        Source::Text(text) => is_metagame(text),
    };
    match metagame {
        true if !cfg!(feature = "metagame") => Some(Module::Metagame),
        false if !cfg!(feature = "simplified") => Some(Module::Kibitzer),
        _ => None,
    }
}

/// Games are invented by the module of a class that can.
pub(super) fn inventing() -> Failed {
    Failed::elsewhere(Module::Metagame)
}

#[cfg(all(test, feature = "metagame"))]
#[test]
fn the_ids_are_those_of_the_class() {
    let ids: Vec<&str> = crate::metagame::BUILTIN.iter().map(|game| game.id).collect();
    assert_eq!(METAGAME_IDS.to_vec(), ids);
}

/// Whether a text is meant to be a game of Pell's class: its first word, after comments, is `game`.
pub(super) fn is_metagame(text: &str) -> bool {
    let lines = text.trim_start_matches('\u{feff}').lines().map(|line| line.split('%').next().unwrap_or("").trim());
    let mut words = lines.flat_map(str::split_whitespace);
    words.next().is_some_and(|word| word.eq_ignore_ascii_case("game"))
}
