//! Looking into automata: paths, evidence and counter-examples, against what the games and the rules themselves say.

use std::collections::{BTreeMap, BTreeSet};

use crate::wire::{cells as cells_of, letter_of, piece_id, squares, steps_of, word as word_of};
use kibitzer::automata::{On, Step};
use kibitzer::board::Square;
use kibitzer::game::Game;
use kibitzer::observe::{Listing, Recorder};
use kibitzer::protocol::{
    Command, ExampleView, GraphView, LearnSettings, LearnedView, LearningCommand, LearningReply, PathVerdict, PathView,
    Reply, Source, TableCommand, TableReply,
};
use kibitzer::rng::Rng;
use kibitzer::sbg::{Rules, builtin, player_of, read_game};
use kibitzer::session::Session;

use crate::session::{ask, failure, learn_settings, load, watch};

fn rules(id: &str) -> Rules {
    read_game(builtin(id).unwrap().text).unwrap().1
}

fn paths(session: &mut Session, letter: char, cells: &str) -> Vec<PathView> {
    match ask(session, LearningCommand::Inspect { piece: piece_id(&letter.to_string()), squares: squares(cells) }) {
        Reply::Learning(LearningReply::Paths(paths)) => paths,
        other => panic!("{other:?}"),
    }
}

fn examples(session: &mut Session, command: impl Into<Command>) -> Vec<ExampleView> {
    match ask(session, command) {
        Reply::Learning(LearningReply::Examples(examples)) => examples,
        other => panic!("{other:?}"),
    }
}

/// A session that has watched so many plies of games with seed 1, and what it knows of each letter.
fn watched(id: &str, plies: u32) -> (Session, BTreeMap<char, LearnedView>) {
    learned_by("kibitzer", id, plies)
}

fn learned_by(algorithm: &str, id: &str, plies: u32) -> (Session, BTreeMap<char, LearnedView>) {
    let (mut session, _) = load(id);
    let mut known = BTreeMap::new();
    let settings = LearnSettings { algorithm: algorithm.to_owned(), ..learn_settings(50) };
    watch(&mut session, LearningCommand::Learn { settings });
    for command in [LearningCommand::Watch { plies }, LearningCommand::Study] {
        let view = watch(&mut session, command);
        known.extend(view.pieces.into_iter().map(|piece| (letter_of(piece.piece).chars().next().unwrap(), piece)));
    }
    (session, known)
}

fn steps(word: &str) -> Vec<Step> {
    let parts = word.split(')').filter(|part| !part.is_empty()).map(|part| {
        let fields: Vec<&str> = part.trim_start_matches('(').split(',').collect();
        let on = On::from_letter(fields[2].chars().next().unwrap()).unwrap();
        Step::new(fields[0].parse().unwrap(), fields[1].parse().unwrap(), on)
    });
    parts.collect()
}

/// Where a step leads in a drawing.
fn follow(graph: &GraphView, state: u32, step: Step) -> Option<u32> {
    let arrow = graph.arrows.iter().filter(|arrow| arrow.from == state).find(|arrow| {
        arrow.steps.iter().any(|each| (each.dx, each.dy) == (step.dx, step.dy) && word_of(&[*each]) == step.to_string())
    });
    arrow.map(|arrow| arrow.to)
}

/// The path is on the board what it says, and goes through the drawing as it says.
fn assert_sound(path: &PathView, graph: &GraphView, rules: &Rules, cells: &str, letter: char) {
    let cells: Vec<char> = cells.chars().collect();
    let word = steps(&word_of(&path.steps));
    assert_eq!(path.squares.len(), word.len() + 1);
    assert_eq!(cells[path.squares[0] as usize], letter);
    for (pair, step) in path.squares.windows(2).zip(&word) {
        let [from, to] = [pair[0], pair[1]].map(|square| Square::new(square as usize).unwrap());
        assert_eq!(rules.board().step(from, step.dx, step.dy), Some(to));
        let on = match player_of(cells[to.index()]) {
            None => On::Empty,
            owner if owner == player_of(letter) => On::Own,
            Some(_) => On::Enemy,
        };
        assert_eq!(on, step.on);
    }
    let different: BTreeSet<u32> = path.squares.iter().copied().collect();
    assert_eq!(different.len(), path.squares.len());
    let mut state = Some(0);
    for (index, step) in word.iter().enumerate() {
        assert_eq!(path.states.get(index).copied(), state);
        state = state.and_then(|state| follow(graph, state, *step));
    }
    assert_eq!(path.states.get(word.len()).copied(), state);
    let accepted = state.is_some_and(|state| graph.states[state as usize].accepting);
    assert_eq!(accepted, matches!(path.verdict, PathVerdict::Agreed | PathVerdict::Invented), "{path:?}");
}

