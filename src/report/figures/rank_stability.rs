//! From which size on a ranking holds.

use super::lines::{has_extent, layers, level, lines, some_of};
use super::{Figure, Kind, amount};
use crate::report::lookup::shortened;
use crate::report::place::{Place, Row};
use crate::report::plot::{Chart, Point};

pub(super) const KIND: Kind =
    Kind { word: "rank-stability", question: "From which size on does the ranking hold?", draw };

/// The probability of the ranking of the whole corpus against documents, one line per metric.
fn draw(place: &Place<'_>) -> Vec<Figure> {
    figure(place).into_iter().collect()
}

fn figure(place: &Place<'_>) -> Option<Figure> {
    let rows = place.rows("rank_stability")?.of_first_draws().of_one_ordering();
    let keys: Vec<String> = rows.by_metric().into_iter().map(|(metric, _)| metric).collect();
    let titles = shortened(&keys);
    let title = |row: Row<'_>| {
        let key = row.metric();
        keys.iter().position(|own| *own == key).map_or(key, |place| titles[place].clone())
    };
    let point = |row: Row<'_>| {
        let (x, y) = (row.number("documents")?, 100.0 * row.number("holds")?);
        let tip = format!("{}, {}: {y:.1} % of resamples", title(row), amount(row));
        Some(Point { x, y, reach: None, tip })
    };
    let lines = lines(&rows, title, point);
    if !has_extent(&lines) {
        return None;
    }
    let wanted = 100.0 * rows.first()?.number("probability")?;
    let (shown, sentence) = some_of(lines, "metrics");
    let across = level(&shown, wanted, Some("wanted".to_owned()));
    let chart = Chart {
        x_label: "documents".to_owned(),
        y_label: "resamples with that ranking, %".to_owned(),
        x_range: (Some(0.0), None),
        y_range: (Some(0.0), Some(101.0)),
        whole_x: true,
        layers: std::iter::once(across).chain(layers(&shown)).collect(),
        ..Chart::default()
    };
    let caption = format!(
        "Probability that resamples of so many documents rank all systems as the whole corpus does. \
         Above the dashed line ({wanted} %) the ranking holds.{sentence}"
    );
    Some(KIND.chart(place, "all metrics", caption, &chart))
}
