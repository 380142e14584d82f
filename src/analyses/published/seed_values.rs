//! What one seed contributes to the table `published_seeds`.

use std::collections::BTreeMap;

use super::PublishedSeedRow;
use super::lookup::TableLookup;
use super::rows::{coordinates, quantity};
use crate::config::published::Published;
use crate::table::Contents;

/// The values of `sources` in the `tables` of one seed.
pub fn seed_values(
    sources: &[&Published],
    tables: &BTreeMap<String, Contents>,
    seed: u64,
) -> Vec<PublishedSeedRow> {
    let mut lookup = TableLookup::new(tables);
    let mut rows = Vec::new();
    for source in sources {
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
