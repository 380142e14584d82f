//! Margins of error against documents.

use crate::analyses::common::widths;
use crate::analyses::{MinimalSizeRow, ScoreRow};
use crate::presentation::{
    Chart, Figure, FigureKind, Layer, Line, Rows, StudySection, meeting, number, size, some_of,
};
use crate::table::Cell;

pub(super) const KIND: FigureKind =
    FigureKind { word: "width", question: "How much does the margin of error shrink?", draw };

/// One line per number of references, of the first system, where there are several numbers; else one
/// per system.
fn draw(section: &StudySection<'_>) -> Vec<Figure> {
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
        let unit = widths::Unit::new(&rows);
        let name = |row: &ScoreRow| {
            if several { references(&row.cell) } else { row.cell.system().to_owned() }
        };
        let documents =
            |row: &ScoreRow| Some(row.cell.judged_documents.unwrap_or(row.cell.documents));
        let means = widths::means(&rows, &unit, name, documents, "documents");
        let (shown, sentence) = some_of(means, "lines")?;
        let mut chart = Chart {
            x_range: (Some(0.0), None),
            ..widths::chart("documents", unit.label(), &shown)
        };
        let wanted = wanted(section, metric, &unit);
        let margin = wanted.map_or_else(Vec::new, |wanted| wanted_margin(&shown, wanted, &unit));
        let has_ring = margin.iter().any(|layer| matches!(layer, Layer::Mark { .. }));
        let hint = match wanted {
            None => {
                "Where a line falls below the difference that matters, there are enough documents."
            }
            Some(_) if has_ring => {
                "The ring is where the last line gets within the wanted margin and stays there."
            }
            Some(wanted) if shown.iter().all(|line| is_within(line, wanted)) => {
                "Every line is within the wanted margin at all sizes."
            }
            Some(_) => "Not every line gets within the wanted margin.",
        };
        chart.layers.extend(margin);
        let caption = format!(
            "Half the width of {} % bootstrap intervals{what}, as documents are added. {hint}{sentence}",
            section.level()
        );
        Some(KIND.chart(section, metric, caption, &chart))
    };
    widths::scores(section).into_iter().filter_map(figure).collect()
}

/// The margin that the study wants of a metric, in the unit of the figure.
fn wanted(section: &StudySection<'_>, metric: &str, unit: &widths::Unit) -> Option<f64> {
    let deviation = if unit.relative { "relative" } else { "absolute" };
    let rows = section.row_slice::<MinimalSizeRow>().iter();
    let mut rows = rows.filter(|row| &*row.cell.metric == metric && &*row.deviation == deviation);
    rows.find_map(|row| row.target_half_width)
}

/// The wanted margin, and where the last line gets within it.
fn wanted_margin(lines: &[Line], wanted: f64, unit: &widths::Unit) -> Vec<Layer> {
    let percent = if unit.relative { " %" } else { "" };
    let name = format!("wanted ±{}{percent}", number(wanted));
    let mark = |(colour, line): (usize, &Line)| {
        meeting(line, wanted, colour, |x| format!("{} documents", size(x.ceil())))
    };
    let x = |layer: &Layer| if let Layer::Mark { x, .. } = layer { *x } else { 0.0 };
    let marks = lines.iter().enumerate().filter_map(mark);
    let last = marks.max_by(|one, other| x(one).total_cmp(&x(other)));
    // Where a line ends above it, no ring says that there are enough.
    let last = last.filter(|_| lines.iter().all(|line| is_within(line, wanted)));
    std::iter::once(Layer::Across { y: wanted, name: Some(name) }).chain(last).collect()
}

/// Whether a line ends within the wanted margin.
fn is_within(line: &Line, wanted: f64) -> bool {
    line.points.last().is_some_and(|point| point.y <= wanted)
}

fn references(cell: &Cell) -> String {
    match cell.reference_count {
        Some(count) if count > 1 => format!("{count} references"),
        Some(_) => "1 reference".to_owned(),
        None => "no references".to_owned(),
    }
}
