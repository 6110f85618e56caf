//! METAGAMER's evaluation and search, and the random players: acceptance checks AC-41, AC-75 to AC-84 and AC-91.
//!
//! AC-92, the ladder of handicaps against a checkers program of fixed depth, has no test: it has not been measured.

use std::ops::ControlFlow;

use kibitzer::board::Player;
use kibitzer::game::{Game, Outcome, Table};
use kibitzer::metagame::{
    Advisor, Baseline, Budget, Description, Goal, Metagamer, Minimax, Move, Names, Owner, Piece, Position, Rules, Side,
    Thought, WIN, Weights,
};
use kibitzer::monitor::{Monitor, Quiet};
use kibitzer::rng::Rng;

use crate::metagame_setup::{MEN, def, diagram, position, rules, square};

/// The position of the trace in Appendix C.1, in the game that METAGAMER was given.
fn trace() -> (Rules, Position) {
    let mut def = def("american-checkers");
    def.goals.push(Goal::Eradicate(Description { owner: Owner::Only(Side::Opponent), names: Names::Any }));
    let rules = Rules::compile(&def).unwrap();
    let pos = diagram(&rules, MEN, "1m1m1m1m/m7/3m3m/2m1m3/8/2M1M1M1/3M1M2/2M1M1M1 b");
    (rules, pos)
}

/// A whole move as `c5xe3` or `a7-b6`.
fn short(rules: &Rules, decisions: &[Move]) -> String {
    let mut text = String::new();
    for mv in decisions {
        let (from, to, sign) = match mv {
            Move::Go { from, to } => (from, to, '-'),
            Move::Take { from, to, .. } => (from, to, 'x'),
            _ => continue,
        };
        if text.is_empty() {
            text = rules.geometry().name(*from);
        }
        text += &format!("{sign}{}", rules.geometry().name(*to));
    }
    text
}

fn check_trace(depth: u32, value: f64, line: &[&str]) {
    let (rules, pos) = trace();
    let judge = Metagamer::new(&rules, Weights::tournament(6).unwrap());
    let mut search = Minimax { rules: &rules, judge: &judge, cuts: false, shuffle: None };
    let thought = search.think(&pos, depth, &mut Quiet);
    let found: Vec<String> = thought.line.iter().map(|mv| short(&rules, mv)).collect();
    assert_eq!(found, line);
    // The thesis computed in single precision.
    assert!((thought.value - value).abs() < 2e-6, "{} {value}", thought.value);
}

#[test]
fn ac_75_the_trace_at_depth_1() {
    check_trace(1, -17.912220001220703, &["a7-b6"]);
}

#[test]
fn ac_76_the_trace_at_depth_2() {
    check_trace(2, -19.196252822875977, &["a7-b6", "e3-f4"]);
}

#[test]
fn ac_77_the_trace_at_depth_3() {
    check_trace(3, -17.81200332641602, &["a7-b6", "e3-d4", "c5xe3"]);
}

#[test]
fn ac_78_the_trace_at_depth_4() {
    check_trace(4, -9.31275024414063, &["f8-e7", "e3-d4", "c5xe3", "f2xd4xf6"]);
}

#[test]
fn the_moves_of_the_trace_have_their_values() {
    let (rules, pos) = trace();
    let judge = Metagamer::new(&rules, Weights::tournament(6).unwrap());
    assert!((judge.value(&rules, &pos) + 18.077394).abs() < 1e-6, "{}", judge.value(&rules, &pos));
    let expected = [
        ("a7-b6", -17.912220),
        ("h6-g5", -17.717014),
        ("c5-d4", -15.676102),
        ("e5-d4", -15.426102),
        ("e5-f4", -15.170496),
        ("h8-g7", -13.258865),
        ("b8-c7", -12.821182),
        ("f8-e7", -11.557144),
        ("d8-e7", -11.404312),
        ("d8-c7", -11.279312),
        ("f8-g7", -11.119644),
        ("c5-b4", -2.613966),
    ];
    let moves = rules.turns(&pos, 100);
    assert_eq!(moves.len(), expected.len());
    for mv in moves {
        let mut next = pos.clone();
        rules.play_whole(&mut next, &mv);
        let (name, value) = (short(&rules, &mv), judge.value(&rules, &next));
        let wanted = expected.iter().find(|(other, _)| *other == name).unwrap().1;
        assert!((value - wanted).abs() < 1e-6, "{name}: {value} {wanted}");
    }
}

