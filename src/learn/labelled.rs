//! Learning one automaton from labelled words.

use std::collections::BTreeMap;
use std::fmt;
use std::io::BufRead;

use crate::automata::{Dfa, On, Step, Word, fits, show_word};
use crate::board::Geometry;
use crate::learn::check::Union;
use crate::learn::event::EventSink;
use crate::learn::learning::new_search;
use crate::learn::piece_id::PieceId;
use crate::learn::search::Rules;
use crate::learn::word_tree::{Facts, WordTree};
use crate::learn::{Evidence, Settings, Tally};

/// Words of one piece, each labelled legal or illegal. The empty word is never legal, whatever its label.
///
/// ```
/// use kibitzer::automata::{On, Step};
/// use kibitzer::board::Geometry;
/// use kibitzer::learn::{LabelledWords, Settings, learn_words};
///
/// // A man steps one square ahead, and neither captures there nor goes further.
/// let step = |on| Step::new(0, 1, on);
/// let words = LabelledWords {
///     legal: vec![vec![step(On::Empty)]],
///     illegal: vec![vec![step(On::Enemy)], vec![step(On::Empty), step(On::Empty)]],
/// };
/// let (dfa, _) = learn_words(&Settings::default(), Geometry::new(8, 8).unwrap(), &words);
/// assert!(dfa.accepts(&words.legal[0]) && !dfa.accepts(&words.illegal[1]));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LabelledWords {
    pub legal: Vec<Word>,
    pub illegal: Vec<Word>,
}

/// What is wrong with a file of labelled words, and where; lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordsError {
    pub line: u64,
    pub kind: WordsErrorKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WordsErrorKind {
    NoLabel,
    BadStep(String),
    DoesNotFit(Word),
    EmptyWordLegal,
    Contradiction { word: Word, line: u64 },
    Unreadable(String),
}

impl fmt::Display for WordsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.line)?;
        match &self.kind {
            WordsErrorKind::NoLabel => write!(f, "expected `+` or `-` and then steps such as 1,0,e"),
            WordsErrorKind::BadStep(text) => write!(f, "expected a step such as 1,0,e or -1,2,p, found {text:?}"),
            WordsErrorKind::DoesNotFit(word) => {
                write!(f, "{} leaves every board of this size, or visits a square twice", show_word(word))
            }
            WordsErrorKind::EmptyWordLegal => write!(f, "the empty word is never a move, so it cannot be labelled `+`"),
            WordsErrorKind::Contradiction { word, line } => {
                write!(f, "{} has the other label on line {line}", show_word(word))
            }
            WordsErrorKind::Unreadable(why) => write!(f, "the file cannot be read further: {why}"),
        }
    }
}

impl std::error::Error for WordsError {}

/// Reads one word a line: `+ 1,0,e 1,0,p` or `- 1,0,e`; `#` begins a comment line.
///
/// ```
/// use kibitzer::board::Geometry;
/// use kibitzer::learn::{WordsErrorKind, read_words};
///
/// let board = Geometry::new(8, 8).unwrap();
/// let words = read_words("# a step forward\n+ 0,1,e\n- 0,1,p\n".as_bytes(), board).unwrap();
/// assert_eq!((words.legal.len(), words.illegal.len()), (1, 1));
/// let error = read_words("+ 0,1,e\n0,1,p\n".as_bytes(), board).unwrap_err();
/// assert_eq!((error.line, error.kind), (2, WordsErrorKind::NoLabel));
/// ```
pub fn read_words(input: impl BufRead, board: Geometry) -> Result<LabelledWords, WordsError> {
    let mut labels: BTreeMap<Word, (bool, u64)> = BTreeMap::new();
    let mut words = LabelledWords::default();
    for (index, line) in input.lines().enumerate() {
        let number = index as u64 + 1;
        let fail = |kind| WordsError { line: number, kind };
        let line = line.map_err(|error| fail(WordsErrorKind::Unreadable(error.to_string())))?;
        let line = line.trim_start_matches('\u{feff}').trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (legal, rest) = match line.split_at_checked(1) {
            Some(("+", rest)) => (true, rest),
            Some(("-", rest)) => (false, rest),
            _ => return Err(fail(WordsErrorKind::NoLabel)),
        };
        let step = |text: &str| read_step(text).ok_or_else(|| fail(WordsErrorKind::BadStep(text.to_owned())));
        let word: Word = rest.split_whitespace().map(step).collect::<Result<_, _>>()?;
        if word.is_empty() && legal {
            return Err(fail(WordsErrorKind::EmptyWordLegal));
        }
        if !fits(&word, board) {
            return Err(fail(WordsErrorKind::DoesNotFit(word)));
        }
        match labels.get(&word) {
            Some(&(other, line)) if other != legal => {
                return Err(fail(WordsErrorKind::Contradiction { word, line }));
            }
            Some(_) => continue,
            None => labels.insert(word.clone(), (legal, number)),
        };
        if legal { words.legal.push(word) } else { words.illegal.push(word) }
    }
    Ok(words)
}

