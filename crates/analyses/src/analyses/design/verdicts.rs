//! Which design is recommended, for comparisons with other runs.

use super::findings::in_words;
use super::row::{DesignKind, DesignRow};
use crate::presentation::{MetricRows, StudySection, Verdict};

/// One per metric.
pub(super) fn verdicts(section: &StudySection<'_>) -> Vec<Verdict> {
    let metrics = section.rows::<DesignRow>().by_metric();
    let of_metric = |metric: &MetricRows<'_, DesignRow>| {
        let first = metric.rows.first()?;
        let recommended = metric.rows.iter().find(|row| row.recommended);
        let verdict = match recommended {
            Some(row) => in_words(row),
            None if first.kind == DesignKind::None => format!("no plan ({})", first.status.name()),
            None => "no design reaches the goal".to_owned(),
        };
        Some(Verdict::new("design", format!("{}, cheapest design", metric.title), verdict))
    };
    metrics.iter().filter_map(of_metric).collect()
}
