//! A game as its definition says it, from White's point of view.

use std::fmt;

use crate::order;

/// A relative word: the side that a rule is applied for, or the other one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Player,
    Opponent,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    Only(Side),
    Any,
}

/// Piece names, as written: an assignment may name one type several times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Names {
    Any,
    List(Vec<String>),
}

impl Names {
    pub fn has(&self, name: &str) -> bool {
        match self {
            Names::Any => true,
            Names::List(list) => list.iter().any(|other| other == name),
        }
    }
}

/// Which pieces a clause means: a piece matches by its owner and by its type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    pub owner: Owner,
    pub names: Names,
}

/// File and rank, both from 1.
pub type At = (u8, u8);

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    Stalemate(Side),
    Eradicate(Description),
    Arrive(Description, Vec<At>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardType {
    Planar,
    /// The left and the right edge are joined.
    VerticalCylinder,
}

/// How Black's squares and vectors follow from White's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inversion {
    Forward,
    Diagonal,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decider {
    Side(Side),
    Random,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setup {
    Fixed(Vec<(String, Vec<At>)>),
    Decision { decider: Decider, names: Names, squares: Vec<At> },
}

/// A direction vector; a positive `dy` is forward.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Vector {
    pub dx: i8,
    pub dy: i8,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Symmetries {
    pub forward: bool,
    pub side: bool,
    pub rotation: bool,
}

impl Symmetries {
    pub const ALL: Symmetries = Symmetries { forward: true, side: true, rotation: true };

    /// The smallest set that contains the vector and is closed under these symmetries, in rising order.
    pub fn closure(self, vector: Vector) -> Vec<Vector> {
        let mut found = vec![vector];
        let mut next = 0;
        while let Some(&Vector { dx, dy }) = found.get(next) {
            next += 1;
            let images = [
                (self.forward, Vector { dx, dy: -dy }),
                (self.side, Vector { dx: -dx, dy }),
                (self.rotation, Vector { dx: dy, dy: dx }),
            ];
            for (applies, image) in images {
                if applies && !found.contains(&image) {
                    found.push(image);
                }
            }
        }
        order::sort(&mut found);
        found
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compare {
    AtLeast,
    Equal,
    AtMost,
}

/// How many squares a part of a hop crosses: `[X op n]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    pub compare: Compare,
    pub number: u8,
}

impl Interval {
    pub fn least(self) -> u8 {
        if self.compare == Compare::AtMost { 0 } else { self.number }
    }

    /// `u8::MAX` stands for as many as the board allows.
    pub fn most(self) -> u8 {
        if self.compare == Compare::AtLeast { u8::MAX } else { self.number }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MovementKind {
    Leap,
    Ride { min: Option<u8>, max: Option<u8>, longest: bool },
    Hop { before: Interval, over: Interval, after: Interval, hop_over: Description },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Movement {
    pub kind: MovementKind,
    pub vector: Vector,
    pub symmetries: Symmetries,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Methods {
    pub retrieve: bool,
    pub clobber: bool,
    pub hop: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    Remove,
    Possess(Side),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Capture {
    pub methods: Methods,
    pub victims: Description,
    pub effect: Effect,
    pub movements: Vec<Movement>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Promotion {
    To(String),
    Choice { decider: Side, options: Description },
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PieceDef {
    pub name: String,
    pub moving: Vec<Movement>,
    pub capturing: Vec<Capture>,
    pub promoting: Option<Promotion>,
    pub must_capture: bool,
    pub continue_captures: bool,
}

impl PieceDef {
    /// The movements of both powers.
    pub fn movements(&self) -> impl Iterator<Item = &Movement> {
        self.moving.iter().chain(self.capturing.iter().flat_map(|capture| &capture.movements))
    }
}

/// A whole game. [`GameDef::check`] says whether it can be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameDef {
    pub name: String,
    pub goals: Vec<Goal>,
    pub width: u8,
    pub height: u8,
    pub board_type: BoardType,
    pub inversion: Inversion,
    pub promote_rank: u8,
    pub setup: Setup,
    pub must_capture: bool,
    pub pieces: Vec<PieceDef>,
}

impl GameDef {
    /// Every piece type: the defined ones in their order, then names that are used without a definition.
    pub fn types(&self) -> Vec<&str> {
        let mut types: Vec<&str> = self.pieces.iter().map(|piece| piece.name.as_str()).collect();
        for name in self.used_names() {
            if !types.contains(&name) {
                types.push(name);
            }
        }
        types
    }

    /// Every name outside the heads of definitions, in the order of the text.
    fn used_names(&self) -> Vec<&str> {
        fn of<'a>(names: &'a Names, all: &mut Vec<&'a str>) {
            if let Names::List(list) = names {
                all.extend(list.iter().map(String::as_str));
            }
        }
        fn of_movement<'a>(movement: &'a Movement, all: &mut Vec<&'a str>) {
            if let MovementKind::Hop { hop_over, .. } = &movement.kind {
                of(&hop_over.names, all);
            }
        }
        let mut all = Vec::new();
        for goal in &self.goals {
            match goal {
                Goal::Stalemate(_) => {}
                Goal::Eradicate(pieces) | Goal::Arrive(pieces, _) => of(&pieces.names, &mut all),
            }
        }
        match &self.setup {
            Setup::Fixed(list) => all.extend(list.iter().map(|(name, _)| name.as_str())),
            Setup::Decision { names, .. } => of(names, &mut all),
        }
        for piece in &self.pieces {
            piece.moving.iter().for_each(|movement| of_movement(movement, &mut all));
            for capture in &piece.capturing {
                of(&capture.victims.names, &mut all);
                capture.movements.iter().for_each(|movement| of_movement(movement, &mut all));
            }
            match &piece.promoting {
                Some(Promotion::To(name)) => all.push(name),
                Some(Promotion::Choice { options, .. }) => of(&options.names, &mut all),
                None => {}
            }
        }
        all
    }

    /// The names in a list with `any_piece` written out, as an assignment uses them.
    pub fn listed<'a>(&'a self, names: &'a Names) -> Vec<&'a str> {
        match names {
            Names::Any => self.types(),
            Names::List(list) => list.iter().map(String::as_str).collect(),
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::Player => "player",
            Side::Opponent => "opponent",
        })
    }
}
