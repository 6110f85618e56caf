//! The README's game snippets are games. (Its Rust snippets are run as documentation tests.)

use kibitzer::sbg::read_game;

/// The fenced blocks of one language.
fn blocks(text: &str, language: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut open: Option<String> = None;
    for line in text.lines() {
        match &mut open {
            None if line.trim_end() == format!("```{language}") => open = Some(String::new()),
            Some(_) if line.starts_with("```") => blocks.extend(open.take()),
            Some(block) => {
                block.push_str(line);
                block.push('\n');
            }
            None => {}
        }
    }
    blocks
}

#[test]
fn every_game_in_the_readme_can_be_played() {
    let readme = include_str!("../../README.md");
    let games = blocks(readme, "sbg");
    assert!(!games.is_empty());
    for game in games {
        read_game(&game).unwrap_or_else(|error| panic!("{error}\n{game}"));
    }
}
