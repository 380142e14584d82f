//! A file of printed values as it is written: structs that mirror the TOML file one to one.
//!
//! The doc comments here are the reference manual of the format: they become the descriptions of the
//! JSON Schema.

use std::collections::BTreeMap;
use std::fmt;

use schemars::{JsonSchema, json_schema};
use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Unexpected, Visitor};

use super::claim_document::ClaimTable;
use super::figures::FigureTable;
use crate::value::{self, Named, inline_schema, words};

/// The published values of one source, such as a paper.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "Published")]
pub(super) struct PublishedDocument {
    /// What was printed where. Required.
    pub(super) source: Source,
    /// Names that the source uses otherwise than the corpora of the experiment, by coordinate:
    /// `[names.system]` with the name in the source as key. Default: none.
    /// Example: `names.system = { S5 = "S3" }`.
    pub(super) names: Option<BTreeMap<String, BTreeMap<String, String>>>,
    /// Names of the source that stand for nothing known, by coordinate, with the reason: values under
    /// them are not compared. Default: none. Example: `unknown.system = { S1 = "not told" }`.
    pub(super) unknown: Option<BTreeMap<String, BTreeMap<String, String>>>,
    /// How tables print the values of coordinates, by coordinate: `[labels.metric]` with the value as key.
    /// Default: the values. Example: `labels.metric = { gtm = "GTM" }`.
    pub(super) labels: Option<BTreeMap<String, BTreeMap<String, String>>>,
    /// The published values, one `[[values]]` for each block of a table and each number in a sentence.
    /// Default: none. Example: `values = [{ place = "Table 1" }]`.
    pub(super) values: Option<Vec<ValuesTable>>,
    /// Printed tables that the report shows in their own rows and columns, with the reproduced values in
    /// them. Default: none. Example: `tables = [{ place = "Table 1", title = "Scores" }]`.
    pub(super) tables: Option<Vec<LayoutTable>>,
    /// What the source concludes. Default: none.
    /// Example: `claims = [{ place = "Section 4", claim = "Four documents rank all systems.", published = "4", reason = "not told" }]`.
    pub(super) claims: Option<Vec<ClaimTable>>,
    /// Tables and figures whose values are not available. Default: none.
    /// Example: `missing = [{ place = "Figure 1", what = "BLEU", reason = "no figure" }]`.
    pub(super) missing: Option<Vec<Missing>>,
    /// The figures of the source, one `[[figures]]` each, with those of the run that show them. Default: none.
    /// Example: `figures = [{ place = "Figure 1", what = "BLEU", reason = "a drawing" }]`.
    pub(super) figures: Option<Vec<FigureTable>>,
}

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
    /// Numbers and names that describe the study and are no results, in words. Default: none.
    /// Example: `parameters = { documents = "15" }`.
    pub parameters: Option<BTreeMap<String, String>>,
}

