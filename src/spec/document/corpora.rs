//! `[corpora.NAME]`: where corpora come from.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Named, OneOrMany, read_as_table, read_as_word};

/// A corpus: exactly one table named for its format, and where to get it. Paths are relative to
/// the spec file; files that end in `.gz` are read as gzip.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, remote = "Self")]
#[schemars(remote = "Corpus", extend("oneOf" = [
    { "required": ["evalset"] },
    { "required": ["plain"] },
    { "required": ["synthetic"] },
    { "required": ["nist"] },
    { "required": ["wmt-xml"] },
    { "required": ["mqm"] },
    { "required": ["table"] }
]))]
pub struct CorpusTable {
    /// Where to get the corpus; shown by reports, and when files are missing. Default: none.
    /// Example: `homepage = "https://www.statmt.org/wmt24"`.
    pub homepage: Option<String>,
    /// Terms of use, in a few words; shown with the homepage. Default: none.
    /// Example: `licence = "research only"`.
    pub licence: Option<String>,
    /// A test set in the layout of mt-metrics-eval.
    pub evalset: Option<EvalsetTable>,
    /// Text files, one segment per line.
    pub plain: Option<PlainTable>,
    /// A generated corpus.
    pub synthetic: Option<SyntheticTable>,
    /// SGML or XML files of the NIST evaluations.
    pub nist: Option<NistFilesTable>,
    /// XML files of WMT from 2021 on.
    pub wmt_xml: Option<WmtXmlTable>,
    /// Error annotations (MQM), one error per row.
    pub mqm: Option<MqmTable>,
    /// A table with one row per segment, or per segment and system.
    pub table: Option<TableTable>,
}

/// A test set in the layout of mt-metrics-eval: a folder with `sources`, `documents`,
/// `references`, `system-outputs`, `human-scores` and `metric-scores`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, remote = "Self")]
#[schemars(remote = "Evalset")]
pub struct EvalsetTable {
    /// Folder of the test set. Required. Example: `path = "mt-metrics-eval-v2/wmt24"`.
    #[schemars(required, length(min = 1))]
    pub path: Option<String>,
    /// Language pair, as in the names of the files. Required. Example: `language-pair = "en-de"`.
    #[schemars(required, length(min = 1))]
    pub language_pair: Option<String>,
    /// References to use, in the order in which reference counts take them. Default: all, in
    /// alphabetical order. Example: `references = ["refA", "refB"]`.
    #[schemars(length(min = 1))]
    pub references: Option<Vec<String>>,
}

/// Text files in UTF-8, one segment per line. References and systems are named by the stems of
/// their files. At least one reference or system.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, remote = "Self")]
#[schemars(remote = "Plain")]
pub struct PlainTable {
    /// Source texts. Default: none. Example: `source = "src.txt"`.
    #[schemars(length(min = 1))]
    pub source: Option<String>,
    /// Reference files, in the order in which reference counts take them. Default: none.
    /// Example: `references = ["ref1.txt", "ref2.txt"]`.
    pub references: Option<Vec<String>>,
    /// Files of system outputs. Default: none. Example: `systems = ["S1.txt", "S2.txt"]`.
    pub systems: Option<Vec<String>>,
    /// File with one document name per line; the segments of a document are contiguous.
    /// Default: every segment is a document of its own. Example: `documents = "docids.txt"`.
    #[schemars(length(min = 1))]
    pub documents: Option<String>,
}

/// A corpus generated from a seed; every report says that it is synthetic.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, remote = "Self")]
#[schemars(remote = "Synthetic")]
pub struct SyntheticTable {
    /// Name of the preset; `runner corpus presets` lists them. Required.
    /// Example: `preset = "cesta-enfr-1"`.
    #[schemars(required, length(min = 1))]
    pub preset: Option<String>,
    /// Seed of the generator, from 0 to 9223372036854775807. Default: the seed of the experiment.
    /// Example: `seed = 1`.
    #[schemars(range(min = 0))]
    pub seed: Option<i64>,
}

/// SGML files of the NIST evaluations as they are really written, or their XML form (files that
/// end in `.xml` or begin with `<?xml`). Documents are matched by `docid`, segments by `id`. A
/// reference or system is named by its `sysid` or `refid`, else by the stem of its file. At least
/// one reference or system.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, remote = "Self")]
#[schemars(remote = "Nist")]
pub struct NistFilesTable {
    /// Source set. Default: none. Example: `source = "cesta/src.sgm"`.
    #[schemars(length(min = 1))]
    pub source: Option<String>,
    /// Reference sets, in the order in which reference counts take them; one file may hold several
    /// references. Default: none. Example: `references = ["cesta/ref.sgm"]`.
    pub references: Option<Vec<String>>,
    /// Test sets; one file may hold several systems. Default: none.
    /// Example: `systems = ["cesta/tst.sgm"]`.
    pub systems: Option<Vec<String>>,
    /// Whether `&amp;` and the like are decoded in SGML, as NIST's scorer does; in XML they always
    /// are. Default: true. Example: `decode-entities = false`.
    pub decode_entities: Option<bool>,
}

/// XML files of WMT from 2021 on. Segments are matched by `id` in their document; those that a
/// reference or system lacks are missing.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, remote = "Self")]
#[schemars(remote = "WmtXml")]
pub struct WmtXmlTable {
    /// The file, or several: the first says which documents there are, the others may add
    /// references and systems. Required. Example: `paths = "newstest2021.en-de.all.xml"`.
    #[schemars(required)]
    pub paths: Option<OneOrMany<String>>,
    /// References to use, in the order in which reference counts take them: `ref` and the name of
    /// the translator. Default: all, in alphabetical order. Example: `references = ["refA", "refC"]`.
    #[schemars(length(min = 1))]
    pub references: Option<Vec<String>>,
    /// Whether the documents of test suites are taken too. Default: false.
    /// Example: `testsuites = true`.
    pub testsuites: Option<bool>,
}

