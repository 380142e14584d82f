//! How precise scores are, and how much data a wanted precision takes.

use super::headline::headline;
use super::rows::segments_per_document;
use super::text_tables::short_table;
use super::wording::{available, plus_minus, rounded, unit, whole};
use super::{MarginRow, MetricMargins, by_metric};
use crate::analyses::common::phrases;
use crate::presentation::{Finding, StudySection, counted_mean, number, share, two_digits};
use crate::stats::freedom::Freedom;
use crate::table::TextUnit;
use crate::words::{in_a_row, listing};

/// Documents must differ this surely for a sentence on more of them.
const SURE: f64 = 0.05;

/// Documents from which something is said about how they differ.
const ENOUGH_DOCUMENTS: u64 = 8;

/// A law is doubted where its check is as unlikely as this.
const DOUBT: f64 = 0.01;

/// One finding about all metrics.
pub(super) fn findings(section: &StudySection<'_>) -> Vec<Finding> {
    let metrics = by_metric(section);
    if metrics.is_empty() {
        return Vec::new();
    }
    let sentences = [deciding(&metrics), assured(&metrics), reproduced(&metrics), spread(&metrics)];
    let mut finding = Finding::new(section, "margin", headline(&metrics))
        .sentences(sentences.into_iter().flatten())
        .table(short_table(section, &metrics))
        .notes(notes(&metrics));
    for metric in &metrics {
        for row in metric.rows.iter() {
            finding = finding.row_with(row, [("decides", std::ptr::eq(row, metric.worst).into())]);
        }
    }
    vec![finding]
}

/// Those metrics that have a margin.
fn known<'m, 'a>(
    metrics: &'m [MetricMargins<'a>],
) -> impl Iterator<Item = &'m MetricMargins<'a>> + Clone {
    metrics.iter().filter(|metric| metric.worst.margin.is_some())
}

