//! Scales with round numbers.

use super::Axis;

/// From the lowest to the highest number, with marks at round ones.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Scale {
    pub(super) from: f64,
    pub(super) to: f64,
    pub(super) step: f64,
}

impl Scale {
    /// A scale for these values: the axis's own, or one that begins at 0, or below, and holds them all.
    pub(super) fn new(axis: &Axis, values: impl Iterator<Item = f64>) -> Scale {
        let (low, high) = axis.scale.unwrap_or_else(|| {
            values.fold((0.0, 0.0), |(low, high): (f64, f64), value| (low.min(value), high.max(value)))
        });
        let high = if high > low { high } else { low + 1.0 };
        let step = round_step((high - low) / 5.0);
        Scale { from: (low / step).floor() * step, to: (high / step).ceil() * step, step }
    }

    /// Where a value stands, 0 at the lower end and 1 at the upper.
    pub(super) fn place(&self, value: f64) -> f64 {
        ((value - self.from) / (self.to - self.from)).clamp(0.0, 1.0)
    }

    /// The round numbers, each with its text.
    pub(super) fn ticks(&self) -> Vec<(f64, String)> {
        let count = ((self.to - self.from) / self.step).round() as i32;
        (0..=count).map(|index| self.from + f64::from(index) * self.step).map(|at| (at, self.text(at))).collect()
    }

    fn text(&self, at: f64) -> String {
        let digits = if self.step >= 1.0 {
            0
        } else if self.step >= 0.1 {
            1
        } else {
            3
        };
        let text = format!("{at:.digits$}");
        if text.trim_start_matches('-').chars().all(|c| c == '0' || c == '.') { "0".to_owned() } else { text }
    }
}

/// The next of 1, 2 and 5 times a power of ten.
fn round_step(least: f64) -> f64 {
    let mut power = 1.0;
    while power * 10.0 < least && power < 1e15 {
        power *= 10.0;
    }
    while power > least && power > 1e-4 {
        power /= 10.0;
    }
    let rounds = [1.0, 2.0, 5.0, 10.0];
    power * rounds.into_iter().find(|round| power * round >= least).unwrap_or(10.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_hold_their_values_and_have_few_round_marks() {
        for values in [vec![0.0], vec![0.3, 0.07], vec![17.0, 93.0], vec![-4.0, 1250.0], vec![1e9]] {
            let scale = Scale::new(&Axis::new("x"), values.iter().copied());
            assert!((3..=12).contains(&scale.ticks().len()), "{scale:?}");
            for value in values {
                assert!(scale.from <= value && value <= scale.to, "{value} {scale:?}");
            }
        }
        let texts = Scale::new(&Axis::percent("x"), std::iter::empty()).ticks();
        assert_eq!(
            texts.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>(),
            ["0", "20", "40", "60", "80", "100"]
        );
    }
}
