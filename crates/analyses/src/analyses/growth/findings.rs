//! What more documents buy.

use super::GrowthRow;
use crate::analyses::common::short_table::short_table;
use crate::analyses::common::widths::size_unit;
use crate::presentation::{Finding, MetricRows, Rows, StudySection, TextCell, number, words};
use crate::table::TextUnit;
use crate::words::grouped_count;

/// How far the last half of the documents narrows the margin of error, by metric; nothing of one size.
pub(super) fn finding(section: &StudySection<'_>) -> Option<Finding> {
    let metrics = halvings(section);
    let first = metrics.first()?;
    let headline = match metrics.as_slice() {
        [one] => format!("{}.", one.in_words()),
        all => {
            let mut shares: Vec<f64> = all.iter().map(Halving::narrowing).collect();
            shares.sort_by(f64::total_cmp);
            let median = shares[shares.len() / 2];
            let change = if median >= 0.0 { "smaller" } else { "larger" };
            format!(
                "From {} to {} the margin of error becomes {:.0} % {change} (median of {} metrics).",
                first.half.0,
                first.name(first.all.0),
                100.0 * median.abs(),
                all.len()
            )
        }
    };
    let mut finding = Finding::new(section, "growth", headline);
    if let [one] = metrics.as_slice() {
        finding = finding.sentence(format!(
            "If it continues to fall with the root of the size, twice as many would bring about ±{}.",
            number(one.doubled())
        ));
    }
    let lines = metrics.iter().map(|metric| {
        let margins = [metric.half.1, metric.all.1, metric.doubled()]
            .map(|value| TextCell::number(format!("±{}", number(value)), Some(value)));
        let names = [words(&metric.title), words(metric.system)];
        names.into_iter().chain(margins).collect()
    });
    let twice = format!("{} (extrapolated)", crate::words::grouped(2 * u64::from(first.all.0)));
    let header =
        ["metric", "median system", &first.name(first.half.0), &first.name(first.all.0), &twice];
    let same_sizes = metrics.iter().all(|metric| metric.sizes() == first.sizes());
    let table = short_table(
        section,
        ("margins-of-error", "Margins of error of one score by size."),
        &header,
        lines.collect(),
        "growth",
    );
    finding = finding.table(table.filter(|_| same_sizes));
    finding = finding.note(format!(
        "Margin of error: half of the {} % interval, resampling {}{}.",
        section.level(),
        section.unit().name(),
        match first.orderings {
            1 => ", documents in one order".to_owned(),
            orderings =>
                format!(", mean over {} orders or samples", crate::words::grouped(orderings)),
        }
    ));
    Some(metrics.iter().fold(finding, |finding, metric| finding.rows(metric.rows)))
}

/// Margins of error at the largest size and at the one nearest to half of it.
pub(super) struct Halving<'a> {
    title: String,
    /// The one with the median margin.
    system: &'a str,
    systems: usize,
    unit: TextUnit,
    orderings: u64,
    half: (u32, f64),
    all: (u32, f64),
    /// Of the smaller and the larger size.
    rows: [&'a GrowthRow; 2],
}

/// Half of the interval, mean over orderings.
pub(super) fn margin(row: &GrowthRow) -> Option<f64> {
    row.ci_width_mean.map(|width| width / 2.0)
}

/// Those of all metrics that have margins at two sizes.
pub(super) fn halvings<'a>(section: &StudySection<'a>) -> Vec<Halving<'a>> {
    let rows = section.rows::<GrowthRow>().of_first_draws();
    let unit = size_unit(&rows);
    rows.by_metric().iter().filter_map(|metric| Halving::new(metric, unit)).collect()
}

