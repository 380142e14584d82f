//! Student's t distribution of the true score, with the intervals that it gives.

use super::{IntervalRow, ReportedMethod};
use crate::analyses::common::largest::largest_test_set;
use crate::presentation::{
    Chart, Figure, FigureKind, Layer, MetricRows, Stroke, StudySection, by_metric, number, share,
};
use crate::stats::special::{student_t_pdf, student_t_quantile};

pub(super) const KIND: FigureKind = FigureKind {
    word: "true-score",
    question: "Where does the true score lie?",
    draw: |section| by_metric(section, figure),
};

/// Methods whose interval is the score -+ Student's t times a standard error.
const METHODS: [ReportedMethod; 2] = [ReportedMethod::JackknifeT, ReportedMethod::StudentT];
/// Points along the curve.
const STEPS: u32 = 160;
/// How far the curve goes, in standard errors.
const REACH: f64 = 4.0;

/// Of the first system, where the study asks for a method by Student's t at several levels.
fn figure(section: &StudySection<'_>, metric: &MetricRows<'_, IntervalRow>) -> Option<Figure> {
    let rows = largest_test_set(&metric.rows, |row| &row.cell);
    let first = rows.first()?;
    let levels = METHODS.iter().find_map(|method| {
        let levels = rows.keep(|row| row.cell.system == first.cell.system && row.method == *method);
        let mut levels: Vec<&IntervalRow> =
            levels.iter().filter(|row| row.half_width.is_some()).collect();
        levels.sort_by(|one, other| one.level.total_cmp(&other.level));
        (levels.len() > 1).then_some(levels)
    })?;
    let widest = levels.last()?;
    let (score, units) = (widest.score?, widest.units.filter(|units| *units > 1)?);
    let most_freedom = (units - 1) as f64;
    let half_width = widest.half_width?;
    let quantile = |freedom| student_t_quantile(f64::midpoint(1.0, widest.level), freedom);
    let (freedom, error) = match widest.standard_error {
        Some(error) => (freedom_of(half_width / error, most_freedom, quantile)?, error),
        None => (most_freedom, half_width / quantile(most_freedom)?),
    };
    let density = |value: f64| student_t_pdf((value - score) / error, freedom) / error;
    let mut layers = Vec::new();
    // The narrowest interval lies in all the others, and is the darkest.
    for row in &levels {
        let (lower, upper) = (row.lower?, row.upper?);
        let points = along(lower, upper).map(|value| (value, 0.0, density(value))).collect();
        layers.push(Layer::Band { points, colour: 0 });
    }
    let curve = along(score - REACH * error, score + REACH * error);
    let points = curve.map(|value| (value, density(value))).collect();
    layers.push(Layer::Line { points, colour: 0, stroke: Stroke::Solid, name: None });
    for (index, row) in levels.iter().enumerate() {
        let (lower, upper) = (row.lower?, row.upper?);
        // Shares of the peak: the bars lie one above the other.
        let height = density(score) * (0.06 + 0.09 * index as f64);
        let name = format!("{} %: {} to {}", share(row.level), number(lower), number(upper));
        let points = vec![(lower, height), (upper, height)];
        let (colour, stroke) = (index + 1, Stroke::Solid);
        layers.push(Layer::Line { points, colour, stroke, name: Some(name) });
    }
    let system = first.cell.system();
    let chart = Chart {
        x_label: metric.title.clone(),
        y_label: "density".to_owned(),
        y_range: (Some(0.0), None),
        layers,
        ..Chart::default()
    };
    let unit = first.resample.unit();
    let is_whole = (freedom - freedom.round()).abs() < 1e-6;
    let caption = format!(
        "Student's t distribution with {} degrees of freedom around the score of {system}, {}, with its \
         standard error of {}: where the score of new {unit}s like these {units} may lie. Bars: the intervals by {}.",
        if is_whole { format!("{freedom:.0}") } else { number(freedom) },
        number(score),
        number(error),
        widest.method.name()
    );
    let main = levels.iter().min_by(|one, other| {
        let [one, other] = [one, other].map(|row| (100.0 * row.level - section.level()).abs());
        one.total_cmp(&other)
    })?;
    let finding = format!(
        "{}: {system} scores {} ± {} ({} %, Student's t of {units} {unit}s)",
        metric.title,
        number(score),
        number(main.half_width?),
        share(main.level)
    );
    Some(KIND.chart(section, &metric.title, caption, &chart).titled(Some(finding)))
}

