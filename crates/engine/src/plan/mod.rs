//! The plan: from a spec and its corpora to a grid of cells and the jobs that fill it.
//!
//! A *cell* is a row of the scores table: a metric applied to a system on a test set with a number
//! of replicates. Cells are never stored: a [`Grid`] holds the factors whose product they are. A
//! *job* is a test set and a stream of draws, with everything that is computed from it: cells of all
//! studies that share a test set share its draws.
//!
//! Planning looks at the structure of corpora (documents, names, what is missing), never at text.

mod adjusted;
mod analysis;
mod connections;
mod coordinates;
mod corpus_plan;
mod correlation;
mod cost;
mod cross_reference;
mod digests;
mod directions;
mod expand;
mod experiment_plan;
mod explain;
mod given_scores;
mod grid;
mod grid_context;
mod job;
mod job_results;
mod judges;
mod limit;
mod metric_cost;
mod orderings;
mod pool;
mod presence;
pub mod prices;
mod problem;
mod question;
mod references;
mod request;
mod samples;
mod scored_test_set;
mod scoring;
mod scoring_inputs;
mod scorings;
mod strata;
mod table_size;
mod tables;
mod test_set;
mod text_cost;
mod unit;

pub use adjusted::AdjustedSystems;
pub use analysis::{IfAsked, PlannedOptions};
pub use analysis::{PlannedAnalysis, StudyOnCorpus};
pub use coordinates::JobCoordinates;
pub use corpus_plan::CorpusPlan;
pub use correlation::{Family, FamilyMember};
pub use cost::{Cost, memory};
pub use experiment_plan::{Plan, SeedJob};
pub use explain::{PlanDocument, explain, studies};
pub use grid::{Grid, GrowthPath, Placement};
pub use grid_context::GridContext;
pub use job::{Job, Task, TaskKey};
pub use job_results::{JobContext, JobResults, JobStrata};
pub use judges::MetricJudges;
pub use metric_cost::MetricCost;
pub use presence::Obstacle;
pub(crate) use presence::external_scores;
pub use problem::PlanProblem;
pub use question::{AnyQuestion, Group, Question, TaskSize, Work, decode};
pub use references::{Mixed, ReferenceSet};
pub use request::Request;
pub use scored_test_set::{CountedScoring, CrossedRows, ReplicateSource, ScoredTestSet};
pub use scoring::{ScoredSystem, by_metric};
pub use strata::{CorpusStrata, DivisionId};
pub use table_size::{GridCounts, TableSize};
pub use test_set::{TestSet, TestSetId};
