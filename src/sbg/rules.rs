//! A game as it runs: everything that can be worked out beforehand has been.

use crate::automata::{Dfa, On, Step, Word, compile};
use crate::board::{Geometry, Player, Square, SquareSet};
use crate::game::{Game, Outcome};
use crate::rng::{Rng, split_mix};
use crate::sbg::def::MAX_PLIES;
use crate::sbg::movement::{Candidate, Forest, ForestError, NO_NODE, Tree};
use crate::sbg::{
    DefError, DefErrorKind, Ending, GameDef, Goal, Move, Part, PieceId, Position, Reason, Undo, View, player_of,
};

/// The rules of one game. Made by [`Rules::compile`], which is the only way, so they are always whole.
#[derive(Clone, Debug)]
pub struct Rules {
    board: Geometry,
    pieces: Vec<PieceInfo>,
    /// Pieces of each player: White's come first.
    white: usize,
    forest: Forest,
    /// For each piece and square, `piece * size + square`.
    places: Vec<PlaceInfo>,
    turn_key: u64,
    ply_limit: u32,
    start: Position,
}

/// One letter of one player.
#[derive(Clone, Debug)]
pub struct PieceInfo {
    pub letter: char,
    pub player: Player,
    /// Where it may go, in board coordinates; the smallest automaton.
    pub dfa: Dfa,
    /// Its owner loses when a capture leaves no more than this.
    keep: Option<u32>,
    /// The most squares it could go to from anywhere.
    reach: u32,
    /// For dividing by `reach` with a multiplication: numbers below 2^16, `reach` below 2^8.
    reach_inverse: u64,
}

#[derive(Clone, Copy, Debug)]
struct PlaceInfo {
    tree: Tree,
    key: u64,
    is_goal: bool,
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
        letters.sort_unstable();
        letters.dedup();

