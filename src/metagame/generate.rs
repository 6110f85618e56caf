//! New games by constrained stochastic generation (chapter 8): the grammar is expanded from the top, every choice is drawn
//! by a parameter, and what a constraint rejects is drawn again.

use crate::board::{MAX_SIDE, Player};
use crate::game::{Game, Outcome, random_playout};
use crate::metagame::goals::{opposes, subsumes};
use crate::metagame::{
    At, BoardType, Capture, Compare, Decider, Description, Effect, GameDef, Goal, Interval, Inversion, MAX_TYPES,
    Methods, Movement, MovementKind, Names, Owner, Parameters, PieceDef, Promotion, Rules, Setup, Shape, Side,
    Symmetries, Vector,
};
use crate::order;
use crate::rng::Rng;

/// Names for pieces; drawn, then used in alphabetical order.
const NAMES: &[&str] = &[
    "adder", "badger", "bat", "bear", "beaver", "bison", "camel", "cat", "cobra", "cougar", "coyote", "crab", "crane",
    "crow", "deer", "dingo", "dodo", "donkey", "dove", "eagle", "eel", "elk", "falcon", "ferret", "finch", "fox",
    "frog", "gecko", "goat", "goose", "gull", "hare", "hawk", "heron", "hornet", "hyena", "ibex", "ibis", "jackal",
    "jaguar", "kiwi", "koala", "lark", "lemur", "lion", "llama", "lynx", "mole", "moose", "newt", "ocelot", "otter",
    "owl", "panda", "puma", "quail", "rat", "raven", "seal", "shrew", "skunk", "sloth", "snail", "squid", "stork",
    "swan", "tapir", "tern", "tiger", "toad", "viper", "vole", "wasp", "whale", "wolf", "wren", "yak", "zebra",
];

/// So often a part is drawn again before something plain takes its place.
const TRIES: usize = 1000;

/// The game that these parameters and this seed give, always the same.
pub fn generate(parameters: &Parameters, seed: u64) -> GameDef {
    let mut rng = Rng::new(seed);
    loop {
        let def = Generator::new(parameters, &mut rng).game(format!("game-{seed}"));
        let alone = matches!(&def.goals[..], [Goal::Stalemate(Side::Player)]);
        if !alone || parameters.chance("allow_stalemate_player_alone", &mut rng) {
            return def;
        }
    }
}

/// A movement as it is drawn on a board, before any constraint.
pub fn draw_movement(parameters: &Parameters, rng: &mut Rng) -> Movement {
    Generator::new(parameters, rng).draw_movement()
}

struct Generator<'a> {
    parameters: &'a Parameters,
    rng: &'a mut Rng,
    shape: Shape,
    /// Names of all types; the first `placed` of them take part in the set-up.
    names: Vec<String>,
    placed: usize,
}

