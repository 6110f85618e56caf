//! What types of pieces are called, typed and drawn like.

use crate::game::{SHAPES, drawing_for};

/// Animals that the generator names pieces after, as the page can draw them.
const ANIMALS: &[(&str, &str)] = &[
    ("albatross", "bird"),
    ("coyote", "dog"),
    ("crow", "bird"),
    ("dingo", "dog"),
    ("dodo", "bird"),
    ("donkey", "knight"),
    ("dove", "bird"),
    ("finch", "bird"),
    ("fox", "dog"),
    ("gold", "helmet"),
    ("goose", "bird"),
    ("gull", "bird"),
    ("heron", "bird"),
    ("hyena", "dog"),
    ("jackal", "dog"),
    ("kiwi", "bird"),
    ("lark", "bird"),
    ("llama", "camel"),
    ("night", "knight"),
    ("mammoth", "elephant"),
    ("owl", "bird"),
    ("quail", "bird"),
    ("raven", "bird"),
    ("silver", "shield"),
    ("stork", "bird"),
    ("swan", "bird"),
    ("tern", "bird"),
    ("wren", "bird"),
    ("zebra", "knight"),
];

/// A type of pieces to people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Look {
    /// `horned toad`: the name with spaces.
    pub(super) name: String,
    /// One upper-case letter, with a digit where letters run out; Black's is in lower case.
    pub(super) symbol: String,
    pub(super) drawing: &'static str,
    /// Another type has the same drawing, or the drawing says nothing.
    pub(super) labelled: bool,
}

/// The looks of all types, in their order.
pub(super) fn looks(types: &[String]) -> Vec<Look> {
    let mut looks: Vec<Look> = Vec::new();
    for (index, name) in types.iter().enumerate() {
        let asked = drawing_for(name).or_else(|| {
            let found = |word: &str| ANIMALS.iter().find(|(animal, _)| *animal == word).map(|(_, drawing)| *drawing);
            name.rsplit(['_', '-']).find_map(found)
        });
        looks.push(Look {
            // Pell's chess spells it so.
            name: if name == "night" { "knight".to_owned() } else { name.replace('_', " ") },
            symbol: symbol(name, &looks),
            drawing: asked.unwrap_or(SHAPES[index % SHAPES.len()]),
            labelled: asked.is_none(),
        });
    }
    let drawings: Vec<&str> = looks.iter().map(|look| look.drawing).collect();
    for (index, look) in looks.iter_mut().enumerate() {
        look.labelled |= drawings.iter().enumerate().any(|(other, drawing)| other != index && *drawing == look.drawing);
    }
    looks
}

/// A letter of the name, any letter, or a letter with a digit: the first that is free.
fn symbol(name: &str, taken: &[Look]) -> String {
    // As in chess, where the king has the K.
    let usual = (name == "knight").then_some('N');
    let own = usual.into_iter().chain(name.chars()).filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_uppercase());
    let letters = own.chain('A'..='Z');
    let plain = letters.clone().map(String::from);
    let numbered = (2..=9).flat_map(|digit| letters.clone().map(move |letter| format!("{letter}{digit}")));
    let free = |symbol: &String| taken.iter().all(|look| look.symbol != *symbol);
    plain.chain(numbered).find(free).unwrap_or_default()
}

/// `a king`, `an elephant`.
pub(super) fn with_article(name: &str) -> String {
    let vowel = name.starts_with(['a', 'e', 'i', 'o', 'u']) && !name.starts_with("uni") && !name.starts_with("one");
    format!("{} {name}", if vowel { "an" } else { "a" })
}
