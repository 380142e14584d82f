//! How much data shows a difference, and which difference this much data can show.

use super::summary::{MetricPower, PairPower, summaries};
use crate::analyses::common::phrases::{beside_size, how_often};
use crate::analyses::{PowerRow, margin};
use crate::presentation::{FileName, Finding, StudySection, TextCell, TextTable, number, share};
use crate::stats::freedom::FARTHEST;
use crate::stats::reason::Reason;
use crate::value::whole_up;
use crate::words::{counted, in_a_row};

/// Lines of the table; with more metrics than fit, each has its leading effect alone.
const MOST_LINES: usize = 12;

/// Metrics that sentences go into.
const MOST_METRICS: usize = 3;

/// Departure of the law of the root that is worth a sentence, and the p-value from which it may be chance.
const DEPARTURE: f64 = 1.25;
const DOUBT: f64 = 0.01;

/// Sizes for a difference worth finding, by metric.
pub(super) fn findings(section: &StudySection<'_>) -> Vec<Finding> {
    let metrics = summaries(section);
    let Some(first) = metrics.first() else { return Vec::new() };
    let planned: Vec<&MetricPower<'_>> =
        metrics.iter().filter(|metric| !metric.pairs.is_empty()).collect();
    let finding = match planned.as_slice() {
        [] => Finding::new(section, "power", nothing(first)),
        [metric] if metrics.len() == 1 => of_metric(section, metric),
        _ => of_metrics(section, &planned),
    };
    let notes = if planned.is_empty() { Vec::new() } else { notes(&metrics, &planned) };
    let finding = finding.notes(notes).table(table(section, &planned));
    vec![planned.iter().fold(finding, |finding, metric| with_rows(finding, metric))]
}

/// No pair has a deviation to plan with.
fn nothing(metric: &MetricPower<'_>) -> String {
    let reason = metric.without.first().map_or(Reason::NoData, |(reason, _)| *reason);
    format!("No size can be planned for a difference by {}: {}.", metric.title, in_words(reason))
}

/// A reason in words.
fn in_words(reason: Reason) -> &'static str {
    match reason {
        Reason::NoData => "a system has no scores",
        Reason::NoVariation => "the difference is the same everywhere",
        Reason::OneUnit | Reason::TooFewUnits => "there are too few units to see how it varies",
        Reason::BeyondRange => "no difference that the metric can have would be found here",
        Reason::OutOfRange => "`power` is not above what a test finds by chance",
        other => other.in_words(),
    }
}

/// What sizes are counted in.
fn unit(row: &PowerRow) -> &'static str {
    row.resample.unit()
}

/// A size in whole units.
fn whole(units: f64) -> String {
    margin::whole(whole_up(units).clamp(0.0, 1e15))
}

/// `38-71`, where sizes have an interval, or `38 or more`.
fn span(row: &PowerRow, lower: Option<f64>, upper: Option<f64>) -> Option<String> {
    let (lower, upper) = (lower?, upper?);
    // The upper end is cut off at the farthest size: up to rounding it then equals that.
    if row.effective_units.is_some_and(|units| upper >= (1.0 - 1e-9) * FARTHEST * units) {
        return Some(format!("{} or more", whole(lower)));
    }
    Some(format!("{}-{}", whole(lower), whole(upper)))
}

fn with_unit(units: f64, unit: &str) -> String {
    let text = whole(units);
    if text == "1" { format!("1 {unit}") } else { format!("{text} {unit}s") }
}

/// The size for the leading effect, or what can be found here where the spec leaves no effect.
fn of_metric(section: &StudySection<'_>, metric: &MetricPower<'_>) -> Finding {
    let (Some(typical), Some(effect)) = (metric.typical(), metric.leading_effect()) else {
        return Finding::new(section, "power", nothing(metric));
    };
    let Some(row) = typical.of_effect(effect) else {
        return Finding::new(section, "power", nothing(metric));
    };
    let unit = unit(row);
    let headline = required(row).map_or_else(
        || nothing(metric),
        |sizes| {
            format!("To find a true difference of {} {}: {sizes}.", number(effect), metric.title)
        },
    );
    let has = row.units.map_or(0.0, |units| units as f64);
    let finding = Finding::new(section, "power", headline);
    let finding = finding.sentence(format!(
        "The {} here find {} {}.",
        with_unit(has, unit),
        detectable(row, &metric.title),
        how_often(row.power)
    ));
    let finding = with_pairs(finding, metric, effect);
    with_law(finding, metric, typical)
}

/// `52 documents (38-71; 9,000 words) for one planned comparison, 118 for one among 66`.
fn required(row: &PowerRow) -> Option<String> {
    if row.required_status == Reason::BeyondData.into() {
        let most = with_unit((FARTHEST * row.effective_units?).floor(), unit(row));
        return Some(format!(
            "more than {most} ({FARTHEST} times what is here); measure more first"
        ));
    }
    let units = with_unit(row.required_units?, unit(row));
    let interval = span(row, row.required_units_lower, row.required_units_upper);
    let one = format!("{units}{}", beside_size(interval, row.required_words));
    if row.pairs < 2 {
        return Some(one);
    }
    let Some(any) = row.required_units_any_pair.map(whole) else { return Some(one) };
    Some(format!("{one} for one planned comparison, {any} for one among {} comparisons", row.pairs))
}

