//! How much minimal sizes vary from one sample and order of documents to the next.
//!
//! Every draw takes as many documents as there are, with replacement, in the order in which they come:
//! another corpus in another order, as far as this one can stand for others. Along it deviations are
//! taken by the delta method, without a Monte-Carlo error of their own, curves are fitted and sizes
//! read off them.

use std::ops::Range;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::form::Form;
use super::options::{Deviation, MinimalSize};
use super::request::SizeIntervals;
use crate::config::ResamplingUnit;
use crate::plan::{Group, JobResults, ScoredTestSet};
use crate::stats::outer::{self, Drawn, Moments};
use crate::stats::random::UniformBelow;
use crate::stats::{Reason, small_sample_factor};

/// How sizes vary over draws.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SizeSpreads {
    /// Documents that were drawn from, and number of them in a draw.
    pub documents: u32,
    /// Of each form of the question, in order: `x_min` and `x_max`.
    pub curves: Vec<[SizeSpread; 2]>,
}

/// How one size varies over draws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SizeSpread {
    /// Draws.
    pub draws: u32,
    /// Draws without such a size.
    pub undefined: u32,
    /// Standard deviation of its natural logarithm over the other draws; `None` below two.
    pub log_stdev: Option<f64>,
}

impl SizeSpread {
    fn of(sizes: impl Iterator<Item = Option<f64>>) -> Self {
        let sizes: Vec<Option<f64>> = sizes.collect();
        let defined: Vec<f64> =
            sizes.iter().flatten().copied().filter(|size| *size > 0.0).collect();
        let [draws, undefined] = [sizes.len(), sizes.len() - defined.len()]
            .map(|count| u32::try_from(count).unwrap_or(u32::MAX));
        Self { draws, undefined, log_stdev: outer::log_stdev(&defined) }
    }
}

/// What one draw gives: of each form `x_min` and `x_max`.
type DrawnSizes = Vec<[Option<f64>; 2]>;

/// Weights that depend on the test set (NIST) are those of the largest, in every draw.
pub(super) fn size_spreads(
    job: &JobResults<'_>,
    group: &Group<'_>,
    question: &SizeIntervals,
) -> Result<SizeSpreads, Reason> {
    let SizeIntervals { options, sizes } = question;
    let system = job.system(group.scorings[0]);
    system.check_additive()?;
    let documents = scored_documents(job, system);
    let count = u32::try_from(documents.len()).map_err(|_| Reason::TooManyUnits)?;
    if count < 2 || system.score.is_none() {
        return Err(Reason::TooFewUnits);
    }
    let drawn = match job.coordinates.unit {
        ResamplingUnit::Segments => Drawn::Rows,
        ResamplingUnit::Documents => Drawn::Documents,
        ResamplingUnit::TwoStage => Drawn::Both,
    };
    let along = Along {
        moments: Moments::new(system.rows.values(), system.rows.columns(), &documents, drawn),
        system,
        drawn,
        options,
        forms: options.forms(),
        sizes: sizes.iter().map(|size| *size as usize).collect(),
    };
    let stream = job.outer_resamples();
    let draws: Vec<DrawnSizes> = (0..u64::from(options.interval_draws))
        .into_par_iter()
        .map(|draw| {
            let mut order = Vec::with_capacity(documents.len());
            UniformBelow::new(count).draw(&mut stream.generator(draw), documents.len(), |index| {
                order.push(index as usize);
            });
            along.sizes(&order)
        })
        .collect();
    let curves = (0..along.forms.len())
        .map(|curve| [0, 1].map(|size| SizeSpread::of(draws.iter().map(|draw| draw[curve][size]))));
    Ok(SizeSpreads { documents: count, curves: curves.collect() })
}

/// Rows of the documents that have any that is scored.
fn scored_documents(job: &JobResults<'_>, system: &ScoredTestSet) -> Vec<Range<usize>> {
    let test_set = &job.corpus.test_sets[job.coordinates.test_set];
    let documents: Vec<Range<usize>> = if system.per_document {
        (0..system.rows.len()).map(|row| row..row + 1).collect()
    } else {
        test_set.document_ranges(&job.corpus.corpus)
    };
    documents
        .into_iter()
        .filter(|document: &Range<usize>| document.clone().any(|row| system.rows.is_present(row)))
        .collect()
}

/// What is read along every draw.
struct Along<'a> {
    moments: Moments,
    system: &'a ScoredTestSet,
    drawn: Drawn,
    options: &'a MinimalSize,
    forms: Vec<Form>,
    sizes: Vec<usize>,
}

impl Along<'_> {
    fn sizes(&self, order: &[usize]) -> DrawnSizes {
        let score = |sums: &[i64]| self.system.scorer.score(sums);
        let deviations = self.moments.along(order, &self.sizes, &score);
        let (mut x, mut y) = (Vec::new(), Vec::new());
        for (size, deviation) in self.sizes.iter().zip(deviations) {
            let Some(deviation) = deviation else { continue };
            let unit = match self.options.deviation {
                Deviation::Absolute => 1.0,
                Deviation::Relative if deviation.score > 0.0 => 100.0 / deviation.score,
                // Of a score of 0 there is no percentage.
                Deviation::Relative => continue,
            };
            let factor = match self.drawn {
                Drawn::Documents => small_sample_factor(*size).unwrap_or(1.0),
                Drawn::Rows | Drawn::Both => 1.0,
            };
            // As along the ordering itself: what does not deviate has no logarithm.
            if deviation.stdev > 0.0 {
                x.push(*size as f64);
                y.push(deviation.stdev * unit * factor);
            }
        }
        self.forms.iter().map(|form| self.options.sizes(form.curve(&x, &y))).collect()
    }
}