/// Published values of one kind: one number, a line, a column or a block of a table.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "Values")]
pub(super) struct ValuesTable {
    /// Table, figure or section that prints them. Required. Example: `place = "Table 2"`.
    pub(super) place: String,
    /// What the numbers are, in words. Required. Example: `what = "x_min of the power function"`.
    pub(super) what: String,
    /// Unit as printed; empty for pure numbers. Required. Example: `unit = "documents"`.
    pub(super) unit: String,
    /// Words that weaken the number, from the source. Default: none. Example: `hedge = "about"`.
    pub(super) hedge: Option<String>,
    /// What a reader should know. Default: none. Example: `note = "printed without its unit"`.
    pub(super) note: Option<String>,
    /// Table and column that reproduce the number, or several where one printed entry holds several
    /// numbers, separated by blanks; `TABLE.half-width` stands for half of upper less lower end.
    /// Default: none, and then `reason` is required. Example: `quantity = "scores.median"`.
    pub(super) quantity: Option<OneOrMany>,
    /// Why no table reproduces the number. Default: none, and then `quantity` is required.
    /// Example: `reason = "an example of the method"`.
    pub(super) reason: Option<String>,
    /// What turns the printed unit into that of the table. Default: 1. Example: `scale = 100`.
    pub(super) scale: Option<f64>,
    /// What is made of all rows that match, where a number stands for many. Default: exactly one row
    /// must match. Example: `reduce = "median"`.
    pub(super) reduce: Option<Reduce>,
    /// The column that weights the rows of `reduce = "weighted-mean"`. Default: none.
    /// Example: `weight = "segments"`.
    pub(super) weight: Option<String>,
    /// How the reproduced numbers depend on what a synthetic corpus was fitted to. Say in `note` what they
    /// follow from. Default: `"predicted"`. Example: `basis = "calibrated"`.
    pub(super) basis: Option<Basis>,
    /// Numbers of the block with another basis. Default: none.
    /// Example: `bases = [{ at = { metric = "bleu" }, basis = "follows" }]`.
    pub(super) bases: Option<Vec<BasisTable>>,
    /// Row of the printed table, with names of coordinates in braces. Default: the value of `down`.
    /// Example: `row = "{system}"`.
    pub(super) row: Option<String>,
    /// Column of the printed table, with names of coordinates in braces. Default: the value of `across`,
    /// or else `what`. Example: `column = "{metric}: median"`.
    pub(super) column: Option<String>,
    /// Columns of the table and the values that they have in its row; a list where any will do.
    /// Default: none. Example: `at = { corpus = "enfr-1", metric = "bleu" }`.
    pub(super) at: Option<BTreeMap<String, Coordinate>>,
    /// The column whose values are the keys of `printed`. Default: none. Example: `down = "metric"`.
    pub(super) down: Option<String>,
    /// The column whose values are `columns`. Default: none. Example: `across = "system"`.
    pub(super) across: Option<String>,
    /// The values of the column that `across` names, in the order of the printed lists.
    /// Default: none. Example: `columns = ["S1", "S2"]`.
    pub(super) columns: Option<Vec<String>>,
    /// The numbers as they are printed, in quotes, `"-"` where none is printed: one alone, a list
    /// (`across`), or a table of these (`down`). Required. Example: `printed = ["20.04", "19.08"]`.
    pub(super) printed: Printed,
    /// Known misprints and inconsistencies. Default: none.
    /// Example: `misprints = [{ note = "the header says %; these are fractions" }]`.
    pub(super) misprints: Option<Vec<MisprintTable>>,
}

/// Numbers of a block that have another basis than the block.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "Bases")]
pub(super) struct BasisTable {
    /// Which of the numbers. Required. Example: `at = { metric = "bleu" }`.
    pub(super) at: BTreeMap<String, Coordinate>,
    /// Their basis. Required. Example: `basis = "follows"`.
    pub(super) basis: Basis,
    /// What they follow from. Default: the note of the block. Example: `note = "ranks of fitted scores"`.
    pub(super) note: Option<String>,
}

/// A printed table as the report shows it.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "LayoutTable")]
pub(super) struct LayoutTable {
    /// The `place` of its values. Required. Example: `place = "Table 1"`.
    pub(super) place: String,
    /// What it shows. Required. Example: `title = "Judgments, first run"`.
    pub(super) title: String,
    /// Heading of its first column. Default: empty. Example: `heading = "System"`.
    pub(super) heading: Option<String>,
    /// Its rows in order, as `row` of the values names them; others follow. Default: as the values come.
    /// Example: `rows = ["S1", "S2"]`.
    pub(super) rows: Option<Vec<String>>,
    /// Its columns in order, as `column` of the values names them; others follow. Default: as the values
    /// come. Example: `columns = ["BLEU", "NIST"]`.
    pub(super) columns: Option<Vec<String>>,
}

/// Something that is printed wrong.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "Misprint")]
pub(super) struct MisprintTable {
    /// Which of the numbers. Default: all of the block. Example: `at = { system = "S7" }`.
    pub(super) at: Option<BTreeMap<String, Coordinate>>,
    /// What is wrong. Required. Example: `note = "a probability cannot be 2"`.
    pub(super) note: String,
    /// The right number, in the printed unit. Default: not known. Example: `corrected = "1"`.
    pub(super) corrected: Option<String>,
}

/// Values that are not available.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Missing {
    /// Table or figure. Required. Example: `place = "Figure 1"`.
    pub place: String,
    /// What it shows. Required. Example: `what = "BLEU against the word penalty"`.
    pub what: String,
    /// Why its values are not available. Required. Example: `reason = "the copy holds no figure"`.
    pub reason: String,
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
        /// The mean, weighted by the column that `weight` names.
        WeightedMean = "weighted-mean",
        /// How many rows have a value.
        Count = "count",
    }
}

