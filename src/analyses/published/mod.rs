//! Published values beside the reproduced ones, from the tables of all other analyses.

mod figure_row;
mod lookup;
mod row;
mod rows;
mod text_tables;

use std::collections::BTreeSet;

pub use figure_row::PublishedFigureRow;
pub use row::PublishedRow;
pub use rows::published;
pub(crate) use text_tables::published_text_tables;

use super::{Analysis, ResultTables, Results};
use crate::config::published;
use crate::plan::{Plan, PlannedAnalysis};
use crate::table::{TableDescription, TableError};

/// See the module. It asks nothing of a plan, and comes after the analyses whose tables it reads.
#[derive(Debug)]
pub struct Published;

impl PlannedAnalysis for Published {}

impl Analysis for Published {
    fn table_descriptions(&self) -> Vec<TableDescription> {
        vec![TableDescription::of::<PublishedRow>(), TableDescription::of::<PublishedFigureRow>()]
    }

    fn tables(&self, results: &Results<'_>, tables: &mut ResultTables) -> Result<(), TableError> {
        let sources = sources(results.plan);
        if sources.is_empty() {
            return Ok(());
        }
        let generated = tables.manifest.synthetic.iter().cloned().collect();
        let contents = std::mem::take(&mut tables.contents);
        tables.add(published(&sources, &contents, &generated))?;
        tables.add_asked(figure_row::published_figures(&sources))
    }
}

/// The files of published values of a plan.
fn sources(plan: &Plan) -> Vec<&published::Published> {
    let contents = plan.spec.published.iter().filter_map(|file| file.content.as_ref());
    contents.map(|content| &content.published).collect()
}

/// Names of the tables that published values are about.
pub fn published_tables(plan: &Plan) -> BTreeSet<String> {
    let sources = sources(plan);
    let targets = sources.iter().flat_map(|source| &source.values);
    let targets = targets.filter_map(|value| value.target.as_ref().ok());
    targets.map(|target| target.table.clone()).collect()
}
