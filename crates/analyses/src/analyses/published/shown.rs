//! Published values and claims for people.

use std::collections::{BTreeMap, BTreeSet};
use std::iter::{once, successors};

use super::lookup::range;
use super::verdict::{Basis, ClaimVerdict, in_a_sentence};
use super::{ClaimRow, PublishedRow, real};
use crate::presentation::{FileName, Rows, TextCell, TextTable, words};
use crate::table::Tables;
use crate::table::shown::text;

impl PublishedRow {
    /// Returns the number of decimals as printed.
    fn decimals(&self) -> usize {
        text(self.printed.as_ref()).split_once('.').map_or(0, |(_, decimals)| decimals.len())
    }

    /// Turns a number in the unit of the column into that of print.
    fn scaled(&self, value: f64) -> f64 {
        value / self.scale.unwrap_or(1.0)
    }

    /// Writes a number in the unit of print, with one decimal more. A count has none, as in print.
    fn spelled(&self, value: f64) -> String {
        // A count that was multiplied by its scale is whole up to rounding.
        let is_count = self.decimals() == 0 && (value - value.round()).abs() < 1e-9;
        self.signed(value, if is_count { 0 } else { self.decimals() + 1 })
    }

    /// Writes a number with these decimals, and with a plus if print has one.
    fn signed(&self, value: f64, decimals: usize) -> String {
        let has_sign = text(self.printed.as_ref()).starts_with('+') && value >= 0.0;
        format!("{}{value:.decimals$}", if has_sign { "+" } else { "" })
    }

    /// Returns the value as printed, with the words that weaken it.
    pub(super) fn printed_text(&self) -> String {
        [&self.hedge, &self.printed].map(|part| text(part.as_ref())).join(" ").trim().to_owned()
    }

    /// Writes the reproduced value in the unit of print.
    pub(super) fn reproduced_text(&self) -> String {
        self.reproduced.map_or_else(|| "–".to_owned(), |value| self.spelled(self.scaled(value)))
    }

    /// Writes the reproduced value in the unit of print; of several seeds their median and standard deviation.
    pub(super) fn over_seeds_text(&self) -> String {
        let Some((median, sd)) = self.seeds_median.zip(self.seeds_sd) else {
            return self.reproduced_text();
        };
        let (median, sd) = (self.scaled(median), self.scaled(sd).abs());
        if sd == 0.0 {
            return format!("{} ± 0", self.spelled(median));
        }
        // The deviation has two digits, which from 9.5 on it has without decimals.
        let most = self.decimals() + 1;
        let mut shown = successors(Some(sd), |shown| Some(shown * 10.0)).take(most);
        let decimals = shown.position(|shown| shown >= 9.5).unwrap_or(most);
        format!("{} ± {sd:.decimals$}", self.signed(median, decimals))
    }

    /// Returns the least and the largest value that is possible, in the unit of print.
    pub(super) fn possible_ends(&self) -> (f64, f64) {
        let infinite = (f64::NEG_INFINITY, f64::INFINITY);
        self.possible.as_deref().and_then(range).unwrap_or(infinite)
    }

    /// Returns the ends by which it is judged, in the unit of print and no further than what is possible.
    pub(super) fn ends_in_print(&self) -> Option<(f64, f64)> {
        let (least, largest) = self.possible_ends();
        let in_print = |end| self.scaled(end).clamp(least, largest);
        let (one, other) = (in_print(self.lower?), in_print(self.upper?));
        // A negative scale exchanges the ends.
        Some((one.min(other), one.max(other)))
    }

    /// Writes the ends by which it is judged, and what they are; returns an empty text without any.
    pub(super) fn interval_text(&self) -> String {
        let Some((lower, upper)) = self.ends_in_print() else { return String::new() };
        let interval = match (self.interval.as_deref(), self.seeds) {
            (Some("seeds"), Some(seeds)) => format!("{seeds} seeds"),
            (Some("monte-carlo"), _) => "Monte Carlo".to_owned(),
            _ => "one corpus".to_owned(),
        };
        format!("{} to {} ({interval})", self.spelled(lower), self.spelled(upper))
    }

