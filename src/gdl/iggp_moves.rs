//! `legal` and `next` of an IGGP task, where the game is of the class.

use std::collections::BTreeMap;

use crate::automata::Dfa;
use crate::board::{Player, Square};
use crate::gdl::iggp::{Example, Task};
use crate::gdl::iggp_board::{Layout, Scene, atom};
use crate::gdl::paths::{Paths, Watched};
use crate::gdl::terms::{Term, Terms};
use crate::learn::{Learning, Settings};
use crate::sbg::{Move, View, player_of, walk};

/// The letters that stand for pieces.
type Letters = BTreeMap<String, char>;

/// Where pieces may go, and what a player who waits may do.
pub(super) struct Movement {
    layout: Layout,
    letters: Letters,
    pieces: Vec<(char, Dfa)>,
    /// The relation of moves, such as `legal_move`.
    relation: String,
    /// What else is legal, by who is to move.
    fixed: [Vec<String>; 2],
}

/// An action of four coordinates: who does it, and the move.
fn action(layout: &Layout, terms: &Terms, action: Term) -> Option<(Player, Move)> {
    let [role, x1, y1, x2, y2] = terms.arguments(action) else { return None };
    let show = |term: &Term| terms.show(*term);
    let from = layout.square(&show(x1), &show(y1))?;
    let to = layout.square(&show(x2), &show(y2))?;
    Some((layout.player(&show(role))?, Move { from, to }))
}

impl Movement {
    pub(super) fn learn(task: &Task) -> Result<Movement, String> {
        let layout = Layout::find(task)?;
        let terms = &task.terms;
        let mut relation: Option<String> = None;
        let mut fixed: [Option<Vec<String>>; 2] = [None, None];
        let mut owners: BTreeMap<String, Player> = BTreeMap::new();
        let mut seen: Vec<(Scene, Vec<Move>)> = Vec::new();
        for example in &task.examples {
            let scene = layout.scene(task, example).ok_or("a square holds two pieces")?;
            let (mut moves, mut others) = (Vec::new(), Vec::new());
            for &positive in &example.positives {
                let name = terms.name(terms.functor(positive));
                let Some((player, mv)) = action(&layout, terms, positive) else {
                    others.push(terms.show(positive));
                    continue;
                };
                if relation.get_or_insert_with(|| name.to_owned()) != name {
                    return Err(format!("moves are of two kinds, such as {}", terms.show(positive)));
                }
                let piece = scene.cells[mv.from.index()].as_ref();
                let Some(piece) = piece.filter(|_| player == scene.mover) else {
                    return Err(format!("{} moves no piece of the player whose turn it is", terms.show(positive)));
                };
                if *owners.entry(piece.clone()).or_insert(player) != player {
                    return Err(format!("both players move {piece}"));
                }
                moves.push(mv);
            }
            others.sort_unstable();
            let known = fixed[scene.mover.index()].get_or_insert_with(|| others.clone());
            if *known != others {
                let odd = known.iter().chain(&others).find(|atom| known.contains(atom) != others.contains(atom));
                return Err(format!("{} does not follow from whose turn it is", odd.map_or("", String::as_str)));
            }
            seen.push((scene, moves));
        }
        let relation = relation.ok_or("no move leads from a square to a square")?;
        let letters = letters(&owners);
        let pieces = learn_pieces(&layout, &letters, &seen)?;
        Ok(Movement { layout, letters, pieces, relation, fixed: fixed.map(Option::unwrap_or_default) })
    }

    pub(super) fn predict(&self, task: &Task, example: &Example) -> Result<Vec<String>, String> {
        let scene = self.layout.scene(task, example).ok_or("a square holds two pieces")?;
        let letter = |square: Square| scene.cells[square.index()].as_ref().and_then(|piece| self.letters.get(piece));
        let board = self.layout.board;
        let owners = board.squares().map(|square| letter(square).copied().and_then(player_of)).collect();
        let view = View { board, owners };
        let mut atoms = self.fixed[scene.mover.index()].clone();
        let role = self.layout.role(scene.mover);
        for from in board.squares() {
            let own = letter(from).filter(|letter| player_of(**letter) == Some(scene.mover));
            let Some((_, dfa)) = own.and_then(|own| self.pieces.iter().find(|(letter, _)| letter == own)) else {
                continue;
            };
            for (_, to) in walk(dfa, &view, scene.mover, from) {
                let ((x1, y1), (x2, y2)) = (self.layout.coordinates(from), self.layout.coordinates(to));
                atoms.push(atom(&self.relation, &[role, x1, y1, x2, y2]));
            }
        }
        Ok(atoms)
    }
}

fn letters(owners: &BTreeMap<String, Player>) -> Letters {
    let mut counts = [0u8; 2];
    let single = Player::BOTH.into_iter().all(|player| owners.values().filter(|owner| **owner == player).count() == 1);
    owners
        .iter()
        .map(|(piece, player)| {
            let count = &mut counts[player.index()];
            let letter = if single { b'P' } else { b'A' + *count % 26 };
            *count += 1;
            let letter = char::from(letter);
            (piece.clone(), if *player == Player::White { letter } else { letter.to_ascii_lowercase() })
        })
        .collect()
}

