//! A plan with its results: typed access for the tables, and the columns that cells share.

use std::marker::PhantomData;
use std::sync::Arc;

use super::common::sizes::{BySize, by_size};
use super::intervals::options::IntervalMethod;
use super::{ReportedMethod, ScoreSummary, Summary};
use crate::config::model::{Mask, ResamplingUnit, Study};
use crate::execute::PartStore;
use crate::metric;
use crate::metric::config::MetricConfig;
use crate::plan::{
    CorpusPlan, Grid, Placement, Plan, Question, ReferenceSet, Request, ScoredSystem, decode,
};
use crate::stats::direction::Direction;
use crate::stats::reason::{Reason, Status};
use crate::table::{Cell, ChosenReferences, Resampled};
use crate::value::whole_up;

/// A plan with its results.
pub struct Results<'a> {
    /// The plan.
    pub plan: &'a Plan,
    pub(super) store: &'a PartStore,
    /// The summaries of each grid, by study and corpus.
    summaries: Vec<Option<Requested<'a, ScoreSummary>>>,
}

/// The results of a question on a grid, typed.
pub struct Requested<'a, Q> {
    plan: &'a Plan,
    store: &'a PartStore,
    /// It may be asked of some groups on some test sets, and of others on others.
    requests: Vec<&'a Request>,
    question: PhantomData<fn() -> Q>,
}

impl<Q: Question> Requested<'_, Q> {
    /// The result for `scorings`, on the test set, in the repeat and with the replicates of `at`.
    ///
    /// # Panics
    ///
    /// If the plan did not ask for it, or was not run: both are bugs.
    pub fn get(&self, at: Coordinates, scorings: &[usize]) -> Q::Result {
        let Coordinates { test_set, repeat, replicates, .. } = at;
        let mut tasks = self.requests.iter();
        let task = tasks.find_map(|request| request.task(test_set, repeat, scorings, replicates));
        let task = task.expect("an analysis reads its own results");
        let result = self.store.get(&self.plan.key_at(task));
        decode::<Q>(result.expect("every task of the plan has been run"))
    }
}

/// Coordinates of a cell in its grid, beside the ordering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coordinates {
    /// The index of the test set.
    pub test_set: usize,
    /// The index of the scoring.
    pub scoring: usize,
    /// The repeat, from 1 on.
    pub repeat: u32,
    /// The number of replicates.
    pub replicates: u32,
}

impl Coordinates {
    /// Where a question that takes no resamples has its results.
    pub fn once(test_set: usize, scoring: usize) -> Self {
        Self { test_set, scoring, repeat: 1, replicates: 0 }
    }
}

/// The result behind a cell, or why there is none.
#[derive(Clone, Copy)]
pub struct Outcome {
    /// The summary of the replicates, if there is a score.
    pub result: Option<Summary>,
    /// The number of segments that count for the score.
    pub judged_segments: Option<u64>,
    /// The reason why there is no result, or that all is well.
    pub status: Status,
}

impl<'a> Results<'a> {
    /// The results of `plan` in `store`, which must hold all of them.
    pub fn new(plan: &'a Plan, store: &'a PartStore) -> Self {
        let places = plan.spec.studies.len() * plan.corpora.len();
        let mut results =
            Self { plan, store, summaries: std::iter::repeat_with(|| None).take(places).collect() };
        for grid in &plan.grids {
            let summary = ScoreSummary::of(&plan.spec.studies[grid.study]);
            let place = results.place(grid);
            results.summaries[place] = Some(results.requested(grid, &summary));
        }
        results
    }

    fn place(&self, grid: &Grid) -> usize {
        grid.study * self.plan.corpora.len() + grid.corpus
    }

