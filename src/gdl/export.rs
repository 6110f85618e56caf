//! Simplified boardgames as GDL: the subset that every tool reads.
//!
//! The board is `(cell ?x ?y ?piece)` with columns and rows from 1 and `b` for an empty square; a piece is `w` or `b` for its
//! player and its letter. A move is `(move ?x1 ?y1 ?x2 ?y2)`. Each state of a piece's automaton becomes a relation between a
//! square and the squares where a path from there may end; recursion comes last in a rule and leads away from where it
//! began, so that provers that work backwards from the goal end as well.

use std::collections::BTreeSet;
use std::fmt::{self, Write};

use crate::automata::{Dfa, On, StateId, Step, fits, words_on_board};
use crate::board::{Geometry, Player};
use crate::game::Game;
use crate::sbg::{PieceInfo, Rules};

/// Words written out one by one, where an automaton could lead back to a square.
const MAX_WORDS: usize = 2_000;

/// Why a game cannot be written as GDL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExportError {
    /// A piece whose paths could cross themselves has too many of them to list.
    TooManyPaths(char),
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExportError::TooManyPaths(letter) => write!(
                f,
                "the paths of {letter} could cross themselves, and there are more than {MAX_WORDS} to write out one by one"
            ),
        }
    }
}

impl std::error::Error for ExportError {}

/// A game as GDL, in KIF.
pub fn export(name: &str, rules: &Rules) -> Result<String, ExportError> {
    let mut export = Export { rules, text: String::new(), right: BTreeSet::new(), up: BTreeSet::new() };
    let mut moves = String::new();
    for (_, info) in rules.pieces() {
        export.text.clear();
        export.piece(info)?;
        if export.text.is_empty() {
            continue;
        }
        let _ = write!(moves, "\n; How {} moves.\n{}", piece_name(info), export.text);
    }
    export.text.clear();
    export.frame(name);
    export.text.push_str(&moves);
    export.turn();
    export.ends();
    export.facts();
    Ok(export.text)
}

/// `wp` is White's pawn, `bp` Black's.
pub(super) fn piece_name(info: &PieceInfo) -> String {
    let side = match info.player {
        Player::White => 'w',
        Player::Black => 'b',
    };
    format!("{side}{}", info.letter.to_ascii_lowercase())
}

fn role(player: Player) -> &'static str {
    match player {
        Player::White => "white",
        Player::Black => "black",
    }
}

struct Export<'a> {
    rules: &'a Rules,
    text: String,
    /// Distances for which there must be facts.
    right: BTreeSet<i8>,
    up: BTreeSet<i8>,
}