/// `0.85 BLEU in one planned comparison, and of 1.20 in one among 66,`.
fn detectable(row: &PowerRow, title: &str) -> String {
    let one = row.smallest_detectable_effect.map_or_else(|| "–".to_owned(), number);
    match row.smallest_detectable_effect_any_pair.filter(|_| row.pairs > 1) {
        Some(any) => format!(
            "a true difference of {one} {title} in one planned comparison, and of {} in one among {} comparisons,",
            number(any),
            row.pairs
        ),
        None => format!("a true difference of {one} {title}"),
    }
}

/// Which pair the sizes are for, and the pair that takes most.
fn with_pairs(finding: Finding, metric: &MetricPower<'_>, effect: f64) -> Finding {
    let (Some(typical), Some(hardest)) = (metric.typical(), metric.hardest()) else {
        return finding;
    };
    let of_hardest = hardest.of_effect(effect).and_then(|row| {
        let (units, among) = match row.required_units_any_pair.filter(|_| row.pairs > 1) {
            Some(units) => (units, " among all pairs"),
            None => (row.required_units?, ""),
        };
        Some(format!(" takes {}{among}", with_unit(units, unit(row))))
    });
    let of_hardest = of_hardest.or_else(|| {
        let smallest = hardest.first().smallest_detectable_effect?;
        Some(format!(" shows no less than {} here", number(smallest)))
    });
    finding.sentence(format!(
        "These are for the pair in the middle, {}; the hardest, {},{}.",
        typical.name(),
        hardest.name(),
        of_hardest.unwrap_or_default()
    ))
}

/// What the typical pair can find here, with a row of it.
fn smallest<'a>(metric: &MetricPower<'a>) -> Option<(&'a PowerRow, String)> {
    let row = metric.typical()?.first();
    Some((row, format!("{} {}", number(row.smallest_detectable_effect?), metric.title)))
}

/// What this test set can find, by metric; sizes stand in the table.
fn of_metrics(section: &StudySection<'_>, metrics: &[&MetricPower<'_>]) -> Finding {
    let found: Vec<(&PowerRow, String)> =
        metrics.iter().filter_map(|metric| smallest(metric)).collect();
    let Some((row, _)) = found.first() else {
        return Finding::new(section, "power", "No size can be planned for a difference.");
    };
    let same_units = found.iter().all(|(other, _)| other.units == row.units);
    let has = match row.units.filter(|_| same_units) {
        Some(units) => format!("The {} here find", with_unit(units as f64, unit(row))),
        None => "This test set finds".to_owned(),
    };
    let effects: Vec<String> = found.iter().map(|(_, text)| text.clone()).collect();
    let effects = in_a_row(&effects, "or");
    let one = if row.pairs > 1 { ", in one planned comparison" } else { "" };
    let headline = format!("{has} a true difference of {effects} {}{one}.", how_often(row.power));
    let finding = Finding::new(section, "power", headline);
    let sizes = metrics.iter().take(MOST_METRICS).filter_map(|metric| {
        let effect = metric.leading_effect()?;
        let row = metric.typical()?.of_effect(effect)?;
        Some(format!("To find {} {}: {}.", number(effect), metric.title, required(row)?))
    });
    let finding = sizes.fold(finding, Finding::sentence);
    let pairs = metrics.iter().map(|metric| metric.pairs.len()).max().unwrap_or(0);
    if pairs < 2 {
        return finding;
    }
    let hardest = metrics
        .iter()
        .take(MOST_METRICS)
        .filter_map(|metric| Some(format!("{} by {}", metric.hardest()?.name(), metric.title)));
    let hardest: Vec<String> = hardest.collect();
    finding.note(format!(
        "Sizes are for the pair in the middle of each metric. The hardest: {}.",
        hardest.join("; ")
    ))
}

/// Where standard deviations do not fall with the root of the size.
fn with_law(finding: Finding, metric: &MetricPower<'_>, typical: &PairPower<'_>) -> Finding {
    let row = typical.first();
    let (Some(exponent), Some(drift)) = (row.law_exponent, row.law_drift) else { return finding };
    // Parts of few units deviate far by chance.
    if row.law_p_value.is_none_or(|p| p >= DOUBT) {
        return finding;
    }
    let more = if drift > DEPARTURE {
        "sizes beyond this test set are then too small"
    } else if drift < 1.0 / DEPARTURE {
        "sizes beyond this test set are then too large"
    } else {
        return finding;
    };
    finding.sentence(format!(
        "Caution: by {}, the standard deviation of the difference goes as n^{:.2} along growing test sets, \
         not as n^-0.5; {more}.",
        metric.title, -exponent
    ))
}

