//! "Did you mean".

use strsim::damerau_levenshtein;

/// The known name that `written` is probably meant to be, if one is near enough: at most a third
/// of its letters (and at least one) differ, capitals aside. The first of several equally near.
pub fn closest<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = written.to_lowercase();
    let mut best: Option<(usize, &str)> = None;
    for name in known {
        let distance = damerau_levenshtein(&lower, &name.to_lowercase());
        let longest = lower.chars().count().max(name.chars().count());
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
        let known = ["corpora", "systems", "metrics", "B"];
        assert_eq!(closest("metrcis", known), Some("metrics"));
        assert_eq!(closest("Corpra", known), Some("corpora"));
        assert_eq!(closest("b", known), Some("B"));
    }

    #[test]
    fn stays_silent_otherwise() {
        let known = ["corpora", "systems", "B"];
        assert_eq!(closest("weather", known), None);
        assert_eq!(closest("x", known), None);
        assert_eq!(closest("", known), None);
        assert_eq!(closest("anything", []), None);
    }

    #[test]
    fn prefers_the_nearest_and_then_the_first() {
        assert_eq!(closest("S3", ["S1", "S2"]), Some("S1"));
        assert_eq!(closest("bleu", ["bleu2", "bleu"]), Some("bleu"));
    }
}
