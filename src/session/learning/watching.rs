//! Watching and learning: games or records come in, the learner works in slices, and the presenter says what is known.

use crate::automata::{Dfa, Step};
use crate::board::Geometry;
use crate::game::{KindId, Placement, Table};
use crate::learn::{Algorithm, Learning, Settings};
use crate::observe::{Listing, Recorder};
use crate::protocol::{
    ExampleView, Failed, FailureCode, Format, LearnSettings, LearnedGame, LearningReply, LearningView, Module,
};
use crate::sbg::{GameDef, Rules, read_game, show_position};

use crate::classes::failed;
use crate::session::host::Host;
use crate::session::identity;
use crate::session::views::{self, side};

use super::inspect::Subject;
use super::log::GameLog;
use super::presenter::Presenter;
use super::questioner::Questioner;
use super::reading::Reading;
use super::record;
use super::source::{GameSource, Players};

/// Candidates that one command may try: a published algorithm can take minutes, and the page wants an answer now.
const CANDIDATES: u32 = 100;
/// Plies of strong players that one command may ask for.
const STRONG_PLIES: u32 = 8;
/// The most that can be asked of Björnsson's search.
const MAX_DISTANCE: u32 = 8;
const MAX_EXPANSIONS: u32 = 1_000;
/// Clashes that are told.
const CLASHES: usize = 3;

/// A game that can be watched.
#[derive(Debug)]
pub(super) struct Watched {
    pub(super) def: GameDef,
    pub(super) rules: Rules,
    pub(super) identity: String,
}

impl Watched {
    pub(super) fn of(host: &dyn Host) -> Result<Watched, Failed> {
        if !host.is_learnable() {
            return Err(Failed::new(FailureCode::Unsupported, "Games of this kind cannot be watched and learned."));
        }
        let (def, rules) = read_game(host.text()).map_err(|error| failed(&error))?;
        Ok(Watched { def, rules, identity: identity(host.text()) })
    }
}

/// How to learn from players of this kind.
pub(super) fn how_to_learn(settings: &LearnSettings) -> Result<Settings, Failed> {
    let unknown = |message: &str| Failed::new(FailureCode::Argument, message);
    let algorithm = settings.algorithm.parse();
    let algorithm =
        algorithm.map_err(|_| unknown("Unknown algorithm: expected kibitzer, bjornsson, rpni or spine."))?;
    if algorithm != Algorithm::Kibitzer && !cfg!(feature = "study") {
        return Err(Failed::elsewhere(Module::Complete));
    }
    let check = settings.check.parse();
    let defaults = Settings::default();
    Ok(Settings {
        algorithm,
        check: check
            .map_err(|_| unknown("Unknown check: expected bjornsson, fast or a fraction such as fractional:0.7."))?,
        // Strong players avoid many legal moves.
        silence: Players::named(settings.players.as_deref())? == Players::Random,
        distance: settings.distance.unwrap_or(defaults.distance).clamp(1, MAX_DISTANCE),
        max_expansions: settings.max_expansions.unwrap_or(defaults.max_expansions).clamp(1, MAX_EXPANSIONS),
        ..defaults
    })
}

#[derive(Debug)]
pub(super) struct Watching {
    pub(super) game: Watched,
    settings: LearnSettings,
    pub(super) listing: Listing,
    pub(super) source: GameSource,
    /// Records are read instead of games watched.
    pub(super) reading: Option<Reading>,
    /// The rules are those of the games seen.
    pub(super) judged: bool,
    pub(super) log: GameLog,
    pub(super) learner: Learner,
    pub(super) presenter: Presenter,
    pub(super) questioner: Questioner,
    /// The visitor's own game as far as it was seen.
    visitor: (Option<String>, Vec<String>),
}

/// The learner, and whether it has thought about everything that was seen.
#[derive(Debug)]
pub(super) struct Learner {
    pub(super) learning: Learning,
    pub(super) behind: bool,
}

