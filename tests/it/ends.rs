//! Every way in which a game can end, and the order in which they are looked for.

use kibitzer::board::Player;
use kibitzer::game::{Game, Outcome};
use kibitzer::sbg::{Reason, Rules, read_game};

/// A 3x3 game whose K steps one square up or sideways onto anything, its own pieces included.
fn game(rows: [&str; 3], goals: &str) -> Rules {
    let steps = |on| format!("(0,1,{on}) + (1,0,{on}) + (-1,0,{on})");
    let rule = format!("{} + {} + {}", steps('e'), steps('p'), steps('w'));
    let text = format!(
        "<BOARD> 3 3 {} <PIECES> K {rule} & Q {rule} & X & <GOALS> {goals}",
        rows.map(|row| format!("|{row}|")).join(" ")
    );
    read_game(&text).unwrap().1
}

/// Plays the moves; says how it ended and why, in words.
fn end(rules: &Rules, moves: &str) -> Option<(Outcome, Reason, String)> {
    let mut pos = rules.start();
    for text in moves.split_whitespace() {
        let mv = rules.read_move(&pos, text).unwrap_or_else(|| panic!("{text} is not legal"));
        rules.play(&mut pos, mv);
    }
    let ending = rules.ending(&pos);
    let listed = rules.moves(&pos, &mut Vec::new());
    assert_eq!(listed, ending.map(|ending| ending.outcome), "both ways of asking agree");
    ending.map(|ending| (ending.outcome, ending.reason, rules.explain(&ending)))
}

const WHITE: Outcome = Outcome::Win(Player::White);
const BLACK: Outcome = Outcome::Win(Player::Black);

#[test]
fn a_piece_on_its_goal_square_wins() {
    let rules = game(["k..", "...", "..K"], "20 & @K 2 1 &");
    let (outcome, _, why) = end(&rules, "c1c2").unwrap();
    assert_eq!((outcome, why.as_str()), (WHITE, "the K reached c2"));
    // The square belongs to White's K alone.
    assert_eq!(end(&rules, "c1b1 a3a2 b1a1"), None);
}

#[test]
fn a_goal_comes_before_a_capture_that_would_lose() {
    // Capturing its own last Q would lose, but the K stands on its goal.
    let rules = game(["k..", "..Q", "..K"], "20 & @K 2 1 & #Q 0 &");
    assert_eq!(end(&rules, "c1c2").unwrap().0, WHITE);
}

#[test]
fn capturing_down_to_the_limit_wins() {
    let rules = game(["kkk", "...", "..K"], "20 & #k 2 &");
    let (outcome, _, why) = end(&rules, "c1c2 a3a2 c2c3").unwrap();
    assert_eq!((outcome, why.as_str()), (WHITE, "Black has only 2 K left"));
    let rules = game(["kkk", "...", "..K"], "20 & #k 1 &");
    assert_eq!(end(&rules, "c1c2 a3a2 c2c3"), None);
}

#[test]
fn capturing_ones_own_down_to_the_limit_loses() {
    let rules = game(["k..", "..Q", "..K"], "20 & #Q 0 &");
    let (outcome, _, why) = end(&rules, "c1c2").unwrap();
    assert_eq!((outcome, why.as_str()), (BLACK, "White captured its own last Q"));
}

#[test]
fn a_player_without_pieces_loses() {
    let rules = game(["...", "k..", "K.."], "20 &");
    let (outcome, reason, why) = end(&rules, "a1a2").unwrap();
    assert_eq!((outcome, reason, why.as_str()), (WHITE, Reason::NoPieces, "Black has no piece left"));
}

#[test]
fn a_player_without_a_move_loses() {
    let rules = game(["x..", "...", "K.."], "20 &");
    let (outcome, reason, why) = end(&rules, "a1a2").unwrap();
    assert_eq!((outcome, reason, why.as_str()), (WHITE, Reason::NoMoves, "Black cannot move"));
}

#[test]
fn the_limit_of_plies_is_a_draw_unless_something_else_ended_the_game() {
    let rules = game(["k..", "...", "..K"], "2 &");
    let (outcome, reason, why) = end(&rules, "c1b1 a3b3").unwrap();
    assert_eq!((outcome, reason), (Outcome::Draw, Reason::PlyLimit));
    assert_eq!(why, "the limit of 2 plies is reached");
    // On the last ply a goal still wins, and a lack of moves still loses.
    let rules = game(["k..", "...", "..K"], "1 & @K 2 1 &");
    assert_eq!(end(&rules, "c1c2").unwrap().0, WHITE);
    let rules = game(["x..", "...", "K.."], "1 &");
    assert_eq!(end(&rules, "a1a2").unwrap().1, Reason::NoMoves);
}

#[test]
fn black_moves_as_whites_mirror_image_unless_its_letter_has_a_rule() {
    let mirrored = read_game("<BOARD> 1 4 k . . K <PIECES> K (0,1,e)^2 & <GOALS> 9 &").unwrap().1;
    let mut pos = mirrored.start();
    let mv = mirrored.read_move(&pos, "a1a3");
    mirrored.play(&mut pos, mv.unwrap());
    assert_eq!(mirrored.ending(&pos).unwrap().reason, Reason::NoMoves, "k goes two down, and a2 is free but a3 is not");
    let own = read_game("<BOARD> 2 4 .k .. .. K. <PIECES> K (0,1,e) & k (-1,0,e) & <GOALS> 9 &").unwrap().1;
    let mut pos = own.start();
    let mv = own.read_move(&pos, "a1a2").unwrap();
    own.play(&mut pos, mv);
    let mut moves = Vec::new();
    own.moves(&pos, &mut moves);
    let texts: Vec<String> = moves.iter().map(|mv| own.show_move(*mv)).collect();
    assert_eq!(texts, ["b4a4"], "taken as it stands, in board coordinates");
}
