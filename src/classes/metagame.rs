//! Pell's symmetric chess-like games: texts, and games in words.

mod diagram;
mod invention;
mod worth;

use crate::board::Square;
use crate::bots::Knowledge;
use crate::game::{Game, Table};
use crate::metagame::{BUILTIN, GameDef, Piece, Position, Rules, TextError, Warning, kind_of, parse, warning_place};
use crate::protocol::{
    DiagramView, EvaluatedBy, EvaluationView, Failed, FailureCode, InventedView, Module, NoteView, PieceView,
    SettingView, Span, WorthView,
};

use super::absent::is_metagame;
use super::{Class, Description};

#[derive(Debug)]
pub struct Metagame;

impl Class for Metagame {
    type Game = Rules;

    const ENGINE: Module = Module::Metagame;

    fn builtin() -> Vec<(&'static str, &'static str)> {
        BUILTIN.iter().map(|game| (game.id, game.text)).collect()
    }

    /// A definition begins with the word `game`, after comments.
    fn recognises(text: &str) -> bool {
        is_metagame(text)
    }

    fn read(text: &str) -> Result<(Rules, Description), Failed> {
        let def = parse(text).map_err(|error| failed(&error))?;
        let rules = Rules::compile(&def).map_err(|error| Failed::new(FailureCode::GameText, error.to_string()))?;
        let description = description(text, &def, &rules);
        Ok((rules, description))
    }

    fn diagrams(text: &str) -> Vec<DiagramView> {
        let rules = parse(text).ok().and_then(|def| Rules::compile(&def).ok());
        rules.map(|rules| diagram::all(&rules)).unwrap_or_default()
    }

    fn inventing() -> Vec<SettingView> {
        invention::settings()
    }

    fn invent(seed: u32, settings: &[(String, String)], playable: bool) -> Result<InventedView, Failed> {
        invention::invent(seed, settings, playable)
    }

    fn voices(rules: &Rules, pos: &Position, _knowledge: Knowledge<'_>) -> Result<EvaluationView, Failed> {
        Ok(EvaluationView { by: EvaluatedBy::Advisors, terms: worth::voices(rules, pos) })
    }

    fn worths(rules: &Rules) -> Result<Vec<WorthView>, Failed> {
        Ok(worth::worths(rules))
    }

    fn blocked(rules: &Rules, pos: &Position, square: Square) -> usize {
        let Some(piece) = pos.piece_at(square) else { return 0 };
        let alone = rules.position(&[(piece, square)], rules.to_move(pos));
        let open = alone.map(|alone| rules.destinations(&alone, square));
        open.map_or(0, |open| (open - rules.destinations(pos, square)).len())
    }
}

fn failed(error: &TextError) -> Failed {
    let span = Span { line: error.place.line, column: error.place.column, length: error.place.length.max(1) };
    Failed::new(FailureCode::GameText, error.kind.to_string()).at(span)
}

fn description(text: &str, def: &GameDef, rules: &Rules) -> Description {
    let start = rules.placement(&rules.start());
    let count = |piece: Piece| {
        let kind = kind_of(piece);
        let board = start.squares.iter().filter(|there| **there == Some(kind)).count() as u32;
        board + start.hands.iter().filter(|held| held.kind == kind).map(|held| held.count).sum::<u32>()
    };
    let pieces = rules.pieces().map(|piece| PieceView {
        piece: kind_of(piece).0,
        count: count(piece),
        sentence: rules.describe_type(piece.kind()),
        expression: def.pieces.get(piece.kind()).map(ToString::to_string).unwrap_or_default(),
        states: 0,
    });
    // Types that only promotions bring come last, White's before Black's.
    let mut pieces: Vec<PieceView> = pieces.collect();
    crate::order::sort_by_key(&mut pieces, |view| (view.count == 0, view.piece));
    let notes = def.warnings();
    Description {
        name: title(&def.name),
        about: about(text),
        ply_limit: Some(crate::metagame::MOST_PLIES),
        pieces,
        goals: rules.describe_goals(),
        notes: notes.iter().map(|warning| note(text, warning)).collect(),
    }
}

fn note(text: &str, warning: &Warning) -> NoteView {
    let place = warning_place(text, warning);
    let span = Span { line: place.line, column: place.column, length: place.length.max(1) };
    NoteView { message: warning.to_string(), span }
}

/// `Knight zone chess` from `knight-zone_chess`.
fn title(name: &str) -> String {
    let spaced = name.replace(['_', '-'], " ");
    let mut letters = spaced.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The comment before the definition.
fn about(text: &str) -> String {
    let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
    let comments = lines.take_while(|line| line.starts_with('%') || line.is_empty());
    let words: Vec<&str> = comments.flat_map(|line| line.trim_start_matches('%').split_whitespace()).collect();
    words.join(" ").chars().take(600).collect()
}
