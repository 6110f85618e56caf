//! Learning a whole game, a slice at a time.

use std::collections::VecDeque;

use crate::automata::{Dfa, Word, minimize, words_on_board};
use crate::board::{Geometry, Player};
use crate::learn::ask::{self, Question};
use crate::learn::bjornsson::Bjornsson;
use crate::learn::check::Union;
use crate::learn::doubts::{self, Doubt};
use crate::learn::event::Ears;
use crate::learn::evidence::step_as_seen_by;
use crate::learn::frame::{Frame, LearnedFrame};
use crate::learn::game::{self, NoGame};
use crate::learn::kibitzer::Kibitzer;
use crate::learn::rpni::Rpni;
use crate::learn::search::{PrefixTree, Rules, Search};
use crate::learn::silence::Silence;
use crate::learn::spine::Spine;
use crate::learn::tree::{Facts, Tree, Verdict};
use crate::learn::{Algorithm, Clash, Doubts, Event, Evidence, Settings, Tally};
use crate::observe::Record;
use crate::order;
use crate::sbg::{GameDef, player_of};

/// Doubts listed for one piece, shortest first; the rest are only counted.
const MAX_DOUBTS: usize = 200;

/// How often the number of choices is worked out anew from what was learned with the last.
const ROUNDS: u32 = 3;

/// Learns a game: [`Learning::watch`] record by record, then [`Learning::step`] until it is done, or as long as one likes.
#[derive(Clone, Debug)]
pub struct Learning {
    settings: Settings,
    evidence: Evidence,
    frame: Frame,
    stage: Stage,
    /// Letters whose pieces have yet to be looked at.
    waiting: VecDeque<char>,
    groups: Vec<Group>,
    /// The group that is being learned.
    current: usize,
    round: u32,
    /// U for White's words, and for Black's.
    unions: [Union; 2],
    /// The only letter that is wanted, if there is but one.
    focus: Option<char>,
    /// What somebody who knows the rules has said, oldest first.
    told: Vec<Told>,
}

/// An answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    pub letter: char,
    /// In the mover's coordinates.
    word: Word,
    pub legal: bool,
}

impl Told {
    /// The word that was asked about, in board coordinates.
    pub fn word(&self) -> Word {
        let player = player_of(self.letter).unwrap_or(Player::White);
        self.word.iter().map(|&step| step_as_seen_by(player, step)).collect()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Watching,
    Preparing,
    Searching,
    Done,
}

/// Letters that are learned together: one piece, or a piece and its counterpart.
#[derive(Clone, Debug)]
struct Group {
    letters: Vec<char>,
    tree: Tree,
    search: Option<Search>,
    /// In the mover's coordinates; of the last search that was finished.
    learned: Option<Dfa>,
    tally: Tally,
    clashes: Vec<Clash>,
    /// Answers that what was seen speaks against; it is what was seen that counts.
    refuted: Vec<Told>,
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

/// What was learned of one letter.
#[derive(Clone, Debug, PartialEq)]
pub struct LearnedPiece {
    pub letter: char,
    pub player: Player,
    /// The smallest automaton, in board coordinates.
    pub dfa: Dfa,
    /// Different words seen legal, and how often any of them was seen.
    pub words: usize,
    pub seen: u64,
    /// Undecided words, shortest first, and how many there are in all.
    pub doubts: Vec<Doubt>,
    pub doubt_count: usize,
    /// Of the words that it may use or might be able to use, the share that was seen.
    pub sure: f64,
    /// Learned together with the other player's.
    pub shared: bool,
    pub tally: Tally,
    pub clashes: Vec<Clash>,
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
            frame: Frame::default(),
            stage: Stage::Watching,
            waiting: VecDeque::new(),
            groups: Vec::new(),
            current: 0,
            round: 0,
            unions: Default::default(),
            focus: None,
            told: Vec::new(),
        }
    }

    /// Takes in the next record. What was learned before is forgotten.
    pub fn watch(&mut self, record: &Record) {
        self.evidence.add(record);
        self.frame.add(record);
        self.stage = Stage::Watching;
    }

    /// Takes in a position of a game that is not seen whole: it tells of moves, but nothing of starts, goals and length.
    pub fn glimpse(&mut self, record: &Record) {
        self.evidence.add(record);
        self.stage = Stage::Watching;
    }

    /// From now on learns this letter alone, as far as the others say nothing about it.
    pub fn focus(&mut self, letter: char) {
        self.focus = Some(letter);
        self.stage = Stage::Watching;
    }

