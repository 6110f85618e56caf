//! A description as it runs: the propositional network, played as a [`Game`].

use std::fmt;

use crate::board::Player;
use crate::game::{Game, Outcome};
use crate::gdl::description::Description;
use crate::gdl::draft::{Draft, Lit, Value};
use crate::gdl::fault::Fault;
use crate::gdl::ground::{Explosion, Grounding, Limits, ground};
use crate::gdl::network::{Network, Values};
use crate::gdl::terms::{Map, Term};
use crate::rng::{Rng, split_mix};

/// Longer games are broken off and drawn: GDL asks for games that end, and a file may break that promise.
pub const MAX_PLIES: u32 = 10_000;

/// Why a text is not a game that can be played here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GdlError {
    Faults(Vec<Fault>),
    Explosion(Explosion),
    /// The game has another number of roles than two.
    Roles(Vec<String>),
    /// In a position that play can reach, both players have a choice.
    Simultaneous {
        plies: u32,
        position: String,
    },
    /// A position that is not terminal, and a role without a legal move.
    Stuck {
        plies: u32,
        role: String,
    },
}

impl fmt::Display for GdlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GdlError::Faults(faults) => {
                let lines: Vec<String> = faults.iter().map(Fault::to_string).collect();
                f.write_str(&lines.join("\n"))
            }
            GdlError::Explosion(explosion) => write!(f, "{explosion}"),
            GdlError::Roles(roles) => {
                write!(f, "1:1: expected a game of two roles, found {}: {}", roles.len(), roles.join(", "))
            }
            GdlError::Simultaneous { plies, position } => write!(
                f,
                "1:1: expected a game in which players take turns; after {plies} plies both have a choice in {position}"
            ),
            GdlError::Stuck { plies, role } => {
                write!(f, "1:1: after {plies} plies the game is not over, and {role} has no legal move")
            }
        }
    }
}

impl std::error::Error for GdlError {}

/// The node of a move that is not made.
const NO_NODE: u32 = u32::MAX;

/// A legal move, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ActionId(u32);

#[derive(Clone, Copy, Debug)]
struct Action {
    player: Player,
    action: Term,
    does: u32,
}

/// Where the legal moves of one player are among the bits: those behind the gate, then the others, in whole words.
#[derive(Clone, Debug, Default)]
struct Choices {
    /// What must hold for any of the first group to be legal.
    gate: Option<(u32, bool)>,
    gated: std::ops::Range<usize>,
    free: std::ops::Range<usize>,
}

/// A value that is read from the network, or that never changes.
#[derive(Clone, Copy, Debug)]
enum Wire {
    Fixed(bool),
    Node(u32),
}

#[derive(Clone, Debug)]
pub struct Position {
    pub(super) values: Values,
    /// The fluents that hold.
    pub(super) fluents: Vec<u64>,
    /// The nodes of the moves that were made last. Nothing but the next fluents depends on them.
    does: [u32; 2],
    key: u64,
    mover: Player,
    ply: u32,
}

/// What a move changed: the fluents, and who was to move.
#[derive(Clone, Debug)]
pub struct Undo {
    flips: Vec<u32>,
    mover: Player,
}

/// The rules of one game for two players who take turns.
#[derive(Debug)]
pub struct Reasoner {
    pub(super) description: Description,
    pub(super) grounding: Grounding,
    network: Network,
    /// By player: White is the role that moves first.
    pub(super) roles: [Term; 2],
    /// The fluents, and the nodes that stand for them.
    pub(super) fluents: Vec<Term>,
    fluent_nodes: Vec<u32>,
    keys: Vec<u64>,
    /// By number; numbers that no move has are `None`.
    actions: Vec<Option<Action>>,
    /// The word where the bits of the legal moves begin.
    legal: usize,
    choices: [Choices; 2],
    terminal: Wire,
    goals: [Vec<(u32, Wire)>; 2],
    start: Position,
}

