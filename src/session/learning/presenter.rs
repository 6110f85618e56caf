//! What is known of each piece by now, as the page shows it: sentence, expression, drawing, doubts and verdict.

use crate::automata::{Dfa, Layout, Word, describe, dot, expression, layout, tikz};
use crate::board::Player;
use crate::classes::facing;
use crate::game::PieceKind;
use crate::lab::{self, judge_piece};
use crate::learn::{Evidence, LearnedPiece, Seen, piece_json};
use crate::order::{self, SortedMap};
use crate::protocol::{
    ArrowView, DoubtView, Failed, FailureCode, Format, GraphView, LearnedView, NotRandom, StateView, Verdict,
};
use crate::sbg::{Drawing, Naming, Rules, kind_of, known_names, other_case, player_of};

use crate::session::views::{side, steps};

use super::inspect;
use super::watching::Watched;

/// The longest expression that is shown, in characters; half-learned automata can have far longer ones.
const EXPRESSION: usize = 3_000;
/// Doubts that are shown for a piece.
const DOUBTS: usize = 12;

#[derive(Debug)]
pub(super) struct Presenter {
    /// What the watched game calls its pieces.
    pub(super) names: Vec<Naming>,
    learned: Vec<LearnedPiece>,
    pieces: Vec<LearnedView>,
    /// Pieces that have changed since the last answer.
    fresh: Vec<u32>,
    layouts: SortedMap<char, Layout>,
    /// Whether a sentence about a piece has changed since the last answer.
    pub(super) news: bool,
}

impl Presenter {
    pub(super) fn new(game: &Watched) -> Presenter {
        Presenter {
            names: known_names(&game.def, &game.rules),
            learned: Vec::new(),
            pieces: Vec::new(),
            fresh: Vec::new(),
            layouts: SortedMap::new(),
            news: false,
        }
    }

    /// States that kept their places while others went have left gaps: the last drawing is a fresh one.
    pub(super) fn lay_out_anew(&mut self) {
        self.layouts = SortedMap::new();
    }

    /// Takes over what was learned. `truth` is there when it can be judged.
    pub(super) fn take_stock(&mut self, learned: Vec<LearnedPiece>, truth: Option<&Rules>) {
        let before = std::mem::take(&mut self.pieces);
        self.pieces = learned.iter().map(|piece| self.piece_view(piece, truth)).collect();
        let changed = self.pieces.iter().filter(|piece| !before.contains(piece));
        self.fresh.extend(changed.map(|piece| piece.piece));
        let old = |id: u32| before.iter().find(|piece| piece.piece == id).map(|piece| piece.sentence.as_str());
        self.news |= self.pieces.iter().any(|piece| old(piece.piece) != Some(piece.sentence.as_str()));
        self.learned = learned;
    }

    fn piece_view(&mut self, piece: &LearnedPiece, truth: Option<&Rules>) -> LearnedView {
        let drawn = layout(&piece.dfa, self.layouts.get(&piece.letter));
        let graph = graph_view(&drawn);
        self.layouts.insert(piece.letter, drawn);
        let doubts = piece.doubts.iter().take(DOUBTS).map(|doubt| DoubtView {
            steps: steps(&doubt.word),
            accepted: doubt.accepted,
            why: doubt.why.name().to_owned(),
        });
        LearnedView {
            piece: kind_of(piece.letter).0,
            side: side(piece.player),
            sentence: describe(&piece.dfa, facing(piece.player)),
            expression: shortened(expression(&piece.dfa).to_string()),
            words: piece.words as u32,
            sure: piece.sure,
            doubts: doubts.collect(),
            doubt_count: piece.doubt_count as u32,
            verdict: verdict(piece, truth),
            graph,
        }
    }

    /// The pieces that have changed since the last answer; what is done is told whole.
    pub(super) fn fresh(&self, done: bool) -> Vec<LearnedView> {
        self.pieces.iter().filter(|piece| done || self.fresh.contains(&piece.piece)).cloned().collect()
    }

    /// The same, once.
    pub(super) fn take_fresh(&mut self, done: bool) -> Vec<LearnedView> {
        let pieces = self.fresh(done);
        self.fresh.clear();
        pieces
    }