    /// Returns a mark for tables: `✓` if it agrees, `✗` if not, `c`, `f`, `=` and `i` if it was fitted, follows from
    /// what was, has a closed form or was put in; empty if nothing is judged.
    pub(super) fn mark(&self) -> &'static str {
        match (self.basis.and_then(Basis::not_predicted), self.verdict.agrees()) {
            (Some((_, mark)), _) => mark,
            (None, Some(true)) => "✓",
            (None, Some(false)) => "✗",
            (None, None) => "",
        }
    }
}

/// Returns the printed tables of all sources, in the order of their files.
pub fn printed_tables(tables: &Tables) -> Vec<TextTable> {
    let rows = Rows::<PublishedRow>::all(tables).keep(|row| row.table_title.is_some());
    let places = rows.groups(|row| (&*row.source, &*row.place));
    let mut tables: Vec<TextTable> = places.iter().map(|(_, rows)| table(rows)).collect();
    // Once is enough.
    if let Some(first) = tables.first_mut() {
        first.notes.insert(0, LEGEND.to_owned());
    }
    tables
}

/// Returns a printed table with the reproduced values in it.
fn table(rows: &Rows<'_, PublishedRow>) -> TextTable {
    let first = rows.first().expect("a group has a row");
    let columns: BTreeMap<_, _> =
        rows.iter().map(|row| (row.column_number, text(row.table_column.as_ref()))).collect();
    let mut lines = rows.groups(|row| (row.row_number, text(row.table_row.as_ref())));
    lines.sort_by_key(|(line, _)| *line);
    let lines = lines.iter().map(|((_, name), rows)| {
        let in_column = |number: &Option<u32>| rows.keep(|row| row.column_number == *number);
        once(words(name)).chain(columns.keys().map(|number| cell(&in_column(number)))).collect()
    });
    let [title, heading] =
        [&first.table_title, &first.table_heading].map(|part| text(part.as_ref()));
    TextTable {
        name: FileName::new(&["printed", &first.source, &first.place]),
        caption: format!("{}, {}: {title}", first.source_name, first.place),
        header: once(heading).chain(columns.values().copied()).map(words).collect(),
        rows: lines.collect(),
        notes: remarks(rows),
        ..TextTable::default()
    }
}

/// Returns the values of a cell: all that is printed there, and below it all that is reproduced, each in a line with its
/// mark. Predictions, and numbers of a real corpus, have a class on the page.
fn cell(rows: &Rows<'_, PublishedRow>) -> TextCell {
    let printed: Vec<String> = rows.iter().map(PublishedRow::printed_text).collect();
    let mut lines = printed.join(" ").trim_end().to_owned();
    for row in rows.iter() {
        lines += format!("\n{} {}", row.over_seeds_text(), row.mark()).trim_end();
    }
    let has = |mark| rows.iter().any(|row| row.mark() == mark);
    let class = match (has("✓"), has("✗")) {
        (true, false) => "good",
        (false, true) => "bad",
        (true, true) => "middling",
        (false, false) => "",
    };
    let Some(first) = rows.first() else { return TextCell::default() };
    TextCell::number(lines, first.reproduced).css_class(class)
}

/// The note that says how printed tables are to be read.
const LEGEND: &str = "As printed, and below it the reproduced value in the unit of print: with several seeds of the generator the \
                      median over seeds ± their standard deviation. ✓ agrees, ✗ does not, c was fitted, f follows from what was \
                      fitted, = has a closed form, i was put in, no mark: nothing to judge by.";

/// Returns each misprint and each reason once: the same remark about another cell says nothing new.
fn remarks(rows: &Rows<'_, PublishedRow>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let mut remarks = Vec::new();
    for row in rows.iter() {
        let [line, column] = [&row.table_row, &row.table_column].map(|name| text(name.as_ref()));
        for text in row.misprint.iter().filter(|text| seen.insert(*text)) {
            remarks.push(format!("Misprint ({line}, {column}): {text}."));
        }
        for text in row.reason.iter().filter(|text| seen.insert(*text)) {
            remarks.push(format!("Not compared: {text}."));
        }
    }
    remarks
}

