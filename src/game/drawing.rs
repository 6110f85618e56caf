//! The drawings that the page has, and the words in names of pieces that ask for one.

/// Every drawing: the chess figures, figures for pieces of other games, and shapes without a meaning.
pub const DRAWINGS: &[&str] = &[
    "pawn", "knight", "bishop", "rook", "queen", "king", "man", "crown", "elephant", "camel", "giraffe", "dog", "bird",
    "cannon", "engine", "chariot", "shield", "sword", "flag", "helmet", "turban", "fan", "star", "moon", "gem", "drop",
    "leaf", "hexagon",
];

/// For pieces of which nothing is known.
pub const SHAPES: [&str; 6] = ["star", "moon", "gem", "drop", "leaf", "hexagon"];

/// Words in a name that choose a drawing, besides the drawings' own names.
const WORDS: &[(&str, &str)] = &[
    ("adviser", "fan"),
    ("advisor", "fan"),
    ("bodyguard", "shield"),
    ("castle", "rook"),
    ("catapult", "engine"),
    ("checker", "man"),
    ("courser", "bird"),
    ("crane", "bird"),
    ("draughtsman", "man"),
    ("eagle", "bird"),
    ("falcon", "bird"),
    ("general", "helmet"),
    ("guard", "shield"),
    ("gun", "cannon"),
    ("hawk", "bird"),
    ("horse", "knight"),
    ("ibis", "bird"),
    ("lance", "flag"),
    ("lancer", "flag"),
    ("mandarin", "fan"),
    ("minister", "turban"),
    ("picket", "flag"),
    ("rider", "flag"),
    ("samurai", "helmet"),
    ("scout", "flag"),
    ("soldier", "sword"),
    ("stone", "man"),
    ("vizier", "turban"),
    ("warrior", "sword"),
    ("wazir", "turban"),
    ("wolf", "dog"),
];

/// The drawing that a name asks for; its last word counts most ("war elephant").
pub fn drawing_for(name: &str) -> Option<&'static str> {
    name.to_ascii_lowercase().rsplit([' ', '-', '_']).find_map(|word| {
        let known = WORDS.iter().find(|(known, _)| *known == word).map(|(_, drawing)| *drawing);
        DRAWINGS.iter().find(|drawing| **drawing == known.unwrap_or(word)).copied()
    })
}
