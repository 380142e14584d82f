//! The table `published_seeds`: what each seed of the generator gives for each published value and claim.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use super::file::{Claim, Published};
use super::lookup::TableLookup;
use super::target::Target;
use super::{claims, print};
use crate::analyses::{Analyses, Results, published_tables, seeds};
use crate::config::model::Study;
use crate::plan::Plan;
use crate::table::columns::table;
use crate::table::{Contents, ReportRow, Shown, TableError};

table! {
    /// One row per published value that this run reproduces and per seed of the generator: the spread of a prediction over corpora.
    pub struct PublishedSeedRow in "published_seeds" {
        /// Short name of the source, such as a paper.
        source: Arc<str> [key],
        /// Table, figure or section that prints the number.
        place: Arc<str> [key],
        /// What the number is, in words.
        what: Arc<str> [key],
        /// All coordinates under the names that the source uses, as `name=value`, joined by `, `.
        coordinates: Arc<str> [key],
        /// Table and column that reproduce it, with what is made of several rows.
        quantity: Arc<str> [key],
        /// Seed of the generator and of everything random in the run.
        seed: u64 [key],
        /// The value with this seed, in the unit of the column; null where this seed has none.
        reproduced: Option<f64>,
    }
}

impl ReportRow for PublishedSeedRow {
    const SHOWN: Shown = Shown::Nothing;
}

/// What the seeds of the generator give; nothing with one seed.
#[derive(Debug, Default)]
pub(super) struct BySeed {
    /// A row per seed and published value or claim that some seed reproduces.
    pub(super) rows: Vec<PublishedSeedRow>,
    /// For each published value of all sources in order, what the seeds have that have it.
    pub(super) values: Vec<Vec<f64>>,
    /// Likewise for each claim: how far it holds.
    pub(super) claims: Vec<Vec<f64>>,
}

/// Looks up published values and claims with every seed. `first` are the tables of the first.
pub(super) fn by_seed(
    analyses: Analyses,
    results: &Results<'_>,
    sources: &[Published],
    first: &BTreeMap<String, Contents>,
) -> Result<BySeed, TableError> {
    let plan = results.plan;
    if plan.further.is_empty() {
        return Ok(BySeed::default());
    }
    let in_print: Vec<BTreeMap<String, Contents>> = sources.iter().map(print::tables).collect();
    let items: Vec<Item<'_>> =
        sources.iter().zip(&in_print).flat_map(|(source, print)| items(source, print)).collect();
    let wanted = published_tables(plan);
    let further: Vec<Result<_, TableError>> = plan
        .further
        .par_iter()
        .map(|further: &Plan| {
            let tables = seeds::contents(analyses, further, results.store, &wanted)?;
            let own = &further.spec.studies;
            let studies = plan.spec.studies.iter();
            let left_out: Vec<&Study> =
                studies.filter(|study| !own.iter().any(|own| own.name == study.name)).collect();
            Ok((further.spec.seed, look_up(&tables, &items, &left_out)))
        })
        .collect();
    let first = Ok((plan.spec.seed, look_up(first, &items, &[])));
    let seeds = std::iter::once(first).chain(further).collect::<Result<Vec<_>, TableError>>()?;
    let mut by_seed = BySeed::default();
    for (index, item) in items.iter().enumerate() {
        let told: Vec<f64> = seeds.iter().filter_map(|(_, values)| values[index]).collect();
        if !told.is_empty() {
            by_seed.rows.extend(seeds.iter().map(|(seed, values)| PublishedSeedRow {
                seed: *seed,
                reproduced: values[index],
                ..item.row.clone()
            }));
        }
        let kind = if item.claim.is_some() { &mut by_seed.claims } else { &mut by_seed.values };
        kind.push(told);
    }
    Ok(by_seed)
}

/// What is looked up with every seed: a claim, or else a published value.
struct Item<'a> {
    /// Its row but for the seed and what that has.
    row: PublishedSeedRow,
    targets: Vec<Target>,
    /// With its source, and this in print.
    claim: Option<(&'a Claim, &'a Published, &'a BTreeMap<String, Contents>)>,
}

/// Claims and values of a source.
fn items<'a>(source: &'a Published, print: &'a BTreeMap<String, Contents>) -> Vec<Item<'a>> {
    let row = PublishedSeedRow {
        source: source.source.key.as_str().into(),
        quantity: "claim".into(),
        ..PublishedSeedRow::default()
    };
    let claims = source.claims.iter().map(|claim| Item {
        row: PublishedSeedRow {
            place: claim.place.as_str().into(),
            what: claim.claim.as_str().into(),
            ..row.clone()
        },
        targets: claim.targets(&source.names),
        claim: Some((claim, source, print)),
    });
    let values = source.values.iter().map(|value| Item {
        row: PublishedSeedRow {
            place: value.row.place.clone(),
            what: value.row.what.clone(),
            coordinates: value.row.coordinates.clone(),
            quantity: value.row.quantity.clone().unwrap_or_default(),
            ..row.clone()
        },
        targets: value.target.iter().cloned().collect(),
        claim: None,
    });
    claims.chain(values).collect()
}

/// What `tables` hold for `items`. What sums up rows, or reads a table that is not of single studies, has
/// no value where rows of a study that was `left_out` may be among them: it would be another value than that
/// of a whole run.
fn look_up(
    tables: &BTreeMap<String, Contents>,
    items: &[Item<'_>],
    left_out: &[&Study],
) -> Vec<Option<f64>> {
    let mut lookup = TableLookup::new(tables);
    let values = items.iter().map(|item| {
        let is_told = item.targets.iter().all(|target| {
            let table = tables.get(&target.quantity.table);
            let is_of_studies = table.is_some_and(|table| table.column("study").is_some());
            let is_of_one_row = item.claim.is_none() && target.reduce.is_none();
            (is_of_one_row && is_of_studies)
                || !left_out.iter().any(|study| target.may_be_of(study))
        });
        if !is_told {
            return None;
        }
        match item.claim {
            Some((claim, source, print)) => {
                claims::with_seed(claim, &source.names, print, &mut lookup)
            }
            None => Some(lookup.look_up(item.targets.first()?).ok()?.value),
        }
    });
    values.collect()
}
