//! Decisions of the finding: verdicts, metrics that disagree, and missing scores.

use super::super::options::Adjustment;
use super::super::vocabulary::MarginVerdict;
use super::PairVerdict::{Better, Identical, NotSignificant, Worse};
use super::*;
use crate::analyses::common::one_study::{assert_no_codes, cell};
use crate::presentation::About;
use crate::stats::reason::Reason;
use crate::table::Tables;

/// A row of a metric: A, B, difference, verdict; half the width of its interval is 0.6.
fn row(metric: &str, a: &str, b: &str, delta: f64, verdict: Option<PairVerdict>) -> ComparisonRow {
    ComparisonRow {
        cell: cell(metric, None, 160),
        level: 0.95,
        adjustment: Adjustment::Holm,
        system_a: a.into(),
        system_b: b.into(),
        delta: Some(delta),
        degrees_of_freedom: Some(19.0),
        ci_lower: Some(delta - 0.6),
        ci_upper: Some(delta + 0.6),
        p_value: Some(0.009),
        p_adjusted: Some(0.009),
        family: 1,
        margin_status: Reason::NoMargin.into(),
        verdict,
        resample: crate::table::Resampled::Documents,
        ..ComparisonRow::default()
    }
}

fn finding_of(rows: &[ComparisonRow]) -> Finding {
    let mut tables = Tables::default();
    tables.insert(rows.to_vec());
    let about = About::of_studies(&["s"]);
    let mut findings = findings(&StudySection::all(&tables, &about)[0]);
    assert_eq!(findings.len(), 1);
    let finding = findings.remove(0);
    for line in finding
        .table
        .iter()
        .flat_map(|table| table.markdown().lines().map(str::to_owned).collect::<Vec<_>>())
    {
        assert!(!line.starts_with('|') || line.chars().count() <= 100, "{line}");
    }
    finding
}

fn headline(rows: &[ComparisonRow]) -> String {
    finding_of(rows).headline
}

#[test]
fn two_systems_by_one_metric() {
    for (delta, verdict, expected) in [
        (0.8, Better, "mine is better than base (BLEU): +0.80 [+0.20, +1.40], p = 0.009."),
        (-0.8, Worse, "mine is worse than base (BLEU): -0.80 [-1.40, -0.20], p = 0.009."),
        // An error rate: lower is better, and the verdict knows.
        (-0.8, Better, "mine is better than base (BLEU): -0.80 [-1.40, -0.20], p = 0.009."),
        (
            0.0,
            NotSignificant,
            "mine and base are not significantly different (BLEU): 0.00 [-0.60, +0.60], p = 0.009.",
        ),
        (0.0, Identical, "mine and base are identical: the same BLEU in every document."),
    ] {
        assert_eq!(headline(&[row("BLEU", "mine", "base", delta, Some(verdict))]), expected);
    }
}

/// Whether one system is better than another, by the verdicts of the first metrics.
fn answer(verdicts: &[Option<PairVerdict>]) -> String {
    let rows: Vec<ComparisonRow> = ["BLEU", "chrF", "COMET"]
        .iter()
        .zip(verdicts)
        .map(|(name, verdict)| row(name, "mine", "base", 0.8, *verdict))
        .collect();
    let text = headline(&rows);
    text.strip_prefix("Is mine better than base? ").unwrap().to_owned()
}

/// Metrics that disagree give no answer, and a metric without a verdict does not count.
#[test]
fn metrics_that_disagree_are_no_verdict() {
    let (up, down, same) = (Some(Better), Some(Worse), Some(NotSignificant));
    assert_eq!(answer(&[up, up]), "Yes, by both metrics.");
    assert!(answer(&[up, down, same]).starts_with("It depends on the metric: "));
    assert!(answer(&[same, same]).starts_with("Not shown: "));
    assert_eq!(answer(&[None, None]), "No metric has a verdict: there is no p-value.");
}

/// All pairs of `names`, of which the earlier is better by as many as they stand apart if that is at least
/// `enough`.
fn all_pairs(names: &[String], metric: &str, enough: usize) -> Vec<ComparisonRow> {
    let mut rows = Vec::new();
    for (i, a) in names.iter().enumerate() {
        for (j, b) in names.iter().enumerate().skip(i + 1) {
            let verdict = if j - i >= enough { Better } else { NotSignificant };
            rows.push(row(metric, a, b, (j - i) as f64, Some(verdict)));
        }
    }
    let family = u32::try_from(rows.len()).unwrap();
    for row in &mut rows {
        row.family = family;
    }
    rows
}

fn names(count: usize) -> Vec<String> {
    (0..count).map(|index| format!("System-of-20-char-{index:02}")).collect()
}

/// Systems that a metric has no scores of are named, and are in no count.
#[test]
fn systems_without_scores_are_left_out() {
    let names = names(4);
    let mut rows = all_pairs(&names, "BLEU", 1);
    rows.extend(all_pairs(&names, "MQM", 1));
    for row in &mut rows[6..] {
        if *row.system_b == *names[3] {
            row.cell.status = Reason::NoData.into();
            row.verdict = None;
        } else {
            row.family = 3;
        }
    }
    let finding = finding_of(&rows);
    assert_eq!(
        finding.headline,
        "Significantly different pairs of systems: 6 of 6 by BLEU, 3 of 3 by MQM (Holm)."
    );
    assert_eq!(finding.sentences.last().unwrap(), "Without scores by MQM: System-of-20-char-03.");
}

/// No code of a reason reaches people, whatever is missing.
#[test]
fn every_reason_is_in_words() {
    for method in ReportedTest::ALL {
        for reason in Reason::ALL {
            let rows = ["BLEU", "chrF"].map(|metric| {
                let mut row = row(metric, "mine", "base", 0.8, None);
                (row.cell.status, row.method) = (reason.into(), method);
                row
            });
            for rows in [&rows[..1], &rows] {
                assert_no_codes(&finding_of(rows));
            }
        }
    }
}

/// What is said of the best of two of which chance explains this much.
fn sentence_on_luck(chance: f64) -> Option<String> {
    let best = ComparisonRow {
        chance_gain: Some(chance),
        ..row("BLEU", "mine", "base", 1.2, Some(Better))
    };
    let finding = finding_of(&[best, row("BLEU", "other", "base", 0.3, None)]);
    finding.sentences.into_iter().find(|sentence| sentence.contains("luckiest"))
}

#[test]
fn the_best_of_several_gains_by_chance() {
    assert_eq!(
        sentence_on_luck(0.41).as_deref(),
        Some(
            "The best of 2 is also the luckiest. Chance explains 0.41 of the +1.20 of mine by BLEU."
        )
    );
    assert_eq!(
        sentence_on_luck(1.5).as_deref(),
        Some(
            "The best of 2 is also the luckiest. Chance explains all of the +1.20 of mine by BLEU (1.50 is to be \
             expected)."
        )
    );
    // One pair that is undecided leaves the margin undecided.
    let verdicts = [MarginVerdict::Pass, MarginVerdict::Inconclusive].map(Some);
    assert_eq!(MarginVerdict::of_all(verdicts.into_iter()), MarginVerdict::Inconclusive);
    // Hardly anything, and what is no gain.
    assert_eq!([sentence_on_luck(0.01), sentence_on_luck(-0.4)], [None, None]);
}
