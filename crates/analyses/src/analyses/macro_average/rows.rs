//! The tables of macro-averages: results of the corpora of a study put together.

use std::sync::Arc;

use super::compute::{Average, Averages, DIFFERENT, OnCorpus, OverCorpora, PairOnCorpus};
use super::difference_row::MacroDifferenceRow;
use super::options::MacroAverage;
use super::pairs::PairAverage;
use super::request::{errors, test_set, two_way_errors};
use super::row::MacroAverageRow;
use super::vocabulary::Quantity;
use crate::analyses::common::deviations::deviation_factor;
use crate::analyses::common::group_pairs::GroupPairs;
use crate::analyses::common::paired_errors::PairError;
use crate::analyses::common::pairs::Pairs;
use crate::analyses::common::two_way::{TwoWayError, TwoWayPair, TwoWayPrecision};
use crate::analyses::margin::{PrecisionResult, ScorePrecision};
use crate::analyses::replicates::KeptReplicates;
use crate::analyses::results::{Draw, GridResults, Outcome, Results, ScoringNames, document_count};
use crate::plan::Question;
use crate::stats::comparison::least_units;
use crate::stats::macro_average::Estimated;
use crate::stats::reason::Reason;

/// The rows of both tables.
#[derive(Debug, Default)]
pub struct MacroAverages {
    /// Those of `macro_averages`: by study, metric, repeat, number of replicates, quantity and system, over all corpora
    /// and then on each.
    pub averages: Vec<MacroAverageRow>,
    /// Those of `macro_differences`, in the same order, by pair.
    pub differences: Vec<MacroDifferenceRow>,
}

/// The macro-averages of all studies that ask for them.
pub fn macro_averages(results: &Results<'_>) -> MacroAverages {
    let mut all = MacroAverages::default();
    let asking: Vec<(GridResults<'_>, &MacroAverage)> =
        results.asking(|study| study.analyses.get::<MacroAverage>()).collect();
    for study in asking.chunk_by(|(one, _), (other, _)| one.grid.study == other.grid.study) {
        let corpora = study.iter().map(|(on_corpus, _)| CorpusGrid::new(on_corpus));
        let Some(corpora) = corpora.collect::<Option<Vec<CorpusGrid<'_>>>>() else { continue };
        // Every corpus has the same metrics, and as many sets of references.
        let count = corpora.iter().map(|corpus| corpus.groups.len()).min().unwrap_or(0);
        let (first, options) = &study[0];
        for group in 0..count {
            for draw in first.draws() {
                MetricOverCorpora::new(options, &corpora, group, draw).add_rows(&mut all);
            }
        }
    }
    all
}

/// A study on one of its corpora.
struct CorpusGrid<'a> {
    on_corpus: GridResults<'a>,
    /// Scorings that share metric and references.
    groups: Vec<Vec<usize>>,
    test_set: usize,
}

impl<'a> CorpusGrid<'a> {
    fn new(on_corpus: &GridResults<'a>) -> Option<Self> {
        let test_set = test_set(&on_corpus.results.plan.context(on_corpus.grid))?;
        Some(Self { groups: on_corpus.groups(), on_corpus: on_corpus.clone(), test_set })
    }

    fn name(&self) -> &Arc<str> {
        &self.on_corpus.names.corpus
    }

    /// The scoring of a system in a group, with what is known of it.
    fn find(&self, group: usize, system: &str, draw: Draw) -> Option<(usize, Outcome)> {
        let names = &self.on_corpus.names.scorings;
        let mut scorings = self.groups[group].iter().copied();
        let scoring = scorings.find(|scoring| &*names[*scoring].system == system)?;
        Some((scoring, self.on_corpus.outcome(draw.at(self.test_set, scoring))))
    }

    fn get<Q: Question>(&self, question: &Q, draw: Draw, scorings: &[usize]) -> Q::Result {
        self.on_corpus.requested(question).get(draw.at(self.test_set, scorings[0]), scorings)
    }

