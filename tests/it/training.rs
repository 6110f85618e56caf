//! Learning by play, on a game whose secret is known.

use std::ops::ControlFlow;

use kibitzer::board::Player;
use kibitzer::bots::{Bot, Budget, PlayerSpec, Weights};
use kibitzer::game::{Game, Outcome};
use kibitzer::monitor::{Monitor, Quiet};
use kibitzer::rng::Rng;
use kibitzer::search::{Evaluator, Groups, Linear, Score, Trainer, TrainerOptions};

use crate::search::game;

/// Three numbers are drawn by chance; neither player can change them. White wins if the first, less the second, is above 0.
struct Lots;

#[derive(Clone, Debug, PartialEq)]
struct Drawn {
    numbers: [i16; 3],
    made: u32,
}

const DRAWS: u32 = 6;
const END: u32 = 16;

impl Game for Lots {
    type Position = Drawn;
    type Move = (usize, i16);
    type Undo = ();

    fn start(&self) -> Drawn {
        Drawn { numbers: [0; 3], made: 0 }
    }

    fn to_move(&self, pos: &Drawn) -> Player {
        if pos.made.is_multiple_of(2) { Player::White } else { Player::Black }
    }

    fn moves(&self, pos: &Drawn, out: &mut Vec<(usize, i16)>) -> Option<Outcome> {
        if pos.made >= END {
            let sum = pos.numbers[0] - pos.numbers[1];
            return Some(match sum {
                0 => Outcome::Draw,
                _ if sum > 0 => Outcome::Win(Player::White),
                _ => Outcome::Win(Player::Black),
            });
        }
        if pos.made < DRAWS {
            out.extend((0..3).flat_map(|at| [(at, 1), (at, -1)]));
        } else {
            out.push((0, 0));
        }
        None
    }

    fn play(&self, pos: &mut Drawn, mv: (usize, i16)) {
        pos.numbers[mv.0] += mv.1;
        pos.made += 1;
    }

    fn undo(&self, pos: &mut Drawn, mv: (usize, i16), (): ()) {
        pos.numbers[mv.0] -= mv.1;
        pos.made -= 1;
    }

    fn key(&self, pos: &Drawn) -> u64 {
        pos.numbers.iter().fold(u64::from(pos.made), |key, number| key * 31 + (number + 9) as u64)
    }
}

/// Weights for the three numbers, and how firmly each stays.
#[derive(Clone, Debug)]
struct Guess([f64; 3], [f64; 3]);

impl Evaluator<Lots> for Guess {
    type Sum = ();

    fn sum(&self, _: &Lots, _: &Drawn) {}

    fn after(&self, _: &Lots, _: &Drawn, _: (usize, i16), (): &()) {}

    fn score(&self, _: &Lots, pos: &Drawn, (): &()) -> Score {
        let sum: f64 = self.0.iter().zip(pos.numbers).map(|(weight, number)| weight * f64::from(number)).sum();
        let score = Score::estimate((sum * 100.0) as i32);
        if pos.made.is_multiple_of(2) { score } else { -score }
    }
}

impl Linear<Lots> for Guess {
    fn features(&self, _: &Lots, pos: &Drawn, out: &mut Vec<(u32, i16)>) {
        out.extend((0..).zip(pos.numbers));
    }

    fn groups(&self, _: &Lots) -> Groups {
        Groups { of: vec![0, 1, 2], firmness: self.1.to_vec() }
    }

    fn row(&self) -> Vec<f64> {
        self.0.to_vec()
    }

    fn set_row(&mut self, _: &Lots, row: &[f64]) {
        self.0.copy_from_slice(row);
    }

    fn unit(&self, _: &Lots) -> f64 {
        1.0
    }
}

fn after(games: u32, firmness: [f64; 3]) -> Vec<f64> {
    let options = TrainerOptions { nodes: 1, opening: DRAWS, ..TrainerOptions::default() };
    let mut trainer = Trainer::new(&Lots, Guess([0.5; 3], firmness), options);
    let mut rng = Rng::new(3);
    for _ in 0..games {
        trainer.learn(&Lots, &Lots.start(), &mut rng, &mut Quiet).unwrap();
        trainer.renew(&Lots);
    }
    trainer.row()
}

#[test]
fn what_decides_the_game_is_found_out() {
    let row = after(400, [5.0; 3]);
    assert!(row[0] > 1.0 && row[1] < -0.5 && row[2].abs() < 0.3, "{row:?}");
    assert_eq!(row, after(400, [5.0; 3]));
    // What is held firmly stays, however much speaks against it, and the others are learned all the same.
    let row = after(400, [5.0, 1e12, 5.0]);
    assert!(row[0] > 0.8 && (row[1] - 0.5).abs() < 1e-6, "{row:?}");
}

/// Says stop when asked for the `0`th time more.
struct Patience(u32);

impl<E> Monitor<E> for Patience {
    fn poll(&mut self) -> ControlFlow<()> {
        self.0 = self.0.saturating_sub(1);
        if self.0 == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn tell(&mut self, _: E) {}
}

#[test]
fn a_game_that_is_stopped_teaches_nothing_and_the_next_one_does() {
    let mut trainer = Trainer::new(&Lots, Guess([0.5; 3], [5.0; 3]), TrainerOptions::default());
    let mut rng = Rng::new(3);
    assert_eq!(trainer.learn(&Lots, &Lots.start(), &mut rng, &mut Patience(5)), None);
    assert_eq!((trainer.games(), trainer.row()), (0, vec![0.5; 3]));
    assert!(trainer.learn(&Lots, &Lots.start(), &mut rng, &mut Quiet).is_some());
    assert_eq!(trainer.games(), 1);
}

#[test]
fn learning_stops_when_told_to_and_mirrored_weights_stay_equal() {
    let rules = game("gardner");
    let spec: PlayerSpec = "alphabeta:gate=off,td-nodes=40".parse().unwrap();
    let mut bot = Bot::new(&rules, spec, 5);
    bot.learn(&rules, &rules.start(), Budget::Games(30), &mut Quiet);
    let weights = bot.weights().unwrap().clone();
    bot.learn(&rules, &rules.start(), Budget::Games(30), &mut Patience(1));
    assert_eq!(weights, bot.weights().unwrap());
    let mut table = Weights::ones(&rules);
    table.set(&weights);
    let weights = table;
    let board = rules.board();
    for (white, black) in
        [('P', 'p'), ('N', 'n'), ('Q', 'q')].map(|(white, black)| (rules.piece(white), rules.piece(black)))
    {
        for square in board.squares() {
            let (x, y) = (board.x(square), board.y(square));
            let turned = board.at(x, board.height() - 1 - y).unwrap();
            let mirrored = board.at(board.width() - 1 - x, y).unwrap();
            let worth = weights.worth(white.unwrap(), square);
            assert!((worth - weights.worth(black.unwrap(), turned)).abs() < 1e-9);
            assert!((worth - weights.worth(white.unwrap(), mirrored)).abs() < 1e-9);
        }
    }
}
