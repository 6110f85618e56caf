//! The built-in games.

/// A game that comes with the program, by its id and its text.
#[derive(Clone, Copy, Debug)]
pub struct Builtin {
    pub id: &'static str,
    pub text: &'static str,
}

macro_rules! games {
    ($($id:literal),* $(,)?) => {
        &[$(Builtin { id: $id, text: include_str!(concat!("games/", $id, ".game")) }),*]
    };
}

/// In the order in which they are offered: known games, those of the dissertation, and those of its tournament.
pub const BUILTIN: &[Builtin] = games![
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

pub fn builtin(id: &str) -> Option<Builtin> {
    BUILTIN.iter().copied().find(|game| game.id == id)
}