/// Error annotations (MQM) in TSV, one error per row, as judgments on the criterion `mqm`. A
/// segment's score is minus the sum of its errors' weights.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, remote = "Self")]
#[schemars(remote = "Mqm")]
pub struct MqmTable {
    /// The file, or several that are read one after the other. Required.
    /// Example: `paths = "mqm_newstest2020_ende.tsv"`.
    #[schemars(required)]
    pub paths: Option<OneOrMany<String>>,
    /// Systems whose texts are references, in the order in which reference counts take them.
    /// Default: those whose names look human, such as `ref`, `refA`, `ref-A` or `Human-A`.
    /// Example: `references = ["Human-A.0"]`.
    #[schemars(length(min = 1))]
    pub references: Option<Vec<String>>,
    /// Weights by severity, optionally with category and subcategory, beside or instead of the
    /// usual ones; the longest that fits an error counts, capitals aside. Default: `major` 5,
    /// `minor` 1, `neutral` 0, `no-error` 0, `major/non-translation` 25 (with or without `!`),
    /// `minor/fluency/punctuation` 0.1. Example: `weights = { critical = 10, minor = 2 }`.
    #[schemars(with = "Option<std::collections::BTreeMap<String, f64>>")]
    pub weights: Option<Named<f64>>,
    /// What becomes of several raters of a segment. Default: `"average"`.
    /// Example: `raters = "separate"`.
    pub raters: Option<RatersWord>,
    /// Whether fields in `"` are unquoted. Default: false. Example: `quoted = true`.
    pub quoted: Option<bool>,
}

/// What becomes of several raters of a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", remote = "Self")]
#[schemars(remote = "Raters")]
pub enum RatersWord {
    /// Their mean is the one judgment.
    Average,
    /// They are the judges.
    Separate,
}

/// A table in TSV, CSV, JSONL or Parquet with named columns. Either one row per segment with a column per
/// system (`systems`), or one row per segment and system (`system` and, for texts, `hypothesis`),
/// or per judge of it (`judge`). A Parquet file that `runner corpus convert` wrote needs none of these.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, remote = "Self")]
#[schemars(remote = "Table")]
pub struct TableTable {
    /// The file. Required. Example: `path = "scores.tsv"`.
    #[schemars(required, length(min = 1))]
    pub path: Option<String>,
    /// How rows are written. Default: by the ending of the file's name, `.tsv`, `.tab`, `.csv`,
    /// `.jsonl`, `.ndjson` or `.parquet`. Example: `layout = "quoted-tsv"`.
    pub layout: Option<LayoutWord>,
    /// Column of the document's name. Default: every segment is a document of its own.
    /// Example: `document = "doc"`.
    #[schemars(length(min = 1))]
    pub document: Option<String>,
    /// Column of the document's domain; needs `document`. Default: none.
    /// Example: `domain = "genre"`.
    #[schemars(length(min = 1))]
    pub domain: Option<String>,
    /// Column of the segment's number or name in its document. Required with `judge`. Default: the
    /// i-th row of every system is segment i. Example: `segment = "seg_id"`.
    #[schemars(length(min = 1))]
    pub segment: Option<String>,
    /// Column of the source text. Default: none. Example: `source = "src"`.
    #[schemars(length(min = 1))]
    pub source: Option<String>,
    /// Columns of references, in the order in which reference counts take them; each is named as
    /// its column. Default: none. Example: `references = ["ref"]`.
    #[schemars(length(min = 1))]
    pub references: Option<Vec<String>>,
    /// Columns of system outputs; each is named as its column. Default: none.
    /// Example: `systems = ["S1", "S2"]`.
    #[schemars(length(min = 1))]
    pub systems: Option<Vec<String>>,
    /// Column of the system's name. Default: none. Example: `system = "system"`.
    #[schemars(length(min = 1))]
    pub system: Option<String>,
    /// Column of the output of the row's system. Default: none. Example: `hypothesis = "mt"`.
    #[schemars(length(min = 1))]
    pub hypothesis: Option<String>,
    /// Column of the judge's name. Default: one judge. Example: `judge = "rater"`.
    #[schemars(length(min = 1))]
    pub judge: Option<String>,
    /// Columns of judgments, one per criterion. Default: none.
    /// Example: `judgments = ["fluency", "adequacy"]`.
    #[schemars(length(min = 1))]
    pub judgments: Option<Vec<String>>,
    /// Columns of scores of external metrics, of segments or, on rows with a document and an empty
    /// segment, of documents. Default: none.
    /// Example: `scores = ["comet"]`.
    #[schemars(length(min = 1))]
    pub scores: Option<Vec<String>>,
}

/// How the rows of a table are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", remote = "Self")]
#[schemars(remote = "Layout")]
pub enum LayoutWord {
    /// Fields between tabs, as they stand.
    Tsv,
    /// Fields between tabs, `"` around those that need it.
    QuotedTsv,
    /// Fields between commas, `"` around those that need it.
    Csv,
    /// A JSON object per line.
    Jsonl,
    /// Parquet, with columns of texts, integers or floating-point numbers.
    Parquet,
}

read_as_word!(RatersWord, LayoutWord);
read_as_table!(
    CorpusTable,
    EvalsetTable,
    PlainTable,
    SyntheticTable,
    NistFilesTable,
    WmtXmlTable,
    MqmTable,
    TableTable,
);
