//! How the tables `picks` and `pick_gain` are filled.

use std::sync::Arc;

use super::earlier::{cost, population, spread, units};
use super::options::Pick;
use super::request::{group, units_by_domain};
use super::row::{PickEstimator, PickGainRow, PickRow};
use crate::analyses::common::segment_table::SegmentTable;
use crate::analyses::results::{Draw, GridResults, Results, document_count};
use crate::config::model::Study;
use crate::corpus::model::Corpus;
use crate::stats::picks::{
    FEWEST_PICKS, Gain, Population, count_within, gain_without_judgments, probabilities_by_stratum,
    random_picks, sizes,
};
use crate::stats::random::{Purpose, StreamKey};
use crate::stats::reason::{Reason, Status};

/// All rows of the studies that ask.
#[derive(Default)]
pub struct PickTables {
    /// Units.
    pub picks: Vec<PickRow>,
    /// What they gain.
    pub gains: Vec<PickGainRow>,
}

/// In the order of studies, corpora, units.
pub fn picks(results: &Results<'_>) -> PickTables {
    let mut tables = PickTables::default();
    for (on_corpus, options) in asking(results) {
        if options.is_earlier(&on_corpus.corpus.corpus) {
            continue;
        }
        let Some(scores) = segment_scores(&on_corpus, options) else { continue };
        let earlier = asking(results).find(|(other, options)| {
            other.grid.study == on_corpus.grid.study && options.is_earlier(&other.corpus.corpus)
        });
        let earlier = earlier.and_then(|(earlier, options)| earlier_population(&earlier, options));
        let mut corpus = CorpusToPick::new(&on_corpus, options, &scores);
        let gains = corpus.gain_rows(earlier.as_ref());
        if options.require_gain && !gains.last().is_some_and(PickGainRow::is_gain) {
            corpus.picked.clear();
        }
        tables.picks.extend(corpus.rows());
        tables.gains.extend(gains);
    }
    tables
}

fn asking<'a>(results: &'a Results<'_>) -> impl Iterator<Item = (GridResults<'a>, &'a Pick)> {
    results.asking(|study: &Study| study.analyses.get::<Pick>())
}

/// Scores by the metric, by system, then segment of the corpus.
fn segment_scores(on_corpus: &GridResults<'_>, options: &Pick) -> Option<Vec<Vec<f64>>> {
    let context = on_corpus.results.plan.context(on_corpus.grid);
    let group = group(&context, options)?;
    let at = Draw { repeat: 1, replicates: 0 }.at(on_corpus.grid.whole?, group[0]);
    Some(on_corpus.requested(&SegmentTable).get(at, &group))
}

fn earlier_population(on_corpus: &GridResults<'_>, options: &Pick) -> Option<Population> {
    let scores = segment_scores(on_corpus, options)?;
    let context = on_corpus.results.plan.context(on_corpus.grid);
    let group = group(&context, options)?;
    let systems: Vec<&str> =
        group.iter().map(|scoring| &*on_corpus.names.scorings[*scoring].system).collect();
    Some(population(&on_corpus.corpus.corpus, options, &systems, &scores))
}

/// Units of a corpus, their probabilities and which are picked.
struct CorpusToPick<'a> {
    on_corpus: &'a GridResults<'a>,
    options: &'a Pick,
    /// Document and segments of each unit.
    units: Vec<(usize, Vec<usize>)>,
    spreads: Vec<f64>,
    costs: Vec<f64>,
    strata: Vec<Stratum>,
    probabilities: Vec<f64>,
    count: usize,
    picked: Vec<usize>,
}

/// Units that are picked from by themselves; of a single one, all units, there is no name.
struct Stratum {
    name: Option<Arc<str>>,
    units: Vec<usize>,
}

impl Stratum {
    /// In the order in which they come.
    fn all(corpus: &Corpus, options: &Pick, units: usize) -> Vec<Self> {
        let by_domain = options.strata.and_then(|_| units_by_domain(corpus, options.units).ok());
        let Some(domains) = by_domain else {
            return vec![Self { name: None, units: (0..units).collect() }];
        };
        let domains = domains.into_iter();
        domains.map(|(name, units)| Self { name: Some(name.into()), units }).collect()
    }

