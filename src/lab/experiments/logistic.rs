//! Values of things that were compared in pairs: the logistic model σ(value of A − value of B), by Newton's method.

use crate::search::sigmoid;

/// Values that explain the scores best, and their standard errors, for each name but the last, which is worth 0.
/// A result is the places of both names, the points of the first, and the games.
pub(super) fn fit(names: usize, results: &[(usize, usize, f64, f64)]) -> (Vec<f64>, Vec<f64>) {
    let n = names.saturating_sub(1);
    let mut values = vec![0.0; n];
    let mut errors = vec![0.0; n];
    for _ in 0..30 {
        // A weak pull to 0 keeps pieces that always win from running away.
        let mut slope: Vec<f64> = values.iter().map(|value| -RIDGE * value).collect();
        let mut curve = vec![vec![0.0; n]; n];
        (0..n).for_each(|index| curve[index][index] = RIDGE);
        for &(a, b, points, games) in results {
            let value = |index: usize| values.get(index).copied().unwrap_or(0.0);
            let chance = sigmoid(value(a) - value(b));
            let (pull, weight) = (points - games * chance, games * chance * (1.0 - chance));
            if a < n {
                slope[a] += pull;
                curve[a][a] += weight;
            }
            if b < n {
                slope[b] -= pull;
                curve[b][b] += weight;
            }
            if a < n && b < n {
                curve[a][b] -= weight;
                curve[b][a] -= weight;
            }
        }
        let inverse = inverted(curve);
        for (index, row) in inverse.iter().enumerate() {
            let step: f64 = row.iter().zip(&slope).map(|(a, b)| a * b).sum();
            values[index] += step.clamp(-1.0, 1.0);
            errors[index] = row[index].max(0.0).sqrt();
        }
    }
    (values, errors)
}

const RIDGE: f64 = 0.05;

/// The inverse of a symmetric matrix that the ridge keeps from being singular, by Gauss and Jordan.
fn inverted(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = matrix.len();
    for (index, row) in matrix.iter_mut().enumerate() {
        row.extend((0..n).map(|column| if column == index { 1.0 } else { 0.0 }));
    }
    for pivot in 0..n {
        let by = matrix[pivot][pivot];
        matrix[pivot].iter_mut().for_each(|entry| *entry /= by);
        let own = matrix[pivot].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|(index, _)| *index != pivot) {
            let by = row[pivot];
            row.iter_mut().zip(&own).for_each(|(entry, own)| *entry -= by * own);
        }
    }
    matrix.into_iter().map(|row| row[n..].to_vec()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_made_the_scores_are_found_again() {
        let truth = [1.5, 0.4, 2.2, 0.0];
        let mut results = Vec::new();
        for a in 0..4 {
            for b in a + 1..4 {
                let games = 100_000.0;
                results.push((a, b, games * sigmoid(truth[a] - truth[b]), games));
            }
        }
        let (values, errors) = fit(4, &results);
        for (value, truth) in values.iter().zip(truth) {
            assert!((value - truth).abs() < 0.01, "{values:?}");
        }
        assert!(errors.iter().all(|error| (0.001..0.02).contains(error)), "{errors:?}");
        // A piece that always wins stays finite.
        let (values, _) = fit(2, &[(0, 1, 20.0, 20.0)]);
        assert!(values[0].is_finite() && values[0] > 2.0, "{values:?}");
    }
}
