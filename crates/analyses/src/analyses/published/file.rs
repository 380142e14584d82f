//! A file of published values as it is written. Its types are what the analysis works with, and their doc
//! comments are the reference manual of the format: they become the descriptions of the JSON Schema.

use std::collections::BTreeMap;

use schemars::{JsonSchema, json_schema};
use serde::Deserialize;

use super::real::RealText;
use super::{Basis, PrintedValue};
use crate::removed;
use crate::value::{Kind as _, Refusal, Threshold, inline_schema, words};

/// The published values of one source, such as a paper, and what it concludes from them.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Published {
    /// Who published it. Required.
    pub source: Source,
    /// The CSV file of the published values, from the folder of this file. Default: none.
    /// Example: `values = "koehn-2004.csv"`.
    #[serde(rename = "values")]
    pub file: Option<String>,
    /// The values in it.
    #[serde(skip)]
    pub values: Vec<PrintedValue>,
    /// The file of what real test sets say of the claims, from the folder of this file: kept results, which a run on generated
    /// corpora shows beside its own. Default: none. Example: `on-real-text = "real.toml"`.
    #[serde(rename = "on-real-text")]
    pub real: Option<String>,
    /// What is in it.
    #[serde(skip)]
    pub real_text: RealText,
    /// Names that the source uses otherwise than the corpora of the experiment, by column:
    /// `[names.system]` with the name in the source as key. Default: none.
    /// Example: `names.system = { S5 = "S3" }`.
    #[serde(default)]
    pub names: Names,
    /// Printed tables that the report shows in their own rows and columns, with the reproduced values in
    /// them. Default: none. Example: `tables = [{ place = "Table 1", title = "Scores" }]`.
    #[serde(default)]
    pub tables: Vec<PrintedTable>,
    /// What the source concludes. Default: none.
    /// Example: `claims = [{ place = "Section 4", claim = "Four documents rank all systems.", published = "4", reason = "not told" }]`.
    #[serde(default)]
    pub claims: Vec<Claim>,
    /// The figures of the source, one `[[figures]]` each, with those of the run that show them. Default: none.
    /// Example: `figures = [{ place = "Figure 1", what = "BLEU", reason = "a drawing" }]`.
    #[serde(default)]
    pub figures: Vec<PaperFigure>,
}

/// By column of a result table, names of the source and the names that the table has for them.
pub type Names = BTreeMap<String, BTreeMap<String, String>>;

/// Columns of a table and what they have in its row: alternatives separated by `|`, each a value, a range of
/// numbers such as `2..3`, or `null` where there is nothing.
pub type Coordinates = BTreeMap<String, String>;

/// What was printed where.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(inline)]
pub struct Source {
    /// Short name, used in tables. Required. Example: `key = "estrella-2007"`.
    pub key: String,
    /// How captions name it. Default: the key. Example: `name = "Koehn 2004"`.
    pub name: Option<String>,
    /// Who wrote it. Required. Example: `authors = "Philipp Koehn"`.
    pub authors: String,
    /// Its title. Required. Example: `title = "Statistical significance tests"`.
    pub title: String,
    /// Where it appeared. Required. Example: `venue = "EMNLP 2004"`.
    pub venue: String,
    /// When it appeared. Required. Example: `year = 2004`.
    pub year: i64,
}

/// A printed table as the report shows it.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PrintedTable {
    /// The `place` of its values. Required. Example: `place = "Table 1"`.
    pub place: String,
    /// What it shows. Required. Example: `title = "Judgments, first run"`.
    pub title: String,
    /// Heading of its first column. Default: empty. Example: `heading = "System"`.
    #[serde(default)]
    pub heading: String,
    /// Its rows in order, as `row` of the values names them; others follow. Default: as the values come.
    /// Example: `rows = ["S1", "S2"]`.
    #[serde(default)]
    pub rows: Vec<String>,
    /// Its columns in order, as `column` of the values names them; others follow. Default: as the values
    /// come. Example: `columns = ["BLEU", "NIST"]`.
    #[serde(default)]
    pub columns: Vec<String>,
}

