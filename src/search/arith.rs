//! Functions that give the same bits natively and in the browser: made of +, -, *, / and √ alone, which are exact
//! everywhere, unlike the standard library's `exp`, `ln` and `powf`.

/// e to the power `x`.
pub fn exp(x: f64) -> f64 {
    // Below and above this, nothing that we weigh can tell the result from 0 or from a very large number.
    let x = x.clamp(-700.0, 700.0);
    // exp(x) = exp(x / 2^k)^(2^k), with the inner argument small enough for a short series.
    let mut halvings = 0;
    let mut small = x;
    while small.abs() > 0.125 {
        small *= 0.5;
        halvings += 1;
    }
    let mut term = 1.0;
    let mut sum = 1.0;
    for n in 1..12 {
        term *= small / f64::from(n);
        sum += term;
    }
    for _ in 0..halvings {
        sum *= sum;
    }
    sum
}

/// The natural logarithm of a positive number.
pub fn ln(x: f64) -> f64 {
    const LN_2: f64 = std::f64::consts::LN_2;
    let mut mantissa = x;
    let mut exponent = 0.0;
    while mantissa > 1.5 {
        mantissa *= 0.5;
        exponent += 1.0;
    }
    while mantissa < 0.75 && mantissa > 0.0 {
        mantissa *= 2.0;
        exponent -= 1.0;
    }
    // ln m = 2 artanh((m - 1) / (m + 1)).
    let ratio = (mantissa - 1.0) / (mantissa + 1.0);
    let square = ratio * ratio;
    let mut power = ratio;
    let mut sum = 0.0;
    for n in 0..14 {
        sum += power / f64::from(2 * n + 1);
        power *= square;
    }
    exponent * LN_2 + 2.0 * sum
}

/// The `degree`-th root of a number that is not negative.
pub fn root(x: f64, degree: u32) -> f64 {
    match degree {
        0 | 1 => x,
        2 => x.sqrt(),
        _ if x <= 0.0 => 0.0,
        _ => exp(ln(x) / f64::from(degree)),
    }
}

/// The probability of success that an evaluation stands for (paper 001, formula 3, with ω already in `x`).
///
/// ```
/// use kibitzer::search::sigmoid;
///
/// assert_eq!(sigmoid(0.0), 0.5);
/// assert!((sigmoid(2.0) + sigmoid(-2.0) - 1.0).abs() < 1e-12);
/// ```
pub fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + exp(-x))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_agree_with_the_standard_library() {
        for step in -400..400 {
            let x = f64::from(step) * 0.05;
            assert!((exp(x) / x.exp() - 1.0).abs() < 1e-11, "exp {x}");
            assert!((sigmoid(x) - 1.0 / (1.0 + (-x).exp())).abs() < 1e-11, "sigmoid {x}");
        }
        for step in 1..4000 {
            let x = f64::from(step) * 0.37;
            assert!((ln(x) - x.ln()).abs() < 1e-11, "ln {x}");
            assert!((root(x, 5) / x.powf(0.2) - 1.0).abs() < 1e-11, "root {x}");
        }
    }
}
