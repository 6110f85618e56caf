//! What the tests of Pell's class share: games by id, small games made for one question, and positions as text.

use kibitzer::board::{Player, Square};
use kibitzer::game::Table;
use kibitzer::metagame::{GameDef, Move, Piece, Position, Rules, builtin, parse};

pub(crate) fn def(id: &str) -> GameDef {
    parse(builtin(id).unwrap().text).unwrap_or_else(|error| panic!("{id}: {error}"))
}

pub(crate) fn rules(id: &str) -> Rules {
    Rules::compile(&def(id)).unwrap()
}

/// A game of these pieces; `filler` is a piece without powers, which stands in the corner at the start.
pub(crate) fn arena(size: &str, board_type: &str, extra: &str, pieces: &str) -> Rules {
    let text = format!(
        "game arena goals stalemate opponent board_size {size} board_type {board_type} promote_rank 8
         setup filler at {{(a,1)}} {extra} {pieces} end game ."
    );
    Rules::compile(&parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))).unwrap()
}

pub(crate) fn square(rules: &Rules, name: &str) -> Square {
    rules.geometry().named(name).unwrap_or_else(|| panic!("no square {name}"))
}

/// `rook b1, bishop c4`.
fn men(rules: &Rules, owner: Player, list: &str) -> Vec<(Piece, Square)> {
    let words = list.split(',').map(str::trim).filter(|words| !words.is_empty());
    let man = |words: &str| {
        let (kind, at) = words.split_once(' ').unwrap();
        (Piece::new(rules.kind(kind).unwrap_or_else(|| panic!("no type {kind}")), owner), square(rules, at))
    };
    words.map(man).collect()
}

/// White's pieces and Black's; White is to move.
pub(crate) fn position(rules: &Rules, white: &str, black: &str) -> Position {
    let mut all = men(rules, Player::White, white);
    all.extend(men(rules, Player::Black, black));
    rules.position(&all, Player::White).unwrap()
}

/// A position in the style of chess diagrams: rank 8 first, White upper case, `w` or `b` to move. The letters stand for
/// these types.
pub(crate) fn diagram(rules: &Rules, letters: &[(char, &str)], text: &str) -> Position {
    let (rows, side) = text.split_once(' ').unwrap();
    let mut all = Vec::new();
    for (row, y) in rows.split('/').zip((0..rules.geometry().height()).rev()) {
        let mut x = 0;
        for c in row.chars() {
            match c.to_digit(10) {
                Some(skip) => x += skip as usize,
                None => {
                    let kind = letters.iter().find(|(letter, _)| *letter == c.to_ascii_uppercase()).unwrap().1;
                    let owner = if c.is_uppercase() { Player::White } else { Player::Black };
                    let piece = Piece::new(rules.kind(kind).unwrap(), owner);
                    all.push((piece, rules.geometry().at(x, y).unwrap()));
                    x += 1;
                }
            }
        }
        assert_eq!(x, rules.geometry().width(), "{text}");
    }
    rules.position(&all, if side == "w" { Player::White } else { Player::Black }).unwrap()
}

pub(crate) const MEN: &[(char, &str)] = &[('M', "man"), ('K', "king")];
pub(crate) const CHESSMEN: &[(char, &str)] =
    &[('K', "king"), ('Q', "queen"), ('R', "rook"), ('B', "bishop"), ('N', "night"), ('P', "pawn")];

/// Where a piece can move, as names in order.
pub(crate) fn goes(rules: &Rules, pos: &Position, from: &str) -> Vec<String> {
    let mut names: Vec<String> =
        rules.destinations(pos, square(rules, from)).iter().map(|to| rules.geometry().name(to)).collect();
    names.sort();
    names
}

/// What a piece can capture, as `to x victims`, in order.
pub(crate) fn takes(rules: &Rules, pos: &Position, from: &str) -> Vec<String> {
    let mut all = Vec::new();
    for mv in rules.captures_from(pos, square(rules, from)) {
        let Move::Take { to, .. } = mv else { panic!("{mv:?}") };
        let mut victims: Vec<String> = rules.victim_squares(mv).iter().map(|at| rules.geometry().name(at)).collect();
        victims.sort();
        all.push(format!("{} x {}", rules.geometry().name(to), victims.join(" ")));
    }
    all.sort();
    all
}

/// The texts of all legal moves.
pub(crate) fn texts(rules: &Rules, pos: &Position) -> Vec<String> {
    let mut texts: Vec<String> =
        rules.turns(pos, 1_000_000).iter().map(|decisions| rules.text(pos, decisions)).collect();
    texts.sort();
    texts
}

/// Plays the move that is written like this.
pub(crate) fn play(rules: &Rules, pos: &mut Position, text: &str) {
    let decisions = rules
        .read_text(pos, text, 1_000_000)
        .unwrap_or_else(|| panic!("{text} is not legal:\n{}", texts(rules, pos).join("\n")));
    rules.play_whole(pos, &decisions);
}
