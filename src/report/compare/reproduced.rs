//! The tests of sacreBLEU, as that program prints them.

use super::blocks::verdict_cell;
use super::views::{MetricView, PairView};
use super::{Answer, Reproduced};
use crate::report::terminal::{Cell, grid};
use crate::words::grouped;

impl Answer<'_> {
    /// A line for each system by metric: score, mean of resamples with half of their interval, p-value.
    pub(super) fn reproduced(&self, is_styled: bool) -> String {
        let mut lines: Vec<Vec<Cell>> = Vec::new();
        for (index, metric) in self.metrics.iter().enumerate() {
            let title = Cell::left(format!("  {}", metric.title));
            let heading = match self.setting.reproduced {
                Some(Reproduced::Bootstrap) => "score (mean ± 95 % interval)",
                _ => "score",
            };
            let headings = [Cell::left(heading), Cell::left("p")];
            let headings = headings.into_iter().filter(|_| index == 0);
            lines.push(std::iter::once(title).chain(headings).collect());
            let line = |system: &str, pair: Option<&PairView>| {
                let name = Cell::left(format!("    {system}")).name();
                let mut line = vec![name, Cell::left(score_of(metric, system))];
                match pair {
                    None => line.push(Cell::left("baseline")),
                    Some(pair) => {
                        let p =
                            pair.row.p_value.map_or_else(|| "–".to_owned(), |p| format!("{p:.4}"));
                        line.extend([Cell::left(p), verdict_cell(pair.verdict)]);
                    }
                }
                line
            };
            lines.push(line(&self.setting.baseline, None));
            lines.extend(metric.pairs.iter().map(|pair| line(&pair.row.system_a, Some(pair))));
        }
        grid(&lines, is_styled)
    }

    pub(super) fn reproduced_notes(&self) -> Vec<String> {
        let trials =
            self.first().and_then(|row| row.trials).map_or_else(|| "–".to_owned(), grouped);
        let (method, flag, advice) = match self.setting.reproduced {
            Some(Reproduced::Bootstrap) => (
                "paired bootstrap resampling",
                "--paired-bs",
                "Its p is in effect one-sided, about half of that of a two-sided test.",
            ),
            _ => ("paired approximate randomization", "--paired-ar", "Its p is two-sided."),
        };
        let mut notes = vec![
            format!(
                "The numbers of sacreBLEU 2.6 ({flag}): {method}, B = {trials}, its seed 12345, single \
                 segments."
            ),
            advice.to_owned(),
        ];
        if self.setting.systems.len() > 1 {
            notes.push("sacreBLEU does not adjust p-values for the number of systems.".to_owned());
        }
        if self.setting.has_documents {
            notes.push(
                "sacreBLEU knows no documents; without --like, whole documents are resampled."
                    .to_owned(),
            );
        }
        notes
    }
}

/// `33.70 (33.69 ± 0.59)`.
fn score_of(metric: &MetricView<'_>, system: &str) -> String {
    let Some(score) = metric.score(system) else { return "–".to_owned() };
    let interval = metric.intervals.get(system);
    match interval.and_then(|row| row.replicate_mean.zip(row.half_width)) {
        Some((mean, half)) => format!("{score:.4} ({mean:.4} ± {half:.4})"),
        None => format!("{score:.4}"),
    }
}
