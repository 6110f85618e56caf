//! The Game Description Language: reading, reasoning, writing, and the way back to tables.

use kibitzer::board::Player;
use kibitzer::game::{Game, perft};
use kibitzer::gdl::{
    CircleError, Description, Effort, GdlError, Limits, Reasoner, compare, export, exported_move, learn_description,
};
use kibitzer::rng::Rng;
use kibitzer::sbg;

/// A description beside the tests.
pub(crate) fn description(name: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gdl").join(format!("{name}.kif"));
    std::fs::read_to_string(path).unwrap()
}

const DESCRIPTIONS: [&str; 5] = ["breakthrough", "knightthrough", "smallchess", "tictactoe", "checkers"];

/// The smallest description, with more rules at its end, on lines of their own from line 9 on.
fn with(rules: &str) -> String {
    format!(
        "(role white)\n(role black)\n(init (turn white))\n(<= (legal white go) (true (turn white)))\n\
         (<= (legal black noop) (true (turn white)))\n(<= (next over) (does white go))\n(<= terminal (true over))\n\
         (goal white 100) (goal black 0)\n{rules}"
    )
}

#[test]
fn the_smallest_game_is_read_and_played() {
    let reasoner = Reasoner::read(&with("")).unwrap();
    let mut pos = reasoner.start();
    assert_eq!(perft(&reasoner, &mut pos, 1), 1);
    let mv = reasoner.read_move(&pos, "GO").unwrap();
    reasoner.play(&mut pos, mv);
    assert!(reasoner.is_terminal(&pos));
    assert_eq!((reasoner.goal(&pos, Player::White), reasoner.goal(&pos, Player::Black)), (100, 0));
}

#[test]
fn every_fault_is_named_with_its_place() {
    let cases = [
        ("(p a", "9:1: expected a `)` that closes this `(`, found the end of the text"),
        ("(p a))", "9:6: found `)` without a `(` before it; expected a rule or a fact"),
        ("(p ())", "9:4: expected a name after `(`, found `)`"),
        (
            "(p \"a\")",
            "9:4: expected a parenthesis, a name or a variable, found '\"'\n9:6: expected a parenthesis, a name or a variable, found '\"'",
        ),
        ("(<=)", "9:1: expected a head after `<=`"),
        ("(p ?x)", "9:1: a fact may not have variables, found ?x"),
        ("(<= (p ?x) (true over))", "9:1: unsafe: ?x does not occur in a positive condition of this rule"),
        (
            "(<= p (true over) (not (q ?y)))\n(q a)",
            "9:19: unsafe: ?y does not occur in a positive condition of this rule",
        ),
        ("(<= p (distinct ?x a))", "9:7: unsafe: ?x does not occur in a positive condition of this rule"),
        ("(p a)\n(p a b)", "10:1: p has 2 arguments here and 1 at 9:1"),
        ("(p (f a))\n(p (f a b))", "10:1: f has 2 arguments here and 1 at 9:1"),
        (
            "(<= p (not q))\n(<= q (not p))",
            "9:7: not stratified: p depends on itself through (not (q …))\n10:7: not stratified: q depends on itself through (not (p …))",
        ),
        (
            "(p a)\n(<= (p (s ?x)) (p ?x))",
            "10:16: recursion in p may not end: ?x is neither ground, nor an argument of the head, nor bound by a condition outside the recursion",
        ),
        (
            "(<= (true a) (init a))",
            "9:1: true is given by the game and cannot be the head of a rule\n9:14: init may not stand in the body of a rule",
        ),
        ("(<= (role red) (true over))", "9:1: role must be given as facts, without conditions"),
        ("(goal white 101)", "9:1: a goal value is a number from 0 to 100, found 101"),
        ("(<= (legal white) (true over))", "9:1: legal: expected a role and an action"),
        ("(<= p (not))", "9:7: not: expected one sentence of a relation"),
        ("(<= p (not (or (true over) (true over))))", "9:7: not: expected one sentence of a relation"),
        ("(<= p (distinct a))", "9:7: distinct: expected two terms"),
        ("(<= p (or))", "9:7: or: expected at least one condition"),
        ("(<= (?x a) (true over))", "9:5: expected a sentence (a name, or a list that begins with one), found (?x a)"),
        ("(<= p (does white go))\n(<= terminal p)", "7:1: terminal may not depend on does"),
        ("(<= (init p) (q a))\n(<= (q a) (true over))", "3:1: init may not depend on true"),
    ];
    for (rules, expected) in cases {
        let faults = Description::read(&with(rules)).unwrap_err();
        let shown: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert_eq!(shown.join("\n"), expected, "{rules}");
    }
    let faults = Description::read("(role white)").unwrap_err();
    let shown: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(shown.len(), 5, "{shown:?}");
    assert!(shown.contains(&"1:1: there is no rule for terminal".to_owned()));
}

