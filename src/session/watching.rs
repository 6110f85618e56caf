//! Looking on and learning: one game after the other, a few plies at a time, at the pace that the page asks for.

use crate::automata::{Dfa, Layout, Step, Word, describe, dot, expression, layout, show_word, tikz};
use crate::bots::{Bot, PlayerSpec};
use crate::game::{Game, Outcome};
use crate::lab::{self, judge_piece};
use crate::learn::{LearnedPiece, Learning, Seen, Settings, piece_json};
use crate::observe::{Listing, Recorder};
use crate::order::SortedMap;
use crate::protocol::{
    ArrowView, End, ExampleView, Format, GraphView, LearnSettings, LearnedView, LearningView, MoveView, StateView,
    StepView, Verdict,
};
use crate::rng::Rng;
use crate::sbg::{Move, Naming, Position, Rules, known_names, show_position};
use crate::search::Limits;

use super::album::Album;
use super::asking::Asking;
use super::describe::facing;
use super::inspect::{self, Subject};
use super::records::Reading;
use super::{Failure, Loaded, end, move_view, side};

/// Candidates that one command may try: a published algorithm can take minutes, and the page wants an answer now.
const CANDIDATES: u32 = 100;
/// The longest expression that is shown, in characters; half-learned automata can have far longer ones.
const EXPRESSION: usize = 3_000;
/// Doubts that are shown for a piece.
const DOUBTS: usize = 12;
/// The most games that can be asked for.
const MAX_GAMES: u32 = 10_000;
/// How strong players are: this is done in a few milliseconds. They begin with a few moves at random, lest all games are
/// the same.
const LEVEL: u32 = 5;
const OPENING: u32 = 4;
/// Their plies that one command may ask for.
const STRONG_PLIES: u32 = 8;
/// The most that can be asked of Björnsson's search.
const MAX_DISTANCE: u32 = 8;
const MAX_EXPANSIONS: u32 = 1_000;
/// Clashes that are told.
const CLASHES: usize = 3;

#[derive(Debug)]
pub(super) struct Watching {
    pub(super) rules: Rules,
    /// The game's text, by which it is known again.
    pub(super) text: String,
    names: Vec<Naming>,
    pub(super) listing: Listing,
    pub(super) settings: LearnSettings,
    players: Players,
    /// Plays where somebody plays well.
    bot: Option<Bot>,
    seed: u32,
    pub(super) games_in_all: u32,
    /// Games watched to their end.
    pub(super) games: u32,
    rng: Rng,
    pub(super) pos: Position,
    pub(super) last: Option<MoveView>,
    end: Option<End>,
    pub(super) album: Album,
    /// Records are read instead of games watched.
    pub(super) reading: Option<Reading>,
    /// The rules are those of the games seen.
    pub(super) judged: bool,
    /// The visitor's own game as far as it was seen.
    pub(super) visitor: (Option<String>, Vec<String>),
    pub(super) asking: Asking,
    pub(super) learning: Learning,
    /// What was seen has not all been learned from.
    pub(super) behind: bool,
    /// No more games are wanted for now.
    enough: bool,
    learned: Vec<LearnedPiece>,
    pieces: Vec<LearnedView>,
    /// Letters of those that have changed since the last answer.
    fresh: Vec<String>,
    layouts: SortedMap<char, Layout>,
    pub(super) news: String,
}

/// Whom one can watch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Players {
    Random,
    Strong,
    /// A game of each by turns.
    Mixed,
}

impl Players {
    fn named(name: Option<&str>) -> Result<Players, Failure> {
        match name {
            None | Some("random") => Ok(Players::Random),
            Some("strong") => Ok(Players::Strong),
            Some("mixed") => Ok(Players::Mixed),
            _ => Err(Failure::new("Unknown players: expected random, strong or mixed.")),
        }
    }
}

/// How to learn from players of this kind.
pub(super) fn how_to_learn(settings: &LearnSettings) -> Result<Settings, Failure> {
    let algorithm = settings
        .algorithm
        .parse()
        .map_err(|_| Failure::new("Unknown algorithm: expected kibitzer, bjornsson, rpni or spine."))?;
    let check = settings
        .check
        .parse()
        .map_err(|_| Failure::new("Unknown check: expected bjornsson, fast or a fraction such as fractional:0.7."))?;
    let defaults = Settings::default();
    Ok(Settings {
        algorithm,
        check,
        // Whoever plays well avoids many legal moves.
        silence: Players::named(settings.players.as_deref())? == Players::Random,
        distance: settings.distance.unwrap_or(defaults.distance).clamp(1, MAX_DISTANCE),
        max_expansions: settings.max_expansions.unwrap_or(defaults.max_expansions).clamp(1, MAX_EXPANSIONS),
        ..defaults
    })
}

