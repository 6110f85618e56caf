//! Whether one of two players is better, by games in pairs from the same opening with colours changed.

/// What a challenger has scored so far.
///
/// ```
/// use kibitzer::search::Contest;
///
/// let mut contest = Contest::default();
/// (0..20).for_each(|_| contest.add(1.0));
/// assert_eq!(contest.verdict(), None, "twenty games are too few");
/// (0..20).for_each(|_| contest.add(1.0));
/// assert_eq!(contest.verdict(), Some(true));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Contest {
    games: u32,
    wins: u32,
    losses: u32,
}

/// A contest is over after so many games.
const GAMES: u32 = 80;

/// Fewer games say nothing, whatever their results.
const FEWEST: u32 = 24;

/// How far the challenger must lead, in standard deviations. An equal one passes once in six times, which does no harm;
/// one that would score 45 % passes once in thirty.
const SURE: f64 = 1.0;

impl Contest {
    /// Counts a game: 1 for a win of the challenger, 0 for a loss.
    pub fn add(&mut self, score: f64) {
        self.games += 1;
        self.wins += u32::from(score > 0.5);
        self.losses += u32::from(score < 0.5);
    }

    /// Whether the challenger is better, once that is settled: early where there is little hope, or no doubt.
    pub fn verdict(&self) -> Option<bool> {
        let lead = self.lead();
        let settled = self.games >= GAMES
            || (self.games.is_multiple_of(2) && self.games >= FEWEST && !(-SURE..=SURE + 2.0).contains(&lead));
        settled.then_some(lead >= SURE)
    }

    /// Whether it is better as far as one can tell by now.
    pub fn is_ahead(&self) -> bool {
        self.games >= FEWEST && self.lead() >= SURE
    }

    /// The challenger's lead in standard deviations.
    fn lead(&self) -> f64 {
        (f64::from(self.wins) - f64::from(self.losses)) / f64::from(self.wins + self.losses).max(1.0).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(results: impl Iterator<Item = f64>) -> (u32, Option<bool>) {
        let mut contest = Contest::default();
        for result in results {
            contest.add(result);
            if contest.verdict().is_some() {
                break;
            }
        }
        (contest.games, contest.verdict())
    }

    #[test]
    fn a_contest_ends_early_without_hope_or_doubt_and_a_draw_is_not_enough() {
        assert_eq!(after(std::iter::repeat(0.0)), (FEWEST, Some(false)));
        assert_eq!(after(std::iter::repeat(1.0)), (FEWEST, Some(true)));
        assert_eq!(after(std::iter::repeat(0.5)), (GAMES, Some(false)));
        assert_eq!(after([1.0, 0.0].into_iter().cycle()), (GAMES, Some(false)));
        assert_eq!(after([1.0, 0.0, 1.0, 0.0, 1.0, 0.5].into_iter().cycle()), (GAMES, Some(true)));
    }
}
