//! Sharing: links that hold a game.

use serde::{Deserialize, Serialize};
use tsify::Tsify;

use super::Source;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum SharingCommand {
    /// The link that leads to exactly this game and position, and to a page that stands like this one: `page` holds names
    /// and values that only the page understands. `source` is the game, where another is meant than the one loaded.
    /// Answer: `link`.
    Share { source: Option<Source>, start: Option<String>, moves: Vec<String>, page: Vec<(String, String)> },
    /// Read the part of a link after `#`. Answer: `opened`.
    Open { fragment: String },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum SharingReply {
    /// The part of the link after `#`.
    Link(String),
    Opened(Opened),
}

/// What a link holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Opened {
    pub source: Source,
    pub start: Option<String>,
    pub moves: Vec<String>,
    /// How the sender's page stood, as names and values.
    pub page: Vec<(String, String)>,
}
