//! What the names of columns say.

use std::sync::LazyLock;

use crate::corpus::known::known_score;

/// Lists of names of columns: for each role, without signs and in lower case, the better name first; and words in the names of
/// numbers that are no scores.
static LISTS: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
    include_str!("names.txt").lines().filter_map(|line| line.split_once(": ")).collect()
});

/// The roles with the names of each.
fn roles() -> impl Iterator<Item = (&'static str, &'static str)> {
    LISTS.iter().copied().filter(|(what, _)| !what.starts_with(NO_SCORE))
}

/// What begins the name of a list of numbers that are no scores.
const NO_SCORE: &str = "no score, ";

/// Names of judgments.
const CRITERIA: [&str; 8] = ["adequacy", "fluency", "da", "esa", "mqm", "human", "rating", "score"];

/// Words in the names of judgments, where it is ratings that a table has.
const JUDGED: [&str; 10] =
    ["score", "rating", "adequacy", "fluency", "accuracy", "da", "esa", "mqm", "sqm", "quality"];

/// Words in the names of metrics.
const METRICS: &str = "accuracy acc f em match precision recall rouge similarity correct correctness relevance relevancy \
     faithfulness helpfulness coherence consistency conciseness reward success passed loss perplexity edits \
     overall metric grade value";

/// Names of numbers that group or number items; `unnamed` is what programs write for a column without a name.
const GROUPS: &str =
    "cluster group block thread dialog session section chapter fold split unnamed column";

/// A name without signs and in lower case.
fn key(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase()
}

/// Words in names of columns that say who judged, and those that may stand beside them.
const JUDGES: &str =
    "rater judge annotator assessor evaluator reviewer coder grader worker participant user login";
const BESIDE_JUDGES: [&str; 9] =
    ["id", "no", "nr", "number", "name", "email", "mail", "code", "human"];

/// Whether a word is in a list of words.
fn has(list: &str, word: &str) -> bool {
    list.split(' ').any(|known| known == word)
}

/// What a column of that name may be.
pub(super) fn role(name: &str) -> Option<&'static str> {
    let key = key(name);
    if let Some((role, _)) = roles().find(|(_, names)| has(names, &key)) {
        return Some(role);
    }
    let words = words(name);
    let (judges, others): (Vec<&str>, Vec<&str>) =
        words.iter().map(String::as_str).partition(|word| has(JUDGES, word));
    let is_judge = !judges.is_empty() && others.iter().all(|word| BESIDE_JUDGES.contains(word));
    is_judge.then_some("judge")
}

/// How good a name is among those of its role, from 0.
pub(super) fn rank(name: &str) -> usize {
    let key = key(name);
    let place = roles().find_map(|(_, names)| names.split(' ').position(|name| name == key));
    place.unwrap_or(usize::MAX)
}

/// Whether a column of clusters is one of documents by its name, which are clusters however few there are.
pub(super) fn is_document(name: &str) -> bool {
    key(name).starts_with("doc")
}

/// Whether a column of numbers is named as a metric, not as a system.
pub(super) fn is_metric(name: &str) -> bool {
    known_score(name).is_some()
        || is_criterion(name, true)
        || words(name).iter().any(|word| has(METRICS, word))
}

/// Whether a column of numbers has judgments by its name; in tables of ratings one word of it is enough.
pub(super) fn is_criterion(name: &str, among_ratings: bool) -> bool {
    let words = words(name);
    CRITERIA.contains(&key(name).as_str())
        || (among_ratings && JUDGED.iter().any(|known| words.iter().any(|word| word == known)))
}

/// What a column of numbers has by its name, where that is no score.
pub(super) fn no_score(name: &str) -> Option<&'static str> {
    let words = words(name);
    if let [word] = &words[..]
        && has(GROUPS, word)
    {
        return Some("numbers of lines or parts");
    }
    LISTS.iter().find_map(|(what, known)| {
        let what = what.strip_prefix(NO_SCORE)?;
        words.iter().any(|word| has(known, word)).then_some(what)
    })
}

/// `start`, `time` of `start_time`, `startTime` and `Start time 2`.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut last = ' ';
    for letter in name.chars() {
        let is_start = letter.is_uppercase() && last.is_lowercase();
        if (!letter.is_alphabetic() || is_start) && words.last().is_some_and(|w| !w.is_empty()) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| letter.is_alphabetic()) {
            word.extend(letter.to_lowercase());
        }
        last = letter;
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_what_is_no_score() {
        for (name, what) in [
            ("start_time", Some("times")),
            ("endTime", Some("times")),
            ("line", Some("numbers of lines or parts")),
            ("Start", Some("places in texts")),
            ("n_errors", Some("counts of errors")),
            ("punct_minor", Some("counts of errors")),
            ("src len", Some("lengths")),
            ("Unnamed: 0", Some("numbers of lines or parts")),
            ("session", Some("numbers of lines or parts")),
            ("session score", None),
            ("comet", None),
            ("score", None),
            ("MetricX-24", None),
        ] {
            assert_eq!(no_score(name), what, "{name}");
        }
    }

    #[test]
    fn roles_and_criteria_are_named() {
        assert_eq!(role("Seg_ID"), Some("item"));
        for name in ["assessor", "annotator_email", "rater_no", "Judge ID 2", "Coder", "USER-ID"] {
            assert_eq!(role(name), Some("judge"), "{name}");
        }
        assert_eq!(role("rater_time"), None);
        assert!(rank("rater") < rank("login"));
        assert!(is_criterion("ESA", false) && !is_criterion("esa_score", false));
        assert!(is_criterion("esa_score", true) && !is_criterion("clarity", true));
        assert_eq!(words("Start time2of"), ["start", "time", "of"]);
    }
}
