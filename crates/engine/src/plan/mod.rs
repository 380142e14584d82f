//! The plan: from a spec and its corpora to a grid of cells and the jobs that fill it.
//!
//! A *cell* is a row of the scores table: a metric applied to a system on a test set with a number
//! of replicates. Cells are never stored: a [`Grid`] holds the factors whose product they are. A
//! *job* is a test set and a stream of draws, with everything that is computed from it: cells of all
//! studies that share a test set share its draws.
//!
//! Planning looks at the structure of corpora (documents, names, what is missing), never at text.

mod analysis;
mod coordinates;
mod corpus_plan;
mod cost;
mod document;
mod expand;
mod experiment_plan;
mod explain;
mod grid;
mod grid_context;
mod job;
mod job_results;
mod metric_cost;
pub mod prices;
mod problem;
mod question;
mod request;
mod scored_test_set;
mod scoring;
mod table_size;
mod tables;
mod test_set;
mod text_cost;

pub use analysis::{Planned, PlannedOptions, StudyOnCorpus};
pub use coordinates::JobCoordinates;
pub use corpus_plan::CorpusPlan;
pub use cost::{Cost, memory};
pub use document::PlanDocument;
pub use experiment_plan::{Plan, SeedJob};
pub use explain::{explain, studies};
pub use grid::{Family, FamilyMember, Grid, GrowthPath, Placement};
pub use grid_context::GridContext;
pub use job::{Job, Task, TaskKey};
pub use job_results::{JobContext, JobResults, JobStrata};
pub use metric_cost::MetricCost;
pub use problem::PlanProblem;
pub use question::{AnyQuestion, Group, Question, TaskSize, Work, decode};
pub use request::Request;
pub use scored_test_set::{CountedScoring, CrossedRows, ReplicateSource, ScoredTestSet};
pub use scoring::{
    AdjustedSystems, CorpusStrata, DivisionId, DocumentDomains, MetricJudges, Mixed, NoStrata,
    Obstacle, ReferenceSet, ScoredSystem, by_domain, by_metric,
};
pub(crate) use scoring::{Digests, add_part};
pub(crate) use scoring::{external_scores, scores_of_system};
pub use table_size::{GridCounts, TableSize};
pub use test_set::{TestSet, TestSetId};
