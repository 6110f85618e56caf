//! `goal` and `terminal` of an IGGP task, where the game is of the class: a piece has reached a square, or too few are left.

use std::collections::BTreeSet;

use crate::board::Square;
use crate::gdl::iggp::{Example, Task};
use crate::gdl::iggp_board::{Layout, Scene};

/// More conditions than this explain nothing: a game of the class has a few for each player.
const MAX_CONDITIONS: usize = 6;

/// Something that a position has or has not.
#[derive(Clone, Debug)]
enum Condition {
    /// A piece of this kind on one of these squares.
    Reached(String, Vec<Square>),
    /// At most so many of these.
    Left(String, usize),
}

impl Condition {
    fn holds(&self, scene: &Scene) -> bool {
        match self {
            Condition::Reached(piece, squares) => {
                squares.iter().any(|square| scene.cells[square.index()].as_ref() == Some(piece))
            }
            Condition::Left(piece, most) => scene.cells.iter().flatten().filter(|cell| *cell == piece).count() <= *most,
        }
    }
}

/// When one atom follows: if any of the conditions holds, or, where `negated`, if none does.
#[derive(Clone, Debug)]
struct Rule {
    atom: String,
    conditions: Vec<Condition>,
    negated: bool,
}

pub(super) struct Ends {
    layout: Layout,
    rules: Vec<Rule>,
}

impl Ends {
    pub(super) fn learn(task: &Task) -> Result<Ends, String> {
        let layout = Layout::find(task)?;
        let scenes: Option<Vec<Scene>> = task.examples.iter().map(|example| layout.scene(task, example)).collect();
        let scenes = scenes.ok_or("a square holds two pieces")?;
        let mut rules = Vec::new();
        for &wanted in &task.atoms {
            let name = task.terms.show(wanted);
            let labels: Vec<bool> = task.examples.iter().map(|example| example.positives.contains(&wanted)).collect();
            let opposite: Vec<bool> = labels.iter().map(|label| !label).collect();
            let plain = explain(&layout, &scenes, &labels).map(|conditions| (conditions, false));
            let turned = explain(&layout, &scenes, &opposite).map(|conditions| (conditions, true));
            let best = [plain, turned].into_iter().flatten().min_by_key(|(conditions, _)| conditions.len());
            let Some((conditions, negated)) = best else {
                return Err(format!("{name} does not follow from a piece on a square or from too few pieces"));
            };
            rules.push(Rule { atom: name, conditions, negated });
        }
        Ok(Ends { layout, rules })
    }

    pub(super) fn predict(&self, task: &Task, example: &Example) -> Result<Vec<String>, String> {
        let scene = self.layout.scene(task, example).ok_or("a square holds two pieces")?;
        let follows = |rule: &&Rule| rule.conditions.iter().any(|condition| condition.holds(&scene)) != rule.negated;
        Ok(self.rules.iter().filter(follows).map(|rule| rule.atom.clone()).collect())
    }
}

/// The fewest conditions, found greedily, that hold in all positions with the label and in none without it. Whole rows and
/// columns come before single squares, as goals of the class do (Björnsson 2012, section 3.4).
fn explain(layout: &Layout, scenes: &[Scene], labels: &[bool]) -> Option<Vec<Condition>> {
    let board = layout.board;
    let pieces: BTreeSet<&String> = scenes.iter().flat_map(|scene| scene.cells.iter().flatten()).collect();
    let mut candidates: Vec<Condition> = Vec::new();
    for piece in pieces {
        let rows = (0..board.height()).map(|y| (0..board.width()).filter_map(|x| board.at(x, y)).collect());
        let columns = (0..board.width()).map(|x| (0..board.height()).filter_map(|y| board.at(x, y)).collect());
        let single = board.squares().map(|square| vec![square]);
        let squares: Vec<Vec<Square>> = rows.chain(columns).chain(single).collect();
        candidates.extend(squares.into_iter().map(|squares| Condition::Reached(piece.clone(), squares)));
        candidates.extend((0..4).map(|most| Condition::Left(piece.clone(), most)));
    }
    // A condition that holds without the label is wrong.
    let holding: Vec<(Condition, Vec<usize>)> = candidates
        .into_iter()
        .filter_map(|condition| {
            let mut at = Vec::new();
            for (index, scene) in scenes.iter().enumerate() {
                if condition.holds(scene) {
                    if !labels[index] {
                        return None;
                    }
                    at.push(index);
                }
            }
            Some((condition, at))
        })
        .collect();
    let mut left: BTreeSet<usize> = (0..labels.len()).filter(|index| labels[*index]).collect();
    let mut chosen = Vec::new();
    while !left.is_empty() {
        let gain = |at: &[usize]| at.iter().filter(|index| left.contains(index)).count();
        // The first of the best: rows and columns stand before squares.
        let (condition, at) = holding.iter().rev().max_by_key(|(_, at)| gain(at))?;
        if gain(at) == 0 || chosen.len() == MAX_CONDITIONS {
            return None;
        }
        chosen.push(condition.clone());
        at.iter().for_each(|index| {
            left.remove(index);
        });
    }
    Some(chosen)
}
