//! Which systems a reference favours, and by how much.

use super::row::{ReferenceComponent, ReferenceComponentRow, ReferenceEffectRow};
use crate::analyses::{Pairs, largest_test_set, short_table};
use crate::presentation::{
    Figure, FigureKind, Finding, Matrix, MatrixCell, Rows, StudySection, TextTable,
    metric_in_print, number, p_equals, real, some_shown, whole, words,
};
use crate::words::{counted, in_a_row};

/// Significance of an effect.
const SIGNIFICANT: f64 = 0.05;

/// Metrics that sentences name.
const NAMED: usize = 3;

/// Lines of the table.
const LINES: usize = 12;

/// Systems that a figure shows.
const MOST: usize = 30;

pub(super) const KIND: FigureKind = FigureKind {
    word: "reference-effects",
    question: "Which systems does a reference favour?",
    draw: |section| {
        let metrics = effects(section).groups(|row| &*row.cell.metric);
        metrics.iter().filter_map(|(metric, rows)| figure(section, metric, rows)).collect()
    },
};

fn effects<'a>(section: &StudySection<'a>) -> Rows<'a, ReferenceEffectRow> {
    largest_test_set(&section.rows::<ReferenceEffectRow>(), |row| &row.cell)
}

/// One finding about all metrics.
pub(super) fn finding(section: &StudySection<'_>) -> Option<Finding> {
    let components = section.rows::<ReferenceComponentRow>();
    let components = largest_test_set(&components, |row| &row.cell);
    let effects = effects(section);
    let metrics = components.groups(|row| &*row.cell.metric);
    let mut told = metrics.iter().filter_map(|(metric, rows)| sentence(metric, rows));
    let finding = Finding::new(section, "reference-effects", told.next()?);
    let finding = finding.sentences(told.take(NAMED)).sentences(largest(&effects));
    let has_effects = effects.iter().any(|row| row.effect.is_some());
    let finding = finding.rows(components.iter()).table(table(section, &metrics));
    if !has_effects {
        return Some(finding);
    }
    Some(finding.note(
        "What a reference favours a system by is what its score by that reference has beside the means of the system and of the \
         reference; what other texts would change is taken off. Over R references it falls to 1/R of its variance.",
    ))
}

/// What one reference favours a system by.
fn sentence(metric: &str, rows: &Rows<'_, ReferenceComponentRow>) -> Option<String> {
    let row = rows.iter().find(|row| row.component == ReferenceComponent::Both)?;
    let title = metric_in_print(metric);
    let Some(deviation) = row.deviation else {
        return Some(format!(
            "What a reference favours a system by in {title} is not known: {}.",
            row.cell.status.in_words()
        ));
    };
    let pairs = counted(Pairs::All.count(row.systems as usize), "pair");
    let changes = row.order_changes.map_or_else(String::new, |changes| {
        format!("; {changes} of {pairs} of systems change their order with the reference")
    });
    Some(if deviation > 0.0 {
        format!(
            "One reference of {} favours a system by {} of {title} (standard deviation){changes}.",
            row.references_compared,
            number(deviation)
        )
    } else {
        format!(
            "No reference of {} favours a system in {title} by more than chance{changes}.",
            row.references_compared
        )
    })
}

/// The largest effect of all metrics in its own errors.
fn largest(rows: &Rows<'_, ReferenceEffectRow>) -> Option<String> {
    let sizes =
        rows.iter().filter_map(|row| Some(((row.effect? / row.standard_error?).abs(), row)));
    let (_, most) = sizes.max_by(|one, other| one.0.total_cmp(&other.0))?;
    let (effect, p) = (most.effect?, most.p_adjusted?);
    let significant = rows.iter().filter(|row| row.p_adjusted.is_some_and(|p| p < SIGNIFICANT));
    let verb = if effect > 0.0 { "favours" } else { "puts" };
    let end = if effect > 0.0 { "" } else { " at a disadvantage" };
    Some(format!(
        "The clearest: {} {verb} {}{end} by {} of {} ({}); {} in all.",
        most.cell.references.as_deref()?,
        most.cell.system(),
        number(effect.abs()),
        metric_in_print(&most.cell.metric),
        p_equals(p),
        counted(significant.count(), "significant effect")
    ))
}

