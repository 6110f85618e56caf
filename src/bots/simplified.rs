//! Simplified boardgames for strong players: piece-square weights, and piece values from random play.

use crate::bots::net::Net;
use crate::bots::nets::built_in;
use crate::bots::tuned::tuned;
use crate::bots::{PieceEstimate, PieceSquare, Start, Strong, Weights};
use crate::game::KindId;
use crate::sbg::{Rules, kind_of};

impl Strong for Rules {
    type Eval = PieceSquare;
    type Prior = PieceEstimate;

    fn evaluation(&self, start: Start) -> PieceSquare {
        let weights = match start {
            Start::Net | Start::Tuned => tuned(self),
            Start::Rules => Weights::from_rules(self),
            Start::Pieces => Weights::from_rules(self).without_terms(),
            Start::Ones => Weights::ones(self),
        };
        let mut made = PieceSquare::new(self, weights);
        if start == Start::Net
            && let Some(net) = built_in(self)
        {
            made.set_net(self, &net);
        }
        made
    }

    fn take_net(&self, eval: &mut PieceSquare, bytes: &[u8]) -> Result<(), String> {
        eval.set_net(self, &Net::from_bytes(self, bytes)?);
        Ok(())
    }

    fn prior(&self, seed: u64, trust: Option<u32>) -> PieceEstimate {
        let estimate = PieceEstimate::by_random_play(self, seed);
        match trust {
            Some(trust) => estimate.with_weight(f64::from(trust)),
            None => estimate,
        }
    }

    fn worths(&self, weights: &[f64]) -> Vec<(KindId, f64)> {
        // The letters' weights come first.
        self.pieces().zip(weights).map(|((_, info), worth)| (kind_of(info.letter), *worth)).collect()
    }
}
