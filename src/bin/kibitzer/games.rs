//! Commands about games and positions.

use std::io::Write;

use kibitzer::classes::{self, AnyGame, Class, ReadGame, Visitor};
use kibitzer::game::{self, Game, PieceKind, Table};
use kibitzer::sbg;

use crate::Trouble;
use crate::args::{Args, Usage, load_any, read_file};
use crate::gdl;

pub(crate) fn list(args: Args, out: &mut impl Write) -> Result<(), Trouble> {
    struct Line(&'static str);

    impl Visitor for Line {
        type Output = String;

        fn visit<C: Class>(self, read: ReadGame<C>) -> String {
            let board = read.game.board();
            let size = format!("{}x{}", board.width(), board.height());
            format!("{:<24}{size:<8}{}", self.0, read.description.name)
        }
    }

    args.finish()?;
    for id in classes::offered() {
        writeln!(out, "{}", load_any(id)?.visit(Line(id)))?;
    }
    Ok(())
}

pub(crate) fn show(mut args: Args, out: &mut impl Write) -> Result<(), Trouble> {
    struct Text;

    impl Visitor for Text {
        type Output = String;

        fn visit<C: Class>(self, read: ReadGame<C>) -> String {
            read.text
        }
    }

    let game = args.operand("a game")?;
    args.finish()?;
    match load_any(&game)? {
        AnyGame::Simplified(read) => {
            let (def, _) = sbg::read_game(&read.text).map_err(|error| Trouble::Input(format!("{game}:{error}")))?;
            write!(out, "{def}")?;
        }
        #[allow(unreachable_patterns, reason = "there may be one class only")]
        other => writeln!(out, "{}", other.visit(Text))?,
    }
    Ok(())
}

pub(crate) fn check(mut args: Args, out: &mut impl Write) -> Result<(), Trouble> {
    let path = args.operand("a file")?;
    args.finish()?;
    if gdl::is_kif(&path) {
        return gdl::check(&path, out);
    }
    #[cfg(feature = "metagame")]
    if let Some(rules) = crate::metagame::load(&path)? {
        let (def, types) = (rules.def(), rules.types().len());
        let (name, width, height) = (&def.name, def.width, def.height);
        writeln!(out, "ok {name:?}: {width}x{height}, {types} types of pieces, {} goals", def.goals.len())?;
        for warning in def.warnings() {
            writeln!(out, "note: {warning}")?;
        }
        return Ok(());
    }
    let text = read_file(&path)?;
    let (def, rules) = sbg::read_game(&text).map_err(|error| Trouble::Input(format!("{path}:{error}")))?;
    let states: usize = rules.pieces().map(|(_, info)| info.dfa.size()).sum();
    let (width, height, letters) = (def.board.width(), def.board.height(), rules.pieces().count());
    writeln!(out, "ok {:?}: {width}x{height}, {letters} letters, {states} states, {} plies", def.name, def.ply_limit)?;
    Ok(())
}

/// The legal moves as text, sorted.
struct Moves<'a>(Option<&'a str>);

impl Visitor for Moves<'_> {
    type Output = Result<Vec<String>, Trouble>;

    fn visit<C: Class>(self, read: ReadGame<C>) -> Self::Output {
        let pos = after(&read.game, self.0)?;
        let mut texts: Vec<String> =
            read.game.whole_moves(&pos).iter().map(|mv| read.game.write_move(&pos, mv)).collect();
        texts.sort_unstable();
        Ok(texts)
    }
}

pub(crate) fn moves(mut args: Args, out: &mut impl Write) -> Result<(), Trouble> {
    let game = args.operand("a game")?;
    let line = args.text("moves");
    args.finish()?;
    if gdl::is_kif(&game) {
        return gdl::moves(&game, line.as_deref(), out);
    }
    for text in load_any(&game)?.visit(Moves(line.as_deref()))? {
        writeln!(out, "{text}")?;
    }
    Ok(())
}

/// Counts of whole moves: one line a move, as chess programs do, then the sum. Where two programs differ, this shows the
/// way to the difference.
struct Perft<'a> {
    line: Option<&'a str>,
    depth: u32,
}

