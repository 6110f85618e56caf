//! A lesson: how one piece is learned, from so little that it can be seen at a glance.

use crate::automata::{Dfa, Layout, Step, Word, layout};
use crate::board::{Geometry, Square};
use crate::learn::{
    Algorithm, Clash, Event, Learning, Question, Reason, Refutation, Replay, Scene, Settings, Turn, Verdict,
};
use crate::observe::{Listing, Record, RecordResult};
use crate::order::SortedMap;
use crate::protocol::{LessonStep, LessonView, LessonWhat, Objection, ObjectionWhy, SceneView};
use crate::sbg::kind_of;

use super::inspect::squares;
use super::log::Cursor;
use super::presenter::graph_view;
use super::watching::Watching;

use crate::session::views::steps;

/// Automata with more states are not drawn.
const DRAWABLE: usize = 60;
/// A tree of so many states can be looked at as a whole.
const SMALL: usize = 32;
/// Positions that a lesson takes, when it takes as many as can be drawn and when it takes whole games.
const FEW_POSITIONS: usize = 400;
const MAX_POSITIONS: usize = 6_000;
/// Records gathered for one answer, candidates tried, and steps put on record.
const GATHERED: usize = 50;
const TRIED: u32 = 40;
const REPLAYED: usize = 60;
/// Events kept of a search.
const MAX_EVENTS: usize = 1_000;

#[derive(Debug)]
pub(super) struct Lesson {
    letter: char,
    algorithm: Algorithm,
    /// 0 stands for as many positions as can be drawn.
    games: u32,
    stage: Stage,
    learning: Learning,
    /// What it is learned from, without the moves.
    records: Vec<Record>,
    finished: u32,
    words: SortedMap<Word, ()>,
    /// What was told of this letter; whether what is told is about it.
    events: Vec<Event>,
    mine: bool,
    replay: Replay,
    /// Where each stage is drawn. Each follows the one before, so that what survives stays in place, whichever way one
    /// looks through the lesson.
    layouts: SortedMap<u32, Layout>,
}

#[derive(Debug)]
enum Stage {
    Gathering(Box<Cursor>),
    Learning,
    /// How many events are on record.
    Replaying(usize),
    Ready,
}

impl Lesson {
    pub(super) fn new(watching: &Watching, letter: char, settings: Settings, games: u32) -> Lesson {
        let algorithm = settings.algorithm;
        // What the other side's pieces do would have to be shown upside down.
        let mut learning = Learning::new(Settings { share: false, explain: true, ..settings });
        learning.focus(letter);
        Lesson {
            letter,
            algorithm,
            games,
            stage: Stage::Gathering(Box::new(watching.log.cursor(&watching.game.rules, 0))),
            learning,
            records: Vec::new(),
            finished: 0,
            words: SortedMap::new(),
            events: Vec::new(),
            mine: false,
            replay: Replay::new(algorithm, &[]),
            layouts: SortedMap::new(),
        }
    }

    /// A step, or, while the lesson is being prepared, some more preparation.
    pub(super) fn show(&mut self, watching: &Watching, index: u32) -> LessonView {
        self.prepare(watching);
        let ready = matches!(self.stage, Stage::Ready);
        LessonView {
            identity: watching.known_identity(),
            piece: kind_of(self.letter).0,
            ready,
            positions: self.records.len() as u32,
            games: self.finished,
            words: self.words.len() as u32,
            by_symmetry: if ready { self.by_symmetry() } else { 0 },
            outvoted_steps: if ready { self.outvoted().iter().map(|word| steps(word)).collect() } else { Vec::new() },
            steps: if ready { self.replay.scenes() as u32 } else { 0 },
            merges: if ready { self.merges() } else { Vec::new() },
            cut: self.replay.is_cut() || self.events.len() >= MAX_EVENTS,
            step: if ready { self.step(index as usize) } else { None },
        }
    }

    /// How many words of the tree are images of words that were seen.
    fn by_symmetry(&self) -> u32 {
        let legal = self.learning.legal_words(self.letter);
        legal.iter().filter(|word| !self.words.contains_key(*word)).count() as u32
    }