impl Watching {
    pub(super) fn begin(game: Watched, settings: &LearnSettings, reading: Option<Reading>) -> Result<Watching, Failed> {
        let source = GameSource::new(&game.rules, settings)?;
        let learner = Learner { learning: Learning::new(how_to_learn(settings)?), behind: false };
        Ok(Watching {
            settings: settings.clone(),
            listing: if settings.all_moves { Listing::All } else { Listing::Some },
            source,
            judged: reading.is_none(),
            reading,
            log: GameLog::default(),
            learner,
            presenter: Presenter::new(&game),
            questioner: Questioner::default(),
            visitor: Default::default(),
            game,
        })
    }

    pub(super) fn settings(&self) -> &LearnSettings {
        &self.settings
    }

    pub(super) fn is_of(&self, game: &str) -> bool {
        game == self.game.identity
    }

    /// Whether a game is the one that is watched, or the one learned from it under whatever name.
    pub(super) fn belongs_to(&mut self, game: &str) -> bool {
        self.is_of(game) || self.learned_text().is_some_and(|learned| identity(&learned) == game)
    }

    /// The identity of the game that was watched, where that is known.
    pub(super) fn known_identity(&self) -> Option<String> {
        self.judged.then(|| self.game.identity.clone())
    }

    /// Watches so many plies (the end of a game counts as one), then learns from what was seen.
    pub(super) fn watch(&mut self, plies: u32) {
        self.presenter.news = false;
        self.source.enough = false;
        let (mut ended, mut effort) = (false, 0);
        for _ in 0..plies {
            effort += u32::from(self.source.is_strong());
            if self.reading.is_some() || self.is_over() || effort > STRONG_PLIES {
                break;
            }
            ended |= self.ply();
        }
        // What is seen in the first games is new at every move; later a whole game is worth a thought.
        if self.learner.behind && (ended || self.source.games < 2 || self.is_over()) {
            self.learn();
        }
    }

    /// Learns a slice more from what was seen.
    pub(super) fn study(&mut self) {
        self.presenter.news = false;
        if self.learner.behind {
            self.learn();
        }
    }

    /// Whether nothing more will be seen.
    fn is_over(&self) -> bool {
        match &self.reading {
            Some(reading) => reading.over,
            None => self.source.is_over(),
        }
    }

    /// Stops for now. The current game is not watched to its end unless watching resumes.
    pub(super) fn enough(&mut self) {
        self.source.enough = true;
        if let Some(reading) = &mut self.reading {
            reading.over = true;
        }
        // So that there is something to think over, and then to tell.
        self.learner.behind = true;
    }

    /// Watches one move, or the end of a game; says whether it was an end.
    fn ply(&mut self) -> bool {
        let rules = &self.game.rules;
        let next = self.source.next(rules);
        let recorder = Recorder { rules, listing: self.listing };
        let record = match next {
            Ok(mv) => recorder.position(&self.source.pos, mv),
            Err(outcome) => recorder.end(&self.source.pos, outcome),
        };
        self.learner.learning.watch(&record);
        self.learner.behind = true;
        self.log.add(next.ok());
        self.source.advance(rules, next);
        next.is_err()
    }

    pub(super) fn learn(&mut self) {
        self.learner.behind = !self.learner.learning.step(CANDIDATES, &mut |_| {}).done;
        if self.is_over() && !self.learner.behind {
            self.presenter.lay_out_anew();
        }
        self.take_stock();
    }

    /// What is known of each piece by now.
    pub(super) fn take_stock(&mut self) {
        let truth = self.judged.then_some(&self.game.rules);
        self.presenter.take_stock(self.learner.learning.pieces(), truth);
    }

    /// Looks at the visitor's game: at those of its positions that were not seen. The moves are legal.
    pub(super) fn spectate(&mut self, game: &str, start: Option<&str>, moves: &[String]) -> Result<(), Failed> {
        if !self.is_of(game) {
            let message = "This game has different rules from the one being watched.";
            return Err(Failed::new(FailureCode::OtherGame, message));
        }
        let known = match &self.visitor {
            (known, before) if known.as_deref() == start => {
                before.iter().zip(moves).take_while(|(a, b)| a == b).count()
            }
            _ => 0,
        };
        let (positions, _) = record::positions(&self.game.rules, start, moves);
        let recorder = Recorder { rules: &self.game.rules, listing: self.listing };
        for (pos, mv) in positions.into_iter().skip(known) {
            self.learner.learning.add_position(&recorder.position(&pos, mv));
            self.log.leave_out(self.learner.learning.evidence().records());
            self.learner.behind = true;
        }
        self.visitor = (start.map(str::to_owned), moves.to_vec());
        Ok(())
    }

