//! Commands about games and positions.

use std::io::Write;

use kibitzer::game::{self, Game};
use kibitzer::sbg::{self, Position, Rules};

use crate::Trouble;
use crate::args::{Args, Usage, load_game, read_file};

pub(crate) fn list(args: Args, out: &mut impl Write) -> Result<(), Trouble> {
    args.finish()?;
    for game in sbg::BUILTIN {
        let (def, _) = load_game(game.id)?;
        let size = format!("{}x{}", def.board.width(), def.board.height());
        writeln!(out, "{:<24}{size:<8}{}", game.id, def.name)?;
    }
    Ok(())
}

pub(crate) fn show(mut args: Args, out: &mut impl Write) -> Result<(), Trouble> {
    let game = args.operand("a game")?;
    args.finish()?;
    write!(out, "{}", load_game(&game)?.0)?;
    Ok(())
}

pub(crate) fn check(mut args: Args, out: &mut impl Write) -> Result<(), Trouble> {
    let path = args.operand("a file")?;
    args.finish()?;
    let text = read_file(&path)?;
    let (def, rules) = sbg::read_game(&text).map_err(|error| Trouble::Input(format!("{path}:{error}")))?;
    let states: usize = rules.pieces().map(|(_, info)| info.dfa.size()).sum();
    let (width, height, letters) = (def.board.width(), def.board.height(), rules.pieces().count());
    writeln!(out, "ok {:?}: {width}x{height}, {letters} letters, {states} states, {} plies", def.name, def.ply_limit)?;
    Ok(())
}

pub(crate) fn moves(mut args: Args, out: &mut impl Write) -> Result<(), Trouble> {
    let game = args.operand("a game")?;
    let line = args.text("moves");
    args.finish()?;
    let (_, rules) = load_game(&game)?;
    let pos = after(&rules, line.as_deref())?;
    let mut moves = Vec::new();
    rules.moves(&pos, &mut moves);
    let mut texts: Vec<String> = moves.into_iter().map(|mv| rules.show_move(mv)).collect();
    texts.sort_unstable();
    for text in texts {
        writeln!(out, "{text}")?;
    }
    Ok(())
}

pub(crate) fn perft(mut args: Args, out: &mut impl Write) -> Result<(), Trouble> {
    let game = args.operand("a game")?;
    let depth = args.operand("a depth")?;
    let expected = "a number of plies from 0 to 20";
    let line = args.text("moves");
    args.finish()?;
    let depth: u32 = match depth.parse() {
        Ok(depth) if depth <= 20 => depth,
        _ => return Err(Usage::BadValue { option: "DEPTH".to_owned(), value: depth, expected }.into()),
    };
    let (_, rules) = load_game(&game)?;
    let mut pos = after(&rules, line.as_deref())?;
    if depth > 0 {
        // One line a move, as chess programs do: where two programs differ, this shows the way to the difference.
        let mut moves = Vec::new();
        rules.moves(&pos, &mut moves);
        moves.sort_unstable();
        for mv in moves {
            let undo = rules.play(&mut pos, mv);
            let nodes = game::perft(&rules, &mut pos, depth - 1);
            rules.undo(&mut pos, mv, undo);
            writeln!(out, "{} {nodes}", rules.show_move(mv))?;
        }
    }
    writeln!(out, "{}", game::perft(&rules, &mut pos, depth))?;
    Ok(())
}

/// The start position, or the one after the moves that were given.
fn after(rules: &Rules, line: Option<&str>) -> Result<Position, Trouble> {
    let mut pos = rules.start();
    for (index, text) in line.unwrap_or_default().split_whitespace().enumerate() {
        let Some(mv) = rules.read_move(&pos, text) else {
            let message = format!("kibitzer: move {} ({text}) is not legal there", index + 1);
            return Err(Trouble::Input(message));
        };
        rules.play(&mut pos, mv);
    }
    Ok(pos)
}

/// What the page needs to draw every game's start before the core has arrived.
pub(crate) fn gallery(args: Args, out: &mut impl Write) -> Result<(), Trouble> {
    args.finish()?;
    writeln!(out, "// @ts-check")?;
    writeln!(out, "// Made by `./dev build` from www/games; do not edit.\n")?;
    writeln!(out, "/** The built-in games. `cells` has one character a square, a1 first. */")?;
    writeln!(out, "const GALLERY = [")?;
    for game in sbg::BUILTIN {
        let (def, rules) = load_game(game.id)?;
        let cells: String = def.setup.iter().collect();
        let (width, height) = (def.board.width(), def.board.height());
        writeln!(out, "  {{ id: {:?}, name: {:?}, about: {:?},", game.id, def.name, def.about)?;
        writeln!(out, "    width: {width}, height: {height}, cells: {cells:?}, pieces: [")?;
        let both = |letter: char| rules.piece(letter.to_ascii_uppercase()).map(|piece| rules.info(piece));
        for (piece, info) in rules.pieces().filter(|(piece, _)| rules.start().count(*piece) > 0) {
            let twin = both(info.letter).filter(|twin| twin.letter != info.letter && rules.start().count(piece) > 0);
            if twin.is_some_and(|twin| twin.name == info.name && twin.drawing == info.drawing) {
                continue;
            }
            let (letter, name, drawing) = (info.letter.to_string(), info.called(), info.drawing.id());
            writeln!(
                out,
                "      {{ letter: {letter:?}, name: {name:?}, drawing: {drawing:?}, labelled: {} }},",
                info.labelled
            )?;
        }
        writeln!(out, "    ] }},")?;
    }
    writeln!(out, "];")?;
    Ok(())
}
