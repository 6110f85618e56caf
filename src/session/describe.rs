//! A game in words, for people.

use crate::automata::{Facing, describe};
use crate::board::{Geometry, Player, Square};
use crate::protocol::{GameView, NoteView, PieceView};
use crate::sbg::{GameDef, Goal, Rules, TextError, player_of};

use super::{place, side};

pub(super) fn game(id: Option<&str>, text: &str, def: &GameDef, rules: &Rules, notes: &[TextError]) -> GameView {
    let pieces = rules.pieces().filter(|(_, info)| is_shown(def, info.letter));
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
                name: info.called(),
                drawing: info.drawing.id().to_owned(),
                labelled: info.labelled,
                count: def.count(info.letter) as u32,
                sentence: describe(&info.dfa, facing(info.player)),
                expression: def.rule(info.letter).map(|rule| rule.to_string()).unwrap_or_default(),
                states: info.dfa.size() as u32,
            })
            .collect(),
        goals: goals(def, rules),
        text: text.to_owned(),
        notes: notes.iter().map(|note| NoteView { message: note.kind.to_string(), place: place(note) }).collect(),
    }
}

pub(super) fn facing(player: Player) -> Facing {
    match player {
        Player::White => Facing::Up,
        Player::Black => Facing::Down,
    }
}

/// Black's pieces that are neither on the board nor spoken of are left out.
pub(super) fn is_shown(def: &GameDef, letter: char) -> bool {
    def.count(letter) > 0 || def.pieces.iter().any(|piece| piece.letter == letter)
}

fn goals(def: &GameDef, rules: &Rules) -> Vec<String> {
    let mut sentences: Vec<String> = def.goals.iter().filter_map(|goal| sentence(def, rules, goal)).collect();
    sentences.push("A player who has no pieces left or no legal move loses.".to_owned());
    sentences.push(format!("After {} plies (moves of either player) the game is a draw.", def.ply_limit));
    sentences
}

fn sentence(def: &GameDef, rules: &Rules, goal: &Goal) -> Option<String> {
    let owner = player_of(goal.letter())?;
    let info = rules.info(rules.piece(goal.letter())?);
    Some(match goal {
        Goal::Reach { squares, .. } => {
            format!("{owner} wins when {} reaches {}.", info.with_article(), area(def.board, squares))
        }
        Goal::Keep { letter, left: 0 } if def.count(*letter) == 1 => {
            format!("{owner} loses when its {} is captured.", info.called())
        }
        Goal::Keep { left: 0, .. } => format!("{owner} loses when its last {} is captured.", info.called()),
        Goal::Keep { left, .. } => {
            format!("{owner} loses when a capture leaves it {} or fewer.", info.counted(*left))
        }
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