fn notes(metrics: &[MetricPower<'_>], planned: &[&MetricPower<'_>]) -> Vec<String> {
    let row = planned[0].first;
    let mut notes = vec![format!(
        "{} are resampled. A difference found is one that is significant at {} %; the observed \
         differences play no part.",
        if unit(row) == "segment" { "Single segments" } else { "Whole documents" },
        share(row.level)
    )];
    if row.pairs > 1 {
        notes.push(format!(
            "Among {} comparisons (pairs by metrics): the worst case of an adjustment for their number, where each is \
             tested at {} %.",
            row.pairs,
            share_of_level(1.0 - row.level, row.pairs)
        ));
    }
    if planned
        .iter()
        .filter_map(|metric| metric.typical())
        .any(|pair: &PairPower<'_>| pair.rows.iter().any(|row| row.required_units_lower.is_some()))
    {
        notes.push(
            "In brackets: how uncertain the size is, because the standard error is estimated from these \
             texts."
                .to_owned(),
        );
    }
    let left_out = metrics.iter().flat_map(|metric| {
        metric.without.iter().map(|(reason, count)| {
            let pairs = counted(*count, "pair");
            format!("No size for {pairs} by {}: {}.", metric.title, in_words(*reason))
        })
    });
    notes.extend(left_out.take(MOST_METRICS));
    notes
}

/// A level divided among pairs, in percent.
fn share_of_level(error: f64, pairs: u32) -> String {
    number(100.0 * error / f64::from(pairs))
}

/// Effects with a row of the typical pair.
fn effects(metric: &MetricPower<'_>) -> Vec<f64> {
    let typical = metric.typical();
    typical.iter().flat_map(|pair| &pair.rows).filter_map(|row| row.effect).collect()
}

/// Sizes by metric and effect, of the typical pair and of the hardest.
fn table(section: &StudySection<'_>, metrics: &[&MetricPower<'_>]) -> Option<TextTable> {
    let first = metrics.first()?.first;
    let unit = unit(first);
    let all: usize = metrics.iter().map(|metric| effects(metric).len()).sum();
    let has_pairs = metrics.iter().any(|metric| metric.first.pairs > 1);
    let has_hardest = metrics.iter().any(|metric| metric.hardest().is_some());
    let mut lines = Vec::new();
    for metric in metrics {
        let shown = if all > MOST_LINES {
            metric.leading_effect().into_iter().collect()
        } else {
            effects(metric)
        };
        let Some(typical) = metric.typical() else { continue };
        for effect in shown {
            let Some(row) = typical.of_effect(effect) else { continue };
            let hardest = metric.hardest().and_then(|pair| pair.of_effect(effect));
            let mut line = vec![
                TextCell::words(metric.title.clone()),
                TextCell::number(number(effect), Some(effect)),
                size_cell(
                    row,
                    row.required_units,
                    row.required_units_lower.zip(row.required_units_upper),
                ),
            ];
            if has_pairs {
                line.push(size_cell(
                    row,
                    row.required_units_any_pair,
                    row.required_units_any_pair_lower.zip(row.required_units_any_pair_upper),
                ));
            }
            if has_hardest {
                let units = hardest.and_then(|row| {
                    if has_pairs { row.required_units_any_pair } else { row.required_units }
                });
                line.push(size_cell(row, units, None));
            }
            lines.push(line);
        }
    }
    let mut header = vec!["metric".to_owned(), "difference".to_owned(), format!("{unit}s for one")];
    if has_pairs {
        header.push(format!("among {}", first.pairs));
    }
    if has_hardest {
        header.push("hardest pair".to_owned());
    }
    let StudySection { study, corpus, .. } = section;
    let table = TextTable {
        name: FileName::new(&["sizes-of-differences", study, corpus]),
        caption: format!(
            "{} that find a true difference, by the pair in the middle. Study {study}, corpus {corpus}.",
            if unit == "segment" { "Segments" } else { "Documents" }
        ),
        header: header.into_iter().map(TextCell::words).collect(),
        rows: lines,
        ..TextTable::default()
    };
    Some(table.aligned()).filter(|table| !table.rows.is_empty())
}

fn size_cell(row: &PowerRow, units: Option<f64>, ends: Option<(f64, f64)>) -> TextCell {
    let interval = ends.and_then(|(lower, upper)| span(row, Some(lower), Some(upper)));
    let interval = interval.map_or_else(String::new, |span| format!(" ({span})"));
    TextCell::optional(units, |units| format!("{}{interval}", whole(units)))
}

/// With a row for scripts for each effect of the typical pair and of the hardest.
fn with_rows(finding: Finding, metric: &MetricPower<'_>) -> Finding {
    let pairs = [("median", metric.typical()), ("hardest", metric.hardest())];
    let rows = pairs.into_iter().flat_map(|(which, pair)| {
        pair.into_iter().flat_map(move |pair| pair.rows.iter().map(move |row| (which, *row)))
    });
    rows.fold(finding, |finding, (which, row)| finding.row_with(row, [("pair", which.into())]))
}

#[cfg(test)]
#[path = "findings_tests.rs"]
mod tests;