impl Export<'_> {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// The conditions that lead a step from the square in `from` to the one in `to`, variables both; a coordinate that
    /// stays is the same variable.
    fn step(&mut self, step: Step, from: (&str, &str), to: (&str, &str)) -> (String, String, String) {
        let along = |distance: i8, name: &str, from: &str, to: &str| -> (String, String) {
            match distance {
                0 => (from.to_owned(), String::new()),
                1.. => (to.to_owned(), format!(" ({name}_{distance} {from} {to})")),
                _ => (to.to_owned(), format!(" ({name}_{} {to} {from})", distance.unsigned_abs())),
            }
        };
        let (x, right) = along(step.dx, "right", from.0, to.0);
        let (y, up) = along(step.dy, "up", from.1, to.1);
        self.right.extend((step.dx != 0).then_some(step.dx.saturating_abs()));
        self.up.extend((step.dy != 0).then_some(step.dy.saturating_abs()));
        (x, y, right + &up)
    }

    fn content(&self, on: On, mover: Player, x: &str, y: &str) -> String {
        match on {
            On::Empty => format!(" (true (cell {x} {y} b))"),
            On::Enemy => format!(" (holds {} {x} {y})", role(!mover)),
            On::Own => format!(" (holds {} {x} {y})", role(mover)),
        }
    }

    fn piece(&mut self, info: &PieceInfo) -> Result<(), ExportError> {
        let (name, player) = (piece_name(info), info.player);
        let (dfa, board) = (&info.dfa, self.rules.board());
        if dfa.transition_count() == 0 {
            return Ok(());
        }
        if crosses_itself(dfa, board) {
            let words = words_on_board(dfa, board, MAX_WORDS);
            for word in words.ok_or(ExportError::TooManyPaths(info.letter))? {
                self.word(&name, player, &word);
            }
            return Ok(());
        }
        let head = format!("(can {} ?x1 ?y1 ?x2 ?y2)", role(player));
        self.line(&format!("(<= {head} (true (cell ?x1 ?y1 {name})) ({name}_0 ?x1 ?y1 ?x2 ?y2))"));
        for state in dfa.states() {
            for &(step, next) in dfa.transitions(state).iter().filter(|(step, _)| fits(&[*step], board)) {
                let relation = format!("{name}_{}", state.index());
                if dfa.is_accepting(next) {
                    let (x, y, way) = self.step(step, ("?x", "?y"), ("?u", "?v"));
                    let content = self.content(step.on, player, &x, &y);
                    self.line(&format!("(<= ({relation} ?x ?y {x} {y}){way}{content})"));
                }
                if !dfa.transitions(next).is_empty() {
                    let (x, y, way) = self.step(step, ("?x", "?y"), ("?u", "?v"));
                    let content = self.content(step.on, player, &x, &y);
                    let on = format!("({name}_{} {x} {y} ?x2 ?y2)", next.index());
                    self.line(&format!("(<= ({relation} ?x ?y ?x2 ?y2){way}{content} {on})"));
                }
            }
        }
        Ok(())
    }

    /// One rule for one word.
    fn word(&mut self, name: &str, player: Player, word: &[Step]) {
        let mut conditions = format!(" (true (cell ?x0 ?y0 {name}))");
        let (mut x, mut y) = ("?x0".to_owned(), "?y0".to_owned());
        for (index, &step) in word.iter().enumerate() {
            let (to_x, to_y) = (format!("?x{}", index + 1), format!("?y{}", index + 1));
            let (next_x, next_y, way) = self.step(step, (&x, &y), (&to_x, &to_y));
            conditions += &way;
            conditions += &self.content(step.on, player, &next_x, &next_y);
            (x, y) = (next_x, next_y);
        }
        self.line(&format!("(<= (can {} ?x0 ?y0 {x} {y}){conditions})", role(player)));
    }

    fn frame(&mut self, name: &str) {
        let name: String = name.chars().filter(|c| !c.is_control()).collect();
        self.line(&format!("; {name}, written by kibitzer."));
        self.line("(role white)\n(role black)\n\n; The start.");
        let board = self.rules.board();
        let start = self.rules.start();
        for square in board.squares() {
            let piece = start.piece_at(square).map_or("b".to_owned(), |piece| piece_name(self.rules.info(piece)));
            self.line(&format!("(init (cell {} {} {piece}))", board.x(square) + 1, board.y(square) + 1));
        }
        self.line("(init (control white))\n(init (step 0))");
        for (name, count, _) in self.counted() {
            self.line(&format!("(init (left {name} {count}))"));
        }
    }

    /// Pieces that must not fall below a number other than none, with how many there are and the limit.
    fn counted(&self) -> Vec<(String, usize, u32)> {
        let start = self.rules.start();
        let pieces = self.rules.pieces().filter_map(|(id, info)| Some((id, info, info.keep.filter(|keep| *keep > 0)?)));
        pieces.map(|(id, info, keep)| (piece_name(info), start.count(id), keep)).collect()
    }

    fn turn(&mut self) {
        self.line(
            "
; Moves.
(<= (legal ?r (move ?x1 ?y1 ?x2 ?y2)) (true (control ?r)) (can ?r ?x1 ?y1 ?x2 ?y2))
(<= (legal white noop) (true (control black)))
(<= (legal black noop) (true (control white)))
(<= (holds ?r ?x ?y) (true (cell ?x ?y ?p)) (owner ?p ?r))

; What a move changes.
(<= (next (cell ?x1 ?y1 b)) (does ?r (move ?x1 ?y1 ?x2 ?y2)))
(<= (next (cell ?x2 ?y2 ?p)) (does ?r (move ?x1 ?y1 ?x2 ?y2)) (true (cell ?x1 ?y1 ?p)))
(<= (next (cell ?x ?y ?p)) (true (cell ?x ?y ?p)) (not (touched ?x ?y)))
(<= (touched ?x ?y) (does ?r (move ?x ?y ?x2 ?y2)))
(<= (touched ?x ?y) (does ?r (move ?x1 ?y1 ?x ?y)))
(<= (next (control black)) (true (control white)))
(<= (next (control white)) (true (control black)))
(<= (next (step ?n)) (true (step ?m)) (successor ?m ?n))",
        );
        if !self.counted().is_empty() {
            self.line(
                "(<= (next (left ?p ?n)) (true (left ?p ?n)) (not (taken ?p)))
(<= (next (left ?p ?m)) (true (left ?p ?n)) (taken ?p) (successor ?m ?n))
(<= (taken ?p) (does ?r (move ?x1 ?y1 ?x2 ?y2)) (true (cell ?x2 ?y2 ?p)))",
            );
        }
    }

    fn ends(&mut self) {
        self.line("\n; The end: a goal square, a piece too few, no move left, or the last step.");
        let board = self.rules.board();
        let mut reach = String::new();
        let mut reached = BTreeSet::new();
        for (id, info) in self.rules.pieces() {
            for square in board.squares().filter(|square| self.rules.is_goal(id, *square)) {
                let (x, y) = (board.x(square) + 1, board.y(square) + 1);
                let _ = writeln!(reach, "(goal_square {} {x} {y})", piece_name(info));
                reached.insert(info.player.index());
            }
        }
        if !reached.is_empty() {
            self.line("(<= (reached ?r) (true (cell ?x ?y ?p)) (goal_square ?p ?x ?y) (owner ?p ?r))");
        }
        self.text.push_str(&reach);
        let mut beaten = BTreeSet::new();
        let mut stands = false;
        for (_, info) in self.rules.pieces() {
            let name = piece_name(info);
            match info.keep {
                None => continue,
                Some(0) => {
                    stands = true;
                    self.line(&format!("(<= (beaten {}) (not (stands {name})))", role(info.player)));
                }
                Some(left) => self.line(&format!("(<= (beaten {}) (true (left {name} {left})))", role(info.player))),
            }
            beaten.insert(info.player.index());
        }
        if stands {
            self.line("(<= (stands ?p) (true (cell ?x ?y ?p)))");
        }
        if !reached.is_empty() {
            self.line("(<= decided (reached ?r))");
            self.line("(<= (wins ?r) (reached ?r))");
        }
        if !beaten.is_empty() {
            self.line("(<= decided (beaten ?r))");
        }
        for player in Player::BOTH {
            let (winner, loser) = (role(player), role(!player));
            if beaten.contains(&(!player).index()) {
                let saved = if reached.contains(&(!player).index()) {
                    format!(" (not (reached {loser}))")
                } else {
                    String::new()
                };
                self.line(&format!("(<= (wins {winner}) (beaten {loser}){saved})"));
            }
            let open = if reached.is_empty() && beaten.is_empty() { "" } else { " (not decided)" };
            self.line(&format!("(<= (wins {winner}) (true (control {loser})){open} (not (mobile {loser})))"));
        }
        self.line(
            "(<= (mobile ?r) (can ?r ?x1 ?y1 ?x2 ?y2))
(<= won (wins ?r))
(<= terminal won)",
        );
        self.line(&format!("(<= terminal (true (step {})))", self.rules.ply_limit()));
        self.line(
            "(<= (goal white 100) (wins white))
(<= (goal black 0) (wins white))
(<= (goal black 100) (wins black))
(<= (goal white 0) (wins black))
(<= (goal ?r 50) (role ?r) (not won))",
        );
    }

    fn facts(&mut self) {
        self.line("\n; Pieces, columns, rows and steps.");
        for (_, info) in self.rules.pieces() {
            self.line(&format!("(owner {} {})", piece_name(info), role(info.player)));
        }
        let board = self.rules.board();
        for (name, distances, side) in
            [("right", self.right.clone(), board.width()), ("up", self.up.clone(), board.height())]
        {
            for distance in distances {
                let distance = usize::from(distance.unsigned_abs());
                for from in 1..=side.saturating_sub(distance) {
                    self.line(&format!("({name}_{distance} {from} {})", from + distance));
                }
            }
        }
        for step in 0..self.rules.ply_limit() {
            self.line(&format!("(successor {step} {})", step + 1));
        }
    }
}

/// Whether some part of a path could lead back to the square where it began, within the board's size.
fn crosses_itself(dfa: &Dfa, board: Geometry) -> bool {
    let (width, height) = (board.width() as i32, board.height() as i32);
    dfa.states().any(|from| {
        let mut seen: BTreeSet<(StateId, i32, i32)> = BTreeSet::new();
        let mut stack = vec![(from, 0, 0)];
        while let Some((state, x, y)) = stack.pop() {
            for &(step, next) in dfa.transitions(state) {
                let (x, y) = (x + i32::from(step.dx), y + i32::from(step.dy));
                if x.abs() >= width || y.abs() >= height {
                    continue;
                }
                if (x, y) == (0, 0) {
                    return true;
                }
                if seen.insert((next, x, y)) {
                    stack.push((next, x, y));
                }
            }
        }
        false
    })
}
