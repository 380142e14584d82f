//! Where a corpus comes from: one description per format, as the spec states it.
//!
//! Paths are as written; they are resolved where the corpus is read. The serialised form is part
//! of the canonical spec. The documentation of keys is that of the JSON Schema.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::de::{Deserializer, Error};
use serde::{Deserialize, Serialize};

use crate::value::{
    Check, Distinct, Entry, FromZero, Kind, Named, OneOrMany, Refusal, Seed, Set, Text, Word,
    checked, words,
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
    /// Logs of samples of lm-evaluation-harness or inspect.
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
    /// Files of system outputs. Default: none. Example: `systems = ["S1.txt", "S2.txt"]`.
    #[serde(default, with = "Distinct::<Text<PathBuf>>")]
    pub systems: Vec<PathBuf>,
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

/// Test sets, outputs, scores of metrics and human evaluations of WMT from 2025 on, as files with a
/// JSON object per line. A segment is a paragraph. Of a folder, the files in it that end in `.jsonl`
/// or `.jsonl.gz` are read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "WmtJsonl")]
pub struct WmtJsonlSource {
    /// The test set: a document per line, of any language pairs. Default: texts are those of the
    /// human evaluation. Example: `test-set = "wmt25-genmt.jsonl"`.
    #[serde(default, with = "Option::<Text<PathBuf>>")]
    pub test_set: Option<PathBuf>,
    /// Language pair, as in the test set. Default: the only one there.
    /// Example: `language-pair = "cs-de_DE"`.
    #[serde(default, with = "Option::<Text>")]
    pub language_pair: Option<String>,
    /// Outputs: a folder, or files, each named as its system. Default: none.
    /// Example: `systems = "systems"`.
    #[serde(default, with = "OneOrMany::<Text<PathBuf>>", skip_serializing_if = "Vec::is_empty")]
    pub systems: Vec<PathBuf>,
    /// References to use, in the order in which reference counts take them. Default: all, in
    /// alphabetical order. Example: `references = ["refA"]`.
    #[serde(default, with = "Option::<Set<Text>>")]
    pub references: Option<Vec<String>>,
    /// Scores of external metrics: a folder, or files, each named as its system. Default: none.
    /// Example: `scores = "automatic_scores"`.
    #[serde(default, with = "OneOrMany::<Text<PathBuf>>", skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<PathBuf>,
    /// Human evaluation: a file, or several. Default: none.
    /// Example: `human-evaluation = "wmt25-genmt-humeval.jsonl"`.
    #[serde(default, with = "OneOrMany::<Text<PathBuf>>", skip_serializing_if = "Vec::is_empty")]
    pub human_evaluation: Vec<PathBuf>,
    /// What of the human evaluation becomes a criterion. Example: `criteria = ["esa", "seconds"]`.
    #[serde(default = "esa", with = "Set::<Word<WmtCriterion>>", skip_serializing_if = "is_esa")]
    pub criteria: Vec<WmtCriterion>,
}

fn is_esa(criteria: &[WmtCriterion]) -> bool {
    criteria == esa()
}

fn esa() -> Vec<WmtCriterion> {
    vec![WmtCriterion::Esa]
}

impl Check for WmtJsonlSource {
    fn check(&self) -> Result<(), Refusal> {
        if self.test_set.is_none() && self.human_evaluation.is_empty() {
            let problem = "[{table}] names no file that says which segments there are";
            let help = "add `test-set`, or `human-evaluation`";
            return Err(Refusal::new(problem, help).lacking(["test-set", "human-evaluation"]));
        }
        if self.systems.is_empty() && self.scores.is_empty() && self.human_evaluation.is_empty() {
            let help = "add `systems`: a folder or a list of files";
            let refusal = Refusal::new("[{table}] names nothing to evaluate", help);
            return Err(refusal.lacking(["systems", "scores", "human-evaluation"]));
        }
        if !self.systems.is_empty() && self.test_set.is_none() {
            let help = "add the file that has the documents of the outputs";
            let refusal = Refusal::new("{value} needs `test-set`, which they translate", help);
            return Err(refusal.at("systems").lacking(["test-set"]));
        }
        Ok(())
    }
}

/// Files that `comet-score --to_json` or `comet-compare --to_json` wrote: texts and scores in one. The
/// systems are named by the stems of the files that were scored; the reference is `ref`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "Comet")]
pub struct CometSource {
    /// Files by the name that their scores get. All have the same segments.
    /// Example: `scores = { comet = "comet.json", xcomet = ["x1.json", "x2.json"] }`.
    #[serde(deserialize_with = "scores")]
    #[schemars(with = "Named<Entry<OneOrMany<Text<PathBuf>>>>")]
    pub scores: BTreeMap<String, Vec<PathBuf>>,
}

/// Logs with the scores of every sample: `samples_TASK_TIME.jsonl` of lm-evaluation-harness
/// (`--log_samples`), or logs of inspect in JSON. A sample is a segment, its scores are those of external
/// metrics, and a model is a system. Of a folder, the logs in it and in folders in it are read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "Samples")]
pub struct SamplesSource {
    /// Logs, or folders of logs. Of two logs of the same model and task, the later one counts.
    /// Example: `paths = ["logs/model-a", "logs/model-b"]`.
    #[serde(rename(deserialize = "paths"), with = "OneOrMany::<Text<PathBuf>>")]
    pub files: Vec<PathBuf>,
    /// Tasks to take. Default: all. Example: `tasks = ["wmt16-de-en"]`.
    #[serde(default, with = "Option::<Set<Text>>")]
    pub tasks: Option<Vec<String>>,
    /// Whether the answers of models are their outputs, and the targets a reference, so that metrics
    /// such as BLEU can score them. Example: `texts = true`.
    #[serde(default)]
    pub texts: bool,
}

words! {
    /// What the human evaluation of a segment says.
    #[schemars(rename = "WmtCriterion")]
    pub enum WmtCriterion {
        /// The score from 0 to 100.
        Esa = "esa",
        /// Minus the weights of the errors: 5 for a major one, 1 for a minor one.
        Errors = "errors",
        /// Seconds from the first action to the last.
        Seconds = "seconds",
    }
}

/// Error annotations (MQM) in TSV, one error per row, as judgments on the criterion `mqm`. A
/// segment's score is minus the sum of its errors' weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "Mqm")]
pub struct MqmSource {
    /// The file, or several that are read one after the other.
    /// Example: `paths = "mqm_newstest2020_ende.tsv"`.
    #[serde(rename(deserialize = "paths"), with = "OneOrMany::<Text<PathBuf>>")]
    pub files: Vec<PathBuf>,
    /// Systems whose texts are references, in the order in which reference counts take them.
    /// Default: those whose names look human, such as `ref`, `refA`, `ref-A` or `Human-A`.
    /// Example: `references = ["Human-A.0"]`.
    #[serde(default, with = "Option::<Set<Text>>")]
    pub references: Option<Vec<String>>,
    /// Weights by severity, optionally with category and subcategory, beside or instead of the
    /// usual ones; the longest that fits an error counts, capitals aside. Default: `major` 5,
    /// `minor` 1, `neutral` 0, `no-error` 0, `major/non-translation` 25 (with or without `!`),
    /// `minor/fluency/punctuation` 0.1. Example: `weights = { critical = 10, minor = 2 }`.
    #[serde(default, deserialize_with = "weights")]
    #[schemars(with = "Named<Entry<FromZero>>", skip_serializing)]
    pub weights: BTreeMap<String, f64>,
    /// What becomes of several raters of a segment. Example: `raters = "separate"`.
    #[serde(default)]
    pub raters: MqmRaters,
    /// Whether fields in `"` are unquoted. Example: `quoted = true`.
    #[serde(default)]
    pub quoted: bool,
}

/// Weights by name in lower case, since capitals do not matter.
fn weights<'de, D: Deserializer<'de>>(source: D) -> Result<BTreeMap<String, f64>, D::Error> {
    let written = Named::<Entry<FromZero>>::deserialize(source)?.0;
    let mut weights = BTreeMap::new();
    for (index, (name, weight)) in written.iter().enumerate() {
        let lower = name.to_lowercase();
        let earlier = written[..index].iter().find(|(earlier, _)| earlier.to_lowercase() == lower);
        if let Some((earlier, _)) = earlier {
            let problem = "{value} has a weight already: capitals do not matter";
            let refusal = Refusal::new(problem, "leave one of them out").at(name.as_str());
            return Err(D::Error::custom(refusal.beside(earlier.as_str(), "first here")));
        }
        weights.insert(lower, weight.0);
    }
    Ok(weights)
}

/// What becomes of several raters of a segment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Raters")]
pub enum MqmRaters {
    /// Their mean is the one judgment.
    #[default]
    Average,
    /// They are the judges, in byte order of their names.
    Separate,
}

/// Exports of the annotation tool Appraise, as of the campaigns of WMT 2023 to 2025: comma-separated rows
/// without a header. A judge is a login. Tutorials, attention checks and fillers are left out, and of
/// several submissions of an item by one login all but the last.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "Appraise")]
pub struct AppraiseSource {
    /// The file, or several that are read together. Example: `paths = "esa.en-zh.csv"`.
    #[serde(rename(deserialize = "paths"), with = "OneOrMany::<Text<PathBuf>>")]
    pub files: Vec<PathBuf>,
    /// What a judgment is: the score that was given (`esa`), or minus the sum of the weights of the errors
    /// that were marked (`mqm`). It is the name of the criterion. Example: `protocol = "mqm"`.
    #[serde(default)]
    pub protocol: Protocol,
    /// Weights of errors by severity, optionally with category, as those of format `mqm`. Default: those of
    /// `mqm`, `critical` 25, `undecided` 0, and 0.1 for punctuation of any severity under linguistic
    /// conventions. Example: `weights = { critical = 10 }`.
    #[serde(default, deserialize_with = "weights", skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(with = "Named<Entry<FromZero>>")]
    pub weights: BTreeMap<String, f64>,
    /// Whether the errors of each severity are counted too, as criteria of their own such as `esa-major`.
    /// Default: false. Example: `error-counts = true`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub error_counts: bool,
    /// Folder of the test set that was annotated, in the layout of mt-metrics-eval: its texts, documents
    /// and scores of metrics; needs `language-pair`. Default: none, and the corpus has the judgments
    /// alone. Example: `test-set = "wmt24"`.
    #[serde(default, with = "Option::<Text<PathBuf>>", skip_serializing_if = "Option::is_none")]
    pub test_set: Option<PathBuf>,
    /// Language pair of the test set. Default: none. Example: `language-pair = "en-zh"`.
    #[serde(default, with = "Option::<Text>", skip_serializing_if = "Option::is_none")]
    pub language_pair: Option<String>,
}

impl Check for AppraiseSource {
    fn check(&self) -> Result<(), Refusal> {
        test_set_and_pair(self.test_set.is_some(), self.language_pair.is_some())
    }
}

/// Campaigns of the annotation tool Pearmut, as that of WMT 2026: its log (JSON lines) or its export
/// (`annotations.json`). A judge is a user. Scores are judgments on `esa`, and every slider is a criterion
/// of its own. Tutorials, attention checks and what came before a reset are left out, and of several
/// submissions of a segment by one user all but the last.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "Pearmut")]
pub struct PearmutSource {
    /// The file, or several that are read one after the other. Example: `paths = "campaign.jsonl"`.
    #[serde(rename(deserialize = "paths"), with = "OneOrMany::<Text<PathBuf>>")]
    pub files: Vec<PathBuf>,
    /// Name of the campaign in an export that has several. Default: the only one.
    /// Example: `campaign = "ces_Latn---deu_Latn v3"`.
    #[serde(default, with = "Option::<Text>", skip_serializing_if = "Option::is_none")]
    pub campaign: Option<String>,
    /// Whether the errors of each severity are counted too, as criteria of their own such as `esa-major`.
    /// Default: false. Example: `error-counts = true`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub error_counts: bool,
}

/// Refuses one of the keys `test-set` and `language-pair` without the other.
fn test_set_and_pair(test_set: bool, pair: bool) -> Result<(), Refusal> {
    let (key, wanted, help) = match (test_set, pair) {
        (true, false) => ("test-set", "language-pair", "add `language-pair`, such as \"en-de\""),
        (false, true) => ("language-pair", "test-set", "add `test-set`: the folder of its files"),
        _ => return Ok(()),
    };
    let problem = format!("{{value}} needs `{wanted}`");
    Err(Refusal::new(problem, help).at(key).lacking([wanted]))
}

/// What people gave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Protocol")]
pub enum Protocol {
    /// A score, after marking errors.
    #[default]
    Esa,
    /// Errors alone.
    Mqm,
}

impl Protocol {
    /// Name of the criterion.
    pub(super) fn criterion(self) -> &'static str {
        match self {
            Self::Esa => "esa",
            Self::Mqm => "mqm",
        }
    }
}