impl Reasoner {
    /// Reads, checks and grounds a description.
    pub fn read(text: &str) -> Result<Reasoner, GdlError> {
        let description = Description::read(text).map_err(GdlError::Faults)?;
        Reasoner::new(description, Limits::default())
    }

    pub fn new(mut description: Description, limits: Limits) -> Result<Reasoner, GdlError> {
        let roles = match description.roles[..] {
            [first, second] => [first, second],
            _ => {
                let names = description.roles.iter().map(|role| description.terms.show(*role)).collect();
                return Err(GdlError::Roles(names));
            }
        };
        let grounding = ground(&mut description, limits).map_err(GdlError::Explosion)?;
        let mut reasoner = Builder::new(description, grounding, roles).finish();
        reasoner.place_first_mover(roles)?;
        reasoner.probe()?;
        Ok(reasoner)
    }

    /// White is who moves first.
    fn place_first_mover(&mut self, roles: [Term; 2]) -> Result<(), GdlError> {
        self.start.mover = self.find_mover(&self.start);
        if self.start.mover == Player::Black {
            self.roles = [roles[1], roles[0]];
            self.choices.swap(0, 1);
            self.goals.swap(0, 1);
            for action in self.actions.iter_mut().flatten() {
                action.player = !action.player;
            }
            self.start.mover = Player::White;
        }
        Ok(())
    }

    /// Plays a few random games and looks for positions in which both players have a choice, or one has none.
    fn probe(&self) -> Result<(), GdlError> {
        for game in 0..PROBES {
            let mut rng = Rng::branch(0x0067_646c, game);
            let mut pos = self.start();
            for plies in 0..PROBE_PLIES {
                if self.is_terminal(&pos) {
                    break;
                }
                let counts = Player::BOTH.map(|player| self.count(&pos, player));
                if let Some(player) = Player::BOTH.into_iter().find(|player| counts[player.index()] == 0) {
                    let role = self.description.terms.show(self.roles[player.index()]);
                    return Err(GdlError::Stuck { plies, role });
                }
                if counts[(!pos.mover).index()] > 1 {
                    let position: Vec<String> = self.show_position(&pos).into_iter().take(12).collect();
                    return Err(GdlError::Simultaneous { plies, position: position.join(" ") });
                }
                let nth = rng.below(counts[pos.mover.index()]);
                let Some(mv) = self.nth(&pos, pos.mover, nth) else { break };
                self.play(&mut pos, mv);
            }
        }
        Ok(())
    }

    pub fn description(&self) -> &Description {
        &self.description
    }

    /// Propositions and rules of the network.
    pub fn size(&self) -> (usize, usize) {
        self.network.size()
    }

    /// The name of a player's role.
    pub fn role(&self, player: Player) -> String {
        self.description.terms.show(self.roles[player.index()])
    }

    /// The fluents that hold, as KIF, sorted.
    pub fn show_position(&self, pos: &Position) -> Vec<String> {
        let mut shown: Vec<String> = self.holding(pos).map(|fluent| self.description.terms.show(fluent)).collect();
        shown.sort_unstable();
        shown
    }

    /// The fluents that hold.
    pub fn holding(&self, pos: &Position) -> impl Iterator<Item = Term> {
        (0..self.fluents.len())
            .filter(|fluent| pos.fluents[fluent / 64] >> (fluent % 64) & 1 == 1)
            .map(|fluent| self.fluents[fluent])
    }

    /// A move as KIF, without the role.
    pub fn show_move(&self, mv: ActionId) -> String {
        self.action(mv).map_or_else(String::new, |action| self.description.terms.show(action))
    }

    /// What a move is called in the description.
    pub fn action(&self, mv: ActionId) -> Option<Term> {
        self.actions[mv.0 as usize].map(|action| action.action)
    }

