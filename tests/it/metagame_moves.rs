//! Movements, captures and the parts of a turn: acceptance checks AC-10 to AC-37, and the literal interpreter in random
//! play.

use std::collections::BTreeMap;

use kibitzer::board::Player;
use kibitzer::game::{Game, Outcome, Table};
use kibitzer::metagame::{BUILTIN, Literal, MOST_PLIES, Piece, Position, Rules, State, parse};
use kibitzer::rng::Rng;

use crate::metagame_setup::{arena, def, goes, play, position, rules, square, takes, texts};

/// A piece that captures by one method along one movement.
fn capturer(methods: &str, victims: &str, movements: &str) -> String {
    format!(
        "define hunter capturing capture by {{{methods}}} type {victims} effect remove {movements} end capture
         end capturing end define"
    )
}

const ROOK: &str = "movement ride <1,0> symmetry all_symmetry end movement";
const KNIGHT: &str = "movement leap <1,2> symmetry all_symmetry end movement";

#[test]
fn ac_10_a_knight_leaps_around_a_cylinder() {
    let rules =
        arena("8 by 8", "vertical_cylinder", "", &format!("define knight moving {KNIGHT} end moving end define"));
    let reached = goes(&rules, &position(&rules, "knight b4", ""), "b4");
    assert_eq!(reached, ["a2", "a6", "c2", "c6", "d3", "d5", "h3", "h5"]);
}

#[test]
fn ac_11_clobbering_takes_what_stands_on_the_target() {
    let rules = arena("8 by 8", "planar", "", &capturer("clobber", "[{opponent} any_piece]", ROOK));
    let pos = position(&rules, "hunter b1", "filler a1, filler e1, filler g1");
    assert_eq!(takes(&rules, &pos, "b1"), ["a1 x a1", "e1 x e1"]);
}

#[test]
fn ac_12_retrieving_takes_what_stands_behind() {
    let rules = arena("8 by 8", "planar", "", &capturer("retrieve", "[{opponent} any_piece]", ROOK));
    let pos = position(&rules, "hunter b1", "filler a1, filler e1, filler g1");
    assert_eq!(takes(&rules, &pos, "b1"), ["c1 x a1", "d1 x a1"]);
}

#[test]
fn ac_13_hopping_takes_what_is_hopped_over() {
    let hop = "movement hop before [x>=0] over [x=1] after [x>=0] hop_over [{opponent} any_piece]
               <1,0> symmetry all_symmetry end movement";
    let rules = arena("8 by 8", "planar", "", &capturer("hop", "[{opponent} any_piece]", hop));
    let pos = position(&rules, "hunter b1", "filler a1, filler e1, filler g1");
    assert_eq!(takes(&rules, &pos, "b1"), ["f1 x e1"]);
}

#[test]
fn ac_14_a_knight_retrieves_by_leaping_away() {
    let rules = arena("8 by 8", "planar", "", &capturer("retrieve", "[{opponent} any_piece]", KNIGHT));
    let pos = position(&rules, "hunter f3", "filler g1");
    assert_eq!(takes(&rules, &pos, "f3"), ["e5 x g1"]);
}

/// The piece of AC-15 and AC-16: every method, hopping over anything along lines.
fn glutton() -> Rules {
    let hop = "movement hop before [x>=0] over [x>=0] after [x>=0] hop_over [any_player any_piece]
               <1,0> symmetry all_symmetry end movement";
    let bishop = "define queen end define define bishop end define";
    arena(
        "8 by 8",
        "planar",
        "",
        &format!("{} {bishop}", capturer("retrieve clobber hop", "[{opponent} {queen}]", hop)),
    )
}

#[test]
fn ac_15_one_capture_can_take_by_three_methods() {
    // Hops cross one run of pieces, so d8 and e8 stand next to each other as in Figure 7.2.
    let rules = glutton();
    let pos = position(&rules, "hunter b8", "queen a8, queen d8, queen g8, bishop e8");
    assert!(takes(&rules, &pos, "b8").contains(&"g8 x a8 d8 g8".to_owned()));
}

#[test]
fn ac_16_a_piece_that_may_not_be_taken_blocks_its_square() {
    let rules = glutton();
    let pos = position(&rules, "hunter b8", "queen a8, queen d8, bishop g8, bishop e8");
    assert!(takes(&rules, &pos, "b8").iter().all(|capture| !capture.starts_with("g8")));
}

