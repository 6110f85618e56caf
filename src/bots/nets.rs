//! Nets that were trained for built-in games (`kibitzer train`). As with fitted weights, a game is known by its rules.

use crate::bots::net::Net;
use crate::sbg::Rules;

/// Only programs that look ahead need them.
#[cfg(all(feature = "thinking", feature = "simplified"))]
const NETS: &[&[u8]] = &[include_bytes!("nets/breakthrough.net"), include_bytes!("nets/gardner.net")];
#[cfg(not(all(feature = "thinking", feature = "simplified")))]
const NETS: &[&[u8]] = &[];

/// The net of these rules, if there is one.
pub(super) fn trained(rules: &Rules) -> Option<Net> {
    let bytes = NETS.iter().find(|bytes| Net::game_of(bytes) == Some(rules.fingerprint()))?;
    Net::from_bytes(rules, bytes).ok()
}