    /// The results of `question` on `grid`.
    pub(super) fn requested<Q: Question>(&self, grid: &'a Grid, question: &Q) -> Requested<'a, Q> {
        let requests = grid.requests.iter().filter(|request| request.question.is(question));
        let Self { plan, store, .. } = *self;
        Requested { plan, store, requests: requests.collect(), question: PhantomData }
    }

    pub(super) fn outcome(&self, grid: &Grid, at: Coordinates) -> Outcome {
        let study = &self.plan.spec.studies[grid.study];
        let corpus = &self.plan.corpora[grid.corpus];
        if let Some(obstacle) = corpus.scorings[at.scoring].obstacle {
            return Outcome {
                result: None,
                judged_segments: None,
                status: Reason::from(obstacle).into(),
            };
        }
        let summaries = self.summaries[self.place(grid)].as_ref();
        let result = summaries.expect("every grid has scores").get(at, &[at.scoring]);
        let segments = corpus.test_sets[at.test_set].segments as u64;
        let is_adjusted = corpus.scorings[at.scoring].adjusted.is_some();
        // Adjusted scores are made for gaps: missing judgments are no reason against them.
        let needs_all = study.mask == Mask::All && !is_adjusted;
        let reason = match result {
            Summary { judged_segments: 0, .. } => Some(Reason::NoJudgedSegments),
            Summary { judged_segments, .. } if needs_all && judged_segments < segments => {
                Some(Reason::MissingJudgments)
            }
            Summary { least_units: 0, .. } if grid.strata.is_some() => Some(Reason::EmptyStratum),
            Summary { score: None, .. } if is_adjusted => Some(Reason::Unconnected),
            Summary { score: None, .. } => Some(Reason::Undefined),
            Summary { judged_units: 1, .. } => Some(Reason::OneUnit),
            Summary { least_units: 1, .. } => Some(Reason::OneUnitStratum),
            _ => None,
        };
        // A single unit has a score; what it lacks is a deviation.
        let has_score = matches!(reason, None | Some(Reason::OneUnit | Reason::OneUnitStratum));
        Outcome {
            judged_segments: Some(result.judged_segments),
            result: has_score.then_some(result),
            status: reason.map_or(Status::OK, Status::from),
        }
    }

    /// Which scores of the metric of `scoring` are better.
    pub(super) fn direction(&self, grid: &Grid, scoring: usize) -> Direction {
        let metric = self.plan.corpora[grid.corpus].scorings[scoring].metric;
        let config = &self.plan.spec.metrics[metric].config;
        Direction::from_higher_is_better(metric::higher_is_better(config))
    }

    /// Returns a deviation in percent of the mean, where that makes sense for a metric with this mean.
    pub(super) fn relative(&self, scoring_metric: usize, stdev: f64, mean: f64) -> Option<f64> {
        let ratio_scale = match &self.plan.spec.metrics[scoring_metric].config {
            MetricConfig::External(external) => external.ratio_scale,
            MetricConfig::Human(human) => human.has_true_zero(),
            MetricConfig::Given(sums) => sums.has_true_zero(),
            _ => true,
        };
        (ratio_scale && mean > 0.0).then(|| 100.0 * stdev / mean)
    }

    pub(super) fn relative_stdev(
        &self,
        grid: &Grid,
        scoring: usize,
        result: &Summary,
    ) -> Option<f64> {
        let metric = self.plan.corpora[grid.corpus].scorings[scoring].metric;
        self.relative(metric, result.stdev?, result.mean?)
    }

    /// Monte-Carlo error of [`relative_stdev`](Self::relative_stdev).
    pub(super) fn relative_stdev_error(
        &self,
        grid: &Grid,
        scoring: usize,
        result: &Summary,
    ) -> Option<f64> {
        match result.stdev? {
            // The quotient below would be 0/0.
            0.0 => Some(0.0),
            stdev => {
                Some(self.relative_stdev(grid, scoring, result)? / stdev * result.stdev_error?)
            }
        }
    }

    /// Studies on their corpora, those of which `asked` is something.
    pub fn asking<T>(
        &'a self,
        asked: impl Fn(&'a Study) -> Option<T> + 'a,
    ) -> impl Iterator<Item = (GridResults<'a>, T)> {
        self.plan.grids.iter().filter_map(move |grid| {
            let question = asked(&self.plan.spec.studies[grid.study])?;
            Some((GridResults::new(self, grid), question))
        })
    }

    /// The cells of the studies that are `wanted`, in the order of studies, corpora, scorings, placements, repeats,
    /// replicates.
    pub(super) fn cells(
        &'a self,
        wanted: impl Fn(&Study) -> bool + 'a,
    ) -> impl Iterator<Item = CellResults<'a>> {
        let asking = self.asking(move |study| wanted(study).then_some(()));
        asking.flat_map(|(on_corpus, ())| {
            let scorings = on_corpus.grid.scorings.iter().copied();
            on_corpus.walk(scorings).map(move |(scoring, placement, draw)| {
                let at = draw.at(placement.test_set, scoring);
                CellResults { on_corpus: on_corpus.clone(), placement, at }
            })
        })
    }
}

/// Resamples of a study: a repeat, and a number of replicates.
#[derive(Clone, Copy, Debug)]
pub struct Draw {
    /// The repeat, from 1 on.
    pub repeat: u32,
    /// The number of replicates.
    pub replicates: u32,
}

impl Draw {
    /// The coordinates of a scoring on a test set.
    pub fn at(self, test_set: usize, scoring: usize) -> Coordinates {
        Coordinates { test_set, scoring, repeat: self.repeat, replicates: self.replicates }
    }
}

fn draws(study: &Study) -> impl Iterator<Item = Draw> {
    (1..=study.shown_repeats()).flat_map(|repeat| {
        study.replicates.iter().map(move |replicates| Draw { repeat, replicates: *replicates })
    })
}

/// The results of a study on a corpus.
#[derive(Clone)]
pub struct GridResults<'a> {
    /// All results of the run.
    pub results: &'a Results<'a>,
    /// The grid of the study on the corpus.
    pub grid: &'a Grid,
    /// The study.
    pub study: &'a Study,
    /// The corpus with its test sets and scorings.
    pub corpus: &'a CorpusPlan,
    /// The names that cells share.
    pub names: Arc<CellNames>,
}

