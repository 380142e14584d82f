//! How much intervals change from one repetition of the bootstrap to the next.

use super::StabilityRow;
use crate::presentation::{
    Chart, Figure, FigureKind, MetricRows, Point, StudySection, amount, dashed, layers, lines,
    number, some_of,
};
use crate::words::grouped_count;

pub(super) const KIND: FigureKind =
    FigureKind { word: "stability", question: "How many resamples are enough?", draw };

fn draw(section: &StudySection<'_>) -> Vec<Figure> {
    let metrics = section.rows::<StabilityRow>().by_metric();
    metrics.iter().filter_map(|metric| figure(section, metric)).collect()
}

/// Deviations of both ends against B, of the first system, test set, method and level.
fn figure(section: &StudySection<'_>, metric: &MetricRows<'_, StabilityRow>) -> Option<Figure> {
    let rows = metric.rows.of_one_ordering().of_most_documents();
    let first = rows.first()?;
    let rows = rows.keep(|row| {
        row.cell.system == first.cell.system
            && row.cell.test_set == first.cell.test_set
            && row.method == first.method
            && row.level.total_cmp(&first.level).is_eq()
    });
    let relative = rows.iter().all(|row| row.relative_stdev_lower.is_some());
    let end = |which: &str, deviation: fn(&StabilityRow) -> [Option<f64>; 2]| {
        let point = |row: &StabilityRow| {
            let (replicates, y) = (row.cell.replicates, deviation(row)[usize::from(relative)]?);
            let unit = if relative { " points of a percent" } else { "" };
            let tip = format!("B = {replicates}: {which} end varies by {}{unit}", number(y));
            let point = Point { x: replicates.into(), y, reach: None, tip };
            // A logarithmic axis has no zero.
            Some(point).filter(|point| point.y > 0.0)
        };
        lines(&rows, |_| format!("{which} end"), point)
    };
    let lower = end("lower", |row| [row.stdev_lower, row.relative_stdev_lower]);
    let upper = end("upper", |row| [row.stdev_upper, row.relative_stdev_upper]);
    let (drawn, _) = some_of(lower.into_iter().chain(upper).collect(), "ends")?;
    let mut layers = layers(&drawn);
    // What four times the resamples should halve, through the first point.
    let start = &drawn[0].points[0];
    let last = drawn[0].points.last()?.x;
    let ends = [(start.x, start.y), (last, start.y * (start.x / last).sqrt())];
    layers.push(dashed(ends, Some("expected".to_owned())));
    let chart = Chart {
        x_label: "resamples B".to_owned(),
        y_label: format!("deviation of the end{}", if relative { ", % of the median" } else { "" }),
        log_x: true,
        log_y: true,
        layers,
        ..Chart::default()
    };
    let caption = format!(
        "Standard deviation of the ends of the {} % {} interval of system {} over {} independent \
         repetitions of the bootstrap, on {}. Four times as many resamples should halve it (dashed).",
        100.0 * first.level,
        first.method.name(),
        first.cell.system(),
        first.repeats,
        amount(&first.cell),
    );
    let largest = rows.iter().max_by_key(|row| row.cell.replicates);
    let finding = largest.and_then(|row| {
        let half_width = (row.mean_upper? - row.mean_lower?) / 2.0;
        let stdev = row.stdev_lower?.max(row.stdev_upper?);
        (half_width > 0.0).then(|| {
            format!(
                "{}: with {} the ends of an interval move by {} % of its half-width",
                metric.title,
                grouped_count(row.cell.replicates.into(), "resample"),
                number(100.0 * stdev / half_width)
            )
        })
    });
    Some(KIND.chart(section, &metric.title, caption, &chart).titled(finding))
}
