//! What METAGAMER reads from the rules alone: acceptance checks AC-56 to AC-74b.
//!
//! AC-74 itself, the stativity analysis of Pell's logic program, has no test: compiled tables leave no program to specialise.

use kibitzer::board::Player;
use kibitzer::metagame::{
    Advisor, Analysis, BoardType, Description, GameDef, Goal, Names, Owner, Piece, Rules, Side, Weights, builtin, parse,
};

use crate::metagame_setup::{arena, def, rules, square};

/// American checkers as METAGAMER was given it: with a goal that Figure 7.3 does not print.
fn checkers() -> Rules {
    let mut def = def("american-checkers");
    def.goals.push(Goal::Eradicate(Description { owner: Owner::Only(Side::Opponent), names: Names::Any }));
    Rules::compile(&def).unwrap()
}

fn white(rules: &Rules, kind: &str) -> Piece {
    Piece::new(rules.kind(kind).unwrap(), Player::White)
}

/// Whether two numbers agree in the digits that are printed: three significant figures.
fn printed(found: f64, expected: f64) -> bool {
    let unit = if expected.abs() >= 99.5 {
        1.0
    } else if expected.abs() >= 9.95 {
        0.1
    } else {
        0.01
    };
    (found - expected).abs() <= unit / 2.0 + 1e-9
}

const ROWS: [Advisor; 10] = [
    Advisor::MaxStaticMob,
    Advisor::MaxEventualMob,
    Advisor::AvgStaticMob,
    Advisor::AvgEventualMob,
    Advisor::Eradicate,
    Advisor::Victims,
    Advisor::Immunity,
    Advisor::Giveaway,
    Advisor::Stalemate,
    Advisor::Arrive,
];

/// Compares the columns of a table: the ten rows and the total.
fn check_table(rules: &Rules, columns: &[(&str, [f64; 11])]) {
    let analysis = Analysis::new(rules);
    for (kind, column) in columns {
        // AC-70: Black's table is White's.
        for owner in Player::BOTH {
            let piece = Piece::new(rules.kind(kind).unwrap(), owner);
            for (advisor, expected) in ROWS.into_iter().zip(column) {
                let found = analysis.material(piece)[advisor];
                assert!(printed(found, *expected), "{kind} of {owner}: {advisor} is {found}, not {expected}");
            }
            let total = analysis.value(piece, &Weights::tables());
            assert!(printed(total, column[10]), "{kind} of {owner}: total is {total}, not {}", column[10]);
        }
    }
}

#[test]
fn ac_56_a_rook_reaches_everything_in_two_moves() {
    let rules = rules("pell-chess");
    let (analysis, rook) = (Analysis::new(&rules), white(&rules, "rook"));
    for from in rules.geometry().squares() {
        let at = |distance: u32| {
            rules.geometry().squares().filter(|to| analysis.distance(rook, from, *to) == Some(distance)).count()
        };
        assert_eq!((at(0), at(1), at(2)), (1, 14, 49));
    }
}

#[test]
fn ac_57_bishops_reach_half_the_board_and_knights_all_of_it() {
    let rules = rules("pell-chess");
    let analysis = Analysis::new(&rules);
    for (kind, count) in [("bishop", 32), ("night", 64)] {
        let piece = white(&rules, kind);
        for from in rules.geometry().squares() {
            let reached = rules.geometry().squares().filter(|to| analysis.distance(piece, from, *to).is_some());
            assert_eq!(reached.count(), count, "{kind}");
        }
    }
}

#[test]
fn ac_58_the_king_crosses_the_board_in_four_or_seven_moves() {
    let rules = rules("pell-chess");
    let (analysis, king) = (Analysis::new(&rules), white(&rules, "king"));
    let farthest = |from: &str| {
        let from = square(&rules, from);
        rules.geometry().squares().filter_map(|to| analysis.distance(king, from, to)).max()
    };
    assert_eq!((farthest("d4"), farthest("a1")), (Some(4), Some(7)));
}

#[test]
fn ac_59_table_15_2_checkers() {
    check_table(
        &checkers(),
        &[
            ("king", [4.0, 6.94, 3.06, 5.19, 1.0, 2.0, 0.0, 0.0, 1.0, 0.0, 23.2]),
            ("man", [2.0, 3.72, 1.53, 2.64, 1.0, 2.0, 0.0, 0.0, 1.0, 0.0, 13.9]),
        ],
    );
}

