//! What an error of MQM weighs.

use std::collections::BTreeMap;

use crate::corpus::error::CorpusError;
use crate::corpus::word_lists::lists;

/// The usual weights with `others` beside or instead of them.
pub(super) fn weights(
    name: &str,
    others: &BTreeMap<String, f64>,
) -> Result<BTreeMap<String, f64>, CorpusError> {
    // Of Freitag et al. 2021, in lower case.
    let usual = lists("mqm weight ").flat_map(|(weight, names)| {
        names.split(", ").filter_map(move |name| Some((name.to_owned(), weight.parse().ok()?)))
    });
    let mut weights: BTreeMap<String, f64> = usual.collect();
    for (error, weight) in others {
        if !weight.is_finite() {
            return Err(CorpusError::Inconsistent {
                name: name.to_owned(),
                cause: format!("the weight of `{error}` is {weight}"),
                help: "give finite weights",
            });
        }
        weights.insert(error.to_lowercase(), *weight);
    }
    Ok(weights)
}

/// The weight of the longest of `severity`, `severity/category`, ... that has one.
pub(super) fn weight(
    weights: &BTreeMap<String, f64>,
    severity: &str,
    category: &str,
) -> Option<f64> {
    let whole = format!("{severity}/{category}").to_lowercase();
    let mut name = whole.as_str();
    loop {
        if let Some(weight) = weights.get(name) {
            return Some(*weight);
        }
        name = &name[..name.rfind('/')?];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_name_has_the_weight() {
        let weights = weights("x", &BTreeMap::new()).unwrap();
        for (severity, category, expected) in [
            ("Major", "Accuracy/Omission", Some(5.0)),
            ("Minor", "Fluency/Punctuation", Some(0.1)),
            ("minor", "Fluency/Spelling", Some(1.0)),
            ("Major", "Non-translation!", Some(25.0)),
            ("No-error", "No-error", Some(0.0)),
            ("Critical", "Accuracy", None),
            ("", "", None),
        ] {
            assert_eq!(weight(&weights, severity, category), expected, "{severity} {category}");
        }
    }
}