impl<'a> GridResults<'a> {
    pub(super) fn new(results: &'a Results<'a>, grid: &'a Grid) -> Self {
        let study = &results.plan.spec.studies[grid.study];
        let corpus = &results.plan.corpora[grid.corpus];
        Self { results, grid, study, corpus, names: Arc::new(CellNames::new(results.plan, grid)) }
    }

    /// All repeats, with all numbers of replicates.
    pub(super) fn draws(&self) -> impl Iterator<Item = Draw> + use<'a> {
        draws(self.study)
    }

    /// Each of `items`, such as scorings or groups of them, on each placement with each draw.
    pub(super) fn walk<T: Clone, I: Iterator<Item = T>>(
        &self,
        items: I,
    ) -> impl Iterator<Item = (T, &'a Placement, Draw)> + use<'a, T, I> {
        let (grid, study) = (self.grid, self.study);
        items.flat_map(move |item| {
            grid.placements.iter().flat_map(move |placement| {
                let item = item.clone();
                draws(study).map(move |draw| (item.clone(), placement, draw))
            })
        })
    }

    /// Scorings that share metric and references, those without data among them.
    pub fn groups(&self) -> Vec<Vec<usize>> {
        let scorings = &self.results.plan.corpora[self.grid.corpus].scorings;
        let groups = self.grid.scorings.chunk_by(|one, other| {
            let (one, other) = (&scorings[*one], &scorings[*other]);
            one.metric == other.metric && one.references == other.references
        });
        groups.map(<[usize]>::to_vec).collect()
    }

    /// Those that have scores.
    pub(super) fn scored_groups(&self) -> Vec<Arc<[usize]>> {
        self.grid.groups(self.corpus)
    }

    /// Placements by size.
    pub(super) fn by_size(&self) -> BySize<'a> {
        by_size(&self.results.plan.context(self.grid))
    }

    /// The results of `question`.
    pub fn requested<Q: Question>(&self, question: &Q) -> Requested<'a, Q> {
        self.results.requested(self.grid, question)
    }

    /// The cell of a scoring on a test set that stands for all of its cells: in the first repeat, with the first number of
    /// replicates.
    pub fn first_at(&self, test_set: usize, scoring: usize) -> Coordinates {
        Draw { repeat: 1, replicates: self.study.replicates[0] }.at(test_set, scoring)
    }

    /// Returns the scoring with this index.
    pub fn scoring(&self, index: usize) -> &'a ScoredSystem {
        &self.corpus.scorings[index]
    }

    pub(super) fn outcome(&self, at: Coordinates) -> Outcome {
        self.results.outcome(self.grid, at)
    }

    /// Documents of a test set that count for a scoring.
    pub(super) fn counted_documents(&self, scoring: usize, test_set: usize) -> usize {
        self.results.plan.counted_documents(self.grid.corpus, scoring, test_set)
    }

    /// Which scores of the metric of `scoring` are better.
    pub fn direction(&self, scoring: usize) -> Direction {
        self.results.direction(self.grid, scoring)
    }

    /// `value` in percent of `mean`, where that makes sense for the metric of `scoring`.
    pub(super) fn relative(&self, scoring: usize, value: f64, mean: f64) -> Option<f64> {
        self.results.relative(self.scoring(scoring).metric, value, mean)
    }

    /// This many segments in words, as a whole number; nothing where texts have no words.
    pub(super) fn words(&self, segments: Option<f64>) -> Option<f64> {
        Some(whole_up(segments? * self.corpus.words_per_segment?))
    }

    /// The cell columns at `at`, with the result there; without a placement, the ordering and fraction are null.
    pub(super) fn cell(
        &self,
        at: Coordinates,
        placement: Option<&Placement>,
        outcome: &Outcome,
    ) -> Cell {
        let ordering = placement.map(|placement| &placement.ordering);
        let fraction = placement.and_then(|placement| placement.fraction);
        self.cell_on(at, (ordering, fraction), outcome)
    }

    /// The same with this ordering and fraction.
    pub fn cell_on(
        &self,
        at: Coordinates,
        (ordering, fraction): (Option<&Arc<str>>, Option<f64>),
        outcome: &Outcome,
    ) -> Cell {
        self.names.cell(self.results.plan, self.grid, at, ordering, fraction, outcome)
    }
}

