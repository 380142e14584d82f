//! What a campaign says that showed good systems more often.

use super::row::DynamicScoreRow;
use crate::analyses::common::phrases::MOST_LINES;
use crate::analyses::common::short_table::short_table;
use crate::presentation::{
    Finding, MetricRows, StudySection, TextCell, TextTable, number, two_digits, with_error, words,
};
use crate::stats::reason::Reason;
use crate::words::{capitalised, counted, grouped, grouped_count};

/// Errors of the unbiased mean within which an adjusted score lies in 95 % of cases.
const ERRORS: f64 = 2.0;

/// One finding by each metric.
pub(super) fn findings(section: &StudySection<'_>) -> Vec<Finding> {
    let rows = section.rows::<DynamicScoreRow>();
    rows.by_metric().iter().filter_map(|metric| of_metric(section, metric)).collect()
}

fn of_metric(
    section: &StudySection<'_>,
    metric: &MetricRows<'_, DynamicScoreRow>,
) -> Option<Finding> {
    let mut systems: Vec<&DynamicScoreRow> = metric.rows.iter().collect();
    let first = *systems.first()?;
    systems.sort_by(|one, other| adjusted(other).total_cmp(&adjusted(one)));
    Some(
        Finding::new(section, "dynamic", headline(&systems, &metric.title))
            .sentences(misfit(first))
            .sentences(bias(&systems))
            .sentences(check(&systems))
            .table(table(section, &systems, &metric.title))
            .notes(notes(&systems))
            .rows(metric.rows.iter()),
    )
}

/// The adjusted score; below all others where there is none.
fn adjusted(row: &DynamicScoreRow) -> f64 {
    row.adjusted.unwrap_or(f64::NEG_INFINITY)
}

/// Whether plain means mislead about the order.
fn headline(systems: &[&DynamicScoreRow], metric: &str) -> String {
    let title = capitalised(metric);
    let scores: Vec<(f64, f64)> =
        systems.iter().filter_map(|row| row.plain.zip(row.adjusted)).collect();
    if scores.is_empty() {
        return format!(
            "{title}: there are no adjusted scores, since too few segments are shared."
        );
    }
    let pairs = scores.iter().enumerate();
    let pairs =
        pairs.flat_map(|(place, one)| scores[place + 1..].iter().map(move |other| (one, other)));
    let changed =
        pairs.clone().filter(|(one, other)| (one.0 - other.0) * (one.1 - other.1) < 0.0).count();
    match (changed, pairs.count()) {
        (0, _) => format!(
            "{title}: plain means have the order of adjusted scores, which are the ones to rank by."
        ),
        (changed, pairs) => format!(
            "{title}: plain means order {} of {} of systems otherwise than adjusted scores, which are the ones to rank by.",
            grouped(changed as u64),
            grouped_count(pairs as u64, "pair"),
        ),
    }
}

/// What does not fit the assignment.
fn misfit(row: &DynamicScoreRow) -> Option<String> {
    let line = grouped(row.failed_line?);
    let system = row.failed_system.as_deref();
    Some(match (system, row.status.reason()) {
        (None, _) => format!(
            "The log does not come from this assignment: line {line} does not show {}. Probabilities are not known.",
            counted(row.models as usize, "system"),
        ),
        (Some(system), Some(Reason::ChangedSystems)) => format!(
            "{system} was not in the whole campaign (see line {line}), so that probabilities are not known."
        ),
        (Some(system), _) => format!(
            "The log does not come from this assignment: by chance alone, line {line} could not be as it is for {system}. \
             Probabilities are not known."
        ),
    })
}

/// How far plain means lie below adjusted scores, which have errors, too.
fn bias(systems: &[&DynamicScoreRow]) -> Option<String> {
    let scores = systems.iter().filter_map(|row| Some((*row, row.adjusted? - row.plain?)));
    let (row, low) = scores.max_by(|one, other| one.1.total_cmp(&other.1))?;
    (low > 0.0).then(|| {
        format!(
            "They lie up to {} below adjusted scores, most for {}, which {} of {} showed.",
            number(low),
            row.system,
            grouped(row.pages),
            grouped_count(row.campaign_pages, "page"),
        )
    })
}

/// What the unbiased means say of adjusted scores.
fn check(systems: &[&DynamicScoreRow]) -> Option<String> {
    let checked: Vec<(&str, f64)> = systems
        .iter()
        .filter_map(|row| Some((&*row.system, row.difference_in_errors?.abs())))
        .collect();
    let (worst, most) = checked.iter().max_by(|one, other| one.1.total_cmp(&other.1))?;
    let apart = checked.iter().filter(|(_, errors)| *errors > ERRORS).count();
    Some(if apart == 0 {
        "Means without bias, by the chance of being shown, contradict none of the adjusted scores."
            .to_owned()
    } else {
        format!(
            "{apart} of {} {} more than two errors from the mean without bias (most {worst}: {}); by chance one in 20 does.",
            counted(checked.len(), "system"),
            if apart == 1 { "lies" } else { "lie" },
            two_digits(*most),
        )
    })
}

