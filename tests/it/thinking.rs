//! Thinking beside the page, without a page: reports while it lasts, levels, shares, judgements, warming up.

use std::fmt::Write;

use crate::wire::{net_file, piece_id};
use kibitzer::protocol::{
    Command, EvaluatedBy, Failed, Mover, Quality, Reply, Source, TableCommand, TableReply, ThinkingCommand,
    ThinkingReply, ThoughtView, ValuesView,
};
use kibitzer::session::Session;

fn replies(session: &mut Session, command: impl Into<Command>) -> Vec<Reply> {
    let mut replies = Vec::new();
    session.handle(command.into(), &mut |reply| replies.push(reply));
    replies
}

fn last(session: &mut Session, command: impl Into<Command>) -> Reply {
    replies(session, command).pop().unwrap()
}

/// Loads a game as the page does: an engine is told the net, where the game has one.
fn load(session: &mut Session, source: Source) {
    let reply = last(session, TableCommand::Load { source });
    let Reply::Table(TableReply::Game(game)) = reply else { panic!("{reply:?}") };
    if let Some(name) = game.net {
        values(last(session, ThinkingCommand::Net { bytes: net_file(&name) }));
    }
}

fn at(id: &str, moves: &str) -> Session {
    let mut session = Session::new();
    load(&mut session, Source::Builtin(id.to_owned()));
    let moves = moves.split_whitespace().map(str::to_owned).collect();
    let reply = last(&mut session, TableCommand::Show { start: None, moves });
    assert!(matches!(reply, Reply::Table(TableReply::Board(..))), "{reply:?}");
    session
}

fn analysis(nodes: u32, share: [u32; 2]) -> Command {
    ThinkingCommand::Think { player: None, seed: 1, nodes: Some(nodes), share: Some(share) }.into()
}

fn thought(reply: Reply) -> ThoughtView {
    match reply {
        Reply::Thinking(ThinkingReply::Thought(thought)) => thought,
        other => panic!("{other:?}"),
    }
}

fn best(thought: &ThoughtView) -> &str {
    thought.line.first().map_or("", |mv| mv.text.as_str())
}

fn failure(reply: Reply) -> String {
    match reply {
        Reply::Failed(Failed { message, .. }) => message,
        other => panic!("{other:?}"),
    }
}

#[test]
fn it_tells_every_depth_and_ends_with_the_last() {
    let mut session = at("gardner", "");
    let mut replies = replies(&mut session, analysis(200_000, [0, 1]));
    let end = thought(replies.pop().unwrap());
    let told: Vec<ThoughtView> = replies
        .into_iter()
        .map(|reply| match reply {
            Reply::Thinking(ThinkingReply::Thinking(thinking)) => thinking,
            other => panic!("{other:?}"),
        })
        .collect();
    assert!(told.windows(2).all(|pair| pair[0].depth <= pair[1].depth && pair[0].nodes <= pair[1].nodes));
    assert!((1..=end.depth).all(|depth| told.iter().any(|each| each.depth == depth)), "every depth is told");
    // Between depths there are signs of life.
    assert!(told.iter().any(|each| each.nodes == 65_536.0), "{:?}", told.iter().map(|each| each.nodes));
    assert_eq!((end.nodes, end.depth), (200_000.0, told.last().unwrap().depth));
    assert!(end.chance > 0.0 && end.chance < 1.0 && end.win.is_none());
}

#[test]
fn a_level_thinks_of_the_move_that_it_chooses() {
    for (level, seed) in (1..=8).flat_map(|level| [(level, 3), (level, 4)]) {
        let mut session = at("chess-breakthrough", "b1c3 g8f6");
        let player = Mover::Level(level);
        let Reply::Thinking(ThinkingReply::Chosen(text)) = last(&mut session, ThinkingCommand::Choose { player, seed })
        else {
            panic!()
        };
        let command = ThinkingCommand::Think { player: Some(player), seed, nodes: None, share: None };
        assert_eq!(best(&thought(last(&mut session, command))), text, "level {level}, seed {seed}");
    }
}

#[test]
fn a_sure_win_is_counted_in_moves_and_the_loser_sees_it_too() {
    let mut session = at("breakthrough", "b2b3 g7g6 b3b4 g6g5 b4b5 g5g4 b5b6 g4h3 b6a7 h3g2");
    let wins = thought(last(&mut session, analysis(5_000, [0, 1])));
    assert_eq!((wins.win, wins.chance, wins.line.len()), (Some(1), 1.0, 1));
    assert_eq!(wins.line[0].takes[0].piece, piece_id("p"));
    let mut session = at("breakthrough", "b2b3 g7g6 b3b4 g6g5 b4b5 g5g4 b5b6 g4h3 b6a7");
    let loses = thought(last(&mut session, analysis(5_000, [0, 1])));
    // It may still take the pawn that is about to arrive.
    assert!(loses.win.is_none() && best(&loses).ends_with("a7"), "{loses:?}");
}

