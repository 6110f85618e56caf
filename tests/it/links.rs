//! Links that were given out: they open for ever, and show what they showed then.

use kibitzer::protocol::{Reply, SharingCommand, SharingReply, TableCommand, TableReply};
use kibitzer::session::Session;

use crate::session::ask;

const LINKS: &str = include_str!("../links/links.txt");

/// What the line of a link says: its kind, the link, the game's name, the position, and how the page stands.
fn links() -> impl Iterator<Item = [&'static str; 5]> {
    LINKS.lines().filter(|line| !line.starts_with('#')).map(|line| {
        // The last part may be empty, and editors cut the space after the bar.
        let mut parts = line.split(" |").map(str::trim);
        [(); 5].map(|()| parts.next().unwrap_or_else(|| panic!("five parts are expected in: {line}")))
    })
}

#[test]
fn every_link_that_was_given_out_shows_what_it_showed_then() {
    let mut count = 0;
    for [kind, link, name, position, page] in links() {
        let mut session = Session::new();
        let open = SharingCommand::Open { fragment: link.to_owned() };
        let Reply::Sharing(SharingReply::Opened(opened)) = ask(&mut session, open) else {
            panic!("{kind}: {link} cannot be opened");
        };
        let settings: Vec<String> = opened.page.iter().map(|(name, value)| format!("{name}={value}")).collect();
        assert_eq!(settings.join(" "), page, "{kind}: {link}");
        let load = TableCommand::Load { source: opened.source };
        let Reply::Table(TableReply::Game(game)) = ask(&mut session, load) else {
            panic!("{kind}: the game of {link} cannot be read");
        };
        assert_eq!(game.name, name, "{kind}: {link}");
        let show = TableCommand::Show { start: opened.start, moves: opened.moves };
        let Reply::Table(TableReply::Board(board)) = ask(&mut session, show) else {
            panic!("{kind}: the moves of {link} cannot be played");
        };
        assert_eq!(board.position, position, "{kind}: {link}");
        count += 1;
    }
    assert!(count >= 60, "{count} links");
}

#[test]
fn a_link_that_was_given_out_is_refused_when_it_is_cut_anywhere_but_never_misread() {
    for [kind, link, ..] in links().filter(|[_, link, ..]| link.starts_with("v=1&c=")) {
        for end in (8..link.len()).step_by(7) {
            let reply = ask(&mut Session::new(), SharingCommand::Open { fragment: link[..end].to_owned() });
            assert!(matches!(reply, Reply::Failed(_)), "{kind}: {}", &link[..end]);
        }
    }
}
