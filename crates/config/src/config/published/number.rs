//! A published value: number and rounding.

/// A number and half a unit of its last printed digit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Number {
    pub(super) value: f64,
    pub(super) half_unit: f64,
}

/// Reads a number as it is printed (`41`, `.674`, `+4.93`, `-13.40`).
pub(super) fn read(text: &str) -> Option<Number> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let has_decimals = digits.contains('.');
    let complete = if has_decimals { !decimals.is_empty() } else { !whole.is_empty() };
    if !complete || !all_digits(whole) || !all_digits(decimals) || digits.len() > 30 {
        return None;
    }
    let value: f64 = text.parse().ok()?;
    // Read rather than computed, so that it is the nearest number to 0.5, 0.05, ...
    let half_unit = format!("0.{}5", "0".repeat(decimals.len())).parse().ok()?;
    Some(Number { value, half_unit })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_tell_the_rounding() {
        let number = |value, half_unit| Some(Number { value, half_unit });
        assert_eq!(read("41"), number(41.0, 0.5));
        assert_eq!(read(".674"), number(0.674, 0.0005));
        assert_eq!(read("+4.93"), number(4.93, 0.005));
        assert_eq!(read("-13.40"), number(-13.4, 0.005));
        for wrong in ["", "-", "+", ".", "4.", "1e3", "4,2", "4 2", "NaN", "inf", "--1", "0x1"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
