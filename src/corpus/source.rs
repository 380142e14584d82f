//! Where a corpus comes from: one description per format, as the spec states it.
//!
//! Paths are as written; they are resolved where the corpus is read. The serialised form is part
//! of the canonical spec.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Serialize;

/// A format and its files.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CorpusFormat {
    /// A test set in the layout of mt-metrics-eval.
    Evalset(EvalsetSource),
    /// Line-aligned files.
    Plain(PlainSource),
    /// NIST test sets in SGML or XML.
    Nist(NistSource),
    /// WMT test sets in XML.
    WmtXml(WmtXmlSource),
    /// Error annotations.
    Mqm(MqmSource),
    /// Rows with named columns.
    Table(TableSource),
    /// Generated.
    Synthetic(SyntheticSource),
}

/// A folder in the layout of mt-metrics-eval.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct EvalsetSource {
    /// Folder of the test set.
    pub path: PathBuf,
    /// For instance `en-de`.
    pub language_pair: String,
    /// References to use, in this order; `None` takes all in alphabetical order.
    pub references: Option<Vec<String>>,
}

/// Line-aligned text files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct PlainSource {
    /// Source texts.
    pub source: Option<PathBuf>,
    /// Reference files in order, named by their file stems.
    pub references: Vec<PathBuf>,
    /// System files, named by their file stems.
    pub systems: Vec<PathBuf>,
    /// One document name per line; without it, every segment is a document of its own.
    pub documents: Option<PathBuf>,
}

/// NIST test sets: `srcset`, `refset` and `tstset` files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct NistSource {
    /// File with the `srcset`.
    pub source: Option<PathBuf>,
    /// Files with `refset`s, each with any number of references, in order.
    pub references: Vec<PathBuf>,
    /// Files with `tstset`s, each with any number of systems.
    pub systems: Vec<PathBuf>,
    /// Whether `&amp;` and the like are decoded in SGML, as NIST's scorer does; XML always is.
    pub decode_entities: bool,
}

/// WMT test sets in XML, from 2021 on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct WmtXmlSource {
    /// Files; the first says which documents there are, the others may add references and systems.
    pub files: Vec<PathBuf>,
    /// References to use, in this order; `None` takes all in alphabetical order.
    pub references: Option<Vec<String>>,
    /// Whether the documents of test suites are taken too.
    pub testsuites: bool,
}

/// Error annotations, one error per row.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct MqmSource {
    /// Tab-separated files with a header.
    pub files: Vec<PathBuf>,
    /// Systems whose texts are references, in this order; `None` takes those whose names look
    /// human (`ref`, `ref-A`, `refA`, `Human-A`).
    pub references: Option<Vec<String>>,
    /// Weights of errors beside or instead of the usual ones: `severity`, `severity/category` or
    /// `severity/category/subcategory`, in any case; the longest that fits is taken.
    pub weights: BTreeMap<String, f64>,
    /// What becomes of several raters.
    pub raters: MqmRaters,
    /// Whether fields in `"` are unquoted.
    pub quoted: bool,
}

/// What becomes of several raters of a segment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MqmRaters {
    /// Their mean is the one judgment.
    #[default]
    Average,
    /// The judgments of a segment, in byte order of the raters' names.
    Separate,
}

/// Rows with named columns.
///
/// Without `system`, a row is a segment, and `systems` names the columns of outputs. With it, a
/// row is a system's segment, or one judge's view of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct TableSource {
    /// The file.
    pub path: PathBuf,
    /// How rows are written; `None` goes by the file name.
    pub layout: Option<TableLayout>,
    /// Column of document names; without it, every segment is a document of its own.
    pub document: Option<String>,
    /// Column of domains.
    pub domain: Option<String>,
    /// Column that tells segments apart, within their document if there is one. Without it, the
    /// i-th row of every system is segment i.
    pub segment: Option<String>,
    /// Column of source texts.
    pub source: Option<String>,
    /// Columns of references, in order; each is named as its column.
    pub references: Vec<String>,
    /// Columns of outputs; each is named as its column. Only without `system`.
    pub systems: Vec<String>,
    /// Column of system names.
    pub system: Option<String>,
    /// Column of outputs. Only with `system`.
    pub hypothesis: Option<String>,
    /// Column of judges' names. Only with `system` and `segment`.
    pub judge: Option<String>,
    /// Columns of judgments; each is a criterion. Only with `system`.
    pub judgments: Vec<String>,
    /// Columns of scores of external metrics. Only with `system`.
    pub scores: Vec<String>,
}

impl TableSource {
    /// Whether it says what any column is for; a corpus written as Parquet says so itself.
    pub fn names_columns(&self) -> bool {
        let Self { path, layout, .. } = self;
        *self != Self { path: path.clone(), layout: *layout, ..Self::default() }
    }
}

/// How rows with named columns are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TableLayout {
    /// Fields between tabs, as they stand.
    Tsv,
    /// Fields between tabs, `"` around those that need it.
    QuotedTsv,
    /// Fields between commas, `"` around those that need it.
    Csv,
    /// A JSON object per line.
    Jsonl,
    /// Parquet.
    Parquet,
}

/// A generated corpus.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct SyntheticSource {
    /// Name of the preset.
    pub preset: String,
    /// Seed of the generator.
    pub seed: u64,
}
