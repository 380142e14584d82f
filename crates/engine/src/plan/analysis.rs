//! What a plan asks of the analyses that it knows nothing else about.

use super::{GridContext, GridCounts, PlanProblem, Request, ScoredSystem, TableSize};
use crate::config::model::{CorpusSpec, MetricSpec, Study};
use crate::corpus::model::Corpus;
use crate::warning::Warning;

/// The part of an analysis that planning needs: usually the options that a study requests it with.
pub trait PlannedOptions {
    /// Returns the problems that keep a corpus from being analysed.
    fn problems(&self, _study: &StudyOnCorpus<'_>) -> Vec<PlanProblem> {
        Vec::new()
    }

    /// Warns about requests that the data cannot answer, and says what would be enough.
    fn warnings(&self, _context: &GridContext<'_>) -> Vec<Warning> {
        Vec::new()
    }

    /// Returns `true` if the analysis compares test sets with the whole corpus.
    fn reads_whole_corpus(&self) -> bool {
        false
    }

    /// Returns `true` if the analysis reads each system on all segments that have a score of it, whatever the mask.
    fn reads_own_segments(&self) -> bool {
        false
    }

    /// Counts the rows about pairs of systems, all of which the report reads.
    fn pair_rows(&self, _context: &GridContext<'_>) -> u64 {
        0
    }

    /// Returns the requests to the test sets of a grid.
    fn requests(&self, _context: &GridContext<'_>) -> Vec<Request> {
        Vec::new()
    }

    /// Estimates the sizes of its tables.
    fn table_sizes(&self, _context: &GridContext<'_>, _counts: &GridCounts) -> Vec<TableSize> {
        Vec::new()
    }
}

/// Returns the part of an analysis that planning needs, or `None` if the study does not request the analysis.
pub type Planned = for<'a> fn(&'a Study) -> Option<&'a dyn PlannedOptions>;

/// Returns the parts of the analyses that `study` requests.
pub(super) fn requested<'a>(
    analyses: &[Planned],
    study: &'a Study,
) -> impl Iterator<Item = &'a dyn PlannedOptions> {
    analyses.iter().filter_map(move |planned| planned(study))
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