    /// The draw with which standard errors of a scoring were asked for.
    fn draw_of_errors(&self, scoring: usize, draw: Draw) -> Draw {
        if self.on_corpus.scoring(scoring).is_recomputed {
            draw
        } else {
            Draw { repeat: 1, replicates: 0 }
        }
    }

    fn has_judges(&self, scoring: usize) -> bool {
        self.on_corpus.names.scorings[scoring].has_judges()
    }

    /// The systems that are compared.
    fn on_corpus(&self, group: usize, systems: &[(usize, Outcome)], draw: Draw) -> OnCorpus {
        let scores = systems
            .iter()
            .map(|(_, outcome)| outcome.result.and_then(|result| result.score).unwrap_or(f64::NAN));
        let pairs = self.pairs(group, systems, draw);
        let are_different = pairs
            .iter()
            .any(|pair| pair.difference.as_ref().is_err_and(|reason| *reason == DIFFERENT));
        let lacking = systems.iter().find(|(_, outcome)| !outcome.status.is_ok());
        let replicates = match lacking {
            _ if are_different => Err(DIFFERENT),
            Some((_, outcome)) => Err(outcome.status.reason().unwrap_or(Reason::UndefinedScore)),
            None => {
                Ok(systems.iter().map(|(scoring, _)| self.replicates(*scoring, draw)).collect())
            }
        };
        OnCorpus {
            scores: scores.collect(),
            errors: systems.iter().map(|(scoring, own)| self.error(*scoring, own, draw)).collect(),
            pairs,
            replicates,
            factor: systems.first().and_then(|(scoring, own)| self.factor(*scoring, own, draw)),
            too_few: systems.first().and_then(|(scoring, own)| self.too_few(*scoring, own)),
        }
    }

    fn replicates(&self, scoring: usize, draw: Draw) -> Vec<f64> {
        let scores = self.get(&KeptReplicates, draw, &[scoring]);
        scores.into_iter().map(|score| score.unwrap_or(f64::NAN)).collect()
    }

    /// The standard error of a score.
    fn error(&self, scoring: usize, outcome: &Outcome, draw: Draw) -> Result<Estimated, Reason> {
        let value = outcome.result.and_then(|result| result.score);
        if let Some(reason) = outcome.status.reason() {
            return Err(reason);
        }
        let value = value.ok_or(Reason::UndefinedScore)?;
        let draw = self.draw_of_errors(scoring, draw);
        if self.has_judges(scoring) {
            let TwoWayError { standard_error, degrees_of_freedom, .. } =
                self.get(&TwoWayPrecision {}, draw, &[scoring])?;
            return Ok(Estimated { value, standard_error, degrees_of_freedom });
        }
        let found = self.get(&ScorePrecision {}, draw, &[scoring]);
        let PrecisionResult { standard_error, freedom, status, .. } = found;
        let standard_error =
            standard_error.ok_or(status.reason().unwrap_or(Reason::UndefinedScore))?;
        let degrees_of_freedom = freedom.degrees;
        Ok(Estimated { value, standard_error, degrees_of_freedom })
    }

    /// All pairs of `systems`.
    fn pairs(&self, group: usize, systems: &[(usize, Outcome)], draw: Draw) -> Vec<PairOnCorpus> {
        let known =
            GroupPairs::new(self.on_corpus.results, self.on_corpus.grid, None, &self.groups[group]);
        let Some(scorings) = known.scorings() else { return Vec::new() };
        let of_pairs = |find: &dyn Fn((usize, usize)) -> Option<PairOnCorpus>| {
            let results = Pairs::All.of(systems.len()).into_iter().map(|(a, b)| {
                let (a, b) = (systems[a].0, systems[b].0);
                // Corpora may have systems in other orders.
                find((a, b)).or_else(|| find((b, a)).map(PairOnCorpus::turned))
            });
            results.map(|pair| pair.expect("all pairs of scored systems have a result")).collect()
        };
        let draw = self.draw_of_errors(scorings[0], draw);
        if self.has_judges(scorings[0]) {
            let all = self.get(&two_way_errors(), draw, &scorings);
            of_pairs(&|pair| known.find(Some(&all), pair).map(PairOnCorpus::over_texts_and_judges))
        } else {
            let all = self.get(&errors(), draw, &scorings);
            of_pairs(&|pair| known.find(Some(&all), pair).map(PairOnCorpus::over_texts))
        }
    }

