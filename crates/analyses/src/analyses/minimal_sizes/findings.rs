//! What Estrella et al. (2007) read off a curve: where the deviation stops falling.

use std::collections::BTreeMap;

use super::MinimalSizeRow;
use super::fit_warning::FitWarning;
use super::options::Deviation;
use super::reading::{largest, read_off};
use crate::analyses::common::phrases::about_words;
use crate::analyses::common::short_table::short_table;
use crate::presentation::{
    Finding, MetricRows, Rows, StudySection, TextCell, TextTable, number, size,
};
use crate::words::{counted, grouped_count};

/// Sizes below which nothing that is read off a curve is a headline: one of two parameters goes through any two points.
const LEAST_POINTS: u32 = 5;

/// `x_max` and `x_min` of the median system, by metric.
pub(super) fn findings(section: &StudySection<'_>) -> Vec<Finding> {
    let all = read_off(&section.rows::<MinimalSizeRow>());
    let Some(first) = all.first() else { return Vec::new() };
    let rows = all.of_first_draws().of_one_ordering();
    let metrics: Vec<Reading<'_>> = rows.by_metric().iter().map(Reading::new).collect();
    let mut finding = Finding::new(section, "minimal-size", headline(&metrics, first));
    let is_read = metrics.iter().any(|metric| metric.median.is_some());
    if is_read {
        finding = finding
            .sentence(
                "x_max is where one more document changes the deviation by less than the slope \
                 `epsilon`, x_min where the first tangent of the curve meets the axis (Estrella et al. 2007).",
            )
            .sentence(format!(
                "For the documents that a margin of error takes, ask [studies.{}.margin].",
                section.study
            ))
            .table(table(section, &metrics));
    }
    finding = finding.notes(notes(&all, first));
    for metric in &metrics {
        let Some(row) = metric.median.or(metric.first) else { continue };
        finding = finding
            .row_with(row, [("systems", metric.systems.into()), ("curves", metric.curves.into())]);
    }
    vec![finding]
}

/// `x_max` of the median system by a metric.
pub(crate) struct LevelSize {
    /// What the metric is called.
    pub(crate) title: String,
    pub(crate) documents: f64,
    /// Those of the largest test set.
    largest: u32,
}

impl LevelSize {
    /// Returns `true` if it is extrapolated.
    pub(crate) fn is_beyond(&self) -> bool {
        self.documents > f64::from(self.largest)
    }

    /// With a star where it is extrapolated.
    pub(crate) fn cell(&self) -> TextCell {
        let mark = if self.is_beyond() { "*" } else { "" };
        TextCell::number(format!("{}{mark}", size(self.documents)), Some(self.documents))
    }
}

/// `x_max` of the median system by each metric; nothing where too few sizes were seen.
pub(crate) fn level_sizes(section: &StudySection<'_>) -> Vec<LevelSize> {
    let all = read_off(&section.rows::<MinimalSizeRow>());
    if all.first().is_none_or(|first| first.points < LEAST_POINTS) {
        return Vec::new();
    }
    let metrics = all.of_first_draws().of_one_ordering().by_metric();
    let sizes = metrics.iter().filter_map(|metric| {
        let reading = Reading::new(metric);
        let (documents, largest) = reading.level()?;
        Some(LevelSize { title: reading.title, documents, largest })
    });
    sizes.collect()
}

fn level_cell(x_max: Option<f64>, metric: &Reading<'_>) -> TextCell {
    let mark = if metric.is_beyond() { "*" } else { "" };
    TextCell::optional(x_max, |x_max| format!("{}{mark}", size(x_max)))
}

/// What is read off the curves of a metric.
struct Reading<'a> {
    title: String,
    /// Systems whose curve gives a size.
    curves: usize,
    systems: usize,
    /// The row of the system with the median size.
    median: Option<&'a MinimalSizeRow>,
    first: Option<&'a MinimalSizeRow>,
}

