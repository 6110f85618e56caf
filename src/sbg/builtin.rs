//! The built-in games.

/// A game that comes with the program, by its id and its text.
#[derive(Clone, Copy, Debug)]
pub struct Builtin {
    pub id: &'static str,
    pub text: &'static str,
}

macro_rules! games {
    ($($id:literal),* $(,)?) => {
        &[$(Builtin { id: $id, text: include_str!(concat!("../../www/games/", $id, ".sbg")) }),*]
    };
}

/// In the order in which they are offered.
pub const BUILTIN: &[Builtin] = games![
    "breakthrough",
    "checkers-breakthrough",
    "chess-breakthrough",
    "knightthrough",
    "escort-breakthrough",
    "chess",
    "gardner",
    "los-alamos",
    "los-alamos-asymmetric",
    "cannon",
    "limited-rider",
    "legacy-of-ibis",
    "tamerlane",
];

/// The built-in game of this id.
///
/// ```
/// use kibitzer::sbg::{builtin, read_game};
///
/// let chess = builtin("chess").unwrap();
/// let (_, rules) = read_game(chess.text).unwrap();
/// assert_eq!(rules.board().size(), 64);
/// assert!(builtin("go").is_none());
/// ```
pub fn builtin(id: &str) -> Option<Builtin> {
    BUILTIN.iter().copied().find(|game| game.id == id)
}