/// The degrees of freedom for which half the width of an interval is `factor` standard errors: at most those of units of
/// equal length. Rows do not have them, and documents of unequal lengths have fewer.
fn freedom_of(factor: f64, most: f64, quantile: impl Fn(f64) -> Option<f64>) -> Option<f64> {
    // Quantiles fall with the degrees of freedom.
    if factor <= quantile(most)? * (1.0 + 1e-9) {
        return Some(most);
    }
    let (mut low, mut high) = (1.0_f64.min(most), most);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if quantile(middle)? > factor {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(high)
}

/// Values from one end to the other.
fn along(low: f64, high: f64) -> impl Iterator<Item = f64> {
    (0..=STEPS).map(move |step| low + (high - low) * f64::from(step) / f64::from(STEPS))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::common::one_study::{cell, on_section};

    fn figures(levels: &[f64]) -> Vec<Figure> {
        // 30 of 100 are right: the standard error is sqrt(.3 .7 / 99), and t(.975, 99) = 1.98422.
        let error = (0.3_f64 * 0.7 / 99.0).sqrt();
        let rows = levels.iter().map(|level| {
            let half = error * student_t_quantile(f64::midpoint(1.0, *level), 99.0).unwrap();
            IntervalRow {
                cell: cell("correct", Some("A"), 100),
                method: ReportedMethod::JackknifeT,
                level: *level,
                score: Some(0.3),
                lower: Some(0.3 - half),
                upper: Some(0.3 + half),
                half_width: Some(half),
                units: Some(100),
                ..IntervalRow::default()
            }
        });
        on_section(rows.collect(), |section| KIND.figures(section))
    }

    /// Koehn's example: 4.606 % times 1.984 is 9.14 %.
    #[test]
    fn the_interval_is_that_of_the_distribution() {
        let found = figures(&[0.9, 0.95, 0.99]);
        assert_eq!(found.len(), 1);
        assert_eq!(
            found[0].title,
            "correct: A scores 0.300 ± 0.091 (95 %, Student's t of 100 segments)"
        );
        assert!(found[0].caption.contains("99 degrees of freedom"), "{}", found[0].caption);
        assert!(found[0].caption.contains("standard error of 0.046"), "{}", found[0].caption);
        assert!(found[0].svg.contains(">95 %: 0.209 to 0.391</text>"), "{}", found[0].svg);
    }

    /// As the intervals of documents of unequal lengths: fewer degrees of freedom than documents less one.
    #[test]
    fn degrees_of_freedom_are_those_of_the_intervals() {
        let rows = [0.9, 0.95].map(|level| {
            let half = 0.02 * student_t_quantile(f64::midpoint(1.0, level), 7.25).unwrap();
            IntervalRow {
                cell: cell("bleu", Some("A"), 100),
                method: ReportedMethod::JackknifeT,
                level,
                score: Some(0.3),
                lower: Some(0.3 - half),
                upper: Some(0.3 + half),
                half_width: Some(half),
                standard_error: Some(0.02),
                units: Some(15),
                ..IntervalRow::default()
            }
        });
        let figures = on_section(rows.to_vec(), |section| KIND.figures(section));
        assert!(
            figures[0].caption.contains("with 7.25 degrees of freedom"),
            "{}",
            figures[0].caption
        );
        assert!(figures[0].caption.contains("standard error of 0.020"), "{}", figures[0].caption);
    }

    #[test]
    fn one_level_needs_no_figure() {
        assert!(figures(&[0.95]).is_empty());
    }
}
