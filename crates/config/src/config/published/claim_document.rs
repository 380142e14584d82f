//! Claims of a source as they are written. As in `document`, the doc comments are the reference manual.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::document::{Basis, Coordinate, Reduce};
use crate::value::words;

/// A claim of a source, and what decides whether it holds here.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "Claim")]
pub(super) struct ClaimTable {
    /// Where it stands. Required. Example: `place = "Section 4.1"`.
    pub(super) place: String,
    /// What is claimed, one sentence. Required. Example: `claim = "NIST rises with the size of the test set."`.
    pub(super) claim: String,
    /// What is printed, with the words that weaken it. Required. Example: `published = "a steady increase"`.
    pub(super) published: String,
    /// What decides; the claim holds where all hold. Default: none, and then `reason` is required.
    /// Example: `checks = [{ values = { place = "Table 2", what = "x_max" } }]`.
    pub(super) checks: Option<Vec<CheckTable>>,
    /// Why it cannot be told whether the claim holds. Default: none, and then `checks` is required.
    /// Example: `reason = "it needs a decoder"`.
    pub(super) reason: Option<String>,
    /// How the result depends on what a synthetic corpus was fitted to. Default: `"predicted"`.
    /// Example: `basis = "follows"`.
    pub(super) basis: Option<Basis>,
    /// The figure of the report that shows it, as its file is named, without the ending. Default: none.
    /// Example: `figure = "scores-growth-enfr-1-gtm"`.
    pub(super) figure: Option<String>,
    /// What a reader should know. Default: none. Example: `note = "of two systems only"`.
    pub(super) note: Option<String>,
}

/// One thing that a claim says about the results. It has cases, one or, with `each` or `order`, several.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "Check")]
pub(super) struct CheckTable {
    /// What its number is called, before it. Default: nothing. Example: `label = "median"`.
    pub(super) label: Option<String>,
    /// The published values that the claim is about: it holds where they are reproduced. Default: none, and
    /// then `quantity` is required. Example: `values = { place = "Table 2", what = "x_max" }`.
    pub(super) values: Option<ValuesOfClaim>,
    /// Table and column that decide. A column of yes and no counts as 1 and 0. Default: none, and then
    /// `values` is required. Example: `quantity = "minimal_sizes.x_min"`.
    pub(super) quantity: Option<String>,
    /// Columns of the table and the values that they have, under the names of the source. Default: none.
    /// Example: `at = { metric = "bleu" }`.
    pub(super) at: Option<BTreeMap<String, Coordinate>>,
    /// What is made of all rows that match. Default: exactly one row must match. Example: `reduce = "max"`.
    pub(super) reduce: Option<Reduce>,
    /// The column that weights the rows of `reduce = "weighted-mean"`. Default: none.
    /// Example: `weight = "trials"`.
    pub(super) weight: Option<String>,
    /// A second number, with which the first is compared. Default: none.
    /// Example: `against = { at = { metric = "nist" } }`.
    pub(super) against: Option<AgainstTable>,
    /// What is made of both. Default: `"difference"`. Example: `relation = "ratio"`.
    pub(super) relation: Option<Relation>,
    /// Columns for each combination of whose values there is a case. Default: none, and then there is one
    /// case. Example: `each = ["system"]`.
    pub(super) each: Option<Vec<String>>,
    /// Columns of numbers, and from where to where they lie in the cases that count. Default: all cases count.
    /// Example: `among = { true_difference = [2, 3] }`.
    pub(super) among: Option<BTreeMap<String, [f64; 2]>>,
    /// The column whose values `order` lists. Default: none. Example: `along = "system"`.
    pub(super) along: Option<String>,
    /// Values of the column `along`, from the largest to the smallest number: every two neighbours are a case.
    /// Default: none. Example: `order = ["S3", "S1"]`.
    pub(super) order: Option<Vec<String>>,
    /// Whether `order` is from the smallest to the largest. Default: false. Example: `ascending = true`.
    pub(super) ascending: Option<bool>,
    /// The least number of a case that holds. Default: none. Example: `at-least = 3.5`.
    pub(super) at_least: Option<f64>,
    /// The largest number of a case that holds. Default: none. Example: `at-most = 4.5`.
    pub(super) at_most: Option<f64>,
    /// The share of cases that must hold. Default: 1. Example: `share = 0.9`.
    pub(super) share: Option<f64>,
    /// Whether each order of the documents is judged by itself: a claim that holds in some orders and not in
    /// others depends on the order. Default: false. Example: `by-order = true`.
    pub(super) by_order: Option<bool>,
    /// What turns the unit of print into that of the column, as for values. Limits and the numbers shown are
    /// in the unit of print. Default: 1. Example: `scale = 0.01`.
    pub(super) scale: Option<f64>,
    /// Unit behind the numbers shown. Default: none. Example: `unit = "%"`.
    pub(super) unit: Option<String>,
    /// Decimals of the numbers shown. Default: 2. Example: `decimals = 0`.
    pub(super) decimals: Option<u8>,
}

/// Published values of the same file.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "ValuesOfClaim")]
pub(super) struct ValuesOfClaim {
    /// How their `place` begins. Required. Example: `place = "Table 2"`.
    pub(super) place: String,
    /// What their `what` contains. Default: anything. Example: `what = "x_max"`.
    pub(super) what: Option<String>,
    /// Coordinates that they have. Default: any. Example: `at = { metric = "bleu" }`.
    pub(super) at: Option<BTreeMap<String, Coordinate>>,
}

/// The second number of a comparison.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "Against")]
pub(super) struct AgainstTable {
    /// Table and column. Default: those of the first. Example: `quantity = "scores.mean"`.
    pub(super) quantity: Option<String>,
    /// Coordinates in which it differs from the first. Default: none. Example: `at = { metric = "nist" }`.
    pub(super) at: Option<BTreeMap<String, Coordinate>>,
    /// What is made of all rows that match. Default: that of the first. Example: `reduce = "min"`.
    pub(super) reduce: Option<Reduce>,
}

words! {
    /// What is made of two numbers.
    #[derive(Default)]
    pub enum Relation {
        /// The first less the second.
        #[default]
        Difference = "difference",
        /// The first divided by the second.
        Ratio = "ratio",
    }
}
