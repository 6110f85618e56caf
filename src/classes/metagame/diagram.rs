//! How pieces of Pell's class move, as small diagrams: the piece in the middle of a board without end.

use crate::board::Player;
use crate::metagame::{
    Capture, Description, Interval, Movement, MovementKind, Owner, Piece, Rules, Side, Vector, kind_of,
};
use crate::order::SortedMap;
use crate::protocol::{DiagramView, LineView, MarkView};

/// Squares shown on each side of the piece: at least so many, so many of a slide, and at most so many.
const LEAST: i32 = 2;
const SLIDE: i32 = 3;
const MOST: i32 = 7;

/// A way along one vector: from so many leaps to so many, or to the edge of the board.
struct Reach {
    vector: Vector,
    least: i32,
    most: i32,
    open: bool,
    /// It passes other pieces.
    over: bool,
    does: Does,
}

#[derive(Clone, Copy, PartialEq)]
enum Does {
    Go,
    /// Captures on the target square: an opponent's piece, a piece of its own side.
    Take {
        enemy: bool,
        own: bool,
    },
}

/// One diagram for each piece.
pub(super) fn all(rules: &Rules) -> Vec<DiagramView> {
    rules.pieces().map(|piece| diagram(rules, piece)).collect()
}

fn diagram(rules: &Rules, piece: Piece) -> DiagramView {
    let mut reaches = Vec::new();
    let mut behind: Vec<(Vector, Does)> = Vec::new();
    if let Some(def) = rules.def().pieces.get(piece.kind()) {
        for movement in &def.moving {
            add(rules, piece.owner(), movement, Does::Go, &mut reaches);
        }
        for capture in &def.capturing {
            let takes = victims(&capture.victims);
            for movement in &capture.movements {
                let end = if capture.methods.clobber { takes } else { Does::Go };
                add_capture(rules, piece.owner(), capture, movement, end, &mut reaches);
                if capture.methods.retrieve {
                    let vectors = movement.symmetries.closure(movement.vector).into_iter();
                    let back = vectors.map(|vector| rules.shape().vector_for(piece.owner(), vector));
                    behind.extend(back.map(|Vector { dx, dy }| (Vector { dx: -dx, dy: -dy }, takes)));
                }
            }
        }
    }
    let farthest = |reach: &Reach| {
        let size = i32::from(reach.vector.dx.abs().max(reach.vector.dy.abs()));
        let shown = if reach.open || reach.over { reach.least.max((SLIDE + size - 1) / size) } else { reach.most };
        shown.min(reach.most) * size
    };
    let radius = reaches.iter().map(farthest).fold(LEAST, i32::max).min(MOST);
    let mut marks: SortedMap<(i32, i32), MarkView> = SortedMap::new();
    let mut lines: Vec<LineView> = Vec::new();
    let mut more = false;
    for reach in &reaches {
        let (dx, dy) = (i32::from(reach.vector.dx), i32::from(reach.vector.dy));
        let size = dx.abs().max(dy.abs());
        let shown = reach.most.min(radius / size);
        more |= shown < reach.most && !reach.open;
        for leaps in reach.least..=shown {
            set(&mut marks, (leaps * dx, leaps * dy), reach.does, reach.over);
        }
        if shown > 1 && shown >= reach.least {
            let line = LineView { points: vec![[0, 0], [shown * dx, shown * dy]], open: reach.open, over: reach.over };
            add_line(&mut lines, line);
        }
    }
    for (Vector { dx, dy }, does) in behind {
        let at = (i32::from(dx), i32::from(dy));
        if at.0.abs().max(at.1.abs()) <= radius {
            set(&mut marks, at, does, false);
        } else {
            more = true;
        }
    }
    DiagramView {
        piece: kind_of(piece).0,
        radius: radius as u32,
        marks: marks.into_iter().map(|(_, mark)| mark).collect(),
        lines,
        more,
    }
}

