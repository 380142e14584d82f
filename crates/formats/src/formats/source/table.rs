//! Tables with named columns.

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::corpus::rows::TableLayout;
use crate::value::{Check, Kind, Refusal, Set, Text};

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
    /// Column that numbers the ratings of an output by one judge, where some are repeated: whole numbers, in whose order they
    /// were given. Their mean is the judge's rating. Needs `judge`. Default: none, and a judge rates an output once.
    /// Example: `repeat = "repeat"`.
    #[serde(default, with = "Option::<Text>", skip_serializing_if = "Option::is_none")]
    pub repeat: Option<String>,
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
        let system_columns = [
            ("hypothesis", self.hypothesis.is_some()),
            ("judge", self.judge.is_some()),
            ("repeat", self.repeat.is_some()),
            ("judgments", !self.judgments.is_empty()),
            ("scores", !self.scores.is_empty()),
        ];
        let first_key = system_columns.iter().find(|(_, is)| *is).map(|(key, _)| *key);
        if let Some(key) = first_key.filter(|_| self.system.is_none()) {
            return needs(key, "system", "the column that says whose it is");
        }
        if self.judge.is_some() && self.segment.is_none() {
            return needs("judge", "segment", "the column that identifies segments");
        }
        if self.repeat.is_some() && self.judge.is_none() {
            return needs("repeat", "judge", "the column that says who rated an output again");
        }
        if self.domain.is_some() && self.document.is_none() {
            return needs("domain", "document", "since domains are of documents");
        }
        if !self.systems.is_empty() && self.system.is_some() {
            let problem = "a table has either a column per system or a row per system";
            let refusal = Refusal::new(problem, "keep either `system` or `systems`");
            return Err(refusal.at("system").beside("systems", "a column for each system"));
        }
        if first_key.is_none() && self.systems.is_empty() && self.references.is_empty() {
            let help = "add one of `systems`, `references`, `hypothesis`, `judgments` or `scores`";
            let refusal = Refusal::new("[{table}] names nothing to evaluate", help);
            let keys = ["systems", "references", "hypothesis", "judge", "judgments", "scores"];
            return Err(refusal.lacking(keys));
        }
        Ok(())
    }
}
