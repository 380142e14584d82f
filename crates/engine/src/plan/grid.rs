//! Grids: the factors of a study on a corpus.

use std::sync::Arc;

use super::{CorpusPlan, CorpusStrata, Request, by_metric};
use crate::config::model::{ResamplingUnit, Spec};

/// Name of the ordering column where every set of documents stands for all orderings.
pub(super) const EXHAUSTIVE: &str = "exhaustive";

/// The factors of one study on one corpus. Its cells are the product of placements, scorings,
/// repeats and numbers of replicates.
#[derive(Clone, Debug)]
pub struct Grid {
    /// Index of the study in the spec.
    pub study: usize,
    /// Index of the corpus in the spec.
    pub corpus: usize,
    /// What is resampled: what the study says, or what suits the corpus.
    pub unit: ResamplingUnit,
    /// Strata within which it is resampled, where there are any.
    pub strata: Option<Arc<CorpusStrata>>,
    /// Indices of scorings of the corpus plan, in the order of metrics, references, systems.
    pub scorings: Vec<usize>,
    /// The same, each on all segments that have a score of its system, whatever the mask; empty where no
    /// analysis reads them.
    pub own_segments: Vec<usize>,
    /// Test sets with their places in orderings.
    pub placements: Vec<Placement>,
    /// Orderings along which curves are read; none where test sets are samples.
    pub paths: Vec<GrowthPath>,
    /// Index of the test set of the whole corpus, where a derivation compares with it.
    pub whole: Option<usize>,
    /// Indices of scorings of references against other references.
    pub cross_references: Vec<usize>,
    /// Metrics that are correlated.
    pub correlated: Vec<Family>,
    /// What is asked of the replicates.
    pub requests: Vec<Request>,
}

/// A test set as a step of an ordering, or a sample.
#[derive(Clone, Debug, PartialEq)]
pub struct Placement {
    /// Name of the ordering, or of the sample.
    pub ordering: Arc<str>,
    /// Index of the test set in the corpus plan.
    pub test_set: usize,
    /// The fraction asked for, where sizes are fractions.
    pub fraction: Option<f64>,
}

/// A growing sequence of test sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrowthPath {
    /// Name of the ordering.
    pub ordering: Arc<str>,
    /// Indices of test sets in the corpus plan, ascending in size, each once.
    pub test_sets: Vec<usize>,
}

/// Metrics that are correlated with each other: those that read no references, and the others with one
/// set of references.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// Metrics in the order of the study.
    pub members: Vec<FamilyMember>,
    /// Pairs of members whose correlation is wanted.
    pub pairs: Vec<(usize, usize)>,
    /// Members (m, n, third), where m's correlation with the third is compared with n's.
    pub differences: Vec<(usize, usize, usize)>,
}

/// A metric among those that are correlated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FamilyMember {
    /// Index of a scoring of the study with this metric and references.
    pub named: usize,
    /// Indices of the scorings that are correlated, one for each system; the same systems in all members
    /// of a family.
    pub scorings: Vec<usize>,
}

impl Grid {
    /// Groups of scorings with scores that share metric and references, in the order of scorings:
    /// the systems that are compared with each other.
    pub fn groups(&self, corpus: &CorpusPlan) -> Vec<Arc<[usize]>> {
        by_metric(&self.scorings, &corpus.scorings)
    }

    /// Number of cells.
    pub fn cell_count(&self, spec: &Spec) -> u64 {
        let study = &spec.studies[self.study];
        self.placements.len() as u64
            * self.scorings.len() as u64
            * u64::from(study.shown_repeats())
            * study.replicates.len() as u64
    }
}
