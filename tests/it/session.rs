//! The application end to end, without a browser.

use std::collections::BTreeMap;

use crate::wire::{letter_of, piece_id};
use kibitzer::protocol::{
    BoardView, Command, Failed, FailureCode, Format, GameView, LaboratoryCommand, LaboratoryReply, LearnSettings,
    LearningCommand, LearningReply, LearningView, Mover, Opened, Pasted, PieceAt, Reply, SharingCommand, SharingReply,
    Side, Source, Span, TableCommand, TableReply, Task, ThinkingCommand, ThinkingReply, TouchView,
};
use kibitzer::session::Session;

pub(crate) fn ask(session: &mut Session, command: impl Into<Command>) -> Reply {
    let mut replies = Vec::new();
    session.handle(command.into(), &mut |reply| replies.push(reply));
    assert_eq!(replies.len(), 1);
    replies.remove(0)
}

pub(crate) fn load(id: &str) -> (Session, GameView) {
    let mut session = Session::new();
    match ask(&mut session, TableCommand::Load { source: Source::Builtin(id.to_owned()) }) {
        Reply::Table(TableReply::Game(game)) => (session, game),
        other => panic!("{other:?}"),
    }
}

fn show(session: &mut Session, moves: &[&str]) -> BoardView {
    let moves = moves.iter().map(|mv| mv.to_string()).collect();
    match ask(session, TableCommand::Show { start: None, moves }) {
        Reply::Table(TableReply::Board(board)) => board,
        other => panic!("{other:?}"),
    }
}

