//! What more references are worth.

use super::{ReferenceDiscriminationRow, ReferenceEquivalenceRow};
use crate::analyses::common::short_table::short_table;
use crate::presentation::{
    Finding, Rows, StudySection, metric_in_print, number, percent, whole, with_error, words,
};
use crate::words::counted;

/// How much better the largest number of references discriminates, by metric.
pub(super) fn findings(section: &StudySection<'_>) -> Vec<Finding> {
    let precision = section.rows::<ReferenceEquivalenceRow>().of_first_draws().of_one_ordering();
    let precision = precision.keep(|row| row.equal_data_relative.is_some());
    let systems = section.rows::<ReferenceDiscriminationRow>().of_first_draws().of_one_ordering();
    if precision.is_empty() && systems.is_empty() {
        return Vec::new();
    }
    let most: Vec<&ReferenceDiscriminationRow> = by_metric(&systems);
    let lines = systems.iter().map(|row| {
        let variance = relative_and_absolute(&precision, &row.metric, row.reference_count);
        vec![
            words(&metric_in_print(&row.metric)),
            whole(row.reference_count),
            with_error(row.discrimination_ratio, row.discrimination_ratio_error),
            percent(variance.map(|(relative, _)| relative / 100.0)),
            percent(variance.map(|(_, absolute)| absolute / 100.0)),
        ]
    });
    let table = short_table(
        section,
        (
            "worth-of-references",
            "Discrimination: sum of z² - 1 over pairs of systems, as a ratio to the fewest references. \
             Variance: that of a score (mean of systems), of the fewest references.",
        ),
        &["metric", "references", "discrimination", "variance, relative", "variance, absolute"],
        lines.collect(),
        "reference_discrimination",
    );
    let several = if most.len() > 1 { most.as_slice() } else { &[] };
    let error = most.iter().find(|row| row.discrimination_ratio_error.is_some()).map(|row| {
        format!(
            "The error of a ratio (±) is by the jackknife over {} systems on these {} segments; other texts \
             are not in it.",
            row.systems, row.segments
        )
    });
    let variance = Variance::new(&precision);
    // Where nothing distinguishes systems, what scores vary is what there is to say.
    let (headline, first) = match &variance {
        Some(variance) if !tells_apart(&most) => {
            (variance.in_words(), (most.len() == 1).then(|| headline(&most, &precision)))
        }
        _ => {
            let variance = variance.filter(|variance| variance.relative < variance.absolute);
            (headline(&most, &precision), variance.map(|variance| variance.in_words()))
        }
    };
    let finding = Finding::new(section, "reference-equivalence", headline)
        .sentences(first)
        .sentences(several.iter().take(3).map(|row| in_words(row)))
        .table(table)
        .notes(error);
    vec![finding.rows(systems.iter()).rows(precision.iter())]
}

/// Of each metric the row with most references.
fn by_metric<'a>(
    rows: &Rows<'a, ReferenceDiscriminationRow>,
) -> Vec<&'a ReferenceDiscriminationRow> {
    let metrics = rows.groups(|row| &*row.metric).into_iter();
    metrics.filter_map(|(_, rows)| rows.iter().max_by_key(|row| row.reference_count)).collect()
}

