//! The rest of the game: where it starts, how it is won, and how long it lasts (Björnsson 2012, section 3.4).
//!
//! Complete games in sequence show, at each end, the move that ended it. A piece that arrived somewhere, a capture that
//! left too few: whatever never happened in a game that continued may be the reason.

use crate::board::{Geometry, Player, Square, SquareSet};
use crate::learn::Clash;
use crate::learn::evidence::flip;
use crate::observe::{Record, RecordResult};
use crate::order::SortedMap;
use crate::sbg::{Goal, player_of};

/// A file or rank with more goal squares than this is taken to be goal squares throughout (section 3.4: "more than two").
const SQUARES_ON_A_LINE: usize = 2;
/// Last positions kept for one kind of end, to see later whether the loser simply had no move.
const MAX_ENDS: usize = 8;

/// What is gathered from a stream of records.
#[derive(Clone, Debug, Default)]
pub(super) struct GameMeta {
    board: Option<Geometry>,
    start: Option<(u32, Vec<char>)>,
    /// The previous record, if its game continues, and how many plies it has had.
    before: Option<(u32, Record, u32)>,
    number: u32,
    /// The current game is not the first one: it has other pieces.
    apart: bool,
    /// The record before has not ended its game.
    continues: bool,
    games: u64,
    longest: u32,
    ties: Option<(u32, u32)>,
    /// Where pieces of each letter stood after their owner's move in games that continued.
    stood: SortedMap<char, SquareSet>,
    /// For each letter, the fewest that a capture left in a game that continued.
    survived: SortedMap<char, u32>,
    ends: SortedMap<End, Vec<Vec<char>>>,
    clashes: Vec<Clash>,
}

/// Whether two positions have the same pieces, wherever they stand.
fn same_pieces(a: &[char], b: &[char]) -> bool {
    let count = |cells: &[char], letter: char| cells.iter().filter(|cell| **cell == letter).count();
    a.len() == b.len() && a.iter().chain(b).all(|&letter| count(a, letter) == count(b, letter))
}

/// How a game was decided, as far as one can see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct End {
    mover: char,
    to: Square,
    mover_won: bool,
    /// What was captured, and how many are left.
    captured: Option<(char, u32)>,
}

/// What was learned besides the moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LearnedMeta {
    /// The start position, if a game was seen from the start.
    pub setup: Vec<char>,
    pub goals: Vec<Goal>,
    /// The length at which games are drawn, if one was.
    pub ply_limit: Option<u32>,
    /// Plies of the longest game seen.
    pub longest: u32,
    /// Games seen to their end.
    pub games: u64,
}

impl GameMeta {
    /// Takes in the next record; false when it is of another game than the records before, which is then left out.
    pub(super) fn add(&mut self, record: &Record) -> bool {
        self.number = self.number.saturating_add(1);
        if !self.continues {
            let other = self.start.as_ref().filter(|(_, setup)| !same_pieces(setup, &record.cells));
            self.apart = other.is_some();
            if let Some(&(number, _)) = other {
                self.report(Clash::OtherGame { records: (number, self.number) });
            }
        }
        self.continues = record.result == RecordResult::Open;
        if self.apart {
            return false;
        }
        self.board = Some(record.board);
        let ply = match self.before.take() {
            Some((_, before, ply)) if self.follows(&before, record) => {
                self.moved(&before, record, ply + 1);
                ply + 1
            }
            Some((number, _, _)) => {
                // A game may be cut short, but then the next one begins at the beginning.
                if self.start.as_ref().is_some_and(|(_, setup)| *setup != record.cells) {
                    self.report(Clash::Sequence { records: (number, self.number) });
                }
                0
            }
            None => {
                self.begin(record);
                0
            }
        };
        if record.result == RecordResult::Open {
            self.before = Some((self.number, record.clone(), ply));
        } else {
            self.games += 1;
        }
        true
    }

    /// Games seen to their end.
    pub(super) fn games(&self) -> u64 {
        self.games
    }