#[test]
fn ac_79_statistics_of_the_first_iteration() {
    let (rules, pos) = trace();
    let judge = Metagamer::new(&rules, Weights::tournament(6).unwrap());
    let mut search = Minimax { rules: &rules, judge: &judge, cuts: true, shuffle: None };
    let statistics = search.think(&pos, 1, &mut Quiet).statistics;
    assert_eq!((statistics.expanded, statistics.evaluated, statistics.tested), (1, 12, 13));
}

#[test]
fn ac_80_cut_offs_do_not_change_the_value() {
    let (rules, pos) = trace();
    let judge = Metagamer::new(&rules, Weights::tournament(6).unwrap());
    for depth in 1..=4 {
        let plain = Minimax { rules: &rules, judge: &judge, cuts: false, shuffle: None }.think(&pos, depth, &mut Quiet);
        for seed in 0..3 {
            let shuffle = Some(Rng::new(seed));
            let cut = Minimax { rules: &rules, judge: &judge, cuts: true, shuffle }.think(&pos, depth, &mut Quiet);
            assert_eq!(cut.value, plain.value, "depth {depth}, seed {seed}");
        }
    }
}

/// Keeps what it is told, and stops after so many positions.
struct Listener {
    left: u64,
    told: Vec<Thought>,
}

