//! Printed numbers, one by one.

use std::collections::BTreeMap;

/// The printed numbers of one source.
#[derive(Clone, Debug, PartialEq)]
pub struct Published {
    /// What was printed where.
    pub source: Source,
    /// The numbers in the order of the file.
    pub values: Vec<PrintedValue>,
    /// Tables and figures whose numbers are not at hand.
    pub missing: Vec<Missing>,
}

/// A source of printed numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// Short name.
    pub key: String,
    /// Who wrote it.
    pub authors: String,
    /// Its title.
    pub title: String,
    /// Where it appeared.
    pub venue: String,
    /// When it appeared.
    pub year: i64,
    /// What describes the study and is no result.
    pub parameters: BTreeMap<String, String>,
}

/// One printed number.
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

/// Where a printed number is reproduced.
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

/// What is made of the values of several rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduce {
    /// The smallest.
    Min,
    /// The largest.
    Max,
    /// The mean.
    Mean,
    /// The median.
    Median,
}

impl Reduce {
    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Min => "min",
            Self::Max => "max",
            Self::Mean => "mean",
            Self::Median => "median",
        }
    }
}

/// A known misprint or inconsistency.
#[derive(Clone, Debug, PartialEq)]
pub struct Misprint {
    /// What is wrong.
    pub note: String,
    /// The right number in the unit of the table, where it is known.
    pub corrected: Option<f64>,
}

/// Numbers that are not at hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// Table or figure.
    pub place: String,
    /// What it shows.
    pub what: String,
    /// Why its numbers are not at hand.
    pub reason: String,
}
