//! An answer of a command, in all forms in which it is printed.

use serde_json::Value;

use super::{Export, warnings};
use crate::presentation::TextTable;
use crate::warning::Warning;

/// What a command answers. It has no files.
pub trait AnswerForms {
    /// What is odd about the inputs.
    fn warnings(&self) -> &[Warning];

    /// With warnings before it, in lines of at most 80 columns; with emphasis if it `is_styled`.
    fn text(&self, is_styled: bool) -> String;

    /// Tables as they are pasted elsewhere, with verdicts above and notes below where people read them.
    fn tables(&self, export: Export) -> Vec<TextTable>;

    /// For scripts: warnings, and what is found with its rows.
    fn json(&self) -> Value;

    /// Warnings and tables for a pull request.
    fn markdown(&self) -> String {
        let tables = self.tables(Export::Markdown);
        let tables: Vec<String> = tables.iter().map(TextTable::markdown).collect();
        warnings::markdown(self.warnings()) + &tables.join("\n")
    }
}