fn set(marks: &mut SortedMap<(i32, i32), MarkView>, (dx, dy): (i32, i32), does: Does, over: bool) {
    let mark = marks.or_insert_with((-dy, dx), || MarkView { dx, dy, ..MarkView::default() });
    match (does, over) {
        (Does::Go, false) => mark.goes = true,
        (Does::Go, true) => mark.goes_over = true,
        (Does::Take { enemy, own }, false) => {
            mark.captures |= enemy;
            mark.captures_own |= own;
        }
        (Does::Take { enemy, own }, true) => {
            mark.captures_over |= enemy;
            mark.captures_own_over |= own;
        }
    }
}

/// Lines in one direction lie on each other: the longest is drawn, and a free one rather than one over other pieces.
fn add_line(lines: &mut Vec<LineView>, line: LineView) {
    let end = |line: &LineView| line.points[line.points.len() - 1];
    let [x, y] = end(&line);
    let along = |other: &LineView| {
        let [a, b] = end(other);
        a.signum() == x.signum() && b.signum() == y.signum() && a * y == b * x
    };
    match lines.iter_mut().find(|other| along(other)) {
        Some(known) => {
            let [a, b] = end(known);
            if known.over && !line.over || known.over == line.over && x.abs() + y.abs() > a.abs() + b.abs() {
                let open = known.open && known.over == line.over || line.open;
                *known = LineView { open, ..line };
            }
        }
        None => lines.push(line),
    }
}

fn victims(description: &Description) -> Does {
    Does::Take {
        enemy: description.owner != Owner::Only(Side::Player),
        own: description.owner != Owner::Only(Side::Opponent),
    }
}

/// The most leaps along a vector that fit on the board.
fn longest(rules: &Rules, vector: Vector) -> i32 {
    let shape = rules.shape();
    let corner = (if vector.dx < 0 { shape.width } else { 1 }, if vector.dy < 0 { shape.height } else { 1 });
    shape.line(corner, vector).len() as i32
}

fn add(rules: &Rules, owner: Player, movement: &Movement, does: Does, reaches: &mut Vec<Reach>) {
    for vector in movement.symmetries.closure(movement.vector) {
        let vector = rules.shape().vector_for(owner, vector);
        let fits = longest(rules, vector);
        let (least, most, over) = match &movement.kind {
            MovementKind::Leap => (1, Some(1), false),
            MovementKind::Ride { min, max, .. } => (i32::from(min.unwrap_or(1)), max.map(i32::from), false),
            MovementKind::Hop { before, over, after, .. } => {
                let least: i32 = [before, over, after].into_iter().map(|part: &Interval| i32::from(part.least())).sum();
                let bounds = [before, over, after].map(|part: &Interval| part.most());
                let most: i32 = bounds.into_iter().map(i32::from).sum();
                (least + 1, (!bounds.contains(&u8::MAX)).then_some(most + 1), true)
            }
        };
        if least <= fits {
            // A single leap to the edge is no slide.
            let open = most.is_none_or(|most| most >= fits) && fits > 1 && !matches!(movement.kind, MovementKind::Leap);
            reaches.push(Reach { vector, least, most: most.unwrap_or(fits).min(fits), open, over, does });
        }
    }
}

/// What is taken on the way is marked where a hop that begins at once would cross it.
fn add_capture(
    rules: &Rules,
    owner: Player,
    capture: &Capture,
    movement: &Movement,
    end: Does,
    reaches: &mut Vec<Reach>,
) {
    if end == Does::Go && !capture.methods.hop {
        return;
    }
    add(rules, owner, movement, end, reaches);
    if let (true, MovementKind::Hop { before, .. }) = (capture.methods.hop, &movement.kind) {
        let first = i32::from(before.least()) + 1;
        for vector in movement.symmetries.closure(movement.vector) {
            let vector = rules.shape().vector_for(owner, vector);
            if first <= longest(rules, vector) {
                let does = victims(&capture.victims);
                reaches.push(Reach { vector, least: first, most: first, open: false, over: false, does });
            }
        }
    }
}