fn table(
    section: &StudySection<'_>,
    metrics: &[(&str, Rows<'_, ReferenceComponentRow>)],
) -> Option<TextTable> {
    let lines = metrics.iter().filter_map(|(metric, rows)| {
        let first = rows.first()?;
        let mut line = vec![words(&metric_in_print(metric))];
        line.extend(ReferenceComponent::ALL.map(|component| real(deviation(rows, component))));
        line.push(whole(first.order_changes));
        deviation(rows, ReferenceComponent::Both).map(|_| line)
    });
    short_table(
        section,
        ("reference-effects", "Standard deviations of scores by single references."),
        &["metric", "systems", "references", "both", "noise", "pairs that\nchange order"],
        lines.take(LINES).collect(),
        "reference_components",
    )
}

fn deviation(rows: &Rows<'_, ReferenceComponentRow>, component: ReferenceComponent) -> Option<f64> {
    rows.iter().find(|row| row.component == component).and_then(|row| row.deviation)
}

/// Systems by references, the shade being the effect.
fn figure(
    section: &StudySection<'_>,
    metric: &str,
    rows: &Rows<'_, ReferenceEffectRow>,
) -> Option<Figure> {
    let references: Vec<(&str, Rows<'_, ReferenceEffectRow>)> =
        rows.groups(|row| row.cell.references.as_deref().unwrap_or_default());
    let mut systems: Vec<&str> =
        rows.groups(|row| row.cell.system()).into_iter().map(|(name, _)| name).collect();
    let count = systems.len();
    systems.truncate(MOST);
    let largest = rows
        .iter()
        .filter_map(|row| row.effect)
        .fold(0.0_f64, |most, effect| most.max(effect.abs()));
    if largest <= 0.0 {
        return None;
    }
    let cells = systems.iter().map(|system| {
        let line = references.iter().map(|(_, rows)| {
            let row = rows.iter().find(|row| row.cell.system() == *system)?;
            let (effect, p) = (row.effect?, row.p_adjusted.map(p_equals).unwrap_or_default());
            let mark = if row.p_adjusted.is_some_and(|p| p < SIGNIFICANT) { "*" } else { "" };
            let reference = row.cell.references.as_deref()?;
            Some(MatrixCell {
                share: effect / largest,
                mark: format!("{}{mark}", number(effect)),
                tip: format!("{system} by {reference}: {}, {p}", number(effect)),
            })
        });
        line.collect()
    });
    let matrix = Matrix {
        x_label: "reference".to_owned(),
        y_label: "system".to_owned(),
        cells: cells.collect(),
        rows: systems.iter().map(|system| (*system).to_owned()).collect(),
        columns: references.iter().map(|(reference, _)| (*reference).to_owned()).collect(),
    };
    let some = some_shown(MOST, count, "systems");
    let names: Vec<&str> = references.iter().map(|(reference, _)| *reference).collect();
    let caption = format!(
        "What {} favour systems by (blue) or cost them (orange): score less the means of the system and of the reference. A star: \
         significant (Holm over all cells).{some}",
        in_a_row(&names, "and")
    );
    let components =
        section.rows::<ReferenceComponentRow>().keep(|row| &*row.cell.metric == metric);
    let headline = sentence(metric, &largest_test_set(&components, |row| &row.cell));
    Some(KIND.matrix(section, metric, caption, &matrix).titled(headline))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::common::one_study::{cell, each_reason, finding_of, on_section};
    use crate::presentation::About;
    use crate::stats::reason::Reason;
    use crate::table::Tables;

    fn component(component: ReferenceComponent, deviation: Option<f64>) -> ReferenceComponentRow {
        ReferenceComponentRow {
            cell: cell("bleu", None, 4),
            component,
            deviation,
            systems: 3,
            references_compared: 3,
            order_changes: Some(1),
            ..ReferenceComponentRow::default()
        }
    }

    fn effect(system: &str, reference: &str, effect: f64, p: f64) -> ReferenceEffectRow {
        let mut cell = cell("bleu", Some(system), 4);
        cell.references = Some(reference.into());
        ReferenceEffectRow {
            cell,
            effect: Some(effect),
            standard_error: Some(1.0),
            p_adjusted: Some(p),
            ..ReferenceEffectRow::default()
        }
    }

    fn all_findings(section: &StudySection<'_>) -> Vec<Finding> {
        finding(section).into_iter().collect()
    }

    #[test]
    fn the_deviation_and_the_clearest_effect_are_named() {
        let mut tables = Tables::default();
        tables.insert(ReferenceComponent::ALL.map(|one| component(one, Some(5.672))).to_vec());
        tables.insert(vec![effect("S1", "refA", 4.8, 0.02), effect("S2", "refB", -6.46, 0.01)]);
        let about = About::of_studies(&["s"]);
        let section = &StudySection::all(&tables, &about)[0];
        let finding = finding(section).unwrap();
        assert_eq!(
            finding.headline,
            "One reference of 3 favours a system by 5.67 of BLEU (standard deviation); 1 of 3 pairs of systems change their order \
             with the reference."
        );
        assert_eq!(
            finding.sentences,
            [
                "The clearest: refB puts S2 at a disadvantage by 6.46 of BLEU (p = 0.010); 2 significant effects in all."
            ]
        );
        assert_eq!(finding.table.unwrap().rows.len(), 1);
        let figures = KIND.figures(section);
        assert_eq!(figures.len(), 1);
        assert!(figures[0].svg.contains("-6.46*"), "{}", figures[0].svg);
    }

    #[test]
    fn reasons_are_in_words() {
        each_reason(
            |reason: Reason| {
                let mut row = component(ReferenceComponent::Both, None);
                row.cell.status = reason.into();
                vec![row]
            },
            all_findings,
        );
        let none = vec![component(ReferenceComponent::Both, Some(0.0))];
        let finding = finding_of(none.clone(), all_findings);
        assert!(finding.headline.starts_with("No reference of 3 favours"), "{}", finding.headline);
        assert!(on_section(none, |section| KIND.figures(section)).is_empty());
    }
}
