//! Significantly different pairs by size, as text tables.

use super::findings::size;
use crate::analyses::common::phrases::{MOST_LINES, few, size_in_brackets};
use crate::analyses::{NewRankingRow, SeparationRow};
use crate::presentation::{
    FileName, Layout, MetricRows, Rows, StudySection, TextCell, TextTable, chance, rounded, spread,
    whole,
};

/// All sizes of all metrics.
pub(super) fn separation(section: &StudySection<'_>) -> Option<TextTable> {
    let rows = section.rows::<SeparationRow>().of_first_draws();
    let layout = Layout {
        word: "separation",
        caption: "How many pairs of systems differ significantly, and how many verdicts of the largest test set \
                  are kept.",
        ..Layout::default()
    };
    layout.labelled(section, &rows)
}

/// What a finding shows: one metric by size, or all metrics on their largest test sets.
pub(super) fn of_finding(
    section: &StudySection<'_>,
    metrics: &[MetricRows<'_, SeparationRow>],
) -> TextTable {
    let name = FileName::new(&["separation", section.study, section.corpus, "finding"]);
    let caption = format!(
        "Significantly different pairs of systems. Study {}, corpus {}.",
        section.study, section.corpus
    );
    let (header, rows, notes) = match metrics {
        [metric] => by_size(section, metric),
        _ => by_metric(metrics),
    };
    TextTable {
        name,
        caption,
        header: header.into_iter().map(TextCell::words).collect(),
        rows,
        notes,
        ..TextTable::default()
    }
}

type Parts = (Vec<&'static str>, Vec<Vec<TextCell>>, Vec<String>);

fn by_size(section: &StudySection<'_>, metric: &MetricRows<'_, SeparationRow>) -> Parts {
    let rankings = section.rows_of_metric::<NewRankingRow>(metric.key);
    let best = |row: &SeparationRow| {
        let mut same = rankings.iter().flat_map(Rows::iter).filter(|other| {
            (other.cell.documents, other.cell.segments) == (row.cell.documents, row.cell.segments)
                && other.cell.fraction == row.cell.fraction
        });
        same.next()?.best_is_best
    };
    let has_best = metric.rows.iter().any(|row| best(row).is_some());
    let has_kept = metric.rows.iter().count() > 1;
    let mut header = vec!["documents\n(segments)", "significantly different\npairs (10-90 %)"];
    header.extend(has_kept.then_some("verdicts of the\nlargest kept"));
    header.extend(has_best.then_some("best system\nis best"));
    let lines = few(&metric.rows).into_iter().map(|row| {
        // Of one test set there is no spread.
        let several = row.test_sets > 1;
        let spread = row.significant_lower.zip(row.significant_upper).filter(|_| several);
        let ends = spread
            // Quantiles lie between counts: outwards to whole pairs.
            .map(|(low, high)| format!(" ({}-{})", rounded(low.floor()), rounded(high.ceil())));
        let found = row.significant.map(|found| {
            format!("{} of {}{}", rounded(found), row.pairs, ends.unwrap_or_default())
        });
        let mut line = vec![
            TextCell::number(size(row).map_or_else(dash, size_in_brackets), row.scored_documents),
            TextCell::number(found.unwrap_or_else(dash), row.significant),
        ];
        if has_kept {
            line.push(TextCell::optional(row.kept, rounded));
        }
        if has_best {
            line.push(TextCell::optional(best(row), chance));
        }
        line
    });
    (header, lines.collect(), Vec::new())
}

fn by_metric(metrics: &[MetricRows<'_, SeparationRow>]) -> Parts {
    let header = vec!["metric", "documents\n(segments)", "significantly\ndifferent pairs", "of"];
    let shown = spread(metrics.len(), MOST_LINES);
    let lines = shown.iter().filter_map(|index| {
        let metric = &metrics[*index];
        let last = metric.rows.iter().next_back()?;
        Some(vec![
            TextCell::words(metric.title.clone()),
            TextCell::number(size(last).map_or_else(dash, size_in_brackets), last.scored_documents),
            TextCell::optional(last.significant, rounded),
            whole(last.pairs),
        ])
    });
    let left_out = metrics.len() - shown.len();
    let note = (left_out > 0).then(|| format!("{left_out} more metrics: `separation.parquet`."));
    (header, lines.collect(), note.into_iter().collect())
}

fn dash() -> String {
    "–".to_owned()
}