    /// As for the table `new_rankings`.
    fn factor(&self, scoring: usize, outcome: &Outcome, draw: Draw) -> Option<f64> {
        outcome.result?;
        if self.has_judges(scoring) || self.on_corpus.grid.strata.is_some() {
            return None;
        }
        let found = self.get(&ScorePrecision {}, self.draw_of_errors(scoring, draw), &[scoring]);
        deviation_factor(self.on_corpus.grid.unit, found.freedom.effective_units).ok()
    }

    /// A bootstrap of few units, or of few judges, has p-values far below what they should be.
    fn too_few(&self, scoring: usize, outcome: &Outcome) -> Option<Reason> {
        let GridResults { corpus, study, .. } = &self.on_corpus;
        let least = least_units(study.level);
        let judges = corpus.scorings[scoring].judges.as_ref().map(|judges| {
            judges.of_test_set(&corpus.test_sets[self.test_set], &corpus.corpus).len() as u64
        });
        if outcome.result.map_or(0, |result| result.judged_units) < least {
            Some(Reason::TooFewUnits)
        } else {
            judges.filter(|judges| *judges < least).map(|_| Reason::TooFewJudges)
        }
    }
}

impl PairOnCorpus {
    fn new(delta: Option<f64>, identical: bool, error: Result<(f64, f64), &Reason>) -> Self {
        let difference = match (delta, error) {
            // What is the same has no error, and takes no degrees of freedom from other corpora.
            (Some(_), _) if identical => {
                Ok(Estimated { value: 0.0, standard_error: 0.0, degrees_of_freedom: f64::INFINITY })
            }
            (Some(value), Ok((standard_error, degrees_of_freedom))) => {
                Ok(Estimated { value, standard_error, degrees_of_freedom })
            }
            (_, Err(reason)) => Err(*reason),
            (None, Ok(_)) => Err(Reason::UndefinedScore),
        };
        Self { identical, difference }
    }

    fn over_texts(found: &PairError) -> Self {
        let error = found.standard_error.as_ref();
        let error = error.map(|error| (*error, found.freedom.degrees));
        Self::new(found.delta, found.identical, error)
    }

    fn over_texts_and_judges(found: &TwoWayPair) -> Self {
        let error = found.error.as_ref();
        let error = error.map(|error| (error.standard_error, error.degrees_of_freedom));
        Self::new(found.delta, found.identical, error)
    }

    fn turned(self) -> Self {
        let difference = self.difference.map(|found| Estimated { value: -found.value, ..found });
        Self { difference, ..self }
    }
}

/// A system of one corpus or more.
struct System {
    name: Arc<str>,
    /// On each corpus, where it has a scoring there.
    on_corpora: Vec<Option<(usize, Outcome)>>,
}

impl System {
    /// Whether it has a score everywhere.
    fn is_compared(&self) -> bool {
        self.on_corpora
            .iter()
            .all(|outcome| outcome.is_some_and(|(_, outcome)| outcome.result.is_some()))
    }
}

/// A metric of a study, over its corpora.
struct MetricOverCorpora<'a> {
    corpora: &'a [CorpusGrid<'a>],
    group: usize,
    draw: Draw,
    systems: Vec<System>,
    weights: Vec<f64>,
    level: f64,
}

