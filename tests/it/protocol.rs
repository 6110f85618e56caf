//! Every command and every reply there and back through text.

use kibitzer::protocol::*;
use kibitzer::session::Session;
use serde_json::{from_str, to_string};

use crate::session::learn_settings;
use crate::wire::{net_file, piece_id, steps_of};

const RECORD: &str = "1\nP.\n.p\n*\n0 some 1\n(2 (1 -1 p))\n";

fn there_and_back(command: &Command) {
    let text = to_string(&Ask { id: 7, command: command.clone() }).unwrap();
    assert_eq!(from_str::<Ask>(&text).unwrap().command, *command, "{text}");
}

/// Commands of every kind, in an order that makes sense, so that every kind of reply comes.
fn commands() -> Vec<Command> {
    let load = |id: &str| TableCommand::Load { source: Source::Builtin(id.to_owned()) };
    let placement = PlacementView {
        squares: (0..64)
            .map(|square| {
                if square == 0 {
                    piece_id("P")
                } else if square == 62 {
                    piece_id("p")
                } else {
                    0
                }
            })
            .collect(),
        hands: Vec::new(),
        to_move: Side::Black,
    };
    let moves = vec!["a2a3".to_owned(), "b7b6".to_owned()];
    let report = ShareReport { depth: 3, partial: true, nodes: 99, value: -5, empty: false };
    let mut all: Vec<Command> = vec![
        load("breakthrough").into(),
        TableCommand::Check { text: "<<x>> no game".to_owned() }.into(),
        TableCommand::Show { start: None, moves: moves.clone() }.into(),
        TableCommand::Show { start: None, moves: vec!["a1a8".to_owned()] }.into(),
        TableCommand::Arrange { placement }.into(),
        TableCommand::Paste { text: "a2a3 b7b6".to_owned() }.into(),
        TableCommand::Paste { text: "#v=1&g=chess".to_owned() }.into(),
        TableCommand::Record { start: None, moves: moves.clone() }.into(),
        TableCommand::Exercise { seed: 3, piece: Some(piece_id("P")) }.into(),
        TableCommand::Diagrams.into(),
        ThinkingCommand::Choose { player: Mover::Random, seed: 4 }.into(),
        ThinkingCommand::Think { player: Some(Mover::Level(2)), seed: 4, nodes: None, share: None }.into(),
        ThinkingCommand::Think { player: None, seed: 4, nodes: Some(500), share: Some([0, 2]) }.into(),
        ThinkingCommand::Judge { text: "a3a4".to_owned(), nodes: 200 }.into(),
        ThinkingCommand::Combine { shares: vec![vec![report], vec![report, report]] }.into(),
        ThinkingCommand::Combine { shares: vec![Vec::new()] }.into(),
        ThinkingCommand::WarmUp { games: 1, seed: 1 }.into(),
        ThinkingCommand::Weigh { weights: vec![1.5; 2 + 2 * 64] }.into(),
        ThinkingCommand::Net { bytes: net_file("breakthrough") }.into(),
        ThinkingCommand::Net { bytes: b"KIBNET1".to_vec() }.into(),
        SharingCommand::Share { source: None, start: None, moves, page: vec![("tab".to_owned(), "watch".to_owned())] }
            .into(),
        SharingCommand::Open { fragment: "v=1&g=chess".to_owned() }.into(),
        LearningCommand::Learn { settings: LearnSettings { players: Some("mixed".to_owned()), ..learn_settings(2) } }
            .into(),
        LearningCommand::Watch { plies: 400 }.into(),
        LearningCommand::Study.into(),
        LearningCommand::Enough.into(),
        LearningCommand::Spectate { start: None, moves: vec!["a2a3".to_owned()] }.into(),
        LearningCommand::Recognise { text: RECORD.to_owned() }.into(),
        LearningCommand::Records { from: 0 }.into(),
        LearningCommand::Lesson { piece: piece_id("P"), algorithm: "rpni".to_owned(), games: 0 }.into(),
    ];
    all.extend((0..12).map(|index| LearningCommand::LessonStep { index }.into()));
    let told = Told { piece: piece_id("P"), steps: steps_of("(0,1,e)"), legal: Some(true) };
    let rest: [Command; 9] = [
        LearningCommand::Ask { about: Some(piece_id("P")), said: None, told: Some(vec![told]) }.into(),
        LearningCommand::Ask { about: None, said: Some(Said::Pass), told: None }.into(),
        LearningCommand::Export { piece: piece_id("P"), format: Format::Dot }.into(),
        LearningCommand::Counts { piece: piece_id("P") }.into(),
        LearningCommand::Inspect { piece: piece_id("P"), squares: vec![piece_id("P"); 64] }.into(),
        LearningCommand::Examples { piece: piece_id("P"), state: 0, step: steps_of("(0,1,e)")[0] }.into(),
        LearningCommand::Pose { piece: piece_id("P"), steps: steps_of("(0,1,e)(1,1,p)") }.into(),
        LaboratoryCommand::Work { task: Task::Playouts { count: 2, seed: 1 } }.into(),
        LaboratoryCommand::Work { task: Task::WholeMoves { depth: 2 } }.into(),
    ];
    all.extend(rest);
    let settings = "exactness?boards=breakthrough&all=1&single=&sets=1".to_owned();
    let done = vec![DoneCell { cell: 0, rows: String::new() }];
    all.extend(
        [
            LaboratoryCommand::Experiments,
            LaboratoryCommand::Plan { settings: settings.clone(), values: vec![("seed".to_owned(), "2".to_owned())] },
            LaboratoryCommand::RunCell { settings: settings.clone(), cell: 0 },
            LaboratoryCommand::Report { settings: settings.clone(), done: done.clone(), seconds: 1.5 },
            LaboratoryCommand::Export { settings, done },
        ]
        .map(Command::from),
    );
    // Records are a file's own, so they come last.
    all.push(LearningCommand::LearnFrom { settings: learn_settings(1), foreign: true }.into());
    all.push(LearningCommand::Read { text: RECORD.to_owned(), last: true }.into());
    all.push(LearningCommand::Study.into());
    // What only some classes of games can do: refused for the game at hand, then answered.
    all.push(ThinkingCommand::Voices.into());
    all.push(ThinkingCommand::Worths.into());
    all.push(TableCommand::Inventing.into());
    let settings = vec![("board_width".to_owned(), "5..5".to_owned())];
    all.push(TableCommand::Invent { seed: 3, settings, playable: false }.into());
    all.push(load("american-checkers").into());
    all.push(ThinkingCommand::Voices.into());
    all.push(ThinkingCommand::Worths.into());
    // A game with hands and choices.
    all.push(load("corners").into());
    all.push(TableCommand::Show { start: None, moves: vec!["Ta1b".to_owned()] }.into());
    all
}

