//! Differences, verdicts and reasons in words.

use super::ComparisonRow;
use super::options::Adjustment;
use super::summary::MetricSummary;
use super::vocabulary::ReportedTest;
use crate::analyses::common::{FEWEST_ITEMS, phrases};
use crate::presentation::{extent, share};
use crate::stats::comparison::least_units;
use crate::stats::reason::Reason;
use crate::table::Cell;
use crate::words::{counted, grouped, grouped_count, in_a_row, part_of};

/// Decimals that show two digits of what a difference is uncertain by.
pub(crate) fn decimals(rows: &[&ComparisonRow]) -> usize {
    let half_widths = rows.iter().filter_map(|row| Some(row.ci_upper? - row.ci_lower?));
    let widest = half_widths.map(|width| 0.5 * width).fold(0.0, f64::max);
    let (_, largest) = extent(rows.iter().filter_map(|row| row.delta).map(f64::abs));
    decimals_of(widest, largest)
}

/// The same of the half of the widest interval, or, without any, of the largest difference.
pub(in crate::analyses) fn decimals_of(half_width: f64, largest: f64) -> usize {
    let magnitude = match (half_width > 0.0, largest > 0.0) {
        (true, _) => half_width,
        // Without an interval, differences are taken to be known to a tenth.
        (false, true) => 0.1 * largest,
        (false, false) => 0.1,
    };
    // 1.3 is about log10(20): what begins with 1 keeps a third digit, since two would be coarse.
    let digits = (1.3 - libm::log10(magnitude)).ceil().clamp(0.0, 8.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 8")]
    let digits = digits as usize;
    digits
}

/// A difference with its interval, seen from the second system if `turned`: `+0.80 [+0.21, +1.40]`.
pub(crate) fn difference(row: &ComparisonRow, turned: bool, decimals: usize) -> Option<String> {
    let ends = row.ci_lower.zip(row.ci_upper);
    if turned {
        let ends = ends.map(|(lower, upper)| (-upper, -lower));
        return Some(signed_difference(-row.delta?, ends, decimals));
    }
    Some(signed_difference(row.delta?, ends, decimals))
}

/// A difference with its interval: `+0.80 [+0.21, +1.40]`.
pub(in crate::analyses) fn signed_difference(
    delta: f64,
    ends: Option<(f64, f64)>,
    decimals: usize,
) -> String {
    let ends = ends.map_or_else(String::new, |(lower, upper)| {
        format!(" [{}, {}]", signed(lower, decimals), signed(upper, decimals))
    });
    signed(delta, decimals) + &ends
}

/// Without a sign before what is rounded to 0.
fn signed(value: f64, decimals: usize) -> String {
    let text = format!("{value:+.decimals$}");
    let is_zero = text.bytes().all(|byte| matches!(byte, b'+' | b'-' | b'0' | b'.'));
    if is_zero { text[1..].to_owned() } else { text }
}

/// The name of the adjustment, with the number of pairs: `Holm over 66 pairs`; nothing for one comparison.
pub(super) fn adjustment(row: &ComparisonRow) -> Option<String> {
    (row.family >= 2).then(|| phrases::adjustment(row.adjustment, row.family, row.family_metrics))
}

/// The same for several metrics, which may have different numbers of pairs.
pub(crate) fn common_adjustment(metrics: &[MetricSummary<'_>]) -> Option<String> {
    let mut tested = metrics.iter().filter(|metric| metric.is_tested());
    let row = tested.next()?.first();
    let how = adjustment(row)?;
    let is_same =
        metrics.iter().all(|metric| adjustment(metric.first()).is_none_or(|other| other == how));
    Some(if is_same { how } else { row.adjustment.in_words().to_owned() })
}

/// What the resampling unit is called.
pub(super) fn unit(row: &ComparisonRow) -> &'static str {
    row.resample.unit()
}

/// How much was compared: `1,420 segments in 160 documents`, or the part that both systems of a pair have.
pub(super) fn amount<'a>(mut cells: impl Iterator<Item = &'a Cell>) -> String {
    let Some(cell) = cells.next() else { return String::new() };
    let documents = u64::from(cell.documents);
    let Some(segments) = cell.segments else { return grouped_count(documents, "document") };
    let all = format!(
        "{} in {}",
        grouped_count(segments, "segment"),
        grouped_count(documents, "document")
    );
    let others: Vec<u64> = cells.filter_map(|cell| cell.judged_segments).collect();
    match (cell.judged_segments, cell.judged_documents) {
        (Some(first), _) if others.iter().any(|other| *other != first) => format!(
            "{}: those that both systems of a pair have",
            part_of(others.into_iter().chain([first]), segments, "segment")
        ),
        (Some(scored), Some(in_documents)) if scored < segments => format!(
            "{} of {} in {} of {} scored",
            grouped(scored),
            grouped_count(segments, "segment"),
            grouped(in_documents.into()),
            grouped_count(documents, "document"),
        ),
        _ => all,
    }
}

