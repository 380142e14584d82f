//! Claims for people.

use std::sync::Arc;

use super::verdict::{Basis, ClaimVerdict, in_a_sentence};
use super::{ClaimRow, real};
use crate::presentation::{FileName, Rows, TextCell, TextTable, words};
use crate::table::Tables;

impl ClaimRow {
    /// That it does not hold; `None` where it does.
    fn failure(&self) -> Option<String> {
        let (claim, place, here) = (&self.claim, &self.place, &self.here);
        let fails = self.verdict == ClaimVerdict::DoesNotHold;
        fails.then(|| format!("Does not hold: {claim} ({place}) Here: {here}."))
    }

    /// Returns the verdict in words, with its basis in brackets.
    pub fn verdict_text(&self) -> String {
        // These say it themselves.
        let says_it = matches!(self.verdict, ClaimVerdict::Fitted | ClaimVerdict::Follows);
        let basis = self.basis.and_then(Basis::not_predicted).filter(|_| !says_it);
        format!("{}{}", self.verdict.in_words(), basis.map_or("", |(behind, _)| behind))
    }
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

/// The claims of all sources: what they are and what becomes of them.
pub fn claims_of_sources(tables: &Tables) -> Vec<ClaimsOfSource> {
    let rows = Rows::<ClaimRow>::all(tables);
    let sources = rows.groups(|row| (&*row.source, &*row.source_name)).into_iter();
    let claims = sources.map(|((key, name), rows)| ClaimsOfSource {
        name: name.to_owned(),
        table: table_of_claims(key, name, &rows),
        figures: rows.iter().map(|row| row.figure.clone()).collect(),
        verdicts: rows.iter().map(|row| row.verdict).collect(),
        failing: rows.iter().filter_map(ClaimRow::failure).collect(),
    });
    claims.collect()
}

/// The claims of a source. Where real test sets were tried, a column has what they say.
fn table_of_claims(key: &str, name: &str, rows: &Rows<'_, ClaimRow>) -> TextTable {
    let has_real_text = rows.iter().any(|row| row.real_text.is_some());
    let lines = rows.iter().map(|row| {
        let note = row.note.as_deref().map_or(String::new(), |note| format!("\n({note})"));
        let verdict = words(&row.verdict_text()).css_class(row.verdict.css_class());
        let nothing = || TextCell::words("–").css_class("nothing");
        let on_real_text = row.real_text.as_deref().map_or_else(nothing, words);
        let mut line = vec![
            ("claim", TextCell::words(format!("{} ({})", row.claim, row.place))),
            ("paper", words(&row.paper)),
            ("here", TextCell::words(format!("{}{note}", row.here))),
            ("on real text", on_real_text),
            ("verdict", verdict),
        ];
        line.retain(|(heading, _)| *heading != "on real text" || has_real_text);
        line
    });
    let lines: Vec<Vec<(&str, TextCell)>> = lines.collect();
    TextTable {
        name: FileName::new(&["claims", key]),
        caption: format!("Claims of {name}."),
        header: lines.iter().take(1).flatten().map(|(heading, _)| words(heading)).collect(),
        rows: lines
            .into_iter()
            .map(|line| line.into_iter().map(|(_, cell)| cell).collect())
            .collect(),
        notes: has_real_text.then(|| real::HOW_TO_GET.to_owned()).into_iter().collect(),
        ..TextTable::default()
    }
}