    pub fn evidence(&self) -> &Evidence {
        &self.evidence
    }

    /// Records that cannot all be right: those that show one position or one game differently, and those that show a
    /// piece moving by something that an automaton cannot know.
    pub fn clashes(&self) -> Vec<Clash> {
        let pieces = self.groups.iter().flat_map(|group| &group.clashes);
        self.evidence.clashes().iter().chain(self.frame.clashes()).chain(pieces).cloned().collect()
    }

    /// What is known of the start, the goals and the length, given what is known of the moves.
    pub fn frame(&self, pieces: &[LearnedPiece]) -> LearnedFrame {
        let Some(board) = self.evidence.board() else { return LearnedFrame::default() };
        self.frame.learned(&|cells, player| game::stuck(board, cells, player, pieces))
    }

    /// The whole game as far as it is known by now.
    pub fn game(&mut self) -> Result<GameDef, NoGame> {
        let board = self.evidence.board().ok_or(NoGame::NothingSeen)?;
        let pieces = self.pieces();
        let frame = self.frame(&pieces);
        Ok(game::game(board, &frame, &pieces, self.settings.player))
    }

    pub fn into_evidence(self) -> Evidence {
        self.evidence
    }

    /// Works until done.
    pub fn finish(&mut self) {
        while self.stage != Stage::Done {
            self.advance(&mut Ears::nobody());
        }
    }

    /// Tries up to `budget` candidates, and tells what comes of them.
    pub fn step(&mut self, budget: u32, tell: &mut dyn FnMut(Event)) -> Progress {
        let mut left = budget;
        let mut ears = Ears::of(tell);
        while left > 0 && self.stage != Stage::Done {
            left -= 1;
            self.advance(&mut ears);
        }
        self.progress()
    }

    /// Does what comes next.
    fn advance(&mut self, ears: &mut Ears<'_>) {
        match self.stage {
            Stage::Watching => self.begin(),
            Stage::Preparing => self.prepare(ears),
            Stage::Searching => self.search(ears),
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
            games: self.frame.games(),
            positions: self.evidence.positions(),
            tree: self.groups.iter().map(|group| group.tree.size()).sum(),
            tally,
            current: current.map(|group| (group.letters[0], turned(group.letters[0], &group.best()))),
            done: self.stage == Stage::Done,
        }
    }

    /// Learns again in another way. The evidence stays, and so do the trees where the letters are grouped as before.
    pub fn relearn(&mut self, settings: Settings) {
        let grouped_as_before = self.stage == Stage::Done
            && settings.player == self.settings.player
            && grouping(&settings) == grouping(&self.settings)
            && !self.listens();
        self.settings = settings;
        self.stage = Stage::Watching;
        if !grouped_as_before || self.listens() {
            return;
        }
        if self.settings.algorithm != Algorithm::Kibitzer {
            self.unions = [Union::new(&self.evidence, false), Union::new(&self.evidence, true)];
        }
        for group in &mut self.groups {
            (group.search, group.learned, group.tally) = (None, None, Tally::default());
        }
        (self.current, self.round, self.stage) = (0, 0, Stage::Preparing);
    }

    /// The automata by now, in board coordinates, White's first; [`Learning::pieces`] has more to say, and takes longer.
    pub fn automata(&self) -> Vec<(char, Dfa)> {
        let each = self.groups.iter().flat_map(|group| {
            let dfa = if self.settings.doubts == Doubts::Accept { group.best() } else { group.seen() };
            group.letters.iter().map(move |&letter| (letter, turned(letter, &dfa))).collect::<Vec<_>>()
        });
        let wanted = |letter: char| self.settings.player.is_none_or(|player| player_of(letter) == Some(player));
        let mut automata: Vec<(char, Dfa)> = each.filter(|(letter, _)| wanted(*letter)).collect();
        order::sort_by_key(&mut automata, |(letter, _)| *letter);
        automata
    }

    /// Bytes that the trees take besides the evidence.
    pub fn tree_bytes(&self) -> usize {
        self.groups.iter().map(|group| group.tree.bytes()).sum()
    }

