//! The verdicts of runs, for comparisons with other results.

use super::row::RunComparisonRow;
use crate::analyses::comparison::PairVerdict;
use crate::presentation::{StudySection, Verdict};

/// One per metric and pair of systems.
pub(super) fn verdicts(section: &StudySection<'_>) -> Vec<Verdict> {
    let rows = section.rows::<RunComparisonRow>();
    let title = rows.titles();
    let verdicts = rows.iter().map(|row| {
        let conclusion = match row.verdict {
            Some(PairVerdict::Better) => format!("{} is better", row.system_a),
            Some(PairVerdict::Worse) => format!("{} is better", row.system_b),
            Some(_) => "no significant difference".to_owned(),
            None => format!("no verdict ({})", row.cell.status.name()),
        };
        let about = format!("{}, {} and {}", title(row), row.system_b, row.system_a);
        Verdict::new("runs", about, conclusion)
    });
    verdicts.collect()
}
