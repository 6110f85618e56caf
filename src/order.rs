//! Sorting, and maps in order, in little code.
//!
//! The standard library's sorts and trees are the fastest there are, and each type they are used on costs 2 to 6 KB of
//! WebAssembly. The lists in this crate are short, or sorted once, so a plain merge sort does, and a sorted list is map
//! enough.

use std::cmp::Ordering;

/// Sorts in rising order.
pub fn sort<T: Ord + Clone>(items: &mut [T]) {
    sort_by(items, T::cmp);
}

/// Sorts by a key; items with equal keys stay in order.
pub fn sort_by_key<T: Clone, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(items, |a, b| key(a).cmp(&key(b)));
}

/// Sorts by a comparison; equal items stay in order.
pub fn sort_by<T: Clone>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    let mut from = items.to_vec();
    let mut width = 1;
    while width < items.len() {
        // Runs of `width` are sorted; each two of them are merged into one.
        for start in (0..items.len()).step_by(2 * width) {
            let (middle, end) = ((start + width).min(items.len()), (start + 2 * width).min(items.len()));
            let (mut left, mut right) = (start, middle);
            for item in &mut items[start..end] {
                let takes_left = left < middle && (right == end || compare(&from[left], &from[right]).is_le());
                let source = if takes_left { &mut left } else { &mut right };
                item.clone_from(&from[*source]);
                *source += 1;
            }
        }
        width *= 2;
        from.clone_from_slice(items);
    }
}

/// A map in the order of its keys: a sorted list, for a few hundred entries.
#[derive(Clone, Debug)]
pub struct SortedMap<K, V> {
    entries: Vec<(K, V)>,
}

impl<K, V> Default for SortedMap<K, V> {
    fn default() -> SortedMap<K, V> {
        SortedMap { entries: Vec::new() }
    }
}

impl<K: Ord, V> SortedMap<K, V> {
    pub fn new() -> SortedMap<K, V> {
        SortedMap::default()
    }

    fn find(&self, key: &K) -> Result<usize, usize> {
        self.entries.binary_search_by(|(other, _)| other.cmp(key))
    }

    pub fn get(&self, key: &K) -> Option<&V> {
        self.find(key).ok().map(|at| &self.entries[at].1)
    }

    pub fn contains_key(&self, key: &K) -> bool {
        self.find(key).is_ok()
    }

    /// The value of this key, made where there was none.
    pub fn or_insert_with(&mut self, key: K, make: impl FnOnce() -> V) -> &mut V {
        let at = self.find(&key).unwrap_or_else(|at| {
            self.entries.insert(at, (key, make()));
            at
        });
        &mut self.entries[at].1
    }

    pub fn or_default(&mut self, key: K) -> &mut V
    where
        V: Default,
    {
        self.or_insert_with(key, V::default)
    }

    pub fn insert(&mut self, key: K, value: V) {
        match self.find(&key) {
            Ok(at) => self.entries[at].1 = value,
            Err(at) => self.entries.insert(at, (key, value)),
        }
    }

    pub fn remove(&mut self, key: &K) -> Option<V> {
        self.find(key).ok().map(|at| self.entries.remove(at).1)
    }

    /// Takes out the entry with the least key.
    pub fn pop_first(&mut self) -> Option<(K, V)> {
        if self.entries.is_empty() { None } else { Some(self.entries.remove(0)) }
    }

    /// The entry with the greatest key below this one.
    pub fn last_below(&self, key: &K) -> Option<&(K, V)> {
        let at = self.find(key).unwrap_or_else(|at| at);
        self.entries[..at].last()
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = (&K, &V)> + Clone {
        self.entries.iter().map(|(key, value)| (key, value))
    }

    pub fn keys(&self) -> impl Iterator<Item = &K> {
        self.entries.iter().map(|(key, _)| key)
    }

    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.entries.iter().map(|(_, value)| value)
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for SortedMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> SortedMap<K, V> {
        let mut map = SortedMap::new();
        entries.into_iter().for_each(|(key, value)| map.insert(key, value));
        map
    }
}

impl<K, V> From<[(K, V); 1]> for SortedMap<K, V> {
    fn from(entry: [(K, V); 1]) -> SortedMap<K, V> {
        SortedMap { entries: entry.into() }
    }
}

impl<K, V> IntoIterator for SortedMap<K, V> {
    type Item = (K, V);
    type IntoIter = std::vec::IntoIter<(K, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::rng::Rng;

    #[test]
    fn a_sorted_map_is_a_tree_map() {
        for seed in 0..300 {
            let mut rng = Rng::new(seed);
            let (mut ours, mut theirs) = (SortedMap::new(), BTreeMap::new());
            for value in 0..rng.index(200) {
                let key = rng.below(40);
                match rng.below(6) {
                    0 => assert_eq!(ours.remove(&key), theirs.remove(&key), "seed {seed}"),
                    1 => assert_eq!(ours.pop_first(), theirs.pop_first(), "seed {seed}"),
                    2 => {
                        *ours.or_default(key) += 1;
                        *theirs.entry(key).or_default() += 1;
                    }
                    3 => assert_eq!(ours.get(&key).is_some(), theirs.contains_key(&key), "seed {seed}"),
                    4 => assert_eq!(
                        ours.last_below(&key).map(|(key, _)| key),
                        theirs.range(..key).next_back().map(|(key, _)| key),
                        "seed {seed}"
                    ),
                    _ => {
                        ours.insert(key, value);
                        theirs.insert(key, value);
                    }
                }
                assert!(ours.iter().eq(&theirs), "seed {seed}");
            }
        }
    }

    #[test]
    fn lists_come_out_as_from_the_standard_sort() {
        for seed in 0..500 {
            let mut rng = Rng::new(seed);
            let list: Vec<(u32, usize)> = (0..rng.index(80)).map(|index| (rng.below(9), index)).collect();
            let (mut ours, mut theirs) = (list.clone(), list);
            sort_by_key(&mut ours, |(key, _)| *key);
            theirs.sort_by_key(|(key, _)| *key);
            assert_eq!(ours, theirs, "seed {seed}");
            ours.reverse();
            sort(&mut ours);
            theirs.sort();
            assert_eq!(ours, theirs, "seed {seed}");
        }
    }
}
