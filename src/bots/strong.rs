//! What a strong player needs of a game, besides what a table needs.

use std::fmt::Debug;

use crate::bots::Start;
use crate::game::{KindId, Table};
use crate::search::{Linear, Prior};

/// A game that the players of this module can play well.
/// It can be thought about by several threads at once.
pub trait Strong: Table<Position: Debug + Send + Sync, Move: Send + Sync> + Clone + Debug + Send + Sync {
    /// Judges positions by weights.
    type Eval: Linear<Self> + Clone + Debug + Send + Sync;
    /// What playouts are compared with.
    type Prior: Prior<Self> + Clone + Debug + Send + Sync;

    fn evaluation(&self, start: Start) -> Self::Eval;

    /// Lets an evaluation go by a net from a file; otherwise why not.
    fn take_net(&self, _eval: &mut Self::Eval, _bytes: &[u8]) -> Result<(), String> {
        Err("games of this class have no nets".to_owned())
    }

    /// An estimate that is trusted like so many playouts, or like as many as has proved good.
    fn prior(&self, seed: u64, trust: Option<u32>) -> Self::Prior;

    /// What each kind of piece is worth by these weights, whatever the square.
    fn worths(&self, weights: &[f64]) -> Vec<(KindId, f64)>;
}

/// What was trained for a game, to be told to its players: they go by it besides the rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct Knowledge<'a> {
    /// A file that [`Strong::take_net`] accepts.
    pub net: Option<&'a [u8]>,
    /// As many as the evaluation of the game has, and on top of the net.
    pub weights: Option<&'a [f64]>,
}

impl Knowledge<'_> {
    /// The evaluation of players that go by this.
    pub fn evaluation<G: Strong>(self, game: &G) -> G::Eval {
        let mut eval = game.evaluation(Start::Tuned);
        if let Some(net) = self.net {
            let taken = game.take_net(&mut eval, net);
            debug_assert!(taken.is_ok(), "a net is tried before it is kept");
        }
        if let Some(row) = self.weights {
            eval.set_row(game, row);
        }
        eval
    }
}

/// Scores count in hundredths of a weight.
const SCALE: f64 = 100.0;
/// The unit where no piece is worth anything.
const NO_PIECES: f64 = 1000.0;

/// What scores are told in: the score of the cheapest piece that is worth anything at the start.
pub fn unit<G: Strong>(game: &G, weights: Option<&[f64]>) -> f64 {
    let start = game.placement(&game.start());
    let there = |kind: KindId| {
        start.squares.contains(&Some(kind)) || start.hands.iter().any(|held| held.kind == kind && held.count > 0)
    };
    let worths = weights.map(|weights| game.worths(weights)).unwrap_or_default();
    let least = worths.into_iter().filter(|(kind, worth)| *worth > 0.01 && there(*kind));
    let least = least.map(|(_, worth)| worth).fold(f64::MAX, f64::min);
    if least < f64::MAX { SCALE * least } else { NO_PIECES }
}
