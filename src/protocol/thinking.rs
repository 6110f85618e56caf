//! Thinking: players, analysis, and what pieces are worth.

use serde::{Deserialize, Serialize};
use tsify::Tsify;

use super::{MoveView, Side};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ThinkingCommand {
    /// A move for the position last shown, by a player of this kind. Answer: `chosen`.
    Choose { player: Mover, seed: u32 },
    /// Think about the position last shown: as a player of this kind, or for analysis; of `share`, part and number of
    /// parts, only these moves. Answers: `thinking` again and again, then `thought`.
    Think { player: Option<Mover>, seed: u32, nodes: Option<u32>, share: Option<[u32; 2]> },
    /// What this move is worth in the position last shown, beside the best. Answer: `judged`.
    Judge { text: String, nodes: u32 },
    /// What the shares of a search have found together: for each, its reports in order. Answer: `combined`.
    Combine { shares: Vec<Vec<ShareReport>> },
    /// Learn what pieces are worth by so many games against itself. Answers: `warming` after each, then `values`.
    WarmUp { games: u32, seed: u32 },
    /// Play by these weights, as `values` gave them. Answer: `values`.
    Weigh { weights: Vec<f64> },
    /// Play by this net, a file, of the game that is loaded. One that is damaged or of another game is refused, and players go on
    /// as before. Answer: `values`.
    Net {
        #[tsify(type = "Uint8Array")]
        bytes: Vec<u8>,
    },
    /// What the evaluation goes by, and what its terms say about the position last shown. Answer: `voices`.
    Voices,
    /// What each piece is worth by the rules alone, term by term. Answer: `worths`.
    Worths,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum ThinkingReply {
    /// The text of a move.
    Chosen(String),
    /// How far thinking has come; more will follow.
    Thinking(ThoughtView),
    Thought(ThoughtView),
    Judged(Judgement),
    /// Nothing until every share has reported.
    Combined(Option<Combined>),
    /// How learning by self-play goes; more will follow.
    Warming(ValuesView),
    Values(ValuesView),
    Voices(EvaluationView),
    Worths(Vec<WorthView>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Mover {
    Random,
    /// The engine at a level from 1, which anyone can beat, to 8.
    Level(u32),
}

/// One part of a sum: `value` times `weight` is what it adds. In an evaluation, positive is good for White.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct TermView {
    pub name: String,
    /// What it counts, in a few words.
    pub label: String,
    pub value: f64,
    pub weight: f64,
}

/// The evaluation that the engine plays by, on one position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct EvaluationView {
    pub by: EvaluatedBy,
    pub terms: Vec<TermView>,
}

/// Where the weights of an evaluation come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum EvaluatedBy {
    /// METAGAMER's advisors.
    Advisors,
    /// The rules alone.
    Rules,
    /// The rules, fitted to games of the engine with itself.
    Fitted,
    /// A net that was trained on such games, beside weights.
    Net,
    /// Self-play in this page.
    Learned,
}

/// What a piece is worth by the rules alone: the sum of its terms.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct WorthView {
    pub piece: u32,
    pub terms: Vec<TermView>,
    pub total: f64,
}

/// What looking ahead has found, for the player to move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ThoughtView {
    /// The last depth that was looked at whole; 0 when the move is a guess.
    pub depth: u32,
    /// It was stopped within the next depth, and the rest is the best of that depth so far.
    pub partial: bool,
    pub nodes: f64,
    /// For comparing thoughts about one position: larger is better, sure wins largest, sooner ones more so.
    pub value: i32,
    /// By how many of the cheapest pieces the player to move is ahead; nothing to go by when `win` is set.
    pub score: f64,
    /// The chance to win, from 0 to 1.
    pub chance: f64,
    /// A sure win in so many moves of either side; negative, a sure loss.
    pub win: Option<i32>,
    /// The best moves for both sides, the one to play first.
    pub line: Vec<MoveView>,
}

/// What one share of a search has reported, as far as shares are compared by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ShareReport {
    pub depth: u32,
    pub partial: bool,
    pub nodes: u32,
    pub value: i32,
    /// Its line is empty: the share has no move.
    pub empty: bool,
}

/// Which report of which share is the best of all, and what holds of them together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Combined {
    pub share: u32,
    pub report: u32,
    pub depth: u32,
    pub partial: bool,
    pub nodes: u32,
}

/// A move beside the best one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Judgement {
    pub quality: Quality,
    pub best: ThoughtView,
    pub played: ThoughtView,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Quality {
    Best,
    Good,
    Inaccuracy,
    Mistake,
    /// There was a sure win.
    MissedWin,
    /// The other side can now win by force, and could not before.
    Loses,
}

/// What pieces are worth, and how it came to that.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ValuesView {
    /// Games of self-play so far.
    pub games: u32,
    /// How many times what was learned won its test and was taken over.
    pub adopted: u32,
    /// What self-play has come to.
    pub values: Vec<PieceValue>,
    /// Set when something was taken over: all weights, to be told to other workers.
    pub learned: Option<Vec<f64>>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PieceValue {
    pub piece: u32,
    pub side: Side,
    pub value: f32,
}
