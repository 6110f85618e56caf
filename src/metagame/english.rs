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
        let mut captures = piece.capturing.iter().filter(|capture| !capture.is_idle()).peekable();
        let can_capture = captures.peek().is_some();
        sentences.extend(captures.map(|capture| self.capture_sentence(capture, &piece.moving)));
        if !can_capture {
            sentences.push("It captures nothing.".to_owned());
        }
        let must = piece.must_capture || self.def.must_capture;
        match (piece.continue_captures && can_capture, must) {
            (true, true) => sentences.push("After a capture it must continue capturing while it can.".to_owned()),
            (true, false) => sentences.push("After a capture it may capture again in the same turn.".to_owned()),
            _ => {}
        }
        if piece.must_capture && !self.def.must_capture && can_capture {
            sentences.push("If it can capture, it may not move without capturing.".to_owned());
        }
        sentences.extend(piece.promoting.as_ref().map(|promotion| self.promotion_sentence(promotion)));
        sentences.join(" ")
    }

    fn capture_sentence(&self, capture: &Capture, moving: &[Movement]) -> String {
        let victims = self.relative_pieces(&capture.victims);
        let methods = capture.methods;
        let effect = match capture.effect {
            Effect::Remove => "",
            Effect::Possess(Side::Player) => " Captured pieces go to its owner's hand.",
            Effect::Possess(Side::Opponent) => " Captured pieces go to the opponent's hand.",
        };
        let as_moving = capture.movements == moving;
        let hops = methods.hop && capture.has_hops();
        if as_moving && methods.clobber && !hops && !methods.retrieve {
            return format!("It captures {victims} in the same way as it moves.{effect}");
        }
        let places = [
            (methods.clobber, "on its target square"),
            (hops, "that it hops over"),
            (methods.retrieve, "directly behind its starting square"),
        ];
        let places: Vec<&str> = places.into_iter().filter(|(is, _)| *is).map(|(_, place)| place).collect();
        let how = if as_moving { "moves as above".to_owned() } else { ways(self, &capture.movements) };
        format!("It captures {victims} {}: it {how}.{effect}", places.join(" and those "))
    }

    fn promotion_sentence(&self, promotion: &Promotion) -> String {
        let first = self.def.promote_rank;
        if first > self.def.height {
            return "It is never promoted.".to_owned();
        }
        let there = if first == 1 {
            "At the end of every move".to_owned()
        } else {
            let (white, black) = (rows(first, self.def.height), rows(1, self.def.height + 1 - first));
            format!("When it ends a move on {white} (Black: {black})")
        };
        match promotion {
            Promotion::To(name) => format!("{there}, it promotes to {}.", with_article(&self.shown_name(name))),
            Promotion::Choice { decider: Side::Player, options } => {
                format!("{there}, its owner promotes it to {}.", self.one_of(options, ["", " of the opponent"]))
            }
            Promotion::Choice { decider: Side::Opponent, options } => format!(
                "{there}, it is removed, and the opponent begins the next turn by replacing it with {}.",
                self.one_of(options, [" of its owner", " of their own"])
            ),
        }
    }

    fn shown_name(&self, name: &str) -> String {
        self.kind(name).map_or_else(|| name.to_owned(), |kind| self.type_name(kind).to_owned())
    }

    /// The names as they are shown; `None` for every type of the game, where "piece" says the same.
    fn shown_names(&self, names: &Names) -> Option<Vec<String>> {
        let Names::List(list) = names else { return None };
        let is_all = list.len() > LONGEST_LIST && self.def.types().iter().all(|name| names.has(name));
        (!is_all).then(|| list.iter().map(|name| self.shown_name(name)).collect())
    }

    /// `king or queen`, or `piece`, without an article.
    fn plain_names(&self, names: &Names) -> String {
        self.shown_names(names).map_or_else(|| "piece".to_owned(), |list| listed(&list, "or"))
    }

    /// `enemy pawns and kings`, for the owner of a rule.
    fn relative_pieces(&self, description: &Description) -> String {
        let names = match self.shown_names(&description.names) {
            None => "pieces".to_owned(),
            Some(list) => listed(&list.iter().map(|name| plural(name)).collect::<Vec<_>>(), "and"),
        };
        match description.owner {
            Owner::Only(side) => format!("{}{names}", relative(side)),
            Owner::Any => format!("{names} of either side"),
        }
    }

    /// `one enemy piece`, `at least 2 men or kings`: the pieces that a hop crosses.
    fn hurdles(&self, over: Interval, description: &Description) -> String {
        let whose = match description.owner {
            Owner::Only(side) => relative(side),
            Owner::Any => "",
        };
        let names = self.shown_names(&description.names).unwrap_or_else(|| vec!["piece".to_owned()]);
        let plurals: Vec<String> = names.iter().map(|name| plural(name)).collect();
        let names = if many_is_one(over) { listed(&names, "or") } else { listed(&plurals, "or") };
        format!("{} {whose}{names}", many(over))
    }

    /// `a queen or a rook`, and whose: what the side that moved, or its opponent, is called for a promotion.
    fn one_of(&self, description: &Description, [own, other]: [&str; 2]) -> String {
        let whose = match description.owner {
            Owner::Only(Side::Player) => own,
            Owner::Only(Side::Opponent) => other,
            Owner::Any => " of either player",
        };
        let names = match self.shown_names(&description.names) {
            None => "any piece".to_owned(),
            Some(list) => listed(&list.iter().map(|name| with_article(name)).collect::<Vec<_>>(), "or"),
        };
        format!("{names}{whose}")
    }

    /// `white king or queen`, for one side's goals.
    pub(super) fn described(&self, description: &Description, side: Player) -> String {
        let colour = |player: Player| if player == Player::White { "white " } else { "black " };
        let whose = match description.owner {
            Owner::Only(Side::Player) => colour(side),
            Owner::Only(Side::Opponent) => colour(!side),
            Owner::Any => "",
        };
        format!("{whose}{}", self.plain_names(&description.names))
    }

    /// How the game begins, is won and drawn, a sentence each.
    pub fn describe_goals(&self) -> Vec<String> {
        let goals = &self.def.goals;
        let [wins, loses] = [Side::Player, Side::Opponent].map(|side| goals.contains(&Goal::Stalemate(side)));
        // With both goals, both players reach one.
        let stalemate_draws = wins == loses;
        let shown = goals.iter().filter(|goal| !(stalemate_draws && matches!(goal, Goal::Stalemate(_))));
        let mut sentences: Vec<String> = shown.map(|goal| self.goal_sentence(goal)).collect();
        if stalemate_draws {
            sentences.push("If the player to move has no legal move, the game is a draw.".to_owned());
        }
        sentences.push("If both players reach a goal on the same turn, the game is a draw.".to_owned());
        let mut captures = self.def.pieces.iter().flat_map(|piece| &piece.capturing);
        let has_hands = captures.any(|capture| capture.effect != Effect::Remove);
        if has_hands {
            sentences.push(
                "The pieces in a player's hand belong to that player, who may place one on an empty square instead of moving."
                    .to_owned(),
            );
        }
        if self.def.must_capture {
            let or_place = if has_hands { " or place a piece from the hand" } else { "" };
            sentences.push(format!("Captures are compulsory: a player who can capture must do so{or_place}."));
        }
        match &self.def.setup {
            Setup::Fixed(_) => {}
            Setup::Decision { decider: Decider::Random, .. } => {
                sentences.push("The start position is random; Black's pieces mirror White's.".to_owned());
            }
            Setup::Decision { decider: Decider::Side(Side::Player), .. } => {
                sentences.push("Before play, the players take turns placing their own pieces.".to_owned());
            }
            Setup::Decision { decider: Decider::Side(Side::Opponent), .. } => {
                sentences.push("Before play, the players take turns placing each other's pieces.".to_owned());
            }
        }
        sentences.push(format!(
            "The game is a draw after {MOST_PLIES} turns, or when a position occurs for the third time."
        ));
        sentences
    }

    fn goal_sentence(&self, goal: &Goal) -> String {
        match goal {
            Goal::Stalemate(Side::Player) => "A player who has no legal move on their turn wins.".to_owned(),
            Goal::Stalemate(Side::Opponent) => "A player who has no legal move on their turn loses.".to_owned(),
            Goal::Eradicate(pieces) => {
                let names = self.plain_names(&pieces.names);
                match pieces.owner {
                    Owner::Only(Side::Player) => format!("A player wins by having no {names} left on the board."),
                    Owner::Only(Side::Opponent) => {
                        format!("A player wins when the opponent has no {names} left on the board.")
                    }
                    Owner::Any => {
                        format!("If neither player has {} left on the board, the game is a draw.", with_article(&names))
                    }
                }
            }
            Goal::Arrive(pieces, squares) => {
                let names = self.plain_names(&pieces.names);
                let who = match pieces.owner {
                    Owner::Only(Side::Player) if names == "piece" => "one of their pieces".to_owned(),
                    Owner::Only(Side::Player) => format!("their {names}"),
                    Owner::Only(Side::Opponent) => format!("an opponent's {names}"),
                    Owner::Any => format!("{} of either side", with_article(&names)),
                };
                let places = |player: Player| -> Vec<String> {
                    let name = |(x, y): At| format!("{}{y}", char::from(b'a' + x - 1));
                    squares.iter().map(|at| name(self.shape.at_for(player, *at))).collect()
                };
                let (white, black) = (places(Player::White), places(Player::Black));
                let is_same = white.iter().all(|name| black.contains(name));
                let also = if is_same { String::new() } else { format!(" (Black: {})", listed(&black, "or")) };
                format!("A player wins when {who} is on {}{also}.", listed(&white, "or"))
            }
        }
    }
}