impl<'a> Reading<'a> {
    fn new(metric: &MetricRows<'a, MinimalSizeRow>) -> Self {
        let has_x_max = metric.rows.iter().any(|row| row.x_max.is_some());
        let sizes = metric.rows.iter().filter_map(|row| {
            let size = if has_x_max { row.x_max } else { row.x_min };
            Some((size?, row))
        });
        let mut sizes: Vec<(f64, &'a MinimalSizeRow)> = sizes.collect();
        sizes.sort_by(|one, other| one.0.total_cmp(&other.0));
        Self {
            title: metric.title.clone(),
            curves: sizes.len(),
            systems: metric.rows.iter().count(),
            // Of an even number the upper of both in the middle: it is to be a system that there
            // is.
            median: sizes.get(sizes.len() / 2).map(|(_, row)| *row),
            first: metric.rows.first(),
        }
    }

    /// `x_max` of the median system, and the documents there are.
    fn level(&self) -> Option<(f64, u32)> {
        let row = self.median?;
        Some((row.x_max?, largest(row)))
    }

    fn is_beyond(&self) -> bool {
        self.level().is_some_and(|(x_max, largest)| x_max > f64::from(largest))
    }
}

fn headline(metrics: &[Reading<'_>], first: &MinimalSizeRow) -> String {
    let read: Vec<&Reading<'_>> = metrics.iter().filter(|metric| metric.median.is_some()).collect();
    let level: Vec<&Reading<'_>> =
        read.iter().copied().filter(|metric| metric.level().is_some()).collect();
    let beyond = level.iter().filter(|metric| metric.is_beyond()).count();
    let documents = grouped_count(largest(first).into(), "document");
    let sizes = counted(first.points as usize, "size");
    match (read.as_slice(), level.as_slice()) {
        ([_, ..], _) if first.points < LEAST_POINTS => {
            format!("{sizes} are too few to read a size off a curve: it takes {LEAST_POINTS}.")
        }
        ([], _) => {
            format!("No curve gives x_min or x_max: {sizes} with a deviation, up to {documents}.")
        }
        ([one], []) => {
            let row = one.median.and_then(|row| row.x_min).unwrap_or_default();
            format!("By {}, x_min is {} documents; there is no x_max.", one.title, size(row))
        }
        (_, []) => format!("There is no x_max for any of {} metrics.", metrics.len()),
        (_, [one]) => {
            let (x_max, largest) = one.level().unwrap_or_default();
            let place = if one.is_beyond() { "beyond" } else { "within" };
            let who = match one.curves {
                1 => String::new(),
                curves => format!(" for the median of {curves} systems"),
            };
            format!(
                "By {}, x_max is {} documents{who}, {place} the {largest} of the largest test set.",
                one.title,
                size(x_max)
            )
        }
        (_, several) => format!(
            "x_max lies beyond the largest test set ({documents}) for {beyond} of {} metrics.",
            several.len()
        ),
    }
}

fn table(section: &StudySection<'_>, metrics: &[Reading<'_>]) -> Option<TextTable> {
    let lines = metrics.iter().map(|metric| {
        let row = metric.median;
        vec![
            TextCell::words(&*metric.title),
            TextCell::words(row.map_or("–", |row| row.cell.system())),
            TextCell::optional(row.and_then(|row| row.x_min), size),
            ends_cell(row.map(|row| (row.x_min_lower, row.x_min_upper))),
            level_cell(row.and_then(|row| row.x_max), metric),
            ends_cell(row.map(|row| (row.x_max_lower, row.x_max_upper))),
            TextCell::optional(row.and_then(|row| row.required_words), about_words),
        ]
    });
    let beyond = metrics.iter().any(Reading::is_beyond);
    let mark = beyond.then(|| "* Larger than the largest test set: extrapolated.".to_owned());
    let mut table = short_table(
        section,
        ("minimal-size", "Sizes of the median system, in documents."),
        &["metric", "median system", "x_min", "interval", "x_max", "interval", "x_max in words"],
        lines.collect(),
        "minimal_sizes",
    )?;
    table.notes.extend(mark);
    Some(table)
}

/// An interval of a size.
fn ends_cell(ends: Option<(Option<f64>, Option<f64>)>) -> TextCell {
    let (lower, upper) = ends.unwrap_or_default();
    let text = lower.zip(upper).map(|(low, high)| format!("[{}, {}]", size(low), size(high)));
    TextCell::number(text.unwrap_or_else(|| "–".to_owned()), lower)
}

/// What to know of the curves of all systems, orders and repeats.
fn notes(all: &Rows<'_, MinimalSizeRow>, first: &MinimalSizeRow) -> Vec<String> {
    let mut notes = Vec::new();
    let has_x_min = all.iter().any(|row| row.x_min.is_some());
    // Of the power function it is 1 + 1/b then: 3 for the exponent 1/2 of independent units.
    if has_x_min && first.tangent_at.total_cmp(&1.0).is_eq() && first.c.is_none() {
        notes.push("x_min is about 3 for almost any corpus. Do not plan with it.".to_owned());
    }
    let mut counts: BTreeMap<FitWarning, usize> = BTreeMap::new();
    for warning in all.iter().flat_map(|row| FitWarning::all(row.warning.as_deref())) {
        *counts.entry(warning).or_default() += 1;
    }
    if let Some(beyond) = counts.get(&FitWarning::Extrapolated) {
        let values = all.iter().filter(|row| row.x_max.is_some()).count();
        notes.push(match (*beyond, values) {
            (1, 1) => "Caution: x_max lies beyond the largest test set.".to_owned(),
            (1, _) => {
                format!("Caution: 1 of {values} values of x_max lies beyond the largest test set.")
            }
            _ => format!(
                "Caution: {beyond} of {values} values of x_max lie beyond the largest test set."
            ),
        });
    }
    let cautions: Vec<String> =
        counts.iter().filter_map(|(warning, curves)| warning.in_words(*curves)).collect();
    if !cautions.is_empty() {
        let curves = counted(all.iter().filter(|row| row.a.is_some()).count(), "curve");
        notes.push(format!("Caution: of {curves}, {}.", cautions.join(", ")));
    }
    if first.small_sample_corrected {
        notes.push("Whole documents were resampled (with small-sample correction).".to_owned());
    }
    if let Some(epsilon) = first.epsilon.filter(|_| all.iter().any(|row| row.x_max.is_some())) {
        let unit = if first.deviation == Deviation::Relative { " % of the score" } else { "" };
        if first.c.is_none() {
            let slope = number(epsilon);
            notes.push(format!("x_max is at a slope of {slope}{unit} per document."));
        }
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::super::options::RegressionFunction;
    use super::*;
    use crate::analyses::common::one_study::{cell, each_reason, finding_of};
    use crate::stats::reason::Status;
    use crate::stats::regression::Fit;

    fn row(system: &str, documents: u32, x_max: Option<f64>) -> MinimalSizeRow {
        MinimalSizeRow {
            cell: cell("bleu", Some(system), documents),
            points: documents,
            a: Some(8.0),
            b: Some(0.5),
            x_min: Some(3.0),
            x_min_lower: Some(2.0),
            x_min_upper: Some(4.5),
            x_max,
            tangent_at: 1.0,
            epsilon: Some(0.01),
            warning: x_max.filter(|x| *x > f64::from(documents)).map(|_| "extrapolated".into()),
            interval_status: Some(Status::OK),
            ..MinimalSizeRow::default()
        }
    }

    fn headline(rows: Vec<MinimalSizeRow>) -> String {
        finding_of(rows, findings).headline
    }

    /// A curve through two points says nothing of itself.
    #[test]
    fn few_sizes_are_no_headline() {
        for points in [2, 4] {
            let few = MinimalSizeRow { points, ..row("a", 15, Some(40.2)) };
            assert_eq!(
                headline(vec![few]),
                format!("{points} sizes are too few to read a size off a curve: it takes 5.")
            );
        }
        let enough = MinimalSizeRow { points: 5, ..row("a", 15, Some(40.2)) };
        assert!(headline(vec![enough]).starts_with("By BLEU, x_max is"));
    }

    #[test]
    fn reasons_are_in_words() {
        each_reason(
            |reason| {
                let mut row = row("a", 15, None);
                row.cell.status = reason.into();
                let interval_status = Some(reason.into());
                vec![MinimalSizeRow { a: None, b: None, x_min: None, interval_status, ..row }]
            },
            findings,
        );
    }

    /// A study that fits the cubic alone has its sizes read off it, everywhere.
    #[test]
    fn one_reading_serves_all() {
        let cubic = MinimalSizeRow {
            function: RegressionFunction::Cubic,
            fit: Fit::LeastSquares,
            c: Some(1.0),
            ..row("a", 15, Some(9.0))
        };
        let found = finding_of(vec![cubic.clone()], findings);
        assert_eq!(found.rows[0]["x_max"], 9.0);
        assert!(found.notes.is_empty(), "no law says that x_min of a cubic is 3");
        let both = vec![row("a", 15, Some(12.0)), cubic];
        assert_eq!(finding_of(both, findings).rows[0]["x_max"], 12.0);
    }
}
