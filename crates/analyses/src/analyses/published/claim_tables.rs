//! Claims for people.

use std::sync::Arc;

use super::{ClaimRow, RealTextRow, real};
use crate::presentation::{FileName, Rows, TextCell, TextTable, words};
use crate::table::Tables;

/// Verdicts in the order of tallies: their names, what they are called of one claim and of several, and their
/// class on the page.
const VERDICTS: [(&str, &str, &str, &str); 7] = [
    ("holds", "holds", "hold", "good"),
    ("follows", "follows from what was fitted", "follow from what was fitted", ""),
    ("fitted", "was fitted", "were fitted", ""),
    ("holds-in-part", "holds in part", "hold in part", "middling"),
    ("does-not-hold", "does not hold", "do not hold", "bad"),
    ("depends-on-the-order", "depends on the order", "depend on the order", "middling"),
    ("cannot-be-told", "cannot be told", "cannot be told", ""),
];

/// What a verdict on a claim is called, and its class on the page.
pub(super) fn in_words(verdict: &str) -> (&'static str, &'static str) {
    let mut entries = VERDICTS.into_iter();
    let entry = entries.find(|(name, ..)| *name == verdict);
    entry.map_or(("", ""), |(_, words, _, class)| (words, class))
}

impl ClaimRow {
    /// What this run has, or why nothing can be told; and with how many seeds it holds.
    pub(super) fn here_text(&self) -> String {
        let text = self.here.as_deref().or(self.reason.as_deref()).unwrap_or_default();
        match (self.seeds, self.seeds_holding) {
            (Some(seeds), Some(holding)) => {
                format!("{text}; holds with {holding} of {seeds} seeds")
            }
            _ => text.to_owned(),
        }
    }

    /// What the printed values say of its checks.
    pub(super) fn print_text(&self) -> String {
        match (self.holds_in_print, self.in_print.as_deref()) {
            (Some(true), Some(text)) => format!("holds: {text}"),
            (Some(false), Some(text)) => format!("does not hold: {text}"),
            _ => "cannot test it".to_owned(),
        }
    }

    /// The verdict in words, and its class on the page.
    pub(super) fn verdict_words(&self) -> (String, &'static str) {
        let (words, class) = in_words(&self.verdict);
        let basis = match self.basis.as_deref() {
            _ if matches!(&*self.verdict, "fitted" | "follows") => "",
            Some("calibrated") => " (fitted)",
            Some("follows") => " (follows from what was fitted)",
            Some("closed-form") => " (closed form)",
            _ => "",
        };
        (format!("{words}{basis}"), class)
    }
}

/// The claims of a source, as the page shows them first.
#[derive(Debug)]
pub struct ClaimsOfSource {
    /// As a table in files.
    pub table: TextTable,
    /// One per row of the table: the figure that shows it.
    pub figures: Vec<Option<Arc<str>>>,
    /// One per row of the table: the word of the table `claims`.
    pub verdicts: Vec<Arc<str>>,
    /// How many hold, in a sentence.
    pub count: String,
    /// Those that do not hold, a paragraph each.
    pub failing: Vec<String>,
}

/// The claims of all sources.
pub fn claims_of_sources(tables: &Tables) -> Vec<ClaimsOfSource> {
    let rows = Rows::<ClaimRow>::all(tables);
    let sources = rows.groups(|row| (&*row.source, &*row.source_name));
    let real = Rows::<RealTextRow>::all(tables);
    sources.into_iter().map(|((key, name), rows)| of_source(key, name, &rows, &real)).collect()
}

/// The claims of a source: what they are and what becomes of them.
///
/// Where real test sets were tried, a column has what they say.
pub(super) fn table_of_claims(
    key: &str,
    name: &str,
    rows: &Rows<'_, ClaimRow>,
    real: &Rows<'_, RealTextRow>,
) -> TextTable {
    let has_real = real.iter().any(|row| *row.source == *key);
    let line = |row: &ClaimRow| {
        let (verdict, class) = row.verdict_words();
        let note = row.note.as_deref().map_or(String::new(), |note| format!("\n({note})"));
        let on_real = has_real.then(|| TextCell::words(real::cell(key, row.id.as_deref(), real)));
        let before = [
            TextCell::words(format!("{} ({})", row.claim, row.place)),
            words(&row.published),
            TextCell::words(row.print_text()),
        ];
        let behind =
            [TextCell::words(row.here_text() + &note), TextCell::words(verdict).css_class(class)];
        before.into_iter().chain(on_real).chain(behind).collect()
    };
    let before = ["claim", "published", "print itself"];
    let header = before.into_iter().chain(has_real.then_some("on real text"));
    let header = header.chain(["here", "verdict"]);
    TextTable {
        name: FileName::new(&["claims", key]),
        caption: format!("Claims of {name}."),
        header: header.map(TextCell::words).collect(),
        rows: rows.iter().map(line).collect(),
        notes: has_real.then(|| real::HOW_TO_GET.to_owned()).into_iter().collect(),
        ..TextTable::default()
    }
}

fn of_source(
    key: &str,
    name: &str,
    rows: &Rows<'_, ClaimRow>,
    real: &Rows<'_, RealTextRow>,
) -> ClaimsOfSource {
    let failing = rows.iter().filter(|row| &*row.verdict == "does-not-hold").map(|row| {
        format!("Does not hold: {} ({}) Here: {}.", row.claim, row.place, row.here_text())
    });
    ClaimsOfSource {
        table: table_of_claims(key, name, rows, real),
        figures: rows.iter().map(|row| row.figure.clone()).collect(),
        verdicts: rows.iter().map(|row| row.verdict.clone()).collect(),
        count: count(name, rows),
        failing: failing.collect(),
    }
}

/// How many claims hold, in a sentence.
fn count(name: &str, rows: &Rows<'_, ClaimRow>) -> String {
    let counts = VERDICTS.iter().filter_map(|(verdict, one, several, _)| {
        let count = rows.iter().filter(|row| &*row.verdict == *verdict).count();
        (count > 0).then(|| format!("{count} {}", if count == 1 { one } else { several }))
    });
    format!("Claims of {name}: {}.", counts.collect::<Vec<_>>().join(", "))
}
