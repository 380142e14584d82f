//! The table `agreement`: agreement between judges, over whole corpora.

use std::sync::Arc;

use super::halo::Halo;
use super::options::{Agreement, AgreementMeasure, Distance, KappaWeights};
use super::ratings::{JudgePair, Ratings};
use crate::analyses::common::JudgeLabels;
use crate::analyses::{AgreementRow, document_count, system_names};
use crate::config::Study;
use crate::corpus::model::Corpus;
use crate::plan::Plan;
use crate::stats::agreement::{Scale, Weights, cohen, fleiss, krippendorff, within};
use crate::stats::{Jackknife, Reason};

/// One row per criterion, measure and system, then all systems together; of Cohen's kappa one more for
/// each pair of judges, where there are several with names; then halo, if the study wants it. In the order of studies, corpora, criteria,
/// measures, systems, pairs.
pub fn agreement(plan: &Plan) -> Vec<AgreementRow> {
    let mut rows = Vec::new();
    for grid in &plan.grids {
        let study = &plan.spec.studies[grid.study];
        let Some(options) = study.analyses.get::<super::options::Agreement>() else { continue };
        let corpus = &plan.corpora[grid.corpus].corpus;
        let labels = JudgeLabels::new(corpus, &plan.spec.corpora[grid.corpus]);
        let scorings = &plan.corpora[grid.corpus].scorings;
        let systems = system_names(grid.scorings.iter().map(|index| &scorings[*index]));
        let criteria =
            options.criteria.clone().unwrap_or_else(|| corpus.judgments.keys().cloned().collect());
        for criterion in &criteria {
            let judged: Vec<(&str, Ratings)> = systems
                .iter()
                .map(|system| {
                    let found = corpus.judgments.get(criterion).and_then(|by| by.get(*system));
                    let names = corpus.judge_names.get(criterion).and_then(|by| by.get(*system));
                    (*system, Ratings::new(corpus, found, names, &labels))
                })
                .collect();
            let pooled = Ratings::pooled(judged.iter().map(|(_, ratings)| ratings));
            for measure in measures(options) {
                let systems = judged.iter().map(|(system, ratings)| (Some(*system), ratings));
                for (system, ratings) in systems.chain([(None, &pooled)]) {
                    let rated = Rated { study, corpus, criterion, system, ratings };
                    rows.extend(rated.rows(measure));
                }
            }
        }
        if let Some([first, second]) = options.halo.as_deref() {
            let criteria = [first.as_str(), second.as_str()];
            rows.extend(Halo { study, corpus, criteria }.rows(&systems));
        }
    }
    rows
}

/// Standard error of a value from those without each document; `None` where one of them has none.
pub(super) fn jackknife_error(
    documents: &[usize],
    without: impl Fn(usize) -> Result<f64, Reason>,
) -> Option<f64> {
    let values: Option<Vec<f64>> = documents.iter().map(|index| without(*index).ok()).collect();
    Some(Jackknife::from_values(values?).ok()?.standard_error())
}

/// A measure with its option.
#[derive(Clone, Copy)]
enum Measure {
    Within(u32),
    Cohen(KappaWeights),
    Fleiss,
    Krippendorff(Distance),
}

fn measures(options: &Agreement) -> Vec<Measure> {
    let measures = options.measures.iter().flat_map(|word| match word {
        AgreementMeasure::Within => options.within.iter().map(|n| Measure::Within(*n)).collect(),
        AgreementMeasure::CohenKappa => vec![Measure::Cohen(options.weights)],
        AgreementMeasure::FleissKappa => vec![Measure::Fleiss],
        AgreementMeasure::KrippendorffAlpha => vec![Measure::Krippendorff(options.distance)],
        // Of two criteria together, and so no measure of one of them.
        AgreementMeasure::Halo => Vec::new(),
    });
    measures.collect()
}

