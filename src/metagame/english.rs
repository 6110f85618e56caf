//! The rules in plain English: what each piece does, and how the game is won.
//!
//! Sentences are written for the owner of a piece: "ahead" is up the board for White and down the board for Black.

use crate::board::Player;
use crate::metagame::looks::with_article;
use crate::metagame::rules::MOST_PLIES;
use crate::metagame::{
    At, Capture, Compare, Decider, Description, Effect, Goal, Interval, Movement, MovementKind, Names, Owner,
    Promotion, Rules, Setup, Side, Vector,
};

impl Rules {
    /// What a type of pieces can do, in one or more sentences.
    pub fn describe_type(&self, kind: usize) -> String {
        let Some(piece) = self.def.pieces.get(kind) else {
            return "It stays where it is and captures nothing.".to_owned();
        };
        let mut sentences = Vec::new();
        if piece.moving.is_empty() {
            sentences.push("It moves only by capturing.".to_owned());
        } else {
            sentences.push(format!("It {}.", ways(self, &piece.moving)));
        }
        for capture in &piece.capturing {
            sentences.push(self.capture_sentence(capture, &piece.moving));
        }
        if piece.capturing.is_empty() {
            sentences.push("It captures nothing.".to_owned());
        }
        let must = piece.must_capture || self.def.must_capture;
        match (piece.continue_captures && !piece.capturing.is_empty(), must) {
            (true, true) => sentences.push("After a capture it goes on capturing as long as it can.".to_owned()),
            (true, false) => sentences.push("After a capture it may go on capturing in the same turn.".to_owned()),
            _ => {}
        }
        if piece.must_capture && !self.def.must_capture && !piece.capturing.is_empty() {
            sentences.push("Where it can capture, it may not move otherwise.".to_owned());
        }
        sentences.extend(piece.promoting.as_ref().map(|promotion| self.promotion_sentence(promotion)));
        sentences.join(" ")
    }

    fn capture_sentence(&self, capture: &Capture, moving: &[Movement]) -> String {
        let victims = self.relative_pieces(&capture.victims);
        let how = if capture.movements == moving {
            "moves in the same way".to_owned()
        } else {
            ways(self, &capture.movements)
        };
        let mut taken = Vec::new();
        if capture.methods.clobber {
            taken.push("what stands where it lands");
        }
        if capture.methods.hop {
            taken.push("what it hops over");
        }
        if capture.methods.retrieve {
            taken.push("what stands right behind it as it leaves");
        }
        if taken.is_empty() {
            return "One of its captures takes nothing.".to_owned();
        }
        let effect = match capture.effect {
            Effect::Remove => "",
            Effect::Possess(Side::Player) => " They change sides and go to its owner's hand.",
            Effect::Possess(Side::Opponent) => " They go to the opponent's hand, as the opponent's pieces.",
        };
        format!("To capture {victims} it {how}, and takes {}.{effect}", listed(&taken, "and"))
    }

    fn promotion_sentence(&self, promotion: &Promotion) -> String {
        let first = self.def.promote_rank;
        let (white, black) = (rows(first, self.def.height), rows(1, self.def.height + 1 - first));
        let there = format!("When it ends a move on {white} (Black: {black})");
        if first > self.def.height {
            return "It is never promoted.".to_owned();
        }
        match promotion {
            Promotion::To(name) => format!("{there} it becomes {}.", with_article(&self.shown_name(name))),
            Promotion::Choice { decider: Side::Player, options } => {
                format!("{there} its owner exchanges it for {}.", self.one_of(options))
            }
            Promotion::Choice { decider: Side::Opponent, options } => format!(
                "{there} it leaves the board, and the opponent begins the next turn by putting {} in its place.",
                self.one_of(options)
            ),
        }
    }

    fn shown_name(&self, name: &str) -> String {
        self.kind(name).map_or_else(|| name.to_owned(), |kind| self.type_name(kind).to_owned())
    }

    fn plain_names(&self, names: &Names) -> Vec<String> {
        let list = match names {
            Names::Any => self.def.types(),
            Names::List(list) => list.iter().map(String::as_str).collect(),
        };
        list.into_iter().map(|name| self.shown_name(name)).collect()
    }

    /// `enemy pawns and kings`, for the owner of a rule.
    fn relative_pieces(&self, description: &Description) -> String {
        let whose = match description.owner {
            Owner::Only(Side::Player) => "own ",
            Owner::Only(Side::Opponent) => "enemy ",
            Owner::Any => "",
        };
        match &description.names {
            Names::Any => format!("{whose}pieces"),
            names => {
                let plural: Vec<String> = self.plain_names(names).iter().map(|name| plural(name)).collect();
                format!("{whose}{}", listed(&plural, "and"))
            }
        }
    }

    /// `a queen or a rook`, for the side that moved.
    fn one_of(&self, description: &Description) -> String {
        let whose = match description.owner {
            Owner::Only(Side::Player) => "of its owner's",
            Owner::Only(Side::Opponent) => "of the opponent's",
            Owner::Any => "of either player's",
        };
        match &description.names {
            Names::Any => format!("any piece {whose}"),
            names => {
                let list: Vec<String> = self.plain_names(names).iter().map(|name| with_article(name)).collect();
                format!("{} {whose}", listed(&list, "or"))
            }
        }
    }

