//! The answer on a terminal of 80 columns.

use super::Answer;
use crate::analyses::comparison::amount;
use crate::presentation::share;
use crate::report::summary::wrapped;
use crate::report::warnings;
use crate::words::{grouped_count, in_a_row};

impl Answer<'_> {
    /// The answer in lines of at most 80 columns; verdicts in colours if it `is_styled`. Names of others are
    /// spelled out where a terminal would obey them.
    pub fn text(&self, is_styled: bool) -> String {
        let mut text = warnings::text(self.warnings);
        if let Some(headline) = self.margin_headline() {
            text += &wrapped(&headline, "");
        }
        text += &wrapped(&self.headline(), "");
        if let Some(about) = self.about() {
            text += &wrapped(&about, "");
        }
        for sentence in self.missing() {
            text += &wrapped(&sentence, "");
        }
        text.push('\n');
        if self.setting.reproduced.is_some() {
            text += &self.reproduced(is_styled);
        } else {
            text += &self.differences(is_styled);
            if self.conclusion().is_some() {
                text.push('\n');
                text += &self.losses(is_styled);
            }
            text.push('\n');
            text += &self.precision();
            text.push('\n');
            text += &self.power();
        }
        text.push('\n');
        let notes =
            if self.setting.reproduced.is_some() { self.reproduced_notes() } else { self.notes() };
        for note in notes {
            text += &wrapped(&format!("Note  {note}"), "      ");
        }
        text
    }

    /// What is compared, and how.
    pub(super) fn about(&self) -> Option<String> {
        let row = self.first()?;
        // Of all segments: those that a metric leaves out are named below.
        let cell = crate::table::Cell { judged_segments: None, ..row.cell.clone() };
        let amount = if self.setting.has_documents {
            amount(&cell)
        } else {
            grouped_count(cell.segments.unwrap_or(0), "segment")
        };
        let mut references: Vec<u32> = Vec::new();
        for metric in &self.metrics {
            let counts = metric.pairs.iter().filter_map(|pair| pair.row.cell.reference_count);
            references.extend(counts);
        }
        references.sort_unstable();
        references.dedup();
        let references: Vec<String> =
            references.into_iter().map(|count| grouped_count(count.into(), "reference")).collect();
        let references = if references.is_empty() {
            String::new()
        } else {
            format!(", {}", in_a_row(&references, "or"))
        };
        if self.setting.reproduced.is_some() {
            return Some(format!("{amount}{references}."));
        }
        let (unit, level) = (self.unit(), share(row.level));
        Some(format!("{amount}{references}. Units: {unit}s; level: {level} %."))
    }
}
