//! Where a corpus comes from: one description per format, as the spec states it.
//!
//! Paths are as written; they are resolved where the corpus is read. The serialised form is part
//! of the canonical spec. The documentation of keys is that of the JSON Schema.

mod json;
mod judged;
mod leave_out;
mod outputs;
mod table;

use std::collections::BTreeMap;
use std::path::PathBuf;

use schemars::JsonSchema;
use serde::de::Deserializer;
use serde::{Deserialize, Serialize};

pub use json::{CometSource, SamplesSource, WmtCriterion, WmtJsonlSource};
use judged::weights;
pub use judged::{AppraiseSource, MqmRaters, MqmSource, PearmutSource, Protocol};
use outputs::ListOrTable;
pub use outputs::Outputs;
pub use table::TableSource;

pub use crate::corpus::rows::TableLayout;

use crate::corpus::{Corpus, CorpusError, synthetic};
use crate::value::{
    Check, Distinct, Entry, FromZero, Kind, Named, OneOrMany, Refusal, Seed, Set, Text, checked,
};

/// A format and its files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "format", rename_all = "kebab-case")]
#[schemars(inline)]
pub enum CorpusFormat {
    /// A test set in the layout of mt-metrics-eval.
    Evalset(EvalsetSource),
    /// Text files, one segment per line.
    #[serde(deserialize_with = "checked")]
    Plain(PlainSource),
    /// A generated corpus.
    Synthetic(SyntheticSource),
    /// SGML or XML files of the NIST evaluations.
    #[serde(deserialize_with = "checked")]
    Nist(NistSource),
    /// XML files of WMT from 2021 on.
    WmtXml(WmtXmlSource),
    /// Error annotations (MQM), one error per row.
    Mqm(MqmSource),
    /// Exports of Appraise (ESA and MQM campaigns).
    #[serde(deserialize_with = "checked")]
    Appraise(AppraiseSource),
    /// Logs or exports of campaigns of Pearmut.
    Pearmut(PearmutSource),
    /// A table with one row per segment, or per segment and system.
    #[serde(deserialize_with = "checked")]
    Table(TableSource),
    /// JSON lines of WMT from 2025 on.
    #[serde(deserialize_with = "checked")]
    WmtJsonl(WmtJsonlSource),
    /// Files that COMET wrote, with texts and scores.
    Comet(CometSource),
    /// Logs of samples of lm-evaluation-harness, inspect, promptfoo, `DeepEval` or Every Eval Ever.
    Samples(SamplesSource),
}

/// A test set in the layout of mt-metrics-eval: a folder with `sources`, `documents`,
/// `references`, `system-outputs`, `human-scores` and `metric-scores`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "Evalset")]
pub struct EvalsetSource {
    /// Folder of the test set. Example: `path = "wmt24"`.
    #[serde(with = "Text::<PathBuf>")]
    pub path: PathBuf,
    /// Language pair, as in the names of the files. Example: `language-pair = "en-de"`.
    #[serde(with = "Text")]
    pub language_pair: String,
    /// References to use, in the order in which reference counts take them. Default: all, in
    /// alphabetical order. Example: `references = ["refA", "refB"]`.
    #[serde(default, with = "Option::<Set<Text>>")]
    pub references: Option<Vec<String>>,
    /// Criteria whose judgments are ratings, `human-scores/PAIR.NAME.seg.rating`: the names of the files of
    /// each. The judgment of a segment is minus the sum of the weights of its errors. Default: none.
    /// Example: `ratings = { mqm = ["mqm.rater1", "mqm.rater2"] }`.
    #[serde(default, deserialize_with = "ratings", skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(with = "Named<Entry<OneOrMany<Text>>>")]
    pub ratings: BTreeMap<String, Vec<String>>,
    /// Weights of the errors of ratings by severity, optionally with category, as those of `mqm`. Other
    /// errors have the score that stands in the file, or where there is none the usual weight, and errors
    /// of the source none. Default: none. Example: `weights = { critical = 10 }`.
    #[serde(default, deserialize_with = "weights", skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(with = "Named<Entry<FromZero>>")]
    pub weights: BTreeMap<String, f64>,
    /// Whether the errors of each severity are counted too, as criteria of their own such as `mqm-major`.
    /// Default: false. Example: `error-counts = true`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub error_counts: bool,
}

