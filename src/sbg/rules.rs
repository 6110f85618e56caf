//! A game as it runs: everything that can be computed in advance.

use crate::automata::{Dfa, compile};
use crate::board::{Geometry, Player, Square, SquareSet};
use crate::game::Outcome;
use crate::order;
use crate::rng::split_mix;
use crate::sbg::def::MAX_PLIES;
use crate::sbg::movement::{Forest, ForestError, PathTree};
use crate::sbg::names::name_pieces;
use crate::sbg::{
    DefError, DefErrorKind, Drawing, Ending, GameDef, Goal, Part, PieceId, Position, Reason, View, player_of,
};

/// The rules of one game. Made by [`Rules::compile`], which is the only way, so they are always whole.
///
/// ```
/// use kibitzer::game::Game;
/// use kibitzer::sbg::{Rules, builtin, parse};
///
/// let def = parse(builtin("chess").unwrap().text).unwrap();
/// let rules = Rules::compile(&def).unwrap();
/// let knight = rules.piece('N').unwrap();
/// assert_eq!(rules.info(knight).dfa.size(), 2);
///
/// let mut pos = rules.start();
/// let mv = rules.read_move(&pos, "b1c3").unwrap();
/// rules.play(&mut pos, mv);
/// assert_eq!(rules.letter_at(&pos, rules.board().named("c3").unwrap()), 'N');
/// ```
#[derive(Clone, Debug)]
pub struct Rules {
    pub(super) board: Geometry,
    /// The board's number of squares.
    size: usize,
    pub(super) pieces: Vec<PieceInfo>,
    /// Pieces of each player: White's come first.
    pub(super) white: usize,
    pub(super) forest: Forest,
    /// For each piece and square, at `piece * size + square`: its paths, and what its being there means.
    trees: Vec<PathTree>,
    /// For each tree, where it could take ([`Forest::targets`]).
    pub(super) targets: Vec<u64>,
    pub(super) places: Vec<Place>,
    /// For each piece: its owner loses when a capture leaves fewer.
    pub(super) fewest: Vec<u16>,
    pub(super) turn_key: u64,
    pub(super) ply_limit: u32,
    pub(super) start: Position,
}

/// A piece on a square. Playing a move reads both at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// Its part of the hash.
    pub(super) key: u64,
    /// Whether the owner wins by bringing the piece here.
    pub(super) wins: bool,
}

/// One letter of one player.
#[derive(Clone, Debug)]
pub struct PieceInfo {
    pub letter: char,
    pub player: Player,
    /// What it is called; see [`PieceInfo::called`].
    pub name: Option<String>,
    pub drawing: Drawing,
    /// The drawing alone does not tell which piece it is.
    pub labelled: bool,
    /// Where it may go, in board coordinates; the smallest automaton.
    pub dfa: Dfa,
    /// Its owner loses when a capture leaves no more than this.
    pub keep: Option<u32>,
    /// The most squares it could go to from anywhere.
    pub(super) reach: u32,
    /// For dividing by `reach` with a multiplication: numbers below 2^16, `reach` below 2^8.
    pub(super) reach_inverse: u64,
}

impl Rules {
    /// Checks a definition and prepares it for play.
    pub fn compile(def: &GameDef) -> Result<Rules, DefError> {
        check(def)?;
        let mut letters: Vec<char> = def.pieces.iter().map(|piece| piece.letter).collect();
        // A rule for White's letter is Black's too: both exist, whether or not the start position has them.
        letters.extend(
            def.pieces
                .iter()
                .filter(|piece| piece.letter.is_ascii_uppercase())
                .map(|piece| piece.letter.to_ascii_lowercase()),
        );
        order::sort(&mut letters);
        letters.dedup();

        let mut rules = Rules {
            board: def.board,
            size: def.board.size(),
            pieces: Vec::new(),
            white: letters.iter().filter(|letter| letter.is_ascii_uppercase()).count(),
            forest: Forest::default(),
            trees: Vec::new(),
            targets: Vec::new(),
            places: Vec::new(),
            fewest: Vec::new(),
            turn_key: 0,
            ply_limit: def.ply_limit,
            start: Position::new(&[], Player::White, 0),
        };
        let mut chance = 0x6b69_6269_747a_6572;
        rules.turn_key = split_mix(&mut chance);
        for letter in letters {
            rules.add_piece(def, letter, &mut chance)?;
        }
        name_pieces(def, &mut rules.pieces);
        rules.start = rules.starting_position(def)?;
        Ok(rules)
    }