#[test]
fn paths_are_the_true_moves_and_those_the_automaton_allows() {
    let mut verdicts = BTreeMap::new();
    for id in ["chess-breakthrough", "checkers-breakthrough", "cannon", "los-alamos"] {
        let rules = rules(id);
        // RPNI is bold: it invents.
        for (algorithm, plies) in [("kibitzer", 3), ("kibitzer", 30), ("kibitzer", 200), ("rpni", 5), ("rpni", 40)] {
            let (mut session, known) = learned_by(algorithm, id, plies);
            let mut rng = Rng::new(7);
            let mut pos = rules.start();
            while let Ok(mv) = rules.random_move(&pos, &mut rng, &mut Vec::new()) {
                rules.play(&mut pos, mv);
                let cells: String = rules.board().squares().map(|square| rules.letter_at(&pos, square)).collect();
                let mut legal = Vec::new();
                if rules.moves(&pos, &mut legal).is_some() || !pos.ply().is_multiple_of(5) {
                    continue;
                }
                let mut found = BTreeSet::new();
                for (&letter, piece) in known.iter().filter(|(letter, _)| player_of(**letter) == Some(pos.to_move())) {
                    for path in paths(&mut session, letter, &cells) {
                        assert_sound(&path, &piece.graph, &rules, &cells, letter);
                        *verdicts.entry(format!("{:?}", path.verdict)).or_insert(0) += 1;
                        if path.verdict != PathVerdict::Invented {
                            found.insert((path.squares[0], *path.squares.last().unwrap()));
                        }
                    }
                }
                let legal: BTreeSet<(u32, u32)> = legal
                    .iter()
                    .filter(|mv| known.contains_key(&rules.letter_at(&pos, mv.from)))
                    .map(|mv| (mv.from.index() as u32, mv.to.index() as u32))
                    .collect();
                assert_eq!(found, legal, "{id} after {plies} plies, at ply {}", pos.ply());
            }
        }
    }
    assert!(["Agreed", "Missed", "Invented"].iter().all(|verdict| verdicts[*verdict] > 10), "{verdicts:?}");
}

#[test]
fn without_anything_watched_the_paths_are_those_of_the_game_on_the_table() {
    let (mut session, game) = load("gardner");
    let knight = paths(&mut session, 'N', &cells_of(&game.start.squares));
    assert_eq!(knight.len(), 2);
    assert!(knight.iter().all(|path| path.verdict == PathVerdict::Agreed && path.states == [0, 1]), "{knight:?}");
}

#[test]
fn a_game_learned_and_loaded_has_the_same_states() {
    let (mut session, known) = watched("los-alamos", 4_000);
    let cells = ".....k......p.....Q..p.......R.....K";
    let before: Vec<_> = ['Q', 'R', 'K', 'p'].map(|letter| paths(&mut session, letter, cells)).into_iter().collect();
    assert!(before.iter().all(|paths| !paths.is_empty()) && known.len() == 10);
    let mut view = watch(&mut session, LearningCommand::Watch { plies: 500 });
    while !view.done {
        view = watch(&mut session, LearningCommand::Watch { plies: 500 });
    }
    let before: Vec<_> = ['Q', 'R', 'K', 'p'].map(|letter| paths(&mut session, letter, cells)).into_iter().collect();
    ask(&mut session, TableCommand::Load { source: Source::Text(view.learned.unwrap().text) });
    let after: Vec<_> = ['Q', 'R', 'K', 'p'].map(|letter| paths(&mut session, letter, cells)).into_iter().collect();
    assert_eq!(before, after);
}

/// The records of the first plies of the games with seed 1, as the session sees them.
fn records(rules: &Rules, mut plies: u32) -> Vec<(u32, kibitzer::observe::Record)> {
    let recorder = Recorder { rules, listing: Listing::All };
    let mut records = Vec::new();
    for game in 0.. {
        let mut rng = Rng::branch(1, game);
        let mut pos = rules.start();
        loop {
            if plies == 0 {
                return records;
            }
            plies -= 1;
            match rules.random_move(&pos, &mut rng, &mut Vec::new()) {
                Ok(mv) => records.push((game as u32 + 1, recorder.position(&pos, mv))),
                Err(outcome) => {
                    records.push((game as u32 + 1, recorder.end(&pos, outcome)));
                    break;
                }
            }
            let played = &records.last().unwrap().1.moves[0];
            let to = played.word.iter().fold(played.from, |at, step| rules.board().step(at, step.dx, step.dy).unwrap());
            rules.play(&mut pos, kibitzer::sbg::Move { from: played.from, to });
        }
    }
    records
}

