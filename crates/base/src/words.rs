//! Numbers and lists in words, for messages and reports.

/// `60 segments`, `20 of 60 segments`, or `20 to 60 of 60 segments`.
pub fn part_of(counts: impl Iterator<Item = u64>, all: u64, noun: &str) -> String {
    let (fewest, most) =
        counts.fold((all, 0), |(low, high), count| (low.min(count), high.max(count)));
    let part = match (grouped(fewest), grouped(most)) {
        _ if fewest == all => String::new(),
        (fewest, most) if fewest == most => format!("{fewest} of "),
        (fewest, most) => format!("{fewest} to {most} of "),
    };
    part + &grouped_count(all, noun)
}

/// `1 line`, `1002 lines`.
pub fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", ending(number == 1))
}

/// `1 segment`, `1,002 segments`.
pub fn grouped_count(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", grouped(number), ending(number == 1))
}

fn ending(is_one: bool) -> &'static str {
    if is_one { "" } else { "s" }
}

/// A number with commas between groups of three digits.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number in words: `1.5 million`.
pub fn magnitude(number: f64) -> String {
    match number {
        n if n >= 1e12 => format!("{:.1} trillion", n / 1e12),
        n if n >= 1e9 => format!("{:.1} billion", n / 1e9),
        n if n >= 1e6 => format!("{:.1} million", n / 1e6),
        n => grouped(rounded(n)),
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "below a million, and an estimate"
)]
fn rounded(number: f64) -> u64 {
    number.round() as u64
}

/// An estimated time: `about 12 minutes`.
pub fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 1.0 => "less than a second".to_owned(),
        // Up to here the next line would say `1 seconds`.
        s if s < 1.5 => "about a second".to_owned(),
        s if s < 100.0 => format!("about {s:.0} seconds"),
        s if s < 6000.0 => format!("about {:.0} minutes", s / 60.0),
        s => format!("about {:.1} hours", s / 3600.0),
    }
}

/// A size in memory: `3 MB`, `1.5 GB`.
pub fn bytes(bytes: f64) -> String {
    match bytes {
        b if b >= 1e9 => format!("{:.1} GB", b / 1e9),
        // Rounded up: a need that is not 0 is not shown as 0 MB.
        b => format!("{:.0} MB", (b / 1e6).ceil()),
    }
}

/// A time that was estimated closely: `0.25 s`, `90 s`, `12 min`.
pub fn short_duration(seconds: f64) -> String {
    if seconds < 10.0 {
        format!("{seconds:.2} s")
    } else if seconds < 600.0 {
        format!("{seconds:.0} s")
    } else {
        format!("{:.0} min", seconds / 60.0)
    }
}

/// Ascending numbers as text: `3, 5-7, 9`.
pub fn ranges(numbers: impl IntoIterator<Item = usize>) -> String {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => runs.push((number, number)),
        }
    }
    let text = runs.into_iter().map(|(first, last)| match last - first {
        0 => first.to_string(),
        1 => format!("{first}, {last}"),
        _ => format!("{first}-{last}"),
    });
    text.collect::<Vec<_>>().join(", ")
}

/// Parts of a sentence: `a`, `a and b`, `a, b and c`, with another `word` before the last if wanted.
pub fn in_a_row(parts: &[impl AsRef<str>], word: &str) -> String {
    let parts: Vec<&str> = parts.iter().map(AsRef::as_ref).collect();
    match parts.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("{} {word} {last}", first.join(", ")),
        _ => parts.concat(),
    }
}

/// With a capital, as a sentence begins.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Names in a row for a message: `a, b, c`, cut after ten.
pub fn listing<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    const SHOWN: usize = 10;
    let names: Vec<&str> = names.into_iter().collect();
    let shown = names[..names.len().min(SHOWN)].join(", ");
    if names.len() > SHOWN {
        return format!("{shown} and {} more", names.len() - SHOWN);
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_sentence() {
        let rows = [&[][..], &["a"], &["a", "b"], &["a", "b", "c"]].map(|row| in_a_row(row, "and"));
        assert_eq!(rows, ["", "a", "a and b", "a, b and c"]);
        assert_eq!(in_a_row(&["a".to_owned(), "b".to_owned()], "or"), "a or b");
    }

    #[test]
    fn digits_in_groups() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(32_767), "32,767");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }

    #[test]
    fn estimates_are_round() {
        let shown = [0.0, 601_000.4, 1_500_000.0, 2e12].map(magnitude);
        assert_eq!(shown, ["0", "601,000", "1.5 million", "2.0 trillion"]);
        let times = [0.4, 1.0, 2.0, 600.0].map(duration);
        assert_eq!(
            times,
            ["less than a second", "about a second", "about 2 seconds", "about 10 minutes"]
        );
    }

    #[test]
    fn numbers_are_put_together() {
        assert_eq!(ranges([]), "");
        assert_eq!(ranges([3, 5, 6, 7, 9, 10]), "3, 5-7, 9, 10");
    }

    #[test]
    fn one_is_singular() {
        assert_eq!([0, 1, 1002].map(|n| counted(n, "line")), ["0 lines", "1 line", "1002 lines"]);
        assert_eq!([1, 1002].map(|n| grouped_count(n, "line")), ["1 line", "1,002 lines"]);
    }

    #[test]
    fn long_lists_are_cut() {
        let names: Vec<String> = (1..=12).map(|n| n.to_string()).collect();
        let list = |count: usize| listing(names[..count].iter().map(String::as_str));
        assert_eq!([list(0), list(1), list(3)], ["", "1", "1, 2, 3"]);
        assert_eq!(list(10), "1, 2, 3, 4, 5, 6, 7, 8, 9, 10");
        assert_eq!(list(12), "1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more");
    }
}
