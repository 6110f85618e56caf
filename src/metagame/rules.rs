//! A definition compiled to tables: for each piece and square the lines along which it may move or capture.

use std::sync::{Arc, OnceLock};

use crate::board::{Geometry, Player, Square, SquareSet};

use crate::metagame::compile::Tables;
use crate::metagame::looks::{Look, looks};
use crate::metagame::position::{Cell, Matcher};
use crate::metagame::sweep::Sweep;
use crate::metagame::{Analysis, At, Decider, DefError, GameDef, Goal, Piece, Position, Setup, Shape, Side};
use crate::rng::{Rng, split_mix};

/// After so many turns without a winner the game is drawn (section 7.2.6).
pub const MOST_PLIES: u32 = 200;

/// The squares that repeated leaps along one vector reach from one square.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) squares: Vec<Square>,
    /// One leap the other way, for captures by retrieval.
    pub(super) behind: Option<Square>,
}

/// How many empty squares, then matching pieces, then empty squares a path crosses before its last leap. Leaps and
/// rides cross no pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Path {
    pub(super) before: (u16, u16),
    pub(super) over: (u16, u16),
    pub(super) after: (u16, u16),
    pub(super) hop_over: Matcher,
    pub(super) longest: bool,
}

/// What a capture takes, and what becomes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Taking {
    pub(super) clobber: bool,
    pub(super) retrieve: bool,
    pub(super) hop: bool,
    pub(super) victims: Matcher,
    pub(super) possessor: Option<Player>,
}

/// One line of one movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Track {
    pub(super) line: u32,
    pub(super) path: u16,
    /// Unused by moving powers.
    pub(super) taking: u16,
}

/// The tracks of one power from one square.
#[derive(Clone, Debug, Default)]
pub(super) struct Tracks {
    pub(super) list: Vec<Track>,
    /// Two of them may give the same move.
    pub(super) overlap: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    None,
    To(Piece),
    /// A choice from the options of this number.
    Choice {
        by_mover: bool,
        options: u16,
    },
}

/// What a type can do, for one owner.
#[derive(Clone, Debug)]
pub(super) struct Power {
    pub(super) moving: Vec<Tracks>,
    pub(super) capturing: Vec<Tracks>,
    /// The same for all squares at once, where the power allows it.
    pub(super) moving_sweeps: Option<Vec<Sweep>>,
    pub(super) capturing_sweeps: Option<Vec<Sweep>>,
    pub(super) change: Change,
    pub(super) must_capture: bool,
    pub(super) continue_captures: bool,
}

/// A goal of one side, resolved to pieces and squares.
#[derive(Clone, Debug)]
pub(super) enum Aim {
    Stalemate(Player),
    Eradicate(Vec<Piece>),
    Arrive(Matcher, SquareSet),
}

/// A game that can be played.
#[derive(Clone, Debug)]
pub struct Rules {
    pub(super) def: GameDef,
    pub(super) shape: Shape,
    pub(super) geometry: Geometry,
    pub(super) types: Vec<String>,
    /// By type.
    pub(super) looks: Vec<Look>,
    pub(super) lines: Vec<Line>,
    pub(super) paths: Vec<Path>,
    pub(super) takings: Vec<Taking>,
    /// By piece.
    pub(super) powers: Vec<Power>,
    /// Options of promotions.
    pub(super) options: Vec<Matcher>,
    pub(super) territory: [SquareSet; 2],
    /// The first 64 squares of the territories as single words.
    pub(super) promoting: [u64; 2],
    pub(super) aims: [Vec<Aim>; 2],
    /// Where each side's pieces may be assigned.
    pub(super) homes: [Vec<Square>; 2],
    /// No goal but stalemate can end the game.
    pub(super) only_stalemate: bool,
    /// Some promotion is the mover's choice.
    pub(super) has_choices: bool,
    /// For each side, whether its moves can be counted by sweeps alone.
    pub(super) countable: [bool; 2],
    pub(super) draw_by_repetition: bool,
    pub(super) keys: Keys,
    /// What follows from the rules alone, computed on first use.
    analysis: OnceLock<Arc<Analysis>>,
}

/// Random numbers from which positions' keys are made.
#[derive(Clone, Debug)]
pub(super) struct Keys {
    cells: Vec<u64>,
    pub(super) black: u64,
    pub(super) assigning: u64,
}

impl Keys {
    fn new(squares: usize, pieces: usize) -> Keys {
        let mut state = 0x4d65_7461_6761_6d65;
        let cells = (0..squares * pieces).map(|_| split_mix(&mut state)).collect();
        Keys { cells, black: split_mix(&mut state), assigning: split_mix(&mut state) }
    }
}

