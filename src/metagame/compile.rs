//! Building the tables of a definition.

use crate::board::{Geometry, Player, Square, SquareSet};
use crate::metagame::position::Matcher;
use crate::metagame::rules::{Aim, Change, Line, Path, Power, Taking, Track, Tracks, pieces, relative};
use crate::metagame::sweep::Sweep;
use crate::metagame::{
    At, BoardType, Description, Effect, GameDef, Goal, Movement, MovementKind, Owner, Piece, Promotion, Shape, Side,
    Vector,
};

/// Tables under construction.
pub(super) struct Tables<'a> {
    def: &'a GameDef,
    shape: Shape,
    geometry: Geometry,
    types: &'a [String],
    /// The number of the line from square 0 along each vector; those of the other squares follow it.
    line_of: Vec<(Vector, u32)>,
    pub(super) lines: Vec<Line>,
    pub(super) paths: Vec<Path>,
    pub(super) takings: Vec<Taking>,
    pub(super) options: Vec<Matcher>,
}

/// The number of an item, which is added where it is new.
fn number_of<T: PartialEq>(items: &mut Vec<T>, item: T) -> u16 {
    let at = items.iter().position(|other| *other == item).unwrap_or_else(|| {
        items.push(item);
        items.len() - 1
    });
    at as u16
}