impl<'a> MetricOverCorpora<'a> {
    fn new(
        options: &MacroAverage,
        corpora: &'a [CorpusGrid<'a>],
        group: usize,
        draw: Draw,
    ) -> Self {
        let mut names: Vec<Arc<str>> = Vec::new();
        for corpus in corpora {
            for scoring in &corpus.groups[group] {
                let name = &corpus.on_corpus.names.scorings[*scoring].system;
                if !names.contains(name) {
                    names.push(name.clone());
                }
            }
        }
        let systems = names.into_iter().map(|name| System {
            on_corpora: corpora
                .iter()
                .map(|corpus: &CorpusGrid<'_>| corpus.find(group, &name, draw))
                .collect(),
            name,
        });
        Self {
            systems: systems.collect(),
            weights: corpora.iter().map(|corpus| options.weight(corpus.name())).collect(),
            level: corpora[0].on_corpus.study.level,
            corpora,
            group,
            draw,
        }
    }

    fn scoring_names(&self, corpus: usize) -> &ScoringNames {
        let corpus = &self.corpora[corpus];
        &corpus.on_corpus.names.scorings[corpus.groups[self.group][0]]
    }

    fn add_rows(&self, all: &mut MacroAverages) {
        let compared: Vec<&System> =
            self.systems.iter().filter(|system| system.is_compared()).collect();
        let averages = if compared.is_empty() { Vec::new() } else { self.averages(&compared) };
        for quantity in Quantity::ALL {
            let found = averages.iter().find(|average| average.quantity == quantity);
            for (average, system) in
                found.iter().flat_map(|average| &average.systems).zip(&compared)
            {
                let known = self.row(quantity, &system.name, compared.len());
                let basis = found.and_then(|average| average.basis);
                let known = MacroAverageRow {
                    undefined_replicates: found.and_then(|average| average.undefined),
                    method: quantity.method(basis),
                    basis,
                    ..known
                };
                self.add_system(average, &known, all);
            }
            for system in self.systems.iter().filter(|system| !system.is_compared()) {
                let known = self.row(quantity, &system.name, compared.len());
                all.averages.push(self.left_out(system, known));
            }
            if let Some(found) = found {
                self.add_pairs(found, &compared, all);
            }
        }
    }

    fn averages(&self, compared: &[&System]) -> Vec<Averages> {
        let corpora = self.corpora.iter().enumerate().map(|(number, corpus)| {
            let systems: Vec<(usize, Outcome)> =
                compared.iter().filter_map(|system| system.on_corpora[number]).collect();
            corpus.on_corpus(self.group, &systems, self.draw)
        });
        let corpora: Vec<OnCorpus> = corpora.collect();
        let first = &self.corpora[0];
        let direction = first.on_corpus.direction(first.groups[self.group][0]);
        let (weights, level) = (&self.weights, self.level);
        OverCorpora { corpora: &corpora, weights, direction, level }.averages()
    }

    fn reference_count(&self) -> Option<u32> {
        let counts =
            (0..self.corpora.len()).map(|corpus| self.scoring_names(corpus).reference_count);
        let counts: Vec<Option<u32>> = counts.collect();
        counts[0].filter(|_| counts.iter().all(|count| *count == counts[0]))
    }

    /// A row that knows what it is about.
    fn row(&self, quantity: Quantity, system: &Arc<str>, compared: usize) -> MacroAverageRow {
        MacroAverageRow {
            study: self.corpora[0].on_corpus.names.study.clone(),
            metric: self.scoring_names(0).metric.clone(),
            reference_count: self.reference_count(),
            quantity,
            system: system.clone(),
            repeat: self.draw.repeat,
            replicates: self.draw.replicates,
            corpora: document_count(self.corpora.len()),
            systems: document_count(compared),
            level: self.level,
            method: quantity.method(None),
            ..MacroAverageRow::default()
        }
    }

    /// Over all corpora, and then on each.
    fn add_system(&self, found: &Average, known: &MacroAverageRow, all: &mut MacroAverages) {
        all.averages.push(MacroAverageRow {
            value: found.value,
            standard_error: found.error.map(|error| error.standard_error),
            degrees_of_freedom: found.error.map(|error| error.degrees_of_freedom),
            lower: found.ends.map(|(lower, _)| lower),
            upper: found.ends.map(|(_, upper)| upper),
            observed_rank: found.rank.map(document_count),
            best_probability: found.place.map(|place| place.best.0),
            best_probability_error: found.place.map(|place| place.best.1),
            rank_lower: found.place.map(|place| document_count(place.ranks.0)),
            rank_upper: found.place.map(|place| document_count(place.ranks.1)),
            cluster: found.cluster.map(document_count),
            status: found.status,
            ..known.clone()
        });
        let total: f64 = self.weights.iter().sum();
        let on_corpora = self.corpora.iter().zip(&self.weights).zip(&found.on_corpora);
        for ((corpus, weight), on_corpus) in on_corpora {
            all.averages.push(MacroAverageRow {
                corpus: Some(corpus.name().clone()),
                weight: Some(weight / total),
                value: on_corpus.value,
                standard_error: on_corpus.error.map(|error| error.standard_error),
                degrees_of_freedom: on_corpus.error.map(|error| error.degrees_of_freedom),
                observed_rank: on_corpus.rank.map(document_count),
                undefined_replicates: None,
                basis: None,
                status: on_corpus.status,
                ..known.clone()
            });
        }
    }

    /// A system that lacks a score somewhere.
    fn left_out(&self, system: &System, known: MacroAverageRow) -> MacroAverageRow {
        let lacking = system.on_corpora.iter().zip(self.corpora);
        let lacking: Vec<_> = lacking
            .filter(|(own, _)| own.is_none_or(|(_, outcome)| outcome.result.is_none()))
            .collect();
        let names: Vec<&str> = lacking.iter().map(|(_, corpus)| &**corpus.name()).collect();
        // Where it has outputs, something else keeps it from having a score.
        let mut other =
            lacking.iter().filter_map(|(own, _)| own.map(|(_, outcome)| outcome.status));
        let other = other.rfind(|status| status.reason() != Some(Reason::NoData));
        let status = other.unwrap_or(Reason::NotInAllCorpora.into());
        MacroAverageRow { lacks: Some(names.join(", ").into()), status, ..known }
    }

    fn add_pairs(&self, found: &Averages, compared: &[&System], all: &mut MacroAverages) {
        let pairs = Pairs::All.of(compared.len()).into_iter().zip(&found.pairs);
        all.differences.extend(pairs.map(|((a, b), found_pair)| {
            let PairAverage { delta, error, ends, a_better, p_value, .. } = *found_pair;
            MacroDifferenceRow {
                study: self.corpora[0].on_corpus.names.study.clone(),
                metric: self.scoring_names(0).metric.clone(),
                reference_count: self.reference_count(),
                quantity: found.quantity,
                system_a: compared[a].name.clone(),
                system_b: compared[b].name.clone(),
                repeat: self.draw.repeat,
                replicates: self.draw.replicates,
                corpora: document_count(self.corpora.len()),
                delta,
                standard_error: error.map(|error| error.standard_error),
                // Infinite for systems that are identical on all corpora.
                degrees_of_freedom: error
                    .map(|error| error.degrees_of_freedom)
                    .filter(|df| df.is_finite()),
                ci_lower: ends.map(|(lower, _)| lower),
                ci_upper: ends.map(|(_, upper)| upper),
                interval_level: found_pair.interval_level,
                level: self.level,
                method: found.quantity.method_of_pairs(),
                a_better,
                p_value,
                p_error: found_pair.p_error,
                p_adjusted: found_pair.p_adjusted,
                family: found_pair.family,
                verdict: found_pair.verdict,
                status: found_pair.status,
            }
        }));
    }
}
