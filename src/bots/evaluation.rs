//! Evaluation of positions by material and squares (paper 001, formula 1), kept up to date from move to move.

use crate::board::{ByPlayer, Player, Square, SquareSet};
use crate::bots::Weights;
use crate::bots::net::{Hidden, NO_HIDDEN, Net, ReadyNet};
use crate::bots::symmetry::groups;
use crate::bots::terms::Terms;
use crate::game::Game;
use crate::sbg::{Move, PieceId, Position, Rules, Worths};
use crate::search::{Evaluator, Gain, Groups, Linear, Score};

/// Search counts in hundredths of a weight.
pub(super) const SCALE: f64 = 100.0;
/// So many of the cheapest pieces away from the window, the terms beside pieces and squares do not matter.
const LAZY: i32 = 4;
/// In an exchange, what decides the game is worth more than all pieces together.
const DECISIVE: i32 = 1 << 24;

/// Weights made ready for search, and tables that tell threats.
#[derive(Clone, Debug)]
pub struct PieceSquare {
    weights: Weights,
    /// For each letter and square: what the piece adds to White's side of the balance.
    balance: Vec<i32>,
    terms: Terms,
    /// What each term adds for one, and whether any adds anything.
    term_worths: Vec<i32>,
    has_terms: bool,
    net: Option<ReadyNet>,
    size: usize,
    letters: Vec<Letter>,
    /// Each player's letters, the cheapest first.
    own: ByPlayer<Vec<PieceId>>,
    /// Each player's letters that can go to and fro without risk of losing the game by it.
    waiting: ByPlayer<Vec<PieceId>>,
    /// The least worth of a letter at the start.
    margin: i32,
    /// For each letter and square: the squares it could go to, those it could come from, and the goal squares among the
    /// former.
    reach: Vec<SquareSet>,
    sources: Vec<SquareSet>,
    goals: Vec<Vec<Square>>,
}

#[derive(Clone, Copy, Debug)]
struct Letter {
    player: Player,
    /// How many may be left without a loss, less one.
    keep: Option<u32>,
    /// Its weight, whatever the square.
    worth: i32,
    /// Cheap pieces take first: 3 for the cheapest quarter, 0 for the dearest.
    cheapness: i32,
    has_goal: bool,
}

impl PieceSquare {
    pub fn new(rules: &Rules, weights: Weights) -> PieceSquare {
        let size = rules.board().size();
        let places =
            || rules.pieces().flat_map(|(piece, _)| rules.board().squares().map(move |square| (piece, square)));
        let reach: Vec<SquareSet> = places().map(|(piece, square)| rules.reachable(piece, square).collect()).collect();
        let sources = places()
            .map(|(piece, to)| {
                let reach = &reach[piece.index() * size..];
                rules.board().squares().filter(|from| reach[from.index()].contains(to)).collect()
            })
            .collect();
        let goals: Vec<Vec<Square>> = places()
            .map(|(piece, square)| rules.reachable(piece, square).filter(|to| rules.is_goal(piece, *to)).collect())
            .collect();
        let own = Player::BOTH
            .map(|player| rules.pieces().filter(|(_, info)| info.player == player).map(|(piece, _)| piece).collect());
        let letters = rules
            .pieces()
            .map(|(piece, info)| Letter {
                player: info.player,
                keep: info.keep,
                worth: 0,
                cheapness: 0,
                has_goal: goals[piece.index() * size..][..size].iter().any(|goals| !goals.is_empty()),
            })
            .collect();
        let mut made = PieceSquare {
            weights,
            balance: Vec::new(),
            terms: Terms::new(rules),
            term_worths: Vec::new(),
            has_terms: false,
            net: None,
            size,
            letters,
            own: ByPlayer(own),
            waiting: ByPlayer(Player::BOTH.map(|_| Vec::new())),
            margin: 1,
            reach,
            sources,
            goals,
        };
        made.waiting = ByPlayer(Player::BOTH.map(|player| {
            let own = made.own[player].iter().copied();
            own.filter(|piece| made.can_return(rules, *piece)).collect()
        }));
        made.refresh(rules);
        made
    }

    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Goes by a net of this game from now on, on top of the weights from the rules with the net's own changes.
    pub fn set_net(&mut self, rules: &Rules, net: &Net) {
        self.weights = Weights::from_rules(rules);
        let unit = (self.weights.least(rules) * SCALE) as i32;
        let changes = net.changes().iter().map(|change| f64::from(*change));
        self.weights.change(rules, changes.enumerate());
        self.net = Some(ReadyNet::new(rules, net, unit));
        self.refresh(rules);
    }

