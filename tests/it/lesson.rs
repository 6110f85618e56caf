//! Lessons, questions, records and exports, as the page asks for them.

use crate::wire::{letter_of, piece_id, steps_of};
use kibitzer::automata::{Dfa, On, Step, dot, layout, minimize, tikz};
use kibitzer::learn::{Algorithm, Event, Learning, Replay, Scene, Settings, Verdict};
use kibitzer::observe::{Listing, Record, Recorder, SeenMove, watch_game, write_record};
use kibitzer::protocol::{
    AskingView, Command, Failed, Format, LearnSettings, LearningCommand, LearningReply, LearningView, LessonView,
    LessonWhat, ObjectionWhy, Reply, Said, Source, TableCommand, TableReply, Told,
};
use kibitzer::rng::Rng;
use kibitzer::sbg::{Rules, builtin, read_game};
use kibitzer::session::Session;

fn ask(session: &mut Session, command: impl Into<Command>) -> Reply {
    let mut replies = Vec::new();
    session.handle(command.into(), &mut |reply| replies.push(reply));
    assert_eq!(replies.len(), 1);
    replies.remove(0)
}

fn load(id: &str) -> Session {
    let mut session = Session::new();
    let reply = ask(&mut session, TableCommand::Load { source: Source::Builtin(id.to_owned()) });
    assert!(matches!(reply, Reply::Table(TableReply::Game(..))), "{reply:?}");
    session
}

fn settings(games: u32) -> LearnSettings {
    LearnSettings {
        games,
        all_moves: true,
        seed: 1,
        algorithm: "kibitzer".to_owned(),
        check: "bjornsson".to_owned(),
        players: None,
        distance: None,
        max_expansions: None,
    }
}

fn learning(session: &mut Session, command: impl Into<Command>) -> LearningView {
    match ask(session, command) {
        Reply::Learning(LearningReply::Learning(learning)) => learning,
        other => panic!("{other:?}"),
    }
}

/// A session that has watched all of its games.
fn watched(id: &str, settings: LearnSettings) -> (Session, LearningView) {
    let mut session = load(id);
    let mut view = learning(&mut session, LearningCommand::Learn { settings });
    while !view.done {
        view = learning(&mut session, LearningCommand::Watch { plies: 200 });
    }
    (session, view)
}

fn failure(reply: Reply) -> String {
    match reply {
        Reply::Failed(Failed { message, span: place, .. }) => {
            format!("{message}{}", place.map_or(String::new(), |at| format!(" ({}:{})", at.line, at.column)))
        }
        other => panic!("{other:?}"),
    }
}

fn lesson(session: &mut Session, letter: &str, algorithm: &str, games: u32) -> LessonView {
    let (letter, algorithm) = (letter.to_owned(), algorithm.to_owned());
    let mut reply = ask(session, LearningCommand::Lesson { piece: piece_id(&letter), algorithm, games });
    loop {
        match reply {
            Reply::Learning(LearningReply::Lesson(lesson)) if lesson.ready => return lesson,
            Reply::Learning(LearningReply::Lesson(..)) => {
                reply = ask(session, LearningCommand::LessonStep { index: 0 })
            }
            other => panic!("{other:?}"),
        }
    }
}

fn step(session: &mut Session, index: u32) -> LessonView {
    match ask(session, LearningCommand::LessonStep { index }) {
        Reply::Learning(LearningReply::Lesson(lesson)) => lesson,
        other => panic!("{other:?}"),
    }
}

fn rules(id: &str) -> Rules {
    read_game(builtin(id).unwrap().text).unwrap().1
}

fn records(rules: &Rules, games: u64) -> Vec<Record> {
    let mut records = Vec::new();
    for game in 0..games {
        let mut rng = Rng::branch(7, game);
        let recorder = Recorder { rules, listing: Listing::All };
        let choose = |pos: &_, _| kibitzer::game::Game::random_move(rules, pos, &mut rng, &mut Vec::new());
        watch_game(recorder, choose, |record| {
            records.push(record);
            Ok::<(), ()>(())
        })
        .unwrap();
    }
    records
}

