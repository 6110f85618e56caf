//! What confirms that a piece is symmetric, and what the records leave unexplored.

use crate::automata::Word;
use crate::board::{Geometry, Square};
use crate::learn::evidence::Evidence;
use crate::learn::symmetry::Turn;
use crate::learn::word_tree::WordTree;
use crate::order;

impl WordTree {
    /// How many of the squares up to two away are off the board wherever these pieces stood, though not everywhere: nothing can be known
    /// of moves there. One that is a mirror image of another that was on the board does not count.
    pub(in crate::learn) fn unexplored(&self, evidence: &Evidence, board: Geometry) -> u32 {
        let mut stood = vec![false; board.size()];
        self.samples.iter().for_each(|&sample| stood[usize::from(evidence.sample(sample).from)] = true);
        let fits = |from: Square, (dx, dy): (i8, i8)| board.step(from, dx, dy).is_some();
        let offsets = || (-2..=2).flat_map(|dy| (-2..=2).map(move |dx| (dx, dy)));
        let was_on_board = |(dx, dy): (i8, i8)| {
            let mut images = self.symmetry.turns().map(|turn| turn.direction(dx, dy));
            images.any(|image| board.squares().any(|from| stood[from.index()] && fits(from, image)))
        };
        offsets().filter(|&offset| board.squares().any(|from| fits(from, offset)) && !was_on_board(offset)).count()
            as u32
    }

    /// How many words have which of the turns' images seen too, turn by turn: what confirms a symmetry.
    pub(in crate::learn) fn confirmed(&self) -> [u32; 8] {
        let mut confirmed = [0; 8];
        for node in self.nodes.iter().filter(|node| node.seen > 0) {
            for turn in Turn::ALL.into_iter().filter(|turn| self.symmetry.has(*turn) && !node.fixed.has(*turn)) {
                let seen = |image: Turn| node.seen_as >> image.number() & 1 == 1;
                let both = Turn::ALL.into_iter().any(|image| seen(image) && seen(turn.after(image)));
                confirmed[usize::from(turn.number())] += u32::from(both);
            }
        }
        confirmed
    }

    /// How many words confirm the symmetry that fewest confirm.
    pub(in crate::learn) fn weakest_confirmation(&self) -> u32 {
        let confirmed = self.confirmed();
        let turns = self.symmetry.turns().filter(|turn| *turn != Turn::NONE);
        turns.map(|turn| confirmed[usize::from(turn.number())]).min().unwrap_or(0)
    }

    /// Words that are believed by a symmetry that nothing confirms, shortest first: of each word of one step, and of longer
    /// ones as long as none of them does.
    pub(in crate::learn) fn unconfirmed(&self) -> Vec<Word> {
        let mut words: Vec<Word> = Vec::new();
        for turn in [Turn::LEFT_RIGHT, Turn::FORWARD_BACK, Turn::from_number(4), Turn::HALF, Turn::from_number(5)] {
            if !self.symmetry.has(turn) {
                continue;
            }
            let mut longer: Option<Word> = None;
            let mut longer_confirmed = false;
            for index in (1..self.nodes.len()).filter(|&index| self.nodes[index].seen > 0) {
                let node = &self.nodes[index];
                let seen = |image: Turn| node.seen_as >> image.number() & 1 == 1;
                let images = || self.symmetry.turns().filter(|image| seen(*image));
                let own = self.own_word(index);
                // Another image, not the same word again.
                let other = |image: Turn| turn.after(image).word(&own) != image.word(&own);
                let Some(asked) = images().find(|image| other(*image)) else { continue };
                let confirmed = images().any(|image| other(image) && seen(turn.after(image)));
                match (own.len(), confirmed) {
                    (1, false) => words.push(turn.after(asked).word(&own)),
                    (1, true) => {}
                    (_, true) => longer_confirmed = true,
                    (_, false) => {
                        if longer.as_ref().is_none_or(|known| own.len() < known.len()) {
                            longer = Some(turn.after(asked).word(&own));
                        }
                    }
                }
            }
            words.extend(longer.filter(|_| !longer_confirmed));
        }
        order::sort_by(&mut words, |a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        words.dedup();
        words
    }
}
