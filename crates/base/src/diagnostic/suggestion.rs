//! "Did you mean".

use strsim::damerau_levenshtein;

/// The known name that `written` is probably meant to be, if one is near enough: at most a third
/// of its letters (and at least one) differ, capitals aside. The first of several equally near.
pub fn closest<'a>(written: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = written.to_lowercase();
    let mut best: Option<(usize, &str)> = None;
    for name in names {
        let distance = damerau_levenshtein(&lower, &name.to_lowercase());
        let longest = lower.chars().count().max(name.chars().count());
        // Two different single letters are one apart: without the second condition each would be near to any other.
        let near_enough = distance <= (longest / 3).max(1) && distance < longest;
        if near_enough && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, name));
        }
    }
    best.map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::closest;

    #[test]
    fn finds_what_was_meant() {
        let names = ["corpora", "systems", "metrics", "B"];
        assert_eq!(closest("metrcis", names), Some("metrics"));
        assert_eq!(closest("Corpra", names), Some("corpora"));
        assert_eq!(closest("b", names), Some("B"));
    }

    #[test]
    fn stays_silent_otherwise() {
        let names = ["corpora", "systems", "B"];
        assert_eq!(closest("weather", names), None);
        assert_eq!(closest("x", names), None);
        assert_eq!(closest("", names), None);
        assert_eq!(closest("anything", []), None);
    }

    #[test]
    fn prefers_the_nearest_and_then_the_first() {
        assert_eq!(closest("S3", ["S1", "S2"]), Some("S1"));
        assert_eq!(closest("bleu", ["bleu2", "bleu"]), Some("bleu"));
    }
}