#[test]
fn ac_17_a_restricted_hopper() {
    let hop = "movement hop before [x>=0] over [x=2] after [x<=2] hop_over [opponent any_piece]
               <1,2> symmetry {side} end movement";
    let rules = arena("8 by 8", "planar", "", &capturer("clobber", "[{opponent} any_piece]", hop));
    let pos = position(&rules, "hunter d1, filler b5", "filler e3, filler f5, filler g7, filler c3, filler a7");
    assert_eq!(takes(&rules, &pos, "d1"), ["g7 x g7"]);
}

#[test]
fn ac_18_the_longest_ride_is_the_only_one() {
    let moving =
        "define rook moving movement ride longest <1,0> symmetry all_symmetry end movement end moving end define";
    let rules = arena("8 by 8", "planar", "", moving);
    assert_eq!(goes(&rules, &position(&rules, "rook h8, filler h5", ""), "h8"), ["a8", "h6"]);
}

/// The pieces of turncoat chess on a board of 8 by 8.
fn large_turncoat() -> Rules {
    let mut def = def("turncoat-chess");
    (def.width, def.height) = (8, 8);
    Rules::compile(&def).unwrap()
}

#[test]
fn ac_19_the_slug_captures_behind_two_fireflies() {
    let rules = large_turncoat();
    let pos = position(&rules, "slug h1", "firefly h4, firefly h5, termite h8");
    assert_eq!(takes(&rules, &pos, "h1"), ["h8 x h8"]);
}

#[test]
fn ac_20_the_firefly_hops_over_a_termite() {
    let rules = large_turncoat();
    let with = goes(&rules, &position(&rules, "firefly f1, termite e3", ""), "f1");
    let without = goes(&rules, &position(&rules, "firefly f1", ""), "f1");
    let new: Vec<&String> = with.iter().filter(|to| !without.contains(to)).collect();
    assert_eq!(new, ["c7", "d5"]);
}

#[test]
fn ac_21_a_ride_touches_only_the_squares_it_leaps_to() {
    let moving = "define rider moving movement ride <0,2> symmetry {} end movement end moving end define";
    let rules = arena("8 by 8", "planar", "", moving);
    let pos = position(&rules, "rider d1, filler d2, filler d4", "");
    assert_eq!(goes(&rules, &pos, "d1"), ["d3", "d5", "d7"]);
}

#[test]
fn ac_22_a_ride_around_a_cylinder_ends_where_it_began() {
    let moving = "define rider moving movement ride <1,0> symmetry {} end movement end moving end define";
    let rules = arena("5 by 8", "vertical_cylinder", "", moving);
    assert_eq!(goes(&rules, &position(&rules, "rider b3", ""), "b3"), ["a3", "b3", "c3", "d3", "e3"]);
}

#[test]
fn ac_23_captures_without_a_method_that_fits_never_happen() {
    for methods in ["", "hop"] {
        let rules = arena("8 by 8", "planar", "", &capturer(methods, "[any_player any_piece]", KNIGHT));
        let pos = position(&rules, "hunter d4, filler e6", "filler c6, filler d5, filler f5");
        assert_eq!(takes(&rules, &pos, "d4"), [""; 0], "{methods}");
    }
}

#[test]
fn ac_24_longest_means_nothing_on_a_cylinder() {
    let moving = "define rider moving movement ride longest <1,0> symmetry {} end movement end moving end define";
    let rules = arena("5 by 8", "vertical_cylinder", "", moving);
    assert_eq!(goes(&rules, &position(&rules, "rider b3", ""), "b3").len(), 5);
}

const LOCAL: &str = "define eager
      moving movement leap <1,0> symmetry all_symmetry end movement end moving
      capturing capture by {clobber} type [{opponent} any_piece] effect player possesses
        movement leap <1,1> symmetry all_symmetry end movement end capture end capturing
      constraints must_capture end define
    define calm moving movement leap <1,0> symmetry {} end movement end moving end define";

#[test]
fn ac_25_local_compulsion_binds_one_piece() {
    let rules = arena("8 by 8", "planar", "", LOCAL);
    let pos = position(&rules, "eager d4, calm a3", "filler e5");
    assert_eq!(
        texts(&rules, &pos),
        ["white calm (a,3) -> (b,3) .", "white eager (d,4) -> (e,5) x black filler (e,5) /(white) ."]
    );
    let pos = position(&rules, "eager d4, calm a3", "filler e6");
    assert_eq!(texts(&rules, &pos).len(), 5);
}

