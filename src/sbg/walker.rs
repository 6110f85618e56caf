//! Where a piece can go, by the letter of the definition: try every path. Slow, obvious, and the oracle for everything
//! that is faster.

use crate::automata::{Dfa, On, StateId, Word};
use crate::board::{Geometry, Player, Square};

/// What stands where: a player's piece, or nothing.
#[derive(Clone, Debug)]
pub struct View {
    pub board: Geometry,
    pub owners: Vec<Option<Player>>,
}

impl View {
    /// What the mover sees on a square.
    pub fn on(&self, square: Square, mover: Player) -> On {
        match self.owners[square.index()] {
            None => On::Empty,
            Some(owner) if owner == mover => On::Own,
            Some(_) => On::Enemy,
        }
    }
}

/// Every applicable word of the language from this square, with the square where it ends.
///
/// A word is applicable when every square on its way is on the board, all differ from each other and from the start,
/// and each holds what its step says. The steps are in board coordinates for both players.
///
/// ```
/// use kibitzer::game::Game;
/// use kibitzer::sbg::{builtin, read_game, walk};
///
/// let (_, rules) = read_game(builtin("breakthrough").unwrap().text).unwrap();
/// let (pos, info) = (rules.start(), rules.info(rules.piece('P').unwrap()));
/// let from = rules.board().named("b2").unwrap();
/// // Straight ahead or diagonally, all three onto empty squares.
/// assert_eq!(walk(&info.dfa, &rules.view(&pos), info.player, from).len(), 3);
/// ```
pub fn walk(dfa: &Dfa, view: &View, mover: Player, from: Square) -> Vec<(Word, Square)> {
    let mut found = Vec::new();
    extend(dfa, view, mover, Dfa::START, &mut vec![from], &mut Word::new(), &mut found);
    found
}

fn extend(
    dfa: &Dfa,
    view: &View,
    mover: Player,
    state: StateId,
    path: &mut Vec<Square>,
    word: &mut Word,
    found: &mut Vec<(Word, Square)>,
) {
    let here = path[path.len() - 1];
    if dfa.is_accepting(state) && !word.is_empty() {
        found.push((word.clone(), here));
    }
    for &(step, next) in dfa.transitions(state) {
        let Some(square) = view.board.step(here, step.dx, step.dy) else { continue };
        if path.contains(&square) || view.on(square, mover) != step.on {
            continue;
        }
        path.push(square);
        word.push(step);
        extend(dfa, view, mover, next, path, word, found);
        word.pop();
        path.pop();
    }
}