    /// The legal move that is written so; a move without spaces may leave out its parentheses.
    pub fn read_move(&self, pos: &Position, text: &str) -> Option<ActionId> {
        let mut legal = Vec::new();
        self.moves(pos, &mut legal);
        let plain = |text: &str| -> Vec<String> {
            text.split(|c: char| c.is_whitespace() || "(),".contains(c))
                .filter(|word| !word.is_empty())
                .map(str::to_ascii_lowercase)
                .collect()
        };
        let wanted = plain(text);
        legal.into_iter().find(|mv| plain(&self.show_move(*mv)) == wanted)
    }

    pub fn is_terminal(&self, pos: &Position) -> bool {
        self.read_wire(pos, self.terminal)
    }

    /// The goal value of a player; 0 where the description gives none.
    pub fn goal(&self, pos: &Position, player: Player) -> u32 {
        let goals = &self.goals[player.index()];
        goals.iter().find(|(_, wire)| self.read_wire(pos, *wire)).map_or(0, |(value, _)| *value)
    }

    /// The legal moves of either player, also of the one who only waits, and also where the game is over.
    pub fn legal(&self, pos: &Position, player: Player) -> Vec<ActionId> {
        let mut moves = Vec::new();
        self.each_legal(pos, player, &mut |mv| moves.push(mv));
        moves
    }

    /// Plies since the start.
    pub fn ply(&self, pos: &Position) -> u32 {
        pos.ply
    }

    fn read_wire(&self, pos: &Position, wire: Wire) -> bool {
        match wire {
            Wire::Fixed(value) => value,
            Wire::Node(node) => self.network.is_true(&pos.values, node),
        }
    }

    fn is_open(&self, pos: &Position, player: Player) -> bool {
        let gate = self.choices[player.index()].gate;
        gate.is_none_or(|(node, negated)| self.network.is_true(&pos.values, node) != negated)
    }

    /// The words of the bits with a player's legal moves.
    fn words(&self, pos: &Position, player: Player) -> impl Iterator<Item = usize> + use<> {
        let choices = &self.choices[player.index()];
        let gated = if self.is_open(pos, player) { choices.gated.clone() } else { 0..0 };
        gated.chain(choices.free.clone())
    }

    fn count(&self, pos: &Position, player: Player) -> u32 {
        self.words(pos, player).map(|word| pos.values.bits[self.legal + word].count_ones()).sum()
    }

    fn nth(&self, pos: &Position, player: Player, mut nth: u32) -> Option<ActionId> {
        for word in self.words(pos, player) {
            let mut bits = pos.values.bits[self.legal + word];
            let count = bits.count_ones();
            if nth < count {
                for _ in 0..nth {
                    bits &= bits - 1;
                }
                return Some(ActionId(word as u32 * 64 + bits.trailing_zeros()));
            }
            nth -= count;
        }
        None
    }

    fn each_legal(&self, pos: &Position, player: Player, visit: &mut impl FnMut(ActionId)) {
        for word in self.words(pos, player) {
            let mut bits = pos.values.bits[self.legal + word];
            while bits != 0 {
                visit(ActionId(word as u32 * 64 + bits.trailing_zeros()));
                bits &= bits - 1;
            }
        }
    }

    /// Whose gate is open, if only one is; who has a choice; who does something else than wait.
    fn find_mover(&self, pos: &Position) -> Player {
        if self.choices.iter().all(|choices| choices.gate.is_some()) {
            let open = Player::BOTH.map(|player| self.is_open(pos, player));
            match open {
                [true, false] => return Player::White,
                [false, true] => return Player::Black,
                _ => {}
            }
        }
        let counts = Player::BOTH.map(|player| self.count(pos, player));
        if counts[0] > 1 || counts[1] <= 1 && !self.waits(pos, Player::White) {
            Player::White
        } else if counts[1] > 1 || !self.waits(pos, Player::Black) {
            Player::Black
        } else {
            Player::White
        }
    }

    /// Whether a player has nothing to do but an action without arguments, such as `noop`.
    fn waits(&self, pos: &Position, player: Player) -> bool {
        let only = self.nth(pos, player, 0).and_then(|mv| self.action(mv));
        only.is_none_or(|action| self.description.terms.arguments(action).is_empty())
    }

