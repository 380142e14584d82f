//! The tests of sacreBLEU, as that program prints them.

use super::{Reproduced, Setting};
use crate::analyses::{ComparisonRow, IntervalRow, ScoreRow};
use crate::presentation::{FileName, Rows, StudySection, TextCell, TextTable};
use crate::words::grouped;

/// Its seed, which nothing changes.
pub(super) const SEED: u64 = 12345;

/// A line for each system by metric: score, mean of resamples with half of their interval, p-value.
pub(super) fn table(section: &StudySection<'_>, setting: &Setting) -> TextTable {
    let score = match setting.reproduced {
        Some(Reproduced::Bootstrap) => "score (mean ± 95 % interval)",
        Some(Reproduced::Randomization) | None => "score",
    };
    let mut lines = Vec::new();
    for metric in section.rows::<ComparisonRow>().by_metric() {
        let scores = section.rows_of_metric::<ScoreRow>(metric.key);
        let intervals = section.rows_of_metric::<IntervalRow>(metric.key);
        let pairs = metric.rows.iter().map(|pair| (&*pair.system_a, Some(pair)));
        for (system, pair) in std::iter::once((&*setting.baseline, None)).chain(pairs) {
            let score = scores.iter().flat_map(Rows::iter).find(|row| row.cell.system() == system);
            let score = score.and_then(|row| row.score);
            let mut intervals = intervals.iter().flat_map(Rows::iter);
            let interval = intervals.find(|row| row.cell.system() == system);
            let mean = interval.and_then(|row| row.replicate_mean.zip(row.half_width));
            let mean =
                mean.map_or_else(String::new, |(mean, half)| format!(" ({mean:.4} ± {half:.4})"));
            lines.push(vec![
                TextCell::words(&*metric.title),
                TextCell::words(system),
                TextCell::optional(score, |score| format!("{score:.4}{mean}")),
                TextCell::optional(pair.and_then(|row| row.p_value), |p| format!("{p:.4}")),
                TextCell::words(pair.map_or("baseline", ComparisonRow::conclusion_in_words)),
            ]);
        }
    }
    TextTable {
        name: FileName::new(&["compare"]),
        header: ["metric", "system", score, "p", "verdict"].map(TextCell::words).to_vec(),
        rows: lines,
        ..TextTable::default()
    }
}

pub(super) fn notes(
    section: &StudySection<'_>,
    setting: &Setting,
    reproduced: Reproduced,
) -> Vec<String> {
    let rows = section.rows::<ComparisonRow>();
    let trials = rows.first().and_then(|row| row.trials);
    let trials = trials.map_or_else(|| "–".to_owned(), grouped);
    let (method, flag, advice) = match reproduced {
        Reproduced::Bootstrap => (
            "paired bootstrap resampling",
            "--paired-bs",
            "Its p is in effect one-sided, about half of that of a two-sided test.",
        ),
        Reproduced::Randomization => {
            ("paired approximate randomization", "--paired-ar", "Its p is two-sided.")
        }
    };
    let mut notes = vec![
        format!(
            "The numbers of sacreBLEU 2.6 ({flag}): {method}, B = {trials}, its seed {SEED}, single \
             segments."
        ),
        advice.to_owned(),
    ];
    if rows.groups(|row| &*row.system_a).len() > 1 {
        notes.push("sacreBLEU does not adjust p-values for the number of systems.".to_owned());
    }
    if setting.has_documents {
        notes.push(
            "sacreBLEU knows no documents; without --like, whole documents are resampled."
                .to_owned(),
        );
    }
    notes
}