/// A figure of the source.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PaperFigure {
    /// The figure as the source numbers it. Required. Example: `place = "Figure 7"`.
    pub place: String,
    /// What it shows. Required. Example: `what = "BLEU against the word penalty"`.
    pub what: String,
    /// Files of `report/figures` that show it, without their ending. Default: none, and then `reason` is
    /// required. Example: `files = ["scores-growth-enfr-1-gtm"]`.
    #[serde(default)]
    pub files: Vec<String>,
    /// The experiment whose run draws these files. Default: the one that names this file of published values.
    /// Example: `experiment = "koehn-judged"`.
    pub experiment: Option<String>,
    /// What a reader should know, such as what differs from print. Default: none.
    /// Example: `note = "sorted by significance"`.
    pub note: Option<String>,
    /// Why no figure shows it. Default: none, and then `files` is required.
    /// Example: `reason = "needs a decoder"`.
    pub reason: Option<String>,
}

/// A claim of a source, and what decides whether it holds here.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Claim {
    /// What other files and documents call it. The same claim has the same name in
    /// every file, and the same verdict. Default: none. Example: `id = "ranks-after-four"`.
    pub id: Option<String>,
    /// Where it stands. Required. Example: `place = "Section 4.1"`.
    pub place: String,
    /// What is claimed, one sentence. Required. Example: `claim = "NIST rises with the size of the test set."`.
    pub claim: String,
    /// What is printed, with the words that weaken it. Required. Example: `published = "a steady increase"`.
    pub published: String,
    /// What decides; the claim holds where all hold. Default: none, and then `reason` is required.
    /// Example: `checks = [{ values = { place = "Table 2", what = "x_max" } }]`.
    #[serde(default)]
    pub checks: Vec<Check>,
    /// Why it cannot be told whether the claim holds. Default: none, and then `checks` is required.
    /// Example: `reason = "it needs a decoder"`.
    pub reason: Option<String>,
    /// What a corpus must have for the claim to be tested on it, as the reason where tables lack what the checks look up.
    /// Default: nothing is said. Example: `needs = "several references"`.
    pub needs: Option<String>,
    /// How the result depends on what a synthetic corpus was fitted to. Default: `"predicted"`.
    /// Example: `basis = "follows"`.
    #[serde(default)]
    pub basis: Basis,
    /// The figure of the report that shows it, as its file is named, without the ending. Default: none.
    /// Example: `figure = "scores-growth-enfr-1-gtm"`.
    pub figure: Option<String>,
    /// What a reader should know. Default: none. Example: `note = "of two systems only"`.
    pub note: Option<String>,
}

/// One thing that a claim says about the results. It has cases: one or, with `each` or `falling`, several.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Check {
    /// What its number is called, before it. Default: nothing. Example: `label = "median"`.
    pub label: Option<String>,
    /// The published values that the claim is about: it holds where they are reproduced. Default: none, and
    /// then `quantity` is required. Example: `values = { place = "Table 2", what = "x_max" }`.
    pub values: Option<ValuesOfClaim>,
    /// Table and column that decide. A column of yes and no counts as 1 and 0. `print.value` is a printed value in the
    /// unit of print: the table `print` has the columns of the CSV file. Default: none, and then
    /// `values` is required. Example: `quantity = "minimal_sizes.x_min"`.
    pub quantity: Option<Quantity>,
    /// Columns of the table and what they have, under the names of the source: alternatives separated by `|`,
    /// each a value, a range of numbers, or `null`. Default: none.
    /// Example: `at = { metric = "bleu|nist", true_difference = "2..3" }`.
    pub at: Coordinates,
    /// What is made of all rows that match. Default: exactly one row must match. Example: `reduce = "max"`.
    pub reduce: Option<Reduce>,
    /// A second number, which is taken from the first. Default: none.
    /// Example: `less = { at = { metric = "nist" } }`.
    pub less: Option<Other>,
    /// A second number, by which the first is divided. Default: none.
    /// Example: `over = { quantity = "scores.mean" }`.
    pub over: Option<Other>,
    /// A second number, with which the first is correlated (Pearson) over the values of the column `along`.
    /// Default: none. Example: `pearson = { quantity = "scores.median" }`.
    pub pearson: Option<Other>,
    /// The same by ranks (Spearman). Default: none. Example: `spearman = { at = { metric = "human" } }`.
    pub spearman: Option<Other>,
    /// The column whose values are the points of a correlation. Default: none. Example: `along = "system"`.
    pub along: Option<String>,
    /// The column of `each` by whose root the number of a case is multiplied. Default: none. Example: `times-root = "B"`.
    pub times_root: Option<String>,
    /// Columns for each combination of whose values there is a case. Default: none, and then there is one
    /// case. Example: `each = ["system"]`.
    pub each: Vec<String>,
    /// The column along whose values in `at` the number falls: every two neighbours are a case.
    /// Default: none. Example: `falling = "system"`.
    pub falling: Option<String>,
    /// The least number of a case that holds. Default: none. Example: `at-least = 3.5`.
    pub at_least: Option<f64>,
    /// The largest number of a case that holds. Default: none. Example: `at-most = 4.5`.
    pub at_most: Option<f64>,
    /// The share of cases that must hold. Default: 1. Example: `share = 0.9`.
    #[serde(deserialize_with = "Threshold::deserialize", default = "one")]
    #[schemars(with = "Threshold")]
    pub share: f64,
    /// `true` if the check is left out where the tables lack what it looks up. Default: false. Example: `optional = true`.
    pub optional: bool,
    /// `true` if its number is shown and decides nothing: it has no limits then. Default: false. Example: `only-shown = true`.
    pub only_shown: bool,
    /// `true` if each order of the documents is judged by itself: a claim that holds in some orders and not in
    /// others depends on the order. Default: false. Example: `by-order = true`.
    pub by_order: bool,
    /// What turns the unit of print into that of the column, as for values. Limits and the numbers shown are
    /// in the unit of print. Default: 1. Example: `scale = 0.01`.
    #[serde(default = "one")]
    pub scale: f64,
    /// Unit behind the numbers shown. Default: none. Example: `unit = "%"`.
    pub unit: String,
    /// Decimals of the numbers shown. Default: 2. Example: `decimals = 0`.
    pub decimals: Option<u8>,
}