    pub fn has_net(&self) -> bool {
        self.net.is_some()
    }

    /// Takes over other weights.
    pub fn set_weights(&mut self, rules: &Rules, row: &[f64]) {
        self.weights.set(row);
        self.refresh(rules);
    }

    fn refresh(&mut self, rules: &Rules) {
        self.balance.clear();
        for (piece, info) in rules.pieces() {
            for square in rules.board().squares() {
                let worth = (self.weights.worth(piece, square) * SCALE) as i32;
                self.balance.push(if info.player == Player::White { worth } else { -worth });
            }
        }
        self.term_worths = self.weights.terms().iter().map(|weight| (weight * SCALE) as i32).collect();
        self.has_terms = self.term_worths.iter().any(|worth| *worth != 0);
        let mut order: Vec<usize> = (0..self.letters.len()).collect();
        let row = self.weights.to_vec();
        crate::order::sort_by(&mut order, |a, b| row[*a].total_cmp(&row[*b]));
        let count = order.len();
        for (rank, letter) in order.into_iter().enumerate() {
            self.letters[letter].cheapness = 3 - (rank * 4 / count) as i32;
            self.letters[letter].worth = (row[letter] * SCALE) as i32;
        }
        for player in Player::BOTH {
            let letters = &self.letters;
            crate::order::sort_by(&mut self.own[player], |a, b| {
                (letters[a.index()].worth, *a).cmp(&(letters[b.index()].worth, *b))
            });
        }
        self.margin = (self.weights.least(rules) * SCALE) as i32;
    }

    /// Whether a letter could take back most of its moves, and its loss is not the game's. With few such moves, as in Legacy of
    /// Ibis, players are often forced into a move that spoils something.
    fn can_return(&self, rules: &Rules, piece: PieceId) -> bool {
        let board = rules.board();
        let (mut moves, mut returns) = (0, 0);
        for from in board.squares() {
            for to in board.squares().filter(|to| self.reaches(piece, from, *to)) {
                moves += 1;
                returns += u32::from(self.reaches(piece, to, from));
            }
        }
        rules.info(piece).keep.is_none() && returns > 0 && 3 * returns >= 2 * moves
    }

    /// What is kept up to date says, for the player to move.
    #[inline]
    fn plain(&self, pos: &Position, sum: &Sum) -> i32 {
        let balance = if pos.to_move() == Player::White { sum.balance } else { -sum.balance };
        balance + self.net_score(pos, sum)
    }

    /// What the net says, for the player to move.
    #[inline]
    pub(super) fn net_score(&self, pos: &Position, sum: &Sum) -> i32 {
        self.net.as_ref().map_or(0, |net| net.score(&sum.hidden, pos.to_move(), pos.pieces_left()))
    }

    /// Calls `add` with each term that is not zero and its count, White's less Black's.
    #[inline]
    pub(super) fn each_term(&self, rules: &Rules, pos: &Position, add: impl FnMut(usize, i32)) {
        self.terms.each(rules, pos, add);
    }

    /// What the terms add, for the player to move.
    fn beside(&self, rules: &Rules, pos: &Position) -> i32 {
        let mut white = 0;
        if self.has_terms {
            self.each_term(rules, pos, |term, count| white += self.term_worths[term] * count);
        }
        if pos.to_move() == Player::White { white } else { -white }
    }

    #[inline]
    fn reaches(&self, piece: PieceId, from: Square, to: Square) -> bool {
        self.reach[self.at(piece, from)].contains(to)
    }

    #[inline]
    fn at(&self, piece: PieceId, square: Square) -> usize {
        piece.index() * self.size + square.index()
    }

    /// Whether losing one piece of this letter loses the game.
    #[inline]
    fn is_critical(&self, pos: &Position, piece: PieceId) -> bool {
        self.letters[piece.index()].keep.is_some_and(|left| pos.count(piece) as u32 <= left + 1)
    }

