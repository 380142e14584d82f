//! Which systems tests distinguish.

use std::collections::{BTreeMap, BTreeSet};

use super::options::Adjustment;
use super::vocabulary::{PairVerdict, ReportedTest};
use super::{ComparisonRow, intervals, wording};
use crate::presentation::{Figure, FigureKind, Matrix, MatrixCell, Rows, StudySection, number};

/// Systems that a matrix has at most.
const MOST: usize = 30;

pub(super) const KIND: FigureKind =
    FigureKind { word: "significance", question: "Which systems differ significantly?", draw };

fn draw(section: &StudySection<'_>) -> Vec<Figure> {
    let mut figures = intervals::figures(section);
    for metric in section.rows::<ComparisonRow>().of_first_draws().by_metric() {
        for (method, rows) in metric.rows.groups(|row| row.method) {
            let title = format!("{}, {}", metric.title, method.name());
            figures.extend(matrix(section, &title, method, &rows));
        }
    }
    figures
}

/// Verdicts of one method on the largest test set, the system of the line against that of the column.
fn matrix(
    section: &StudySection<'_>,
    title: &str,
    method: ReportedTest,
    rows: &Rows<'_, ComparisonRow>,
) -> Option<Figure> {
    let rows = rows.of_one_ordering().of_most_documents();
    let test_set = &rows.first()?.cell.test_set;
    let rows = rows.keep(|row| row.cell.test_set == *test_set && row.verdict.is_some());
    let first = rows.first()?;
    // In the order of their first appearance, with how often they win.
    let mut systems: Vec<&str> = Vec::new();
    let mut wins: BTreeMap<&str, i64> = BTreeMap::new();
    for row in rows.iter() {
        let (a, b) = (&*row.system_a, &*row.system_b);
        let won = match row.verdict? {
            PairVerdict::Better => 1,
            PairVerdict::Worse => -1,
            PairVerdict::NotSignificant | PairVerdict::Identical => 0,
        };
        for (system, won) in [(a, won), (b, -won)] {
            *wins.entry(system).or_insert_with(|| {
                systems.push(system);
                0
            }) += won;
        }
    }
    // Those that win most first; the sort is stable.
    systems.sort_by_key(|system| -wins[system]);
    let count = systems.len();
    // Few systems are shown better by the intervals of their differences, where the method has any.
    let has_intervals = rows.iter().any(|row| row.ci_lower.is_some());
    if has_intervals && rows.iter().count() <= intervals::MOST {
        return None;
    }
    systems.truncate(MOST);
    let shown: BTreeSet<&str> = systems.iter().copied().collect();
    let mut verdicts: BTreeMap<(&str, &str), MatrixCell> = BTreeMap::new();
    for row in rows.iter() {
        let (a, b, verdict) = (&*row.system_a, &*row.system_b, row.verdict?);
        if shown.contains(a) && shown.contains(b) {
            verdicts.insert((a, b), cell(row, verdict, (a, b)));
            verdicts.insert((b, a), cell(row, verdict.turned(), (b, a)));
        }
    }
    let cells =
        systems.iter().map(|a| systems.iter().map(|b| verdicts.get(&(*a, *b)).cloned()).collect());
    let names: Vec<String> = systems.iter().map(|system| (*system).to_owned()).collect();
    let matrix = Matrix {
        x_label: "than this system".to_owned(),
        y_label: "is this system better".to_owned(),
        cells: cells.collect(),
        rows: names.clone(),
        columns: names,
    };
    // Where no pair differs there is nothing to see.
    let verdicts = rows.iter().filter_map(|row| row.verdict);
    let significant = verdicts.filter(|verdict| verdict.is_significant()).count();
    if significant == 0 {
        return None;
    }
    let pairs = rows.iter().count();
    let are = if significant == 1 { "is" } else { "are" };
    let headline = format!("{title}: {significant} of {pairs} pairs {are} significantly different");
    let some =
        if count > MOST { format!(" {MOST} of {count} systems are shown.") } else { String::new() };
    let caption = format!(
        "By {} on {}{} at {} %, {}: > the system of the line is better, < it is worse, ~ they are not \
         significantly different, = they are identical.{some}",
        method.name().replace('-', " "),
        wording::amount(rows.iter().map(|row| &row.cell)),
        section.sample_in_words(first.cell.ordering.as_deref()),
        100.0 * first.level,
        match first.adjustment {
            Adjustment::None => "unadjusted for the number of pairs",
            Adjustment::Holm => "adjusted for the number of pairs (holm)",
            Adjustment::BenjaminiHochberg =>
                "adjusted for the number of pairs (benjamini hochberg)",
        },
    );
    Some(KIND.matrix(section, title, caption, &matrix).titled(Some(headline)))
}

fn cell(row: &ComparisonRow, verdict: PairVerdict, (a, b): (&str, &str)) -> MatrixCell {
    let (share, mark, words) = match verdict {
        PairVerdict::Better => (0.85, ">", "is better than"),
        PairVerdict::Worse => (-0.85, "<", "is worse than"),
        PairVerdict::Identical => (0.0, "=", "is identical to"),
        PairVerdict::NotSignificant => (0.0, "~", "is not significantly different from"),
    };
    let p = row.p_adjusted.or(row.p_value);
    let p = p.map_or_else(String::new, |p| format!(", p = {}", number(p)));
    let delta = row.delta.map(|delta| format!(" (difference {})", number(delta.abs())));
    let tip = format!("{a} {words} {b}{}{p}", delta.unwrap_or_default());
    MatrixCell { share, mark: mark.to_owned(), tip }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::common::one_study::on_section;
    use crate::table::Cell;

    #[test]
    fn a_verdict_is_turned_around_across_the_diagonal() {
        let row =
            |(a, b, delta, p_value, p_adjusted, verdict): (&str, &str, _, _, _, PairVerdict)| {
                let cell = Cell { study: "s".into(), metric: "ter".into(), ..Cell::default() };
                ComparisonRow {
                    cell,
                    level: 0.95,
                    adjustment: Adjustment::Holm,
                    system_a: a.into(),
                    system_b: b.into(),
                    delta: Some(delta),
                    p_value: Some(p_value),
                    p_adjusted: Some(p_adjusted),
                    verdict: Some(verdict),
                    ..ComparisonRow::default()
                }
            };
        let rows = [
            ("a", "b", 1.5, 0.01, 0.03, PairVerdict::Worse),
            ("a", "c", 0.1, 0.4, 0.4, PairVerdict::NotSignificant),
            ("b", "c", -1.4, 0.02, 0.04, PairVerdict::Better),
        ];
        let figures = on_section(rows.map(row).to_vec(), draw);
        assert_eq!(figures.len(), 1);
        let svg = &figures[0].svg;
        for tip in [
            "a is worse than b (difference 1.50), p = 0.030",
            "b is better than a (difference 1.50), p = 0.030",
            "c is not significantly different from a (difference 0.100), p = 0.400",
            "c is worse than b",
        ] {
            assert!(svg.contains(tip), "{tip}: {svg}");
        }
        assert!(figures[0].caption.contains("adjusted for the number of pairs (holm)"));
    }
}