fn read_step(text: &str) -> Option<Step> {
    let mut parts = text.split(',');
    let (dx, dy, on) = (parts.next()?, parts.next()?, parts.next()?);
    let distance = |text: &str| text.parse::<i8>().ok().filter(|distance| *distance != i8::MIN);
    let mut letters = on.chars();
    let on = On::from_letter(letters.next()?)?;
    (parts.next().is_none() && letters.next().is_none()).then_some(Step::new(distance(dx)?, distance(dy)?, on))
}

/// The smallest automaton that the algorithm finds: it accepts every legal word and none of the illegal ones.
///
/// ```
/// use kibitzer::board::Geometry;
/// use kibitzer::learn::{Settings, learn_words, read_words};
///
/// // A rook that was seen to go one, two and three squares forward, and may not leap over pieces.
/// let text = "+ 0,1,e\n+ 0,1,e 0,1,e\n+ 0,1,e 0,1,e 0,1,e\n- 0,1,p 0,1,e\n- 0,1,w 0,1,e\n- 0,1,w\n";
/// let board = Geometry::new(8, 8).unwrap();
/// let words = read_words(text.as_bytes(), board).unwrap();
/// let (dfa, _) = learn_words(&Settings::default(), board, &words);
/// assert_eq!(dfa.size(), 2);
/// assert!(words.legal.iter().all(|word| dfa.accepts(word)) && !words.illegal.iter().any(|word| dfa.accepts(word)));
/// ```
pub fn learn_words(settings: &Settings, board: Geometry, words: &LabelledWords) -> (Dfa, Tally) {
    let evidence = Evidence::without_positions(board);
    let mut tree = WordTree::new(&evidence, &[]);
    tree.label_legal(PieceId::UNNAMED, &words.legal);
    let mut search = new_search(settings, tree.legal_words(), tree.symmetry());
    let union = if settings.algorithm.is_published() { Union::of(&words.legal) } else { Union::default() };
    let rules = Rules { check: settings.check, union: &union };
    let mut facts = Facts::new(&evidence, &mut tree, board).with_illegal(&words.illegal);
    while !search.advance(&mut facts, &rules, &mut EventSink::none()) {}
    (search.best(), search.tally())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<LabelledWords, WordsErrorKind> {
        read_words(text.as_bytes(), Geometry::new(8, 8).unwrap()).map_err(|error| error.kind)
    }

    #[test]
    fn words_are_read_with_their_labels() {
        let words = read("# a rook\n+ 1,0,e 1,0,p\n- 1,0,w\n-\n\n+ 1,0,e\n+ 1,0,e\n").unwrap();
        assert_eq!((words.legal.len(), words.illegal.len()), (2, 2));
    }

    #[test]
    fn what_cannot_be_is_said_with_its_line() {
        assert_eq!(read("1,0,e"), Err(WordsErrorKind::NoLabel));
        assert_eq!(read("+ 1,0"), Err(WordsErrorKind::BadStep("1,0".to_owned())));
        assert_eq!(read("+ 1,0,x"), Err(WordsErrorKind::BadStep("1,0,x".to_owned())));
        assert_eq!(read("+"), Err(WordsErrorKind::EmptyWordLegal));
        assert!(matches!(read("+ 8,0,e"), Err(WordsErrorKind::DoesNotFit(_))));
        assert!(matches!(read("+ 1,0,e -1,0,e"), Err(WordsErrorKind::DoesNotFit(_))));
        assert!(matches!(read("+ 1,0,e\n- 1,0,e"), Err(WordsErrorKind::Contradiction { line: 1, .. })));
    }
}