    /// The automaton of a letter by now.
    pub(super) fn learned(&self, letter: char) -> Option<&Dfa> {
        self.presenter.learned(letter)
    }

    /// How often each step of a letter's drawing was seen, arrow by arrow.
    pub(super) fn counts(&self, letter: char) -> Vec<u32> {
        self.presenter.counts(letter, self.learner.learning.evidence())
    }

    /// Some moves seen that went this step in this state.
    pub(super) fn examples(&self, subject: Subject<'_>, state: u32, step: Step) -> Vec<ExampleView> {
        subject.examples(state, step, &self.game.rules, self.learner.learning.evidence(), &self.log)
    }

    /// What was learned of a letter, in a form for other programs.
    pub(super) fn export(&self, letter: char, format: Format) -> Result<String, Failed> {
        self.presenter.export(letter, format)
    }

    /// The records of finished games as text, from this one on.
    pub(super) fn records(&self, from: u32) -> Result<LearningReply, Failed> {
        let nothing = |message: &str| Err(Failed::new(FailureCode::Nothing, message));
        if self.reading.is_some() {
            return nothing("These records came from a file, so there is nothing new to save.");
        }
        if self.log.games() == 0 {
            return nothing("No game has been watched to its end yet, so there is nothing to save.");
        }
        let (text, next) = self.log.write(&self.game.rules, self.listing, from as usize);
        Ok(LearningReply::Records { text, next: next.map(|next| next as u32) })
    }

    /// The game as it was learned. Where the true one is known, the pieces keep its names.
    fn learned_text(&mut self) -> Option<String> {
        let mut def = self.learner.learning.game().ok()?;
        if self.judged {
            def.names = self.presenter.names.clone();
        }
        Some(def.to_string())
    }

    /// What stands on the watched board.
    fn shown(&self) -> (Geometry, Placement) {
        match self.reading.as_ref().and_then(|reading| reading.unknown.as_ref()) {
            Some(record) => {
                let kind = |cell: &char| Some(KindId(u32::from(*cell))).filter(|_| *cell != '.');
                let squares = record.cells.iter().map(kind).collect();
                (record.board, Placement { squares, hands: Vec::new(), to_move: record.player, ply: 0 })
            }
            None => (self.game.rules.board(), self.game.rules.placement(&self.source.pos)),
        }
    }

    /// What has changed since the last answer.
    pub(super) fn view(&mut self) -> LearningView {
        let done = self.is_over() && !self.learner.behind;
        let fresh = self.presenter.take_fresh(done);
        self.describe(fresh, done)
    }

    fn describe(&mut self, pieces: Vec<crate::protocol::LearnedView>, done: bool) -> LearningView {
        let progress = self.learner.learning.progress();
        let clashes = if self.reading.is_some() { self.learner.learning.clashes() } else { Vec::new() };
        let (board, placement) = self.shown();
        let unknown = self.reading.as_ref().and_then(|reading| reading.unknown.as_ref());
        let kinds = match unknown {
            Some(record) => self.presenter.unknown_kinds(&record.cells),
            None => self.game.rules.kinds(),
        };
        let text = if done { self.learned_text() } else { None };
        LearningView {
            identity: self.known_identity(),
            board: views::shape(board),
            legend: kinds.into_iter().map(views::look).collect(),
            squares: views::squares(&placement),
            hands: views::hands(&placement),
            to_move: side(placement.to_move),
            position: show_position(&self.game.rules, &self.source.pos),
            last: self.source.last.clone(),
            end: self.source.end.clone(),
            games: self.source.games,
            games_in_all: self.source.games_in_all,
            records: progress.records as f64,
            positions: progress.positions as u32,
            candidates: progress.tally.candidates as f64,
            merges: progress.tally.merges as f64,
            news: self.presenter.news,
            pieces,
            done,
            learned: text.map(|text| LearnedGame { identity: identity(&text), text }),
            judged: self.judged,
            clashes: clashes.iter().take(CLASHES).map(ToString::to_string).collect(),
            not_random: self.learner.learning.not_random().map(super::presenter::not_random).collect(),
        }
    }
}
