//! Sorting in little code.
//!
//! The standard library's sorts are the fastest there are, and each type they are used on costs 4 to 6 KB of
//! WebAssembly. The lists in this crate are short, or sorted once, so a plain merge sort does.

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

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
