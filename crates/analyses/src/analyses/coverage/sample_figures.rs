//! Samples one by one: whether the interval of each contains the true score, and what each concludes about two
//! systems.

use super::options::Truth;
use crate::analyses::common::samples::{SampleSize, by_size};
use crate::analyses::comparison::{higher_is_better, typical_pairs};
use crate::analyses::{ComparisonRow, ConclusionRow, CoverageRow, IntervalRow, ScoreRow};
use crate::presentation::{
    Chart, Figure, FigureKind, GREY, Layer, MetricRows, Point, StudySection, number, share,
};
use crate::table::ReportRow;
use crate::words::in_a_row;

pub(super) const INTERVALS: FigureKind = FigureKind {
    word: "sample-intervals",
    question: "Which intervals contain the true score?",
    draw: intervals,
};

pub(super) const CONCLUSIONS: FigureKind = FigureKind {
    word: "sample-conclusions",
    question: "What do single samples conclude about two systems?",
    draw: conclusions,
};

/// Samples that a sentence names.
const NAMED: usize = 8;

/// The interval of a sample.
struct SampleInterval {
    sample: u32,
    score: f64,
    lower: f64,
    upper: f64,
}

/// Of the first system, for each metric and size, by the first method and level of coverage.
fn intervals(section: &StudySection<'_>) -> Vec<Figure> {
    let rows = section.rows::<CoverageRow>().keep(|row| row.system.is_some());
    let mut figures = Vec::new();
    for metric in rows.of_first_draws().by_metric() {
        let Some(first) = metric.rows.first() else { continue };
        let rows = metric.rows.keep(|row| {
            row.system == first.system
                && row.method == first.method
                && row.nominal.total_cmp(&first.nominal).is_eq()
        });
        let sizes = rows.iter().count();
        for row in rows.iter() {
            figures.extend(intervals_of(section, &metric, row, sizes));
        }
    }
    figures
}

/// The intervals of the samples that a row is about: as the study tables them by this method, or else those of
/// its scores, if they are by this method.
fn intervals_of<'a>(
    section: &StudySection<'a>,
    metric: &MetricRows<'a, CoverageRow>,
    truth: &CoverageRow,
    sizes: usize,
) -> Option<Figure> {
    let tabled = section.numbered_rows::<IntervalRow>().keep(|row| {
        row.cell.coordinates().metric == metric.key
            && row.cell.system == truth.system
            && row.cell.segments == Some(truth.segments)
            && row.method == truth.method
            && row.level.total_cmp(&truth.nominal).is_eq()
    });
    if let Some(size) = by_size(section, &tabled, |row| row.cell.segments).first() {
        let intervals = size.rows.iter().filter_map(|(sample, row)| {
            let (score, lower, upper) = (row.score?, row.lower?, row.upper?);
            Some(SampleInterval { sample: *sample, score, lower, upper })
        });
        let intervals: Vec<SampleInterval> = intervals.collect();
        return intervals_figure(section, metric, truth, &size.in_words(), (&intervals, sizes));
    }
    let scores = section.numbered_rows::<ScoreRow>().keep(|row| {
        row.cell.coordinates().metric == metric.key
            && row.cell.system == truth.system
            && row.cell.segments == Some(truth.segments)
            && row.ci_method == Some(truth.method)
            && row.ci_level.total_cmp(&truth.nominal).is_eq()
    });
    let sizes_of_scores = by_size(section, &scores, |row| row.cell.segments);
    let size = sizes_of_scores.first()?;
    let intervals = size.rows.iter().filter_map(|(sample, row)| {
        let (score, lower, upper) = (row.score?, row.ci_lower?, row.ci_upper?);
        Some(SampleInterval { sample: *sample, score, lower, upper })
    });
    let intervals: Vec<SampleInterval> = intervals.collect();
    intervals_figure(section, metric, truth, &size.in_words(), (&intervals, sizes))
}

