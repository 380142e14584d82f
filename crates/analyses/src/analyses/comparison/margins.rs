//! Whether systems lose less to the baseline than the margins of the spec, in sentences.

use super::ComparisonRow;
use super::options::Adjustment;
use super::summary::MetricSummary;
use super::vocabulary::MarginVerdict;
use super::wording::list;
use crate::analyses::margin::{rounded, whole};
use crate::presentation::{as_written, share};
use crate::table::TextUnit;
use crate::words::{counted, in_a_row};

/// Verdicts, those first that matter most; last but one that there is none.
const IN_ORDER: [Option<MarginVerdict>; 4] =
    [Some(MarginVerdict::Fail), Some(MarginVerdict::Inconclusive), None, Some(MarginVerdict::Pass)];

fn in_words(verdict: Option<MarginVerdict>) -> &'static str {
    verdict.map_or("no verdict", MarginVerdict::name)
}

/// Metrics with a margin.
fn with_margin<'m, 'a>(metrics: &'m [MetricSummary<'a>]) -> Vec<&'m MetricSummary<'a>> {
    metrics.iter().filter(|metric| metric.first().has_margin()).collect()
}

/// Whether the systems lose less than the margins; nothing where there are none.
pub(super) fn answer(metrics: &[MetricSummary<'_>]) -> Option<String> {
    let metrics = with_margin(metrics);
    let ComparisonRow { system_a, system_b: baseline, .. } = metrics.first()?.first();
    let rows = metrics.iter().flat_map(|metric| &metric.pairs);
    let verdict = match MarginVerdict::of_all(rows.map(|row| row.margin_verdict)) {
        MarginVerdict::Pass => "Yes",
        MarginVerdict::Fail => "No",
        MarginVerdict::Inconclusive => "Not shown",
    };
    if metrics.iter().all(|metric| metric.pairs.len() == 1) {
        let by_verdict = IN_ORDER.into_iter().filter_map(|wanted| {
            let with_verdict =
                metrics.iter().filter(|metric| metric.first().margin_verdict == wanted);
            let titles: Vec<&str> = with_verdict.map(|metric| &*metric.title).collect();
            (!titles.is_empty()).then(|| format!("{} on {}", in_words(wanted), list(&titles)))
        });
        let words = by_verdict.collect::<Vec<_>>().join("; ");
        return Some(format!(
            "Does {system_a} lose less than the margin to {baseline}? {verdict} ({words})."
        ));
    }
    let verdicts = metrics.iter().map(|metric| {
        let by_verdict = IN_ORDER.into_iter().filter_map(|wanted| {
            let with_verdict = metric.pairs.iter().filter(|row| row.margin_verdict == wanted);
            let systems: Vec<&str> = with_verdict.map(|row| &*row.system_a).collect();
            (!systems.is_empty()).then(|| format!("{} {}", list(&systems), in_words(wanted)))
        });
        format!("{}: {}", metric.title, by_verdict.collect::<Vec<_>>().join(", "))
    });
    let words = verdicts.collect::<Vec<_>>().join("; ");
    Some(format!("Do all systems lose less than the margin to {baseline}? {verdict} ({words})."))
}

/// How many units would decide about margins that are neither kept nor missed.
pub(super) fn undecided(metrics: &[MetricSummary<'_>]) -> Vec<String> {
    let open_questions = metrics.iter().flat_map(|metric| {
        let open = metric
            .pairs
            .iter()
            .filter(|row| row.margin_verdict == Some(MarginVerdict::Inconclusive));
        open.filter_map(|row| {
            let system =
                if metric.pairs.len() > 1 { format!(", {}", row.system_a) } else { String::new() };
            Some(format!("{}{system}: {}", metric.title, what_would_decide(row)?))
        })
    });
    open_questions.collect()
}

fn what_would_decide(row: &ComparisonRow) -> Option<String> {
    let (required, unit) = (row.margin_required_units?, row.resample.unit());
    let available = match row.resample.texts() {
        TextUnit::Documents => row.cell.judged_documents?.into(),
        TextUnit::Segments => row.cell.judged_segments?,
    };
    let size = rounded(required, available);
    let lacking = size - available as f64;
    let passes = format!("a system exactly as good as {} passes 4 times in 5", row.system_b);
    Some(if lacking > 0.0 {
        format!("on about {} {unit}s ({} more) {passes}.", whole(size), whole(lacking))
    } else {
        let enough = whole(crate::value::whole_up(required));
        format!("the interval reaches across the margin, though {passes} on {enough} {unit}s.")
    })
}

/// What the margins are, and how they are tested.
pub(super) fn note(metrics: &[MetricSummary<'_>]) -> Option<String> {
    let metrics = with_margin(metrics);
    let row = metrics.first()?.first();
    let margins = metrics.iter().filter_map(|metric| {
        let margin = metric.pairs.iter().find_map(|row| row.margin)?;
        Some(format!("{} {}", as_written(margin), metric.title))
    });
    let margins: Vec<String> = margins.collect();
    let margins = match margins.len() {
        0 => String::new(),
        1 => format!("The margin is {}. ", margins[0]),
        _ => format!("The margins are {}. ", in_a_row(&margins, "and")),
    };
    let pairs = metrics.iter().map(|metric| metric.pairs.len()).max().unwrap_or(0);
    let method = match row.adjustment {
        Adjustment::Holm => "Holm's adjustment",
        Adjustment::BenjaminiHochberg => "Benjamini-Hochberg",
        Adjustment::None => "",
    };
    let is_adjusted = pairs > 1 && !method.is_empty();
    let how = if is_adjusted {
        format!("after {method} over the {} of a metric", counted(pairs, "pair"))
    } else {
        "each".to_owned()
    };
    // Student's intervals alone are of the test of the margin, where the test of the difference is at the same level.
    let is_of_test = !is_adjusted
        && metrics.iter().flat_map(|metric| &metric.pairs).all(|row| {
            row.degrees_of_freedom.is_some()
                && row.interval_level.is_none_or(|level| level <= row.level)
        });
    let interval = if is_of_test {
        ". A system passes where the whole interval of the difference is better than a loss of the margin, and fails \
         where all of it is worse"
    } else {
        "; the interval of a difference is that of its own test"
    };
    Some(format!(
        "{margins}Pass and fail: one-sided t tests of the difference against the margin, at {} % {how}{interval}.",
        share(0.5 * (1.0 - row.level))
    ))
}
