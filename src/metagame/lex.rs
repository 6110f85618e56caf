//! Words and signs of game texts and of moves, each with its place.

/// Where in a text something stands; lines and columns count from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub line: u32,
    pub column: u32,
    pub length: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// In lower case: the language does not tell cases apart.
    Word(String),
    Number(i64),
    Sign(&'static str),
    /// A character that belongs to nothing.
    Stray(char),
    End,
}

/// The longest first, so that `<=` is not read as `<`.
const SIGNS: &[&str] = &["->", ">=", "<=", "=", "<", ">", "[", "]", "{", "}", "(", ")", ",", ".", ";", "/"];

fn in_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '-'
}

/// All tokens, the last of which is [`Token::End`]. Numbers too large for anything are as large as possible.
pub(super) fn tokens(text: &str) -> Vec<(Token, Place)> {
    let mut tokens = Vec::new();
    let (mut line, mut column) = (1, 1);
    let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    while let Some(first) = rest.chars().next() {
        if first == '\n' {
            (line, column) = (line + 1, 1);
            rest = &rest[1..];
            continue;
        }
        if first.is_whitespace() {
            column += 1;
            rest = &rest[first.len_utf8()..];
            continue;
        }
        if first == '%' {
            rest = rest.find('\n').map_or("", |at| &rest[at..]);
            continue;
        }
        let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
        let word = rest.len() - rest.trim_start_matches(in_word).len();
        let (token, bytes) = match sign {
            Some(sign) => (Token::Sign(sign), sign.len()),
            // `c-` before `>` is a word and an arrow.
            None if word > 0 => word_token(rest, word),
            None => (Token::Stray(first), first.len_utf8()),
        };
        let length = if matches!(token, Token::Stray(_)) { 1 } else { bytes as u32 };
        tokens.push((token, Place { line, column, length }));
        column += length;
        rest = &rest[bytes..];
    }
    tokens.push((Token::End, Place { line, column, length: 0 }));
    tokens
}

fn word_token(rest: &str, mut length: usize) -> (Token, usize) {
    if rest[length..].starts_with('>') && rest[..length].ends_with('-') && length > 1 {
        length -= 1;
    }
    let word = &rest[..length];
    let digits = word.strip_prefix('-').unwrap_or(word);
    if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        let size = digits.parse::<i64>().unwrap_or(i64::MAX);
        (Token::Number(if word.len() > digits.len() { -size } else { size }), length)
    } else {
        (Token::Word(word.to_ascii_lowercase()), length)
    }
}