    pub(super) fn learned(&self, letter: char) -> Option<&Dfa> {
        self.learned.iter().find(|piece| piece.letter == letter).map(|piece| &piece.dfa)
    }

    /// How often each step of a letter's drawing was seen, arrow by arrow.
    pub(super) fn counts(&self, letter: char, evidence: &Evidence) -> Vec<u32> {
        let (Some(dfa), Some(drawn)) = (self.learned(letter), self.layouts.get(&letter)) else { return Vec::new() };
        let words: Vec<(Word, Seen)> = evidence.words_of(letter).collect();
        let steps = drawn.arrows.iter().flat_map(|arrow| arrow.steps.iter().map(|step| (arrow.from, *step)));
        steps.map(|(from, step)| inspect::count(dfa, &words, from.index() as u32, step)).collect()
    }

    pub(super) fn export(&self, letter: char, format: Format) -> Result<String, Failed> {
        let piece = self.learned.iter().find(|piece| piece.letter == letter);
        let nothing = || Failed::new(FailureCode::Nothing, "Nothing has been learned about this piece yet.");
        let piece = piece.ok_or_else(nothing)?;
        Ok(match format {
            Format::Dot => dot(&piece.dfa, &letter.to_string()),
            Format::Tikz => tikz(&piece.dfa, &letter.to_string()),
            Format::Json => format!("{{{}}}\n", piece_json(piece)),
        })
    }

    /// Pieces of which only records tell: those learned, and those on the board.
    pub(super) fn unknown_kinds(&self, cells: &[char]) -> Vec<PieceKind> {
        let on_board = cells.iter().copied().filter(|cell| *cell != '.');
        let mut letters: Vec<char> = self.learned.iter().map(|piece| piece.letter).chain(on_board).collect();
        order::sort(&mut letters);
        letters.dedup();
        letters.iter().filter_map(|letter| unknown_kind(*letter, &letters)).collect()
    }
}

fn verdict(piece: &LearnedPiece, truth: Option<&Rules>) -> Verdict {
    let Some(rules) = truth else {
        return Verdict { exact: false, undecided: false, missed_steps: None, invented_steps: None };
    };
    let nothing = Dfa::empty();
    let truth = rules.piece(piece.letter).map_or(&nothing, |piece| &rules.info(piece).dfa);
    let judged = judge_piece(&piece.dfa, truth, rules.board());
    Verdict {
        exact: judged.is_exact(),
        undecided: judged.verdict == lab::Verdict::Undecided,
        missed_steps: judged.missed.as_deref().map(steps),
        invented_steps: judged.error.as_deref().map(steps),
    }
}

/// A letter of which only records tell.
fn unknown_kind(letter: char, others: &[char]) -> Option<PieceKind> {
    let label = letter.to_ascii_uppercase().to_string();
    Some(PieceKind {
        id: kind_of(letter),
        owner: player_of(letter)?,
        name: label.clone(),
        symbol: letter.to_string(),
        drawing: Drawing::PLAIN.id().to_owned(),
        label: Some(label),
        twin: Some(other_case(letter)).filter(|twin| others.contains(twin)).map(kind_of),
    })
}

pub(super) fn not_random((player, chance): (Player, f64)) -> NotRandom {
    NotRandom { side: side(player), ignored: chance == 0.0 }
}

fn shortened(text: String) -> String {
    match text.char_indices().nth(EXPRESSION) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text,
    }
}

pub(super) fn graph_view(layout: &Layout) -> GraphView {
    let states = layout.states.iter().map(|state| StateView { x: state.x, y: state.y, accepting: state.accepting });
    let arrows = layout.arrows.iter().map(|arrow| ArrowView {
        from: arrow.from.index() as u32,
        to: arrow.to.index() as u32,
        steps: steps(&arrow.steps),
        x: arrow.label.x,
        y: arrow.label.y,
        width: arrow.label.width,
        height: arrow.label.height,
        lanes: arrow.lanes.iter().flat_map(|lane| [lane.0, lane.1]).collect(),
    });
    GraphView { width: layout.width, height: layout.height, states: states.collect(), arrows: arrows.collect() }
}
