//! Scores by least squares: rows of a test set are what its items contribute to the scores of systems that are fitted
//! together, for each test set apart.

use std::sync::{Arc, Mutex, PoisonError};

use super::judged::{Adjusted, given};
use crate::corpus::model::Corpus;
use crate::metric::config::MetricConfig;
use crate::metric::{
    ContributionUnit, Rows, Statistics, StatisticsRows, TestSetRows, external, human,
};
use crate::plan::{AdjustedSystems, CorpusPlan, ScoredSystem, external_scores};
use crate::stats::least_squares_means::{
    Information, LeastSquaresMeans, Observation, observations,
};

/// Test sets whose contributions are kept: all systems of a job ask for the same one, and so do those of other jobs at the
/// same time.
const KEPT: usize = 32;

/// Contributions to the score of each system, by item of a test set, and where there are no strata, what items say about
/// differences.
type Fitted = (Vec<Option<Vec<Option<f64>>>>, Option<Information>);

/// Systems that are fitted together.
struct Fit {
    together: Arc<AdjustedSystems>,
    /// Observations of each item of the corpus: segments, or documents.
    items: Vec<Vec<Observation>>,
    /// Document of each item.
    clusters: Vec<usize>,
    /// Stratum of each item, where there are strata: each is fitted by itself.
    strata: Option<Vec<usize>>,
    unit: ContributionUnit,
    /// The last test sets that were asked for, the newest last.
    kept: Mutex<Vec<(Vec<usize>, Arc<Fitted>)>>,
}

impl Fit {
    /// The fit on the test set of `items`; an entry lacks where the score of a system does not follow.
    fn on_test_set(&self, items: &[usize]) -> Arc<Fitted> {
        // An entry is stored complete, so a panic of another thread leaves none in part.
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = kept.iter().find(|(known, _)| known == items) {
            return known.clone();
        }
        // Fitted outside of the lock: two threads may fit the same test set, and neither waits.
        drop(kept);
        let made = Arc::new(self.fitted(items));
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= KEPT {
            kept.remove(0);
        }
        kept.push((items.to_vec(), made.clone()));
        made
    }

    fn stratum(&self, item: usize) -> usize {
        self.strata.as_ref().map_or(0, |strata| strata[item])
    }

    fn fitted(&self, items: &[usize]) -> Fitted {
        let systems = self.together.names.len();
        let strata = items.iter().map(|item| self.stratum(*item) + 1).max().unwrap_or(0);
        let mut all = vec![Some(vec![None; items.len()]); systems];
        let mut information = None;
        for own in 0..strata {
            let places: Vec<usize> =
                (0..items.len()).filter(|place| self.stratum(items[*place]) == own).collect();
            let observed: Vec<&[Observation]> =
                places.iter().map(|place| self.items[items[*place]].as_slice()).collect();
            if observed.iter().all(|item| item.is_empty()) {
                continue;
            }
            let clusters: Vec<usize> =
                places.iter().map(|place| self.clusters[items[*place]]).collect();
            let fit = LeastSquaresMeans::new(&observed, systems, self.together.judges);
            let mut rows = match fit {
                Ok(fit) => {
                    information = self.strata.is_none().then(|| fit.information());
                    fit.contributions(&clusters)
                }
                Err(_) => vec![None; systems],
            };
            for (all, rows) in all.iter_mut().zip(&mut rows) {
                // One stratum without a score is enough.
                let Some(rows) = rows.take() else {
                    *all = None;
                    continue;
                };
                let Some(all) = all else { continue };
                places.iter().zip(rows).for_each(|(place, row)| all[*place] = row);
            }
        }
        (all, information)
    }
}

/// The rows of one of them.
struct AdjustedRows {
    fit: Arc<Fit>,
    system: usize,
}

impl TestSetRows for AdjustedRows {
    fn rows(&self, items: &[usize]) -> Rows {
        let fitted = self.fit.on_test_set(items);
        let system = fitted.0[self.system].as_ref();
        system.and_then(|items| self.fit.unit.rows(items)).unwrap_or_else(|| {
            ContributionUnit::undefined_rows(
                &items.iter().map(|item| !self.fit.items[*item].is_empty()).collect::<Vec<_>>(),
            )
        })
    }

    fn information(&self, other: &str, items: &[usize]) -> Option<Vec<f64>> {
        let pair = [self.system, self.fit.together.position(other)?];
        let fitted = self.fit.on_test_set(items);
        let information = fitted.1.as_ref()?;
        let observed = items.iter().map(|item| &*self.fit.items[*item]);
        Some(information.of_items(observed, pair))
    }
}

