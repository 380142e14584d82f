//! Which systems tests tell apart.

use std::collections::BTreeMap;

use super::{Figure, Kind, Metric, amount, by_metric};
use crate::report::lookup::position;
use crate::report::number::number;
use crate::report::place::{Place, Row, Rows};
use crate::report::plot::{Matrix, MatrixCell};

/// Systems that a matrix has at most.
const MOST: usize = 30;

pub(super) const KIND: Kind =
    Kind { word: "significance", question: "Which systems can be told apart?", draw };

fn draw(place: &Place<'_>) -> Vec<Figure> {
    let Some(rows) = place.rows("comparisons") else { return Vec::new() };
    let mut figures = Vec::new();
    for (metric, rows) in by_metric(rows) {
        for (method, rows) in rows.groups(|row| row.text("method")) {
            figures.extend(figure(place, &metric, method, &rows));
        }
    }
    figures
}

/// Verdicts of one method on the largest test set, the system of the line against that of the column.
fn figure(place: &Place<'_>, metric: &Metric, method: &str, rows: &Rows<'_>) -> Option<Figure> {
    let rows = rows.of_one_ordering().of_largest("documents");
    let test_set = rows.first()?.text("test_set");
    let rows = rows.keep(|row| row.text("test_set") == test_set && !row.is_null("verdict"));
    let first = rows.first()?;
    let mut systems = Vec::new();
    let mut wins: BTreeMap<String, i64> = BTreeMap::new();
    let mut verdicts: BTreeMap<(String, String), MatrixCell> = BTreeMap::new();
    for row in rows.iter() {
        let (a, b) = (row.text("system_a").to_owned(), row.text("system_b").to_owned());
        position(&mut systems, a.clone());
        position(&mut systems, b.clone());
        let verdict = row.text("verdict");
        let won = i64::from(verdict == ">") - i64::from(verdict == "<");
        *wins.entry(a.clone()).or_default() += won;
        *wins.entry(b.clone()).or_default() -= won;
        verdicts.insert((a.clone(), b.clone()), cell(row, verdict, (&a, &b)));
        verdicts.insert((b.clone(), a.clone()), cell(row, turned(verdict), (&b, &a)));
    }
    // Those that win most first; the sort is stable.
    systems.sort_by_key(|system| -wins.get(system).copied().unwrap_or(0));
    let count = systems.len();
    systems.truncate(MOST);
    let line = |a: &String| {
        let cell = |b: &String| verdicts.get(&(a.clone(), b.clone())).cloned();
        systems.iter().map(cell).collect()
    };
    let matrix = Matrix {
        x_label: "than or as this system".to_owned(),
        y_label: "is this system better".to_owned(),
        cells: systems.iter().map(line).collect(),
        rows: systems.clone(),
        columns: systems.clone(),
    };
    let some =
        if count > MOST { format!(" {MOST} of {count} systems are shown.") } else { String::new() };
    let caption = format!(
        "By {} on {} at {} %{}: > the system of the line is better, < it is worse, ~ they are not told \
         apart, = they are identical.{some}",
        method.replace('-', " "),
        amount(first),
        100.0 * first.number("level")?,
        match first.text("adjustment") {
            "none" => ", unadjusted for the number of pairs".to_owned(),
            other => format!(", adjusted for the number of pairs ({})", other.replace('-', " ")),
        },
    );
    Some(KIND.matrix(place, &format!("{}, {method}", metric.title), caption, &matrix))
}

/// The verdict seen from the other system.
fn turned(verdict: &str) -> &str {
    match verdict {
        ">" => "<",
        "<" => ">",
        other => other,
    }
}

fn cell(row: Row<'_>, verdict: &str, (a, b): (&str, &str)) -> MatrixCell {
    let (share, mark, words) = match verdict {
        ">" => (0.85, ">", "is better than"),
        "<" => (-0.85, "<", "is worse than"),
        "identical" => (0.0, "=", "is identical to"),
        _ => (0.0, "~", "is not told apart from"),
    };
    let p = row.number("p_adjusted").or(row.number("p_value"));
    let p = p.map_or_else(String::new, |p| format!(", p = {}", number(p)));
    let delta = row.number("delta").map(|delta| format!(" (difference {})", number(delta.abs())));
    let tip = format!("{a} {words} {b}{}{p}", delta.unwrap_or_default());
    MatrixCell { share, mark: mark.to_owned(), tip }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::about::About;
    use crate::table::Contents;

    #[test]
    fn a_verdict_is_turned_around_across_the_diagonal() {
        let same = |value: &'static str| [value; 3];
        let table = Contents::of_texts(&[
            ("study", &same("s")),
            ("corpus", &same("c")),
            ("metric", &same("ter")),
            ("reference_count", &same("1")),
            ("reference_choice", &same("first")),
            ("references", &same("r")),
            ("ordering", &same("corpus")),
            ("test_set", &same("t")),
            ("documents", &same("4")),
            ("segments", &same("8")),
            ("repeat", &same("1")),
            ("B", &same("100")),
            ("method", &same("paired-bootstrap")),
            ("level", &same("0.95")),
            ("adjustment", &same("holm")),
            ("system_a", &["a", "a", "b"]),
            ("system_b", &["b", "c", "c"]),
            ("delta", &["1.5", "0.1", "-1.4"]),
            ("p_value", &["0.01", "0.4", "0.02"]),
            ("p_adjusted", &["0.03", "0.4", "0.04"]),
            ("verdict", &["<", "~", ">"]),
        ]);
        let about = About::of_studies(&["s"]);
        let places = Place::of([("comparisons", &table)].into_iter(), &about);
        let figures = draw(&places[0]);
        assert_eq!(figures.len(), 1);
        let svg = &figures[0].svg;
        for tip in [
            "a is worse than b (difference 1.50), p = 0.030",
            "b is better than a (difference 1.50), p = 0.030",
            "c is not told apart from a (difference 0.100), p = 0.400",
            "c is worse than b",
        ] {
            assert!(svg.contains(tip), "{tip}: {svg}");
        }
        assert!(figures[0].caption.contains("adjusted for the number of pairs (holm)"));
    }
}
