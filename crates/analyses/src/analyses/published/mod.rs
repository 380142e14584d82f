//! Published values beside the reproduced ones, from the tables of all other analyses.

mod check;
mod claim_row;
mod claim_tables;
mod claims;
mod document;
mod figure_row;
mod in_print;
mod lookup;
mod printed_tables;
mod row;
mod rows;
mod seed_row;
mod seed_rows;
mod spread;
mod tally;
mod text_tables;

use std::collections::BTreeSet;

pub use claim_row::ClaimRow;
pub use claim_tables::{ClaimsOfSource, claims_of_sources};
pub use claims::claims;
pub use document::{claims_markdown, tally_markdown};
pub use figure_row::PublishedFigureRow;
pub use row::PublishedRow;
pub use rows::published;
pub use seed_row::PublishedSeedRow;
pub use spread::FEWEST_SEEDS;
pub use text_tables::published_text_tables;

use seed_rows::seed_rows;

use super::Analysis;
use crate::config::model::Spec;
use crate::config::published;
use crate::plan::{Plan, PlannedAnalysis};
use crate::table::TableDescription;

/// See the module. It asks nothing of a plan, and comes after the analyses whose tables it reads.
#[derive(Debug)]
pub struct Published;

impl PlannedAnalysis for Published {}

/// The analysis.
pub const PUBLISHED: Analysis = Analysis {
    descriptions: &[
        TableDescription::of::<PublishedRow>,
        TableDescription::of::<PublishedSeedRow>,
        TableDescription::of::<ClaimRow>,
        TableDescription::of::<PublishedFigureRow>,
    ],
    tables: |results, tables| {
        let sources = sources(&results.plan.spec);
        if sources.is_empty() {
            return Ok(());
        }
        let generated = tables.manifest.synthetic.iter().cloned().collect();
        let contents = std::mem::take(&mut tables.contents);
        let seeds = seed_rows(results, &sources, &contents)?;
        let rows = published(&sources, &contents, &generated, &seeds);
        let claims = claims(&sources, &contents, &rows, &seeds);
        tables.add(rows)?;
        tables.add_asked(claims)?;
        tables.add_asked(seeds)?;
        tables.add_asked(figure_row::published_figures(&sources))
    },
    ..Analysis::of_every_study(&Published)
};

/// The files of published values of a spec.
fn sources(spec: &Spec) -> Vec<&published::Published> {
    let contents = spec.published.iter().filter_map(|file| file.content.as_ref());
    contents.map(|content| &content.published).collect()
}

/// Where the published values of a spec are reproduced, and what its claims are judged by.
pub(super) fn targets(spec: &Spec) -> Vec<&published::Target> {
    sources(spec).into_iter().flat_map(published::Published::targets).collect()
}

/// Names of the tables that published values and claims are about.
pub fn published_tables(plan: &Plan) -> BTreeSet<String> {
    targets(&plan.spec).into_iter().map(|target| target.table.clone()).collect()
}
