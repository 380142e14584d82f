//! `runner expect`, from arguments to answer.

use serde_json::Value;

use crate::support::workspace::Workspace;

const EXPECT: [&str; 5] = ["expect", "--metric", "bleu", "--difference", "0.4"];

fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<&str>>().join(" ")
}

#[test]
fn the_verdict_comes_first_and_fits_a_terminal() {
    let workspace = Workspace::empty();
    let shown = workspace.succeed(&[&EXPECT[..], &["--segments", "2000"]].concat());
    assert!(shown.starts_with("+0.4 BLEU on 2,000 segments: probably nothing.\n"), "{shown}");
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
    assert!(
        shown.contains("Signature  BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp"),
        "{shown}"
    );
    let many = ["expect", "--metric", "chrF", "--difference", "-2.5", "--document-count", "200"];
    let shown = workspace.succeed(&[&many[..], &["--pairs", "15"]].concat());
    assert!(shown.starts_with("-2.5 chrF on 200 documents: "), "{shown}");
    assert!(
        flat(&shown).contains("Tested as one of 15 pairs: p has to be at most 0.0033."),
        "{shown}"
    );
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
}

/// Words are segments of 22 words, and rows follow from each other.
#[test]
fn rows_for_scripts() {
    let workspace = Workspace::empty();
    let json = |size: &[&str]| -> Value {
        let shown = workspace.succeed(&[&EXPECT[..], size, &["--format", "json"]].concat());
        serde_json::from_str(&shown).unwrap()
    };
    let segments = json(&["--segments", "2000"]);
    assert_eq!(
        segments,
        json(&["--words", "44000"]).as_object().map_or(Value::Null, |other| {
            let mut other = other.clone();
            // The size is said in the unit of the question.
            for key in ["verdict", "sentences"] {
                other.insert(key.to_owned(), segments[key].clone());
            }
            Value::Object(other)
        })
    );
    let rows = segments["expected"].as_array().unwrap();
    let column =
        |name: &str| -> Vec<f64> { rows.iter().map(|row| row[name].as_f64().unwrap()).collect() };
    assert_eq!(column("quantile"), [0.1, 0.5, 0.9]);
    for name in ["deviation", "standard_error", "p_value", "turns_round", "required_segments"] {
        let values = column(name);
        assert!(
            values.is_sorted() && values[0] > 0.0 && values[0] < values[2],
            "{name}: {values:?}"
        );
    }
    for (error, deviation) in column("standard_error").iter().zip(column("deviation")) {
        assert!((error - deviation / 44_000.0_f64.sqrt()).abs() < 1e-12);
    }
    assert_eq!(rows[0]["status"], "ok");
    let held = rows[0]["left_out_inside"].as_f64().unwrap();
    assert!((0.70..=0.95).contains(&held), "{held}");
    let campaigns = segments["campaigns"].as_array().unwrap();
    assert_eq!(campaigns.len(), 6);
    assert!(
        campaigns.iter().all(|campaign| campaign["source"].as_str().unwrap().contains("/tree/"))
    );
}

#[test]
fn refusals_name_the_way_out() {
    let workspace = Workspace::empty();
    let error = |metric: &str, more: &[&str]| {
        let start = ["expect", "--metric", metric, "--segments", "2000"];
        flat(&workspace.fail(&[&start[..], more].concat(), 2))
    };
    let some = ["--difference", "0.4"];
    let unknown = error("comet", &some);
    assert!(unknown.contains("no campaigns are known by `comet`"), "{unknown}");
    assert!(unknown.contains("there are `bleu` and `chrf`; your own outputs"), "{unknown}");
    let ter = error("ter", &some);
    assert!(ter.contains("`ter` has no answer: of a campaign left out"), "{ter}");
    let nothing = error("bleu", &["--difference", "0"]);
    assert!(nothing.contains("a difference of 0 is none"), "{nothing}");
    let other = error("bleu", &[&some[..], &["--signature", "nrefs:1|case:lc|tok:13a"]].concat());
    assert!(other.contains("it has `case:lc`, the table `case:mixed`"), "{other}");
    let language = error("bleu", &[&some[..], &["--target-language", "qq"]].concat());
    assert!(language.contains("the script of `qq` is not known"), "{language}");
    // A size is needed, and one alone.
    workspace.fail(&EXPECT, 2);
    workspace.fail(&[&EXPECT[..], &["--segments", "20", "--words", "400"]].concat(), 2);
}