fn intervals_figure(
    section: &StudySection<'_>,
    metric: &MetricRows<'_, CoverageRow>,
    truth: &CoverageRow,
    samples: &str,
    (intervals, sizes): (&[SampleInterval], usize),
) -> Option<Figure> {
    let (true_score, system) = (truth.truth_score?, truth.system.as_deref()?);
    if intervals.is_empty() {
        return None;
    }
    let (holding, missing): (Vec<&SampleInterval>, Vec<&SampleInterval>) = intervals
        .iter()
        .partition(|interval| (interval.lower..=interval.upper).contains(&true_score));
    let chart = Chart {
        x_label: "sample".to_owned(),
        y_label: metric.title.clone(),
        x_range: (Some(0.0), intervals.last().map(|interval| f64::from(interval.sample) + 1.0)),
        whole_x: true,
        layers: vec![
            intervals_layer(&holding, "hold it", 0),
            intervals_layer(&missing, "miss it", 1),
            Layer::Across { y: true_score, name: Some(format!("true {}", number(true_score))) },
        ],
        ..Chart::default()
    };
    let level = share(truth.nominal);
    let whose = if truth.truth == Truth::Generator {
        "the mean score of fresh corpora"
    } else {
        "that of the whole corpus"
    };
    let caption = format!(
        "Score of {system} on each of {samples} with its {level} % interval ({}). Dashed: the true score, {whose}. \
         Orange: intervals that do not contain it.",
        truth.method.name()
    );
    let numbers: Vec<String> = missing.iter().map(|interval| interval.sample.to_string()).collect();
    let which = match numbers.len() {
        0 => String::new(),
        1 => format!(" (sample {})", numbers[0]),
        count if count <= NAMED => format!(" (samples {})", in_a_row(&numbers, "and")),
        _ => String::new(),
    };
    let finding = format!(
        "{}: {} of {} intervals of {system} contain the true score, {} miss it{which}",
        metric.title,
        holding.len(),
        intervals.len(),
        missing.len()
    );
    let title = if sizes > 1 {
        format!("{}, {} segments", metric.title, truth.segments)
    } else {
        metric.title.clone()
    };
    Some(INTERVALS.chart(section, &title, caption, &chart).titled(Some(finding)))
}

/// Intervals of which `what` is true.
fn intervals_layer(intervals: &[&SampleInterval], what: &str, colour: usize) -> Layer {
    let points = intervals.iter().map(|interval| {
        let SampleInterval { sample, score, lower, upper } = **interval;
        let ends = format!("[{}, {}]", number(lower), number(upper));
        let tip = format!("sample {sample}: {} {ends}", number(score));
        Point { x: sample.into(), y: score, reach: Some((score - lower, upper - score)), tip }
    });
    let name = Some(format!("{what}: {}", intervals.len()));
    Layer::Points { points: points.collect(), colour, name }
}

/// What a sample concludes about two systems.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Concluded {
    Right,
    Wrong,
    Nothing,
}

/// Of typical pairs of systems, for each metric and size, where the study compares them by the paired
/// bootstrap and knows which is truly better.
fn conclusions(section: &StudySection<'_>) -> Vec<Figure> {
    let truths = section.rows::<ConclusionRow>().of_first_draws();
    let compared = section.numbered_rows::<ComparisonRow>().keep(|row| row.win_rate.is_some());
    let mut figures = Vec::new();
    for metric in compared.by_metric() {
        let all: Vec<&ComparisonRow> = metric.rows.iter().collect();
        let Some(higher) = higher_is_better(&all) else { continue };
        for ((a, b), rows) in typical_pairs(&metric.rows) {
            let sizes = by_size(section, &rows, |row| row.cell.segments);
            for size in &sizes {
                let truth = truths.iter().find(|row| {
                    row.coordinates().metric == metric.key
                        && (row.system_a.as_deref(), row.system_b.as_deref()) == (Some(a), Some(b))
                        && row.segments == Some(size.segments)
                        && row.nominal.is_some()
                });
                let Some(truth) = truth else { continue };
                let title = size.title(&format!("{}, {a} and {b}", metric.title), sizes.len());
                figures.extend(pair(section, (&metric.title, &title), truth, higher, size));
            }
        }
    }
    figures
}

