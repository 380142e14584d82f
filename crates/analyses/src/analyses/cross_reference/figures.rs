//! References scored against each other.

use std::collections::BTreeMap;

use super::CrossReferenceRow;
use super::findings::in_words;
use crate::presentation::{Figure, FigureKind, Matrix, MatrixCell, Rows, StudySection, number};

pub(super) const KIND: FigureKind =
    FigureKind { word: "references", question: "How alike are the references?", draw };

fn draw(section: &StudySection<'_>) -> Vec<Figure> {
    let rows = section.rows::<CrossReferenceRow>();
    let pairs = rows.keep(|row| {
        row.cell.reference_count == Some(1)
            && (row.cell.references.is_some() || row.cell.system.is_none())
    });
    let metrics = pairs.groups(|row| &row.cell.metric);
    metrics.iter().filter_map(|(metric, rows)| figure(section, metric, rows)).collect()
}

/// References scored against each other, as Hamon et al. (2007) print them: a column is the reference
/// that is scored, a line the one that it is scored against.
fn figure(
    section: &StudySection<'_>,
    metric: &str,
    rows: &Rows<'_, CrossReferenceRow>,
) -> Option<Figure> {
    let names: Vec<String> = rows
        .keep(|row| row.cell.system.is_some())
        .groups(|row| row.cell.system())
        .iter()
        .map(|(name, _)| (*name).to_owned())
        .collect();
    let mut scores: BTreeMap<(&str, &str), f64> = BTreeMap::new();
    for row in rows.iter() {
        if let (Some(against), Some(score)) = (&row.cell.references, row.score) {
            scores.insert((against, row.cell.system()), score);
        }
    }
    let largest = scores.values().copied().fold(0.0, f64::max);
    if scores.len() < 2 || largest <= 0.0 {
        return None;
    }
    let cells = names.iter().map(|line| {
        let line = names.iter().map(|column| {
            let score = *scores.get(&(&**line, &**column))?;
            Some(MatrixCell {
                share: (score / largest).clamp(0.0, 1.0),
                mark: number(score),
                tip: format!("{column} against {line}: {}", number(score)),
            })
        });
        line.collect()
    });
    let matrix = Matrix {
        x_label: "reference that is scored".to_owned(),
        y_label: "against".to_owned(),
        cells: cells.collect(),
        rows: names.clone(),
        columns: names.clone(),
    };
    let caption = "References scored against each other, on the whole corpus. The shade is the share of \
                   the highest score.";
    let figure = KIND.matrix(section, metric, caption.to_owned(), &matrix);
    Some(figure.titled(in_words(metric, rows)))
}
