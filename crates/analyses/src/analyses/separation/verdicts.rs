//! How many pairs differ significantly, for comparisons with other runs.

use super::SeparationRow;
use crate::presentation::{StudySection, Verdict};

/// One per metric, of the largest test sets.
pub(super) fn verdicts(section: &StudySection<'_>) -> Vec<Verdict> {
    let metrics = section.rows::<SeparationRow>().of_first_draws().by_metric();
    let verdicts = metrics.iter().filter_map(|metric| {
        let row = metric.rows.iter().next_back()?;
        let verdict = match row.significant_largest {
            Some(significant) => format!("{significant} of {}", row.pairs),
            None => format!("no verdict ({})", row.cell.status.name()),
        };
        let about = format!("{}, significantly different pairs", metric.title);
        Some(Verdict::new("separation", about, verdict))
    });
    verdicts.collect()
}
