//! What was seen, each thing once: the distinct positions of a stream of records, and the words that were played.
//!
//! Everything is kept as the mover sees it. Black's positions are turned upside down and Black's steps mirrored, so that
//! a piece and its counterpart can be looked at together, and learned once where they agree.

use std::collections::HashMap;

use crate::automata::{On, Step, Word};
use crate::board::{Geometry, Player, Square};
use crate::learn::Example;
use crate::learn::piece_id::PieceId;
use crate::learn::words::{WordId, Words};
use crate::observe::{Listing, Record, RecordResult};
use crate::order;

/// No more than this many clashes are kept; the first ones tell the story.
const MAX_CLASHES: usize = 20;

/// A listing that says nothing about the moves that are not in it.
const NO_LISTING: u32 = u32::MAX;

/// The distinct positions of a stream of records. Terminal positions list no moves, whatever would be legal there, so
/// they are no evidence about how pieces move.
///
/// ```
/// use kibitzer::automata::{On, Step};
/// use kibitzer::learn::Evidence;
/// use kibitzer::observe::RecordReader;
///
/// // A pawn at the top left takes the piece at the bottom right. The position is seen twice.
/// let record = "1\nP.\n.p\n*\n0 some 1\n(2 (1 -1 p))\n";
/// let mut evidence = Evidence::default();
/// for record in RecordReader::new(record.repeat(2).as_bytes()) {
///     evidence.add(&record.unwrap());
/// }
/// assert_eq!((evidence.records(), evidence.positions()), (2, 1));
/// assert_eq!(evidence.letters(), ['P']);
/// let (word, seen) = evidence.words_of('P').next().unwrap();
/// assert_eq!((word, seen.count), (vec![Step::new(1, -1, On::Enemy)], 2));
/// assert!(evidence.has_partial_listings(), "some moves are listed, perhaps not all");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    board: Option<Geometry>,
    stride: usize,
    positions: Vec<Position>,
    /// For each position the squares of the mover's pieces, then those of the opponent's: `2 * stride` words of bits.
    planes: Vec<u64>,
    /// Every piece of the mover in every position, position by position.
    samples: Vec<Sample>,
    /// For each piece of the mover in a position that lists all moves, the set of its moves.
    listed: Vec<u32>,
    words: Words,
    /// For each piece what was seen of each word.
    seen: Vec<Vec<Seen>>,
    /// In the same order, the first records that list each word.
    listed_in: Vec<Vec<Vec<u32>>>,
    listings: Listings,
    /// The last position with this hash; earlier ones are linked from it.
    index: HashMap<u64, u32>,
    records: u64,
    /// The first record of the current game.
    game: u32,
    /// Its positions and the words listed in them, and a hash of all of it, to see in the end whether it was there before.
    going_on: Vec<(u32, Vec<(PieceId, WordId)>)>,
    going_on_hash: u64,
    /// Games seen to their end: a hash of each, and how often it was seen.
    games: HashMap<u64, u32>,
    clashes: Vec<Clash>,
}

#[derive(Clone, Copy, Debug)]
struct Position {
    first_sample: u32,
    /// How many records show it.
    count: u32,
    /// The first record that shows it.
    record: u32,
    /// Another position with the same hash, or `u32::MAX`.
    link: u32,
    /// The sets of moves of its pieces; [`NO_LISTING`] where not all moves are listed.
    first_listed: u32,
    player: Player,
    listing: Listing,
}

/// One of the mover's pieces in a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    pub(super) position: u32,
    /// As the mover sees the board.
    pub(super) from: u8,
    pub(super) piece: PieceId,
}

/// How often a word was listed, and where.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seen {
    pub count: u32,
    /// Distinct positions that list all moves, this one among them.
    pub(super) in_full: u32,
    /// Where it was first listed.
    first: Occurrence,
    /// One place for each of the first games that list it: where it was played, if it was.
    games: [Occurrence; GAMES],
}

