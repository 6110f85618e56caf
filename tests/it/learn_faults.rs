//! Rules and records on which learners go wrong: sides that differ, chains, ends of moves, players with a will of their own,
//! and files with errors.

use kibitzer::automata::{On, Step, Word};
use kibitzer::bots::{Bot, Kind, PlayerSpec};
use kibitzer::lab::{DataSet, damage, judge_piece, lesson, records};
use kibitzer::learn::{Clash, LearnedPiece, Learning, Prices, Settings, Symmetry, Why};
use kibitzer::observe::{Listing, Record, RecordReader, Recorder, watch_game, write_record};
use kibitzer::rng::Rng;
use kibitzer::sbg::{Goal, Rules, read_game};
use kibitzer::search::Limits;

use crate::learn_oracles::rules;

const TWO_ARMIES: &str = include_str!("../learn/two-armies.sbg");
const CHAIN_JUMPER: &str = include_str!("../learn/chain-jumper.sbg");
const LEAF_MERGE: &str = include_str!("../learn/leaf-merge-118.sbg");

fn watched(rules: &Rules, listing: Listing, games: u64, seed: u64) -> Vec<Record> {
    let mut seen = Vec::new();
    records(rules, DataSet { listing, games, seed, plies: Some(160) }, |record| seen.push(record));
    seen
}

fn learned(records: &[Record], settings: Settings) -> (Learning, Vec<LearnedPiece>) {
    let mut learning = Learning::new(settings);
    records.iter().for_each(|record| learning.watch(record));
    learning.finish();
    let pieces = learning.pieces();
    (learning, pieces)
}

#[track_caller]
fn assert_exact(text: &str, letters: &[char], listing: Listing, games: u64, seed: u64) {
    let rules = read_game(text).unwrap().1;
    let (_, pieces) = learned(&watched(&rules, listing, games, seed), Settings::default());
    for piece in pieces.iter().filter(|piece| letters.contains(&piece.letter)) {
        let truth = &rules.info(rules.piece(piece.letter).unwrap()).dfa;
        let judgement = judge_piece(&piece.dfa, truth, rules.board());
        assert!(judgement.is_exact(), "{} {listing:?} {games} games, seed {seed}: {judgement:?}", piece.letter);
    }
}

#[test]
fn silence_separates_sides_that_move_differently() {
    for seed in [1, 2] {
        assert_exact(TWO_ARMIES, &['A', 'a', 'C', 'c'], Listing::Some, 200, seed);
    }
}

#[test]
fn a_chain_of_jumps_is_generalized() {
    assert_exact(CHAIN_JUMPER, &['J', 'j'], Listing::All, 50, 1);
}

#[test]
fn a_word_that_shares_its_square_with_another_is_played_seldom_and_no_error() {
    // Of two words to one square a record shows the first, so that the other one seems to be avoided.
    assert_exact(CHAIN_JUMPER, &['T', 't'], Listing::Some, 200, 4);
}

#[test]
fn the_end_of_a_move_is_not_merged_with_a_state_that_leads_on() {
    assert_exact(LEAF_MERGE, &['A', 'a'], Listing::All, 50, 219);
}

#[test]
fn one_more_step_at_a_dead_end_is_open() {
    // One or two steps to the right, on a board on which three would fit, but were never possible.
    let text = "1\n....\nR.r.\n....\n*\n0 all 1\n(4 (1 0 e))\n";
    let records: Vec<Record> = RecordReader::new(text.as_bytes()).map(Result::unwrap).collect();
    let (_, pieces) = learned(&records, Settings::default());
    let again: Word = vec![Step::new(1, 0, On::Empty); 2];
    let doubt = pieces[0].doubts.iter().find(|doubt| doubt.word == again);
    assert!(doubt.is_some_and(|doubt| !doubt.accepted && doubt.why == Why::Open), "{:?}", pieces[0].doubts);
    assert!(pieces[0].sure < 0.5, "{}", pieces[0].sure);
}

