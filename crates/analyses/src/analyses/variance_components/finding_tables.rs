//! What findings show in tables.

use super::VarianceComponentRow;
use super::findings::Criterion;
use crate::analyses::common::short_table::short_table;
use crate::presentation::{
    StudySection, TextCell, TextTable, number, p_closely, points, share, whole, words,
};
use crate::stats::judges::components::Factor;
use crate::stats::reason::Reason;

/// Components of the first criterion, or the test of each of several.
pub(super) fn table(section: &StudySection<'_>, criteria: &[Criterion<'_>]) -> Option<TextTable> {
    if let [one] = criteria {
        let lines = one.rows.iter().map(|row| {
            vec![
                words(name(row)),
                deviation(row.value),
                TextCell::optional(row.share, |value| format!("{:.0} %", 100.0 * value)),
                interval(row),
                words(row.status.in_words()),
            ]
        });
        let caption = format!(
            "Components of the variance of ratings as standard deviations, with their {} % intervals.",
            share(one.test.level)
        );
        return short_table(
            section,
            ("components-of-variance", &caption),
            &["component", "standard\ndeviation", "share of\nvariance", "interval", "status"],
            lines.collect(),
            "variance_components",
        );
    }
    let lines = criteria.iter().map(|criterion| {
        vec![
            words(criterion.name),
            whole(criterion.test.judges),
            TextCell::optional(criterion.test.severity_deviation, points),
            TextCell::optional(criterion.test.severity_p_value, p_closely),
            TextCell::optional(criterion.test.best_range, points),
        ]
    });
    short_table(
        section,
        ("severity-of-judges", "How much judges differ in severity."),
        &["criterion", "judges", "standard\ndeviation", "p", "best systems\nwithin"],
        lines.collect(),
        "variance_components",
    )
}

/// A component in a line of its criterion.
pub(super) fn name(row: &VarianceComponentRow) -> &'static str {
    match row.component {
        Factor::Item => "segment",
        Factor::Output => "system x segment",
        Factor::Residual if row.status == Reason::SingleRatings.into() => "quality and noise",
        other => other.name(),
    }
}

/// A variance as a standard deviation.
pub(super) fn deviation(variance: Option<f64>) -> TextCell {
    TextCell::optional(variance, |variance| number(variance.sqrt()))
}

/// The interval of a component as standard deviations.
pub(super) fn interval(row: &VarianceComponentRow) -> TextCell {
    let ends = row.lower.zip(row.upper);
    ends.map_or_else(
        || words("–"),
        |(low, high)| words(&format!("{} to {}", number(low.sqrt()), number(high.sqrt()))),
    )
}
