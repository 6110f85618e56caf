//! What somebody pasted: a game, a link, a position, or the moves of a game.

use crate::protocol::{Pasted, Source};
use crate::sbg;

use super::{Failure, Loaded, load};

pub(super) fn read(game: &Loaded, text: &str) -> Result<Pasted, Failure> {
    if text.len() > sbg::MAX_TEXT {
        return Err(Failure::new("This text is too long to be a position, a list of moves or a game."));
    }
    let text = text.trim();
    if text.is_empty() {
        return Err(Failure::new("Nothing was pasted. Expected a position, moves, a game text or a link."));
    }
    if let Some((_, fragment)) = text.split_once("#v=").filter(|_| !text.contains(char::is_whitespace)) {
        return Ok(Pasted::Link { fragment: format!("v={fragment}") });
    }
    if text.contains('<') {
        load(&Source::Text(text.to_owned()))?;
        return Ok(Pasted::Game { text: text.to_owned() });
    }
    // A position may stand alone, or before the word `moves`; moves may stand alone too.
    let (start, moves) = match text.split_once("moves") {
        Some((start, moves)) => (start.trim(), moves),
        None if text.contains('/') => (text, ""),
        None => ("", text),
    };
    let start = Some(start.to_owned()).filter(|start| !start.is_empty());
    let moves: Vec<String> = moves.split_whitespace().filter(|word| !is_numbering(word)).map(str::to_owned).collect();
    if start.is_none() && moves.first().is_some_and(|word| !word.contains(|c: char| c.is_ascii_digit())) {
        return Err(Failure::new("Expected a position, a list of moves such as a2a3 b7b6, a game text or a link."));
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
