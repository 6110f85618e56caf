//! Corners: a class of games for tests only, compiled in by the feature `toy`. It has what simplified boardgames lack: pieces
//! in hand, a named choice within a move, and a move after which the same player moves again.
//!
//! On three by three squares the players drop stones and one star each; three of one's own in a row win. A player who drops a
//! star says whether it is bright or dark. A stone in the middle gives another move. When all squares or both hands are used up,
//! the game is a draw.
//!
//! `tests/toy/session.rs` serves it to the tests of the page.

use crate::board::{Geometry, Player, Square};
use crate::bots::{Start, Strong};
use crate::classes::{Class, Description};
use crate::game::{Finish, Game, InHand, KindId, Outcome, PieceKind, Placement, Table, Touch};
use crate::protocol::{Failed, FailureCode, PieceView, Span};
use crate::search::{Evaluator, Gain, Groups, Linear, Score};

/// What stands on squares and lies in hands: kinds count from 1, White's odd.
const STONE: u32 = 1;
const STAR: u32 = 3;
const BRIGHT: u32 = 5;
const DARK: u32 = 7;
const SYMBOLS: &str = "SsTtBbDd";
const NAMES: [&str; 4] = ["stone", "star", "bright star", "dark star"];
const DRAWINGS: [&str; 4] = ["disc", "king", "queen", "rook"];

const LINES: [[usize; 3]; 8] = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// The rules: how many stones each player has.
#[derive(Clone, Debug)]
pub struct CornersRules {
    stones: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    squares: [u8; 9],
    /// Stones and stars of each player.
    hands: [[u8; 2]; 2],
    to_move: Player,
    /// A star that is neither bright nor dark yet.
    open: Option<u8>,
    ply: u32,
}

/// One decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    Drop { star: bool, square: u8 },
    Choose { bright: bool },
}

fn kind(base: u32, player: Player) -> u8 {
    (base + player.index() as u32) as u8
}

fn owner(piece: u8) -> Option<Player> {
    match (piece, piece % 2) {
        (0, _) => None,
        (_, 1) => Some(Player::White),
        _ => Some(Player::Black),
    }
}

impl Position {
    fn winner(&self) -> Option<Player> {
        let owners = self.squares.map(owner);
        LINES.iter().find_map(|line| {
            let first = owners[line[0]]?;
            line.iter().all(|square| owners[*square] == Some(first)).then_some(first)
        })
    }
}

impl Game for CornersRules {
    type Position = Position;
    type Move = Move;
    type Undo = Position;

    fn start(&self) -> Position {
        let hands = [[self.stones, 1]; 2];
        Position { squares: [0; 9], hands, to_move: Player::White, open: None, ply: 0 }
    }

    fn to_move(&self, pos: &Position) -> Player {
        pos.to_move
    }

    fn moves(&self, pos: &Position, out: &mut Vec<Move>) -> Option<Outcome> {
        if pos.open.is_some() {
            out.extend([true, false].map(|bright| Move::Choose { bright }));
            return None;
        }
        if let Some(winner) = pos.winner() {
            return Some(Outcome::Win(winner));
        }
        let before = out.len();
        let hand = pos.hands[pos.to_move.index()];
        for star in [false, true].into_iter().filter(|star| hand[usize::from(*star)] > 0) {
            let free = (0..9).filter(|square| pos.squares[usize::from(*square)] == 0);
            out.extend(free.map(|square| Move::Drop { star, square }));
        }
        (out.len() == before).then_some(Outcome::Draw)
    }

    fn play(&self, pos: &mut Position, mv: Move) -> Position {
        let before = *pos;
        let me = pos.to_move;
        let mut passes = true;
        match mv {
            Move::Drop { star, square } => {
                pos.hands[me.index()][usize::from(star)] -= 1;
                pos.squares[usize::from(square)] = kind(if star { STAR } else { STONE }, me);
                if star {
                    pos.open = Some(square);
                }
                passes = !star && square != 4;
            }
            Move::Choose { bright } => {
                if let Some(square) = pos.open.take() {
                    pos.squares[usize::from(square)] = kind(if bright { BRIGHT } else { DARK }, me);
                }
            }
        }
        if pos.open.is_none() {
            pos.ply += 1;
            // A player with empty hands is passed over.
            let [mine, other] = [me, !me].map(|player| pos.hands[player.index()].iter().any(|count| *count > 0));
            if other && (passes || !mine) {
                pos.to_move = !me;
            }
        }
        before
    }

