//! Conclusions from samples of several sizes, over all studies of an experiment: in the rows and columns of Tables 3 and
//! 4 of Koehn (2004).

use std::collections::BTreeSet;

use super::ConclusionRow;
use crate::presentation::{FileName, Rows, TextCell, TextTable, words};
use crate::table::Tables;
use crate::words::grouped;

/// A table by pair and one by significance for every corpus, metric and way to pick samples of which there are several
/// sizes.
pub fn conclusions_over_sizes(tables: &Tables) -> Vec<TextTable> {
    let rows = Rows::<ConclusionRow>::all(tables).of_first_draws();
    let rows = rows.keep(|row| row.segments.is_some() && row.trials > 0);
    let groups = rows.groups(|row| [&*row.corpus, &*row.metric, row.sampling.name()]);
    let all = groups.into_iter().flat_map(|(key, rows)| -> Vec<TextTable> {
        let sizes: BTreeSet<u64> = rows.iter().filter_map(|row| row.segments).collect();
        let sizes: Vec<u64> = sizes.into_iter().collect();
        let tables = [by_pair(key, &rows, &sizes), by_significance(key, &rows, &sizes)];
        tables.into_iter().filter(|table| sizes.len() > 1 && !table.rows.is_empty()).collect()
    });
    all.collect()
}

/// Right and wrong conclusions, a line for each pair of systems: those that are furthest apart first.
fn by_pair(key: [&str; 3], rows: &Rows<'_, ConclusionRow>, sizes: &[u64]) -> TextTable {
    let rows = rows.keep(|row| row.nominal.is_some() && row.system_a.is_some());
    let mut pairs = rows.groups(|row| (row.system_a.as_deref(), row.system_b.as_deref()));
    pairs.sort_by(|(_, one), (_, other)| distance(other).total_cmp(&distance(one)));
    let lines = pairs.into_iter().map(|((a, b), rows)| {
        let pair = format!("{} and {}", a.unwrap_or_default(), b.unwrap_or_default());
        let apart = distance(&rows);
        let names = [TextCell::words(pair), TextCell::number(format!("{apart:.1}"), Some(apart))];
        let cells = sizes.iter().map(|size| of_size(&rows, *size, right_and_wrong));
        names.into_iter().chain(cells).collect()
    });
    let level = rows.first().and_then(|row| row.nominal).unwrap_or_default();
    let what = format!("Conclusions at {:.0} % by pair of systems", 100.0 * level);
    TextTable {
        rows: lines.collect(),
        notes: vec![
            "12 / 1: 12 % right and 1 % wrong conclusions, and none from the other samples."
                .to_owned(),
        ],
        ..table("conclusions-by-pair", key, (&what, &["systems", "true difference"]), sizes)
    }
}

/// By how much the true scores of a pair differ.
fn distance(rows: &Rows<'_, ConclusionRow>) -> f64 {
    rows.first().and_then(|row| row.true_difference).map_or(0.0, f64::abs)
}

/// `12 / 1`: percent of the samples with a right and with a wrong conclusion.
fn right_and_wrong(row: &ConclusionRow) -> TextCell {
    let [right, wrong] =
        [row.correct, row.wrong].map(|count| 100.0 * count as f64 / row.trials as f64);
    TextCell::number(format!("{right:.0} / {wrong:.0}"), Some(right))
}

/// How many conclusions are right, by how sure they are: the surest first.
fn by_significance(key: [&str; 3], rows: &Rows<'_, ConclusionRow>, sizes: &[u64]) -> TextTable {
    let rows = rows.keep(|row| row.system_a.is_none());
    let bands = rows.groups(|row| {
        let bounds = row.significance_lower.zip(row.significance_upper);
        bounds.map(|(lower, upper)| format!("{} to {} %", 100.0 * lower, 100.0 * upper))
    });
    let lines = bands.into_iter().rev().filter_map(|(band, rows)| {
        let cells = sizes.iter().map(|size| of_size(&rows, *size, share_of_right));
        Some(std::iter::once(words(&band?)).chain(cells).collect())
    });
    TextTable {
        rows: lines.collect(),
        ..table(
            "conclusions-by-band",
            key,
            ("Right conclusions by their significance", &["resamples won"]),
            sizes,
        )
    }
}

