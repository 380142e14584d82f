//! Samples whose intervals and conclusions are known.

use super::*;
use crate::analyses::common::one_study::cell;
use crate::analyses::comparison::ReportedTest;
use crate::analyses::{PairVerdict, ReportedMethod};
use crate::presentation::{About, SamplesAbout};
use crate::table::{ReportRow, ShownRows, Tables};

/// The figures of a study whose samples have 300 segments.
fn figures<R: ReportRow>(
    kind: &FigureKind,
    samples: impl Iterator<Item = R>,
    other: impl FnOnce(&mut Tables),
) -> Vec<Figure> {
    let mut tables = Tables::default();
    tables.insert_shown(ShownRows { rows: Vec::new(), numbered: samples.collect() });
    other(&mut tables);
    let count = 10;
    let about = About::of_samples("s", SamplesAbout { sampling: "broad".to_owned(), count });
    kind.figures(&StudySection::all(&tables, &about)[0])
}

fn sample_cell(system: Option<&str>, sample: u32) -> crate::table::Cell {
    let mut cell = cell("bleu", system, 9);
    cell.ordering = Some(format!("broad-{sample}").into());
    cell.segments = Some(300);
    cell
}

fn coverage_row() -> CoverageRow {
    CoverageRow {
        study: "s".into(),
        corpus: "c".into(),
        metric: "bleu".into(),
        system: Some("A".into()),
        segments: 300,
        repeat: 1,
        replicates: 100,
        nominal: 0.95,
        truth_score: Some(30.0),
        ..CoverageRow::default()
    }
}

/// Figures of scores 25, 26, ..., 34 with intervals of three to each side.
fn figures_of_intervals(method: ReportedMethod) -> Vec<Figure> {
    let rows = (1..=10).map(|sample| {
        let score = 24.0 + f64::from(sample);
        ScoreRow {
            cell: sample_cell(Some("A"), sample),
            score: Some(score),
            ci_lower: Some(score - 3.0),
            ci_upper: Some(score + 3.0),
            ci_level: 0.95,
            ci_method: Some(method),
            ..ScoreRow::default()
        }
    });
    figures(&INTERVALS, rows, |tables| tables.insert(vec![coverage_row()]))
}

/// Those of scores 27 to 33 contain 30.
#[test]
fn intervals_that_miss_the_truth_are_counted() {
    let found = figures_of_intervals(ReportedMethod::Percentile);
    assert_eq!(found.len(), 1);
    assert_eq!(
        found[0].title,
        "BLEU: 7 of 10 intervals of A contain the true score, 3 miss it (samples 1, 2 and 10)"
    );
    assert!(found[0].svg.contains("sample 10: 34.00 [31.00, 37.00]"), "{}", found[0].svg);
    // Intervals by another method say nothing about this coverage.
    assert!(figures_of_intervals(ReportedMethod::Bca).is_empty());
}

fn truth(difference: f64) -> ConclusionRow {
    ConclusionRow {
        study: "s".into(),
        corpus: "c".into(),
        metric: "bleu".into(),
        segments: Some(300),
        repeat: 1,
        replicates: 100,
        system_a: Some("A".into()),
        system_b: Some("B".into()),
        nominal: Some(0.95),
        true_difference: Some(difference),
        ..ConclusionRow::default()
    }
}

/// Of 10 samples of which three show that A is better, and one that B is.
const WINS: [f64; 10] = [0.97, 1.0, 0.5, 0.6, 0.95, 0.94, 0.06, 0.02, 0.4, 0.7];

/// The title of the figure of these, where this is the true difference, and A scores more by `sign` where it wins more.
fn title(difference: f64, sign: f64) -> String {
    let rows = (1..).zip(WINS).map(|(sample, won)| ComparisonRow {
        cell: sample_cell(None, sample),
        system_a: "A".into(),
        system_b: "B".into(),
        method: ReportedTest::PairedBootstrap,
        delta: Some(sign * (won - 0.5)),
        win_rate: Some(won),
        p_value: Some(1.0 - won.max(1.0 - won)),
        verdict: Some(if won >= 0.95 { PairVerdict::Better } else { PairVerdict::NotSignificant }),
        ..ComparisonRow::default()
    });
    let mut found = figures(&CONCLUSIONS, rows, |tables| tables.insert(vec![truth(difference)]));
    assert_eq!(found.len(), 1);
    found.remove(0).title
}

/// Which conclusions are right depends on the truth, and on whether higher scores are better.
#[test]
fn conclusions_are_right_as_the_truth_has_it() {
    let a_better = "BLEU: 3 of 10 samples show that A is better than B, 1 shows the opposite";
    let b_better = "BLEU: 1 of 10 samples shows that B is better than A, 3 show the opposite";
    assert_eq!(title(2.0, 1.0), a_better);
    assert_eq!(title(-2.0, 1.0), b_better);
    // An error rate: A is better where its score is lower.
    assert_eq!(title(-2.0, -1.0), a_better);
}
