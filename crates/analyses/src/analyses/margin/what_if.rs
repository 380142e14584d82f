//! What the margin of a score would be with more or fewer documents, and with longer or shorter ones.

use super::MarginRow;
use super::worst::{MetricMargins, by_metric};
use crate::presentation::{
    Between, Choice, GridResult, StudySection, Wanted, WhatIf, metric_in_print, number,
    sizes_between,
};
use crate::stats::freedom::{Freedom, median_variance};
use crate::stats::margin::Precision;
use crate::table::TextUnit;

/// Sizes of the grid, and how many times smaller and larger they are than the test set.
const SIZES: usize = 24;
const REACH: f64 = 8.0;

/// Fewest units of the grid, for each stratum.
const FEWEST: f64 = 3.0;

/// Segments per document that can be chosen, up to [`LONGEST`] times those that there are.
const LENGTHS: [f64; 9] = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0];
const LONGEST: f64 = 2.5;

/// A length as near to that of today is not another one.
const NEAR: f64 = 0.2;

/// A grid for each metric: of the system whose margin is in the middle.
pub(super) fn what_if(section: &StudySection<'_>) -> Vec<WhatIf> {
    by_metric(section).iter().filter_map(|metric| of_metric(section, metric)).collect()
}

fn of_metric(section: &StudySection<'_>, metric: &MetricMargins<'_>) -> Option<WhatIf> {
    let row = middle(metric)?;
    let precision = precision(row)?;
    let lengths = Lengths::new(row);
    let units = precision.units as f64;
    let sizes = sizes(&precision);
    // Sizes are planned for a variance that is larger than the estimate, which is too small more often than not.
    let planned = 1.0 / median_variance(precision.freedom.degrees)?.sqrt();
    let results = [1.0, planned].map(|factor| {
        let margins = lengths.ratios().into_iter().map(|ratio| {
            let of_sizes = sizes.iter();
            of_sizes.map(|size| Some(factor * ratio * precision.margin_at(*size).ok()?)).collect()
        });
        GridResult { between: Between::Logarithms, values: margins.collect() }
    });
    let systems = metric.with_margin();
    let (system, title) = (row.cell.system.as_deref()?, metric_in_print(&metric.title));
    let whose = if systems > 1 {
        format!(" ({system}, the middle of {systems} systems)")
    } else {
        String::new()
    };
    let grid = WhatIf {
        section: format!("{}, {}", section.study, section.corpus),
        unit: plural(row.unit),
        measured: units,
        start: units,
        choices: lengths.choice().into_iter().collect(),
        results: results.into(),
        drawn: 0,
        says: format!("One score by {title} has a margin of error of ±{{0}}{whose}."),
        wanted: Wanted {
            label: "margin of error",
            result: 1,
            start: row.wanted,
            says: "A margin of ±{wanted} takes {size}.".to_owned(),
        },
        errors: Vec::new(),
        metric: title,
        name: row.cell.metric.to_string(),
        sizes,
    };
    Some(grid.finished())
}

/// The system whose margin is in the middle, the lower of two.
fn middle<'a>(metric: &MetricMargins<'a>) -> Option<&'a MarginRow> {
    let with_margin = metric.rows.iter().filter_map(|row| Some((row.margin?, row)));
    let mut rows: Vec<(f64, &MarginRow)> = with_margin.collect();
    rows.sort_by(|one, other| one.0.total_cmp(&other.0));
    rows.get(rows.len().checked_sub(1)? / 2).map(|(_, row)| *row)
}

/// What the margin of a row was computed from; nothing where it came from elsewhere, as where judges are resampled.
fn precision(row: &MarginRow) -> Option<Precision> {
    let strata = f64::from(row.strata.unwrap_or(1));
    let units = row.available_units?;
    let precision = Precision {
        standard_error: row.standard_error?,
        units: usize::try_from(units).ok()?,
        strata: row.strata.unwrap_or(1) as usize,
        freedom: Freedom {
            degrees: row.degrees_of_freedom?,
            of_equal_units: units as f64 - strata,
            effective_units: row.effective_units?,
            longest_share: row.longest_share?,
        },
        level: row.level,
    };
    let ratio = precision.margin().ok()? / row.margin?;
    Some(precision).filter(|_| (ratio - 1.0).abs() < 1e-6)
}

/// Sizes around that of the test set, which is one of them.
fn sizes(precision: &Precision) -> Vec<f64> {
    let units = precision.units as f64;
    let least = (units / REACH).max(FEWEST * precision.strata as f64).min(units);
    let most = (REACH * units).min(precision.freedom.farthest()).max(units);
    let mut sizes = sizes_between(least.round(), most.round(), SIZES);
    sizes.push(units);
    sizes.sort_by(f64::total_cmp);
    sizes.dedup();
    sizes
}

/// Segments per document: those of today, and others.
struct Lengths {
    /// Variance between documents over that within them, for documents of today's length.
    between: f64,
    today: f64,
    all: Vec<f64>,
}

impl Lengths {
    fn new(row: &MarginRow) -> Self {
        let today = row.segments_per_document.unwrap_or(1.0);
        let doubled = row.doubled_documents_margin.zip(row.margin);
        let between = doubled.filter(|_| row.unit == TextUnit::Documents);
        let between = between.and_then(|(doubled, margin)| between_variance(doubled / margin));
        let Some(between) = between else {
            return Self { between: 0.0, today, all: vec![today] };
        };
        let mut all: Vec<f64> = LENGTHS
            .into_iter()
            .filter(|length: &f64| {
                *length <= LONGEST * today && (length / today - 1.0).abs() > NEAR
            })
            .chain([today])
            .collect();
        all.sort_by(f64::total_cmp);
        Self { between, today, all }
    }