    /// Changes fluents, and what follows from them.
    fn flip(&self, pos: &mut Position, flips: &[u32]) {
        for &fluent in flips {
            let at = fluent as usize;
            let now = pos.fluents[at / 64] >> (at % 64) & 1 == 0;
            pos.fluents[at / 64] ^= 1 << (at % 64);
            pos.key ^= self.keys[at];
            self.network.set(&mut pos.values, self.fluent_nodes[at], now);
        }
        self.network.settle(&mut pos.values);
    }

    fn outcome(&self, pos: &Position) -> Outcome {
        match self.goal(pos, Player::White).cmp(&self.goal(pos, Player::Black)) {
            std::cmp::Ordering::Greater => Outcome::Win(Player::White),
            std::cmp::Ordering::Less => Outcome::Win(Player::Black),
            std::cmp::Ordering::Equal => Outcome::Draw,
        }
    }

    /// How the game ended, if it has: by the description, or because a player has no move where it should have one, or because
    /// it takes too long.
    fn ending(&self, pos: &Position) -> Option<Outcome> {
        if self.is_terminal(pos) {
            return Some(self.outcome(pos));
        }
        (pos.ply >= MAX_PLIES || self.words(pos, pos.mover).all(|word| pos.values.bits[self.legal + word] == 0))
            .then_some(Outcome::Draw)
    }

    /// What the players do when the one to move plays this: the other one has one legal move at most.
    pub(super) fn joint(&self, pos: &Position, mv: ActionId) -> Vec<(Term, Term)> {
        let other = self.nth(pos, !pos.mover, 0);
        [Some(mv), other]
            .into_iter()
            .flatten()
            .filter_map(|mv| self.actions[mv.0 as usize])
            .map(|action| (self.roles[action.player.index()], action.action))
            .collect()
    }
}

/// Games and plies of [`Reasoner::probe`].
const PROBES: u64 = 4;
const PROBE_PLIES: u32 = 200;

impl Game for Reasoner {
    type Position = Position;
    type Move = ActionId;
    type Undo = Undo;

    fn start(&self) -> Position {
        self.start.clone()
    }

    fn to_move(&self, pos: &Position) -> Player {
        pos.mover
    }

    fn moves(&self, pos: &Position, out: &mut Vec<ActionId>) -> Option<Outcome> {
        if let Some(outcome) = self.ending(pos) {
            return Some(outcome);
        }
        self.each_legal(pos, pos.mover, &mut |mv| out.push(mv));
        None
    }

    fn play(&self, pos: &mut Position, mv: ActionId) -> Undo {
        let other = self.nth(pos, !pos.mover, 0).and_then(|mv| self.actions[mv.0 as usize]);
        let does = [self.actions[mv.0 as usize], other].map(|action| action.map_or(NO_NODE, |action| action.does));
        // The last moves are withdrawn only now: what stays whatever is played then does not change in between.
        let before = std::mem::replace(&mut pos.does, does);
        for node in does.into_iter().filter(|node| *node != NO_NODE) {
            self.network.set(&mut pos.values, node, true);
        }
        for node in before.into_iter().filter(|node| *node != NO_NODE && !does.contains(node)) {
            self.network.set(&mut pos.values, node, false);
        }
        self.network.settle(&mut pos.values);
        let mut flips = Vec::with_capacity(8);
        for (word, (next, now)) in pos.values.bits.iter().zip(&pos.fluents).enumerate() {
            let mut changed = next ^ now;
            while changed != 0 {
                flips.push(word as u32 * 64 + changed.trailing_zeros());
                changed &= changed - 1;
            }
        }
        self.flip(pos, &flips);
        let mover = pos.mover;
        pos.ply += 1;
        pos.mover = self.find_mover(pos);
        Undo { flips, mover }
    }

    fn undo(&self, pos: &mut Position, _mv: ActionId, undo: Undo) {
        self.flip(pos, &undo.flips);
        pos.ply -= 1;
        pos.mover = undo.mover;
    }

