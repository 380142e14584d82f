//! Margins of error against documents.

use super::findings::{Halving, halvings, margin};
use crate::analyses::common::widths::{self, size_of, size_unit};
use crate::analyses::{GrowthRow, MarginRow};
use crate::presentation::{Chart, Figure, FigureKind, StudySection, metric_in_print, some_of};
use crate::table::{Cell, TextUnit};
use crate::words::grouped_count;

pub(super) const KIND: FigureKind =
    FigureKind { word: "width", question: "How much does the margin of error shrink?", draw };

/// One line per number of references, of the first system, where there are several numbers; else one
/// per system, unless the study has a figure of margins already.
fn draw(section: &StudySection<'_>) -> Vec<Figure> {
    let halvings = halvings(section);
    let rows = section.rows::<GrowthRow>().of_first_draws();
    let unit = size_unit(&rows);
    let has_margins = !section.rows::<MarginRow>().is_empty();
    let metrics = rows.groups(|row| &*row.cell.metric).into_iter();
    let figures = metrics.filter_map(|(metric, rows)| {
        let first = rows.first()?;
        let several = rows.groups(|row| references(&row.cell)).len() > 1;
        if has_margins && !several {
            return None;
        }
        let (rows, what) = if several {
            let system = first.cell.system();
            let what = format!(" of system {system}, by the number of references");
            (rows.keep(|row| row.cell.system == first.cell.system), what)
        } else {
            (rows.clone(), String::new())
        };
        let means = widths::means(
            &rows,
            |row| if several { references(&row.cell) } else { row.cell.system().to_owned() },
            |row| Some(size_of(row, unit)),
            margin,
            unit.name(),
        );
        let (shown, sentence) = some_of(means, "lines")?;
        let label = format!("{}, {}", widths::LABEL, metric_in_print(metric));
        let chart =
            Chart { x_range: (Some(0.0), None), ..widths::chart(unit.name(), label, &shown) };
        let over = match first.orderings {
            1 if unit == TextUnit::Segments => "on one sample of each size".to_owned(),
            1 => "as documents enter in one order".to_owned(),
            count if unit == TextUnit::Segments => {
                format!("mean over {} of each size", grouped_count(count, "sample"))
            }
            count => format!("mean over {} of the documents", grouped_count(count, "order")),
        };
        let caption = format!(
            "Margin of error of one score{what}: half of its {} % interval (resampling {}), {over}. \
             Margins of two scores do not say whether the systems differ: the paired difference \
             does.{sentence}",
            section.level(),
            section.unit().name(),
        );
        let finding = halvings.iter().find(|halving| halving.title() == metric_in_print(metric));
        let figure = KIND.chart(section, metric, caption, &chart);
        Some(figure.titled(finding.map(Halving::in_words)))
    });
    figures.collect()
}

fn references(cell: &Cell) -> String {
    match cell.reference_count {
        Some(count) if count > 1 => format!("{count} references"),
        Some(_) => "1 reference".to_owned(),
        None => "no references".to_owned(),
    }
}