impl Generator<'_> {
    fn new<'a>(parameters: &'a Parameters, rng: &'a mut Rng) -> Generator<'a> {
        let width = parameters.whole("board_width", rng).clamp(1, MAX_SIDE);
        let height = parameters.whole("board_height", rng).clamp(2, MAX_SIDE);
        let board_type = match parameters.word("board_type", rng) {
            "planar" => BoardType::Planar,
            _ => BoardType::VerticalCylinder,
        };
        let inversion = match parameters.word("board_inversion", rng) {
            "forward" => Inversion::Forward,
            _ => Inversion::Diagonal,
        };
        let shape = Shape { width, height, board_type, inversion };
        Generator { parameters, rng, shape, names: Vec::new(), placed: 0 }
    }

    fn chance(&mut self, name: &str) -> bool {
        self.parameters.chance(name, self.rng)
    }

    fn word(&mut self, name: &str) -> &'static str {
        self.parameters.word(name, self.rng)
    }

    fn number(&mut self, name: &str) -> f64 {
        self.parameters.number(name, self.rng)
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.rng.index(last + 1));
        }
    }

    fn game(&mut self, name: String) -> GameDef {
        let Shape { width, height, board_type, inversion } = self.shape;
        let rows = ((f64::from(height) * self.number("board_crowding") / 2.0) as u8).clamp(1, height / 2);
        let promote_rank = height - (f64::from(rows) * self.number("promotion_fraction")) as u8;
        let setup = self.setup(rows);
        let pieces = (0..self.names.len()).map(|index| self.piece(index)).collect();
        let must_capture = self.chance("must_capture");
        let goals = self.goals(&setup);
        GameDef { name, goals, width, height, board_type, inversion, promote_rank, setup, must_capture, pieces }
    }

    /// Names the types and sets the army up on the first rows.
    fn setup(&mut self, rows: u8) -> Setup {
        let squares = usize::from(self.shape.width) * usize::from(rows);
        let count = ((self.number("row_crowding") * squares as f64) as usize).clamp(1, squares);
        let only = usize::from(self.parameters.whole("promote_only_pieces", self.rng));
        let most = MAX_TYPES.min(NAMES.len()) - only.min(16);
        self.placed = ((self.number("piece_variety") * count as f64) as usize).clamp(1, count.min(most));
        let mut pool: Vec<&str> = NAMES.to_vec();
        self.shuffle(&mut pool);
        let mut names: Vec<String> = pool.into_iter().take(self.placed + only).map(str::to_owned).collect();
        let (placed, others) = names.split_at_mut(self.placed);
        order::sort(placed);
        order::sort(others);
        self.names = names;
        let mut army: Vec<usize> = (0..self.placed).collect();
        army.extend((self.placed..count).map(|_| self.rng.index(self.placed)));
        let mut array: Vec<At> = Vec::new();
        for y in 1..=rows {
            array.extend((1..=self.shape.width).map(|x| (x, y)));
        }
        let decider = match self.word("placement_method") {
            "random" => Decider::Random,
            "player" => Decider::Side(Side::Player),
            "opponent" => Decider::Side(Side::Opponent),
            _ => {
                self.shuffle(&mut array);
                let squares_of = |kind: usize| {
                    let own = army.iter().zip(&array).filter(|(other, _)| **other == kind).map(|(_, at)| *at);
                    let mut own: Vec<At> = own.collect();
                    order::sort_by_key(&mut own, |(x, y)| (*y, *x));
                    own
                };
                return Setup::Fixed(
                    (0..self.placed).map(|kind| (self.names[kind].clone(), squares_of(kind))).collect(),
                );
            }
        };
        order::sort(&mut army);
        let names = Names::List(army.into_iter().map(|kind| self.names[kind].clone()).collect());
        Setup::Decision { decider, names, squares: array }
    }

    // ---- pieces ----

    fn piece(&mut self, index: usize) -> PieceDef {
        let moving = self.movements();
        let mut capturing = vec![self.capture()];
        while capturing.len() < 8 && self.chance("capture_complexity") {
            capturing.push(self.capture());
        }
        let promoting = if self.chance("specific_promotion") {
            Promotion::To(self.rng.pick(&self.names).clone())
        } else {
            let decider = self.side();
            Promotion::Choice { decider, options: self.description() }
        };
        PieceDef {
            name: self.names[index].clone(),
            moving,
            capturing,
            promoting: Some(promoting),
            must_capture: self.chance("must_capture_piece"),
            continue_captures: self.chance("continue_captures"),
        }
    }

    fn side(&mut self) -> Side {
        if self.rng.one_in(2) { Side::Player } else { Side::Opponent }
    }

    fn movements(&mut self) -> Vec<Movement> {
        let mut list = vec![self.movement()];
        while list.len() < 8 && self.chance("movement_complexity") {
            list.push(self.movement());
        }
        list
    }

    /// A movement that can be applied somewhere on the board.
    fn movement(&mut self) -> Movement {
        for _ in 0..TRIES {
            let movement = self.draw_movement();
            if self.shape.fits(&movement) {
                return movement;
            }
        }
        Movement { kind: MovementKind::Leap, vector: Vector { dx: 0, dy: 1 }, symmetries: Symmetries::ALL }
    }

    fn draw_movement(&mut self) -> Movement {
        let kind = self.word("movement_type");
        let vector = self.vector();
        let symmetries = Symmetries {
            forward: self.chance("symmetry_forward"),
            side: self.chance("symmetry_side"),
            rotation: self.chance("symmetry_rotation"),
        };
        let longer = self.shape.width.max(self.shape.height);
        let kind = match kind {
            "leaper" => MovementKind::Leap,
            "rider" => {
                let reach = self.parameters.real("locality", self.rng) * f64::from(longer);
                let max = (reach / f64::from(vector.dx.max(vector.dy))) as u8;
                MovementKind::Ride { min: None, max: (max > 1).then_some(max), longest: self.chance("must_ride") }
            }
            _ => MovementKind::Hop {
                before: self.interval("constrain_before", 0, 0, longer),
                over: self.interval("constrain_over", 1, 1, longer),
                after: self.interval("constrain_after", 0, 1, longer),
                hop_over: self.description(),
            },
        };
        Movement { kind, vector, symmetries }
    }

    fn vector(&mut self) -> Vector {
        loop {
            let locality = self.parameters.real("locality", self.rng);
            let mut part = |side: u8| {
                let most = (f64::from(side - 1) * locality) as u32;
                self.rng.below(most.max(1) + 1) as i8
            };
            let (dx, dy) = (part(self.shape.width), part(self.shape.height));
            if (dx, dy) != (0, 0) {
                return Vector { dx, dy };
            }
        }
    }

    /// A part of a hop: at least `least` squares, or, where it is constrained, a bound from `low` to `high`.
    fn interval(&mut self, constrain: &str, least: u8, low: u8, high: u8) -> Interval {
        if !self.chance(constrain) {
            return Interval { compare: Compare::AtLeast, number: least };
        }
        let compare = match self.word("comparative") {
            "eq" => Compare::Equal,
            "geq" => Compare::AtLeast,
            _ => Compare::AtMost,
        };
        Interval { compare, number: low + self.rng.below(u32::from(high - low) + 1) as u8 }
    }

    fn description(&mut self) -> Description {
        let owner = if self.chance("any_player") { Owner::Any } else { Owner::Only(self.side()) };
        let names =
            if self.chance("any_piece") { Names::Any } else { self.some_of(0..self.names.len(), "more_pieces") };
        Description { owner, names }
    }

    /// One of these types, and others while a coin says so, in the order of their names.
    fn some_of(&mut self, types: std::ops::Range<usize>, more: &str) -> Names {
        let mut pool: Vec<usize> = types.collect();
        self.shuffle(&mut pool);
        let mut count = 1;
        while count < pool.len() && self.chance(more) {
            count += 1;
        }
        pool.truncate(count);
        order::sort(&mut pool);
        Names::List(pool.into_iter().map(|kind| self.names[kind].clone()).collect())
    }

    fn capture(&mut self) -> Capture {
        let methods = Methods {
            retrieve: self.chance("capture_retrieve"),
            clobber: self.chance("capture_clobber"),
            hop: self.chance("capture_hop"),
        };
        let effect = match self.word("capture_effect") {
            "remove" => Effect::Remove,
            "player" => Effect::Possess(Side::Player),
            _ => Effect::Possess(Side::Opponent),
        };
        Capture { methods, victims: self.description(), effect, movements: self.movements() }
    }

    // ---- goals ----

    /// One stalemate goal, then others, none of which follows from another or always comes with its opposite.
    fn goals(&mut self, setup: &Setup) -> Vec<Goal> {
        let mut goals = vec![Goal::Stalemate(self.side())];
        while goals.len() < 12 && self.chance("goal_complexity") {
            for _ in 0..TRIES {
                let goal = self.goal(setup);
                let redundant = goals
                    .iter()
                    .any(|other| subsumes(other, &goal) || subsumes(&goal, other) || opposes(self.shape, &goal, other));
                if !redundant {
                    goals.push(goal);
                    break;
                }
            }
        }
        goals
    }

    fn goal(&mut self, setup: &Setup) -> Goal {
        let side = |word: &str| if word == "player" { Side::Player } else { Side::Opponent };
        if self.word("goal_type") == "eradicate" {
            let owner = side(self.word("eradicate_goal_player"));
            let names = if self.chance("any_eradicate_piece") { Names::Any } else { self.eradicable() };
            return Goal::Eradicate(Description { owner: Owner::Only(owner), names });
        }
        let owner = side(self.word("arrive_goal_player"));
        // Own pieces must be promoted before they can arrive; the enemy must not stand there from the start.
        let names = match owner {
            Side::Player if self.names.len() > self.placed => {
                self.some_of(self.placed..self.names.len(), "more_arrival_pieces")
            }
            Side::Player => {
                return Goal::Eradicate(Description { owner: Owner::Only(Side::Opponent), names: Names::Any });
            }
            Side::Opponent if self.chance("any_piece") => Names::Any,
            Side::Opponent => self.some_of(0..self.names.len(), "more_arrival_pieces"),
        };
        let homes: Vec<At> = match setup {
            Setup::Fixed(list) => list.iter().flat_map(|(_, squares)| squares.iter().copied()).collect(),
            Setup::Decision { squares, .. } => squares.clone(),
        };
        let mut squares = Vec::new();
        for y in 1..=self.shape.height {
            squares.extend((1..=self.shape.width).map(|x| (x, y)));
        }
        let forbidden = |at: &At| owner == Side::Opponent && homes.contains(&self.shape.invert_at(*at));
        squares.retain(|at| !forbidden(at));
        if squares.is_empty() {
            return Goal::Eradicate(Description { owner: Owner::Only(Side::Opponent), names: Names::Any });
        }
        self.shuffle(&mut squares);
        let mut count = 1;
        while count < squares.len() && self.chance("more_arrival_squares") {
            count += 1;
        }
        squares.truncate(count);
        order::sort_by_key(&mut squares, |(x, y)| (*y, *x));
        Goal::Arrive(Description { owner: Owner::Only(owner), names }, squares)
    }

    /// Names of which at least one stands on the board at the start.
    fn eradicable(&mut self) -> Names {
        loop {
            let names = self.some_of(0..self.names.len(), "more_eradicate_pieces");
            if self.names[..self.placed].iter().any(|name| names.has(name)) {
                return names;
            }
        }
    }
}