#[test]
fn commands_and_replies_of_every_kind_survive_the_way_there_and_back() {
    let mut session = Session::new();
    let (mut asked, mut answered) = (std::collections::BTreeSet::new(), std::collections::BTreeSet::new());
    // `{"table":{"load":…` begins with the names of its area and kind.
    let kind = |text: &str| {
        text.split('"').filter(|part| part.chars().all(char::is_alphabetic)).take(2).collect::<Vec<_>>().join(" ")
    };
    for command in commands() {
        there_and_back(&command);
        asked.insert(kind(&to_string(&command).unwrap()));
        session.handle(command, &mut |reply| {
            let text = to_string(&Answer { id: 1, millis: 0.5, reply: reply.clone() }).unwrap();
            assert_eq!(from_str::<Answer>(&text).unwrap().reply, reply, "{text}");
            answered.insert(kind(&to_string(&reply).unwrap()));
        });
    }
    assert_eq!(asked.len(), 10 + 9 + 2 + 17 + 6, "{asked:?}");
    for expected in [
        "table game",
        "table board",
        "table pasted",
        "table record",
        "table exercise",
        "table diagrams",
        "table inventing",
        "table invented",
        "thinking voices",
        "thinking worths",
        "thinking chosen",
        "thinking thinking",
        "thinking thought",
        "thinking judged",
        "thinking combined",
        "thinking warming",
        "thinking values",
        "sharing link",
        "sharing opened",
        "learning learning",
        "learning recognised",
        "learning records",
        "learning lesson",
        "learning asking",
        "learning exported",
        "learning paths",
        "learning counts",
        "learning examples",
        "laboratory worked",
        "laboratory experiments",
        "laboratory plan",
        "laboratory cell",
        "laboratory report",
        "laboratory files",
        "failed code",
    ] {
        assert!(answered.contains(expected), "{expected}: {answered:?}");
    }
}

#[test]
fn a_message_of_another_shape_is_refused() {
    for text in [
        "null",
        "7",
        "{}",
        r#"{"id":1}"#,
        r#"{"id":1,"command":{"table":"dance"}}"#,
        r#"{"id":1,"command":{"type":"load"}}"#,
    ] {
        assert!(from_str::<Ask>(text).is_err(), "{text}");
    }
}
