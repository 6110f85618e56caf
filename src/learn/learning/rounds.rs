//! Rounds of learning from silence: what was learned tells how many choices there were, and so how much silence says.

use std::sync::Arc;

use crate::board::Geometry;
use crate::learn::event::EventSink;
use crate::learn::learning::group::Group;
use crate::learn::learning::{Learning, Stage};
use crate::learn::pool;
use crate::learn::silence::{self, Habits, Silence};
use crate::learn::word_tree::{Census, Facts, ImageCount};

/// How often rarely played words are looked for before choices are counted.
const MOST_TRIMS: u32 = 5;

/// How often the number of choices is recomputed from what was learned with the last.
const ROUNDS: u32 = 3;

impl Learning {
    /// Starts the next round, unless silence says what it said in the last one.
    pub(super) fn start_round(&mut self, events: &mut EventSink<'_>) {
        let Some(board) = self.evidence.board() else { return };
        if self.counts_silence() {
            let choices = self.count_choices(board, MOST_TRIMS);
            if self.round > 0 && choices == self.choices {
                self.finish_rounds();
                return;
            }
            self.weigh_silence(board, choices);
        }
        self.round += 1;
        self.current = 0;
        self.stage = Stage::Searching;
        self.start_search(events);
    }

    /// Estimates how much of each player's play is random, and applies the silence that follows to all groups. `choices` is the
    /// number of moves known to be legal in each position.
    fn weigh_silence(&mut self, board: Geometry, mut choices: Vec<u16>) {
        let mut silence = Arc::new(Silence::new(&self.evidence, &choices, [1.0; 2]));
        let mut censuses: Vec<Census> =
            self.groups.iter_mut().map(|group| group.census(&self.evidence, board, &silence)).collect();
        let mut habits = Habits::default();
        censuses.iter().for_each(|census| habits.add(census));
        self.chance = habits.chance();
        if self.chance != [1.0; 2] {
            // What is played rarely may be what the players avoid.
            if self.round == 0 {
                choices = self.count_choices(board, 0);
            }
            silence = Arc::new(Silence::new(&self.evidence, &choices, self.chance));
            censuses.clear();
        }
        let mut censuses = censuses.into_iter();
        for group in std::mem::take(&mut self.groups) {
            self.apply_silence(group, board, &silence, censuses.next());
        }
        self.choices = choices;
    }

    /// Where silence counts, what was learned changes how many choices there were, and so how much silence says.
    pub(super) fn end_round(&mut self, events: &mut EventSink<'_>) {
        if self.counts_silence() && self.round < ROUNDS {
            self.start_round(events);
        } else {
            self.finish_rounds();
        }
    }

    fn finish_rounds(&mut self) {
        self.choices = Vec::new();
        self.stage = Stage::Done;
    }

    /// How many moves are known to be legal in each position: by what was learned, and before that by what was seen. A few errors
    /// in the records would count as choices in thousands of positions, so what was played far more rarely than the
    /// rest is left out, until that changes nothing.
    fn count_choices(&mut self, board: Geometry, most_trims: u32) -> Vec<u16> {
        let evidence = &self.evidence;
        self.groups.iter_mut().for_each(|group| group.tree.unmark_rare());
        let mut trims = 0;
        loop {
            let mut choices = vec![0u16; evidence.positions()];
            self.groups.iter_mut().for_each(|group| group.count_choices(evidence, board, &mut choices));
            if self.round > 0 || trims == most_trims {
                return choices;
            }
            let silence = Arc::new(Silence::new(evidence, &choices, [1.0; 2]));
            let censuses: Vec<Census> =
                self.groups.iter_mut().map(|group| group.census(evidence, board, &silence)).collect();
            let typical = silence::typical_rate(&censuses);
            let is_rare = |row: &ImageCount| pool::is_rarely_played(row, typical);
            let mut changed = false;
            for (group, census) in self.groups.iter_mut().zip(&censuses) {
                changed |= Facts::new(evidence, &mut group.tree, board).mark_rare(census, is_rare);
                group.tree.rest();
            }
            if !changed {
                return choices;
            }
            trims += 1;
        }
    }

    /// Applies silence to a group, and splits the group where silence shows that its members differ. `census` was taken with
    /// the same silence, if it is given.
    fn apply_silence(&mut self, mut group: Group, board: Geometry, silence: &Arc<Silence>, census: Option<Census>) {
        let census = census.unwrap_or_else(|| group.census(&self.evidence, board, silence));
        let differences = pool::differences(&census, self.settings.prices.illegal_threshold, self.damaged);
        let same = !differences.colours && differences.refuted & group.tree.symmetry().mask() == 0;
        if same && self.errors(&census, self.damaged).is_empty() {
            self.groups.push(group);
            return;
        }
        match self.pooled(&group.pieces, Some(silence)) {
            Some(pooled) => {
                self.damaged |= pooled.is_damaged();
                self.groups.push(Group { tally: group.tally, ..pooled });
            }
            None => {
                let apart = self.apart(&group.pieces, Some(silence));
                self.groups.extend(apart);
            }
        }
    }
}
