//! Whether picks are worth it, and what they are expected to gain.

use super::options::PickedUnits;
use super::row::{PickEstimator, PickGainRow};
use crate::analyses::common::short_table::short_table;
use crate::presentation::{
    Finding, Rows, StudySection, TextTable, interval, metric_in_print, number, real, whole, words,
};
use crate::stats::reason::Reason;
use crate::words::{grouped, grouped_count, in_a_row};

/// Random units as precise as the picks, over those as precise as a random part with the control variate, up to which picks
/// are hardly worth their weights.
const HARDLY: f64 = 1.1;

/// Most domains that are named.
const MOST_NAMED: usize = 8;

/// One finding about the corpus.
pub fn findings(section: &StudySection<'_>) -> Vec<Finding> {
    let rows = section.rows::<PickGainRow>();
    let Some(last) = rows.iter().last() else { return Vec::new() };
    let units = units(section);
    let finding = Finding::new(section, "pick", headline(&rows, last, units))
        .sentence(probabilities(last, units))
        .sentences(by_stratum(section))
        .sentence(if is_refused(section, last) {
            "Nothing is picked: the gain is below 1, and `require-gain` is set."
        } else {
            "Plain means of the picks are biased: every mean must take the weights, as `weights` of a corpus does."
        })
        .table(table(section, &rows, units));
    let finding = if last.earlier.is_some() {
        finding.note(format!(
            "Gain: variance of a difference of two systems with a random part of the same cost, divided by that with the \
             picks, over {} of {} in {}.",
            grouped_count(last.pairs, "pair"),
            grouped_count(last.judged_units, units.in_words()),
            grouped_count(last.judged_documents, "document"),
        ))
    } else {
        finding.note(
            "A judged corpus with the same metric tells the gain before anything is judged: `earlier` and `human` (of the command: \
             --earlier and --human, together).",
        )
    };
    let finding = if has_strata(section) {
        finding.note(
            "The gain is that of picks from all domains together: what strata add is not in it.",
        )
    } else {
        finding
    };
    vec![finding.rows(rows.iter())]
}

/// Whether picks had to gain something and do not.
fn is_refused(section: &StudySection<'_>, row: &PickGainRow) -> bool {
    let picks = section.rows::<super::PickRow>();
    !row.is_gain() && !picks.is_empty() && !picks.iter().any(|pick| pick.picked)
}

fn has_strata(section: &StudySection<'_>) -> bool {
    section.rows::<super::PickRow>().iter().any(|row| row.stratum.is_some())
}

/// `By domain: 40 of 120 from news and 20 of 90 from talks.`, or the extremes of many.
fn by_stratum(section: &StudySection<'_>) -> Option<String> {
    let rows = section.rows::<super::PickRow>();
    if !rows.iter().any(|row| row.picked) {
        return None;
    }
    let mut strata: Vec<(&str, usize, usize)> = Vec::new();
    for row in rows.iter() {
        let name = row.stratum.as_deref()?;
        let place = strata.iter().position(|(stratum, ..)| *stratum == name).unwrap_or_else(|| {
            strata.push((name, 0, 0));
            strata.len() - 1
        });
        strata[place].1 += usize::from(row.picked);
        strata[place].2 += 1;
    }
    if strata.len() > MOST_NAMED {
        let picks = strata.iter().map(|(_, picked, _)| *picked);
        let (least, most) = (picks.clone().min()?, picks.max()?);
        return Some(format!("From each of {} domains {least} to {most}.", strata.len()));
    }
    let strata: Vec<String> =
        strata.iter().map(|(name, picked, all)| format!("{picked} of {all} from {name}")).collect();
    Some(format!("By domain: {}.", in_a_row(&strata, "and")))
}

fn units(section: &StudySection<'_>) -> PickedUnits {
    let rows = section.rows::<super::PickRow>();
    match rows.first() {
        Some(row) if row.segment.is_none() => PickedUnits::Documents,
        _ => PickedUnits::Segments,
    }
}