impl Watching {
    pub(super) fn begin(game: &Loaded, settings: &LearnSettings) -> Result<Watching, Failure> {
        let players = Players::named(settings.players.as_deref())?;
        let rules = &game.rules;
        let level = PlayerSpec::level(LEVEL).filter(|_| players != Players::Random);
        Ok(Watching {
            rules: rules.clone(),
            text: game.text.clone(),
            names: known_names(&game.def, rules),
            settings: settings.clone(),
            players,
            bot: level.map(|level| Bot::new(rules, level, u64::from(settings.seed))),
            listing: if settings.all_moves { Listing::All } else { Listing::Some },
            seed: settings.seed,
            games_in_all: settings.games.clamp(1, MAX_GAMES),
            games: 0,
            rng: Rng::branch(u64::from(settings.seed), 0),
            pos: rules.start(),
            last: None,
            end: None,
            album: Album::default(),
            reading: None,
            judged: true,
            visitor: Default::default(),
            asking: Asking::default(),
            learning: Learning::new(how_to_learn(settings)?),
            behind: false,
            enough: false,
            learned: Vec::new(),
            pieces: Vec::new(),
            fresh: Vec::new(),
            layouts: SortedMap::new(),
            news: String::new(),
        })
    }

    /// Whether a game is the one that is watched, or the one learned from it under whatever name.
    pub(super) fn belongs_to(&mut self, text: &str) -> bool {
        if text == self.text {
            return true;
        }
        self.learned_text().is_some_and(|learned| without_name(&learned) == without_name(text))
    }

    /// Looks on for so many plies (the end of a game counts as one), then learns from what was seen.
    pub(super) fn watch(&mut self, plies: u32) -> LearningView {
        self.news.clear();
        // Whoever wants to see more has not had enough.
        self.enough &= plies == 0;
        let mut ended = false;
        let mut effort = 0;
        for _ in 0..plies {
            effort += u32::from(self.plays_well());
            if self.reading.is_some() || self.is_over() || effort > STRONG_PLIES {
                break;
            }
            ended |= self.ply();
        }
        // What is seen in the first games is new at every move; later a whole game is worth a thought.
        if self.behind && (ended || self.games < 2 || plies == 0 || self.is_over()) {
            self.learn();
        }
        self.view()
    }

    /// Whether nothing more will be seen.
    fn is_over(&self) -> bool {
        match &self.reading {
            Some(reading) => reading.over,
            None => self.enough || self.games == self.games_in_all,
        }
    }

    /// That was enough for now. The game that is going on is not seen to its end, unless watching goes on.
    pub(super) fn enough(&mut self) {
        self.enough = true;
        if let Some(reading) = &mut self.reading {
            reading.over = true;
        }
        // So that there is something to think over, and then to tell.
        self.behind = true;
    }

    /// Whether the game on the board is one between strong players.
    fn plays_well(&self) -> bool {
        match self.players {
            Players::Random => false,
            Players::Strong => true,
            Players::Mixed => self.games % 2 == 1,
        }
    }

    fn choose(&mut self) -> Result<Move, Outcome> {
        if self.plays_well() && self.pos.ply() >= OPENING && self.rules.ending(&self.pos).is_none() {
            let choice =
                self.bot.as_mut().and_then(|bot| bot.choose_quietly(&self.rules, &self.pos, Limits::default()));
            if let Some(mv) = choice {
                return Ok(mv);
            }
        }
        self.rules.random_move(&self.pos, &mut self.rng, &mut Vec::new())
    }