/// A table in TSV, CSV, JSONL or Parquet with named columns. Either one row per segment with a column per
/// system (`systems`), or one row per segment and system (`system` and, for texts, `hypothesis`),
/// or per judge of it (`judge`). A Parquet file that `runner corpus convert` wrote needs none of these.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "Table")]
pub struct TableSource {
    /// The file. Example: `path = "scores.tsv"`.
    #[serde(with = "Text::<PathBuf>")]
    pub path: PathBuf,
    /// How rows are written. Default: by the ending of the file's name, `.tsv`, `.tab`, `.csv`,
    /// `.jsonl`, `.ndjson` or `.parquet`. Example: `layout = "quoted-tsv"`.
    #[serde(default)]
    pub layout: Option<TableLayout>,
    /// Column of the document's name. Default: every segment is a document of its own.
    /// Example: `document = "doc"`.
    #[serde(default, with = "Option::<Text>")]
    pub document: Option<String>,
    /// Column of the document's domain; needs `document`. Default: none.
    /// Example: `domain = "genre"`.
    #[serde(default, with = "Option::<Text>")]
    pub domain: Option<String>,
    /// Column of the segment's number or name in its document. Required with `judge`. Default: the
    /// i-th row of every system is segment i. Example: `segment = "seg_id"`.
    #[serde(default, with = "Option::<Text>")]
    pub segment: Option<String>,
    /// Column of the source text. Default: none. Example: `source = "src"`.
    #[serde(default, with = "Option::<Text>")]
    pub source: Option<String>,
    /// Columns of references, in the order in which reference counts take them; each is named as
    /// its column. Default: none. Example: `references = ["ref"]`.
    #[serde(default, with = "Set::<Text>")]
    pub references: Vec<String>,
    /// Columns of system outputs; each is named as its column. Default: none.
    /// Example: `systems = ["S1", "S2"]`.
    #[serde(default, with = "Set::<Text>")]
    pub systems: Vec<String>,
    /// Column of the system's name. Default: none. Example: `system = "system"`.
    #[serde(default, with = "Option::<Text>")]
    pub system: Option<String>,
    /// Column of the output of the row's system. Default: none. Example: `hypothesis = "mt"`.
    #[serde(default, with = "Option::<Text>")]
    pub hypothesis: Option<String>,
    /// Column of the judge's name. Default: one judge. Example: `judge = "rater"`.
    #[serde(default, with = "Option::<Text>")]
    pub judge: Option<String>,
    /// Columns of judgments, one per criterion. Default: none.
    /// Example: `judgments = ["fluency", "adequacy"]`.
    #[serde(default, with = "Set::<Text>")]
    pub judgments: Vec<String>,
    /// Columns of scores of external metrics, of segments or, on rows with a document and an empty
    /// segment, of documents. Default: none. Example: `scores = ["comet"]`.
    #[serde(default, with = "Set::<Text>")]
    pub scores: Vec<String>,
}

