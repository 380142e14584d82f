//! What one seed contributes to the table `published_seeds`.

use std::collections::BTreeMap;

use super::PublishedSeedRow;
use super::claims::{key, with_seed};
use super::lookup::TableLookup;
use super::rows::{coordinates, quantity};
use crate::config::published::Published;
use crate::table::Contents;

/// The values of `sources` in the `tables` of one seed, and whether their claims hold there (1, or the share
/// of cases that do).
pub fn seed_values(
    sources: &[&Published],
    tables: &BTreeMap<String, Contents>,
    seed: u64,
) -> Vec<PublishedSeedRow> {
    let mut lookup = TableLookup::new(tables);
    let mut rows = Vec::new();
    for source in sources {
        for claim in &source.claims {
            let key = key(source, claim);
            rows.push(PublishedSeedRow {
                source: key.source.into(),
                place: key.place.into(),
                what: key.what.into(),
                coordinates: key.coordinates.into(),
                quantity: key.quantity.into(),
                seed,
                reproduced: with_seed(claim, &mut lookup),
            });
        }
        for value in &source.values {
            let Ok(target) = &value.target else { continue };
            rows.push(PublishedSeedRow {
                source: source.source.key.as_str().into(),
                place: value.place.as_str().into(),
                what: value.what.as_str().into(),
                coordinates: coordinates(value).into(),
                quantity: quantity(target).into(),
                seed,
                reproduced: lookup.look_up(target).ok().map(|found| found.value),
            });
        }
    }
    rows
}