    fn picks(&self, probabilities: &[f64], key: &StreamKey) -> impl Iterator<Item = usize> {
        let here: Vec<f64> = self.units.iter().map(|unit| probabilities[*unit]).collect();
        let picks = match &self.name {
            // Strata must not share draws: the same places would be picked in each of them.
            Some(name) => random_picks(&here, &key.clone().text(name)),
            None => random_picks(&here, key),
        };
        picks.into_iter().map(|place| self.units[place])
    }
}

impl<'a> CorpusToPick<'a> {
    fn new(on_corpus: &'a GridResults<'a>, options: &'a Pick, scores: &[Vec<f64>]) -> Self {
        let corpus = &on_corpus.corpus.corpus;
        let units = units(corpus, options.units, |_| true);
        let spreads: Vec<f64> = units.iter().map(|(_, all)| spread(scores, all)).collect();
        let costs: Vec<f64> =
            units.iter().map(|(_, all)| cost(corpus, options.costs, all)).collect();
        let sizes = if spreads.iter().any(|spread| *spread > 0.0) {
            sizes(&spreads, &costs, options.floor)
        } else {
            // Where systems differ nowhere, all units are alike.
            vec![1.0; units.len()]
        };
        let strata = Stratum::all(corpus, options, units.len());
        let places: Vec<Vec<usize>> = strata.iter().map(|stratum| stratum.units.clone()).collect();
        let within = options.budget.map(|budget| count_within(&sizes, &costs, &places, budget));
        let count = within.or(options.count.map(|count| count as usize)).unwrap_or(0);
        // A budget may pay for none.
        let probabilities = match count {
            0 => vec![0.0; units.len()],
            count => probabilities_by_stratum(&sizes, &places, count),
        };
        // Names alone: other studies and corpora of the spec do not change what is picked.
        let key = StreamKey::new(on_corpus.results.plan.spec.seed, Purpose::Picks)
            .text(&corpus.name)
            .text(&options.scores);
        let picks = strata.iter().flat_map(|stratum| stratum.picks(&probabilities, &key));
        let mut picked: Vec<usize> = picks.collect();
        picked.sort_unstable();
        Self { on_corpus, options, units, spreads, costs, strata, probabilities, count, picked }
    }

    fn rows(&self) -> impl Iterator<Item = PickRow> {
        let corpus = &self.on_corpus.corpus.corpus;
        let metric: Arc<str> = self.options.scores.as_str().into();
        // A budget may pay for none.
        let units = if self.count > 0 { &*self.units } else { &[] };
        units.iter().enumerate().map(move |(unit, (document, segments))| {
            let document = &corpus.documents[*document];
            let is_segment = self.options.units == super::options::PickedUnits::Segments;
            let place = segments[0] - document.segments.start + 1;
            PickRow {
                study: self.on_corpus.names.study.clone(),
                corpus: self.on_corpus.names.corpus.clone(),
                metric: metric.clone(),
                document: document.id.as_str().into(),
                segment: is_segment.then(|| document_count(place)),
                probability: self.probabilities[unit],
                weight: 1.0 / self.probabilities[unit],
                z: self.spreads[unit],
                cost: self.costs[unit],
                stratum: self.stratum(unit),
                picked: self.picked.binary_search(&unit).is_ok(),
            }
        })
    }

    fn stratum(&self, unit: usize) -> Option<Arc<str>> {
        let mut strata = self.strata.iter();
        strata.find(|stratum| stratum.units.binary_search(&unit).is_ok())?.name.clone()
    }

