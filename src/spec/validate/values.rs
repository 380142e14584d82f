//! Checks of single values and of lists.

use std::collections::BTreeMap;
use std::fmt::Display;

use crate::spec::document::{ExperimentTable, LONGEST_NAME, OneOrMany};
use crate::spec::source::SpecPath;

use super::Findings;

/// More replicates than this take longer than anyone waits.
pub(super) const MOST_REPLICATES: i64 = 10_000_000;
/// More of anything else that is counted is a slip of the pen.
pub(super) const MOST: i64 = 1_000_000;

/// Checks that a name is safe as the name of a folder and in tables.
pub(super) fn name(name: &str, at: &SpecPath, is_key: bool, findings: &mut Findings<'_>) {
    let allowed = |letter: char| letter.is_ascii_alphanumeric() || "-_.+".contains(letter);
    let mut help =
        "names become folders: use letters without accents, digits, `-`, `_`, `.` and `+`, \
                    with a letter or digit first"
            .to_owned();
    let message = if name.is_empty() {
        "the name \"\" is empty".to_owned()
    } else if name.len() > LONGEST_NAME {
        let letters = name.chars().count();
        let start: String = name.chars().take(20).collect();
        help = format!("names become folders and files: write at most {LONGEST_NAME} letters");
        format!("the name that begins with {start:?} has {letters} letters")
    } else if let Some(letter) = name.chars().find(|&letter| !allowed(letter)) {
        format!("the name {name:?} contains {letter:?}")
    } else if !name.starts_with(|letter: char| letter.is_ascii_alphanumeric()) {
        format!("the name {name:?} does not begin with a letter or digit")
    } else if name.ends_with('.') {
        format!("the name {name:?} ends with a dot")
    } else {
        return;
    };
    if is_key {
        findings.key_error(at, message, help);
    } else {
        findings.error(at, message, help);
    }
}

/// The name of the experiment.
pub(super) fn experiment_name(
    experiment: &ExperimentTable,
    table: &SpecPath,
    findings: &mut Findings<'_>,
) -> String {
    match &experiment.name {
        Some(written) => name(written, &table.then("name"), false, findings),
        None => findings.missing(table, "name", "name = \"my-experiment\""),
    }
    experiment.name.clone().unwrap_or_default()
}

/// A seed.
pub(super) fn seed(seed: i64, at: &SpecPath, findings: &mut Findings<'_>) -> u64 {
    u64::try_from(seed).unwrap_or_else(|_| {
        findings.error(at, format!("`{}` is negative", key(at)), "write a whole number from 0 on");
        0
    })
}

/// A whole number from `least` to `most`, as whatever type holds `most`.
pub(super) fn count<T: TryFrom<i64> + Default>(
    value: i64,
    (least, most): (i64, i64),
    at: &SpecPath,
    findings: &mut Findings<'_>,
) -> T {
    let help = format!("write a whole number from {least} to {most}");
    if value < least {
        findings.error(at, format!("{} is below {least}", subject(at)), help);
    } else if value > most {
        findings.error(at, format!("{} is above {most}", subject(at)), help);
    }
    T::try_from(value.clamp(least, most)).unwrap_or_default()
}

/// A number strictly between 0 and 1.
pub(super) fn share(value: f64, at: &SpecPath, findings: &mut Findings<'_>) -> f64 {
    if value > 0.0 && value < 1.0 {
        return value;
    }
    let help = if (2.0..100.0).contains(&value) {
        format!("for {value} percent write {}", value / 100.0)
    } else {
        "write a number between 0 and 1, such as 0.95".to_owned()
    };
    findings.error(at, format!("{} is not between 0 and 1", subject(at)), help);
    0.5
}

/// A number above 0.
pub(super) fn positive(value: f64, at: &SpecPath, findings: &mut Findings<'_>) -> f64 {
    if value > 0.0 && value.is_finite() {
        return value;
    }
    let help = "write a number above 0, such as 0.5";
    findings.error(at, format!("{} is not a finite number above 0", subject(at)), help);
    1.0
}

/// A number from `least` on.
pub(super) fn at_least(least: f64, value: f64, at: &SpecPath, findings: &mut Findings<'_>) -> f64 {
    if value >= least && value.is_finite() {
        return value;
    }
    let problem =
        if value < least { format!("below {least}") } else { "not a finite number".to_owned() };
    let help = format!("write {least} or a larger number");
    findings.error(at, format!("{} is {problem}", subject(at)), help);
    least
}

/// A string with something in it.
pub(super) fn text(value: &str, at: &SpecPath, findings: &mut Findings<'_>) {
    if value.is_empty() {
        findings.error(at, format!("{} is empty", subject(at)), "");
    }
}