/// A list of more names than this is shortened to "piece" where it names every type of the game.
const LONGEST_LIST: usize = 3;

fn relative(side: Side) -> &'static str {
    match side {
        Side::Player => "friendly ",
        Side::Opponent => "enemy ",
    }
}

/// Alternatives: `steps one square ahead or slides diagonally`.
fn ways(rules: &Rules, movements: &[Movement]) -> String {
    let mut all: Vec<String> = Vec::new();
    for movement in movements {
        let way = way(rules, movement);
        if !all.contains(&way) {
            all.push(way);
        }
    }
    for verb in ["steps one square", "slides"] {
        let [straight, diagonal] = ["along a row or column", "diagonally"].map(|along| format!("{verb} {along}"));
        if all.contains(&diagonal)
            && let Some(index) = all.iter().position(|way| *way == straight)
        {
            all[index] = format!("{verb} in any direction");
            all.retain(|way| *way != diagonal);
        }
    }
    listed(&all, "or")
}

fn way(rules: &Rules, movement: &Movement) -> String {
    let along = direction(&movement.symmetries.closure(movement.vector));
    let is_step = movement.vector.dx.abs() <= 1 && movement.vector.dy.abs() <= 1;
    let leaps = if is_step { "" } else { "in leaps of " };
    match &movement.kind {
        MovementKind::Leap if is_step => format!("steps one square {along}"),
        MovementKind::Leap => format!("leaps {along}"),
        MovementKind::Ride { min, max, longest } => {
            let (verb, unit) = if is_step { ("slides", "square") } else { ("rides", "leap") };
            let far = match (min.unwrap_or(1), *max) {
                (1, None) => None,
                (low, None) => Some(format!("at least {}", counted(low, unit))),
                (low, Some(high)) if low == high => Some(format!("exactly {}", counted(high, unit))),
                (1, Some(high)) => Some(format!("at most {}", counted(high, unit))),
                (low, Some(high)) => Some(format!("{low} to {}", counted(high, unit))),
            };
            let longest = longest.then(|| "as far as it can".to_owned());
            let limits: Vec<String> = far.into_iter().chain(longest).collect();
            let limits = if limits.is_empty() { String::new() } else { format!(" ({})", limits.join(", ")) };
            format!("{verb} {leaps}{along}{limits}")
        }
        MovementKind::Hop { before, over, after, hop_over } => {
            let hurdles = rules.hurdles(*over, hop_over);
            format!("hops {leaps}{along} over {hurdles}{}", room(*before, *after))
        }
    }
}