impl Monitor<Thought> for Listener {
    fn poll(&mut self) -> ControlFlow<()> {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn tell(&mut self, thought: Thought) {
        self.told.push(thought);
    }
}

#[test]
fn ac_81_a_search_that_is_stopped_uses_what_it_finished() {
    let (rules, pos) = trace();
    let judge = Metagamer::new(&rules, Weights::tournament(6).unwrap());
    for left in 1..400 {
        let mut listener = Listener { left, told: Vec::new() };
        let mut search = Minimax { rules: &rules, judge: &judge, cuts: true, shuffle: None };
        let thought = search.think(&pos, 4, &mut listener);
        match listener.told.last() {
            // Not even one move was searched.
            None => assert_eq!(thought.line.len(), 0, "{left}"),
            Some(last) => assert_eq!(thought, *last, "{left}"),
        }
        if let [.., before, after] = &listener.told[..] {
            // Within an iteration the previous best is searched first, so the answer is at least as good there.
            assert_eq!(after.depth, before.depth + 1);
            // Black is to move: lower is better. The move kept is no worse than the one before, searched as deeply.
            let mut next = pos.clone();
            rules.play_whole(&mut next, &before.line[0]);
            let mut again = Minimax { rules: &rules, judge: &judge, cuts: false, shuffle: None };
            let kept = again.think(&next, after.depth - 1, &mut Quiet).value;
            assert!(after.value <= kept, "{left}: {} {kept}", after.value);
        }
    }
}

#[test]
fn ac_82_a_single_move_needs_no_search() {
    let (rules, _) = trace();
    let pos = diagram(&rules, MEN, "1m1m3m/m3m3/3m1M1m/8/8/2M3M1/3M4/2M1M1M1 b");
    let judge = Metagamer::new(&rules, Weights::tournament(6).unwrap());
    let thought = Minimax { rules: &rules, judge: &judge, cuts: true, shuffle: None }.think(&pos, 9, &mut Budget(0));
    assert_eq!(thought.line.iter().map(|mv| short(&rules, mv)).collect::<Vec<_>>(), ["e7xg5"]);
    assert_eq!(thought.statistics.tested, 0);
}

#[test]
fn ac_41_tic_tac_toe_is_a_draw() {
    let rules = rules("tic-tac-toe");
    assert_eq!(solve(&rules, &mut rules.start(), &mut std::collections::HashMap::new()), 0);
}

/// The value for the player to move, by looking at everything.
fn solve(rules: &Rules, pos: &mut Position, known: &mut std::collections::HashMap<u64, i32>) -> i32 {
    if let Some(value) = known.get(&rules.key(pos)) {
        return *value;
    }
    let me = pos.to_move();
    let mut moves = Vec::new();
    let value = match rules.moves(pos, &mut moves) {
        Some(Outcome::Draw) => 0,
        Some(Outcome::Win(winner)) => {
            if winner == me {
                1
            } else {
                -1
            }
        }
        None => {
            let mut best = -1;
            for mv in moves {
                let undo = rules.play(pos, mv);
                let value = solve(rules, pos, known);
                best = best.max(if pos.to_move() == me { value } else { -value });
                rules.undo(pos, mv, undo);
            }
            best
        }
    };
    known.insert(rules.key(pos), value);
    value
}

#[test]
fn ac_83_one_ply_of_search_keeps_the_king() {
    let rules = rules("pell-chess");
    let judge = Metagamer::new(&rules, Weights::tournament(6).unwrap());
    let mut avoidable = 0;
    for seed in 0..10 {
        let mut rng = Rng::new(seed);
        let mut pos = rules.start();
        for _ in 0..60 {
            if rules.moves(&pos, &mut Vec::new()).is_some() {
                break;
            }
            let shuffle = Some(Rng::new(rng.next_u64()));
            let thought = Minimax { rules: &rules, judge: &judge, cuts: true, shuffle }.think(&pos, 1, &mut Quiet);
            let loses = |mv: &[Move]| {
                let mut next = pos.clone();
                rules.play_whole(&mut next, mv);
                rules.turns(&next, 1000).iter().any(|reply| {
                    let mut after = next.clone();
                    rules.play_whole(&mut after, reply);
                    rules.decided(&after) == Some(Outcome::Win(next.to_move()))
                })
            };
            let all = rules.turns(&pos, 1000);
            let losing = all.iter().filter(|mv| loses(mv)).count();
            if losing > 0 && losing < all.len() {
                avoidable += 1;
                assert!(!loses(&thought.line[0]), "seed {seed}, ply {}", pos.plies());
            }
            // Its opponent moves at random, so that kings are attacked in many ways.
            let mv = if pos.to_move() == Player::White { thought.line[0].clone() } else { rng.pick(&all).clone() };
            rules.play_whole(&mut pos, &mv);
        }
    }
    assert!(avoidable >= 20, "{avoidable}");
}

#[test]
fn ac_84_a_piece_in_hand_is_worth_its_mean_and_gets_placed() {
    let rules = rules("shogi");
    let king = rules.kind("king").unwrap();
    let men = [
        (Piece::new(king, Player::White), square(&rules, "e1")),
        (Piece::new(king, Player::Black), square(&rules, "e9")),
    ];
    // Player 5 has no reason to hurry with a rook: it reaches as much from every square, so that its mean is what it would be
    // worth anywhere. Player 6 also counts the squares that it can go to now.
    for (name, players) in [("rook", &[6][..]), ("gold", &[5, 6])] {
        let kind = rules.kind(name).unwrap();
        let pos = rules.position_with_hands(&men, &[(Player::White, kind)], Player::White).unwrap();
        let piece = Piece::new(kind, Player::White);
        let empty: Vec<_> = rules.geometry().squares().filter(|square| pos.piece_at(*square).is_none()).collect();
        for player in players {
            let judge = Metagamer::new(&rules, Weights::tournament(*player).unwrap());
            let values = empty.iter().map(|at| judge.local_value(&rules, &pos, piece, *at));
            let mean = values.sum::<f64>() / empty.len() as f64;
            assert!((judge.voices(&rules, &pos)[Advisor::Possess] - mean).abs() < 1e-9);
            let mut search = Minimax { rules: &rules, judge: &judge, cuts: true, shuffle: None };
            let thought = search.think(&pos, 1, &mut Quiet);
            let placed = matches!(thought.line[0][..], [Move::Place { .. }]);
            assert!(placed, "P{player}, {name}: {:?}", thought.line[0]);
        }
    }
}

#[test]
fn ac_91_the_aggressive_defensive_player_takes_wins_and_avoids_losses() {
    let rules = rules("pell-chess");
    for seed in 0..20 {
        let mut rng = Rng::new(seed);
        // The rook can take the king; nothing else wins.
        let pos = position(&rules, "king a1, rook e1, pawn b3", "king e8, rook h8, pawn c6");
        let mv = Baseline::AggressiveDefensive.choose(&rules, &pos, &mut rng).unwrap();
        assert_eq!(short(&rules, &mv), "e1xe8");
        // The king is attacked by the rook on a8: it must move off the file, or be lost.
        let pos = position(&rules, "king a1, pawn h3", "king e8, rook a8, pawn h6");
        let mv = Baseline::AggressiveDefensive.choose(&rules, &pos, &mut rng).unwrap();
        assert!(["a1-b1", "a1-b2"].contains(&short(&rules, &mv).as_str()), "{}", short(&rules, &mv));
    }
}

#[test]
fn a_won_game_has_the_value_of_a_win() {
    let rules = rules("pell-chess");
    let judge = Metagamer::new(&rules, Weights::chess());
    let pos = position(&rules, "king a1, rook e1, pawn b3", "king e8, rook h8, pawn c6");
    let thought = Minimax { rules: &rules, judge: &judge, cuts: true, shuffle: None }.think(&pos, 1, &mut Quiet);
    assert_eq!((thought.value, short(&rules, &thought.line[0])), (WIN, "e1xe8".to_owned()));
}
