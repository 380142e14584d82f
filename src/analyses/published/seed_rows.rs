//! The table `published_seeds`: what each seed of the generator gives for each published value.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use super::PublishedSeedRow;
use super::lookup::TableLookup;
use super::rows::{coordinates, quantity};
use crate::analyses::{Results, published_tables, seeds};
use crate::config::model::Study;
use crate::config::published::{PrintedValue, Published, Target};
use crate::plan::Plan;
use crate::table::{Contents, TableError};

/// A row per seed and published value that some seed reproduces; none with one seed. `first` are the
/// tables of the first seed.
pub(super) fn seed_rows(
    results: &Results<'_>,
    sources: &[&Published],
    first: &BTreeMap<String, Contents>,
) -> Result<Vec<PublishedSeedRow>, TableError> {
    let plan = results.plan;
    if plan.further.is_empty() {
        return Ok(Vec::new());
    }
    let values = || sources.iter().flat_map(|source| source.values.iter());
    let targets: Vec<Option<&Target>> = values().map(|value| value.target.as_ref().ok()).collect();
    let wanted = published_tables(plan);
    let of_further = |further: &Plan| -> Result<Reproduced, TableError> {
        let tables = seeds::contents(further, results.store, &wanted)?;
        let left_out: Vec<&Study> = plan
            .spec
            .studies
            .iter()
            .filter(|study| !further.spec.studies.iter().any(|own| own.name == study.name))
            .collect();
        Ok(Reproduced { seed: further.spec.seed, values: look_up(&tables, &targets, &left_out) })
    };
    let further: Vec<_> = plan.further.par_iter().map(of_further).collect();
    let of_first = Reproduced { seed: plan.spec.seed, values: look_up(first, &targets, &[]) };
    let mut all = vec![of_first];
    for further in further {
        all.push(further?);
    }
    let mut rows = Vec::new();
    let sources = sources.iter().flat_map(|source| source.values.iter().map(move |_| *source));
    for (index, (source, value)) in sources.zip(values()).enumerate() {
        let Some(target) = targets[index] else { continue };
        if all.iter().any(|seed| seed.values[index].is_some()) {
            let of_seed =
                |seed: &Reproduced| row(source, value, target, seed.seed, seed.values[index]);
            rows.extend(all.iter().map(of_seed));
        }
    }
    Ok(rows)
}

/// What one seed gives for each published value.
struct Reproduced {
    seed: u64,
    values: Vec<Option<f64>>,
}

/// What `tables` hold for `targets`. A target that sums up rows, or reads a table that is not of single
/// studies, has no value where rows of a study that was `left_out` may be among them: it would
/// be another value than that of a whole run.
fn look_up(
    tables: &BTreeMap<String, Contents>,
    targets: &[Option<&Target>],
    left_out: &[&Study],
) -> Vec<Option<f64>> {
    let mut lookup = TableLookup::new(tables);
    let mut value = |target: &Target| {
        let is_of_study =
            tables.get(&target.table).is_some_and(|table| table.column("study").is_some());
        let is_whole = (target.reduce.is_none() && is_of_study)
            || !left_out.iter().any(|study| {
                target.may_have("study", [study.name.as_str()])
                    && target.may_have("corpus", study.corpora.iter().map(String::as_str))
            });
        let found = if is_whole { lookup.look_up(target).ok() } else { None };
        found.map(|found| found.value)
    };
    targets.iter().map(|target| target.and_then(&mut value)).collect()
}

fn row(
    source: &Published,
    value: &PrintedValue,
    target: &Target,
    seed: u64,
    reproduced: Option<f64>,
) -> PublishedSeedRow {
    PublishedSeedRow {
        source: Arc::from(source.source.key.as_str()),
        place: value.place.as_str().into(),
        what: value.what.as_str().into(),
        coordinates: coordinates(value).into(),
        quantity: quantity(target).into(),
        seed,
        reproduced,
    }
}
