//! Nets that were trained for built-in games (`kibitzer train`), in one list. As with fitted weights, a game is known by its rules.
//!
//! The native tool has them built in. The modules of the page know only which game has a net, and the name of its file: the page
//! fetches it when an engine is to think about that game.

use crate::bots::net::Net;
use crate::sbg::Rules;

struct TrainedNet {
    /// Of the file in `nets/`, without its ending.
    name: &'static str,
    /// The fingerprint of the rules.
    game: u64,
    #[cfg(feature = "tool")]
    bytes: &'static [u8],
}

macro_rules! nets {
    ($($name:literal),* $(,)?) => {
        &[$({
            const BYTES: &[u8] = include_bytes!(concat!("nets/", $name, ".net"));
            TrainedNet {
                name: $name,
                // Read while this is compiled, so that nothing else of the file is in a module of the page.
                game: Net::game_of(BYTES),
                #[cfg(feature = "tool")]
                bytes: BYTES,
            }
        }),*]
    };
}

const NETS: &[TrainedNet] = nets![
    "breakthrough",
    "cannon",
    "checkers-breakthrough",
    "chess",
    "escort-breakthrough",
    "gardner",
    "legacy-of-ibis",
    "limited-rider",
    "los-alamos-asymmetric",
];

fn find(rules: &Rules) -> Option<&'static TrainedNet> {
    NETS.iter().find(|net| net.game == rules.fingerprint())
}

/// The name of the file with the net of these rules, if one was trained.
pub fn net_name(rules: &Rules) -> Option<&'static str> {
    find(rules).map(|net| net.name)
}

/// The net of these rules, where it is built in.
#[cfg(feature = "tool")]
pub(super) fn built_in(rules: &Rules) -> Option<Net> {
    Net::from_bytes(rules, find(rules)?.bytes).ok()
}
#[cfg(not(feature = "tool"))]
pub(super) fn built_in(_rules: &Rules) -> Option<Net> {
    None
}

#[cfg(all(test, feature = "tool"))]
mod tests {
    use super::*;
    use crate::sbg::{BUILTIN, read_game};

    #[test]
    fn every_net_is_whole_and_of_one_built_in_game() {
        let games: Vec<Rules> = BUILTIN.iter().map(|game| read_game(game.text).unwrap().1).collect();
        for TrainedNet { name, bytes, .. } in NETS {
            let of = games.iter().filter(|rules| Net::from_bytes(rules, bytes).is_ok()).count();
            assert_eq!(of, 1, "{name}");
            assert!(bytes.len() <= 30_000, "{name}: {} bytes", bytes.len());
        }
        assert_eq!(games.iter().filter(|rules| built_in(rules).is_some()).count(), NETS.len());
    }
}