    fn add_piece(&mut self, def: &GameDef, letter: char, chance: &mut u64) -> Result<(), DefError> {
        let player = player_of(letter).expect("checked to be a letter");
        let written = |letter: char| def.pieces.iter().position(|piece| piece.letter == letter);
        let own = written(letter).or_else(|| written(letter.to_ascii_uppercase())).unwrap_or(0);
        let fault = |kind| DefError { part: Part::Piece(own), kind };

        let rule = def.rule(letter).expect("every letter here has a rule");
        let dfa = compile(&rule).map_err(|error| fault(DefErrorKind::Rule(error)))?;
        let goals: SquareSet = def
            .goals
            .iter()
            .filter_map(|goal| match goal {
                Goal::Reach { letter: of, squares } if *of == letter => Some(squares),
                _ => None,
            })
            .flatten()
            .copied()
            .collect();
        let mut reach = 1;
        for square in def.board.squares() {
            let tree = self.forest.plant((&dfa, &goals), def.board, player, square).map_err(|error| match error {
                ForestError::Paths => fault(DefErrorKind::TooManyPaths { letter, square: def.board.name(square) }),
                ForestError::Nodes => fault(DefErrorKind::TooManyNodes),
            })?;
            reach = reach.max(u32::from(tree.candidates));
            self.trees.push(tree);
            self.targets.push(self.forest.targets(tree, !player));
            self.places.push(Place { key: split_mix(chance), wins: goals.contains(square) });
        }
        let keep = def.goals.iter().filter_map(|goal| match goal {
            Goal::Keep { letter: of, left } if *of == letter => Some(*left),
            _ => None,
        });
        let keep = keep.max();
        // No board has more pieces than a number of 16 bits tells.
        self.fewest.push(keep.map_or(0, |left| u16::try_from(left).unwrap_or(u16::MAX).saturating_add(1)));
        let reach_inverse = (1 << 32) / u64::from(reach) + 1;
        self.pieces.push(PieceInfo {
            letter,
            player,
            name: None,
            drawing: Drawing::PLAIN,
            labelled: true,
            dfa,
            keep,
            reach,
            reach_inverse,
        });
        Ok(())
    }

    fn starting_position(&self, def: &GameDef) -> Result<Position, DefError> {
        let mut pos = self.position(&def.setup, Player::White, 0).expect("every letter here has a rule");
        if let Some((winner, reason, part)) = self.over_from_the_start(def, &mut pos) {
            return Err(DefError { part, kind: DefErrorKind::AlreadyOver { winner, reason } });
        }
        Ok(pos)
    }

    /// A game must not be over at the start: neither player has won, and White can move.
    fn over_from_the_start(&self, def: &GameDef, pos: &mut Position) -> Option<(Player, String, Part)> {
        let standing = self.standing_end(pos)?;
        let Outcome::Win(winner) = standing.outcome else { return None };
        let letter = standing.piece.map_or('?', |piece| self.pieces[piece.index()].letter);
        let part = match standing.reason {
            Reason::Reached(square) => Part::Cell(square),
            Reason::Captured { .. } => {
                let at =
                    def.goals.iter().position(|goal| matches!(goal, Goal::Keep { letter: of, .. } if *of == letter));
                at.map_or(Part::Board, Part::Goal)
            }
            _ => Part::Board,
        };
        Some((winner, self.explain(&standing), part))
    }

    /// The end that a position is in by itself, whatever move led to it.
    pub fn standing_end(&self, pos: &Position) -> Option<Ending> {
        for (id, info) in self.pieces() {
            let reached = pos.squares_of(id).filter(|square| self.is_goal(id, *square)).min();
            if let Some(square) = reached {
                return Some(Ending {
                    outcome: Outcome::Win(info.player),
                    reason: Reason::Reached(square),
                    piece: Some(id),
                });
            }
        }
        for (id, info) in self.pieces() {
            let left = pos.count(id) as u32;
            if info.keep.is_some_and(|limit| left <= limit) {
                return Some(Ending {
                    outcome: Outcome::Win(!info.player),
                    reason: Reason::Captured { left },
                    piece: Some(id),
                });
            }
        }
        let bare = Player::BOTH.into_iter().find(|player| pos.totals[*player] == 0);
        if let Some(loser) = bare {
            return Some(Ending { outcome: Outcome::Win(!loser), reason: Reason::NoPieces, piece: None });
        }
        self.ending(pos)
    }

    /// A position with these letters on the board, or the first letter that this game does not have.
    pub fn position(&self, cells: &[char], to_move: Player, ply: u32) -> Result<Position, char> {
        let mut pieces = Vec::new();
        for (square, &letter) in self.board.squares().zip(cells) {
            if letter != '.' {
                let id = self.piece(letter).ok_or(letter)?;
                pieces.push((square, id, self.pieces[id.index()].player));
            }
        }
        let mut pos = Position::new(&pieces, to_move, ply);
        pos.key = self.key_from_scratch(&pos);
        Ok(pos)
    }

