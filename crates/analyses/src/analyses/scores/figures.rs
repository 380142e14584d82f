//! Scores with their intervals: along growing test sets, and system by system.

use crate::analyses::common::{size_of, size_unit};
use crate::analyses::{GrowthRow, ScoreRow, median};
use crate::presentation::{
    Caterpillar, CaterpillarRow, Chart, Figure, FigureKind, GREY, Layer, MOST_LINES, MOST_POINTS,
    MetricRows, Point, Polyline, Stroke, StudySection, amount, by_metric, number, polylines,
    polylines_by, size, spread, two_digits,
};
use crate::table::{ChosenReferences, MetricKey, ReportRow, TextUnit};

/// Systems whose intervals are drawn; of more, those of the best and the worst are.
const BANDS: usize = 5;
/// Systems that a caterpillar has at most.
const MOST: usize = 40;

pub(super) const KIND: FigureKind =
    FigureKind { word: "scores", question: "What do the systems score?", draw };

fn draw(section: &StudySection<'_>) -> Vec<Figure> {
    by_metric(section, |section, metric| {
        // Figures of one system that differ in nothing but the number of first references are one figure of these.
        let is_covered = is_alone(metric) && has_more_references(section, metric.key);
        if is_covered { None } else { figure(section, metric) }
    })
}

fn is_alone(metric: &MetricRows<'_, ScoreRow>) -> bool {
    metric.rows.groups(|row| row.cell.system()).len() == 1
}

/// Returns `true` if the study has the same metric with more of the first references.
fn has_more_references(section: &StudySection<'_>, key: MetricKey<'_>) -> bool {
    key.reference_choice == Some(ChosenReferences::First)
        && section.row_slice::<ScoreRow>().iter().any(|row| {
            let other = row.coordinates().metric;
            other.metric == key.metric
                && other.reference_choice == key.reference_choice
                && other.reference_count > key.reference_count
        })
}

/// Scores against documents where there are several sizes, else system by system.
fn figure(section: &StudySection<'_>, metric: &MetricRows<'_, ScoreRow>) -> Option<Figure> {
    along_sizes(section, metric).or_else(|| by_system(section, metric))
}

