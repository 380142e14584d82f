//! How many resamples are enough.

use std::collections::BTreeMap;

use crate::analyses::common::short_table::short_table;
use crate::analyses::{ReportedMethod, StabilityRow};
use crate::presentation::{Finding, Rows, StudySection, number, percent, real, whole, words};
use crate::words::grouped_count;

/// Share of the half-width by which the ends of an interval may move where resamples are enough.
const ENOUGH: f64 = 0.05;

/// By how much the ends of intervals move, as a share of the half-width: of the system for which that is
/// most.
pub(super) fn findings(section: &StudySection<'_>) -> Vec<Finding> {
    let rows = section.rows::<StabilityRow>().of_one_ordering().of_most_documents();
    let Some(first) = rows.first() else { return Vec::new() };
    let mut kinds = Vec::new();
    for metric in rows.by_metric() {
        for ((method, replicates), rows) in
            metric.rows.groups(|row| (row.method, row.cell.replicates))
        {
            kinds.push(Ends::new(&metric.title, method, replicates, &rows));
        }
    }
    let finding = Finding::new(section, "stability", headline(&kinds));
    let lines = kinds.iter().map(|ends| {
        vec![
            words(&ends.metric),
            words(ends.method.name()),
            whole(ends.replicates),
            real(ends.stdev()),
            percent(ends.share()),
            words(ends.worst.map_or("–", |(_, row)| row.cell.system())),
        ]
    });
    let table = short_table(
        section,
        (
            "moving-ends",
            "By how much the ends of intervals move between repeats, of the least stable system.",
        ),
        &["metric", "method", "B", "deviation", "of half-width", "system"],
        lines.collect(),
        "stability",
    );
    let has_ends = kinds.iter().any(|ends| ends.worst.is_some());
    let note = has_ends.then(|| {
        format!(
            "Standard deviation of the less stable end over {} repeats. It falls with the root of B: four \
             times the resamples halve it.",
            first.repeats
        )
    });
    let finding = note.into_iter().fold(finding.table(table), Finding::note);
    vec![finding.rows(rows.iter())]
}

/// Ends of intervals of a method from so many replicates.
struct Ends<'a> {
    metric: String,
    method: ReportedMethod,
    replicates: u32,
    /// The largest share of the half-width, and whose it is.
    worst: Option<(f64, &'a StabilityRow)>,
}

impl<'a> Ends<'a> {
    fn new(
        metric: &str,
        method: ReportedMethod,
        replicates: u32,
        rows: &Rows<'a, StabilityRow>,
    ) -> Self {
        let shares = rows.iter().filter_map(|row| {
            let half_width = (row.mean_upper? - row.mean_lower?) / 2.0;
            let stdev = row.stdev_lower?.max(row.stdev_upper?);
            (half_width > 0.0).then(|| (stdev / half_width, row))
        });
        let worst = shares.max_by(|one, other| one.0.total_cmp(&other.0));
        Self { metric: metric.to_owned(), method, replicates, worst }
    }

    fn share(&self) -> Option<f64> {
        self.worst.map(|(share, _)| share)
    }

    fn stdev(&self) -> Option<f64> {
        let (_, row) = self.worst?;
        Some(row.stdev_lower?.max(row.stdev_upper?))
    }
}

fn headline(kinds: &[Ends<'_>]) -> String {
    // What holds for every metric and method.
    let mut worst: BTreeMap<u32, Option<f64>> = BTreeMap::new();
    for ends in kinds {
        let entry = worst.entry(ends.replicates).or_insert(Some(0.0));
        *entry = entry.zip(ends.share()).map(|(worst, own)| worst.max(own));
    }
    let shares: Vec<(u32, f64)> =
        worst.iter().filter_map(|(b, share)| Some((*b, (*share)?))).collect();
    let ends = "the ends of an interval move by";
    // More resamples are enough too, or it was luck.
    let below = shares.iter().rposition(|(_, share)| *share > ENOUGH);
    let enough = shares.get(below.map_or(0, |last| last + 1));
    match (enough, shares.as_slice()) {
        (_, []) => {
            "How much intervals move between repeats is not known: some have no ends.".to_owned()
        }
        (Some((replicates, share)), all) => {
            let from = if below.is_none() && all.len() > 1 { "As few as " } else { "" };
            let count = grouped_count((*replicates).into(), "resample");
            let share = number(100.0 * share);
            format!("{from}{count} are enough: {ends} {share} % of its half-width between repeats.")
        }
        (None, [.., (replicates, share)]) => {
            // By the law that deviations fall with the root of B.
            let needed = f64::from(*replicates) * (share / ENOUGH) * (share / ENOUGH);
            let count = grouped_count((*replicates).into(), "resample");
            let share = number(100.0 * share);
            format!(
                "{count} are too few: {ends} {share} % of its half-width between repeats; about {} would \
                 bring that to 5 %.",
                in_hundreds(needed)
            )
        }
    }
}

/// A number of resamples, rounded up to hundreds: an extrapolation knows no more.
fn in_hundreds(needed: f64) -> String {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a positive number"
    )]
    let hundreds = (needed / 100.0).ceil() as u64;
    crate::words::grouped(100 * hundreds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::common::one_study::{cell, each_reason, finding_of};

    fn row(system: &str, replicates: u32, stdev: Option<f64>) -> StabilityRow {
        let mut cell = cell("bleu", Some(system), 15);
        cell.replicates = replicates;
        StabilityRow {
            cell,
            level: 0.95,
            repeats: 300,
            mean_lower: stdev.map(|_| 20.0),
            mean_upper: stdev.map(|_| 24.0),
            stdev_lower: stdev.map(|stdev| stdev / 2.0),
            stdev_upper: stdev,
            ..StabilityRow::default()
        }
    }

    fn headline(rows: Vec<StabilityRow>) -> String {
        finding_of(rows, findings).headline
    }

    #[test]
    fn enough_and_too_few() {
        for (rows, beginning) in [
            (
                vec![row("a", 1000, Some(0.06)), row("b", 1000, Some(0.08))],
                "1,000 resamples are enough",
            ),
            (vec![row("a", 100, Some(0.2)), row("a", 400, Some(0.1))], "400 resamples are enough"),
            (vec![row("a", 100, Some(0.2))], "100 resamples are too few"),
            (vec![row("a", 100, Some(0.02)), row("a", 400, Some(0.01))], "As few as 100 resamples"),
        ] {
            let headline = headline(rows);
            assert!(headline.starts_with(beginning), "{headline}");
        }
    }

    #[test]
    fn no_code_reaches_people() {
        each_reason(
            |reason| {
                let mut row = row("a", 20, None);
                row.cell.status = reason.into();
                vec![row]
            },
            findings,
        );
    }
}