#[test]
fn shares_hold_every_move_once_and_their_best_is_as_good() {
    let mut session = at("los-alamos", "");
    let whole = thought(last(&mut session, analysis(30_000, [0, 1])));
    let shares: Vec<ThoughtView> =
        (0..3).map(|part| thought(last(&mut session, analysis(30_000, [part, 3])))).collect();
    let mut firsts: Vec<&str> = shares.iter().map(best).collect();
    firsts.sort_unstable();
    firsts.dedup();
    assert_eq!(firsts.len(), 3);
    let top = shares.iter().max_by_key(|share| share.value).unwrap();
    assert!((top.chance - whole.chance).abs() < 0.1, "{} {}", top.chance, whole.chance);
    // More shares than moves: the last is empty, and no error.
    assert!(thought(last(&mut session, analysis(100, [4_000, 4_001]))).line.is_empty());
    failure(last(&mut session, analysis(100, [3, 3])));
}

#[test]
fn moves_are_judged_beside_the_best() {
    let judge = |moves: &str, text: &str| {
        let mut session = at("breakthrough", moves);
        match last(&mut session, ThinkingCommand::Judge { text: text.to_owned(), nodes: 20_000 }) {
            Reply::Thinking(ThinkingReply::Judged(judgement)) => judgement,
            other => panic!("{other:?}"),
        }
    };
    let almost = "b2b3 g7g6 b3b4 g6g5 b4b5 g5g4 b5b6 g4h3 b6a7 h3g2";
    assert_eq!(judge(almost, "a7b8").quality, Quality::Best);
    let missed = judge(almost, "h2h3");
    assert_eq!((missed.quality, best(&missed.best)), (Quality::MissedWin, "a7b8"));
    // Black lets the pawn through: after anything but taking it, White wins at once.
    let asleep = judge("b2b3 g7g6 b3b4 g6g5 b4b5 g5g4 b5b6 g4h3 b6a7", "h3g2");
    assert_eq!((asleep.quality, asleep.played.win), (Quality::Loses, Some(-2)));
    assert!(asleep.best.line[0].text.ends_with("a7"));
    let start = judge("", "b2b3");
    assert!(matches!(start.quality, Quality::Best | Quality::Good), "{start:?}");
    failure(last(&mut at("breakthrough", ""), ThinkingCommand::Judge { text: "a1a8".to_owned(), nodes: 100 }));
}

#[test]
fn a_given_away_queen_is_a_mistake() {
    let mut session = at("chess", "e2e3 e7e6 d1h5 b8c6");
    let Reply::Thinking(ThinkingReply::Judged(judgement)) =
        last(&mut session, ThinkingCommand::Judge { text: "h5f7".to_owned(), nodes: 50_000 })
    else {
        panic!()
    };
    assert!(matches!(judgement.quality, Quality::Mistake | Quality::Loses), "{judgement:?}");
    assert!(judgement.played.score < judgement.best.score - 3.0);
}

fn values(reply: Reply) -> ValuesView {
    match reply {
        Reply::Thinking(ThinkingReply::Values(values)) | Reply::Thinking(ThinkingReply::Warming(values)) => values,
        other => panic!("{other:?}"),
    }
}

#[test]
fn warming_up_tells_of_every_game_and_changes_the_values() {
    let mut session = at("gardner", "");
    let before = values(last(&mut session, ThinkingCommand::WarmUp { games: 0, seed: 1 }));
    assert_eq!((before.games, before.adopted, before.values.len(), before.learned.clone()), (0, 0, 12, None));
    let mut told = replies(&mut session, ThinkingCommand::WarmUp { games: 60, seed: 1 });
    let end = values(told.pop().unwrap());
    let games: Vec<u32> = told.into_iter().map(|reply| values(reply).games).collect();
    assert_eq!(games, (1..=60).collect::<Vec<u32>>());
    assert_ne!(end.values, before.values);
    assert_eq!(end.learned.is_some(), end.adopted > 0);
}

#[test]
fn learned_weights_are_told_to_another_worker_and_used_in_its_moves() {
    let mut session = at("gardner", "");
    let think = |session: &mut Session| thought(last(session, analysis(5_000, [0, 1])));
    let by_rules = think(&mut session);
    // Weights of this game: twelve letters, then their squares, then the other terms. A queen worth nothing is given away.
    const COUNT: usize = 12 + 12 * 25 + 36;
    let mut weights = vec![0.0; COUNT];
    weights[..12].fill(1.0);
    let told = values(last(&mut session, ThinkingCommand::Weigh { weights: weights.clone() }));
    assert!(told.values.iter().all(|piece| piece.value == 1.0));
    let by_ones = think(&mut session);
    assert_ne!((by_ones.value, by_ones.score), (by_rules.value, by_rules.score));
    for wrong in [vec![], vec![1.0; 7], vec![1.0; 312], vec![f64::NAN; COUNT], vec![1e9; COUNT]] {
        failure(last(&mut session, ThinkingCommand::Weigh { weights: wrong }));
    }
    assert_eq!(think(&mut session), by_ones, "refused weights change nothing");
    load(&mut session, Source::Builtin("gardner".to_owned()));
    assert_eq!(think(&mut session), by_rules, "another game forgets them");
}

