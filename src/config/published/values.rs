//! Published values, one by one.

use super::document::{Missing, Reduce, Source};
use super::figures::PaperFigure;

/// The published values of one source.
#[derive(Clone, Debug, PartialEq)]
pub struct Published {
    /// What was printed where.
    pub source: Source,
    /// The numbers in the order of the file.
    pub values: Vec<PrintedValue>,
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
    /// Whether a synthetic corpus was fitted to it.
    pub calibrated: bool,
    /// What is wrong with it.
    pub misprint: Option<Misprint>,
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
}

/// The name that stands for half of the upper less the lower end of a row's interval.
pub const HALF_WIDTH: &str = "half-width";

/// A known misprint or inconsistency.
#[derive(Clone, Debug, PartialEq)]
pub struct Misprint {
    /// What is wrong.
    pub note: String,
    /// The right number in the unit of the table, where it is known.
    pub corrected: Option<f64>,
}
