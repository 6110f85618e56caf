//! What was pasted: a game, a link, a position, or the moves of a game.

use crate::protocol::{Failed, FailureCode, Pasted, Source};

use super::host::{Host, load};

/// The longest text that is looked at, in bytes.
const MAX_TEXT: usize = 256 * 1024;

pub(super) fn read(game: &dyn Host, text: &str) -> Result<Pasted, Failed> {
    if text.len() > MAX_TEXT {
        return Err(Failed::new(
            FailureCode::Pasted,
            "This text is too long to be a position, a list of moves or a game.",
        ));
    }
    let text = text.trim();
    if text.is_empty() {
        return Err(Failed::new(
            FailureCode::Pasted,
            "Nothing was pasted. Expected a position, moves, a game text or a link.",
        ));
    }
    if let Some((_, fragment)) = text.split_once("#v=").filter(|_| !text.contains(char::is_whitespace)) {
        return Ok(Pasted::Link { fragment: format!("v={fragment}") });
    }
    if text.contains('<') {
        // A game that another module can read is one.
        if let Err(failed) = load(&Source::Text(text.to_owned()))
            && failed.module.is_none()
        {
            return Err(failed);
        }
        return Ok(Pasted::Game { text: text.to_owned() });
    }
    // A position may stand alone, before the word `moves`, or in the line above them; moves may stand alone too.
    let (start, moves) = match text.split_once("moves") {
        Some(parts) => parts,
        None if text.contains('/') => text.split_once('\n').unwrap_or((text, "")),
        None => ("", text),
    };
    let start = Some(start.trim().to_owned()).filter(|start| !start.is_empty());
    let moves: Vec<String> = moves.split_whitespace().filter(|word| !is_numbering(word)).map(str::to_owned).collect();
    if start.is_none() && moves.first().is_some_and(|word| !word.contains(|c: char| c.is_ascii_digit())) {
        return Err(Failed::new(
            FailureCode::Pasted,
            "Expected a position, a list of moves such as a2a3 b7b6, a game text or a link.",
        ));
    }
    game.replay(start.as_deref(), &moves)?;
    match (start, moves.is_empty()) {
        (Some(start), true) => Ok(Pasted::Position { start }),
        (start, _) => Ok(Pasted::Moves { start, moves }),
    }
}

/// `12.` in front of a move, as people number them.
fn is_numbering(word: &str) -> bool {
    word.strip_suffix('.').is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}
