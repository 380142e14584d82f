//! Published values, one by one.

use super::claim::Claim;
use super::document::{Basis, Missing, Reduce, Source};
use super::figures::PaperFigure;

/// The published values of one source.
#[derive(Clone, Debug, PartialEq)]
pub struct Published {
    /// What was printed where.
    pub source: Source,
    /// The numbers in the order of the file.
    pub values: Vec<PrintedValue>,
    /// What the source concludes, in the order of the file.
    pub claims: Vec<Claim>,
    /// Tables and figures whose values are not available.
    pub missing: Vec<Missing>,
    /// Its figures.
    pub figures: Vec<PaperFigure>,
}

/// One published value.
#[derive(Clone, Debug, PartialEq)]
pub struct PrintedValue {
    /// Table, figure or section.
    pub place: String,
    /// What it is.
    pub what: String,
    /// Unit as printed.
    pub unit: String,
    /// Words that weaken it.
    pub hedge: Option<String>,
    /// What a reader should know.
    pub note: Option<String>,
    /// As it is printed.
    pub printed: String,
    /// In the unit of the table that reproduces it.
    pub value: f64,
    /// Half a unit of its last digit, in the unit of the table.
    pub half_unit: f64,
    /// Columns and their values, under the names that the source uses.
    pub coordinates: Vec<(String, Vec<String>)>,
    /// What reproduces it, or why nothing does.
    pub target: Result<Target, String>,
    /// How it depends on what a synthetic corpus was fitted to.
    pub basis: Basis,
    /// What turns the printed unit into that of the table.
    pub scale: f64,
    /// Its cell in the printed table, where the report shows that.
    pub cell: Option<PrintedCell>,
    /// What is wrong with it.
    pub misprint: Option<Misprint>,
}

/// A cell of a printed table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedCell {
    /// What the table shows.
    pub title: String,
    /// Heading of its first column.
    pub heading: String,
    /// Name of the row, and its place among the rows.
    pub row: (String, u32),
    /// Name of the column, and its place among the columns.
    pub column: (String, u32),
}

/// Where a published value is reproduced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Name of the table.
    pub table: String,
    /// Column, or [`HALF_WIDTH`].
    pub column: String,
    /// Columns and the values one of which they must have, under the names of the corpora.
    pub coordinates: Vec<(String, Vec<String>)>,
    /// What is made of several rows; exactly one must match without it.
    pub reduce: Option<Reduce>,
    /// The column that weights rows in [`Reduce::WeightedMean`].
    pub weight: Option<String>,
}

impl Target {
    /// Whether its coordinates leave it open that a row has one of `values` in `column`.
    pub fn may_have<'a>(&self, column: &str, values: impl IntoIterator<Item = &'a str>) -> bool {
        let wanted = self.coordinates.iter().find(|(name, _)| name == column);
        wanted.is_none_or(|(_, wanted)| {
            values.into_iter().any(|value| wanted.iter().any(|wanted| wanted == value))
        })
    }
}

/// The name that stands for half of the upper less the lower end of a row's interval.
pub const HALF_WIDTH: &str = "half-width";

/// A known misprint or inconsistency.
#[derive(Clone, Debug, PartialEq)]
pub struct Misprint {
    /// What is wrong.
    pub note: String,
    /// The right number and half a unit of its last digit, in the unit of the table, where it is known.
    pub corrected: Option<(f64, f64)>,
}

impl Published {
    /// How captions name the source.
    pub fn name(&self) -> &str {
        self.source.name.as_deref().unwrap_or(&self.source.key)
    }

    /// Everything that is looked up in tables: for its values and for its claims.
    pub fn targets(&self) -> impl Iterator<Item = &Target> {
        let value_targets = self.values.iter().filter_map(|value| value.target.as_ref().ok());
        value_targets.chain(self.claims.iter().flat_map(Claim::targets))
    }
}
