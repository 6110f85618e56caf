//! The rules word by word, as slow as they are plain: the yardstick for [`Rules`](crate::metagame::Rules).
//!
//! Nothing is computed ahead. A state is a map from squares to pieces, and a legal move is a complete path through the
//! stages of a turn, found by trying every one.

use std::collections::BTreeMap;

use crate::board::Player;
use crate::game::Outcome;

use crate::metagame::{
    At, BoardType, Capture, Decider, Description, Effect, GameDef, Goal, Interval, Movement, MovementKind, Owner,
    PieceDef, Promotion, Setup, Shape, Side, Vector,
};

/// A piece by its type, a number in [`GameDef::types`], and its owner.
pub type Man = (usize, Player);

/// Everything that the rules ask about (the appendix's state properties).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub board: BTreeMap<At, Man>,
    pub hands: [BTreeMap<Man, u32>; 2],
    pub control: Player,
    pub assigning: bool,
    /// A promotion that the player in control must carry out first: the square, and the pieces to choose from.
    pub pending: Option<(At, Vec<Man>)>,
    pub count: u32,
}

/// Interprets a definition. It must have passed [`GameDef::check`].
#[derive(Clone, Debug)]
pub struct Literal<'a> {
    def: &'a GameDef,
    types: Vec<&'a str>,
    shape: Shape,
}

/// The squares crossed over pieces, and the target.
type Path = (Vec<At>, At);

fn other(side: Side, player: Player) -> Player {
    match side {
        Side::Player => player,
        Side::Opponent => !player,
    }
}

impl<'a> Literal<'a> {
    pub fn new(def: &'a GameDef) -> Literal<'a> {
        Literal { def, types: def.types(), shape: Shape::of(def) }
    }

    fn type_of(&self, name: &str) -> usize {
        self.types.iter().position(|other| *other == name).unwrap_or(0)
    }

    fn piece(&self, man: Man) -> Option<&'a PieceDef> {
        self.def.pieces.get(man.0)
    }

    /// The position in which play begins. A random set-up pairs names and squares in their order.
    pub fn start(&self) -> State {
        let mut state = State {
            board: BTreeMap::new(),
            hands: [BTreeMap::new(), BTreeMap::new()],
            control: Player::White,
            assigning: false,
            pending: None,
            count: 0,
        };
        for player in Player::BOTH {
            match &self.def.setup {
                Setup::Fixed(list) => {
                    for (name, squares) in list {
                        for at in squares {
                            state.board.insert(self.shape.at_for(player, *at), (self.type_of(name), player));
                        }
                    }
                }
                Setup::Decision { decider: Decider::Random, names, squares } => {
                    for (name, at) in self.def.listed(names).into_iter().zip(squares) {
                        state.board.insert(self.shape.at_for(player, *at), (self.type_of(name), player));
                    }
                }
                Setup::Decision { decider: Decider::Side(side), names, .. } => {
                    state.assigning = true;
                    for name in self.def.listed(names) {
                        let holder = other(*side, player);
                        *state.hands[holder.index()].entry((self.type_of(name), player)).or_default() += 1;
                    }
                }
            }
        }
        state
    }

    /// Whether a piece is one of those described, for the side that the description belongs to.
    pub fn matches(&self, description: &Description, side: Player, man: Man) -> bool {
        let owner = match description.owner {
            Owner::Only(word) => other(word, side) == man.1,
            Owner::Any => true,
        };
        owner && description.names.has(self.types[man.0])
    }

    fn all_men(&self) -> impl Iterator<Item = Man> + use<> {
        (0..self.types.len()).flat_map(|kind| Player::BOTH.map(|player| (kind, player)))
    }

    // ---- movements, on a board from which the moving piece has been lifted ----

    /// Every number of squares from `low` to `high` that satisfy a condition, with where they end.
    fn line(
        &self,
        from: At,
        vector: Vector,
        (low, high): (usize, usize),
        origin: At,
        ok: &dyn Fn(At) -> bool,
    ) -> Vec<(Vec<At>, At)> {
        let mut found = Vec::new();
        let (mut squares, mut at) = (Vec::new(), from);
        loop {
            if (low..=high).contains(&squares.len()) {
                found.push((squares.clone(), at));
            }
            if squares.len() >= high {
                return found;
            }
            match self.shape.step(at, vector) {
                // A line around a cylinder does not pass its own origin.
                Some(next) if next != origin && ok(next) => {
                    squares.push(next);
                    at = next;
                }
                _ => return found,
            }
        }
    }

