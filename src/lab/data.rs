//! Data sets: records of random games, made the same way every time.

use crate::game::Game;
use crate::learn::Evidence;
use crate::observe::{Listing, Record, Recorder, watch_game};
use crate::rng::Rng;
use crate::sbg::Rules;

/// Which games to watch, and how closely.
#[derive(Clone, Copy, Debug)]
pub struct DataSet {
    pub listing: Listing,
    pub games: u64,
    pub seed: u64,
    /// A limit of plies other than the game's own.
    pub plies: Option<u32>,
}

/// Tells every record of the data set, in order.
pub fn records(rules: &Rules, set: DataSet, mut tell: impl FnMut(Record)) {
    let mut scratch = Vec::new();
    let limited = set.plies.map(|plies| rules.clone().with_ply_limit(plies));
    let rules = limited.as_ref().unwrap_or(rules);
    for game in 0..set.games {
        let mut rng = Rng::branch(set.seed, game);
        let watched: Result<(), std::convert::Infallible> = watch_game(
            Recorder { rules, listing: set.listing },
            |pos, _| rules.random_move(pos, &mut rng, &mut scratch),
            |record| {
                tell(record);
                Ok(())
            },
        );
        match watched {
            Ok(()) => {}
            Err(never) => match never {},
        }
    }
}

/// The evidence of the data set.
pub fn evidence(rules: &Rules, set: DataSet) -> Evidence {
    let mut evidence = Evidence::default();
    records(rules, set, |record| evidence.add(&record));
    evidence
}
