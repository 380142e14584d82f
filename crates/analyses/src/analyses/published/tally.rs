//! How many published values are reproduced.

use super::PublishedRow;
use super::verdict::{Basis, ValueVerdict};
use crate::presentation::{FileName, Rows, TextCell, TextTable, whole, words};

/// By source and basis, and the predicted values by place.
pub(super) fn tallies(rows: &Rows<'_, PublishedRow>) -> Vec<TextTable> {
    let by_place = by_place(rows);
    [by_basis(rows)].into_iter().chain((!by_place.rows.is_empty()).then_some(by_place)).collect()
}

/// The columns behind those that name the values.
const HEADER: [&str; 7] = [
    "values",
    "within",
    "outside",
    "no interval",
    "interval says nothing",
    "repeated",
    "sharpness: quartiles",
];

/// Published values that have something in common, each fact once.
#[derive(Debug, Default)]
struct Tally {
    within: usize,
    outside: usize,
    no_interval: usize,
    /// Those whose prediction interval holds whatever is possible.
    whole_range: usize,
    /// Those that stand in another table too, and are counted there.
    repeated: usize,
    /// Half the prediction interval relative to print, of those within and outside; ascending.
    sharpness: Vec<f64>,
}

impl Tally {
    fn of<'a>(rows: impl Iterator<Item = &'a PublishedRow>) -> Self {
        let mut tally = Self::default();
        for row in rows {
            if row.same_as.is_some() {
                tally.repeated += 1;
                continue;
            }
            let agrees = row.verdict.agrees();
            match agrees {
                Some(true) => tally.within += 1,
                Some(false) => tally.outside += 1,
                None if row.verdict == ValueVerdict::WholeRange => tally.whole_range += 1,
                None => tally.no_interval += 1,
            }
            tally.sharpness.extend(row.sharpness.filter(|_| agrees.is_some()));
        }
        tally.sharpness.sort_by(f64::total_cmp);
        tally
    }

    /// Number of values that can be within or outside.
    fn values(&self) -> usize {
        self.within + self.outside + self.no_interval
    }

    fn cells(&self) -> Vec<TextCell> {
        let [values, within, outside] = [self.values(), self.within, self.outside];
        let counts = [values, within, outside, self.no_interval, self.whole_range, self.repeated];
        let counts = counts.map(|count| whole(count as u64)).into_iter();
        counts.chain([words(&self.quartiles())]).collect()
    }

    /// Quartiles of sharpness in percent, by linear interpolation between the values.
    fn quartiles(&self) -> String {
        let Some(last) = self.sharpness.len().checked_sub(1) else { return String::new() };
        let quantile = |quarters: usize| {
            let (below, rest) = (quarters * last / 4, (quarters * last % 4) as f64 / 4.0);
            let (lower, upper) = (self.sharpness[below], self.sharpness[(below + 1).min(last)]);
            format!("{:.0}", 100.0 * (lower + rest * (upper - lower)))
        };
        format!("{}, {}, {} %", quantile(1), quantile(2), quantile(3))
    }
}

/// A line for each source and basis, and one for all predictions where there are several sources.
pub(super) fn by_basis(rows: &Rows<'_, PublishedRow>) -> TextTable {
    let basis_rows = |rows: &Rows<'_, PublishedRow>, basis: Basis| {
        Tally::of(rows.iter().filter(|row| row.basis == Some(basis)))
    };
    let mut lines = Vec::new();
    let sources = rows.groups(|row| &*row.source_name);
    for (source, rows) in &sources {
        for basis in Basis::ALL {
            let tally = basis_rows(rows, basis);
            if tally.values() + tally.whole_range + tally.repeated > 0 {
                let names = [words(source), words(basis.name())];
                lines.push(names.into_iter().chain(tally.cells()).collect());
            }
        }
        let uncompared = rows.iter().filter(|row| row.basis.is_none()).count();
        if uncompared > 0 {
            let mut line = vec![words(source), words("not compared"), whole(uncompared as u64)];
            line.resize(2 + HEADER.len(), TextCell::default());
            lines.push(line);
        }
    }
    if sources.len() > 1 {
        let all = basis_rows(rows, Basis::Predicted);
        let names = [words("all"), words(Basis::Predicted.name())];
        lines.push(names.into_iter().chain(all.cells()).collect());
    }
    TextTable {
        name: FileName::new(&["published-agreement"]),
        caption: "How many published values are reproduced.".to_owned(),
        header: ["source", "basis"].into_iter().chain(HEADER).map(TextCell::words).collect(),
        rows: lines,
        notes: [chance(rows), vec![MEANING.to_owned()]].concat(),
        ..TextTable::default()
    }
}

