//! Learning a whole game, a slice at a time.

mod answers;
mod group;
mod pieces;
mod rounds;

use std::collections::VecDeque;

pub use answers::Told;
pub use pieces::LearnedPiece;

use crate::automata::{Dfa, Word};
use crate::board::Player;
use crate::learn::check::Union;
use crate::learn::event::EventSink;
use crate::learn::game::{self, NoGame};
use crate::learn::game_meta::{GameMeta, LearnedMeta};
use crate::learn::kibitzer::Kibitzer;
use crate::learn::piece_id::PieceId;
use crate::learn::published::Published;
use crate::learn::search::{PrefixTree, Rules, Search};
use crate::learn::symmetry::Symmetry;
use crate::learn::word_tree::Facts;
use crate::learn::{Algorithm, Clash, Event, Evidence, Settings, Tally};
use crate::observe::Record;
use crate::sbg::GameDef;
use group::Group;

/// Learns a game: [`Learning::watch`] record by record, then [`Learning::step`] until it is done, or for as long as wanted.
///
/// ```
/// use kibitzer::learn::{Event, Learning, Settings};
/// use kibitzer::observe::RecordReader;
///
/// let records = "1\n..\n.P\n*\n0 all 1\n(1 (0 1 e))\n";
/// let mut learning = Learning::new(Settings::default());
/// for record in RecordReader::new(records.as_bytes()) {
///     learning.watch(&record.unwrap());
/// }
/// // A few candidates at a time, so that it can be shown and stopped in between.
/// let mut learned = Vec::new();
/// while !learning.step(5, &mut |event| learned.extend(matches!(event, Event::Learned { .. }).then_some(event))).done {}
/// assert_eq!(learned.len(), 1);
/// assert_eq!(learning.pieces()[0].letter, 'P');
/// ```
#[derive(Clone, Debug)]
pub struct Learning {
    settings: Settings,
    evidence: Evidence,
    meta: GameMeta,
    stage: Stage,
    /// Pieces that have yet to be prepared.
    waiting: VecDeque<PieceId>,
    groups: Vec<Group>,
    /// The group that is being learned.
    current: usize,
    round: u32,
    /// Some record contains an error.
    damaged: bool,
    /// Moves known to be legal in each position, as the last round counted them.
    choices: Vec<u16>,
    /// The share of moves that each player is taken to choose at random.
    chance: [f64; 2],
    /// U for White's words, and for Black's.
    unions: [Union; 2],
    /// The only piece that is wanted, if there is but one.
    focus: Option<PieceId>,
    /// The referee's answers, oldest first.
    told: Vec<Told>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Watching,
    Preparing,
    Searching,
    Done,
}

/// How far it has come.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    pub records: u64,
    /// Games seen to their end.
    pub games: u64,
    pub positions: usize,
    /// Nodes of the evidence trees.
    pub tree: usize,
    pub tally: Tally,
    /// The letter that is being learned, and its automaton so far, in board coordinates.
    pub current: Option<(char, Dfa)>,
    pub done: bool,
}

impl Learning {
    pub fn new(settings: Settings) -> Learning {
        Learning::with_evidence(settings, Evidence::default())
    }

    /// Learns from what was gathered before.
    pub fn with_evidence(settings: Settings, evidence: Evidence) -> Learning {
        Learning {
            settings,
            evidence,
            meta: GameMeta::default(),
            stage: Stage::Watching,
            waiting: VecDeque::new(),
            groups: Vec::new(),
            current: 0,
            round: 0,
            damaged: false,
            choices: Vec::new(),
            chance: [1.0; 2],
            unions: Default::default(),
            focus: None,
            told: Vec::new(),
        }
    }

    /// Adds the next record. What was learned before is discarded.
    pub fn watch(&mut self, record: &Record) {
        if self.meta.add(record) {
            self.evidence.add(record);
        } else {
            self.evidence.leave_out();
        }
        self.stage = Stage::Watching;
    }

    /// Adds a position of a game that is not seen in full: evidence about moves, but not about start, goals and length.
    pub fn add_position(&mut self, record: &Record) {
        self.evidence.add(record);
        self.stage = Stage::Watching;
    }

    /// From now on learns this letter alone, as far as the others say nothing about it.
    pub fn focus(&mut self, letter: char) {
        self.focus = PieceId::new(letter);
        self.stage = Stage::Watching;
    }

