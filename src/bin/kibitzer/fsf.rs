//! `kibitzer fsf`: a game as a variant of Fairy-Stockfish, where its language can say it.
//!
//! It can say: pieces in Betza's notation, the same for both sides; one kind of piece to be brought to squares; kinds of
//! pieces that must not be lost, with one limit for all; a player who cannot move loses. It cannot say that the game is
//! drawn after so many plies, so the engine plays without knowing.

use std::io::Write;

use kibitzer::automata::{Step, difference};
use kibitzer::board::{Player, Square};
use kibitzer::game::Game;
use kibitzer::sbg::{PieceInfo, Rules};

use crate::Trouble;
use crate::args::{Args, Usage, load_game};
use crate::betza::betza;

/// The two dialects that are written.
#[derive(Clone, Copy, PartialEq)]
enum Dialect {
    /// Version 11, which Debian has: its own kinds of pieces only.
    Eleven,
    /// Version 14 and later.
    Fourteen,
}

/// The largest board of a build for large boards.
const MAX_FILES: usize = 12;
const MAX_RANKS: usize = 10;

/// Kinds of pieces that Fairy-Stockfish has names for, as [`betza`] spells them.
const NAMED: &[(&str, &str)] = &[
    ("fmWfcF", "pawn"),
    ("N", "knight"),
    ("B", "bishop"),
    ("R", "rook"),
    ("RB", "queen"),
    ("F", "fers"),
    ("A", "alfil"),
    ("FA", "fersAlfil"),
    ("fWF", "silver"),
    ("RF", "bers"),
    ("BN", "archbishop"),
    ("RN", "chancellor"),
    ("RBN", "amazon"),
    ("fW", "shogiPawn"),
    ("fR", "lance"),
    ("WfF", "gold"),
    ("BW", "dragonHorse"),
    ("fmWfF", "breakthrough"),
    ("mRcpR", "cannon"),
    ("pR", "janggiCannon"),
    ("flrW", "soldier"),
    ("nN", "horse"),
    ("nA", "elephant"),
    ("W", "wazir"),
    ("WF", "commoner"),
    ("WFN", "centaur"),
];

pub(crate) fn fsf(mut args: Args, out: &mut impl Write) -> Result<(), Trouble> {
    let name = args.operand("a game")?;
    let dialect = match args.text("version").as_deref() {
        None | Some("14") => Dialect::Fourteen,
        Some("11") => Dialect::Eleven,
        Some(other) => {
            let (option, value) = ("--version".to_owned(), other.to_owned());
            return Err(Usage::BadValue { option, value, expected: "11 or 14" }.into());
        }
    };
    args.finish()?;
    let (_, rules) = load_game(&name)?;
    let id: String = name.rsplit('/').next().unwrap_or(&name).trim_end_matches(".sbg").to_owned();
    let id: String = id.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
    match variant(&format!("kibitzer-{id}"), &rules, dialect) {
        Ok(text) => Ok(write!(out, "{text}")?),
        Err(reason) => Err(Trouble::Input(format!("{name}: Fairy-Stockfish cannot play this game: {reason}"))),
    }
}

fn variant(id: &str, rules: &Rules, dialect: Dialect) -> Result<String, String> {
    let board = rules.board();
    if board.width() > MAX_FILES || board.height() > MAX_RANKS {
        return Err(format!("its boards have at most {MAX_FILES} files and {MAX_RANKS} ranks"));
    }
    let mut lines =
        vec![format!("[{id}]"), format!("maxFile = {}", board.width()), format!("maxRank = {}", board.height())];
    lines.extend(pieces(rules, dialect)?);
    lines.push(format!("startFen = {} w - - 0 1", placement(rules)));
    for rule in [
        "castling = false",
        "doubleStep = false",
        "promotionPieceTypes = -",
        "mandatoryPawnPromotion = false",
        "stalemateValue = loss",
        "nMoveRule = 0",
        "nFoldRule = 0",
    ] {
        lines.push(rule.to_owned());
    }
    lines.extend(flags(rules, dialect)?);
    lines.extend(limits(rules)?);
    lines.push(format!("# Not said here: a draw after {} plies.", rules.ply_limit()));
    Ok(lines.join("\n") + "\n")
}

/// Each letter of White with Black's of the same name, which must move as its mirror image.
fn pairs(rules: &Rules) -> Result<Vec<(char, &PieceInfo)>, String> {
    let mut pairs = Vec::new();
    for (_, info) in rules.pieces() {
        let letter = info.letter.to_ascii_lowercase();
        if info.player == Player::White {
            let mirror = info.dfa.map(|step| Step::new(step.dx, -step.dy, step.on));
            let other = rules.piece(letter).map(|other| rules.info(other));
            if other.is_some_and(|other| difference(&mirror, &other.dfa).is_some()) {
                return Err(format!("{} and {letter} are not mirror images of each other", info.letter));
            }
            pairs.push((letter, info));
        } else if rules.piece(letter.to_ascii_uppercase()).is_none() {
            return Err(format!("{letter} is Black's alone"));
        }
    }
    Ok(pairs)
}