impl<'a> Halving<'a> {
    fn new(metric: &MetricRows<'a, GrowthRow>, unit: TextUnit) -> Option<Self> {
        let size = |row: &GrowthRow| match row.cell.segments.filter(|_| unit == TextUnit::Segments)
        {
            Some(segments) => u32::try_from(segments).unwrap_or(u32::MAX),
            None => row.cell.judged_documents.unwrap_or(row.cell.documents),
        };
        // A size at which margins are known for every system that has any.
        let known = metric.rows.keep(|row| margin(row).is_some());
        let by_system = known.groups(|row| row.cell.system());
        // The largest sizes of systems, by their margins.
        let mut largest: Vec<(&'a GrowthRow, f64)> = by_system
            .iter()
            .filter_map(|(_, rows)| rows.iter().max_by_key(|row| size(row)))
            .filter_map(|row| Some((row, margin(row)?)))
            .collect();
        largest.sort_by(|one, other| one.1.total_cmp(&other.1));
        // Of an even number the upper of both in the middle: the median is to be a system that
        // there is.
        let (all, all_margin) = *largest.get(largest.len() / 2)?;
        let smaller =
            known.iter().filter(|row| row.cell.system == all.cell.system && size(row) < size(all));
        // The first of those equally near to the half.
        let half = smaller.min_by_key(|row| (2 * size(row)).abs_diff(size(all)))?;
        Some(Self {
            title: metric.title.clone(),
            system: all.cell.system(),
            systems: by_system.len(),
            unit,
            orderings: Rows::first(&metric.rows).map_or(1, |row| row.orderings),
            half: (size(half), margin(half)?),
            all: (size(all), all_margin),
            rows: [half, all],
        })
    }

    fn sizes(&self) -> (u32, u32) {
        (self.half.0, self.all.0)
    }

    fn name(&self, size: u32) -> String {
        grouped_count(size.into(), self.unit.singular())
    }

    /// By which share the margin becomes smaller.
    fn narrowing(&self) -> f64 {
        if self.half.1 > 0.0 { 1.0 - self.all.1 / self.half.1 } else { 0.0 }
    }

    /// What the root law makes of the margin with twice as many.
    fn doubled(&self) -> f64 {
        self.all.1 / 2.0_f64.sqrt()
    }

    /// Without a full stop: a title, too.
    pub(super) fn in_words(&self) -> String {
        let system = if self.systems > 1 { " (median system)" } else { "" };
        let change = if self.all.1 <= self.half.1 { "narrow" } else { "do not narrow" };
        let (half, all) = (number(self.half.1), number(self.all.1));
        format!(
            "By {}, {} instead of {} {change} the margin of error: from ±{half} to ±{all}{system}",
            self.title,
            self.name(self.all.0),
            self.half.0,
        )
    }

    /// The metric with its references.
    pub(super) fn title(&self) -> &str {
        &self.title
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::common::one_study::{cell, finding_of, findings_of};

    fn row(system: &str, documents: u32, margin: Option<f64>) -> GrowthRow {
        let mut cell = cell("bleu", Some(system), documents);
        cell.ordering = None;
        GrowthRow {
            cell,
            orderings: 1,
            test_sets: 1,
            ci_width_mean: margin.map(|margin| 2.0 * margin),
            ..GrowthRow::default()
        }
    }

    fn of_growth(section: &StudySection<'_>) -> Vec<Finding> {
        finding(section).into_iter().collect()
    }

    #[test]
    fn a_wider_margin_is_not_called_narrower() {
        let wider = vec![row("a", 8, Some(1.5)), row("a", 15, Some(1.75))];
        assert_eq!(
            finding_of(wider, of_growth).headline,
            "By BLEU, 15 documents instead of 8 do not narrow the margin of error: from ±1.50 to ±1.75."
        );
    }

    #[test]
    fn one_size_says_nothing_of_growth() {
        assert!(findings_of(Vec::<GrowthRow>::new(), of_growth).is_empty());
        assert!(findings_of(vec![row("a", 15, Some(1.5))], of_growth).is_empty());
        let undefined = vec![row("a", 1, None), row("a", 15, Some(1.5))];
        assert!(findings_of(undefined, of_growth).is_empty());
    }
}