fn headline(rows: &Rows<'_, PickGainRow>, row: &PickGainRow, units: PickedUnits) -> String {
    let noun = units.name();
    let metric = metric_in_print(&row.metric);
    let count = grouped(u64::from(row.count));
    if row.count == row.units {
        return format!("All {count} {noun} are judged: there is nothing to pick.");
    }
    match row.status.reason() {
        Some(Reason::NoVariation) => {
            return format!("Take a random part: {metric} varies alike on all {noun}.");
        }
        Some(Reason::TooFewPicks) => {
            return format!(
                "{count} {noun} are too few: a weighted mean of fewer than 20 is biased."
            );
        }
        _ => {}
    }
    let Some(random) = row.equivalent_random else {
        return match row.equivalent_lower.zip(row.equivalent_upper) {
            Some((low, high)) => format!(
                "What {count} picks by {metric} gain is not known: they are as precise as {} random {noun} at worst, as {} \
                 at best.",
                grouped_whole(low),
                grouped_whole(high)
            ),
            None => format!(
                "What {count} picks by {metric} gain is not known: {}.",
                row.status.in_words()
            ),
        };
    };
    let from = row.earlier.as_deref().unwrap_or_default();
    let ends = row.equivalent_lower.zip(row.equivalent_upper);
    let ends = ends.map_or_else(String::new, |(low, high)| {
        format!("{} to {}, ", grouped_whole(low), grouped_whole(high))
    });
    let as_many = format!("{} random {noun} ({ends}from {from})", grouped_whole(random));
    let with_control = rows.iter().find(|row| row.estimator == PickEstimator::Control);
    let control =
        with_control.filter(|control| control.gain >= row.gain && control.gain > Some(1.0));
    let random_part = with_control.and_then(|row| row.equivalent_random).unwrap_or_default();
    let random_part = random_part.max(f64::from(row.count));
    match (row.status.reason(), control) {
        (_, Some(control)) => format!(
            "Take a random part, with {metric} as control variate: {count} {noun} are then expected to be as precise as {} \
             random ones; picks are as precise as {as_many}.",
            grouped_whole(control.equivalent_random.unwrap_or_default())
        ),
        (Some(Reason::GainBelowOne), None) => format!(
            "Take a random part: {count} picks by {metric} are expected to be only as precise as {as_many}."
        ),
        (None, None) if random < HARDLY * random_part => format!(
            "Picks are hardly worth it: with {metric} as control variate, {count} of them are expected to be as precise as {as_many}, \
             and {count} random ones with it as {} without.",
            grouped_whole(random_part)
        ),
        (None, None) => format!(
            "Judge the picks: with {metric} as control variate, {count} of them are expected to be as precise as {as_many}."
        ),
        (Some(_), None) => format!(
            "It is not certain that picks gain anything: {count} by {metric} are expected to be as precise as {as_many}."
        ),
    }
}

/// Rounded, since it is an expectation.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a number of units")]
fn grouped_whole(value: f64) -> String {
    grouped(value.round().max(0.0) as u64)
}

fn probabilities(row: &PickGainRow, units: PickedUnits) -> String {
    let certain = match row.certain {
        0 => String::new(),
        certain => format!("; {} certain", is_or_are(certain)),
    };
    format!(
        "{} of {}, with probabilities from {}{certain}.",
        grouped(u64::from(row.count)),
        grouped_count(u64::from(row.units), units.in_words()),
        number(row.smallest_probability),
    )
}

fn is_or_are(count: u32) -> String {
    let verb = if count == 1 { "is" } else { "are" };
    format!("{} {verb}", grouped(u64::from(count)))
}

