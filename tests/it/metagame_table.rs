//! Pell's class on a table: whole moves as touches, positions and moves as text, and games through the session.

use kibitzer::bots::{Start, Strong};
use kibitzer::game::{Game, Outcome, Table, Touch};
use kibitzer::metagame::{BUILTIN, GameDef, Metagamer, Parameters, Position, Rules, Weights, generate, parse};
use kibitzer::protocol::{
    BoardView, EvaluatedBy, FailureCode, GameView, Mover, PieceAt, Reply, SharingCommand, SharingReply, Side, Source,
    TableCommand, TableReply, ThinkingCommand, ThinkingReply, TouchView,
};
use kibitzer::rng::Rng;
use kibitzer::search::{Evaluator, Linear};
use kibitzer::session::Session;

use crate::metagame_setup::{arena, position, rules, square};
use crate::session::ask;

/// A position must be what its parts say: its key, the sets of its pieces, its text and its placement.
fn check_position(rules: &Rules, pos: &Position) {
    assert_eq!(rules.key(pos), rules.key_of(pos));
    if rules.finish(pos).is_none() {
        let text = rules.write_position(pos);
        let read = rules.read_position(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read, *pos, "{text}");
        assert_eq!((read.plies(), rules.key(&read)), (pos.plies(), rules.key(pos)), "{text}");
        assert!(!text.contains(['-', '_', '&', '=']), "{text} cannot stand in a link");
    }
}

/// Plays a random game by whole moves, and checks at every position what a table relies on.
fn walk(rules: &Rules, seed: u64) -> (Outcome, u32) {
    let mut rng = Rng::new(seed);
    let mut pos = rules.random_start(&mut rng);
    let eval = rules.evaluation(Start::Rules);
    loop {
        check_position(rules, &pos);
        let moves = rules.whole_moves(&pos);
        let end = rules.finish(&pos);
        assert_eq!(end.is_some(), moves.is_empty());
        if let Some(finish) = end {
            assert!(!finish.because.is_empty() && !finish.reason.is_empty());
            return (finish.outcome, pos.plies());
        }
        let mut texts: Vec<String> = moves.iter().map(|mv| rules.write_move(&pos, mv)).collect();
        let mut touches: Vec<Vec<Touch>> = moves.iter().map(|mv| rules.touches(&pos, mv)).collect();
        let chosen = rng.index(moves.len());
        let mv = &moves[chosen];
        let text = &texts[chosen];
        assert_eq!(rules.read_move(&pos, text).as_ref(), Some(mv), "{text}");
        assert!(!text.contains([' ', '&', '=', '_', '.']), "{text} cannot stand in a link");
        // What the move does is the difference of the placements; play and undo restore everything.
        let before = pos.clone();
        let mut undone = Vec::new();
        let mut sum = eval.sum(rules, &pos);
        for decision in mv {
            sum = eval.after(rules, &pos, *decision, &sum);
            undone.push(rules.play(&mut pos, *decision));
            assert_eq!(rules.key(&pos), rules.key_of(&pos), "{text}");
            assert_eq!(sum, eval.sum(rules, &pos), "the evaluation after {text}");
        }
        let after = pos.clone();
        for (decision, undo) in mv.iter().zip(undone).rev() {
            rules.undo(&mut pos, *decision, undo);
        }
        assert_eq!((&pos, rules.key(&pos), pos.plies()), (&before, rules.key(&before), before.plies()), "{text}");
        pos = after;
        let count = texts.len();
        texts.sort_unstable();
        texts.dedup();
        assert_eq!(texts.len(), count, "two moves with one text");
        touches.sort_by_key(|list| format!("{list:?}"));
        touches.dedup();
        assert_eq!(touches.len(), count, "two moves with the same touches");
    }
}

#[test]
fn built_in_games_are_played_by_whole_moves_that_can_be_written_touched_and_taken_back() {
    for game in BUILTIN {
        let rules = rules(game.id);
        for seed in 0..4 {
            walk(&rules, seed);
        }
    }
}

fn generated(seed: u64) -> GameDef {
    generate(&Parameters::default(), seed)
}

