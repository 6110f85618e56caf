//! Is this description a simplified boardgame? What its board is, what its pieces are, and which rule says otherwise.
//!
//! Nothing is taken from names: a fluent of two coordinates and a piece is the board when no square ever holds two pieces,
//! and every move of the class takes one piece from a square, which it leaves empty, to another.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::board::{Geometry, Player, Square};
use crate::game::Game;
use crate::gdl::description::Rule;
use crate::gdl::kif::Place;
use crate::gdl::paths::Watched;
use crate::gdl::reasoner::{ActionId, Position, Reasoner};
use crate::gdl::terms::{Pattern, Sym, Term};
use crate::rng::Rng;
use crate::sbg::Move;

/// A game that is not of the class, and the rule that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotOfClass {
    pub why: String,
    /// The game may be of the class after all: what was seen does not tell.
    pub undecided: bool,
    pub rule: Option<(Place, String)>,
}

impl NotOfClass {
    pub(super) fn new(why: impl Into<String>, rule: Option<&Rule>) -> NotOfClass {
        NotOfClass { why: why.into(), undecided: false, rule: rule.map(|rule| (rule.place, rule.text.clone())) }
    }
}

impl fmt::Display for NotOfClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (place, text) = match &self.rule {
            Some((place, text)) => (*place, format!("; see {text}")),
            None => (Place { line: 1, column: 1 }, String::new()),
        };
        let verdict =
            if self.undecided { "cannot be learned from where moves end" } else { "not a simplified boardgame" };
        write!(f, "{place}: {verdict}: {}{text}", self.why)
    }
}

impl std::error::Error for NotOfClass {}

/// What stands where in a description.
#[derive(Clone, Debug)]
pub struct Reading {
    pub board: Geometry,
    fluent: Sym,
    /// Which argument is the column, the row, the piece.
    places: [usize; 3],
    columns: Vec<Term>,
    rows: Vec<Term>,
    /// The piece that stands for an empty square, where there is one.
    blank: Option<Term>,
    letters: BTreeMap<Term, char>,
}

impl Reading {
    /// What stands on each square, without the letters.
    fn cells(&self, reasoner: &Reasoner, pos: &Position) -> Vec<Option<Term>> {
        let mut cells = vec![None; self.board.size()];
        for fluent in reasoner.holding(pos) {
            if let Some((square, piece)) = self.square(reasoner, fluent)
                && Some(piece) != self.blank
            {
                cells[square.index()] = Some(piece);
            }
        }
        cells
    }

    /// The square and the piece that a fluent speaks of.
    fn square(&self, reasoner: &Reasoner, fluent: Term) -> Option<(Square, Term)> {
        let terms = &reasoner.description.terms;
        let arguments = terms.arguments(fluent);
        if terms.functor(fluent) != self.fluent || arguments.len() != 3 {
            return None;
        }
        let [x, y, piece] = self.places.map(|place| arguments[place]);
        let x = self.columns.iter().position(|column| *column == x)?;
        let y = self.rows.iter().position(|row| *row == y)?;
        Some((self.board.at(x, y)?, piece))
    }

    /// The fluent that says that a piece, or nothing, stands on a square.
    fn fluent(&self, reasoner: &Reasoner, square: Square, piece: Option<Term>) -> Option<Term> {
        let mut arguments = [piece.or(self.blank)?; 3];
        arguments[self.places[0]] = self.columns[self.board.x(square)];
        arguments[self.places[1]] = self.rows[self.board.y(square)];
        reasoner.description.terms.find(self.fluent, &arguments)
    }

    /// The letter of a piece: upper case for White's.
    pub fn letter(&self, piece: Term) -> Option<char> {
        self.letters.get(&piece).copied()
    }

    /// The pieces and their letters.
    pub fn letters(&self) -> impl Iterator<Item = (Term, char)> {
        self.letters.iter().map(|(piece, letter)| (*piece, *letter))
    }

    /// The squares that a move leads from and to, found by making it.
    pub fn square_move(&self, reasoner: &Reasoner, pos: &mut Position, mv: ActionId) -> Option<Move> {
        let before = self.cells(reasoner, pos);
        self.read_move(reasoner, pos, &before, mv).ok()
    }