/// How many: `2`, `at least one`.
fn many(interval: Interval) -> String {
    let number = match interval.number {
        0 => "no".to_owned(),
        1 => "one".to_owned(),
        number => number.to_string(),
    };
    match (interval.compare, interval.number) {
        (Compare::AtLeast, 0) => "any number of".to_owned(),
        (Compare::Equal, _) | (Compare::AtMost, 0) => number,
        (Compare::AtLeast, _) => format!("at least {number}"),
        (Compare::AtMost, _) => format!("at most {number}"),
    }
}

/// Whether the noun after [`many`] is in the singular.
fn many_is_one(interval: Interval) -> bool {
    interval.number == 1
}

/// How many empty squares a hop crosses before and after the pieces it hops over, where there can be any.
fn room(before: Interval, after: Interval) -> String {
    let squares = |interval: Interval| {
        format!("{} empty {}", many(interval), if many_is_one(interval) { "square" } else { "squares" })
    };
    match (before.most() > 0, after.most() > 0) {
        (false, false) => String::new(),
        (true, false) => format!(" ({} before)", squares(before)),
        (false, true) => format!(" ({} after)", squares(after)),
        (true, true) if before == after => format!(" ({} before and after)", squares(before)),
        (true, true) => {
            let after = many(after);
            format!(" ({} before and {} after)", squares(before), after.strip_suffix(" of").unwrap_or(&after))
        }
    }
}