    fn paths(
        &self,
        board: &BTreeMap<At, Man>,
        from: At,
        movement: &Movement,
        vector: Vector,
        mover: Player,
    ) -> Vec<Path> {
        let empty = |at: At| !board.contains_key(&at);
        let bounds = |part: Interval| (usize::from(part.least()), usize::from(part.most()));
        let leap = |at: At, hopped: Vec<At>| self.shape.step(at, vector).map(|to| (hopped, to));
        match &movement.kind {
            MovementKind::Leap => leap(from, Vec::new()).into_iter().collect(),
            MovementKind::Ride { min, max, .. } => {
                let bounds = (usize::from(min.unwrap_or(1)) - 1, usize::from(max.unwrap_or(u8::MAX)) - 1);
                let ends = self.line(from, vector, bounds, from, &empty);
                ends.into_iter().filter_map(|(_, end)| leap(end, Vec::new())).collect()
            }
            MovementKind::Hop { before, over, after, hop_over } => {
                let crossed = |at: At| board.get(&at).is_some_and(|man| self.matches(hop_over, mover, *man));
                let mut paths = Vec::new();
                for (_, end) in self.line(from, vector, bounds(*before), from, &empty) {
                    for (hopped, end) in self.line(end, vector, bounds(*over), from, &crossed) {
                        for (_, end) in self.line(end, vector, bounds(*after), from, &empty) {
                            paths.extend(leap(end, hopped.clone()));
                        }
                    }
                }
                paths
            }
        }
    }

    fn vectors(&self, movement: &Movement, mover: Player) -> Vec<Vector> {
        let closure = movement.symmetries.closure(movement.vector);
        closure.into_iter().map(|vector| self.shape.vector_for(mover, vector)).collect()
    }

    fn longest(&self, movement: &Movement) -> bool {
        self.def.board_type == BoardType::Planar && matches!(movement.kind, MovementKind::Ride { longest: true, .. })
    }

    /// Where a lifted piece can go with its moving power.
    pub fn moving(&self, board: &BTreeMap<At, Man>, man: Man, from: At) -> Vec<At> {
        let mut targets = Vec::new();
        for movement in self.piece(man).into_iter().flat_map(|piece| &piece.moving) {
            for vector in self.vectors(movement, man.1) {
                let mut found: Vec<At> =
                    self.paths(board, from, movement, vector, man.1).into_iter().map(|path| path.1).collect();
                found.retain(|to| !board.contains_key(to));
                if self.longest(movement) {
                    found = found.last().copied().into_iter().collect();
                }
                for to in found {
                    if !targets.contains(&to) {
                        targets.push(to);
                    }
                }
            }
        }
        targets
    }

    /// The captures of a lifted piece: target, victims in the order of their squares, and effect.
    pub fn captures(&self, board: &BTreeMap<At, Man>, man: Man, from: At) -> Vec<(At, Vec<At>, Effect)> {
        let mut captures = Vec::new();
        for capture in self.piece(man).into_iter().flat_map(|piece| &piece.capturing) {
            for movement in &capture.movements {
                for vector in self.vectors(movement, man.1) {
                    let paths = self.paths(board, from, movement, vector, man.1).into_iter();
                    let mut found: Vec<(At, Vec<At>, Effect)> = paths
                        .map(|(hopped, to)| (to, self.victims(board, capture, man.1, from, vector, &hopped, to)))
                        .filter(|(to, victims)| {
                            !victims.is_empty() && (!board.contains_key(to) || victims.contains(to))
                        })
                        .map(|(to, victims)| (to, victims, capture.effect))
                        .collect();
                    if self.longest(movement) {
                        found = found.pop().into_iter().collect();
                    }
                    for found in found {
                        if !captures.contains(&found) {
                            captures.push(found);
                        }
                    }
                }
            }
        }
        captures
    }