/// Every stage that is shown again is an automaton that the search had: checked by stopping a search at every candidate.
#[test]
fn what_is_replayed_is_what_happened() {
    let rules = rules("los-alamos");
    let records = records(&rules, 3);
    for algorithm in Algorithm::ALL {
        for letter in ['R', 'q', 'P', 'n'] {
            let settings = Settings { algorithm, share: false, ..Settings::default() };
            let mut learning = Learning::new(settings);
            learning.focus(letter);
            records.iter().for_each(|record| learning.add_position(record));
            let mut events: Vec<Event> = Vec::new();
            let mut states: Vec<usize> = Vec::new();
            loop {
                let progress = learning.step(1, &mut |event| events.push(event));
                if let Some((_, dfa)) = &progress.current {
                    states.push(dfa.size());
                }
                if progress.done {
                    break;
                }
            }
            let mut replay = Replay::new(algorithm, &learning.legal_words(letter));
            events.iter().cloned().for_each(|event| replay.take(event));
            let learned = learning.automata().into_iter().find(|(each, _)| *each == letter).unwrap().1;
            replay.finish(learned.clone());
            assert!(!replay.is_cut(), "{algorithm} {letter}");
            let told: Vec<usize> = events
                .iter()
                .filter_map(|event| if let Event::Merged { states, .. } = event { Some(*states) } else { None })
                .collect();
            let mut shown = Vec::new();
            for index in 0..replay.scenes() {
                let dfa = replay.automaton(replay.stage_of(index));
                for word in learning.legal_words(letter) {
                    assert!(dfa.accepts(&word), "{algorithm} {letter} step {index}");
                }
                match replay.scene(index).unwrap() {
                    Scene::Merged { .. } => shown.push(dfa.size()),
                    Scene::Refused { refutation, .. } => {
                        // Ours may also refuse because of all that would have to be believed together.
                        let alone = algorithm != Algorithm::Kibitzer || refutation.verdict == Verdict::Illegal;
                        assert!(
                            !alone || refutation.word.is_empty() || !dfa.accepts(&refutation.word),
                            "{algorithm} {letter} step {index}"
                        );
                        if refutation.verdict == Verdict::Illegal {
                            let example = refutation.example.unwrap();
                            assert_eq!(records[example.record as usize - 1].cells[example.square.index()], letter);
                        }
                    }
                    _ => {}
                }
            }
            assert_eq!(shown, told, "{algorithm} {letter}");
            // What the last merge left has the language that was learned.
            if algorithm != Algorithm::Bjornsson {
                let last = replay.automaton(replay.stage_of(replay.scenes() - 2));
                assert_eq!(minimize(&last), learned, "{algorithm} {letter}");
            } else {
                let smallest = (0..replay.scenes()).map(|index| replay.automaton(replay.stage_of(index)).size()).min();
                assert!(smallest.unwrap() <= learned.size(), "{letter}");
            }
        }
    }
}

#[test]
fn every_piece_has_a_lesson_that_can_be_drawn() {
    for id in ["chess-breakthrough", "cannon", "legacy-of-ibis"] {
        let (mut session, view) = watched(id, settings(4));
        for piece in view.pieces.iter().filter(|piece| piece.words > 0) {
            for algorithm in Algorithm::ALL {
                let view = lesson(&mut session, &letter_of(piece.piece), algorithm.name(), 0);
                let at = format!("{id} {} {algorithm}", letter_of(piece.piece));
                assert!(view.steps >= 2 && view.positions > 0 && view.words > 0, "{at}");
                let first = view.step.unwrap();
                assert_eq!(first.what, LessonWhat::Tree, "{at}");
                assert!(first.graph.is_some(), "{at}: {} states", first.states);
                let last = step(&mut session, view.steps - 1).step.unwrap();
                assert_eq!(last.what, LessonWhat::Learned, "{at}");
                assert!(last.states <= first.states, "{at}");
            }
        }
    }
}