pub(crate) fn failure(reply: Reply) -> (String, Option<Span>) {
    match reply {
        Reply::Failed(Failed { message, span: place, .. }) => (message, place),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_game_is_presented_with_its_pieces_and_goals() {
    let (_, game) = load("escort-breakthrough");
    assert_eq!((game.board.width, game.board.height, game.ply_limit), (8, 8, Some(60)));
    assert!(game.goals.contains(&"White wins when a king reaches row 8.".to_owned()), "{:?}", game.goals);
    assert!(game.pieces.iter().any(|piece| letter_of(piece.piece) == "k" && piece.count == 1));
    let (_, game) = load("chess");
    assert!(game.goals.contains(&"White loses when its king is captured.".to_owned()), "{:?}", game.goals);
}

#[test]
fn a_position_lists_what_one_may_do_in_it() {
    let (mut session, _) = load("breakthrough");
    let board = show(&mut session, &["a2a3", "b7b6", "a3a4", "b6b5"]);
    assert_eq!((board.to_move, board.ply), (Side::White, 4));
    let capture = board.legal.iter().find(|mv| mv.text == "a4b5").unwrap();
    assert_eq!(
        (&capture.touches[..], capture.moved, &capture.takes[..], &capture.does[..]),
        (
            &[TouchView::Square(24), TouchView::Square(33)][..],
            Some(piece_id("P")),
            &[PieceAt { square: 33, piece: piece_id("p") }][..],
            &[PieceAt { square: 24, piece: 0 }, PieceAt { square: 33, piece: piece_id("P") }][..],
        )
    );
    assert_eq!(board.played.len(), 4);
    assert!(board.position.ends_with(" w 4"), "{}", board.position);
    assert_eq!(board.end, None);
}

#[test]
fn a_game_that_is_over_says_why() {
    let (mut session, _) = load("knightthrough");
    let board = show(&mut session, &["a2b4", "h7g5", "b4c6", "g5f3", "c6b8"]);
    let end = board.end.unwrap();
    assert_eq!((end.winner, end.sentence.as_str()), (Some(Side::White), "White wins: the knight reached b8."));
    assert!(board.legal.is_empty());
}

#[test]
fn an_illegal_move_is_named_and_changes_nothing() {
    let (mut session, _) = load("breakthrough");
    show(&mut session, &["a2a3"]);
    let moves = vec!["a2a3".to_owned(), "a2a4".to_owned()];
    let reply = ask(&mut session, TableCommand::Show { start: None, moves });
    let Reply::Failed(Failed { code, message, .. }) = reply else { panic!("{reply:?}") };
    assert!(code == FailureCode::Move && message.contains("Move 2 (a2a4)"), "{message}");
    let Reply::Thinking(ThinkingReply::Chosen(text)) =
        ask(&mut session, ThinkingCommand::Choose { player: Mover::Random, seed: 1 })
    else {
        panic!()
    };
    assert!(text.ends_with('6') || text.ends_with('7'), "still Black to move after a2a3: {text}");
}

#[test]
fn a_random_mover_is_repeatable() {
    let (mut session, _) = load("gardner");
    let choose =
        |session: &mut Session, seed| match ask(session, ThinkingCommand::Choose { player: Mover::Random, seed }) {
            Reply::Thinking(ThinkingReply::Chosen(text)) => text,
            other => panic!("{other:?}"),
        };
    let first: Vec<String> = (0..8).map(|seed| choose(&mut session, seed)).collect();
    let again: Vec<String> = (0..8).map(|seed| choose(&mut session, seed)).collect();
    assert_eq!(first, again);
    assert!(first.iter().any(|text| *text != first[0]));
}

#[test]
fn an_error_in_a_game_text_has_a_place() {
    let mut session = Session::new();
    let text = "<BOARD>\n2 2\nk.\n.K\n<PIECES>\nK (0,1,q) &\n<GOALS> 9 &".to_owned();
    let (message, place) = failure(ask(&mut session, TableCommand::Check { text }));
    assert_eq!(message, "expected e (empty), p (the opponent's) or w (one's own), found \"q)\"");
    assert_eq!(place, Some(Span { line: 6, column: 8, length: 1 }));
}

#[test]
fn a_link_leads_to_the_same_position() {
    let text = "<<Mine>>\n<BOARD> 1 4 k . . K <PIECES> K (0,1,e) & <GOALS> 9 &".to_owned();
    let mut session = Session::new();
    ask(&mut session, TableCommand::Load { source: Source::Text(text.clone()) });
    let start = Some("k/././K b 3".to_owned());
    let moves = vec!["a4a3".to_owned()];
    let page = vec![("tab".to_owned(), "watch".to_owned()), ("seed".to_owned(), "7".to_owned())];
    let share = SharingCommand::Share { source: None, start: start.clone(), moves: moves.clone(), page: page.clone() };
    let Reply::Sharing(SharingReply::Link(fragment)) = ask(&mut session, share) else { panic!() };
    let mut other = Session::new();
    let reply = ask(&mut other, SharingCommand::Open { fragment: format!("#{fragment}") });
    assert_eq!(reply, Reply::Sharing(SharingReply::Opened(Opened { source: Source::Text(text), start, moves, page })));
    for end in 0..fragment.len() {
        failure(ask(&mut other, SharingCommand::Open { fragment: fragment[..end].to_owned() }));
    }
}

#[test]
fn a_link_to_a_game_that_is_not_built_in_says_so() {
    let (message, _) = failure(ask(&mut Session::new(), SharingCommand::Open { fragment: "v=1&g=nim".to_owned() }));
    assert!(message.contains("\"nim\""), "{message}");
}

#[test]
fn whatever_is_pasted_is_recognised() {
    let (mut session, _) = load("gardner");
    let mut paste = |text: &str| match ask(&mut session, TableCommand::Paste { text: text.to_owned() }) {
        Reply::Table(TableReply::Pasted(pasted)) => pasted,
        other => panic!("{other:?}"),
    };
    let start = "rnbqk/ppppp/N..../PPPPP/R.BQK b 1";
    assert_eq!(paste(start), Pasted::Position { start: start.to_owned() });
    let moves = vec!["b1a3".to_owned(), "b4a3".to_owned()];
    assert_eq!(paste("1. b1a3 b4a3"), Pasted::Moves { start: None, moves: moves.clone() });
    let after = Pasted::Moves { start: Some(start.to_owned()), moves: moves[1..].to_vec() };
    assert_eq!(paste(&format!("{start} moves b4a3")), after);
    let text = "<BOARD> 1 3 k . K <PIECES> K (0,1,e) & <GOALS> 9 &";
    assert_eq!(paste(text), Pasted::Game { text: text.to_owned() });
    let link = Pasted::Link { fragment: "v=1&g=chess".to_owned() };
    assert_eq!(paste("https://example.org/kibitzer/#v=1&g=chess"), link);
    failure(ask(&mut session, TableCommand::Paste { text: "good morning".to_owned() }));
}

#[test]
fn work_is_counted() {
    let (mut session, _) = load("breakthrough");
    assert_eq!(
        ask(&mut session, LaboratoryCommand::Work { task: Task::Perft { depth: 3 } }),
        Reply::Laboratory(LaboratoryReply::Worked(11_132.0))
    );
    let plies = ask(&mut session, LaboratoryCommand::Work { task: Task::Playouts { count: 10, seed: 1 } });
    assert!(matches!(plies, Reply::Laboratory(LaboratoryReply::Worked(count)) if count > 200.0), "{plies:?}");
    let nodes = ask(&mut session, LaboratoryCommand::Work { task: Task::Search { nodes: 5_000 } });
    assert_eq!(nodes, Reply::Laboratory(LaboratoryReply::Worked(5_000.0)));
    // A chain of captures is one move (OEIS A133046).
    let (mut session, _) = load("american-checkers");
    let whole = ask(&mut session, LaboratoryCommand::Work { task: Task::WholeMoves { depth: 6 } });
    assert_eq!(whole, Reply::Laboratory(LaboratoryReply::Worked(36_768.0)));
}

pub(crate) fn watch(session: &mut Session, command: impl Into<Command>) -> LearningView {
    match ask(session, command) {
        Reply::Learning(LearningReply::Learning(learning)) => learning,
        other => panic!("{other:?}"),
    }
}

pub(crate) fn learn_settings(games: u32) -> LearnSettings {
    let (algorithm, check) = ("kibitzer".to_owned(), "bjornsson".to_owned());
    LearnSettings {
        games,
        all_moves: true,
        seed: 1,
        algorithm,
        check,
        players: None,
        distance: None,
        max_expansions: None,
    }
}

#[test]
fn it_watches_learns_and_gives_the_game_back() {
    let (mut session, _) = load("chess-breakthrough");
    let start = watch(&mut session, LearningCommand::Learn { settings: learn_settings(50) });
    assert_eq!((start.games, start.games_in_all, start.done), (0, 50, false));
    let first = watch(&mut session, LearningCommand::Watch { plies: 1 });
    assert!(first.last.is_some() && first.news);
    assert!(first.pieces.iter().any(|piece| !piece.verdict.exact));
    let mut view = first;
    let mut pieces = BTreeMap::new();
    loop {
        // An answer has what has changed since the one before.
        pieces.extend(view.pieces.drain(..).map(|piece| (letter_of(piece.piece), piece)));
        if view.done {
            break;
        }
        view = watch(&mut session, LearningCommand::Watch { plies: 500 });
    }
    assert_eq!((view.games, pieces.len()), (50, 12));
    assert!(pieces.values().all(|piece| piece.verdict.exact), "{pieces:?}");
    let queen = &pieces["Q"];
    assert!(queen.sentence.contains("any number of squares in any direction"), "{}", queen.sentence);
    let text = view.learned.unwrap().text;
    let Reply::Table(TableReply::Game(game)) = ask(&mut session, TableCommand::Load { source: Source::Text(text) })
    else {
        panic!()
    };
    assert_eq!((game.board.width, game.pieces.len()), (8, 12));
    assert_eq!(show(&mut session, &[]).legal.len(), 12);
}

#[test]
fn the_same_settings_show_the_same_games() {
    let run = || {
        let (mut session, _) = load("gardner");
        watch(&mut session, LearningCommand::Learn { settings: learn_settings(3) });
        watch(&mut session, LearningCommand::Watch { plies: 40 })
    };
    assert_eq!(run(), run());
}

#[test]
fn settings_that_make_no_sense_are_refused() {
    let (mut session, _) = load("gardner");
    let settings = LearnSettings { algorithm: "guess".to_owned(), ..learn_settings(3) };
    failure(ask(&mut session, LearningCommand::Learn { settings }));
    let settings = LearnSettings { check: "fractional:7".to_owned(), ..learn_settings(3) };
    failure(ask(&mut session, LearningCommand::Learn { settings }));
    failure(ask(&mut Session::new(), LearningCommand::Watch { plies: 1 }));
}

#[test]
fn another_game_forgets_what_was_learned_and_the_learned_game_does_not() {
    let export = || LearningCommand::Export { piece: piece_id("P"), format: Format::Dot };
    let still_there =
        |session: &mut Session| matches!(ask(session, export()), Reply::Learning(LearningReply::Exported(..)));
    let (mut session, _) = load("breakthrough");
    let mut view = watch(&mut session, LearningCommand::Learn { settings: learn_settings(20) });
    while !view.done {
        view = watch(&mut session, LearningCommand::Watch { plies: 500 });
    }
    let lesson = || LearningCommand::Lesson { piece: piece_id("P"), algorithm: "rpni".to_owned(), games: 2 };
    assert!(matches!(ask(&mut session, lesson()), Reply::Learning(LearningReply::Lesson(..))));
    // The same game again, and the game that was learned under the name that the page gives it: the page shows what was
    // learned, and asks for more of it.
    let same = TableCommand::Load { source: Source::Builtin("breakthrough".to_owned()) };
    assert!(matches!(ask(&mut session, same), Reply::Table(TableReply::Game(..))) && still_there(&mut session));
    let learned = view.learned.unwrap().text;
    let named = format!("<<Breakthrough, as learned>>{}", learned.split_once(">>").unwrap().1);
    assert!(matches!(
        ask(&mut session, TableCommand::Load { source: Source::Text(named) }),
        Reply::Table(TableReply::Game(..))
    ));
    assert!(still_there(&mut session));
    assert!(matches!(
        ask(&mut session, LearningCommand::LessonStep { index: 0 }),
        Reply::Learning(LearningReply::Lesson(..))
    ));
    // A game that cannot be read changes nothing.
    failure(ask(&mut session, TableCommand::Load { source: Source::Text("no game".to_owned()) }));
    assert!(still_there(&mut session));
    // Any other game: nothing is left of it, as in a worker that was never told.
    let other = || TableCommand::Load { source: Source::Builtin("knightthrough".to_owned()) };
    assert!(matches!(ask(&mut session, other()), Reply::Table(TableReply::Game(..))));
    let mut fresh = Session::new();
    ask(&mut fresh, other());
    for command in [
        export(),
        lesson(),
        LearningCommand::LessonStep { index: 0 },
        LearningCommand::Watch { plies: 1 },
        LearningCommand::Enough,
        LearningCommand::Counts { piece: piece_id("P") },
        LearningCommand::Records { from: 0 },
        LearningCommand::Ask { about: None, said: None, told: None },
        LearningCommand::Spectate { start: None, moves: Vec::new() },
    ] {
        assert_eq!(ask(&mut session, command.clone()), ask(&mut fresh, command.clone()), "{command:?}");
    }
}