// ---- trying a game out ----

/// What random play says about a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Trial {
    pub games: u32,
    /// Won by White and by Black.
    pub wins: [u32; 2],
    /// Decisions in all games together.
    pub decisions: u32,
}

/// Why a game is rejected as not playable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// It is over before the first move.
    DecidedAtStart,
    TriviallyDrawn,
    OneSided(Player),
    /// It ends after a few moves, whatever they are.
    TooShort,
}

impl Trial {
    /// Plays so many random games.
    pub fn new(rules: &Rules, seed: u64, games: u32) -> Trial {
        let mut trial = Trial { games, ..Trial::default() };
        let mut scratch = Vec::new();
        for game in 0..games {
            let mut rng = Rng::branch(seed, u64::from(game));
            let mut pos = rules.random_start(&mut rng);
            let (outcome, decisions) = random_playout(rules, &mut pos, &mut rng, &mut scratch);
            trial.decisions += decisions;
            if let Outcome::Win(winner) = outcome {
                trial.wins[winner.index()] += 1;
            }
        }
        trial
    }

    /// What a game that went like this is rejected for.
    pub fn flaw(&self) -> Option<Flaw> {
        let [white, black] = self.wins;
        let decided = white + black;
        if self.decisions == 0 {
            Some(Flaw::DecidedAtStart)
        } else if decided * 10 < self.games {
            Some(Flaw::TriviallyDrawn)
        } else if decided >= 10 && white * 10 > decided * 9 {
            Some(Flaw::OneSided(Player::White))
        } else if decided >= 10 && black * 10 > decided * 9 {
            Some(Flaw::OneSided(Player::Black))
        } else if self.decisions < self.games * 6 {
            Some(Flaw::TooShort)
        } else {
            None
        }
    }
}

/// The first game from this seed on that random play finds nothing against, with its own seed; `None` after `tries`.
pub fn invent(parameters: &Parameters, seed: u64, games: u32, tries: u64) -> Option<(u64, GameDef, Trial)> {
    for seed in seed..seed.saturating_add(tries) {
        let def = generate(parameters, seed);
        let Ok(rules) = Rules::compile(&def) else { continue };
        let start = rules.moves(&rules.start(), &mut Vec::new());
        let trial = Trial::new(&rules, seed, games);
        if start.is_none() && trial.flaw().is_none() {
            return Some((seed, def, trial));
        }
    }
    None
}
