//! How often conclusions from samples are right.

use super::ConclusionRow;
use crate::presentation::{
    Chart, Figure, FigureKind, Layer, Point, Rows, StudySection, dashed, layers, lines, share,
    some_of,
};

pub(super) const BY_SIZE: FigureKind = FigureKind {
    word: "conclusions",
    question: "How often does a sample show which system is better?",
    draw: by_size,
};
pub(super) const BY_SIGNIFICANCE: FigureKind = FigureKind {
    word: "significance-held",
    question: "Are conclusions right as often as they claim?",
    draw: by_significance,
};

/// What `draw` makes of rows over all pairs, by metric and sampling.
fn over_pairs(
    section: &StudySection<'_>,
    draw: impl Fn(&str, &str, Rows<'_, ConclusionRow>) -> Option<Figure>,
) -> Vec<Figure> {
    let rows = section.rows::<ConclusionRow>().keep(|row| row.system_a.is_none());
    let mut figures = Vec::new();
    for metric in rows.of_first_draws().by_metric() {
        for (sampling, rows) in metric.rows.groups(|row| row.sampling.name()) {
            figures.extend(draw(&format!("{}, {sampling}", metric.title), sampling, rows));
        }
    }
    figures
}

/// The share of right conclusions and its interval, percent, at `x`.
fn share_of_right(row: &ConclusionRow, x: f64, tip: String) -> Option<Point> {
    let y = row.correct_share?;
    let reach = row.correct_share_lower.zip(row.correct_share_upper);
    let reach = reach.map(|(low, high)| (100.0 * (y - low), 100.0 * (high - y)));
    Some(Point { x, y: 100.0 * y, reach, tip })
}

/// Shares of conclusions that are reached and right, against the size of samples.
fn by_size(section: &StudySection<'_>) -> Vec<Figure> {
    over_pairs(section, |title, sampling, rows| {
        let rows = rows.keep(|row| row.nominal.is_some() && row.segments.is_some());
        let nominal = rows.first()?.nominal?;
        let rows = rows.keep(|row| row.nominal == Some(nominal));
        let drawn = lines(
            &rows,
            |_| "a conclusion is reached".to_owned(),
            |row| {
                let (segments, y) = (row.segments?, 100.0 * row.drawn_share?);
                let ConclusionRow { drawn, trials, .. } = row;
                let tip = format!("{segments} segments: {drawn} conclusions of {trials} cases");
                Some(Point { x: segments as f64, y, reach: None, tip })
            },
        );
        let right = lines(
            &rows,
            |_| "of these, it is right".to_owned(),
            |row| {
                let (segments, ConclusionRow { correct, drawn, .. }) = (row.segments?, row);
                let tip = format!("{segments} segments: {correct} right of {drawn} conclusions");
                share_of_right(row, segments as f64, tip)
            },
        );
        let (lines, _) = some_of(drawn.into_iter().chain(right).collect(), "lines")?;
        let claimed = format!("claimed {} %", share(nominal));
        let across = Layer::Across { y: 100.0 * nominal, name: Some(claimed) };
        let chart = Chart {
            x_label: "segments of a sample".to_owned(),
            y_label: "share, %".to_owned(),
            // A little above 100 %: no point lies on the edge.
            y_range: (Some(0.0), Some(101.0)),
            layers: std::iter::once(across).chain(layers(&lines)).collect(),
            ..Chart::default()
        };
        let caption = format!(
            "Two systems compared on one {sampling} sample by the paired bootstrap, over all pairs: how \
             often it concludes at {} % (dashed) that one is better, and how often that is true.",
            share(nominal)
        );
        Some(BY_SIZE.chart(section, title, caption, &chart).titled(reached(title, &rows)))
    })
}

/// How often the largest samples lead to a conclusion, and to a right one.
fn reached(title: &str, rows: &Rows<'_, ConclusionRow>) -> Option<String> {
    let row = rows.iter().max_by_key(|row| row.segments)?;
    let (segments, reached) = (row.segments?, row.drawn_share?);
    let right = row.correct_share.map_or_else(String::new, |right| {
        format!(", and {:.0} % of these conclusions are right", 100.0 * right)
    });
    Some(format!(
        "{title}: in {:.0} % of cases a sample of {segments} segments shows which system is better{right}",
        100.0 * reached
    ))
}

/// The share of right conclusions against what the bootstrap makes of them.
fn by_significance(section: &StudySection<'_>) -> Vec<Figure> {
    over_pairs(section, |title, sampling, rows| {
        let rows = rows.keep(|row| row.significance_lower.is_some());
        let name = |row: &ConclusionRow| {
            row.segments
                .map_or_else(|| "all sizes".to_owned(), |segments| format!("{segments} segments"))
        };
        // Over all sizes alone, where there is that.
        let all = rows.keep(|row| row.segments.is_none());
        let rows = if all.is_empty() { rows } else { all };
        let point = |row: &ConclusionRow| {
            let x = 100.0 * row.mean_significance?;
            let tip = format!(
                "{x:.1} % sure on average: {} of {} conclusions are right ({:.1} %)",
                row.correct,
                row.drawn,
                100.0 * row.correct_share?
            );
            share_of_right(row, x, tip).filter(|point| point.reach.is_some())
        };
        let lines = lines(&rows, name, point);
        let (shown, sentence) = some_of(lines, "sizes")?;
        // The better system wins half of the resamples at least.
        let diagonal = dashed([(50.0, 50.0), (100.0, 100.0)], Some("as claimed".to_owned()));
        let chart = Chart {
            x_label: "share of resamples won, %".to_owned(),
            y_label: "conclusions that are right, %".to_owned(),
            // A little above 100 %: no point lies on the edge.
            y_range: (None, Some(101.0)),
            layers: std::iter::once(diagonal).chain(layers(&shown)).collect(),
            ..Chart::default()
        };
        let caption = format!(
            "Every comparison on a {sampling} sample taken as a conclusion, sorted by the share of \
             resamples that the better system wins: how many are right, with the interval of that share. \
             Above the dashed line conclusions are right more often than they claim.{sentence}"
        );
        let figure = BY_SIGNIFICANCE.chart(section, title, caption, &chart);
        Some(figure.titled(farthest_off(title, &rows)))
    })
}

/// Where conclusions are right least often, by what they claim.
fn farthest_off(title: &str, rows: &Rows<'_, ConclusionRow>) -> Option<String> {
    let rows = rows.iter().filter(|row| row.correct_share_lower.is_some());
    let rows = rows.filter_map(|row| Some((row.mean_significance?, row.correct_share?)));
    let (claimed, right) =
        rows.max_by(|one, other| (one.0 - one.1).total_cmp(&(other.0 - other.1)))?;
    Some(format!(
        "{title}: at worst, conclusions that claim {:.0} % are right in {:.0} %",
        100.0 * claimed,
        100.0 * right
    ))
}
