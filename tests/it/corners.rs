//! A class of games that only tests have, through the same session as every other: hands, choices, and a move that keeps
//! the turn. It is in tests/toy, and in the list of classes; nothing else knows it.

use kibitzer::bots::{Bot, PlayerSpec};
use kibitzer::game::{Game, Table, perft, perft_whole};
use kibitzer::protocol::{
    BoardView, Failed, FailureCode, GameView, LearningCommand, MoveView, Mover, Reply, SharingCommand, SharingReply,
    Side, Source, TableCommand, TableReply, Task, ThinkingCommand, ThinkingReply, TouchView,
};
use kibitzer::rng::Rng;
use kibitzer::search::Limits;
use kibitzer::session::Session;
use kibitzer::toy::{Corners, CornersRules};

use crate::session::{ask, load};

fn rules() -> CornersRules {
    <Corners as kibitzer::classes::Class>::read("corners 4").unwrap().0
}

fn show(session: &mut Session, start: Option<&str>, moves: &[String]) -> BoardView {
    match ask(session, TableCommand::Show { start: start.map(str::to_owned), moves: moves.to_vec() }) {
        Reply::Table(TableReply::Board(board)) => board,
        other => panic!("{other:?}"),
    }
}

/// The narrowing of design section 6a: touches one thing after the other that some legal move still wants, at random.
/// Gives the move, and whether there was a moment when one could have stopped or gone on.
fn touch<'a>(legal: &'a [MoveView], rng: &mut Rng) -> &'a MoveView {
    let mut touched: Vec<&TouchView> = Vec::new();
    loop {
        let left: Vec<&MoveView> = legal
            .iter()
            .filter(|mv| mv.touches.len() >= touched.len() && mv.touches.iter().zip(&touched).all(|(a, b)| a == *b))
            .collect();
        let whole = left.iter().find(|mv| mv.touches.len() == touched.len());
        let next: Vec<&TouchView> = left.iter().filter_map(|mv| mv.touches.get(touched.len())).collect();
        match whole {
            Some(mv) if next.is_empty() || rng.one_in(2) => return mv,
            _ => touched.push(*rng.pick(&next)),
        }
    }
}

#[test]
fn the_toy_is_a_table_and_a_strong_players_game() {
    crate::table::check(&rules(), 60);
    let game = rules();
    for spec in ["random", "greedy", "alphabeta:nodes=2000", "uct:nodes=300", "uct+pieces:nodes=300"] {
        let mut bot = Bot::new(&game, spec.parse::<PlayerSpec>().unwrap(), 1);
        let mut pos = game.start();
        while game.finish(&pos).is_none() {
            let mv = bot.choose_quietly(&game, &pos, Limits::nodes(2_000)).unwrap();
            let mut legal = Vec::new();
            game.moves(&pos, &mut legal);
            assert!(legal.contains(&mv), "{spec}");
            game.play(&mut pos, mv);
        }
    }
}

#[test]
fn whole_moves_are_counted_not_decisions() {
    let game = rules();
    // Nine stones, and nine stars of two kinds each.
    assert_eq!(perft_whole(&game, &mut game.start(), 1), 27);
    assert_eq!(perft(&game, &mut game.start(), 1), 18);
    // A second way to count.
    fn count(game: &CornersRules, pos: &<CornersRules as Game>::Position, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let after = |mv: &Vec<_>| {
            let mut pos = *pos;
            game.play_whole(&mut pos, mv);
            count(game, &pos, depth - 1)
        };
        game.whole_moves(pos).iter().map(after).sum()
    }
    for depth in 0..4 {
        assert_eq!(perft_whole(&game, &mut game.start(), depth), count(&game, &game.start(), depth));
    }
}

