//! What was seen, each thing once: the distinct positions of a stream of records, and the words that were played.
//!
//! Everything is kept as the mover sees it. Black's positions are turned upside down and Black's steps mirrored, so that
//! a piece and its counterpart can be looked at together, and learned once where they agree.

use std::collections::HashMap;

use crate::automata::{On, Step, Word};
use crate::board::{Geometry, Player, Square};
use crate::learn::Example;
use crate::learn::words::{WordId, Words};
use crate::observe::{Listing, Record, RecordResult};
use crate::order;
use crate::sbg::player_of;

/// No more than this many clashes are kept; the first ones tell the story.
const MAX_CLASHES: usize = 20;

/// A listing that says nothing about the moves that are not in it.
const NO_LISTING: u32 = u32::MAX;

/// The distinct positions of a stream of records. Terminal positions list no moves, whatever would be legal there, so
/// they are no evidence about how pieces move.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    board: Option<Geometry>,
    stride: usize,
    positions: Vec<Position>,
    /// For each position the squares of the mover's pieces, then those of the opponent's: `2 * stride` words of bits.
    planes: Vec<u64>,
    /// Every piece of the mover in every position, position by position.
    samples: Vec<Sample>,
    words: Words,
    /// For each letter (by [`letter_index`]) what was seen of each word.
    seen: Vec<Vec<Seen>>,
    listings: Listings,
    /// The last position with this hash; earlier ones are linked from it.
    index: HashMap<u64, u32>,
    records: u64,
    /// The first record of the game that is going on.
    game: u32,
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
    player: Player,
    listing: Listing,
}

/// One of the mover's pieces in a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    pub(super) position: u32,
    listing: u32,
    /// As the mover sees the board.
    pub(super) from: u8,
    letter: u8,
}

/// How often a word was listed, and where.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seen {
    pub count: u32,
    /// Distinct positions that list all moves, this one among them.
    pub(super) in_full: u32,
    /// Where it was first listed.
    first: Sighting,
    /// One place for each of the first games that list it: where it was played, if it was.
    games: [Sighting; GAMES],
}

/// Games that are remembered for each word.
const GAMES: usize = 5;

/// A record, counted from 1 (0 is none), and the square on which a word begins there, in board coordinates.
#[derive(Clone, Copy, Debug, Default)]
struct Sighting {
    record: u32,
    square: u8,
    played: bool,
}