/// The fits of a metric on a corpus, each once for the scorings that share it.
pub(super) struct Fits {
    fits: Vec<(ScoredSystem, Arc<Fit>)>,
}

impl Fits {
    /// Those of `scorings` of the metric `config`, of judgments that are taken as in `replaced`.
    pub(super) fn new(
        config: &MetricConfig,
        plan: &CorpusPlan,
        scorings: &[usize],
        replaced: Option<&Adjusted>,
    ) -> Result<Self, String> {
        let mut fits = Self { fits: Vec::new() };
        for scoring in scorings.iter().map(|index| &plan.scorings[*index]) {
            let Some(together) = &scoring.adjusted else { continue };
            if fits.find(config, scoring).is_none() {
                let fit = fit(config, &plan.corpus, scoring, together, replaced)?;
                fits.fits.push((scoring.clone(), Arc::new(fit)));
            }
        }
        Ok(fits)
    }

    fn find(&self, config: &MetricConfig, scoring: &ScoredSystem) -> Option<&Arc<Fit>> {
        let same = self.fits.iter().find(|(known, _)| {
            // Rows of single segments are left out elsewhere.
            let same_mask = !config.is_per_document() || known.mask == scoring.mask;
            known.adjusted == scoring.adjusted && known.strata == scoring.strata && same_mask
        });
        same.map(|(_, fit)| fit)
    }

    /// Statistics of a scoring; `None` where it is not adjusted.
    pub(super) fn statistics(
        &self,
        config: &MetricConfig,
        scoring: &ScoredSystem,
    ) -> Option<Statistics> {
        let fit = self.find(config, scoring)?.clone();
        let system = fit.together.position(&scoring.system)?;
        let scorer = fit.unit.scorer(config);
        let rows = StatisticsRows::PerTestSet(Arc::new(AdjustedRows { fit, system }));
        Some(Statistics { rows, scorer })
    }
}

fn fit(
    config: &MetricConfig,
    corpus: &Corpus,
    scoring: &ScoredSystem,
    together: &Arc<AdjustedSystems>,
    replaced: Option<&Adjusted>,
) -> Result<Fit, String> {
    let per_document = config.is_per_document();
    let columns = together.names.iter().map(|system| -> Result<Vec<Vec<Option<f64>>>, String> {
        match config {
            MetricConfig::Human(human) => {
                let criteria = given(human, corpus, system, replaced);
                let values = human::segment_values(corpus.segment_count(), &criteria, human)
                    .map_err(|error| format!("system `{system}`: {error}"))?;
                Ok(if together.judges > 0 { criteria[0].to_vec() } else { vec![values] })
            }
            MetricConfig::External(external) => {
                let scores = &external_scores(corpus, external.level)[&external.score][system];
                external::check(scores, external)
                    .map_err(|error| format!("system `{system}`: {error}"))?;
                Ok(vec![scores.clone()])
            }
            _ => unreachable!("only judgments and scores are adjusted"),
        }
    });
    let columns = columns.collect::<Result<Vec<_>, String>>()?;
    let scores = columns.iter().flatten().flatten().flatten();
    let largest = scores.fold(0.0, |most: f64, score| most.max(score.abs()));
    let unit = ContributionUnit::new(largest)
        .ok_or_else(|| "scores are too large to be adjusted: beyond 1e9".to_owned())?;
    let judges = if together.judges > 0 { together.judge_numbers(config, corpus) } else { None };
    let slices: Vec<&[Vec<Option<f64>>]> = columns.iter().map(Vec::as_slice).collect();
    let count = if per_document { corpus.documents.len() } else { corpus.segment_count() };
    let mut items = observations(&slices, judges.as_ref().map(|(own, _)| &**own), count);
    let clusters = if per_document {
        // A document outside the mask cannot be left out later.
        if let Some(mask) = &scoring.mask {
            for (item, document) in items.iter_mut().zip(&corpus.documents) {
                if !mask[document.segments.clone()].contains(&true) {
                    item.clear();
                }
            }
        }
        (0..count).collect()
    } else {
        let documents = corpus.documents.iter().enumerate();
        let document_of_segment = documents
            .flat_map(|(index, document)| std::iter::repeat_n(index, document.segments.len()));
        document_of_segment.collect()
    };
    let strata = scoring.strata.as_ref();
    let strata = strata.map(|strata| strata.stratification(per_document).of_rows.clone());
    let kept = Mutex::new(Vec::new());
    Ok(Fit { together: together.clone(), items, clusters, strata, unit, kept })
}
