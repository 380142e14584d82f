//! Published values beside the reproduced ones, from the tables of all other analyses.

mod lookup;
mod rows;

use std::collections::{BTreeMap, BTreeSet};

pub use rows::published;

use super::{Analysis, ResultTables, Results};
use crate::plan::PlannedAnalysis;
use crate::spec::published;
use crate::table::{Contents, TableError};

/// See the module. It asks nothing of a plan, and comes after the analyses whose tables it reads.
#[derive(Debug)]
pub struct Published;

impl PlannedAnalysis for Published {}

impl Analysis for Published {
    fn tables(&self, results: &Results<'_>, tables: &mut ResultTables) -> Result<(), TableError> {
        let files = results.plan.spec.published.iter();
        let contents = files.filter_map(|file| file.content.as_ref());
        let sources: Vec<&published::Published> =
            contents.map(|content| &content.published).collect();
        if sources.is_empty() {
            return Ok(());
        }
        let targets = sources.iter().flat_map(|source| &source.values);
        let targets = targets.filter_map(|value| value.target.as_ref().ok());
        let wanted: BTreeSet<&str> = targets.map(|target| target.table.as_str()).collect();
        let decoded = tables.encoded().filter(|(name, _)| wanted.contains(name));
        let decoded = decoded.map(|(name, bytes)| {
            let contents = Contents::decode(bytes);
            (name.to_owned(), contents.expect("a table that was just encoded can be read"))
        });
        let decoded: BTreeMap<String, Contents> = decoded.collect();
        let generated = tables.manifest().synthetic.iter().cloned().collect();
        tables.add(&published(&sources, &decoded, &generated))
    }
}