#[test]
fn generated_games_are_played_by_whole_moves_that_can_be_written_touched_and_taken_back() {
    for seed in 0..300 {
        let rules = Rules::compile(&generated(seed)).unwrap();
        walk(&rules, seed);
    }
}

/// Narrows the legal moves touch by touch, as the page does, and says which move is made.
fn touch_through(board: &BoardView, rng: &mut Rng) -> String {
    let mut left: Vec<usize> = (0..board.legal.len()).collect();
    for depth in 0.. {
        let complete: Vec<usize> =
            left.iter().copied().filter(|index| board.legal[*index].touches.len() == depth).collect();
        assert!(complete.len() <= 1, "moves that cannot be told apart");
        let longer: Vec<usize> =
            left.iter().copied().filter(|index| board.legal[*index].touches.len() > depth).collect();
        // Where a move is complete and others go on, a player may stop.
        if let [only] = complete[..]
            && (longer.is_empty() || rng.one_in(2))
        {
            return board.legal[only].text.clone();
        }
        let next: &TouchView = &board.legal[*rng.pick(&longer)].touches[depth];
        left = longer.into_iter().filter(|index| board.legal[*index].touches[depth] == *next).collect();
    }
    unreachable!("touch lists are finite")
}

fn shown(session: &mut Session, start: Option<String>, moves: &[String]) -> BoardView {
    match ask(session, TableCommand::Show { start, moves: moves.to_vec() }) {
        Reply::Table(TableReply::Board(board)) => board,
        other => panic!("{other:?}"),
    }
}

/// Plays a game through the session by touches alone. Every so often the page starts from the position as text, as it does
/// after a reload, so that long games stay cheap.
fn session_walk(source: Source, seed: u64) -> GameView {
    let mut session = Session::new();
    let game = match ask(&mut session, TableCommand::Load { source }) {
        Reply::Table(TableReply::Game(game)) => game,
        other => panic!("{other:?}"),
    };
    let mut rng = Rng::new(seed);
    let (mut start, mut moves) = (None, Vec::new());
    let mut board = shown(&mut session, None, &[]);
    for _ in 0..=200 {
        if board.end.is_some() {
            assert!(board.legal.is_empty());
            return game;
        }
        let text = touch_through(&board, &mut rng);
        let mv = board.legal.iter().find(|mv| mv.text == text).unwrap().clone();
        moves.push(text);
        let next = shown(&mut session, start.clone(), &moves);
        // The effects that the page draws are what has changed.
        let mut squares = board.squares.clone();
        for PieceAt { square, piece } in &mv.does {
            squares[*square as usize] = *piece;
        }
        assert_eq!(squares, next.squares, "{}", mv.text);
        for change in &mv.hands {
            let count = |board: &BoardView| {
                let held = board.hands.iter().filter(|held| (held.owner, held.piece) == (change.owner, change.piece));
                held.map(|held| held.count as i32).sum::<i32>()
            };
            assert_eq!(count(&next), count(&board) + change.by, "{}", mv.text);
        }
        board = next;
        if moves.len() >= 12 && board.end.is_none() {
            start = Some(board.position.clone());
            moves.clear();
        }
    }
    panic!("a game of more than 200 turns");
}

#[test]
fn built_in_games_are_played_to_the_end_through_the_session_by_touches() {
    for game in BUILTIN {
        for seed in 0..2 {
            let view = session_walk(Source::Builtin(game.id.to_owned()), seed);
            assert_eq!(view.id.as_deref(), Some(game.id));
            assert!(!view.learnable && view.pieces.iter().all(|piece| piece.sentence.len() > 20), "{}", game.id);
        }
    }
}

#[test]
fn a_thousand_generated_games_are_played_to_the_end_through_the_session_by_touches() {
    for seed in 0..1000 {
        let text = generated(seed).to_string();
        assert_eq!(parse(&text).unwrap(), generated(seed), "seed {seed}");
        session_walk(Source::Text(text), seed);
    }
}

#[test]
fn a_chain_of_captures_is_one_list_of_touches() {
    let rules = rules("american-checkers");
    let pos = position(&rules, "man c3", "man d4, man f6");
    let moves = rules.whole_moves(&pos);
    let [mv] = &moves[..] else { panic!("{moves:?}") };
    let squares = ["c3", "e5", "g7"].map(|name| Touch::Square(square(&rules, name)));
    assert_eq!(rules.touches(&pos, mv), squares);
    assert_eq!(rules.write_move(&pos, mv), "c3xe5xg7");
    assert_eq!(rules.captures(&pos, mv).len(), 2);
}