#[test]
fn ac_26_global_compulsion_leaves_placements() {
    let rules = arena("4 by 8", "planar", "constraints must_capture", LOCAL);
    let at = |name: &str| square(&rules, name);
    let (eager, calm, filler) =
        (rules.kind("eager").unwrap(), rules.kind("calm").unwrap(), rules.kind("filler").unwrap());
    let men = [
        (Piece::new(eager, Player::White), at("b4")),
        (Piece::new(calm, Player::White), at("a3")),
        (Piece::new(filler, Player::Black), at("c5")),
    ];
    let pos = rules.position_with_hands(&men, &[(Player::White, filler)], Player::White).unwrap();
    let texts = texts(&rules, &pos);
    assert_eq!(texts.iter().filter(|text| text.contains("(white) ->")).count(), 29);
    assert_eq!(texts.len(), 30);
}

#[test]
fn ac_27_a_possessed_victim_changes_sides_and_waits_for_the_next_turn() {
    let rules = arena("4 by 8", "planar", "", LOCAL);
    let mut pos = position(&rules, "eager b4", "filler c5, calm d8, filler a8");
    play(&rules, &mut pos, "white eager (b,4) -> (c,5) x black filler (c,5) /(white) .");
    let filler = rules.kind("filler").unwrap();
    assert_eq!((pos.in_hand(Player::White, filler), pos.in_hand(Player::Black, filler)), (1, 0));
    assert!(texts(&rules, &pos).iter().all(|text| text.starts_with("black calm (d,8)")));
    play(&rules, &mut pos, "black calm (d,8) -> (c,8) .");
    let placements = texts(&rules, &pos).iter().filter(|text| text.starts_with("white filler (white) ->")).count();
    assert_eq!(placements, 32 - 3);
}

#[test]
fn ac_28_opponent_possession_gives_the_victim_back() {
    let rules = arena("8 by 8", "planar", "", &LOCAL.replace("player possesses", "opponent possesses"));
    let mut pos = position(&rules, "eager d4", "filler e5");
    play(&rules, &mut pos, "white eager (d,4) -> (e,5) x black filler (e,5) /(black) .");
    let filler = rules.kind("filler").unwrap();
    assert_eq!((pos.in_hand(Player::White, filler), pos.in_hand(Player::Black, filler)), (0, 1));
    assert!(texts(&rules, &pos).contains(&"black filler (black) -> (a,1) .".to_owned()));
}

#[test]
fn ac_29_a_termite_promotes_into_an_enemy() {
    let rules = rules("turncoat-chess");
    let pos = position(&rules, "termite a4", "slug e1");
    let promotions: Vec<String> =
        texts(&rules, &pos).into_iter().filter(|text| text.starts_with("white termite (a,4) -> (a,5)")).collect();
    let expected = ["firefly", "slug", "termite"]
        .map(|kind| format!("white termite (a,4) -> (a,5) ; promote (a,5) black {kind} ."));
    assert_eq!(promotions, expected);
}

#[test]
fn ac_30_a_pawn_chooses_among_four_pieces() {
    let rules = rules("pell-chess");
    let pos = position(&rules, "pawn a7, king e1", "rook b8, king e8");
    assert_eq!(texts(&rules, &pos).iter().filter(|text| text.starts_with("white pawn")).count(), 8);
}

#[test]
fn ac_31_the_opponent_promotes_before_its_move() {
    let rules = rules("game3");
    let mut pos = position(&rules, "albino b4, bear f1", "cheeseman d3, bear f5");
    play(&rules, &mut pos, "white albino (b,4) -> (b,5) .");
    assert_eq!(pos.piece_at(square(&rules, "b5")), None);
    assert_eq!(pos.pending(), Some(square(&rules, "b5")));
    let mut options: Vec<String> = texts(&rules, &pos)
        .iter()
        .map(|text| text.strip_prefix("promote (b,5) ").unwrap().split(" ;").next().unwrap().to_owned())
        .collect();
    options.dedup();
    let expected = ["albino", "bear", "cheeseman", "dumbo", "fairy", "heaven"].map(|kind| format!("black {kind}"));
    assert_eq!(options, expected);
}

#[test]
fn goals_are_not_tested_between_a_promotion_and_the_move_that_follows() {
    // Game 3: White wins with a dumbo on e5. Black may promote to that and must then move (section 7.2.6, A-25).
    let rules = rules("game3");
    let mut pos = position(&rules, "bear e4, albino a1", "cheeseman d3, bear f5");
    play(&rules, &mut pos, "white bear (e,4) -> (e,5) .");
    play(&rules, &mut pos, "promote (e,5) white dumbo ; black cheeseman (d,3) -> (e,3) .");
    assert_eq!(rules.moves(&pos, &mut Vec::new()), Some(Outcome::Win(Player::White)));
}

