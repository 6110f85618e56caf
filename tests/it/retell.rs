//! "A worker is a cache": a session that is killed and told everything again answers like the one that lived on.

use kibitzer::protocol::{
    Command, Format, LearningCommand, LearningReply, Mover, Reply, Said, Source, TableCommand, TableReply,
    ThinkingCommand,
};
use kibitzer::rng::Rng;
use kibitzer::session::Session;

use crate::session::{ask, learn_settings};
use crate::wire::{net_file, piece_id};

fn replies(session: &mut Session, command: Command) -> Vec<Reply> {
    let mut replies = Vec::new();
    session.handle(command, &mut |reply| replies.push(reply));
    replies
}

/// What a page keeps to bring a new worker to where the old one stood.
#[derive(Default)]
struct Memory {
    load: Option<Command>,
    net: Option<Command>,
    weigh: Option<Command>,
    journal: Vec<Command>,
    show: Option<Command>,
}

impl Memory {
    /// Notes a command that was answered.
    fn note(&mut self, command: &Command) {
        match command {
            Command::Table(TableCommand::Load { .. }) => {
                *self = Memory { load: Some(command.clone()), ..Memory::default() };
            }
            Command::Table(TableCommand::Show { .. }) => self.show = Some(command.clone()),
            Command::Thinking(ThinkingCommand::Net { .. }) => self.net = Some(command.clone()),
            Command::Thinking(ThinkingCommand::Weigh { .. }) => self.weigh = Some(command.clone()),
            Command::Learning(learning) => {
                if matches!(learning, LearningCommand::Learn { .. } | LearningCommand::LearnFrom { .. }) {
                    self.journal.clear();
                }
                let changes = matches!(
                    learning,
                    LearningCommand::Learn { .. }
                        | LearningCommand::LearnFrom { .. }
                        | LearningCommand::Watch { .. }
                        | LearningCommand::Study
                        | LearningCommand::Enough
                        | LearningCommand::Spectate { .. }
                        | LearningCommand::Read { .. }
                        | LearningCommand::Lesson { .. }
                        | LearningCommand::LessonStep { .. }
                        | LearningCommand::Ask { .. }
                );
                if changes {
                    self.journal.push(command.clone());
                }
            }
            _ => {}
        }
    }

    fn tell(&self) -> Session {
        let mut session = Session::new();
        let told = self.load.iter().chain(&self.net).chain(&self.weigh).chain(&self.journal).chain(&self.show);
        for command in told.cloned() {
            replies(&mut session, command);
        }
        session
    }
}

