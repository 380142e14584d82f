//! The table `designs`: designs of a metric, what they cost and reach.

use std::sync::Arc;

use rayon::prelude::*;

use super::basis::Basis;
use super::options::{CountOrAll, Design as Options, DesignGoal, PlannedAssignment, Prices};
use super::request::{self, Differences};
use super::row::{DesignKind, DesignRow, GoalKind};
use crate::analyses::common::judged::Judged;
use crate::analyses::results::{Coordinates, Results, document_count};
use crate::config::model::Study;
use crate::metric::config::MetricConfig;
use crate::plan::Grid;
use crate::stats::judges::design::{Assignment, Costs, Design, PairTest};
use crate::stats::judges::goal::Goal;
use crate::stats::judges::planner::{Evaluation, Planner};
use crate::stats::reason::{Reason, Status};

/// Numbers of documents that are listed where any is possible.
const LADDER: [u32; 15] = [5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1000];

/// Power where the spec names none.
const POWER: f64 = 0.8;

/// The rows of all metrics, in the order of studies, corpora, metrics.
pub fn designs(results: &Results<'_>) -> Vec<DesignRow> {
    let plan = results.plan;
    let mut rows = Vec::new();
    for grid in &plan.grids {
        let study = &plan.spec.studies[grid.study];
        let Some(options) = study.analyses.get::<super::options::Design>() else { continue };
        for metric in &study.metrics {
            let of_metric = MetricDesigns { results, grid, study, options, metric };
            rows.extend(of_metric.rows());
        }
    }
    rows
}

/// A metric of a study on a corpus.
struct MetricDesigns<'a> {
    results: &'a Results<'a>,
    grid: &'a Grid,
    study: &'a Study,
    options: &'a Options,
    metric: &'a str,
}

/// A design with what it is.
struct Planned {
    kind: DesignKind,
    limit: CountOrAll,
    references: Option<u32>,
    evaluation: Evaluation,
    interval: Option<(f64, Option<f64>)>,
    /// Whether some number of documents reaches the goal with this shape.
    reachable: bool,
    recommended: bool,
}