words! {
    /// How a reproduced value depends on what a synthetic corpus was fitted to.
    #[derive(Default)]
    pub enum Basis {
        /// A synthetic corpus was fitted to it.
        Calibrated = "calibrated",
        /// Arithmetic of fitted values.
        Follows = "follows",
        /// Nothing was fitted to it.
        #[default]
        Predicted = "predicted",
        /// It has a closed form, whatever the corpus.
        ClosedForm = "closed-form",
    }
}

/// Texts: one, or several in a list.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum OneOrMany {
    /// Written alone.
    One(String),
    /// Written as a list.
    Many(Vec<String>),
}

struct OneOrManyVisitor;

impl<'de> Visitor<'de> for OneOrManyVisitor {
    type Value = OneOrMany;

    fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        text.write_str("a string or a list of strings")
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<OneOrMany, E> {
        Ok(OneOrMany::One(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<OneOrMany, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(list)).map(OneOrMany::Many)
    }
}

impl<'de> Deserialize<'de> for OneOrMany {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        source.deserialize_any(OneOrManyVisitor)
    }
}

inline_schema!("OneOrMany", [] OneOrMany, |generator| {
    value::OneOrMany::<value::Text>::json_schema(generator)
});

/// Values of a column, as text: one, or several of which any will do.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Coordinate(pub(super) Vec<String>);

/// Reads a value of a column or, outside of a list, a list of them.
struct Values {
    in_list: bool,
}

impl<'de> Visitor<'de> for Values {
    type Value = Vec<String>;

    fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        text.write_str("a string, a number or a list of these")
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Vec<String>, E> {
        Ok(vec![value.to_owned()])
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Vec<String>, E> {
        Ok(vec![value.to_string()])
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Vec<String>, E> {
        Ok(vec![value.to_string()])
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<String>, A::Error> {
        if self.in_list {
            return Err(A::Error::invalid_type(Unexpected::Seq, &self));
        }
        let mut values = Vec::new();
        while let Some(value) = list.next_element_seed(Self { in_list: true })? {
            values.extend(value);
        }
        Ok(values)
    }
}

impl<'de> DeserializeSeed<'de> for Values {
    type Value = Vec<String>;

    fn deserialize<D: Deserializer<'de>>(self, source: D) -> Result<Vec<String>, D::Error> {
        source.deserialize_any(self)
    }
}

impl<'de> Deserialize<'de> for Coordinate {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        Values { in_list: false }.deserialize(source).map(Self)
    }
}

inline_schema!("Coordinate", [] Coordinate, |_generator| {
    let one = json_schema!({ "type": ["string", "number"] });
    json_schema!({ "oneOf": [one, { "type": "array", "items": one, "minItems": 1 }] })
});

/// Numbers as they are printed.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Printed {
    /// One entry, or several from left to right.
    Line(OneOrMany),
    /// Lines from top to bottom, each with one entry or several.
    Block(Vec<(String, OneOrMany)>),
}

struct PrintedVisitor;

impl<'de> Visitor<'de> for PrintedVisitor {
    type Value = Printed;

    fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        text.write_str("a string, a list of strings, or a table of these")
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Printed, E> {
        OneOrManyVisitor.visit_str(value).map(Printed::Line)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Printed, A::Error> {
        OneOrManyVisitor.visit_seq(list).map(Printed::Line)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Printed, A::Error> {
        let block = Named::<OneOrMany>::deserialize(MapAccessDeserializer::new(map))?;
        Ok(Printed::Block(block.0))
    }
}

impl<'de> Deserialize<'de> for Printed {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        source.deserialize_any(PrintedVisitor)
    }
}

inline_schema!("Printed", [] Printed, |_generator| {
    let entry = json_schema!({ "type": "string", "pattern": ENTRY_PATTERN });
    let line = json_schema!({ "type": "array", "items": entry, "minItems": 1 });
    let lines = json_schema!({ "oneOf": [entry, line] });
    let block =
        json_schema!({ "type": "object", "minProperties": 1, "additionalProperties": lines });
    json_schema!({ "oneOf": [entry, line, block] })
});

/// Numbers separated by blanks, or `-` for none.
const ENTRY_PATTERN: &str =
    r"^(-|[+-]?([0-9]+(\.[0-9]+)?|\.[0-9]+)( [+-]?([0-9]+(\.[0-9]+)?|\.[0-9]+))*)$";
