//! Published values beside the reproduced ones, from the tables of all other analyses.

mod claims;
mod file;
mod lookup;
mod read;
mod real;
mod row;
mod rows;
mod shown;
mod verdict;

use std::collections::BTreeSet;
use std::path::Path;

use claims::claims;
pub use file::{
    Check, Claim, Coordinates, HALF_WIDTH, Names, PaperFigure, PrintedTable, Published, Quantity,
    Reduce, Source,
};
pub use lookup::Target;
pub use read::{Number, PrintedValue, named_paths, published_schema_text, read};
pub use real::{RealClaim, RealSet, RealText, lines as real_text_lines, read_real};
pub use row::{ClaimRow, PublishedFigureRow, PublishedRow};
pub use rows::FEWEST_SEEDS;
pub use shown::{ClaimsOfSource, claims_of_sources, printed_tables};
pub use verdict::{Basis, ClaimVerdict, ValueVerdict};

use super::{Analysis, Weights};
use crate::config::model::Spec;
use crate::plan::Plan;
use crate::table::TableDescription;

/// The analysis. It requests nothing from a plan, and comes after the analyses whose tables it reads.
pub const PUBLISHED: Analysis = Analysis {
    descriptions: &[
        TableDescription::of::<PublishedRow>,
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
        let by_seed = rows::by_seed(tables.analyses, results, &sources, &contents)?;
        let values = sources.iter().map(|source| source.values.len()).sum();
        let (of_values, of_claims) = by_seed.split_at(values);
        let rows = rows::published(&sources, &contents, &generated, of_values);
        let claims = claims(&sources, &contents, &rows, of_claims);
        tables.add(rows)?;
        tables.add_asked(claims)?;
        tables.add_asked(rows::published_figures(&sources))
    },
    ..Analysis::of_every_study(
        |_| None,
        Weights::Respected("it looks values up in the tables of the others"),
    )
};

/// Reads the files of published values of a spec, and the files that they name, whose texts were read without problems.
fn sources(spec: &Spec) -> Vec<Published> {
    const READ: &str = "the texts of a spec were read without problems";
    let sources = spec.published.iter().filter_map(|file| {
        let (file, further) = file.texts.split_first()?;
        let named = named_paths(Path::new(&file.path), &file.source).expect(READ);
        let [values, real] = named.map(|path| {
            let text = further.iter().find(|text| path.as_ref() == Some(&text.path))?;
            Some(&text.source)
        });
        let published = read(&file.source, values).expect(READ);
        let real_text = real.map_or_else(RealText::default, |real| read_real(real).expect(READ));
        Some(Published { real_text, ..published })
    });
    sources.collect()
}

/// Returns the numbers that reproduce the published values of a spec, and those by which its claims are judged.
pub(super) fn targets(spec: &Spec) -> Vec<Target> {
    sources(spec).iter().flat_map(Published::targets).collect()
}

/// Returns the names of the tables that published values and claims are about.
pub fn published_tables(plan: &Plan) -> BTreeSet<String> {
    targets(&plan.spec).into_iter().map(|target| target.quantity.table).collect()
}

#[cfg(test)]
mod tests;