    /// Whether `player` could win at once if it were to move.
    pub fn threatens(&self, rules: &Rules, pos: &Position, player: Player) -> bool {
        let mut targets = [None; 8];
        let mut count = 0;
        for &piece in &self.own[!player] {
            if self.is_critical(pos, piece) {
                for square in pos.squares_of(piece).take(targets.len() - count) {
                    targets[count] = Some(square);
                    count += 1;
                }
            }
        }
        for &piece in &self.own[player] {
            let has_goal = self.letters[piece.index()].has_goal;
            if count == 0 && !has_goal {
                continue;
            }
            for from in pos.squares_of(piece) {
                let place = self.at(piece, from);
                if has_goal && self.goals[place].iter().any(|to| rules.can_go(pos, from, *to)) {
                    return true;
                }
                let reach = &self.reach[place];
                let hits = |to: &Square| reach.contains(*to) && rules.can_go(pos, from, *to);
                if targets[..count].iter().flatten().any(hits) {
                    return true;
                }
            }
        }
        false
    }
}

/// What is kept up to date from move to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sum {
    /// Pieces and squares, White's less Black's.
    balance: i32,
    /// The net's hidden layer; zeros without a net.
    hidden: Hidden,
}

impl Evaluator<Rules> for PieceSquare {
    type Sum = Sum;

    fn sum(&self, rules: &Rules, pos: &Position) -> Sum {
        let mut sum = Sum { balance: 0, hidden: NO_HIDDEN };
        if let Some(net) = &self.net {
            sum.hidden = net.empty();
        }
        for (piece, _) in rules.pieces() {
            for square in pos.squares_of(piece) {
                sum.balance += self.balance[self.at(piece, square)];
                if let Some(net) = &self.net {
                    net.add(&mut sum.hidden, piece, square);
                }
            }
        }
        sum
    }

    #[inline]
    fn after(&self, _rules: &Rules, pos: &Position, mv: Move, sum: &Sum) -> Sum {
        let Some(piece) = pos.piece_at(mv.from) else { return *sum };
        let taken = pos.piece_at(mv.to);
        let moved = self.balance[self.at(piece, mv.to)] - self.balance[self.at(piece, mv.from)];
        let lost = taken.map_or(0, |taken| self.balance[self.at(taken, mv.to)]);
        let hidden = self.net.as_ref().map_or(sum.hidden, |net| net.after(&sum.hidden, piece, mv, taken));
        Sum { balance: sum.balance + moved - lost, hidden }
    }

    fn score(&self, rules: &Rules, pos: &Position, sum: &Sum) -> Score {
        Score::estimate(self.plain(pos, sum) + self.beside(rules, pos))
    }

    fn score_within(&self, rules: &Rules, pos: &Position, sum: &Sum, alpha: Score, beta: Score) -> Score {
        let plain = self.plain(pos, sum);
        let most = LAZY * self.margin;
        let above = plain.saturating_sub(most) >= beta.value();
        let below = plain.saturating_add(most) <= alpha.value();
        Score::estimate(if above || below { plain } else { plain + self.beside(rules, pos) })
    }

    #[inline]
    fn gain(&self, rules: &Rules, pos: &Position, mv: Move) -> Gain {
        let Some(piece) = pos.piece_at(mv.from) else { return Gain::Quiet };
        if rules.is_goal(piece, mv.to) {
            return Gain::Wins;
        }
        let Some(victim) = pos.piece_at(mv.to) else { return Gain::Quiet };
        let owner = self.letters[victim.index()].player;
        // Taking one's own piece is nothing to hurry for.
        if owner == pos.to_move() {
            return Gain::Quiet;
        }
        if self.is_critical(pos, victim) {
            return Gain::Wins;
        }
        let taken = self.balance[self.at(victim, mv.to)].abs();
        let (risked, won) = (self.letters[piece.index()].worth, self.letters[victim.index()].worth);
        // Where the taker is worth clearly more, it matters whether it will be taken in turn.
        let lost = if 3 * risked > 4 * won { won - rules.exchange(pos, mv, self) } else { 0 };
        Gain::Takes(taken - lost, self.letters[piece.index()].cheapness)
    }