/// `90.0 % of 100`: conclusions that are right.
fn share_of_right(row: &ConclusionRow) -> TextCell {
    let Some(share) = row.correct_share else { return TextCell::default() };
    let text = format!("{:.1} % of {}", 100.0 * share, grouped(row.drawn));
    TextCell::number(text, Some(share))
}

/// A table without lines about `what`, with the `first` columns and one for each size.
fn table(
    word: &str,
    [corpus, metric, sampling]: [&str; 3],
    (what, first): (&str, &[&str]),
    sizes: &[u64],
) -> TextTable {
    let sizes =
        sizes.iter().map(|size| TextCell::number(format!("{} segments", grouped(*size)), None));
    TextTable {
        name: FileName::new(&[word, corpus, metric, sampling]),
        caption: format!(
            "{what} and size of a {sampling} sample of {corpus}, by {metric}, over all studies."
        ),
        header: first.iter().map(|name| words(name)).chain(sizes).collect(),
        ..TextTable::default()
    }
}

/// What the first study with samples of a size has.
fn of_size(
    rows: &Rows<'_, ConclusionRow>,
    size: u64,
    cell: impl Fn(&ConclusionRow) -> TextCell,
) -> TextCell {
    rows.iter().find(|row| row.segments == Some(size)).map_or_else(TextCell::default, cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(study: &str, segments: u64, pair: Option<[&str; 2]>, counts: [u64; 3]) -> ConclusionRow {
        let [trials, correct, wrong] = counts;
        let [a, b] = pair.map_or([None, None], |[a, b]| [Some(a.into()), Some(b.into())]);
        let is_by_level = pair.is_some();
        ConclusionRow {
            study: study.into(),
            corpus: "c".into(),
            metric: "bleu".into(),
            segments: Some(segments),
            repeat: 1,
            replicates: 100,
            nominal: is_by_level.then_some(0.95),
            significance_lower: (!is_by_level).then_some(0.9),
            significance_upper: (!is_by_level).then_some(0.95),
            true_difference: pair.map(|[a, _]| if a == "A" { -0.5 } else { 2.0 }),
            system_a: a,
            system_b: b,
            trials,
            drawn: correct + wrong,
            correct,
            wrong,
            correct_share: Some(correct as f64 / (correct + wrong) as f64),
            ..ConclusionRow::default()
        }
    }

    #[test]
    fn studies_of_several_sizes_are_one_table() {
        let mut tables = Tables::default();
        tables.insert(vec![
            row("small", 100, Some(["A", "B"]), [300, 36, 3]),
            row("small", 100, Some(["C", "B"]), [300, 90, 0]),
            row("small", 100, None, [100, 90, 10]),
            row("large", 300, Some(["C", "B"]), [100, 65, 0]),
            row("large", 300, None, [2000, 1900, 100]),
        ]);
        let tables = conclusions_over_sizes(&tables);
        let lines = tables.iter().map(|table| {
            let lines = std::iter::once(&table.header).chain(&table.rows);
            let texts = lines.map(|line| line.iter().map(|cell| cell.text.as_str()).collect());
            texts.collect::<Vec<Vec<&str>>>()
        });
        let lines: Vec<_> = lines.collect();
        assert_eq!(lines.len(), 2);
        assert_eq!(
            lines[0],
            [
                vec!["systems", "true difference", "100 segments", "300 segments"],
                vec!["C and B", "2.0", "30 / 0", "65 / 0"],
                vec!["A and B", "0.5", "12 / 1", ""],
            ]
        );
        assert_eq!(
            lines[1],
            [
                vec!["resamples won", "100 segments", "300 segments"],
                vec!["90 to 95 %", "90.0 % of 100", "95.0 % of 2,000"],
            ]
        );
        assert!(
            tables[0].caption.starts_with("Conclusions at 95 % by pair of systems and size of a ")
        );
    }

    #[test]
    fn one_size_is_no_table() {
        let mut tables = Tables::default();
        tables.insert(vec![row("small", 100, Some(["A", "B"]), [300, 36, 3])]);
        assert!(conclusions_over_sizes(&tables).is_empty());
    }
}