    fn outvoted(&self) -> Vec<Word> {
        let clashes = self.learning.clashes();
        let words = clashes.iter().filter_map(|clash| match clash {
            Clash::Outvoted { letter, word, .. } if *letter == self.letter => Some(word.clone()),
            _ => None,
        });
        let distinct: SortedMap<Word, ()> = words.map(|word| (word, ())).collect();
        distinct.keys().cloned().collect()
    }

    fn merges(&self) -> Vec<u32> {
        let aside =
            |index: &usize| matches!(self.replay.scene(*index), Some(Scene::Refused { .. } | Scene::Promoted { .. }));
        (0..self.replay.scenes()).filter(|index| !aside(index)).map(|index| index as u32).collect()
    }

    fn prepare(&mut self, watching: &Watching) {
        match &mut self.stage {
            Stage::Gathering(place) => {
                for _ in 0..GATHERED {
                    let enough = self.games > 0 && self.finished >= self.games;
                    let most = if self.games > 0 { MAX_POSITIONS } else { FEW_POSITIONS };
                    let next = watching.log.next(&watching.game.rules, watching.listing, place);
                    let Some(mut record) = next.filter(|_| !enough && self.records.len() < most) else {
                        self.stage = Stage::Learning;
                        return;
                    };
                    let mut words = self.words.clone();
                    let own = record.moves.iter().filter(|seen| record.cells[seen.from.index()] == self.letter);
                    own.for_each(|seen| words.insert(seen.word.clone(), ()));
                    if self.games == 0
                        && words.len() > self.words.len()
                        && !self.words.is_empty()
                        && !is_drawable(self.algorithm, &words)
                    {
                        self.stage = Stage::Learning;
                        return;
                    }
                    self.words = words;
                    self.learning.add_position(&record);
                    self.finished += u32::from(record.result != RecordResult::Open);
                    record.moves = Vec::new();
                    self.records.push(record);
                }
            }
            Stage::Learning => {
                let (letter, mine, events) = (self.letter, &mut self.mine, &mut self.events);
                let progress = self.learning.step(TRIED, &mut |event| match event {
                    Event::TreeBuilt { letters, .. } => {
                        *mine = letters.contains(&letter);
                        if *mine {
                            // Where there are several rounds, the last one counts.
                            events.clear();
                        }
                    }
                    Event::Learned { .. } => *mine = false,
                    event if *mine && events.len() < MAX_EVENTS => events.push(event),
                    _ => {}
                });
                if progress.done {
                    self.replay = Replay::new(self.algorithm, &self.learning.legal_words(letter));
                    self.stage = Stage::Replaying(0);
                }
            }
            Stage::Replaying(done) => {
                let next = self.events.iter().skip(*done).take(REPLAYED);
                next.cloned().for_each(|event| self.replay.take(event));
                *done += REPLAYED;
                if *done >= self.events.len() {
                    let learned = self.learning.automata().into_iter().find(|(letter, _)| *letter == self.letter);
                    self.replay.finish(learned.map_or_else(Dfa::empty, |(_, dfa)| dfa));
                    self.stage = Stage::Ready;
                }
            }
            Stage::Ready => {}
        }
    }

    fn step(&mut self, index: usize) -> Option<LessonStep> {
        let index = index.min(self.replay.scenes() - 1);
        let stage = self.replay.stage_of(index);
        let dfa = self.replay.automaton(stage);
        let graph = if dfa.size() <= DRAWABLE { Some(graph_view(self.layout(stage, &dfa))) } else { None };
        let (what, words, refutation): (LessonWhat, Vec<&Word>, Option<&Refutation>) = match self.replay.scene(index)? {
            Scene::Tree => (LessonWhat::Tree, vec![], None),
            Scene::Minimized => (LessonWhat::Minimized, vec![], None),
            Scene::Tried { kept, gone } => (LessonWhat::Tried, vec![kept, gone], None),
            Scene::Merged { kept } => (LessonWhat::Merged, vec![kept], None),
            Scene::Refused { kept, gone, refutation } => (LessonWhat::Refused, vec![kept, gone], Some(refutation)),
            Scene::Promoted { state } => (LessonWhat::Promoted, vec![state], None),
            Scene::Expanded => (LessonWhat::Expanded, vec![], None),
            Scene::Learned => (LessonWhat::Learned, vec![], None),
        };
        let state = |word: &&Word| word.iter().try_fold(Dfa::START, |state, &step| dfa.next(state, step));
        Some(LessonStep {
            index: index as u32,
            what,
            states: dfa.size() as u32,
            graph,
            marked: words.iter().filter_map(state).map(|state| state.index() as u32).collect(),
            objection: refutation.map(|refutation| self.objection(refutation)),
        })
    }