fn pair(
    section: &StudySection<'_>,
    (metric, title): (&str, &str),
    truth: &ConclusionRow,
    higher_is_better: bool,
    size: &SampleSize<'_, ComparisonRow>,
) -> Option<Figure> {
    let (a, b) = (truth.system_a.as_deref()?, truth.system_b.as_deref()?);
    let (difference, level) = (truth.true_difference?, truth.nominal?);
    let is_a_better = (difference > 0.0) == higher_is_better;
    let mut samples: Vec<(u32, f64, Concluded)> = size
        .rows
        .iter()
        .filter_map(|(sample, row)| {
            let (won, concluded) = concluded(row, level, is_a_better)?;
            Some((*sample, 100.0 * won, concluded))
        })
        .collect();
    samples.sort_by(|one, other| one.1.total_cmp(&other.1).then(one.0.cmp(&other.0)));
    let [right, wrong] = [Concluded::Right, Concluded::Wrong]
        .map(|wanted| samples.iter().filter(|sample| sample.2 == wanted).count());
    let kinds = [
        (Concluded::Nothing, "undecided", GREY),
        (Concluded::Right, "right", 0),
        (Concluded::Wrong, "wrong", 1),
    ];
    let by_kind = kinds.into_iter().map(|(wanted, words, colour)| {
        let points = (1_u32..).zip(&samples).filter(|(_, sample)| sample.2 == wanted);
        let points = points.map(|(place, (sample, won, _))| {
            let tip = format!("sample {sample}: {a} wins {won:.1} % of resamples, {words}");
            Point { x: place.into(), y: *won, reach: None, tip }
        });
        let points: Vec<Point> = points.collect();
        let name = Some(format!("{words}: {}", points.len()));
        Layer::Points { points, colour, name }
    });
    let percent = 100.0 * level;
    let (better, worse) = if is_a_better { (a, b) } else { (b, a) };
    let bounds = [
        Layer::Across { y: percent, name: Some(format!("{a} better")) },
        Layer::Across { y: 100.0 - percent, name: Some(format!("{b} better")) },
    ];
    let chart = Chart {
        x_label: "samples, sorted".to_owned(),
        y_label: format!("resamples that {a} wins, %"),
        x_range: (Some(0.0), Some(samples.len() as f64 + 1.0)),
        y_range: (Some(0.0), Some(100.0)),
        whole_x: true,
        layers: bounds.into_iter().chain(by_kind).collect(),
        ..Chart::default()
    };
    let in_words = size.in_words();
    let caption = format!(
        "Share of resamples in which {a} is better than {b}, on each of {in_words}, sorted by it. A sample beyond a \
         dashed line ({0} %) concludes that one of them is better. {better} truly is, by {1}: blue conclusions are \
         right, orange ones wrong.",
        share(level),
        number(difference.abs())
    );
    let finding = format!(
        "{metric}: {} of {} samples {} that {better} is better than {worse}, {} the opposite",
        right,
        samples.len(),
        if right == 1 { "shows" } else { "show" },
        match wrong {
            0 => "none shows".to_owned(),
            1 => "1 shows".to_owned(),
            wrong => format!("{wrong} show"),
        }
    );
    Some(CONCLUSIONS.chart(section, title, caption, &chart).titled(Some(finding)))
}

/// The share of replicates that the first system wins, and what that concludes at a level. `1 - p_value` is the
/// larger of the two systems' shares.
fn concluded(row: &ComparisonRow, level: f64, is_a_better: bool) -> Option<(f64, Concluded)> {
    let (won, larger) = (row.win_rate?, 1.0 - row.p_value?);
    let favours_a = (won - larger).abs() < 1e-9;
    // Shares are multiples of one over the number of replicates.
    let concluded = match larger >= level - 1e-9 {
        false => Concluded::Nothing,
        true if favours_a == is_a_better => Concluded::Right,
        true => Concluded::Wrong,
    };
    Some((won, concluded))
}

#[cfg(test)]
#[path = "sample_figures_tests.rs"]
mod tests;