fn one() -> f64 {
    1.0
}

/// Published values of the same source.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ValuesOfClaim {
    /// How their `place` begins. Required. Example: `place = "Table 2"`.
    pub place: String,
    /// What their `what` contains. Default: anything. Example: `what = "x_max"`.
    #[serde(default)]
    pub what: String,
    /// Coordinates that they have, as their lines have them. Default: any. Example: `at = { metric = "bleu" }`.
    #[serde(default)]
    pub at: Coordinates,
}

/// The second number of a comparison: as the first, where nothing else is said.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Other {
    /// Table and column. Default: those of the first. Example: `quantity = "scores.mean"`.
    pub quantity: Option<Quantity>,
    /// Columns in which it differs from the first. Default: none. Example: `at = { metric = "nist" }`.
    pub at: Coordinates,
    /// Columns that the first names and the second does not. Default: none. Example: `without = ["method"]`.
    pub without: Vec<String>,
    /// What is made of all rows that match. Default: that of the first. Example: `reduce = "min"`.
    pub reduce: Option<Reduce>,
}

/// The table of the printed values of a source, which checks of its claims may look up.
pub(super) const PRINT: &str = "print";

/// The name that stands for half of the upper less the lower end of a row's interval.
pub const HALF_WIDTH: &str = "half-width";

/// A column of a result table, or [`HALF_WIDTH`].
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Quantity {
    /// The table.
    pub table: String,
    /// The column.
    pub column: String,
}

inline_schema!("Quantity", [] Quantity, |_generator| json_schema!({ "type": "string" }));

impl TryFrom<String> for Quantity {
    type Error = Refusal;

    fn try_from(name: String) -> Result<Self, Refusal> {
        let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        let is_name = |text: &str| !text.is_empty() && text.bytes().all(is_allowed);
        let named = name.split_once('.');
        let named = named.filter(|(table, column)| is_name(table) && is_name(column));
        let Some((table, column)) = named else {
            return Err(Refusal::new(
                format!("\"{name}\" is no table and column"),
                format!("write such as \"scores.median\" or \"intervals.{HALF_WIDTH}\""),
            ));
        };
        if let Some(instead) = removed::instead_of(removed::Kind::Table, table) {
            return Err(Refusal::new(format!("there is no longer a table `{table}`"), instead));
        }
        Ok(Self { table: table.to_owned(), column: column.to_owned() })
    }
}

words! {
    /// What is made of several rows.
    pub enum Reduce {
        /// The smallest value.
        Min = "min",
        /// The largest value.
        Max = "max",
        /// The mean.
        Mean = "mean",
        /// The median.
        Median = "median",
        /// How many rows have a value.
        Count = "count",
    }
}

impl Published {
    /// Returns the name of the source in captions.
    pub fn name(&self) -> &str {
        self.source.name.as_deref().unwrap_or(&self.source.key)
    }
}
