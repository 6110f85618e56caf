//! Names that tests use for what the protocol calls by number.

use kibitzer::protocol::{OnView, StepView};

/// The number of a letter's piece; none that exists for a text that is not one letter.
pub(crate) fn piece_id(letter: &str) -> u32 {
    let mut letters = letter.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => u32::from(letter),
        _ => 0,
    }
}

/// The letter of a piece, `.` for none.
pub(crate) fn letter_of(piece: u32) -> String {
    char::from_u32(piece).filter(|_| piece > 0).unwrap_or('.').to_string()
}

/// A board from one letter a square.
pub(crate) fn squares(cells: &str) -> Vec<u32> {
    cells.chars().map(|cell| if cell == '.' { 0 } else { u32::from(cell) }).collect()
}

/// One letter a square.
pub(crate) fn cells(squares: &[u32]) -> String {
    squares.iter().map(|piece| letter_of(*piece)).collect()
}

/// A word as text.
pub(crate) fn word(steps: &[StepView]) -> String {
    let on = |step: &StepView| match step.on {
        OnView::E => 'e',
        OnView::P => 'p',
        OnView::W => 'w',
    };
    steps.iter().map(|step| format!("({},{},{})", step.dx, step.dy, on(step))).collect()
}

/// A word from its text; of well-formed ones only.
pub(crate) fn steps_of(word: &str) -> Vec<StepView> {
    let step = |part: &str| {
        let fields: Vec<&str> = part.trim_start_matches('(').split(',').collect();
        let on = match fields[2] {
            "e" => OnView::E,
            "p" => OnView::P,
            _ => OnView::W,
        };
        StepView { dx: fields[0].parse().unwrap(), dy: fields[1].parse().unwrap(), on }
    };
    word.split(')').filter(|part| !part.is_empty()).map(step).collect()
}

/// The file of a net, by the name that a game's view gives, as the page fetches it.
pub(crate) fn net_file(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/src/bots/nets/{name}.net", env!("CARGO_MANIFEST_DIR"))).unwrap()
}