/// Means over systems of the relative and the absolute variance, percent of those with the fewest.
fn relative_and_absolute(
    rows: &Rows<'_, ReferenceEquivalenceRow>,
    metric: &str,
    references: u32,
) -> Option<(f64, f64)> {
    let rows = rows.keep(|row| &*row.metric == metric && row.reference_count == references);
    let relative: Vec<f64> = rows.iter().filter_map(|row| row.equal_data_relative).collect();
    let absolute: Vec<f64> = rows.iter().filter_map(|row| row.equal_data_absolute).collect();
    let [relative, absolute] = [relative, absolute].map(|values| {
        (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
    });
    relative.zip(absolute)
}

fn headline(
    most: &[&ReferenceDiscriminationRow],
    precision: &Rows<'_, ReferenceEquivalenceRow>,
) -> String {
    let ratios: Vec<f64> = most.iter().filter_map(|row| row.discrimination_ratio).collect();
    match (most, ratios.as_slice()) {
        ([], _) => {
            let references = precision.iter().map(|row| row.reference_count).max().unwrap_or(1);
            format!(
                "What {} are worth for comparing systems is not known: there is one system.",
                counted(references as usize, "reference")
            )
        }
        (_, []) => {
            "What more references are worth for comparing systems is not known: no system is \
                    clearly better than another here."
                .to_owned()
        }
        ([one], _) => in_words(one),
        (all, ratios) => {
            let better = ratios.iter().filter(|ratio| **ratio > 1.0).count();
            format!(
                "More references discriminate systems better by {better} of {} metrics.",
                all.len()
            )
        }
    }
}

fn in_words(row: &ReferenceDiscriminationRow) -> String {
    let metric = metric_in_print(&row.metric);
    let [most, fewest] = [row.reference_count, row.fewest]
        .map(|references| counted(references as usize, "reference"));
    match row.discrimination_ratio {
        Some(ratio) => {
            let error = row.discrimination_ratio_error;
            let error = error.map_or_else(String::new, |error| format!(" ± {}", number(error)));
            let verb = if row.reference_count == 1 { "discriminates" } else { "discriminate" };
            format!(
                "By {metric}, {most} {verb} systems like {fewest} on {}{error} times the segments.",
                number(ratio)
            )
        }
        None => format!(
            "By {metric}, no system is clearly better than another: {}.",
            row.status.in_words()
        ),
    }
}

/// Returns `true` if any metric says what references are worth for comparing systems.
fn tells_apart(most: &[&ReferenceDiscriminationRow]) -> bool {
    most.iter().any(|row| row.discrimination_ratio.is_some())
}

/// What is left of the variance of a score with the most references, by the first metric.
struct Variance {
    metric: String,
    most: u32,
    fewest: u32,
    /// Percent of that with the fewest, relative to the score.
    relative: f64,
    /// The same in the metric's unit.
    absolute: f64,
}

impl Variance {
    fn new(rows: &Rows<'_, ReferenceEquivalenceRow>) -> Option<Self> {
        let metric = &*rows.first()?.metric;
        let of_metric = rows.keep(|row| &*row.metric == metric);
        let counts = of_metric.iter().map(|row| row.reference_count);
        let (most, fewest) = (counts.clone().max()?, counts.min()?);
        let (relative, absolute) = relative_and_absolute(rows, metric, most)?;
        let metric = metric_in_print(metric);
        (most > fewest).then_some(Self { metric, most, fewest, relative, absolute })
    }

    fn in_words(&self) -> String {
        let Self { metric, most, fewest, relative, absolute } = self;
        let why = if relative < absolute { ": more references raise the score" } else { "" };
        format!(
            "The variance of a {metric} score with {most} references is {relative:.0} % of that with {fewest} \
             relative to the score, and {absolute:.0} % in {metric} points{why}."
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::common::one_study::{each_reason, finding_of, findings_of};
    use crate::stats::reason::Reason;
    use crate::stats::reason::Status;
    use crate::table::ChosenReferences;

    fn row(references: u32, ratio: Option<f64>) -> ReferenceDiscriminationRow {
        ReferenceDiscriminationRow {
            study: "s".into(),
            corpus: "c".into(),
            metric: "bleu".into(),
            reference_choice: ChosenReferences::EverySubset,
            ordering: "corpus".into(),
            segments: 300,
            repeat: 1,
            replicates: 100,
            reference_count: references,
            sets: 1,
            systems: 5,
            pairs: 10,
            mean_squared_z: Some(4.0),
            fewest: 1,
            discrimination_ratio: ratio,
            discrimination_ratio_error: ratio.filter(|_| references > 1).map(|_| 0.25),
            status: if ratio.is_some() { Status::OK } else { Reason::NoDifferences.into() },
            ..ReferenceDiscriminationRow::default()
        }
    }

    #[test]
    fn reasons_are_in_words() {
        each_reason(
            |reason| {
                let undefined =
                    ReferenceDiscriminationRow { status: reason.into(), ..row(4, None) };
                let other =
                    ReferenceDiscriminationRow { metric: "ter".into(), ..undefined.clone() };
                let ter = ReferenceDiscriminationRow { metric: "chrf".into(), ..row(4, Some(2.0)) };
                vec![undefined, other, ter]
            },
            findings,
        );
    }

    #[test]
    fn without_differences_nothing_is_claimed() {
        assert!(findings_of(Vec::<ReferenceDiscriminationRow>::new(), findings).is_empty());
        let found = finding_of(vec![row(1, None), row(4, None)], findings);
        assert!(found.headline.ends_with("no system is clearly better than another here."));
        assert!(found.sentences.is_empty() && found.notes.is_empty());
    }
}