#[test]
fn promotions_are_choices_whoever_makes_them() {
    let chess = rules("pell-chess");
    let pos = position(&chess, "pawn a7, king h1", "king h8");
    let texts: Vec<String> = chess.whole_moves(&pos).iter().map(|mv| chess.write_move(&pos, mv)).collect();
    for text in ["a7a8:Q", "a7a8:R", "a7a8:B", "a7a8:N"] {
        assert!(texts.iter().any(|known| known == text), "{text} in {texts:?}");
    }
    let mv = chess.read_move(&pos, "a7a8:Q").unwrap();
    let choice = Touch::Choice { name: "Q".to_owned(), label: "a queen".to_owned() };
    assert_eq!(chess.touches(&pos, &mv).last(), Some(&choice));
}

#[test]
fn captures_to_one_square_that_differ_are_told_apart() {
    // A hop that takes or a plain move, both from a1 to c3.
    let piece = "define x moving movement ride <1,1> symmetry all_symmetry end movement end moving
        capturing capture by {retrieve} type [{opponent} any_piece] effect remove
            movement ride <1,1> symmetry all_symmetry end movement end capture
        end capturing end define";
    let rules = arena("8 by 8", "planar", "", piece);
    let pos = position(&rules, "x b2", "x a1");
    let to_d4: Vec<String> = rules
        .whole_moves(&pos)
        .iter()
        .map(|mv| rules.write_move(&pos, mv))
        .filter(|text| text.ends_with("d4"))
        .collect();
    assert_eq!(to_d4, ["b2xd4", "b2d4"]);
    let choices = to_d4.iter().map(|text| rules.touches(&pos, &rules.read_move(&pos, text).unwrap()).len());
    assert_eq!(choices.collect::<Vec<_>>(), [3, 3]);
}

#[test]
fn pieces_in_hand_are_shown_and_set_up_again() {
    for id in ["game1", "game2", "shogi"] {
        let rules = rules(id);
        let mut rng = Rng::new(3);
        let mut pos = rules.start();
        while rules.finish(&pos).is_none() && pos.plies() < 60 {
            let placement = rules.placement(&pos);
            if pos.pending().is_none() {
                let again = rules.set_up(&placement).unwrap();
                assert_eq!(again, pos, "{id}: {}", rules.write_position(&pos));
            }
            let moves = rules.whole_moves(&pos);
            rules.play_whole(&mut pos, &moves[rng.index(moves.len())]);
        }
    }
}

#[test]
fn positions_that_are_none_are_refused_with_a_reason() {
    let rules = rules("shogi");
    let start = rules.write_position(&rules.start());
    let good = rules.read_position(&start).unwrap();
    assert_eq!(good, rules.start());
    for (wrong, right) in [
        ("", "rows"),
        ("x", "rows"),
        (&*start.replace(" w ", " z "), "w or b"),
        (&*start.replace(" 0/0 ", " P:0/0 "), "hand"),
        (&*start.replace(" 0/0 ", " P:99999999999/0 "), "hand"),
        (&*start.replace(" 0/0 ", " p:1/0 "), "hand"),
        (&*start.replace(" 0/0 ", " 0 "), "two hands"),
        (&*start.replace(" 0 0", " e5:99 0"), "promotion"),
        (&*start.replace(" 0 0", " a1:0 0"), "promotion"),
        (&*start.replace(" 0 0", " 0 200"), "turns"),
        (&*start.replace(" 0 0", " 0 0 0"), "turns"),
        (&*start.replace("K", "."), "already over"),
        (&*start.replace(".........", "......"), "squares"),
        (&*start.replace(".........", "........é"), "no piece"),
    ] {
        let error = rules.read_position(wrong).unwrap_err();
        assert!(error.contains(right), "{wrong}: {error}");
    }
}

