//! Tasks in the form of the IGGP collection, made from descriptions by the reasoner.

use std::fmt::Write;

use kibitzer::board::Player;
use kibitzer::game::Game;
use kibitzer::gdl::{Reasoner, Task, solve};
use kibitzer::rng::Rng;

use crate::gdl::{description, mutate};

/// `(cell 1 2 b)` with the prefix `true` is `true_cell(1, 2, b)`.
fn flat(prefix: &str, first: &[&str], kif: &str) -> String {
    let words: Vec<&str> = kif.split(['(', ')', ' ']).filter(|word| !word.is_empty()).collect();
    let name = if words.len() > 1 { format!("{prefix}_{}", words[0]) } else { prefix.to_owned() };
    let parts: Vec<&str> = if words.len() > 1 { words[1..].to_vec() } else { words };
    format!("{name}({})", [first, &parts].concat().join(", "))
}

/// The four task files of a game: legal, next, goal, terminal.
pub(crate) fn tasks(name: &str, games: u64, seed: u64) -> [(String, String); 4] {
    let reasoner = Reasoner::read(&description(name)).unwrap();
    let roles = Player::BOTH.map(|player| reasoner.role(player));
    let mut examples: [Vec<(Vec<String>, Vec<String>)>; 4] = Default::default();
    let mut atoms: [Vec<String>; 4] = Default::default();
    for game in 0..games {
        let (mut rng, mut pos, mut scratch) = (Rng::branch(seed, game), reasoner.start(), Vec::new());
        loop {
            let fluents = reasoner.show_position(&pos);
            let state: Vec<String> = fluents.iter().map(|fluent| flat("true", &[], fluent)).collect();
            let legal: Vec<String> = Player::BOTH
                .into_iter()
                .flat_map(|player| {
                    let role = roles[player.index()].clone();
                    let moves = reasoner.legal(&pos, player).into_iter().map(|mv| reasoner.show_move(mv));
                    moves.map(move |mv| flat("legal", &[&role], &mv)).collect::<Vec<_>>()
                })
                .collect();
            let goals =
                Player::BOTH.map(|player| format!("goal({}, {})", roles[player.index()], reasoner.goal(&pos, player)));
            let over = reasoner.is_terminal(&pos);
            examples[0].push((state.clone(), legal));
            examples[2].push((state.clone(), goals.to_vec()));
            examples[3].push((state.clone(), if over { vec!["terminal()".to_owned()] } else { Vec::new() }));
            let Ok(mv) = reasoner.random_move(&pos, &mut rng, &mut scratch) else { break };
            let mover = reasoner.to_move(&pos);
            let waiting = reasoner.legal(&pos, !mover)[0];
            let mut before = vec![
                flat("does", &[&roles[mover.index()]], &reasoner.show_move(mv)),
                flat("does", &[&roles[(!mover).index()]], &reasoner.show_move(waiting)),
            ];
            before.extend(state);
            reasoner.play(&mut pos, mv);
            let after = reasoner.show_position(&pos).iter().map(|fluent| flat("next", &[], fluent)).collect();
            examples[1].push((before, after));
        }
    }
    for (atoms, examples) in atoms.iter_mut().zip(&examples) {
        atoms.extend(examples.iter().flat_map(|(_, positives)| positives.iter().cloned()));
        atoms.sort();
        atoms.dedup();
    }
    // Atoms that never follow belong to the task as well.
    if name == "breakthrough" {
        let squares = || (1..=8).flat_map(|x| (1..=8).map(move |y| (x, y)));
        for role in ["white", "black"] {
            atoms[0].extend(
                squares()
                    .flat_map(|(x, y)| squares().map(move |(u, v)| format!("legal_move({role}, {x}, {y}, {u}, {v})"))),
            );
            atoms[1].extend(squares().map(|(x, y)| format!("next_cell({x}, {y}, {role})")));
            atoms[2].extend([0, 100].map(|value| format!("goal({role}, {value})")));
        }
    }
    atoms[3] = vec!["terminal()".to_owned()];
    let mut index = 0;
    ["legal", "next", "goal", "terminal"].map(|target| {
        let mut text = String::from("atoms:\n");
        for atom in &atoms[index] {
            let _ = writeln!(text, "\t{atom}");
        }
        text += "\n---\n\nstatics:\n";
        for role in &roles {
            let _ = writeln!(text, "\trole({role})");
        }
        for (background, positives) in &examples[index] {
            let lines = |list: &[String]| list.iter().map(|atom| format!("\t{atom}\n")).collect::<String>();
            let _ =
                write!(text, "\n---\n\nbackground:\n{}\n---\n\npositives:\n{}", lines(background), lines(positives));
        }
        index += 1;
        (format!("{name}_{target}.dat"), text)
    })
}

#[test]
fn all_four_tasks_of_breakthrough_are_solved_perfectly() {
    let (train, test) = (tasks("breakthrough", 40, 1), tasks("breakthrough", 10, 2));
    let train: Vec<Task> = train.iter().map(|(name, text)| Task::read(name, text).unwrap()).collect();
    for (name, text) in &test {
        let score = solve(&train, &Task::read(name, text).unwrap());
        assert!(score.perfect, "{score}");
        assert_eq!(score.balanced_accuracy, Some(100.0), "{score}");
    }
}

#[test]
fn games_outside_the_class_are_not_guessed_at() {
    for name in ["tictactoe", "checkers"] {
        let (train, test) = (tasks(name, 60, 1), tasks(name, 20, 2));
        let train: Vec<Task> = train.iter().map(|(name, text)| Task::read(name, text).unwrap()).collect();
        for (name, text) in &test {
            let score = solve(&train, &Task::read(name, text).unwrap());
            assert!(score.outside.is_some() && score.balanced_accuracy.is_none() && !score.perfect, "{score}");
            assert!(score.json().contains("\"balanced_accuracy\":null,\"perfect\":false"), "{}", score.json());
        }
    }
}

#[test]
fn a_prediction_that_misses_is_scored_so() {
    let train = tasks("breakthrough", 40, 1);
    let train: Vec<Task> = train.iter().map(|(name, text)| Task::read(name, text).unwrap()).collect();
    // In the test file, one legal move of many is missing among the positives.
    let (name, text) = &tasks("breakthrough", 1, 2)[0];
    let (head, tail) = text.split_once("positives:\n").unwrap();
    let (_, rest) = tail.split_once('\n').unwrap();
    let score = solve(&train, &Task::read(name, &format!("{head}positives:\n{rest}")).unwrap());
    let accuracy = score.balanced_accuracy.unwrap();
    assert!(!score.perfect && accuracy < 100.0 && accuracy > 99.0, "{score}");
}

#[test]
fn mutated_tasks_end_in_a_score_or_a_clear_error() {
    let good = tasks("tictactoe", 2, 1);
    let (mut scores, mut errors) = (0, 0);
    for seed in 0..10_000 {
        let mut rng = Rng::new(seed);
        let (name, text) = &good[rng.index(4)];
        match Task::read(name, &mutate(&mut rng, text)) {
            Ok(task) => {
                scores += 1;
                solve(std::slice::from_ref(&task), &task);
            }
            Err(error) => {
                errors += 1;
                assert!(error.place.line > 0 && error.to_string().contains(": expected "), "seed {seed}: {error}");
            }
        }
    }
    assert!(scores > 200 && errors > 200, "{scores} scores, {errors} errors");
}