    fn gain_rows(&self, earlier: Option<&Population>) -> Vec<PickGainRow> {
        let rate = self.count as f64 / self.units.len() as f64;
        let level = self.on_corpus.study.level;
        let gains = earlier.and_then(|earlier| earlier.gains(rate, self.options.floor, level));
        let Some(gains) = gains.filter(|_| self.count > 0 && rate < 1.0) else {
            return vec![self.gain_row_without(earlier)];
        };
        let gains = [
            (PickEstimator::Control, gains.control),
            (PickEstimator::Picks, gains.picks),
            (PickEstimator::Both, gains.both),
        ];
        gains
            .into_iter()
            .map(|(estimator, Gain { gain, interval })| {
                self.gain_row(estimator, earlier, Some(gain), interval)
            })
            .collect()
    }

    /// Where no judgments say anything: the ends of what is possible.
    fn gain_row_without(&self, earlier: Option<&Population>) -> PickGainRow {
        let is_part = self.count > 0 && self.count < self.units.len();
        let ends = (is_part && self.varies()).then(|| {
            gain_without_judgments(
                &self.spreads,
                &self.costs,
                self.count as f64,
                self.options.floor,
            )
        });
        self.gain_row(PickEstimator::Picks, earlier, None, ends)
    }

    /// Whether units differ in what they count for.
    fn varies(&self) -> bool {
        let (low, high) = self
            .spreads
            .iter()
            .fold((f64::MAX, 0.0_f64), |(low, high), spread| (low.min(*spread), high.max(*spread)));
        high > low
    }

    fn status(&self, gain: Option<f64>, interval: Option<(f64, f64)>) -> Status {
        match (gain, interval) {
            _ if !self.varies() => Reason::NoVariation.into(),
            _ if self.count < FEWEST_PICKS => Reason::TooFewPicks.into(),
            (Some(gain), _) if gain < 1.0 => Reason::GainBelowOne.into(),
            (Some(_), Some((low, _))) if low > 1.0 => Status::OK,
            _ => Reason::GainUncertain.into(),
        }
    }

    /// Cost of the picks, on average.
    fn expected_cost(&self) -> f64 {
        let terms = self.probabilities.iter().zip(&self.costs);
        terms.map(|(probability, cost)| probability * cost).sum()
    }

    /// Units of a random part that is as precise, with this gain over a random part of the same cost.
    fn equivalent(&self, gain: f64) -> f64 {
        let all = self.units.len() as f64;
        let count = all * self.expected_cost() / self.costs.iter().sum::<f64>();
        // The variance of a random part of m of N units goes with 1/m - 1/N.
        1.0 / (1.0 / all + (1.0 / count - 1.0 / all) / gain)
    }

    fn gain_row(
        &self,
        estimator: PickEstimator,
        earlier: Option<&Population>,
        gain: Option<f64>,
        interval: Option<(f64, f64)>,
    ) -> PickGainRow {
        let mut documents = earlier.map_or_else(Vec::new, |earlier| earlier.documents.clone());
        documents.dedup();
        PickGainRow {
            study: self.on_corpus.names.study.clone(),
            corpus: self.on_corpus.names.corpus.clone(),
            metric: self.options.scores.as_str().into(),
            estimator,
            count: document_count(self.count),
            units: document_count(self.units.len()),
            gain,
            lower: interval.map(|(low, _)| low),
            upper: interval.map(|(_, high)| high),
            level: self.on_corpus.study.level,
            equivalent_random: gain.map(|gain| self.equivalent(gain)),
            equivalent_lower: interval.map(|(low, _)| self.equivalent(low)),
            equivalent_upper: interval.map(|(_, high)| self.equivalent(high)),
            smallest_probability: self.probabilities.iter().copied().fold(1.0, f64::min),
            certain: document_count(
                self.probabilities.iter().filter(|probability| **probability >= 1.0).count(),
            ),
            expected_cost: self.expected_cost(),
            earlier: self.options.earlier.as_deref().map(Arc::from),
            human: self.options.human.as_deref().map(Arc::from),
            pairs: earlier.map_or(0, |earlier| earlier.pairs.len()) as u64,
            judged_units: earlier.map_or(0, |earlier| earlier.documents.len()) as u64,
            judged_documents: documents.len() as u64,
            status: self.status(gain, interval),
        }
    }
}
