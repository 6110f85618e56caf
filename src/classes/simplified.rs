//! Simplified boardgames: texts, and games in words.

mod evaluation;

use crate::automata::{Facing, describe};
use crate::board::{Geometry, Player, Square};
use crate::bots::{Knowledge, net_name};
use crate::game::{Game, KindId};
use crate::protocol::{DiagramView, EvaluationView, Failed, FailureCode, Module, NoteView, PieceView, Span};
use crate::sbg::{
    BUILTIN, GameDef, Goal, Position, Rules, TextError, kind_of, letter_of, player_of, read_game, read_game_with_notes,
};

use super::{Class, Description, diagram};

#[derive(Debug)]
pub struct Simplified;

impl Class for Simplified {
    type Game = Rules;

    const LEARNABLE: bool = true;
    const ENGINE: Module = Module::Thinking;

    fn builtin() -> Vec<(&'static str, &'static str)> {
        BUILTIN.iter().map(|game| (game.id, game.text)).collect()
    }

    /// Everything that no other class recognises, so that its errors say what was expected.
    fn recognises(_text: &str) -> bool {
        true
    }

    fn read(text: &str) -> Result<(Rules, Description), Failed> {
        let (def, rules, notes) = read_game_with_notes(text).map_err(|error| failed(&error))?;
        let description = description(&def, &rules, &notes);
        Ok((rules, description))
    }

    fn diagrams(text: &str) -> Vec<DiagramView> {
        read_game(text).map(|(def, rules)| diagram::all(&def, &rules)).unwrap_or_default()
    }

    fn net(rules: &Rules) -> Option<&'static str> {
        net_name(rules)
    }

    fn voices(rules: &Rules, pos: &Position, knowledge: Knowledge<'_>) -> Result<EvaluationView, Failed> {
        evaluation::voices(rules, pos, knowledge)
    }

    fn squares_of(rules: &Rules, pos: &Position, kind: KindId) -> Vec<Square> {
        let piece = letter_of(kind).and_then(|letter| rules.piece(letter));
        piece.map(|piece| pos.squares_of(piece).collect()).unwrap_or_default()
    }

    fn blocked(rules: &Rules, pos: &Position, square: Square) -> usize {
        let alone: Vec<char> = rules
            .board()
            .squares()
            .map(|other| if other == square { rules.letter_at(pos, square) } else { '.' })
            .collect();
        let open = rules.position(&alone, rules.to_move(pos), 0).map(|alone| rules.destinations(&alone, square));
        open.map_or(0, |open| (open - rules.destinations(pos, square)).len())
    }
}

/// An error in a game text, with its place.
pub fn failed(error: &TextError) -> Failed {
    Failed::new(FailureCode::GameText, error.kind.to_string()).at(span(error))
}

fn span(error: &TextError) -> Span {
    let place = error.place;
    Span { line: place.line, column: place.column, length: place.length }
}

fn description(def: &GameDef, rules: &Rules, notes: &[TextError]) -> Description {
    let shown = rules.pieces().filter(|(_, info)| is_shown(def, info.letter));
    let pieces = shown.map(|(_, info)| PieceView {
        piece: kind_of(info.letter).0,
        count: def.count(info.letter) as u32,
        sentence: describe(&info.dfa, facing(info.player)),
        expression: def.rule(info.letter).map(|rule| rule.to_string()).unwrap_or_default(),
        states: info.dfa.size() as u32,
    });
    Description {
        name: if def.name.is_empty() { "Unnamed game".to_owned() } else { def.name.clone() },
        about: def.about.clone(),
        ply_limit: Some(def.ply_limit),
        pieces: pieces.collect(),
        goals: goals(def, rules),
        notes: notes.iter().map(|note| NoteView { message: note.kind.to_string(), span: span(note) }).collect(),
    }
}

pub fn facing(player: Player) -> Facing {
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