/// `a`, `a and b`, `a, b and c`, cut after six.
pub(super) fn list(names: &[&str]) -> String {
    const MOST: usize = 6;
    if names.len() <= MOST {
        return in_a_row(names, "and");
    }
    format!("{} and {} more", names[..MOST].join(", "), names.len() - MOST)
}

/// Why pairs have no verdict and what would give one: a sentence for each reason, with the number of pairs.
pub(crate) fn missing_verdicts(metric: &MetricSummary<'_>) -> Vec<String> {
    let mut statuses: Vec<(&ComparisonRow, usize)> = Vec::new();
    for row in metric.with(None).into_iter().filter(|row| row.is_tested()) {
        match statuses.iter_mut().find(|(other, _)| other.cell.status == row.cell.status) {
            Some((_, count)) => *count += 1,
            None => statuses.push((row, 1)),
        }
    }
    let title = &metric.title;
    let sentences = statuses.into_iter().map(|(row, count)| {
        let reason = reason(row);
        match metric.pairs.len() {
            1 => format!("No verdict by {title}: {reason}."),
            _ => format!("No verdict on {} ({title}): {reason}.", counted(count, "pair")),
        }
    });
    let unscored = (!metric.unscored.is_empty())
        .then(|| format!("Without scores by {title}: {}.", list(&metric.unscored)));
    sentences.chain(unscored).collect()
}

/// A reason, with the way out where there is one.
pub(super) fn reason(row: &ComparisonRow) -> String {
    let unit = unit(row);
    let level = share(row.level);
    match row.cell.status.reason() {
        Some(Reason::TooFewReplicates) => {
            let (key, trials) = if row.method.exchanges() {
                ("trials", row.trials)
            } else {
                ("B", row.trials.or(Some(row.cell.replicates.into())))
            };
            let enough = enough_trials(row).map_or_else(String::new, |enough| {
                format!("; `{key} = {enough}` or more, or the method `jackknife-t`, would give one")
            });
            let trials = trials.map_or_else(String::new, |trials| format!(" = {}", grouped(trials)));
            format!("{key}{trials} is too small for any p-value to be significant at {level} %{enough}")
        }
        Some(Reason::TooFewUnits) if row.method.exchanges() && row.p_value.is_some() => {
            let after = adjustment(row).map_or_else(String::new, |how| format!(" after {how}"));
            format!(
                "{unit}s are too few for a randomization test: the smallest p-value that they can have is not \
                 significant at {level} %{after}; the method `jackknife-t` of a spec takes fewer"
            )
        }
        Some(Reason::TooFewUnits) if row.method == ReportedTest::JackknifeT || row.method.exchanges() => {
            format!("there are too few {unit}s to see how the difference varies")
        }
        Some(Reason::TooFewUnits) => format!(
            "there are too few {unit}s for a bootstrap test at {level} %, which takes {} at least",
            least_units(row.level)
        ),
        Some(Reason::OneUnitStratum) => {
            format!("a stratum has a single {unit}, which does not show how the difference varies")
        }
        Some(Reason::OneUnit) => format!("one {unit} does not show how the difference varies"),
        Some(Reason::NoVariation) => format!("the difference is the same in every {unit}"),
        Some(Reason::TooFewItems) => format!(
            "both systems have scores of only {}, and a verdict requires at least {FEWEST_ITEMS}",
            grouped_count(row.cell.judged_segments.unwrap_or(0), "segment")
        ),
        Some(Reason::DifferentSegments) => {
            "the systems are not scored on the same segments; `mask = \"common\"` compares those that \
             both have"
                .to_owned()
        }
        Some(Reason::NotAdditive) => "the metric's weights depend on the whole test set, so that no part can be left out or \
                           exchanged; the method `difference-interval` can compare it"
            .to_owned(),
        Some(Reason::TooManyUnits) => format!(
            "too many {unit}s differ to exchange them in all ways; `approximate-randomization` can"
        ),
        Some(Reason::MissingJudgments) => {
            "judgments are missing and `mask` is `all`; `mask = \"common\"` compares those that are there"
                .to_owned()
        }
        Some(Reason::NoData) => "a system has no scores".to_owned(),
        Some(Reason::ReferenceOfItself) => "a system is compared with itself as a reference".to_owned(),
        Some(other) => other.in_words().to_owned(),
        None => "there is no p-value".to_owned(),
    }
}

/// Replicates or exchanges with which the smallest p-value would be significant after the adjustment for
/// all pairs.
fn enough_trials(row: &ComparisonRow) -> Option<u64> {
    let times = match row.method {
        ReportedTest::DifferenceInterval => 2.0,
        ReportedTest::CentredBootstrap | ReportedTest::ApproximateRandomization => 1.0,
        ReportedTest::JackknifeT
        | ReportedTest::TwoWayT
        | ReportedTest::PairedBootstrap
        | ReportedTest::ExactRandomization
        | ReportedTest::SacrebleuBootstrap
        | ReportedTest::SacrebleuRandomization => return None,
    };
    let pairs = if row.adjustment == Adjustment::None { 1.0 } else { f64::from(row.family.max(1)) };
    let enough = crate::value::whole_up(times * pairs / (1.0 - row.level));
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "some thousands")]
    let enough = enough as u64;
    Some(enough)
}
