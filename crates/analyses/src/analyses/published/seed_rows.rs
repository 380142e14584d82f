//! The table `published_seeds`: what each seed of the generator gives for each published value and claim.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::PublishedSeedRow;
use super::file::{Claim, Names, Published};
use super::lookup::TableLookup;
use super::spread::ValueKey;
use super::target::Target;
use super::{claims, rows};
use crate::analyses::{Results, published_tables, seeds};
use crate::config::model::Study;
use crate::plan::Plan;
use crate::table::{Contents, TableError};

/// A row per seed and published value or claim that some seed reproduces; none with one seed. `first` are the
/// tables of the first seed.
pub(super) fn seed_rows(
    results: &Results<'_>,
    sources: &[Published],
    first: &BTreeMap<String, Contents>,
) -> Result<Vec<PublishedSeedRow>, TableError> {
    let plan = results.plan;
    if plan.further.is_empty() {
        return Ok(Vec::new());
    }
    let items: Vec<Item<'_>> = sources.iter().flat_map(items).collect();
    let wanted = published_tables(plan);
    let of_further = |further: &Plan| -> Result<Reproduced, TableError> {
        let tables = seeds::contents(further, results.store, &wanted)?;
        let is_left_out =
            |study: &&Study| !further.spec.studies.iter().any(|own| own.name == study.name);
        let left_out: Vec<&Study> = plan.spec.studies.iter().filter(is_left_out).collect();
        Ok(Reproduced { seed: further.spec.seed, values: look_up(&tables, &items, &left_out) })
    };
    let further: Vec<_> = plan.further.par_iter().map(of_further).collect();
    let mut all = vec![Reproduced { seed: plan.spec.seed, values: look_up(first, &items, &[]) }];
    for further in further {
        all.push(further?);
    }
    let reproduced = items
        .iter()
        .enumerate()
        .filter(|(index, _)| all.iter().any(|seed| seed.values[*index].is_some()));
    let rows = reproduced.flat_map(|(index, item)| {
        all.iter().map(move |seed| item.row(seed.seed, seed.values[index]))
    });
    Ok(rows.collect())
}

/// What a seed gives for each item.
struct Reproduced {
    seed: u64,
    values: Vec<Option<f64>>,
}

/// What is looked up with every seed: a claim, or else a published value.
struct Item<'a> {
    key: ValueKey,
    targets: Vec<Target>,
    claim: Option<(&'a Claim, &'a Names)>,
}

fn items(source: &Published) -> impl Iterator<Item = Item<'_>> {
    let claims = source.claims.iter().map(move |claim| Item {
        key: claims::key(source, claim),
        targets: claim.targets(&source.names),
        claim: Some((claim, &source.names)),
    });
    let values = source.values.iter().filter_map(move |value| {
        let target = value.target.as_ref().ok()?;
        let key = rows::key(source, value, target);
        Some(Item { key, targets: vec![target.clone()], claim: None })
    });
    claims.chain(values)
}

impl Item<'_> {
    /// What it is in the tables of a seed; 1 for a claim that holds, or the share of its cases that do.
    fn look_up(&self, lookup: &mut TableLookup<'_>) -> Option<f64> {
        match self.claim {
            Some((claim, names)) => claims::with_seed(claim, names, lookup),
            None => Some(lookup.look_up(self.targets.first()?).ok()?.value),
        }
    }

    /// Whether it sums up rows that are given one by one.
    fn is_of_one_row(&self) -> bool {
        self.claim.is_none() && self.targets.iter().all(|target| target.reduce.is_none())
    }

    fn row(&self, seed: u64, reproduced: Option<f64>) -> PublishedSeedRow {
        let [source, place, what, coordinates, quantity] =
            self.key.each_ref().map(|part| part.as_str().into());
        PublishedSeedRow { source, place, what, coordinates, quantity, seed, reproduced }
    }
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
    let has_studies =
        |table: &str| tables.get(table).is_some_and(|table| table.column("study").is_some());
    let is_whole = |target: &Target| {
        !left_out.iter().any(|study| {
            target.may_have("study", [study.name.as_str()])
                && target.may_have("corpus", study.corpora.iter().map(String::as_str))
        })
    };
    let value = |item: &Item<'_>| {
        let alone = item.is_of_one_row();
        let is_told =
            |target: &Target| (alone && has_studies(&target.quantity.table)) || is_whole(target);
        if item.targets.iter().all(is_told) { item.look_up(&mut lookup) } else { None }
    };
    items.iter().map(value).collect()
}
