//! What pieces are called, where the text says so and where it does not.

use kibitzer::game::Game;
use kibitzer::protocol::{
    GameView, LearnSettings, LearningCommand, LearningReply, LearningView, Reply, Source, TableCommand, TableReply,
};
use kibitzer::sbg::{BUILTIN, DRAWINGS, MAX_NAME, PieceName, Rules, parse, read_game, read_game_with_notes};
use kibitzer::session::Session;

use crate::session::{ask, learn_settings, load};

/// A game of one column: G goes up, whatever else the comments say.
fn game(comment: &str) -> String {
    format!(
        "<<Names>>\n{comment}\n<BOARD>\n2 4\n|ff|\n|..|\n|..|\n|GG|\n<PIECES>\nG (0,1,e) + (1,0,p) &\nF (0,1,e) + (0,1,p) &\n<GOALS>\n9 &\n@G 0 3 &\n#f 1 &\n#G 0 &\n"
    )
}

fn called(rules: &Rules) -> Vec<(char, String, &'static str, bool)> {
    rules.pieces().map(|(_, info)| (info.letter, info.called(), info.drawing.id(), info.labelled)).collect()
}

fn named(text: &str) -> Vec<(char, String, &'static str, bool)> {
    called(&read_game(text).unwrap_or_else(|error| panic!("{error}:\n{text}")).1)
}