/// A visit: watching, asking, a lesson and a game, in an order that chance chooses.
fn visit(seed: u64) -> Vec<Command> {
    let mut rng = Rng::new(seed);
    let game = ["breakthrough", "gardner", "knightthrough"][rng.index(3)];
    let mut commands: Vec<Command> = vec![TableCommand::Load { source: Source::Builtin(game.to_owned()) }.into()];
    let mut settings = learn_settings(6);
    settings.seed = rng.below(100);
    settings.all_moves = rng.one_in(2);
    if rng.one_in(3) {
        settings.algorithm = "rpni".to_owned();
    }
    if rng.one_in(3) {
        settings.players = Some("mixed".to_owned());
    }
    let moves: Vec<String> = random_game(game, 8, seed);
    if rng.one_in(3) {
        let text = records(game, seed);
        let foreign = rng.one_in(2);
        commands.push(LearningCommand::LearnFrom { settings, foreign }.into());
        let mut from = 0;
        while from < text.len() {
            let to = (from + 200 + rng.index(3_000)).min(text.len());
            let last = to == text.len();
            commands.push(LearningCommand::Read { text: text[from..to].to_owned(), last }.into());
            from = to;
        }
    } else {
        commands.push(LearningCommand::Learn { settings }.into());
    }
    let letters = ["P", "p", "N", "n", "Q"];
    for _ in 0..40 {
        let piece = piece_id(letters[rng.index(letters.len())]);
        let said = [None, Some(Said::Yes), Some(Said::No), Some(Said::Pass), Some(Said::Rules), Some(Said::Back)];
        let command: Command = match rng.below(15) {
            0..=3 => LearningCommand::Watch { plies: 1 + rng.below(30) }.into(),
            4 => LearningCommand::Study.into(),
            5 => LearningCommand::Enough.into(),
            6 => LearningCommand::Spectate { start: None, moves: moves[..rng.index(moves.len())].to_vec() }.into(),
            7 => LearningCommand::Lesson { piece, algorithm: "kibitzer".to_owned(), games: rng.below(2) }.into(),
            8 => LearningCommand::LessonStep { index: rng.below(6) }.into(),
            9..=11 => LearningCommand::Ask {
                about: Some(piece).filter(|_| rng.one_in(2)),
                said: said[rng.index(said.len())],
                told: None,
            }
            .into(),
            12 => TableCommand::Show { start: None, moves: moves[..rng.index(moves.len())].to_vec() }.into(),
            13 => ThinkingCommand::Net { bytes: net_file("breakthrough") }.into(),
            _ => ThinkingCommand::Choose { player: Mover::Level(2), seed: rng.below(50) }.into(),
        };
        commands.push(command);
    }
    // Looking at what was learned changes nothing, and shows every part of it.
    for piece in letters.map(piece_id) {
        commands.push(LearningCommand::Export { piece, format: Format::Json }.into());
        commands.push(LearningCommand::Counts { piece }.into());
    }
    commands.push(LearningCommand::Records { from: 0 }.into());
    commands
}

fn random_game(game: &str, plies: usize, seed: u64) -> Vec<String> {
    let mut session = Session::new();
    replies(&mut session, TableCommand::Load { source: Source::Builtin(game.to_owned()) }.into());
    let mut rng = Rng::new(seed);
    let mut moves = Vec::new();
    for _ in 0..plies {
        let show = TableCommand::Show { start: None, moves: moves.clone() };
        let Reply::Table(TableReply::Board(board)) = ask(&mut session, show) else { panic!() };
        if board.legal.is_empty() {
            break;
        }
        moves.push(rng.pick(&board.legal).text.clone());
    }
    moves
}

/// Records of two games, as text.
fn records(game: &str, seed: u64) -> String {
    let mut session = Session::new();
    replies(&mut session, TableCommand::Load { source: Source::Builtin(game.to_owned()) }.into());
    let mut settings = learn_settings(2);
    settings.seed = seed as u32;
    let mut reply = ask(&mut session, LearningCommand::Learn { settings });
    while !matches!(&reply, Reply::Learning(LearningReply::Learning(view)) if view.done) {
        reply = ask(&mut session, LearningCommand::Watch { plies: 200 });
    }
    let (mut text, mut from) = (String::new(), Some(0));
    while let Some(next) = from {
        let Reply::Learning(LearningReply::Records { text: more, next }) =
            ask(&mut session, LearningCommand::Records { from: next })
        else {
            panic!()
        };
        text += &more;
        from = next;
    }
    text
}

#[test]
fn a_session_killed_at_any_moment_and_told_everything_again_answers_as_if_nothing_had_been() {
    for seed in 0..50 {
        let commands = visit(seed);
        let moment = 2 + Rng::branch(seed, 7).index(commands.len() - 2);
        let (mut session, mut memory) = (Session::new(), Memory::default());
        for command in &commands[..moment] {
            replies(&mut session, command.clone());
            memory.note(command);
        }
        let mut other = memory.tell();
        for (index, command) in commands[moment..].iter().enumerate() {
            let (expected, found) = (replies(&mut session, command.clone()), replies(&mut other, command.clone()));
            assert!(
                expected == found,
                "seed {seed}, killed before command {moment}, {index} later: {command:?}\n{expected:?}\n{found:?}"
            );
        }
    }
}
