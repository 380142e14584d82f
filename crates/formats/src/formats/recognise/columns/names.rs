//! What the names of columns say.

use crate::corpus::known::known_score;
use crate::corpus::word_lists::{has, lists, words_of};

/// The roles with the names of each, the better name first.
fn roles() -> impl Iterator<Item = (&'static str, &'static str)> {
    lists("").filter(|(what, _)| !what.contains([',', ' ']))
}

/// A name without signs and in lower case.
fn key(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase()
}

/// What a column of that name may be.
pub(super) fn role(name: &str) -> Option<&'static str> {
    let key = key(name);
    if let Some((role, _)) = roles().find(|(_, names)| has(names, &key)) {
        return Some(role);
    }
    let words = words(name);
    let (judges, others): (Vec<&str>, Vec<&str>) =
        words.iter().map(String::as_str).partition(|word| has(words_of("judges"), word));
    let is_judge =
        !judges.is_empty() && others.iter().all(|word| has(words_of("beside judges"), word));
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

/// Returns `true` if a column of numbers is named as a metric: by a word of its name, or `wholly` by each.
pub(super) fn is_metric(name: &str, wholly: bool) -> bool {
    let words = words(name);
    let is_of = |word: &String| has(words_of("metrics"), word) || has(words_of("judged"), word);
    let is_any = words.iter().any(is_of) || is_criterion(name, true);
    known_score(name).is_some() || if wholly { words.iter().all(is_of) } else { is_any }
}

/// Returns `true` if a word of a name may say that it is no score, and the last one does not: `no_context`, but not `n_tokens`.
pub(super) fn is_doubtful(name: &str) -> bool {
    let is_at_end = words(name).last().is_some_and(|last| no_score(last).is_some());
    no_score(name).is_some() && !is_at_end
}

/// Returns `true` if a row of that name sums up others.
pub(super) fn is_summary(name: &str) -> bool {
    let letters: String = name.chars().filter(|c| c.is_alphabetic()).collect();
    has(words_of("summaries of rows"), &letters.to_lowercase())
}

/// Returns `true` if items of a table may be numbered anew for each value of a column.
pub(super) fn is_part(name: &str) -> bool {
    words(name).iter().any(|word| has(words_of("parts"), word))
}

/// Whether a column of numbers has judgments by its name; in tables of ratings one word of it is enough.
pub(super) fn is_criterion(name: &str, among_ratings: bool) -> bool {
    let words = words(name);
    has(words_of("criteria"), &key(name))
        || (among_ratings && words.iter().any(|word| has(words_of("judged"), word)))
}

/// What a column of numbers has by its name, where that is no score.
pub(super) fn no_score(name: &str) -> Option<&'static str> {
    let words = words(name);
    match &words[..] {
        [word] if has(words_of("groups"), word) => Some("numbers of lines or parts"),
        [_, .., last] if has(words_of("ends"), last) => None,
        _ => {
            let mut known = lists("no score, ");
            let is_of = |known: &str| words.iter().any(|word| has(known, word));
            known.find_map(|(what, known)| is_of(known).then_some(what))
        }
    }
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
        let names = "start_time=times, endTime=times, line=numbers of lines or parts, Start=places in texts, \
            n_errors=counts of errors, punct_minor=counts of errors, src len=lengths, price_usd=settings, \
            Unnamed: 0=numbers of lines or parts, session=numbers of lines or parts, answer=answers, \
            diff=computed from others, session score=, seg_score=, n_correct=, answer_relevancy=, comet=, score=, MetricX-24=";
        for (name, what) in names.split(", ").filter_map(|name| name.split_once('=')) {
            assert_eq!(no_score(name).unwrap_or(""), what, "{name}");
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
