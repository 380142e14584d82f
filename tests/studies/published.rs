//! The shipped files of printed values: right, and transcribed as others transcribed them.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeSet;
use std::path::PathBuf;

use runner::analyses::published::{PrintedValue, Published, published_schema_text, read};
use runner::diagnostic::SourceText;
use serde_json::Value;

use crate::support::root;

const SOURCES: [&str; 5] =
    ["estrella-2007", "estrella-2007-all-orders", "hamon-2007", "koehn-2004", "zhang-vogel-2004"];

/// A file of figures alone, for an experiment that reproduces no number of its source.
const FIGURES_ALONE: &str = "koehn-2004-judged";

fn file(key: &str) -> PathBuf {
    root().join("experiments/published").join(key).with_extension("toml")
}

fn published(key: &str) -> Published {
    let source = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).ok()?;
        Some(SourceText::new(&path.display().to_string(), &text))
    };
    let values = source(file(key).with_extension("csv"));
    let published = read(&source(file(key)).unwrap(), values.as_ref());
    published.unwrap_or_else(|problems| panic!("{problems}"))
}

#[test]
fn every_shipped_file_is_right() {
    let folder = std::fs::read_dir(root().join("experiments/published")).unwrap();
    let names: BTreeSet<String> =
        folder.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    // Verdicts on real test sets, and the checks that give them, belong to `real_text`.
    let names: BTreeSet<String> =
        names.into_iter().filter(|name| !["laws", "real.toml"].contains(&name.as_str())).collect();
    let expected = SOURCES.iter().chain([&FIGURES_ALONE]).map(|key| format!("{key}.toml"));
    let values = SOURCES.iter().filter(|key| !published(key).values.is_empty());
    let values = values.map(|key| format!("{key}.csv"));
    assert_eq!(names, expected.chain(values).collect());
    let schema: Value = serde_json::from_str(&published_schema_text()).unwrap();
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    for key in SOURCES.into_iter().chain([FIGURES_ALONE]) {
        let published = published(key);
        let alone = key == FIGURES_ALONE;
        let named = (!published.values.is_empty()).then(|| format!("{key}.csv"));
        assert_eq!(published.file, named);
        assert_eq!(published.source.key, if alone { "koehn-2004" } else { key });
        assert!(!published.claims.is_empty(), "{key}");
        let text = std::fs::read_to_string(file(key)).unwrap();
        let value: Value = toml::from_str(&text).unwrap();
        let errors: Vec<String> =
            validator.iter_errors(&value).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{key}: {errors:?}");
    }
}

#[test]
fn the_schema_is_in_step() {
    let path = root().join("schemas/published.schema.json");
    if std::env::var_os("RUNNER_UPDATE_SCHEMAS").is_some() {
        std::fs::write(&path, published_schema_text()).unwrap();
    }
    let help = "RUNNER_UPDATE_SCHEMAS=1 cargo test --test studies published::";
    assert_eq!(std::fs::read_to_string(&path).unwrap(), published_schema_text(), "{help}");
}

/// The numbers of a place and a quantity, and those with the coordinates of `at` among them.
fn numbers(published: &Published, place: &str, what: &str, at: &[(&str, &str)]) -> Vec<f64> {
    let here = |value: &&PrintedValue| *value.row.place == *place && value.row.what.contains(what);
    let has = |value: &&PrintedValue| {
        at.iter().all(|(name, wanted)| value.line.get(name) == Some(*wanted))
    };
    let is_available = |value: &&PrintedValue| value.row.printed_value.is_some();
    let values = published.values.iter().filter(is_available).filter(here).filter(has);
    values.map(|value| value.row.printed.as_deref().unwrap().parse().unwrap()).collect()
}

fn list(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(list) => list.iter().flat_map(self::list).collect(),
        other => vec![other.as_f64().unwrap()],
    }
}

