//! What all metrics say of a pair at once, and what is said where one of them is primary.

use super::options::Adjustment;
use super::summary::MetricSummary;
use super::wording::list;
use crate::analyses::common::phrases;
use crate::presentation::{p_value, share};
use crate::words::counted;

/// By how many metrics systems differ at once, and which metrics only describe.
pub(super) fn sentences(metrics: &[MetricSummary<'_>]) -> Vec<String> {
    by_all(metrics).into_iter().chain(descriptive(metrics)).collect()
}

/// Holds without an adjustment for the number of metrics: who claims a difference by each of them errs only where one
/// of these tests does.
fn by_all(metrics: &[MetricSummary<'_>]) -> Option<String> {
    let tested: Vec<&MetricSummary<'_>> =
        metrics.iter().filter(|metric| metric.is_tested()).collect();
    let first = tested.first().filter(|_| tested.len() > 1)?;
    let row = first.first();
    let names = if tested.len() == 2 {
        "both metrics".to_owned()
    } else {
        format!("all {} metrics", tested.len())
    };
    let alpha = 1.0 - row.level + super::verdict::ROUNDING;
    let tested_pairs = tested_pairs(first);
    if tested_pairs == 0 {
        return None;
    }
    if let [row] = first.pairs[..] {
        let p = row.p_all_metrics.filter(|p| *p <= alpha)?;
        return Some(format!(
            "By {names} at once: the largest p-value is {}, which needs no adjustment.",
            p_value(p)
        ));
    }
    let differing =
        first.pairs.iter().filter_map(|row| row.p_all_metrics).filter(|p| *p <= alpha).count();
    let pairs = first.pairs.len();
    let how = match row.adjustment {
        Adjustment::None => "unadjusted".to_owned(),
        adjustment => phrases::adjustment(adjustment, tested_pairs, 1),
    };
    Some(format!(
        "By {names} at once: {differing} of {} (a claim of its own: largest p-value of a pair, {how}, {} %).",
        counted(pairs, "pair"),
        share(row.level)
    ))
}

fn tested_pairs(metric: &MetricSummary<'_>) -> u32 {
    let count = metric.pairs.iter().filter(|row| row.p_all_metrics.is_some()).count();
    u32::try_from(count).unwrap_or(u32::MAX)
}

fn descriptive(metrics: &[MetricSummary<'_>]) -> Option<String> {
    let [tested, described] = [true, false].map(|is_tested| {
        let metrics = metrics.iter().filter(|metric| metric.is_tested() == is_tested);
        metrics.map(|metric| metric.title.as_str()).collect::<Vec<_>>()
    });
    (!described.is_empty()).then(|| {
        format!(
            "The primary metric is {}; without verdicts, to describe: {}.",
            list(&tested),
            list(&described)
        )
    })
}