impl Rules {
    /// Builds the tables of a definition, after checking it.
    pub fn compile(def: &GameDef) -> Result<Rules, DefError> {
        def.check()?;
        let shape = Shape::of(def);
        let geometry = shape.geometry().unwrap_or_else(|| unreachable!("the size was checked"));
        let types: Vec<String> = def.types().into_iter().map(str::to_owned).collect();
        let mut tables = Tables::new(def, shape, geometry, &types);
        let pieces: Vec<Piece> = pieces(types.len()).collect();
        let powers: Vec<Power> = pieces.iter().map(|piece| tables.power(*piece)).collect();
        let has_choices = powers.iter().any(|power| matches!(power.change, Change::Choice { by_mover: true, .. }));
        let countable = Player::BOTH.map(|side| {
            let swept = |power: &Power| power.moving_sweeps.is_some() && power.capturing_sweeps.is_some();
            let own = powers.iter().zip(&pieces).filter(|(_, piece)| piece.owner() == side);
            own.map(|(power, _)| power).all(|power| swept(power) && (def.must_capture || !power.must_capture))
        });
        let aims = Player::BOTH.map(|side| def.goals.iter().map(|goal| tables.aim(side, goal)).collect());
        let homes = Player::BOTH.map(|side| match &def.setup {
            Setup::Fixed(_) => Vec::new(),
            Setup::Decision { squares, .. } => tables.squares(side, squares),
        });
        let territory: [SquareSet; 2] = Player::BOTH.map(|side| {
            geometry.squares().filter(|square| shape.in_territory(side, shape.at(*square), def.promote_rank)).collect()
        });
        let word = |set: SquareSet| {
            set.iter().filter(|square| square.index() < 64).fold(0, |word, square| word | 1 << square.index())
        };
        let promoting = [word(territory[0]), word(territory[1])];
        let Tables { lines, paths, takings, options, .. } = tables;
        let keys = Keys::new(geometry.size(), pieces.len());
        Ok(Rules {
            def: def.clone(),
            shape,
            geometry,
            looks: looks(&types),
            types,
            lines,
            paths,
            takings,
            powers,
            options,
            territory,
            promoting,
            aims,
            homes,
            only_stalemate: def.goals.iter().all(|goal| matches!(goal, Goal::Stalemate(_))),
            has_choices,
            countable,
            draw_by_repetition: true,
            keys,
            analysis: OnceLock::new(),
        })
    }

    /// The same game without the draw by threefold repetition.
    pub fn without_repetition(mut self) -> Rules {
        self.draw_by_repetition = false;
        self
    }

    /// What follows from the rules alone.
    pub fn analysis(&self) -> &Arc<Analysis> {
        self.analysis.get_or_init(|| Arc::new(Analysis::new(self)))
    }

    pub fn def(&self) -> &GameDef {
        &self.def
    }

    pub fn shape(&self) -> Shape {
        self.shape
    }

    pub fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// The names of the types, by number.
    pub fn types(&self) -> &[String] {
        &self.types
    }

    pub fn kind(&self, name: &str) -> Option<usize> {
        self.types.iter().position(|other| other == name)
    }