#[test]
fn other_games_than_for_two_in_turn_are_refused() {
    let alone = "(role robot) (init a) (legal robot go) (<= (next b) (true a)) (goal robot 100) (<= terminal (true b))";
    assert_eq!(Reasoner::read(alone).unwrap_err(), GdlError::Roles(vec!["robot".to_owned()]));
    let both = with("(<= (legal white stay) (true (turn white)))\n(<= (legal black stay) (true (turn white)))");
    assert!(matches!(Reasoner::read(&both).unwrap_err(), GdlError::Simultaneous { plies: 0, .. }));
}

#[test]
fn a_rule_that_explodes_is_named() {
    let digits: String = (0..10).map(|digit| format!("(digit {digit})")).collect();
    let rule = "(<= (next (code ?a ?b ?c ?d ?e ?f ?g)) (digit ?a) (digit ?b) (digit ?c) (digit ?d) (digit ?e) (digit ?f) (digit ?g))";
    let error = Reasoner::read(&with(&format!("{digits}\n{rule}"))).unwrap_err();
    let GdlError::Explosion(explosion) = error else { panic!("{error}") };
    assert_eq!((explosion.place.line, explosion.rule.as_str()), (10, rule));
    // A fluent that grows for ever.
    let error = Reasoner::read(&with("(init (n z))\n(<= (next (n (s ?x))) (true (n ?x)))")).unwrap_err();
    let GdlError::Explosion(explosion) = error else { panic!("{error}") };
    assert_eq!(explosion.place.line, 10);
}

#[test]
fn recursion_that_grounding_does_not_unroll_has_its_least_model() {
    // A ring of islands: `reach` depends on itself, and bridges come and go.
    let mut rules =
        String::from("(island 0)(island 1)(island 2)(island 3)(island 4)\n(init (bridge 0 1))(init (bridge 3 4))\n");
    for from in 0..5 {
        rules += &format!("(near {from} {})(near {} {from})\n", (from + 1) % 5, (from + 1) % 5);
    }
    rules += "(<= (reach 0) (island 0))\n(<= (reach ?b) (reach ?a) (linked ?a ?b))\n\
              (<= (linked ?a ?b) (true (bridge ?a ?b)))\n(<= (linked ?a ?b) (true (bridge ?b ?a)))\n\
              (<= (legal white (toggle ?a ?b)) (true (turn white)) (near ?a ?b))\n\
              (<= (next (bridge ?a ?b)) (does white (toggle ?a ?b)) (not (true (bridge ?a ?b))))\n\
              (<= (next (bridge ?a ?b)) (true (bridge ?a ?b)) (not (does white (toggle ?a ?b))))\n\
              (<= (next (turn white)) (true (turn white)))\n(<= terminal (reach 2) (reach 3))\n\
              (<= (goal white 50) (reach 4))";
    let reasoner = Reasoner::read(&with(&rules)).unwrap();
    for seed in 0..20 {
        let (mut rng, mut pos, mut scratch) = (Rng::new(seed), reasoner.start(), Vec::new());
        for ply in 0..40 {
            assert_eq!(reasoner.disagreement(&pos), None, "seed {seed}, ply {ply}");
            let Ok(mv) = reasoner.random_move(&pos, &mut rng, &mut scratch) else { break };
            reasoner.play(&mut pos, mv);
        }
    }
}

#[test]
fn the_network_says_what_the_rules_say() {
    for name in DESCRIPTIONS {
        let reasoner = Reasoner::read(&description(name)).unwrap();
        for seed in 0..2 {
            let (mut rng, mut pos, mut scratch) = (Rng::new(seed), reasoner.start(), Vec::new());
            loop {
                assert_eq!(reasoner.disagreement(&pos), None, "{name}, seed {seed}, ply {}", reasoner.ply(&pos));
                let Ok(mv) = reasoner.random_move(&pos, &mut rng, &mut scratch) else { break };
                reasoner.play(&mut pos, mv);
            }
        }
    }
}