/// A second transcription of the same tables, made apart from the files for a study of the papers'
/// inconsistencies (`tests/golden/published_tables.json`).
fn other_transcription() -> Value {
    let text = std::fs::read_to_string(root().join("tests/golden/published_tables.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

#[test]
fn estrella_agrees_with_another_transcription() {
    let (paper, other) = (published("estrella-2007"), other_transcription());
    let names = [
        ("GTM", "gtm"),
        ("NIST", "nist"),
        ("BLEU", "bleu"),
        ("mPER", "mper"),
        ("mWER", "mwer"),
        ("Flu", "fluency"),
        ("Ade", "adequacy"),
    ];
    for (theirs, ours) in names {
        for (key, what) in [("R2", "R squared"), ("x_min", "x_min"), ("x_max", "x_max")] {
            let read = numbers(&paper, "Table 2", what, &[("metric", ours)]);
            assert_eq!(read, list(&other["estrella_table2"][key][theirs]), "{ours} {what}");
        }
    }
    for (theirs, ours) in &names[..5] {
        for (key, documents) in [("d1", "1"), ("d1+d2", "2")] {
            let at = [("metric", *ours), ("documents", documents)];
            let mut read = numbers(&paper, "Table 1", "mean of the bootstrapped", &at);
            read.extend(numbers(&paper, "Table 1", "half-width", &at));
            assert_eq!(read, list(&other["estrella_table1_S4"][theirs][key]), "{ours} {key}");
        }
    }
}

#[test]
fn zhang_and_vogel_agree_with_another_transcription() {
    let (paper, other) = (published("zhang-vogel-2004"), other_transcription());
    for system in ["A", "B", "C", "D", "E", "F", "G"] {
        for (theirs, ours) in [("NIST", "nist"), ("BLEU", "bleu"), ("M-BLEU", "m-bleu")] {
            let at = [("metric", ours), ("system", system)];
            let read = numbers(&paper, "Table 1", "median", &at);
            assert_eq!(read, list(&other["zhang_vogel_table1"][system][theirs]));
            // The other transcription has the ends without signs.
            let read: Vec<f64> =
                numbers(&paper, "Table 1", "interval", &at).into_iter().map(f64::abs).collect();
            assert_eq!(read, list(&other["zhang_vogel_rel_ci_percent_table1"][system][theirs]));
        }
    }
}

#[test]
fn hamon_agrees_with_another_transcription() {
    let (paper, other) = (published("hamon-2007"), other_transcription());
    for system in ["S1", "S2", "S3", "S4", "S5"] {
        for metric in ["fluency", "adequacy"] {
            let at = [("metric", metric), ("system", system)];
            let mut read = numbers(&paper, "Table 2", "mean judgment", &at);
            read.extend(numbers(&paper, "Table 2", "half-width", &at));
            assert_eq!(read, list(&other["cesta_run1_human"][system][metric]));
        }
        for (theirs, ours) in [("BLEU", "bleu"), ("NIST", "nist"), ("WNMf", "wnm")] {
            let at = [("metric", ours), ("system", system)];
            let mut read = numbers(&paper, "Table 3", theirs.trim_end_matches('f'), &at);
            // Deviations of WNM over segments are reproduced by its segment variant.
            let sampled = if ours == "wnm" { "wnm-segments" } else { ours };
            let at = [("metric", sampled), ("system", system)];
            read.extend(numbers(&paper, "Table 3", "standard deviation", &at));
            assert_eq!(read, list(&other["cesta_run1_auto"][system][theirs]));
        }
    }
}

/// What Table 9 repeats, Tables 5 and 7 print; what sections repeat, tables print.
#[test]
fn repeated_numbers_agree() {
    let paper = published("hamon-2007");
    for system in ["S8", "S9", "S10", "S11", "S12"] {
        for metric in ["bleu", "nist", "wnm"] {
            let at = [("metric", metric), ("system", system)];
            let before = numbers(&paper, "Table 9", "before", &at);
            assert_eq!(before, numbers(&paper, "Table 5", "score before", &at));
            let name = if metric == "wnm" { "WNM" } else { &metric.to_uppercase() };
            let after = numbers(&paper, "Table 9", "after", &at);
            assert_eq!(after, numbers(&paper, "Table 7", name, &at));
        }
    }
    let paper = published("zhang-vogel-2004");
    // The last lines of Tables 2, 3 and 4 are system A of Table 1.
    for metric in ["nist", "bleu", "m-bleu"] {
        let a = numbers(&paper, "Table 1", "", &[("metric", metric), ("system", "A")]);
        let two = [("metric", metric), ("fraction", "1.0")];
        assert_eq!(a[1..], numbers(&paper, "Table 2", "", &two));
        let three = [("metric", metric), ("reference_count", "4")];
        assert_eq!(a, numbers(&paper, "Table 3", "", &three));
    }
    let one_reference = [("reference_count", "1"), ("metric", "nist")];
    let four = [("reference_count", "1"), ("fraction", "1.0")];
    assert_eq!(
        numbers(&paper, "Table 3", "interval", &one_reference),
        numbers(&paper, "Table 4", "", &four)
    );
    let slides = numbers(&paper, "Slide 25", "", &[("B", "500")]);
    let table = numbers(&paper, "Table 6", "STDEV", &[("B", "500"), ("metric", "bleu")]);
    assert!((slides[0] - 100.0 * table[0]).abs() < 1e-12);
}

/// How many numbers there are, so that none gets lost.
#[test]
fn all_numbers_are_there() {
    let count = |key: &str, place: &str| {
        let published = published(key);
        // The variant of WNM is judged by the numbers that WNM is judged by.
        let is_own = |value: &&PrintedValue| {
            value.row.printed_value.is_some()
                && !value.row.what.starts_with("WNM without negative weights")
        };
        let own = published.values.iter().filter(is_own);
        own.filter(|value| value.row.place.starts_with(place)).count()
    };
    assert_eq!(count("estrella-2007", "Table 1"), 20);
    assert_eq!(count("estrella-2007", "Table 2"), 3 * 7 * 5);
    // 12 pairs and 4 sets of three references for each of 4 directions.
    assert_eq!(count("hamon-2007", "Table 1"), 4 * 16);
    // Means, half-widths and probabilities of two criteria; ranks are places of the probabilities.
    assert_eq!(count("hamon-2007", "Table 2"), 7 * 2 * 3);
    assert_eq!(count("hamon-2007", "Table 3"), 7 * 3 * 3);
    assert_eq!(count("hamon-2007", "Table 4"), 6);
    assert_eq!(count("hamon-2007", "Table 5"), 6 * 3 * 2);
    assert_eq!(count("hamon-2007", "Table 6"), 6 * 2 * 3);
    // S13 has no deviations.
    assert_eq!(count("hamon-2007", "Table 7"), 6 * 3 * 3 - 3);
    assert_eq!(count("hamon-2007", "Table 8"), 6);
    assert_eq!(count("hamon-2007", "Table 9"), 5 * 3 * 2);
    assert_eq!(count("zhang-vogel-2004", "Table 1"), 7 * 3 * 3);
    assert_eq!(count("zhang-vogel-2004", "Table 2"), 5 * 4 * 2);
    assert_eq!(count("zhang-vogel-2004", "Table 3"), 4 * 3 * 3);
    assert_eq!(count("zhang-vogel-2004", "Table 4"), 6 * 4 * 2);
    assert_eq!(count("zhang-vogel-2004", "Table 5"), 7 * 3 * 3);
    assert_eq!(count("zhang-vogel-2004", "Table 6"), 5 * 3 * 3);
}

/// Claims are sentences, and none gets lost.
#[test]
fn all_claims_are_there() {
    let count = |key: &str| published(key).claims.len();
    let counts = ["koehn-2004", "zhang-vogel-2004", "estrella-2007", "hamon-2007"].map(count);
    assert!(counts.iter().sum::<usize>() >= 55, "{counts:?}");
    for key in SOURCES {
        let claims = published(key).claims;
        let ids: BTreeSet<&str> = claims.iter().filter_map(|claim| claim.id.as_deref()).collect();
        assert_eq!(ids.len(), claims.len(), "{key}: a claim has no name, or that of another");
        for claim in claims {
            assert!(
                claim.claim.ends_with(['.', ')']) && claim.claim.len() < 240,
                "{}",
                claim.claim
            );
            assert!(!claim.published.is_empty() && !claim.place.is_empty());
        }
    }
}
