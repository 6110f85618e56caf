//! Games that the learner was not made for: rules evolved by a program, and random rules of many kinds.

use std::fmt::Write as _;

use crate::rng::Rng;
use crate::sbg::{Rules, read_game};

/// A game whose rules were not used in development.
#[derive(Clone, Debug)]
pub struct UnseenGame {
    pub name: String,
    pub text: String,
    pub rules: Rules,
}

/// Which games of a collection: those to work with, or those to measure with once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    Development,
    HeldOut,
    Both,
}

/// The most letters of one game.
const MOST_LETTERS: usize = 6;

/// Games with the rules of a collection: a line is the name of a game, a letter and a rule. Rules of one game stay together;
/// those that are alone in theirs are put together with the next. Every other game is held out. Each has two rows of pieces on
/// 8 by 8 squares, set up at random, no goal but to leave the other player without a move, and 160 plies.
pub fn evolved_games(text: &str, half: Half) -> Vec<UnseenGame> {
    let mut games: Vec<(String, Vec<String>)> = Vec::new();
    let mut alone: Vec<(String, Vec<String>)> = Vec::new();
    let mut lines: Vec<(String, Vec<String>)> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with("//") && !line.trim().is_empty()) {
        let mut parts = line.splitn(3, ' ');
        let (Some(game), Some(_), Some(rule)) = (parts.next(), parts.next(), parts.next()) else { continue };
        match lines.last_mut() {
            Some((name, rules)) if name == game => rules.push(rule.to_owned()),
            _ => lines.push((game.to_owned(), vec![rule.to_owned()])),
        }
    }
    for (name, rules) in lines {
        if rules.len() > 1 {
            games.extend(rules.chunks(MOST_LETTERS).map(|rules| (name.clone(), rules.to_vec())));
            continue;
        }
        match alone.last_mut() {
            Some((_, together)) if together.len() < MOST_LETTERS - 2 => together.extend(rules),
            _ => alone.push((name, rules)),
        }
    }
    games.extend(alone);
    let wanted = |index: usize| match half {
        Half::Development => index.is_multiple_of(2),
        Half::HeldOut => !index.is_multiple_of(2),
        Half::Both => true,
    };
    let chosen = games.into_iter().enumerate().filter(|(index, _)| wanted(*index));
    chosen.filter_map(|(index, (name, rules))| set_up(&name, &rules, &mut Rng::new(index as u64))).collect()
}

/// Two rows for each player, mirror images of each other; three squares in sixteen are empty.
fn set_up(name: &str, rules: &[String], rng: &mut Rng) -> Option<UnseenGame> {
    let letters: Vec<char> = ('A'..='Z').take(rules.len()).collect();
    let mut cells: Vec<char> = letters.iter().copied().cycle().take(13).chain(['.'; 3]).collect();
    for index in (1..cells.len()).rev() {
        cells.swap(index, rng.index(index + 1));
    }
    let row = |cells: &[char]| format!("|{}|\n", cells.iter().collect::<String>());
    let (back, front) = (row(&cells[..8]), row(&cells[8..]));
    let mut text = format!("<<{name}>>\n<BOARD>\n8 8\n");
    text += &(back.to_ascii_lowercase() + &front.to_ascii_lowercase());
    text += &"|........|\n".repeat(4);
    text += &(front + &back);
    text += "<PIECES>\n";
    for (letter, rule) in letters.iter().zip(rules) {
        let _ = writeln!(text, "{letter} {rule} &");
    }
    text += "<GOALS>\n160 &\n";
    let (_, rules) = read_game(&text).ok()?;
    Some(UnseenGame { name: name.to_owned(), text, rules })
}

/// A game with random rules: leapers, riders, limited riders, runs over pieces, hoppers and moves of two different steps, most of them
/// symmetric at least left and right.
pub fn random_game(seed: u64) -> UnseenGame {
    for attempt in 0.. {
        let mut rng = Rng::branch(seed, attempt);
        let letters = 2 + rng.index(4);
        let rules: Vec<String> = (0..letters).map(|_| random_rule(&mut rng)).collect();
        if let Some(game) = set_up(&format!("random-{seed}"), &rules, &mut rng) {
            return game;
        }
    }
    unreachable!("some rules are small enough")
}

fn random_rule(rng: &mut Rng) -> String {
    let parts = 1 + rng.index(3);
    // How symmetric the piece is: mostly left and right, sometimes in all directions, rarely not at all.
    let images: &[usize] = match rng.index(20) {
        0 => &[0],
        1..=3 => &[0, 1, 2, 3],
        4..=8 => &[0, 1, 2, 3, 4, 5, 6, 7],
        _ => &[0, 1],
    };
    let mut words: Vec<String> = Vec::new();
    for _ in 0..parts {
        let part = random_part(rng);
        for &image in images {
            let word = turned(&part, image);
            if !words.contains(&word) {
                words.push(word);
            }
        }
    }
    words.join(" + ")
}

/// An expression in which directions are written `<x,y,on>`, so that they can be turned.
fn random_part(rng: &mut Rng) -> String {
    let near = |rng: &mut Rng| *rng.pick(&[(0, 1), (1, 1), (1, 0), (0, -1), (1, -1)]);
    let any = |rng: &mut Rng| match rng.index(5) {
        0 => (1, 2),
        1 => *rng.pick(&[(2, 2), (0, 2), (1, 3), (2, 1), (3, 0), (2, -1)]),
        _ => *rng.pick(&[(0, 1), (1, 1), (1, 0), (0, -1), (1, -1)]),
    };
    let (x, y) = any(rng);
    let both = |x: i32, y: i32| format!("(<{x},{y},e> + <{x},{y},p>)");
    match rng.index(12) {
        0 => format!("<{x},{y},e>"),
        1 => format!("<{x},{y},p>"),
        2..=4 => both(x, y),
        5 | 6 => format!("<{x},{y},e>^*{}", both(x, y)),
        7 => format!("<{x},{y},p>^*<{x},{y},p>"),
        8 => {
            let longest = 2 + rng.index(2);
            let words = (0..longest).map(|length| format!("<{x},{y},e>^{length}{}", both(x, y)));
            words.map(|word| word.replace(&format!("<{x},{y},e>^0"), "")).collect::<Vec<_>>().join(" + ")
        }
        9 => {
            let over = if rng.index(2) == 0 { 'p' } else { 'w' };
            let (x, y) = near(rng);
            format!("<{x},{y},{over}>{}", both(x, y))
        }
        10 => {
            let (x, y) = near(rng);
            format!("<{x},{y},e>^*<{x},{y},w>{}", both(x, y))
        }
        _ => {
            let ((x, y), (v, w)) = (near(rng), any(rng));
            let on = if rng.index(2) == 0 { 'e' } else { 'p' };
            if (x + v, y + w) == (0, 0) { both(x, y) } else { format!("<{x},{y},{on}>{}", both(v, w)) }
        }
    }
}

fn turned(part: &str, image: usize) -> String {
    let turn = crate::learn::Turn::ALL[image];
    let mut text = String::new();
    let mut rest = part;
    while let Some(start) = rest.find('<') {
        text.push_str(&rest[..start]);
        let end = start + rest[start..].find('>').expect("every direction is closed");
        let mut numbers = rest[start + 1..end].split(',');
        let mut next = || numbers.next().unwrap_or("");
        let (x, y, on) = (next().parse().unwrap_or(0), next().parse().unwrap_or(0), next());
        let (x, y) = turn.direction(x, y);
        let _ = write!(text, "({x},{y},{on})");
        rest = &rest[end + 1..];
    }
    text + rest
}
