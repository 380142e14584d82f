//! The answer as a table for a pull request.

use super::blocks::score;
use super::views::{MetricView, PairView};
use super::{Answer, as_written};
use crate::analyses::comparison::{decimals, difference, p_value};
use crate::presentation::{FileName, TextCell, TextTable};
use crate::report::warnings;

impl Answer<'_> {
    /// Warnings, a verdict line, a table, and notes.
    pub fn markdown(&self) -> String {
        let headline = match self.margin_headline() {
            Some(margins) => format!("{margins} {}", self.headline()),
            None => self.headline(),
        };
        let is_reproduced = self.setting.reproduced.is_some();
        let has_margin = self.conclusion().is_some();
        let several = self.only_system().is_none();
        let mut header = vec!["metric"];
        if several {
            header.push("system");
        }
        header.extend(["score", "baseline", "difference"]);
        header.extend(["p", "verdict"]);
        if has_margin {
            header.extend(["margin", "loss below margin"]);
        }
        let line = |metric: &MetricView<'_>, pair: &PairView| {
            let row = &pair.row;
            let number_cell =
                |system: &str| TextCell::number(score(metric, system), metric.score(system));
            let mut cells = vec![TextCell::words(metric.title)];
            if several {
                cells.push(TextCell::words(&*row.system_a));
            }
            cells.extend([number_cell(&row.system_a), number_cell(&row.system_b)]);
            let found = difference(row, false, decimals(&metric.rows()));
            cells.push(TextCell::number(found.unwrap_or_else(|| "–".to_owned()), row.delta));
            let p = row.p_adjusted.or(row.p_value);
            let digits = |p: f64| if is_reproduced { format!("{p:.4}") } else { p_value(p) };
            cells.push(TextCell::optional(p, digits));
            cells.push(TextCell::words(pair.verdict.in_words()));
            if has_margin {
                cells.push(TextCell::optional(row.margin, as_written));
                let verdict = pair.margin_verdict();
                cells.push(TextCell::words(if metric.has_margin() {
                    verdict.unwrap_or("no verdict")
                } else {
                    "–"
                }));
            }
            cells
        };
        let rows = self
            .metrics
            .iter()
            .flat_map(|metric| metric.pairs.iter().map(move |pair| line(metric, pair)))
            .collect();
        let own = if is_reproduced { self.reproduced_notes() } else { self.notes() };
        let table = TextTable {
            name: FileName::new(&["compare"]),
            caption: headline,
            header: header.into_iter().map(TextCell::words).collect(),
            rows,
            notes: self.about().into_iter().chain(self.missing()).chain(own).collect(),
            ..TextTable::default()
        };
        warnings::markdown(self.warnings) + &table.aligned().markdown()
    }
}
