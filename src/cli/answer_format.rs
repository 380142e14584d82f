//! Forms in which answers are printed.

use clap::ValueEnum;

use crate::report::Export;

/// Forms of an answer that is a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum AnswerFormat {
    /// For people
    #[default]
    Text,
    /// For scripts, with all digits
    Json,
    /// A table for a pull request or a leaderboard
    Markdown,
    /// A table with tabs, for scripts and spreadsheets
    Tsv,
    /// A table for spreadsheets
    Csv,
    /// A table for a paper, with the package booktabs
    Latex,
    /// A table for a paper
    Typst,
}

impl AnswerFormat {
    /// How its tables are spelled; nothing for text and JSON.
    pub(super) fn export(self) -> Option<Export> {
        match self {
            Self::Text | Self::Json => None,
            Self::Markdown => Some(Export::Markdown),
            Self::Tsv => Some(Export::Tsv),
            Self::Csv => Some(Export::Csv),
            Self::Latex => Some(Export::Latex),
            Self::Typst => Some(Export::Typst),
        }
    }

    /// Whether warnings have no place in it, and go to standard error.
    pub(super) fn is_bare(self) -> bool {
        !matches!(self, Self::Text | Self::Json | Self::Markdown)
    }
}
