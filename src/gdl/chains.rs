//! Moves that are several moves in a row, such as chains of jumps: two chains may end on one square, so that no single
//! way tells when the move is legal, but "some chain of known moves leads there" does.

use std::collections::BTreeSet;

use crate::automata::{On, Step, Word};
use crate::board::{Geometry, Square};

/// More chains from one square than this are not followed.
const MOST_CHAINS: usize = 500;

/// The words of a piece of which any number can follow each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Chains {
    links: Vec<Word>,
}

impl Chains {
    /// Which of the known words may be links, the likeliest first: those that go over a piece, then all.
    pub(super) fn candidates(known: &BTreeSet<Word>) -> Vec<Chains> {
        let hop = |word: &&Word| word.len() > 1 && word[..word.len() - 1].iter().any(|step| step.on != On::Empty);
        let hops: Vec<Word> = known.iter().filter(hop).cloned().collect();
        let all: Vec<Word> = known.iter().cloned().collect();
        [hops, all].into_iter().filter(|links| !links.is_empty()).map(|links| Chains { links }).collect()
    }

    /// All chains of two or more links from a square, with where they end. No square is entered twice, and the start not
    /// again. `None` when there are too many.
    pub(super) fn from(
        &self,
        board: Geometry,
        contents: &dyn Fn(Square) -> On,
        from: Square,
    ) -> Option<Vec<(Word, Square)>> {
        let mut found = Vec::new();
        let mut open: Vec<(Word, Vec<Square>)> = vec![(Word::new(), vec![from])];
        while let Some((word, path)) = open.pop() {
            for link in &self.links {
                let Some(path) = followed(board, contents, &path, link) else { continue };
                let word: Word = word.iter().chain(link).copied().collect();
                if word.len() > link.len()
                    && let Some(&end) = path.last()
                {
                    found.push((word.clone(), end));
                }
                open.push((word, path));
                if open.len() + found.len() > MOST_CHAINS {
                    return None;
                }
            }
        }
        Some(found)
    }
}

/// The path with a word more, where it is applicable.
pub(super) fn followed(
    board: Geometry,
    contents: &dyn Fn(Square) -> On,
    path: &[Square],
    word: &[Step],
) -> Option<Vec<Square>> {
    let mut path = path.to_vec();
    for step in word {
        let next = board.step(*path.last()?, step.dx, step.dy)?;
        if path.contains(&next) || contents(next) != step.on {
            return None;
        }
        path.push(next);
    }
    Some(path)
}