#[test]
fn the_rules_are_told_in_english() {
    let mut session = Session::new();
    let Reply::Table(TableReply::Game(view)) =
        ask(&mut session, TableCommand::Load { source: Source::Builtin("american-checkers".to_owned()) })
    else {
        panic!()
    };
    assert_eq!(view.name, "American checkers");
    assert!(view.about.starts_with("American checkers, as Pell encodes it"), "{}", view.about);
    let man = view.pieces.iter().find(|piece| piece.count == 12).unwrap();
    assert_eq!(
        man.sentence,
        "It steps one square diagonally ahead. It captures enemy pieces that it hops over: it hops diagonally ahead \
         over one enemy piece. After a capture it must continue capturing while it can. When it ends a move on row 8 \
         (Black: row 1), it promotes to a king."
    );
    assert_eq!(view.goals[0], "A player who has no legal move on their turn loses.");
    let owners: Vec<Side> = view.legend.iter().map(|look| look.owner).collect();
    assert_eq!(owners, [Side::White, Side::Black, Side::White, Side::Black]);
}

/// A mark in a diagram is a square that the piece goes to or captures on from the middle of an empty enough board.
#[test]
fn diagrams_show_where_pieces_go() {
    let mut session = Session::new();
    ask(&mut session, TableCommand::Load { source: Source::Builtin("pell-chess".to_owned()) });
    let Reply::Table(TableReply::Diagrams(diagrams)) = ask(&mut session, TableCommand::Diagrams) else { panic!() };
    let chess = rules("pell-chess");
    for piece in chess.pieces() {
        let diagram = diagrams.iter().find(|diagram| diagram.piece == kibitzer::metagame::kind_of(piece).0).unwrap();
        let at = square(&chess, "d4");
        let alone = chess.position(&[(piece, at)], piece.owner()).unwrap();
        let mut expected: Vec<(i32, i32)> = chess
            .destinations(&alone, at)
            .iter()
            .map(|to| {
                let board = chess.geometry();
                (board.x(to) as i32 - board.x(at) as i32, board.y(to) as i32 - board.y(at) as i32)
            })
            .filter(|(dx, dy)| dx.abs().max(dy.abs()) <= diagram.radius as i32)
            .collect();
        let marked = diagram.marks.iter().filter(|mark| mark.goes).map(|mark| (mark.dx, mark.dy));
        let mut marked: Vec<(i32, i32)> = marked.collect();
        expected.sort_unstable();
        marked.sort_unstable();
        assert_eq!(marked, expected, "{}", chess.piece_name(piece));
    }
    let pawn = &diagrams[chess.kind("pawn").unwrap() * 2];
    let captures: Vec<(i32, i32)> =
        pawn.marks.iter().filter(|mark| mark.captures).map(|mark| (mark.dx, mark.dy)).collect();
    assert_eq!(captures, [(-1, 1), (1, 1)]);
    assert_eq!(pawn.radius, 2);
}

#[test]
fn voices_and_worths_are_those_of_metagamer() {
    let mut session = Session::new();
    ask(&mut session, TableCommand::Load { source: Source::Builtin("pell-chess".to_owned()) });
    ask(&mut session, TableCommand::Show { start: None, moves: vec!["e2e3".to_owned()] });
    let Reply::Thinking(ThinkingReply::Voices(said)) = ask(&mut session, ThinkingCommand::Voices) else { panic!() };
    assert_eq!(said.by, EvaluatedBy::Advisors);
    let terms = said.terms;
    let chess = rules("pell-chess");
    let mut pos = chess.start();
    let mv = chess.read_move(&pos, "e2e3").unwrap();
    chess.play_whole(&mut pos, &mv);
    let judge = Metagamer::new(&chess, Weights::tournament(6).unwrap());
    let sum: f64 = terms.iter().map(|term| term.value * term.weight).sum();
    assert!((sum - judge.value(&chess, &pos)).abs() < 1e-9);
    let said = |name: &str| terms.iter().find(|term| term.name == name).unwrap().value;
    assert!(said("dynamic-mobility") > 0.0 && said("material") == 0.0);
    let Reply::Thinking(ThinkingReply::Worths(worths)) = ask(&mut session, ThinkingCommand::Worths) else { panic!() };
    // Table 15.3.
    let totals: Vec<f64> = worths.iter().map(|worth| (worth.total * 100.0).round() / 100.0).collect();
    assert_eq!(totals, [12.62, 46.87, 51.69, 75.5, 102.69, 45.15]);
    for worth in worths {
        let sum: f64 = worth.terms.iter().map(|term| term.value * term.weight).sum();
        assert!((sum - worth.total).abs() < 1e-9);
    }
}

