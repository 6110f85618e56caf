//! A game in words, for people.

use crate::automata::{Facing, describe};
use crate::board::{Geometry, Player, Square};
use crate::protocol::{GameView, PieceView};
use crate::sbg::{GameDef, Goal, Rules, player_of};

use super::side;

pub(super) fn game(id: Option<&str>, text: &str, def: &GameDef, rules: &Rules) -> GameView {
    let pieces = rules.pieces().filter(|(_, info)| def.count(info.letter) > 0 || is_written(def, info.letter));
    GameView {
        id: id.map(str::to_owned),
        name: if def.name.is_empty() { "Unnamed game".to_owned() } else { def.name.clone() },
        about: def.about.clone(),
        width: def.board.width() as u32,
        height: def.board.height() as u32,
        cells: def.setup.iter().collect(),
        ply_limit: def.ply_limit,
        pieces: pieces
            .map(|(_, info)| PieceView {
                letter: info.letter.to_string(),
                side: side(info.player),
                count: def.count(info.letter) as u32,
                sentence: describe(&info.dfa, facing(info.player)),
                expression: def.rule(info.letter).map(|rule| rule.to_string()).unwrap_or_default(),
                states: info.dfa.size() as u32,
            })
            .collect(),
        goals: goals(def),
        text: text.to_owned(),
    }
}

pub(super) fn facing(player: Player) -> Facing {
    match player {
        Player::White => Facing::Up,
        Player::Black => Facing::Down,
    }
}

fn is_written(def: &GameDef, letter: char) -> bool {
    def.pieces.iter().any(|piece| piece.letter == letter)
}

fn goals(def: &GameDef) -> Vec<String> {
    let mut sentences: Vec<String> = def.goals.iter().filter_map(|goal| sentence(def, goal)).collect();
    sentences.push("A player who has no pieces left or no legal move loses.".to_owned());
    sentences.push(format!("After {} plies (moves of either player) the game is a draw.", def.ply_limit));
    sentences
}

fn sentence(def: &GameDef, goal: &Goal) -> Option<String> {
    let owner = player_of(goal.letter())?;
    Some(match goal {
        Goal::Reach { letter, squares } => format!("{owner} wins when {letter} reaches {}.", area(def.board, squares)),
        Goal::Keep { letter, left: 0 } => format!("{owner} loses when its last {letter} is captured."),
        Goal::Keep { letter, left } => format!("{owner} loses when a capture leaves it no more than {left} {letter}."),
    })
}

/// `row 8` rather than the names of eight squares.
fn area(board: Geometry, squares: &[Square]) -> String {
    let whole = |inside: &dyn Fn(Square) -> bool, length: usize| {
        squares.len() == length && squares.iter().all(|square| inside(*square))
    };
    if let Some(first) = squares.first().copied() {
        let (x, y) = (board.x(first), board.y(first));
        if whole(&|square| board.y(square) == y, board.width()) {
            return format!("row {}", y + 1);
        }
        if whole(&|square| board.x(square) == x, board.height()) {
            return format!("column {}", board.name(first).trim_end_matches(|c: char| c.is_ascii_digit()));
        }
    }
    let names: Vec<String> = squares.iter().map(|square| board.name(*square)).collect();
    names.join(", ")
}