    fn undo(&self, pos: &mut Position, _mv: Move, undo: Position) {
        *pos = undo;
    }

    fn key(&self, pos: &Position) -> u64 {
        let hands = pos.hands.iter().flatten().copied();
        let rest = [pos.to_move.index() as u8, pos.open.map_or(9, |square| square)];
        let bytes = pos.squares.into_iter().chain(hands).chain(rest);
        bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    }
}

fn square(index: u8) -> Square {
    Square::new(usize::from(index)).expect("one of nine")
}

impl CornersRules {
    fn name(&self, index: u8) -> String {
        self.board().name(square(index))
    }
}

impl Table for CornersRules {
    fn board(&self) -> Geometry {
        Geometry::new(3, 3).expect("a small board")
    }

    fn kinds(&self) -> Vec<PieceKind> {
        let symbols: Vec<char> = SYMBOLS.chars().collect();
        let kind = |index: usize| PieceKind {
            id: KindId(index as u32 + 1),
            owner: Player::BOTH[index % 2],
            name: NAMES[index / 2].to_owned(),
            symbol: symbols[index].to_string(),
            drawing: DRAWINGS[index / 2].to_owned(),
            label: None,
            twin: Some(KindId((index as u32 ^ 1) + 1)),
        };
        (0..8).map(kind).collect()
    }

    fn placement(&self, pos: &Position) -> Placement {
        let squares = pos.squares.iter().map(|piece| (*piece > 0).then_some(KindId(u32::from(*piece)))).collect();
        let hand = |player: Player| {
            let kinds = [STONE, STAR].map(|base| KindId(u32::from(kind(base, player))));
            let counts = pos.hands[player.index()];
            kinds.into_iter().zip(counts).map(move |(kind, count)| InHand { owner: player, kind, count: count.into() })
        };
        let hands = Player::BOTH.into_iter().flat_map(hand).filter(|held| held.count > 0).collect();
        Placement { squares, hands, to_move: pos.to_move, ply: pos.ply }
    }

    fn set_up(&self, placement: &Placement) -> Result<Position, String> {
        let squares: Vec<u8> = placement.squares.iter().map(|kind| kind.map_or(0, |kind| kind.0 as u8)).collect();
        let squares: [u8; 9] = squares.try_into().map_err(|_| "this board has nine squares".to_owned())?;
        if squares
            .iter()
            .any(|piece| *piece > 8 || *piece == kind(STAR, Player::White) || *piece == kind(STAR, Player::Black))
        {
            return Err("a star on the board is bright or dark".to_owned());
        }
        let mut hands = [[0; 2]; 2];
        for held in &placement.hands {
            let index = [STONE, STAR].iter().position(|base| u32::from(kind(*base, held.owner)) == held.kind.0);
            let index = index.ok_or("only stones and stars are held in hand")?;
            hands[held.owner.index()][index] = u8::try_from(held.count).map_err(|_| "so many cannot be held")?;
        }
        let pos = Position { squares, hands, to_move: placement.to_move, open: None, ply: placement.ply };
        match self.finish(&pos) {
            Some(finish) => Err(format!("in this position the game is already over: {}", finish.because)),
            None => Ok(pos),
        }
    }

    fn write_position(&self, pos: &Position) -> String {
        let letter = |piece: &u8| if *piece == 0 { '.' } else { SYMBOLS.as_bytes()[usize::from(*piece) - 1].into() };
        let rows: Vec<String> = pos.squares.chunks(3).rev().map(|row| row.iter().map(letter).collect()).collect();
        let [white, black] = pos.hands.map(|[stones, stars]| format!("{stones}/{stars}"));
        let turn = if pos.to_move == Player::White { 'w' } else { 'b' };
        format!("{} {turn} {white} {black} {}", rows.join("/"), pos.ply)
    }