impl MetricDesigns<'_> {
    fn rows(&self) -> Vec<DesignRow> {
        match self.bases() {
            Ok(bases) => self.of_bases(&bases),
            Err(status) => vec![self.without(status.into())],
        }
    }

    /// What is known of the metric, by number of references.
    fn bases(&self) -> Result<Vec<Basis>, Reason> {
        let plan = self.results.plan;
        let corpus_plan = &plan.corpora[self.grid.corpus];
        let named = plan.spec.metrics.iter().position(|metric| metric.name == *self.metric);
        let metric = named.expect("a validated spec names known metrics");
        let of_metric = |index: &&usize| corpus_plan.scorings[**index].metric == metric;
        let scorings: Vec<usize> = self.grid.scorings.iter().filter(of_metric).copied().collect();
        if let MetricConfig::Human(human) = &plan.spec.metrics[metric].config {
            let [criterion] = &human.criteria[..] else {
                return Err(Reason::SeveralCriteria);
            };
            let systems = scorings.iter().map(|index| corpus_plan.scorings[*index].system.as_str());
            let judged = Judged::new(&corpus_plan.corpus, criterion, systems)?;
            let seconds = corpus_plan.corpus.rating_seconds.get(criterion).copied();
            return Ok(vec![Basis::of_ratings(&judged, human, seconds)?]);
        }
        let context = plan.context(self.grid);
        let higher = self.results.direction(self.grid, *scorings.first().ok_or(Reason::NoData)?);
        let requested = self.results.requested(self.grid, &Differences);
        let test_sets = request::basis(&context);
        let test_set = *test_sets.first().ok_or(Reason::NoData)?;
        let groups = context.groups().into_iter();
        let groups = groups.filter(|group| corpus_plan.scorings[group[0]].metric == metric);
        let mut bases = Vec::new();
        for group in groups {
            let scoring = group[0];
            let references = corpus_plan.scorings[scoring].references.as_ref();
            let references = references.map(|set| document_count(set.count()));
            let is_wanted = match (&self.options.references, references) {
                (Some(wanted), Some(count)) => wanted.contains(&count),
                _ => true,
            };
            // Of several sets of references of one size the first stands for all.
            if !is_wanted || bases.iter().any(|basis: &Basis| basis.references == references) {
                continue;
            }
            let at = Coordinates { test_set, scoring, repeat: 1, replicates: 0 };
            // Scores are known with the study's resamples, differences need none.
            let replicates = self.study.replicates[0];
            let outcome = self.results.outcome(self.grid, Coordinates { replicates, ..at });
            if let (None, Some(reason)) = (&outcome.result, outcome.status.reason()) {
                return Err(reason);
            }
            let found = requested.get(at, &group)?;
            bases.push(Basis::of_differences(&found, references, higher.orient(1.0) > 0.0)?);
        }
        // A point is not worth the same with other references: all in the unit of the fewest.
        let Some(unit) = bases.first().map(Basis::mean_difference) else {
            return Err(Reason::NoData);
        };
        let in_unit = |basis: Basis| match basis.mean_difference() {
            own if own > 0.0 && unit > 0.0 => basis.in_unit(unit / own),
            _ => basis,
        };
        Ok(bases.into_iter().map(in_unit).collect())
    }

    fn of_bases(&self, bases: &[Basis]) -> Vec<DesignRow> {
        let planners: Vec<(&Basis, Planner)> =
            bases.iter().map(|basis| (basis, self.planner(basis))).collect();
        let mut planned: Vec<Planned> =
            planners.iter().flat_map(|(basis, planner)| self.planned(basis, planner)).collect();
        recommend(&mut planned);
        mark_frontier(&mut planned);
        let is_ranking = self.options.goal.ranking_holds.or(self.options.goal.best_is_best);
        let planner_of = |planned: &Planned| {
            let own = planners.iter().find(|(basis, _)| basis.references == planned.references);
            own.expect("each design is of a basis")
        };
        // Of the order of all systems an evaluation is a hundred times as long.
        let with_interval = |own: &Planned| {
            own.kind == DesignKind::Smallest && (own.recommended || is_ranking.is_none())
        };
        planned.par_iter_mut().filter(|own| with_interval(own)).for_each(|own| {
            let (basis, planner) = planner_of(own);
            if basis.left_out.is_empty() {
                return;
            }
            let left_out: Vec<_> = basis.left_out.iter().collect();
            own.interval =
                planner.required_interval(own.evaluation.design, &left_out, self.study.level);
        });
        planned
            .iter()
            .map(|own| {
                let (basis, planner) = planner_of(own);
                self.row(basis, planner, own)
            })
            .collect()
    }

    fn planner(&self, basis: &Basis) -> Planner {
        let systems = self.options.systems.map_or(basis.scores.len(), |count| count as usize);
        let assignment = match (basis.assignment, self.options.assignment) {
            (Assignment::Nobody, _) | (_, None) => basis.assignment,
            (_, Some(PlannedAssignment::Together)) => Assignment::Together,
            (_, Some(PlannedAssignment::Scattered)) => Assignment::Scattered,
        };
        let truth = || basis.true_scores();
        let goal = &self.options.goal;
        let planned_goal = match *goal {
            DesignGoal { detect: Some(difference), power, .. } => {
                Goal::Detect { difference, power: power.unwrap_or(POWER) }
            }
            DesignGoal { margin: Some(margin), .. } => Goal::Margin(margin),
            DesignGoal { ranking_holds: Some(probability), .. } => {
                Goal::RankingHolds { probability, truth: truth() }
            }
            DesignGoal { best_is_best, .. } => {
                Goal::BestIsBest { probability: best_is_best.unwrap_or(POWER), truth: truth() }
            }
        };
        let all_pairs = systems * systems.saturating_sub(1) / 2;
        let pairs = match (goal.pairs, goal.detect) {
            (Some(CountOrAll::Count(pairs)), _) => pairs as usize,
            (Some(CountOrAll::All), _) | (None, Some(_)) => all_pairs,
            (None, None) => 1,
        };
        Planner {
            components: basis.components,
            assignment,
            systems,
            test: PairTest { level: self.study.level, pairs: pairs.max(1) },
            goal: planned_goal,
            costs: self.costs(basis),
        }
    }

    fn costs(&self, basis: &Basis) -> Costs {
        let has_judges = basis.assignment != Assignment::Nobody;
        let usual = || Prices {
            segment: if has_judges { 0.0 } else { 1.0 },
            rating: if has_judges { basis.minutes.unwrap_or(1.0) } else { 0.0 },
            ..Prices::default()
        };
        let prices = self.options.costs.clone().unwrap_or_else(usual);
        let Prices { document, segment, rating, judge, reference, unit: _ } = prices;
        Costs { document, segment, rating, judge, reference }
    }

    /// The unit of costs.
    fn unit(&self, basis: &Basis) -> Option<&str> {
        match &self.options.costs {
            Some(prices) => prices.unit.as_deref(),
            None => basis.minutes.map(|_| "minutes"),
        }
    }

    /// The current design, and of each shape the smallest that reaches the goal and those listed.
    fn planned(&self, basis: &Basis, planner: &Planner) -> Vec<Planned> {
        let of = |kind, limit, evaluation, reachable| Planned {
            kind,
            limit,
            references: basis.references,
            evaluation,
            interval: None,
            reachable,
            recommended: false,
        };
        let now = planner.evaluate_part(basis.current(), basis.now());
        let mut all = vec![of(DesignKind::Current, CountOrAll::All, now, now.reached)];
        let listed: Vec<u32> = self.options.documents.clone().unwrap_or_else(|| LADDER.to_vec());
        for (limit, shape) in self.shapes(basis) {
            let at = |documents: u32| Design { documents: f64::from(documents), ..shape };
            let any = planner.smallest(shape);
            let smallest = match &self.options.documents {
                None => any,
                Some(possible) => {
                    let evaluated =
                        possible.iter().map(|documents| planner.evaluate(at(*documents)));
                    evaluated.into_iter().find(|own| own.reached)
                }
            };
            let documents = smallest.map(|own| own.design.documents);
            let others = listed.iter().filter(|count| Some(f64::from(**count)) != documents);
            let reachable = any.is_some();
            all.extend(smallest.map(|own| of(DesignKind::Smallest, limit, own, reachable)));
            let listed = others.map(|count| planner.evaluate(at(*count)));
            let tested = listed.filter(|own| own.part.variance.is_finite());
            all.extend(tested.map(|own| of(DesignKind::Listed, limit, own, reachable)));
        }
        all
    }

    /// All combinations of the sizes but documents.
    fn shapes(&self, basis: &Basis) -> Vec<(CountOrAll, Design)> {
        let mut shapes: Vec<(CountOrAll, Design)> = Vec::new();
        let mut known: Vec<Design> = Vec::new();
        for limit in &self.options.segments_per_document {
            let texts = basis.shape(*limit);
            // Limits above the longest document are all alike.
            if known.contains(&texts) {
                continue;
            }
            known.push(texts);
            if basis.assignment == Assignment::Nobody {
                shapes.push((*limit, texts));
                continue;
            }
            // Where no output has two ratings, what another rating is worth is not known.
            let ratings = self.options.ratings_per_segment.iter();
            let ratings = ratings.filter(|m| **m == 1 || !basis.components.has_single_ratings());
            for ratings in ratings {
                for judges in self.judges(basis).into_iter().filter(|judges| ratings <= judges) {
                    let (ratings_per_segment, judges) = (f64::from(*ratings), f64::from(judges));
                    shapes.push((*limit, Design { ratings_per_segment, judges, ..texts }));
                }
            }
        }
        shapes
    }

    fn judges(&self, basis: &Basis) -> Vec<u32> {
        self.options.judges.clone().unwrap_or_else(|| {
            let own = whole(basis.judges);
            let mut all = vec![own.div_ceil(2).max(2), own.max(2), (2 * own).max(2)];
            all.dedup();
            all
        })
    }

    fn row(&self, basis: &Basis, planner: &Planner, planned: &Planned) -> DesignRow {
        let Evaluation { design, part, .. } = planned.evaluation;
        let has_judges = basis.assignment != Assignment::Nobody;
        let is_defined = part.variance.is_finite();
        let (lower, upper) = planned.interval.map_or((None, None), |(low, high)| (Some(low), high));
        let status = if has_judges && basis.components.has_single_ratings() {
            Reason::SingleRatings.into()
        } else {
            Status::OK
        };
        DesignRow {
            kind: planned.kind,
            documents: whole(design.documents),
            segments_limit: match planned.limit {
                CountOrAll::All => None,
                CountOrAll::Count(count) => Some(count),
            },
            ratings_per_segment: has_judges.then_some(design.ratings_per_segment),
            judges: has_judges.then(|| whole(design.judges)),
            references: basis.references,
            segments_per_document: design.segments_per_document,
            segments: design.segments(),
            systems: document_count(planner.systems),
            assignment: match planned.kind {
                DesignKind::Current => basis.assignment,
                _ => planner.assignment,
            },
            cost: planned.evaluation.cost,
            unit: self.unit(basis).map(Arc::from),
            free: free(planner, basis),
            reachable: planned.reachable,
            pairs: document_count(planner.test.pairs),
            standard_error: is_defined.then(|| part.variance.sqrt()),
            degrees_of_freedom: is_defined.then_some(part.degrees_of_freedom),
            margin: Some(planned.evaluation.margin).filter(|margin| margin.is_finite()),
            probability: (self.options.goal.margin.is_none())
                .then_some(planned.evaluation.attained),
            reached: planned.evaluation.reached,
            on_frontier: planned.evaluation.on_frontier,
            recommended: planned.recommended,
            documents_lower: lower,
            documents_upper: upper,
            ..self.without(status)
        }
    }

    /// A row that plans nothing.
    fn without(&self, status: Status) -> DesignRow {
        let goal = &self.options.goal;
        let (goal_kind, wanted) = goal.named();
        DesignRow {
            study: self.study.name.as_str().into(),
            corpus: self.results.plan.corpora[self.grid.corpus].corpus.name.as_str().into(),
            metric: self.metric.into(),
            kind: DesignKind::None,
            assignment: Assignment::Nobody,
            goal: goal_kind,
            wanted,
            power: goal.detect.map(|_| goal.power.unwrap_or(POWER)),
            level: self.study.level,
            status,
            ..DesignRow::default()
        }
    }
}

