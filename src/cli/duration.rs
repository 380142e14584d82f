//! Durations on the command line: `90`, `90s`, `10m`, `2h`.

use std::time::Duration;

/// Seconds, or a number with its unit.
pub(super) fn parse(text: &str) -> Result<Duration, String> {
    let (number, unit) = match text.find(|c: char| !c.is_ascii_digit()) {
        Some(end) => text.split_at(end),
        None => (text, "s"),
    };
    let factor = match unit {
        "s" => 1,
        "m" => 60,
        "h" => 3600,
        _ => return Err("write it as 90s, 10m or 2h".to_owned()),
    };
    let number: u64 = number.parse().map_err(|_| "write it as 90s, 10m or 2h".to_owned())?;
    let seconds = number.checked_mul(factor).filter(|seconds| *seconds <= 10_000 * 3600);
    seconds.map(Duration::from_secs).ok_or_else(|| "at most 10000h".to_owned())
}

/// The same, but not nothing: for a limit that what it limits must have some of.
pub(super) fn positive(text: &str) -> Result<Duration, String> {
    let duration = parse(text)?;
    if duration.is_zero() { Err("at least 1s".to_owned()) } else { Ok(duration) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_understood() {
        for (text, seconds) in [("90", 90), ("90s", 90), ("10m", 600), ("2h", 7200), ("0", 0)] {
            assert_eq!(parse(text), Ok(Duration::from_secs(seconds)), "{text}");
        }
        for wrong in
            ["", "m", "-1", "1d", "1.5h", "10 m", "99999999999999999999", "20000h", "1e300"]
        {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
        assert_eq!(positive("1s"), Ok(Duration::from_secs(1)));
        assert!(positive("0h").is_err());
    }
}
