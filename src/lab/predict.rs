//! Predictions against the truth: balanced accuracy and "perfectly solved", as Flynn (2020) and IGGP count them.

/// One atom: whether it is true, and whether it was told right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Predicted {
    truth: bool,
    right: bool,
}

pub fn predicted(truth: bool, said: bool) -> Predicted {
    Predicted { truth, right: truth == said }
}

/// True and false atoms, and how many of each were told right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Predictions {
    positives: u64,
    right_positives: u64,
    negatives: u64,
    right_negatives: u64,
}

impl Predictions {
    pub fn add(&mut self, Predicted { truth, right }: Predicted) {
        let (all, good) = match truth {
            true => (&mut self.positives, &mut self.right_positives),
            false => (&mut self.negatives, &mut self.right_negatives),
        };
        *all += 1;
        *good += u64::from(right);
    }

    /// The mean of the shares of true and of false atoms that were told right, in per cent; the one that there is, if all
    /// atoms are of one kind.
    pub fn balanced_accuracy(&self) -> f64 {
        let share = |right: u64, all: u64| (all > 0).then(|| 100.0 * right as f64 / all as f64);
        let shares = [share(self.right_positives, self.positives), share(self.right_negatives, self.negatives)];
        let known: Vec<f64> = shares.into_iter().flatten().collect();
        known.iter().sum::<f64>() / known.len().max(1) as f64
    }

    pub fn is_perfect(&self) -> bool {
        self.right_positives == self.positives && self.right_negatives == self.negatives
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_positives_count_as_much_as_many_negatives() {
        let mut sums = Predictions::default();
        (0..98).for_each(|_| sums.add(predicted(false, false)));
        sums.add(predicted(true, false));
        sums.add(predicted(true, true));
        assert_eq!(sums.balanced_accuracy(), 75.0);
        assert!(!sums.is_perfect());
        let mut perfect = Predictions::default();
        perfect.add(predicted(true, true));
        assert!(perfect.is_perfect());
        assert_eq!(perfect.balanced_accuracy(), 100.0);
    }
}