    fn begin(&mut self) {
        self.groups.clear();
        self.current = 0;
        self.round = 0;
        let wanted = |letter: &char| self.settings.player.is_none_or(|player| player_of(*letter) == Some(player));
        // Silence is judged by all pieces' moves, and a counterpart's moves are evidence too: then all are looked at.
        let letters = self.evidence.letters();
        let all = self.listens() || grouping(&self.settings);
        self.waiting = if all { letters.into() } else { letters.into_iter().filter(wanted).collect() };
        if let Some(focus) = self.focus.filter(|_| !self.listens()) {
            self.waiting.retain(|letter| letter.eq_ignore_ascii_case(&focus) && (all || *letter == focus));
        }
        if self.settings.algorithm != Algorithm::Kibitzer {
            self.unions = [Union::new(&self.evidence, false), Union::new(&self.evidence, true)];
        }
        self.stage = if self.evidence.board().is_some() { Stage::Preparing } else { Stage::Done };
    }

    fn listens(&self) -> bool {
        self.settings.algorithm == Algorithm::Kibitzer && self.settings.silence && self.evidence.has_partial_listings()
    }

    /// Looks at one letter: grows its tree, and finds out whether it moves like its counterpart.
    fn prepare(&mut self, ears: &mut Ears<'_>) {
        let Some(letter) = self.waiting.pop_front() else {
            self.start_round(ears);
            return;
        };
        let counterpart = letter.to_ascii_lowercase();
        let shares = grouping(&self.settings);
        let index = self.waiting.iter().position(|other| *other == counterpart);
        if let Some(index) = index.filter(|_| shares && letter != counterpart) {
            let together = self.group(vec![letter, counterpart]);
            if together.clashes.is_empty() {
                self.waiting.remove(index);
                self.groups.push(together);
                return;
            }
        }
        let group = self.group(vec![letter]);
        self.groups.push(group);
    }

    fn group(&self, letters: Vec<char>) -> Group {
        let mut tree = Tree::new(&self.evidence, &letters);
        let (mut clashes, mut refuted) = (Vec::new(), Vec::new());
        if let Some(board) = self.evidence.board() {
            clashes = Facts::new(&self.evidence, &mut tree, board).clashes(letters[0]);
            for told in self.told.iter().filter(|told| letters.contains(&told.letter)) {
                let seen = Facts::new(&self.evidence, &mut tree, board).ask(&told.word, f64::INFINITY).verdict;
                match (seen, told.legal) {
                    (Verdict::Legal, false) | (Verdict::Illegal, true) => refuted.push(told.clone()),
                    (_, true) => tree.label_legal([&told.word]),
                    (_, false) => tree.label_illegal([&told.word]),
                }
            }
        }
        Group { letters, tree, search: None, learned: None, tally: Tally::default(), clashes, refuted }
    }

    fn start_round(&mut self, ears: &mut Ears<'_>) {
        let Some(board) = self.evidence.board() else { return };
        if self.listens() {
            let mut choices = vec![0u16; self.evidence.positions()];
            for group in &mut self.groups {
                let words = group.words(board);
                Facts::new(&self.evidence, &mut group.tree, board).count_choices(&words, &mut choices);
            }
            let silence = Silence::new(&self.evidence, &choices);
            for group in &mut self.groups {
                Facts::new(&self.evidence, &mut group.tree, board).listen(silence.clone());
            }
        }
        self.round += 1;
        self.current = 0;
        self.stage = Stage::Searching;
        self.start_search(ears);
    }

    fn start_search(&mut self, ears: &mut Ears<'_>) {
        let Some(group) = self.groups.get_mut(self.current) else { return };
        ears.tell(|| {
            let words = group.tree.legal_words();
            let states = Dfa::prefix_tree(words.iter().map(Vec::as_slice)).size();
            Event::TreeBuilt { letters: group.letters.clone(), words: words.len(), states }
        });
        group.search = Some(new_search(&self.settings, group.tree.legal_words()));
    }

    fn search(&mut self, ears: &mut Ears<'_>) {
        let (Some(group), Some(board)) = (self.groups.get_mut(self.current), self.evidence.board()) else {
            self.end_round(ears);
            return;
        };
        let Some(search) = &mut group.search else {
            self.start_search(ears);
            return;
        };
        let black = group.letters[0].is_ascii_lowercase();
        let rules = Rules { check: self.settings.check, union: &self.unions[usize::from(black)] };
        let mut facts = Facts::new(&self.evidence, &mut group.tree, board);
        let letter = group.letters[0];
        if search.advance(&mut facts, &rules, ears.about(letter)) {
            let tally = search.tally();
            group.tally.candidates += tally.candidates;
            group.tally.merges += tally.merges;
            let dfa = search.best();
            ears.tell(|| Event::Learned { letters: group.letters.clone(), states: dfa.size() });
            group.learned = Some(dfa);
            group.search = None;
            self.current += 1;
            if self.current == self.groups.len() {
                self.end_round(ears);
            }
        }
    }

