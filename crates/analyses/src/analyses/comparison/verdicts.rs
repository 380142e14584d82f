//! The verdicts of comparisons, for comparisons with other runs.

use super::ComparisonRow;
use super::summary::summaries;
use super::vocabulary::PairVerdict;
use crate::presentation::{StudySection, Verdict};

/// One per metric and pair of the largest test set, by the first method of the study.
pub(super) fn verdicts(section: &StudySection<'_>) -> Vec<Verdict> {
    let metrics = summaries(section).into_iter();
    let verdicts = metrics.map(|metric| {
        metric.pairs.iter().map(|row| of_pair(&metric.title, row)).collect::<Vec<_>>()
    });
    verdicts.flatten().collect()
}

fn of_pair(title: &str, row: &ComparisonRow) -> Verdict {
    let (a, b) = (&*row.system_a, &*row.system_b);
    let verdict = match row.conclusion() {
        Some(PairVerdict::Better) => format!("{a} is better"),
        Some(PairVerdict::Worse) => format!("{b} is better"),
        Some(PairVerdict::NotSignificant) => "no significant difference".to_owned(),
        Some(PairVerdict::Identical) => "identical".to_owned(),
        None if row.is_tested() => format!("no verdict ({})", row.cell.status.name()),
        None => "descriptive, without a verdict".to_owned(),
    };
    // Whatever the order in which a spec names them.
    let (first, second) = if a <= b { (a, b) } else { (b, a) };
    Verdict::new("comparison", format!("{title}, {first} and {second}"), verdict)
}