/// The words of the table.
const MEANING: &str = "Within: the published value lies in the 95 % prediction interval for one further corpus, from the \
     seeds of the generator, or, with one seed, within rounding or in the interval of this corpus. Outside: in none \
     of these. No interval: nothing to judge by but rounding; more seeds give one. Interval says nothing: it holds \
     four fifths or more of all that is possible. Repeated: the same value stands in another table, and counts there. \
     Sharpness: half the prediction interval, relative to the published value. Predicted: the corpus was not fitted to \
     it; calibrated: it was; follows: arithmetic of what was fitted; closed-form: whatever the corpus; input: \
     put into the corpus.";

/// How many values would be outside by chance.
fn chance(rows: &Rows<'_, PublishedRow>) -> Vec<String> {
    let predicted = rows.keep(|row| row.basis == Some(Basis::Predicted) && row.same_as.is_none());
    let all = Tally::of(predicted.iter());
    if all.values() == 0 {
        return Vec::new();
    }
    let Tally { within, outside, no_interval, .. } = all;
    let mut notes = vec![format!(
        "{} predicted: {within} within, {outside} outside, {no_interval} without an interval.",
        all.values()
    )];
    let spread = Tally::of(predicted.keep(|row| row.seeds_lower.is_some()).iter());
    let by_spread = spread.within + spread.outside;
    if by_spread > 0 {
        notes.push(format!(
            "Of the {by_spread} judged by the spread {} are outside. If the papers' corpora were of the same kind as \
             the generated ones, chance alone would put {:.0} outside (5 %); values of one paper share a corpus, \
             so that they come in groups.",
            spread.outside,
            0.05 * by_spread as f64
        ));
    } else if predicted.iter().any(|row| row.interval.is_some() && row.verdict.agrees().is_some()) {
        notes.push(
            "An interval of one corpus is no prediction for another: of two independent corpora of the same kind, \
             the interval of one holds the value of the other in 83 % of cases only. More seeds of the generator \
             give prediction intervals."
                .to_owned(),
        );
    }
    notes
}

fn by_place(rows: &Rows<'_, PublishedRow>) -> TextTable {
    let predicted = rows.keep(|row| row.basis == Some(Basis::Predicted));
    let line = |((source, place), rows): ((&str, &str), Rows<'_, PublishedRow>)| {
        [words(source), words(place)].into_iter().chain(Tally::of(rows.iter()).cells()).collect()
    };
    let places = predicted.groups(|row| (&*row.source_name, &*row.place));
    TextTable {
        name: FileName::new(&["published-by-place"]),
        caption: "Predicted values by table and section.".to_owned(),
        header: ["source", "place"].into_iter().chain(HEADER).map(TextCell::words).collect(),
        rows: places.into_iter().map(line).collect(),
        ..TextTable::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(verdict: &str, sharpness: Option<f64>, same_as: Option<&str>) -> PublishedRow {
        PublishedRow {
            source_name: "Author 2004".into(),
            place: "Table 1".into(),
            verdict: ValueVerdict::from_name(verdict).unwrap(),
            basis: Some(Basis::Predicted),
            sharpness,
            same_as: same_as.map(Into::into),
            ..PublishedRow::default()
        }
    }

    /// Quartiles of .1, .2, .4, .8 and 1.6 are .2, .4 and .8.
    #[test]
    fn facts_count_once_and_what_says_nothing_does_not() {
        let rows = [
            row("within-spread", Some(0.8), None),
            row("within-spread", Some(0.1), None),
            row("within-spread", Some(0.1), Some("Table 1")),
            row("outside", Some(0.4), None),
            row("outside", Some(0.2), None),
            row("outside", Some(1.6), None),
            row("whole-range", Some(9.0), None),
            row("no-interval", None, None),
            PublishedRow { basis: Some(Basis::Input), ..row("within-spread", Some(3.0), None) },
            PublishedRow { basis: None, ..row("not-judged", None, None) },
        ];
        let table = by_basis(&rows.iter().collect());
        let lines: Vec<Vec<&str>> = table
            .rows
            .iter()
            .map(|line| line.iter().map(|cell| cell.text.as_str()).collect())
            .collect();
        let expected = ["Author 2004", "predicted", "6", "2", "3", "1", "1", "1", "20, 40, 80 %"];
        assert!(lines.contains(&expected.to_vec()), "{lines:?}");
        let input = ["Author 2004", "input", "1", "1", "0", "0", "0", "0", "300, 300, 300 %"];
        assert!(lines.contains(&input.to_vec()), "{lines:?}");
        assert!(
            table.notes[0].starts_with("6 predicted: 2 within, 3 outside"),
            "{:?}",
            table.notes
        );
    }
}
