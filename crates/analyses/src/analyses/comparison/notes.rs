//! What a reader must know of comparisons before acting.

use super::ComparisonRow;
use super::margins;
use super::options::Adjustment;
use super::summary::MetricSummary;
use super::wording::list;
use crate::analyses::common::resampling::NOTEWORTHY;
use crate::presentation::{number, share};
use crate::stats::reason::Reason;
use crate::table::Resampled;
use crate::words::counted;

/// All notes.
pub(super) fn notes(metrics: &[MetricSummary<'_>]) -> impl Iterator<Item = String> {
    let tested = metrics.iter().find(|metric| metric.is_tested()).unwrap_or(&metrics[0]);
    let notes = [
        of_constant(metrics),
        of_equal_outputs(metrics),
        of_unit(metrics),
        of_judges(metrics),
        of_adjustment(tested.first()),
        margins::note(metrics),
        of_overlap(metrics),
    ];
    notes.into_iter().flatten()
}

/// Pairs whose difference is the same everywhere.
fn of_constant(metrics: &[MetricSummary<'_>]) -> Option<String> {
    let mut pairs = metrics.iter().flat_map(|metric| &metric.pairs);
    let constant = pairs.find(|row| row.is_constant())?;
    Some(format!(
        "Where the difference is the same in every {}, there is no confidence interval, and p is from the exact sign test.",
        constant.resample.unit()
    ))
}

/// Ties whose scores differ all the same.
fn of_equal_outputs(metrics: &[MetricSummary<'_>]) -> Option<String> {
    let mut pairs = metrics.iter().flat_map(|metric| &metric.pairs);
    let tie =
        "All outputs of systems that are tied are identical: their scores differ by noise alone.";
    pairs.any(|row| row.is_tie_of_outputs()).then(|| tie.to_owned())
}

/// Segments as units where segments of a document are alike.
fn of_unit(metrics: &[MetricSummary<'_>]) -> Option<String> {
    if metrics[0].first().resample != Resampled::Segments {
        return None;
    }
    let effects = metrics.iter().filter_map(|metric| {
        let effects = metric.scores.values().filter_map(|row| row.design_effect);
        let mut effects: Vec<f64> = effects.collect();
        effects.sort_by(f64::total_cmp);
        let median = effects.get(effects.len() / 2)?;
        (*median > NOTEWORTHY).then(|| format!("{} {median:.1}", metric.title))
    });
    let effects: Vec<String> = effects.collect();
    (!effects.is_empty()).then(|| {
        format!(
            "Segments of a document are alike (design effect: {}): single segments as units find \
             differences that new texts do not show. Set `resample = \"documents\"`.",
            effects.join(", ")
        )
    })
}

/// Pairs whose standard error is that of texts or judges alone, since that of both is smaller.
fn of_judges(metrics: &[MetricSummary<'_>]) -> Option<String> {
    let unit = metrics[0].first().resample.texts().name();
    let alone = [(Reason::DocumentsOnly, unit), (Reason::JudgesOnly, "judges")];
    let sentences = alone.into_iter().filter_map(|(reason, taken)| {
        let pairs = metrics.iter().flat_map(|metric| &metric.pairs);
        let pairs = pairs
            .filter(|row| row.p_value.is_some() && row.cell.status == reason.into())
            .count();
        (pairs > 0).then(|| {
            format!(
                "On {} {unit} and judges together vary less than {taken} alone, whose standard error is taken.",
                counted(pairs, "pair")
            )
        })
    });
    let sentences: Vec<String> = sentences.collect();
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

fn of_adjustment(row: &ComparisonRow) -> Option<String> {
    let pairs = row.family;
    let (over, of) = if row.family_metrics > 1 {
        let metrics = counted(row.family_metrics as usize, "metric");
        (format!("{pairs} comparisons, pairs by {metrics}"), "")
    } else {
        (counted(pairs as usize, "pair"), " of a metric")
    };
    let error = share(1.0 - row.level);
    let intervals = if row.degrees_of_freedom.is_some() {
        "Intervals stand at the level of their test, and exclude 0 where the pair is significant."
    } else {
        "Intervals are of single differences, unadjusted."
    };
    match row.adjustment {
        _ if pairs < 2 => None,
        Adjustment::Holm => Some(format!(
            "Holm's adjustment over {over}: the probability that any significant difference{of} is false is at \
             most {error} %. {intervals}"
        )),
        Adjustment::BenjaminiHochberg => Some(format!(
            "Benjamini-Hochberg over {over}: of the significant differences{of} at most {error} % are expected \
             to be false. {intervals}"
        )),
        Adjustment::None => Some(format!(
            "P-values are not adjusted: of {pairs} comparisons without a difference, {} would be called significantly \
             different on average.",
            number(f64::from(pairs) * (1.0 - row.level))
        )),
    }
}

/// Where the intervals of two scores overlap, and their difference is significant all the same.
fn of_overlap(metrics: &[MetricSummary<'_>]) -> Option<String> {
    let overlapping = metrics.iter().filter(|metric| {
        let row = metric.first();
        let intervals = [&row.system_a, &row.system_b].map(|system| {
            let score = metric.scores.get(&**system)?;
            let is_of_pair = score.cell.judged_segments == row.cell.judged_segments;
            score.ci_lower.zip(score.ci_upper).filter(|_| is_of_pair)
        });
        let [Some((low, high)), Some((other_low, other_high))] = intervals else { return false };
        metric.pairs.len() == 1 && row.is_significant() && low <= other_high && other_low <= high
    });
    let titles: Vec<&str> = overlapping.map(|metric| &*metric.title).collect();
    (!titles.is_empty()).then(|| {
        format!(
            "The intervals of the two scores overlap ({}): both are scored on the same texts, and only \
             the difference decides.",
            list(&titles)
        )
    })
}