#[test]
fn a_refusal_shows_the_position_and_the_path() {
    let (mut session, _) = watched("chess-breakthrough", settings(3));
    let view = lesson(&mut session, "R", "rpni", 0);
    let mut refusals = 0;
    for index in 0..view.steps {
        let step = step(&mut session, index).step.unwrap();
        let Some(objection) = step.objection.filter(|objection| objection.why == ObjectionWhy::NotListed) else {
            continue;
        };
        refusals += 1;
        let scene = objection.scene.unwrap();
        assert!(scene.position.is_some() && scene.path.len() > 1, "step {index}");
        assert_eq!(scene.squares[scene.path[0] as usize], piece_id("R"), "step {index}");
        assert_eq!(scene.path.len() - 1, objection.steps.len(), "step {index}");
        assert_eq!(step.marked.len(), 2, "step {index}");
        assert_ne!(step.marked[0], step.marked[1], "step {index}");
    }
    assert!(refusals > 3, "{refusals}");
}

#[test]
fn a_lesson_says_which_listed_moves_are_errors() {
    let rules = rules("breakthrough");
    let mut records = records(&rules, 20);
    // One pawn jumps two squares, once.
    let damaged = records.iter_mut().filter(|record| record.listing == Listing::All).nth(30).unwrap();
    let from = damaged.moves[0].from;
    let dy = 2 * damaged.moves[0].word[0].dy;
    let on = damaged.on(damaged.board.step(from, 0, dy).unwrap());
    damaged.moves.push(SeenMove { from, word: vec![Step::new(0, dy, on)] });
    let letter = damaged.cells[from.index()].to_string();
    let mut text = Vec::new();
    for (number, record) in (1..).zip(&records) {
        write_record(&mut text, number, record).unwrap();
    }
    let mut session = load("breakthrough");
    read(&mut session, &String::from_utf8(text).unwrap(), 10_000).unwrap();
    let view = lesson(&mut session, &letter, "kibitzer", 20);
    assert_eq!(view.outvoted_steps.len(), 1, "{:?}", view.outvoted_steps);
}

#[test]
fn surviving_states_stay_in_place_from_step_to_step() {
    let (mut session, _) = watched("chess-breakthrough", settings(3));
    let view = lesson(&mut session, "R", "kibitzer", 0);
    let places = |session: &mut Session, index| {
        step(session, index)
            .step
            .unwrap()
            .graph
            .unwrap()
            .states
            .iter()
            .map(|state| (state.x, state.y))
            .collect::<Vec<_>>()
    };
    // The same from either side, and the start never moves far.
    let forwards: Vec<_> = (0..view.steps - 1).map(|index| places(&mut session, index)).collect();
    for index in (0..view.steps - 1).rev() {
        assert_eq!(places(&mut session, index), forwards[index as usize], "step {index}");
    }
    let moved = forwards.windows(2).map(|pair| (pair[0][0].1 - pair[1][0].1).abs()).fold(0.0, f32::max);
    assert!(moved < 40.0, "{moved}");
}

#[test]
fn a_lesson_takes_as_many_games_as_are_asked_for() {
    let (mut session, _) = watched("breakthrough", settings(5));
    assert_eq!(lesson(&mut session, "P", "kibitzer", 2).games, 2);
    assert_eq!(lesson(&mut session, "P", "kibitzer", 100).games, 5);
    failure(ask(
        &mut session,
        LearningCommand::Lesson { piece: piece_id("PP"), algorithm: "rpni".to_owned(), games: 1 },
    ));
    failure(ask(
        &mut session,
        LearningCommand::Lesson { piece: piece_id("P"), algorithm: "magic".to_owned(), games: 1 },
    ));
    failure(ask(&mut load("breakthrough"), LearningCommand::LessonStep { index: 0 }));
    // A letter that is not in the game at all.
    assert_eq!(lesson(&mut session, "Z", "kibitzer", 1).words, 0);
}

