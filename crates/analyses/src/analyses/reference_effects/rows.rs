//! How the tables of reference effects are filled.

use super::options::ReferenceEffects;
use super::request::{
    self, Effect, EffectTable, EffectsOfReferences, MeanSquare, SingleReferences,
};
use super::row::{ReferenceComponent, ReferenceComponentRow, ReferenceEffectRow};
use crate::analyses::{Coordinates, GridResults, Pairs, Results, document_count};
use crate::plan::Placement;
use crate::stats::{Reason, holm};
use crate::table::Cell;

/// All rows of the studies that ask.
#[derive(Default)]
pub struct ReferenceEffectTables {
    /// Systems by references.
    pub effects: Vec<ReferenceEffectRow>,
    /// Components of their variance.
    pub components: Vec<ReferenceComponentRow>,
}

/// In the order of studies, corpora, metrics, test sets, references, systems.
pub fn reference_effects(results: &Results<'_>) -> ReferenceEffectTables {
    let mut tables = ReferenceEffectTables::default();
    for (on_corpus, _) in results.asking(|study| study.analyses.get::<ReferenceEffects>()) {
        let context = results.plan.context(on_corpus.grid);
        for single in request::single_references(&context) {
            let question = EffectsOfReferences { references: single.references };
            let requested = on_corpus.requested(&question);
            for placement in &on_corpus.grid.placements {
                let at = Coordinates::once(placement.test_set, single.group[0]);
                let computed = requested.get(at, &single.group);
                let place = MetricPlace { on_corpus: &on_corpus, single: &single, placement };
                place.add(&computed, &mut tables);
            }
        }
    }
    tables
}

/// A metric on a test set.
struct MetricPlace<'a> {
    on_corpus: &'a GridResults<'a>,
    single: &'a SingleReferences,
    placement: &'a Placement,
}

impl MetricPlace<'_> {
    fn at(&self, scoring: usize) -> Coordinates {
        self.on_corpus.first_at(self.placement.test_set, scoring)
    }

    /// The cell of a scoring; why there are no effects comes after what is wrong with its score.
    fn cell(&self, scoring: usize, reason: Option<Reason>) -> Cell {
        let at = self.at(scoring);
        let cell = self.on_corpus.cell(at, Some(self.placement), &self.on_corpus.outcome(at));
        match reason {
            Some(reason) if cell.status.is_ok() => Cell { status: reason.into(), ..cell },
            _ => cell,
        }
    }

    fn score(&self, scoring: usize) -> Option<f64> {
        self.on_corpus.outcome(self.at(scoring)).result.and_then(|result| result.score)
    }

    fn add(&self, computed: &Result<EffectTable, Reason>, tables: &mut ReferenceEffectTables) {
        let effects: Vec<Option<Effect>> = match computed {
            Ok(table) => table.effects.iter().copied().map(Some).collect(),
            Err(_) => vec![None; self.single.group.len()],
        };
        let p_values: Vec<Option<f64>> =
            effects.iter().map(|effect| effect.and_then(|effect| effect.p_value)).collect();
        let adjusted = holm(&p_values);
        for (place, scoring) in self.single.group.iter().enumerate() {
            let effect = effects[place];
            let error = effect.map(|effect| effect.standard_error);
            let reason = match error {
                Some(error) => error.err(),
                None => computed.as_ref().err().copied(),
            };
            let direction = self.on_corpus.direction(*scoring);
            tables.effects.push(ReferenceEffectRow {
                cell: self.cell(*scoring, reason),
                score: self.score(*scoring),
                effect: effect.map(|effect| direction.orient(effect.effect)),
                standard_error: error.and_then(Result::ok),
                p_value: p_values[place],
                p_adjusted: adjusted[place],
            });
        }
        tables.components.extend(self.components(computed));
    }

    fn components(&self, computed: &Result<EffectTable, Reason>) -> Vec<ReferenceComponentRow> {
        let scoring = self.single.group[0];
        ReferenceComponent::ALL
            .into_iter()
            .map(|component: ReferenceComponent| {
                let table = computed.as_ref().map_err(|reason| *reason);
                let variance = table.and_then(|table| variance(table, component));
                let cell =
                    Cell { system: None, references: None, ..self.cell(scoring, variance.err()) };
                ReferenceComponentRow {
                    cell,
                    component,
                    variance: variance.ok(),
                    deviation: variance.ok().map(f64::sqrt),
                    systems: document_count(self.single.systems),
                    references_compared: document_count(self.single.references),
                    order_changes: self.order_changes(),
                }
            })
            .collect()
    }

    /// Pairs of systems that two references put in opposite orders; nothing where a score is missing.
    fn order_changes(&self) -> Option<u32> {
        let scores: Option<Vec<f64>> =
            self.single.group.iter().map(|scoring| self.score(*scoring)).collect();
        let by_reference = scores?;
        let changes = Pairs::All.of(self.single.systems).into_iter().filter(|(a, b)| {
            let by_each = by_reference.chunks_exact(self.single.systems);
            let mut differences = by_each.map(|systems| systems[*a] - systems[*b]);
            let is_above = differences.clone().any(|difference| difference > 0.0);
            is_above && differences.any(|difference| difference < 0.0)
        });
        Some(document_count(changes.count()))
    }
}

fn variance(table: &EffectTable, component: ReferenceComponent) -> Result<f64, Reason> {
    let MeanSquare { square, noise } = match component {
        ReferenceComponent::System => table.of_systems,
        ReferenceComponent::Reference => table.of_references,
        ReferenceComponent::Both => table.of_both,
        ReferenceComponent::Noise => return table.of_both.noise,
    };
    // The noise is an estimate, too, and may exceed the square.
    Ok((square - noise?).max(0.0))
}