/// Whether a word goes this step in this state of a drawing.
fn uses(graph: &GraphView, word: &[Step], state: u32, step: Step) -> bool {
    let mut at = 0;
    for &each in word {
        if (at, each) == (state, step) {
            return true;
        }
        match follow(graph, at, each) {
            Some(next) => at = next,
            None => return false,
        }
    }
    false
}

#[test]
fn every_step_is_counted_and_supported_by_the_games_that_show_it() {
    for id in ["chess-breakthrough", "checkers-breakthrough", "cannon"] {
        let rules = rules(id);
        let plies = 400;
        let (mut session, known) = watched(id, plies);
        let records = records(&rules, plies);
        for (&letter, piece) in &known {
            let seen: Vec<(u32, usize, Vec<Step>)> = records
                .iter()
                .enumerate()
                .flat_map(|(index, (game, record))| {
                    let own = record.moves.iter().filter(|seen| record.cells[seen.from.index()] == letter);
                    own.map(move |seen| (*game, index, seen.word.clone())).collect::<Vec<_>>()
                })
                .collect();
            let Reply::Learning(LearningReply::Counts(counts)) =
                ask(&mut session, LearningCommand::Counts { piece: piece_id(&letter.to_string()) })
            else {
                panic!()
            };
            let edges: Vec<(u32, Step)> = piece
                .graph
                .arrows
                .iter()
                .flat_map(|arrow| {
                    let step = |step: &kibitzer::protocol::StepView| steps(&word_of(&[*step]))[0];
                    arrow.steps.iter().map(move |each| (arrow.from, step(each))).collect::<Vec<_>>()
                })
                .collect();
            assert_eq!(counts.len(), edges.len());
            for (&(state, step), &count) in edges.iter().zip(&counts) {
                let using: Vec<_> = seen.iter().filter(|(_, _, word)| uses(&piece.graph, word, state, step)).collect();
                assert_eq!(count as usize, using.len(), "{id} {letter} {state} {step}");
                let command = LearningCommand::Examples {
                    piece: piece_id(&letter.to_string()),
                    state,
                    step: steps_of(&step.to_string())[0],
                };
                let examples = examples(&mut session, command);
                let games: BTreeSet<u32> = using.iter().map(|(game, ..)| *game).collect();
                let named: Vec<u32> = examples.iter().map(|example| example.game.unwrap()).collect();
                assert!(named.iter().copied().eq(games.iter().copied().take(5)), "{named:?} of {games:?}");
                for example in examples {
                    let word = steps(&word_of(&example.path.steps));
                    assert!(uses(&piece.graph, &word, state, step));
                    let begins = records.iter().position(|(game, _)| Some(*game) == example.game).unwrap();
                    let record = &records[begins + example.ply as usize - 1].1;
                    assert_eq!(record.cells.iter().collect::<String>(), cells_of(&example.squares));
                    assert_sound(&example.path, &piece.graph, &rules, &cells_of(&example.squares), letter);
                    let is_it = |seen: &kibitzer::observe::SeenMove| {
                        seen.from.index() as u32 == example.path.squares[0] && seen.word == word
                    };
                    assert!(record.moves.iter().any(is_it));
                    assert_eq!(example.played, is_it(&record.moves[0]), "{id} {letter} {:?}", record.moves[0]);
                }
            }
        }
    }
}

#[test]
fn a_counter_example_is_a_position_that_shows_it() {
    let mut shown = [0; 2];
    for id in ["chess-breakthrough", "checkers-breakthrough", "legacy-of-ibis", "tamerlane"] {
        let rules = rules(id);
        for (algorithm, plies) in [("kibitzer", 1), ("kibitzer", 10), ("kibitzer", 60), ("rpni", 5), ("rpni", 40)] {
            let (mut session, known) = learned_by(algorithm, id, plies);
            for (&letter, piece) in &known {
                let words = [
                    (&piece.verdict.missed_steps, PathVerdict::Missed),
                    (&piece.verdict.invented_steps, PathVerdict::Invented),
                ];
                for (index, (word, verdict)) in words.into_iter().enumerate() {
                    let Some(word) = word else { continue };
                    let posed = examples(
                        &mut session,
                        LearningCommand::Pose { piece: piece_id(&letter.to_string()), steps: word.clone() },
                    );
                    let [example] = &posed[..] else { panic!("{posed:?}") };
                    assert_eq!((&example.path.steps, example.path.verdict), (word, verdict));
                    assert_sound(&example.path, &piece.graph, &rules, &cells_of(&example.squares), letter);
                    // Looking at that position shows the same, but for words that lead where others do.
                    let to = example.path.squares.last();
                    let all = paths(&mut session, letter, &cells_of(&example.squares));
                    assert!(
                        all.iter().any(|path| path.squares[0] == example.path.squares[0] && path.squares.last() == to)
                    );
                    shown[index] += 1;
                }
            }
        }
    }
    assert!(shown[0] > 20 && shown[1] > 3, "{shown:?}");
}