    /// `white king or queen`, for one side's goals.
    pub(super) fn described(&self, description: &Description, side: Player) -> String {
        let colour = |player: Player| if player == Player::White { "white " } else { "black " };
        let whose = match description.owner {
            Owner::Only(Side::Player) => colour(side),
            Owner::Only(Side::Opponent) => colour(!side),
            Owner::Any => "",
        };
        match &description.names {
            Names::Any => format!("{whose}piece"),
            names => format!("{whose}{}", listed(&self.plain_names(names), "or")),
        }
    }

    /// How the game begins, is won and drawn, a sentence each.
    pub fn describe_goals(&self) -> Vec<String> {
        let mut sentences: Vec<String> = self.def.goals.iter().map(|goal| self.goal_sentence(goal)).collect();
        if !self.def.goals.iter().any(|goal| matches!(goal, Goal::Stalemate(_))) {
            sentences.push("A player who cannot move draws.".to_owned());
        }
        sentences.push("When both players reach a goal at once, the game is a draw.".to_owned());
        if self.def.must_capture {
            sentences.push("A player who moves a piece must capture if any of the player's pieces can.".to_owned());
        }
        match &self.def.setup {
            Setup::Fixed(_) => {}
            Setup::Decision { decider: Decider::Random, .. } => {
                sentences.push("The pieces of the first position are placed by chance, alike for both.".to_owned());
            }
            Setup::Decision { decider: Decider::Side(Side::Player), .. } => {
                sentences.push("Before play, the players take turns in placing their own pieces.".to_owned());
            }
            Setup::Decision { decider: Decider::Side(Side::Opponent), .. } => {
                sentences.push("Before play, the players take turns in placing each other's pieces.".to_owned());
            }
        }
        sentences.push(format!(
            "After {MOST_PLIES} turns, or when a position comes up for the third time, the game is a draw."
        ));
        sentences
    }

    fn goal_sentence(&self, goal: &Goal) -> String {
        match goal {
            Goal::Stalemate(Side::Player) => "A player wins by having no legal move on the own turn.".to_owned(),
            Goal::Stalemate(Side::Opponent) => "A player wins when the opponent cannot move.".to_owned(),
            Goal::Eradicate(pieces) => {
                let names = match &pieces.names {
                    Names::Any => "piece".to_owned(),
                    names => listed(&self.plain_names(names), "or"),
                };
                match pieces.owner {
                    Owner::Only(Side::Player) => format!("A player wins by having no {names} of the own on the board."),
                    Owner::Only(Side::Opponent) => {
                        format!("A player wins when the opponent has no {names} on the board.")
                    }
                    Owner::Any => format!("When no {names} of either player is on the board, the game is a draw."),
                }
            }
            Goal::Arrive(pieces, squares) => {
                let names = match &pieces.names {
                    Names::Any => "any piece".to_owned(),
                    names => {
                        let list: Vec<String> = self.plain_names(names).iter().map(|name| with_article(name)).collect();
                        listed(&list, "or")
                    }
                };
                let whose = match pieces.owner {
                    Owner::Only(Side::Player) => "of the own",
                    Owner::Only(Side::Opponent) => "of the opponent's",
                    Owner::Any => "of either player",
                };
                let places = |player: Player| {
                    let at = |at: &At| {
                        let (x, y) = self.shape.at_for(player, *at);
                        format!("{}{y}", char::from(b'a' + x - 1))
                    };
                    let names: Vec<String> = squares.iter().map(at).collect();
                    listed(&names, "or")
                };
                let (white, black) = (places(Player::White), places(Player::Black));
                format!("A player wins when {names} {whose} stands on {white} (for Black: {black}).")
            }
        }
    }
}

/// Alternatives: `steps one square ahead or slides diagonally`.
fn ways(rules: &Rules, movements: &[Movement]) -> String {
    let all: Vec<String> = movements.iter().map(|movement| way(rules, movement)).collect();
    listed(&all, "or")
}

fn way(rules: &Rules, movement: &Movement) -> String {
    let along = direction(&movement.symmetries.closure(movement.vector));
    let is_step = movement.vector.dx.abs() <= 1 && movement.vector.dy.abs() <= 1;
    match &movement.kind {
        MovementKind::Leap if is_step => format!("steps one square {along}"),
        MovementKind::Leap => format!("leaps {along}"),
        MovementKind::Ride { min, max, longest } => {
            let (verb, unit) = if is_step { ("slides", "square") } else { ("rides by leaps", "leap") };
            let far = match (min.unwrap_or(1), *max) {
                (1, None) => String::new(),
                (low, None) => format!(", at least {low} {unit}s"),
                (low, Some(high)) if low == high => format!(", exactly {}", counted(high, unit)),
                (1, Some(high)) => format!(", at most {}", counted(high, unit)),
                (low, Some(high)) => format!(", {low} to {high} {unit}s"),
            };
            let longest = if *longest { ", as far as it can" } else { "" };
            format!("{verb} {along}{far}{longest}")
        }
        MovementKind::Hop { before, over, after, hop_over } => {
            let pieces = rules.relative_pieces(hop_over);
            let unit = if is_step { "" } else { ", leap by leap," };
            format!(
                "hops {along}{unit} over {} ({pieces}){}{}",
                many(*over, "piece"),
                empty(*before, "before"),
                empty(*after, "between them and the square it lands on")
            )
        }
    }
}

