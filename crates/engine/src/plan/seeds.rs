//! Seeds of a plan: the first has the plan itself, each further one a plan beside it.
//!
//! A further plan is made from a corpus of its own, whose texts only the statistics need. They are
//! dropped once it is made, and generated again for as long as its jobs run, so that a run with many
//! seeds has few corpora in memory.

use std::borrow::Cow;
use std::iter;
use std::sync::Arc;

use super::experiment_plan::Plan;
use super::job::Job;
use crate::config::model::CorpusFormat;
use crate::corpus::synthetic;

/// A job, with the plan of its seed.
#[derive(Clone, Copy, Debug)]
pub struct SeedJob<'a> {
    /// Number of the seed, from 0.
    pub seed: usize,
    /// The plan of the seed, which its indices are about.
    pub plan: &'a Plan,
    /// The job.
    pub job: &'a Job,
}

impl SeedJob<'_> {
    /// Estimated work, seconds on one core.
    pub fn seconds(&self) -> f64 {
        self.plan.cost_of([self.job]).seconds
    }
}

impl Plan {
    /// The plans of all seeds, this one first.
    pub fn seeds(&self) -> impl Iterator<Item = &Self> {
        iter::once(self).chain(&self.further)
    }

    /// The jobs of all seeds, seed by seed. Their positions are what shards are lists of.
    pub fn all_jobs(&self) -> impl Iterator<Item = SeedJob<'_>> {
        self.seeds()
            .enumerate()
            .flat_map(|(seed, plan)| plan.jobs.iter().map(move |job| SeedJob { seed, plan, job }))
    }

    /// Number of results of all seeds.
    pub fn result_count(&self) -> usize {
        self.all_jobs().map(|SeedJob { job, .. }| job.tasks.len()).sum()
    }

    /// The plan of a further seed without the texts of its generated corpora.
    #[must_use]
    pub fn without_texts(mut self) -> Self {
        for (plan, source) in self.corpora.iter_mut().zip(&self.spec.corpora) {
            if source.format.is_generated() {
                plan.corpus = Arc::new(plan.corpus.without_texts());
            }
        }
        self.has_texts = false;
        self
    }

    /// The plan with all its texts: itself, or one of a further seed, whose corpora are generated again.
    #[expect(clippy::missing_panics_doc, reason = "the preset was there when the plan was made")]
    pub fn with_texts(&self) -> Cow<'_, Self> {
        if self.has_texts {
            return Cow::Borrowed(self);
        }
        let mut whole = self.clone();
        whole.has_texts = true;
        for (plan, source) in whole.corpora.iter_mut().zip(&self.spec.corpora) {
            if let CorpusFormat::Synthetic(generated) = &source.format {
                let corpus = synthetic::generate(&generated.preset, generated.seed, &source.name);
                plan.corpus = Arc::new(corpus.expect("it was generated before"));
            }
        }
        Cow::Owned(whole)
    }
}
