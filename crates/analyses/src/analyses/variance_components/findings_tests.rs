//! The sentences of the finding, from rows.

use super::*;
use crate::analyses::common::one_study::each_reason;
use crate::presentation::About;
use crate::stats::judges::leave_out::Unit;
use crate::table::Tables;

fn rows(values: [Option<f64>; 7], p_value: Option<f64>) -> Vec<VarianceComponentRow> {
    let rows = Factor::ALL.into_iter().zip(values).map(|(factor, value)| VarianceComponentRow {
        study: "s".into(),
        corpus: "c".into(),
        criterion: "esa".into(),
        component: factor,
        ratings: 5382,
        systems: 13,
        documents: 71,
        segments: 207,
        judges: 18,
        outputs: 2691,
        repeated_outputs: if value.is_some() { 2691 } else { 0 },
        together: 0.02,
        size_dispersion: 1.0,
        estimate: value,
        value: value.map(|value| value.max(0.0)),
        leave_out: Unit::Document,
        level: 0.95,
        interval_status: Status::OK,
        status: match (factor, value) {
            (Factor::Output, None) => Reason::SingleRatings.into(),
            (_, Some(value)) if value < 0.0 => Reason::Negative.into(),
            _ => Status::OK,
        },
        ..VarianceComponentRow::default()
    });
    let mut rows: Vec<VarianceComponentRow> = rows.collect();
    let known: Vec<(Factor, f64)> =
        Factor::ALL.into_iter().zip(values).filter_map(|(f, value)| Some((f, value?))).collect();
    let known = Components::known(&known);
    for (factor, row) in Factor::ALL.into_iter().zip(&mut rows) {
        let enters = !matches!(factor, Factor::Document | Factor::Item);
        let all: f64 = [1, 3, 4, 5, 6].map(|index| known.get(Factor::ALL[index])).iter().sum();
        row.difference_share = (enters && row.value.is_some()).then(|| known.get(factor) / all);
        if factor == Factor::Judge {
            row.severity_deviation = p_value.map(|_| 4.79);
            row.f = p_value.map(|_| 30.47);
            row.degrees_of_freedom = p_value.map(|_| 7.0);
            row.residual_degrees_of_freedom = p_value.map(|_| 2615.0);
            row.p_value = Some(1e-30).filter(|_| p_value.is_some());
            row.severity_p_value = p_value;
            let status = if p_value.is_some() { Status::OK } else { Reason::Confounded.into() };
            row.test_status = Some(status);
            row.severity_status = Some(status);
            row.best_systems = Some(4);
            row.best_range = Some(1.1546);
        }
    }
    rows
}

fn found(rows: Vec<VarianceComponentRow>, severities: &[f64]) -> Finding {
    let mut tables = Tables::default();
    let judges = severities.iter().zip(["A", "B", "C"]).map(|(severity, code)| JudgeRow {
        study: "s".into(),
        corpus: "c".into(),
        criterion: "esa".into(),
        judge: code.into(),
        load: 300,
        severity: Some(*severity),
        standard_error: Some(0.8),
        level: 0.95,
        status: Status::OK,
        ..JudgeRow::default()
    });
    tables.insert(rows);
    tables.insert(judges.collect::<Vec<_>>());
    let about = About::of_studies(&["s"]);
    finding(&StudySection::all(&tables, &about)[0]).unwrap()
}

const KNOWN: [Option<f64>; 7] =
    [Some(18.0), Some(48.0), Some(22.0), Some(46.0), Some(27.0), Some(8.0), Some(179.0)];

/// F is large and its p-value small, but by documents nothing is known.
#[test]
fn the_f_test_alone_claims_nothing() {
    let mut own = rows(KNOWN, Some(0.3));
    let found_not = found(own.clone(), &[-6.5, 0.5, 6.0]);
    assert!(found_not.headline.contains("not significantly different"));
    assert!(found_not.sentences.iter().all(|sentence| !sentence.contains("most severe")));
    let note =
        "F = 30.5 on 7 and 2,615 degrees of freedom, p < 0.0001: p-value for independent ratings";
    assert!(found_not.notes.iter().any(|own| own.starts_with(note)), "{:?}", found_not.notes);
    own[4].severity_p_value = None;
    own[4].severity_status = Some(Reason::OneDocument.into());
    assert_eq!(
        found(own, &[-6.5, 0.5]).headline,
        "Whether judges differ in severity is not known: all ratings are of one document."
    );
}

/// Long documents beside short ones: twice the documents help as much, twice the ratings less.
#[test]
fn unequal_documents_count() {
    let [equal, unequal] = [1.0, 4.0].map(|dispersion| {
        let mut own = rows(KNOWN, Some(1e-30));
        for row in &mut own {
            row.size_dispersion = dispersion;
        }
        found(own, &[-6.5, 6.0]).sentences[2].clone()
    });
    assert_ne!(equal, unequal);
}

#[test]
fn reasons_are_in_words() {
    for is_tested in [true, false] {
        each_reason(
            |reason| {
                let mut rows = rows([None; 7], None);
                for row in &mut rows {
                    row.status = reason.into();
                }
                rows[4].test_status = Some(if is_tested { Status::OK } else { reason.into() });
                rows[4].severity_status = Some(reason.into());
                rows
            },
            |section| finding(section).into_iter().collect(),
        );
    }
}