impl<'a> Tables<'a> {
    pub(super) fn new(def: &'a GameDef, shape: Shape, geometry: Geometry, types: &'a [String]) -> Tables<'a> {
        Tables {
            def,
            shape,
            geometry,
            types,
            line_of: Vec::new(),
            lines: Vec::new(),
            paths: Vec::new(),
            takings: Vec::new(),
            options: Vec::new(),
        }
    }

    fn matcher(&self, side: Player, description: &Description) -> Matcher {
        let mut matcher = Matcher::default();
        for piece in pieces(self.types.len()) {
            let owner = match description.owner {
                Owner::Any => true,
                Owner::Only(word) => relative(word, side) == piece.owner(),
            };
            if owner && description.names.has(&self.types[piece.kind()]) {
                matcher.insert(piece);
            }
        }
        matcher
    }

    pub(super) fn squares(&self, side: Player, squares: &[At]) -> Vec<Square> {
        squares.iter().filter_map(|at| self.shape.square(self.shape.at_for(side, *at))).collect()
    }

    pub(super) fn aim(&self, side: Player, goal: &Goal) -> Aim {
        match goal {
            Goal::Stalemate(word) => Aim::Stalemate(relative(*word, side)),
            Goal::Eradicate(pieces) => Aim::Eradicate(self.matcher(side, pieces).pieces().collect()),
            Goal::Arrive(pieces, squares) => {
                Aim::Arrive(self.matcher(side, pieces), self.squares(side, squares).into_iter().collect())
            }
        }
    }

    pub(super) fn power(&mut self, piece: Piece) -> Power {
        let owner = piece.owner();
        let none = || self.geometry.squares().map(|_| Tracks::default()).collect::<Vec<_>>();
        let (mut moving, mut capturing) = (none(), none());
        let Some(def) = self.def.pieces.get(piece.kind()) else {
            let (must_capture, continue_captures) = (false, false);
            return Power {
                moving,
                capturing,
                moving_sweeps: Some(Vec::new()),
                capturing_sweeps: Some(Vec::new()),
                change: Change::None,
                must_capture,
                continue_captures,
            };
        };
        for movement in &def.moving {
            self.add_tracks(owner, movement, 0, &mut moving);
        }
        for capture in &def.capturing {
            let taking = Taking {
                clobber: capture.methods.clobber,
                retrieve: capture.methods.retrieve,
                hop: capture.methods.hop,
                victims: self.matcher(owner, &capture.victims),
                possessor: match capture.effect {
                    Effect::Remove => None,
                    Effect::Possess(word) => Some(relative(word, owner)),
                },
            };
            let taking = number_of(&mut self.takings, taking);
            for movement in &capture.movements {
                self.add_tracks(owner, movement, taking, &mut capturing);
            }
        }
        for tracks in moving.iter_mut().chain(&mut capturing) {
            tracks.overlap = self.overlap(&tracks.list);
        }
        let change = match &def.promoting {
            None => Change::None,
            Some(Promotion::To(name)) => {
                let kind = self.types.iter().position(|other| other == name).unwrap_or(0);
                Change::To(Piece::new(kind, owner))
            }
            Some(Promotion::Choice { decider, options }) => {
                let matcher = self.matcher(owner, options);
                Change::Choice { by_mover: *decider == Side::Player, options: number_of(&mut self.options, matcher) }
            }
        };
        let moving_sweeps = self.sweeps(&moving, false);
        let capturing_sweeps = self.sweeps(&capturing, true);
        let (must_capture, continue_captures) = (def.must_capture, def.continue_captures);
        Power { moving, capturing, moving_sweeps, capturing_sweeps, change, must_capture, continue_captures }
    }

    fn add_tracks(&mut self, owner: Player, movement: &Movement, taking: u16, tracks: &mut [Tracks]) {
        let bound = |number: u8| if number == u8::MAX { u16::MAX } else { u16::from(number) };
        let path = match &movement.kind {
            MovementKind::Leap => {
                Path { before: (0, 0), over: (0, 0), after: (0, 0), hop_over: Matcher::default(), longest: false }
            }
            MovementKind::Ride { min, max, longest } => Path {
                before: (bound(min.unwrap_or(1)) - 1, bound(max.unwrap_or(u8::MAX)) - 1),
                over: (0, 0),
                after: (0, 0),
                hop_over: Matcher::default(),
                // The longest ride around a cylinder means nothing.
                longest: *longest && self.def.board_type == BoardType::Planar,
            },
            MovementKind::Hop { before, over, after, hop_over } => Path {
                before: (bound(before.least()), bound(before.most())),
                over: (bound(over.least()), bound(over.most())),
                after: (bound(after.least()), bound(after.most())),
                hop_over: self.matcher(owner, hop_over),
                longest: false,
            },
        };
        let least = usize::from(path.before.0 + path.over.0 + path.after.0) + 1;
        let path = number_of(&mut self.paths, path);
        for vector in movement.symmetries.closure(movement.vector) {
            let vector = self.shape.vector_for(owner, vector);
            for square in self.geometry.squares() {
                let line = self.line(square, vector);
                let track = Track { line, path, taking };
                let list = &mut tracks[square.index()].list;
                if self.lines[line as usize].squares.len() >= least && !list.contains(&track) {
                    list.push(track);
                }
            }
        }
    }

    fn line(&mut self, square: Square, vector: Vector) -> u32 {
        let known = self.line_of.iter().find(|(other, _)| *other == vector).map(|(_, first)| *first);
        let first = known.unwrap_or_else(|| {
            let first = self.lines.len() as u32;
            self.line_of.push((vector, first));
            for square in self.geometry.squares() {
                let line = self.new_line(square, vector);
                self.lines.push(line);
            }
            first
        });
        first + square.index() as u32
    }

    fn new_line(&self, square: Square, vector: Vector) -> Line {
        let from = self.shape.at(square);
        let squares = self.shape.line(from, vector).into_iter().filter_map(|at| self.shape.square(at)).collect();
        let back = Vector { dx: -vector.dx, dy: -vector.dy };
        let behind = self.shape.step(from, back).filter(|at| *at != from).and_then(|at| self.shape.square(at));
        Line { squares, behind }
    }

    /// One sweep for each vector of each movement, or `None` where a power needs a look at each square: on large boards and
    /// cylinders, where two tracks may give one move, for longest rides, and for captures of more than one kind.
    fn sweeps(&self, tracks: &[Tracks], takes: bool) -> Option<Vec<Sweep>> {
        let simple = self.def.board_type == BoardType::Planar && self.geometry.size() <= 64;
        if !simple || tracks.iter().any(|tracks| tracks.overlap) {
            return None;
        }
        let mut sweeps: Vec<Sweep> = Vec::new();
        for track in tracks.iter().flat_map(|tracks| &tracks.list) {
            let first = track.line - track.line % self.geometry.size() as u32;
            if sweeps
                .iter()
                .any(|sweep| (sweep.first_line, sweep.path, sweep.taking) == (first, track.path, track.taking))
            {
                continue;
            }
            let (vector, _) = self.line_of.iter().find(|(_, line)| *line == first)?;
            let shift = i32::from(vector.dy) * i32::from(self.shape.width) + i32::from(vector.dx);
            let stays = |square: &Square| !self.lines[first as usize + square.index()].squares.is_empty();
            let sources = self.geometry.squares().filter(stays).fold(0, |set, square| set | 1 << square.index());
            let path = &self.paths[usize::from(track.path)];
            let taking = takes.then(|| &self.takings[usize::from(track.taking)]);
            sweeps.push(Sweep::new(shift, sources, path, taking, (first, track.path, track.taking), self.types.len())?);
        }
        Some(sweeps)
    }

    /// Whether two tracks lead to one square. Each number of leaps along one track gives at most one move.
    fn overlap(&self, list: &[Track]) -> bool {
        let mut seen = SquareSet::EMPTY;
        list.iter().any(|track| {
            let line = &self.lines[track.line as usize].squares;
            let path = &self.paths[usize::from(track.path)];
            let most = [path.before.1, path.over.1, path.after.1]
                .into_iter()
                .fold(1, |sum: u16, part| sum.saturating_add(part));
            line.iter().take(usize::from(most)).any(|square| !seen.insert(*square))
        })
    }
}
