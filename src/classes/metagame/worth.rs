//! What METAGAMER thinks, term by term.

use crate::board::Player;
use crate::metagame::{Advisor, Metagamer, Piece, Position, Rules, Weights, kind_of};
use crate::protocol::{TermView, WorthView};

fn term(advisor: Advisor, value: f64, weight: f64) -> TermView {
    TermView { name: advisor.name().to_owned(), label: advisor.label().to_owned(), value, weight }
}

/// Every advisor's voice, with the weights of the strongest published player.
pub(super) fn voices(rules: &Rules, pos: &Position) -> Vec<TermView> {
    let weights = Weights::tournament(6).unwrap_or_default();
    let voices = Metagamer::new(rules, weights).voices(rules, pos);
    let speaks = |advisor: &&Advisor| weights[**advisor] != 0.0 && !Advisor::MATERIAL.contains(advisor);
    Advisor::ALL.iter().filter(speaks).map(|advisor| term(*advisor, voices[*advisor], weights[*advisor])).collect()
}

/// The material values of Tables 15.2 to 15.6.
pub(super) fn worths(rules: &Rules) -> Vec<WorthView> {
    let weights = Weights::tables();
    let analysis = rules.analysis();
    let worth = |piece: Piece| {
        let rows = analysis.material(piece);
        let parts = Advisor::MATERIAL.iter().filter(|advisor| weights[**advisor] != 0.0);
        WorthView {
            piece: kind_of(piece).0,
            terms: parts.map(|advisor| term(*advisor, rows[*advisor], weights[*advisor])).collect(),
            total: analysis.value(piece, &weights),
        }
    };
    rules.pieces().filter(|piece| piece.owner() == Player::White).map(worth).collect()
}
