//! The table `published_seeds`: what each seed of the generator gives for each published value and claim.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::PublishedSeedRow;
use super::file::{Claim, Published};
use super::lookup::TableLookup;
use super::target::Target;
use super::{claims, print, rows};
use crate::analyses::{Results, published_tables, seeds};
use crate::config::model::Study;
use crate::plan::Plan;
use crate::table::{Contents, TableError};

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
    let seed_values = |further: &Plan| -> Result<(u64, Vec<Option<f64>>), TableError> {
        let tables = seeds::contents(further, results.store, &wanted)?;
        let left_out: Vec<&Study> = plan
            .spec
            .studies
            .iter()
            .filter(|study: &&Study| !further.spec.studies.iter().any(|own| own.name == study.name))
            .collect();
        Ok((further.spec.seed, look_up(&tables, &items, &left_out)))
    };
    let further: Vec<_> = plan.further.par_iter().map(seed_values).collect();
    let mut seeds = vec![(plan.spec.seed, look_up(first, &items, &[]))];
    for further in further {
        seeds.push(further?);
    }
    let mut by_seed = BySeed::default();
    for (index, item) in items.iter().enumerate() {
        let told: Vec<f64> = seeds.iter().filter_map(|(_, values)| values[index]).collect();
        if !told.is_empty() {
            by_seed.rows.extend(seeds.iter().map(|(seed, values)| item.row(*seed, values[index])));
        }
        let kind = if item.claim.is_some() { &mut by_seed.claims } else { &mut by_seed.values };
        kind.push(told);
    }
    Ok(by_seed)
}

/// What is looked up with every seed: a claim, or else a published value.
struct Item<'a> {
    source: &'a Published,
    print: &'a BTreeMap<String, Contents>,
    /// Place, what it is, coordinates and quantity.
    names: [String; 4],
    targets: Vec<Target>,
    claim: Option<&'a Claim>,
}

fn items<'a>(
    source: &'a Published,
    print: &'a BTreeMap<String, Contents>,
) -> impl Iterator<Item = Item<'a>> {
    let claims = source.claims.iter().map(move |claim| Item {
        source,
        print,
        names: [&*claim.place, &claim.claim, "", CLAIM].map(str::to_owned),
        targets: claim.targets(&source.names),
        claim: Some(claim),
    });
    let values = source.values.iter().map(move |value| {
        let target = value.target.as_ref().ok();
        let quantity = target.map(Target::words).unwrap_or_default();
        let names = [value.place.clone(), value.what.clone(), rows::coordinates(value), quantity];
        Item { source, print, names, targets: target.into_iter().cloned().collect(), claim: None }
    });
    claims.chain(values)
}

/// What stands for the quantity of claims.
const CLAIM: &str = "claim";

impl Item<'_> {
    /// What it is in the tables of a seed.
    fn look_up(&self, lookup: &mut TableLookup<'_>) -> Option<f64> {
        match self.claim {
            Some(claim) => claims::with_seed(claim, &self.source.names, self.print, lookup),
            None => Some(lookup.look_up(self.targets.first()?).ok()?.value),
        }
    }

    /// Whether it sums up rows that are given one by one.
    fn is_of_one_row(&self) -> bool {
        self.claim.is_none() && self.targets.iter().all(|target| target.reduce.is_none())
    }

    fn row(&self, seed: u64, reproduced: Option<f64>) -> PublishedSeedRow {
        let [place, what, coordinates, quantity] =
            self.names.each_ref().map(|part| part.as_str().into());
        let source = self.source.source.key.as_str().into();
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
        if item.targets.iter().all(|target: &Target| {
            (alone && has_studies(&target.quantity.table)) || is_whole(target)
        }) {
            item.look_up(&mut lookup)
        } else {
            None
        }
    };
    items.iter().map(value).collect()
}
