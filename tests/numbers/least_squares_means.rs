//! Least-squares means against statsmodels: `golden/least_squares_means.json`, which
//! `golden/make_least_squares_means.py` makes.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use runner::stats::least_squares_means::{LeastSquaresMeans, Observation};
use serde_json::Value;

fn number(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap()).unwrap()
}

#[test]
fn scores_are_those_of_statsmodels() {
    let all: Value =
        serde_json::from_str(include_str!("../golden/least_squares_means.json")).unwrap();
    let cases = all["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 6);
    for (index, case) in cases.iter().enumerate() {
        let mut items: Vec<Vec<Observation>> = vec![Vec::new(); number(&case["items"])];
        for row in case["rows"].as_array().unwrap() {
            items[number(&row[1])].push(Observation {
                system: u32::try_from(number(&row[0])).unwrap(),
                judge: row[2].as_f64().map(|_| u32::try_from(number(&row[2])).unwrap()),
                score: row[3].as_f64().unwrap(),
                weight: row[4].as_f64().unwrap(),
            });
        }
        let items: Vec<&[Observation]> = items.iter().map(Vec::as_slice).collect();
        let (systems, judges) = (number(&case["systems"]), number(&case["judges"]));
        let found = LeastSquaresMeans::new(&items, systems, judges).unwrap();
        for (system, expected) in case["scores"].as_array().unwrap().iter().enumerate() {
            let (score, expected) = (found.score(system).unwrap(), expected.as_f64().unwrap());
            assert!(
                (score - expected).abs() < 1e-9,
                "case {index}, system {system}: {score} {expected}"
            );
        }
    }
}