fn answer(session: &mut Session, about: Option<&str>, said: Option<Said>) -> AskingView {
    let mut said = said;
    loop {
        match ask(session, LearningCommand::Ask { about: about.map(piece_id), said: said.take(), told: None }) {
            Reply::Learning(LearningReply::Asking(asking)) if asking.thinking => {}
            Reply::Learning(LearningReply::Asking(asking)) => return asking,
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn questions_answered_by_the_rules_make_a_piece_exact() {
    let (mut session, _) = watched("chess-breakthrough", settings(1));
    for letter in ["Q", "n", "P"] {
        let mut view = answer(&mut session, Some(letter), None);
        while let Some(question) = &view.question {
            assert!(letter_of(question.piece) == letter && question.scene.position.is_none());
            view = answer(&mut session, Some(letter), Some(Said::Rules));
            assert!(view.answers < 300);
        }
        let piece = view.learning.pieces.iter().find(|piece| letter_of(piece.piece) == letter).unwrap();
        assert!(piece.verdict.exact, "{letter} after {} answers: {:?}", view.answers, piece.verdict);
    }
}

#[test]
fn answers_can_be_told_again_to_a_session_that_has_not_heard_them() {
    let (mut session, _) = watched("chess-breakthrough", settings(1));
    let mut told = Vec::new();
    let mut tell = |session: &mut Session, letter: &str, said: Said| {
        let question = answer(session, Some(letter), None).question.unwrap();
        let view = answer(session, Some(letter), Some(said));
        told.push(Told { piece: question.piece, steps: question.steps, legal: view.took });
        told.len() as u32
    };
    for (letter, said) in [("Q", Said::Rules), ("Q", Said::Pass), ("n", Said::Yes), ("n", Said::No), ("Q", Said::No)] {
        tell(&mut session, letter, said);
    }
    let pieces = |session: &mut Session| {
        ["Q", "q", "N", "n"]
            .map(|letter| ask(session, LearningCommand::Export { piece: piece_id(letter), format: Format::Dot }))
    };
    let (mut other, _) = watched("chess-breakthrough", settings(1));
    // Some answers confirm what is believed after one game; sooner or later one is news.
    let mut answers = 5;
    while answers < 30 && pieces(&mut session) == pieces(&mut other) {
        let open = |session: &mut Session, letter| answer(session, Some(letter), None).question.is_some();
        let letter = if open(&mut session, "n") { "n" } else { "Q" };
        answers = tell(&mut session, letter, if answers % 2 == 0 { Said::Yes } else { Said::No });
    }
    assert_ne!(pieces(&mut session), pieces(&mut other));
    let before = answer(&mut session, Some("Q"), None);
    assert_eq!((before.answers, before.passed), (answers - 1, 1));
    ask(&mut other, LearningCommand::Ask { about: Some(piece_id("Q")), said: None, told: Some(told.clone()) });
    let after = answer(&mut other, Some("Q"), None);
    assert_eq!((after.answers, after.passed, &after.question), (answers - 1, 1, &before.question));
    assert_eq!(pieces(&mut session), pieces(&mut other));
    // Told before anything was seen, they count as soon as the pieces appear.
    let mut early = load("chess-breakthrough");
    learning(&mut early, LearningCommand::Learn { settings: settings(1) });
    ask(&mut early, LearningCommand::Ask { about: None, said: None, told: Some(told.clone()) });
    while !learning(&mut early, LearningCommand::Watch { plies: 50 }).done {}
    assert_eq!(answer(&mut early, Some("Q"), None).question, before.question);
    assert_eq!(pieces(&mut session), pieces(&mut early));
    // Whatever a page might send is heard or refused.
    for (letter, word) in [("QQ", "(0,1,e)"), ("Q", ""), ("Q", "(0,99,e)"), ("Q", "(0,1,e)(0,-1,e)"), ("?", "(0,1,e)")]
    {
        let told = vec![Told { piece: piece_id(letter), steps: steps_of(word), legal: Some(true) }];
        failure(ask(&mut other, LearningCommand::Ask { about: None, said: None, told: Some(told) }));
    }
    failure(ask(
        &mut other,
        LearningCommand::Ask { about: None, said: None, told: Some(vec![told[0].clone(); 10_001]) },
    ));
    assert_eq!(answer(&mut other, Some("Q"), None).answers, answers - 1, "what was refused changed nothing");
}

#[test]
fn answers_change_the_automaton_and_can_be_taken_back() {
    let (mut session, before) = watched("chess-breakthrough", settings(1));
    let queen = |view: &LearningView| {
        view.pieces.iter().find(|piece| letter_of(piece.piece) == "Q").unwrap().expression.clone()
    };
    let first = answer(&mut session, Some("Q"), None);
    let question = first.question.unwrap();
    // Not knowing is no answer, and the question does not come again.
    let passed = answer(&mut session, Some("Q"), Some(Said::Pass));
    assert_eq!((passed.answers, passed.passed), (0, 1));
    assert_ne!(passed.question.as_ref().unwrap().steps, question.steps);
    assert_eq!(queen(&passed.learning), queen(&before));
    let mut view = passed;
    let mut yes = 0;
    while view.question.is_some() && queen(&view.learning) == queen(&before) {
        yes += 1;
        view = answer(&mut session, Some("Q"), Some(Said::Yes));
        assert!(yes < 50);
    }
    assert_ne!(queen(&view.learning), queen(&before), "{yes} times yes must change something");
    for left in (0..yes).rev() {
        view = answer(&mut session, Some("Q"), Some(Said::Back));
        assert_eq!(view.answers, left);
    }
    assert_eq!(queen(&view.learning), queen(&before));
    assert_eq!(answer(&mut session, None, Some(Said::Back)).answers, 0, "nothing to take back is no trouble");
}

#[test]
fn an_answer_that_games_contradict_is_told_and_does_not_count() {
    let mut session = load("breakthrough");
    learning(&mut session, LearningCommand::Learn { settings: settings(20) });
    learning(&mut session, LearningCommand::Watch { plies: 2 });
    // Everything that the pawn is asked about is denied, then watched.
    let mut view = answer(&mut session, Some("P"), None);
    while view.question.is_some() {
        view = answer(&mut session, Some("P"), Some(Said::No));
    }
    assert!(view.answers > 0 && view.refuted.is_none());
    let mut seen = view.learning;
    while !seen.done {
        seen = learning(&mut session, LearningCommand::Watch { plies: 200 });
    }
    let view = answer(&mut session, Some("P"), None);
    let refuted = view.refuted.unwrap();
    assert!(!refuted.legal, "{refuted:?}");
    assert!(view.learning.pieces.iter().all(|piece| piece.verdict.exact), "{:?}", view.learning.pieces);
}

fn saved(session: &mut Session) -> String {
    let mut text = String::new();
    let mut from = 0;
    loop {
        match ask(session, LearningCommand::Records { from }) {
            Reply::Learning(LearningReply::Records { text: part, next }) => {
                text += &part;
                match next {
                    Some(next) => from = next,
                    None => return text,
                }
            }
            other => panic!("{other:?}"),
        }
    }
}

/// In parts of this many bytes.
fn read(session: &mut Session, text: &str, length: usize) -> Result<LearningView, String> {
    learning(session, LearningCommand::LearnFrom { settings: settings(1), foreign: false });
    let mut at = 0;
    while at < text.len() {
        let end = (at + length).min(text.len());
        let (part, last) = (text[at..end].to_owned(), end == text.len());
        if let Reply::Failed(Failed { message, span: place, .. }) =
            ask(session, LearningCommand::Read { text: part, last })
        {
            return Err(format!("{message} ({})", place.unwrap().line));
        }
        at = end;
    }
    loop {
        let view = learning(session, LearningCommand::Study);
        if view.done {
            return Ok(view);
        }
    }
}

#[test]
fn what_was_watched_is_saved_as_the_tool_would_write_it_and_read_back_in_parts() {
    let (mut session, view) = watched("gardner", settings(3));
    let text = saved(&mut session);
    let rules = rules("gardner");
    let mut expected = Vec::new();
    let mut number = 0;
    for game in 0..3 {
        let mut rng = Rng::branch(1, game);
        let recorder = Recorder { rules: &rules, listing: Listing::All };
        let choose = |pos: &_, _| kibitzer::game::Game::random_move(&rules, pos, &mut rng, &mut Vec::new());
        watch_game(recorder, choose, |record| {
            number += 1;
            kibitzer::observe::write_record(&mut expected, number, &record)
        })
        .unwrap();
    }
    assert!(text.as_bytes() == expected, "the records differ");
    assert_eq!(f64::from(number as u32), view.records);
    for length in [97, 1_000, 1 << 20] {
        let again = read(&mut session, &text, length).unwrap();
        assert_eq!((again.records, again.games, again.judged), (view.records, 3, true), "{length}");
        let expressions =
            |view: &LearningView| view.pieces.iter().map(|piece| piece.expression.clone()).collect::<Vec<_>>();
        assert_eq!(expressions(&again), expressions(&view), "{length}");
        assert_eq!(again.learned, view.learned, "{length}");
        assert_eq!((&again.squares, &again.last), (&view.squares, &view.last), "{length}");
        assert!(again.clashes.is_empty(), "{:?}", again.clashes);
    }
    failure(ask(&mut session, LearningCommand::Records { from: 0 }));
    assert!(lesson(&mut session, "Q", "spine", 0).steps > 1, "records that were read make a lesson too");
}

#[test]
fn a_broken_record_is_told_with_its_line_and_what_came_before_counts() {
    let (mut session, _) = watched("breakthrough", settings(2));
    let text = saved(&mut session);
    let line = text.lines().position(|line| line.starts_with("0 all")).unwrap() + 200;
    let broken: Vec<&str> =
        text.lines().enumerate().map(|(index, each)| if index == line { "(banana)" } else { each }).collect();
    let broken = broken.join("\n");
    for length in [50, 4_000, 1 << 20] {
        let error = read(&mut session, &broken, length).unwrap_err();
        assert!(error.ends_with(&format!("({})", line + 1)), "{length}: {error}, not {}", line + 1);
        ask(&mut session, LearningCommand::Read { text: String::new(), last: true });
        let view = learning(&mut session, LearningCommand::Study);
        assert!(view.records > 1.0 && view.done, "{length}");
    }
    let cut = &text[..text.len() - 3];
    read(&mut session, cut, 5_000).unwrap_err();
    failure(ask(&mut load("breakthrough"), LearningCommand::Read { text, last: true }));
    let endless = "(".repeat(3_000_000);
    read(&mut session, &endless, 100_000).unwrap_err();
}

#[test]
fn records_of_another_game_are_recognised_or_learned_without_a_judge() {
    let (mut session, _) = watched("knightthrough", settings(2));
    let text = saved(&mut session);
    let mut other = load("chess");
    let reply = ask(&mut other, LearningCommand::Recognise { text: text.clone() });
    assert_eq!(
        reply,
        Reply::Learning(LearningReply::Recognised { id: Some("knightthrough".to_owned()), loaded: false })
    );
    let reply = ask(&mut session, LearningCommand::Recognise { text: text.clone() });
    assert_eq!(reply, Reply::Learning(LearningReply::Recognised { id: None, loaded: true }));
    let unknown = text.replace('N', "A").replace('n', "a");
    let reply = ask(&mut other, LearningCommand::Recognise { text: unknown.clone() });
    assert!(matches!(reply, Reply::Learning(LearningReply::Recognised { id: None, loaded: false })), "{reply:?}");
    let view = read(&mut other, &unknown, 3_000).unwrap();
    assert!(!view.judged && view.learned.is_some() && view.pieces.len() == 2);
    assert!(
        view.pieces.iter().all(|piece| piece.verdict.missed_steps.is_none() && piece.verdict.invented_steps.is_none())
    );
    let view = answer(&mut other, Some("A"), None);
    if view.question.is_some() {
        failure(ask(&mut other, LearningCommand::Ask { about: None, said: Some(Said::Rules), told: None }));
        assert_eq!(answer(&mut other, Some("A"), Some(Said::No)).answers, 1, "the question is still there");
    }
    assert!(failure(ask(&mut other, LearningCommand::Recognise { text: "hello".to_owned() })).contains("(2:1)"));
    failure(ask(&mut other, LearningCommand::Recognise { text: "\n\n".to_owned() }));
}

#[test]
fn strong_and_mixed_play_can_be_watched_and_repeats() {
    for players in ["strong", "mixed"] {
        let strong = || LearnSettings { players: Some(players.to_owned()), ..settings(2) };
        let (_, first) = watched("breakthrough", strong());
        let (_, again) = watched("breakthrough", strong());
        assert_eq!(first, again);
        let (_, random) = watched("breakthrough", settings(2));
        assert_ne!(first.records, random.records, "{players}");
    }
    let settings = LearnSettings { players: Some("grandmasters".to_owned()), ..settings(2) };
    failure(ask(&mut load("breakthrough"), LearningCommand::Learn { settings }));
}

/// Watching is finished early, after so many plies.
fn stopped_after(plies: u32) -> (Session, LearningView) {
    let mut session = load("chess-breakthrough");
    learning(&mut session, LearningCommand::Learn { settings: settings(1_000) });
    learning(&mut session, LearningCommand::Watch { plies });
    let mut view = learning(&mut session, LearningCommand::Enough);
    while !view.done {
        view = learning(&mut session, LearningCommand::Study);
    }
    (session, view)
}

#[test]
fn enough_is_enough_until_more_is_asked_for() {
    let (mut session, view) = stopped_after(400);
    assert!(view.games < 10 && view.games_in_all == 1_000 && view.learned.is_some());
    let again = learning(&mut session, LearningCommand::Study);
    assert!(again.done && again.records == view.records);
    // Watching goes on where it was left, with the same moves as without the stop.
    let further = learning(&mut session, LearningCommand::Watch { plies: 50 });
    assert!(!further.done && further.records == view.records + 50.0 && further.learned.is_none());
    let mut other = load("chess-breakthrough");
    learning(&mut other, LearningCommand::Learn { settings: settings(1_000) });
    learning(&mut other, LearningCommand::Watch { plies: 400 });
    let unbroken = learning(&mut other, LearningCommand::Watch { plies: 50 });
    assert_eq!((further.games, further.position), (unbroken.games, unbroken.position));
}

#[test]
fn a_game_broken_off_early_does_not_limit_the_game_learned_from_it() {
    let (_, view) = stopped_after(6);
    let learned = kibitzer::sbg::parse(&view.learned.unwrap().text).unwrap();
    assert_eq!((view.games, learned.ply_limit), (0, 100));
    assert_eq!(learned.about, "Learned from a part of one game.");
}

#[test]
fn the_visitors_own_game_is_evidence_too() {
    let mut session = load("breakthrough");
    learning(&mut session, LearningCommand::Learn { settings: settings(50) });
    let moves: Vec<String> = ["a2a3", "b7b6", "a3a4", "b6b5", "a4b5"].map(str::to_owned).to_vec();
    let view = learning(&mut session, LearningCommand::Spectate { start: None, moves: moves[..4].to_vec() });
    assert_eq!(view.records, 4.0);
    let view = learning(&mut session, LearningCommand::Spectate { start: None, moves: moves.clone() });
    assert_eq!(view.records, 5.0, "only what is new is looked at");
    assert_eq!(
        learning(&mut session, LearningCommand::Spectate { start: None, moves: moves[..2].to_vec() }).records,
        5.0
    );
    let pawn = view.pieces.iter().find(|piece| letter_of(piece.piece) == "P").unwrap();
    assert!(pawn.words > 0);
    // Watching goes on as if nothing had been.
    let view = learning(&mut session, LearningCommand::Watch { plies: 3 });
    assert_eq!(view.records, 8.0);
    failure(ask(&mut session, LearningCommand::Spectate { start: None, moves: vec!["a2a5".to_owned()] }));
    ask(&mut session, TableCommand::Load { source: Source::Builtin("gardner".to_owned()) });
    failure(ask(&mut session, LearningCommand::Spectate { start: None, moves: Vec::new() }));
}

#[test]
fn what_was_learned_can_be_taken_elsewhere() {
    let (mut session, view) = watched("los-alamos", settings(3));
    let mut export =
        |letter: &str, format| ask(&mut session, LearningCommand::Export { piece: piece_id(letter), format });
    for piece in &view.pieces {
        let Reply::Learning(LearningReply::Exported(text)) = export(&letter_of(piece.piece), Format::Json) else {
            panic!()
        };
        assert!(text.starts_with(&format!("{{\"letter\":\"{}\",", letter_of(piece.piece))), "{text}");
        assert!(text.contains(&format!("\"states\":{},", piece.graph.states.len())), "{text}");
        let Reply::Learning(LearningReply::Exported(text)) = export(&letter_of(piece.piece), Format::Tikz) else {
            panic!()
        };
        assert_eq!(text.matches("\\node[state").count(), piece.graph.states.len());
        let Reply::Learning(LearningReply::Exported(text)) = export(&letter_of(piece.piece), Format::Dot) else {
            panic!()
        };
        assert!(text.starts_with("digraph"), "{text}");
    }
    failure(export("Z", Format::Dot));
    failure(ask(&mut load("chess"), LearningCommand::Export { piece: piece_id("K"), format: Format::Dot }));
}

#[test]
fn a_picture_for_latex_is_balanced_and_has_everything() {
    for game in kibitzer::sbg::BUILTIN {
        let rules = rules(game.id);
        for (_, info) in rules.pieces() {
            let text = tikz(&info.dfa, &info.letter.to_string());
            let at = format!("{} {}", game.id, info.letter);
            let mut depth = 0;
            for line in text.lines().filter(|line| !line.starts_with('%')) {
                for c in line.chars() {
                    depth += i32::from(c == '{') - i32::from(c == '}');
                    assert!(depth >= 0, "{at}");
                }
                assert_eq!(line.matches('$').count() % 2, 0, "{at}: {line}");
                assert_eq!(
                    line.matches('[').count(),
                    line.matches(']').count() + usize::from(line.contains("begin"))
                        - usize::from(line.ends_with("initial text=]")),
                    "{at}: {line}"
                );
            }
            assert_eq!(depth, 0, "{at}");
            assert_eq!(text.matches("\\node[state").count(), info.dfa.size(), "{at}");
            let steps: usize = info.dfa.states().map(|state| info.dfa.transitions(state).len()).sum();
            let found: usize =
                text.split("$\\,").skip(1).map(|rest| rest.chars().take_while(char::is_ascii_lowercase).count()).sum();
            assert_eq!(found, steps, "{at}");
            // Lines go the way that our own drawing takes: past other states, not through them.
            let arrows = layout(&info.dfa, None).arrows;
            let lines: usize =
                arrows.iter().filter(|arrow| arrow.from != arrow.to).map(|arrow| 2 + arrow.lanes.len()).sum();
            assert_eq!(text.matches(" to[out=").count(), lines, "{at}");
            assert_eq!(text.matches("accepting]").count(), dot(&info.dfa, "").matches("doublecircle").count(), "{at}");
        }
    }
    let mut king = Dfa::empty();
    let reached = king.add_state(true);
    for on in [On::Empty, On::Enemy] {
        king.connect(Dfa::START, Step::new(1, 0, on), reached);
    }
    let text = tikz(&king, "K");
    assert!(text.contains("\\node[state, initial] (q0) at (0.72, 0.72) {$0$};"), "{text}");
    assert!(text.contains("{$(1,0)$\\,ep};"), "{text}");
}
