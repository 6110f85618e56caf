//! Looking on and learning: one game after the other, a few plies at a time, at the pace that the page asks for.

use std::collections::BTreeMap;

use crate::automata::{Dfa, Layout, Step, Word, describe, expression, layout, show_word};
use crate::game::Game;
use crate::lab::judge_piece;
use crate::learn::{LearnedPiece, Learning, Seen, Settings};
use crate::observe::{Listing, Recorder};
use crate::protocol::{
    ArrowView, End, ExampleView, GraphView, LearnSettings, LearnedView, LearningView, MoveView, StateView, StepView,
    Verdict,
};
use crate::rng::Rng;
use crate::sbg::{Position, Rules, show_position};

use super::describe::facing;
use super::inspect::{self, Subject};
use super::log::Log;
use super::{Failure, end, move_view, side};

/// Candidates that one command may try: a published algorithm can take minutes, and the page wants an answer now.
const CANDIDATES: u32 = 100;
/// The longest expression that is shown, in characters; half-learned automata can have far longer ones.
const EXPRESSION: usize = 3_000;
/// Doubts that are shown for a piece.
const DOUBTS: usize = 12;
/// The most games that can be asked for.
const MAX_GAMES: u32 = 10_000;

#[derive(Debug)]
pub(super) struct Watching {
    rules: Rules,
    listing: Listing,
    seed: u32,
    games_in_all: u32,
    /// Games watched to their end.
    games: u32,
    rng: Rng,
    pos: Position,
    last: Option<MoveView>,
    end: Option<End>,
    learning: Learning,
    log: Log,
    /// What was seen has not all been learned from.
    behind: bool,
    learned: Vec<LearnedPiece>,
    pieces: Vec<LearnedView>,
    /// For each of them, whether it has changed since the last answer.
    fresh: Vec<bool>,
    layouts: BTreeMap<char, Layout>,
    news: String,
}

impl Watching {
    pub(super) fn begin(rules: &Rules, settings: &LearnSettings) -> Result<Watching, Failure> {
        let algorithm = settings
            .algorithm
            .parse()
            .map_err(|_| Failure::new("There is no such algorithm: expected kibitzer, bjornsson, rpni or spine."))?;
        let check = settings.check.parse().map_err(|_| {
            Failure::new("There is no such check: expected bjornsson, fast or, for instance, fractional:0.7.")
        })?;
        Ok(Watching {
            rules: rules.clone(),
            listing: if settings.all_moves { Listing::All } else { Listing::Some },
            seed: settings.seed,
            games_in_all: settings.games.clamp(1, MAX_GAMES),
            games: 0,
            rng: Rng::branch(u64::from(settings.seed), 0),
            pos: rules.start(),
            last: None,
            end: None,
            learning: Learning::new(Settings { algorithm, check, ..Settings::default() }),
            log: Log::default(),
            behind: false,
            learned: Vec::new(),
            pieces: Vec::new(),
            fresh: Vec::new(),
            layouts: BTreeMap::new(),
            news: String::new(),
        })
    }

    /// Looks on for so many plies (the end of a game counts as one), then learns from what was seen.
    pub(super) fn watch(&mut self, plies: u32) -> LearningView {
        self.news.clear();
        self.fresh.clear();
        let mut ended = false;
        for _ in 0..plies {
            if self.games == self.games_in_all {
                break;
            }
            ended |= self.ply();
        }
        // What is seen in the first games is new at every move; later a whole game is worth a thought.
        if self.behind && (ended || self.games < 2 || plies == 0 || self.games == self.games_in_all) {
            self.learn();
        }
        self.view()
    }

    /// Looks at one move, or at the end of a game; says whether it was an end.
    fn ply(&mut self) -> bool {
        if self.end.take().is_some() {
            self.rng = Rng::branch(u64::from(self.seed), u64::from(self.games));
            self.pos = self.rules.start();
            self.last = None;
        }
        let recorder = Recorder { rules: &self.rules, listing: self.listing };
        self.behind = true;
        match self.rules.random_move(&self.pos, &mut self.rng, &mut Vec::new()) {
            Ok(mv) => {
                self.learning.watch(&recorder.position(&self.pos, mv));
                self.log.note(Some(mv));
                self.last = Some(move_view(&self.rules, &self.pos, mv));
                self.rules.play(&mut self.pos, mv);
                false
            }
            Err(outcome) => {
                self.learning.watch(&recorder.end(&self.pos, outcome));
                self.log.note(None);
                self.end = end(&self.rules, &self.pos);
                self.games += 1;
                true
            }
        }
    }

