//! Differences of pairs as documents come in, with the intervals that hold at every look.

use super::findings::{latest, placed};
use super::row::LookRow;
use crate::presentation::{Chart, Figure, FigureKind, Layer, Rows, Stroke, StudySection, spread};
use crate::words::grouped_count;

/// Figures of a metric: of the pairs nearest to each other that are not decided, else of those decided last.
const MOST: usize = 3;
/// Points of a line.
const MOST_POINTS: usize = 200;

pub(super) const KIND: FigureKind =
    FigureKind { word: "looks", question: "Is the pair decided?", draw };

fn draw(section: &StudySection<'_>) -> Vec<Figure> {
    let metrics = section.rows::<LookRow>().groups(|row| &*row.cell.metric);
    metrics.iter().flat_map(|(metric, rows)| of_metric(section, metric, rows)).collect()
}

fn of_metric(section: &StudySection<'_>, metric: &str, rows: &Rows<'_, LookRow>) -> Vec<Figure> {
    let mut pairs = latest(rows);
    pairs.retain(|row| row.ci_lower.is_some() && row.place_a.abs_diff(row.place_b) == 1);
    pairs.sort_by_key(|row| {
        (row.decided_at.is_some(), u32::MAX - row.decided_at.unwrap_or(0), row.place_a)
    });
    pairs.truncate(MOST);
    pairs.into_iter().map(|last| figure(section, metric, last, rows)).collect()
}

/// Documents, difference, lower and upper end.
type Seen = (f64, f64, f64, f64);

fn line(seen: &[Seen], stroke: Stroke, value: fn(&Seen) -> f64) -> Layer {
    let points = seen.iter().map(|point| (point.0, value(point))).collect();
    Layer::Line { points, colour: 0, stroke, name: None }
}

fn figure(
    section: &StudySection<'_>,
    metric: &str,
    last: &LookRow,
    rows: &Rows<'_, LookRow>,
) -> Figure {
    let (one, other) = placed(last);
    let sign = if one == &*last.system_a { 1.0 } else { -1.0 };
    let pair = rows.keep(|row| row.system_a == last.system_a && row.system_b == last.system_b);
    let seen: Vec<Seen> = pair
        .iter()
        .filter_map(|row| {
            let (lower, upper) = (sign * row.ci_lower?, sign * row.ci_upper?);
            Some((row.look.into(), sign * row.difference?, lower.min(upper), lower.max(upper)))
        })
        .collect();
    let shown: Vec<Seen> =
        spread(seen.len(), MOST_POINTS).into_iter().map(|index| seen[index]).collect();
    let chart = Chart {
        x_label: "documents of the pair".to_owned(),
        y_label: format!("{one} less {other}, {metric}"),
        whole_x: true,
        layers: vec![
            Layer::Band {
                points: shown.iter().map(|point| (point.0, point.2, point.3)).collect(),
                colour: 0,
            },
            line(&shown, Stroke::Dotted, |point| point.2),
            line(&shown, Stroke::Dotted, |point| point.3),
            line(&shown, Stroke::Solid, |point| point.1),
            Layer::Across { y: 0.0, name: None },
        ],
        ..Chart::default()
    };
    let verdict = match (&last.better, last.decided_at) {
        (Some(better), Some(at)) => format!("{better} is better, decided at {at} documents"),
        _ => format!(
            "{one} and {other} are not decided after {}",
            grouped_count(last.look.into(), "document")
        ),
    };
    let caption = format!(
        "Difference of {one} from {other} after each document, with its interval of {} % for all {} pairs together, which \
         holds at every look. Once it leaves zero the pair is decided; Holm's verdict may come \
         before.",
        section.level(),
        last.watched_pairs
    );
    let subject = format!("{metric}, {one} and {other}");
    KIND.chart(section, &subject, caption, &chart).titled(Some(verdict))
}
