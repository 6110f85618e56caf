//! What a table needs of a game, besides what search needs: positions and moves to look at, to touch and to write down.
//!
//! To a table, a *move* is a whole move as players count them: one decision, or several by the same player, such as a chain
//! of captures. A player makes it by *touching* squares, pieces in hand and named choices, one after the other. So a
//! program that shows the touches of the legal moves can be played on without knowing any rule.

use crate::board::{Geometry, Player, Square};
use crate::game::{Game, Outcome, perft};

/// A kind of piece of one player, as a table names it: a number above 0 that is unique within a game. A game and what is
/// learned of it use the same numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KindId(pub u32);

/// What a kind of piece looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceKind {
    pub id: KindId,
    pub owner: Player,
    /// `guard`; without the owner.
    pub name: String,
    /// What is typed for it; unique within the game.
    pub symbol: String,
    /// The id of its drawing.
    pub drawing: String,
    /// A short text that is drawn with it, where the drawing alone could be taken for another piece.
    pub label: Option<String>,
    /// The other player's piece of this kind, if there is one.
    pub twin: Option<KindId>,
}

/// What stands where, and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// One entry a square, square 0 first.
    pub squares: Vec<Option<KindId>>,
    pub hands: Vec<InHand>,
    pub to_move: Player,
    /// Moves played since the start of the game.
    pub ply: u32,
}

/// Pieces of one kind in a player's hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InHand {
    pub owner: Player,
    pub kind: KindId,
    pub count: u32,
}

/// One of the things that a player touches to make a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Touch {
    Square(Square),
    /// A piece of this kind in the hand of the player to move.
    Hand(KindId),
    /// Something to be named: `name` tells choices apart, `label` is shown to people.
    Choice {
        name: String,
        label: String,
    },
}

/// What a move changes. A piece that moves is taken off one square and put on another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    /// What stands afterwards on the squares that change.
    pub squares: Vec<(Square, Option<KindId>)>,
    /// By how much the number of pieces in hand changes.
    pub hands: Vec<(Player, KindId, i32)>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finish {
    pub outcome: Outcome,
    /// Names the rule: `reached`, `no-moves`.
    pub reason: &'static str,
    /// The second half of a sentence: `the pawn reached a8`.
    pub because: String,
}

/// A game that can be set up on a table and played by people.
pub trait Table: Game {
    fn board(&self) -> Geometry;

    /// Every kind of piece that can ever be on the board or in a hand.
    fn kinds(&self) -> Vec<PieceKind>;

    fn placement(&self, pos: &Self::Position) -> Placement;

    /// The inverse of [`Table::placement`], for playable positions; otherwise what is wrong.
    fn set_up(&self, placement: &Placement) -> Result<Self::Position, String>;

    fn write_position(&self, pos: &Self::Position) -> String;

    /// The inverse of [`Table::write_position`]; otherwise what is wrong, as the end of a sentence.
    fn read_position(&self, text: &str) -> Result<Self::Position, String>;

    /// How the game ended, if it has.
    fn finish(&self, pos: &Self::Position) -> Option<Finish>;

    /// Whether some moves take more than one decision.
    fn has_long_moves(&self) -> bool {
        false
    }

    /// Whether the player to move is in the middle of a move.
    fn is_mid_move(&self, _pos: &Self::Position) -> bool {
        false
    }

    /// The number of whole moves that continue with this decision, where it is known without playing it.
    fn ways_to_end(&self, _pos: &Self::Position, _mv: Self::Move) -> Option<u64> {
        None
    }

    /// How many whole moves there are, where that is quicker to tell than to list them.
    fn count_moves(&self, _pos: &Self::Position) -> Option<u64> {
        None
    }

    /// What a player touches to make this move.
    fn touches(&self, pos: &Self::Position, mv: &[Self::Move]) -> Vec<Touch>;

    /// The kind of piece that moves, where there is one.
    fn moved(&self, pos: &Self::Position, mv: &[Self::Move]) -> Option<KindId>;

    /// The pieces that this move captures, and where they stand.
    fn captures(&self, pos: &Self::Position, mv: &[Self::Move]) -> Vec<(Square, KindId)>;

    /// The move as text; moves that differ in a position have different texts. It has no space, `&`, `=`, `_` or
    /// `.`, so that it can stand in lists and links.
    fn write_move(&self, pos: &Self::Position, mv: &[Self::Move]) -> String;

