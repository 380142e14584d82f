//! Claims for people.

use std::sync::Arc;

use super::verdict::{ClaimVerdict, in_a_sentence};
use super::{ClaimRow, RealTextRow, real};
use crate::presentation::{FileName, Rows, TextCell, TextTable, words};
use crate::table::Tables;

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

    /// What the printed values say of its checks; none where they can test none.
    fn print_text(&self) -> Option<String> {
        let verdict =
            if self.holds_in_print? { ClaimVerdict::Holds } else { ClaimVerdict::DoesNotHold };
        Some(format!("{}: {}", verdict.in_words(), self.in_print.as_deref()?))
    }

    /// The verdict in words, and its class on the page.
    pub(super) fn verdict_words(&self) -> (String, &'static str) {
        let basis = match (self.verdict, self.basis) {
            // These say it themselves.
            (ClaimVerdict::Fitted | ClaimVerdict::Follows, _) | (_, None) => "",
            (_, Some(basis)) => basis.behind_verdict(),
        };
        (format!("{}{basis}", self.verdict.in_words()), self.verdict.css_class())
    }
}

/// What a phone leaves out.
fn nothing(text: &str) -> TextCell {
    TextCell::words(text).css_class("nothing")
}

/// The claims of a source, as the page shows them first.
#[derive(Debug)]
pub struct ClaimsOfSource {
    /// How captions name the source.
    pub name: String,
    /// As a table in files.
    pub table: TextTable,
    /// One per row of the table: the figure that shows it.
    pub figures: Vec<Option<Arc<str>>>,
    /// One per row of the table.
    pub verdicts: Vec<ClaimVerdict>,
    /// Those that do not hold, a paragraph each.
    pub failing: Vec<String>,
}

impl ClaimsOfSource {
    /// What a reader asks; it names the source where there are several.
    pub fn question(&self, is_alone: bool) -> String {
        if is_alone {
            "Does the paper hold?".to_owned()
        } else {
            format!("Does {} hold?", self.name)
        }
    }

    /// How many hold, in a sentence.
    pub fn answer(&self) -> String {
        in_a_sentence(&self.verdicts)
    }

    /// Places of the claims in the table as the page has them: those that fail first, and apart those that these data cannot
    /// test.
    pub fn ranked(&self) -> (Vec<usize>, Vec<usize>) {
        let mut places: Vec<usize> = (0..self.verdicts.len()).collect();
        // The sort is stable.
        places.sort_by_key(|place| self.verdicts[*place].rank());
        places.into_iter().partition(|place| self.verdicts[*place] != ClaimVerdict::CannotBeTold)
    }
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
        let on_real = has_real.then(|| match real::cell(key, row.id.as_deref(), real) {
            Some(text) => TextCell::words(text),
            None => nothing("–"),
        });
        let before = [
            TextCell::words(format!("{} ({})", row.claim, row.place)),
            words(&row.published),
            row.print_text().map_or_else(|| nothing("cannot test it"), TextCell::words),
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
    let failing = rows.iter().filter(|row| row.verdict == ClaimVerdict::DoesNotHold).map(|row| {
        format!("Does not hold: {} ({}) Here: {}.", row.claim, row.place, row.here_text())
    });
    ClaimsOfSource {
        name: name.to_owned(),
        table: table_of_claims(key, name, rows, real),
        figures: rows.iter().map(|row| row.figure.clone()).collect(),
        verdicts: rows.iter().map(|row| row.verdict).collect(),
        failing: failing.collect(),
    }
}