/// Scores against documents with their intervals: along the order of the corpus or, where there are
/// other orders alone, as means over them with their spread.
fn along_sizes(section: &StudySection<'_>, metric: &MetricRows<'_, ScoreRow>) -> Option<Figure> {
    let scores = &metric.rows;
    let ordering = scores.ordering()?;
    let stands_for_all = ordering == "corpus" || ordering.starts_with("explicit");
    let growth = section.rows_of_metric::<GrowthRow>(metric.key).filter(|_| !stands_for_all);
    // Of one order there is no mean, and its scores have their intervals.
    let growth = growth.map(|growth| growth.of_first_draws()).filter(|growth| {
        section.samples().is_some() || growth.iter().any(|row| row.orderings != 1)
    });
    let unit = growth.as_ref().map_or(TextUnit::Documents, size_unit);
    let (series, what, bands) = if let Some(growth) = &growth {
        let lines = polylines_by(growth, |row| size_of(row, unit));
        let what = match (unit, growth.iter().map(|row| row.orderings).max().unwrap_or(0)) {
            (TextUnit::Segments, 1) => "Score on one sample of each size",
            (TextUnit::Segments, _) => "Mean score over samples",
            (TextUnit::Documents, _) => "Mean score over random orders of the documents",
        };
        let series = series(&lines, |row: &GrowthRow| {
            let (mean, spread) = (row.score_mean?, row.score_spread);
            Some((mean, spread.map(|spread| (mean - spread, mean + spread))))
        });
        (series, what, "one standard deviation over these to each side".to_owned())
    } else {
        let rows = scores.keep(|row| row.cell.ordering.as_deref().unwrap_or_default() == ordering);
        let lines = polylines(&rows, |row| &row.cell);
        let what = if ordering == "corpus" {
            "Score on growing test sets, documents in corpus order"
        } else if stands_for_all {
            "Score on growing test sets, documents in the given order"
        } else {
            "Score on growing test sets, documents in one random order"
        };
        let series =
            series(&lines, |row: &ScoreRow| Some((row.score?, row.ci_lower.zip(row.ci_upper))));
        (series, what, format!("{} % intervals", section.level()))
    };
    if series.iter().all(|line| line.points.len() < 2) {
        return None;
    }
    let chart = Chart {
        x_label: unit.name().to_owned(),
        y_label: metric.title.clone(),
        whole_x: true,
        layers: lines_with_bands(&series, unit.name()),
        ..Chart::default()
    };
    // One order has no spread, and a spread over orders is no interval of a score.
    let has_bands = series.iter().flat_map(|line| &line.points).any(|point| point.2.is_some());
    let of = of_bands(series.len());
    let bands = if has_bands { format!("; bands: {bands}{of}") } else { String::new() };
    let overlap = if growth.is_some() || !has_bands { "" } else { overlap(series.len()) };
    let caption = format!("{what}{bands}.{overlap}");
    let scores: Vec<(String, f64)> = series
        .iter()
        .filter_map(|line: &Series<'_>| Some((line.name.to_owned(), line.points.last()?.1)))
        .collect();
    let figure = KIND.chart(section, &metric.title, caption, &chart);
    let intervals = series.iter().filter_map(|line| line.points.last()?.2);
    // A spread over orders is no interval of a score.
    let intervals = intervals.filter(|_| growth.is_none());
    Some(figure.titled(highest_and_lowest(metric, section, &scores, intervals)))
}

/// Scores with intervals on the largest test set, the highest first.
fn by_system(section: &StudySection<'_>, metric: &MetricRows<'_, ScoreRow>) -> Option<Figure> {
    let rows = metric.rows.of_one_ordering().of_most_documents();
    let test_set = &rows.first()?.cell.test_set;
    let rows = rows.keep(|row| row.cell.test_set == *test_set && row.score.is_some());
    let mut rows: Vec<&ScoreRow> = rows.iter().collect();
    // Every system has an interval, or there is nothing to draw but a table.
    if rows.len() < 2 || rows.iter().any(|row| row.ci_lower.is_none() || row.ci_upper.is_none()) {
        return None;
    }
    rows.sort_by(|one, other| {
        let by_score = other.score.unwrap_or(0.0).total_cmp(&one.score.unwrap_or(0.0));
        by_score.then_with(|| one.cell.system().cmp(other.cell.system()))
    });
    let count = rows.len();
    let all: Vec<(String, f64)> =
        rows.iter().filter_map(|row| Some((row.cell.system().to_owned(), row.score?))).collect();
    let intervals = rows.iter().filter_map(|row| row.ci_lower.zip(row.ci_upper));
    let finding = highest_and_lowest(metric, section, &all, intervals);
    let shown = rows.iter().take(MOST).filter_map(|row| {
        let (value, interval) = (row.score?, row.ci_lower.zip(row.ci_upper));
        let (low, high) = interval?;
        let (name, words) = (row.cell.system().to_owned(), number(value));
        let tip = format!("{name}: {words} [{}, {}]", number(low), number(high));
        Some(CaterpillarRow { name, value, interval, words, tip, ..CaterpillarRow::default() })
    });
    let caterpillar = Caterpillar {
        x_label: metric.title.clone(),
        rows: shown.collect(),
        ..Caterpillar::default()
    };
    let some = (count > MOST).then(|| format!(" The {MOST} highest of {count} are shown."));
    let some = some.unwrap_or_default();
    let caption = format!(
        "Score on {}{} with {} % intervals.{some}{}",
        amount(&rows.first()?.cell),
        section.sample_in_words(rows.first()?.cell.ordering.as_deref()),
        section.level(),
        overlap(count),
    );
    let figure = KIND.caterpillar(section, &metric.title, caption, &caterpillar);
    Some(figure.titled(finding))
}

/// How precise scores are, by their intervals, and which systems have the highest and the lowest, or make the fewest and the
/// most errors, of scores in descending order.
fn highest_and_lowest(
    metric: &MetricRows<'_, ScoreRow>,
    section: &StudySection<'_>,
    scores: &[(String, f64)],
    intervals: impl Iterator<Item = (f64, f64)>,
) -> Option<String> {
    let margin = median(intervals.map(|(lower, upper)| 0.5 * (upper - lower)));
    let margin = margin.filter(|margin| *margin > 0.0).map_or_else(String::new, |margin| {
        let of = match scores.len() {
            1 => String::new(),
            count => format!(" (median of {count} systems)"),
        };
        format!("±{}{of}; ", two_digits(margin))
    });
    let (high, low) = (scores.first()?, scores.last()?);
    let counts_errors = section.counts_errors(metric.key.metric);
    let metric = format!("{}: {margin}", metric.title);
    Some(if scores.len() == 1 {
        format!("{metric}{} scores {}", high.0, number(high.1))
    } else if high.1 > low.1 && counts_errors {
        let (fewest, most) = (number(low.1), number(high.1));
        format!("{metric}{} has the fewest errors, {fewest}, {} the most, {most}", low.0, high.0)
    } else if high.1 > low.1 {
        let (highest, lowest) = (number(high.1), number(low.1));
        format!(
            "{metric}{} has the highest score, {highest}, {} the lowest, {lowest}",
            high.0, low.0
        )
    } else {
        format!("{metric}all {} systems score {}", scores.len(), number(high.1))
    })
}

/// What intervals of single scores do not say.
fn overlap(systems: usize) -> &'static str {
    if systems > 1 {
        " Systems may differ significantly although their intervals overlap: they share their texts, \
         and only a comparison takes that into account."
    } else {
        ""
    }
}

