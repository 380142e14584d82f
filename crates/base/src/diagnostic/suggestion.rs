//! "Did you mean".

use std::collections::BTreeSet;

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

/// Returns the `names` that `written` can stand for, each once: the same name, else those in other case, else those that
/// begin with its words, whatever the signs between words, or else those that do so behind the last point.
pub fn meant<'a>(written: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let names: BTreeSet<&str> = names.into_iter().collect();
    let is_same = |name: &str| name == written;
    let is_in_other_case = |name: &str| name.to_lowercase() == written.to_lowercase();
    let key: String = written.chars().filter(|c| c.is_alphanumeric()).collect();
    let key = key.to_lowercase();
    let begins_so = |name: &str| begins_with_words(name, &key);
    // A key within objects is called by all keys that lead to it.
    let ends_so =
        |name: &str| name.rsplit_once('.').is_some_and(|(_, last)| begins_with_words(last, &key));
    let ways: [&dyn Fn(&str) -> bool; 4] = [&is_same, &is_in_other_case, &begins_so, &ends_so];
    let mut found = ways
        .into_iter()
        .map(|way| -> Vec<&str> { names.iter().copied().filter(|name| way(name)).collect() });
    found.find(|found| !found.is_empty()).unwrap_or_default()
}

/// Returns `true` if the first words of `name` are `key`, which has no signs and capitals. A number is a word.
fn begins_with_words(name: &str, key: &str) -> bool {
    let mut begun = String::new();
    let mut last = ' ';
    name.chars().chain([' ']).any(|letter| {
        let is_end = !letter.is_alphanumeric() || letter.is_numeric() != last.is_numeric();
        let is_found = is_end && !begun.is_empty() && begun == key;
        begun.extend(letter.to_lowercase().filter(|letter| letter.is_alphanumeric()));
        last = letter;
        is_found
    })
}

#[cfg(test)]
mod tests {
    use super::{closest, meant};

    #[test]
    fn finds_names_by_their_first_words() {
        let names = ["COMET-22", "cometkiwi", "BLEU", "bleu", "xcomet_xl", "wmt22-comet-da"];
        for (written, found) in [
            ("comet", &["COMET-22"][..]),
            ("comet22", &["COMET-22"]),
            ("Comet 22", &["COMET-22"]),
            ("BLEU", &["BLEU"]),
            ("Bleu", &["BLEU", "bleu"]),
            ("XCOMET-XL", &["xcomet_xl"]),
            ("wmt", &["wmt22-comet-da"]),
            ("xcom", &[]),
            ("comet-22-da", &[]),
            ("-", &[]),
            ("", &[]),
        ] {
            assert_eq!(meant(written, names), found, "{written}");
        }
        assert_eq!(
            meant("comet", ["comet-22", "COMET_kiwi", "comet-22"]),
            ["COMET_kiwi", "comet-22"]
        );
        assert_eq!(meant("comet", ["comet-22", "comet"]), ["comet"]);
    }

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