    fn read_move(
        &self,
        reasoner: &Reasoner,
        pos: &mut Position,
        before: &[Option<Term>],
        mv: ActionId,
    ) -> Result<Move, NotOfClass> {
        let undo = reasoner.play(pos, mv);
        let after = self.cells(reasoner, pos);
        reasoner.undo(pos, mv, undo);
        let changed: Vec<Square> =
            self.board.squares().filter(|square| before[square.index()] != after[square.index()]).collect();
        let left: Vec<Square> = changed.iter().copied().filter(|square| after[square.index()].is_none()).collect();
        let entered: Vec<Square> = changed.iter().copied().filter(|square| after[square.index()].is_some()).collect();
        match (&left[..], &entered[..]) {
            ([from], [to]) if before[from.index()] == after[to.index()] => return Ok(Move { from: *from, to: *to }),
            _ => {}
        }
        let model = reasoner.model(pos, Some(mv));
        let next_of = |square: Square, piece: Option<Term>| {
            let fluent = self.fluent(reasoner, square, piece)?;
            reasoner.description.terms.find(reasoner.description.keywords.next, &[fluent])
        };
        let shown = reasoner.show_move(mv);
        let at = |square: Square| self.board.name(square);
        let name =
            |piece: Option<Term>| piece.map_or("nothing".to_owned(), |piece| reasoner.description.terms.show(piece));
        let odd = entered.iter().copied().find(|to| !left.iter().any(|from| before[from.index()] == after[to.index()]));
        if let Some(to) = odd {
            let rule = next_of(to, after[to.index()]).and_then(|atom| reasoner.why(&model, atom));
            let why = if left.is_empty() {
                format!("{shown} puts {} on {}, and no piece moves there", name(after[to.index()]), at(to))
            } else {
                format!("{shown} changes a piece: {} appears on {}", name(after[to.index()]), at(to))
            };
            return Err(NotOfClass::new(why, rule));
        }
        if left.len() > 1 {
            // One of them moved; the other one vanished from a square that no piece entered.
            let gone = left
                .iter()
                .copied()
                .find(|square| !entered.iter().any(|to| after[to.index()] == before[square.index()]));
            let gone = gone.unwrap_or(left[left.len() - 1]);
            let cleared = next_of(gone, None).and_then(|atom| reasoner.why(&model, atom));
            let kept = next_of(gone, before[gone.index()]).and_then(|atom| reasoner.why_not(&model, atom));
            let why = format!("{shown} takes {} off {} without going there", name(before[gone.index()]), at(gone));
            return Err(NotOfClass::new(why, cleared.or(kept)));
        }
        let terms = &reasoner.description.terms;
        let legal = reasoner.action(mv).and_then(|action| {
            terms.find(reasoner.description.keywords.legal, &[reasoner.roles[reasoner.to_move(pos).index()], action])
        });
        let why = match (left.len(), entered.len()) {
            (0, 0) => format!("{shown} moves nothing"),
            (1, 0) => format!("{shown} takes a piece off {} and moves nothing", at(left[0])),
            _ => format!("{shown} moves more than one piece"),
        };
        Err(NotOfClass::new(why, legal.and_then(|atom| reasoner.why(&model, atom))))
    }
}

/// Finds the board of a description, then watches random games of it.
pub(super) fn recognise(
    reasoner: &Reasoner,
    games: u64,
    seed: u64,
) -> Result<(Reading, Vec<Vec<Watched>>), NotOfClass> {
    let mut reading = find_board(reasoner)?;
    reading.blank = find_blank(reasoner, &reading);
    let mut owners: BTreeMap<Term, Player> = BTreeMap::new();
    let mut watched = Vec::new();
    for game in 0..games {
        let mut rng = Rng::branch(seed, game);
        let mut pos = reasoner.start();
        let mut records = Vec::new();
        loop {
            let mut moves = Vec::new();
            let outcome = reasoner.moves(&pos, &mut moves);
            let (cells, mover) = (reading.cells(reasoner, &pos), reasoner.to_move(&pos));
            if outcome.is_some() {
                records.push(Watched { cells, mover, moves: Vec::new(), outcome });
                break;
            }
            let played = *rng.pick(&moves);
            moves.retain(|mv| *mv != played);
            moves.insert(0, played);
            let mut seen = Vec::new();
            for &action in &moves {
                let mv = reading.read_move(reasoner, &mut pos, &cells, action)?;
                let Some(piece) = cells[mv.from.index()] else { continue };
                let owner = *owners.entry(piece).or_insert(mover);
                if owner != mover {
                    let name = reasoner.description.terms.show(piece);
                    let rule = legal_rule(reasoner, &pos, action);
                    return Err(NotOfClass::new(format!("both players move {name}"), rule));
                }
                seen.push(mv);
            }
            let mut unique = seen.clone();
            unique.sort_unstable();
            unique.dedup();
            if unique.len() < seen.len() {
                let rule = legal_rule(reasoner, &pos, played);
                return Err(NotOfClass::new("two different moves lead from one square to one square", rule));
            }
            records.push(Watched { cells, mover, moves: seen, outcome: None });
            reasoner.play(&mut pos, played);
        }
        watched.push(records);
    }
    let pieces: BTreeSet<Term> =
        watched.iter().flatten().flat_map(|record| record.cells.iter().flatten().copied()).collect();
    for piece in pieces {
        if let Entry::Vacant(unknown) = owners.entry(piece) {
            let name = reasoner.description.terms.show(piece);
            let initial = |player: Player| reasoner.role(player).chars().next().unwrap_or(' ');
            match Player::BOTH.into_iter().find(|player| name.starts_with(initial(*player))) {
                Some(player) => unknown.insert(player),
                None => return Err(NotOfClass::new(format!("{name} never moves, so its owner is unknown"), None)),
            };
        }
    }
    reading.letters = letters(reasoner, &owners);
    Ok((reading, watched))
}