#[test]
fn the_whole_last_rank_is_a_goal_after_few_games() {
    let rules = rules("chess-breakthrough");
    for seed in 1..=10 {
        let (learning, pieces) = learned(&watched(&rules, Listing::All, 50, seed), Settings::default());
        for letter in ['P', 'p'] {
            let goals = learning.meta(&pieces).goals;
            let goal = goals.iter().find(|goal| matches!(goal, Goal::Reach { letter: by, .. } if *by == letter));
            let Some(Goal::Reach { squares, .. }) = goal else { continue };
            assert_eq!(squares.len(), 8, "{letter}, seed {seed}");
        }
    }
}

#[test]
fn few_games_are_enough_because_pieces_are_symmetric() {
    let rules = rules("chess-breakthrough");
    let records = watched(&rules, Listing::All, 5, 1);
    let exact = |settings: Settings| {
        let lesson = lesson(&rules, &records, &settings);
        lesson.pieces.iter().filter(|piece| piece.judgement.is_exact()).count()
    };
    assert_eq!(exact(Settings::default()), 12);
    assert!(exact(Settings { symmetry: false, ..Settings::default() }) < 12);
}

#[test]
fn what_is_believed_by_symmetry_alone_is_said() {
    let rules = rules("chess-breakthrough");
    let (_, pieces) = learned(&watched(&rules, Listing::All, 2, 1), Settings::default());
    let knight = pieces.iter().find(|piece| piece.letter == 'N').unwrap();
    assert_eq!(knight.symmetry, Symmetry::FULL);
    for piece in &pieces {
        for doubt in piece.doubts.iter().filter(|doubt| doubt.why == Why::Symmetry) {
            assert!(doubt.accepted && piece.dfa.accepts(&doubt.word), "{} {:?}", piece.letter, doubt.word);
        }
    }
    assert!(pieces.iter().any(|piece| piece.doubts.iter().any(|doubt| doubt.why == Why::Symmetry)));
}

#[test]
fn explaining_changes_no_result() {
    for (game, listing, games) in
        [("chess-breakthrough", Listing::All, 3), ("checkers-breakthrough", Listing::Some, 30)]
    {
        let records = watched(&rules(game), listing, games, 2);
        let automata = |explain| {
            let (_, pieces) = learned(&records, Settings { explain, ..Settings::default() });
            pieces.into_iter().map(|piece| (piece.letter, piece.dfa)).collect::<Vec<_>>()
        };
        assert_eq!(automata(true), automata(false), "{game}");
    }
}

#[test]
fn the_prior_decides_what_is_generalized() {
    let rules = read_game(CHAIN_JUMPER).unwrap().1;
    let records = watched(&rules, Listing::All, 50, 1);
    let states = |prices: Prices| {
        let (_, pieces) = learned(&records, Settings { prices, ..Settings::default() });
        pieces.iter().find(|piece| piece.letter == 'J').unwrap().dfa.size()
    };
    let (ours, truth) = (Prices::default(), rules.info(rules.piece('J').unwrap()).dfa.size());
    assert_eq!(states(ours), truth);
    // Without a price for states and transitions no merge saves anything.
    assert!(states(Prices { transition: 0.0, state: 0.0, stop: 0.0, ..ours }) > truth);
}

#[test]
fn an_identical_game_counts_once() {
    let rules = rules("chess-breakthrough");
    let game = watched(&rules, Listing::Some, 1, 3);
    let repeated: Vec<Record> = (0..200).flat_map(|_| game.clone()).collect();
    let (_, once) = learned(&game, Settings::default());
    let (_, often) = learned(&repeated, Settings::default());
    for (once, often) in once.iter().zip(&often) {
        assert_eq!((once.letter, &once.dfa, once.sure), (often.letter, &often.dfa, often.sure));
    }
}

