//! Means of human judgments and of external scores against system scores that the organisers of
//! WMT23 published beside the segment scores (mt-metrics-eval). Reads real data from the folder
//! that `RUNNER_SHARED` names, and is skipped where it is not set.

use std::collections::BTreeMap;

use runner::metric::config::{ExternalConfig, HumanConfig, ScoreLevel};
use runner::metric::{Statistics, StatisticsRows, external, human};
use runner::value::ScoreEstimate;

use super::support::assert_close;
use crate::support::needs;

/// Lines `system<TAB>score`, scores of a system in the order of segments.
fn read(folder: &str, name: &str) -> Option<BTreeMap<String, Vec<Option<f64>>>> {
    let path = needs::data()?.join("evalsets/wmt23").join(folder).join(name);
    let mut scores: BTreeMap<String, Vec<Option<f64>>> = BTreeMap::new();
    for line in std::fs::read_to_string(path).unwrap().lines() {
        let (system, score) = line.split_once('\t').unwrap();
        scores.entry(system.to_owned()).or_default().push(score.parse().ok());
    }
    Some(scores)
}

/// Number of systems whose mean equals the published one.
fn check(
    folder: &str,
    name: &str,
    tolerance: f64,
    statistics: impl Fn(&[Option<f64>]) -> Statistics,
) -> Option<usize> {
    let published = read(folder, &format!("{name}.sys.score"))?;
    let mut checked = 0;
    for (system, scores) in read(folder, &format!("{name}.seg.score"))? {
        let Some(theirs) = published.get(&system).and_then(|scores| scores[0]) else { continue };
        let statistics = statistics(&scores);
        let StatisticsRows::Fixed(rows) = &statistics.rows else { panic!("fixed") };
        let judged = scores.iter().filter(|score| score.is_some()).count();
        assert_eq!(usize::try_from(rows.sums()[1]).unwrap(), judged);
        let ours = statistics.scorer.score(&rows.sums()).unwrap();
        assert_close(ours, theirs, tolerance, &format!("{name} {system}"));
        checked += 1;
    }
    Some(checked)
}

#[test]
fn human_judgments_are_averaged() {
    let config =
        HumanConfig { higher_is_better: Some(true), ..HumanConfig::mean(vec!["mqm".into()]) };
    // MQM scores have few decimals and are exact; some of the others are thirds and sevenths.
    for (name, tolerance) in [("he-en.mqm", 4e-15), ("en-de.mqm", 4e-15), ("en-de.da-sqm", 1e-9)] {
        let checked = check("human-scores", name, tolerance, |scores| {
            human::statistics(scores.len(), &[&[scores.to_vec()]], &config).unwrap()
        });
        let Some(checked) = checked else { return };
        assert!(checked >= 12, "{name}: {checked}");
    }
}

#[test]
fn external_scores_are_averaged_to_nine_decimals() {
    for score in ["COMET-refA", "MetricX-23-refA", "BERTscore-refA", "BLEURT-20-refB"] {
        let config = ExternalConfig {
            score: score.into(),
            level: ScoreLevel::Segment,
            higher_is_better: Some(true),
            ratio_scale: false,
            estimate: ScoreEstimate::Mean,
        };
        let checked = check("metric-scores/he-en", score, 1e-9, |scores| {
            external::statistics(scores, None, &config).unwrap()
        });
        let Some(checked) = checked else { return };
        assert!(checked >= 12, "{score}: {checked}");
    }
}