    /// Players who do not choose at random, as far as single moves show, with the share of their moves that silence may still
    /// rely upon.
    pub fn not_random(&self) -> impl Iterator<Item = (Player, f64)> {
        let counted = self.counts_silence();
        let players = Player::BOTH.into_iter().zip(self.chance);
        players.filter(move |(_, chance)| counted && *chance < 1.0)
    }

    pub fn evidence(&self) -> &Evidence {
        &self.evidence
    }

    /// Records that cannot all be right: those that show one position or one game differently, and those that show a
    /// piece moving by something that an automaton cannot know.
    pub fn clashes(&self) -> Vec<Clash> {
        let pieces = self.groups.iter().flat_map(|group| &group.clashes);
        self.evidence.clashes().iter().chain(self.meta.clashes()).chain(pieces).cloned().collect()
    }

    /// What is known of the start, the goals and the length, given what is known of the moves.
    pub fn meta(&self, pieces: &[LearnedPiece]) -> LearnedMeta {
        let Some(board) = self.evidence.board() else { return LearnedMeta::default() };
        self.meta.learned(&|cells, player| game::stuck(board, cells, player, pieces))
    }

    /// The whole game as far as it is known by now.
    pub fn game(&mut self) -> Result<GameDef, NoGame> {
        let board = self.evidence.board().ok_or(NoGame::NothingSeen)?;
        let pieces = self.pieces();
        let meta = self.meta(&pieces);
        Ok(game::game(board, &meta, &pieces, self.settings.player))
    }

    pub fn into_evidence(self) -> Evidence {
        self.evidence
    }

    /// Works until done.
    pub fn finish(&mut self) {
        while self.stage != Stage::Done {
            self.advance(&mut EventSink::none());
        }
    }

    /// Tries up to `budget` candidates, and tells what comes of them.
    pub fn step(&mut self, budget: u32, tell: &mut dyn FnMut(Event)) -> Progress {
        let mut left = budget;
        let mut events = EventSink::new(tell);
        while left > 0 && self.stage != Stage::Done {
            left -= 1;
            self.advance(&mut events);
        }
        self.progress()
    }

    /// Does what comes next.
    fn advance(&mut self, events: &mut EventSink<'_>) {
        match self.stage {
            Stage::Watching => self.begin(),
            Stage::Preparing => self.prepare(events),
            Stage::Searching => self.search(events),
            Stage::Done => {}
        }
    }

    pub fn progress(&self) -> Progress {
        let current = self.groups.get(self.current).filter(|_| self.stage == Stage::Searching);
        let mut tally = Tally::default();
        for group in &self.groups {
            let running = group.search.as_ref().map(Search::tally).unwrap_or_default();
            tally.candidates += group.tally.candidates + running.candidates;
            tally.merges += group.tally.merges + running.merges;
        }
        Progress {
            records: self.evidence.records(),
            games: self.meta.games(),
            positions: self.evidence.positions(),
            tree: self.groups.iter().map(|group| group.tree.size()).sum(),
            tally,
            current: current.map(|group| (group.pieces[0].letter(), group.pieces[0].turned_dfa(&group.best()))),
            done: self.stage == Stage::Done,
        }
    }

    /// Learns again in another way. The evidence stays, and so do the trees where the letters are grouped as before.
    pub fn relearn(&mut self, settings: Settings) {
        let grouped_as_before = self.stage == Stage::Done
            && settings.player == self.settings.player
            && grouping(&settings) == grouping(&self.settings)
            && !self.counts_silence();
        self.settings = settings;
        self.stage = Stage::Watching;
        if !grouped_as_before || self.counts_silence() {
            return;
        }
        if self.settings.algorithm.is_published() {
            self.unions = [Union::new(&self.evidence, false), Union::new(&self.evidence, true)];
        }
        for group in &mut self.groups {
            (group.search, group.learned, group.tally) = (None, None, Tally::default());
        }
        (self.current, self.round, self.stage) = (0, 0, Stage::Preparing);
    }

    /// Bytes that the trees take besides the evidence.
    pub fn tree_bytes(&self) -> usize {
        self.groups.iter().map(|group| group.tree.bytes()).sum()
    }