    fn begin(&mut self, record: &Record) {
        match &self.start {
            None => self.start = Some((self.number, record.cells.clone())),
            Some((number, setup)) if *setup != record.cells => {
                let records = (*number, self.number);
                self.report(Clash::Start { records });
            }
            Some(_) => {}
        }
    }

    fn report(&mut self, clash: Clash) {
        if self.clashes.len() < 20 {
            self.clashes.push(clash);
        }
    }

    /// Clashes among the records. Positions that are not games, as in the slides' format, never come to an end; they
    /// claim no order, so they cannot break it.
    pub(super) fn clashes(&self) -> &[Clash] {
        if self.games == 0 { &[] } else { &self.clashes }
    }

    fn follows(&self, before: &Record, record: &Record) -> bool {
        let Some((from, to)) = played(before) else { return false };
        record.player != before.player
            && record.board == before.board
            && before.cells.iter().zip(&record.cells).enumerate().all(|(index, (old, new))| {
                if index == from.index() {
                    *new == '.'
                } else if index == to.index() {
                    *new == before.cells[from.index()]
                } else {
                    old == new
                }
            })
    }

    /// A move was played, and this is what came of it.
    fn moved(&mut self, before: &Record, record: &Record, ply: u32) {
        let Some((from, to)) = played(before) else { return };
        self.longest = self.longest.max(ply);
        let mover = before.cells[from.index()];
        let captured = Some(before.cells[to.index()]).filter(|letter| player_of(*letter).is_some());
        let captured =
            captured.map(|letter| (letter, record.cells.iter().filter(|cell| **cell == letter).count() as u32));
        match record.result {
            RecordResult::Open => {
                for (square, cell) in record.board.squares().zip(&record.cells) {
                    if player_of(*cell) == Some(before.player) {
                        self.stood.or_default(*cell).insert(square);
                    }
                }
                if let Some((letter, left)) = captured {
                    let fewest = self.survived.or_insert_with(letter, || left);
                    *fewest = (*fewest).min(left);
                }
            }
            RecordResult::Tied => match self.ties {
                None => self.ties = Some((self.number, ply)),
                Some((number, other)) if other != ply => {
                    self.report(Clash::Length { records: (number, self.number), plies: (other, ply) });
                }
                Some(_) => {}
            },
            RecordResult::Won | RecordResult::Lost => {
                let end = End { mover, to, mover_won: record.result == RecordResult::Won, captured };
                let examples = self.ends.or_default(end);
                if examples.len() < MAX_ENDS {
                    examples.push(record.cells.clone());
                }
            }
        }
    }

