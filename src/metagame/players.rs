//! Players: random ones, and METAGAMER's search over whole moves (chapter 13).

use std::ops::ControlFlow;

use crate::board::Player;
use crate::game::{Game, Outcome, Table};
use crate::metagame::{Metagamer, Move, Position, Rules};
use crate::monitor::Monitor;
use crate::rng::Rng;

/// The value of a won game, from White's view.
pub const WIN: f64 = 1e9;

/// Whole moves beyond so many from one position are not looked at.
const MOST_MOVES: usize = 100_000;

/// What a search found, from White's view.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Thought {
    /// The deepest iteration that counts.
    pub depth: u32,
    pub value: f64,
    /// The principal variation, as whole moves.
    pub line: Vec<Vec<Move>>,
    pub statistics: Statistics,
}

/// Counts of one iteration, as Appendix C prints them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    pub expanded: u64,
    pub evaluated: u64,
    pub terminal: u64,
    pub tested: u64,
}

/// Minimax over whole moves, with or without cut-offs.
#[derive(Clone, Debug)]
pub struct Minimax<'a> {
    pub rules: &'a Rules,
    pub judge: &'a Metagamer,
    /// Alpha-beta pruning. Without it, every line is looked at.
    pub cuts: bool,
    /// Moves are tried in random order; without, in the order of the generator.
    pub shuffle: Option<Rng>,
}

struct Search<'s, 'a, 'm> {
    settings: &'s mut Minimax<'a>,
    monitor: &'m mut dyn Monitor<Thought>,
    statistics: Statistics,
    stopped: bool,
}

fn final_value(outcome: Outcome) -> f64 {
    match outcome {
        Outcome::Win(Player::White) => WIN,
        Outcome::Win(Player::Black) => -WIN,
        Outcome::Draw => 0.0,
    }
}

impl Minimax<'_> {
    /// Searches depth 1, 2, … `depth`, the best move so far first. When the monitor stops it inside an iteration, the best
    /// of the moves that were searched completely counts, the previous best among them. A single legal move is answered
    /// at once.
    pub fn think(&mut self, root: &Position, depth: u32, monitor: &mut dyn Monitor<Thought>) -> Thought {
        let mut best = Thought::default();
        let mut moves = self.rules.turns(root, MOST_MOVES);
        if let [only] = &moves[..] {
            best.line = vec![only.clone()];
            return best;
        }
        for depth in 1..=depth {
            if let Some(shuffle) = &mut self.shuffle {
                for last in (1..moves.len()).rev() {
                    moves.swap(last, shuffle.index(last + 1));
                }
            }
            let known = best.line.first().and_then(|first| moves.iter().position(|mv| mv == first));
            if let Some(at) = known {
                let first = moves.remove(at);
                moves.insert(0, first);
            }
            let mut search = Search { settings: self, monitor, statistics: Statistics::default(), stopped: false };
            let found = search.root(root, depth, &moves);
            let (stopped, statistics) = (search.stopped, search.statistics);
            if let Some((value, line)) = found {
                best = Thought { depth, value, line, statistics };
                monitor.tell(best.clone());
            }
            // A value that does not come from the evaluation is final.
            if stopped || statistics.evaluated == 0 {
                break;
            }
        }
        best
    }
}