fn ratings<'de, D: Deserializer<'de>>(
    source: D,
) -> Result<BTreeMap<String, Vec<String>>, D::Error> {
    let named = Named::<Entry<OneOrMany<Text>>>::deserialize(source)?;
    Ok(named.0.into_iter().map(|(name, files)| (name, files.0)).collect())
}

/// Text files in UTF-8, one segment per line. References and systems are named by the stems of
/// their files. At least one reference or system.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "Plain")]
pub struct PlainSource {
    /// Source texts. Default: none. Example: `source = "src.txt"`.
    #[serde(default, with = "Option::<Text<PathBuf>>")]
    pub source: Option<PathBuf>,
    /// Reference files, in the order in which reference counts take them. Default: none.
    /// Example: `references = ["ref1.txt", "ref2.txt"]`.
    #[serde(default, with = "Distinct::<Text<PathBuf>>")]
    pub references: Vec<PathBuf>,
    /// Files of system outputs; or a table that names the systems, with the files of several runs of a system as a list: outputs
    /// that are called as the system with `.1`, `.2`, ... behind. Default: none.
    /// Example: `systems = ["S1.txt", "S2.txt"]`.
    #[serde(default, with = "ListOrTable")]
    pub systems: Outputs,
    /// File with one document name per line; the segments of a document are contiguous.
    /// Default: every segment is a document of its own. Example: `documents = "docids.txt"`.
    #[serde(default, with = "Option::<Text<PathBuf>>")]
    pub documents: Option<PathBuf>,
    /// Scores of external metrics by name, which a metric of kind `external` reads: a file for each
    /// system, in the order of `systems`, with a number on each line (an empty line, `nan` or `None`
    /// where there is none), or the file that `comet-score --to_json` writes. Default: none.
    /// Example: `scores = { comet = ["S1.comet", "S2.comet"] }`.
    #[serde(default, deserialize_with = "scores", skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(with = "Named<Entry<OneOrMany<Text<PathBuf>>>>")]
    pub scores: BTreeMap<String, Vec<PathBuf>>,
    /// Human judgments by criterion, in files as those of `scores`. `NAME@JUDGE` has those that one judge
    /// gave; judges without names are `NAME@1`, `NAME@2`, ... Default: none.
    /// Example: `judgments = { "esa@ann" = ["S1.ann", "S2.ann"], "esa@bob" = ["S1.bob", "S2.bob"] }`.
    #[serde(default, deserialize_with = "scores", skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(with = "Named<Entry<OneOrMany<Text<PathBuf>>>>")]
    pub judgments: BTreeMap<String, Vec<PathBuf>>,
}

fn scores<'de, D: Deserializer<'de>>(
    source: D,
) -> Result<BTreeMap<String, Vec<PathBuf>>, D::Error> {
    let named = Named::<Entry<OneOrMany<Text<PathBuf>>>>::deserialize(source)?;
    Ok(named.0.into_iter().map(|(name, paths)| (name, paths.0)).collect())
}

impl Check for PlainSource {
    fn check(&self) -> Result<(), Refusal> {
        some_texts(&self.references, &self.systems)?;
        let columns = [("scores", &self.scores), ("judgments", &self.judgments)];
        let given = columns.into_iter().find(|(_, columns)| !columns.is_empty());
        if let Some((key, _)) = given.filter(|_| self.systems.is_empty()) {
            let help = "add `systems`: the files of the outputs that were scored";
            let refusal = Refusal::new("{value} needs `systems`, which they are of", help);
            return Err(refusal.at(key).lacking(["systems"]));
        }
        Ok(())
    }
}

/// SGML files of the NIST evaluations as they are really written, or their XML form (files that
/// end in `.xml` or begin with `<?xml`). Documents are matched by `docid`, segments by `id`. A
/// reference or system is named by its `sysid` or `refid`, else by the stem of its file. At least
/// one reference or system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "Nist")]
pub struct NistSource {
    /// Source set. Default: none. Example: `source = "cesta/src.sgm"`.
    #[serde(default, with = "Option::<Text<PathBuf>>")]
    pub source: Option<PathBuf>,
    /// Reference sets, in the order in which reference counts take them; one file may hold several
    /// references. Default: none. Example: `references = ["cesta/ref.sgm"]`.
    #[serde(default, with = "Distinct::<Text<PathBuf>>")]
    pub references: Vec<PathBuf>,
    /// Test sets; one file may hold several systems. Default: none.
    /// Example: `systems = ["cesta/tst.sgm"]`.
    #[serde(default, with = "Distinct::<Text<PathBuf>>")]
    pub systems: Vec<PathBuf>,
    /// Whether `&amp;` and the like are decoded in SGML, as NIST's scorer does; in XML they always
    /// are. Example: `decode-entities = false`.
    #[serde(default = "yes")]
    pub decode_entities: bool,
}