/// Games that are remembered for each word.
const GAMES: usize = 5;

/// A record, counted from 1 (0 is none), and the square on which a word begins there, in board coordinates.
#[derive(Clone, Copy, Debug, Default)]
struct Occurrence {
    record: u32,
    square: u8,
    played: bool,
}

impl Occurrence {
    fn example(self) -> Example {
        let square = Square::new(usize::from(self.square)).expect("a byte is a square");
        Example { record: self.record, square }
    }
}

impl Seen {
    /// The first record that lists the word.
    pub fn first(&self) -> Example {
        self.first.example()
    }

    /// One example for each of the first games that list the word, in the order of the games.
    pub fn games(&self) -> impl Iterator<Item = Example> + use<> {
        self.games.into_iter().take_while(|occurrence| occurrence.record > 0).map(Occurrence::example)
    }

    /// Adds an occurrence in the game that began with the record `game`.
    fn add(&mut self, game: u32, occurrence: Occurrence) {
        if self.count == 0 {
            self.first = occurrence;
        }
        self.count = self.count.saturating_add(1);
        let known = self.games.iter().take_while(|known| known.record > 0).count();
        match known.checked_sub(1).map(|last| &mut self.games[last]) {
            Some(last) if last.record >= game => {
                if occurrence.played && !last.played {
                    *last = occurrence;
                }
            }
            _ => {
                if let Some(free) = self.games.get_mut(known) {
                    *free = occurrence;
                }
            }
        }
    }
}

/// Two records that cannot both be right under rules of this kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Clash {
    /// The same position, both with all moves, but not with the same moves.
    Listing { records: (u32, u32) },
    /// The word was played by this letter in the first record, but is applicable and not listed in the second, from this
    /// square: it moves by where it stands, or by something else that an automaton cannot know.
    Word { letter: char, word: Word, records: (u32, u32), square: Square },
    /// The record lists this word for this letter, but so many lists of moves lack it, or so many chances to play it passed,
    /// that it is an error in the record. What was learned does without it.
    Outvoted { letter: char, word: Word, record: u32, against: u32 },
    /// Two games have different pieces: they are not the same game. The second one is left out.
    OtherGame { records: (u32, u32) },
    /// Two games begin differently.
    Start { records: (u32, u32) },
    /// A position is not what the move before it leads to.
    Sequence { records: (u32, u32) },
    /// Ties at different lengths.
    Length { records: (u32, u32), plies: (u32, u32) },
}

/// The set of moves of one piece, as an id: most pieces have the same few sets again and again.
#[derive(Clone, Debug, Default)]
struct Listings {
    sets: Vec<Box<[WordId]>>,
    ids: HashMap<Box<[WordId]>, u32>,
}

impl Listings {
    fn intern(&mut self, set: &[WordId]) -> u32 {
        if let Some(&id) = self.ids.get(set) {
            return id;
        }
        let id = self.sets.len() as u32;
        self.sets.push(set.into());
        self.ids.insert(set.into(), id);
        id
    }
}

/// Records that are remembered for each word: a word that is an error in more is no longer rare.
const MOST_NAMED: usize = 64;

/// Longer games are not compared with each other.
const LONGEST_GAME: usize = 10_000;

/// The same square seen from the other side.
pub(super) fn flip(board: Geometry, square: Square) -> Square {
    board.at(board.x(square), board.height() - 1 - board.y(square)).expect("a flipped square is on the board")
}

/// Turns a square between the board's coordinates and the mover's; both ways are the same.
pub(super) fn as_seen_by(player: Player, board: Geometry, square: Square) -> Square {
    if player == Player::White { square } else { flip(board, square) }
}

/// Turns a step between the board's coordinates and the mover's.
pub(super) fn step_as_seen_by(player: Player, step: Step) -> Step {
    if player == Player::White { step } else { step.mirrored() }
}

