//! How far a piece's rule will take it in the middle of a game: the first half of paper 001, V.D.
//!
//! 1. How aggressive is the game? Each letter shares one vote among the contents that its moves can end on: empty,
//!    the opponent's, its own.
//! 2. What will stand on a square in the middle of the game? What stood there at the start, less the share that
//!    captures of that kind have in all moves.
//! 3. How likely is a move? The product of the probabilities of all its steps but the last.
//!
//! The published numbers fix what the text leaves open: with half of the pieces gone, which is what step 1 gives where
//! every letter moves and captures, Table IV's rooks and bishops come out as printed.

use crate::automata::{Dfa, On, StateId};
use crate::board::{Geometry, Player, Square, SquareSet};
use crate::sbg::{PieceId, Position, Rules};

/// The winning score `s` of V.D; 1000 gives Table IV.
pub const WINNING_SCORE: f64 = 1000.0;

/// The probabilities of what stands on a square in the middle of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contents {
    pub empty: f64,
    pub white: f64,
    pub black: f64,
}

impl Contents {
    pub fn predict(rules: &Rules, start: &Position) -> Contents {
        let share = |player| aggressiveness(rules, start, player);
        let ([white_takes, white_eats], [black_takes, black_eats]) = (share(Player::White), share(Player::Black));
        let on_board = |player: Player| {
            let own = rules.pieces().filter(|(_, info)| info.player == player);
            own.map(|(piece, _)| start.count(piece)).sum::<usize>() as f64 / rules.board().size() as f64
        };
        let white = on_board(Player::White) * (1.0 - black_takes - white_eats).max(0.0);
        let black = on_board(Player::Black) * (1.0 - white_takes - black_eats).max(0.0);
        Contents { empty: 1.0 - white - black, white, black }
    }

    fn of(self, on: On, mover: Player) -> f64 {
        match (on, mover) {
            (On::Empty, _) => self.empty,
            (On::Own, Player::White) | (On::Enemy, Player::Black) => self.white,
            (On::Own, Player::Black) | (On::Enemy, Player::White) => self.black,
        }
    }
}

/// Which shares of a player's kinds of moves capture the opponent's pieces and its own.
fn aggressiveness(rules: &Rules, start: &Position, player: Player) -> [f64; 2] {
    let mut sums = [0.0; 2];
    let mut letters = 0.0;
    for (piece, info) in rules.pieces().filter(|(_, info)| info.player == player) {
        let ends = last_contents(&info.dfa);
        let kinds = ends.iter().filter(|can| **can).count() as f64;
        if start.count(piece) > 0 && kinds > 0.0 {
            letters += 1.0;
            sums[0] += f64::from(ends[1]) / kinds;
            sums[1] += f64::from(ends[2]) / kinds;
        }
    }
    sums.map(|sum| if letters > 0.0 { sum / letters } else { 0.0 })
}

/// Whether some move ends on an empty square, on an opponent's piece, on an own one.
fn last_contents(dfa: &Dfa) -> [bool; 3] {
    let mut ends = [false; 3];
    for state in dfa.states() {
        for (step, next) in dfa.transitions(state).iter().filter(|(_, next)| dfa.is_accepting(*next)) {
            let _ = next;
            ends[match step.on {
                On::Empty => 0,
                On::Enemy => 1,
                On::Own => 2,
            }] = true;
        }
    }
    ends
}

/// One move that a piece could make from a square.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Chance {
    pub(super) to: Square,
    pub(super) probability: f64,
    pub(super) captures: bool,
}

/// Every word of the piece's language that stays on the board from this square, with its probability.
pub(super) fn chances(rules: &Rules, contents: Contents, piece: PieceId, from: Square) -> Vec<Chance> {
    let info = rules.info(piece);
    let mut visited = SquareSet::EMPTY;
    visited.insert(from);
    let mut walk =
        Walk { board: rules.board(), dfa: &info.dfa, contents, mover: info.player, visited, found: Vec::new() };
    walk.go(Dfa::START, from, 1.0);
    walk.found
}

struct Walk<'a> {
    board: Geometry,
    dfa: &'a Dfa,
    contents: Contents,
    mover: Player,
    visited: SquareSet,
    found: Vec<Chance>,
}

impl Walk<'_> {
    fn go(&mut self, state: StateId, here: Square, probability: f64) {
        let dfa = self.dfa;
        for &(step, next) in dfa.transitions(state) {
            let Some(to) = self.board.step(here, step.dx, step.dy).filter(|to| !self.visited.contains(*to)) else {
                continue;
            };
            if dfa.is_accepting(next) {
                self.found.push(Chance { to, probability, captures: step.on == On::Enemy });
            }
            if !dfa.transitions(next).is_empty() {
                self.visited.insert(to);
                self.go(next, to, probability * self.contents.of(step.on, self.mover));
                self.visited.remove(to);
            }
        }
    }
}
