//! Moves and positions as short texts, for lists, links and typing.
//!
//! A step is `e2e4`, a capture `e4xd5`, a chain `c3xe5xg7`, a placement `P*d5`, a promotion `e7e8:Q`, and one that the other
//! player has left to the mover comes first: `e8:Q,a7a6`. Where captures to one square differ in what they take, the
//! squares of the victims follow: `c3xe5~d4`; where only their effect differs, its word does too.
//!
//! A position is its rows, the top row first, then whose turn it is, both hands, the stage and the number of turns played:
//! `rnbqk/...../PPPPP/RNBQK w P:2/0 0 12`. The stage is `0`, `assign`, or the square of a promotion that comes first, with
//! the number of its options.

use std::fmt::Write;

use crate::board::{Player, Square};
use crate::game::Game;
use crate::metagame::position::Cell;
use crate::metagame::rules::MOST_PLIES;
use crate::metagame::{Move, Piece, Position, Rules, Stage};

impl Rules {
    /// `Q` for White's queen, `q` for Black's.
    pub fn symbol(&self, piece: Piece) -> String {
        let symbol = &self.looks[piece.kind()].symbol;
        if piece.owner() == Player::White { symbol.clone() } else { symbol.to_ascii_lowercase() }
    }

    /// The piece whose symbol a text begins with, and the rest of the text.
    fn read_symbol<'t>(&self, text: &'t str) -> Option<(Piece, &'t str)> {
        let letter = text.chars().next().filter(char::is_ascii_alphabetic)?;
        let digits = text[1..].bytes().take_while(u8::is_ascii_digit).count();
        let (symbol, rest) = text.split_at(1 + digits);
        let owner = if letter.is_ascii_uppercase() { Player::White } else { Player::Black };
        let kind = self.looks.iter().position(|look| look.symbol.eq_ignore_ascii_case(symbol))?;
        Some((Piece::new(kind, owner), rest))
    }

    /// The captures of one piece to one square, of which a player must name one where there are several.
    pub(super) fn captures_alike(&self, pos: &Position, mv: Move) -> Vec<Move> {
        let Move::Take { from, to, .. } = mv else { return Vec::new() };
        let alike = |other: &Move| matches!(other, Move::Take { to: there, .. } if *there == to);
        self.captures_from(pos, from).into_iter().filter(alike).collect()
    }

    /// What a decision adds to the text of its move.
    pub(super) fn part_text(&self, pos: &Position, mv: Move) -> String {
        let name = |square: Square| self.geometry.name(square);
        match mv {
            Move::Go { from, to } => format!("{}{}", name(from), name(to)),
            Move::Take { from, to, possessor, .. } => {
                let mut text = if matches!(pos.stage, Stage::Continue(_)) { String::new() } else { name(from) };
                let _ = write!(text, "x{}", name(to));
                let alike = self.captures_alike(pos, mv);
                if alike.len() > 1 {
                    let victims = self.victim_squares(mv);
                    victims.iter().for_each(|victim| {
                        let _ = write!(text, "~{}", name(victim));
                    });
                    if alike.iter().filter(|other| self.victim_squares(**other) == victims).count() > 1 {
                        text += match possessor {
                            None => "~gone",
                            Some(Player::White) => "~white",
                            Some(Player::Black) => "~black",
                        };
                    }
                }
                text
            }
            Move::Place { piece, to } => format!("{}*{}", self.symbol(piece), name(to)),
            Move::Promote(piece) => match (pos.stage, pos.pending) {
                (Stage::Start, Some((at, _))) => format!("{}:{},", name(at), self.symbol(piece)),
                _ => format!(":{}", self.symbol(piece)),
            },
            Move::Stop => String::new(),
        }
    }

    /// The short text of a whole move.
    pub fn short_text(&self, pos: &Position, decisions: &[Move]) -> String {
        let mut pos = pos.clone();
        let mut text = String::new();
        for &mv in decisions {
            text += &self.part_text(&pos, mv);
            self.play(&mut pos, mv);
        }
        text
    }

    /// The whole move with this short text. Only decisions that the text begins with are looked into, so that a move is
    /// found even where chains are too many to be listed.
    pub fn read_short(&self, pos: &Position, text: &str) -> Option<Vec<Move>> {
        let mut line = Vec::new();
        self.read_rest(&mut pos.clone(), pos.to_move, text, &mut line).then_some(line)
    }

    fn read_rest(&self, pos: &mut Position, mover: Player, text: &str, line: &mut Vec<Move>) -> bool {
        let mut moves = Vec::new();
        self.moves(pos, &mut moves);
        for mv in moves {
            let part = self.part_text(pos, mv);
            let Some(rest) = text.strip_prefix(part.as_str()) else { continue };
            let undo = self.play(pos, mv);
            line.push(mv);
            let ended = pos.to_move != mover;
            let found = if ended { rest.is_empty() } else { self.read_rest(pos, mover, rest, line) };
            self.undo(pos, mv, undo);
            if found {
                return true;
            }
            line.pop();
        }
        false
    }

    /// A position at the start of a turn as text.
    pub fn position_text(&self, pos: &Position) -> String {
        let cell = |square: Square| pos.piece_at(square).map_or_else(|| ".".to_owned(), |piece| self.symbol(piece));
        let cells: Vec<String> = self.geometry.squares().map(cell).collect();
        let rows: Vec<String> = cells.chunks(self.geometry.width()).rev().map(|row| row.concat()).collect();
        let hand = |holder: Player| {
            let owner = self.owner_in_hand(pos, holder);
            let kinds = (0..self.types.len()).filter(|kind| pos.in_hand(holder, *kind) > 0);
            let held = |kind| format!("{}:{}", self.symbol(Piece::new(kind, owner)), pos.in_hand(holder, kind));
            let list: Vec<String> = kinds.map(held).collect();
            if list.is_empty() { "0".to_owned() } else { list.join(",") }
        };
        let turn = if pos.to_move == Player::White { 'w' } else { 'b' };
        let stage = match pos.pending {
            _ if pos.assigning => "assign".to_owned(),
            Some((at, options)) => format!("{}:{options}", self.geometry.name(at)),
            None => "0".to_owned(),
        };
        let [white, black] = Player::BOTH.map(hand);
        format!("{} {turn} {white}/{black} {stage} {}", rows.join("/"), pos.count)
    }

    /// The inverse of [`Rules::position_text`]; otherwise what is wrong, as the end of a sentence.
    pub fn read_position_text(&self, text: &str) -> Result<Position, String> {
        let mut words = text.split_whitespace();
        let mut pos = self.read_rows(words.next().unwrap_or_default())?;
        pos.to_move = match words.next() {
            None | Some("w") => Player::White,
            Some("b") => Player::Black,
            Some(_) => return Err("expected w or b after the rows, for the player to move".to_owned()),
        };
        let hands = words.next().unwrap_or("0/0");
        let stage = words.next().unwrap_or("0");
        pos.assigning = stage == "assign" && self.homes.iter().any(|home| !home.is_empty());
        let (white, black) = hands.split_once('/').ok_or("expected two hands, as in P:2/0")?;
        for (holder, list) in Player::BOTH.into_iter().zip([white, black]) {
            self.read_hand(&mut pos, holder, list)?;
        }
        if pos.assigning && pos.held == [0, 0] {
            return Err("nothing is left to be placed".to_owned());
        }
        pos.pending = match stage {
            "0" | "assign" => None,
            promotion => Some(self.read_pending(&pos, promotion)?),
        };
        let ply = words.next().map_or(Some(0), |word| word.parse::<u32>().ok());
        pos.count = match (ply.filter(|ply| *ply < MOST_PLIES), words.next()) {
            (Some(ply), None) => ply,
            _ => return Err(format!("expected the number of turns played so far, below {MOST_PLIES}")),
        };
        self.playable(pos)
    }

    /// The position with its key, unless the game is over in it.
    pub(super) fn playable(&self, pos: Position) -> Result<Position, String> {
        let pos = self.begun(pos);
        match self.ending(&pos) {
            Some(finish) => Err(format!("in this position the game is already over: {}", finish.because)),
            None => Ok(pos),
        }
    }

    fn read_rows(&self, text: &str) -> Result<Position, String> {
        let (width, height) = (self.geometry.width(), self.geometry.height());
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != height {
            return Err(format!("this position has {} rows, but the board of this game has {height}", rows.len()));
        }
        let mut pos = Position::empty();
        for (from_top, row) in rows.into_iter().enumerate() {
            let (mut rest, mut x) = (row, 0);
            while !rest.is_empty() {
                let (piece, after) = match rest.strip_prefix('.') {
                    Some(after) => (None, after),
                    None => match self.read_symbol(rest) {
                        Some((piece, after)) => (Some(piece), after),
                        None => {
                            let sign = rest.chars().next().unwrap_or(' ');
                            return Err(format!("this game has no piece {sign:?}"));
                        }
                    },
                };
                rest = after;
                if let (Some(square), true) = (self.geometry.at(x, height - 1 - from_top), x < width) {
                    pos.put(square, piece.map_or(Cell::EMPTY, Cell::of));
                }
                x += 1;
            }
            if x != width {
                let row = from_top + 1;
                return Err(format!(
                    "row {row} from the top has {x} squares, but the board of this game is {width} wide"
                ));
            }
        }
        Ok(pos)
    }

    fn read_hand(&self, pos: &mut Position, holder: Player, list: &str) -> Result<(), String> {
        if list == "0" {
            return Ok(());
        }
        let owner = self.owner_in_hand(pos, holder);
        for held in list.split(',') {
            let wrong = || "expected pieces in hand with their numbers, as in P:2,N:1, or 0 for none".to_owned();
            let (symbol, count) = held.split_once(':').ok_or_else(wrong)?;
            let count = count.parse::<u32>().ok().filter(|count| (1..=1000).contains(count)).ok_or_else(wrong)?;
            let piece = self.read_symbol(symbol).filter(|(piece, rest)| rest.is_empty() && piece.owner() == owner);
            let (piece, _) = piece.ok_or_else(wrong)?;
            (0..count).for_each(|_| pos.give(holder, piece.kind()));
        }
        Ok(())
    }

    fn read_pending(&self, pos: &Position, text: &str) -> Result<(Square, u16), String> {
        let wrong = || "expected 0, assign, or the square of a promotion with the number of its options".to_owned();
        let (square, options) = text.split_once(':').ok_or_else(wrong)?;
        let square = self.geometry.named(square).filter(|square| pos.cell(*square).is_empty()).ok_or_else(wrong)?;
        let options = options.parse::<u16>().ok().filter(|number| usize::from(*number) < self.options.len());
        Ok((square, options.ok_or_else(wrong)?))
    }
}