/// Of which lines bands are drawn.
pub(super) fn of_bands(lines: usize) -> &'static str {
    if lines > BANDS { ", of the highest and the lowest line" } else { "" }
}

/// A point of a line: x, y, and the lower and upper end of its interval.
pub(super) type Estimate = (f64, f64, Option<(f64, f64)>);

/// A line of a figure.
pub(super) struct Series<'a> {
    name: &'a str,
    /// Place among the systems of the table, which gives the colour.
    index: usize,
    pub(super) points: Vec<Estimate>,
}

/// Lines of what `estimate` makes of rows: a value and its interval.
pub(super) fn series<'a, R>(
    lines: &[Polyline<'a, R>],
    estimate: impl Fn(&R) -> Option<(f64, Option<(f64, f64)>)>,
) -> Vec<Series<'a>> {
    let series = lines.iter().enumerate().map(|(index, line)| {
        let points = line.points.iter().filter_map(|(documents, row)| {
            estimate(row).map(|(value, interval)| (*documents, value, interval))
        });
        Series { name: line.system, index, points: points.collect() }
    });
    let mut series: Vec<Series<'a>> = series.filter(|series| !series.points.is_empty()).collect();
    series.sort_by(|one, other| {
        let [one, other] = [one, other].map(|line| line.points.last().map_or(0.0, |last| last.1));
        other.total_cmp(&one)
    });
    series
}