#[test]
fn an_answer_has_only_the_pieces_that_changed() {
    let (mut session, _) = load("chess");
    watch(&mut session, LearningCommand::Learn { settings: learn_settings(20) });
    let (mut sent, mut answers) = (0, 0);
    let mut known = BTreeMap::new();
    for _ in 0..600 {
        let view = watch(&mut session, LearningCommand::Watch { plies: 1 });
        answers += 1;
        for piece in view.pieces {
            sent += 1;
            let old = known.insert(piece.piece, piece.clone());
            assert_ne!(old, Some(piece), "it was known");
        }
    }
    assert!(known.len() == 12 && sent < answers * 6, "{sent} in {answers} answers");
    // When it has thought everything over, nothing changes any more.
    assert!((0..50).any(|_| watch(&mut session, LearningCommand::Study).pieces.is_empty()));
    assert_eq!(watch(&mut session, LearningCommand::Study).pieces, []);
}

#[test]
fn messages_that_make_no_sense_are_refused_in_words() {
    let (mut session, _) = watched("chess-breakthrough", 50);
    let cells = ".".repeat(64);
    for letter in ["", "PP", "é", ".", "7", "Ｐ"] {
        failure(ask(&mut session, LearningCommand::Inspect { piece: piece_id(letter), squares: squares(&cells) }));
        failure(ask(&mut session, LearningCommand::Counts { piece: piece_id(letter) }));
        failure(ask(&mut session, LearningCommand::Pose { piece: piece_id(letter), steps: steps_of("(0,1,e)") }));
    }
    for cells in ["", "P", &".".repeat(65), &"P".repeat(100_000), &"é".repeat(63)] {
        failure(ask(&mut session, LearningCommand::Inspect { piece: piece_id("P"), squares: squares(cells) }));
    }
    // Other characters have no owner, and a letter without a rule has no moves.
    assert_eq!(paths(&mut session, 'P', &"é".repeat(64)), []);
    assert_eq!(paths(&mut session, 'X', &"X".repeat(64)), []);
    for word in [String::new(), "(0,1,e)".repeat(100_000)] {
        failure(ask(&mut session, LearningCommand::Pose { piece: piece_id("P"), steps: steps_of(&word) }));
    }
    // It fits nowhere, or comes back to its start.
    for word in ["(0,100,e)", "(0,1,e)(0,-1,e)", "(0,0,e)"] {
        failure(ask(&mut session, LearningCommand::Pose { piece: piece_id("P"), steps: steps_of(word) }));
    }
    for (letter, state) in [("P", 1_000_000), ("X", 0), ("x", u32::MAX)] {
        let command = LearningCommand::Examples { piece: piece_id(letter), state, step: steps_of("(0,1,e)")[0] };
        assert_eq!(examples(&mut session, command), []);
    }
    failure(ask(&mut Session::new(), LearningCommand::Inspect { piece: piece_id("P"), squares: squares(&cells) }));
    let (mut session, _) = load("chess");
    failure(ask(&mut session, LearningCommand::Counts { piece: piece_id("P") }));
    failure(ask(
        &mut session,
        LearningCommand::Examples { piece: piece_id("P"), state: 0, step: steps_of("(0,1,e)")[0] },
    ));
}

#[test]
fn a_rule_that_loops_beyond_reason_is_looked_into_all_the_same() {
    // Half-learned automata can do this; here it is the rule itself, on a board on which it is just allowed.
    let text = "<BOARD> 4 4 k... .... .... ...K <PIECES> K ((0,1,e)+(0,-1,e)+(1,0,e)+(-1,0,e))^* ((1,0,e)+(-1,0,e)) & <GOALS> 9 &";
    let mut session = Session::new();
    let reply = ask(&mut session, TableCommand::Load { source: Source::Text(text.to_owned()) });
    assert!(matches!(reply, Reply::Table(TableReply::Game(..))), "{reply:?}");
    let found = paths(&mut session, 'K', "k..............K");
    assert_eq!(found.iter().map(|path| path.squares.last()).collect::<BTreeSet<_>>().len(), found.len());
    assert!(found.len() >= 12, "{}", found.len());
}