fn view(text: &str) -> GameView {
    match ask(&mut Session::new(), TableCommand::Load { source: Source::Text(text.to_owned()) }) {
        Reply::Table(TableReply::Game(game)) => game,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_text_names_its_pieces_in_comments() {
    let text = game("/* {META NAME G: guard} */\n// {META NAME F: no, this is no such comment}");
    let names = named(&text);
    let both = |letter| names.iter().find(|(of, ..)| *of == letter).cloned().unwrap();
    assert_eq!(both('G'), ('G', "guard".to_owned(), "shield", false));
    assert_eq!(both('g'), ('g', "guard".to_owned(), "shield", false), "White's name is Black's too");
    assert_eq!(both('F'), ('F', "F".to_owned(), "star", true), "a piece without a name shows its letter");

    let text = game("/* {META NAME G: guard} {META DRAW G: dog}\n {META NAME g: watchman} {META DRAW f: moon} */");
    let names = named(&text);
    assert_eq!(names[1], ('G', "guard".to_owned(), "dog", false));
    assert_eq!((names[3].1.as_str(), names[2].2, names[2].3), ("watchman", "moon", false));
    let def = parse(&text).unwrap();
    assert_eq!(parse(&def.to_string()), Ok(def.clone()), "{def}");
    assert!(def.to_string().contains("{META NAME g: watchman}"), "{def}");
}

#[test]
fn names_stand_anywhere_that_a_comment_may() {
    let plain = game("");
    let places: Vec<usize> = plain.match_indices(['\n', '&']).map(|(at, _)| at + 1).collect();
    for at in places {
        let text = format!("{} /* {{META NAME G: guard}} */ {}", &plain[..at], &plain[at..]);
        if at < 2 {
            continue;
        }
        let (def, rules) = read_game(&text).unwrap_or_else(|error| panic!("{error}:\n{text}"));
        assert_eq!(called(&rules)[1].1, "guard", "{text}");
        assert_eq!((def.name.as_str(), def.about.as_str()), ("Names", ""), "{text}");
    }
}

#[test]
fn the_goals_and_ends_speak_of_names() {
    let game = view(&game("/* {META NAME G: guard} {META NAME F: officer} */"));
    assert_eq!(
        game.goals[..3],
        [
            "White wins when a guard reaches a4.",
            "Black loses when a capture leaves it 1 officer or fewer.",
            "White loses when its last guard is captured."
        ]
    );
    let (_, cannon) = load("cannon");
    assert!(cannon.goals.contains(&"Black loses when its general is captured.".to_owned()), "{:?}", cannon.goals);
    let (_, chess) = load("chess");
    assert!(chess.goals.contains(&"White wins when a pawn reaches row 8.".to_owned()), "{:?}", chess.goals);
}

#[test]
fn an_end_names_the_piece_that_brought_it_about() {
    let (_, rules) = read_game(&game("/* {META NAME G: guard} {META NAME F: officer} */")).unwrap();
    let mut pos = rules.position(&"G.......".chars().collect::<Vec<_>>(), rules.start().to_move(), 0).unwrap();
    for (cells, mv, why) in
        [("....Gf.f", "a3b3", "Black has only 1 officer left"), ("....G..f", "a3a4", "the guard reached a4")]
    {
        pos.clone_from(&rules.position(&cells.chars().collect::<Vec<_>>(), rules.start().to_move(), 0).unwrap());
        let mv = rules.read_move(&pos, mv).unwrap();
        rules.play(&mut pos, mv);
        assert_eq!(rules.explain(&rules.ending(&pos).unwrap()), why);
    }
}

#[test]
fn counts_and_articles_are_english() {
    let told = |name: &str| {
        let (_, rules) = read_game(&game(&format!("/* {{META NAME G: {name}}} */"))).unwrap();
        let info = rules.info(rules.piece('G').unwrap());
        (info.with_article(), info.counted(2))
    };
    for (name, article, two) in [
        ("elephant", "an elephant", "2 elephants"),
        ("unicorn", "a unicorn", "2 unicorns"),
        ("checkerman", "a checkerman", "2 checkermen"),
        ("man", "a man", "2 men"),
        ("shaman", "a shaman", "2 shamans"),
        ("lady", "a lady", "2 ladies"),
        ("donkey", "a donkey", "2 donkeys"),
        ("witch", "a witch", "2 witches"),
        ("Läufer", "a Läufer", "2 Läufers"),
    ] {
        assert_eq!(told(name), (article.to_owned(), two.to_owned()));
    }
    let (_, rules) = read_game(&game("")).unwrap();
    let info = |letter| rules.info(rules.piece(letter).unwrap());
    assert_eq!(
        (info('F').with_article(), info('G').with_article(), info('f').counted(2)),
        ("an F".to_owned(), "a G".to_owned(), "2 F".to_owned())
    );
}

#[test]
fn a_bad_entry_is_told_and_changes_nothing() {
    let plain = parse(&game("")).unwrap();
    for (entry, column, told) in [
        ("{META NAME G guard}", 9, "expected a piece's letter and a colon, as in {META NAME G: guard}"),
        ("{META NAME 1: guard}", 9, "expected a piece's letter and a colon, as in {META NAME G: guard}"),
        ("{META NAME GG: guard}", 9, "expected a piece's letter and a colon, as in {META NAME G: guard}"),
        ("{META NAME G: }", 9, "expected a name after the colon"),
        ("{META NAME G: guard", 9, "expected } at the end of this entry"),
        ("{META NAME G: a\u{202e}b}", 9, "'\\u{202e}' cannot be in a name"),
        ("{META NAME G: <b>}", 9, "'<' cannot be in a name"),
        ("{META NAME G: twenty-five characters ...}", 9, "this name is too long: expected at most 24 characters"),
        ("{META DRAW G: mouse}", 9, "there is no drawing \"mouse\": expected one of pawn, knight"),
    ] {
        let text = game(&format!("/* {entry} */"));
        let (def, _, notes) = read_game_with_notes(&text).unwrap_or_else(|error| panic!("{error}:\n{text}"));
        assert_eq!(def, plain, "{entry}");
        assert_eq!(notes.len(), 1, "{entry}: {notes:?}");
        assert_eq!((notes[0].place.line, notes[0].place.column), (2, column), "{entry}");
        assert!(notes[0].kind.to_string().starts_with(told), "{entry}: {}", notes[0].kind);
    }
    let (def, _, notes) =
        read_game_with_notes(&game("/* {META NAME G: guard} {META NAME G: soldier}\n {META SCORE RAPP: 0.9538} */"))
            .unwrap();
    assert_eq!(def.names.len(), 1);
    assert_eq!(def.names[0].name.as_ref().map(PieceName::as_str), Some("guard"));
    assert_eq!(notes.iter().map(|note| note.to_string()).collect::<Vec<_>>(), ["2:30: G has such an entry already"]);
    // A comment that other people's programs wrote.
    for foreign in [
        "/* {META SCORE HUML_A: 56} {META DESC HUML_A:\n - Captures} */",
        "/* {META} {META NAMES: x} {{{ */",
        "/*{META NAME*/",
    ] {
        let (def, _, notes) = read_game_with_notes(&game(foreign)).unwrap();
        assert_eq!((def, notes), (plain.clone(), Vec::new()), "{foreign}");
    }
}

#[test]
fn hostile_comments_are_read_quickly_and_noted_briefly() {
    for part in ["{META NAME G: x", "{META NAME G:}", "{META", "{META NAME G: \u{1F600}", "{META DRAW G: }"] {
        let text = game(&format!("/* {} */", part.repeat(100_000 / part.len())));
        let (_, _, notes) = read_game_with_notes(&text).unwrap();
        assert!(notes.len() <= 20, "{part}: {}", notes.len());
    }
    assert!(PieceName::new(&"ä".repeat(MAX_NAME)).is_ok() && PieceName::new(&"ä".repeat(MAX_NAME + 1)).is_err());
}

#[test]
fn a_chess_letter_has_its_name_only_where_the_piece_moves_like_it() {
    let text = |rules: &str| {
        format!(
            "<BOARD>\n3 9\n|nbr|\n|qkp|\n|...|\n|...|\n|...|\n|...|\n|...|\n|QKP|\n|NBR|\n<PIECES>\n{rules}\n<GOALS>\n9 &\n"
        )
    };
    let chess = "N (1,2,e) + (-2,1,p) & B (1,1,e)^*((1,1,e) + (1,1,p)) & R (0,1,e)^* & Q (0,1,e) + (1,1,p) & K (1,0,p) & P (0,1,e) + (1,1,p) &";
    let names: Vec<String> = named(&text(chess)).into_iter().map(|(_, name, ..)| name).collect();
    assert_eq!(names[..6], ["bishop", "king", "knight", "pawn", "queen", "rook"]);
    assert_eq!(names[6..], names[..6], "Black's mirrored moves are a pawn's too");
    let odd = "N (1,2,e)(1,2,e) & B (0,1,e) & R (0,2,e) & Q (0,1,e) + (3,1,e) & K (0,1,e)^* & P (1,2,e) &";
    let names = named(&text(odd));
    assert!(
        names.iter().all(|(letter, name, _, labelled)| *name == letter.to_ascii_uppercase().to_string() && *labelled),
        "{names:?}"
    );
}

#[test]
fn every_built_in_game_names_all_its_pieces_and_draws_them_apart() {
    for game in BUILTIN {
        let (def, rules, notes) = read_game_with_notes(game.text).unwrap();
        assert_eq!(notes, [], "{}", game.id);
        for (_, info) in rules.pieces() {
            let written = def.names.iter().any(|naming| naming.letter.eq_ignore_ascii_case(&info.letter));
            assert!(written && info.name.is_some(), "{}: {} has no name", game.id, info.letter);
            assert!(!info.labelled, "{}: {} is drawn like another piece", game.id, info.letter);
        }
    }
}

#[test]
fn pieces_that_look_alike_show_their_letters() {
    let names = named(&game("/* {META NAME G: guard} {META NAME F: watch guard} */"));
    assert!(names.iter().all(|(_, _, drawing, labelled)| *drawing == "shield" && *labelled), "{names:?}");
    let (_, rules) = read_game(&game("")).unwrap();
    let drawings: Vec<_> = called(&rules).into_iter().map(|(_, _, drawing, _)| drawing).collect();
    assert_eq!(drawings, ["star", "moon", "star", "moon"], "shapes without a meaning, in the order of the letters");
    assert!(drawings.iter().all(|drawing| DRAWINGS.contains(drawing)));
}

#[test]
fn a_learned_game_keeps_the_names_of_the_game_that_was_watched() {
    let learned = |session: &mut Session| -> LearningView {
        let settings = LearnSettings { seed: 1, ..learn_settings(2) };
        ask(session, LearningCommand::Learn { settings });
        loop {
            match ask(session, LearningCommand::Watch { plies: 500 }) {
                Reply::Learning(LearningReply::Learning(learning)) if learning.done => return learning,
                Reply::Learning(LearningReply::Learning(..)) => {}
                other => panic!("{other:?}"),
            }
        }
    };
    let (mut session, _) = load("cannon");
    let text = learned(&mut session).learned.unwrap().text;
    let (_, rules) = read_game(&text).unwrap();
    let name = |letter| rules.info(rules.piece(letter).unwrap()).called();
    assert_eq!(
        (name('G'), name('g'), name('H')),
        ("general".to_owned(), "general".to_owned(), "horse".to_owned()),
        "{text}"
    );
    // Half-learned moves may be no rook's, but the piece that was watched is one.
    let mut session = Session::new();
    let chess = BUILTIN.iter().find(|game| game.id == "gardner").unwrap().text;
    let unnamed: String = parse(chess)
        .map(|mut def| {
            def.names.clear();
            def.to_string()
        })
        .unwrap();
    ask(&mut session, TableCommand::Load { source: Source::Text(unnamed) });
    let text = learned(&mut session).learned.unwrap().text;
    assert!(text.contains("{META NAME R: rook}") && text.contains("{META NAME P: pawn}"), "{text}");
}