/// What a game cannot do is said, with its code.
#[test]
fn other_classes_refuse_what_they_cannot_do() {
    let (mut session, _) = crate::session::load("breakthrough");
    let Reply::Failed(failed) = ask(&mut session, ThinkingCommand::Worths) else { panic!() };
    assert_eq!(failed.code, FailureCode::Unsupported);
}

/// Counting by sets of squares is counting the list.
#[test]
fn moves_are_counted_as_they_are_listed() {
    let mut counted = 0;
    let games = (0..3).flat_map(|_| BUILTIN.iter().map(|game| rules(game.id)));
    let invented = (0..200).map(|seed| Rules::compile(&generated(seed)).unwrap());
    for (number, rules) in games.chain(invented).enumerate() {
        let mut rng = Rng::new(number as u64);
        let mut pos = rules.random_start(&mut rng);
        loop {
            let moves = rules.whole_moves(&pos);
            if let Some(count) = rules.count_moves(&pos) {
                counted += 1;
                assert_eq!(count, moves.len() as u64, "{}", rules.write_position(&pos));
            }
            if moves.is_empty() {
                break;
            }
            rules.play_whole(&mut pos, &moves[rng.index(moves.len())]);
        }
    }
    assert!(counted > 1000, "{counted}");
}

/// Engines, exercises, shares and links work on games of this class too.
#[test]
fn the_session_thinks_and_shares_in_these_games() {
    for id in ["american-checkers", "pell-chess", "game3", "shogi", "tic-tac-toe"] {
        let (mut session, _) = crate::session::load(id);
        let board = shown(&mut session, None, &[]);
        let choose = ThinkingCommand::Choose { player: Mover::Level(3), seed: 1 };
        let Reply::Thinking(ThinkingReply::Chosen(text)) = ask(&mut session, choose) else { panic!("{id}") };
        assert!(board.legal.iter().any(|mv| mv.text == text), "{id}: {text}");
        let judge = ThinkingCommand::Judge { text: board.legal[0].text.clone(), nodes: 500 };
        let Reply::Thinking(ThinkingReply::Judged(_)) = ask(&mut session, judge) else { panic!("{id}") };
        let share = SharingCommand::Share {
            source: None,
            start: Some(board.position.clone()),
            moves: vec![text.clone()],
            page: Vec::new(),
        };
        let Reply::Sharing(SharingReply::Link(link)) = ask(&mut session, share) else { panic!("{id}") };
        let Reply::Sharing(SharingReply::Opened(opened)) = ask(&mut session, SharingCommand::Open { fragment: link })
        else {
            panic!("{id}")
        };
        assert_eq!((opened.start.as_deref(), &opened.moves[..]), (Some(&*board.position), &[text][..]), "{id}");
        let exercise = ask(&mut session, TableCommand::Exercise { seed: 1, piece: None });
        assert!(matches!(exercise, Reply::Table(TableReply::Exercise(_))), "{id}: {exercise:?}");
    }
}

/// What is learned by self-play is a row of weights that fits, and the player that has learned still plays.
#[test]
fn weights_are_learned_by_self_play() {
    let (mut session, _) = crate::session::load("game3");
    let mut replies = Vec::new();
    session.handle(ThinkingCommand::WarmUp { games: 6, seed: 1 }.into(), &mut |reply| replies.push(reply));
    let Some(Reply::Thinking(ThinkingReply::Values(values))) = replies.pop() else { panic!() };
    assert_eq!((values.games, replies.len()), (6, 6));
    let game = rules("game3");
    let row = game.evaluation(Start::Rules).row();
    assert_eq!(values.values.len(), 2 * game.types().len());
    let Reply::Thinking(ThinkingReply::Values(_)) = ask(&mut session, ThinkingCommand::Weigh { weights: row }) else {
        panic!()
    };
}
