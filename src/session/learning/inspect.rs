//! Looking into an automaton: which path through it a move takes, which moves use a step, and where it is wrong.

use crate::automata::{Dfa, On, StateId, Step, Word};
use crate::board::{Geometry, Player, Square, SquareSet};
use crate::game::KindId;
use crate::learn::{Evidence, Seen, pose};
use crate::order;
use crate::protocol::{ExampleView, Failed, FailureCode, PathVerdict, PathView};
use crate::sbg::{Rules, View, kind_of, letter_of, player_of};

use super::log::GameLog;

use crate::session::views::steps;

/// The most squares that are tried from one square: a half-learned automaton can loop beyond all reason.
const MAX_PATHS: usize = 20_000;
/// Examples that are shown for one step: as many games as are remembered for each word, so that they are the first ones.
const EXAMPLES: usize = 5;

/// One letter's automaton, as it was learned and as it should be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Subject<'a> {
    pub(super) letter: char,
    pub(super) board: Geometry,
    pub(super) learned: &'a Dfa,
    pub(super) truth: &'a Dfa,
}

/// Where all pieces of the letter may go in a position, by the learned automaton and by the true one: to each square by
/// its shortest path.
pub(super) fn paths(subject: Subject<'_>, squares: &[u32]) -> Result<Vec<PathView>, Failed> {
    let cells: Vec<char> = squares.iter().map(|piece| letter_of(KindId(*piece)).unwrap_or('.')).collect();
    if cells.len() != subject.board.size() {
        let message = format!("Expected {} squares.", subject.board.size());
        return Err(Failed::new(FailureCode::Argument, message));
    }
    let view = View { board: subject.board, owners: cells.iter().map(|cell| player_of(*cell)).collect() };
    let mut found = Vec::new();
    for from in subject.board.squares().filter(|square| cells[square.index()] == subject.letter) {
        let (learned, says) = shortest(subject.learned, &view, subject.player(), from);
        let (truth, may) = shortest(subject.truth, &view, subject.player(), from);
        for (word, to) in learned {
            let verdict = if may.contains(to) { PathVerdict::Agreed } else { PathVerdict::Invented };
            found.extend(subject.path(from, &word, verdict));
        }
        for (word, to) in truth {
            if !says.contains(to) {
                found.extend(subject.path(from, &word, PathVerdict::Missed));
            }
        }
    }
    Ok(found)
}

/// Breadth first, so that the first way to a square is a shortest one. The set has the squares reached.
fn shortest(dfa: &Dfa, view: &View, mover: Player, from: Square) -> (Vec<(Word, Square)>, SquareSet) {
    struct Node {
        before: usize,
        state: StateId,
        square: Square,
        step: Step,
    }
    let mut nodes = vec![Node { before: 0, state: Dfa::START, square: from, step: Step::new(0, 0, On::Empty) }];
    // From a node back to the start, which is not told.
    let trail = |nodes: &[Node], mut at: usize, tell: &mut dyn FnMut(&Node)| {
        while at > 0 {
            tell(&nodes[at]);
            at = nodes[at].before;
        }
    };
    let mut found = Vec::new();
    let mut reached = SquareSet::EMPTY;
    let mut done = 0;
    while done < nodes.len() && nodes.len() < MAX_PATHS {
        let (here, state) = (nodes[done].square, nodes[done].state);
        let mut visited = SquareSet::EMPTY;
        visited.insert(from);
        trail(&nodes, done, &mut |node| {
            visited.insert(node.square);
        });
        for &(step, next) in dfa.transitions(state) {
            let Some(square) = view.board.step(here, step.dx, step.dy) else { continue };
            if visited.contains(square) || view.on(square, mover) != step.on {
                continue;
            }
            nodes.push(Node { before: done, state: next, square, step });
            if dfa.is_accepting(next) && reached.insert(square) {
                let mut word = Word::new();
                trail(&nodes, nodes.len() - 1, &mut |node| word.push(node.step));
                word.reverse();
                found.push((word, square));
            }
        }
        done += 1;
    }
    (found, reached)
}