impl Evidence {
    /// Evidence without positions, for labelled words.
    pub fn without_positions(board: Geometry) -> Evidence {
        Evidence { board: Some(board), stride: stride(board), ..Evidence::default() }
    }

    /// The board, once there was a record.
    pub fn board(&self) -> Option<Geometry> {
        self.board
    }

    /// Records taken in, terminal ones included.
    pub fn records(&self) -> u64 {
        self.records
    }

    /// Whether any position does not list all of its moves.
    pub fn has_partial_listings(&self) -> bool {
        self.positions.iter().any(|position| position.listing == Listing::Some)
    }

    /// Different positions kept.
    pub fn positions(&self) -> usize {
        self.positions.len()
    }

    /// Bytes that the positions and words take: the size of the deduplicated evidence.
    pub fn bytes(&self) -> usize {
        let listings: usize = self.listings.sets.iter().map(|set| 2 * size_of_val(&**set) + 48).sum();
        self.positions.len() * size_of::<Position>()
            + self.planes.len() * size_of::<u64>()
            + self.samples.len() * size_of::<Sample>()
            + self.listed.len() * size_of::<u32>()
            + self.seen.iter().map(|seen| seen.len() * size_of::<Seen>()).sum::<usize>()
            + self.listed_in.iter().flatten().map(|records| size_of::<Vec<u32>>() + 4 * records.len()).sum::<usize>()
            + self.index.len() * 16
            + listings
            + self.words.bytes()
    }

    /// Positions or words that contradict each other.
    pub fn clashes(&self) -> &[Clash] {
        &self.clashes
    }

    pub(super) fn report(&mut self, clash: Clash) {
        if self.clashes.len() < MAX_CLASHES && !self.clashes.contains(&clash) {
            self.clashes.push(clash);
        }
    }

    pub(super) fn words(&self) -> &Words {
        &self.words
    }

    /// Letters that were ever seen standing while it was their turn, White's first.
    pub fn letters(&self) -> Vec<char> {
        self.pieces().into_iter().map(PieceId::letter).collect()
    }

    /// The pieces of those letters.
    pub(super) fn pieces(&self) -> Vec<PieceId> {
        let mut stood = [false; PieceId::COUNT];
        self.samples.iter().for_each(|sample| stood[sample.piece.index()] = true);
        PieceId::all().filter(|piece| stood[piece.index()]).collect()
    }