    /// Every piece, White's and Black's of each type.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> + use<> {
        pieces(self.types.len())
    }

    /// `white man`.
    pub fn piece_name(&self, piece: Piece) -> String {
        format!("{} {}", colour(piece.owner()), self.types[piece.kind()])
    }

    /// A position in which nothing has been played: pieces, each on its own square, and a player to move. `None` if two
    /// stand on one square.
    pub fn position(&self, pieces: &[(Piece, Square)], to_move: Player) -> Option<Position> {
        let mut pos = Position::empty();
        for (piece, square) in pieces {
            if !pos.cell(*square).is_empty() || !self.geometry.contains(*square) {
                return None;
            }
            pos.put(*square, Cell::of(*piece));
        }
        pos.to_move = to_move;
        Some(self.begun(pos))
    }

    /// A position with pieces in hand besides: holder and type of each.
    pub fn position_with_hands(
        &self,
        pieces: &[(Piece, Square)],
        hands: &[(Player, usize)],
        to_move: Player,
    ) -> Option<Position> {
        let mut pos = self.position(pieces, to_move)?;
        hands.iter().for_each(|(holder, kind)| pos.give(*holder, *kind));
        Some(self.begun(pos))
    }

    /// The start of a game with a random set-up; other set-ups are as they are.
    pub fn random_start(&self, rng: &mut Rng) -> Position {
        let Setup::Decision { decider: Decider::Random, names, squares } = &self.def.setup else {
            return self.first_position();
        };
        let mut squares = squares.clone();
        for last in (1..squares.len()).rev() {
            squares.swap(last, rng.index(last + 1));
        }
        self.army(&self.def.listed(names).into_iter().zip(squares).collect::<Vec<_>>())
    }

    pub(super) fn first_position(&self) -> Position {
        match &self.def.setup {
            Setup::Fixed(list) => {
                let pairs = list.iter().flat_map(|(name, squares)| squares.iter().map(|at| (name.as_str(), *at)));
                self.army(&pairs.collect::<Vec<_>>())
            }
            Setup::Decision { decider: Decider::Random, names, squares } => {
                self.army(&self.def.listed(names).into_iter().zip(squares.iter().copied()).collect::<Vec<_>>())
            }
            Setup::Decision { decider: Decider::Side(side), names, .. } => {
                let mut pos = Position::empty();
                for owner in Player::BOTH {
                    for name in self.def.listed(names) {
                        pos.give(relative(*side, owner), self.kind(name).unwrap_or(0));
                    }
                }
                pos.assigning = true;
                self.begun(pos)
            }
        }
    }

    fn army(&self, pairs: &[(&str, At)]) -> Position {
        let mut pos = Position::empty();
        for owner in Player::BOTH {
            for (name, at) in pairs {
                if let Some(square) = self.shape.square(self.shape.at_for(owner, *at)) {
                    pos.put(square, Cell::of(Piece::new(self.kind(name).unwrap_or(0), owner)));
                }
            }
        }
        self.begun(pos)
    }

    pub(super) fn begun(&self, mut pos: Position) -> Position {
        pos.key = self.key_of(&pos);
        pos.past = vec![pos.key];
        pos
    }

    /// Who owns the pieces in a hand.
    pub fn owner_in_hand(&self, pos: &Position, holder: Player) -> Player {
        match &self.def.setup {
            Setup::Decision { decider: Decider::Side(side), .. } if pos.assigning => relative(*side, holder),
            _ => holder,
        }
    }

    // ---- keys ----

    pub(super) fn cell_key(&self, square: Square, cell: Cell) -> u64 {
        match cell.piece() {
            Some(piece) => self.keys.cells[square.index() * 2 * self.types.len() + piece.index()],
            None => 0,
        }
    }

    pub(super) fn hand_key(&self, holder: Player, kind: usize, count: u16) -> u64 {
        if count == 0 { 0 } else { mixed(1, holder.index() * self.types.len() + kind, usize::from(count)) }
    }

    pub(super) fn stage_key(&self, pos: &Position) -> u64 {
        use crate::metagame::Stage;
        let stage = match pos.stage {
            Stage::Start => 0,
            Stage::Promoted => mixed(5, 0, 0),
            Stage::Continue(square) => mixed(2, square.index(), 0),
            Stage::Promote(square) => mixed(3, square.index(), 0),
        };
        let pending = pos.pending.map_or(0, |(square, options)| mixed(4, square.index(), usize::from(options)));
        let side = if pos.to_move == Player::Black { self.keys.black } else { 0 };
        stage ^ pending ^ side ^ if pos.assigning { self.keys.assigning } else { 0 }
    }

    /// The key from scratch.
    pub fn key_of(&self, pos: &Position) -> u64 {
        let mut key = self.stage_key(pos);
        for square in self.geometry.squares() {
            key ^= self.cell_key(square, pos.cell(square));
        }
        for holder in Player::BOTH {
            for kind in 0..self.types.len() {
                key ^= self.hand_key(holder, kind, pos.hands[holder.index()][kind]);
            }
        }
        key
    }
}

fn mixed(kind: u64, a: usize, b: usize) -> u64 {
    let mut state = kind << 48 ^ (a as u64) << 24 ^ b as u64;
    split_mix(&mut state);
    split_mix(&mut state)
}

pub(super) fn colour(player: Player) -> &'static str {
    match player {
        Player::White => "white",
        Player::Black => "black",
    }
}

/// Whom a relative word means in a rule of this side.
pub(super) fn relative(word: Side, side: Player) -> Player {
    match word {
        Side::Player => side,
        Side::Opponent => !side,
    }
}

pub(super) fn pieces(types: usize) -> impl Iterator<Item = Piece> {
    (0..types).flat_map(|kind| Player::BOTH.map(|owner| Piece::new(kind, owner)))
}
