//! How a game ends: goals, repetition, and the limit of turns.

use crate::board::Player;
use crate::game::{Finish, Game, Outcome};
use crate::metagame::rules::{Aim, MOST_PLIES};
use crate::metagame::{Goal, Position, Rules, Stage};

impl Rules {
    /// Which sides have achieved a goal other than stalemate.
    pub(super) fn achieved(&self, pos: &Position) -> [bool; 2] {
        let reached = |aim: &Aim| match aim {
            Aim::Stalemate(_) => false,
            Aim::Eradicate(pieces) => !pos.assigning && pieces.iter().all(|piece| pos.counts[piece.index()] == 0),
            Aim::Arrive(matcher, squares) => {
                let occupied = (pos.sets[0] | pos.sets[1]) & *squares;
                occupied.iter().any(|square| matcher.has(pos.cell(square)))
            }
        };
        [0, 1].map(|side: usize| self.aims[side].iter().any(reached))
    }

    /// Which sides have achieved a goal if the player to move has no legal move.
    pub(super) fn stalemated(&self, pos: &Position) -> [bool; 2] {
        let reached = |aim: &Aim| matches!(aim, Aim::Stalemate(player) if *player == pos.to_move);
        [0, 1].map(|side: usize| self.aims[side].iter().any(reached))
    }

    /// The result by goals other than stalemate, and whether a stalemate would change it.
    pub(super) fn result(&self, pos: &Position) -> (Option<Outcome>, bool) {
        if self.only_stalemate {
            return (None, true);
        }
        let achieved = self.achieved(pos);
        let stuck = self.stalemated(pos);
        let both = [achieved[0] || stuck[0], achieved[1] || stuck[1]];
        (outcome(achieved), outcome(achieved) != outcome(both))
    }

    pub(super) fn repeated(&self, pos: &Position) -> bool {
        let earlier = pos.past.iter().rev().skip(2).step_by(2);
        self.draw_by_repetition && earlier.filter(|key| **key == pos.key).nth(1).is_some()
    }
}

pub(super) fn outcome(achieved: [bool; 2]) -> Option<Outcome> {
    match achieved {
        [true, false] => Some(Outcome::Win(Player::White)),
        [false, true] => Some(Outcome::Win(Player::Black)),
        [true, true] => Some(Outcome::Draw),
        [false, false] => None,
    }
}

/// Why a game is over, and how.
impl Rules {
    /// How the game ended, if it has; the position is at the start of a turn.
    pub(super) fn ending(&self, pos: &Position) -> Option<Finish> {
        if pos.stage != Stage::Start {
            return None;
        }
        let outcome = self.moves(pos, &mut Vec::new())?;
        let stuck = || {
            let mut moves = Vec::new();
            self.push_turn(pos, &mut moves);
            moves.is_empty()
        };
        let achieved = |side: Player| {
            let aims = self.aims[side.index()].iter();
            aims.zip(&self.def.goals).find_map(|(aim, goal)| self.because(pos, side, aim, goal, &stuck))
        };
        let (reason, because) = match outcome {
            Outcome::Win(winner) => achieved(winner)?,
            Outcome::Draw => match (achieved(Player::White), achieved(Player::Black)) {
                (Some((_, white)), Some((_, black))) if white == black => {
                    ("both", format!("{white}, for both players"))
                }
                (Some((_, white)), Some((_, black))) => {
                    ("both", format!("both players reach a goal: {white}; {black}"))
                }
                _ if stuck() => ("no-moves", format!("{} cannot move", pos.to_move)),
                _ if pos.count >= MOST_PLIES => ("ply-limit", format!("{MOST_PLIES} turns have been played")),
                _ => ("repetition", "this position has occurred three times".to_owned()),
            },
        };
        Some(Finish { outcome, reason, because })
    }

    /// The rule and the reason by which a side has achieved one of its goals, if it has.
    fn because(
        &self,
        pos: &Position,
        side: Player,
        aim: &Aim,
        goal: &Goal,
        stuck: &dyn Fn() -> bool,
    ) -> Option<(&'static str, String)> {
        match aim {
            Aim::Stalemate(player) => {
                (*player == pos.to_move && stuck()).then(|| ("no-moves", format!("{player} cannot move")))
            }
            Aim::Eradicate(pieces) => {
                let gone = !pos.assigning && pieces.iter().all(|piece| pos.counts[piece.index()] == 0);
                let Goal::Eradicate(described) = goal else { return None };
                gone.then(|| ("eradicated", format!("no {} left on the board", self.described(described, side))))
            }
            Aim::Arrive(matcher, squares) => {
                let square = squares.iter().find(|square| matcher.has(pos.cell(*square)))?;
                let piece = pos.piece_at(square)?;
                let (owner, name) = (piece.owner(), self.type_name(piece.kind()));
                Some(("arrived", format!("{owner}'s {name} is on {}", self.geometry.name(square))))
            }
        }
    }
}
