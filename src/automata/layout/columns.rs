//! One column of a drawing: boxes and lanes, stacked so that nothing overlaps.

use super::{Arrow, GAP, LOOP, RADIUS, StateId, label_size};
use crate::order;

/// Room above and below the line of a lane, with the gap around it.
const LANE: f32 = 1.0;
/// A lane goes where there is room: what it wishes counts for next to nothing beside a state's wish.
const LANE_WEIGHT: f32 = 1e-4;

/// What is stacked in a column: a state with its loop, or an arrow's label.
#[derive(Clone)]
pub(super) struct Item {
    pub(super) width: f32,
    /// Above and below the line that it stands on.
    pub(super) above: f32,
    pub(super) below: f32,
    /// Where it would like to be, and how much that counts.
    pub(super) wish: f32,
    pub(super) weight: f32,
    pub(super) what: What,
}

#[derive(Clone, Copy)]
pub(super) enum What {
    State(StateId),
    Arrow(usize),
    /// The lane of an arrow with this number.
    Lane(usize, usize),
}

impl Item {
    /// A state with its loop, if it has one.
    pub(super) fn state(state: StateId, arrows: &[Arrow], wish: f32) -> Item {
        let own = arrows.iter().find(|arrow| arrow.from == state && arrow.to == state);
        let (width, height) = own.map_or((0.0, 0.0), |arrow| label_size(&arrow.steps));
        // The arc reaches above the circle before its label begins.
        let above = if own.is_some() { LOOP + height } else { RADIUS };
        Item { width: width.max(2.0 * RADIUS), above, below: RADIUS, wish, weight: 1.0, what: What::State(state) }
    }

    /// The label of the arrow with this index.
    pub(super) fn label(index: usize, arrow: &Arrow, wish: f32) -> Item {
        let (width, height) = label_size(&arrow.steps);
        let (above, below) = (height / 2.0, height / 2.0);
        Item { width, above, below, wish, weight: 1.0, what: What::Arrow(index) }
    }

    /// A lane of the arrow with this index.
    pub(super) fn lane(arrow: usize, number: usize, wish: f32) -> Item {
        Item { width: 0.0, above: LANE, below: LANE, wish, weight: LANE_WEIGHT, what: What::Lane(arrow, number) }
    }
}

/// Stacks a column: everything as near to where it wishes to be as the others allow (least squares, by pooling
/// neighbours that would overlap). Gives each item's line.
pub(super) fn stack(column: &mut Vec<Item>, mut items: Vec<Item>) -> Vec<(What, f32)> {
    order::sort_by(&mut items, |a, b| a.wish.total_cmp(&b.wish));
    // With the room between neighbours taken out, "no overlap" is just "in order".
    let mut offsets = Vec::with_capacity(items.len());
    let mut offset = 0.0;
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            offset += items[index - 1].below + GAP + item.above;
        }
        offsets.push(offset);
    }
    // The mean wish of each pool, its weight, and how many there are in it.
    let mut pools: Vec<(f32, f32, usize)> = Vec::new();
    for (item, offset) in items.iter().zip(&offsets) {
        let mut pool = (item.wish - offset, item.weight, 1);
        while let Some(&(value, weight, count)) = pools.last() {
            if value <= pool.0 {
                break;
            }
            let sum = weight + pool.1;
            pool = ((value * weight + pool.0 * pool.1) / sum, sum, count + pool.2);
            pools.pop();
        }
        pools.push(pool);
    }
    // All sizes are whole numbers, so rounding keeps everything apart; and what is laid out again stays exactly in place,
    // wherever halves come to lie.
    let whole = |value: f32| (value + 0.501).floor();
    let lines = pools.into_iter().flat_map(|(value, _, count)| std::iter::repeat_n(whole(value), count));
    let placed =
        items.iter().zip(lines).zip(&offsets).map(|((item, line), offset)| (item.what, line + offset)).collect();
    *column = items;
    placed
}