fn table(
    section: &StudySection<'_>,
    rows: &Rows<'_, PickGainRow>,
    units: PickedUnits,
) -> Option<TextTable> {
    let lines = rows.iter().map(|row| {
        let name = match row.estimator {
            PickEstimator::Control => "random part, control variate",
            PickEstimator::Picks => "picks",
            PickEstimator::Both => "picks, control variate",
        };
        let ends = row.equivalent_lower.zip(row.equivalent_upper);
        let ends = ends.map_or_else(String::new, |(low, high)| {
            format!("{} to {}", grouped_whole(low), grouped_whole(high))
        });
        vec![
            words(name),
            real(row.gain),
            interval(row.lower, row.upper, 1.0),
            whole(row.equivalent_random.map(f64::round)),
            words(&ends),
        ]
    });
    let caption =
        format!("Gain over the mean of a random part, and {} of one as precise.", units.name());
    let random = format!("random\n{}", units.name());
    short_table(
        section,
        ("pick", &caption),
        &["what is judged", "gain", "interval", &random, "interval"],
        lines.collect(),
        "pick_gain",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::one_study::{each_reason, finding_of};

    fn row(estimator: PickEstimator, gain: Option<f64>, ends: Option<(f64, f64)>) -> PickGainRow {
        PickGainRow {
            study: "s".into(),
            corpus: "c".into(),
            metric: "metricx".into(),
            estimator,
            count: 300,
            units: 2100,
            gain,
            lower: ends.map(|ends| ends.0),
            upper: ends.map(|ends| ends.1),
            level: 0.95,
            equivalent_random: gain.map(|gain| 300.0 * gain),
            equivalent_lower: ends.map(|ends| 300.0 * ends.0),
            equivalent_upper: ends.map(|ends| 300.0 * ends.1),
            smallest_probability: 0.061,
            certain: 12,
            earlier: gain.map(|_| "last".into()),
            human: gain.map(|_| "mqm".into()),
            pairs: 66,
            judged_units: 460,
            judged_documents: 120,
            ..PickGainRow::default()
        }
    }

    fn finding(rows: Vec<PickGainRow>) -> Finding {
        finding_of(rows, findings)
    }

    fn with_status(row: PickGainRow, reason: Reason) -> PickGainRow {
        PickGainRow { status: reason.into(), ..row }
    }

    fn rows(both: PickGainRow, control: f64) -> Vec<PickGainRow> {
        vec![row(PickEstimator::Control, Some(control), Some((1.0, 1.4))), both]
    }

    fn both(gain: f64, ends: (f64, f64)) -> PickGainRow {
        row(PickEstimator::Both, Some(gain), Some(ends))
    }

    #[test]
    fn the_verdict_leads() {
        let worth_it = finding(rows(both(1.5, (1.4, 1.7)), 1.2));
        assert!(worth_it.headline.starts_with("Judge the picks"), "{worth_it:?}");
        let hardly = finding(rows(both(1.08, (1.02, 1.15)), 1.02));
        assert!(hardly.headline.starts_with("Picks are hardly worth it"), "{hardly:?}");
        let little_more = finding(rows(both(1.5, (1.4, 1.7)), 1.4));
        assert!(little_more.headline.starts_with("Picks are hardly worth it"), "{little_more:?}");
        let below = with_status(both(0.79, (0.7, 0.9)), Reason::GainBelowOne);
        let headline = finding(rows(below, 0.95)).headline;
        assert!(headline.starts_with("Take a random part"), "{headline}");
        let open = with_status(both(1.1, (0.9, 1.4)), Reason::GainUncertain);
        let headline = finding(rows(open.clone(), 1.05)).headline;
        assert!(headline.starts_with("It is not certain that picks gain anything"), "{headline}");
        let headline = finding(rows(open, 1.3)).headline;
        assert!(headline.starts_with("Take a random part, with MetricX"), "{headline}");
    }

    #[test]
    fn reasons_are_in_words() {
        each_reason(
            |reason: Reason| vec![with_status(row(PickEstimator::Picks, None, None), reason)],
            findings,
        );
    }
}
