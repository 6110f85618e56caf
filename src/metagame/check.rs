//! Errors and warnings of a definition beyond its grammar.

use std::fmt;

use crate::board::MAX_SIDE;

use crate::metagame::{
    At, Capture, Description, GameDef, Goal, Movement, MovementKind, Names, PieceDef, Promotion, Setup, Shape,
};

/// The most piece types of one game: a set of pieces is two words.
pub const MAX_TYPES: usize = 60;
/// The most movements of one game, so that its tables stay small.
pub const MAX_MOVEMENTS: usize = 1000;
/// The most goals of one game.
pub(super) const MAX_GOALS: usize = 100;

/// The part of a definition that something is said about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Name,
    Board,
    PromoteRank,
    Goal(usize),
    /// The whole set-up, or one of its fixed assignments.
    Setup,
    Assignment(usize),
    Piece(usize),
    /// The n-th movement of a piece: those of its moving power first.
    Movement(usize, usize),
    Capture(usize, usize),
    Promotion(usize),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefError {
    pub part: Part,
    pub kind: DefErrorKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DefErrorKind {
    BoardSize,
    PromoteRank {
        height: u8,
    },
    OffBoard(At),
    SquareTwice(At),
    /// White's square and Black's image of another, or of itself, are one.
    ArmiesOverlap(At),
    TooFewSquares {
        names: usize,
        squares: usize,
    },
    DefinedTwice(String),
    BadName(String),
    TooManyTypes,
    TooManyMovements,
    TooManyGoals,
    NoGoals,
    NoMovement,
    NullVector,
    LongVector,
    ZeroRide,
    EmptyRide {
        min: u8,
        max: u8,
    },
    NoNames,
    NoSquares,
}

impl fmt::Display for DefErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |(x, y): At| format!("({},{y})", char::from(b'a' + (x - 1) % 26));
        match self {
            DefErrorKind::BoardSize => write!(f, "a board has 1 to {MAX_SIDE} files and 1 to {MAX_SIDE} ranks"),
            DefErrorKind::PromoteRank { height } => {
                write!(f, "expected a rank from 1 to {}, the last of which means no promotion", height + 1)
            }
            DefErrorKind::OffBoard((x, y)) => write!(f, "file {x}, rank {y} is not on the board"),
            DefErrorKind::SquareTwice(at) => write!(f, "square {} is listed twice", name(*at)),
            DefErrorKind::ArmiesOverlap(at) => {
                write!(f, "square {} belongs to both sides: Black's squares are the inverted ones", name(*at))
            }
            DefErrorKind::TooFewSquares { names, squares } => {
                write!(f, "{names} pieces need as many squares, but there are {squares}")
            }
            DefErrorKind::DefinedTwice(name) => write!(f, "{name} is defined already"),
            DefErrorKind::BadName(name) => write!(f, "{name:?} cannot be a name"),
            DefErrorKind::TooManyTypes => write!(f, "a game has at most {MAX_TYPES} types of pieces"),
            DefErrorKind::TooManyMovements => write!(f, "a game has at most {MAX_MOVEMENTS} movements"),
            DefErrorKind::TooManyGoals => write!(f, "a game has at most {MAX_GOALS} goals"),
            DefErrorKind::NoGoals => write!(f, "a game needs a goal"),
            DefErrorKind::NoMovement => write!(f, "a power needs a movement"),
            DefErrorKind::NullVector => write!(f, "the vector <0,0> does not move"),
            DefErrorKind::LongVector => write!(f, "a vector is at most {MAX_SIDE} long on each axis"),
            DefErrorKind::ZeroRide => write!(f, "a ride has at least 1 leap"),
            DefErrorKind::EmptyRide { min, max } => write!(f, "no ride has at least {min} and at most {max} leaps"),
            DefErrorKind::NoNames => write!(f, "a list of names needs a name"),
            DefErrorKind::NoSquares => write!(f, "a list of squares needs a square"),
        }
    }
}

impl fmt::Display for DefError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind)
    }
}

impl std::error::Error for DefError {}