    fn learn(&mut self) {
        self.behind = !self.learning.step(CANDIDATES, &mut |_| {}).done;
        let before = std::mem::take(&mut self.pieces);
        let learned = self.learning.pieces();
        self.pieces = learned.iter().map(|piece| self.piece_view(piece)).collect();
        self.learned = learned;
        self.fresh = self.pieces.iter().map(|piece| !before.contains(piece)).collect();
        // The last change is told; White's side, where both changed alike.
        let old =
            |letter: &str| before.iter().find(|piece| piece.letter == letter).map(|piece| piece.sentence.as_str());
        let changed = self.pieces.iter().find(|piece| old(&piece.letter) != Some(piece.sentence.as_str()));
        if let Some(piece) = changed {
            let lead = if old(&piece.letter).is_some() { "I see more of" } else { "Here is" };
            self.news = format!("{lead} {}. {}", piece.letter, piece.sentence);
        }
    }

    fn piece_view(&mut self, piece: &LearnedPiece) -> LearnedView {
        let drawn = layout(&piece.dfa, self.layouts.get(&piece.letter));
        let graph = graph_view(&drawn);
        self.layouts.insert(piece.letter, drawn);
        let doubts = piece.doubts.iter().take(DOUBTS).map(|doubt| show_word(&doubt.word)).collect();
        LearnedView {
            letter: piece.letter.to_string(),
            side: side(piece.player),
            sentence: describe(&piece.dfa, facing(piece.player)),
            expression: shortened(expression(&piece.dfa).to_string()),
            words: piece.words as u32,
            sure: piece.sure,
            doubts,
            doubt_count: piece.doubt_count as u32,
            verdict: self.verdict(piece.letter, &piece.dfa),
            graph,
        }
    }

    fn verdict(&self, letter: char, learned: &Dfa) -> Verdict {
        let nothing = Dfa::empty();
        let truth = self.rules.piece(letter).map_or(&nothing, |piece| &self.rules.info(piece).dfa);
        let judged = judge_piece(learned, truth, self.rules.board());
        Verdict {
            exact: judged.exact,
            missed: judged.missed.map(|word| show_word(&word)),
            invented: judged.error.map(|word| show_word(&word)),
        }
    }

    /// The automaton of a letter by now.
    pub(super) fn learned(&self, letter: char) -> Option<&Dfa> {
        self.learned.iter().find(|piece| piece.letter == letter).map(|piece| &piece.dfa)
    }

    /// How often each step of a letter's drawing was seen, arrow by arrow.
    pub(super) fn counts(&self, letter: char) -> Vec<u32> {
        let (Some(dfa), Some(drawn)) = (self.learned(letter), self.layouts.get(&letter)) else { return Vec::new() };
        let words: Vec<(Word, Seen)> = self.learning.evidence().words_of(letter).collect();
        let steps = drawn.arrows.iter().flat_map(|arrow| arrow.steps.iter().map(|step| (arrow.from, *step)));
        steps.map(|(from, step)| inspect::count(dfa, &words, from.index() as u32, step)).collect()
    }

    /// Some moves seen that went this step in this state.
    pub(super) fn support(&self, subject: Subject<'_>, state: u32, step: Step) -> Vec<ExampleView> {
        subject.support(state, step, &self.rules, self.learning.evidence(), &self.log)
    }

    fn view(&mut self) -> LearningView {
        let progress = self.learning.progress();
        let done = self.games == self.games_in_all && !self.behind;
        LearningView {
            games: self.games,
            games_in_all: self.games_in_all,
            records: progress.records as f64,
            positions: progress.positions as u32,
            candidates: progress.tally.candidates as f64,
            merges: progress.tally.merges as f64,
            position: show_position(&self.rules, &self.pos),
            cells: self.rules.board().squares().map(|square| self.rules.letter_at(&self.pos, square)).collect(),
            last: self.last.clone(),
            end: self.end.clone(),
            news: self.news.clone(),
            pieces: self
                .pieces
                .iter()
                .zip(&self.fresh)
                .filter(|(_, fresh)| **fresh)
                .map(|(piece, _)| piece.clone())
                .collect(),
            done,
            text: if done { self.learning.game().ok().map(|def| def.to_string()) } else { None },
        }
    }
}

fn shortened(text: String) -> String {
    match text.char_indices().nth(EXPRESSION) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text,
    }
}

fn graph_view(layout: &Layout) -> GraphView {
    GraphView {
        width: layout.width,
        height: layout.height,
        states: layout
            .states
            .iter()
            .map(|state| StateView { x: state.x, y: state.y, accepting: state.accepting })
            .collect(),
        arrows: layout
            .arrows
            .iter()
            .map(|arrow| ArrowView {
                from: arrow.from.index() as u32,
                to: arrow.to.index() as u32,
                steps: arrow
                    .steps
                    .iter()
                    .map(|step| StepView { dx: step.dx, dy: step.dy, on: step.on.letter().to_string() })
                    .collect(),
                x: arrow.label.x,
                y: arrow.label.y,
                width: arrow.label.width,
                height: arrow.label.height,
                lanes: arrow.lanes.iter().flat_map(|lane| [lane.0, lane.1]).collect(),
            })
            .collect(),
    }
}