    #[expect(clippy::too_many_arguments, reason = "the rule has as many words")]
    fn victims(
        &self,
        board: &BTreeMap<At, Man>,
        capture: &Capture,
        mover: Player,
        from: At,
        vector: Vector,
        hopped: &[At],
        to: At,
    ) -> Vec<At> {
        let mut squares = Vec::new();
        if capture.methods.clobber {
            squares.push(to);
        }
        if capture.methods.retrieve {
            squares.extend(self.shape.step(from, Vector { dx: -vector.dx, dy: -vector.dy }));
        }
        if capture.methods.hop {
            squares.extend(hopped);
        }
        squares.retain(|at| board.get(at).is_some_and(|man| self.matches(&capture.victims, mover, *man)));
        squares.sort_by_key(|(x, y)| (*y, *x));
        squares.dedup();
        squares
    }

    // ---- turns ----

    /// Every legal move by its text, with the state it leads to. The game must not be over.
    pub fn legal(&self, state: &State) -> BTreeMap<String, State> {
        let mut moves = BTreeMap::new();
        let mover = state.control;
        if state.assigning {
            let Setup::Decision { squares, .. } = &self.def.setup else {
                return moves;
            };
            for &man in state.hands[mover.index()].keys() {
                for at in squares {
                    self.place(state, man, self.shape.at_for(man.1, *at), String::new(), &mut moves);
                }
            }
            return moves;
        }
        match &state.pending {
            None => self.ordinary(state, String::new(), &mut moves),
            Some((at, options)) => {
                for man in options {
                    let mut next = state.clone();
                    next.pending = None;
                    next.board.insert(*at, *man);
                    self.ordinary(&next, format!("promote {} {} ; ", name(*at), self.man(*man)), &mut moves);
                }
            }
        }
        moves
    }

    fn place(&self, state: &State, man: Man, at: At, before: String, moves: &mut BTreeMap<String, State>) {
        if state.board.contains_key(&at) {
            return;
        }
        let mut next = state.clone();
        next.board.insert(at, man);
        let hand = &mut next.hands[state.control.index()];
        let left = hand.get(&man).map_or(0, |count| count - 1);
        if left == 0 {
            hand.remove(&man);
        } else {
            hand.insert(man, left);
        }
        if next.hands.iter().all(BTreeMap::is_empty) {
            next.assigning = false;
        }
        let text = format!("{before}{} ({}) -> {} .", self.man(man), colour(state.control), name(at));
        moves.insert(text, passed(next));
    }

    fn ordinary(&self, state: &State, before: String, moves: &mut BTreeMap<String, State>) {
        let mover = state.control;
        for &man in state.hands[mover.index()].keys() {
            for y in 1..=self.def.height {
                for x in 1..=self.def.width {
                    self.place(state, man, (x, y), before.clone(), moves);
                }
            }
        }
        let own: Vec<(At, Man)> =
            state.board.iter().filter(|(_, man)| man.1 == mover).map(|(at, man)| (*at, *man)).collect();
        let mut lifted = Vec::new();
        for (at, man) in own {
            let mut state = state.clone();
            state.board.remove(&at);
            let captures = self.captures(&state.board, man, at);
            lifted.push((at, man, state, captures));
        }
        let any = lifted.iter().any(|(.., captures)| !captures.is_empty());
        for (at, man, state, captures) in &lifted {
            for capture in captures {
                self.capture(state, *man, *at, capture, before.clone(), moves);
            }
            let local = self.piece(*man).is_some_and(|piece| piece.must_capture);
            let forbidden = if self.def.must_capture { any } else { local && !captures.is_empty() };
            if !forbidden {
                for to in self.moving(&state.board, *man, *at) {
                    let text = format!("{before}{} {} -> {}", self.man(*man), name(*at), name(to));
                    self.finish(state, *man, to, text, moves);
                }
            }
        }
    }