    fn begin(&mut self) {
        self.groups.clear();
        self.damaged = false;
        self.current = 0;
        self.round = 0;
        let wanted = |piece: &PieceId| self.settings.player.is_none_or(|player| piece.player() == player);
        // Silence is judged by all pieces' moves, and a counterpart's moves are evidence too: then all are prepared.
        let pieces = self.evidence.pieces();
        let all = self.counts_silence() || grouping(&self.settings);
        self.waiting = if all { pieces.into() } else { pieces.into_iter().filter(wanted).collect() };
        if let Some(focus) = self.focus.filter(|_| !self.counts_silence()) {
            self.waiting.retain(|piece| *piece == focus || (all && *piece == focus.counterpart()));
        }
        if self.settings.algorithm.is_published() {
            self.unions = [Union::new(&self.evidence, false), Union::new(&self.evidence, true)];
        }
        self.stage = if self.evidence.board().is_some() { Stage::Preparing } else { Stage::Done };
    }

    /// Whether silence is evidence here: for our own algorithm, where not all moves are listed.
    fn counts_silence(&self) -> bool {
        self.settings.algorithm == Algorithm::Kibitzer && self.settings.silence && self.evidence.has_partial_listings()
    }

    /// Prepares one piece: builds its tree, and finds out whether it moves like its counterpart.
    fn prepare(&mut self, events: &mut EventSink<'_>) {
        let Some(piece) = self.waiting.pop_front() else {
            if !self.damaged && self.groups.iter().any(Group::is_damaged) {
                // Where some records contain errors, others may; what seemed certain before is checked again.
                self.damaged = true;
                for Group { pieces, .. } in std::mem::take(&mut self.groups) {
                    match self.pooled(&pieces, None) {
                        Some(group) => self.groups.push(group),
                        None => self.groups.extend(self.apart(&pieces, None)),
                    }
                }
            }
            self.start_round(events);
            return;
        };
        let counterpart = piece.counterpart();
        let shares = grouping(&self.settings);
        let index = self.waiting.iter().position(|other| *other == counterpart);
        if let Some(index) = index.filter(|_| shares)
            && let Some(together) = self.pooled(&[piece, counterpart], None)
        {
            self.waiting.remove(index);
            self.groups.push(together);
            return;
        }
        let group = self.pooled(&[piece], None);
        self.groups.extend(group);
    }

    fn start_search(&mut self, events: &mut EventSink<'_>) {
        let Some(group) = self.groups.get_mut(self.current) else { return };
        events.tell(|| {
            let words = group.tree.legal_words();
            let states = Dfa::prefix_tree(words.iter().map(Vec::as_slice)).size();
            Event::TreeBuilt { letters: group.letters(), words: words.len(), states }
        });
        group.search = Some(new_search(&self.settings, group.tree.legal_words(), group.tree.symmetry()));
    }

    fn search(&mut self, events: &mut EventSink<'_>) {
        let counts_silence = self.counts_silence();
        let (Some(group), Some(board)) = (self.groups.get_mut(self.current), self.evidence.board()) else {
            self.end_round(events);
            return;
        };
        let Some(search) = &mut group.search else {
            self.start_search(events);
            return;
        };
        let piece = group.pieces[0];
        let rules = Rules { check: self.settings.check, union: &self.unions[piece.player().index()] };
        let mut facts = Facts::new(&self.evidence, &mut group.tree, board);
        if search.advance(&mut facts, &rules, events.of_piece(piece)) {
            let tally = search.tally();
            group.tally.candidates += tally.candidates;
            group.tally.merges += tally.merges;
            let dfa = search.best();
            events.tell(|| Event::Learned { letters: group.letters(), states: dfa.size() });
            group.learned = Some(dfa);
            group.search = None;
            if counts_silence {
                group.tree.rest();
            }
            self.current += 1;
            if self.current == self.groups.len() {
                self.end_round(events);
            }
        }
    }
}

/// What decides which pieces are learned together.
fn grouping(settings: &Settings) -> bool {
    settings.share && settings.algorithm == Algorithm::Kibitzer
}

/// A search by the algorithm that the settings name, at its beginning.
pub(super) fn new_search(settings: &Settings, words: &[Word], symmetry: Symmetry) -> Search {
    let tree = PrefixTree::new(words);
    if let Some(published) = Published::new(settings, &tree) {
        return Search::Published(published);
    }
    Search::Kibitzer(Kibitzer::new(tree, settings.prices, symmetry, settings.explain))
}
