//! What was found out about positions that were met before.

use crate::search::Score;

/// What an entry's score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

#[derive(Clone, Copy, Debug)]
pub struct Entry<M> {
    pub key: u64,
    /// As seen from the position itself, not from the root it was searched from.
    pub score: Score,
    /// What the position was estimated at before it was searched; [`NO_ESTIMATE`] where it was not.
    pub estimate: i32,
    pub best: Option<M>,
    pub depth: u8,
    pub bound: Bound,
    /// Which search wrote it; entries of earlier ones count as absent, so that a search never depends on the last.
    search: u16,
    /// In which of several searches that share what they find.
    age: u8,
}

/// In place of an estimate.
pub(super) const NO_ESTIMATE: i32 = i32::MIN;

/// How many entries stand for all: keys are spread evenly, so any will do.
const SAMPLE: usize = 2000;

/// A table of fixed size in which positions that fall on one place displace each other.
///
/// ```
/// use kibitzer::search::{Bound, Score, Table};
///
/// let mut table: Table<&str> = Table::new(10);
/// table.begin();
/// table.put(7, 3, Score::estimate(25), Bound::AtLeast, Some("b2b3"), 20);
/// let entry = table.get(7).unwrap();
/// assert_eq!((entry.best, entry.depth, entry.bound), (Some("b2b3"), 3, Bound::AtLeast));
/// table.begin();
/// assert!(table.get(7).is_none(), "a search does not depend on the last one");
/// ```
#[derive(Clone, Debug)]
pub struct Table<M> {
    /// Pairs: the first of a pair keeps the deeper entry, the second the latest.
    entries: Vec<Option<Entry<M>>>,
    /// For each entry, eight bits of its key. All of them fit into the processor's near memory, so that most positions
    /// that are not in the table are known to be missing without a look at the table, which is far away.
    tags: Vec<u8>,
    mask: usize,
    search: u16,
    age: u8,
}

impl<M: Copy> Table<M> {
    /// A table of 2^`bits` entries. Memory is taken when it is first used.
    pub fn new(bits: u32) -> Table<M> {
        let size = 1usize << bits.clamp(1, 26);
        Table { entries: Vec::new(), tags: Vec::new(), mask: size - 2, search: 0, age: 0 }
    }

    /// Forgets everything, cheaply.
    pub fn begin(&mut self) {
        if self.entries.is_empty() {
            self.entries = vec![None; self.mask + 2];
            self.tags = vec![0; self.mask + 2];
        }
        if self.search == u16::MAX {
            self.entries.fill(None);
            self.search = 0;
        }
        self.search += 1;
        self.tags.fill(0);
    }

    /// Begins a search that may use what the last one left. Its entries are the first to be displaced.
    pub fn go_on(&mut self) {
        if self.entries.is_empty() {
            self.begin();
        }
        self.age = self.age.wrapping_add(1);
    }

    /// Thousandths of the table in use by this search, told from a sample.
    pub fn used(&self) -> u32 {
        let sample = self.entries.len().min(SAMPLE);
        let used = self.entries[..sample].iter().flatten().filter(|entry| entry.search == self.search).count();
        (used * 1000 / sample.max(1)) as u32
    }

    pub fn get(&self, key: u64) -> Option<Entry<M>> {
        let first = key as usize & self.mask;
        let (tag, tags) = (tag(key), self.tags.get(first..first + 2)?);
        if tags[0] != tag && tags[1] != tag {
            return None;
        }
        let pair = self.entries.get(first..first + 2)?;
        pair.iter().flatten().find(|entry| entry.key == key && entry.search == self.search).copied()
    }

    pub fn put(&mut self, key: u64, depth: u32, score: Score, bound: Bound, best: Option<M>, estimate: i32) {
        let first = key as usize & self.mask;
        let search = self.search;
        let Some([deep, latest]) = self.entries.get_mut(first..first + 2) else { return };
        let Some([deep_tag, latest_tag]) = self.tags.get_mut(first..first + 2) else { return };
        let depth = depth.min(255) as u8;
        let replaces = match deep {
            Some(old) if old.search == search => old.key == key || depth >= old.depth || old.age != self.age,
            _ => true,
        };
        let (place, tag_place) = if replaces { (deep, deep_tag) } else { (latest, latest_tag) };
        // What was seen beyond the last depth does not displace a real search of the same position.
        if depth == 0 && place.is_some_and(|old| old.key == key && old.search == search && old.depth > 0) {
            return;
        }
        // A score without a move does not make the move of an earlier visit worse.
        let kept = place.filter(|old| old.key == key && old.search == search).and_then(|old| old.best);
        *tag_place = tag(key);
        *place = Some(Entry { key, score, estimate, best: best.or(kept), depth, bound, search, age: self.age });
    }
}

/// Bits of a key that do not say where its entry is; never 0, which stands for no entry.
fn tag(key: u64) -> u8 {
    (key >> 56) as u8 | 1
}