    fn read_position(&self, text: &str) -> Result<Position, String> {
        let expected = "expected rows, a turn, two hands and a number of plies".to_owned();
        let words: Vec<&str> = text.split_whitespace().collect();
        let &[rows, turn, white, black, ply] = &words[..] else { return Err(expected) };
        let piece = |letter: char| match SYMBOLS.chars().position(|symbol| symbol == letter) {
            Some(index) => Ok(Some(KindId(index as u32 + 1))),
            None if letter == '.' => Ok(None),
            None => Err(format!("there is no piece {letter:?}")),
        };
        let rows: Vec<&str> = rows.split('/').collect();
        let squares = rows.iter().rev().flat_map(|row| row.chars()).map(piece).collect::<Result<_, _>>()?;
        let mut hands = Vec::new();
        for (owner, hand) in Player::BOTH.into_iter().zip([white, black]) {
            let counts = hand.split_once('/').ok_or(expected.clone())?;
            for (base, count) in [STONE, STAR].into_iter().zip([counts.0, counts.1]) {
                let count = count.parse().map_err(|_| expected.clone())?;
                hands.push(InHand { owner, kind: KindId(kind(base, owner).into()), count });
            }
        }
        let to_move = match turn {
            "w" => Player::White,
            "b" => Player::Black,
            _ => return Err(expected),
        };
        let ply = ply.parse().map_err(|_| expected)?;
        self.set_up(&Placement { squares, hands, to_move, ply })
    }

    fn finish(&self, pos: &Position) -> Option<Finish> {
        let outcome = self.moves(pos, &mut Vec::new())?;
        let (reason, because) = match outcome {
            Outcome::Win(_) => ("row", "three in a row"),
            Outcome::Draw => ("full", "nothing is left to drop"),
        };
        Some(Finish { outcome, reason, because: because.to_owned() })
    }

    fn has_long_moves(&self) -> bool {
        true
    }

    fn is_mid_move(&self, pos: &Position) -> bool {
        pos.open.is_some()
    }

    fn touches(&self, pos: &Position, mv: &[Move]) -> Vec<Touch> {
        let touches = mv.iter().flat_map(|mv| match *mv {
            Move::Drop { star, square: at } => {
                let base = if star { STAR } else { STONE };
                vec![Touch::Hand(KindId(kind(base, pos.to_move).into())), Touch::Square(square(at))]
            }
            Move::Choose { bright } => {
                let (name, label) = if bright { ("bright", "a bright star") } else { ("dark", "a dark star") };
                vec![Touch::Choice { name: name.to_owned(), label: label.to_owned() }]
            }
        });
        touches.collect()
    }

    fn moved(&self, pos: &Position, mv: &[Move]) -> Option<KindId> {
        match mv.first()? {
            Move::Drop { star, .. } => Some(KindId(kind(if *star { STAR } else { STONE }, pos.to_move).into())),
            Move::Choose { .. } => None,
        }
    }

    fn captures(&self, _pos: &Position, _mv: &[Move]) -> Vec<(Square, KindId)> {
        Vec::new()
    }

    fn write_move(&self, _pos: &Position, mv: &[Move]) -> String {
        let part = |mv: &Move| match *mv {
            Move::Drop { star, square } => format!("{}{}", if star { 'T' } else { 'S' }, self.name(square)),
            Move::Choose { bright } => if bright { "b" } else { "d" }.to_owned(),
        };
        mv.iter().map(part).collect()
    }
}

/// What a place is worth: the middle, a corner.
#[derive(Clone, Debug)]
pub struct Places([f64; 2]);

impl Evaluator<CornersRules> for Places {
    type Sum = ();

    fn sum(&self, _game: &CornersRules, _pos: &Position) {}

