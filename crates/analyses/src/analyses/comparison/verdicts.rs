//! The verdicts of comparisons, for comparisons with other runs.

use super::summary::{PairVerdict, summaries};
use crate::presentation::{StudySection, Verdict};

/// One per metric and pair of the largest test set, by the first method of the study.
pub(super) fn verdicts(section: &StudySection<'_>) -> Vec<Verdict> {
    let of_pair = |title: &str, row: &super::ComparisonRow| {
        let (a, b) = (&*row.system_a, &*row.system_b);
        let verdict = match PairVerdict::of(row) {
            PairVerdict::Better => format!("{a} is better"),
            PairVerdict::Worse => format!("{b} is better"),
            PairVerdict::NotSignificant => "no significant difference".to_owned(),
            PairVerdict::Identical => "identical".to_owned(),
            PairVerdict::Descriptive => "descriptive, without a verdict".to_owned(),
            PairVerdict::Missing => format!("no verdict ({})", row.cell.status.name()),
        };
        // Whatever the order in which a spec names them.
        let (first, second) = if a <= b { (a, b) } else { (b, a) };
        Verdict::new("comparison", format!("{title}, {first} and {second}"), verdict)
    };
    let metrics = summaries(section);
    let of_metric = |metric: &super::summary::MetricSummary<'_>| {
        metric.pairs.iter().map(|row| of_pair(&metric.title, row)).collect::<Vec<_>>()
    };
    metrics.iter().flat_map(of_metric).collect()
}