        let mut rules = Rules {
            board: def.board,
            pieces: Vec::new(),
            white: letters.iter().filter(|letter| letter.is_ascii_uppercase()).count(),
            forest: Forest::default(),
            places: Vec::new(),
            turn_key: 0,
            ply_limit: def.ply_limit,
            start: Position::new(&[], Player::White, 0),
        };
        let mut chance = 0x6b69_6269_747a_6572;
        rules.turn_key = split_mix(&mut chance);
        for letter in letters {
            rules.add_piece(def, letter, &mut chance)?;
        }
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
        let mut reach = 1;
        for square in def.board.squares() {
            let tree = self.forest.plant(&dfa, def.board, player, square).map_err(|error| match error {
                ForestError::Paths => fault(DefErrorKind::TooManyPaths { letter, square: def.board.name(square) }),
                ForestError::Nodes => fault(DefErrorKind::TooManyNodes),
            })?;
            reach = reach.max(u32::from(tree.candidates));
            let is_goal = def.goals.iter().any(|goal| {
                matches!(goal, Goal::Reach { letter: of, squares } if *of == letter && squares.contains(&square))
            });
            self.places.push(PlaceInfo { tree, key: split_mix(chance), is_goal });
        }
        let keep = def.goals.iter().filter_map(|goal| match goal {
            Goal::Keep { letter: of, left } if *of == letter => Some(*left),
            _ => None,
        });
        let reach_inverse = (1 << 32) / u64::from(reach) + 1;
        self.pieces.push(PieceInfo { letter, player, dfa, keep: keep.max(), reach, reach_inverse });
        Ok(())
    }

    fn starting_position(&self, def: &GameDef) -> Result<Position, DefError> {
        let mut pos = self.position(&def.setup, Player::White, 0).expect("every letter here has a rule");
        if let Some((winner, reason, part)) = self.over_from_the_start(def, &mut pos) {
            return Err(DefError { part, kind: DefErrorKind::AlreadyOver { winner, reason } });
        }
        Ok(pos)
    }

    /// A game must begin with something to play for: nobody has won yet, and White can move.
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
            let reached = pos.squares_of(id).filter(|square| self.place(id, *square).is_goal).min();
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

    /// The hash of a position, computed anew: what the incremental one must always equal.
    pub fn key_from_scratch(&self, pos: &Position) -> u64 {
        let mut key = if pos.to_move == Player::Black { self.turn_key } else { 0 };
        for (id, _) in self.pieces() {
            for square in pos.squares_of(id) {
                key ^= self.place(id, square).key;
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

    /// The letter on a square, or `.`.
    pub fn letter_at(&self, pos: &Position, square: Square) -> char {
        pos.piece_at(square).map_or('.', |piece| self.pieces[piece.index()].letter)
    }

    /// What stands where, for the literal walker.
    pub fn view(&self, pos: &Position) -> View {
        View { board: self.board, owners: self.board.squares().map(|square| pos.owner_at(square)).collect() }
    }

    /// How the game ended, if it has.
    pub fn ending(&self, pos: &Position) -> Option<Ending> {
        if let Some(ending) = pos.ending {
            return Some(ending);
        }
        let mut any = false;
        self.each_move(pos, &mut |_| {
            any = true;
            false
        });
        if !any {
            return Some(Ending { outcome: Outcome::Win(!pos.to_move), reason: Reason::NoMoves, piece: None });
        }
        let over = pos.ply >= self.ply_limit;
        over.then_some(Ending { outcome: Outcome::Draw, reason: Reason::PlyLimit, piece: None })
    }

    /// Where the piece on this square can go.
    pub fn destinations(&self, pos: &Position, from: Square) -> SquareSet {
        let mut set = SquareSet::EMPTY;
        if let Some(piece) = pos.piece_at(from) {
            self.each_end(pos, self.place(piece, from).tree, &mut |to| {
                set.insert(to);
                true
            });
        }
        set
    }

    /// Every applicable word of the piece on this square, with the square where it ends, in the walker's order.
    pub fn words(&self, pos: &Position, from: Square) -> Vec<(Word, Square)> {
        let mut words = Vec::new();
        let Some(piece) = pos.piece_at(from) else { return words };
        let mover = self.pieces[piece.index()].player;
        let tree = self.place(piece, from).tree;
        // The path to the node at hand, with the index where each node's subtree ends.
        let mut path: Vec<(u32, Square)> = Vec::new();
        let mut index = tree.first;
        while index < tree.end {
            while path.last().is_some_and(|(end, _)| *end <= index) {
                path.pop();
            }
            let node = self.forest.nodes[index as usize];
            let content = pos.contents[usize::from(node.square)];
            let square = Square::new(usize::from(node.square)).expect("a byte is a square");
            if node.accept >> content & 1 == 1 {
                let squares = path.iter().map(|(_, square)| *square).chain([square]);
                words.push((self.spell(pos, mover, from, squares), square));
            }
            if node.descend >> content & 1 == 1 {
                path.push((node.skip, square));
                index += 1;
            } else {
                index = node.skip;
            }
        }
        words
    }

    /// The word that visits these squares.
    fn spell(&self, pos: &Position, mover: Player, from: Square, squares: impl Iterator<Item = Square>) -> Word {
        let mut here = from;
        squares
            .map(|square| {
                let on = match pos.owner_at(square) {
                    None => On::Empty,
                    Some(owner) if owner == mover => On::Own,
                    Some(_) => On::Enemy,
                };
                let dx = self.board.x(square) as i8 - self.board.x(here) as i8;
                let dy = self.board.y(square) as i8 - self.board.y(here) as i8;
                here = square;
                Step::new(dx, dy, on)
            })
            .collect()
    }

    #[inline]
    fn place(&self, piece: PieceId, square: Square) -> &PlaceInfo {
        &self.places[piece.index() * self.board.size() + square.index()]
    }

    fn own_pieces(&self, player: Player) -> std::ops::Range<usize> {
        match player {
            Player::White => 0..self.white,
            Player::Black => self.white..self.pieces.len(),
        }
    }

    /// Calls `visit` for the end of every path that is open in this position; it may come twice to one square. Stops
    /// when `visit` says false.
    #[inline]
    fn each_end(&self, pos: &Position, tree: Tree, visit: &mut impl FnMut(Square) -> bool) -> bool {
        let mut index = tree.first;
        while index < tree.end {
            let node = self.forest.nodes[index as usize];
            let content = pos.contents[usize::from(node.square)];
            if node.accept >> content & 1 == 1 {
                let to = Square::new(usize::from(node.square)).expect("a byte is a square");
                if !visit(to) {
                    return false;
                }
            }
            index = if node.descend >> content & 1 == 1 { index + 1 } else { node.skip };
        }
        true
    }

    /// Calls `visit` for every legal move by the rules of movement alone, each once. Stops when it says false.
    #[inline]
    fn each_move(&self, pos: &Position, visit: &mut impl FnMut(Move) -> bool) {
        for index in self.own_pieces(pos.to_move) {
            let piece = PieceId::new(index);
            for at in 0..pos.count(piece) {
                let from = pos.square_of(piece, at);
                let tree = self.place(piece, from).tree;
                let go_on = if tree.repeats {
                    let mut seen = SquareSet::EMPTY;
                    self.each_end(pos, tree, &mut |to| !seen.insert(to) || visit(Move { from, to }))
                } else {
                    self.each_end(pos, tree, &mut |to| visit(Move { from, to }))
                };
                if !go_on {
                    return;
                }
            }
        }
    }

    /// Whether some path of this candidate is open.
    #[inline]
    fn is_open(&self, pos: &Position, candidate: Candidate) -> bool {
        if self.leads_to(pos, candidate.node) {
            return true;
        }
        if candidate.others == NO_NODE {
            return false;
        }
        let others = &self.forest.others[candidate.others as usize..];
        others.iter().take_while(|node| **node != NO_NODE).any(|node| self.leads_to(pos, *node))
    }

    /// Whether everything is right on the path that ends in this node; looked at backwards.
    #[inline]
    fn leads_to(&self, pos: &Position, node: u32) -> bool {
        let last = self.forest.nodes[node as usize];
        if last.accept >> pos.contents[usize::from(last.square)] & 1 == 0 {
            return false;
        }
        let mut before = self.forest.parents[node as usize];
        while before != NO_NODE {
            let node = self.forest.nodes[before as usize];
            if node.descend >> pos.contents[usize::from(node.square)] & 1 == 0 {
                return false;
            }
            before = self.forest.parents[before as usize];
        }
        true
    }

    /// Draws one of the moves that the player's pieces could ever make from where they stand, each as likely as the
    /// next, and gives it if it is legal now. Repeated until something comes, that is a fair choice among the legal moves.
    #[inline]
    fn try_random_move(&self, pos: &Position, total: u32, rng: &mut Rng) -> Option<Move> {
        let mut ticket = rng.below(total);
        for index in self.own_pieces(pos.to_move) {
            let piece = PieceId::new(index);
            let info = &self.pieces[index];
            let tickets = pos.count(piece) as u32 * info.reach;
            if ticket < tickets {
                let at = (u64::from(ticket) * info.reach_inverse >> 32) as u32;
                let which = ticket - at * info.reach;
                let from = pos.square_of(piece, at as usize);
                let tree = self.place(piece, from).tree;
                if which >= u32::from(tree.candidates) {
                    return None;
                }
                let candidate = self.forest.candidates[(tree.first_candidate + which) as usize];
                return self.is_open(pos, candidate).then_some(Move { from, to: candidate.to });
            }
            ticket -= tickets;
        }
        None
    }

    /// The end that the move just played brings about by itself: steps 2 to 4 of a turn, short of a lack of moves.
    #[inline]
    fn ending_by_move(&self, pos: &Position, piece: PieceId, to: Square, captured: Option<PieceId>) -> Option<Ending> {
        let mover = !pos.to_move;
        if self.place(piece, to).is_goal {
            return Some(Ending { outcome: Outcome::Win(mover), reason: Reason::Reached(to), piece: Some(piece) });
        }
        let victim = captured?;
        let info = &self.pieces[victim.index()];
        let left = pos.count(victim) as u32;
        if info.keep.is_some_and(|limit| left <= limit) {
            let reason = if info.player == mover { Reason::OwnCaptured { left } } else { Reason::Captured { left } };
            return Some(Ending { outcome: Outcome::Win(!info.player), reason, piece: Some(victim) });
        }
        if pos.totals[info.player] == 0 {
            return Some(Ending { outcome: Outcome::Win(!info.player), reason: Reason::NoPieces, piece: None });
        }
        None
    }
}

/// How often to draw before listing all moves instead. A position with few legal moves would keep us drawing.
const DRAWS: u32 = 48;

impl Game for Rules {
    type Position = Position;
    type Move = Move;
    type Undo = Undo;

    fn start(&self) -> Position {
        self.start.clone()
    }

    fn to_move(&self, pos: &Position) -> Player {
        pos.to_move
    }

    fn moves(&self, pos: &Position, out: &mut Vec<Move>) -> Option<Outcome> {
        if let Some(ending) = pos.ending {
            return Some(ending.outcome);
        }
        let first = out.len();
        self.each_move(pos, &mut |mv| {
            out.push(mv);
            true
        });
        if out.len() == first {
            return Some(Outcome::Win(!pos.to_move));
        }
        if pos.ply >= self.ply_limit {
            out.truncate(first);
            return Some(Outcome::Draw);
        }
        None
    }

    #[inline]
    fn play(&self, pos: &mut Position, mv: Move) -> Undo {
        let (undo, piece) = pos.shift(mv, |piece, square| self.place(piece, square).key, self.turn_key);
        pos.ending = self.ending_by_move(pos, piece, mv.to, undo.captured());
        undo
    }

    #[inline]
    fn undo(&self, pos: &mut Position, mv: Move, undo: Undo) {
        pos.unshift(mv, undo);
    }

    fn key(&self, pos: &Position) -> u64 {
        pos.key
    }

    fn random_move(&self, pos: &Position, rng: &mut Rng, scratch: &mut Vec<Move>) -> Result<Move, Outcome> {
        if let Some(ending) = pos.ending {
            return Err(ending.outcome);
        }
        let pieces = self.own_pieces(pos.to_move);
        let total = pieces.map(|index| pos.count(PieceId::new(index)) as u32 * self.pieces[index].reach).sum();
        for _ in 0..DRAWS {
            if let Some(mv) = self.try_random_move(pos, total, rng) {
                // That there is a legal move also settles what the limit of plies means: a draw, not a loss.
                return if pos.ply >= self.ply_limit { Err(Outcome::Draw) } else { Ok(mv) };
            }
        }
        scratch.clear();
        match self.moves(pos, scratch) {
            Some(outcome) => Err(outcome),
            None => Ok(*rng.pick(scratch)),
        }
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