/// A playable definition that is probably a mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Warning {
    /// Every game of the class should say what stalemate means.
    NoStalemateGoal,
    /// Used, but not defined: a piece without powers.
    Undefined(String),
    /// This capture of a piece can never take anything.
    IdleCapture { piece: String, capture: usize },
    /// This movement of a piece does not fit on the board.
    Unusable { piece: String, movement: usize },
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::NoStalemateGoal => {
                write!(f, "no stalemate goal: if the player to move has no legal move, the game is a draw")
            }
            Warning::Undefined(name) => write!(f, "{name} has no definition: a piece without powers"),
            Warning::IdleCapture { piece, capture } => {
                write!(f, "capture {} of {piece} can never take anything", capture + 1)
            }
            Warning::Unusable { piece, movement } => {
                write!(f, "movement {} of {piece} does not fit on the board", movement + 1)
            }
        }
    }
}

fn in_part(part: Part) -> impl Fn(DefErrorKind) -> DefError {
    move |kind| DefError { part, kind }
}

impl GameDef {
    /// The first thing that keeps this definition from being played.
    pub fn check(&self) -> Result<(), DefError> {
        name(&self.name).map_err(in_part(Part::Name))?;
        let side = 1..=MAX_SIDE;
        if !side.contains(&self.width) || !side.contains(&self.height) {
            return Err(in_part(Part::Board)(DefErrorKind::BoardSize));
        }
        if !(1..=self.height + 1).contains(&self.promote_rank) {
            return Err(in_part(Part::PromoteRank)(DefErrorKind::PromoteRank { height: self.height }));
        }
        if self.goals.is_empty() {
            return Err(in_part(Part::Name)(DefErrorKind::NoGoals));
        }
        for (index, goal) in self.goals.iter().enumerate() {
            self.check_goal(index, goal).map_err(in_part(Part::Goal(index)))?;
        }
        self.check_setup()?;
        for (index, piece) in self.pieces.iter().enumerate() {
            self.check_piece(index, piece)?;
        }
        if self.types().len() > MAX_TYPES {
            return Err(in_part(Part::Name)(DefErrorKind::TooManyTypes));
        }
        Ok(())
    }

    fn check_goal(&self, index: usize, goal: &Goal) -> Result<(), DefErrorKind> {
        if index >= MAX_GOALS {
            return Err(DefErrorKind::TooManyGoals);
        }
        match goal {
            Goal::Stalemate(_) => Ok(()),
            Goal::Eradicate(pieces) => description(pieces),
            Goal::Arrive(pieces, squares) => {
                description(pieces).and_then(|()| self.check_squares(squares, &mut Vec::new()))
            }
        }
    }

    /// Squares of one list that must be on the board and not in `seen`, to which they are added.
    fn check_squares(&self, squares: &[At], seen: &mut Vec<At>) -> Result<(), DefErrorKind> {
        if squares.is_empty() {
            return Err(DefErrorKind::NoSquares);
        }
        for &at in squares {
            if !(1..=self.width).contains(&at.0) || !(1..=self.height).contains(&at.1) {
                return Err(DefErrorKind::OffBoard(at));
            }
            if seen.contains(&at) {
                return Err(DefErrorKind::SquareTwice(at));
            }
            seen.push(at);
        }
        Ok(())
    }

    fn check_setup(&self) -> Result<(), DefError> {
        let mut seen = Vec::new();
        match &self.setup {
            Setup::Fixed(list) => {
                if list.is_empty() {
                    return Err(in_part(Part::Setup)(DefErrorKind::NoNames));
                }
                for (index, (piece, squares)) in list.iter().enumerate() {
                    let here = in_part(Part::Assignment(index));
                    name(piece).map_err(&here)?;
                    self.check_squares(squares, &mut seen).map_err(&here)?;
                    self.check_apart(squares, &seen).map_err(&here)?;
                }
            }
            Setup::Decision { names, squares, .. } => {
                let here = in_part(Part::Setup);
                names_of(names).map_err(&here)?;
                self.check_squares(squares, &mut seen).map_err(&here)?;
                self.check_apart(squares, &seen).map_err(&here)?;
                let names = self.listed(names).len();
                if names > squares.len() {
                    return Err(here(DefErrorKind::TooFewSquares { names, squares: squares.len() }));
                }
            }
        }
        Ok(())
    }

    fn check_apart(&self, squares: &[At], seen: &[At]) -> Result<(), DefErrorKind> {
        let shape = Shape::of(self);
        match squares.iter().find(|at| seen.contains(&shape.invert_at(**at))) {
            Some(at) => Err(DefErrorKind::ArmiesOverlap(*at)),
            None => Ok(()),
        }
    }