impl Sighting {
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
        self.games.into_iter().take_while(|sighting| sighting.record > 0).map(Sighting::example)
    }

    /// Takes in a sighting in the game that began with the record `game`.
    fn sight(&mut self, game: u32, sighting: Sighting) {
        if self.count == 0 {
            self.first = sighting;
        }
        self.count = self.count.saturating_add(1);
        let known = self.games.iter().take_while(|known| known.record > 0).count();
        match known.checked_sub(1).map(|last| &mut self.games[last]) {
            Some(last) if last.record >= game => {
                if sighting.played && !last.played {
                    *last = sighting;
                }
            }
            _ => {
                if let Some(free) = self.games.get_mut(known) {
                    *free = sighting;
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

pub(super) const LETTERS: usize = 52;

/// White's letters, then Black's.
pub(super) fn letter_index(letter: char) -> usize {
    match letter {
        'A'..='Z' => letter as usize - 'A' as usize,
        _ => letter as usize - 'a' as usize + 26,
    }
}

pub(super) fn letter_at(index: usize) -> char {
    char::from(if index < 26 { b'A' + index as u8 } else { b'a' + (index - 26) as u8 })
}

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

    /// Bytes that the positions and words take; what "deduplicated evidence" means when memory is spoken of.
    pub fn bytes(&self) -> usize {
        let listings: usize = self.listings.sets.iter().map(|set| 2 * size_of_val(&**set) + 48).sum();
        self.positions.len() * size_of::<Position>()
            + self.planes.len() * size_of::<u64>()
            + self.samples.len() * size_of::<Sample>()
            + self.seen.iter().map(|seen| seen.len() * size_of::<Seen>()).sum::<usize>()
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
        let mut stood = [false; LETTERS];
        self.samples.iter().for_each(|sample| stood[usize::from(sample.letter)] = true);
        (0..LETTERS).filter(|index| stood[*index]).map(letter_at).collect()
    }

    /// Words that pieces of this letter were seen to use, in the mover's coordinates.
    pub(super) fn seen(&self, letter: char) -> impl Iterator<Item = (WordId, Seen)> + '_ {
        let seen = self.seen.get(letter_index(letter)).map_or(&[][..], Vec::as_slice);
        seen.iter().enumerate().filter(|(_, seen)| seen.count > 0).map(|(id, seen)| (id as WordId, *seen))
    }

    /// The same in board coordinates, with what was seen of each word.
    pub fn words_of(&self, letter: char) -> impl Iterator<Item = (Word, Seen)> + '_ {
        let player = player_of(letter).unwrap_or(Player::White);
        let turned = move |word: Word| word.into_iter().map(|step| step_as_seen_by(player, step)).collect();
        self.seen(letter).map(move |(id, seen)| (turned(self.words.word(id)), seen))
    }

    /// The first record that lists a word, in board coordinates, whatever the piece.
    pub fn first_listed(&self, word: &[Step]) -> Option<u32> {
        let first_of = |player: Player| {
            let word: Word = word.iter().map(|&step| step_as_seen_by(player, step)).collect();
            let id = self.words.find(&word)? as usize;
            let letters = if player == Player::White { 0..26 } else { 26..LETTERS };
            let seen = self.seen.get(letters)?.iter().filter_map(|slots| slots.get(id));
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
            self.seen = vec![Vec::new(); LETTERS];
        }
        if record.result != RecordResult::Open || Some(record.board) != self.board {
            self.game = number.saturating_add(1);
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
        for (index, (seen, &(_, word))) in record.moves.iter().zip(&moves).enumerate() {
            let letter = letter_index(record.cells[seen.from.index()]);
            let slots = &mut self.seen[letter];
            if slots.len() <= word as usize {
                slots.resize(word as usize + 1, Seen::default());
            }
            let slot = &mut slots[word as usize];
            slot.sight(self.game, Sighting { record: number, square: seen.from.index() as u8, played: index == 0 });
        }
        if self.positions[position].count == 1 && record.listing == Listing::All {
            for &(from, word) in &listed {
                let from = Square::new(usize::from(from)).expect("a byte is a square");
                let cell = record.cells[as_seen_by(player, record.board, from).index()];
                self.seen[letter_index(cell)][word as usize].in_full += 1;
            }
        }
    }

    /// The number of the position that this record shows, new or known.
    fn position(&mut self, number: u32, record: &Record, listed: &[(u8, WordId)]) -> usize {
        let first_plane = self.planes.len();
        let first_sample = self.samples.len();
        self.planes.resize(first_plane + 2 * self.stride, 0);
        let position = self.positions.len() as u32;
        for square in record.board.squares() {
            // In the mover's order, so that a position and its mirror image look the same.
            let cell = record.cells[as_seen_by(record.player, record.board, square).index()];
            let Some(owner) = player_of(cell) else { continue };
            let plane = first_plane + if owner == record.player { 0 } else { self.stride };
            self.planes[plane + square.index() / 64] |= 1 << (square.index() % 64);
            if owner != record.player {
                continue;
            }
            let from = square.index() as u8;
            let listing = match record.listing {
                Listing::Some => NO_LISTING,
                Listing::All => {
                    let start = listed.partition_point(|(other, _)| *other < from);
                    let end = listed.partition_point(|(other, _)| *other <= from);
                    let set: Vec<WordId> = listed[start..end].iter().map(|(_, word)| *word).collect();
                    self.listings.intern(&set)
                }
            };
            self.samples.push(Sample { position, listing, from, letter: letter_index(cell) as u8 });
        }
        let hash = self.hash(first_plane, first_sample, record);
        let head = self.index.get(&hash).copied().unwrap_or(u32::MAX);
        if let Some(known) = self.find(head, first_plane, first_sample, record) {
            let same_moves =
                self.samples_of(known).zip(&self.samples[first_sample..]).all(|(a, b)| a.listing == b.listing);
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
            player: record.player,
            listing: record.listing,
        });
        position as usize
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
            .for_each(|sample| mix(u64::from(sample.letter) << 8 | u64::from(sample.from)));
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
                && self.samples_of(at as usize).zip(new).all(|(a, b)| (a.letter, a.from) == (b.letter, b.from));
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

    /// The samples of these letters, in the order in which they were seen.
    pub(super) fn samples_with(&self, letters: &[char]) -> Vec<u32> {
        let wanted: Vec<u8> = letters.iter().map(|letter| letter_index(*letter) as u8).collect();
        let found = self.samples.iter().enumerate().filter(|(_, sample)| wanted.contains(&sample.letter));
        found.map(|(index, _)| index as u32).collect()
    }

    pub(super) fn sample(&self, index: u32) -> Sample {
        self.samples[index as usize]
    }

    /// What the mover of a position sees on a square.
    pub(super) fn on(&self, position: u32, square: u8) -> On {
        let first = position as usize * 2 * self.stride + usize::from(square) / 64;
        let bit = usize::from(square) % 64;
        if self.planes[first] >> bit & 1 == 1 {
            On::Own
        } else if self.planes[first + self.stride] >> bit & 1 == 1 {
            On::Enemy
        } else {
            On::Empty
        }
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
        let listing = self.samples[sample as usize].listing;
        listing != NO_LISTING && self.listings.sets[listing as usize].binary_search(&word).is_ok()
    }
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