#[test]
fn ac_32_promotion_options_multiply_moves() {
    // The promoted piece cannot move whatever it is, so every option is followed by the same moves.
    let pieces = "define runner moving movement leap <0,1> symmetry {} end movement end moving
          promoting decision opponent options [{player} {one two three}] end promoting end define
        define one end define define two end define define three end define
        define walker moving movement leap <1,0> symmetry {side} end movement end moving end define";
    let rules = arena("8 by 8", "planar", "", pieces);
    let mut pos = position(&rules, "runner a7", "walker d4, walker d6");
    play(&rules, &mut pos, "white runner (a,7) -> (a,8) .");
    assert_eq!(texts(&rules, &pos).len(), 3 * 4);
}

#[test]
fn ac_33_checkers_chains_are_compulsory_and_promote_at_their_end() {
    let rules = rules("american-checkers");
    let pos = position(&rules, "man a5", "man b6, man d6");
    // b6 and then nothing: c7 is not the last rank. A king would take d6 as well, a man may not go back.
    assert_eq!(texts(&rules, &pos), ["white man (a,5) -> (c,7) x black man (b,6) ."]);
    let pos = position(&rules, "man b6", "man c7, man e7, man e5");
    assert_eq!(
        texts(&rules, &pos),
        ["white man (b,6) -> (d,8) x black man (c,7) ; promote (d,8) white king ."],
        "becomes a king only when the turn is over"
    );
    let pos = position(&rules, "king a1", "man b2, man d4, man d6, man b6, man b4");
    // Around the square in either direction: each man is gone when it has been taken.
    let chains = texts(&rules, &pos);
    assert_eq!(chains.len(), 2);
    assert!(
        chains.iter().all(|text| text.matches(" x ").count() == 5 || text.matches(" x ").count() == 4),
        "{chains:?}"
    );
}

#[test]
fn ac_34_placed_pieces_do_not_promote_and_pieces_within_the_territory_do() {
    let rules = rules("shogi");
    let pawn = rules.kind("pawn").unwrap();
    let men = [
        (Piece::new(rules.kind("king").unwrap(), Player::White), square(&rules, "e1")),
        (Piece::new(rules.kind("silver").unwrap(), Player::White), square(&rules, "a8")),
        (Piece::new(rules.kind("king").unwrap(), Player::Black), square(&rules, "i9")),
    ];
    let pos = rules.position_with_hands(&men, &[(Player::White, pawn)], Player::White).unwrap();
    let texts = texts(&rules, &pos);
    assert!(texts.contains(&"white pawn (white) -> (c,9) .".to_owned()));
    assert!(!texts.iter().any(|text| text.contains("white pawn") && text.contains("promote")));
    assert!(texts.contains(&"white silver (a,8) -> (a,9) ; promote (a,9) white promoted_silver .".to_owned()));
}

#[test]
fn ac_35_a_piece_in_hand_is_a_move() {
    let rules = arena("3 by 8", "planar", "", "define stone end define");
    let stone = rules.kind("stone").unwrap();
    let men = [(Piece::new(stone, Player::White), square(&rules, "a1"))];
    let pos = rules.position_with_hands(&men, &[(Player::White, stone)], Player::White).unwrap();
    assert_eq!(rules.moves(&pos, &mut Vec::new()), None);
    let pos = rules.position(&men, Player::White).unwrap();
    assert_eq!(rules.moves(&pos, &mut Vec::new()), Some(Outcome::Win(Player::Black)));
}

#[test]
fn ac_36_eradicating_pieces_of_any_player_is_a_draw() {
    let text = "game draw goals stalemate opponent eradicate [any_player {stone}] board_size 3 by 3 board_type planar
        promote_rank 3 setup stone at {(a,1)} define stone end define define walker
        moving movement leap <1,0> symmetry all_symmetry end movement end moving end define end game .";
    let rules = Rules::compile(&parse(text).unwrap()).unwrap();
    let pos = position(&rules, "walker a1", "walker c3");
    assert_eq!(rules.moves(&pos, &mut Vec::new()), Some(Outcome::Draw));
}