#[test]
fn ac_60_table_15_3_chess() {
    check_table(
        &rules("pell-chess"),
        &[
            ("bishop", [13.0, 12.0, 8.75, 10.9, 0.0, 6.0, 0.0, 0.0, 1.0, 0.0, 51.7]),
            ("king", [8.0, 12.9, 6.56, 9.65, 1.0, 6.0, 0.0, 0.0, 1.0, 0.0, 45.1]),
            ("night", [8.0, 14.8, 5.25, 11.8, 0.0, 6.0, 0.0, 0.0, 1.0, 0.0, 46.9]),
            ("pawn", [1.0, 1.99, 0.875, 1.75, 0.0, 6.0, 0.0, 0.0, 1.0, 0.0, 12.6]),
            ("queen", [27.0, 23.5, 22.8, 22.4, 0.0, 6.0, 0.0, 0.0, 1.0, 0.0, 103.0]),
            ("rook", [14.0, 20.2, 14.0, 20.2, 0.0, 6.0, 0.0, 0.0, 1.0, 0.0, 75.5]),
        ],
    );
}

#[test]
fn ac_61_table_15_4_fairy_pieces() {
    check_table(
        &rules("fairy"),
        &[
            ("diagleap", [4.0, 6.94, 3.06, 5.19, 0.0, 5.0, 0.0, 0.0, 1.0, 0.0, 25.2]),
            ("nightbishop", [21.0, 22.0, 14.0, 19.7, 0.0, 5.0, 0.0, 0.0, 1.0, 0.0, 82.7]),
            ("nightqueen", [35.0, 25.5, 28.0, 23.8, 0.0, 5.0, 0.0, 0.0, 1.0, 0.0, 118.0]),
            ("nightrook", [22.0, 22.2, 19.2, 21.6, 0.0, 5.0, 0.0, 0.0, 1.0, 0.0, 91.1]),
            ("ortholeap", [4.0, 7.91, 3.5, 6.26, 0.0, 5.0, 0.0, 0.0, 1.0, 0.0, 27.7]),
        ],
    );
}

#[test]
fn ac_62_table_15_5_knight_zone_chess() {
    check_table(
        &rules("knight-zone"),
        &[
            ("bishop", [13.0, 12.0, 3.89, 5.42, 0.0, 6.0, 0.0, 0.0, 1.0, -1.0, 40.3]),
            ("king", [8.0, 12.9, 2.92, 4.84, 1.0, 6.0, 0.0, 0.0, 1.0, -1.0, 35.7]),
            ("night", [8.0, 23.1, 6.11, 17.3, 0.0, 6.0, 0.0, 0.0, 1.0, 0.0, 61.4]),
            ("pawn", [1.0, 1.99, 0.389, 1.33, 0.0, 6.0, 0.0, 0.0, 1.0, -1.0, 10.7]),
            ("queen", [27.0, 23.5, 10.1, 10.5, 0.0, 6.0, 0.0, 0.0, 1.0, -1.0, 77.1]),
            ("rook", [14.0, 20.2, 6.22, 9.56, 0.0, 6.0, 0.0, 0.0, 1.0, -1.0, 56.0]),
        ],
    );
}

#[test]
fn ac_63_table_15_6_turncoat_chess() {
    check_table(
        &rules("turncoat-chess"),
        &[
            ("firefly", [12.0, 10.0, 8.96, 8.8, 0.0, 6.0, 0.0, 3.0, -1.0, 0.0, 47.8]),
            ("slug", [4.0, 4.0, 2.4, 2.56, 0.0, 6.0, 0.0, 3.0, -1.0, 0.0, 21.0]),
            ("termite", [4.0, 4.0, 3.2, 3.24, 0.0, 6.0, 0.0, 3.0, -1.0, 0.0, 22.4]),
        ],
    );
}

#[test]
fn ac_64_the_order_of_the_chessmen() {
    let rules = rules("pell-chess");
    let analysis = Analysis::new(&rules);
    let value = |kind: &str| analysis.value(white(&rules, kind), &Weights::tables());
    let falling = ["queen", "rook", "bishop", "night", "king", "pawn"].map(value);
    assert!(falling.windows(2).all(|pair| pair[0] > pair[1]), "{falling:?}");
    for (kind, ratio) in [("queen", 8.14), ("rook", 5.98), ("bishop", 4.10), ("night", 3.71)] {
        assert!((value(kind) / value("pawn") - ratio).abs() < 0.02, "{kind}: {}", value(kind) / value("pawn"));
    }
}

