//! A game as text, in the newer dialect; what is printed here is read back as the same game.

use std::fmt;

use crate::automata::Regex;
use crate::sbg::{GameDef, Goal, Naming};

/// Where expressions and comments are broken, as far as they can be.
const WIDTH: usize = 100;

impl fmt::Display for GameDef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "<<{}>>", game_name(&self.name))?;
        for line in wrap(self.about.split_whitespace(), WIDTH) {
            writeln!(f, "// {line}")?;
        }
        writeln!(f, "\n<BOARD>\n{} {}\n", self.board.width(), self.board.height())?;
        for row in self.rows() {
            writeln!(f, "|{row}|")?;
        }
        writeln!(f, "\n<PIECES>")?;
        write_names(f, &self.names)?;
        for piece in &self.pieces {
            write_piece(f, piece.letter, &piece.rule)?;
        }
        writeln!(f, "\n<GOALS>\n{} &", self.ply_limit)?;
        for goal in &self.goals {
            match goal {
                Goal::Reach { letter, squares } => {
                    let squares =
                        squares.iter().map(|square| format!("{} {}", self.board.x(*square), self.board.y(*square)));
                    writeln!(f, "@{letter} {} &", squares.collect::<Vec<_>>().join(", "))?;
                }
                Goal::Keep { letter, left } => writeln!(f, "#{letter} {left} &")?,
            }
        }
        Ok(())
    }
}

/// What of a text can be the name of a game. It stands between << and >> on one line, so those cannot be part of it.
pub(super) fn game_name(text: &str) -> String {
    let name: String = text.chars().filter(|c| *c != '>' && !c.is_control()).collect();
    name.trim().to_owned()
}

/// One comment with a line for each letter.
fn write_names(f: &mut fmt::Formatter<'_>, names: &[Naming]) -> fmt::Result {
    for (index, Naming { letter, name, drawing }) in names.iter().enumerate() {
        let name = name.as_ref().map(|name| format!(" {{META NAME {letter}: {}}}", name.as_str()));
        let drawing = drawing.map(|drawing| format!(" {{META DRAW {letter}: {}}}", drawing.id()));
        let start = if index == 0 { "/*" } else { "  " };
        let end = if index + 1 == names.len() { " */\n" } else { "" };
        writeln!(f, "{start}{}{}{end}", name.unwrap_or_default(), drawing.unwrap_or_default())?;
    }
    Ok(())
}

fn write_piece(f: &mut fmt::Formatter<'_>, letter: char, rule: &Regex) -> fmt::Result {
    let terms: Vec<String> = match rule {
        Regex::Union(terms) => terms.iter().map(Regex::to_string).collect(),
        other => vec![other.to_string()],
    };
    let last = terms.len().saturating_sub(1);
    let terms = terms.iter().enumerate().map(|(index, term)| match index == last {
        true => format!("{term} &"),
        false => format!("{term} +"),
    });
    let terms: Vec<String> = terms.collect();
    if terms.is_empty() {
        return writeln!(f, "{letter} &");
    }
    for (index, line) in wrap(terms.iter().map(String::as_str), WIDTH).enumerate() {
        let margin = if index == 0 { letter } else { ' ' };
        writeln!(f, "{margin} {line}")?;
    }
    Ok(())
}

/// Puts words on lines of at most `width` characters; a longer word gets a line of its own.
fn wrap<'a>(words: impl Iterator<Item = &'a str>, width: usize) -> impl Iterator<Item = String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.into_iter()
}
