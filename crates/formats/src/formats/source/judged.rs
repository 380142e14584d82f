//! Formats of human evaluations: what people marked and scored.

use std::collections::BTreeMap;
use std::path::PathBuf;

use schemars::JsonSchema;
use serde::de::{Deserializer, Error};
use serde::{Deserialize, Serialize};

use crate::value::{Check, Entry, FromZero, Kind, Named, OneOrMany, Refusal, Set, Text};

/// Error annotations (MQM) as judgments on the criterion `mqm`: TSV with one error per row, or, in files
/// that end in `.jsonl`, one rating per line with the list of its errors. A segment's score is minus the
/// sum of its errors' weights.
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
    /// `minor/fluency/punctuation` 0.1, and 0 for source issues and creative reinterpretations. Example: `weights = { critical = 10, minor = 2 }`.
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
pub(super) fn weights<'de, D: Deserializer<'de>>(
    source: D,
) -> Result<BTreeMap<String, f64>, D::Error> {
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

/// Exports of the annotation tool Appraise, as of the campaigns of WMT 2023 to 2025: comma-separated rows,
/// with a header or without. A judge is a login. Tutorials, attention checks and fillers are left out, and of
/// several submissions of an item by one login all but the last.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "Appraise")]
pub struct AppraiseSource {
    /// The file, or several that are read together. Example: `paths = "esa.en-zh.csv"`.
    #[serde(rename(deserialize = "paths"), with = "OneOrMany::<Text<PathBuf>>")]
    pub files: Vec<PathBuf>,
    /// Languages of the rows to read where there are several pairs, as the rows have them. Default: the only
    /// ones. Example: `languages = "eng-zho"`.
    #[serde(default, with = "Option::<Text>", skip_serializing_if = "Option::is_none")]
    pub languages: Option<String>,
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
    /// Language pair to read of several, as the names of segments begin with it (`en-de_#_...`). Default: the
    /// only one, or none. Example: `language-pair = "cs-de_DE"`.
    #[serde(default, with = "Option::<Text>", skip_serializing_if = "Option::is_none")]
    pub language_pair: Option<String>,
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
    pub(in crate::formats) fn criterion(self) -> &'static str {
        match self {
            Self::Esa => "esa",
            Self::Mqm => "mqm",
        }
    }
}
