//! Intervals of differences, one under the other.

use super::ComparisonRow;
use super::summary::{MetricSummary, Verdict, summaries};
use super::wording::{adjustment, amount, decimals, difference, p_of};
use crate::presentation::{
    Chart, Figure, GREY, Layer, Point, Stroke, StudySection, dashed, extent, share,
};

/// Pairs that one figure shows.
pub(super) const MOST: usize = 20;

/// A pair from the side that looks better, or as it stands against a baseline.
struct Bar<'a> {
    row: &'a ComparisonRow,
    turned: bool,
}

impl Bar<'_> {
    fn name(&self) -> String {
        let (a, b) = (&self.row.system_a, &self.row.system_b);
        if self.turned { format!("{b} - {a}") } else { format!("{a} - {b}") }
    }

    /// Difference, lower and upper end.
    fn values(&self) -> Option<[f64; 3]> {
        let (delta, low, high) = (self.row.delta?, self.row.ci_lower?, self.row.ci_upper?);
        Some(if self.turned { [-delta, -high, -low] } else { [delta, low, high] })
    }
}

/// One for each metric, of all pairs if these are few, else of the first system with the others.
pub(super) fn figures(section: &StudySection<'_>) -> Vec<Figure> {
    summaries(section).iter().filter_map(|metric| figure(section, metric)).collect()
}

fn figure(section: &StudySection<'_>, metric: &MetricSummary<'_>) -> Option<Figure> {
    let bars = bars(metric);
    let count = bars.len();
    if count == 0 {
        return None;
    }
    let decimals = decimals(&metric.pairs);
    let mut layers = Vec::new();
    let mut points: [Vec<Point>; 2] = [Vec::new(), Vec::new()];
    for (index, bar) in bars.iter().enumerate() {
        let y = (count - index) as f64;
        let Some([delta, low, high]) = bar.values() else { continue };
        let verdict = Verdict::of(bar.row);
        let colour = if verdict.is_significant() { 0 } else { GREY };
        layers.push(Layer::Line {
            points: vec![(low, y), (high, y)],
            colour,
            stroke: Stroke::Solid,
            name: Some(bar.name()),
        });
        let p = p_of(bar.row).map_or_else(String::new, |p| format!(", {p}"));
        let found = difference(bar.row, bar.turned, decimals).unwrap_or_default();
        let word = if verdict.is_significant() { "significant" } else { verdict.in_words() };
        let tip = format!("{}: {found}{p}, {word}", bar.name());
        points[usize::from(verdict.is_significant())].push(Point { x: delta, y, reach: None, tip });
    }
    let [others, significant] = points;
    for (points, colour) in [(others, GREY), (significant, 0)] {
        if !points.is_empty() {
            layers.push(Layer::Points { points, colour, name: None });
        }
    }
    let ends = || bars.iter().filter_map(Bar::values).flat_map(|[_, low, high]| [low, high]);
    let (low, high) = extent(ends().chain([0.0]));
    layers.insert(0, dashed([(0.0, 0.4), (0.0, count as f64 + 0.6)], None));
    let margin = 0.04 * (high - low);
    let chart = Chart {
        x_label: format!("difference, {}", metric.title),
        y_label: "pairs of systems".to_owned(),
        x_range: (Some(low - margin), Some(high + margin)),
        y_range: (Some(0.0), Some(count as f64 + 1.0)),
        layers,
        ..Chart::default()
    };
    Some(super::figures::KIND.chart(section, &title(metric), caption(metric, count), &chart))
}

fn bars<'a>(metric: &MetricSummary<'a>) -> Vec<Bar<'a>> {
    let has_interval = |row: &ComparisonRow| row.ci_lower.is_some() && row.delta.is_some();
    let keeps_sides = metric.pairs.len() == 1 || metric.baseline().is_some();
    let mut bars: Vec<Bar<'a>> = if metric.pairs.len() <= MOST || metric.baseline().is_some() {
        let bar = |row: &&'a ComparisonRow| {
            let turned = !keeps_sides && row.delta.is_some_and(|delta| delta < 0.0);
            Bar { row, turned }
        };
        metric.pairs.iter().map(bar).collect()
    } else {
        let standings = metric.standings();
        let first = standings.first().map_or("", |own| own.system);
        let pair = |other: &super::summary::Standing<'_>| {
            let (row, turned) = metric.pair(first, other.system)?;
            Some(Bar { row, turned })
        };
        standings.iter().skip(1).filter_map(pair).collect()
    };
    bars.retain(|bar| has_interval(bar.row));
    let delta = |bar: &Bar<'_>| bar.values().map_or(0.0, |[delta, ..]| delta);
    bars.sort_by(|one, other| delta(other).total_cmp(&delta(one)));
    bars.truncate(MOST);
    bars
}

/// What was found.
fn title(metric: &MetricSummary<'_>) -> String {
    let title = &metric.title;
    let first = metric.first();
    if metric.pairs.len() == 1 {
        let (a, b) = (&first.system_a, &first.system_b);
        return match Verdict::of(first) {
            Verdict::Better => format!("{title}: {a} is better than {b}"),
            Verdict::Worse => format!("{title}: {a} is worse than {b}"),
            Verdict::Identical => format!("{title}: {a} and {b} are identical"),
            Verdict::NotSignificant | Verdict::Missing => {
                format!("{title}: {a} and {b} are not significantly different")
            }
        };
    }
    let different = metric.count(Verdict::is_significant);
    format!("{title}: {different} of {} pairs are significantly different", metric.pairs.len())
}

fn caption(metric: &MetricSummary<'_>, shown: usize) -> String {
    let first = metric.first();
    let how = adjustment(first).map_or_else(String::new, |how| format!(", {how}"));
    let some = match metric.pairs.len() {
        all if all == shown => String::new(),
        all if metric.baseline().is_none() && all > MOST => {
            format!(" Of {all} pairs those with the best system are shown.")
        }
        all => format!(" {shown} of {all} pairs are shown."),
    };
    format!(
        "Differences of {} with their {} % intervals ({}{how}), on {}. Blue: significant. An interval that \
         excludes 0 may be grey where verdicts are adjusted for the number of pairs. Whether the intervals \
         of two scores overlap does not matter: both are scored on the same texts, and the difference \
         decides.{some}",
        metric.title,
        share(first.level),
        first.method,
        amount(&first.cell),
    )
}
