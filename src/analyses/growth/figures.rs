//! Margins of error against documents.

use super::findings::{Halving, halvings};
use crate::analyses::ScoreRow;
use crate::analyses::common::order::order_in_words;
use crate::analyses::common::widths;
use crate::presentation::{Chart, Figure, FigureKind, Rows, StudySection, some_of};
use crate::table::Cell;

pub(super) const KIND: FigureKind =
    FigureKind { word: "width", question: "How much does the margin of error shrink?", draw };

/// One line per number of references, of the first system, where there are several numbers; else one
/// per system.
fn draw(section: &StudySection<'_>) -> Vec<Figure> {
    let halvings = halvings(section);
    let figure = |(metric, rows): (&str, Rows<'_, ScoreRow>)| {
        let rows = rows.of_one_ordering();
        let first = &rows.first()?.cell;
        if widths::is_exhaustive(first) {
            return None;
        }
        let several = rows.groups(|row| references(&row.cell)).len() > 1;
        let (rows, what) = if several {
            let about = format!(" of system {}, by the number of references", first.system());
            (rows.keep(|row| row.cell.system == first.system), about)
        } else {
            (rows, String::new())
        };
        let name = |row: &ScoreRow| {
            if several { references(&row.cell) } else { row.cell.system().to_owned() }
        };
        let documents =
            |row: &ScoreRow| Some(row.cell.judged_documents.unwrap_or(row.cell.documents));
        let means = widths::means(&rows, name, documents, "documents");
        let (shown, sentence) = some_of(means, "lines")?;
        let chart = Chart {
            x_range: (Some(0.0), None),
            ..widths::chart("documents", widths::LABEL.to_owned(), &shown)
        };
        let how = if halvings.iter().any(Halving::is_sampled) {
            "on one sample of each size".to_owned()
        } else {
            let order = order_in_words(first.ordering.as_deref().unwrap_or_default());
            format!("as documents enter in {order}")
        };
        let caption = format!(
            "Margin of error of one score{what}: half of its {} % interval (resampling {}), {how}. \
             Margins of two scores do not say whether the systems differ: the paired difference \
             does.{sentence}",
            section.level(),
            section.unit(),
        );
        let mut figure = KIND.chart(section, metric, caption, &chart);
        if let Some(halving) = halvings.iter().find(|halving| halving.title() == metric) {
            figure.title = halving.in_words();
        }
        Some(figure)
    };
    widths::scores(section).into_iter().filter_map(figure).collect()
}

fn references(cell: &Cell) -> String {
    match cell.reference_count {
        Some(count) if count > 1 => format!("{count} references"),
        Some(_) => "1 reference".to_owned(),
        None => "no references".to_owned(),
    }
}