#[test]
fn ac_65_a_king_is_worth_more_than_a_man() {
    let rules = checkers();
    let analysis = Analysis::new(&rules);
    let ratio = |weights: &Weights| {
        analysis.value(white(&rules, "king"), weights) / analysis.value(white(&rules, "man"), weights)
    };
    assert!((ratio(&Weights::tables()) - 1.67).abs() < 0.01);
    assert!((ratio(&Weights::tournament(6).unwrap()) - 1.537).abs() < 0.01);
}

#[test]
fn ac_66_without_constraints_the_rook_roams_the_zone() {
    let rules = rules("knight-zone");
    let rook = white(&rules, "rook");
    assert_eq!(Analysis::unconstrained(&rules).material(rook)[Advisor::AvgStaticMob], 22.0);
}

#[test]
fn ac_67_only_pieces_that_promote_are_safe_on_the_last_rank() {
    let rules = rules("knight-zone");
    assert_eq!(Analysis::new(&rules).material(white(&rules, "bishop"))[Advisor::MaxStaticMob], 13.0);
}

#[test]
fn ac_68_another_movement_never_lowers_a_value() {
    let (fairy, chess) = (rules("fairy"), rules("pell-chess"));
    let (more, less) = (Analysis::new(&fairy), Analysis::new(&chess));
    for (with, without) in [("nightqueen", "queen"), ("nightbishop", "bishop"), ("nightrook", "rook")] {
        for row in &ROWS[..4] {
            let (with, without) =
                (more.material(white(&fairy, with))[*row], less.material(white(&chess, without))[*row]);
            assert!(with > without, "{row}: {with} {without}");
        }
    }
}

#[test]
fn ac_69_a_piece_that_captures_everything_has_twice_as_many_victims_as_types() {
    let pieces = "define two end define define three end define define four end define define five
        capturing capture by {clobber} type [any_player any_piece] effect remove
        movement leap <1,0> symmetry {} end movement end capture end capturing end define";
    let rules = arena("8 by 8", "planar", "", pieces);
    assert_eq!(rules.types().len(), 5);
    assert_eq!(Analysis::new(&rules).material(white(&rules, "five"))[Advisor::Victims], 10.0);
}

#[test]
fn ac_70_black_s_values_are_white_s() {
    for game in kibitzer::metagame::BUILTIN {
        let rules = rules(game.id);
        let analysis = Analysis::new(&rules);
        for kind in 0..rules.types().len() {
            let [white, black] = Player::BOTH.map(|owner| *analysis.material(Piece::new(kind, owner)));
            assert_eq!(white, black, "{} of {}", rules.types()[kind], game.id);
        }
    }
}

#[test]
fn ac_71_mobility_in_the_tournament_games() {
    const TABLE: &str = "
        game1 albino 1 1.5 1 1.5
        game1 badger 1 1.5 1 1.5
        game1 casket 8 5 5.7778 4.4444
        game1 dumbo 4 6.8906 3.3333 5.4932
        game1 fairy 4 6.8906 3.3333 5.4932
        game1 handler 4 6.8906 3.3333 5.4932
        game1 jester 4 5.5781 2.6667 5.0508
        game1 lover 4 4 2.6667 3.3611
        game1 morph 9 7.5 5.5556 6.5556
        game2 albino 17 13.75 11.7778 12.0764
        game2 boy 8 10.375 5.7222 9.0868
        game2 cleric 8 10.4375 5.7222 8.3698
        game2 drainer 2 2.625 1.4444 2.1319
        game2 frenchman 10 12 9.4444 11.625
        game2 hooter 4 4 2.5556 3.2465
        game2 jerk 4 6.8594 2.9722 4.8833
        game2 llama 2 2 1.1944 1.7292
        game2 monster 8 10.4375 5.4167 7.9323
        game2 plato 4 6.7031 2.75 4.5715
        game3 albino 4 5.7344 2.6 4.1661
        game3 bear 7 8.875 4.5333 6.4479
        game3 cheeseman 4 5.7344 2.6 4.1661
        game3 dumbo 7 5.75 3.8667 4.4667
        game3 fairy 4 4 2.0333 2.3375
        game3 heaven 4 4.4375 1.9333 3.138
        game4 andover 4 4.875 2.6667 4.0729
        game4 bishop 4 5.25 2.4 3.6917
        game4 clinton 9 10.25 8.4 9.8667
        game4 dumbo 9 10.25 8.0667 9.6167
        game4 firefly 4 3.75 2.6667 3.1042
        game4 handler 3 4.4453 2.0667 3.5161
        game4 jupiter 8 9.25 5.0667 8.0208
        game4 lover 8 9.25 5.0667 8.0208
        game5 aardvark 9 7.5 5.7222 6.4167
        game5 berkeley 8 7.25 4.2222 5.6111
        game5 christ 9 7.5 5.7222 6.4167
        game5 digger 4 4 3.2222 3.2778
        game5 frenchman 4 3.25 2.7778 2.8021
        game5 heaven 4 4 3.5556 3.6667";
    for line in TABLE.lines().filter(|line| !line.trim().is_empty()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let rules = rules(words[0]);
        let analysis = Analysis::new(&rules);
        let rows = analysis.material(white(&rules, words[1]));
        for (advisor, expected) in ROWS.into_iter().zip(&words[2..]) {
            // The table lists static before eventual, maximum before mean, as the rows here do.
            let expected: f64 = expected.parse().unwrap();
            assert!((rows[advisor] - expected).abs() < 1e-4, "{line}: {advisor} is {}", rows[advisor]);
        }
    }
}

