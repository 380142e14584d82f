//! Margins and sizes as text tables.

use super::wording::{interval, needed, plus_minus, wanted, whole};
use super::{MarginRow, MetricMargins};
use crate::analyses::common::largest::largest_test_set;
use crate::presentation::{FileName, Layout, StudySection, TextCell, TextTable};

/// A line per metric, for a terminal: the system that decides.
pub(super) fn short_table(
    section: &StudySection<'_>,
    metrics: &[MetricMargins<'_>],
) -> Option<TextTable> {
    let defined: Vec<&MetricMargins<'_>> =
        metrics.iter().filter(|metric| metric.worst.margin.is_some()).collect();
    let first = defined.first()?.worst;
    let is_wanted = defined.iter().any(|metric| metric.worst.wanted.is_some());
    let unit = first.unit.name();
    let same = defined.iter().all(|metric| metric.worst.available_units == first.available_units);
    let mut header = vec!["metric".to_owned(), "margin now".to_owned()];
    if is_wanted {
        let available = first.available_units.filter(|_| same);
        let available = available.map_or_else(
            || "more".to_owned(),
            |units| format!("you have {}", crate::words::grouped(units)),
        );
        header.extend(["wanted".to_owned(), format!("{unit} needed"), available]);
    } else {
        header.extend(["narrowest".to_owned(), unit.to_owned()]);
    }
    let rows = defined.iter().map(|metric| {
        let row = metric.worst;
        let name = TextCell::words(metric.title.clone());
        let now = TextCell::optional(row.margin, plus_minus);
        if is_wanted {
            let (size, more) = size_and_more(row);
            vec![name, now, TextCell::optional(row.wanted, wanted), size, more]
        } else {
            let units = row.available_units.map(|units| units as f64);
            let narrowest = TextCell::optional(metric.best.margin, plus_minus);
            vec![name, now, narrowest, TextCell::optional(units, whole)]
        }
    });
    let table = TextTable {
        name: FileName::new(&["margin", section.study, section.corpus, "short"]),
        caption: "Margins of error.".to_owned(),
        header: header.into_iter().map(TextCell::words).collect(),
        rows: rows.collect(),
        ..TextTable::default()
    };
    Some(table.aligned())
}

/// `260 (190-380)` and `110 more`.
fn size_and_more(row: &MarginRow) -> (TextCell, TextCell) {
    let size = needed(row);
    let text = size.map_or_else(
        || "–".to_owned(),
        |size| {
            let interval = interval(row, "-").map_or_else(String::new, |ends| format!(" ({ends})"));
            format!("{}{interval}", whole(size))
        },
    );
    let more = size.zip(row.available_units).map(|(size, units)| size - units as f64);
    let enough = row.margin.zip(row.wanted).is_some_and(|(margin, wanted)| margin <= wanted);
    let more = match more {
        _ if enough => TextCell::number("enough", Some(0.0)).css_class("good"),
        Some(more) => TextCell::number(format!("{} more", whole(more.max(1.0))), Some(more)),
        None => TextCell::number("–", None),
    };
    (TextCell::number(text, size), more)
}

/// All systems on the largest test set.
pub(super) fn margins(section: &StudySection<'_>) -> Option<TextTable> {
    let rows = largest_test_set(&section.rows::<MarginRow>(), |row| &row.cell);
    let layout = Layout {
        word: "margin",
        caption: "How precise scores are, and the size of the test set that a wanted margin of error takes.",
        notes: &[
            "By the jackknife over resampling units with Student's t; sizes by the root law, with the \
             interval of the variance. Another test set of the same size may differ by 1.41 times the \
             margin.",
        ],
        ..Layout::default()
    };
    layout.labelled(section, &rows)
}
