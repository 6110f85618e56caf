//! What pieces are called and how they are drawn.
//!
//! A game text may say both, in comments of the form that published files use for what is not part of the rules:
//! `/* {META NAME G: guard} {META DRAW G: shield} */`. Readers that do not know the form skip the comment. White's
//! letter speaks for Black's too, unless Black's has an entry of its own. Without an entry, a piece has the name of the
//! chess piece with its letter, if its moves are among that piece's moves, and otherwise only its letter.

use std::fmt;

use crate::automata::{Dfa, On, Step};
pub use crate::game::DRAWINGS;
use crate::game::SHAPES;
use crate::order;
use crate::sbg::{GameDef, PieceInfo, Rules};

/// The longest name, in characters.
pub const MAX_NAME: usize = 24;

/// A name that fits into a sentence: one line of letters, digits, spaces and a few signs, neither empty nor long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceName(String);

impl PieceName {
    pub fn new(text: &str) -> Result<PieceName, NameError> {
        let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some(sign) = name.chars().find(|c| !is_in_names(*c)) {
            return Err(NameError::Sign(sign));
        }
        if name.chars().all(|c| " -'.".contains(c)) {
            return Err(NameError::Empty);
        }
        if name.chars().count() > MAX_NAME {
            return Err(NameError::TooLong);
        }
        Ok(PieceName(name))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Letters of any script with their marks. Not among them: braces and stars, which end the entry or its comment, and
/// characters without a shape, which can reorder or hide text.
fn is_in_names(c: char) -> bool {
    match c {
        ' ' | '-' | '\'' | '.' => true,
        '\0'..='\u{7f}' => c.is_ascii_alphanumeric(),
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202f}' | '\u{2060}'..='\u{206f}' => false,
        '\u{ad}' | '\u{61c}' | '\u{feff}' | '\u{fff0}'..='\u{ffff}' | '\u{e0000}'..='\u{10ffff}' => false,
        _ => !c.is_control() && !c.is_whitespace(),
    }
}

/// A drawing that the page has; see [`DRAWINGS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Drawing(&'static str);

impl Drawing {
    /// For a piece that has none yet.
    pub const PLAIN: Drawing = Drawing(SHAPES[0]);

    pub fn named(id: &str) -> Option<Drawing> {
        DRAWINGS.iter().find(|known| **known == id).copied().map(Drawing)
    }

    pub fn id(self) -> &'static str {
        self.0
    }
}

/// The usual letters of chess pieces.
const CHESS: [(char, &str); 6] =
    [('P', "pawn"), ('N', "knight"), ('B', "bishop"), ('R', "rook"), ('Q', "queen"), ('K', "king")];

/// What a text says about one letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Naming {
    pub letter: char,
    pub name: Option<PieceName>,
    pub drawing: Option<Drawing>,
}

/// Why an entry about a name or a drawing is passed over. It never makes a game invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameError {
    NoLetter,
    Open,
    Empty,
    TooLong,
    Sign(char),
    Twice(char),
    NoSuchDrawing(String),
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NameError::NoLetter => write!(f, "expected a piece's letter and a colon, as in {{META NAME G: guard}}"),
            NameError::Open => write!(f, "expected }} at the end of this entry"),
            NameError::Empty => write!(f, "expected a name after the colon"),
            NameError::TooLong => write!(f, "this name is too long: expected at most {MAX_NAME} characters"),
            NameError::Sign(sign) => {
                write!(
                    f,
                    "{sign:?} cannot be in a name: expected letters, digits, spaces, hyphens, apostrophes or full stops"
                )
            }
            NameError::Twice(letter) => write!(f, "{letter} has such an entry already"),
            NameError::NoSuchDrawing(id) => {
                write!(f, "there is no drawing {id:?}: expected one of {}", DRAWINGS.join(", "))
            }
        }
    }
}

/// What the comments of a text say about names and drawings.
#[derive(Clone, Debug, Default)]
pub(super) struct Namings {
    pub(super) all: Vec<Naming>,
}

impl Namings {
    /// Takes one entry, the text between `{META` and `}`; entries of other kinds are ignored.
    pub(super) fn take(&mut self, entry: &str) -> Result<(), NameError> {
        let entry = entry.trim_start();
        let (is_name, rest) = match (entry.strip_prefix("NAME"), entry.strip_prefix("DRAW")) {
            (Some(rest), _) => (true, rest),
            (_, Some(rest)) => (false, rest),
            _ => return Ok(()),
        };
        if !rest.starts_with(char::is_whitespace) {
            return Ok(());
        }
        let (letter, value) = rest.split_once(':').ok_or(NameError::NoLetter)?;
        let mut letters = letter.trim().chars();
        let letter = letters.next().filter(|letter| letter.is_ascii_alphabetic() && letters.next().is_none());
        let letter = letter.ok_or(NameError::NoLetter)?;
        let new = if is_name {
            Naming { letter, name: Some(PieceName::new(value)?), drawing: None }
        } else {
            let id: String = value.trim().chars().take(20).collect();
            let drawing = Drawing::named(&id).ok_or(NameError::NoSuchDrawing(id))?;
            Naming { letter, name: None, drawing: Some(drawing) }
        };
        let Some(known) = self.all.iter_mut().find(|known| known.letter == letter) else {
            self.all.push(new);
            return Ok(());
        };
        if known.name.is_some() && new.name.is_some() || known.drawing.is_some() && new.drawing.is_some() {
            return Err(NameError::Twice(letter));
        }
        known.name = known.name.take().or(new.name);
        known.drawing = known.drawing.or(new.drawing);
        Ok(())
    }
}