/// The rule by which an action is legal.
pub(super) fn legal_rule<'a>(reasoner: &'a Reasoner, pos: &Position, mv: ActionId) -> Option<&'a Rule> {
    let words = reasoner.description.keywords;
    let role = reasoner.roles[reasoner.to_move(pos).index()];
    let atom = reasoner.description.terms.find(words.legal, &[role, reasoner.action(mv)?])?;
    reasoner.why(&reasoner.model(pos, None), atom)
}

/// A fluent with two ordered arguments that never says two things of one square.
fn find_board(reasoner: &Reasoner) -> Result<Reading, NotOfClass> {
    let terms = &reasoner.description.terms;
    let mut names: Vec<Sym> = reasoner.fluents.iter().map(|fluent| terms.functor(*fluent)).collect();
    names.sort_unstable();
    names.dedup();
    let mut best: Option<Reading> = None;
    for name in names {
        let fluents: Vec<&[Term]> = reasoner
            .fluents
            .iter()
            .filter(|fluent| terms.functor(**fluent) == name && terms.arguments(**fluent).len() == 3)
            .map(|fluent| terms.arguments(*fluent))
            .collect();
        if fluents.is_empty() {
            continue;
        }
        for places in [[0, 1, 2], [1, 2, 0], [0, 2, 1]] {
            let domain = |place: usize| {
                let mut values: Vec<Term> = fluents.iter().map(|arguments| arguments[places[place]]).collect();
                values.sort_unstable();
                values.dedup();
                ordered(reasoner, values)
            };
            let (Some(columns), Some(rows)) = (domain(0), domain(1)) else { continue };
            let sides = (u8::try_from(columns.len()), u8::try_from(rows.len()));
            let (Ok(width), Ok(height)) = sides else { continue };
            let Some(board) = Geometry::new(width, height).filter(|board| board.size() > 1) else { continue };
            let reading = Reading { board, fluent: name, places, columns, rows, blank: None, letters: BTreeMap::new() };
            let larger = best.as_ref().is_none_or(|best| best.board.size() < reading.board.size());
            if larger && holds_one_piece(reasoner, &reading) {
                best = Some(reading);
            }
        }
    }
    best.ok_or_else(|| {
        let init = reasoner
            .description
            .rules
            .iter()
            .find(|rule| reasoner.description.relation(&rule.head) == reasoner.description.keywords.init);
        NotOfClass::new("no fluent has two coordinates and a piece", init)
    })
}

/// Whether a few random games never show two pieces on one square.
fn holds_one_piece(reasoner: &Reasoner, reading: &Reading) -> bool {
    (0..3).all(|game| {
        let mut rng = Rng::branch(0x626f_6172, game);
        let mut pos = reasoner.start();
        let mut scratch = Vec::new();
        loop {
            let mut seen = BTreeSet::new();
            let squares = reasoner.holding(&pos).filter_map(|fluent| reading.square(reasoner, fluent));
            if !squares.map(|(square, _)| square).all(|square| seen.insert(square)) || seen.is_empty() {
                return false;
            }
            match reasoner.random_move(&pos, &mut rng, &mut scratch) {
                Ok(mv) => reasoner.play(&mut pos, mv),
                Err(_) => return true,
            };
        }
    })
}