    /// The inferred start, goals and limits. `stuck` says whether a player has no move in a position, by what was learned of the moves.
    pub(super) fn learned(&self, stuck: &dyn Fn(&[char], Player) -> bool) -> LearnedMeta {
        let mut meta = LearnedMeta {
            setup: self.start.as_ref().map(|(_, setup)| setup.clone()).unwrap_or_default(),
            goals: Vec::new(),
            ply_limit: self.ties.map(|(_, ply)| ply),
            longest: self.longest,
            games: self.games,
        };
        let Some(board) = self.board else { return meta };
        let stood = |letter: char, square: Square| self.stood.get(&letter).is_some_and(|set| set.contains(square));
        let may_reach = |end: &End| end.mover_won && !stood(end.mover, end.to);
        let may_keep = |end: &End| {
            let (letter, left) = end.captured?;
            let fell_to_mover = end.mover_won == (player_of(letter) != player_of(end.mover));
            let possible = fell_to_mover && self.survived.get(&letter).is_none_or(|fewest| left < *fewest);
            possible.then_some((letter, left))
        };
        let mut reach: SortedMap<char, SquareSet> = SortedMap::new();
        let mut keep: SortedMap<char, u32> = SortedMap::new();
        let mut unclear: Vec<&End> = Vec::new();
        for (end, examples) in self.ends.iter() {
            let loser = player_of(end.mover).filter(|_| !end.mover_won).or(player_of(end.mover).map(|player| !player));
            // Who has no piece or no move loses anyway, so such an end says nothing.
            if loser.is_some_and(|loser| examples.iter().all(|cells| stuck(cells, loser))) {
                continue;
            }
            match (may_reach(end), may_keep(end)) {
                (true, None) => {
                    reach.or_default(end.mover).insert(end.to);
                }
                (false, Some((letter, left))) => {
                    let limit = keep.or_insert_with(letter, || left);
                    *limit = left.max(*limit);
                }
                (true, Some(_)) => unclear.push(end),
                (false, None) => {}
            }
        }
        // Ends with two possible reasons: what other ends have shown is reason enough. Where nothing has, a piece that is
        // the last of its letter is missed more than a square.
        for end in unclear {
            let lines = generalized(board, end.mover, &reach, &self.stood);
            let kept =
                may_keep(end).is_some_and(|(letter, left)| keep.get(&letter).is_some_and(|limit| left <= *limit));
            if lines.contains(end.to) || kept {
                continue;
            }
            match may_keep(end) {
                Some((letter, 0)) => {
                    keep.or_insert_with(letter, || 0);
                }
                _ => {
                    reach.or_default(end.mover).insert(end.to);
                }
            }
        }
        for (letter, squares) in reach.iter() {
            debug_assert!(!squares.is_empty(), "a goal is on some square");
            let squares = generalized(board, *letter, &reach, &self.stood).iter().collect();
            meta.goals.push(Goal::Reach { letter: *letter, squares });
        }
        meta.goals.extend(keep.into_iter().map(|(letter, left)| Goal::Keep { letter, left }));
        meta
    }
}

/// Where the move that was played goes from and to.
fn played(record: &Record) -> Option<(Square, Square)> {
    let seen = record.moves.first()?;
    let to = seen.word.iter().try_fold(seen.from, |at, step| record.board.step(at, step.dx, step.dy))?;
    Some((seen.from, to))
}

/// The goal squares that were seen, and whole lines of the board where there are more than two on one, unless a piece of
/// this letter has stood somewhere on that line in a game that continued. What its counterpart was seen to reach counts too, in
/// the mirror. So does the last rank from the first square on, when the rank before it was stood on in more than two places: had
/// only that square been a goal, pieces would have come to others.
fn generalized(
    board: Geometry,
    letter: char,
    reach: &SortedMap<char, SquareSet>,
    all_stood: &SortedMap<char, SquareSet>,
) -> SquareSet {
    let Some(&own) = reach.get(&letter) else { return SquareSet::EMPTY };
    let stood = all_stood.get(&letter).copied().unwrap_or_default();
    let other = if letter.is_ascii_lowercase() { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() };
    let mirrored = reach.get(&other).into_iter().flat_map(SquareSet::iter);
    let mirrored: SquareSet = mirrored.map(|square| flip(board, square)).collect();
    let (last, before) = match player_of(letter) {
        Some(Player::Black) => (0, 1),
        _ => (board.height() - 1, board.height().saturating_sub(2)),
    };
    let rank = |y: usize| (0..board.width()).filter_map(|x| board.at(x, y)).collect::<SquareSet>();
    let far = !(rank(last) & own).is_empty() && (rank(before) & stood).len() > SQUARES_ON_A_LINE;
    let seen = own | mirrored;
    let rows = (0..board.height()).map(|y| (0..board.width()).filter_map(|x| board.at(x, y)).collect::<SquareSet>());
    let columns = (0..board.width()).map(|x| (0..board.height()).filter_map(|y| board.at(x, y)).collect::<SquareSet>());
    let mut goals = own;
    for line in rows.chain(columns) {
        let enough = (line & seen).len() > SQUARES_ON_A_LINE && !(line & own).is_empty();
        if (enough || (far && line == rank(last))) && (line & stood).is_empty() {
            goals |= line;
        }
    }
    goals
}