/// Which system decides.
fn deciding(metrics: &[MetricMargins<'_>]) -> Option<String> {
    let several = known(metrics).filter(|metric| metric.with_margin() > 1);
    let first = several.clone().next()?;
    let widest = first.worst.cell.system();
    if first.worst.wanted.is_none() {
        let narrowest = first.best.cell.system();
        return Some(format!(
            "By {} the widest margin is that of {widest}, the narrowest that of {narrowest}.",
            first.title
        ));
    }
    if several.clone().all(|metric| metric.worst.cell.system() == widest) {
        let count = first.with_margin();
        return Some(format!(
            "{widest} has the widest of {count} margins and sets the size; the others need less."
        ));
    }
    let named: Vec<String> = several
        .map(|metric| format!("{} by {}", metric.worst.cell.system(), metric.title))
        .collect();
    let named = if named.len() > 4 { vec!["see the rows".to_owned()] } else { named };
    Some(format!("The system with the widest margin decides: {}.", in_a_row(&named, "and")))
}

/// The size that keeps its promise more often than every second time, of the metric that needs most.
fn assured(metrics: &[MetricMargins<'_>]) -> Option<String> {
    let ratios = known(metrics).filter_map(|metric| {
        let row = metric.worst;
        Some((row.assured_units? / row.available_units? as f64, metric))
    });
    let most = ratios.max_by(|one, other| one.0.total_cmp(&other.0));
    let (_, metric) = most.filter(|(ratio, _)| *ratio > 1.0)?;
    let row = metric.worst;
    let assured = rounded(row.assured_units?, row.available_units?);
    let of_metric =
        if known(metrics).count() > 1 { format!(" by {}", metric.title) } else { String::new() };
    let is_reached = row.margin? <= row.wanted?;
    let (percent, units) = (share(row.assurance), unit(row));
    let size = whole(assured);
    Some(if is_reached {
        format!(
            "For a new test set to reach the margin{of_metric} with a probability of {percent} % take {size} {units}s."
        )
    } else {
        format!(
            "About half of all test sets of the needed size reach the margin{of_metric}; {percent} % of those \
             with {size} {units}s do."
        )
    })
}

/// What another test set would differ by.
fn reproduced(metrics: &[MetricMargins<'_>]) -> Option<String> {
    let parts: Vec<String> = known(metrics)
        .filter_map(|metric| {
            let margin = two_digits(metric.worst.reproduction_margin?);
            Some(format!("{margin} ({})", metric.title))
        })
        .collect();
    if parts.is_empty() || parts.len() > 3 {
        return None;
    }
    Some(format!(
        "Scores on another test set of this size may differ by up to {}.",
        in_a_row(&parts, "and")
    ))
}

/// What more documents with fewer segments each would do, where documents surely differ.
fn spread(metrics: &[MetricMargins<'_>]) -> Option<String> {
    let metric = known(metrics).find(|metric| {
        let row = metric.worst;
        row.between_p_value.is_some_and(|p| p < SURE)
            && u64::from(row.cell.judged_documents.unwrap_or(0)) >= ENOUGH_DOCUMENTS
            && segments_per_document(&row.cell).is_some_and(|segments| segments >= 2.0)
    })?;
    let row = metric.worst;
    let (doubled, documents) = (row.doubled_documents_margin?, row.cell.judged_documents?);
    // Segments as units take documents for alike, so that the margin has no part that would fall.
    if row.unit != TextUnit::Documents || doubled > 0.95 * row.margin? {
        return None;
    }
    let at_costs = row.best_segments_per_document.map_or_else(String::new, |best| {
        format!(
            " At the costs of the spec the cheapest sample takes {} of each document.",
            counted_mean(best, "segment")
        )
    });
    Some(format!(
        "{} documents with half of the segments each would give {} by {}, in place of {}.{at_costs}",
        whole(2.0 * f64::from(documents)),
        plus_minus(doubled),
        metric.title,
        plus_minus(row.margin?)
    ))
}

fn notes(metrics: &[MetricMargins<'_>]) -> Vec<String> {
    let mut notes: Vec<String> = population(metrics).into_iter().collect();
    notes.extend(known(metrics).find_map(|metric| uneven(metric.worst)));
    notes.extend(extrapolated(metrics));
    notes.extend(known(metrics).filter_map(departure));
    for metric in metrics {
        let left_out = metric.rows.iter().count() - metric.with_margin();
        let title = &metric.title;
        if let Some(row) = metric.rows.iter().find(|row| row.margin.is_none()) {
            let systems = crate::words::counted(left_out, "system");
            let has = if left_out == 1 { "has" } else { "have" };
            notes.push(format!(
                "By {title} {systems} {has} no margin of error: {}.",
                row.cell.status.in_words()
            ));
        }
        let row = metric.worst;
        if row.required_units.is_some() && row.required_units_lower.is_none() {
            notes.push(format!(
                "By {title} the size has no interval: {}.",
                row.required_status.in_words()
            ));
        }
    }
    notes
}

/// What the margins are about, with the unit and what the other one would give.
fn population(metrics: &[MetricMargins<'_>]) -> Option<String> {
    let first = known(metrics).next()?.worst;
    let level = share(first.level);
    let effects: Vec<String> = known(metrics)
        .filter_map(|metric| {
            Some(format!("{} {}", metric.title, number(metric.worst.design_effect?)))
        })
        .collect();
    let effects = match effects.len() {
        1..=4 => format!(" (design effect: {})", effects.join(", ")),
        _ => String::new(),
    };
    // The metric on which the other unit differs most.
    let other = known(metrics)
        .filter_map(|metric| {
            let ratio = metric.worst.other_unit_margin? / metric.worst.margin?;
            Some((ratio, metric))
        })
        // By logarithms half as wide differs as much as twice as wide.
        .max_by(|one, other| libm::log(one.0).abs().total_cmp(&libm::log(other.0).abs()));
    let of_documents = first.unit == TextUnit::Documents;
    let consequence = other.map_or_else(String::new, |(ratio, metric)| {
        let margin = metric.worst.other_unit_margin.map_or_else(String::new, plus_minus);
        let title = &metric.title;
        match (of_documents, ratio) {
            // Within a twentieth the unit hardly matters.
            (true, ratio) if ratio < 0.95 => {
                format!(
                    "; single segments would give {margin} by {title}, too narrow for new texts"
                )
            }
            (false, ratio) if ratio > 1.05 => format!(
                "; whole documents would give {margin} by {title}, and new texts come as documents"
            ),
            _ => String::new(),
        }
    });
    let (population, unit) = if of_documents {
        ("other documents of this kind", "whole documents")
    } else {
        ("other segments of this kind", "single segments")
    };
    let judged = known(metrics)
        .filter(|metric: &&MetricMargins<'_>| metric.worst.resample.has_judges())
        .map(|metric| metric.title.as_str());
    let (judges, crossed) = match judged.clone().count() {
        0 => (String::new(), String::new()),
        all if all == known(metrics).count() => {
            (" and other judges".to_owned(), " and judges".to_owned())
        }
        _ => {
            let names = listing(judged);
            (format!(", by {names} also for other judges"), format!(", by {names} also judges"))
        }
    };
    Some(format!(
        "Margins are half of the width of {level} % intervals, for {population}{judges}. Resampling unit: \
         {unit}{crossed}{effects}{consequence}."
    ))
}

/// That long documents decide, where they do.
pub fn uneven(row: &MarginRow) -> Option<String> {
    let units = row.available_units?;
    let freedom = Freedom {
        effective_units: row.effective_units?,
        longest_share: row.longest_share?,
        ..Freedom::of_units(units as f64, 1.0)
    };
    phrases::uneven_documents(freedom, units)
}

/// Which sizes lie beyond the test set, and what is known of the law that they follow from.
fn extrapolated(metrics: &[MetricMargins<'_>]) -> Option<String> {
    let beyond = known(metrics).filter(|metric| {
        let needed = metric.worst.required_units.zip(metric.worst.available_units);
        needed.is_some_and(|(needed, n)| needed > n as f64)
    });
    let beyond: Vec<&MetricMargins<'_>> = beyond.collect();
    let row = beyond.first()?.worst;
    let checked =
        beyond.iter().filter(|metric| metric.worst.law_p_value.is_some_and(|p| p >= DOUBT));
    let confirmed = match (checked.count(), row.law_units) {
        (count, Some(units)) if count == beyond.len() => {
            format!(", which the first {} fit", crate::words::grouped_count(units, unit(row)))
        }
        _ => String::new(),
    };
    Some(format!(
        "Sizes beyond {} are extrapolated: margins fall as the root of the size{confirmed}.",
        available(row)
    ))
}

/// Where the part that comes first in the ordering does not fit.
fn departure(metric: &MetricMargins<'_>) -> Option<String> {
    let row = metric.worst;
    let (ratio, units) = (row.law_ratio?, row.law_units?);
    if row.law_p_value? >= DOUBT {
        return None;
    }
    let (first, title) = (crate::words::grouped_count(units, unit(row)), &metric.title);
    let which = if ratio > 1.0 { "wider" } else { "narrower" };
    let times = number(ratio.max(1.0 / ratio));
    Some(format!(
        "By {title} the margin of the first {first} is {times} times {which} than the law expects: early \
         and late {}s differ, and sizes are less certain than their intervals say.",
        unit(row)
    ))
}
