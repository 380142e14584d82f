//! What headlines say of rows made by hand.

use super::super::contest::contests;
use super::super::options::MeasureName;
use super::*;
use crate::analyses::common::one_study::each_reason;
use crate::presentation::About;
use crate::stats::reason::Status;
use crate::table::Tables;

fn metric(name: &str, value: f64) -> MetaRow {
    MetaRow {
        study: "s".into(),
        corpus: "c".into(),
        gold: "mqm".into(),
        metric: name.into(),
        measure: MeasureName::AccEq.into(),
        systems: 12,
        value: Some(value),
        status: Status::OK,
        ..MetaRow::default()
    }
}

/// `difference` is on the outputs that both score.
fn pair(metric: &str, other: &str, tested: Option<(f64, bool)>) -> MetaPairRow {
    MetaPairRow {
        study: "s".into(),
        corpus: "c".into(),
        gold: "mqm".into(),
        metric: metric.into(),
        other_metric: other.into(),
        measure: MeasureName::AccEq.into(),
        difference: tested.map(|(difference, _)| difference),
        is_significant: tested.map(|(_, is)| is),
        status: if tested.is_some() { Status::OK } else { Reason::TooFewUnits.into() },
        ..MetaPairRow::default()
    }
}

/// A metric without a value, and one without an interval.
fn lacking(reason: Reason) -> Vec<MetaRow> {
    let interval_status = reason.into();
    let undefined =
        MetaRow { value: None, interval_status, status: reason.into(), ..metric("a", 0.0) };
    vec![undefined, MetaRow { interval_status, ..metric("b", 0.7) }]
}

#[test]
fn reasons_are_in_words() {
    each_reason(lacking, findings);
    each_reason(|reason| lacking(reason)[..1].to_vec(), findings);
}

fn headline(metrics: Vec<MetaRow>, pairs: Vec<MetaPairRow>) -> String {
    said(metrics, pairs).0
}

/// The headline, and what is said of tests.
fn said(metrics: Vec<MetaRow>, pairs: Vec<MetaPairRow>) -> (String, Option<String>) {
    let mut tables = Tables::default();
    tables.insert(metrics);
    tables.insert(pairs);
    let about = About::of_studies(&["s"]);
    let sections = StudySection::all(&tables, &about);
    let [section] = &sections[..] else { panic!("one section") };
    let contest = &contests(section)[0];
    (contest.headline(), contest.distinguished())
}

fn three_metrics() -> Vec<MetaRow> {
    vec![metric("a", 0.7), metric("b", 0.6), metric("c", 0.5)]
}

/// Pairs of those, of which that of b and c is not tested.
fn tested(ab: Option<(f64, bool)>, ac: Option<(f64, bool)>) -> Vec<MetaPairRow> {
    vec![pair("a", "b", ab), pair("c", "a", ac), pair("b", "c", None)]
}

#[test]
fn verdicts_have_the_direction_of_the_test() {
    let both = tested(Some((0.1, true)), Some((-0.2, true)));
    assert_eq!(
        headline(three_metrics(), both),
        "By acc-eq, a agrees best with MQM: 0.700, significantly better than all others."
    );
    let turned = tested(Some((-0.1, true)), Some((-0.2, true)));
    assert_eq!(
        headline(three_metrics(), turned),
        "By acc-eq, a agrees best with MQM: 0.700. On the outputs that both score, b is significantly better."
    );
    let unknown = tested(Some((0.1, false)), None);
    assert_eq!(
        headline(three_metrics(), unknown),
        "By acc-eq, a agrees best with MQM: 0.700; b is not significantly worse. c could not be tested against it."
    );
    let none = tested(Some((0.1, false)), Some((0.1, false)));
    assert_eq!(
        headline(three_metrics(), none),
        "By acc-eq, a agrees best with MQM: 0.700, but no metric is significantly worse."
    );
    let tied = vec![metric("a", 0.7), metric("b", 0.7), metric("c", 0.5)];
    assert_eq!(
        headline(tied, tested(Some((0.0, false)), Some((-0.2, true)))),
        "By acc-eq, a and b agree best with MQM: 0.700."
    );
}

/// All exchanges of few systems are too few, whatever the scores.
#[test]
fn few_systems_allow_no_verdict() {
    let pairs = [("a", "b"), ("a", "c"), ("b", "c")].map(|(metric, other)| MetaPairRow {
        exchanged: ExchangedUnit::Systems,
        permutations: 64,
        is_complete: true,
        least_p: Some(2.0 / 64.0),
        status: Reason::TooFewSystems.into(),
        ..pair(metric, other, Some((0.1, false)))
    });
    let (headline, of_tests) = said(three_metrics(), pairs.to_vec());
    assert_eq!(
        headline,
        "By acc-eq, a agrees best with MQM: 0.700; with 6 systems no difference can be significant."
    );
    assert_eq!(
        of_tests.unwrap(),
        "All 64 exchanges of 6 systems give no p below 0.031, or 0.094 adjusted by Holm for 3 pairs: no two metrics can \
         differ significantly by acc-eq."
    );
    let pairs = [("a", "b", true), ("a", "c", true), ("b", "c", false)];
    let by_documents = pairs.map(|(metric, other, is_significant)| MetaPairRow {
        exchanged: ExchangedUnit::Documents,
        permutations: 10_000,
        ..pair(metric, other, Some((0.1, is_significant)))
    });
    assert_eq!(
        said(three_metrics(), by_documents.to_vec()).1.unwrap(),
        "2 of 3 pairs of metrics differ significantly for other documents (10,000 exchanges of documents, Holm); all \
         metrics are in one cluster."
    );
}

/// Metrics within the noise of random signs share the first rank.
#[test]
fn values_within_the_noise_tie() {
    let ranked =
        |name: &str, value: f64, rank: u32| MetaRow { rank: Some(rank), ..metric(name, value) };
    let metrics = vec![ranked("a", 0.7002, 1), ranked("b", 0.7, 1), ranked("c", 0.5, 3)];
    let pairs = vec![pair("a", "b", Some((0.0, false))), pair("a", "c", Some((0.2, true)))];
    assert_eq!(headline(metrics, pairs), "By acc-eq, a and b agree best with MQM: 0.700.");
}
