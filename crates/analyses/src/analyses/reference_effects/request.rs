//! What reference effects ask for: of each metric one table of systems by references, on every test set.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::options::ReferenceEffects;
use super::{ReferenceComponentRow, ReferenceEffectRow, compute};
use crate::analyses::common::pairs::one_system;
use crate::plan::prices::{LOOKUP, SCORE};
use crate::plan::{
    GridContext, GridCounts, Group, JobResults, PlanProblem, PlannedOptions, Question, Request,
    StudyOnCorpus, TableSize, TaskSize, Work,
};
use crate::stats::reason::Reason;

/// Of several systems by each of several references: what is left of a score without the means of its system and of its
/// reference. The group has the systems by the first reference, then those by the second, and so on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EffectsOfReferences {
    /// Number of references.
    pub references: usize,
}

/// What a reference does to a system beside what it does to all, in the unit of the metric.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Effect {
    /// Its value.
    pub effect: f64,
    /// Its standard error, or why there is none.
    pub standard_error: Result<f64, Reason>,
    /// Two-sided, of no effect.
    pub p_value: Option<f64>,
}

/// A mean square, and the part of it that other texts would change.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeanSquare {
    /// Sum of squares over its degrees of freedom.
    pub square: f64,
    /// Sum of squared standard errors over the same, or why there are none.
    pub noise: Result<f64, Reason>,
}

/// Of a metric.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EffectTable {
    /// Effects, in the order of the group.
    pub effects: Vec<Effect>,
    /// Means of systems around the mean of all.
    pub of_systems: MeanSquare,
    /// Means of references around it.
    pub of_references: MeanSquare,
    /// Effects.
    pub of_both: MeanSquare,
}

/// The scorings of a metric by single references.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SingleReferences {
    /// As the question wants them.
    pub(super) group: Arc<[usize]>,
    pub(super) systems: usize,
    pub(super) references: usize,
}

/// Of each metric with two references and two systems that all of them score.
pub(super) fn single_references(context: &GridContext<'_>) -> Vec<SingleReferences> {
    let mut metrics: BTreeMap<usize, Vec<Arc<[usize]>>> = BTreeMap::new();
    for group in context.groups() {
        let scoring = &context.scorings[group[0]];
        let references = scoring.references.as_ref();
        if references.is_some_and(|set| set.indices.len() == 1 && set.mixed.is_none()) {
            metrics.entry(scoring.metric).or_default().push(group);
        }
    }
    let singles = metrics.into_values().filter_map(|groups: Vec<Arc<[usize]>>| {
        let all = groups.iter().flat_map(|group| group.iter().copied());
        // A reference is no system against itself.
        let shared = all.filter(|scoring| {
            let system = &context.scorings[*scoring].system;
            groups
                .iter()
                .all(|group| group.iter().any(|other| context.scorings[*other].system == *system))
        });
        let references = groups.len();
        let group: Arc<[usize]> = shared.collect();
        let systems = group.len() / references;
        (systems > 1 && references > 1).then_some(SingleReferences { group, systems, references })
    });
    singles.collect()
}

impl Question for EffectsOfReferences {
    /// Or why the scores cannot be compared.
    type Result = Result<EffectTable, Reason>;
    const TAG: &'static str = "reference effects";

    fn work(&self, size: &TaskSize) -> Work {
        let TaskSize { scorings, units, segments, columns, .. } = *size;
        let cells = scorings as f64;
        // Each effect is a sum over its row, its column and all.
        Work::plain(cells * (units + segments) * (SCORE + 2.0 * columns + 2.0 * cells))
    }

    fn result_bytes(&self, size: &TaskSize) -> f64 {
        60.0 + 28.0 * size.scorings as f64
    }

    fn compute(&self, job: &JobResults<'_>, group: &Group<'_>) -> Self::Result {
        compute::effects(job, group, self.references)
    }
}

impl PlannedOptions for ReferenceEffects {
    fn problems(&self, on: &StudyOnCorpus<'_>) -> Vec<PlanProblem> {
        let references = on.corpus.references.len();
        let one_reference = (references < 2).then(|| {
            let message =
                format!("corpus `{}` has {references} reference to compare", on.corpus.name);
            let help = "leave this out, or name a corpus with several references".to_owned();
            PlanProblem::of_study(&on.study.name, &["reference-effects"], message, help)
        });
        one_system(on, "reference-effects").into_iter().chain(one_reference).collect()
    }

    fn requests(&self, context: &GridContext<'_>) -> Vec<Request> {
        let requests = single_references(context).into_iter().map(|single| {
            let question = EffectsOfReferences { references: single.references };
            Request::once(question, vec![single.group], context.placed())
        });
        requests.collect()
    }

    fn table_sizes(&self, context: &GridContext<'_>, counts: &GridCounts) -> Vec<TableSize> {
        let metrics = single_references(context);
        let places = context.grid.placements.len() as f64;
        let cells: usize = metrics.iter().map(|single| single.group.len()).sum();
        let rows = places * cells as f64;
        vec![
            TableSize::new::<ReferenceEffectRow>(counts, rows, 4.0).source(rows * LOOKUP),
            TableSize::new::<ReferenceComponentRow>(
                counts,
                // A row for each of `ReferenceComponent::ALL`.
                places * 4.0 * metrics.len() as f64,
                2.0,
            ),
        ]
    }
}
