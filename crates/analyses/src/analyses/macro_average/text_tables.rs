//! Systems over all corpora as text tables.

use super::difference_row::MacroDifferenceRow;
use super::findings::margin;
use super::row::MacroAverageRow;
use super::summary::{MetricSummary, SystemSummary};
use super::vocabulary::{Basis, Quantity};
use crate::presentation::{
    FileName, Layout, StudySection, TextCell, TextTable, chance, interval, number, percent, real,
    whole, words,
};

/// The best systems of each metric, in `most_lines` lines at most.
pub(super) fn of_finding(
    section: &StudySection<'_>,
    metrics: &[MetricSummary<'_>],
    most_lines: usize,
) -> Option<TextTable> {
    let alone = metrics.len() == 1;
    let most = (most_lines / metrics.len().max(1)).max(1);
    let mut rows: Vec<Vec<TextCell>> = Vec::new();
    let mut left_out = 0;
    for metric in metrics {
        let shown = metric.systems.len().min(most).min(most_lines.saturating_sub(rows.len()));
        left_out += metric.systems.len() - shown;
        rows.extend(metric.systems[..shown].iter().map(|system| line(metric, system, alone)));
    }
    let mut header: Vec<TextCell> = Vec::new();
    if !alone {
        header.push(TextCell::words("metric"));
    }
    let columns = ["system", "mean score", "mean rank", "beats", "best in", "cluster"];
    header.extend(columns.map(TextCell::words));
    let note = (left_out > 0).then(|| {
        let systems = if left_out == 1 { "line" } else { "lines" };
        format!("{left_out} more {systems}: `macro_averages.parquet`.")
    });
    (!rows.is_empty()).then(|| TextTable {
        name: FileName::new(&["macro-average", section.study, "finding"]),
        caption: format!("Means over corpora, the best mean score first. {}.", section.title()),
        header,
        rows,
        notes: note.into_iter().collect(),
        ..TextTable::default()
    })
}

fn line(metric: &MetricSummary<'_>, own: &SystemSummary<'_>, alone: bool) -> Vec<TextCell> {
    let SystemSummary { name, score, rank, share } = own;
    let error = margin(score).map_or_else(String::new, |margin| format!(" ±{}", number(margin)));
    let ends = rank.lower.zip(rank.upper);
    let ends = ends.map_or_else(String::new, |(low, high)| format!(" [{low:.1}, {high:.1}]"));
    let of_metric = (!alone).then(|| TextCell::words(metric.title.as_str()));
    let cells = [
        TextCell::words(*name),
        TextCell::optional(score.value, |value| format!("{}{error}", number(value))),
        TextCell::optional(rank.value, |value| format!("{value:.2}{ends}")),
        TextCell::optional(share.value, chance),
        TextCell::optional(score.best_probability, chance),
        whole(score.cluster),
    ];
    of_metric.into_iter().chain(cells).collect()
}

/// All systems of all metrics.
pub(super) fn averages(section: &StudySection<'_>) -> Option<TextTable> {
    let rows = section.rows::<MacroAverageRow>().of_first_draws();
    let rows = rows.keep(|row| row.corpus.is_none());
    let title = rows.titles();
    let layout = Layout {
        word: "macro-averages",
        caption: "Means over corpora with their intervals, and how often each system is best: in new test sets, or in joint resamples.",
        notes: &["Ranks are among the systems with scores on all corpora."],
        ..Layout::default()
    };
    let key = |row: &MacroAverageRow| {
        vec![
            ("metric", TextCell::words(title(row))),
            ("system", words(&row.system)),
            ("corpora", whole(row.corpora)),
            ("systems", whole(row.systems)),
            ("level", whole(row.level)),
        ]
    };
    layout.table(section, &rows, key, |row| {
        let scale = if row.quantity == Quantity::ShareBeaten { 100.0 } else { 1.0 };
        let ends = interval(row.lower, row.upper, scale);
        let best = percent(row.best_probability);
        match row.quantity {
            Quantity::Score => vec![
                ("mean score".to_owned(), real(row.value)),
                ("interval".to_owned(), ends),
                ("best in".to_owned(), words(row.basis.map_or("–", Basis::name))),
                ("best by score".to_owned(), best),
                ("cluster by score".to_owned(), whole(row.cluster)),
            ],
            Quantity::Rank => vec![
                ("mean rank".to_owned(), real(row.value)),
                ("interval of rank".to_owned(), ends),
            ],
            Quantity::ShareBeaten => vec![
                ("share beaten".to_owned(), percent(row.value)),
                ("interval of share, %".to_owned(), ends),
                ("best by rank".to_owned(), best),
                ("cluster by rank".to_owned(), whole(row.cluster)),
            ],
        }
    })
}

/// All pairs of all metrics.
pub(super) fn differences(section: &StudySection<'_>) -> Option<TextTable> {
    let layout = Layout {
        word: "macro-differences",
        caption: "Differences A - B of means over corpora, with verdicts after Holm.",
        ..Layout::default()
    };
    layout.labelled(section, &section.rows::<MacroDifferenceRow>().of_first_draws())
}
