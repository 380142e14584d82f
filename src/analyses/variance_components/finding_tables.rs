//! What findings show in tables and give to scripts.

use serde_json::json;

use super::findings::{Criterion, one_decimal};
use super::{JudgeRow, VarianceComponentRow};
use crate::analyses::common::short_table::short_table;
use crate::presentation::{StudySection, TextCell, TextTable, number, share, whole, words};
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
                words(row.status.reason().map_or("", Reason::name)),
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
    let lines = criteria.iter().map(|own| {
        vec![
            words(own.name),
            whole(own.test.judges),
            TextCell::optional(own.test.severity_deviation, one_decimal),
            TextCell::optional(own.test.severity_p_value, plain_p),
            TextCell::optional(own.test.best_range, one_decimal),
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

/// A component in a line of its own.
pub(super) fn name(row: &VarianceComponentRow) -> &str {
    match &*row.component {
        "item" => "segment",
        "system x item" => "system x segment",
        "residual" if row.status == Reason::SingleRatings.into() => "quality and noise",
        other => other,
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

fn plain_p(p: f64) -> String {
    if p < 1e-4 { "<0.0001".to_owned() } else { format!("{p:.4}") }
}

pub(super) fn data(row: &VarianceComponentRow) -> serde_json::Value {
    json!({
        "criterion": &*row.criterion,
        "component": &*row.component,
        "judge": null,
        "estimate": row.estimate,
        "value": row.value,
        "lower": row.lower,
        "upper": row.upper,
        "level": row.level,
        "leave_out": &*row.leave_out,
        "share": row.share,
        "difference_share": row.difference_share,
        "severity_deviation": row.severity_deviation,
        "f": row.f,
        "degrees_of_freedom": row.degrees_of_freedom,
        "residual_degrees_of_freedom": row.residual_degrees_of_freedom,
        "p_value": row.p_value,
        "severity_p_value": row.severity_p_value,
        "best_systems": row.best_systems,
        "best_range": row.best_range,
        "ratings": row.ratings,
        "repeated_outputs": row.repeated_outputs,
        "severity": null,
        "spread": null,
        "correlation": null,
        "status": row.status.name(),
    })
}

/// With the keys of [`data`].
pub(super) fn data_of_judge(row: &JudgeRow) -> serde_json::Value {
    json!({
        "criterion": &*row.criterion,
        "component": null,
        "judge": &*row.judge,
        "estimate": null,
        "value": null,
        "lower": row.lower,
        "upper": row.upper,
        "level": row.level,
        "leave_out": null,
        "share": null,
        "difference_share": null,
        "severity_deviation": null,
        "f": null,
        "degrees_of_freedom": null,
        "residual_degrees_of_freedom": null,
        "p_value": null,
        "severity_p_value": null,
        "best_systems": null,
        "best_range": null,
        "ratings": row.load,
        "repeated_outputs": row.shared_outputs,
        "severity": row.severity,
        "spread": row.spread,
        "correlation": row.correlation,
        "status": row.status.name(),
    })
}
