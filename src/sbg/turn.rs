//! Playing by the rules: which moves there are, what they bring about, and when the game is over.

use crate::automata::{On, Step, Word};
use crate::board::{Player, Square, SquareSet};
use crate::game::{Game, Outcome};
use crate::rng::Rng;
use crate::sbg::movement::{Candidate, EMPTY, NO_NODE, PathNode, PathTree, content, folded};
use crate::sbg::{Ending, Move, PieceId, Position, Reason, Rules, Undo};

impl Rules {
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
            self.each_end(pos, self.tree(piece, from), &mut |to| {
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
        let tree = self.tree(piece, from);
        // The path to the node at hand, with the index where each node's subtree ends.
        let mut path: Vec<(usize, Square)> = Vec::new();
        let mut index = tree.first as usize;
        while index < tree.end as usize {
            while path.last().is_some_and(|(end, _)| *end <= index) {
                path.pop();
            }
            let node = self.forest.nodes[index];
            let content = pos.content(node.to());
            let square = node.to();
            if node.accepts(content) {
                let squares = path.iter().map(|(_, square)| *square).chain([square]);
                words.push((self.spell(pos, mover, from, squares), square));
            }
            if node.descends(content) {
                path.push((node.end(index), square));
            }
            index = node.after(index, content);
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

    fn own_pieces(&self, player: Player) -> std::ops::Range<usize> {
        match player {
            Player::White => 0..self.white,
            Player::Black => self.white..self.pieces.len(),
        }
    }

    /// Calls `visit` for the end of every path that is open in this position; it may come twice to one square. Stops
    /// when `visit` says false.
    #[inline]
    fn each_end(&self, pos: &Position, tree: PathTree, visit: &mut impl FnMut(Square) -> bool) -> bool {
        // Nothing depends on how a leap turns out, so the processor can look at several at once.
        let mut leaps = self.forest.nodes[tree.first as usize..tree.rides as usize].iter();
        if !leaps.all(|node| !node.accepts(pos.content(node.to())) || visit(node.to())) {
            return false;
        }
        let rides = &self.forest.nodes[tree.rides as usize..tree.end as usize];
        let mut index = 0;
        while let Some(node) = rides.get(index) {
            let content = pos.content(node.to());
            if node.accepts(content) && !visit(node.to()) {
                return false;
            }
            index = node.after(index, content);
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
                let tree = self.tree(piece, from);
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
        candidate.others != NO_NODE && self.paths_to(candidate).skip(1).any(|node| self.leads_to(pos, node))
    }

    /// The nodes that end on this candidate's square.
    fn paths_to(&self, candidate: Candidate) -> impl Iterator<Item = u32> + '_ {
        let others = self.forest.others.get(candidate.others as usize..).unwrap_or_default();
        std::iter::once(candidate.node).chain(others.iter().copied().take_while(|node| *node != NO_NODE))
    }

    /// Whether everything is right on the path that ends in this node; looked at backwards.
    #[inline]
    fn leads_to(&self, pos: &Position, node: u32) -> bool {
        let last = self.forest.nodes[node as usize];
        if !last.accepts(pos.content(last.to())) {
            return false;
        }
        self.is_reached(node, |square| pos.content(square))
    }

    /// Whether everything is right on the path that leads up to this node, short of the node itself.
    #[inline]
    fn is_reached(&self, node: u32, content_of: impl Fn(Square) -> u8) -> bool {
        let mut before = self.forest.parents[node as usize];
        while before != NO_NODE {
            let node = self.forest.nodes[before as usize];
            if !node.descends(content_of(node.to())) {
                return false;
            }
            before = self.forest.parents[before as usize];
        }
        true
    }

    /// Whether the piece on `from` could go to `to` if its owner were to move.
    pub fn can_go(&self, pos: &Position, from: Square, to: Square) -> bool {
        let Some(piece) = pos.piece_at(from) else { return false };
        let candidates = self.candidates(self.tree(piece, from));
        candidates.binary_search_by_key(&to, |candidate| candidate.to).is_ok_and(|at| self.is_open(pos, candidates[at]))
    }

    /// Whether the piece on `from` could capture on `to` if an opponent's piece stood there, whatever stands there now.
    pub fn could_take(&self, pos: &Position, from: Square, to: Square) -> bool {
        let Some(piece) = pos.piece_at(from) else { return false };
        self.takes_without(pos, SquareSet::EMPTY, piece, from, to)
    }

    /// The same for a piece on `from` when the pieces on some squares are gone.
    #[inline]
    pub(super) fn takes_without(
        &self,
        pos: &Position,
        gone: SquareSet,
        piece: PieceId,
        from: Square,
        to: Square,
    ) -> bool {
        let opponent = content(!self.pieces[piece.index()].player);
        let candidates = self.candidates(self.tree(piece, from));
        let Ok(at) = candidates.binary_search_by_key(&to, |candidate| candidate.to) else { return false };
        let content_of = |square: Square| if gone.contains(square) { EMPTY } else { pos.content(square) };
        let takes = |node: u32| self.forest.nodes[node as usize].accepts(opponent) && self.is_reached(node, content_of);
        self.paths_to(candidates[at]).any(takes)
    }

    /// Where single steps without continuation take a piece from this square: onto an empty square, an opponent's piece, an
    /// own one.
    pub fn leaps(&self, piece: PieceId, from: Square) -> [SquareSet; 3] {
        let player = self.pieces[piece.index()].player;
        let tree = self.tree(piece, from);
        let leaps = &self.forest.nodes[tree.first as usize..tree.rides as usize];
        let onto = |content: u8| leaps.iter().filter(|node| node.accepts(content)).map(|node| node.to()).collect();
        [EMPTY, content(!player), content(player)].map(onto)
    }

    /// The other moves as slides, if all of them are: straight on over empty squares up to the first piece. Each with its
    /// squares from near to far, and whether it may end with a capture.
    pub fn slides(&self, piece: PieceId, from: Square) -> Option<Vec<(Vec<Square>, bool)>> {
        let [own, opponent] = {
            let player = self.pieces[piece.index()].player;
            [content(player), content(!player)]
        };
        let tree = self.tree(piece, from);
        let rides = &self.forest.nodes[tree.rides as usize..tree.end as usize];
        let mut slides = Vec::new();
        let mut first = 0;
        while let Some(head) = rides.get(first) {
            let end = head.end(first);
            let takes = head.accepts(opponent);
            let slides_over = |(index, node): (usize, &PathNode)| {
                let is_last = first + index + 1 == end;
                node.end(first + index) == end
                    && node.accepts(EMPTY)
                    && node.accepts(opponent) == takes
                    && !node.accepts(own)
                    && node.descends(EMPTY) != is_last
                    && !node.descends(own)
                    && !node.descends(opponent)
            };
            let nodes = &rides[first..end];
            if !nodes.iter().enumerate().all(slides_over) {
                return None;
            }
            slides.push((nodes.iter().map(|node| node.to()).collect(), takes));
            first = end;
        }
        Some(slides)
    }

    /// Goes along all moves but leaps, and tells of each square whether the piece could capture there if an opponent's piece
    /// stood on it, and whether it can go there now.
    #[inline]
    pub fn each_ride(&self, pos: &Position, piece: PieceId, from: Square, mut tell: impl FnMut(usize, bool, bool)) {
        let opponent = content(!self.pieces[piece.index()].player);
        let tree = self.tree(piece, from);
        let rides = &self.forest.nodes[tree.rides as usize..tree.end as usize];
        let mut index = 0;
        while let Some(node) = rides.get(index) {
            let content = pos.content(node.to());
            tell(usize::from(node.square), node.accepts(opponent), node.accepts(content));
            index = node.after(index, content);
        }
    }

    /// Where a piece on this square could go if it were alone on the board.
    pub fn alone(&self, piece: PieceId, from: Square) -> SquareSet {
        let tree = self.tree(piece, from);
        let mut goes = SquareSet::EMPTY;
        let mut index = tree.first as usize;
        while index < tree.end as usize {
            let node = self.forest.nodes[index];
            if node.accepts(EMPTY) {
                goes.insert(node.to());
            }
            index = node.after(index, EMPTY);
        }
        goes
    }

    /// The squares that this piece could ever go to from here, in rising order.
    pub fn reachable(&self, piece: PieceId, from: Square) -> impl Iterator<Item = Square> + '_ {
        self.candidates(self.tree(piece, from)).iter().map(|candidate| candidate.to)
    }

    fn candidates(&self, tree: PathTree) -> &[Candidate] {
        let first = tree.first_candidate as usize;
        &self.forest.candidates[first..first + usize::from(tree.candidates)]
    }

    /// Appends the moves that capture an opponent's piece or reach a goal square. For a game that is not over.
    pub fn noisy_moves(&self, pos: &Position, out: &mut Vec<Move>) {
        let opponent = content(!pos.to_move);
        let pieces = self.own_pieces(!pos.to_move).map(PieceId::new);
        let theirs = pieces.flat_map(|piece| pos.squares_of(piece)).fold(0, |theirs, square| theirs | folded(square));
        self.list(
            pos,
            out,
            |place| self.targets[place] & theirs != 0,
            |node, content| node.accepts(content) & ((content == opponent) | node.is_goal()),
        );
    }

    /// Appends the moves whose last node is `wanted`, which is told what stands there; of pieces on places that `may` have any.
    ///
    /// What a player can do is hard to foresee for the processor, so nothing here branches on it: every move is written to
    /// the end of the list, and the list grows if it is one.
    #[inline]
    fn list(
        &self,
        pos: &Position,
        out: &mut Vec<Move>,
        may: impl Fn(usize) -> bool,
        wanted: impl Fn(PathNode, u8) -> bool,
    ) {
        let mut end = out.len();
        for index in self.own_pieces(pos.to_move) {
            let piece = PieceId::new(index);
            for at in 0..pos.count(piece) {
                let from = pos.square_of(piece, at);
                if !may(self.place(piece, from)) {
                    continue;
                }
                let tree = self.tree(piece, from);
                // One more than there can be, for what is written last and is none.
                let most = end + usize::from(tree.candidates) + 1;
                if most > out.len() {
                    out.resize(most.max(end + ROOM), Move { from, to: from });
                }
                let room = out.as_mut_slice();
                let mut seen = SquareSet::EMPTY;
                let mut offer = |node: PathNode, content: u8| {
                    let to = node.to();
                    room[end] = Move { from, to };
                    let is_new = !tree.repeats || !node.accepts(content) || seen.insert(to);
                    end += usize::from(wanted(node, content) & is_new);
                };
                for &node in &self.forest.nodes[tree.first as usize..tree.rides as usize] {
                    offer(node, pos.content(node.to()));
                }
                let rides = &self.forest.nodes[tree.rides as usize..tree.end as usize];
                let mut index = 0;
                while let Some(&node) = rides.get(index) {
                    let content = pos.content(node.to());
                    offer(node, content);
                    index = node.after(index, content);
                }
            }
        }
        out.truncate(end);
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
                let at = ((u64::from(ticket) * info.reach_inverse) >> 32) as u32;
                let which = ticket - at * info.reach;
                let from = pos.square_of(piece, at as usize);
                let tree = self.tree(piece, from);
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
    #[cold]
    fn ending_by_move(&self, pos: &Position, piece: PieceId, to: Square, captured: Option<PieceId>) -> Option<Ending> {
        let mover = !pos.to_move;
        if self.is_goal(piece, to) {
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

/// Room for the moves of most positions.
const ROOM: usize = 64;
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
        self.list(pos, out, |_| true, |node, content| node.accepts(content));
        if out.len() == first {
            return Some(Outcome::Win(!pos.to_move));
        }
        if pos.ply >= self.ply_limit {
            out.truncate(first);
            return Some(Outcome::Draw);
        }
        None
    }

    // Always, because what a caller does with the position next can begin before all of it is written.
    #[inline(always)]
    fn play(&self, pos: &mut Position, mv: Move) -> Undo {
        let (piece, victim) = (pos.mover(mv), pos.piece_at(mv.to));
        let (left, reached) = (self.places[self.place(piece, mv.from)], self.places[self.place(piece, mv.to)]);
        let mut key_change = self.turn_key ^ left.key ^ reached.key;
        // Most moves leave the game open as it was.
        let mut is_over = reached.wins;
        if let Some(victim) = victim {
            key_change ^= self.places[self.place(victim, mv.to)].key;
            pos.take(mv.to);
            is_over |= pos.counts[victim.index()] < self.fewest[victim.index()] || pos.totals.0.contains(&0);
        }
        let undo = pos.shift(mv, key_change);
        if is_over {
            pos.ending = self.ending_by_move(pos, piece, mv.to, victim);
        }
        undo
    }

    #[inline(always)]
    fn undo(&self, pos: &mut Position, mv: Move, undo: Undo) {
        pos.unshift(mv, undo);
    }

    fn key(&self, pos: &Position) -> u64 {
        pos.key
    }

    fn decided(&self, pos: &Position) -> Option<Outcome> {
        pos.ending.map(|ending| ending.outcome)
    }

    fn moves_left(&self, pos: &Position) -> u32 {
        self.ply_limit.saturating_sub(pos.ply)
    }

    fn move_class(&self, pos: &Position, mv: Move) -> usize {
        pos.piece_at(mv.from).map_or(0, |piece| self.place(piece, mv.to))
    }

    fn move_classes(&self) -> usize {
        self.places.len()
    }

    fn pass(&self, pos: &mut Position) -> bool {
        pos.ply += 1;
        pos.to_move = !pos.to_move;
        pos.key ^= self.turn_key;
        true
    }

    fn unpass(&self, pos: &mut Position) {
        pos.ply -= 1;
        pos.to_move = !pos.to_move;
        pos.key ^= self.turn_key;
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