    /// What documents of each length make of the margin of as many documents of today's.
    fn ratios(&self) -> Vec<f64> {
        let ratios = self.all.iter().map(|length| {
            let times = length / self.today;
            // (x + 1/t)/(x + 1): of the variance the part within documents alone falls with their
            // length t.
            ((self.between * times + 1.0) / (times * (self.between + 1.0))).sqrt()
        });
        ratios.collect()
    }

    fn choice(&self) -> Option<Choice> {
        (self.all.len() > 1).then(|| Choice {
            label: "segments per document",
            values: self.all.iter().map(|length| in_words(*length)).collect(),
            is_extrapolated: self.all.iter().map(|length| *length > self.today).collect(),
            start: self.all.iter().filter(|length| **length < self.today).count(),
        })
    }
}

fn in_words(length: f64) -> String {
    if length.fract() == 0.0 { format!("{length}") } else { number(length) }
}

/// Variance between documents over that within them, from what twice as many documents with half of the segments make
/// of the margin: `r^2 = (x/2 + 1)/(x + 1)`.
fn between_variance(ratio: f64) -> Option<f64> {
    let square = ratio * ratio;
    let between = (1.0 - square) / (square - 0.5);
    (between.is_finite() && between > 0.0).then_some(between)
}

fn plural(unit: TextUnit) -> &'static str {
    match unit {
        TextUnit::Segments => "segments",
        TextUnit::Documents => "documents",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::common::one_study::{cell, on_section};
    use crate::stats::variance_components::VarianceComponents;

    fn precision_of(units: usize) -> Precision {
        let freedom = Freedom::of_units(units as f64, 1.0);
        Precision { standard_error: 1.3, units, strata: 1, freedom, level: 0.95 }
    }

    /// 40 documents of 6 segments each, which are alike.
    fn row() -> MarginRow {
        let precision = precision_of(40);
        let margin = precision.margin().unwrap();
        let ratio = components().spread_ratio(2.0).unwrap();
        MarginRow {
            cell: cell("bleu", Some("A"), 40),
            level: 0.95,
            margin: Some(margin),
            standard_error: Some(1.3),
            unit: TextUnit::Documents,
            available_units: Some(40),
            degrees_of_freedom: Some(precision.freedom.degrees),
            effective_units: Some(40.0),
            longest_share: Some(1.0 / 40.0),
            segments_per_document: Some(6.0),
            doubled_documents_margin: Some(margin * ratio),
            ..MarginRow::default()
        }
    }

    fn components() -> VarianceComponents {
        VarianceComponents {
            between: 0.7,
            within: 2.0,
            p_value: 0.01,
            documents: 40,
            segments: 240,
            weighted_length: 6.0,
        }
    }

    /// Between the sizes of the grid the page is off by no more than it says, and at them by nothing.
    #[test]
    fn the_grid_is_what_the_program_computes() {
        let grids = on_section(vec![row()], what_if);
        let [grid] = &grids[..] else { panic!("{grids:?}") };
        assert_eq!((grid.sizes[0], grid.sizes[grid.sizes.len() - 1]), (5.0, 320.0));
        assert!(grid.errors.iter().all(|error| *error < 0.01), "{:?}", grid.errors);
        let choice = &grid.choices[0];
        assert_eq!(choice.values, ["1", "2", "6", "10"]);
        assert_eq!(
            (choice.start, &choice.is_extrapolated[..]),
            (2, &[false, false, false, true][..])
        );
        let today = &grid.results[0].values[2];
        let points: Vec<(f64, f64)> =
            grid.sizes.iter().copied().zip(today.iter().flatten().copied()).collect();
        for size in [5.0, 6.0, 9.0, 23.0, 40.0, 133.0, 300.0] {
            let exact = precision_of(40).margin_at(size).unwrap();
            let value = Between::Logarithms.among(&points, size).unwrap();
            assert!(
                (value / exact - 1.0).abs() <= grid.errors[2] + 1e-4,
                "{size}: {value} {exact}"
            );
        }
        // What is wanted takes the size that the findings name.
        let planned = &grid.results[1].values[2];
        let points: Vec<(f64, f64)> =
            grid.sizes.iter().copied().zip(planned.iter().flatten().copied()).collect();
        let wanted = 1.9;
        let size = precision_of(40).required_units(wanted).unwrap();
        let value = Between::Logarithms.among(&points, size).unwrap();
        assert!((value / wanted - 1.0).abs() <= grid.errors[2] + 1e-4, "{size}: {value}");
    }

    /// Documents of other lengths have the variance `between / k + within / (k m)`.
    #[test]
    fn lengths_are_those_of_the_components() {
        let lengths = Lengths::new(&row());
        let VarianceComponents { between, within, .. } = components();
        for (length, ratio) in lengths.all.iter().zip(lengths.ratios()) {
            let exact = ((between + within / length) / (between + within / 6.0)).sqrt();
            assert!((ratio - exact).abs() < 1e-12, "{length}: {ratio} {exact}");
        }
    }

    /// Margins for new judges have no size.
    #[test]
    fn margins_from_elsewhere_have_no_grid() {
        let other = MarginRow { margin: Some(9.0), ..row() };
        assert!(on_section(vec![other], what_if).is_empty());
        let judged = MarginRow { degrees_of_freedom: None, ..row() };
        assert!(on_section(vec![judged], what_if).is_empty());
    }
}
