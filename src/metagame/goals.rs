//! How goals relate: which follow from others, and which are always achieved together with the opponent's.

use crate::metagame::{At, Description, Goal, Names, Owner, Shape, Side};

/// Whether every piece that the first describes is described by the second too.
fn within(inner: &Description, outer: &Description) -> bool {
    let owner = outer.owner == Owner::Any || outer.owner == inner.owner;
    let names = match (&inner.names, &outer.names) {
        (_, Names::Any) => true,
        (Names::Any, Names::List(_)) => false,
        (Names::List(inner), outer) => inner.iter().all(|name| outer.has(name)),
    };
    owner && names
}

fn squares_within(inner: &[At], outer: &[At]) -> bool {
    inner.iter().all(|at| outer.contains(at))
}

/// Whether the second goal is redundant beside the first: whenever it is achieved, so is the first. A list of every name is
/// not recognised as `any_piece`.
pub fn subsumes(goal: &Goal, other: &Goal) -> bool {
    match (goal, other) {
        (Goal::Stalemate(a), Goal::Stalemate(b)) => a == b,
        (Goal::Eradicate(few), Goal::Eradicate(many)) => within(few, many),
        (Goal::Arrive(wide, squares), Goal::Arrive(narrow, fewer)) => {
            within(narrow, wide) && squares_within(fewer, squares)
        }
        _ => false,
    }
}

/// A goal as the other side's rules say it.
fn inverted(shape: Shape, goal: &Goal) -> Goal {
    let swap = |side: Side| if side == Side::Player { Side::Opponent } else { Side::Player };
    let turned = |pieces: &Description| {
        let owner = match pieces.owner {
            Owner::Any => Owner::Any,
            Owner::Only(side) => Owner::Only(swap(side)),
        };
        Description { owner, names: pieces.names.clone() }
    };
    match goal {
        Goal::Stalemate(side) => Goal::Stalemate(swap(*side)),
        Goal::Eradicate(pieces) => Goal::Eradicate(turned(pieces)),
        Goal::Arrive(pieces, squares) => {
            Goal::Arrive(turned(pieces), squares.iter().map(|at| shape.invert_at(*at)).collect())
        }
    }
}

/// Whether one of two goals is always achieved by one side together with the other by its opponent: a draw.
pub fn opposes(shape: Shape, goal: &Goal, other: &Goal) -> bool {
    let turned = inverted(shape, other);
    subsumes(goal, &turned) || subsumes(&turned, goal)
}