    /// The legal move that is written so.
    fn read_move(&self, pos: &Self::Position, text: &str) -> Option<Vec<Self::Move>> {
        self.whole_moves(pos).into_iter().find(|mv| self.write_move(pos, mv) == text)
    }

    /// The legal moves in a fixed order; none when the game is over.
    fn whole_moves(&self, pos: &Self::Position) -> Vec<Vec<Self::Move>> {
        let mut whole = Vec::new();
        let mut begun = vec![(pos.clone(), Vec::new())];
        while let Some((pos, decisions)) = begun.pop() {
            let mut next = Vec::new();
            self.moves(&pos, &mut next);
            // The first is looked at first.
            for mv in next.into_iter().rev() {
                let (mut pos, mut decisions) = (pos.clone(), decisions.clone());
                self.play(&mut pos, mv);
                decisions.push(mv);
                begun.push((pos, decisions));
            }
            while let Some((_, decisions)) = begun.pop_if(|(pos, moves)| !moves.is_empty() && !self.is_mid_move(pos)) {
                whole.push(decisions);
            }
        }
        whole
    }

    fn effect(&self, pos: &Self::Position, mv: &[Self::Move]) -> Effect {
        let before = self.placement(pos);
        let mut pos = pos.clone();
        self.play_whole(&mut pos, mv);
        difference(&before, &self.placement(&pos))
    }

    /// Cuts a line of decisions into whole moves, each with the position before it. A move that is not complete at the end of
    /// the line is left out, unless it is the only one.
    fn whole_line<'a>(&self, pos: &Self::Position, line: &'a [Self::Move]) -> Vec<(Self::Position, &'a [Self::Move])> {
        let mut whole = Vec::with_capacity(line.len());
        let (mut before, mut begun, mut pos) = (pos.clone(), 0, pos.clone());
        for (index, &mv) in line.iter().enumerate() {
            self.play(&mut pos, mv);
            let end = index + 1;
            if !self.is_mid_move(&pos) || (end == line.len() && whole.is_empty()) {
                whole.push((before, &line[begun..end]));
                (before, begun) = (pos.clone(), end);
            }
        }
        whole
    }

    fn play_whole(&self, pos: &mut Self::Position, mv: &[Self::Move]) {
        for &decision in mv {
            self.play(pos, decision);
        }
    }
}

/// How many sequences of `depth` whole moves there are from here. A chain of decisions by one player is one move; chains by
/// different routes are different moves.
pub fn perft_whole<G: Table>(game: &G, pos: &mut G::Position, depth: u32) -> u64 {
    if depth == 0 || !game.has_long_moves() {
        return perft(game, pos, depth);
    }
    count_whole(game, pos, depth, &mut Vec::new())
}

fn count_whole<G: Table>(game: &G, pos: &mut G::Position, depth: u32, list: &mut Vec<G::Move>) -> u64 {
    if depth == 1
        && let Some(count) = game.count_moves(pos)
    {
        return count;
    }
    let first = list.len();
    game.moves(pos, list);
    let last = list.len();
    let mut nodes = 0;
    for index in first..last {
        let mv = list[index];
        if depth == 1
            && let Some(ways) = game.ways_to_end(pos, mv)
        {
            nodes += ways;
            continue;
        }
        let undo = game.play(pos, mv);
        nodes += match (game.is_mid_move(pos), depth) {
            (true, _) => count_whole(game, pos, depth, list),
            (false, 1) => 1,
            (false, _) => count_whole(game, pos, depth - 1, list),
        };
        game.undo(pos, mv, undo);
    }
    list.truncate(first);
    nodes
}

/// What has changed from one placement to the other.
pub fn difference(before: &Placement, after: &Placement) -> Effect {
    let pairs = before.squares.iter().zip(&after.squares).enumerate();
    let changed = pairs.filter(|(_, (before, after))| before != after);
    let squares = changed.filter_map(|(index, (_, after))| Some((Square::new(index)?, *after))).collect();
    let count = |placement: &Placement, owner, kind| {
        let held = placement.hands.iter().filter(|held| (held.owner, held.kind) == (owner, kind));
        held.map(|held| held.count as i32).sum::<i32>()
    };
    let mut hands: Vec<(Player, KindId, i32)> = Vec::new();
    for held in before.hands.iter().chain(&after.hands) {
        let (owner, kind) = (held.owner, held.kind);
        let by = count(after, owner, kind) - count(before, owner, kind);
        if by != 0 && !hands.iter().any(|known| (known.0, known.1) == (owner, kind)) {
            hands.push((owner, kind, by));
        }
    }
    Effect { squares, hands }
}