/// Lines with a name each, in the colours that systems have in all figures. Of more lines than have looks
/// of their own, all but the ends are grey.
pub(super) fn lines_with_bands(series: &[Series<'_>], unit: &str) -> Vec<Layer> {
    let count = series.len();
    let colours = series.iter().enumerate().map(|(index, line)| match index {
        _ if count <= MOST_LINES => line.index,
        0 => 0,
        _ if index + 1 == count => 1,
        _ => GREY,
    });
    let lines: Vec<(&Series<'_>, usize)> = series.iter().zip(colours).collect();
    let mut layers = Vec::new();
    let ends = lines
        .iter()
        .enumerate()
        .filter(|(index, _)| count <= BANDS || *index == 0 || index + 1 == count);
    for (_, (line, colour)) in ends {
        let points: Vec<_> = line
            .points
            .iter()
            .filter_map(|(x, _, interval): &Estimate| interval.map(|(low, high)| (*x, low, high)))
            .collect();
        if points.len() > 1 {
            layers.push(Layer::Band { points, colour: *colour });
        }
    }
    for (line, colour) in lines.iter().rev() {
        let points = line.points.iter().map(|(x, y, _)| (*x, *y)).collect();
        let name = Some(line.name.to_owned()).filter(|_| count > 1);
        layers.push(Layer::Line { points, colour: *colour, stroke: Stroke::Solid, name });
    }
    for (line, colour) in lines.iter().rev() {
        let points = spread(line.points.len(), MOST_POINTS).into_iter().map(|index| {
            let (x, y, interval) = line.points[index];
            let interval = interval.map_or(String::new(), |(low, high)| {
                format!(" [{}, {}]", number(low), number(high))
            });
            let tip = format!("{}, {} {unit}: {}{interval}", line.name, size(x), number(y));
            Point { x, y, reach: None, tip }
        });
        layers.push(Layer::Points { points: points.collect(), colour: *colour, name: None });
    }
    layers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presentation::About;
    use crate::table::{Cell, Tables};

    fn figures(systems: usize, sizes: &[u32]) -> Vec<Figure> {
        let rows = (0..systems).flat_map(|system| sizes.iter().map(move |size| (system, *size)));
        let rows = rows.map(|(system, documents)| {
            let score = 30.0 + system as f64;
            ScoreRow {
                cell: Cell {
                    study: "s".into(),
                    metric: "bleu".into(),
                    ordering: Some("corpus".into()),
                    system: Some(format!("system-of-a-long-name-{system:02}").into()),
                    documents,
                    ..Cell::default()
                },
                score: Some(score),
                ci_lower: Some(score - 2.0),
                ci_upper: Some(score + 2.0),
                ..ScoreRow::default()
            }
        });
        let mut tables = Tables::default();
        tables.insert(rows.collect::<Vec<_>>());
        let about = About::of_studies(&["s"]);
        KIND.figures(&StudySection::all(&tables, &about)[0])
    }

    #[test]
    fn every_system_is_named() {
        for (systems, sizes) in [(15, &[2, 4, 8][..]), (15, &[8]), (2, &[8]), (2, &[4, 8])] {
            let figures = figures(systems, sizes);
            assert_eq!(figures.len(), 1, "{systems} systems, sizes {sizes:?}");
            for system in 0..systems {
                let name = format!(">system-of-a-long-name-{system:02}</text>");
                assert_eq!(figures[0].svg.matches(&name).count(), 1, "{name}");
            }
            assert!(figures[0].caption.contains("although their intervals overlap"));
        }
    }

    /// Of one random order there is no spread to promise; of several there is, and it is no interval.
    #[test]
    fn the_spread_over_orders_is_told_where_there_is_one() {
        let [one, several] = [1, 5].map(|orderings| {
            let cells = [2, 4].map(|documents| Cell {
                study: "s".into(),
                metric: "bleu".into(),
                system: Some("A".into()),
                documents,
                ..Cell::default()
            });
            let scores = cells.clone().map(|cell| ScoreRow {
                cell: Cell { ordering: Some("random-1".into()), ..cell },
                score: Some(30.0),
                ..ScoreRow::default()
            });
            let growth = cells.map(|cell| GrowthRow {
                cell,
                orderings,
                score_mean: Some(30.0),
                score_spread: (orderings > 1).then_some(1.0),
                ..GrowthRow::default()
            });
            let mut tables = Tables::default();
            tables.insert(scores.to_vec());
            tables.insert(growth.to_vec());
            let about = About::of_studies(&["s"]);
            KIND.figures(&StudySection::all(&tables, &about)[0])[0].caption.clone()
        });
        assert_eq!(one, "Score on growing test sets, documents in one random order.");
        assert_eq!(
            several,
            "Mean score over random orders of the documents; bands: one standard deviation over these to \
             each side."
        );
    }

    /// One system is compared with none, and one score is no figure.
    #[test]
    fn one_system_is_compared_with_none() {
        let alone = figures(1, &[4, 8]);
        assert!(!alone[0].caption.contains("overlap"), "{}", alone[0].caption);
        assert!(figures(1, &[8]).is_empty());
    }
}