    fn after(&self, _game: &CornersRules, _pos: &Position, _mv: Move, _sum: &()) {}

    fn score(&self, game: &CornersRules, pos: &Position, _sum: &()) -> Score {
        let mut features = Vec::new();
        self.features(game, pos, &mut features);
        let sum: f64 = features.iter().map(|(place, value)| self.0[*place as usize] * f64::from(*value)).sum();
        Score::estimate((100.0 * if pos.to_move == Player::White { sum } else { -sum }) as i32)
    }

    fn gain(&self, game: &CornersRules, pos: &Position, mv: Move) -> Gain {
        let mut after = *pos;
        game.play(&mut after, mv);
        let wins = after.open.is_none() && after.winner() == Some(pos.to_move);
        if wins { Gain::Wins } else { Gain::Quiet }
    }
}

impl Linear<CornersRules> for Places {
    fn features(&self, _game: &CornersRules, pos: &Position, out: &mut Vec<(u32, i16)>) {
        for (square, piece) in pos.squares.iter().enumerate().filter(|(square, _)| square % 2 == 0) {
            let sign = match owner(*piece) {
                Some(Player::White) => 1,
                Some(Player::Black) => -1,
                None => continue,
            };
            out.push((u32::from(square != 4), sign));
        }
    }

    fn groups(&self, _game: &CornersRules) -> Groups {
        Groups { of: vec![0, 1], firmness: vec![30.0; 2] }
    }

    fn row(&self) -> Vec<f64> {
        self.0.to_vec()
    }

    fn set_row(&mut self, _game: &CornersRules, row: &[f64]) {
        self.0.copy_from_slice(row);
    }

    fn unit(&self, _game: &CornersRules) -> f64 {
        1.0
    }
}

impl Strong for CornersRules {
    type Eval = Places;
    type Prior = ();

    fn evaluation(&self, start: Start) -> Places {
        match start {
            Start::Net | Start::Tuned | Start::Rules | Start::Pieces => Places([2.0, 1.0]),
            Start::Ones => Places([1.0, 1.0]),
        }
    }

    fn prior(&self, _seed: u64, _trust: Option<u32>) {}

    fn worths(&self, weights: &[f64]) -> Vec<(KindId, f64)> {
        self.kinds().iter().map(|kind| (kind.id, weights[1])).collect()
    }
}

/// The class: texts such as `corners 4`, with the number of stones.
#[derive(Debug)]
pub struct Corners;

impl Class for Corners {
    type Game = CornersRules;

    const OFFERED: bool = false;

    fn builtin() -> Vec<(&'static str, &'static str)> {
        vec![("corners", "corners 4")]
    }

    fn recognises(text: &str) -> bool {
        text.trim_start().starts_with("corners")
    }

    fn read(text: &str) -> Result<(CornersRules, Description), Failed> {
        let number = text.trim_start().trim_start_matches("corners").trim();
        let Some(stones) = number.parse().ok().filter(|stones| (1..=9).contains(stones)) else {
            let span = Span { line: 1, column: 9, length: 1 };
            return Err(Failed::new(FailureCode::GameText, "expected a number of stones from 1 to 9").at(span));
        };
        let rules = CornersRules { stones };
        let sentence = |kind: &PieceKind| match kind.name.as_str() {
            "stone" => "Is dropped on any free square; in the middle it gives another move.",
            "star" => "Is dropped on any free square, and is then bright or dark.",
            _ => "Stays where it is.",
        };
        let kinds = rules.kinds();
        let pieces = kinds.iter().map(|kind| PieceView {
            piece: kind.id.0,
            count: 0,
            sentence: sentence(kind).to_owned(),
            expression: String::new(),
            states: 0,
        });
        let description = Description {
            name: "Corners".to_owned(),
            about: "A game for tests.".to_owned(),
            ply_limit: None,
            pieces: pieces.collect(),
            goals: vec!["Three of one's own in a row win.".to_owned()],
            notes: Vec::new(),
        };
        Ok((rules, description))
    }
}