    fn noisy_moves(&self, rules: &Rules, pos: &Position, out: &mut Vec<Move>) {
        rules.noisy_moves(pos, out);
    }

    fn margin(&self) -> i32 {
        self.margin
    }

    fn exchange(&self, rules: &Rules, pos: &Position, mv: Move) -> i32 {
        rules.exchange(pos, mv, self)
    }

    #[inline]
    fn loses_more(&self, rules: &Rules, pos: &Position, mv: Move, most: i32) -> bool {
        let Some(piece) = pos.piece_at(mv.from) else { return false };
        // Only the game itself costs more than the piece that moves, and a move that may lose that is looked at.
        if self.worth(pos, piece) <= most && pos.owner_at(mv.to) != Some(pos.to_move()) {
            return false;
        }
        self.exchange(rules, pos, mv) < -most
    }

    fn can_wait(&self, _rules: &Rules, pos: &Position) -> bool {
        self.waiting[pos.to_move()].iter().any(|piece| pos.count(*piece) > 0)
    }

    fn in_danger(&self, rules: &Rules, pos: &Position) -> bool {
        self.threatens(rules, pos, !pos.to_move())
    }
}

impl Worths for PieceSquare {
    fn cheapest_first(&self) -> &ByPlayer<Vec<PieceId>> {
        &self.own
    }

    #[inline]
    fn worth(&self, pos: &Position, piece: PieceId) -> i32 {
        if self.is_critical(pos, piece) { DECISIVE } else { self.letters[piece.index()].worth }
    }

    fn goal(&self) -> i32 {
        DECISIVE
    }

    #[inline]
    fn sources(&self, piece: PieceId, to: Square) -> &SquareSet {
        &self.sources[self.at(piece, to)]
    }
}

impl Linear<Rules> for PieceSquare {
    fn features(&self, rules: &Rules, pos: &Position, out: &mut Vec<(u32, i16)>) {
        for (piece, info) in rules.pieces() {
            let sign = if info.player == Player::White { 1 } else { -1 };
            for square in pos.squares_of(piece) {
                out.extend(self.weights.places(piece, square).map(|place| (place, sign)));
            }
        }
        let first = self.weights.first_term();
        self.each_term(rules, pos, |term, count| out.push(((first + term) as u32, count as i16)));
    }

    fn constant(&self, rules: &Rules, pos: &Position) -> f64 {
        if !self.has_net() {
            return 0.0;
        }
        let score = f64::from(self.net_score(pos, &self.sum(rules, pos))) / SCALE;
        if pos.to_move() == Player::White { score } else { -score }
    }

    fn groups(&self, rules: &Rules) -> Groups {
        groups(rules, &self.weights)
    }

    fn row(&self) -> Vec<f64> {
        self.weights.to_vec()
    }

    fn set_row(&mut self, rules: &Rules, row: &[f64]) {
        self.set_weights(rules, row);
    }

    fn unit(&self, rules: &Rules) -> f64 {
        // The weight of the middle one of all pieces at the start: what one piece more or less is worth.
        let start = rules.start();
        let mut weights: Vec<f64> = rules
            .pieces()
            .flat_map(|(piece, _)| start.squares_of(piece).map(move |_| self.weights.material(piece)))
            .collect();
        crate::order::sort_by(&mut weights, f64::total_cmp);
        weights.get(weights.len().saturating_sub(1) / 2).copied().unwrap_or(1.0).max(0.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sbg::{builtin, read_game};

    #[test]
    fn a_player_can_wait_with_pieces_that_take_back_most_of_their_moves() {
        let letters = |id: &str| {
            let (_, rules) = read_game(builtin(id).unwrap().text).unwrap();
            let waiting = PieceSquare::new(&rules, Weights::from_rules(&rules)).waiting;
            let mut letters: Vec<char> = waiting[Player::White].iter().map(|piece| rules.info(*piece).letter).collect();
            crate::order::sort(&mut letters);
            letters.into_iter().collect::<String>()
        };
        assert_eq!(letters("chess"), "BNQR");
        assert_eq!(letters("limited-rider"), "Q");
        // An acrobat goes back only after a move sideways, and nothing else ever does.
        assert_eq!(letters("legacy-of-ibis"), "");
        assert_eq!(letters("breakthrough"), "");
    }
}