    /// Where silence counts, what was learned changes how many choices there were, and so how much silence says.
    fn end_round(&mut self, ears: &mut Ears<'_>) {
        if self.listens() && self.round < ROUNDS {
            self.start_round(ears);
        } else {
            self.stage = Stage::Done;
        }
    }

    /// The next question for somebody who knows the rules, or `None` when nothing is open. Learns to the end first.
    pub fn question(&mut self) -> Option<Question> {
        self.question_about(None, &[])
    }

    /// The next question about one letter, or about any; never again one that was passed.
    pub fn question_about(&mut self, about: Option<char>, passed: &[Question]) -> Option<Question> {
        self.finish();
        let board = self.evidence.board()?;
        let letters = self.evidence.letters();
        let enough = self.settings.prices.enough;
        let player = self.settings.player;
        for group in &mut self.groups {
            if player.is_some_and(|player| group.letters.iter().all(|letter| player_of(*letter) != Some(player))) {
                continue;
            }
            if about.is_some_and(|letter| !group.letters.contains(&letter)) {
                continue;
            }
            let passed = passed.iter().filter(|question| group.letters.contains(&question.letter));
            let passed: Vec<Word> = passed.map(Question::as_the_mover_sees_it).collect();
            let dfa = group.best();
            let mut facts = Facts::new(&self.evidence, &mut group.tree, board);
            if let Some(word) = ask::most_telling(&dfa, &mut facts, enough, &passed) {
                return ask::pose(about.unwrap_or(group.letters[0]), &word, board, &letters);
            }
        }
        None
    }

    /// Takes in the answer to a question. What contradicts the automaton makes it learn that piece again.
    pub fn answer(&mut self, question: &Question, legal: bool) {
        let word = question.as_the_mover_sees_it();
        self.told.push(Told { letter: question.letter, word: word.clone(), legal });
        let Some(index) = self.groups.iter().position(|group| group.letters.contains(&question.letter)) else { return };
        let group = &mut self.groups[index];
        if legal {
            group.tree.label_legal([&word]);
        } else {
            group.tree.label_illegal([&word]);
        }
        if group.best().accepts(&word) != legal {
            let Some(board) = self.evidence.board() else { return };
            let mut search = new_search(&self.settings, group.tree.legal_words());
            let black = group.letters[0].is_ascii_lowercase();
            let rules = Rules { check: self.settings.check, union: &self.unions[usize::from(black)] };
            let mut facts = Facts::new(&self.evidence, &mut group.tree, board);
            while !search.advance(&mut facts, &rules, &mut Ears::nobody()) {}
            group.learned = Some(search.best());
        }
    }

    /// Takes these for all the answers so far; they are learned from at the next step.
    pub fn retell(&mut self, answers: &[(Question, bool)]) {
        self.stage = Stage::Watching;
        let told = |(question, legal): &(Question, bool)| Told {
            letter: question.letter,
            word: question.as_the_mover_sees_it(),
            legal: *legal,
        };
        self.told = answers.iter().map(told).collect();
    }

    /// Answers taken in so far.
    pub fn told(&self) -> &[Told] {
        &self.told
    }

    /// Forgets the last answer.
    pub fn take_back(&mut self) -> Option<Told> {
        self.stage = Stage::Watching;
        self.told.pop()
    }

    /// Answers that records seen since then speak against.
    pub fn refuted(&self) -> impl Iterator<Item = &Told> {
        self.groups.iter().flat_map(|group| &group.refuted)
    }

    /// The words of a letter that were seen or said to be legal, in board coordinates.
    pub fn legal_words(&self, letter: char) -> Vec<Word> {
        let player = player_of(letter).unwrap_or(Player::White);
        let group = self.groups.iter().find(|group| group.letters.contains(&letter));
        let turned = |word: &Word| word.iter().map(|&step| step_as_seen_by(player, step)).collect();
        group.map(|group| group.tree.legal_words().iter().map(turned).collect()).unwrap_or_default()
    }