    /// One capture and all that may follow it in the same turn.
    fn capture(
        &self,
        state: &State,
        man: Man,
        from: At,
        (to, victims, effect): &(At, Vec<At>, Effect),
        before: String,
        moves: &mut BTreeMap<String, State>,
    ) {
        let mut next = state.clone();
        let mut text = format!("{before}{} {} -> {}", self.man(man), name(from), name(*to));
        for at in victims {
            let Some(victim) = next.board.remove(at) else { continue };
            text += &format!(" x {} {}", self.man(victim), name(*at));
            if let Effect::Possess(side) = effect {
                let possessor = other(*side, man.1);
                *next.hands[possessor.index()].entry((victim.0, possessor)).or_default() += 1;
                text += &format!(" /({})", colour(possessor));
            }
        }
        let Some(piece) = self.piece(man) else { return };
        if piece.continue_captures {
            let more = self.captures(&next.board, man, *to);
            for capture in &more {
                self.capture(&next, man, *to, capture, format!("{text} ; "), moves);
            }
            if !more.is_empty() && (self.def.must_capture || piece.must_capture) {
                return;
            }
        }
        self.finish(&next, man, *to, text, moves);
    }

    /// The end of a turn in which a piece was moved: promotion.
    fn finish(&self, state: &State, man: Man, to: At, text: String, moves: &mut BTreeMap<String, State>) {
        let promotion = self.piece(man).and_then(|piece| piece.promoting.as_ref());
        let territory = self.shape.in_territory(man.1, to, self.def.promote_rank);
        let mut put = |new: Man, text: String| {
            let mut next = state.clone();
            next.board.insert(to, new);
            moves.insert(text, passed(next));
        };
        let promoted = |new: Man| format!("{text} ; promote {} {} .", name(to), self.man(new));
        match promotion.filter(|_| territory) {
            None => put(man, format!("{text} .")),
            Some(Promotion::To(name)) => {
                let new = (self.type_of(name), man.1);
                put(new, promoted(new));
            }
            Some(Promotion::Choice { decider: Side::Player, options }) => {
                self.all_men().filter(|new| self.matches(options, man.1, *new)).for_each(|new| put(new, promoted(new)));
            }
            Some(Promotion::Choice { decider: Side::Opponent, options }) => {
                let mut next = state.clone();
                let options = self.all_men().filter(|new| self.matches(options, man.1, *new)).collect();
                next.pending = Some((to, options));
                moves.insert(format!("{text} ."), passed(next));
            }
        }
    }

    // ---- goals ----

    fn achieved(&self, state: &State, side: Player, stuck: bool) -> bool {
        self.def.goals.iter().any(|goal| match goal {
            Goal::Stalemate(word) => other(*word, side) == state.control && stuck,
            Goal::Eradicate(description) => {
                !state.assigning && !state.board.values().any(|man| self.matches(description, side, *man))
            }
            Goal::Arrive(description, squares) => squares.iter().any(|at| {
                let man = state.board.get(&self.shape.at_for(side, *at));
                man.is_some_and(|man| self.matches(description, side, *man))
            }),
        })
    }

    /// How the game ended, by goals and the limit of plies. Repetition is left to the caller, who knows the past.
    pub fn outcome(&self, state: &State, moves: &BTreeMap<String, State>) -> Option<Outcome> {
        let stuck = moves.is_empty();
        match Player::BOTH.map(|side| self.achieved(state, side, stuck)) {
            [true, false] => Some(Outcome::Win(Player::White)),
            [false, true] => Some(Outcome::Win(Player::Black)),
            [true, true] => Some(Outcome::Draw),
            // Without a stalemate goal there is nothing left to play for; goals come before the limit.
            [false, false] => (stuck || state.count >= crate::metagame::MOST_PLIES).then_some(Outcome::Draw),
        }
    }

    /// How many sequences of so many legal moves there are, from a state whose past does not matter.
    pub fn perft(&self, state: &State, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.legal(state);
        if self.outcome(state, &moves).is_some() {
            return 0;
        }
        if depth == 1 {
            return moves.len() as u64;
        }
        moves.values().map(|next| self.perft(next, depth - 1)).sum()
    }

    fn man(&self, man: Man) -> String {
        format!("{} {}", colour(man.1), self.types[man.0])
    }
}

fn colour(player: Player) -> &'static str {
    match player {
        Player::White => "white",
        Player::Black => "black",
    }
}

fn name((x, y): At) -> String {
    format!("({},{y})", char::from(b'a' + x - 1))
}

fn passed(mut state: State) -> State {
    state.control = !state.control;
    state.count += 1;
    state
}
