//! The README's game snippets are games, and the links of the documentation lead somewhere. (Rust snippets are run as documentation
//! tests.)

use std::path::{Path, PathBuf};

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

#[test]
fn every_link_in_the_documentation_leads_to_a_file() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages: Vec<PathBuf> = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(|name| root.join(name)).into();
    let listed = std::fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path());
    pages.extend(listed.filter(|path| path.extension().is_some_and(|extension| extension == "md")));
    let mut followed = 0;
    for page in pages {
        let text = std::fs::read_to_string(&page).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let path = link.split('#').next().unwrap_or_default();
            if path.is_empty() || path.starts_with("https://") {
                continue;
            }
            assert!(page.with_file_name(path).exists(), "{}: {link}", page.display());
            followed += 1;
        }
    }
    assert!(followed > 15, "{followed}");
}
