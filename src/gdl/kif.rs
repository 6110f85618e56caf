//! KIF, the parenthesised notation that game descriptions are written in: text to nested lists, with places.

use std::fmt;

/// The longest description that is read.
pub const MAX_TEXT: usize = 4 << 20;
/// Lists nested deeper than this are refused, so that no later walk can run out of stack.
const MAX_DEPTH: usize = 40;

/// Where something stands in a text; both numbers begin at 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    pub line: u32,
    pub column: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// A symbol or a list, and where it begins. Symbols are in lower case: GDL does not distinguish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    pub place: Place,
    pub kind: ExprKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    Symbol(String),
    List(Vec<Expr>),
}

impl Expr {
    pub fn symbol(&self) -> Option<&str> {
        match &self.kind {
            ExprKind::Symbol(name) => Some(name),
            ExprKind::List(_) => None,
        }
    }

    pub fn list(&self) -> Option<&[Expr]> {
        match &self.kind {
            ExprKind::Symbol(_) => None,
            ExprKind::List(items) => Some(items),
        }
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ExprKind::Symbol(name) => f.write_str(name),
            ExprKind::List(items) => {
                f.write_str("(")?;
                for (index, item) in items.iter().enumerate() {
                    let space = if index > 0 { " " } else { "" };
                    write!(f, "{space}{item}")?;
                }
                f.write_str(")")
            }
        }
    }
}

/// Why a text is not KIF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KifErrorKind {
    TooLong,
    TooDeep,
    /// A closing parenthesis without an opening one.
    Unopened,
    /// The opening parenthesis of a list that does not end.
    Unclosed,
    EmptyList,
    BadCharacter(char),
}

impl fmt::Display for KifErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KifErrorKind::TooLong => write!(f, "this text has more than {} MB", MAX_TEXT >> 20),
            KifErrorKind::TooDeep => write!(f, "expected at most {MAX_DEPTH} nested parentheses"),
            KifErrorKind::Unopened => write!(f, "found `)` without a `(` before it; expected a rule or a fact"),
            KifErrorKind::Unclosed => write!(f, "expected a `)` that closes this `(`, found the end of the text"),
            KifErrorKind::EmptyList => write!(f, "expected a name after `(`, found `)`"),
            KifErrorKind::BadCharacter(c) => {
                write!(f, "expected a parenthesis, a name or a variable, found {c:?}")
            }
        }
    }
}

/// Reads all top-level expressions, and the errors between them.
pub fn read_kif(text: &str) -> (Vec<Expr>, Vec<(Place, KifErrorKind)>) {
    let mut errors = Vec::new();
    if text.len() > MAX_TEXT {
        return (Vec::new(), vec![(Place { line: 1, column: 1 }, KifErrorKind::TooLong)]);
    }
    let mut done: Vec<Expr> = Vec::new();
    let mut open: Vec<(Place, Vec<Expr>)> = Vec::new();
    let mut place = Place { line: 1, column: 1 };
    let mut chars = text.strip_prefix('\u{feff}').unwrap_or(text).chars().peekable();
    while let Some(c) = chars.next() {
        let here = place;
        place.column += 1;
        match c {
            '\n' => place = Place { line: place.line + 1, column: 1 },
            ';' => while chars.next_if(|c| *c != '\n').is_some() {},
            '(' => {
                if open.len() == MAX_DEPTH {
                    errors.push((here, KifErrorKind::TooDeep));
                    return (done, errors);
                }
                open.push((here, Vec::new()));
            }
            ')' => match open.pop() {
                None => errors.push((here, KifErrorKind::Unopened)),
                Some((begin, items)) => {
                    if items.is_empty() {
                        errors.push((begin, KifErrorKind::EmptyList));
                        continue;
                    }
                    let list = Expr { place: begin, kind: ExprKind::List(items) };
                    open.last_mut().map_or(&mut done, |(_, items)| items).push(list);
                }
            },
            c if c.is_whitespace() => {}
            c if is_name(c) => {
                let mut name = String::from(c.to_ascii_lowercase());
                while let Some(c) = chars.next_if(|c| is_name(*c)) {
                    place.column += 1;
                    name.push(c.to_ascii_lowercase());
                }
                let symbol = Expr { place: here, kind: ExprKind::Symbol(name) };
                open.last_mut().map_or(&mut done, |(_, items)| items).push(symbol);
            }
            c => errors.push((here, KifErrorKind::BadCharacter(c))),
        }
    }
    errors.extend(open.into_iter().map(|(begin, _)| (begin, KifErrorKind::Unclosed)));
    (done, errors)
}

fn is_name(c: char) -> bool {
    c.is_ascii_graphic() && !matches!(c, '(' | ')' | ';' | '"' | '\'' | '`' | ',')
}