impl Subject<'_> {
    fn player(&self) -> Player {
        player_of(self.letter).unwrap_or(Player::White)
    }

    /// A path on the board and through the learned automaton, as far as that goes; `None` when it leaves the board.
    fn path(&self, from: Square, word: &[Step], verdict: PathVerdict) -> Option<PathView> {
        let path = self.board.follow(from, word.iter().map(|step| (step.dx, step.dy)));
        let squares: Option<Vec<u32>> =
            [Some(from)].into_iter().chain(path).map(|square| Some(square?.index() as u32)).collect();
        let squares = squares?;
        let mut states = vec![0];
        let mut state = Dfa::START;
        for &step in word {
            let Some(next) = self.learned.next(state, step) else { break };
            state = next;
            states.push(state.index() as u32);
        }
        Some(PathView { steps: steps(word), squares, states, verdict })
    }

    fn verdict(&self, word: &[Step]) -> PathVerdict {
        match (self.learned.accepts(word), self.truth.accepts(word)) {
            (true, true) => PathVerdict::Agreed,
            (true, false) => PathVerdict::Invented,
            (false, true) => PathVerdict::Missed,
            (false, false) => PathVerdict::Refused,
        }
    }

    /// A position in which a piece could use this word, whether or not it may.
    pub(super) fn pose(&self, word: &[Step], rules: &Rules) -> Result<ExampleView, Failed> {
        let letters: Vec<char> = rules.pieces().map(|(_, info)| info.letter).collect();
        let posed = pose(self.letter, &as_seen(self.player(), word), self.board, &letters);
        let example = posed.filter(|_| !word.is_empty()).and_then(|posed| {
            Some(ExampleView {
                game: None,
                ply: 0,
                played: false,
                piece: kind_of(self.letter).0,
                squares: squares(&posed.cells),
                path: self.path(posed.from, word, self.verdict(word))?,
            })
        });
        example.ok_or_else(|| Failed::new(FailureCode::Argument, "This word does not fit on the board."))
    }

    /// Moves seen that went this step in this state: the first ones, of different games.
    pub(super) fn examples(
        &self,
        state: u32,
        step: Step,
        rules: &Rules,
        evidence: &Evidence,
        log: &GameLog,
    ) -> Vec<ExampleView> {
        let mut seen: Vec<(u32, Square, Word)> = evidence
            .words_of(self.letter)
            .filter(|(word, _)| uses(self.learned, word, state, step))
            .flat_map(|(word, seen)| seen.games().map(move |example| (example.record, example.square, word.clone())))
            .collect();
        // Of one game the first; where it was played rather than only possible, that.
        let played = |(record, from, word): &(u32, Square, Word)| {
            let to = self.board.follow(*from, word.iter().map(|step| (step.dx, step.dy))).last().flatten();
            log.played(*record).is_some_and(|mv| mv.from == *from && Some(mv.to) == to)
        };
        let game = |record: u32| log.find_record(record).map(|found| found.game);
        order::sort_by_key(&mut seen, |each| (game(each.0), !played(each), each.0));
        seen.dedup_by_key(|each| game(each.0));
        let examples = seen.into_iter().filter_map(|each| {
            let found = log.find_record(each.0)?;
            let (record, from, word) = &each;
            Some(ExampleView {
                game: Some(found.game),
                ply: found.ply,
                played: played(&each),
                piece: kind_of(self.letter).0,
                squares: squares(&log.cells(rules, *record)?),
                path: self.path(*from, word, self.verdict(word))?,
            })
        });
        examples.take(EXAMPLES).collect()
    }
}

/// The pieces that letters stand for; 0 where a square is empty.
pub(super) fn squares(cells: &[char]) -> Vec<u32> {
    cells.iter().map(|&cell| if cell == '.' { 0 } else { kind_of(cell).0 }).collect()
}

/// How many moves were seen that went this step in this state.
pub(super) fn count(dfa: &Dfa, words: &[(Word, Seen)], state: u32, step: Step) -> u32 {
    let using = words.iter().filter(|(word, _)| uses(dfa, word, state, step));
    using.fold(0, |sum, (_, seen)| sum.saturating_add(seen.count))
}

fn uses(dfa: &Dfa, word: &[Step], state: u32, step: Step) -> bool {
    let mut at = Dfa::START;
    for &next in word {
        if at.index() == state as usize && next == step {
            return true;
        }
        match dfa.next(at, next) {
            Some(state) => at = state,
            None => return false,
        }
    }
    false
}

/// A word between the board's coordinates and the mover's.
fn as_seen(player: Player, word: &[Step]) -> Word {
    word.iter().map(|step| if player == Player::White { *step } else { step.mirrored() }).collect()
}
