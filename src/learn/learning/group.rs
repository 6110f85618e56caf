//! Pieces that are learned together: one piece, or a piece and its counterpart, with their tree of words.

use std::sync::Arc;

use crate::automata::{Dfa, Step, Word, minimize, words_on_board};
use crate::board::Geometry;
use crate::learn::confidence::Signs;
use crate::learn::doubts::{self, Doubt};
use crate::learn::learning::{Learning, Told};
use crate::learn::piece_id::PieceId;
use crate::learn::pool;
use crate::learn::search::Search;
use crate::learn::silence::Silence;
use crate::learn::symmetry::{Symmetry, Turn};
use crate::learn::word_tree::{Census, Facts, Verdict, WordTree};
use crate::learn::{Algorithm, Clash, Doubts, Evidence, Settings, Tally};

/// Letters that are learned together: one piece, or a piece and its counterpart.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) pieces: Vec<PieceId>,
    pub(super) tree: WordTree,
    pub(super) search: Option<Search>,
    /// In the mover's coordinates; of the last search that was finished.
    pub(super) learned: Option<Dfa>,
    pub(super) tally: Tally,
    pub(super) clashes: Vec<Clash>,
    /// Answers that contradict the records; the records take precedence.
    pub(super) refuted: Vec<Told>,
}

impl Group {
    pub(super) fn has(&self, letter: char) -> bool {
        PieceId::new(letter).is_some_and(|piece| self.pieces.contains(&piece))
    }

    pub(super) fn letters(&self) -> Vec<char> {
        self.pieces.iter().map(|piece| piece.letter()).collect()
    }

    /// Whether some record of it is an error.
    pub(super) fn is_damaged(&self) -> bool {
        self.clashes.iter().any(|clash| matches!(clash, Clash::Outvoted { .. }))
    }

    /// The best automaton so far, in the mover's coordinates.
    pub(super) fn best(&self) -> Dfa {
        match (&self.search, &self.learned) {
            (Some(search), None) => search.best(),
            (_, Some(dfa)) => dfa.clone(),
            (None, None) => self.seen(),
        }
    }

    /// What was seen and no more.
    pub(super) fn seen(&self) -> Dfa {
        minimize(&Dfa::prefix_tree(self.tree.seen_words().iter().map(Vec::as_slice)))
    }

    /// Adds the choices in each position by what was learned in the last round, or else by what was seen.
    pub(super) fn count_choices(&mut self, evidence: &Evidence, board: Geometry, choices: &mut [u16]) {
        let learned = self.learned.as_ref().and_then(|dfa| words_on_board(dfa, board, 20_000));
        let mut facts = Facts::new(evidence, &mut self.tree, board);
        match learned {
            Some(words) => facts.count_choices(&words, choices),
            None => facts.count_seen_choices(choices),
        }
        self.tree.rest();
    }

    /// How the words seen fared, given how much silence says.
    pub(super) fn census(&mut self, evidence: &Evidence, board: Geometry, silence: &Arc<Silence>) -> Census {
        let mut facts = Facts::new(evidence, &mut self.tree, board);
        facts.set_silence(silence.clone());
        let census = facts.census(Some(silence));
        self.tree.rest();
        census
    }

    /// The automaton after doubts have fallen the way they should, the doubts, and what tells how sure to be.
    pub(super) fn judge(
        &mut self,
        evidence: &Evidence,
        board: Geometry,
        settings: &Settings,
        single: bool,
        trust: f64,
    ) -> (Dfa, Vec<Doubt>, Signs) {
        let generous = self.best();
        let mut facts = Facts::new(evidence, &mut self.tree, board);
        let illegal_threshold = settings.prices.illegal_threshold;
        let accepted = settings.doubts == Doubts::Accept;
        let (mut doubts, _) = doubts::accepted(&generous, &mut facts);
        doubts.iter_mut().for_each(|doubt| doubt.accepted = accepted);
        doubts.extend(doubts::rejected(&generous, &mut facts, illegal_threshold));
        doubts::rank(&mut doubts, self.tree.weakest_confirmation());
        let dfa = if accepted { generous } else { self.seen() };
        let unexplored = self.tree.unexplored(evidence, board);
        let signs = Signs::new(&self.tree, unexplored, &dfa, &doubts, single, trust);
        (dfa, doubts, signs)
    }
}

impl Learning {
    /// Each of these pieces alone.
    pub(super) fn apart(&self, pieces: &[PieceId], silence: Option<&Arc<Silence>>) -> Vec<Group> {
        pieces.iter().filter_map(|&piece| self.pooled(&[piece], silence)).collect()
    }