impl DesignGoal {
    /// Its key and value.
    fn named(&self) -> (GoalKind, f64) {
        let all = [
            (GoalKind::Detect, self.detect),
            (GoalKind::Margin, self.margin),
            (GoalKind::RankingHolds, self.ranking_holds),
            (GoalKind::BestIsBest, self.best_is_best),
        ];
        let named = all.into_iter().find_map(|(kind, value)| Some((kind, value?)));
        named.expect("a goal that was read has one of its keys")
    }
}

/// What costs nothing although its number is planned.
fn free(planner: &Planner, basis: &Basis) -> Option<Arc<str>> {
    let Costs { document, segment, rating, judge, reference } = planner.costs;
    let has_judges = basis.assignment != Assignment::Nobody;
    let all = [
        ("documents", document + segment + if has_judges { rating } else { reference }),
        ("ratings", if has_judges { rating } else { 1.0 }),
        ("judges", if has_judges { judge } else { 1.0 }),
        ("references", if basis.references.is_some() { reference } else { 1.0 }),
    ];
    let free: Vec<&str> =
        all.iter().filter(|(_, price)| *price <= 0.0).map(|(name, _)| *name).collect();
    (!free.is_empty()).then(|| free.join(",").into())
}

/// The cheapest of those that reach the goal; of equal costs that with the smallest margin.
fn recommend(planned: &mut [Planned]) {
    let place = |own: &Planned| (own.evaluation.cost, own.evaluation.margin);
    let candidates = planned.iter_mut().filter(|own| own.kind == DesignKind::Smallest);
    let best = candidates.min_by(|one, other| {
        let ((one, first), (other, second)) = (place(one), place(other));
        one.total_cmp(&other).then(first.total_cmp(&second))
    });
    if let Some(best) = best {
        best.recommended = true;
    }
}

/// No other design has a smaller margin at the same cost or less.
fn mark_frontier(planned: &mut [Planned]) {
    let mut all: Vec<&mut Planned> =
        planned.iter_mut().filter(|own| own.kind != DesignKind::Current).collect();
    all.sort_by(|one, other| {
        let (one, other) = (&one.evaluation, &other.evaluation);
        one.cost.total_cmp(&other.cost).then(one.margin.total_cmp(&other.margin))
    });
    let mut least = f64::INFINITY;
    for own in all {
        own.evaluation.on_frontier = own.evaluation.margin < least;
        least = least.min(own.evaluation.margin);
    }
}

/// A whole number of the planner.
fn whole(size: f64) -> u32 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "sizes are whole numbers below 1e7"
    )]
    let whole = size as u32;
    whole
}