impl GridResults<'_> {
    /// The cell columns of systems that share metric and references, without a system, that of `at` being one of them.
    /// What counts is what counts for that: under a common mask the same for all.
    pub fn group_cell(&self, at: Coordinates, placement: Option<&Placement>) -> Cell {
        Cell { system: None, ..self.cell(at, placement, &self.outcome(at)) }
    }

    /// The cell columns of such systems over test sets of one size, that of `at` being one of them: null where these
    /// differ, but for documents, of which it is the largest number.
    pub(super) fn cell_over(
        &self,
        test_sets: &[usize],
        at: Coordinates,
        (ordering, fraction): (Option<&Arc<str>>, Option<f64>),
        status: Status,
    ) -> Cell {
        let cell = self.cell_on(at, (ordering, fraction), &self.outcome(at));
        let is_one = test_sets.iter().all(|test_set| *test_set == test_sets[0]);
        let all = test_sets.iter().map(|test_set| &self.corpus.test_sets[*test_set]);
        let same_segments = all.clone().all(|set| Some(set.segments as u64) == cell.segments);
        Cell {
            system: None,
            test_set: cell.test_set.filter(|_| is_one),
            documents: document_count(all.map(|set| set.documents.len()).max().unwrap_or(0)),
            segments: cell.segments.filter(|_| same_segments),
            judged_segments: cell.judged_segments.filter(|_| is_one),
            judged_documents: cell.judged_documents.filter(|_| is_one),
            status,
            ..cell
        }
    }
}

/// A cell of a study on a corpus.
pub(super) struct CellResults<'a> {
    pub(super) on_corpus: GridResults<'a>,
    pub(super) placement: &'a Placement,
    pub(super) at: Coordinates,
}

impl CellResults<'_> {
    /// What is behind it.
    pub(super) fn outcome(&self) -> Outcome {
        self.on_corpus.outcome(self.at)
    }

    /// Its columns.
    pub(super) fn cell(&self, outcome: &Outcome) -> Cell {
        self.on_corpus.cell(self.at, Some(self.placement), outcome)
    }

    /// What its scoring is called.
    pub(super) fn scoring(&self) -> &ScoringNames {
        &self.on_corpus.names.scorings[self.at.scoring]
    }
}

/// What is behind the scores of a group.
pub(super) fn outcomes(
    on_corpus: &GridResults<'_>,
    group: &[usize],
    at: Coordinates,
) -> Vec<Outcome> {
    let each = group.iter().map(|scoring| Coordinates { scoring: *scoring, ..at });
    each.map(|at| on_corpus.outcome(at)).collect()
}

/// The status of the first system without a score.
pub(super) fn unscored(outcomes: &[Outcome]) -> Option<Status> {
    outcomes.iter().find(|outcome| outcome.result.is_none()).map(|outcome| outcome.status)
}

/// Scores, NaN where a system has none.
pub(super) fn scores(outcomes: &[Outcome]) -> Vec<f64> {
    let scores = outcomes.iter().map(|outcome| outcome.result?.score);
    scores.map(|score| score.unwrap_or(f64::NAN)).collect()
}

/// What is resampled, as tables say it.
pub(super) fn resampled(texts: ResamplingUnit, judges: bool) -> Resampled {
    match (texts, judges) {
        (ResamplingUnit::Segments, false) => Resampled::Segments,
        (ResamplingUnit::Segments, true) => Resampled::SegmentsAndJudges,
        (ResamplingUnit::Documents, false) => Resampled::Documents,
        (ResamplingUnit::Documents, true) => Resampled::DocumentsAndJudges,
        (ResamplingUnit::TwoStage, _) => Resampled::TwoStage,
    }
}

