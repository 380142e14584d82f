//! What a plan asks of the analyses that it knows nothing else about.

use std::marker::PhantomData;

use super::grid_context::GridContext;
use super::problem::PlanProblem;
use super::request::Request;
use super::scoring::ScoredSystem;
use super::table_size::{GridCounts, TableSize};
use crate::config::asked::Options;
use crate::config::model::{CorpusSpec, MetricSpec, Study};
use crate::corpus::model::Corpus;
use crate::warning::Warning;

/// The part of an analysis that planning needs. Each method is about one study and says nothing where
/// the study does not ask for the analysis.
pub trait PlannedAnalysis: Sync {
    /// What keeps a corpus from being analysed.
    fn problems(&self, _study: &StudyOnCorpus<'_>) -> Vec<PlanProblem> {
        Vec::new()
    }

    /// What a study asks for that it cannot get, and what would be enough.
    fn warnings(&self, _context: &GridContext<'_>) -> Vec<Warning> {
        Vec::new()
    }

    /// Whether it compares test sets with the whole corpus.
    fn reads_whole_corpus(&self, _study: &Study) -> bool {
        false
    }

    /// Whether it reads each system on all segments that have a score of it, whatever the mask.
    fn reads_own_segments(&self, _study: &Study) -> bool {
        false
    }

    /// Rows about pairs of systems, all of which the report reads.
    fn pair_rows(&self, _context: &GridContext<'_>) -> u64 {
        0
    }

    /// What it asks of the test sets of a grid.
    fn requests(&self, _context: &GridContext<'_>) -> Vec<Request> {
        Vec::new()
    }

    /// What its tables take.
    fn table_sizes(&self, _context: &GridContext<'_>, _counts: &GridCounts) -> Vec<TableSize> {
        Vec::new()
    }
}

/// The same of an analysis that studies ask for by options of their own: it is asked only where they are there.
pub trait PlannedOptions: Options {
    /// What keeps a corpus from being analysed.
    fn problems(&self, _study: &StudyOnCorpus<'_>) -> Vec<PlanProblem> {
        Vec::new()
    }

    /// What a study asks for that it cannot get, and what would be enough.
    fn warnings(&self, _context: &GridContext<'_>) -> Vec<Warning> {
        Vec::new()
    }

    /// Whether it compares test sets with the whole corpus.
    fn reads_whole_corpus(&self) -> bool {
        false
    }

    /// Whether it reads each system on all segments that have a score of it, whatever the mask.
    fn reads_own_segments(&self) -> bool {
        false
    }

    /// Rows about pairs of systems, all of which the report reads.
    fn pair_rows(&self, _context: &GridContext<'_>) -> u64 {
        0
    }

    /// What it asks of the test sets of a grid.
    fn requests(&self, _context: &GridContext<'_>) -> Vec<Request> {
        Vec::new()
    }

    /// What its tables take.
    fn table_sizes(&self, _context: &GridContext<'_>, _counts: &GridCounts) -> Vec<TableSize> {
        Vec::new()
    }
}

/// The analysis that studies ask for by the options `O`.
pub struct IfAsked<O>(PhantomData<fn() -> O>);

impl<O: PlannedOptions> IfAsked<O> {
    /// It, for every plan.
    pub const PLANNED: &'static dyn PlannedAnalysis = &Self(PhantomData);
}

impl<O: PlannedOptions> PlannedAnalysis for IfAsked<O> {
    fn problems(&self, study: &StudyOnCorpus<'_>) -> Vec<PlanProblem> {
        study.study.analyses.get::<O>().map(|options| options.problems(study)).unwrap_or_default()
    }

    fn warnings(&self, context: &GridContext<'_>) -> Vec<Warning> {
        context
            .study
            .analyses
            .get::<O>()
            .map(|options| options.warnings(context))
            .unwrap_or_default()
    }

    fn reads_whole_corpus(&self, study: &Study) -> bool {
        study.analyses.get::<O>().is_some_and(PlannedOptions::reads_whole_corpus)
    }

    fn reads_own_segments(&self, study: &Study) -> bool {
        study.analyses.get::<O>().is_some_and(PlannedOptions::reads_own_segments)
    }

    fn pair_rows(&self, context: &GridContext<'_>) -> u64 {
        context
            .study
            .analyses
            .get::<O>()
            .map(|options| options.pair_rows(context))
            .unwrap_or_default()
    }

    fn requests(&self, context: &GridContext<'_>) -> Vec<Request> {
        context
            .study
            .analyses
            .get::<O>()
            .map(|options| options.requests(context))
            .unwrap_or_default()
    }

    fn table_sizes(&self, context: &GridContext<'_>, counts: &GridCounts) -> Vec<TableSize> {
        context
            .study
            .analyses
            .get::<O>()
            .map(|options| options.table_sizes(context, counts))
            .unwrap_or_default()
    }
}

/// A study on a corpus, before it is expanded.
pub struct StudyOnCorpus<'a> {
    /// The study.
    pub study: &'a Study,
    /// What the spec says of the corpus.
    pub source: &'a CorpusSpec,
    /// The corpus.
    pub corpus: &'a Corpus,
    /// Metrics of the spec.
    pub metrics: &'a [MetricSpec],
    /// Metrics applied to systems.
    pub scorings: &'a [ScoredSystem],
}
