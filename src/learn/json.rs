//! What was learned of a piece, for other programs.

use crate::automata::{Dfa, show_word};
use crate::learn::LearnedPiece;

/// `"states":…,"start":…,"accepting":…,"transitions":…`
pub fn automaton_json(dfa: &Dfa) -> String {
    let accepting: Vec<String> =
        dfa.states().filter(|state| dfa.is_accepting(*state)).map(|state| state.index().to_string()).collect();
    let mut transitions: Vec<String> = Vec::new();
    for from in dfa.states() {
        for (step, to) in dfa.transitions(from) {
            let (from, to) = (from.index(), to.index());
            transitions.push(format!("[{from},{},{},\"{}\",{to}]", step.dx, step.dy, step.on.letter()));
        }
    }
    let (accepting, transitions) = (accepting.join(","), transitions.join(","));
    let (states, start) = (dfa.size(), Dfa::START.index());
    format!("\"states\":{states},\"start\":{start},\"accepting\":[{accepting}],\"transitions\":[{transitions}]")
}

/// Everything but the time it took, and without the braces around it.
pub fn piece_json(piece: &LearnedPiece) -> String {
    let player = piece.player.to_string().to_ascii_lowercase();
    let doubts: Vec<String> = piece
        .doubts
        .iter()
        .map(|doubt| {
            let (word, why) = (show_word(&doubt.word), doubt.why.name());
            format!("{{\"word\":\"{word}\",\"accepted\":{},\"why\":\"{why}\"}}", doubt.accepted)
        })
        .collect();
    // In ten-thousandths: printing fractions takes more code than all of this.
    let sure = (piece.sure * 10_000.0).round() as u32;
    format!(
        "\"letter\":\"{}\",\"player\":\"{player}\",{},\"counts\":{{\"words\":{},\"seen\":{},\"candidates\":{},\
         \"merges\":{},\"doubts\":{}}},\"sure\":{}.{:04},\"shared\":{},\"doubts\":[{}]",
        piece.letter,
        automaton_json(&piece.dfa),
        piece.words,
        piece.seen,
        piece.tally.candidates,
        piece.tally.merges,
        piece.doubt_count,
        sure / 10_000,
        sure % 10_000,
        piece.shared,
        doubts.join(",")
    )
}
