//! Nets that were trained for built-in games (`kibitzer train`). As with fitted weights, a game is known by its rules.

use crate::bots::net::Net;
use crate::sbg::Rules;

/// Only programs that look ahead need them.
#[cfg(all(feature = "thinking", feature = "simplified"))]
const NETS: &[&[u8]] = &[
    include_bytes!("nets/breakthrough.net"),
    include_bytes!("nets/checkers-breakthrough.net"),
    include_bytes!("nets/chess.net"),
    include_bytes!("nets/escort-breakthrough.net"),
    include_bytes!("nets/gardner.net"),
    include_bytes!("nets/legacy-of-ibis.net"),
    include_bytes!("nets/limited-rider.net"),
    include_bytes!("nets/los-alamos-asymmetric.net"),
];
#[cfg(not(all(feature = "thinking", feature = "simplified")))]
const NETS: &[&[u8]] = &[];

/// The net of these rules, if there is one.
pub(super) fn trained(rules: &Rules) -> Option<Net> {
    let bytes = NETS.iter().find(|bytes| Net::game_of(bytes) == Some(rules.fingerprint()))?;
    Net::from_bytes(rules, bytes).ok()
}

#[cfg(all(test, feature = "thinking", feature = "simplified"))]
mod tests {
    use super::*;
    use crate::sbg::{BUILTIN, read_game};

    #[test]
    fn every_net_is_whole_and_of_one_built_in_game() {
        let games: Vec<Rules> = BUILTIN.iter().map(|game| read_game(game.text).unwrap().1).collect();
        for (index, bytes) in NETS.iter().enumerate() {
            let of = games.iter().filter(|rules| Net::from_bytes(rules, bytes).is_ok()).count();
            assert_eq!(of, 1, "net {index}");
            assert!(bytes.len() <= 30_000, "net {index}: {} bytes", bytes.len());
        }
        assert_eq!(games.iter().filter(|rules| trained(rules).is_some()).count(), NETS.len());
    }
}