#[test]
fn ac_72_the_parity_of_the_slug() {
    let rules = rules("turncoat-chess");
    let analysis = Analysis::new(&rules);
    let slug = white(&rules, "slug");
    for file in ["a2", "b2", "c2", "d2", "e2"] {
        let from = square(&rules, file);
        let mut ranks: Vec<usize> = rules
            .geometry()
            .squares()
            .filter(|to| analysis.distance(slug, from, *to).is_some())
            .map(|to| rules.geometry().y(to) + 1)
            .collect();
        ranks.sort_unstable();
        ranks.dedup();
        assert_eq!(ranks, [2, 4], "{file}");
    }
    for from in ["d1", "e1"] {
        assert_eq!(analysis.promotion_distance(white(&rules, "firefly"), square(&rules, from)), Some(2));
    }
}

#[test]
fn ac_73_a_pure_hopper_has_no_static_mobility() {
    let pieces =
        "define hopper moving movement hop before [x>=0] over [x>=1] after [x>=0] hop_over [any_player any_piece]
        <1,0> symmetry all_symmetry end movement end moving end define";
    let rules = arena("8 by 8", "planar", "", pieces);
    assert_eq!(Analysis::new(&rules).material(white(&rules, "hopper"))[Advisor::MaxStaticMob], 0.0);
}

fn changed(id: &str, change: impl Fn(&mut GameDef)) -> Rules {
    let mut def = parse(builtin(id).unwrap().text).unwrap();
    change(&mut def);
    Rules::compile(&def).unwrap()
}

#[test]
fn ac_74a_queens_that_cannot_capture_knights() {
    let rules = changed("pell-chess", |def| {
        let queen = def.pieces.iter_mut().find(|piece| piece.name == "queen").unwrap();
        let others = ["pawn", "bishop", "rook", "queen", "king"].map(str::to_owned);
        queen.capturing[0].victims.names = Names::List(others.to_vec());
    });
    let (analysis, plain) = (Analysis::new(&rules), Analysis::new(&self::rules("pell-chess")));
    for kind in ["pawn", "night", "bishop", "rook", "queen", "king"] {
        let piece = white(&rules, kind);
        for advisor in ROWS {
            let expected = match (kind, advisor) {
                ("queen", Advisor::Victims) => 5.0,
                ("night", Advisor::Immunity) => 1.0,
                _ => plain.material(piece)[advisor],
            };
            assert_eq!(analysis.material(piece)[advisor], expected, "{kind}: {advisor}");
        }
    }
}

#[test]
fn ac_74b_chess_on_a_cylinder() {
    let rules = changed("pell-chess", |def| def.board_type = BoardType::VerticalCylinder);
    let analysis = Analysis::new(&rules);
    let expected =
        [("pawn", 12.62), ("night", 49.53), ("bishop", 57.0), ("rook", 77.5), ("queen", 110.0), ("king", 47.33)];
    for (kind, total) in expected {
        let found = analysis.value(white(&rules, kind), &Weights::tables());
        assert!((found - total).abs() < 0.01, "{kind}: {found}");
    }
}