    fn key(&self, pos: &Position) -> u64 {
        pos.key
    }

    fn decided(&self, pos: &Position) -> Option<Outcome> {
        self.is_terminal(pos).then(|| self.outcome(pos))
    }

    fn moves_left(&self, pos: &Position) -> u32 {
        MAX_PLIES - pos.ply
    }

    fn move_class(&self, _pos: &Position, mv: ActionId) -> usize {
        mv.0 as usize
    }

    fn move_classes(&self) -> usize {
        self.actions.len()
    }

    fn random_move(&self, pos: &Position, rng: &mut Rng, _scratch: &mut Vec<ActionId>) -> Result<ActionId, Outcome> {
        if self.is_terminal(pos) || pos.ply >= MAX_PLIES {
            return Err(self.ending(pos).unwrap_or(Outcome::Draw));
        }
        match self.count(pos, pos.mover) {
            0 => Err(Outcome::Draw),
            count => self.nth(pos, pos.mover, rng.below(count)).ok_or(Outcome::Draw),
        }
    }
}

/// Turns a grounding into a reasoner.
struct Builder {
    description: Description,
    grounding: Grounding,
    roles: [Term; 2],
    draft: Draft,
}

impl Builder {
    fn new(description: Description, grounding: Grounding, roles: [Term; 2]) -> Builder {
        let draft = Draft::new(&description.terms, &description.keywords, &grounding);
        Builder { description, grounding, roles, draft }
    }

    fn wire(&self, network: &Network, atom: Term) -> Wire {
        match self.draft.find(atom) {
            None => Wire::Fixed(false),
            Some(prop) => match self.draft.values[prop] {
                Value::Always => Wire::Fixed(true),
                Value::Never => Wire::Fixed(false),
                Value::Changes => network.node(prop).map_or(Wire::Fixed(false), Wire::Node),
            },
        }
    }