/// Which evaluation plays, and what it says: a net, weights from the rules, learned ones.
#[test]
fn an_evaluation_says_what_it_goes_by() {
    let voices = |session: &mut Session| match last(session, ThinkingCommand::Voices) {
        Reply::Thinking(ThinkingReply::Voices(said)) => said,
        other => panic!("{other:?}"),
    };
    let mut session = at("gardner", "");
    let said = voices(&mut session);
    assert_eq!(said.by, EvaluatedBy::Net);
    assert!(said.terms.iter().any(|term| term.name == "net"));
    last(&mut session, ThinkingCommand::Weigh { weights: vec![1.0; 12 + 12 * 25 + 36] });
    assert_eq!(voices(&mut session).by, EvaluatedBy::Learned);

    let said = voices(&mut at("los-alamos", "b1c3 a5a4 c3d5 a4a3 d5f6"));
    assert_eq!(said.by, EvaluatedBy::Rules);
    let adds = |name: &str| said.terms.iter().find(|term| term.name == name).map(|term| term.value * term.weight);
    assert!(adds("material") > Some(1.0), "a pawn and a rook are gone: {said:?}");
    assert_eq!(adds("net"), None);

    let text = "<<own>> <BOARD> 2 3 |.p||..||P.| <PIECES> P (0,1,e)& <GOALS> 20 & @P 0 2& @p 1 0&";
    let mut session = Session::new();
    last(&mut session, TableCommand::Load { source: Source::Text(text.to_owned()) });
    let said = voices(&mut session);
    assert_eq!(said.by, EvaluatedBy::Rules);
    assert!(said.terms.iter().all(|term| term.value.is_finite()));
}

#[test]
fn nothing_is_thought_where_there_is_nothing_to_think_about() {
    failure(last(&mut Session::new(), analysis(10, [0, 1])));
    let mut session = at("knightthrough", "a2b4 h7g5 b4c6 g5f3 c6b8");
    assert!(failure(last(&mut session, analysis(10, [0, 1]))).contains("over"));
    let level = ThinkingCommand::Think { player: Some(Mover::Level(9)), seed: 1, nodes: None, share: None };
    assert!(failure(last(&mut at("chess", ""), level)).contains("1 to 8"));
}

/// What the same orders must come to everywhere; the page's tests ask the browser's workers for the same file.
#[test]
fn the_same_order_gives_the_same_thought_as_ever() {
    let orders = [
        ("breakthrough", "", "level 3", 7),
        ("breakthrough", "b2b3 g7g6", "level 5", 11),
        ("chess", "e2e3 e7e6", "level 6", 1),
        ("gardner", "", "level 7", 2),
        ("chess-breakthrough", "b1c3", "nodes 20000", 0),
        ("los-alamos-asymmetric", "", "nodes 30000", 0),
        ("gardner", "", "nodes 10000 of 3", 0),
        ("chess", "", "nodes 8000 of 3", 0),
    ];
    let mut text =
        String::from("# game; moves; how; seed; then best move, depth, nodes, value. UPDATE=1 writes it anew.\n");
    for (game, moves, how, seed) in orders {
        let mut session = at(game, moves);
        let words: Vec<&str> = how.split(' ').collect();
        let number = |index: usize| words.get(index).and_then(|word| word.parse::<u32>().ok());
        let level = number(1).filter(|_| words[0] == "level").map(Mover::Level);
        let nodes = number(1).filter(|_| words[0] == "nodes");
        let of = number(3).unwrap_or(1);
        let shares: Vec<Vec<ThoughtView>> = (0..of)
            .map(|part| {
                let share = Some([part, of]);
                let said = replies(&mut session, ThinkingCommand::Think { player: level, seed, nodes, share });
                let thoughts = said.into_iter().map(|reply| match reply {
                    Reply::Thinking(ThinkingReply::Thinking(thinking)) => thinking,
                    reply => thought(reply),
                });
                thoughts.collect()
            })
            .collect();
        // As the page does: the first of the best at the deepest depth that all have finished.
        let depth = shares.iter().map(|share| share.last().unwrap().depth).min().unwrap();
        let level: Vec<&ThoughtView> =
            shares.iter().map(|share| share.iter().rfind(|each| each.depth <= depth).unwrap()).collect();
        let top = level.iter().map(|each| each.value).max().unwrap();
        let found = level.iter().find(|each| each.value == top).unwrap();
        let nodes: f64 = shares.iter().map(|share| share.last().unwrap().nodes).sum();
        writeln!(text, "{game}; {moves}; {how}; {seed}; {} {depth} {nodes} {top}", best(found)).unwrap();
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/play/thoughts.txt");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, &text).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap().replace('\r', ""), text);
}