/// Names that the cells of a grid share, made once.
pub struct CellNames {
    /// The name of the study.
    pub study: Arc<str>,
    /// The name of the corpus.
    pub corpus: Arc<str>,
    /// The names of each scoring.
    pub scorings: Vec<ScoringNames>,
    pub(super) test_sets: Vec<Arc<str>>,
    pub(super) unit: ResamplingUnit,
    /// What is resampled where no judges are.
    pub(super) resample: Resampled,
}

/// The names of a scoring that its cells share.
pub struct ScoringNames {
    pub(super) metric: Arc<str>,
    /// The name of the system.
    pub system: Arc<str>,
    pub(super) reference_count: Option<u32>,
    pub(super) reference_choice: Option<ChosenReferences>,
    pub(super) references: Option<Arc<str>>,
    pub(super) signature: Arc<str>,
    /// What is resampled: units of texts, and judges where the metric has them.
    pub(super) resample: Resampled,
}

impl ScoringNames {
    /// Returns `true` if judges are resampled.
    pub(super) fn has_judges(&self) -> bool {
        self.resample.has_judges()
    }

    /// What tables call the method of an interval.
    pub(super) fn method(&self, method: IntervalMethod) -> ReportedMethod {
        let is_two_way = self.has_judges() && method == IntervalMethod::JackknifeT;
        if is_two_way { ReportedMethod::TwoWayT } else { method.into() }
    }
}

impl CellNames {
    pub(super) fn new(plan: &Plan, grid: &Grid) -> Self {
        let study = &plan.spec.studies[grid.study];
        let corpus_plan = &plan.corpora[grid.corpus];
        let weighted = corpus_plan.corpus.weights.as_ref().map_or("", |_| "|weights:corpus");
        let scorings = corpus_plan.scorings.iter().map(|scoring| {
            let metric = &plan.spec.metrics[scoring.metric];
            let references = scoring.references.as_ref();
            let count = references.map_or(0, ReferenceSet::count);
            let in_strata =
                scoring.strata.as_ref().map_or(String::new(), |strata| strata.signature());
            // A score changes with the systems that it is adjusted together with.
            let together = scoring.adjusted.as_ref();
            let together = together
                .map_or(String::new(), |systems| format!("|systems:{}", systems.names.len()));
            ScoringNames {
                metric: metric.name.as_str().into(),
                system: scoring.system.as_str().into(),
                reference_count: references
                    .map(|_| u32::try_from(count).expect("fewer than 2^32 references")),
                reference_choice: references.map(|set| set.choice),
                references: references.map(|set| set.names(&corpus_plan.corpus).into()),
                signature: (metric::signature(&metric.config, count)
                    + &together
                    + &in_strata
                    + weighted)
                    .into(),
                resample: resampled(grid.unit, scoring.judges.is_some()),
            }
        });
        Self {
            study: study.name.as_str().into(),
            corpus: corpus_plan.corpus.name.as_str().into(),
            scorings: scorings.collect(),
            test_sets: corpus_plan.test_sets.iter().map(|set| set.id.to_string().into()).collect(),
            unit: grid.unit,
            resample: resampled(grid.unit, false),
        }
    }

    /// The cell columns at `at`.
    pub(super) fn cell(
        &self,
        plan: &Plan,
        grid: &Grid,
        at: Coordinates,
        ordering: Option<&Arc<str>>,
        fraction: Option<f64>,
        outcome: &Outcome,
    ) -> Cell {
        let names = &self.scorings[at.scoring];
        let test_set = &plan.corpora[grid.corpus].test_sets[at.test_set];
        Cell {
            study: self.study.clone(),
            corpus: self.corpus.clone(),
            metric: names.metric.clone(),
            system: Some(names.system.clone()),
            reference_count: names.reference_count,
            reference_choice: names.reference_choice,
            references: names.references.clone(),
            ordering: ordering.cloned(),
            test_set: Some(self.test_sets[at.test_set].clone()),
            documents: document_count(test_set.documents.len()),
            segments: Some(test_set.segments as u64),
            judged_segments: outcome.judged_segments,
            judged_documents: outcome.judged_segments.map(|_| {
                document_count(plan.counted_documents(grid.corpus, at.scoring, at.test_set))
            }),
            fraction,
            repeat: at.repeat,
            replicates: at.replicates,
            status: outcome.status,
        }
    }
}

/// Converts a number of documents, segments or pairs for a column.
///
/// # Panics
///
/// If there are 2^32 or more.
pub fn document_count(documents: usize) -> u32 {
    u32::try_from(documents).expect("fewer than 2^32 documents")
}