    fn finish(mut self) -> Reasoner {
        let words = self.description.keywords;
        // Fluents: everything that can be true.
        let truths: Vec<Term> = self.grounding.atoms(words.truth).to_vec();
        let fluents: Vec<Term> = truths.iter().map(|atom| self.description.terms.arguments(*atom)[0]).collect();
        let nexts: Vec<Term> =
            fluents.iter().map(|fluent| self.description.terms.term(words.next, &[*fluent])).collect();

        // Moves: by player, those behind the gate first.
        let mut actions: Vec<Option<(Player, Term, usize)>> = Vec::new();
        let mut gates: Vec<Option<Lit>> = Vec::new();
        let mut choices: [Choices; 2] = Default::default();
        for player in Player::BOTH {
            let mut legal: Vec<(Term, usize)> = Vec::new();
            for &atom in self.grounding.atoms(words.legal) {
                let arguments = self.description.terms.arguments(atom);
                if arguments[0] == self.roles[player.index()]
                    && let Some(prop) = self.draft.find(atom)
                    && self.draft.values[prop] != Value::Never
                {
                    legal.push((arguments[1], prop));
                }
            }
            let among: Vec<usize> = legal.iter().map(|(_, prop)| *prop).collect();
            let (gate, gated) = match self.draft.factor(&among) {
                Some((lit, props)) => (Some(lit), props),
                None => (None, Vec::new()),
            };
            gates.push(gate);
            let (behind, free): (Vec<_>, Vec<_>) = legal.into_iter().partition(|(_, prop)| gated.contains(prop));
            let mut add = |group: Vec<(Term, usize)>| {
                let first = actions.len() / 64;
                actions.extend(group.into_iter().map(|(action, prop)| Some((player, action, prop))));
                actions.resize(actions.len().next_multiple_of(64), None);
                first..actions.len() / 64
            };
            choices[player.index()].gated = add(behind);
            choices[player.index()].free = add(free);
        }
        let kept: Vec<Lit> = gates.iter().flatten().copied().collect();
        self.draft.merge(&kept);

        // The network: fluents and moves go in, bits for the next fluents and the legal moves come out.
        let legal = fluents.len().div_ceil(64);
        let mut watch: Vec<(usize, usize)> = Vec::new();
        let mut always: Vec<usize> = Vec::new();
        let outputs = nexts.iter().enumerate().map(|(bit, atom)| (self.draft.find(*atom), bit));
        let moves =
            actions.iter().enumerate().map(|(number, action)| (action.map(|(_, _, prop)| prop), legal * 64 + number));
        for (prop, bit) in outputs.chain(moves) {
            let Some(prop) = prop else { continue };
            match self.draft.values[prop] {
                Value::Always => always.push(bit),
                Value::Never => {}
                Value::Changes => watch.push((prop, bit)),
            }
        }
        let does: Map<(Term, Term), usize> = self
            .grounding
            .atoms(words.does)
            .iter()
            .filter_map(|atom| {
                let arguments = self.description.terms.arguments(*atom);
                Some(((arguments[0], arguments[1]), self.draft.find(*atom)?))
            })
            .collect();
        let props = |atoms: &[Term]| -> Vec<usize> { atoms.iter().filter_map(|atom| self.draft.find(*atom)).collect() };
        let mut inputs = props(&truths);
        inputs.extend(props(self.grounding.atoms(words.does)));
        inputs.extend(kept.iter().map(|lit| lit.prop()));
        let terminal = self.description.terms.term(words.terminal, &[]);
        inputs.extend(self.draft.find(terminal));
        inputs.extend(props(self.grounding.atoms(words.goal)));
        let network = Network::new(&self.draft, &inputs, &watch, legal * 64 + actions.len());
        let node = |prop: usize| network.node(prop).expect("inputs have nodes");

        for (choices, gate) in choices.iter_mut().zip(&gates) {
            choices.gate = gate.map(|lit| (node(lit.prop()), lit.is_negated()));
        }
        let mut goals: [Vec<(u32, Wire)>; 2] = Default::default();
        for &atom in self.grounding.atoms(words.goal) {
            let arguments = self.description.terms.arguments(atom);
            let value = self.description.terms.show(arguments[1]).parse().unwrap_or(0);
            if let Some(player) = self.roles.iter().position(|role| *role == arguments[0]) {
                goals[player].push((value, self.wire(&network, atom)));
            }
        }
        // Where a description gives two values, which it should not, the higher one counts.
        goals.iter_mut().for_each(|goals| goals.sort_by_key(|(value, _)| std::cmp::Reverse(*value)));
        let terminal = self.wire(&network, terminal);
        let actions: Vec<Option<Action>> = actions
            .into_iter()
            .map(|entry| {
                let (player, action, _) = entry?;
                let does = does.get(&(self.roles[player.index()], action))?;
                Some(Action { player, action, does: node(*does) })
            })
            .collect();
        let mut chance = 0x6764_6c00;
        let keys = fluents.iter().map(|_| split_mix(&mut chance)).collect();
        let fluent_nodes: Vec<u32> = props(&truths).into_iter().map(node).collect();
        let mut values = network.start();
        always.iter().for_each(|bit| values.bits[bit / 64] |= 1 << (bit % 64));
        let start =
            Position { values, fluents: vec![0; legal], does: [NO_NODE; 2], key: 0, mover: Player::White, ply: 0 };
        let numbers: Map<Term, u32> =
            fluents.iter().enumerate().map(|(number, fluent)| (*fluent, number as u32)).collect();
        let init: Vec<u32> = self
            .grounding
            .atoms(words.init)
            .iter()
            .filter_map(|atom| numbers.get(&self.description.terms.arguments(*atom)[0]).copied())
            .collect();
        let mut reasoner = Reasoner {
            description: self.description,
            grounding: self.grounding,
            network,
            roles: self.roles,
            fluents,
            fluent_nodes,
            keys,
            actions,
            legal,
            choices,
            terminal,
            goals,
            start: start.clone(),
        };
        let mut start = start;
        reasoner.flip(&mut start, &init);
        reasoner.start = start;
        reasoner
    }
}