    /// Words that a piece was seen to use, in the mover's coordinates.
    pub(super) fn seen(&self, piece: PieceId) -> impl Iterator<Item = (WordId, Seen)> + '_ {
        let seen = self.seen.get(piece.index()).map_or(&[][..], Vec::as_slice);
        seen.iter().enumerate().filter(|(_, seen)| seen.count > 0).map(|(id, seen)| (id as WordId, *seen))
    }

    /// What was seen of one word of a piece, in the mover's coordinates, if anything was.
    pub(super) fn seen_of(&self, piece: PieceId, word: &[Step]) -> Option<Seen> {
        let id = self.words.find(word)? as usize;
        self.seen.get(piece.index())?.get(id).copied().filter(|seen| seen.count > 0)
    }

    /// The first records that list a word of a piece, in the mover's coordinates.
    pub(super) fn records_of(&self, piece: PieceId, word: &[Step]) -> &[u32] {
        let slots = self.words.find(word).and_then(|id| self.listed_in.get(piece.index())?.get(id as usize));
        slots.map_or(&[][..], Vec::as_slice)
    }

    /// The same in board coordinates, with what was seen of each word.
    pub fn words_of(&self, letter: char) -> impl Iterator<Item = (Word, Seen)> + '_ {
        let words =
            move |piece: PieceId| self.seen(piece).map(move |(id, seen)| (piece.turned(&self.words.word(id)), seen));
        PieceId::new(letter).into_iter().flat_map(words)
    }

    /// The first record that lists a word, in board coordinates, whatever the piece.
    pub fn first_listed(&self, word: &[Step]) -> Option<u32> {
        let first_of = |player: Player| {
            let word: Word = word.iter().map(|&step| step_as_seen_by(player, step)).collect();
            let id = self.words.find(&word)? as usize;
            let seen = PieceId::all().zip(&self.seen).filter(|(piece, _)| piece.player() == player);
            let seen = seen.filter_map(|(_, slots)| slots.get(id));
            seen.filter(|seen| seen.count > 0).map(|seen| seen.first.record).min()
        };
        Player::BOTH.into_iter().filter_map(first_of).min()
    }

    /// Takes in the next record of the stream.
    pub fn add(&mut self, record: &Record) {
        self.records += 1;
        let number = u32::try_from(self.records).unwrap_or(u32::MAX);
        if self.board.is_none() {
            self.board = Some(record.board);
            self.stride = stride(record.board);
            self.seen = vec![Vec::new(); PieceId::COUNT];
            self.listed_in = vec![Vec::new(); PieceId::COUNT];
        }
        if record.result != RecordResult::Open || Some(record.board) != self.board {
            self.game = number.saturating_add(1);
            self.end_game();
            return;
        }
        let player = record.player;
        let moves: Vec<(u8, WordId)> = {
            let words = &mut self.words;
            let seen = record.moves.iter().map(|seen| {
                let from = as_seen_by(player, record.board, seen.from).index() as u8;
                (from, words.add(seen.word.iter().map(|&step| step_as_seen_by(player, step))))
            });
            seen.collect()
        };
        // A move may be listed twice; then it is still one.
        let mut listed = moves.clone();
        order::sort(&mut listed);
        listed.dedup();
        let position = self.position(number, record, &listed);
        // Positions that never come to an end are no games.
        if self.going_on.len() > LONGEST_GAME {
            self.going_on.clear();
        }
        if record.listing == Listing::Some {
            let words = record.moves.iter().zip(&moves).map(|(seen, (_, word))| (moved(record, seen.from), *word));
            self.going_on.push((position as u32, words.collect()));
            let played = moves.first().map_or(0, |(from, word)| u64::from(*from) << 32 | u64::from(*word));
            let mut state = self.going_on_hash ^ (position as u64) << 40 ^ played;
            self.going_on_hash = crate::rng::split_mix(&mut state);
        }
        for (index, (seen, &(_, word))) in record.moves.iter().zip(&moves).enumerate() {
            let piece = moved(record, seen.from).index();
            let slots = &mut self.seen[piece];
            if slots.len() <= word as usize {
                slots.resize(word as usize + 1, Seen::default());
                self.listed_in[piece].resize(word as usize + 1, Vec::new());
            }
            let records = &mut self.listed_in[piece][word as usize];
            if records.len() < MOST_NAMED && records.last() != Some(&number) {
                records.push(number);
            }
            let slot = &mut slots[word as usize];
            slot.add(self.game, Occurrence { record: number, square: seen.from.index() as u8, played: index == 0 });
        }
        if self.positions[position].count == 1 && record.listing == Listing::All {
            for &(from, word) in &listed {
                let from = Square::new(usize::from(from)).expect("a byte is a square");
                let piece = moved(record, as_seen_by(player, record.board, from));
                self.seen[piece.index()][word as usize].in_full += 1;
            }
        }
    }

    /// Counts a record that is of another game.
    pub(super) fn leave_out(&mut self) {
        self.records += 1;
        self.game = u32::try_from(self.records).unwrap_or(u32::MAX).saturating_add(1);
    }

    /// The number of the position that this record shows, new or known.
    fn position(&mut self, number: u32, record: &Record, listed: &[(u8, WordId)]) -> usize {
        let first_plane = self.planes.len();
        let first_sample = self.samples.len();
        let first_listed = self.listed.len();
        self.planes.resize(first_plane + 2 * self.stride, 0);
        let position = self.positions.len() as u32;
        for square in record.board.squares() {
            // In the mover's order, so that a position and its mirror image look the same.
            let cell = record.cells[as_seen_by(record.player, record.board, square).index()];
            let Some(piece) = PieceId::new(cell) else { continue };
            let owner = piece.player();
            let plane = first_plane + if owner == record.player { 0 } else { self.stride };
            self.planes[plane + square.index() / 64] |= 1 << (square.index() % 64);
            if owner != record.player {
                continue;
            }
            let from = square.index() as u8;
            if record.listing == Listing::All {
                let start = listed.partition_point(|(other, _)| *other < from);
                let end = listed.partition_point(|(other, _)| *other <= from);
                let set: Vec<WordId> = listed[start..end].iter().map(|(_, word)| *word).collect();
                self.listed.push(self.listings.intern(&set));
            }
            self.samples.push(Sample { position, from, piece });
        }
        let hash = self.hash(first_plane, first_sample, record);
        let head = self.index.get(&hash).copied().unwrap_or(u32::MAX);
        if let Some(known) = self.find(head, first_plane, first_sample, record) {
            let before = self.positions[known].first_listed as usize;
            let new = &self.listed[first_listed..];
            let same_moves = new.is_empty() || self.listed[before..before + new.len()] == *new;
            self.listed.truncate(first_listed);
            self.planes.truncate(first_plane);
            self.samples.truncate(first_sample);
            self.positions[known].count = self.positions[known].count.saturating_add(1);
            if !same_moves {
                self.report(Clash::Listing { records: (self.positions[known].record, number) });
            }
            return known;
        }
        self.index.insert(hash, position);
        self.positions.push(Position {
            first_sample: first_sample as u32,
            count: 1,
            record: number,
            link: head,
            first_listed: if record.listing == Listing::All { first_listed as u32 } else { NO_LISTING },
            player: record.player,
            listing: record.listing,
        });
        position as usize
    }

    /// A game that was seen before, move by move, says nothing new about what players choose: its positions count once.
    fn end_game(&mut self) {
        let (moves, hash) = (std::mem::take(&mut self.going_on), std::mem::take(&mut self.going_on_hash));
        if moves.is_empty() {
            return;
        }
        let times = self.games.entry(hash).or_insert(0);
        *times = times.saturating_add(1);
        if *times == 1 {
            return;
        }
        for (position, words) in moves {
            let count = &mut self.positions[position as usize].count;
            *count = count.saturating_sub(1).max(1);
            for (piece, word) in words {
                let count = &mut self.seen[piece.index()][word as usize].count;
                *count = count.saturating_sub(1).max(1);
            }
        }
    }

    fn hash(&self, first_plane: usize, first_sample: usize, record: &Record) -> u64 {
        let mut hash = (record.player.index() as u64) << 1 | u64::from(record.listing == Listing::All);
        let mut mix = |value: u64| {
            hash = (hash ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            hash ^= hash >> 29;
        };
        self.planes[first_plane..].iter().for_each(|plane| mix(*plane));
        self.samples[first_sample..]
            .iter()
            .for_each(|sample| mix((sample.piece.index() as u64) << 8 | u64::from(sample.from)));
        hash
    }

    /// A known position among those linked from `head` that is the same as the one just laid out.
    fn find(&self, head: u32, first_plane: usize, first_sample: usize, record: &Record) -> Option<usize> {
        let mut at = head;
        while at != u32::MAX {
            let position = self.positions[at as usize];
            let planes = at as usize * 2 * self.stride;
            let new = &self.samples[first_sample..];
            let same = position.player == record.player
                && position.listing == record.listing
                && self.planes[planes..planes + 2 * self.stride] == self.planes[first_plane..]
                && self.samples_of(at as usize).len() == new.len()
                && self.samples_of(at as usize).zip(new).all(|(a, b)| (a.piece, a.from) == (b.piece, b.from));
            if same {
                return Some(at as usize);
            }
            at = position.link;
        }
        None
    }

    fn samples_of(&self, position: usize) -> std::slice::Iter<'_, Sample> {
        let first = self.positions[position].first_sample as usize;
        let last = match self.positions.get(position + 1) {
            Some(next) => next.first_sample as usize,
            // The samples of a position that is being looked for come after those of the last known one.
            None => {
                let position = position as u32;
                first + self.samples[first..].iter().take_while(|sample| sample.position == position).count()
            }
        };
        self.samples[first..last].iter()
    }

    /// The samples of these pieces, in the order in which they were seen.
    pub(super) fn samples_with(&self, pieces: &[PieceId]) -> Vec<u32> {
        let found = || (0..).zip(&self.samples).filter(|(_, sample)| pieces.contains(&sample.piece));
        let mut samples = Vec::with_capacity(found().count());
        samples.extend(found().map(|(index, _)| index));
        samples
    }

    pub(super) fn sample(&self, index: u32) -> Sample {
        self.samples[index as usize]
    }

    /// What the mover of a position sees on a square.
    pub(super) fn on(&self, position: u32, square: u8) -> On {
        let first = position as usize * 2 * self.stride + usize::from(square) / 64;
        let bit = usize::from(square) % 64;
        let own = self.planes[first] >> bit & 1;
        let enemy = self.planes[first + self.stride] >> bit & 1;
        On::ALL[(own << 1 | enemy) as usize]
    }

    pub(super) fn lists_all(&self, position: u32) -> bool {
        self.positions[position as usize].listing == Listing::All
    }

    pub(super) fn player(&self, position: u32) -> Player {
        self.positions[position as usize].player
    }

    pub(super) fn record(&self, position: u32) -> u32 {
        self.positions[position as usize].record
    }

    pub(super) fn count(&self, position: u32) -> u32 {
        self.positions[position as usize].count
    }

    /// Whether a sample of a position that lists all moves has this word among its own.
    pub(super) fn lists(&self, sample: u32, word: WordId) -> bool {
        let position = self.positions[self.samples[sample as usize].position as usize];
        position.first_listed != NO_LISTING && {
            let piece = sample - position.first_sample;
            let set = self.listed[(position.first_listed + piece) as usize];
            self.listings.sets[set as usize].binary_search(&word).is_ok()
        }
    }
}