impl Visitor for Perft<'_> {
    type Output = Result<Vec<String>, Trouble>;

    fn visit<C: Class>(self, read: ReadGame<C>) -> Self::Output {
        let game = &read.game;
        let pos = after(game, self.line)?;
        let mut lines = Vec::new();
        if self.depth > 0 {
            for mv in game.whole_moves(&pos) {
                let mut after = pos.clone();
                game.play_whole(&mut after, &mv);
                let nodes = game::perft_whole(game, &mut after, self.depth - 1);
                lines.push(format!("{} {nodes}", game.write_move(&pos, &mv)));
            }
        }
        lines.push(game::perft_whole(game, &mut pos.clone(), self.depth).to_string());
        Ok(lines)
    }
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
    if gdl::is_kif(&game) {
        return gdl::perft(&game, depth, line.as_deref(), out);
    }
    for text in load_any(&game)?.visit(Perft { line: line.as_deref(), depth })? {
        writeln!(out, "{text}")?;
    }
    Ok(())
}

/// The start position, or the one after the moves that were given.
fn after<G: Table>(game: &G, line: Option<&str>) -> Result<G::Position, Trouble> {
    let mut pos = game.start();
    for (index, text) in line.unwrap_or_default().split_whitespace().enumerate() {
        let Some(mv) = game.read_move(&pos, text) else {
            let message = format!("kibitzer: move {} ({text}) is not legal there", index + 1);
            return Err(Trouble::Input(message));
        };
        game.play_whole(&mut pos, &mv);
    }
    Ok(pos)
}

/// What the page needs to draw every game's start before the core has arrived.
pub(crate) fn gallery(args: Args, out: &mut impl Write) -> Result<(), Trouble> {
    args.finish()?;
    writeln!(out, "// Made by `./dev build` from www/games; do not edit.\n")?;
    writeln!(out, "import type {{ Card }} from \"../client/protocol\";\n")?;
    writeln!(out, "/** The built-in games: what the protocol's `GameView` says of each before its rules are read. */")?;
    writeln!(out, "export const GALLERY: (Card & {{ id: string }})[] = [")?;
    for id in classes::offered() {
        writeln!(out, "  {},", load_any(id)?.visit(Card(id)))?;
    }
    writeln!(out, "];")?;
    Ok(())
}

/// An entry of the gallery.
struct Card(&'static str);

impl Visitor for Card {
    type Output = String;

    fn visit<C: Class>(self, read: ReadGame<C>) -> String {
        let (game, board, about) = (&read.game, read.game.board(), &read.description);
        let placement = game.placement(&game.start());
        let squares: Vec<u32> = placement.squares.iter().map(|kind| kind.map_or(0, |kind| kind.0)).collect();
        let hands: Vec<String> = placement
            .hands
            .iter()
            .map(|held| {
                let owner = held.owner.to_string().to_lowercase();
                format!("{{ owner: {owner:?}, piece: {}, count: {} }}", held.kind.0, held.count)
            })
            .collect();
        let kinds: Vec<String> = game.kinds().iter().map(|kind| format!("      {},\n", look(kind))).collect();
        let topology = format!("{:?}", board.topology()).to_lowercase();
        let turn = placement.to_move.to_string().to_lowercase();
        format!(
            "{{ id: {:?}, name: {:?}, about: {:?},\n    board: {{ width: {}, height: {}, topology: {topology:?} }},\n    \
             start: {{ squares: {squares:?}, hands: [{}], toMove: {turn:?} }},\n    legend: [\n{}    ] }}",
            self.0,
            about.name,
            about.about,
            board.width(),
            board.height(),
            hands.join(", "),
            kinds.concat(),
        )
    }
}

/// A piece's looks, as the protocol has them.
fn look(kind: &PieceKind) -> String {
    let PieceKind { id, owner, name, symbol, drawing, label, twin } = kind;
    let owner = owner.to_string().to_lowercase();
    let mut text =
        format!("{{ id: {}, owner: {owner:?}, name: {name:?}, symbol: {symbol:?}, drawing: {drawing:?}", id.0);
    if let Some(label) = label {
        text += &format!(", label: {label:?}");
    }
    if let Some(twin) = twin {
        text += &format!(", twin: {}", twin.0);
    }
    text + " }"
}