#[test]
fn undoing_leads_back() {
    for name in DESCRIPTIONS {
        let reasoner = Reasoner::read(&description(name)).unwrap();
        let see = |pos: &_| {
            let legal = Player::BOTH.map(|player| reasoner.legal(pos, player));
            (reasoner.show_position(pos), reasoner.key(pos), reasoner.to_move(pos), legal, reasoner.is_terminal(pos))
        };
        let (mut rng, mut pos, mut scratch) = (Rng::new(3), reasoner.start(), Vec::new());
        let mut line = Vec::new();
        while let Ok(mv) = reasoner.random_move(&pos, &mut rng, &mut scratch) {
            line.push((see(&pos), mv, reasoner.play(&mut pos, mv)));
        }
        for (before, mv, undo) in line.into_iter().rev() {
            reasoner.undo(&mut pos, mv, undo);
            assert_eq!(see(&pos), before, "{name}");
        }
    }
}

#[test]
fn perft_is_that_of_the_tables() {
    let reasoner = Reasoner::read(&description("breakthrough")).unwrap();
    assert_eq!(perft(&reasoner, &mut reasoner.start(), 3), 11132);
    let (def, rules) = sbg::read_game(sbg::builtin("gardner").unwrap().text).unwrap();
    let reasoner = Reasoner::read(&export(&def.name, &rules).unwrap()).unwrap();
    for depth in 0..=4 {
        assert_eq!(perft(&reasoner, &mut reasoner.start(), depth), perft(&rules, &mut rules.start(), depth));
    }
}

#[test]
fn every_built_in_game_is_the_same_in_gdl() {
    for game in sbg::BUILTIN {
        same_in_gdl(game.id, game.text, 200);
    }
}

/// Plays a game by tables and by its export.
fn same_in_gdl(id: &str, text: &str, games: u64) {
    let (def, rules) = sbg::read_game(text).unwrap();
    let reasoner = Reasoner::read(&export(&def.name, &rules).unwrap()).unwrap_or_else(|error| panic!("{id}: {error}"));
    let terms = &reasoner.description().terms;
    let square_move =
        |_: &mut _, mv| reasoner.action(mv).and_then(|action| exported_move(terms, rules.board(), action));
    let compared =
        compare(&rules, &reasoner, &square_move, games, 7).unwrap_or_else(|difference| panic!("{id}: {difference}"));
    assert_eq!(compared.games, games);
}

#[test]
fn paths_that_cross_counted_pieces_and_own_captures_are_exported_too() {
    // The walker's automaton leads back to where it came from, so its words are written out; the last but one pawn must stay.
    let text = "<BOARD>\n4 4\n|pw.p|\n|....|\n|....|\n|PW.P|\n<PIECES>\n\
                W ((0,1,e) + (0,-1,e) + (1,0,e) + (-1,0,e))((0,1,e) + (0,-1,e) + (1,0,p) + (-1,0,w)) &\n\
                P (0,1,e) + (0,1,p) + (1,0,w) &\n<GOALS>\n60 &\n#P 1 &\n#p 1 &\n@W 3 3 &\n@w 3 0 &\n";
    same_in_gdl("walker", text, 300);
}

#[test]
fn a_description_becomes_tables_and_they_agree_on_fresh_games() {
    let effort = Effort { games: 60, fresh: 40, seed: 1 };
    for (name, board, rule) in [
        ("breakthrough", (8, 8), "P (-1,1,e) + (-1,1,p) + (0,1,e) + (1,1,e) + (1,1,p) &"),
        ("knightthrough", (8, 8), "(-2,1,e) + (-2,1,p) + (-1,2,e) + (-1,2,p)"),
        ("smallchess", (5, 6), "R (-1,0,e)^* + (-1,0,e)^*(-1,0,p)"),
    ] {
        let reasoner = Reasoner::read(&description(name)).unwrap();
        let learned = learn_description(&reasoner, effort).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!((learned.def.board.width(), learned.def.board.height()), board);
        assert!(learned.def.to_string().contains(rule), "{}", learned.def);
        assert_eq!(learned.compared.games, effort.fresh);
    }
}

#[test]
fn our_own_exports_come_full_circle() {
    for id in ["gardner", "escort-breakthrough", "checkers-breakthrough"] {
        let (def, rules) = sbg::read_game(sbg::builtin(id).unwrap().text).unwrap();
        let reasoner = Reasoner::read(&export(&def.name, &rules).unwrap()).unwrap();
        let effort = Effort { games: 60, fresh: 20, seed: 1 };
        let learned = learn_description(&reasoner, effort).unwrap_or_else(|error| panic!("{id}: {error}"));
        assert_eq!(learned.def.setup, def.setup, "{id}");
    }
}