    /// What these pieces have in common: their tree, as symmetric as what was seen allows, without what is an error in the
    /// records. `None` when they move differently.
    pub(super) fn pooled(&self, pieces: &[PieceId], silence: Option<&Arc<Silence>>) -> Option<Group> {
        let board = self.evidence.board()?;
        let ours = self.settings.algorithm == Algorithm::Kibitzer;
        let mut apart = if ours && self.settings.symmetry { self.told_apart(pieces) } else { !Symmetry::NONE.mask() };
        let mut errors: Vec<(PieceId, Word)> = Vec::new();
        let mut outvoted: Vec<Clash> = Vec::new();
        loop {
            let symmetry = Symmetry::largest_without(apart);
            let mut tree = WordTree::symmetric(&self.evidence, pieces, symmetry, &errors);
            let refuted = self.label(pieces, &mut tree, board, &errors);
            let mut facts = Facts::new(&self.evidence, &mut tree, board);
            if let Some(silence) = silence {
                facts.set_silence(silence.clone());
            }
            if ours {
                let census = facts.census(silence.map(|silence| &**silence));
                let mut found = self.errors(&census, self.damaged || !errors.is_empty());
                found.retain(|(piece, word, _)| !is_among(&errors, *piece, word));
                if !found.is_empty() {
                    for (piece, word, against) in found {
                        outvoted.extend(self.outvoted(piece, &word, against));
                        errors.push((piece, word));
                    }
                    continue;
                }
                let differences = pool::differences(
                    &census,
                    self.settings.prices.illegal_threshold,
                    self.damaged || !errors.is_empty(),
                );
                if differences.colours && pieces.len() > 1 {
                    return None;
                }
                if differences.refuted & symmetry.mask() != 0 {
                    apart |= differences.refuted;
                    continue;
                }
            }
            let mut clashes = facts.clashes();
            if pieces.len() > 1 && !clashes.is_empty() {
                return None;
            }
            clashes.extend(outvoted);
            if self.counts_silence() {
                tree.rest();
            }
            let pieces = pieces.to_vec();
            let (search, learned, tally) = (None, None, Tally::default());
            return Some(Group { pieces, tree, search, learned, tally, clashes, refuted });
        }
    }

    /// Words that were listed by mistake, each with the number of records against it.
    pub(super) fn errors(&self, census: &Census, damaged: bool) -> Vec<(PieceId, Word, u32)> {
        let mut found = Vec::new();
        for (own, rows) in census {
            let together = pool::are_errors(rows, damaged);
            for row in rows.iter().filter(|row| row.seen > 0 && (together || pool::is_error(row, damaged))) {
                let lacking = row.in_full.saturating_sub(row.listed);
                let against = if lacking > 0 { lacking } else { row.expected() as u32 };
                found.push((row.piece, row.turn.word(own), against));
            }
        }
        found
    }

    /// Names the records that list an error.
    fn outvoted(&self, piece: PieceId, word: &[Step], against: u32) -> Vec<Clash> {
        let records = self.evidence.records_of(piece, word);
        let (letter, word) = (piece.letter(), piece.turned(word));
        let clash = |&record: &u32| Clash::Outvoted { letter, word: word.clone(), record, against };
        records.iter().map(clash).collect()
    }

    /// Turns, by their bits, that answers tell apart: one image of a word is legal, another one is not.
    fn told_apart(&self, pieces: &[PieceId]) -> u8 {
        let told = || self.told.iter().filter(|told| told.piece().is_some_and(|piece| pieces.contains(&piece)));
        let mut apart = 0;
        for illegal in told().filter(|told| !told.legal) {
            for turn in Turn::ALL {
                let image = turn.inverse().word(&illegal.word);
                let seen = pieces.iter().any(|&piece| self.evidence.seen_of(piece, &image).is_some());
                if turn != Turn::NONE && (seen || told().any(|told| told.legal && told.word == image)) {
                    apart |= 1 << turn.number();
                }
            }
        }
        apart
    }

    /// Labels the tree with what was answered; returns the answers that contradict the records, or are among the `errors` that
    /// the records outvote.
    fn label(&self, pieces: &[PieceId], tree: &mut WordTree, board: Geometry, errors: &[(PieceId, Word)]) -> Vec<Told> {
        let mut refuted = Vec::new();
        for told in &self.told {
            let Some(piece) = told.piece().filter(|piece| pieces.contains(piece)) else { continue };
            let seen = Facts::new(&self.evidence, tree, board).ask(&told.word, f64::INFINITY).verdict;
            match (seen, told.legal) {
                (_, true) if is_among(errors, piece, &told.word) => refuted.push(told.clone()),
                (Verdict::Legal, false) | (Verdict::Illegal, true) => refuted.push(told.clone()),
                (_, true) => tree.label_legal(piece, [&told.word]),
                (_, false) => tree.label_illegal([&told.word]),
            }
        }
        refuted
    }
}

fn is_among(errors: &[(PieceId, Word)], piece: PieceId, word: &[Step]) -> bool {
    errors.iter().any(|(by, error)| *by == piece && *error == word)
}