fn counted(count: u8, unit: &str) -> String {
    if count == 1 { format!("one {unit}") } else { format!("{count} {}", plural(unit)) }
}

fn plural(name: &str) -> String {
    let ends = |endings: &[&str]| endings.iter().any(|ending| name.ends_with(ending));
    let without = |count: usize| &name[..name.len() - count];
    if ends(&["bison", "deer", "moose", "sheep", "squid"]) {
        name.to_owned()
    } else if ends(&["goose"]) {
        format!("{}eese", without(4))
    } else if ends(&["man"]) {
        format!("{}en", without(2))
    } else if ends(&["wolf"]) {
        format!("{}ves", without(1))
    } else if ends(&["s", "x", "z", "ch", "sh"]) {
        format!("{name}es")
    } else if name.ends_with('y') && !ends(&["ay", "ey", "oy", "uy"]) {
        format!("{}ies", without(1))
    } else {
        format!("{name}s")
    }
}

fn rows(first: u8, last: u8) -> String {
    match last - first {
        0 => format!("row {first}"),
        1 => format!("row {first} or {last}"),
        _ => format!("rows {first} to {last}"),
    }
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
        return format!("{far} squares along one axis and {near} along the other");
    }
    let squares = |count: i8| counted(count.unsigned_abs(), "square");
    let one = |Vector { dx, dy }: &Vector| {
        let side = if *dx < 0 { "to the left" } else { "to the right" };
        let way = if *dy < 0 { "back" } else { "ahead" };
        format!("{} {way} and {} {side}", squares(*dy), dx.abs())
    };
    // Mirror images share a phrase.
    let mirrored = vectors.iter().all(|Vector { dx, dy }| has(-dx, *dy));
    if mirrored {
        let half = vectors.iter().rev().filter(|vector| vector.dx > 0);
        let phrases: Vec<String> = half
            .filter(|Vector { dx, dy }| *dy > 0 || !has(*dx, -dy))
            .map(|Vector { dx, dy }| {
                let way = match (has(*dx, -dy), *dy < 0) {
                    (true, _) => "ahead or back",
                    (false, false) => "ahead",
                    (false, true) => "back",
                };
                format!("{} {way} and {dx} to either side", squares(*dy))
            })
            .collect();
        return listed(&phrases, "or");
    }
    listed(&vectors.iter().map(one).collect::<Vec<_>>(), "or")
}