#[test]
fn random_walks_over_touches_play_it_to_its_end_through_the_session() {
    let (mut session, GameView { legend, start, board, learnable, .. }) = load("corners");
    assert_eq!((board.width, board.height, learnable, legend.len()), (3, 3, false, 8));
    assert_eq!(start.hands.iter().map(|hand| hand.count).sum::<u32>(), 10);
    let (mut kept, mut chosen, mut ends) = (0, 0, [0; 3]);
    for seed in 0..60 {
        let mut rng = Rng::new(seed);
        let mut moves: Vec<String> = Vec::new();
        let mut view = show(&mut session, None, &moves);
        while view.end.is_none() {
            let mv = touch(&view.legal, &mut rng).clone();
            assert_eq!(mv.side, view.to_move);
            chosen += u32::from(mv.touches.iter().any(|touch| matches!(touch, TouchView::Choice(_))));
            moves.push(mv.text.clone());
            let after = show(&mut session, None, &moves);
            // What the move says it does is what it does.
            let mut squares = view.squares.clone();
            mv.does.iter().for_each(|at| squares[at.square as usize] = at.piece);
            assert_eq!(squares, after.squares, "seed {seed}: {moves:?}");
            for change in &mv.hands {
                let count = |board: &BoardView| {
                    let held = board.hands.iter().find(|hand| (hand.owner, hand.piece) == (change.owner, change.piece));
                    held.map_or(0, |hand| hand.count as i32)
                };
                assert_eq!(count(&after) - count(&view), change.by, "seed {seed}: {moves:?}");
            }
            assert_eq!(after.played.last().map(|last| &last.text), Some(&mv.text));
            kept += u32::from(after.to_move == view.to_move && after.end.is_none());
            // The same position by its text, and set up by hand.
            if after.end.is_none() {
                let again = show(&mut session, Some(&after.position), &[]);
                assert_eq!((&again.squares, &again.hands, &again.legal), (&after.squares, &after.hands, &after.legal));
            }
            view = after;
        }
        ends[match view.end.unwrap().winner {
            Some(Side::White) => 0,
            Some(Side::Black) => 1,
            None => 2,
        }] += 1;
    }
    assert!(kept > 20 && chosen > 20 && ends.iter().all(|count| *count > 0), "{kept} {chosen} {ends:?}");
}

#[test]
fn players_and_analysis_take_whole_moves() {
    let (mut session, _) = load("corners");
    let mut moves: Vec<String> = Vec::new();
    loop {
        let view = show(&mut session, None, &moves);
        if view.end.is_some() {
            break;
        }
        let level = Mover::Level(5);
        let chosen = match ask(&mut session, ThinkingCommand::Choose { player: level, seed: 3 }) {
            Reply::Thinking(ThinkingReply::Chosen(text)) => text,
            other => panic!("{other:?}"),
        };
        assert!(view.legal.iter().any(|mv| mv.text == chosen), "{chosen}");
        let mut last = None;
        let think = ThinkingCommand::Think { player: None, seed: 1, nodes: Some(3_000), share: None };
        session.handle(think.into(), &mut |reply| last = Some(reply));
        let Some(Reply::Thinking(ThinkingReply::Thought(thought))) = last else { panic!("{last:?}") };
        assert!(view.legal.contains(&thought.line[0]), "{thought:?}");
        let judge = ThinkingCommand::Judge { text: chosen.clone(), nodes: 2_000 };
        assert!(matches!(ask(&mut session, judge), Reply::Thinking(ThinkingReply::Judged(_))));
        moves.push(chosen);
    }
    let warm = ThinkingCommand::Weigh { weights: vec![1.5, 0.5] };
    assert!(matches!(ask(&mut session, warm), Reply::Thinking(ThinkingReply::Values(_))));
}

#[test]
fn a_winning_star_is_found_and_scored_for_the_player_to_move() {
    let (mut session, _) = load("corners");
    // White has two in a row and only a star in hand; the choice within the move must not turn the score round.
    show(&mut session, Some("s.s/.../SS. w 0/1 2/1 4"), &[]);
    let mut last = None;
    let think = ThinkingCommand::Think { player: None, seed: 1, nodes: Some(5_000), share: None };
    session.handle(think.into(), &mut |reply| last = Some(reply));
    let Some(Reply::Thinking(ThinkingReply::Thought(thought))) = last else { panic!("{last:?}") };
    assert!(thought.win.is_some_and(|win| win > 0) && thought.line[0].text.starts_with("Tc1"), "{thought:?}");
}

#[test]
fn links_hold_it_and_what_it_cannot_do_is_refused() {
    let (mut session, _) = load("corners");
    let share =
        |source| SharingCommand::Share { source, start: None, moves: vec!["Ta1b".to_owned()], page: Vec::new() };
    for source in [None, Some(Source::Text("corners 3".to_owned()))] {
        let Reply::Sharing(SharingReply::Link(fragment)) = ask(&mut session, share(source)) else { panic!() };
        let Reply::Sharing(SharingReply::Opened(opened)) = ask(&mut session, SharingCommand::Open { fragment }) else {
            panic!()
        };
        assert_eq!(opened.moves, ["Ta1b"]);
    }
    let settings = crate::session::learn_settings(3);
    let refused = ask(&mut session, LearningCommand::Learn { settings });
    assert!(matches!(refused, Reply::Failed(Failed { code: FailureCode::Unsupported, .. })), "{refused:?}");
    let wrong = ask(&mut session, TableCommand::Check { text: "corners many".to_owned() });
    assert!(matches!(wrong, Reply::Failed(Failed { code: FailureCode::GameText, span: Some(_), .. })), "{wrong:?}");
    let count = ask(&mut session, kibitzer::protocol::LaboratoryCommand::Work { task: Task::Perft { depth: 2 } });
    assert!(matches!(count, Reply::Laboratory(_)));
}