fn learn_pieces(layout: &Layout, letters: &Letters, seen: &[(Scene, Vec<Move>)]) -> Result<Vec<(char, Dfa)>, String> {
    if letters.len() > 52 {
        return Err("there are more pieces than letters".to_owned());
    }
    // Pieces become terms, as the search for ways wants them.
    let mut terms = Terms::default();
    let numbers: BTreeMap<&String, Term> = letters.keys().map(|piece| (piece, terms.constant(piece))).collect();
    let watched: Vec<Watched> = seen
        .iter()
        .map(|(scene, moves)| Watched {
            cells: scene.cells.iter().map(|cell| cell.as_ref().and_then(|piece| numbers.get(piece)).copied()).collect(),
            mover: scene.mover,
            moves: moves.clone(),
            outcome: None,
        })
        .collect();
    let letter = |piece: Term| letters.get(&terms.show(piece)).copied();
    let paths = Paths::find(layout.board, &letter, watched.iter()).map_err(|(piece, (dx, dy))| {
        format!("no single way tells when {} may go {dx} columns and {dy} rows", terms.show(piece))
    })?;
    let mut learning = Learning::new(Settings::default());
    watched.iter().for_each(|seen| learning.add_position(&paths.record(&letter, seen)));
    learning.finish();
    Ok(learning.pieces().into_iter().map(|piece| (piece.letter, piece.dfa)).collect())
}

fn is_move(terms: &Terms, atom: Term) -> bool {
    let name = terms.name(terms.functor(atom));
    name == "does" || name.starts_with("does_")
}

/// What a move changes.
pub(super) struct Effects {
    layout: Layout,
    /// Other fluents that hold next, by who is to move now.
    fixed: [Vec<String>; 2],
    /// Whether the board stays where no one moves, as after the end of a game, if that was seen.
    stays: Option<bool>,
}

impl Effects {
    pub(super) fn learn(task: &Task) -> Result<Effects, String> {
        let layout = Layout::find(task)?;
        let cell = format!("next_{}", layout.cell);
        let mut stays = None;
        let mut fixed: [Option<Vec<String>>; 2] = [None, None];
        for example in &task.examples {
            let scene = layout.scene(task, example).ok_or("a square holds two pieces")?;
            if !example.background.iter().any(|atom| is_move(&task.terms, *atom)) {
                let cells = example.positives.iter().any(|atom| task.terms.name(task.terms.functor(*atom)) == cell);
                if *stays.get_or_insert(cells) != cells {
                    return Err("without a move, the board is sometimes kept and sometimes cleared".to_owned());
                }
            }
            let others = example.positives.iter().filter(|atom| task.terms.name(task.terms.functor(**atom)) != cell);
            let mut others: Vec<String> = others.map(|atom| task.terms.show(*atom)).collect();
            others.sort_unstable();
            let known = fixed[scene.mover.index()].get_or_insert_with(|| others.clone());
            if *known != others {
                let odd = known.iter().chain(&others).find(|atom| known.contains(atom) != others.contains(atom));
                return Err(format!("{} does not follow from whose turn it is", odd.map_or("", String::as_str)));
            }
        }
        Ok(Effects { layout, fixed: fixed.map(Option::unwrap_or_default), stays })
    }

    /// Of the class: a piece goes from one square to another and takes what stands there.
    pub(super) fn predict(&self, task: &Task, example: &Example) -> Result<Vec<String>, String> {
        let scene = self.layout.scene(task, example).ok_or("a square holds two pieces")?;
        let terms = &task.terms;
        let does: Vec<Term> = example.background.iter().copied().filter(|atom| is_move(terms, *atom)).collect();
        let moves: Vec<(Player, Move)> = does.iter().filter_map(|atom| action(&self.layout, terms, *atom)).collect();
        let mut cells = scene.cells;
        let mut atoms = self.fixed[scene.mover.index()].clone();
        match moves[..] {
            [(player, mv)] if player == scene.mover && cells[mv.from.index()].is_some() => {
                cells[mv.to.index()] = cells[mv.from.index()].take();
            }
            [] if does.is_empty() && self.stays == Some(true) => {}
            [] if does.is_empty() && self.stays == Some(false) => return Ok(atoms),
            _ => return Err("expected a move of a piece from a square to a square in each example".to_owned()),
        }
        let name = format!("next_{}", self.layout.cell);
        for square in self.layout.board.squares() {
            let piece = cells[square.index()].as_ref().or(self.layout.blank.as_ref());
            if let Some(piece) = piece {
                let (x, y) = self.layout.coordinates(square);
                atoms.push(atom(&name, &[x, y, piece]));
            }
        }
        Ok(atoms)
    }
}
