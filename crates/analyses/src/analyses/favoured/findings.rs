//! Which systems metrics favour.

use super::row::FavouredRow;
use crate::analyses::common::largest::largest_test_set;
use crate::analyses::common::short_table::short_table;
use crate::presentation::{Finding, Rows, StudySection, TextTable, interval, number, real, words};
use crate::words::counted;

/// Probability of a significant residual.
const SIGNIFICANT: f64 = 0.05;

/// One finding about all metrics.
pub(super) fn finding(section: &StudySection<'_>) -> Option<Finding> {
    let rows = largest_test_set(&section.rows::<FavouredRow>(), |row| &row.cell);
    let first = rows.first()?;
    let lines = favourites(&rows);
    let finding = Finding::new(section, "favoured", headline(&rows, &lines, first));
    if lines.is_empty() {
        return Some(finding.rows(rows.iter()));
    }
    let systems = rows.groups(|row| row.cell.system()).len();
    let finding = finding
        .sentences(gained(&rows))
        .table(table(section, &lines))
        .note(
            "Favoured by: distance from the line of the metric on the judgments through all other systems. Its interval is for these \
             systems on other texts, p (Holm over systems) for other systems.",
        )
        // A line through all systems but one has two parameters: n - 1 - 2.
        .note(format!("Degrees of freedom: {}, from {}.", systems.saturating_sub(3), counted(systems, "system")));
    Some(finding.rows(rows.iter()))
}

/// Of each metric and what it is compared with the system that is favoured most.
fn favourites<'a>(rows: &Rows<'a, FavouredRow>) -> Vec<&'a FavouredRow> {
    let groups = rows.groups(|row| (row.cell.coordinates().metric, &*row.against));
    let favourites = groups.iter().filter_map(|(_, rows)| {
        let residuals = rows.iter().filter_map(|row| Some((row.deleted_residual?, row)));
        let most = residuals.max_by(|one, other| one.0.total_cmp(&other.0));
        most.map(|(_, row)| row)
    });
    favourites.collect()
}

fn headline(rows: &Rows<'_, FavouredRow>, lines: &[&FavouredRow], first: &FavouredRow) -> String {
    let significant: Vec<&FavouredRow> = rows
        .iter()
        .filter(|row: &&FavouredRow| row.p_adjusted.is_some_and(|p| p < SIGNIFICANT))
        .collect();
    match (lines, significant.as_slice()) {
        ([], _) => format!(
            "Which systems a metric favours is not known: {}.",
            first.cell.status.in_words()
        ),
        (_, [row, ..]) => {
            let residual = row.deleted_residual.unwrap_or_default();
            let verb = if residual > 0.0 { "favours" } else { "puts" };
            let end = if residual > 0.0 { "" } else { " at a disadvantage" };
            format!(
                "{} {verb} {}{end} against {}, by {}; {} in all.",
                row.cell.metric,
                row.cell.system(),
                row.against,
                number(residual.abs()),
                counted(significant.len(), "significant departure")
            )
        }
        ([line, ..], []) => format!(
            "No system is favoured significantly. {} favours {} most against {}, by {}.",
            line.cell.metric,
            line.cell.system(),
            line.against,
            line.deleted_residual.map_or_else(String::new, number)
        ),
    }
}

/// The system that gains most ranks.
fn gained(rows: &Rows<'_, FavouredRow>) -> Option<String> {
    let residuals = rows.iter().filter(|row| row.ranks_gained.is_some_and(|ranks| ranks >= 1.0));
    let most = residuals.max_by(|one, other| {
        one.ranks_gained.unwrap_or_default().total_cmp(&other.ranks_gained.unwrap_or_default())
    })?;
    let ranks = crate::presentation::counted_mean(most.ranks_gained?, "rank");
    Some(format!(
        "{} ranks {} {ranks} higher than {} does.",
        most.cell.metric,
        most.cell.system(),
        most.against
    ))
}

fn table(section: &StudySection<'_>, lines: &[&FavouredRow]) -> Option<TextTable> {
    short_table(
        section,
        ("favoured-systems", "The system that each metric favours most."),
        &["metric", "against", "system", "favoured by", "interval", "p", "ranks gained"],
        lines
            .iter()
            .map(|row: &&FavouredRow| {
                vec![
                    words(&row.cell.metric),
                    words(&row.against),
                    words(row.cell.system()),
                    real(row.deleted_residual),
                    interval(row.ci_lower, row.ci_upper, 1.0),
                    real(row.p_adjusted),
                    real(row.ranks_gained),
                ]
            })
            .collect(),
        "favoured",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::common::one_study::{cell, each_reason, finding_of};
    use crate::stats::reason::Reason;

    fn row(system: &str, residual: Option<f64>, p: f64) -> FavouredRow {
        FavouredRow {
            cell: cell("bleu", Some(system), 15),
            against: "fluency".into(),
            deleted_residual: residual,
            p_adjusted: residual.map(|_| p),
            ranks_gained: residual.map(|residual| if residual > 5.0 { 2.0 } else { 0.0 }),
            ..FavouredRow::default()
        }
    }

    fn of_favoured(section: &StudySection<'_>) -> Vec<Finding> {
        finding(section).into_iter().collect()
    }

    #[test]
    fn the_system_that_is_favoured_most_is_named() {
        let mut rows = vec![
            row("S2", Some(-10.3), 1.0),
            row("S3", Some(11.4), 0.6),
            row("S4", Some(4.0), 1.0),
        ];
        let told = finding_of(rows.clone(), of_favoured);
        assert_eq!(
            told.headline,
            "No system is favoured significantly. bleu favours S3 most against fluency, by 11.40."
        );
        assert_eq!(told.sentences, ["bleu ranks S3 2 ranks higher than fluency does."]);
        rows[1] = row("S3", Some(11.4), 0.01);
        assert_eq!(
            finding_of(rows, of_favoured).headline,
            "bleu favours S3 against fluency, by 11.40; 1 significant departure in all."
        );
    }

    #[test]
    fn reasons_are_in_words() {
        each_reason(
            |reason: Reason| {
                let mut row = row("S2", None, 1.0);
                row.cell.status = reason.into();
                vec![row]
            },
            of_favoured,
        );
    }
}