impl TableSource {
    /// Whether it says what any column is for; a corpus written as Parquet says so itself.
    pub fn names_columns(&self) -> bool {
        let Self { path, layout, .. } = self;
        *self != Self { path: path.clone(), layout: *layout, ..Self::default() }
    }

    fn is_parquet(&self) -> bool {
        let layout = self.layout.or_else(|| TableLayout::of_file(&self.path));
        layout == Some(TableLayout::Parquet)
    }
}

impl Check for TableSource {
    /// Refuses combinations of columns that say nothing, or two things.
    fn check(&self) -> Result<(), Refusal> {
        // Whether it is a converted corpus shows when it is read.
        if self.is_parquet() && !self.names_columns() {
            return Ok(());
        }
        let needs = |key: &str, wanted: &str, why: &str| {
            let help = format!("add `{wanted} = \"{wanted}\"` with the name of the column");
            let refusal = Refusal::new(format!("{{value}} needs `{wanted}`, {why}"), help);
            Err(refusal.at(key).lacking([wanted]))
        };
        let of_systems = [
            ("hypothesis", self.hypothesis.is_some()),
            ("judge", self.judge.is_some()),
            ("judgments", !self.judgments.is_empty()),
            ("scores", !self.scores.is_empty()),
        ];
        let of_system = of_systems.iter().find(|(_, is)| *is).map(|(key, _)| *key);
        if let Some(key) = of_system.filter(|_| self.system.is_none()) {
            return needs(key, "system", "the column that says whose it is");
        }
        if self.judge.is_some() && self.segment.is_none() {
            return needs("judge", "segment", "the column that identifies segments");
        }
        if self.domain.is_some() && self.document.is_none() {
            return needs("domain", "document", "since domains are of documents");
        }
        if !self.systems.is_empty() && self.system.is_some() {
            let problem = "a table has either a column per system or a row per system";
            let refusal = Refusal::new(problem, "keep either `system` or `systems`");
            return Err(refusal.at("system").beside("systems", "a column for each system"));
        }
        if of_system.is_none() && self.systems.is_empty() && self.references.is_empty() {
            let help = "add one of `systems`, `references`, `hypothesis`, `judgments` or `scores`";
            let refusal = Refusal::new("[{table}] names nothing to evaluate", help);
            let keys = ["systems", "references", "hypothesis", "judge", "judgments", "scores"];
            return Err(refusal.lacking(keys));
        }
        Ok(())
    }
}

/// How the rows of a table are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Layout")]
pub enum TableLayout {
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

impl TableLayout {
    /// What the ending of a file's name says.
    pub(super) fn of_file(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_string_lossy().to_lowercase();
        let (_, ending) = name.strip_suffix(".gz").unwrap_or(&name).rsplit_once('.')?;
        Some(match ending {
            "tsv" | "tab" => Self::Tsv,
            "csv" => Self::Csv,
            "jsonl" | "ndjson" => Self::Jsonl,
            "parquet" => Self::Parquet,
            _ => return None,
        })
    }
}

impl CorpusFormat {
    /// Whether the corpus is generated from a seed.
    pub fn is_generated(&self) -> bool {
        matches!(self, Self::Synthetic(_))
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
}