fn pieces(rules: &Rules, dialect: Dialect) -> Result<Vec<String>, String> {
    let mut lines = Vec::new();
    let mut taken: Vec<&str> = Vec::new();
    for (letter, info) in pairs(rules)? {
        let spelled = betza(&info.dfa, rules.board()).map_err(|reason| format!("{}: {reason}", info.letter))?;
        let named = NAMED.iter().find(|(known, name)| *known == spelled && !taken.contains(name));
        if let Some((_, name)) = named {
            taken.push(name);
            lines.push(format!("{name} = {letter}"));
        } else if dialect == Dialect::Eleven {
            return Err(format!("{}: version 11 has no piece that moves as {spelled:?}, or has only one", info.letter));
        } else {
            let number = lines.iter().filter(|line| line.starts_with("customPiece")).count() + 1;
            if number > 25 {
                return Err("it has at most 25 kinds of pieces of its own".to_owned());
            }
            lines.push(format!("customPiece{number} = {letter}:{spelled}"));
        }
    }
    Ok(lines)
}

fn placement(rules: &Rules) -> String {
    let (board, start) = (rules.board(), rules.start());
    let rows = (0..board.height()).rev().map(|y| {
        let (mut row, mut empty) = (String::new(), 0);
        for x in 0..board.width() {
            let letter = board.at(x, y).map_or('.', |square| rules.letter_at(&start, square));
            if letter == '.' {
                empty += 1;
                continue;
            }
            if empty > 0 {
                row.push_str(&empty.to_string());
                empty = 0;
            }
            row.push(letter);
        }
        if empty > 0 {
            row.push_str(&empty.to_string());
        }
        row
    });
    rows.collect::<Vec<_>>().join("/")
}

/// The letter to be brought to squares, or all of them, and the squares of each player.
fn flags(rules: &Rules, dialect: Dialect) -> Result<Vec<String>, String> {
    let mut flag: Option<char> = None;
    let mut regions = [String::new(), String::new()];
    let goals =
        |piece| -> Vec<Square> { rules.board().squares().filter(|square| rules.is_goal(piece, *square)).collect() };
    let all = rules.pieces().all(|(piece, info)| {
        let same = rules.pieces().filter(|(_, other)| other.player == info.player);
        !goals(piece).is_empty() && same.into_iter().all(|(other, _)| goals(other) == goals(piece))
    });
    for (piece, info) in rules.pieces() {
        let goals = goals(piece);
        if goals.is_empty() {
            continue;
        }
        let letter = if all { '*' } else { info.letter.to_ascii_lowercase() };
        if flag.is_some_and(|flag| flag != letter) {
            return Err(format!(
                "{}: either one kind of piece can be brought to a goal, or all to the same",
                info.letter
            ));
        }
        flag = Some(letter);
        let names: Vec<String> = goals.into_iter().map(|square| rules.board().name(square)).collect();
        regions[usize::from(info.player == Player::Black)] = names.join(" ");
    }
    let Some(letter) = flag else { return Ok(Vec::new()) };
    let keys = match dialect {
        Dialect::Eleven => ["whiteFlag", "blackFlag"],
        Dialect::Fourteen => ["flagRegionWhite", "flagRegionBlack"],
    };
    let mut lines = vec![format!("flagPiece = {letter}")];
    for (key, region) in keys.into_iter().zip(regions).filter(|(_, region)| !region.is_empty()) {
        lines.push(format!("{key} = {region}"));
    }
    Ok(lines)
}

/// The letters that must not be lost.
fn limits(rules: &Rules) -> Result<Vec<String>, String> {
    let mut letters = String::new();
    let mut limit: Option<u32> = None;
    for (letter, info) in pairs(rules)? {
        let other = rules.piece(letter).and_then(|other| rules.info(other).keep);
        match (info.keep, other) {
            (None, None) => {}
            (Some(white), Some(black)) if white == black && limit.is_none_or(|limit| limit == white) => {
                limit = Some(white);
                letters.push(letter);
            }
            _ => return Err(format!("{}: every limit of losses must be the same for both players", info.letter)),
        }
    }
    let Some(limit) = limit else { return Ok(Vec::new()) };
    let counted = format!("extinctionPieceCount = {limit}");
    Ok(vec!["extinctionValue = loss".to_owned(), format!("extinctionPieceTypes = {letters}"), counted])
}