/// Gives every piece its name and its drawing. Pieces that could be taken for each other also show their letter.
pub(super) fn name_pieces(def: &GameDef, pieces: &mut [PieceInfo]) {
    let written = |letter: char| def.names.iter().find(|naming| naming.letter == letter);
    let mut unknown = Vec::new();
    for info in pieces.iter_mut() {
        let own = written(info.letter);
        let shared = written(info.letter.to_ascii_uppercase());
        let own_name = own.and_then(|naming| naming.name.as_ref());
        let name = own_name.or(shared.and_then(|naming| naming.name.as_ref())).map(PieceName::as_str);
        let name = name.or_else(|| chess_name(info.letter, &info.dfa));
        let drawing = own.and_then(|naming| naming.drawing).or_else(|| drawing_for(own_name?.as_str()));
        let drawing = drawing.or(shared.and_then(|naming| naming.drawing)).or_else(|| drawing_for(name?));
        info.name = name.map(str::to_owned);
        match drawing {
            Some(drawing) => info.drawing = drawing,
            None => unknown.push(info.letter.to_ascii_uppercase()),
        }
        info.labelled = drawing.is_none();
    }
    order::sort(&mut unknown);
    unknown.dedup();
    let taken = |shape: &&str| pieces.iter().any(|info| !info.labelled && info.drawing.id() == *shape);
    let free: Vec<&'static str> = SHAPES.into_iter().filter(|shape| !taken(shape)).collect();
    let free = if free.is_empty() { SHAPES.to_vec() } else { free };
    for info in pieces.iter_mut().filter(|info| info.labelled) {
        let at = unknown.iter().position(|letter| *letter == info.letter.to_ascii_uppercase()).unwrap_or(0);
        info.drawing = Drawing(free[at % free.len()]);
    }
    let drawn: Vec<(char, Drawing)> =
        pieces.iter().map(|info| (info.letter.to_ascii_uppercase(), info.drawing)).collect();
    for info in pieces {
        let letter = info.letter.to_ascii_uppercase();
        info.labelled |= drawn.iter().any(|(other, drawing)| *other != letter && *drawing == info.drawing);
    }
}

fn drawing_for(name: &str) -> Option<Drawing> {
    crate::game::drawing_for(name).map(Drawing)
}

/// The chess piece with this letter, where this one moves like it or less freely: a K that leaps is no king.
fn chess_name(letter: char, dfa: &Dfa) -> Option<&'static str> {
    let (kind, name) = CHESS.into_iter().find(|(known, _)| *known == letter.to_ascii_uppercase())?;
    let ahead = if letter.is_ascii_uppercase() { 1 } else { -1 };
    let fits = |step: Step, first: bool, last: bool| {
        let (x, y) = (step.dx.unsigned_abs(), step.dy.unsigned_abs());
        let one = x.max(y) == 1;
        let alone = first && last;
        match kind {
            'P' => one && step.dy == ahead,
            'N' => alone && x.min(y) == 1 && x.max(y) == 2,
            'K' => alone && one,
            'B' => one && x == y,
            'R' => one && x != y,
            _ => one,
        }
    };
    let steps = dfa.states().flat_map(|from| dfa.transitions(from).iter().map(move |(step, to)| (from, *step, *to)));
    let mut any = false;
    for (from, step, to) in steps {
        any = true;
        // A rider's way is over empty squares; what it may capture is at the end.
        let last = dfa.transitions(to).is_empty();
        let passes = step.on == On::Empty || last || kind == 'P';
        if step.on == On::Own || !passes || !fits(step, from == Dfa::START, last) {
            return None;
        }
    }
    any.then_some(name)
}

/// What is known about names in a game, for a text that has the same letters but not these comments.
pub fn known_names(def: &GameDef, rules: &Rules) -> Vec<Naming> {
    let mut names = def.names.clone();
    for (_, info) in rules.pieces() {
        let covers = |naming: &Naming| {
            naming.name.is_some() && (naming.letter == info.letter || naming.letter == info.letter.to_ascii_uppercase())
        };
        let name = info.name.as_deref().filter(|_| !names.iter().any(covers));
        if let Some(name) = name.and_then(|name| PieceName::new(name).ok()) {
            names.push(Naming { letter: info.letter, name: Some(name), drawing: None });
        }
    }
    names
}

impl PieceInfo {
    /// `guard`; the letter in upper case for a piece without a name.
    pub fn called(&self) -> String {
        self.name.clone().unwrap_or_else(|| self.letter.to_ascii_uppercase().to_string())
    }

    /// `a guard`, `an elephant`, `an F`.
    pub fn with_article(&self) -> String {
        let called = self.called();
        let start = called.to_ascii_lowercase();
        let vowel = if self.name.is_some() {
            start.starts_with(['a', 'e', 'i', 'o', 'u'])
                && !["uni", "use", "eu", "one"].iter().any(|sound| start.starts_with(sound))
        } else {
            "aefhilmnorsx".contains(&start)
        };
        format!("{} {called}", if vowel { "an" } else { "a" })
    }

    /// `2 guards`, `1 guard`, `2 F`.
    pub fn counted(&self, count: u32) -> String {
        let called = self.called();
        if count == 1 || self.name.is_none() {
            return format!("{count} {called}");
        }
        let ends = |endings: &[&str]| endings.iter().any(|ending| called.ends_with(ending));
        let stem = |cut: usize, ending: &str| format!("{count} {}{ending}", &called[..called.len() - cut]);
        if called == "man" || ends(&["sman", "rman", "dman", "tman", "kman", "nman"]) {
            stem(2, "en")
        } else if ends(&["s", "x", "z", "ch", "sh"]) {
            stem(0, "es")
        } else if called.ends_with('y') && !ends(&["ay", "ey", "oy", "uy"]) {
            stem(1, "ies")
        } else {
            stem(0, "s")
        }
    }
}
