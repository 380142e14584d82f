//! Tables with named columns.

use std::collections::BTreeMap;
use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::corpus::rows::TableLayout;
use crate::formats::recognise::NO_COLUMN;
use crate::value::{Check, Kind, OneOrMany, Refusal, Set, Text};

/// A table in TSV, CSV, JSONL or Parquet with named columns. Either a row is an item, with a column per system (`systems`), or
/// a row is an item of one system, or one judge's rating of it (`judge`). A Parquet file that `runner corpus convert` wrote
/// needs none of these.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "Table")]
pub struct TableSource {
    /// The file, or several with the same columns. Without `system`, each file has the rows of a system, named as the file.
    /// Example: `path = "scores.tsv"`.
    #[serde(with = "OneOrMany::<Text<PathBuf>>")]
    pub path: Vec<PathBuf>,
    /// How rows are written. Default: by the ending of the file's name, `.tsv`, `.tab`, `.csv`,
    /// `.jsonl`, `.ndjson` or `.parquet`. Example: `layout = "quoted-tsv"`.
    #[serde(default)]
    pub layout: Option<TableLayout>,
    /// The rows that are read, by column and value. Default: all rows. Example: `rows = { lp = "en-de" }`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub rows: BTreeMap<String, String>,
    /// Column of the cluster that an item belongs to, such as its document or topic. Its rows need not stand together.
    /// `"none"` if nothing groups
    /// items. Default: every item is a cluster of its own, with a warning if a column groups items. Example: `cluster = "doc"`.
    #[serde(default, with = "Option::<Text>")]
    pub cluster: Option<String>,
    /// Column of the cluster's domain; needs `cluster`. Default: none.
    /// Example: `domain = "genre"`.
    #[serde(default, with = "Option::<Text>")]
    pub domain: Option<String>,
    /// Column that identifies the item, or several that do so together; items in different clusters differ. Required with
    /// `judge`. Default: the i-th row of every system is item i. Example: `item = "seg_id"`.
    #[serde(default, with = "OneOrMany::<Text>", skip_serializing_if = "Vec::is_empty")]
    pub item: Vec<String>,
    /// Column of the source text. Default: none. Example: `source = "src"`.
    #[serde(default, with = "Option::<Text>")]
    pub source: Option<String>,
    /// Columns of references, in the order in which reference counts take them; each is named as
    /// its column. Default: none. Example: `references = ["ref"]`.
    #[serde(default, with = "Set::<Text>")]
    pub references: Vec<String>,
    /// Columns of system outputs, or of scores (`holds`); each is named as its column. Default: none.
    /// Example: `systems = ["S1", "S2"]`.
    #[serde(default, with = "Set::<Text>")]
    pub systems: Vec<String>,
    /// Name of the score that the columns `systems` hold, or the one column of `scores`. Default: none; `systems` hold outputs, and
    /// a score is called as its column. Example: `holds = "accuracy"`.
    #[serde(default, with = "Option::<Text>", skip_serializing_if = "Option::is_none")]
    pub holds: Option<String>,
    /// Column of the system's name. Default: none. Example: `system = "system"`.
    #[serde(default, with = "Option::<Text>")]
    pub system: Option<String>,
    /// Column of the output of the row's system. Default: none. Example: `hypothesis = "mt"`.
    #[serde(default, with = "Option::<Text>")]
    pub hypothesis: Option<String>,
    /// Column of the judge's name. Default: one judge. Example: `judge = "rater"`.
    #[serde(default, with = "Option::<Text>")]
    pub judge: Option<String>,
    /// Column that tells runs of a system on an item apart, such as epochs or seeds, or with `judge` the ratings of an output by
    /// one judge. Their mean counts. Default: none, and there is one. Example: `run = "seed"`.
    #[serde(default, with = "Option::<Text>", skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    /// Columns of judgments, one per criterion. Default: none.
    /// Example: `judgments = ["fluency", "adequacy"]`.
    #[serde(default, with = "Set::<Text>")]
    pub judgments: Vec<String>,
    /// Columns of scores of external metrics, of items or, on rows with a cluster and an empty
    /// item, of whole documents. Default: none. Example: `scores = ["comet"]`.
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
        let layout = self.layout.or_else(|| TableLayout::of_name(self.path.first()?));
        layout == Some(TableLayout::Parquet)
    }

    /// The columns that it names, each with the key that names it.
    pub fn columns(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let one = [
            ("system", &self.system),
            ("cluster", &self.cluster),
            ("domain", &self.domain),
            ("judge", &self.judge),
            ("run", &self.run),
            ("source", &self.source),
            ("hypothesis", &self.hypothesis),
        ];
        let many = [
            ("item", &self.item),
            ("references", &self.references),
            ("systems", &self.systems),
            ("judgments", &self.judgments),
            ("scores", &self.scores),
        ];
        let one = one.into_iter().filter_map(|(key, column)| Some((key, column.as_deref()?)));
        let one = one.filter(|column| *column != ("cluster", NO_COLUMN));
        let many = many
            .into_iter()
            .flat_map(|(key, columns)| columns.iter().map(move |c| (key, c.as_str())));
        one.chain(many).chain(self.rows.keys().map(|column| ("rows", column.as_str())))
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
            ("run", self.run.is_some()),
            ("judgments", !self.judgments.is_empty()),
            ("scores", !self.scores.is_empty()),
        ];
        let first_key = system_columns.iter().find(|(_, is)| *is).map(|(key, _)| *key);
        if let Some(key) = first_key.filter(|_| !self.systems.is_empty()) {
            let problem = "a table has either a column per system or a row per system";
            let refusal = Refusal::new(problem, "keep one of them");
            return Err(refusal.at(key).beside("systems", "a column for each system"));
        }
        if self.judge.is_some() && self.item.is_empty() {
            return needs("judge", "item", "the column that identifies items");
        }
        if self.domain.is_some() && self.cluster.is_none() {
            return needs("domain", "cluster", "since domains are of clusters");
        }
        if self.holds.is_some() && self.systems.is_empty() && self.scores.len() != 1 {
            return needs("holds", "systems", "the columns of scores");
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
