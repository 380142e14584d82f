//! Deviations of scores as documents enter in several orders.

use crate::analyses::common::orders::{along_orders, lines, widest};
use crate::analyses::{MinimalSizeRow, ScoreRow};
use crate::presentation::{Chart, Figure, FigureKind, MetricRows, StudySection, number, size};

use super::options::Deviation;

pub(super) const KIND: FigureKind = FigureKind {
    word: "deviation-orders",
    question: "Does the uncertainty of a score depend on the order of the documents?",
    draw,
};

fn draw(section: &StudySection<'_>) -> Vec<Figure> {
    if section.row_slice::<MinimalSizeRow>().is_empty() {
        return Vec::new();
    }
    let metrics = section.numbered_rows::<ScoreRow>().by_metric();
    metrics.iter().filter_map(|metric| figure(section, metric)).collect()
}

/// The first system, with a line for each order.
fn figure<'a>(section: &StudySection<'a>, metric: &MetricRows<'a, ScoreRow>) -> Option<Figure> {
    let orders = along_orders(section, metric);
    let system = metric.rows.first()?.cell.system();
    let fits = section.rows_of_metric::<MinimalSizeRow>(metric.key)?;
    let is_relative = fits.first()?.deviation == Deviation::Relative;
    let value = |row: &ScoreRow| if is_relative { row.relative_stdev } else { row.stdev };
    let (layers, sentence) = lines(&orders, value);
    let (difference, documents) = widest(&orders, value)?;
    let unit = if is_relative { " percentage points" } else { "" };
    let chart = Chart {
        x_label: "documents".to_owned(),
        y_label: if is_relative {
            "standard deviation, % of the mean"
        } else {
            "standard deviation"
        }
        .to_owned(),
        y_range: (Some(0.0), None),
        whole_x: true,
        layers,
        ..Chart::default()
    };
    let caption = format!(
        "Standard deviation of the score of {system}, the first system of the study, over resamples of growing \
         test sets: documents enter in {} orders.{sentence}",
        orders.len()
    );
    let documents = match size(documents).as_str() {
        "1" => "1 document".to_owned(),
        count => format!("{count} documents"),
    };
    let finding = format!(
        "{}: the order changes the deviation of {system} by {}{unit} at most, with {documents}",
        metric.title,
        number(difference)
    );
    Some(KIND.chart(section, &metric.title, caption, &chart).titled(Some(finding)))
}