impl Measure {
    fn word(self) -> AgreementMeasure {
        match self {
            Self::Within(_) => AgreementMeasure::Within,
            Self::Cohen(_) => AgreementMeasure::CohenKappa,
            Self::Fleiss => AgreementMeasure::FleissKappa,
            Self::Krippendorff(_) => AgreementMeasure::KrippendorffAlpha,
        }
    }

    fn option(self) -> Option<String> {
        match self {
            Self::Within(distance) => Some(distance.to_string()),
            Self::Cohen(weights) => Some(weights.name().to_owned()),
            Self::Fleiss => None,
            Self::Krippendorff(distance) => Some(distance.name().to_owned()),
        }
    }

    fn value(self, ratings: &[Vec<f64>]) -> Result<f64, Reason> {
        match self {
            Self::Within(distance) => within(ratings, f64::from(distance)),
            Self::Cohen(weights) => {
                let weights = match weights {
                    KappaWeights::None => Weights::Nominal,
                    KappaWeights::Linear => Weights::Linear,
                    KappaWeights::Quadratic => Weights::Quadratic,
                };
                let pairs: Vec<(f64, f64)> = ratings
                    .iter()
                    .filter_map(|pair| Some((*pair.first()?, *pair.get(1)?)))
                    .collect();
                cohen(&pairs, weights)
            }
            Self::Fleiss => fleiss(ratings),
            Self::Krippendorff(distance) => {
                let scale = match distance {
                    Distance::Nominal => Scale::Nominal,
                    Distance::Ordinal => Scale::Ordinal,
                    Distance::Interval => Scale::Interval,
                };
                krippendorff(ratings, scale)
            }
        }
    }
}

/// What judges gave a system, or all systems, on a criterion.
struct Rated<'a> {
    study: &'a Study,
    corpus: &'a Corpus,
    criterion: &'a str,
    system: Option<&'a str>,
    ratings: &'a Ratings,
}

impl Rated<'_> {
    /// The row of a measure, and for Cohen's kappa those of pairs of judges.
    fn rows(&self, measure: Measure) -> Vec<AgreementRow> {
        if !matches!(measure, Measure::Cohen(_)) || self.ratings.judges == 0 {
            return vec![self.row(measure, self.ratings, None)];
        }
        let pairs = self.ratings.pairs();
        let pair_rows = pairs.iter().flatten().map(|pair| {
            let ratings = self.ratings.of_pair(pair);
            self.row(measure, &ratings, Some(pair))
        });
        let pair_rows: Vec<AgreementRow> = pair_rows.collect();
        // The row over all judges would be the same.
        if pair_rows.len() == 1 {
            return pair_rows;
        }
        let mut overall = self.row(measure, self.ratings, None);
        // Columns of judgments without names may be of two judges, or of many who share them.
        if pair_rows.len() > 1 || (pairs.is_none() && self.ratings.judges != 2) {
            (overall.value, overall.standard_error) = (None, None);
            overall.status = Reason::NotTwoJudges.into();
        }
        std::iter::once(overall).chain(pair_rows).collect()
    }

    fn row(&self, measure: Measure, ratings: &Ratings, pair: Option<&JudgePair>) -> AgreementRow {
        let (documents, segments) = ratings.compared();
        let found = if ratings.judges == 0 {
            Err(Reason::NoData)
        } else {
            measure.value(&ratings.without(None))
        };
        let standard_error = found.ok().and_then(|_| {
            jackknife_error(&documents, |index| measure.value(&ratings.without(Some(index))))
        });
        AgreementRow {
            study: self.study.name.as_str().into(),
            corpus: self.corpus.name.as_str().into(),
            criterion: self.criterion.into(),
            system: self.system.map(Into::into),
            measure: measure.word(),
            option: measure.option().map(Arc::from),
            judge_a: pair.map(|pair| pair.0.text.clone()),
            judge_b: pair.map(|pair| pair.1.text.clone()),
            judges: document_count(ratings.judges),
            segments: segments as u64,
            documents: document_count(documents.len()),
            value: found.ok(),
            standard_error,
            status: (&found).into(),
        }
    }
}