#[test]
fn players_who_choose_are_noticed_and_no_true_word_is_lost() {
    let rules = rules("chess-breakthrough");
    let mut seen = Vec::new();
    for game in 0..200 {
        let mut rng = Rng::branch(1, game);
        let mut bots = [0, 1].map(|_| Bot::new(&rules, PlayerSpec::new(Kind::Greedy), rng.next_u64()));
        watch_game(
            Recorder { rules: &rules, listing: Listing::Some },
            |pos, player| match rules.ending(pos) {
                Some(ending) => Err(ending.outcome),
                None => Ok(bots[player.index()].choose_quietly(&rules, pos, Limits::nodes(500)).unwrap()),
            },
            |record| {
                seen.push(record);
                Ok::<(), ()>(())
            },
        )
        .unwrap();
    }
    let (learning, _) = learned(&seen, Settings::default());
    assert_eq!(learning.not_random().count(), 2);
    for piece in lesson(&rules, &seen, &Settings::default()).pieces.iter().filter(|piece| piece.moved) {
        assert_eq!(piece.judgement.missed, None, "{}", piece.letter);
    }
    let (learning, _) = learned(&watched(&rules, Listing::Some, 200, 1), Settings::default());
    assert_eq!(learning.not_random().count(), 0, "players who do choose at random");
}

#[test]
fn errors_are_outvoted_and_each_damaged_record_is_named() {
    let rules = rules("chess-breakthrough");
    let listed = (1..=4).map(|seed| (Listing::All, 50, seed));
    let single = (1..=2).map(|seed| (Listing::Some, 100, seed));
    for (listing, games, seed) in listed.chain(single) {
        let mut seen = watched(&rules, listing, games, seed);
        let damaged = damage(&rules, &mut seen, 100, &mut Rng::new(seed));
        let lesson = lesson(&rules, &seen, &Settings::default());
        let missing: Vec<&u32> = damaged.iter().filter(|record| !lesson.named.contains(record)).collect();
        assert!(damaged.len() > 20 && missing.is_empty(), "{listing:?} {seed}: {missing:?} of {}", damaged.len());
        let exact = lesson.pieces.iter().filter(|piece| piece.judgement.is_exact()).count();
        assert_eq!(exact, 12, "{listing:?} {seed}");
    }
}

#[test]
fn after_a_broken_line_the_next_record_is_read() {
    let rules = rules("breakthrough");
    let seen = watched(&rules, Listing::All, 2, 1);
    let mut text = String::new();
    let mut whole = Vec::new();
    for (number, record) in (1..).zip(&seen) {
        let mut bytes = Vec::new();
        write_record(&mut bytes, number, record).unwrap();
        let written = String::from_utf8(bytes).unwrap();
        // The first move of every tenth record is not closed.
        if number % 10 == 5 && !record.moves.is_empty() {
            text += &written.replacen("))", ")", 1);
        } else {
            text += &written;
            whole.push(record.clone());
        }
    }
    let mut reader = RecordReader::new(text.as_bytes());
    let (mut read, mut broken) = (Vec::new(), 0);
    loop {
        match reader.next() {
            Some(Ok(record)) => read.push(record),
            Some(Err(_)) => {
                broken += 1;
                if !reader.resume() {
                    break;
                }
            }
            None => break,
        }
    }
    assert!(broken > 3, "{broken}");
    assert_eq!(read, whole);
}

#[test]
fn two_games_in_one_file_are_told_apart() {
    let (first, second) = (rules("breakthrough"), rules("chess-breakthrough"));
    let mut seen = watched(&first, Listing::All, 5, 1);
    let alone = learned(&seen, Settings::default()).1;
    let begins = seen.len() as u32 + 1;
    seen.extend(watched(&second, Listing::All, 5, 1));
    let (learning, pieces) = learned(&seen, Settings::default());
    assert!(learning.clashes().contains(&Clash::OtherGame { records: (1, begins) }), "{:?}", learning.clashes());
    assert_eq!(pieces.len(), alone.len());
    for (piece, alone) in pieces.iter().zip(&alone) {
        assert_eq!((piece.letter, &piece.dfa), (alone.letter, &alone.dfa));
    }
}
