//! What headlines say of rows made by hand.

use super::super::contest::contests;
use super::*;
use crate::presentation::About;
use crate::table::Tables;

fn metric(name: &str, value: f64) -> MetaRow {
    MetaRow {
        study: "s".into(),
        corpus: "c".into(),
        gold: "mqm".into(),
        metric: name.into(),
        measure: "acc-eq".into(),
        systems: 12,
        value: Some(value),
        status: "ok".into(),
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
        measure: "acc-eq".into(),
        difference: tested.map(|(difference, _)| difference),
        is_significant: tested.map(|(_, is)| is),
        status: if tested.is_some() { "ok" } else { "too-few-units" }.into(),
        ..MetaPairRow::default()
    }
}

fn headline(metrics: Vec<MetaRow>, pairs: Vec<MetaPairRow>) -> String {
    let mut tables = Tables::default();
    tables.insert(metrics);
    tables.insert(pairs);
    let about = About::of_studies(&["s"]);
    let sections = StudySection::all(&tables, &about);
    let [section] = &sections[..] else { panic!("one section") };
    contests(section)[0].headline()
}

#[test]
fn verdicts_have_the_direction_of_the_test() {
    let metrics = || vec![metric("a", 0.7), metric("b", 0.6), metric("c", 0.5)];
    let tested = |ab, ac| vec![pair("a", "b", ab), pair("c", "a", ac), pair("b", "c", None)];
    let both = tested(Some((0.1, true)), Some((-0.2, true)));
    assert_eq!(
        headline(metrics(), both),
        "By acc-eq, a agrees best with mqm: 0.700, significantly better than all others."
    );
    let turned = tested(Some((-0.1, true)), Some((-0.2, true)));
    assert_eq!(
        headline(metrics(), turned),
        "By acc-eq, a agrees best with mqm: 0.700. On the outputs that both score, b is significantly better."
    );
    let unknown = tested(Some((0.1, false)), None);
    assert_eq!(
        headline(metrics(), unknown),
        "By acc-eq, a agrees best with mqm: 0.700; b is not significantly worse. c could not be tested against it."
    );
    let none = tested(Some((0.1, false)), Some((0.1, false)));
    assert_eq!(
        headline(metrics(), none),
        "By acc-eq, a agrees best with mqm: 0.700, but no metric is significantly worse."
    );
    let tied = vec![metric("a", 0.7), metric("b", 0.7), metric("c", 0.5)];
    assert_eq!(
        headline(tied, tested(Some((0.0, false)), Some((-0.2, true)))),
        "By acc-eq, a and b agree best with mqm: 0.700."
    );
}