    /// What is known of each letter by now, White's first. Letters that are not yet done have the best so far.
    pub fn pieces(&mut self) -> Vec<LearnedPiece> {
        let Some(board) = self.evidence.board() else { return Vec::new() };
        if self.stage == Stage::Watching {
            self.begin();
        }
        while self.stage == Stage::Preparing && !self.waiting.is_empty() {
            self.prepare(&mut Ears::nobody());
        }
        let mut pieces: Vec<LearnedPiece> = Vec::new();
        for group in &mut self.groups {
            let (dfa, doubts, sure) = group.judge(&self.evidence, board, &self.settings);
            for &letter in &group.letters {
                let player = player_of(letter).unwrap_or(Player::White);
                let turn = |word: &Word| -> Word { word.iter().map(|&step| step_as_seen_by(player, step)).collect() };
                let seen: Vec<u32> = self.evidence.seen(letter).map(|(_, seen)| seen.count).collect();
                pieces.push(LearnedPiece {
                    letter,
                    player,
                    dfa: turned(letter, &dfa),
                    words: seen.len(),
                    seen: seen.into_iter().map(u64::from).sum(),
                    doubts: doubts
                        .iter()
                        .take(MAX_DOUBTS)
                        .map(|doubt| Doubt { word: turn(&doubt.word), accepted: doubt.accepted })
                        .collect(),
                    doubt_count: doubts.len(),
                    sure,
                    shared: group.letters.len() > 1,
                    tally: group.tally,
                    clashes: group.clashes.clone(),
                });
            }
        }
        let wanted = |piece: &LearnedPiece| self.settings.player.is_none_or(|player| piece.player == player);
        pieces.retain(wanted);
        order::sort_by_key(&mut pieces, |piece| (piece.player, piece.letter));
        pieces
    }
}

/// What decides which letters are learned together.
fn grouping(settings: &Settings) -> bool {
    settings.share && settings.algorithm == Algorithm::Kibitzer
}

/// A search by the algorithm that the settings name, at its beginning.
pub(super) fn new_search(settings: &Settings, words: &[Word]) -> Search {
    let tree = PrefixTree::new(words);
    match settings.algorithm {
        Algorithm::Bjornsson => Search::Bjornsson(Bjornsson::new(&tree, settings.distance, settings.max_expansions)),
        Algorithm::Rpni => Search::Rpni(Rpni::new(tree)),
        Algorithm::Spine => Search::Spine(Spine::new(tree, settings.longest_vertebra, settings.allow_multiloops)),
        Algorithm::Kibitzer => Search::Kibitzer(Kibitzer::new(tree, settings.prices)),
    }
}

/// An automaton between the mover's coordinates and the board's.
fn turned(letter: char, dfa: &Dfa) -> Dfa {
    let player = player_of(letter).unwrap_or(Player::White);
    minimize(&dfa.map(|step| step_as_seen_by(player, step)))
}

impl Group {
    /// The best automaton so far, in the mover's coordinates.
    fn best(&self) -> Dfa {
        match (&self.search, &self.learned) {
            (Some(search), None) => search.best(),
            (_, Some(dfa)) => dfa.clone(),
            (None, None) => self.seen(),
        }
    }

    /// What was seen and no more.
    fn seen(&self) -> Dfa {
        minimize(&Dfa::prefix_tree(self.tree.legal_words().iter().map(Vec::as_slice)))
    }

    /// The words to count choices with: those learned in the last round, at first those seen.
    fn words(&self, board: Geometry) -> Vec<Word> {
        let learned = self.learned.as_ref().and_then(|dfa| words_on_board(dfa, board, 20_000));
        learned.unwrap_or_else(|| self.tree.legal_words().to_vec())
    }

    /// The automaton after doubts have fallen the way they should, the doubts, and the share of words that is sure.
    fn judge(&mut self, evidence: &Evidence, board: Geometry, settings: &Settings) -> (Dfa, Vec<Doubt>, f64) {
        let generous = self.best();
        let mut facts = Facts::new(evidence, &mut self.tree, board);
        let enough = settings.prices.enough;
        let accepted = settings.doubts == Doubts::Accept;
        let (mut doubts, legal) = doubts::accepted(&generous, &mut facts);
        doubts.iter_mut().for_each(|doubt| doubt.accepted = accepted);
        doubts.extend(doubts::rejected(&generous, &mut facts, enough));
        order::sort_by(&mut doubts, |a, b| a.word.len().cmp(&b.word.len()).then_with(|| a.word.cmp(&b.word)));
        let words = legal + doubts.len();
        let sure = if words == 0 { 0.0 } else { legal as f64 / words as f64 };
        let dfa = if accepted { generous } else { self.seen() };
        (dfa, doubts, sure)
    }
}