/// Numbers, letters, or what one static relation puts in a row.
fn ordered(reasoner: &Reasoner, mut values: Vec<Term>) -> Option<Vec<Term>> {
    let terms = &reasoner.description.terms;
    if values.iter().any(|value| !terms.arguments(*value).is_empty()) {
        return None;
    }
    let names: Vec<String> = values.iter().map(|value| terms.show(*value)).collect();
    if names.iter().all(|name| name.parse::<u32>().is_ok()) {
        values.sort_by_key(|value| terms.show(*value).parse::<u32>().unwrap_or(0));
        return Some(values);
    }
    if names.iter().all(|name| name.len() == 1 && name.starts_with(|c: char| c.is_ascii_lowercase())) {
        values.sort_by_key(|value| terms.show(*value));
        return Some(values);
    }
    chain(reasoner, &values)
}

/// The order in which the facts of a relation of two arguments lead through all of these values.
fn chain(reasoner: &Reasoner, values: &[Term]) -> Option<Vec<Term>> {
    let terms = &reasoner.description.terms;
    let mut facts: BTreeMap<Sym, Vec<(Term, Term)>> = BTreeMap::new();
    for rule in reasoner.description.rules.iter().filter(|rule| rule.body.is_empty()) {
        if let Pattern::Ground(atom) = rule.head
            && let [a, b] = terms.arguments(atom)
            && values.contains(a)
            && values.contains(b)
        {
            facts.entry(terms.functor(atom)).or_default().push((*a, *b));
        }
    }
    facts.into_values().find_map(|pairs| {
        let first = values.iter().find(|value| !pairs.iter().any(|(_, to)| to == *value))?;
        let mut order = vec![*first];
        while let Some((_, to)) = pairs.iter().find(|(from, _)| *from == order[order.len() - 1]) {
            if order.contains(to) {
                return None;
            }
            order.push(*to);
        }
        (order.len() == values.len()).then_some(order)
    })
}

/// What stands for an empty square: it takes part in every change of the board, by either player. Squares of which nothing is
/// said need no such piece.
fn find_blank(reasoner: &Reasoner, reading: &Reading) -> Option<Term> {
    let mut common: Option<BTreeSet<Term>> = None;
    let mut rng = Rng::new(0x626c_616e);
    let (mut pos, mut scratch) = (reasoner.start(), Vec::new());
    for _ in 0..60 {
        let before = reading.cells(reasoner, &pos);
        let Ok(mv) = reasoner.random_move(&pos, &mut rng, &mut scratch) else { break };
        reasoner.play(&mut pos, mv);
        let after = reading.cells(reasoner, &pos);
        let changed = before.iter().zip(&after).filter(|(before, after)| before != after);
        let involved: Option<BTreeSet<Term>> = changed.flat_map(|(before, after)| [*before, *after]).collect();
        let involved = involved?;
        common = Some(match common {
            Some(common) => common.intersection(&involved).copied().collect(),
            None => involved,
        });
    }
    let start = reading.cells(reasoner, &reasoner.start());
    common?.into_iter().max_by_key(|piece| start.iter().filter(|cell| **cell == Some(*piece)).count())
}

/// A letter for each piece: its own where the name has one, otherwise the next free one.
fn letters(reasoner: &Reasoner, owners: &BTreeMap<Term, Player>) -> BTreeMap<Term, char> {
    let terms = &reasoner.description.terms;
    let mut letters = BTreeMap::new();
    for player in Player::BOTH {
        let own: Vec<Term> = owners.iter().filter(|(_, owner)| **owner == player).map(|(piece, _)| *piece).collect();
        let mut used: Vec<char> = Vec::new();
        // A piece may be a term of an owner and a kind: the kind names it.
        let kind = |piece: Term| {
            let parts = terms.arguments(piece).iter().rev();
            parts.copied().find(|part| !reasoner.roles.contains(part)).unwrap_or(piece)
        };
        let mut names: Vec<(String, Term)> = own.iter().map(|piece| (terms.show(kind(*piece)), *piece)).collect();
        names.sort();
        let single = names.len() == 1;
        for (name, piece) in names {
            let role = reasoner.role(player);
            let initial = role.chars().next().unwrap_or('w');
            let short = name.strip_prefix(initial).filter(|_| name.len() == 2);
            let stripped = name.strip_prefix(&role).or(short).unwrap_or(&name);
            let wanted =
                stripped.chars().chain(name.chars()).filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_uppercase());
            let candidates: Vec<char> = if single { vec!['P'] } else { wanted.chain('A'..='Z').collect() };
            if let Some(letter) = candidates.into_iter().find(|letter| !used.contains(letter)) {
                used.push(letter);
                let letter = if player == Player::White { letter } else { letter.to_ascii_lowercase() };
                letters.insert(piece, letter);
            }
        }
    }
    letters
}