    /// Stages are laid out in order; the last automaton again, as it is drawn elsewhere.
    fn layout(&mut self, stage: u32, dfa: &Dfa) -> &Layout {
        if !self.layouts.contains_key(&stage) {
            let drawn = match self.layouts.last_below(&stage) {
                Some(&(before, _)) if stage < u32::MAX => {
                    for between in before + 1..stage {
                        let dfa = self.replay.automaton(between);
                        let drawn = layout(&dfa, self.layouts.get(&(between - 1)));
                        self.layouts.insert(between, drawn);
                    }
                    layout(dfa, self.layouts.get(&(stage - 1)))
                }
                _ => layout(dfa, None),
            };
            self.layouts.insert(stage, drawn);
        }
        self.layouts.or_insert_with(stage, || layout(dfa, None))
    }

    fn objection(&self, refutation: &Refutation) -> Objection {
        let record = refutation.example.and_then(|example| self.records.get(example.record as usize - 1));
        let partly_listed = record.is_some_and(|record| record.listing == Listing::Some);
        let why = match (refutation.reason, refutation.verdict) {
            (Reason::EmptyWord, _) => ObjectionWhy::NoMove,
            (Reason::TooLarge, _) => ObjectionWhy::TooMany,
            (Reason::Multiloop, _) => ObjectionWhy::TwoLoops,
            (Reason::Known, _) => ObjectionWhy::Known,
            (Reason::NothingInCommon, _) => ObjectionWhy::NothingInCommon,
            (Reason::Outdone, _) => ObjectionWhy::Outdone,
            (Reason::NotWorthIt, _) if refutation.word.is_empty() => ObjectionWhy::NotWorthIt,
            (_, Verdict::Illegal) if partly_listed => ObjectionWhy::NeverPlayed,
            (_, Verdict::Illegal) => ObjectionWhy::NotListed,
            (_, Verdict::Legal | Verdict::Unknown | Verdict::Impossible) => ObjectionWhy::NotSeen,
        };
        let scene = match (record, refutation.example) {
            _ if refutation.word.is_empty() => None,
            (Some(record), Some(example)) => Some(SceneView {
                squares: squares(&record.cells),
                path: path(record.board, example.square, refutation.image.as_ref().unwrap_or(&refutation.word)),
                position: Some(example.record),
            }),
            _ => self.records.first().and_then(|record| made_up(self.letter, &refutation.word, record)),
        };
        let by_symmetry = refutation.image.is_some() && scene.is_some();
        Objection { steps: steps(&refutation.word), why, by_symmetry, scene }
    }
}

/// Whether the tree of these words can be looked at as a whole, also if the piece is taken to be symmetric.
fn is_drawable(algorithm: Algorithm, words: &SortedMap<Word, ()>) -> bool {
    if Dfa::prefix_tree(words.keys().map(Vec::as_slice)).size() > SMALL {
        return false;
    }
    if algorithm != Algorithm::Kibitzer {
        return true;
    }
    let images: Vec<Word> = words.keys().flat_map(|word| Turn::ALL.map(|turn| turn.word(word))).collect();
    Dfa::prefix_tree(images.iter().map(Vec::as_slice)).size() <= DRAWABLE
}

fn made_up(letter: char, word: &[Step], record: &Record) -> Option<SceneView> {
    let question = Question::about(letter, word, record.board, &record.cells)?;
    Some(scene(&question, record.board))
}

/// A question as a position with a path in it.
pub(super) fn scene(question: &Question, board: Geometry) -> SceneView {
    SceneView { squares: squares(&question.cells), path: path(board, question.from, &question.word), position: None }
}

/// The squares of a word, as far as it stays on the board.
fn path(board: Geometry, from: Square, word: &[Step]) -> Vec<u32> {
    let squares = board.follow(from, word.iter().map(|step| (step.dx, step.dy)));
    [Some(from)].into_iter().chain(squares).map_while(|square| Some(square?.index() as u32)).collect()
}