#[test]
fn ac_37_two_hundred_plies_or_three_repetitions_are_a_draw() {
    let rules = rules("american-checkers");
    let mut pos = position(&rules, "king a1", "king h8");
    let cycle = [
        "white king (a,1) -> (b,2) .",
        "black king (h,8) -> (g,7) .",
        "white king (b,2) -> (a,1) .",
        "black king (g,7) -> (h,8) .",
    ];
    for ply in 0..8 {
        assert_eq!(rules.moves(&pos, &mut Vec::new()), None, "after {ply} plies");
        play(&rules, &mut pos, cycle[ply % 4]);
    }
    assert_eq!(rules.moves(&pos, &mut Vec::new()), Some(Outcome::Draw));

    let patient = rules.without_repetition();
    let mut pos = position(&patient, "king a1", "king h8");
    for ply in 0..MOST_PLIES as usize {
        assert_eq!(patient.moves(&pos, &mut Vec::new()), None, "after {ply} plies");
        play(&patient, &mut pos, cycle[ply % 4]);
    }
    assert_eq!(patient.moves(&pos, &mut Vec::new()), Some(Outcome::Draw));
}

// ---- the literal interpreter ----

/// A position as the literal interpreter's state.
fn as_state(rules: &Rules, pos: &Position, like: &State) -> State {
    let mut state = like.clone();
    let men = rules.geometry().squares().filter_map(|square| Some((square, pos.piece_at(square)?)));
    state.board = men.map(|(square, piece)| (rules.shape().at(square), (piece.kind(), piece.owner()))).collect();
    for holder in Player::BOTH {
        let owner =
            |kind: usize| like.hands[holder.index()].keys().find(|man| man.0 == kind).map_or(holder, |man| man.1);
        let held = (0..rules.types().len()).map(|kind| ((kind, owner(kind)), u32::from(pos.in_hand(holder, kind))));
        state.hands[holder.index()] = held.filter(|(_, count)| *count > 0).collect();
    }
    state.control = pos.to_move();
    state.assigning = pos.assigning();
    state.count = pos.plies();
    state
}

/// Plays random whole moves in both, and compares moves, states and ends. Repetition is switched off.
pub(crate) fn compare_with_literal(def: &kibitzer::metagame::GameDef, seed: u64, plies: u32, most_moves: usize) {
    let rules = Rules::compile(def).unwrap().without_repetition();
    let literal = Literal::new(def);
    let mut rng = Rng::new(seed);
    let (mut pos, mut state) = (rules.start(), literal.start());
    for ply in 0..plies {
        let place = format!("{}, seed {seed}, ply {ply}", def.name);
        let expected = literal.legal(&state);
        let outcome = literal.outcome(&state, &expected);
        let mut list = Vec::new();
        assert_eq!(rules.moves(&pos, &mut list), outcome, "{place}");
        assert_eq!(outcome.is_some(), list.is_empty(), "{place}");
        if outcome.is_some() || expected.len() > most_moves {
            return;
        }
        let moves = rules.turns(&pos, usize::MAX);
        let found: BTreeMap<String, usize> =
            moves.iter().enumerate().map(|(index, decisions)| (rules.text(&pos, decisions), index)).collect();
        assert_eq!(found.len(), moves.len(), "{place}: two moves with one text");
        if let Some(text) = found.keys().find(|text| !expected.contains_key(*text)) {
            panic!("{place}: {text} is not legal");
        }
        if let Some(text) = expected.keys().find(|text| !found.contains_key(*text)) {
            panic!("{place}: {text} is missing");
        }
        let (text, next) = expected.iter().nth(rng.index(expected.len())).unwrap();
        let before = pos.clone();
        let mut undos = Vec::new();
        for mv in &moves[found[text]] {
            let undo = rules.play(&mut pos, *mv);
            assert_eq!(rules.key(&pos), rules.key_of(&pos), "{place}: {text}");
            undos.push((*mv, undo));
        }
        for (mv, undo) in undos.into_iter().rev() {
            rules.undo(&mut pos, mv, undo);
            assert_eq!(rules.key(&pos), rules.key_of(&pos), "{place}: {text}");
        }
        assert_eq!(pos, before, "{place}: {text}");
        assert_eq!(pos.plies(), before.plies());
        rules.play_whole(&mut pos, &moves[found[text]]);
        assert_eq!(as_state(&rules, &pos, next), *next, "{place}: {text}");
        state = next.clone();
    }
}

#[test]
fn random_games_are_those_of_the_literal_interpreter() {
    for game in BUILTIN {
        let plies = if game.id == "knight-zone" || game.id == "shogi" { 60 } else { 200 };
        compare_with_literal(&parse(game.text).unwrap(), 1, plies, 3_000);
    }
}
