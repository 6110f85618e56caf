//! The board in the examples of an IGGP task: a relation of two coordinates and a piece, and whose turn it is.

use std::collections::{BTreeMap, BTreeSet};

use crate::board::{Geometry, Player, Square};
use crate::gdl::iggp::{Example, Task};
use crate::gdl::terms::Term;

/// How positions are written in a game's files. Everything is kept as text, so that it fits every file of the game.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) board: Geometry,
    /// The relation, without `true_`.
    pub(super) cell: String,
    pub(super) turn: String,
    pub(super) columns: Vec<String>,
    pub(super) rows: Vec<String>,
    /// The roles; the first is White.
    pub(super) roles: [String; 2],
    /// What stands for an empty square, where something does.
    pub(super) blank: Option<String>,
}

/// A position that was read.
#[derive(Clone, Debug)]
pub(super) struct Scene {
    pub(super) cells: Vec<Option<String>>,
    pub(super) mover: Player,
}

impl Layout {
    /// Fails with what is missing for a board on which two players take turns.
    pub(super) fn find(task: &Task) -> Result<Layout, String> {
        let terms = &task.terms;
        let name = |term: Term| terms.name(terms.functor(term));
        let mut roles: Vec<String> = task
            .statics
            .iter()
            .filter(|fact| name(**fact) == "role" && terms.arguments(**fact).len() == 1)
            .map(|fact| terms.show(terms.arguments(*fact)[0]))
            .collect();
        roles.sort_unstable();
        roles.dedup();
        // White first, where there is one, for people's sake.
        roles.sort_by_key(|role| role != "white");
        let Ok(roles) = <[String; 2]>::try_from(roles) else {
            return Err("not a game of two roles".to_owned());
        };
        let mut turns: Option<BTreeSet<String>> = None;
        let mut shapes: BTreeMap<String, [BTreeSet<String>; 3]> = BTreeMap::new();
        for example in &task.examples {
            let mut here: Vec<String> = Vec::new();
            for &atom in &example.background {
                let Some(relation) = name(atom).strip_prefix("true_") else { continue };
                match terms.arguments(atom) {
                    [role] if roles.contains(&terms.show(*role)) => here.push(relation.to_owned()),
                    [x, y, piece] => {
                        let domains = shapes.entry(relation.to_owned()).or_default();
                        for (domain, part) in domains.iter_mut().zip([x, y, piece]) {
                            domain.insert(terms.show(*part));
                        }
                    }
                    _ => {}
                }
            }
            // A relation that speaks of one role, and of one only.
            let once: BTreeSet<String> =
                here.iter().filter(|one| here.iter().filter(|other| other == one).count() == 1).cloned().collect();
            turns = Some(match turns {
                Some(turns) => turns.intersection(&once).cloned().collect(),
                None => once,
            });
        }
        let turn = turns.and_then(|turns| turns.into_iter().next()).ok_or("no fluent says whose turn it is")?;
        for (cell, [columns, rows, pieces]) in shapes {
            let (Some(columns), Some(rows)) = (ordered(columns), ordered(rows)) else { continue };
            let sides = (u8::try_from(columns.len()).ok(), u8::try_from(rows.len()).ok());
            let (Some(width), Some(height)) = sides else { continue };
            let Some(board) = Geometry::new(width, height) else { continue };
            let mut layout =
                Layout { board, cell, turn: turn.clone(), columns, rows, roles: roles.clone(), blank: None };
            let scenes: Option<Vec<Scene>> = task.examples.iter().map(|example| layout.scene(task, example)).collect();
            let Some(scenes) = scenes else { continue };
            // A game that names every square in every position has a piece for nothing.
            if scenes.iter().all(|scene| scene.cells.iter().all(Option::is_some)) {
                let count = |piece: &String| -> usize {
                    scenes.iter().map(|scene| scene.cells.iter().flatten().filter(|cell| *cell == piece).count()).sum()
                };
                layout.blank = pieces.into_iter().max_by_key(count);
            }
            return Ok(layout);
        }
        Err("no fluent has two coordinates and at most one piece for each".to_owned())
    }

    /// `None` where two pieces stand on one square, or a square is unknown, or no player is to move.
    pub(super) fn scene(&self, task: &Task, example: &Example) -> Option<Scene> {
        let terms = &task.terms;
        let mut cells = vec![None; self.board.size()];
        let mut mover = None;
        for &atom in &example.background {
            let Some(relation) = terms.name(terms.functor(atom)).strip_prefix("true_") else { continue };
            match terms.arguments(atom) {
                [x, y, piece] if relation == self.cell => {
                    let square = self.square(&terms.show(*x), &terms.show(*y))?;
                    let piece = terms.show(*piece);
                    if Some(&piece) == self.blank.as_ref() {
                        continue;
                    }
                    if cells[square.index()].replace(piece).is_some() {
                        return None;
                    }
                }
                [role] if relation == self.turn => mover = self.player(&terms.show(*role)),
                _ => {}
            }
        }
        Some(Scene { cells, mover: mover? })
    }

    pub(super) fn square(&self, x: &str, y: &str) -> Option<Square> {
        let x = self.columns.iter().position(|column| column == x)?;
        let y = self.rows.iter().position(|row| row == y)?;
        self.board.at(x, y)
    }

    pub(super) fn player(&self, role: &str) -> Option<Player> {
        let at = self.roles.iter().position(|other| other == role)?;
        Some(Player::BOTH[at])
    }

    pub(super) fn role(&self, player: Player) -> &str {
        &self.roles[player.index()]
    }

    pub(super) fn coordinates(&self, square: Square) -> (&str, &str) {
        (&self.columns[self.board.x(square)], &self.rows[self.board.y(square)])
    }
}

/// Numbers or single letters, in order.
fn ordered(values: BTreeSet<String>) -> Option<Vec<String>> {
    let mut values: Vec<String> = values.into_iter().collect();
    if values.iter().all(|value| value.parse::<u32>().is_ok()) {
        values.sort_by_key(|value| value.parse::<u32>().unwrap_or(0));
        return Some(values);
    }
    values.iter().all(|value| value.len() == 1).then_some(values)
}

/// A ground atom as [`crate::gdl::Terms::show`] writes it.
pub(super) fn atom(name: &str, parts: &[&str]) -> String {
    if parts.is_empty() { name.to_owned() } else { format!("({name} {})", parts.join(" ")) }
}