impl Search<'_, '_, '_> {
    fn better(mover: Player, new: f64, old: f64) -> bool {
        if mover == Player::White { new > old } else { new < old }
    }

    /// The best of the moves that were searched completely.
    fn root(&mut self, root: &Position, depth: u32, moves: &[Vec<Move>]) -> Option<(f64, Vec<Vec<Move>>)> {
        self.statistics.expanded += 1;
        self.statistics.tested += 1;
        let mover = root.to_move();
        let mut best: Option<(f64, Vec<Vec<Move>>)> = None;
        for mv in moves {
            let mut pos = root.clone();
            self.settings.rules.play_whole(&mut pos, mv);
            let (mut alpha, mut beta) = (f64::NEG_INFINITY, f64::INFINITY);
            if let Some((value, _)) = &best {
                *(if mover == Player::White { &mut alpha } else { &mut beta }) = *value;
            }
            let mut line = Vec::new();
            let value = self.visit(&pos, depth - 1, alpha, beta, &mut line);
            if self.stopped {
                break;
            }
            // Only a strictly better move takes the place of the best so far.
            if best.as_ref().is_none_or(|(old, _)| Self::better(mover, value, *old)) {
                line.insert(0, mv.clone());
                best = Some((value, line));
            }
        }
        best
    }

    fn visit(&mut self, pos: &Position, depth: u32, mut alpha: f64, mut beta: f64, line: &mut Vec<Vec<Move>>) -> f64 {
        if self.monitor.poll().is_break() {
            self.stopped = true;
            return 0.0;
        }
        let rules = self.settings.rules;
        self.statistics.tested += 1;
        if let Some(outcome) = rules.moves(pos, &mut Vec::new()) {
            self.statistics.terminal += 1;
            return final_value(outcome);
        }
        if depth == 0 {
            self.statistics.evaluated += 1;
            return self.settings.judge.value(rules, pos);
        }
        self.statistics.expanded += 1;
        let mover = pos.to_move();
        let mut moves = rules.turns(pos, MOST_MOVES);
        if let Some(shuffle) = &mut self.settings.shuffle {
            for last in (1..moves.len()).rev() {
                moves.swap(last, shuffle.index(last + 1));
            }
        }
        let mut best = if mover == Player::White { f64::NEG_INFINITY } else { f64::INFINITY };
        for mv in moves {
            let mut next = pos.clone();
            rules.play_whole(&mut next, &mv);
            let mut below = Vec::new();
            let value = self.visit(&next, depth - 1, alpha, beta, &mut below);
            if self.stopped {
                return 0.0;
            }
            if Self::better(mover, value, best) {
                best = value;
                below.insert(0, mv);
                *line = below;
            }
            if self.settings.cuts {
                match mover {
                    Player::White => alpha = alpha.max(value),
                    Player::Black => beta = beta.min(value),
                }
                if alpha >= beta {
                    break;
                }
            }
        }
        best
    }
}

/// A player without an evaluation (section 13.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Baseline {
    Random,
    /// Does not lose at once if it can help it.
    Cautious,
    /// Wins at once if it can, and is cautious otherwise.
    Aggressive,
    /// Also avoids moves after which the opponent could win at once.
    AggressiveDefensive,
}

impl Baseline {
    /// A whole move, or `None` where the game is over.
    pub fn choose(self, rules: &Rules, pos: &Position, rng: &mut Rng) -> Option<Vec<Move>> {
        let moves = rules.turns(pos, MOST_MOVES);
        if moves.is_empty() {
            return None;
        }
        if self == Baseline::Random {
            return Some(rng.pick(&moves).clone());
        }
        let mover = pos.to_move();
        let after: Vec<Position> = moves
            .iter()
            .map(|mv| {
                let mut next = pos.clone();
                rules.play_whole(&mut next, mv);
                next
            })
            .collect();
        let ends: Vec<Option<Outcome>> = after.iter().map(|next| rules.moves(next, &mut Vec::new())).collect();
        let choose = |rng: &mut Rng, fits: &dyn Fn(usize) -> bool| {
            let fitting: Vec<usize> = (0..moves.len()).filter(|index| fits(*index)).collect();
            (!fitting.is_empty()).then(|| moves[*rng.pick(&fitting)].clone())
        };
        let wins = |index: usize| ends[index] == Some(Outcome::Win(mover));
        let safe = |index: usize| ends[index] != Some(Outcome::Win(!mover));
        let won = if self == Baseline::Cautious { None } else { choose(rng, &wins) };
        let defended = |rng: &mut Rng| {
            if self != Baseline::AggressiveDefensive {
                return None;
            }
            let quiet = |index: usize| safe(index) && !can_win(rules, &after[index], ends[index]);
            choose(rng, &quiet)
        };
        let won = won.or_else(|| defended(rng));
        won.or_else(|| choose(rng, &safe)).or_else(|| choose(rng, &|_| true))
    }
}

/// Whether the player to move has a move that wins at once.
fn can_win(rules: &Rules, pos: &Position, end: Option<Outcome>) -> bool {
    if end.is_some() {
        return false;
    }
    rules.turns(pos, MOST_MOVES).iter().any(|mv| {
        let mut next = pos.clone();
        rules.play_whole(&mut next, mv);
        rules.moves(&next, &mut Vec::new()) == Some(Outcome::Win(pos.to_move()))
    })
}

/// Stops after so many positions: a limit that is the same on every machine.
#[derive(Clone, Copy, Debug)]
pub struct Budget(pub u64);

impl<E> Monitor<E> for Budget {
    fn poll(&mut self) -> ControlFlow<()> {
        match self.0.checked_sub(1) {
            Some(left) => {
                self.0 = left;
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(()),
        }
    }

    fn tell(&mut self, _event: E) {}
}