fn many(interval: Interval, unit: &str) -> String {
    match interval.compare {
        Compare::Equal => counted(interval.number, unit),
        Compare::AtLeast => format!("at least {}", counted(interval.number, unit)),
        Compare::AtMost => format!("at most {}", counted(interval.number, unit)),
    }
}

fn empty(interval: Interval, place: &str) -> String {
    match (interval.compare, interval.number) {
        (Compare::Equal | Compare::AtMost, 0) => String::new(),
        (Compare::AtLeast, 0) => format!(", with any number of empty squares {place}"),
        _ => format!(", with {} {place}", many(interval, "empty square")),
    }
}

fn counted(count: u8, unit: &str) -> String {
    if count == 1 { format!("1 {unit}") } else { format!("{count} {}", plural(unit)) }
}

fn plural(name: &str) -> String {
    let ends = |endings: &[&str]| endings.iter().any(|ending| name.ends_with(ending));
    if name == "man" {
        "men".to_owned()
    } else if ends(&["s", "x", "z", "ch", "sh"]) {
        format!("{name}es")
    } else if name.ends_with('y') && !ends(&["ay", "ey", "oy", "uy"]) {
        format!("{}ies", &name[..name.len() - 1])
    } else {
        format!("{name}s")
    }
}

fn rows(first: u8, last: u8) -> String {
    if first == last { format!("row {first}") } else { format!("rows {first} to {last}") }
}

/// `a, b or c`.
fn listed<T: AsRef<str>>(items: &[T], word: &str) -> String {
    match items {
        [] => "nothing".to_owned(),
        [only] => only.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} {word} {}", first.join(", "), last.as_ref())
        }
    }
}

/// The vectors of a movement in words. `vectors` are closed under its symmetries.
fn direction(vectors: &[Vector]) -> String {
    let Some(&Vector { dx, dy }) = vectors.first() else { return "nowhere".to_owned() };
    let (near, far) = (dx.abs().min(dy.abs()), dx.abs().max(dy.abs()));
    let size = if far == 1 { String::new() } else { format!("{far} squares ") };
    let has = |x: i8, y: i8| vectors.contains(&Vector { dx: x, dy: y });
    if near == 0 {
        let sides = [has(0, far), has(0, -far), has(-far, 0), has(far, 0)];
        let words = match sides {
            [true, true, true, true] => "along a row or column".to_owned(),
            [true, true, false, false] => "straight ahead or back".to_owned(),
            [false, false, true, true] => "sideways".to_owned(),
            [true, false, true, true] => "straight ahead or sideways".to_owned(),
            _ => {
                let names = ["straight ahead", "straight back", "to the left", "to the right"];
                let there: Vec<&str> =
                    names.into_iter().zip(sides).filter(|(_, is)| *is).map(|(name, _)| name).collect();
                listed(&there, "or")
            }
        };
        return format!("{size}{words}");
    }
    if near == far {
        let ends = [has(-far, far), has(far, far), has(-far, -far), has(far, -far)];
        let words = match ends {
            [true, true, true, true] => "diagonally".to_owned(),
            [true, true, false, false] => "diagonally ahead".to_owned(),
            [false, false, true, true] => "diagonally back".to_owned(),
            _ => {
                let names = ["ahead to the left", "ahead to the right", "back to the left", "back to the right"];
                let there: Vec<&str> =
                    names.into_iter().zip(ends).filter(|(_, is)| *is).map(|(name, _)| name).collect();
                format!("diagonally {}", listed(&there, "or"))
            }
        };
        return format!("{size}{words}");
    }
    if vectors.len() == 8 {
        return format!("{far} squares one way and {near} across, in any direction");
    }
    let one = |Vector { dx, dy }: &Vector| {
        let side = if *dx < 0 { "left" } else { "right" };
        let way = if *dy < 0 { "back" } else { "ahead" };
        format!("{} {way} and {} {side}", dy.abs(), dx.abs())
    };
    // Mirror images share a phrase.
    let mirrored = vectors.iter().all(|Vector { dx, dy }| has(-dx, *dy));
    if mirrored {
        let half: Vec<String> = vectors
            .iter()
            .filter(|vector| vector.dx > 0)
            .map(|Vector { dx, dy }| {
                format!("{} {} and {dx} to either side", dy.abs(), if *dy < 0 { "back" } else { "ahead" })
            })
            .collect();
        return listed(&half, "or");
    }
    listed(&vectors.iter().map(one).collect::<Vec<_>>(), "or")
}
