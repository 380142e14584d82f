//! Published values and claims with each seed of the generator.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::claims;
use super::file::Published;
use super::lookup::TableLookup;
use super::target::Target;
use crate::analyses::{Analyses, Results, published_tables, seeds};
use crate::config::model::Study;
use crate::table::{Contents, TableError};

/// Results by seed, for all sources in order. A seed without a result is left out.
#[derive(Debug, Default)]
pub(super) struct BySeed {
    /// The reproduced values of each published value.
    pub(super) values: Vec<Vec<f64>>,
    /// How far each claim holds: 1 if it holds, or else the share of its cases or orders.
    pub(super) claims: Vec<Vec<f64>>,
}

impl BySeed {
    fn add(&mut self, values: Vec<Option<f64>>, claims: Vec<Option<f64>>) {
        for (all, of_seed) in [(&mut self.values, values), (&mut self.claims, claims)] {
            all.resize(of_seed.len(), Vec::new());
            all.iter_mut().zip(of_seed).for_each(|(all, value)| all.extend(value));
        }
    }
}

/// Looks up published values and claims with every seed. `first` are the tables of the first.
pub(super) fn by_seed(
    analyses: Analyses,
    results: &Results<'_>,
    sources: &[Published],
    first: &BTreeMap<String, Contents>,
) -> Result<BySeed, TableError> {
    let plan = results.plan;
    let mut by_seed = BySeed::default();
    if plan.further.is_empty() {
        return Ok(by_seed);
    }
    let wanted = published_tables(plan);
    let further = plan.further.par_iter().map(|further| {
        let tables = seeds::contents(analyses, further, results.store, &wanted)?;
        let own = &further.spec.studies;
        let studies = plan.spec.studies.iter();
        let left_out: Vec<&Study> =
            studies.filter(|study| !own.iter().any(|own| own.name == study.name)).collect();
        Ok(look_up(sources, &tables, &left_out))
    });
    let further: Vec<_> = further.collect::<Result<_, TableError>>()?;
    for (values, claims) in std::iter::once(look_up(sources, first, &[])).chain(further) {
        by_seed.add(values, claims);
    }
    Ok(by_seed)
}

/// Returns the reproduced value of each published value, and how far each claim holds.
///
/// There is no result for a sum over rows, or for a table without studies, if rows of a study that was `left_out` may be
/// among them: a whole run would give another value.
fn look_up(
    sources: &[Published],
    tables: &BTreeMap<String, Contents>,
    left_out: &[&Study],
) -> (Vec<Option<f64>>, Vec<Option<f64>>) {
    let mut lookup = TableLookup::new(tables);
    let is_whole = |target: &Target| !left_out.iter().any(|study| target.may_be_of(study));
    let values = sources.iter().flat_map(|source| &source.values).map(|value| {
        let target = value.target.as_ref().ok()?;
        let table = tables.get(&target.quantity.table);
        let is_of_study = table.is_some_and(|table| table.column("study").is_some());
        let is_one_row = target.reduce.is_none() && is_of_study;
        let found = (is_one_row || is_whole(target)).then(|| lookup.look_up(target));
        Some(found?.ok()?.value)
    });
    let values = values.collect();
    let claims = sources.iter().flat_map(|source| {
        let claims: Vec<Option<f64>> = source
            .claims
            .iter()
            .map(|claim| {
                let is_whole = claim.targets(&source.names).iter().all(is_whole);
                is_whole.then(|| claims::with_seed(claim, source, &mut lookup))?
            })
            .collect();
        claims
    });
    let claims = claims.collect();
    (values, claims)
}