impl ClaimRow {
    /// Returns the verdict in words, with its basis in brackets.
    pub fn verdict_text(&self) -> String {
        // These verdicts name the basis.
        let names_it = matches!(self.verdict, ClaimVerdict::Fitted | ClaimVerdict::Follows);
        let basis = self.basis.and_then(Basis::not_predicted).filter(|_| !names_it);
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
    /// One per row of the table.
    pub rows: Vec<ClaimRow>,
}

impl ClaimsOfSource {
    /// Returns the question that the section answers. It names the source if there are several.
    pub fn question(&self, is_alone: bool) -> String {
        format!("Does {} hold?", if is_alone { "the paper" } else { &self.name })
    }

    /// Says in a sentence how many hold.
    pub fn answer(&self) -> String {
        in_a_sentence(&self.rows.iter().map(|row| row.verdict).collect::<Vec<_>>())
    }

    /// Returns the claims that do not hold.
    pub fn failing(&self) -> Vec<&ClaimRow> {
        self.rows.iter().filter(|row| row.verdict == ClaimVerdict::DoesNotHold).collect()
    }

    /// Returns places of the claims in the table as the page has them: those that fail first, and apart those that these
    /// data cannot test.
    pub fn ranked(&self) -> (Vec<usize>, Vec<usize>) {
        let verdict = |place: &usize| self.rows[*place].verdict;
        let mut places: Vec<usize> = (0..self.rows.len()).collect();
        // The sort is stable.
        places.sort_by_key(|place| verdict(place).rank());
        places.into_iter().partition(|place| verdict(place) != ClaimVerdict::CannotBeTold)
    }
}

/// Returns the claims of all sources with their verdicts.
pub fn claims_of_sources(tables: &Tables) -> Vec<ClaimsOfSource> {
    let rows = Rows::<ClaimRow>::all(tables);
    let sources = rows.groups(|row| (&*row.source, &*row.source_name)).into_iter();
    let claims = sources.map(|((key, name), rows)| ClaimsOfSource {
        name: name.to_owned(),
        table: table_of_claims(key, name, &rows),
        rows: rows.iter().cloned().collect(),
    });
    claims.collect()
}

/// Returns the claims of a source as a table. If real test sets were tried, a column has their verdicts.
fn table_of_claims(key: &str, name: &str, rows: &Rows<'_, ClaimRow>) -> TextTable {
    let tried = rows.iter().any(|row| row.real_text.is_some()).then_some("on real text");
    let lines = rows.iter().map(|row| {
        let note = row.note.as_deref().map_or(String::new(), |note| format!("\n({note})"));
        let real_text = tried.map(|_| match &row.real_text {
            Some(real_text) => words(real_text),
            None => words("–").css_class("nothing"),
        });
        let claim = words(&format!("{} ({})", row.claim, row.place));
        let here = words(&format!("{}{note}", row.here));
        let verdict = words(&row.verdict_text()).css_class(row.verdict.css_class());
        [claim, words(&row.paper), here].into_iter().chain(real_text).chain([verdict]).collect()
    });
    let header = ["claim", "paper", "here"].into_iter().chain(tried).chain(["verdict"]);
    TextTable {
        name: FileName::new(&["claims", key]),
        caption: format!("Claims of {name}."),
        header: header.map(words).collect(),
        rows: lines.collect(),
        notes: tried.map(|_| real::HOW_TO_GET.to_owned()).into_iter().collect(),
        ..TextTable::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::published::ValueVerdict;

    #[test]
    fn numbers_are_shown_as_print_has_them() {
        let row = PublishedRow {
            printed: Some("97".into()),
            scale: Some(0.01),
            reproduced: Some(0.93),
            lower: Some(0.861),
            upper: Some(0.9714),
            hedge: Some("about".into()),
            verdict: ValueVerdict::WithinInterval,
            basis: Some(Basis::Predicted),
            ..PublishedRow::default()
        };
        assert_eq!(row.printed_text(), "about 97");
        assert_eq!(row.reproduced_text(), "93");
        assert_eq!(row.interval_text(), "86.1 to 97.1 (one corpus)");
        assert_eq!(row.mark(), "✓");
        let seeds = PublishedRow {
            seeds: Some(20),
            lower: Some(0.9),
            upper: Some(0.99),
            interval: Some("seeds".into()),
            printed: Some("+4.41".into()),
            scale: None,
            basis: Some(Basis::Calibrated),
            ..row
        };
        assert_eq!(seeds.interval_text(), "+0.900 to +0.990 (20 seeds)");
        assert_eq!(seeds.mark(), "c");
    }

    #[test]
    fn counts_and_ends_are_possible_ones() {
        let row = PublishedRow {
            printed: Some("5".into()),
            reproduced: Some(4.0),
            seeds: Some(20),
            seeds_median: Some(4.5),
            seeds_sd: Some(0.71),
            lower: Some(-0.4),
            upper: Some(7.0),
            interval: Some("seeds".into()),
            possible: Some("1..5".into()),
            ..PublishedRow::default()
        };
        assert_eq!(row.reproduced_text(), "4");
        assert_eq!(row.over_seeds_text(), "4.5 ± 0.7");
        let alike = PublishedRow { seeds_median: Some(5.0), seeds_sd: Some(0.0), ..row.clone() };
        assert_eq!(alike.over_seeds_text(), "5 ± 0");
        let long = PublishedRow {
            printed: Some("+7.2612".into()),
            seeds_median: Some(6.31464),
            seeds_sd: Some(0.51841),
            ..row.clone()
        };
        assert_eq!(long.over_seeds_text(), "+6.31 ± 0.52");
        assert_eq!(row.interval_text(), "1 to 5 (20 seeds)");
        let scaled = PublishedRow {
            printed: Some(".95".into()),
            scale: Some(-100.0),
            seeds_median: Some(-93.0),
            seeds_sd: Some(4.0),
            lower: Some(-103.0),
            upper: Some(-85.0),
            possible: Some("-1..1".into()),
            ..row
        };
        assert_eq!(scaled.over_seeds_text(), "0.930 ± 0.040");
        assert_eq!(scaled.interval_text(), "0.850 to 1.000 (20 seeds)");
    }
}

#[cfg(test)]
mod table_tests {
    use super::*;
    use crate::analyses::published::{Basis, ValueVerdict};

    fn row(
        line: (&str, u32),
        column: (&str, u32),
        printed: &str,
        reproduced: f64,
        verdict: &str,
    ) -> PublishedRow {
        PublishedRow {
            source: "paper".into(),
            source_name: "Author 2004".into(),
            place: "Table 1".into(),
            printed: Some(printed.into()),
            reproduced: Some(reproduced),
            verdict: ValueVerdict::from_name(verdict).unwrap(),
            basis: Some(Basis::Predicted),
            scale: Some(1.0),
            table_title: Some("Scores".into()),
            table_heading: Some("System".into()),
            table_row: Some(line.0.into()),
            row_number: Some(line.1),
            table_column: Some(column.0.into()),
            column_number: Some(column.1),
            ..PublishedRow::default()
        }
    }

    #[test]
    fn cells_lie_where_they_are_printed() {
        let (a, b) = (("A", 0), ("B", 1));
        let mut tables = Tables::default();
        tables.insert(vec![
            row(b, ("Interval", 1), "-1.69", -2.304, "outside"),
            row(b, ("Interval", 1), "+1.69", 1.7, "within-spread"),
            row(a, ("Median", 0), "7.19", 7.02, "within-interval"),
            PublishedRow {
                basis: Some(Basis::Calibrated),
                ..row(b, ("Median", 0), "6.2", 6.2, "within-rounding")
            },
        ]);
        let printed = printed_tables(&tables);
        assert_eq!(printed.len(), 1);
        assert_eq!(printed[0].caption, "Author 2004, Table 1: Scores");
        let lines: Vec<Vec<&str>> = std::iter::once(&printed[0].header)
            .chain(&printed[0].rows)
            .map(|line| line.iter().map(|cell| cell.text.as_str()).collect())
            .collect();
        // Sorted by their numbers, whatever the order of the rows; several values share a cell.
        assert_eq!(lines[0], ["System", "Median", "Interval"]);
        assert_eq!(lines[1], ["A", "7.19\n7.020 ✓", ""]);
        assert_eq!(lines[2], ["B", "6.2\n6.20 c", "-1.69 +1.69\n-2.304 ✗\n+1.700 ✓"]);
        assert_eq!(printed[0].rows[1][1].css_class, "");
        assert_eq!(printed[0].rows[1][2].css_class, "middling");
    }
}