    /// Looks at one move, or at the end of a game; says whether it was an end.
    fn ply(&mut self) -> bool {
        if self.end.take().is_some() {
            self.rng = Rng::branch(u64::from(self.seed), u64::from(self.games));
            self.pos = self.rules.start();
            self.last = None;
        }
        let choice = self.choose();
        let recorder = Recorder { rules: &self.rules, listing: self.listing };
        self.behind = true;
        match choice {
            Ok(mv) => {
                self.album.play(mv);
                self.learning.watch(&recorder.position(&self.pos, mv));
                self.last = Some(move_view(&self.rules, &self.pos, mv));
                self.rules.play(&mut self.pos, mv);
                false
            }
            Err(outcome) => {
                self.learning.watch(&recorder.end(&self.pos, outcome));
                self.end = end(&self.rules, &self.pos);
                self.games += 1;
                self.album.end();
                true
            }
        }
    }

    pub(super) fn learn(&mut self) {
        self.behind = !self.learning.step(CANDIDATES, &mut |_| {}).done;
        if self.is_over() && !self.behind {
            // States that kept their places while others went have left gaps: the last drawing is a fresh one.
            self.layouts = SortedMap::new();
        }
        self.take_stock();
    }

    /// What is known of each piece by now.
    pub(super) fn take_stock(&mut self) {
        let before = std::mem::take(&mut self.pieces);
        let learned = self.learning.pieces();
        self.pieces = learned.iter().map(|piece| self.piece_view(piece)).collect();
        self.learned = learned;
        let changed = self.pieces.iter().filter(|piece| !before.contains(piece));
        self.fresh.extend(changed.map(|piece| piece.letter.clone()));
        // The last change is told; White's side, where both changed alike.
        let old =
            |letter: &str| before.iter().find(|piece| piece.letter == letter).map(|piece| piece.sentence.as_str());
        let changed = self.pieces.iter().find(|piece| old(&piece.letter) != Some(piece.sentence.as_str()));
        if let Some(piece) = changed {
            let lead = if old(&piece.letter).is_some() { "I see more of" } else { "Here is" };
            let letter = piece.letter.chars().next().and_then(|letter| self.rules.piece(letter));
            let name = letter.map_or_else(|| piece.letter.clone(), |letter| self.rules.info(letter).called());
            self.news = format!("{lead} the {name}. {}", piece.sentence);
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
        if !self.judged {
            return Verdict { exact: false, undecided: false, missed: None, invented: None };
        }
        let nothing = Dfa::empty();
        let truth = self.rules.piece(letter).map_or(&nothing, |piece| &self.rules.info(piece).dfa);
        let judged = judge_piece(learned, truth, self.rules.board());
        Verdict {
            exact: judged.is_exact(),
            undecided: judged.verdict == lab::Verdict::Undecided,
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
        subject.support(state, step, &self.rules, self.learning.evidence(), &self.album)
    }

    /// What was learned of a letter, in a form for other programs.
    pub(super) fn export(&mut self, letter: char, format: Format) -> Result<String, Failure> {
        let piece = self.learned.iter().find(|piece| piece.letter == letter);
        let piece = piece.ok_or_else(|| Failure::new("Nothing has been learned of this piece yet."))?;
        Ok(match format {
            Format::Dot => dot(&piece.dfa, &letter.to_string()),
            Format::Tikz => tikz(&piece.dfa, &letter.to_string()),
            Format::Json => format!("{{{}}}\n", piece_json(piece)),
        })
    }

    /// The game as it was learned. Where the true one is known, the pieces keep its names.
    fn learned_text(&mut self) -> Option<String> {
        let mut def = self.learning.game().ok()?;
        if self.judged {
            def.names = self.names.clone();
        }
        Some(def.to_string())
    }

    pub(super) fn view(&mut self) -> LearningView {
        let progress = self.learning.progress();
        let done = self.is_over() && !self.behind;
        let clashes = if self.reading.is_some() { self.learning.clashes() } else { Vec::new() };
        let fresh = std::mem::take(&mut self.fresh);
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
            // What is done is told whole.
            pieces: self.pieces.iter().filter(|piece| done || fresh.contains(&piece.letter)).cloned().collect(),
            done,
            text: if done { self.learned_text() } else { None },
            judged: self.judged,
            clashes: clashes.iter().take(CLASHES).map(ToString::to_string).collect(),
        }
    }
}

/// A game text after its `<<name>>`.
fn without_name(text: &str) -> &str {
    let name = text.strip_prefix("<<").and_then(|rest| rest.split_once(">>"));
    name.map_or(text, |(_, rest)| rest)
}

fn shortened(text: String) -> String {
    match text.char_indices().nth(EXPRESSION) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text,
    }
}

pub(super) fn graph_view(layout: &Layout) -> GraphView {
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
