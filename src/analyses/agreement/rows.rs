//! The table `agreement`: agreement between judges, over whole corpora.

use std::sync::Arc;

use super::document_count;
use crate::corpus::model::{Corpus, Judgments};
use crate::plan::{Grid, Plan};
use crate::spec::model::{Agreement, AgreementMeasure, Distance, KappaWeights, Study};
use crate::stats::agreement::{Scale, Weights, cohen, fleiss, krippendorff, within};
use crate::stats::jackknife::Jackknife;
use crate::stats::undefined::Undefined;
use crate::table::AgreementRow;

/// One row per criterion, measure and system, then all systems together; in the order of studies,
/// corpora, criteria, measures, systems.
pub fn agreement(plan: &Plan) -> Vec<AgreementRow> {
    let mut rows = Vec::new();
    for grid in &plan.grids {
        let study = &plan.spec.studies[grid.study];
        let Some(options) = &study.derivations.agreement else { continue };
        let corpus = &plan.corpora[grid.corpus].corpus;
        let systems = systems(plan, grid);
        let criteria =
            options.criteria.clone().unwrap_or_else(|| corpus.judgments.keys().cloned().collect());
        for criterion in &criteria {
            let judged: Vec<(&str, Ratings)> = systems
                .iter()
                .map(|system| {
                    let found = corpus.judgments.get(criterion).and_then(|by| by.get(*system));
                    (*system, Ratings::new(corpus, found))
                })
                .collect();
            let pooled = Ratings::pooled(judged.iter().map(|(_, ratings)| ratings));
            for measure in measures(options) {
                let systems = judged.iter().map(|(system, ratings)| (Some(*system), ratings));
                for (system, ratings) in systems.chain([(None, &pooled)]) {
                    rows.push(measure.row(study, corpus, criterion, system, ratings));
                }
            }
        }
    }
    rows
}

/// Systems of a grid, in its order.
fn systems<'a>(plan: &'a Plan, grid: &Grid) -> Vec<&'a str> {
    let scorings = &plan.corpora[grid.corpus].scorings;
    let mut systems: Vec<&str> = Vec::new();
    for index in &grid.scorings {
        if !systems.contains(&scorings[*index].system.as_str()) {
            systems.push(&scorings[*index].system);
        }
    }
    systems
}

/// Judgments by document and segment.
#[derive(Default)]
struct Ratings {
    /// Judgments of each segment (of each system) of each document.
    documents: Vec<Vec<Vec<f64>>>,
    /// Columns of judgments.
    judges: usize,
}

impl Ratings {
    fn new(corpus: &Corpus, judgments: Option<&Judgments>) -> Self {
        let Some(Judgments { judges }) = judgments else { return Self::default() };
        let of_segment = |segment: usize| -> Vec<f64> {
            judges.iter().map(|judge| judge[segment].unwrap_or(f64::NAN)).collect()
        };
        let documents = corpus.documents.iter();
        let documents =
            documents.map(|document| document.segments.clone().map(of_segment).collect()).collect();
        Self { documents, judges: judges.len() }
    }

    fn pooled<'a>(systems: impl Iterator<Item = &'a Self>) -> Self {
        let mut pooled = Self::default();
        for system in systems {
            pooled.judges = pooled.judges.max(system.judges);
            pooled.documents.resize(pooled.documents.len().max(system.documents.len()), Vec::new());
            for (all, own) in pooled.documents.iter_mut().zip(&system.documents) {
                all.extend(own.iter().cloned());
            }
        }
        pooled
    }

    /// Documents with segments that two judges judged, by index, and the number of such segments.
    fn compared(&self) -> (Vec<usize>, usize) {
        let twice = |segment: &&Vec<f64>| segment.iter().filter(|x| x.is_finite()).count() >= 2;
        let counts: Vec<usize> =
            self.documents.iter().map(|segments| segments.iter().filter(twice).count()).collect();
        let documents = (0..counts.len()).filter(|index| counts[*index] > 0).collect();
        (documents, counts.iter().sum())
    }

    fn without(&self, left_out: Option<usize>) -> Vec<Vec<f64>> {
        let documents = self.documents.iter().enumerate();
        let kept = documents.filter(|(index, _)| Some(*index) != left_out);
        kept.flat_map(|(_, segments)| segments.iter().cloned()).collect()
    }
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
    let of_word = |word: &AgreementMeasure| match word {
        AgreementMeasure::Within => options.within.iter().map(|n| Measure::Within(*n)).collect(),
        AgreementMeasure::CohenKappa => vec![Measure::Cohen(options.weights)],
        AgreementMeasure::FleissKappa => vec![Measure::Fleiss],
        AgreementMeasure::KrippendorffAlpha => vec![Measure::Krippendorff(options.distance)],
    };
    options.measures.iter().flat_map(of_word).collect()
}

impl Measure {
    fn name(self) -> &'static str {
        match self {
            Self::Within(_) => AgreementMeasure::Within.name(),
            Self::Cohen(_) => AgreementMeasure::CohenKappa.name(),
            Self::Fleiss => AgreementMeasure::FleissKappa.name(),
            Self::Krippendorff(_) => AgreementMeasure::KrippendorffAlpha.name(),
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

    fn of(self, ratings: &[Vec<f64>]) -> Result<f64, Undefined> {
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

    fn row(
        self,
        study: &Study,
        corpus: &Corpus,
        criterion: &str,
        system: Option<&str>,
        ratings: &Ratings,
    ) -> AgreementRow {
        let (documents, segments) = ratings.compared();
        let found = if ratings.judges == 0 {
            Err("no-data")
        } else if matches!(self, Self::Cohen(_)) && ratings.judges != 2 {
            Err("not-two-judges")
        } else {
            self.of(&ratings.without(None)).map_err(Undefined::status)
        };
        let standard_error = found.ok().and_then(|_| {
            let without =
                documents.iter().map(|index| self.of(&ratings.without(Some(*index))).ok());
            let values: Option<Vec<f64>> = without.collect();
            Some(Jackknife::from_values(values?).ok()?.standard_error())
        });
        AgreementRow {
            study: study.name.as_str().into(),
            corpus: corpus.name.as_str().into(),
            criterion: criterion.into(),
            system: system.map(Into::into),
            measure: self.name().into(),
            option: self.option().map(Arc::from),
            judges: document_count(ratings.judges),
            segments: segments as u64,
            documents: document_count(documents.len()),
            value: found.ok(),
            standard_error,
            status: found.err().unwrap_or("ok").into(),
        }
    }
}