    fn check_piece(&self, index: usize, piece: &PieceDef) -> Result<(), DefError> {
        let here = in_part(Part::Piece(index));
        name(&piece.name).map_err(&here)?;
        if self.pieces[..index].iter().any(|other| other.name == piece.name) {
            return Err(here(DefErrorKind::DefinedTwice(piece.name.clone())));
        }
        if self.pieces.iter().take(index + 1).flat_map(PieceDef::movements).count() > MAX_MOVEMENTS {
            return Err(here(DefErrorKind::TooManyMovements));
        }
        for (number, capture) in piece.capturing.iter().enumerate() {
            let here = in_part(Part::Capture(index, number));
            description(&capture.victims).map_err(&here)?;
            if capture.movements.is_empty() {
                return Err(here(DefErrorKind::NoMovement));
            }
        }
        for (number, movement) in piece.movements().enumerate() {
            check_movement(movement).map_err(in_part(Part::Movement(index, number)))?;
        }
        let here = in_part(Part::Promotion(index));
        match &piece.promoting {
            Some(Promotion::To(target)) => name(target).map_err(here),
            Some(Promotion::Choice { options, .. }) => description(options).map_err(here),
            None => Ok(()),
        }
    }

    /// What can be played but was hardly meant.
    pub fn warnings(&self) -> Vec<Warning> {
        let mut warnings = Vec::new();
        if !self.goals.iter().any(|goal| matches!(goal, Goal::Stalemate(_))) {
            warnings.push(Warning::NoStalemateGoal);
        }
        let undefined = self.types().into_iter().skip(self.pieces.len());
        warnings.extend(undefined.map(|name| Warning::Undefined(name.to_owned())));
        let shape = Shape::of(self);
        for piece in &self.pieces {
            for (capture, def) in piece.capturing.iter().enumerate() {
                if def.is_idle() {
                    warnings.push(Warning::IdleCapture { piece: piece.name.clone(), capture });
                }
            }
            for (movement, def) in piece.movements().enumerate() {
                if !shape.fits(def) {
                    warnings.push(Warning::Unusable { piece: piece.name.clone(), movement });
                }
            }
        }
        warnings
    }
}

impl Capture {
    /// Whether one of its movements can hop over pieces.
    pub(super) fn has_hops(&self) -> bool {
        let hops = |movement: &Movement| matches!(&movement.kind, MovementKind::Hop { over, .. } if over.most() > 0);
        self.movements.iter().any(hops)
    }

    /// Whether it has no method that its movements could use.
    pub(super) fn is_idle(&self) -> bool {
        !(self.methods.clobber || self.methods.retrieve || self.methods.hop && self.has_hops())
    }
}

fn check_movement(movement: &Movement) -> Result<(), DefErrorKind> {
    let (dx, dy) = (movement.vector.dx.unsigned_abs(), movement.vector.dy.unsigned_abs());
    if dx == 0 && dy == 0 {
        return Err(DefErrorKind::NullVector);
    }
    if dx > MAX_SIDE || dy > MAX_SIDE {
        return Err(DefErrorKind::LongVector);
    }
    match &movement.kind {
        MovementKind::Leap => Ok(()),
        MovementKind::Ride { min, max, .. } => match (min.unwrap_or(1), max.unwrap_or(u8::MAX)) {
            (0, _) | (_, 0) => Err(DefErrorKind::ZeroRide),
            (min, max) if min > max => Err(DefErrorKind::EmptyRide { min, max }),
            _ => Ok(()),
        },
        MovementKind::Hop { hop_over, .. } => description(hop_over),
    }
}

fn description(description: &Description) -> Result<(), DefErrorKind> {
    names_of(&description.names)
}

fn names_of(names: &Names) -> Result<(), DefErrorKind> {
    match names {
        Names::Any => Ok(()),
        Names::List(list) if list.is_empty() => Err(DefErrorKind::NoNames),
        Names::List(list) => list.iter().try_for_each(|word| name(word)),
    }
}

/// A name is what the reader would take for one.
fn name(word: &str) -> Result<(), DefErrorKind> {
    let letters =
        word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_' || byte == b'-');
    let number = word.bytes().all(|byte| byte.is_ascii_digit());
    if word.is_empty()
        || !letters
        || number
        || word.starts_with('-')
        || word.ends_with('-')
        || super::parse::reserved(word)
    {
        return Err(DefErrorKind::BadName(word.to_owned()));
    }
    Ok(())
}