/// A required string with something in it.
pub(super) fn required_text(
    value: Option<&String>,
    table: &SpecPath,
    key: &str,
    example: &str,
    findings: &mut Findings<'_>,
) -> String {
    match value {
        Some(value) => text(value, &table.then(key), findings),
        None => findings.missing(table, key, example),
    }
    value.cloned().unwrap_or_default()
}

/// A list of different strings with something in them; empty only where that `may_be_empty`.
pub(super) fn texts(
    list: &[String],
    may_be_empty: bool,
    at: &SpecPath,
    findings: &mut Findings<'_>,
) {
    if !may_be_empty {
        not_empty(list, at, findings);
    }
    for (index, entry) in list.iter().enumerate() {
        text(entry, &at.then(index), findings);
    }
    distinct(list, String::clone, at, findings);
}

/// A list with something in it.
pub(super) fn not_empty<T>(list: &[T], at: &SpecPath, findings: &mut Findings<'_>) {
    if list.is_empty() {
        let key = key(at);
        findings.error(
            at,
            format!("`{key}` is empty"),
            format!("name at least one, or leave `{key}` out"),
        );
    }
}

/// A list without duplicates.
pub(super) fn distinct<T, K: Ord>(
    list: &[T],
    identity: impl Fn(&T) -> K,
    at: &SpecPath,
    findings: &mut Findings<'_>,
) {
    let mut first: BTreeMap<K, usize> = BTreeMap::new();
    for (index, entry) in list.iter().enumerate() {
        let earlier = *first.entry(identity(entry)).or_insert(index);
        if earlier != index {
            findings.error_beside(
                &at.then(index),
                (&at.then(earlier), "first here"),
                format!("`{}` has the same entry twice", key(at)),
                "leave one of them out",
            );
        }
    }
}

/// The path of entry `index` of a value that may be written alone.
pub(super) fn entry<T>(value: &OneOrMany<T>, index: usize, at: &SpecPath) -> SpecPath {
    if value.is_list() { at.then(index) } else { at.clone() }
}

/// Counts, checked one by one, in ascending order.
pub(super) fn counts<T: TryFrom<i64> + Default + Ord>(
    written: &OneOrMany<i64>,
    most: i64,
    at: &SpecPath,
    findings: &mut Findings<'_>,
) -> Vec<T> {
    let list = written.as_slice();
    not_empty(list, at, findings);
    distinct(list, |&value| value, at, findings);
    let checked = list.iter().enumerate();
    let checked = checked
        .map(|(index, &value)| count(value, (1, most), &entry(written, index, at), findings));
    let mut checked: Vec<T> = checked.collect();
    checked.sort_unstable();
    checked
}

/// Numbers, each checked with `check`, in ascending order.
pub(super) fn numbers(
    written: &OneOrMany<f64>,
    check: impl Fn(f64, &SpecPath, &mut Findings<'_>) -> f64,
    at: &SpecPath,
    findings: &mut Findings<'_>,
) -> Vec<f64> {
    let list = written.as_slice();
    not_empty(list, at, findings);
    distinct(list, |value| value.to_bits(), at, findings);
    let checked = list.iter().enumerate();
    let checked = checked.map(|(index, &value)| check(value, &entry(written, index, at), findings));
    let mut checked: Vec<f64> = checked.collect();
    checked.sort_unstable_by(f64::total_cmp);
    checked
}

/// The innermost key of a path.
pub(super) fn key(at: &SpecPath) -> &str {
    at.last_key().unwrap_or_default()
}

/// What a message calls the value.
fn subject(at: &SpecPath) -> String {
    let article = if at.is_entry() { "an entry of " } else { "" };
    format!("{article}`{}`", key(at))
}

/// "exactly one of" among the keys of a table: reports none and several. `present` are the keys
/// that are there.
pub(super) fn exactly_one(
    table: &SpecPath,
    what: impl Display,
    all: &[&str],
    present: &[&str],
    findings: &mut Findings<'_>,
) -> bool {
    let damaged = findings.damage.lost_stranger(table)
        || all.iter().any(|key| findings.damage.is_at(&table.then(*key)));
    let mut present = present.to_vec();
    present.sort_by_key(|key| findings.tree.key_span(&table.then(*key)).start);
    match present.as_slice() {
        [_] => return !damaged,
        [] if damaged => {}
        [] => {
            let list = all.iter().map(|key| format!("`{key}`"));
            let help = format!("add {}", crate::spec::messages::or_list(list));
            findings.error(table, format!("[{table}] has no {what}"), help);
        }
        [first, rest @ ..] => {
            for second in rest {
                let message = format!("[{table}] has more than one {what}");
                let beside = (&table.then(*first), "first here");
                let help = format!("keep either `{first}` or `{second}`");
                findings.error_beside(&table.then(*second), beside, message, help);
            }
        }
    }
    false
}