fn yes() -> bool {
    true
}

impl Check for NistSource {
    fn check(&self) -> Result<(), Refusal> {
        some_texts(&self.references, &self.systems)
    }
}

fn some_texts(references: &[PathBuf], systems: &[PathBuf]) -> Result<(), Refusal> {
    if !references.is_empty() || !systems.is_empty() {
        return Ok(());
    }
    let problem = "[{table}] names neither references nor systems";
    let refusal = Refusal::new(problem, "add `references` or `systems`: lists of files");
    Err(refusal.lacking(["references", "systems"]))
}

/// XML files of WMT from 2021 on. Segments are matched by `id` in their document; those that a
/// reference or system lacks are missing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "WmtXml")]
pub struct WmtXmlSource {
    /// The file, or several: the first says which documents there are, the others may add
    /// references and systems. Example: `paths = "newstest2021.en-de.all.xml"`.
    #[serde(rename(deserialize = "paths"), with = "OneOrMany::<Text<PathBuf>>")]
    pub files: Vec<PathBuf>,
    /// References to use, in the order in which reference counts take them: `ref` and the name of
    /// the translator. Default: all, in alphabetical order. Example: `references = ["refA", "refC"]`.
    #[serde(default, with = "Option::<Set<Text>>")]
    pub references: Option<Vec<String>>,
    /// Whether the documents of test suites are taken too. Example: `testsuites = true`.
    #[serde(default)]
    pub testsuites: bool,
}

impl CorpusFormat {
    /// Whether the corpus is generated from a seed.
    pub fn is_generated(&self) -> bool {
        matches!(self, Self::Synthetic(_))
    }

    /// The language pair, where the source names it.
    pub fn language_pair(&self) -> Option<&str> {
        match self {
            Self::Evalset(source) => Some(&source.language_pair),
            Self::WmtJsonl(source) => source.language_pair.as_deref(),
            Self::Appraise(source) => source.language_pair.as_deref(),
            Self::Pearmut(source) => source.language_pair.as_deref(),
            _ => None,
        }
    }
}

/// A corpus generated from a seed; every report says that it is synthetic.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "Synthetic")]
pub struct SyntheticSource {
    /// Name of the preset; `runner corpus presets` lists them. Example: `preset = "cesta-enfr-1"`.
    #[serde(with = "Text")]
    pub preset: String,
    /// Seed of the generator, from 0 to 9223372036854775807. Default: the seed of the experiment.
    /// Example: `seed = 1`.
    #[serde(default, with = "Seed")]
    #[schemars(skip_serializing)]
    pub seed: u64,
    /// Systems that are called otherwise here, such as in the paper that the experiment is about: by the name that the
    /// preset has for each, its name here. Default: none. Example: `systems = { S1 = "S3", S2 = "S4" }`.
    #[serde(default, deserialize_with = "names", skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(with = "Named<Entry<Text>>")]
    pub systems: BTreeMap<String, String>,
}

fn names<'de, D: Deserializer<'de>>(source: D) -> Result<BTreeMap<String, String>, D::Error> {
    let named = Named::<Entry<Text>>::deserialize(source)?;
    Ok(named.0.into_iter().map(|(name, here)| (name, here.0)).collect())
}

impl SyntheticSource {
    /// The corpus of `seed`, under the name `name`.
    ///
    /// # Errors
    ///
    /// If there is no such preset, or it has no system that is to be called otherwise.
    pub fn generate(&self, seed: u64, name: &str) -> Result<Corpus, CorpusError> {
        let mut corpus = synthetic::generate(&self.preset, seed, name)?;
        corpus.rename_systems(&self.systems).map_err(|cause| CorpusError::Inconsistent {
            name: name.to_owned(),
            cause: format!("{cause} in the preset {}", self.preset),
            help: "name systems of the preset in `systems`, and give each a name of its own",
        })?;
        Ok(corpus)
    }
}
