//! Is a candidate automaton consistent with what was seen? Three published answers.
//!
//! Candidates are made by merging states of the prefix tree, so they accept all that was seen; what is left to ask is
//! whether they accept too much.

use std::fmt;
use std::str::FromStr;

use crate::automata::{Step, Word};
use crate::board::Player;
use crate::decimal;
use crate::learn::Evidence;
use crate::learn::quotient::Automaton;
use crate::learn::survey::{Offender, bare_words, board_words, known_words};
use crate::learn::word_tree::Facts;

/// How much a candidate may accept beyond what was seen.
///
/// ```
/// use kibitzer::learn::{Algorithm, Check, Settings};
///
/// let check: Check = "fractional:0.7".parse().unwrap();
/// assert_eq!(check, Check::Fractional { alpha: 0.7 });
/// assert_eq!(check.to_string(), "fractional:0.7");
/// assert!("fractional:1.5".parse::<Check>().is_err());
/// let settings = Settings { algorithm: Algorithm::Rpni, check, ..Settings::default() };
/// assert_eq!(settings.check, check);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Check {
    /// Björnsson (2012), Algorithm 1, as it was meant: nothing that a list of all moves lacks; where only some moves are
    /// listed, each generated word, or all words it becomes when one step is left out, must have been seen, of any
    /// piece.
    Bjornsson,
    /// Kowalski and Kisielewicz (2018), FastCheck: nothing beyond what was seen, except words that fit on no board.
    Fast,
    /// FractionalCheck: at most the share 1 - alpha of the accepted words that fit on the board is undecided.
    Fractional { alpha: f64 },
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Check::Bjornsson => write!(f, "bjornsson"),
            Check::Fast => write!(f, "fast"),
            Check::Fractional { alpha } => write!(f, "fractional:{alpha}"),
        }
    }
}

impl FromStr for Check {
    type Err = ();

    fn from_str(text: &str) -> Result<Check, ()> {
        match text {
            "bjornsson" => Ok(Check::Bjornsson),
            "fast" => Ok(Check::Fast),
            _ => {
                let alpha: f64 = text.strip_prefix("fractional:").and_then(decimal::read).ok_or(())?;
                if (0.0..=1.0).contains(&alpha) { Ok(Check::Fractional { alpha }) } else { Err(()) }
            }
        }
    }
}

/// The union U of all words in the records (2012, section 3.2): of all pieces of both players, in board coordinates, as
/// printed.
#[derive(Clone, Debug, Default)]
pub(super) struct Union {
    words: std::collections::HashSet<Word>,
}

impl Union {
    /// `mirrored` when the words to be judged are Black's, which are kept in Black's own coordinates.
    pub(super) fn new(evidence: &Evidence, mirrored: bool) -> Union {
        let mut words = std::collections::HashSet::new();
        for piece in evidence.pieces() {
            let turn = (piece.player() == Player::Black) != mirrored;
            for (word, _) in evidence.seen(piece) {
                let word = evidence.words().word(word);
                words.insert(if turn { word.iter().map(|step| step.mirrored()).collect() } else { word });
            }
        }
        Union { words }
    }

    pub(super) fn of(words: &[Word]) -> Union {
        Union { words: words.iter().cloned().collect() }
    }

    /// Whether the word, or every word obtained by leaving out one of its steps, was seen. For a single step that leaves the
    /// empty word, which is never a move.
    fn allows(&self, word: &[Step]) -> bool {
        let without = |gap: usize| -> Word {
            word.iter().enumerate().filter(|(index, _)| *index != gap).map(|(_, step)| *step).collect()
        };
        self.words.contains(word) || (0..word.len()).all(|gap| self.words.contains(&without(gap)))
    }
}

impl Check {
    /// What refutes the candidate, if anything does.
    pub(super) fn object(&self, automaton: &impl Automaton, facts: &mut Facts<'_>, union: &Union) -> Option<Offender> {
        match *self {
            Check::Bjornsson => known_words(automaton, facts, &mut |facts, node| {
                facts.is_denied(node)
                    || (!facts.is_legal(node) && facts.occurs_in_part(node) && !union.allows(&facts.tree.word(node)))
            }),
            Check::Fast => {
                board_words(automaton, facts, &mut |facts, node, _| !node.is_some_and(|node| facts.is_legal(node)))
            }
            Check::Fractional { alpha } => {
                if facts.has_full_listings() {
                    let denied = known_words(automaton, facts, &mut |facts, node| facts.is_denied(node));
                    if denied.is_some() {
                        return denied;
                    }
                }
                // All that was seen is accepted, so the share is lost as soon as there are too many words in all.
                let seen = facts.tree.legal_words().len() as f64;
                let mut words = 0u32;
                bare_words(automaton, facts, &mut |_| {
                    words += 1;
                    seen + 1e-9 < alpha * f64::from(words)
                })
            }
        }
    }
}