fn notes(systems: &[&DynamicScoreRow]) -> Vec<String> {
    let Some(row) = systems.first() else { return Vec::new() };
    let mut notes = vec![format!(
        "Pages show {} of {} systems, by rank after {} of each. Unbiased means (aipw) are a check of probabilities and adjusted scores; they are \
         more uncertain, and nothing to rank by.",
        row.models,
        row.systems,
        counted(row.coldstart as usize, "segment"),
    )];
    if row.failed_line.is_some() {
        notes.push(
            "Another release, a changed setting, a clock that is wrong or systems that came later would explain it. Adjusted scores need no \
             probabilities."
                .to_owned(),
        );
    }
    if !row.has_times {
        notes.push(
            "The log has no times: each page is taken to know all lines before it.".to_owned(),
        );
    }
    let small = systems.iter().filter(|row| row.status == Reason::SmallPropensity.into()).count();
    if small > 0 {
        notes.push(format!(
            "{} had a chance below 2 % on some page: one rating counts as 50 there, and weighted means vary.",
            counted(small, "system")
        ));
    }
    if row.other_scores > 0 {
        notes.push(format!(
            "The log has {} of tutorials or attention checks, which are left out; a server that ranks them as systems has other \
             probabilities.",
            counted(row.other_scores as usize, "score")
        ));
    }
    notes
}

fn table(
    section: &StudySection<'_>,
    systems: &[&DynamicScoreRow],
    metric: &str,
) -> Option<TextTable> {
    let lines = systems.iter().take(MOST_LINES).map(|row| {
        vec![
            words(&row.system),
            TextCell::number(grouped(row.ratings), Some(row.ratings as f64)),
            with_error(row.adjusted, row.adjusted_standard_error),
            TextCell::optional(row.weighted, number),
            with_error(row.aipw, row.aipw_standard_error),
            TextCell::optional(row.plain, number),
        ]
    });
    let caption = format!("{metric}: scores with standard errors, the best first.");
    let header = ["system", "ratings", "adjusted", "weighted", "unbiased", "plain"];
    short_table(section, ("dynamic", &caption), &header, lines.collect(), "dynamic_scores")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::common::one_study::finding_of;

    fn row(system: &str, plain: f64, adjusted: f64) -> DynamicScoreRow {
        DynamicScoreRow {
            study: "s".into(),
            corpus: "c".into(),
            metric: "esa".into(),
            system: system.into(),
            ratings: 60,
            pages: 12,
            campaign_pages: 272,
            plain: Some(plain),
            adjusted: Some(adjusted),
            aipw: Some(adjusted - 1.0),
            aipw_standard_error: Some(2.0),
            difference_in_errors: Some(0.5),
            models: 3,
            coldstart: 20,
            systems: 46,
            has_times: true,
            ..DynamicScoreRow::default()
        }
    }

    #[test]
    fn the_order_leads() {
        let rows = vec![row("A", 80.0, 80.0), row("B", 77.0, 78.5), row("C", 78.0, 78.0)];
        let finding = finding_of(rows, findings);
        assert_eq!(
            finding.headline,
            "ESA: plain means order 1 of 3 pairs of systems otherwise than adjusted scores, which are the ones to rank by."
        );
        assert_eq!(
            finding.sentences,
            [
                "They lie up to 1.50 below adjusted scores, most for B, which 12 of 272 pages showed.",
                "Means without bias, by the chance of being shown, contradict none of the adjusted scores."
            ]
        );
        assert_eq!(finding.notes.len(), 1);
    }

    #[test]
    fn a_log_that_does_not_fit_says_where() {
        let failed = DynamicScoreRow {
            aipw: None,
            difference_in_errors: None,
            failed_line: Some(17),
            failed_system: Some("C".into()),
            has_times: false,
            other_scores: 4,
            status: Reason::ReplayFailed.into(),
            ..row("A", 80.0, 80.0)
        };
        let finding = finding_of(vec![failed.clone()], findings);
        assert_eq!(
            finding.sentences,
            [
                "The log does not come from this assignment: by chance alone, line 17 could not be as it is for C. \
              Probabilities are not known."
            ]
        );
        assert_eq!(finding.notes.len(), 4);
        let changed = DynamicScoreRow { status: Reason::ChangedSystems.into(), ..failed.clone() };
        let finding = finding_of(vec![changed], findings);
        assert!(finding.sentences[0].starts_with("C was not in the whole campaign (see line 17)"));
        let number = DynamicScoreRow { failed_system: None, ..failed };
        let finding = finding_of(vec![number], findings);
        assert!(
            finding.sentences[0].contains("line 17 does not show 3 systems."),
            "{:?}",
            finding.sentences
        );
    }

    #[test]
    fn contradictions_are_counted() {
        let apart = DynamicScoreRow { difference_in_errors: Some(-2.6), ..row("B", 77.0, 77.0) };
        let finding = finding_of(vec![row("A", 80.0, 80.0), apart], findings);
        assert_eq!(
            finding.sentences,
            [
                "1 of 2 systems lies more than two errors from the mean without bias (most B: 2.6); by chance one in 20 does."
            ]
        );
    }
}
