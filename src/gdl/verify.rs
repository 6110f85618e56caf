//! Two ways to play one game, compared move by move: tables against the reasoner.

use std::fmt;

use crate::board::{Geometry, Player, Square};
use crate::game::{Game, Outcome};
use crate::gdl::reasoner::{ActionId, Position, Reasoner};
use crate::gdl::terms::{Term, Terms};
use crate::rng::Rng;
use crate::sbg::{Move, Rules};

/// What was compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Compared {
    pub games: u64,
    pub plies: u64,
    pub moves: u64,
}

/// The first difference between two ways to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    pub game: u64,
    pub ply: u32,
    pub what: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, ply {}: {}", self.game + 1, self.ply, self.what)
    }
}

/// Plays random games by both and compares the player to move, legal moves, ends, outcomes and goals at each ply. `square_move`
/// says which move an action of the description is.
pub fn compare(
    rules: &Rules,
    reasoner: &Reasoner,
    square_move: &dyn Fn(&mut Position, ActionId) -> Option<Move>,
    games: u64,
    seed: u64,
) -> Result<Compared, Difference> {
    let mut compared = Compared::default();
    for game in 0..games {
        let mut rng = Rng::branch(seed, game);
        let (mut table, mut logic) = (rules.start(), reasoner.start());
        loop {
            let ply = table.ply();
            let differ = |what: String| Difference { game, ply, what };
            let (mut ours, mut theirs) = (Vec::new(), Vec::new());
            let (our_end, their_end) = (rules.moves(&table, &mut ours), reasoner.moves(&logic, &mut theirs));
            if our_end != their_end {
                let say = |end: Option<Outcome>| match end {
                    None => "the game is not over".to_owned(),
                    Some(Outcome::Draw) => "a draw".to_owned(),
                    Some(Outcome::Win(winner)) => format!("{winner} wins"),
                };
                return Err(differ(format!("by the tables {}, by the description {}", say(our_end), say(their_end))));
            }
            compared.plies += 1;
            if let Some(outcome) = our_end {
                let goals = Player::BOTH.map(|player| reasoner.goal(&logic, player));
                let expected = match outcome {
                    Outcome::Draw => goals[0] == goals[1],
                    Outcome::Win(Player::White) => goals[0] > goals[1],
                    Outcome::Win(Player::Black) => goals[0] < goals[1],
                };
                if !expected {
                    return Err(differ(format!("goals {goals:?} do not say {outcome:?}")));
                }
                break;
            }
            if table.to_move() != reasoner.to_move(&logic) {
                return Err(differ(format!("by the tables {} is to move", table.to_move())));
            }
            let mut pairs: Vec<(Move, ActionId)> = Vec::new();
            for &action in &theirs {
                match square_move(&mut logic, action) {
                    Some(mv) => pairs.push((mv, action)),
                    None => return Err(differ(format!("{} moves no piece", reasoner.show_move(action)))),
                }
            }
            pairs.sort_unstable();
            ours.sort_unstable();
            compared.moves += ours.len() as u64;
            if !pairs.iter().map(|(mv, _)| mv).eq(&ours) {
                let only_ours = ours.iter().find(|mv| !pairs.iter().any(|(other, _)| other == *mv));
                let only_theirs = pairs.iter().find(|(mv, _)| !ours.contains(mv));
                return Err(differ(match (only_ours, only_theirs) {
                    (Some(mv), _) => format!("only the tables allow {}", rules.show_move(*mv)),
                    (_, Some((_, action))) => format!("only the description allows {}", reasoner.show_move(*action)),
                    _ => "one move is listed twice".to_owned(),
                }));
            }
            let (mv, action) = *rng.pick(&pairs);
            rules.play(&mut table, mv);
            reasoner.play(&mut logic, action);
        }
        compared.games += 1;
    }
    Ok(compared)
}

/// The move that an action `(move x1 y1 x2 y2)` of our own exports is.
pub fn exported_move(terms: &Terms, board: Geometry, action: Term) -> Option<Move> {
    let number = |term: &Term| terms.show(*term).parse::<usize>().ok()?.checked_sub(1);
    let [x1, y1, x2, y2] = terms.arguments(action) else { return None };
    let square = |x: &Term, y: &Term| -> Option<Square> { board.at(number(x)?, number(y)?) };
    Some(Move { from: square(x1, y1)?, to: square(x2, y2)? })
}
