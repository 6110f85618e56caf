//! The same input gives the same output, bit by bit: drawings and learned automata against files of earlier results.
//! `UPDATE=1 cargo test --test it golden` writes the files anew; the difference then shows what has changed.

use std::fmt::Write;

use kibitzer::automata::{Dfa, Layout, layout, minimize, show_word};
use kibitzer::game::Game;
use kibitzer::learn::{Algorithm, Check, Event, Learning, Settings};
use kibitzer::observe::{Listing, Record, Recorder, watch_game};
use kibitzer::rng::Rng;
use kibitzer::sbg::{BUILTIN, Rules, read_game};

use crate::random;

/// FNV-1a.
#[derive(Clone, Copy)]
struct Digest(u64);

impl Digest {
    fn new() -> Digest {
        Digest(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn add_number(&mut self, number: usize) {
        self.add(&(number as u64).to_le_bytes());
    }

    fn add_float(&mut self, value: f32) {
        self.add(&value.to_bits().to_le_bytes());
    }

    fn add_dfa(&mut self, dfa: &Dfa) {
        for state in dfa.states() {
            self.add_number(usize::from(dfa.is_accepting(state)));
            for (step, to) in dfa.transitions(state) {
                self.add(show_word(&[*step]).as_bytes());
                self.add_number(to.index());
            }
        }
    }

    fn add_layout(&mut self, drawn: &Layout) {
        [drawn.width, drawn.height].into_iter().for_each(|value| self.add_float(value));
        for state in &drawn.states {
            self.add(show_word(&state.word).as_bytes());
            self.add_number(state.shelf);
            [state.x, state.y].into_iter().for_each(|value| self.add_float(value));
        }
        for arrow in &drawn.arrows {
            self.add_number(arrow.from.index());
            self.add_number(arrow.to.index());
            self.add(show_word(&arrow.steps).as_bytes());
            let label = arrow.label;
            [label.x, label.y, label.width, label.height].into_iter().for_each(|value| self.add_float(value));
            arrow.lanes.iter().flat_map(|lane| [lane.0, lane.1]).for_each(|value| self.add_float(value));
        }
    }
}

fn compare(file: &str, text: &str) {
    let path = format!("{}/tests/golden/{file}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let before = std::fs::read_to_string(&path).unwrap().replace('\r', "");
    for (old, new) in before.lines().zip(text.lines()) {
        assert_eq!(old, new, "{file}: if this change is meant, UPDATE=1 cargo test --test it golden");
    }
    assert_eq!(before, text);
}

#[test]
fn automata_are_drawn_as_before() {
    let mut text =
        String::from("# game, piece, digest of its drawing; then of random automata that follow each other\n");
    for game in BUILTIN {
        let (_, rules) = read_game(game.text).unwrap();
        for (_, info) in rules.pieces() {
            let mut digest = Digest::new();
            digest.add_layout(&layout(&info.dfa, None));
            writeln!(text, "{} {} {:016x}", game.id, info.letter, digest.0).unwrap();
        }
    }
    let mut before = None;
    for hundred in 0..20 {
        let mut digest = Digest::new();
        for seed in 100 * hundred..100 * (hundred + 1) {
            let dfa = minimize(&random::dfa(&mut Rng::new(seed)));
            let drawn = layout(&dfa, before.as_ref());
            digest.add_layout(&drawn);
            before = Some(drawn).filter(|_| seed % 7 != 0);
        }
        writeln!(text, "random {hundred} {:016x}", digest.0).unwrap();
    }
    compare("layouts.txt", &text);
}

fn random_games(rules: &Rules, listing: Listing, games: u64, mut tell: impl FnMut(Record)) {
    let mut scratch = Vec::new();
    let rules = rules.clone().with_ply_limit(60);
    for game in 0..games {
        let mut rng = Rng::branch(7, game);
        let watched: Result<(), std::convert::Infallible> = watch_game(
            Recorder { rules: &rules, listing },
            |pos, _| rules.random_move(pos, &mut rng, &mut scratch),
            |record| {
                tell(record);
                Ok(())
            },
        );
        watched.unwrap_or_else(|never| match never {});
    }
}

/// How an event of a learner is told, without its words in full.
fn add_event(digest: &mut Digest, event: &Event) {
    match event {
        Event::TreeBuilt { words, states, .. } => [*words, *states].into_iter().for_each(|n| digest.add_number(n)),
        Event::Merged { kept, gone, states } => {
            digest.add(show_word(kept).as_bytes());
            digest.add(show_word(gone).as_bytes());
            digest.add_number(*states);
        }
        Event::Refused { kept, gone, refutation } => {
            digest.add(show_word(kept).as_bytes());
            digest.add(show_word(gone).as_bytes());
            digest.add(show_word(&refutation.word).as_bytes());
            digest.add_number(refutation.reason as usize);
        }
        Event::Promoted { state } => digest.add(show_word(state).as_bytes()),
        Event::Expanded { states } | Event::Best { states } => digest.add_number(*states),
        Event::Learned { states, .. } => digest.add_number(*states),
    }
}

#[test]
fn the_same_games_teach_the_same_automata_by_the_same_steps() {
    let ways: [(Algorithm, Check); 5] = [
        (Algorithm::Kibitzer, Check::Bjornsson),
        (Algorithm::Bjornsson, Check::Bjornsson),
        (Algorithm::Rpni, Check::Bjornsson),
        (Algorithm::Spine, Check::Fractional { alpha: 0.7 }),
        (Algorithm::Rpni, Check::Fast),
    ];
    let mut text =
        String::from("# game, records, algorithm, check: steps, then each piece's states, doubts and digest\n");
    for game in
        ["breakthrough", "chess-breakthrough", "checkers-breakthrough", "legacy-of-ibis", "cannon", "limited-rider"]
    {
        let builtin = BUILTIN.iter().find(|builtin| builtin.id == game).unwrap();
        let (_, rules) = read_game(builtin.text).unwrap();
        for (listing, games) in [(Listing::All, 3), (Listing::Some, 40)] {
            for (algorithm, check) in ways {
                let mut learning = Learning::new(Settings { algorithm, check, ..Settings::default() });
                random_games(&rules, listing, games, |record| learning.watch(&record));
                let mut digest = Digest::new();
                let mut events = 0;
                while !learning
                    .step(1_000, &mut |event| {
                        events += 1;
                        add_event(&mut digest, &event);
                    })
                    .done
                {}
                write!(text, "{game} {listing:?} {algorithm} {check}: {events} {:016x}", digest.0).unwrap();
                for piece in learning.pieces() {
                    let mut digest = Digest::new();
                    digest.add_dfa(&piece.dfa);
                    digest.add(&piece.sure.to_bits().to_le_bytes());
                    for doubt in &piece.doubts {
                        digest.add(show_word(&doubt.word).as_bytes());
                        digest.add(doubt.why.name().as_bytes());
                    }
                    let (states, doubts) = (piece.dfa.size(), piece.doubt_count);
                    write!(text, "; {} {states} {doubts} {:016x}", piece.letter, digest.0).unwrap();
                }
                writeln!(text).unwrap();
            }
        }
    }
    compare("learned.txt", &text);
}
