//! Deviations along an ordering, size by size, and what their Monte-Carlo errors do to sizes that are
//! read off them.

use super::curves::SizeEstimate;
use super::form::Form;
use super::options::{Deviation, MinimalSize};
use crate::analyses::results::{Coordinates, GridResults};
use crate::config::model::ResamplingUnit;
use crate::plan::{Grid, GrowthPath};
use crate::stats::jackknife;

/// What is read along an ordering, size by size; sizes without a value are left out.
#[derive(Default)]
pub(super) struct Series {
    /// Scored documents, ascending.
    pub(super) sizes: Vec<f64>,
    /// Positive deviations, in the unit of the study.
    pub(super) deviations: Vec<f64>,
    /// Their Monte-Carlo errors.
    pub(super) errors: Vec<f64>,
    /// Indices of their test sets.
    pub(super) test_sets: Vec<usize>,
}

/// Deviation of one test set, in the unit of the study.
pub(super) struct Point {
    pub(super) deviation: f64,
    pub(super) error: f64,
}

impl Point {
    /// At `at`, where `judged` documents count.
    pub(super) fn at(
        on_corpus: &GridResults<'_>,
        at: Coordinates,
        judged: usize,
        deviation: Deviation,
    ) -> Option<Self> {
        let result = on_corpus.outcome(at).result?;
        let (stdev, mean) = (result.stdev?, result.mean?);
        let unit = match deviation {
            Deviation::Absolute => 1.0,
            Deviation::Relative => on_corpus.relative(at.scoring, 1.0, mean)?,
        };
        let unit = unit * small_sample_factor(on_corpus.grid, judged);
        Some(Self { deviation: stdev * unit, error: result.stdev_error.unwrap_or(0.0) * unit })
    }
}

impl Series {
    pub(super) fn along(
        on_corpus: &GridResults<'_>,
        path: &GrowthPath,
        at: Coordinates,
        deviation: Deviation,
    ) -> Self {
        let mut series = Self::default();
        let mut last = 0;
        for test_set in &path.test_sets {
            let judged = on_corpus.counted_documents(at.scoring, *test_set);
            // Documents without a segment that counts make no larger test set for this metric.
            if judged == last {
                continue;
            }
            last = judged;
            let at = Coordinates { test_set: *test_set, ..at };
            let Some(point) = Point::at(on_corpus, at, judged, deviation) else { continue };
            let size = judged as f64;
            // Segments that do not differ have no deviation, and zero no logarithm.
            if point.deviation > 0.0 {
                series.sizes.push(size);
                series.deviations.push(point.deviation);
                series.errors.push(point.error);
                series.test_sets.push(*test_set);
            }
        }
        series
    }

    /// The curve of `form` through the deviations, and the sizes that it gives.
    ///
    /// The noise of a size is half of what it changes by between a deviation one Monte-Carlo error up
    /// and one down, for each deviation; `None` where there is no size, here or there.
    pub(super) fn read(&self, form: Form, options: &MinimalSize) -> SizeEstimate {
        let regression = form.regress(&self.sizes, &self.deviations);
        let sizes = options.sizes(regression.map(|regression| regression.curve));
        let mut noise = sizes.map(|size| size.map(|_| Vec::with_capacity(self.sizes.len())));
        let mut moved = self.deviations.clone();
        for (index, error) in self.errors.iter().enumerate() {
            let [above, below] = [*error, -error].map(|error| {
                moved[index] = self.deviations[index] + error;
                options.sizes(form.curve(&self.sizes, &moved))
            });
            moved[index] = self.deviations[index];
            for (which, noise) in noise.iter_mut().enumerate() {
                let difference = above[which].zip(below[which]).map(|(above, below)| above - below);
                match (noise.as_mut(), difference, sizes[which]) {
                    (Some(own), Some(difference), Some(size)) => own.push(difference / 2.0 / size),
                    _ => *noise = None,
                }
            }
        }
        SizeEstimate { form, regression, sizes, noise }
    }
}

/// What a deviation over `judged` documents is to be multiplied by: with documents as units the
/// bootstrap's variance lacks the factor k / (k - 1).
fn small_sample_factor(grid: &Grid, judged: usize) -> f64 {
    match grid.unit {
        ResamplingUnit::Segments | ResamplingUnit::TwoStage => 1.0,
        ResamplingUnit::Documents => jackknife::small_sample_factor(judged).unwrap_or(1.0),
    }
}
