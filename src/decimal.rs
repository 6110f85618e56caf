//! Decimal numbers as people write them: `0.7`, `.5`, `2`.
//!
//! The library's parser knows every number there is, and its tables alone are a twentieth of the WebAssembly module. Fifteen
//! digits are enough here; a whole number and a power of ten of that size are exact, so their quotient is the nearest number.

/// The number, if it has at most fifteen digits, perhaps a point, and nothing else.
pub fn read(text: &str) -> Option<f64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = || whole.bytes().chain(fraction.bytes());
    if !(1..=15).contains(&digits().count()) || !digits().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let number = digits().fold(0u64, |number, digit| 10 * number + u64::from(digit - b'0'));
    Some(number as f64 / fraction.bytes().fold(1u64, |power, _| 10 * power) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn numbers_are_those_of_the_library() {
        let mut rng = Rng::new(1);
        for _ in 0..10_000 {
            let mut text: String = (0..1 + rng.index(15)).map(|_| char::from(b'0' + rng.index(10) as u8)).collect();
            if rng.one_in(2) {
                text.insert(rng.index(text.len() + 1), '.');
            }
            assert_eq!(read(&text), text.parse().ok(), "{text}");
        }
    }

    #[test]
    fn nothing_else_is_a_number() {
        for text in ["", ".", "-1", "+1", "1e3", "nan", "inf", "1.2.3", " 1", "½", "1234567890123456"] {
            assert_eq!(read(text), None, "{text:?}");
        }
    }
}