/// The piece that a listed move begins with.
fn moved(record: &Record, from: Square) -> PieceId {
    PieceId::new(record.cells[from.index()]).expect("a listed move begins on a piece")
}

fn stride(board: Geometry) -> usize {
    board.size().div_ceil(64)
}

impl std::fmt::Display for Clash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Clash::Listing { records: (a, b) } => {
                write!(
                    f,
                    "records {a} and {b} show the same position and claim to list all moves, but their lists differ"
                )
            }
            Clash::Word { letter, word, records: (a, b), .. } => {
                let word = crate::automata::show_word(word);
                write!(
                    f,
                    "{letter} moves by {word} in record {a}, but record {b}, where this word applies too, does not list it"
                )
            }
            Clash::Outvoted { letter, word, record, against } => {
                let word = crate::automata::show_word(word);
                write!(
                    f,
                    "record {record} lists {letter} moving by {word}; {against} others show that it may not: ignored"
                )
            }
            Clash::OtherGame { records: (a, b) } => {
                write!(
                    f,
                    "the game that begins with record {b} has other pieces than that of record {a}: it is another game, and left out"
                )
            }
            Clash::Start { records: (a, b) } => {
                write!(f, "the games that begin with records {a} and {b} have different start positions")
            }
            Clash::Sequence { records: (a, b) } => {
                write!(f, "record {b} is neither what the move played in record {a} leads to nor a start")
            }
            Clash::Length { records: (a, b), plies: (first, second) } => {
                write!(f, "the game of record {a} is drawn after {first} plies, that of record {b} after {second}")
            }
        }
    }
}
