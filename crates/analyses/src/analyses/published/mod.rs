//! Published values beside the reproduced ones, from the tables of all other analyses.

mod check;
mod claim_row;
mod claim_tables;
mod claims;
mod figure_row;
mod file;
mod in_print;
mod lookup;
mod markdown;
mod number;
mod print;
mod printed;
mod printed_tables;
mod read;
mod row;
mod rows;
mod seed_row;
mod seed_rows;
mod spread;
mod tally;
mod target;
mod text_tables;

use std::collections::BTreeSet;

pub use claim_row::ClaimRow;
pub use claim_tables::{ClaimsOfSource, claims_of_sources};
use claims::claims;
pub use figure_row::PublishedFigureRow;
pub use file::{
    Basis, Check, Claim, Coordinates, HALF_WIDTH, Names, PaperFigure, PrintedTable, Published,
    Quantity, Reduce, Source,
};
pub use markdown::{claims_markdown, tally_markdown};
pub use number::Number;
pub use printed::{PrintedCell, PrintedValue};
pub use read::{published_schema_text, read, values_path};
pub use row::PublishedRow;
use rows::published;
pub use seed_row::PublishedSeedRow;
pub use spread::FEWEST_SEEDS;
pub use target::Target;
pub use text_tables::published_text_tables;

use seed_rows::by_seed;

use super::Analysis;
use crate::config::model::Spec;
use crate::plan::{Plan, PlannedAnalysis};
use crate::table::TableDescription;

/// See the module. It asks nothing of a plan, and comes after the analyses whose tables it reads.
#[derive(Debug)]
pub struct PublishedValues;

impl PlannedAnalysis for PublishedValues {}

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
        let seeds = by_seed(results, &sources, &contents)?;
        let rows = published(&sources, &contents, &generated, &seeds.values);
        let claims = claims(&sources, &contents, &rows, &seeds.claims);
        tables.add(rows)?;
        tables.add_asked(claims)?;
        tables.add_asked(seeds.rows)?;
        tables.add_asked(figure_row::published_figures(&sources))
    },
    ..Analysis::of_every_study(&PublishedValues)
};

/// What the files of published values of a spec hold, once they have been read.
fn sources(spec: &Spec) -> Vec<Published> {
    let texts = spec.published.iter().filter_map(|file| file.texts.split_first());
    let read = texts.map(|(file, values)| {
        let values = values.first().map(|values| &values.source);
        read(&file.source, values).expect("the texts of a spec were read without problems")
    });
    read.collect()
}

/// Where the published values of a spec are reproduced, and what its claims are judged by.
pub(super) fn targets(spec: &Spec) -> Vec<Target> {
    sources(spec).iter().flat_map(Published::targets).collect()
}

/// Names of the tables that published values and claims are about.
pub fn published_tables(plan: &Plan) -> BTreeSet<String> {
    targets(&plan.spec).into_iter().map(|target| target.quantity.table).collect()
}

#[cfg(test)]
mod tests;
