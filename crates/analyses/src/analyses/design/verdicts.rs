//! Which design is recommended, for comparisons with other runs.

use super::findings::in_words;
use super::row::{DesignKind, DesignRow};
use crate::presentation::{StudySection, Verdict};

/// One per metric.
pub(super) fn verdicts(section: &StudySection<'_>) -> Vec<Verdict> {
    let metrics = section.rows::<DesignRow>().by_metric();
    let verdicts = metrics.iter().filter_map(|metric| {
        let first = metric.rows.first()?;
        let verdict = match metric.rows.iter().find(|row| row.recommended) {
            Some(row) => in_words(row),
            None if first.kind == DesignKind::None => format!("no plan ({})", first.status.name()),
            None => "no design reaches the goal".to_owned(),
        };
        Some(Verdict::new("design", format!("{}, cheapest design", metric.title), verdict))
    });
    verdicts.collect()
}