    /// By this the same rules are known again, whatever they are called: 64 bits of FNV-1a of the board, the pieces with their
    /// automata and limits, the goals and the start. The limit of plies does not count.
    pub fn fingerprint(&self) -> u64 {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let mut add = |number: u64| {
            for byte in number.to_le_bytes() {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        };
        add(self.board.width() as u64);
        add(self.board.height() as u64);
        for info in &self.pieces {
            add(u64::from(info.letter));
            add(info.keep.map_or(0, |left| u64::from(left) + 1));
            for state in info.dfa.states() {
                add(u64::from(info.dfa.is_accepting(state)));
                for (step, next) in info.dfa.transitions(state) {
                    let (dx, dy) = (i64::from(step.dx) as u64, i64::from(step.dy) as u64);
                    [dx, dy, u64::from(step.on.letter()), next.index() as u64].into_iter().for_each(&mut add);
                }
            }
        }
        self.places.iter().for_each(|place| add(u64::from(place.wins)));
        self.board.squares().for_each(|square| add(u64::from(self.letter_at(&self.start, square))));
        hash
    }

    /// The hash of a position, recomputed: what the incremental one must always equal.
    pub fn key_from_scratch(&self, pos: &Position) -> u64 {
        let mut key = if pos.to_move == Player::Black { self.turn_key } else { 0 };
        for (id, _) in self.pieces() {
            for square in pos.squares_of(id) {
                key ^= self.places[self.place(id, square)].key;
            }
        }
        key
    }

    pub fn board(&self) -> Geometry {
        self.board
    }

    pub fn ply_limit(&self) -> u32 {
        self.ply_limit
    }

    /// The same game with another limit of plies, at least 1.
    pub fn with_ply_limit(mut self, limit: u32) -> Rules {
        self.ply_limit = limit.clamp(1, MAX_PLIES);
        self
    }

    pub fn pieces(&self) -> impl Iterator<Item = (PieceId, &PieceInfo)> {
        self.pieces.iter().enumerate().map(|(index, info)| (PieceId::new(index), info))
    }

    pub fn piece(&self, letter: char) -> Option<PieceId> {
        self.pieces.iter().position(|info| info.letter == letter).map(PieceId::new)
    }

    pub fn info(&self, piece: PieceId) -> &PieceInfo {
        &self.pieces[piece.index()]
    }

    /// Whether the owner of this piece wins by bringing it to this square.
    #[inline]
    pub fn is_goal(&self, piece: PieceId, square: Square) -> bool {
        self.places[self.place(piece, square)].wins
    }

    /// The letter on a square, or `.`.
    pub fn letter_at(&self, pos: &Position, square: Square) -> char {
        pos.piece_at(square).map_or('.', |piece| self.pieces[piece.index()].letter)
    }

    #[inline]
    pub(super) fn place(&self, piece: PieceId, square: Square) -> usize {
        piece.index() * self.size + square.index()
    }

    #[inline]
    pub(super) fn tree(&self, piece: PieceId, square: Square) -> PathTree {
        self.trees[self.place(piece, square)]
    }

    /// What stands where, for the literal walker.
    pub fn view(&self, pos: &Position) -> View {
        View { board: self.board, owners: self.board.squares().map(|square| pos.owner_at(square)).collect() }
    }
}

/// What can be said of a definition without working it out.
fn check(def: &GameDef) -> Result<(), DefError> {
    let fault = |part, kind| Err(DefError { part, kind });
    if def.setup.len() != def.board.size() {
        return fault(Part::Board, DefErrorKind::SetupSize);
    }
    for (index, piece) in def.pieces.iter().enumerate() {
        if player_of(piece.letter).is_none() {
            return fault(Part::Piece(index), DefErrorKind::NotALetter(piece.letter));
        }
        if def.pieces[..index].iter().any(|earlier| earlier.letter == piece.letter) {
            return fault(Part::Piece(index), DefErrorKind::RuleTwice(piece.letter));
        }
    }
    for (square, &letter) in def.board.squares().zip(&def.setup) {
        if letter != '.' && player_of(letter).is_none() {
            return fault(Part::Cell(square), DefErrorKind::NotALetter(letter));
        }
        if letter != '.' && !def.has_rule(letter) {
            return fault(Part::Cell(square), DefErrorKind::NoRule(letter));
        }
    }
    for (index, goal) in def.goals.iter().enumerate() {
        if !def.has_rule(goal.letter()) {
            return fault(Part::Goal(index), DefErrorKind::NoRule(goal.letter()));
        }
        if let Goal::Reach { squares, .. } = goal
            && let Some(square) = squares.iter().find(|square| !def.board.contains(**square))
        {
            return fault(Part::Goal(index), DefErrorKind::NoSuchSquare(*square));
        }
    }
    if !(1..=MAX_PLIES).contains(&def.ply_limit) {
        return fault(Part::PlyLimit, DefErrorKind::PlyLimit(def.ply_limit));
    }
    Ok(())
}
