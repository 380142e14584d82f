//! Significantly different pairs against documents.

use super::{SeparationRow, findings};
use crate::analyses::common::phrases::{documents, size_in_words};
use crate::presentation::{
    Chart, Figure, FigureKind, Layer, Line, MetricRows, Point, StudySection, beside, lines,
    named_layers, number, rounded, some_of,
};

pub(super) const KIND: FigureKind = FigureKind {
    word: "separation",
    question: "How many documents show which systems differ?",
    draw: |section| figure(section).into_iter().collect(),
};

/// Of one metric: pairs that differ significantly, and those of them that have the verdict of all
/// documents. Of several: pairs that differ significantly, one line per metric. Nothing where no size shows
/// a difference.
fn figure(section: &StudySection<'_>) -> Option<Figure> {
    let rows = section.rows::<SeparationRow>().of_first_draws();
    let metrics = rows.by_metric();
    let first = metrics.first()?;
    if rows.iter().all(|row| row.significant.unwrap_or(0.0) <= 0.0) {
        return None;
    }
    let pairs = rows.iter().map(|row| row.pairs).max().unwrap_or(0);
    if pairs == 1 {
        return of_one_pair(section, &metrics);
    }
    let title = rows.titles();
    let significant = |row: &SeparationRow| {
        let reach = row.significant_lower.zip(row.significant_upper);
        point(row, row.significant?, reach, &title(row))
    };
    let drawn = if metrics.len() > 1 {
        lines(&rows, &title, significant)
    } else {
        let mut both = lines(&rows, |_| "significantly different".to_owned(), significant);
        let kept = |row: &_| point(row, row.kept?, None, "verdicts as on all documents");
        both.extend(lines(&rows, |_| "as on all documents".to_owned(), kept));
        both
    };
    let (mut shown, sentence) = some_of(drawn, "metrics")?;
    if metrics.len() > 1 {
        beside(&mut shown);
    }
    let all = Layer::Across { y: pairs.into(), name: Some(format!("all {pairs} pairs")) };
    // A little above the line of all pairs.
    let chart = chart(all, &shown, "pairs of systems", 1.04 * f64::from(pairs));
    let has_spread = rows.iter().any(|row| row.significant_lower.is_some());
    let spread = if has_spread {
        "Means over the orders of the documents; bars reach from their 10 % to their 90 % quantile."
    } else {
        "One order of the documents."
    };
    let kept = if metrics.len() > 1 {
        ""
    } else {
        ", and those of them that differ in the same way on all documents"
    };
    let caption = format!(
        "Pairs of systems that differ significantly on test sets of each size{kept}. {spread}{sentence}"
    );
    let finding = if metrics.len() > 1 { by_half(first) } else { None };
    let figure = KIND.chart(section, "all metrics", caption, &chart);
    Some(figure.titled(finding.or_else(|| findings::title(first))))
}

/// In how many orders of the documents the two systems differ significantly, where there are several.
fn of_one_pair(
    section: &StudySection<'_>,
    metrics: &[MetricRows<'_, SeparationRow>],
) -> Option<Figure> {
    if metrics.iter().all(|metric| metric.rows.iter().all(|row| row.test_sets < 2)) {
        return None;
    }
    let lines = metrics.iter().map(|metric| {
        let points = metric
            .rows
            .iter()
            .filter_map(|row: &SeparationRow| point(row, 100.0 * row.significant?, None, "%"))
            .collect();
        Line { points, name: metric.title.clone() }
    });
    let (shown, sentence) = some_of(lines.collect(), "metrics")?;
    let always = Layer::Across { y: 100.0, name: None };
    let chart = chart(always, &shown, "orders that show a difference, %", 101.0);
    // A little above 100 %: no point lies on the edge.
    let caption = format!(
        "In how many percent of the orders of the documents the first documents, as many as the axis says, \
         show a significant difference.{sentence}"
    );
    let first = metrics.first()?;
    let finding = findings::title(first)?;
    let finding =
        if metrics.len() > 1 { format!("By {}: {finding}", first.title) } else { finding };
    Some(KIND.chart(section, "all metrics", caption, &chart).titled(Some(finding)))
}

fn chart(level: Layer, lines: &[Line], y_label: &str, top: f64) -> Chart {
    Chart {
        x_label: "scored documents".to_owned(),
        y_label: y_label.to_owned(),
        x_range: (Some(0.0), None),
        y_range: (Some(0.0), Some(top)),
        whole_x: true,
        layers: std::iter::once(level).chain(named_layers(lines)).collect(),
        ..Chart::default()
    }
}

/// A number of pairs with its middle 80 % over the orders.
fn point(row: &SeparationRow, y: f64, reach: Option<(f64, f64)>, what: &str) -> Option<Point> {
    let size = findings::size(row)?;
    // A quantile may lie on the other side of the mean.
    let reach = reach.map(|(low, high)| ((y - low).max(0.0), (high - y).max(0.0)));
    let spread = reach.map_or_else(String::new, |(below, above)| {
        format!(" ({} to {} in 80 % of the orders)", number(y - below), number(y + above))
    });
    let (words, value) = (size_in_words(size), number(y));
    let tip = if what == "%" {
        format!("{words}: significant in {value} % of the orders")
    } else {
        format!("{what}, {words}: {value} of {} pairs{spread}", row.pairs)
    };
    Some(Point { x: size.0, y, reach, tip })
}

/// What half of the documents show beside all of them.
fn by_half(metric: &MetricRows<'_, SeparationRow>) -> Option<String> {
    let (half, last) = (findings::half(metric)?, metric.rows.iter().next_back()?);
    let [Some((half, of_half)), Some((all, of_all))] =
        [half, last].map(|row| Some((findings::size(row)?.0, row.significant?)))
    else {
        return None;
    };
    Some(format!(
        "By {}, {} show {} significantly different pairs of {}, {} show {}",
        metric.title,
        documents(half),
        rounded(of_half),
        last.pairs,
        rounded(all),
        rounded(of_all)
    ))
}
