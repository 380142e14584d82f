//! A plan for scripts.

use serde::Serialize;

use super::{Cost, Grid, Plan};
use crate::corpus::model::Corpus;
use crate::stats::reason::Reason;

/// A plan as data: what `runner plan --format json` prints.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct PlanDocument {
    /// Name of the experiment.
    pub experiment: String,
    /// Corpora.
    pub corpora: Vec<CorpusSummary>,
    /// Grids: the cells of each are the product of its placements, scorings, repeats and replicates.
    pub grids: Vec<GridDocument>,
    /// Cells of all grids, of the first seed.
    pub cells: u64,
    /// Seeds of the generator, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seeds: Option<SeedsDocument>,
    /// Distinct results behind the cells, with those of further seeds.
    pub results: usize,
    /// Of these, results that an earlier run left.
    pub results_there: usize,
    /// Jobs: test sets with their draws, of all seeds.
    pub jobs: usize,
    /// Estimated work of all seeds.
    pub cost: Cost,
}

/// The seeds of a plan.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct SeedsDocument {
    /// The first.
    pub first: u64,
    /// The last.
    pub last: u64,
    /// Their number.
    pub count: usize,
    /// Studies that further seeds run too: those that published values read.
    pub studies: Vec<String>,
    /// Distinct results of further seeds.
    pub results: usize,
}

/// What a corpus holds.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct CorpusSummary {
    /// Name in the spec.
    pub name: String,
    /// Number of documents.
    pub documents: usize,
    /// Number of segments.
    pub segments: usize,
    /// Names of references.
    pub references: Vec<String>,
    /// Names of outputs that are not references.
    pub systems: Vec<String>,
    /// Names of criteria.
    pub criteria: Vec<String>,
    /// Whether it was generated.
    pub synthetic: bool,
}

/// The factors of a study on a corpus.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct GridDocument {
    /// Study.
    pub study: String,
    /// Corpus.
    pub corpus: String,
    /// Test sets along orderings.
    pub placements: Vec<PlacementDocument>,
    /// Metrics applied to systems.
    pub scorings: Vec<ScoringDocument>,
    /// Independent repetitions of the draws.
    pub repeats: u32,
    /// Numbers of replicates.
    #[serde(rename = "B")]
    pub replicates: Vec<u32>,
    /// Number of cells.
    pub cells: u64,
}

/// A test set along an ordering.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct PlacementDocument {
    /// Ordering.
    pub ordering: String,
    /// Identity of the test set.
    pub test_set: String,
    /// Its documents.
    pub documents: usize,
    /// Its segments.
    pub segments: usize,
    /// The fraction that was asked for.
    pub fraction: Option<f64>,
}

/// A metric applied to a system.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct ScoringDocument {
    /// Metric.
    pub metric: String,
    /// System.
    pub system: String,
    /// References, joined by `+`.
    pub references: Option<String>,
    /// Segments of the corpus that count.
    pub judged_segments: usize,
    /// Why there is no score, if there is none.
    pub obstacle: Option<String>,
}

impl PlanDocument {
    /// Describes `plan`, of whose results `results_there` are there already.
    pub fn new(plan: &Plan, results_there: usize) -> Self {
        Self {
            experiment: plan.spec.name.clone(),
            corpora: plan.corpora.iter().map(|plan| summary(&plan.corpus)).collect(),
            grids: plan.grids.iter().map(|grid| grid_document(plan, grid)).collect(),
            cells: plan.cell_count(),
            seeds: seeds(plan),
            results: plan.result_count(),
            results_there,
            jobs: plan.all_jobs().count(),
            cost: Cost::of_plan(plan),
        }
    }
}

fn seeds(plan: &Plan) -> Option<SeedsDocument> {
    let last = plan.further.last()?;
    // A study may run with fewer seeds than others: the second has the most of the further ones.
    let studies = plan.further.iter().take(1).flat_map(|plan| &plan.spec.studies);
    Some(SeedsDocument {
        first: plan.spec.seed,
        last: last.spec.seed,
        count: 1 + plan.further.len(),
        studies: studies.map(|study| study.name.clone()).collect(),
        results: plan.further.iter().map(Plan::result_count).sum(),
    })
}

fn summary(corpus: &Corpus) -> CorpusSummary {
    CorpusSummary {
        name: corpus.name.clone(),
        documents: corpus.documents.len(),
        segments: corpus.segment_count(),
        references: corpus.references.iter().map(|reference| reference.name.clone()).collect(),
        systems: corpus.machine_systems().map(str::to_owned).collect(),
        criteria: corpus.judgments.keys().cloned().collect(),
        synthetic: corpus.synthetic,
    }
}

fn grid_document(plan: &Plan, grid: &Grid) -> GridDocument {
    let study = &plan.spec.studies[grid.study];
    let corpus_plan = &plan.corpora[grid.corpus];
    let corpus = &corpus_plan.corpus;
    let placements = grid.placements.iter().map(|placement| {
        let test_set = &corpus_plan.test_sets[placement.test_set];
        PlacementDocument {
            ordering: placement.ordering.to_string(),
            test_set: test_set.id.to_string(),
            documents: test_set.documents.len(),
            segments: test_set.segments,
            fraction: placement.fraction,
        }
    });
    let scorings = grid.scorings.iter().map(|index| {
        let scoring = &corpus_plan.scorings[*index];
        let masked = scoring.mask.iter().flat_map(|mask| mask.iter()).filter(|flag| !**flag);
        ScoringDocument {
            metric: plan.spec.metrics[scoring.metric].name.clone(),
            system: scoring.system.clone(),
            references: scoring.references.as_ref().map(|set| set.names(corpus)),
            judged_segments: match scoring.obstacle {
                None => corpus.segment_count() - masked.count(),
                Some(_) => 0,
            },
            obstacle: scoring.obstacle.map(|obstacle| Reason::from(obstacle).name().to_owned()),
        }
    });
    GridDocument {
        study: study.name.clone(),
        corpus: corpus.name.clone(),
        placements: placements.collect(),
        scorings: scorings.collect(),
        repeats: study.shown_repeats(),
        replicates: study.replicates.clone(),
        cells: grid.cell_count(&plan.spec),
    }
}