#[test]
fn a_game_outside_the_class_is_refused_with_the_rule_that_shows_it() {
    for (name, message, rule) in [
        ("tictactoe", "and no piece moves there", "(<= (next (cell ?i ?j ?p)) (does ?p (mark ?i ?j)))"),
        ("checkers", "without going there", "(<= (gone ?x ?y) (does ?p (jump ?x1 ?y1 ?x ?y ?x3 ?y3)))"),
    ] {
        let reasoner = Reasoner::read(&description(name)).unwrap();
        let error = learn_description(&reasoner, Effort::default()).unwrap_err();
        let CircleError::NotOfClass(error) = error else { panic!("{error}") };
        assert!(error.why.contains(message), "{error}");
        let (place, text) = error.rule.unwrap();
        assert_eq!(text, rule);
        let line = description(name).lines().nth(place.line as usize - 1).unwrap().to_owned();
        assert!(rule.starts_with(line.trim()), "{line}");
    }
}

#[test]
fn moves_that_go_one_of_several_ways_are_not_guessed_at() {
    // To the diagonal neighbour there are two ways, over either of two squares, and neither half is a move by itself.
    let text = "<BOARD>\n5 5\n|ww.ww|\n|p...p|\n|..p..|\n|P...P|\n|WW.WW|\n<PIECES>\n\
                W (0,1,e)((1,0,e) + (-1,0,e)) + ((1,0,e) + (-1,0,e))(0,1,e) &\nP (0,1,e) &\n<GOALS>\n60 &\n";
    let (def, rules) = sbg::read_game(text).unwrap();
    let reasoner = Reasoner::read(&export(&def.name, &rules).unwrap()).unwrap();
    let error = learn_description(&reasoner, Effort::default()).unwrap_err();
    let CircleError::NotOfClass(error) = error else { panic!("{error}") };
    assert!(error.undecided && error.rule.is_some(), "{error}");
}

#[test]
fn mutated_descriptions_end_in_a_game_or_a_clear_error() {
    let limits = Limits { atoms: 30_000, rules: 60_000, steps: 300_000 };
    let originals: Vec<String> = ["tictactoe", "checkers", "knightthrough"].into_iter().map(description).collect();
    let (mut games, mut errors) = (0, 0);
    for seed in 0..10_000 {
        let mut rng = Rng::new(seed);
        let original = rng.index(originals.len());
        let text = mutate(&mut rng, &originals[original]);
        match Description::read(&text).map_err(GdlError::Faults).and_then(|read| Reasoner::new(read, limits)) {
            Ok(reasoner) => {
                games += 1;
                let (mut pos, mut scratch) = (reasoner.start(), Vec::new());
                for _ in 0..30 {
                    let Ok(mv) = reasoner.random_move(&pos, &mut rng, &mut scratch) else { break };
                    reasoner.play(&mut pos, mv);
                }
            }
            Err(error) => {
                errors += 1;
                let shown = error.to_string();
                let placed = shown.lines().all(|line| {
                    let mut parts = line.split(':');
                    let mut number = || parts.next().is_some_and(|part| part.parse::<u32>().is_ok_and(|part| part > 0));
                    number() && number()
                });
                assert!(placed, "seed {seed}: {shown}");
            }
        }
    }
    assert!(games > 200 && errors > 200, "{games} games, {errors} errors");
}

/// A few changes: letters, cuts, doubled and swapped parts.
pub(crate) fn mutate(rng: &mut Rng, text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..1 + rng.index(4) {
        let (a, b) = (rng.index(bytes.len()), rng.index(bytes.len()));
        let (from, to) = (a.min(b), a.max(b).min(a.min(b) + 1 + rng.index(60)));
        match rng.below(6) {
            0 => bytes[from] = *rng.pick(b"()? abxyz019<=\n,"),
            1 => drop(bytes.drain(from..to)),
            2 => {
                let copy = bytes[from..to].to_vec();
                let at = rng.index(bytes.len());
                bytes.splice(at..at, copy);
            }
            3 => bytes.swap(a, b),
            4 => bytes.insert(from, *rng.pick(b"()?; a1")),
            _ => {
                // One word for another: still well-formed, and wrong.
                let words: Vec<&str> = text.split([' ', '(', ')', '\n', ',']).filter(|word| !word.is_empty()).collect();
                let (old, new) = (*rng.pick(&words), *rng.pick(&words));
                let changed = String::from_utf8_lossy(&bytes).replacen(old, new, 1 + rng.index(3));
                bytes = changed.into_bytes();
            }
        }
        if bytes.is_empty() {
            bytes.push(b'(');
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
